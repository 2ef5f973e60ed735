"""Validation of arguments: each function returns a valid value, or raises a ValueError that says what is wrong."""

from __future__ import annotations

from dataclasses import fields
from operator import index
from typing import Any

from gamekit.probability.distribution import python_number
from gamekit.storage.serialization import short_repr


def require_type(value: Any, kind: Any, name: str, expected: str) -> Any:
    """Return the value if it is an instance of ``kind``; else raise a ValueError: ``name`` should be ``expected``.

    >>> require_type(None, int, "the number", "a whole number")
    Traceback (most recent call last):
    ...
    ValueError: the number is None; it should be a whole number
    """
    if not isinstance(value, kind):
        raise ValueError(f"{name} is {short_repr(value)}; it should be {expected}")
    return value


def whole_number(value: Any, name: str, least: int | None = None, most: int | None = None) -> int:
    """Return a whole number, also numpy's, as an int; ValueError for anything else, or outside ``least`` to ``most``.

    >>> whole_number(3, "the count", 1, 4)
    3
    >>> whole_number(True, "the count", 1)
    Traceback (most recent call last):
    ...
    ValueError: the count is True; it should be a whole number from 1 up
    """
    try:
        number = None if isinstance(value, bool) else int(index(value))
    except TypeError:
        number = None
    if number is None or (least is not None and number < least) or (most is not None and number > most):
        right = "a whole number" + (f" from {least}" if least is not None else "")
        right += f" to {most:,}" if most is not None else " up" if least is not None else ""
        raise ValueError(f"{name} is {short_repr(value)}; it should be {right}")
    return number


def convert_numpy_fields(value: Any) -> None:
    """Replace numpy's numbers and booleans in the fields of a frozen dataclass by Python's own, in place."""
    for field in fields(value):
        given = getattr(value, field.name)
        if (own := python_number(given)) is not given:
            object.__setattr__(value, field.name, own)


def as_tuple(values: Any, name: str, expected: str) -> tuple[Any, ...]:
    """Return any iterable, a text too, as a tuple; ValueError, ``name`` should be ``expected``, if it is none."""
    try:
        return tuple(values)
    except TypeError:
        raise ValueError(f"{name} is {short_repr(values)}; it should be {expected}") from None


def require_game_package(value: Any) -> None:
    """Raise ValueError unless the value is a game's package."""
    if not hasattr(value, "rules"):
        raise ValueError(f"the game is {short_repr(value)}; it should be a game's package, such as gamekit.caesar")
