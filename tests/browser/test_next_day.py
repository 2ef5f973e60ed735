"""A notebook that was used once: with its kernel, without it, and the file on the disk."""

from __future__ import annotations

from pathlib import Path

import nbformat
from playwright.sync_api import Page, expect

from gamekit.storage import notebooks
from tests.browser.lab import Server, click, open_notebook, reload, run_all, until, wait_for_ink

NAME = "next_day.ipynb"
CELLS = (
    "from gamekit import julius_caesar as jc\n"
    "from gamekit.widgets.julius_caesar import BattleBoard\n"
    'BattleBoard(jc.Battle(jc.army("Caesar, Legio 10", "Caesar"), jc.army("Pompey, Legio 1", "Pompey")))',
    "6 * 7",
)


def save(page: Page) -> None:
    page.evaluate("window.jupyterapp.commands.execute('docmanager:save')")


def test_a_board_is_live_with_its_kernel_and_a_picture_without_and_its_file_unchanged(
    page: Page, lab: Server, workbook: Path
) -> None:
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(cell) for cell in CELLS])
    path = workbook / NAME
    path.write_text(nbformat.writes(notebooks.make_reproducible(notebooks.execute(notebook, workbook))) + "\n")
    stored = path.read_bytes()

    open_notebook(page, lab, NAME)
    assert page.evaluate("!window.jupyterapp.shell.currentWidget.context.model.dirty")
    run_all(page)
    canvas = page.locator(".jp-Notebook canvas").first
    wait_for_ink(canvas)
    save(page)
    until(lambda: page.evaluate("!window.jupyterapp.shell.currentWidget.context.model.dirty"))
    assert path.read_bytes() == stored

    reload(page)  # the kernel lives: the board is live
    wait_for_ink(page.locator(".jp-Notebook canvas").first)
    before = page.locator(".gk-number").first.inner_text()
    click(page, "Caesar: Caesar, A3, strength III")  # takes a step off the block
    expect(page.locator(".gk-number").first).not_to_have_text(before)
    assert path.read_bytes() == stored

    for session in lab.ask("GET", "api/sessions"):
        if session["path"].endswith(NAME):
            lab.ask("DELETE", f"api/sessions/{session['id']}")
    open_notebook(page, lab, NAME)  # another kernel: the picture
    expect(page.locator(".jp-Notebook img").first).to_be_visible(timeout=60_000)
    expect(page.get_by_text("model not found")).to_have_count(0)
    assert path.read_bytes() == stored
