"""Every notebook in JupyterLab and in Voila: Run All is clean, boards and charts are painted, sliders change charts."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import PREVIEW, SLOW
from tests.browser.lab import (
    Server,
    audit,
    open_notebook,
    open_voila,
    run_all,
    screenshot,
    settle,
    until,
    wait_for_ink,
)

ROOT = Path(__file__).parent.parent.parent
NOTEBOOKS = sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))
START, BATTLE = "00_start_here.ipynb", "julius_caesar_battle.ipynb"


def slide(page: Page) -> None:
    """The slider of the worked question about four legions moves its chart."""
    page.locator(".gk-what-if").scroll_into_view_if_needed()  # JupyterLab lays out what is near the window only
    chart = page.locator(".gk-what-if .js-plotly-plot")
    expect(chart.locator(".gtitle")).to_contain_text("Caesar wins in 70.6% of battles")
    handle = page.locator(".gk-what-if .noUi-handle")
    begun = handle.get_attribute("aria-valuenow")

    def moved() -> bool:
        """A key is lost while JupyterLab lays the page out anew: the slider itself says that it has moved."""
        handle.focus()
        if handle.get_attribute("aria-valuenow") == begun:
            handle.press("ArrowLeft")
        return bool(handle.get_attribute("aria-valuenow") != begun)

    until(moved)
    expect(chart.locator(".gtitle")).to_contain_text("Caesar eliminated in 46.1% of battles")
    expect(page.locator(".gk-what-if .gk-numbers td", has_text="27.0%")).to_be_visible()
    expect(page.locator(".gk-what-if.gk-dim")).to_have_count(0)


@pytest.mark.parametrize("name", [START, BATTLE])
def test_run_all_is_clean(page: Any, lab: Server, name: str) -> None:
    runs_clean(page, lab, name)


@pytest.mark.soak
@pytest.mark.parametrize("name", [name for name in NOTEBOOKS if name not in (START, BATTLE)])
def test_soak_run_all_is_clean(page: Any, lab: Server, name: str) -> None:
    runs_clean(page, lab, name)


def runs_clean(page: Page, lab: Server, name: str) -> None:
    open_notebook(page, lab, name)
    run_all(page)
    for image in page.locator(".jp-RenderedMarkdown img").all():
        assert image.evaluate("image => image.complete && image.naturalWidth") > 100
    assert audit(page, ".jp-OutputArea") == []
    screenshot(page, f"{Path(name).stem}_lab_1280")
    if name == BATTLE:
        slide(page)
        screenshot(page, "slider_lab")


@pytest.mark.soak
@pytest.mark.parametrize("name", NOTEBOOKS)
def test_soak_a_page_of_voila_is_for_everyone(page: Any, voila: Server, name: str) -> None:
    open_voila(page, voila, name, seconds=120)
    page.locator("#rendered_cells").wait_for()
    settle(page)
    assert audit(page, "body") == []


def test_voila_shows_the_same_without_code(page: Any, voila: Server) -> None:
    open_voila(page, voila, BATTLE)
    wait_for_ink(page.locator("canvas").first, 10_000)
    expect(page.get_by_text("68.5%").first).to_be_visible()
    assert page.get_by_text("board.BattleBoard()").count() == 0
    assert page.locator(".jp-InputArea-editor").count() == 0
    screenshot(page, "voila_1280")
    slide(page)
    page.set_viewport_size({"width": 800, "height": 900})
    screenshot(page, "voila_800")


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


@pytest.mark.soak
def test_each_link_leads_to_its_question_in_voila(page: Any, voila: Server) -> None:
    """One of each notebook, since a page runs it; the others are cells of the same page with a name;
    that every link has its cell is asked without a browser."""
    names, errors = sorted({name for name, _ in LINKS}), list[str]()
    open_voila(page, voila, START)
    for name in names:
        place = [place for other, place in LINKS if other == name][-1]
        with page.context.expect_page() as beside:
            page.locator(f'a[href*="{name}"][href$="#cell-id={place}"]').click(modifiers=["ControlOrMeta"])
        found = beside.value
        found.on("pageerror", lambda error: errors.append(str(error)))
        found.bring_to_front()
        stands_there(found, place)
        for other, asked in LINKS:
            assert other != name or found.locator(f'[id="cell-id={asked}"] h2').count() == 1
        settle(found)  # what is still being made when a page is left calls for a kernel that it has no more
        found.close()
    assert [error for error in errors if not error.endswith((PREVIEW, SLOW))] == []
