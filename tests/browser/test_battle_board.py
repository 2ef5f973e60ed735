"""The battle board in a real browser: mouse, keyboard, clipboard, reload, narrow windows."""

from __future__ import annotations

import re
from base64 import b64decode
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image
from playwright.sync_api import Locator, Page, expect

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
    reload,
    screenshot,
    settle,
    unfold,
    until,
    wait_for_ink,
)

CELL = "from gamekit.widgets.julius_caesar import BattleBoard\n\nboard = BattleBoard(language={language!r})\nboard"
EDGE = 64  # of 255: an edge that is painted over itself may be a shade darker


@pytest.fixture(scope="module")
def english(workbook: Path) -> str:
    return put(workbook, "battle_board_en", CELL.format(language="en"))


@pytest.fixture(scope="module")
def japanese(workbook: Path) -> str:
    return put(workbook, "battle_board_ja", CELL.format(language="ja"))


def pixels(canvas: Locator) -> Any:
    written: str = canvas.evaluate("canvas => canvas.toDataURL()")
    return np.array(Image.open(BytesIO(b64decode(written.partition(",")[2]))).convert("RGB")).astype(int)


def number(page: Page) -> Locator:
    return page.locator(".gk-number")


def test_mouse_keyboard_and_lists_change_the_odds(page: Any, lab: Server, english: str) -> None:
    board = opened(page, lab, english)
    expect(number(page)).to_have_text("68.5%")
    screenshot(board, "battle_board_en_1280")

    click(page, "Caesar: Caesar, A3, strength III")
    expect(number(page)).to_have_text("38.0%")
    expect(page.get_by_label("Caesar: Caesar, A3, strength II", exact=True)).to_have_count(1)

    x, y = place(page, "add Legio 13, C3, strength III")
    reserve = page.locator(".gk-page canvas").bounding_box()
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 10, y - 30, steps=3)
    page.mouse.move(reserve["x"] + 70, reserve["y"] + 190, steps=6)
    page.mouse.up()
    rows = page.get_by_label("Reserve", exact=True)
    expect(rows.first).to_have_value("Legio 13")

    # The board's own buttons: Tab reaches one, arrows walk, Enter presses, and the notebook keeps its cells.
    page.get_by_label("Caesar: Caesar, A3, strength II", exact=True).focus()
    page.keyboard.press("Enter")
    focused = page.locator(".gk-target:focus")
    expect(focused).to_have_attribute("aria-label", "Caesar: Caesar, A3, strength I")
    page.keyboard.press("ArrowRight")
    expect(focused).to_have_attribute("aria-label", "Caesar: Equitatus 1, B2, strength III")
    for key in "dd":
        page.keyboard.press(key)
    expect(board).to_be_visible()
    page.keyboard.press("Control+s")
    expect(page.locator(".jp-mod-dirty")).to_have_count(0)

    # The lists, by keyboard alone.
    ready = page.get_by_title("Ready battles")
    ready.focus()
    ready.press("u")
    expect(number(page)).to_have_text("36.4%")
    expect(board.locator("h2").first).to_contain_text("Utica, 49 BC")
    unfold(board, "Blocks by list")
    press(page, "Remove")
    expect(number(page)).not_to_have_text("36.4%")
    press(page, "Undo")
    expect(number(page)).to_have_text("36.4%")
    settle(page)
    page.get_by_label("Attackers cut off").press("Space")
    expect(page.locator(".gk-joints")).to_contain_text("one side leaves")

    code = page.get_by_role("button", name="Copy the code")
    expect(code).to_have_attribute("title", re.compile("Auxilia 3.*cut_off=True"))
    push(page.get_by_role("button", name="Copy the sentence"))
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("Caesar (Caesar III, Equitatus 1 III, Legio 10 III, Legio 13 III; reserve ")
    assert "36." in copied
    push(code)
    assert "cut_off=True" in page.evaluate("navigator.clipboard.readText()")


def test_a_fight_is_fought_and_comes_back_after_a_reload(page: Any, lab: Server, english: str) -> None:
    board = opened(page, lab, english)
    choose(page.get_by_title("Ready battles"), "Utica, 49 BC")
    expect(number(page)).to_have_text("36.4%")
    go = page.locator(".gk-button-main")
    choices = page.get_by_role("radio")

    def asked() -> bool:
        if not choices.count():
            said = go.text_content()
            push(go)
            until(lambda: choices.count() or go.text_content() != said)
        return bool(choices.count())

    until(asked)
    values = page.locator(".gk-value").all_text_contents()
    assert len(values) == choices.count() >= 2
    choices.nth(0).check()
    expect(number(page)).to_be_visible()
    screenshot(board, "battle_board_fight")
    push(go)
    expect(page.locator(".gk-log li").first).to_be_visible()
    shown = number(page).text_content()
    page.keyboard.press("Control+s")
    expect(page.locator(".jp-mod-dirty")).to_have_count(0)
    canvas = page.locator(".gk-page canvas")
    settle(page)
    in_spots = pixels(canvas)  # after the clicks only what differs was painted, after the reload all is
    reload(page)
    wait_for_ink(canvas, 10_000)
    expect(number(page)).to_have_text(shown)
    settle(page)
    until(lambda: np.abs(pixels(canvas) - in_spots).max() < EDGE)
    push(page.get_by_role("button", name="Back to the set-up"))
    expect(page.locator(".gk-target").first).to_be_attached()


def test_best_play_is_switched_on_and_followed_by_mouse_and_keyboard(page: Any, lab: Server, english: str) -> None:
    board = opened(page, lab, english)
    expect(number(page)).to_have_text("68.5%")
    press(page, "best play", "Space")
    expect(number(page)).to_have_text("70.0%")
    expect(page.get_by_role("button", name="best play", exact=True)).to_be_focused()
    expect(board).to_contain_text("Caesar gains by best play: 2.4 points")
    push(page.locator(".gk-button-main"))
    rows = page.locator(".gk-option")
    expect(rows).to_have_count(2)
    expect(rows.first).to_contain_text("84.7%")
    expect(rows.nth(1)).to_contain_text("−4.9")
    expect(board).to_contain_text("Caesar gains by best play: 1.7 points")
    screenshot(board, "battle_board_best_1280")
    push(rows.nth(1))  # the dear one, by mouse
    expect(page.locator(".gk-log li").first).to_contain_text("Pompey")
    rows.first.press("Enter")
    push(page.get_by_role("button", name="To the end", exact=True))
    expect(board).to_contain_text("Pompey gave away")
    expect(board).to_contain_text("cost Pompey 4.9 points (best: Navis 3 II takes it)")
    push(page.get_by_role("button", name="standing orders", exact=True))
    expect(page.locator(".gk-basis")).to_contain_text("every block fires")


def fits(page: Page, board: Locator, name: str) -> None:
    """Wide and narrow the board is laid out for the room there is, and nothing sticks out or is cut off."""
    canvas = page.locator(".gk-page canvas")
    for width in (1280, 800):
        page.set_viewport_size({"width": width, "height": 1400})
        # Laid out, not scaled: twice as many canvas pixels as px.
        until(lambda: abs(canvas.evaluate("c => c.width") - 2 * canvas.bounding_box()["width"]) <= 2)
        settle(page)
        until(lambda: board.evaluate(OUTSIDE) == [] and board.evaluate(CUT) == [], why=lambda: board.evaluate(OUTSIDE))
        assert board.evaluate(UNREADABLE) == []
        screenshot(board, f"battle_board_{name}_{width}")


def test_in_japanese_nothing_is_cut_off_by_orders_and_by_best_play(page: Any, lab: Server, japanese: str) -> None:
    board = opened(page, lab, japanese)
    choose(page.get_by_title("用意された戦闘"), "ウティカ 紀元前49年")
    expect(number(page)).to_have_text("36.4%")
    push(page.locator(".gk-button-main"))
    expect(page.locator(".gk-log li").first).to_be_visible()
    fits(page, board, "ja")
    page.locator(".gk-panel").first.scroll_into_view_if_needed()  # a chart is made once it is seen
    page.locator(".gk-panel svg").first.wait_for(timeout=60_000)
    assert board.evaluate(OUTSIDE) == []

    push(page.get_by_role("button", name="配置に戻る"))
    choose(page.get_by_title("用意された戦闘"), "タッラコ 紀元前49年")
    press(page, "最善手")
    push(page.locator(".gk-button-main"))
    expect(page.locator(".gk-option.gk-best").first).to_be_visible()
    expect(board).to_contain_text("得をしません")
    fits(page, board, "best_ja")


def test_a_list_changes_the_charts_below(page: Any, lab: Server, english: str) -> None:
    board = opened(page, lab, english)
    panels = page.locator(".gk-panel:visible")  # others are folded away
    panels.nth(1).evaluate("panel => panel.scrollIntoView({block: 'center'})")  # a chart is made once it is seen
    page.locator(".gk-panel svg").first.wait_for(timeout=90_000)
    expect(panels).to_have_count(2)
    expect(panels.nth(1)).to_contain_text("Legio 10 would add 30.9 points")
    panels.nth(0).scroll_into_view_if_needed()
    choose(page.get_by_title("Ready battles"), "Utica, 49 BC")
    expect(panels.nth(1)).to_contain_text("now 36.4%")
    expect(panels.nth(0)).to_contain_text("last into round 4")
    expect(page.locator(".gk-dim")).to_have_count(0)
    panels.nth(1).locator("summary").click()
    expect(panels.nth(1).locator("table")).to_contain_text("85.9%")
    screenshot(board, "battle_board_charts")
    edges = [panel.bounding_box() for panel in panels.all()]
    assert edges[0]["x"] + edges[0]["width"] <= edges[1]["x"] + 1


def test_a_finger_taps_and_drags(browser: Any, lab: Server, english: str) -> None:
    context = browser.new_context(viewport={"width": 1280, "height": 900}, has_touch=True, reduced_motion="reduce")
    page = context.new_page()
    opened(page, lab, english)
    page.touchscreen.tap(*place(page, "Caesar: Caesar, A3, strength III"))
    expect(number(page)).to_have_text("38.0%")
    x, y = place(page, "add Legio 13, C3, strength III")
    corner = page.locator(".gk-page canvas").bounding_box()
    touch = context.new_cdp_session(page)
    points = [(x, y), (x + 5, y - 40), (corner["x"] + 70, corner["y"] + 190)]
    for kind, (px, py) in zip(("touchStart", "touchMove", "touchMove"), points):
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": px, "y": py}]})
        page.wait_for_timeout(100)
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    expect(page.get_by_label("Reserve", exact=True).first).to_have_value("Legio 13")
    context.close()
