"""What the plain player makes of a position: who is how strong, what is worth having, how to get there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from heapq import heappop, heappush
from typing import Final, NamedTuple

from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.forces import attacker_wins, force
from gamekit.roma_victrix.geography import (
    COASTS,
    FIRST_COAST,
    FIRST_STRAIT,
    INDEX,
    LAND_STEPS,
    OF_REGION,
    PROVINCE,
    SEA_STEPS,
    is_coast,
    province_of,
)
from gamekit.roma_victrix.odds.combat import LandCombat
from gamekit.roma_victrix.odds.siege import Siege
from gamekit.roma_victrix.rules import movement, victory
from gamekit.roma_victrix.rules.battle import best_leader
from gamekit.roma_victrix.rules.control import (
    camp,
    capital_at,
    has_major_strength,
    has_other_land_units,
    is_friendly,
    may_act,
    scenario_constants,
)
from gamekit.roma_victrix.rules.setup import initial_setup
from gamekit.roma_victrix.rules.units import (
    active_of,
    groups_in_hand,
    has_enemy_fleets,
    rating_of,
    supreme_leader,
    units_of,
)
from gamekit.roma_victrix.state import FLEET, NONE, State, has_land, land_of
from gamekit.roma_victrix.tables import UNITS

LED: Final = 3  # times the CSP of other stacks that an unseen one under a leader counts
WARBAND: Final = 11  # CSP behind a marker, about the mean
FIGHTING: Final = 3  # points that a fight on the way costs, about
CLEARLY: Final = 1.2  # times the enemy's CSP from which an army drives others off on its way
CAPTURE: Final = 30  # CSP that a capital is worth
PRICE: Final = 0.7  # what an own CSP counts in a siege, but in the last turn
AHEAD: Final = 3  # points for which a siege is planned
FLEETS: Final = 5  # the most ships that are gathered for a landing
FAR: Final = 99  # points that nobody has
ON_FOOT: Final = 8  # points that a march by land may cost before ships are built for it
HUNT: Final = 5.0  # worth of an enemy leader whose fall is an objective
MARGIN: Final = 1.0  # times the enemy's CSP that is wanted
LAST: Final = 0.5  # and in the last turn
HEAVY: Final = 1.5  # times the enemy's CSP from which an attack wears it down, beaten or not
CHANCE: Final = 0.4  # the chance of winning that is wanted
HURRY: Final = 2  # turns before the last from which less will do
DARING: Final = 0.1  # and then; any chance will do in the last turn
TRIFLE: Final = 2  # CSP from which odds are computed


class Strength(NamedTuple):
    """Land CSP, and those of them that are cavalry's; fractions in a guess."""

    csp: float = 0
    horse: float = 0


HORSE: Final = tuple(csp * UNITS[kind.removeprefix("r")].cavalry for kind, csp in zip(s.COUNTERS, s.STRENGTH))


def strength_of_units(units: s.Units) -> Strength:
    """Return the land CSP of counters."""
    return Strength(s.land_csp(units), sum(count * csp for count, csp in zip(units, HORSE)))


def sum_strengths(parts: Iterable[Strength]) -> Strength:
    """Return the CSP of several forces."""
    found = tuple(parts)
    return Strength(sum(part.csp for part in found), sum(part.horse for part in found))


@lru_cache(maxsize=64)
def _set_up(scenario: str, seats: int, power: int) -> tuple[dict[int, Strength], frozenset[int]]:
    """Return a power's land CSP by place at the start, and where it had leaders: everybody may read it in the
    scenario."""
    found: dict[int, Strength] = {}
    start = initial_setup(scenario, seats, (), None)
    for group in start.groups:
        if group.owner == power and has_land(group.units):
            found[group.place] = sum_strengths((found.get(group.place, Strength()), strength_of_units(group.units)))
    return found, frozenset(leader.place for leader in start.leaders if leader.owner == power)


def strength(state: State, group: s.Body) -> Strength:
    """Return a group's land CSP, or a guess by what everybody knows."""
    if min(group.units) >= 0:
        return strength_of_units(group.units)
    return _assumed_strength(state, group.owner, group.place) if has_land(group.units) else Strength()


def _stacks(state: State, power: int) -> tuple[list[int], list[Strength]]:
    """Return where a power's unseen land stacks are, and the CSP of those that have been seen."""
    mine = [group for group in state.groups if group.owner == power and has_land(group.units)]
    seen = [strength_of_units(group.units) for group in mine if min(group.units) >= 0]
    return [group.place for group in mine if min(group.units) < 0], seen


def _assumed_strength(state: State, power: int, place: int) -> Strength:
    """Return what one of a power's unseen stacks in a place may be: what stood there at the start, unless its
    leader has left; the rest that was set up and has neither fallen nor been seen is shared by the stacks
    elsewhere, if there are any, and more of it stands under a leader."""
    start, began = _set_up(state.scenario, state.seats, power)
    led = {leader.place for leader in state.leaders if camp(state, leader.owner) == camp(state, power)}
    hidden, seen = _stacks(state, power)
    stood = {here: strong for here, strong in start.items() if here in hidden and (here in led or here not in began)}
    weights = {here: LED if here in led else 1 for here in hidden if here not in stood} or dict.fromkeys(hidden, 1)
    share = weights.get(place, 0) / sum(weights.values())
    whole, less = (
        sum_strengths(start.values()),
        sum_strengths((strength_of_units(state.eliminated[power]), *seen, *stood.values())),
    )
    there, parts = stood.get(place, Strength()), hidden.count(place)
    csp = max(TRIFLE, (there.csp + share * max(0, whole.csp - less.csp)) / parts)
    return Strength(csp, min(csp, (there.horse + share * max(0, whole.horse - less.horse)) / parts))


def margin(state: State, side: int) -> float:
    """Return how many times the enemy's CSP is wanted."""
    return LAST if is_late(state, side) else MARGIN


def is_last(state: State) -> bool:
    """Return whether it is the last turn, when there is nothing to save."""
    return state.turn >= victory.last_turn(state)


def is_late(state: State, side: int) -> bool:
    """Return whether to dare what is unlikely: in the last turn, or near it while the player holds no more than at the
    start."""
    left = victory.last_turn(state) - state.turn
    return left <= 0 or (
        left <= HURRY and victory.score(state, side)[0] <= _began_with(state.scenario, state.seats, side)
    )


@lru_cache(maxsize=64)
def _began_with(scenario: str, seats: int, side: int) -> int:
    return victory.score(initial_setup(scenario, seats, (), None), side)[0]


def defending_strength(state: State, place: int, side: int, walls: bool = True) -> Strength:
    """Return CSP that a camp would have to beat in a province, with the walls of its capital or without."""
    found = enemies(state, place, side)
    if place >= len(PROVINCE):
        return found
    garrison, city = state.garrisons[place], capital_at(state, place)
    more = WARBAND * state.markers[place] + (garrison != NONE and camp(state, garrison) != side)
    if walls and city is not None and city.csp and camp(state, city.owner) != side:
        more += city.csp
    return found._replace(csp=found.csp + more)


def enemies(state: State, place: int, side: int) -> Strength:
    """Return CSP of other camps' land units in a place."""
    return sum_strengths(strength(state, group) for group in state.groups if _against(state, group, place, side))


def estimated_chance(
    state: State, place: int, side: int, mine: Strength, rating: int, enemy: Strength | None = None
) -> float:
    """Return how likely an army beats what stands in a province, or such an enemy there, under the leaders of
    other camps: 0 when it is too weak to try. A rule of thumb before a capital, whose CSP it counts as if they
    fought in the field: it falls by siege alone (10.32), of which ``siege_goes`` has the plan."""
    enemy = defending_strength(state, place, side) if enemy is None else enemy
    if mine.csp < max(1, margin(state, side) * enemy.csp):
        return 0.0
    if enemy.csp < TRIFLE:
        return 1.0
    found = chance_to_beat(state, place, side, mine, rating, enemy)
    daring = mine.csp >= HEAVY * enemy.csp or is_late(state, side)
    return found if is_last(state) or found >= (DARING if daring else CHANCE) else 0.0


def chance_to_beat(state: State, place: int, side: int, mine: Strength, rating: int, enemy: Strength) -> float:
    """Return how likely an army beats such an enemy in a province, under the leaders of other camps there,
    whoever would try; 1 where nothing stands there."""
    theirs = (each for each in state.leaders if each.place == place and camp(state, each.owner) != side)
    foe = max((leader.rating for leader in theirs), default=0)
    return (
        float(enemy.csp < 1)
        if min(mine.csp, enemy.csp) < 1
        else _chance(*map(round, mine), rating, *map(round, enemy), foe)
    )


@lru_cache(maxsize=4096)
def _chance(mine: int, horse: int, rating: int, theirs: int, cavalry: int, foe: int) -> float:
    sides = force(_counters(mine, horse), rating), force(_counters(theirs, cavalry), foe)
    return float(LandCombat(*sides).odds("win", numbers=float).p(attacker_wins))


def _counters(csp: int, horse: int) -> str:
    """Return the CSP in counters of one each."""
    return ", ".join(f"{count} {counter}" for count, counter in ((csp - horse, "rAUX"), (horse, "rCAV")) if count)


def siege_goes(state: State, side: int) -> bool:
    """Return whether the active leader begins a round of the siege: by the best plan for the points there are.
    Who cannot know whether the army is strong enough tries: unseen defenders count nothing (10.41 step 3)."""
    active = active_of(state)
    leader = state.leaders[active.leader]
    city = capital_at(state, leader.place)
    if city is None:
        return False
    units = [group for group in state.groups if group.inside and _against(state, group, leader.place, side)]
    inside = round(sum_strengths(strength(state, group) for group in units).csp) + (
        state.garrisons[leader.place] != NONE
    )
    mine, foe = round(army(state, side).csp), best_leader(state, leader.place, camp(state, city.owner), inside=True)
    if mine < inside + city.csp:
        return True
    walls = city.csp, has_major_strength(state, city), min(active.ops, AHEAD)
    return _plan(mine, leader.rating, inside, rating_of(state, foe), walls, 0 if is_last(state) else PRICE)


@lru_cache(maxsize=1024)
def _plan(mine: int, rating: int, inside: int, foe: int, walls: tuple[int, bool, int], price: float) -> bool:
    """Return whether the plan of a siege begins, the forces known by their CSP; ``walls`` are the capital's CSP,
    whether it is as strong as a major one, and the points to spend."""
    units = force(f"{inside} rAUX", foe) if inside else None
    capital, major, points = walls
    siege = Siege(force(f"{mine} rAUX", rating), units, capital, major, operations=points)
    return siege.plan(CAPTURE, price, numbers=float).go


def _against(state: State, group: s.Body, place: int, side: int) -> bool:
    return group.place == place and camp(state, group.owner) != side


def army(state: State, side: int) -> Strength:
    """Return CSP of the land units with the active leader."""
    return strength_of_units(units_of(groups_in_hand(state, side)))


def following(state: State, place: int, side: int) -> Strength:
    """Return CSP of the camp's land units in a province."""
    return sum_strengths(
        strength_of_units(group.units)
        for group in state.groups
        if group.place == place and camp(state, group.owner) == side
    )


def wanted_provinces(state: State, side: int) -> dict[int, float]:
    """Return provinces that the player would like to have or to visit, and how much: objectives not
    held, and where the leaders are whose fall is one."""
    found: dict[int, float] = {}
    for goal in scenario_constants(state).goals[side]:
        if goal.goal == "province":
            found |= dict.fromkeys((INDEX[name] for name in goal.names), 10.0)
        elif goal.goal == "region":
            found |= dict.fromkeys((place for name in goal.names for place in OF_REGION[name]), 10.0)
        elif goal.goal == "number":
            found |= {place: 6.0 for place in scenario_constants(state).area if place not in found}
    found = {place: worth for place, worth in found.items() if not is_friendly(state, place, side)}
    for place in hunted_leaders(state, side):
        found[place] = found.get(place, 0.0) + HUNT
    return {place: worth for place, worth in found.items() if not PROVINCE[place].impassable}


def hunted_leaders(state: State, side: int) -> list[int]:
    """Return where the leaders stand whose fall is an objective (4.44, 4.45)."""
    goals = scenario_constants(state).goals[side]
    names = {name for goal in goals if goal.goal == "leader" for name in goal.names}
    last = any(goal.goal == "last" for goal in goals) and supreme_leader(state, side) is not None
    seats = scenario_constants(state).seats
    return [
        leader.place
        for leader in state.leaders
        if 0 <= leader.place < len(PROVINCE)
        and camp(state, leader.owner) != side
        and (leader.name in names or (last and leader.supreme and leader.owner in seats))
    ]


def by_land(state: State, start: int, side: int, power: int, strong: float = 0) -> dict[int, tuple[int, int]]:
    """Return the provinces that an army reaches by land: (points, first step). Others' land units stop it, but
    such as it is strong enough to drive off on its way."""
    found: dict[int, tuple[int, int]] = {start: (0, NONE)}
    ahead: list[tuple[int, int, int]] = [(0, start, NONE)]
    while ahead:
        points, here, first = heappop(ahead)
        if points > found[here][0]:
            continue
        if here != start and has_other_land_units(state, here, side):
            if strong < CLEARLY * defending_strength(state, here, side).csp:
                continue
            points += FIGHTING
        elif here < FIRST_STRAIT and state.markers[here]:
            points += FIGHTING
        for there in LAND_STEPS[here]:
            if not _open(state, there, side):
                continue
            cost = points + movement.enter_cost(state, power, here, there)
            if there not in found or cost < found[there][0]:
                found[there] = cost, there if first == NONE else first
                heappush(ahead, (cost, there, found[there][1]))
    return found


def _open(state: State, there: int, side: int) -> bool:
    if there >= FIRST_STRAIT:
        return not has_enemy_fleets(state, there, side)
    return not PROVINCE[there].impassable and there in scenario_constants(state).area


def by_sea(state: State, coast: int, side: int) -> dict[int, tuple[int, int]]:
    """Return the coasts that ships reach: (points, first area)."""
    found: dict[int, tuple[int, int]] = {coast: (0, NONE)}
    edge = [coast]
    while edge:
        ahead = []
        for here in edge:
            for there in SEA_STEPS[here]:
                closed = FIRST_STRAIT <= there < FIRST_COAST and has_enemy_fleets(state, there, side)
                outside = is_coast(there) and province_of(there) not in scenario_constants(state).area
                if there not in found and not closed and not outside:
                    found[there] = found[here][0] + 1, there if here == coast else found[here][1]
                    ahead.append(there)
        edge = ahead
    return found


def ships(state: State, side: int) -> dict[int, int]:
    """Return coasts where the camp's fleets lie that may sail now: room for full units."""
    found = Counter[int]()
    for group in state.groups:
        mine = camp(state, group.owner) == side and may_act(state, group.owner) and group.status != s.Status.MOVED
        if mine and is_coast(group.place) and group.units[FLEET] > 0:
            found[group.place] += group.units[FLEET]
    return found


def needs_ships(state: State, place: int, side: int) -> bool:
    """Return whether a province overseas would be worth a ship more in port than there are."""
    goals, by_foot, mine = wanted_provinces(state, side), by_land(state, place, side, side), ships(state, side)
    for coast in COASTS[place]:
        for target in {province_of(there) for there in by_sea(state, coast, side)} & set(goals):
            needed = margin(state, side) * defending_strength(state, target, side).csp / s.STRENGTH[0]
            if by_foot.get(target, (FAR, NONE))[0] > ON_FOOT and mine.get(coast, 0) < needed <= FLEETS:
                return True
    return False


def carried_units(groups: tuple[s.Body, ...], room: int) -> Strength:
    """Return CSP of the best full units for which the ships have room."""
    counters = sorted(zip(s.STRENGTH, HORSE, land_of(units_of(groups))), reverse=True)
    best = [Strength(csp, horse) for csp, horse, count in counters for _ in range(count)]
    return sum_strengths(best[:room])
