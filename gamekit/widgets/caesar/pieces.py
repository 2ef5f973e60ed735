"""Towers of counters, cards, flags and urns, as shapes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from gamekit.caesar.tables import COLOURS, FLAG, LETTERS, NEUTRAL, Card
from gamekit.text.translation import word
from gamekit.widgets import look
from gamekit.widgets.look import CAESAR, INK, LINE, NAME, OCHRE, PAPER, PLUM, POMPEY, TEXT, TINY
from gamekit.widgets.scene import Circle, Group, Path, Rect, Shape, Text, line

RIM, SHADE, SHADOW = "#ffffff55", "#2A262224", "#2A262222"
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
_GREY = (look.NEUTRAL, "#4F4A42")


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
        shapes.append(Path(_disc(x, top, rx, ry), fill=face, stroke=RIM))
    owner = group[-1]
    if owner != NEUTRAL:
        shown = looks(language)[LETTERS.index(owner)]
        size = max(TINY, NAME * scale)
        shapes.append(Text(x, top + 1 + 4 * scale, shown.letter, size, "#FFFFFF", weight=600, anchor="middle"))
    ring_x, ring_y, ring = x + 28 * scale + 6, top - 6 * scale, 10.5 * max(scale, 0.85)
    shapes.append(Circle(ring_x, ring_y, ring, fill=PAPER, stroke=_colours(owner)[0], stroke_width=1.6))
    shapes.append(Text(ring_x, ring_y + 4.2, str(len(group)), TEXT, INK, weight=600, anchor="middle"))
    return tuple(shapes)


def _colours(counter: str) -> tuple[str, str]:
    return _GREY if counter == NEUTRAL else _FACES[COLOURS[LETTERS.index(counter)].colour]


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
