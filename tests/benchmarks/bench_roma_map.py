"""The map of all 89 provinces in Chromium: from a click to the answer and the painted canvas, for looks and marches.

The clock is that of ``bench_boards``. Every place is looked at and marched to once afresh, what the board knows of a
place being worked out then, and twice more after the march was taken back."""

from __future__ import annotations

from statistics import median
from typing import Any

from playwright.sync_api import sync_playwright

from tests.benchmarks.bench_boards import ANSWERS, CLOCK, QUIET, Spent, opened, workbench
from tests.browser.conftest import FLAGS, ROOT
from tests.browser.lab import place, press
from tests.conftest import chromium

PLACES = ("Baetica", "Tarraconensis", "Lusitania", "Gallaecia", "Cantabria")  # where Hannibal may march at once
CELL = """from gamekit import roma_victrix as rv
from gamekit.roma_victrix.state import Enter
from gamekit.widgets.roma_victrix import MapBoard

players = {"Rome": "plain", "Aegyptus": "plain", "Seleucid": "plain", "Carthage": "person"}
board = MapBoard(players, seed=1, scenario="second_punic_war")
while not any(isinstance(each, Enter) for each in board.session.legal):
    mine = board.session.waits == "person"
    board.send(("do", str(rv.players.plain(board.table.view, board.session.legal))) if mine else ("through",))
board"""


def clicked(page: Any, spent: Spent, name: str) -> tuple[float, ...]:
    """ms of a click on a place: to the last change of the answer, to the last painting, the kernel's, the page's."""
    x, y = place(page, f"{name}, ", seconds=120)
    page.evaluate("() => Object.assign(window.gkClock, {start: 0, told: 0, painted: 0})")
    before = spent.now()
    page.mouse.click(x, y)
    told, painted = page.wait_for_function(QUIET, polling=50, timeout=30_000).json_value()
    return told, painted, *(after - one for one, after in zip(before, spent.now()))


def main(quick: bool = False) -> None:
    """Print the median and the worst of looks and marches, afresh and again; ``quick``: afresh only."""
    if not chromium():
        print("no Chromium here: nothing is measured")
        return
    with sync_playwright() as playwright, workbench(ROOT) as bench:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        page, lab, home = bench(browser)
        opened(page, lab, home, 0, CELL)
        spent = Spent(page, home)
        page.evaluate(CLOCK.replace("SELECTOR", ANSWERS))
        seen: dict[str, list[tuple[float, ...]]] = {}
        for again in ("afresh", "again", "again")[: 1 if quick else None]:
            for name in PLACES:
                seen.setdefault(f"a look, {again}", []).append(clicked(page, spent, name))
                seen.setdefault(f"a march, {again}", []).append(clicked(page, spent, name))
                press(page, "Undo")
        for what, rows in seen.items():
            middle, worst = ([f"{take(column):.0f}" for column in zip(*rows)] for take in (median, max))
            told = zip(("answer", "painted", "kernel", "page"), middle, worst)
            print(f"{what} ({len(rows)}), ms: " + ", ".join(f"{name} {mid} (worst {top})" for name, mid, top in told))
        browser.close()


if __name__ == "__main__":
    main()
