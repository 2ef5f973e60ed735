"""A probability distribution with weights: whole numbers give exact answers, floats rounded answers.

The idea: keep whole weights over a common total and divide only when a question is asked, so that
every answer is a Fraction and nothing is rounded on the way."""

from __future__ import annotations

from collections.abc import Callable, Hashable, ItemsView, Iterable, Iterator, Mapping
from fractions import Fraction
from html import escape
from itertools import accumulate
from math import gcd, inf, lcm
from numbers import Rational, Real
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

from gamekit.text.translation import basis_line, percent_html

if TYPE_CHECKING:
    from random import Random

    import pandas as pd

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)
Number: TypeAlias = int | float | Fraction
Basis: TypeAlias = tuple[str, ...]  # what a number rests on: clauses of the rules, rulings, judged figures
LONGEST = 10**4_000  # of the weights that are shown


def join_bases(*bases: Iterable[str]) -> Basis:
    """Join several bases: every entry once, in the order first met.

    >>> join_bases(("7.2", "7.4"), ("7.4", "7.42"))
    ('7.2', '7.4', '7.42')
    """
    return tuple(dict.fromkeys(entry for basis in bases for entry in basis))


def identity(outcome: Any) -> Any:
    """The outcome itself: the default measure of ``mean``, ``quantile`` and their like."""
    return outcome


class Dist(Mapping[T, "int | float"], Generic[T]):
    """An unchangeable map from outcome to weight. Outcomes are hashable; equal ones merge, weight 0 vanishes.

    Weights that are whole numbers of any size, or fractions, give answers in ``Fraction``; if any weight is a float,
    all become floats. ``basis`` says what the numbers are based on; every method keeps it, and equality ignores it.
    Raises ValueError on a negative or non-finite weight or sum, or when nothing has any weight.

    >>> die = Dist(dict.fromkeys(range(1, 7), 1))
    >>> die.p(lambda face: face >= 5), die.mean()
    (Fraction(1, 3), Fraction(7, 2))
    >>> die.then(lambda first: die.map(lambda second: first + second)).p(lambda total: total == 7)
    Fraction(1, 6)
    """

    __slots__ = ("_basis", "_total", "_weights")
    total_weight = property(lambda self: self._total, doc="The sum of the weights: int or float.")
    basis = property(lambda self: self._basis, doc="What the numbers are based on.")

    def __init__(self, weights: Mapping[T, Any] | Iterable[tuple[T, Any]], basis: Iterable[str] = ()) -> None:
        if isinstance(basis, str):
            raise TypeError(f"a basis is a tuple of texts: write ({basis!r},)")
        if not isinstance(weights, Iterable):
            raise ValueError(f"weights is {weights!r}; it should be outcomes with weights, such as {{1: 1, 2: 3}}")
        self._weights = merge_weights(weights)
        self._total, self._basis = sum(self._weights.values()), tuple(basis)

    def __getitem__(self, outcome: T) -> Any:
        return self._weights[outcome]

    def __iter__(self) -> Iterator[T]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def items(self) -> ItemsView[T, Any]:
        """Return the pairs (outcome, weight)."""
        return self._weights.items()  # the dictionary's own view hashes no outcome again

    def __eq__(self, other: object) -> bool:
        """Whether both distributions have equal chances; the scale of the weights and the basis do not matter."""
        if not isinstance(other, Dist):
            return NotImplemented
        return self.keys() == other.keys() and all(
            w * other.total_weight == other[o] * self.total_weight for o, w in self.items()
        )

    def __hash__(self) -> int:
        return hash(frozenset(self._weights))

    def __repr__(self) -> str:
        short = len(self) <= 64 and self.total_weight < LONGEST  # of a longer number Python makes no text
        return f"Dist({self._weights!r})" if short else f"<Dist of {len(self)} outcomes>"

    @property
    def _whole(self) -> bool:
        return isinstance(self.total_weight, int)

    def _share(self, part: Any) -> Any:
        return (
            Fraction(part) / self.total_weight
            if self._whole and isinstance(part, Rational)
            else part / self.total_weight
        )

    def p(self, event: Callable[[T], bool]) -> Any:
        """Return the chance of an event, a function from outcome to ``bool`` (anything else raises TypeError)."""
        if not callable(event):
            raise TypeError(f"an event is a function from outcome to bool, not {event!r}")
        return self._share(sum(weight for outcome, weight in self.items() if strict_bool(event, outcome)))

    def mean(self, value: Callable[[T], Number] = identity) -> Any:
        """Return the expected value, of the outcome itself or of a function of it."""
        values = [python_number(value(outcome)) for outcome in self]
        if self._whole and any(isinstance(each, float) for each in values):  # a weight may be too large for a float
            return sum(weight / self.total_weight * each for weight, each in zip(self._weights.values(), values))
        return self._share(sum(weight * each for weight, each in zip(self._weights.values(), values)))

    def variance(self, value: Callable[[T], Number] = identity) -> Any:
        """Return the expected squared distance from the mean."""
        mean = self.mean(value)
        return self.mean(lambda outcome: (value(outcome) - mean) ** 2)

    def quantile(self, q: Number, value: Callable[[T], Any] = identity) -> Any:
        """Return the smallest value v with P(value <= v) >= ``q`` (0 to 1)."""
        if not isinstance(q, Real) or not 0 <= q <= 1:
            raise ValueError(f"a quantile lies between 0 and 1, not at {q!r}")
        dist = self.map(value)
        ordered = sorted(dist)
        below = accumulate(dist[outcome] for outcome in ordered)
        exact = not isinstance(q, float)  # 1/10 is not above the float 0.1: they are compared as floats
        reached = ((dist._share(part) if exact else part / dist.total_weight) for part in below)
        return next((outcome for outcome, share in zip(ordered, reached) if share >= q), ordered[-1])

    def at_least(self, bound: Any, value: Callable[[T], Any] = identity) -> Any:
        """Return the chance that the value is ``bound`` or more."""
        return self.p(lambda outcome: bool(value(outcome) >= bound))

    def map(self, change: Callable[[T], U]) -> Dist[U]:
        """Return the distribution of a function of the outcome."""
        return Dist(((change(outcome), weight) for outcome, weight in self.items()), self.basis)

    def given(self, event: Callable[[T], bool]) -> Dist[T]:
        """Return the conditional distribution, given the event; ValueError if its chance is 0."""
        kept = {outcome: weight for outcome, weight in self.items() if strict_bool(event, outcome)}
        if not kept:
            raise ValueError("this event has no chance at all, so nothing can be said given that it happened")
        return Dist(kept, self.basis)

    def then(self, following: Callable[[T], Dist[U]]) -> Dist[U]:
        """Return the distribution after a further step: ``following(outcome)`` is the Dist of that step."""
        steps = [(weight, following(outcome)) for outcome, weight in self.items()]
        basis = join_bases(self.basis, *(step.basis for _, step in steps))
        if not (self._whole and all(step._whole for _, step in steps)):
            return Dist(
                ((o, w / self.total_weight * (v / step.total_weight)) for w, step in steps for o, v in step.items()),
                basis,
            )
        common = lcm(*(step.total_weight for _, step in steps))
        whole = Dist(((o, w * v * (common // step.total_weight)) for w, step in steps for o, v in step.items()), basis)
        shared = gcd(*whole._weights.values())
        return Dist({outcome: weight // shared for outcome, weight in whole.items()}, basis)

    def sample(self, random: Random) -> T:
        """Draw one outcome with a ``random.Random``; whole weights are drawn without rounding."""
        draw = random.randrange(self.total_weight) if self._whole else random.random() * self.total_weight
        reached = accumulate(self._weights.values())
        return next((outcome for outcome, below in zip(self, reached) if draw < below), next(reversed(self._weights)))

    def to_frame(self) -> pd.DataFrame:
        """Return a table with the columns outcome, weight and p, likeliest first; the basis is in ``attrs``."""
        import pandas as pd

        outcomes, weights = zip(*sorted(self.items(), key=lambda item: -item[1]))
        frame = pd.DataFrame({"outcome": pd.Series(outcomes, dtype=object)})
        frame["weight"] = pd.Series(weights, dtype=object if self._whole else float)
        frame["p"] = [weight / self.total_weight for weight in weights]
        frame.attrs["basis"] = self.basis
        return frame

    def _repr_html_(self, shown: int = 12) -> str:
        ordered = sorted(self.items(), key=lambda item: -item[1])
        lines = [(escape(str(outcome)), weight) for outcome, weight in ordered[:shown]]
        if left := ordered[shown:]:
            lines.append((f"<i>{len(left)} more</i>", sum(weight for _, weight in left)))
        body = "".join(
            f"<tr><td>{name}</td><td>{percent_html(weight / self.total_weight)}</td></tr>" for name, weight in lines
        )
        caption = f"<caption>{escape(basis_line(self.basis))}</caption>" if self.basis else ""
        return f"<table>{caption}<thead><tr><th>outcome</th><th>p</th></tr></thead><tbody>{body}</tbody></table>"


def merge_weights(weights: Mapping[T, Any] | Iterable[tuple[T, Any]]) -> dict[T, Any]:
    """Add up equal outcomes, drop weight 0, and make all weights ``int``, or all ``float``.

    Fractions become whole over their common denominator. Raises ValueError on a negative or non-finite weight or sum of
    weights, or when nothing has any weight.

    >>> merge_weights([("a", 1), ("b", 0), ("a", 2)])
    {'a': 3}
    """
    pairs = list(weights.items() if isinstance(weights, Mapping) else weights)
    merged = dict(weights) if isinstance(weights, Mapping) else _by_outcome(pairs)
    kinds = {type(weight) for _, weight in pairs}
    values = merged.values()
    if len(merged) == len(pairs) and kinds in ({int}, {float}) and min(values) > 0 and sum(values) < inf:
        return merged  # the common case: no outcome was hashed twice; a sum with a NaN is not below infinity
    _check(pairs)
    scaled, merged = _scale([weight for _, weight in pairs]), {}
    for outcome, weight in pairs:
        if weight:
            merged[outcome] = merged.get(outcome, 0) + scaled(weight)
    if not merged:
        raise ValueError("a Dist needs at least one outcome with a weight above 0")
    if sum(merged.values()) == inf:
        raise ValueError("the weights add up to more than a float can hold; divide them all by the same number")
    return merged


def _check(pairs: list[tuple[T, Any]]) -> None:
    for outcome, weight in pairs:
        if not hasattr(weight, "__float__") or not 0 <= weight < inf:
            raise ValueError(f"weight of {outcome!r} is {weight!r}; weights are finite numbers from 0 up")


def _by_outcome(pairs: list[tuple[T, Any]]) -> dict[T, Any]:
    try:
        return dict(pairs)
    except (TypeError, ValueError):
        raise ValueError("weights should be pairs of an outcome, which never changes, and a number") from None


def _scale(weights: list[Any]) -> Callable[[Any], Any]:
    """Return the function that makes weights whole over their common denominator, or floats if one is a float."""
    if not all(isinstance(weight, Rational) for weight in weights):
        return float
    common = lcm(*(int(weight.denominator) for weight in weights))
    return lambda weight: int(weight.numerator) * (common // int(weight.denominator))


def python_number(value: Any) -> Any:
    """Return a number or truth value of numpy as Python's own, anything else unchanged.

    >>> python_number(3), python_number("a")
    (3, 'a')
    """
    return value.item() if getattr(value, "ndim", None) == 0 and hasattr(value, "item") else value


def strict_bool(event: Callable[[T], bool], outcome: T) -> bool:
    """Return ``event(outcome)``; TypeError unless it is True or False (an uncalled method would make all certain)."""
    answer = event(outcome)
    if answer is not True and answer is not False:
        answer = python_number(answer)
        if answer is not True and answer is not False:
            raise TypeError(
                f"an event answers True or False; for {outcome!r} it gave {answer!r} (a method not called?)"
            )
    return answer
