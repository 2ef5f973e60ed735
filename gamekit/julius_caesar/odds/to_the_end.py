"""A battle fought until one side is gone, a house option for field battles: nobody has to leave in round 4 (7.62)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from gamekit.given import of_kind
from gamekit.julius_caesar.odds.automaton import Order
from gamekit.julius_caesar.odds.axis import Array
from gamekit.julius_caesar.odds.battle import Battle
from gamekit.julius_caesar.odds.course import Leg, Mark
from gamekit.julius_caesar.odds.grid import StateGrid, Transition, carry
from gamekit.julius_caesar.tables import DEFENDER
from gamekit.words import note

REST = 1e-15  # the chance that is left unfinished
LAST = 2  # the round, from 0, that is fought again and again: nobody arrives in it and nobody must leave


def wins_to_the_end(battle: Battle, order: Order | None = None) -> float:
    """The chance that the attackers eliminate every defender, to twelve digits, whatever the number of rounds.

    Raises ValueError where Cleopatra fights, who may change sides for ever.

    >>> from gamekit import julius_caesar as jc
    >>> round(jc.wins_to_the_end(jc.Battle(jc.army("C3/I"), jc.army("C3/I"))), 12)  # the defender fires first
    0.333333333333
    """
    of_kind(battle, Battle, "the battle", "a Battle, such as Battle(army('C3/III'), army('C2/II'))")
    if any(block.type == "cleopatra" for block in battle.blocks):
        raise ValueError(note("julius_caesar.error.to_the_end"))
    leg, cell = battle.at().plan(float, order)
    table = np.zeros(leg.start.shape)
    table[cell] = 1
    return _won(leg, table, 0)


def _won(leg: Leg, table: Array, first: int) -> float:
    """What the attackers win from a table at the start of a round."""
    won, grid, number = 0.0, leg.start, first
    rounds = _rounds(leg)
    while table.any():
        for step in rounds[min(number, LAST) - first]:
            table, grid = carry(step, table), step.grid
        won += _ended(grid, table)
        table, number = np.where(grid.over, 0, table), number + 1
        if leg.branches:
            begun = ((branch, np.where(branch.chosen, table, 0)) for branch in leg.branches)
            return won + sum(_won(branch.rest, carry(branch.step, part), number) for branch, part in begun)
        if table.sum() < REST:
            break
    return won


def _rounds(leg: Leg) -> Sequence[Sequence[Transition]]:
    found: list[list[Transition]] = [[]]
    for part in leg.parts:
        if isinstance(part, Mark):
            found.append([])
        else:
            found[-1].append(part)
    return found


def _ended(grid: StateGrid, table: Array) -> float:
    gone = np.array([not grid.sides[DEFENDER].survivors(state) for state in grid.states[DEFENDER]])
    return float(np.where(gone[None, :], table, 0).sum())
