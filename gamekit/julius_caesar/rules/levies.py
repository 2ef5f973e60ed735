"""Levies: a step for a block, or a new block at its lowest strength, in friendly cities only (6.4)."""

from __future__ import annotations

from dataclasses import replace

from gamekit.julius_caesar import state as s
from gamekit.julius_caesar.blocks import BLOCK, COLOUR, HIGHER, LEVIED_AT, SUCCESSOR, TRACK
from gamekit.julius_caesar.places import FIRST_SEA, PLACE, POOL, TROPHY
from gamekit.julius_caesar.rules.actions import DONE, GO, LEVY, STRENGTHEN
from gamekit.julius_caesar.rules.control import Counts, blocks_at, blocks_on_map, counts, friendly, put
from gamekit.julius_caesar.state import NONE, Phase, State


def mourning(state: State, side: int) -> bool:
    """Whether a leader of this side is dead, so that the third may be levied (7.51)."""
    return any(at == TROPHY and COLOUR[block] == side for block, at in enumerate(state.location))


def musters(state: State, block: int, held: Counts) -> list[int]:
    """The cities where a block of the pool may appear now (6.4)."""
    if SUCCESSOR[block] and not mourning(state, state.actor):
        return []
    return [city for city in LEVIED_AT[block] if friendly(held, city, state.actor)]


def levies(state: State) -> tuple[s.Action, ...]:
    """Blocks that may gain a step, blocks that may be levied, and Done."""
    if not state.command.levies:
        return (DONE,)
    held, me = counts(state), state.actor
    growing = (
        STRENGTHEN[block]
        for block in blocks_on_map(state, me)
        if state.strength[block] in HIGHER[block]
        and state.location[block] < FIRST_SEA
        and friendly(held, state.location[block], me)
    )
    coming = (LEVY[block] for block in blocks_at(state, POOL, me) if musters(state, block, held))
    return (*growing, *coming, DONE)


def strengthen(state: State, action: s.Strengthen) -> State:
    """One step up the block's track; the elephant goes from II to IV (7.41)."""
    block = BLOCK[action.block]
    grown = put(state.strength, block, HIGHER[block][state.strength[block]])
    return replace(_paid(state), strength=grown)


def levy(state: State, action: s.Levy) -> State:
    """A block out of the pool; one that carries its city's name goes there at once."""
    block = BLOCK[action.block]
    if len(LEVIED_AT[block]) == 1:
        return _appear(state, block, LEVIED_AT[block][0])
    return replace(state, held=block, phase=Phase.MUSTER)


def muster_choices(state: State) -> tuple[s.Action, ...]:
    """The friendly cities for the block in hand."""
    return tuple(GO[city] for city in musters(state, state.held, counts(state)))


def muster(state: State, action: s.Go) -> State:
    """The block in hand appears there."""
    return _appear(state, state.held, PLACE[action.place])


def finish_levies(state: State, action: s.Done) -> State:
    """No more levies."""
    return replace(state, phase=Phase.COMMANDED)


def _appear(state: State, block: int, city: int) -> State:
    return replace(
        _paid(state),
        location=put(state.location, block, city),
        strength=put(state.strength, block, TRACK[block][-1]),
        held=NONE,
        phase=Phase.LEVY,
    )


def _paid(state: State) -> State:
    return replace(state, command=replace(state.command, levies=state.command.levies - 1))
