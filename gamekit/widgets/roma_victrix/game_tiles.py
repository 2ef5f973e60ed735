"""The map without a coast, for narrow pages: a tile for each province of a theatre, and the links between them."""

from __future__ import annotations

from collections.abc import Iterator
from math import hypot

from gamekit.roma_victrix.geography import COASTS, INDEX, PROVINCES
from gamekit.roma_victrix.notation import name_in
from gamekit.roma_victrix.rules.views import View
from gamekit.text.translation import word
from gamekit.widgets.look import GOLD, GOOD, INK, LAND, LINE, SEA, SEA_BANDS, WHITE
from gamekit.widgets.map.base import FRAME, peaks, strait
from gamekit.widgets.roma_victrix import game_signs as signs
from gamekit.widgets.roma_victrix.game_atlas import ATLAS, tint_of
from gamekit.widgets.roma_victrix.game_view import (
    GAP,
    HIGH,
    MapShown,
    at,
    holder,
    label,
    looked_at,
    pile_parts,
    pill,
    pill_text,
    stacks_at,
)
from gamekit.widgets.scene import Circle, Group, Point, Rect, Scene, Shape, Text, line

WIDTH, ACROSS, DOWN = 776.0, 109.0, 94.0  # px of the picture, and from one tile to the next
TILE, TALL, EDGE = 100.0, 76.0, 12.0
ROOMS, MORE = (TILE - 12, TILE - 24), 18.0  # px of the rows of what stands on a tile (the coin is beside), and of "+2"


def tiles_scene(view: View, shown: MapShown) -> Scene:
    """One theatre as tiles: the one chosen, else the one of the place or the leader looked at."""
    return _Tiles(view, shown, _theatre(view, shown)).scene()


def _theatre(view: View, shown: MapShown) -> str:
    wanted = looked_at(view, shown)
    named = {name: [row.layout for row in ATLAS.drawing if (row.kind, row.name) == ("tile", name)] for name in wanted}
    return shown.region or next((regions[0] for regions in named.values() if regions), next(iter(ATLAS.regions)))


class _Tiles:
    def __init__(self, view: View, shown: MapShown, region: str) -> None:
        self.view, self.state, self.shown, self.language = view, view.state, shown, shown.language
        rows = [row for row in ATLAS.drawing if (row.kind, row.layout) == ("tile", region)]
        self.spots = {row.name: (EDGE + row.x * ACROSS, EDGE + row.y * DOWN) for row in rows}
        self.high = max(y for _, y in self.spots.values()) + TALL + EDGE

    def middle(self, name: str) -> Point:
        x, y = self.spots[name]
        return x + TILE / 2, y + TALL / 2

    def scene(self) -> Scene:
        sea = Rect(0.5, 0.5, WIDTH - 1, self.high - 1, 8, fill=SEA, stroke=FRAME)
        shores = [Rect(x - 9, y - 9, TILE + 18, TALL + 18, 16, fill=SEA_BANDS[0]) for x, y in self.spots.values()]
        lands = [Rect(x - 5, y - 5, TILE + 10, TALL + 10, 13, fill=LAND) for x, y in self.spots.values()]
        static = (sea, *shores, *lands, *self._links())
        pieces = tuple(shape for name in self.spots for shape in self._tile(name))
        return Scene(
            WIDTH, self.high, static, pieces, tuple(self._chosen()), title=word("roma_victrix.map.title", self.language)
        )

    def _links(self) -> Iterator[Shape]:
        """Ways between tiles: solid where known, dashed where judged; passes and straits with their signs."""
        for link in ATLAS.links:
            if link.here not in self.spots or link.there not in self.spots:
                continue
            (x, y), (u, v) = self.middle(link.here), self.middle(link.there)
            if hypot(x - u, y - v) > 2.6 * ACROSS:
                continue  # too far for a line between other tiles; the list of orders has it
            if link.kind == "strait":
                near = TILE / 2 - 4 if abs(x - u) > abs(y - v) else TALL / 2 - 1  # from its middle almost to its edge
                yield from strait((x, y), (u, v), near, near)
            else:
                yield line(x, y, u, v, LINE, 2, dash=(5, 4) if link.judged else ())
            if link.kind == "pass":
                yield from peaks((x + u) / 2, (y + v) / 2)

    def _tile(self, name: str) -> Iterator[Shape]:
        (x, y), area, place = self.spots[name], PROVINCES[name], INDEX[name]
        power = holder(self.state, place)
        tint = tint_of(power) if power else None
        fill = ATLAS.tints[area.region]
        room = Rect(
            x, y, TILE, TALL, 10, fill=fill, stroke=LINE, dash=(3, 2.4) if area.source.startswith("judged") else ()
        )
        shapes: list[Shape] = [room]
        if tint:
            shapes.append(Rect(x + 2.5, y + 2.5, TILE - 5, TALL - 5, 8, fill=tint.face, opacity=0.1))
            shapes.append(Rect(x + 2.5, y + 2.5, TILE - 5, TALL - 5, 8, stroke=tint.face, stroke_width=4, opacity=0.55))
            shapes.append(signs.disc(tint, x + 7, y + 5, 8))
        if place in self.clear_places():
            shapes.append(Rect(x, y, TILE, TALL, 10, fill=GOOD, opacity=0.28))
        text = ATLAS.labels("wide", self.language)[name].text or name_in(name, self.language)
        shapes.append(
            Text(
                x + TILE / 2 + 5,
                y + 18,
                text,
                12,
                INK,
                "serif",
                anchor="middle",
                max_width=TILE - 28,
                italic=area.impassable,
            )
        )
        shapes += self._parts(place, x, y)
        if area.revenue:
            shapes.append(Circle(x + TILE - 9, y + TALL - 9, 8, fill=GOLD, stroke=WHITE))
            shapes.append(Text(x + TILE - 9, y + TALL - 5, str(area.revenue), 11, INK, weight=700, anchor="middle"))
        yield Group(tuple(shapes), label=label(self.view, place, self.shown), action=at(name))

    def clear_places(self) -> frozenset[int]:
        return frozenset(INDEX[name] for name in self.shown.clear)

    def _parts(self, place: int, x: float, y: float) -> Iterator[Shape]:
        """What stands there and on its coasts, in two rows, and how much more there is than has room."""
        parts = pile_parts(self.view, place, stacks_at(self.view, place))
        for coast in COASTS[place]:
            parts += pile_parts(self.view, coast, stacks_at(self.view, coast))
        for number, room in enumerate(ROOMS):
            left, top = x + 6, y + 25 + number * (HIGH + GAP)
            while parts and left + parts[0][0] <= x + 6 + room - number * (len(parts) > 1) * MORE:
                width, shape = parts.pop(0)
                yield Group((shape,), left, top)
                left += width + GAP
        if parts:
            yield Text(left, top + 15, f"+{len(parts)}", 11, INK, weight=700)

    def _chosen(self) -> Iterator[Shape]:
        """The way to the place looked at, and where else the leader comes."""
        shown, way = self.shown, self.shown.ways.get(self.shown.place)
        for name in {*(way.way if way else ()), shown.place} & self.spots.keys():
            x, y = self.spots[name]
            wide = 3.4 if name == shown.place else 2.4
            yield Rect(x - 1, y - 1, TILE + 2, TALL + 2, 11, stroke=GOOD, stroke_width=wide)
        for name, way in shown.ways.items():
            if name in self.spots and shown.layer == "reach" and len(way.way) > 1:
                (x, y), (text, sure, across) = self.spots[name], pill_text(way)
                yield pill(text, sure, (x + (TILE - across) / 2, y + TALL - 9, across, 18.0), GOOD)
