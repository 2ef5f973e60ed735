"""The end of a turn: player 2, the battles, the next turn, and the winter turn in its exact order (2.0, 8.0)."""

from __future__ import annotations

from dataclasses import replace

from gamekit.julius_caesar import state as s
from gamekit.julius_caesar import tables as t
from gamekit.julius_caesar.rules import battle
from gamekit.julius_caesar.rules.control import (
    block_counts,
    blocks_at,
    blocks_on_map,
    disband,
    is_friendly,
    move_to,
    replace_at,
    victory_points,
)
from gamekit.julius_caesar.state import DISBAND, DONE, GO, JOIN_BATTLE, NONE, Command, Phase, State

TURNS = t.NUMBERS["turns"]


def end_command(state: State) -> State:
    """End a player's moves and levies: player 2 follows player 1, then come the battles (2.2)."""
    state = replace(state, command=Command())
    if state.actor == state.first:
        return replace(state, actor=1 - state.actor, phase=Phase.COMMAND)
    return replace(state, phase=Phase.BATTLES)


def next_battle(state: State) -> State:
    """Begin the next battle; player 1 chooses if several wait (2.3)."""
    state = replace(state, combat=None, actor=state.first)
    if not state.attacks:
        return replace(state, phase=Phase.TURN_OVER)
    if len(state.attacks) == 1:
        return battle.begin_battle(state, state.attacks[0].place)
    return replace(state, phase=Phase.BATTLE)


def battle_choices(state: State) -> tuple[s.Action, ...]:
    """Return the battles still to be fought."""
    return tuple(JOIN_BATTLE[attack.place] for attack in state.attacks)


def join_battle(state: State, action: s.JoinBattle) -> State:
    """Fight this battle now."""
    return battle.begin_battle(state, t.PLACE[action.place])


def begin_next_turn(state: State) -> State:
    """Begin the next turn, or winter after the fifth (2.0, 8.0)."""
    state = replace(state, force=(NONE, NONE), first=NONE, moved=0, actor=0, command=Command(), surprised=False)
    if state.turn == TURNS:
        return replace(state, phase=Phase.WINTER)
    return replace(state, turn=state.turn + 1, phase=Phase.PLAY)


SUPPLY = t.NUMBERS["winter_supply"]
VICTORY = t.NUMBERS["victory"]
LAST_YEAR = t.NUMBERS["first_year"] + t.NUMBERS["years"] - 1


def cleopatra_goes_home(state: State) -> State:
    """Move Cleopatra to Alexandria and to the side that holds it (8.1)."""
    state = replace(state, phase=Phase.PORTS, actor=0)
    if state.location[t.CLEOPATRA] >= t.POOL:
        return state
    host = 1 - state.side[t.CLEOPATRA]
    if is_friendly(block_counts(state), t.ALEXANDRIA, host):
        state = replace(state, side=replace_at(state.side, t.CLEOPATRA, host))
    return move_to(state, t.CLEOPATRA, t.ALEXANDRIA)


def harbours(state: State, block: int) -> list[int]:
    """Return the friendly ports on a navis's sea (8.2)."""
    held = block_counts(state)
    return [port for port in t.PORTS_OF[state.location[block]] if is_friendly(held, port, state.side[block])]


def navis_to_port(state: State) -> State:
    """Move every navis at sea into a friendly port, or disband it where there is none (8.2); Caesar's first."""
    for block in blocks_on_map(state, state.actor):
        if t.NAVIS[block] and t.is_sea(state.location[block]):
            ports = harbours(state, block)
            if len(ports) > 1:
                return replace(state, held=block, phase=Phase.HARBOUR)
            state = move_to(state, block, ports[0]) if ports else disband(state, block)
    return replace(state, actor=1) if state.actor == 0 else replace(state, actor=0, phase=Phase.STORES)


def ports_for_navis(state: State) -> tuple[s.Action, ...]:
    """Return the ports for the navis in hand."""
    return tuple(GO[port] for port in harbours(state, state.held))


def harbour(state: State, action: s.Go) -> State:
    """Put the navis in hand into a port."""
    return replace(move_to(state, state.held, t.PLACE[action.place]), held=NONE, phase=Phase.PORTS)


def unfed_blocks(state: State) -> list[int]:
    """Return the player's blocks in cities that hold more than winter supplies (8.3)."""
    held = block_counts(state)[state.actor]
    crowded = [city for city in range(t.FIRST_SEA) if held[city] > SUPPLY + t.VALUE[city]]
    return sorted(block for city in crowded for block in blocks_at(state, city, state.actor))


def supply(state: State) -> State:
    """Let each side, Caesar first, choose the blocks that leave its overfull cities (8.3)."""
    if unfed_blocks(state):
        return replace(state, phase=Phase.SUPPLY)
    return replace(state, actor=1) if state.actor == 0 else replace(state, actor=0, phase=Phase.VERDICT)


def supply_choices(state: State) -> tuple[s.Action, ...]:
    """Return the blocks that may be disbanded from overcrowded cities."""
    return tuple(DISBAND[block] for block in unfed_blocks(state))


def starve(state: State, action: s.Disband) -> State:
    """Return a starving block to its pool (8.3)."""
    return replace(disband(state, t.BLOCK[action.block]), phase=Phase.STORES)


def end_if_won(state: State) -> State:
    """End the game at 10 VP, or after the last year (8.4, 1.2)."""
    over = max(victory_points(state)) >= VICTORY or state.year == LAST_YEAR
    return replace(state, phase=Phase.OVER if over else Phase.DISBAND)


def disband_choices(state: State) -> tuple[s.Action, ...]:
    """Return the blocks that may be disbanded, any on the map, and Done (8.5)."""
    return (*(DISBAND[block] for block in blocks_on_map(state, state.actor)), DONE)


def send_home(state: State, action: s.Disband) -> State:
    """Return a disbanded block to its pool."""
    return disband(state, t.BLOCK[action.block])


def end_disbanding(state: State, action: s.Done) -> State:
    """End a side's disbanding: Pompey follows Caesar, then comes the new year."""
    return replace(state, actor=1) if state.actor == 0 else replace(state, phase=Phase.YEAR_OVER)


def new_year(state: State) -> State:
    """Begin a year: the fallen return to the pools, and all cards are shuffled (8.6)."""
    return replace(
        state,
        year=state.year + 1,
        turn=1,
        phase=Phase.DEAL,
        actor=0,
        location=tuple(t.POOL if at == t.FALLEN else at for at in state.location),
        hands=((), ()),
        discards=(NONE, NONE),
        played=((), ()),
    )
