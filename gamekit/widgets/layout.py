"""Layout: rectangles that are cut into rows, columns and grids, and texts on their lines.

A view divides a room instead of adding up px: ``room.inset()`` leaves a margin, ``room.columns(3)`` and
``room.rows(2)`` cut it evenly, ``room.row(None, 40)`` gives 40 px at the right and the rest, ``flow_positions`` sets
things one after the other and breaks the line where the room ends."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache, lru_cache
from typing import Any, NamedTuple

from gamekit.widgets.look import HAIRLINE, HEADING, INK, MUTED, NAME, PAPER, TEXT
from gamekit.widgets.scene import Group, Point, Rect, Scene, Shape, Text, line, text_width

PAD, GAP = 14.0, 10.0  # the margin of a room, and between two parts of it
BOLD, STRONG = 700, 600
KEPT = 4096  # rooms and letters of the last redraws
LEADING = 16.0  # from a line of text to the next
ABREAST, NARROW, WIDE = 540.0, 700.0, 1000.0  # px from which on two armies, two things and three stand side by side
CAPITALS = 0.35  # how far a baseline lies below the middle of its letters, in sizes


class Room(NamedTuple):
    """A part of a picture: left, top, width and height in px."""

    x: float
    y: float
    width: float
    height: float

    @property
    def right(self) -> float:
        return self.x + self.width

    @property
    def bottom(self) -> float:
        return self.y + self.height

    @property
    def middle(self) -> Point:
        return self.x + self.width / 2, self.y + self.height / 2

    def inset(self, across: float = PAD, down: float | None = None) -> Room:
        """The room within a margin.

        >>> Room(0, 0, 40, 20).inset(5)
        Room(x=5, y=5, width=30, height=10)
        """
        down = across if down is None else down
        return Room(self.x + across, self.y + down, self.width - 2 * across, self.height - 2 * down)

    def row(self, *widths: float | None, gap: float = GAP) -> tuple[Room, ...]:
        """Return parts side by side, given their widths; None (at most once) takes the remaining width.

        >>> [part.width for part in Room(0, 0, 100, 10).row(20, None, 30, gap=5)]
        [20, 40, 30]
        """
        return _cut(self, widths, gap)

    def column(self, *heights: float | None, gap: float = GAP) -> tuple[Room, ...]:
        """Return parts one below the other, given their heights; None (at most once) takes the remaining height."""
        return _cut(self, heights, gap, down=True)

    def columns(self, count: int, gap: float = GAP) -> tuple[Room, ...]:
        """Cut the room into ``count`` columns of one width."""
        return self.row(*[(self.width - gap * (count - 1)) / count] * count, gap=gap)

    def rows(self, count: int, gap: float = GAP) -> tuple[Room, ...]:
        """Cut the room into ``count`` rows of one height."""
        return self.column(*[(self.height - gap * (count - 1)) / count] * count, gap=gap)

    def grid(self, columns: int, rows: int, gap: float = GAP) -> Iterator[Room]:
        """Yield the cells of a grid, row by row."""
        for strip in self.rows(rows, gap):
            yield from strip.columns(columns, gap)

    def spread(self, count: int, width: float, most: float | None = None) -> tuple[Room, ...]:
        """Return ``count`` parts of ``width`` px, evenly spaced from the left, at most ``most`` px from edge to edge.

        >>> [part.x for part in Room(0, 0, 100, 10).spread(3, 20)]
        [0.0, 40.0, 80.0]
        """
        step = (self.width - width) / max(1, count - 1)
        step = step if most is None else min(step, most)
        return tuple(Room(self.x + place * step, self.y, width, self.height) for place in range(count))

    def centred(self, width: float, height: float) -> Room:
        """Return a centred part of this size."""
        x, y = self.middle
        return Room(x - width / 2, y - height / 2, width, height)

    def line(self, number: int = 0, size: float = TEXT) -> float:
        """Return the baseline of text line ``number``, from 0 at the top."""
        return self.y + size + LEADING * number

    def rect(self, radius: float = 0, **look: Any) -> Rect:
        """Return the room's outline as a shape."""
        return Rect(*self, radius, **look)


@lru_cache(KEPT)  # a redraw cuts the same rooms again
def _cut(room: Room, sizes: tuple[float | None, ...], gap: float, down: bool = False) -> tuple[Room, ...]:
    rest = (room.height if down else room.width) - sum(size or 0 for size in sizes) - gap * (len(sizes) - 1)
    parts, start = list[Room](), room[down]
    for size in (rest if size is None else size for size in sizes):
        parts.append(Room(room.x, start, room.width, size) if down else Room(start, room.y, size, room.height))
        start += size + gap
    return tuple(parts)


def flow_positions(widths: Iterable[float], room: float, gap: float = GAP) -> list[tuple[float, int]]:
    """Return (x, line) for each of these widths, set one after the other with line breaks at ``room`` px.

    >>> flow_positions([40, 40, 40], 100)
    [(0.0, 0), (50.0, 0), (0.0, 1)]
    """
    placed, x, line = list[tuple[float, int]](), 0.0, 0
    for width in widths:
        if x and x + width > room:
            x, line = 0.0, line + 1
        placed.append((x, line))
        x += width + gap
    return placed


def centred(text: str, room: Room, size: float = TEXT, **look: Any) -> Text:
    """Return a text in the middle of a room, condensed if it is too wide."""
    x, y = room.middle
    return Text(x, y + CAPITALS * size, text, size, anchor="middle", max_width=room.width, **look)


def label(text: str, room: Room, line: int = 0, side: str = "start", **look: Any) -> Text:
    """Return a text in muted colour on a line of a room, at its left ("start"), middle or right ("end")."""
    x = {"start": room.x, "middle": room.middle[0], "end": room.right}[side]
    given: dict[str, Any] = {"size": TEXT, "fill": MUTED, "max_width": room.width} | look
    return Text(x, room.line(line), text, anchor=side, **given)


def strong(text: str, room: Room, line: int = 0, side: str = "start", **look: Any) -> Text:
    return label(text, room, line, side, **{"fill": INK, "weight": STRONG} | look)


def heading(text: str, room: Room, **look: Any) -> Text:
    """Return the heading of a room, in the boards' display font."""
    given: dict[str, Any] = {"size": HEADING, "fill": INK, "family": "serif"} | look
    return Text(room.x, room.line(0, given["size"]), text, max_width=room.width, **given)


def first_that_fits(texts: Sequence[str], room: float, size: float = TEXT, weight: int = 400) -> str:
    """Return the first of several wordings that fits ``room`` px, or the last."""
    return next((text for text in texts if text_width(text, size, weight) <= room), texts[-1])


@lru_cache(KEPT)
def legible(shape: Shape, least: float) -> Shape:
    """Return a shape with its small text enlarged to ``least`` px, condensed where the width is limited."""
    if isinstance(shape, Group):
        return replace(shape, shapes=tuple(legible(one, least / shape.scale) for one in shape.shapes))
    if not isinstance(shape, Text) or shape.size >= least:
        return shape
    return replace(shape, size=least, y=shape.y + CAPITALS * (least - shape.size))


@lru_cache(KEPT)
def break_lines(text: str, room: float, size: float = TEXT, weight: int = 400) -> tuple[str, ...]:
    """Return a text as lines that fit ``room`` px: broken at spaces, or between Japanese characters.

    >>> break_lines("alea iacta est", 60)
    ('alea iacta', 'est')
    """
    lines = [""]
    for piece in re.findall(r"[（「]*(?:[!-~]+ ?|.)[。、）」？：]*", text):
        if lines[-1] and text_width((lines[-1] + piece).rstrip(), size, weight) > room:
            lines.append(piece)
        else:
            lines[-1] += piece
    return tuple(line.rstrip() for line in lines)


class Sized(NamedTuple):
    """A box of a picture: its height at a given width, its shapes in a room, and its preferred width, if any.

    In a column a box that ``grows`` takes the remaining height."""

    high: Callable[[float], float]
    draw: Callable[[Room], Iterable[Shape]]
    wide: float | None = None
    grows: bool = False


def drawing(
    high: float | Callable[[float], float], draw: Callable[[Room], Iterable[Shape]], wide: float | None = None
) -> Sized:
    """Return a box of ``draw(room)``'s shapes with a height in px, or a function from width to height."""
    return Sized(high if callable(high) else lambda width: high, draw, wide)


def blank(wide: float) -> Sized:
    """Return an empty box ``wide`` px wide."""
    return drawing(0, lambda room: (), wide)


def text_box(text: str, size: float = TEXT, side: str = "start", wide: float | None = None, **look: Any) -> Sized:
    """Return a box with a text, broken into lines that fit its width."""
    leading = max(LEADING, size + 4)

    def draw(room: Room) -> Iterator[Shape]:
        for number, part in enumerate(break_lines(text, room.width, size) if text else ()):
            yield label(part, room._replace(y=room.y + number * leading + size - TEXT), side=side, size=size, **look)

    return Sized(lambda width: leading * len(break_lines(text, width, size)) if text else 0, draw, wide)


def heading_box(text: str, size: float = NAME) -> Sized:
    """Return a box with a heading in the boards' display font."""
    return text_box(text, size, fill=INK, family="serif", weight=BOLD)


def titled(title: str, note: str) -> Sized:
    """Return a box with a heading over a muted note."""
    return col(heading_box(title), text_box(note), gap=2)


def col(*boxes: Sized | None, gap: float = GAP, wide: float | None = None) -> Sized:
    """Put boxes one below the other; None is left out."""
    kept = tuple(box for box in boxes if box)

    @cache
    def high(width: float) -> float:
        return sum(box.high(width) for box in kept) + gap * max(0, len(kept) - 1)

    def draw(room: Room) -> list[Shape]:
        spare, y, shapes = max(0.0, room.height - high(room.width)), room.y, list[Shape]()
        for box in kept:
            tall = box.high(room.width) + (spare if box.grows else 0)
            shapes += box.draw(Room(room.x, y, room.width, tall))
            y += tall + gap
        return shapes

    return Sized(high, draw, wide)


def across(*boxes: Sized | None, gap: float = GAP, wide: float | None = None) -> Sized:
    """Put boxes side by side, all as high as the highest; those without a preferred width share the rest."""
    kept = tuple(box for box in boxes if box)

    @cache
    def widths(width: float) -> list[float]:
        rest = width - gap * (len(kept) - 1) - sum(box.wide or 0 for box in kept)
        return [rest / sum(one.wide is None for one in kept) if box.wide is None else box.wide for box in kept]

    def draw(room: Room) -> list[Shape]:
        cells = room.row(*widths(room.width), gap=gap)
        return [shape for box, cell in zip(kept, cells) for shape in box.draw(cell)]

    high = cache(lambda width: max((b.high(w) for b, w in zip(kept, widths(width))), default=0))
    return Sized(high, draw, wide)


def spring() -> Sized:
    """Return an empty box that takes the remaining room of a column or a row."""
    return Sized(lambda width: 0, lambda room: (), grows=True)


def spaced(*boxes: Sized) -> Sized:
    """Put boxes of their preferred width side by side, evenly spaced from edge to edge."""
    return across(*[part for box in boxes for part in (spring(), box)][1:], gap=0)


def middle(box: Sized) -> Sized:
    """Put a box halfway up the room there is."""
    return box._replace(draw=lambda room: box.draw(room.centred(room.width, box.high(room.width))))


def by_width(make: Callable[[float], Sized]) -> Sized:
    """Return a box that is ``make(width)`` at the width that it is given."""
    made = cache(make)
    return Sized(lambda width: made(width).high(width), lambda room: made(room.width).draw(room))


def wrap(*boxes: Sized | None, least: float, gap: float = GAP) -> Sized:
    """Put boxes side by side while each has ``least`` px, the rest of them below."""
    kept = tuple(box for box in boxes if box)

    def lines(width: float) -> Sized:
        count = max(1, int((width + gap) // (least + gap)))
        return col(*(across(*kept[at : at + count], gap=gap) for at in range(0, len(kept), count)), gap=gap)

    return by_width(lines)


def flow_boxes(*boxes: Sized, gap: float = GAP) -> Sized:
    """Put small boxes of their preferred width one after the other, with line breaks."""
    widths = [box.wide or 0 for box in boxes]
    tall = max(box.high(wide) for box, wide in zip(boxes, widths))

    def draw(room: Room) -> Iterator[Shape]:
        for box, wide, (x, number) in zip(boxes, widths, flow_positions(widths, room.width, gap)):
            yield from box.draw(Room(room.x + x, room.y + number * tall, wide, tall))

    return Sized(lambda width: tall * (1 + flow_positions(widths, width, gap)[-1][1]), draw)


def inset(box: Sized, sides: float, down: float | None = None) -> Sized:
    """Return a box with a margin of px at its sides and above and below."""
    down = sides if down is None else down
    draw = lambda room: box.draw(room.inset(sides, down))  # noqa: E731
    return box._replace(high=lambda width: box.high(width - 2 * sides) + 2 * down, draw=draw)


def framed(
    box: Sized, pad: float = 0, radius: float = 0, label: str = "", action: Hashable = None, **look: Any
) -> Sized:
    """Put a box on a rectangle, which is clickable if it has an ``action``."""
    inner = inset(box, pad)

    def draw(room: Room) -> list[Shape]:
        return [Rect(*room, radius, label=label, action=action, **look), *inner.draw(room)]

    return inner._replace(draw=draw)


def name_and_number(name: str, number: str, **look: Any) -> Sized:
    """Return a line with a name at the left and its number at the right."""
    wide = text_width(number, TEXT, BOLD) + 1
    return across(text_box(name, **look), text_box(number, side="end", wide=wide, fill=INK, weight=BOLD), gap=0)


def legend_entry(sign: Callable[[Room], Iterable[Shape]], text: str) -> Sized:
    """Return an entry of a legend: a sign and its meaning, as wide as needed."""
    wide = TEXT + GAP / 2 + text_width(text, TEXT) + 1
    return across(drawing(LEADING, sign, TEXT), text_box(text, fill=INK), gap=GAP / 2, wide=wide)


def lined_column(*lines: Sized) -> Sized:
    """Put boxes one below the other, each over a thin line."""
    rule = drawing(1, lambda room: [line(room.x, room.y, room.right, room.y, HAIRLINE)])
    return col(*(one for box in lines for one in (box, rule)), gap=4)


def share_bar(part: float, colour: str, high: float = TEXT, **ground: Any) -> Sized:
    """Return a bar filled up to ``part``, a share of 1."""

    def draw(room: Room) -> tuple[Shape, ...]:
        return room.rect(3, **ground), room._replace(width=max(1.0, part * room.width)).rect(3, fill=colour)

    return drawing(high, draw)


def picture(box: Sized, width: float, title: str, sentence: str) -> Scene:
    """Return the scene of a box at a width, on the paper colour."""
    page = Room(0, 0, width, box.high(width))
    shapes = page.rect(fill=PAPER), *box.draw(page)
    return Scene(width, page.height, pieces=shapes, title=title, sentence=sentence, ground=None)
