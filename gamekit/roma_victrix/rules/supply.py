"""Ways for revenue and supply: what reaches its capital, and which units are isolated (3.9, 7.5 to 7.7, 8.4)."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from gamekit.roma_victrix.geography import (
    COASTS,
    FIRST_COAST,
    FIRST_SEA,
    FIRST_STRAIT,
    LAND_STEPS,
    PROVINCE,
    SEA_STEPS,
    province_of,
)
from gamekit.roma_victrix.rules.control import (
    camp,
    capital_of,
    is_captured,
    land_camps,
    major_power_of,
    ruling,
    scenario_constants,
)
from gamekit.roma_victrix.rules.units import has_enemy_fleets, supreme_leader
from gamekit.roma_victrix.state import NONE, State, has_fleet


def seat_of(state: State, power: int) -> int:
    """Return where a power's ways lead: its capital, or its supreme leader if it never had one (3.53)."""
    city = capital_of(state, power)
    if city is not None:
        return city.place if city.csp and not is_captured(state, city) else NONE
    king = supreme_leader(state, power)
    return province_of(king.place) if king is not None else NONE


def collecting_provinces(state: State, power: int) -> frozenset[int]:
    """Return the provinces with a clear way to a power's capital (7.5): over no province of enemies or with
    their units, none of another major power's allies and clients, none of Barbaricum or with others' barbarians
    (a ruling); over water only with a fleet of its own (7.7)."""
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
    """Neutral and civilised: no enemy's and no barbarians' (7.5)."""
    return state.patron[owner] == NONE and scenario_constants(state).kinds[owner] != "barbarian"


def supplied_places(state: State, power: int) -> frozenset[int]:
    """Return the places from which a supply path leads to the capital (3.9, 8.4): over no place that others'
    units stand in, on land or water, no other player's province, never through Barbaricum; over water while a
    fleet of its camp is on the map. A force that stands in a hostile province itself is supplied from next door."""
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


def lifelines(state: State) -> dict[int, frozenset[int]]:
    """Return the places in supply of each power that a player controls: from its major power's capital, and from
    a client's or an ally's own (8.4; a ruling)."""
    ways: dict[int, frozenset[int]] = {}
    for power, patron in enumerate(state.patron):
        if patron == NONE:
            continue
        major = major_power_of(state, power)
        own = supplied_places(state, power) if power == major or _own_city(state, power) else frozenset()
        ways[power] = own if power == major else own | ways.get(major, supplied_places(state, major))
    return ways


def _own_city(state: State, power: int) -> bool:
    return capital_of(state, power) is not None and ruling(state, "client_supply") == "friendly"


def _reached(
    state: State,
    power: int,
    clear: Callable[[int], bool],
    open_sea: Callable[[int], bool],
    ships: bool,
    ends: Callable[[int], bool] = lambda place: False,
) -> frozenset[int]:
    start = seat_of(state, power)
    if start == NONE:
        return frozenset()
    found = {start}
    ahead = deque([start])
    while ahead:
        for there in _steps(ahead.popleft(), ships):
            if there not in found and _passable(there, clear, open_sea):
                found.add(there)
                if not ends(there):
                    ahead.append(there)
    return frozenset(found)


def _passable(place: int, clear: Callable[[int], bool], open_sea: Callable[[int], bool]) -> bool:
    if place >= FIRST_COAST:
        return open_sea(place)
    if place < FIRST_STRAIT and PROVINCE[place].impassable:
        return False
    return clear(place)


def _steps(place: int, ships: bool) -> tuple[int, ...]:
    if place < FIRST_STRAIT:
        return (*LAND_STEPS[place], *(COASTS[place] if ships else ()))
    if place < FIRST_COAST:
        return (*LAND_STEPS[place], *(SEA_STEPS[place] if ships else ()))
    return (*SEA_STEPS[place], *((province_of(place),) if place < FIRST_SEA else ()))
