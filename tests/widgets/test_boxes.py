"""Boxes in boxes: heights follow from widths, and in no picture made of them does one text lie on another."""

from itertools import combinations

import pytest

from gamekit.widgets.layout import across, col, drawing, flow_boxes, framed, text_box, wrap
from gamekit.widgets.roma_victrix import combat_board, siege_board
from gamekit.widgets.scene import Scene
from tests.widgets.board_driver import placed

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
@pytest.mark.parametrize("board", ["combat", "siege"])
def test_no_text_lies_on_another_or_leaves_the_picture(board: str, language: str, width: float) -> None:
    if board == "combat":
        picture = combat_board.scene(combat_board.opening_table(language=language), width)
    else:
        picture = siege_board.scene(siege_board.opening_table(language=language), width)
    assert (picture.width, crossing(picture)) == (width, [])


def crossing(picture: Scene) -> list[tuple[str, str]]:
    """Pairs of texts that lie on each other by more than a third of a line, and texts that leave the picture."""
    found = [one for layer in picture.layers for one in placed(layer) if one[0].strip()]
    out = [(text, "") for text, (x, y, wide, high) in found
           if x < -1 or y < -1 or x + wide > picture.width + 1 or y + high > picture.height + 2]  # fmt: skip
    for (one, (x, y, wide, high)), (other, (x2, y2, wide2, high2)) in combinations(found, 2):
        across, down = min(x + wide, x2 + wide2) - max(x, x2), min(y + high, y2 + high2) - max(y, y2)
        if across > 2 and down > 5:
            out.append((one, other))
    return out
