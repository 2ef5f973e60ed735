"""What a seat may reckon of stacks that it has not seen: what was set up and has neither fallen nor been seen."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

from gamekit.roma_victrix import game_state as s
from gamekit.roma_victrix.game_state import FLEET, Body, State, Units
from gamekit.roma_victrix.rules.board import as_eliminated, fleets_of, land_of
from gamekit.roma_victrix.rules.setup import begun


def is_hidden(group: Body) -> bool:
    """Whether a view does not show what the group is."""
    return min(group.units) < 0


@lru_cache(maxsize=16)
def set_up(scenario: str, seats: int, options: frozenset[str]) -> tuple[Units, ...]:
    """Each power's counters at the start, which everybody may read."""
    start = begun(scenario, seats, options, None)
    return tuple(
        s.total(group.units for group in start.groups if group.owner == power) for power in range(len(start.patron))
    )


def pool(state: State, power: int) -> Units:
    """The counters that a power's unseen stacks may hold: set up, not fallen, and not seen anywhere now."""
    start = set_up(state.scenario, state.seats, state.options)[power]
    seen = s.total(group.units for group in state.groups if group.owner == power and not is_hidden(group))
    left = s.minus(s.minus(start, as_eliminated(seen)), state.eliminated[power])
    return tuple(max(0, count) for count in left)


def revealed(state: State) -> State:
    """The position with unseen stacks as they may be at the least: one counter each, and the rest of the pool in the
    first of them, land units and fleets apart. For sums over a power, not for one stack."""
    groups: list[Body] = []
    first: set[tuple[int, bool]] = set()
    for group in state.groups:
        if not is_hidden(group):
            groups.append(group)
            continue
        afloat = bool(group.units[FLEET])
        units = pool(state, group.owner) if (group.owner, afloat) not in first else s.NO_UNITS
        first.add((group.owner, afloat))
        part = fleets_of(units) if afloat else land_of(units)
        groups.append(replace(group, units=part if any(part) else s.only("FLEET" if afloat else "AUX")))
    return replace(state, groups=tuple(groups))
