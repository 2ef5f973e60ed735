"""The printed figures of Julius Caesar: blocks, map, cards and numbers. The only file that reads data.

``Block`` is a printed block at a strength, for a battle. Places are numbered, cities first, then seas, in the order of
their files; so are blocks, roads and card designs. The rules work on these numbers, a person sees names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from enum import StrEnum
from typing import Any, Final, NamedTuple, TypeAlias
from unicodedata import normalize

from gamekit.probability.distribution import Basis
from gamekit.storage.data_files import DataError, csv_records, text
from gamekit.storage.serialization import FORMS, Converter, fields_from_json, short_repr, unstructure
from gamekit.text.piece_list import normalize_characters, similar_names
from gamekit.text.translation import TranslatableText, note

SIDES: Final = ("Caesar", "Pompey")
LETTERS: Final = "ABCD"
ROMAN: Final = ("0", "I", "II", "III", "IV")
ATTACKER: Final = "attacker"
DEFENDER: Final = "defender"
ROLES: Final = (ATTACKER, DEFENDER)
TYPES: Final = ("leader", "legio", "auxilia", "equitatus", "elephant", "ballista", "navis", "cleopatra")


@dataclass(frozen=True, slots=True)
class Alias:
    """A line of ``aliases.csv``: another spelling of a place, a leader, a side or a kind of block."""

    spelling: str
    canonical: str
    source: str


def normalize_name(name: str) -> str:
    """Return a name without case, accents, blanks, points and hyphens, for comparing names."""
    return re.sub(r"[\s.\-_'\u0300-\u036f]", "", normalize("NFD", name)).casefold()


ALIASES: Final = {
    normalize_name(row.spelling): row.canonical
    for row in csv_records(Alias, "julius_caesar/aliases.csv", unique_key=("spelling",))
}


@dataclass(frozen=True, slots=True)
class PrintedBlock:
    """A line of ``blocks.csv``: a block as printed on its label (3.1), and where it is levied (6.4)."""

    side: str
    name: str
    type: str
    initiative_defending: str
    initiative_attacking: str
    firepower: int
    steps: int
    max_strength: int
    strength_track: tuple[int, ...]
    levy_city: str
    initial_location: str
    source: str

    def __post_init__(self) -> None:
        if self.side not in SIDES:
            raise ValueError(f"side is {self.side!r}; it should be {' or '.join(SIDES)}")
        if self.type not in TYPES:
            raise ValueError(f"type is {self.type!r}; it should be one of {', '.join(TYPES)}")
        if self.steps != len(self.strength_track) or self.max_strength != max(self.strength_track, default=0):
            raise ValueError(f"steps {self.steps} and max_strength {self.max_strength} do not fit the strength_track")
        self.full_strength_block()

    def full_strength_block(self) -> Block:
        """Return the block at full strength, fighting for the side that it is printed for."""
        return Block(
            self.name,
            self.side,
            self.type,
            self.initiative_attacking,
            self.initiative_defending,
            self.firepower,
            self.strength_track,
            self.strength_track[0],
            self.side,
        )


@dataclass(frozen=True, slots=True)
class Block:
    """A block in a battle: its label (3.1), its present ``strength``, its side and its colour.

    ``track`` lists all strengths that it may have, the highest first; an elephant's is (4, 2), so that a step is
    two strengths (7.41). The two initiatives differ only for a ballista (7.42). ``side`` is None for a block known only
    by its rating. Raises ValueError if the figures are inconsistent.
    """

    name: str
    side: str | None
    type: str
    initiative_attacking: str
    initiative_defending: str
    firepower: int
    track: tuple[int, ...]
    strength: int
    colour: str | None = None
    code: int = field(init=False, repr=False, compare=False)  # everything that a battle needs, in one integer

    def __post_init__(self) -> None:
        for letter in (self.initiative_attacking, self.initiative_defending):
            if letter not in tuple(LETTERS):
                raise ValueError(f"{self.name}: initiative is {letter!r}; it should be A, B, C or D")
        if self.firepower not in range(1, 7):
            raise ValueError(note("julius_caesar.error.firepower", name=self.name, firepower=self.firepower))
        if not isinstance(self.track, tuple) or not self.track or not set(self.track) <= {1, 2, 3, 4}:
            raise ValueError(f"{self.name}: strengths are IV, III, II and I, not {self.track}")
        if self.track != tuple(range(self.track[0], 0, -self.strength_per_step)):
            raise ValueError(f"{self.name}: a strength track falls by equal steps, not {self.track}")
        if self.strength not in self.track:
            raise ValueError(wrong_strength(self.name, self.strength, self.track))
        letters = LETTERS.index(self.initiative_attacking) * 4 + LETTERS.index(self.initiative_defending)
        cleopatra = self.type == "cleopatra"
        code = (((letters * 8 + self.firepower) * 8 + self.strength_per_step) * 8 + self.strength) * 2 + cleopatra
        object.__setattr__(self, "code", code)

    @property
    def strength_per_step(self) -> int:
        """The strength that one hit costs: 2 for the elephant, else 1 (7.41)."""
        return self.track[0] - self.track[1] if len(self.track) > 1 else self.track[0]

    @property
    def name_for_army(self) -> str:
        """The name as ``army`` reads it: with its colour when it has changed sides (Jupiter)."""
        changed = self.colour is not None and self.side != self.colour and self.type != "cleopatra"
        return f"{self.colour}:{self.name}" if changed else self.name

    def initiative(self, role: str) -> str:
        """Return the initiative when attacking or defending."""
        return self.initiative_attacking if role == ATTACKER else self.initiative_defending

    def rating(self, role: str) -> str:
        """Return the combat rating when attacking or defending, like ``C3``."""
        return f"{self.initiative(role)}{self.firepower}"

    def with_strength(self, strength: int) -> Block:
        """Return the same block at another strength; ValueError when that is not on its track."""
        return replace(self, strength=strength)

    def __str__(self) -> str:
        return self.name if self.type == "unknown" else f"{self.name_for_army}/{ROMAN[self.strength]}"


def wrong_strength(name: str, now: Any, track: tuple[int, ...]) -> TranslatableText:
    """Return the error message for a strength, a number or as written, that a block cannot have."""
    may = ", ".join(ROMAN[strength] for strength in track)
    level = ROMAN.index(now) if now in ROMAN else int(now) if re.fullmatch(r"\d{1,9}", str(now)) else None
    above = re.fullmatch("[VX]I*", str(now).upper()) or (level or 0) > track[0]
    key = "most" if above else "whole" if level is None else "track"
    written = ROMAN[level] if level and level < 5 else now if isinstance(now, str) else short_repr(now)
    return note(f"julius_caesar.error.{key}", name=name, now=written, most=ROMAN[track[0]], may=may)


_ROWS: Final = csv_records(PrintedBlock, "julius_caesar/blocks.csv", unique_key=("side", "name"))
PRINTED: Final = {(printed.side, printed.name): printed for printed in _ROWS}
BLOCKS: Final = {key: printed.full_strength_block() for key, printed in PRINTED.items()}


def _written(block: Block) -> Any:
    """Return a block as text, ``Caesar:Legio 10/II``, with ``>Pompey`` where it fights for the other side."""
    side = "" if block.side == block.colour else f">{block.side or ''}"
    text = f"{block.colour or ''}:{block.name}/{ROMAN[block.strength]}{side}"
    return text if _known(text) == block else unstructure(Block, {key: getattr(block, key) for key in Block.__slots__})


def _read_block(found: Any) -> Block:
    if isinstance(found, str) and (block := _known(found)):
        return block
    if isinstance(found, str):
        raise ValueError(f"{short_repr(found)} should be a block, such as 'Caesar:Legio 10/II'")
    return Block(**fields_from_json(Block, found))


def _known(text: str) -> Block | None:
    """Return a printed block, or one known by its rating, from its text; None for any other text."""
    match = WRITTEN_BLOCK.fullmatch(text)
    if not match:
        return None
    colour, name, strength, side = match["colour"], match["name"], ROMAN.index(match["strength"]), match["side"]
    side = colour if side is None else side
    if printed := BLOCKS.get((colour, name)):
        return replace(printed, side=side or None, strength=strength) if strength in printed.track else None
    if colour or not RATING.fullmatch(name):
        return None
    track = tuple(range(strength, 0, -1))
    return Block(name, side or None, "generic", name[0], name[0], int(name[1]), track, strength)


WRITTEN_BLOCK: Final = re.compile(
    r"(?P<colour>\w*):(?P<name>[\w ]+)/(?P<strength>IV|I{1,3})(>(?P<side>(Caesar|Pompey)?))?"
)
RATING: Final = re.compile(r"[A-D][1-6]")
FORMS[Block] = Converter(_written, _read_block)


# Map and cards --------------------------------------------------------------------------------------------------------


class RoadClass(StrEnum):
    """The class of a road, which limits how many blocks it carries (4.31, 4.32)."""

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
class RoadLimits:
    """The number of blocks that a road of a class carries: moves, attacks, Pluto attacks, retreats a round (6.11)."""

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
    """A block's starting place (5.1): a city, or the levy pool."""

    side: str
    block: str
    location: str
    strength: str | None
    source: str


@dataclass(frozen=True, slots=True)
class PrintedNumber:
    """A number printed in the rules."""

    name: str
    value: int
    source: str


class RoadEnd(NamedTuple):
    """One end of a road: the place at the other end, and the road's number."""

    to: int
    road: int


NUMBERS: Final = {
    row.name: row.value for row in csv_records(PrintedNumber, "julius_caesar/numbers.csv", unique_key=("name",))
}
CITIES: Final = {city.name: city for city in csv_records(PrintedCity, "julius_caesar/cities.csv", unique_key=("name",))}
SEAS: Final = {sea.sea: sea for sea in csv_records(PrintedSea, "julius_caesar/sea_names.csv", unique_key=("sea",))}
ROADS: Final = csv_records(Road, "julius_caesar/roads.csv")
BORDERS: Final = csv_records(SeaBorder, "julius_caesar/seas.csv")
CARDS: Final = {card.name: card for card in csv_records(CardDesign, "julius_caesar/cards.csv", unique_key=("name",))}
SETUP: Final = csv_records(StartingPlace, "julius_caesar/setup.csv", unique_key=("side", "block"))

PLACES: Final = (*CITIES, *SEAS)
PLACE: Final = {name: number for number, name in enumerate(PLACES)}
FIRST_SEA: Final = len(CITIES)
_SPELLED: Final = {normalize_name(name): number for number, name in enumerate(PLACES)} | {
    normalize_name(city.name_ja): number for number, city in enumerate(CITIES.values())
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

_limits = {row.class_: row for row in csv_records(RoadLimits, "julius_caesar/road_limits.csv", unique_key=("class_",))}
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


def place_number(name: str) -> int:
    """Return the number of a city or sea.

    Case, accents, blanks and other known spellings do not matter (``aliases.csv``), Japanese names are understood,
    "Mare" before a sea is optional. ValueError with near names for any other.

    >>> PLACES[place_number("Rome")], PLACES[place_number("ROMA")], PLACES[place_number("Nasselia")]
    ('Rome', 'Rome', 'Massilia')
    """
    if name in PLACE:
        return PLACE[name]
    key = normalize_name(normalize_characters(str(name)).strip(" \"'.,"))
    canonical = ALIASES.get(key) or ALIASES.get(key.removeprefix("mare"), "")
    number = _SPELLED.get(normalize_name(canonical) if canonical else key, _SPELLED.get(key.removeprefix("mare")))
    if number is not None:
        return number
    island = [
        city.name
        for city in CITIES.values()
        if city.island and normalize_name(city.island) in (key, normalize_name(canonical[7:]))
    ]
    if len(island) == 1:
        return PLACE[island[0]]
    near = island or similar_names(str(name), [*PLACE, *(city.name_ja for city in CITIES.values())])
    hint = f"near names: {', '.join(near)}" if near else "for example Rome, Massilia or the sea Internum"
    if canonical.startswith("strait"):
        hint = f"it is the {canonical}"
    raise ValueError(f"no city or sea is called {name!r}; {hint}")


def _listed(name: str, file: str) -> int:
    """Return the number of a place named in a data file; DataError for an unknown one."""
    try:
        return place_number(name)
    except ValueError as error:
        rows = enumerate(text(f"julius_caesar/{file}.csv").splitlines(), 1)
        line = next((number for number, row in rows if name in row), 1)
        raise DataError(f"julius_caesar/{file}.csv:{line}: {error}") from None


def is_sea(number: int) -> bool:
    """Return whether a place on the map is a sea."""
    return FIRST_SEA <= number < POOL


WAYS: Final = _ways()  # by place: its roads
WATERS: Final = _waters()  # by place: where a navis may sail from it (6.2): a port's seas, a sea's seas and ports
SEAS_OF: Final = tuple(tuple(near for near in WATERS[here] if near >= FIRST_SEA) for here in range(POOL))
PORTS_OF: Final = tuple(tuple(near for near in WATERS[here] if near < FIRST_SEA) for here in range(POOL))
ROAD_BETWEEN: Final = {(here, way.to): way.road for here in range(POOL) for way in WAYS[here]}


# Blocks by number -----------------------------------------------------------------------------------------------------


_printed = tuple(PRINTED.values())

BLOCK_NAMES: Final = tuple(f"{block.side}:{block.name}" for block in _printed)
BLOCK: Final = {name: number for number, name in enumerate(BLOCK_NAMES)}
COLOUR: Final = tuple(SIDES.index(block.side) for block in _printed)  # the side that it is printed for
KIND: Final = tuple(block.type for block in _printed)
NAVIS: Final = tuple(kind == "navis" for kind in KIND)
LEADER: Final = tuple(kind == "leader" for kind in KIND)
CLEOPATRA: Final = KIND.index("cleopatra")
FIREPOWER: Final = tuple(block.firepower for block in _printed)
TRACK: Final = tuple(block.strength_track for block in _printed)
FULL: Final = tuple(track[0] for track in TRACK)
LETTER: Final = (  # by role, defending 0 and attacking 1: the index of the letter in "ABCD"
    tuple(LETTERS.index(block.initiative_defending) for block in _printed),
    tuple(LETTERS.index(block.initiative_attacking) for block in _printed),
)
LOWER: Final = tuple(dict(zip(track, (*track[1:], 0))) for track in TRACK)  # after a hit
HIGHER: Final = tuple(dict(zip((0, *reversed(track)), reversed(track))) for track in TRACK)  # after a levy point


def _start() -> tuple[int, ...]:
    places = {f"{start.side}:{start.block}": start.location for start in SETUP}
    return tuple(PLACE.get(places[name], POOL) for name in BLOCK_NAMES)


def _levied() -> tuple[tuple[int, ...], ...]:
    any_city, any_harbour = tuple(range(FIRST_SEA)), tuple(n for n in range(FIRST_SEA) if MAJOR_PORT[n])
    printed = {"any friendly city": any_city, "any friendly major port": any_harbour, "never levied": ()}
    known = {**printed, **{city: (PLACE[city],) for city in CITIES}}
    for line, block in enumerate(_printed, 2):
        if block.levy_city not in known:
            near = ", ".join(get_close_matches(block.levy_city, known, 3))
            right = f"a city, {', '.join(printed)}{f'; near names: {near}' if near else ''}"
            raise DataError(
                f"julius_caesar/blocks.csv:{line}: levy_city is {block.levy_city[:60]!r}; it should be {right}"
            )
    return tuple(known[block.levy_city] for block in _printed)


START: Final = _start()  # 5.1
LEVIED_AT: Final = _levied()  # 6.4: the cities where it may appear
SUCCESSOR: Final = tuple(leader and start == POOL for leader, start in zip(LEADER, START))  # 7.51: the third leader


def block_number(name: str) -> int:
    """Return the number of a block; ValueError with near names for any other.

    >>> BLOCK_NAMES[block_number("Caesar:Legio 13")]
    'Caesar:Legio 13'
    """
    if name not in BLOCK:
        near = get_close_matches(str(name), BLOCK, 3, 0.5)
        hint = f"; near names: {', '.join(near)}" if near else "; a block is written like Caesar:Legio 13"
        raise ValueError(f"no block is called {name!r}{hint}")
    return BLOCK[name]


# Points of the rules that can be read in two ways: by this rulebook's text, or as most games on the web are played ----
# A reading is "text" (all points by the text, the default), "online" (all the other way, but for the options of
# tournaments), the points that are read the other way by name, or a mapping from points to "text" and "online".

TEXT, ONLINE = "text", "online"
Reading: TypeAlias = str | Iterable[str] | Mapping[str, str]


@dataclass(frozen=True, slots=True)
class UnclearRule:
    """A line of ``readings.csv``: an unclear rule, its clauses, and the decision of each reading."""

    point: str
    clause: str
    text: str
    online: str
    source: str


POINTS: Final = {
    row.point: row for row in csv_records(UnclearRule, "julius_caesar/readings.csv", unique_key=("point",))
}
RESPONSE_STRAIT, MERCURY_RETURN, MAIN_ATTACK = "response_strait", "mercury_return", "main_attack"
NAVIS_RETREAT, CLEOPATRA_TURN = "navis_retreat", "cleopatra_turn"
SEA_RETREATS, SURPRISE = "sea_retreats", "surprise"
VULCAN_CLEOPATRA, TOURNAMENT_START = "vulcan_cleopatra", "tournament_start"
OPTIONS: Final = (TOURNAMENT_START,)  # chosen by name only: most games on the web are played without it


def read_online(reading: Reading) -> tuple[str, ...]:
    """Return the points that a reading decides as games on the web do, in the order of the data; ValueError for others.

    >>> read_online("text"), read_online(["surprise", "sea_retreats"]), read_online({"main_attack": "online"})
    ((), ('sea_retreats', 'surprise'), ('main_attack',))
    """
    points: Any = reading
    if isinstance(reading, str):  # as typed: a kind, or points
        points = [part for part in re.split(r"[,;+&、]|\band\b", normalize_characters(reading).lower()) if part.strip()]
        kinds = [kind for kind in (TEXT, ONLINE) if [kind] == [normalize_name(part) for part in points]]
        if kinds:
            return tuple(point for point in POINTS if point not in OPTIONS) if kinds == [ONLINE] else ()
    if not isinstance(points, Iterable) or (isinstance(reading, str) and not points):
        raise ValueError(note("julius_caesar.error.reading", reading=repr(reading)[:80], points=", ".join(POINTS)))
    chosen = dict[str, str]()
    spelled = {normalize_name(point): point for point in POINTS}
    for said, decided in (points if isinstance(points, Mapping) else dict.fromkeys(points, ONLINE)).items():
        folded = normalize_name(str(said)[:80])
        if folded not in spelled:
            near = similar_names(folded, spelled, 1)
            known = sorted(POINTS, key=lambda point: [normalize_name(point)] != near)
            hint = note("julius_caesar.error.near_point", point=spelled[near[0]]) if near else ""
            found = repr(said.strip() if isinstance(said, str) else said)[:80]
            raise ValueError(note("julius_caesar.error.point", point=found, points=", ".join(known), hint=hint))
        if decided not in (TEXT, ONLINE):
            raise ValueError(note("julius_caesar.error.decided", point=spelled[folded], found=repr(decided)[:80]))
        chosen[spelled[folded]] = decided
    return tuple(point for point in POINTS if chosen.get(point) == ONLINE)


def deviation_basis(points: Iterable[str]) -> Basis:
    """Return the points decided otherwise than by the text, as entries of a basis."""
    return tuple(note("julius_caesar.read_online", point=note(f"julius_caesar.point.{point}")) for point in points)


def flip_point(reading: Reading, point: str) -> tuple[str, ...]:
    """Return the reading with ``point`` read the other way."""
    now = read_online(reading)
    return read_online([each for each in POINTS if (each in now) != (each == point)])
