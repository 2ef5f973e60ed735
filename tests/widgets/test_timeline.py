"""The timeline: every year can be looked at, its events and tellings stand there, no name lies over another."""

import re
from itertools import combinations

import pytest

from gamekit.lessons import history
from gamekit.widgets.layout import Room
from gamekit.widgets.lessons import PredictBoard, TimelineBoard
from gamekit.widgets.lessons.board import LARGER
from gamekit.widgets.lessons.timeline import FIRST, LAST, SET, TALL
from gamekit.widgets.page import LiveWidget, Picture, controls, to_text
from gamekit.widgets.scene import Group, Scene, Text, text_width
from tests.cases import Cases
from tests.widgets.board_driver import control, make_room, press, send


def here(board: TimelineBoard) -> Scene:
    """The map, which is the second picture."""
    return [one.scene for one in controls(board.page) if isinstance(one, Picture)][1]


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
    for year in range(FIRST, LAST + 1, 2 if language == "ja" else 1):
        send(board, "year", year)
        text = to_text(board.page)
        assert history.year_name(year, language) in text
        assert not re.search(r"\b0 BC|前0年", text.replace("0年はない", ""))
        for event in history.events(year):
            for said in (
                history.localize(event, "title", language),
                history.localize(event, "date", language),
                event.source,
            ):
                assert said in text, (year, said)
        for telling in history.rulebook_discrepancies(year):
            assert history.localize(telling, "rulebook", language) in text
            assert history.localize(telling, "usual", language) in text


@pytest.mark.parametrize("width", [736, 1216])
def test_names_lie_on_the_map_and_not_over_each_other(width: int, cases: Cases) -> None:
    for language in ("en", "ja"):
        board = TimelineBoard(language=language)
        make_room(board, width / LARGER)
        for year in range(FIRST, LAST + 1, cases(5, 1)):
            send(board, "year", year)
            found = names(here(board))
            for name, room in found:
                assert 0 <= room.x <= room.right <= width, (year, name)
                assert 0 <= room.y <= room.bottom <= TALL, (year, name)
            for (one, at), (other, there) in combinations(found, 2):
                apart = at.right <= there.x or there.right <= at.x or at.bottom <= there.y or there.bottom <= at.y
                assert apart, f"{year}: {one} over {other}"


def test_seas_are_named_once_and_a_crowded_year_shows_the_land_of_the_event_looked_at() -> None:
    board = TimelineBoard(-46, "en")
    make_room(board, 740 / LARGER)
    send(board, "year", -47)
    assert board.table.selected.place == "Pharsalus"

    def seas() -> list[str]:
        return sorted(one.label for one in here(board).static if isinstance(one, Group) and one.label)

    assert seas() == ["Mare Hadriaticum", "Mare Internum"]
    assert {"Thessalonika", "Ambracia"} <= {name for name, _ in names(here(board))}
    assert "Nicopolis" not in {name for name, _ in names(here(board))}
    press(board, ("event", 1))  # the murder off Pelusium: all of the east
    assert {"Pelusium", "Nicopolis"} <= {name for name, _ in names(here(board))}
    press(board, ("language",))
    assert "インテルヌム海" in seas()


def test_who_went_where_is_drawn_with_its_number_and_told_and_its_roads_are_lit() -> None:
    board = TimelineBoard(-47, "en")
    text = to_text(board.page)
    numbers = [shape.text for shape in here(board).static if isinstance(shape, Text) and shape.text.isdecimal()]
    assert numbers == ["1", "2", "3", "4"]
    for march in history.marches_and_voyages(-47):
        assert march.text_en in text
    assert ("Dyrrachium", "Thessalonika") in history.roads_used(-47)
    assert all(march.source.startswith("judged:") for march in history.marches_and_voyages())
    assert {march.side for march in history.marches_and_voyages()} == {"Caesar", "Pompey", "others"}


def test_a_battle_that_is_set_up_is_fought_below_the_map() -> None:
    board = TimelineBoard(-47, "en")
    assert board.table.selected.battle == "Pharsalus"
    press(board, ("fight",))
    (live,) = [one.make() for one in controls(board.page) if isinstance(one, LiveWidget)]
    assert isinstance(live, PredictBoard)
    assert live.table.name == "Pharsalus"
    press(board, ("event", 1))
    assert not board.table.fight
    assert not control(board, ("fight",), hidden=True).shown  # the murder of Pompey is no battle
