"""A picture as data: shapes with a colour, a label for screen readers, and an action for a click.

Two painters read a scene, ``canvas`` (the live board) and ``svg`` (print, tests, screen readers); a click is looked up
here, so a board works the same without a browser. All lengths are in px of the board at its own size, y downwards."""

from __future__ import annotations

import re
from cmath import phase, rect
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from itertools import pairwise
from math import ceil, cos, hypot, pi, radians, sin, sqrt, tan
from operator import add
from typing import Any, NamedTuple
from unicodedata import east_asian_width

from gamekit.widgets.look import INK, PAPER

Point = tuple[float, float]
Segment = tuple[str, tuple[float, ...]]
Box = tuple[float, float, float, float]  # x, y, width, height
# Widths in thousandths of the size, a little on the wide side (DejaVu sets wider than most).
_NARROW = dict.fromkeys("iljI.,:;'|!·’ ", 330) | dict.fromkeys("ftr()[]/-", 400) | dict.fromkeys("mwMW%→■—", 950)
_WIDE = dict.fromkeys("ABCDEFGHKNOPQRSTUVXYZ", 690)
_WIDTHS = _NARROW | _WIDE
_NUMBER = r"[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?"
_TOKEN = re.compile(rf"([MLHVQTCSAZmlhvqtcsaz])|({_NUMBER})")
_ARC = re.compile(r"([aA]\s*)" + rf"({_NUMBER}[\s,]*)" * 3 + r"([01])[\s,]*([01])")
_ARGUMENTS = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "T": 2, "C": 6, "S": 4, "A": 7, "Z": 0}
REACH = 4.0  # a thin line is hit within this many px


@dataclass(frozen=True, slots=True, kw_only=True)
class _Drawn:
    """How opaque a shape is, its name for screen readers, and the action of a click on it."""

    opacity: float = 1
    label: str = ""
    action: Hashable = None


@dataclass(frozen=True, slots=True)
class Rect(_Drawn):
    """A rectangle; without fill and stroke it is only a place to click."""

    x: float
    y: float
    width: float
    height: float
    radius: float = 0
    fill: str | None = None
    stroke: str | None = None
    stroke_width: float = 1
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Circle(_Drawn):
    """A disc or ring round (x, y)."""

    x: float
    y: float
    radius: float
    fill: str | None = None
    stroke: str | None = None
    stroke_width: float = 1
    dash: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Path(_Drawn):
    """Any outline, written as SVG writes it (M L H V Q T C S A Z, either case)."""

    d: str
    fill: str | None = None
    stroke: str | None = None
    stroke_width: float = 1
    dash: tuple[float, ...] = ()
    cap: str = "butt"
    join: str = "miter"


@dataclass(frozen=True, slots=True)
class Text(_Drawn):
    """One line of text on its baseline (x, y); wider than ``max_width`` it is squeezed to it."""

    x: float
    y: float
    text: str
    size: float = 12
    fill: str = INK
    family: str = "sans"
    weight: int = 400
    italic: bool = False
    anchor: str = "start"
    halo: str | None = None
    halo_width: float = 3
    max_width: float | None = None


@dataclass(frozen=True, slots=True)
class Group(_Drawn):
    """Shapes drawn together in coordinates of their own: scaled, turned clockwise by ``rotate`` degrees about their
    origin, then moved so that it lies at (x, y).

    A group with a ``box`` (its extent in its own coordinates) is drawn once on a small canvas and copied from there:
    use it for faces that many pieces share. ``clip`` cuts what lies outside that shape."""

    shapes: tuple[Shape, ...]
    x: float = 0
    y: float = 0
    rotate: float = 0
    scale: float = 1
    clip: Rect | Circle | Path | None = None
    box: Box | None = None


Shape = Rect | Circle | Path | Text | Group


class ShapeUnderPoint(NamedTuple):
    """The shape under a point: its action and its label."""

    action: Hashable
    label: str


class Clickable(NamedTuple):
    """A place that can be clicked, its name and its extent on the board."""

    action: Hashable
    label: str
    box: Box


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture of ``width`` x ``height`` px in three layers: the ground, which seldom changes, the pieces, the top."""

    width: float
    height: float
    static: tuple[Shape, ...] = ()
    pieces: tuple[Shape, ...] = ()
    overlay: tuple[Shape, ...] = ()
    title: str = ""
    sentence: str = ""
    ground: str | None = PAPER

    @property
    def layers(self) -> tuple[tuple[Shape, ...], ...]:
        """Bottom to top."""
        return self.static, self.pieces, self.overlay

    def redrawn(self, change: Callable[[Shape], Iterable[Shape]]) -> Scene:
        """The scene with the shapes that ``change`` makes of each of its own."""
        static, pieces, overlay = (tuple(new for shape in layer for new in change(shape)) for layer in self.layers)
        return replace(self, static=static, pieces=pieces, overlay=overlay)

    def clickable_at(self, x: float, y: float) -> ShapeUnderPoint | None:
        """The topmost thing with an action under a point, or None.

        >>> board = Scene(40, 40, (Rect(0, 0, 40, 40, action="table"),), (Circle(20, 20, 5, action="piece"),))
        >>> board.clickable_at(22, 20).action, board.clickable_at(30, 20).action, board.clickable_at(50, 20)
        ('piece', 'table', None)
        """
        shapes = (shape for layer in reversed(self.layers) for shape in reversed(layer))
        found = (_hit(shape, x, y) for shape in shapes if shape.action is not None or isinstance(shape, Group))
        return next((one for one in found if one and one.action is not None), None)

    def clickable_places(self) -> tuple[Clickable, ...]:
        """Every place that can be clicked, bottom to top."""
        return tuple(target for layer in self.layers for target in clickable_places(layer))

    def clickable_actions(self) -> tuple[Hashable, ...]:
        """The actions of all clickable shapes, bottom to top."""
        return tuple(one.action for layer in self.layers for one in each_shape(layer) if one.action is not None)


def line(x1: float, y1: float, x2: float, y2: float, stroke: str = INK, stroke_width: float = 1, **look: Any) -> Path:
    """A straight line.

    >>> line(0, 0, 8, 4.5).d
    'M0 0L8 4.5'
    """
    return Path(polyline_path(((x1, y1), (x2, y2))), stroke=stroke, stroke_width=stroke_width, **look)


def curve_path(start: Point, control: Point, end: Point) -> str:
    """The outline of a quadratic curve, for ``Path``.

    >>> curve_path((0, 0), (5, 9), (10, 0))
    'M0 0Q5 9 10 0'
    """
    return f"M{_pair(start)}Q{_pair(control)} {_pair(end)}"


def polyline_path(points: Iterable[Point], closed: bool = False) -> str:
    """The outline through points, for ``Path``: a polyline, or a polygon when closed.

    >>> polyline_path([(0, 0), (4, 0), (4, 3)], closed=True)
    'M0 0L4 0L4 3Z'
    """
    return "M" + "L".join(map(_pair, points)) + ("Z" if closed else "")


def _pair(point: Point) -> str:
    return f"{_say(point[0])} {_say(point[1])}"


def _say(number: float) -> str:
    return f"{number:.2f}".rstrip("0").rstrip(".") if number != int(number) else str(int(number))


@lru_cache(4096)
def text_width(text: str, size: float, weight: int = 400) -> float:
    """Estimate the width of a line of text in px, rather too wide than too narrow.

    >>> text_width("Legio 10", 14) < text_width("Equitatus 1", 14) < text_width("ポンペイウス軍", 14)
    True
    """
    units = sum(1000 if east_asian_width(c) in "WF" else _WIDTHS.get(c, 600) for c in text)
    return units * size * (1.06 if weight >= 600 else 1) / 1000


@cache
def segments(d: str) -> tuple[Segment, ...]:
    """An SVG outline in absolute M, L, Q, C and Z segments.

    >>> segments("m1 1h2v2z")
    (('M', (1.0, 1.0)), ('L', (3.0, 1.0)), ('L', (3.0, 3.0)), ('Z', ()))
    """
    made: list[Segment] = []
    x = y = start_x = start_y = 0.0
    handle: Point | None = None
    for letter, numbers in _commands(d):
        kind = letter.upper()
        if letter.islower():
            origin = {"H": (x,), "V": (y,), "A": (0, 0, 0, 0, 0, x, y)}.get(kind, (x, y) * 3)
            numbers = tuple(map(add, numbers, origin))
        if kind == "Z":
            made.append(("Z", ()))
            x, y, handle = start_x, start_y, None
            continue
        before, after = (x, y), handle
        handle = None
        if kind in "HV":
            kind, numbers = "L", (numbers[0], y) if kind == "H" else (x, numbers[0])
        elif kind in "ST":
            mirrored = (2 * x - after[0], 2 * y - after[1]) if after else before
            kind, numbers = ("C" if kind == "S" else "Q"), (*mirrored, *numbers)
        x, y = numbers[-2:]
        if kind == "A":
            made.extend(("C", part) for part in _arc(complex(*before), numbers, complex(x, y)))
            continue
        if kind in "QC":
            handle = (numbers[-4], numbers[-3])
        if kind == "M":
            start_x, start_y = x, y
        made.append((kind, tuple(numbers)))
    return tuple(made)


def _commands(d: str) -> Iterator[tuple[str, tuple[float, ...]]]:
    letter, numbers = "", list[float]()
    for name, number in _TOKEN.findall(_ARC.sub(r"\1\2 \3 \4 \5 \6 ", d)):  # its flags may stand without a space
        if name:
            letter, numbers = name, []
            if name in "Zz":
                yield name, ()
            continue
        numbers.append(float(number))
        if len(numbers) == _ARGUMENTS[letter.upper()]:
            yield letter, tuple(numbers)
            letter, numbers = {"M": "L", "m": "l"}.get(letter, letter), []


def _arc(start: complex, numbers: tuple[float, ...], end: complex) -> Iterator[tuple[float, ...]]:
    """Curves for the quarters of an arc: those of a circle of radius 1, stretched and turned (SVG 1.1, F.6.5)."""
    rx, ry, turn, large, sweep, *_ = numbers
    if not rx or not ry or start == end:
        yield start.real, start.imag, end.real, end.imag, end.real, end.imag
        return
    turned, half = rect(1, radians(turn)), (start - end) / 2
    half = complex((half / turned).real / abs(rx), (half / turned).imag / abs(ry))
    grow = max(1.0, abs(half))  # an ellipse that does not reach from end to end
    rx, ry, half = abs(rx) * grow, abs(ry) * grow, half / grow
    centre = half * (-1j if large != sweep else 1j) * sqrt(max(0.0, 1 / abs(half) ** 2 - 1))
    first = phase(half - centre)
    reach = (phase(-half - centre) - first) % (2 * pi) - (0 if sweep else 2 * pi)
    steps = max(1, ceil(abs(reach) / (pi / 2) - 1e-9))
    bulge = 4j / 3 * tan(reach / steps / 4)
    for number in range(steps):
        a, b = (rect(1, first + reach * (number + way) / steps) for way in (0, 1))
        found = (centre + point for point in (a * (1 + bulge), b * (1 - bulge), b))
        ends = [complex(rx * one.real, ry * one.imag) * turned + (start + end) / 2 for one in found]
        yield tuple(side for one in ends for side in (one.real, one.imag))


@cache
def outlines(d: str) -> tuple[tuple[Point, ...], ...]:
    """An outline as polygons, curves cut into eight pieces."""
    parts: list[list[Point]] = []
    for kind, numbers in segments(d):
        if kind == "M":
            parts.append([(numbers[0], numbers[1])])
        elif kind == "Z":
            if parts[-1][-1] != parts[-1][0]:
                parts[-1].append(parts[-1][0])
        else:
            points = [parts[-1][-1], *zip(numbers[::2], numbers[1::2])]
            parts[-1].extend([points[-1]] if kind == "L" else (bezier_point(points, step / 8) for step in range(1, 9)))
    return tuple(map(tuple, parts))


def bezier_point(points: Sequence[Point], t: float) -> Point:
    """A point of a curve or a straight line: 0 at its first end, 1 at its second."""
    while len(points) > 1:
        points = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in pairwise(points)]
    return points[0]


def _hit(shape: Shape, x: float, y: float) -> ShapeUnderPoint | None:
    if isinstance(shape, Group):
        inner = _into(shape, x, y)
        if shape.clip is not None and not _covers(shape.clip, *inner):
            return None
        for child in reversed(shape.shapes):
            if found := _hit(child, *inner):
                action = shape.action if found.action is None else found.action
                return ShapeUnderPoint(action, found.label or shape.label)
        return None
    return ShapeUnderPoint(shape.action, shape.label) if _covers(shape, x, y) else None


def _into(group: Group, x: float, y: float) -> Point:
    dx, dy, turn = x - group.x, y - group.y, radians(group.rotate)
    return (cos(turn) * dx + sin(turn) * dy) / group.scale, (cos(turn) * dy - sin(turn) * dx) / group.scale


def _covers(shape: Rect | Circle | Path | Text, x: float, y: float) -> bool:
    match shape:
        case Rect() | Text():
            left, top, width, height = bounds(shape)
            return left <= x <= left + width and top <= y <= top + height
        case Circle():
            return hypot(x - shape.x, y - shape.y) <= shape.radius
        case Path():
            near = max(REACH, shape.stroke_width / 2)
            if (shape.fill is not None or shape.stroke is None) and _inside(outlines(shape.d), x, y):
                return True
            return shape.stroke is not None and any(_near(part, x, y, near) for part in outlines(shape.d))


def _inside(parts: Iterable[Sequence[Point]], x: float, y: float) -> bool:
    inside = False
    for part in parts:
        for (x1, y1), (x2, y2) in zip(part, (*part[1:], part[0])):
            if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                inside = not inside
    return inside


def _near(points: Sequence[Point], x: float, y: float, reach: float) -> bool:
    for (x1, y1), (x2, y2) in pairwise(points):
        length = (x2 - x1) ** 2 + (y2 - y1) ** 2
        along = max(0.0, min(1.0, ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / length)) if length else 0.0
        if hypot(x - x1 - along * (x2 - x1), y - y1 - along * (y2 - y1)) <= reach:
            return True
    return False


def boxes_overlap(one: Box, other: Box) -> bool:
    """Whether two boxes overlap."""
    return (
        one[0] < other[0] + other[2] and other[0] < one[0] + one[2]
        and one[1] < other[1] + other[3] and other[1] < one[1] + one[3]
    )  # fmt: skip


def bounds(shape: Shape) -> Box:
    """The extent of a shape: x, y, width, height.

    >>> bounds(Group((Rect(0, 0, 10, 20),), x=5, rotate=90))
    (-15.0, 0.0, 20.0, 10.0)
    """
    match shape:
        case Text():
            width = text_width(shape.text, shape.size, shape.weight)
            width = min(width, shape.max_width) if shape.max_width else width
            left = shape.x - {"start": 0.0, "middle": width / 2, "end": width}[shape.anchor]
            return left, shape.y - 0.8 * shape.size, width, shape.size
        case Group():
            boxes = (shape.box,) if shape.box else tuple(bounds(child) for child in shape.shapes)
            if shape.clip is not None:
                boxes = (bounds(shape.clip),)
            if shape.rotate:
                return _around(_out_of(shape, corner) for box in boxes for corner in _corners(box))
            xs, ys, widths, heights = zip(*boxes)
            left, top = min(xs), min(ys)
            width, height = max(map(add, xs, widths)) - left, max(map(add, ys, heights)) - top
            return shape.x + left * shape.scale, shape.y + top * shape.scale, width * shape.scale, height * shape.scale
        case Rect():
            return shape.x, shape.y, shape.width, shape.height
        case Circle():
            return shape.x - shape.radius, shape.y - shape.radius, 2 * shape.radius, 2 * shape.radius
        case Path():
            return _outlined(shape.d)


@cache
def _outlined(d: str) -> Box:
    return _around(point for part in outlines(d) for point in part)


def _corners(box: Box) -> Iterator[Point]:
    x, y, width, height = box
    yield from ((x, y), (x + width, y), (x, y + height), (x + width, y + height))


def _out_of(group: Group, point: Point) -> Point:
    if not group.rotate:
        return group.x + point[0] * group.scale, group.y + point[1] * group.scale
    x, y, turn = point[0] * group.scale, point[1] * group.scale, radians(group.rotate)
    return round(group.x + cos(turn) * x - sin(turn) * y, 6), round(group.y + sin(turn) * x + cos(turn) * y, 6)


def _around(points: Iterable[Point]) -> Box:
    xs, ys = zip(*points)
    return min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys)


def each_shape(shapes: Iterable[Shape]) -> Iterator[Shape]:
    """Every shape, those of a group after the group."""
    for shape in shapes:
        yield shape
        if isinstance(shape, Group):
            yield from each_shape(shape.shapes)


def clickable_places(layer: Iterable[Shape]) -> tuple[Clickable, ...]:
    """Every place of a layer that can be clicked, bottom to top."""
    found = (shape for shape in layer if shape.action is not None or isinstance(shape, Group))
    return tuple(target for shape in found for target in _targets(shape))


def _targets(shape: Shape, outer: tuple[Group, ...] = (), label: str = "") -> Iterator[Clickable]:
    name = shape.label or label
    if shape.action is not None:
        box = bounds(shape)
        for group in reversed(outer):
            box = _around(_out_of(group, corner) for corner in _corners(box))
        yield Clickable(shape.action, name, box)
    if isinstance(shape, Group):
        for child in shape.shapes:
            if child.action is not None or isinstance(child, Group):
                yield from _targets(child, (*outer, shape), name)
