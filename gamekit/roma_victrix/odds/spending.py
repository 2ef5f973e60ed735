"""How the holder of the net modifier spends it once the dice lie.

The idea: whatever the roll, spending points only moves the pair (own die, enemy's die) up and down. So all pairs are
put in one order of preference, once for a combat, and each roll takes the best pair within reach. A point spent makes
a pair's neighbours reachable: with n points the best within reach is n rounds of "the better of this pair and its
neighbours", for all rolls, and for any number of combats, at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from gamekit.roma_victrix.procedures import HIGH, LOW
from gamekit.roma_victrix.state import Result, one_of
from gamekit.roma_victrix.tables import FACES, OTHER, Side
from gamekit.words import Note, note

Objective: TypeAlias = "str | Callable[[Result], Any]"
Pair: TypeAlias = "tuple[int, int]"  # (the holder's die, the enemy's die) once modified

ENOUGH = HIGH - LOW + FACES[-1] - LOW  # points that take any roll to 10 and 1
BASE = HIGH  # pairs are written as two digits, 0 for the highest die
OBJECTIVES = ("win", "swing", "own", "enemy")
SAID = {
    "win": "roma_victrix.objective.win",
    "swing": "roma_victrix.objective.swing",
    "own": "roma_victrix.objective.own",
    "enemy": "roma_victrix.objective.enemy",
}


def checked(objective: Objective) -> Objective:
    """The objective, or a ValueError that offers the names there are."""
    return objective if callable(objective) else one_of(objective, OBJECTIVES, "the objective")


def said(objective: Objective) -> Note:
    """The objective as a basis entry."""
    return note("roma_victrix.objective.function" if callable(objective) else SAID[objective])


def outcome(result: Result, side: Side) -> int:
    """1, 0 or -1: the side wins, draws or loses."""
    return (result.winner == side) - (result.winner == OTHER[side])


def swing(result: Result, side: Side) -> int:
    """CSP that the enemy lost less the side's own."""
    return result.swing if side == "attacker" else -result.swing


def reachable(own: int, enemy: int, points: int) -> list[Pair]:
    """Every pair that so many points can make of two dice, none spent in vain (5.31 step 7)."""
    most, lowered = most_points(own, enemy, points)
    return [(own + up, enemy - down) for up in range(most + 1) for down in range(min(points - up, lowered) + 1)]


def most_points(own: int, enemy: int, points: int) -> Pair:
    """How many of the points the holder can put on each die of a roll: to raise its own, to lower the enemy's."""
    return min(points, HIGH - own), min(points, enemy - LOW)


def highest(points: int) -> int:
    """The highest that the holder's die can become with so many points."""
    return min(HIGH, FACES[-1] + points)


def order(objective: str, enemy_loss: NDArray[Any], own_loss: NDArray[Any], contest: bool = True) -> NDArray[Any]:
    """Every pair's place in the order of preference, ``[own die - 1, enemy's die - 1, ...]``, as a whole number.

    The losses are in CSP by the die that deals them, with any further axes. Compared first is the objective, then a win
    over a draw over a loss, the larger swing, the smaller own loss per cent (which is more points on it) and the
    fewest points; the last two digits are the pair. Without a ``contest`` nobody wins.
    """
    further = (1,) * (enemy_loss.ndim - 1)
    own = np.arange(1, len(enemy_loss) + 1).reshape(-1, 1, *further)
    enemy = np.arange(1, len(own_loss) + 1).reshape(1, -1, *further)
    won = np.sign(own - enemy) * contest
    gain = enemy_loss[:, None] - own_loss[None, :]
    own_first, enemy_first = BASE * (HIGH - enemy) + own, BASE * own + HIGH - enemy
    value: Any = {"swing": gain, "win": 0, "own": own_first, "enemy": enemy_first}[objective]
    span = 2 * (int(enemy_loss.max(initial=0)) + int(own_loss.max(initial=0))) + 1
    pair: NDArray[Any] = BASE * (HIGH - enemy) + HIGH - own
    places: NDArray[Any] = ((value * 3 + won) * span + gain) * BASE**2 + pair
    return places


def pairs_of(best: NDArray[Any]) -> tuple[NDArray[Any], NDArray[Any]]:
    """The pairs that stand in the last two digits of an order."""
    return HIGH - best % BASE, HIGH - best // BASE % BASE


def spread(values: NDArray[Any], points: int) -> NDArray[Any]:
    """The best value within reach of each roll: ``values[own die - 1, enemy's die - 1, ...]`` with so many points."""
    best = values
    for left in range(min(points, ENOUGH) - 1, -1, -1):
        rows = min(len(best), len(FACES) + left)  # what points still to be spent can reach
        after, higher = np.empty((rows, *best.shape[1:]), dtype=best.dtype), best[1 : rows + 1]
        np.maximum(best[: len(higher)], higher, out=after[: len(higher)])
        after[len(higher) :] = best[len(higher) : rows]
        np.maximum(after[:, 1:], best[:rows, :-1], out=after[:, 1:])
        best = after
    return best[: len(FACES)]


def best_order(
    objective: Objective,
    losses: tuple[list[int], list[int]],
    result_of: Callable[[Pair], Any],
    top: int,
    contest: bool = True,
) -> NDArray[Any]:
    """``order`` for one combat, whatever the objective; ``losses`` are (enemy's, own) in CSP by die from 1."""
    enemy_loss, own_loss = np.array(losses[0][:top]), np.array(losses[1][: len(FACES)])
    if isinstance(objective, str):
        return order(objective, enemy_loss, own_loss, contest)
    ties = order("swing", enemy_loss, own_loss, False) if not contest else order("win", enemy_loss, own_loss)
    pairs = [(own, enemy) for own in range(LOW, top + 1) for enemy in FACES]
    liked = {pair: (objective(result_of(pair)), int(ties[pair[0] - 1, pair[1] - 1])) for pair in pairs}
    if strange := next((value for value, _ in liked.values() if value != value), None):
        raise ValueError(f"the objective gives {strange}, which is neither more nor less than another value")
    places = np.empty((top, len(FACES)), dtype=np.int64)
    for place, (own, enemy) in enumerate(sorted(pairs, key=liked.__getitem__)):
        places[own - 1, enemy - 1] = place * BASE**2 + BASE * (HIGH - enemy) + HIGH - own
    return places
