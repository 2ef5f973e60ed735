"""Slow work on the boards of Caesar: the page is told that something is being worked out, and answers meanwhile."""

from __future__ import annotations

import asyncio
from threading import Event
from typing import Any

import pytest

from gamekit import caesar
from gamekit.caesar import Alliance, Place
from gamekit.play.session import player_factories
from gamekit.widgets import later
from gamekit.widgets.caesar import DuelBoard, GameBoard, game_board
from tests.widgets.board_driver import control, has, held, press, run, send, until, words

STUDY, _ = caesar.ready_positions()["two_fights"]


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


def test_best_play_comes_when_it_is_known_and_serves_all_that_follows(monkeypatch: pytest.MonkeyPatch) -> None:
    gate, asked = Event(), []
    consult = caesar.consult

    def counted(*given: Any, **more: Any) -> Any:
        asked.append(given)
        return consult(*given, **more)

    monkeypatch.setattr(caesar, "consult", held(gate, counted))

    async def test() -> None:
        endgame, _ = caesar.ready_positions()["endgame"]
        board = GameBoard(("person", "person"), state=endgame)
        send(board, "help", "best")
        assert "working out what to play" in words(board)
        send(board, "square", "a1")
        assert board.table.chosen == "a1"
        gate.set()
        await until(lambda: "conflict of a1 with a4" in words(board))
        send(board, "pick", str(Alliance("c3", "c5")))
        press(board, ("do",))
        assert "working out" not in words(board)
        assert len(asked) == 1

    run(test)


def test_a_large_duel_is_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    gate, duel = Event(), caesar.duel

    async def test() -> None:
        board = DuelBoard([(1, 1)] * 4)
        monkeypatch.setattr(caesar, "duel", held(gate, duel))
        press(board, ("full",))
        assert "solving 60,626 conflicts" in words(board)
        assert board.duel.hand == (1, 9, "F")
        send(board, "hand", 0, "9 9")
        assert "twice" in board.error
        assert control(board, ("swap",)).shown
        gate.set()
        await until(lambda: board.duel.hand == caesar.CARDS)
        assert "counters to Red" in words(board)

    run(test)


@pytest.mark.long
def test_the_figure_sharpens_while_one_watches_until_the_search_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_board, "ITERATIONS", 5)
    board = GameBoard(("person", "person"), help="best")

    async def test() -> None:
        press(board, ("still", True))
        assert "of 100, 5 tries" in words(board)
        assert "not told apart from it" in words(board)
        press(board, ("still", False))
        await until(lambda: "80 tries" in words(board))
        assert not has(board, ("still", True))

    run(test)
