"""The content of a map: places with their dots, roads, seas, and the position of every name.

An ``Atlas`` is a map at one fixed size; everything that is shown is this map, scaled and cut. What no source gives (how
far a name stands from its dot, how a road bends) are lines of a drawing file (``data/<game>/map_drawing.csv``)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache, partial
from itertools import groupby, pairwise, product
from math import ceil, cos, hypot, log, pi, radians, sin, tan
from random import Random
from typing import Any, Final, NamedTuple

from gamekit.storage import data_files
from gamekit.widgets.look import INK, LINE
from gamekit.widgets.scene import Box, Group, Path, Point, Shape, bounds, curve_path, outlines, polyline_path

FINE, COARSE = "map/coastline.geojson", "map/coastline_small.geojson"
MARGIN = 16.0  # px of coast kept outside the map, so that no cut edge is seen
STEP = 0.5  # px: points nearer to the last one are left out
TENTHS = 10  # an outline is written in tenths of a px
BEND, FINEST = 0.13, 6.0  # how far a border bends, as a share of its length; px that are bent no more
BORDER, REGION = 0.9, 1.7  # px of the line between two provinces, and between two regions
DASH = (3.2, 2.4)  # of a border that no source gives
HATCH, FAINT = 7.0, 0.34  # px between the lines over a province that no source gives, and how faint they are
HILL = 15.0  # px between the hills of a land that nobody enters
SPACING = 0.1  # em between the letters of a sea's name
DOT, RING, HAVEN = 4.2, 8.5, 4.0  # radius of a place's dot, of one with a value, and of a sea's sign
ANCHORS: Final = {"s": "start", "m": "middle", "e": "end"}


@dataclass(frozen=True)
class Conic:
    """A projection: the Earth's radius, where ``centre`` (degrees north, east) lies, the parallels of true scale."""

    radius: float
    origin: Point
    centre: Point
    parallels: Point

    @cached_property
    def _cone(self) -> tuple[float, float, float]:
        low, high = map(radians, self.parallels)
        exponent = log(cos(low) / cos(high)) / log(_stretch(high) / _stretch(low))
        scale = cos(low) * _stretch(low) ** exponent / exponent
        return exponent, scale, scale / _stretch(radians(self.centre[0])) ** exponent

    def project(self, latitude: float, longitude: float) -> Point:
        """Where a point of the Earth lies, in px; degrees, north and east positive.

        >>> Conic(1000, (300, 200), (39, 12), (33, 45)).project(39, 12)
        (300.0, 200.0)
        """
        exponent, scale, tip = self._cone
        far = scale / _stretch(radians(latitude)) ** exponent
        turn = exponent * radians(longitude - self.centre[1])
        return self.origin[0] + self.radius * far * sin(turn), self.origin[1] - self.radius * (tip - far * cos(turn))


def _stretch(latitude: float) -> float:
    return tan(pi / 4 + latitude / 2)


@cache
def coast(file: str, projection: Conic, width: float, height: float) -> str:
    """All polygons of a file of the data folder on a map of ``width`` x ``height`` px, as one relative path."""
    window = (-MARGIN, -MARGIN, width + MARGIN, height + MARGIN)
    rings = (ring for _, rings in data_files.geojson_shapes(file) for ring in rings)
    placed = ([projection.project(latitude, longitude) for longitude, latitude in ring] for ring in rings)
    return "".join(outline(clip_polygon(points, window)) for points in placed)


def clip_polygon(points: list[Point], window: Box) -> list[Point]:
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


def outline(points: Iterable[Point], closed: bool = True) -> str:
    """A path in tenths of a px, points that nobody could tell apart left out; empty for less than a triangle or a line.

    >>> outline([(0, 0), (4, 0), (4, 0.2), (4, 3)])
    'M0 0l4 0l0 3Z'
    """
    kept: list[tuple[int, int]] = []
    for x, y in points:
        tenth = (round(TENTHS * x), round(TENTHS * y))
        if not kept or hypot(tenth[0] - kept[-1][0], tenth[1] - kept[-1][1]) >= TENTHS * STEP:
            kept.append(tenth)
    if len(kept) <= 1 + closed:
        return ""
    moves = "".join(f"l{_tenth(b[0] - a[0])} {_tenth(b[1] - a[1])}" for a, b in pairwise(kept))
    return f"M{_tenth(kept[0][0])} {_tenth(kept[0][1])}{moves}{'Z' if closed else ''}"


def _tenth(number: int) -> str:
    return f"{number / TENTHS:g}"


@dataclass(frozen=True, slots=True)
class Territory:
    """A province: its polygons in degrees (north, east), its region, whether no source gives it, whether nobody enters
    it. Provinces side by side have the points of their common border in common."""

    name: str
    rings: tuple[tuple[Point, ...], ...]
    region: str = ""
    judged: bool = False
    barren: bool = False


class OutlineRun(NamedTuple):
    """A run of a province's outline, as a path, and the province beyond it, "" for the sea or the map's edge."""

    other: str
    path: str


class Lands(NamedTuple):
    """Provinces in px of a map: each one's outline and its sides."""

    territories: tuple[Territory, ...]
    outlines: Mapping[str, str]
    sides: Mapping[str, tuple[OutlineRun, ...]]


@lru_cache(maxsize=4)
def place_provinces(territories: tuple[Territory, ...], projection: Conic) -> Lands:
    """Return the outlines of provinces in px of a map, their borders bent like real ones."""
    rings = [(area.name, [projection.project(*at) for at in ring]) for area in territories for ring in area.rings]
    owners: dict[frozenset[Point], set[str]] = {}
    for name, ring in rings:
        for edge in _edges(ring):
            owners.setdefault(frozenset(edge), set()).add(name)
    paths: dict[str, str] = {area.name: "" for area in territories}
    sides: dict[str, tuple[OutlineRun, ...]] = {area.name: () for area in territories}
    for name, ring in rings:
        around = list[Point]()
        beyond = [(edge, "".join(owners[frozenset(edge)] - {name})) for edge in _edges(ring)]
        turn = next((n for n, (_, other) in enumerate(beyond) if other != beyond[n - 1][1]), 0)  # the neighbour changes
        for other, run in groupby(beyond[turn:] + beyond[:turn], key=lambda one: one[1]):
            points = list[Point]()
            for (a, b), _ in run:
                points += [*(_bent(a, b) if other else [a])]
                end = b
            around += points
            sides[name] += (OutlineRun(other, outline([*points, end], closed=False)),)
        paths[name] += outline(around)
    return Lands(territories, paths, sides)


def _edges(ring: Sequence[Point]) -> list[tuple[Point, Point]]:
    return [(a, b) for a, b in zip(ring, (*ring[1:], ring[0])) if a != b]


def _bent(a: Point, b: Point) -> list[Point]:
    """An edge by midpoint displacement, without its end; the same points from either side."""
    start, end = sorted((a, b))
    points = _between(start, end, Random(repr((start, end))))
    return [a, *(points if start == a else points[::-1])]


def _between(a: Point, b: Point, random: Random) -> list[Point]:
    long = hypot(b[0] - a[0], b[1] - a[1])
    if long < FINEST:
        return []
    off = random.uniform(-BEND, BEND)
    middle = (a[0] + b[0]) / 2 + off * (b[1] - a[1]), (a[1] + b[1]) / 2 - off * (b[0] - a[0])
    return [*_between(a, middle, random), middle, *_between(middle, b, random)]


def tinted(lands: Lands, tints: Mapping[str, str]) -> Iterator[Shape]:
    """Each province in its tint, if it has one."""
    for name, d in lands.outlines.items():
        if name in tints:
            yield Path(d, fill=tints[name])


def hatched(lands: Lands, scale: float) -> Iterator[Shape]:
    """Lines over the provinces that no source gives, and hills on the lands that nobody enters."""
    judged = "".join(lands.outlines[area.name] for area in lands.territories if area.judged and not area.barren)
    barren = "".join(lands.outlines[area.name] for area in lands.territories if area.barren)
    faint: dict[str, Any] = {"stroke": LINE, "stroke_width": 0.7 / scale, "opacity": FAINT}
    if judged:
        (x, y, width, height), step = bounds(Path(judged)), HATCH / scale
        starts = (x + n * step for n in range(int((width + height) / step) + 1))
        lines = "".join(f"M{start:.1f} {y:.1f}l{-height:.1f} {height:.1f}" for start in starts)
        yield Group((Path(lines, **faint),), clip=Path(judged))
    if barren:
        yield Path(_hills(barren, HILL / scale), **faint)


def _hills(d: str, step: float) -> str:
    """Hills in rows within an outline, every other row half a step on."""
    half, low, rise = f"{step / 3:.1f}", f"{step / 4:.1f}", 0.8 * step
    edges = [edge for part in outlines(d) for edge in _edges(part)]
    _, top, _, high = bounds(Path(d))
    found = []
    for row in range(1, int(high / rise)):
        y = top + row * rise
        crossed = (a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1]) for a, b in edges if (a[1] > y) != (b[1] > y))
        xs, shift = sorted(crossed), row % 2 / 2
        for left, right in zip(xs[::2], xs[1::2]):
            columns = range(ceil(left / step - shift), int((right - step) / step - shift) + 1)
            found += [f"M{(col + shift) * step:.0f} {y:.0f}l{half}-{low} {half} {low}" for col in columns]
    return "".join(found)


def borders(lands: Lands, judged: Callable[[str, str], bool], scale: float) -> Iterator[Shape]:
    """The lines between provinces, each once: strong between regions, dashed where ``judged`` says so."""
    regions = {area.name: area.region for area in lands.territories}
    lines: dict[tuple[bool, bool], str] = {}
    for name, sides in lands.sides.items():
        for other, d in sides:
            if not other or name < other:  # the coast is drawn over what has no other side
                kind = bool(other) and regions[name] != regions[other], bool(other) and judged(name, other)
                lines[kind] = lines.get(kind, "") + d
    for (strong, dashed), d in sorted(lines.items()):
        dash = tuple(part / scale for part in DASH) if dashed else ()
        width = (REGION if strong else BORDER) / scale
        yield Path(d, stroke=LINE, stroke_width=width, dash=dash, join="round", opacity=1 if strong else 0.85)


def border_band(lands: Lands, name: str, mine: Callable[[str], bool], colour: str, wide: float) -> Group:
    """Return a holder's colour within its province: along the borders to other holders, and fainter along the coast."""
    whole = Path(lands.outlines[name])
    edge = "".join(side.path for side in lands.sides[name] if side.other and not mine(side.other))
    shore = "".join(side.path for side in lands.sides[name] if not side.other)
    pen, drawn = partial(Path, stroke=colour, join="round"), [Path(whole.d, fill=colour, opacity=0.1)]
    drawn += [pen(edge, stroke_width=2 * wide, opacity=0.42)] if edge else []
    drawn += [pen(shore, stroke_width=1.6 * wide, opacity=0.3)] if shore else []
    return Group(tuple(drawn), clip=whole)


@dataclass(frozen=True, slots=True)
class DrawingRow:
    """A line of a drawing file: one figure of the drawing that no source gives, in px of the map.

    ``kind`` says which: label (from the dot to the name, with ``other`` written where that is shorter), bend (from the
    middle of a road to its control point), nudge (of a place), sea (middle of a line of its name), haven (where a sea's
    pieces stand), pane (a part in a layout) or region (a part to zoom on). ``width`` of names is in em."""

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
class Site:
    """A place on the Earth: degrees, the value printed in its ring (0: a dot), and "port", "major port" or neither."""

    latitude: float
    longitude: float
    value: int = 0
    port: str = ""


@dataclass(frozen=True, slots=True)
class Passage:
    """A way of a ``kind``: "major", "minor", "strait", "land", "pass"; ``judged`` where no source gives it."""

    here: str
    there: str
    kind: str
    judged: bool = False


@dataclass(frozen=True, slots=True)
class SeaName:
    """One line of a sea's name: its middle in px of the map, its size, how it is turned (degrees), its width."""

    text: str
    x: float
    y: float
    size: float
    turn: float
    width: float  # in px, its letters spaced


@dataclass(frozen=True, slots=True)
class ScreenWidths:
    """The widths from which a map is shown whole, up to which its parts are stacked, and the limits of its sizes."""

    whole: float = 1040
    stacked: float = 700
    narrow: float = 776  # with insets, at least
    narrowest: float = 364
    roomy: float = 1220
    widest: float = 1560
    tallest: float = 720


def _boxes(kind: str, layout: str) -> cached_property[dict[str, Box]]:
    """Parts of an atlas by name: x, y, width, height."""
    return cached_property(lambda it: {row.name: (row.x, row.y, row.width, row.height) for row in it._of(kind, layout)})


@dataclass(frozen=True, eq=False)
class Atlas:
    """A map at a fixed size in px; known by its identity.

    ``name(place, language)`` says a place or sea, ``say(key, language)`` the legend (``legend.major``, ``.minor``,
    ``.strait``, ``.value``, ``.port``), the insets (``pane.A``) and the notes on the coast (``coast``, ``coast_then``).
    ``accent`` colours the legend's value. A map of ``territories`` draws provinces instead of dots and roads, in the
    ``tints`` of their regions, and its legend is made of ``signs``: what draws each, round a point."""

    width: float
    height: float
    projection: Conic
    sites: Mapping[str, Site]
    links: Sequence[Passage]
    drawing: Sequence[DrawingRow]
    name: Callable[[str, str], str]
    say: Callable[[str, str], str]
    accent: str = INK
    widths: ScreenWidths = field(default_factory=ScreenWidths)
    files: tuple[str, str] = (FINE, COARSE)
    territories: tuple[Territory, ...] = ()
    tints: Mapping[str, str] = field(default_factory=dict)
    signs: Mapping[str, Callable[[float, float], Iterable[Shape]]] = field(default_factory=dict)

    def _of(self, kind: str, layout: str = "", language: str = "") -> Iterator[DrawingRow]:
        return (row for row in self.drawing if (row.kind, row.layout, row.language) == (kind, layout, language))

    @cached_property
    def spots(self) -> dict[str, Point]:
        """Where each place's dot is drawn; narrow straits are widened so that both ends can be seen."""
        nudges = {row.name: (row.x, row.y) for row in self._of("nudge")}
        found = {}
        for name, site in self.sites.items():
            (x, y), (dx, dy) = self.projection.project(site.latitude, site.longitude), nudges.get(name, (0, 0))
            found[name] = (x + dx, y + dy)
        return found

    def spot(self, place: str, layout: str = "wide") -> Point:
        """Return the position of a place or sea, in px of the map."""
        return self.spots[place] if place in self.sites else self.havens(layout)[place]

    def radius(self, place: str) -> float:
        """Return the radius of a place's or sea's sign, in px."""
        return HAVEN if place not in self.sites else RING if self.sites[place].value else DOT

    @cache  # noqa: B019  an atlas lives as long as the program
    def havens(self, layout: str) -> dict[str, Point]:
        """Return the places of the pieces at sea, in a layout ("wide" or "small")."""
        return {row.name: (row.x, row.y) for row in self._of("haven", layout)}

    @cached_property
    def bends(self) -> dict[tuple[str, str], Point]:
        """Control points of the roads that bend, by their places."""
        found = {}
        for row in self._of("bend"):
            (x1, y1), (x2, y2) = self.spots[row.name], self.spots[row.other]
            found[row.name, row.other] = ((x1 + x2) / 2 + row.x, (y1 + y2) / 2 + row.y)
        return found

    @cached_property
    def lands(self) -> Lands:
        return place_provinces(self.territories, self.projection)

    @cached_property
    def barren(self) -> frozenset[str]:
        """The provinces that nobody enters."""
        return frozenset(area.name for area in self.territories if area.barren)

    @cache  # noqa: B019
    def crossing(self, here: str, there: str) -> tuple[Point, Point]:
        """Return the ends of a strait's crossing: the points of two provinces' outlines nearest to each other."""
        one, other = ([at for part in outlines(self.lands.outlines[name]) for at in part] for name in (here, there))
        return min(product(one, other), key=lambda ends: hypot(ends[0][0] - ends[1][0], ends[0][1] - ends[1][1]))

    @cache  # noqa: B019
    def pass_at(self, here: str, there: str) -> Point:
        """The middle of the border that a pass crosses."""
        sides = (outlines(side.path)[0] for side in self.lands.sides[here] if side.other == there)
        points = max(sides, key=len)
        return points[len(points) // 2]

    def points(self, here: str, there: str) -> tuple[Point, ...]:
        """The road from one place to the next: its ends, with the control point of its curve where it bends."""
        bend = self.bends.get((here, there)) or self.bends.get((there, here))
        start, end = self.spots[here], self.spots[there]
        return (start, bend, end) if bend else (start, end)

    @cache  # noqa: B019
    def labels(self, layout: str, language: str) -> dict[str, DrawingRow]:
        """Return the labels of the places in a layout ("wide", "small", "inset" or a region) and a language."""
        return {row.name: row for row in self._of("label", layout, language)}

    @cache  # noqa: B019
    def sea_names(self, layout: str, language: str) -> dict[str, tuple[SeaName, ...]]:
        """The lines of each sea's name in a layout and a language."""
        found: dict[str, tuple[SeaName, ...]] = {}
        for row in self._of("sea", layout, language):
            width = (row.width + SPACING * (len(row.other) - 1)) * row.height
            said = SeaName(row.other, row.x, row.y, row.height, row.turn, width)
            found[row.name] = (*found.get(row.name, ()), said)
        return found

    insets = _boxes("pane", "small")  # the parts of the map that a narrow board shows apart
    parts = _boxes("pane", "stacked")  # those that a narrow page shows one below the other: they hold all places
    regions = _boxes("region", "")  # those to zoom on

    def land(self, coarse: bool = False) -> str:
        return coast(self.files[coarse], self.projection, self.width, self.height)


def road_path(points: Sequence[Point]) -> str:
    return curve_path(*points) if len(points) > 2 else polyline_path(points)
