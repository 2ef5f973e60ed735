"""One question asked over a grid: what-if tables for charts and heat maps."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from itertools import product
from typing import TYPE_CHECKING, Any

from gamekit.dist import Dist, join
from gamekit.words import percent

if TYPE_CHECKING:
    import pandas as pd


def sweep(question: Callable[..., Any], /, **axes: Iterable[Any]) -> pd.DataFrame:
    """Ask ``question(axis=value, ...)`` for every combination; one row each, the last axis running fastest.

    The columns are the axes in the order given, then the answer: one column ``answer`` for a single value, one
    a key for a mapping, one a field for a dataclass. The ``basis`` of answers that have one is joined in
    ``attrs["basis"]``. An axis without values gives no rows; a ValueError of the question names its combination.

    >>> sweep(lambda dice, sides: dice * (sides + 1) / 2, dice=(1, 2), sides=(6, 10))
       dice  sides  answer
    0     1      6     3.5
    1     1     10     5.5
    2     2      6     7.0
    3     2     10    11.0
    """
    import pandas as pd

    for name, axis in axes.items():
        if isinstance(axis, str) or not isinstance(axis, Iterable):
            raise TypeError(f"an axis is a row of values: write {name}=({axis!r},)")
    names = tuple(axes)
    found: list[dict[str, Any]] = []
    bases: list[Iterable[str]] = []
    for values in product(*(tuple(axis) for axis in axes.values())):
        combination = dict(zip(names, values))
        answer = asked_of(question, **combination)
        named = columns(answer)
        for doubled in named.keys() & combination.keys():
            raise ValueError(f"the answer has a column {doubled!r}, which is also an axis; rename one of them")
        found.append(combination | named)
        bases.append(getattr(answer, "basis", ()))
    frame = pd.DataFrame(found) if found else pd.DataFrame(columns=list(names))
    frame.attrs["basis"] = join(*bases)
    return frame


def readable(rows: pd.DataFrame, *chances: str, digits: int = 2) -> pd.DataFrame:
    """A table for people: the columns named are chances, shown as percentages, other numbers that are not whole are
    rounded. The basis stays in ``attrs``.

    >>> grid = sweep(lambda dice: {"p_six": 1 - (5 / 6) ** dice, "mean": dice * 7 / 2}, dice=(1, 2))
    >>> readable(grid, "p_six")
       dice  p_six  mean
    0     1  16.7%   3.5
    1     2  30.6%   7.0
    """
    shown = rows.copy()
    for name in chances:
        shown[name] = [percent(p) for p in rows[name]]
    for name in set(rows.columns) - set(chances):
        if any(isinstance(value, (float, Fraction)) for value in rows[name]):
            shown[name] = [round(float(value), digits) for value in rows[name]]
    shown.attrs = dict(rows.attrs)
    return shown


def asked_of(question: Callable[..., Any], /, *case: Any, **named: Any) -> Any:
    """A question's answer; a ValueError of the question says what it was asked with."""
    try:
        return question(*case, **named)
    except ValueError as error:
        said = ", ".join([*map(repr, case), *(f"{name}={value!r}" for name, value in named.items())])
        raise ValueError(f"{error} (asked with {said})") from error


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
