"""What is asked of a question: the least that is needed, where it is even, which single change moves it most.

A question is any function to a number, a ``Dist``, a dataclass of numbers, or a thing that has odds, such as a battle.
Things of one kind are answered all at once, by their kind's own door (``asking``)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass, replace
from functools import partial
from inspect import signature
from itertools import groupby, pairwise
from math import isfinite
from numbers import Real
from typing import TYPE_CHECKING, Any, NamedTuple

from gamekit.asking import Single, Way, asked_of, by_column, doors, law_of, single, values_of
from gamekit.codec import shown
from gamekit.dist import Basis, Dist, Number, join
from gamekit.weights import plain
from gamekit.words import percent, word

if TYPE_CHECKING:
    import pandas as pd

Of = str | Callable[[Any], Any] | None
MOST_ASKED = 20_000  # cases that ``needed`` tries


class Figures(NamedTuple):
    """One number for each answer, the name of what it measures, and what the answers rest on."""

    values: list[Any]
    name: str
    basis: Basis


def figures(answers: Sequence[Any], of: Of = None, numbers: type = int) -> Figures:
    """Return the number that is asked of each answer.

    ``of`` is a function (of an outcome where the answer is a law or has odds: an event's chance, a value's mean), or
    the name of a column. Without it the number itself counts, the chance of a law of True and False, the first column
    of anything else. Raises ValueError for what is no finite number.
    """
    if callable(of):
        found = [_measured(answer, of, numbers) for answer in answers]
        name, basis = getattr(of, "__name__", "answer"), join(*(rests for _, rests in found))
        return Figures([_number(value) for value, _ in found], name, basis)
    values, bases, names = dict[int, Any](), list[Basis](), list[str]()
    for kind in dict.fromkeys(map(type, answers)):
        places = [at for at, answer in enumerate(answers) if type(answer) is kind]
        laws = issubclass(kind, Dist)
        same, basis = by_column([_chance(answers[at], of) if laws else answers[at] for at in places], numbers)
        bases.append(join(*(answers[at].basis for at in places)) if laws else basis)
        names.append("p" if laws else _known(of, list(same)))
        values |= zip(places, same["answer" if laws else names[-1]])
    return Figures([_number(values[at]) for at in range(len(answers))], next(iter(names), "answer"), join(*bases))


def _chance(law: Dist[Any], of: str | None) -> Any:
    """The chance of True of a law of True and False."""
    if of is not None or not all(isinstance(plain(outcome), bool) for outcome in law):
        raise ValueError("the answer is a law; say by of= which event's chance or which value's mean is asked for")
    return law.p(bool)


def _measured(answer: Any, of: Callable[[Any], Any], numbers: type) -> tuple[Any, Basis]:
    """The chance of an event, the mean of a value of a law, or the function of any other answer; and its basis."""
    law = law_of(answer, numbers) if isinstance(answer, Dist) or hasattr(answer, "odds") else None
    if law is None:
        return of(answer), getattr(answer, "basis", ())
    values = law.map(lambda outcome: plain(of(outcome)))
    return values.p(bool) if all(isinstance(value, bool) for value in values) else values.mean(), law.basis


def _known(of: str | None, names: list[str]) -> str:
    """The column that is asked for, the first where none is named."""
    if of is not None and of not in names:
        raise ValueError(f"of is {of!r}; the answer has {', '.join(map(str, names))}")
    return names[0] if of is None else of


def _number(value: Any) -> Any:
    value = plain(value)
    if not _finite(value):
        raise ValueError(f"the answer is {shown(value)}; it should be a number, or name one of its parts by of=")
    return value


def _finite(value: Any) -> bool:
    """Whether it is a number, and one that can be shown."""
    try:
        return isinstance(value, Real) and isfinite(value)
    except OverflowError:
        return False


class Priced(NamedTuple):
    """Something to be asked about, and what it costs."""

    value: Any
    cost: Any


@dataclass(frozen=True)
class Needed:
    """What ``needed`` found: ``least`` reaches ``p`` with ``figure``; its ``cost`` is its price, or its place in an
    axis, from 0. None when nothing reaches it.

    ``also`` is what does so at the same cost, best first. ``tried`` counts the cheaper ones, each of which was asked
    and falls short: that is what shows that it is the least. ``short`` is the best of them, ``short_figure`` how far
    it comes. ``rising`` says whether the figures never fell from one cost to the next, ``of`` what they measure.
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
        """What is needed and what shows it, in a sentence.

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
    """The least of ``more`` with which a question reaches ``p``, shown by asking about everything that is less.

    ``more`` is an axis, the least value first, or what has costs, such as ``jc.levies``; of those with the same cost
    the best counts. Nothing is skipped, so a question may rise and fall as it likes. Raises ValueError where 20,000
    cases do not settle it, and whatever the question raises.

    >>> from gamekit import julius_caesar as jc
    >>> enemy = jc.army("3 C3/III")
    >>> found = needed(lambda legions: jc.Battle(jc.army(f"{legions} C3/III"), enemy), range(1, 9), p=0.9)
    >>> found.least, round(float(found.figure), 3), found.tried, round(float(found.short_figure), 3)
    (6, 0.989, 5, 0.867)
    """
    if not _finite(p):
        raise ValueError(f"p is {shown(p)}; it should be the number that is to be reached, such as 0.8")
    tried, best, name, bases = 0, list[tuple[Any, Any]](), "answer", list[Basis]()  # best: (figure, value) of each cost
    enough: list[tuple[Any, Priced]] = []
    for _, level in groupby(_ascending(more), key=lambda case: case.cost):
        same = list(level)
        found = figures([asked_of(question, case.value) for case in same], of, numbers)
        ranked = sorted(zip(found.values, same), key=lambda pair: -pair[0])
        name, best = found.name, [*best, (ranked[0][0], ranked[0][1].value)]
        bases.append(found.basis)
        if enough := [pair for pair in ranked if reaches(pair[0], p)]:
            break
        tried += len(same)
        if tried >= MOST_ASKED:
            figure, value = max(best, key=lambda pair: pair[0])
            raise ValueError(f"none of the {tried:,} cheapest reaches {p}; the best has {float(figure)}: {value!r}")
    figure, least = enough[0] if enough else (None, Priced(None, None))
    also = tuple(case.value for _, case in enough[1:])
    rising = all(lower[0] <= higher[0] for lower, higher in pairwise(best))
    short_figure, short = max(best[:-1] if enough else best, key=lambda pair: pair[0], default=(None, None))
    return Needed(least.value, least.cost, figure, p, also, tried, short, short_figure, rising, name, join(*bases))


def _ascending(more: Iterable[Any]) -> Iterator[Priced]:
    """The cases with their costs, the place in an axis; ValueError where one costs less than the one before it."""
    if isinstance(more, str) or not isinstance(more, Iterable):
        raise ValueError(f"more is {more!r}; it should be an axis such as range(1, 9)")
    before = None
    for place, each in enumerate(more):
        case = each if isinstance(each, Priced) else Priced(each, place)
        if before is not None and case.cost < before:
            raise ValueError(f"{case.value!r} costs {case.cost}, less than the case before; give the cheapest first")
        before = case.cost
        yield case


def reaches(value: Any, level: Any) -> bool:
    """Whether a number is at least a level; the fraction 4/5 reaches the float 0.8, which is a little larger."""
    return bool((float(value) if isinstance(level, float) else value) >= level)


def break_even(
    question: Callable[..., Any], /, level: Number = 0.5, of: Of = None, numbers: type = int, **axes: Iterable[Any]
) -> pd.DataFrame:
    """Where a question over two axes is even: a row for each place along the second axis at which it passes ``level``.

    Columns: the first axis; ``below`` and ``above``, the neighbouring values of the second axis between which it
    passes (equal where the figure is just the level); ``even``, the point between them on a straight line, None
    where the values are no numbers; ``rises``. A value of the first axis without such a place has no row. The figures
    are in ``attrs["figures"]``, a dictionary by pairs.

    >>> break_even(lambda own, enemy: own / (own + enemy), own=(2, 3, 9), enemy=(1, 2, 4, 8)).round(2)
       own  below  above  even  rises
    0    2      2      2  2.00  False
    1    3      2      4  3.17  False
    """
    import pandas as pd

    if len(axes) != 2:
        raise ValueError(f"break_even takes two axes, as in attackers=range(1, 9), not {', '.join(axes) or 'none'}")
    if not _finite(level):
        raise ValueError(f"level is {shown(level)}; it should be a number, such as 0.5")
    (first, xs), (second, ys) = values_of(axes).items()
    cases = [(x, y) for x in xs for y in ys]
    found = figures([asked_of(question, **{first: x, second: y}) for x, y in cases], of, numbers)
    known = dict(zip(cases, found.values))
    rows = [(x, *place) for x in xs for place in _passes([(y, known[x, y]) for y in ys], level)]
    frame = pd.DataFrame(rows, columns=[first, "below", "above", "even", "rises"])
    frame.attrs = {"basis": found.basis, "level": level, "of": found.name, "axes": (first, second), "figures": known}
    return frame


def _passes(points: list[tuple[Any, Any]], level: Any) -> Iterator[tuple[Any, Any, float | None, bool]]:
    """(below, above, even, rises) of every place where the figures along an axis pass a level or just reach it."""
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
    """Whether a number is a level; the fraction 3/10 is the float 0.3, which is a little smaller."""
    return bool((float(figure) if isinstance(level, float) else figure) == level)


def _float(value: Any) -> float | None:
    value = plain(value)
    return float(value) if isinstance(value, Real) and not isinstance(value, bool) else None


def tornado(question: Any, /, of: Of = None, numbers: type = int, **axes: Sequence[Any]) -> pd.DataFrame:
    """Which single change moves the answer most: a row for each, both ways, the one that moves it most first.

    A thing that has odds, such as a battle, knows its own changes, a step, a block, firepower and so on; or ``axes``
    name its fields and give the values instead, ``treasury=(0, 10)`` or ``first_strike=(True,)``. Of a function each
    axis is (less, as it is, more) or (as it is, changed); without axes ``functools.partial(rv.attrition, force)`` is
    changed in what its arguments know, and in each yes and no. Columns: axis, ``less`` and ``more`` (what is changed,
    None where there is no such change), ``at_less`` and ``at_more`` (the figure then, None likewise), ``moves`` (the
    larger change of the two, without its sign). ``attrs["as_is"]`` is the figure without a change.

    >>> from gamekit import julius_caesar as jc
    >>> battle = jc.Battle(jc.army("Caesar, Equitatus 1", "Caesar"), jc.army("Pompey, Navis 3", "Pompey"))
    >>> tornado(battle, numbers=float).iloc[:3, :4].round(3)
                           axis                     less      more  at_less
    0       Caesar/III: a block       without Caesar/III  + A3/III    0.005
    1       Pompey/III: a block       without Pompey/III  + B3/III    0.998
    2  Equitatus 1/III: a block  without Equitatus 1/III  + B2/III    0.151
    """
    import pandas as pd

    here, changes = _changes(question, axes)
    found = figures([here], of, numbers)  # its basis is the table's: a change may have another, as its row says
    (as_is,) = found.values
    values = iter(figures([way[1] for one in changes for way in (one.less, one.more) if way], of, numbers).values)
    flat = []
    for change in changes:
        less, more = ((way[0], next(values)) if way else (None, None) for way in (change.less, change.more))
        moves = max((abs(way[1] - as_is) for way in (less, more) if way[0] is not None), default=0)
        flat.append((change.name, less[0], more[0], less[1], more[1], moves))
    flat.sort(key=lambda row: -row[-1])
    frame = pd.DataFrame(flat, columns=["axis", "less", "more", "at_less", "at_more", "moves"])
    for at, name in enumerate(("axis", "less", "more")):  # as texts of pandas' own they would forget their language
        frame[name] = pd.Series([row[at] for row in flat], dtype=object)
    frame.attrs = {"basis": found.basis, "as_is": as_is, "of": found.name}
    return frame


def _changes(question: Any, axes: Mapping[str, Sequence[Any]]) -> tuple[Any, list[Single]]:
    """What is asked about as it is, and every single change."""
    if not axes:
        return _known_changes(question)
    _check_ways(axes, "as it is, " if callable(question) else "")
    made: Callable[..., Any]
    if callable(question):
        usual = {name: values[-2] for name, values in axes.items()}
        made, here = partial(asked_of, question), asked_of(question, **usual)
        given = {name: (values[:-2], values[-1:]) for name, values in axes.items()}
    else:
        _fields(question, axes)
        usual, made, here = {}, partial(replace, question), question
        given = {name: (values[:-1], values[-1:]) for name, values in axes.items()}

    def way(name: str, value: Sequence[Any]) -> tuple[str, Any] | None:
        return (str(value[0]), made(**(usual | {name: value[0]}))) if value else None

    return here, [Single(name, way(name, less), way(name, more)) for name, (less, more) in given.items()]


def _known_changes(question: Any) -> tuple[Any, list[Single]]:
    """What is asked about as it is, and every single change that it or its arguments know."""
    if changes := doors(type(question)).changes:
        return question, [each for each in changes(question) if each.less or each.more]
    if isinstance(question, partial) and (found := [each for each in _of_arguments(question) if any(each[1:])]):
        return asked_of(question), found
    why = "a function's axes are not known" if callable(question) else f"{shown(question)} has no changes of its own"
    raise ValueError(f"{why}; give them, as in legions=(3, 4, 5)")


def _of_arguments(question: partial[Any]) -> Iterator[Single]:
    """Every single change of a function's arguments, asked: those that a thing knows, each yes or no turned round."""
    given = signature(question.func).bind_partial(*question.args, **question.keywords).arguments

    def way(name: str, known: tuple[str, Any] | None) -> Way | None:
        alike = known and isinstance(known[1], type(given[name]))  # who attacks makes another kind of thing
        return (known[0], partial(question.func, **(given | {name: known[1]}))) if known and alike else None

    for name, value in given.items():
        value = plain(value)
        if isinstance(value, bool):
            yield single(name, None, way(name, (f"{name}={not value}", not value)))
        for each in changes(value) if (changes := doors(type(value)).changes) else ():
            yield single(each.name, way(name, each.less), way(name, each.more))


def _check_ways(axes: Mapping[str, Sequence[Any]], as_it_is: str) -> None:
    """ValueError for an axis that is not one or two values, and between or before them the one as it is."""
    for name, values in axes.items():
        found = len(values) - bool(as_it_is) if isinstance(values, Sequence) and not isinstance(values, str) else 0
        if found not in (1, 2):
            right = f"(less, {as_it_is}more) or ({as_it_is}changed)" if as_it_is else "(less, more) or (changed,)"
            raise ValueError(f"{name} is {values!r}; give {right}")


def _fields(thing: Any, axes: Iterable[str]) -> None:
    if not is_dataclass(thing):
        raise ValueError(f"{shown(thing)} is neither a function nor a thing that has odds, such as a battle")
    names = [field.name for field in fields(thing) if field.init]
    for name in axes:
        if name not in names:
            raise ValueError(f"there is no {name!r} to change; there are {', '.join(names)}")
