"""A picture as data: what is hit, where it lies, and how it is read without eyes."""

from math import hypot
from xml.etree import ElementTree

import pytest

from gamekit.widgets.scene import (
    Circle,
    Group,
    Path,
    Rect,
    Scene,
    Text,
    bounds,
    curve_path,
    line,
    outlines,
    polyline_path,
    text_width,
)
from gamekit.widgets.svg import svg

SVG = "{http://www.w3.org/2000/svg}"


def test_the_topmost_shape_with_an_action_is_hit_and_shapes_without_one_let_a_click_through() -> None:
    board = Scene(
        100,
        100,
        static=(Rect(0, 0, 100, 100, fill="#fff", action="table"),),
        pieces=(Rect(10, 10, 30, 30, fill="#000", action="block"), Text(12, 30, "C3", size=14)),
        overlay=(Circle(25, 25, 20, stroke="#0f0"),),
    )
    assert (board.shape_at(20, 20).action, board.shape_at(14, 28).action) == ("block", "block")
    assert board.shape_at(44, 25).action == "table"
    assert board.shape_at(120, 25) is None


def test_a_group_lends_its_action_and_label_to_its_shapes_and_a_shape_may_have_its_own() -> None:
    block = Group(
        (Rect(-10, -10, 20, 20), Circle(0, 0, 3, action="step")), x=50, y=50, label="Legio 13", action="block"
    )
    board = Scene(100, 100, pieces=(block,))
    assert board.shape_at(58, 50) == ("block", "Legio 13")
    assert board.shape_at(51, 50) == ("step", "Legio 13")
    assert board.shape_at(62, 50) is None


@pytest.mark.parametrize(("turn", "inside", "outside"), [(0, (28, 11), (11, 28)), (90, (-3, 30), (28, 11))])
def test_hits_follow_turned_scaled_groups(
    turn: float, inside: tuple[float, float], outside: tuple[float, float]
) -> None:
    board = Scene(100, 100, pieces=(Group((Rect(0, 0, 10, 2),), rotate=turn, scale=3, x=0, y=6, action="plank"),))
    assert board.shape_at(*inside).action == "plank"
    assert board.shape_at(*outside) is None


def test_a_thin_road_is_hit_from_nearby_along_its_curve() -> None:
    road = Path(curve_path((0, 0), (50, 80), (100, 0)), stroke="#000", stroke_width=1, action="road")
    board = Scene(100, 100, pieces=(road,))
    assert board.shape_at(50, 42).action == "road"
    assert board.shape_at(50, 20) is None


@pytest.mark.parametrize("flags", ["0 0 1", "0 01", "001"])
def test_arcs_become_curves_on_the_circle(flags: str) -> None:
    (points,) = outlines(f"M10 0A10 10 {flags} -10 0")
    assert points[-1] == pytest.approx((-10, 0), abs=1e-9)
    assert all(hypot(*point) == pytest.approx(10, abs=0.01) for point in points)
    assert min(y for _, y in points) == pytest.approx(0, abs=1e-9)
    assert max(y for _, y in points) == pytest.approx(10, abs=0.01)


def test_targets_tell_where_everything_clickable_lies() -> None:
    board = Scene(
        100,
        100,
        static=(Rect(0, 0, 5, 5),),
        pieces=(Group((Rect(0, 0, 10, 10, action="a", label="A"),), x=20, y=30, scale=2),),
        overlay=(Circle(50, 50, 5, action="b", label="B"),),
    )
    assert board.clickable_places() == (("a", "A", (20, 30, 20, 20)), ("b", "B", (45, 45, 10, 10)))


def test_bounds_of_text_follow_its_anchor() -> None:
    start, middle, end = (
        bounds(Text(50, 20, "Equitatus 1", 14, anchor=anchor)) for anchor in ("start", "middle", "end")
    )
    assert start[0] == 50
    assert end[0] + end[2] == pytest.approx(50)
    assert middle[0] + middle[2] / 2 == pytest.approx(50)
    assert bounds(Text(0, 0, "Equitatus 1", 14, max_width=40))[2] == 40
    assert text_width("ii", 10) < text_width("MM", 10) < text_width("軍団", 10) + 1


def test_the_svg_is_well_formed_and_says_what_it_shows() -> None:
    board = Scene(
        200,
        100,
        static=(Rect(0, 0, 200, 100, radius=8, fill="#FAF6EE"), line(0, 50, 200, 50, dash=(4, 2))),
        pieces=(
            Group(
                (Rect(0, 0, 20, 20, fill="#A8401A"), Text(10, 14, 'A & B <"C">', anchor="middle", halo="#fff")),
                x=40,
                y=20,
                rotate=90,
                label="Caesar & friends",
                clip=Circle(10, 10, 10),
            ),
            Path(polyline_path([(0, 0), (4, 0), (4, 3)], closed=True), fill="#000", opacity=0.5),
        ),
        title='Battle of "Utica" <49 BC>',
        sentence="Caesar & Co. attack.",
    )
    root = ElementTree.fromstring(svg(board, "utica"))
    assert root.get("role") == "img"
    ids = {element.get("id"): element for element in root.iter() if element.get("id")}
    assert [ids[name].text for name in root.get("aria-labelledby").split()] == [board.title, board.sentence]
    (group,) = root.findall(f"{SVG}g[@aria-label]")
    assert group.get("aria-label") == group.find(f"{SVG}title").text == "Caesar & friends"
    assert [text.text for text in root.iter(f"{SVG}text")] == ['A & B <"C">']
    clip = next(element for element in root.iter(f"{SVG}g") if element.get("clip-path"))
    assert clip.get("clip-path").removeprefix("url(#").removesuffix(")") in ids
