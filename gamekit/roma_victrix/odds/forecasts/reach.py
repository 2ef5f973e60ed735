"""Where a leader's points bring him this year, and with how many left (5.11, 5.2, 5.4).

A way costs points and passes leaders who may intercept. The die for the points and the dice of interceptions are
independent, so the best way to a place is among those that no other way beats in both."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

from gamekit.probability.distribution import Basis, Dist, join
from gamekit.roma_victrix.forces import resolve_name
from gamekit.roma_victrix.geography import FIRST_COAST, FIRST_STRAIT, LAND_STEPS, PLACES, PROVINCE, is_sea, province_of
from gamekit.roma_victrix.odds import rolls
from gamekit.roma_victrix.odds.forecasts.describe import forecast_note, leader_of, position, sentence
from gamekit.roma_victrix.rules import movement, subjects
from gamekit.roma_victrix.rules.control import camp, has_other_land_units, may_act, scenario_constants
from gamekit.roma_victrix.rules.units import has_enemy_fleets
from gamekit.roma_victrix.rules.views import View
from gamekit.roma_victrix.state import NONE, State, has_land
from gamekit.roma_victrix.tables import FACES

NOT_THERE = -1  # in the distribution of points left: he does not arrive


@dataclass(frozen=True, slots=True)
class Destination:
    """A place that a leader may reach: the best way, its points, who may intercept on it, and the distribution of
    points left.

    ``left`` is -1 when the points do not suffice or he is intercepted, which means a fight before he goes on."""

    place: str
    way: tuple[str, ...]
    cost: int
    interceptors: tuple[str, ...]
    left: Dist[int]

    @property
    def p(self) -> Any:
        """The chance that he arrives without being intercepted; who stands there may still fight him (5.27)."""
        return self.left.at_least(0)


@dataclass(frozen=True, slots=True, repr=False)
class Reach:
    """Where a leader may march this year, the surest and nearest first; ``points`` is the distribution of his
    points."""

    leader: str
    start: str
    points: Dist[int]
    arrivals: tuple[Destination, ...]
    basis: Basis

    def at(self, place: str) -> Destination:
        """Return the arrival at a place; one that he never reaches has chance 0. ValueError for an unknown place."""
        place = resolve_name(place, PLACES, "the place")
        never = Destination(place, (), 0, (), Dist({NOT_THERE: 1}))
        return next((each for each in self.arrivals if each.place == place), never)

    def said(self, language: str | None = None) -> str:
        """Return the places he is sure of, those he may reach, and who stands in the way."""
        sure = [each for each in self.arrivals if each.p == 1]
        unsure = [each for each in self.arrivals if 0 < each.p < 1]
        spread = f"{min(self.points)}-{max(self.points)}" if len(self.points) > 1 else f"{max(self.points)}"
        lines = [sentence("reach.points", language, leader=self.leader, place=self.start, points=spread)]
        if sure:
            key, names = "reach.sure_more" if sure[8:] else "reach.sure", tuple(each.place for each in sure[:8])
            lines.append(sentence(key, language, places=names, count=len(sure) - 8))
        for each in unsure[:4]:
            key = "reach.way" if each.interceptors else "reach.unsure"
            who = {"leaders": each.interceptors} if each.interceptors else {}
            lines.append(sentence(key, language, place=each.place, p=each.p, cost=each.cost, **who))
        if unsure[4:]:
            lines.append(sentence("reach.more", language, count=len(unsure) - 4))
        return " ".join(lines)

    def __repr__(self) -> str:
        return self.said()


class Trail(NamedTuple):
    """A way to a place: points, who has had a chance to intercept, which powers it has woken, the places."""

    cost: int
    tried: frozenset[int]
    provoked: frozenset[int]
    places: tuple[int, ...]


def reach(seen: State | View, leader: str, spare: int = 0) -> Reach:
    """Return where a leader may march with his army in his next activation, or with the points he has if he is active.

    Every enemy leader next to the way with land units of his own tries to intercept once (5.41, 5.42); a success is
    counted as not arriving. Others' land units stop the march where they stand (5.27), enemy fleets bar a strait
    (3.23), limes and passes cost more. Ships, cards and fights on the way are not counted. Of several ways the one with
    the best chance to have ``spare`` points left is taken. All of this lies open, so a view gives the same answer.

    >>> from gamekit import roma_victrix as rv
    >>> hannibal = rv.reach(rv.initial_state("second_punic_war"), "Hannibal")
    >>> [(name, hannibal.at(name).cost, hannibal.at(name).p) for name in ("Mauretania", "Numidia")]
    [('Mauretania', 4, Fraction(1, 1)), ('Numidia', 6, Fraction(25, 36))]
    """
    state = position(seen)
    number = leader_of(state, leader)
    who = state.leaders[number]
    points, start = _points(state, number), province_of(who.place)
    arrivals = []
    for place, ways in _ways(state, number, start, max(points)).items():
        if place != start:
            dists = [(way, _left(state, points, way)) for way in ways]
            way, dist = max(dists, key=lambda pair: (pair[1].at_least(spare), -pair[0].cost))
            names = tuple(state.leaders[each].name for each in sorted(way.tried))
            arrivals.append(
                Destination(PLACES[place], tuple(PLACES[each] for each in way.places), way.cost, names, dist)
            )
    arrivals.sort(key=lambda each: (-each.p, each.cost, each.place))
    basis = join(
        ("5.11", "5.22", "5.27", "5.41", "5.45", "11.14"),
        (forecast_note("reach.land"), forecast_note("still")),
    )
    return Reach(who.name, PLACES[start], points, tuple(each for each in arrivals if each.p), basis)


def _points(state: State, number: int) -> Dist[int]:
    """Return the distribution of a leader's points: what he has while he is active, none while he drills (9.14)
    or is at sea."""
    leader = state.leaders[number]
    if state.active is not None and state.active.leader == number:
        stuck = state.active.aboard or movement.is_blocked(state)
        return Dist({0 if stuck else state.active.ops: 1}, ("5.11",))
    if leader.drilling or is_sea(leader.place):
        return Dist({0: 1}, ("9.14",))
    return rolls.chance("operations points", leader.rating)


def _left(state: State, points: Dist[int], way: Trail) -> Dist[int]:
    """Return points left on arrival: the die for the points, then each interceptor's."""
    free = Fraction(1)
    for number in way.tried:
        free *= Fraction(max(0, len(FACES) - state.leaders[number].rating), len(FACES))
    dist: dict[int, Fraction] = {}
    for total, weight in points.items():
        arrives = free * (total >= way.cost)
        for left, chance in ((total - way.cost, arrives), (NOT_THERE, 1 - arrives)):
            if chance:
                dist[left] = dist.get(left, Fraction(0)) + weight * chance
    return Dist(dist, points.basis)


def _ways(state: State, number: int, start: int, most: int) -> dict[int, list[Trail]]:
    """Return the ways to each place that no other beats in points, interceptors and neutrals provoked."""
    leader = state.leaders[number]
    side = camp(state, leader.owner)
    army = any(_follows(state, group, start, side) for group in state.groups)
    found: dict[int, list[Trail]] = {start: [Trail(0, frozenset(), frozenset(), (start,))]}
    ahead = deque([(start, found[start][0])])
    while ahead:
        here, way = ahead.popleft()
        if way not in found[here] or (here != start and _stops(state, here, side, army)):
            continue
        for there in _open(state, here, side):
            after = _onward(state, way, there, (number, side, army))
            if after.cost > most or there in way.places or any(_beats(old, after) for old in found.get(there, [])):
                continue
            found[there] = [*(old for old in found.get(there, []) if not _beats(after, old)), after]
            ahead.append((there, after))
    return found


def _onward(state: State, way: Trail, there: int, who: tuple[int, int, bool]) -> Trail:
    """Return a way one place farther: its points, who may intercept there, which neutrals an army provokes."""
    number, side, army = who
    active = state.active
    tried = active.tried if active is not None and active.leader == number else frozenset()
    cost = movement.enter_cost(state, state.leaders[number].owner, way.places[-1], there)
    provoked = way.provoked | (_woken(state, there, side) if army else frozenset())
    more = frozenset(_interceptors(state, there, side, provoked)) - tried
    return Trail(way.cost + cost, way.tried | more, provoked, (*way.places, there))


def _beats(one: Trail, other: Trail) -> bool:
    return one.cost <= other.cost and one.tried <= other.tried and one.provoked <= other.provoked


def _open(state: State, here: int, side: int) -> Iterator[int]:
    """Return the places next door that he may enter, but for the points (3.22, 3.23)."""
    for there in LAND_STEPS[here] if here < FIRST_COAST else ():  # nobody marches from a ship at sea
        if there >= FIRST_STRAIT:
            if not has_enemy_fleets(state, there, side):
                yield there
        elif not PROVINCE[there].impassable and there in scenario_constants(state).area:
            yield there


def _stops(state: State, place: int, side: int, army: bool) -> bool:
    """Return whether a march ends there: others' land units (5.27), or the warbands that it wakes (13.12)."""
    woken = army and place < FIRST_STRAIT and state.markers[place] > 0
    return woken or has_other_land_units(state, place, side)


def _follows(state: State, group: Any, place: int, side: int) -> bool:
    mine = province_of(group.place) == place and camp(state, group.owner) == side
    return mine and has_land(group.units) and may_act(state, group.owner)


def _woken(state: State, place: int, side: int) -> frozenset[int]:
    """Return the powers that an army wakes there: neutral ones (3.84, 3.88), and others' clients and allies
    (11.14, 11.24)."""
    roused = subjects.rouse(state, place, side).roused
    if place >= FIRST_STRAIT or state.markers[place]:
        return roused
    owners = {group.owner for group in state.groups if group.place == place and has_land(group.units)}
    owners |= {state.garrisons[place]} - {NONE}
    return roused | frozenset(owner for owner in owners if state.patron[owner] == NONE)


def _interceptors(state: State, place: int, side: int, provoked: frozenset[int]) -> Iterator[int]:
    """Return the enemy leaders next door with land units outside a capital; neutrals, clients and allies once awake."""
    for number, leader in enumerate(state.leaders):
        if leader.place not in LAND_STEPS[place] or leader.inside:
            continue
        theirs = camp(state, leader.owner)
        awake = theirs >= 0 or leader.owner in provoked
        barred = place >= FIRST_STRAIT and has_enemy_fleets(state, place, theirs)
        if theirs == side or not awake or barred:
            continue
        awoken = replace(state, roused=state.roused | provoked)
        if any(movement.follows(awoken, group, leader.place, theirs) for group in state.groups):
            yield number
