"""Distributions side by side: ``compare``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from itertools import accumulate, combinations
from numbers import Real
from typing import TYPE_CHECKING, Any

from gamekit.analysis.evaluate import distribution_of
from gamekit.probability.distribution import Basis, Dist, identity, join_bases
from gamekit.storage.serialization import short_repr
from gamekit.text.translation import note

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True)
class Comparison:
    """Distributions side by side: their ``names`` and ``distributions``."""

    names: tuple[str, ...]
    distributions: tuple[Dist[Any], ...]
    basis: Basis

    def outcome_rows(self) -> pd.DataFrame:
        """Return one row per outcome: its chance in each distribution, and the differences from the first."""
        import pandas as pd

        outcomes = _ordered({outcome: None for each in self.distributions for outcome in each})
        first, *others = (
            [_share(one.get(each, 0), one.total_weight) for each in outcomes] for one in self.distributions
        )
        frame = pd.DataFrame({"outcome": pd.Series(outcomes, dtype=object), self.names[0]: first})
        for name, chances in zip(self.names[1:], others):
            frame[name] = chances
            frame[f"{name} - {self.names[0]}"] = [theirs - own for own, theirs in zip(first, chances)]
        frame.attrs["basis"] = self.basis
        return frame

    def pairwise_chances(self) -> pd.DataFrame:
        """Return for every pair, drawn independently, the chances that the first is higher, a tie, the second higher.

        Raises ValueError where outcomes are not numbers; name a number of the outcome by ``of=`` then.
        """
        import pandas as pd

        pairs = list(combinations(zip(self.names, self.distributions), 2))
        rows = [(one[0], other[0], *_higher(one[1], other[1])) for one, other in pairs]
        frame = pd.DataFrame(rows, columns=["a", "b", "a_higher", "tie", "b_higher"])
        frame.attrs["basis"] = join_bases(self.basis, (note("basis.independent"),))
        return frame


def compare(*things: Any, of: Callable[[Any], Any] = identity, numbers: type = int, **named: Any) -> Comparison:
    """Compare two or more distributions, or things that have odds, by name or as a, b, ...

    A siege is compared by the end of its plan, a duel by the lead won in all fights, an auction by its ``Sale``, a plan
    of dice by the rank of the first player in turn order, best play in a battle by its three ends.
    ``of`` is the value of an outcome that is compared, or an event.

    >>> die = Dist(dict.fromkeys(range(1, 7), 1))
    >>> found = compare(one=die, best_of_two=die.then(lambda first: die.map(lambda second: max(first, second))))
    >>> found.pairwise_chances().values.tolist()
    [['one', 'best_of_two', Fraction(55, 216), Fraction(1, 6), Fraction(125, 216)]]
    """
    listed = {f"{chr(ord('a') + at)}": thing for at, thing in enumerate(things)} | named
    if len(listed) < max(2, len(things) + len(named)):
        raise ValueError(
            f"compare takes two distributions or more with different names, not {', '.join(listed) or 'none'}"
        )
    found = []
    for name, thing in listed.items():
        if (whole := distribution_of(thing, numbers)) is None:
            raise ValueError(f"{name} is {short_repr(thing)}; it should be a Dist or have odds, as a battle has")
        found.append(whole.map(of))
    return Comparison(tuple(listed), tuple(found), join_bases(*(each.basis for each in found)))


def _ordered(outcomes: Any) -> list[Any]:
    try:
        return sorted(outcomes)
    except TypeError:
        return list(outcomes)


def _higher(one: Dist[Any], other: Dist[Any]) -> tuple[Any, Any, Any]:
    """Return the chances that an outcome of ``one`` is higher than one of ``other``, equal to it, lower."""
    if not all(isinstance(outcome, Real) for outcome in (*one, *other)):  # names have an order that means nothing
        raise ValueError("these outcomes are not numbers; say by of= which number of them is compared")
    ordered = sorted({*one, *other})
    mine, theirs = ([each.get(outcome, 0) for outcome in ordered] for each in (one, other))
    higher = sum(weight * less for weight, less in zip(mine, accumulate(theirs, initial=0)))
    lower = sum(weight * less for weight, less in zip(theirs, accumulate(mine, initial=0)))
    tie, total = sum(a * b for a, b in zip(mine, theirs)), one.total_weight * other.total_weight
    return _share(higher, total), _share(tie, total), _share(lower, total)


def _share(part: Any, total: Any) -> Any:
    return part / total if isinstance(part, float) or isinstance(total, float) else Fraction(part, total)
