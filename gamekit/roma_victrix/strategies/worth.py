"""What a position is worth at a game-turn's beginning: the margin at the end that games of plain players suggest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from gamekit.data import rows
from gamekit.roma_victrix import game_state as s
from gamekit.roma_victrix.game_state import NONE, Due, State
from gamekit.roma_victrix.rules import victory
from gamekit.roma_victrix.rules.board import camp
from gamekit.roma_victrix.rules.frame import frame_of

FORTUNE: Final = 0.05  # of a victory per cent, that a point in the treasury is worth at the end (4.53)


@dataclass(frozen=True, slots=True)
class TurnWeights:
    """What a victory per cent, a point of revenue or in the treasury, a CSP, one under a leader, a capital's CSP and a
    leader's rating are worth with so many turns left."""

    left: int
    percent: float
    revenue: float
    treasury: float
    csp: float
    led: float
    capital: float
    rating: float
    source: str


WEIGHTS: Final = rows(TurnWeights, "roma_victrix/worth.csv", key=("left",))


def worth(state: State) -> dict[str, float]:
    """By how many victory per cent each player is likely to end ahead of the best of the others; a point of revenue
    counts as one of them (4.52). At the end what it has come to."""
    frame, left = frame_of(state), max(0, victory.last_turn(state) - state.turn)
    over, weight = state.agenda[-1].phase == Due.OVER, WEIGHTS[min(left, len(WEIGHTS) - 1)]
    percent, revenue, treasury = (1.0, 1.0, FORTUNE) if over else (weight.percent, weight.revenue, weight.treasury)
    found = {
        seat: percent * float(done) + revenue * worth + treasury * purse
        for done, worth, purse, seat in victory.ranking(state)
    }
    for seat, more in () if over else _force(state, weight):
        if seat in found:
            found[seat] += more
    best = {seat: max((found[other] for other in found if other != seat), default=0.0) for seat in found}
    return {frame.powers[seat]: value - best[seat] for seat, value in found.items()}


def _force(state: State, weight: TurnWeights) -> list[tuple[int, float]]:
    """What leaders, land units and capitals are worth, each with the camp that has it."""
    lead = [(leader.place, camp(state, leader.owner), leader) for leader in state.leaders if leader.place != NONE]
    led = {(place, side) for place, side, _ in lead}
    found = [(side, weight.rating * leader.rating) for _, side, leader in lead]
    for group in state.groups:
        side = camp(state, group.owner)
        each = weight.csp + weight.led * ((group.place, side) in led)
        found.append((side, each * s.land_csp(group.units)))
    return found + [(camp(state, city.owner), weight.capital * city.csp) for city in state.capitals]
