"""A notebook in JupyterLab from its first click to the next day: Run All is clean, one stands where one was, links lead
to their questions, its file stays as it was, and a board whose kernel is gone says so."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest
from playwright.sync_api import Error, Locator, Page, expect

from gamekit.text.translation import word
from tests.browser.lab import Server, idle, open_notebook, put, run_all, tell
from tests.browser.page import audit, place, screenshot, script, settle, until, wait_for_ink

ROOT = Path(__file__).parent.parent.parent
NOTEBOOKS = sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))
START = "00_start_here.ipynb"
BLOCK = "Caesar: Caesar, A3, strength III"
FILES_BESIDE = "window.jupyterapp.commands.execute('application:toggle-left-area')"
DIRTY = "window.jupyterapp.shell.currentWidget.context.model.dirty"
KERNEL = "window.jupyterapp.shell.currentWidget.sessionContext.session.kernel"
ROOM = ".jp-WindowedPanel-outer:visible"
# The page's own thread comes late, as on a busy machine: what is said before waits for the cells.
LATE = """from time import sleep
kernel = get_ipython().kernel
made = kernel.create_subshell_request

async def slow(*given):
    sleep(2)
    await made(*given)

kernel.control_handlers["create_subshell_request"] = slow"""
BUSY = """from pathlib import Path

Path("running").touch()
while not Path("enough").exists():
    sleep(0.1)
Path("running").unlink()"""


@pytest.mark.soak
@pytest.mark.parametrize("name", [name for name in NOTEBOOKS if name != START])
def test_soak_run_all_is_clean(page: Any, lab: Server, name: str) -> None:
    open_notebook(page, lab, name)
    runs_clean(page, name)


def runs_clean(page: Page, name: str) -> None:
    run_all(page)
    for image in page.locator(".jp-RenderedMarkdown img").all():
        assert image.evaluate("image => image.complete && image.naturalWidth") > 100
    assert audit(page, ".jp-OutputArea") == []
    screenshot(page, f"{Path(name).stem}_lab_1280")


def test_run_all_runs_this_checkout_and_fails_on_an_error(page: Any, lab: Server, workbook: Path) -> None:
    put(workbook, "wrong.ipynb", "import sys\n\nimport gamekit\n\nprint(gamekit.__file__, sys.executable)", "1 / 0")
    open_notebook(page, lab, "wrong.ipynb")
    with pytest.raises(AssertionError, match="ZeroDivisionError"):
        run_all(page)
    package, python = page.locator(".jp-OutputArea-output").first.inner_text().split()
    assert package == str(ROOT / "gamekit/__init__.py")
    assert Path(python).parent.samefile(Path(sys.executable).parent)


def in_sight(page: Page, what: Locator) -> Locator:
    """Something that is wholly within the notebook's panel, without anything done for it."""
    box, room = until(what.bounding_box, 30), page.locator(ROOM).first.bounding_box()  # it may just be made anew
    assert room
    assert room["y"] <= box["y"]
    assert box["y"] + box["height"] <= room["y"] + room["height"]
    return what


def stood(page: Page) -> tuple[int, int]:
    """The cell that one is at, and how far the notebook is scrolled."""
    at: int = page.evaluate("window.jupyterapp.shell.currentWidget.content.activeCellIndex")
    return at, page.locator(ROOM).first.evaluate("room => room.scrollTop")


def test_the_first_answer_takes_three_clicks_and_no_scrolling_and_run_all_stays_there(
    page: Any, lab: Server, workbook: Path
) -> None:
    """As ``make lab`` opens it, the list of files beside it: the picture, Run, and a block; while later cells run."""
    runs = (workbook / "running").exists
    open_notebook(page, lab, START)
    tell(page, LATE)
    page.evaluate(FILES_BESIDE)
    expect(page.locator(".jp-FileBrowser").first).to_be_visible()
    in_sight(page, page.get_by_text("This is a picture. Click here").first).click()
    page.get_by_role("button", name="Run this cell and advance").click()
    try:
        tell(page, BUSY, wait=False)
        wait_for_ink(page.locator(".gk-page canvas").first, 1_000, 60)
        number = in_sight(page, page.locator(".gk-number").first)
        expect(number).to_have_text("68.5%")
        block = in_sight(page, page.locator(f'.gk-target[aria-label="{BLOCK}"]'))
        box = block.bounding_box()
        until(runs)
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        expect(number).to_have_text("38.0%")
        assert runs()
    finally:
        (workbook / "enough").touch()
    until(lambda: not runs())
    in_sight(page, number)
    assert stood(page)[1] == 0
    idle(page)
    page.evaluate(FILES_BESIDE)  # as other tests have it
    page.locator(ROOM).first.evaluate("room => { room.scrollTop = 900; }")
    at = stood(page)
    runs_clean(page, START)
    settle(page)
    assert stood(page) == at


LINKS = sorted(set(re.findall(r"\]\(([^)\s#]+\.ipynb)#cell-id=([^)\s]+)\)", (ROOT / "notebooks" / START).read_text())))
HEIGHT = script("HEIGHT")


def stands_there(page: Page, place: str) -> None:
    """The heading that a link leads to is in sight, with something of what it is about."""
    title = re.compile(r"\W+".join(map(re.escape, place.split("-"))) + r"\W*$")  # a link has lost the signs
    heading = page.locator(".jp-RenderedMarkdown:visible").locator("h2", has_text=title).first
    heading.wait_for(timeout=90_000)
    seen: list[bool] = []

    def rests() -> bool:  # what is above it may still grow and push it out of sight
        seen.append(-0.01 <= heading.evaluate(HEIGHT) < 0.8)
        return len(seen) > 10 and all(seen[-10:])

    until(rests)


def test_links_lead_to_the_questions_of_a_notebook_in_jupyterlab(page: Any, lab: Server) -> None:
    """The first link opens the notebook, another one finds it open."""
    open_notebook(page, lab, START)
    first, *_, last = [link for link in LINKS if link[0] == "julius_caesar_decisions.ipynb"]
    for name, question in (first, last):
        page.locator("#jp-main-dock-panel .lm-TabBar-tab", has_text=START).click()
        page.locator(f'.jp-NotebookPanel:visible a[href*="{name}"][href$="#cell-id={question}"]').click()
        stands_there(page, question)


def answers(page: Page, seconds: float = 90) -> bool:
    """Whether the board hears a click on one of its blocks."""
    number = page.locator(".gk-number").first
    before = number.inner_text()
    page.mouse.click(*place(page, "Caesar: Caesar, A3, strength"))
    expect(number).not_to_have_text(before, timeout=seconds * 1000)
    return page.locator(".gk-lost").count() == 0


def says_so(page: Page) -> None:
    """A board that is lost is grey, says what to do, and hears nothing."""
    lost = page.locator(".gk-lost")
    expect(lost).to_be_visible(timeout=30_000)
    expect(lost).to_have_text(word("kit.lost", "en"))
    box = page.locator(".gk-page").first.bounding_box()
    assert box
    at = [box["x"] + 60, box["y"] + 60]
    assert page.evaluate("([x, y]) => document.elementFromPoint(x, y).className", at) == "gk-lost"
    assert page.evaluate("document.querySelector('.gk-page button').closest('[inert]') !== null")


def reload(page: Page) -> None:
    """Load the page again until its boards are back: where a kernel takes over two seconds to name its widgets,
    JupyterLab gives up on them, and a reader would load once more."""
    board, lost = page.locator(".gk-page canvas").first, page.get_by_text("Error displaying widget").first

    def back() -> bool:
        page.reload()
        until(lambda: board.is_visible() or lost.is_visible())
        return board.is_visible()

    until(back, seconds=240)


def test_the_next_day_a_board_is_live_with_its_kernel_says_when_it_is_lost_and_its_file_is_unchanged(
    page: Any, lab: Server, workbook: Path
) -> None:
    path, book = workbook / "next_day.ipynb", nbformat.read(workbook / START, as_version=4)
    del book.cells[2:]  # but the board with its picture
    nbformat.write(book, path)
    stored = path.read_bytes()
    open_notebook(page, lab, path.name)
    assert not page.evaluate(DIRTY)
    run_all(page)
    assert answers(page)
    page.evaluate("window.jupyterapp.commands.execute('docmanager:save')")
    until(lambda: not page.evaluate(DIRTY))
    assert path.read_bytes() == stored

    reload(page)  # the kernel lives: the board is live
    wait_for_ink(page.locator(".jp-Notebook canvas").first)
    assert answers(page)
    assert path.read_bytes() == stored

    # Its own program restarts the kernel, then another one; the cell brings the board back.
    page.evaluate(f"{KERNEL}.restart()")
    says_so(page)
    idle(page)  # it knows its widgets
    run_all(page)
    assert answers(page)
    # The kernel says once that it starts; JupyterLab may not hear it in time.
    page.evaluate(f"""() => {{
      const kernel = {KERNEL}, update = kernel._updateStatus.bind(kernel);
      kernel._updateStatus = status => status === 'starting' || update(status);
    }}""")
    lab.ask("POST", f"api/kernels/{page.evaluate(f'{KERNEL}.id')}/restart")

    def is_back() -> bool:
        """Run the cells; a reader would again, where the kernel took with it what it was asked for."""
        page.evaluate("() => { window.jupyterapp.commands.execute('notebook:run-all-cells'); }")  # is not waited for
        try:
            wait_for_ink(page.locator(".gk-page canvas").first, 1_000, 20)
            return answers(page, 10)
        except (AssertionError, Error):
            return False

    until(is_back, 150)
    expect(page.locator(".gk-page")).to_have_count(1)

    # It is shut down, and another one has the picture.
    page.evaluate("window.jupyterapp.commands.execute('kernelmenu:shutdown')")
    says_so(page)
    open_notebook(page, lab, path.name)
    expect(page.locator(".jp-Notebook img").first).to_be_visible(timeout=60_000)
    expect(page.get_by_text("model not found")).to_have_count(0)
    assert path.read_bytes() == stored
