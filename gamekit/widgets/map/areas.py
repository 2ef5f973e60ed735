"""Provinces: polygons that share their borders, surveyed once for a projection, and what is drawn of them.

A border is the run of edges that two provinces have in common. It is bent a little, as borders are and ruled lines are
not, and both sides of it are bent alike; a coast is left as it is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby, product
from math import ceil, hypot
from random import Random
from typing import Any, NamedTuple

from gamekit.widgets.look import LINE
from gamekit.widgets.map.coast import outline
from gamekit.widgets.map.projection import Conic
from gamekit.widgets.scene import Box, Group, Path, Point, Shape, bounds, outlines

BEND, FINEST = 0.13, 6.0  # how far a border bends, as a share of its length; px that are bent no more
BORDER, REGION = 0.9, 1.7  # px of the line between two provinces, and between two regions
DASH = (3.2, 2.4)  # of a border that no source gives
HATCH, FAINT = 7.0, 0.34  # px between the lines over a province that no source gives, and how faint they are
HILL = 15.0  # px between the hills of a land that nobody enters


@dataclass(frozen=True, slots=True)
class Territory:
    """A province: its polygons in degrees (north, east), its region, whether no source gives it, whether nobody enters
    it. Provinces side by side have the points of their common border in common."""

    name: str
    rings: tuple[tuple[Point, ...], ...]
    region: str = ""
    judged: bool = False
    barren: bool = False


class Flank(NamedTuple):
    """A run of a province's outline, as a path, and the province beyond it, "" for the sea or the map's edge."""

    other: str
    path: str


class Lands(NamedTuple):
    """Provinces in px of a map: each one's outline and its sides."""

    territories: tuple[Territory, ...]
    outlines: Mapping[str, str]
    sides: Mapping[str, tuple[Flank, ...]]


@lru_cache(maxsize=4)
def survey(territories: tuple[Territory, ...], projection: Conic) -> Lands:
    """Where provinces lie on a map, borders bent."""
    rings = [(area.name, [projection.project(*at) for at in ring]) for area in territories for ring in area.rings]
    owners: dict[frozenset[Point], set[str]] = {}
    for name, ring in rings:
        for edge in _edges(ring):
            owners.setdefault(frozenset(edge), set()).add(name)
    paths: dict[str, str] = {area.name: "" for area in territories}
    sides: dict[str, tuple[Flank, ...]] = {area.name: () for area in territories}
    for name, ring in rings:
        around = list[Point]()
        beyond = [(edge, "".join(owners[frozenset(edge)] - {name})) for edge in _edges(ring)]
        for other, run in groupby(_from_corner(beyond), key=lambda one: one[1]):
            points = list[Point]()
            for (a, b), _ in run:
                points += [*(_bent(a, b) if other else [a])]
                end = b
            around += points
            sides[name] += (Flank(other, outline([*points, end], closed=False)),)
        paths[name] += outline(around)
    return Lands(territories, paths, sides)


def _edges(ring: Sequence[Point]) -> list[tuple[Point, Point]]:
    return [(a, b) for a, b in zip(ring, (*ring[1:], ring[0])) if a != b]


def _from_corner(beyond: list[tuple[tuple[Point, Point], str]]) -> list[tuple[tuple[Point, Point], str]]:
    """A ring's edges from a place on where the neighbour changes."""
    turn = next((n for n, (_, other) in enumerate(beyond) if other != beyond[n - 1][1]), 0)
    return beyond[turn:] + beyond[:turn]


def _bent(a: Point, b: Point) -> list[Point]:
    """An edge by midpoint displacement, without its end; the same points from either side."""
    start, end = sorted((a, b))
    points = _between(start, end, Random(repr((start, end))))
    return [a, *(points if start == a else points[::-1])]


def _between(a: Point, b: Point, random: Random) -> list[Point]:
    long = hypot(b[0] - a[0], b[1] - a[1])
    if long < FINEST:
        return []
    off = random.uniform(-BEND, BEND)
    middle = (a[0] + b[0]) / 2 + off * (b[1] - a[1]), (a[1] + b[1]) / 2 - off * (b[0] - a[0])
    return [*_between(a, middle, random), middle, *_between(middle, b, random)]


# What is drawn of them ------------------------------------------------------------------------------------------------


def tinted(lands: Lands, tints: Mapping[str, str], opacity: float = 1) -> Iterator[Shape]:
    """Each province in its tint, if it has one."""
    for name, d in lands.outlines.items():
        if name in tints:
            yield Path(d, fill=tints[name], opacity=opacity)


def hatched(lands: Lands, scale: float) -> Iterator[Shape]:
    """Lines over the provinces that no source gives, and hills on the lands that nobody enters."""
    judged = "".join(lands.outlines[area.name] for area in lands.territories if area.judged and not area.barren)
    barren = "".join(lands.outlines[area.name] for area in lands.territories if area.barren)
    faint: dict[str, Any] = {"stroke": LINE, "stroke_width": 0.7 / scale, "opacity": FAINT}
    if judged:
        yield Group((Path(_lines(bounds(Path(judged)), HATCH / scale), **faint),), clip=Path(judged))
    if barren:
        yield Path(_hills(barren, HILL / scale), **faint)


def _lines(box: Box, step: float) -> str:
    x, y, width, height = box
    count = int((width + height) / step) + 1
    return "".join(f"M{x + n * step:.1f} {y:.1f}l{-height:.1f} {height:.1f}" for n in range(count))


def _hills(d: str, step: float) -> str:
    """Hills in rows within an outline, every other row half a step on."""
    half, low, rise = f"{step / 3:.1f}", f"{step / 4:.1f}", 0.8 * step
    edges = [edge for part in outlines(d) for edge in _edges(part)]
    _, top, _, high = bounds(Path(d))
    found = []
    for row in range(1, int(high / rise)):
        y = top + row * rise
        crossed = (a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1]) for a, b in edges if (a[1] > y) != (b[1] > y))
        xs = sorted(crossed)
        for left, right in zip(xs[::2], xs[1::2]):
            first = ceil(left / step - row % 2 / 2)
            last = int((right - step) / step - row % 2 / 2)
            found += [
                f"M{(col + row % 2 / 2) * step:.0f} {y:.0f}l{half}-{low} {half} {low}" for col in range(first, last + 1)
            ]
    return "".join(found)


def borders(lands: Lands, judged: Callable[[str, str], bool], scale: float) -> Iterator[Shape]:
    """The lines between provinces, each once: strong between regions, dashed where ``judged`` says so."""
    regions = {area.name: area.region for area in lands.territories}
    lines: dict[tuple[bool, bool], str] = {}
    for name, sides in lands.sides.items():
        for other, d in sides:
            if not other or name < other:  # the coast is drawn over what has no other side
                kind = bool(other) and regions[name] != regions[other], bool(other) and judged(name, other)
                lines[kind] = lines.get(kind, "") + d
    for (strong, dashed), d in sorted(lines.items()):
        dash = tuple(part / scale for part in DASH) if dashed else ()
        width = (REGION if strong else BORDER) / scale
        yield Path(d, stroke=LINE, stroke_width=width, dash=dash, join="round", opacity=1 if strong else 0.85)


def band(lands: Lands, name: str, mine: Callable[[str], bool], colour: str, wide: float) -> Group:
    """A holder's colour within his province: along the borders to what is not his, and fainter along the coast."""
    whole = Path(lands.outlines[name])
    edge = "".join(side.path for side in lands.sides[name] if side.other and not mine(side.other))
    shore = "".join(side.path for side in lands.sides[name] if not side.other)
    lines = [
        Path(d, stroke=colour, stroke_width=2 * wide * part, join="round", opacity=faint)
        for d, part, faint in ((edge, 1, 0.42), (shore, 0.8, 0.3))
        if d
    ]
    return Group((Path(whole.d, fill=colour, opacity=0.1), *lines), clip=whole)


def nearest(points: Iterable[Point], others: Iterable[Point]) -> tuple[Point, Point]:
    """The two points of two lots that lie nearest to each other."""
    pairs = product(points, others)
    return min(pairs, key=lambda two: hypot(two[0][0] - two[1][0], two[0][1] - two[1][1]))
