"""The game-turn: markers, attrition, the joint economic phase, the powers' turns in the order drawn (4.0)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Final

from gamekit.probability.distribution import Dist
from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.geography import FIRST_SEA, INDEX, PLACES, province_of
from gamekit.roma_victrix.procedures import percentage_loss
from gamekit.roma_victrix.rules import battle, cards, subjects, treasury, victory
from gamekit.roma_victrix.rules.control import (
    camp,
    capital_of,
    full_city_csp,
    is_contested,
    name_of,
    ruling,
    scenario_constants,
)
from gamekit.roma_victrix.rules.units import change_groups, groups_in_hand, leaders_at, sort_and_merge, with_leader
from gamekit.roma_victrix.scenario import SOLITAIRE
from gamekit.roma_victrix.state import NONE, Due, Pending, State, Status, has_land, pop, push, replace_step
from gamekit.roma_victrix.tables import ATTRITION, ROLLS

LEADERS: Final = 1000  # added to a leader's number in the bag (15.1)
FOOT, BARBARIAN = ("BI",), ("BI", "CAV", "HC")  # never unsupplied or isolated (8.32, 8.4)
HUNGRY, ISOLATED, CROWDED = 1, 2, 4  # reasons for which a force checks for attrition (4.2 B), as bits


def begin_game_turn(state: State) -> State:
    """Begin the next game-turn, or end the game (4.1, 4.3).

    The first turn has no rolls for markers and no attrition, except in the solitaire game (16.41)."""
    if state.turn:
        state = victory.count_holding_turns(subjects.fallen_powers(cards.dismiss_rebels(state)))
        if victory.is_over(state):
            return replace_step(state, Pending(Due.OVER))
    state = replace(pop(state), turn=state.turn + 1)
    steps = [Pending(Due.BAG), Pending(Due.INITIATIVE)]
    if state.seats == SOLITAIRE:
        steps = [Pending(Due.CREATION), Pending(Due.ROMAN_TURN), Pending(Due.OTHERS)]  # 16.42 D to G
    steps = [*economy_steps(state), *steps, Pending(Due.GAME_TURN)]
    if state.turn > 1 or state.seats == SOLITAIRE:
        steps = [*marker_steps(state), Pending(Due.ATTRITION), *steps]
    return push(replace(state, bag=subjects.active_majors(state)), *steps)


def economy_steps(state: State) -> list[Pending]:
    """Return the segments of the joint economic phase, all powers in each, in the order of the ruling (4.2 C)."""
    segments = [Due.REVENUE, Due.UPKEEP, Due.RAISE, Due.CARD]
    powers = subjects.active_majors(state)
    if state.seats == SOLITAIRE:  # 16.42 C: Rome's alone, without cards
        segments, powers = segments[:-1], scenario_constants(state).seats
    if ruling(state, "economic_order") == "powers":
        return [step for power in powers for phase in segments for step in _segment(state, phase, power)]
    return [step for phase in segments for power in powers for step in _segment(state, phase, power)]


def _segment(state: State, phase: Due, power: int) -> list[Pending]:
    """Return a power's steps in one segment."""
    if phase == Due.CARD and power not in scenario_constants(state).seats:
        return []
    drawn = len(_offices(state)) if phase == Due.RAISE and power == consular_power(state) else 0
    consuls = [Pending(Due.CONSULS, power, who=number) for number in range(drawn)]
    return [*consuls, Pending(phase, max(state.patron[power], 0), who=power)]


# Consuls --------------------------------------------------------------------------------------------------------------


def consular_power(state: State) -> int:
    """Return the power whose supreme leaders are drawn each turn, or NONE."""
    frame = scenario_constants(state)
    return next((power for power in frame.seats if frame.kinds[power] == "Roman" and frame.consuls), NONE)


def consul_draw(state: State) -> Dist[Any]:
    """Return the distribution of the consul drawn: each name of the pool that is not in office this turn."""
    step = state.agenda[-1]
    offices = _offices(state)
    taken = {state.leaders[number].name for number in offices[: step.who]}
    names = {leader.name for number, leader in enumerate(state.leaders) if number not in offices}
    pool = [
        name for name, _ in scenario_constants(state).consuls if name not in taken | names and name not in state.fallen
    ]
    pool = pool or [name for name, _ in scenario_constants(state).consuls if name not in taken | names]
    return Dist({s.Draw(name): 1 for name in pool})


def _offices(state: State) -> list[int]:
    power = consular_power(state)
    return [number for number, leader in enumerate(state.leaders) if leader.supreme and leader.owner == power]


def place_consul(state: State, action: s.Draw) -> State:
    """Place a new consul with the army of the old one, or at the capital if the old one is dead."""
    step = state.agenda[-1]
    number = _offices(state)[step.who]
    others = [each for each in _offices(state)[step.who + 1 :] if state.leaders[each].name == action.name]
    for other in others:
        state = with_leader(state, other, name=state.leaders[number].name)
    place, inside = state.leaders[number].place, state.leaders[number].inside
    if place == NONE:
        city = capital_of(state, step.actor)
        place = city.place if city and city.csp and not is_contested(state, city.place) else NONE
    rating = dict(scenario_constants(state).consuls)[action.name]
    return with_leader(
        pop(state), number, name=action.name, rating=rating, place=place, inside=inside and place != NONE
    )


# Markers --------------------------------------------------------------------------------------------------------------


def marker_steps(state: State) -> list[Pending]:
    """Return the roll steps of all pillage markers and reduced capitals (4.2 A, 10.36 C and D)."""
    steps = [Pending(Due.MARKER_ROLL, place=place) for place in sorted(state.pillaged)]
    steps += [
        Pending(Due.MARKER_ROLL, place=city.place, left=1)
        for city in state.capitals
        if 0 < city.csp < full_city_csp(state.options, city.place, city.major) and city.place not in state.pillaged
    ]
    return steps


def marker_roll(state: State, action: s.Die) -> State:
    """Resolve a marker die: on a 5 or 6 pillage ends and a sacked capital gets 1 CSP, or a reduced one gains 1."""
    step = state.agenda[-1]
    state = pop(state)
    if action.die not in ROLLS["capital_rebuilt" if step.left else "pillage_removed"].faces:
        return state
    cities = tuple(
        replace(city, csp=city.csp + 1) if city.place == step.place and (step.left or not city.csp) else city
        for city in state.capitals
    )
    pillaged = state.pillaged if step.left else state.pillaged - {step.place}
    return replace(state, capitals=cities, pillaged=pillaged)


# Attrition ------------------------------------------------------------------------------------------------------------


def schedule_attrition(state: State) -> State:
    """Schedule the attrition checks: unsupplied, isolated, or beside others' land units (4.2 B, 8.2, 8.3, 8.4)."""
    checks: dict[tuple[int, int], int] = {}
    ways = treasury.supply_networks(state)
    for group in state.groups:
        side = camp(state, group.owner)
        if side < 0:
            continue
        needs = any(counters_in_need(state, group))
        why = HUNGRY * (group.hungry and needs)
        crowded = has_land(group.units) or ruling(state, "port_attrition") == "ports"  # 16.42 B
        why |= CROWDED * (crowded and is_contested(state, province_of(group.place)))
        why |= ISOLATED * (needs and group.place not in ways[group.owner])
        if why:
            key = (group.place, side)
            checks[key] = checks.get(key, 0) | why
    steps = [Pending(Due.ATTRITION_ROLL, side, place, left=why) for (place, side), why in sorted(checks.items())]
    return push(pop(state), *steps)


def counters_in_need(state: State, group: s.Body) -> s.Units:
    """Return a group's counters that can be unsupplied or isolated: not barbarian infantry, nor barbarians' cavalry
    (8.32, 8.4)."""
    free = BARBARIAN if scenario_constants(state).kinds[group.owner] == "barbarian" else FOOT
    return tuple(count * (counter.removeprefix("r") not in free) for counter, count in zip(s.COUNTERS, group.units))


def attrition_roll(state: State, action: s.Die) -> State:
    """Assign the attrition table's loss by the rating of the leader in the place; the owner pays in counters."""
    step = state.agenda[-1]
    state = pop(state)
    here = province_of(step.place)
    leaders = leaders_at(state, here, step.actor)
    rating = max((state.leaders[number].rating for number in leaders), default=0)
    percent = ATTRITION[ruling(state, "attrition"), rating, action.die].percent

    def checks(group: s.Body) -> bool:
        if group.place != step.place or camp(state, group.owner) != step.actor:
            return False
        return step.left != HUNGRY or group.hungry

    state = change_groups(state, checks, status=Status.HELD)
    return _owing(state, step, percent, Pending(Due.RELEASE, place=step.place))


def _owing(state: State, step: Pending, percent: int, *after: Pending) -> State:
    """Return the position with a loss due from the camp's units in the step's place: all, or only the unpaid."""
    groups = [group for group in groups_in_hand(state, step.actor) if group.place == step.place]
    crowded = step.phase != Due.ATTRITION_ROLL or step.left & CROWDED
    units = s.total(group.units if crowded else counters_in_need(state, group) for group in groups)
    owed = percentage_loss(sum(count * csp for count, csp in zip(units, s.STRENGTH)), percent)
    wear = battle.WEAR if crowded else battle.WANT
    return push(state, Pending(Due.PAY, step.actor, step.place, wear, owed, (*units, 0, 0, 0, 0)), *after)


def end_attrition(state: State) -> State:
    """End an attrition check, unmarking its unpaid units; or, by ``left``, free ships that withdrew into port."""
    step = state.agenda[-1]
    state = change_groups(
        pop(state),
        lambda group: group.status == Status.HELD and group.place == step.place,
        status=Status.FREE,
        **({} if step.left else {"hungry": False}),
    )
    state = replace(state, groups=sort_and_merge(state.groups)) if step.place >= 0 else state
    return state if state.active else subjects.rebellions(state)  # 12.21: at once


def pass_roll(state: State, action: s.Die) -> State:
    """Resolve attrition in the mountains, at half the table's percentage, rounded down to fives (X.3)."""
    step = state.agenda[-1]
    rating = state.leaders[step.who].rating
    percent = ATTRITION[ruling(state, "attrition"), rating, action.die].percent // 2 // 5 * 5
    return _owing(pop(state), step, percent)


# Initiative -----------------------------------------------------------------------------------------------------------


def markers_in_bag(state: State) -> Dist[Any]:
    """Return the distribution of the next initiative marker, each one left in the bag alike (4.2 D)."""
    return Dist({s.Draw(drawn_name(state, marker)): 1 for marker in state.bag})


def fill_bag(state: State) -> State:
    """Fill the bag with the active major powers' markers and, by option 15.1, their leaders, who leave the map."""
    state = replace(pop(state), bag=subjects.active_majors(state), summoned=frozenset())
    for number, leader in enumerate(state.leaders if "15.1" in state.options else ()):
        if leader.owner in subjects.active_majors(state) and not leader.supreme and leader.place != NONE:  # 15.1
            state = with_leader(replace(state, bag=(*state.bag, LEADERS + number)), number, place=NONE, inside=False)
    return subjects.rebellions(state)


def drawn_name(state: State, marker: int) -> str:
    """Return the name on a marker in the bag: a power's or, by option 15.1, a leader's."""
    return name_of(state, marker) if marker < LEADERS else state.leaders[marker - LEADERS].name


def muster_points(state: State) -> tuple[s.Action, ...]:
    """Return the places where a drawn leader may join friendly units (15.1); if there are none it waits a turn."""
    leader = state.leaders[state.agenda[-1].who]
    side = camp(state, leader.owner)
    places = {
        province_of(group.place)
        for group in state.groups
        if camp(state, group.owner) == side and not group.inside and group.place < FIRST_SEA
    }
    return tuple(s.RetreatTo(PLACES[place]) for place in sorted(places))


def place_drawn_leader(state: State, action: s.RetreatTo) -> State:
    """Place the drawn leader with the units chosen (15.1)."""
    step = state.agenda[-1]
    return with_leader(pop(state), step.who, place=INDEX[action.place])


def begin_drawn_turn(state: State, action: s.Draw) -> State:
    """Begin the turn of the power or leader drawn; the next marker is drawn after it."""
    marker = next(each for each in state.bag if drawn_name(state, each) == action.name)
    power = state.leaders[marker - LEADERS].owner if marker >= LEADERS else marker
    bag = tuple(each for each in state.bag if each != marker)
    state = replace(subjects.place_vacated_markers(state), bag=bag, phasing=power)
    after = [Pending(Due.INITIATIVE)] if bag else []
    player = max(0, state.patron[power])
    if "15.1" not in state.options:
        return replace_step(state, Pending(Due.ORDERS, player), *after)
    kings = (n for n, leader in enumerate(state.leaders) if leader.owner == power and leader.supreme)
    number = marker - LEADERS if marker >= LEADERS else next(kings, len(state.leaders))
    joins = [Pending(Due.PLACE_LEADER, player, who=number)] if marker >= LEADERS else []
    return replace_step(state, *joins, Pending(Due.ORDERS, player, who=number), *after)
