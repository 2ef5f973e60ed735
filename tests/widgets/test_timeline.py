"""The timeline: every year can be looked at, its events and tellings stand there, no name lies over another."""

from __future__ import annotations

import re
from itertools import combinations

import pytest

from gamekit import history
from gamekit.widgets.layout import Room
from gamekit.widgets.lessons import TimelineBoard
from gamekit.widgets.lessons.timeline import AXIS, FIRST, HEIGHT, LAST, SET
from gamekit.widgets.page import to_html, to_text
from gamekit.widgets.scene import Scene, Text, text_width
from tests.widgets.helpers import control, press, send


def names(scene: Scene) -> list[tuple[str, Room]]:
    """The names on the map, with the room that each takes."""
    texts = [shape for shape in scene.static if isinstance(shape, Text)]
    return [
        (t.text, Room(t.x, t.y - 20, min(SET * text_width(t.text, t.size, t.weight), t.max_width or 999), 26))
        for t in texts
    ]


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_year_shows_its_events_with_their_sources_and_the_tellings(language: str) -> None:
    board = TimelineBoard(FIRST, language)
    for year in range(FIRST, LAST + 1):
        send(board, "year", year)
        text = to_text(board.page)
        assert history.year_name(year, language) in text
        assert not re.search(r"\b0 BC|前0年", text.replace("0年はない", ""))
        for event in history.events(year):
            for said in (history.told(event, "title", language), history.told(event, "date", language), event.source):
                assert said in text, (year, said)
        for telling in history.tellings(year):
            assert history.told(telling, "rulebook", language) in text
            assert history.told(telling, "usual", language) in text


@pytest.mark.parametrize("width", [736, 1216])
def test_names_lie_on_the_map_and_not_over_each_other(width: int) -> None:
    for language in ("en", "ja"):
        board = TimelineBoard(language=language)
        board._rooms["board"] = width
        for year in range(FIRST, LAST + 1):
            send(board, "year", year)
            found = names(board.scene)
            for name, room in found:
                assert 0 <= room.x <= room.right <= width, (year, name)
                assert AXIS <= room.y <= room.bottom <= HEIGHT, (year, name)
            for (one, here), (other, there) in combinations(found, 2):
                apart = (
                    here.right <= there.x or there.right <= here.x or here.bottom <= there.y or there.bottom <= here.y
                )
                assert apart, f"{year}: {one} over {other}"


def test_the_year_is_chosen_by_click_slider_and_steps_and_stays_within() -> None:
    board = TimelineBoard(-47, "en")
    send(board, "bc", 60)
    assert board.table.year == FIRST
    assert control(board, ("step", -1)).disabled
    press(board, ("step", 1))
    assert board.table.year == -58
    send(board, "year", LAST)
    assert control(board, ("step", 1)).disabled
    press(board, ("language",))
    assert "アクティウム" in to_html(board.page)


def test_a_year_without_events_says_so_and_the_calendar_is_told() -> None:
    empty = next(year for year in range(FIRST, LAST + 1) if not history.events(year))
    assert "No event of this year is told here." in to_text(TimelineBoard(empty, "en").page)
    assert "two months ahead of the seasons" in to_text(TimelineBoard(-47, "en").page)
    assert "seasons" not in to_text(TimelineBoard(-43, "en").page)
