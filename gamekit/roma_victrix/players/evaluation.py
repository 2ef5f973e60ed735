"""The plain player's evaluation of a position: strengths, the worth of provinces, ways to them."""

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
    has_land_units_of_others,
    has_major_strength,
    is_friendly,
    may_move_and_fight,
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

LED: Final = 3  # weight of a hidden stack under a leader, in other hidden stacks
WARBAND: Final = 11  # assumed CSP of a marker's warbands, about the mean
FIGHTING: Final = 3  # OP that a fight on the way costs, about
CLEARLY: Final = 1.2  # times the enemy's CSP from which an army drives others off on its way
CAPTURE: Final = 30  # CSP that a capital is worth
PRICE: Final = 0.7  # worth of an own CSP in a siege, except in the last turn
AHEAD: Final = 3  # OP for which a siege is planned
FLEETS: Final = 5  # most ships gathered for a landing
FAR: Final = 99  # OP that no leader has
ON_FOOT: Final = 8  # OP of a march by land above which ships are built instead
HUNT: Final = 5.0  # worth of an enemy leader whose fall is an objective
MARGIN: Final = 1.0  # wanted own CSP, in times the enemy's
LAST: Final = 0.5  # wanted own CSP in the last turn
HEAVY: Final = 1.5  # times the enemy's CSP from which an attack wears it down, beaten or not
CHANCE: Final = 0.4  # least chance of winning to attack
HURRY: Final = 2  # turns before the last from which a smaller chance is enough
DARING: Final = 0.1  # that smaller chance; in the last turn any is enough
TRIFLE: Final = 2  # least CSP for which odds are computed


class Strength(NamedTuple):
    """Land CSP, and the part of cavalry (``horse``); fractions where estimated."""

    csp: float = 0
    horse: float = 0


HORSE: Final = tuple(csp * UNITS[kind.removeprefix("r")].cavalry for kind, csp in zip(s.COUNTERS, s.STRENGTH))


def strength_of_units(units: s.Units) -> Strength:
    """Return the land strength of counters."""
    return Strength(s.land_csp(units), sum(count * csp for count, csp in zip(units, HORSE)))


def sum_strengths(parts: Iterable[Strength]) -> Strength:
    """Return the sum of several strengths."""
    found = tuple(parts)
    return Strength(sum(part.csp for part in found), sum(part.horse for part in found))


@lru_cache(maxsize=64)
def _set_up(scenario: str, seats: int, power: int) -> tuple[dict[int, Strength], frozenset[int]]:
    """Return a power's land strength by place at the start, and the places of its leaders then: public in the
    scenario."""
    found: dict[int, Strength] = {}
    start = initial_setup(scenario, seats, (), None)
    for group in start.groups:
        if group.owner == power and has_land(group.units):
            found[group.place] = sum_strengths((found.get(group.place, Strength()), strength_of_units(group.units)))
    return found, frozenset(leader.place for leader in start.leaders if leader.owner == power)


def strength(state: State, group: s.Body) -> Strength:
    """Return a group's land strength; of a hidden group an estimate from public knowledge."""
    if min(group.units) >= 0:
        return strength_of_units(group.units)
    return _assumed_strength(state, group.owner, group.place) if has_land(group.units) else Strength()


def _stacks(state: State, power: int) -> tuple[list[int], list[Strength]]:
    """Return the places of a power's hidden land stacks, and the strengths of its visible ones."""
    mine = [group for group in state.groups if group.owner == power and has_land(group.units)]
    seen = [strength_of_units(group.units) for group in mine if min(group.units) >= 0]
    return [group.place for group in mine if min(group.units) < 0], seen


def _assumed_strength(state: State, power: int, place: int) -> Strength:
    """Return the assumed strength of a power's hidden stack in a place: its starting one, unless its leader has left;
    the rest set up, not eliminated and not seen is divided among the other hidden stacks, with a larger share under a
    leader."""
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


def wanted_margin(state: State, side: int) -> float:
    """Return the own CSP that the player wants, in times the enemy's."""
    return LAST if is_late(state, side) else MARGIN


def is_last(state: State) -> bool:
    """Return whether it is the last turn, when nothing need be saved."""
    return state.turn >= victory.last_turn(state)


def is_late(state: State, side: int) -> bool:
    """Return whether to take risks: in the last turn, or near it while the player has no more objectives than at the
    start."""
    left = victory.last_turn(state) - state.turn
    return left <= 0 or (
        left <= HURRY and victory.objectives_achieved(state, side)[0] <= _began_with(state.scenario, state.seats, side)
    )


@lru_cache(maxsize=64)
def _began_with(scenario: str, seats: int, side: int) -> int:
    return victory.objectives_achieved(initial_setup(scenario, seats, (), None), side)[0]


def defending_strength(state: State, place: int, side: int, walls: bool = True) -> Strength:
    """Return the strength that a camp would have to beat in a province, with ``walls`` the capital's CSP too."""
    found = enemies(state, place, side)
    if place >= len(PROVINCE):
        return found
    garrison, city = state.garrisons[place], capital_at(state, place)
    more = WARBAND * state.markers[place] + (garrison != NONE and camp(state, garrison) != side)
    if walls and city is not None and city.csp and camp(state, city.owner) != side:
        more += city.csp
    return found._replace(csp=found.csp + more)


def enemies(state: State, place: int, side: int) -> Strength:
    """Return the strength of other camps' land units in a place."""
    return sum_strengths(strength(state, group) for group in state.groups if _against(state, group, place, side))


def estimated_chance(
    state: State, place: int, side: int, mine: Strength, rating: int, enemy: Strength | None = None
) -> float:
    """Return the chance of an army to beat the defenders of a province, or ``enemy`` there, under other camps' leaders;
    0 if it is too weak to try. Only a rule of thumb against a capital, whose CSP count as in a field battle: it falls
    by siege alone (10.32), see ``begins_siege_round``."""
    enemy = defending_strength(state, place, side) if enemy is None else enemy
    if mine.csp < max(1, wanted_margin(state, side) * enemy.csp):
        return 0.0
    if enemy.csp < TRIFLE:
        return 1.0
    found = chance_to_beat(state, place, side, mine, rating, enemy)
    daring = mine.csp >= HEAVY * enemy.csp or is_late(state, side)
    return found if is_last(state) or found >= (DARING if daring else CHANCE) else 0.0


def chance_to_beat(state: State, place: int, side: int, mine: Strength, rating: int, enemy: Strength) -> float:
    """Return the chance of an army to beat ``enemy`` in a province, under other camps' leaders there, however weak it
    is; 1 without an enemy."""
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
    """Return the CSP as text of counters worth 1 CSP each, for ``force``."""
    return ", ".join(f"{count} {counter}" for count, counter in ((csp - horse, "rAUX"), (horse, "rCAV")) if count)


def begins_siege_round(state: State, side: int) -> bool:
    """Return whether the active leader begins a round of siege, by the best plan for its points. Hidden defenders count
    as 0 CSP, so that a leader who cannot know whether the army is strong enough tries (10.41 step 3)."""
    active = active_of(state)
    leader = state.leaders[active.leader]
    city = capital_at(state, leader.place)
    if city is None:
        return False
    units = [group for group in state.groups if group.inside and _against(state, group, leader.place, side)]
    inside = round(sum_strengths(strength(state, group) for group in units).csp) + (
        state.garrisons[leader.place] != NONE
    )
    mine = round(active_army(state, side).csp)
    foe = best_leader(state, leader.place, camp(state, city.owner), inside=True)
    if mine < inside + city.csp:
        return True
    walls = city.csp, has_major_strength(state, city), min(active.ops, AHEAD)
    return _plan(mine, leader.rating, inside, rating_of(state, foe), walls, 0 if is_last(state) else PRICE)


@lru_cache(maxsize=1024)
def _plan(mine: int, rating: int, inside: int, foe: int, walls: tuple[int, bool, int], price: float) -> bool:
    """Return whether the plan of a siege begins, for forces of these CSP and ratings; ``walls`` are the capital's CSP,
    whether it is as strong as a major one, and the OP to spend."""
    units = force(f"{inside} rAUX", foe) if inside else None
    capital, major, points = walls
    siege = Siege(force(f"{mine} rAUX", rating), units, capital, major, operations=points)
    return siege.plan(CAPTURE, price, numbers=float).should_begin


def _against(state: State, group: s.Body, place: int, side: int) -> bool:
    return group.place == place and camp(state, group.owner) != side


def active_army(state: State, side: int) -> Strength:
    """Return the strength of the land units with the active leader."""
    return strength_of_units(units_of(groups_in_hand(state, side)))


def land_strength(state: State, place: int, side: int) -> Strength:
    """Return the strength of the camp's land units in a province."""
    return sum_strengths(
        strength_of_units(group.units)
        for group in state.groups
        if group.place == place and camp(state, group.owner) == side
    )


def wanted_provinces(state: State, side: int) -> dict[int, float]:
    """Return the provinces that the player wants, with their worth: objectives not held, and places of leaders whose
    elimination is an objective."""
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
    """Return the places of the leaders whose elimination is an objective (4.44, 4.45)."""
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


def reached_by_land(state: State, start: int, side: int, power: int, strong: float = 0) -> dict[int, tuple[int, int]]:
    """Return the provinces that an army reaches by land, with (OP, first step). Others' land units stop it unless an
    army of ``strong`` CSP can drive them off on its way."""
    found: dict[int, tuple[int, int]] = {start: (0, NONE)}
    ahead: list[tuple[int, int, int]] = [(0, start, NONE)]
    while ahead:
        points, here, first = heappop(ahead)
        if points > found[here][0]:
            continue
        if here != start and has_land_units_of_others(state, here, side):
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


def reached_by_sea(state: State, coast: int, side: int) -> dict[int, tuple[int, int]]:
    """Return the coasts that ships reach, with (OP, first area)."""
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


def fleet_capacities(state: State, side: int) -> dict[int, int]:
    """Return the coasts with fleets of the camp that may sail now, with their capacity in full units."""
    found = Counter[int]()
    for group in state.groups:
        mine = (
            camp(state, group.owner) == side
            and may_move_and_fight(state, group.owner)
            and group.status != s.Status.MOVED
        )
        if mine and is_coast(group.place) and group.units[FLEET] > 0:
            found[group.place] += group.units[FLEET]
    return found


def needs_ships(state: State, place: int, side: int) -> bool:
    """Return whether a province overseas is wanted for which one more ship is needed in port."""
    goals, mine = wanted_provinces(state, side), fleet_capacities(state, side)
    by_foot = reached_by_land(state, place, side, side)
    for coast in COASTS[place]:
        for target in {province_of(there) for there in reached_by_sea(state, coast, side)} & set(goals):
            needed = wanted_margin(state, side) * defending_strength(state, target, side).csp / s.STRENGTH[0]
            if by_foot.get(target, (FAR, NONE))[0] > ON_FOOT and mine.get(coast, 0) < needed <= FLEETS:
                return True
    return False


def carried_units(groups: tuple[s.Body, ...], room: int) -> Strength:
    """Return the strength of the best full units that fit into ``room`` on ships."""
    counters = sorted(zip(s.STRENGTH, HORSE, land_of(units_of(groups))), reverse=True)
    best = [Strength(csp, horse) for csp, horse, count in counters for _ in range(count)]
    return sum_strengths(best[:room])
