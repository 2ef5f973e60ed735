"""The coast, or any other polygons of a GeoJSON file, as one outline in px, cut to the map."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import pairwise
from math import hypot

from gamekit.storage import data_files
from gamekit.widgets.map.projection import Conic
from gamekit.widgets.scene import Box, Point

FINE, COARSE = "map/coastline.geojson", "map/coastline_small.geojson"
MARGIN = 16.0  # px of coast kept outside the map, so that no cut edge is seen
STEP = 0.5  # px: points nearer to the last one are left out
TENTHS = 10  # an outline is written in tenths of a px


@cache
def coast(file: str, projection: Conic, width: float, height: float) -> str:
    """All polygons of a file of the data folder on a map of ``width`` x ``height`` px, as one relative path."""
    window = (-MARGIN, -MARGIN, width + MARGIN, height + MARGIN)
    parts = []
    for _, rings in data_files.shapes(file):
        for ring in rings:
            points = [projection.project(latitude, longitude) for longitude, latitude in ring]
            parts.append(outline(cut(points, window)))
    return "".join(parts)


def cut(points: list[Point], window: Box) -> list[Point]:
    """A polygon cut to a window given by its left, top, right and bottom edge (Sutherland and Hodgman)."""
    for axis, edge, sign in ((0, window[0], 1), (1, window[1], 1), (0, window[2], -1), (1, window[3], -1)):
        kept: list[Point] = []
        for a, b in zip((*points[-1:], *points[:-1]), points):
            inside_a, inside_b = sign * (a[axis] - edge) >= 0, sign * (b[axis] - edge) >= 0
            if inside_a != inside_b:
                t = (edge - a[axis]) / (b[axis] - a[axis])
                kept.append((a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t))
            if inside_b:
                kept.append(b)
        points = kept
    return points


def outline(points: Iterable[Point], closed: bool = True) -> str:
    """A path in tenths of a px, points that nobody could tell apart left out; empty for less than a triangle or a line.

    >>> outline([(0, 0), (4, 0), (4, 0.2), (4, 3)])
    'M0 0l4 0l0 3Z'
    """
    kept: list[tuple[int, int]] = []
    for x, y in points:
        tenth = (round(TENTHS * x), round(TENTHS * y))
        if not kept or hypot(tenth[0] - kept[-1][0], tenth[1] - kept[-1][1]) >= TENTHS * STEP:
            kept.append(tenth)
    if len(kept) <= 1 + closed:
        return ""
    moves = "".join(f"l{_tenth(b[0] - a[0])} {_tenth(b[1] - a[1])}" for a, b in pairwise(kept))
    return f"M{_tenth(kept[0][0])} {_tenth(kept[0][1])}{moves}{'Z' if closed else ''}"


def _tenth(number: int) -> str:
    return f"{number / TENTHS:g}"
