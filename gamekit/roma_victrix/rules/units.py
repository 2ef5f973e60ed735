"""Groups of counters on the map, fleets and leaders: finding and changing them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any

from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.geography import COASTS, PLACES, province_of
from gamekit.roma_victrix.rules.control import camp, ruling, scenario_constants
from gamekit.roma_victrix.state import NONE, State

Where = Callable[[s.Body], bool]


def sort_and_merge(groups: Iterable[s.Body]) -> tuple[s.Body, ...]:
    """Return the groups sorted, like ones merged, land units and fleets apart, empty ones left out. A merged group is
    known to the players who knew each part."""
    found: dict[tuple[int, int, int, bool, bool, bool], s.Body] = {}
    for group in (part for whole in groups for part in _parts(whole)):
        key = (group.place, group.owner, group.status, group.inside, group.hungry, s.has_fleet(group.units))
        old = found.get(key)
        if old is not None:
            group = replace(group, units=s.plus(old.units, group.units), known=old.known & group.known)
        found[key] = group
    return tuple(found[key] for key in sorted(found))


def _parts(group: s.Body) -> Iterator[s.Body]:
    """Return the land units and the fleets of a group apart; neither when it is empty."""
    land, ships = s.has_land(group.units), s.has_fleet(group.units)
    if land and ships:
        yield replace(group, units=s.land_of(group.units))
        yield replace(group, units=s.fleets_of(group.units))
    elif land or ships:
        yield group


def with_groups(state: State, groups: Iterable[s.Body]) -> State:
    """Return the position with these groups."""
    return replace(state, groups=sort_and_merge(groups))


def change_groups(state: State, where: Where, **changes: Any) -> State:
    """Return the position with these fields of every group that passes ``where`` changed."""
    return with_groups(state, (replace(group, **changes) if where(group) else group for group in state.groups))


def add_group(state: State, group: s.Body) -> State:
    """Return the position with a group added."""
    return with_groups(state, (*state.groups, group))


def split_off(state: State, group: s.Body, units: s.Units, **changes: Any) -> State:
    """Return the position with ``units`` split off a group, and these fields of the part changed."""
    rest = [other for other in state.groups if other is not group]
    kept = replace(group, units=s.minus(group.units, units))
    return with_groups(state, (*rest, kept, replace(group, units=units, **changes)))


def eliminate(state: State, where: Where) -> State:
    """Return the position with every group that passes ``where`` eliminated (9.12: it may be replaced)."""
    gone = [group for group in state.groups if where(group)]
    for group in gone:
        state = into_stock(state, group.owner, group.units, eliminated=True)
    return replace(state, groups=tuple(group for group in state.groups if group not in gone))


def into_stock(state: State, power: int, units: s.Units, eliminated: bool = False) -> State:
    """Return the position with these counters off the map, reduced ones as full: eliminated, or unused (9.0)."""
    lots = state.eliminated if eliminated else state.unused
    lots = s.with_item(lots, power, s.plus(lots[power], s.as_eliminated(units)))
    return replace(state, eliminated=lots) if eliminated else replace(state, unused=lots)


def reduce_counter(state: State, group: s.Body, counter: str) -> State:
    """Turn over one counter of a group, or eliminate it."""
    if counter.startswith("r"):
        return into_stock(without_counter(state, group, counter), group.owner, s.only(counter), eliminated=True)
    return with_units(state, group, s.plus(s.minus(group.units, s.only(counter)), s.only(f"r{counter}")))


def with_units(state: State, group: s.Body, units: s.Units) -> State:
    """Return the position with other counters in a group."""
    return with_groups(state, (replace(each, units=units) if each is group else each for each in state.groups))


def without_counter(state: State, group: s.Body, counter: str) -> State:
    """Return the position with one counter less in a group."""
    return with_units(state, group, s.minus(group.units, s.only(counter)))


def groups_at(state: State, place: int) -> Iterator[s.Body]:
    """Return the groups in a place."""
    return (group for group in state.groups if group.place == place)


def groups_in_hand(state: State, side: int) -> tuple[s.Body, ...]:
    """Return the groups that are with a camp's active leader or take part in its fight."""
    return tuple(group for group in state.groups if group.status == s.Status.HELD and camp(state, group.owner) == side)


def units_of(groups: Iterable[s.Body]) -> s.Units:
    """Return the counters of several groups, added up."""
    return s.total(group.units for group in groups)


def fleets_at(state: State, place: int, side: int | None = None) -> tuple[s.Body, ...]:
    """Return the fleets on a coast or in a strait, of one camp or of all."""
    return tuple(
        group
        for group in state.groups
        if group.place == place and s.has_fleet(group.units) and (side is None or camp(state, group.owner) == side)
    )


def has_enemy_fleets(state: State, place: int, side: int) -> bool:
    """Return whether another camp's fleets lie there."""
    return any(camp(state, group.owner) != side for group in fleets_at(state, place))


def leaders_at(state: State, place: int, side: int) -> tuple[int, ...]:
    """Return a camp's leaders in a province, on its coasts included, the best first."""
    found = (
        number
        for number, leader in enumerate(state.leaders)
        if leader.place != NONE and province_of(leader.place) == place and camp(state, leader.owner) == side
    )
    return tuple(sorted(found, key=lambda number: (-state.leaders[number].rating, number)))


def leader_named(state: State, name: str) -> int:
    """Return the number of the leader of this name."""
    return next(number for number, leader in enumerate(state.leaders) if leader.name == name)


def with_leader(state: State, number: int, **changes: Any) -> State:
    """Return the position with these fields of a leader changed."""
    return replace(state, leaders=s.with_item(state.leaders, number, replace(state.leaders[number], **changes)))


def without_leader(state: State, number: int) -> State:
    """Return the position after a leader has been eliminated (3.34); its power may have a new supreme leader (3.32)."""
    leader = state.leaders[number]
    state = with_leader(replace(state, fallen=state.fallen | {leader.name}), number, place=NONE)
    if state.active and state.active.leader == number:
        state = replace(state, active=replace(state.active, ops=0))
    if (
        not leader.supreme
        or scenario_constants(state).succession[leader.owner] != "heir"
        or supreme_leader(state, leader.owner)
    ):
        return state
    heirs = (n for n, who in enumerate(state.leaders) if who.owner == leader.owner and who.place != NONE)
    heir = min((n for n in heirs if not state.leaders[n].raised), key=lambda n: -state.leaders[n].rating, default=NONE)
    return state if heir == NONE else with_leader(state, heir, supreme=True)


def rating_of(state: State, number: int) -> int:
    """Return the command rating of the leader of this number; 0 for NONE."""
    return state.leaders[number].rating if number != NONE else 0


def supreme_leader(state: State, power: int) -> s.Leader | None:
    """Return a power's supreme leader, or None if it has none alive."""
    return next((who for who in state.leaders if who.owner == power and who.supreme and who.place != NONE), None)


def active_of(state: State) -> s.Active:
    """Return the active leader's state. ValueError if no leader is active."""
    if state.active is None:
        raise ValueError("no leader is active here")
    return state.active


def active_force(state: State) -> tuple[s.Active, s.Leader, int, int]:
    """Return the active leader as (its ``Active`` state, the leader, its place, its camp)."""
    active = active_of(state)
    leader = state.leaders[active.leader]
    return active, leader, leader.place, camp(state, leader.owner)


def active_groups(state: State) -> tuple[s.Body, ...]:
    """Return the groups that are with the active leader."""
    return groups_in_hand(state, active_force(state)[-1])


def units_in_province(state: State, power: int, place: int) -> s.Units:
    """Return a power's counters in a province, on its coasts included."""
    return units_of(group for group in state.groups if group.owner == power and province_of(group.place) == place)


def building_places(state: State, place: int, unit: str) -> list[str]:
    """Return the places where a new unit of a province may be put: a fleet on any of its coasts (5.6; a ruling), the
    first of which is named by the province."""
    coasts = COASTS[place][1:] if unit.startswith("FLEET") and ruling(state, "new_fleets") == "chosen" else ()
    return [PLACES[place], *(PLACES[coast] for coast in coasts)]
