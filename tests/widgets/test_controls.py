"""The page and its controls, read as widgets and as HTML."""

import pytest

from gamekit.widgets import look
from gamekit.widgets.page import answer_html, bar_html, plain_text


def test_the_bar_shows_every_share_once() -> None:
    shown = bar_html([("wins", 0.4981, "#A8401A"), ("leaves", 0.4931, "#6E675C"), ("dies", 0.0088, "#1E5B8A")])
    assert plain_text(shown).split() == ["49.8%", "49.3%", "wins", "leaves", "0.9%", "dies"]
    assert 'style="flex:0.008800' in shown


def test_a_share_of_nothing_has_no_bar_but_keeps_its_name() -> None:
    shown = bar_html([("wins", 1.0, "#A8401A"), ("leaves", 0.0, "#6E675C"), ("dies", 0.0, "#1E5B8A")])
    assert plain_text(shown).split() == ["100.0%", "wins", "0.0%", "leaves", "0.0%", "dies"]
    assert shown.count('style="flex:') == 1


def test_what_is_written_cannot_break_the_page() -> None:
    shown = plain_text(answer_html("5%", "<b>", "&", [("<i>", 1.0, "#000")], 'a "basis"'))
    assert "<b>" in shown
    assert "<i>" in shown


@pytest.mark.parametrize("ground", [look.PAPER, look.LAND, look.TABLE, look.WHITE])
def test_text_can_be_read_on_every_ground(ground: str) -> None:
    assert look.contrast(look.INK, ground) >= 11
    assert look.contrast(look.MUTED, ground) >= 4.5


SIDES = (look.CAESAR, look.POMPEY, look.CLEOPATRA, look.NEUTRAL, look.GOOD, look.OCHRE, look.TEAL, look.PLUM)


@pytest.mark.parametrize("colour", [*SIDES, look.LINE, look.INK, look.MUTED, look.GOLD_RIM])
def test_a_shape_stands_out_from_every_ground(colour: str) -> None:
    for ground in (look.PAPER, look.LAND, look.TABLE, look.WHITE, look.SEA):
        assert look.contrast(colour, ground) >= 3


@pytest.mark.parametrize("colour", SIDES)
def test_white_can_be_read_on_every_side(colour: str) -> None:
    assert look.contrast("#FFFFFF", colour) >= 4.5
