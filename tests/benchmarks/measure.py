"""How long something takes beside its peers, in one process.

Times differ from machine to machine and from minute to minute; their ratio hardly does. So each repeat times ours and
the peer one right after the other, and the answer is the median of the ratios."""

from __future__ import annotations

import gc
from collections.abc import Callable
from statistics import median
from time import perf_counter
from typing import NamedTuple


class Comparison(NamedTuple):
    """Medians over the repeats: seconds of both, and how many times longer the peer takes."""

    ours: float
    peer: float
    ratio: float


def seconds(run: Callable[[], object], at_least: float = 0.02) -> float:
    """The time of one run: the mean of as many as fill a fiftieth of a second."""
    runs, started = 0, perf_counter()
    while (took := perf_counter() - started) < at_least or not runs:
        run()
        runs += 1
    return took / runs


def compare(ours: Callable[[], object], peer: Callable[[], object], repeats: int = 7) -> Comparison:
    """Ours and a peer in turns."""
    ours(), peer()  # what is loaded or compiled on the first call is no part of it
    pairs = []
    for _ in range(repeats):
        gc.collect()
        pairs.append((seconds(ours), seconds(peer)))
    return Comparison(*map(median, zip(*pairs)), median(theirs / own for own, theirs in pairs))


def line(label: str, found: Comparison, wanted: float | None = None) -> str:
    """A line of a report: times in milliseconds, the ratio, and what was aimed at."""
    aim = f"  (aim: {wanted:g}x)" if wanted else ""
    return f"{label:<58}{found.ours * 1e3:>9.2f} ms{found.peer * 1e3:>10.1f} ms{found.ratio:>9.1f}x{aim}"
