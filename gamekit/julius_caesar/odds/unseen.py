"""Odds against unseen blocks: each counts as a block of average strength and firepower."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import mean
from typing import Any, Final

from gamekit.julius_caesar.blocks import FIREPOWER, FULL
from gamekit.julius_caesar.odds.automaton import RESERVE
from gamekit.julius_caesar.odds.battle import Battle
from gamekit.julius_caesar.odds.position import Army, Position, Standing
from gamekit.julius_caesar.tables import ROLES, Block

AVERAGE_FIREPOWER: Final = round(mean(FIREPOWER))
AVERAGE_STRENGTH: Final = round(mean(FULL))


def generic(strength: int, firepower: int = AVERAGE_FIREPOWER, side: str | None = None) -> Block:
    """A block of initiative C known by its rating alone; it has no strengths above the one given."""
    track = tuple(range(strength, 0, -1))
    return Block(f"C{firepower}", side, "generic", "C", "C", firepower, track, strength)


def with_reserves(battle: Battle, position: Position, reserves: Mapping[str, Army]) -> tuple[Battle, Position]:
    """The battle and the position with other blocks in the reserves of some roles that have not arrived yet."""
    changes: dict[str, Any] = {f"{role}_reserve": reserve for role, reserve in reserves.items()}
    standing = {role: position.side(role) for role in ROLES}
    for role, reserve in reserves.items():
        waiting = iter(reserve)
        standing[role] = tuple(
            Standing(block := next(waiting), block.strength, RESERVE) if now.place == RESERVE else now
            for now in standing[role]
        )
    made = replace(battle, **changes)
    return made, replace(position, attacker=standing[ROLES[0]], defender=standing[ROLES[1]])


def guessed(battle: Battle, position: Position, roles: Sequence[str]) -> tuple[Battle, Position]:
    """The battle and the position with an average block for each block that waits in the reserve of ``roles``."""
    waiting = {role: getattr(battle, f"{role}_reserve") for role in roles}
    average = {role: tuple(generic(AVERAGE_STRENGTH, side=b.side) for b in blocks) for role, blocks in waiting.items()}
    return with_reserves(battle, position, average)
