"""Boards that stay open: clicking costs no memory, leaves no widget registered and no thread running."""

import gc
import threading
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from ipywidgets.widgets.widget import _instances

from gamekit.widgets.app import Board
from gamekit.widgets.page import Button, Check, Menu, Message, Radio, Tiles, controls
from tests.widgets.boards import BOARDS

KEPT = 3  # objects a click that a board may keep: what its undo goes back to, and what its log says


def offered(board: Board) -> Iterator[Message]:
    """The clicks that a page offers."""
    for control in controls(board.page):
        match control:
            case Button(disabled=False):
                yield (*control.do, 5) if control.chance else control.do
            case Menu(disabled=False):
                yield from ((*control.do, value) for _, value in control.options)
            case Radio():
                yield from ((*control.do, place) for place in range(len(control.options)))
            case Check(disabled=False):
                yield (*control.do, not control.value)
            case Tiles():
                yield from (tile.do for tile in control.tiles if not tile.disabled)


def turn(board: Board, begun: Any, clicks: int) -> None:
    """The same clicks every time, and back to the beginning."""
    random = Random(1)
    for _ in range(clicks):
        board.send(random.choice(list(offered(board))))
        assert "nothing on the board means" not in board.error
    board.table = begun
    board.refresh()


def held() -> tuple[int, int]:
    """How many objects and widgets the kernel holds."""
    gc.collect()
    return len(gc.get_objects()), len(_instances)


@pytest.mark.soak
@pytest.mark.usefixtures("quick")
def test_boards_clicked_many_times_cost_no_memory_and_leave_no_thread() -> None:
    turns, clicks = 4, 50  # clicks a board; after a turn all begin anew
    threads = set(threading.enumerate())
    boards = {name: made("en") for name, made in BOARDS.items()}
    begun = {name: board.table for name, board in boards.items()}
    counts = []
    for _ in range(turns):
        for name, board in boards.items():
            turn(board, begun[name], clicks)
        counts.append(held())
    (objects, widgets), (now, left) = counts[1], counts[-1]
    assert now - objects < KEPT * (turns - 2) * clicks * len(boards)
    assert (left, set(threading.enumerate())) == (widgets, threads)
    for board in boards.values():
        assert len(board.log) == turns * clicks
