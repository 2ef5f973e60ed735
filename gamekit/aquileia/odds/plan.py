"""Best play in a contest: which cards to play, how many blue dice to throw, how to split them.

All red dice fall, then everybody plays cards once in turn order, then the blue dice fall (4.2 to 4.4). The idea:
the strengths span a small grid, an axis an entrant, and every stage is one pass over it, from the prizes back to
the first die. A choice is an ``argmax`` of the chooser's worth; everybody else's worth is carried along."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import lcm
from typing import TYPE_CHECKING, Any

import numpy as np

from gamekit.aquileia.odds.contest import Contest, Entrant, binomial, without_blue
from gamekit.aquileia.tables import CARDS, ONE, SETUP, Worth, helps, known, prize_coins
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
    return _solve(_Game(contest, hands or {}, worth, blue, throw, keep or {}, numbers))


class _Game:
    """The question in numbers: whole ones over a common denominator, or floats."""

    def __init__(
        self,
        contest: Contest,
        hands: Hands,
        worth: Worth | Mapping[str, Worth] | None,
        blue: str,
        throw: int | None,
        keep: Mapping[str, Sequence[Any]],
        numbers: Any,
    ) -> None:
        for name in (*hands, *keep, *(worth if isinstance(worth, Mapping) else ())):
            known("entrant", name, contest.names)
        self.contest, self.entrants = contest, contest.entrants
        self.blue = known("way to throw the blue dice", blue, BLUE)
        self.worths = [_worth_of(worth, name) for name in contest.names]
        self.hands = [_options(hands.get(e.name, ()), contest, e, w) for e, w in zip(self.entrants, self.worths)]
        self.holder = next((index for index, entrant in enumerate(self.entrants) if entrant.blue), None)
        self.dice = 0 if self.holder is None else self.entrants[self.holder].blue
        if throw is not None and not (isinstance(throw, int) and 0 <= throw <= self.dice):
            raise ValueError(f"throw={throw!r}; {self.dice} blue dice are there to throw")
        self.throw = throw
        number = Fraction if numbers is not float else float
        self.keep = [[number(value) for value in keep.get(name, [0] * (self.dice + 1))] for name in contest.names]
        for name, kept in zip(contest.names, self.keep):
            if len(kept) <= self.dice:
                raise ValueError(f"keep[{name!r}] has {len(kept)} values; it needs one for 0 to {self.dice} dice left")
        self.red = [entrant.red for entrant in self.entrants]
        self.size = [entrant.red + options[-1].strength + 1 for entrant, options in zip(self.entrants, self.hands)]
        self.exact = numbers is not float
        self._scale()

    def _scale(self) -> None:
        """One denominator for all worths, and numbers wide enough for the largest sum."""
        worths: list[Any] = [getattr(worth, name) for worth in self.worths for name in worth.__slots__]
        worths += [value for kept in self.keep for value in kept]
        worths += [option.cost for options in self.hands for option in options]
        self.unit = lcm(*(value.denominator for value in worths)) if self.exact else 1
        self.faces = 3**self.dice
        strongest = max(e.sure + e.blue + size for e, size in zip(self.entrants, self.size))
        largest = int(max(worths)) + 1
        bound = self.unit * self.faces * 3 ** sum(self.red) * largest * (2 * SETUP["victory_factor"] * strongest + 8)
        self.dtype: Any = float if not self.exact else np.int64 if bound < 2**62 else object

    def number(self, value: Any) -> Any:
        """A worth in these numbers."""
        return int(value * self.unit) if self.exact else float(value)

    def answer(self, value: Any, unit: int) -> Any:
        """A number of the grid, which counts so many units for one, as a worth or a chance."""
        return Fraction(int(value), unit) if self.exact else float(value) / unit

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
    """The strengths that a hand can add, each in its cheapest way, weakest first."""
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
    return [cheapest[strength] for strength in sorted(cheapest)]


def _prizes(game: _Game, indicators: bool) -> Any:
    """Everybody's worth of the prizes, then on request everybody's rank as 0 or 1, on the grid of final strengths."""
    count = len(game.entrants)
    sizes = [size + entrant.blue for size, entrant in zip(game.size, game.entrants)]
    strength = [
        (entrant.base + entrant.cards + entrant.rolled + np.arange(size)).reshape(
            [-1 if axis == index else 1 for axis in range(count)]
        )
        for index, (entrant, size) in enumerate(zip(game.entrants, sizes))
    ]
    places = sorted((entrant.tie for entrant in game.entrants), reverse=True)
    keys = [own * count + places.index(entrant.tie) for own, entrant in zip(strength, game.entrants)]
    ranks = [sum((other > own) * np.ones(sizes, dtype=np.int64) for other in keys if other is not own) for own in keys]
    values = (_race if game.contest.race else _arena)(game, strength, ranks)
    marks = [np.asarray(rank == place, dtype=game.dtype) for rank in ranks for place in range(count)]
    return np.stack([*values, *marks] if indicators else values)


def _coins(game: _Game, index: int, kind: str, rank: Any) -> Any:
    contest = "stadium" if game.contest.race else "arena"
    each = game.worths[index].coins(ONE[kind])
    ladder = [game.number(prize_coins(contest, place) * each) for place in range(1, len(game.entrants) + 1)]
    return np.array(ladder, dtype=game.dtype)[rank]


def _arena(game: _Game, strength: list[Any], ranks: list[Any]) -> list[Any]:
    """4.6: coins; points or a slave as the winner likes, the other for the second, by his own strength."""
    points = [
        own.astype(game.dtype) * game.number(SETUP["victory_factor"] * worth.point)
        for own, worth in zip(strength, game.worths)
    ]
    slaves = [game.number(worth.slave) for worth in game.worths]
    pointed = sum((rank == 0) & (own >= slave) for rank, own, slave in zip(ranks, points, slaves)) > 0
    return [
        _coins(game, index, "bronze", rank)
        + (rank == 0) * np.maximum(own, slave)
        + (rank == 1) * np.where(pointed, slave, own)
        for index, (rank, own, slave) in enumerate(zip(ranks, points, slaves))
    ]


def _race(game: _Game, strength: list[Any], ranks: list[Any]) -> list[Any]:
    """5.5: coins of one's side; the winner chooses a laurel, the second gets the other."""
    return [
        _coins(game, index, str(entrant.side), rank)
        + (rank == 0) * game.number(worth.laurel_chosen)
        + (rank == 1) * game.number(worth.laurel_left)
        for index, (entrant, worth, rank) in enumerate(zip(game.entrants, game.worths, ranks))
    ]


def _shift(grid: Any, axis: int, start: int, size: int) -> Any:
    """A window of the grid along an entrant's axis."""
    window = [slice(None)] * grid.ndim
    window[axis + 1] = slice(start, start + size)
    return grid[tuple(window)]


def _kept(game: _Game, grid: Any, left: int, unit: int) -> Any:
    """What blue dice kept for later are worth, added for everybody; the grid is in so many units."""
    kept = grid.copy()
    for index, values in enumerate(game.keep):
        kept[index] += game.number(values[left]) * unit
    return kept


def _fallen(game: _Game, grid: Any, dice: int) -> Any:
    """The grid before so many blue dice, in units of 3 ** all dice, without what the others are worth later."""
    holder = game.holder or 0
    size = grid.shape[holder + 1] - game.dice
    rest = game.faces // 3**dice
    return sum(_shift(grid, holder, shown, size) * (weight * rest) for shown, weight in enumerate(binomial(dice)))


def _thrown(game: _Game, grid: Any, dice: int) -> Any:
    """The grid before so many blue dice, those kept counted in."""
    return _kept(game, _fallen(game, grid, dice), game.dice - dice, game.faces)


def _named(game: _Game, grid: Any, holder: int) -> tuple[Any, list[Any]]:
    """The best number of blue dice everywhere, the first of equals; and the holder's worth of each number.

    Only the holder's worth is asked of every number, everybody's of those that are chosen somewhere."""
    later = [game.number(value) * game.faces for value in game.keep[holder]]
    mine = grid[holder : holder + 1]
    values = [_fallen(game, mine, dice)[0] + later[game.dice - dice] for dice in range(game.dice + 1)]
    picked = np.argmax(np.stack(values), axis=0)
    first, *others = np.unique(picked).tolist()
    best = _thrown(game, grid, first)
    for dice in others:
        best = np.where(picked == dice, _thrown(game, grid, dice), best)
    return best, values


def _chosen(options: list[Any], chooser: int) -> tuple[Any, list[Any]]:
    """Everybody's worth where the chooser takes his best option, the first of equals; and his worth of each."""
    best = options[0]
    for other in options[1:]:
        best = np.where(other[chooser] > best[chooser], other, best)
    return best, [option[chooser] for option in options]


def _blue(game: _Game, grid: Any) -> tuple[Any, list[Any]]:
    """The blue dice: a number named and thrown together, or one by one until the holder stops."""
    if game.holder is None:
        return _kept(game, grid, 0, game.faces), []
    if game.throw is not None:
        return _thrown(game, grid, game.throw), []
    if game.blue == "together":
        return _named(game, grid, game.holder)
    return _one_by_one(game, grid, game.holder)[-1]


def _one_by_one(game: _Game, grid: Any, holder: int) -> list[tuple[Any, list[Any]]]:
    """After every die the holder may stop: the grid and his choices with 0, 1, ... dice left, in units of 3 ** all."""
    size = grid.shape[holder + 1]
    levels: list[tuple[Any, list[Any]]] = [(_kept(game, grid * game.faces, 0, game.faces), [])]
    for dice in range(1, game.dice + 1):
        size -= 1
        best, _ = levels[-1]
        stop = _kept(game, _shift(grid, holder, 0, size) * game.faces, dice, game.faces)
        on = _shift(best, holder, 0, size) * 2 + _shift(best, holder, 1, size)
        levels.append(_chosen([stop, on // 3 if game.exact else on / 3], holder))
    return levels


def _by_dice(game: _Game, grid: Any) -> list[Any]:
    """The grid before the blue dice when the holder has 0, 1, ... all of them."""
    holder = game.holder or 0
    if game.blue == "together":
        thrown = [_thrown(game, grid, dice) for dice in range(game.dice + 1)]
        return [_chosen(thrown[: dice + 1], holder)[0] for dice in range(game.dice + 1)]
    size = grid.shape[holder + 1] - game.dice
    return [_shift(best, holder, 0, size) for best, _ in _one_by_one(game, grid, holder)]


def _cards(game: _Game, grid: Any, index: int) -> tuple[Any, list[tuple[_Option, Any]]]:
    """One entrant's cards, seeing all red dice and the cards played before."""
    options = sorted(game.hands[index], key=lambda option: (option.cost, option.strength))
    size = game.red[index] + 1
    costs = np.array([game.number(option.cost) * game.faces for option in options], dtype=game.dtype)
    values = [
        _shift(grid, index, option.strength, size)[index] - cost for option, cost in zip(options, costs)
    ]  # the chooser's own
    picked = np.argmax(np.stack(values), axis=0)  # the first of equals
    shown = np.arange(size).reshape([-1 if axis == index else 1 for axis in range(picked.ndim)])
    strengths = shown + np.array([option.strength for option in options])[picked]
    best = np.take_along_axis(grid, strengths[None], axis=index + 1)
    best[index] -= costs[picked]
    return best, list(zip(options, values))


def _before_dice(game: _Game, grid: Any) -> tuple[Any, int]:
    """The grid before the cards as everybody's worth before the first red die, with its unit."""
    for index in reversed(range(len(game.entrants))):
        grid, _ = _cards(game, grid, index)
    return _before_red(game, grid)


def _before_red(game: _Game, grid: Any) -> tuple[Any, int]:
    for red in game.red:
        grid = np.tensordot(grid, np.array(binomial(red), dtype=game.dtype), axes=(1, 0))
    return grid, game.faces * 3 ** sum(game.red)


def _solve(game: _Game) -> Plan:
    grid, named = _blue(game, _prizes(game, indicators=True))
    decider = game.holder if named else None
    choices = [Choice((), dice, value) for dice, value in enumerate(named)]
    for index in reversed(range(len(game.entrants))):
        grid, values = _cards(game, grid, index)
        if len(values) > 1:
            decider, choices = index, [Choice(option.cards, 0, value) for option, value in values]
    if any(game.red):
        decider, choices = None, []
    decided = [replace(choice, value=game.answer(choice.value.item(), game.faces * game.unit)) for choice in choices]
    worths, unit = _before_red(game, grid)
    count, names = len(game.entrants), game.contest.names
    chances = [game.answer(value, unit) for value in worths[count:]]
    return Plan(
        {name: game.answer(value, unit * game.unit) for name, value in zip(names, worths)},
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
    race = _game_of(stadium, holder, dice, hands, worth, blue, {}, numbers)
    races = [_answers(race, grid) for grid in _by_dice(race, _prizes(race, indicators=False))]
    keep = {name: [left[name] for left in races] for name in stadium.names if name in arena.names}
    fight = _game_of(arena, holder, dice, hands, worth, blue, keep, numbers)
    prizes = _prizes(fight, indicators=False)
    values = tuple(_answers(fight, _thrown(fight, prizes, n))[holder] for n in range(dice + 1))
    waiting = _answers(fight, _blue(fight, prizes)[0])[holder]
    best, second = sorted(range(dice + 1), key=lambda n: -values[n])[:2]
    basis = join(fight.basis(), race.basis(), ("3.5",))
    return Split(holder, values, best, second, values[best] - values[second], waiting, basis)


def _game_of(
    contest: Contest,
    holder: str,
    dice: int,
    hands: Hands | None,
    worth: Worth | Mapping[str, Worth] | None,
    blue: str,
    keep: Mapping[str, Sequence[Any]],
    numbers: Any,
) -> _Game:
    armed = without_blue(contest).with_entrant(holder, blue=dice)
    return _Game(armed, _of(hands or {}, contest), _of(worth, contest), blue, None, keep, numbers)


def _answers(game: _Game, grid: Any) -> dict[str, Any]:
    worths, unit = _before_dice(game, grid)
    return {name: game.answer(value, unit * game.unit) for name, value in zip(game.contest.names, worths)}


def _of(given: Any, contest: Contest) -> Any:
    """Hands or worths of those who take part; one worth for all stays."""
    if not isinstance(given, Mapping):
        return given
    return {name: value for name, value in given.items() if name in contest.names}


__all__ = ["Choice", "Plan", "Split", "best_play", "blue_split"]
