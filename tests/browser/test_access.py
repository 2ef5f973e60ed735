"""What a reader who does not see the page, or uses no mouse, meets: axe-core finds nothing serious in what is ours."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.lab import Server, audit, opened, put, settle, until

# What a keyboard comes to within a board, and of that what shows no ring or has no name.
WALK = """board => {
  const all = [...board.querySelectorAll('button, select, input, summary, a[href], [tabindex="0"]')]
    .filter(e => !e.disabled && e.getClientRects().length);
  const label = e => e.labels?.[0]?.textContent;
  const named = e => (e.getAttribute('aria-label') || e.textContent || e.title || label(e) || '').trim();
  return {all: all.length, nameless: all.filter(e => !named(e)).map(e => e.outerHTML.slice(0, 120))};
}"""
BOARDS = """
from gamekit.widgets.aquileia import ContestPanel
from gamekit.widgets.caesar import DuelBoard, GameBoard
from gamekit.widgets.julius_caesar import BattleBoard
from gamekit.widgets.roma_victrix import CombatBoard
from IPython.display import display

display(BattleBoard(), CombatBoard(), ContestPanel(), DuelBoard(), GameBoard())
"""


@pytest.fixture(scope="module")
def boards(workbook: Path) -> str:
    return put(workbook, "access", BOARDS)


def walked(board: Locator) -> None:
    """A board has a role and a name, as has all that a keyboard comes to."""
    assert board.get_attribute("role") == "region"
    assert board.get_attribute("aria-label")
    found = board.evaluate(WALK)
    assert found["all"] > 10
    assert found["nameless"] == []


def spoken(board: Locator) -> None:
    """The answer is a status, which is read out when it changes; the switch is reached and pressed by keys alone."""
    status = board.locator("[role=status]").first
    before = status.inner_text()
    switch = board.get_by_role("button", name="日本語", exact=True)
    switch.focus()
    assert switch.evaluate(
        "e => getComputedStyle(e).outlineStyle !== 'none' || getComputedStyle(e).boxShadow !== 'none'"
    )
    switch.press("Enter")
    until(lambda: status.inner_text() != before)
    expect(board.get_by_role("button", name="English", exact=True)).to_be_visible()


def test_boards_in_the_lab(page: Any, lab: Server, boards: str) -> None:
    opened(page, lab, boards)
    settle(page)
    assert audit(page, ".gk-page") == []
