"""A position within a battle: the strength and place of every block, the two sides as automata, and the way from one
decision to the next: empty turns, ends of rounds, reserves that arrive."""

from __future__ import annotations

from dataclasses import dataclass, replace

from gamekit.julius_caesar.odds.automaton import LEFT, MAIN, RESERVE, Automaton, Order, SideState, automaton, other
from gamekit.julius_caesar.odds.course import volleys
from gamekit.julius_caesar.tables import ATTACKER, DEFENDER, ROLES, Block

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


def check(bodies: Bodies, position: Position, first_strike: bool) -> None:
    """Raise ValueError unless the position is one of the battle of these bodies."""
    if not isinstance(position, Position):
        raise ValueError(f"a battle goes on from a jc.Position, like battle.start, not from {position!r}")
    for name, right in (("round", range(1, 5)), ("turn", range(9)), ("hits", range(5))):
        if getattr(position, name) not in right:
            raise ValueError(f"{name} is {getattr(position, name)!r}; it should be from {right[0]} to {right[-1]}")
    for side in ROLES:
        standing, listed = position.side(side), blocks_of({side: bodies[side]})
        if tuple(now.block for now in standing[: len(listed)]) != listed:
            raise ValueError(f"the position's {side} does not list the blocks of the battle in their order")
        if len(standing) > len(listed) + 1 or any(now.block.type != "cleopatra" for now in standing[len(listed) :]):
            raise ValueError(f"only Cleopatra can have joined the {side} during the battle")
        for now in standing:
            if now.strength not in (0, *now.block.track):
                raise ValueError(f"{now.block.label} cannot stand at strength {now.strength}")
            if now.place == RESERVE and now.strength and position.round > 1:
                raise ValueError(f"{now.block.label} is in reserve in round {position.round}; it arrives in round 2")
    alive = [now.block.type for side in ROLES for now in position.side(side) if now.strength]
    if not alive:
        raise ValueError("the position has nobody alive on either side")
    if (hers := alive.count("cleopatra")) != any(block.type == "cleopatra" for block in blocks_of(bodies)):
        raise ValueError(f"Cleopatra is alive in {hers} places; in a battle of hers she stands on one side (7.52)")
    if not (position.firing or position.hits):
        return
    if not position.turn:
        raise ValueError("turn is 0: no volley has begun, so nobody is firing and there are no hits to take")
    side, letter = volleys(position.round, first_strike, position.exchanged)[position.turn - 1]
    role = other(side) if position.exchanged else side
    slots = [slot for slot, now in enumerate(position.side(side)) if now.block.letter(role) == letter]
    if not set(position.firing) <= set(slots):
        raise ValueError(f"firing is {position.firing!r}; turn {position.turn} is that of {letter} of the {side}")


def restand(bodies: Bodies, position: Position, sides: dict[str, Automaton], states: dict[str, SideState]) -> Position:
    """Copy strengths, departures and reserves from the automata's states into the position."""
    found = {}
    for side in ROLES:
        automaton, state = sides[side], states[side]
        army = next((block.side for block in bodies[side][0] if block.side), None)
        standing = []
        for slot, strength in enumerate(state.strengths):
            if slot == automaton.joining and not strength:
                continue
            block = automaton.blocks[slot]
            place = LEFT if state.left >> slot & 1 else RESERVE if state.waiting >> slot & 1 else MAIN
            ready = state.ready or not automaton.cleopatra >> slot & 1
            shown = replace(block, side=army) if slot == automaton.joining else block
            standing.append(Standing(shown, strength, place, ready))
        found[side] = tuple(standing)
    return replace(position, attacker=found[ATTACKER], defender=found[DEFENDER])


def onward(bodies: Bodies, first_strike: bool, position: Position) -> Position:
    """Move on to the next block that can act, past empty volleys and ends of rounds, or to the end of the battle."""
    while not position.hits:
        sides, states = automata(bodies, position)
        if not all(sides[side].fights_on(states[side]) for side in ROLES):
            return replace(position, firing=())
        order = volleys(position.round, first_strike, position.exchanged)
        if position.firing:
            side = order[position.turn - 1][0]
            firing = tuple(slot for slot in position.firing if slot in sides[side].present(states[side]))
            if firing:
                return replace(position, firing=firing)
            position = replace(position, firing=())
        elif position.turn < len(order):
            side, letter = order[position.turn]
            role = other(side) if position.exchanged else side
            slots = tuple(sides[side].on_turn(states[side], letter, role))
            position = replace(position, turn=position.turn + 1, firing=slots)
        elif position.round == 4:
            return position
        else:
            position = _next_round(bodies, position, sides, states)
    return position


def _next_round(
    bodies: Bodies, position: Position, sides: dict[str, Automaton], states: dict[str, SideState]
) -> Position:
    """Reserves arrive in round 2, disrupted if their main body died, which may exchange the roles (7.31)."""
    exchanged = position.exchanged
    if position.round == 1 and any(states[side].waiting for side in ROLES):
        exchanged = not sides[DEFENDER].present(states[DEFENDER])
        for side in ROLES:
            ready = states[side].ready
            states[side], turned = sides[side].arrive(states[side])
            if turned:
                states[other(side)] = sides[other(side)].join(states[other(side)], ready)
    states = {side: sides[side].refresh(states[side]) for side in ROLES}
    moved = restand(bodies, position, sides, states)
    return replace(moved, round=position.round + 1, turn=0, exchanged=exchanged)
