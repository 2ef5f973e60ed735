"""Provinces on the map: polygons in degrees, tinted, clicked, and labelled where they lie."""

from math import hypot
from pathlib import Path as File

import pytest

import gamekit.widgets.map
from gamekit.widgets.julius_caesar.map import ATLAS
from gamekit.widgets.map.atlas import Lands, Territory, border_band, borders, hatched, place_provinces, tinted
from gamekit.widgets.map.base import base_map, panes
from gamekit.widgets.map.placing import place_boxes
from gamekit.widgets.scene import Path, Scene, outlines
from gamekit.widgets.svg import svg

ITALY = Territory("Italia", (((46, 8), (46, 13), (38, 17), (38, 15)),), "south")
RAETIA = Territory("Raetia", (((46, 13), (46, 8), (49, 8), (49, 13)),), "north", judged=True)
GAUL = Territory("Gallia", (((48, -2), (48, 6), (43, 6), (43, -2)), ((52, -1), (52, 0), (51, 0))), "west")


def lands() -> Lands:
    return place_provinces((ITALY, RAETIA, GAUL), ATLAS.projection)


def test_a_province_is_tinted_and_its_border_is_drawn_once() -> None:
    pane = panes(ATLAS, 1248)[0]
    shapes = [*tinted(lands(), {"Italia": "#A8401A"}), *hatched(lands(), 1), *borders(lands(), lambda *_: True, 1)]
    scene = Scene(1248, 620, tuple(shapes))
    picture = svg(scene)
    assert picture.count('fill="#A8401A"') == 1
    assert "stroke-dasharray" in picture  # its border to Raetia is judged
    found = [side.other for name in ("Italia", "Raetia", "Gallia") for side in lands().sides[name] if side.other]
    assert found == ["Raetia", "Italia"]
    assert Path(lands().outlines["Italia"]).d.count("M") == 1
    assert lands().outlines["Gallia"].count("M") == 2
    assert pane.spot("Rome")


def test_a_border_is_bent_alike_for_both_sides_of_it() -> None:
    one, other = (
        outlines(next(side.path for side in lands().sides[name] if side.other))[0] for name in ("Italia", "Raetia")
    )
    assert len(one) > 4
    assert all(min(hypot(x - u, y - v) for u, v in other) < 0.8 for x, y in one)


def test_a_holders_band_runs_along_what_is_not_his() -> None:
    inner = border_band(lands(), "Italia", {"Italia"}.__contains__, "#A8401A", 11)
    whole = border_band(lands(), "Italia", {"Italia", "Raetia"}.__contains__, "#A8401A", 11)
    assert len(inner.shapes) == 3  # the tint, the border to Raetia, the coast
    assert (len(whole.shapes), inner.clip) == (2, Path(lands().outlines["Italia"]))


def test_boxes_off_every_name_keep_apart() -> None:
    """What places stacks places labels as well: any (place, width, height)."""
    base = base_map(ATLAS, 1248, "en")
    rooms = place_boxes(base, 0, [("Rome", 70, 16), ("Neapolis", 70, 16), ("Aleria", 70, 16)])
    for number, one in enumerate(rooms):
        for other in rooms[number + 1 :]:
            a, b = one.box, other.box
            assert a[0] + a[2] <= b[0] or b[0] + b[2] <= a[0] or a[1] + a[3] <= b[1] or b[1] + b[3] <= a[1]


@pytest.mark.parametrize("file", sorted(File(gamekit.widgets.map.__file__).parent.glob("*.py")), ids=lambda f: f.name)
def test_the_library_of_maps_knows_no_game(file: File) -> None:
    text = file.read_text()
    for game in ("julius_caesar", "aquileia", "roma_victrix", "gamekit.caesar", "Caesar", "Pompey"):
        assert game not in text.replace("data/<game>", "")
