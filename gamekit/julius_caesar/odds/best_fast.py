"""The way to the compiled turns of best play (the extra "fast"): tables in flat arrays, and all cores."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from itertools import pairwise
from typing import Any

import numpy as np

from gamekit.julius_caesar.odds.best_states import Array
from gamekit.julius_caesar.odds.best_volley import NOBODY, TIE, Acting, Deciding, Numbers, Struck, choices_open, joins

WORTH_LOADING = 300_000  # positions; below, loading numba takes longer than doing without
SCRATCH_BYTES = 800_000_000


def pays(positions: int) -> bool:
    """Whether so many positions are better solved by the compiled turns."""
    return positions >= WORTH_LOADING and find_spec("numba") is not None


def fiber_keys(turn: Acting) -> list[Array]:
    """By number of blocks to act the key of every condition's fiber: the slots that stay as they are."""
    side = turn.moment.side
    free = np.zeros(side.width + 2, bool)
    free[turn.group] = True
    free[side.width :] = True
    if side.cleopatra >= 0:
        free[side.cleopatra] = True
    mask = np.int64(0)
    for column in range(side.width + 2):
        mask = mask << 4 | (0 if free[column] else 15)
    return [keys & mask for keys in turn.keys]


def _ordered(keys: list[Array]) -> tuple[list[Array], list[Array], Array]:
    """By number of blocks to act: the order by fibers, where each condition comes to stand; and the bounds."""
    fibers = np.unique(keys[0])
    orders = [np.argsort(each, kind="stable") for each in keys]
    first, stands, bounds = 0, [], np.zeros((len(keys), len(fibers) + 1), np.int64)
    for n, (each, order) in enumerate(zip(keys, orders)):
        place = np.empty(len(each), np.int64)
        place[order] = first + np.arange(len(each))
        stands.append(place)
        bounds[n, :-1] = first + np.searchsorted(each[order], fibers)
        first += len(each)
        bounds[n, -1] = first
    return orders, stands, bounds


def play_fast(
    values: Array,
    across: bool,
    turn: Acting,
    fired: Struck,
    numbers: Numbers,
    plan: Deciding,
    rows: Array,
    out: list[Array],
    columns: Array,
    tell: Callable[[float], None],
) -> None:
    """A letter's turn in place: ``rows`` and ``out`` say from where and to where the conditions go."""
    from gamekit.julius_caesar.odds import best_kernel

    orders, stands, bounds = _ordered(fiber_keys(turn))
    signs = np.ones(len(numbers.mode))
    signs[0] = -1.0 if across else 1.0
    made = _flat(turn, numbers, plan, orders, stands, signs)
    starts = np.zeros(len(fired.keys) + 1, np.int64)
    distinct = np.ones(fired.after.shape, bool)
    distinct[:, 1:] = fired.after[:, 1:] != fired.after[:, :1]
    np.cumsum(distinct.sum(axis=1), out=starts[1:])
    turns = np.flatnonzero(fired.turns.any(axis=1))
    hits = (starts, fired.after[distinct].astype(np.int32), fired.turns[distinct].astype(np.int8), turns)
    kept = (signs * numbers.constant.astype(float), numbers.factor.astype(float), numbers.source.astype(np.int64))
    law = (numbers.mode.astype(np.int64), TIE, numbers.weights, *kept)
    started = np.concatenate([places[order] for places, order in zip(out, orders)])
    target = (hits, np.flatnonzero(fired.over), fired.joined)

    def part(fibers: tuple[int, int]) -> None:
        view, ends = (across, signs[0], columns, int(turn.late)), (rows[orders[0]], started)
        best_kernel.play_fibers(values, view, fibers, bounds, ends, target, made, law)

    widest = int(np.diff(bounds, axis=1).sum(axis=0).max(initial=1)) * len(columns) * len(signs) * (16 + 8 * turn.late)
    cores = max(1, min(os.cpu_count() or 1, SCRATCH_BYTES // widest))
    parts = _parts(bounds, cores)
    if len(parts) == 1 or cores == 1:
        for n, fibers in enumerate(parts):
            part(fibers)
            tell((n + 1) / len(parts))
        return
    with ThreadPoolExecutor(cores) as threads:
        for n, _ in enumerate(threads.map(part, parts)):
            tell((n + 1) / len(parts))


def _parts(bounds: Array, cores: int) -> list[tuple[int, int]]:
    """Runs of fibers of about the same number of conditions, some for each core."""
    sizes = np.cumsum(np.diff(bounds, axis=1).sum(axis=0))
    marks = np.searchsorted(sizes, np.linspace(0, sizes[-1], 8 * cores + 1)[1:-1]) + 1
    edges = np.unique(np.concatenate([[0], marks, [len(sizes)]])).tolist()
    return [(first, end) for first, end in pairwise(edges) if end > first]


def _flat(
    turn: Acting, numbers: Numbers, plan: Deciding, orders: list[Array], stands: list[Array], signs: Array
) -> tuple[Any, ...]:
    """The tables of all numbers of blocks to act behind one another, in the order of the fibers."""
    count, width = sum(map(len, turn.keys)), len(turn.group)
    retreat, reward = np.full((count, width), NOBODY, np.int64), np.zeros((count, width, len(signs)))
    stay, cut = np.empty(count, np.int64), np.full(count, NOBODY, np.int64)
    hers = turn.moment.side.cleopatra >= 0
    join = np.zeros((2, count if hers else 0), np.int64)
    leads: list[list[Array]] = [[] for _ in range(5)]
    for n, (order, stand) in enumerate(zip(orders, stands)):
        at = stand[order]
        stay[at] = stands[0][turn.stay[n][order]]
        stuck = turn.cut[n][order]
        cut[at] = np.where(stuck == NOBODY, NOBODY, 2 * stands[0][stuck] + turn.cut_her[n][order])
        for code, place in enumerate(joins(turn, n)):
            join[code, at] = stands[n + (code == 0 and turn.one_more(n))][place[order]]
        if n:
            may, goes, passes = (found[:, :, 0] for found in choices_open(turn, plan, n))
            goes, left, strength = goes[order], turn.retreat[n][order], turn.strength[n][order]
            retreat[at] = np.where(goes, stands[n - 1][left], NOBODY)
            rewards = numbers.rewards[:, turn.group[None, :], strength].astype(float)
            reward[at] = signs * np.moveaxis(rewards, 0, 2)
            x, j = np.nonzero(may[order])
            whole = (stands[n - 1][turn.act[n][order][x, j]], at[x], strength[x, j])
            more = (turn.moment.side.firepower[turn.group[j]], passes[order][x, j])
            for found, part in zip(leads, (*whole, *more)):
                found.append(part)
    to, *rest = (np.concatenate(found) if found else np.zeros(0, np.int64) for found in leads)
    by = np.argsort(to, kind="stable")
    lead_starts = np.concatenate([[0], np.cumsum(np.bincount(to, minlength=count))]).astype(np.int64)
    lead_from, dice, fire, passing = (part[by] for part in rest)
    leading = (lead_starts, lead_from.astype(np.int64), dice.astype(np.int64), fire.astype(np.int64), passing > 0)
    return leading, (retreat, reward), join, stay, cut
