"""The city as a picture: six districts along the main street, the players below, a hand at the table's edge.

A pure function of what is shown and of the width there is, made of boxes; ``city_board`` says what is shown."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from typing import Any, ClassVar, NamedTuple

from gamekit import aquileia as aq
from gamekit.aquileia import Place, Play, Take, TieBreaker, tables
from gamekit.aquileia.notation import Words, option_text
from gamekit.aquileia.state import NOBODY, State, Step, Table, View
from gamekit.play.session import ALL, ROOM
from gamekit.text.translation import percent
from gamekit.widgets import layout, look
from gamekit.widgets.aquileia import pieces
from gamekit.widgets.aquileia.pieces import CARD, CARD_HIGH, ON_VILLA, VILLAS, Pawn, pawns
from gamekit.widgets.game_page import PlayTable
from gamekit.widgets.layout import LEADING, STRONG, Room, Sized, across, col, drawing, inset, middle, spring, text_box
from gamekit.widgets.scene import Circle, Group, Path, Scene, Shape, Text, line, text_width

WIDTH, NARROWEST, SLIM, WIDE = 956, 724, 440, 880  # px: three layouts, and from where on the first one is taken
LEAST, LETTERS = 320, 10.1  # px that the last one is shrunk to, and of its smallest letters then
ROMAN = ("I", "II", "III", "IV", "V", "VI")
FIELD, TRACK, HOUSE = 40.0, 12, 53.0  # px of an action field; steps of a strength track; px of a building
DIE, COIN = 14.0, 20.0  # px of the small dice that stand for a throw, of a coin
OPEN: dict[str, Any] = {"stroke": look.GOOD, "stroke_width": 2.6}  # the rim of what may be chosen
SHUT: dict[str, Any] = {"stroke": look.LINE, "stroke_width": 1.3}
PASSING = str(aq.Pass())
WAVE = "#8FB0BF"
FACE = (-1, -1, 46, 61)  # the extent of a card
ROWS = {  # the districts of each layout, row by row, with their px, None for the rest; the street lies before the last
    WIDTH: ({"mercatus": 404, "arena": 240, "stadium": None}, {"portus": 164, "forum": None, "theatrum": 134}),
    NARROWEST: (
        {"mercatus": 430, "arena": None}, {"stadium": 270, "theatrum": 160, "portus": None}, {"forum": None},
    ),
    SLIM: (
        {"mercatus": None}, {"arena": 214, "theatrum": None}, {"stadium": 250, "portus": None}, {"forum": None},
    ),
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class CityTable(PlayTable, Words):
    """The game, the house being paid for and how."""

    BEGUN: ClassVar = ("paying", "way", "hinting")

    paying: str = ""
    way: int = 0

    @property
    def offered(self) -> tuple[str, ...]:
        """The entries of the list: houses that can be paid for, else all actions but to pass."""
        if self.step == Step.FORUM:
            houses = (one.building for one in self.legal.values() if isinstance(one, aq.Build))
            return tuple(dict.fromkeys(houses))
        return tuple(key for key in self.legal if key != PASSING)

    @property
    def state(self) -> State:
        """The position shown."""
        state: State = self.session.state
        return state

    @property
    def city(self) -> Table:
        return self.state.table

    @property
    def last(self) -> tuple[State, aq.Action] | None:
        """The position before this one, and the action done in it."""
        session, at = self.session, self.session.at
        return (session.positions[at - 1], session.record.entries[at - 1].action) if at else None

    @property
    def player(self) -> str:
        """The name of the deciding player, CHANCE or OVER."""
        return str(self.session.current_player)

    @property
    def eyes(self) -> str:
        """The player whose hand lies at the table's edge."""
        session, viewer = self.session, self.session.viewer
        if viewer not in (ALL, ROOM):
            return str(viewer)
        return self.player if self.player in session.players else str(next(iter(session.players)))

    @property
    def open_hand(self) -> bool:
        """Whether that hand lies face up."""
        return bool(self.session.viewer != ROOM)

    @property
    def view(self) -> View:
        return aq.observe(self.state, self.eyes)

    @property
    def step(self) -> Step | None:
        return self.city.current_task.step if self.city.agenda else None

    @property
    def seat(self) -> int:
        """The seat to act; when chance acts, the seat that it acts for."""
        return self.city.current_task.seat if self.city.agenda else NOBODY

    @property
    def actor(self) -> str:
        """The name of the player to act, "" if nobody is."""
        return self.city.names[self.seat] if self.seat != NOBODY else ""

    @property
    def pawns(self) -> tuple[Pawn, ...]:
        return pawns(self.city.names)

    def seat_name(self, seat: Any) -> str:
        return str(seat)

    def option(self, action: aq.Action) -> str:
        """Return an action as text for a button or a list."""
        return option_text(self.state, action, self.language)


@dataclass(frozen=True, slots=True)
class Person:
    """A player's box below the city."""

    pawn: Pawn
    points: int
    purse: tables.Purse | None
    detail: str
    laurels: tuple[str, ...] = ()
    acting: bool = False
    thrown_for: str = ""  # the field of the two dice thrown, outside a contest
    sums: tuple[int, ...] = ()  # its strength in a contest by fields, faces and cards
    red: tuple[str, ...] = ()
    blue: tuple[str, ...] = ()
    counts: str = ""  # the metal whose faces count
    ranks: tuple[float, ...] = ()  # its chances of each place
    throw: str = ""  # what a click on the dice does, when they are to be thrown
    throwing: int = 0  # how many are, and how many lie there already
    thrown: int = 0


def act_message(action: Any) -> tuple[str, str]:
    """Return the message for an action of the game."""
    return "act", str(action)


def draw_width(room: float) -> float:
    """Return the width to draw for in ``room`` px: that of the wide layout, or of a narrower one enlarged to fit."""
    return WIDTH if room >= WIDE else max(LEAST, room // 4 * 4)


def scene(
    table: CityTable, people: Sequence[Person], legal: Mapping[Hashable, str], sentence: str, width: float = WIDTH
) -> Scene:
    """Return the board at a width in px: the districts in two rows, in three, or in five.

    ``legal`` maps each action that can be clicked to its text for a screen reader."""
    own = _own(width)
    city = _City(table, table.city, people, legal, own)
    box = col(city.districts(), _boxes(people, own, table), city.hand(), gap=layout.GAP + 2)
    return _fitted(width, own, box, table.say("title"), sentence)


def contest_scene(people: Sequence[Person], width: float, language: str, title: str) -> Scene:
    """The entrants of a contest, each with dice and chances; a click on one means its place in the list."""
    own = min(_own(width), width)
    return _fitted(width, own, inset(_boxes(people, own, Words(language), True), 0, 1), title, title)


def _own(width: float) -> float:
    return WIDTH if width >= WIDE else NARROWEST if width >= NARROWEST else SLIM


def _fitted(width: float, own: float, box: Sized, title: str, sentence: str) -> Scene:
    """A layout grown to the width there is, until the next one has room, or shrunk, its letters less than the rest."""
    grown, laid = max(width, LEAST) / own if width < WIDE else 1.0, layout.picture(box, own, title, sentence)
    if grown == 1:
        return laid
    shapes = (layout.legible(one, LETTERS / grown) for one in laid.pieces) if grown < 1 else laid.pieces
    scaled = tuple(Group((one,), scale=grown) for one in shapes)
    return Scene(own * grown, laid.height * grown, pieces=scaled, title=title, sentence=sentence, ground=None)


# Players --------------------------------------------------------------------------------------------------------------


def _boxes(people: Sequence[Person], own: float, words: Words, clickable: bool = False) -> Sized:
    """The players' boxes: all in a row, or if narrow two of four and three of five."""
    count = len(people)
    columns = count if own == WIDTH else 1 if own < SLIM else 2 if count == 4 or own == SLIM else min(count, 3)
    boxes = [_box(person, words, ("entrant", place) if clickable else None) for place, person in enumerate(people)]
    boxes += [spring()] * (-count % columns)
    return col(*(across(*boxes[at : at + columns]) for at in range(0, count, columns)))


def _box(person: Person, words: Words, action: Hashable) -> Sized:
    """A player with what it has: points and coins, and its laurels or its contest."""
    henchman = drawing(3 * LEADING - 6, lambda room: [pieces.henchman(person.pawn, room.x + 10, room.y + 18)], COIN)
    named = text_box(person.pawn.name, look.HEADING, fill=look.INK, family="serif")
    coins = below = points = None
    if person.purse is not None:
        vp = words.say("vp")
        numbers = text_box(str(person.points), look.HEADING, "end", fill=look.INK, weight=layout.BOLD)
        unit = inset(text_box(vp, wide=text_width(vp, look.TEXT) + 1), 0, 3)
        points = across(numbers, unit, gap=6, wide=66)
        coins = across(*(_counted(kind, count) for kind, count in person.purse.items()), spring(), gap=6)
    if person.sums or person.thrown_for:
        below = col(*_contest(person, words), gap=4)
    elif person.laurels:
        below = drawing(CARD_HIGH + 4, partial(_laurels, person.laurels, words))
    head = across(henchman, col(across(named, points), text_box(person.detail), gap=0))
    rim = OPEN if person.acting else {"stroke": look.BAR_MARKED}
    name = f"{person.pawn.name}: {person.detail}"
    box = layout.framed(inset(col(head, coins, below, gap=2), 11, 8), 0, 8, name, action, fill=look.LAND, **rim)
    return inset(box, 1, 0)


def _counted(kind: str, count: int) -> Sized:
    return drawing(24, lambda room: [Group(pieces.coin(kind, 0, 0, 10, count), room.x + 10, room.y + 8)], 46)


def _laurels(laurels: Sequence[str], words: Words, room: Room) -> Iterator[Shape]:
    size = 0.9
    cells = room.spread(len(laurels), CARD * size, most=CARD + 2)
    step = cells[1].x - cells[0].x if len(cells) > 1 else CARD
    for place, (laurel, cell) in enumerate(zip(laurels, cells), 1):
        fanned = step < CARD * size and place < len(cells)  # the rest lies under the next
        yield _laurel(words, laurel, cell.x, room.y + 4, size, shown=step / size if fanned else None)


def _laurel(
    words: Words, name: str, x: float, y: float, scale: float = 1, action: Hashable = None, label: str = "",
    shown: float | None = None,
) -> Group:  # fmt: skip
    """A laurel with the letters of its colours; ``shown`` is how wide its free part is."""
    laurel = tables.LAURELS[name]
    letters = tuple(words.name("letter", colour) for colour in laurel.colours)
    told = str(laurel.points) if laurel.points else "/".join(words.name("colour", one) for one in laurel.colours)
    face, label = pieces.laurel_face(name, letters, shown), label or words.say("laurel_label", laurel=told)
    return Group(face, x, y, scale=scale, box=FACE, label=label, action=action)


def _contest(person: Person, words: Words) -> Iterator[Sized | None]:
    """A player's strength as a sum, its dice, its chances of each place."""
    told: tuple[str, ...] = (person.thrown_for,)
    first = None
    if person.sums:
        fields: dict[str, Any] = dict(zip(("base", "faces", "cards"), person.sums), strength=sum(person.sums))
        short = "{base} + {faces} + {cards} = {strength}".format(**fields)
        told = words.say("formula", coin=words.name("coin", person.counts), **fields), short
    if person.ranks:
        first = text_box(percent(person.ranks[0]), look.NAME, "end", 52, fill=person.pawn.colour, weight=layout.BOLD)
    sums = lambda room: [layout.strong(layout.first_that_fits(told, room.width, look.TEXT, STRONG), room)]  # noqa: E731
    yield across(drawing(LEADING, sums), first)
    yield drawing(26, partial(_dice, person))
    yield drawing(17, partial(_bar, person, words)) if person.ranks else None


def _dice(person: Person, room: Room) -> Iterator[Shape]:
    faces = [(face, False) for face in person.red] + [(face, True) for face in person.blue]
    between = 6 if person.blue else 0
    size = min(24.0, (room.width - between) / max(1, len(faces)) - 5)
    lefts = [room.x + place * (size + 5) + between * blue for place, (_, blue) in enumerate(faces)]
    for x, (face, blue) in zip(lefts, faces):
        paler = person.counts and face and face != person.counts
        yield pieces.die_at(face, x, room.y, blue, size, 0.45 if paler else 1)
    if person.throw and person.thrown < len(lefts):
        around = Room(lefts[person.thrown] - 4, room.y - 3, person.throwing * (size + 5) + 3, size + 7)
        yield around.rect(7, label=person.throw, action=("throw",), **OPEN)


def _bar(person: Person, words: Words, room: Room) -> Iterator[Shape]:
    """The chances of first, second, third: the first in the player's colour, the others ever paler."""
    fills, left = (person.pawn.colour, look.DROP, look.WHITE, look.WHITE, look.WHITE), room.x
    for place, share in enumerate(person.ranks):
        cell, number = Room(left, room.y, share * room.width, room.height), percent(share)
        if cell.width < 0.5:
            continue
        edge = look.EDGE if place > 1 else None
        yield cell._replace(width=max(1, cell.width - 1)).rect(3, fill=fills[place], stroke=edge)
        whole = f"{words.say('rank', place=place + 1)} {number}"
        told = whole if place == 0 else layout.first_that_fits((whole, number), cell.width - 8, look.TEXT, STRONG)
        if text_width(told, look.TEXT, STRONG) + 8 <= cell.width:
            yield layout.strong(told, cell.inset(5, 1), fill=look.WHITE if place == 0 else look.INK)
        left += cell.width


# Buildings ------------------------------------------------------------------------------------------------------------


@lru_cache(1024)
def _house(building: tables.Building, owner: Pawn | None, room: Room, language: str) -> tuple[Shape, ...]:
    """Return a building's band, and its price or the house built on it."""
    fill, ink = VILLAS.get(building.colour, look.LAND), ON_VILLA.get(building.colour, look.INK)
    (band, rest), width = room.column(18, None, gap=0), room.width
    outline = f"M1 18V5Q1 1 5 1H{width - 5}Q{width - 1} 1 {width - 1} 5V18Z"
    shapes: list[Shape] = [Path(outline, fill=fill), line(1, band.bottom, width - 1, band.bottom, look.LINE)]
    shapes += _yield_of(building, band, ink, Words(language))
    if owner:
        return (*shapes, pieces.lettered("house", owner, *rest.middle))
    shapes.append(layout.strong(str(building.slaves), band.inset(17, 2), side="end", fill=ink))
    shapes.append(Group(pieces.sign("slave", ink), width - 17, 2, scale=0.6))
    return (*shapes, *_price(building.coin_cost, rest))


def _yield_of(building: tables.Building, band: Room, ink: str, words: Words) -> Iterator[Shape]:
    """Yield a building's yield on its band: a villa's colour and points, points of a workshop, coins of a bank."""
    coins = [kind for kind, count in building.income.items() for _ in range(count)]
    for place, kind in enumerate(coins):
        yield pieces.coin_at(kind, 13 + COIN * place, band.middle[1] + 0.5, 8.6)
    told = words.say("points_short", points=building.points)
    if building.colour:
        told = f"{words.name('letter', building.colour)} {building.points}"
    if not coins:
        yield layout.strong(told, band.inset(6, 2), fill=ink, weight=layout.BOLD)


def _price(coins: tables.Purse, room: Room) -> Iterator[Shape]:
    """Yield coins side by side, coins of one kind stacked, all within the card."""
    counts = [(kind, count) for kind, count in coins.items() if count]
    size, overlap = 17.0, 6.0
    widths = [size + overlap * (count - 1) for _, count in counts]
    gap = min(3.0, (room.width - 4 - sum(widths)) / max(1, len(widths) - 1))
    left = room.middle[0] - (sum(widths) + gap * (len(widths) - 1)) / 2 + size / 2
    for (kind, count), width in zip(counts, widths):
        for place in reversed(range(count)):
            yield pieces.coin_at(kind, left + overlap * place, room.middle[1], size / 2, place > 0)
        left += width + gap


@cache
def _house_label(building: tables.Building, language: str) -> str:
    words = Words(language)
    price, income = (
        ", ".join(f"{count} {words.name('coin', kind)}" for kind, count in purse.items() if count)
        for purse in (building.coin_cost, building.income)
    )
    name = words.name("building", building.kind)
    if building.kind == "villa":
        name = f"{words.name('colour', building.colour)} {name}"
    gives = income or words.say("points", points=building.points)
    told = words.say("building_label", name=name, gives=gives, price=price, slaves=building.slaves)
    return f"{told} · {words.say('judged')}" if tables.is_judged(building.name) else told


# The city -------------------------------------------------------------------------------------------------------------


def _coin(kind: str) -> Sized:
    return middle(drawing(COIN, lambda room: [pieces.coin_at(kind, *room.middle)], COIN))


def _card(face: tuple[Shape, ...], label: str = "") -> Sized:
    return drawing(CARD_HIGH, lambda room: [Group(face, room.x, room.y, box=FACE, label=label)], CARD)


class _City(NamedTuple):
    """One layout of one city, ``own`` px wide."""

    table: CityTable
    city: Table
    people: Sequence[Person]
    legal: Mapping[Hashable, str]
    own: float

    def districts(self) -> Sized:
        """All districts in rows, and the street between them."""
        rows = (across(*(self._district(*one) for one in row.items())) for row in ROWS[int(self.own)])
        *upper, last = (inset(row, layout.PAD, 0) for row in rows)
        page = col(*upper, self._street(), last)
        return layout.framed(inset(page, 0, layout.PAD), 0, 10, fill=look.LAND, stroke=look.BAR_MARKED)

    def _district(self, name: str, wide: float | None) -> Sized:
        inside = getattr(self, f"_{name}")()._replace(grows=True)
        body = col(drawing(look.HEADING + 6, partial(self._head, name)), inside, gap=4)._replace(grows=True)
        frame = layout.framed(body, 12, 8, fill=look.SEA if name == "portus" else look.PAPER, **SHUT)
        if name == self.city.current_district:
            frame = layout.framed(frame, 0, 8, stroke=look.GOOD, stroke_width=3.4)
        return frame._replace(wide=wide)

    def _head(self, district: str, room: Room) -> Iterator[Shape]:
        """A district's number and name, whether it is acted in or over, and what of it is judged, where it fits."""
        now, say, number = self.city.current_district, self.table.say, tables.DISTRICTS.index(district)
        sign, rest = room.row(10, None)
        name = self.table.name("district", district)
        yield Text(sign.x, sign.y + layout.PAD, ROMAN[number], look.TEXT, look.MUTED)
        yield Text(rest.x, rest.line(0, look.HEADING), name, look.HEADING, family="serif", max_width=rest.width)
        told = say("now") if district == now else say("done") if now and number < tables.DISTRICTS.index(now) else ""
        judged = {"forum": "judged_prices", "stadium": "judged_values"}.get(district, "")
        colour, space = look.GOOD if district == now else look.MUTED, rest.width - text_width(name, look.HEADING) - 4
        right = rest._replace(y=rest.y + 2)
        if told and text_width(told, look.TEXT, STRONG) < space:
            yield layout.strong(told, right, side="end", fill=colour)
            space -= text_width(told, look.TEXT, STRONG) + LEADING
            right = right._replace(width=rest.width - text_width(told, look.TEXT, STRONG) - LEADING)
        if judged and text_width(say(judged), look.TEXT) * 0.8 < space:
            yield Text(right.right, right.line(), say(judged), look.TEXT, look.MUTED, anchor="end", max_width=space)

    def _field(self, name: str, inside: Callable[[Room], Iterable[Shape]] | None = None, size: float = FIELD) -> Sized:
        """An action field: its sign when empty, the henchman on it, a green rim when one may be placed."""
        action, seat = act_message(Place(name)), self.city.seat_on_field(name)
        told = self.legal.get(action)
        look_ = {"fill": look.WHITE, "label": told, "action": action, **OPEN} if told else {"fill": look.PAPER, **SHUT}

        def draw(room: Room) -> Iterator[Shape]:
            room = room._replace(width=size)
            yield room.rect(8, **look_)
            if seat != NOBODY:
                yield pieces.henchman(self.people[seat].pawn, room.middle[0], room.middle[1] + 2, 0.95)
            elif inside:
                yield from inside(room)

        return middle(drawing(size, draw, size))

    def _pays(self, name: str, kind: str, size: float = FIELD) -> Sized:
        return self._field(name, lambda room: [pieces.coin_at(kind, *room.middle)], size)

    def _adds(self, name: str, text: str) -> Sized:
        return self._field(name, lambda room: [layout.centred(text, room, look.NAME, weight=STRONG)])

    def _throws(self, name: str) -> Sized:
        def two(room: Room) -> Iterator[Shape]:
            for cell in room.centred(2 * DIE + 3, DIE).columns(2, 3):
                yield pieces.die_at("", cell.x, cell.y, size=DIE, opacity=0.55)

        return self._field(name, two)

    def _mercatus(self) -> Sized:
        say, name, setup = self.table.say, self.table.name, tables.SETUP
        blue = say("blue_free", count=setup["blue_dice"])
        if self.city.potentia != NOBODY:
            blue = say("blue_held", count=self.city.blue, player=self.people[self.city.potentia].pawn.letter)
        face = pieces.die_at("", 0, 0, True, 32)
        die = drawing(FIELD, lambda room: [Group((face,), room.middle[0] - 16, room.y + 4)])
        servi = [(f"servi {number}", tables.FIELDS[f"servi {number}"]) for number in (1, 2, 3)]
        sold = [col(self._pays(one, field.coin), text_box(f"≤{field.cards}" if field.cards > 1 else "1", side="middle"),
                    gap=1, wide=FIELD) for one, field in servi]  # fmt: skip
        points = self._adds("pecunia", f"+{setup['exchange_points']}")
        columns = (
            (name("field", "dolus"), self._throws("dolus"), 48), (name("field", "pecunia"), points, 50),
            (say("servi"), across(*sold, gap=7), 134), (name("field", "potentia"), self._field("potentia"), 50),
            ("", col(die, text_box(blue, side="middle"), gap=1), 58),
        )  # fmt: skip
        top = across(*(col(text_box(text or " "), box, gap=2, wide=wide) for text, box, wide in columns))
        cards = [_card(pieces.card_back()), *(self._for_sale(place) for place in range(3))]
        under = across(layout.blank(CARD), text_box(say("and_top")), gap=COIN)
        return col(top, text_box(say("equi")), across(*cards, gap=COIN), under, gap=2)

    def _for_sale(self, place: int) -> Sized:
        """A card of the row, with the field that takes it."""
        card = self.city.row[place]
        face = _card(pieces.card_face(card), self._card_label(card)) if card else _card(pieces.empty_card())
        return across(face, self._pays(f"equi {place + 1}", "bronze"), gap=6, wide=CARD + FIELD + 6)

    def _card_label(self, card: str) -> str:
        kind, strength = card.rsplit(" ", 1)
        return self.table.say("card_label", kind=self.table.name("card", kind), strength=strength)

    def _arena(self) -> Sized:
        names = [f"arena {number}" for number in (1, 2, 3)]
        look_: dict[str, Any] = {"fill": look.INK, "weight": STRONG}
        added = (text_box(f"+{tables.FIELDS[one].strength}", look.NAME, "middle", **look_) for one in names)
        fields = layout.spaced(*(col(self._field(one), told, gap=2, wide=FIELD) for one, told in zip(names, added)))
        return col(fields, text_box(self.table.say("prizes_arena")), spring(), self._track("arena"))

    def _stadium(self) -> Sized:
        rows = []
        for metal in ("gold", "silver"):
            fields = []
            for name in (f"{metal} {number}" for number in (1, 2, 3)):
                added = f"+{tables.FIELDS[name].strength}"
                covered = self.city.seat_on_field(name) != NOBODY  # the sign
                told = text_box(added if covered else " ", side="middle")
                fields.append(col(self._adds(name, added), told, gap=0, wide=FIELD))
            rows.append(across(col(drawing(layout.GAP, lambda room: ()), _coin(metal), gap=0, wide=COIN), *fields))
        top = self.city.face_up
        shown = drawing(CARD_HIGH, lambda room: [_laurel(self.table, top, room.x, room.y)]) if top else None
        laurels = col(shown or _card(pieces.empty_card()), _card(pieces.laurel_back()), gap=6, wide=CARD)
        return col(across(col(*rows, gap=4), laurels), spring(), self._track("stadium"))

    def _track(self, contest: str) -> Sized:
        """The strength track of a contest, and the fighters' shields on it, one above the other where equal."""
        fighters = self.city.fighters if self.city.contest == contest else ()
        places = [min(fighter.strength, TRACK) for fighter in fighters]

        def draw(room: Room) -> Iterator[Shape]:
            row = Room(room.x - 4, room.bottom - 15, room.width + 8, 15)
            cells = row.columns(TRACK, 2)
            size = look.TINY if cells[0].width > 15.5 else look.TINY - 1
            for number, cell in enumerate(cells, 1):
                yield cell.rect(3, fill=look.LAND, stroke=look.LINE)
                yield layout.centred(str(number), cell, size, fill=look.MUTED)
            for turn, (fighter, place) in enumerate(zip(fighters, places)):
                x = cells[max(place, 1) - 1].middle[0] - (row.width / TRACK if place < 1 else 0)
                above, equal = places[:turn].count(place), places.count(place)
                climb = min(17, 34 / max(1, equal - 1))  # five equal ones overlap rather than climb
                top = row.y - layout.PAD - above * climb
                yield pieces.lettered("shield", self.people[fighter.seat].pawn, x, top)
                if fighter.strength > TRACK:
                    yield Text(x + 9, top, str(fighter.strength), look.TINY, look.INK, weight=layout.BOLD)

        return drawing(30, draw)

    def _theatrum(self) -> Sized:
        table, sale = self.table, self.city.auction
        told = col(*(text_box(table.say(key)) for key in ("auction_of", "one_laurel")), gap=0)
        head = across(self._field("theatrum"), middle(told), gap=8)
        if not sale:
            return col(head, across(spring(), _card(pieces.laurel_back()), spring()), spring(), self._stage())
        coins = [kind for kind, count in sale.bid.items() for _ in range(count)]
        bidder = "" if sale.bidder == NOBODY else self.city.names[sale.bidder]
        lines = (table.say("highest"), bidder) if bidder else (table.say("no_bid"),)
        laurel = drawing(CARD_HIGH, lambda room: [_laurel(table, sale.laurel, room.x, room.y)], CARD)

        def bid(room: Room) -> Iterator[Shape]:
            for kind, cell in zip(coins, room.spread(len(coins), COIN, most=18)):
                yield pieces.coin_at(kind, *cell.middle)

        sold = across(laurel, col(*(text_box(text, fill=look.INK) for text in lines), gap=0), gap=8)
        return col(head, sold, drawing(COIN, bid), spring(), self._stage())

    def _stage(self) -> Sized | None:
        def draw(room: Room) -> Iterator[Shape]:
            x, y = room.middle[0], room.bottom - 10
            for radius in (46, 33, 20):
                arc = f"M{x - radius} {y}A{radius} {radius} 0 0 1 {x + radius} {y}"
                yield Path(arc, stroke=look.DROP, stroke_width=8)
            yield line(x - 54, y + 4, x + 54, y + 4, look.LINE, 1.5)

        return drawing(64, draw) if self.own == WIDTH else None

    def _forum(self) -> Sized:
        slim, fields = self.own == SLIM, []
        for number in range(1, 6):
            builds = tables.FIELDS[f"forum {number}"]
            key = "builds_two" if builds.builds > 1 else "builds_scores" if builds.scores else "builds"
            told = text_box(self.table.say(key))
            strong_ = text_box(str(number), fill=look.INK, weight=STRONG)
            beside = across(self._field(f"forum {number}"), strong_ if slim else col(strong_, told, gap=2), gap=6)
            fields.append(col(beside, told if slim else None, gap=2))
        buildings = tables.BUILDINGS.values()
        villas = [[b for b in buildings if b.colour == c and b.kind == "villa"] for c in tables.COLOURS]
        others, lines = [b for b in buildings if b.kind != "villa"], max(1, *map(len, villas))
        sorts = [others[at : at + lines] for at in range(0, len(others), lines)]  # workshops and banks first
        houses = (
            across(*(col(*map(self._building, kinds), gap=4) for kinds in half), gap=4)
            for half in ((sorts, villas) if slim else ([*sorts, *villas],))
        )
        return col(across(*fields, gap=0), *houses)

    def _building(self, building: tables.Building) -> Sized:
        name, table = building.name, self.table
        owner = self.city.owners[list(tables.BUILDINGS).index(name)]
        can, cannot = self.legal.get(("building", name)), self.legal.get(("short", name))
        dash = (3.0, 2.0) if tables.is_judged(name) and not can else ()
        fill = look.BAR_MARKED if name == table.paying else look.WHITE
        action = ("building" if can else "short", name) if can or cannot else None
        pawn = None if owner == NOBODY else self.people[owner].pawn

        def draw(room: Room) -> Iterator[Shape]:
            cell = Room(0, 0, room.width, room.height)
            frame = cell.rect(4, fill=fill, dash=dash, **(OPEN if can else SHUT))
            shapes, label = _house(building, pawn, cell, table.language), _house_label(building, table.language)
            box, label = cell.inset(-2), can or cannot or label
            yield Group((frame, *shapes), room.x, room.y, box=box, label=label, action=action)

        return drawing(HOUSE, draw)

    def _portus(self) -> Sized:
        table, places = self.table, list[Sized]()
        for kind, there in zip(tables.COINS, self.city.harbour):
            lying = _coin(kind) if there else drawing(COIN, lambda room: ())
            lying = across(spring(), lying, spring())
            places.append(col(self._pays(f"portus {kind}", kind, 36), lying, gap=1, wide=36))
        told = col(text_box(table.name("field", "latro")), text_box(table.say("latro_takes")), gap=0)
        head = across(self._throws("latro"), middle(told), gap=6)
        pays = col(text_box(table.say("harbour_pays")), layout.spaced(*places), gap=4)
        return col(head, pays, text_box(table.say("judged_places")), spring(), drawing(COIN, _waves))

    def _street(self) -> Sized:
        say, slim = self.table.say, self.own == SLIM
        track = across(*map(self._tie_place, range(1, 6)), gap=0, wide=5 * 60)
        names, now = (say("tie_breaker"), say("judged_track")), say("round", round=self.city.round, of=6)
        told = text_box(now, look.NAME, "end", fill=look.INK, family="serif")
        if slim:
            head = across(middle(text_box(" · ".join(names))), told._replace(wide=110))
            row = col(inset(head, layout.PAD, 0), across(spring(), track, spring()), gap=4)
        else:
            lines = middle(col(*(text_box(text, side="end") for text in names), gap=0))
            first, told = spring(), middle(told)
            if self.own == WIDTH:
                first = middle(text_box("via principalis", look.NAME, family="serif", italic=True))
            else:
                told = told._replace(wide=124)
            row = inset(across(first, lines._replace(wide=120), track, told), 2 * layout.PAD, 0)

        def paved(room: Room) -> Iterator[Shape]:
            yield room.inset(1, 0).rect(fill=look.LAND_BAND)
            for y in (room.y + 4, room.bottom - 4):
                dashes = "".join(f"M{x} {y}h12" for x in range(16, int(room.width) - 24, 30))
                yield Path(dashes, stroke=look.PAPER, stroke_width=1.5)
            yield from inner.draw(room)

        inner = inset(row, 0, 8)
        return Sized(inner.high, paved)

    def _tie_place(self, place: int) -> Sized:
        """A place of the tie-breaker track, from 1, and the player on it."""
        action, seat = act_message(TieBreaker(place)), self.city.track[place - 1]
        told = self.legal.get(action)
        look_ = {"fill": look.WHITE, "label": told, "action": action, **OPEN} if told else {"fill": look.PAPER, **SHUT}

        def draw(room: Room) -> Iterator[Shape]:
            x, y = room.middle
            yield Circle(x, y, FIELD / 2, **look_)
            yield Text(x + 26, room.y + look.TEXT, str(place), look.TINY, look.MUTED, anchor="middle")
            if seat != NOBODY:
                yield pieces.henchman(self.people[seat].pawn, x, y + 1, 0.92)

        return drawing(FIELD, draw)

    # the hand

    def hand(self) -> Sized:
        """The hand with what it holds, face down where it is hidden, and what the letters mean."""
        table, view = self.table, self.table.view
        hidden, slim = not table.open_hand, self.own == SLIM
        note = table.say("hand_hidden" if hidden else "hand_open", cards=len(view.hand), laurels=len(view.laurels))
        name = text_box(table.say("hand_of", name=table.eyes), look.HEADING, fill=look.INK, family="serif")
        told = col(name, text_box(note), gap=0, wide=None if slim else 190)
        held: list[tuple[str, Any]] = [(card, Play) for card in view.hand]
        held += [(laurel, None) for laurel in view.laurels] + [(laurel, Take) for laurel in view.offered]
        draw = _backs if hidden else partial(self._held, held)
        cards = inset(drawing(CARD_HIGH if hidden or held else 0, draw), 4, 6)
        if slim:
            return inset(col(told, cards, gap=4), 2, 0)
        return inset(across(told, cards, _legend(table)._replace(wide=276)), 2, 0)

    def _held(self, held: Sequence[tuple[str, Any]], room: Room) -> Iterator[Shape]:
        """The cards and laurels of the hand, rimmed where they may be chosen."""
        for (name, do), cell in zip(held, room.spread(len(held), CARD, most=52)):
            action = act_message(do(name)) if do else None
            told = self.legal.get(action) if action else None
            if told or do is Take:
                yield cell._replace(width=CARD).inset(-3.5).rect(7, **OPEN)
            means = action if told else None
            if do is Play:
                label = told or self._card_label(name)
                yield Group(pieces.card_face(name), cell.x, cell.y, box=FACE, label=label, action=means)
            else:
                yield _laurel(self.table, name, cell.x, cell.y, action=means, label=told or "")


def _backs(room: Room) -> Iterator[Shape]:
    for cell in room.spread(3, CARD, most=24):
        yield Group(pieces.card_back(), cell.x, cell.y, box=FACE)


def _waves(room: Room) -> Iterator[Shape]:
    for y in (room.y + 4, room.y + 14):
        yield Path(f"M{room.x} {y}" + "q5 -5 10 0t10 0" * int(room.width / 20), stroke=WAVE, stroke_width=1.3)


def _legend(words: Words) -> Sized:
    def villa(colour: str, room: Room) -> Iterator[Shape]:
        yield room.rect(4, fill=VILLAS[colour], stroke=look.LINE)
        yield layout.centred(words.name("letter", colour), room, fill=ON_VILLA[colour], weight=layout.BOLD)

    def named(sign: Sized, what: str, key: str, gap: float) -> Sized:
        return across(sign, middle(text_box(words.name(what, key))), gap=gap)

    coins = (named(_coin(kind), "coin", kind, 6) for kind in tables.COINS)
    signs = (named(middle(drawing(18, partial(villa, one), COIN)), "colour", one, 4) for one in tables.COLOURS)
    return inset(col(across(*coins), across(*signs)), 0, 8)
