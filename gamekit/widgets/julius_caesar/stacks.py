"""Stacks of blocks on the map: what lies where as one sees it, how it is drawn, and where there is room for it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import hypot
from typing import NamedTuple

import numpy as np

from gamekit.julius_caesar.places import CITIES, ROADS
from gamekit.julius_caesar.tables import DEFENDER, Block
from gamekit.widgets.julius_caesar import chart, pieces
from gamekit.widgets.julius_caesar.ground import Ground, Pane
from gamekit.widgets.look import INK, TINTS, TINY, WHITE
from gamekit.widgets.scene import Box, Circle, Group, Path, Point, Rect, Shape, Text, line

SHOWN = 3  # blocks of a folded stack; the rest is a number (looked at, all are shown)
ROW = 5  # blocks in a row of an unfolded stack
HIDDEN, STEP = 21.0, 8.0  # a block face down, and how much of the next one is seen
CHIP = 20.0
TRIED = 200  # places for a stack that are weighed
MOVED = 0.55  # how faint a block is that has moved this turn
LEFT, BELOW = 6.0, 5.0  # how far the side's letter juts out of a stack


@dataclass(frozen=True, slots=True)
class Token:
    """A block on the map: ``name`` like ``Caesar:Legio 13`` and the block where its face is seen, else neither."""

    name: str = ""
    block: Block | None = None
    moved: bool = False
    may_act: bool = False


@dataclass(frozen=True, slots=True)
class Stack:
    """The blocks of a side at a place."""

    place: str
    side: str
    tokens: tuple[Token, ...]

    @property
    def open(self) -> bool:
        """Whether the faces are seen."""
        return any(token.block for token in self.tokens)


class Spread(NamedTuple):
    """How a stack is laid: width and height, columns, and how many blocks are shown before the number."""

    width: float
    height: float
    columns: int
    shown: int
    size: float
    pitch: float


def spread(stack: Stack, size: float, unfolded: bool = False) -> Spread:
    """The room that a stack takes, blocks being ``size`` px (0: one block with a count)."""
    laid = _spread(stack, size, unfolded)
    return laid._replace(width=laid.width + LEFT, height=laid.height + BELOW)


def _spread(stack: Stack, size: float, unfolded: bool) -> Spread:
    count = len(stack.tokens)
    if not size:
        return Spread(CHIP + 4, CHIP + 4, 1, 1, CHIP, 0)
    if not stack.open:
        block = HIDDEN * size / 28
        shown = min(count, SHOWN)
        more = 18.0 if count > SHOWN else 0.0
        return Spread(block + STEP * (shown - 1) + more, block, shown, shown, block, STEP)
    if unfolded:
        columns = min(count, ROW)
        rows = -(-count // ROW)
        return Spread(columns * (size - 1) + 1, rows * (size - 1) + 1, columns, count, size, size - 1)
    shown = min(count, SHOWN)
    return Spread(shown * (size - 1) + 1 + (22 if count > SHOWN else 0), size, shown, shown, size, size - 1)


# Room ----------------------------------------------------------------------------------------------------------------


class _Obstacles(NamedTuple):
    """What blocks should not cover on a pane: boxes of names, dots (x, y, radius), points of roads (x, y, weight)."""

    boxes: np.ndarray
    dots: np.ndarray
    roads: np.ndarray


@lru_cache(maxsize=32)
def _obstacles(ground: Ground, index: int) -> _Obstacles:
    pane = ground.panes[index]
    boxes = [plate.box for plate in ground.names[index]] + list(ground.taken[index])
    dots = [(*pane.spot(city), chart.radius(city)) for city in CITIES if pane.holds(city, -8)]
    dots += [(*pane.at(point), 4.0) for point in chart.havens(pane.names).values() if pane.shows(point, -8)]
    roads = []
    for road in ROADS:
        points = [pane.at(point) for point in chart.road_points(road)]
        length = hypot(points[0][0] - points[-1][0], points[0][1] - points[-1][1])
        count = max(2, int(length / 5))
        weight = {"major": 1.0, "minor": 0.6, "strait": 1.6}[road.class_]
        roads += [(*chart.along(points, step / count), weight) for step in range(count + 1)]
    return _Obstacles(*(np.array(part, dtype=float) for part in (boxes, dots, roads)))


@lru_cache(maxsize=4096)
def _candidates(ground: Ground, index: int, place: str, width: float, height: float) -> tuple[tuple[float, Box], ...]:
    """Boxes near a place where a stack may lie, the best first, with what each costs."""
    pane, (boxes, dots, roads) = ground.panes[index], _obstacles(ground, index)
    cx, cy = pane.spot(place)
    radius = chart.radius(place) if place in CITIES else 4.0
    tried = np.array(list(_around(radius, width, height)))
    left, top = cx + tried[:, 0], cy + tried[:, 1]
    right, bottom = left + width, top + height
    cost = tried[:, 2].copy()
    # names
    across = np.minimum(right[:, None], boxes[:, 0] + boxes[:, 2]) - np.maximum(left[:, None], boxes[:, 0])
    down = np.minimum(bottom[:, None], boxes[:, 1] + boxes[:, 3]) - np.maximum(top[:, None], boxes[:, 1])
    area = np.clip(across, 0, None) * np.clip(down, 0, None)
    cost += np.where(area > 0, 8 + 0.2 * area, 0).sum(1)
    # dots, one's own aside
    others = dots[np.hypot(dots[:, 0] - cx, dots[:, 1] - cy) > 0.5]
    dx = np.maximum(np.maximum(left[:, None] - others[:, 0], others[:, 0] - right[:, None]), 0)
    dy = np.maximum(np.maximum(top[:, None] - others[:, 1], others[:, 1] - bottom[:, None]), 0)
    near = np.hypot(dx, dy) - others[:, 2]
    cost += np.where(near < 2, 25 + 3 * (2 - near), np.where(near < 8, 0.5 * (8 - near), 0)).sum(1)
    inside = (roads[:, 0] > left[:, None]) & (roads[:, 0] < right[:, None])
    inside &= (roads[:, 1] > top[:, None]) & (roads[:, 1] < bottom[:, None])
    cost += 0.7 * (inside * roads[:, 2]).sum(1)
    out = np.maximum(pane.left + 9 - left, 0) + np.maximum(pane.top + 4 - top, 0)
    out += np.maximum(right - pane.left - pane.width + 4, 0) + np.maximum(bottom - pane.top - pane.height + 8, 0)
    cost += 40 * out
    order = np.argsort(cost, kind="stable")[:TRIED]
    return tuple((float(cost[i]), (float(left[i]), float(top[i]), width, height)) for i in order)


def _around(radius: float, width: float, height: float) -> Iterator[tuple[float, float, float]]:
    """Left and top of boxes round a dot, and what the distance costs."""
    for gap in (3, 7, 12, 18, 25, 34, 46, 60, 76):
        reach, cost = radius + gap, 0.42 * gap
        slides = [step * height / 6 for step in range(-6, 7)]
        for slide in slides:
            yield reach, slide - height / 2, cost + 0.04 * abs(slide)
            yield -reach - width, slide - height / 2, cost + 0.04 * abs(slide) + 0.6
        for step in range(-8, 9):
            slide = step * width / 10
            yield slide - width / 2, reach, cost + 0.03 * abs(slide)
            yield slide - width / 2, -reach - height, cost + 0.03 * abs(slide) + 0.4


def arrange(
    ground: Ground, index: int, stacks: Sequence[tuple[Stack, Spread]], kept: Iterable[Box] = ()
) -> list[tuple[Stack, Spread, Box]]:
    """A box for every stack on a pane: near its place, off names, dots and each other as far as there is room."""
    found: dict[tuple[str, str], Box] = {}
    placed = list(kept)
    wanted = [(stack, laid, _candidates(ground, index, stack.place, laid.width, laid.height)) for stack, laid in stacks]
    # Who has least choice is served first.
    for stack, _, options in sorted(wanted, key=lambda one: -one[2][min(24, len(one[2]) - 1)][0]):
        best, least = options[0][1], float("inf")
        for cost, box in options:
            if cost >= least:
                break
            total = cost + sum(_clash(box, other) for other in placed)
            if total < least:
                best, least = box, total
        found[stack.place, stack.side] = best
        placed.append(best)
    return [(stack, laid, found[stack.place, stack.side]) for stack, laid in stacks]


def _clash(a: Box, b: Box) -> float:
    across = min(a[0] + a[2], b[0] + b[2]) - max(a[0], b[0]) + 5
    down = min(a[1] + a[3], b[1] + b[3]) - max(a[1], b[1]) + 5
    return 30 + 0.5 * across * down if across > 0 and down > 0 else 0.0


def tether(pane: Pane, place: str, box: Box) -> Iterator[Shape]:
    """A thin line from a place to its stack where that lies a little off."""
    (x, y), radius = pane.spot(place), chart.radius(place) if place in CITIES else 4.0
    nearest = min(max(x, box[0]), box[0] + box[2]), min(max(y, box[1]), box[1] + box[3])
    if hypot(nearest[0] - x, nearest[1] - y) > radius + 10:
        yield line(x, y, *nearest, INK, 0.8)


# Drawing -------------------------------------------------------------------------------------------------------------


def draw(
    stack: Stack, laid: Spread, box: Box, labels: Mapping[str, str], actions: Mapping[str, object]
) -> Iterator[Shape]:
    """The blocks of a stack in a box; ``labels`` and ``actions`` are those of the blocks that can be clicked."""
    left, top = box[0] + LEFT, box[1]
    if not laid.pitch:
        yield from _counted(stack, left, top)
        return
    half = laid.size / 2
    for place, token in enumerate(stack.tokens[: laid.shown]):
        x = left + half + place % laid.columns * laid.pitch
        y = top + half + place // laid.columns * laid.pitch
        if token.moved:  # faint, but nothing of the map shows through
            yield Rect(x - half, y - half, laid.size, laid.size, laid.size / 10, fill=WHITE)
        yield _block(stack, token, laid.size, x, y, labels.get(token.name, ""), actions.get(token.name))
    if (rest := len(stack.tokens) - laid.shown) > 0:
        yield _more(rest, stack.side, box[0] + laid.width - 10, top + laid.size / 2)
    yield pieces.letter_disc(stack.side, left + 1, top + laid.height - BELOW - 2, 7, WHITE)


def _block(stack: Stack, token: Token, size: float, x: float, y: float, label: str, action: object) -> Shape:
    faint = MOVED if token.moved else 1.0
    if token.block is None:
        return Group(pieces.hidden(stack.side, size), x, y, box=pieces.extent(size), opacity=faint)
    made = pieces.block_group(token.block, stack.side, DEFENDER, size, x, y, opacity=faint)
    if not action:
        return made
    return Group((made, Rect(x - size / 2, y - size / 2, size, size)), label=label, action=action)


def _more(count: int, side: str, x: float, y: float) -> Group:
    pill = Rect(-10, -8, 20, 16, 8, fill=WHITE, stroke=TINTS[side].face, stroke_width=1.2)
    text = Text(0, 4, f"+{count}", TINY, TINTS[side].face, weight=700, anchor="middle", max_width=17)
    return Group((pill, text), x, y)


def _counted(stack: Stack, left: float, top: float) -> Iterator[Shape]:
    """One block with the number of blocks on it; more than one lie under it."""
    tint, count = TINTS[stack.side], len(stack.tokens)
    faint = MOVED if all(token.moved for token in stack.tokens) else 1.0
    shapes: list[Shape] = []
    if faint < 1:
        yield Rect(left + 1, top + 4, CHIP, CHIP, 3, fill=WHITE)
    for shift in ((3, -3), (0, 0)) if count > 1 else ((0, 0),):
        x, y = left + 1 + shift[0], top + 4 + shift[1]
        shapes.append(Rect(x, y, CHIP, CHIP, 3, fill=tint.face, stroke=tint.rim, stroke_width=1.5))
    shapes.append(Text(left + 1 + CHIP / 2, top + 18.5, str(count), 13, WHITE, weight=700, anchor="middle"))
    yield Group(tuple(shapes), opacity=faint)
    yield pieces.letter_disc(stack.side, left + 1, top + CHIP + 2, 7, WHITE)


def swords(x: float, y: float) -> Group:
    """Two crossed swords on a disc: a battle is to be fought here."""
    blade = Path("M-4.2-4.2L3.4 3.4M4.2-4.2L-3.4 3.4", stroke=WHITE, stroke_width=1.5, cap="round")
    hilts = Path("M1 4.4L4.4 1M-1 4.4L-4.4 1", stroke=WHITE, stroke_width=1.3, cap="round")
    return Group((Circle(0, 0, 8.5, fill=INK, stroke=WHITE, stroke_width=1.2), blade, hilts), x, y)


def centre(box: Box) -> Point:
    """The middle of a box."""
    return box[0] + box[2] / 2, box[1] + box[3] / 2
