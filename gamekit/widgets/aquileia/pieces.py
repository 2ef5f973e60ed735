"""Coins, henchmen, houses, shields, dice, cards and laurels, as shapes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, partial
from math import cos, pi, sin
from typing import Any

from gamekit.aquileia.tables import CARDS, LAURELS
from gamekit.widgets import look
from gamekit.widgets.look import CAESAR, INK, LINE, NAME, PAPER, POMPEY, TEXT, TINY, WHITE
from gamekit.widgets.scene import Box, Circle, Group, Path, Rect, Shape, Text, polyline_path
from gamekit.widgets.svg import sign_of

LETTERS = {"bronze": "Cu", "silver": "Ag", "gold": "Au"}
METALS = {"bronze": look.BRONZE, "silver": look.SILVER, "gold": look.GOLD}
ON_METAL = {"bronze": "#FFFFFF", "silver": INK, "gold": INK}
VILLAS = {"white": WHITE, "blue": POMPEY, "yellow": "#E3B93B", "purple": look.CLEOPATRA}
ON_VILLA = {"white": INK, "blue": "#FFFFFF", "yellow": INK, "purple": "#FFFFFF"}
TINTS = ("#7A2A1C", "#A6652E", "#6E675C", "#5A7A8C", "#806000", "#3F4A55")  # of what is thrown, white letters on them
RED_DIE, BLUE_DIE, LEAF = "#7A2A1C", "#2B3F63", look.GOOD
sign = partial(sign_of, "aquileia", ground=WHITE)
RIM, SHADE = "#00000045", "#2A262228"
CARD, CARD_HIGH = 44.0, 58.0  # of a card

_BODY = "M-10.5 14C-10.5 5 -6.5 0 -4 -2.5H4C6.5 0 10.5 5 10.5 14Z"
_HEADS = {
    "round": "M-6.6 -8.5A6.6 6.6 0 1 1 6.6 -8.5A6.6 6.6 0 1 1 -6.6 -8.5Z",
    "diamond": "M0 -17.5L8 -9.5L0 -1.5L-8 -9.5Z",
    "square": "M-6.2 -15H6.2V-2.6H-6.2Z",
    "pointed": "M0 -17L7.8 -3H-7.8Z",
    "crown": "M-7.5 -16L-3.6 -11.5L0 -17L3.6 -11.5L7.5 -16L6 -2.6H-6Z",
}
_LETTERED: dict[str, tuple[str, float, Box]] = {  # outline, baseline of the letter, extent
    "house": ("M-8 8V-1L0 -8L8 -1V8Z", 6.5, (-10, -10, 20, 20)),
    "shield": ("M-7 -8H7V1C7 6 3 9 0 10.5C-3 9 -7 6 -7 1Z", 4, (-9, -10, 18, 22)),
}


@dataclass(frozen=True, slots=True)
class Pawn:
    """The look of a player's pieces: colour, letter and the shape of the head."""

    name: str
    letter: str
    colour: str
    head: str


# The rulebook's players keep the colours of its examples; others take those that are left.
_LOOKS = {
    "Stefan": (POMPEY, "round"),
    "Walter": (look.TEAL, "diamond"),
    "Giorgio": (look.OCHRE, "square"),
    "Kiko": (CAESAR, "pointed"),
    "Livia": (look.PLUM, "crown"),
}
FIVE = tuple(_LOOKS)  # the names of five seats


def pawns(names: Sequence[str]) -> tuple[Pawn, ...]:
    """Each player's look by seat; letters are the first of a name that no other begins with, else numbers.

    >>> [pawn.letter for pawn in pawns(("Stefan", "Walter", "Wim"))]
    ['S', '2', '3']
    """
    firsts = [name[:1].upper() for name in names]
    letters = [first if firsts.count(first) == 1 else str(seat) for seat, first in enumerate(firsts, 1)]
    left = [look for name, look in _LOOKS.items() if name not in names]
    looks = [_LOOKS[name] if name in _LOOKS else left.pop(0) for name in names]
    return tuple(Pawn(name, letter, *look) for name, letter, look in zip(names, letters, looks))


@cache
def coin(
    kind: str, x: float, y: float, radius: float = 10, count: int | None = None, blank: bool = False
) -> tuple[Shape, ...]:
    """A coin with its letters: gold round, silver with cut corners, bronze six-sided. A count stands at its right.

    A ``blank`` one has no letters: it lies under another of its kind."""
    rim: dict[str, Any] = {"fill": METALS[kind], "stroke": RIM, "stroke_width": 1.2}
    outline: tuple[Shape, ...] = (Circle(x, y, radius, **rim), Circle(x, y, radius * 0.76, stroke="#00000030"))
    if kind != "gold":
        r, c = radius * 0.92, radius * 0.53
        corners = [(-c, -r), (c, -r), (r, -c), (r, c), (c, r), (-c, r), (-r, c), (-r, -c)]
        if kind == "bronze":
            corners = [(1.06 * radius * cos(k * pi / 3), 1.06 * radius * sin(k * pi / 3)) for k in range(6)]
        outline = (Path(polyline_path([(x + a, y + b) for a, b in corners], True), **rim),)
    if blank:
        return outline
    letters = Text(x, y + 4, LETTERS[kind], TINY, ON_METAL[kind], weight=600, anchor="middle", max_width=1.8 * radius)
    if count is None:
        return (*outline, letters)
    return (*outline, letters, Text(x + radius + 4, y + 5, str(count), NAME, INK, weight=600))


@cache
def coin_at(kind: str, x: float, y: float, radius: float = 10, blank: bool = False) -> Group:
    """A coin with its middle at (x, y), painted once for all places."""
    half = radius * 1.2 + 1
    return Group(coin(kind, 0, 0, radius, blank=blank), x, y, box=(-half, -half, 2 * half, 2 * half))


@cache
def figure(pawn: Pawn) -> tuple[Shape, ...]:
    """A henchman round its own middle, about 24 wide and 32 high."""
    return (
        Path("M-11 15a12 3.4 0 0 1 24 0a12 3.4 0 0 1 -24 0z", fill=SHADE),
        Path(_BODY, fill=pawn.colour, stroke=WHITE),
        Path(_HEADS[pawn.head], fill=pawn.colour, stroke=WHITE),
        Text(0, 11.5, pawn.letter, TEXT, "#FFFFFF", weight=600, anchor="middle"),
    )


def henchman(pawn: Pawn, x: float, y: float, scale: float = 1, label: str = "") -> Group:
    return Group(figure(pawn), x, y, scale=scale, box=(-14, -20, 28, 40), label=label)


def lettered(what: str, pawn: Pawn, x: float, y: float) -> Group:
    """A "house" or a "shield" in a player's colour, with its letter."""
    outline, baseline, box = _LETTERED[what]
    letter = Text(0, baseline, pawn.letter, TINY, "#FFFFFF", weight=700, anchor="middle")
    return Group((Path(outline, fill=pawn.colour, stroke=WHITE), letter), x, y, box=box)


@cache
def die(face: str, blue: bool = False, size: float = 30) -> tuple[Shape, ...]:
    """A die showing a metal, or ``?`` before it is thrown; blue ones wear a second rim."""
    body: list[Shape] = [
        Rect(0, 1.5, size, size, 6, fill=SHADE),
        Rect(0, 0, size, size, 6, fill=BLUE_DIE if blue else RED_DIE),
    ]
    if blue:
        body.append(Rect(2.5, 2.5, size - 5, size - 5, 4, stroke="#FFFFFF88"))
    if face:
        return (*body, *coin(face, size / 2, size / 2, size * 0.36))
    return (*body, Text(size / 2, size / 2 + 6, "?", 18, "#FFFFFF", weight=600, anchor="middle"))


def die_at(face: str, x: float, y: float, blue: bool = False, size: float = 30, opacity: float = 1) -> Group:
    """A die with its left top corner at (x, y), painted once for all places."""
    return Group(die(face, blue, size), x, y, box=(0, 0, size, size + 2), opacity=opacity)


def _card(fill: str) -> tuple[Shape, ...]:
    """A card without anything on it, and its shadow."""
    rim = Rect(0, 0, CARD, CARD_HIGH, 5, fill=fill, stroke=LINE, stroke_width=1.2)
    return Rect(0, 1.5, CARD, CARD_HIGH, 5, fill=SHADE), rim


def card_face(name: str) -> tuple[Shape, ...]:
    """A slave, horse or weapon card: its sign, its strength, a horse's metal."""
    card = CARDS[name]
    metal = card.kind.split()[0] if card.kind.endswith("horse") else ""
    middle = CARD / 2
    shapes: list[Shape] = [
        *_card(WHITE),
        Group(sign("horse" if metal else card.kind), middle - 14, 5, scale=1.17),
        Text(CARD - 4, CARD_HIGH - 7, f"+{card.strength}", TEXT if metal else NAME, INK, weight=600, anchor="end"),
    ]
    return (*shapes, *coin(metal, 12, CARD_HIGH - 12, 8.5)) if metal else tuple(shapes)


def card_back() -> tuple[Shape, ...]:
    return (*_card("#C9B994"), Rect(4, 4, CARD - 8, CARD_HIGH - 8, 3, stroke=PAPER, stroke_width=1.2))


def empty_card() -> tuple[Shape, ...]:
    return (Rect(0, 0, CARD, CARD_HIGH, 5, stroke=LINE, stroke_width=1, dash=(3, 3)),)


def laurel_face(name: str, letters: Sequence[str] = (), shown: float | None = None) -> tuple[Shape, ...]:
    """A laurel: the fields of its colours with their letters, or its points.

    If only its left part is ``shown``, the letters are in that part, without the wreath."""
    laurel, middle = LAURELS[name], (shown or CARD) / 2
    shapes: list[Shape] = [*_card(WHITE)]
    if laurel.points:
        shapes.append(Text(middle, CARD_HIGH / 2 + 7, str(laurel.points), 18, INK, weight=700, anchor="middle"))
        return tuple(shapes) if shown else (*shapes, *_wreath(LEAF))
    share = CARD_HIGH / len(laurel.colours)
    clip = Rect(0, 0, CARD, CARD_HIGH, 5)
    bands = (Rect(0, place * share, CARD, share, fill=VILLAS[one]) for place, one in enumerate(laurel.colours))
    shapes.append(Group(tuple(bands), clip=clip))
    shapes.append(Rect(0, 0, CARD, CARD_HIGH, 5, stroke=LINE, stroke_width=1.2))
    for place, (colour, letter) in enumerate(zip(laurel.colours, letters)):
        line = share * (place + 0.5) + 5
        shapes.append(Text(middle, line, letter, NAME, ON_VILLA[colour], weight=700, anchor="middle"))
    if len(laurel.colours) == 1 and not shown:
        shapes += _wreath(ON_VILLA[laurel.colours[0]])
    return tuple(shapes)


def _wreath(colour: str) -> list[Shape]:
    """Two columns of leaves that rise from the foot and bend towards each other."""
    leaf = (Path("M0 -5.5C3 -2.5 3 2.5 0 5.5C-3 2.5 -3 -2.5 0 -5.5Z", fill=colour),)
    leaves: list[Shape] = []
    for side in (-1, 1):
        for place in range(5):
            x = CARD / 2 + side * (CARD * 0.36 - (1.6 if place in (0, 4) else 0))
            y = CARD_HIGH * 0.8 - place * CARD_HIGH * 0.15
            leaves.append(Group(leaf, x, y, rotate=side * (40 - 18 * place), scale=0.95))
    return leaves


def laurel_back() -> tuple[Shape, ...]:
    return (*card_back(), *_wreath(PAPER))
