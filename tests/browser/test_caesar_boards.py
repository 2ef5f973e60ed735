"""The boards of Caesar in a real browser: a game by mouse and one by keyboard, duels, narrow windows."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.lab import (
    OUTSIDE,
    Server,
    choose,
    click,
    opened,
    place,
    press,
    push,
    put,
    screenshot,
    settle,
    until,
    wait_for_ink,
)

GAME = """from gamekit import caesar
from gamekit.widgets.caesar import GameBoard

{more}
board"""
TWO = 'board = GameBoard(("person", "plain"), seed="3", language={language!r})'
STUDY = """state, fights = caesar.ready_positions()["two_fights"]
board = GameBoard(("person", "person"), state=state, fights=fights, language={language!r})"""
CUT = """page => [...page.querySelectorAll('button.jupyter-button, .gk-copy, .gk-told-claim, .gk-told-note, h2, h3')]
  .filter(e => e.getClientRects().length && getComputedStyle(e).display !== 'inline')
  .filter(e => e.scrollWidth > e.clientWidth + 1)
  .map(e => e.textContent)"""


DUELS = ("from gamekit.widgets.caesar import DuelBoard\n\nDuelBoard()",)


@pytest.fixture(scope="module")
def notebooks(workbook: Path) -> dict[str, str]:
    sources = {"game_en": TWO, "study_en": STUDY, "study_ja": STUDY}
    found = {
        name: put(workbook, f"caesar_{name}", GAME.format(more=more.format(language=name[-2:])))
        for name, more in sources.items()
    }
    return found | {"duels": put(workbook, "caesar_duels", *DUELS)}


def tall(page: Page) -> bool:
    """Whether the picture has been laid out in one column."""
    box = page.locator(".gk-page canvas").first.bounding_box()
    return bool(box and box["height"] > 1.3 * box["width"])


def claim(page: Page, board: int = 0) -> Locator:
    return page.locator(".gk-told-claim").nth(board)


def note(page: Page, board: int = 0) -> Locator:
    return page.locator(".gk-told-note").nth(board)


def no_overflow(board: Locator) -> None:
    assert board.evaluate(OUTSIDE) == []
    assert board.evaluate(CUT) == []


def test_a_game_by_mouse(page: Any, lab: Server, notebooks: Any) -> None:
    board = opened(page, lab, notebooks["game_en"])
    expect(claim(page)).to_have_text("Red: place a counter")
    for square in ("a1", "a5", "e1", "e5", "b2"):
        click(page, f"{square}: empty")
        expect(page.locator(f'.gk-target[aria-label^="{square}: Red"]')).to_have_count(1)
    expect(claim(page)).to_have_text("Red: an alliance or a conflict")
    screenshot(board, "caesar_game_en_1280")
    no_overflow(board)

    # Hover shows lines of sight, a click takes a group in hand, a second one on a lit square moves it.
    page.mouse.move(*place(page, "b2: Red"))
    click(page, "b2: Red")
    expect(page.locator('.gk-target[aria-label$="chosen"]')).to_have_count(1)
    lit = page.locator('.gk-target[aria-label$="alliance"], .gk-target[aria-label$="conflict"]')
    until(lambda: lit.count() > 0)
    screenshot(board, "caesar_chosen_en_1280")
    label = lit.first.get_attribute("aria-label")
    click(page, label)
    expect(page.locator('.gk-target[aria-label$="chosen"]')).to_have_count(1 if label.endswith("conflict") else 0)

    # On to the first conflict, whoever begins it, and one card for it.
    moves, do = page.locator(".gk-replay .gk-quiet").first, page.get_by_role("button", name="Do it", exact=True)
    cards = page.locator('.gk-target[aria-label^="play"]')
    while settle(page) or not cards.count():
        expect(do).to_be_enabled()
        select, before = page.get_by_title("What to do"), moves.text_content()
        attacks = select.locator("option", has_text="conflict")
        if attacks.count():
            choose(select, label=attacks.first.text_content())
        push(do)
        until(lambda before=before: cards.count() or (moves.text_content() != before and do.count()))
    click(page, "play the 9")
    expect(page.locator(".gk-log")).to_contain_text("the 9")
    canvas = page.locator(".gk-page canvas").first
    expect(canvas).to_have_attribute("aria-label", re.compile("Counters: "))
    expect(page.locator(".gk-basis")).to_contain_text(re.compile("played on to the end|backward induction"))
    screenshot(board, "caesar_reviewed_en_1280")
    no_overflow(board)


def test_two_persons_share_the_screen_and_need_no_mouse(page: Any, lab: Server, notebooks: Any) -> None:
    """The study position in Japanese, narrow and wide; then a conflict by keyboard, its cards chosen in secret."""
    board = opened(page, lab, notebooks["study_ja"])
    expect(claim(page)).to_contain_text("赤：4 回に 3 回は9")
    square, focused = page.locator('.gk-target[aria-label^="c3"]'), page.locator(".gk-target:focus")
    square.focus()
    page.keyboard.press("Enter")
    expect(square).to_have_attribute("aria-label", re.compile("選択中$"))
    for key in "dd":  # a notebook's shortcut must not delete the cell
        page.keyboard.press(key)
    screenshot(board, "caesar_study_ja_1280")
    no_overflow(board)
    page.set_viewport_size({"width": 800, "height": 900})
    until(lambda: tall(page))
    wait_for_ink(page.locator(".gk-page canvas").first, 10_000)
    screenshot(board, "caesar_study_ja_800")
    no_overflow(board)
    # Arrows walk over the squares, Enter begins the conflict.
    page.locator('.gk-target[aria-label^="c3"]').focus()
    page.keyboard.press("ArrowRight")
    expect(focused).to_have_attribute("aria-label", "e3：青、1 個、闘争")
    page.keyboard.press("Enter")
    expect(claim(page)).to_have_text("赤が札を選ぶ。ほかの人は見ないこと")
    expect(page.locator('.gk-target[aria-label$="を出す"]')).to_have_count(0)
    expect(page.get_by_role("button", name="元に戻す")).to_be_disabled()
    press(page, "赤です")
    press(page, "元に戻す")
    expect(claim(page)).to_contain_text("赤：4 回に 3 回は9")
    choose(page.get_by_title("行動", exact=True), label="闘争 c3 – e3（青、1）")
    press(page, "実行")
    nine = page.locator('.gk-target[aria-label="9を出す"]')
    nine.focus()
    page.keyboard.press("Enter")
    expect(claim(page)).to_have_text("青が札を選ぶ。ほかの人は見ないこと")
    press(page, "青です")
    choose(page.get_by_title("行動", exact=True), label="5")
    press(page, "実行")
    expect(page.locator(".gk-log")).to_contain_text("赤：9、青：5。10 対 6、赤の勝ち")
    expect(page.locator(".gk-basis")).to_contain_text(re.compile("最後まで|後ろ向き帰納法"))
    screenshot(board, "caesar_review_ja_800")


def test_duels_are_set_up(page: Any, lab: Server, notebooks: Any) -> None:
    opened(page, lab, notebooks["duels"])
    duel = page.locator(".gk-page").first
    expect(claim(page)).to_have_text("Red: play the 9 three times in four, else the flag")
    screenshot(duel, "caesar_duel_en_1280")
    no_overflow(duel)
    click(page, "take the flag from Blue")
    expect(claim(page)).to_have_text("Red: always play the flag")
    for name, text in (("Fights", "1-1, 2-2, 3-3"), ("Red's hand", "9 5 1"), ("Blue's hand", "8 6 2")):
        settle(page)
        page.get_by_role("textbox", name=name).fill(text)
        page.get_by_role("textbox", name=name).press("Enter")
    expect(note(page)).to_contain_text("16/9")
    push(page.get_by_role("button", name="Copy the code"))
    assert page.evaluate("navigator.clipboard.readText()") == (
        "caesar.duel([(1, 1), (2, 2), (3, 3)], (1, 5, 9), (2, 6, 8))"
    )
    press(page, "Full hands")
    expect(page.locator(".gk-basis").first).to_contain_text("rounded numbers, not fractions")
    expect(note(page)).to_contain_text("counters to Red")  # solved, the compiler included
    screenshot(duel, "caesar_duel_full_en_1280")
    no_overflow(duel)
