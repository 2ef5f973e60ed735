"""The combat board as a picture: a pure function of what is shown and of the width there is."""

from __future__ import annotations

import re
from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from gamekit.roma_victrix.tables import SIDES, Side
from gamekit.widgets.look import (
    BAR,
    EDGE,
    FIGURE,
    HAIRLINE,
    HEADING,
    INK,
    LAND,
    LINE,
    MUTED,
    NAME,
    PAPER,
    TABLE,
    TEXT,
    TINY,
)
from gamekit.widgets.roma_victrix.counters import (
    SIDE_TINTS,
    Counter,
    counter_group,
    die,
    leader_disc,
    slider,
)
from gamekit.widgets.scene import Group, Path, Rect, Scene, Shape, Text, line, text_width
from gamekit.words import language_or_default, percent, word

WIDTH, NARROWEST = 956, 560
PAD = 16
TINTED = {1: "#EBCDBF", 0: "#FAF6EE", -1: "#BFD3E3"}
SIGNS = {1: "M0 8L5 0L10 8Z", -1: "M0 0H10L5 8Z"}
CHIP = 40


class Shown(NamedTuple):
    """A counter on the board with what a click on it means and how it is called."""

    counter: Counter
    action: Hashable
    label: str


@dataclass(frozen=True, slots=True)
class Army:
    """One side of the board."""

    side: Side
    name: str
    role: str  # "attacker · 21 CSP, 19 left"
    letter: str
    leader: int
    leader_label: str
    counters: tuple[Shown, ...]
    notes: tuple[str, ...]
    palette: tuple[Shown, ...]


@dataclass(frozen=True, slots=True)
class Block:
    """A die with the loss that it deals and the slider of points that change it; ``kind`` is raise, lower or ""."""

    side: Side
    head: str
    value: int
    die_label: str
    loss: str
    sum: str
    of: str
    kind: str = ""
    label: str = ""
    points: int = 0
    most: int = 0
    best: int | None = None
    best_text: str = ""
    notches: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Cell:
    """One of the 36 rolls: 1, 0 or -1 for the attacker, the two losses, and its name."""

    outcome: int
    losses: str
    label: str


@dataclass(frozen=True, slots=True)
class Bars:
    """A small bar chart: a finding, a note, (label, share, marked) bars."""

    title: str
    note: str
    bars: tuple[tuple[str, float, bool], ...]
    side: Side = "attacker"


@dataclass(frozen=True, slots=True)
class Means:
    """Mean losses (name, side, mean, of) and leaders' deaths (name, chance)."""

    title: str
    losses: tuple[tuple[str, Side, str, float], ...]
    leaders_title: str
    leaders: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class View:
    """All that a combat board shows; without a combat there are no blocks and no charts, and ``problem`` says why."""

    armies: tuple[Army, Army]
    title: str
    sentence: str
    paying: bool
    problem: str = ""
    blocks: tuple[Block, ...] = ()
    cells_title: str = ""
    cells_note: str = ""
    across: str = ""
    keys: tuple[str, str, str] = ("", "", "")
    cells: tuple[tuple[tuple[int, int], Cell], ...] = ()
    dice: tuple[int, int] = (1, 1)
    ladder: Bars | None = None
    means: Means | None = None


def scene(view: View, width: float = WIDTH, language: str | None = None) -> Scene:
    """The board at a width in px."""
    frame = _Frame(view, max(width, NARROWEST), language_or_default(language))
    static = (Rect(0, 0, frame.width, frame.height, fill=PAPER), *frame.ground())
    return Scene(
        frame.width, frame.height, static=static, pieces=tuple(frame.pieces()), overlay=tuple(frame.overlay()),
        title=view.title, sentence=view.sentence, ground=None,
    )  # fmt: skip


class Grid(NamedTuple):
    """How an army's counters are laid: their size, how many in a line, and the lines."""

    size: float
    columns: int
    lines: tuple[tuple[Shown, ...], ...]

    @property
    def pitch(self) -> float:
        return self.size + (10 if self.size >= 54 else 8)

    @property
    def height(self) -> float:
        return len(self.lines) * self.pitch


def laid(counters: tuple[Shown, ...], room: float) -> Grid:
    """Counters in lines, each kind on a line of its own where there is room for that."""
    for size in (60, 54, 48, 42):
        columns = int((room + 8) // (size + (10 if size >= 54 else 8)))
        kinds = [tuple(group) for _, group in groupby(counters, key=lambda one: one.counter.unit)]
        lines = tuple(kind[at : at + columns] for kind in kinds for at in range(0, len(kind), columns))
        if len(lines) * (size + 10) <= 290:
            return Grid(size, columns, lines)
    size = next((s for s in (42, 36, 30) if -(-len(counters) // int((room + 8) // (s + 8))) * (s + 8) <= 300), 30)
    columns = int((room + 8) // (size + 8))
    return Grid(size, columns, tuple(counters[at : at + columns] for at in range(0, len(counters), columns)))


class _Frame:
    """One layout: where everything of a view lies at a width."""

    def __init__(self, view: View, width: float, language: str) -> None:
        self.view, self.width, self.language = view, width, language
        self.wide, self.three = width >= 860, width >= 700
        self.middle = (208.0 if self.wide else 184.0) if self.three else 0.0
        gaps = 4 * PAD if self.three else 3 * PAD
        self.room = (width - self.middle - gaps) / 2
        self.left = {"attacker": float(PAD), "defender": width - PAD - self.room}
        self.grids = {army.side: laid(army.counters, self.room) for army in view.armies}
        self.top = 84.0
        tall = max(grid.height for grid in self.grids.values())
        self.notes_top = self.top + max(tall, 64) + 14
        strip = 62.0 if not view.paying else 22.0 * max(1, *(len(army.notes) for army in view.armies))
        self.strip_top = self.notes_top
        armies_end = self.notes_top + strip + 6
        if self.three:
            self.block_tops = [16.0, 184.0]
            self.block_lefts = [PAD * 2 + self.room] * 2
            self.block_room = self.middle
            self.panel = max(armies_end, 348.0)
            self.strip_top = self.panel - strip - 6
        else:
            self.block_tops = [armies_end + 6] * 2
            self.block_lefts = [float(PAD), width / 2 + PAD / 2]
            self.block_room = width / 2 - PAD * 1.5
            self.panel = armies_end + (172 if view.blocks else 0)
        self.charts = self.panel + 18
        self.cell = self._cell_width()
        self.height = self._charts_end()

    def _cell_width(self) -> float:
        if self.wide:
            return 62.0
        return 55.0 if self.three else (self.width - 2 * PAD - 26) / 6

    def _charts_end(self) -> float:
        if not self.view.cells:
            return self.panel + 4
        if self.wide:
            return self.charts + 26 + 18 + 6 * 30 + 60
        return self._row_two + (128 if self.three else 248 + 128)

    def say(self, key: str, **fields: object) -> str:
        return word(f"roma_victrix.board.{key}", self.language, **fields)

    # The table and the headings of both armies.

    def ground(self) -> Iterator[Shape]:
        yield Rect(0.5, 0.5, self.width - 1, self.panel - 1, 10, fill=LAND, stroke=EDGE)
        for army in self.view.armies:
            yield from self._zone(army)
            yield from self._heading(army)
        if self.view.cells:
            yield from self._cells_ground()
            yield from self._ladder()
            yield from self._means()

    def _zone(self, army: Army) -> Iterator[Shape]:
        left = self.left[army.side]
        yield Rect(left - 6, 6, self.room + 12, self.strip_top - 12, action=("army", army.side))

    def _heading(self, army: Army) -> Iterator[Shape]:
        left, mirrored = self.left[army.side], army.side == SIDES[1]
        x = left + self.room - 62 if mirrored else left + 62
        anchor = "end" if mirrored else "start"
        room = self.room - 66
        yield Text(x, 37, army.name, HEADING, INK, "serif", anchor=anchor, max_width=room)
        yield Text(x, 57, army.role, TEXT, MUTED, anchor=anchor, max_width=room)

    # Counters, leaders, dice.

    def pieces(self) -> Iterator[Shape]:
        for army in self.view.armies:
            yield self._leader(army)
            yield from self._counters(army)
            yield from self._notes(army) if self.view.paying else self._palette(army)
        if self.view.problem:
            yield from self._problem()
        for block, left, top in zip(self.view.blocks, self.block_lefts, self.block_tops):
            yield Group(tuple(self._block(block)), left, top)

    def _leader(self, army: Army) -> Group:
        x = self.left[army.side] + (self.room - 24 if army.side == SIDES[1] else 24)
        return Group(
            leader_disc(army.leader, SIDE_TINTS[army.side]), x, 40, box=(-26, -26, 52, 54), label=army.leader_label,
            action=("leader", army.side),
        )  # fmt: skip

    def _counters(self, army: Army) -> Iterator[Shape]:
        grid, left = self.grids[army.side], self.left[army.side]
        for row, shown in enumerate(grid.lines):
            width = len(shown) * grid.pitch - (grid.pitch - grid.size)
            start = left + self.room - width if army.side == SIDES[1] else left
            for place, one in enumerate(shown):
                x, y = start + place * grid.pitch, self.top + row * grid.pitch
                yield counter_group(one.counter, army.side, army.letter, grid.size, x, y, one.label, one.action)

    def _notes(self, army: Army) -> Iterator[Shape]:
        mirrored = army.side == SIDES[1]
        x = self.left[army.side] + (self.room if mirrored else 0)
        for row, text in enumerate(army.notes):
            weight, ink = (600, INK) if row == 0 else (400, MUTED)
            anchor = "end" if mirrored else "start"
            yield Text(x, self.strip_top + 14 + 20 * row, text, TEXT, ink, weight=weight, anchor=anchor,
                       max_width=self.room)  # fmt: skip

    def _palette(self, army: Army) -> Iterator[Shape]:
        left, count = self.left[army.side], len(army.palette)
        yield Text(left, self.strip_top + 8, self.say("palette"), TEXT, MUTED, max_width=self.room)
        pitch = min(CHIP + 6, (self.room + 4) / count)
        size = min(float(CHIP), pitch - 3)
        for place, one in enumerate(army.palette):
            yield counter_group(one.counter, army.side, army.letter, size, left + place * pitch, self.strip_top + 15,
                                one.label, one.action)  # fmt: skip

    def _problem(self) -> Iterator[Shape]:
        x = self.width / 2 if self.three else PAD
        for row, text in enumerate(broken(self.view.problem, self.middle or self.width - 2 * PAD)):
            anchor = "middle" if self.three else "start"
            top = 120.0 if self.three else self.panel - 120
            yield Text(x, top + 18 * row, text, TEXT, MUTED, anchor=anchor)

    def _block(self, block: Block) -> Iterator[Shape]:
        tint = SIDE_TINTS[block.side]
        yield Text(0, 14, block.head, TEXT, MUTED, max_width=self.block_room)
        yield Group(die(block.value, tint), 0, 24, label=block.die_label, action=("die", block.side))
        yield Text(66, 54, block.loss, FIGURE, INK, weight=700)
        yield Text(66 + text_width(block.loss, FIGURE, 700) + 6, 54, block.sum, TEXT, MUTED, max_width=self.block_room
                   - 72 - text_width(block.loss, FIGURE, 700))  # fmt: skip
        yield Text(66, 75, block.of, NAME, max_width=self.block_room - 66)
        if not block.kind:
            return
        yield Text(0, 102, block.label, TEXT, max_width=self.block_room - 44)
        yield Text(self.block_room - 4, 102, f"{'+' if block.kind == 'raise' else MINUS}{block.points}", TEXT,
                   weight=700, anchor="end")  # fmt: skip
        holder = SIDE_TINTS[block.side if block.kind == "raise" else _other(block.side)]
        drawn = slider(block.kind, block.points, block.most, block.best, holder, self.block_room - 24, block.notches,
                       block.best_text)  # fmt: skip
        yield Group(tuple(drawn), 10, 122)

    # The 36 rolls, the ladder, the means.

    @property
    def _grid_left(self) -> float:
        return 26.0 + (8 if self.three else PAD)

    def _cells_ground(self) -> Iterator[Shape]:
        view, left, top = self.view, self._grid_left, self.charts
        start = left - 26
        yield Text(start, top + 6, view.cells_title, NAME, INK, "serif", 700, max_width=6 * self.cell + 24)
        yield Text(start, top + 26, view.cells_note, TEXT, MUTED, max_width=6 * self.cell + 20)
        for face in range(1, 7):
            yield Text(left + (face - 0.5) * self.cell, top + 44, str(face), TEXT, MUTED, anchor="middle")
            yield Text(left - 14, top + 52 + (face - 0.5) * 30 + 3, str(face), TEXT, MUTED, anchor="middle")
        foot = top + 52 + 6 * 30 + 16
        yield Text(left, foot, view.across, TEXT, MUTED, max_width=6 * self.cell)
        x = left
        for outcome, text in zip((1, 0, -1), view.keys):
            yield from _mark(outcome, x, foot + 8)
            yield Text(x + 16, foot + 17, text, TEXT)
            x += 34 + text_width(text, TEXT)

    def overlay(self) -> Iterator[Shape]:
        view, left, top = self.view, self._grid_left, self.charts + 52
        for (attacker, defender), cell in view.cells:
            x, y = left + (attacker - 1) * self.cell, top + (defender - 1) * 30
            yield Group(tuple(self._cell(cell)), x, y, label=cell.label, action=("dice", attacker, defender))
        if view.cells:
            attacker, defender = view.dice
            x, y = left + (attacker - 1) * self.cell, top + (defender - 1) * 30
            yield Rect(x + 1, y + 1, self.cell - 2, 28, 4, stroke=INK, stroke_width=2.4)

    def _cell(self, cell: Cell) -> Iterator[Shape]:
        dashed = cell.outcome == 0
        yield Rect(1.5, 1.5, self.cell - 3, 27, 4, fill=TINTED[cell.outcome], stroke=LINE if dashed else None,
                   dash=(3, 2) if dashed else ())  # fmt: skip
        yield from _mark(cell.outcome, 6 if self.cell >= 60 else 4, 10)
        size = TEXT if self.cell >= 60 else TINY
        yield Text(self.cell - 5, 20, cell.losses, size, anchor="end", max_width=self.cell - 20)

    def _ladder(self) -> Iterator[Shape]:
        bars = self.view.ladder
        if bars is None:
            return
        if self.wide:
            left, top, room = self._grid_left + 6 * self.cell + 34, self.charts, 262.0
        elif self.three:
            left, top = self._grid_left + 6 * self.cell + 28, self.charts
            room = self.width - PAD - left
        else:
            left, top, room = float(PAD), self._row_two, self.width - 2 * PAD
        yield Text(left, top + 6, bars.title, NAME, INK, "serif", 700, max_width=room)
        yield Text(left, top + 26, bars.note, TEXT, MUTED, max_width=room)
        base, tall = top + 206, 144.0
        step = room / len(bars.bars)
        for place, (label, share, marked) in enumerate(bars.bars):
            x, high = left + place * step, max(1.0, tall * share)
            fill = SIDE_TINTS[bars.side].face if marked else BAR
            yield Rect(x + 4, base - high, step - 8, high, 2, fill=fill)
            weight = 700 if marked else 400
            yield Text(x + step / 2, base - high - 6, percent(share), TINY, INK, weight=weight, anchor="middle",
                       max_width=step)  # fmt: skip
            yield Text(x + step / 2, base + 18, label, TEXT, INK, weight=weight, anchor="middle")
        yield line(left, base, left + room, base, LINE)

    @property
    def _row_two(self) -> float:
        return self.charts + 26 + 18 + 6 * 30 + 78

    def _means(self) -> Iterator[Shape]:
        means = self.view.means
        if means is None:
            return
        if self.wide:
            left, top, room = self.width - 204, self.charts, 196.0
        else:
            top = self._row_two + (0 if self.three else 252)
            left, room = float(PAD if not self.three else 8), (self.width - 3 * PAD) / 2
        yield Text(left, top + 6, means.title, NAME, INK, "serif", 700, max_width=room)
        for row, (name, side, said, share) in enumerate(means.losses):
            y = top + 36 + row * 44
            yield Text(left, y, name, TEXT, MUTED, max_width=room - 70)
            yield Text(left + room, y, said, TEXT, INK, weight=600, anchor="end")
            yield Rect(left, y + 8, room, 12, 3, fill=TABLE, stroke=HAIRLINE)
            yield Rect(left, y + 8, max(1.0, share * room), 12, 3, fill=SIDE_TINTS[side].face)
        x, y = (left, top + 138) if self.wide else (left + room + PAD, top + 6)
        yield Text(x, y, means.leaders_title, NAME, INK, "serif", 700, max_width=room)
        for row, (name, said) in enumerate(means.leaders):
            below = y + 24 + 24 * row
            yield Text(x, below, name, TEXT, max_width=room - 60)
            yield Text(x + room, below, said, TEXT, weight=600, anchor="end")
            yield line(x, below + 8, x + room, below + 8, HAIRLINE)


MINUS = "\u2212"


def _other(side: Side) -> Side:
    return SIDES[1 - SIDES.index(side)]


def _mark(outcome: int, x: float, y: float) -> Iterator[Shape]:
    """Up for a win, two strokes for a draw, down for a defeat."""
    if outcome:
        yield Group((Path(SIGNS[outcome], fill=SIDE_TINTS[SIDES[0] if outcome > 0 else SIDES[1]].face),), x, y)
    else:
        yield line(x, y + 2, x + 10, y + 2, INK, 1.6)
        yield line(x, y + 6, x + 10, y + 6, INK, 1.6)


def broken(text: str, room: float) -> list[str]:
    """A text in lines that fit."""
    lines = [""]
    for piece in re.findall(r"(?:[!-~]+ ?|.)[。、）」]*", text):  # a word, or a letter where there are no spaces
        if text_width((lines[-1] + piece).rstrip(), TEXT) > room and lines[-1]:
            lines.append(piece)
        else:
            lines[-1] += piece
    return [line.rstrip() for line in lines]
