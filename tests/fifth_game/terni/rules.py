"""Terni lapilli, the Roman merels: three counters each on nine points, three in a row win.

Ovid names such a game, and no rules have come down: this is a reconstruction. Each side puts three counters down in
turn, then slides one to a free point next to it on a line. A position met for the third time is a draw."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from gamekit.play.protocol import OVER, IllegalAction
from gamekit.probability.distribution import Dist
from gamekit.text.translation import note

PLAYERS, COUNTERS, FREE, CHANCE_FREE = ("white", "black"), 3, ".", True
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
STEPS = {step for line in LINES for step in (*pairwise(line), *pairwise(line[::-1]))}
NEXT = {here: {there for start, there in STEPS if start == here} for here in range(9)}


@dataclass(frozen=True, slots=True)
class Put:
    """A counter on a free point."""

    to: int


@dataclass(frozen=True, slots=True)
class Slide:
    """A counter to a free point next to it."""

    here: int
    to: int


@dataclass(frozen=True, slots=True)
class State:
    """The nine points as a text of w, b and ".", how many actions there were, the positions since all counters lie."""

    points: str = FREE * 9
    moves: int = 0
    seen: tuple[str, ...] = ()


Action = Put | Slide


def initial_state() -> State:
    """The empty board."""
    return State()


def winner(state: State) -> str:
    """The player with three in a row, "" for nobody."""
    last = PLAYERS[1 - state.moves % 2]
    return last if any({state.points[point] for point in line} == {last[0]} for line in LINES) else ""


def current_player(state: State) -> str:
    """White and black in turn."""
    return OVER if winner(state) or state.seen.count(state.points) > 2 else PLAYERS[state.moves % 2]


def legal_actions(state: State) -> tuple[Action, ...]:
    """A counter on every free point, then every slide."""
    player = current_player(state)
    return () if player == OVER else _moves(state, player[0])


def _moves(state: State, letter: str) -> tuple[Action, ...]:
    free = [point for point in range(9) if state.points[point] == FREE]
    if state.moves < 2 * COUNTERS:
        return tuple(map(Put, free))
    own = [point for point in range(9) if state.points[point] == letter]
    return tuple(Slide(here, to) for here in own for to in free if to in NEXT[here])


def chance_outcomes(state: State) -> Dist[Action]:
    """Nothing is left to chance."""
    raise ValueError("nothing is left to chance")


def apply(state: State, action: Action) -> State:
    """The position after an action."""
    if action not in legal_actions(state):
        raise IllegalAction(note("terni.illegal", action=str(action)))
    points = list(state.points)
    points[action.to] = PLAYERS[state.moves % 2][0]
    if isinstance(action, Slide):
        points[action.here] = FREE
    after, moves = "".join(points), state.moves + 1
    return State(after, moves, (*state.seen, after) if moves >= 2 * COUNTERS else ())


def observe(state: State, player: str) -> State:
    """All lies open."""
    return state


def open_information(state: State) -> frozenset[str]:
    """Nothing that was hidden ever comes to lie open."""
    return frozenset()


def returns(state: State) -> dict[str, int]:
    """1 for the winner, -1 for the loser, 0 for a draw."""
    won = winner(state)
    return {player: 0 if not won else 1 if player == won else -1 for player in PLAYERS}
