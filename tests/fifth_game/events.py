"""Events of the fifth game."""

from functools import cache

from gamekit.play.protocol import OVER
from tests.fifth_game.terni import rules
from tests.fifth_game.terni.rules import State

ENOUGH = 11  # actions: looking further ahead decides no position more


@cache
def ahead(points: str, moves: int, depth: int) -> int:
    """What the one to move can force within so many actions, 1, -1 or 0, straight from the rules."""
    state = State(points, moves)
    if rules.current_player(state) == OVER:
        return -1
    if not depth:
        return 0
    after = [rules.apply(state, action) for action in rules.legal_actions(state)]
    return max(-ahead(each.points, min(each.moves, 6 + each.moves % 2), depth - 1) for each in after)
