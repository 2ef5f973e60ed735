"""Predict, then reveal: nothing tells the chance before there is a vote, and what falls then is what decided."""

import pytest

from gamekit import aquileia as aq
from gamekit.lessons import history
from gamekit.text.translation import percent
from gamekit.widgets.lessons import PredictBoard
from gamekit.widgets.page import controls, to_html, to_text
from gamekit.widgets.scene import Group
from tests.widgets.board_driver import control, press, send, words
from tests.widgets.positions import letters


@pytest.mark.parametrize("name", [*history.historical_setups()])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_the_chance_is_covered_everywhere_until_there_is_a_vote(name: str, language: str) -> None:
    board = PredictBoard(name, language=language)
    chance = percent(board.table.asked.chance, 0)
    assert control(board, ("reveal",)).disabled
    shown = to_text(board.page) + to_html(board.page) + " ".join(text.text for text in letters(board.scene))
    assert chance not in shown or chance in ("0%", "20%", "40%", "60%", "80%", "100%")
    assert percent(board.table.asked.chance) not in shown
    send(board, "guess", 30)
    press(board, ("reveal",), luck=5)
    assert chance in words(board)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_what_really_happened_has_both_sides_losses_and_a_tiny_chance_asks_about_the_board(language: str) -> None:
    for name, asks in (("Pharsalus", "1 in 58,000" if language == "en" else "58,000回に1回"), ("Cannae", "")):
        board = PredictBoard(name, language=language)
        for message in (("guess", 30), ("reveal", 5), ("all",)):
            board.send(message)
        past, shown = history.battles()[name], to_text(board.page)
        assert history.localize(past, "a_losses", language) in shown
        assert history.localize(past, "b_losses", language) in shown
        assert (f"“{asks}”" in shown or f"「{asks}」" in shown) is bool(asks)


def test_a_draw_is_no_victory_of_the_one_who_really_won() -> None:
    for name, rows in (("Cannae", ("72 in 100", "11 in 100")), ("Trebia", ("97 in 100", "1 in 36"))):
        board = PredictBoard(name, language="en")
        for message in (("guess", 30), ("reveal", 5), ("all",)):
            board.send(message)
        assert all(f"<td>{often}</td>" in to_html(board.page) for often in rows)


def test_the_dice_fall_one_by_one_and_the_end_is_told_when_they_lie() -> None:
    board = PredictBoard("Zela", language="en")
    send(board, "hand", 3, 1)
    press(board, ("reveal",), luck=11)
    run = board.table.run
    for number in range(1, len(run.throws) + 1):
        assert not board.table.outcome_text
        assert "What really happened" not in to_text(board.page)
        send(board, "fall")
        dice = [shape for shape in board.scene.pieces if isinstance(shape, Group) and not shape.label]
        assert len(dice) == len(run.throws[number - 1].faces)
    assert board.table.done
    assert board.table.outcome_text.startswith("This time Caesar")
    assert ("does not" in board.table.outcome_text) != run.happened
    assert "spades" in to_text(board.page)
    press(board, ("cover",))
    assert "92" not in to_text(board.page)
    assert board.table.votes.hands == (0, 0, 0, 1, 0)


def test_a_contest_of_ones_own_is_asked_about_as_well() -> None:
    board = PredictBoard(aq.example_contests()["arena"], "Kiko", "en")
    assert "Will Kiko be first?" in to_text(board.page)
    send(board, "guess", 10)
    press(board, ("reveal",), luck=2)
    assert board.summary_sentence == "The class said 10%, the chance is 5%."
    send(board, "all")
    assert "5%" in board.summary_sentence
    assert "This time Kiko" in board.summary_sentence
    assert not [one for one in controls(board.page) if getattr(one, "do", None) == ("battle",)]
