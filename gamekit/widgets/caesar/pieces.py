"""Caesar's pieces as boxes: towers, cards, urns, and from them hands, mixes, fights and payoff matrices."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Any

from gamekit.caesar import tables
from gamekit.caesar.tables import CARDS, COLOURS, FLAG, LETTERS, Card
from gamekit.text.translation import percent, word
from gamekit.widgets import look
from gamekit.widgets.layout import (
    BOLD,
    STRONG,
    Room,
    Sized,
    across,
    centred,
    col,
    drawing,
    framed,
    heading,
    label,
    text_box,
    wrap,
)  # fmt: skip
from gamekit.widgets.look import GOLD, HEADING, INK, LAND, LINE, MUTED, NAME, NEUTRAL, PAPER, TEXT, TINY
from gamekit.widgets.scene import Circle, Group, Path, Rect, Shape, Text, line, text_width

GLOSS, SHADE, SHADOW = "#ffffff55", "#2A262224", "#2A262222"
_FLAG = "M-7 -11C-2 -14 3 -8 10 -11V1C3 4 -2 -2 -7 1Z"
_POLE = "M-8 12V-12"
_URN = "M-26 -59H26L20 -47C52 -31 50 33 18 51H-18C-50 33 -52 -31 -20 -47Z"
_FOOT = "M-24 56H24"
SEEN = 15  # balls that an urn shows; more are said by number
URN = 118  # px of an urn's height


@dataclass(frozen=True, slots=True)
class Look:
    """The look of a player's pieces: the colour of the face, of the side, and the letter."""

    name: str
    letter: str
    face: str
    side: str


_FACES = {
    "red": (look.CAESAR, "#782E12"),
    "blue": (look.POMPEY, "#154163"),
    "yellow": (look.OCHRE, "#594300"),
    "purple": (look.PLUM, "#66294B"),
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
    """Return a radius and places for ``count`` balls piled up in an urn of 102 x 120 round (0, 0)."""
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


SQUARE, EDGE, CHOSEN_TEXT = "#FAF6EE", "#D9CDB4", "#7A5A08"
MOST_ROWS = 6  # cards that a mix lists
HEAD, ROW, FIGHT = 28.0, 26.0, 84.0  # px: above the cards of a hand; of a card in a mix; of a fight


def hand(
    look: Look, title: str, cards: Sequence[Card], note: str = "", actions: Mapping[Card, tuple[Hashable, str]] = {},
    marked: Card | None = None, active: bool = False, gone: bool = True,
) -> Sized:  # fmt: skip
    """A hand: all ten cards, those that are gone struck unless they are left out; ``actions`` are what clicks mean."""

    def size(width: float) -> tuple[float, float]:
        each = width / len(CARDS) - 6
        return each, min(54.0, each * 1.28)

    def draw(room: Room) -> Iterator[Shape]:
        yield from badge(look, room.x + 11, room.y + TEXT)
        told = room._replace(x=room.x + HEAD + 2, width=room.width - HEAD - 2)
        yield heading(title, told, weight=BOLD if active else 400)
        wide = max(80, told.width - text_width(title, HEADING) - 10)
        yield label(note, Room(told.right - wide, told.y + 5, wide, 0), side="end")
        each, high = size(room.width)
        for card, cell in zip(CARDS, Room(room.x, room.y + HEAD, room.width, high).spread(len(CARDS), each)):
            if card in cards:
                yield from held_card(card, *cell, look.face)
            elif gone:
                yield from gone_card(card, *cell)
            if card == marked:
                yield cell.inset(-3).rect(7, stroke=GOLD, stroke_width=3)
            if card in actions:
                action, name = actions[card]
                yield cell.inset(-2).rect(action=action, label=name)

    return drawing(lambda width: HEAD + size(width)[1] + 4, draw)


def mix(
    look: Look, title: str, rows: Sequence[tuple[Card, float]], balls: Mapping[Card, int], played: Card | None = None,
    note: str = "",
) -> Sized:  # fmt: skip
    """A mix: (card, chance) lines with bars, the urn with its balls, the card that was played framed, a line below."""
    rows = rows[:MOST_ROWS]

    def draw(room: Room) -> Iterator[Shape]:
        for (card, share), cell in zip(rows, room._replace(height=ROW * len(rows)).rows(len(rows), 0)):
            sign, bar, number = cell.inset(0, 4).row(30, None, 60, gap=0)
            x, y, long = sign.x + 11, cell.middle[1], max(1.0, bar.width * share) if share else 0.0
            yield line(bar.x, cell.y + 2, bar.x, cell.bottom - 2, LINE)
            yield symbol(card, x, y, HEADING if share else NAME, INK if share else LINE)
            look_: dict[str, Any] = {}
            if share:
                yield bar._replace(width=long).rect(2, fill=look.face)
                look_ = {"size": NAME, "fill": INK, "weight": STRONG if share >= 0.5 else 400}
            yield label(percent(share), Room(bar.x + long + 6, bar.y + 1, number.width, 0), **look_)
            if card == played:
                yield cell.inset(-2, 1).rect(4, stroke=GOLD, stroke_width=2.4)

    shares = drawing(ROW * max(1, len(rows)), draw)
    beside = (
        across(shares, drawing(86, lambda room: [urn(balls, room.x + 43, room.y + 43, look.face, 86 / URN)], 86), gap=0)
        if balls
        else shares
    )
    head = text_box(title, NAME, fill=INK, family="serif", weight=BOLD)
    return col(head, beside, text_box(note) if note else None, gap=4)


def number(payoff: Any, fraction: bool = False) -> str:
    """A payoff for a cell: signed, rounded to one decimal unless fractions are asked for."""
    sign = "+" if payoff > 0 else "\u2212"
    if fraction and isinstance(payoff, Fraction) and 1 < payoff.denominator < 100:
        return f"{sign}{abs(payoff)}"
    text = f"{abs(round(float(payoff), 1)):.1f}".removesuffix(".0")
    return text if text == "0" else sign + text


def matrix(
    title: str, payoffs: Sequence[Sequence[Any]], cards: Sequence[Sequence[Card]], mixes: Sequence[Mapping[Card, Any]],
    looks: Sequence[Look], captions: Sequence[str], fraction: bool,
) -> Sized:  # fmt: skip
    """A payoff matrix: own cards down, the other's across, the high ones first and the flag last; losses are blue,
    gains red, what both mixes play is bold."""
    own, other = (tuple(sorted(hand, key=lambda card: 100 if card == FLAG else -int(card))) for hand in cards)
    payoff = {(card, answer): payoffs[i][j] for i, card in enumerate(cards[0]) for j, answer in enumerate(cards[1])}
    most = max(1.0, *(abs(float(value)) for value in payoff.values()))
    high = ROW + 4.0 if len(own) <= 4 else ROW - 4.0

    def draw(room: Room) -> Iterator[Shape]:
        caption = max(text_width(text, TEXT) for text in captions) + HEAD
        wide = min(50.0, (room.width - caption) / len(other))
        cells = Room(room.x + caption, room.y + 20, wide * len(other), high * len(own))
        names = room._replace(width=caption - HEAD + 4)
        yield label(captions[1], names, side="end")
        yield label(captions[0], names._replace(y=cells.bottom + 2), side="end")
        for card, column in zip(other, cells.columns(len(other), 0)):
            yield symbol(card, column.middle[0], cells.y - 12, NAME, looks[1].face)
        for card, row in zip(own, cells.rows(len(own), 0)):
            yield symbol(card, cells.x - 14, row.middle[1], NAME, looks[0].face)
        size = NAME if wide >= 36 else TEXT if wide >= 30 else TINY
        pairs = [(card, answer) for card in own for answer in other]
        for (card, answer), cell in zip(pairs, cells.grid(len(other), len(own), 0)):
            value, kept = payoff[card, answer], mixes[0].get(card) and mixes[1].get(answer)
            yield cell.inset(1).rect(4, fill=shade(float(value) / most))
            yield centred(number(value, fraction), cell.inset(2), size, fill=INK, weight=BOLD if kept else 400)

    return col(text_box(title, NAME, fill=INK, family="serif", weight=BOLD), drawing(high * len(own) + 40, draw), gap=6)


def fight(
    groups: tuple[str, str], title: str, language: str, now: bool, actions: Sequence[tuple[Hashable, str]]
) -> Sized:
    """One fight of a duel: both groups as towers, each with what a click on it means."""

    def draw(room: Room) -> Iterator[Shape]:
        yield label(title, room, fill=CHOSEN_TEXT if now else MUTED, weight=STRONG if now else 400)
        below = room._replace(y=room.y + 16, height=room.height - 16)
        sides = below.centred(min(260.0, below.width), below.height).columns(2, 0)
        (x1, y), (x2, _) = (side.middle for side in sides)
        yield line(x1 + 50, y + 10, x2 - 42, y + 10, INK, 2.4)
        for side, group, (action, name) in zip(sides, groups, actions):
            yield from tower(group, side.middle[0], side.bottom - TEXT, side.height - 4, language)
            yield side.centred(96, side.height).rect(6, action=action, label=name)

    rim: dict[str, Any] = {"stroke": GOLD, "stroke_width": 3} if now else {"stroke": EDGE}
    return framed(drawing(FIGHT, draw), 8, 6, fill=SQUARE, **rim)


def fights(boxes: Sequence[Sized], note: str) -> Sized:
    """The fights of a duel on the table, as many beside each other as have room."""
    return framed(col(wrap(*boxes, least=190), text_box(note) if note else None), 12, 10, fill=LAND, stroke=EDGE)


def shade(tint: float) -> str:
    """A colour between blue (-1), land (0) and red (1)."""
    red, blue, middle = (0xDB, 0xA5, 0x8D), (0x9F, 0xBE, 0xD6), (0xEF, 0xE6, 0xD2)
    end = red if tint > 0 else blue
    share = min(1.0, abs(tint)) ** 0.6
    return "#" + "".join(f"{round(a + (b - a) * share):02X}" for a, b in zip(middle, end))
