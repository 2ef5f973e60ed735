"""Progress of long work: the computing function reports it, the waiting caller listens, without code in between."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar

_hearer: ContextVar[Callable[[float], None] | None] = ContextVar("hearer", default=None)


def report(share: float) -> None:
    """Report that a share of the current work, 0 to 1, is done; without a listener nothing happens."""
    if hear := _hearer.get():
        hear(share)


@contextmanager
def listening(on_share: Callable[[float], None]) -> Iterator[None]:
    """Call ``on_share`` with every share that is reported inside the ``with`` block.

    >>> with listening(print):
    ...     report(0.25)
    0.25
    """
    before = _hearer.set(on_share)
    try:
        yield
    finally:
        _hearer.reset(before)
