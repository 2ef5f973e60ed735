"""Odds against unseen blocks: each counts as a block of average strength and firepower."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final

from gamekit.julius_caesar.odds.automaton import RESERVE
from gamekit.julius_caesar.odds.battle import Battle
from gamekit.julius_caesar.odds.position import Position
from gamekit.julius_caesar.tables import ROLES, Block

AVERAGE_FIREPOWER: Final = 2
AVERAGE_STRENGTH: Final = 3


def generic(strength: int, firepower: int = AVERAGE_FIREPOWER, side: str | None = None) -> Block:
    """A block of initiative C known by its rating alone; it has no strengths above the one given."""
    track = tuple(range(strength, 0, -1))
    return Block(f"C{firepower}", side, "generic", "C", "C", firepower, track, strength)


def guessed(battle: Battle, position: Position, roles: Sequence[str]) -> tuple[Battle, Position]:
    """The battle and the position with an average block for each block that waits in the reserve of ``roles``."""
    changes: dict[str, Any] = {}
    standing = {role: position.side(role) for role in ROLES}
    for role in roles:
        reserve = getattr(battle, f"{role}_reserve")
        changes[f"{role}_reserve"] = tuple(generic(AVERAGE_STRENGTH, side=block.side) for block in reserve)
        standing[role] = tuple(
            replace(now, block=generic(AVERAGE_STRENGTH, side=now.block.side), strength=AVERAGE_STRENGTH)
            if now.place == RESERVE
            else now
            for now in standing[role]
        )
    made = replace(battle, **changes)
    return made, replace(position, attacker=standing[ROLES[0]], defender=standing[ROLES[1]])
