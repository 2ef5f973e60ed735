"""A question asked: of one case, and of a piece of a sweep, whose answers are put into columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import Any, NamedTuple

from gamekit.dist import Dist, join
from gamekit.doors import answered_at_once, doors
from gamekit.words import note, why

ON_ERROR = ("raise", "keep")
FAILED = object()  # the answer of a question that went wrong


class Portion(NamedTuple):
    """A chunk of sweep results by column, with its basis."""

    columns: dict[str, list[Any]]
    basis: tuple[str, ...]
    rows: int


class Asking(NamedTuple):
    """How a piece is asked for: the question, the axes' names, what an error does, exact or rounded."""

    question: Callable[..., Any]
    names: tuple[str, ...]
    on_error: str
    numbers: type


def values_of(axes: Mapping[str, Any]) -> dict[str, tuple[Any, ...]]:
    """Return each axis with its values; TypeError for an axis that is a single value."""
    for name, axis in axes.items():
        if isinstance(axis, str) or not isinstance(axis, Iterable):
            raise TypeError(f"an axis is a row of values: write {name}=({axis!r},)")
    return {name: tuple(axis) for name, axis in axes.items()}


def asked_of(question: Callable[..., Any], /, *case: Any, **named: Any) -> Any:
    """A question's answer; a ValueError of the question says what it was asked with."""
    if not callable(question):
        raise ValueError(f"{question!r} is no question; give a function, such as lambda legions: ...")
    try:
        return question(*case, **named)
    except ValueError as error:
        if not (case or named):
            raise
        said = ", ".join([*map(repr, case), *(f"{name}={value!r}" for name, value in named.items())])
        raise ValueError(note("asking.with", why=why(error), said=said)) from error


def columns(answer: Any) -> dict[str, Any]:
    """An answer by columns: the keys of a mapping, the fields of a dataclass that are compared, or ``answer``."""
    if isinstance(answer, Mapping) and not isinstance(answer, Dist):
        return {str(key): value for key, value in answer.items()}
    if is_dataclass(answer) and not isinstance(answer, type):
        return {
            field.name: getattr(answer, field.name)
            for field in fields(answer)
            if field.name != "basis" and field.compare
        }
    return {"answer": answer}


def ask_portion(asking: Asking, combinations: Sequence[tuple[Any, ...]]) -> Portion:
    """Ask about some combinations; things of one kind that have odds are answered at once."""
    named = [dict(zip(asking.names, values)) for values in combinations]
    answers, errors = zip(*(_one(asking, combination) for combination in named))
    found, basis = _by_column(asking, answers)
    for doubled in found.keys() & set(asking.names):
        raise ValueError(f"the answer has a column {doubled!r}, which is also an axis; rename one of them")
    columns: dict[str, list[Any]] = {name: [case[name] for case in named] for name in asking.names}
    kept = {"error": list(errors)} if asking.on_error == "keep" else {}
    return Portion(columns | found | kept, basis, len(named))


def _one(asking: Asking, combination: dict[str, Any]) -> tuple[Any, str | None]:
    """One answer, and what went wrong where that is kept."""
    try:
        answer = asked_of(asking.question, **combination)
        if asking.on_error == "keep" and doors(type(answer)).many:  # who cannot be answered fails alone
            answered_at_once([answer], asking.numbers)
        return answer, None
    except Exception as error:
        if asking.on_error == "raise":
            raise
        said = str(error.__cause__ or error)
        return FAILED, said if isinstance(error, ValueError) else f"{type(error).__name__}: {said}"


def _by_column(asking: Asking, answers: Sequence[Any]) -> tuple[dict[str, list[Any]], tuple[str, ...]]:
    """Answers by column, None where a row has none, and their basis."""
    there = [at for at, answer in enumerate(answers) if answer is not FAILED]
    known = [answers[at] for at in there]
    at_once = answered_at_once(known, asking.numbers)
    if at_once is None:
        rows: list[dict[Any, Any]] = [columns(answer) for answer in known]
        basis = join(*(getattr(answer, "basis", ()) for answer in known))
    else:
        basis = tuple(at_once.attrs["basis"])
        if len(known) == len(answers):
            return {name: at_once[name].tolist() for name in at_once.columns}, basis
        rows = [dict(row) for row in at_once.to_dict("records")]
    by_place = dict(zip(there, rows))
    names = {name: None for row in rows for name in row}
    return {name: [by_place.get(at, {}).get(name) for at in range(len(answers))] for name in names}, basis
