"""The boards of Roma Victrix in a real browser: mouse, keyboard, lists, narrow windows, both languages, Voila."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.lab import (
    CUT,
    OUTSIDE,
    Server,
    open_notebook,
    open_voila,
    place,
    press,
    run_all,
    screenshot,
    wait_for_ink,
)

CELL = "from gamekit.widgets.roma_victrix import {kind}\n\n{kind}(language={language!r})"
KINDS = ("CombatBoard", "SiegeBoard")


@pytest.fixture(scope="module")
def written(workbook: Path) -> dict[tuple[str, str], str]:
    names = {}
    metadata = {"kernelspec": {"name": "python3", "display_name": "3"}}
    for kind in KINDS:
        for language in ("en", "ja"):
            cell = nbformat.v4.new_code_cell(CELL.format(kind=kind, language=language))
            names[kind, language] = f"roma_{kind}_{language}.ipynb"
            nbformat.write(nbformat.v4.new_notebook(cells=[cell], metadata=metadata), workbook / names[kind, language])
    return names


def opened(page: Page, lab: Server, name: str) -> Locator:
    open_notebook(page, lab, name)
    run_all(page)
    wait_for_ink(page.locator(".gk-page canvas"), 10_000)
    return page.locator(".gk-page")


def number(page: Page) -> Locator:
    return page.locator(".gk-number")


def test_a_combat_by_mouse_by_keyboard_and_by_lists(page: Any, lab: Server, written: Any) -> None:
    board = opened(page, lab, written["CombatBoard", "en"])
    expect(number(page)).to_have_text("72.2%")
    expect(board).to_contain_text("8 against 2, at least twice")
    screenshot(board, "roma_combat_en_1280")

    # The mouse: a cell of the 36, a notch of a slider, a counter that pays.
    page.mouse.click(*place(page, "3 and 4: defender loses 5, attacker 4, win"))
    expect(board).to_contain_text("3 and 4: Seleucids")
    page.mouse.click(*place(page, "raise their loss by 2"))
    expect(board).to_contain_text("3 and 4: Seleucids \u22129, Cappadocia \u22128 CSP")
    page.mouse.click(*place(page, "lower our loss by 1"))
    expect(board).to_contain_text("3 and 4: Seleucids \u22127, Cappadocia \u22126 CSP")

    # The keyboard: the board's own buttons, then the lists; the notebook keeps its cells.
    die = page.locator('.gk-target[aria-label^="die of Cappadocia"]')
    die.focus()
    page.keyboard.press("Enter")
    expect(board).to_contain_text("4 and 4: Seleucids")
    for key in "dd":
        page.keyboard.press(key)
    expect(board).to_be_visible()
    ways = page.get_by_role("radio")
    ways.nth(1).focus()
    ways.nth(1).press("Space")
    expect(board.locator(".gk-button-main")).to_be_enabled()
    build = page.get_by_role("radio").nth(page.get_by_role("radio").count() - 2)
    build.check()
    page.mouse.click(*place(page, "Cappadocia: add legion"))
    expect(page.get_by_label("units").first).to_have_value("LGN, 3 HI, 2 AUX, 4 CAV")
    units = page.get_by_label("units").first
    units.fill("2 LGN, rLGN, 4 CAV")
    units.press("Enter")
    expect(board).to_contain_text("18 : 18 is 1 : 1")
    press(page, "Undo")
    ready = page.get_by_title("Ready combats")
    ready.select_option("Tarraconensis: Hannibal intercepted")
    expect(number(page)).to_have_text("8.3%")
    page.get_by_role("button", name="Copy the sentence").click()
    assert page.evaluate("navigator.clipboard.readText()").startswith("Rome (8 LGN, 3 AUX, 4 CAV, leader 1) attacks")
    page.get_by_title("Land or sea").select_option("Naval combat (5.72)")
    expect(board).to_contain_text("at sea")
    screenshot(board, "roma_sea_en_1280")


def test_a_siege_by_mouse_and_by_keyboard(page: Any, lab: Server, written: Any) -> None:
    board = opened(page, lab, written["SiegeBoard", "en"])
    expect(number(page)).to_have_text("68.8%")
    screenshot(board, "roma_siege_en_1280")
    page.mouse.click(*place(page, "city at 2 CSP, revenue 3"))
    expect(number(page)).not_to_have_text("68.8%")
    press(page, "Undo")
    expect(number(page)).to_have_text("68.8%")
    points = page.locator('.gk-target[aria-label="8 operations points"]')
    points.focus()
    page.keyboard.press("Enter")
    expect(number(page)).to_have_text("84.2%")
    seed = page.get_by_label("seed")
    seed.fill("7")
    seed.press("Enter")
    press(page, "Throw and play a round")
    expect(board).to_contain_text("Round 1,")
    press(page, "Back")
    expect(number(page)).to_have_text("84.2%")


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("language", ["en", "ja"])
def test_nothing_is_cut_off_at_1280_and_800(page: Any, lab: Server, written: Any, kind: str, language: str) -> None:
    board = opened(page, lab, written[kind, language])
    for width in (1280, 800):
        page.set_viewport_size({"width": width, "height": 900})
        page.wait_for_timeout(0)
        expect(number(page)).to_be_visible()
        canvas = page.locator(".gk-page canvas").first
        page.wait_for_function(
            "c => c.getBoundingClientRect().right <= c.closest('.gk-page').getBoundingClientRect().right + 1",
            arg=canvas.element_handle(),
        )
        assert board.evaluate(OUTSIDE) == []
        assert board.evaluate(CUT) == []
        screenshot(board, f"roma_{kind}_{language}_{width}")


def test_voila_and_the_notebook(page: Any, voila: Server) -> None:
    open_voila(page, voila, "roma_victrix_combat.ipynb", seconds=120)
    expect(page.locator(".gk-number").first).to_have_text("72.2%", timeout=120_000)
    wait_for_ink(page.locator(".gk-page canvas").first, 10_000)
    assert page.get_by_text("board.CombatBoard()").count() == 0
    screenshot(page, "roma_voila")
