"""Counters, leaders, dice, sliders and city walls as shapes."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from functools import cache, partial
from typing import NamedTuple

from gamekit.widgets.icons import pips, sign_of
from gamekit.widgets.look import EDGE, GOOD, HEADING, INK, LINE, MUTED, NAME, PAPER, TEXT, TINTS, TINY, WHITE, Tint
from gamekit.widgets.scene import Box, Circle, Group, Path, Rect, Shape, Text, line, text_width

SIDE_TINTS = {"attacker": TINTS["Caesar"], "defender": TINTS["Pompey"]}
NAMED, RATED = 48, 42  # counters of this size and more bear the side's letter; and their CSP
MINUS = "\u2212"

sign = partial(sign_of, "roma_victrix")


class Counter(NamedTuple):
    """A counter as it is shown: ``state`` is here, turned (reduced by this loss) or gone; ``paid`` is its CSP paid."""

    unit: str
    reduced: bool
    csp: int
    state: str = "here"
    paid: int = 0


def extent(size: float) -> Box:
    """How much room a face takes, its shadow and ring included."""
    return -2, -14, size + 18, size + 20


@cache
def face(counter: Counter, tint: Tint, letter: str, size: float) -> tuple[Shape, ...]:
    """A counter, its left top corner at (0, 0)."""
    reduced = counter.reduced or counter.state == "turned"
    ink = PAPER if not reduced else tint.face
    scale = size / 60
    if counter.state == "gone":
        shapes = _outline(size)
        ink = LINE
    else:
        shapes = _reduced(tint, size) if reduced else _full(tint, size)
    ground = tint.face if ink == PAPER else PAPER
    faint = 0.55 if counter.state == "gone" else 1
    mark = Group(sign(counter.unit, ink, ground), 16 * scale, 8 * scale, scale=1.1667 * scale, opacity=faint)
    text = MUTED if counter.state == "gone" else ink
    small = max(TINY, 12 * scale)
    room = size - (22 * scale if size >= RATED else 8)
    name = Text(5 * scale, size - 7 * scale, counter.unit, small, text, max_width=room)
    shapes = (*shapes, mark, name)
    if size >= RATED:
        csp = Text(size - 6 * scale, size - 7 * scale, str(counter.csp), max(TINY, 14 * scale), text, weight=600,
                   anchor="end")  # fmt: skip
        shapes = (*shapes, csp)
    if size >= NAMED and counter.state != "gone":
        shapes = (*shapes, Text(6 * scale, 16 * scale, letter, 12, ink, weight=600))
    if counter.state == "gone":
        shapes = (*shapes, Path(f"M{0.22 * size} {0.8 * size}L{0.78 * size} {0.24 * size}", stroke=INK,
                                stroke_width=1.8, opacity=0.75))  # fmt: skip
    return (*shapes, *_ring(counter, tint, size)) if counter.paid else shapes


def _full(tint: Tint, size: float) -> tuple[Shape, ...]:
    return (
        Rect(0, 2, size, size, 6, fill=INK, opacity=0.16),
        Rect(0, 0, size, size, 6, fill=tint.face),
        Rect(0.8, 0.8, size - 1.6, size - 1.6, 5.4, stroke=tint.rim, stroke_width=1.6, opacity=0.6),
    )


def _reduced(tint: Tint, size: float) -> tuple[Shape, ...]:
    fold = 0.2 * size
    corner = f"M{size - fold} 1.5L{size - 1.5} {fold}L{size - 1.5} 6Q{size - 1.5} 1.5 {size - 6} 1.5Z"
    return (
        Rect(0, 2, size, size, 6, fill=INK, opacity=0.16),
        Rect(1.3, 1.3, size - 2.6, size - 2.6, 5, fill=PAPER, stroke=tint.face, stroke_width=2.6),
        Path(corner, fill=tint.face),
    )


def _outline(size: float) -> tuple[Shape, ...]:
    return (Rect(1, 1, size - 2, size - 2, 6, stroke=LINE, stroke_width=1.4, dash=(4, 4)),)


def _ring(counter: Counter, tint: Tint, size: float) -> tuple[Shape, ...]:
    rim = LINE if counter.state == "gone" else tint.face
    radius = 11 if size >= NAMED else 9
    size_of_type = TEXT if size >= NAMED else TINY
    return (
        Circle(size - 9, 2, radius, fill=PAPER, stroke=rim, stroke_width=1.6),
        Text(size - 9, 6, f"{MINUS}{counter.paid}", size_of_type, weight=600, anchor="middle"),
    )


def counter_group(
    counter: Counter, side: str, letter: str, size: float, x: float, y: float, label: str = "", action: Hashable = None
) -> Group:
    """A counter at (x, y), copied from a face painted once."""
    return Group(face(counter, SIDE_TINTS[side], letter, size), x, y, box=extent(size), label=label, action=action)


@cache
def leader_disc(rating: int, tint: Tint) -> tuple[Shape, ...]:
    """A leader: a disc of 48 px with a laurel and his rating; a dashed ring where there is none."""
    if not rating:
        return (
            Circle(0, 0, 23, fill=PAPER, stroke=LINE, stroke_width=1.4, dash=(4, 4)),
            Text(0, 6, "–", HEADING, MUTED, anchor="middle"),
        )
    leaves = []
    for turn, x, y in ((162, -3.1, 17.5), (188, -10.5, 14.4), (214, -15.7, 8.4), (240, -17.8, 0.6), (266, -16.3, -7.2),
                       (292, -11.4, -13.6)):  # fmt: skip
        leaf = Path("M-4.2 0C-2 -2.4 2 -2.4 4.2 0C2 2.4 -2 2.4 -4.2 0Z", fill=WHITE)
        leaves += [Group((leaf,), x, y, turn), Group((leaf,), -x, y, -turn)]
    return (
        Circle(0, 1.5, 24, fill=INK, opacity=0.16),
        Circle(0, 0, 24, fill=tint.face),
        Circle(0, 0, 23.2, stroke=tint.rim, stroke_width=1.6, opacity=0.6),
        *leaves,
        Text(0, 6.5, str(rating), HEADING, WHITE, weight=600, anchor="middle"),
    )


@cache
def die(value: int, tint: Tint, size: float = 52) -> tuple[Shape, ...]:
    """A die with a rim in a side's colour, its left top corner at (0, 0)."""
    return (
        Rect(0, 2, size, size, 8, fill=INK, opacity=0.16),
        Rect(1.5, 1.5, size - 3, size - 3, 7, fill=WHITE, stroke=tint.face, stroke_width=3),
        *pips(value, size, INK),
    )


def slider(
    kind: str, value: int, most: int, best: int | None, tint: Tint, width: float, names: Sequence[str], best_text: str
) -> Iterator[Shape]:
    """A drawn slider from 0 to ``most`` with its best place marked; ``names`` label its notches for the keyboard.

    Its left end is at (0, 0). A click on a notch means ``(kind, points)``."""
    step = width / most if most else 0
    yield line(0, 0, width, 0, LINE, 3, cap="round")
    if value:
        yield line(0, 0, value * step, 0, tint.face, 3.4, cap="round")
    for points in range(most + 1):
        x = points * step
        here = points == value
        reach = min(20.0, max(9.0, step / 2))
        shapes: tuple[Shape, ...] = (Rect(x - reach, -14, 2 * reach, 28),)
        if here:
            shapes += (Circle(x, 0, 9, fill=WHITE, stroke=tint.face, stroke_width=3),)
        else:
            shapes += (Circle(x, 0, 4, fill=PAPER, stroke=LINE, stroke_width=1.4),)
        yield Group(shapes, label=names[points], action=(kind, points))
    if most:
        ends = [(0.0, "0"), (width, str(most))]
        yield from (Text(x, 25, text, TEXT, MUTED, anchor="middle") for x, text in ends if text != str(best))
    if best is not None and most:
        x = best * step
        yield Path(f"M{x - 5} 20L{x + 5} 20L{x} 13Z", fill=GOOD)
        anchor = "start" if x < 24 else "end" if x > width - 24 else "middle"
        yield Text(
            x + {"start": -5, "end": 5, "middle": 0}[anchor], 33, best_text, TEXT, GOOD, weight=600, anchor=anchor
        )


def city_step(
    csp: int, full: int, revenue: str, now: bool, tint: Tint, width: float, pillaged: str = ""
) -> tuple[Shape, ...]:
    """One marker of a capital: its steps, CSP (or what it is called at 0) and revenue; left top corner at (0, 0)."""
    ground, rim, ink, quiet = (tint.face, tint.rim, WHITE, WHITE) if now else (PAPER, LINE, INK, MUTED)
    gap = min(14.0, (width - 18) / full)
    steps = []
    for step in range(full):
        fill = (WHITE if now else tint.face) if step < csp else None
        edge = WHITE if now else LINE
        steps.append(Rect(9 + step * gap, 9, min(10.0, gap - 3), 11, 2, fill=fill, stroke=edge, stroke_width=1.2))
    pillaged = pillaged if text_width(pillaged, TEXT) <= width - 28 else ""  # else the 0 says it
    size = NAME if not pillaged else TEXT
    return (
        Rect(0.7, 0.7, width - 1.4, 46.6, 6, fill=ground, stroke=rim, stroke_width=1.4),
        *steps,
        Text(8, 40, pillaged or str(csp), size, ink, weight=400 if pillaged else 600, max_width=width - 28),
        Text(width - 8, 40, revenue, size, quiet, anchor="end"),
    )


def walls(width: float, height: float) -> tuple[Shape, ...]:
    """A city's walls seen from above, with four towers and a gate below; left top corner at (0, 0)."""
    shapes: list[Shape] = [Rect(16, 16, width - 32, height - 32, 4, fill=PAPER)]
    gate, low = width / 2, height - 16
    outline = (
        f"M{gate - 18} {low}H16V16H{width - 16}V{low}H{gate + 18}M{gate - 18} {low + 2}V{low - 8}H{gate + 18}V{low + 2}"
    )
    shapes += [Path(outline, stroke=LINE, stroke_width=7), Path(outline, stroke=PAPER, stroke_width=1.6, dash=(5, 4))]
    for x in (16, width - 16):
        for y in (16, low):
            shapes += [Circle(x, y, 17, fill=LINE), Circle(x, y, 11.5, fill=PAPER), Circle(x, y, 5, fill=LINE)]
    shapes += [Rect(x, y, 40, 18, 3, fill=EDGE, opacity=0.4) for x in (40, width - 80) for y in (44, height - 64)]
    return tuple(shapes)
