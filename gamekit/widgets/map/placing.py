"""Room for stacks and labels on a map: near their places, off names, dots, roads and each other.

A box lies nearer to its own place than to any other, or a line leads from the place to the box that crosses no other
box: so what belongs to which place can always be seen."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot
from typing import NamedTuple

from gamekit.widgets.look import HALO, INK, TEXT, TINY, WHITE, Tint
from gamekit.widgets.map.base import PIECE, BaseMap, Pane
from gamekit.widgets.scene import Box, Circle, Group, Path, Point, Rect, Shape, Text, along, line

TRIED = 400  # places for a box that are weighed
AFAR = 2.4  # how much dearer the way is on a map of provinces, whose names leave no dots to keep off
WEIGHTS = {"major": 1.0, "minor": 0.6, "strait": 1.6}  # what a covered point of a road costs
EVERY = 5  # px between the points of a road
NEAR = 10.0  # px between a dot and its box from which on a line is drawn
ROUNDS = 4  # how often each is placed anew among the others, at most
TOUCH, STRAY, DOUBT, OUTSIDE, CROSSED = 60.0, 6.0, 60.0, 40.0, 400.0  # what each costs
AIR = 5.0  # px between two boxes
CLEAR, ROUNDING = 4.0, 0.1  # px that a strange place is better farther away than a box's own, and has to be


class _Obstacles(NamedTuple):
    """What boxes should not cover on a pane: boxes of names, dots (x, y, radius), points of roads (x, y, weight)."""

    boxes: tuple[Box, ...]
    dots: tuple[tuple[float, float, float], ...]
    roads: tuple[tuple[float, float, float], ...]


class Berth(NamedTuple):
    """A box, the line from its place where that has to be drawn, and what both take up (left, top, right, bottom)."""

    box: Box
    tether: tuple[Point, Point] | None
    extent: Box


class Offers(NamedTuple):
    """Boxes near a place where something may lie, the best first: what each costs by itself, and what is ``around``
    them (left, top, right, bottom)."""

    costs: tuple[float, ...]
    rooms: tuple[Berth, ...]
    around: Box


def _room(pane: Pane, place: str, box: Box, stray: bool) -> Berth:
    """A box of a place, with a line when it lies a little off or nearer to another place."""
    x, y = pane.spot(place)
    right, bottom = box[0] + box[2], box[1] + box[3]
    end = min(max(x, box[0]), right), min(max(y, box[1]), bottom)
    drawn = stray or hypot(end[0] - x, end[1] - y) > pane.atlas.radius(place) + NEAR
    extent = min(box[0], x) - AIR, min(box[1], y) - AIR, max(right, x) + AIR, max(bottom, y) + AIR
    return Berth(box, ((x, y), end) if drawn else None, extent)


@lru_cache(maxsize=32)
def _obstacles(base: BaseMap, index: int) -> _Obstacles:
    pane, atlas = base.panes[index], base.atlas
    boxes = [plate.box for plate in base.names[index]] + list(base.taken[index])
    places = [] if atlas.territories else [*atlas.sites, *atlas.havens(pane.names)]
    dots = [(*pane.spot(place), atlas.radius(place)) for place in places if pane.holds(place, -8)]
    roads = []
    for link in () if atlas.territories else atlas.links:
        points = pane.road(link.here, link.there)
        count = max(2, int(hypot(points[0][0] - points[-1][0], points[0][1] - points[-1][1]) / EVERY))
        roads += [(along(points, step / count), WEIGHTS[link.kind]) for step in range(count + 1)]
    return _Obstacles(tuple(boxes), tuple(dots), tuple((x, y, weight) for (x, y), weight in roads))


@lru_cache(maxsize=4096)
def offers(base: BaseMap, index: int, place: str, width: float, height: float) -> Offers:
    """Boxes near a place where something may lie."""
    pane, (boxes, dots, roads) = base.panes[index], _obstacles(base, index)
    x, y = pane.spot(place)
    far = AFAR if base.atlas.territories else 1
    tried = [(x + left, y + top, cost * far) for left, top, cost in _around(base.atlas.radius(place), width, height)]
    least_x, most_x = min(one[0] for one in tried), max(one[0] for one in tried) + width
    least_y, most_y = min(one[1] for one in tried), max(one[1] for one in tried) + height
    reach = hypot(max(most_x - x, x - least_x), max(most_y - y, y - least_y))
    strange = [dot for dot in dots if EVERY / 10 < hypot(dot[0] - x, dot[1] - y) < 2.7 * reach]  # others cost nothing
    near = [
        (at_x, at_y, at_x + wide, at_y + high) for at_x, at_y, wide, high in boxes
        if at_x < most_x and at_x + wide > least_x and at_y < most_y and at_y + high > least_y
    ]  # fmt: skip
    ways = [one for one in roads if least_x < one[0] < most_x and least_y < one[1] < most_y]
    found = []
    for left, top, cost in tried:
        right, bottom = left + width, top + height
        cost += _covered(left, top, right, bottom, near)
        told, stray = _doubt(x, y, left, top, right, bottom, strange)
        cost += told
        for at_x, at_y, weight in ways:
            if left < at_x < right and top < at_y < bottom:
                cost += 0.7 * weight
        cost += OUTSIDE * _outside(pane, left, top, right, bottom)
        found.append((cost, (left, top, width, height), stray))
    found.sort(key=lambda one: one[0])
    del found[TRIED:]
    rooms = tuple(_room(pane, place, box, stray) for _, box, stray in found)
    lefts, tops, rights, bottoms = zip(*(room.extent for room in rooms))
    return Offers(tuple(one[0] for one in found), rooms, (min(lefts), min(tops), max(rights), max(bottoms)))


def _covered(left: float, top: float, right: float, bottom: float, boxes: Sequence[Box]) -> float:
    """What a box costs for the names that it covers."""
    cost = 0.0
    for at_x, at_y, end_x, end_y in boxes:
        if at_x < right and left < end_x and at_y < bottom and top < end_y:
            cost += 40 + 0.8 * (min(right, end_x) - max(left, at_x)) * (min(bottom, end_y) - max(top, at_y))
    return cost


def _doubt(
    x: float, y: float, left: float, top: float, right: float, bottom: float, dots: Sequence[tuple[float, float, float]]
) -> tuple[float, bool]:
    """What a box of the place (x, y) costs for what it covers and for the doubt whose it is, and whether it is nearer
    to another place."""
    own = _away(left, top, right, bottom, x, y)
    middle_x, middle_y, nearest = (left + right) / 2, (top + bottom) / 2, float("inf")
    cost, stray, close = 0.0, False, False
    for at_x, at_y, radius in dots:
        middle = hypot(middle_x - at_x, middle_y - at_y)
        nearest = min(nearest, middle)
        away = _away(left, top, right, bottom, at_x, at_y)
        if (gap := away - radius) < 8:
            cost += 25 + 3 * (1 - gap) if gap < 1 else 0.8 * (8 - gap)
        if away <= own + CLEAR:
            close = True
            stray = stray or away <= own + ROUNDING
    cost += STRAY * stray + STRAY / 3 * close
    return cost + DOUBT * min(0.5, max(0.0, hypot(middle_x - x, middle_y - y) / nearest - 0.6)), stray


def _away(left: float, top: float, right: float, bottom: float, x: float, y: float) -> float:
    """How far a point lies from a box."""
    return hypot(max(left - x, x - right, 0.0), max(top - y, y - bottom, 0.0))


def _outside(pane: Pane, left: float, top: float, right: float, bottom: float) -> float:
    """How far a box juts out of a pane, a little air at its edges counted as outside."""
    out = max(pane.left + 2 * AIR - 1 - left, 0) + max(pane.top + AIR - 1 - top, 0)
    return (
        out + max(right - pane.left - pane.width + AIR - 1, 0) + max(bottom - pane.top - pane.height + 2 * AIR - 2, 0)
    )


def _around(radius: float, width: float, height: float) -> Iterator[tuple[float, float, float]]:
    """Left and top of boxes round a dot, and what the distance costs."""
    for gap in (3, 7, 12, 18, 25, 34, 46, 60, 76):
        reach, cost = radius + gap, 0.42 * gap
        for slide in (step * height / 6 for step in range(-6, 7)):
            yield reach, slide - height / 2, cost + 0.04 * abs(slide)
            yield -reach - width, slide - height / 2, cost + 0.04 * abs(slide) + 0.6
        steps = 20 if gap < 10 else 10  # finer near the dot
        for slide in (step * width / steps for step in range(-steps * 4 // 5, steps * 4 // 5 + 1)):
            yield slide - width / 2, reach, cost + 0.03 * abs(slide)
            yield slide - width / 2, -reach - height, cost + 0.03 * abs(slide) + 0.4


def arrange(
    base: BaseMap, index: int, wanted: Sequence[tuple[str, float, float]], fixed: Sequence[Berth] = ()
) -> tuple[Berth, ...]:
    """Room on a pane for each (place, width, height), off what is ``fixed``."""
    return _arranged(base, index, tuple(wanted), tuple(fixed))


@lru_cache(maxsize=64)
def _arranged(
    base: BaseMap, index: int, wanted: tuple[tuple[str, float, float], ...], fixed: tuple[Berth, ...]
) -> tuple[Berth, ...]:
    """Room for all.

    Who has least choice is served first; then each may move once the others lie, until all lie well."""
    choices = [offers(base, index, *one) for one in wanted]
    order = sorted(range(len(wanted)), key=lambda one: -choices[one].costs[min(24, len(choices[one].costs) - 1)])
    found: dict[int, Berth] = {}
    for _ in range(ROUNDS):
        moved = False
        for one in order:
            others = [*fixed, *(room for other, room in found.items() if other != one)]
            left, top, right, bottom = choices[one].around
            near = (room for room in others if left <= room.extent[2] and room.extent[0] <= right)
            near = (room for room in near if top <= room.extent[3] and room.extent[1] <= bottom)
            room = _cheapest(base, index, wanted[one], tuple(sorted(near, key=_box)))
            moved |= found.get(one) != room
            found[one] = room
        if not moved:
            break
    return tuple(found[one] for one in range(len(wanted)))


def _box(room: Berth) -> Box:
    return room.box


@lru_cache(maxsize=4096)
def _cheapest(base: BaseMap, index: int, wanted: tuple[str, float, float], placed: tuple[Berth, ...]) -> Berth:
    """The best of the offers to one among what lies near: after a move most have the neighbours that they had."""
    choices = offers(base, index, *wanted)
    best, least = choices.rooms[0], float("inf")
    lie = [(*other.extent, other) for other in placed]
    for total, room in zip(choices.costs, choices.rooms):
        if total >= least:
            break
        left, top, right, bottom = room.extent
        for at_x, at_y, end_x, end_y, other in lie:
            if left <= end_x and at_x <= right and top <= end_y and at_y <= bottom:
                total += _clash(room, other)
                if total >= least:
                    break
        else:
            best, least = room, total
    return best


def _clash(one: Berth, other: Berth) -> float:
    """What two rooms beside each other cost: boxes that touch, and a line of either that runs through the other."""
    a, b = one.box, other.box
    across = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0]) + AIR
    down = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1]) + AIR
    cost = TOUCH + 0.5 * across * down if across > 0 and down > 0 else 0.0
    if one.tether and crosses(one.tether, b):
        cost += CROSSED
    if other.tether and crosses(other.tether, a):
        cost += CROSSED
    return cost


def crosses(ends: tuple[Point, Point], box: Box) -> bool:
    """Whether a straight line runs through a box (Liang and Barsky).

    >>> crosses(((0, 0), (10, 10)), (4, 4, 2, 2)), crosses(((0, 0), (10, 10)), (6, 0, 2, 2))
    (True, False)
    """
    (x1, y1), (x2, y2) = ends
    right, bottom = box[0] + box[2], box[1] + box[3]
    if (x1 < box[0] > x2) or (x1 > right < x2) or (y1 < box[1] > y2) or (y1 > bottom < y2):
        return False  # both ends lie off the same side
    first, last = 0.0, 1.0
    for start, way, low, high in ((x1, x2 - x1, box[0], right), (y1, y2 - y1, box[1], bottom)):
        if not way:
            if not low <= start <= high:
                return False
            continue
        near, far = sorted(((low - start) / way, (high - start) / way))
        first, last = max(first, near), min(last, far)
    return first <= last


def tether(room: Berth) -> Iterator[Shape]:
    """The thin line from a place's dot to its box, where the box lies a little off; the box covers its end."""
    if room.tether:
        (x1, y1), (x2, y2) = room.tether
        more = 1 + 2 * AIR / max(hypot(x2 - x1, y2 - y1), 1)
        x2, y2 = x1 + (x2 - x1) * more, y1 + (y2 - y1) * more
        yield line(x1, y1, x2, y2, HALO, 3)
        yield line(x1, y1, x2, y2, INK, 1)


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
