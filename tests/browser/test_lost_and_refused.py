"""A board whose kernel is gone says so, and what is refused is said beside its field."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from gamekit.text.translation import word
from tests.browser.lab import Server, opened, place, put, run_all, screenshot, settle, until, wait_for_ink

CELL = "from gamekit.widgets.julius_caesar import BattleBoard\n\nBattleBoard(language={language!r})"
STEP = {"en": "Caesar: Caesar, A3, strength III", "ja": "カエサル"}


RESTARTED = "window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.restart()"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_after_a_restart_the_board_is_grey_and_says_what_to_do_and_the_cell_brings_it_back(
    page: Any, lab: Server, workbook: Path, language: str
) -> None:
    name = put(workbook, f"lost_{language}", CELL.format(language=language))
    board = opened(page, lab, name).first
    lost = page.locator(".gk-lost")
    expect(lost).to_have_count(0)
    page.evaluate(RESTARTED)
    expect(lost).to_be_visible(timeout=30_000)
    expect(lost).to_have_text(word("kit.lost", language))
    screenshot(board, f"lost_{language}")
    x, y = (board.bounding_box()[side] + 60 for side in ("x", "y"))
    assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).className", [x, y]) == "gk-lost"
    assert page.evaluate("document.querySelector('.gk-page button').closest('[inert]') !== null")

    expect(page.locator("#jp-main-statusbar")).to_contain_text("| Idle", timeout=60_000)  # it knows its widgets
    run_all(page)
    wait_for_ink(page.locator(".gk-page canvas:visible").first, 10_000)
    expect(page.locator(".gk-lost")).to_have_count(0)
    if language == "en":
        before = page.locator(".gk-number").first.inner_text()
        page.mouse.click(*place(page, STEP["en"]))
        expect(page.locator(".gk-number").first).not_to_have_text(before)


def test_a_cell_that_is_run_while_another_program_restarts_the_kernel_has_a_live_board(
    page: Any, lab: Server, workbook: Path
) -> None:
    name = put(workbook, "restarted", CELL.format(language="en"))
    opened(page, lab, name)
    kernel = page.evaluate("window.jupyterapp.shell.currentWidget.sessionContext.session.kernel.id")
    lab.ask("POST", f"api/kernels/{kernel}/restart")
    page.evaluate("window.jupyterapp.commands.execute('notebook:run-all-cells')")  # and is not waited for
    board, number = page.locator(".gk-page"), page.locator(".gk-number").first
    expect(board).to_have_count(1)
    wait_for_ink(board.locator("canvas").first, 10_000, 60)
    before = number.inner_text()
    page.mouse.click(*place(page, STEP["en"]))
    expect(number).not_to_have_text(before)


def test_a_kernel_that_was_shut_down_is_said_as_well(page: Any, lab: Server, workbook: Path) -> None:
    name = put(workbook, "shut_down", CELL.format(language="en"))
    opened(page, lab, name)
    page.evaluate("window.jupyterapp.commands.execute('kernelmenu:shutdown')")
    expect(page.locator(".gk-lost")).to_be_visible(timeout=30_000)


def test_a_wrong_army_and_a_wrong_code_are_refused_beside_their_fields(page: Any, lab: Server, workbook: Path) -> None:
    board = opened(page, lab, put(workbook, "refused", CELL.format(language="en"))).first
    settle(page)
    for label, text, said in (
        (word("share.paste", "en"), "gk1-cut", "code"),
        (word("julius_caesar.board.main_short", "en"), "Legio 99", "Legio 99"),
    ):
        line = board.get_by_label(label, exact=True).first
        line.fill(text)
        line.press("Enter")
        wrong = board.locator(".gk-wrong")
        expect(wrong).to_contain_text(said)
        expect(line).to_have_attribute("aria-invalid", "true")
        field, told = line.bounding_box(), wrong.bounding_box()
        assert 0 <= told["y"] - field["y"] <= field["height"] + 12, (field, told)
        assert told["x"] < field["x"] + field["width"]
        until(lambda: board.locator(".gk-wrong").count() == 1)
        line.scroll_into_view_if_needed()
        screenshot(page, f"refused_{len(text)}")
    line.fill("Caesar")
    line.press("Enter")
    expect(board.locator(".gk-wrong")).to_have_count(0)
