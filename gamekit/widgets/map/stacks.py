"""Stacks of pieces on a map: how they are laid and drawn; what a face looks like is the game's business."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping
from dataclasses import dataclass
from typing import NamedTuple

from gamekit.widgets.look import INK, TEXT, TINY, WHITE, Tint
from gamekit.widgets.map.sheet import PIECE
from gamekit.widgets.scene import Box, Circle, Group, Path, Rect, Shape, Text

SHOWN = 3  # pieces of a folded stack; the rest is a number (looked at, all are shown)
ROW = 5  # pieces in a row of an unfolded stack
HIDDEN, STEP = 21.0, 8.0  # a piece face down, and how much of the next one is seen
CHIP, MORE = 20.0, 22.0  # a piece with a count on it; the room of "+2"
MOVED = 0.55  # how faint a piece is that has moved this turn
LEFT, BELOW = 6.0, 5.0  # how far the side's letter juts out of a stack


@dataclass(frozen=True, slots=True)
class Token:
    """A piece on the map: ``name`` and ``face`` (whatever the game draws it from) where it is seen, else neither."""

    name: str = ""
    face: Hashable = None
    moved: bool = False
    may_act: bool = False


@dataclass(frozen=True, slots=True)
class Pile:
    """The pieces of a side at a place."""

    place: str
    side: str
    tokens: tuple[Token, ...]

    @property
    def open(self) -> bool:
        return any(token.face for token in self.tokens)


class Spread(NamedTuple):
    """How a stack is laid: width and height, columns, and how many pieces are shown before the number."""

    width: float
    height: float
    columns: int
    shown: int
    size: float
    pitch: float


class PieceArt(NamedTuple):
    """How a game draws its pieces, their middle at (0, 0): a face seen, a face down, the room that either takes, and
    the colours of each side."""

    face: Callable[[Token, str, float], tuple[Shape, ...]]
    hidden: Callable[[str, float], tuple[Shape, ...]]
    extent: Callable[[float], Box]
    tints: Mapping[str, Tint]


def spread(stack: Pile, size: float, unfolded: bool = False) -> Spread:
    """The room that a stack takes, pieces being ``size`` px (0: one piece with a count)."""
    laid = _spread(stack, size, unfolded)
    return laid._replace(width=laid.width + LEFT, height=laid.height + BELOW)


def _spread(stack: Pile, size: float, unfolded: bool) -> Spread:
    count = len(stack.tokens)
    if not size:
        return Spread(CHIP + 4, CHIP + 4, 1, 1, CHIP, 0)
    folded = min(count, SHOWN)
    if not stack.open:
        piece = HIDDEN * size / PIECE
        more = MORE - 4 if count > SHOWN else 0.0
        return Spread(piece + STEP * (folded - 1) + more, piece, folded, folded, piece, STEP)
    if unfolded:
        columns, rows = min(count, ROW), -(-count // ROW)
        return Spread(columns * (size - 1) + 1, rows * (size - 1) + 1, columns, count, size, size - 1)
    return Spread(folded * (size - 1) + 1 + (MORE if count > SHOWN else 0), size, folded, folded, size, size - 1)


def draw(
    stack: Pile, laid: Spread, box: Box, painter: PieceArt, labels: Mapping[str, str], actions: Mapping[str, Hashable]
) -> Iterator[Shape]:
    """The pieces of a stack in a box; ``labels`` and ``actions`` are those of the pieces that can be clicked."""
    left, top, tint = box[0] + LEFT, box[1], painter.tints[stack.side]
    if not laid.pitch:
        yield from _counted(stack, left, top, tint)
        return
    for token, (x, y) in zip(stack.tokens, corners(laid, box)):
        x, y = x + laid.size / 2, y + laid.size / 2
        if token.moved:  # faint, but nothing of the map shows through
            yield _square(x, y, laid.size, WHITE)
        piece = painter.face(token, stack.side, laid.size) if token.face else painter.hidden(stack.side, laid.size)
        shown = Group(piece, x, y, box=painter.extent(laid.size), opacity=MOVED if token.moved else 1)
        if token.name in actions:
            room = (shown, _square(x, y, laid.size, None))
            shown = Group(room, label=labels.get(token.name, ""), action=actions[token.name])
        yield shown
    if (rest := len(stack.tokens) - laid.shown) > 0:
        yield _more(rest, tint, box[0] + laid.width - 10, top + laid.size / 2)
    yield letter_disc(tint, left + 1, top + laid.height - BELOW - 2, 7, WHITE)


def corners(laid: Spread, box: Box) -> Iterator[tuple[float, float]]:
    """The left top corners of the pieces that a stack in a box shows."""
    for place in range(laid.shown):
        row, column = divmod(place, laid.columns)
        yield box[0] + LEFT + column * laid.pitch, box[1] + row * laid.pitch


def _square(x: float, y: float, size: float, fill: str | None) -> Rect:
    return Rect(x - size / 2, y - size / 2, size, size, size / 10, fill=fill)


def _more(count: int, tint: Tint, x: float, y: float) -> Group:
    pill = Rect(-10, -8, 20, 16, 8, fill=WHITE, stroke=tint.face, stroke_width=1.2)
    text = Text(0, 4, f"+{count}", TINY, tint.face, weight=700, anchor="middle", max_width=17)
    return Group((pill, text), x, y)


def _counted(stack: Pile, left: float, top: float, tint: Tint) -> Iterator[Shape]:
    """One piece with the number of pieces on it; more than one lie under it."""
    count, x, y = len(stack.tokens), left + 1, top + 4
    faint = MOVED if all(token.moved for token in stack.tokens) else 1.0
    if faint < 1:
        yield Rect(x, y, CHIP, CHIP, 3, fill=WHITE)
    shapes: list[Shape] = [
        Rect(x + shift, y - shift, CHIP, CHIP, 3, fill=tint.face, stroke=tint.rim, stroke_width=1.5)
        for shift in ((3, 0) if count > 1 else (0,))
    ]
    shapes.append(Text(x + CHIP / 2, y + 14.5, str(count), 13, WHITE, weight=700, anchor="middle"))
    yield Group(tuple(shapes), opacity=faint)
    yield letter_disc(tint, x, y + CHIP - 2, 7, WHITE)


def letter_disc(tint: Tint, x: float, y: float, radius: float = 9, ring: str | None = None, text: str = "") -> Group:
    """A side's letter (or another short text) on a disc of its colour."""
    disc = Circle(0, 0, radius, fill=tint.face, stroke=ring, stroke_width=2)
    size = TEXT if radius >= 8 else TINY
    said = Text(0, 0.36 * size, text or tint.letter, size, "#ffffff", weight=700, anchor="middle")
    return Group((disc, said), x, y)


def swords(x: float, y: float) -> Group:
    """Two crossed swords on a disc: a battle is to be fought here."""
    blade = Path("M-4.2-4.2L3.4 3.4M4.2-4.2L-3.4 3.4", stroke=WHITE, stroke_width=1.5, cap="round")
    hilts = Path("M1 4.4L4.4 1M-1 4.4L-4.4 1", stroke=WHITE, stroke_width=1.3, cap="round")
    return Group((Circle(0, 0, 8.5, fill=INK, stroke=WHITE, stroke_width=1.2), blade, hilts), x, y)
