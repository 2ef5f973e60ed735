"""How the holder of the net modifier spends it after the dice are thrown.

The idea: spending points only raises or lowers the pair (own die, enemy's die) of a throw. So all pairs are ranked by
preference, once for a combat, and each pair takes the throws that can reach it and that no better pair has taken.
Throws are the 36 bits of an integer, so that taking them is an ``&``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import product
from typing import Any, TypeAlias

from gamekit.roma_victrix.forces import CombatResult, one_of
from gamekit.roma_victrix.procedures import HIGH, LOW
from gamekit.roma_victrix.tables import FACES, OTHER, Side
from gamekit.text.translation import TranslatableText, note

Objective: TypeAlias = str | Callable[[CombatResult], Any]
Pair: TypeAlias = tuple[int, int]  # (the holder's die, the enemy's die) after modification

THROWS = tuple(product(FACES, FACES))  # the attacker's or the holder's die first
ENOUGH = HIGH - LOW + FACES[-1] - LOW  # points that bring any throw to (10, 1); more are useless
OBJECTIVES = ("win", "swing", "own", "enemy")


def check_objective(objective: Objective) -> Objective:
    """Return the objective, or raise ValueError with the valid names."""
    return objective if callable(objective) else one_of(objective, OBJECTIVES, "the objective")


def objective_note(objective: Objective) -> TranslatableText:
    """Return the objective as a basis entry."""
    return note(f"roma_victrix.objective.{'function' if callable(objective) else objective}")


def outcome(result: CombatResult, side: Side) -> int:
    """Return 1 if the side wins, 0 for a draw, -1 if it loses."""
    return (result.winner == side) - (result.winner == OTHER[side])


def swing(result: CombatResult, side: Side) -> int:
    """Return the CSP that the enemy lost minus the side's own loss."""
    return result.swing if side == "attacker" else -result.swing


def reachable_pairs(own: int, enemy: int, points: int) -> list[Pair]:
    """Return every pair that up to ``points`` points can make of two dice, none wasted (5.31 step 7)."""
    most, lowered = most_points(own, enemy, points)
    return [(own + up, enemy - down) for up in range(most + 1) for down in range(min(points - up, lowered) + 1)]


def most_points(own: int, enemy: int, points: int) -> Pair:
    """Return how many of the points the holder can put on each die of a roll: (to raise its own, to lower the
    enemy's)."""
    return min(points, HIGH - own), min(points, enemy - LOW)


@cache
def throws_reaching(points: int) -> dict[Pair, int]:
    """Return each pair that the points can make, with the throws that can reach it: bit n is throw n of ``THROWS``."""
    if points > ENOUGH:
        return throws_reaching(ENOUGH)
    found: dict[Pair, int] = {}
    for bit, throw in enumerate(THROWS):
        for pair in reachable_pairs(*throw, points):
            found[pair] = found.get(pair, 0) | 1 << bit
    return found


def throws_taken(masks: Iterable[int]) -> Iterator[int]:
    """Yield the throws that each pair takes, best first: of its entry in ``masks`` those that no better one took."""
    left = (1 << len(THROWS)) - 1
    for mask in masks:
        yield mask & left
        left &= ~mask
        if not left:
            return


def rank_pairs(
    objective: Objective,
    losses: tuple[Sequence[int], Sequence[int]],
    result_of: Callable[[Pair], Any],
    points: int,
    contest: bool = True,
) -> list[Pair]:
    """Return every pair that the points can make, best first; ``losses`` are (enemy's, own) in CSP by die from 1,
    ``result_of`` the result of a pair.

    Compared first is the objective, then a win over a draw over a loss (nobody wins without a ``contest``), the larger
    swing, the smaller own loss per cent (which is more points on it) and the fewest points."""
    enemy_loss, own_loss = losses

    def liking(pair: Pair) -> tuple[Any, ...]:
        own, enemy = pair
        swing, won = enemy_loss[own - 1] - own_loss[enemy - 1], ((own > enemy) - (own < enemy)) * contest
        ties = won, swing, -enemy, -own
        match objective:
            case "win":
                return ties
            case "swing":
                return swing, *ties
            case "own":
                return -enemy, own, *ties
            case "enemy":
                return own, -enemy, *ties
        liked = objective(result_of(pair))  # type: ignore[operator]
        if liked != liked:
            raise ValueError(f"the objective gives {liked}; it should be a value that can be compared")
        return liked, *ties

    return sorted(throws_reaching(points), key=liking, reverse=True)


def best_pairs(order: list[Pair], points: int) -> dict[Pair, Pair]:
    """Return the best pair that each throw can reach with the points; ``order`` has the pairs, best first."""
    masks, found = throws_reaching(points), dict.fromkeys(THROWS, order[0])
    for pair, taken in zip(order, throws_taken(masks[pair] for pair in order)):
        while taken:
            found[THROWS[taken.bit_length() - 1]] = pair
            taken ^= 1 << taken.bit_length() - 1
    return found
