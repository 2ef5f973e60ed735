"""From a click on a board to the answer and the painted canvas, in Chromium, before and after, against a round trip.

The boards of this checkout and of revision ``BEFORE`` (or ``GAMEKIT_BEFORE``) are measured in turns, in one run.
The clock is the page's own: it starts when the mouse button goes up and stops at the last change of the answer, of
what stands under or beside the board, and at the last painting of the canvas; charts that follow are not waited for.
The peer is an empty button of ipywidgets with a label, in the same notebook."""

from __future__ import annotations

import os
import re
import secrets
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import nbformat

from tests.browser.conftest import FLAGS, ROOT, free_port, serve
from tests.browser.lab import Server, open_notebook, place, run_all, wait_for_ink
from tests.conftest import chromium

BEFORE = os.environ.get("GAMEKIT_BEFORE", "6048ebe")  # the last revision before the boards moved onto one kit
ANSWERS = ".gk-page > .gk-top, .gk-page .gk-main, .gk-page .gk-side, .gk-page .gk-strip"
ROUNDS, TURNS = 10, 3  # clicks a turn, turns of each revision
CLOCK = """() => {
  const clock = window.gkClock = {start: 0, told: 0, painted: 0};
  const paint = CanvasRenderingContext2D.prototype.drawImage;
  CanvasRenderingContext2D.prototype.drawImage = function (...all) {
    if (this.canvas.isConnected) clock.painted = performance.now();
    return paint.apply(this, all);
  };
  addEventListener('mouseup', () => { Object.assign(clock, {start: performance.now(), told: 0, painted: 0}); }, true);
  const found = [...document.querySelectorAll('SELECTOR')].filter(e => e.offsetParent);  // those shown
  for (const told of found.length ? found : document.querySelectorAll('.gk-page'))
    new MutationObserver(() => { clock.told = performance.now(); })
      .observe(told, {childList: true, subtree: true, characterData: true});
}"""
QUIET = """kind => {
  const {start, told, painted} = window.gkClock, now = performance.now(), last = Math.max(told, painted);
  const quiet = now - last > (told ? 250 : 2000);  // some clicks change the picture alone
  return start && last && (painted || kind === 'peer') && quiet ? [(told || painted) - start, painted - start] : null;
}"""
PEER = """import ipywidgets

heard = ipywidgets.Label("0")
heard.add_class("gk-peer")
button = ipywidgets.Button(description="again")
button.on_click(lambda _: setattr(heard, "value", str(int(heard.value) + 1)))
display(ipywidgets.HBox([button, heard]))"""
EIGHT = """from gamekit import julius_caesar as jc
from gamekit.widgets.julius_caesar import BattleBoard

caesar = jc.army("Caesar, Equitatus 1, Legio 8, Legio 10, Legio 13, Auxilia 1, Auxilia 3, Ballista", "Caesar")
pompey = jc.army("Pompey, Scipio, Legio 1, Legio 3, Legio 39, Equitatus 2, Elephant, Navis 3", "Pompey")
BattleBoard(jc.Battle(caesar, pompey))"""
VIEW = {"width": 1280, "height": 1000}
PLACES = ("Genua", "Ravenna", "Massilia")  # looked at in turn
BOARDS: list[tuple[str, str, str, str]] = [  # what, its cell, how the name of what is clicked begins, what undoes it
    ("battle board, 8 v 8, a block's strength", EIGHT, "Caesar: Legio 10", ""),
    ("city board of Aquileia, a henchman placed", "from gamekit.widgets.aquileia import CityBoard\n\n"
     "board = CityBoard({name: 'person' for name in ('Stefan', 'Walter', 'Giorgio', 'Kiko')}, seed='5')\n"
     "for message in [('accept',), ('open', True)] if hasattr(board, 'send') else []:\n    board.send(message)\nboard",
     "Arena 3, strength 2", "^(\u25c0|Undo)$"),
    ("combat board of Roma Victrix, a throw looked at", "from gamekit.widgets.roma_victrix import CombatBoard\n\n"
     "CombatBoard()", "{n} and 4: defender loses", ""),
    ("siege board of Roma Victrix, operations points", "from gamekit.widgets.roma_victrix import SiegeBoard\n\n"
     "SiegeBoard()", "{n} operations points", ""),
    ("game board of Caesar, a group taken in hand or let go", "from gamekit import caesar\nfrom gamekit.widgets.caesar "
     "import GameBoard\n\nstate, fights = caesar.ready_positions()['two_fights']\n"
     "GameBoard(('person', 'person'), state=state, fights=fights)", "c3", ""),
    ("campaign board of Julius Caesar, a place looked at", "from gamekit import julius_caesar as jc\nfrom gamekit."
     "widgets.julius_caesar import CampaignBoard\n\nCampaignBoard(seed=49)", "", ""),
    ("duel board of Caesar, a group made larger", "from gamekit.widgets.caesar import DuelBoard\n\nDuelBoard()",
     "fight 1: Red", ""),
]  # fmt: skip


@contextmanager
def workbench(root: Path) -> Iterator[Callable[[Any], tuple[Any, Server, Path]]]:
    """JupyterLab with a checkout's gamekit, and the folder of its notebooks."""
    with TemporaryDirectory() as folder:
        home, port, token = Path(folder), free_port(), secrets.token_urlsafe(16)
        where = (f"--ServerApp.root_dir={home}", "--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}")
        how = (f"--IdentityProvider.token={token}", "--no-browser", "--allow-root")
        server = serve("jupyterlab", home, *where, *how, port=port, token=token, ready="api/status", root=root)
        try:
            running = next(server)
            yield lambda browser: (browser.new_page(viewport=VIEW, reduced_motion="reduce"), running, home)
        finally:
            server.close()


@contextmanager
def checkout(revision: str) -> Iterator[Path | None]:
    """A worktree of a revision for a while; None where there is no such revision."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "before"
        done = subprocess.run(["git", "worktree", "add", "--detach", path, revision], cwd=ROOT, capture_output=True)
        try:
            yield path if done.returncode == 0 else None
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", path], cwd=ROOT, capture_output=True)


def times(page: Any, kind: str, selector: str, click: Callable[[int], None]) -> tuple[float, float]:
    """Medians in ms from the click to the last change of the answer, and to the last painting."""
    page.evaluate(CLOCK.replace("SELECTOR", selector))
    seen = []
    for n in range(ROUNDS + 3):
        click(n)
        seen.append(page.wait_for_function(QUIET, arg=kind, timeout=30_000).json_value())
    return median(told for told, _ in seen[3:]), median(painted for _, painted in seen[3:])


def opened(page: Any, lab: Server, home: Path, number: int, cell: str) -> None:
    """A notebook with the peer and a board in one cell, so that neither is put away while the other is used; run."""
    cells = [nbformat.v4.new_code_cell(f"{PEER}\n{cell}")]
    metadata = {"kernelspec": {"name": "python3", "display_name": "3"}}
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=metadata), home / f"board_{number}.ipynb")
    open_notebook(page, lab, f"board_{number}.ipynb")
    run_all(page)
    wait_for_ink(page.locator(".gk-page canvas:visible").first, 10_000)
    page.wait_for_timeout(3000)  # exact chances and first charts follow by themselves


def measured(page: Any, label: str, undo: str) -> tuple[float, float, float]:
    """Medians of a turn: to the answer, to the painted canvas, and of a bare round trip."""

    def at(n: int) -> None:
        if undo and n:  # by its own click, which moves no mouse and is not timed
            page.get_by_role("button", name=re.compile(undo)).first.evaluate("button => button.click()")
        said = label or PLACES[n % len(PLACES)]
        page.mouse.click(*place(page, said.format(n=4 + n % 3)))

    told, painted = times(page, "board", ANSWERS, at)
    again = page.get_by_role("button", name="again")
    again.scroll_into_view_if_needed()
    peer, _ = times(page, "peer", ".gk-peer", lambda _: again.click())
    return told, painted, peer


def main(*words: str) -> None:
    """Print medians and their ratio to the peer, of the revision before and of this checkout; of the boards named."""
    if not chromium():
        print("no Chromium here: nothing is measured")
        return
    from playwright.sync_api import sync_playwright

    with ExitStack() as stack:
        before = stack.enter_context(checkout(BEFORE))
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        benches = [stack.enter_context(workbench(root)) for root in (before, ROOT) if root]
        chosen = [board for board in BOARDS if not words or any(word in board[0] for word in words)]
        for number, (what, cell, label, undo) in enumerate(chosen):
            pages = [bench(browser) for bench in benches]
            for page, lab, home in pages:
                opened(page, lab, home, number, cell)
            turns: list[list[tuple[float, float, float]]] = [[] for _ in pages]
            for _ in range(TURNS):
                for (page, _, _), seen in zip(pages, turns):
                    page.bring_to_front()
                    seen.append(measured(page, label, undo))
            for name, seen in zip(("before", "after")[-len(pages) :], turns):
                told, painted, peer = (median(column) for column in zip(*seen))
                print(f"{what}, {name}: answer {told:.0f} ms, painted {painted:.0f} ms", end="")
                print(f"; a bare round trip {peer:.0f} ms, {max(told, painted) / peer:.1f}x", flush=True)
            for page, _, _ in pages:
                page.close()
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
