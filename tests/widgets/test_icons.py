"""Icons: every one can be drawn by both painters and stands in the style sheet."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from gamekit.widgets.icons import FIELD, ICONS, icon, icon_css, icon_svg
from gamekit.widgets.scene import bounds


@pytest.mark.parametrize("name", ICONS)
def test_an_icon_fills_its_field_and_is_a_well_formed_picture(name: str) -> None:
    x, y, width, height = bounds(icon(name, size=FIELD))
    assert 0 <= x < x + width <= FIELD
    assert 0 <= y < y + height <= FIELD
    assert min(width, height) >= FIELD / 2 - 1
    assert ElementTree.fromstring(icon_svg(name)).tag.endswith("svg")
    assert f".gamekit-icon-{name} {{" in icon_css()


def test_the_five_buttons_of_a_replay_have_icons() -> None:
    assert {"first", "back", "play", "pause", "forward", "last"} <= set(ICONS)
