"""JupyterLab as the browser tests use it: a notebook is opened and run; one board of each kind of wiring stands in one
of them, beside one kernel, and a test borrows one."""

from __future__ import annotations

import json
import urllib.error
import urllib.request
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import nbformat
from playwright.sync_api import Locator, Page, expect

from tests.browser.page import script, settle, until

OPENED = script("OPENED")
RAN = script("RAN")
TOLD = script("TOLD")
SHOWN = ("battle", "campaign", "explore")  # all stand on the site, laid out by the same code
GALLERY = "gallery.ipynb"
GALLERY_OF = f"""from IPython.display import display
from gamekit import julius_caesar as jc
from gamekit.widgets.julius_caesar import BattleBoard, CampaignBoard
from tests.browser.toy import ToyBoard
from tests.widgets.boards import BOARDS

boards = {{name: BOARDS[name]("en") for name in {SHOWN}}} | {{"toy": ToyBoard()}}
first = {{name: board.table for name, board in boards.items()}}
for board in boards.values():
    display(board)


def lend(name, table=None):
    boards[name].table = table or first[name]
    boards[name].refresh()"""
# As where JupyterLab is slow and boards are many: anywidget gives up a model that has not begun within two seconds.
GIVEN_UP = "() => { const timeout = AbortSignal.timeout; AbortSignal.timeout = () => timeout.call(AbortSignal, 0); }"
NAMED = script("NAMED")


@dataclass(frozen=True, slots=True)
class Server:
    """A running server, JupyterLab's or the site's."""

    url: str
    token: str = ""

    def address(self, path: str) -> str:
        """The full address of a path, with the token where there is one."""
        return f"{self.url}/{path}" + (f"?token={self.token}" if self.token else "")

    def ask(self, method: str, path: str) -> Any:
        """What the server's interface answers."""
        request = urllib.request.Request(f"{self.url}/{path}", method=method)
        request.add_header("Authorization", f"token {self.token}")
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.loads(answer.read() or b"null")

    def answers(self, path: str) -> bool:
        """Whether the server is up."""
        try:
            with urllib.request.urlopen(self.address(path), timeout=5) as response:
                return bool(response.status == 200)
        except (urllib.error.URLError, OSError):
            return False


def put(workbook: Path, name: str, *sources: str) -> None:
    """Write a notebook with these cells."""
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    metadata = {"kernelspec": {"name": "python3", "display_name": "3"}}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=metadata), workbook / name)


def idle(page: Page, seconds: int = 120) -> None:
    """Wait until the kernel rests."""
    expect(page.locator("#jp-main-statusbar")).to_contain_text("| Idle", timeout=seconds * 1000)


def open_notebook(page: Page, lab: Server, name: str, seconds: int = 60) -> None:
    """Open a notebook in JupyterLab, close the list of files beside it, and wait for its kernel.

    Before there is a kernel, Run All asks which one. Where JupyterLab is on the page already it is not loaded again."""
    if not (page.url.startswith(f"{lab.url}/lab") and page.evaluate(OPENED, name)):
        page.goto(lab.address(f"lab/workspaces/{quote(Path(name).stem)}/tree/{quote(name)}") + "&reset")
        page.locator(".jp-NotebookPanel:visible").first.wait_for(timeout=seconds * 1000)
        files = page.locator(".jp-FileBrowser").first
        expect(files).to_be_visible()
        page.keyboard.press("Control+b")
        expect(files).to_be_hidden()
    idle(page, seconds)


def run_all(page: Page, seconds: int = 120) -> None:
    """Run all cells and wait until the last one is done; an error in any cell fails, and so does a warning."""
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    page.wait_for_function(RAN, timeout=seconds * 1000, polling=250)  # a page that paints nothing has no frames
    idle(page, seconds)
    for kind in ("error", "stderr"):
        output = page.locator(f'.jp-OutputArea-output[data-mime-type="application/vnd.jupyter.{kind}"]')
        assert output.count() == 0, output.first.inner_text()


def tell(page: Page, code: str, wait: bool = True) -> None:
    """Have the kernel of the notebook in front run some code."""
    said = page.evaluate(TOLD, [code, wait])
    assert not wait or said["status"] == "ok", said


def gallery(page: Page, lab: Server) -> dict[str, Locator]:
    """A board with a picture and charts, one with a map and files, one that opens others, and a toy, by name, in one
    notebook, as the last test left them."""
    names = [*SHOWN, "toy"]
    if page.locator("[data-board]").count() != len(names):
        open_notebook(page, lab, GALLERY)
        page.evaluate(GIVEN_UP)
        run_all(page)
        until(lambda: page.evaluate(NAMED, names), every=0.5)
    settle(page)
    return {name: page.locator(f'[data-board="{name}"] .gk-page').first for name in names}


def borrow(page: Page, lab: Server, name: str, table: str = "None") -> Locator:
    """A board of the gallery, folded in, as it was at first, or with a table that the kernel makes."""
    board = gallery(page, lab)[name]
    board.locator(".gk-fold").evaluate_all("folds => folds.forEach(fold => { fold.open = false; })")
    tell(page, f"lend({name!r}, {table})")
    board.evaluate("board => board.scrollIntoView({block: 'start'})")
    settle(page)
    return board
