"""The picture of a screen: the board or the fights of a duel, hands, mixes with their urns, and the matrix.

``scene`` draws a ``Screen``, a value with everything that is to be seen; it computes nothing of the game."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from gamekit.caesar import tables
from gamekit.caesar.tables import CARDS, COLOURS, FLAG, LETTERS, SIDE, SQUARES, Card
from gamekit.text.translation import language_or_default, percent, word
from gamekit.widgets.layout import (
    BOLD,
    LEADING,
    PAD,
    STRONG,
    Room,
    broken,
    centred,
    flow,
    heading,
    label,
    strong,
    title,
)
from gamekit.widgets.look import (
    CAESAR,
    GOLD,
    GOOD,
    HAIRLINE,
    HEADING,
    INK,
    LAND,
    LINE,
    MUTED,
    NAME,
    NEUTRAL,
    OCHRE,
    PAPER,
    PLUM,
    POMPEY,
    TEXT,
    TINY,
)
from gamekit.widgets.scene import Circle, Group, Path, Rect, Scene, Shape, Text, line, text_width, through

GLOSS, SHADE, SHADOW = "#ffffff55", "#2A262224", "#2A262222"
_FLAG = "M-7 -11C-2 -14 3 -8 10 -11V1C3 4 -2 -2 -7 1Z"
_POLE = "M-8 12V-12"
_URN = "M-26 -59H26L20 -47C52 -31 50 33 18 51H-18C-50 33 -52 -31 -20 -47Z"
_FOOT = "M-24 56H24"
SEEN = 15  # balls that an urn shows; more are said by number
URN = 118  # px of an urn's height


@dataclass(frozen=True, slots=True)
class Look:
    """How a player's pieces look: the colour of the face, of the side, and the letter."""

    name: str
    letter: str
    face: str
    side: str


_FACES = {
    "red": (CAESAR, "#782E12"),
    "blue": (POMPEY, "#154163"),
    "yellow": (OCHRE, "#594300"),
    "purple": (PLUM, "#66294B"),
    "black": ("#45403A", "#1F1C19"),
}
_GREY = (NEUTRAL, "#4F4A42")


@cache
def looks(language: str) -> tuple[Look, ...]:
    """The look of every player, in the order of play.

    >>> [look.letter for look in looks("en")][:2], looks("ja")[0].name
    (['R', 'B'], '赤')
    """
    made = []
    for colour in COLOURS:
        name = word(f"caesar.colour.{colour.colour}", language)
        made.append(Look(name, colour.letter if language == "en" else name, *_FACES[colour.colour]))
    return tuple(made)


def _disc(x: float, y: float, rx: float, ry: float) -> str:
    return f"M{x - rx:g} {y:g}A{rx:g} {ry:g} 0 1 0 {x + rx:g} {y:g}A{rx:g} {ry:g} 0 1 0 {x - rx:g} {y:g}Z"


@cache
def tower(group: str, x: float, y: float, room: float, language: str, most: float = 1.0) -> tuple[Shape, ...]:
    """A group as a tower on its base (x, y), at most ``room`` px high: neutral and captured counters below, the
    owner's letter on the top counter, the height in a ring. ``most``: the scale of its counters at most."""
    scale = min(most, room / 58)
    rx, ry = 27 * scale, 10 * scale
    thick = min(11 * scale, (room - 2 * ry - 2) / len(group))
    shapes: list[Shape] = [Path(_disc(x + 2, y + 5 * scale, rx + 2, ry + 2), fill=SHADOW)]
    top = y
    for counter in group:
        face, side = _colours(counter)
        low, top = top, top - thick
        d = f"M{x - rx:g} {top:g}V{low:g}A{rx:g} {ry:g} 0 0 0 {x + rx:g} {low:g}V{top:g}Z"
        shapes.append(Path(d, fill=side))
        shapes.append(Path(_disc(x, top, rx, ry), fill=face, stroke=GLOSS))
    owner = group[-1]
    if owner != tables.NEUTRAL:
        shown = looks(language)[LETTERS.index(owner)]
        size = max(TINY, NAME * scale)
        shapes.append(Text(x, top + 1 + 4 * scale, shown.letter, size, "#FFFFFF", weight=600, anchor="middle"))
    ring_x, ring_y, ring = x + 28 * scale + 6, top - 6 * scale, 10.5 * max(scale, 0.85)
    shapes.append(Circle(ring_x, ring_y, ring, fill=PAPER, stroke=_colours(owner)[0], stroke_width=1.6))
    shapes.append(Text(ring_x, ring_y + 4.2, str(len(group)), TEXT, INK, weight=600, anchor="middle"))
    return tuple(shapes)


def _colours(counter: str) -> tuple[str, str]:
    return _GREY if counter == tables.NEUTRAL else _FACES[COLOURS[LETTERS.index(counter)].colour]


def badge(shown: Look, x: float, y: float, radius: float = 11) -> tuple[Shape, ...]:
    return (
        Circle(x, y, radius, fill=shown.face),
        Text(x, y + 0.42 * radius, shown.letter, min(NAME, radius * 1.27), "#FFFFFF", weight=600, anchor="middle"),
    )


def flag(x: float, y: float, colour: str, scale: float = 1) -> Group:
    """A flag on its pole round (x, y)."""
    return Group((Path(_POLE, stroke=colour, stroke_width=2.2), Path(_FLAG, fill=colour)), x, y, scale=scale)


def symbol(card: Card, x: float, y: float, size: float, colour: str, weight: int = 600) -> Shape:
    """A card's number or flag, with its middle at (x, y)."""
    if card == FLAG:
        return flag(x, y, colour, size / 22.5)
    return Text(x, y + 0.36 * size, str(card), size, colour, weight=weight, anchor="middle")


def held_card(card: Card, x: float, y: float, width: float, height: float, colour: str) -> tuple[Shape, ...]:
    return (
        Rect(x, y + 2, width, height, 5, fill=SHADE),
        Rect(x, y, width, height, 5, fill="#FFFFFF", stroke=colour, stroke_width=2.2),
        symbol(card, x + width / 2, y + height / 2, min(26, width * 0.56), colour),
    )


def gone_card(card: Card, x: float, y: float, width: float, height: float) -> tuple[Shape, ...]:
    """A card that has been used: a dashed outline, struck."""
    middle, half = x + width / 2, min(12, width * 0.27)
    return (
        Rect(x + 1, y + 1, width - 2, height - 2, 5, stroke=LINE, stroke_width=1.2, dash=(3, 4), opacity=0.8),
        symbol(card, middle, y + height / 2, NAME, LINE, 400),
        line(middle - half, y + height / 2, middle + half, y + height / 2, LINE, 1.2),
    )


@cache
def _ball_places(count: int) -> tuple[float, tuple[tuple[float, float], ...]]:
    """A radius and places for so many balls piled up in an urn of 102 x 120 round (0, 0)."""
    radius, wide = (13.5, 2) if count <= 4 else (10.5, 3) if count <= 9 else (8.2, 4)
    places: list[tuple[float, float]] = []
    row, y, across = 0, 51 - radius - 3, wide
    while len(places) < count:
        across = wide if row % 2 == 0 else wide - 1
        across = min(across, count - len(places))
        places += [((k - (across - 1) / 2) * (2 * radius + 2), y) for k in range(across)]
        row, y = row + 1, y - 1.85 * radius
    return radius, tuple(places)


def urn(balls: Mapping[Card, int], x: float, y: float, colour: str, scale: float = 1) -> Group:
    """An urn to draw a card from, a ball for every share; the flag's are white."""
    total, least = sum(balls.values()), TINY / scale
    shapes: list[Shape] = [
        Path(_URN, fill=PAPER, stroke=LINE, stroke_width=2.4),
        Path(_FOOT, stroke=LINE, stroke_width=4),
    ]
    if total <= SEEN:
        radius, places = _ball_places(total)
        cards = [card for card, count in sorted(balls.items(), key=lambda item: -item[1]) for _ in range(count)]
        for card, (a, b) in zip(cards, places):
            white = card == FLAG
            shapes.append(Circle(a, b, radius, fill="#FFFFFF" if white else colour, stroke=colour, stroke_width=1.6))
            shapes.append(symbol(card, a, b, max(radius * 1.05, least), colour if white else "#FFFFFF"))
    else:
        for row, (card, count) in enumerate(sorted(balls.items(), key=lambda item: -item[1])[:4]):
            place = -26 + 18 * row
            shapes.append(Text(-4, place + 5, str(count), NAME, INK, weight=600, anchor="end"))
            white = card == FLAG
            shapes.append(Circle(13, place, 8.5, fill="#FFFFFF" if white else colour, stroke=colour, stroke_width=1.6))
            shapes.append(symbol(card, 13, place, max(11, least), colour if white else "#FFFFFF"))
        if len(balls) > 4:
            shapes.append(Text(0, 48, "…", NAME, INK, anchor="middle"))
    return Group(tuple(shapes), x, y, scale=scale)


WIDTH, WIDE, NARROWEST = 956, 760, 320  # px; from WIDE on hands and mixes stand beside the board
BETWEEN, EDGE = 2 * PAD, 2
SQUARE_A, SQUARE_B, CELL_LINE = "#FAF6EE", "#F5EEDF", "#D9CDB4"
CHOSEN_TEXT = "#7A5A08"
MOST_ROWS = 6  # cards that a mix lists
ROOMY, CRAMPED = 78, 64  # px of a square: its mark has a word above the tower, below it, or none in smaller ones
HEAD, ROW, BOARD = 28, 26, 560  # px: above the cards of a hand; of a card in a mix; of a board by itself
RIM: dict[str, Any] = {"stroke": INK, "stroke_width": 2.4}
OPEN: dict[str, Any] = {"fill": GOOD + "14", "stroke": GOOD, "stroke_width": 2.4}
MARKS: dict[str, tuple[str, tuple[dict[str, Any], ...]]] = {  # the colour of the word, and the frames, outer first
    "chosen": (CHOSEN_TEXT, ({"fill": GOLD + "22", "stroke": GOLD, "stroke_width": 4},)),
    "alliance": (GOOD, (OPEN,)),
    "place": ("", (OPEN,)),
    "conflict": (INK, (RIM, RIM | {"stroke_width": 1.2})),
    "can": ("", ({"stroke": GOLD, "stroke_width": 1.6},)),
    "hidden": (MUTED, ()),
}
HINTS = ("place", "can")  # the marks of what may be done
RAYS: dict[str, tuple[str, tuple[float, ...]]] = {  # colour and dashes of a line between squares
    "alliance": (GOOD, (7.0, 5.0)),
    "conflict": (INK, ()),
    "next": (INK, (1.5, 6.0)),
    "sight": (LINE, (2.0, 4.0)),
}
ARROW = 7  # px from the point of an arrow to its wings


@dataclass(frozen=True, slots=True)
class Square:
    """A square: its group, how it is marked (one of ``MARKS`` or ""), what a click on it means and how a screen reader
    calls it."""

    group: str
    mark: str = ""
    action: Hashable = None
    label: str = ""


@dataclass(frozen=True, slots=True)
class Ray:
    """A line between two squares: sight, alliance, conflict or next, with a text in the middle."""

    kind: str
    here: str
    there: str
    text: str = ""


@dataclass(frozen=True, slots=True)
class BoardView:
    """The board: 25 squares, a1 to e1 first, lines, and a line of text at the foot's right."""

    squares: tuple[Square, ...]
    rays: tuple[Ray, ...] = ()
    score: str = ""
    hints: bool = True  # whether what is legal is marked


@dataclass(frozen=True, slots=True)
class FightView:
    """One fight of a duel: both groups, the text before it, and what clicks on the groups mean."""

    own: str
    other: str
    title: str
    now: bool = False
    actions: tuple[Hashable, Hashable] = (None, None)
    labels: tuple[str, str] = ("", "")


@dataclass(frozen=True, slots=True)
class FightsView:
    """The fights of a duel, first to last."""

    fights: tuple[FightView, ...]
    note: str = ""


@dataclass(frozen=True, slots=True)
class HandView:
    """A player's hand: the cards held, a quiet text, what a click on each card means, and the one that is marked."""

    look: Look
    title: str
    cards: tuple[Card, ...]
    note: str = ""
    actions: Mapping[Card, tuple[Hashable, str]] = field(default_factory=dict)
    marked: Card | None = None
    active: bool = False
    gone: bool = True  # whether the cards that are gone are shown, struck


@dataclass(frozen=True, slots=True)
class MixView:
    """A mix: (card, chance) rows, the balls of its urn, the card that was played, and a line below."""

    look: Look
    title: str
    rows: tuple[tuple[Card, float], ...]
    balls: Mapping[Card, int]
    played: Card | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class MatrixView:
    """A payoff matrix: own cards down, the other's across, texts and shares from -1 (blue) to 1 (red) for the tint."""

    title: str
    own: tuple[Card, ...]
    other: tuple[Card, ...]
    texts: tuple[tuple[str, ...], ...]
    tints: tuple[tuple[float, ...], ...]
    looks: tuple[Look, Look]
    captions: tuple[str, str]
    kept: frozenset[tuple[Card, Card]] = frozenset()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Screen:
    """Everything to be seen."""

    left: BoardView | FightsView
    hands: tuple[HandView, ...]
    mixes: tuple[MixView, ...] = ()
    matrix: MatrixView | None = None
    notes: tuple[str, ...] = ()
    title: str = ""
    sentence: str = ""


def printed(screen: Screen) -> Screen:
    """A screen as one prints it: only the cards held, no sign of what may be clicked, no line that says what to do."""
    left = screen.left
    if isinstance(left, BoardView):
        squares = tuple(replace(one, mark="" if one.mark in HINTS else one.mark) for one in left.squares)
        left = replace(left, squares=squares, rays=tuple(ray for ray in left.rays if ray.kind != "sight"), hints=False)
    else:
        left = replace(left, note="")
    hands = tuple(replace(hand, gone=False, actions={}) for hand in screen.hands)
    return replace(screen, left=left, hands=hands, notes=())


def scene(screen: Screen, width: float = WIDTH, language: str | None = None) -> Scene:
    """The picture: two columns where there is room, else one below the other."""
    width = max(NARROWEST, min(WIDTH, width))
    drawn, whole = _Painting(language_or_default(language)), Room(0, 0, width, 0)
    if width >= WIDE:
        left, side = whole._replace(width=width - EDGE).columns(2, BETWEEN)
        foot = drawn.left(screen.left, left)
        side = side._replace(y=EDGE)
    else:
        foot = drawn.left(screen.left, whole._replace(width=min(width, BOARD)))
        side = Room(EDGE, foot + LEADING, width - 2 * EDGE, 0)
    for hand in screen.hands:
        side = drawn.hand(hand, side)
    if screen.mixes:
        side = drawn.mixes(screen.mixes, drawn.ruled(side))
    if screen.matrix:
        side = drawn.matrix(screen.matrix, drawn.ruled(side))
    for note in screen.notes:
        side = drawn.lines(note, side, NAME, fill=INK)
    static, pieces, overlay = map(tuple, (drawn.static, drawn.pieces, drawn.overlay))
    return Scene(width, max(foot, side.y) + 2 * EDGE, static, pieces, overlay, screen.title, screen.sentence)


def _below(room: Room, down: float) -> Room:
    """What is left of a room, so far down."""
    return room._replace(y=room.y + down)


class _Painting:
    """Shapes by layer: what stays, the pieces, and what follows the pointer.

    Each part is drawn from the top of its room down, and answers with the room below it."""

    def __init__(self, language: str) -> None:
        self.language = language
        self.static: list[Shape] = []
        self.pieces: list[Shape] = []
        self.overlay: list[Shape] = []

    def say(self, key: str) -> str:
        return word(f"caesar.board.{key}", self.language)

    def left(self, view: BoardView | FightsView, room: Room) -> float:
        """The board or the fights; the y of the foot."""
        return self.board(view, room) if isinstance(view, BoardView) else self.fights(view, room)

    def ruled(self, room: Room) -> Room:
        self.static.append(line(room.x, room.y, room.right, room.y, HAIRLINE))
        return _below(room, PAD / 2)

    def lines(self, text: str, room: Room, size: float = TEXT, **look: Any) -> Room:
        for said in broken(text, room.width, size):
            self.static.append(label(said, room, size=size, **look))
            room = _below(room, LEADING if size == TEXT else LEADING + 4)
        return _below(room, PAD / 2)

    # The board --------------------------------------------------------------------------------------------------------

    def board(self, board: BoardView, room: Room) -> float:
        """The board in a frame; the y of its foot."""
        inner = room.inset(PAD)
        numbers, squares = inner.row(LEADING, None, gap=0)
        pitch = squares.width / SIDE
        squares = squares._replace(height=squares.width)
        cells = dict(zip(SQUARES, squares.grid(SIDE, SIDE, gap=0)))
        legend, foot = self._legend(board, _below(inner, squares.height + HEAD))
        frame = Room(room.x, room.y, room.width, foot - room.y)
        self.static += [frame.rect(10, fill=LAND, stroke=CELL_LINE), *legend]
        for place, (square, (name, cell)) in enumerate(zip(board.squares, cells.items())):
            self._square(square, cell, SQUARE_B if sum(divmod(place, SIDE)) % 2 else SQUARE_A, pitch)
            if place < SIDE:
                below, beside = Room(cell.x, squares.bottom, pitch, LEADING + 4), cells[SQUARES[place * SIDE]]
                self.static.append(centred(name[0], below, fill=MUTED))
                self.static.append(centred(str(place + 1), beside._replace(x=numbers.x - 2, width=LEADING), fill=MUTED))
        for ray in board.rays:
            self._ray(ray, cells[ray.here], cells[ray.there], pitch)
        return foot

    def _square(self, square: Square, cell: Room, fill: str, pitch: float) -> None:
        inner = cell.inset(1.5)
        self.static.append(inner.rect(5, fill=fill, stroke=CELL_LINE))
        if square.group:
            below = CRAMPED <= pitch < ROOMY  # the word of the mark stands below the tower
            base, high = (pitch - HEAD, 0.52) if below else (pitch * 0.81, 0.64)
            x, y, most = cell.x + pitch * 0.43, cell.y + base, min(1.0, pitch / 92)
            self.pieces += tower(square.group, x, y, pitch * high, self.language, most)
        colour, frames = MARKS.get(square.mark, ("", ()))
        for place, look in enumerate(frames):
            self.static.append(inner.inset(1.5 + 4 * place).rect(5 - 2 * place, **look))
        if colour and pitch >= CRAMPED:
            words = inner.inset(4 + 4 * len(frames), 6)
            words = words if pitch >= ROOMY else words._replace(y=words.bottom - TEXT)
            weight = STRONG if frames else 400
            self.static.append(label(self.say(square.mark), words._replace(y=words.y - 2), fill=colour, weight=weight))
        if square.action is not None:
            self.overlay.append(cell.rect(action=square.action, label=square.label))

    def _ray(self, ray: Ray, here: Room, there: Room, pitch: float) -> None:
        (x1, y1), (x2, y2) = here.middle, there.middle
        right, down = _sign(x2 - x1), _sign(y2 - y1)
        half = pitch / 2 + 1
        start, end = (x1 + right * half, y1 + down * half), (x2 - right * half, y2 - down * half)
        gap = abs(end[0] - start[0]) + abs(end[1] - start[1])
        colour, dash = RAYS[ray.kind]
        layer = self.overlay if ray.kind == "sight" else self.pieces
        if ray.kind in ("alliance", "conflict"):
            far = gap > 2 * ARROW  # else the arrow's head alone, over the rims of both squares
            tip = end if far else (end[0] + right * 4, end[1] + down * 4)
            back = tip[0] - right * ARROW, tip[1] - down * ARROW
            if far:
                layer.append(line(*start, *back, colour, 2.6, dash))
            wings = [(back[0] + side * down * 6, back[1] + side * right * 6) for side in (1, -1)]
            layer.append(Path(through((tip, *wings), True), fill=colour))
        elif gap > 2:
            layer.append(line(*start, *end, colour, 2, dash, "round"))
        x, y = (start[0] + end[0]) / 2, (start[1] + end[1]) / 2
        if ray.text and right:
            wide = max(gap, ROOMY)
            self.pieces.append(label(ray.text, Room(x - wide / 2, y - 22, wide, 0), side="middle", halo=SQUARE_B))
        elif ray.text:
            self.pieces.append(Text(x + 8, y, ray.text, TEXT, MUTED, halo=SQUARE_B))

    def _legend(self, board: BoardView, room: Room) -> tuple[list[Shape], float]:
        """What the signs mean, each beside its text, and the score in the last line; with the y of the foot."""
        shapes: list[Shape] = [line(room.x, room.y, room.right, room.y, CELL_LINE)]
        room = _below(room, PAD / 2)
        placing = any(square.mark == "place" for square in board.squares)
        legal = {"free": "place"} if placing else {"alliance_legal": "alliance", "conflict_legal": "conflict"}
        items = {self.say(key): mark for key, mark in {"neutral": "", **(legal if board.hints else {})}.items()}
        widths = [text_width(text, TEXT) + 22 for text in items]
        score = text_width(board.score, TEXT, STRONG)
        places = flow([*widths, score], room.width, LEADING)
        for (text, mark), width, (x, row) in zip(items.items(), widths, places):
            sign, words = Room(room.x + x, room.y + 20 * row, width, PAD).row(PAD, None, gap=7)
            if not mark:
                shapes.append(Circle(*sign.middle, 6, fill=NEUTRAL))
            for place, look in enumerate(MARKS[mark][1] if mark else ()):
                shapes.append(sign.inset(3.5 * place).rect(3, **look))
            shapes.append(label(text, words._replace(y=words.y - 1)))
        last = _below(room, 20 * places[-1][1] - 1)
        shapes.append(strong(board.score, last, side="end"))
        return shapes, last.y + LEADING + PAD / 2

    # A duel's fights --------------------------------------------------------------------------------------------------

    def fights(self, view: FightsView, room: Room) -> float:
        """The fights one below the other, the first on top; the y of the foot."""
        count = max(1, len(view.fights))
        inner = room.inset(PAD)._replace(height=96 * count)
        foot = inner.bottom + (HEAD if view.note else PAD / 2)
        self.static.append(room._replace(height=foot - room.y).rect(10, fill=LAND, stroke=CELL_LINE))
        for fight, cell in zip(view.fights, inner.rows(count, PAD / 2)):
            self._fight(fight, cell)
        if view.note:
            self.static.append(label(view.note, _below(inner, inner.height + 4)))
        return foot

    def _fight(self, fight: FightView, room: Room) -> None:
        rim: dict[str, Any] = {"stroke": GOLD, "stroke_width": 3} if fight.now else {"stroke": CELL_LINE}
        self.static.append(room.rect(6, fill=SQUARE_A, **rim))
        head, groups = room.inset(10, 6).column(LEADING, None, gap=0)
        look: dict[str, Any] = {"fill": CHOSEN_TEXT, "weight": STRONG} if fight.now else {}
        self.static.append(label(fight.title, head, **look))
        sides = groups.centred(groups.width * 0.8, groups.height).columns(2, 0)
        for side, group, action, said in zip(sides, (fight.own, fight.other), fight.actions, fight.labels):
            x, _ = side.middle
            self.pieces += tower(group, x, groups.bottom - TEXT, groups.height - 4, self.language)
            if action is not None:
                self.overlay.append(side.centred(96, groups.height).rect(6, action=action, label=said))
        (x1, y), (x2, _) = (side.middle for side in sides)
        self.static.append(line(x1 + 52, y + 10, x2 - 44, y + 10, **RIM))

    # Hands ------------------------------------------------------------------------------------------------------------

    def hand(self, hand: HandView, room: Room) -> Room:
        """A hand: all ten cards, those that are gone struck."""
        sign, told = room.row(BETWEEN + 2, None, gap=0)
        self.static += badge(hand.look, sign.x + 11, room.y + TEXT)
        self.static.append(heading(hand.title, told, weight=BOLD if hand.active else 400))
        wide = max(80, told.width - text_width(hand.title, HEADING) - 10)
        self.static.append(label(hand.note, Room(told.right - wide, told.y + 5, wide, 0), side="end"))
        each = room.width / len(CARDS) - 6
        cells = _below(room, HEAD)._replace(height=min(54, each * 1.28)).spread(len(CARDS), each)
        for card, cell in zip(CARDS, cells):
            if card in hand.cards:
                self.pieces += held_card(card, *cell, hand.look.face)
            elif hand.gone:
                self.pieces += gone_card(card, *cell)
            if card == hand.marked:
                self.pieces.append(cell.inset(-3).rect(7, stroke=GOLD, stroke_width=3))
            if card in hand.actions:
                action, said = hand.actions[card]
                self.overlay.append(cell.inset(-2).rect(action=action, label=said))
        return room._replace(y=cells[0].bottom + PAD)

    # Mixes ------------------------------------------------------------------------------------------------------------

    def mixes(self, mixes: Sequence[MixView], room: Room) -> Room:
        """Mixes side by side, one below the other where it is narrow."""
        if room.width < 400:
            for mix in mixes:
                room = self._mix(mix, room)
            return room
        feet = [self._mix(mix, part).y for mix, part in zip(mixes, room.columns(2, 20))]
        return room._replace(y=max(feet))

    def _mix(self, mix: MixView, room: Room) -> Room:
        self.static.append(title(mix.title, room))
        room = _below(room, HEAD - 4)
        rows = mix.rows[:MOST_ROWS]
        few = sum(mix.balls.values()) <= SEEN
        aside = 86 if mix.balls and (room.width >= 210 or few) else 0
        lines = room._replace(width=room.width - aside, height=ROW * max(1, len(rows)))
        for (card, share), cell in zip(rows, lines.rows(len(rows), 0)):
            self._share(mix, card, share, cell)
        foot = lines.bottom + EDGE
        if aside:
            scale = aside / URN
            self.static.append(urn(mix.balls, room.right - aside / 2, room.y + aside / 2, mix.look.face, scale))
            foot = max(foot, room.y + aside)
        return self.lines(mix.note, room._replace(y=foot))

    def _share(self, mix: MixView, card: Card, share: float, cell: Room) -> None:
        """A card's line of a mix: its sign, a bar as long as its chance, the number."""
        sign, bar, number = cell.inset(0, 4).row(30, None, 60, gap=0)
        x, y = sign.x + 11, cell.middle[1]
        self.static.append(line(bar.x, cell.y + 2, bar.x, cell.bottom - 2, LINE))
        long = max(1.0, bar.width * share) if share else 0.0
        after = Room(bar.x + long + 6, bar.y, number.width, bar.height)
        if share:
            self.static += [symbol(card, x, y, HEADING, INK), bar._replace(width=long).rect(2, fill=mix.look.face)]
            look: dict[str, Any] = {"size": NAME, "fill": INK, "weight": STRONG if share >= 0.5 else 400}
        else:
            self.static.append(symbol(card, x, y, NAME, LINE))
            look = {}
        self.static.append(label(percent(share), after._replace(y=after.y + 1), **look))
        if card == mix.played:
            self.static.append(cell.inset(-2, 1).rect(4, stroke=GOLD, stroke_width=2.4))

    # The matrix -------------------------------------------------------------------------------------------------------

    def matrix(self, matrix: MatrixView, room: Room) -> Room:
        """The matrix, its notes beside it where there is room."""
        self.static.append(title(matrix.title, room))
        rows, columns = len(matrix.own), len(matrix.other)
        caption = max(text_width(text, TEXT) for text in matrix.captions) + BETWEEN
        wide = min(50.0, (room.width - caption) / columns)
        high = ROW + 4.0 if rows <= 4 else ROW - 4.0
        cells = Room(room.x + caption, room.y + 46, wide * columns, high * rows)
        names = room._replace(width=caption - BETWEEN + 4)
        self.static.append(label(matrix.captions[1], _below(names, ROW), side="end"))
        for card, (x, _) in zip(matrix.other, (column.middle for column in cells.columns(columns, 0))):
            self.static.append(symbol(card, x, cells.y - PAD, NAME, matrix.looks[1].face))
        for card, (_, y) in zip(matrix.own, (row.middle for row in cells.rows(rows, 0))):
            self.static.append(symbol(card, cells.x - PAD, y, NAME, matrix.looks[0].face))
        size = NAME if wide >= 36 else TEXT if wide >= 30 else TINY
        pairs = [(card, other) for card in matrix.own for other in matrix.other]
        filled = zip(pairs, cells.grid(columns, rows, 0), sum(matrix.texts, ()), sum(matrix.tints, ()))
        for pair, cell, text, tint in filled:
            self.static.append(cell.inset(1).rect(4, fill=shade(tint)))
            self.static.append(
                centred(text, cell.inset(2), size, fill=INK, weight=BOLD if pair in matrix.kept else 400)
            )
        self.static.append(label(matrix.captions[0], names._replace(y=cells.bottom + 2), side="end"))
        below = room._replace(y=cells.bottom + LEADING + EDGE)
        left = cells.right + LEADING
        notes = Room(left, cells.y, room.right - left, 0) if room.right - left >= 150 else below
        for said in matrix.notes:
            notes = self.lines(said, notes, fill=INK)
        return room._replace(y=max(below.y, notes.y) + PAD / 2)


def shade(tint: float) -> str:
    """A colour between blue (-1), land (0) and red (1)."""
    red, blue, middle = (0xDB, 0xA5, 0x8D), (0x9F, 0xBE, 0xD6), (0xEF, 0xE6, 0xD2)
    end = red if tint > 0 else blue
    share = min(1.0, abs(tint)) ** 0.6
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in zip(middle, end))


def _sign(number: float) -> int:
    return (number > 0) - (number < 0)
