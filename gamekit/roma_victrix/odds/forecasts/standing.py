"""Who wins if the game ended now, by what, and which single event would change it (4.4, 4.5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from gamekit.dist import Basis, join
from gamekit.roma_victrix.game_state import State
from gamekit.roma_victrix.odds.forecasts.said import position, said
from gamekit.roma_victrix.places import INDEX, OF_REGION, PLACES, PROVINCE
from gamekit.roma_victrix.rules import victory
from gamekit.roma_victrix.rules.board import supreme, without_leader
from gamekit.roma_victrix.rules.frame import frame_of
from gamekit.roma_victrix.rules.views import View
from gamekit.roma_victrix.tables import ruling

DECIDERS = ("percent", "revenue", "treasury", "nothing")


@dataclass(frozen=True, slots=True)
class Placing:
    """A player's objectives achieved and in all, victory per cent (0 to 100), and what breaks a tie."""

    power: str
    done: int
    of: int
    percent: Fraction
    revenue: int
    treasury: int


@dataclass(frozen=True, slots=True)
class Shift:
    """One event that would change a victory per cent: ``power`` takes the province or sees the leader fall."""

    event: str  # province or leader
    name: str
    power: str
    gain: Fraction  # points of per cent that ``power`` gains
    first: str  # who would be first then; nobody when all is level

    def said(self, language: str | None = None) -> str:
        """The event as a clause: Crassus takes Africa."""
        return said(f"standing.{self.event}", language, power=self.power, name=self.name)


@dataclass(frozen=True, slots=True, repr=False)
class Ranking:
    """The order of the players now, the first one first; ``decided`` is what puts him first: percent, revenue (4.52),
    treasury (4.53) or nothing. ``shifts`` are the single events that change it, first those that change the lead."""

    scores: tuple[Placing, ...]
    decided: str
    shifts: tuple[Shift, ...]
    year: int
    years: int
    basis: Basis

    @property
    def overtakes(self) -> tuple[Shift, ...]:
        """The events after which another is first, or nobody where one was."""
        return tuple(shift for shift in self.shifts if shift.first != self.first)

    @property
    def first(self) -> str:
        """Who is first now; nobody when all is level."""
        return self.scores[0].power if self.decided != DECIDERS[-1] else ""

    @property
    def level(self) -> tuple[str, ...]:
        """Who has what the first has of all that decides; one alone when somebody is first."""
        shown = [(score.percent, score.revenue, score.treasury) for score in self.scores]
        return tuple(score.power for score, each in zip(self.scores, shown) if each == shown[0])

    def said(self, language: str | None = None) -> str:
        """The order, what decides it, and what would turn it, in a sentence each."""
        lines = [
            said(
                "standing.score",
                language,
                power=score.power,
                percent=score.percent / 100,
                done=score.done,
                of=score.of,
            )
            for score in self.scores
        ]
        first, second = self.scores[:2] if len(self.scores) > 1 else (self.scores[0],) * 2
        values: dict[str, Any] = {"mine": first.revenue, "theirs": second.revenue, "powers": self.level}
        values |= {"first": first.power, "second": second.power}
        if self.decided == "treasury":
            values |= {"mine": first.treasury, "theirs": second.treasury}
        lines.append(said(f"standing.decided.{self.decided}", language, **values))
        for shift in self.overtakes[:3]:
            key = "standing.turns" if shift.first else "standing.levels"
            lines.append(said(key, language, event=shift.said(language), first=shift.first))
        if len(self.overtakes) > 3:
            lines.append(said("standing.more", language, count=len(self.overtakes) - 3))
        if not self.overtakes:
            lines.append(said("standing.safe" if self.first else "standing.stays", language, first=first.power))
        return " ".join(lines)

    def __repr__(self) -> str:
        return self.said()


def standing(seen: State | View) -> Ranking:
    """The players' victory per cent as if the game ended now (4.51 to 4.53), and what one event would make of it.

    An event is one province conquered that is somebody's objective, with nobody else left in it, or the fall of one
    leader who is; everything else stays. All that this rests on lies open, so a seat's view gives the same answer.

    >>> from gamekit import roma_victrix as rv
    >>> now = rv.standing(rv.initial_state())
    >>> [(score.power, score.percent, score.revenue) for score in now.scores], now.decided
    ([('Pompeius', Fraction(300, 7), 13), ('Crassus', Fraction(300, 7), 13)], 'nothing')
    >>> [shift.name for shift in now.overtakes][:2]
    ['Cisalpina', 'Latium']
    """
    state = position(seen)
    frame, ranked = frame_of(state), victory.ranking(state)
    scores = []
    for per_cent, revenue, treasury, seat in ranked:
        done, of = victory.score(state, seat)
        scores.append(Placing(frame.powers[seat], done, of, per_cent, revenue, treasury))
    decided = _decided(ranked)
    first = scores[0].power if decided != DECIDERS[-1] else ""
    shifts = sorted(
        _shifts(state, ranked, first), key=lambda shift: (shift.first == first, not shift.first, -shift.gain)
    )
    basis = join(
        ("4.41", "4.51", "4.52", "4.53"), ruling("victory_percent", dict(state.rulings).get("victory_percent"))
    )
    basis = join(basis, ruling("region_goal", dict(state.rulings).get("region_goal")))
    return Ranking(tuple(scores), decided, tuple(shifts), state.turn, victory.last_turn(state), basis)


def _decided(ranked: list[tuple[Fraction, int, int, int]]) -> str:
    """What puts the first before the second."""
    if len(ranked) < 2:
        return DECIDERS[0]
    first, second = ranked[:2]
    return next((name for name, mine, theirs in zip(DECIDERS, first[:3], second[:3]) if mine != theirs), DECIDERS[-1])


def _shifts(state: State, ranked: list[tuple[Fraction, int, int, int]], leader: str) -> Iterator[Shift]:
    names = frame_of(state).powers
    now = {row[-1]: row[0] for row in ranked}
    for seat in frame_of(state).seats:
        for event, name, then in _events(state, seat):
            gain = next(row[0] for row in then if row[-1] == seat) - now[seat]
            first = names[then[0][-1]] if _decided(then) != DECIDERS[-1] else ""
            if gain > 0 or first != leader:
                yield Shift(event, name, names[seat], gain, first)


def _events(state: State, seat: int) -> Iterator[tuple[str, str, list[tuple[Fraction, int, int, int]]]]:
    """What may happen to a player's advantage: (event, name, the ranking after it)."""
    owners = victory.owners_of(state)
    for place in sorted(_sought(state)):
        if not PROVINCE[place].impassable and not victory.holds(state, seat, place, owners):
            then = (*owners[:place], seat, *owners[place + 1 :])
            yield "province", PLACES[place], victory.ranking(state, then)
    wanted = _hunted(state, seat)
    for number, leader in enumerate(state.leaders):
        if leader.name in wanted and leader.place >= 0:
            yield "leader", leader.name, victory.ranking(without_leader(state, number), owners)


def _hunted(state: State, seat: int) -> set[str]:
    """The leaders whose fall is an objective of a player (4.44, 4.45)."""
    goals = frame_of(state).goals[seat]
    wanted = {name for goal in goals if goal.goal == "leader" for name in goal.names}
    if any(goal.goal == "last" for goal in goals):
        rivals = (supreme(state, other) for other in frame_of(state).seats if other != seat)
        wanted |= {king.name for king in rivals if king is not None}
    return wanted


def _sought(state: State) -> set[int]:
    """The provinces that are objectives; all when somebody needs a number of them."""
    found: set[int] = set()
    for seat in frame_of(state).seats:
        for goal in frame_of(state).goals[seat]:
            found |= {INDEX[name] for name in goal.names} if goal.goal == "province" else set()
            found |= {place for name in goal.names for place in OF_REGION[name]} if goal.goal == "region" else set()
            found |= frame_of(state).area if goal.goal == "number" else set()
    return found
