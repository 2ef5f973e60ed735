"""The Mediterranean drawn once at a fixed size: coast, cities, roads, and where every name stands.

The chart is 1248 x 620 px of a Lambert conformal conic projection whose Earth has a radius of 1810 px: angles are
true, and turned about 12 E the sixty-seven cities fill it. Everything else is this chart, scaled and cut."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import cos, hypot, log, pi, radians, sin, tan
from typing import Final

from gamekit import data
from gamekit.julius_caesar import place_name as said_name
from gamekit.julius_caesar.places import CITIES, ROADS, SEAS, Road
from gamekit.widgets.scene import Box, Point, curve, through
from gamekit.words import language_or_default

WIDTH, HEIGHT = 1248.0, 620.0
RADIUS, ORIGIN = 1810.0, (564.7, 370.7)  # of the Earth, and where 39 N 12 E lies, in px of the chart
PARALLELS, CENTRE = (33.0, 45.0), (39.0, 12.0)
MARGIN = 16.0  # px of coast kept outside the chart, so that no cut edge is seen
FINE, COARSE = "map/coastline.geojson", "map/coastline_small.geojson"
SPACING = 0.1  # em between the letters of a sea's name
DOT, RING = 4.2, 8.5  # radius of a city, and of one with a value


@dataclass(frozen=True, slots=True)
class Figure:
    """A line of ``map_drawing.csv``: one figure of the drawing that no source gives, in px of the chart.

    ``kind`` says which: label (from the dot to the name), bend (from the middle of a road to its control point),
    nudge (of a city), sea (middle of a line of its name), haven (where a sea's blocks stand), pane (a part of the
    chart in a layout) or region (a part to zoom on). ``width`` of names is in em, of panes and regions in px."""

    kind: str
    layout: str
    language: str
    name: str
    other: str
    x: float
    y: float
    anchor: str
    width: float
    height: float
    turn: float
    source: str


@dataclass(frozen=True, slots=True)
class Label:
    """A name beside a dot: offset in px, text-anchor (start, middle, end), width in em."""

    x: float
    y: float
    anchor: str
    width: float


@dataclass(frozen=True, slots=True)
class SeaName:
    """One line of a sea's name: its middle in px of the chart, its size, how it is turned (degrees), its width."""

    text: str
    x: float
    y: float
    size: float
    turn: float
    width: float  # in px, its letters spaced


FIGURES: Final = data.rows(Figure, "julius_caesar/map_drawing.csv")
ANCHORS: Final = {"s": "start", "m": "middle", "e": "end"}


def _of(kind: str, layout: str = "", language: str = "") -> Iterator[Figure]:
    return (f for f in FIGURES if (f.kind, f.layout, f.language) == (kind, layout, language))


def _cone() -> tuple[float, float, float]:
    """The exponent of the projection, its scale, and the distance of the origin from the cone's tip."""
    low, high = map(radians, PARALLELS)
    exponent = log(cos(low) / cos(high)) / log(tan(pi / 4 + high / 2) / tan(pi / 4 + low / 2))
    scale = cos(low) * tan(pi / 4 + low / 2) ** exponent / exponent
    return exponent, scale, scale / tan(pi / 4 + radians(CENTRE[0]) / 2) ** exponent


_EXPONENT, _SCALE, _TIP = _cone()


def project(latitude: float, longitude: float) -> Point:
    """Where a point of the Earth lies on the chart, in px; degrees, north and east positive.

    >>> project(39, 12)
    (564.7, 370.7)
    """
    far = _SCALE / tan(pi / 4 + radians(latitude) / 2) ** _EXPONENT
    turn = _EXPONENT * radians(longitude - CENTRE[1])
    return ORIGIN[0] + RADIUS * far * sin(turn), ORIGIN[1] - RADIUS * (_TIP - far * cos(turn))


# Places and roads ----------------------------------------------------------------------------------------------------


@cache
def spots() -> dict[str, Point]:
    """Where each city's dot is drawn; two straits are widened so that both ends can be seen."""
    nudges = {f.name: (f.x, f.y) for f in _of("nudge")}
    found = {}
    for city in CITIES.values():
        (x, y), (dx, dy) = project(city.lat, city.lon), nudges.get(city.name, (0, 0))
        found[city.name] = (x + dx, y + dy)
    return found


@cache
def havens(layout: str) -> dict[str, Point]:
    """Where the blocks at sea stand, in a layout ("wide" or "small")."""
    return {f.name: (f.x, f.y) for f in _of("haven", layout)}


def spot(place: str, layout: str = "wide") -> Point:
    """Where a city or sea is, on the chart."""
    return spots()[place] if place in CITIES else havens(layout)[place]


@cache
def bends() -> dict[tuple[str, str], Point]:
    """Control points of the roads that bend, by their cities."""
    found = {}
    for f in _of("bend"):
        (x1, y1), (x2, y2) = spots()[f.name], spots()[f.other]
        found[f.name, f.other] = ((x1 + x2) / 2 + f.x, (y1 + y2) / 2 + f.y)
    return found


def road_points(road: Road) -> tuple[Point, ...]:
    """A road's ends, with the control point of its curve between them where it bends."""
    start, end = spots()[road.city_a], spots()[road.city_b]
    control = bends().get((road.city_a, road.city_b))
    return (start, control, end) if control else (start, end)


def along(points: Sequence[Point], t: float) -> Point:
    """A point of a road: 0 at its first city, 1 at its second."""
    while len(points) > 1:
        points = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairwise(points)]
    return points[0]


def outline(points: Sequence[Point]) -> str:
    """A road as a path."""
    return curve(points[0], points[1], points[2]) if len(points) == 3 else through(points)


@cache
def road_between(here: str, there: str) -> Road:
    """The road between two neighbouring cities."""
    return next(road for road in ROADS if {road.city_a, road.city_b} == {here, there})


def radius(city: str) -> float:
    """How large a city's sign is, in px."""
    return RING if CITIES[city].value else DOT


# Names ---------------------------------------------------------------------------------------------------------------


def place_name(place: str, language: str | None = None) -> str:
    """A city or sea as a person reads it.

    >>> place_name("Rome", "ja"), place_name("Internum")
    ('ローマ', 'Mare Internum')
    """
    language = language_or_default(language)
    if place in CITIES or language == "ja":
        return said_name(place, language)
    return SEAS[place].printed_map_name


@cache
def labels(layout: str, language: str) -> dict[str, Label]:
    """Where the names of the cities stand in a layout ("wide" or "small") and a language."""
    return {f.name: Label(f.x, f.y, ANCHORS[f.anchor], f.width) for f in _of("label", layout, language)}


@cache
def sea_names(layout: str, language: str) -> dict[str, tuple[SeaName, ...]]:
    """The lines of each sea's name in a layout and a language."""
    found: dict[str, tuple[SeaName, ...]] = {}
    for f in _of("sea", layout, language):
        width = (f.width + SPACING * (len(f.other) - 1)) * f.height
        found[f.name] = (*found.get(f.name, ()), SeaName(f.other, f.x, f.y, f.height, f.turn, width))
    return found


@cache
def panes(layout: str) -> dict[str, Box]:
    """The parts of the chart that a layout shows apart, by name: x, y, width, height."""
    return {f.name: (f.x, f.y, f.width, f.height) for f in _of("pane", layout)}


@cache
def regions() -> dict[str, Box]:
    """The parts of the chart to zoom on, by name: x, y, width, height."""
    return {f.name: (f.x, f.y, f.width, f.height) for f in _of("region")}


# The coast -----------------------------------------------------------------------------------------------------------


@cache
def coast(file: str = FINE) -> str:
    """The outline of all land on the chart as one path, relative and to a tenth of a px."""
    window = (-MARGIN, -MARGIN, WIDTH + MARGIN, HEIGHT + MARGIN)
    parts = []
    for feature in json.loads(data.text(file))["features"]:
        for ring in feature["geometry"]["coordinates"]:
            points = _within([project(latitude, longitude) for longitude, latitude in ring], window)
            parts.append(_relative(points))
    return "".join(parts)


def _within(points: list[Point], window: Box) -> list[Point]:
    """A polygon cut to a window given by its left, top, right and bottom edge (Sutherland and Hodgman)."""
    for axis, edge, sign in ((0, window[0], 1), (1, window[1], 1), (0, window[2], -1), (1, window[3], -1)):
        kept: list[Point] = []
        for a, b in zip((*points[-1:], *points[:-1]), points):
            inside_a, inside_b = sign * (a[axis] - edge) >= 0, sign * (b[axis] - edge) >= 0
            if inside_a != inside_b:
                t = (edge - a[axis]) / (b[axis] - a[axis])
                kept.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))
            if inside_b:
                kept.append(b)
        points = kept
    return points


def _relative(points: Iterable[Point], step: float = 0.5) -> str:
    """A closed path, points nearer than a step to the last one left out."""
    kept: list[tuple[int, int]] = []
    for x, y in points:
        tenth = (round(10 * x), round(10 * y))
        if not kept or hypot(tenth[0] - kept[-1][0], tenth[1] - kept[-1][1]) >= 10 * step:
            kept.append(tenth)
    if len(kept) < 3:
        return ""
    moves = "".join(f"l{_tenth(b[0] - a[0])} {_tenth(b[1] - a[1])}" for a, b in pairwise(kept))
    return f"M{_tenth(kept[0][0])} {_tenth(kept[0][1])}{moves}Z"


def _tenth(number: int) -> str:
    return f"{number / 10:g}"
