"""A board whose kernel is gone says so, and its cell brings it back."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Error, Page, expect

from gamekit.text.translation import word
from tests.browser.lab import Server, opened, place, put, run_all, until, wait_for_ink

CELL = "from gamekit.widgets.julius_caesar import BattleBoard\n\nBattleBoard(language='en')"
RESTARTED = "window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()"


def answers(page: Page, seconds: float = 90) -> bool:
    """Whether the board hears a click on one of its blocks."""
    number = page.locator(".gk-number").first
    before = number.inner_text()
    page.mouse.click(*place(page, "Caesar: Caesar, A3, strength III"))
    expect(number).not_to_have_text(before, timeout=seconds * 1000)
    return page.locator(".gk-lost").count() == 0


def says_so(page: Page) -> None:
    """It is grey, says what to do, and hears nothing."""
    lost = page.locator(".gk-lost")
    expect(lost).to_be_visible(timeout=30_000)
    expect(lost).to_have_text(word("kit.lost", "en"))
    box = page.locator(".gk-page").first.bounding_box()
    assert box
    at = [box["x"] + 60, box["y"] + 60]
    assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).className", at) == "gk-lost"
    assert page.evaluate("document.querySelector('.gk-page button').closest('[inert]') !== null")


def test_a_board_whose_kernel_was_restarted_or_shut_down_says_so_and_its_cell_brings_it_back(
    page: Any, lab: Server, workbook: Path
) -> None:
    opened(page, lab, put(workbook, "lost", CELL))  # a kernel of its own
    expect(page.locator(".gk-lost")).to_have_count(0)
    page.evaluate(RESTARTED)
    says_so(page)
    expect(page.locator("#jp-main-statusbar")).to_contain_text("| Idle", timeout=60_000)  # it knows its widgets
    run_all(page)
    wait_for_ink(page.locator(".gk-page canvas:visible").first, 10_000)
    assert answers(page)

    # Another program restarts it.
    kernel = page.evaluate("window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.id")
    lab.ask("POST", f"api/kernels/{kernel}/restart")

    def is_back() -> bool:
        """Run the cells; a reader would again, where the kernel took with it what it was asked for."""
        page.evaluate("() => { window.jupyterapp.commands.execute('notebook:run-all-cells'); }")  # is not waited for
        try:
            wait_for_ink(page.locator(".gk-page canvas").first, 10_000, 20)
            return answers(page, 10)
        except (AssertionError, Error):
            return False

    until(is_back, 150)
    expect(page.locator(".gk-page")).to_have_count(1)

    page.evaluate("window.jupyterapp.commands.execute('kernelmenu:shutdown')")
    says_so(page)
