"""Icons: every one can be drawn by both painters and stands in the style sheet."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from gamekit.storage.data_files import rows
from gamekit.widgets.scene import Path, bounds
from gamekit.widgets.svg import FIELD, ICONS, SignPart, icon_css, icon_svg, pips, sign_of


@pytest.mark.parametrize("name", ICONS)
def test_an_icon_fills_its_field_and_is_a_well_formed_picture(name: str) -> None:
    x, y, width, height = bounds(Path(ICONS[name]))
    assert 0 <= x < x + width <= FIELD
    assert 0 <= y < y + height <= FIELD
    assert min(width, height) >= FIELD / 2 - 1
    assert ElementTree.fromstring(icon_svg(name)).tag.endswith("svg")
    assert f".gamekit-icon-{name} {{" in icon_css()


def test_the_five_buttons_of_a_replay_have_icons() -> None:
    assert {"first", "back", "play", "pause", "forward", "last"} <= set(ICONS)


@pytest.mark.parametrize("game", ["aquileia", "julius_caesar", "roma_victrix"])
def test_a_sign_stands_within_its_field_in_the_colour_asked_for(game: str) -> None:
    for name in {part.sign for part in rows(SignPart, f"{game}/signs.csv")}:
        drawn = sign_of(game, name, "#111111", "#EEEEEE")
        x, y, width, height = zip(*map(bounds, drawn))
        assert min(x) >= 0 <= min(y)
        assert max(map(sum, zip(x, width))) <= FIELD >= max(map(sum, zip(y, height)))
        assert {part.fill or part.stroke for part in drawn} <= {"#111111", "#EEEEEE"}
        assert any("#111111" in (part.fill, part.stroke) for part in drawn)


def test_a_die_has_as_many_pips_as_it_shows() -> None:
    assert [len(list(pips(value, 30, "#111111"))) for value in range(1, 7)] == [1, 2, 3, 4, 5, 6]
