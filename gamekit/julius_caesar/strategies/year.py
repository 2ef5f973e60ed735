"""What the year will bring: the law of victory points at its end by playing out, and the cities that decide the game.

A position known whole is played out itself. A view is played out from another position for each play, drawn so that
it looks like the view: what is hidden stays hidden. The answer is that of the players named, and has its error."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import sqrt
from random import Random
from statistics import NormalDist
from typing import TYPE_CHECKING, Final, NamedTuple

from gamekit.dist import Basis, Dist
from gamekit.game import Strategy, at_random, play
from gamekit.julius_caesar import rules
from gamekit.julius_caesar.log import place_name, side_name, year_name
from gamekit.julius_caesar.places import PLACES, VALUE
from gamekit.julius_caesar.rules.control import VALUED, counts, friendly, victory_points
from gamekit.julius_caesar.rules.views import View
from gamekit.julius_caesar.state import Pair, Phase, State
from gamekit.julius_caesar.strategies.guess import sample
from gamekit.julius_caesar.strategies.rule_of_thumb import plain
from gamekit.julius_caesar.strategies.searching import search
from gamekit.julius_caesar.tables import SIDES
from gamekit.progress import tell
from gamekit.words import note, percent, word

if TYPE_CHECKING:
    import pandas as pd

READY: Final[dict[str, Callable[[Random], Strategy]]] = {
    "plain": lambda random: plain, "search": search, "random": at_random,
}  # fmt: skip
GAMES: Final = 100
ENDED: Final = frozenset((Phase.DISBAND, Phase.OVER))
SURE: Final = 1.96  # standard errors to each side of a 95% interval
SURE_OF_ALL: Final = NormalDist().inv_cdf(1 - 0.025 / len(VALUED))  # of 95% intervals that hold for all cities at once


class YearPlay(NamedTuple):
    """A play: VP of Caesar and Pompey at the year's end, who held each city of ``VALUED`` then (0 Caesar, 1 Pompey,
    -1 nobody alone), and what Caesar had of the victory in the end: 1, a half or 0."""

    points: Pair
    holders: tuple[int, ...]
    won: float


class CityStake(NamedTuple):
    """A city: Caesar's chance to hold it alone at the year's end, his chance to win the game if he does and if not,
    their difference and its standard error (nan where one of both never came up)."""

    city: str
    value: int
    held: float
    chance_held: float
    chance_else: float
    swing: float
    error: float


@dataclass(frozen=True)
class YearOutlook:
    """The plays of a year; ``year_outlook`` makes one."""

    year: int
    plays: tuple[YearPlay, ...] = field(repr=False)
    names: tuple[str, ...]
    basis: Basis = field(default=(), repr=False)

    @property
    def points(self) -> Dist[Pair]:
        """The law of (Caesar's VP, Pompey's VP) at the year's end."""
        return Dist([(one.points, 1) for one in self.plays], self.basis)

    @property
    def chance(self) -> tuple[float, float]:
        """Caesar's chance to win the game, and its standard error."""
        return _mean([one.won for one in self.plays])

    def mean(self, side: str) -> tuple[float, float]:
        """A side's mean VP at the year's end, and its standard error."""
        if side not in SIDES:
            raise ValueError(f"{side!r} is no side; the sides are {' and '.join(SIDES)}")
        values = [float(one.points[SIDES.index(side)]) for one in self.plays]
        return _mean(values, (min(values) - 1, max(values) + 1))

    @cached_property
    def stakes(self) -> tuple[CityStake, ...]:
        """The cities, first those whose holder goes with the game most: their swing times how open they are.

        It is what goes together in the plays, not what would come of a city given away.
        """
        found = [self._stake(number) for number in range(len(VALUED))]
        return tuple(sorted(found, key=_weight, reverse=True))

    def _stake(self, number: int) -> CityStake:
        held = [one.won for one in self.plays if one.holders[number] == 0]
        other = [one.won for one in self.plays if one.holders[number] != 0]
        (p, p_error), (q, q_error) = _mean(held), _mean(other)
        city = VALUED[number]
        share = len(held) / len(self.plays)
        return CityStake(PLACES[city], VALUE[city], share, p, q, p - q, sqrt(p_error**2 + q_error**2))

    def to_frame(self) -> pd.DataFrame:
        """``stakes`` as a table, a row a city."""
        import pandas as pd

        frame = pd.DataFrame(self.stakes, columns=CityStake._fields)
        frame.attrs["basis"] = self.basis
        return frame

    def explain(self, language: str | None = None) -> str:
        """The VP to be expected and the chance to win with their 95% intervals, and the three cities whose holder goes
        with the victory most, with margins for all eleven at once; none where none is clear."""
        means = (self.mean(side) for side in SIDES)
        parts = [
            say("points", language, side=side_name(side, language), mean=f"{mean:.1f}", margin=f"{SURE * error:.1f}")
            for side, (mean, error) in zip(SIDES, means)
        ]
        chance, error = self.chance
        centre = (sum(one.won for one in self.plays) + 2) / (len(self.plays) + 4)  # as ``_mean`` has its error
        low, high = max(0.0, min(chance, centre - SURE * error)), min(1.0, max(chance, centre + SURE * error))
        by = ", ".join(word(f"session.kind.{name}", language) for name in dict.fromkeys(self.names))
        shown = {"chance": percent(chance), "low": f"{100 * low:.1f}", "high": f"{high:.1%}"}
        said = [
            say(
                "means",
                language,
                year=year_name(self.year, language),
                points=("、" if language == "ja" else ", ").join(parts),
            ),
            say("chance", language, side=side_name(SIDES[0], language), plays=len(self.plays), by=by, **shown),
        ]
        clear = [one for one in self.stakes if abs(one.swing) > SURE_OF_ALL * one.error > 0][:3]
        said += [
            say("city", language, city=place_name(one.city, language), side=side_name(SIDES[0], language),
                held=percent(one.held), chance=percent(one.chance_held), other=percent(one.chance_else),
                margin=f"{100 * SURE_OF_ALL * one.error:.0f}")
            for one in clear
        ]  # fmt: skip
        return ("" if language == "ja" else " ").join(said if clear else [*said, say("none", language)])


def say(key: str, language: str | None, **fields: object) -> str:
    return word(f"julius_caesar.year.{key}", language, **fields)


def _weight(stake: CityStake) -> float:
    return abs(stake.swing) * sqrt(stake.held * (1 - stake.held)) if stake.error > 0 else -1.0


def _mean(values: Sequence[float], apart: Sequence[float] = (0.0, 0.0, 1.0, 1.0)) -> tuple[float, float]:
    """A mean and its standard error, nan for none. Some results more keep the error from 0: plays that all came to the
    same are not taken for certainty."""
    if not values:
        return float("nan"), float("nan")
    wide = [*values, *apart]
    middle = sum(wide) / len(wide)
    return sum(values) / len(values), sqrt(sum((value - middle) ** 2 for value in wide)) / len(wide)


def year_outlook(
    position: State | View,
    players: str | Sequence[str] = "plain",
    games: int = GAMES,
    seed: object = 0,
    stop: Callable[[], bool] | None = None,
) -> YearOutlook:
    """The year's outlook from a position, or from the view of the side that decides, by playing out ``games`` times.

    ``players``: "plain", "search" or "random", one for both sides or (Caesar's, Pompey's). The plays are those of
    ``gamekit.outlook`` with the same seed. ``stop()`` is asked after each play: what has been played then counts.
    Raises ValueError for a game that is over, for a view of one who does not decide, for players or a number of games
    that are none.

    >>> from gamekit import julius_caesar as jc
    >>> found = year_outlook(jc.initial_state(), games=4)
    >>> len(found.plays), len(found.stakes), found.points.total
    (4, 11, 4)
    """
    names = (players, players) if isinstance(players, str) else tuple(players)
    if len(names) != len(SIDES) or not set(names) <= set(READY):
        raise ValueError(f"players is {players!r}; it should be one or two of {', '.join(READY)}")
    if type(games) is not int or games < 1:
        raise ValueError(f"games is {games!r}; it should be a whole number from 1")
    if position.phase == Phase.OVER:
        raise ValueError("the game is over: there is no year's end to come")
    if isinstance(position, View) and position.decides != position.player:
        raise ValueError(f"{position.player} does not decide here; give the view of {position.decides}")
    plays: list[YearPlay] = []
    for number in range(games):
        plays.append(_played(position, names, number, str(seed)))
        tell((number + 1) / games)
        if stop and stop():
            break
    basis = note("outlook.basis", players=", ".join(dict.fromkeys(names)), games=len(plays), seed=str(seed))
    return YearOutlook(position.year, tuple(plays), names, (basis,))


def _played(position: State | View, names: tuple[str, ...], number: int, seed: str) -> YearPlay:
    lucks = [Random(f"{seed} {number} {place}") for place in range(len(SIDES))]
    players: Mapping[str, Strategy] = {side: READY[name](luck) for side, name, luck in zip(SIDES, names, lucks)}
    begin = sample(position, Random(f"{seed} {number} drawn")) if isinstance(position, View) else position
    ended = None if begin.phase not in ENDED else begin
    state = begin
    for state, _ in play(rules, players, Random(f"{seed} {number}"), begin):
        if ended is None and (state.phase in ENDED or state.year > begin.year):
            ended = state
    assert ended is not None
    held = counts(ended)
    holders = tuple(next((side for side in (0, 1) if friendly(held, city, side)), -1) for city in VALUED)
    return YearPlay(victory_points(ended), holders, (rules.returns(state)[SIDES[0]] + 1) / 2)
