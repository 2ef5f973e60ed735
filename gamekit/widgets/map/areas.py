"""Provinces: polygons on the land, tinted by whoever holds them, with borders that both sides of them share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from gamekit.widgets.look import LINE
from gamekit.widgets.map.base import edge, on_pane
from gamekit.widgets.map.coast import outline
from gamekit.widgets.map.sheet import Pane
from gamekit.widgets.scene import Group, Path, Point, Shape

BORDER = 0.9  # px of the line between two provinces
DASH = (3.2, 2.4)  # of a border that no source gives


@dataclass(frozen=True, slots=True)
class Territory:
    """A province: its polygons in degrees (north, east), and whether its borders are judged.

    The polygons may run out to sea: they are cut to the land."""

    name: str
    rings: tuple[tuple[Point, ...], ...]
    judged: bool = False


def areas(
    pane: Pane,
    provinces: Iterable[Territory],
    tints: Mapping[str, str],
    actions: Mapping[str, Sequence[object]] | None = None,
    coarse: bool = False,
) -> Iterator[Shape]:
    """Each province on a pane: filled with its tint if it has one, its border on top, cut to the land.

    ``actions`` maps a province to what a click on it means and how a screen reader calls it."""
    drawn = [(area, area_path(pane, area)) for area in provinces]
    inner: list[Shape] = []
    for area, path in drawn:
        action, label = (actions or {}).get(area.name, (None, area.name))
        inner.append(Path(path, fill=tints.get(area.name, "none"), label=str(label), action=action))
    for area, path in drawn:
        dash = tuple(part / pane.scale for part in DASH) if area.judged else ()
        inner.append(Path(path, stroke=LINE, stroke_width=BORDER / pane.scale, dash=dash, join="round"))
    land = Group(tuple(inner), clip=Path(pane.atlas.land(coarse)))
    yield Group((on_pane(pane, (land,)),), clip=edge(pane))


def area_path(pane: Pane, area: Territory) -> str:
    return "".join(outline(pane.atlas.projection.project(*point) for point in ring) for ring in area.rings)


def middle(pane: Pane, area: Territory) -> Point:
    """Where a province's label stands on the board: the centre of gravity of its largest polygon."""
    rings = [[pane.atlas.projection.project(*point) for point in ring] for ring in area.rings]
    size, x, y = max((_gravity(ring) for ring in rings), key=lambda one: abs(one[0]))
    return pane.at((x, y)) if size else pane.at(rings[0][0])


def _gravity(ring: Sequence[Point]) -> tuple[float, float, float]:
    """Twice a polygon's signed area, and its centre of gravity."""
    pairs = list(zip(ring, (*ring[1:], ring[0])))
    parts = [a[0] * b[1] - b[0] * a[1] for a, b in pairs]
    size = sum(parts)
    if not size:
        return 0.0, *ring[0]
    x = sum((a[0] + b[0]) * part for (a, b), part in zip(pairs, parts)) / (3 * size)
    y = sum((a[1] + b[1]) * part for (a, b), part in zip(pairs, parts)) / (3 * size)
    return size, x, y
