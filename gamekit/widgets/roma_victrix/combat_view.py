"""The combat board as a picture: a pure function of what is shown and of the width there is."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import Any, NamedTuple

from gamekit.roma_victrix.tables import FACES, OTHER, SIDES, Side
from gamekit.widgets.layout import (
    BOLD,
    GAP,
    LEADING,
    NARROW,
    PAD,
    Room,
    broken,
    centred,
    flow,
    heading,
    label,
    strong,
    title,
)
from gamekit.widgets.look import BAR, EDGE, FIGURE, HAIRLINE, INK, LAND, LINE, MUTED, NAME, PAPER, TABLE, TEXT, TINY
from gamekit.widgets.roma_victrix.counters import MINUS, SIDE_TINTS, Counter, counter_group, die, leader_disc, slider
from gamekit.widgets.scene import Group, Path, Scene, Shape, Text, line, text_width
from gamekit.words import percent

WIDTH, NARROWEST = 956, 336
TINTED = {1: "#EBCDBF", 0: PAPER, -1: "#BFD3E3"}
OUTCOMES = {1: "win", 0: "draw", -1: "defeat"}
LABELS = {"raise": "label_raise", "lower": "label_lower"}
SIGNS = {1: "M0 8L5 0L10 8Z", 0: "M0 2H10M0 6H10", -1: "M0 0H10L5 8Z"}
SIZES, TALLEST = (60, 54, 48, 42, 36, 30), 300.0  # of counters, and of all their lines
DISC, CHIP, CHART = 48.0, 40.0, 276.0
BLOCK = (LEADING, 52.0, LEADING, LEADING * 3)  # a line, the die, a line, the slider
Say = Callable[..., str]  # a word of the board in its language, by key and fields


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
    palette: tuple[Shown, ...]
    notes: tuple[str, ...] = ()


class Dealt(NamedTuple):
    """A side's die and the loss that it deals; the holder's points on it, how many he could put there and the best."""

    side: Side
    value: int
    percent: int
    csp: int
    loss: int
    kind: str  # raise or lower
    points: int
    most: int
    best: int


@dataclass(frozen=True, slots=True)
class Bars:
    """A small bar chart: a finding, a note, (label, share, marked) bars."""

    title: str
    note: str
    bars: tuple[tuple[str, float, bool], ...]
    side: Side = "attacker"


@dataclass(frozen=True, slots=True)
class CombatView:
    """All that a combat board shows; without a combat there are no dice and no charts, and ``problem`` says why.

    ``cells`` has 1, 0 or -1 for the attacker and the losses of attacker and defender for each of the 36 rolls,
    ``means`` (name, side, loss, share of his CSP) and ``leaders`` (name, chance of his death)."""

    say: Say
    armies: tuple[Army, Army]
    title: str
    sentence: str
    paying: bool
    problem: str = ""
    dealt: tuple[Dealt, ...] = ()
    finding: str = ""
    cells: tuple[tuple[tuple[int, int], tuple[int, int, int]], ...] = ()
    dice: tuple[int, int] = (1, 1)
    ladder: Bars | None = None
    means: tuple[tuple[str, Side, str, float], ...] = ()
    leaders: tuple[tuple[str, str], ...] = ()


def scene(view: CombatView, width: float = WIDTH) -> Scene:
    """The board at a width in px."""
    frame = _CombatFrame(view, max(width, NARROWEST))
    return framed(view, frame.page, frame.ground(), frame.pieces(), frame.overlay())


def framed(view: Any, page: Room, *layers: Iterable[Shape]) -> Scene:
    """A page on its paper, with the title and the sentence of a view."""
    static, pieces, overlay = map(tuple, layers)
    ground = page.rect(fill=PAPER)
    return Scene(page.width, page.height, (ground, *static), pieces, overlay, view.title, view.sentence, ground=None)


class Grid(NamedTuple):
    """How an army's counters are laid: their size, and the lines."""

    size: float
    lines: tuple[tuple[Shown, ...], ...]

    @property
    def pitch(self) -> float:
        return self.size + self.size / 6

    @property
    def height(self) -> float:
        return max(len(self.lines) * self.pitch, SIZES[0])


def laid(counters: tuple[Shown, ...], room: float) -> Grid:
    """Counters in lines, each kind on a line of its own where there is room for that."""
    kinds = [tuple(group) for _, group in groupby(counters, key=lambda one: one.counter.unit)]
    for groups, sizes in ((kinds, SIZES[:4]), ([counters], SIZES[3:])):
        for size in sizes:
            columns = int((6 * room + size) // (7 * size))
            lines = tuple(group[at : at + columns] for group in groups for at in range(0, len(group), columns))
            if (grid := Grid(size, lines)).height <= TALLEST:
                return grid
    return grid


# What the boards of combat and siege share.


def side_of(side: str) -> str:
    """Where an army's things are set: the attacker's from the left, the defender's from the right."""
    return "end" if side == SIDES[1] else "start"


def head(army: Army, room: Room, side: str = "start") -> Iterator[Shape]:
    """An army's name and what it is, beside its leader, who stands at a side of the room."""
    texts = room._replace(x=room.x + (DISC + PAD if side == "start" else 0), width=room.width - DISC - PAD)
    name, role = texts.rows(2, PAD - GAP)
    yield heading(army.name, name, side)
    yield from (label(text, role, row, side) for row, text in enumerate(broken(army.role, role.width)))


def leader(army: Army, room: Room, side: str = "start") -> Group:
    """An army's leader at a side of its heading."""
    disc = room.row(DISC, None)[0] if side == "start" else room.row(None, DISC)[1]
    drawn, box = leader_disc(army.leader, SIDE_TINTS[army.side]), (-DISC / 2 - 2, -DISC / 2 - 2, DISC + 4, DISC + 6)
    return Group(drawn, *disc.middle, box=box, label=army.leader_label, action=("leader", army.side))


def counters(army: Army, grid: Grid, room: Room, side: str = "start") -> Iterator[Group]:
    """An army's counters, line by line from a side of the room or, at the side "middle", round its middle."""
    for number, shown in enumerate(grid.lines):
        rest = room.width - len(shown) * grid.pitch + grid.pitch - grid.size
        left = room.x + {"start": 0, "middle": rest / 2, "end": rest}[side]
        for place, one in enumerate(shown):
            x, y = left + place * grid.pitch, room.y + number * grid.pitch
            yield counter_group(one.counter, army.side, army.letter, grid.size, x, y, one.label, one.action)


def palette(army: Army, text: str, room: Room) -> Iterator[Shape]:
    """The counters that can be added, under a line that says so."""
    told, row = room.column(LEADING, None, gap=GAP / 2)
    yield label(text, told)
    size = min(CHIP, room.width / max(1, len(army.palette)) - 3)
    for one, cell in zip(army.palette, row.spread(len(army.palette), size, most=CHIP + GAP / 2)):
        yield counter_group(one.counter, army.side, army.letter, size, cell.x, cell.y, one.label, one.action)


def titled(text: str, note: str, room: Room) -> tuple[list[Text], Room]:
    """A finding and a note over what is left of a room."""
    finding, told, rest = room.column(NAME + 4, LEADING, None, gap=2)
    return [title(text, finding), label(note, told)], rest


def bar_chart(bars: Bars, room: Room) -> Iterator[Shape]:
    """Shares as upright bars over their names, each with its percentage on top."""
    texts, rest = titled(bars.title, bars.note, room)
    yield from texts
    _, chart, names = rest.column(2 * LEADING, None, 2 * LEADING, gap=0)
    for (name, share, marked), cell, foot in zip(
        bars.bars, *(part.columns(len(bars.bars), 8) for part in (chart, names))
    ):
        high, weight = max(1.0, share * cell.height), BOLD if marked else 400
        bar = Room(cell.x, cell.bottom - high, cell.width, high)
        yield bar.centred(min(cell.width, 56), high).rect(2, fill=SIDE_TINTS[bars.side].face if marked else BAR)
        yield centred(percent(share), bar._replace(y=bar.y - LEADING, height=LEADING), TINY, weight=weight)
        yield centred(name, foot, weight=weight)
    yield line(chart.x, chart.bottom, chart.right, chart.bottom, LINE)


def figure(name: str, said: str, room: Room, **look: Any) -> Iterator[Text]:
    """A name at the left of a room and its number at the right."""
    yield label(name, room._replace(width=room.width - text_width(said, TEXT, BOLD)), **look)
    yield strong(said, room, side="end")


class _CombatFrame:
    """One layout: where everything of a view lies at a width."""

    def __init__(self, view: CombatView, width: float) -> None:
        self.view, self.say = view, view.say
        self.wide, self.three = width >= 860, width >= NARROW
        inner = Room(0, 0, width, 0).inset()
        side = (inner.width - PAD - (width * 0.235 + PAD if self.three else 0)) / 2
        columns = inner.row(side, None, side, gap=PAD) if self.three else inner.columns(2, PAD)
        self.grids = {army.side: laid(army.counters, side) for army in view.armies}
        parts = (DISC, max(grid.height for grid in self.grids.values()), self._strip())
        tall = sum(parts) + 2 * PAD
        self.problem = broken(view.problem, columns[1].width if self.three else inner.width) if view.problem else ()
        middle = sum(BLOCK) + GAP * (len(BLOCK) - 1) if view.dealt else LEADING * len(self.problem)
        if self.three:
            tall = max(tall, 2 * middle + PAD if view.dealt else middle)
            self.middle = columns[1]._replace(height=tall)
            self.blocks = self.middle._replace(height=2 * middle + PAD).rows(2, PAD)
        rooms = [room._replace(height=tall) for room in (columns[0], columns[-1])]
        self.armies = {army.side: room.column(parts[0], None, parts[2], gap=PAD)
                       for army, room in zip(view.armies, rooms)}  # fmt: skip
        if not self.three and middle:
            self.middle = inner._replace(y=inner.y + tall + PAD, height=middle)
            self.blocks = self.middle.columns(2, PAD)
            tall += PAD + middle
        self.panel = Room(0, 0, width, tall + 2 * PAD)
        bottom = self.panel.bottom
        if view.cells:
            self.cells, self.ladder, self.means = self._charts(inner._replace(y=bottom + GAP))
            self.across, self.dice = self._dice()
            bottom = self.means.bottom
        self.page = Room(0, 0, width, bottom + GAP)

    def _strip(self) -> float:
        """How high the lines below the counters are: notes, or the counters to add."""
        if self.view.paying:
            return LEADING * max(2, *(len(army.notes) for army in self.view.armies))
        return LEADING + GAP / 2 + CHIP

    def _charts(self, room: Room) -> tuple[Room, ...]:
        """Where the three charts lie: side by side, two and one, or one below the other."""
        one, two = room._replace(height=CHART), CHART / 2 - GAP
        if self.wide:
            return one.row(None, room.width * 0.29, room.width * 0.21, gap=2 * PAD)
        if self.three:
            first, last = room._replace(height=CHART + PAD + two).column(CHART, two, gap=PAD)
            return *first.columns(2, 2 * PAD), last
        return room._replace(height=2 * (CHART + PAD) + two).column(CHART, CHART, two, gap=PAD)

    def _dice(self) -> tuple[Room, dict[tuple[int, int], Room]]:
        """The room of the faces above the cells, and the cell of each roll."""
        rest = titled("", "", self.cells)[1]
        across, table, self.foot = rest.column(LEADING, None, 2 * LEADING, gap=GAP / 2)
        self.down, cells = table.row(LEADING, None)
        places = ((attacker, defender) for defender in FACES for attacker in FACES)
        return across._replace(x=cells.x, width=cells.width), dict(zip(places, cells.grid(len(FACES), len(FACES), 3)))

    # The table, the headings of both armies, the charts.

    def ground(self) -> Iterator[Shape]:
        yield self.panel.inset(0.5).rect(GAP, fill=LAND, stroke=EDGE)
        for army in self.view.armies:
            top, counted, _ = self.armies[army.side]
            zone = top._replace(height=counted.bottom - top.y).inset(-GAP / 2)
            yield zone.rect(action=("army", army.side))
            yield from head(army, top, side_of(army.side))
        if self.view.cells:
            yield from self._cells_ground()
        if self.view.ladder:
            yield from bar_chart(self.view.ladder, self.ladder)
            yield from self._means()

    # Counters, leaders, dice.

    def pieces(self) -> Iterator[Shape]:
        for army in self.view.armies:
            (top, counted, strip), side = self.armies[army.side], side_of(army.side)
            yield leader(army, top, side)
            yield from counters(army, self.grids[army.side], counted, side)
            if self.view.paying:
                yield from (strong(text, strip, 0, side) if row == 0 else label(text, strip, row, side)
                            for row, text in enumerate(army.notes))  # fmt: skip
            elif army.palette:
                yield from palette(army, self.say("palette"), strip)
        for row, text in enumerate(self.problem):
            yield label(text, self.middle, row, "middle")
        for dealt, room in zip(self.view.dealt, self.blocks if self.view.dealt else ()):
            yield from self._dealt(dealt, room)

    def _dealt(self, one: Dealt, room: Room) -> Iterator[Shape]:
        """A side's die, the loss that it deals, and the slider of the holder that moves it."""
        side, name = one.side, self.view.armies[SIDES.index(one.side)].name
        sign = "+" if one.kind == "raise" else MINUS
        top, thrown, named, slid = room._replace(height=sum(BLOCK) + GAP * 3).column(*BLOCK)
        cast, told = thrown.row(BLOCK[1], None)
        yield Group(die(one.value, SIDE_TINTS[side]), cast.x, cast.y,
                    label=self.say("label_die", side=name, value=one.value), action=("die", side))  # fmt: skip
        loss, of = told.column(FIGURE, None, gap=GAP / 2)
        dealt = f"{one.percent}%"
        wide = text_width(dealt, FIGURE, BOLD) + GAP
        yield heading(dealt, loss, size=FIGURE, family="sans", weight=BOLD)
        total = one.value + (one.points if one.kind == "raise" else -one.points)
        sums = f"{one.value} {sign} {one.points} = {total}" if one.points else ""
        beside, far = loss._replace(x=loss.x + wide, y=of.y - LEADING, width=loss.width - wide), text_width(sums, TEXT)
        fits = far <= beside.width
        yield label(self.say("throws", side=name), top._replace(width=top.width - (0 if fits else far + GAP)))
        yield label(sums, beside) if fits else label(sums, top, side="end")
        yield label(self.say("of_csp", csp=one.csp, loss=one.loss), of, size=NAME, fill=INK)
        if not one.most:
            return
        yield label(self.say(one.kind), named._replace(width=named.width - 40), fill=INK)
        yield strong(f"{sign}{one.points}", named, side="end")
        track, holder = slid.inset(GAP, PAD), SIDE_TINTS[side if one.kind == "raise" else OTHER[side]]
        notches = [self.say(LABELS[one.kind], points=number) for number in range(one.most + 1)]
        drawn = slider(one.kind, one.points, one.most, one.best, holder, track.width, notches,
                       self.say("best", points=one.best))  # fmt: skip
        yield Group(tuple(drawn), track.x, track.y)

    # The 36 rolls, the means.

    def _cells_ground(self) -> Iterator[Shape]:
        view = self.view
        yield from titled(view.finding, self.say("cells_note"), self.cells)[0]
        for face, above, beside in zip(FACES, self.across.columns(len(FACES), 3), self.down.rows(len(FACES), 3)):
            yield centred(str(face), above, fill=MUTED)
            yield centred(str(face), beside, fill=MUTED)
        foot = self.foot._replace(x=self.across.x, width=self.across.width)
        names: dict[str, str] = {army.side: army.name for army in view.armies}
        yield label(self.say("across", **names), foot)
        keys = [self.say(outcome) for outcome in OUTCOMES.values()]
        widths = [LEADING + text_width(text, TEXT) for text in keys]
        for outcome, text, (x, _) in zip(OUTCOMES, keys, flow(widths, foot.width, PAD)):
            key = Room(foot.x + x, foot.y + LEADING, foot.width, LEADING)
            yield _mark(outcome, key)
            yield label(text, key._replace(x=key.x + LEADING), fill=INK)

    def overlay(self) -> Iterator[Shape]:
        for (attacker, defender), (outcome, own, enemy) in self.view.cells:
            name = self.say("label_cell", a=attacker, d=defender, attacker_loss=own, defender_loss=enemy,
                            outcome=self.say(OUTCOMES[outcome]))  # fmt: skip
            drawn = _roll(outcome, f"{enemy} : {own}", self.dice[attacker, defender])
            yield Group(drawn, label=name, action=("dice", attacker, defender))
        if self.view.cells:
            yield self.dice[self.view.dice].rect(4, stroke=INK, stroke_width=2.4)

    def _means(self) -> Iterator[Shape]:
        halves = self.means.rows(2, PAD) if self.wide else self.means.columns(2, 2 * PAD)
        for text, half in zip((self.say("means_title"), self.say("leaders_title")), halves):
            yield title(text, half)
        lost, died = (half.column(NAME + GAP, None, gap=0)[1] for half in halves)
        for row, (name, side, said, share) in enumerate(self.view.means):
            room = lost._replace(y=lost.y + row * (2 * LEADING + TEXT))
            yield from figure(name, said, room)
            bar = room._replace(y=room.y + LEADING + 2, height=TEXT)
            yield bar.rect(3, fill=TABLE, stroke=HAIRLINE)
            yield bar._replace(width=max(1.0, share * bar.width)).rect(3, fill=SIDE_TINTS[side].face)
        for row, (name, said) in enumerate(self.view.leaders):
            room = died._replace(y=died.y + row * 2 * TEXT)
            yield from figure(name, said, room, fill=INK)
            yield line(room.x, room.y + LEADING + 2, room.right, room.y + LEADING + 2, HAIRLINE)


@lru_cache
def _roll(outcome: int, lost: str, room: Room) -> tuple[Shape, ...]:
    """The cell of a roll: who wins, and both losses."""
    dashed = outcome == 0
    frame = room.rect(4, fill=TINTED[outcome], stroke=LINE if dashed else None, dash=(3, 2) if dashed else ())
    mark, losses = room.inset(4, (room.height - LEADING) / 2).row(TEXT, None, gap=0)
    size = TEXT if text_width("88 : 88", TEXT) <= losses.width else TINY
    return frame, _mark(outcome, mark), label(lost, losses, side="end", fill=INK, size=size)


def _mark(outcome: int, room: Room) -> Group:
    """Up for a win, two strokes for a draw, down for a defeat."""
    sign = SIGNS[outcome]
    if outcome:
        drawn = Path(sign, fill=SIDE_TINTS[SIDES[0] if outcome > 0 else SIDES[1]].face)
    else:
        drawn = Path(sign, stroke=INK, stroke_width=1.6)
    return Group((drawn,), room.x, room.y + room.height / 4)
