"""The board for any game: played, replayed and kept by messages alone, no secret shown, in words of the game."""

from random import Random
from typing import Any

import pytest

from gamekit import aquileia as aq
from gamekit import julius_caesar as jc
from gamekit.play.session import PERSON, seats_of
from gamekit.storage import record
from gamekit.widgets import table
from gamekit.widgets.any_game import GameTable
from gamekit.widgets.page import Picture, Tiles, can_send, controls
from tests.fifth_game import terni
from tests.widgets.board_driver import control, has, html, send, words


def choose(board: GameTable, random: Random) -> None:
    """One step of a game, by whatever the page offers."""
    if board.session.waits_for == "handover":
        send(board, "accept")
    elif board.session.waits_for == "person":
        action = control(board, ("pick",)).options
        send(board, "pick", random.choice(action)[1])
        send(board, "do it")
    else:
        send(board, "go on")


def test_terni_lapilli_reads_as_sentences_in_both_languages() -> None:
    board = table(terni, seed=1)
    assert [text for text, _ in control(board, ("pick",)).options][:2] == [
        "Put a counter on top left",
        "Put a counter on top middle",
    ]
    send(board, "do", "Put(to=4)")
    assert "Put a counter on the centre" in words(board)
    assert "White to decide" in words(board)
    japanese = table(terni, seed=1, language="ja")
    send(japanese, "do", "Put(to=4)")
    assert "中央 に石を置く" in words(japanese)
    assert "白の番" in words(japanese)


def test_clicks_on_parts_narrow_what_may_be_done() -> None:
    board = table(terni, dict.fromkeys(terni.rules.PLAYERS, PERSON), seed=1)
    for point in (0, 1, 4, 8, 5, 3):
        send(board, "part", point)
    assert board.session.state.points == "wb.bww..b"
    before = board.session.state
    send(board, "part", 4)
    assert board.table.parts == (4,)
    assert {action.here for action in board.table.legal.values()} == {4}
    send(board, "part", 4)
    assert board.table.parts == ()
    send(board, "part", 4)
    send(board, "part", 7)
    assert (board.session.state.points[4], board.session.state.points[7]) == (".", "w")
    send(board, "undo")
    assert board.session.state == before


def test_actions_stand_as_a_list_and_as_keys_and_an_unknown_one_is_refused() -> None:
    board = table(terni, seed=2)
    keys = next(one for one in controls(board.page) if isinstance(one, Tiles))
    assert len(keys.tiles) == len(control(board, ("pick",)).options) == 9
    assert can_send(board.page, keys.tiles[3].do)
    board.send(("do", "Put(to=9)"))
    assert board.error
    assert board.session.record.entries == ()


def test_the_record_is_kept_whole_while_one_looks_back_and_taken_up_again() -> None:
    board, random = table(terni, seed=4), Random(4)
    for _ in range(3):
        choose(board, random)
    send(board, "back")
    send(board, "back")
    assert board.session.waits_for == "replay"
    text = control(board, "Save the record").text()
    assert record.read(text, terni) == board.session.record
    other = table(terni, seed=9)
    send(other, "read", text)
    assert other.session.record == board.session.record
    send(other, "read", "nonsense")
    assert "line 1" in other.error
    assert other.session.record == board.session.record
    send(board, "branch")
    choose(board, random)
    send(board, "rejoin")
    assert board.session.record == other.session.record


@pytest.mark.parametrize("game", [jc, aq])
def test_nothing_is_shown_of_hidden_hands_until_the_screen_has_been_handed_over(game: Any) -> None:
    seats = seats_of(game, game.rules.initial_state())
    board = table(game, dict.fromkeys(seats, PERSON), seed=2)
    assert board.session.waits_for == "handover"
    picture = next(one for one in controls(board.page) if isinstance(one, Picture))
    assert "hand" not in repr(picture.scene).replace("handed over", "").replace("Hand the", "")
    assert not has(board, ("do it",))
    assert "Deal" not in html(board)
    assert "Draw" not in html(board)
    send(board, "accept")
    assert has(board, ("do it",))
    send(board, "do it")
    assert "acts unseen" in words(board) or board.session.waits_for == "person"
