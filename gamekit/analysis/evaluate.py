"""Evaluate a question: one case, many cases by column, or one number for each.

A thing that has odds may define these methods, each optional:

- ``odds(numbers=)``: its distribution; ``distribution(numbers=)``: the distribution that ``compare`` takes, if not
  ``odds``
- ``summary(numbers)``: its figures, the main one first, as a mapping or a dataclass, with their ``basis``
- ``batch(things, numbers)``, static: the summaries of many things by column, and their basis; optional, for speed
- ``changes()``: each ``Perturbation`` of one of its inputs
- ``in_sequence(things, numbers)``, static: these things as ``gamekit.in_a_row`` takes them"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from math import isfinite
from numbers import Real
from typing import TYPE_CHECKING, Any, NamedTuple

from gamekit.probability.distribution import Basis, Dist, join_bases, python_number
from gamekit.storage.serialization import short_repr
from gamekit.text.translation import note, untranslated_message

if TYPE_CHECKING:
    import pandas as pd


Of = str | Callable[[Any], Any] | None


class Perturbation(NamedTuple):
    """A named change to one input, downwards and upwards: (label, changed thing) each, or None."""

    name: str
    less: tuple[str, Any] | None
    more: tuple[str, Any] | None


LabelledBuilder = tuple[str, Callable[[], Any]]  # the label of a change, and a function that makes the changed thing


def perturbation(name: str, less: LabelledBuilder | None = None, more: LabelledBuilder | None = None) -> Perturbation:
    """Return a change of an input down and up, each as (label, what its function makes), or None if that fails.

    >>> perturbation("a die", ("none", lambda: int("no")), ("two", lambda: 2))
    Perturbation(name='a die', less=None, more=('two', 2))
    """

    def tried(way: LabelledBuilder | None) -> tuple[str, Any] | None:
        try:
            return (way[0], way[1]()) if way else None
        except ValueError:
            return None

    return Perturbation(name, tried(less), tried(more))


def optional_method(thing: Any, name: str) -> Any:
    """Return an optional method of a thing that has odds; None if its class does not define it."""
    return getattr(thing, name) if hasattr(type(thing), name) and not isinstance(thing, type) else None


def distribution_of(thing: Any, numbers: type) -> Dist[Any] | None:
    """Return a thing's distribution: itself if it is a Dist, else its ``distribution`` or ``odds``, or None."""
    if isinstance(thing, Dist):
        return thing
    found = optional_method(thing, "distribution") or optional_method(thing, "odds")
    return found(numbers=numbers) if found else None


def axis_values(axes: Mapping[str, Any]) -> dict[str, tuple[Any, ...]]:
    """Return each axis as a tuple of its values; TypeError for an axis that is a single value."""
    for name, axis in axes.items():
        if isinstance(axis, str) or not isinstance(axis, Iterable):
            raise TypeError(f"an axis is a row of values: write {name}=({axis!r},)")
    return {name: tuple(axis) for name, axis in axes.items()}


def call_question(question: Callable[..., Any], /, *arguments: Any, **named: Any) -> Any:
    """Return the question's answer to these arguments; a ValueError of the question is raised anew with their names.

    >>> call_question(lambda dice: 6 * dice, dice=2)
    12
    """
    if not callable(question):
        raise ValueError(f"{question!r} is not a question; give a function, such as lambda legions: ...")
    try:
        return question(*arguments, **named)
    except ValueError as error:
        if not (arguments or named):
            raise
        said = ", ".join([*map(repr, arguments), *(f"{name}={value!r}" for name, value in named.items())])
        raise ValueError(note("asking.with", why=untranslated_message(error), said=said)) from error


def answer_columns(answer: Any) -> dict[str, Any]:
    """Return an answer by columns: a mapping's keys, the fields of a dataclass that are compared, or ``answer``."""
    if isinstance(answer, Mapping) and not isinstance(answer, Dist):
        return {str(key): value for key, value in answer.items()}
    if is_dataclass(answer) and not isinstance(answer, type):
        names = [field.name for field in fields(answer) if field.name != "basis" and field.compare]
        return {name: getattr(answer, name) for name in names}
    return {"answer": answer}


def answers_by_column(answers: Sequence[Any], numbers: type) -> tuple[dict[str, list[Any]], Basis]:
    """Return {name of a figure: its value in each answer, or None}, and the clauses and judgements of all answers.

    ``numbers`` is int for exact fractions, float for speed."""
    if len(set(map(type, answers))) == 1 and (batch := optional_method(answers[0], "batch")):
        found: tuple[dict[str, list[Any]], Basis] = batch(answers, numbers)
        return found
    rows, bases = [], []
    for answer in answers:
        summary = found(numbers) if (found := optional_method(answer, "summary")) else answer
        row = answer_columns(summary)
        bases.append(row.pop("basis") if found and "basis" in row else getattr(summary, "basis", ()))
        rows.append(row)
    names = {name: None for row in rows for name in row}
    return {name: [row.get(name) for row in rows] for name in names}, join_bases(*bases)


def frame_of(columns: Mapping[str, Sequence[Any]], basis: Basis, numbers: type) -> pd.DataFrame:
    """Return answers by column as a table with its basis; with ``numbers=float`` columns of floats stay such."""
    import pandas as pd

    def kind(values: Sequence[Any]) -> type:
        return float if numbers is float and all(isinstance(value, float | None) for value in values) else object

    frame = pd.DataFrame({name: pd.Series(list(values), dtype=kind(values)) for name, values in columns.items()})
    frame.attrs["basis"] = basis
    return frame


class NumberPerAnswer(NamedTuple):
    """One number for each answer, the name of what it measures, and the clauses and judgements that they rest on."""

    values: list[Any]
    name: str
    basis: Basis


def evaluate(answers: Sequence[Any], of: Of = None, numbers: type = int) -> NumberPerAnswer:
    """Reduce each answer of a question (a number, a ``Dist``, a thing with odds) to the number that ``of`` names.

    ``of`` is a function (of an outcome if the answer has a distribution: True or False gives a chance, a number a
    mean), or the name of one of its figures, as in its ``summary``. By default: the number itself, the chance of True
    in a distribution of True and False, the first figure of anything else. ``numbers`` is int for exact fractions,
    float for speed. The answer has ``values`` in the same order, and ``name``. Raises ValueError unless all are finite
    numbers.
    """
    if callable(of):
        found = [_measure(answer, of, numbers) for answer in answers]
        name, basis = getattr(of, "__name__", "answer"), join_bases(*(rests for _, rests in found))
        return NumberPerAnswer([_number(value) for value, _ in found], name, basis)
    values, bases, names = dict[int, Any](), list[Basis](), list[str]()
    for kind in dict.fromkeys(map(type, answers)):
        places = [at for at, answer in enumerate(answers) if type(answer) is kind]
        is_dist = issubclass(kind, Dist)
        same, basis = answers_by_column(
            [_chance(answers[at], of) if is_dist else answers[at] for at in places], numbers
        )
        bases.append(join_bases(*(answers[at].basis for at in places)) if is_dist else basis)
        names.append("p" if is_dist else _column(of, list(same)))
        values |= zip(places, same["answer" if is_dist else names[-1]])
    return NumberPerAnswer(
        [_number(values[at]) for at in range(len(answers))], next(iter(names), "answer"), join_bases(*bases)
    )


def _chance(found: Dist[Any], of: str | None) -> Any:
    """Return the chance of True in a distribution of True and False."""
    if of is not None or not all(isinstance(python_number(outcome), bool) for outcome in found):
        raise ValueError("the answer is a distribution; say by of= which event's chance or which value's mean you want")
    return found.p(bool)


def _measure(answer: Any, of: Callable[[Any], Any], numbers: type) -> tuple[Any, Basis]:
    """Return the chance or mean of ``of`` if the answer has odds, else ``of(answer)``; and the basis."""
    found = distribution_of(answer, numbers) if isinstance(answer, Dist) or hasattr(answer, "odds") else None
    if found is None:
        return of(answer), getattr(answer, "basis", ())
    values = found.map(lambda outcome: python_number(of(outcome)))
    return values.p(bool) if all(isinstance(value, bool) for value in values) else values.mean(), found.basis


def _column(of: str | None, names: list[str]) -> str:
    """Return the column that ``of`` names, the first by default."""
    if of is not None and of not in names:
        raise ValueError(f"of is {of!r}; the answer has {', '.join(map(str, names))}")
    return names[0] if of is None else of


def _number(value: Any) -> Any:
    value = python_number(value)
    if not is_finite(value):
        raise ValueError(f"the answer is {short_repr(value)}; it should be a number, or name one of its parts by of=")
    return value


def is_finite(value: Any) -> bool:
    """Whether the value is a finite real number."""
    try:
        return isinstance(value, Real) and isfinite(value)
    except OverflowError:
        return False
