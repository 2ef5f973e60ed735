"""What never moves on the map: panes, sea, land, roads, cities and their names; drawn once for a width."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from math import cos, hypot, radians, sin

from gamekit.julius_caesar.places import CITIES, ROADS, RoadClass
from gamekit.widgets.julius_caesar import chart
from gamekit.widgets.look import (
    CAESAR,
    COAST,
    HALO,
    INK,
    LAND,
    LAND_BAND,
    LINE,
    MUTED,
    PAPER,
    SEA,
    SEA_BANDS,
    SEA_NAME,
    TEXT,
    TINY,
    WHITE,
)
from gamekit.widgets.scene import Box, Circle, Group, Path, Point, Rect, Shape, Text, line, text_width, through
from gamekit.words import word

WIDE = 1040.0  # px from which the whole map is readable at once; narrower maps have insets
NARROWEST, ROOMY, WIDEST, GAP = 776.0, 1220.0, 1560.0, 12.0  # a map without insets needs to be drawn roomy
TALLEST = 720.0  # a region fills the width, but not more height than this
FRAME, BORDER = "#B9AC93", INK
PORT = 14.0  # room for an anchor beside a name
HAIR = "\u200a"
LEGEND = (
    "julius_caesar.map.legend.major",
    "julius_caesar.map.legend.minor",
    "julius_caesar.map.legend.strait",
    "julius_caesar.map.legend.value",
    "julius_caesar.map.legend.port",
)


@dataclass(frozen=True, slots=True)
class Pane:
    """A part of the chart on the board: where it lies there, what it shows, how large, and in how much detail."""

    name: str
    left: float
    top: float
    width: float
    height: float
    x: float  # of the chart, at the pane's left top
    y: float
    scale: float
    layout: str  # which names: "wide", "small" or "inset"
    size: float = 28  # of a block; 0 for a count alone

    def at(self, point: Point) -> Point:
        """A point of the chart on the board."""
        return self.left + (point[0] - self.x) * self.scale, self.top + (point[1] - self.y) * self.scale

    def shows(self, point: Point, margin: float = 0) -> bool:
        """Whether a point of the chart lies in the pane, ``margin`` px from its edge."""
        x, y = self.at(point)
        inside = self.left + margin <= x < self.left + self.width - margin
        return inside and self.top + margin <= y < self.top + self.height - margin

    @property
    def names(self) -> str:
        """Which layout the names of the seas come from."""
        return "small" if self.layout == "small" else "wide"

    def spot(self, place: str) -> Point:
        """Where a city or sea is on the board."""
        return self.at(chart.spot(place, self.names))

    def holds(self, place: str, margin: float = 0) -> bool:
        """Whether a city or sea lies in the pane, ``margin`` px from its edge."""
        return self.shows(chart.spot(place, self.names), margin)


@dataclass(frozen=True, slots=True)
class NamePlate:
    """A city's name on a pane: its text and the room it takes, anchor included."""

    city: str
    text: Text
    box: Box
    anchor: Point | None


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The map without a game on it; made once, and known by its identity."""

    width: float
    height: float
    panes: tuple[Pane, ...]
    shapes: tuple[Shape, ...]
    names: tuple[tuple[NamePlate, ...], ...]  # by pane
    taken: tuple[tuple[Box, ...], ...]  # by pane: what else blocks should not cover


def sheet(width: float, region: str = "") -> tuple[Pane, ...]:
    """The panes of a board: one from 1100 px on or for a region, else the whole and two insets."""
    width = drawn_width(width)
    if region:
        return (_zoomed(width, *chart.regions()[region]),)
    scale = width / chart.WIDTH
    if width >= WIDE:
        return (Pane("", 0, 0, width, chart.HEIGHT * scale, 0, 0, scale, "wide"),)
    main = Pane("", 0, 0, width, round(chart.HEIGHT * scale), 0, 0, scale, "small", 0)
    boxes = chart.panes("small")
    inner = (width - GAP * (len(boxes) - 1)) / sum(box[2] for box in boxes.values())
    left, insets = 0.0, list[Pane]()
    for name, (x, y, across, down) in boxes.items():
        insets.append(Pane(name, left, main.height + GAP, across * inner, round(down * inner), x, y, inner, "inset"))
        left += across * inner + GAP
    return (main, *insets)


def drawn_width(width: float) -> float:
    """The width that a map is drawn at: names need room, so that a page may show it a little smaller."""
    return min(max(width, ROOMY if width >= WIDE else NARROWEST), WIDEST)


def _zoomed(width: float, x: float, y: float, across: float, down: float) -> Pane:
    """A region as large as it goes; what is left of the width shows more of the chart."""
    scale = min(width / across, TALLEST / down)
    seen = min(width / scale, chart.WIDTH)
    scale = width / seen
    x = min(max(0.0, x - (seen - across) / 2), chart.WIDTH - seen)
    return Pane("", 0, 0, width, round(down * scale), x, y, scale, "wide", 40 if scale >= 1.5 else 28)


@lru_cache(maxsize=12)
def ground(width: float, language: str, region: str = "") -> Ground:
    """The map without a game on it, for a width in px."""
    width = drawn_width(width)
    panes = sheet(width, region)
    names = tuple(tuple(_plates(pane, panes, language)) for pane in panes)
    shapes = [shape for pane, plates in zip(panes, names) for shape in _pane(pane, panes, plates, language)]
    bottom = max(pane.top + pane.height for pane in panes)
    taken: list[tuple[Box, ...]] = [_sea_boxes(pane, language) for pane in panes]
    if panes[0].layout == "wide" and not region:
        key = _legend(panes[0].height - 112, language)
        taken[0] += ((10, panes[0].height - 112, _legend_width(language), 102),)
        height = bottom
        shapes += [*key, *_coast_note(_legend_width(language) + 22, bottom - 22, language)]
    else:
        rows = _key_rows(width, language)
        height = bottom + 26 + 20 * len(rows)
        shapes += [*_key(rows, bottom + 20, language), *_coast_note(2, height - 5, language, single=True)]
    return Ground(width, height, panes, tuple(shapes), names, tuple(taken))


# One pane ------------------------------------------------------------------------------------------------------------


def _pane(pane: Pane, panes: tuple[Pane, ...], plates: tuple[NamePlate, ...], language: str) -> Iterator[Shape]:
    frame = Rect(pane.left, pane.top, pane.width, pane.height, 6, fill=SEA)
    inner: list[Shape] = [frame, *_land(pane), *_sea_names(pane, language), *_havens(pane), *_roads(pane)]
    inner += [*_insets(pane, panes), *_dots(pane)]
    for plate in plates:
        inner.append(plate.text)
        if plate.anchor:
            inner.append(anchor(*plate.anchor, CITIES[plate.city].major_port))
    yield Group(tuple(inner), clip=frame)
    stroke = BORDER if pane.name else FRAME
    yield Rect(pane.left + 0.5, pane.top + 0.5, pane.width - 1, pane.height - 1, 6, stroke=stroke)
    if pane.name:
        yield from _caption(pane, language)


def _land(pane: Pane) -> Iterator[Shape]:
    """Land with a soft inner line, sea with two soft bands along the coast."""
    fine, coarse = chart.coast(), chart.coast(chart.COARSE)
    outline = coarse if pane.scale < 0.8 else fine
    small = 0.75 if pane.scale < 0.8 else 1.0

    def stroked(d: str, colour: str, width: float, opacity: float = 1) -> Path:
        return Path(d, stroke=colour, stroke_width=width * small / pane.scale, join="round", opacity=opacity)

    shapes: tuple[Shape, ...] = (
        stroked(coarse, SEA_BANDS[0], 9, 0.55),
        stroked(coarse, SEA_BANDS[1], 4, 0.6),
        Path(outline, fill=LAND),
        Group((stroked(coarse, LAND_BAND, 8, 0.55),), clip=Path(coarse)),
        stroked(outline, COAST, 0.9),
    )
    yield Group(shapes, pane.left - pane.x * pane.scale, pane.top - pane.y * pane.scale, scale=pane.scale)


def _sea_names(pane: Pane, language: str) -> Iterator[Shape]:
    for sea, lines in chart.sea_names(pane.names, language).items():
        shapes = tuple(_sea_line(pane, one) for one in lines if _fits(pane, one))
        if shapes:
            yield Group(shapes, label=chart.place_name(sea, language))


def _sea_line(pane: Pane, one: chart.SeaName) -> Shape:
    spaced, (x, y) = HAIR.join(one.text), pane.at((one.x, one.y))
    text = Text(
        0, 0, spaced, one.size, SEA_NAME, "serif", italic=True, anchor="middle", halo=SEA, max_width=1.05 * one.width
    )
    return Group((text,), x, y, one.turn)


def _fits(pane: Pane, one: chart.SeaName) -> bool:
    return (
        pane.shows((one.x, one.y))
        and pane.shows((one.x, one.y), 0 if one.turn else 12)
        and (_room(pane, one) >= one.width / 2 * cos(radians(one.turn)))
    )


def _room(pane: Pane, one: chart.SeaName) -> float:
    x = pane.at((one.x, one.y))[0]
    return min(x - pane.left, pane.left + pane.width - x)


def _sea_boxes(pane: Pane, language: str) -> tuple[Box, ...]:
    boxes = list[Box]()
    for lines in chart.sea_names(pane.names, language).values():
        for one in lines:
            if not _fits(pane, one):
                continue
            (x, y), width, size = pane.at((one.x, one.y)), one.width, one.size
            if not one.turn:
                boxes.append((x - width / 2, y - 0.8 * size, width, size))
                continue
            ux, uy = cos(radians(one.turn)), sin(radians(one.turn))
            for step in (-0.4, -0.2, 0, 0.2, 0.4):
                cx, cy = x + step * width * ux + 0.3 * size * uy, y + step * width * uy - 0.3 * size * ux
                half, tall = 0.1 * width * ux + 0.3 * size * uy, 0.1 * width * uy + 0.3 * size * ux
                boxes.append((cx - half, cy - tall, 2 * half, 2 * tall))
    return tuple(boxes)


def _havens(pane: Pane) -> Iterator[Shape]:
    for point in chart.havens(pane.names).values():
        if pane.shows(point, 6):
            x, y = pane.at(point)
            yield from waves(x, y)


def waves(x: float, y: float) -> Iterator[Shape]:
    """The sign of a sea: where its blocks gather, and what to click."""
    for row in (-2, 2):
        wave = f"M{x - 6:.1f} {y + row:.1f}q1.5 -2.6 3 0t3 0t3 0t3 0"
        yield Path(wave, stroke=SEA_NAME, stroke_width=1.1, cap="round")


def _roads(pane: Pane) -> Iterator[Shape]:
    small = 0.75 if pane.layout == "small" else 1.0
    for road in ROADS:
        points = [pane.at(point) for point in chart.road_points(road)]
        if road.class_ == RoadClass.MAJOR:
            yield Path(chart.outline(points), stroke=PAPER, stroke_width=4.4 * small, opacity=0.75)
            yield Path(chart.outline(points), stroke=LINE, stroke_width=2.4 * small)
        elif road.class_ == RoadClass.MINOR:
            yield Path(chart.outline(points), stroke=LINE, stroke_width=1.5 * small, dash=(5 * small, 4 * small))
        else:
            yield from strait(points[0], points[-1], chart.radius(road.city_a), chart.radius(road.city_b), small)


def strait(start: Point, end: Point, first: float, second: float, scale: float = 1) -> Iterator[Shape]:
    """An arrow with two heads between two dots."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    room = max(length - (first + second) * scale - 2, 6)
    slack = (length - room) * first / (first + second)
    a = (start[0] + ux * slack, start[1] + uy * slack)
    b = (a[0] + ux * room, a[1] + uy * room)
    yield line(*a, *b, INK, 1.5 * scale)
    for (x, y), way in ((a, 1), (b, -1)):
        back, side = 3.9 * scale * way, 2.6 * scale
        barbs = [(x + ux * back - uy * side, y + uy * back + ux * side), (x, y)]
        barbs.append((x + ux * back + uy * side, y + uy * back - ux * side))
        yield Path(through(barbs), stroke=INK, stroke_width=1.5 * scale, cap="round", join="round")


def _dots(pane: Pane) -> Iterator[Shape]:
    for city in CITIES:
        if pane.holds(city, -RING_ROOM):
            yield from city_dot(city, *pane.spot(city), None, small=pane.layout == "small")


RING_ROOM = 12.0


def city_dot(city: str, x: float, y: float, colour: str | None, small: bool = False) -> Iterator[Shape]:
    """A city: a dot, or its value in a ring, with its holder's colour inside."""
    scale, value = 0.85 if small else 1.0, CITIES[city].value
    if not value:
        yield Circle(
            x, y, chart.DOT * (0.8 if small else 1), fill=colour or WHITE, stroke=INK, stroke_width=1.2 * scale
        )
        return
    yield Circle(x, y, chart.RING * scale, fill=WHITE, stroke=INK, stroke_width=1.2)
    if colour:
        yield Circle(x, y, 6.6 * scale, fill=colour)
    yield Text(x, y + 4, str(value), TINY, WHITE if colour else INK, weight=700, anchor="middle")


def anchor(x: float, y: float, major: bool) -> Group:
    """A port's sign, its middle at (x, y); a major port's stands in a ring."""
    stock = "M0-2.3V4.2M-2.2-.6h4.4M-3.7 1.4C-3.4 3.3-1.7 4.3 0 4.3S3.4 3.3 3.7 1.4"
    shapes: list[Shape] = [
        Circle(0, -3.6, 1.2, stroke=SEA_NAME, stroke_width=1.4),
        Path(stock, stroke=SEA_NAME, stroke_width=1.4, cap="round"),
    ]
    if major:
        shapes.append(Circle(0, 0, 6.3, stroke=SEA_NAME, stroke_width=1.1))
    return Group(tuple(shapes), x, y, scale=0.86)


# Names and frames ----------------------------------------------------------------------------------------------------


def _plates(pane: Pane, panes: tuple[Pane, ...], language: str) -> Iterator[NamePlate]:
    found = chart.labels(pane.layout, language)
    for city, label in found.items():
        if not pane.holds(city, 2):
            continue
        x, y = pane.spot(city)
        size = name_size(city, language)
        weight = 700 if CITIES[city].value else 400
        text = Text(
            x + label.x, y + label.y, chart.place_name(city, language), size, INK, "serif", weight,
            anchor=label.anchor, halo=HALO, halo_width=3.2,
        )  # fmt: skip
        plate = _plate(city, text, label.width * size, pane.layout != "small" and CITIES[city].port)
        if _within(plate.box, pane):  # at the edge of a region a dot goes without its name
            yield plate


def _within(box: Box, pane: Pane) -> bool:
    across = pane.left <= box[0] and box[0] + box[2] <= pane.left + pane.width
    return across and pane.top <= box[1] and box[1] + box[3] <= pane.top + pane.height


def name_size(city: str, language: str) -> float:
    """The size of a city's name in px: larger for a city with a value."""
    return TEXT + bool(CITIES[city].value) - (language == "ja")


def _plate(city: str, text: Text, width: float, port: bool) -> NamePlate:
    left = text.x - {"start": 0.0, "middle": width / 2, "end": width}[text.anchor]
    top, room = text.y - 0.8 * text.size, PORT if port else 0.0
    before = port and text.anchor == "end"
    box = (left - room if before else left, top, width + room, 1.04 * text.size)
    middle = (left - 8 if before else left + width + 8, text.y - 0.33 * text.size)
    return NamePlate(city, text, box, middle if port else None)


def _insets(pane: Pane, panes: tuple[Pane, ...]) -> Iterator[Shape]:
    """On the whole map: where the insets lie, with their letters."""
    for other in panes if pane.layout == "small" else ():
        if other.name:
            x, y = pane.at((other.x, other.y))
            width, height = other.width / other.scale * pane.scale, other.height / other.scale * pane.scale
            yield Rect(x, y, width, height, 4, stroke=BORDER, fill=PAPER, opacity=0.12)
            yield Rect(x, y, width, height, 4, stroke=BORDER)
            yield Text(x + width - 7, y + 15, other.name, TEXT, INK, weight=700, anchor="end", halo=HALO)


def _caption(pane: Pane, language: str) -> Iterator[Shape]:
    text = f"{pane.name}  {word(f'julius_caesar.map.pane.{pane.name}', language)}"
    right = pane.name == "A"
    x = pane.left + (pane.width - 10 if right else 10)
    y = pane.top + pane.height - 10
    yield Text(x, y, text, TEXT, INK, weight=700, anchor="end" if right else "start", halo=HALO, halo_width=3.2)


# The key -------------------------------------------------------------------------------------------------------------


def _legend_width(language: str) -> float:
    return 52 + max(text_width(word(key, language), TEXT) for key in LEGEND)


def _legend(top: float, language: str) -> Iterator[Shape]:
    yield Rect(10, top, _legend_width(language), 102, 6, fill=PAPER, opacity=0.92)
    for row, key in enumerate(LEGEND):
        y = top + 15 + 18 * row
        yield from _sign(row, 36, y)
        yield Text(60, y + 4, word(key, language), TEXT)


def _sign(row: int, x: float, y: float) -> Iterator[Shape]:
    """The sign of a line of the key, its middle at (x, y)."""
    if row == 0:
        yield line(x - 14, y, x + 14, y, LINE, 2.4)
    elif row == 1:
        yield line(x - 14, y, x + 14, y, LINE, 1.5, (5, 4))
    elif row == 2:
        yield from strait((x - 14, y), (x + 14, y), 1, 1)
    elif row == 3:
        yield Circle(x, y, 8, fill=WHITE, stroke=INK, stroke_width=1.2)
        yield Circle(x, y, 6, fill=CAESAR)
        yield Text(x, y + 4, "1", TINY, WHITE, weight=700, anchor="middle")
    else:
        yield anchor(x - 6, y, False)
        yield anchor(x + 8, y, True)


def _key_rows(width: float, language: str) -> list[list[tuple[int, float]]]:
    """The lines of the key under a map: in each (number of the sign, left)."""
    rows: list[list[tuple[int, float]]] = [[]]
    x = 2.0
    for number, key in enumerate(LEGEND):
        room = 36 + text_width(word(key, language), TEXT)
        if x + room > width and rows[-1]:
            rows.append([])
            x = 2.0
        rows[-1].append((number, x))
        x += room + 14
    return rows


def _key(rows: list[list[tuple[int, float]]], y: float, language: str) -> Iterator[Shape]:
    for row in rows:
        for number, x in row:
            yield from _sign(number, x + 14, y - 4)
            yield Text(x + 34, y, word(LEGEND[number], language), TEXT)
        y += 20


def _coast_note(x: float, y: float, language: str, single: bool = False) -> Iterator[Shape]:
    lines = [word("julius_caesar.map.coast", language), word("julius_caesar.map.coast_then", language)]
    for row, text in enumerate([" ".join(lines)] if single else lines):
        yield Text(x, y + 14 * row, text, TINY, MUTED)
