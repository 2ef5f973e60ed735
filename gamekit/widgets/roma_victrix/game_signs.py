"""The signs of the map: a power's disc, a capital with its steps, the flame of a pillaged province, limes, ships."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from gamekit.widgets.look import BRONZE, CAESAR, HALO, INK, LINE, NEUTRAL, POMPEY, WHITE, Tint
from gamekit.widgets.map.base import peaks, strait
from gamekit.widgets.scene import Circle, Group, Path, Rect, Shape, Text

TOWER: Final = "M-6 6V-5h2.4v2.2h2.2V-5h2.8v2.2h2.2V-5H6V6H1.8V2.6a1.8 1.8 0 0 0-3.6 0V6z"
FLAME: Final = "M0 7c-4.2 0-5.4-3-4.2-5.8C-3.2-1-1.4-2.2-1.8-6 1-4.6 2 -2.4 1.8 -.6 2.6-1 3-1.8 3-2.8 5 .4 5.4 6.8 0 7z"
SHIP: Final = "M-7 2h14c-1 3-3 4-6 4h-3c-3 0-4.4-1.4-5-4zM-.6 1V-6h1.2c3 .8 4.2 3 4.4 6z"
DISC: Final = 7.5  # radius of a power's disc


def disc(tint: Tint, x: float, y: float, radius: float = DISC) -> Group:
    """A power's letter on its colour."""
    letter = Text(0, 4, tint.letter, 11, WHITE, weight=700, anchor="middle", max_width=2 * radius - 3)
    return Group((Circle(0, 0, radius, fill=tint.face, stroke=WHITE, stroke_width=1), letter), x, y)


def tower(tint: Tint, x: float, y: float, steps: int, of: int) -> Group:
    """A capital, its middle at (x, y): a square for each step, filled while it is left."""
    left = -3.0 * (of - 1)
    squares = [
        Rect(left + 6 * step - 2.5, 6.5, 5, 5, 1, fill=tint.face if step < steps else WHITE, stroke=tint.face)
        for step in range(of)
    ]
    wall = Path(TOWER, fill=tint.face if steps else WHITE, stroke=HALO if steps else tint.face, stroke_width=0.8)
    return Group((wall, *squares), x, y - 3)


def flame(x: float, y: float) -> Group:
    """The sign of a pillaged province, its middle at (x, y)."""
    return Group((Path(FLAME, fill=BRONZE, stroke=WHITE, stroke_width=1),), x, y)


def wall(x: float, y: float, full: bool) -> Group:
    """Limes: a wall, half of it when reduced."""
    stones = [Rect(-8 + 6 * n, -3, 5, 6, fill=WHITE if n == 2 and not full else NEUTRAL, stroke=INK) for n in range(3)]
    return Group(tuple(stones), x, y)


def ship(x: float, y: float, colour: str = WHITE, scale: float = 1) -> Group:
    return Group((Path(SHIP, fill=colour),), x, y, scale=scale)


def _held(x: float, y: float) -> Iterator[Shape]:
    tint = Tint(POMPEY, POMPEY, POMPEY, POMPEY, "C")
    yield Rect(x - 14, y - 7, 28, 14, 2, fill=POMPEY, opacity=0.3)
    yield Rect(x - 9, y - 3, 18, 6, 1, fill=HALO, opacity=0.8)
    yield disc(tint, x, y, 6.5)


def _judged(x: float, y: float) -> Iterator[Shape]:
    yield Rect(x - 14, y - 7, 28, 14, fill=HALO)
    lines = "".join(f"M{x - 14 + n * 7:.1f} {y + 7:.1f}l7 -14" for n in range(4))
    yield Path(lines, stroke=LINE, stroke_width=0.8, opacity=0.6)
    yield Rect(x - 14, y - 7, 28, 14, stroke=LINE, stroke_width=0.9, dash=(3.2, 2.4))


def _capital(x: float, y: float) -> Iterator[Shape]:
    yield tower(Tint(CAESAR, CAESAR, CAESAR, CAESAR, ""), x, y, 3, 4)


KEY: Final[Mapping[str, Callable[[float, float], Iterable[Shape]]]] = {  # the lines of the legend
    "legend.held": _held,
    "legend.judged": _judged,
    "legend.capital": _capital,
    "legend.pillaged": lambda x, y: [flame(x, y)],
    "legend.pass": peaks,
    "legend.strait": lambda x, y: strait((x - 12, y), (x + 12, y), 1, 1),
}
