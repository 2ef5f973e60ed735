"""The battle board as a picture: a pure function of what is shown and of the width there is."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from math import ceil
from typing import NamedTuple

from gamekit.julius_caesar import BLOCKS, Block
from gamekit.julius_caesar.odds.army import full_name
from gamekit.julius_caesar.tables import ATTACKER, LETTERS, ROMAN, SIDES
from gamekit.text.translation import language_or_default, translate, word
from gamekit.widgets import look
from gamekit.widgets.julius_caesar import pieces
from gamekit.widgets.layout import BOLD, GAP, LEADING, NARROW, PAD, STRONG, Room, broken, centred, label, strong, title
from gamekit.widgets.scene import Group, Path, Rect, Scene, Shape, bounds, line, text_width

WIDTH, NARROWEST = 956, 320  # px
WIDE, ABREAST = NARROW, 540  # from here on: dice between the armies; armies side by side
LARGEST, NAMES, HEAD, STRIP, DIE = 80.0, 24.0, 38.0, 76.0, 34.0
CHIP, FINGER, SIGN = 27, 40, 21  # px of a block in the pool, of one on a phone, and of a kind's sign
KINDS = ("legio", "leader", "equitatus", "infantry", "archers", "navis", "ballista", "elephant", "cleopatra")
TILT = -32  # a block about to take a step, and the arrow beside it
TURNING = "M49.5 -7A50 50 0 0 0 25 -43.3M34.2 -43.7L25 -43.3L29.2 -34.9"
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
class ShownSide:
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


class HitTaken(NamedTuple):
    """A hit of this turn: its number, the block's name, its strength before and after."""

    number: int
    block: str
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class ShownTurn:
    """What the middle of the board shows in a fight."""

    side: str
    head: str
    note: str
    faces: tuple[int, ...] = ()
    firepower: int = 0
    result: str = ""
    steps: tuple[HitTaken, ...] = ()
    hint: str = ""
    number: int = 0  # which turn of the battle it is


@dataclass(frozen=True, slots=True)
class ShownBattle:
    """All that a battle board shows; ``turn`` is None while the battle is being set up, ``pools`` whether blocks that
    take no part are listed below."""

    attacker: ShownSide
    defender: ShownSide
    title: str
    sentence: str
    turn: ShownTurn | None = None
    attacker_first: bool = False
    arrived: bool = False
    pools: bool = True


Frame = tuple[Shape, ...]


class RowPlan(NamedTuple):
    """How a row of blocks is laid: their size, how many in a line, how many lines, from middle to middle."""

    size: float
    columns: int
    lines: int
    pitch: float

    @property
    def height(self) -> float:
        """From the top of the first line to below the last name."""
        return self.lines * (self.size + NAMES)


def block_name(block: Block, language: str | None = None) -> str:
    """A block's name as a person reads it: ``Legio 13``, ``第13軍団``; a rating stands for itself."""
    return _name(block, language_or_default(language))


@lru_cache(1024)
def _name(block: Block, language: str) -> str:
    return translate(full_name(block), language)


def short_name(block: Block, language: str | None = None) -> str:
    """What stands under a block of the pool."""
    if " " in block.name:
        return block.name.rpartition(" ")[2]
    return word(f"julius_caesar.board.short.{block.name}", language)


def block_label(block: Block, language: str | None = None) -> str:
    """A block for those who do not see it: name, rating and strength."""
    return _label(block, language_or_default(language))


@lru_cache(1024)
def _label(block: Block, language: str) -> str:
    if block.type == "unknown":
        return word("julius_caesar.board.unknown", language, side=word(f"julius_caesar.side.{block.side}", language))
    return word(
        "julius_caesar.board.label_block",
        language,
        name=block_name(block, language),
        rating=pieces.both_ratings(block),
        strength=ROMAN[block.strength],
    )


def scene(view: ShownBattle, width: float = WIDTH, language: str | None = None) -> Scene:
    """The board at a width in px: both armies side by side, dice between them (below them where it is narrow)."""
    language = language_or_default(language)
    frame = _Layout(view, max(width, NARROWEST), language)
    static = (frame.page.rect(8, fill=look.TABLE), *frame.table())
    return Scene(
        frame.page.width, frame.page.height, static, tuple(frame.armies()), tuple(frame.marks()),
        view.title, view.sentence, ground=None,
    )  # fmt: skip


def motion(
    before: ShownBattle, after: ShownBattle, width: float = WIDTH, language: str | None = None
) -> tuple[Frame, ...]:
    """What moves between two moments of a fight, as frames of the top layer: dice that fall, blocks that turn."""
    frame = _Layout(after, max(width, NARROWEST), language_or_default(language))
    thrown = after.turn and after.turn.faces and (not before.turn or before.turn.number != after.turn.number)
    turned = list(frame.weakened(before))
    if not thrown and not turned:
        return ()
    marks = tuple(frame.marks())
    return tuple(
        (
            *marks,
            *(frame.falling(part) if thrown else ()),
            *(shape for one in turned for shape in turning(*one, part)),
        )
        for part in (0.2, 0.45, 0.65, 0.8, 0.92)
    )


def plan(count: int, room: float, largest: float = LARGEST) -> RowPlan:
    """Blocks in a row of a given width: four in a line at 80 px, then smaller, then in two lines and more."""
    if count <= 4 and (size := next((s for s in (80, 72, 66, 60) if s <= largest and 4 * (s + 6) <= room), 0)):
        return RowPlan(size, 4, 1, (room - size) / 3)
    for size in (66, 60, 52, 40):
        columns = int((room + 8) // (size + 8))
        if size <= largest and count <= 2 * columns:
            break
    return RowPlan(size, columns, max(1, ceil(count / columns)), (room - size) / (columns - 1))


class _Layout:
    """One layout: where everything of a view lies at a width."""

    def __init__(self, view: ShownBattle, width: float, language: str) -> None:
        self.view, self.language = view, language
        self.sides = (view.attacker, view.defender)
        self.wide, self.abreast = width >= WIDE, width >= ABREAST
        inner = Room(0, 0, width, 0).inset(PAD, 0)
        halves = inner.columns(2, 2 * look.TEXT) if self.abreast else (inner, inner)
        side_width = (inner.width - 0.15 * width) / 2 - PAD
        columns = inner.row(side_width, None, side_width, gap=PAD) if self.wide else halves
        self.plans = {}
        for side in self.sides:
            self.plans[side.role, "main"] = plan(len(side.main), columns[0].width)
            self.plans[side.role, "reserve"] = plan(len(side.reserve), columns[0].width, 66)
        bottom = self._stand((columns[0], columns[-1]))
        below = inner._replace(y=bottom, height=0 if self.wide else STRIP if self.abreast else 2 * STRIP)
        if self.wide:
            middle = columns[1]._replace(y=look.NAME, height=bottom - look.NAME)
            self.between = middle.column(2 * LEADING + GAP, STRIP, None)
        elif self.abreast:
            self.between = below.inset(0, GAP / 2).columns(3)
        else:
            upper, lower = below.inset(0, GAP / 2).rows(2)
            self.between = (*upper.columns(2), lower)
        self.chip = FINGER if width < ABREAST else CHIP
        lines = max(_lines(side, halves[0].width, self.chip) for side in SIDES)
        pool = 2 * LEADING + lines * (self.chip + LEADING) if view.pools else 0
        self.pools = [half._replace(y=below.bottom + (0 if self.abreast else place * pool), height=pool)
                      for place, half in enumerate(halves)]  # fmt: skip
        self.page = Room(0, 0, width, self.pools[-1].bottom + GAP)

    def _stand(self, columns: Sequence[Room]) -> float:
        """Where each side stands, and where both end: abreast on one level, else one below the other."""
        heights = [[self.plans[side.role, place].height for side in self.sides] for place in ("main", "reserve")]
        self.rooms: dict[tuple[str, str], Room] = {}
        bottom = 0.0
        self.reserves = self.view.pools or any(side.reserve for side in self.sides)  # else not a word about them
        for number, (side, column) in enumerate(zip(self.sides, columns)):
            main, reserve = (max(both) if self.abreast else both[number] for both in heights)
            parts = (HEAD, main, 2 * LEADING, reserve) if self.reserves else (HEAD, main, 0, GAP)
            room = column._replace(y=0 if self.abreast else bottom, height=sum(parts))
            places = zip(("head", "main", "title", "reserve"), room.column(*parts, gap=0))
            self.rooms |= {(side.role, place): part for place, part in places}
            bottom = room.bottom
        return bottom

    def say(self, key: str, **fields: object) -> str:
        return word(f"julius_caesar.board.{key}", self.language, **fields)

    # What seldom changes: headings, the places to drop on, the pools.

    def table(self) -> Iterator[Shape]:
        for side in self.sides:
            yield from self._heading(side)
            if not self.view.turn and self.view.pools:
                yield from self._zones(side)
        if self.view.pools:
            top = self.pools[0].y
            yield line(PAD, top, self.page.width - PAD, top, look.HAIRLINE)
            for side, room in zip(self.sides, self.pools):
                yield from self._pool(side, room)

    def _heading(self, side: ShownSide) -> Iterator[Shape]:
        room = self.rooms[side.role, "head"]
        named = room._replace(x=room.x + 2 * look.TEXT, y=room.y + look.TEXT)
        name = word(f"julius_caesar.side.{side.side}", self.language)
        yield pieces.disc(side.side, room.x + pieces.CAPITAL, named.y + pieces.CAPITAL)
        yield title(name, named, fill=look.TINTS[side.side].face)
        role = self.say("attacks" if side.role == ATTACKER else "defends")
        yield label(role, _after(name, named, look.NAME)._replace(y=room.y + look.NAME))
        if not self.reserves:
            return
        reserve, line = self.say("reserve"), self.rooms[side.role, "title"].inset(0, GAP)
        yield strong(reserve, line)
        yield label(self.say("arrived" if self.view.arrived else "arrives"), _after(reserve, line))

    def _zones(self, side: ShownSide) -> Iterator[Shape]:
        """The rows to drop on, each with the dashed place where its next block would stand, if the line has room."""
        named, reserve = self.rooms[side.role, "title"], self.rooms[side.role, "reserve"]
        zones = self.rooms[side.role, "main"], named._replace(height=reserve.bottom - named.y)
        for place, row, zone in zip(("main", "reserve"), (side.main, side.reserve), zones):
            yield zone.rect(action=("row", side.role, place))
            if row and len(row) % self.plans[side.role, place].columns == 0:
                continue
            free = self._places(side, place, len(row) + 1)[-1]
            yield _dashed(free)
            if free.width >= pieces.OPEN:
                yield centred(self.say("drop"), free.inset(GAP / 2), look.TINY, fill=look.NEUTRAL)

    def _pool(self, side: ShownSide, room: Room) -> Iterator[Shape]:
        editing = self.view.turn is None
        told, text = room._replace(y=room.y + LEADING / 2), self.say("pool")
        yield strong(text, told)
        if editing:
            yield room.rect(action=("pool", side.side))
            yield label(self.say("pool_hint"), _after(text, told))
        shapes: list[Shape] = []
        for left, row, item in _flow(_all(side.side), room.width, self.chip):
            x, y = room.x + left, room.y + 2 * LEADING + row * (self.chip + LEADING)
            if isinstance(item, str):
                shapes.append(Group(pieces.sign(item, look.NEUTRAL), x, y + GAP / 2, scale=0.71))
                continue
            if item not in side.pool:  # its place stays empty, so that the others stay where they are
                shapes.append(_dashed(Room(x, y, self.chip, self.chip), look.HAIRLINE))
                continue
            drawn, called = _chip(item, side.side, side.role, self.language, self.chip)
            action = ("chip", item.colour, item.name) if editing else None
            shapes.append(Group(drawn, x, y, label=called, action=action))
        yield Group(tuple(shapes), opacity=1 if editing else 0.5)

    # The blocks on the board.

    def standing(self) -> Iterator[tuple[Piece, ShownSide, str, Room]]:
        """Every block of both sides, its row and its place."""
        for side in self.sides:
            for place, row in (("main", side.main), ("reserve", side.reserve)):
                for piece, room in zip(row, self._places(side, place, len(row))):
                    yield piece, side, place, room

    def armies(self) -> Iterator[Shape]:
        for side in self.sides:
            head = self.rooms[side.role, "head"]
            strength = self.say("strength", now=side.strength, full=side.full)
            yield label(strength, head._replace(y=head.y + look.NAME), side="end")
        for piece, side, place, room in self.standing():
            yield self._piece(piece, side, self.plans[side.role, place], room)
        yield from self._turn(self.view.turn) if self.view.turn else self._order()

    def _places(self, side: ShownSide, place: str, count: int) -> list[Room]:
        one, main, room = self.plans[side.role, place], self.plans[side.role, "main"], self.rooms[side.role, place]
        # A short reserve stands under the blocks of the main body.
        under = place == "reserve" and one.columns == main.columns == 4
        shift, pitch = ((main.size - one.size) / 2, main.pitch) if under else (0.0, one.pitch)
        return [
            Room(room.x + shift + index % one.columns * pitch, room.y + index // one.columns * (one.size + NAMES),
                 one.size, one.size) for index in range(count)
        ]  # fmt: skip

    def _piece(self, piece: Piece, side: ShownSide, one: RowPlan, place: Room) -> Group:
        size, block, box = one.size, piece.block, Room(0, 0, 0, 0).inset(-one.size / 2)
        shapes: list[Shape] = []
        if piece.state == "gone":
            shapes += [_dashed(box), centred(self.say("gone"), box.inset(3), look.TINY, fill=look.NEUTRAL)]
        elif piece.state == "hidden":
            shapes.append(Group(pieces.hidden(side.side, size), box=pieces.extent(size)))
        elif piece.mark == "chosen":
            shapes.append(_dashed(box, look.TINTS[side.side].faint))
            shapes.append(pieces.block_group(block, side.side, side.rates, round(0.8 * size), 0, 0, TILT))
        else:
            pale = 0.35 if piece.state == "left" else 1
            shapes.append(pieces.block_group(block, side.side, side.rates, size, 0, 0, opacity=pale))
            if piece.state == "left":
                shapes.append(centred(self.say("left"), box, weight=STRONG, halo=look.TABLE))
        if piece.state != "hidden":
            if block.type == "cleopatra" or (block.colour and block.colour != side.side):
                corner = box.inset(3)
                shapes.append(pieces.disc(side.side, corner.x, corner.y, radius=8, ring=look.WHITE))
            wide = (one.pitch if one.columns > 1 else size) - 4
            under = Room(-wide / 2, box.bottom, wide, NAMES)
            type_size, ink = (
                look.NAME if size >= pieces.OPEN else look.TINY,
                look.INK if piece.state == "here" else look.NEUTRAL,
            )
            shapes.append(centred(block_name(block, self.language), under, type_size, fill=ink, family="serif"))
        shapes.append(box._replace(height=size + NAMES - 4).rect())
        return Group(tuple(shapes), *place.middle, label=self._label(piece, side), action=piece.action)

    def _label(self, piece: Piece, side: ShownSide) -> str:
        who = word(f"julius_caesar.side.{side.side}", self.language)
        if piece.state == "hidden":
            return f"{who}: {self.say('hidden')}"
        text = block_label(piece.block, self.language)
        if piece.state != "here":
            return f"{who}: {text}, {self.say(piece.state)}"
        return f"{who}: {text}" + (f", {self.say(MARKS[piece.mark])}" if piece.mark else "")

    # Between the armies: the order of fire, or dice and hits.

    def _told(self, head: str, note: str) -> Iterator[Shape]:
        """What happens between the armies: a head and a note below it."""
        room, anchor = self.between[0], "middle" if self.wide else "start"
        yield label(head, room, 0, anchor, size=look.NAME, fill=look.INK, family="serif", weight=BOLD)
        yield label(note, room, 1, anchor)

    def _order(self) -> Iterator[Shape]:
        """Who throws how many dice in each letter, and what the mouse does."""
        yield from self._told(self.say("order"), self.say("order_note"))
        discs, cells = self.between[1].row(LEADING, None, gap=GAP / 2)
        letters, *rows = cells.rows(3, 3)
        for letter, cell in zip(LETTERS, letters.columns(len(LETTERS), 3)):
            yield centred(letter, cell, fill=look.MUTED, weight=STRONG)
        for side, row in zip(self.sides if self.view.attacker_first else self.sides[::-1], rows):
            yield pieces.disc(side.side, discs.middle[0], row.middle[1], radius=8)
            for dice, cell in zip(side.dice, row.columns(len(LETTERS), 3)):
                if dice:
                    yield cell.rect(4, fill=look.TINTS[side.side].face)
                yield centred(str(dice or "–"), cell, fill=look.WHITE if dice else look.DROP, weight=STRONG)
        anchor = "middle" if self.wide else "end" if self.abreast else "start"
        for number, key in enumerate(("how_click", "how_drag", "how_away") if self.view.pools else ()):
            yield label(self.say(key), self.between[2], number, anchor)

    def _turn(self, turn: ShownTurn) -> Iterator[Shape]:
        yield from self._told(turn.head, turn.note)
        yield from self._thrown(turn)
        mid, room = self.between[1:]
        result = mid._replace(y=mid.y + DIE, height=mid.height - DIE)
        yield centred(turn.result, result, look.HEADING, fill=look.TINTS[turn.side].face, weight=BOLD)
        hint = broken(turn.hint, room.width) if turn.hint and self.wide else ()
        free = room.height - (
            len(hint) * LEADING + GAP + GAP / 2 if hint else 0
        )  # four steps and a hint are a tight fit
        pitch = min(LEADING + 4, free / max(1, len(turn.steps)))
        for step in turn.steps:
            disc, told = room.row(LEADING, None, gap=GAP / 2)
            yield pieces.disc(turn.side, disc.middle[0], disc.y + LEADING / 2, str(step.number), LEADING / 2)
            fall = f"{ROMAN[step.before]} → {ROMAN[step.after] if step.after else '✕'}"
            name = told._replace(width=told.width - text_width(fall, look.TEXT) - GAP / 2)
            yield label(step.block, name, size=look.NAME, fill=look.INK, family="serif")
            yield label(fall, told, side="end")
            room = room._replace(y=room.y + pitch)
        if hint:
            yield line(room.x, room.y + GAP / 2, room.right, room.y + GAP / 2, look.HAIRLINE)
        for number, part in enumerate(hint):
            yield label(part, room._replace(y=room.y + GAP), number, "middle", fill=look.GOOD)

    def _thrown(self, turn: ShownTurn) -> Iterator[Shape]:
        room, count = self.between[1], len(turn.faces)
        size = min(DIE, (room.width + GAP / 2) / max(4, count) - GAP / 2)
        row = room._replace(height=size).centred(count * (size + GAP / 2) - GAP / 2, size)
        for face, cell in zip(turn.faces, row.columns(max(1, count), GAP / 2)):
            hit = face <= turn.firepower
            shapes = pieces.die(face, look.TINTS[turn.side].face if hit else None, size)
            yield Group(shapes, cell.x, cell.y, label=self.say("label_hit" if hit else "label_miss", face=face))

    # What moves; each frame covers what lies still below it.

    def weakened(self, before: ShownBattle) -> Iterator[tuple[Piece, ShownSide, Room]]:
        """The blocks that have lost a step since a moment before, and where they stand."""
        old = {side.role: {"main": side.main, "reserve": side.reserve} for side in (before.attacker, before.defender)}
        seen: dict[tuple[str, str], int] = {}
        for piece, side, place, room in self.standing():
            number = seen[side.role, place] = seen.get((side.role, place), -1) + 1
            was = old[side.role][place][number : number + 1]
            if was and piece.strength < was[0].strength and piece.state == "here" and piece.mark != "chosen":
                yield piece, side, room

    def falling(self, part: float) -> Iterator[Shape]:
        turn = self.view.turn
        assert turn
        dice = tuple(self._thrown(turn))
        for shape in dice:
            yield Room(*bounds(shape)).inset(-1).rect(fill=look.TABLE)
        yield Group(dice, y=-PAD * (1 - part) ** 2, opacity=part)

    # What follows the moment: rings and the numbers of hits.

    def marks(self) -> Iterator[Shape]:
        for piece, side, _, room in self.standing():
            ring = room.inset(-4)
            corner = ring.width / 2 if piece.block.type == "cleopatra" else 0.1 * ring.width + 2
            if piece.mark == "now":
                yield ring.rect(corner, stroke=look.GOOD, stroke_width=2.5)
            elif piece.mark == "may":
                yield ring.rect(corner, stroke=look.GOOD, stroke_width=1.5, dash=(5, 4))
            elif piece.mark == "chosen":
                turning = Path(TURNING, stroke=look.INK, stroke_width=1.7, cap="round", join="round")
                yield Group((turning,), *room.middle, scale=room.width / LARGEST)
            other = self.view.attacker if side.role != ATTACKER else self.view.defender
            for place, number in enumerate(piece.hits):
                x, y = room.right - 2 - PAD * place, room.bottom - 4
                yield pieces.disc(other.side, x, y, str(number), GAP, look.WHITE)


def turning(piece: Piece, side: ShownSide, room: Room, part: float) -> Iterator[Shape]:
    """A block on its way to its new strength: a quarter turn anticlockwise."""
    yield room.inset(-2).rect(fill=look.TABLE)
    yield pieces.block_group(piece.block, side.side, side.rates, room.width, *room.middle, 90 * (1 - part))


def _after(text: str, room: Room, size: float = look.TEXT) -> Room:
    """What is left of a line behind a text in strong letters."""
    used = text_width(text, size, STRONG) + GAP
    return room._replace(x=room.x + used, width=room.width - used)


def _dashed(room: Room, stroke: str = look.DROP) -> Rect:
    """The outline of a block that is not there."""
    return room.rect(0.1 * room.width, stroke=stroke, stroke_width=1.2, dash=(3, 3))


@cache
def _chip(block: Block, side: str, role: str, language: str, size: int) -> tuple[Frame, str]:
    """A block of the pool with its short name, and what it is called."""
    chip = pieces.chip(pieces.tint(block, side), block.rating(role), size, block.type == "cleopatra")
    under = centred(short_name(block, language), Room(-1, size, size + 2, LEADING), look.TINY)
    said = word("julius_caesar.board.label_pool", language, block=block_label(block, language))
    return (*chip, under), said


def _all(side: str) -> tuple[Block, ...]:
    """The printed blocks of a colour."""
    return tuple(block for key, block in BLOCKS.items() if key[0] == side)


@lru_cache
def _flow(pool: tuple[Block, ...], room: float, chip: int) -> list[tuple[float, int, Block | str]]:
    """Where each sign and block of a pool goes: (x, line), kinds one after the other, a kind's sign before it."""
    placed: list[tuple[float, int, Block | str]] = []
    x, row = 0.0, 0
    ordered = sorted(pool, key=lambda block: KINDS.index(pieces.kind(block)))
    for kind, same in groupby(ordered, key=pieces.kind):
        blocks = tuple(same)
        length = SIGN + (chip + 2) * len(blocks) - 2
        if x and x + min(length, room) > room + 1:  # a kind stays together where a line can hold it
            x, row = 0.0, row + 1
        placed.append((x, row, kind))
        x += SIGN
        for block in blocks:
            if x + chip > room + 1:
                x, row = float(SIGN), row + 1
            placed.append((x, row, block))
            x += chip + 2
        x += 8
    return placed


def _lines(side: str, room: float, chip: int) -> int:
    """How many lines a side's blocks take when all lie in the pool."""
    return _flow(_all(side), room, chip)[-1][1] + 1
