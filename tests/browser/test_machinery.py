"""The machinery of the browser tests: notebooks run with this checkout, and an error in one is seen."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import TimeoutError as Stalled
from playwright.sync_api import expect

from tests.browser.lab import Server, open_notebook, put, shown, wait_for_ink
from tests.conftest import limited

ROOT = Path(__file__).parent.parent.parent
CELLS = ("import sys\n\nimport gamekit\n\nprint(gamekit.__file__, sys.executable)", "1 / 0")


def test_run_all_runs_this_checkout_and_fails_on_an_error(page: Any, lab: Server) -> None:
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        shown(page, lab, *CELLS)
    said = page.locator(".jp-OutputArea-output").first.inner_text()
    assert said.split() == [str(ROOT / "gamekit/__init__.py"), sys.executable]


def test_a_board_is_painted_and_answers_while_later_cells_still_run(page: Any, lab: Server, workbook: Path) -> None:
    """So where the page's own thread comes late, as on a busy machine: what is said before waits for the cells."""
    late = "from time import sleep\n\nkernel = get_ipython().kernel\nmade = kernel.create_subshell_request\n\n\n"
    late += "async def slow(*given):\n    sleep(2)\n    await made(*given)\n\n\n"
    late += "kernel.control_handlers['create_subshell_request'] = slow"
    board = "from gamekit.widgets.roma_victrix import SiegeBoard\n\nSiegeBoard()"
    busy = "from pathlib import Path\n\nwhile not Path('enough').exists():\n    sleep(0.1)"
    open_notebook(page, lab, put(workbook, "meanwhile", late, board, busy))
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    try:
        wait_for_ink(page.locator(".gk-page canvas").first, 1_000)
        page.get_by_role("button", name="日本語").first.click()
        expect(page.locator(".gk-page")).to_contain_text("首都")
        prompts = page.locator(".jp-NotebookPanel:visible .jp-CodeCell .jp-InputPrompt")
        assert prompts.nth(2).inner_text() == "[*]:"
    finally:
        (workbook / "enough").touch()
    expect(page.locator("#jp-main-statusbar")).to_contain_text("| Idle")


def test_a_page_that_never_answers_is_a_failure_and_the_next_one_is_not(page: Any, request: Any) -> None:
    with pytest.raises(pytest.fail.Exception, match="Timeout"), limited(request.node, 0.3):
        page.evaluate("() => new Promise(() => {})")
    assert page.evaluate("6 * 7") == 42


def test_other_hosts_never_answer_and_who_asks_them_is_noted(page: Any, elsewhere: list[str]) -> None:
    """So all pages of these tests paint without a network, and ask for nothing; else they fail."""
    with pytest.raises(Stalled):
        page.goto("http://cdn.invalid/all.min.css", timeout=1_500)
    assert elsewhere == ["http://cdn.invalid/all.min.css"]
    elsewhere.clear()
