"""The Roman world as an ``Atlas`` of provinces: 956 x 640 px, from Lusitania to Persis, Caledonia to Nobadia."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import cos, hypot, radians
from typing import Final

from gamekit.roma_victrix.geography import (
    FIRST_COAST,
    FIRST_SEA,
    LINKS,
    PLACES,
    PROVINCES,
    REGIONS,
    SEAS,
    SHORE,
    STEPS,
    province_cells,
)
from gamekit.roma_victrix.notation import name_in
from gamekit.storage import data_files
from gamekit.text.translation import word
from gamekit.widgets.look import Tint
from gamekit.widgets.map.areas import Territory
from gamekit.widgets.map.atlas import Atlas, DrawingRow, Passage, Site, Widths
from gamekit.widgets.map.projection import Conic
from gamekit.widgets.roma_victrix import game_signs
from gamekit.widgets.scene import Point

WIDTH, HEIGHT = 956.0, 640.0
SEAWARD: Final = 0.25  # how far ships lie off the shore, as a share of the way to the name of their sea
TINTS: Final = ("#EADDC0", "#F3E7CE", "#E6D8BC", "#F6ECD8")  # of regions side by side


@dataclass(frozen=True, slots=True)
class PowerSign:
    """How a power is told from others: its letter and its colour."""

    power: str
    letter: str
    colour: str
    source: str


SIGNS: Final = {row.power: row for row in data_files.rows(PowerSign, "roma_victrix/power_signs.csv", ("power",))}


@cache
def tint_of(power: str) -> Tint:
    """The colours of a power and its letter."""
    sign = SIGNS[power]
    parts = [int(sign.colour[at : at + 2], 16) for at in (1, 3, 5)]
    rim, inner, faint = (
        "#" + "".join(f"{round(part * share + 255 * white):02X}" for part in parts)
        for share, white in ((0.66, 0), (0.75, 0.25), (0.35, 0.65))
    )
    return Tint(sign.colour, rim, inner, faint, sign.letter)


def _is_judged(source: str) -> bool:
    return source.startswith("judged")


def _territories() -> tuple[Territory, ...]:
    return tuple(
        Territory(
            name,
            tuple(tuple((north, east) for east, north in ring) for ring in rings),
            PROVINCES[name].region,
            _is_judged(PROVINCES[name].source),
            PROVINCES[name].impassable,
        )
        for name, rings in province_cells().items()
    )


def _tints() -> dict[str, str]:
    """A tint for each region, another one than its neighbours'."""
    found: dict[str, str] = {}
    for region, names in REGIONS.items():
        near = {PROVINCES[other].region for name in names for other in STEPS[name] if other in PROVINCES}
        taken = {found.get(other) for other in near - {region}}
        found[region] = next((tint for tint in TINTS if tint not in taken), TINTS[0])
    return found


def _sites() -> dict[str, Site]:
    """Where each place of the rules is: provinces and straits by their labels, coasts where ships lie off them."""
    straits = {name: sea for name, sea in SEAS.items() if sea.strait}  # the open seas have the signs of the drawing
    found = {name: Site(area.lat, area.lon) for name, area in (PROVINCES | straits).items()}
    rings = {area.name: area.rings for area in TERRITORIES}
    for place in range(FIRST_COAST, FIRST_SEA):
        name = PLACES[place]
        sea = SEAS[name.partition(" (")[2][:-1]]
        found[name] = Site(*_off_shore([at for ring in rings[PLACES[SHORE[place]]] for at in ring], (sea.lat, sea.lon)))
    return found


def _off_shore(shore: list[Point], sea: Point) -> Point:
    """A point off the shore that faces a sea; degrees north and east."""
    wide = cos(radians(sea[0]))
    north, east = min(shore, key=lambda at: hypot(at[0] - sea[0], (at[1] - sea[1]) * wide))
    far = hypot(north - sea[0], (east - sea[1]) * wide)
    part = min(SEAWARD, 0.5 / far if far else 0)
    return north + (sea[0] - north) * part, east + (sea[1] - east) * part


def _links() -> list[Passage]:
    """The ways by land; a strait joins the two provinces on its shores."""
    found = [
        Passage(link.a, link.b, link.kind, _is_judged(link.source)) for link in LINKS if link.kind in ("land", "pass")
    ]
    for strait, sea in SEAS.items():
        if sea.strait:
            here, there = (name for name, kind in STEPS[strait].items() if kind == "strait")
            found.append(Passage(here, there, "strait", _is_judged(sea.source)))
    return found


TERRITORIES: Final = _territories()
ATLAS: Final = Atlas(
    WIDTH,
    HEIGHT,
    Conic(radius=1052.0, origin=(419.0, 384.0), centre=(39.0, 20.3), parallels=(33.0, 45.0)),
    sites=_sites(),
    links=_links(),
    drawing=data_files.rows(DrawingRow, "roma_victrix/map_drawing.csv"),
    name=name_in,
    say=lambda key, language: word(f"roma_victrix.map.{key}", language),
    widths=Widths(whole=900, stacked=710, narrow=900, narrowest=320, roomy=WIDTH, widest=1400, tallest=608.0),
    files=("map/coastline_wide.geojson", "map/coastline_wide.geojson"),
    territories=TERRITORIES,
    tints=_tints(),
    signs=game_signs.KEY,
)
