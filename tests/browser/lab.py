"""What a browser test does again and again: open a notebook, run it, wait, look at pixels, keep a picture.

Nothing sleeps for a fixed time: ``until`` and Playwright's own waits poll."""

from __future__ import annotations

import json
import os
import time
import urllib.error
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

import axe_playwright_python
import nbformat
from playwright.sync_api import Error, Locator, Page, expect

from gamekit.web import build
from tests.widgets.boards import BOARDS

PICTURES = os.environ.get("GAMEKIT_PICTURES")  # a folder that keeps every screenshot; none are taken without it
INK = """canvas => {
  const [width, height] = [canvas.width, canvas.height];
  if (!width || !height) return 0;
  const pixels = canvas.getContext("2d").getImageData(0, 0, width, height).data;
  const [r, g, b, a] = pixels;
  let inked = 0;
  for (let i = 0; i < pixels.length; i += 4)
    if (pixels[i + 3] > 0 && (Math.abs(pixels[i] - r) + Math.abs(pixels[i + 1] - g) + Math.abs(pixels[i + 2] - b)
        + Math.abs(pixels[i + 3] - a) > 24)) inked++;
  return inked;
}"""


# What sticks out of a board's page, and which words are cut off: both are evaluated on ``.gk-page`` and should be [].
OUTSIDE = """page => {
  const edge = page.getBoundingClientRect();
  return [...page.querySelectorAll('h2, h3, b, button, select, label, input, canvas, span, td')]
    .filter(e => !e.closest('.gk-style') && e.getClientRects().length)
    .filter(e => {
      const box = e.getBoundingClientRect();
      return box.width && (box.right > edge.right + 1 || box.left < edge.left - 1);
    })
    .map(e => e.outerHTML.slice(0, 80));
}"""
CUT = """page => [...page.querySelectorAll('button.jupyter-button, .gk-copy, .gk-joints span, .gk-number, h2, h3')]
  .filter(e => e.getClientRects().length && getComputedStyle(e).display !== 'inline')
  .filter(e => e.scrollWidth > e.clientWidth + 1)
  .map(e => e.textContent)"""
# Words that do not fit where they stand, by the width of the text itself: scrollWidth says nothing of an ellipsis.
UNREADABLE = """page => {
  const pen = document.createElement('canvas').getContext('2d');
  const wide = (e, text, s = getComputedStyle(e)) => {
    const parts = e.tagName === 'SELECT' ? [] : [...e.children];
    if (parts.length && text === e.textContent)  // each in its own weight
      return [...e.childNodes].reduce((sum, node) => sum + (node.tagName ? wide(node, node.textContent) :
        wide({tagName: 'SELECT', textContent: ''}, node.textContent, s)), 0);
    pen.font = `${s.fontStyle} ${s.fontWeight} ${s.fontSize} ${s.fontFamily}`;
    pen.letterSpacing = s.letterSpacing === 'normal' ? '0px' : s.letterSpacing;
    return pen.measureText(text).width;
  };
  const room = (e, s = getComputedStyle(e)) =>
    e.getBoundingClientRect().width - ['paddingLeft', 'paddingRight', 'borderLeftWidth', 'borderRightWidth']
      .reduce((sum, side) => sum + parseFloat(s[side]), 0);
  const kinds = 'button:not(.gk-target), .widget-label, .gk-joints span, .gk-number, h2, h3, select';
  return [...page.querySelectorAll(kinds)]
    .filter(e => e.clientWidth > 1 && getComputedStyle(e).display !== 'inline')
    .map(e => [e, (e.tagName === 'SELECT' ? e.selectedOptions[0]?.textContent : e.textContent) ?? ''])
    .filter(([e, text]) => {
      const wraps = e.tagName !== 'SELECT' && getComputedStyle(e).whiteSpace === 'normal';
      const lines = !wraps ? [text] : /[\u3000-\u9fff]/.test(text) ? [] : text.split(/\\s+/);
      return lines.some(line => wide(e, line) > room(e) + 1);
    })
    .map(([e, text]) => `${text}: ${Math.ceil(wide(e, text))} px in ${Math.floor(room(e))}`);
}"""
MIDDLE = """(within, label) => {
  const found = [...within.querySelectorAll('.gk-target')].find(e => e.getAttribute('aria-label')?.startsWith(label));
  if (!found) return null;
  const answer = found.closest('.gk-page')?.querySelector('.gk-top')?.getBoundingClientRect().bottom ?? 0;
  // clear of bars above and below, and of the answer that stays in sight
  const seen = box => box.top >= Math.max(100, answer) && box.bottom <= window.innerHeight - 40;
  if (!seen(found.getBoundingClientRect())) found.scrollIntoView({block: 'center', inline: 'nearest'});
  const box = found.getBoundingClientRect();
  return box.width ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}"""
# Until the kernel has done what it was asked for and the boards have not changed for a while since: what a click is
# aimed at may else move on under the pointer, or be set again by what the kernel has still to say.
SETTLED = """async quiet => {
  const app = window.jupyterapp, end = performance.now() + 100 * quiet;
  const kernel = app?.widgetManagerPromise ? (await app.widgetManagerPromise.promise)?.kernel
    : app?.shell.currentWidget?.sessionContext?.session?.kernel;
  // A page in the background is never idle, and a kernel that goes answers nothing: at most 5 s each.
  const within = (wait, ms = 5000) => Promise.race([wait, new Promise(resolve => setTimeout(resolve, ms))]);
  const moved = () => new Promise(resolve => {
    let changes = 0;
    const observer = new MutationObserver(() => { changes++; });
    for (const page of document.querySelectorAll('.gk-page'))
      observer.observe(page, {subtree: true, childList: true, attributes: true, characterData: true});
    const done = () => { observer.disconnect(); resolve(changes > 0); };
    // Idle twice with a frame between: on a busy machine a while may pass in which the page could do nothing. A page
    // that paints nothing may not be called idle for seconds, and is asked like any other task after a while.
    const idle = then => requestIdleCallback(then, {timeout: quiet});
    setTimeout(() => idle(() => requestAnimationFrame(() => idle(done))), quiet);
    setTimeout(done, 5000);
  });
  do {
    if (kernel) await within(kernel.requestKernelInfo());  // what is asked last is answered last
  } while (await moved() && performance.now() < end);
}"""
QUIET = 100  # milliseconds
CLICKED = """e => {
  e.clicked = false;
  e.addEventListener('click', () => { e.clicked = true; }, {once: true, capture: true});
}"""


# What lies lower on its board than the notebook's panel is high.
OFF_SCREEN = """controls => {
  const box = e => e.getBoundingClientRect(), board = e => e.closest('[data-board]').querySelector('.gk-page');
  board(controls[0]).scrollIntoView({block: 'start'});  // what is above it may have grown since
  const sheet = [...document.querySelectorAll('.jp-WindowedPanel-outer')].find(e => e.offsetParent);
  const room = box(document.querySelector('#jp-main-statusbar')).top - box(sheet).top;
  return controls.filter(e => e.getClientRects().length && box(e).bottom - box(board(e)).top > room)
    .map(e => e.outerHTML.slice(0, 120));
}"""


AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
FOUND = """async within => {
  const {violations} = await axe.run(within, {resultTypes: ['violations']});
  return violations.filter(one => ['serious', 'critical'].includes(one.impact))
    .flatMap(one => one.nodes.map(node => `${one.id}: ${node.html.slice(0, 160)}`));
}"""

# Whether a page was loaded again: JupyterLab then opens at its leisure what was open, in front of what a test opens.
RELOADED = "() => performance.getEntriesByType('navigation')[0]?.type === 'reload'"
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
GALLERY = "gallery.ipynb"
GALLERY_OF = """from IPython.display import display
from tests.widgets.boards import BOARDS

for name, language in {boards!r}:
    display(BOARDS[name](language))"""
LACKING = sorted(BOARDS.keys() - {board.kind for board in build.BOARDS})  # on the site
SHOWN = {name: (name, "en") for name in BOARDS} | {f"{name} in Japanese": (name, "ja") for name in LACKING}
# Give each board of the gallery its name, once all are there.
NAMED = """names => {
  const outputs = [...document.querySelectorAll('.jp-OutputArea-child')].filter(e => e.querySelector('.gk-page'));
  if (outputs.length !== names.length) return false;
  outputs.forEach((e, at) => { e.dataset.board = names[at]; });
  return true;
}"""
AT = "name => window.jupyterapp?.shell.currentWidget?.context?.path === name"
# Other cells in place of the notebook's; its kernel stays.
CELLS = """sources => {
  const held = window.jupyterapp.shell.currentWidget.content.model.sharedModel;
  held.transact(() => {
    held.deleteCellRange(0, held.cells.length);
    held.insertCells(0, sources.map(source => ({cell_type: 'code', source, metadata: {}, outputs: []})));
  });
}"""


@dataclass(frozen=True, slots=True)
class Server:
    """A running JupyterLab."""

    url: str
    token: str

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


def until(ready: Callable[[], Any], seconds: float = 180, every: float = 0.1, why: Callable[[], str] = str) -> Any:
    """Poll until ``ready()`` is truthy and return it; AssertionError, saying ``why()``, when time is up."""
    end = time.monotonic() + seconds
    while not (found := ready()):
        assert time.monotonic() < end, f"not ready within {seconds} seconds. {why()}"
        time.sleep(every)
    return found


def open_notebook(page: Page, lab: Server, name: str, seconds: int = 60) -> None:
    """Open a notebook in JupyterLab, close the list of files beside it, and wait for its kernel.

    Before there is a kernel, Run All asks which one. Where JupyterLab is on the page already it is not loaded again."""
    if page.url.startswith(f"{lab.url}/lab") and page.evaluate(OPENED, name):
        expect(page.locator("#jp-main-statusbar")).to_contain_text("| Idle", timeout=seconds * 1000)
        return
    page.goto(lab.address(f"lab/workspaces/{quote(Path(name).stem)}/tree/{quote(name)}") + "&reset")
    page.locator(".jp-NotebookPanel:visible").first.wait_for(timeout=seconds * 1000)
    files = page.locator(".jp-FileBrowser").first
    expect(files).to_be_visible()
    page.keyboard.press("Control+b")
    expect(files).to_be_hidden()
    expect(page.locator("#jp-main-statusbar")).to_contain_text("| Idle", timeout=seconds * 1000)


def run_all(page: Page, seconds: int = 120) -> None:
    """Run all cells and wait until the last one is done; an error in any cell fails."""
    page.get_by_role("menuitem", name="Run", exact=True).click()
    page.get_by_role("menuitem", name="Run All Cells", exact=True).click()
    # Every code cell has its number, none shows a star, and the kernel rests.
    page.wait_for_function(
        """() => {
          const cells = [...document.querySelectorAll(".jp-NotebookPanel:not(.lm-mod-hidden) .jp-CodeCell")];
          const prompts = cells.map(cell => cell.querySelector(".jp-InputPrompt")?.textContent ?? "");
          const empty = cells.map(cell => !cell.querySelector(".cm-content")?.textContent.trim());
          return cells.length && prompts.every((prompt, n) => empty[n] || /\\[\\d+\\]/.test(prompt));
        }""",
        timeout=seconds * 1000,
        polling=250,  # by frames a page that paints nothing would not be asked
    )
    expect(page.locator("#jp-main-statusbar")).to_contain_text("| Idle", timeout=seconds * 1000)
    for kind in ("error", "stderr"):  # a warning is not clean either
        output = page.locator(f'.jp-OutputArea-output[data-mime-type="application/vnd.jupyter.{kind}"]')
        assert output.count() == 0, output.first.inner_text()


def place(within: Page | Locator, label: str, seconds: float = 60) -> tuple[float, float]:
    """The middle in the window of what a board, or the first one, names so, or begins to, scrolled into view.

    A redraw makes the board's targets anew, so it is looked up in one step, and again until it lies still."""
    page, board = (within, within.locator("body")) if isinstance(within, Page) else (within.page, within)
    settle(page)
    seen: list[Any] = []

    def still() -> bool:
        seen.append(board.evaluate(MIDDLE, label))
        return seen[-1] is not None and seen[-1:] == seen[-2:-1]

    until(still, seconds)
    x, y = seen[-1]
    return x, y


def settle(page: Page) -> None:
    """Wait until the boards on the page have come to rest; a page behind another one never does."""
    page.bring_to_front()
    page.evaluate(SETTLED, QUIET)


def click(within: Page | Locator, label: str) -> None:
    """Click the middle of what a board, or the first one, names so."""
    page = within if isinstance(within, Page) else within.page
    page.mouse.click(*place(within, label))


def push(button: Locator, key: str = "") -> None:
    """Click a button, or press a key on it, once it can be pressed.

    A click that never comes, because the button moved on between the mouse's down and up, is made again."""
    expect(button).to_be_enabled()
    settle(button.page)
    reason = ""

    def clicked() -> bool:
        nonlocal reason
        handle = button.element_handle()
        handle.evaluate(CLICKED)
        try:
            handle.press(key, timeout=5_000) if key else handle.click(timeout=5_000)
        except Error as error:  # it was made anew in between, or something lies over it
            reason = str(error)
        return bool(handle.evaluate("e => e.clicked"))

    until(clicked, 30, why=lambda: reason)


def choose(list_: Locator, value: str | None = None, **how: Any) -> None:
    """Choose in a list, once the board has come to rest: it may be about to set the list itself."""
    settle(list_.page)
    list_.select_option(value, **how)


def press(page: Page, name: str, key: str = "Enter") -> None:
    """Press a key on the button of this name."""
    push(page.get_by_role("button", name=name, exact=True), key)


def put(workbook: Path, name: str, *sources: str) -> str:
    """Write a notebook with these cells; its file's name."""
    cells = [nbformat.v4.new_code_cell(source) for source in sources]
    metadata = {"kernelspec": {"name": "python3", "display_name": "3"}}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=metadata), workbook / f"{name}.ipynb")
    return f"{name}.ipynb"


def opened(page: Page, lab: Server, name: str) -> Locator:
    """Open a notebook in JupyterLab and run it; its boards, the first one painted."""
    open_notebook(page, lab, name)
    run_all(page)
    boards = page.locator(".gk-page")
    wait_for_ink(boards.locator("canvas:visible").first, 10_000)
    return boards


def shown(page: Page, lab: Server, *sources: str) -> Locator:
    """Run these cells in the one notebook whose kernel all tests share; their boards, the first one painted."""
    if not page.evaluate(AT, GALLERY):
        open_notebook(page, lab, GALLERY)
    page.evaluate(CELLS, list(sources))
    run_all(page)
    boards = page.locator(".gk-page")
    picture = boards.locator("canvas:visible, .gk-panel img:visible, .gk-panel svg:visible").first
    picture.wait_for(timeout=30_000)
    until(lambda: picture.evaluate(f"e => e.tagName !== 'CANVAS' || ({INK})(e) > 1000"), 30)
    return boards


def gallery(page: Page, lab: Server) -> dict[str, Locator]:
    """All boards that ``tests.widgets.boards`` lists, by name, in one notebook, as the last test left them; those that
    the site lacks in Japanese too, the others are looked at there, laid out by the same code."""
    if page.locator("[data-board]").count() != len(SHOWN):
        shown(page, lab, GALLERY_OF.format(boards=list(SHOWN.values())))
        until(lambda: page.evaluate(NAMED, list(SHOWN)), every=0.5)
    settle(page)
    return {name: page.locator(f'[data-board="{name}"] .gk-page').first for name in SHOWN}


def faults(boards: Locator, *checks: str) -> list[str]:
    """What these checks, each evaluated on a board, find on boards, with their names."""
    found = ", ".join(f"...({check})(board)" for check in checks)
    name = "board.closest('[data-board]')?.dataset.board"
    every = f"boards => boards.flatMap(board => [{found}].map(one => `${{{name}}}: ${{one}}`))"
    answer: list[str] = boards.evaluate_all(every)
    return answer


def off_screen(controls: Locator) -> list[str]:
    """Those of a board of the gallery that are out of sight in JupyterLab while its top, scrolled to, is in sight."""
    found: list[str] = controls.evaluate_all(OFF_SCREEN)
    return found


def unfold(board: Locator, name: str) -> Locator:
    """What a line of this name under the answer opens, once it is open."""
    folded = board.locator(".gk-fold", has=board.page.locator("summary", has_text=name)).first
    if folded.get_attribute("open") is None:
        push(folded.locator("summary"))
    return folded


def reload(page: Page) -> None:
    """Load the page again until its boards are back: where a kernel takes over two seconds to name its widgets,
    JupyterLab gives up on them, and a reader would load once more."""
    board, lost = page.locator(".gk-page canvas").first, page.get_by_text("Error displaying widget").first

    def back() -> bool:
        page.reload()
        until(lambda: board.is_visible() or lost.is_visible())
        return board.is_visible()

    until(back, seconds=240)


def audit(page: Page, within: str) -> list[str]:
    """The serious and critical violations within what a selector finds."""
    page.evaluate(AXE)
    found: list[str] = page.evaluate(FOUND, within)
    return found


def inked(canvas: Locator) -> int:
    """How many pixels of a canvas differ from its top left corner: 0 means blank."""
    found: int = canvas.evaluate(INK)
    return found


def wait_for_ink(canvas: Locator, least: int = 100, seconds: float = 30) -> int:
    """Wait until a canvas is painted."""
    canvas.wait_for(timeout=seconds * 1000)
    return int(until(lambda: (count := inked(canvas)) >= least and count, seconds))


def screenshot(target: Page | Locator, name: str) -> None:
    """Keep the picture of a page or a part of it in GAMEKIT_PICTURES, for people to look at, where that is set."""
    if PICTURES:
        folder = Path(PICTURES)
        folder.mkdir(parents=True, exist_ok=True)
        target.screenshot(animations="disabled", path=folder / f"{name}.png")
