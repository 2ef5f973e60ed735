"""Leaders and their marches: taking units along, moving, passage and interception (5.1, 5.2, 5.4)."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.geography import (
    COASTS,
    FIRST_STRAIT,
    INDEX,
    LAND_STEPS,
    PASSES,
    PLACES,
    PROVINCE,
    is_sea,
    province_of,
)
from gamekit.roma_victrix.procedures import operations_cost
from gamekit.roma_victrix.rules import cards, sea, subjects
from gamekit.roma_victrix.rules.control import (
    camp,
    capital_at,
    capital_of,
    control,
    has_land_units_of_others,
    has_shelter,
    is_active_major,
    is_friendly,
    is_opponents,
    is_roman,
    land_camps,
    major_power_of,
    may_move_and_fight,
    name_of,
    occupy,
    pay_into,
    pays_and_collects,
    players_after,
    ruling,
    scenario_constants,
    treasurer,
)
from gamekit.roma_victrix.rules.units import (
    active_force,
    active_of,
    change_groups,
    groups_at,
    groups_in_hand,
    has_enemy_fleets,
    into_stock,
    leader_named,
    leaders_at,
    split_off,
    supreme_leader,
    units_of,
    with_groups,
    with_leader,
    without_leader,
)
from gamekit.roma_victrix.tables import FULL_CITY

ALL: Final = "all"
JOINED: Final = (s.Status.FREE, s.Status.LEFT, s.Status.HELD, s.Status.MOVED)  # joined counters get the later one
ALPINE: Final = "mountain passes"  # the special rule of X.3


# Orders ---------------------------------------------------------------------------------------------------------------


def turn_powers(state: s.State) -> tuple[int, ...]:
    """Return the powers that act in this turn: the phasing one, and those under it without a turn of their own."""
    others = (power for power in range(len(state.patron)) if major_power_of(state, power) == state.phasing != power)
    return (state.phasing, *others)


def activatable_leaders(state: s.State) -> list[int]:
    """Return the leaders who may be activated (5.11, 5.23, 9.14)."""
    powers = [power for power in turn_powers(state) if may_move_and_fight(state, power)]
    drawn = state.agenda[-1].who  # by 15.1 the leader whose counter was drawn; clients' have no counters
    return [
        number
        for number, leader in enumerate(state.leaders)
        if leader.owner in powers
        and leader.place != s.NONE
        and (drawn in (s.NONE, number) or leader.owner != state.phasing)
        and leader.status == s.Status.FREE
        and not leader.drilling
        and not is_sea(leader.place)
    ]


def order_choices(state: s.State) -> tuple[s.Action, ...]:
    """Return the phasing player's actions while no leader is active."""
    found: list[s.Action] = [s.Activate(state.leaders[number].name) for number in activatable_leaders(state)]
    found += [s.Call(name_of(state, power)) for power in turn_powers(state) if subjects.may_call_ally(state, power)]
    found += cards.card_plays(state)
    found += join_choices(state)
    found += founding_choices(state)
    return (*found, s.EndTurn())


def activate(state: s.State, action: s.Activate) -> s.State:
    """Activate a leader: its die for OP is rolled next; from inside a besieged capital it comes outside."""
    number = leader_named(state, action.leader)
    place = province_of(state.leaders[number].place)
    state = with_leader(state, number, status=s.Status.HELD, inside=False, place=place)
    state = replace(state, active=s.Active(number))
    side = camp(state, state.leaders[number].owner)
    die, leader = (s.Pending(phase, side, who=number) for phase in (s.Due.OP_ROLL, s.Due.LEADER))
    return s.push(state, die, leader, s.Pending(s.Due.END_LEADER, who=number))


def op_roll(state: s.State, action: s.Die) -> s.State:
    """Set the leader's operations points by the die (5.11)."""
    active = active_of(state)
    leader = state.leaders[active.leader]
    state = replace(s.pop(state), active=replace(active, ops=action.die + leader.rating))
    own = is_active_major(state, leader.owner)  # a client's king brings no card
    if action.die == 1 and leader.supreme and own and "15.81" in state.options:
        player = state.patron[leader.owner]
        state = s.push(state, s.Pending(s.Due.CARD_DRAW, player, who=player))
    return state


def turn_over(state: s.State) -> s.State:
    """End a turn: all groups and leaders may move again."""
    state = change_groups(s.pop(state), lambda group: group.status != s.Status.FREE, status=s.Status.FREE)
    leaders = tuple(
        replace(leader, status=s.Status.FREE, drilling=leader.drilling and leader.owner not in turn_powers(state))
        for leader in state.leaders
    )
    state = replace(state, leaders=leaders, summoned=state.summoned | state.called)
    return replace(state, called=frozenset(), roused=frozenset(), asked=frozenset(), active=None)


# The active leader ----------------------------------------------------------------------------------------------------


def leader_choices(state: s.State) -> tuple[s.Action, ...]:
    """Return the active leader's actions with the operations points left."""
    active, _, here, _ = active_force(state)
    if here == s.NONE:
        return ()
    found: list[s.Action] = [*take_choices(state), *leave_choices(state)]
    found += sea.voyage_choices(state) if active.aboard else _ashore(state)
    found += cards.card_plays(state)
    found += join_choices(state)
    onward = any(isinstance(each, s.SailTo | s.Land | s.Attack) for each in found)
    if not is_sea(here) and not (active.aboard and sea.has_cargo(state) and onward):
        found.append(s.EndLeader())
    return tuple(found)


def _ashore(state: s.State) -> list[s.Action]:
    active, _, here, side = active_force(state)
    found: list[s.Action] = []
    if is_blocked(state):
        refused = state.agenda[-1].left or ruling(state, "passage") == "never"
        found += [s.Ask()] if not refused and all(other >= 0 for other in land_camps(state, here)) else []
    else:
        found += [s.Enter(PLACES[there]) for there in LAND_STEPS[here] if may_enter(state, here, there)]
        if active.ops >= operations_cost(["embark"]):
            found += [s.Embark(PLACES[coast]) for coast in sea.harbours(state)]
    found += _hostilities(state, active, here, side)
    return found


def _hostilities(state: s.State, active: s.Active, here: int, side: int) -> list[s.Action]:
    found: list[s.Action] = []
    army = units_of(groups_in_hand(state, side))
    if not s.has_land(army):
        return found
    if active.ops >= operations_cost(["attack"]):
        found += [s.Attack(name_of(state, other)) for other in land_targets(state, here, side)]
        if besiegeable(state, here, side, army):
            found.append(s.Besiege())
        if may_pillage(state, active, here, side):
            found.append(s.Pillage())
    garrison = state.garrisons[here] if here < FIRST_STRAIT else s.NONE  # 5.68: ships alone are there; 10.14
    alone = not has_land_units_of_others(state, here, side) and (garrison == s.NONE or camp(state, garrison) == side)
    if alone and any(has_enemy_fleets(state, coast, side) for coast in COASTS[here]):
        found.append(s.Seize())
    return found


def is_blocked(state: s.State) -> bool:
    """Return whether others' land units in the province entered have not let the leader through (5.27)."""
    active, _, here, side = active_force(state)
    return active.blocked and has_land_units_of_others(state, here, side)


def land_targets(state: s.State, place: int, side: int) -> list[int]:
    """Return the camps that ``side`` can attack in a province: with land units outside a capital, or with only a
    garrison."""
    found = [other for other in land_camps(state, place) if other != side and _outside(state, place, other)]
    return found or _guards(state, place, side)


def _guards(state: s.State, place: int, side: int) -> list[int]:
    """Return the camp whose garrison is alone in a place: not in its capital, nor Roman against Romans (10.55)."""
    garrison = state.garrisons[place] if place < len(PROVINCE) else s.NONE
    if garrison == s.NONE:
        return []
    other, leading = camp(state, garrison), state.leaders[active_of(state).leader].owner
    romans = is_roman(state, garrison) and is_roman(state, leading)
    spared = other == side or other in land_camps(state, place) or romans or has_shelter(state, place, other)
    return [] if spared else [other]


def besiegeable(state: s.State, place: int, side: int, army: s.Units) -> bool:
    """Return whether a siege may be begun (10.41 step 3) as far as the besieger sees; unseen defenders may prevent
    it."""
    city = next((each for each in state.capitals if each.place == place), None)
    if not city or camp(state, city.owner) == side:
        return False
    garrison = state.garrisons[place]
    if garrison != s.NONE and camp(state, garrison) == side:
        return False
    owner = camp(state, city.owner)
    theirs = [group for group in groups_at(state, place) if camp(state, group.owner) == owner]
    inside = [group for group in theirs if s.has_land(group.units)]
    if not (city.csp or inside) or not all(group.inside for group in inside):
        return False
    horse = ruling(state, "siege_cavalry") == "yes"
    seen = sum(s.land_csp(group.units, horse) for group in inside if knows_counters(group, side))
    return s.land_csp(army, horse) >= city.csp + seen + besieged_garrison(state, place, owner)


def besieged_garrison(state: s.State, place: int, side: int) -> int:
    """Return the CSP of a garrison that has gone into the capital (5.31 step 11 f, a ruling); 0 for Romans' against
    Romans (10.55)."""
    garrison = state.garrisons[place]
    guards = garrison != s.NONE and camp(state, garrison) == side and ruling(state, "siege_garrison") == "yes"
    romans = state.active is not None and is_roman(state, state.leaders[state.active.leader].owner)
    spared = romans and is_roman(state, garrison) and side not in land_camps(state, place)
    return int(guards and not spared)


def knows_counters(group: s.Body, player: int) -> bool:
    """Return whether a player knows a group's counters."""
    return player >= 0 and bool(group.known >> player & 1)


def may_pillage(state: s.State, active: s.Active, place: int, side: int) -> bool:
    """Return whether the leader may pillage: a province that it conquered from a player in this phase or, by a ruling,
    occupies alone (10.71)."""
    if place >= len(PROVINCE) or place in state.pillaged or has_land_units_of_others(state, place, side):
        return False
    alone = is_opponents(state, place, side) and not _guards(state, place, side)
    return place in active.prey or (alone and ruling(state, "pillage") == "occupied")


def take_choices(state: s.State) -> list[s.Action]:
    """Return the actions that take counters along, one or all of a kind."""
    found: list[s.Action] = []
    for (owner, counter), count in count_counters(_takable(state)).items():
        found.append(s.Take(counter, name_of(state, owner), 1))
        if count > 1:
            found.append(s.Take(counter, name_of(state, owner), count))
    return [s.Take(ALL), *found] if found else []


def leave_choices(state: s.State) -> list[s.Action]:
    """Return the actions that leave counters behind, one or all of a kind."""
    active, _, here, side = active_force(state)
    if is_sea(here):
        return []
    found: list[s.Action] = []
    for (owner, counter), count in count_counters(groups_in_hand(state, side)).items():
        if active.aboard and (counter.removeprefix("r") != "FLEET" or not sea.fits_without(state, counter, 1)):
            continue
        found.append(s.Leave(counter, name_of(state, owner), 1))
        if count > 1 and not active.aboard:
            found.append(s.Leave(counter, name_of(state, owner), count))
    return found


def count_counters(groups: tuple[s.Body, ...]) -> dict[tuple[int, str], int]:
    """Return the count of counters in the groups by (power, counter)."""
    found: dict[tuple[int, str], int] = {}
    for group in groups:
        for counter, count in zip(s.COUNTERS, group.units):
            if count:
                found[group.owner, counter] = found.get((group.owner, counter), 0) + count
    return dict(sorted(found.items(), key=lambda item: (item[0][0], s.COUNTERS.index(item[0][1]))))


def _takable(state: s.State) -> tuple[s.Body, ...]:
    active, _, here, side = active_force(state)
    places = (here, *COASTS[here]) if not active.aboard else () if is_sea(here) else (here,)
    return tuple(
        group
        for group in state.groups
        if group.place in places
        and group.status in (s.Status.FREE, s.Status.LEFT)
        and camp(state, group.owner) == side
        and group.owner in turn_powers(state)
        and may_move_and_fight(state, group.owner)
        and not (active.aboard and s.has_land(group.units))
    )


def take_along(state: s.State, action: s.Take) -> s.State:
    """Add counters to the leader's force (5.15)."""
    if action.counter == ALL:
        chosen = {id(group) for group in _takable(state)}
        state = change_groups(state, lambda group: id(group) in chosen, status=s.Status.HELD, inside=False)
    else:
        state = change_status(state, _takable(state), action, s.Status.HELD)
    return with_leader(state, active_of(state).leader, inside=False)


def leave_behind(state: s.State, action: s.Leave) -> s.State:
    """Leave counters behind, and place a garrison if they hold the province (10.52)."""
    _, _, here, side = active_force(state)
    return occupy(change_status(state, groups_in_hand(state, side), action, s.Status.LEFT), province_of(here), side)


def change_status(state: s.State, groups: tuple[s.Body, ...], action: s.Take | s.Leave, status: s.Status) -> s.State:
    """Return the position with the action's counters, out of these groups, set to another status."""
    left = action.count
    for group in groups:
        if left and name_of(state, group.owner) == action.owner:
            count = min(left, group.units[s.COUNTERS.index(action.counter)])
            if count:
                state = split_off(state, group, s.only(action.counter, count), status=status, inside=False)
                left -= count
    return state


# Marching -------------------------------------------------------------------------------------------------------------


def may_enter(state: s.State, here: int, there: int) -> bool:
    """Return whether the leader can march there: enough OP, not impassable (3.22), no enemy ships in the strait (3.23,
    5.66)."""
    active, leader, _, side = active_force(state)
    if there < FIRST_STRAIT and (PROVINCE[there].impassable or there not in scenario_constants(state).area):
        return False
    if there >= FIRST_STRAIT and has_enemy_fleets(state, there, side):
        return False
    return active.ops >= enter_cost(state, leader.owner, here, there)


def enter_cost(state: s.State, power: int, here: int, there: int) -> int:
    """Return operations points to march from one place to the next (5.22, 10.65, 10.66, 17.4, X.3)."""
    if there >= FIRST_STRAIT:
        return operations_cost(["enter a strait"])
    limes = 0 if is_roman(state, power) else state.limes[there]
    if "17.4" in state.options:
        return _by_road(state, there, limes)
    cost = operations_cost([("enter a province", "enter reduced limes", "enter full limes")[limes]])
    if (here, there) in PASSES and ALPINE in scenario_constants(state).special:
        cost = max(cost, operations_cost(["cross the Alps or Pyrenees"]))
    return cost


def _by_road(state: s.State, there: int, limes: int) -> int:
    """Return the OP to enter a province by 17.4: by road in Roman provinces, dearer in others and with barbarians."""
    if limes:
        return operations_cost([("road reduced limes", "road full limes")[limes - 1]])
    owner = control(state, there)
    if owner != s.NONE and is_roman(state, owner):
        return operations_cost(["road Roman province"])
    wild = state.markers[there] or (owner != s.NONE and scenario_constants(state).kinds[owner] == "barbarian")
    return operations_cost(["road barbarian province" if wild else "road other province"])


def enter(state: s.State, action: s.Enter) -> s.State:
    """March the leader and its land units on; fleets stay."""
    there = INDEX[action.place]
    active, leader, here, side = active_force(state)
    cost = enter_cost(state, leader.owner, here, there)
    state = _moved(state, side, there)
    state = with_leader(state, active.leader, place=there, inside=False)
    ops = active.ops - cost
    state = replace(state, active=replace(active, ops=ops, origin=here, blocked=True, siege=(0, 0), fought=frozenset()))
    state = s.replace_step(state, replace(state.agenda[-1], left=0))
    steps = [s.Pending(s.Due.ENTERED, place=there, who=active.leader)]
    if (
        (here, there) in PASSES
        and ALPINE in scenario_constants(state).special
        and units_of(groups_in_hand(state, side)) != s.NO_UNITS
    ):
        steps.insert(0, s.Pending(s.Due.PASS_ROLL, side, there, active.leader))
    steps += [s.Pending(s.Due.WINDOW, other, there, active.leader) for other in players_after(state, side)]  # 14.2
    return s.push(state, *steps)


def _moved(state: s.State, side: int, there: int) -> s.State:
    groups = []
    for group in state.groups:
        if group.status == s.Status.HELD and camp(state, group.owner) == side:
            fleet = s.has_fleet(group.units)
            group = replace(group, status=s.Status.LEFT) if fleet else replace(group, place=there)
        groups.append(group)
    return with_groups(state, groups)


def carry_out_arrival(state: s.State) -> s.State:
    """Carry out a force's arrival in a place: leaders without units are eliminated, neutrals and barbarians activated,
    a garrison may enter its capital, and neighbours may intercept."""
    step = state.agenda[-1]
    state = s.pop(state)
    active, _, here, side = active_force(state)
    if here != step.place:
        return state
    steps: list[s.Pending] = []
    if s.has_land(units_of(groups_in_hand(state, side))):
        state = cards.auto_pillage(
            lose_lone_leaders(subjects.rouse_allies(state, step.place, side), step.place, side), active.leader
        )
        rising = subjects.steps_on_entering(state, step.place, side)
        if rising:
            return s.push(state, *rising, step)
    for other in land_camps(state, step.place):
        if (
            other >= 0
            and other != side
            and has_shelter(state, step.place, other)
            and _outside(state, step.place, other)
        ):
            steps.append(s.Pending(s.Due.SHELTER, other, step.place, active.leader))
    steps += [s.Pending(s.Due.INTERCEPT, other, step.place, active.leader) for other in interceptor_sides(state, side)]
    return s.push(state, *steps)


def lose_lone_leaders(state: s.State, place: int, side: int) -> s.State:
    """Eliminate the leaders without units of camps other than ``side``, whose force has entered a place (3.34 a)."""
    for number, leader in enumerate(state.leaders):
        if leader.place == s.NONE or province_of(leader.place) != place or camp(state, leader.owner) == side:
            continue
        mine = camp(state, leader.owner)
        spots = (place, *COASTS[place])
        if not any(group.place in spots and camp(state, group.owner) == mine for group in state.groups):
            state = without_leader(state, number)
    return state


def _outside(state: s.State, place: int, side: int) -> bool:
    return any(
        camp(state, group.owner) == side and s.has_land(group.units) and not group.inside
        for group in groups_at(state, place)
    )


def take_shelter(state: s.State, action: s.EnterCapital) -> s.State:
    """Move the defenders and their leaders into the capital (5.52)."""
    step = state.agenda[-1]
    return s.pop(into_capital(state, step.place, step.actor))


def into_capital(state: s.State, place: int, side: int, beaten: tuple[int, ...] | None = None) -> s.State:
    """Move a camp's land units and leaders into a province's capital: all, or leaders in ``beaten`` and HELD units."""
    for number in leaders_at(state, place, side) if beaten is None else beaten:
        if state.leaders[number].place == place:
            state = with_leader(state, number, inside=True)
    groups = []
    for group in state.groups:
        goes = beaten is None or group.status == s.Status.HELD
        if goes and group.place == place and camp(state, group.owner) == side and s.has_land(group.units):
            group = replace(group, inside=True, status=s.Status.FREE)
        groups.append(group)
    return with_groups(state, groups)


def leave_capitals(state: s.State) -> s.State:
    """Move all units and leaders out of capitals without enemies outside."""
    for place in dict.fromkeys(group.place for group in state.groups if group.inside):
        side = next(camp(state, group.owner) for group in groups_at(state, place) if group.inside)
        if not has_land_units_of_others(state, place, side):
            state = change_groups(state, lambda group, place=place: group.place == place, inside=False)  # type: ignore[misc]
    for number, leader in enumerate(state.leaders):
        if leader.inside and not has_land_units_of_others(state, leader.place, camp(state, leader.owner)):
            state = with_leader(state, number, inside=False)
    return state


# Interception ---------------------------------------------------------------------------------------------------------


def interceptor_sides(state: s.State, side: int) -> list[int]:
    """Return the other players, in the order in which they may intercept (5.44: a ruling)."""
    others = list(players_after(state, side))
    if ruling(state, "interceptors") == "rating":
        alive = [leader for leader in state.leaders if leader.place != s.NONE]
        best = {other: max((n.rating for n in alive if camp(state, n.owner) == other), default=0) for other in others}
        others.sort(key=best.__getitem__, reverse=True)
    return others


def interceptors(state: s.State, step: s.Pending) -> list[int]:
    """Return a player's leaders with land units that may try to intercept the force that has entered a place
    (5.41-5.43)."""
    active = state.active
    if active is None or state.leaders[active.leader].place != step.place:
        return []
    here, side = step.place, camp(state, state.leaders[active.leader].owner)
    if not s.has_land(units_of(groups_in_hand(state, side))):
        return []
    return [
        number
        for number, leader in enumerate(state.leaders)
        if leader.place != s.NONE
        and camp(state, leader.owner) == step.actor
        and number not in active.tried
        and not leader.inside
        and may_move_and_fight(state, leader.owner)
        and leader.place in ((here,) if step.left else LAND_STEPS[here])
        and (here < FIRST_STRAIT or not has_enemy_fleets(state, here, step.actor))
        and any(follows(state, group, leader.place, step.actor) for group in state.groups)
    ]


def follows(state: s.State, group: s.Body, place: int, side: int) -> bool:
    return (
        group.place == place
        and camp(state, group.owner) == side
        and s.has_land(group.units)
        and not group.inside
        and may_move_and_fight(state, group.owner)
    )


def intercept_choices(state: s.State) -> tuple[s.Action, ...]:
    """Return a player's actions when it may intercept: with a leader by a roll or by card, or decline."""
    step = state.agenda[-1]
    found: list[s.Action] = [s.Decline()]
    card = cards.holds_card(state, step.actor, cards.INTERCEPTION)
    afloat = step.place >= FIRST_STRAIT and state.active is not None and state.active.aboard
    who = sea.interceptors(state, step) if afloat else interceptors(state, step)
    for number in who:
        name = state.leaders[number].name
        found += [s.Intercept(name), *([s.Intercept(name, cards.INTERCEPTION)] if card else [])]
    return tuple(found)


# In passing -----------------------------------------------------------------------------------------------------------


def ask_passage(state: s.State, action: s.Ask) -> s.State:
    """Ask all players with land units in the place for passage (5.27)."""
    active, _, here, side = active_force(state)
    others = [other for other in land_camps(state, here) if other != side]
    return s.push(
        state, *(s.Pending(s.Due.PASSAGE, other, here, active.leader, number) for number, other in enumerate(others))
    )


def allow_passage(state: s.State, action: s.Allow) -> s.State:
    """Allow passage; the leader may go on once all have allowed it."""
    state = s.pop(state)
    if state.agenda[-1].phase != s.Due.PASSAGE:
        state = replace(state, active=replace(active_of(state), blocked=False))
    return state


def refuse_passage(state: s.State, action: s.Decline) -> s.State:
    """Refuse passage: the leader stops there or attacks."""
    while state.agenda[-1].phase == s.Due.PASSAGE:
        state = s.pop(state)
    return s.replace_step(state, replace(state.agenda[-1], left=1))


def join_choices(state: s.State) -> list[s.Action]:
    """Return the pairs of reduced units that may become a full one: one power, kind and place, in its player's
    turn (6.3)."""
    side = state.agenda[-1].actor
    weak: dict[tuple[int, int, bool], s.Units] = {}
    for group in state.groups:
        if camp(state, group.owner) == side and not is_sea(group.place):
            key = group.place, group.owner, group.inside
            weak[key] = s.plus(weak.get(key, s.NO_UNITS), group.units)
    found = [
        s.Join(PLACES[place], name_of(state, owner), kind)
        for (place, owner, _), units in weak.items()
        for kind, count in zip(s.KINDS, units[1::2])
        if count >= 2
    ]
    return list(dict.fromkeys(found))


def join_reduced(state: s.State, action: s.Join) -> s.State:
    """Join two reduced units into a full one, which gets the later of their statuses; units of equal status first. The
    other counter becomes unused."""
    place, weak = INDEX[action.place], s.COUNTERS.index(f"r{action.kind}")
    found = [
        group
        for group in state.groups
        if group.place == place and name_of(state, group.owner) == action.owner and group.units[weak]
    ]
    pairs = [(one, other) for one in found for other in found if one is not other and one.inside == other.inside]
    one, other = next(((group, group) for group in found if group.units[weak] > 1), pairs[0] if pairs else (None, None))
    if one is None or other is None:
        raise ValueError(f"{action.place} has fewer than two r{action.kind} to join")
    groups = [
        replace(group, units=s.minus(group.units, s.only(f"r{action.kind}", (group is one) + (group is other))))
        for group in state.groups
    ]
    status = max(one.status, other.status, key=JOINED.index)
    groups.append(
        replace(
            one,
            units=s.only(action.kind),
            status=status,
            hungry=one.hungry or other.hungry,
            known=one.known & other.known,
        )
    )
    return into_stock(with_groups(state, groups), one.owner, s.only(action.kind))


def pillage(state: s.State, action: s.Pillage) -> s.State:
    """Pillage a province (10.71): spend an OP, then roll; a force raised by a card does not roll and gets no revenue
    (10.74)."""
    active, leader, place, side = active_force(state)
    state = replace(state, active=replace(active, ops=active.ops - operations_cost(["pillage"])))
    if cards.raised_by_card(state, leader) or not pays_and_collects(state, treasurer(state, leader.owner)):
        return replace(state, pillaged=state.pillaged | {place})
    return s.push(state, s.Pending(s.Due.PILLAGE_ROLL, side, place, active.leader))


def pillage_roll(state: s.State, action: s.Die) -> s.State:
    """Add the die plus the leader's rating to the treasury (10.71)."""
    step = state.agenda[-1]
    leader = state.leaders[step.who]
    state = pay_into(s.pop(state), treasurer(state, leader.owner), action.die + leader.rating)
    return replace(state, pillaged=state.pillaged | {step.place})


def founding_choices(state: s.State) -> list[s.Action]:
    """Return the capitals that a major power without one may found: where its supreme leader is, if friendly
    (10.36)."""
    step = state.agenda[-1]
    power = step.who if step.phase == s.Due.FOUND else state.phasing
    if not is_active_major(state, power):
        return []
    city = capital_of(state, power)
    king = supreme_leader(state, power)
    if city is None or king is None or king.place >= FIRST_STRAIT or not _lost(state, city):
        return []
    if not is_friendly(state, king.place, state.patron[power]) or capital_at(state, king.place):
        return []
    return [s.Found(PLACES[king.place])]


def _lost(state: s.State, city: s.Capital) -> bool:
    """Return whether a capital is lost (10.36): sacked and not retaken, or rebuilt while another camp holds it."""
    garrison = state.garrisons[city.place]
    taken = garrison != s.NONE and camp(state, garrison) != camp(state, city.owner)
    return taken or (not city.csp and control(state, city.place) != city.owner)


def found_capital(state: s.State, action: s.Found) -> s.State:
    """Found a new capital at full strength (10.36 A, B); the old one no longer belongs to the power."""
    step = state.agenda[-1]
    power = step.who if step.phase == s.Due.FOUND else state.phasing
    others = tuple(city for city in state.capitals if city.owner != power)
    state = replace(state, capitals=(*others, s.Capital(INDEX[action.place], power, True, FULL_CITY["major"])))
    return s.pop(state) if step.phase == s.Due.FOUND else state


def end_leader(state: s.State, action: s.EndLeader) -> s.State:
    """End the leader's operations (5.18); an enemy leader in its place may attack it first, without a roll (5.27)."""
    active, _, here, side = active_force(state)
    if active.aboard or not is_blocked(state) or not s.has_land(units_of(groups_in_hand(state, side))):
        return s.pop(state)
    there = set(land_camps(state, here)) - active.fought  # camps that it has not fought
    sides = [other for other in interceptor_sides(state, side) if other in there]
    return s.replace_step(state, *(s.Pending(s.Due.INTERCEPT, other, here, active.leader, 1) for other in sides))


def end_activation(state: s.State) -> s.State:
    """End an activation: the leader's units have moved, and units that it left may not move again (5.18, 5.24)."""
    step = state.agenda[-1]
    leader = state.leaders[step.who]
    if active_of(state).aboard and (leader.place == s.NONE or sea.has_cargo(state)):
        state, adrift = sea.bring_ships_in(state, camp(state, leader.owner))
        if adrift:
            return state
    state = with_leader(s.pop(state), step.who, place=province_of(leader.place))
    if state.leaders[step.who].status == s.Status.HELD:
        state = with_leader(state, step.who, status=s.Status.MOVED)
    side = camp(state, leader.owner)
    behind_walls = any(group.inside and camp(state, group.owner) == side for group in groups_at(state, leader.place))
    if behind_walls and not s.has_land(units_of(groups_in_hand(state, side))):
        state = with_leader(state, step.who, inside=True)
    state = change_groups(
        state,
        lambda group: group.status in (s.Status.HELD, s.Status.LEFT) and camp(state, group.owner) == side,
        status=s.Status.MOVED,
    )
    for place in sorted(
        {group.place for group in state.groups if s.has_land(group.units) and camp(state, group.owner) == side}
    ):
        state = occupy(state, place, side)
    return subjects.rebellions(replace(cards.reward_conquest(cards.auto_pillage(state, step.who), side), active=None))
