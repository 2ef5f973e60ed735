"""The page and its controls, read as widgets and as HTML."""

from __future__ import annotations

from html.parser import HTMLParser

import ipywidgets
import pytest

from gamekit.widgets import controls, look


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


def test_the_bar_shows_every_share_once_and_leaves_the_first_to_the_large_number() -> None:
    page = read(
        controls.bar_html([("wins", 0.4981, "#A8401A"), ("leaves", 0.4931, "#6E675C"), ("dies", 0.0088, "#1E5B8A")])
    )
    assert page.words == ["49.3%", "wins", "leaves", "0.9%", "dies"]
    assert "flex:0.008800" in " ".join(page.styles)


def test_a_share_of_nothing_has_no_bar_but_keeps_its_name() -> None:
    page = read(controls.bar_html([("wins", 1.0, "#A8401A"), ("leaves", 0.0, "#6E675C"), ("dies", 0.0, "#1E5B8A")]))
    assert page.words == ["wins", "0.0%", "leaves", "0.0%", "dies"]
    assert sum(style.startswith("flex") for style in page.styles) == 1


def test_what_is_written_cannot_break_the_page() -> None:
    page = read(controls.answer_html("5%", "<b>", "&", [("<i>", 1.0, "#000")], 'a "basis"'))
    assert "<b>" in page.words
    assert "<i>" in page.words


def test_controls_call_back() -> None:
    heard: list[object] = []
    button = controls.button("Go", lambda: heard.append("go"), "main")
    button.click()
    controls.choice({"one": 1, "two": 2}, 1, heard.append).value = 2
    controls.check("tick", change=heard.append).value = True
    controls.line_of_text(change=heard.append).value = "C3/III"
    controls.slider("n", 1, 9, 3, heard.append).value = 4
    assert heard == ["go", 2, True, "C3/III", 4]
    assert "gk-button-main" in button._dom_classes


def test_the_page_holds_board_controls_and_charts_in_this_order() -> None:
    board, side, chart = ipywidgets.HTML("board"), ipywidgets.HTML("side"), ipywidgets.HTML("chart")
    shell = controls.page("Title", "answer", board, [side], [chart])
    grid = shell.children[-1]
    main, aside, below = grid.children
    assert main.children[-1] is board
    assert aside.children == (side,)
    assert below.children == (chart,)
    style = shell.children[0].value
    assert "http" not in style
    assert look.GOOD in style


def luminance(colour: str) -> float:
    channels = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels]
    return sum(weight * value for weight, value in zip((0.2126, 0.7152, 0.0722), linear))


def contrast(one: str, other: str) -> float:
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("ground", [look.PAPER, look.LAND, look.TABLE, look.WHITE])
def test_text_can_be_read_on_every_ground(ground: str) -> None:
    assert contrast(look.INK, ground) >= 11
    assert contrast(look.MUTED, ground) >= 4.5


@pytest.mark.parametrize(
    "colour",
    [look.CAESAR, look.POMPEY, look.CLEOPATRA, look.NEUTRAL, look.GOOD, look.OCHRE, look.TEAL, look.PLUM],
)
def test_white_can_be_read_on_every_side(colour: str) -> None:
    assert contrast("#FFFFFF", colour) >= 4.5
