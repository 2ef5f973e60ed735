"""Encode battles as integers and run them through the compiled kernel (the extra "fast") on all cores."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from importlib.util import find_spec
from itertools import chain
from operator import attrgetter
from typing import Any

import numpy as np

MOST_BLOCKS = 20  # of a side; with Cleopatra when she joins, three bits each, they fill a whole number
AT_ONCE = 8_192  # battles that are encoded together
WORTH_LOADING = 200  # battles; loading numba takes as long as computing some hundreds without it


def kernel_is_loaded() -> bool:
    """Whether the compiled kernel is at hand without waiting."""
    return "gamekit.julius_caesar.odds.battle_kernel" in sys.modules


def kernel_pays(count: int) -> bool:
    """Whether the compiled kernel is worth its loading time for ``count`` battles."""
    return kernel_is_loaded() or (count >= WORTH_LOADING and find_spec("numba") is not None)


def encoded(battles: Sequence[Any]) -> tuple[Any, Any, Any]:
    """Encode battles for the kernel: blocks as whole numbers, a row a battle; the sizes of the four bodies; flags.

    Flags of -1: not for the kernel, which takes no battle that is too big, nor one in which Cleopatra may act late.
    """
    bodies = [body for it in battles for body in (it.attacker, it.attacker_reserve, it.defender, it.defender_reserve)]
    counts = np.fromiter(map(len, bodies), np.int64, len(bodies)).reshape(-1, 4)
    sizes = counts.sum(axis=1)
    flat = np.fromiter(map(attrgetter("code"), chain.from_iterable(bodies)), np.int64, int(sizes.sum()))
    said = (-1 if it.joins_late else it.first_strike + 2 * it.cut_off + 4 * it.defender_cut_off for it in battles)
    flags = np.fromiter(said, np.int64, len(battles))
    flags[(counts.reshape(-1, 2, 2).sum(axis=2) > MOST_BLOCKS).any(axis=1)] = -1
    codes = np.zeros((len(battles), int(sizes.max(initial=0))), dtype=np.int64)
    codes[np.arange(codes.shape[1])[None, :] < sizes[:, None]] = flat
    return codes, counts, flags


def compiled_chances(battles: Sequence[Any]) -> tuple[Any, list[int]]:
    """The five numbers of every battle, on all cores, and the rows that are not for the kernel.

    The kernel lets go of the interpreter's lock, so some battles are encoded while others are computed.
    """
    from gamekit.julius_caesar.odds import battle_kernel

    out, unfit = np.zeros((len(battles), 5)), []
    cores = os.cpu_count() or 1
    step = min(AT_ONCE, 1 + len(battles) // cores) if len(battles) >= cores * 8 else len(battles)

    def compute(first: int, codes: Any, counts: Any, flags: Any) -> None:
        fit = flags >= 0
        found = np.zeros((int(fit.sum()), 5))
        battle_kernel.chances(codes[fit], counts[fit], flags[fit], found)
        out[first : first + len(flags)][fit] = found

    with ThreadPoolExecutor(cores) if step < len(battles) else nullcontext() as threads:
        under_way = []
        for first in range(0, len(battles), step or 1):
            codes, counts, flags = encoded(battles[first : first + step])
            unfit += (first + np.flatnonzero(flags < 0)).tolist()
            if threads is None:
                compute(first, codes, counts, flags)
            else:
                under_way.append(threads.submit(compute, first, codes, counts, flags))
        for each in under_way:
            each.result()
    return out, unfit
