"""The compiled form of best play: the computation of a ``best_solve`` turn, used if numba is installed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from gamekit.probability.jit import compiled

Array = Any
Turn = Any  # a ``best_solve.LetterTurn``
BLOCK = 64  # rows between two progress reports


def table_after_turn(turn: Turn, rows: Sequence[int]) -> Array:
    """The table when a turn is over, as ``LetterTurn.after``, for the rows ``rows`` only."""
    own, following = [turn.own[n] for n in rows], turn.next
    if isinstance(following, type(turn)):
        places = (following.places(n, stands) for n, stands in ((turn.side, own), (turn.other, turn.enemy)))
        first, second = (np.array(each, dtype=np.intp) for each in places)
        tables, same = following.table, following.side == turn.side
        found = tables[:, first[:, None], second] if same else tables[:, second, first[:, None]]
    else:
        found = np.array(following.value_tables(turn.side, own, turn.enemy))
    if len(rows) == len(turn.own):
        return np.ascontiguousarray(found)
    ended = np.array(turn.ended)
    ended[:, rows] = found
    return ended


def table_before_block(turn: Turn, moves: Sequence[tuple[int, ...]], slot: int, after: Any, tie: float) -> Array:
    """The table before a block acts; as ``LetterTurn._before_block``. Worths closer than ``tie`` are equal."""
    after = np.ascontiguousarray(after, dtype=float)
    now = after.copy()
    gains = turn.question.gains
    leaving = [[gain.leaving(turn.side, slot, stand.strengths[slot]) for gain in gains] for stand in turn.own]
    plus = np.array([[float(figure) for _, _, figure in row] for row in leaving])
    factor, source = (np.array([row[n] for row in leaving[0]], dtype=np.int64) for n in (0, 1))
    p_hits = np.array([[*turn.hit_chances(slot, n), *[0] * (4 - n)] for n in range(5)], dtype=float)
    targets = _targets(turn)
    joined = np.zeros((2, len(turn.own)), dtype=np.int64)
    if any(column.turned for column in turn.columns):
        index, join = turn.index[turn.side], turn.roles.joined
        joined[:] = [[index.get(join(turn.side, stand, spent), 0) for stand in turn.own] for spent in (False, True)]
    dead_turns = np.arange(len(turn.enemy))
    if turn.must and slot == turn.of.cleopatra:
        index, join = turn.index[turn.other], turn.roles.joined
        dead_turns = np.array([index[join(turn.other, stand, False)] for stand in turn.enemy], dtype=np.int64)
    said = np.zeros((1, 1), dtype=np.uint8)
    if turn.said:
        said = np.array([turn.acts(n, [slot]) if turn.shown else [] for n in range(len(turn.own))], dtype=np.uint8)
    how = 2 if turn.said else int(turn.chooses)  # 0 the first option, 1 the best, 2 as ``said``
    flat = np.array(moves, dtype=np.int64)
    scratch = np.empty((3, 5, *after[:, 0].shape))
    for first in range(0, len(moves), BLOCK):
        last = min(first + BLOCK, len(moves))
        _rows(
            after, now, first, last, turn.shown, *targets, flat, joined, plus, factor, source,
            p_hits, said, how, turn.must, dead_turns, scratch, 1.0 - 2.0 * turn.side, tie,
        )  # fmt: skip
        turn.solver.tell((last - first) * len(turn.enemy))
    return now


def _targets(turn: Turn) -> tuple[Array, Array, Array]:
    """The index of each target stand's first choice; by choice the stand after and its code (see ``Roles.struck``)."""
    listed: list[list[tuple[int, int]]] = [[] for _ in turn.enemy]
    for column in turn.columns:
        codes = {place: code for place, _, code in column.turned}
        for place, after in enumerate(column.places):
            listed[place].append((after, codes.get(place, 0)))
    begins = np.cumsum([0, *map(len, listed)])
    flat = np.array([one for choices in listed for one in choices], dtype=np.int64).reshape(-1, 2)
    return begins, np.ascontiguousarray(flat[:, 0]), np.ascontiguousarray(flat[:, 1])


@compiled
def _levels(levels: Array, tables: Array, n: int, hits: int, shown: int, begins: Array, after: Array, codes: Array,
            came: Array, sign: float, tie: float) -> None:  # fmt: skip
    """Fill ``levels[hits still to be taken, number, stand fired at]`` of a stand; ``came``: those with Cleopatra."""
    numbers = tables.shape[0]
    levels[0] = tables[:, n]
    for count in range(1, hits + 1):
        levels[count, :, shown:] = levels[count - 1, :, shown:]
        for e in range(shown):
            best = -np.inf
            for choice in range(begins[e], begins[e + 1]):
                row = came[codes[choice]] if codes[choice] else levels
                best = max(best, -sign * row[count - 1, 0, after[choice]])
            levels[count, 0, e] = -sign * best
            if numbers > 1:
                pick = begins[e]
                for choice in range(begins[e + 1] - 1, begins[e] - 1, -1):
                    row = came[codes[choice]] if codes[choice] else levels
                    if abs(-sign * row[count - 1, 0, after[choice]] - best) <= tie:
                        pick = choice
                row = came[codes[pick]] if codes[pick] else levels
                for k in range(1, numbers):
                    levels[count, k, e] = row[count - 1, k, after[pick]]


@compiled
def _rows(after: Array, now: Array, first: int, last: int, shown: int, begins: Array, targets: Array, codes: Array,
          moves: Array, joined: Array, plus: Array, factor: Array, source: Array, p_hits: Array, said: Array, how: int,
          must: bool, dead_turns: Array, levels: Array, sign: float, tie: float) -> None:  # fmt: skip
    """The rows of some stands before a block acts; ``moves``: active, dice, acted, away, dead."""
    numbers = after.shape[0]
    turning = codes.size > 0 and codes.max() > 0
    values = np.empty((4, numbers))
    for n in range(first, last):
        active, dice, acted, away, dead = moves[n]
        if not active:
            continue
        if not must:
            if turning:
                for spent in range(2):
                    _levels(levels[1 + spent], after, joined[spent, acted], dice, shown, begins, targets, codes,
                            levels, sign, tie)  # fmt: skip
            _levels(levels[0], after, acted, dice, shown, begins, targets, codes, levels, sign, tie)
        for e in range(shown):
            options = 0
            if not must:
                for k in range(numbers):
                    fires = 0.0
                    for count in range(dice + 1):
                        fires += p_hits[dice, count] * levels[0, count, k, e]
                    values[0, k], values[1, k] = fires, after[k, acted, e]
                options = 2 if how == 1 else 1
            if away >= 0 and (how or must):
                for k in range(numbers):
                    values[options, k] = factor[k] * now[source[k], away, e] + plus[n, k]
                options += 1
            if dead >= 0:
                for k in range(numbers):
                    values[options, k] = now[k, dead, dead_turns[e]]
                options += 1
            pick = 0
            if how == 2 and not must:
                pick = 1 if said[n, e] and options > 1 else 0
            elif how and options:
                best = sign * values[0, 0]
                for option in range(1, options):
                    best = max(best, sign * values[option, 0])
                for option in range(options - 1, -1, -1):
                    if abs(sign * values[option, 0] - best) <= tie:
                        pick = option
                values[pick, 0] = sign * best
            if options:
                for k in range(numbers):
                    now[k, n, e] = values[pick, k]
