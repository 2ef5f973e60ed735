"""Encode battles as integers and run them through the compiled kernel (the extra "fast") on all cores."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from typing import Any

import numpy as np

from gamekit.julius_caesar.odds.position import Bodies

MOST_BLOCKS = 20  # of a side; with Cleopatra when she joins, three bits each, they fill a whole number
WORTH_LOADING = 200  # battles; loading numba takes as long as computing some hundreds without it


def kernel_is_loaded() -> bool:
    """Whether the compiled kernel is at hand without waiting."""
    return "gamekit.julius_caesar.odds.battle_kernel" in sys.modules


def kernel_pays(count: int) -> bool:
    """Whether the compiled kernel is worth its loading time for ``count`` battles."""
    return kernel_is_loaded() or (count >= WORTH_LOADING and find_spec("numba") is not None)


def encoded(battles: Sequence[tuple[Bodies, tuple[bool, bool, bool, bool]]]) -> tuple[Any, Any, Any]:
    """Encode battles for the kernel: blocks as whole numbers, a row a battle; the sizes of the four bodies; flags.

    A battle is its bodies and (first_strike, cut_off, defender_cut_off, joins_late). Flags of -1: not for the kernel,
    which takes no battle that is too big, nor one in which Cleopatra may act late.
    """
    bodies = [[body for both in four.values() for body in both] for four, _ in battles]
    flat = np.fromiter((block.code for four in bodies for body in four for block in body), dtype=np.int64)
    counts = np.array([tuple(map(len, four)) for four in bodies], dtype=np.int64).reshape(-1, 4)
    said = [-1 if late else first + 2 * cut_off + 4 * defender for _, (first, cut_off, defender, late) in battles]
    flags = np.array(said, dtype=np.int64)
    flags[(counts.reshape(-1, 2, 2).sum(axis=2) > MOST_BLOCKS).any(axis=1)] = -1
    sizes = counts.sum(axis=1)
    codes = np.zeros((len(battles), int(sizes.max(initial=0))), dtype=np.int64)
    codes[np.arange(codes.shape[1])[None, :] < sizes[:, None]] = flat
    return codes, counts, flags


def compiled_chances(codes: Any, counts: Any, flags: Any) -> Any:
    """The five numbers of every encoded battle, on all cores."""
    from gamekit.julius_caesar.odds import battle_kernel

    out = np.zeros((len(counts), 5))
    cores = os.cpu_count() or 1
    size = 1 + len(counts) // cores
    parts = [slice(start, start + size) for start in range(0, len(counts), size)]
    if len(parts) == 1 or len(counts) < cores * 8:
        battle_kernel.chances(codes, counts, flags, out)
        return out
    with ThreadPoolExecutor(cores) as threads:  # the kernel lets go of the interpreter's lock
        list(threads.map(lambda part: battle_kernel.chances(codes[part], counts[part], flags[part], out[part]), parts))
    return out
