"""The machinery of the browser tests: notebooks run with this checkout, and an error in one is seen."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest

from tests.browser.lab import Server, open_notebook, put, run_all
from tests.conftest import limited

ROOT = Path(__file__).parent.parent.parent
CELLS = ("import sys\n\nimport gamekit\n\nprint(gamekit.__file__, sys.executable)", "1 / 0")


def test_run_all_runs_this_checkout_and_fails_on_an_error(page: Any, lab: Server, workbook: Path) -> None:
    open_notebook(page, lab, put(workbook, "broken", *CELLS))
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        run_all(page)
    said = page.locator(".jp-OutputArea-output").first.inner_text()
    assert said.split() == [str(ROOT / "gamekit/__init__.py"), sys.executable]


def test_a_page_that_never_answers_is_a_failure_and_the_next_one_is_not(page: Any, request: Any) -> None:
    with pytest.raises(pytest.fail.Exception, match="Timeout"), limited(request.node, 0.3):
        page.evaluate("() => new Promise(() => {})")
    assert page.evaluate("6 * 7") == 42
