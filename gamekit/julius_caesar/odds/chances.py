"""Chances and mean strengths, summed over the table of a battle's states, and what such an answer rests on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from gamekit.dist import Basis
from gamekit.julius_caesar.odds.automaton import LEFT, Automaton, Order, SideState
from gamekit.julius_caesar.odds.course import RoundEnd, Table
from gamekit.julius_caesar.odds.position import Position
from gamekit.julius_caesar.tables import ROLES, ROMAN
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


def five(tables: Iterable[tuple[RoundEnd, Table]], most: int, numbers: type) -> Five:
    """The three chances and both mean strengths, summed over tables of ends of rounds, as shares of everything."""
    sums: list[Any] = [0.0 if numbers is float else 0] * 5
    for end, table in tables:
        scale = 1 if numbers is float else 6 ** (most - end.dice)
        for cell, weight in table.items():
            attackers, defenders = (sum(state.strengths) for state in end.course.states(cell))
            weight *= scale
            sums[0 if not defenders else 1 if not attackers else 2] += weight
            sums[3] += weight * attackers
            sums[4] += weight * defenders
    wins, lost, leaves, own, enemy = sums if numbers is float else [Fraction(part, 6**most) for part in sums]
    return wins, lost, leaves, own, enemy


def row_now(position: Position, numbers: type) -> tuple[Any, ...]:
    """The row of the start: nothing is over yet unless one side is gone."""
    strengths = [sum(standing.strength for standing in position.side(side)) for side in ROLES]
    here = [any(s.strength and s.place != LEFT for s in position.side(side)) for side in ROLES]
    wins, lost = not strengths[1], not strengths[0]
    over = not all(here)
    row = (over, wins, lost, over and not wins and not lost, *strengths)
    return tuple(float(value) if numbers is float else Fraction(int(value)) for value in row)


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
