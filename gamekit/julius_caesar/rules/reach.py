"""The places that a block can reach from a position, with the actions that lead there, found by playing the rules."""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from gamekit.julius_caesar import state as s
from gamekit.julius_caesar.blocks import BLOCK, LEVIED_AT
from gamekit.julius_caesar.places import CITIES, PLACES
from gamekit.julius_caesar.rules import apply, legal_actions
from gamekit.julius_caesar.state import Phase

LONGEST: Final = 3  # steps of the longest move (Mercury)
MOVING: Final = (Phase.STEP, Phase.VOYAGE)
PLACED: Final = (Phase.STEP, Phase.VOYAGE, Phase.RETREAT, Phase.REGROUP_TO, Phase.MUSTER, Phase.DEFECT, Phase.HARBOUR)
FIRST: Final = (s.Take, s.Embark, s.Regroup, s.Levy)


class Route(NamedTuple):
    """How a block gets to a place: the actions, the number of steps, and whether over the sea."""

    actions: tuple[s.Action, ...]
    steps: int
    sea: bool


@lru_cache(maxsize=256)
def reachable(state: s.State, block: str) -> dict[str, Route]:
    """The places that a block can reach, each with the shortest route: by road before by sea.

    While a block is in hand, the routes go on from where it stands, and ``block`` is not asked.
    """
    found: dict[str, Route] = {}
    for start in _starts(state, block):
        waiting = [start]
        for now, (actions, steps, sea) in waiting:  # it grows while it is walked
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
    """The positions with the block in hand, by land before by sea."""
    if state.phase in MOVING:
        return [(state, Route((), 0, state.phase == Phase.VOYAGE))]
    legal, firsts = legal_actions(state), [kind(block) for kind in FIRST]
    return [(apply(state, one), Route((one,), 0, isinstance(one, s.Embark))) for one in firsts if one in legal]


@lru_cache(maxsize=256)
def levied_at(state: s.State, block: str) -> tuple[str, ...]:
    """The cities where a block may be levied now (6.4)."""
    after = apply(state, s.Levy(block))
    if after.phase == Phase.MUSTER:
        return tuple(action.place for action in legal_actions(after) if isinstance(action, s.Go))
    return tuple(PLACES[place] for place in LEVIED_AT[BLOCK[block]])
