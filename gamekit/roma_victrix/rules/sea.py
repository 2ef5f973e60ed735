"""Ships: boarding, sailing, ports, cargo, storms, naval interception and captured fleets (5.6 to 5.9)."""

from __future__ import annotations

from dataclasses import replace
from heapq import heappop, heappush
from typing import Final

from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.geography import (
    COASTS,
    FIRST_COAST,
    FIRST_SEA,
    FIRST_STRAIT,
    INDEX,
    PLACES,
    SEA_STEPS,
    is_coast,
    is_sea,
    province_of,
    steps_from,
)
from gamekit.roma_victrix.procedures import cargo_room, operations_cost
from gamekit.roma_victrix.rules import subjects
from gamekit.roma_victrix.rules.control import (
    camp,
    decider,
    is_friendly,
    may_move_and_fight,
    name_of,
    players_after,
    ruling,
    scenario_constants,
)
from gamekit.roma_victrix.rules.units import (
    active_force,
    active_groups,
    active_of,
    change_groups,
    eliminate,
    fleets_at,
    groups_in_hand,
    has_enemy_fleets,
    into_stock,
    leaders_at,
    reduce_counter,
    units_of,
    with_groups,
    with_leader,
    without_leader,
)
from gamekit.roma_victrix.tables import ROLLS

CARGO: Final = 3  # ``who`` of a payment of cargo that has lost its ships
STORM: Final = 3  # points at sea after which each fleet rolls (5.69)


def has_cargo(state: s.State) -> bool:
    """Return whether land units are aboard with the active leader."""
    return active_of(state).aboard and s.has_land(units_of(active_groups(state)))


def cargo_fits(units: s.Units, ships: s.Units, turned: int = 0, newly: int = 0) -> bool:
    """Return whether the land units fit aboard (5.94): a full fleet carries a full unit or two reduced ones; each of
    the ``turned`` fleets, just reduced, holds only one of the ``newly`` units reduced with it."""
    land = units[: s.FLEET]
    full, reduced = sum(land[::2]), sum(land[1::2])
    return full <= ships[s.FLEET] and reduced <= cargo_room(ships[s.FLEET] - full, ships[s.FLEET + 1] - turned) + min(
        newly, turned
    )


def fits_without(state: s.State, counter: str, count: int) -> bool:
    """Return whether the cargo still fits aboard without ``count`` counters of a kind of fleet."""
    units = units_of(active_groups(state))
    rest = s.minus(units, s.only(counter, count))
    return cargo_fits(s.land_of(units), rest) and s.has_fleet(rest)


def harbours(state: s.State) -> list[int]:
    """Return the coasts of the leader's province where it and its land units can board its fleets (5.91, 5.92)."""
    active, _, here, side = active_force(state)
    units = units_of(group for group in groups_in_hand(state, side) if s.has_land(group.units))
    points = operations_cost(["embark", *(["disembark"] if s.has_land(units) else [])])  # 5.93: to land again
    found = []
    for coast in (*COASTS[here], *((here,) if here >= FIRST_STRAIT else ())):
        ships = units_of(
            group for group in groups_in_hand(state, side) if group.place == coast and s.has_fleet(group.units)
        )
        if s.has_fleet(ships) and cargo_fits(s.land_of(units), ships) and active.ops >= points:
            found.append(coast)
    return found


def embark(state: s.State, action: s.Embark) -> s.State:
    """Board the leader and its land units on its fleets at a coast; its fleets on other coasts stay behind."""
    coast = INDEX[action.place]
    active, _, _, side = active_force(state)
    groups = []
    for group in state.groups:
        if group.status == s.Status.HELD and camp(state, group.owner) == side:
            if s.has_fleet(group.units):
                group = group if group.place == coast else replace(group, status=s.Status.LEFT)
            else:
                group = replace(group, place=coast, inside=False)
        groups.append(group)
    state = with_leader(with_groups(state, groups), active.leader, place=coast, inside=False)
    ops = active.ops - operations_cost(["embark"])
    return replace(state, active=replace(active, ops=ops, aboard=True, blocked=False, origin=s.NONE, sailed=0))


def voyage_choices(state: s.State) -> list[s.Action]:
    """Return the actions of a leader who is aboard."""
    active, _, here, side = active_force(state)
    found: list[s.Action] = []
    if not (here >= FIRST_STRAIT and here < FIRST_COAST and active.blocked and has_enemy_fleets(state, here, side)):
        found += [s.SailTo(PLACES[there]) for there in SEA_STEPS[here] if may_sail(state, there)]
    if not is_sea(here) and active.ops >= operations_cost(["naval attack"]):
        found += [s.Attack(name_of(state, other)) for other in sea_targets(state, here, side)]
    paid = active.ops >= operations_cost(["disembark"]) or ruling(state, "landing") == "free"  # 5.93, 5.95
    if is_coast(here) and s.has_fleet(units_of(active_groups(state))) and (paid or not has_cargo(state)):
        found.append(s.Land())
    return found


def may_sail(state: s.State, there: int) -> bool:
    """Return whether the OP suffice to sail to a place and then reach port with the cargo (5.65, 5.93)."""
    if is_coast(there) and province_of(there) not in scenario_constants(state).area:
        return False
    return active_of(state).ops >= operations_cost(["move at sea"]) + op_to_port(state, there)


def op_to_port(state: s.State, place: int) -> int:
    """Return the least OP to end a voyage from a place at sea: in any port or strait, with land units aboard by
    landing; enemy ships in a strait stop it (3.23, 5.65, 5.66, 5.93)."""
    laden, side, area = has_cargo(state), active_force(state)[-1], scenario_constants(state).area
    ahead = [(0, place)]
    seen: set[int] = set()
    while ahead:
        points, here = heappop(ahead)
        if province_of(here) in area:  # a coast
            return points + (operations_cost(["disembark"]) if laden else 0)
        if not laden and here < FIRST_COAST:
            return points
        seen.add(here)
        fights = len(sea_targets(state, here, side)) if here < FIRST_COAST else 0
        cost = points + operations_cost(["move at sea", *["naval attack"] * fights])
        for there in SEA_STEPS[here]:
            if there not in seen:
                heappush(ahead, (cost, there))
    return len(PLACES)


def sail(state: s.State, action: s.SailTo) -> s.State:
    """Sail to a neighbouring area; after three OP at sea (a ruling says which) each fleet rolls (5.69)."""
    there = INDEX[action.place]
    active, _, here, side = active_force(state)
    mine = {id(group) for group in groups_in_hand(state, side)}
    state = change_groups(state, lambda group: id(group) in mine, place=there)
    state = with_leader(state, active.leader, place=there)
    cost = operations_cost(["move at sea"])
    counts = is_sea(there) or ruling(state, "sea_points") == "all"
    sailed = active.sailed + cost * counts
    state = replace(state, active=replace(active, ops=active.ops - cost, origin=here, sailed=sailed, blocked=True))
    steps: list[s.Pending] = []
    if is_coast(there):  # 3.84, 3.88, 11.24
        state = subjects.rouse_allies(state, province_of(there), side)
        steps += subjects.steps_on_entering(state, there, side)
    again = counts and sailed > STORM and ruling(state, "storms") == "each"
    if active.sailed < STORM <= sailed or again:
        steps += storm_steps(state, side, there)
    steps += [s.Pending(s.Due.WINDOW, other, there, active.leader, 3) for other in players_after(state, side)]  # 14.2
    if not is_sea(there):
        steps += [s.Pending(s.Due.INTERCEPT, other, there, active.leader) for other in players_after(state, side)]
    return s.push(state, *steps)


def storm_steps(state: s.State, side: int, place: int) -> list[s.Pending]:
    """Return a storm roll step for each fleet, full ones first, with its cargo: full units fill the first ships,
    reduced ones are spread over the others."""
    units = units_of(groups_in_hand(state, side))
    full, reduced = sum(units[: s.FLEET : 2]), sum(units[1 : s.FLEET : 2])
    spare = units[s.FLEET] - full + units[s.FLEET + 1]
    found = []
    for face in (0, 1):
        for number in range(units[s.FLEET + face]):
            berth = number - full if face == 0 else units[s.FLEET] - full + number
            load = len(range(berth, reduced, spare)) if berth >= 0 else 0
            found.append(s.Pending(s.Due.SEA_ROLL, side, place, left=face, note=(int(berth < 0), load)))
    return found


def sea_roll(state: s.State, action: s.Die) -> s.State:
    """Resolve a storm die: on a 1 the fleet and its cargo are reduced; a reduced fleet goes down with its cargo
    (5.69)."""
    step = state.agenda[-1]
    state = s.pop(state)
    if action.die not in ROLLS["sea_attrition"].faces:
        return state
    side = step.actor
    group = next((each for each in groups_in_hand(state, side) if each.units[s.FLEET + step.left]), None)
    if group is None:
        return state
    state = reduce_counter(state, group, s.COUNTERS[s.FLEET + step.left])
    if ruling(state, "sea_cargo") == "step":
        for face, struck in enumerate(step.note):
            for _ in range(struck):
                state = _cargo_struck(state, side, face)
    return drown_leader(schedule_jettison(state, step.place, side))


def _cargo_struck(state: s.State, side: int, face: int) -> s.State:
    """Reduce the least valuable unit of this face aboard, or eliminate it if reduced, with the ship that carried it."""
    found = [
        (s.STRENGTH[number], number, group)
        for group in groups_in_hand(state, side)
        for number, count in enumerate(group.units[: s.FLEET])
        if count and number % 2 == face
    ]
    if not found:
        return state
    _, number, group = min(found, key=lambda item: item[:2])
    return reduce_counter(state, group, s.COUNTERS[number])


def schedule_jettison(state: s.State, place: int, side: int, turned: int = 0) -> s.State:
    """Make the owner reduce or eliminate cargo until the rest fits aboard. ``turned`` is the number of fleets just
    reduced, if each also reduces its cargo (the ruling ``cargo``)."""
    step = s.Pending(s.Due.PAY, decider(state, side), place, CARGO, 1, (side, turned, 0))
    return s.push(state, step) if reducible_cargo(state, step) else state


def groups_aboard(state: s.State, step: s.Pending) -> tuple[s.Body, ...]:
    """Return the groups aboard in the step's place, fleets and land units, of the camp in its ``note``."""
    return tuple(group for group in groups_in_hand(state, step.note[0]) if group.place == step.place)


def reducible_cargo(state: s.State, step: s.Pending) -> list[tuple[str, int]]:
    """Return (counter, owner) of the cargo of which one must be reduced or eliminated because not all fits aboard."""
    _, turned, newly = step.note
    groups = groups_aboard(state, step)
    units = units_of(groups)
    if cargo_fits(units, units, turned, newly):
        return []
    faces = (0,) if sum(units[: s.FLEET : 2]) > units[s.FLEET] else (0, 1)
    found = {
        (s.COUNTERS[number], group.owner)
        for group in groups
        for number, count in enumerate(group.units[: s.FLEET])
        if count and number % 2 in faces
    }
    return sorted(found, key=lambda pair: (pair[1], s.COUNTERS.index(pair[0])))


def jettison(state: s.State, counter: str, owner: int) -> s.State:
    """Reduce or eliminate one unit of the cargo; another one is due until the rest fits."""
    step = state.agenda[-1]
    group = next(
        each for each in groups_aboard(state, step) if each.owner == owner and each.units[s.COUNTERS.index(counter)]
    )
    state = reduce_counter(state, group, counter)
    side, turned, newly = step.note
    step = replace(step, note=(side, turned, newly + (not counter.startswith("r"))))
    return s.replace_step(state, step) if reducible_cargo(state, step) else s.pop(state)


def drown_leader(state: s.State) -> s.State:
    """Eliminate the leader with the last of its ships (5.72 step 9)."""
    if state.active is None or not state.active.aboard:
        return state
    if state.leaders[state.active.leader].place == s.NONE or s.has_fleet(units_of(active_groups(state))):
        return state
    return without_leader(state, state.active.leader)


def land_force(state: s.State, action: s.Land) -> s.State:
    """Land the leader and its land units (5.95); the ships stay on the coast."""
    active, _, coast, side = active_force(state)
    there = province_of(coast)
    laden = has_cargo(state)
    cost = min(active.ops, operations_cost(["disembark"]))
    groups = []
    for group in state.groups:
        if group.status == s.Status.HELD and camp(state, group.owner) == side:
            ships, army = s.fleets_of(group.units), s.land_of(group.units)
            ashore = replace(group, units=army, place=there)
            parts = [replace(group, units=ships, status=s.Status.LEFT), ashore]
            groups += [part for part in parts if part.units != s.NO_UNITS]
        else:
            groups.append(group)
    state = with_leader(with_groups(state, groups), active.leader, place=there)
    ops = active.ops - cost
    active = replace(active, ops=ops, aboard=False, blocked=True, origin=coast, fought=frozenset())
    state = replace(state, active=active)
    return s.push(state, s.Pending(s.Due.ENTERED, place=there, who=active.leader)) if laden else state


def sea_targets(state: s.State, place: int, side: int) -> list[int]:
    """Return the camps whose fleets ``side`` can attack on a coast or in a strait (5.7)."""
    camps = dict.fromkeys(camp(state, group.owner) for group in fleets_at(state, place))
    return [other for other in camps if other != side]


def coasts_adjacent_to(start: int, place: int) -> tuple[int, ...]:
    """Return the coasts of ``start``, a leader's province (or strait), that border on the sea area ``place`` (5.81)."""
    spots = (start,) if start >= FIRST_STRAIT else COASTS[start]
    return tuple(spot for spot in spots if place in SEA_STEPS[spot])


def interceptors(state: s.State, step: s.Pending) -> list[int]:
    """Return the leaders that may try to intercept ships that sail or withdraw to a neighbouring coast or strait (5.81,
    5.83), once each (5.82; a ruling)."""
    if intercepted_side(state, step) == s.NONE:
        return []
    return [
        number
        for number, leader in enumerate(state.leaders)
        if leader.place != s.NONE
        and not is_sea(leader.place)
        and camp(state, leader.owner) == step.actor
        and not leader.inside
        and number not in step.note
        and may_move_and_fight(state, leader.owner)
        and any(
            may_move_and_fight(state, group.owner)
            for spot in coasts_adjacent_to(leader.place, step.place)
            for group in fleets_at(state, spot, step.actor)
        )
    ]


def intercepted_side(state: s.State, step: s.Pending) -> int:
    """Return the camp whose force has entered a place (its groups are HELD); NONE when it is gone."""
    camps = (
        camp(state, group.owner) for group in state.groups if (group.place, group.status) == (step.place, s.Status.HELD)
    )
    return next((other for other in camps if other != step.actor), s.NONE)


# Harbours of refuge ---------------------------------------------------------------------------------------------------


def havens(state: s.State, side: int) -> list[int]:
    """Return every coast of a camp's provinces."""
    return [coast for coast in range(FIRST_COAST, FIRST_SEA) if is_friendly(state, province_of(coast), side)]


def nearest_coasts(state: s.State, place: int, side: int) -> list[int]:
    """Return the friendly coasts that are nearest by sea without enemy fleets (5.72 step 8)."""
    found = steps_from(place, SEA_STEPS.__getitem__)
    open_ = [
        coast
        for coast in havens(state, side)
        if coast in found and coast != place and not has_enemy_fleets(state, coast, side)
    ]
    least = min((found[coast] for coast in open_), default=0)
    return [coast for coast in open_ if found[coast] == least]


def put_in_choices(state: s.State) -> tuple[s.RetreatTo, ...]:
    """Return the coasts to which ships that cannot stay may go: any friendly one after a withdrawal or a seizure, the
    nearest friendly ones when beaten (5.68, 5.71, 5.72 step 8)."""
    step = state.agenda[-1]
    side = _putting_in(state, step)
    far = step.left in (0, 1)
    coasts = (
        [coast for coast in havens(state, side) if coast != step.place]
        if far
        else nearest_coasts(state, step.place, side)
    )
    return tuple(s.RetreatTo(PLACES[coast]) for coast in coasts)


def _putting_in(state: s.State, step: s.Pending) -> int:
    """Return the camp whose ships put in, by ``step.left``: 0 a seizure, 1 a withdrawal, 2 or 3 beaten."""
    if step.left == 0 or state.battle is None:
        return step.who
    return state.battle.sides[max(0, step.left - 2) if step.left > 1 else 1]


def put_into_port(state: s.State, action: s.RetreatTo) -> s.State:
    """Move the ships into port, with their leader and cargo."""
    return _gone(state, INDEX[action.place])


def no_haven(state: s.State) -> s.State | None:
    """Return the position with ships in their only port or, without one, eliminated; None if there is a choice."""
    step = state.agenda[-1]
    if step.left == 0 and not fleets_at(state, step.place, _putting_in(state, step)):
        return s.pop(state)
    choices = put_in_choices(state)
    if choices and not (len(choices) == 1 and step.left > 1 and state.battle is None):
        return None
    return _gone(state, INDEX[choices[0].place] if choices else s.NONE)


def _gone(state: s.State, there: int) -> s.State:
    step = state.agenda[-1]
    side = _putting_in(state, step)
    whole = step.left > 1
    state = s.pop(state)

    def goes(group: s.Body) -> bool:
        if group.place != step.place or camp(state, group.owner) != side:
            return False
        return group.status == s.Status.HELD if whole else s.has_fleet(group.units)

    followers = [
        number
        for number in leaders_at(state, province_of(step.place), side)
        if state.leaders[number].place == step.place
    ]
    withdraws = step.left == 1
    status = {"status": s.Status.HELD} if withdraws else {}
    state = eliminate(state, goes) if there == s.NONE else change_groups(state, goes, place=there, **status)
    for number in followers:
        state = without_leader(state, number) if there == s.NONE else with_leader(state, number, place=there)
    if withdraws:  # no combat, but others may intercept (5.83)
        agenda = [each for each in state.agenda if each.phase != s.Due.CLASH]
        state = replace(state, agenda=tuple(agenda), battle=None)
        others = [other for other in players_after(state, active_force(state)[-1]) if other != side]
        steps = [s.Pending(s.Due.INTERCEPT, other, there, active_of(state).leader) for other in others]
        state = s.push(state, *steps, s.Pending(s.Due.RELEASE, place=there, left=1)) if there != s.NONE else state
    return state


def bring_ships_in(state: s.State, side: int) -> tuple[s.State, bool]:
    """Return the position after ships at sea whose leader has died, or which carry cargo in a strait without OP left,
    are brought in (5.65, 5.93), and whether they still have to choose a port. Cargo lands where it can; else the ships
    go to the nearest friendly coast or, by the other reading, those of a dead leader are lost."""
    mine = [group for group in groups_in_hand(state, side) if group.place >= FIRST_STRAIT]
    laden = s.has_land(units_of(mine))
    if not mine or (mine[0].place < FIRST_COAST and not laden):  # 5.66
        return state, False
    place = mine[0].place
    if is_coast(place) and (is_friendly(state, province_of(place), side) or not laden):
        ashore = [group for group in mine if s.has_land(group.units)]
        return change_groups(state, lambda group: group in ashore, place=province_of(place)), False
    dead = state.leaders[active_of(state).leader].place == s.NONE
    if dead and ruling(state, "admiral_lost") == "lost":
        return eliminate(state, lambda group: group in mine), False
    return s.push(state, s.Pending(s.Due.PUT_IN, decider(state, side), place, side, 2)), True


# Captured ships -------------------------------------------------------------------------------------------------------


def roll_to_seize(state: s.State, action: s.Seize) -> s.State:
    """Schedule a die to capture each enemy fleet in the province's ports; the others then put in elsewhere (5.68)."""
    _, _, here, side = active_force(state)
    steps = []
    for coast in COASTS[here]:
        for group in fleets_at(state, coast):
            if camp(state, group.owner) != side:
                steps += [
                    s.Pending(s.Due.SEIZE_ROLL, side, coast, group.owner, face)
                    for face in (0, 1)
                    for _ in range(group.units[s.FLEET + face])
                ]
    flights = [
        s.Pending(s.Due.PUT_IN, decider(state, other), coast, other)
        for coast in COASTS[here]
        for other in sea_targets(state, coast, side)
    ]
    return s.push(state, *steps, *flights)


def seize_roll(state: s.State, action: s.Die) -> s.State:
    """Resolve a seizure die: the rating or less captures the fleet, replaced by a counter of the captor's if one is
    left."""
    step = state.agenda[-1]
    state = s.pop(state)
    leader = active_force(state)[1]
    if action.die > leader.rating:
        return state
    group = next((each for each in fleets_at(state, step.place) if each.owner == step.who), None)
    if group is None:
        return state
    ship = s.only(s.COUNTERS[s.FLEET + step.left])
    groups = [replace(group, units=s.minus(group.units, ship)), *(each for each in state.groups if each is not group)]
    state = into_stock(state, group.owner, ship, eliminated=True)
    if (left := state.unused[leader.owner])[s.FLEET]:
        state = replace(state, unused=s.with_item(state.unused, leader.owner, s.minus(left, s.only("FLEET"))))
        groups.append(s.Body(step.place, leader.owner, ship, s.Status.MOVED, known=-1))
    return with_groups(state, groups)
