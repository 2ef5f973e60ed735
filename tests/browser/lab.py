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

from tests.browser.page import settle, until

# Another notebook in place of those that are open, whose changes go; false where JupyterLab is not there.
OPENED = """async name => {
  const app = window.jupyterapp;
  if (!app || document.querySelector('.jp-Dialog')) return false;
  for (const open of [...app.shell.widgets('main')]) open.dispose();
  const panel = await app.commands.execute('docmanager:open', {path: name, factory: 'Notebook'});
  await panel.context.ready;
  await panel.sessionContext.ready;
  app.shell.activateById(panel.id);
  return true;
}"""
RAN = """() => {
  const cells = [...document.querySelectorAll(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-CodeCell")];
  const prompts = cells.map(cell => cell.querySelector(".jp-InputPrompt")?.textContent ?? "");
  const empty = cells.map(cell => !cell.querySelector(".cm-content")?.textContent.trim());
  return cells.length && prompts.every((prompt, n) => empty[n] || /\\[\\d+\\]/.test(prompt));
}"""
# What the kernel of the notebook in front says to a piece of code; nothing waits for it unless asked.
TOLD = """async ([code, wait]) => {
  const {kernel} = window.jupyterapp.shell.currentWidget.sessionContext.session;
  const asked = kernel.requestExecute({code, store_history: false});
  return wait ? (await asked.done).content : null;
}"""
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
# Give each board of the gallery its name, once all are there.
NAMED = """names => {
  const outputs = [...document.querySelectorAll('.jp-OutputArea-child')].filter(e => e.querySelector('.gk-page'));
  if (outputs.length !== names.length) return false;
  outputs.forEach((e, at) => { e.dataset.board = names[at]; });
  return true;
}"""


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
