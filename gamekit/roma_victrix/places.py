"""The areas of the map as numbers, and what lies next to what by land and by sea.

Provinces come first, then straits, then the coasts of provinces (a province on two seas has two, 5.6), then seas.
Land units stand in provinces and straits, fleets on coasts and in straits, and ships at sea only while they sail."""

from __future__ import annotations

from collections import deque
from functools import cache
from typing import Final

from gamekit.roma_victrix.geography import PROVINCES, REGIONS, SEAS, STEPS

_COASTS: Final = tuple((province, sea) for province in PROVINCES for sea in SEAS if STEPS[province].get(sea) == "coast")
_STRAITS: Final = tuple(name for name, sea in SEAS.items() if sea.strait)
_OPEN: Final = tuple(name for name, sea in SEAS.items() if not sea.strait)
PLACES: Final = (*PROVINCES, *_STRAITS, *(f"{province} ({sea})" for province, sea in _COASTS), *_OPEN)
INDEX: Final = {name: number for number, name in enumerate(PLACES)}
FIRST_STRAIT: Final = len(PROVINCES)
FIRST_COAST: Final = FIRST_STRAIT + len(_STRAITS)
FIRST_SEA: Final = FIRST_COAST + len(_COASTS)
LAND: Final = range(FIRST_COAST)
PROVINCE: Final = tuple(PROVINCES.values())
OF_REGION: Final = {region: tuple(INDEX[name] for name in names) for region, names in REGIONS.items()}
REGION: Final = tuple(province.region for province in PROVINCE)
SHORE: Final = {
    FIRST_COAST + number: INDEX[province] for number, (province, _) in enumerate(_COASTS)
}  # coast: province
COASTS: Final = tuple(tuple(coast for coast, at in SHORE.items() if at == number) for number in LAND)
SMALL_ISLANDS: Final = frozenset(  # 9.17 3: all islands but Sicilia
    number for number, province in enumerate(PROVINCE) if province.island and province.name != "Sicilia"
)


def _land_steps(number: int) -> tuple[int, ...]:
    near = STEPS[PLACES[number]]
    return tuple(INDEX[name] for name, kind in near.items() if kind in ("land", "pass", "strait"))


LAND_STEPS: Final = tuple(_land_steps(number) for number in LAND)
PASSES: Final = frozenset(
    (INDEX[here], INDEX[there]) for here in PROVINCES for there, kind in STEPS[here].items() if kind == "pass"
)


def _beside(coast: int) -> list[int]:
    """The coasts and straits that ships reach from a coast without crossing the sea (5.61)."""
    province, sea = _COASTS[coast - FIRST_COAST]
    found = []
    for name, kind in STEPS[province].items():
        if kind in ("land", "pass") and (name, sea) in _COASTS:
            found.append(FIRST_COAST + _COASTS.index((name, sea)))
        elif kind == "strait" and sea in STEPS[name]:
            found.append(INDEX[name])
    return found


def _sea_steps() -> tuple[tuple[int, ...], ...]:
    found: dict[int, set[int]] = {number: set() for number in range(FIRST_STRAIT, len(PLACES))}
    for coast, (_, sea) in enumerate(_COASTS, FIRST_COAST):
        for there in (INDEX[sea], *_beside(coast)):
            found[coast].add(there)
            found[there].add(coast)
    for name in (*_STRAITS, *_OPEN):
        found[INDEX[name]] |= {INDEX[there] for there, kind in STEPS[name].items() if kind == "sea"}
    return (*((),) * FIRST_STRAIT, *(tuple(sorted(found[number])) for number in sorted(found)))


SEA_STEPS: Final = _sea_steps()


def province_of(place: int) -> int:
    """The province of a coast; any other place itself."""
    return SHORE.get(place, place)


def is_coast(place: int) -> bool:
    """Whether it is a coast of a province."""
    return FIRST_COAST <= place < FIRST_SEA


def is_sea(place: int) -> bool:
    """Whether it is an open sea area."""
    return place >= FIRST_SEA


@cache
def distances(start: int) -> tuple[int, ...]:
    """How many areas away each place lies by the shortest way over land and sea (3.84); coasts count as their province.

    >>> distances(INDEX["Latium"])[INDEX["Narbonensis"]]
    2
    """
    found = {start: 0}
    ahead = deque([start])
    while ahead:
        here = ahead.popleft()
        for there in _all_steps(here):
            if there not in found:
                found[there] = found[here] + 1
                ahead.append(there)
    return tuple(found.get(province_of(place), len(PLACES)) for place in range(len(PLACES)))


def _all_steps(place: int) -> tuple[int, ...]:
    by_land = LAND_STEPS[place] if place < FIRST_COAST else ()
    ships = (coast for start in (COASTS[place] if place < FIRST_COAST else ()) for coast in SEA_STEPS[start])
    at_sea = SEA_STEPS[place] if place >= FIRST_STRAIT else ()
    return tuple(dict.fromkeys(map(province_of, (*by_land, *ships, *at_sea))))
