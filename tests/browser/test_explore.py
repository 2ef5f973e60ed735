"""The map of a question in JupyterLab, by mouse and by keyboard: a cell opens its board, sliders ask anew."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.lab import CUT, OUTSIDE, Server, click, opened, place, press, put, screenshot, settle, until

MAP = """from gamekit import julius_caesar as jc
from gamekit.widgets import explore

def attack(steps, legions, firepower, cut_off):
    enemy = ", ".join(f"C2/{strength}" for strength in [4] * (steps // 4) + [2] * (steps % 4 // 2))
    return jc.Battle(jc.army(f"{legions} C{firepower}/III"), jc.army(enemy), cut_off=cut_off)

names = {"steps": "defending steps", "legions": "attacking legions", "cut_off": "attackers cut off"}
explore(attack, steps=range(2, 17, 2), legions=range(1, 8), firepower=(2, 3, 4), cut_off=(False, True), names=names)"""


def side(target: Locator) -> Any:
    """Where something stands and how large it is."""
    return until(target.bounding_box)


@pytest.fixture(scope="module")
def notebook(workbook: Path) -> str:
    return put(workbook, "explore", MAP)


def test_a_map_by_mouse_and_by_keyboard(page: Any, lab: Server, notebook: str) -> None:
    board = opened(page, lab, notebook).first
    heading, number = board.locator("h2").first, board.locator(".gk-number").first
    canvas = board.locator(".gk-explore canvas").first
    expect(heading).to_contain_text("at defending steps 10")
    tornado = board.locator(".gk-explore .plot-container").first
    expect(tornado).to_be_visible()
    assert side(tornado)["x"] > side(canvas)["x"] + side(canvas)["width"]  # beside the map
    screenshot(board, "explore_1280")
    assert board.evaluate(OUTSIDE) == []
    assert board.evaluate(CUT) == []

    # A click opens the case on its board, which says the same.
    click(page, "defending steps 8 · attacking legions 4")
    expect(page.locator(".gk-page .gk-page canvas").first).to_be_visible()
    expect(heading).to_contain_text("at defending steps 8")
    expect(page.locator(".gk-page .gk-page .gk-number")).to_have_text(number.inner_text())
    screenshot(board, "explore_opened_1280")

    # Arrow keys move over the map, Enter opens the cell that has the focus.
    page.locator('.gk-target[aria-label^="defending steps 8 · attacking legions 4"]').first.focus()
    page.keyboard.press("ArrowUp")
    five = page.locator('.gk-target[aria-label^="defending steps 8 · attacking legions 5"]').first
    expect(five).to_be_focused()
    expect(board.locator(".gk-said .gk-quiet").first).to_contain_text("attacking legions 5")
    page.keyboard.press("Enter")
    expect(page.locator(".gk-page .gk-page .gk-number")).to_have_text(number.inner_text())
    press(page, "Close the board")
    expect(page.locator(".gk-page .gk-page")).to_have_count(0)

    # Kept as A, the case is compared with the next one, in the same view.
    press(page, "Keep as A")
    click(page, "defending steps 8 · attacking legions 4")
    expect(board).to_contain_text("the attacker wins 32.3 points less often with B than with A")
    screenshot(board, "explore_apart_1280")
    press(page, "Close the board")
    press(page, "Forget A")
    expect(board).not_to_contain_text("with B than with A")

    # Another axis asks the map anew.
    before = number.inner_text()
    board.locator("input[type=range]").last.focus()
    page.keyboard.press("ArrowRight")
    until(lambda: number.inner_text() != before)
    page.set_viewport_size({"width": 800, "height": 900})
    settle(page)
    place(page, "defending steps 2 · attacking legions 1")
    until(lambda: side(canvas)["width"] > 500)  # drawn anew for the room that there is
    board.locator(".gk-explore .gk-panel").first.scroll_into_view_if_needed()  # a chart is made once it is seen
    expect(tornado).to_be_visible()
    assert side(tornado)["y"] > side(canvas)["y"] + side(canvas)["height"]  # below it, as wide as it needs
    assert side(tornado)["width"] > 380
    screenshot(board, "explore_800")
    assert board.evaluate(OUTSIDE) == []
    assert board.evaluate(CUT) == []
