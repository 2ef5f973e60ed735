"""Room for stacks and labels on a map: near their places, off names, dots, roads and each other.

A box lies nearer to its own place than to any other, or a line leads from the place to the box that crosses neither
another box nor a name: so what belongs to which place can always be seen."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product
from math import hypot
from operator import attrgetter, itemgetter
from typing import NamedTuple

from gamekit.widgets.look import HALO, INK
from gamekit.widgets.map.base import BaseMap
from gamekit.widgets.scene import Box, Point, Shape, bezier_point, boxes_overlap, line

TRIED = 400  # places for a box that are weighed
AFAR = 2.4  # how much dearer the way is on a map of provinces, whose names leave no dots to keep off
WEIGHTS = {"major": 1.0, "minor": 0.6, "strait": 1.6}  # what a covered point of a road costs
EVERY = 5  # px between the points of a road
NEAR = 10.0  # px between a dot and its box from which on a line is drawn
ROUNDS = 4  # how often each is placed anew among the others, at most
TOUCH, STRAY, DOUBT, OUTSIDE, CROSSED = 60.0, 6.0, 60.0, 40.0, 400.0  # what each costs
INTO = 0.25  # how far into its box a line leads, as a share of it
AIR = 5.0  # px between two boxes
ALIKE = 0.95  # how far the middle of a box may be from its own place, as a share of the way to another, without a line
CLEAR, ROUNDING = 4.0, 0.1  # px that a strange place is better farther away than a box's own, and has to be


class Placement(NamedTuple):
    """A box, the line from its place where that has to be drawn, and what both take up (left, top, right, bottom)."""

    box: Box
    line: tuple[Point, Point] | None
    extent: Box


class _Offers(NamedTuple):
    """Boxes near a place, the best first: what each costs by itself, and what is ``around`` them all."""

    costs: tuple[float, ...]
    rooms: tuple[Placement, ...]
    around: Box


@lru_cache(maxsize=32)
def _obstacles(base: BaseMap, index: int) -> tuple[tuple[Box, ...], tuple[tuple[float, float, float], ...],
                                                   tuple[tuple[float, float, float], ...]]:  # fmt: skip
    """Return the obstacles for boxes on a pane: boxes of names, dots (x, y, radius), points of roads (x, y, weight)."""
    pane, atlas = base.panes[index], base.atlas
    boxes = (*(plate.box for plate in base.names[index]), *base.taken[index])
    places = [] if atlas.territories else [*atlas.sites, *atlas.havens(pane.names)]
    dots = tuple((*pane.spot(place), atlas.radius(place)) for place in places if pane.holds(place, -8))
    roads = list[tuple[float, float, float]]()
    for link in () if atlas.territories else atlas.links:
        points = pane.road(link.here, link.there)
        count = max(2, int(hypot(points[0][0] - points[-1][0], points[0][1] - points[-1][1]) / EVERY))
        roads += [(*bezier_point(points, step / count), WEIGHTS[link.kind]) for step in range(count + 1)]
    return boxes, dots, tuple(roads)


@lru_cache(maxsize=4096)
def _offers(base: BaseMap, index: int, place: str, width: float, height: float) -> _Offers:
    pane, (boxes, dots, roads) = base.panes[index], _obstacles(base, index)
    (x, y), radius = pane.spot(place), base.atlas.radius(place)
    far = AFAR if base.atlas.territories else 1
    tried = [(x + left, y + top, cost * far) for left, top, cost in _around(radius, width, height)]
    least_x, most_x = min(one[0] for one in tried), max(one[0] for one in tried) + width
    least_y, most_y = min(one[1] for one in tried), max(one[1] for one in tried) + height
    reach = hypot(max(most_x - x, x - least_x), max(most_y - y, y - least_y))
    strange = [dot for dot in dots if EVERY / 10 < hypot(dot[0] - x, dot[1] - y) < 2.7 * reach]  # others cost nothing
    names = [box for box in boxes if boxes_overlap(box, (least_x, least_y, most_x - least_x, most_y - least_y))]
    ways = sorted(one for one in roads if least_x < one[0] < most_x and least_y < one[1] < most_y)
    across = [at_x for at_x, *_ in ways]
    inner_left, inner_top = pane.left + 2 * AIR - 1, pane.top + AIR - 1  # a little air counts as out
    found = list[tuple[float, bool, float, float]]()
    for left, top, cost in tried:
        right, bottom = left + width, top + height
        doubt, stray = _doubt(x, y, left, top, right, bottom, strange)
        out = max(inner_left - left, 0) + max(inner_top - top, 0)
        out += max(right - pane.left - pane.width + AIR - 1, 0)
        out += max(bottom - pane.top - pane.height + 2 * AIR - 2, 0)
        cost += doubt + OUTSIDE * out
        for at_x, at_y, wide, high in names:
            if at_x < right and left < at_x + wide and at_y < bottom and top < at_y + high:
                over, down = min(right, at_x + wide) - max(left, at_x), min(bottom, at_y + high) - max(top, at_y)
                cost += (60 + 0.8 * over * down) * far
        near = ways[bisect_right(across, left) : bisect_left(across, right)]
        cost += 0.7 * sum(weight for _, at_y, weight in near if top < at_y < bottom)
        found.append((cost, stray, left, top))
    found.sort(key=itemgetter(0))
    placed = ((one[0], _room(x, y, radius, width, height, *one[1:])) for one in found[:TRIED])
    costs, rooms = zip(*sorted((_led(*one, names) for one in placed), key=itemgetter(0)))
    lefts, tops, rights, bottoms = zip(*(room.extent for room in rooms))
    return _Offers(costs, rooms, (min(lefts), min(tops), max(rights), max(bottoms)))


def _room(
    x: float, y: float, radius: float, width: float, height: float, stray: bool, left: float, top: float
) -> Placement:
    """A box of a place, with a line from there where it lies off or could be taken for another's."""
    right, bottom = left + width, top + height
    end = min(max(x, left), right), min(max(y, top), bottom)
    lead = ((x, y), end) if stray or hypot(end[0] - x, end[1] - y) > radius + NEAR else None
    extent = min(left, x) - AIR, min(top, y) - AIR, max(right, x) + AIR, max(bottom, y) + AIR
    return Placement((left, top, width, height), lead, extent)


def _led(cost: float, room: Placement, names: Sequence[Box]) -> tuple[float, Placement]:
    """A room with the line into it that runs through the fewest names, and what it costs with that line."""
    if not room.line:
        return cost, room
    (start, (x, y)), (left, top, width, height) = room.line, room.box
    nearest = x + INTO * (left + width / 2 - x), y + INTO * (top + height / 2 - y)
    right, bottom = max(start[0], left + width), max(start[1], top + height)
    left_, top_ = min(start[0], left), min(start[1], top)  # no line into the box leaves these bounds
    names = [box for box in names if box[0] <= right and left_ <= box[0] + box[2]
             and box[1] <= bottom and top_ <= box[1] + box[3]]  # fmt: skip
    least, end = sum([crosses((start, nearest), box) for box in names]), nearest
    if least:
        parts = (INTO, 0.5, 1 - INTO)
        ends = product((left + part * width for part in parts), (top + part * height for part in parts))
        found = {sum([crosses((start, other), box) for box in names]): other for other in ends}
        least, end = min((least, end), min(found.items()))
    return cost + CROSSED * least, room._replace(line=(start, end))


def _doubt(
    x: float, y: float, left: float, top: float, right: float, bottom: float, dots: Sequence[tuple[float, float, float]]
) -> tuple[float, bool]:
    """What a box of (x, y) costs for what it covers and for doubt, and whether it is as near to another place."""
    own = hypot(max(left - x, x - right, 0.0), max(top - y, y - bottom, 0.0))
    middle_x, middle_y, nearest, least = (left + right) / 2, (top + bottom) / 2, float("inf"), float("inf")
    cost, stray, close = 0.0, False, False
    for at_x, at_y, radius in dots:
        apart = (middle_x - at_x) ** 2 + (middle_y - at_y) ** 2
        if apart < least:
            least, nearest = apart, hypot(middle_x - at_x, middle_y - at_y)
        across = left - at_x if at_x < left else at_x - right if at_x > right else 0.0
        down = top - at_y if at_y < top else at_y - bottom if at_y > bottom else 0.0
        if (across > own + CLEAR and across >= radius + 8) or (down > own + CLEAR and down >= radius + 8):
            continue  # too far to count
        away = hypot(across, down)
        if (gap := away - radius) < 8:
            cost += 25 + 3 * (1 - gap) if gap < 1 else 0.8 * (8 - gap)
        if away <= own + CLEAR:
            close = True
            stray = stray or away <= own + ROUNDING
    cost += STRAY * stray + STRAY / 3 * close
    far = hypot(middle_x - x, middle_y - y)
    return cost + DOUBT * min(0.5, max(0.0, far / nearest - 0.6)), stray or far > ALIKE * nearest


def _around(radius: float, width: float, height: float) -> Iterator[tuple[float, float, float]]:
    for gap in (3, 7, 12, 18, 25, 34, 46, 60, 76):
        reach, cost = radius + gap, 0.42 * gap
        for slide in (step * height / 6 for step in range(-6, 7)):
            yield reach, slide - height / 2, cost + 0.04 * abs(slide)
            yield -reach - width, slide - height / 2, cost + 0.04 * abs(slide) + 0.6
        steps = 20 if gap < 10 else 10  # finer near the dot
        for slide in (step * width / steps for step in range(-steps * 4 // 5, steps * 4 // 5 + 1)):
            yield slide - width / 2, reach, cost + 0.03 * abs(slide)
            yield slide - width / 2, -reach - height, cost + 0.03 * abs(slide) + 0.4


def place_boxes(
    base: BaseMap, index: int, wanted: Sequence[tuple[str, float, float]], fixed: Sequence[Placement] = ()
) -> tuple[Placement, ...]:
    """Room on a pane for each (place, width, height), off what is ``fixed``."""
    return _arranged(base, index, tuple(wanted), tuple(fixed))


@lru_cache(maxsize=64)
def _arranged(
    base: BaseMap, index: int, wanted: tuple[tuple[str, float, float], ...], fixed: tuple[Placement, ...]
) -> tuple[Placement, ...]:
    """Place the boxes with the fewest offers first; then move each again among the others until none improves."""
    choices = [_offers(base, index, *one) for one in wanted]
    order = sorted(range(len(wanted)), key=lambda one: -choices[one].costs[min(24, len(choices[one].costs) - 1)])
    found: dict[int, Placement] = {}
    for _ in range(ROUNDS):
        moved = False
        for one in order:
            others = [*fixed, *(room for other, room in found.items() if other != one)]
            left, top, right, bottom = choices[one].around
            near = (room for room in others if left <= room.extent[2] and room.extent[0] <= right)
            near = (room for room in near if top <= room.extent[3] and room.extent[1] <= bottom)
            room = _cheapest(base, index, wanted[one], tuple(sorted(near, key=attrgetter("box"))))
            moved |= found.get(one) != room
            found[one] = room
        if not moved:
            break
    return tuple(found[one] for one in range(len(wanted)))


@lru_cache(maxsize=4096)
def _cheapest(base: BaseMap, index: int, wanted: tuple[str, float, float], placed: tuple[Placement, ...]) -> Placement:
    """The best of the offers to one among what lies near: after a move most have the neighbours that they had."""
    choices = _offers(base, index, *wanted)
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


def _clash(one: Placement, other: Placement) -> float:
    """Return the cost of two boxes near each other: overlap, and a leader line of one through the other."""
    a, b = one.box, other.box
    across = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0]) + AIR
    down = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1]) + AIR
    cost = TOUCH + 0.5 * across * down if across > 0 and down > 0 else 0.0
    ties = ((one.line, b), (other.line, a))
    return cost + CROSSED * sum(bool(ends and crosses(ends, box)) for ends, box in ties)


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


def leader_line(room: Placement) -> Iterator[Shape]:
    """The thin line from a place's dot to its box, where the box lies a little off; the box covers its end."""
    if room.line:
        (x1, y1), (x2, y2) = room.line
        yield line(x1, y1, x2, y2, HALO, 3)
        yield line(x1, y1, x2, y2, INK, 1)
