"""Checks of a distribution's weights and events."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from math import inf, lcm
from numbers import Rational
from typing import Any, TypeVar

T = TypeVar("T", bound=Hashable)


def sound(weights: Mapping[T, Any] | Iterable[tuple[T, Any]]) -> dict[T, Any]:
    """Equal outcomes added up, every weight above 0, and either all ``int`` or all ``float``.

    Fractions become whole over their common denominator. Raises ValueError on a negative or non-finite weight or sum of
    weights, or when nothing has any weight.

    >>> sound([("a", 1), ("b", 0), ("a", 2)])
    {'a': 3}
    """
    pairs = list(weights.items() if isinstance(weights, Mapping) else weights)
    merged = dict(weights) if isinstance(weights, Mapping) else _by_outcome(pairs)
    kinds = {type(weight) for _, weight in pairs}
    values = merged.values()
    if len(merged) == len(pairs) and kinds in ({int}, {float}) and min(values) > 0 and sum(values) < inf:
        return merged  # the common case: no outcome was hashed twice; a sum with a NaN is not below infinity
    _check(pairs)
    scaled, merged = _scale([weight for _, weight in pairs]), {}
    for outcome, weight in pairs:
        if weight:
            merged[outcome] = merged.get(outcome, 0) + scaled(weight)
    if not merged:
        raise ValueError("a Dist needs at least one outcome with a weight above 0")
    if sum(merged.values()) == inf:
        raise ValueError("the weights add up to more than a float can hold; divide them all by the same number")
    return merged


def _check(pairs: list[tuple[T, Any]]) -> None:
    for outcome, weight in pairs:
        if not hasattr(weight, "__float__") or not 0 <= weight < inf:
            raise ValueError(f"weight of {outcome!r} is {weight!r}; weights are finite numbers from 0 up")


def _by_outcome(pairs: list[tuple[T, Any]]) -> dict[T, Any]:
    try:
        return dict(pairs)
    except (TypeError, ValueError):
        raise ValueError("weights should be pairs of an outcome, which never changes, and a number") from None


def _scale(weights: list[Any]) -> Callable[[Any], Any]:
    """The function that makes every weight whole over their common denominator, or a float if one of them is none."""
    if not all(isinstance(weight, Rational) for weight in weights):
        return float
    common = lcm(*(int(weight.denominator) for weight in weights))
    return lambda weight: int(weight.numerator) * (common // int(weight.denominator))


def plain(value: Any) -> Any:
    """Return a number or truth value of numpy as Python's own, anything else unchanged.

    >>> plain(3), plain("a")
    (3, 'a')
    """
    return value.item() if getattr(value, "ndim", None) == 0 and hasattr(value, "item") else value


def real_bool(event: Callable[[T], bool], outcome: T) -> bool:
    """The event's answer; TypeError if it is not True or False (an uncalled method would make everything certain)."""
    answer = event(outcome)
    if answer is not True and answer is not False:
        answer = plain(answer)
        if answer is not True and answer is not False:
            raise TypeError(
                f"an event answers True or False; for {outcome!r} it gave {answer!r} (a method not called?)"
            )
    return answer
