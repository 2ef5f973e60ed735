"""Best play in a contest: which cards to play, how many blue dice to throw, how to split them.

All red dice fall, then everybody plays cards once in turn order, then the blue dice fall (4.2 to 4.4). The idea:
backward induction over the strengths alone. The worth of all strengths before the blue dice is computed once for each
combination; a player of cards takes the best that their hand can reach. Worths are integers over one denominator, so
that ties are exact; only the answer is rounded."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import lcm, prod
from typing import TYPE_CHECKING, Any

from gamekit.aquileia import tables as t
from gamekit.aquileia.odds.contest import PLACES, Contest, Entrant, counting_face_weights, require_contest, without_blue
from gamekit.probability.distribution import Basis, Dist, join_bases, python_number
from gamekit.text.translation import note
from gamekit.text.validation import as_tuple, require_type

if TYPE_CHECKING:
    import pandas as pd

BLUE = ("together", "one by one")
MOST_STRENGTHS = 250_000  # combinations of the strengths that all hands can add: some seconds
Hands = Mapping[str, Iterable[str]]
Strengths = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ContestChoice:
    """One possible choice in a contest: the cards played or the blue dice thrown, and its worth to the chooser."""

    cards: tuple[str, ...]
    dice: int
    value: Any


@dataclass(frozen=True, slots=True)
class ContestPlan:
    """A contest under best play: everybody's worth, rank chances, and the choices of the player to decide now.
    ``choices`` is best first, and empty while red dice are still to be thrown or nothing is left to decide. Worths are
    in victory points: prizes less the cards played, plus the dice kept.
    """

    worth: dict[str, Any]
    ranks: dict[str, list[Any]]
    decider: str | None
    choices: tuple[ContestChoice, ...]
    basis: Basis
    question: Any = field(default=None, compare=False, repr=False)  # as ``share`` takes it

    def p_rank(self, name: str) -> list[Any]:
        """Return the chance of each rank of an entrant, from the first, when all play best."""
        return self.ranks[t.require_known("entrant", name, self.ranks)]

    def summary(self, numbers: type = int) -> dict[str, Any]:
        """Return, as figures for sweeps, the worth and the rank chances of the first entrant in turn order."""
        name = next(iter(self.worth))
        found = {"worth": self.worth[name], **dict(zip(PLACES, self.p_rank(name)))}
        return (found if numbers is not float else {key: float(p) for key, p in found.items()}) | {"basis": self.basis}

    def distribution(self, name: str | None = None, numbers: type = int) -> Dist[int]:
        """Return the distribution of an entrant's rank, from 1; by default of the first entrant in turn order."""
        chances = self.p_rank(next(iter(self.ranks)) if name is None else name)
        return Dist({rank: float(p) if numbers is float else p for rank, p in enumerate(chances, 1)}, self.basis)


@dataclass(frozen=True, slots=True)
class BlueDiceSplit:
    """How many blue dice for the arena: ``values[n]`` is the holder's worth when n are named now.

    ``second`` is the next best number and ``loss`` what it costs. ``waiting`` is the worth when the number is named
    only after the arena's red dice and cards; it is ``values[best]`` once those are over. ``keep`` is the worth of 0,
    1, ... dice kept for the race, to each entrant of the arena who also runs, as ``best_play`` takes it.
    """

    holder: str
    values: tuple[Any, ...]
    best: int
    second: int
    loss: Any
    waiting: Any
    keep: Mapping[str, Sequence[Any]]
    basis: Basis
    question: Any = field(default=None, compare=False, repr=False)  # as ``share`` takes it

    def summary(self, numbers: type = int) -> dict[str, Any]:
        """Return the figures in sweeps: the best number of dice, its worth, the cost of the next best."""
        found = {"worth": self.values[self.best], "best": self.best, "loss": self.loss}
        return (found if numbers is not float else {key: float(x) for key, x in found.items()}) | {"basis": self.basis}

    def to_frame(self) -> pd.DataFrame:
        """Return one row per number of dice: thrown in the arena, kept for the race, the holder's worth."""
        import pandas as pd

        dice = range(len(self.values))
        rows = pd.DataFrame({"arena": dice, "race": reversed(dice), "worth": pd.Series(self.values, dtype=object)})
        rows.attrs["basis"] = self.basis
        return rows


def best_play(
    contest: Contest,
    hands: Hands | None = None,
    worth: t.PointWorth | Mapping[str, t.PointWorth] | None = None,
    *,
    blue: str = "together",
    throw: int | None = None,
    keep: Mapping[str, Sequence[Any]] | None = None,
    numbers: Any = Fraction,
) -> ContestPlan:
    """Return every entrant's best use of cards and blue dice, each knowing all earlier plays, by backward induction.

    ``hands`` gives cards by name that may be played ("slave 1", "weapon 3"); cards that do not help here stay.
    ``worth`` gives the worth of prizes and cards, for all or by name. ``keep[name][n]`` is the worth of n blue dice
    kept for later. ``throw`` fixes the number of blue dice. Of equal choices the one that spends least is made. Raises
    ValueError for an unknown name or card.

    >>> arena = Contest([Entrant("Ada", base=2, tie=1, red=0), Entrant("Ben", base=1, tie=2, red=0)])
    >>> plan = best_play(arena, {"Ben": ["slave 2", "weapon 3"]})
    >>> plan.decider, [(choice.cards, str(choice.value)) for choice in plan.choices]
    ('Ben', [(('slave 2', 'weapon 3'), '10'), (('weapon 3',), '8'), (('slave 2',), '7'), ((), '4')])
    """
    question = _question(best_play, locals())
    require_contest(contest)
    hands = _hands(hands)
    fight = _Fight(contest, hands, worth, blue, _hands(keep, "keep"))
    throw = python_number(throw)
    if throw is not None and not (type(throw) is int and 0 <= throw <= fight.dice):
        raise ValueError(f"throw={throw!r}; it should be a whole number from 0 to {fight.dice}, the blue dice to throw")
    return replace(_solve(fight, throw, numbers), question=question)


def _question(function: Callable[..., Any], arguments: Mapping[str, Any]) -> partial[Any]:
    """Return a question as ``share`` takes it, without ``numbers``."""
    return partial(function, **{name: python_number(value) for name, value in arguments.items() if name != "numbers"})


def _hands(given: Any, name: str = "hands") -> Any:
    """Return ``given``, a mapping by entrant, with each value as a tuple."""
    found = require_type(given or {}, Mapping, name, "rows by the entrants' names, such as {'Ben': ['slave 2']}")
    return {
        entrant: t.parse_cards(each) if isinstance(each, str) else as_tuple(each, f"{name} of {entrant}", "a row")
        for entrant, each in found.items()
    }


class _Fight:
    """A contest in integers: the worth of strengths to every entrant, for every number of blue dice.

    ``most`` is how many blue dice may be thrown, and ``exactly`` whether all of them must."""

    def __init__(
        self,
        contest: Contest,
        hands: Hands,
        worth: t.PointWorth | Mapping[str, t.PointWorth] | None,
        blue: str,
        keep: Mapping[str, Sequence[Any]],
    ) -> None:
        _all_known((*hands, *keep), worth, contest.names)
        self.contest, self.entrants = contest, contest.entrants
        self.blue = t.require_known("way to throw the blue dice", blue, BLUE)
        self.worths = [_worth_of(worth, name) for name in contest.names]
        self.hands = [_options(hands.get(e.name, ()), contest, e, w) for e, w in zip(self.entrants, self.worths)]
        self.deciders = [index for index, options in enumerate(self.hands) if len(options) > 1]
        self.holder = next((index for index, entrant in enumerate(self.entrants) if entrant.blue), 0)
        self.dice = self.entrants[self.holder].blue
        _check_strengths(prod(e.red + max(o.strength for o in own) + 1 for e, own in zip(self.entrants, self.hands)))
        kept = [_kept(name, keep, self.dice) for name in contest.names]
        self._whole_numbers(kept)
        count, places = len(self.entrants), sorted((entrant.tie for entrant in self.entrants), reverse=True)
        self.ties = [places.index(entrant.tie) for entrant in self.entrants]
        self.seats, self.count = range(count), count
        self.known_prizes: dict[Strengths, tuple[list[int], list[int]]] = {}
        self.known_fallen: dict[Strengths, list[list[int]]] = {}
        self.fallings = self.throws()
        self.ask(self.dice, exactly=False)

    def _whole_numbers(self, kept: list[list[Fraction]]) -> None:
        """Bring worths, costs and the worths of dice kept to one denominator."""
        worths = [getattr(worth, name) for worth in self.worths for name in worth.__slots__]
        costs = [option.cost for options in self.hands for option in options]
        self.unit = lcm(*(value.denominator for value in (*worths, *costs, *(v for own in kept for v in own))))
        self.keep = [[self._whole(value) for value in own] for own in kept]
        self.costs = [{option.strength: self._whole(option.cost) for option in own} for own in self.hands]
        ranks = range(1, len(self.entrants) + 1)
        each = [self._whole(w.worth_of_coins(t.ONE[e.side or "bronze"])) for w, e in zip(self.worths, self.entrants)]
        self.coins = [[t.prize_coins(self.where, rank) * coin for rank in ranks] for coin in each]
        self.laurels = [(self._whole(w.laurel_chosen), self._whole(w.laurel_left)) for w in self.worths]
        self.points = [self._whole(t.SETUP["victory_factor"] * w.point) for w in self.worths]
        self.slave = [self._whole(w.slave) for w in self.worths]

    def _whole(self, value: Any) -> int:
        return int(value * self.unit)

    @property
    def where(self) -> str:
        return "stadium" if self.contest.is_race else "arena"

    def ask(self, most: int, exactly: bool) -> None:
        """Set how many blue dice are thrown from now on: up to a number, or exactly that number."""
        self.most, self.exactly = most, exactly
        self.stops = self.blue != "together" and not exactly  # after any die
        self.left = (self.dice if exactly else most) - most  # dice kept, if all that may be thrown are thrown
        self.scales = [3 ** (most - dice) for dice in range(most + 1)]
        self.kept = [keep * self.scales[0] for keep in self.keep[self.holder][most::-1]]
        self.known_settled: dict[Strengths, list[int]] = {}
        self.known_played: dict[tuple[int, Strengths], Strengths] = {}

    def prizes(self, strengths: Strengths) -> tuple[list[int], list[int]]:
        """Return the worth of final strengths to each entrant, and the ranking (4.5, 4.6, 5.5)."""
        if found := self.known_prizes.get(strengths):
            return found
        keys = [strength * self.count + tie for strength, tie in zip(strengths, self.ties)]
        order = sorted(self.seats, key=keys.__getitem__, reverse=True)
        first, second = order[:2]
        won = [0] * self.count
        for place, index in enumerate(order):
            won[index] = self.coins[index][place]
        if self.contest.is_race:
            won[first] += self.laurels[first][0]
            won[second] += self.laurels[second][1]
        elif (points := self.points[first] * strengths[first]) >= self.slave[first]:
            won[first] += points
            won[second] += self.slave[second]
        else:
            won[first] += self.slave[first]
            won[second] += self.points[second] * strengths[second]
        self.known_prizes[strengths] = won, order
        return won, order

    def lifted(self, strengths: Strengths, faces: int) -> Strengths:
        """Return the strengths after ``faces`` counting faces of the holder's blue dice."""
        own = strengths[self.holder] + faces
        return (*strengths[: self.holder], own, *strengths[self.holder + 1 :])

    def settled(self, strengths: Strengths) -> list[int]:
        """Return each entrant's worth of strengths before the blue dice, times 3 ** the dice that may be thrown."""
        found = self.known_settled.get(strengths)
        if found is None:
            if self.stops:
                found = self.one_by_one(strengths, self.most)[0]
            else:
                dice, whole = self.number(strengths), self.scales[0]
                left, each = self.left + self.most - dice, self.scales[dice]
                found = [won * each + keep[left] * whole for won, keep in zip(self.fallen(strengths)[dice], self.keep)]
            self.known_settled[strengths] = found
        return found

    def fallen(self, strengths: Strengths) -> list[list[int]]:
        """Return every entrant's prizes summed over the rolls of 0, 1, ... blue dice."""
        found = self.known_fallen.get(strengths)
        if found is None:
            row = [self.prizes(self.lifted(strengths, faces))[0] for faces in range(self.dice + 1)]
            found = [row[0]]
            while len(row) > 1:
                row = [[2 * less + more for less, more in zip(*pair)] for pair in pairwise(row)]
                found.append(row[0])
            self.known_fallen[strengths] = found
        return found

    def number(self, strengths: Strengths) -> int:
        """Return how many blue dice the holder names, the fewest of equally good numbers (4.4)."""
        if self.exactly:
            return self.most
        worths = self.worths_by_named_dice(strengths)
        return worths.index(max(worths))

    def worths_by_named_dice(self, strengths: Strengths) -> list[int]:
        """Return the holder's worth of each number of blue dice named, times 3 ** the dice that may be thrown."""
        fallen, holder = self.fallen(strengths), self.holder
        return [sums[holder] * scale + kept for sums, scale, kept in zip(fallen, self.scales, self.kept)]

    def faces(self, strengths: Strengths) -> Iterable[tuple[int, int]]:
        """Return the numbers of blue faces to come with their weights, out of 3 ** the dice that may be thrown."""
        if self.stops:
            return self.one_by_one(strengths, self.most)[1].items()
        dice = self.number(strengths)
        return ((faces, weight * self.scales[dice]) for faces, weight in enumerate(counting_face_weights(dice)))

    def one_by_one(self, strengths: Strengths, left: int) -> tuple[list[int], dict[int, int]]:
        """Return the worths and weights of faces times 3 ** left, where the holder may stop after every die."""
        won, _ = self.prizes(strengths)
        stop = [(prize + keep[left]) * 3**left for prize, keep in zip(won, self.keep)]
        if not left:
            return stop, {0: 1}
        on, dist = self.go_on(strengths, left)
        return (on, dist) if on[self.holder] > stop[self.holder] else (stop, {0: 3**left})

    def go_on(self, strengths: Strengths, left: int) -> tuple[list[int], dict[int, int]]:
        """Return the worths and weights of faces times 3 ** left, after one more die."""
        misses, dist = self.one_by_one(strengths, left - 1)
        hits, more = self.one_by_one(self.lifted(strengths, 1), left - 1)
        whole = Counter({faces: 2 * weight for faces, weight in dist.items()})
        whole.update({faces + 1: weight for faces, weight in more.items()})
        return [2 * miss + hit for miss, hit in zip(misses, hits)], dict(whole)

    def played(self, turn: int, strengths: Strengths) -> Strengths:
        """Return the strengths after best play of cards by the deciders from this turn on; of equals the cheapest."""
        if turn == len(self.deciders):
            return strengths
        found = self.known_played.get((turn, strengths))
        if found is None:
            ways = list(self.ways(turn, strengths))
            best = max(value for value, _ in ways)
            found = self.known_played[turn, strengths] = next(end for value, end in ways if value == best)
        return found

    def ways(self, turn: int, strengths: Strengths) -> Iterator[tuple[int, Strengths]]:
        """Yield the worth of each option to its decider, less the cards played, and the strengths after it."""
        index, whole = self.deciders[turn], 3**self.most
        for added, cost in self.costs[index].items():
            after = (*strengths[:index], strengths[index] + added, *strengths[index + 1 :])
            end = self.played(turn + 1, after)
            yield self.settled(end)[index] - cost * whole, end

    def throws(self) -> list[tuple[int, Strengths]]:
        """Return the rolls of the red dice: weights, and strengths after them."""
        found: list[tuple[int, Strengths]] = [(1, ())]
        for entrant in self.entrants:
            column = [
                (weight, entrant.sure_strength + faces)
                for faces, weight in enumerate(counting_face_weights(entrant.red))
            ]
            found = [(whole * weight, (*before, own)) for whole, before in found for weight, own in column]
        return found

    @property
    def total(self) -> int:
        """The sum of the weights of red and blue dice."""
        return int(3 ** (self.most + sum(entrant.red for entrant in self.entrants)))

    def sums(self) -> list[int]:
        """Return every entrant's worth summed over all rolls, less the cards played."""
        sums, whole = [0] * self.count, 3**self.most
        for weight, fallen in self.fallings:
            end = self.played(0, fallen) if self.deciders else fallen
            sums = [total + weight * won for total, won in zip(sums, self.settled(end))]
            for index in self.deciders:
                sums[index] -= weight * self.costs[index][end[index] - fallen[index]] * whole
        return sums

    def ranks(self) -> list[list[int]]:
        """Return the weights of every entrant's ranks."""
        ranks = [[0] * self.count for _ in self.seats]
        for weight, fallen in self.fallings:
            end = self.played(0, fallen)
            for faces, share in self.faces(end):
                for rank, index in enumerate(self.prizes(self.lifted(end, faces))[1]):
                    ranks[index][rank] += weight * share
        return ranks

    def basis(self) -> Basis:
        prizes = "5.5" if self.contest.is_race else "4.6"
        readings = [note("aquileia.basis.hands_open"), note("aquileia.basis.no_gain")]
        if self.dice:
            readings.append(note("aquileia.basis.together" if self.blue == "together" else "aquileia.basis.one_by_one"))
        if not self.contest.is_race:
            readings.append(note("aquileia.basis.second_prize"))
        worths = tuple(dict.fromkeys(worth_note(worth) for worth in self.worths))
        return join_bases(self.contest.basis[:-1], (prizes,), readings, worths)


def _share(value: int, whole: int, numbers: Any) -> Any:
    return value / whole if numbers is float else Fraction(value, whole)


def _check_strengths(count: int) -> None:
    if count > MOST_STRENGTHS:
        right = f"up to {MOST_STRENGTHS:,} are looked at, so give fewer cards that help"
        raise ValueError(f"these hands can add {count:,} strengths together; {right}")


def worth_note(worth: t.PointWorth) -> str:
    """Return the worths in use, as a basis entry."""
    return note("aquileia.basis.worth", **{name: str(getattr(worth, name)) for name in worth.__slots__})


@dataclass(frozen=True, slots=True)
class _Option:
    strength: int
    cost: Fraction
    cards: tuple[str, ...]


def _worth_of(worth: t.PointWorth | Mapping[str, t.PointWorth] | None, name: str) -> t.PointWorth:
    found = worth.get(name, t.PointWorth()) if isinstance(worth, Mapping) else worth or t.PointWorth()
    return require_type(found, t.PointWorth, "the worth", "a PointWorth, or one by name of each entrant")  # type: ignore[no-any-return]


def _options(hand: Iterable[str], contest: Contest, entrant: Entrant, worth: t.PointWorth) -> list[_Option]:
    """Return the strengths that a hand can add, each in its cheapest way, the one that spends least first."""
    cheapest = {0: _Option(0, Fraction(0), ())}
    where = "stadium" if contest.is_race else "arena"
    cards = [card for card in hand if t.adds_strength(t.require_known("card", card, t.CARDS), where, entrant.side)]
    for card in sorted(cards):
        strength, cost = t.CARDS[card].strength, worth.worth_of_card(card)
        for option in list(cheapest.values()):
            more = _Option(option.strength + strength, option.cost + cost, (*option.cards, card))
            old = cheapest.get(more.strength)
            if old is None or (more.cost, len(more.cards)) < (old.cost, len(old.cards)):
                cheapest[more.strength] = more
    return sorted(cheapest.values(), key=lambda option: (option.cost, option.strength))


def _all_known(
    names: Iterable[str], worth: t.PointWorth | Mapping[str, t.PointWorth] | None, entrants: Iterable[str]
) -> None:
    """Raise ValueError for a name in ``names`` or ``worth`` that no entrant has."""
    for name in (*names, *(worth if isinstance(worth, Mapping) else ())):
        t.require_known("entrant", name, entrants)


def _kept(name: str, keep: Mapping[str, Sequence[Any]], dice: int) -> list[Any]:
    """Return the worth to an entrant of 0, 1, ... dice kept: zeros unless ``keep`` gives them."""
    kept = [t.exact_number(value) for value in keep.get(name, [0] * (dice + 1))]
    if len(kept) <= dice:
        raise ValueError(f"keep[{name!r}] has {len(kept)} values; it needs one for each of 0 to {dice} dice left")
    return kept


def _solve(fight: _Fight, throw: int | None, numbers: Any) -> ContestPlan:
    names = fight.contest.names
    fight.ask(fight.dice if throw is None else throw, exactly=throw is not None)
    decider, choices = _choices(fight, numbers)
    return ContestPlan(
        {name: _share(value, fight.total * fight.unit, numbers) for name, value in zip(names, fight.sums())},
        {name: [_share(weight, fight.total, numbers) for weight in own] for name, own in zip(names, fight.ranks())},
        decider,
        tuple(sorted(choices, key=lambda choice: -choice.value)),
        fight.basis(),
    )


def _choices(fight: _Fight, numbers: Any) -> tuple[str | None, list[ContestChoice]]:
    """Return who decides next on cards or blue dice, if anybody, and their choices, once all red dice are thrown."""
    names, whole = fight.contest.names, 3**fight.most * fight.unit
    fallen = tuple(entrant.sure_strength for entrant in fight.entrants)
    if any(entrant.red for entrant in fight.entrants):
        return None, []
    if fight.deciders:
        index = fight.deciders[0]
        values = (_share(value, whole, numbers) for value, _ in fight.ways(0, fallen))
        return names[index], [ContestChoice(o.cards, 0, value) for o, value in zip(fight.hands[index], values)]
    if fight.exactly or not fight.dice:
        return None, []
    if fight.blue == "together":
        worths = fight.worths_by_named_dice(fallen)
    else:
        stop = fight.prizes(fallen)[0][fight.holder] + fight.keep[fight.holder][fight.most]
        worths = [stop * 3**fight.most, fight.go_on(fallen, fight.most)[0][fight.holder]]
    shares = [_share(value, whole, numbers) for value in worths]
    return names[fight.holder], [ContestChoice((), dice, value) for dice, value in enumerate(shares)]


def split_blue_dice(
    arena: Contest,
    stadium: Contest,
    holder: str | None = None,
    *,
    dice: int = t.SETUP["blue_dice"],
    hands: Hands | None = None,
    worth: t.PointWorth | Mapping[str, t.PointWorth] | None = None,
    blue: str = "together",
    numbers: Any = Fraction,
) -> BlueDiceSplit:
    """Return how many blue dice to throw in the arena and how many to keep for the race (3.5, 4.4, 5.4).

    The race's red dice are still unknown; its cards and blue dice will be played for the best. The holder, by default
    the entrant of the arena who has blue dice, must be in both contests; ``hands``, ``worth`` and ``blue`` are as in
    ``best_play``. The answer's ``best`` is the number to throw in the arena, ``loss`` what the next best number costs.

    >>> arena = Contest([Entrant("Ada", base=3, tie=1, red=0), Entrant("Ben", base=2, tie=2, red=0, blue=4)])
    >>> race = Contest([Entrant("Ada", base=2, tie=1, side="gold"), Entrant("Ben", base=2, tie=2, side="gold")])
    >>> split = split_blue_dice(arena, race)
    >>> split.best, str(split.loss)
    (4, '392/729')
    """
    question = _question(split_blue_dice, locals())
    dice = python_number(dice)
    holder = _holder(require_contest(arena, "the arena"), require_contest(stadium, "the race"), holder, dice)
    hands, worth = _hands(hands), worth if worth is not None else t.PointWorth()
    _all_known(hands, worth, dict.fromkeys(arena.names + stadium.names))
    race = _fight_of(stadium, holder, dice, hands, worth, blue, {})
    worths: list[list[Fraction]] = []
    for kept in range(dice + 1):
        race.ask(kept, exactly=False)
        worths.append([Fraction(value, race.total * race.unit) for value in race.sums()])
    keep = {
        name: [values[index] for values in worths] for index, name in enumerate(stadium.names) if name in arena.names
    }
    fight, own, found = _fight_of(arena, holder, dice, hands, worth, blue, keep), arena.index(holder), []
    for thrown, exactly in [*((thrown, True) for thrown in range(dice + 1)), (dice, False)]:
        fight.ask(thrown, exactly)
        found.append(_share(fight.sums()[own], fight.total * fight.unit, numbers))
    *values, waiting = found
    best, second = sorted(range(dice + 1), key=lambda n: -values[n])[:2]
    basis = join_bases(fight.basis(), race.basis(), ("3.5",))
    loss = values[best] - values[second]
    return BlueDiceSplit(holder, tuple(values), best, second, loss, waiting, keep, basis, question)


def _holder(arena: Contest, stadium: Contest, holder: str | None, dice: int) -> str:
    """Return the holder of the blue dice; ValueError if there is none, and for impossible contests or dice."""
    holder = holder or next((entrant.name for entrant in arena.entrants if entrant.blue), None)
    if holder is None:
        raise ValueError("nobody in the arena has blue dice; name their holder")
    if not stadium.is_race or arena.is_race:
        raise ValueError("give first the arena, whose entrants have no side, then the race, whose entrants have one")
    if not (isinstance(dice, int) and 1 <= dice <= t.SETUP["blue_dice"]):
        raise ValueError(f"dice={dice!r}; it should be from 0 to 4, the blue dice of the game (3.5)")
    return holder


def _fight_of(
    contest: Contest,
    holder: str,
    dice: int,
    hands: Hands,
    worth: t.PointWorth | Mapping[str, t.PointWorth],
    blue: str,
    keep: Mapping[str, Sequence[Any]],
) -> _Fight:
    armed = without_blue(contest).with_entrant(holder, blue=dice)
    return _Fight(armed, _of(hands, contest), _of(worth, contest), blue, keep)


def _of(given: Any, contest: Contest) -> Any:
    """Keep the hands or worths of this contest's entrants; a single worth for all is returned unchanged."""
    if not isinstance(given, Mapping):
        return given
    return {name: value for name, value in given.items() if name in contest.names}
