"""Wooden blocks, the signs of their kinds, and dice, as shapes."""

from __future__ import annotations

from functools import cache

from gamekit.julius_caesar.tables import ROLES, ROMAN, Block
from gamekit.widgets.look import INK, TABLE, TEXT, TINTS, TINY, WHITE, Tint
from gamekit.widgets.scene import Box, Circle, Group, Path, Rect, Shape, Text

OPEN = 60  # blocks of this size and more show sign and all strengths; smaller ones strength and rating
CAPITAL = 9  # the radius of a disc with a letter

_LEAF = ("M0 0c2 -.9 2.4 -3.3 .9 -5c-2.2 .9 -2.4 3.3 -.9 5z", "M0 0c-2 -.9 -2.4 -3.3 -.9 -5c2.2 .9 2.4 3.3 .9 5z")
_LEAVES = (
    (15.6, 20.2, 62), (18.4, 17.6, 40), (19.9, 14.2, 22), (20, 10.6, 4),
    (19, 7.2, -14), (17.2, 19.4, -34), (18.9, 15.9, -52), (19.4, 12, -66),
)  # fmt: skip
_EAGLE = (
    "M12 3.2c1.2 0 2 .8 2 1.8 0 .5-.2 1-.5 1.4.3.5.5 1 .6 1.6 1.7-.6 3.6-2 5.2-4.2.5-.7 1-1.3 1.7-1.6.2 1.1.2 2.3 0"
    " 3.5-.1 1.2-.5 2.2-1 3.1.3 0 .6 0 .9-.1-.4 1.1-1.1 2-2 2.7.2 0 .4.1.6.1-.9 1.3-2.7 2.2-4.7 2.4l-.7 1.3 1.9 3.3"
    "-2.1-.7-.5.9h-2.8l-.5-.9-2.1.7 1.9-3.3-.7-1.3c-2-.2-3.8-1.1-4.7-2.4.2 0 .4-.1.6-.1-.9-.7-1.6-1.6-2"
    "-2.7.3.1.6.1.9.1-.5-.9-.9-1.9-1-3.1-.2-1.2-.2-2.4 0-3.5.7.3 1.2.9 1.7 1.6C6.3 6 8.2 7.4 9.9 8c.1-.4.2-.8.4"
    "-1.2L8.6 6.9c-.1-.6.2-1.1.8-1.4C9.9 4.1 10.7 3.2 12 3.2z"
)
_HORSE = (
    "M10.8 2.3c.7.5 1.2 1.1 1.5 1.9 3.9.6 6.7 3 7.7 6.7.7 2.7.6 6.2 1.3 10.3H9.2c-.1-2.2.5-3.9 1.7-5.4 1-1.2 1.6"
    "-2.1 1.7-3.3-1.4.9-3.2 1.2-4.9 1.3-.5.9-1.1 1.8-2 2.2-1 .4-2 0-2.6-.8-.5-.7-.5-1.5 0-2.3 1.3-1.9 2.3-3.6 3"
    "-5.6.4-1.1 1.2-2 2.2-2.7-.1-.9 0-1.6.5-2.3.4.3.7.7.9 1.2.3-.5.6-.9 1.1-1.2z"
)
_ELEPHANT = (
    "M22.6 11.8c0-3.7-2.7-6.2-6.7-6.2-1.4 0-2.7.2-3.8.6C11 5 9.6 4.4 8 4.5 5.1 4.6 3 6.7 2.7 9.8c-.2 2 .1 4.1 0 6.2"
    " 0 1.1-.4 1.7-1.2 1.6-.3 0-.6-.2-.8-.4l-.5 1.3c.5.5 1.2.8 1.9.7 1.6-.1 2.5-1.3 2.5-3.2 0-.7 0-1.4-.1-2 .6.3"
    " 1.3.4 2 .4.3 0 .5 0 .8-.1V20.3h3.6v-4.1c1.7.5 3.7.5 5.4 0v4.1h3.6v-5.3c.8-.9 1.3-2 1.3-3.2.4.5.6 1.2.7 2h1c0"
    "-1.6-.3-2.6-1-3.3z"
)
_HULL = (
    "M1.6 14.2h3.2c4.7 1 9.6 1 14.4 0 .9-.9 1.4-2.1 1.3-3.6 0-.7-.5-1.2-1.2-1.3.6-1 1.7-1.2 2.5-.6.8.7 1 1.9.9 3.2"
    "-.2 3.2-1.7 5.6-4.2 7.3H6.2c-1.6-.9-2.8-2.1-3.5-3.6L.9 15z"
)
_SAIL = "M11.1 2.2h1.4v1.3h5.3c.5 2.7.3 5.2-.6 7.6-3.6.6-7.2.6-10.8 0 .9-2.4 1-4.9.5-7.6h4.2zM11.1 10h1.4v4h-1.4z"
_FILLED = {
    "legio": _EAGLE + "M8 20.3H16A.8 .8 0 0 1 16 21.9H8A.8 .8 0 0 1 8 20.3Z",
    "equitatus": _HORSE,
    "elephant": _ELEPHANT,
    "navis": _HULL,
    "archers": "M23.3 12l-4.9-2.4v4.8z",
    "ballista": "M10.9 3.6h2.2v15h-2.2zM12 .6l2.1 3.6H9.9z",
    "cleopatra": "M10.7 11h2.6l.7 11.4h-4zM4.3 10.7l7.7.7 7.7-.7v4l-7.7-.9-7.7.9z",
    "infantry": "M20.9 1.1l-.6 4-2.6-2zM3.1 1.1l.6 4 2.6-2z",
    "generic": "M5 3h14v12.5L12 21l-7-5.5z",
}
_LINES: dict[str, tuple[tuple[float, str], ...]] = {
    "navis": ((1.3, "M7.8 19.5l-1.7 2.7M11.5 19.5l-1.7 2.7M15.2 19.5l-1.7 2.7"),),
    "archers": (
        (2.2, "M7.5 2.6c6.8 1.1 10.7 4.9 10.7 9.4s-3.9 8.3-10.7 9.4"),
        (1.1, "M7.5 2.6L5 12l2.5 9.4"),
        (1.5, "M2.6 12h16.6"),
    ),
    "ballista": (
        (2, "M3 10.6C4.2 6.6 7 4.4 12 4.4s7.8 2.2 9 6.2"),
        (1.1, "M3 10.6L12 15l9-4.4"),
        (2, "M12 16.5l-6.4 5.7M12 16.5l6.4 5.7"),
    ),
    "cleopatra": ((2.3, "M12 11.5C8.6 8.6 7.8 6.8 7.8 5.6A4.2 3.9 0 0 1 16.2 5.6C16.2 6.8 15.4 8.6 12 11.5z"),),
    "infantry": ((1.7, "M19.8 2.5L4.6 21.5M4.2 2.5l15.2 19"),),
    "leader": ((1.3, "M12 21.2C18.5 20.2 21.2 14.5 18.6 6.2M12 21.2C5.5 20.2 2.8 14.5 5.4 6.2"),),
}


def kind(block: Block) -> str:
    """Which sign a block bears: its type, auxilia told apart into archers (A) and light infantry (B)."""
    if block.type == "auxilia":
        return "archers" if block.initiative_attacking == "A" else "infantry"
    return block.type


@cache
def sign(name: str, colour: str, hollow: str = TABLE) -> tuple[Shape, ...]:
    """The sign of a kind on a field of 24 x 24; ``hollow`` is what shows through it."""
    shapes: list[Shape] = [Path(d, stroke=colour, stroke_width=width, cap="round") for width, d in _LINES.get(name, ())]
    shapes += [Path(_FILLED[name], fill=colour)] if name in _FILLED else []
    if name == "navis":
        shapes.append(Path(_SAIL, fill=colour))
    elif name == "leader":
        for x, y, turn in _LEAVES:
            shapes.append(Group((Path(_LEAF[0], fill=colour),), x, y, turn))
            shapes.append(Group((Path(_LEAF[1], fill=colour),), 24 - x, y, -turn))
    elif name == "infantry":
        shapes.append(Circle(12, 12, 6.6, fill=colour))
        shapes.append(Circle(12, 12, 4.3, stroke=hollow, stroke_width=1.2))
        shapes.append(Circle(12, 12, 1.4, fill=hollow))
    elif name == "ballista":
        shapes += [Circle(x, 7.7, 1.9, fill=colour) for x in (6.3, 17.7)]
    return tuple(shapes)


def tint(block: Block, side: str | None) -> Tint:
    """The colours of a block: as printed, Cleopatra's own, or the side's for a block known only by its rating."""
    if block.type == "cleopatra":
        return TINTS["Cleopatra"]
    return TINTS[block.colour or side or "neutral"]


def _wood(colours: Tint, size: float, rim: float, corner: float) -> list[Shape]:
    """A block without anything on it, and its shadow."""
    half = size / 2
    return [
        Rect(1 - half, 2 - half, size, size, corner, fill=INK, opacity=0.16),
        Rect(-half, -half, size, size, corner, fill=colours.rim),
        Rect(rim - half, rim - half, size - 2 * rim, size - 2 * rim, max(corner - rim, 1), fill=colours.face),
    ]


@cache
def face(
    colours: Tint, name: str, rating: str, track: tuple[int, ...], strength: int, size: float
) -> tuple[Shape, ...]:
    """A block's face, its middle at (0, 0): strength on top, the others on the edges they turn up on, sign, rating."""
    half, rim = size / 2, max(1.5, 0.032 * size)
    corner = half if name == "cleopatra" else 0.1 * size
    shapes = _wood(colours, size, rim, corner)
    if size < OPEN:
        upper, lower = max(TINY, 0.3 * size), max(TINY, 0.34 * size)
        top = Text(0, -0.08 * size, ROMAN[strength], upper, "#ffffff", "serif", 700, anchor="middle")
        return (*shapes, top, Text(0, 0.3 * size, rating, lower, "#ffffff", weight=700, anchor="middle"))
    inner = rim + 0.75
    within, bend = size - 2 * inner, max(corner - inner, 1)
    shapes.append(Rect(inner - half, inner - half, within, within, bend, stroke=colours.inner, opacity=0.75))
    shapes.append(Text(0, -0.275 * size, ROMAN[strength], 0.2 * size, "#ffffff", "serif", 700, anchor="middle"))
    for place, other in enumerate(track):
        if quarter := (place - track.index(strength)) % 4:
            edge = Text(
                0, -0.325 * size, ROMAN[other], max(TINY, 0.14 * size), colours.faint, "serif", 700, anchor="middle"
            )
            shapes.append(Group((edge,), rotate=90 * quarter, opacity=0.92))
    if name == "generic":
        shapes.append(Text(0, 0.13 * size, rating, 0.32 * size, "#ffffff", weight=700, anchor="middle"))
    else:
        shapes.append(Group(sign(name, "#ffffff", colours.face), -0.18 * size, -0.255 * size, scale=0.36 * size / 24))
        shapes.append(Text(0, 0.265 * size, rating, 0.2 * size, "#ffffff", weight=700, anchor="middle"))
    return tuple(shapes)


def extent(size: float) -> Box:
    """How much room a face takes, its shadow included."""
    return -size / 2 - 2, -size / 2 - 2, size + 6, size + 6


def block_face(block: Block, side: str | None, role: str, size: float) -> tuple[Shape, ...]:
    """A block's face as it serves a side and is rated in a role, its middle at (0, 0)."""
    return face(tint(block, side), kind(block), block.rating(role), block.track, block.strength, size)


def block_group(
    block: Block, side: str | None, role: str, size: float, x: float, y: float, rotate: float = 0, opacity: float = 1
) -> Group:
    """A block with its middle at (x, y), copied from a face painted once."""
    return Group(block_face(block, side, role, size), x, y, rotate, box=extent(size), opacity=opacity)


def hidden(side: str, size: float) -> tuple[Shape, ...]:
    """A block face down: the side's colour and a rim, nothing else."""
    return tuple(_wood(TINTS[side], size, max(1.5, 0.032 * size), 0.1 * size))


@cache
def chip(colours: Tint, rating: str, size: float, round: bool = False) -> tuple[Shape, ...]:
    """A small block of the pool, its left top corner at (0, 0): the rating alone."""
    corner = size / 2 if round else 0.12 * size
    return (
        Rect(0.75, 0.75, size - 1.5, size - 1.5, corner, fill=colours.face, stroke=colours.rim, stroke_width=1.5),
        Text(size / 2, 0.655 * size, rating, 12, "#ffffff", weight=600, anchor="middle"),
    )


def disc(side: str, x: float, y: float, text: str = "", radius: float = CAPITAL, ring: str | None = None) -> Group:
    """A side's letter, or another text, on a disc of its colour."""
    shown = Text(0, 0.36 * TEXT, text or TINTS[side].letter, TEXT, "#ffffff", weight=700, anchor="middle")
    return Group((Circle(0, 0, radius, fill=TINTS[side].face, stroke=ring, stroke_width=2), shown), x, y)


_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (0, 0), (-1, 1), (1, 1)),
    6: ((-1, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (1, 1)),
}


@cache
def die(value: int, colour: str | None, size: float = 34) -> tuple[Shape, ...]:
    """A die, its left top corner at (0, 0): in a side's colour when it hits, pale when it misses."""
    half, step = size / 2, size / 4
    pips = tuple(
        Circle(half + x * step, half + y * step, 0.09 * size, fill="#ffffff" if colour else "#7A705F")
        for x, y in _PIPS[value]
    )
    return (
        Rect(0.8, 1.6, size, size, 0.2 * size, fill=INK, opacity=0.15),
        Rect(0, 0, size, size, 0.2 * size, fill=colour or WHITE, stroke=colour or "#B9AC93", stroke_width=1.3),
        *pips,
    )


def both_ratings(block: Block) -> str:
    """``C3``, or ``D4/B4`` when attacking and defending differ (7.42)."""
    return "/".join(dict.fromkeys(block.rating(role) for role in ROLES))
