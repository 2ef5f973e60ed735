"""A picture as data: what is hit, where it lies, how it is read without eyes, and boxes that keep apart."""

from itertools import combinations
from math import hypot
from typing import Any
from xml.etree import ElementTree

import pytest

from gamekit.widgets import scene
from gamekit.widgets.layout import across, col, drawing, flow_boxes, framed, text_box, wrap
from gamekit.widgets.roma_victrix import combat_board, siege_board
from gamekit.widgets.svg import svg
from tests.widgets.board_driver import placed

SVG = "{http://www.w3.org/2000/svg}"


def test_the_topmost_shape_with_an_action_is_hit_and_shapes_without_one_let_a_click_through() -> None:
    table = scene.Rect(0, 0, 100, 100, fill="#fff", action="table")
    block = scene.Rect(10, 10, 30, 30, fill="#000", action="block"), scene.Text(12, 30, "C3", size=14)
    board = scene.Scene(100, 100, (table,), block, (scene.Circle(25, 25, 20, stroke="#0f0"),))
    assert (board.clickable_at(20, 20).action, board.clickable_at(14, 28).action) == ("block", "block")
    assert board.clickable_at(44, 25).action == "table"
    assert board.clickable_at(120, 25) is None


def test_a_group_lends_its_action_and_label_to_its_shapes_and_a_shape_may_have_its_own() -> None:
    shapes = scene.Rect(-10, -10, 20, 20), scene.Circle(0, 0, 3, action="step")
    board = scene.Scene(100, 100, pieces=(scene.Group(shapes, x=50, y=50, label="Legio 13", action="block"),))
    assert board.clickable_at(58, 50) == ("block", "Legio 13")
    assert board.clickable_at(51, 50) == ("step", "Legio 13")
    assert board.clickable_at(62, 50) is None


@pytest.mark.parametrize(("turn", "inside", "outside"), [(0, (28, 11), (11, 28)), (90, (-3, 30), (28, 11))])
def test_hits_follow_turned_scaled_groups(turn: float, inside: Any, outside: Any) -> None:
    plank = scene.Group((scene.Rect(0, 0, 10, 2),), rotate=turn, scale=3, x=0, y=6, action="plank")
    board = scene.Scene(100, 100, pieces=(plank,))
    assert board.clickable_at(*inside).action == "plank"
    assert board.clickable_at(*outside) is None


def test_a_thin_road_is_hit_from_nearby_along_its_curve() -> None:
    road = scene.Path(scene.curve_path((0, 0), (50, 80), (100, 0)), stroke="#000", stroke_width=1, action="road")
    board = scene.Scene(100, 100, pieces=(road,))
    assert board.clickable_at(50, 42).action == "road"
    assert board.clickable_at(50, 20) is None


@pytest.mark.parametrize("flags", ["0 0 1", "0 01", "001"])
def test_arcs_become_curves_on_the_circle(flags: str) -> None:
    (points,) = scene.outlines(f"M10 0A10 10 {flags} -10 0")
    assert points[-1] == pytest.approx((-10, 0), abs=1e-9)
    assert all(hypot(*point) == pytest.approx(10, abs=0.01) for point in points)
    assert min(y for _, y in points) == pytest.approx(0, abs=1e-9)
    assert max(y for _, y in points) == pytest.approx(10, abs=0.01)


def test_targets_tell_where_everything_clickable_lies() -> None:
    piece = scene.Group((scene.Rect(0, 0, 10, 10, action="a", label="A"),), x=20, y=30, scale=2)
    disc = scene.Circle(50, 50, 5, action="b", label="B")
    board = scene.Scene(100, 100, (scene.Rect(0, 0, 5, 5),), (piece,), (disc,))
    assert board.clickable_places() == (("a", "A", (20, 30, 20, 20)), ("b", "B", (45, 45, 10, 10)))


def test_bounds_of_text_follow_its_anchor() -> None:
    start, middle, end = (scene.bounds(scene.Text(50, 20, "Equites", anchor=at)) for at in ("start", "middle", "end"))
    assert start[0] == 50
    assert end[0] + end[2] == pytest.approx(50)
    assert middle[0] + middle[2] / 2 == pytest.approx(50)
    assert scene.bounds(scene.Text(0, 0, "Equitatus 1", 14, max_width=40))[2] == 40
    assert scene.text_width("ii", 10) < scene.text_width("MM", 10) < scene.text_width("軍団", 10) + 1


def test_the_svg_is_well_formed_and_says_what_it_shows() -> None:
    ground = scene.Rect(0, 0, 200, 100, radius=8, fill="#FAF6EE"), scene.line(0, 50, 200, 50, dash=(4, 2))
    face = scene.Rect(0, 0, 20, 20, fill="#A8401A"), scene.Text(10, 14, 'A & B <"C">', anchor="middle", halo="#fff")
    block = scene.Group(face, x=40, y=20, rotate=90, label="Caesar & friends", clip=scene.Circle(10, 10, 10))
    arrow = scene.Path(scene.polyline_path([(0, 0), (4, 0), (4, 3)], closed=True), fill="#000", opacity=0.5)
    said = {"title": 'Battle of "Utica" <49 BC>', "sentence": "Caesar & Co. attack."}
    board = scene.Scene(200, 100, ground, (block, arrow), **said)
    root = ElementTree.fromstring(svg(board, "utica"))
    assert root.get("role") == "img"
    ids = {element.get("id"): element for element in root.iter() if element.get("id")}
    assert [ids[name].text for name in root.get("aria-labelledby").split()] == [board.title, board.sentence]
    (group,) = root.findall(f"{SVG}g[@aria-label]")
    assert group.get("aria-label") == group.find(f"{SVG}title").text == "Caesar & friends"
    assert [text.text for text in root.iter(f"{SVG}text")] == ['A & B <"C">']
    clip = next(element for element in root.iter(f"{SVG}g") if element.get("clip-path"))
    assert clip.get("clip-path").removeprefix("url(#").removesuffix(")") in ids


WIDTHS = (358, 700, 784, 956, 1240)  # a phone, two columns at the least, JupyterLab, 1230 px, a projector


def test_a_box_is_as_high_as_what_lies_in_it() -> None:
    block = drawing(30, lambda room: [room.rect()], wide=40)
    assert col(block, block, gap=5).high(100) == 65
    assert across(block, text_box("Rome"), gap=5).high(100) == 30
    assert wrap(block, block, least=40, gap=5).high(100) == 30
    assert wrap(block, block, least=60, gap=5).high(100) == 65
    assert flow_boxes(block, block, block, gap=5).high(100) == 60
    assert (framed(block, 7).high(100), col(text_box(""), None).high(100)) == (44, 0)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("board", [combat_board, siege_board], ids=["combat", "siege"])
def test_no_text_lies_on_another_or_leaves_the_picture(board: Any, language: str, width: float) -> None:
    picture = board.scene(board.opening_table(language=language), width)
    assert (picture.width, crossing(picture)) == (width, [])


def crossing(picture: scene.Scene) -> list[tuple[str, str]]:
    """Pairs of texts that lie on each other by more than a third of a line, and texts that leave the picture."""
    found = [one for layer in picture.layers for one in placed(layer) if one[0].strip()]
    out = [(text, "") for text, (x, y, wide, high) in found
           if x < -1 or y < -1 or x + wide > picture.width + 1 or y + high > picture.height + 2]  # fmt: skip
    for (one, (x, y, wide, high)), (other, (x2, y2, wide2, high2)) in combinations(found, 2):
        across, down = min(x + wide, x2 + wide2) - max(x, x2), min(y + high, y2 + high2) - max(y, y2)
        if across > 2 and down > 5:
            out.append((one, other))
    return out
