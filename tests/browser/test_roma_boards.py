"""The boards of Roma Victrix in a real browser: mouse, keyboard, lists, narrow windows, both languages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from gamekit.widgets.roma_victrix.combat_board import NARROWEST, WIDTH
from tests.browser.lab import (
    CUT,
    OUTSIDE,
    UNREADABLE,
    Server,
    choose,
    click,
    opened,
    place,
    press,
    push,
    put,
    screenshot,
    unfold,
    until,
    wait_for_ink,
)

CELL = "from gamekit.widgets.roma_victrix import {kind}\n\n{kind}(language={language!r})"
KINDS = ("CombatBoard", "SiegeBoard")
WIDE = 1500  # beside the file list of JupyterLab there is room for board and controls in two columns


@pytest.fixture(scope="module")
def written(workbook: Path) -> dict[str, str]:
    """Notebooks with one board each in English, and one with both in Japanese."""
    wanted = {kind: [(kind, "en")] for kind in KINDS} | {"ja": [(kind, "ja") for kind in KINDS]}
    return {
        name: put(workbook, f"roma_{name}", *(CELL.format(kind=kind, language=language) for kind, language in boards))
        for name, boards in wanted.items()
    }


def number(page: Page) -> Locator:
    return page.locator(".gk-number")


def copied(page: Page) -> str:
    """What "Copy the sentence" leaves in the clipboard."""
    push(page.get_by_role("button", name="Copy the sentence"))
    return str(page.evaluate("navigator.clipboard.readText()"))


def fits(page: Page, board: Locator, width: int, name: str) -> None:
    """In a window of this width the board is laid out for the room there is, and nothing is cut off."""
    page.set_viewport_size({"width": width, "height": 900})
    canvas, stage = board.locator("canvas").first, board.locator(".gk-board")

    def laid_out() -> bool:
        room = round(stage.bounding_box()["width"])
        return abs(canvas.evaluate("c => c.width") - 2 * max(NARROWEST, min(WIDTH, room))) <= 2

    until(laid_out)
    until(lambda: board.evaluate(OUTSIDE) == [] and board.evaluate(CUT) == [])
    assert board.evaluate(UNREADABLE) == []
    screenshot(board, f"roma_{name}_{width}")


def test_a_combat_by_mouse_by_keyboard_and_by_lists(page: Any, lab: Server, written: Any) -> None:
    board = opened(page, lab, written["CombatBoard"])
    expect(number(page)).to_have_text("72.2%")
    expect(board).to_contain_text("8 against 2, at least twice")
    fits(page, board, WIDE, "combat_en")

    # The mouse: a cell of the 36, a notch of a slider, a counter that pays.
    click(page, "3 and 4: defender loses 5, attacker 4, win")
    expect(board).to_contain_text("3 and 4: Seleucids")
    click(page, "raise their loss by 2")
    expect(board).to_contain_text("3 and 4: Seleucids \u22129, Cappadocia \u22128 CSP")
    click(page, "lower our loss by 1")
    expect(board).to_contain_text("3 and 4: Seleucids \u22127, Cappadocia \u22126 CSP")

    # The keyboard: the board's own buttons, then the lists; the notebook keeps its cells.
    place(page, "die of Cappadocia: 3")
    page.locator('.gk-target[aria-label^="die of Cappadocia"]').focus()
    page.keyboard.press("Enter")
    expect(board).to_contain_text("4 and 4: Seleucids")
    for key in "dd":
        page.keyboard.press(key)
    expect(board).to_be_visible()
    best = page.get_by_role("button", name="Take the best split", exact=True)
    expect(best).to_be_disabled()
    page.locator('.gk-target[aria-label*=", swing "]').nth(1).press("Enter")
    expect(best).to_be_enabled()
    page.get_by_role("radio", name="Build").check()
    click(page, "Cappadocia: add legion")
    unfold(board, "Set up")
    units = page.get_by_label("units").first
    expect(units).to_have_value("LGN, 3 HI, 2 AUX, 4 CAV")
    units.fill("2 LGN, rLGN, 4 CAV")
    units.press("Enter")
    expect(number(page)).not_to_have_text("–")
    press(page, "Undo")
    expect(units).to_have_value("LGN, 3 HI, 2 AUX, 4 CAV")
    choose(page.get_by_title("Ready combats"), "Tarraconensis: Hannibal intercepted")
    expect(number(page)).to_have_text("8.3%")
    until(lambda: copied(page).startswith("Rome (8 LGN, 3 AUX, 4 CAV, leader 1) attacks"))
    choose(page.get_by_title("Land or sea"), "Naval combat (5.72)")
    expect(board).to_contain_text("at sea")
    place(page, "die of Carthage: ")
    fits(page, board, 800, "sea_en")


def test_a_siege_by_mouse_and_by_keyboard(page: Any, lab: Server, written: Any) -> None:
    board = opened(page, lab, written["SiegeBoard"])
    expect(number(page)).to_have_text("68.8%")
    fits(page, board, WIDE, "siege_en")
    click(page, "city at 2 CSP, revenue 3")
    expect(number(page)).to_have_text("81.2%")
    unfold(board, "Set up")
    press(page, "Undo")
    expect(number(page)).to_have_text("68.8%")
    place(page, "8 operations points")
    page.locator('.gk-target[aria-label="8 operations points"]').focus()
    page.keyboard.press("Enter")
    expect(number(page)).to_have_text("84.2%")
    seed = page.get_by_label("seed")
    seed.fill("7")
    seed.press("Enter")
    press(page, "Throw and play a round")
    expect(board).to_contain_text("Round 1,")
    press(page, "Back")
    expect(number(page)).to_have_text("84.2%")
    fits(page, board, 800, "siege_en")


def test_in_japanese(page: Any, lab: Server, written: Any) -> None:
    opened(page, lab, written["ja"])
    boards = page.locator(".gk-page")
    expect(boards).to_have_count(2, timeout=120_000)
    for width in (1280, 800):
        for kind, board in zip(KINDS, boards.all()):
            wait_for_ink(board.locator("canvas").first, 10_000)
            fits(page, board, width, f"{kind}_ja")
    expect(number(page).first).to_have_text("72.2%")
    expect(number(page).last).to_have_text("68.8%")
