"""Pictures as boxes in boxes: a box knows how high it is at a width, so nothing is added up or measured out by hand.

``col`` sets boxes one below the other and ``row`` beside each other; ``wrap`` beside each other while each has room
enough, and else one below the other; ``flowed`` breaks a line of small ones where the room ends. ``said`` is a text,
``drawn`` is any other shapes, and ``framed`` lays a rectangle under a box.

>>> both = row(said("Rome"), said("Carthage", side="end"))
>>> [(text.text, text.x) for text in both.draw(Room(0, 0, 200, both.high(200)))]
[('Rome', 0), ('Carthage', 200.0)]
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from functools import cache
from typing import Any, NamedTuple

from gamekit.widgets.layout import BOLD, GAP, LEADING, Room, broken, flow, label
from gamekit.widgets.layout import NARROW as NARROW
from gamekit.widgets.look import HAIRLINE, INK, NAME, PAPER, TEXT
from gamekit.widgets.scene import Rect, Scene, Shape, line, text_width

WIDE = 1000.0  # px from which on three things stand abreast; two do from NARROW on


class Box(NamedTuple):
    """What is drawn in a room: its height at a width, its shapes, and the width that it wants, if any.

    In a column a box that ``grows`` takes the height that is left over."""

    high: Callable[[float], float]
    draw: Callable[[Room], Iterable[Shape]]
    wide: float | None = None
    grows: bool = False


def drawn(
    high: float | Callable[[float], float], draw: Callable[[Room], Iterable[Shape]], wide: float | None = None
) -> Box:
    """Shapes in a room of a height, or of one that follows from its width."""
    return Box(high if callable(high) else lambda width: high, draw, wide)


def said(text: str, size: float = TEXT, side: str = "start", wide: float | None = None, **look: Any) -> Box:
    """A text, its lines broken where the room ends."""
    leading = max(LEADING, size + 4)

    def draw(room: Room) -> Iterator[Shape]:
        for number, part in enumerate(broken(text, room.width, size) if text else ()):
            yield label(part, room._replace(y=room.y + number * leading + size - TEXT), side=side, size=size, **look)

    return Box(lambda width: leading * len(broken(text, width, size)) if text else 0, draw, wide)


def titled(title: str, note: str) -> Box:
    """A finding in the letters of the boards over a quiet note."""
    return col(said(title, NAME, fill=INK, family="serif", weight=BOLD), said(note), gap=2)


def col(*boxes: Box | None, gap: float = GAP, wide: float | None = None) -> Box:
    kept = tuple(box for box in boxes if box)

    @cache
    def high(width: float) -> float:
        return sum(box.high(width) for box in kept) + gap * max(0, len(kept) - 1)

    def draw(room: Room) -> Iterator[Shape]:
        spare, y = max(0.0, room.height - high(room.width)), room.y
        for box in kept:
            tall = box.high(room.width) + (spare if box.grows else 0)
            yield from box.draw(Room(room.x, y, room.width, tall))
            y += tall + gap

    return Box(high, draw, wide)


def row(*boxes: Box | None, gap: float = GAP, wide: float | None = None) -> Box:
    """Boxes side by side, all as high as the highest; those that want no width share what is left."""
    kept = tuple(box for box in boxes if box)

    @cache
    def widths(width: float) -> list[float]:
        rest = width - gap * (len(kept) - 1) - sum(box.wide or 0 for box in kept)
        return [rest / sum(one.wide is None for one in kept) if box.wide is None else box.wide for box in kept]

    def draw(room: Room) -> Iterator[Shape]:
        for box, cell in zip(kept, room.row(*widths(room.width), gap=gap)):
            yield from box.draw(cell)

    high = cache(lambda width: max((b.high(w) for b, w in zip(kept, widths(width))), default=0))
    return Box(high, draw, wide)


def wrap(*boxes: Box | None, least: float, gap: float = GAP) -> Box:
    """Boxes beside each other while each has ``least`` px, the rest of them below."""
    kept = tuple(box for box in boxes if box)

    @cache
    def lines(width: float) -> Box:
        count = max(1, int((width + gap) // (least + gap)))
        return col(*(row(*kept[at : at + count], gap=gap) for at in range(0, len(kept), count)), gap=gap)

    return Box(lambda width: lines(width).high(width), lambda room: lines(room.width).draw(room))


def flowed(*boxes: Box, gap: float = GAP) -> Box:
    """Small boxes of the width that they want, one after the other."""
    widths = [box.wide or 0 for box in boxes]
    tall = max(box.high(wide) for box, wide in zip(boxes, widths))

    def draw(room: Room) -> Iterator[Shape]:
        for box, wide, (x, number) in zip(boxes, widths, flow(widths, room.width, gap)):
            yield from box.draw(Room(room.x + x, room.y + number * tall, wide, tall))

    return Box(lambda width: tall * (1 + flow(widths, width, gap)[-1][1]), draw)


def inset(box: Box, across: float, down: float | None = None) -> Box:
    down = across if down is None else down
    draw = lambda room: box.draw(room.inset(across, down))  # noqa: E731
    return box._replace(high=lambda width: box.high(width - 2 * across) + 2 * down, draw=draw)


def framed(box: Box, pad: float = 0, radius: float = 0, label: str = "", action: Hashable = None, **look: Any) -> Box:
    """A box on a rectangle, which is a place to click where it means something."""
    inner = inset(box, pad)

    def draw(room: Room) -> Iterator[Shape]:
        yield Rect(*room, radius, label=label, action=action, **look)
        yield from inner.draw(room)

    return inner._replace(draw=draw)


def figure(name: str, number: str, **look: Any) -> Box:
    """A name at the left and its number at the right."""
    wide = text_width(number, TEXT, BOLD) + 1
    return row(said(name, **look), said(number, side="end", wide=wide, fill=INK, weight=BOLD), gap=0)


def key(sign: Callable[[Room], Iterable[Shape]], text: str) -> Box:
    """What a small sign means, as wide as it has to be."""
    wide = TEXT + GAP / 2 + text_width(text, TEXT) + 1
    return row(drawn(LEADING, sign, TEXT), said(text, fill=INK), gap=GAP / 2, wide=wide)


def ruled(*lines: Box) -> Box:
    """Lines one below the other, each over a fine rule."""
    rule = drawn(1, lambda room: [line(room.x, room.y, room.right, room.y, HAIRLINE)])
    return col(*(one for box in lines for one in (box, rule)), gap=4)


def share(part: float, colour: str, high: float = TEXT, **ground: Any) -> Box:
    """A part of 1 as a bar over the whole."""
    return drawn(
        high,
        lambda room: (room.rect(3, **ground), room._replace(width=max(1.0, part * room.width)).rect(3, fill=colour)),
    )


def picture(box: Box, width: float, title: str, sentence: str) -> Scene:
    """The scene of a box at a width, on paper."""
    page = Room(0, 0, width, box.high(width))
    return Scene(
        width, page.height, pieces=(page.rect(fill=PAPER), *box.draw(page)), title=title, sentence=sentence, ground=None
    )
