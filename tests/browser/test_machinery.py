"""The machinery of the browser tests, tried on a notebook of three cells: a canvas, a slider, and what it changes."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import nbformat
import pytest
from playwright.sync_api import Page, expect

from tests.browser.lab import Server, inked, open_notebook, open_voila, run_all, screenshot, wait_for_ink

ROOT = Path(__file__).parent.parent.parent
CELLS = (
    "import ipycanvas, ipywidgets, sys, gamekit\nprint(gamekit.__file__, sys.executable)",
    """canvas = ipycanvas.Canvas(width=200, height=100)
def paint(*_):
    with ipycanvas.hold_canvas():
        canvas.clear()
        canvas.fill_style = "#A8401A"
        canvas.fill_rect(50, 20, slider.value * 20, 60)
        status.value = f"{slider.value} legions"
slider = ipywidgets.IntSlider(value=2, max=5, description="legions")
status = ipywidgets.HTML()
slider.observe(paint, "value")
canvas.on_client_ready(paint)
ipywidgets.VBox([canvas, slider, status])""",
)


@pytest.fixture(scope="module")
def small(workbook: Path) -> str:
    cells = [nbformat.v4.new_code_cell(source) for source in CELLS]
    notebook = nbformat.v4.new_notebook(cells=cells, metadata={"kernelspec": {"name": "python3", "display_name": "3"}})
    nbformat.write(notebook, workbook / "machinery.ipynb")
    return "machinery.ipynb"


def try_it(page: Page) -> None:
    canvas = page.locator("canvas").first
    before = wait_for_ink(canvas)
    assert 2000 < before <= 3000
    expect(page.get_by_text("2 legions")).to_be_visible()
    handle = page.locator(".noUi-handle").first
    handle.focus()
    handle.press("ArrowRight")
    expect(page.get_by_text("3 legions")).to_be_visible()
    assert inked(canvas) > before


def test_jupyterlab_runs_a_notebook_with_this_checkout(page: Any, lab: Server, small: str) -> None:
    import sys

    open_notebook(page, lab, small)
    run_all(page)
    said = page.locator(".jp-OutputArea-output").first.inner_text()
    assert said.split() == [str(ROOT / "gamekit/__init__.py"), sys.executable]
    try_it(page)
    assert screenshot(page, "machinery_lab")[:4] == b"\x89PNG"


def test_run_all_fails_on_an_error(page: Any, lab: Server, workbook: Path) -> None:
    notebook = nbformat.v4.new_notebook(
        cells=[nbformat.v4.new_code_cell("1 / 0")], metadata={"kernelspec": {"name": "python3", "display_name": "3"}}
    )
    nbformat.write(notebook, workbook / "broken.ipynb")
    open_notebook(page, lab, "broken.ipynb")
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        run_all(page)


def test_voila_shows_the_same_without_code(page: Any, voila: Server, small: str) -> None:
    open_voila(page, voila, small)
    try_it(page)
    assert page.get_by_text("import ipycanvas").count() == 0
