"""Slow work on the boards of Caesar: the page is told that something is being worked out, and answers meanwhile."""

import asyncio
from threading import Event

import pytest

from gamekit import caesar
from gamekit.caesar import Place
from gamekit.play.session import player_factories
from gamekit.widgets import later
from gamekit.widgets.caesar import GameBoard, game_board
from tests.widgets.board_driver import has, held, press, run, send, until, words

STUDY, _ = caesar.example_positions()["two_fights"]


@pytest.fixture(autouse=True)
def kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a notebook, except while a board is made."""

    def running() -> asyncio.AbstractEventLoop | None:
        try:
            return asyncio.get_running_loop()
        except RuntimeError:
            return None

    monkeypatch.setattr(later, "kernel_loop", running)


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Event:
    """The searching player waits until the gate is opened, and then acts as the plain one."""
    gate = Event()
    monkeypatch.setitem(player_factories(caesar), "search", lambda _: held(gate, caesar.players.plain))
    return gate


def test_the_board_says_who_is_thinking_and_waits_for_nobody(gate: Event) -> None:
    async def test() -> None:
        board = GameBoard(("person", "search"))
        send(board, "square", "a1")
        assert "Blue is thinking" in words(board)
        assert not has(board, ("go on",))
        send(board, "square", "b1")
        assert board.table.session.at == 1
        press(board, ("undo",))
        assert (board.table.session.at, board.state.player) == (0, 0)
        send(board, "pick", str(Place("e5")))
        press(board, ("do",))
        gate.set()
        await until(lambda: board.table.session.at == 2)
        assert [entry.action for entry in board.record.entries] == [Place("e5"), Place("c3")]
        assert "Red: place a counter" in words(board)

    run(test)


@pytest.mark.long
def test_the_figure_sharpens_while_one_watches_until_the_search_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_board, "ITERATIONS", 2)
    board = GameBoard(("person", "person"), help="best")

    async def test() -> None:
        press(board, ("still", True))
        assert "of 100, 2 tries" in words(board)
        assert "not told apart from it" in words(board)
        press(board, ("still", False))
        await until(lambda: "32 tries" in words(board))
        assert not has(board, ("still", True))

    run(test)
