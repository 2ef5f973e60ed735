"""What takes long is worked out beside the page, which says so, answers meanwhile, and can stop it."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from gamekit import julius_caesar as jc
from gamekit.widgets import later
from gamekit.widgets.julius_caesar import BattleBoard, battle_board
from gamekit.widgets.julius_caesar.battle_setup import setup_of
from gamekit.widgets.julius_caesar.battle_story import is_heavy, is_large
from tests.widgets.helpers import has, press, send, words


def run(test: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(test(), 60))


async def until(ready: Callable[[], Any]) -> None:
    while not ready():
        await asyncio.sleep(0.005)


@pytest.fixture
def kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in a notebook, whose page says at once what takes long."""
    monkeypatch.setattr(later, "kernel_loop", asyncio.get_running_loop)
    monkeypatch.setattr("gamekit.widgets.app.SLOW", 0.01)
    monkeypatch.setattr("gamekit.widgets.app.PATIENCE", 0.001)


def held(gate: Event, answer: Callable[..., Any]) -> Callable[..., Any]:
    """The same function, which waits until the gate is opened."""

    def wait(*given: Any, **more: Any) -> Any:
        while not gate.wait(0.005):
            pass
        return answer(*given, **more)

    return wait


@pytest.mark.parametrize(
    ("army", "shown_first", "exact_follows"),
    [("2 C3/IV", False, True), ("20 C3/IV", False, False), ("40 C3/IV", True, False), ("60 C3/IV", True, False)],
)
def test_a_battle_knows_what_its_chances_cost(army: str, shown_first: bool, exact_follows: bool) -> None:
    setup = setup_of(jc.Battle(jc.army(army), jc.army(army)))
    assert (is_large(setup), not is_heavy(setup)) == (shown_first, exact_follows)


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize(
    ("language", "working", "stopped"), [("en", "Working it out", "Stopped:"), ("ja", "計算中", "計算を中止した")]
)
def test_forty_blocks_a_side_can_be_stopped_and_the_page_answers_meanwhile(
    language: str, working: str, stopped: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        gate, threads = Event(), set(threading.enumerate())
        board = BattleBoard(jc.Battle(jc.army("A1/I"), jc.army("40 C3/IV")), language)
        monkeypatch.setattr(battle_board, "counted", held(gate, battle_board.counted))
        board._later.stop()
        send(board, "write", "attacker", "main", "40 C3/IV")
        assert board.battle is not None
        assert len(board.battle.attacker) == 40  # shown before its chances are known
        assert board.table.chances is None
        await until(lambda: has(board, ("halt",)))
        assert working in words(board)
        send(board, "fraction")
        assert board.table.fraction
        send(board, "fraction")
        press(board, ("halt",))
        assert stopped in board.error
        assert not has(board, ("halt",))
        assert ("halt",) not in board.log
        await until(lambda: set(threading.enumerate()) <= threads)  # the work has ended, not only been forgotten
        assert board.table.chances is None
        gate.set()
        send(board, "write", "attacker", "main", "A2/II")
        await until(lambda: board.table.chances)
        assert board.error == ""

    run(test)


@pytest.mark.usefixtures("kernel")
def test_work_that_was_forgotten_does_not_stand_before_the_next() -> None:
    async def test() -> None:
        mind, never, taken = later.Later(), Event(), list[int]()
        for _ in range(3):
            mind.ask(held(never, lambda: 1), lambda answer: taken.append(answer()))
        mind.ask(lambda: 2, lambda answer: taken.append(answer()))
        await until(lambda: taken)
        assert taken == [2]

    run(test)


@pytest.mark.usefixtures("kernel")
def test_work_is_not_ended_while_it_imports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread ended within an import keeps the module's lock for ever, and the page waits for it for ever."""
    (tmp_path / "slow_module.py").write_text(
        "from pathlib import Path\nfrom threading import Event\n"
        "with Path(__file__).with_name('begun').open('a') as loads:\n    loads.write('once ')\n"
        "for _ in range(400):\n    Event().wait(0.001)\nwhole = True\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    taken = list[bool]()

    def load() -> bool:
        import slow_module

        return bool(slow_module.whole)

    async def test() -> None:
        mind = later.Later()
        mind.ask(load, lambda answer: taken.append(answer()))
        await until((tmp_path / "begun").exists)
        mind.ask(load, lambda answer: taken.append(answer()))
        await until(lambda: taken)
        assert taken == [True]
        assert (tmp_path / "begun").read_text() == "once "  # the first import went on to its end

    run(test)
