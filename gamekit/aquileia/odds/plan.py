"""Best play in a contest: which cards to play, how many blue dice to throw, how to split them.

All red dice fall, then everybody plays cards once in turn order, then the blue dice fall (4.2 to 4.4). The idea:
the strengths span a small grid, an axis an entrant, and every decision is one pass over it, from the prizes back to
the first card, which leaves of each place the one behind the chooser's best. Worths are read at these places only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from math import lcm, prod
from typing import TYPE_CHECKING, Any

import numpy as np

from gamekit.aquileia.odds.contest import Contest, Entrant, a_contest, near, throws_of, without_blue
from gamekit.aquileia.tables import CARDS, FIELDS, ONE, SETUP, PointWorth, as_written, helps, known, prize_coins
from gamekit.dist import Basis, Dist, join
from gamekit.given import of_kind, several
from gamekit.words import note

if TYPE_CHECKING:
    import pandas as pd

BLUE = ("together", "one by one")
MOST_CELLS = 20_000_000  # of the grid of strengths that all can add: some 2 GB
Hands = Mapping[str, Iterable[str]]


@dataclass(frozen=True, slots=True)
class ContestChoice:
    """One choice in a contest: the cards played or the number of blue dice thrown, and its worth to the chooser."""

    cards: tuple[str, ...]
    dice: int
    value: Any


@dataclass(frozen=True, slots=True)
class ContestPlan:
    """A contest under best play: everybody's worth, rank chances, and the choices of the one to decide now.

    ``choices`` is best first, and empty while red dice are still to be thrown or nothing is left to decide.
    Worths are in victory points: prizes less the cards played, and what is kept.
    """

    worth: dict[str, Any]
    ranks: dict[str, list[Any]]
    decider: str | None
    choices: tuple[ContestChoice, ...]
    basis: Basis

    def p_rank(self, name: str) -> list[Any]:
        """The chance of each rank of an entrant under best play."""
        return self.ranks[known("entrant", name, self.ranks)]

    def law(self, name: str | None = None, numbers: type = int) -> Dist[int]:
        """The law of the rank, 1 the first, of an entrant; of the first in turn order where none is named."""
        chances = self.p_rank(next(iter(self.ranks)) if name is None else name)
        return Dist({rank: float(p) if numbers is float else p for rank, p in enumerate(chances, 1)}, self.basis)


@dataclass(frozen=True, slots=True)
class BlueSplit:
    """How many blue dice for the arena: ``values[n]`` is the holder's worth when n are named now.

    ``second`` is the next best number and ``loss`` what it costs. ``waiting`` is the worth when the number is
    named in its time, after the arena's red dice and cards; it is ``values[best]`` when those are done. ``keep`` is
    what 0, 1, ... dice kept for the race are worth to each of the arena who runs too, as ``best_play`` takes it.
    """

    holder: str
    values: tuple[Any, ...]
    best: int
    second: int
    loss: Any
    waiting: Any
    keep: Mapping[str, Sequence[Any]]
    basis: Basis

    def rows(self) -> pd.DataFrame:
        """A row a number of dice: thrown in the arena, kept for the race, the holder's worth."""
        import pandas as pd

        dice = range(len(self.values))
        rows = pd.DataFrame({"arena": dice, "race": reversed(dice), "worth": pd.Series(self.values, dtype=object)})
        rows.attrs["basis"] = self.basis
        return rows


def best_play(
    contest: Contest,
    hands: Hands | None = None,
    worth: PointWorth | Mapping[str, PointWorth] | None = None,
    *,
    blue: str = "together",
    throw: int | None = None,
    keep: Mapping[str, Sequence[Any]] | None = None,
    what_if: bool = False,
    numbers: Any = Fraction,
) -> ContestPlan:
    """Every entrant's best use of cards and blue dice, each in sight of all earlier plays, by backward induction.

    ``hands`` gives cards by name that may be played ("slave 1", "weapon 3"); cards that do not help here stay.
    ``worth`` says what prizes and cards are worth, to all or by name. ``keep[name][n]`` is what n blue dice kept for
    later are worth. ``throw`` fixes the number of blue dice. Of equal choices the one that spends least is made.
    Raises ValueError on a stranger or an unknown card, and on what the printed game cannot bring: more cards of a kind
    than there are, fields that are not there, an arena of four. ``what_if=True`` takes these all the same.

    >>> arena = Contest([Entrant("Ada", base=2, tie=1, red=0), Entrant("Ben", base=1, tie=2, red=0)])
    >>> best_play(arena, {"Ben": ["weapon 3"] * 5})
    Traceback (most recent call last):
    ValueError: 5 cards weapon 3 are in these hands, and the game has 1; what_if=True reckons with them all the same
    >>> plan = best_play(arena, {"Ben": ["slave 2", "weapon 3"]})
    >>> plan.decider, [(choice.cards, str(choice.value)) for choice in plan.choices]
    ('Ben', [(('slave 2', 'weapon 3'), '10'), (('weapon 3',), '8'), (('slave 2',), '7'), ((), '4')])
    """
    a_contest(contest)
    game = _Game(contest, _hands(hands), worth, blue, _hands(keep, "keep"), numbers)
    if not what_if and (why := unprinted(contest, hands or {})):
        raise ValueError(note("aquileia.error.what_if", why=why))
    if throw is not None and not (type(throw) is int and 0 <= throw <= game.dice):
        raise ValueError(f"throw={throw!r}; {game.dice} blue dice are there to throw")
    return _solve(game, throw)


def _hands(given: Any, name: str = "hands") -> Any:
    """What entrants have, by their names, each in a row."""
    found = of_kind(given or {}, Mapping, name, "rows by the entrants' names, such as {'Ben': ['slave 2']}")
    return {entrant: several(each, f"{name} of {entrant}", "a row") for entrant, each in found.items()}


def unprinted(contest: Contest, hands: Hands) -> str:
    """Why the printed game cannot bring a contest with these hands; empty when it can."""
    held = Counter(card for hand in hands.values() for card in hand)
    if card := next((card for card, count in held.items() if count > CARDS[card].count), None):
        return note("aquileia.error.cards", count=held[card], card=card, printed=CARDS[card].count)
    return next(filter(None, (_no_room(contest, side) for side in ("gold", "silver", None))), "")


def _no_room(contest: Contest, side: str | None) -> str:
    """Why a side's fields cannot give the entrants' strengths; empty where they can."""
    bases = [entrant.base for entrant in contest.entrants if entrant.side == side]
    fields = [FIELDS[name].strength for name in FIELDS if name.split()[0] == (side or "arena")]
    if _stand(bases, fields):
        return ""
    said, where = ", ".join(map(str, fields)), note(f"aquileia.error.where.{side or 'arena'}")
    return note("aquileia.error.fields", where=where, fields=said, bases=", ".join(map(str, bases)))


def _stand(bases: Sequence[int], fields: Sequence[int]) -> bool:
    """Whether each field can be somebody's or nobody's so that everybody's sum is right."""
    for holders in product(range(len(bases) + 1), repeat=len(fields)):
        sums = [0] * (len(bases) + 1)
        for holder, strength in zip(holders, fields):
            sums[holder] += strength
        if sums[:-1] == list(bases):
            return True
    return False


class _Game:
    """The question in whole numbers over one denominator: only the answer is rounded, so that equal stays equal."""

    def __init__(
        self,
        contest: Contest,
        hands: Hands,
        worth: PointWorth | Mapping[str, PointWorth] | None,
        blue: str,
        keep: Mapping[str, Sequence[Any]],
        numbers: Any,
    ) -> None:
        _all_known((*hands, *keep), worth, contest.names)
        self.contest, self.entrants = contest, contest.entrants
        self.blue = known("way to throw the blue dice", blue, BLUE)
        self.worths = [_worth_of(worth, name) for name in contest.names]
        self.hands = [_options(hands.get(e.name, ()), contest, e, w) for e, w in zip(self.entrants, self.worths)]
        self.deciders = [index for index, options in enumerate(self.hands) if len(options) > 1]
        self.holder = next((index for index, entrant in enumerate(self.entrants) if entrant.blue), None)
        self.dice = 0 if self.holder is None else self.entrants[self.holder].blue
        self.keep = [_kept(name, keep, self.dice) for name in contest.names]
        self.red = [entrant.red for entrant in self.entrants]
        self.size = [entrant.red + max(o.strength for o in own) + 1 for entrant, own in zip(self.entrants, self.hands)]
        _check_cells(prod(self.size))
        # The holder's axis is the first one, then come those who play late: what is cut most lies together.
        self.axes = sorted(range(len(self.entrants)), key=lambda index: (index != self.holder, -index))
        self.rounded = numbers is float
        self._scale()
        self.costs = [[self.number(o.cost) * self.faces for o in options] for options in self.hands]
        self.ladders = [np.array(_ladder(self, index), dtype=self.narrow) for index in range(len(self.entrants))]

    def _scale(self) -> None:
        """One denominator for all worths; numbers of 32 or 64 bits, or of any size where those are too narrow.

        Prizes and cards count in ``scale`` units, which need fewer bits than what is kept. When the answer is rounded
        anyway, worths may be cut to the 64 bits, as long as enough of these are left."""
        worths: list[Any] = [getattr(worth, name) for worth in self.worths for name in worth.__slots__]
        kept = [value for own in self.keep for value in own]
        costs = [option.cost for options in self.hands for option in options]
        strongest = max(e.sure + e.blue + size for e, size in zip(self.entrants, self.size))
        factor = SETUP["victory_factor"] * strongest + sum(prize_coins(self.where, rank) for rank in range(1, 6)) + 2
        self.faces = 3**self.dice
        room = int(2**61 / ((max(worths) * factor + max(map(abs, kept)) + max(costs) + 1) * self.faces * 3))
        whole = lcm(*(value.denominator for value in (*worths, *costs)))
        self.unit = lcm(whole, *(value.denominator for value in kept))
        self.scale, self.dtype = self.unit // whole, _narrowest(self.unit, room)
        if self.dtype is object and self.rounded and room >= 2**44:
            self.unit, self.scale, self.dtype = room, 1, np.int64
        self.narrow = _narrowest(self.unit // self.scale, room)

    @property
    def where(self) -> str:
        return "stadium" if self.contest.race else "arena"

    def number(self, value: Any) -> int:
        """The worth of a prize or a card in these numbers."""
        whole: int = round(value * (self.unit // self.scale))
        return whole

    def answer(self, value: int, unit: int) -> Any:
        """Units divided by the units of 1: a worth or a chance."""
        return value / unit if self.rounded else Fraction(value, unit)

    def basis(self) -> Basis:
        prizes = "5.5" if self.contest.race else "4.6"
        readings = [note("aquileia.basis.hands_open"), note("aquileia.basis.no_gain")]
        if self.dice:
            readings.append(note("aquileia.basis.together" if self.blue == "together" else "aquileia.basis.one_by_one"))
        if not self.contest.race:
            readings.append(note("aquileia.basis.second_prize"))
        worths = tuple(dict.fromkeys(worth_note(worth) for worth in self.worths))
        return join(self.contest.basis[:-1], (prizes,), readings, worths)


def _check_cells(cells: int) -> None:
    if cells > MOST_CELLS:
        right = f"up to {MOST_CELLS:,} are looked at, so give fewer cards that help"
        raise ValueError(f"these hands can add {cells:,} strengths together; {right}")


def _narrowest(unit: int, room: int) -> Any:
    """The narrowest type for whole numbers of this unit, when 64 bits have room for it."""
    return object if unit > room else np.int64 if unit > room >> 32 else np.int32


def worth_note(worth: PointWorth) -> str:
    """The worths in use, as a basis entry."""
    return note("aquileia.basis.worth", **{name: str(getattr(worth, name)) for name in worth.__slots__})


@dataclass(frozen=True, slots=True)
class _Option:
    strength: int
    cost: Fraction
    cards: tuple[str, ...]


def _worth_of(worth: PointWorth | Mapping[str, PointWorth] | None, name: str) -> PointWorth:
    found = worth.get(name, PointWorth()) if isinstance(worth, Mapping) else worth or PointWorth()
    return of_kind(found, PointWorth, "the worth", "a PointWorth, or one by name of each entrant")  # type: ignore[no-any-return]


def _options(hand: Iterable[str], contest: Contest, entrant: Entrant, worth: PointWorth) -> list[_Option]:
    """The strengths that a hand can add, each in its cheapest way, the one that spends least first."""
    cheapest = {0: _Option(0, Fraction(0), ())}
    where = "stadium" if contest.race else "arena"
    cards = [card for card in hand if helps(known("card", card, CARDS), where, entrant.side)]
    for card in sorted(cards):
        strength, cost = CARDS[card].strength, worth.card(card)
        for option in list(cheapest.values()):
            more = _Option(option.strength + strength, option.cost + cost, (*option.cards, card))
            old = cheapest.get(more.strength)
            if old is None or (more.cost, len(more.cards)) < (old.cost, len(old.cards)):
                cheapest[more.strength] = more
    return sorted(cheapest.values(), key=lambda option: (option.cost, option.strength))


def _all_known(
    names: Iterable[str], worth: PointWorth | Mapping[str, PointWorth] | None, entrants: Iterable[str]
) -> None:
    """ValueError for a name, or a name in ``worth``, that no entrant has."""
    for name in (*names, *(worth if isinstance(worth, Mapping) else ())):
        known("entrant", name, entrants)


def _kept(name: str, keep: Mapping[str, Sequence[Any]], dice: int) -> list[Any]:
    """The worth to an entrant of 0, 1, ... dice kept: nothing unless ``keep`` says so."""
    kept = [as_written(value) for value in keep.get(name, [0] * (dice + 1))]
    if len(kept) <= dice:
        raise ValueError(f"keep[{name!r}] has {len(kept)} values; it needs one for 0 to {dice} dice left")
    return kept


def _ladder(game: _Game, index: int) -> list[list[Any]]:
    """An entrant's prizes by those ahead, as ``_Grid.ahead`` counts them, and by strength added."""
    entrant, worth = game.entrants[index], game.worths[index]
    strengths = [entrant.sure + added for added in range(game.size[index] + entrant.blue)]
    each = game.number(worth.coins(ONE[entrant.side or "bronze"]))
    coins = [prize_coins(game.where, place) * each for place in range(1, len(game.entrants) + 1)]
    if game.contest.race:
        first, second = game.number(worth.laurel_chosen), game.number(worth.laurel_left)
        return [[won] * len(strengths) for won in (first + coins[0], second + coins[1], *coins[2:])] * len(coins)
    points = game.number(SETUP["victory_factor"] * worth.point)
    slave = game.number(worth.slave)
    ranks = [[won] * len(strengths) for won in (0, coins[1] + slave, *coins[2:])]
    ranks[0] = [coins[0] + max(points * strength, slave) for strength in strengths]
    left = [ranks[0], [coins[1] + points * strength for strength in strengths], *ranks[2:]]
    return [*ranks, *left * (len(ranks) - 1)]  # left: the winner takes the slave


def _takes_slave(game: _Game, index: int) -> Any:
    """By strength added, whether an entrant who wins the arena takes the slave and leaves the points (4.6)."""
    entrant, worth = game.entrants[index], game.worths[index]
    points, slave = Fraction(SETUP["victory_factor"] * worth.point), Fraction(worth.slave)
    most = slave.numerator * points.denominator
    each = points.numerator * slave.denominator
    strengths = range(entrant.sure, entrant.sure + game.size[index] + entrant.blue)
    return np.array([not game.contest.race and each * strength < most for strength in strengths])


Asked = tuple[bool, int]  # whether exactly so many blue dice are thrown, or up to so many for the best


class _Grid:
    """The strengths that can be added, flat, the holder's axis first: a blue face leads one ``step`` further.

    The first ``cells`` can come before the blue dice. A place is a cell, and where the best number of dice is named,
    with it the dice thrown, in ``cells``. Worths count in 3 ** all dice."""

    def __init__(self, game: _Game, most: int) -> None:
        self.game, self.most, self.holder = game, most, game.axes[0]
        self.shape = [game.size[index] for index in game.axes]
        self.cells, self.step = prod(self.shape), prod(self.shape[1:])
        count = len(game.entrants)
        full = [size + entrant.blue for size, entrant in zip(game.size, game.entrants)]
        starts = near([entrant.sure for entrant in game.entrants], max(full))
        places = sorted((entrant.tie for entrant in game.entrants), reverse=True)
        self.added = [
            np.arange(size).reshape([-1 if axis == index else 1 for axis in game.axes])
            for index, size in enumerate(full)
        ]
        self.keys = [
            (start + own) * count + places.index(e.tie) for start, own, e in zip(starts, self.added, game.entrants)
        ]
        # Who is ahead counts one, and ``count`` more where he would take the slave.
        self.counts = [1 + count * _takes_slave(game, index).reshape(own.shape) for index, own in enumerate(self.added)]
        kept = [[round(value * game.unit) * game.faces for value in own[: game.dice + 1]] for own in game.keep]
        self.later = np.array(kept, dtype=game.dtype)
        self.scale = game.scale if self.later.any() else 1  # of worths among which something may be kept
        # One block for all: what is freed in many pieces goes back to the system, and is fetched page by page again.
        self.thrown = np.empty((count, most + 1, self.cells), dtype=game.narrow)
        self.filled: set[int] = set()
        self.levels: dict[int, list[Any]] = {}
        self.goes: list[Any] = []  # where the holder throws on, with 1, 2, ... dice left
        self.named: list[Any] = []  # the holder's worth of each choice he has

    def ahead(self, index: int) -> Any:
        """The number of entrants ahead of one at each cell (4.6, 5.5); modulo all entrants this is his rank from 0."""
        counted: Any = 0
        for other in reversed(self.game.axes):  # the holder last, so that one addition only is over all strengths
            if other != index:
                counted = counted + (self.keys[other] > self.keys[index]) * self.counts[other]
        return counted

    def prizes(self, index: int) -> Any:
        """An entrant's prizes everywhere."""
        ladder = self.game.ladders[index]
        return ladder.ravel().take(self.ahead(index) * ladder.shape[1] + self.added[index]).ravel()

    def throws(self, index: int) -> Any:
        """An entrant's worth of throwing 0, 1, ... dice, a row each, without what is kept."""
        if index not in self.filled:
            self.filled.add(index)
            fallen = self.prizes(index)
            for dice, row in enumerate(self.thrown[index]):
                fallen = self._fall(fallen) if dice else fallen
                np.multiply(fallen[: self.cells], 3 ** (self.game.dice - dice), out=row)
        return self.thrown[index]

    def one_by_one(self, index: int) -> list[Any]:
        """An entrant's worth of up to 0, 1, ... dice, when the holder may stop after every die."""
        if index not in self.levels:
            if index != self.holder:
                self.one_by_one(self.holder)
            stays = self._lifted(self.prizes(index)) * self.game.faces
            levels = self.levels[index] = [stays + self.later[index, 0]]
            for dice in range(1, self.most + 1):
                stop, on = stays[: -dice * self.step] + self.later[index, dice], self._fall(levels[-1]) // 3
                if index == self.holder:
                    self.goes.append(on > stop)
                    self.named = [stop, on]
                levels.append(np.where(self.goes[dice - 1], on, stop))
        return self.levels[index]

    def _fall(self, row: Any) -> Any:
        less = row[: -self.step]
        return less + less + row[self.step :]

    def _lifted(self, worth: Any) -> Any:
        return worth if self.scale == 1 else worth.astype(self.game.dtype) * self.scale

    def start(self, asked: Asked) -> Any:
        """The places before the last card: where named, with the best number of dice, the first of equals (4.4)."""
        places = np.arange(self.cells)
        self.named = []
        if asked[0] or self.game.blue != "together":
            return places
        rows, left = self.throws(self.holder)[: asked[1] + 1], self.later[self.holder, asked[1] :: -1]
        self.named = [self._lifted(row) + kept if kept else self._lifted(row) for row, kept in zip(rows, left)]
        return _chosen((value, places + dice * self.cells) for dice, value in enumerate(self.named))

    def worth(self, index: int, asked: Asked, places: Any) -> Any:
        """Value to an entrant at each cell; adds the value of dice kept, except when the number thrown is fixed."""
        exactly, dice = asked
        if exactly:
            return self.throws(index)[dice].take(places)
        if self.game.blue != "together":
            return self.one_by_one(index)[dice].take(places)
        worth = self._lifted(self.throws(index).ravel().take(places))
        later = self.later[index]
        return worth + later.take(dice - places // self.cells) if later.any() else worth

    def ranks(self, asked: Asked, places: Any, weights: Any) -> list[int]:
        """The sums over all throws of everybody's ranks, from the places where the red dice and cards lead."""
        game, count, (exactly, most) = self.game, len(self.game.entrants), asked
        together = exactly or game.blue == "together"
        thrown, cell = np.divmod(places, self.cells)
        ends = cell + self.step * np.arange(game.dice + 1)[:, None]
        law, moving = np.zeros(ends.shape), np.zeros(ends.shape)
        moving[0] = weights
        for dice in range(most + 1):
            on: Any = dice < (most if exactly else thrown)
            if not together:
                on = self.goes[most - dice - 1].take(ends, mode="clip") if dice < most else False
            law += np.where(on, 0, moving) * 3 ** (game.dice - dice)
            moving = np.where(on, moving, 0)
            moving = np.vstack([2 * moving[:1], 2 * moving[1:] + moving[:-1]])
        ranks = [(self.ahead(index).ravel() % count).take(ends).ravel() for index in range(count)]
        return [int(total) for own in ranks for total in np.bincount(own, law.ravel(), minlength=count)]


def _chosen(ways: Iterator[tuple[Any, Any]]) -> Any:
    """At each cell the choice of the largest worth, of equals the first, from (worth, choice) pairs."""
    best, chosen = (first.copy() for first in next(ways))
    for value, way in ways:
        np.copyto(chosen, way, where=value > best)
        np.maximum(best, value, out=best)
    return chosen


def _answers(game: _Game, asked: Sequence[Asked], marks: bool = False) -> list[_Answer]:
    """Everybody's expectations under best play, for several ways with the blue dice."""
    grid = _Grid(game, max(dice for _, dice in asked))
    return [_answer(game, grid, way, marks) for way in asked]


def _answer(game: _Game, grid: _Grid, asked: Asked, marks: bool) -> _Answer:
    """Each player with cards, the last first, moves every place to the place behind his best cards. One place is then
    left for each fall of the red dice, and all sums are read there."""
    scale = 1 if asked[0] else grid.scale
    lift = game.scale // scale
    costs = [[cost * scale for cost in own] for own in game.costs]
    places, shape, cards = _through_cards(game, grid, asked, costs, lift)
    faces, weights = throws_of(tuple(length - 1 for length in shape))
    added = np.unravel_index(places % grid.cells, grid.shape)

    def total(index: int) -> int:
        """An entrant's worth over all falls of the red dice, less the cards that were played."""
        axis, worth = game.axes.index(index), grid.worth(index, asked, places)
        if index in game.deciders:
            spent = np.zeros(game.size[index], dtype=worth.dtype)
            spent[[option.strength for option in game.hands[index]]] = costs[index]
            worth = worth - spent.take(added[axis] - faces[axis])
        kept = int(grid.later[index, game.dice - asked[1]]) * 3 ** sum(game.red) if asked[0] else 0
        return _sum(worth, weights) * lift + kept

    sums = [total(index) for index in range(len(game.entrants))]
    named = [value.item() * lift for value in grid.named] if places.size == 1 and not cards else []
    return _Answer(sums, grid.ranks(asked, places, weights) if marks else [], cards, named)


def _through_cards(
    game: _Game, grid: _Grid, asked: Asked, costs: list[list[int]], lift: int
) -> tuple[Any, list[int], tuple[int, list[int]] | None]:
    """The places behind the best cards, the table's new shape, and the choices of a first decider who is alone."""
    places, shape, cards = grid.start(asked), list(grid.shape), None
    for index in reversed(game.deciders):
        axis, size = game.axes.index(index), game.red[index] + 1
        span = (prod(shape[:axis]), shape[axis], prod(shape[axis + 1 :]))
        own, old = grid.worth(index, asked, places).reshape(span), places.reshape(span)
        parts = [slice(option.strength, option.strength + size) for option in game.hands[index]]
        places = _chosen((own[:, part] - cost, old[:, part]) for part, cost in zip(parts, costs[index])).ravel()
        shape[axis] = size
        if index == game.deciders[0] and places.size == 1:
            cards = index, [(own[:, part] - cost).item() * lift for part, cost in zip(parts, costs[index])]
    return places, shape, cards


@dataclass(frozen=True, slots=True)
class _Answer:
    """Sums over all throws, of worths and of ranks; once all red dice have fallen, who of the card players decides
    first, with his choices, or the holder's choices."""

    sums: list[int]
    ranks: list[int]
    cards: tuple[int, list[int]] | None
    named: list[int]


def _sum(row: Any, weights: Any) -> int:
    """A row summed over all falls of the red dice, in two halves, since the sum may be wider than the row."""
    whole = weights.astype(np.int64)
    return (int((row >> 31).dot(whole)) << 31) + int((row & (2**31 - 1)).dot(whole))


def _solve(game: _Game, throw: int | None) -> ContestPlan:
    fixed = throw is not None or not game.dice
    (found,) = _answers(game, [(fixed, game.dice if throw is None else throw)], marks=True)
    decider, choices = None, []
    if found.cards:
        decider, values = found.cards
        choices = [ContestChoice(option.cards, 0, value) for option, value in zip(game.hands[decider], values)]
    elif found.named:
        decider, choices = game.holder, [ContestChoice((), dice, value) for dice, value in enumerate(found.named)]
    decided = [replace(one, value=game.answer(one.value, game.faces * game.unit)) for one in choices]
    unit = game.faces * 3 ** sum(game.red)
    count, names = len(game.entrants), game.contest.names
    chances = [game.answer(value, unit) for value in found.ranks]
    return ContestPlan(
        {name: game.answer(value, unit * game.unit) for name, value in zip(names, found.sums)},
        {name: chances[index * count : (index + 1) * count] for index, name in enumerate(names)},
        None if decider is None else names[decider],
        tuple(sorted(decided, key=lambda choice: -choice.value)),
        game.basis(),
    )


def blue_split(
    arena: Contest,
    stadium: Contest,
    holder: str | None = None,
    *,
    dice: int = SETUP["blue_dice"],
    hands: Hands | None = None,
    worth: PointWorth | Mapping[str, PointWorth] | None = None,
    blue: str = "together",
    numbers: Any = Fraction,
) -> BlueSplit:
    """How many blue dice to throw in the arena and how many to keep for the race (3.5, 4.4, 5.4).

    The race's red dice are still unknown; its cards and blue dice will be played for the best. The holder is the
    entrant of the arena who has blue dice, unless named; both contests must have him.

    >>> arena = Contest([Entrant("Ada", base=3, tie=1, red=0), Entrant("Ben", base=2, tie=2, red=0, blue=4)])
    >>> race = Contest([Entrant("Ada", base=2, tie=1, side="gold"), Entrant("Ben", base=2, tie=2, side="gold")])
    >>> split = blue_split(arena, race)
    >>> split.best, str(split.loss)
    (4, '392/729')
    """
    holder = _holder(a_contest(arena, "the arena"), a_contest(stadium, "the race"), holder, dice)
    hands, worth = _hands(hands), worth if worth is not None else PointWorth()
    _all_known(hands, worth, dict.fromkeys(arena.names + stadium.names))
    race = _game_of(stadium, holder, dice, hands, worth, blue, {}, numbers)
    unit = race.unit * race.faces * 3 ** sum(race.red)
    races = [found.sums for found in _answers(race, [(False, kept) for kept in range(dice + 1)])]
    keep = {
        name: [Fraction(sums[index], unit) for sums in races]
        for index, name in enumerate(stadium.names)
        if name in arena.names
    }
    fight = _game_of(arena, holder, dice, hands, worth, blue, keep, numbers)
    unit = fight.unit * fight.faces * 3 ** sum(fight.red)
    found = _answers(fight, [*((True, thrown) for thrown in range(dice + 1)), (False, dice)])
    *values, waiting = (fight.answer(one.sums[arena.index(holder)], unit) for one in found)
    best, second = sorted(range(dice + 1), key=lambda n: -values[n])[:2]
    basis = join(fight.basis(), race.basis(), ("3.5",))
    return BlueSplit(holder, tuple(values), best, second, values[best] - values[second], waiting, keep, basis)


def _holder(arena: Contest, stadium: Contest, holder: str | None, dice: int) -> str:
    """The holder of the blue dice; ValueError without one, and for impossible contests or dice."""
    holder = holder or next((entrant.name for entrant in arena.entrants if entrant.blue), None)
    if holder is None:
        raise ValueError("nobody in the arena has blue dice; name their holder")
    if not stadium.race or arena.race:
        raise ValueError("first the arena, whose entrants have no side, then the race, whose entrants have one")
    if not (isinstance(dice, int) and 1 <= dice <= SETUP["blue_dice"]):
        raise ValueError(f"dice={dice!r}; there are four blue dice (3.5)")
    return holder


def _game_of(
    contest: Contest,
    holder: str,
    dice: int,
    hands: Hands,
    worth: PointWorth | Mapping[str, PointWorth],
    blue: str,
    keep: Mapping[str, Sequence[Any]],
    numbers: Any,
) -> _Game:
    armed = without_blue(contest).with_entrant(holder, blue=dice)
    return _Game(armed, _of(hands, contest), _of(worth, contest), blue, keep, numbers)


def _of(given: Any, contest: Contest) -> Any:
    """Keep the hands or worths of this contest's entrants; a single worth for all stays as it is."""
    if not isinstance(given, Mapping):
        return given
    return {name: value for name, value in given.items() if name in contest.names}


__all__ = ["BlueSplit", "ContestChoice", "ContestPlan", "best_play", "blue_split"]
