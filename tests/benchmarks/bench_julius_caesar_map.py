"""The campaign map in Chromium: from a click to the last painting of the canvas, all 63 blocks on the map.

Clicks look at a city, move a block and take it back; each redraws what lies on the map and changes the page below it.
The clock and the peer, a bare round trip to the kernel, are those of ``bench_boards``."""

from __future__ import annotations

import re
from statistics import median
from typing import Any

from playwright.sync_api import sync_playwright

from tests.benchmarks.bench_boards import ANSWERS, CLOCK, QUIET, Spent, opened, times, workbench
from tests.browser.conftest import FLAGS, ROOT
from tests.browser.lab import place
from tests.conftest import chromium

ROUNDS = 12  # of four clicks
CELL = """import json
from gamekit import julius_caesar as jc
from gamekit.storage.record import Record
from gamekit.widgets.julius_caesar import CampaignBoard

start = json.loads(jc.to_json(jc.initial_state()))
homes = {side: [piece["place"] for name, piece in start["blocks"].items()
                if name.startswith(side) and piece["place"] != "pool"] for side in ("Caesar", "Pompey")}
ports = {"Caesar": "Massilia", "Pompey": "Alexandria"}
for number, (name, piece) in enumerate(start["blocks"].items()):
    side, _, short = name.partition(":")
    if piece["place"] == "pool":
        piece["place"] = ports[side] if short.startswith("Navis") else homes[side][number % len(homes[side])]
        piece["strength"] = jc.BLOCKS[side, short].track[0]
start |= {"phase": "move", "player": "Caesar", "player1": "Caesar", "in_force": {"Caesar": "4/1", "Pompey": "2/2"}}
start |= {"played": {"Caesar": ["4/1"], "Pompey": ["2/2"]}, "command": {"moves": 4, "levies": 1}}
start["hands"] = {"Caesar": ["3/1", "2/3", "2/2", "1/2"], "Pompey": ["3/2", "2/1", "2/3", "Mars"]}
position = jc.to_json(jc.from_json(json.dumps(start)))
people = {"Caesar": "person", "Pompey": "person"}
CampaignBoard(Record(jc, start=position), players=people, open_=OPEN)"""


def measured(page: Any, spent: Spent, rounds: int) -> list[tuple[str, float]]:
    """What was clicked, and the ms to the last painting."""
    page.evaluate(CLOCK.replace("SELECTOR", ANSWERS))
    seen = []
    for _ in range(rounds + 1):
        for what, label in (("look", "Ravenna"), ("move", "Asculum"), ("undo", ""), ("look", "Genua")):
            if label:
                x, y = place(page, label, seconds=120)
                page.evaluate("() => Object.assign(window.gkClock, {start: 0, told: 0, painted: 0})")
                page.mouse.click(x, y)
            else:
                page.get_by_role("button", name=re.compile("^(\u25c0|Undo)$")).first.click()
            _, painted = page.wait_for_function(QUIET, polling=50, timeout=30_000).json_value()
            seen.append((what, painted))
    return seen[4:]


def main(quick: bool = False) -> None:
    """Print medians by kind of click, and their ratio to the peer; ``quick``: one round."""
    if not chromium():
        print("no Chromium here: nothing is measured")
        return
    with sync_playwright() as playwright, workbench(ROOT) as bench:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        page, lab, home = bench(browser)
        for number, open_ in enumerate((False, True)):
            opened(page, lab, home, number, CELL.replace("OPEN", str(open_)))
            spent = Spent(page, home)
            seen = measured(page, spent, 1 if quick else ROUNDS)
            again = page.get_by_role("button", name="again")
            again.scroll_into_view_if_needed()
            peer, *_ = times(page, ".gk-peer", spent, lambda again=again: again.click)
            middle, worst = median(ms for _, ms in seen), sorted(ms for _, ms in seen)[len(seen) * 9 // 10]
            kinds = {kind: median(ms for what, ms in seen if what == kind) for kind in ("look", "move", "undo")}
            print("all 63 blocks face up" if open_ else "one side's blocks face up", end="")
            print(f": painted {middle:.0f} ms median of {len(seen)} clicks, nine of ten within {worst:.0f} ms", end="")
            print(f"  (aim: 100 ms); {', '.join(f'{kind} {ms:.0f}' for kind, ms in kinds.items())}", end="")
            print(f"; a bare round trip {peer:.0f} ms, {middle / peer:.1f}x", flush=True)
        browser.close()


if __name__ == "__main__":
    main()
