"""What takes long on the boards of Roma Victrix: its cost is known first, and it is done beside the page or refused."""

from __future__ import annotations

import pytest

from gamekit import roma_victrix as rv
from gamekit.widgets.app import Board
from gamekit.widgets.page import BackgroundTask, controls
from gamekit.widgets.roma_victrix import CombatBoard, SiegeBoard, combat_board, siege_board
from tests.widgets.board_driver import said, send, words

LARGE = "45 LGN, 45 HI, 45 CAV"
KINDS = {"combat": CombatBoard, "siege": SiegeBoard}


def is_answered(board: Board) -> bool:
    """Whether the board has its payments or its plan."""
    if isinstance(board, SiegeBoard):
        return board.plan is not None
    now = combat_board.throw_options(board.table)
    return now is not None and not now.unpaid


def due(board: Board) -> list[BackgroundTask]:
    return [one for one in controls(board.page) if isinstance(one, BackgroundTask)]


@pytest.fixture(autouse=True)
def empty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing has been worked out yet."""
    for shelf in (combat_board.PAID, siege_board.PLANS):
        monkeypatch.setattr(shelf, "found", {})


def open_with(kind: str, language: str = "en", large: str = LARGE) -> Board:
    """A board that opens on large forces."""
    mine, theirs = rv.force(large, 2), rv.force("30 HI" if large == LARGE and kind == "siege" else large, 1)
    if kind == "combat":
        return CombatBoard(rv.LandCombat(mine, theirs), language=language)
    return SiegeBoard(rv.Siege(mine, theirs), language=language)


@pytest.mark.parametrize("kind", ["siege", pytest.param("combat", marks=pytest.mark.soak)])
def test_of_thousands_of_counters_some_of_each_kind_are_drawn_and_the_rest_is_said(kind: str) -> None:
    board = open_with(kind, large="3000 HI, 900 CAV, 2 LGN")
    mine = [target.label for target in board.scene.targets() if target.action[:2] == ("counter", "attacker")]
    assert 0 < len(mine) <= 120
    assert len(set(mine)) == 3
    assert any(f"{3902 - len(mine):,} more" in text for text in said(board.scene))


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("kind", ["combat", pytest.param("siege", marks=pytest.mark.soak)])
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
