"""Solve for an input: the least value that reaches a chance, and where a question over two axes is at a level."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby, pairwise
from numbers import Real
from typing import TYPE_CHECKING, Any, NamedTuple

from gamekit.analysis.evaluate import Of, axis_values, call_question, evaluate, is_finite
from gamekit.probability.distribution import Basis, Number, join_bases, python_number
from gamekit.storage.serialization import short_repr
from gamekit.text.translation import percent, word

if TYPE_CHECKING:
    import pandas as pd

MOST_ASKED = 20_000  # cases that ``needed`` tries


class CaseWithCost(NamedTuple):
    """A case to be tried by ``needed``, and its cost: cheaper cases are tried first."""

    value: Any
    cost: Any


@dataclass(frozen=True)
class Needed:
    """What ``needed`` found: ``least`` reaches ``p`` with ``figure``; its ``cost`` is its price, or its place in an
    axis, from 0. None when nothing reaches it.

    ``also`` are the other cases at this cost that reach ``p``, best first. ``tried`` counts the cheaper cases: all were
    evaluated and fall short, so ``least`` is the least. ``short`` is the best of them, ``short_figure`` its figure.
    ``rising`` says whether figures never fell from one cost to the next, ``of`` what they measure.
    """

    least: Any
    cost: Any
    figure: Any
    p: Any
    also: tuple[Any, ...]
    tried: int
    short: Any
    short_figure: Any
    rising: bool
    of: str
    basis: Basis

    def explain(self, language: str | None = None) -> str:
        """Say in a sentence what is needed, and the evidence: the number of cheaper cases, and the best of them.

        >>> print(needed(lambda dice: 1 - (5 / 6) ** dice, range(1, 20), p=0.8).explain())
        9: 80.6%. Each of the 8 cases that cost less was asked and falls short, 8 the least: 76.7%.
        """
        names = {"least": _named(self.least), "short": _named(self.short), "tried": self.tried}
        level = f"{100 * float(self.p):g}%" if 0 <= self.p <= 1 else _shown(self.p)  # as it was asked for
        names |= {"p": level, "figure": _shown(self.figure), "short_figure": _shown(self.short_figure)}
        key = "none" if self.figure is None else "found" if self.tried else "at_once"
        return word(f"needed.{key}", language, **names)


def _named(value: Any) -> str:
    return ", ".join(map(str, value)) or "-" if isinstance(value, (tuple, list)) else str(value)


def _shown(value: Any) -> str:
    """A chance as a percentage, any other number with two digits after the point."""
    return percent(value) if value is not None and 0 <= value <= 1 else f"{float(value or 0):.2f}"


def needed(
    question: Callable[[Any], Any], more: Iterable[Any], p: Number = 0.8, of: Of = None, numbers: type = int
) -> Needed:
    """Find the least value of ``more`` with which a question's number reaches ``p``, by evaluating every cheaper one.

    The number is a chance or what ``of`` names, as in ``evaluate``: a function of an outcome, or the name of a figure,
    by default the first, for a battle the attacker's chance to win; ``numbers`` is int for exact fractions, float for
    speed. ``more`` is an axis, the least value first, or cases with costs, such as ``jc.levies``; of cases with the
    same cost the best counts. No case is left out, so the numbers need not be monotonic. In the answer ``least`` is
    None if nothing reaches ``p``, ``figure`` is the number at ``least``, ``tried`` counts the cheaper cases, and
    ``short_figure`` is the highest number of theirs. Raises ValueError where 20,000 cases do not settle it, and
    whatever the question raises.

    >>> from gamekit import julius_caesar as jc
    >>> enemy = jc.army("3 C3/III")
    >>> found = needed(lambda legions: jc.Battle(jc.army(f"{legions} C3/III"), enemy), range(1, 9), p=0.9)
    >>> found.least, round(float(found.figure), 3), found.tried, round(float(found.short_figure), 3)
    (6, 0.989, 5, 0.867)
    """
    if not is_finite(p):
        raise ValueError(f"p is {short_repr(p)}; it should be the number that is to be reached, such as 0.8")
    tried, best, name, bases = 0, list[tuple[Any, Any]](), "answer", list[Basis]()  # best: (figure, value) of each cost
    enough: list[tuple[Any, CaseWithCost]] = []
    for _, level in groupby(_ascending(more), key=lambda case: case.cost):
        same = list(level)
        found = evaluate([call_question(question, case.value) for case in same], of, numbers)
        ranked = sorted(zip(found.values, same), key=lambda pair: -pair[0])
        name, best = found.name, [*best, (ranked[0][0], ranked[0][1].value)]
        bases.append(found.basis)
        if enough := [pair for pair in ranked if is_at_least(pair[0], p)]:
            break
        tried += len(same)
        if tried >= MOST_ASKED:
            figure, value = max(best, key=lambda pair: pair[0])
            raise ValueError(f"none of the {tried:,} cheapest reaches {p}; the best has {float(figure)}: {value!r}")
    figure, least = enough[0] if enough else (None, CaseWithCost(None, None))
    also = tuple(case.value for _, case in enough[1:])
    rising = all(lower[0] <= higher[0] for lower, higher in pairwise(best))
    short_figure, short = max(best[:-1] if enough else best, key=lambda pair: pair[0], default=(None, None))
    return Needed(
        least.value, least.cost, figure, p, also, tried, short, short_figure, rising, name, join_bases(*bases)
    )


def _ascending(more: Iterable[Any]) -> Iterator[CaseWithCost]:
    """Yield the cases with their costs, in an axis the place; ValueError unless the cheapest comes first."""
    if isinstance(more, str) or not isinstance(more, Iterable):
        raise ValueError(f"more is {more!r}; it should be an axis such as range(1, 9)")
    before = None
    for place, each in enumerate(more):
        case = each if isinstance(each, CaseWithCost) else CaseWithCost(each, place)
        if before is not None and case.cost < before:
            raise ValueError(f"{case.value!r} costs {case.cost}, less than the case before; give the cheapest first")
        before = case.cost
        yield case


def is_at_least(value: Any, level: Any) -> bool:
    """Whether a number is at least a level; the fraction 4/5 reaches the float 0.8, which is a little larger."""
    return bool((float(value) if isinstance(level, float) else value) >= level)


def break_even(
    question: Callable[..., Any], /, level: Number = 0.5, of: Of = None, numbers: type = int, **axes: Iterable[Any]
) -> pd.DataFrame:
    """Find where a question over two axes passes ``level``: one row per place along the second axis where it does.

    Columns: the first axis; ``below`` and ``above``, the neighbouring values of the second axis between which it passes
    (both the same value where the figure equals the level); ``even``, the level's place by linear interpolation, None
    where the values are not numbers; ``rises``, whether the figures rise there. A value of the first axis without such
    a place has no row. All figures are in ``attrs["figures"]``, by pair of values.

    >>> break_even(lambda own, enemy: own / (own + enemy), own=(2, 3, 9), enemy=(1, 2, 4, 8)).round(2)
       own  below  above  even  rises
    0    2      2      2  2.00  False
    1    3      2      4  3.17  False
    """
    import pandas as pd

    if len(axes) != 2:
        raise ValueError(f"break_even takes two axes, as in attackers=range(1, 9), not {', '.join(axes) or 'none'}")
    if not is_finite(level):
        raise ValueError(f"level is {short_repr(level)}; it should be a number, such as 0.5")
    (first, xs), (second, ys) = axis_values(axes).items()
    cases = [(x, y) for x in xs for y in ys]
    found = evaluate([call_question(question, **{first: x, second: y}) for x, y in cases], of, numbers)
    known = dict(zip(cases, found.values))
    rows = [(x, *place) for x in xs for place in _passes([(y, known[x, y]) for y in ys], level)]
    frame = pd.DataFrame(rows, columns=[first, "below", "above", "even", "rises"])
    frame.attrs = {"basis": found.basis, "level": level, "of": found.name, "axes": (first, second), "figures": known}
    return frame


def _passes(points: list[tuple[Any, Any]], level: Any) -> Iterator[tuple[Any, Any, float | None, bool]]:
    """(below, above, even, rises) of every place where the figures along an axis pass or equal a level."""
    for at, (y, figure) in enumerate(points):
        before, after = points[max(at - 1, 0)][1], points[min(at + 1, len(points) - 1)][1]
        if _just(figure, level):
            yield y, y, _float(y), bool(after > before)
        elif (figure > level) != (after > level) and not _just(after, level):
            there = points[at + 1][0]
            share = float((level - figure) / (after - figure))
            numeric = _float(y) is not None and _float(there) is not None
            yield y, there, float(y + (there - y) * share) if numeric else None, bool(after > figure)


def _just(figure: Any, level: Any) -> bool:
    """Whether a number equals a level; the fraction 3/10 equals the float 0.3, which is a little smaller."""
    return bool((float(figure) if isinstance(level, float) else figure) == level)


def _float(value: Any) -> float | None:
    value = python_number(value)
    return float(value) if isinstance(value, Real) and not isinstance(value, bool) else None
