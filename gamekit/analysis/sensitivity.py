"""Sensitivity of an answer to each input: ``tornado`` changes one at a time, downwards and upwards."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from functools import partial
from inspect import signature
from typing import TYPE_CHECKING, Any

from gamekit.analysis.evaluate import (
    LabelledBuilder,
    Of,
    Perturbation,
    call_question,
    evaluate,
    optional_method,
    perturbation,
)
from gamekit.probability.distribution import python_number
from gamekit.storage.serialization import short_repr

if TYPE_CHECKING:
    import pandas as pd


def tornado(question: Any, /, of: Of = None, numbers: type = int, **axes: Sequence[Any]) -> pd.DataFrame:
    """Change one input at a time, both ways: one row per change, the one that moves the answer most first.

    A thing that has odds, such as a battle, defines its own changes (a step, a block, firepower); or ``axes`` name its
    fields and their values, ``treasury=(0, 10)`` or ``first_strike=(True,)``. Of a function each axis is (less,
    baseline, more) or (baseline, changed); without axes ``partial(rv.attrition_csp_loss, force)`` is changed in its
    arguments: by the changes that they define, True to False and back. Columns: axis, ``less`` and ``more`` (the
    changed input, None without such a change), ``at_less`` and ``at_more`` (the figure with it, or None), ``moves``
    (the larger difference of the two, without its sign). ``attrs["as_is"]`` is the figure without a change.

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
    found = evaluate([here], of, numbers)  # its basis is the table's: a change may have another, as its row says
    (as_is,) = found.values
    values = iter(evaluate([way[1] for one in changes for way in (one.less, one.more) if way], of, numbers).values)
    flat = []
    for change in changes:
        less, more = ((way[0], next(values)) if way else (None, None) for way in (change.less, change.more))
        moves = max((abs(way[1] - as_is) for way in (less, more) if way[0] is not None), default=0)
        flat.append((change.name, less[0], more[0], less[1], more[1], moves))
    flat.sort(key=lambda row: -row[-1])
    frame = pd.DataFrame(flat, columns=["axis", "less", "more", "at_less", "at_more", "moves"])
    for at, name in enumerate(("axis", "less", "more")):  # pandas' own strings would lose a Note's translations
        frame[name] = pd.Series([row[at] for row in flat], dtype=object)
    frame.attrs = {"basis": found.basis, "as_is": as_is, "of": found.name}
    return frame


def _changes(question: Any, axes: Mapping[str, Sequence[Any]]) -> tuple[Any, list[Perturbation]]:
    """Return the baseline case and its perturbations."""
    if not axes:
        return _known_changes(question)
    _check_ways(axes, "baseline, " if callable(question) else "")
    made: Callable[..., Any]
    if callable(question):
        usual = {name: values[-2] for name, values in axes.items()}
        made, here = partial(call_question, question), call_question(question, **usual)
        given = {name: (values[:-2], values[-1:]) for name, values in axes.items()}
    else:
        _fields(question, axes)
        usual, made, here = {}, partial(replace, question), question
        given = {name: (values[:-1], values[-1:]) for name, values in axes.items()}

    def way(name: str, value: Sequence[Any]) -> tuple[str, Any] | None:
        return (str(value[0]), made(**(usual | {name: value[0]}))) if value else None

    return here, [Perturbation(name, way(name, less), way(name, more)) for name, (less, more) in given.items()]


def _known_changes(question: Any) -> tuple[Any, list[Perturbation]]:
    """Return the baseline case and the perturbations that it or its arguments define."""
    if changes := optional_method(question, "changes"):
        return question, [each for each in changes() if each.less or each.more]
    if isinstance(question, partial) and (found := [each for each in _of_arguments(question) if any(each[1:])]):
        return call_question(question), found
    why = (
        "a function's axes are not known" if callable(question) else f"{short_repr(question)} has no changes of its own"
    )
    raise ValueError(f"{why}; give them, as in legions=(3, 4, 5)")


def _of_arguments(question: partial[Any]) -> Iterator[Perturbation]:
    """Yield the perturbations of a function's arguments, evaluated; each True or False is inverted."""
    given = signature(question.func).bind_partial(*question.args, **question.keywords).arguments

    def way(name: str, known: tuple[str, Any] | None) -> LabelledBuilder | None:
        alike = known and isinstance(known[1], type(given[name]))  # who attacks makes another kind of thing
        return (known[0], partial(question.func, **(given | {name: known[1]}))) if known and alike else None

    for name, value in given.items():
        value = python_number(value)
        if isinstance(value, bool):
            yield perturbation(name, None, way(name, (f"{name}={not value}", not value)))
        for each in changes() if (changes := optional_method(value, "changes")) else ():
            yield perturbation(each.name, way(name, each.less), way(name, each.more))


def _check_ways(axes: Mapping[str, Sequence[Any]], baseline: str) -> None:
    """Raise ValueError unless each axis is (less, baseline, more) or (baseline, changed)."""
    for name, values in axes.items():
        found = len(values) - bool(baseline) if isinstance(values, Sequence) and not isinstance(values, str) else 0
        if found not in (1, 2):
            right = f"(less, {baseline}more) or ({baseline}changed)" if baseline else "(less, more) or (changed,)"
            raise ValueError(f"{name} is {values!r}; give {right}")


def _fields(thing: Any, axes: Iterable[str]) -> None:
    if not is_dataclass(thing):
        raise ValueError(f"{short_repr(thing)} is neither a function nor a thing that has odds, such as a battle")
    names = [field.name for field in fields(thing) if field.init]
    for name in axes:
        if name not in names:
            raise ValueError(f"there is no {name!r} to change; there are {', '.join(names)}")
