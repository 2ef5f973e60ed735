"""The static parts of a map: panes, sea, land, roads, places and their names; drawn once for a width."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from itertools import chain
from math import cos, hypot, radians, sin
from typing import NamedTuple

from gamekit.widgets import look, scene
from gamekit.widgets.layout import break_lines, flow_positions, legible
from gamekit.widgets.map import atlas as areas
from gamekit.widgets.map.atlas import ANCHORS, DOT, RING, Atlas, Passage, SeaName, road_path
from gamekit.widgets.scene import Box, Circle, Group, Path, Point, Rect, Shape, Text, bounds, line

GAP = 12.0  # px between panes
LARGEST = 2.0  # how much a part of the map below the whole is magnified, at most
PIECE, LARGE_PIECE, MAGNIFIED = 28.0, 40.0, 1.5  # px of a piece, and of one where the map is magnified so much
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
        """The layout from which the names of the seas come."""
        return {"bare": "small", "inset": "wide"}.get(self.layout, self.layout)

    def spot(self, place: str) -> Point:
        return self.at(self.atlas.spot(place, self.names))

    def holds(self, place: str, margin: float = 0) -> bool:
        """Whether a place or sea lies in the pane, ``margin`` px from its edge."""
        return self.shows(self.atlas.spot(place, self.names), margin)

    def road(self, here: str, there: str) -> list[Point]:
        return [self.at(point) for point in self.atlas.points(here, there)]


def panes(atlas: Atlas, width: float, region: str = "") -> tuple[Pane, ...]:
    """Return the panes of a board: one where the map can be read whole or for a region, else the whole and parts of it.

    Raises KeyError for a region that the atlas does not have."""
    width = drawn_width(atlas, width)
    scale, high = width / atlas.width, round(atlas.height * width / atlas.width)
    if width < atlas.widths.stacked:  # for a narrow page: parts one below the other, as wide as the page
        panes = [Pane(atlas, "", 0, 0, width, high, 0, 0, scale, "bare", 0)]
        for name, (x, y, across, down) in _parts(atlas, region).items():
            left, seen = _seen(atlas, x, across, width / LARGEST)
            top, inner = panes[-1].top + panes[-1].height + GAP, width / seen
            panes.append(Pane(atlas, name, 0, top, width, round(down * inner), left, y, inner, "wide"))
        return tuple(panes)
    if region:  # as large as it goes
        x, y, across, down = atlas.regions[region]
        wanted = min(width / min(width / across, atlas.widths.tallest / down), atlas.width)
        left, seen = _seen(atlas, x, across, wanted)
        inner, layout = width / seen, region if any(row.layout == region for row in atlas.drawing) else "wide"
        size = LARGE_PIECE if inner >= MAGNIFIED else PIECE
        return (Pane(atlas, "", 0, 0, width, round(down * inner), left, y, inner, layout, size),)
    if width >= atlas.widths.whole:
        return (Pane(atlas, "", 0, 0, width, atlas.height * scale, 0, 0, scale, "wide"),)
    panes = [Pane(atlas, "", 0, 0, width, high, 0, 0, scale, "small", 0)]
    inner = (width - GAP * (len(atlas.insets) - 1)) / sum(box[2] for box in atlas.insets.values())
    for name, (x, y, across, down) in atlas.insets.items():
        left = panes[-1].left + panes[-1].width + GAP if len(panes) > 1 else 0.0
        place = left, high + GAP, across * inner, round(down * inner)
        panes.append(Pane(atlas, name, *place, x, y, inner, "inset"))
    return tuple(panes)


def _seen(atlas: Atlas, x: float, across: float, wanted: float) -> tuple[float, float]:
    """How much of the map's width a part shows, from where on: its own, or more where there is room for it."""
    seen = max(across, wanted)
    return min(max(0.0, x - (seen - across) / 2), atlas.width - seen), seen


def _parts(atlas: Atlas, region: str) -> Mapping[str, Box]:
    """The parts of the map that a narrow page shows: all, the one called like a region, or those within it."""
    if not region or region in atlas.parts:
        return {region: atlas.parts[region]} if region else atlas.parts
    left, top, wide, high = atlas.regions[region]
    middles = {name: (x + across / 2, y + down / 2) for name, (x, y, across, down) in atlas.parts.items()}
    within = {n: atlas.parts[n] for n, (x, y) in middles.items() if 0 <= x - left <= wide and 0 <= y - top <= high}
    return within or atlas.parts


def drawn_width(atlas: Atlas, width: float) -> float:
    """The width that a map is drawn at: names need room, so that a page may show it a little smaller."""
    room = atlas.widths
    least = room.roomy if width >= room.whole else room.narrow if width >= room.stacked else room.narrowest
    return min(max(width, least), room.widest)


class NamePlate(NamedTuple):
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
    shown = panes(atlas, width, region)
    names = tuple(tuple(_plates(pane, language)) for pane in shown)
    taken: list[tuple[Box, ...]] = [_sea_boxes(pane, language) for pane in shown]
    drawn = [tuple(_pane(pane, shown, plates, language)) for pane, plates in zip(shown, names)]
    shapes = [*(ground for ground, *_ in drawn), *(shape for _, *upper in drawn for shape in upper)]
    for index, pane in enumerate(shown if len(shown) > 2 else ()):  # a part alone is told from no other
        covered = [*taken[index], *(plate.box for plate in names[index])]
        texts = [_caption(pane, shown, covered, language)] if index else [_letter(pane, part) for part in shown[1:]]
        taken[index] += tuple(map(bounds, texts))
        shapes += texts
    height = max(pane.top + pane.height for pane in shown)
    words = [atlas.say(sign, language) for sign in atlas.signs or SIGNS]
    notes = [atlas.say(key, language) for key in ("coast", "coast_then")]
    if shown[0].layout == "wide" and not region:
        size = max(look.TEXT, look.TINY * width / room)
        wide = SIGN + 2 * PAD + max(scene.text_width(text, size) for text in words) + 4
        high = len(words) * ROW + PAD + 2
        box = (PAD, height - high - PAD, wide, high)
        taken[0] += (box,)
        spots = [(2 * PAD + 2, box[1] + PAD + 9 + ROW * row) for row in range(len(words))]
        shapes += [Rect(*box, 6, fill=look.PAPER, opacity=0.92), *_key(atlas, words, spots, PAD)]
        shapes += _notes(notes, wide + 2 * PAD, height - 22)
    else:  # the key and the notes below the map, in as many lines as they need
        placed = flow_positions((SIGN + 8 + scene.text_width(text, look.TEXT) for text in words), width - 2, SIGN / 2)
        shapes += _key(atlas, words, [(2 + x, height + 20 * (row + 1)) for x, row in placed], 6)
        said = break_lines(" ".join(notes), width - 2, look.TINY)
        height += 32 + 20 * placed[-1][1] + 14 * len(said)
        shapes += _notes(said, 2, height + 9 - 14 * len(said))
    return BaseMap(atlas, width, height, shown, readable(shapes, width, room), names, tuple(taken))


def readable(shapes: Iterable[Shape], drawn: float, room: float) -> tuple[Shape, ...]:
    """Shapes of a map that a page shows smaller than it is drawn, their letters large enough all the same."""
    least = (look.TINY if room >= WIDE else look.TINY - 1) * drawn / room
    return tuple(legible(shape, least) if drawn > room else shape for shape in shapes)


def _pane(pane: Pane, panes: tuple[Pane, ...], plates: tuple[NamePlate, ...], language: str) -> Iterator[Shape]:
    frame, atlas, inner = pane_outline(pane, look.SEA), pane.atlas, list[Shape]()
    ground = frame, on_pane(pane, tuple(_land(pane)))
    for sea, lines in _seas(pane, language).items():
        inner.append(Group(tuple(_sea_line(pane, one) for one in lines), label=atlas.name(sea, language)))
    for point in atlas.havens(pane.names).values():
        inner += waves(*pane.at(point)) if pane.shows(point, 6) else ()
    for link in atlas.links:
        inner += _crossing(pane, link) if atlas.territories else _road(pane, link)
    for other in panes if pane.layout in ("small", "bare") else ():
        if other.name:  # where the parts lie on the whole map
            (x, y), shrunk = pane.at((other.x, other.y)), pane.scale / other.scale
            box = Rect(x, y, other.width * shrunk, other.height * shrunk, 4, stroke=INSET)
            inner += [replace(box, fill=look.PAPER, opacity=0.12), box]
    for place, site in atlas.sites.items() if not atlas.territories else ():
        if pane.holds(place, -1.5 * RING):
            inner += dot(site.value, *pane.spot(place), None, small=pane.layout in ("small", "bare"))
    for plate in plates:
        inner.append(plate.text)
        if plate.anchor:
            inner.append(anchor(*plate.anchor, atlas.sites[plate.place].port == "major port"))
    if atlas.territories:  # what is held is drawn between the two
        yield Group(ground, clip=frame, box=bounds(frame))  # painted once, and copied where another part is shown
        yield from inner
    else:
        yield Group((*ground, *inner), clip=frame)
    stroke = INSET if pane.name else FRAME
    yield Rect(pane.left + 0.5, pane.top + 0.5, pane.width - 1, pane.height - 1, 6, stroke=stroke)


def pane_outline(pane: Pane, fill: str | None = None) -> Rect:
    """The pane's outline, to cut what is drawn on it."""
    return Rect(pane.left, pane.top, pane.width, pane.height, 6, fill=fill)


def _land(pane: Pane) -> Iterator[Shape]:
    small, atlas = pane.scale < COARSE_BELOW, pane.atlas
    coarse, outline = atlas.land(coarse=True), atlas.land(small)

    def stroked(d: str, colour: str, width: float, opacity: float = 1) -> Path:
        thick = width * (SMALL if small else 1) / pane.scale
        return Path(d, stroke=colour, stroke_width=thick, join="round", opacity=opacity)

    yield stroked(coarse, look.SEA_BANDS[0], 9, 0.55)
    yield stroked(coarse, look.SEA_BANDS[1], 4, 0.6)
    yield Path(outline, fill=look.LAND)
    yield Group((stroked(coarse, look.LAND_BAND, 8, 0.55),), clip=Path(coarse))
    if atlas.territories:
        judged = {frozenset((link.here, link.there)) for link in atlas.links if link.judged}
        yield from areas.tinted(atlas.lands, {area.name: atlas.tints[area.region] for area in atlas.territories})
        yield from areas.hatched(atlas.lands, pane.scale)
        yield from areas.borders(atlas.lands, lambda one, other: frozenset((one, other)) in judged, pane.scale)
    yield stroked(outline, look.COAST, 0.9)


def on_pane(pane: Pane, shapes: tuple[Shape, ...]) -> Group:
    return Group(shapes, pane.left - pane.x * pane.scale, pane.top - pane.y * pane.scale, scale=pane.scale)


def _seas(pane: Pane, language: str) -> dict[str, tuple[SeaName, ...]]:
    """The names of the seas that fit as a whole, line by line."""

    def fits(one: SeaName) -> bool:
        x = pane.at((one.x, one.y))[0]
        room = min(x - pane.left, pane.left + pane.width - x)
        return pane.shows((one.x, one.y), 0 if one.turn else 12) and room >= one.width / 2 * cos(radians(one.turn))

    found = {} if pane.layout == "bare" else pane.atlas.sea_names(pane.names, language)
    return {sea: lines for sea, lines in found.items() if all(map(fits, lines))}


def _sea_line(pane: Pane, one: SeaName) -> Shape:
    letters = partial(Text, family="serif", italic=True, anchor="middle", halo=look.SEA, max_width=1.05 * one.width)
    text = letters(0, 0, HAIR.join(one.text), one.size, look.SEA_NAME)
    return Group((text,), *pane.at((one.x, one.y)), one.turn)


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


def waves(x: float, y: float) -> Iterator[Shape]:
    """The sign of a sea: where its pieces gather, and what to click."""
    for row in (-2, 2):
        wave = f"M{x - 6:.1f} {y + row:.1f}q1.5 -2.6 3 0t3 0t3 0t3 0"
        yield Path(wave, stroke=look.SEA_NAME, stroke_width=1.1, cap="round")


def _road(pane: Pane, link: Passage) -> Iterator[Shape]:
    points, small = pane.road(link.here, link.there), SMALL if pane.layout in ("small", "bare") else 1.0
    if link.kind == "strait":
        yield from strait(points[0], points[-1], pane.atlas.radius(link.here), pane.atlas.radius(link.there), small)
    else:
        yield from road(road_path(points), link.kind, small)


def _crossing(pane: Pane, link: Passage) -> Iterator[Shape]:
    """A strait or a pass between two provinces; the arrow across a strait reaches inland where the shores are close."""
    if pane.layout == "bare":
        return
    if link.kind == "strait":
        (x, y), (u, v) = (pane.at(point) for point in pane.atlas.crossing(link.here, link.there))
        far = hypot(u - x, v - y) or 1
        dx, dy = ((u - x) / far, (v - y) / far)
        more = max(0.0, ARROW - far) / 2
        ends = (x - dx * more, y - dy * more), (u + dx * more, v + dy * more)
        yield from strait(*ends, 1, 1) if all(map(pane.covers, ends)) else ()
    elif link.kind == "pass":
        top = pane.at(pane.atlas.pass_at(link.here, link.there))
        yield from peaks(*top) if pane.covers(top, 8) else ()


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
        yield Path(scene.polyline_path(barbs), stroke=look.INK, stroke_width=1.5 * scale, cap="round", join="round")


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
    ring = Circle(0, -3.6, 1.2, stroke=look.SEA_NAME, stroke_width=1.4)
    drawn = Path(stock, stroke=look.SEA_NAME, stroke_width=1.4, cap="round")
    around = (Circle(0, 0, 6.3, stroke=look.SEA_NAME, stroke_width=1.1),) if major else ()
    return Group((ring, drawn, *around), x, y, scale=0.86)


def _plates(pane: Pane, language: str) -> Iterator[NamePlate]:
    for place, label in pane.atlas.labels(pane.layout, language).items():
        if not pane.holds(place, 2):
            continue
        (x, y), site = pane.spot(place), pane.atlas.sites[place]
        size = look.TEXT + bool(site.value) - (language == "ja")  # larger where there is a value; kanji set wide
        text = Text(
            x + label.x, y + label.y, label.other or pane.atlas.name(place, language), size, look.INK, "serif",
            700 if site.value else 400, place in pane.atlas.barren, ANCHORS[label.anchor],
            halo=look.HALO, halo_width=3.2,
        )  # fmt: skip
        width, port = label.width * size, bool(site.port) and pane.layout != "small"
        left = text.x - {"start": 0.0, "middle": width / 2, "end": width}[text.anchor]
        top, room, before = text.y - 0.8 * size, PORT if port else 0.0, port and text.anchor == "end"
        box = (left - room if before else left, top, width + room, 1.04 * size)
        middle = (left - 8 if before else left + width + 8, text.y - 0.33 * size) if port else None
        within = pane.left <= box[0] and box[0] + box[2] <= pane.left + pane.width
        if within and pane.top <= box[1] and box[1] + box[3] <= pane.top + pane.height:  # else a dot without its name
            yield NamePlate(place, text, box, middle)


def _letter(pane: Pane, part: Pane) -> Text:
    x, y = pane.at((part.x + part.width / part.scale, part.y))
    return Text(x - 7, y + 15, part.name, look.TEXT, look.INK, weight=700, anchor="end", halo=look.HALO)


def _caption(pane: Pane, panes: tuple[Pane, ...], taken: list[Box], language: str) -> Text:
    """An inset's name in a corner that is free, if one is; the first one's at its right, beside the next."""
    first = pane == panes[1] and panes[0].layout == "small"
    text = f"{pane.name}  {pane.atlas.say(f'pane.{pane.name}', language)}"
    write = partial(Text, text=text, size=look.TEXT, weight=700, halo=look.HALO, halo_width=3.2)
    ends = [(pane.left + PAD, "start"), (pane.left + pane.width - PAD, "end")]
    rows = pane.top + pane.height - PAD, pane.top + PAD + look.TEXT
    corners = [write(x, y, anchor=side) for y in rows for x, side in (ends[::-1] if first else ends)]
    return min(corners, key=lambda corner: sum(scene.boxes_overlap(bounds(corner), box) for box in taken))


def _key(atlas: Atlas, words: list[str], spots: list[Point], gap: float) -> Iterator[Shape]:
    for sign, text, (x, y) in zip(atlas.signs or SIGNS, words, spots):
        drawn = atlas.signs.get(sign)
        yield from drawn(x + SIGN / 2, y - 4) if drawn else _sign(sign, x + SIGN / 2, y - 4, atlas.accent)
        yield Text(x + SIGN + gap, y, text, look.TEXT)


def _sign(sign: str, x: float, y: float, accent: str) -> Iterator[Shape]:
    ends = (x - SIGN / 2, y), (x + SIGN / 2, y)
    if sign == "legend.strait":
        yield from strait(*ends, 1, 1)
    elif sign == "legend.value":
        yield Circle(x, y, 8, fill=look.WHITE, stroke=look.INK, stroke_width=1.2)
        yield Circle(x, y, 6, fill=accent)
        yield Text(x, y + 4, "1", look.TINY, look.WHITE, weight=700, anchor="middle")
    elif sign == "legend.port":
        yield from (anchor(x - 6, y, False), anchor(x + 8, y, True))
    else:
        *_, drawn = road(scene.polyline_path(ends), sign.partition(".")[2])
        yield drawn


def _notes(lines: Sequence[str], x: float, y: float) -> Iterator[Shape]:
    for row, text in enumerate(lines):
        yield Text(x, y + 14 * row, text, look.TINY, look.MUTED)
