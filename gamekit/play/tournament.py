"""Which player is stronger: many games between strategies, with seats rotated, and confidence intervals.

A deal is one seed for the dice and cards. It is played once for every rotation of the players round the table, so that
nobody gains by a seat; intervals count the deals, not the games, as independent."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from functools import cache
from itertools import combinations
from math import sqrt
from random import Random
from typing import TYPE_CHECKING, Any, TypeAlias

from gamekit.analysis.sweep import sweep
from gamekit.play.protocol import Strategy, play
from gamekit.play.session import player_factories, seats_of
from gamekit.probability.distribution import Basis
from gamekit.storage.data_files import csv_records
from gamekit.storage.serialization import short_repr
from gamekit.text.translation import percent
from gamekit.text.validation import as_tuple, require_game_package, whole_number

if TYPE_CHECKING:
    import pandas as pd

PlayerFactory: TypeAlias = "Callable[[Random], Strategy]"
SURE = 1.96  # standard errors to each side of a 95% interval
MOST_GAMES = 1_000_000  # that are played


@dataclass(frozen=True, slots=True)
class Estimate:
    """A mean over deals, each played with the seats taken in turn, with its 95% interval; and how many deals.

    >>> print(Estimate(0.55, 0.41, 0.69, 50))
    55.0% (41.0-69.0%, 50 deals)
    """

    value: float
    low: float
    high: float
    deals: int

    def __str__(self) -> str:
        return f"{percent(self.value)} ({100 * self.low:.1f}-{self.high:.1%}, {self.deals} deals)"


@dataclass(frozen=True, slots=True)
class MatchResult:
    """The result of a match that ``make tournament`` plays: the first player's share of the victories, its 95%
    interval, the number of deals (each is played once for every turn of the seats), and as source the command."""

    match: str
    games: int
    seed: int
    share: float
    low: float
    high: float
    deals: int
    source: str


def match_results(name: str = "") -> pd.DataFrame:
    """Return the last run of each match whose name begins with ``name``, from ``data/strengths.csv``, one row each.

    >>> list(match_results("caesar").columns)
    ['match', 'games', 'seed', 'share', 'low', 'high', 'deals', 'source']
    """
    import pandas as pd

    kept = [asdict(row) for row in csv_records(MatchResult, "strengths.csv") if row.match.startswith(name)]
    return pd.DataFrame(kept, columns=[field.name for field in fields(MatchResult)])


@cache
def match_fields(match: str) -> Mapping[str, Any]:
    """Return the last run of a match as fields for a sentence, shares in whole per cent; ValueError if it never ran.

    >>> sorted(match_fields("julius_caesar plain"))
    ['games', 'high', 'low', 'share']
    """
    for row in csv_records(MatchResult, "strengths.csv"):
        if row.match == match:
            return {"games": row.games} | {name: f"{getattr(row, name):.0%}" for name in ("share", "low", "high")}
    raise ValueError(f"no run of {match!r} is kept in strengths.csv; python -m tests.tournaments plays it")


@dataclass(frozen=True, slots=True)
class PlayedGame:
    """One game: the number of its deal, the player of each seat, and the score of each seat."""

    deal: int
    seats: tuple[str, ...]
    scores: tuple[Any, ...]

    def victory_share(self, name: str) -> float:
        """Return a player's share of the victory, divided among all seats with the best score, over all its seats."""
        best = max(self.scores)
        firsts = [seat for seat, score in zip(self.seats, self.scores) if score == best]
        return firsts.count(name) / len(firsts)


@dataclass(frozen=True, slots=True)
class Tournament:
    """The games played, and the strength of the players in them."""

    games: tuple[PlayedGame, ...]
    basis: Basis

    def games_of_table(self, *table: str) -> Tournament:
        """Return only the games with exactly these players, in any seats."""
        kept = tuple(game for game in self.games if sorted(game.seats) == sorted(table))
        if not kept:
            raise ValueError(f"nobody played {' - '.join(table)}; there were {', '.join(sorted(self._tables()))}")
        return Tournament(kept, self.basis)

    def _tables(self) -> set[str]:
        return {" - ".join(sorted(game.seats)) for game in self.games}

    def victory_share(self, name: str) -> Estimate:
        """Return a player's mean share of the victory: 1 for a game won alone, a part if the best score is shared.

        Over all games with that player; ``games_of_table`` first chooses a table. Between equal players it is seats
        held / seats.
        """
        of_deal: dict[int, list[float]] = {}
        for game in self.games:
            if name in game.seats:
                of_deal.setdefault(game.deal, []).append(game.victory_share(name))
        if not of_deal:
            raise ValueError(f"{name!r} did not play; {', '.join(self.player_names)} did")
        return estimate_mean([sum(parts) / len(parts) for parts in of_deal.values()])

    @property
    def player_names(self) -> tuple[str, ...]:
        """The names of all players, in alphabetical order."""
        return tuple(sorted({name for game in self.games for name in game.seats}))


def tournament(
    game: Any,
    players: Iterable[str] | Mapping[str, PlayerFactory],
    games: int = 100,
    seed: int = 0,
    *,
    tables: Iterable[Sequence[str]] | None = None,
    start: Any = None,
    jobs: int | None = None,
    progress: bool = False,
) -> Tournament:
    """Let players play ``games`` games at each table, rounded up so that all sit in every seat equally often.

    ``players``: names of the game's ready players ("plain", "search", "random"), or ``{name: maker}`` where
    ``maker(random)`` gives a strategy. ``tables``: who sits together, one name per seat; else every pair of players,
    with more than two seats one of the first against all others of the second, and the other way round.
    ``start``: the position to begin with, else the game's own. The same ``seed`` gives the same games, unless a
    strategy looks at the clock. ``jobs`` and ``progress`` are those of ``gamekit.sweep``.
    Raises ValueError for an invalid player or table.

    >>> from gamekit import caesar, tournament
    >>> found = tournament(caesar, ("plain", "random"), games=4)
    >>> found.victory_share("plain").deals, len(found.games)
    (2, 4)
    """
    games = whole_number(games, "games", 1, MOST_GAMES)
    require_game_package(game)
    makers = _makers(game, players)
    begin = game.rules.initial_state() if start is None else start
    seats = seats_of(game, begin)
    seated = _seated(tables, seats, makers)
    deals = _Deals(game.rules, begin, seats, seated, makers, seed)
    played = sweep(
        deals, table=range(len(seated)), deal=range(-(-games // len(seats))), turn=range(len(seats)),
        jobs=jobs, progress=progress,
    )  # fmt: skip
    kept = tuple(
        PlayedGame(deal * len(seated) + table, deals.order(table, turn), tuple(scores))
        for table, deal, turn, *scores in played.itertuples(index=False)
    )
    return Tournament(kept, (f"seed {seed}", f"{len(kept)} games", "each deal played once for every turn of the seats"))


@dataclass(frozen=True, slots=True)
class _Deals:
    """A function for ``sweep``: it plays the game of a table with the dice of a deal, after a rotation of the seats."""

    rules: Any
    begin: Any
    seats: tuple[Any, ...]
    tables: tuple[tuple[str, ...], ...]
    makers: Mapping[str, PlayerFactory]
    seed: int

    def order(self, table: int, turn: int) -> tuple[str, ...]:
        """Return the player of each seat."""
        return self.tables[table][turn:] + self.tables[table][:turn]

    def __call__(self, table: int, deal: int, turn: int) -> dict[str, Any]:
        order = self.order(table, turn)
        lucks = [Random(f"{self.seed} {table} {deal} {turn} {place}") for place in range(len(order))]
        strategies = {seat: self.makers[name](luck) for seat, name, luck in zip(self.seats, order, lucks)}
        *_, (end, _) = play(self.rules, strategies, Random(f"{self.seed} {table} {deal}"), self.begin)
        scores = self.rules.returns(end)
        return {f"seat {place}": scores[seat] for place, seat in enumerate(self.seats)}


def _makers(game: Any, players: Iterable[str] | Mapping[str, PlayerFactory]) -> dict[str, PlayerFactory]:
    if isinstance(players, Mapping):
        return dict(players)
    known = player_factories(game)
    for name in (players := as_tuple(players, "players", "names of ready players, or {name: maker}")):
        if name not in list(known):
            raise ValueError(
                f"{short_repr(name)} is not a ready player; there are {', '.join(known)}, or {{name: maker}}"
            )
    return {name: known[name] for name in players}


def _seated(
    tables: Any, seats: tuple[Hashable, ...], makers: Mapping[str, PlayerFactory]
) -> tuple[tuple[str, ...], ...]:
    """Return the players of each table; ValueError for an invalid table."""
    asked = as_tuple(tables or _pairs(list(makers), len(seats)), "tables", "several, each with one name per seat")
    if not asked:
        named = ", ".join(map(str, makers)) or "none"
        raise ValueError(f"the players are {named}; at least two different ones are needed, or tables of one's own")
    return tuple(_table(table, seats, makers) for table in asked)


def _pairs(names: list[str], seats: int) -> list[tuple[str, ...]]:
    """Return a table for every pair of players; with more than two seats one against the rest, both ways round."""
    ones = [(one, *[other] * (seats - 1)) for one, other in combinations(names, 2)]
    return ones if seats == 2 else ones + [(other, *[one] * (seats - 1)) for one, other in combinations(names, 2)]


def _table(table: Sequence[str], seats: tuple[Hashable, ...], makers: Mapping[str, PlayerFactory]) -> tuple[str, ...]:
    given = as_tuple(table, "a table", "names, one a seat")
    if len(given) != len(seats) or any(name not in list(makers) for name in given):
        raise ValueError(
            f"{short_repr(given)} is not a table: {len(seats)} seats, each with one of {', '.join(makers)}"
        )
    return given


def estimate_mean(values: list[float]) -> Estimate:
    """The mean with its interval; Agresti and Coull's two more of each kind keep the interval honest near 0 and 1."""
    count, mean = len(values), sum(values) / len(values)
    wide = [*values, 0.0, 0.0, 1.0, 1.0]
    centre, error = sum(wide) / len(wide), SURE * standard_error(wide)
    return Estimate(mean, max(0.0, min(mean, centre - error)), min(1.0, max(mean, centre + error)), count)


def standard_error(column: Sequence[float]) -> float:
    """Return the standard error of the mean of a column."""
    mean = sum(column) / len(column)
    return sqrt(sum((value - mean) ** 2 for value in column)) / len(column)
