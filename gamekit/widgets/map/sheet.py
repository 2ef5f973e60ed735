"""How a map is cut to the width there is: whole, as one region, or whole with insets of its close parts."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from gamekit.widgets.map.atlas import Atlas
from gamekit.widgets.scene import Box, Point

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
