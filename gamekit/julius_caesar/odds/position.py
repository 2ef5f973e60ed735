"""A battle at one moment: where every block stands, and the two sides as automata."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from gamekit.julius_caesar.odds.sides import LEFT, MAIN, RESERVE, Muster, Order, State, muster
from gamekit.julius_caesar.tables import ATTACKER, ROLES

if TYPE_CHECKING:
    from gamekit.julius_caesar.odds.battle import Battle
    from gamekit.julius_caesar.tables import Block


@dataclass(frozen=True, slots=True)
class Standing:
    """A block at a moment of a battle: its strength now (0 = gone), where it stands, and its turn.

    ``place`` is "main", "reserve" (not arrived yet) or "left". ``ready`` matters for Cleopatra alone: whether
    she has her turn of this round before her (7.52).
    """

    block: Block
    strength: int
    place: str = MAIN
    ready: bool = True


@dataclass(frozen=True, slots=True)
class Position:
    """A battle at one moment of any round, for ``battle.at``.

    ``attacker`` and ``defender`` list the main body, then the reserve, then Cleopatra if she has joined that side.
    ``turn`` counts the volleys of this round that have begun; ``firing`` are the slots that still have their turn
    in the last of them, and ``hits`` those of the block that fired last which still have to be taken.
    """

    attacker: tuple[Standing, ...]
    defender: tuple[Standing, ...]
    round: int = 1
    turn: int = 0
    exchanged: bool = False
    firing: tuple[int, ...] = ()
    hits: int = 0

    def side(self, side: str) -> tuple[Standing, ...]:
        """The blocks of "attacker" or "defender", as the battle began."""
        return self.attacker if side == ATTACKER else self.defender


def musters(
    battle: Battle, position: Position, order: Order | None = None
) -> tuple[dict[str, Muster], dict[str, State]]:
    """Both sides as automata, and their states in a position."""
    cleopatra = next((b for b in battle.blocks if b.type == "cleopatra"), None)
    armies = ((battle.attacker, battle.attacker_reserve), (battle.defender, battle.defender_reserve))
    sides, states = {}, {}
    for side, (main, reserve) in zip(ROLES, armies):
        sides[side], full = muster(side, main, reserve, order, cleopatra)
        standing = position.side(side)
        strengths = tuple(block.strength for block in standing)
        strengths += (0,) * (len(full.strengths) - len(strengths))
        left = sum(1 << slot for slot, block in enumerate(standing) if block.place == LEFT)
        waiting = sum(1 << slot for slot, block in enumerate(standing) if block.place == RESERVE)
        state = State(strengths, left, waiting)
        ready = sides[side].has_cleopatra(state) and all(
            block.ready for slot, block in enumerate(standing) if sides[side].cleopatra >> slot & 1 and block.strength
        )
        states[side] = state._replace(ready=ready)
    return sides, states


def check(battle: Battle, position: Position) -> None:
    """Raises ValueError unless the position is one of this battle."""
    if position.round not in (1, 2, 3, 4):
        raise ValueError(f"round is {position.round!r}; a battle has rounds 1 to 4")
    if not 0 <= position.turn <= 8:
        raise ValueError(f"turn is {position.turn!r}; a round has 8 volleys")
    for side, standing in zip(ROLES, (position.attacker, position.defender)):
        listed = (*getattr(battle, side), *getattr(battle, f"{side}_reserve"))
        if [now.block for now in standing[: len(listed)]] != list(listed):
            raise ValueError(f"the position's {side} does not list the blocks of the battle in their order")
        if any(now.block.type != "cleopatra" for now in standing[len(listed) :]) or len(standing) > len(listed) + 1:
            raise ValueError(f"only Cleopatra can have joined the {side} during the battle")
        for now in standing:
            if now.strength and now.strength not in now.block.track:
                raise ValueError(f"{now.block.label} cannot stand at strength {now.strength}")
            if now.place not in (MAIN, RESERVE, LEFT):
                raise ValueError(f"{now.block.label}: place is {now.place!r}; it should be main, reserve or left")
