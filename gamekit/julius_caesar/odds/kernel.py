"""The way to the compiled kernel (the extra "fast"): battles as whole numbers, and all cores."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from gamekit.julius_caesar.odds.battle import Battle

MOST_BLOCKS = 20  # of a side; with Cleopatra when she joins, three bits each, they fill a whole number
WORTH_LOADING = 200  # battles; loading numba takes as long as computing some hundreds without it


def kernel_is_loaded() -> bool:
    """Whether the compiled kernel is at hand without waiting."""
    return "gamekit.julius_caesar.odds.compiled" in sys.modules


def kernel_pays(count: int) -> bool:
    """Whether that many battles are better computed by the compiled kernel."""
    return kernel_is_loaded() or (count >= WORTH_LOADING and find_spec("numba") is not None)


def encoded(battles: Sequence[Battle]) -> tuple[Any, Any, Any]:
    """Blocks as whole numbers, a row a battle; how many each of its four bodies has; flags.

    They are as the kernel reads them; the flags of a battle that is too big for it are -1.
    """
    bodies = [(b.attacker, b.attacker_reserve, b.defender, b.defender_reserve) for b in battles]
    flat = np.fromiter((block.code for four in bodies for body in four for block in body), dtype=np.int64)
    counts = np.array([tuple(map(len, four)) for four in bodies], dtype=np.int64).reshape(-1, 4)
    flags = np.array([b.first_strike + 2 * b.cut_off + 4 * b.defender_cut_off for b in battles], dtype=np.int64)
    flags[(counts.reshape(-1, 2, 2).sum(axis=2) > MOST_BLOCKS).any(axis=1)] = -1
    sizes = counts.sum(axis=1)
    codes = np.zeros((len(battles), int(sizes.max(initial=0))), dtype=np.int64)
    codes[np.arange(codes.shape[1])[None, :] < sizes[:, None]] = flat
    return codes, counts, flags


def compiled_chances(codes: Any, counts: Any, flags: Any) -> Any:
    """The five numbers of every encoded battle, on all cores."""
    from gamekit.julius_caesar.odds import compiled

    out = np.zeros((len(counts), 5))
    cores = os.cpu_count() or 1
    size = 1 + len(counts) // cores
    parts = [slice(start, start + size) for start in range(0, len(counts), size)]
    if len(parts) == 1 or len(counts) < cores * 8:
        compiled.chances(codes, counts, flags, out)
        return out
    with ThreadPoolExecutor(cores) as threads:  # the kernel lets go of the interpreter's lock
        list(threads.map(lambda part: compiled.chances(codes[part], counts[part], flags[part], out[part]), parts))
    return out
