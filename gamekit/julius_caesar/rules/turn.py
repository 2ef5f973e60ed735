"""The turn's course between the phases: player 1, player 2, battles, next turn, winter (2.0)."""

from __future__ import annotations

from dataclasses import replace

from gamekit.julius_caesar import state as s
from gamekit.julius_caesar.places import NUMBERS, PLACE
from gamekit.julius_caesar.rules import battle
from gamekit.julius_caesar.rules.actions import JOIN_BATTLE
from gamekit.julius_caesar.state import NONE, Command, Phase, State

TURNS = NUMBERS["turns"]


def commanded(state: State) -> State:
    """A player has moved and levied: player 2 follows player 1, then come the battles (2.2)."""
    state = replace(state, command=Command())
    if state.actor == state.first:
        return replace(state, actor=1 - state.actor, phase=Phase.COMMAND)
    return replace(state, phase=Phase.BATTLES)


def battles(state: State) -> State:
    """The next battle: player 1 chooses when several wait (2.3)."""
    state = replace(state, combat=None, actor=state.first)
    if not state.attacks:
        return replace(state, phase=Phase.TURN_OVER)
    if len(state.attacks) == 1:
        return battle.begin(state, state.attacks[0].place)
    return replace(state, phase=Phase.BATTLE)


def battle_choices(state: State) -> tuple[s.Action, ...]:
    """The battles still to be fought."""
    return tuple(JOIN_BATTLE[attack.place] for attack in state.attacks)


def join_battle(state: State, action: s.JoinBattle) -> State:
    """Combat this one now."""
    return battle.begin(state, PLACE[action.place])


def turn_over(state: State) -> State:
    """The next turn, or winter after the fifth (2.0, 8.0)."""
    state = replace(state, force=(NONE, NONE), first=NONE, moved=0, actor=0, command=Command(), surprised=False)
    if state.turn == TURNS:
        return replace(state, phase=Phase.WINTER)
    return replace(state, turn=state.turn + 1, phase=Phase.PLAY)
