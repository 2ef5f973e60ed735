"""The page and its controls, read as widgets and as HTML."""

from html.parser import HTMLParser

import pytest

from gamekit.widgets import look
from gamekit.widgets.page import answer_html, bar_html


class Reader(HTMLParser):
    """The words of a piece of HTML, and its styles."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.styles: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.styles += [value or "" for key, value in attrs if key == "style"]

    def handle_data(self, data: str) -> None:
        self.words += [data.strip()] if data.strip() else []


def read(html: str) -> Reader:
    reader = Reader()
    reader.feed(html)
    return reader


def test_the_bar_shows_every_share_once() -> None:
    shown = read(bar_html([("wins", 0.4981, "#A8401A"), ("leaves", 0.4931, "#6E675C"), ("dies", 0.0088, "#1E5B8A")]))
    assert shown.words == ["49.8%", "49.3%", "wins", "leaves", "0.9%", "dies"]
    assert "flex:0.008800" in " ".join(shown.styles)


def test_a_share_of_nothing_has_no_bar_but_keeps_its_name() -> None:
    shown = read(bar_html([("wins", 1.0, "#A8401A"), ("leaves", 0.0, "#6E675C"), ("dies", 0.0, "#1E5B8A")]))
    assert shown.words == ["100.0%", "wins", "0.0%", "leaves", "0.0%", "dies"]
    assert sum(style.startswith("flex:") for style in shown.styles) == 1


def test_what_is_written_cannot_break_the_page() -> None:
    shown = read(answer_html("5%", "<b>", "&", [("<i>", 1.0, "#000")], 'a "basis"'))
    assert "<b>" in shown.words
    assert "<i>" in shown.words


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
