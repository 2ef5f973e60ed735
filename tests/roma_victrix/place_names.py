"""Finds room for the names of provinces and seas and writes ``data/roma_victrix/map_drawing.csv``.

    python tests/roma_victrix/place_names.py

For each language, the whole map and every theatre: the smallest provinces choose first, each the cheapest place of a
3 px grid round its middle. A pixel that is taken costs 9, a pixel of way 1; a name should lie in its own province."""

from __future__ import annotations

import csv
import sys
from collections.abc import Iterable, Iterator
from dataclasses import astuple
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from gamekit.roma_victrix.geography import PROVINCES, SEAS
from gamekit.storage import data_files
from gamekit.widgets.map.atlas import coast
from gamekit.widgets.map.base import Pane, sheet
from gamekit.widgets.roma_victrix.game_view import ATLAS, HEIGHT, WIDTH
from gamekit.widgets.scene import Point, outlines, text_width

FILE = data_files.path("roma_victrix/map_drawing.csv")
HEAD = ["kind", "layout", "language", "name", "other", "x", "y", "anchor", "width", "height", "turn", "source"]
SHORT = {
    "en": ((" Superior", " Sup."), (" Inferior", " Inf.")),
    "ja": (("・スペリオル", "上"), ("・インフェリオル", "下")),
}
DISC = 17  # px before a name, for its holder's disc
FAR, GRID = 54, 3
TAKEN, WRONG, SPARE, SEA, DEAREST = 9.0, 190.0, 0.25, 90.0, 330.0
NAMELESS, ROUNDS = 150.0, 4
NUMBER = {name: number for number, name in enumerate(PROVINCES)}
SOURCE = "judged: drawing"


def filled(pane: Pane, parts: Iterable[Iterable[Point]]) -> np.ndarray:
    """The pixels within polygons of the map, as they lie on a pane (odd crossings of a row count as within)."""
    inside = np.zeros((round(pane.height), round(pane.width)), dtype=bool)
    rows = np.arange(inside.shape[0]) + 0.5
    for part in parts:
        points = np.array([pane.at(point) for point in part])
        for row, y in zip(range(len(rows)), rows):
            x1, y1 = points[:, 0], points[:, 1]
            x2, y2 = np.roll(x1, -1), np.roll(y1, -1)
            crossed = (y1 > y) != (y2 > y)
            if not crossed.any():
                continue
            at = np.sort(x1[crossed] + (y - y1[crossed]) * (x2[crossed] - x1[crossed]) / (y2[crossed] - y1[crossed]))
            for left, right in zip(at[::2], at[1::2]):
                inside[row, max(0, round(left)) : max(0, round(right))] ^= True
    return inside


@cache
def ground(region: str) -> tuple[Pane, np.ndarray, np.ndarray]:
    """A pane with its land, and the number of the province on each pixel (-1 for none)."""
    pane = sheet(ATLAS, WIDTH, region)[0]
    land = filled(pane, outlines(coast(ATLAS.files[0], ATLAS.projection, WIDTH, HEIGHT)))
    whose = np.full(land.shape, -1)
    for number, name in enumerate(PROVINCES):
        whose[filled(pane, outlines(ATLAS.lands.outlines[name]))] = number
    return pane, land | (whose >= 0), whose


def written(name: str, language: str) -> str:
    said = ATLAS.name(name, language)
    for long, short in SHORT[language]:
        if said.endswith(long):
            return short + said.removesuffix(long) if language == "ja" else said.removesuffix(long) + short
    return said


def places(region: str) -> Iterator[dict[str, Any]]:
    """The rows of one layout: the names of the provinces in each language, then those of the seas where both leave
    room."""
    pane, land, _ = ground(region)
    both = land.astype(int)
    for language in SHORT:
        taken = np.zeros(land.shape, dtype=int)
        for link in ATLAS.links:
            if link.kind in ("pass", "strait"):
                ways = {"pass": lambda *ends: [ATLAS.pass_at(*ends)], "strait": ATLAS.crossing}
                x, y = np.mean([pane.at(point) for point in ways[link.kind](link.here, link.there)], axis=0)
                block(taken, x - 8, y - 7, 16, 13)
        if not region:
            block(taken, 0, HEIGHT - 140, 205, 140)  # the legend
            block(taken, 205, HEIGHT - 36, 360, 36)
        yield from provinces(region, language, taken)
        both += 3 * taken
    yield from seas(region, both)


def provinces(region: str, language: str, taken: np.ndarray) -> Iterator[dict[str, Any]]:
    """The names of the provinces; once all lie each may move, until all lie well."""
    pane, land, whose = ground(region)
    size = 12 - (language == "ja")
    order = sorted((name for name in PROVINCES if pane.holds(name, 4)), key=lambda one: (whose == NUMBER[one]).sum())
    found: dict[str, tuple[Point, float]] = {}
    for _ in range(ROUNDS):
        for name in order:
            wide = text_width(written(name, language), size)
            if name in found:
                block(taken, *room(*found.pop(name), size), by=-1)
            at = best(pane, taken, land, whose, pane.spot(name), wide, size, NUMBER[name], PROVINCES[name].island)
            if at is not None:
                found[name] = at, wide
                block(taken, *room(at, wide, size))
    for name in order:
        if name not in found:
            print(region or "whole", language, name, "has no room", file=sys.stderr)
            continue
        (x, y), wide = found[name]
        spot, text = pane.spot(name), written(name, language)
        short = text if text != ATLAS.name(name, language) else ""
        yield row(
            "label", region or "wide", language, name, short, x - spot[0], y - spot[1], "m", round(wide / size, 3)
        )


def room(at: Point, wide: float, size: float) -> tuple[float, float, float, float]:
    """What a name takes up, with the disc before it: left, top, width, height."""
    return at[0] - wide / 2 - DISC, at[1] - size, wide + DISC + 3, size + 5


def best(
    pane: Pane, taken: np.ndarray, land: np.ndarray, whose: np.ndarray, spot: Point, wide: float, size: float,
    number: int, island: bool,
) -> Point | None:  # fmt: skip
    """The cheapest place for the middle of a name's baseline, None when all are too dear."""
    cheapest, found = DEAREST, None
    for dy in range(-FAR, FAR + 1, GRID):
        for dx in range(-FAR - 12, FAR + 13, GRID):
            x, y = spot[0] + dx + DISC / 2, spot[1] + dy + size / 3
            left, top, right, bottom = (
                round(x - wide / 2 - DISC),
                round(y - size),
                round(x + wide / 2 + 2),
                round(y + 4),
            )
            if left < 4 or top < 4 or right > pane.width - 4 or bottom > pane.height - 4:
                continue
            box = np.s_[top:bottom, left:right]
            cost = (dx * dx / 2.5 + dy * dy) ** 0.5 + TAKEN * np.minimum(taken[box], 1).sum() / 4
            strange = ((whose[box] != number) & land[box]).mean()
            cost += WRONG * max(0, strange - SPARE) + (0 if island else SEA * max(0, 1 - land[box].mean() - SPARE))
            if cost < cheapest:
                cheapest, found = cost, (x, y)
    return found


def seas(region: str, taken: np.ndarray) -> Iterator[dict[str, Any]]:
    """The names of the seas, each in its own waters, and the sign of each below its name; a name without room is left
    out."""
    pane = ground(region)[0]
    spots = {name: pane.at(ATLAS.projection.project(sea.lat, sea.lon)) for name, sea in SEAS.items() if not sea.strait}
    for name in spots:
        lines = {language: split(name, language) for language in SHORT}
        wide = max(text_width(line, 12) + 1.2 * len(line) for said in lines.values() for line in said)
        cost, x, y = afloat(taken, spots, name, wide + 4, 48)
        named = cost < NAMELESS and pane.covers((x, y))
        if not named:
            cost, x, y = afloat(taken, spots, name, 16, 12)
        top = y - 24 if named else y - 14
        for language, said in lines.items() if named else ():
            size = 12 - (language == "ja")
            for number, line in enumerate(said):
                at = on_map(pane, x, top + 15 * (number + 0.8) + 8 * (len(said) == 1))
                yield row(
                    "sea",
                    region or "wide",
                    language,
                    name,
                    line,
                    *at,
                    "",
                    round(text_width(line, size) / size, 3),
                    size,
                )
        block(taken, x - wide / 2 - 3, top - 2, wide + 6, 50) if named else block(taken, x - 8, y - 6, 16, 12)
        yield row("haven", region or "wide", "", name, "", *on_map(pane, x, top + 41 if named else y), "", 0)


def split(name: str, language: str) -> list[str]:
    said = ATLAS.name(name, language)
    return [part.replace("_", " ") for part in said.replace(" (", "_(").split(" ")] if language == "en" else [said]


def on_map(pane: Pane, x: float, y: float) -> Point:
    return (x - pane.left) / pane.scale + pane.x, (y - pane.top) / pane.scale + pane.y


def afloat(
    taken: np.ndarray, spots: dict[str, Point], name: str, wide: float, high: float
) -> tuple[float, float, float]:
    """The cheapest middle for a box in a sea: near its point, on water, in no other sea."""
    x0, y0 = spots[name]
    offers = [(1e9, x0, y0)]
    for x in np.arange(x0 - 130, x0 + 131, 4):
        for y in np.arange(y0 - 110, y0 + 111, 4):
            left, top, right, bottom = (
                round(x - wide / 2),
                round(y - high / 2),
                round(x + wide / 2),
                round(y + high / 2),
            )
            nearest = min(spots, key=lambda one: np.hypot(x - spots[one][0], y - spots[one][1]))
            if nearest != name or min(left, top) < 8 or right > taken.shape[1] - 8 or bottom > taken.shape[0] - 8:
                continue
            cost = np.hypot(x - x0, y - y0) / 3 + taken[top:bottom, left:right].sum() / 2
            offers.append((float(cost), float(x), float(y)))
    return min(offers)


def block(taken: np.ndarray, x: float, y: float, wide: float, high: float, by: int = 1) -> None:
    taken[max(0, round(y)) : max(0, round(y + high)), max(0, round(x)) : max(0, round(x + wide))] += by


def row(
    kind: str, layout: str, language: str, name: str, other: str, x: float, y: float, anchor: str, width: float,
    height: float = 0,
) -> dict[str, Any]:  # fmt: skip
    given = (kind, layout, language, name, other, round(x, 1), round(y, 1), anchor, width, height, 0, SOURCE)
    return dict(zip(HEAD, given))


def main() -> None:
    """All rows anew."""
    found = [dict(zip(HEAD, astuple(one))) for one in ATLAS.drawing if one.kind in ("nudge", "region")]
    write([*found, *(one for region in ("", *ATLAS.regions) for one in places(region))])


def write(rows: list[dict[str, Any]]) -> None:
    with Path(FILE).open("w", encoding="utf-8", newline="") as out:
        writer = csv.DictWriter(out, HEAD, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


if __name__ == "__main__":
    main()
