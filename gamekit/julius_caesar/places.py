"""The map and the cards: cities, roads, seas, what lies beside what, and the numbers printed in the rules.

Places are counted: cities first, then seas, in the order of their files; so are roads and card designs. The
rules work on these numbers, everything that a person meets carries names."""

from __future__ import annotations

from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from typing import Final, NamedTuple

from gamekit.data import rows


class RoadClass(StrEnum):
    """How much a road carries (4.31, 4.32)."""

    MAJOR = "major"
    MINOR = "minor"
    STRAIT = "strait"


@dataclass(frozen=True, slots=True)
class City:
    """A city of the map (4.2): its value in VP, and for a port the seas it lies on (4.42)."""

    name: str
    name_ja: str
    value: int
    port: bool
    major_port: bool
    seas: tuple[str, ...]
    island: str | None
    symbol: str | None
    lat: float
    lon: float
    source: str


@dataclass(frozen=True, slots=True)
class Road:
    """A road or a strait between two cities (4.3)."""

    city_a: str
    city_b: str
    class_: RoadClass
    road_name: str | None
    source: str


@dataclass(frozen=True, slots=True)
class Sea:
    """A sea and the ports on it (4.4, 4.42)."""

    sea: str
    printed_map_name: str
    ports: tuple[str, ...]
    source: str


@dataclass(frozen=True, slots=True)
class SeaBorder:
    """Two seas that meet (4.4)."""

    sea_a: str
    sea_b: str
    source: str


@dataclass(frozen=True, slots=True)
class Limits:
    """How many blocks a road of a class carries: moves, attacks, attacks under Pluto, and retreats a round (6.11)."""

    class_: RoadClass
    move: int
    attack: int
    pluto: int
    retreat: int
    source: str


@dataclass(frozen=True, slots=True)
class Card:
    """A card design (2.1): a command card has move and levy points, an event has none."""

    kind: str
    name: str
    move: int | None
    levy: int | None
    count: int
    source: str


@dataclass(frozen=True, slots=True)
class Start:
    """Where a block begins (5.1): a city, or the levy pool."""

    side: str
    block: str
    location: str
    strength: str | None
    source: str


@dataclass(frozen=True, slots=True)
class Printed:
    """A number printed in the rules."""

    name: str
    value: int
    source: str


class Way(NamedTuple):
    """A road as seen from one of its ends."""

    to: int
    road: int


NUMBERS: Final = {row.name: row.value for row in rows(Printed, "julius_caesar/numbers.csv")}
CITIES: Final = {city.name: city for city in rows(City, "julius_caesar/cities.csv")}
SEAS: Final = {sea.sea: sea for sea in rows(Sea, "julius_caesar/sea_names.csv")}
ROADS: Final = rows(Road, "julius_caesar/roads.csv")
BORDERS: Final = rows(SeaBorder, "julius_caesar/seas.csv")
CARDS: Final = {card.name: card for card in rows(Card, "julius_caesar/cards.csv")}
SETUP: Final = rows(Start, "julius_caesar/setup.csv")

PLACES: Final = (*CITIES, *SEAS)
PLACE: Final = {name: number for number, name in enumerate(PLACES)}
FIRST_SEA: Final = len(CITIES)
POOL: Final = len(PLACES)  # face down in its side's levy pool (5.2)
FALLEN: Final = POOL + 1  # face up in the pool until next year (7.5)
TROPHY: Final = POOL + 2  # a leader who is dead (7.51)
ASIDE: Final = POOL + 3  # still to be deployed (5.3)
OFF_MAP: Final = {POOL: "pool", FALLEN: "fallen", TROPHY: "trophy", ASIDE: "aside"}

VALUE: Final = tuple(city.value for city in CITIES.values())
PORT: Final = tuple(city.port for city in CITIES.values())
MAJOR_PORT: Final = tuple(city.major_port for city in CITIES.values())
ROME: Final = PLACE["Rome"]
ALEXANDRIA: Final = PLACE["Alexandria"]

_limits = {row.class_: row for row in rows(Limits, "julius_caesar/road_limits.csv")}
LIMITS: Final = tuple(_limits[road.class_] for road in ROADS)  # by number of the road
CARD: Final = {name: number for number, name in enumerate(CARDS)}
DESIGNS: Final = tuple(CARDS.values())


def _ways() -> tuple[tuple[Way, ...], ...]:
    found: list[list[Way]] = [[] for _ in PLACES]
    for number, road in enumerate(ROADS):
        here, there = place(road.city_a), place(road.city_b)
        found[here].append(Way(there, number))
        found[there].append(Way(here, number))
    return tuple(tuple(sorted(ways)) for ways in found)


def _waters() -> tuple[tuple[int, ...], ...]:
    found: list[set[int]] = [set() for _ in PLACES]
    pairs = [(sea.sea, port) for sea in SEAS.values() for port in sea.ports]
    pairs += [(border.sea_a, border.sea_b) for border in BORDERS]
    for here, there in ((place(a), place(b)) for a, b in pairs):
        found[here].add(there)
        found[there].add(here)
    return tuple(tuple(sorted(near)) for near in found)


def place(name: str) -> int:
    """The number of a city or sea; ValueError with near names for any other.

    >>> PLACES[place("Rome")]
    'Rome'
    """
    if name not in PLACE:
        near = get_close_matches(str(name), PLACE, 3, 0.5)
        hint = f"; near names: {', '.join(near)}" if near else "; for example Rome, Massilia or the sea Internum"
        raise ValueError(f"no city or sea is called {name!r}{hint}")
    return PLACE[name]


def is_sea(number: int) -> bool:
    """Whether a place on the map is a sea."""
    return FIRST_SEA <= number < POOL


WAYS: Final = _ways()  # by place: the roads that leave it
WATERS: Final = _waters()  # by place: where a navis may sail from it (6.2): a port's seas, a sea's seas and ports
SEAS_OF: Final = tuple(tuple(near for near in WATERS[here] if near >= FIRST_SEA) for here in range(POOL))
PORTS_OF: Final = tuple(tuple(near for near in WATERS[here] if near < FIRST_SEA) for here in range(POOL))
ROAD_BETWEEN: Final = {(here, way.to): way.road for here in range(POOL) for way in WAYS[here]}
