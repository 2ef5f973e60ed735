"""The whole game of Roma Victrix in a real browser: the map by mouse and keyboard, both languages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from gamekit.text.translation import word
from tests.browser.lab import (
    CUT,
    OUTSIDE,
    UNREADABLE,
    Server,
    click,
    on_one_screen,
    opened,
    place,
    press,
    put,
    screenshot,
    until,
    wait_for_ink,
)

CELL = """from gamekit.widgets.roma_victrix import MapBoard

players = {{"Rome": "plain", "Aegyptus": "plain", "Seleucid": "plain", "Carthage": "person"}}
MapBoard(players, seed=1, scenario="second_punic_war", language={language!r})"""


@pytest.fixture(scope="module")
def written(workbook: Path) -> dict[str, str]:
    return {language: put(workbook, f"map_{language}", CELL.format(language=language)) for language in ("en", "ja")}


def number(page: Page) -> Locator:
    return page.locator(".gk-number").first


def fits(page: Page, board: Locator, width: int, name: str) -> None:
    """In a window of this width the map is drawn for its room, two pixels for one, and nothing is cut off."""
    page.set_viewport_size({"width": width, "height": 928})
    canvas = board.locator(".gk-board canvas").first
    until(lambda: abs(canvas.evaluate("c => c.width") - 2 * canvas.bounding_box()["width"]) <= 2)
    wait_for_ink(canvas, 100_000)
    until(lambda: board.evaluate(OUTSIDE) == [] and board.evaluate(CUT) == [])
    screenshot(board, f"roma_map_{name}_{width}")
    assert board.evaluate(UNREADABLE) == []


def test_the_map_by_mouse_and_by_keyboard(page: Any, lab: Server, written: Any) -> None:
    board = opened(page, lab, written["en"]).first
    assert on_one_screen(board, board.get_by_role("button", name=word("session.do_it", "en"), exact=True))
    fits(page, board, 1600, "en_purse")
    click(page, "Carthaginiensis, Carthage")
    expect(page.get_by_title("Leader", exact=True)).to_have_value("Hannibal 4 · Carthaginiensis")
    click(page, "Numidia")
    expect(number(page)).to_have_text("69.4%")
    expect(board).to_contain_text("Hannibal reaches Numidia")
    place(page, "Mauretania, Carthage")
    page.locator('.gk-target[aria-label^="Mauretania, Carthage"]').focus()
    page.keyboard.press("Enter")
    expect(number(page)).to_have_text("100.0%")
    fits(page, board, 1600, "en_reach")
    page.locator('.gk-target[aria-label^="Mauretania, Carthage"]').focus()
    page.keyboard.press("3")  # the third part of the map
    expect(page.locator('.gk-target[aria-label^="Persis"]')).to_have_count(0)
    fits(page, board, 1600, "en_italia")
    click(page, "Tarraconensis")
    press(page, "Odds of Hannibal here")
    expect(board).to_contain_text("The enemy's units are not seen: 4 CSP by what was set up.")
    wait_for_ink(page.locator(".gk-board canvas").nth(1), 10_000)
    press(page, "raise AUX of Carthage in Africa")
    expect(board).to_contain_text("AUX 1")
    press(page, "Undo")
    expect(board).to_contain_text("AUX 2")


def test_the_map_in_japanese(page: Any, lab: Server, written: Any) -> None:
    opened(page, lab, written["ja"])
    board = page.locator(".gk-page").first
    fits(page, board, 1280, "ja")
    click(page, "ヌミディア")
    expect(board.locator("h3", has_text="ヌミディア")).to_be_visible()
    fits(page, board, 800, "ja")
