"""The places that a leader can reach this year, with the points left (5.11, 5.2, 5.4), and the fight there.

A way costs points and passes leaders who may intercept. The die for the points and the dice of interceptions are
independent, so the best way to a place is among the ways that no other beats in both."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, NamedTuple

from gamekit.probability.distribution import Basis, Dist, join_bases
from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.forces import Force, attacker_wins, resolve_name
from gamekit.roma_victrix.geography import (
    FIRST_COAST,
    FIRST_STRAIT,
    INDEX,
    LAND_STEPS,
    PLACES,
    PROVINCE,
    is_sea,
    province_of,
)
from gamekit.roma_victrix.notation import forecast_note, leader_of, sentence
from gamekit.roma_victrix.odds.combat import Combat, LandCombat
from gamekit.roma_victrix.odds.hidden import cases_by_strength, is_hidden, land_distribution
from gamekit.roma_victrix.odds.rolls import chance
from gamekit.roma_victrix.odds.siege import Siege
from gamekit.roma_victrix.rules import View, movement, position, subjects
from gamekit.roma_victrix.rules.control import (
    camp,
    capital_at,
    has_land_units_of_others,
    has_major_strength,
    is_roman,
    land_camps,
    may_move_and_fight,
    name_of,
    scenario_constants,
)
from gamekit.roma_victrix.rules.movement import besieged_garrison
from gamekit.roma_victrix.rules.units import has_enemy_fleets, leaders_at, rating_of, units_of
from gamekit.roma_victrix.state import NONE, Capital, State, has_land, land_of
from gamekit.roma_victrix.tables import FACES
from gamekit.text.validation import whole_number

NOT_THERE = -1  # points left that mean: the leader does not arrive


@dataclass(frozen=True, slots=True)
class Destination:
    """A place that a leader may reach: the best way, its ``cost`` in points, the leaders that may intercept on it, and
    the distribution of points left.

    ``left`` is -1 when the points do not suffice or the leader is intercepted, which means a fight first."""

    place: str
    way: tuple[str, ...]
    cost: int
    interceptors: tuple[str, ...]
    left: Dist[int]

    @property
    def p_arrives(self) -> Any:
        """The chance to arrive without being intercepted; units there may still have to be fought (5.27)."""
        return self.left.at_least(0)


@dataclass(frozen=True, slots=True, repr=False)
class Reach:
    """The places to which a leader may march this year, surest first; ``points`` is the distribution of its points."""

    leader: str
    start: str
    points: Dist[int]
    arrivals: tuple[Destination, ...]
    basis: Basis

    def at(self, place: str) -> Destination:
        """Return the ``Destination`` of a place, of chance 0 if out of reach. ValueError for an unknown place."""
        place = resolve_name(place, PLACES, "the place")
        never = Destination(place, (), 0, (), Dist({NOT_THERE: 1}))
        return next((each for each in self.arrivals if each.place == place), never)

    def explain(self, language: str | None = None) -> str:
        """Return in sentences the places that are sure, those that may be reached, and the interceptors."""
        sure = [each for each in self.arrivals if each.p_arrives == 1]
        unsure = [each for each in self.arrivals if 0 < each.p_arrives < 1]
        spread = f"{min(self.points)}-{max(self.points)}" if len(self.points) > 1 else f"{max(self.points)}"
        lines = [sentence("reach.points", language, leader=self.leader, place=self.start, points=spread)]
        if sure:
            key, names = "reach.sure_more" if sure[8:] else "reach.sure", tuple(each.place for each in sure[:8])
            lines.append(sentence(key, language, places=names, count=len(sure) - 8))
        for each in unsure[:4]:
            key = "reach.way" if each.interceptors else "reach.unsure"
            who = {"leaders": each.interceptors} if each.interceptors else {}
            lines.append(sentence(key, language, place=each.place, p=each.p_arrives, cost=each.cost, **who))
        if unsure[4:]:
            lines.append(sentence("reach.more", language, count=len(unsure) - 4))
        return " ".join(lines)

    def __repr__(self) -> str:
        return self.explain()


class TrackedWay(NamedTuple):
    """A way to a place: its points, the leaders that could intercept on it, the powers it has provoked, its places."""

    cost: int
    tried: frozenset[int]
    provoked: frozenset[int]
    places: tuple[int, ...]


def leader_reach(seen: State | View, leader: str, points_to_keep: int = 0) -> Reach:
    """Return the reach of a leader with its army in its next activation, or with the points left if it is active.

    Every enemy leader next to the way with land units of its own tries to intercept once (5.41, 5.42); a success is
    counted as not arriving. Others' land units stop the march in their place (5.27), enemy fleets bar a strait (3.23),
    limes and passes cost more. Ships, cards and fights on the way are not counted. Of several ways the one with the
    best chance to have ``points_to_keep`` points left is taken; they are not added to the leader's. All of this is
    public, so a view gives the same answer.

    >>> from gamekit import roma_victrix as rv
    >>> hannibal = rv.leader_reach(rv.initial_state("second_punic_war"), "Hannibal")
    >>> [(name, hannibal.at(name).cost, hannibal.at(name).p_arrives) for name in ("Mauretania", "Numidia")]
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
            way, dist = max(dists, key=lambda pair: (pair[1].at_least(points_to_keep), -pair[0].cost))
            names = tuple(state.leaders[each].name for each in sorted(way.tried))
            arrivals.append(
                Destination(PLACES[place], tuple(PLACES[each] for each in way.places), way.cost, names, dist)
            )
    arrivals.sort(key=lambda each: (-each.p_arrives, each.cost, each.place))
    basis = join_bases(
        ("5.11", "5.22", "5.27", "5.41", "5.45", "11.14"),
        (forecast_note("reach.land"), forecast_note("still")),
    )
    return Reach(who.name, PLACES[start], points, tuple(each for each in arrivals if each.p_arrives), basis)


def _points(state: State, number: int) -> Dist[int]:
    """Return the distribution of a leader's points: those left if active, 0 if drilling (9.14) or at sea."""
    leader = state.leaders[number]
    if state.active is not None and state.active.leader == number:
        stuck = state.active.aboard or movement.is_blocked(state)
        return Dist({0 if stuck else state.active.ops: 1}, ("5.11",))
    if leader.drilling or is_sea(leader.place):
        return Dist({0: 1}, ("9.14",))
    return chance("operations points", leader.rating)


def _left(state: State, points: Dist[int], way: TrackedWay) -> Dist[int]:
    """Return the distribution of points left on arrival, by the die for points and each interceptor's."""
    free = Fraction(1)
    for number in way.tried:
        free *= Fraction(max(0, len(FACES) - state.leaders[number].rating), len(FACES))
    dist: dict[int, Fraction] = {}
    for total, weight in points.items():
        arrives = free * (total >= way.cost)
        for left, p in ((total - way.cost, arrives), (NOT_THERE, 1 - arrives)):
            if p:
                dist[left] = dist.get(left, Fraction(0)) + weight * p
    return Dist(dist, points.basis)


def _ways(state: State, number: int, start: int, most: int) -> dict[int, list[TrackedWay]]:
    """Return the ways to each place that no other beats in points, interceptors and powers provoked."""
    leader = state.leaders[number]
    side = camp(state, leader.owner)
    mine = [g for g in state.groups if province_of(g.place) == start and camp(state, g.owner) == side]
    army = any(has_land(group.units) and may_move_and_fight(state, group.owner) for group in mine)
    found: dict[int, list[TrackedWay]] = {start: [TrackedWay(0, frozenset(), frozenset(), (start,))]}
    ahead = deque([(start, found[start][0])])
    while ahead:
        here, way = ahead.popleft()
        woken = army and here < FIRST_STRAIT and state.markers[here] > 0  # 13.12: the warbands there
        if way not in found[here] or (here != start and (woken or has_land_units_of_others(state, here, side))):
            continue
        for there in _open(state, here, side):
            after = _onward(state, way, there, (number, side, army))
            if after.cost > most or there in way.places or any(_beats(old, after) for old in found.get(there, [])):
                continue
            found[there] = [*(old for old in found.get(there, []) if not _beats(after, old)), after]
            ahead.append((there, after))
    return found


def _onward(state: State, way: TrackedWay, there: int, who: tuple[int, int, bool]) -> TrackedWay:
    """Return a way extended by one place: its points, interceptors and, for an army, powers provoked."""
    number, side, army = who
    active = state.active
    tried = active.tried if active is not None and active.leader == number else frozenset()
    cost = movement.enter_cost(state, state.leaders[number].owner, way.places[-1], there)
    provoked = way.provoked | (_woken(state, there, side) if army else frozenset())
    more = frozenset(_interceptors(state, there, side, provoked)) - tried
    return TrackedWay(way.cost + cost, way.tried | more, provoked, (*way.places, there))


def _beats(one: TrackedWay, other: TrackedWay) -> bool:
    return one.cost <= other.cost and one.tried <= other.tried and one.provoked <= other.provoked


def _open(state: State, here: int, side: int) -> Iterator[int]:
    """Yield the neighbouring places that may be entered, whatever the points (3.22, 3.23)."""
    for there in LAND_STEPS[here] if here < FIRST_COAST else ():  # no march from a ship at sea
        if there >= FIRST_STRAIT:
            if not has_enemy_fleets(state, there, side):
                yield there
        elif not PROVINCE[there].impassable and there in scenario_constants(state).area:
            yield there


def _woken(state: State, place: int, side: int) -> frozenset[int]:
    """Return the powers that an army provokes in a place: neutrals (3.84, 3.88), and others' clients and allies (11.14,
    11.24)."""
    roused = subjects.rouse_allies(state, place, side).roused
    if place >= FIRST_STRAIT or state.markers[place]:
        return roused
    owners = {group.owner for group in state.groups if group.place == place and has_land(group.units)}
    owners |= {state.garrisons[place]} - {NONE}
    return roused | frozenset(owner for owner in owners if state.patron[owner] == NONE)


def _interceptors(state: State, place: int, side: int, provoked: frozenset[int]) -> Iterator[int]:
    """Yield neighbouring enemy leaders with land units outside capitals; neutrals and subjects only if provoked."""
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


# The fight on arrival -------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, repr=False)
class FightAhead:
    """The combat or siege of a leader in a place, once for each force that the enemy may have there.

    ``cases`` are pairs (combat or siege, chance), likeliest first; one if the enemy is ``seen``. ``points`` is the
    distribution of the leader's points on arrival, below 0 if it does not arrive."""

    leader: str
    power: str
    enemy: str
    place: str
    cases: tuple[tuple[Combat | Siege, Fraction], ...]
    seen: bool
    points: Dist[int]

    @property
    def sieges(self) -> tuple[tuple[Siege, Fraction], ...]:
        """The cases that are sieges, with their chances."""
        return tuple((each, p) for each, p in self.cases if isinstance(each, Siege))

    @property
    def p(self) -> Fraction:
        """The chance to win the combat on arrival, over all possible enemy forces; for a siege see ``siege_year``."""
        combats = ((each, p) for each, p in self.cases if isinstance(each, Combat))
        return sum((p * each.odds("win").p(attacker_wins) for each, p in combats), Fraction(0))

    @property
    def middle(self) -> int:
        """The median of the points on arrival, given that any are left; else 1."""
        able = self.points.at_least(1)
        return int(self.points.given(lambda points: points >= 1).quantile(Fraction(1, 2))) if able else 1

    @property
    def basis(self) -> Basis:
        """The basis of the likeliest case, and the assumption about hidden stacks if there are any."""
        return join_bases(self.cases[0][0].basis, () if self.seen else (forecast_note("fight.law"),))

    def explain(self, language: str | None = None) -> str:
        """Return in sentences the chance to win the combat, and the forces that the enemy may have."""
        names = {"leader": self.leader, "enemy": self.enemy, "place": self.place}
        won = "" if self.sieges else sentence("fight.p", language, p=self.p, **names)
        return f"{won} {self.note(language)}".strip()

    def note(self, language: str | None = None) -> str:
        """Return in a sentence the forces that the enemy may have; empty if they are seen."""
        found: dict[int, Fraction] = {}
        for each, p in self.cases:
            csp = each.current_position.units if isinstance(each, Siege) else each.defender.csp
            found[csp] = found.get(csp, Fraction(0)) + p
        key, likeliest = "fight.unseen" if len(found) > 1 else "fight.as_set_up", max(found, key=found.__getitem__)
        return "" if self.seen else sentence(key, language, least=min(found), most=max(found), csp=likeliest)

    def __repr__(self) -> str:
        return self.explain()


def fight_ahead(seen: State | View, leader: str, place: str) -> FightAhead:
    """Return the fight of a leader's present army against the units, capital or garrison in a province. Against a
    capital with CSP it is a siege, with all its owner's units inside; with 0 CSP too, while all of them are inside
    (10.42).

    Hidden stacks have every possible composition with its chance (``hidden.land_distribution``). ValueError when there
    is no enemy, or the seat does not see the leader's own army.

    >>> from gamekit import roma_victrix as rv
    >>> view = rv.observe(rv.initial_state("second_punic_war"), "Carthage")
    >>> rv.fight_ahead(view, "Hannibal", "Tarraconensis").p
    Fraction(1, 1)
    """
    state = position(seen)
    place = resolve_name(place, PLACES[: len(PROVINCE)], "the province")
    number, there = leader_of(state, leader), INDEX[place]
    who = state.leaders[number]
    leader = who.name
    other, mine = _enemy(state, there, camp(state, who.owner), leader), marching_army(state, number)
    found = tuple(
        (_case(state, there, other, mine, units), p)
        for units, p in cases_by_strength(land_distribution(state, there, other))
    )
    hidden = any(is_hidden(g) for g in state.groups if g.place == there and camp(state, g.owner) == other)
    return FightAhead(
        leader,
        name_of(state, who.owner),
        name_of(state, other),
        place,
        found,
        not hidden,
        arrival_points(seen, leader, place),
    )


def arrival_points(seen: State | View, leader: str, place: str) -> Dist[int]:
    """Return the distribution of a leader's points on arrival in a place, by the way most likely to leave one."""
    marches, state = leader_reach(seen, leader, points_to_keep=1), position(seen)
    stays = (
        province_of(state.leaders[leader_of(state, leader)].place) == INDEX[resolve_name(place, PLACES, "the place")]
    )
    return marches.points if stays else marches.at(place).left


def marching_army(state: State, number: int) -> Force:
    """Return the land units that a leader may take along: not those led by another this year (5.24); for a leader that
    has already acted (so next year) all those in its place."""
    who, active = state.leaders[number], state.active
    side = camp(state, who.owner)
    other = active is not None and active.leader != number and camp(state, state.leaders[active.leader].owner) == side
    led: tuple[s.Status, ...] = (s.Status.MOVED, s.Status.HELD) if other else (s.Status.MOVED,)
    led = () if who.status == s.Status.MOVED else led
    here = [g for g in state.groups if g.place == province_of(who.place) and camp(state, g.owner) == side]
    mine = [g for g in here if may_move_and_fight(state, g.owner) and has_land(g.units) and g.status not in led]
    if any(is_hidden(group) for group in mine):
        raise ValueError(f"this seat does not see the units with {who.name}, so it cannot plan that fight")
    found = s.as_force(land_of(units_of(mine)), who.rating, is_roman(state, who.owner))
    if not found.csp:
        raise ValueError(f"{who.name} has no land units, and so cannot attack or besiege (10.41)")
    return found


def besiegeable(state: State, place: int) -> Capital | None:
    """Return the capital of a province if it can be besieged: with CSP, or all its owner's units inside (10.42)."""
    if (city := capital_at(state, place)) is None:
        return None
    theirs = [g for g in state.groups if g.place == place and camp(state, g.owner) == camp(state, city.owner)]
    shut = [g.inside for g in theirs if has_land(g.units)]
    return city if city.csp or (shut and all(shut)) else None


def _enemy(state: State, place: int, side: int, leader: str) -> int:
    """Return the camp that a fight in a province is against: a capital's to besiege, else units', else a garrison's."""
    city, garrison = besiegeable(state, place), state.garrisons[place]
    besieged = [camp(state, city.owner)] if city else []
    guards = [camp(state, garrison)] if garrison != NONE else []
    found = next((other for other in (*besieged, *land_camps(state, place), *guards) if other != side), None)
    if found is None:
        raise ValueError(f"{PLACES[place]} has neither units, capital nor garrison that {leader} could attack")
    return found


def _case(state: State, place: int, other: int, mine: Force, units: s.Units) -> Combat | Siege:
    """Return the fight if the enemy has these land units there."""
    best = leaders_at(state, place, other)
    foe, city, garrison = rating_of(state, best[0]) if best else 0, besiegeable(state, place), state.garrisons[place]
    if city and camp(state, city.owner) == other:
        inside = s.as_force(units, foe, garrison=besieged_garrison(state, place, other))
        return Siege(
            mine, inside if inside.csp else None, city.csp, has_major_strength(state, city), state.treasury[city.owner]
        )
    guards = garrison != NONE and camp(state, garrison) == other
    owners = [g.owner for g in state.groups if g.place == place and camp(state, g.owner) == other]
    romans = any(is_roman(state, owner) for owner in (*owners, *([garrison] if guards else [])))
    limes = state.limes[place] if romans and not mine.roman else 0  # 10.62, 10.63, 10.67
    roman = is_roman(state, next(iter(owners), garrison))
    return LandCombat(mine, s.as_force(units, foe, roman, int(guards), limes))


# Sieges by the points on arrival --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, repr=False)
class SiegeYear:
    """The chance that a city falls this year: by the points on arrival (below 1: no siege), and overall (``p``).

    ``capture`` has (points on arrival, chance), ``sieges`` a siege with its chance for each possible force of the
    defenders."""

    points: Dist[int]
    capture: tuple[tuple[int, Any], ...]
    p: Any
    sieges: tuple[tuple[Siege, Any], ...]
    basis: Basis
    fight: FightAhead | None = None  # the fight on the map that the sieges are from

    def explain(self, language: str | None = None) -> str:
        """Return in sentences the chance, its dependence on the points, and the forces that the defenders may have."""
        return f"{sentence('siege_year.p', language, p=self.p)} {self.note(language)}"

    def note(self, language: str | None = None) -> str:
        """Return in sentences the chance by points, and the forces that the defenders may have."""
        most, best = max(self.capture, default=(0, 0))
        unseen = self.fight.note(language) if self.fight else ""
        return f"{sentence('siege_year.best', language, points=most, p=best)} {unseen}".rstrip()

    def __repr__(self) -> str:
        return self.explain()


def siege_year(
    siege: Siege | FightAhead | State | View,
    leader: str = "",
    place: str = "",
    *,
    march: int = 0,
    numbers: type[Any] = Fraction,
) -> SiegeYear:
    """Return the chance that a city falls in the year's one activation, by the siege plan for each number of points.

    For a ``Siege``, ``march`` are the points spent on the way to it. For a position or a view, give leader and place:
    the siege is set up as by ``fight_ahead``, with the present army, the points by ``leader_reach``, all of the owner's
    units in the province inside, and every possible composition of hidden stacks. The plan stops when going on does not
    pay. ValueError when there is no such city.

    >>> from gamekit import roma_victrix as rv
    >>> siege = rv.Siege(rv.force("4 LGN, 2 HI, AUX", leader=1), rv.force("2 HI, AUX", leader=1))
    >>> year = rv.siege_year(siege, march=1)
    >>> f"{float(siege.plan().p_captured_by_operation[-1]):.1%} with 5 points, {float(year.p):.1%} by the die"
    '68.8% with 5 points, 32.6% by the die'
    """
    if isinstance(siege, Siege):
        whole_number(march, "the points of the march", 0)
        found, points = None, chance("operations points", siege.attacker.leader).map(lambda n: max(-1, n - march))
        sieges: tuple[tuple[Siege, Any], ...] = ((siege, Fraction(1)),)
    else:
        if not isinstance(siege, FightAhead):
            there = INDEX[resolve_name(place, PLACES[: len(PROVINCE)], "the province")]
            if besiegeable(position(siege), there) is None:
                raise ValueError(f"{place} has no capital that {leader} could besiege (10.41)")
        found = siege if isinstance(siege, FightAhead) else fight_ahead(siege, leader, place)
        points, sieges = found.points, found.sieges
        if not sieges:
            raise ValueError(f"{found.place} has no capital that {found.leader} could besiege (10.41)")
    chances, planned = _by_points(sieges, max(points), numbers)
    p = sum((points.p(lambda total, left=left: total == left) * p for left, p in chances.items()), Fraction(0))  # type: ignore[misc]
    basis = join_bases(
        points.basis, planned, found.basis if found else sieges[0][0].basis, (forecast_note("siege_year.year"),)
    )
    return SiegeYear(points, tuple(sorted(chances.items())), p, sieges, basis, found)


def _by_points(sieges: tuple[tuple[Siege, Any], ...], most: int, numbers: type[Any]) -> tuple[dict[int, Any], Basis]:
    """Return the chance of a capture by points, and its basis, all by one plan for the most points and units inside."""
    chances = dict.fromkeys(range(1, most + 1), Fraction(0))
    able = [
        (each, p)
        for each, p in sieges
        if each.current_position.attacker >= each.current_position.units + each.current_position.capital
    ]
    if not chances or not able:
        return chances, ()
    widest = max((each for each, _ in able), key=lambda each: each.current_position.units)
    plan = replace(widest, operations=most, position=None).plan(numbers=numbers)
    for siege, p in able:
        fought = siege.operations - siege.current_position.operations  # rounds already played
        for left in chances:
            here = plan.for_siege(replace(plan.siege, operations=fought + left).at(*siege.current_position[:3], left))
            chances[left] += p * here.p_captured_by_operation[-1]
    return chances, plan.basis
