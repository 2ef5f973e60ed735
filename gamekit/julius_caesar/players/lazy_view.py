"""A view of a position that works out only what is asked of it: for playing on many times."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from gamekit.julius_caesar.blocks import BLOCK_NAMES
from gamekit.julius_caesar.places import PLACES, POOL, ROADS
from gamekit.julius_caesar.rules.control import counts
from gamekit.julius_caesar.rules.views import EnemyStack, SeenBlock, _battle, observe
from gamekit.julius_caesar.state import State
from gamekit.julius_caesar.tables import SIDES


class Glance:
    """What ``observe`` shows of a position to a side, in parts; a part asked for is kept."""

    def __init__(self, state: State, player: str) -> None:
        self.state, self.player = state, player
        self.phase, self.year, self.turn = state.phase, state.year, state.turn

    def __getattr__(self, name: str) -> Any:
        make = PARTS.get(name)
        found = make(self.state, SIDES.index(self.player)) if make else getattr(self.whole, name)
        setattr(self, name, found)
        return found


def _pieces(state: State, me: int) -> tuple[SeenBlock, ...]:
    waiting, moved, strength = state.combat.waiting if state.combat else 0, state.moved, state.strength
    return tuple(
        SeenBlock(BLOCK_NAMES[block], PLACES[at], strength[block], bool(moved >> block & 1), bool(waiting >> block & 1))
        for block, (at, side) in enumerate(zip(state.location, state.side))
        if at < POOL and side == me
    )


def _enemy(state: State, me: int) -> tuple[EnemyStack, ...]:
    """The stacks; how many of each have moved is left out, since nobody who plays on asks for it."""
    return tuple(EnemyStack(PLACES[at], many, 0) for at, many in enumerate(counts(state)[1 - me][:POOL]) if many)


def _roads(state: State, me: int) -> tuple[tuple[str, str, int], ...]:
    used = Counter(state.command.roads)
    return tuple((ROADS[road].city_a, ROADS[road].city_b, many) for road, many in used.items())


PARTS: Final[dict[str, Callable[[State, int], Any]]] = {
    "roads": _roads,
    "battle": lambda state, me: _battle(state, state.combat, me) if state.combat else None,
    "pieces": _pieces,
    "enemy": _enemy,
    "moves": lambda state, me: state.command.moves,
    "opened": lambda state, me: tuple(PLACES[at] for at in state.command.opened),
    "path": lambda state, me: tuple(PLACES[at] for at in state.path),
    "held": lambda state, me: BLOCK_NAMES[state.held] if state.held >= 0 else None,
    "whole": lambda state, me: observe(state, SIDES[me]),
}
