"""A letter's turn of best play, compiled, for one number carried back. Needs numba; ``best_fast`` is the way in.

The same as ``conditions`` in ``best_volley``, a fiber at a time: conditions with one more block to act rest on those
with one fewer, whose worths after 0, 1, 2 ... hits are pushed to all that lead to them."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

_part = njit(cache=True, nogil=True, error_model="numpy")


@_part
def _after_hits(known: Any, row: int, most: int, target: Any, came: Any, out: Any) -> None:
    """The worths of a condition with 1 to ``most`` hits to take, the owner choosing; ``came``: with Cleopatra over."""
    starts, after, codes, turns = target
    count = known.shape[1]
    for hits in range(most):
        before = out[hits - 1] if hits else known[row]
        for e in range(count):
            least = np.inf
            for choice in range(starts[e], starts[e + 1]):
                least = min(least, before[after[choice]])
            out[hits, e] = least
        for e in range(len(turns)):  # 7.52: where a hit on Cleopatra is among the choices
            least = np.inf
            for choice in range(starts[turns[e]], starts[turns[e] + 1]):
                turned = codes[choice]
                found = came[turned - 1, hits, after[choice]] if turned else before[after[choice]]
                least = min(least, found)
            out[hits, turns[e]] = least


@_part
def _fire(known: Any, row: int, tables: Any, law: Any, dice: int, into: Any) -> None:
    """A block's dice, and the better of this and what stood there."""
    count = known.shape[1]
    p0, p1, p2, p3, p4 = law[0], law[1], law[2], law[3], law[4]
    if dice == 1:
        for e in range(count):
            into[e] = max(into[e], p0 * known[row, e] + p1 * tables[0, e])
    elif dice == 2:
        for e in range(count):
            into[e] = max(into[e], p0 * known[row, e] + p1 * tables[0, e] + p2 * tables[1, e])
    elif dice == 3:
        for e in range(count):
            found = p0 * known[row, e] + p1 * tables[0, e] + p2 * tables[1, e] + p3 * tables[2, e]
            into[e] = max(into[e], found)
    else:
        for e in range(count):
            found = p0 * known[row, e] + p1 * tables[0, e] + p2 * tables[1, e] + p3 * tables[2, e]
            into[e] = max(into[e], found + p4 * tables[3, e])


@_part
def _came_over(known: Any, row: int, first: int, join: Any, most: int, target: Any, came: Any) -> None:
    """The worths of a condition once Cleopatra has come over, her turn kept and spent."""
    for code in range(2):
        over = join[code, first + row] - first
        if over == row:
            continue
        came[code, 0] = known[over]
        _after_hits(known, over, most, target, came, came[code, 1:])


@_part
def _leave(known: Any, turn: Any, x: int, first: int, keeps: Any, into: Any) -> None:
    """The blocks that may leave from a condition."""
    retreat, reward = turn
    constant, factor = keeps
    for j in range(retreat.shape[1]):
        to = retreat[x, j]
        if to >= 0:
            for e in range(len(into)):
                into[e] = max(into[e], constant + factor * known[to - first, e] + reward[x, j])


@_part
def play_fibers(
    values: Any,
    across: bool,
    sign: float,
    fibers: Any,
    bounds: Any,
    rows: Any,
    out: Any,
    columns: Any,
    target: Any,
    over: Any,
    joined: Any,
    leads: Any,
    leaving: Any,
    keeps: Any,
    join: Any,
    stay: Any,
    cut: Any,
    law: Any,
) -> None:
    """The fibers from the first to the second number, in place; all worths times ``sign``, so that who acts wants more.

    ``bounds`` say where a fiber's conditions begin by number of blocks to act; ``leads`` are, by condition that is
    led to, who leads there with how many dice, what firepower and whether it may pass.
    """
    lead_starts, lead_from, lead_dice, lead_fire, lead_pass = leads
    count = len(columns)
    tables, came = np.empty((4, count)), np.empty((2, 5, count))
    for fiber in range(fibers[0], fibers[1]):
        first = bounds[0, fiber]
        known = np.empty((bounds[0, fiber + 1] - first, count))
        for x in range(len(known)):
            row = rows[first + x]
            for e in range(count):
                known[x, e] = sign * (values[columns[e], row] if across else values[row, columns[e]])
        base = known
        for level in range(bounds.shape[0]):
            begin, end = bounds[level, fiber], bounds[level, fiber + 1]
            if level:
                fresh = np.full((end - begin, count), -np.inf)
                for y in range(len(known)):
                    most = 0
                    for lead in range(lead_starts[first + y], lead_starts[first + y + 1]):
                        most = max(most, lead_dice[lead])
                    if not most:
                        continue
                    if join.shape[1]:
                        _came_over(known, y, first, join, most, target, came)
                    _after_hits(known, y, most, target, came, tables)
                    for lead in range(lead_starts[first + y], lead_starts[first + y + 1]):
                        into, dice = fresh[lead_from[lead] - begin], lead_dice[lead]
                        _fire(known, y, tables, law[dice, lead_fire[lead]], dice, into)
                        if lead_pass[lead]:
                            for e in range(count):
                                into[e] = max(into[e], known[y, e])
                for x in range(begin, end):
                    _leave(known, leaving, x, first, keeps, fresh[x - begin])
                    if cut[x] >= 0:
                        for e in range(count):
                            to = joined[e] if cut[x] & 1 else e
                            fresh[x - begin, e] = base[(cut[x] >> 1) - bounds[0, fiber], to]
                    for e in over:
                        fresh[x - begin, e] = base[stay[x] - bounds[0, fiber], e]
                known = fresh
            for x in range(begin, end):
                row = out[x]
                if row >= 0:
                    for e in range(count):
                        if across:
                            values[columns[e], row] = sign * known[x - begin, e]
                        else:
                            values[row, columns[e]] = sign * known[x - begin, e]
            first = begin
