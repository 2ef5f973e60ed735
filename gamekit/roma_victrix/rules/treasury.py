"""The joint economic phase: revenue, upkeep, new units (4.2 C, 7.0, 8.0, 9.0), and the ways by which revenue and
supply reach a capital (3.9, 7.5 to 7.7, 8.4)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from math import ceil
from typing import Final

from gamekit.roma_victrix import procedures
from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.forces import Force
from gamekit.roma_victrix.geography import (
    COASTS,
    FIRST_COAST,
    FIRST_SEA,
    FIRST_STRAIT,
    INDEX,
    LAND_STEPS,
    OF_REGION,
    PLACES,
    PROVINCE,
    SEA_STEPS,
    SMALL_ISLANDS,
    is_coast,
    province_of,
    steps_from,
)
from gamekit.roma_victrix.rules import cards, movement, subjects
from gamekit.roma_victrix.rules.control import (
    SUBJECT,
    camp,
    capital_of,
    city_income,
    control,
    is_active_major,
    is_captured,
    is_friendly,
    is_roman,
    land_camps,
    major_power_of,
    name_of,
    pay_into,
    pays_and_collects,
    ruling,
    scenario_constants,
)
from gamekit.roma_victrix.rules.units import (
    building_places,
    change_groups,
    has_enemy_fleets,
    into_stock,
    leader_named,
    split_off,
    supreme_leader,
    units_in_province,
    units_of,
    with_leader,
    with_units,
    without_counter,
)
from gamekit.roma_victrix.state import FLEET, NONE, Body, Due, Pending, State, has_fleet, pop, push
from gamekit.roma_victrix.tables import CONVERSIONS, COSTS, LEVY

UNIT_KIND: Final = {"LGN": "foot", "HI": "foot", "AUX": "AUX", "BI": "AUX", "CAV": "CAV", "HC": "CAV", "FLEET": "FLEET"}
HALF_A_POINT: Final = tuple(counter.removeprefix("r") in ("BI", "FLEET") for counter in s.COUNTERS)  # by 15.6
FOOT: Final = {"Persian": "AUX", "barbarian": "BI"}  # 9.55, 9.66
WARBANDS: Final = "warbands"
GROUPS: Final = ("foot", "AUX", "CAV", "FLEET")  # that share a limit, by their number in ``State.raised``
TABLE: Final = 0  # ``note`` of a draw of markers in the solitaire game: the table gives their units
MUSTERED: Final = 9  # in ``State.raised``: a marker has been drawn for the province, by the power in third place


# Revenue --------------------------------------------------------------------------------------------------------------


def revenue(state: State) -> State:
    """Pay a power's revenue into its treasury (7.1)."""
    power = state.agenda[-1].who
    return pay_into(pop(state), power, income(state, power))


def income(state: State, power: int) -> int:
    """Return the revenue points of provinces with a way to the capital, and of capitals held (7.3-7.6, 10.33)."""
    if not pays_and_collects(state, power) or seat_of(state, power) == NONE:
        return 0
    reached = collecting_provinces(state, power)
    mine = [place for place in reached if place < len(PROVINCE) and control(state, place) == power]
    open_ = [place for place in mine if place not in state.pillaged]
    cities = sum(city_income(state, power, place) for place in open_)
    city = capital_of(state, power)
    if city is None:  # 3.53: the supreme leader serves
        cities += int(ruling(state, "court"))
    elif city.place not in (*mine, *state.pillaged) and ruling(state, "besieged_capital") == "7.1":
        cities += city_income(state, power, city.place)
    return sum(PROVINCE[place].revenue for place in open_) + cities


# Upkeep ---------------------------------------------------------------------------------------------------------------


def upkeep_cost(state: State, power: int, where: Callable[[Body], bool] = lambda group: True) -> int:
    """Return the upkeep of a power's units in revenue points (8.1): BI cost nothing without option 15.2; by 15.6 LGN,
    HI and cavalry cost a point each."""
    return unit_upkeep(state, units_of(group for group in state.groups if group.owner == power and where(group)))


def unit_upkeep(state: State, units: s.Units) -> int:
    """Return the upkeep of these units in revenue points, by the position's options."""
    force = s.as_force(units)
    if "15.6" in state.options:  # which names LGN, HI and CAV; BI cost what AUX do (15.2)
        cheap = _kept(state, s.as_force(tuple(count * half for count, half in zip(units, HALF_A_POINT))))
        return ceil(_kept(state, force) - cheap) + procedures.maintenance(cheap)
    return procedures.maintenance(_kept(state, force))


def _kept(state: State, force: Force) -> Fraction:
    return procedures.units_to_maintain(force, state.options, ruling(state, "odd_reduced"))


def begin_upkeep(state: State) -> State:
    """Pay for all of a power's units if it can; else it chooses which (8.2, 8.3)."""
    step = state.agenda[-1]
    power = step.who
    state = change_groups(pop(state), lambda group: group.owner == power and group.hungry, hungry=False)
    if not pays_and_collects(state, power):
        return state
    due = upkeep_cost(state, power)
    if due <= state.treasury[power]:
        return pay_into(state, power, -due)
    state = change_groups(
        state, lambda group: group.owner == power and unit_upkeep(state, group.units) > 0, hungry=True
    )
    return push(state, Pending(Due.MAINTAIN, step.actor, who=power))


def maintain_choices(state: State) -> tuple[s.Action, ...]:
    """Return the units that the points left can pay for (8.21, 8.31): all in a place, one of a counter, or as many of
    it as possible."""
    power = state.agenda[-1].who
    mine = [group for group in state.groups if group.owner == power]
    fed = units_of(group for group in mine if not group.hungry)

    def pays(more: s.Units) -> bool:
        return unit_upkeep(state, s.plus(fed, more)) <= state.treasury[power]

    found: list[s.Action] = []
    for place in sorted({group.place for group in mine if group.hungry}):
        here = units_of(group for group in mine if group.hungry and group.place == place)
        whole = pays(here)
        found += [s.Maintain(PLACES[place])] if whole else []
        for counter, count in zip(s.COUNTERS, here):
            most = max(number for number in range(count + 1) if pays(s.only(counter, number)))
            counts = (1,) if whole else dict.fromkeys((1, most))
            found += [
                s.Maintain(PLACES[place], counter, each) for each in counts if 0 < each <= most < sum(here) + whole
            ]
    return tuple(found) or (s.Keep(),)


def maintain(state: State, action: s.Maintain) -> State:
    """Pay upkeep for the units in a place, or for a number of one counter."""
    power, place = state.agenda[-1].who, INDEX[action.place]
    hungry = [group for group in state.groups if group.owner == power and group.place == place and group.hungry]
    if not action.counter:
        return change_groups(state, lambda group: group in hungry, hungry=False)
    left = action.count
    for group in hungry:  # before the walls and within
        count = min(left, group.units[s.COUNTERS.index(action.counter)])
        if count:
            state = split_off(state, group, s.only(action.counter, count), hungry=False)
            left -= count
    return state


def feed_without_choice(state: State) -> State | None:
    """Return the position after upkeep if at most one kind of counter can be paid for; None while there is a choice."""
    legal = maintain_choices(state)
    if legal == (s.Keep(),):
        return end_maintenance(state, s.Keep())
    kinds = {(action.place, action.counter) for action in legal if isinstance(action, s.Maintain)}
    return maintain(state, legal[-1]) if len(kinds) == 1 and isinstance(legal[-1], s.Maintain) else None


def end_maintenance(state: State, action: s.Keep) -> State:
    """Pay for the units chosen; all others are unsupplied."""
    power = state.agenda[-1].who
    return pay_into(pop(state), power, -upkeep_cost(state, power, lambda group: not group.hungry))


# New units ------------------------------------------------------------------------------------------------------------


def raise_choices(state: State) -> tuple[s.Action, ...]:
    """Return the actions in the segment of new units: raise, rebuild, convert, join (9.0), and levy rolls."""
    step = state.agenda[-1]
    found: list[s.Action] = []
    if pays_and_collects(state, step.who):
        found += _levies(state, step.who)
        for place in muster_places(state, step.who):
            found += _raises(state, step.who, place) + _rebuilds(state, step.who, place)
        found += _conversions(state, step.who)
    elif scenario_constants(state).kinds[step.who] == "Persian":
        found += _persian(state, step.who)
    for power in range(len(state.patron)):
        if major_power_of(state, power) != step.who:
            continue
        frame = scenario_constants(state)
        ally = frame.roles[power] == "ally" and ruling(state, "ally_units") != "9.54"  # 11.16
        if frame.kinds[power] == "barbarian" and not ally:
            found += _musters(state, power)
        elif frame.roles[power] in (*SUBJECT, "neutral"):
            found += _client_raises(state, power)
    found += movement.join_choices(state) + cards.card_plays(state)
    return (*found, s.Keep())


def may_raise_in(state: State, power: int, place: int) -> bool:
    """Return whether a power may raise units in a place: its own, which a contested one is not, and not pillaged (9.12,
    9.17 2 and 5, 10.23)."""
    return 0 <= place < FIRST_STRAIT and control(state, place) == power and place not in state.pillaged


def _levies(state: State, power: int) -> list[s.Action]:
    """Return the levy rolls of leaders in provinces where no capital raises units without a roll (9.12, 9.13)."""
    rolled = {leader for leader, _ in state.levied}
    opened = {state.leaders[leader].place for leader in rolled}
    city = capital_of(state, power)
    return [
        s.LevyRoll(leader.name)
        for number, leader in enumerate(state.leaders)
        if leader.owner == power
        and leader.place != NONE
        and number not in rolled
        and may_raise_in(state, power, leader.place)
        and leader.place not in opened
        and not (city and city.csp and city.place == leader.place)
        and state.treasury[power] > 0
    ]


def begin_levy_roll(state: State, action: s.LevyRoll) -> State:
    """Begin a leader's levy roll (9.13)."""
    number = leader_named(state, action.leader)
    return push(state, Pending(Due.LEVY_ROLL, state.agenda[-1].actor, state.leaders[number].place, number))


def levy_roll(state: State, action: s.Die) -> State:
    """Resolve a levy roll: above the rating the leader can still raise units, but then gets no OP (9.14)."""
    step = state.agenda[-1]
    failed = int(action.die > state.leaders[step.who].rating)
    return replace(pop(state), levied=(*state.levied, (step.who, failed)))


def muster_places(state: State, power: int) -> list[int]:
    """Return the provinces where a power may raise units now: its capital's, and those where a leader has rolled."""
    city = capital_of(state, power)
    places = {state.leaders[number].place for number, _ in state.levied if state.leaders[number].owner == power}
    if city and city.csp:
        places.add(city.place)
    return sorted(place for place in places if may_raise_in(state, power, place))


def raising_limits(state: State, power: int, place: int, rebuilding: bool) -> dict[str, int]:
    """Return how many units of each kind a power may still raise (or rebuild) in a province this turn (9.12, 9.15,
    9.17): LGN and HI share one limit, as do CAV and HC (17.1), and AUX and BI (15.2).

    A leader creates only AUX and FLEET and rebuilds all kinds; a capital and the supreme leader create all, by option
    15.3 every leader does."""
    city = capital_of(state, power)
    in_capital = city is not None and city.csp > 0 and city.place == place
    levier = next((number for number, _ in state.levied if state.leaders[number].place == place), NONE)
    everything = rebuilding or in_capital or state.leaders[levier].supreme or "15.3" in state.options
    limits = {
        row.unit: row.most
        for row in LEVY
        if (everything or row.new_by == "any")
        and (row.islands or place not in SMALL_ISLANDS)
        and (row.unit != "FLEET" or COASTS[place])
        and (row.unit != "LGN" or is_roman(state, power))
    }
    if "CAV" in limits and "17.1" in state.options:
        limits["HC"] = limits["CAV"]
    if scenario_constants(state).kinds[power] == "barbarian":
        limits = {"BI": limits.get("AUX", 0), "CAV": limits.get("CAV", 0), "FLEET": limits.get("FLEET", 0)}
    found: dict[str, int] = {}
    for unit, most in limits.items():
        group = GROUPS.index(UNIT_KIND[unit])
        left = most - sum(count for where, kind, count in state.raised if (where, kind) == (place, group))
        if left > 0 and _has(state, power, unit):
            found[unit] = left
    return found


def _has(state: State, power: int, unit: str) -> bool:
    """Return whether powers of this kind have such units (9.55, 9.66), and the game with its options (15.6)."""
    foot = FOOT.get(scenario_constants(state).kinds[power])
    return (foot is None or unit in (foot, "CAV", "HC", "FLEET")) and not (unit == "AUX" and "15.6" in state.options)


def _raises(state: State, power: int, place: int) -> list[s.Action]:
    anew = raising_limits(state, power, place, False)
    again = raising_limits(state, power, place, True)
    found: list[s.Action] = []
    for unit in again | anew:
        at = s.COUNTERS.index(unit)
        stock = state.eliminated[power][at] or (unit in anew and state.unused[power][at])
        if stock and COSTS[unit].create <= state.treasury[power]:
            found += [s.Raise(there, unit, name_of(state, power)) for there in building_places(state, place, unit)]
    return found


def _rebuilds(state: State, power: int, place: int) -> list[s.Action]:
    here = units_in_province(state, power, place)
    return [
        s.Rebuild(PLACES[place], unit, name_of(state, power))
        for unit in raising_limits(state, power, place, True)
        if here[s.COUNTERS.index(f"r{unit}")] and COSTS[unit].rebuild <= state.treasury[power]
    ]


def raise_unit(state: State, action: s.Raise) -> State:
    """Place a new unit in the province, a fleet on its coast; eliminated ones come back first."""
    power, there = scenario_constants(state).powers.index(action.power), INDEX[action.place]
    place = province_of(there)
    if action.unit == WARBANDS:
        state = replace(state, raised=(*state.raised, (place, MUSTERED, power)))
        return push(state, Pending(Due.MUSTER_DRAW, state.agenda[-1].actor, place, power, 1))
    if action.unit.startswith("FLEET for "):
        return _built(state, power, there, action.unit.removeprefix("FLEET for "))
    full = s.STRENGTH[s.COUNTERS.index(action.unit)]
    state = _counted(state, place, action.unit, full if _by_csp(state, power) else 1)
    if pays_and_collects(state, power):
        state = _drilled(pay_into(state, power, -COSTS[action.unit].create), place)
    return subjects.place_full_counter(state, power, there, action.unit)


def _counted(state: State, place: int, unit: str, amount: int) -> State:
    return replace(state, raised=(*state.raised, (place, GROUPS.index(UNIT_KIND[unit]), amount)))


def _by_csp(state: State, power: int) -> bool:
    """Return whether a power raises units up to a CSP, unpaid: Parthia and Persia as major powers (9.62 to 9.65)."""
    persian = scenario_constants(state).kinds[power] == "Persian" and is_active_major(state, power)
    return persian and not pays_and_collects(state, power)


def _drilled(state: State, place: int) -> State:
    """9.14: a leader that raises units although its levy roll failed has no operations points in the coming phase."""
    for number, failed in state.levied:
        if failed and state.leaders[number].place == place:
            state = with_leader(state, number, drilling=True)
    return state


def rebuild(state: State, action: s.Rebuild) -> State:
    """Turn a reduced unit to its full side (9.12 c)."""
    power, place = scenario_constants(state).powers.index(action.power), INDEX[action.place]
    at = s.COUNTERS.index(action.unit)
    state = _counted(state, place, action.unit, s.STRENGTH[at] - s.STRENGTH[at + 1] if _by_csp(state, power) else 1)
    if pays_and_collects(state, power):
        state = _drilled(pay_into(state, power, -COSTS[action.unit].rebuild), place)
    return restore_unit(state, power, place, action.unit)


def restore_unit(state: State, power: int, place: int, unit: str) -> State:
    """Turn one reduced counter of a power in a province, or on its coasts, to its full side."""
    at = s.COUNTERS.index(f"r{unit}")
    group = next(
        each for each in state.groups if each.owner == power and province_of(each.place) == place and each.units[at]
    )
    return with_units(state, group, s.plus(s.minus(group.units, s.only(f"r{unit}")), s.only(unit)))


def _conversions(state: State, power: int) -> list[s.Action]:
    """Return the conversions (9.3) of a full fleet on a coast (a ruling says whose): to rLGN (Romans), rHI or AUX."""
    found: list[s.Action] = []
    anywhere = ruling(state, "conversion_port") == "any"
    for group in state.groups:
        if group.owner != power or not group.units[FLEET] or not is_coast(group.place):
            continue
        if not (anywhere or is_friendly(state, province_of(group.place), camp(state, power))):
            continue
        for row in CONVERSIONS:
            action = s.Convert(PLACES[group.place], row.unit)
            if (
                in_stock(state, power, row.unit)
                and _has(state, power, row.unit)
                and (is_roman(state, power) or not row.roman_only)
                and action not in found
            ):
                found.append(action)
    return found


def convert(state: State, action: s.Convert) -> State:
    """Replace a fleet by a land unit, each counter going back to or coming from the unused ones."""
    power, coast = state.agenda[-1].who, INDEX[action.place]
    row = next(row for row in CONVERSIONS if row.unit == action.unit)
    group = next(each for each in state.groups if each.owner == power and each.place == coast and each.units[FLEET])
    state = into_stock(without_counter(state, group, "FLEET"), power, s.only("FLEET"))
    units = s.only(f"r{row.unit}" if row.reduced else row.unit)
    return subjects.place_counters(state, power, province_of(coast), units, known=group.known)


# Powers that pay nothing ----------------------------------------------------------------------------------------------


def _client_raises(state: State, power: int) -> list[s.Action]:
    """Return the raise actions of a client or an ally (9.43, 9.44, 11.16, 11.26): in its capital's province, as many
    units as its home's revenue value (a ruling says which), one fleet at most."""
    city = capital_of(state, power)
    home = city.place if city else min(scenario_constants(state).homes[power], key=PLACES.__getitem__, default=NONE)
    if home == NONE or not may_raise_in(state, power, home) or power not in _summoned(state, power):
        return []
    homes = scenario_constants(state).homes[power] | {home} if ruling(state, "client_units") == "any" else {home}
    worth = max(PROVINCE[place].revenue for place in homes)
    if sum(count for place, _, count in state.raised if place == home) >= worth:
        return []
    here = units_in_province(state, power, home)
    found: list[s.Action] = []
    for unit in _client_units(state, power, home):
        if in_stock(state, power, unit):
            found += [s.Raise(there, unit, name_of(state, power)) for there in building_places(state, home, unit)]
        if here[s.COUNTERS.index(f"r{unit}")]:
            found.append(s.Rebuild(PLACES[home], unit, name_of(state, power)))
    return found


def _client_units(state: State, power: int, home: int) -> list[str]:
    """Return the kinds that a minor power may raise: fleets only on a coast, one per turn (9.45, 9.55, 9.66)."""
    kinds = {"Persian": ["AUX", "CAV"], "barbarian": ["BI", "CAV"]}.get(
        scenario_constants(state).kinds[power], ["HI", "AUX", "CAV"]
    )
    kinds = ["AUX"] if home in SMALL_ISLANDS else kinds
    launched = any(place == home and kind == GROUPS.index("FLEET") for place, kind, _ in state.raised)
    return kinds if launched or not COASTS[home] else [*kinds, "FLEET"]


def in_stock(state: State, power: int, unit: str) -> int:
    """Return how many counters of a kind a power has off the map."""
    number = s.COUNTERS.index(unit)
    if unit == "AUX" and "15.6" in state.options:
        return 0
    return state.eliminated[power][number] + state.unused[power][number]


def _summoned(state: State, power: int) -> frozenset[int]:
    """11.16, 11.26: allies and clients raise only when they were called in the turn before."""
    return state.summoned if scenario_constants(state).roles[power] in SUBJECT else frozenset({power})


def _persian(state: State, power: int) -> list[s.Action]:
    """Return actions of Parthia or Persia: new or rebuilt AUX, cavalry, fleets in its part of Persia (9.61 to 9.66)."""
    found: list[s.Action] = []
    for place in persian_places(state, power):
        left = production_left(state, power, place)
        here = units_in_province(state, power, place)
        for unit in ("AUX", "CAV", "FLEET", *(("HC",) if "17.1" in state.options else ())):
            at = s.COUNTERS.index(unit)
            if unit == "FLEET" and not COASTS[place]:
                continue
            if s.STRENGTH[at] <= left and in_stock(state, power, unit):
                found += [s.Raise(there, unit, name_of(state, power)) for there in building_places(state, place, unit)]
            if here[at + 1] and s.STRENGTH[at] - s.STRENGTH[at + 1] <= left:
                found.append(s.Rebuild(PLACES[place], unit, name_of(state, power)))
    return found


def persian_places(state: State, power: int) -> list[int]:
    """Return the provinces of the region Persia where Parthia or Persia may raise units: with a leader in it, or the
    capital's (9.63; a ruling)."""
    places = {leader.place for leader in state.leaders if leader.owner == power}
    city = capital_of(state, power)
    if city and city.csp and ruling(state, "persian_capital") == "9.63":
        places.add(city.place)
    return [place for place in sorted(places & {*OF_REGION["Persia"]}) if may_raise_in(state, power, place)]


def production_left(state: State, power: int, place: int) -> int:
    """Return the CSP that may still be raised in a province: its revenue value plus, with a leader, the rating and the
    capital's points (9.64, 9.65, 10.33)."""
    ratings = [leader.rating for leader in state.leaders if (leader.owner, leader.place) == (power, place)]
    total = PROVINCE[place].revenue + (max(ratings) + city_income(state, power, place) if ratings else 0)
    return total - sum(count for where, _, count in state.raised if where == place)


def _musters(state: State, power: int) -> list[s.Action]:
    """Return the actions of barbarians in the segment of new units (9.51 to 9.56): draw a marker for one of their
    provinces (allies if called, 11.16), and exchange infantry or cavalry there for fleets, one for one."""
    if pays_and_collects(state, power) or power not in _summoned(state, power):
        return []
    drawn = [place for place, kind, by in state.raised if (kind, by) == (MUSTERED, power)]
    if not drawn:
        places = [place for place in range(len(PROVINCE)) if may_raise_in(state, power, place)]
        return [s.Raise(PLACES[place], WARBANDS, name_of(state, power)) for place in places]
    place = drawn[0]  # 9.56: a fleet on a coast for a warband there
    if not (may_raise_in(state, power, place) and COASTS[place] and in_stock(state, power, "FLEET")):
        return []
    here = units_of(group for group in state.groups if group.owner == power and group.place == place)
    return [
        s.Raise(there, f"FLEET for {unit}", name_of(state, power))
        for unit in ("BI", "CAV")
        if here[s.COUNTERS.index(unit)]
        for there in building_places(state, place, "FLEET")
    ]


def place_warbands(state: State, action: s.Warbands) -> State:
    """Place the warbands in the province (9.54)."""
    step = state.agenda[-1]
    state, warbands = subjects.show_marker(state, action)
    if step.note == (TABLE,):
        return create_units(state, step.who, step.place, warbands)
    return subjects.raise_warbands(state, step.who, step.place, warbands)


def create_units(state: State, power: int, place: int, number: int) -> State:
    """Place the table's units for a marker (16.42 D): no HI or cavalry on the small islands, fleets only on a coast."""
    frame = scenario_constants(state)
    for counter, count in zip(s.COUNTERS, frame.creation[frame.kinds[power] == "Persian"][number - 1]):
        ship = counter.endswith("FLEET")
        barred = place in SMALL_ISLANDS and not ship and counter != "AUX"
        if count and not barred and (COASTS[place] or not ship):
            state = subjects.place_counters(state, power, COASTS[place][0] if ship else place, s.only(counter, count))
    return state


def _built(state: State, power: int, there: int, unit: str) -> State:
    """9.56: exchange a unit, whose counter becomes unused, for a fleet."""
    place = province_of(there)
    group = next(
        each
        for each in state.groups
        if each.owner == power and each.place == place and each.units[s.COUNTERS.index(unit)]
    )
    state = into_stock(without_counter(state, group, unit), power, s.only(unit))
    return subjects.place_full_counter(state, power, there, "FLEET")


def end_raising(state: State, action: s.Keep) -> State:
    """End the segment for this player; its Roman provinces have their limes again (10.68)."""
    power = state.agenda[-1].who
    limes = tuple(
        max(now, scenario_constants(state).limes_at(place)) if control(state, place) == power else now
        for place, now in enumerate(state.limes)
    )
    return replace(pop(state), raised=(), levied=(), limes=limes if is_roman(state, power) else state.limes)


# Ways for revenue and supply ------------------------------------------------------------------------------------------


def seat_of(state: State, power: int) -> int:
    """Return the place where a power's revenue and supply go: its capital, or its supreme leader without one (3.53)."""
    city = capital_of(state, power)
    if city is not None:
        return city.place if city.csp and not is_captured(state, city) else NONE
    king = supreme_leader(state, power)
    return province_of(king.place) if king is not None else NONE


def collecting_provinces(state: State, power: int) -> frozenset[int]:
    """Return the provinces with a clear way to a power's capital (7.5): through no province that enemies, their units
    or another major power's allies and clients hold, nor one of Barbaricum or with others' barbarians (a ruling); over
    water only with a fleet of its own (7.7)."""
    side, kinds = camp(state, power), scenario_constants(state).kinds
    strict = ruling(state, "barbarian_way") == "any"
    barred = {
        each.place for each in state.groups if strict and kinds[each.owner] == "barbarian" and each.owner != power
    }
    ships = any(has_fleet(group.units) and group.owner == power for group in state.groups)

    def clear(place: int) -> bool:
        if place >= len(PROVINCE):
            return True
        if state.markers[place] or place in barred or any(other != side for other in land_camps(state, place)):
            return False
        owner = state.garrisons[place]
        return owner == NONE or camp(state, owner) == side or _harmless(state, owner)

    return _reached(state, power, clear, lambda place: True, ships)


def _harmless(state: State, owner: int) -> bool:
    """Return whether revenue may pass through the owner's land: neutral and not barbarian (7.5)."""
    return state.patron[owner] == NONE and scenario_constants(state).kinds[owner] != "barbarian"


def supplied_places(state: State, power: int) -> frozenset[int]:
    """Return the places from which a supply path leads to the capital (3.9, 8.4): through no place with others' units,
    on land or water, no other player's province, never through Barbaricum; over water only while its camp has a fleet
    on the map. A hostile province that the force itself is in may be the path's end."""
    side = camp(state, power)
    ships = any(has_fleet(group.units) and camp(state, group.owner) == side for group in state.groups)

    def clear(place: int) -> bool:
        if place < len(PROVINCE) and state.markers[place]:
            return False
        if place >= FIRST_STRAIT and has_enemy_fleets(state, place, side):
            return False
        return all(other == side for other in land_camps(state, place))

    def ends(place: int) -> bool:
        """Whether a path may lead to a place and no farther: another player's, or barbarians'."""
        owner = state.garrisons[place] if place < len(PROVINCE) else NONE
        return owner != NONE and camp(state, owner) != side and not _harmless(state, owner)

    return _reached(state, power, clear, lambda place: not has_enemy_fleets(state, place, side), ships, ends)


def supply_networks(state: State) -> dict[int, frozenset[int]]:
    """Return the supplied places of each power that a player controls: from its major power's capital, and from a
    client's or an ally's own (8.4; a ruling)."""
    ways: dict[int, frozenset[int]] = {}
    for power, patron in enumerate(state.patron):
        if patron == NONE:
            continue
        major = major_power_of(state, power)
        city = capital_of(state, power) is not None and ruling(state, "client_supply") == "friendly"
        own = supplied_places(state, power) if power == major or city else frozenset()
        ways[power] = own if power == major else own | ways.get(major, supplied_places(state, major))
    return ways


def _reached(
    state: State,
    power: int,
    clear: Callable[[int], bool],
    open_sea: Callable[[int], bool],
    ships: bool,
    ends: Callable[[int], bool] = lambda place: False,
) -> frozenset[int]:
    def steps(place: int) -> tuple[int, ...]:
        """Return the neighbouring places that a way may lead through."""
        water = COASTS[place] if place < FIRST_STRAIT else SEA_STEPS[place]
        ways = LAND_STEPS[place] if place < FIRST_COAST else (province_of(place),) if place < FIRST_SEA else ()
        near = (*ways, *(water if ships or place >= FIRST_COAST else ()))
        return () if place != start and ends(place) else tuple(each for each in near if open_(each))

    def open_(place: int) -> bool:
        if place >= FIRST_COAST:
            return open_sea(place)
        return not (place < FIRST_STRAIT and PROVINCE[place].impassable) and clear(place)

    start = seat_of(state, power)
    return frozenset(steps_from(start, steps)) if start != NONE else frozenset()
