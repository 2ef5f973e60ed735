"""The battle board as a picture: a pure function of what is shown and of the width there is."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby
from math import ceil, cos, pi, sin
from typing import NamedTuple

from gamekit.julius_caesar import BLOCKS, Block
from gamekit.julius_caesar.odds.army import called
from gamekit.julius_caesar.tables import ATTACKER, LETTERS, ROMAN, SIDES
from gamekit.widgets.julius_caesar import pieces
from gamekit.widgets.look import (
    DROP,
    GOOD,
    HAIRLINE,
    HEADING,
    INK,
    MUTED,
    NAME,
    NEUTRAL,
    TABLE,
    TEXT,
    TINTS,
    TINY,
    WHITE,
)
from gamekit.widgets.scene import Group, Path, Rect, Scene, Shape, Text, bounds, line, text_width
from gamekit.words import language_or_default, spoken, word

WIDTH, NARROWEST = 956, 320  # px
WIDE, ABREAST = 700, 540  # from here on: dice between the armies; armies side by side
CHIP, PITCH, SIGN, POOL_ROW = 27, 29, 21, 44
KINDS = ("legio", "leader", "equitatus", "infantry", "archers", "navis", "ballista", "elephant", "cleopatra")
TILT = -32  # a block about to take a step
MARKS = {"now": "label_now", "may": "label_may", "chosen": "label_chosen"}


@dataclass(frozen=True, slots=True)
class Piece:
    """A block as it is shown: its strength now (0 = eliminated), and what is going on with it.

    ``mark`` is "now" (it is its turn), "may" (it may take the hit instead), "chosen" (it is about to take it) or "";
    ``state`` is "here", "gone", "left" or "hidden" (face down); ``hits`` are the numbers of the hits that it takes in
    this turn."""

    block: Block
    strength: int
    action: Hashable = None
    state: str = "here"
    mark: str = ""
    hits: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the board: its role, its blocks, its pool and how many dice it throws in each letter of round 1."""

    role: str
    side: str
    main: tuple[Piece, ...]
    reserve: tuple[Piece, ...]
    pool: tuple[Block, ...]
    strength: int
    full: int
    dice: tuple[int, ...] = (0, 0, 0, 0)
    acting: str = ""  # the role whose ratings hold now, when roles have been exchanged (7.31)

    @property
    def rates(self) -> str:
        """The role that ballistae are rated by."""
        return self.acting or self.role


class Step(NamedTuple):
    """A hit of this turn: its number, the block's name, its strength before and after."""

    number: int
    block: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class Turn:
    """What the middle of the board shows in a fight."""

    side: str
    head: str
    note: str
    faces: tuple[int, ...] = ()
    firepower: int = 0
    result: str = ""
    steps: tuple[Step, ...] = ()
    hint: str = ""
    number: int = 0  # which turn of the battle it is


@dataclass(frozen=True, slots=True)
class View:
    """All that a battle board shows; ``turn`` is None while the battle is being set up, ``pools`` whether blocks that
    take no part are listed below."""

    attacker: Side
    defender: Side
    title: str
    sentence: str
    turn: Turn | None = None
    attacker_first: bool = False
    arrived: bool = False
    pools: bool = True


Frame = tuple[Shape, ...]


class Plan(NamedTuple):
    """How a row of blocks is laid: their size, how many in a line, how many lines, from middle to middle."""

    size: float
    columns: int
    lines: int
    pitch: float

    @property
    def height(self) -> float:
        """From the top of the first line to below the last name."""
        return self.lines * (self.size + 24)


def block_name(block: Block, language: str | None = None) -> str:
    """A block's name as a person reads it: ``Legio 13``, ``軍団 13``; a rating stands for itself."""
    return spoken(called(block), language)


def short_name(block: Block, language: str | None = None) -> str:
    """What stands under a block of the pool."""
    if " " in block.name:
        return block.name.rpartition(" ")[2]
    return word(f"julius_caesar.board.short.{block.name}", language)


def block_label(block: Block, language: str | None = None) -> str:
    """A block for those who do not see it: name, rating and strength."""
    return word(
        "julius_caesar.board.label_block",
        language,
        name=block_name(block, language),
        rating=pieces.both_ratings(block),
        strength=ROMAN[block.strength],
    )


def scene(view: View, width: float = WIDTH, language: str | None = None) -> Scene:
    """The board at a width in px: both armies side by side, dice between them (below them where it is narrow)."""
    language = language_or_default(language)
    frame = _Frame(view, max(width, NARROWEST), language)
    static = (Rect(0, 0, frame.width, frame.height, 8, fill=TABLE), *frame.table())
    return Scene(
        frame.width,
        frame.height,
        static=static,
        pieces=tuple(frame.armies()),
        overlay=tuple(frame.marks()),
        title=view.title,
        sentence=view.sentence,
        ground=None,
    )


def motion(before: View, after: View, width: float = WIDTH, language: str | None = None) -> tuple[Frame, ...]:
    """What moves between two moments of a fight, as frames of the top layer: dice that fall, blocks that turn."""
    frame = _Frame(after, max(width, NARROWEST), language_or_default(language))
    thrown = after.turn and after.turn.faces and (not before.turn or before.turn.number != after.turn.number)
    turned = list(frame.weakened(before))
    if not thrown and not turned:
        return ()
    marks = tuple(frame.marks())
    return tuple(
        (
            *marks,
            *(frame.falling(part) if thrown else ()),
            *(shape for one in turned for shape in frame.turning(*one, part)),
        )
        for part in (0.2, 0.45, 0.65, 0.8, 0.92)
    )


def plan(count: int, room: float, largest: float = 80) -> Plan:
    """Blocks in a row of a given width: four in a line at 80 px, then smaller, then in two lines and more."""
    if count <= 4 and (size := next((s for s in (80, 72, 66, 60) if s <= largest and 4 * s + 24 <= room), 0)):
        return Plan(size, 4, 1, (room - size) / 3)
    for size in (66, 60, 52, 40):
        columns = int((room + 8) // (size + 8))
        if size <= largest and count <= 2 * columns:
            break
    return Plan(size, columns, max(1, ceil(count / columns)), (room - size) / (columns - 1))


class Spot(NamedTuple):
    """Where a side stands: its left edge, the top of its heading, the baseline of "Reserve", its end."""

    left: float
    top: float
    reserve: float
    bottom: float


class _Frame:
    """One layout: where everything of a view lies at a width."""

    def __init__(self, view: View, width: float, language: str) -> None:
        self.view, self.width, self.language = view, width, language
        self.sides = (view.attacker, view.defender)
        self.wide, self.abreast = width >= WIDE, width >= ABREAST
        self.middle = 0.0 if not self.wide else 140.0 if width >= 900 else 116.0
        between = self.middle + 32 if self.wide else 24.0
        self.room = (width - 32 - between) / 2 if self.abreast else width - 32
        self.pool_room = (width - 32 - 24) / 2 if self.abreast else width - 32
        self.plans = {(side.role, "main"): plan(len(side.main), self.room) for side in self.sides}
        self.plans |= {(side.role, "reserve"): plan(len(side.reserve), self.room, 66) for side in self.sides}
        self.spots, bottom = self._spots()
        self.strip_top = bottom
        self.rule = bottom + 4 + (0 if self.wide else 76 if self.abreast else 148)
        lines = max(_lines(_full_pool(side), self.pool_room) for side in SIDES)
        pool = 32 + lines * POOL_ROW if view.pools else 0
        self.pool_tops = {
            side.role: self.rule + (0 if self.abreast else place * pool) for place, side in enumerate(self.sides)
        }
        self.height = max(self.pool_tops.values()) + pool + 6

    def _spots(self) -> tuple[dict[str, Spot], float]:
        """Where each side stands, and where both end: abreast on one level, else one below the other."""
        heights = {key: one.height for key, one in self.plans.items()}
        if self.abreast:
            level = {place: max(heights[side.role, place] for side in self.sides) for place in ("main", "reserve")}
            heights = {(role, place): level[place] for role, place in heights}
        spots, top = {}, 0.0
        for side in self.sides:
            right = self.abreast and side is self.view.defender
            head = top + 38 + heights[side.role, "main"] + 22
            bottom = head + 10 + heights[side.role, "reserve"]
            spots[side.role] = Spot(self.width - 16 - self.room if right else 16.0, top, head, bottom)
            top = 0.0 if self.abreast else bottom + 4
        return spots, bottom

    def say(self, key: str, **fields: object) -> str:
        return word(f"julius_caesar.board.{key}", self.language, **fields)

    # What seldom changes: headings, the places to drop on, the pools.

    def table(self) -> Iterator[Shape]:
        for side in self.sides:
            yield from self._heading(side)
            yield from self._zones(side)
        if not self.view.pools:
            return
        yield line(16, self.rule, self.width - 16, self.rule, HAIRLINE)
        for side in self.sides:
            right = self.abreast and side is self.view.defender
            yield from self._pool(side, self.width - 16 - self.pool_room if right else 16.0, self.pool_tops[side.role])

    def _heading(self, side: Side) -> Iterator[Shape]:
        spot, colour = self.spots[side.role], TINTS[side.side].face
        left, base = spot.left, spot.top + 26
        name = word(f"julius_caesar.side.{side.side}", self.language)
        yield pieces.letter_disc(side.side, left + 9, base - 5)
        yield Text(left + 25, base, name, NAME, colour, "serif", 700)
        role = self.say("attacks" if side.role == ATTACKER else "defends")
        yield Text(left + 33 + text_width(name, NAME, 700), base, role, TEXT, MUTED)
        reserve = self.say("reserve")
        yield Text(left, spot.reserve, reserve, TEXT, weight=600)
        key = "arrived" if self.view.arrived else "arrives"
        yield Text(left + 10 + text_width(reserve, TEXT, 600), spot.reserve, self.say(key), TEXT, MUTED)

    def _zones(self, side: Side) -> Iterator[Shape]:
        if self.view.turn:
            return
        spot = self.spots[side.role]
        edges = {"main": (spot.top + 30, spot.reserve - 16), "reserve": (spot.reserve - 16, spot.bottom + 4)}
        for place, (top, bottom) in edges.items():
            yield Rect(spot.left, top, self.room, bottom - top, action=("row", side.role, place))
            yield from self._slot(side, place)

    def _slot(self, side: Side, place: str) -> Iterator[Shape]:
        """The dashed place where the next block of a row would stand, if the line has room."""
        one, count = self.plans[side.role, place], len(side.main if place == "main" else side.reserve)
        if count and count % one.columns == 0:
            return
        x, y = self._places(side, place, count + 1)[-1]
        size = one.size
        yield Rect(x - size / 2, y - size / 2, size, size, 6, stroke=DROP, stroke_width=1.2, dash=(4, 4))
        if size >= pieces.OPEN:
            yield Text(x, y + 4, self.say("drop"), TINY, NEUTRAL, anchor="middle", max_width=size - 8)

    def _pool(self, side: Side, left: float, top: float) -> Iterator[Shape]:
        editing = self.view.turn is None
        head = self.say("pool")
        yield Text(left, top + 20, head, TEXT, weight=600)
        if editing:
            bottom = (self.height - self.rule) / (1 if self.abreast else 2)
            yield Rect(left, top, self.pool_room, bottom, action=("pool", side.side))
            yield Text(left + 10 + text_width(head, TEXT, 600), top + 20, self.say("pool_hint"), TEXT, MUTED)
        shapes: list[Shape] = []
        for x, row, item in _flow(side.pool, self.pool_room):
            y = top + 32 + row * POOL_ROW
            if isinstance(item, str):
                shapes.append(Group(pieces.sign(item, NEUTRAL), left + x - 0.5, y + 5, scale=0.71))
                continue
            chip = pieces.chip(pieces.tint(item, side.side), item.rating(side.role), CHIP, item.type == "cleopatra")
            under = Text(CHIP / 2, 39, short_name(item, self.language), TINY, anchor="middle", max_width=PITCH - 1)
            label = self.say("label_pool", block=block_label(item, self.language))
            action = ("chip", item.colour, item.name) if editing else None
            shapes.append(Group((*chip, under), left + x, y, label=label, action=action))
        yield Group(tuple(shapes), opacity=1 if editing else 0.5)

    # The blocks on the board.

    def armies(self) -> Iterator[Shape]:
        for side in self.sides:
            strength = self.say("strength", now=side.strength, full=side.full)
            spot = self.spots[side.role]
            yield Text(spot.left + self.room, spot.top + 26, strength, TEXT, MUTED, anchor="end")
            for place, row in (("main", side.main), ("reserve", side.reserve)):
                one = self.plans[side.role, place]
                for piece, (x, y) in zip(row, self._places(side, place, len(row))):
                    yield self._piece(piece, side, one, x, y)
        if self.view.turn:
            yield from self._turn(self.view.turn)
        else:
            yield from self._order_wide() if self.wide else self._order_narrow()

    def _places(self, side: Side, place: str, count: int) -> list[tuple[float, float]]:
        one = self.plans[side.role, place]
        spot = self.spots[side.role]
        top = spot.top + 38 if place == "main" else spot.reserve + 10
        main = self.plans[side.role, "main"]
        # A short reserve stands under the blocks of the main body.
        under = place == "reserve" and one.columns == main.columns == 4
        shift, pitch = ((main.size - one.size) / 2, main.pitch) if under else (0.0, one.pitch)
        left = spot.left + shift + one.size / 2
        return [
            (left + index % one.columns * pitch, top + one.size / 2 + index // one.columns * (one.size + 24))
            for index in range(count)
        ]

    def _piece(self, piece: Piece, side: Side, one: Plan, x: float, y: float) -> Group:
        size, block = one.size, piece.block
        name = block_name(block, self.language)
        shapes: list[Shape] = []
        if piece.state == "gone":
            outline = Rect(-size / 2, -size / 2, size, size, 0.1 * size, stroke=DROP, stroke_width=1.2, dash=(3, 3))
            shapes += [outline, Text(0, 4, self.say("gone"), TINY, NEUTRAL, anchor="middle", max_width=size - 6)]
        elif piece.state == "hidden":
            shapes.append(Group(pieces.hidden(side.side, size), box=pieces.extent(size)))
            name = ""
        elif piece.mark == "chosen":
            faint = TINTS[side.side].faint
            shapes.append(
                Rect(-size / 2, -size / 2, size, size, 0.1 * size, stroke=faint, stroke_width=1.2, dash=(3, 3))
            )
            shapes.append(pieces.block_group(block, side.side, side.rates, round(0.8 * size), 0, 0, TILT))
        else:
            pale = 0.35 if piece.state == "left" else 1
            shapes.append(pieces.block_group(block, side.side, side.rates, size, 0, 0, opacity=pale))
            if piece.state == "left":
                shapes.append(Text(0, 4, self.say("left"), TEXT, weight=600, anchor="middle", halo=TABLE))
        if piece.state != "hidden" and (block.type == "cleopatra" or (block.colour and block.colour != side.side)):
            shapes.append(pieces.letter_disc(side.side, 3 - size / 2, 3 - size / 2, 8, WHITE))
        room = (one.pitch if one.columns > 1 else size) - 4
        muted = INK if piece.state == "here" else NEUTRAL
        type_size = NAME if size >= pieces.OPEN else TINY
        shapes.append(Text(0, size / 2 + 17, name, type_size, muted, "serif", anchor="middle", max_width=room))
        shapes.append(Rect(-size / 2, -size / 2, size, size + 20))
        return Group(tuple(shapes), x, y, label=self._label(piece, side), action=piece.action)

    def _label(self, piece: Piece, side: Side) -> str:
        who = word(f"julius_caesar.side.{side.side}", self.language)
        if piece.state == "hidden":
            return f"{who}: {self.say('hidden')}"
        text = block_label(piece.block, self.language)
        if piece.state != "here":
            return f"{who}: {text}, {self.say(piece.state)}"
        return f"{who}: {text}" + (f", {self.say(MARKS[piece.mark])}" if piece.mark else "")

    # Between the armies: the order of fire, or dice and hits.

    def _order_wide(self) -> Iterator[Shape]:
        centre, top = self.width / 2, 46.0
        yield Text(centre, 26, self.say("order"), NAME, family="serif", weight=700, anchor="middle")
        cell = 26.0 if self.middle > 120 else 22.0
        yield from self._grid(centre - 2 * cell + 6, top, cell)
        y = top + 96
        yield Text(centre, y, self.say("order_note"), TEXT, MUTED, anchor="middle", max_width=self.middle)
        for number, text in enumerate(self._hints()):
            place = y + 34 + 18 * number
            yield Text(centre, place, text, TEXT, MUTED, anchor="middle", max_width=self.middle + 12)

    def _order_narrow(self) -> Iterator[Shape]:
        top = self.strip_top + 4
        yield Text(16, top + 20, self.say("order"), NAME, family="serif", weight=700, max_width=140)
        yield Text(16, top + 38, self.say("order_note"), TEXT, MUTED, max_width=140)
        yield from self._grid(self.width / 2 - 76 if self.abreast else self.width - 136, top - 4, 30)
        x, y, anchor = (self.width - 16, top + 18, "end") if self.abreast else (16, top + 100, "start")
        for number, text in enumerate(self._hints()):
            yield Text(x, y + 18 * number, text, TEXT, MUTED, anchor=anchor, max_width=190)

    def _hints(self) -> tuple[str, ...]:
        return self.say("how_click"), self.say("how_drag"), self.say("how_away")

    def _grid(self, left: float, top: float, cell: float) -> Iterator[Shape]:
        for column, letter in enumerate(LETTERS):
            yield Text(left + (column + 0.5) * cell, top + 12, letter, TEXT, MUTED, weight=600, anchor="middle")
        first, second = self.view.attacker, self.view.defender
        for row, side in enumerate((first, second) if self.view.attacker_first else (second, first)):
            y = top + 20 + row * 28
            yield pieces.letter_disc(side.side, left - 14, y + 11, 8)
            for column, dice in enumerate(side.dice):
                x = left + column * cell
                if not dice:
                    yield line(x + cell / 2 - 4, y + 11, x + cell / 2 + 4, y + 11, DROP, 1.5)
                    continue
                yield Rect(x + 1.5, y, cell - 3, 22, 4, fill=TINTS[side.side].face)
                yield Text(x + cell / 2, y + 15.5, str(dice), TEXT, "#ffffff", weight=600, anchor="middle")

    def _turn(self, turn: Turn) -> Iterator[Shape]:
        yield from self._turn_wide(turn) if self.wide else self._turn_narrow(turn)

    def _turn_wide(self, turn: Turn) -> Iterator[Shape]:
        centre, width = self.width / 2, self.middle
        head = Text(centre, 26, turn.head, NAME, family="serif", weight=700, anchor="middle", max_width=width + 20)
        yield head
        yield Text(centre, 44, turn.note, TEXT, MUTED, anchor="middle", max_width=width + 12)
        yield from self._thrown(turn)
        colour = TINTS[turn.side].face
        yield Text(centre, 120, turn.result, HEADING, colour, weight=700, anchor="middle", max_width=width)
        y = 140.0
        for step in turn.steps:
            yield from self._step(step, turn.side, centre - width / 2, y, width)
            y += 24
        if turn.hint:
            yield line(centre - width / 2, y + 6, centre + width / 2, y + 6, HAIRLINE)
            for number, part in enumerate(_wrapped(turn.hint, TEXT, width + 8)):
                yield Text(
                    centre, y + 26 + 16 * number, part, TEXT, GOOD, weight=500, anchor="middle", max_width=width + 12
                )

    def _turn_narrow(self, turn: Turn) -> Iterator[Shape]:
        top, room = self.strip_top + 4, 170 if self.abreast else 150
        yield Text(16, top + 20, turn.head, NAME, family="serif", weight=700, max_width=room)
        yield Text(16, top + 38, turn.note, TEXT, MUTED, max_width=room)
        yield Text(16, top + 60, turn.result, HEADING, TINTS[turn.side].face, weight=700, max_width=room)
        yield from self._thrown(turn)
        left, first = (self.width - 206, top + 16) if self.abreast else (16, top + 86)
        for number, step in enumerate(turn.steps):
            yield from self._step(step, turn.side, left, first + 20 * number, 190)

    def _thrown(self, turn: Turn) -> Iterator[Shape]:
        if self.wide:
            size = min(34.0, (self.middle - 6) / max(4, len(turn.faces)) - 3)
            return self._dice(turn, self.width / 2, 60, size)
        top = self.strip_top + 22
        return self._dice(turn, 276, top, 34) if self.abreast else self._dice(turn, self.width - 86, top, 30)

    def _dice(self, turn: Turn, centre: float, y: float, size: float) -> Iterator[Shape]:
        pitch = size + (7 if size > 30 else 3)
        left = centre - (len(turn.faces) * pitch - (pitch - size)) / 2
        for number, face in enumerate(turn.faces):
            hit = face <= turn.firepower
            label = self.say("label_hit" if hit else "label_miss", face=face)
            shapes = pieces.die(face, TINTS[turn.side].face if hit else None, size)
            yield Group(shapes, left + number * pitch, y, label=label)

    def _step(self, step: Step, side: str, left: float, y: float, width: float) -> Iterator[Shape]:
        yield pieces.number_disc(step.number, side, left + 8, y)
        fall = f"{ROMAN[step.before]} → {ROMAN[step.after] if step.after else '✕'}"
        yield Text(left + 23, y + 4, step.block, NAME, family="serif", max_width=width - 66)
        yield Text(left + width, y + 4, fall, TEXT, MUTED, anchor="end")

    # What moves; each frame covers what lies still below it.

    def weakened(self, before: View) -> Iterator[tuple[Piece, Side, float, float, float]]:
        """The blocks that have lost a step since a moment before, and where they stand."""
        for side, old in zip(self.sides, (before.attacker, before.defender)):
            rows = (("main", side.main, old.main), ("reserve", side.reserve, old.reserve))
            for place, row, old_row in rows:
                spots = self._places(side, place, len(row))
                for piece, was, (x, y) in zip(row, old_row, spots):
                    if piece.strength < was.strength and piece.state == "here" and piece.mark != "chosen":
                        yield piece, side, self.plans[side.role, place].size, x, y

    def turning(self, piece: Piece, side: Side, size: float, x: float, y: float, part: float) -> Iterator[Shape]:
        """A block on its way to its new strength: a quarter turn anticlockwise."""
        half = size / 2 + 1
        yield Rect(x - half, y - half, 2 * half + 3, 2 * half + 3, fill=TABLE)
        yield pieces.block_group(piece.block, side.side, side.rates, size, x, y, 90 * (1 - part))

    def falling(self, part: float) -> Iterator[Shape]:
        """The dice on their way down."""
        turn = self.view.turn
        assert turn
        dice = tuple(self._thrown(turn))
        for shape in dice:
            x, y, width, height = bounds(shape)
            yield Rect(x - 1, y - 1, width + 2, height + 2, fill=TABLE)
        yield Group(dice, y=-14 * (1 - part) ** 2, opacity=part)

    # What follows the moment: rings and the numbers of hits.

    def marks(self) -> Iterator[Shape]:
        for side in self.sides:
            for place, row in (("main", side.main), ("reserve", side.reserve)):
                size = self.plans[side.role, place].size
                for piece, (x, y) in zip(row, self._places(side, place, len(row))):
                    yield from self._mark(piece, side, size, x, y)

    def _mark(self, piece: Piece, side: Side, size: float, x: float, y: float) -> Iterator[Shape]:
        reach = size / 2 + 4
        corner = reach if piece.block.type == "cleopatra" else 0.1 * size + 3
        if piece.mark == "now":
            yield Rect(x - reach, y - reach, 2 * reach, 2 * reach, corner, stroke=GOOD, stroke_width=2.5)
        elif piece.mark == "may":
            yield Rect(x - reach, y - reach, 2 * reach, 2 * reach, corner, stroke=GOOD, stroke_width=1.5, dash=(5, 4))
        elif piece.mark == "chosen":
            yield from _turning(x, y, 0.62 * size)
        other = self.view.attacker if side.role != ATTACKER else self.view.defender
        for place, number in enumerate(piece.hits):
            disc = pieces.number_disc(number, other.side, x + size / 2 - 2 - 15 * place, y + size / 2 - 4, 10, WHITE)
            yield disc


def _turning(x: float, y: float, radius: float) -> Iterator[Shape]:
    """The arrow of a block that is about to turn, anticlockwise."""
    start, end = -8 * pi / 180, -60 * pi / 180
    x1, y1, x2, y2 = x + radius * cos(start), y + radius * sin(start), x + radius * cos(end), y + radius * sin(end)
    arc = f"M{x1:.2f} {y1:.2f}A{radius:.2f} {radius:.2f} 0 0 0 {x2:.2f} {y2:.2f}"
    yield Path(arc, stroke=INK, stroke_width=1.7, cap="round")
    head = f"M{x2 + 9.2:.2f} {y2 - 0.4:.2f}L{x2:.2f} {y2:.2f}L{x2 + 4.2:.2f} {y2 + 8.4:.2f}"
    yield Path(head, stroke=INK, stroke_width=1.7, cap="round", join="round")


def _wrapped(text: str, size: float, width: float) -> list[str]:
    """Text in lines of a width; between any two letters where it has no spaces."""
    parts = text.split(" ") if " " in text else list(text)
    glue = " " if " " in text else ""
    lines = [""]
    for part in parts:
        longer = f"{lines[-1]}{glue}{part}" if lines[-1] else part
        if text_width(longer, size) <= width * 1.06 or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(part)
    return lines


@cache
def _full_pool(side: str) -> tuple[Block, ...]:
    return tuple(block for key, block in BLOCKS.items() if key[0] == side)


def _flow(pool: tuple[Block, ...], room: float) -> list[tuple[float, int, Block | str]]:
    """Where each sign and block of a pool goes: (x, line), kinds one after the other, a kind's sign before it."""
    placed: list[tuple[float, int, Block | str]] = []
    x, row = 0.0, 0
    ordered = sorted(pool, key=lambda block: KINDS.index(pieces.kind(block)))
    for kind, same in groupby(ordered, key=pieces.kind):
        blocks = tuple(same)
        length = SIGN + PITCH * len(blocks) - (PITCH - CHIP)
        if x and x + min(length, room) > room + 1:  # a kind stays together where a line can hold it
            x, row = 0.0, row + 1
        placed.append((x, row, kind))
        x += SIGN
        for block in blocks:
            if x + CHIP > room + 1:
                x, row = float(SIGN), row + 1
            placed.append((x, row, block))
            x += PITCH
        x += 8
    return placed


def _lines(pool: tuple[Block, ...], room: float) -> int:
    return max((row for _, row, _ in _flow(pool, room)), default=0) + 1
