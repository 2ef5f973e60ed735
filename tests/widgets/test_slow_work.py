"""What takes long is worked out beside the page, which says so, answers meanwhile, and can stop it."""

import asyncio
import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event
from typing import Any, ClassVar

import pytest

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.fight.setup import setup_of
from gamekit.text.progress import report
from gamekit.widgets import later
from gamekit.widgets.app import Board
from gamekit.widgets.charts import Chart, Part, Spec, outcome_bar
from gamekit.widgets.julius_caesar import BattleBoard, battle_board
from gamekit.widgets.julius_caesar.battle_table import is_heavy, is_large
from gamekit.widgets.live import LivePage
from gamekit.widgets.page import BackgroundTask, Container, Html, LiveChart, Message, Viewport, controls
from tests.widgets.board_driver import has, held, press, run, send, slow_work, until, words


@pytest.mark.parametrize(("army", "shown_first", "exact_follows"), [
    ("2 C3/IV", False, True), ("20 C3/IV", False, False), ("31 C3/IV", True, False),
])  # fmt: skip
def test_a_battle_knows_what_its_chances_cost(army: str, shown_first: bool, exact_follows: bool) -> None:
    setup = setup_of(jc.Battle(jc.army(army), jc.army(army)))
    assert (is_large(setup), not is_heavy(setup)) == (shown_first, exact_follows)


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize(
    ("language", "working", "stopped"), [("en", "Working it out", "Stopped:"), ("ja", "計算中", "計算を中止した")]
)
def test_thirty_one_blocks_a_side_can_be_stopped_and_the_page_answers_meanwhile(
    language: str, working: str, stopped: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test() -> None:
        gate, threads = Event(), set(threading.enumerate())
        board = BattleBoard(jc.Battle(jc.army("A1/I"), jc.army("31 C3/IV")), language)
        monkeypatch.setattr(battle_board, "with_odds", held(gate, battle_board.with_odds))
        slow_work(board).stop()
        send(board, "write", "attacker", "main", "31 C3/IV")
        assert len(board.battle.attacker) == 31  # shown before its chances are known
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


@dataclass(frozen=True)
class Count:
    """Work of four steps, the last of which waits for a gate."""

    gate: Event
    found: int = 0
    language: str = "en"

    def work(self) -> int:
        report(0.75)
        return held(self.gate, lambda: 4)()


class CountBoard(Board):
    def screen(self: Any, viewport: Viewport) -> Container:
        soon = None if self.found else BackgroundTask(self.work, ("found",), self.found)
        return Container("gk-page", (Html(str(self.found)), *([soon] if soon else [])))

    def update(self: Any, message: Message) -> Any:
        return replace(self, found=message[1])

    widths: ClassVar = (100, 200)


@pytest.mark.usefixtures("kernel")
def test_how_much_of_the_work_is_done_is_shown_where_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async def test() -> None:
        count = Count(Event())
        board = CountBoard(replace(count, found=1))
        board.table = count
        board.refresh()
        await until(lambda: has(board, ("halt",)))
        await until(lambda: '<progress value="0.750"></progress> 75%' in shown(board))
        count.gate.set()
        await until(lambda: board.table.found == 4)
        assert not has(board, ("halt",))
        assert slow_work(board).share is None

    run(test)


def shown(board: Board) -> str:
    return "".join(control.value for control in controls(board.page) if isinstance(control, Html))


@pytest.mark.usefixtures("kernel")
def test_a_chart_that_takes_long_says_how_far_it_is_and_why_one_cannot_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamekit.widgets.live.SLOW", 0.01)
    gate, whole = Event(), outcome_bar([Part("wins", 1, "#000000")], Spec("Whole"))

    def slow() -> Chart:
        report(0.25)
        return held(gate, lambda: whole)()

    def never() -> Chart:
        raise ValueError("no chart of nothing")

    async def test() -> None:
        shown = LivePage(lambda message, logged: show(), lambda name, room: None)
        made: list[Callable[[], Chart]] = [slow]

        def show() -> None:
            area = Container("gk-page", (LiveChart(made[-1], len(made), key="chart"),))
            shown.show(area)

        def fields() -> dict[str, Any]:
            return next(node.fields for node in shown.shown.values() if node.fields["is"] == "Chart")

        show()
        number = next(node.id for node in shown.shown.values() if node.fields["is"] == "Chart")
        assert not fields()["html"]
        shown.hear({"event": "seen", "id": number, "seen": True})
        await until(lambda: '<progress value="0.250"></progress> 25%' in fields()["said"])
        gate.set()
        await until(lambda: "Whole" in fields()["html"])
        assert not fields()["busy"]
        made.append(never)
        show()
        assert fields()["busy"]
        await until(lambda: "no chart of nothing" in fields()["said"])
        assert "Whole" in fields()["html"]
        made.append(lambda: whole)
        show()
        await until(lambda: fields()["said"] == "" and not fields()["busy"])

    run(test)


def test_work_whose_page_has_gone_with_its_loop_is_no_longer_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    gone, gate, taken = asyncio.new_event_loop(), Event(), list[int]()
    monkeypatch.setattr(later, "kernel_loop", lambda: gone)
    work = later.Worker()
    assert not work.ask(lambda: gate.wait(60) or 6, lambda answer: taken.append(answer()))
    assert work.busy
    gone.close()
    gate.set()
    assert not work.busy
    monkeypatch.setattr(later, "kernel_loop", lambda: None)
    assert work.ask(lambda: 7, lambda answer: taken.append(answer()))
    assert taken == [7]


@pytest.mark.long
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
        mind = later.Worker()
        mind.ask(load, lambda answer: taken.append(answer()))
        await until((tmp_path / "begun").exists)
        mind.ask(load, lambda answer: taken.append(answer()))
        await until(lambda: taken)
        assert taken == [True]
        assert (tmp_path / "begun").read_text() == "once "  # the first import went on to its end

    run(test)
