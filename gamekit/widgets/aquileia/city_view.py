"""The city as a picture: six districts along the main street, the players below, a hand at the table's edge.

A pure function of what is shown and of the width there is; ``city_story`` says what is shown."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from gamekit.aquileia import Place, Play, Take, TieBreaker
from gamekit.aquileia.state import NOBODY, Table
from gamekit.aquileia.tables import (
    BUILDINGS,
    COINS,
    COLOURS,
    DISTRICTS,
    FIELDS,
    LAURELS,
    SETUP,
    Building,
    Purse,
    is_judged,
)
from gamekit.widgets.aquileia import pieces
from gamekit.widgets.aquileia.pieces import ON_VILLA, VILLAS, Pawn
from gamekit.widgets.look import (
    BAR_MARKED,
    EDGE,
    GOOD,
    HEADING,
    INK,
    LAND,
    LAND_BAND,
    LINE,
    MUTED,
    NAME,
    PAPER,
    SEA,
    TEXT,
    TINY,
    WHITE,
)
from gamekit.widgets.scene import Circle, Group, Path, Rect, Scene, Shape, Text, line, text_width
from gamekit.words import language_or_default, word

WIDTH, NARROWEST, WIDE = 956, 724, 880
ROMAN = ("I", "II", "III", "IV", "V", "VI")
SQUARE, TRACK = 40.0, 12
BOX, COINS_ROW, GAP = 152.0, 24.0, 10.0


class Part(NamedTuple):
    """A share of a bar: its label and its size from 0 to 1."""

    label: str
    share: float


@dataclass(frozen=True, slots=True)
class Person:
    """A player's box below the city."""

    pawn: Pawn
    points: int
    purse: Purse | None
    detail: str
    laurels: tuple[str, ...] = ()
    acting: bool = False
    formula: str = ""
    brief: str = ""  # the same where there is little room
    red: tuple[str, ...] = ()
    blue: tuple[str, ...] = ()
    counts: str = ""  # the metal whose faces count
    parts: tuple[Part, ...] = ()
    throw: str = ""  # what a click on the dice does, when they are to be thrown
    throwing: int = 0  # how many are, and how many lie there already
    thrown: int = 0


@dataclass(frozen=True, slots=True)
class City:
    """All that the board shows. ``legal`` maps what can be clicked to what a screen reader says of it."""

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


class Room(NamedTuple):
    """Where a district lies."""

    x: float
    y: float
    width: float
    height: float


def rooms(wide: bool) -> dict[str, Room]:
    """The districts' places and the street's, in one of two layouts."""
    if wide:
        return {
            "mercatus": Room(14, 14, 430, 222),
            "arena": Room(454, 14, 208, 222),
            "stadium": Room(672, 14, 270, 222),
            "street": Room(0, 248, WIDTH, 52),
            "portus": Room(14, 312, 150, 326),
            "forum": Room(174, 312, 632, 326),
            "theatrum": Room(816, 312, 126, 326),
        }
    return {
        "mercatus": Room(14, 14, 430, 222),
        "arena": Room(454, 14, 256, 222),
        "stadium": Room(14, 246, 270, 222),
        "theatrum": Room(294, 246, 160, 222),
        "portus": Room(464, 246, 246, 222),
        "street": Room(0, 480, NARROWEST, 52),
        "forum": Room(14, 544, 696, 326),
    }


def scene(city: City, width: float = WIDTH, language: str | None = None) -> Scene:
    """The board at a width in px; under 880 the districts stand in three rows and the players two by two."""
    drawing = _Drawing(city, width >= WIDE, language_or_default(language))
    ground, shapes = tuple(drawing.ground()), tuple(drawing.pieces())
    return _fitted(width, drawing.width, drawing.height, ground, shapes, city.title, city.sentence)


def _fitted(
    width: float,
    own: float,
    height: float,
    ground: tuple[Shape, ...],
    shapes: tuple[Shape, ...],
    title: str,
    sentence: str,
) -> Scene:
    """A layout grown to the width there is: the narrow one stretches until the wide one has room."""
    grown = width / own if own < width < WIDE else 1.0
    if grown > 1:
        ground, shapes = (Group(ground, scale=grown),), (Group(shapes, scale=grown),)
    return Scene(own * grown, height * grown, ground, shapes, title=title, sentence=sentence, ground=PAPER)


def fitting(room: float) -> float:
    """The width to draw for when the page has so much room: the wide layout, or the narrow one grown to fit."""
    return WIDTH if room >= WIDE else max(NARROWEST, room // 4 * 4)


def contest_scene(
    people: Sequence[Person], width: float = WIDTH, language: str | None = None, title: str = ""
) -> Scene:
    """The entrants of a contest, each with dice and chances; a click on one means its place in the list."""
    columns = _columns(len(people), width >= WIDE)
    shown = WIDTH if width >= WIDE else NARROWEST
    boxes = tuple(_boxes(people, shown, columns, 1, language_or_default(language), clickable=True))
    height = ceil(len(people) / columns) * (BOX - COINS_ROW + GAP) - GAP + 2
    return _fitted(width, shown, height, (), boxes, title, title)


def _columns(count: int, wide: bool) -> int:
    """How many boxes stand side by side: all, or two of four and three of five where it is narrow."""
    return count if wide or count < 4 else 2 if count == 4 else 3


def _boxes(
    people: Sequence[Person], width: float, columns: int, top: float, language: str, clickable: bool = False
) -> Iterator[Shape]:
    drawing = _Boxes(language)
    span = (width - GAP * (columns - 1)) / columns
    for place, person in enumerate(people):
        height = _height(person) + GAP
        x, y = place % columns * (span + GAP), top + place // columns * height
        yield from drawing.box(person, x, y, span, ("entrant", place) if clickable else None)


def _height(person: Person) -> float:
    return BOX - COINS_ROW if person.purse is None else BOX


class _Speaker:
    """What every drawing needs: words, and laurels with their letters."""

    def __init__(self, language: str) -> None:
        self.language = language

    def say(self, key: str, **fields: object) -> str:
        return word(f"aquileia.board.{key}", self.language, **fields)

    def name(self, what: str, key: str) -> str:
        return word(f"aquileia.board.{what}.{key}", self.language)

    def _laurel(
        self, name: str, x: float, y: float, scale: float = 1, action: Hashable = None, label: str = "",
        shown: float | None = None,
    ) -> Group:  # fmt: skip
        letters = tuple(self.name("letter", colour) for colour in LAURELS[name].colours)
        face, told = pieces.laurel_face(name, letters=letters, shown=shown), label or self._laurel_label(name)
        return Group(face, x, y, scale=scale, box=(-1, -1, 46, 61), label=told, action=action)

    def _laurel_label(self, name: str) -> str:
        laurel = LAURELS[name]
        said = str(laurel.points) if laurel.points else "/".join(self.name("colour", one) for one in laurel.colours)
        return self.say("laurel_label", laurel=said)


class _Boxes(_Speaker):
    """Players' boxes, in the game and in a contest by itself."""

    def box(self, person: Person, x: float, y: float, width: float, action: Hashable = None) -> Iterator[Shape]:
        """A player's box; without a purse it is lower by the coins."""
        rim = (GOOD, 2.6) if person.acting else (BAR_MARKED, 1)
        height = _height(person)
        yield Rect(
            x + 1, y, width - 2, height, 8, fill=LAND, stroke=rim[0], stroke_width=rim[1],
            label=f"{person.pawn.name}: {person.detail}", action=action,
        )  # fmt: skip
        yield pieces.henchman(person.pawn, x + 22, y + 28)
        yield Text(x + 42, y + 25, person.pawn.name, HEADING, INK, "serif", max_width=width - 110)
        yield Text(x + 42, y + 42, person.detail, TEXT, MUTED, max_width=width - 52)
        if person.purse is not None:
            yield Text(x + width - 36, y + 26, str(person.points), HEADING, INK, weight=700, anchor="end")
            yield Text(x + width - 12, y + 25, self.say("vp"), TEXT, MUTED, anchor="end")
            step = min(52, (width - 30) / 3)
            for column, (kind, count) in enumerate(person.purse.items()):
                yield Group(pieces.coin(kind, 0, 0, 10, count), x + 22 + column * step, y + 64)
        else:
            y -= COINS_ROW
        if person.formula:
            yield from self._contest(person, x, y, width)
        else:
            yield from self._laurels(person, x, y, width)

    def _laurels(self, person: Person, x: float, y: float, width: float) -> Iterator[Shape]:
        size = 0.9
        step = min(46 * size + 4, (width - 30 - 44 * size) / max(1, len(person.laurels) - 1))
        last = len(person.laurels) - 1
        for place, laurel in enumerate(person.laurels):
            shown = step / size if step < 40 * size and place < last else None  # fanned: the rest lies under the next
            yield self._laurel(laurel, x + 14 + place * step, y + 88, size, shown=shown)

    def _contest(self, person: Person, x: float, y: float, width: float) -> Iterator[Shape]:
        room = width - 76
        told = person.formula if text_width(person.formula, TEXT, 600) <= room else person.brief or person.formula
        yield Text(x + 12, y + 94, told, TEXT, INK, weight=600, max_width=room)
        if person.parts:
            first = f"{100 * person.parts[0].share:.1f}%"
            yield Text(x + width - 12, y + 94, first, NAME, person.pawn.colour, weight=700, anchor="end")
        count = len(person.red) + len(person.blue)
        size = min(24.0, (width - 30) / max(1, count) - 5)
        yield from pieces.dice(person.red, x + 12, y + 101, size=size, counts=person.counts)
        after = x + 12 + len(person.red) * (size + 5) + (6 if person.blue else 0)
        yield from pieces.dice(person.blue, after, y + 101, True, size, person.counts)
        if person.throw:
            start = x + 12 + person.thrown * (size + 5) if person.thrown < len(person.red) else (
                after + (person.thrown - len(person.red)) * (size + 5)
            )  # fmt: skip
            span = person.throwing * (size + 5) + 3
            yield Rect(start - 4, y + 98, span, size + 7, 7, stroke=GOOD, label=person.throw, action=("throw",),
                       stroke_width=2.6)  # fmt: skip
        if person.parts:
            yield from self._bar(person, x + 12, y + 129, width - 24)

    def _bar(self, person: Person, x: float, y: float, width: float) -> Iterator[Shape]:
        """The chances of first, second, third: the first in the player's colour, the others ever paler."""
        fills = (person.pawn.colour, "#CDBFA3", WHITE, WHITE, WHITE)
        left = x
        for place, part in enumerate(person.parts):
            span = part.share * width
            if span < 0.5:
                continue
            shown = Rect(left, y, max(1, span - 1), 17, 3, fill=fills[place], stroke=EDGE if place > 1 else None)
            yield shown
            told = f"{part.label} {100 * part.share:.1f}%"
            if place and text_width(told, TEXT, 600) + 8 > span:
                told = f"{100 * part.share:.1f}%"
            if text_width(told, TEXT, 600) + 8 <= span:
                ink = "#FFFFFF" if place == 0 else INK
                yield Text(left + 5, y + 13, told, TEXT, ink, weight=600)
            left += span


class _Drawing(_Speaker):
    """One layout of one city. What changes with every action goes to ``moving``: the rest is seldom painted anew."""

    def __init__(self, city: City, wide: bool, language: str) -> None:
        super().__init__(language)
        self.city, self.table, self.wide = city, city.table, wide
        self.rooms = rooms(wide)
        self.width = WIDTH if wide else NARROWEST
        self.city_height = max(room.y + room.height for room in self.rooms.values()) + 14
        self.columns = _columns(len(city.people), wide)
        lines = ceil(len(city.people) / self.columns)
        self.moving: list[Shape] = []
        self.hand_top = self.city_height + 12 + lines * (BOX + 10)
        self.height = self.hand_top + 92

    # ground and street

    def ground(self) -> Iterator[Shape]:
        yield Rect(0.5, 0.5, self.width - 1, self.city_height - 1, 10, fill=LAND, stroke=BAR_MARKED)
        street = self.rooms["street"]
        yield Rect(street.x + 1, street.y, street.width - 2, street.height, fill=LAND_BAND)
        for y in (street.y + 5, street.y + street.height - 5):
            dashes = "".join(f"M{x} {y}h12" for x in range(16, int(street.width) - 24, 30))
            yield Path(dashes, stroke=PAPER, stroke_width=1.5)
        for district in DISTRICTS:
            room = self.rooms[district]
            fill = SEA if district == "portus" else PAPER
            yield Rect(*room, 8, fill=fill, stroke=LINE, stroke_width=1.2)
        for contest in ("arena", "stadium"):
            yield from self._places(self.rooms[contest])
        yield from self._waves()
        if self.wide:
            yield from self._stage()
        yield from self._districts()

    def _waves(self) -> Iterator[Shape]:
        room = self.rooms["portus"]
        for step in range(0 if self.wide else 1, 3):
            y = room.y + room.height - 34 + 10 * step
            wave = f"M{room.x + 12} {y}" + "q5 -5 10 0t10 0" * int((room.width - 24) / 20)
            yield Path(wave, stroke="#8FB0BF", stroke_width=1.3)

    def _stage(self) -> Iterator[Shape]:
        room = self.rooms["theatrum"]
        x, y = room.x + room.width / 2, room.y + 300
        for radius in (50, 36, 22):
            arc = f"M{x - radius} {y}A{radius} {radius} 0 0 1 {x + radius} {y}"
            yield Path(arc, stroke="#C9B994", stroke_width=8)
        yield line(x - 56, y + 4, x + 56, y + 4, LINE, 1.5)

    def _districts(self) -> Iterator[Shape]:
        for number, district in enumerate(DISTRICTS):
            yield from self._head(number, district)
        yield from self._mercatus(self.rooms["mercatus"])
        yield from self._arena(self.rooms["arena"])
        yield from self._stadium(self.rooms["stadium"])
        yield from self._theatrum(self.rooms["theatrum"])
        yield from self._forum(self.rooms["forum"])
        yield from self._portus(self.rooms["portus"])
        yield from self._street(self.rooms["street"])

    def pieces(self) -> Iterator[Shape]:
        """What lies on the ground, players and hand; after ``ground``."""
        yield from self.moving
        yield from _boxes(self.city.people, self.width, self.columns, self.city_height + 12, self.language)
        yield from self._hand()

    def _head(self, number: int, district: str) -> Iterator[Shape]:
        room = self.rooms[district]
        if district == self.city.district:
            yield Rect(*room, 8, stroke=GOOD, stroke_width=3.4)
        yield Text(room.x + 12, room.y + 25, ROMAN[number], TEXT, MUTED)
        name, right = self.name("district", district), room.x + room.width - 12
        yield Text(room.x + 32, room.y + 26, name, HEADING, INK, "serif")
        open_, done = district == self.city.district, district in self.city.done
        told = self.say("now" if open_ else "done") if open_ or done else ""
        space = room.width - 56 - text_width(name, HEADING)
        if told and text_width(told, TEXT, 600) < space:
            yield Text(right, room.y + 25, told, TEXT, GOOD if open_ else MUTED, weight=600, anchor="end")
            right -= text_width(told, TEXT, 600) + 16
        if district in ("forum", "stadium"):
            judged = self.say("judged_prices" if district == "forum" else "judged_values")
            yield Text(right, room.y + 25, judged, TEXT, MUTED, anchor="end")

    def _field(self, name: str, x: float, y: float, inside: tuple[Shape, ...] = (), size: float = SQUARE) -> None:
        """An action field: its sign when empty, the henchman on it, a green rim when one may be placed."""
        action = Place(name)
        label = self.city.legal.get(action)
        rim = (GOOD, 2.6) if label else (LINE, 1.4)
        seat = self.table.on(name)
        fill = WHITE if label else PAPER
        frame = Rect(
            x, y, size, size, 8, fill=fill, stroke=rim[0], stroke_width=rim[1], label=label or "",
            action=action if label else None,
        )  # fmt: skip
        if seat != NOBODY:
            inside = (pieces.henchman(self.city.people[seat].pawn, x + size / 2, y + size / 2 + 2, 0.95),)
        self.moving += [frame, *inside]

    def _small(self, text: str, x: float, y: float, anchor: str = "start", room: float | None = None) -> Text:
        return Text(x, y, text, TEXT, MUTED, anchor=anchor, max_width=room)

    # I

    def _mercatus(self, room: Room) -> Iterator[Shape]:
        x, y = room.x + 14, room.y + 40
        for name, left in (("dolus", 0.0), ("pecunia", 62.0)):
            yield self._small(self.say(name), x + left, y + 10)
            sign = self._points_sign(x + left, y + 18) if name == "pecunia" else self._dice_sign(x + left, y + 18)
            self._field(name, x + left, y + 18, sign)
        yield self._small(self.say("servi"), x + 128, y + 10)
        for place, name in enumerate(("servi 1", "servi 2", "servi 3")):
            left = x + 128 + 47 * place
            self._field(name, left, y + 18, (pieces.coin_at(FIELDS[name].coin, left + 20, y + 38),))
            most = FIELDS[name].cards
            yield self._small(f"≤{most}" if most > 1 else "1", left + 20, y + 71, "middle")
        yield self._small(self.say("potentia"), x + 288, y + 10)
        self._field("potentia", x + 288, y + 18)
        yield from self._blue_dice(x + 338, y + 22)
        yield self._small(self.say("equi"), x, y + 92)
        yield Group(pieces.card_back(), x, y + 100, box=(-1, -1, 46, 61))
        for place, name in enumerate(("equi 1", "equi 2", "equi 3")):
            left = x + 66 + place * 114
            card = self.table.row[place]
            face = pieces.card_face(card) if card else pieces.empty_card()
            yield Group(face, left, y + 100, box=(-1, -1, 46, 61), label=self._card_label(card) if card else "")
            self._field(name, left + 52, y + 110, (pieces.coin_at("bronze", left + 72, y + 130),))
        yield self._small(self.say("and_top"), x + 66, y + 174)

    def _points_sign(self, x: float, y: float) -> tuple[Shape, ...]:
        return (Text(x + 20, y + 25, f"+{SETUP['exchange_points']}", NAME, INK, weight=600, anchor="middle"),)

    def _dice_sign(self, x: float, y: float) -> tuple[Shape, ...]:
        return tuple(
            Group(pieces.die("", size=14), x + 4 + 17 * place, y + 13, box=(0, 0, 14, 16), opacity=0.55)
            for place in range(2)
        )

    def _blue_dice(self, x: float, y: float) -> Iterator[Shape]:
        holder = self.table.potentia
        yield Group(pieces.die("", True, 32), x, y, box=(0, 0, 32, 34))
        if holder == NOBODY:
            told = self.say("blue_free", count=SETUP["blue_dice"])
        else:
            told = self.say("blue_held", count=self.table.blue, player=self.city.people[holder].pawn.letter)
        yield self._small(told, x + 16, y + 49, "middle")

    def _card_label(self, card: str) -> str:
        kind, strength = card.rsplit(" ", 1)
        return self.say("card_label", kind=self.name("card", kind), strength=strength)

    # II and III

    def _arena(self, room: Room) -> Iterator[Shape]:
        step = (room.width - 28 - SQUARE) / 2
        for place, name in enumerate(("arena 1", "arena 2", "arena 3")):
            left = room.x + 14 + place * step
            self._field(name, left, room.y + 44)
            told = f"+{FIELDS[name].strength}"
            yield Text(left + 20, room.y + 102, told, NAME, INK, weight=600, anchor="middle")
        yield self._small(self.say("prizes_arena"), room.x + 14, room.y + 128, room=room.width - 28)
        self._track(room, "arena")

    def _stadium(self, room: Room) -> Iterator[Shape]:
        for row, metal in enumerate(("gold", "silver")):
            top = room.y + 38 + row * 56
            yield pieces.coin_at(metal, room.x + 24, top + 20)
            for place in range(3):
                name, left = f"{metal} {place + 1}", room.x + 44 + place * 52
                told = f"+{FIELDS[name].strength}"
                sign = (Text(left + 20, top + 25, told, NAME, INK, weight=600, anchor="middle"),)
                self._field(name, left, top, sign)
                if self.table.on(name) != NOBODY:
                    yield self._small(told, left + 20, top + 52, "middle")
        self_x = room.x + room.width - 58
        if self.table.face_up:
            yield self._laurel(self.table.face_up, self_x, room.y + 44)
        else:
            yield Group(pieces.empty_card(), self_x, room.y + 44)
        yield Group(pieces.laurel_back(), self_x, room.y + 106, box=(-1, -1, 46, 61))
        self._track(room, "stadium")

    def _places(self, room: Room) -> Iterator[Shape]:
        """The strength track of a contest."""
        left, pitch = room.x + 12, (room.width - 24) / TRACK
        y = room.y + room.height - 26
        for number in range(1, TRACK + 1):
            x = left + (number - 1) * pitch
            yield Rect(x + 1, y, pitch - 2, 15, 3, fill=LAND, stroke=LINE)
            yield Text(x + pitch / 2, y + 12, str(number), TINY, MUTED, anchor="middle")

    def _track(self, room: Room, contest: str) -> None:
        """The fighters' shields on the strength track, one above the other where they are equal."""
        left, pitch = room.x + 12, (room.width - 24) / TRACK
        y = room.y + room.height - 26
        if self.table.contest != contest:
            return
        places = [min(fighter.strength, TRACK) for fighter in self.table.fighters]
        for turn, (fighter, place) in enumerate(zip(self.table.fighters, places)):
            x = left + (place - 0.5) * pitch
            above, equal = places[:turn].count(place), places.count(place)
            top = y - 14 - above * min(17, 34 / max(1, equal - 1))  # five equal ones overlap rather than climb
            self.moving.append(pieces.shield(self.city.people[fighter.seat].pawn, x, top))
            if fighter.strength > TRACK:
                self.moving.append(Text(x + 9, top, str(fighter.strength), TINY, INK, weight=700))

    # IV

    def _theatrum(self, room: Room) -> Iterator[Shape]:
        self._field("theatrum", room.x + 14, room.y + 44)
        yield self._small(self.say("auction_of"), room.x + 62, room.y + 60, room=room.width - 70)
        yield self._small(self.say("one_laurel"), room.x + 62, room.y + 76, room=room.width - 70)
        sale = self.table.auction
        if not sale:
            yield Group(pieces.laurel_back(), room.x + room.width / 2 - 22, room.y + 104, box=(-1, -1, 46, 61))
            return
        yield self._laurel(sale.laurel, room.x + 14, room.y + 100)
        for place, told in enumerate(self.city.auction):
            self.moving.append(Text(room.x + 66, room.y + 112 + 16 * place, told, TEXT, INK, max_width=room.width - 72))
        x, y = room.x + 24, room.y + 176
        for kind, count in sale.bid.items():
            for _ in range(count):
                self.moving.append(pieces.coin_at(kind, x, y))
                x += 14
            x += 10 if count else 0

    # V

    def _forum(self, room: Room) -> Iterator[Shape]:
        step = (room.width - 28) / 5
        for number in range(1, 6):
            name, left = f"forum {number}", room.x + 14 + (number - 1) * step
            field = FIELDS[name]
            told = self.say("builds_two" if field.builds > 1 else "builds_scores" if field.scores else "builds")
            self._field(name, left, room.y + 38, size=38)
            yield Text(left + 44, room.y + 53, str(number), TEXT, INK, weight=600)
            yield self._small(told, left + 44, room.y + 68, room=step - 50)
        others = [building for building in BUILDINGS.values() if building.kind != "villa"]
        by_colour = [[b for b in BUILDINGS.values() if b.colour == c and b.kind == "villa"] for c in COLOURS]
        lines = max(1, *(len(column) for column in by_colour))
        columns = max(1, ceil(len(others) / lines))
        height = (room.height - 90 - 10) / lines - 4
        width = (room.width - 28 - 10) / (columns * 0.78 + len(COLOURS))
        for index, building in enumerate(others):
            at = (room.x + 14 + index // lines * width * 0.78, room.y + 88 + index % lines * (height + 4))
            yield from self._building(building, *at, width * 0.78 - 4, height)
        left = room.x + 14 + columns * width * 0.78 + 10
        for column, villas in enumerate(by_colour):
            for index, building in enumerate(villas):
                at = (left + column * width, room.y + 88 + index * (height + 4))
                yield from self._building(building, *at, width - 4, height)

    def _building(self, building: Building, x: float, y: float, width: float, height: float) -> Iterator[Shape]:
        owner = self.table.owners[list(BUILDINGS).index(building.name)]
        label = self.city.legal.get(("building", building.name))
        short = self.city.legal.get(("short", building.name))
        chosen = building.name == self.city.chosen
        rim = (GOOD, 2.6) if label else (LINE, 1.1)
        dash = (3.0, 2.0) if is_judged(building.name) and not label else ()
        fill = BAR_MARKED if chosen else WHITE
        frame = Rect(0, 0, width, height, 4, fill=fill, stroke=rim[0], stroke_width=rim[1], dash=dash)
        yield Group(
            (frame, *self._inside(building, owner, width, height)), x, y, box=(-2, -2, width + 4, height + 4),
            label=label or short or self.building_label(building),
            action=("building" if label else "short", building.name) if label or short else None,
        )  # fmt: skip

    def _inside(self, building: Building, owner: int, width: float, height: float) -> Iterator[Shape]:
        """A building's band, and its price or the house that stands on it."""
        fill, ink = VILLAS.get(building.colour, LAND), ON_VILLA.get(building.colour, INK)
        yield Path(f"M1 18V5Q1 1 5 1H{width - 5}Q{width - 1} 1 {width - 1} 5V18Z", fill=fill)
        yield line(1, 18, width - 1, 18, LINE)
        yield from self._yield_of(building, ink)
        middle = 18 + (height - 18) / 2
        if owner != NOBODY:
            yield pieces.house(self.city.people[owner].pawn, width / 2, middle)
            return
        yield Text(width - 18, 14, str(building.slaves), TEXT, ink, weight=600, anchor="end")
        yield Group(pieces.sign("slave", ink), width - 17, 2, scale=0.6)
        yield from self._price(building.coins, middle, width)

    def _yield_of(self, building: Building, ink: str) -> Iterator[Shape]:
        """What a building brings, on its band: a villa's colour and points, points of a workshop, coins of a bank."""
        if building.kind == "bank":
            left = 10.0
            for kind, count in building.income.items():
                for _ in range(count):
                    yield pieces.coin_at(kind, left, 9.5, 7.5)
                    left += 16
            return
        told = self.say("points_short", points=building.points)
        if building.colour:
            told = f"{self.name('letter', building.colour)} {building.points}"
        yield Text(6, 14, told, TEXT, ink, weight=700)

    def _price(self, coins: Purse, y: float, width: float) -> Iterator[Shape]:
        counts = [(kind, count) for kind, count in coins.items() if count]
        overlap = 6.0
        total = sum(17 + overlap * (count - 1) for _, count in counts) + 3 * max(0, len(counts) - 1)
        left = (width - total) / 2 + 8.5
        for kind, count in counts:
            for place in reversed(range(count)):
                yield pieces.coin_at(kind, left + overlap * place, y, 8.5, place > 0)
            left += 20 + overlap * (count - 1)

    def building_label(self, building: Building) -> str:
        """A building for those who do not see it."""
        price = ", ".join(f"{count} {self.name('coin', kind)}" for kind, count in building.coins.items() if count)
        name = self.name("building", building.kind)
        if building.kind == "villa":
            name = f"{self.name('colour', building.colour)} {name}"
        gives = ", ".join(f"{count} {self.name('coin', kind)}" for kind, count in building.income.items() if count)
        told = self.say(
            "building_label", name=name, gives=gives or self.say("points", points=building.points), price=price,
            slaves=building.slaves,
        )  # fmt: skip
        return f"{told} · {self.say('judged')}" if is_judged(building.name) else told

    # VI

    def _portus(self, room: Room) -> Iterator[Shape]:
        self._field("latro", room.x + 14, room.y + 44, self._dice_sign(room.x + 14, room.y + 44))
        yield self._small(self.say("latro"), room.x + 62, room.y + 60, room=room.width - 68)
        yield self._small(self.say("latro_takes"), room.x + 62, room.y + 76, room=room.width - 68)
        top, step, size = room.y + (110 if room.height < 300 else 130), (room.width - 28 - 36) / 2, 36.0
        for place, kind in enumerate(COINS):
            left = room.x + 14 + place * step
            self._field(f"portus {kind}", left, top, (pieces.coin_at(kind, left + 18, top + 18),), size)
            if self.table.harbour[place]:
                self.moving.append(pieces.coin_at(kind, left + 18, top + 50))
        yield self._small(self.say("harbour_pays"), room.x + 14, top - 8, room=room.width - 24)
        yield self._small(self.say("judged_places"), room.x + 14, top + (78 if self.wide else 73), room=room.width - 24)

    # the street

    def _street(self, room: Room) -> Iterator[Shape]:
        middle = room.y + room.height / 2
        if self.wide:
            street = "via principalis"
            yield Text(room.x + 30, middle + 5, street, NAME, MUTED, "serif", italic=True)
        start = room.x + (room.width - 5 * 60) / 2 + 30
        yield self._small(self.say("tie_breaker"), start - 38, middle - 3, "end")
        yield self._small(self.say("judged_track"), start - 38, middle + 13, "end")
        for place, seat in enumerate(self.table.track, 1):
            x = start + (place - 1) * 60
            label = self.city.legal.get(TieBreaker(place))
            rim = (GOOD, 2.6) if label else (LINE, 1.5)
            action = TieBreaker(place) if label else None
            fill = WHITE if label else PAPER
            self.moving.append(
                Circle(x, middle, 20, fill=fill, stroke=rim[0], stroke_width=rim[1], label=label or "", action=action)
            )
            yield self._small(str(place), x + 26, middle - 9, "middle")
            if seat != NOBODY:
                self.moving.append(pieces.henchman(self.city.people[seat].pawn, x, middle + 1, 0.92))
        told = self.say("round", round=self.table.round, of=6)
        yield Text(room.x + room.width - 30, middle + 5, told, NAME, INK, "serif", anchor="end")

    # the hand

    def _hand(self) -> Iterator[Shape]:
        city, y = self.city, self.hand_top
        yield Text(2, y + 16, city.hand_title, HEADING, INK, "serif")
        yield Text(2, y + 36, city.hand_note, TEXT, MUTED, max_width=170)
        x = 180.0
        if city.hand is None:
            for place in range(3):
                yield Group(pieces.card_back(), x + 24 * place, y + 6, box=(-1, -1, 46, 61))
            return
        everything = [*((card, True) for card in city.hand), *((laurel, False) for laurel in city.laurels)]
        shown = len(everything) + len(city.offered)
        step = min(52.0, (self.width - x - 60) / max(1, shown))
        for place, (name, is_card) in enumerate(everything):
            at = x + place * step
            if is_card:
                label = city.legal.get(Play(name))
                yield from self._hand_card(name, at, y + 6, label)
            else:
                yield self._laurel(name, at + 8, y + 6)
        for place, name in enumerate(city.offered):
            at = x + 26 + (len(everything) + place) * step
            label = city.legal.get(Take(name), "")
            yield Rect(at - 4, y + 2, 52, 67, 7, fill=None, stroke=GOOD, stroke_width=2.6)
            yield self._laurel(name, at, y + 6, action=Take(name) if label else None, label=label)

    def _hand_card(self, name: str, x: float, y: float, label: str | None) -> Iterator[Shape]:
        if label:
            yield Rect(x - 3, y - 3, 50, 65, 7, stroke=GOOD, stroke_width=2.6)
        yield Group(
            pieces.card_face(name),
            x,
            y,
            box=(-1, -1, 46, 61),
            label=label or self._card_label(name),
            action=Play(name) if label else None,
        )
