"""The smallest letters of every picture at its width: 11 px on a wide page, 10 px on one of 800 px and less."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from gamekit import aquileia, caesar, julius_caesar
from gamekit import roma_victrix as rv
from gamekit.julius_caesar.fight.setup import Setup
from gamekit.widgets.aquileia import city_board, city_view
from gamekit.widgets.caesar import DuelBoard, GameBoard, duel_board, position
from gamekit.widgets.julius_caesar import battle_table, battle_view
from gamekit.widgets.julius_caesar.map import MapOptions, map_scene
from gamekit.widgets.page import Picture, Seat, controls
from gamekit.widgets.roma_victrix import MapBoard, combat_board, game_board, siege_board
from gamekit.widgets.scene import Group, Scene, Shape, Text
from tests.cases import Cases
from tests.widgets.boards import BOARDS


def city(width: float, language: str) -> Scene:
    state = aquileia.initial_state(("Stefan", "Walter", "Giorgio", "Kiko"))
    return city_view.scene(
        city_board.city(city_board.PositionView(state, "Stefan", language=language)), width, language
    )


def campaign(width: float, language: str) -> Scene:
    view = julius_caesar.rules.observe(julius_caesar.initial_state(), "Caesar")
    return map_scene(view, (), MapOptions(width, language))


def combat(width: float, language: str) -> Scene:
    return combat_board.scene(combat_board.opening(language=language), width)


def siege(width: float, language: str) -> Scene:
    return siege_board.scene(siege_board.opening(language=language), width)


def battle(width: float, language: str) -> Scene:
    table = battle_table.BattleTable(Setup(), language=language)
    return battle_view.scene(battle_view.Moment(table), width)


def duel(width: float, language: str) -> Scene:
    return duel_board.scene(DuelBoard(language=language).table, width)


def game_of_caesar(width: float, language: str) -> Scene:
    state, fights = caesar.ready_positions()["two_fights"]
    table = GameBoard(("person", "person"), state=state, fights=fights, language=language).table
    return position.scene(table.show, width)


def sizes(shapes: Sequence[Shape], scale: float = 1) -> Iterator[tuple[float, str]]:
    for shape in shapes:
        if isinstance(shape, Group):
            yield from sizes(shape.shapes, scale * shape.scale)
        elif isinstance(shape, Text) and shape.text.strip():
            yield shape.size * scale, shape.text


PICTURES = [city, campaign, combat, siege, battle, duel, game_of_caesar]


@pytest.mark.parametrize("picture", PICTURES)
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize(("width", "least"), [(1248, 11), (1064, 11), (956, 11), (776, 10), (560, 10), (440, 10)])
def test_no_letter_is_too_small_to_read(
    picture: Callable[[float, str], Scene], language: str, width: float, least: float
) -> None:
    assert small(picture(width if picture is campaign else min(width, 956), language), width, least) == {}


def small(scene: Scene, width: float, least: float) -> dict[str, float]:
    """The letters of a picture that are too small on a page so wide, which shrinks a wider one."""
    shown = min(1.0, width / scene.width)
    found = (one for layer in scene.layers for one in sizes(layer))
    return {text: size * shown for size, text in found if size * shown < least - 0.05}


SIDEBAR, LESSON = 336.0, 304.0  # px of a picture in a window of 800 with JupyterLab's sidebar open, and of a lesson's
LESSONS = ("predict", "quiz", "steps", "thousand", "timeline")


@pytest.mark.parametrize("name", [name for name in BOARDS if name != "sheet"])  # a page to print
@pytest.mark.parametrize("language", ["en", "ja"])
def test_beside_an_open_sidebar_every_board_can_be_read(name: str, language: str) -> None:
    board, room = BOARDS[name](language), LESSON if name in LESSONS else SIDEBAR
    width = max(board.widths[0], room)
    shown = type(board).screen(board.table, Seat(width, rooms=defaultdict(lambda: width)))
    assert all(small(one.scene, room, 10) == {} for one in controls(shown) if isinstance(one, Picture))


MORE = ("six_powers", "en"), ("second_punic_war", "en"), ("second_punic_war", "ja")


@pytest.mark.long
@pytest.mark.parametrize(
    ("scenario", "language"),
    [("six_powers", "ja"), *(pytest.param(*more, marks=pytest.mark.soak) for more in MORE)],
)
def test_the_whole_game_of_roma_victrix_can_be_read_in_every_part_and_layer(
    scenario: str, language: str, cases: Cases
) -> None:
    board = MapBoard(dict.fromkeys(rv.rules.seats(rv.initial_state(scenario)), "plain"), 1, language, scenario=scenario)
    session = board.session
    for _ in range(cases(60, 400)):
        session = session.go_on()
    table = replace(board.table, play=replace(board.table.play, session=session))
    leaders = [leader.name for leader in session.state.leaders if leader.place >= 0]
    every = list(product(game_board.THEATRES, game_board.LAYERS))
    for region, layer in every[:: cases(len(every) // 3, 1)]:
        shown = replace(table, region=region, layer=layer, leader=Random(region + layer).choice(leaders))
        ways = game_board.found_ways(shown, shown.view)
        for width, least in ((SIDEBAR, 10), (710, 10), (776, 11), (956, 11)):
            assert small(game_board.scene_of(shown, shown.view, ways, width), width, least) == {}
