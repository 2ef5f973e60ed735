"""The quiz: a right answer counts once, what is chosen stays, and the same seed asks the same questions."""

import pytest

from gamekit.lessons.exercises import TOPICS
from gamekit.widgets.lessons import QuizBoard
from gamekit.widgets.page import to_text
from gamekit.widgets.scene import Group, Text
from tests.widgets.board_driver import control, press, send


def choose(board: QuizBoard, place: int, right: bool) -> None:
    blank = board.table.exercise.blanks[place]
    fits = [(choice.answer == blank.answer) == right for choice in board.table.choices(place)]
    send(board, "choose", place, fits.index(True))


@pytest.mark.parametrize("language", ["en", "ja"])
def test_answers_are_told_at_once_with_the_working_and_counted(language: str) -> None:
    board = QuizBoard("die", 3, 8, language)
    blanks = board.table.exercise.blanks
    assert control(board, ("next",)).disabled
    for place, blank in enumerate(blanks):
        assert blank.worked_solution(language) not in to_text(board.page) or "=" not in blank.worked_solution(language)
        choose(board, place, right=place != 1)
        assert blank.worked_solution(language) in to_text(board.page)
    assert (board.table.right, board.table.asked) == (len(blanks) - 1, len(blanks))
    assert "2" in to_text(board.page)
    press(board, ("next",))
    assert (board.table.number, board.table.asked, board.table.chosen) == (1, 3, ())
    press(board, ("again",))
    assert (board.table.number, board.table.asked) == (0, 0)


def test_a_choice_stands() -> None:
    board = QuizBoard("losses", 1, 3)
    choose(board, 0, right=False)
    before = board.table
    board.send(("choose", 0, 0))
    board.send(("choose", 0, 1))
    assert board.table == before
    assert (before.right, before.asked) == (0, 1)
    assert "nothing on the board means" in board.error


def test_the_letters_of_the_picture_are_24_px_but_for_those_on_pieces() -> None:
    for topic in [topic for topic in TOPICS if topic != "chart"]:  # whose chances take a second
        (group,) = QuizBoard(topic, 2, 5).scene.pieces
        assert isinstance(group, Group)
        texts = [shape for shape in group.shapes if isinstance(shape, Text)]
        said = [text for text in texts if len(text.text) > 12]
        assert all(text.size * group.scale >= 19 for text in texts)
        assert sum(text.size * group.scale >= 24 for text in said) >= 2
