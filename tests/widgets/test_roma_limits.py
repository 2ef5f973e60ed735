"""What takes long on the boards of Roma Victrix: its cost is known first, and it is done beside the page or refused."""

from __future__ import annotations

import threading
from threading import Event
from typing import Any

import pytest

from gamekit import roma_victrix as rv
from gamekit.roma_victrix.odds.losses import work_to_pay
from gamekit.widgets.app import Board, work_out
from gamekit.widgets.page import BackgroundTask, controls
from gamekit.widgets.roma_victrix import CombatBoard, SiegeBoard, combat_board, siege_board
from tests.widgets.board_driver import control, has, held, press, run, said, send, until, words

LARGE = "45 LGN, 45 HI, 45 CAV"
KINDS = {"combat": CombatBoard, "siege": SiegeBoard}
COUNTED = {"en": "possibilities to look at", "ja": "通りを計算する"}


def is_answered(board: Board) -> bool:
    """Whether the board has its payments or its plan."""
    if isinstance(board, SiegeBoard):
        return board.plan is not None
    now = combat_board.thrown(board.table)
    return now is not None and not now.unpaid


def due(board: Board) -> list[BackgroundTask]:
    return [one for one in controls(board.page) if isinstance(one, BackgroundTask)]


@pytest.fixture(autouse=True)
def empty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing has been worked out yet."""
    for shelf in (combat_board.PAID, siege_board.PLANS):
        monkeypatch.setattr(shelf, "found", {})


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Event:
    """What takes long waits until it is opened."""
    found = Event()
    slow = held(found, rv.pay)

    def pay(units: rv.Force, loss: int, **more: Any) -> Any:
        return (slow if work_to_pay(units, loss, combat_board.WAYS) > combat_board.LIGHT else rv.pay)(
            units, loss, **more
        )

    monkeypatch.setattr(combat_board, "pay", pay)
    monkeypatch.setattr(rv.Siege, "plan", held(found, rv.Siege.plan))
    return found


def open_with(kind: str, language: str = "en", large: str = LARGE) -> Board:
    """A board that opens on large forces."""
    mine, theirs = rv.force(large, 2), rv.force("30 HI" if large == LARGE and kind == "siege" else large, 1)
    if kind == "combat":
        return CombatBoard(rv.LandCombat(mine, theirs), language=language)
    return SiegeBoard(rv.Siege(mine, theirs), language=language)


@pytest.mark.parametrize("kind", KINDS)
def test_of_thousands_of_counters_some_of_each_kind_are_drawn_and_the_rest_is_said(kind: str) -> None:
    board = open_with(kind, large="3000 HI, 900 CAV, 2 LGN")
    mine = [target.label for target in board.scene.targets() if target.action[:2] == ("counter", "attacker")]
    assert 0 < len(mine) <= 120
    assert len(set(mine)) == 3
    assert any(f"{3902 - len(mine):,} more" in text for text in said(board.scene))


@pytest.mark.usefixtures("kernel")
@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.long
def test_what_takes_long_is_done_beside_the_page_and_can_be_stopped(kind: str, language: str, gate: Event) -> None:
    async def test() -> None:
        threads = set(threading.enumerate())
        board = open_with(kind, language)  # with the gate shut, so nothing is worked out at once
        assert not is_answered(board)
        assert COUNTED[language] in words(board)
        await until(lambda: has(board, ("halt",)))
        send(board, "seed", "7")  # the page answers meanwhile
        assert board.table.seed == "7"
        assert "45 LGN" in control(board, ("write", "attacker")).value
        await until(lambda: has(board, ("halt",)))
        press(board, ("halt",))
        assert not has(board, ("halt",))
        await until(lambda: set(threading.enumerate()) <= threads)
        assert not is_answered(board)
        gate.set()
        send(board, "seed", "8")
        await until(lambda: is_answered(board))
        await until(lambda: COUNTED[language] not in words(board))  # the page follows; asked only when the work is done
        assert "%" in board.sentence

    run(test)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.long
def test_light_work_is_done_at_once_and_large_work_when_asked_for(kind: str) -> None:
    assert not due(KINDS[kind]())
    board = open_with(kind, large="45 LGN, 45 HI, 45 CAV" if kind == "combat" else "80 LGN")
    assert due(board)  # no page waits here, and so nobody has worked it out
    assert not is_answered(board)
    (task,) = due(board)
    answer = work_out(type(board), board.table, board.viewport, (task.do, task.of))  # as a site's second worker does
    assert task.take is not None
    task.take(answer)
    board.refresh()
    assert is_answered(board)
    assert not due(board)


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.long
def test_what_would_take_too_long_is_refused_with_the_figure(kind: str, language: str) -> None:
    board = open_with(kind, language, "150 LGN, 150 HI, 150 CAV")
    assert not due(board)
    assert not is_answered(board)
    text = words(board)
    bound = "20,000,000" if kind == "combat" else "2,000,000"
    assert bound in text
    assert {"en": "would fit", "ja": "計算できる" if kind == "siege" else "小さくする"}[language] in text
    assert "Traceback" not in text
    send(board, "write", "attacker", "4 LGN")
    send(board, "write", "defender", "2 HI")
    assert is_answered(board)
    assert bound not in words(board)


def test_the_combat_is_shown_before_its_losses_can_be_paid() -> None:
    board: Any = open_with("combat")
    assert board.combat.attacker.csp == 405
    assert "36 throws win" in " ".join(said(board.scene))
    assert control(board, ("throw",)).disabled is False
    assert not has(board, ("paid", "attacker"))
    board.catch_up()
    assert has(board, ("paid", "attacker"))
    assert len(control(board, ("paid", "attacker")).options) == combat_board.WAYS


@pytest.mark.long
def test_the_board_can_ask_how_many_to_send() -> None:
    board = SiegeBoard(language="en")
    assert "every unit with the attacker takes part" in board.sentence
    send(board, "commit", True)
    assert "79.0%" in board.sentence
    assert "the attacker chooses what takes part (judged)" in board.sentence
    assert "send 12 of 24 CSP first" in words(board)
    send(board, "play these")
    assert board.table.rounds[-1].choice.sent == 12
    send(board, "commit", False)
    assert board.table.rounds
