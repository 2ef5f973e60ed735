"""A position within a battle: the strength and place of every block, and the two sides as automata."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Integral

from gamekit.julius_caesar.odds.automaton import LEFT, MAIN, RESERVE, Automaton, Order, SideState, automaton, other
from gamekit.julius_caesar.odds.course import volleys
from gamekit.julius_caesar.tables import ATTACKER, ROLES, Block

Army = tuple[Block, ...]
Bodies = dict[str, tuple[Army, Army]]  # by role: the main body and the reserve


@dataclass(frozen=True, slots=True)
class Standing:
    """A block within a battle: its present strength (0: eliminated), its place, and whether it still has its turn.

    ``place`` is "main", "reserve" (not arrived yet) or "left". ``ready`` matters for Cleopatra alone: whether
    she has her turn of this round before her (7.52).
    """

    block: Block
    strength: int
    place: str = MAIN
    ready: bool = True


@dataclass(frozen=True, slots=True)
class Position:
    """A position within any round of a battle, for ``battle.at``.

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


def automata(
    bodies: Bodies, position: Position, order: Order | None = None
) -> tuple[dict[str, Automaton], dict[str, SideState]]:
    """Both sides of a battle as automata, and their states in a position."""
    cleopatra = next((block for block in blocks_of(bodies) if block.type == "cleopatra"), None)
    sides, states = {}, {}
    for side, (main, reserve) in bodies.items():
        sides[side], full = automaton(side, main, reserve, order, cleopatra)
        standing = position.side(side)
        strengths = tuple(block.strength for block in standing)
        strengths += (0,) * (len(full.strengths) - len(strengths))
        left = sum(1 << slot for slot, block in enumerate(standing) if block.place == LEFT)
        waiting = sum(1 << slot for slot, block in enumerate(standing) if block.place == RESERVE)
        state = SideState(strengths, left, waiting)
        ready = sides[side].has_cleopatra(state) and all(
            block.ready for slot, block in enumerate(standing) if sides[side].cleopatra >> slot & 1 and block.strength
        )
        states[side] = state._replace(ready=ready)
    return sides, states


def blocks_of(bodies: Bodies) -> Army:
    """All blocks: the attacker's main body and reserve, then the defender's."""
    return tuple(block for both in bodies.values() for body in both for block in body)


NUMBERS = (
    ("round", 1, 4, "a battle has rounds 1 to 4"),
    ("turn", 0, 8, "a round has 8 volleys"),
    ("hits", 0, 4, "a block makes 0 to 4 hits"),
)


def check(bodies: Bodies, position: Position, first_strike: bool) -> None:
    """Raise ValueError unless the position is one of the battle of these bodies."""
    if not isinstance(position, Position):
        raise ValueError(f"a battle goes on from a jc.Position, like battle.start, not from {position!r}")
    for name, least, most, right in NUMBERS:
        value = getattr(position, name)
        if isinstance(value, bool) or not isinstance(value, Integral) or value not in range(least, most + 1):
            raise ValueError(f"{name} is {value!r}; {right}")
    for side in ROLES:
        _check_side(bodies, position, side)
    _check_alive(bodies, position)
    if position.firing or position.hits:
        _check_turn(position, first_strike)


def _check_alive(bodies: Bodies, position: Position) -> None:
    alive = [now for side in ROLES for now in position.side(side) if now.strength]
    if not alive:
        raise ValueError("the position has nobody alive on either side")
    hers = sum(now.block.type == "cleopatra" for now in alive)
    if hers != any(block.type == "cleopatra" for block in blocks_of(bodies)):
        raise ValueError(f"Cleopatra is alive in {hers} places; in a battle of hers she stands on one side (7.52)")


def _check_side(bodies: Bodies, position: Position, side: str) -> None:
    standing = position.side(side)
    if not isinstance(standing, Sequence) or not all(isinstance(now, Standing) for now in standing):
        raise ValueError(f"the position's {side} takes a jc.Standing for each block, not {standing!r}")
    listed = blocks_of({side: bodies[side]})
    if tuple(now.block for now in standing[: len(listed)]) != listed:
        raise ValueError(f"the position's {side} does not list the blocks of the battle in their order")
    if any(now.block.type != "cleopatra" for now in standing[len(listed) :]) or len(standing) > len(listed) + 1:
        raise ValueError(f"only Cleopatra can have joined the {side} during the battle")
    for now in standing:
        if now.strength not in (0, *now.block.track):
            raise ValueError(f"{now.block.label} cannot stand at strength {now.strength}")
        if now.place not in (MAIN, RESERVE, LEFT):
            raise ValueError(f"{now.block.label}: place is {now.place!r}; it should be main, reserve or left")
        if now.place == RESERVE and now.strength and position.round > 1:
            raise ValueError(f"{now.block.label} is in reserve in round {position.round}; reserves arrive in round 2")


def _check_turn(position: Position, first_strike: bool) -> None:
    """Raise ValueError unless the slots still to act belong to the side and letter of the present volley."""
    if not position.turn:
        raise ValueError("turn is 0: no volley has begun, so nobody is firing and there are no hits to take")
    side, letter = volleys(position.round, first_strike, position.exchanged)[position.turn - 1]
    role = other(side) if position.exchanged else side
    slots = [slot for slot, now in enumerate(position.side(side)) if now.block.letter(role) == letter]
    if not isinstance(position.firing, Sequence) or any(slot not in slots for slot in position.firing):
        raise ValueError(f"firing is {position.firing!r}; turn {position.turn} is that of {letter} of the {side}")
