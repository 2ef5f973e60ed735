"""Where things lie: rooms that are cut into rows, columns and grids, and texts set on their lines.

A view asks a room for its parts instead of adding up px: ``room.inset()`` leaves a margin, ``room.columns(3)`` and
``room.rows(2)`` cut it evenly, ``room.row(None, 40)`` gives 40 px and what is left, ``flow`` sets things one after the
other and breaks the line where the room ends."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, NamedTuple

from gamekit.widgets.look import HEADING, INK, MUTED, NAME, TEXT
from gamekit.widgets.scene import Group, Point, Rect, Shape, Text, text_width

PAD, GAP = 14.0, 10.0  # the margin of a room, and between two parts of it
BOLD, STRONG = 700, 600
KEPT = 4096  # rooms and letters of the last redraws
LEADING = 16.0  # from a line of text to the next
NARROW = 700.0  # px from which down a picture is narrow
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
        """Parts side by side; None takes what is left (one of them only).

        >>> [part.width for part in Room(0, 0, 100, 10).row(20, None, 30, gap=5)]
        [20, 40, 30]
        """
        return _cut(self, widths, gap)

    def column(self, *heights: float | None, gap: float = GAP) -> tuple[Room, ...]:
        """Parts one below the other; None takes what is left (one of them only)."""
        return _cut(self, heights, gap, down=True)

    def columns(self, count: int, gap: float = GAP) -> tuple[Room, ...]:
        return self.row(*[(self.width - gap * (count - 1)) / count] * count, gap=gap)

    def rows(self, count: int, gap: float = GAP) -> tuple[Room, ...]:
        return self.column(*[(self.height - gap * (count - 1)) / count] * count, gap=gap)

    def grid(self, columns: int, rows: int, gap: float = GAP) -> Iterator[Room]:
        for line in self.rows(rows, gap):
            yield from line.columns(columns, gap)

    def spread(self, count: int, width: float, most: float | None = None) -> tuple[Room, ...]:
        """Parts of one width side by side from the left, as far apart as there is room, ``most`` px at most.

        >>> [part.x for part in Room(0, 0, 100, 10).spread(3, 20)]
        [0.0, 40.0, 80.0]
        """
        step = (self.width - width) / max(1, count - 1)
        step = step if most is None else min(step, most)
        return tuple(Room(self.x + place * step, self.y, width, self.height) for place in range(count))

    def centred(self, width: float, height: float) -> Room:
        """A part of a size in the middle."""
        x, y = self.middle
        return Room(x - width / 2, y - height / 2, width, height)

    def line(self, number: int = 0, size: float = TEXT) -> float:
        """The baseline of a line of text from the top, the first being 0."""
        return self.y + size + LEADING * number

    def rect(self, radius: float = 0, **look: Any) -> Rect:
        return Rect(*self, radius, **look)


@lru_cache(KEPT)  # a redraw cuts the same rooms again
def _cut(room: Room, sizes: tuple[float | None, ...], gap: float, down: bool = False) -> tuple[Room, ...]:
    rest = (room.height if down else room.width) - sum(size or 0 for size in sizes) - gap * (len(sizes) - 1)
    parts, start = list[Room](), room[down]
    for size in (rest if size is None else size for size in sizes):
        parts.append(Room(room.x, start, room.width, size) if down else Room(start, room.y, size, room.height))
        start += size + gap
    return tuple(parts)


def flow(widths: Iterable[float], room: float, gap: float = GAP) -> list[tuple[float, int]]:
    """Where things of these widths begin, and in which line: (x, line) each.

    >>> flow([40, 40, 40], 100)
    [(0.0, 0), (50.0, 0), (0.0, 1)]
    """
    placed, x, line = list[tuple[float, int]](), 0.0, 0
    for width in widths:
        if x and x + width > room:
            x, line = 0.0, line + 1
        placed.append((x, line))
        x += width + gap
    return placed


# Texts ---------------------------------------------------------------------------------------------------------------


def centred(text: str, room: Room, size: float = TEXT, **look: Any) -> Text:
    """A text in the middle of a room, squeezed where it is too wide."""
    x, y = room.middle
    return Text(x, y + CAPITALS * size, text, size, anchor="middle", max_width=room.width, **look)


def label(text: str, room: Room, line: int = 0, side: str = "start", **look: Any) -> Text:
    """A quiet line of a room, at its left ("start"), middle or right ("end") side."""
    x = {"start": room.x, "middle": room.middle[0], "end": room.right}[side]
    given: dict[str, Any] = {"size": TEXT, "fill": MUTED, "max_width": room.width} | look
    return Text(x, room.line(line), text, anchor=side, **given)


def strong(text: str, room: Room, line: int = 0, side: str = "start", **look: Any) -> Text:
    return label(text, room, line, side, **{"fill": INK, "weight": STRONG} | look)


def heading(text: str, room: Room, side: str = "start", **look: Any) -> Text:
    """The heading of a room, in the letters of the boards."""
    given: dict[str, Any] = {"size": HEADING, "fill": INK, "family": "serif"} | look
    return Text(room.x if side == "start" else room.right, room.line(0, given["size"]), text, anchor=side,
                max_width=room.width, **given)  # fmt: skip


def title(text: str, room: Room, **look: Any) -> Text:
    return heading(text, room, size=NAME, weight=BOLD, **look)


def fitted(texts: Sequence[str], room: float, size: float = TEXT, weight: int = 400) -> str:
    """The first of several wordings that fits the room, or the last."""
    return next((text for text in texts if text_width(text, size, weight) <= room), texts[-1])


@lru_cache(KEPT)
def legible(shape: Shape, least: float) -> Shape:
    """A shape whose smaller letters are made ``least`` px high, and narrower where they have no more room."""
    if isinstance(shape, Group):
        return replace(shape, shapes=tuple(legible(one, least / shape.scale) for one in shape.shapes))
    if not isinstance(shape, Text) or shape.size >= least:
        return shape
    return replace(shape, size=least, y=shape.y + CAPITALS * (least - shape.size))


@lru_cache
def broken(text: str, room: float, size: float = TEXT) -> tuple[str, ...]:
    """A text in lines that fit: broken at spaces, or between the letters of Japanese.

    >>> broken("alea iacta est", 60)
    ('alea iacta', 'est')
    """
    lines = [""]
    for piece in re.findall(r"[（「]*(?:[!-~]+ ?|.)[。、）」？：]*", text):
        if lines[-1] and text_width((lines[-1] + piece).rstrip(), size) > room:
            lines.append(piece)
        else:
            lines[-1] += piece
    return tuple(line.rstrip() for line in lines)
