"""A board whose kernel is gone says so, and its cell brings it back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Error, Page, expect

from gamekit.text.translation import word
from tests.browser.lab import Server, opened, place, put, run_all, until, wait_for_ink

CELL = "from gamekit.widgets.julius_caesar import BattleBoard\n\nBattleBoard(language='en')"
RESTARTED = "window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()"


@pytest.fixture
def board(page: Page, lab: Server, workbook: Path) -> Page:
    """A page with one board of a kernel of its own."""
    opened(page, lab, put(workbook, "lost", CELL))
    return page


def answers(page: Page, seconds: float = 90) -> bool:
    """Whether the board hears a click on one of its blocks."""
    number = page.locator(".gk-number").first
    before = number.inner_text()
    page.mouse.click(*place(page, "Caesar: Caesar, A3, strength III"))
    expect(number).not_to_have_text(before, timeout=seconds * 1000)
    return page.locator(".gk-lost").count() == 0


def test_after_a_restart_a_board_is_grey_and_says_what_to_do_and_its_cell_brings_it_back(board: Page) -> None:
    lost = board.locator(".gk-lost")
    expect(lost).to_have_count(0)
    board.evaluate(RESTARTED)
    expect(lost).to_be_visible(timeout=30_000)
    expect(lost).to_have_text(word("kit.lost", "en"))
    box = board.locator(".gk-page").first.bounding_box()
    assert box
    at = [box["x"] + 60, box["y"] + 60]
    assert board.evaluate("([x, y]) => document.elementFromPoint(x, y).className", at) == "gk-lost"
    assert board.evaluate("document.querySelector('.gk-page button').closest('[inert]') !== null")
    expect(board.locator("#jp-main-statusbar")).to_contain_text("| Idle", timeout=60_000)  # it knows its widgets
    run_all(board)
    wait_for_ink(board.locator(".gk-page canvas:visible").first, 10_000)
    assert answers(board)


def test_a_cell_that_is_run_while_another_program_restarts_the_kernel_has_a_live_board(board: Any, lab: Server) -> None:
    kernel = board.evaluate("window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.id")
    lab.ask("POST", f"api/kernels/{kernel}/restart")

    def is_back() -> bool:
        """Run the cells; a reader would again, where the kernel took with it what it was asked for."""
        board.evaluate("() => { window.jupyterapp.commands.execute('notebook:run-all-cells'); }")  # is not waited for
        try:
            wait_for_ink(board.locator(".gk-page canvas").first, 10_000, 20)
            return answers(board, 10)
        except (AssertionError, Error):
            return False

    until(is_back, 150)
    expect(board.locator(".gk-page")).to_have_count(1)


def test_a_kernel_that_was_shut_down_is_said_as_well(board: Page) -> None:
    board.evaluate("window.jupyterapp.commands.execute('kernelmenu:shutdown')")
    expect(board.locator(".gk-lost")).to_be_visible(timeout=30_000)
