"""The siege board as a picture: the city and both forces, the map of go and stop, and how the plan runs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from gamekit.roma_victrix.tables import FACES, RATINGS
from gamekit.widgets.layout import (
    BOLD,
    GAP,
    LEADING,
    NARROW,
    PAD,
    STRONG,
    Room,
    broken,
    centred,
    flow,
    heading,
    label,
    title,
)
from gamekit.widgets.look import BAR, EDGE, GOOD, HAIRLINE, INK, LAND, LINE, MUTED, NAME, PAPER, TEXT, TINY, WHITE
from gamekit.widgets.roma_victrix import combat_view
from gamekit.widgets.roma_victrix.counters import SIDE_TINTS, city_step, walls
from gamekit.widgets.scene import Circle, Group, Path, Rect, Scene, Shape, line, text_width
from gamekit.words import percent

BARRED = "#F4EFE4"
FILLS = {"g": "#BFDCCB", "s": LAND, "-": BARRED}
MARKS = {"g": "m-1.8 -3l3.6 3l-3.6 3", "s": "m-1.7 -1.7h3.4v3.4h-3.4Z", "-": ""}
WALL, STEPS, CHART = 38.0, 48.0, 210.0
POINTS = RATINGS[-1] + FACES[-1]  # OP that a leader may have
EVERY = 4  # so many labels of an axis one is written


@dataclass(frozen=True, slots=True)
class Map:
    """Go, stop or may not for every pair of strengths, rows from the fewest units inside."""

    title: str
    first: int
    rows: tuple[str, ...]  # a character a cell: g go, s stop, - may not
    here: tuple[int, int] | None
    here_text: str
    look: tuple[int, int] | None
    look_text: str
    words: tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class SiegeView:
    """All that a siege board shows; ``revenues`` are those of a city of 0, 1, ... CSP up to its full strength."""

    say: combat_view.Say
    title: str
    sentence: str
    besieger: combat_view.Army
    besieged: combat_view.Army
    city_note: str
    capital: int
    revenues: tuple[int, ...]
    sack: int
    points: int
    net: str
    problem: str = ""
    map: Map | None = None
    by_point: combat_view.Bars | None = None
    ends: tuple[tuple[str, float, bool], ...] = ()
    ends_note: str = ""


def scene(view: SiegeView, width: float = combat_view.WIDTH) -> Scene:
    """The board at a width in px: city left and map right, one below the other where it is narrow."""
    frame = _SiegeFrame(view, max(width, combat_view.NARROWEST))
    return combat_view.framed(view, frame.page, frame.ground(), frame.pieces(), frame.overlay())


class _SiegeFrame:
    """One layout: where everything of a view lies at a width."""

    def __init__(self, view: SiegeView, width: float) -> None:
        self.view, self.say = view, view.say
        beside = width >= NARROW
        inner = Room(0, 0, 0.42 * width if beside else width, 0).inset()
        self.inside = combat_view.laid(view.besieged.counters, inner.width - 2 * WALL)
        self.outside = combat_view.laid(view.besieger.counters, inner.width)
        choices = (
            LEADING + GAP / 2 + combat_view.CHIP if army.palette else 0 for army in (view.besieged, view.besieger)
        )
        parts = [combat_view.DISC, self.inside.height + 2 * WALL, next(choices), STEPS + 2 * (LEADING + GAP / 2),
                 combat_view.DISC, self.outside.height, next(choices), LEADING + GAP / 2 + 2 * GAP]  # fmt: skip
        inner = inner._replace(height=sum(parts) + GAP * (len(parts) - 1))
        self.panel = inner.inset(-PAD)
        (self.top, self.city, self.chips, self.steps,
         self.camp, self.field, self.more, self.points) = inner.column(*parts)  # fmt: skip
        rest = Room(PAD, self.panel.bottom + GAP, inner.width, 0)
        if beside:
            rest = Room(self.panel.right + PAD, PAD, width - self.panel.right - 2 * PAD, self.panel.height - 2 * PAD)
        self.right, self.cells = rest, rest
        if shown := view.map:
            self._lay(shown, beside)
        self.page = Room(0, 0, width, max(self.panel.bottom, self.right.bottom) + GAP)

    def _lay(self, shown: Map, beside: bool) -> None:
        """Where the map and the two charts lie: cells as high as the panel leaves room for, or as they are wide."""
        rows, columns, above = (
            len(shown.rows),
            len(shown.rows[0]),
            combat_view.titled("", "", self.right)[1].y - self.right.y,
        )
        lines = 2 if self.right.width < 2 * CHART else 1  # of charts
        below = 3 * LEADING + lines * (CHART + GAP)
        free = self.right.height - above - below if beside else self.right.width / columns * rows
        high = rows * min(26.0, max(15.0, free / rows))
        self.right = self.right._replace(height=above + high + below)
        area, self.foot, charts = combat_view.titled("", "", self.right)[1].column(high, 3 * LEADING, None, gap=GAP / 2)
        self.axis, self.cells = area.row(LEADING, None)
        self.charts = charts.rows(2) if lines > 1 else charts.columns(2, 2 * PAD)

    # Panels, walls, headings.

    def ground(self) -> Iterator[Shape]:
        view = self.view
        yield self.panel.inset(0.5).rect(GAP, fill=LAND, stroke=EDGE)
        wide = text_width(view.city_note, TEXT) + GAP
        left, right = self.top.row(wide, None)
        name, note = left.rows(2, PAD - GAP)
        yield heading(self.say("capital"), name)
        yield label(view.city_note, note)
        yield from combat_view.head(view.besieged, right, "end")
        yield Group(walls(self.city.width, self.city.height), self.city.x, self.city.y)
        yield self.city.rect(action=("army", "defender"))
        yield from combat_view.head(view.besieger, self.camp)
        yield self.camp._replace(height=self.field.bottom - self.camp.y).rect(action=("army", "attacker"))
        told, _, note = self.steps.column(LEADING, None, LEADING, gap=GAP / 2)
        yield title(self.say("steps_title"), told)
        yield label(self.say("steps_note", sack=view.sack), note)
        if view.map:
            yield from self._map(view.map)
            if view.by_point:
                yield from combat_view.bar_chart(view.by_point, self.charts[0])
            yield from self._ends(self.charts[1])

    # Counters, leaders, city steps, operations points.

    def pieces(self) -> Iterator[Shape]:
        view = self.view
        yield combat_view.leader(view.besieged, self.top, "end")
        yield combat_view.leader(view.besieger, self.camp)
        yield from combat_view.counters(view.besieged, self.inside, self.city.inset(WALL), "middle")
        yield from combat_view.counters(view.besieger, self.outside, self.field)
        for army, room in ((view.besieged, self.chips), (view.besieger, self.more)):
            if army.palette:
                yield from combat_view.palette(army, self.say("palette"), room)
        yield from self._steps()
        yield from self._points()
        for number, text in enumerate(broken(view.problem, self.right.width) if view.problem else ()):
            yield label(text, self.right, number)

    def _steps(self) -> Iterator[Shape]:
        view, tint = self.view, SIDE_TINTS["defender"]
        row = self.steps.column(LEADING, None, LEADING, gap=GAP / 2)[1]
        full = len(view.revenues) - 1
        for csp, cell in zip(range(full, -1, -1), row.columns(full + 1)):
            revenue, pillaged = str(view.revenues[csp]), "" if csp else self.say("pillaged")
            shapes = city_step(csp, full, revenue, csp == view.capital, tint, cell.width, pillaged)
            name = self.say("label_city", csp=csp, revenue=revenue)
            yield Group(shapes, cell.x, cell.y, label=name, action=("city", csp) if csp else None)
            if csp < full:
                yield Path(f"M{cell.x - GAP} {cell.middle[1]}m2 -4l5 4l-5 4", stroke=LINE, stroke_width=1.6)

    def _points(self) -> Iterator[Shape]:
        view, tint = self.view, SIDE_TINTS["attacker"]
        told, row = self.points.column(LEADING, None, gap=GAP / 2)
        yield label(self.say("points"), told)
        yield label(self.say("net_title"), told, side="end")
        yield heading(view.net, row, "end", family="sans", weight=BOLD)
        for point, cell in enumerate(row.spread(POINTS, 2 * GAP, most=2 * TEXT), 1):
            on = point <= view.points
            disc = Circle(*cell.middle, GAP, fill=tint.face if on else PAPER, stroke=tint.face)
            number = centred(str(point), cell, TINY, fill=WHITE if on else MUTED, weight=STRONG)
            yield Group((disc, number), label=self.say("label_points", points=point), action=("points", point))

    # The map, and how the plan runs.

    def _map(self, shown: Map) -> Iterator[Shape]:
        yield from combat_view.titled(shown.title, self.say("map_down"), self.right)[0]
        yield from _ways(shown.rows, self.cells)
        cells = _looks(shown.first, len(shown.rows[0]), len(shown.rows), self.cells)
        across, foot = self.foot._replace(x=self.cells.x, width=self.cells.width).column(LEADING, None, gap=GAP / 2)
        for (attacker, units), cell in cells.items():
            if attacker == shown.first and units % EVERY == 0:
                yield centred(str(units), self.axis._replace(y=cell.y, height=cell.height), fill=MUTED)
            if not units and attacker % EVERY == 0:
                yield centred(str(attacker), across._replace(x=cell.x - GAP, width=cell.width + 2 * GAP), fill=MUTED)
        yield line(foot.x, self.cells.bottom, foot.right, self.cells.bottom, LINE)
        told = self.say("map_across")
        widths = [LEADING + text_width(text, TEXT) for text in (*shown.words, told)]
        placed = flow(widths, foot.width, PAD)
        yield label(told, foot, placed[-1][1], "end")
        for kind, text, (x, row) in zip(FILLS, shown.words, placed):
            sign = Room(foot.x + x, foot.y + row * LEADING, TEXT, TEXT)
            yield sign.rect(2, fill=FILLS[kind], stroke=HAIRLINE)
            yield from _ways((kind,), sign)[1:]
            yield label(text, sign._replace(x=sign.x + LEADING, width=foot.width), fill=INK)

    def overlay(self) -> Iterator[Shape]:
        shown = self.view.map
        if shown is None:
            return
        cells = _looks(shown.first, len(shown.rows[0]), len(shown.rows), self.cells)
        yield from _places(shown.first, len(shown.rows[0]), len(shown.rows), self.cells)
        flags = ((shown.look, shown.look_text, MUTED, (3.0, 2.0)), (shown.here, shown.here_text, INK, ()))
        for spot, text, ink, dash in flags:
            if spot in cells:
                yield from self._flag(cells[spot], text, ink, dash)

    def _flag(self, cell: Room, text: str, ink: str, dash: tuple[float, ...]) -> Iterator[Shape]:
        """The frame of a cell, and above it (below, where there is no room) what it is."""
        yield cell.inset(-1).rect(3, stroke=ink, stroke_width=2.2, dash=dash)
        wide, high, middle = text_width(text, TEXT, STRONG) + PAD, LEADING + 4, cell.middle[0]
        up = cell.y - 2 * high > self.cells.y
        left = min(max(self.cells.x, middle - wide / 2), self.right.right - wide)
        flag = Room(left, cell.y - 2 * high if up else cell.bottom + high, wide, high)
        yield line(middle, *((flag.bottom, middle, cell.y) if up else (cell.bottom, middle, flag.y)), ink, 1.3)
        yield flag.rect(4, fill=PAPER, stroke=HAIRLINE)
        yield centred(text, flag, weight=STRONG)

    def _ends(self, room: Room) -> Iterator[Shape]:
        view = self.view
        told, rest = room.column(NAME + GAP, None, gap=0)
        yield title(self.say("ends_title"), told)
        for row, (name, share, marked) in enumerate(view.ends):
            end = rest._replace(y=rest.y + row * 2 * LEADING)
            yield from combat_view.figure(name, percent(share), end, fill=INK, weight=STRONG if marked else 400)
            bar = Room(end.x, end.y + LEADING, max(1.0, share * end.width), GAP)
            yield bar.rect(2, fill=SIDE_TINTS["attacker"].face if marked else BAR)
        note = rest._replace(y=rest.y + len(view.ends) * 2 * LEADING + GAP / 2)
        yield from (label(text, note, row) for row, text in enumerate(broken(view.ends_note, note.width)))


@lru_cache
def _looks(first: int, columns: int, rows: int, room: Room) -> dict[tuple[int, int], Room]:
    """The cell of each pair of strengths, the fewest units inside at the foot."""
    places = ((attacker, units) for units in reversed(range(rows)) for attacker in range(first, first + columns))
    return dict(zip(places, room.grid(columns, rows, 0)))


@lru_cache
def _places(first: int, columns: int, rows: int, room: Room) -> tuple[Rect, ...]:
    """What can be clicked on the map."""
    return tuple(cell.rect(action=("look", *spot)) for spot, cell in _looks(first, columns, rows, room).items())


@lru_cache
def _ways(rows: tuple[str, ...], room: Room) -> tuple[Shape, ...]:
    """The map itself: a cell for each pair of strengths, with a chevron for go and a dot for stop."""
    boxes: dict[str, list[str]] = {"g": [], "s": [], "-": []}
    signs: dict[str, list[str]] = {"g": [], "s": [], "-": []}
    for kind, cell in zip("".join(reversed(rows)), room.grid(len(rows[0]), len(rows), 0)):
        x, y, wide, high = cell.inset(0.7)
        boxes[kind].append(f"M{x:.2f} {y:.2f}h{wide:.2f}v{high:.2f}h{-wide:.2f}Z")
        signs[kind].append("M{:.2f} {:.2f}".format(*cell.middle) + MARKS[kind])
    shapes: list[Shape] = [room.rect(fill=BARRED)]
    shapes += [Path("".join(boxes[kind]), fill=FILLS[kind]) for kind in "gs" if boxes[kind]]
    if signs["g"]:
        shapes.append(Path("".join(signs["g"]), stroke=GOOD, stroke_width=1.3))
    if signs["s"]:
        shapes.append(Path("".join(signs["s"]), fill=MUTED))
    return tuple(shapes)
