"""Slow work on the boards of Caesar: the page is told that something is being worked out, and answers meanwhile."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from threading import Event
from typing import Any

import pytest

from gamekit import caesar
from gamekit.caesar import Alliance, Place
from gamekit.widgets.caesar import DuelBoard, GameBoard, duel_board, thinker
from gamekit.widgets.caesar.thinker import Thinker

STUDY, _ = caesar.ready_positions()["two_fights"]


@pytest.fixture(autouse=True)
def kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a notebook."""
    monkeypatch.setattr(thinker, "kernel_loop", asyncio.get_running_loop)


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 60))


async def until(ready: Callable[[], Any]) -> None:
    while not ready():
        await asyncio.sleep(0.005)


def held(gate: Event, answer: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, which waits until the gate is opened."""

    def wait(*given: Any, **more: Any) -> Any:
        assert gate.wait(60)
        return answer(*given, **more)

    return wait


def test_a_late_answer_is_taken_and_a_dropped_one_is_not() -> None:
    async def test() -> None:
        mind, gate, taken, late = Thinker(), Event(), list[int](), list[int]()
        mind.ask(held(gate, lambda: 1), taken.append, late=lambda: late.append(1))
        assert mind.busy
        mind.ask(held(gate, lambda: 2), taken.append, late=lambda: late.append(2))
        gate.set()
        await until(lambda: not mind.busy)
        assert (taken, late) == ([2], [2])
        mind.ask(lambda: 3, taken.append, late=lambda: late.append(3), patience=10)
        assert (taken, late, mind.busy) == ([2, 3], [2], False)

    run(test)


def test_the_board_says_who_is_thinking_and_waits_for_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Event()
    monkeypatch.setattr(caesar, "search_player", lambda *_: held(gate, caesar.greedy))

    async def test() -> None:
        board = GameBoard(("person", "search"))
        board.click(("square", "a1"))
        assert "Blue is thinking" in board.answer.value
        assert board.go_button.disabled
        board.click(("square", "b1"))
        assert board.at == 1
        board.undo()
        assert (board.at, board.state.player) == (0, 0)
        board.act(Place("e5"))
        gate.set()
        await until(lambda: board.at == 2)
        assert board.actions == [Place("e5"), Place("c3")]
        assert "Red: place a counter" in board.answer.value

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
        board.help.value = "best"
        assert "looking for the best play" in board.answer.value
        board.click(("square", "a1"))
        assert board.chosen == "a1"
        gate.set()
        await until(lambda: "conflict of a1 with a4" in board.answer.value)
        board.act(Alliance("c3", "c5"))
        assert "looking" not in board.answer.value
        assert len(asked) == 1

    run(test)


def test_a_large_duel_is_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    gate = Event()

    async def test() -> None:
        board = DuelBoard([(1, 1)] * 4)
        monkeypatch.setattr(duel_board, "caesar", Slow())
        board.full_hands()
        assert "solving 60,626 conflicts" in board.answer.value
        assert board.duel.hand == (1, 9, "F")
        board.write_hand(0, "9 9")
        assert "twice" in board.error
        gate.set()
        await until(lambda: board.duel.hand == caesar.CARDS)
        assert "counters to Red" in board.answer.value

    class Slow:
        """The game, whose duels wait at the gate unless they are empty."""

        def __getattr__(self, name: str) -> Any:
            return getattr(caesar, name)

        def duel(self, stakes: Any, *hands: Any) -> Any:
            return (held(gate, caesar.duel) if all(hands) else caesar.duel)(stakes, *hands)

    run(test)
