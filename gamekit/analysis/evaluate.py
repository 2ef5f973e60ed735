"""A question asked, its answers in columns, and the doors by which things that have odds answer many at once."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from math import isfinite
from numbers import Real
from typing import TYPE_CHECKING, Any, NamedTuple

from gamekit.probability.distribution import Basis, Dist, join, plain
from gamekit.storage.serialization import shown
from gamekit.text.translation import message_of, note

if TYPE_CHECKING:
    import pandas as pd


Of = str | Callable[[Any], Any] | None


class Perturbation(NamedTuple):
    """One single change both ways: its name, what is less and what is more as (label, thing), or None."""

    name: str
    less: tuple[str, Any] | None
    more: tuple[str, Any] | None


Way = tuple[str, Callable[[], Any]]  # what a change makes, as a text, and how to make it


def perturbation(name: str, less: Way | None = None, more: Way | None = None) -> Perturbation:
    """A single change both ways; what raises a ValueError is no way.

    >>> perturbation("a die", ("none", lambda: int("no")), ("two", lambda: 2))
    Perturbation(name='a die', less=None, more=('two', 2))
    """

    def tried(way: Way | None) -> tuple[str, Any] | None:
        try:
            return (way[0], way[1]()) if way else None
        except ValueError:
            return None

    return Perturbation(name, tried(less), tried(more))


class Doors(NamedTuple):
    """What a kind of thing that has odds is asked by, each None where it has no such door.

    ``many(things, numbers)`` answers many at once, a frame with a row each, what is asked for first; ``changes(thing)``
    yields each ``Single`` change; ``steps(things, numbers)`` puts them in a row (see ``gamekit.in_a_row``);
    ``law(thing, numbers)`` is the law of what ``many`` tells, where the thing's own ``odds`` are of less.
    """

    many: Callable[[Sequence[Any], type], pd.DataFrame] | None = None
    changes: Callable[[Any], Iterable[Perturbation]] | None = None
    steps: Callable[[Sequence[Any], type], tuple[Any, Any, Any, Basis]] | None = None
    law: Callable[..., Dist[Any]] | None = None


DOORS: dict[type, Doors] = {}  # each game's odds put theirs here


def doors(kind: type) -> Doors:
    """The doors of a kind of thing."""
    return DOORS.get(kind, Doors())


def answered_at_once(things: Sequence[Any], numbers: type) -> pd.DataFrame | None:
    """The chances of things of one kind that has a door for many; None for anything else."""
    kinds = {type(thing) for thing in things}
    many = doors(kinds.pop()).many if len(kinds) == 1 else None
    return many(things, numbers) if many else None


def distribution_of(thing: Any, numbers: type) -> Dist[Any] | None:
    """A law as it is, that of a thing by its kind's door, by its odds or its ``law``; None for what has none."""
    if isinstance(thing, Dist):
        return thing
    law = doors(type(thing)).law or getattr(type(thing), "odds", None) or getattr(type(thing), "law", None)
    return law(thing, numbers=numbers) if law else None


def values_of(axes: Mapping[str, Any]) -> dict[str, tuple[Any, ...]]:
    """Return each axis with its values; TypeError for an axis that is a single value."""
    for name, axis in axes.items():
        if isinstance(axis, str) or not isinstance(axis, Iterable):
            raise TypeError(f"an axis is a row of values: write {name}=({axis!r},)")
    return {name: tuple(axis) for name, axis in axes.items()}


def evaluate(question: Callable[..., Any], /, *case: Any, **named: Any) -> Any:
    """Return a question's answer; a ValueError of the question says what it was asked with."""
    if not callable(question):
        raise ValueError(f"{question!r} is no question; give a function, such as lambda legions: ...")
    try:
        return question(*case, **named)
    except ValueError as error:
        if not (case or named):
            raise
        said = ", ".join([*map(repr, case), *(f"{name}={value!r}" for name, value in named.items())])
        raise ValueError(note("asking.with", why=message_of(error), said=said)) from error


def columns(answer: Any) -> dict[str, Any]:
    """Return an answer by columns: a mapping's keys, the fields of a dataclass that are compared, or ``answer``."""
    if isinstance(answer, Mapping) and not isinstance(answer, Dist):
        return {str(key): value for key, value in answer.items()}
    if is_dataclass(answer) and not isinstance(answer, type):
        names = [field.name for field in fields(answer) if field.name != "basis" and field.compare]
        return {name: getattr(answer, name) for name in names}
    return {"answer": answer}


def by_column(answers: Sequence[Any], numbers: type) -> tuple[dict[str, list[Any]], Basis]:
    """Return answers by column, None where a row has none, and their basis."""
    if (frame := answered_at_once(answers, numbers)) is not None:
        return {str(name): frame[name].tolist() for name in frame.columns}, tuple(frame.attrs["basis"])
    rows = [columns(answer) for answer in answers]
    names = {name: None for row in rows for name in row}
    basis = join(*(getattr(answer, "basis", ()) for answer in answers))
    return {name: [row.get(name) for row in rows] for name in names}, basis


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
    law = distribution_of(answer, numbers) if isinstance(answer, Dist) or hasattr(answer, "odds") else None
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
    if not finite(value):
        raise ValueError(f"the answer is {shown(value)}; it should be a number, or name one of its parts by of=")
    return value


def finite(value: Any) -> bool:
    """Whether it is a number, and one that can be shown."""
    try:
        return isinstance(value, Real) and isfinite(value)
    except OverflowError:
        return False
