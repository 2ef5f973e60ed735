"""Retreat and regroup: legal destinations by road, by sea and as navis (7.6-7.83)."""

from __future__ import annotations

from dataclasses import replace

from gamekit.julius_caesar.blocks import NAVIS
from gamekit.julius_caesar.places import (
    LIMITS,
    NUMBERS,
    PORTS_OF,
    ROAD_BETWEEN,
    SEAS_OF,
    WATERS,
    WAYS,
    is_sea,
)
from gamekit.julius_caesar.readings import NAVIS_RETREAT, SEA_RETREATS
from gamekit.julius_caesar.rules.control import Counts, counts, fighting, friendly, moved_to
from gamekit.julius_caesar.state import Phase, State

MOST_BY_SEA = NUMBERS["sea_retreats"]


def havens(state: State, block: int) -> list[int]:
    """Every place that a block in battle may retreat to now."""
    held = counts(state)
    side = state.side[block]
    if NAVIS[block]:
        return navis_havens(state, side, held)
    return sorted({*road_havens(state, side, held), *sea_havens(state, side, held)})


def road_havens(state: State, side: int, held: Counts) -> list[int]:
    """Neighbouring cities that a land block of a side may retreat to by road (7.61-7.63).

    Attackers go back by their own roads, or to any friendly city; defenders go by any road but the attackers'.
    """
    combat = fighting(state)
    attacking = side == combat.attacker
    found = []
    for way in WAYS[combat.place]:
        mine, theirs = held[side][way.to], held[1 - side][way.to]
        if theirs or combat.roads.count(way.road) >= LIMITS[way.road].retreat:
            continue
        if (mine or way.to in combat.origins[side]) if attacking else way.to not in combat.origins[1 - side]:
            found.append(way.to)
    return found


def sea_havens(state: State, side: int, held: Counts) -> list[int]:
    """Friendly ports over one friendly sea, for one land block a round (7.64)."""
    combat = fighting(state)
    if (sum(combat.sailed) if SEA_RETREATS in state.online else combat.sailed[side]) >= MOST_BY_SEA:
        return []
    seas = (sea for sea in SEAS_OF[combat.place] if friendly(held, sea, side))
    return sorted({port for sea in seas for port in PORTS_OF[sea] if friendly(held, port, side)})


def navis_havens(state: State, side: int, held: Counts) -> list[int]:
    """Where a navis of a side may retreat (7.82).

    To a friendly sea beside it; attackers also to the vacant sea or port they came from, defenders to a vacant sea
    that no attacker came from; and to a friendly port of the same sea, from a port over a sea that is open to it.
    """
    combat = fighting(state)
    here, theirs = combat.place, held[1 - side]
    attacking = side == combat.attacker
    own, others = combat.origins[side], combat.origins[1 - side]

    def vacant_and_open(place: int) -> bool:
        return not held[side][place] and not theirs[place] and (place in own if attacking else place not in others)

    seas = [sea for sea in SEAS_OF[here] if friendly(held, sea, side) or vacant_and_open(sea)]
    at_sea = is_sea(here)  # else a port they came from is that of land blocks beside them
    onward = () if NAVIS_RETREAT in state.online else seas
    shores = PORTS_OF[here] if at_sea else [port for sea in onward for port in PORTS_OF[sea]]
    ports = [port for port in shores if friendly(held, port, side) or (at_sea and attacking and vacant_and_open(port))]
    return sorted({*seas, *ports})


def regroups(state: State, block: int, held: Counts) -> list[int]:
    """The places where a winning block may regroup: neighbours that are friendly or vacant (7.7, 7.83)."""
    combat, side = fighting(state), state.side[block]
    theirs = held[1 - side]
    if not NAVIS[block]:
        roads = combat.roads
        ways = (way for way in WAYS[combat.place] if roads.count(way.road) < LIMITS[way.road].move)
        return [way.to for way in ways if not theirs[way.to]]
    return [to for to in WATERS[combat.place] if not theirs[to]]


def go(state: State, block: int, place: int) -> State:
    """Move a block out of the battle; it uses up a road, or a sea where no road is open."""
    combat, side = fighting(state), state.side[block]
    if NAVIS[block]:
        return moved_to(state, block, place)
    if state.phase == Phase.REGROUP_TO or place in road_havens(state, side, counts(state)):
        road = ROAD_BETWEEN[combat.place, place]
        combat = replace(combat, roads=tuple(sorted((*combat.roads, road))))
    else:
        combat = replace(combat, sailed=(combat.sailed[0] + (side == 0), combat.sailed[1] + (side == 1)))
    return moved_to(replace(state, combat=combat), block, place)
