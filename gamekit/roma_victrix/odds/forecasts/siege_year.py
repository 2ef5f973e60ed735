"""A siege planned over the points that a leader has left when he arrives (5.11, 10.41)."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from gamekit.dist import Basis, Dist, join
from gamekit.roma_victrix import game_state as s
from gamekit.roma_victrix.game_state import State
from gamekit.roma_victrix.odds.forecasts.reach import reach
from gamekit.roma_victrix.odds.forecasts.said import leader_of, noted, position, said
from gamekit.roma_victrix.odds.forecasts.unseen import is_hidden, land_law
from gamekit.roma_victrix.odds.rolls import operations_points
from gamekit.roma_victrix.odds.siege import Siege
from gamekit.roma_victrix.places import INDEX, PLACES, province_of
from gamekit.roma_victrix.rules.board import acts, as_major, camp, capital_at, land_of, units_of
from gamekit.roma_victrix.rules.movement import besieged_garrison
from gamekit.roma_victrix.rules.views import View
from gamekit.roma_victrix.state import Force, one_of, whole


@dataclass(frozen=True, slots=True, repr=False)
class SiegeYear:
    """The chance that a city falls this year: over the points on arrival (below 1 there is no siege), and in all.

    ``capture`` is the chance by points on arrival, ``plans`` one siege with its weight for each strength of the
    defenders that the seat must reckon with."""

    points: Dist[int]
    capture: tuple[tuple[int, Any], ...]
    p: Any
    sieges: tuple[tuple[Siege, Any], ...]
    basis: Basis

    @property
    def p_arrives(self) -> Any:
        """The chance to have a point for the siege at all."""
        return self.points.at_least(1)

    def said(self, language: str | None = None) -> str:
        """The chance, and how it hangs on the points."""
        most, best = max(self.capture, default=(0, 0))
        lines = [said("siege_year.p", language, p=self.p), said("siege_year.best", language, points=most, p=best)]
        if len(self.sieges) > 1:
            strengths = [siege.now.units for siege, _ in self.sieges]
            lines.append(said("siege_year.unseen", language, least=min(strengths), most=max(strengths)))
        return " ".join(lines)

    def __repr__(self) -> str:
        return self.said()


def siege_year(
    siege: Siege | State | View,
    leader: str = "",
    place: str = "",
    *,
    march: int = 0,
    worths: tuple[Any, ...] = (),
    numbers: type[Any] = Fraction,
) -> SiegeYear:
    """The chance that a city falls in the year's one activation: the siege plan for each number of points left.

    A ``Siege`` has ``march`` points spent on the way to it. A position or a view, a leader and a place set it up: his
    army where he is, the points by ``reach``, all of the owner's units in the province behind the walls; of what the
    view does not show, every composition that may be there, by its law. ``worths`` are those of ``Siege.plan``, which
    stops when going on does not pay. ValueError when there is no such city.

    >>> from gamekit import roma_victrix as rv
    >>> siege = rv.Siege(rv.force("4 LGN, 2 HI, AUX", leader=1), rv.force("2 HI, AUX", leader=1))
    >>> year = rv.siege_year(siege, march=1)
    >>> f"{float(siege.plan().p_capture[-1]):.1%} with 5 points, {float(year.p):.1%} by the die"
    '68.8% with 5 points, 32.6% by the die'
    """
    if isinstance(siege, Siege):
        whole(march, "the points of the march", 0)
        points = operations_points(siege.attacker.leader).map(lambda total: max(-1, total - march))
        sieges: tuple[tuple[Siege, Any], ...] = ((siege, Fraction(1)),)
    else:
        points, sieges = _set_up(siege, leader, place)
    chances: dict[int, Any] = {}
    for each, weight in sieges:
        for left, p in _by_points(each, max(points), worths, numbers).items():
            chances[left] = chances.get(left, 0) + weight * p
    p = sum((points.p(lambda total, left=left: total == left) * p for left, p in chances.items()), Fraction(0))  # type: ignore[misc]
    basis = join(points.basis, sieges[0][0].basis, (noted("siege_year.year"),))
    return SiegeYear(points, tuple(sorted(chances.items())), p, sieges, basis)


def _by_points(siege: Siege, most: int, worths: tuple[Any, ...], numbers: type[Any]) -> dict[int, Any]:
    """The chance of a capture by points: one plan for the most of them answers for all."""
    if most < 1:
        return {}
    siege = replace(siege, operations=most)
    if siege.now.attacker < siege.now.units + siege.now.capital:
        return dict.fromkeys(range(1, most + 1), Fraction(0))
    plan = siege.plan(*worths, numbers=numbers)
    return {left: plan.on(replace(siege, operations=left)).p_capture[-1] for left in range(1, most + 1)}


def _set_up(seen: State | View, leader: str, place: str) -> tuple[Dist[int], tuple[tuple[Siege, Any], ...]]:
    """The points on arrival, and the sieges that it may come to with their chances."""
    state = position(seen)
    number, there = leader_of(state, leader), INDEX[one_of(place, PLACES, "the place")]
    who, city = state.leaders[number], capital_at(state, there)
    side = camp(state, who.owner)
    if city is None or not city.csp or camp(state, city.owner) == side:
        raise ValueError(f"{place} has no capital that {leader} could besiege (10.41)")
    army = _army(state, number, side)
    marches = reach(seen, leader, spare=1)
    points = marches.points if province_of(who.place) == there else marches.at(place).left
    major = as_major(state, city)
    defenders = _defenders(state, there, camp(state, city.owner))
    return points, tuple((Siege(army, inside, city.csp, major), p) for inside, p in defenders)


def _army(state: State, number: int, side: int) -> Force:
    """The land units that a leader may take along."""
    who = state.leaders[number]
    here = [g for g in state.groups if g.place == province_of(who.place) and camp(state, g.owner) == side]
    mine = [group for group in here if acts(state, group.owner)]
    if any(is_hidden(group) for group in mine):
        raise ValueError(f"this seat does not see what is with {who.name}, so it cannot plan his siege")
    army = s.as_force(land_of(units_of(mine)), who.rating)
    if not army.csp:
        raise ValueError(f"{who.name} has no land units, so he cannot besiege (10.41)")
    return army


def _defenders(state: State, place: int, side: int) -> list[tuple[Force | None, Fraction]]:
    """What may be behind the walls, garrison and leader included, with its chance."""
    leaders = [each for each in state.leaders if each.place == place and camp(state, each.owner) == side]
    foe = max((leader.rating for leader in leaders), default=0)
    law = land_law(state, place, side)
    found = []
    for counters, weight in law.items():
        inside = s.as_force(counters, foe, garrison=besieged_garrison(state, place, side))
        found.append((inside if inside.csp else None, Fraction(weight, law.total)))
    return found
