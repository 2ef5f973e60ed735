"""Hooks for the boards: open information, when the screen is handed over, where replays stop, where a block can go."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from gamekit.julius_caesar import state as s
from gamekit.julius_caesar.rules import apply, legal_actions
from gamekit.julius_caesar.rules.views import observe
from gamekit.julius_caesar.state import NONE, Phase, State
from gamekit.julius_caesar.tables import BLOCK, CITIES, LEVIED_AT, PLACES, SIDES

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
    """Return the sides: Caesar and Pompey."""
    return SIDES


def secret(state: State) -> bool:
    """Return whether the player to decide sees blocks or cards hidden from the other: not in a battle (7.1)."""
    return state.phase not in FIGHT


def open_information(state: State) -> frozenset[object]:
    """Return the open information: every card turned this year, dead blocks, and the blocks that fight (2.1, 7.1)."""
    views = [observe(state, side) for side in SIDES]
    cards = [(side, turn) for side, cards in enumerate(views[0].played) for turn, _ in enumerate(cards)]
    fighters = [piece.block for view in views if view.battle for piece in view.battle.enemy]
    return frozenset((*cards, *views[0].fallen, *views[0].trophies, *fighters))


def replay_stops_at(state: State) -> bool:
    """Return whether a replay stops at this position: no block is in hand and no hits are being rolled or taken."""
    return state.phase not in AIR and state.held == NONE


def waits_for_person(state: State) -> bool:
    """Return whether chance or a ready player waits for a person to go on: a turn of a battle begins."""
    return state.phase == Phase.TURN


def pauses_after(before: State, after: State) -> bool:
    """Return whether the last action has ended a battle, so that players look before play goes on."""
    return before.phase in FIGHT and not same_fight(before, after)


def turn_key(state: State) -> tuple[int, int]:
    """Return the year and its turn (3.0)."""
    return state.year, state.turn


def same_fight(before: State, after: State) -> bool:
    """Return whether one battle is being fought in both positions."""
    here, there = before.combat, after.combat
    fought = before.phase in FIGHT and after.phase in FIGHT
    return fought and here is not None and there is not None and here.place == there.place


def fights(state: State) -> bool:
    """Return whether a battle is being fought."""
    return state.phase in FIGHT


LONGEST: Final = 3  # steps of the longest move (Mercury)
MOVING: Final = (Phase.STEP, Phase.VOYAGE)
PLACED: Final = (Phase.STEP, Phase.VOYAGE, Phase.RETREAT, Phase.REGROUP_TO, Phase.MUSTER, Phase.DEFECT, Phase.HARBOUR)
FIRST: Final = (s.Take, s.Embark, s.Regroup, s.Levy)


class Route(NamedTuple):
    """A block's route to a place: the actions, the number of steps, and whether it crosses the sea."""

    actions: tuple[s.Action, ...]
    steps: int
    sea: bool


@lru_cache(maxsize=256)
def reachable(state: s.State, block: str) -> dict[str, Route]:
    """Return the places that a block can reach, each with the shortest route: by road before by sea.

    While a block is in hand, the routes go on from its place, and ``block`` is ignored.
    """
    found: dict[str, Route] = {}
    for start in _starts(state, block):
        waiting = [start]
        for now, (actions, steps, sea) in waiting:  # the list grows during the loop
            for action in legal_actions(now) if now.phase in PLACED and steps < LONGEST + 9 * sea else ():
                if not isinstance(action, s.Go):
                    continue
                after, route = apply(now, action), Route((*actions, action), steps + 1, sea)
                known = action.place in found
                if not known and (not sea or action.place in CITIES):
                    found[action.place] = route
                if after.phase in MOVING and after.held == now.held and (sea or not known):
                    waiting.append((after, route))
    return found


def _starts(state: s.State, block: str) -> list[tuple[s.State, Route]]:
    """Return the positions with the block in hand, by land before by sea."""
    if state.phase in MOVING:
        return [(state, Route((), 0, state.phase == Phase.VOYAGE))]
    legal, firsts = legal_actions(state), [kind(block) for kind in FIRST]
    return [(apply(state, one), Route((one,), 0, isinstance(one, s.Embark))) for one in firsts if one in legal]


@lru_cache(maxsize=256)
def levied_at(state: s.State, block: str) -> tuple[str, ...]:
    """Return the cities where a block may be levied now (6.4); IllegalAction if it may not be levied at all."""
    after = apply(state, s.Levy(block))
    if after.phase == Phase.MUSTER:
        return tuple(action.place for action in legal_actions(after) if isinstance(action, s.Go))
    return tuple(PLACES[place] for place in LEVIED_AT[BLOCK[block]])
