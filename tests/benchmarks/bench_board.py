"""From a click on a board to the answer and the painted canvas, in Chromium, against a bare round trip.

The clock is the page's own: it starts when the mouse button goes up and stops at the last change of the answer, of
what stands under or beside the board, and at the last painting of the canvas; charts that follow are not waited for.
The peer is an empty button of ipywidgets with a label, in the same notebook. On a busy machine these times say more of
the machine than of the boards, so beside them stands the processor time that a click costs the kernel and the page."""

from __future__ import annotations

import secrets
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from tests.browser.conftest import FLAGS, free_port, serve
from tests.browser.lab import Server, open_notebook, put, run_all
from tests.browser.page import place, wait_for_ink
from tests.conftest import chromium

ANSWERS = ".gk-page > .gk-top, .gk-page .gk-main, .gk-page .gk-side, .gk-page .gk-strip"
WARM, ROUNDS, TURNS = 3, 10, 3  # clicks that are not counted, clicks per turn, turns
AIM = 100  # ms between the pointer's coming and the click
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
QUIET = """() => {
  const {start, told, painted} = window.gkClock, now = performance.now(), last = Math.max(told, painted);
  const quiet = now - last > (told ? 250 : 2000);  // some clicks change the picture alone
  // what changes the answer alone paints nothing
  return start && last && quiet ? [(told || painted) - start, (painted || told) - start] : null;
}"""
PEER = """import os
from pathlib import Path

import ipywidgets

Path("kernel").write_text(str(os.getpid()))

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
ONE = "from gamekit.widgets.{0} import {1}\n\n{1}({2})"
FIGHTS = "from gamekit import caesar\n\nstate, fights = caesar.example_positions()['two_fights']\n"
GAME = ONE.format("caesar", "GameBoard", "('person', 'person'), state=state, fights=fights")
BOARDS = {  # by what is done: the cell, and how the name of what is clicked begins
    "battle board, 8 v 8, a block's strength": (EIGHT, "Caesar: Legio 10"),
    "siege board, operations points": (ONE.format("roma_victrix", "SiegeBoard", ""), "{n} operations points"),
    "campaign board, a place looked at": (ONE.format("julius_caesar", "CampaignBoard", "seed=49"), ""),
    "combat board, a throw looked at": (ONE.format("roma_victrix", "CombatBoard", ""), "{n} and 4: "),
    "duel board, a group made larger": (ONE.format("caesar", "DuelBoard", ""), "fight 1: Red"),
    "game of Caesar, a group taken in hand": (FIGHTS + GAME, "c3"),
}


@contextmanager
def workbench() -> Iterator[tuple[Server, Path]]:
    """Yield JupyterLab and the folder of its notebooks."""
    with TemporaryDirectory() as folder:
        home, port, token = Path(folder), free_port(), secrets.token_urlsafe(16)
        where = (f"--ServerApp.root_dir={home}", "--ServerApp.ip=127.0.0.1", f"--ServerApp.port={port}")
        how = (f"--IdentityProvider.token={token}", "--no-browser", "--allow-root")
        server = serve("jupyterlab", home, *where, *how, port=port, token=token, ready="api/status")
        try:
            yield next(server), home
        finally:
            server.close()


class Spent:
    """Milliseconds of processor time that the kernel and the page have used so far."""

    def __init__(self, page: Any, home: Path) -> None:
        self.kernel = Path("/proc") / (home / "kernel").read_text() / "task"
        self.page = page.context.new_cdp_session(page)
        self.page.send("Performance.enable", {"timeDomain": "threadTicks"})

    def now(self) -> tuple[float, float]:
        threads = 0
        for one in self.kernel.iterdir():
            with suppress(FileNotFoundError, ProcessLookupError):  # a thread that has ended since it was listed
                threads += int((one / "schedstat").read_text().split()[0])
        found = self.page.send("Performance.getMetrics")["metrics"]
        script = next(one["value"] for one in found if one["name"] == "ScriptDuration")
        layout = sum(one["value"] for one in found if one["name"] in ("LayoutDuration", "RecalcStyleDuration"))
        return threads / 1e6, 1e3 * (script + layout)


def times(page: Any, selector: str, spent: Spent, click: Callable[[], Any], rounds: int) -> tuple[float, ...]:
    """Medians in ms of so many clicks: to the last change of the answer, to the last painting, and the processor time
    of the kernel and of the page. ``click()`` makes ready and answers with what is timed."""
    page.evaluate(CLOCK.replace("SELECTOR", selector))
    seen = []
    for _ in range(WARM + rounds):
        pressed = click()
        before = spent.now()
        pressed()
        told, painted = page.wait_for_function(QUIET, polling=50, timeout=30_000).json_value()
        kernel, drawn = (after - one for one, after in zip(before, spent.now()))
        seen.append((told, painted, kernel, drawn))
    return tuple(map(median, zip(*seen[WARM:])))


def opened(page: Any, lab: Server, home: Path, number: int, cell: str) -> None:
    """A notebook with the peer and a board in one cell, so that neither is put away while the other is used; run."""
    put(home, f"board_{number}.ipynb", f"{PEER}\n{cell}")
    open_notebook(page, lab, f"board_{number}.ipynb")
    run_all(page)
    wait_for_ink(page.locator(".gk-page canvas:visible").first, 10_000)
    page.wait_for_timeout(3000)  # exact chances and first charts follow by themselves


def measured(page: Any, home: Path, label: str, clicks: Iterator[int], rounds: int) -> tuple[float, ...]:
    """Medians of a turn: those of so many clicks on the board, then those of a bare round trip. ``clicks`` counts on
    from turn to turn: the same click twice would change nothing the second time."""

    def at() -> Callable[[], None]:
        n = next(clicks)
        said = label or PLACES[n % len(PLACES)]
        x, y = place(page, said.format(n=4 + n % 3), seconds=120)
        page.mouse.move(x, y)
        page.wait_for_timeout(AIM)  # a hand is there before it presses: what follows the pointer is done by then
        return lambda: page.mouse.click(x, y)

    spent = Spent(page, home)
    board = times(page, ANSWERS, spent, at, rounds)
    again = page.get_by_role("button", name="again")
    again.scroll_into_view_if_needed()
    return *board, *times(page, ".gk-peer", spent, lambda: again.click, rounds)


def main(*words: str, quick: bool = False) -> None:
    """Print medians and their ratio to the peer, of the boards named, by default of all; ``quick``: the first, once."""
    if not chromium():
        print("no Chromium here: nothing is measured")
        return
    from playwright.sync_api import sync_playwright

    with workbench() as (lab, home), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for number, (what, (cell, label)) in enumerate(list(BOARDS.items())[: 1 if quick else None]):
            if words and not any(word in what for word in words):
                continue
            page = browser.new_page(viewport=VIEW, reduced_motion="reduce")
            opened(page, lab, home, number, cell)
            clicks = count()
            rounds, repeated = (1, 1) if quick else (ROUNDS, TURNS)
            turns = [measured(page, home, label, clicks, rounds) for _ in range(repeated)]
            answer, painted, kernel, drawn, peer, _, bare_kernel, bare_drawn = map(median, zip(*turns))
            print(f"{what}: answer {answer:.0f} ms, painted {painted:.0f} ms", end="")
            print(f"; a bare round trip {peer:.0f} ms, {max(answer, painted) / peer:.1f}x", end="")
            print(f"; processor: kernel {kernel:.0f} ms, page {drawn:.0f} ms", end="")
            print(f" (bare {bare_kernel:.0f} and {bare_drawn:.0f})", flush=True)
            page.close()
        browser.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
