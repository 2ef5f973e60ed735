"""Provinces on the map: polygons in degrees, tinted, clicked, and labelled where they lie."""

from __future__ import annotations

from math import hypot
from pathlib import Path as File

import pytest

import gamekit.widgets.map
from gamekit.widgets.julius_caesar.atlas import ATLAS
from gamekit.widgets.map.areas import Territory, areas, middle
from gamekit.widgets.map.base import base_map
from gamekit.widgets.map.placing import arrange
from gamekit.widgets.map.sheet import sheet
from gamekit.widgets.scene import Scene
from gamekit.widgets.svg import svg

ITALY = Territory("Italia", (((45, 8), (45, 13), (38, 17), (38, 15)),))
GAUL = Territory("Gallia", (((48, -2), (48, 6), (43, 6), (43, -2)), ((52, -1), (52, 0), (51, 0))), judged=True)


def test_a_province_is_tinted_and_can_be_clicked() -> None:
    pane = sheet(ATLAS, 1248)[0]
    actions = {"Italia": ("go to Italia", "Italia, Rome")}
    scene = Scene(1248, 620, tuple(areas(pane, (ITALY, GAUL), {"Italia": "#A8401A"}, actions)))
    hit = scene.at(*pane.spot("Rome"))
    assert hit
    assert (hit.action, hit.label) == ("go to Italia", "Italia, Rome")
    assert scene.at(*pane.spot("Lugdunum")) is None
    picture = svg(scene)
    assert 'fill="#A8401A"' in picture
    assert "stroke-dasharray" in picture  # Gallia's borders are judged


def test_a_label_stands_in_the_middle_of_the_largest_part() -> None:
    pane = sheet(ATLAS, 1248)[0]
    x, y = middle(pane, GAUL)
    assert hypot(x - pane.at(CENTRE)[0], y - pane.at(CENTRE)[1]) < 12


CENTRE = ATLAS.projection.project(45.6, 2)


def test_boxes_off_every_name_keep_apart() -> None:
    """What places stacks places labels as well: any (place, width, height)."""
    base = base_map(ATLAS, 1248, "en")
    rooms = arrange(base, 0, [("Rome", 70, 16), ("Neapolis", 70, 16), ("Aleria", 70, 16)])
    for number, one in enumerate(rooms):
        for other in rooms[number + 1 :]:
            a, b = one.box, other.box
            assert a[0] + a[2] <= b[0] or b[0] + b[2] <= a[0] or a[1] + a[3] <= b[1] or b[1] + b[3] <= a[1]


@pytest.mark.parametrize("file", sorted(File(gamekit.widgets.map.__file__).parent.glob("*.py")), ids=lambda f: f.name)
def test_the_library_of_maps_knows_no_game(file: File) -> None:
    text = file.read_text()
    for game in ("julius_caesar", "aquileia", "roma_victrix", "gamekit.caesar", "Caesar", "Pompey"):
        assert game not in text.replace("data/<game>", "")
