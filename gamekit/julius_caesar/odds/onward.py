"""From one decision of a battle to the next: empty turns, ends of rounds, reserves that arrive."""

from __future__ import annotations

from dataclasses import replace

from gamekit.julius_caesar.odds.automaton import LEFT, MAIN, RESERVE, Automaton, SideState, other
from gamekit.julius_caesar.odds.course import volleys
from gamekit.julius_caesar.odds.position import Bodies, Position, Standing, automata
from gamekit.julius_caesar.tables import ATTACKER, DEFENDER, ROLES


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
