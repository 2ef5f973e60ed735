"""Slow work beside the kernel's loop, so that the page answers while something is solved or searched."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, TypeVar

from IPython.core.getipython import get_ipython

Found = TypeVar("Found")


def kernel_loop() -> asyncio.AbstractEventLoop | None:
    """The loop of a notebook's kernel; None where no page waits."""
    if not hasattr(get_ipython(), "kernel"):
        return None
    try:
        return asyncio.get_running_loop()
    except RuntimeError:
        return None


class Thinker:
    """Does one piece of work at a time, the last that was asked for.

    Where there is no kernel, and as long as ``at_once`` is set, the answer is there when ``ask`` returns.

    >>> found = []
    >>> Thinker().ask(lambda: 6 * 7, found.append, late=print)
    >>> found
    [42]
    """

    def __init__(self, at_once: bool = False) -> None:
        self.at_once = at_once
        self._asked: Future[Any] | None = None
        self._threads: ThreadPoolExecutor | None = None

    @property
    def busy(self) -> bool:
        """Whether an answer is still to come."""
        return self._asked is not None

    def ask(
        self, work: Callable[[], Found], take: Callable[[Found], None], late: Callable[[], None], patience: float = 0.0
    ) -> None:
        """Give the answer of ``work`` to ``take``; if it comes after ``patience`` seconds, ``late`` is called then."""
        self.drop()
        loop = None if self.at_once else kernel_loop()
        if loop is None:
            take(work())
            return
        self._threads = self._threads or ThreadPoolExecutor(1)
        asked = self._asked = self._threads.submit(work)

        told = loop.call_soon_threadsafe

        def come() -> None:
            if asked is self._asked:
                self._asked = None
                take(asked.result())
                late()

        try:
            found = asked.result(max(0.0, patience))
        except TimeoutError:
            asked.add_done_callback(lambda _: None if asked.cancelled() else told(come))
        else:
            self._asked = None
            take(found)

    def drop(self) -> None:
        """Forget what was asked; an answer that still comes is not taken."""
        if self._asked is not None:
            self._asked.cancel()
            self._asked = None


__all__ = ["Thinker"]
