"""Chances and mean strengths, summed over the table of a battle's states, and what such an answer rests on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from gamekit.dist import Basis
from gamekit.julius_caesar.odds.automaton import LEFT, Automaton, Order, SideState
from gamekit.julius_caesar.odds.course import RoundEnd
from gamekit.julius_caesar.odds.grid import StateGrid
from gamekit.julius_caesar.odds.position import Position
from gamekit.julius_caesar.tables import ATTACKER, DEFENDER, ROLES, ROMAN
from gamekit.words import note


@dataclass(frozen=True, slots=True)
class Chances:
    """The three chances of a battle, and the mean strengths left; it unpacks into these five numbers.

    >>> from gamekit import julius_caesar as jc
    >>> from gamekit.sweeps import sweep
    >>> grid = sweep(lambda n: jc.Battle(jc.army(f"{n} C3/III"), jc.army("C3/III")).chances(float), n=(1, 2))
    >>> grid[["n", "attacker_wins", "attacker_strength"]].round(3)
       n  attacker_wins  attacker_strength
    0  1          0.205              0.453
    1  2          0.916              3.887
    """

    attacker_wins: Any
    attacker_eliminated: Any
    attacker_leaves: Any
    attacker_strength: Any
    defender_strength: Any
    basis: Basis = field(default=(), compare=False, repr=False)

    def __iter__(self) -> Iterator[Any]:
        return (getattr(self, name) for name in CHANCES)


CHANCES = ("attacker_wins", "attacker_eliminated", "attacker_leaves", "attacker_strength", "defender_strength")


Five = tuple[Any, Any, Any, Any, Any]


class Tally(NamedTuple):
    """Sums of weights over a table: wins, eliminations, leaves, and strengths times weight; all over 6**dice."""

    dice: int
    wins: Any
    eliminated: Any
    leaves: Any
    attacker_strength: Any
    defender_strength: Any


def tally(round_end: RoundEnd, table: Any) -> Tally:
    gained = round_end.gained if table is round_end.ended else dict.fromkeys(ROLES, 0)
    alive = {side: np.array([any(s.strengths) or bool(s.left) for s in round_end.grid.states[side]]) for side in ROLES}
    strength = {side: np.array([sum(s.strengths) for s in round_end.grid.states[side]]) for side in ROLES}
    rows, columns = table.sum(axis=1), table.sum(axis=0)
    both = rows[alive[ATTACKER]].sum() - table[alive[ATTACKER]][:, ~alive[DEFENDER]].sum()
    return Tally(
        round_end.dice,
        columns[~alive[DEFENDER]].sum(),
        rows[~alive[ATTACKER]].sum(),
        both,
        (rows * strength[ATTACKER]).sum() + gained[ATTACKER],
        (columns * strength[DEFENDER]).sum() + gained[DEFENDER],
    )


def summed(tallies: Sequence[Tally], numbers: type) -> Five:
    """The five sums over several tables, as shares of everything."""
    shares: list[Any] = [0.0 if numbers is float else Fraction(0)] * 5
    for dice, *sums in tallies:
        shares = [s + (float(n) if numbers is float else Fraction(int(n), 6**dice)) for s, n in zip(shares, sums)]
    wins, eliminated, leaves, attacker_strength, defender_strength = shares
    return wins, eliminated, leaves, attacker_strength, defender_strength


def round_row(ended: Sequence[Tally], going: Sequence[Tally], numbers: type) -> tuple[Any, ...]:
    done, open_ = summed(ended, numbers), summed(going, numbers)
    return (sum(done[:3]), *done[:3], done[3] + open_[3], done[4] + open_[4])


def wins_at(grid: StateGrid) -> Any:
    dead = np.array([not any(state.strengths) for state in grid.states[DEFENDER]])
    return np.broadcast_to(dead[None, :], grid.shape).astype(int)


def row_now(position: Position, numbers: type) -> tuple[Any, ...]:
    """The row of the start: nothing is over yet unless one side is gone."""
    strengths = [sum(standing.strength for standing in position.side(side)) for side in ROLES]
    here = [any(s.strength and s.place != LEFT for s in position.side(side)) for side in ROLES]
    wins, lost = not strengths[1], not strengths[0]
    over = not all(here)
    row = (over, wins, lost, over and not wins and not lost, *strengths)
    return tuple(float(value) if numbers is float else Fraction(int(value)) for value in row)


def some_left(grid: StateGrid) -> Any:
    """The cells in which a round can begin: a block alive, Cleopatra on one side only and with her turn to come."""
    alive = [np.array([any(state.strengths) for state in grid.states[side]]) for side in ROLES]
    fresh = [np.array([grid.sides[side].refresh(state) == state for state in grid.states[side]]) for side in ROLES]
    found = (alive[0][:, None] | alive[1][None, :]) & fresh[0][:, None] & fresh[1][None, :]
    if grid.cleopatra:  # 7.52: never eliminated, she changes sides
        hers = [np.array([grid.sides[side].holds_cleopatra(state) for state in grid.states[side]]) for side in ROLES]
        found &= hers[0][:, None] ^ hers[1][None, :]
    return found


def damage(side: Automaton, state: SideState) -> str:
    return ", ".join(f"{name}/{ROMAN[strength]}" for name, strength in side.survivors(state)) or "-"


def whole_or_float(numbers: type) -> type:
    """The kind of weights asked for: ``float``, or ``int`` for exact ones; ValueError for anything else."""
    if numbers not in (int, float, Fraction):
        raise ValueError(f"numbers is {numbers!r}; leave it out for exact weights, or give float")
    return numbers


def tagged(basis: Basis, numbers: type, order: Order | None) -> Basis:
    """The basis of one answer: the battle's own, whether the numbers are exact, and whose order decides ties."""
    ties = note("julius_caesar.basis.ties")
    kept = tuple(note("julius_caesar.basis.order") if order and entry == ties else entry for entry in basis)
    return (note("basis.rounded" if numbers is float else "basis.exact"), *kept)
