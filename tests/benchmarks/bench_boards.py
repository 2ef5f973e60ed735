"""From a click on a board to the answer and the painted canvas, in Chromium, against a bare round trip to the kernel.

The clock is the page's own: it starts when the mouse button goes up and stops at the last change of the large number
and at the last painting of the canvas. The peer is an empty button of ipywidgets with a label, in the same notebook."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import nbformat

from tests.browser.conftest import FLAGS, free_port, serve
from tests.browser.lab import MIDDLE, Server, open_notebook, run_all, settle, wait_for_ink
from tests.conftest import chromium

ROUNDS = 30
CLOCK = """() => {
  const clock = window.gkClock = {start: 0, told: 0, painted: 0};
  const paint = CanvasRenderingContext2D.prototype.drawImage;
  CanvasRenderingContext2D.prototype.drawImage = function (...all) {
    if (this.canvas.isConnected) clock.painted = performance.now();
    return paint.apply(this, all);
  };
  addEventListener('mouseup', () => { Object.assign(clock, {start: performance.now(), told: 0, painted: 0}); }, true);
  const told = document.querySelector('SELECTOR');
  new MutationObserver(() => { clock.told = performance.now(); })
    .observe(told, {childList: true, subtree: true, characterData: true});
}"""
QUIET = """kind => {
  const {start, told, painted} = window.gkClock, now = performance.now(), last = Math.max(told, painted);
  return start && told && (painted || kind === 'peer') && now - last > 250 ? [told - start, painted - start] : null;
}"""
PEER = """import ipywidgets

heard = ipywidgets.Label("0")
heard.add_class("gk-peer")
button = ipywidgets.Button(description="again")
button.on_click(lambda _: setattr(heard, "value", str(int(heard.value) + 1)))
ipywidgets.HBox([button, heard])"""
EIGHT = """from gamekit import julius_caesar as jc
from gamekit.widgets.julius_caesar import BattleBoard

caesar = jc.army("Caesar, Equitatus 1, Legio 8, Legio 10, Legio 13, Auxilia 1, Auxilia 3, Ballista", "Caesar")
pompey = jc.army("Pompey, Scipio, Legio 1, Legio 3, Legio 39, Equitatus 2, Elephant, Navis 3", "Pompey")
BattleBoard(jc.Battle(caesar, pompey))"""
BOARDS: list[tuple[str, str, str, str]] = [  # what, its cell, how the name of what is clicked begins, what undoes it
    ("battle board, 8 v 8, a block's strength", EIGHT, "Caesar: Legio 10", ""),
    ("city board of Aquileia, a henchman placed", "from gamekit.widgets.aquileia import CityBoard\n\n"
     "CityBoard({name: 'person' for name in ('Stefan', 'Walter', 'Giorgio', 'Kiko')}, seed='5')",
     "Arena 3, strength 2", "\u25c0"),
    ("combat board of Roma Victrix, a throw looked at", "from gamekit.widgets.roma_victrix import CombatBoard\n\n"
     "CombatBoard()", "{n} and 4: defender loses", ""),
    ("siege board of Roma Victrix, operations points", "from gamekit.widgets.roma_victrix import SiegeBoard\n\n"
     "SiegeBoard()", "{n} operations points", ""),
    ("game board of Caesar, a group taken in hand or let go", "from gamekit import caesar\nfrom gamekit.widgets.caesar "
     "import GameBoard\n\nstate, fights = caesar.ready_positions()['two_fights']\n"
     "GameBoard(('person', 'person'), state=state, fights=fights)", "c3", ""),
    ("duel board of Caesar, a group made larger", "from gamekit.widgets.caesar import DuelBoard\n\nDuelBoard()",
     "fight 1: Red", ""),
]  # fmt: skip


@contextmanager
def workbench() -> Iterator[tuple[Any, Server, Path]]:
    """A page, JupyterLab and the folder of its notebooks."""
    from playwright.sync_api import sync_playwright

    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        home, port, token = Path(folder), free_port(), secrets.token_urlsafe(16)
        where = (f"--ServerApp.root_dir={home}", "--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}")
        how = (f"--IdentityProvider.token={token}", "--no-browser", "--allow-root")
        server = serve("jupyterlab", home, *where, *how, port=port, token=token, ready="api/status")
        try:
            browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
            page = browser.new_page(viewport={"width": 1280, "height": 1000}, reduced_motion="reduce")
            yield page, next(server), home
            browser.close()
        finally:
            server.close()


def times(page: Any, kind: str, selector: str, click: Callable[[int], None]) -> tuple[float, float]:
    """Medians in ms from the click to the last change of the answer, and to the last painting."""
    page.evaluate(CLOCK.replace("SELECTOR", selector))
    seen = []
    for n in range(ROUNDS + 3):
        click(n)
        seen.append(page.wait_for_function(QUIET, arg=kind, timeout=30_000).json_value())
    return median(told for told, _ in seen[3:]), median(painted for _, painted in seen[3:])


def main() -> None:
    """Print medians and their ratio to the peer."""
    if not chromium():
        print("no Chromium here: nothing is measured")
        return
    with workbench() as (page, lab, home):
        metadata = {"kernelspec": {"name": "python3", "display_name": "3"}}
        for number, (what, cell, label, undo) in enumerate(BOARDS):
            cells = [nbformat.v4.new_code_cell(source) for source in (cell, PEER)]
            nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=metadata), home / f"board_{number}.ipynb")
            open_notebook(page, lab, f"board_{number}.ipynb")
            run_all(page)
            wait_for_ink(page.locator(".gk-page canvas").first, 10_000)
            page.wait_for_timeout(3000)  # exact chances and first charts follow by themselves

            def at(n: int, label: str = label, undo: str = undo) -> None:
                if undo and n:  # by its own click, which moves no mouse and is not timed
                    page.get_by_role("button", name=undo, exact=True).first.evaluate("button => button.click()")
                settle(page)
                page.mouse.click(*page.evaluate(MIDDLE, label.format(n=4 + n % 3)))

            told, painted = times(page, "board", ".gk-page .gk-main", at)
            again = page.get_by_role("button", name="again")
            again.scroll_into_view_if_needed()
            peer, _ = times(page, "peer", ".gk-peer", lambda _, again=again: again.click())
            print(f"{what}: answer {told:.0f} ms, painted {painted:.0f} ms  (aim: 100 ms)", end="")
            print(f"; a bare round trip {peer:.0f} ms, {max(told, painted) / peer:.1f}x")


if __name__ == "__main__":
    main()
