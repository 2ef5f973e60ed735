"""Charts in the real thing: one stored in a notebook, one that follows a slider in place, the same in Voila."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.lab import Server, open_notebook, open_voila, run_all, screenshot, until

CELLS = (
    """import ipywidgets
from gamekit import julius_caesar as jc
from gamekit.widgets.julius_caesar import battle_charts
from gamekit.widgets.panel import Panel
def battle(legions):
    return jc.Battle(jc.army(f"{legions} C3/III", "Caesar"), jc.army("4 C3/III", "Pompey"))
def chart(legions):
    return battle_charts.outcome(battle(legions), numbers=float)""",
    "chart(3)",
    """panel = Panel(chart(4))
slider = ipywidgets.IntSlider(value=4, min=1, max=8, description="legions")
slider.observe(lambda _: panel.offer(lambda: chart(slider.value)), "value")
ipywidgets.VBox([slider, panel])""",
)


@pytest.fixture(scope="module")
def notebook(workbook: Path) -> str:
    cells = [nbformat.v4.new_code_cell(source) for source in CELLS]
    made = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": {"name": "python3", "display_name": "3"}})
    nbformat.write(made, workbook / "charts.ipynb")
    return "charts.ipynb"


def first_bar(plot: Locator) -> float:
    box = plot.locator(".barlayer path").first.bounding_box()
    return float(box["width"]) if box else 0.0


def try_it(page: Page) -> None:
    stored, live = page.locator(".js-plotly-plot").first, page.locator(".gk-panel .js-plotly-plot").first
    expect(stored.locator(".gtitle")).to_contain_text("Caesar eliminated in 99.5% of battles")
    expect(live.locator(".gtitle")).to_contain_text("Caesar eliminated in 88.3% of battles")
    expect(live).to_contain_text("3.1%")
    numbers = page.locator(".gk-panel .gk-numbers")
    numbers.locator("summary").click()
    expect(numbers.locator("td", has_text="3.1%")).to_be_visible()
    before = first_bar(live)
    handle = page.locator(".noUi-handle").first
    handle.focus()
    for _ in range(2):
        handle.press("ArrowRight")
    expect(live.locator(".gtitle")).to_contain_text("Caesar wins in 70.6% of battles")
    expect(numbers.locator("td", has_text="70.6%")).to_be_visible()
    until(lambda: first_bar(live) > 10 * before)
    expect(page.locator(".gk-panel.gk-dim")).to_have_count(0)


def test_a_chart_is_shown_and_follows_a_slider(page: Any, lab: Server, notebook: str) -> None:
    open_notebook(page, lab, notebook)
    run_all(page)
    try_it(page)
    screenshot(page, "charts_lab")


def test_voila_shows_the_same_charts(page: Any, voila: Server, notebook: str) -> None:
    open_voila(page, voila, notebook)
    try_it(page)
    screenshot(page, "charts_voila")
