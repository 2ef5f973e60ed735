"""Step by step on the screen: each branch with its chance and result, back, jump, dice; large letters, nothing cut."""

import pytest

from gamekit.text.translation import translate
from gamekit.widgets.lessons import StepBoard
from gamekit.widgets.lessons.board import LARGER
from gamekit.widgets.page import percent, to_text
from tests.widgets.board_driver import control, make_room, placed, press, said, send, words
from tests.widgets.positions import letters


def test_a_branch_is_followed_by_a_click_and_the_way_back_is_open() -> None:
    board = StepBoard("Zela", language="en")
    start = board.table.steps[-1]
    assert percent(start.p_win_from_here) in words(board)
    for branch in start.branches:
        assert percent(branch.chance) in said(board.scene)
        assert f"then {percent(branch.then.p_win_from_here)}" in said(board.scene)
    assert any("Legio 36 III to II" in text for text in said(board.scene))
    send(board, "branch", 2)
    assert percent(start.branches[2].then.p_win_from_here) in words(board)
    assert "points more than before the last throw" in words(board)
    press(board, ("next",))
    press(board, ("roll",), luck=7)
    press(board, ("round",), luck=7)
    steps = board.table.steps
    assert steps[-1].round == 2
    menu = control(board, ("jump",))
    assert len(menu.options) == len(steps)
    assert menu.options[1][0] == f"1. {translate(steps[0].thrower_name)}: 2 count"
    send(board, "jump", 1)
    assert board.table.path == (2,)
    press(board, ("back",))
    assert board.table.path == ()
    assert control(board, ("back",)).disabled


def test_the_sentence_says_whose_chance_it_is() -> None:
    board = StepBoard("arena", language="en")
    assert "Stefan throws" in board.summary_sentence
    assert board.summary_sentence.endswith("Now the chance that Kiko is first is 4.6%.")


@pytest.mark.parametrize(("width", "language"), [(700, "en"), (1216, "ja")])
@pytest.mark.parametrize("name", [pytest.param("Munda", marks=pytest.mark.soak), "Cannae", "arena"])
def test_every_step_to_the_end_fits_in_large_letters(name: str, width: int, language: str) -> None:
    board = StepBoard(name, language=language)
    make_room(board, width / LARGER)
    for luck in range(6):
        board.refresh()
        assert min(text.size for text in letters(board.scene)) >= 24
        for text, (x, y, wide, high) in placed(board.scene.pieces):
            assert x >= -1, text
            assert x + wide <= width + 1, text
            assert 0 <= y <= y + high <= board.scene.height, text
        if board.table.steps[-1].is_over:
            break
        press(board, ("round",), luck=luck)
    assert board.table.steps[-1].is_over
    assert ("It is decided." if language == "en" else "決着がついた。") in to_text(board.page)
