"""Aquileia in the real thing: one round by mouse, the contest panel by keyboard, both screens at two widths."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from playwright.sync_api import Locator, Page, expect

from gamekit import aquileia as aq
from tests.browser.lab import Server, open_notebook, open_voila, run_all, screenshot, until, wait_for_ink

GAME = """from gamekit.widgets.aquileia import CityBoard
board = CityBoard({"Stefan": "person", "Walter": "plain", "Giorgio": "plain", "Kiko": "plain"}, seed="5", language="%s")
board"""
PANEL = """from gamekit.widgets.aquileia import ContestPanel
panel = ContestPanel(language="%s")
panel"""


def written(folder: Path, name: str, source: str) -> str:
    made = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell(source)], metadata={"kernelspec": {"name": "python3", "display_name": "3"}}
    )
    nbformat.write(made, folder / f"{name}.ipynb")
    return f"{name}.ipynb"


def opened(page: Page, lab: Server, name: str) -> Locator:
    open_notebook(page, lab, name)
    if page.locator(".jp-FileBrowser").is_visible():
        page.keyboard.press("Control+b")
    run_all(page)
    return page.locator(".gk-page").first


def click_on(page: Page, name: str) -> None:
    """Click, with the mouse, the middle of the place on the board that carries this name."""
    target = page.locator(f'.gk-target[aria-label="{name}"]')
    target.wait_for(state="attached")
    target.scroll_into_view_if_needed()
    boxes = [target.bounding_box()]

    def settled() -> bool:
        boxes.append(target.bounding_box())
        return boxes[-1] == boxes[-2]

    until(settled, every=0.3)
    box = boxes[-1]
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)


def press(board: Locator, *names: str) -> None:
    """Click the first of these buttons that is shown, else the first choice there is."""
    named = [board.get_by_role("button", name=name, exact=True) for name in names]
    shown = [button.first for button in named if button.count() and button.first.is_visible()]
    (shown or [board.locator(".gk-side .gk-section button:visible").first])[0].click()


def moves(board: Locator) -> int:
    """How many actions have been played, as the replay line says."""
    return int(board.get_by_text("move ", exact=False).last.inner_text().split()[1])


def test_one_round_by_mouse(page: Page, lab: Server, workbook: Path) -> None:
    page.set_viewport_size({"width": 1500, "height": 1250})
    board = opened(page, lab, written(workbook, "aquileia_round", GAME % "en"))
    wait_for_ink(board.locator("canvas").first)
    answer, log = board.locator('[role="status"]').first, board.locator(".gk-log")
    expect(answer).to_contain_text("Stefan places a piece")
    for field in ("Arena 3, strength 2", "Potentia", "Forum 1", "tie-breaker to place 1", "Servi for gold"):
        before = moves(board)
        if board.locator(f'.gk-target[aria-label="{field}"]').count():
            click_on(page, field)
        else:
            press(board, "pass")
        until(lambda before=before: moves(board) > before)
    expect(log).to_contain_text("Stefan places a henchman: Arena 3, strength 2")
    kinds = set()
    for _ in range(80):  # what is left of the round: dice, cards, bids and houses, each by a click
        said = answer.inner_text()
        if board.locator("h2").first.inner_text().startswith("Round 2"):
            break
        kinds.add("odds" if "wins the arena" in said else "other")
        before = moves(board)
        ways = ("throw 3 dice", "throw 2 dice", "throw the die", "throw none", "pass", "no more cards", "build nothing")
        press(board, *ways, "buy nothing", "no exchange", "do not pay", "take a slave card", "next")
        until(lambda before=before: moves(board) > before)
    expect(board.locator("h2").first).to_contain_text("Round 2")
    expect(answer).to_contain_text("places a piece")
    assert "odds" in kinds
    screenshot(board, "aquileia_round_2")


def test_the_contest_panel_by_keyboard(page: Page, lab: Server, workbook: Path) -> None:
    name = written(workbook, "aquileia_panel", PANEL % "en")
    panel = opened(page, lab, name)
    answer = panel.locator('[role="status"]').first
    expect(answer).to_contain_text("4.6%")
    field = panel.locator('input[type="number"]').first
    field.focus()
    for _ in range(5):
        page.keyboard.press("Tab")  # Stefan's blue dice, by way of the fields between
    expect(panel.locator("input:focus")).to_have_value("0")
    field = panel.get_by_label("Kiko: cards", exact=True)
    field.focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("5")
    page.keyboard.press("Enter")
    arena = aq.ready_contests()["arena"].with_entrant("Kiko", cards=5)
    said = f"{100 * float(arena.p_rank('Kiko')[0]):.1f}%"
    expect(answer).to_contain_text(said)
    tie = panel.get_by_label("Kiko: tie-breaker", exact=True)
    tie.focus()
    page.keyboard.press("Control+a")
    page.keyboard.type("1")
    page.keyboard.press("Enter")
    expect(panel).to_contain_text("taken twice, by Stefan and Kiko")
    expect(panel.locator(".js-plotly-plot .gtitle").first).to_contain_text("half the time")


@pytest.mark.parametrize(("language", "width", "height"), [("en", 1280, 1300), ("ja", 800, 1500)])
def test_voila_shows_both_screens(
    page: Page, voila: Server, workbook: Path, language: str, width: int, height: int
) -> None:
    page.set_viewport_size({"width": width, "height": height})
    shown = "\nfrom IPython.display import display\ndisplay(board)\n"
    source = f"{GAME % language}\n{PANEL % language}".replace("\nboard\n", shown)
    name = written(workbook, f"aquileia_{language}", source)
    open_voila(page, voila, name)
    pages = page.locator(".gk-page")
    expect(pages).to_have_count(2)
    wait_for_ink(pages.nth(0).locator("canvas").first)
    wait_for_ink(pages.nth(1).locator("canvas").first)
    expect(pages.nth(1).locator('[role="status"]').first).to_contain_text("4.6%")
    until(lambda: pages.nth(1).locator(".js-plotly-plot").count() == 2)
    assert no_overflow(pages.nth(0))
    assert no_overflow(pages.nth(1))
    screenshot(pages.nth(0), f"aquileia_city_{language}_{width}")
    screenshot(pages.nth(1), f"aquileia_panel_{language}_{width}")


def no_overflow(box: Locator) -> bool:
    found: Any = box.evaluate(
        """page => [...page.querySelectorAll('button, .gk-said, .gk-head, td')]
          .filter(node => node.offsetParent && node.scrollWidth > node.clientWidth + 2 && node.clientWidth)
          .map(node => node.textContent)"""
    )
    return not found
