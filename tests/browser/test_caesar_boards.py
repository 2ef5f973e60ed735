"""The boards of Caesar in a real browser: a game by mouse and one by keyboard, duels, rounds, narrow windows, Voila."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import nbformat
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.lab import Server, open_notebook, open_voila, place, run_all, screenshot, until, wait_for_ink

GAME = """from gamekit import caesar
from gamekit.widgets.caesar import GameBoard

{more}
board"""
TWO = 'board = GameBoard(("person", "greedy"), seed="3", language={language!r})'
STUDY = """state, fights = caesar.ready_positions()["two_fights"]
board = GameBoard(("person", "person"), state=state, fights=fights, language={language!r})"""
OUTSIDE = """page => {
  const edge = page.getBoundingClientRect();
  return [...page.querySelectorAll('h2, h3, b, button, select, label, input, canvas, span, td')]
    .filter(e => !e.closest('.gk-style') && !e.closest('.plotly') && e.getClientRects().length)
    .filter(e => {
      const box = e.getBoundingClientRect();
      return box.width && (box.right > edge.right + 1 || box.left < edge.left - 1);
    })
    .map(e => e.outerHTML.slice(0, 80));
}"""
CUT = """page => [...page.querySelectorAll('button.jupyter-button, .gk-copy, .gk-cs-claim, .gk-cs-note, h2, h3')]
  .filter(e => e.getClientRects().length && getComputedStyle(e).display !== 'inline')
  .filter(e => e.scrollWidth > e.clientWidth + 1)
  .map(e => e.textContent)"""


def put(workbook: Path, name: str, source: str) -> str:
    cells = [nbformat.v4.new_code_cell(source)]
    metadata = {"kernelspec": {"name": "python3", "display_name": "3"}}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=metadata), workbook / f"{name}.ipynb")
    return f"{name}.ipynb"


@pytest.fixture(scope="module")
def notebooks(workbook: Path) -> dict[str, str]:
    found = {}
    for language in ("en", "ja"):
        for kind, more in (("game", TWO), ("study", STUDY)):
            source = GAME.format(more=more.format(language=language))
            found[kind, language] = put(workbook, f"caesar_{kind}_{language}", source)
        for kind in ("Duel", "Rounds"):
            source = f"from gamekit.widgets.caesar import {kind}Board\n\n{kind}Board(language={language!r})"
            found[kind.lower(), language] = put(workbook, f"caesar_{kind.lower()}_{language}", source)
    return found  # type: ignore[return-value]


def opened(page: Page, lab: Server, name: str) -> Locator:
    open_notebook(page, lab, name)
    run_all(page)
    wait_for_ink(page.locator(".gk-page canvas").first, 10_000)
    return page.locator(".gk-page")


def tall(page: Page) -> bool:
    """Whether the picture has been laid out in one column."""
    box = page.locator(".gk-page canvas").first.bounding_box()
    return bool(box and box["height"] > 1.3 * box["width"])


def claim(page: Page) -> Locator:
    return page.locator(".gk-cs-claim")


def no_overflow(board: Locator) -> None:
    assert board.evaluate(OUTSIDE) == []
    assert board.evaluate(CUT) == []


def test_a_game_by_mouse(page: Any, lab: Server, notebooks: Any) -> None:
    board = opened(page, lab, notebooks["game", "en"])
    expect(claim(page)).to_have_text("Red: place a counter")
    for square in ("a1", "a5", "e1", "e5", "b2"):
        page.mouse.click(*place(page, f"{square}: empty"))
        expect(page.locator(f'.gk-target[aria-label^="{square}: Red"]')).to_have_count(1)
    expect(claim(page)).to_have_text("Red: an alliance or a conflict")
    screenshot(board, "caesar_game_en_1280")
    no_overflow(board)

    # Hover shows lines of sight, a click takes a group in hand, a second one on a lit square moves it.
    page.mouse.move(*place(page, "b2: Red"))
    page.mouse.click(*place(page, "b2: Red"))
    expect(page.locator('.gk-target[aria-label$="chosen"]')).to_have_count(1)
    lit = page.locator('.gk-target[aria-label$="alliance"], .gk-target[aria-label$="conflict"]')
    until(lambda: lit.count() > 0)
    screenshot(board, "caesar_chosen_en_1280")
    label = lit.first.get_attribute("aria-label")
    page.mouse.click(*place(page, label))
    expect(page.locator('.gk-target[aria-label$="chosen"]')).to_have_count(1 if label.endswith("conflict") else 0)

    # On to the first conflict, whoever begins it, and one card for it.
    def card() -> bool:
        if page.locator('.gk-target[aria-label^="play"]').count():
            return True
        said = page.locator(".gk-main-move").count()
        attacks = page.get_by_title("What to do").locator("option", has_text="conflict")
        select = page.get_by_title("What to do")
        if attacks.count():
            select.select_option(label=attacks.first.text_content())
        before = page.locator(".gk-head .gk-quiet").first.text_content()
        page.get_by_role("button", name="Do it").click()
        until(lambda: page.locator(".gk-head .gk-quiet").first.text_content() != before)
        return bool(said)

    until(card, seconds=60)
    page.mouse.click(*place(page, "play the 9"))
    expect(page.locator(".gk-log")).to_contain_text("the 9")
    expect(page.locator(".gk-page canvas").first).to_have_attribute("aria-label", re.compile("Counters: "))
    screenshot(board, "caesar_reviewed_en_1280")
    no_overflow(board)


def test_a_game_by_keyboard(page: Any, lab: Server, notebooks: Any) -> None:
    board = opened(page, lab, notebooks["game", "ja"])
    expect(claim(page)).to_have_text("赤：カウンターを置く")
    # Tab reaches the board, arrows walk over the squares, Enter puts a counter there.
    page.locator('.gk-target[aria-label^="c3"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('.gk-target[aria-label^="c3：赤"]')).to_have_count(1)
    page.locator('.gk-target[aria-label^="a1"]').focus()
    page.keyboard.press("ArrowRight")
    expect(page.locator(".gk-target:focus")).to_have_attribute("aria-label", re.compile("^b1"))
    page.keyboard.press("Enter")
    expect(page.locator('.gk-target[aria-label^="b1：赤"]')).to_have_count(1)
    for key in "dd":  # a notebook's shortcut must not delete the cell
        page.keyboard.press(key)
    expect(board).to_be_visible()
    # The rest by the list.
    go = page.get_by_role("button", name="実行")
    for _ in range(3):
        before = page.locator(".gk-head .gk-quiet").first.text_content()
        page.get_by_title("行動").focus()
        page.keyboard.press("ArrowDown")
        go.press("Enter")
        until(lambda before=before: page.locator(".gk-head .gk-quiet").first.text_content() != before)
    expect(claim(page)).to_have_text("赤：同盟または闘争")
    screenshot(board, "caesar_game_ja_1280")
    no_overflow(board)
    page.get_by_role("button", name="元に戻す").press("Enter")
    expect(claim(page)).to_have_text("赤：カウンターを置く")


def test_the_study_position_in_both_languages_and_widths(page: Any, lab: Server, notebooks: Any) -> None:
    for language, told in (("en", "Red: play the 9 three times in four"), ("ja", "赤：4 回に 3 回は9")):
        page.set_viewport_size({"width": 1280, "height": 900})
        board = opened(page, lab, notebooks["study", language])
        expect(claim(page)).to_contain_text(told)
        page.mouse.click(*place(page, "c3"))
        expect(page.locator('.gk-target[aria-label^="c3"]')).to_have_attribute(
            "aria-label", re.compile("(chosen|選択中)$")
        )
        screenshot(board, f"caesar_study_{language}_1280")
        no_overflow(board)
        page.set_viewport_size({"width": 800, "height": 900})
        until(lambda: tall(page))
        wait_for_ink(page.locator(".gk-page canvas").first, 10_000)
        screenshot(board, f"caesar_study_{language}_800")
        no_overflow(board)


def test_two_persons_share_the_screen(page: Any, lab: Server, notebooks: Any) -> None:
    opened(page, lab, notebooks["study", "en"])
    page.mouse.click(*place(page, "c3"))
    page.mouse.click(*place(page, "e3: Blue, 1, conflict"))
    expect(claim(page)).to_have_text("Red chooses a card, the others look away")
    expect(page.locator('.gk-target[aria-label^="play"]')).to_have_count(0)
    page.get_by_role("button", name="I am Red").click()
    page.mouse.click(*place(page, "play the 9"))
    expect(claim(page)).to_have_text("Blue chooses a card, the others look away")
    page.get_by_role("button", name="I am Blue").press("Enter")
    page.get_by_title("What to do").select_option(label="the 5")
    page.get_by_role("button", name="Do it").press("Enter")
    expect(page.locator(".gk-log")).to_contain_text("Red: the 9, Blue: the 5; 10 to 6, Red wins")
    screenshot(page.locator(".gk-page"), "caesar_review_en_1280")


def test_a_duel_is_set_up_by_mouse_and_in_text(page: Any, lab: Server, notebooks: Any) -> None:
    board = opened(page, lab, notebooks["duel", "en"])
    expect(claim(page)).to_have_text("Red: play the 9 three times in four, else the flag")
    screenshot(board, "caesar_duel_en_1280")
    no_overflow(board)
    page.mouse.click(*place(page, "take the flag from Blue"))
    expect(claim(page)).to_have_text("Red: always play the flag")
    stakes = page.get_by_role("textbox", name="Fights")
    stakes.fill("1-1, 2-2, 3-3")
    stakes.press("Enter")
    for name, cards in (("Red's hand", "9 5 1"), ("Blue's hand", "8 6 2")):
        page.get_by_role("textbox", name=name).fill(cards)
        page.get_by_role("textbox", name=name).press("Enter")
    expect(page.locator(".gk-cs-note")).to_contain_text("16/9")
    page.get_by_role("button", name="Copy code").click()
    assert page.evaluate("navigator.clipboard.readText()") == (
        "caesar.duel([(1, 1), (2, 2), (3, 3)], (1, 5, 9), (2, 6, 8))"
    )
    page.get_by_role("button", name="Full hands").press("Enter")
    expect(page.locator(".gk-basis")).to_contain_text("exact")
    screenshot(board, "caesar_duel_full_en_1280")
    page.set_viewport_size({"width": 800, "height": 900})
    until(lambda: tall(page))
    screenshot(board, "caesar_duel_en_800")
    no_overflow(board)


def test_twenty_rounds_against_the_mix(page: Any, lab: Server, notebooks: Any) -> None:
    board = opened(page, lab, notebooks["rounds", "ja"])
    expect(claim(page)).to_have_text("20 回中 1 回目、闘争 1：札を選ぶ")
    page.mouse.click(*place(page, "1を出す"))
    expect(claim(page)).to_have_text("20 回中 1 回目、闘争 2：札を選ぶ")
    page.get_by_role("button", name="混合戦略から引く").press("Enter")
    expect(page.locator(".gk-cs-note")).to_contain_text("期待される損失 1.5 個")
    page.get_by_title("札", exact=True).select_option("1")
    page.get_by_role("button", name="残り全部をこの札で").click()
    expect(claim(page)).to_have_text("全 20 回が終了")
    expect(page.locator(".gk-cs-note")).to_contain_text("期待される損失 30.0 個")
    page.locator(".gk-panel .js-plotly-plot").wait_for()
    screenshot(board, "caesar_rounds_ja_1280")
    no_overflow(board)


def test_the_notebooks_open_and_run_clean(page: Any, lab: Server) -> None:
    for name in ("caesar_conflict.ipynb", "caesar_game.ipynb"):
        open_notebook(page, lab, name)
        run_all(page, seconds=240)
        wait_for_ink(page.locator(".gk-page canvas").first, 5_000)


def test_voila_shows_the_board_without_code(page: Any, voila: Server, notebooks: Any) -> None:
    open_voila(page, voila, notebooks["study", "en"])
    wait_for_ink(page.locator(".gk-page canvas").first, 10_000)
    expect(claim(page)).to_contain_text("Red: play the 9 three times in four")
    assert page.locator(".cm-content").count() == 0
    page.mouse.click(*place(page, "c3"))
    expect(page.locator('.gk-target[aria-label$="conflict"]')).to_have_count(1)
    screenshot(page.locator(".gk-page"), "caesar_voila_en_1280")
    no_overflow(page.locator(".gk-page"))
