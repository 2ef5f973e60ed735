"""A board's answer under its cover: no chance is left to be read, and the guess stands beside what is revealed."""

import re

import pytest

from gamekit.aquileia.state import Step
from gamekit.widgets import page
from gamekit.widgets.app import Board
from gamekit.widgets.aquileia import CityBoard
from gamekit.widgets.caesar import GameBoard
from gamekit.widgets.cover import COVER, GUESS, REVEAL
from gamekit.widgets.page import Copy, Download, LiveChart, Picture, controls, plain_text, to_text
from tests.aquileia.board_positions import ALONE, play_to
from tests.widgets.board_driver import said
from tests.widgets.boards import BOARDS
from tests.widgets.positions import FIGHTS, STUDY

CHANCES = ("battle", "combat", "siege", "contest", "explore", "steps", "thousand")
TELLING = ("contest", "explore", "thousand")  # whose picture shows chances
VALUES = ("duel", "luck")  # whose answer is no chance


def made(name: str, language: str = "en") -> Board:
    board = BOARDS[name](language)
    board.finish_background_work()
    return board


def answer(board: Board) -> str:
    """The heading and the answer, as text."""
    top = next(one for one in controls(board.page) if "gk-top" in getattr(one, "kind", ""))
    return "\n".join(to_text(one) for one in top.children if "gk-fold" not in getattr(one, "kind", ""))


@pytest.mark.parametrize("name", CHANCES)
@pytest.mark.long
def test_nothing_on_the_page_tells_the_chance_until_it_is_revealed(name: str) -> None:
    board = made(name)
    before, told, spoken = board.table, answer(board), board.summary_sentence
    assert "%" in to_text(board.page)
    board.send(COVER)
    assert "%" not in re.sub(r"\b\d+–\d+%|\d+/\d+ \d+%|Enough is a chance of: 66.7%", "", to_text(board.page))
    assert "covered until you vote" in answer(board)
    assert not re.search(r"\d%", board.summary_sentence)
    shown = list(controls(board.page))
    assert not [one for one in shown if isinstance(one, (LiveChart, Copy, Download))]
    assert any(isinstance(one, Picture) for one in shown) is not (name in TELLING)
    assert not [one for one in shown if isinstance(one, Picture) and "%" in one.scene.sentence]
    saved = plain_text(board.html().split("</style>")[1]).replace("Enough is a chance of: 66.7%", "")
    assert not re.search(r"\d%", saved)
    assert "covered until you vote" in saved
    board.send((*GUESS, 60))
    board.send(REVEAL)
    assert answer(board).startswith(told)
    assert "the class: 60%" in answer(board)
    assert (board.table, board.summary_sentence) == (before, spoken)


@pytest.mark.long
@pytest.mark.parametrize("name", VALUES)
def test_an_answer_that_is_no_chance_is_covered_and_guessed_as_a_number(name: str) -> None:
    board = made(name)
    told = re.findall(r"[+\u2212]\d[.\d]*", answer(board))
    assert told
    board.send(COVER)
    covered = to_text(board.page) + board.summary_sentence
    assert "covered until you vote" in answer(board)
    assert not [one for one in told if one in covered]
    assert not re.search(r"\d%|three times in four", covered)
    assert any(isinstance(one, Picture) for one in controls(board.page)) is (name == "duel")
    board.send((*GUESS, -2))
    board.send(REVEAL)
    assert "the class: -2" in answer(board)
    assert [one for one in told if one in answer(board)] == told


def test_the_cover_stays_while_the_board_is_set_up_and_a_log_plays_again() -> None:
    board = made("battle")
    board.send(COVER)
    board.send(("language",))
    assert "予想するまで見えません" in answer(board)
    assert not re.search(r"\d\.\d%", answer(board))
    board.send((*GUESS, 5))
    board.send(REVEAL)
    assert "クラス：5％" in answer(board)
    again = made("battle")
    again.replay(board.log_text)
    assert to_text(again.page) == to_text(board.page)
    again.send(COVER)  # a new guess begins in the middle
    assert next(one.value for one in controls(again.page) if getattr(one, "do", None) == GUESS) == 50


def test_a_game_at_the_table_has_a_cover_once_there_is_a_chance_on_it() -> None:
    board = made("city")
    board.send(COVER)
    assert "nothing on the board means" in board.error
    assert not page.can_send(board.page, COVER)
    throwing = play_to(CityBoard(ALONE, seed="5"), Step.RED)
    conflict = GameBoard(("person", "person"), state=STUDY, fights=FIGHTS)
    for board in (throwing, conflict):
        told = answer(board)
        assert re.search(r"\d\.\d%|\+1\.5", told)
        board.send(COVER)
        assert "covered until you vote" in answer(board)
        assert not re.search(r"\d\.\d%|\+1\.5|three times in four", to_text(board.page) + str(said(board.scene)))
        board.send((*GUESS, 40))
        board.send(REVEAL)
        assert answer(board).startswith(told)
