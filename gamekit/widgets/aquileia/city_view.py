"""The city as a picture: six districts along the main street, the players below, a hand at the table's edge.

A pure function of what is shown and of the width there is; ``city_board`` says what is shown."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import ceil
from typing import Any, NamedTuple

from gamekit.aquileia import Place, Play, Take, TieBreaker, tables
from gamekit.aquileia.notation import Words
from gamekit.aquileia.state import NOBODY, Table
from gamekit.text.translation import language_or_default, percent
from gamekit.widgets import look
from gamekit.widgets.aquileia import pieces
from gamekit.widgets.aquileia.pieces import ON_VILLA, VILLAS, Pawn
from gamekit.widgets.layout import (
    BOLD,
    GAP,
    LEADING,
    PAD,
    STRONG,
    Room,
    centred,
    fitted,
    heading,
    label,
    legible,
    strong,
)
from gamekit.widgets.scene import Circle, Group, Path, Rect, Scene, Shape, Text, line, text_width

WIDTH, NARROWEST, SLIM, WIDE = 956, 724, 440, 880  # px: three layouts, and from where on the first one is taken
LEAST, LETTERS = 320, 10.1  # px that the last one is shrunk to, and of its smallest letters then
ROMAN = ("I", "II", "III", "IV", "V", "VI")
FIELD, TRACK = 40.0, 12  # px of an action field; steps of a strength track
HAND, DIE = 92.0, 14.0  # the height of the hand, and of the small dice that stand for a throw
OPEN: dict[str, Any] = {"stroke": look.GOOD, "stroke_width": 2.6}  # the rim of what may be chosen
WAVE = "#8FB0BF"
SHUT: dict[str, Any] = {"stroke": look.LINE, "stroke_width": 1.3}
FACE = (-1, -1, 46, 61)  # the extent of a card
CARD, CARD_HIGH = pieces.WIDE, pieces.HIGH


class Share(NamedTuple):
    """A share of a bar: its label and its size from 0 to 1."""

    label: str
    share: float


@dataclass(frozen=True, slots=True)
class Person:
    """A player's box below the city."""

    pawn: Pawn
    points: int
    purse: tables.Purse | None
    detail: str
    laurels: tuple[str, ...] = ()
    acting: bool = False
    formula: str = ""
    brief: str = ""  # the same where there is little room
    red: tuple[str, ...] = ()
    blue: tuple[str, ...] = ()
    counts: str = ""  # the metal whose faces count
    parts: tuple[Share, ...] = ()
    throw: str = ""  # what a click on the dice does, when they are to be thrown
    throwing: int = 0  # how many are, and how many lie there already
    thrown: int = 0


@dataclass(frozen=True, slots=True)
class CityView:
    """The content of the board. ``legal`` maps each clickable action to its text for a screen reader."""

    table: Table
    people: tuple[Person, ...]
    legal: Mapping[Hashable, str]
    title: str
    sentence: str
    district: str = ""
    done: tuple[str, ...] = ()
    hand: tuple[str, ...] | None = None  # None: face down
    laurels: tuple[str, ...] = ()
    offered: tuple[str, ...] = ()
    hand_title: str = ""
    hand_note: str = ""
    chosen: str = ""  # a building whose payment is being picked
    auction: tuple[str, ...] = ()


def rooms(own: float) -> dict[str, Room]:
    """The districts' places and the street's, in one of three layouts."""
    if own == WIDTH:
        top, street, foot = Room(PAD, PAD, WIDTH - 2 * PAD, 624).column(222, 52, None, gap=12)
        names = {**dict(zip(("mercatus", "arena", "stadium"), top.row(404, 240, None)))}
        names |= dict(zip(("portus", "forum", "theatrum"), foot.row(152, None, 126)))
    elif own == NARROWEST:
        top, middle, street, foot = Room(PAD, PAD, NARROWEST - 2 * PAD, 856).column(222, 222, 52, None)
        names = dict(zip(("mercatus", "arena"), top.row(430, None)))
        names |= dict(zip(("stadium", "theatrum", "portus"), middle.row(270, 160, None))) | {"forum": foot}
    else:
        whole = Room(PAD, PAD, SLIM - 2 * PAD, 1404)
        names = dict(zip(("mercatus", "_2", "_3", "street", "forum"), whole.column(222, 222, 222, 84, None)))
        names |= dict(zip(("arena", "theatrum"), names.pop("_2").row(214, None)))
        names |= dict(zip(("stadium", "portus"), names.pop("_3").row(250, None)))
        street = names["street"]
    return names | {"street": Room(0, street.y, own, street.height)}


def scene(city: CityView, width: float = WIDTH, language: str | None = None) -> Scene:
    """Return the board at a width in px: the districts in two rows, in four, or one below the other."""
    drawing = _CityDrawing(city, _own(width), language_or_default(language))
    ground, shapes = tuple(drawing.ground()), tuple(drawing.pieces())
    return _fitted(width, drawing.width, drawing.height, ground, shapes, city.title, city.sentence)


def _own(width: float) -> float:
    """Return the width of the layout for a board ``width`` px wide."""
    return WIDTH if width >= WIDE else NARROWEST if width >= NARROWEST else SLIM


def _fitted(
    width: float, own: float, height: float, ground: tuple[Shape, ...], shapes: tuple[Shape, ...], title: str,
    sentence: str,
) -> Scene:  # fmt: skip
    """A layout grown to the width there is, until the next one has room, or shrunk, its letters less than the rest."""
    grown = max(width, LEAST) / own if width < WIDE else 1.0
    if grown < 1:
        ground, shapes = (tuple(legible(one, LETTERS / grown) for one in layer) for layer in (ground, shapes))
    if grown != 1:
        ground, shapes = (tuple(Group((one,), scale=grown) for one in layer) for layer in (ground, shapes))
    return Scene(own * grown, height * grown, ground, shapes, title=title, sentence=sentence, ground=look.PAPER)


def act(action: Any) -> tuple[str, str]:
    """Return the message for an action of the game."""
    return "act", str(action)


def fitting(room: float) -> float:
    """Return the width to draw for in ``room`` px: that of the wide layout, or of a narrower one enlarged to fit."""
    return WIDTH if room >= WIDE else max(LEAST, room // 4 * 4)


def contest_scene(
    people: Sequence[Person], width: float = WIDTH, language: str | None = None, title: str = ""
) -> Scene:
    """The entrants of a contest, each with dice and chances; a click on one means its place in the list."""
    own = min(_own(width), width)
    columns = 1 if own < SLIM else _columns(len(people), own)
    lines = ceil(len(people) / columns)
    room = Room(0, 1, own, lines * (_height(people) + GAP) - GAP)
    boxes = tuple(_boxes(people, room, columns, language_or_default(language), clickable=True))
    return _fitted(width, own, room.height + 2, (), boxes, title, title)


def _columns(count: int, own: float) -> int:
    """Return the number of boxes in a row: all, or if narrow two of four and three of five."""
    return count if own == WIDTH else 2 if count == 4 or own == SLIM else min(count, 3)


def _height(people: Sequence[Person]) -> float:
    """How high the boxes are: lower without purses by the coins, and without laurels and contests by the rest."""
    filled = any(person.laurels or person.formula for person in people)
    return (128.0 if people[0].purse is None else 152.0) - (0 if filled else 62)


def _boxes(
    people: Sequence[Person], room: Room, columns: int, language: str, clickable: bool = False
) -> Iterator[Shape]:
    drawing = _Boxes(Words(language))
    for place, (person, cell) in enumerate(zip(people, room.grid(columns, ceil(len(people) / columns)))):
        yield from drawing.box(person, cell, ("entrant", place) if clickable else None)


def _laurel(
    words: Words, name: str, x: float, y: float, scale: float = 1, action: Hashable = None, label: str = "",
    shown: float | None = None,
) -> Group:  # fmt: skip
    """A laurel with the letters of its colours; ``shown`` is how wide its free part is."""
    laurel = tables.LAURELS[name]
    letters = tuple(words.name("letter", colour) for colour in laurel.colours)
    said = str(laurel.points) if laurel.points else "/".join(words.name("colour", one) for one in laurel.colours)
    face = pieces.laurel_face(name, letters=letters, shown=shown)
    return Group(
        face, x, y, scale=scale, box=FACE, label=label or words.say("laurel_label", laurel=said), action=action
    )


class _Boxes:
    """Players' boxes, in the game and in a contest by itself."""

    def __init__(self, words: Words) -> None:
        self.words = words

    def box(self, person: Person, room: Room, action: Hashable = None) -> Iterator[Shape]:
        rim: dict[str, Any] = OPEN if person.acting else {"stroke": look.BAR_MARKED}
        yield room.inset(1, 0).rect(
            8, fill=look.LAND, label=f"{person.pawn.name}: {person.detail}", action=action, **rim
        )
        inner = room.inset(12, 8)
        yield pieces.henchman(person.pawn, inner.x + 10, inner.y + 18)
        _, told, points = inner.row(20, None, 66 if person.purse is not None else 0)
        yield heading(person.pawn.name, told)
        yield label(person.detail, told._replace(y=told.y + look.HEADING + 4, width=inner.right - told.x))
        head = 3 * LEADING
        if person.purse is not None:
            yield label(self.words.say("vp"), points._replace(y=points.y + 6), side="end")
            x = points.right - text_width(self.words.say("vp"), look.TEXT) - 6
            yield Text(
                x, points.line(0, look.HEADING), str(person.points), look.HEADING, look.INK, weight=BOLD, anchor="end"
            )
            for (kind, count), cell in zip(person.purse.items(), inner.spread(3, FIELD, most=52)):
                yield Group(pieces.coin(kind, 0, 0, 10, count), cell.x + 10, inner.y + 56)
            head += 24
        below = inner._replace(y=inner.y + head, height=inner.height - head)
        yield from self._contest(person, below) if person.formula else self._laurels(person, below)

    def _laurels(self, person: Person, room: Room) -> Iterator[Shape]:
        size = 0.9
        cells = room.spread(len(person.laurels), CARD * size, most=CARD + 2)
        step = cells[1].x - cells[0].x if len(cells) > 1 else CARD
        for place, (laurel, cell) in enumerate(zip(person.laurels, cells), 1):
            fanned = step < CARD * size and place < len(cells)  # the rest lies under the next
            yield _laurel(self.words, laurel, cell.x, room.y + 6, size, shown=step / size if fanned else None)

    def _contest(self, person: Person, room: Room) -> Iterator[Shape]:
        told, number = room.row(None, 52)
        yield strong(fitted((person.formula, person.brief or person.formula), told.width, look.TEXT, STRONG), told)
        if person.parts:
            yield strong(percent(person.parts[0].share), number, side="end", size=look.NAME, fill=person.pawn.colour,
                         weight=BOLD)  # fmt: skip
        faces = [(face, False) for face in person.red] + [(face, True) for face in person.blue]
        between = 6 if person.blue else 0
        size = min(24.0, (room.width - between) / max(1, len(faces)) - 5)
        y = room.y + LEADING + 4
        lefts = [room.x + place * (size + 5) + between * blue for place, (_, blue) in enumerate(faces)]
        for x, (face, blue) in zip(lefts, faces):
            yield from pieces.dice((face,), x, y, blue, size, person.counts)
        if person.throw and person.thrown < len(lefts):
            span = person.throwing * (size + 5) + 3
            yield Rect(
                lefts[person.thrown] - 4, y - 3, span, size + 7, 7, label=person.throw, action=("throw",), **OPEN
            )
        if person.parts:
            yield from self._bar(person, Room(room.x, y + 28, room.width, 17))

    def _bar(self, person: Person, room: Room) -> Iterator[Shape]:
        """The chances of first, second, third: the first in the player's colour, the others ever paler."""
        fills = (person.pawn.colour, look.DROP, look.WHITE, look.WHITE, look.WHITE)
        left = room.x
        for place, part in enumerate(person.parts):
            cell = Room(left, room.y, part.share * room.width, room.height)
            if cell.width < 0.5:
                continue
            part_width = max(1, cell.width - 1)
            yield cell._replace(width=part_width).rect(3, fill=fills[place], stroke=look.EDGE if place > 1 else None)
            number = percent(part.share)
            said = f"{part.label} {number}"
            told = said if place == 0 else fitted((said, number), cell.width - 8, look.TEXT, STRONG)
            if text_width(told, look.TEXT, STRONG) + 8 <= cell.width:
                yield strong(told, cell.inset(5, 1), fill=look.WHITE if place == 0 else look.INK)
            left += cell.width


class _Houses:
    """The buildings of the forum, each with its yield and its price, or the house built on it."""

    def __init__(self, city: CityView, words: Words) -> None:
        self.city, self.words = city, words

    def all(self, room: Room, slim: bool) -> Iterator[Shape]:
        """All buildings in columns: workshops and banks first, then the villas of each colour."""
        others = [building for building in tables.BUILDINGS.values() if building.kind != "villa"]
        villas = [[b for b in tables.BUILDINGS.values() if b.colour == c and b.kind == "villa"] for c in tables.COLOURS]
        lines = max(1, *(len(column) for column in villas))
        sorts = [others[at : at + lines] for at in range(0, len(others), lines)]
        parts = room.rows(2) if slim else (room,)
        halves = [sorts, villas] if slim else [[*sorts, *villas]]
        for columns, part in zip(halves, parts):
            for kinds, column in zip(columns, part.columns(len(columns), 4)):
                for building, cell in zip(kinds, column.rows(lines, 4)):
                    yield self._building(building, cell)

    def _building(self, building: tables.Building, room: Room) -> Group:
        owner = self.city.table.owners[list(tables.BUILDINGS).index(building.name)]
        told = self.city.legal.get(("building", building.name))
        short = self.city.legal.get(("short", building.name))
        chosen, own = building.name == self.city.chosen, Room(0, 0, room.width, room.height)
        dash = (3.0, 2.0) if tables.is_judged(building.name) and not told else ()
        frame = own.rect(4, fill=look.BAR_MARKED if chosen else look.WHITE, dash=dash, **(OPEN if told else SHUT))
        pawn = None if owner == NOBODY else self.city.people[owner].pawn
        return Group(
            (frame, *_house(building, pawn, own, self.words.language)), room.x, room.y, box=own.inset(-2),
            label=told or short or _house_label(building, self.words.language),
            action=("building" if told else "short", building.name) if told or short else None,
        )  # fmt: skip


@lru_cache(1024)
def _house(building: tables.Building, owner: Pawn | None, room: Room, language: str) -> tuple[Shape, ...]:
    """Return a building's band, and its price or the house built on it."""
    fill, ink = VILLAS.get(building.colour, look.LAND), ON_VILLA.get(building.colour, look.INK)
    (band, rest), width = room.column(18, None, gap=0), room.width
    outline = f"M1 18V5Q1 1 5 1H{width - 5}Q{width - 1} 1 {width - 1} 5V18Z"
    drawn: list[Shape] = [Path(outline, fill=fill), line(1, band.bottom, width - 1, band.bottom, look.LINE)]
    drawn += _yield_of(building, band, ink, Words(language))
    if owner:
        return (*drawn, pieces.house(owner, *rest.middle))
    slaves = strong(str(building.slaves), band.inset(17, 2), side="end", fill=ink)
    return (*drawn, slaves, Group(pieces.sign("slave", ink), width - 17, 2, scale=0.6), *_price(building.coins, rest))


def _yield_of(building: tables.Building, band: Room, ink: str, words: Words) -> Iterator[Shape]:
    """Yield a building's yield on its band: a villa's colour and points, points of a workshop, coins of a bank."""
    if building.kind == "bank":
        coins = [kind for kind, count in building.income.items() for _ in range(count)]
        for place, kind in enumerate(coins):
            yield pieces.coin_at(kind, 13.0 + 20 * place, band.middle[1] + 0.5, 8.6)
        return
    told = words.say("points_short", points=building.points)
    if building.colour:
        told = f"{words.name('letter', building.colour)} {building.points}"
    yield strong(told, band.inset(6, 2), fill=ink, weight=BOLD)


def _price(coins: tables.Purse, room: Room) -> Iterator[Shape]:
    """Yield coins side by side, coins of one kind stacked, all within the card."""
    counts = [(kind, count) for kind, count in coins.items() if count]
    size, overlap = 17.0, 6.0
    widths = [size + overlap * (count - 1) for _, count in counts]
    gap = min(3.0, (room.width - 4 - sum(widths)) / max(1, len(widths) - 1))
    total = sum(widths) + gap * (len(widths) - 1)
    left = room.x + (room.width - total) / 2 + size / 2
    for (kind, count), width in zip(counts, widths):
        for place in reversed(range(count)):
            yield pieces.coin_at(kind, left + overlap * place, room.middle[1], size / 2, place > 0)
        left += width + gap


@cache
def _house_label(building: tables.Building, language: str) -> str:
    words = Words(language)
    price, income = (
        ", ".join(f"{count} {words.name('coin', kind)}" for kind, count in purse.items() if count)
        for purse in (building.coins, building.income)
    )
    name = words.name("building", building.kind)
    if building.kind == "villa":
        name = f"{words.name('colour', building.colour)} {name}"
    gives = income or words.say("points", points=building.points)
    told = words.say("building_label", name=name, gives=gives, price=price, slaves=building.slaves)
    return f"{told} · {words.say('judged')}" if tables.is_judged(building.name) else told


class _CityDrawing:
    """One layout of one city. What changes with every action goes to ``moving``: the rest is seldom painted anew."""

    def __init__(self, city: CityView, own: float, language: str) -> None:
        self.words, self.language = Words(language), language
        self.city, self.table, self.width = city, city.table, own
        self.wide, self.slim = own == WIDTH, own == SLIM
        self.rooms = rooms(own)
        self.city_height = max(room.bottom for room in self.rooms.values()) + PAD
        self.columns = _columns(len(city.people), own)
        lines = ceil(len(city.people) / self.columns)
        self.moving: list[Shape] = []
        height = lines * (_height(city.people) + GAP) - GAP
        self.people = Room(0, self.city_height + GAP + 2, own, height)
        held = city.hand is None or city.hand or city.laurels or city.offered
        high = (2 * HAND if held else HAND / 2) if self.slim else HAND
        self.hand = Room(2, self.people.bottom + GAP, own - 4, high)
        self.height = self.hand.bottom

    # ground and street

    def ground(self) -> Iterator[Shape]:
        yield Room(0, 0, self.width, self.city_height).inset(0.5).rect(10, fill=look.LAND, stroke=look.BAR_MARKED)
        street = self.rooms["street"]
        yield street.inset(1, 0).rect(fill=look.LAND_BAND)
        for y in (street.y + 5, street.bottom - 5):
            dashes = "".join(f"M{x} {y}h12" for x in range(16, int(street.width) - 24, 30))
            yield Path(dashes, stroke=look.PAPER, stroke_width=1.5)
        for number, district in enumerate(tables.DISTRICTS):
            room = self.rooms[district]
            yield room.rect(8, fill=look.SEA if district == "portus" else look.PAPER, **SHUT)
            yield from self._head(number, district, room)
            yield from getattr(self, f"_{district}")(room)
        yield from self._street(street)

    def pieces(self) -> Iterator[Shape]:
        """What lies on the ground, players and hand; after ``ground``."""
        yield from self.moving
        yield from _boxes(self.city.people, self.people, self.columns, self.language)
        yield from self._hand()

    def _head(self, number: int, district: str, room: Room) -> Iterator[Shape]:
        now, done = district == self.city.district, district in self.city.done
        if now:
            yield room.rect(8, stroke=look.GOOD, stroke_width=3.4)
        sign, rest = room.inset(12, 11).row(10, None)
        yield Text(sign.x, sign.y + PAD, ROMAN[number], look.TEXT, look.MUTED)
        name = self.words.name("district", district)
        yield heading(name, rest)
        rest = rest._replace(x=rest.x + text_width(name, look.HEADING) + 4, y=rest.y + 2)
        told = self.words.say("now" if now else "done") if now or done else ""
        space = room.right - 12 - rest.x
        if told and text_width(told, look.TEXT, STRONG) < space:
            right = room.right - 12
            yield Text(
                right, rest.line(), told, look.TEXT, look.GOOD if now else look.MUTED, weight=STRONG, anchor="end"
            )
            space -= text_width(told, look.TEXT, STRONG) + LEADING
        if district in ("forum", "stadium"):
            judged = self.words.say("judged_prices" if district == "forum" else "judged_values")
            if text_width(judged, look.TEXT) * 0.8 < space:
                yield label(judged, rest._replace(width=space), side="end")

    def _field(self, name: str, room: Room, inside: tuple[Shape, ...] = ()) -> None:
        """An action field: its sign when empty, the henchman on it, a green rim when one may be placed."""
        action, (x, y) = act(Place(name)), room.middle
        told = self.city.legal.get(action)
        seat = self.table.on(name)
        rim = OPEN if told else SHUT
        fill = look.WHITE if told else look.PAPER
        frame = room.rect(8, fill=fill, label=told or "", action=action if told else None, **rim)
        if seat != NOBODY:
            inside = (pieces.henchman(self.city.people[seat].pawn, x, y + 2, 0.95),)
        self.moving += [frame, *inside]

    # I

    def _mercatus(self, room: Room) -> Iterator[Shape]:
        inner = room.inset()
        upper, lower = inner._replace(y=room.y + 38, height=174).column(72, None)
        dolus, pecunia, servi, potentia, blue = upper.row(FIELD, FIELD, 3 * FIELD + 14, FIELD, FIELD, gap=20)
        for name, cell, sign in (("dolus", dolus, self._two_dice), ("pecunia", pecunia, self._points)):
            field = _square(cell)
            yield label(self.words.name("field", name), cell._replace(width=58))
            self._field(name, field, sign(field))
        yield label(self.words.say("servi"), servi)
        for name, cell in zip(("servi 1", "servi 2", "servi 3"), servi.spread(3, FIELD)):
            field, most = _square(cell), tables.FIELDS[name].cards
            self._field(name, field, (pieces.coin_at(tables.FIELDS[name].coin, *field.middle),))
            yield label(f"≤{most}" if most > 1 else "1", cell._replace(y=field.bottom + 1), 0, "middle")
        yield label(self.words.name("field", "potentia"), potentia._replace(width=100))
        self._field("potentia", _square(potentia))
        yield from self._blue_dice(blue)
        yield from self._row(lower)

    def _row(self, room: Room) -> Iterator[Shape]:
        """The row of cards, each with the field that takes it."""
        yield label(self.words.say("equi"), room)
        back, *places = room.row(CARD, *[CARD + FIELD + 6] * 3, gap=20)
        y = room.y + look.HEADING
        yield Group(pieces.card_back(), back.x, y, box=FACE)
        for place, (name, cell) in enumerate(zip(("equi 1", "equi 2", "equi 3"), places)):
            card = self.table.row[place]
            face = pieces.card_face(card) if card else pieces.empty_card()
            yield Group(face, cell.x, y, box=FACE, label=self._card_label(card) if card else "")
            field = Room(cell.right - FIELD, y + 9, FIELD, FIELD)
            self._field(name, field, (pieces.coin_at("bronze", *field.middle),))
        yield label(self.words.say("and_top"), places[0]._replace(y=y + CARD_HIGH + 2, width=120))

    def _points(self, room: Room) -> tuple[Shape, ...]:
        return (centred(f"+{tables.SETUP['exchange_points']}", room, look.NAME, weight=STRONG),)

    def _two_dice(self, room: Room) -> tuple[Shape, ...]:
        cells = room.centred(2 * DIE + 3, DIE).columns(2, 3)
        return tuple(Group(pieces.die("", size=DIE), c.x, c.y, box=(0, 0, DIE, DIE + 2), opacity=0.55) for c in cells)

    def _blue_dice(self, room: Room) -> Iterator[Shape]:
        holder = self.table.potentia
        yield Group(pieces.die("", True, 32), room.x, room.y + 22, box=(0, 0, 32, 34))
        if holder == NOBODY:
            told = self.words.say("blue_free", count=tables.SETUP["blue_dice"])
        else:
            told = self.words.say("blue_held", count=self.table.blue, player=self.city.people[holder].pawn.letter)
        yield label(told, Room(room.x - 20, room.y + 59, 72, LEADING), 0, "middle")

    def _card_label(self, card: str) -> str:
        kind, strength = card.rsplit(" ", 1)
        return self.words.say("card_label", kind=self.words.name("card", kind), strength=strength)

    # II and III

    def _arena(self, room: Room) -> Iterator[Shape]:
        fields, told = room.inset()._replace(y=room.y + 44).column(FIELD, None, gap=4)
        for name, cell in zip(("arena 1", "arena 2", "arena 3"), fields.spread(3, FIELD)):
            self._field(name, cell)
            said = f"+{tables.FIELDS[name].strength}"
            yield strong(said, cell._replace(y=told.y), side="middle", size=look.NAME)
        yield label(self.words.say("prizes_arena"), told._replace(y=told.y + 24))
        yield from self._track(room, "arena")

    def _stadium(self, room: Room) -> Iterator[Shape]:
        rows, laurels = room.inset()._replace(y=room.y + 38, height=122).row(None, CARD)
        for metal, row in zip(("gold", "silver"), rows.rows(2, 14)):
            yield pieces.coin_at(metal, row.x + 10, row.y + FIELD / 2)
            for place, cell in enumerate(row._replace(x=row.x + 28, width=row.width - 28).spread(3, FIELD, most=52), 1):
                name = f"{metal} {place}"
                told, field = f"+{tables.FIELDS[name].strength}", _square(cell, 0)
                self._field(name, field, (centred(told, field, look.NAME, weight=STRONG),))
                if self.table.on(name) != NOBODY:
                    yield label(told, field._replace(y=field.bottom - 1), side="middle")
        upper, lower = laurels.rows(2, 4)
        if self.table.face_up:
            yield _laurel(self.words, self.table.face_up, upper.x, upper.y)
        else:
            yield Group(pieces.empty_card(), upper.x, upper.y)
        yield Group(pieces.laurel_back(), lower.x, lower.y + 2, box=FACE)
        yield from self._track(room, "stadium")

    def _track(self, room: Room, contest: str) -> Iterator[Shape]:
        """The strength track of a contest, and the fighters' shields on it, one above the other where equal."""
        row = Room(room.x + 8, room.bottom - 26, room.width - 16, 15)
        cells = row.columns(TRACK, 2)
        size = look.TINY if cells[0].width > 15.5 else look.TINY - 1
        for number, cell in enumerate(cells, 1):
            yield cell.rect(3, fill=look.LAND, stroke=look.LINE)
            yield centred(str(number), cell, size, fill=look.MUTED)
        if self.table.contest != contest:
            return
        places = [min(fighter.strength, TRACK) for fighter in self.table.fighters]
        for turn, (fighter, place) in enumerate(zip(self.table.fighters, places)):
            x = cells[max(place, 1) - 1].middle[0] - (row.width / TRACK if place < 1 else 0)
            above, equal = places[:turn].count(place), places.count(place)
            top = row.y - PAD - above * min(17, 34 / max(1, equal - 1))  # five equal ones overlap rather than climb
            self.moving.append(pieces.shield(self.city.people[fighter.seat].pawn, x, top))
            if fighter.strength > TRACK:
                self.moving.append(Text(x + 9, top, str(fighter.strength), look.TINY, look.INK, weight=BOLD))

    # IV

    def _theatrum(self, room: Room) -> Iterator[Shape]:
        if self.wide:
            yield from self._stage(room)
        inner = room.inset()._replace(y=room.y + 44)
        field, told = inner.row(FIELD, None, gap=8)
        self._field("theatrum", _square(field, 0))
        for number, key in enumerate(("auction_of", "one_laurel")):
            yield label(self.words.say(key), told._replace(y=told.y + 4, width=room.right - told.x - 2), number)
        sale, below = self.table.auction, inner._replace(y=inner.y + 60)
        if not sale:
            yield Group(pieces.laurel_back(), below.middle[0] - CARD / 2, below.y, box=FACE)
            return
        yield _laurel(self.words, sale.laurel, below.x, below.y)
        _, lines = below.row(CARD, None, gap=8)
        self.moving += [label(said, lines, number, fill=look.INK) for number, said in enumerate(self.city.auction)]
        coins = [kind for kind, count in sale.bid.items() for _ in range(count)]
        for kind, cell in zip(coins, below._replace(y=below.y + 76).spread(len(coins), 20, most=18)):
            self.moving.append(pieces.coin_at(kind, cell.x + 10, cell.y))

    def _stage(self, room: Room) -> Iterator[Shape]:
        x, y = room.middle[0], room.bottom - 26
        for radius in (50, 36, 22):
            arc = f"M{x - radius} {y}A{radius} {radius} 0 0 1 {x + radius} {y}"
            yield Path(arc, stroke=look.DROP, stroke_width=8)
        yield line(x - 56, y + 4, x + 56, y + 4, look.LINE, 1.5)

    # V

    def _forum(self, room: Room) -> Iterator[Shape]:
        inner = room.inset()._replace(y=room.y + 38, height=room.height - 48)
        fields, houses = inner.column(68 if self.slim else 50, None, gap=4)
        for number, cell in enumerate(fields.columns(5, 4), 1):
            name = f"forum {number}"
            builds = tables.FIELDS[name]
            told = "builds_two" if builds.builds > 1 else "builds_scores" if builds.scores else "builds"
            square, beside = cell.row(FIELD, None, gap=6)
            self._field(name, _square(square, 0))
            yield strong(str(number), beside)
            yield label(self.words.say(told), cell if self.slim else beside, 3 if self.slim else 1)
        yield from _Houses(self.city, self.words).all(houses, self.slim)

    # VI

    def _portus(self, room: Room) -> Iterator[Shape]:
        for step in range(0 if self.wide else 1, 3):
            y = room.bottom - 34 + 10 * step
            wave = f"M{room.x + 12} {y}" + "q5 -5 10 0t10 0" * int((room.width - 24) / 20)
            yield Path(wave, stroke=WAVE, stroke_width=1.3)
        inner = room.inset()
        field, told = inner._replace(y=room.y + 44, height=FIELD).row(FIELD, None, gap=8)
        self._field("latro", field, self._two_dice(field))
        for number, said in enumerate((self.words.name("field", "latro"), self.words.say("latro_takes"))):
            yield label(said, told._replace(y=told.y + 4), number)
        pays = inner._replace(y=room.y + (106 if self.wide else 90), height=FIELD)
        yield label(self.words.say("harbour_pays"), pays)
        for place, (kind, cell) in enumerate(zip(tables.COINS, pays._replace(y=pays.y + 18).spread(3, 36))):
            self._field(f"portus {kind}", cell.centred(36, 36), (pieces.coin_at(kind, *cell.middle),))
            if self.table.harbour[place]:
                self.moving.append(pieces.coin_at(kind, cell.middle[0], cell.bottom + 10))
        yield label(self.words.say("judged_places"), pays._replace(y=pays.y + 84))

    # the street

    def _street(self, room: Room) -> Iterator[Shape]:
        told = self.words.say("round", round=self.table.round, of=6)
        tie = self.words.say("tie_breaker"), self.words.say("judged_track")
        if self.slim:
            head, row = room.inset().column(LEADING, None)
            texts = head._replace(y=head.y + 2)
            yield label(" · ".join(tie), texts)
        else:
            row, texts = room, room.inset(30, 12)
            beside = row.centred(5 * 60 + 2 * 180, 34)
            for number, text in enumerate(tie):
                yield label(text, beside._replace(width=172), number, "end")
            texts = texts._replace(y=texts.y + 5)
        if self.wide:
            yield heading("via principalis", texts, size=look.NAME, fill=look.MUTED, italic=True)
        yield heading(told, texts, "end", size=look.NAME)
        for place, cell in enumerate(row.centred(5 * 60, 40).columns(5, 0), 1):
            yield from self._tie_place(place, cell)

    def _tie_place(self, place: int, cell: Room) -> Iterator[Shape]:
        """Yield a place of the tie-breaker track, from 1, and the player on it."""
        (x, y), action, seat = cell.middle, act(TieBreaker(place)), self.table.track[place - 1]
        said = self.city.legal.get(action)
        meant: dict[str, Any] = (
            {"fill": look.WHITE, "label": said, "action": action, **OPEN} if said else {"fill": look.PAPER, **SHUT}
        )
        self.moving.append(Circle(x, y, FIELD / 2, **meant))
        yield label(str(place), cell._replace(x=cell.x + 46, width=20), side="middle", size=look.TINY)
        if seat != NOBODY:
            self.moving.append(pieces.henchman(self.city.people[seat].pawn, x, y + 1, 0.92))

    # the hand

    def _hand(self) -> Iterator[Shape]:
        city, room = self.city, self.hand
        told, cards = room.column(40, None, gap=6) if self.slim else room.row(170, None)
        yield heading(city.hand_title, told)
        yield label(city.hand_note, told._replace(y=told.y + look.HEADING + 4))
        cards = cards._replace(x=cards.x + 2, y=cards.y + 6)
        if city.hand is None:
            for cell in cards.spread(3, CARD, most=24):
                yield Group(pieces.card_back(), cell.x, cell.y, box=FACE)
            return
        held: list[tuple[str, Any]] = [(card, Play) for card in city.hand]
        held += [(laurel, None) for laurel in city.laurels] + [(laurel, Take) for laurel in city.offered]
        cells = cards._replace(width=cards.width * (1 if self.slim else 0.6)).spread(len(held), CARD, most=52)
        for (name, do), cell in zip(held, cells):
            yield from self._held(name, do, cell)
        if not self.slim:
            yield from self._legend(room._replace(x=room.right - 280, width=276))

    def _held(self, name: str, do: Any, cell: Room) -> Iterator[Shape]:
        """A card or laurel of the hand, rimmed where it may be chosen."""
        action = act(do(name)) if do else None
        said = self.city.legal.get(action) if action else None
        action = action if said else None
        if said or do is Take:
            yield Room(cell.x, cell.y, CARD, CARD_HIGH).inset(-3.5).rect(7, **OPEN)
        if do is Play:
            face, told = pieces.card_face(name), said or self._card_label(name)
            yield Group(face, cell.x, cell.y, box=FACE, label=told, action=action)
        else:
            yield _laurel(self.words, name, cell.x, cell.y, action=action, label=said or "")

    def _legend(self, room: Room) -> Iterator[Shape]:
        """Yield the legend of the letters on coins and villas."""

        def beside(text: str, cell: Room, y: float) -> Text:
            return label(text, Room(cell.x + 24, y, cell.width - 24, 0))

        for kind, cell in zip(tables.COINS, room.columns(3)):
            yield pieces.coin_at(kind, cell.x + 10, room.y + 20)
            yield beside(self.words.name("coin", kind), cell, room.y + 12)
        for colour, cell in zip(tables.COLOURS, room.columns(4)):
            sign = Room(cell.x, room.y + 44, 20, 18)
            yield sign.rect(4, fill=VILLAS[colour], stroke=look.LINE)
            yield centred(self.words.name("letter", colour), sign, fill=ON_VILLA[colour], weight=BOLD)
            yield beside(self.words.name("colour", colour), cell, sign.y + 2)


def _square(room: Room, down: float = 18) -> Room:
    """The action field in a column, below a line of text."""
    return Room(room.x, room.y + down, FIELD, FIELD)
