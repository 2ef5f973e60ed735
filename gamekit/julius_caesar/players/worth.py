"""What a position is worth at the end of a turn: the chance to win that games between plain players suggest."""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from typing import Final

from gamekit.julius_caesar.blocks import FIREPOWER, LEADER
from gamekit.julius_caesar.places import NUMBERS, POOL
from gamekit.julius_caesar.rules import returns
from gamekit.julius_caesar.rules.control import victory_points
from gamekit.julius_caesar.state import Phase, State
from gamekit.julius_caesar.tables import SIDES
from gamekit.storage.data_files import rows

WINTER: Final = frozenset((Phase.HARBOUR, Phase.SUPPLY, Phase.DISBAND))
LAST_YEAR: Final = NUMBERS["first_year"] + NUMBERS["years"] - 1


@dataclass(frozen=True, slots=True)
class Weight:
    """A number that the searching player weighs with, found by games."""

    name: str
    value: float
    source: str


WEIGHTS: Final = {row.name: row.value for row in rows(Weight, "julius_caesar/search_weights.csv", key=("name",))}
_OF_WORTH: Final = tuple(WEIGHTS[f"worth.{name}"] for name in (
    "one", "vp", "power", "leaders", "winning", "vp_late", "vp_last", "vp_year",
))  # fmt: skip


def features(state: State) -> tuple[float, ...]:
    """What is weighed, Caesar's less Pompey's.

    1; VP; strength times firepower, in tens; leaders; VP above those short of victory, VP, and VP in the last year,
    each by how late in the year it is, 0 to 1; VP by the year, 0 to 1. The winter counts as the year to come.
    """
    points = victory_points(state)
    power = leaders = 0
    for block, at in enumerate(state.location):
        if at < POOL:
            sign = 1 - 2 * state.side[block]
            power += sign * state.strength[block] * FIREPOWER[block]
            leaders += sign * LEADER[block]
    winter = state.phase in WINTER
    late = 0.0 if winter else (state.turn - 1) / (NUMBERS["turns"] - 1)
    year = state.year + winter
    short = NUMBERS["victory"] - 1
    winning = max(points[0] - short, 0) - max(points[1] - short, 0)
    apart = points[0] - points[1]
    part = (year - NUMBERS["first_year"]) / (NUMBERS["years"] - 1)
    return (
        1.0,
        apart,
        power / 10,
        leaders,
        winning * late,
        apart * late,
        apart * late * (year == LAST_YEAR),
        apart * part,
    )


def worth(state: State) -> dict[str, float]:
    """Each side's chance to win, 0 to 1, by a logistic curve; at the end of a game 1, 0 or a half."""
    if state.phase == Phase.OVER:
        return {side: (score + 1) / 2 for side, score in returns(state).items()}
    sum_ = sum(weight * feature for weight, feature in zip(_OF_WORTH, features(state)))
    chance = 1 / (1 + exp(-sum_))
    return {SIDES[0]: chance, SIDES[1]: 1 - chance}
