"""The siege board as a picture: the city and both forces, the map of go and stop, and how the plan runs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from gamekit.widgets.look import (
    BAR,
    EDGE,
    GOOD,
    HAIRLINE,
    HEADING,
    INK,
    LAND,
    LINE,
    MUTED,
    NAME,
    PAPER,
    TEXT,
    TINY,
    WHITE,
)
from gamekit.widgets.roma_victrix.combat_view import NARROWEST, WIDTH, Bars, Grid, Shown, broken, laid
from gamekit.widgets.roma_victrix.counters import SIDE_TINTS, city_step, counter_group, leader_disc, walls
from gamekit.widgets.scene import Circle, Group, Path, Rect, Scene, Shape, Text, line, text_width
from gamekit.words import percent

PAD = 16
GO, STOP, BARRED = "#BFDCCB", "#EFE6D2", "#F4EFE4"


@dataclass(frozen=True, slots=True)
class Force:
    """One side of a siege as it is shown."""

    side: str
    name: str
    note: str
    letter: str
    leader: int
    leader_label: str
    counters: tuple[Shown, ...]
    palette: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """A marker of the city."""

    csp: int
    revenue: str
    label: str


@dataclass(frozen=True, slots=True)
class Map:
    """Go, stop or may not for every pair of strengths, rows from the fewest units inside."""

    title: str
    down: str
    across: str
    first: int
    rows: tuple[str, ...]  # a character a cell: g go, s stop, - may not
    here: tuple[int, int] | None
    here_text: str
    look: tuple[int, int] | None
    look_text: str
    words: tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class View:
    """All that a siege board shows."""

    besieger: Force
    besieged: Force
    city_name: str
    city_note: str
    capital: int
    full: int
    steps: tuple[Step, ...]
    steps_title: str
    steps_note: str
    pillaged: str
    points: int
    points_title: str
    point_labels: tuple[str, ...]
    net_title: str
    net: str
    title: str
    sentence: str
    palette: str
    problem: str = ""
    map: Map | None = None
    by_point: Bars | None = None
    ends_title: str = ""
    ends: tuple[tuple[str, float, bool], ...] = ()
    ends_note: str = ""


def scene(view: View, width: float = WIDTH) -> Scene:
    """The board at a width in px: city left and map right, one below the other where it is narrow."""
    frame = _Frame(view, max(width, NARROWEST))
    static = (Rect(0, 0, frame.width, frame.height, fill=PAPER), *frame.ground())
    return Scene(
        frame.width, frame.height, static=static, pieces=tuple(frame.pieces()), overlay=tuple(frame.overlay()),
        title=view.title, sentence=view.sentence, ground=None,
    )  # fmt: skip


class _Frame:
    """One layout: where everything of a view lies at a width."""

    def __init__(self, view: View, width: float) -> None:
        self.view, self.width = view, width
        self.beside = width >= 700
        self.panel = (392.0 if width >= 860 else 332.0) if self.beside else width
        self.inner = self.panel - 2 * PAD
        self.inside = laid(view.besieged.counters, self.inner - 72)
        self.outside = laid(view.besieger.counters, self.inner)
        self.city_top = 74.0
        self.city_height = max(150.0, self.inside.height + 76)
        self.palette_top = self.city_top + self.city_height + 6
        self.steps_top = self.palette_top + (74 if view.besieged.palette else 24)
        self.besieger_top = self.steps_top + 104
        self.counters_top = self.besieger_top + 64
        self.palette_two = self.counters_top + max(self.outside.height, 64) + 4
        self.points_top = self.palette_two + (76 if view.besieger.palette else 24)
        self.panel_height = self.points_top + 46
        self.right = self.panel + 24 if self.beside else float(PAD)
        self.room = width - self.right - (4 if self.beside else PAD)
        self.map_top = 0.0 if self.beside else self.panel_height + 18
        shown = view.map
        self.cell = (self.room - 30) / len(shown.rows[0]) if shown else 0
        rows = len(shown.rows) if shown else 1
        fill = (self.panel_height - 330) / rows if self.beside else self.cell * 1.1
        self.row = min(26.0, max(15.0, fill)) if shown else 0
        self.grid_top = self.map_top + 44
        self.bars_top = self.grid_top + rows * self.row + 66
        self.height = max(self.panel_height, self.bars_top + 210 if shown else 0) + 4

    # Panels, walls, headings.

    def ground(self) -> Iterator[Shape]:
        view = self.view
        yield Rect(0.5, 0.5, self.panel - 1, self.panel_height - 1, 10, fill=LAND, stroke=EDGE)
        yield Text(PAD, 34, view.city_name, HEADING, INK, "serif", max_width=self.inner / 2)
        yield Text(PAD, 54, view.city_note, TEXT, MUTED, max_width=self.inner / 2)
        x = self.panel - PAD - 58
        yield Text(x, 34, view.besieged.name, HEADING, INK, "serif", anchor="end", max_width=self.inner / 2 - 62)
        yield Text(x, 54, view.besieged.note, TEXT, MUTED, anchor="end", max_width=self.inner / 2 - 62)
        yield Group(walls(self.inner, self.city_height), PAD, self.city_top)
        yield Rect(PAD, self.city_top, self.inner, self.city_height, action=("army", "defender"))
        top = self.besieger_top - 6
        yield Rect(PAD, top, self.inner, self.palette_two - top, action=("army", "attacker"))
        yield Text(PAD, self.steps_top + 2, view.steps_title, NAME, INK, "serif", 700, max_width=self.inner)
        yield Text(PAD, self.steps_top + 76, view.steps_note, TEXT, MUTED, max_width=self.inner)
        yield Text(
            PAD + 60, self.besieger_top + 20, view.besieger.name, HEADING, INK, "serif", max_width=self.inner - 64
        )
        yield Text(PAD + 60, self.besieger_top + 40, view.besieger.note, TEXT, MUTED, max_width=self.inner - 64)
        if view.map:
            yield from self._map(view.map)
            yield from self._by_point()
            yield from self._ends()

    # Counters, leaders, city steps, operations points.

    def pieces(self) -> Iterator[Shape]:
        view = self.view
        yield self._leader(view.besieged, self.panel - PAD - 24, 38)
        yield self._leader(view.besieger, PAD + 24, self.besieger_top + 22)
        yield from self._lines(view.besieged, self.inside, self.city_top + 38, centred=True)
        yield from self._lines(view.besieger, self.outside, self.counters_top, centred=False)
        yield from self._palette(view.besieged, self.palette_top)
        yield from self._palette(view.besieger, self.palette_two)
        yield from self._steps()
        yield from self._points()
        if view.problem:
            for number, text in enumerate(broken(view.problem, self.room)):
                yield Text(self.right, self.map_top + 40 + 18 * number, text, TEXT, MUTED)

    def _leader(self, force: Force, x: float, y: float) -> Group:
        tint = SIDE_TINTS[force.side]
        return Group(
            leader_disc(force.leader, tint), x, y, box=(-26, -26, 52, 54), label=force.leader_label,
            action=("leader", force.side),
        )  # fmt: skip

    def _lines(self, force: Force, grid: Grid, top: float, centred: bool) -> Iterator[Shape]:
        for row, shown in enumerate(grid.lines):
            width = len(shown) * grid.pitch - (grid.pitch - grid.size)
            left = PAD + (self.inner - width) / 2 if centred else float(PAD)
            for place, one in enumerate(shown):
                x, y = left + place * grid.pitch, top + row * grid.pitch
                yield counter_group(one.counter, force.side, force.letter, grid.size, x, y, one.label, one.action)

    def _palette(self, force: Force, top: float) -> Iterator[Shape]:
        if not force.palette:
            return
        yield Text(PAD, top + 10, self.view.palette, TEXT, MUTED, max_width=self.inner)
        pitch = min(44.0, self.inner / len(force.palette))
        size = min(36.0, pitch - 3)
        for place, one in enumerate(force.palette):
            x = PAD + place * pitch
            yield counter_group(one.counter, force.side, force.letter, size, x, top + 17, one.label, one.action)

    def _steps(self) -> Iterator[Shape]:
        view = self.view
        width = (self.inner - 10 * (len(view.steps) - 1)) / len(view.steps)
        width = min(width, 96.0)
        for place, step in enumerate(view.steps):
            x = PAD + place * (width + 10)
            pillaged = view.pillaged if step.csp == 0 else ""
            now, tint = step.csp == view.capital, SIDE_TINTS["defender"]
            shapes = city_step(step.csp, view.full, step.revenue, now, tint, width, pillaged)
            action = ("city", step.csp) if step.csp else None
            yield Group(shapes, x, self.steps_top + 12, label=step.label, action=action)
            if place:
                yield Path(f"M{x - 7.5} {self.steps_top + 32}l5 4l-5 4", stroke=LINE, stroke_width=1.6)

    def _points(self) -> Iterator[Shape]:
        view = self.view
        yield Text(PAD, self.points_top, view.points_title, TEXT, MUTED, max_width=self.inner - 90)
        yield Text(self.panel - PAD, self.points_top, view.net_title, TEXT, MUTED, anchor="end", max_width=100)
        yield Text(self.panel - PAD, self.points_top + 26, view.net, NAME + 2, INK, weight=700, anchor="end")
        for point, label in enumerate(view.point_labels, 1):
            x, on = PAD + 10 + (point - 1) * 24, point <= view.points
            tint = SIDE_TINTS["attacker"]
            disc = Circle(x, self.points_top + 20, 10, fill=tint.face if on else PAPER, stroke=tint.face)
            number = Text(
                x, self.points_top + 24, str(point), TINY, WHITE if on else MUTED, weight=600, anchor="middle"
            )
            yield Group((disc, number), label=label, action=("points", point))

    # The map, and how the plan runs.

    def _place(self, shown: Map, attacker: int, units: int) -> tuple[float, float]:
        x = self.right + 30 + (attacker - shown.first) * self.cell
        return x, self.grid_top + (len(shown.rows) - 1 - units) * self.row

    def _map(self, shown: Map) -> Iterator[Shape]:
        yield Text(self.right, self.map_top + 16, shown.title, NAME, INK, "serif", 700, max_width=self.room)
        yield Text(self.right, self.map_top + 35, shown.down, TEXT, MUTED, max_width=self.room)
        x0, y0 = self._place(shown, shown.first, len(shown.rows) - 1)
        height, width = len(shown.rows) * self.row, len(shown.rows[0]) * self.cell
        yield Rect(x0, y0, width, height, fill=BARRED)
        go, stop, chevrons, dots = [], [], [], []
        for units, row in enumerate(shown.rows):
            for place, kind in enumerate(row):
                x, y = self._place(shown, shown.first + place, units)
                wide, high = self.cell - 1.4, self.row - 1.4
                box = f"M{x + 0.7:.2f} {y + 0.7:.2f}h{wide:.2f}v{high:.2f}h{-wide:.2f}Z"
                middle = x + self.cell / 2, y + self.row / 2
                if kind == "g":
                    go.append(box)
                    chevrons.append(f"M{middle[0] - 1.8:.2f} {middle[1] - 3:.2f}l3.6 3l-3.6 3")
                elif kind == "s":
                    stop.append(box)
                    dots.append(f"M{middle[0] - 1.7:.2f} {middle[1] - 1.7:.2f}h3.4v3.4h-3.4Z")
        for boxes, fill in ((go, GO), (stop, STOP)):
            if boxes:
                yield Path("".join(boxes), fill=fill)
        if chevrons:
            yield Path("".join(chevrons), stroke=GOOD, stroke_width=1.3)
        if dots:
            yield Path("".join(dots), fill=MUTED)
        for units in range(0, len(shown.rows), 4):
            y = self._place(shown, shown.first, units)[1] + self.row / 2 + 4
            yield Text(self.right + 22, y, str(units), TEXT, MUTED, anchor="end")
        yield line(x0, y0 + height + 1, x0 + width, y0 + height + 1, LINE)
        for attacker in range(-(-shown.first // 4) * 4, shown.first + len(shown.rows[0]), 4):
            x = self._place(shown, attacker, 0)[0] + self.cell / 2
            yield Text(x, y0 + height + 17, str(attacker), TEXT, MUTED, anchor="middle")
        yield Text(x0 + width, y0 + height + 34, shown.across, TEXT, MUTED, anchor="end", max_width=width / 2)
        yield from self._legend(shown, x0, y0 + height + 34)

    def _legend(self, shown: Map, x: float, y: float) -> Iterator[Shape]:
        for kind, text in zip("gs-", shown.words):
            fill = {"g": GO, "s": STOP, "-": BARRED}[kind]
            yield Rect(x, y - 10, 14, 12, 2, fill=fill, stroke=HAIRLINE)
            if kind == "g":
                yield Path(f"M{x + 5} {y - 7}l3.6 3l-3.6 3", stroke=GOOD, stroke_width=1.3)
            if kind == "s":
                yield Rect(x + 5.3, y - 5.7, 3.4, 3.4, fill=MUTED)
            yield Text(x + 19, y, text, TEXT)
            x += 34 + text_width(text, TEXT)

    def overlay(self) -> Iterator[Shape]:
        shown = self.view.map
        if shown is None:
            return
        for units, row in enumerate(shown.rows):
            for place in range(len(row)):
                x, y = self._place(shown, shown.first + place, units)
                yield Rect(x, y, self.cell, self.row, action=("look", shown.first + place, units))
        flags = ((shown.look, shown.look_text, MUTED, (3.0, 2.0)), (shown.here, shown.here_text, INK, ()))
        for spot, text, ink, dash in flags:
            if spot and 0 <= spot[1] < len(shown.rows) and 0 <= spot[0] - shown.first < len(shown.rows[0]):
                yield from self._flag(shown, spot, text, ink, dash)

    def _flag(self, shown: Map, spot: tuple[int, int], text: str, ink: str, dash: tuple[float, ...]) -> Iterator[Shape]:
        x, y = self._place(shown, *spot)
        yield Rect(x - 1, y - 1, self.cell + 2, self.row + 2, 3, stroke=ink, stroke_width=2.2, dash=dash)
        width = text_width(text, TEXT, 600) + 14
        left = min(max(self.right + 30, x + self.cell / 2 - width / 2), self.right + self.room - width)
        up = y - 40 if y - 40 > self.grid_top else y + self.row + 20
        end = up + 20 if up < y else up
        yield line(x + self.cell / 2, end, x + self.cell / 2, y - 1 if up < y else y + self.row + 1, ink, 1.3)
        yield Rect(left, up, width, 20, 4, fill=PAPER, stroke=HAIRLINE)
        yield Text(left + 7, up + 14, text, TEXT, INK, weight=600)

    def _by_point(self) -> Iterator[Shape]:
        bars = self.view.by_point
        if bars is None:
            return
        room, left, top = self.room / 2 - 14, self.right, self.bars_top
        yield Text(left, top + 6, bars.title, NAME, INK, "serif", 700, max_width=room)
        yield Text(left, top + 26, bars.note, TEXT, MUTED, max_width=room)
        base, tall = top + 172, 106.0
        step = room / max(1, len(bars.bars))
        for place, (label, share, marked) in enumerate(bars.bars):
            x, high = left + place * step, max(1.0, tall * share)
            thick = min(step - 8, 56.0)
            yield Rect(x + (step - thick) / 2, base - high, thick, high, 2,
                       fill=SIDE_TINTS[bars.side].face if marked else BAR)  # fmt: skip
            yield Text(x + step / 2, base - high - 6, percent(share), TINY, INK, weight=700 if marked else 400,
                       anchor="middle", max_width=step)  # fmt: skip
            yield Text(x + step / 2, base + 18, label, TEXT, anchor="middle")
        yield line(left, base, left + room, base, LINE)

    def _ends(self) -> Iterator[Shape]:
        view, room, top = self.view, self.room / 2 - 14, self.bars_top
        left = self.right + room + 28
        yield Text(left, top + 6, view.ends_title, NAME, INK, "serif", 700, max_width=room)
        for row, (label, share, marked) in enumerate(view.ends):
            y = top + 34 + 32 * row
            yield Text(left, y, label, TEXT, INK, weight=600 if marked else 400, max_width=room - 56)
            yield Text(left + room, y, percent(share), TEXT, INK, weight=600, anchor="end")
            fill = SIDE_TINTS["attacker"].face if marked else BAR
            yield Rect(left, y + 5, max(1.0, share * room), 9, 2, fill=fill)
        yield Text(left, top + 34 + 32 * len(view.ends) + 8, view.ends_note, TEXT, MUTED, max_width=room)
