"""The map, the powers and the moments of event cards as records; the areas as numbers, with their neighbours.

We do not have the printed map and province cards. Each row's ``source`` gives the clause that states it, what it
follows from (``derived:``), or why it was judged (see ``judged``).

Areas by number: provinces come first, then straits, then the coasts of provinces (a province on two seas has two, 5.6),
then seas. Land units are in provinces and straits, fleets on coasts and in straits, and at sea only while sailing."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from gamekit.probability.distribution import Basis
from gamekit.roma_victrix.tables import GAME, HEAVY_CAVALRY, rows_by_key
from gamekit.storage import data_files
from gamekit.text.translation import note

POWER_KINDS: Final = ("Roman", "civilised", "Persian", "barbarian")
ENDS: Final = {"land": 2, "pass": 2, "strait": 1, "coast": 1, "sea": 0}  # number of a link's ends in provinces
MOMENTS: Final = {  # moment of a card: the player (phasing, another one, a side of the combat, anyone)
    "any time": "any",
    "own phase": "phasing",
    "enemy moves": "other",
    "enemy sails": "other",
    "enemy enters": "other",
    "land combat": "side",
    "naval combat": "side",
    "siege combat": "side",
}


@dataclass(frozen=True, slots=True)
class Province:
    """A land area: its region, revenue value (0 to 3), and the point of its label in degrees.

    ``island`` is one of the island provinces of 3.9; ``impassable`` one that no land unit enters (3.22)."""

    name: str
    region: str
    revenue: int
    coastal: bool
    island: bool
    impassable: bool
    lon: float
    lat: float
    source: str


@dataclass(frozen=True, slots=True)
class Sea:
    """A sea area, or a strait, which is an area for ships and for land units (3.23)."""

    name: str
    strait: bool
    lon: float
    lat: float
    source: str


@dataclass(frozen=True, slots=True)
class Link:
    """A link between two adjacent areas.

    ``land`` and ``pass`` join provinces, ``strait`` a province and the strait that its land units cross, ``coast`` a
    province and a sea, ``sea`` seas and straits for ships."""

    a: str
    b: str
    kind: str
    source: str

    def __post_init__(self) -> None:
        if self.kind not in ENDS:
            raise ValueError(f"kind is {self.kind!r}; it should be one of {', '.join(ENDS)}")


@dataclass(frozen=True, slots=True)
class Power:
    """A power (3.8): its kind, and its usual size (major or minor) and capital, which a scenario may change.

    ``heavy_cavalry`` names its share of heavy cavalry in ``HEAVY_CAVALRY``. A minor power is a barbarian ally, a
    client state or neutral, as the scenario says (3.85)."""

    name: str
    kind: str
    size: str
    capital: str | None
    heavy_cavalry: str
    source: str

    def __post_init__(self) -> None:
        if self.kind not in POWER_KINDS:
            raise ValueError(f"kind is {self.kind!r}; it should be one of {', '.join(POWER_KINDS)}")
        if self.heavy_cavalry not in HEAVY_CAVALRY:
            raise ValueError(f"heavy_cavalry is {self.heavy_cavalry!r}, which heavy_cavalry.csv does not have")


@dataclass(frozen=True, slots=True)
class NamedCity:
    """A capital with a name (17.23); ``minor`` when it may also be a minor power's (17.24)."""

    province: str
    city: str
    minor: bool
    source: str


@dataclass(frozen=True, slots=True)
class CardTime:
    """An event card and the moments at which it may be played; ``MOMENTS`` gives the player."""

    card: str
    moments: tuple[str, ...]
    source: str

    def __post_init__(self) -> None:
        if not self.moments or set(self.moments) - set(MOMENTS):
            raise ValueError(f"moments are {self.moments}; they should be among {', '.join(MOMENTS)}")


@dataclass(frozen=True, slots=True)
class ObjectiveKind:
    """A kind of victory objective (4.4): the names or number that it needs, and whether each name counts as one."""

    goal: str
    names: str
    each: bool
    source: str


def _steps(links: tuple[Link, ...]) -> Mapping[str, Mapping[str, str]]:
    """Return each area's neighbours with the kind of link. DataError on an unknown or wrong end."""
    found: dict[str, dict[str, str]] = {area: {} for area in (*PROVINCES, *SEAS)}
    for number, link in enumerate(links, 2):
        where = f"{GAME}/links.csv:{number}"
        for here, there in ((link.a, link.b), (link.b, link.a)):
            if here not in found:
                raise data_files.DataError(f"{where}: {here!r} is not a province, sea or strait")
            if there in found[here] or here == there:
                raise data_files.DataError(f"{where}: {here} is linked to {there} already")
            found[here][there] = link.kind
        provinces = (link.a in PROVINCES) + (link.b in PROVINCES)
        if provinces != ENDS[link.kind]:
            raise data_files.DataError(
                f"{where}: a link of kind {link.kind} joins {ENDS[link.kind]} provinces, not {provinces}"
            )
    return found


@cache
def province_cells() -> Mapping[str, Any]:
    """Return each province's outline, rings of points in degrees (judged: linked provinces share a border)."""
    cells = data_files.geojson_shapes(f"{GAME}/province_cells.geojson")
    return {properties["province"]: rings for properties, rings in cells}


PROVINCES: Final = rows_by_key(Province, "provinces", "name")
SEAS: Final = rows_by_key(Sea, "seas", "name")
LINKS: Final = data_files.csv_records(Link, f"{GAME}/links.csv")
STEPS: Final = _steps(LINKS)
REGIONS: Final = {  # region: its provinces, in the order of the file
    region: tuple(each.name for each in PROVINCES.values() if each.region == region)
    for region in dict.fromkeys(each.region for each in PROVINCES.values())
}
POWERS: Final = rows_by_key(Power, "powers", "name")
CITIES: Final = rows_by_key(NamedCity, "cities", "province")
CARD_TIMES: Final = rows_by_key(CardTime, "card_times", "card")
OBJECTIVE_KINDS: Final = rows_by_key(ObjectiveKind, "objectives", "goal")
GEOGRAPHY_BASIS: Final[Basis] = (note("roma_victrix.judged.geography"),)


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
SHORE: Final = {
    FIRST_COAST + number: INDEX[province] for number, (province, _) in enumerate(_COASTS)
}  # coast: province
COASTS: Final = tuple(tuple(coast for coast, at in SHORE.items() if at == number) for number in LAND)
SMALL_ISLANDS: Final = frozenset(  # 9.17 3: all islands but Sicilia
    number for number, province in enumerate(PROVINCE) if province.island and province.name != "Sicilia"
)


LAND_STEPS: Final = tuple(
    tuple(INDEX[name] for name, kind in STEPS[PLACES[number]].items() if kind in ("land", "pass", "strait"))
    for number in LAND
)
PASSES: Final = frozenset(
    (INDEX[here], INDEX[there]) for here in PROVINCES for there, kind in STEPS[here].items() if kind == "pass"
)


def _beside(coast: int) -> list[int]:
    """Return the coasts and straits that ships reach from a coast without crossing the sea (5.61)."""
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
    """Return the province of a coast; any other place itself."""
    return SHORE.get(place, place)


def is_coast(place: int) -> bool:
    """Return whether a place is a coast of a province."""
    return FIRST_COAST <= place < FIRST_SEA


def is_sea(place: int) -> bool:
    """Return whether a place is an open sea area."""
    return place >= FIRST_SEA


def steps_from(start: int, near: Callable[[int], Iterable[int]]) -> dict[int, int]:
    """Return the steps to each place that can be reached, nearest first; ``near`` gives a place's neighbours."""
    found = {start: 0}
    ahead = deque([start])
    while ahead:
        here = ahead.popleft()
        for there in near(here):
            if there not in found:
                found[there] = found[here] + 1
                ahead.append(there)
    return found


@cache
def distances(start: int) -> tuple[int, ...]:
    """Return the distance in areas to each place by the shortest way over land and sea (3.84); coasts count as their
    province.

    >>> distances(INDEX["Latium"])[INDEX["Narbonensis"]]
    2
    """
    found = steps_from(start, _all_steps)
    return tuple(found.get(province_of(place), len(PLACES)) for place in range(len(PLACES)))


def _all_steps(place: int) -> tuple[int, ...]:
    by_land = LAND_STEPS[place] if place < FIRST_COAST else ()
    ships = (coast for start in (COASTS[place] if place < FIRST_COAST else ()) for coast in SEA_STEPS[start])
    at_sea = SEA_STEPS[place] if place >= FIRST_STRAIT else ()
    return tuple(dict.fromkeys(map(province_of, (*by_land, *ships, *at_sea))))
