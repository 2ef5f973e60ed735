"""How the game is presented at the table: what lies open, when the screen is handed over, where a replay stops."""

from __future__ import annotations

from typing import Final

from gamekit.julius_caesar.rules.views import observe
from gamekit.julius_caesar.state import NONE, Phase, State
from gamekit.julius_caesar.tables import SIDES

FIGHT: Final = frozenset((Phase.TURN, Phase.FIRE, Phase.HIT, Phase.RETREAT))
AIR: Final = FIGHT - {Phase.TURN} | {  # a block is in hand, or a die in the air
    Phase.DEAL,
    Phase.STEP,
    Phase.VOYAGE,
    Phase.MUSTER,
    Phase.DEFECT,
    Phase.DRAW,
    Phase.REGROUP_TO,
}


def seats(state: State) -> tuple[str, ...]:
    """Caesar and Pompey."""
    return SIDES


def secret(state: State) -> bool:
    """Whether the deciding side looks at blocks or cards that are hidden from the other: not while they fight (7.1)."""
    return state.phase not in FIGHT


def lies_open(state: State) -> frozenset[object]:
    """The open information: every card turned this year, dead blocks face up, and the blocks that fight (2.1, 7.1)."""
    views = [observe(state, side) for side in SIDES]
    cards = [(side, turn) for side, cards in enumerate(views[0].played) for turn, _ in enumerate(cards)]
    fighters = [piece.block for view in views if view.battle for piece in view.battle.enemy]
    return frozenset((*cards, *views[0].fallen, *views[0].trophies, *fighters))


def rests(state: State) -> bool:
    """Whether no block is in hand and no die in the air."""
    return state.phase not in AIR and state.held == NONE


def stops(state: State) -> bool:
    """Whether a turn of a fight begins."""
    return state.phase == Phase.TURN


def closes(before: State, after: State) -> bool:
    """Whether a fight has ended with the last action."""
    return before.phase in FIGHT and not same_fight(before, after)


def turn_of(state: State) -> tuple[int, int]:
    """The year and its turn (3.0)."""
    return state.year, state.turn


def same_fight(before: State, after: State) -> bool:
    """Whether one battle is being fought in both positions."""
    here, there = before.combat, after.combat
    fought = before.phase in FIGHT and after.phase in FIGHT
    return fought and here is not None and there is not None and here.place == there.place


def fights(state: State) -> bool:
    """Whether a battle is being fought."""
    return state.phase in FIGHT
