"""How many hits each side's dice make in a round: the law of (attacker's, defender's), wasted ones included."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from gamekit.julius_caesar.odds.axis import Array
from gamekit.julius_caesar.odds.course import Leg
from gamekit.julius_caesar.odds.grid import Transition, carry
from gamekit.julius_caesar.tables import ATTACKER, DEFENDER

WIDE = 1 << 10  # more hits than a side can roll in a round


def hits_in_round(leg: Leg, cell: tuple[int, int], first: int, round: int) -> dict[tuple[int, int], Any]:
    """The weights of the pairs of hits in a round, over every branch; ``first`` is the round that the leg begins in."""
    table = np.zeros(leg.start.shape, dtype=object if leg.start.flags.exact else float)
    table[cell] = 1
    found = list(_tallies(leg, table, 0, first, round))
    most = max(dice for dice, _ in found)
    weights: dict[tuple[int, int], Any] = {}
    for dice, law in found:
        scale = 6 ** (most - dice) if leg.start.flags.exact else 1
        for pair, weight in law.items():
            weights[pair] = weights.get(pair, 0) + weight * scale
    return weights


def _tallies(leg: Leg, table: Array, dice: int, number: int, round: int) -> Iterator[tuple[int, dict[Any, Any]]]:
    """(dice, law) of what ends before the round, and of the round itself, on every branch."""
    grid, tags = leg.start, _tagged(table) if number == round else None
    for part in leg.parts:
        if isinstance(part, Transition):
            if tags is None:
                table = carry(part, table)
            else:
                tags = _carry_tags(part, grid.over, *tags)
            grid, dice = part.grid, dice + part.dice
            continue
        if tags is not None:
            keys, weights = tags
            pairs = [(key // WIDE % WIDE, key % WIDE) for key in keys.tolist()]
            law: dict[tuple[int, int], Any] = {}
            for pair, weight in zip(pairs, weights.tolist()):
                law[pair] = law.get(pair, 0) + weight
            yield dice, law
            return
        if (ended := np.where(grid.over, table, 0).sum()) != 0:
            yield dice, {(0, 0): ended}
        table = np.where(grid.over, 0, table)
        number = part.round + 1
        tags = _tagged(table) if number == round and not leg.branches else None
    for branch in leg.branches:
        yield from _tallies(branch.rest, carry(branch.step, np.where(branch.chosen, table, 0)), dice, number, round)


def _tagged(table: Array) -> tuple[Array, Array]:
    flat = table.ravel()
    cells = flat.nonzero()[0]
    return cells * WIDE * WIDE, flat[cells]


def _carry_tags(step: Transition, over: Array, keys: Array, weights: Array) -> tuple[Array, Array]:
    """Cells with the hits made so far, one step forward; nobody fires when the battle is over."""
    rows, columns = np.unravel_index(keys // (WIDE * WIDE), over.shape)
    leads = step.leads(rows, columns)
    spread = np.arange(leads.shape[1])[None, :]
    tag = {ATTACKER: WIDE, DEFENDER: 1}[step.firing] * spread if step.rolls else 0
    fresh = leads * WIDE * WIDE + (keys % (WIDE * WIDE))[:, None] + tag
    values = weights[:, None]
    if step.rolls:
        law = step.rolls.hits[step.shooters(rows, columns)]
        certain = np.where(spread == 0, law.sum(axis=1, keepdims=True), 0)
        values = values * np.where(over[rows, columns][:, None], certain, law)
    kept = values != 0
    merged, where = np.unique(fresh[kept], return_inverse=True)
    total = np.zeros(len(merged), dtype=weights.dtype)
    np.add.at(total, where, values[kept])
    return merged, total
