"""The extra "fast": kernels compiled by numba if it is installed, plain Python otherwise.

Only kernel modules import this, and they are imported inside the functions that need them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

from gamekit.text.translation import word

Kernel = TypeVar("Kernel", bound=Callable[..., Any])

try:
    from numba import njit
    from numba.core import event
except ImportError:
    njit = None

FAST = njit is not None

if FAST:

    class CompileNotice(event.Listener):  # type: ignore[misc]
        """Prints one line when numba first compiles a function; nothing for functions that the disk cache holds."""

        said = False

        def on_start(self, event: Any) -> None:
            if not self.said:
                self.said = True
                print(word("fast.compiling"), file=sys.stderr, flush=True)

        def on_end(self, event: Any) -> None:
            """Do nothing; numba asks for it."""

    COMPILING = CompileNotice()
    event.register("numba:compile", COMPILING)


def compiled(function: Kernel, **numba_options: Any) -> Kernel:
    """Compile a function on its first call; cache it on disk where possible."""
    if njit is None:
        return function
    numba_options |= {"nogil": True, "error_model": "numpy"}
    try:
        kept: Kernel = njit(cache=True, **numba_options)(function)
    except RuntimeError:  # no folder to keep it in
        kept = njit(**numba_options)(function)
    return kept


def is_cached(kernel: Any) -> bool:
    """Whether the disk keeps what a function was compiled to, so that its first call does not compile it."""
    return njit is not None and any(Path(kernel.stats.cache_path).glob(f"*.{kernel.__name__}-*.nbi"))
