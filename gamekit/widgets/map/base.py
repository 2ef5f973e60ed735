"""What never moves on a map: panes, sea, land, roads, places and their names; drawn once for a width."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from math import cos, hypot, radians, sin

from gamekit.widgets import look
from gamekit.widgets.layout import broken, flow, legible
from gamekit.widgets.map import atlas as areas
from gamekit.widgets.map.atlas import DOT, RING, Atlas, Passage, SeaName, road_path
from gamekit.widgets.scene import (
    Box,
    Circle,
    Group,
    Path,
    Point,
    Rect,
    Shape,
    Text,
    bounds,
    line,
    meet,
    text_width,
    through,
)

GAP = 12.0  # px between panes
LARGEST = 2.0  # how much a part of the map below the whole is magnified, at most
PIECE, LARGE_PIECE, MAGNIFIED = 28.0, 40.0, 1.5  # px of a piece, and of one where the map is magnified so much


@dataclass(frozen=True, slots=True)
class Pane:
    """A part of the map on the board: where it lies there, what it shows, how large, and in how much detail."""

    atlas: Atlas
    name: str
    left: float
    top: float
    width: float
    height: float
    x: float  # of the map, at the pane's left top
    y: float
    scale: float
    layout: str  # which names: "wide", "small", "inset", a region's own or, for none, "bare"
    size: float = PIECE  # of a piece; 0 for a count alone

    def at(self, point: Point) -> Point:
        return self.left + (point[0] - self.x) * self.scale, self.top + (point[1] - self.y) * self.scale

    def shows(self, point: Point, margin: float = 0) -> bool:
        """Whether a point of the map lies in the pane, ``margin`` px from its edge."""
        return self.covers(self.at(point), margin)

    def covers(self, at: Point, margin: float = 0) -> bool:
        """Whether a point of the board lies in the pane, ``margin`` px from its edge."""
        inside = self.left + margin <= at[0] < self.left + self.width - margin
        return inside and self.top + margin <= at[1] < self.top + self.height - margin

    @property
    def names(self) -> str:
        """Which layout the names of the seas come from."""
        return {"bare": "small", "inset": "wide"}.get(self.layout, self.layout)

    def spot(self, place: str) -> Point:
        return self.at(self.atlas.spot(place, self.names))

    def holds(self, place: str, margin: float = 0) -> bool:
        """Whether a place or sea lies in the pane, ``margin`` px from its edge."""
        return self.shows(self.atlas.spot(place, self.names), margin)

    def road(self, here: str, there: str) -> list[Point]:
        return [self.at(point) for point in self.atlas.points(here, there)]


def sheet(atlas: Atlas, width: float, region: str = "") -> tuple[Pane, ...]:
    """The panes of a board: one where the map can be read whole or for a region, else the whole and its insets.

    Raises KeyError for a region that the atlas does not have."""
    width = drawn_width(atlas, width)
    if width < atlas.widths.stacked:
        return _stacked(atlas, width, _parts(atlas, region))
    if region:
        named = any(row.layout == region for row in atlas.drawing)
        return (_zoomed(atlas, width, *atlas.regions[region], region if named else "wide"),)
    scale = width / atlas.width
    if width >= atlas.widths.whole:
        return (Pane(atlas, "", 0, 0, width, atlas.height * scale, 0, 0, scale, "wide"),)
    main = Pane(atlas, "", 0, 0, width, round(atlas.height * scale), 0, 0, scale, "small", 0)
    inner = (width - GAP * (len(atlas.insets) - 1)) / sum(box[2] for box in atlas.insets.values())
    left, insets = 0.0, list[Pane]()
    for name, (x, y, across, down) in atlas.insets.items():
        place = (left, main.height + GAP, across * inner, round(down * inner))
        insets.append(Pane(atlas, name, *place, x, y, inner, "inset"))
        left += across * inner + GAP
    return (main, *insets)


def _parts(atlas: Atlas, region: str) -> Mapping[str, Box]:
    """The parts of the map that a narrow page shows: all, the one called like a region, or those within it."""
    if not region or region in atlas.parts:
        return {region: atlas.parts[region]} if region else atlas.parts
    left, top, wide, high = atlas.regions[region]
    middles = {name: (x + across / 2, y + down / 2) for name, (x, y, across, down) in atlas.parts.items()}
    within = {n: atlas.parts[n] for n, (x, y) in middles.items() if 0 <= x - left <= wide and 0 <= y - top <= high}
    return within or atlas.parts


def _stacked(atlas: Atlas, width: float, parts: Mapping[str, Box]) -> tuple[Pane, ...]:
    """For a narrow page: the whole map without names, then parts of it one below the other, as wide as the page."""
    scale = width / atlas.width
    panes = [Pane(atlas, "", 0, 0, width, round(atlas.height * scale), 0, 0, scale, "bare", 0)]
    for name, (x, y, across, down) in parts.items():
        seen = max(across, width / LARGEST)  # a wide page shows more of the map instead of a larger piece
        x, across = min(max(0.0, x - (seen - across) / 2), atlas.width - seen), seen
        inner = width / across
        top = panes[-1].top + panes[-1].height + GAP
        panes.append(Pane(atlas, name, 0, top, width, round(down * inner), x, y, inner, "wide"))
    return tuple(panes)


def drawn_width(atlas: Atlas, width: float) -> float:
    """The width that a map is drawn at: names need room, so that a page may show it a little smaller."""
    room = atlas.widths
    least = room.roomy if width >= room.whole else room.narrow if width >= room.stacked else room.narrowest
    return min(max(width, least), room.widest)


def _zoomed(atlas: Atlas, width: float, x: float, y: float, across: float, down: float, layout: str) -> Pane:
    """A region as large as it goes; what is left of the width shows more of the map."""
    scale = min(width / across, atlas.widths.tallest / down)
    seen = min(width / scale, atlas.width)
    scale = width / seen
    x = min(max(0.0, x - (seen - across) / 2), atlas.width - seen)
    size = LARGE_PIECE if scale >= MAGNIFIED else PIECE
    return Pane(atlas, "", 0, 0, width, round(down * scale), x, y, scale, layout, size)


FRAME, INSET = "#B9AC93", look.INK
SMALL = 0.75  # how much finer lines are on a small map
COARSE_BELOW = 0.8  # the scale from which down the coarse coast will do
PORT = 14.0  # room for an anchor beside a name
HAIR = "\u200a"
SIGNS = ("legend.major", "legend.minor", "legend.strait", "legend.value", "legend.port")  # the lines of the legend
ROW, SIGN, PAD = 18.0, 28.0, 10.0  # a line of the legend, the width of its sign, and the room round both
DASH = (5.0, 4.0)
WIDE = 900.0  # px from which on the letters of a page are 11 px at least, below it 10
ARROW = 16.0  # px of an arrow across a strait, at least


@dataclass(frozen=True, slots=True)
class NamePlate:
    """A place's name on a pane: its text and the room it takes, anchor included."""

    place: str
    text: Text
    box: Box
    anchor: Point | None


@dataclass(frozen=True, slots=True, eq=False)
class BaseMap:
    """The map without a game on it; made once, and known by its identity."""

    atlas: Atlas
    width: float
    height: float
    panes: tuple[Pane, ...]
    shapes: tuple[Shape, ...]  # first the ground of each pane
    names: tuple[tuple[NamePlate, ...], ...]  # by pane
    taken: tuple[tuple[Box, ...], ...]  # by pane: what else pieces should not cover


@lru_cache(maxsize=12)
def base_map(atlas: Atlas, width: float, language: str, region: str = "") -> BaseMap:
    """The map without a game on it, for a width in px."""
    room, width = width, drawn_width(atlas, width)
    panes = sheet(atlas, width, region)
    names = tuple(tuple(_plates(pane, language)) for pane in panes)
    taken: list[tuple[Box, ...]] = [_sea_boxes(pane, language) for pane in panes]
    drawn = [tuple(_pane(pane, panes, plates, language)) for pane, plates in zip(panes, names)]
    shapes = [*(ground for ground, *_ in drawn), *(shape for _, *upper in drawn for shape in upper)]
    for index, texts in enumerate(_told(panes, names, taken, language)):
        taken[index] += tuple(map(bounds, texts))
        shapes += texts
    height = max(pane.top + pane.height for pane in panes)
    words = [atlas.say(sign, language) for sign in _signs(atlas)]
    notes = [atlas.say(key, language) for key in ("coast", "coast_then")]
    if panes[0].layout == "wide" and not region:
        size = max(look.TEXT, look.TINY * width / room)
        wide, high = SIGN + 2 * PAD + max(text_width(text, size) for text in words) + 4, len(words) * ROW + PAD + 2
        box = (PAD, height - high - PAD, wide, high)
        taken[0] += (box,)
        spots = [(2 * PAD + 2, box[1] + PAD + 9 + ROW * row) for row in range(len(words))]
        shapes += [Rect(*box, 6, fill=look.PAPER, opacity=0.92), *_key(atlas, words, spots, PAD)]
        shapes += _notes(notes, wide + 2 * PAD, height - 22)
    else:
        below, height = _key_below(atlas, words, " ".join(notes), width, height)
        shapes += below
    return BaseMap(atlas, width, height, panes, readable(shapes, width, room), names, tuple(taken))


def readable(shapes: Iterable[Shape], drawn: float, room: float) -> tuple[Shape, ...]:
    """Shapes of a map that a page shows smaller than it is drawn, their letters large enough all the same."""
    least = (look.TINY if room >= WIDE else look.TINY - 1) * drawn / room
    return tuple(legible(shape, least) if drawn > room else shape for shape in shapes)


def _told(
    panes: tuple[Pane, ...], names: Sequence[Sequence[NamePlate]], taken: Sequence[Sequence[Box]], language: str
) -> Iterator[list[Text]]:
    """The letters of the parts on the whole map, and the name of each; a part alone is told from no other."""
    if len(panes) > 2:
        yield list(_inset_letters(panes[0], panes))
        for pane, plates, boxes in zip(panes[1:], names[1:], taken[1:]):
            yield [_caption(pane, panes, [*boxes, *(plate.box for plate in plates)], language)]


# One pane ------------------------------------------------------------------------------------------------------------


def _pane(pane: Pane, panes: tuple[Pane, ...], plates: tuple[NamePlate, ...], language: str) -> Iterator[Shape]:
    frame = edge(pane, look.SEA)
    ground, upper = [frame, *_land(pane)], [*_sea_names(pane, language), *_havens(pane), *_roads(pane)]
    if pane.atlas.territories:  # what is held is drawn between the two
        yield Group(tuple(ground), clip=frame)
        ground = []
    inner: list[Shape] = [*ground, *upper]
    inner += [*_inset_frames(pane, panes), *(() if pane.atlas.territories else _dots(pane))]
    for plate in plates:
        inner.append(plate.text)
        if plate.anchor:
            inner.append(anchor(*plate.anchor, pane.atlas.sites[plate.place].port == "major port"))
    yield from inner if pane.atlas.territories else [Group(tuple(inner), clip=frame)]
    stroke = INSET if pane.name else FRAME
    yield Rect(pane.left + 0.5, pane.top + 0.5, pane.width - 1, pane.height - 1, 6, stroke=stroke)


def edge(pane: Pane, fill: str | None = None) -> Rect:
    """The pane's outline, to cut what is drawn on it."""
    return Rect(pane.left, pane.top, pane.width, pane.height, 6, fill=fill)


def _land(pane: Pane) -> Iterator[Shape]:
    """Land with a soft inner line, sea with two soft bands along the coast."""
    small = pane.scale < COARSE_BELOW
    coarse, outline = pane.atlas.land(coarse=True), pane.atlas.land(small)

    def stroked(d: str, colour: str, width: float, opacity: float = 1) -> Path:
        thick = width * (SMALL if small else 1) / pane.scale
        return Path(d, stroke=colour, stroke_width=thick, join="round", opacity=opacity)

    shapes: tuple[Shape, ...] = (
        stroked(coarse, look.SEA_BANDS[0], 9, 0.55),
        stroked(coarse, look.SEA_BANDS[1], 4, 0.6),
        Path(outline, fill=look.LAND),
        Group((stroked(coarse, look.LAND_BAND, 8, 0.55),), clip=Path(coarse)),
        *_provinces(pane),
        stroked(outline, look.COAST, 0.9),
    )
    yield on_pane(pane, shapes)


def _provinces(pane: Pane) -> Iterator[Shape]:
    """Provinces in the tints of their regions, with their borders."""
    if pane.atlas.territories:
        lands, tints = pane.atlas.lands, pane.atlas.tints
        judged = {frozenset((link.here, link.there)) for link in pane.atlas.links if link.judged}
        yield from areas.tinted(lands, {area.name: tints[area.region] for area in lands.territories})
        yield from areas.hatched(lands, pane.scale)
        yield from areas.borders(lands, lambda one, other: frozenset((one, other)) in judged, pane.scale)


def on_pane(pane: Pane, shapes: tuple[Shape, ...]) -> Group:
    return Group(shapes, pane.left - pane.x * pane.scale, pane.top - pane.y * pane.scale, scale=pane.scale)


def _sea_names(pane: Pane, language: str) -> Iterator[Shape]:
    for sea, lines in _seas(pane, language).items():
        yield Group(tuple(_sea_line(pane, one) for one in lines), label=pane.atlas.name(sea, language))


def _seas(pane: Pane, language: str) -> dict[str, tuple[SeaName, ...]]:
    """The names that fit as a whole, line by line."""
    found = {} if pane.layout == "bare" else pane.atlas.sea_names(pane.names, language)
    return {sea: lines for sea, lines in found.items() if all(_fits(pane, line) for line in lines)}


def _sea_line(pane: Pane, one: SeaName) -> Shape:
    spaced, (x, y) = HAIR.join(one.text), pane.at((one.x, one.y))
    room = 1.05 * one.width
    text = Text(
        0, 0, spaced, one.size, look.SEA_NAME, "serif", italic=True, anchor="middle", halo=look.SEA, max_width=room
    )  # fmt: skip
    return Group((text,), x, y, one.turn)


def _fits(pane: Pane, one: SeaName) -> bool:
    x = pane.at((one.x, one.y))[0]
    room = min(x - pane.left, pane.left + pane.width - x)
    return pane.shows((one.x, one.y), 0 if one.turn else 12) and room >= one.width / 2 * cos(radians(one.turn))


def _sea_boxes(pane: Pane, language: str) -> tuple[Box, ...]:
    """The room that the names of the seas take; a turned one as five boxes along its line."""
    boxes = list[Box]()
    for one in chain.from_iterable(_seas(pane, language).values()):
        (x, y), width, size = pane.at((one.x, one.y)), one.width, one.size
        if not one.turn:
            boxes.append((x - width / 2, y - 0.8 * size, width, size))
            continue
        ux, uy = cos(radians(one.turn)), sin(radians(one.turn))
        part, rise = 0.1 * width, 0.3 * size  # half a fifth of the line, and half its letters' height
        half, tall = part * ux + rise * uy, part * uy + rise * ux
        for step in range(-2, 3):
            cx, cy = x + 2 * step * part * ux + rise * uy, y + 2 * step * part * uy - rise * ux
            boxes.append((cx - half, cy - tall, 2 * half, 2 * tall))
    return tuple(boxes)


def _havens(pane: Pane) -> Iterator[Shape]:
    for point in pane.atlas.havens(pane.names).values():
        if pane.shows(point, 6):
            yield from waves(*pane.at(point))


def waves(x: float, y: float) -> Iterator[Shape]:
    """The sign of a sea: where its pieces gather, and what to click."""
    for row in (-2, 2):
        wave = f"M{x - 6:.1f} {y + row:.1f}q1.5 -2.6 3 0t3 0t3 0t3 0"
        yield Path(wave, stroke=look.SEA_NAME, stroke_width=1.1, cap="round")


def _roads(pane: Pane) -> Iterator[Shape]:
    small = SMALL if pane.layout in ("small", "bare") else 1.0
    for link in pane.atlas.links:
        if pane.atlas.territories:
            yield from _crossing(pane, link) if pane.layout != "bare" else ()
            continue
        points = pane.road(link.here, link.there)
        if link.kind == "strait":
            radii = pane.atlas.radius(link.here), pane.atlas.radius(link.there)
            yield from strait(points[0], points[-1], *radii, small)
        else:
            yield from road(road_path(points), link.kind, small)


def _crossing(pane: Pane, link: Passage) -> Iterator[Shape]:
    """A strait or a pass between two provinces."""
    if link.kind == "strait":
        ends = _apart(*(pane.at(point) for point in pane.atlas.crossing(link.here, link.there)))
        yield from strait(*ends, 1, 1) if all(map(pane.covers, ends)) else ()
    elif link.kind == "pass":
        top = pane.at(pane.atlas.pass_at(link.here, link.there))
        yield from peaks(*top) if pane.covers(top, 8) else ()


def _apart(start: Point, end: Point) -> tuple[Point, Point]:
    """The ends of an arrow across a strait, moved inland where the shores are close."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    far = hypot(dx, dy) or 1
    more = max(0.0, ARROW - far) / 2 / far
    return (start[0] - dx * more, start[1] - dy * more), (end[0] + dx * more, end[1] + dy * more)


def peaks(x: float, y: float) -> Iterator[Shape]:
    yield Path(f"M{x - 8:.1f} {y + 5:.1f}l5.5 -9 3.2 5 2 -3 4.6 7z", fill=look.WHITE, stroke=look.INK, join="round")


def road(d: str, kind: str, scale: float = 1) -> Iterator[Shape]:
    """A major road on a pale case, or a minor one dashed."""
    if kind == "minor":
        yield Path(d, stroke=look.LINE, stroke_width=1.5 * scale, dash=tuple(part * scale for part in DASH))
        return
    yield Path(d, stroke=look.PAPER, stroke_width=4.4 * scale, opacity=0.75)
    yield Path(d, stroke=look.LINE, stroke_width=2.4 * scale)


def strait(start: Point, end: Point, first: float, second: float, scale: float = 1) -> Iterator[Shape]:
    """An arrow with two heads between two dots."""
    length = hypot(end[0] - start[0], end[1] - start[1])
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length
    room = max(length - (first + second) * scale - 2, 6)
    slack = (length - room) * first / (first + second)
    a = (start[0] + ux * slack, start[1] + uy * slack)
    b = (a[0] + ux * room, a[1] + uy * room)
    yield line(*a, *b, look.INK, 1.5 * scale)
    for (x, y), way in ((a, 1), (b, -1)):
        back, side = 3.9 * scale * way, 2.6 * scale
        barbs = [(x + ux * back - uy * side, y + uy * back + ux * side), (x, y)]
        barbs.append((x + ux * back + uy * side, y + uy * back - ux * side))
        yield Path(through(barbs), stroke=look.INK, stroke_width=1.5 * scale, cap="round", join="round")


def _dots(pane: Pane) -> Iterator[Shape]:
    for place, site in pane.atlas.sites.items():
        if pane.holds(place, -1.5 * RING):
            yield from dot(site.value, *pane.spot(place), None, small=pane.layout in ("small", "bare"))


def dot(value: int, x: float, y: float, colour: str | None, small: bool = False) -> Iterator[Shape]:
    """A place: a dot, or its value in a ring, with its holder's colour inside."""
    scale = 0.85 if small else 1.0
    if not value:
        yield Circle(x, y, DOT * scale, fill=colour or look.WHITE, stroke=look.INK, stroke_width=1.2 * scale)
        return
    yield Circle(x, y, RING * scale, fill=look.WHITE, stroke=look.INK, stroke_width=1.2)
    if colour:
        yield Circle(x, y, 0.78 * RING * scale, fill=colour)
    yield Text(x, y + 4, str(value), look.TINY, look.WHITE if colour else look.INK, weight=700, anchor="middle")


def anchor(x: float, y: float, major: bool) -> Group:
    """A port's sign, its middle at (x, y); a major port's stands in a ring."""
    stock = "M0-2.3V4.2M-2.2-.6h4.4M-3.7 1.4C-3.4 3.3-1.7 4.3 0 4.3S3.4 3.3 3.7 1.4"
    shapes: list[Shape] = [
        Circle(0, -3.6, 1.2, stroke=look.SEA_NAME, stroke_width=1.4),
        Path(stock, stroke=look.SEA_NAME, stroke_width=1.4, cap="round"),
    ]
    if major:
        shapes.append(Circle(0, 0, 6.3, stroke=look.SEA_NAME, stroke_width=1.1))
    return Group(tuple(shapes), x, y, scale=0.86)


# Names and frames ----------------------------------------------------------------------------------------------------


def _plates(pane: Pane, language: str) -> Iterator[NamePlate]:
    for place, label in pane.atlas.labels(pane.layout, language).items():
        if not pane.holds(place, 2):
            continue
        (x, y), site = pane.spot(place), pane.atlas.sites[place]
        size = look.TEXT + bool(site.value) - (language == "ja")  # larger where there is a value; kanji set wide
        text = Text(
            x + label.x, y + label.y, label.text or pane.atlas.name(place, language), size, look.INK, "serif",
            700 if site.value else 400, place in pane.atlas.barren, label.anchor, halo=look.HALO, halo_width=3.2,
        )  # fmt: skip
        plate = _plate(place, text, label.width * size, bool(site.port) and pane.layout != "small")
        if _within(plate.box, pane):  # at the edge of a region a dot goes without its name
            yield plate


def _within(box: Box, pane: Pane) -> bool:
    across = pane.left <= box[0] and box[0] + box[2] <= pane.left + pane.width
    return across and pane.top <= box[1] and box[1] + box[3] <= pane.top + pane.height


def _plate(place: str, text: Text, width: float, port: bool) -> NamePlate:
    left = text.x - {"start": 0.0, "middle": width / 2, "end": width}[text.anchor]
    top, room = text.y - 0.8 * text.size, PORT if port else 0.0
    before = port and text.anchor == "end"
    box = (left - room if before else left, top, width + room, 1.04 * text.size)
    middle = (left - 8 if before else left + width + 8, text.y - 0.33 * text.size)
    return NamePlate(place, text, box, middle if port else None)


def _inset_frames(pane: Pane, panes: tuple[Pane, ...]) -> Iterator[Shape]:
    """On the whole map: where the insets lie, with their letters."""
    for other in panes if pane.layout in ("small", "bare") else ():
        if other.name:
            x, y = pane.at((other.x, other.y))
            width, height = other.width / other.scale * pane.scale, other.height / other.scale * pane.scale
            yield Rect(x, y, width, height, 4, stroke=INSET, fill=look.PAPER, opacity=0.12)
            yield Rect(x, y, width, height, 4, stroke=INSET)


def _inset_letters(pane: Pane, panes: tuple[Pane, ...]) -> Iterator[Text]:
    for other in panes[1:]:
        x, y = pane.at((other.x + other.width / other.scale, other.y))
        yield Text(x - 7, y + 15, other.name, look.TEXT, look.INK, weight=700, anchor="end", halo=look.HALO)


def _caption(pane: Pane, panes: tuple[Pane, ...], taken: list[Box], language: str) -> Text:
    """An inset's name in a corner that is free, if one is, from its foot on.

    The first one's stands at its right, beside the next, the others' at their left."""
    first = pane == panes[1] and panes[0].layout == "small"
    text = f"{pane.name}  {pane.atlas.say(f'pane.{pane.name}', language)}"
    corners = [
        Text(
            pane.left + (pane.width - PAD if right else PAD), y, text, look.TEXT, look.INK, weight=700,
            anchor="end" if right else "start", halo=look.HALO, halo_width=3.2,
        )
        for y in (pane.top + pane.height - PAD, pane.top + PAD + look.TEXT)
        for right in (first, not first)
    ]  # fmt: skip
    return min(corners, key=lambda corner: sum(meet(bounds(corner), box) for box in taken))


def _signs(atlas: Atlas) -> tuple[str, ...]:
    return tuple(atlas.signs) or SIGNS


def _key(atlas: Atlas, words: list[str], spots: list[Point], gap: float) -> Iterator[Shape]:
    """What the signs of a map mean, each with its left end on a baseline."""
    for sign, text, (x, y) in zip(_signs(atlas), words, spots):
        drawn = atlas.signs.get(sign)
        yield from drawn(x + SIGN / 2, y - 4) if drawn else _sign(sign, x + SIGN / 2, y - 4, atlas.accent)
        yield Text(x + SIGN + gap, y, text, look.TEXT)


def _key_below(atlas: Atlas, words: list[str], notes: str, width: float, height: float) -> tuple[list[Shape], float]:
    """The key and the notes under a map, in as many lines as they need, and how far down they reach."""
    placed = flow((SIGN + 8 + text_width(text, look.TEXT) for text in words), width - 2, SIGN / 2)
    said = broken(notes, width - 2, look.TINY)
    foot = height + 32 + 20 * placed[-1][1] + 14 * len(said)
    key = _key(atlas, words, [(2 + x, height + 20 * (row + 1)) for x, row in placed], 6)
    return [*key, *_notes(said, 2, foot + 9 - 14 * len(said))], foot


def _sign(sign: str, x: float, y: float, accent: str) -> Iterator[Shape]:
    """The sign of a line of the key, its middle at (x, y)."""
    half = SIGN / 2
    if sign == "legend.strait":
        yield from strait((x - half, y), (x + half, y), 1, 1)
    elif sign == "legend.value":
        yield Circle(x, y, 8, fill=look.WHITE, stroke=look.INK, stroke_width=1.2)
        yield Circle(x, y, 6, fill=accent)
        yield Text(x, y + 4, "1", look.TINY, look.WHITE, weight=700, anchor="middle")
    elif sign == "legend.port":
        yield anchor(x - 6, y, False)
        yield anchor(x + 8, y, True)
    else:
        *_, drawn = road(through(((x - half, y), (x + half, y))), sign.partition(".")[2])
        yield drawn


def _notes(lines: Sequence[str], x: float, y: float) -> Iterator[Shape]:
    for row, text in enumerate(lines):
        yield Text(x, y + 14 * row, text, look.TINY, look.MUTED)
