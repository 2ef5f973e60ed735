"""The battle board as a picture, in boxes: a pure function of the table and of the width there is."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from functools import cache, lru_cache
from itertools import groupby
from math import ceil
from typing import NamedTuple

from gamekit.julius_caesar import BLOCKS, Block, BlockAct
from gamekit.julius_caesar.fight.moments import hits_taken
from gamekit.julius_caesar.fight.setup import PLACES, opposite
from gamekit.julius_caesar.odds.course import MAIN
from gamekit.julius_caesar.tables import ATTACKER, LETTERS, ROLES, ROMAN
from gamekit.text.translation import in_table_language, word
from gamekit.widgets import layout as box
from gamekit.widgets import look
from gamekit.widgets.julius_caesar import battle_table as told
from gamekit.widgets.julius_caesar import pieces
from gamekit.widgets.julius_caesar.battle_table import BattleTable
from gamekit.widgets.julius_caesar.pieces import block_label, block_name, short_name
from gamekit.widgets.layout import ABREAST, BOLD, GAP, LEADING, NARROW, PAD, STRONG, Room, Sized
from gamekit.widgets.scene import Group, Path, Rect, Scene, Shape, bounds, line, text_width

WIDTH, NARROWEST = 956, 320  # px
LARGEST, SMALLER, NAMES, HEAD, STRIP, DIE = 80.0, 66.0, 24.0, 38.0, 76.0, 34.0
CHIP, FINGER, SIGN = 27, 40, 21  # px of a block in the pool, of one on a phone, and of a kind's sign
KINDS = ("legio", "leader", "equitatus", "infantry", "archers", "navis", "ballista", "elephant", "cleopatra")
TILT = -32  # a block about to take a step, and the arrow beside it
TURNING = "M49.5 -7A50 50 0 0 0 25 -43.3M34.2 -43.7L25 -43.3L29.2 -34.9"
MARKS = {"now": "label_now", "may": "label_may", "chosen": "label_chosen"}
STEPS = 4  # hits of a turn that the middle of the board has room for, whatever fell

Frame = tuple[Shape, ...]
Spots = dict[tuple[str, str, int] | str, Room]  # where blocks lie, by role, row and place, and the dice


class Piece(NamedTuple):
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


Rows = dict[str, dict[str, list[Piece]]]  # the blocks by role and place


class PictureInput(NamedTuple):
    """The input of a picture: a table, the roles whose reserves are face down, whether the pools are listed below."""

    table: BattleTable
    hidden: tuple[str, ...] = ()
    pools: bool = True

    @property
    def language(self) -> str:
        return self.table.language


class RowPlan(NamedTuple):
    """The layout of a row of blocks: their size, the columns, the lines, and the px from middle to middle."""

    size: float
    columns: int
    lines: int
    pitch: float

    @property
    def height(self) -> float:
        """From the top of the first line to below the last name."""
        return self.lines * (self.size + NAMES)

    def places(self, room: Room, count: int) -> list[Room]:
        """Return the rectangles of ``count`` blocks in a room."""
        size, spots = self.size, (divmod(index, self.columns) for index in range(count))
        return [Room(room.x + x * self.pitch, room.y + y * (size + NAMES), size, size) for y, x in spots]


def row_plan(count: int, room: float, largest: float = LARGEST) -> RowPlan:
    """Blocks in a row of a given width: four in a line at 80 px, then smaller, then in two lines and more."""
    if count <= 4 and (size := next((s for s in (80, 72, 66, 60) if s <= largest and 4 * (s + 6) <= room), 0)):
        return RowPlan(size, 4, 1, (room - size) / 3)
    for size in (66, 60, 52, 40):
        columns = int((room + 8) // (size + 8))
        if size <= largest and count <= 2 * columns:
            break
    return RowPlan(size, columns, max(1, ceil(count / columns)), (room - size) / (columns - 1))


def rows(moment: PictureInput, role: str) -> dict[str, list[Piece]]:
    """The blocks of a side as they are shown, in the main body and in the reserve."""
    table, places = moment.table, [moment.table.setup.row(role, place) for place in PLACES]
    if not table.fight:
        return {
            place: [Piece(block, block.strength, ("block", role, place, at)) for at, block in enumerate(row)]
            for place, row in zip(PLACES, places)
        }
    every = [_fighting(table, role, slot) for slot in range(len(table.fight.position.blocks_of_side(role)))]
    main, reserve = map(len, places)
    back = every[main : main + reserve]
    back = [Piece(one.block, one.strength, state="hidden") for one in back] if role in moment.hidden else back
    # 7.52: Cleopatra joins the main body.
    return dict(zip(PLACES, ([*every[:main], *every[main + reserve :]], back)))


def _fighting(table: BattleTable, role: str, slot: int) -> Piece:
    moment, fight = table.course[-1], table.course[-1].fight
    now, struck, mark = fight.position.blocks_of_side(role)[slot], hits_taken(table.course), ""
    acting = moment.actor[:2] if moment.actor else (fight.turn.side, fight.turn.index) if fight.turn else None
    if fight.side_taking_hits == role and slot in fight.slots_for_next_hit:
        mark = "chosen" if slot == table.choice else "may"
    elif acting == (role, slot) and now.strength and not fight.is_over:
        mark = "now"
    hits = tuple(number for number, hit in enumerate(struck, 1) if hit == (role, slot))
    hits = (*hits, len(struck) + 1) if mark == "chosen" else hits
    state = "left" if now.place == "left" else "here" if now.strength else "gone"
    block = now.block.with_strength(now.strength) if now.strength else now.block
    return Piece(block, now.strength, ("hit", slot) if mark in ("chosen", "may") else None, state, mark, hits)


@in_table_language
def scene(moment: PictureInput, width: float = WIDTH) -> Scene:
    """The board at a width in px: both armies side by side, dice between them (below them where it is narrow)."""
    page, shapes, _ = _drawn(moment, width)
    table = moment.table
    ground = page.rect(8, fill=look.TABLE)
    return Scene(page.width, page.height, (ground,), shapes, (), table.title, told.spoken_sentence(table), ground=None)


def _drawn(moment: PictureInput, width: float) -> tuple[Room, Frame, Spots]:
    width, spots = max(width, NARROWEST), Spots()
    board = _board(moment, width, spots)
    page = Room(0, 0, width, board.high(width))
    return page, tuple(board.draw(page)), spots


def fight_animation(before: PictureInput, after: PictureInput, width: float = WIDTH) -> tuple[Frame, ...]:
    """Return the animation between two moments of a fight, as frames of the top layer: falling dice, turning blocks."""
    old, now = before.table.course, after.table.course
    if not now or not after.table.fight or (not now[-1].actor and not old):
        return ()
    (_, _, spots), table = _drawn(after, width), after.table
    thrown = "dice" in spots and (not old or old[-1].turns != now[-1].turns)
    turned = list[tuple[str, str, int, Block]]()  # the blocks that have lost a step
    for role in ROLES:
        were = rows(before, role)
        for place, row in rows(after, role).items():
            for at, (was, piece) in enumerate(zip(were[place], row)):
                if piece.strength < was.strength and piece.state == "here" and piece.mark != "chosen":
                    turned.append((role, place, at, piece.block))
    if not thrown and not turned:
        return ()

    def frame(part: float) -> Iterator[Shape]:
        if thrown:
            fallen = tuple(_dice(table, spots["dice"]))
            yield from (Room(*bounds(shape)).inset(-1).rect(fill=look.TABLE) for shape in fallen)
            yield Group(fallen, y=-PAD * (1 - part) ** 2, opacity=part)
        for role, place, at, block in turned:  # a quarter turn anticlockwise
            room, side, rates = spots[role, place, at], table.setup.side(role), table.acting(role)
            yield room.inset(-2).rect(fill=look.TABLE)
            yield pieces.block_group(block, side, rates, room.width, *room.middle, 90 * (1 - part))

    return tuple(tuple(frame(part)) for part in (0.2, 0.45, 0.65, 0.8, 0.92))


# Both armies ---------------------------------------------------------------------------------------------------------


def _board(moment: PictureInput, width: float, spots: Spots) -> Sized:
    every = {role: rows(moment, role) for role in ROLES}
    wide, abreast = width >= NARROW, width >= ABREAST  # dice between the armies; armies side by side
    armies = [_army(moment, role, every, abreast, spots) for role in ROLES]
    words, strip, rest = _middle(moment, "middle" if wide else "start", spots)
    if wide:
        between = box.col(box.blank(0), words, strip, rest, wide=0.15 * width)
        board = box.across(armies[0], between, armies[1], gap=PAD)
    elif abreast:
        board = box.col(box.across(*armies, gap=2 * look.TEXT), box.across(words, strip, rest), gap=GAP / 2)
    else:
        board = box.col(armies[0], box.across(words, strip), rest, armies[1], gap=GAP / 2)
    if moment.pools:
        rule = box.drawing(1, lambda room: [line(room.x, room.y, room.right, room.y, look.HAIRLINE)])
        pools = [_pool(moment, role, CHIP if abreast else FINGER) for role in ROLES]
        board = box.col(board, rule, box.across(*pools, gap=2 * look.TEXT) if abreast else box.col(*pools), gap=GAP / 2)
    return box.inset(board, PAD, GAP)


def _army(moment: PictureInput, role: str, every: Rows, abreast: bool, spots: Spots) -> Sized:
    """A side: its name, its main body, and its reserve where either has one or may get one."""
    table, own = moment.table, every[role]
    main, reserve = (_row(moment, role, place, every, abreast, spots) for place in PLACES)
    parts = [box.drawing(HEAD - GAP, lambda room: _heading(table, role, own, room)), _zone(moment, role, MAIN, main)]
    if moment.pools or any(sides[PLACES[1]] for sides in (every.values() if abreast else (own,))):
        shown = moment.pools or bool(own[PLACES[1]])
        arrived, said_ = bool(table.fight and table.fight.position.round > 1), table.say("reserve")

        def head(room: Room) -> Iterator[Shape]:
            room = room._replace(y=room.y + GAP)
            yield box.strong(said_, room)
            yield box.label(table.say("arrived" if arrived else "arrives"), _after(said_, room))

        named = box.drawing(LEADING + GAP, head if shown else lambda room: ())
        parts.append(_zone(moment, role, PLACES[1], box.col(named, reserve, gap=GAP / 2)))
    return box.col(*parts, gap=0)


def _zone(moment: PictureInput, role: str, place: str, row: Sized) -> Sized:
    """A row, on which a block can be dropped while the battle is set up."""
    return box.framed(row, action=("row", role, place)) if moment.pools and not moment.table.fight else row


def _heading(table: BattleTable, role: str, own: dict[str, list[Piece]], room: Room) -> Iterator[Shape]:
    side, (disc, head) = table.setup.side(role), room.row(2 * pieces.CAPITAL, None, gap=GAP / 2)
    name = table.side_name(role)
    yield pieces.disc(side, disc.middle[0], room.y + pieces.CAPITAL)
    yield box.heading(name, head, size=look.NAME, weight=BOLD, fill=look.TINTS[side].face)
    after = head._replace(x=head.x + text_width(name, look.NAME, STRONG) + GAP, y=head.y + 2)
    yield box.label(table.say("attacks" if role == ATTACKER else "defends"), after)
    seen = [piece for row in own.values() for piece in row if piece.block.type != "unknown" and piece.state != "hidden"]
    now, full = sum(piece.strength for piece in seen), sum(piece.block.track[0] for piece in seen)
    yield box.label(table.say("strength", now=now, full=full), head._replace(y=head.y + 2), side="end")


def _row(moment: PictureInput, role: str, place: str, every: Rows, abreast: bool, spots: Spots) -> Sized:
    """A row of blocks; abreast both sides' rows are as high as the higher one."""
    own, largest = every[role], LARGEST if place == MAIN else SMALLER

    def laid(width: float) -> RowPlan:
        one, main = row_plan(len(own[place]), width, largest), row_plan(len(own[MAIN]), width)
        under = place != MAIN and one.columns == main.columns == 4  # a short reserve stands below the main body
        return one._replace(pitch=main.pitch) if under else one

    def draw(room: Room) -> Iterator[Shape]:
        one, count = laid(room.width), len(own[place])
        *taken, free = one.places(room, count + 1)
        if moment.pools and not moment.table.fight and not (count and count % one.columns == 0):
            yield _dashed(free)
            if free.width >= pieces.OPEN:
                yield box.centred(moment.table.say("drop"), free.inset(GAP / 2), look.TINY, fill=look.NEUTRAL)
        for at, (piece, spot) in enumerate(zip(own[place], taken)):
            spots[role, place, at] = spot
            yield _piece(moment.table, role, piece, one, spot)
        for piece, spot in zip(own[place], taken):
            yield from _marks(moment.table, role, piece, spot)

    both = [len(every[one][place]) for one in (ROLES if abreast else (role,))]
    return Sized(lambda width: max(row_plan(count, width, largest).height for count in both), draw)


def _piece(table: BattleTable, role: str, piece: Piece, one: RowPlan, place: Room) -> Group:
    size, block, outline, side = one.size, piece.block, Room(0, 0, 0, 0).inset(-one.size / 2), table.setup.side(role)
    shapes, rates = list[Shape](), table.acting(role)
    if piece.state == "gone":
        shapes += [_dashed(outline), box.centred(table.say("gone"), outline.inset(3), look.TINY, fill=look.NEUTRAL)]
    elif piece.state == "hidden":
        shapes.append(Group(pieces.hidden(side, size), box=pieces.face_box(size)))
    elif piece.mark == "chosen":
        shapes.append(_dashed(outline, look.TINTS[side].faint))
        shapes.append(pieces.block_group(block, side, rates, round(0.8 * size), 0, 0, TILT))
    else:
        shapes.append(pieces.block_group(block, side, rates, size, 0, 0, opacity=0.35 if piece.state == "left" else 1))
        if piece.state == "left":
            shapes.append(box.centred(table.say("left"), outline, weight=STRONG, halo=look.TABLE))
    if piece.state == "hidden":
        return Group((*shapes, outline.rect()), *place.middle, label=f"{table.side_name(role)}: {table.say('hidden')}")
    if block.type == "cleopatra" or (block.colour and block.colour != side):
        corner = outline.inset(3)
        shapes.append(pieces.disc(side, corner.x, corner.y, radius=8, ring=look.WHITE))
    wide = (one.pitch if one.columns > 1 else size) - 4
    under = Room(-wide / 2, outline.bottom, wide, NAMES)
    letters = look.NAME if size >= pieces.OPEN else look.TINY
    ink = look.INK if piece.state == "here" else look.NEUTRAL
    shapes.append(box.centred(block_name(block), under, letters, fill=ink, family="serif"))
    shapes.append(outline._replace(height=size + NAMES - 4).rect())
    called = [f"{table.side_name(role)}: {block_label(block)}"]
    called += [table.say(piece.state)] if piece.state != "here" else []
    called += [table.say(MARKS[piece.mark])] if piece.mark and piece.state == "here" else []
    return Group(tuple(shapes), *place.middle, label=", ".join(called), action=piece.action)


def _marks(table: BattleTable, role: str, piece: Piece, room: Room) -> Iterator[Shape]:
    """The ring round a block, and the numbers of the hits that it takes."""
    ring = room.inset(-4)
    corner = ring.width / 2 if piece.block.type == "cleopatra" else 0.1 * ring.width + 2
    if piece.mark == "chosen":
        turning = Path(TURNING, stroke=look.INK, stroke_width=1.7, cap="round", join="round")
        yield Group((turning,), *room.middle, scale=room.width / LARGEST)
    elif piece.mark:
        now = piece.mark == "now"
        yield ring.rect(corner, stroke=look.GOOD, stroke_width=2.5 if now else 1.5, dash=() if now else (5, 4))
    enemy = table.setup.side(opposite(role))
    for place, number in enumerate(piece.hits):
        yield pieces.disc(enemy, room.right - 2 - PAD * place, room.bottom - 4, str(number), GAP, look.WHITE)


# Between the armies: the order of fire, or dice and hits -------------------------------------------------------------


def _middle(moment: PictureInput, side: str, spots: Spots) -> tuple[Sized, Sized, Sized]:
    """Return the middle of the board: the heading of the stage, its picture, its consequences."""
    table, say, fight = moment.table, moment.table.say, moment.table.fight
    if not fight:
        keys = ("how_click", "how_drag", "how_away") if moment.pools else ()
        hints = box.col(*(box.text_box(say(key), side=side) for key in keys), gap=0)
        return _told(say("order"), say("order_note"), side), box.drawing(STRIP, lambda at: _order(table, at)), hints
    role, head, note, strip = "", say("aside_over"), "", box.drawing(STRIP, lambda room: ())
    if actor := table.course[-1].actor:
        entry, (role, _, block) = fight.log[-1], actor
        head, strip = say(told.DEEDS.get(entry.deed, "head_fires"), block=block_name(block)), box.blank(0)
        if entry.deed == "fires":
            note = _to_hit(table, len(entry.faces), block.firepower)
            strip = box.drawing(STRIP, lambda room: _thrown(table, role, entry, spots, room))
    elif fight.turn:
        head = say("head_turn", block=block_name(fight.turn.block))
        note = _to_hit(table, fight.turn.dice, fight.turn.firepower)
    return _told(head, note, side), strip, _steps(table, role, side)


def _told(head: str, note: str, side: str) -> Sized:
    def draw(room: Room) -> Iterator[Shape]:
        yield box.label(head, room, 0, side, size=look.NAME, fill=look.INK, family="serif", weight=BOLD)
        yield box.label(note, room, 1, side)

    return box.drawing(2 * LEADING, draw)


def _order(table: BattleTable, room: Room) -> Iterator[Shape]:
    """Yield the number of dice of each side in each letter."""
    discs, cells = room.row(LEADING, None, gap=GAP / 2)
    letters, *lines = cells.rows(3, 3)
    for letter, cell in zip(LETTERS, letters.columns(len(LETTERS), 3)):
        yield box.centred(letter, cell, fill=look.MUTED, weight=STRONG)
    for role, row in zip(ROLES if table.setup.first_strike else ROLES[::-1], lines):
        side = table.setup.side(role)
        yield pieces.disc(side, discs.middle[0], row.middle[1], radius=8)
        for count, cell in zip(told.dice(table, role), row.columns(len(LETTERS), 3)):
            if count:
                yield cell.rect(4, fill=look.TINTS[side].face)
            yield box.centred(str(count or "–"), cell, fill=look.WHITE if count else look.DROP, weight=STRONG)


def _thrown(table: BattleTable, role: str, entry: BlockAct, spots: Spots, room: Room) -> Iterator[Shape]:
    dice, below = room.column(DIE, None, gap=0)
    spots["dice"] = dice
    yield from _dice(table, dice)
    result = told.counted("hits", entry.hits)
    result = table.say("result_wasted", hits=result, wasted=entry.wasted) if entry.wasted else result
    yield box.centred(result, below, look.HEADING, fill=look.TINTS[table.setup.side(role)].face, weight=BOLD)


def _steps(table: BattleTable, role: str, side: str) -> Sized:
    """The hits of this turn, what each block falls to, and what comes next; as high as for ``STEPS`` hits."""
    assert table.fight
    fight, falls = table.fight, list[tuple[str, int, int]]()
    if role and fight.log[-1].deed == "fires":
        falls = [(told.block_text(name), before, after) for name, before, after in fight.log[-1].taken]
    if table.choice is not None and fight.side_taking_hits:
        now = fight.position.blocks_of_side(fight.side_taking_hits)[table.choice]
        falls.append((block_name(now.block), now.strength, max(0, now.strength - now.block.strength_per_step)))
    boxes, hint = [_step(table.setup.side(role), number, *fall) for number, fall in enumerate(falls, 1)], ""
    if len(fight.slots_for_next_hit) > 1:
        hint = table.say("hint_choose")
    elif role:
        following = {"block": block_name(fight.turn.block)} if fight.turn else {}
        hint = table.say("hint_next" if fight.turn else "hint_over", **following)
    steps = box.col(*boxes, box.text_box(hint, side=side, fill=look.GOOD) if hint else None, gap=4)
    return steps._replace(high=lambda width: max(steps.high(width), STEPS * (LEADING + 4) + 2 * LEADING))


def _step(side: str, number: int, block: str, before: int, after: int) -> Sized:
    fall = f"{ROMAN[before]} → {ROMAN[after] if after else '✕'}"
    disc = box.drawing(LEADING, lambda room: [pieces.disc(side, *room.middle, str(number), LEADING / 2)], LEADING)
    name = box.drawing(LEADING, lambda room: [box.label(block, room, size=look.NAME, fill=look.INK, family="serif")])
    return box.across(disc, name, box.text_box(fall, side="end", wide=text_width(fall, look.TEXT) + 1), gap=GAP / 2)


def _dice(table: BattleTable, room: Room) -> Iterator[Shape]:
    """The dice of this turn side by side, in their side's colour where they hit."""
    assert table.fight
    role, _, block = table.course[-1].actor or (ATTACKER, 0, BLOCKS["Caesar", "Caesar"])
    faces = table.fight.log[-1].faces
    size = min(DIE, (room.width + GAP / 2) / max(4, len(faces)) - GAP / 2)
    row = room._replace(height=size).centred(len(faces) * (size + GAP / 2) - GAP / 2, size)
    for face, cell in zip(faces, row.columns(max(1, len(faces)), GAP / 2)):
        hit = face <= block.firepower
        shapes = pieces.die(face, look.TINTS[table.setup.side(role)].face if hit else None, size)
        yield Group(shapes, cell.x, cell.y, label=table.say("label_hit" if hit else "label_miss", face=face))


def _to_hit(table: BattleTable, count: int, firepower: int) -> str:
    key = "to_hit" if firepower > 1 else "to_hit_one"
    return table.say(key, dice=told.counted("dice", count), firepower=firepower)


# Blocks that take no part --------------------------------------------------------------------------------------------


def _pool(moment: PictureInput, role: str, chip: int) -> Sized:
    """All the blocks of a side that could take part; the place of one that does stays empty, so that no other moves."""
    table, side = moment.table, moment.table.setup.side(role)
    printed = tuple(block for key, block in BLOCKS.items() if key[0] == side)
    pool = table.setup.pool(side)

    def draw(room: Room) -> Iterator[Shape]:
        yield room.rect(action=("pool", side))
        yield box.strong(table.say("pool"), room)
        yield box.label(table.say("pool_hint"), _after(table.say("pool"), room))
        for left, row, item in _flow(printed, room.width, chip):
            x, y = room.x + left, room.y + 1.5 * LEADING + row * (chip + LEADING)
            if isinstance(item, str):
                yield Group(pieces.sign(item, look.NEUTRAL), x, y + GAP / 2, scale=0.71)
            elif item in pool:
                shapes, called = _chip(item, side, role, table.language, chip)
                yield Group(shapes, x, y, label=called, action=("chip", item.colour, item.name))
            else:
                yield _dashed(Room(x, y, chip, chip), look.HAIRLINE)

    def high(width: float) -> float:
        return 1.5 * LEADING + (_flow(printed, width, chip)[-1][1] + 1) * (chip + LEADING)

    return Sized(high, draw)


@cache
def _chip(block: Block, side: str, role: str, language: str, size: int) -> tuple[Frame, str]:
    """A block of the pool with its short name, and what it is called."""
    chip = pieces.pool_chip(pieces.tint(block, side), block.rating(role), size, block.type == "cleopatra")
    under = box.centred(short_name(block, language), Room(-1, size, size + 2, LEADING), look.TINY)
    called = word("julius_caesar.board.label_pool", language, block=block_label(block, language))
    return (*chip, under), called


@lru_cache
def _flow(pool: tuple[Block, ...], room: float, chip: int) -> list[tuple[float, int, Block | str]]:
    """Where each sign and block of a pool goes: (x, line), kinds one after the other, a kind's sign before it."""
    placed: list[tuple[float, int, Block | str]] = []
    x, row = 0.0, 0
    ordered = sorted(pool, key=lambda block: KINDS.index(pieces.sign_of_block(block)))
    for kind, same in groupby(ordered, key=pieces.sign_of_block):
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


def _after(text: str, room: Room) -> Room:
    """Return the rest of a line after a bold text."""
    used = text_width(text, look.TEXT, STRONG) + GAP
    return room._replace(x=room.x + used, width=room.width - used)


def _dashed(room: Room, stroke: str = look.DROP) -> Rect:
    """The outline of a block that is not there."""
    return room.rect(0.1 * room.width, stroke=stroke, stroke_width=1.2, dash=(3, 3))
