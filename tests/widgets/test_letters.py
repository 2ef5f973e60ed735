"""What is written in every picture can be read and lies within it: letters of 11 px on a wide page, 10 px on one of
800 px and less, where JupyterLab's sidebar is open too."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product
from random import Random

import pytest

from gamekit import roma_victrix as rv
from gamekit.widgets.page import Picture, Viewport, controls
from gamekit.widgets.roma_victrix import MapBoard, game_board
from gamekit.widgets.scene import Group, Scene, Shape, Text, bounds
from tests.cases import Cases
from tests.widgets.boards import BOARDS
from tests.widgets.messages import right

SIDEBAR, LESSON = 336.0, 304.0  # px of a picture in a window of 800 with JupyterLab's sidebar open, and of a lesson's
LEFT_OUT = ("campaign", "sheet")  # whose letters test_map.py measures, and a page to print
LESSONS = ("predict", "quiz", "steps", "thousand", "timeline")
WIDTHS = ((SIDEBAR, 10), (440, 10), (560, 10), (776, 10), (956, 11), (1064, 11), (1248, 11))


def written(
    shapes: Sequence[Shape], x: float = 0, y: float = 0, scale: float = 1
) -> Iterator[tuple[str, float, float, float, float, float]]:
    """Each text with its size and the edges of its extent: left, top, right, bottom."""
    for shape in shapes:
        if isinstance(shape, Group):
            yield from written(shape.shapes, x + scale * shape.x, y + scale * shape.y, scale * shape.scale)
        elif isinstance(shape, Text) and shape.text.strip():
            left, top, width, height = (scale * side for side in bounds(shape))
            yield shape.text, scale * shape.size, x + left, y + top, x + left + width, y + top + height


def small(scene: Scene, width: float, least: float) -> dict[str, float]:
    """The letters of a picture that are too small on a page so wide, which shrinks a wider one."""
    shown = min(1.0, width / scene.width)
    found = ((size * shown, text) for layer in scene.layers for text, size, *_ in written(layer))
    return {text: size for size, text in found if size < least - 0.05}


def outside(scene: Scene) -> list[str]:
    """The texts that do not lie within the picture, of those that are neither turned nor cut off at an edge."""
    upright = [shape for layer in scene.layers for shape in layer]
    upright = [shape for shape in upright if not isinstance(shape, Group) or not (shape.rotate or shape.clip)]
    return [
        text
        for text, _, left, top, right, bottom in written(upright)
        if left < -1 or top < -1 or right > scene.width + 1 or bottom > scene.height + 2
    ]


class Rooms(dict[str, float]):
    """The width of the board for every picture."""

    def get(self, name: str, default: float = 0) -> float:  # type: ignore[override]
        return self["board"]


@pytest.mark.usefixtures("quick")
@pytest.mark.parametrize("name", [name for name in BOARDS if name not in LEFT_OUT])
def test_every_picture_can_be_read_and_nothing_is_written_beside_it(name: str, cases: Cases) -> None:
    board, random = BOARDS[name]("en" if len(name) % 2 else "ja"), Random(name)
    for clicks in range(cases(1, 40)):
        for room, least in WIDTHS[:: cases(7 if name == "map" else 4, 1)]:  # it is drawn anew for each
            width = min(max(board.widths[0], LESSON if name in LESSONS and room == SIDEBAR else room), board.widths[1])
            shown = type(board).screen(board.table, Viewport(width, rooms=Rooms(board=width)))
            for one in controls(shown):
                if isinstance(one, Picture):
                    assert small(one.scene, room, least) == {}, (clicks, width)
                    assert name in LESSONS or outside(one.scene) == [], (clicks, width)
        for _ in range(4):
            board.send(right(board, random))


@pytest.mark.soak
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("scenario", ["six_powers", "second_punic_war"])
def test_the_whole_game_of_roma_victrix_can_be_read_in_every_part_and_layer(scenario: str, language: str) -> None:
    board = MapBoard(dict.fromkeys(rv.rules.seats(rv.initial_state(scenario)), "plain"), 1, language, scenario=scenario)
    session = board.session
    for _ in range(400):
        session = session.continue_play()
    table = replace(board.table, play=replace(board.table.play, session=session))
    leaders = [leader.name for leader in session.state.leaders if leader.place >= 0]
    for region, layer in product(game_board.THEATRES, game_board.LAYERS):
        shown = replace(table, region=region, layer=layer, leader=Random(region + layer).choice(leaders))
        ways = game_board.found_ways(shown, shown.view)
        for width, least in ((SIDEBAR, 10), (710, 10), (776, 11), (956, 11)):
            assert small(game_board.scene_of(shown, shown.view, ways, width), width, least) == {}
