"""How far work has come: whoever computes long tells it, whoever waits hears it, and nobody between passes it on."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_hearer: ContextVar[Callable[[float], None] | None] = ContextVar("hearer", default=None)


def report(share: float) -> None:
    """Say that a share of the work under way, 0 to 1, is done; nothing happens where nobody waits for it."""
    if hear := _hearer.get():
        hear(share)


@contextmanager
def listening(hear: Callable[[float], None]) -> Iterator[None]:
    """``hear`` every share that is told inside.

    >>> with listening(print):
    ...     report(0.25)
    0.25
    """
    before = _hearer.set(hear)
    try:
        yield
    finally:
        _hearer.reset(before)
