"""Aquileia in the real thing: a round by mouse, the contest panel by keyboard, both screens narrow and in Japanese."""

from __future__ import annotations

import re
from pathlib import Path

from playwright.sync_api import Locator, Page, expect

from gamekit import aquileia as aq
from tests.browser.lab import (
    CUT,
    OUTSIDE,
    Server,
    click,
    opened,
    push,
    put,
    screenshot,
    until,
    wait_for_ink,
)

CELLS = (
    """from gamekit.widgets.aquileia import CityBoard
CityBoard({{"Stefan": "person", "Walter": "plain", "Giorgio": "plain", "Kiko": "plain"}}, seed="5", language={!r})""",
    """from gamekit.widgets.aquileia import ContestPanel
ContestPanel(language={!r})""",
)
THROWN_BY_MOUSE = 3


def written(folder: Path, language: str) -> str:
    return put(folder, f"aquileia_{language}", *(source.format(language) for source in CELLS))


def both(page: Page) -> tuple[Locator, Locator]:
    """The city board and the contest panel, painted, nothing cut off."""
    pages = page.locator(".gk-page")
    expect(pages).to_have_count(2)
    for shown in (board := pages.nth(0), panel := pages.nth(1)):
        wait_for_ink(shown.locator("canvas").first)
        fits(shown)
    return board, panel


def fits(shown: Locator) -> None:
    until(lambda: shown.evaluate(OUTSIDE) == [] and shown.evaluate(CUT) == [])


def moves(board: Locator) -> int:
    """How many actions have been played, as the replay line says."""
    return int(board.locator(".gk-replay .gk-quiet").first.inner_text().split()[1])


def click_on(page: Page, board: Locator, name: str) -> None:
    """Click the middle of what the board names so, and wait until something has been played."""
    before = moves(board)
    click(page, name)
    until(lambda: moves(board) > before)


def one_round(page: Page, board: Locator) -> None:
    heading, side = board.locator("h2").first, board.locator(".gk-side")
    for field in ("Arena 3, strength 2", "Potentia", "Forum 1", "Dolus", "Servi for gold"):
        if board.locator(f'.gk-target[aria-label="{field}"]').count():  # else a ready player stands there
            click_on(page, board, field)
    expect(board.locator(".gk-log")).to_contain_text("Stefan places a henchman: Arena 3, strength 2")
    click_on(page, board, "Tie-breaker to place")
    thrown, told = 0, set()
    while "Round 1" in heading.inner_text():
        before, said = moves(board), board.locator('[role="status"]').first.inner_text()
        told |= {key for key in ("wins the arena", "two coins") if key in said}
        if board.locator('.gk-target[aria-label^="Throw"]').count() and thrown < THROWN_BY_MOUSE:
            click_on(page, board, "Throw")
            thrown += 1
            continue
        far = side.get_by_role("button", name="Play on to my turn", exact=True)
        others = side.locator(".gk-section").first.get_by_role("button").locator("visible=true")
        others = others.filter(has_not_text=re.compile("Undo|Hint"))
        push(far if far.is_visible() else others.last)
        until(lambda before=before: moves(board) > before or "Round 2" in heading.inner_text())
    assert thrown == THROWN_BY_MOUSE
    assert "wins the arena" in told
    expect(board.locator('[role="status"]').first).to_contain_text("places a piece")


def by_keyboard(page: Page, panel: Locator) -> None:
    answer = panel.locator('[role="status"]').first
    expect(answer).to_contain_text("4.6%")
    panel.get_by_label("Stefan: field", exact=True).focus()
    for _ in range(5):
        page.keyboard.press("Tab")  # Stefan's blue dice, by way of the fields between
    expect(panel.locator("input:focus")).to_have_value("0")
    for label, typed in (("Kiko: cards", "5"), ("Kiko: tie-breaker", "1")):
        panel.get_by_label(label, exact=True).focus()
        page.keyboard.press("Control+a")
        page.keyboard.type(typed)
        page.keyboard.press("Enter")
        if typed == "5":
            arena = aq.ready_contests()["arena"].with_entrant("Kiko", cards=5)
            expect(answer).to_contain_text(f"{100 * float(arena.p_rank('Kiko')[0]):.1f}%")
    expect(panel).to_contain_text("taken twice, by Stefan and Kiko")
    expect(panel.locator(".gk-panel svg").locator("visible=true")).to_have_count(0)  # no contest, no charts
    panel.get_by_label("Kiko: tie-breaker", exact=True).focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("2")
    page.keyboard.press("Enter")
    expect(panel.locator(".gk-panel svg").first).to_contain_text("half the time")


def test_one_round_by_mouse_and_the_contest_panel_by_keyboard(page: Page, lab: Server, workbook: Path) -> None:
    page.set_viewport_size({"width": 1500, "height": 1250})
    opened(page, lab, written(workbook, "en"))
    board, panel = both(page)
    one_round(page, board)
    fits(board)
    screenshot(board, "aquileia_round_2")
    by_keyboard(page, panel)


def test_both_screens_in_japanese_narrow_and_wide(page: Page, lab: Server, workbook: Path) -> None:
    page.set_viewport_size({"width": 800, "height": 1500})
    opened(page, lab, written(workbook, "ja"))
    board, panel = both(page)
    expect(panel.locator('[role="status"]').first).to_contain_text("4.6%")
    panel.locator(".gk-aq-charts").scroll_into_view_if_needed()  # a chart out of sight is not drawn
    expect(panel.locator(".gk-panel svg")).to_have_count(2)
    narrow = board.locator("canvas").first.evaluate("canvas => canvas.width")
    page.set_viewport_size({"width": 1280, "height": 1500})
    until(lambda: board.locator("canvas").first.evaluate("canvas => canvas.width") > narrow)
    for shown, name in ((board, "city"), (panel, "panel")):
        fits(shown)
        screenshot(shown, f"aquileia_{name}_ja_1280")


def test_a_hint_is_searched_beside_the_page_and_plays_nothing(page: Page, lab: Server, workbook: Path) -> None:
    board_cell = CELLS[0].format("en")
    opened(page, lab, put(workbook, "aquileia_hint", board_cell))
    board = page.locator(".gk-page").first
    wait_for_ink(board.locator("canvas").first)
    before = moves(board)
    push(board.get_by_role("button", name="Hint", exact=True))
    expect(board).to_contain_text("Chances to win", timeout=90_000)
    expect(board).to_contain_text("Best plans")
    assert moves(board) == before
    fits(board)
    screenshot(page, "aquileia_hint_1280")
    wide = board.locator("canvas").first.evaluate("canvas => canvas.width")
    page.set_viewport_size({"width": 800, "height": 1800})
    until(lambda: board.locator("canvas").first.evaluate("canvas => canvas.width") < wide)
    wait_for_ink(board.locator("canvas").first)
    fits(board)
    screenshot(page, "aquileia_hint_800")
