"""Who wins the arena or the race: the exact distribution of rankings.

Faces count one in three and everybody throws alone, so the strengths are independent binomials. One entrant's rank
needs only each rival's chance to be ahead, for each of the entrant's own throws; rankings need all numbers of faces, at
most 4 x 4 x 4 x 4 x 8 for five entrants."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, partial, reduce
from itertools import combinations, product
from math import comb
from typing import TYPE_CHECKING, Any

from gamekit.analysis.evaluate import LabelledBuilder, Perturbation, perturbation
from gamekit.analysis.sweep import sweep
from gamekit.aquileia.tables import SETUP, require_known
from gamekit.probability.distribution import Basis, Dist, Number, python_number
from gamekit.storage import data_files
from gamekit.storage.serialization import short_repr
from gamekit.text.translation import note
from gamekit.text.validation import as_tuple, convert_numpy_fields, require_type, whole_number

if TYPE_CHECKING:
    import pandas as pd

ARENA = ("4.1", "4.2", "4.3", "4.4", "4.5")
STADIUM = ("5.1", "5.2", "5.3", "5.4", "4.5")
SIDES = ("gold", "silver")
MOST_BASE = 10_000  # that is tried
RIGHT = "two to five of Entrant, such as [Entrant('Ada', base=2, tie=1), Entrant('Ben', base=1, tie=2)]"


@dataclass(frozen=True, slots=True)
class Entrant:
    """Somebody in the arena or the race. ``base`` is the sum of the fields, ``tie`` the tie-breaker's place,
    ``cards`` the strength of cards played, ``rolled`` the faces already shown that count; ``red`` and ``blue``
    are dice still to throw. In a race ``side`` is the horse's metal; it matters only for prizes.

    >>> Entrant("Kiko", base=1, cards=2, tie=2)
    Entrant(name='Kiko', base=1, tie=2, cards=2, rolled=0, red=3, blue=0, side=None)
    """

    name: str
    base: int
    tie: int = 0
    cards: int = 0
    rolled: int = 0
    red: int = SETUP["red_dice"]
    blue: int = 0
    side: str | None = None

    def __post_init__(self) -> None:
        convert_numpy_fields(self)
        _whole(self, "base", 1, "the sum of one's fields is a whole number from 1")
        if not self.tie:
            raise ValueError(f"{self.name} has no tie-breaker place; give tie=1 for the first place")
        _whole(self, "tie", 1, "tie-breaker places are numbered from 1")
        _whole(self, "cards", 0, "the strength of cards is a whole number from 0")
        _whole(self, "rolled", 0, "faces shown are a whole number from 0")
        _whole(self, "red", 0, "red dice to throw are at most three", SETUP["red_dice"])
        _whole(self, "blue", 0, "there are four blue dice (3.5)", SETUP["blue_dice"])
        if self.side is not None:
            require_known("side of the stadium", self.side, SIDES)

    @property
    def sure_strength(self) -> int:
        """The strength without the dice still to throw."""
        return self.base + self.cards + self.rolled


def _whole(entrant: Entrant, field: str, least: int, right: str, most: int | None = None) -> None:
    value = getattr(entrant, field)
    if not isinstance(value, int) or isinstance(value, bool) or value < least or (most is not None and value > most):
        raise ValueError(f"{entrant.name}: {field}={value!r}; {right}")


@dataclass(frozen=True, slots=True)
class Contest:
    """Two to five entrants in turn order, at most one of them with blue dice (3.5).

    >>> arena = Contest([Entrant("Ada", base=2, tie=1), Entrant("Ben", base=1, tie=2, red=0)])
    >>> arena.p_rank("Ben")
    [Fraction(0, 1), Fraction(1, 1)]
    """

    entrants: tuple[Entrant, ...]

    def __init__(self, entrants: Iterable[Entrant]) -> None:
        object.__setattr__(self, "entrants", as_tuple(entrants, "the entrants", RIGHT))
        _check(self.entrants)

    def __repr__(self) -> str:
        return f"Contest({list(self.entrants)!r})"

    @property
    def names(self) -> tuple[str, ...]:
        """The entrants' names in turn order."""
        return tuple(entrant.name for entrant in self.entrants)

    @property
    def is_race(self) -> bool:
        """Whether the entrants run in the stadium, each on a side."""
        return self.entrants[0].side is not None

    @property
    def basis(self) -> Basis:
        """The clauses and assumptions behind the odds."""
        return (*(STADIUM if self.is_race else ARENA), note("aquileia.basis.all_cards"))

    def index(self, name: str) -> int:
        """Return an entrant's place in the turn order, from 0; ValueError for a name that is not in it."""
        return self.names.index(require_known("entrant", name, self.names))

    def entrant(self, name: str) -> Entrant:
        """Return the entrant of this name; ValueError for an unknown name."""
        return self.entrants[self.index(name)]

    def with_entrant(self, name: str, **changes: Any) -> Contest:
        """Return the contest with fields of one entrant changed.

        >>> arena = Contest([Entrant("Ada", base=2, tie=1), Entrant("Ben", base=1, tie=2)])
        >>> arena.with_entrant("Ben", base=2).entrant("Ben").base
        2
        """
        index = self.index(name)
        return Contest((*self.entrants[:index], replace(self.entrants[index], **changes), *self.entrants[index + 1 :]))

    def odds(self, numbers: Any = Fraction) -> Dist[tuple[str, ...]]:
        """Return the distribution of rankings: tuples of names, best first. Every die still to throw is thrown; the
        entrants' ``cards`` count, and nobody plays another.

        ``numbers=float`` gives rounded weights that sum to 1.
        """
        rankings = _rankings(self.entrants)
        total = sum(rankings.values())
        named = {tuple(map(self.names.__getitem__, order)): weight for order, weight in sorted(rankings.items())}
        return Dist({k: w / total for k, w in named.items()} if numbers is float else named, self.basis)

    def p_rank(self, name: str, numbers: Any = Fraction) -> list[Any]:
        """Return the chance of each rank of an entrant, first to last."""
        weights = rank_weights(self.entrants, self.index(name))
        total = sum(weights)
        return [weight / total if numbers is float else Fraction(weight, total) for weight in weights]

    def strengths(self, name: str) -> Dist[int]:
        """Return the distribution of an entrant's final strength."""
        entrant = self.entrant(name)
        faces = counting_face_weights(entrant.red + entrant.blue)
        return Dist({entrant.sure_strength + shown: int(weight) for shown, weight in enumerate(faces)}, self.basis)

    def summary(self, numbers: Any = Fraction, name: str | None = None) -> dict[str, Any]:
        """Return the figures in sweeps: the rank chances of an entrant, by default the first in turn order."""
        exact = note("basis.rounded" if numbers is float else "basis.exact")
        ranks = self.p_rank(self.names[0] if name is None else name, numbers)
        return {**dict(zip(PLACES, ranks)), "basis": (exact, *self.basis)}

    def changes(self) -> Iterator[Perturbation]:
        """Yield every change of one input: each entrant's base, cards, red and blue dice; the order of tie-breakers."""
        for entrant in self.entrants:
            for field in ("base", "cards", "red", "blue"):
                now = getattr(entrant, field)
                ways: list[LabelledBuilder] = [
                    (str(now + by), partial(self.with_entrant, entrant.name, **{field: now + by})) for by in (-1, 1)
                ]
                yield perturbation(note(f"aquileia.change.{field}", name=entrant.name), *ways)
        for one, other in combinations(self.entrants, 2):
            said = note("aquileia.change.tie", one=one.name, other=other.name)
            swapped = {one: replace(one, tie=other.tie), other: replace(other, tie=one.tie)}
            yield Perturbation(said, None, (said, Contest(swapped.get(each, each) for each in self.entrants)))


def without_blue(contest: Contest) -> Contest:
    """Return the contest when nobody has blue dice."""
    return Contest(replace(entrant, blue=0) for entrant in require_contest(contest).entrants)


def require_contest(value: Any, name: str = "the contest") -> Contest:
    """Return the value if it is a contest, or raise ValueError."""
    found: Contest = require_type(value, Contest, name, f"a Contest of {RIGHT}")
    return found


def _check(entrants: tuple[Entrant, ...]) -> None:
    for each in entrants:
        require_type(each, Entrant, "an entrant", RIGHT)
    if not 2 <= len(entrants) <= 5:
        raise ValueError(f"{len(entrants)} entrants; a contest takes two to five")
    for which in ("name", "tie"):
        taken: dict[Any, str] = {}
        for entrant in entrants:
            value = getattr(entrant, which)
            if value in taken:
                one, other = taken[value], entrant.name
                raise ValueError(note(f"aquileia.error.twice.{which}", value=repr(value), one=one, other=other))
            taken[value] = entrant.name
    holders = [entrant.name for entrant in entrants if entrant.blue]
    if len(holders) > 1:
        names = reduce(lambda one, other: note("aquileia.error.and", one=one, other=other), holders)
        raise ValueError(note("aquileia.error.holders", names=names))
    sides = {entrant.side is None for entrant in entrants}
    if len(sides) > 1:
        raise ValueError("some entrants have a side and some have none; in a race each has gold or silver (2.4)")


@cache
def counting_face_weights(dice: int) -> tuple[int, ...]:
    """Return the weights of 0, 1, ... faces that count among a number of dice, out of 3 ** dice (1.2).

    >>> counting_face_weights(3)
    (8, 12, 6, 1)
    """
    return tuple(comb(dice, shown) * 2 ** (dice - shown) for shown in range(dice + 1))


@cache
def tail_weights(dice: int) -> tuple[int, ...]:
    """Return the weights of at least 0, 1, ..., dice + 1 faces that count, out of 3 ** dice.

    >>> tail_weights(3)
    (27, 19, 7, 1, 0)
    """
    return tuple(sum(counting_face_weights(dice)[shown:]) for shown in range(dice + 2))


def rank_weights(entrants: tuple[Entrant, ...], index: int) -> list[int]:
    """Return the weights of the ranks of one entrant, first to last, summed over the entrant's own throws."""
    own = entrants[index]
    rivals = []
    for rival in (*entrants[:index], *entrants[index + 1 :]):
        dice = rival.red + rival.blue
        # The lead in faces that puts a rival ahead: one more where the entrant wins ties (4.5).
        rivals.append(
            (own.sure_strength - rival.sure_strength + (rival.tie > own.tie), dice, tail_weights(dice), 3**dice)
        )
    ranks = [0] * len(entrants)
    for faces, weight in enumerate(counting_face_weights(own.red + own.blue)):
        dist = [weight]
        for gap, dice, tail, whole in rivals:
            ahead = tail[max(0, min(gap + faces, dice + 1))]
            behind = whole - ahead
            dist = [behind * less + ahead * more for less, more in zip([*dist, 0], [0, *dist])]
        ranks = [one + other for one, other in zip(ranks, dist)]
    return ranks


def _rankings(entrants: tuple[Entrant, ...]) -> dict[tuple[int, ...], int]:
    """Return the integer weight of each ranking (indices, best first) out of 3 ** dice."""
    count = len(entrants)
    places = sorted((entrant.tie for entrant in entrants), reverse=True)  # ties to the lower place
    columns = [
        [
            ((entrant.sure_strength + shown) * count + places.index(entrant.tie), weight, index)
            for shown, weight in enumerate(counting_face_weights(entrant.red + entrant.blue))
        ]
        for index, entrant in enumerate(entrants)
    ]
    found: dict[tuple[int, ...], int] = {}
    for throw in product(*columns):
        ranked = sorted(throw, reverse=True)
        order = tuple([index for _, _, index in ranked])
        weight = 1
        for _, each, _ in ranked:
            weight *= each
        found[order] = found.get(order, 0) + weight
    return found


@dataclass(frozen=True, slots=True)
class _Ready:
    ready: str
    name: str
    base: int
    tie: int
    cards: int
    rolled: int
    red: int
    blue: int
    side: str | None
    source: str


@cache
def example_contests() -> dict[str, Contest]:
    """Return example contests by name, the rulebook's and others; figures without a source are our judgement.

    >>> example_contests()["arena"].p_rank("Kiko")[0]
    Fraction(304, 6561)
    """
    found: dict[str, list[Entrant]] = {}
    for row in data_files.csv_records(_Ready, "aquileia/contests.csv"):
        values = {key: getattr(row, key) for key in Entrant.__slots__}
        found.setdefault(row.ready, []).append(Entrant(**values))
    return {name: Contest(entrants) for name, entrants in found.items()}


def break_even(contest: Contest, name: str, chance: Number = Fraction(1, 2), max_base: int = 50) -> int | None:
    """Return the smallest base strength with at least this chance of winning; None if no base up to ``max_base`` does.

    >>> arena = Contest([Entrant("Ada", base=2, tie=1), Entrant("Ben", base=1, tie=2)])
    >>> break_even(arena, "Ben")
    3
    """
    chance = python_number(chance)
    if not isinstance(chance, (int, float, Fraction)) or not 0 <= chance <= 1:
        raise ValueError(f"chance is {short_repr(chance)}; it should be from 0 to 1")
    require_contest(contest).index(name)
    bases = range(1, whole_number(max_base, "max_base", 0, MOST_BASE) + 1)
    return next((base for base in bases if contest.with_entrant(name, base=base).p_rank(name)[0] >= chance), None)


PLACES = ("first", "second", "third", "fourth", "fifth")


def rank_rows(contest: Contest, name: str, **axes: Any) -> pd.DataFrame:
    """Return an entrant's rank chances over a grid: ``axes`` are fields of ``Entrant`` with values; a column per rank.

    >>> arena = Contest([Entrant("Ada", base=2, tie=1), Entrant("Ben", base=1, tie=2)])
    >>> rank_rows(arena, "Ben", base=(1, 2), cards=(0, 1))["first"].map(str).tolist()
    ['68/729', '242/729', '242/729', '487/729']
    """
    for axis in axes:
        require_known("field of an entrant", axis, Entrant.__slots__)

    def question(**changes: Any) -> dict[str, Fraction]:
        return dict(zip(PLACES, contest.with_entrant(name, **changes).p_rank(name)))

    require_contest(contest).index(name)
    rows = sweep(question, **axes)
    rows.attrs["basis"] = contest.basis
    return rows


def rank_chances_by_blue_dice(contest: Contest, name: str) -> list[list[Fraction]]:
    """Return the rank chances of an entrant with 0 to 4 blue dice, one list per number of dice; others have none.

    >>> arena = Contest([Entrant("Ada", base=2, tie=1), Entrant("Ben", base=1, tie=2)])
    >>> [first for first, _ in rank_chances_by_blue_dice(arena, "Ben")][:2]
    [Fraction(68, 729), Fraction(14, 81)]
    """
    bare = without_blue(contest)
    return [bare.with_entrant(name, blue=dice).p_rank(name) for dice in range(SETUP["blue_dice"] + 1)]
