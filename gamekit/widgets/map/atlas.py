"""What there is on a map: places with their dots, roads, seas, and how every name stands.

An ``Atlas`` is a map at one fixed size; everything that is shown is this map, scaled and cut. What no source gives (how
far a name stands from its dot, how a road bends) are lines of a drawing file (``data/<game>/map_drawing.csv``)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Final

from gamekit.widgets.look import INK
from gamekit.widgets.map.areas import Lands, Territory, nearest, survey
from gamekit.widgets.map.coast import COARSE, FINE, coast
from gamekit.widgets.map.projection import Conic
from gamekit.widgets.scene import Box, Point, Shape, curve, outlines, through

SPACING = 0.1  # em between the letters of a sea's name
DOT, RING, HAVEN = 4.2, 8.5, 4.0  # radius of a place's dot, of one with a value, and of a sea's sign
ANCHORS: Final = {"s": "start", "m": "middle", "e": "end"}


@dataclass(frozen=True, slots=True)
class DrawingRow:
    """A line of a drawing file: one figure of the drawing that no source gives, in px of the map.

    ``kind`` says which: label (from the dot to the name), bend (from the middle of a road to its control point),
    nudge (of a place), sea (middle of a line of its name), haven (where a sea's pieces stand), pane (a part of the
    map in a layout) or region (a part to zoom on). ``width`` of names is in em, of panes and regions in px."""

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
    """A way between two places; ``kind`` is "major", "minor" or "strait", between provinces "land", "pass" or
    "strait", ``judged`` where no source gives it."""

    here: str
    there: str
    kind: str
    judged: bool = False


@dataclass(frozen=True, slots=True)
class Label:
    """A name beside a dot: offset in px, text-anchor (start, middle, end), width in em, what is written where that is
    shorter than the name."""

    x: float
    y: float
    anchor: str
    width: float
    text: str = ""


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
class Widths:
    """From which width in px a map is shown whole, and up to which its parts are stacked; how narrow and wide it is
    drawn; how high a region may become."""

    whole: float = 1040
    stacked: float = 700
    narrow: float = 776  # with insets, at least
    narrowest: float = 364
    roomy: float = 1220
    widest: float = 1560
    tallest: float = 720


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
    widths: Widths = field(default_factory=Widths)
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
        """Where a place or sea is, in px of the map."""
        return self.spots[place] if place in self.sites else self.havens(layout)[place]

    def radius(self, place: str) -> float:
        """How large a place's or sea's sign is, in px."""
        return HAVEN if place not in self.sites else RING if self.sites[place].value else DOT

    @cache  # noqa: B019  an atlas lives as long as the program
    def havens(self, layout: str) -> dict[str, Point]:
        """Where the pieces at sea stand, in a layout ("wide" or "small")."""
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
        return survey(self.territories, self.projection)

    @cached_property
    def barren(self) -> frozenset[str]:
        """The provinces that nobody enters."""
        return frozenset(area.name for area in self.territories if area.barren)

    @cache  # noqa: B019
    def crossing(self, here: str, there: str) -> tuple[Point, Point]:
        """Where a strait is crossed: the points of two provinces' outlines that lie nearest to each other."""
        shores = ([at for part in outlines(self.lands.outlines[name]) for at in part] for name in (here, there))
        return nearest(*shores)

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
    def labels(self, layout: str, language: str) -> dict[str, Label]:
        """Where the names of the places stand in a layout ("wide", "small", "inset" or a region) and a language."""
        rows = self._of("label", layout, language)
        return {row.name: Label(row.x, row.y, ANCHORS[row.anchor], row.width, row.other) for row in rows}

    @cache  # noqa: B019
    def sea_names(self, layout: str, language: str) -> dict[str, tuple[SeaName, ...]]:
        """The lines of each sea's name in a layout and a language."""
        found: dict[str, tuple[SeaName, ...]] = {}
        for row in self._of("sea", layout, language):
            width = (row.width + SPACING * (len(row.other) - 1)) * row.height
            said = SeaName(row.other, row.x, row.y, row.height, row.turn, width)
            found[row.name] = (*found.get(row.name, ()), said)
        return found

    @cached_property
    def insets(self) -> dict[str, Box]:
        """The parts of the map that a narrow board shows apart, by name: x, y, width, height."""
        return {row.name: (row.x, row.y, row.width, row.height) for row in self._of("pane", "small")}

    @cached_property
    def parts(self) -> dict[str, Box]:
        """The parts of the map that a narrow page shows one below the other, by name; together they hold all places."""
        return {row.name: (row.x, row.y, row.width, row.height) for row in self._of("pane", "stacked")}

    @cached_property
    def regions(self) -> dict[str, Box]:
        """The parts of the map to zoom on, by name: x, y, width, height."""
        return {row.name: (row.x, row.y, row.width, row.height) for row in self._of("region")}

    def land(self, coarse: bool = False) -> str:
        return coast(self.files[coarse], self.projection, self.width, self.height)


def road_path(points: Sequence[Point]) -> str:
    return curve(*points) if len(points) > 2 else through(points)
