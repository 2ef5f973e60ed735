"""The plain player: takes the action with the largest immediate gain."""

from __future__ import annotations

from functools import lru_cache

from gamekit.caesar.odds.conflict import unchecked_swing
from gamekit.caesar.rules import current_player
from gamekit.caesar.state import Action, Alliance, Attack, Pass, Place, Play, State, owner
from gamekit.caesar.tables import NEUTRAL, NUMBER, SIDE, Card, Hand


def plain(view: State, legal: tuple[Action, ...]) -> Action:
    """Return the action with the largest immediate gain: an alliance with a neutral group, or a conflict by its value
    alone; as card the best one for that conflict alone. The first among equals."""
    return max(legal, key=lambda action: estimated_gain(view, action))


def estimated_gain(view: State, action: Action) -> float:
    """Return the plain player's estimate of an action, in counters of lead."""
    match action:
        case Alliance(_, there):
            group = view.group_at(there)
            return len(group) if group[-1] == NEUTRAL else 0
        case Attack(here, there):
            return _alone(view, here, there)[0]
        case Play(card) if view.attack is not None:
            here, there = view.attack.here, view.attack.there
            attacks = current_player(view) == view.player
            return float(card == _alone(view, *(here, there) if attacks else (there, here))[1])
        case Pass():
            return 0
        case Place(at):
            return closeness_to_middle(at)
    raise ValueError(f"{action!r} is not an action of Caesar")


def _alone(view: State, here: str, there: str) -> tuple[int, Card]:
    """Return the value of a conflict alone to the owner of the first group, and that owner's best card."""
    own, other = view.group_at(here), view.group_at(there)
    return conflict_value(len(own), len(other), view.hands[owner(own)], view.hands[owner(other)])


@lru_cache(maxsize=100_000)
def conflict_value(height: int, against: int, hand: Hand, other: Hand) -> tuple[int, Card]:
    """Return the value of a conflict alone and the best card: one is always best, since a higher number never does
    worse. Of equals the lowest.

    >>> conflict_value(3, 2, (1, 9), (5, 8))
    (4, 9)
    """
    worst = {card: min(unchecked_swing(height, against, card, answer) for answer in other) for card in hand}
    best = max(worst, key=worst.__getitem__)
    return worst[best], best


def closeness_to_middle(square: str) -> int:
    """Return a square's closeness to the middle, where most lines are open."""
    row, column = divmod(NUMBER[square], SIDE)
    return -abs(2 * row - SIDE + 1) - abs(2 * column - SIDE + 1)
