"""The law of one combat's result: what each roll becomes when the holder of the net modifier has spent it.

``fight`` is a ``Combat``, whose module imports this one."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from gamekit.dist import Dist, join
from gamekit.roma_victrix import procedures
from gamekit.roma_victrix.odds.spending import THROWS, Objective, Pair, checked, ranked, reachable, said, spent
from gamekit.roma_victrix.state import Result, drawn, whole
from gamekit.roma_victrix.tables import FACES, Side
from gamekit.words import note


@dataclass(frozen=True, slots=True)
class Spent:
    """Points spent and what comes of them."""

    raise_enemy: int
    lower_own: int
    result: Result


@cache
def losses(csp: int, reading: str = "nearest") -> tuple[int, ...]:
    """CSP that a force loses at each modified die from 1 to 10."""
    dice = range(procedures.LOW, procedures.HIGH + 1)
    return tuple(procedures.percentage_loss(csp, die * procedures.PER_PIP, reading) for die in dice)


def losses_of(fight: Any) -> tuple[list[int], list[int]]:
    """CSP lost by the attacker and by the defender at each modified die from 1 to 10; at 0 stands what there is."""
    mine, theirs = fight.attacker.csp, fight.defender.csp
    return [mine, *losses(mine, fight.reading)], [theirs, *losses(theirs, fight.reading)]


def result_of(dice: Pair, lost: tuple[list[int], list[int]], swapped: bool) -> Result:
    """The result of two modified dice, the attacker's first; Treachery swaps their percentages."""
    hits_attacker, hits_defender = dice if swapped else dice[::-1]
    mine, theirs = lost[0][hits_attacker], lost[1][hits_defender]
    percents = hits_attacker * procedures.PER_PIP, hits_defender * procedures.PER_PIP
    return Result(*percents, mine, theirs, lost[0][0] - mine, lost[1][0] - theirs)


def by_side(pair: Pair, holder: Side) -> Pair:
    """(attacker's, defender's) as (holder's, enemy's), or back."""
    return pair if holder == "attacker" else (pair[1], pair[0])


def rolled(attacker_die: int, defender_die: int, holder: Side) -> Pair:
    """Two dice as (holder's, enemy's); ValueError outside 1-6."""
    attacker = whole(attacker_die, "the attacker's die", FACES[0], FACES[-1])
    return by_side((attacker, whole(defender_die, "the defender's die", FACES[0], FACES[-1])), holder)


def ways_of(fight: Any, dice: Pair, objective: Objective) -> tuple[Spent, ...]:
    """Every way to spend the net on a roll, (holder's, enemy's), best first."""
    points, holder, lost = abs(fight.net_drm), fight.holder, losses_of(fight)
    place = {pair: place for place, pair in enumerate(_order(fight, objective, holder, points))}
    pairs = sorted(reachable(*dice, points), key=place.__getitem__)
    return tuple(_spent(fight, dice, pair, holder, lost) for pair in pairs)


def cells_of(fight: Any, objective: Objective) -> dict[Pair, Spent]:
    """The 36 rolls, (attacker's die, defender's die), with the best split and its result."""
    chosen, holder, lost = _chosen(fight, objective, fight.net_drm), fight.holder, losses_of(fight)
    return {
        roll: _spent(fight, by_side(roll, holder), by_side(dice, holder), holder, lost)
        for roll, dice in sorted(chosen.items())
    }


def law_of(fight: Any, objective: Objective, net: int, numbers: type[Any] = Fraction) -> Dist[Result]:
    """The law of the result with this net modifier, positive for the attacker, spent for the objective."""
    counts: dict[Pair, int] = {}
    for dice in _chosen(fight, objective, net).values():
        counts[dice] = counts.get(dice, 0) + 1
    weigh = (lambda count: count / len(THROWS)) if numbers is float else int
    exact = note("basis.rounded" if numbers is float else "basis.exact")
    lost = losses_of(fight)
    results = ((result_of(dice, lost, fight.treachery), weigh(count)) for dice, count in counts.items())
    return Dist(results, join((exact, said(objective)), fight.basis))


def _spent(fight: Any, dice: Pair, pair: Pair, holder: Side, lost: tuple[list[int], list[int]]) -> Spent:
    return Spent(pair[0] - dice[0], dice[1] - pair[1], result_of(by_side(pair, holder), lost, fight.treachery))


def _order(fight: Any, objective: Objective, holder: Side, points: int) -> list[Pair]:
    """Pairs as the holder likes them, best first; Treachery is not foreseen."""
    mine, theirs = losses_of(fight)
    ordered = (theirs[1:], mine[1:]) if holder == "attacker" else (mine[1:], theirs[1:])

    def foreseen(pair: Pair) -> Result:
        return result_of(by_side(pair, holder), (mine, theirs), False)

    return ranked(checked(objective), ordered, foreseen, points)


def _chosen(fight: Any, objective: Objective, net: int) -> dict[Pair, Pair]:
    """For each roll, attacker's die first, the modified dice when the net is spent for the objective."""
    holder: Side = "attacker" if net >= 0 else "defender"
    best = spent(_order(fight, objective, holder, abs(net)), abs(net))
    return {by_side(roll, holder): by_side(pair, holder) for roll, pair in best.items()}


def summary(law: Dist[Result]) -> dict[str, Any]:
    """Chances and mean losses of a law of results; ``p_win`` is the attacker's."""
    return {
        "p_win": law.p(lambda result: result.winner == "attacker"),
        "p_draw": law.p(drawn),
        "p_loss": law.p(lambda result: result.winner == "defender"),
        "attacker_loss": law.mean(lambda result: result.attacker_loss),
        "defender_loss": law.mean(lambda result: result.defender_loss),
        "swing": law.mean(lambda result: result.swing),
    }
