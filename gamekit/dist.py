"""A probability distribution with weights: whole ones give exact answers, floats give rounded ones.

The idea: keep whole weights over a common total and divide only when a question is asked, so that
every answer is a Fraction and nothing is rounded on the way."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from fractions import Fraction
from html import escape
from itertools import accumulate
from math import gcd, lcm
from typing import TYPE_CHECKING, Any, Generic, TypeAlias, TypeVar

if TYPE_CHECKING:
    from random import Random

    import pandas as pd

T = TypeVar("T", bound=Hashable)
U = TypeVar("U", bound=Hashable)
Number: TypeAlias = "int | float | Fraction"
Basis: TypeAlias = tuple[str, ...]


def join(*bases: Iterable[str]) -> Basis:
    """Several bases as one: every entry once, in the order first met.

    >>> join(("7.2", "7.4"), ("7.4", "7.42"))
    ('7.2', '7.4', '7.42')
    """
    return tuple(dict.fromkeys(entry for basis in bases for entry in basis))


def itself(outcome: Any) -> Any:
    """The outcome as it is: what ``mean`` and its like measure unless told otherwise."""
    return outcome


class Dist(Mapping[T, "int | float"], Generic[T]):
    """An unchangeable map from outcome to weight. Outcomes are hashable; equal ones merge, weight 0 vanishes.

    Whole weights of any size answer in ``Fraction``; if any weight is a float, all become floats.
    ``basis`` says what the numbers rest on; it travels along and takes no part in equality.
    Raises ValueError on a negative or non-finite weight, or when nothing has any weight.

    >>> die = Dist(dict.fromkeys(range(1, 7), 1))
    >>> die.p(lambda face: face >= 5), die.mean()
    (Fraction(1, 3), Fraction(7, 2))
    >>> die.then(lambda first: die.map(lambda second: first + second)).p(lambda total: total == 7)
    Fraction(1, 6)
    """

    __slots__ = ("_weights", "basis", "total")
    total: Any  # the sum of the weights: int or float

    def __init__(self, weights: Mapping[T, Any] | Iterable[tuple[T, Any]], basis: Iterable[str] = ()) -> None:
        merged: dict[T, Any] = {}
        for outcome, weight in weights.items() if isinstance(weights, Mapping) else weights:
            if not 0 <= weight < float("inf"):
                raise ValueError(f"weight of {outcome!r} is {weight!r}; weights are finite numbers from 0 up")
            if weight:
                merged[outcome] = merged.get(outcome, 0) + weight
        if not merged:
            raise ValueError("a Dist needs at least one outcome with a weight above 0")
        if not all(isinstance(weight, int) for weight in merged.values()):
            merged = {outcome: float(weight) for outcome, weight in merged.items()}
        self._weights = merged
        self.total = sum(merged.values())
        self.basis: Basis = tuple(basis)

    def __getitem__(self, outcome: T) -> int | float:
        weight: int | float = self._weights[outcome]
        return weight

    def __iter__(self) -> Iterator[T]:
        return iter(self._weights)

    def __len__(self) -> int:
        return len(self._weights)

    def __eq__(self, other: object) -> bool:
        """The same law: equal chances, whatever the scale of the weights and the basis."""
        if not isinstance(other, Dist):
            return NotImplemented
        return self.keys() == other.keys() and all(w * other.total == other[o] * self.total for o, w in self.items())

    def __hash__(self) -> int:
        return hash(frozenset((outcome, self._share(weight)) for outcome, weight in self.items()))

    def __repr__(self) -> str:
        return f"Dist({self._weights!r})"

    def _share(self, weight: Any) -> Any:
        return Fraction(weight, self.total) if isinstance(self.total, int) else weight / self.total

    def p(self, event: Callable[[T], bool]) -> Any:
        """The chance of an event, a function from outcome to ``bool`` (anything else raises TypeError)."""
        if not callable(event):
            raise TypeError(f"an event is a function from outcome to bool, not {event!r}")
        return self._share(sum(weight for outcome, weight in self.items() if _real_bool(event, outcome)))

    def mean(self, value: Callable[[T], Number] = itself) -> Any:
        """The expected value, of the outcome itself or of a function of it."""
        return self._share_of(sum(weight * value(outcome) for outcome, weight in self.items()))

    def variance(self, value: Callable[[T], Number] = itself) -> Any:
        """The expected squared distance from the mean."""
        mean = self.mean(value)
        return self._share_of(sum(weight * (value(outcome) - mean) ** 2 for outcome, weight in self.items()))

    def _share_of(self, weighted: Any) -> Any:
        return Fraction(weighted) / self.total if isinstance(weighted, int) else weighted / self.total

    def quantile(self, q: Number, value: Callable[[T], Any] = itself) -> Any:
        """The smallest value that is reached or undercut with chance at least ``q`` (0 to 1)."""
        if not 0 <= q <= 1:
            raise ValueError(f"a quantile lies between 0 and 1, not at {q}")
        law = self.map(value)
        ordered = sorted(law)
        reached = accumulate(law[outcome] for outcome in ordered)
        return next((x for x, below in zip(ordered, reached) if below >= q * law.total), ordered[-1])

    def at_least(self, bound: Any, value: Callable[[T], Any] = itself) -> Any:
        """The chance that the value is ``bound`` or more."""
        return self.p(lambda outcome: bool(value(outcome) >= bound))

    def map(self, change: Callable[[T], U]) -> Dist[U]:
        """The law of a function of the outcome."""
        return Dist(((change(outcome), weight) for outcome, weight in self.items()), self.basis)

    def given(self, event: Callable[[T], bool]) -> Dist[T]:
        """The law when the event is known to have happened; ValueError when it never does."""
        kept = {outcome: weight for outcome, weight in self.items() if _real_bool(event, outcome)}
        if not kept:
            raise ValueError("this event has no chance at all, so nothing can be said given that it happened")
        return Dist(kept, self.basis)

    def then(self, following: Callable[[T], Dist[U]]) -> Dist[U]:
        """What comes after: ``following`` turns each outcome into the Dist of the next step."""
        steps = [(weight, following(outcome)) for outcome, weight in self.items()]
        basis = join(self.basis, *(step.basis for _, step in steps))
        if not all(isinstance(total, int) for total in (self.total, *(step.total for _, step in steps))):
            return Dist(((o, w * v / step.total) for w, step in steps for o, v in step.items()), basis)
        common = lcm(*(step.total for _, step in steps))
        whole = Dist(((o, w * v * (common // step.total)) for w, step in steps for o, v in step.items()), basis)
        shared = gcd(*(int(weight) for weight in whole.values()))
        return Dist({outcome: int(weight) // shared for outcome, weight in whole.items()}, basis)

    def sample(self, random: Random) -> T:
        """One outcome drawn with a ``random.Random``; whole weights are drawn without rounding."""
        draw = random.randrange(self.total) if isinstance(self.total, int) else random.random() * self.total
        reached = accumulate(self.values())
        return next((outcome for outcome, below in zip(self, reached) if draw < below), next(reversed(self._weights)))

    def to_frame(self) -> pd.DataFrame:
        """A table with the columns outcome, weight and p, likeliest first; the basis is in ``attrs``."""
        import pandas as pd

        ordered = sorted(self.items(), key=lambda item: -item[1])
        frame = pd.DataFrame({"outcome": pd.Series([o for o, _ in ordered], dtype=object)})
        frame["weight"] = pd.Series([w for _, w in ordered], dtype=object if isinstance(self.total, int) else float)
        frame["p"] = [float(self._share(weight)) for _, weight in ordered]
        frame.attrs["basis"] = self.basis
        return frame

    def _repr_html_(self, shown: int = 12) -> str:
        ordered = sorted(self.items(), key=lambda item: -item[1])
        cell = '<tr><td style="text-align:left">{}</td><td>{}</td></tr>'.format
        body = "".join(cell(escape(str(o)), f"{float(self._share(w)):.1%}") for o, w in ordered[:shown])
        rest = self.total - sum(weight for _, weight in ordered[:shown])
        if len(ordered) > shown:
            body += cell(f"<i>{len(ordered) - shown} more</i>", f"{float(self._share(rest)):.1%}")
        caption = f"<caption>{escape(' · '.join(self.basis))}</caption>" if self.basis else ""
        return (
            f'<table>{caption}<thead><tr><th style="text-align:left">outcome</th><th>p</th></tr></thead>{body}</table>'
        )


def _real_bool(event: Callable[[T], bool], outcome: T) -> bool:
    answer = event(outcome)
    if answer is not True and answer is not False:
        raise TypeError(f"an event answers True or False; for {outcome!r} it gave {answer!r} (a method not called?)")
    return answer
