"""The map and the cards: cities, roads, seas, what lies beside what, and the numbers printed in the rules.

Places are counted: cities first, then seas, in the order of their files; so are roads and card designs. The
rules work on these numbers, everything that a person meets carries names."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final, NamedTuple

from gamekit.julius_caesar.tables import ALIASES, folded
from gamekit.storage.data_files import DataError, rows, text
from gamekit.text.piece_list import clean, nearest


class RoadClass(StrEnum):
    """How much a road carries (4.31, 4.32)."""

    MAJOR = "major"
    MINOR = "minor"
    STRAIT = "strait"


@dataclass(frozen=True, slots=True)
class PrintedCity:
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
class PrintedSea:
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
class CardDesign:
    """A card design (2.1): a command card has move and levy points, an event has none."""

    kind: str
    name: str
    move: int | None
    levy: int | None
    count: int
    source: str


@dataclass(frozen=True, slots=True)
class StartingPlace:
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


class RoadEnd(NamedTuple):
    """One end of a road: the place at the other end, and the road's number."""

    to: int
    road: int


NUMBERS: Final = {row.name: row.value for row in rows(Printed, "julius_caesar/numbers.csv", key=("name",))}
CITIES: Final = {city.name: city for city in rows(PrintedCity, "julius_caesar/cities.csv", key=("name",))}
SEAS: Final = {sea.sea: sea for sea in rows(PrintedSea, "julius_caesar/sea_names.csv", key=("sea",))}
ROADS: Final = rows(Road, "julius_caesar/roads.csv")
BORDERS: Final = rows(SeaBorder, "julius_caesar/seas.csv")
CARDS: Final = {card.name: card for card in rows(CardDesign, "julius_caesar/cards.csv", key=("name",))}
SETUP: Final = rows(StartingPlace, "julius_caesar/setup.csv", key=("side", "block"))

PLACES: Final = (*CITIES, *SEAS)
PLACE: Final = {name: number for number, name in enumerate(PLACES)}
FIRST_SEA: Final = len(CITIES)
_SPELLED: Final = {folded(name): number for number, name in enumerate(PLACES)} | {
    folded(city.name_ja): number for number, city in enumerate(CITIES.values())
}
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

_limits = {row.class_: row for row in rows(Limits, "julius_caesar/road_limits.csv", key=("class_",))}
LIMITS: Final = tuple(_limits[road.class_] for road in ROADS)  # by number of the road
CARD: Final = {name: number for number, name in enumerate(CARDS)}
DESIGNS: Final = tuple(CARDS.values())


def _ways() -> tuple[tuple[RoadEnd, ...], ...]:
    found: list[list[RoadEnd]] = [[] for _ in PLACES]
    for number, road in enumerate(ROADS):
        here, there = _listed(road.city_a, "roads"), _listed(road.city_b, "roads")
        found[here].append(RoadEnd(there, number))
        found[there].append(RoadEnd(here, number))
    return tuple(tuple(sorted(ways)) for ways in found)


def _waters() -> tuple[tuple[int, ...], ...]:
    found: list[set[int]] = [set() for _ in PLACES]
    pairs = [(sea.sea, port, "sea_names") for sea in SEAS.values() for port in sea.ports]
    pairs += [(border.sea_a, border.sea_b, "seas") for border in BORDERS]
    for here, there in ((_listed(a, file), _listed(b, file)) for a, b, file in pairs):
        found[here].add(there)
        found[there].add(here)
    return tuple(tuple(sorted(near)) for near in found)


def place(name: str) -> int:
    """Return the number of a city or sea.

    Case, blanks and other known spellings do not matter (``aliases.csv``), the Japanese name of a city is understood,
    "Mare" before a sea may stand or not. ValueError with near names for any other.

    >>> PLACES[place("Rome")], PLACES[place("ROMA")], PLACES[place("Nasselia")]
    ('Rome', 'Rome', 'Massilia')
    """
    if name in PLACE:
        return PLACE[name]
    key = folded(clean(str(name)).strip(" \"'.,"))
    canonical = ALIASES.get(key, "")
    number = _SPELLED.get(folded(canonical) if canonical else key, _SPELLED.get(key.removeprefix("mare")))
    if number is not None:
        return number
    island = [
        city.name for city in CITIES.values() if city.island and folded(city.island) in (key, folded(canonical[7:]))
    ]
    if len(island) == 1:
        return PLACE[island[0]]
    near = island or nearest(str(name), [*PLACE, *(city.name_ja for city in CITIES.values())])
    hint = f"near names: {', '.join(near)}" if near else "for example Rome, Massilia or the sea Internum"
    if canonical.startswith("strait"):
        hint = f"it is the {canonical}"
    raise ValueError(f"no city or sea is called {name!r}; {hint}")


def _listed(name: str, file: str) -> int:
    """The number of a place named in a data file; DataError for an unknown one."""
    try:
        return place(name)
    except ValueError as error:
        rows = enumerate(text(f"julius_caesar/{file}.csv").splitlines(), 1)
        line = next((number for number, row in rows if name in row), 1)
        raise DataError(f"julius_caesar/{file}.csv:{line}: {error}") from None


def is_sea(number: int) -> bool:
    """Whether a place on the map is a sea."""
    return FIRST_SEA <= number < POOL


WAYS: Final = _ways()  # by place: the roads that leave it
WATERS: Final = _waters()  # by place: where a navis may sail from it (6.2): a port's seas, a sea's seas and ports
SEAS_OF: Final = tuple(tuple(near for near in WATERS[here] if near >= FIRST_SEA) for here in range(POOL))
PORTS_OF: Final = tuple(tuple(near for near in WATERS[here] if near < FIRST_SEA) for here in range(POOL))
ROAD_BETWEEN: Final = {(here, way.to): way.road for here in range(POOL) for way in WAYS[here]}
