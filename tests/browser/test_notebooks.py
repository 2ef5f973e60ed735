"""Notebooks in JupyterLab: Run All is clean, one stands where one was, links lead to their questions."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.lab import Server, audit, open_notebook, run_all, screenshot, settle, until, wait_for_ink

ROOT = Path(__file__).parent.parent.parent
NOTEBOOKS = sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))
START = "00_start_here.ipynb"
FILES_BESIDE = "window.jupyterapp.commands.execute('application:toggle-left-area')"


@pytest.mark.soak
@pytest.mark.parametrize("name", [name for name in NOTEBOOKS if name != START])
def test_soak_run_all_is_clean(page: Any, lab: Server, name: str) -> None:
    runs_clean(page, lab, name)


def runs_clean(page: Page, lab: Server, name: str) -> None:
    open_notebook(page, lab, name)
    run_all(page)
    for image in page.locator(".jp-RenderedMarkdown img").all():
        assert image.evaluate("image => image.complete && image.naturalWidth") > 100
    assert audit(page, ".jp-OutputArea") == []
    screenshot(page, f"{Path(name).stem}_lab_1280")


def test_the_first_own_answer_takes_three_clicks_and_no_scrolling(page: Page, lab: Server) -> None:
    """As ``make lab`` opens it, the list of files beside it: the picture, Run, and a block."""
    open_notebook(page, lab, START)
    page.evaluate(FILES_BESIDE)
    expect(page.locator(".jp-FileBrowser").first).to_be_visible()
    bar = page.get_by_text("This is a picture. Click here").first
    in_sight(page, bar).click()
    page.get_by_role("button", name="Run this cell and advance").click()
    wait_for_ink(page.locator(".gk-page canvas").first, 1_000)
    settle(page)
    number = in_sight(page, page.locator(".gk-number").first)
    expect(number).to_have_text("68.5%")
    block = page.locator('.gk-target[aria-label="Caesar: Caesar, A3, strength III"]')
    box = in_sight(page, block).bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(number).to_have_text("38.0%")
    in_sight(page, number)
    assert stood(page)[1] == 0
    page.evaluate(FILES_BESIDE)  # as other tests have it


def in_sight(page: Page, what: Locator) -> Locator:
    """Something that is wholly within the notebook's panel, without anything done for it."""
    box, room = what.bounding_box(), page.locator(".jp-WindowedPanel-outer:visible").first.bounding_box()
    assert box
    assert room
    assert room["y"] <= box["y"]
    assert box["y"] + box["height"] <= room["y"] + room["height"]
    return what


def stood(page: Page) -> tuple[int, int]:
    """The cell that one is at, and how far the notebook is scrolled."""
    at: int = page.evaluate("window.jupyterapp.shell.currentWidget.content.activeCellIndex")
    return at, page.locator(".jp-WindowedPanel-outer:visible").first.evaluate("room => room.scrollTop")


def test_run_all_is_clean_and_one_stands_where_one_was(page: Page, lab: Server) -> None:
    runs_clean(page, lab, START)
    settle(page)
    assert stood(page) == (0, 0)
    page.locator(".jp-WindowedPanel-outer:visible").first.evaluate("room => { room.scrollTop = 900; }")
    run_all(page)
    settle(page)
    assert stood(page) == (0, 900)


LINKS = sorted(set(re.findall(r"\]\(([^)\s#]+\.ipynb)#cell-id=([^)\s]+)\)", (ROOT / "notebooks" / START).read_text())))
# Where a cell's heading stands between the upper edge of what scrolls it (0) and the lower one (1).
HEIGHT = """heading => {
  let box = heading.parentElement;
  const scrolls = e => e.scrollHeight > e.clientHeight + 1 && getComputedStyle(e).overflowY !== "visible";
  while (box.parentElement && !scrolls(box)) box = box.parentElement;
  const { top, bottom } = box.getBoundingClientRect(), edge = Math.max(0, top);
  return (heading.getBoundingClientRect().top - edge) / (Math.min(innerHeight, bottom) - edge);
}"""


def title(place: str) -> re.Pattern[str]:
    """The heading of a cell by its name, whose words have lost their signs."""
    return re.compile(r"\W+".join(map(re.escape, place.split("-"))) + r"\W*$")


def stands_there(page: Page, place: str) -> None:
    """The heading that a link leads to is in sight, with something of what it is about."""
    heading = page.locator(".jp-RenderedMarkdown:visible").locator("h2", has_text=title(place)).first
    heading.wait_for(timeout=90_000)
    seen: list[bool] = []

    def rests() -> bool:  # what is above it may still grow and push it out of sight
        seen.append(-0.01 <= heading.evaluate(HEIGHT) < 0.8)
        return len(seen) > 10 and all(seen[-10:])

    until(rests)


def test_links_lead_to_the_questions_of_a_notebook_in_jupyterlab(page: Any, lab: Server) -> None:
    """The first link opens the notebook, the others find it open."""
    open_notebook(page, lab, START)
    for name, place in [link for link in LINKS if link[0] == "julius_caesar_decisions.ipynb"]:
        page.locator("#jp-main-dock-panel .lm-TabBar-tab", has_text=START).click()
        page.locator(f'.jp-NotebookPanel:visible a[href*="{name}"][href$="#cell-id={place}"]').click()
        stands_there(page, place)
