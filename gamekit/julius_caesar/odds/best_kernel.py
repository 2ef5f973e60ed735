"""A letter's turn of best play, compiled. Needs numba; ``best_fast`` is the way in.

The same as ``conditions`` in ``best_volley``, a fiber at a time: conditions with one more block to act rest on those
with one fewer, whose worths after 0, 1, 2 ... hits are pushed to all that lead to them. Worths stand by condition,
number carried and row fired at; the first number is the one that is chosen by, with the sign of who acts."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

import gamekit.fast  # noqa: F401  (it says so while something is compiled)

_part = njit(cache=True, nogil=True, error_model="numpy")


@_part
def _offer(into: Any, found: Any, modes: Any, tie: float) -> None:
    """One more choice of who acts; with one number alone the better of two."""
    if len(modes) == 1:
        for e in range(into.shape[1]):
            into[0, e] = max(into[0, e], found[0, e])
        return
    for e in range(into.shape[1]):
        gap = found[0, e] - into[0, e]
        if gap > tie:
            into[:, e] = found[:, e]
        elif gap >= -tie:
            for k in range(1, len(modes)):
                if (found[k, e] - into[k, e]) * modes[k] > 0:
                    into[k, e] = found[k, e]
            into[0, e] = max(into[0, e], found[0, e])


@_part
def _taken(before: Any, came: Any, e: int, hits: int, target: Any, modes: Any, tie: float, out: Any) -> None:
    """The worths of one more hit on a row, its owner choosing; ``came``: with Cleopatra come over (7.52)."""
    starts, after, codes, _ = target
    out[:, e] = np.inf
    for choice in range(starts[e], starts[e + 1]):
        to, turned = after[choice], codes[choice]
        found = came[turned - 1, hits] if turned else before
        gap = out[0, e] - found[0, to]
        if gap > tie:
            out[:, e] = found[:, to]
        elif gap >= -tie:
            for k in range(1, len(modes)):
                if (found[k, to] - out[k, e]) * modes[k] > 0:
                    out[k, e] = found[k, to]
            out[0, e] = min(out[0, e], found[0, to])


@_part
def _after_hits(known: Any, most: int, target: Any, came: Any, modes: Any, tie: float, out: Any) -> None:
    """The worths of a condition with 1 to ``most`` hits to take."""
    starts, after, _, turns = target
    for hits in range(most):
        before = out[hits - 1] if hits else known
        if len(modes) > 1:
            for e in range(known.shape[1]):
                _taken(before, came, e, hits, target, modes, tie, out[hits])
            continue
        for e in range(known.shape[1]):
            least = np.inf
            for choice in range(starts[e], starts[e + 1]):
                least = min(least, before[0, after[choice]])
            out[hits, 0, e] = least
        for e in turns:  # 7.52: where a hit on Cleopatra is among the choices
            _taken(before, came, e, hits, target, modes, tie, out[hits])


@_part
def _fire_one(known: Any, tables: Any, law: Any, dice: int, into: Any) -> None:
    """``_fire`` for one number alone, in one pass: most of the time goes here."""
    count = len(known)
    p0, p1, p2, p3, p4 = law[0], law[1], law[2], law[3], law[4]
    if dice == 1:
        for e in range(count):
            into[e] = max(into[e], p0 * known[e] + p1 * tables[0, 0, e])
    elif dice == 2:
        for e in range(count):
            into[e] = max(into[e], p0 * known[e] + p1 * tables[0, 0, e] + p2 * tables[1, 0, e])
    else:
        for e in range(count):
            found = p0 * known[e] + p1 * tables[0, 0, e] + p2 * tables[1, 0, e] + p3 * tables[2, 0, e]
            into[e] = max(into[e], found + p4 * tables[3, 0, e] if dice > 3 else found)


@_part
def _fire(known: Any, tables: Any, law: Any, dice: int, into: Any, modes: Any, tie: float, found: Any) -> None:
    """A block's dice, and the better of this and what stood there."""
    if len(modes) == 1:
        _fire_one(known[0], tables, law, dice, into[0])
        return
    found[:] = law[0] * known
    for hits in range(1, dice + 1):
        found += law[hits] * tables[hits - 1]
    _offer(into, found, modes, tie)


@_part
def _came_over(known: Any, row: int, first: int, join: Any, more: Any, most: int, hits: Any, numbers: Any) -> Any:
    """The worths of a condition once Cleopatra has come over, her turn kept and spent.

    ``more``: whether she still acts, and with one more block to act what that is worth and where it begins.
    """
    late, above, begin = more
    came = np.empty((2, 5, known.shape[1], known.shape[2]))
    for code in range(2):
        over = join[code, first + row]
        if late and code == 0:
            place = over - begin
            if len(above) and not 0 <= place < len(above):
                continue  # she has come over already: nobody asks, and the place is any
            source = above[place] if len(above) else known[row]
        elif over - first == row:
            continue
        else:
            source = known[over - first]
        came[code, 0] = source
        _after_hits(source, most, hits, came, numbers[0], numbers[1], came[code, 1:])
    return came


@_part
def _act(known: Any, first: int, begin: int, hits: Any, leads: Any, join: Any, more: Any, law: Any, fresh: Any) -> None:
    """A block fires or passes: from conditions with one fewer to act to all that lead to them."""
    lead_starts, lead_from, lead_dice, lead_fire, lead_pass = leads
    modes, tie, weights = law[0], law[1], law[2]
    count = known.shape[2]
    tables, found = np.empty((4, len(modes), count)), np.empty((len(modes), count))
    came = np.empty((0, 0, 0, 0))
    for y in range(len(known)):
        from_, to = lead_starts[first + y], lead_starts[first + y + 1]
        most = 0
        for lead in range(from_, to):
            most = max(most, lead_dice[lead])
        if not most:
            continue
        if join.shape[1]:
            came = _came_over(known, y, first, join, more, most, hits, law)
        _after_hits(known[y], most, hits, came, modes, tie, tables)
        for lead in range(from_, to):
            dice, into = lead_dice[lead], fresh[lead_from[lead] - begin]
            _fire(known[y], tables, weights[dice, lead_fire[lead]], dice, into, modes, tie, found)
    for y in range(len(known)):
        for lead in range(lead_starts[first + y], lead_starts[first + y + 1]):
            if lead_pass[lead]:
                _offer(fresh[lead_from[lead] - begin], known[y], modes, tie)


@_part
def _leave(known: Any, leaving: Any, x: int, first: int, numbers: Any, into: Any) -> None:
    """The blocks that may leave from a condition."""
    retreat, reward = leaving
    modes, tie, _, constant, factor, source = numbers
    found = np.empty(into.shape)
    for j in range(retreat.shape[1]):
        to = retreat[x, j]
        if to >= 0:
            for k in range(len(modes)):
                found[k] = constant[k] + factor[k] * known[to - first, source[k]] + reward[x, j, k]
            _offer(into, found, modes, tie)


@_part
def _stay(base: Any, first: int, stay: int, cut: int, over: Any, joined: Any, into: Any) -> None:
    """Who must leave and cannot is eliminated (7.6); where nobody is left to fire at, all stay as they are."""
    if cut >= 0:
        for e in range(into.shape[1]):
            into[:, e] = base[(cut >> 1) - first, :, joined[e] if cut & 1 else e]
    for e in over:
        into[:, e] = base[stay - first, :, e]


@_part
def _read(values: Any, across: bool, sign: float, rows: Any, columns: Any) -> Any:
    known = np.empty((len(rows), len(values), len(columns)))
    for x in range(len(rows)):
        for k in range(len(values)):
            for e in range(len(columns)):
                known[x, k, e] = values[k, columns[e], rows[x]] if across else values[k, rows[x], columns[e]]
        known[x, 0] *= sign
    return known


@_part
def _write(values: Any, across: bool, sign: float, row: int, columns: Any, known: Any) -> None:
    for k in range(len(values)):
        turned = sign if k == 0 else 1.0
        for e in range(len(columns)):
            if across:
                values[k, columns[e], row] = turned * known[k, e]
            else:
                values[k, row, columns[e]] = turned * known[k, e]


@_part
def _play(
    base: Any, fiber: int, bounds: Any, target: Any, made: Any, law: Any, late: int, before: Any, whole: Any
) -> None:
    """The worths of a fiber's conditions, ``before`` those as if nobody came over; none where they are to be found."""
    hits, over, joined = target
    leads, leaving, join, stay, cut = made
    bottom = bounds[0, fiber]
    first, known, at = bottom, base, len(base)
    for level in range(1, bounds.shape[0]):
        begin, end = bounds[level, fiber], bounds[level, fiber + 1]
        fresh = whole[at : at + end - begin]
        fresh[:] = -np.inf
        _act(known, first, begin, hits, leads, join, (late, before[at:], begin), law, fresh)
        for x in range(begin, end):
            _leave(known, leaving, x, first, law, fresh[x - begin])
            _stay(base, bottom, stay[x], cut[x], over, joined, fresh[x - begin])
        first, known, at = begin, fresh, at + end - begin


@_part
def play_fibers(values: Any, view: Any, fibers: Any, bounds: Any, ends: Any, target: Any, made: Any, law: Any) -> None:
    """The fibers from the first to the second number, in place.

    ``bounds`` say where a fiber's conditions begin by number of blocks to act; ``made`` has the leads, by condition
    that is led to who leads there with how many dice, what firepower and whether it may pass, and where it leads to
    leave, to join, to stay and to be cut off. ``view``: whether the rows that act are the columns of ``values``, the
    sign, the columns of those fired at, and whether who comes over still acts.
    """
    across, sign, columns, late = view
    rows, out = ends
    for fiber in range(fibers[0], fibers[1]):
        sizes = bounds[:, fiber + 1] - bounds[:, fiber]
        base = _read(values, across, sign, rows[bounds[0, fiber] : bounds[0, fiber + 1]], columns)
        before = np.empty((0, base.shape[1], base.shape[2]))
        whole = np.empty((sizes.sum(), base.shape[1], base.shape[2]))
        whole[: len(base)] = base
        for again in range(1 + late):  # first as if nobody came over, which is so where she has done so
            if again:
                before = whole.copy()
            _play(base, fiber, bounds, target, made, law, late, before, whole)
        at = 0
        for level in range(bounds.shape[0]):
            for x in range(bounds[level, fiber], bounds[level, fiber + 1]):
                if out[x] >= 0:
                    _write(values, across, sign, out[x], columns, whole[at])
                at += 1
