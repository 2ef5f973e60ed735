"""Best play in a contest: which cards to play, how many blue dice to throw, how to split them.

All red dice fall, then everybody plays cards once in turn order, then the blue dice fall (4.2 to 4.4). The idea:
the strengths span a small grid, an axis an entrant, and every decision is one pass over it, from the prizes back to
the first card: an ``argmax`` of the chooser's worth. Then each fall of the red dice is followed through them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from math import lcm, prod
from typing import TYPE_CHECKING, Any

import numpy as np

from gamekit.aquileia.odds.contest import Contest, Entrant, near, throws_of, without_blue
from gamekit.aquileia.tables import CARDS, ONE, SETUP, Worth, as_written, helps, known, prize_coins
from gamekit.dist import Basis, join
from gamekit.words import note

if TYPE_CHECKING:
    import pandas as pd

BLUE = ("together", "one by one")
Hands = Mapping[str, Iterable[str]]


@dataclass(frozen=True, slots=True)
class Choice:
    """One way to decide: the cards played or the number of blue dice thrown, and what it is worth to the chooser."""

    cards: tuple[str, ...]
    dice: int
    value: Any


@dataclass(frozen=True, slots=True)
class Plan:
    """A contest under best play: everybody's worth, rank chances, and the choices of the one to decide now.

    ``choices`` is best first, and empty while red dice are still to be thrown or nothing is left to decide.
    Worths are in victory points: prizes less the cards played, and what is kept.
    """

    worth: dict[str, Any]
    ranks: dict[str, list[Any]]
    decider: str | None
    choices: tuple[Choice, ...]
    basis: Basis

    def p_rank(self, name: str) -> list[Any]:
        """The chance of each rank of an entrant under best play."""
        return self.ranks[known("entrant", name, self.ranks)]


@dataclass(frozen=True, slots=True)
class Split:
    """How many blue dice for the arena: ``values[n]`` is the holder's worth when n are named now.

    ``second`` is the next best number and ``loss`` what it costs. ``waiting`` is the worth when the number is
    named in its time, after the arena's red dice and cards; it is ``values[best]`` when those are done.
    """

    holder: str
    values: tuple[Any, ...]
    best: int
    second: int
    loss: Any
    waiting: Any
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
    worth: Worth | Mapping[str, Worth] | None = None,
    *,
    blue: str = "together",
    throw: int | None = None,
    keep: Mapping[str, Sequence[Any]] | None = None,
    numbers: Any = Fraction,
) -> Plan:
    """Everybody's best use of cards and blue dice, each seeing what came before, by backward induction.

    ``hands`` gives cards by name that may be played ("slave 1", "weapon 3"); cards that do not help here stay.
    ``worth`` says what prizes and cards are worth, to all or by name. ``keep[name][n]`` is what n blue dice kept for
    later are worth. ``throw`` fixes the number of blue dice. Of equal choices the one that spends least is made.
    Raises ValueError on a stranger or an unknown card.

    >>> arena = Contest([Entrant("Ada", base=2, tie=1, red=0), Entrant("Ben", base=1, tie=2, red=0)])
    >>> plan = best_play(arena, {"Ben": ["slave 2", "weapon 3"]})
    >>> plan.decider, [(choice.cards, str(choice.value)) for choice in plan.choices]
    ('Ben', [(('slave 2', 'weapon 3'), '10'), (('weapon 3',), '8'), (('slave 2',), '7'), ((), '4')])
    """
    game = _Game(contest, hands or {}, worth, blue, keep or {}, numbers)
    if throw is not None and not (isinstance(throw, int) and 0 <= throw <= game.dice):
        raise ValueError(f"throw={throw!r}; {game.dice} blue dice are there to throw")
    return _solve(game, throw)


class _Game:
    """The question in whole numbers over one denominator: only the answer is rounded, so that equal stays equal."""

    def __init__(
        self,
        contest: Contest,
        hands: Hands,
        worth: Worth | Mapping[str, Worth] | None,
        blue: str,
        keep: Mapping[str, Sequence[Any]],
        numbers: Any,
    ) -> None:
        for name in (*hands, *keep, *(worth if isinstance(worth, Mapping) else ())):
            known("entrant", name, contest.names)
        self.contest, self.entrants = contest, contest.entrants
        self.blue = known("way to throw the blue dice", blue, BLUE)
        self.worths = [_worth_of(worth, name) for name in contest.names]
        self.hands = [_options(hands.get(e.name, ()), contest, e, w) for e, w in zip(self.entrants, self.worths)]
        self.deciders = [index for index, options in enumerate(self.hands) if len(options) > 1]
        self.holder = next((index for index, entrant in enumerate(self.entrants) if entrant.blue), None)
        self.dice = 0 if self.holder is None else self.entrants[self.holder].blue
        self.keep = [[as_written(value) for value in keep.get(name, [0] * (self.dice + 1))] for name in contest.names]
        for name, kept in zip(contest.names, self.keep):
            if len(kept) <= self.dice:
                raise ValueError(f"keep[{name!r}] has {len(kept)} values; it needs one for 0 to {self.dice} dice left")
        self.red = [entrant.red for entrant in self.entrants]
        self.size = [entrant.red + max(o.strength for o in own) + 1 for entrant, own in zip(self.entrants, self.hands)]
        # The holder's axis is the last one, so that blue dice run along it.
        self.axes = sorted(range(len(self.entrants)), key=lambda index: index == self.holder)
        self.rounded = numbers is float
        self._scale()
        every = range(len(self.entrants))
        self.ladders = [np.array(_ladder(self, index), dtype=self.dtype) for index in every]
        self.takes_slave = [_takes_slave(self, index) for index in every]

    def _scale(self) -> None:
        """One denominator for all worths; numbers of 64 bits, or of any size where those are too narrow.

        When the answer is rounded anyway, worths may be cut to the 64 bits, as long as enough of these are left."""
        worths: list[Any] = [getattr(worth, name) for worth in self.worths for name in worth.__slots__]
        kept = [value for own in self.keep for value in own]
        costs = [option.cost for options in self.hands for option in options]
        strongest = max(e.sure + e.blue + size for e, size in zip(self.entrants, self.size))
        factor = SETUP["victory_factor"] * strongest + sum(prize_coins(self.where, rank) for rank in range(1, 6)) + 2
        self.faces = 3**self.dice
        room = int(2**61 / ((max(worths) * factor + max(map(abs, kept)) + max(costs) + 1) * self.faces * 3))
        self.unit = lcm(*(value.denominator for value in (*worths, *kept, *costs)))
        self.dtype: Any = np.int64
        if self.unit > room:
            if self.rounded and room >= 2**44:
                self.unit = room
            else:
                self.dtype = object

    @property
    def where(self) -> str:
        return "stadium" if self.contest.race else "arena"

    def number(self, value: Any) -> int:
        """A worth in these numbers."""
        whole: int = round(value * self.unit)
        return whole

    def answer(self, value: int, unit: int) -> Any:
        """A number that counts so many units for one, as a worth or a chance."""
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


def worth_note(worth: Worth) -> str:
    """The worths in use, as a basis entry."""
    return note("aquileia.basis.worth", **{name: str(getattr(worth, name)) for name in worth.__slots__})


@dataclass(frozen=True, slots=True)
class _Option:
    strength: int
    cost: Fraction
    cards: tuple[str, ...]


def _worth_of(worth: Worth | Mapping[str, Worth] | None, name: str) -> Worth:
    return worth.get(name, Worth()) if isinstance(worth, Mapping) else worth or Worth()


def _options(hand: Iterable[str], contest: Contest, entrant: Entrant, worth: Worth) -> list[_Option]:
    """The strengths that a hand can add, each in its cheapest way, the one that spends least first."""
    cheapest = {0: _Option(0, Fraction(0), ())}
    where = "stadium" if contest.race else "arena"
    cards = [card for card in hand if helps(known("card", card, CARDS), where, entrant.side)]
    for card in sorted(cards):
        for option in list(cheapest.values()):
            more = _Option(
                option.strength + CARDS[card].strength, option.cost + worth.card(card), (*option.cards, card)
            )
            old = cheapest.get(more.strength)
            if old is None or (more.cost, len(more.cards)) < (old.cost, len(old.cards)):
                cheapest[more.strength] = more
    return sorted(cheapest.values(), key=lambda option: (option.cost, option.strength))


def _ladder(game: _Game, index: int) -> list[list[Any]]:
    """An entrant's prizes by rank and strength added; then the second's when the winner leaves him the points."""
    entrant, worth = game.entrants[index], game.worths[index]
    strengths = [entrant.sure + added for added in range(game.size[index] + entrant.blue)]
    each = game.number(worth.coins(ONE[entrant.side or "bronze"]))
    coins = [prize_coins(game.where, place) * each for place in range(1, len(game.entrants) + 1)]
    if game.contest.race:
        first, second = game.number(worth.laurel_chosen), game.number(worth.laurel_left)
        others = [[first + coins[0]] * len(strengths), [second + coins[1]] * len(strengths)]
        return [*others, *([won] * len(strengths) for won in coins[2:]), others[1]]
    points = game.number(SETUP["victory_factor"] * worth.point)
    slave = game.number(worth.slave)
    return [
        [coins[0] + max(points * strength, slave) for strength in strengths],
        [coins[1] + slave] * len(strengths),
        *([won] * len(strengths) for won in coins[2:]),
        [coins[1] + points * strength for strength in strengths],
    ]


def _takes_slave(game: _Game, index: int) -> Any:
    """By strength added, whether an entrant who wins the arena takes the slave and leaves the points (4.6)."""
    entrant, worth = game.entrants[index], game.worths[index]
    points = SETUP["victory_factor"] * worth.point
    strengths = range(entrant.sure, entrant.sure + game.size[index] + entrant.blue)
    return np.array([not game.contest.race and points * strength < worth.slave for strength in strengths])


def _prizes(game: _Game, added: list[Any], who: Sequence[int]) -> tuple[Any, list[Any]]:
    """The prizes of some entrants, and everybody's rank from 0, where so much strength is added to each (4.6, 5.5)."""
    count = len(game.entrants)
    most = max(size + entrant.blue for size, entrant in zip(game.size, game.entrants))
    starts = near([entrant.sure for entrant in game.entrants], most)
    places = sorted((entrant.tie for entrant in game.entrants), reverse=True)
    keys = [(start + own) * count + places.index(e.tie) for start, own, e in zip(starts, added, game.entrants)]
    ranks = [np.zeros(np.broadcast_shapes(*(own.shape for own in added)), dtype=np.int8) for _ in keys]
    for one, other in combinations(range(count), 2):
        ahead = keys[one] > keys[other]
        ranks[other] += ahead
        ranks[one] += ~ahead
    left = False
    for index, (rank, own) in enumerate(zip(ranks, added)):
        if (slave := game.takes_slave[index]).any():
            left = left | ((rank == 0) & slave[own])
    rows = []
    for index in who:
        ladder = game.ladders[index]
        rank = np.where((ranks[index] == 1) & left, count, ranks[index]) if left is not False else ranks[index]
        rows.append(ladder.ravel().take(rank.astype(np.intp) * ladder.shape[1] + added[index]))
    return np.stack(rows), ranks


def _first_best(values: list[Any]) -> Any:
    """Everywhere the number of the largest, the first of equals: half the time of ``argmax`` over a stack."""
    best, picked = values[0].copy(), np.zeros(values[0].shape, dtype=np.int16)
    for number, value in enumerate(values[1:], 1):
        better = value > best
        np.copyto(best, value, where=better)
        np.copyto(picked, number, where=better)
    return picked


Asked = tuple[bool, int]  # whether exactly so many blue dice are thrown, or up to so many for the best


class _Blue:
    """The blue dice over rows of worths, the holder's ``mine``; they fall along the last axis.

    Answers come in units of 3 ** all dice; ``later[row][n]`` is what n dice kept are worth, in the same."""

    def __init__(self, game: _Game, rows: Any, later: Any, mine: int) -> None:
        self.game, self.rows, self.later, self.mine = game, rows, later, mine
        self.size = rows.shape[-1] - game.dice
        self.fallen, self.thrown, self.levels = [rows], [], []  # type: tuple[list[Any], list[Any], list[Any]]

    def grid(self, asked: Asked) -> tuple[Any, list[Any]]:
        """The rows before the blue dice; and the holder's worth of each choice, when he has one."""
        exactly, dice = asked
        if exactly:
            return self.kept(self.throw(dice), self.game.dice - dice), []
        return self.named(dice) if self.game.blue == "together" else self.one_by_one(dice)

    def kept(self, grid: Any, left: int) -> Any:
        """The grid with what dice kept for later are worth."""
        more = self.later[:, left]
        return grid + more.reshape(-1, *[1] * (grid.ndim - 1)) if more.any() else grid

    def throw(self, dice: int) -> Any:
        """The rows before so many dice, none of the worth of those kept counted in."""
        while len(self.thrown) <= dice:
            if len(self.thrown) == len(self.fallen):
                last = self.fallen[-1]
                self.fallen.append(last[..., :-1] + last[..., :-1] + last[..., 1:])
            rest = 3 ** (self.game.dice - len(self.thrown))
            self.thrown.append(self.fallen[len(self.thrown)][..., : self.size] * rest)
        return self.thrown[dice]

    def named(self, most: int) -> tuple[Any, list[Any]]:
        """The best number of dice everywhere, the first of equals (4.4)."""
        ways = [self.kept(self.throw(dice), most - dice) for dice in range(most + 1)]
        values = [way[self.mine] for way in ways]
        picked = _first_best(values)
        best = ways[0].copy()
        for dice in range(1, most + 1):
            np.copyto(best, ways[dice], where=picked == dice)
        return best, values

    def one_by_one(self, most: int) -> tuple[Any, list[Any]]:
        """After every die the holder may stop."""
        stays = self.rows * self.game.faces
        values: list[Any] = []
        if not self.levels:
            self.levels.append((self.kept(stays, 0), values))
        for dice in range(len(self.levels), most + 1):
            last, _ = self.levels[-1]
            stop = self.kept(stays[..., : stays.shape[-1] - dice], dice)
            on = (last[..., :-1] + last[..., :-1] + last[..., 1:]) // 3
            values = [stop[self.mine], on[self.mine]]
            self.levels.append((np.where(values[1] > values[0], on, stop), values))
        best, values = self.levels[most]
        return best[..., : self.size], [value[..., : self.size] for value in values]


def _answers(game: _Game, asked: Sequence[Asked], marks: bool = False) -> list[_Answer]:
    """Everybody's expectations under best play, for several ways with the blue dice.

    Backward first: whoever has cards decides on the grid of strengths by his own worth. Then forward: each fall of the
    red dice is followed through these decisions, and the prizes are added up over the points where it ends."""
    holder = game.axes[-1]
    who = sorted({*game.deciders, holder})
    every = range(len(game.entrants))
    blue = None
    if game.deciders:
        full = [size + entrant.blue for size, entrant in zip(game.size, game.entrants)]
        spans = [_along(np.arange(full[index]), game.axes.index(index), len(full)) for index in every]
        blue = _Blue(game, _prizes(game, spans, who)[0], _later(game, who), who.index(holder))
    answers = []
    for way in asked:
        # What is kept is the same everywhere when the number of dice is fixed: no card depends on it.
        before = blue and (blue.throw(way[1]) if way[0] else blue.grid(way)[0])
        added, spent, choices = _played(game, before, who)
        ends = [own[:, None] for own in added]
        ends[holder] = ends[holder] + np.arange(game.dice + 1)
        rows, ranks = _prizes(game, ends, every)
        later = _later(game, every)
        if marks:
            rows = np.concatenate([rows, [rank == place for rank in ranks for place in every]])
            later = np.concatenate([later, np.zeros((len(every) ** 2, game.dice + 1), dtype=game.dtype)])
        grid, named = _Blue(game, rows, later, holder).grid(way)
        grid = grid[..., 0]
        grid[: len(every)] -= spent * game.faces
        answers.append(_Answer(_mean(game, grid), choices, named))
    return answers


@dataclass(frozen=True, slots=True)
class _Answer:
    """Sums over all throws; who of the card players decides first, with his choices; the holder's choices."""

    sums: list[int]
    cards: tuple[int, list[Any]] | None
    named: list[Any]


def _along(line: Any, axis: int, count: int) -> Any:
    return line.reshape([-1 if axis == other else 1 for other in range(count)])


def _later(game: _Game, who: Iterable[int]) -> Any:
    """What blue dice kept for later are worth to some, in units of the grid behind the dice."""
    kept = [[game.number(value) * game.faces for value in game.keep[index][: game.dice + 1]] for index in who]
    return np.array(kept, dtype=game.dtype)


def _played(game: _Game, grid: Any, who: list[int]) -> tuple[list[Any], Any, tuple[int, list[Any]] | None]:
    """What each adds to his strength for every fall of the red dice, faces and cards; what the cards cost; and the
    choices of the first who has cards."""
    policies: dict[int, Any] = {}
    values: list[Any] = []
    for index in reversed(game.deciders):
        axis, size, options = game.axes.index(index), game.red[index] + 1, game.hands[index]
        own = np.moveaxis(grid[who.index(index)], axis, 0)
        values = [
            own[option.strength : option.strength + size] - game.number(option.cost) * game.faces for option in options
        ]
        picked = np.moveaxis(_first_best(values), 0, axis)
        policies[index] = picked
        shape = grid.shape[1:]
        step = prod(shape[axis + 1 :])
        points = np.moveaxis(np.moveaxis(np.arange(prod(shape)).reshape(shape), axis, 0)[:size], 0, axis)
        points = points + np.array([option.strength * step for option in options])[picked]
        who = [other for other in who if other < index]  # who decides later needs his row no more
        grid = grid[: len(who)].reshape(len(who), step * shape[axis] * prod(shape[:axis])).take(points, axis=1)
    faces, _ = throws_of(tuple(game.red))
    added = list(faces)
    spent = np.zeros(faces.shape, dtype=game.dtype)
    for index in game.deciders:
        picked = policies[index][tuple(added[other] for other in game.axes)]
        added[index] = added[index] + np.array([option.strength for option in game.hands[index]])[picked]
        spent[index] = np.array([game.number(option.cost) for option in game.hands[index]], dtype=game.dtype)[picked]
    return added, spent, (game.deciders[0], values) if values else None


def _mean(game: _Game, rows: Any) -> list[int]:
    """The rows summed over all falls of the red dice, in two halves, since the sum may be wider than the rows."""
    _, weights = throws_of(tuple(game.red))
    high, low = rows >> 31, rows & (2**31 - 1)
    whole = weights.astype(np.int64)
    return [(int(above) << 31) + int(below) for above, below in zip(high.dot(whole), low.dot(whole))]


def _solve(game: _Game, throw: int | None) -> Plan:
    fixed = throw is not None or not game.dice
    (found,) = _answers(game, [(fixed, game.dice if throw is None else throw)], marks=True)
    decider, choices = None, []
    if found.cards:
        decider, values = found.cards
        choices = [Choice(option.cards, 0, value) for option, value in zip(game.hands[decider], values)]
    elif found.named:
        decider, choices = game.holder, [Choice((), dice, value) for dice, value in enumerate(found.named)]
    if any(game.red):
        decider, choices = None, []
    decided = [replace(one, value=game.answer(one.value.item(), game.faces * game.unit)) for one in choices]
    unit = game.faces * 3 ** sum(game.red)
    count, names = len(game.entrants), game.contest.names
    chances = [game.answer(value, unit) for value in found.sums[count:]]
    return Plan(
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
    worth: Worth | Mapping[str, Worth] | None = None,
    blue: str = "together",
    numbers: Any = Fraction,
) -> Split:
    """How many blue dice to throw in the arena and how many to keep for the race (3.5, 4.4, 5.4).

    The race's red dice are still unknown; its cards and blue dice will be played for the best. The holder is the
    entrant of the arena who has blue dice, unless named; both contests must have him.

    >>> arena = Contest([Entrant("Ada", base=3, tie=1, red=0), Entrant("Ben", base=2, tie=2, red=0, blue=4)])
    >>> race = Contest([Entrant("Ada", base=2, tie=1, side="gold"), Entrant("Ben", base=2, tie=2, side="gold")])
    >>> split = blue_split(arena, race)
    >>> split.best, str(split.loss)
    (4, '392/729')
    """
    holder = holder or next((entrant.name for entrant in arena.entrants if entrant.blue), None)
    if holder is None:
        raise ValueError("nobody in the arena has blue dice; name their holder")
    if not stadium.race or arena.race:
        raise ValueError("first the arena, whose entrants have no side, then the race, whose entrants have one")
    if not (isinstance(dice, int) and 1 <= dice <= SETUP["blue_dice"]):
        raise ValueError(f"dice={dice!r}; there are four blue dice (3.5)")
    hands, worth = hands or {}, worth if worth is not None else Worth()
    for name in (*hands, *(worth if isinstance(worth, Mapping) else ())):
        known("entrant", name, dict.fromkeys(arena.names + stadium.names))
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
    return Split(holder, tuple(values), best, second, values[best] - values[second], waiting, basis)


def _game_of(
    contest: Contest,
    holder: str,
    dice: int,
    hands: Hands,
    worth: Worth | Mapping[str, Worth],
    blue: str,
    keep: Mapping[str, Sequence[Any]],
    numbers: Any,
) -> _Game:
    armed = without_blue(contest).with_entrant(holder, blue=dice)
    return _Game(armed, _of(hands, contest), _of(worth, contest), blue, keep, numbers)


def _of(given: Any, contest: Contest) -> Any:
    """Hands or worths of those who take part; one worth for all stays."""
    if not isinstance(given, Mapping):
        return given
    return {name: value for name, value in given.items() if name in contest.names}


__all__ = ["Choice", "Plan", "Split", "best_play", "blue_split"]
