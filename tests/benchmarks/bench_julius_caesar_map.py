"""The campaign map in Chromium: from a click to the last painting of the canvas, all 63 blocks on the map.

Clicks look at a city, move a block and take it back; each redraws what lies on the map and changes the page below it.
The clock and the peer, a bare round trip to the kernel, are those of ``bench_boards``."""

from __future__ import annotations

from statistics import median
from typing import Any

import nbformat

from tests.benchmarks.bench_boards import CLOCK, PEER, QUIET, times, workbench
from tests.browser.lab import MIDDLE, open_notebook, run_all, wait_for_ink
from tests.conftest import chromium

ROUNDS = 12  # of four clicks
CELL = """import json
from gamekit import julius_caesar as jc
from gamekit.record import Record
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


def clicks(page: Any) -> list[tuple[str, float]]:
    """What was clicked, and the ms to the last painting."""
    page.evaluate(CLOCK.replace("SELECTOR", ".gk-strip"))
    seen = []
    undo = page.get_by_role("button", name="Undo", exact=True)
    for _ in range(ROUNDS):
        for what, label in (("look", "Ravenna"), ("move", "Asculum"), ("undo", ""), ("look", "Genua")):
            if label:
                page.mouse.click(*page.evaluate(MIDDLE, label))
            else:
                undo.click()
            _, painted = page.wait_for_function(QUIET, arg="board", timeout=30_000).json_value()
            seen.append((what, painted))
    return seen[4:]


def main() -> None:
    """Print medians by kind of click, and their ratio to the peer."""
    if not chromium():
        print("no Chromium here: nothing is measured")
        return
    with workbench() as (page, lab, home):
        metadata = {"kernelspec": {"name": "python3", "display_name": "3"}}
        for name, open_ in (("one side's blocks face up", "False"), ("all 63 blocks face up", "True")):
            cells = [nbformat.v4.new_code_cell(source) for source in (CELL.replace("OPEN", open_), PEER)]
            nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata=metadata), home / f"map_{open_}.ipynb")
            open_notebook(page, lab, f"map_{open_}.ipynb")
            run_all(page)
            if open_ == "False":
                page.get_by_role("button", name="I am Caesar", exact=True).click()
            wait_for_ink(page.locator(".gk-page canvas:visible").first, 10_000)
            page.wait_for_timeout(2000)
            seen = clicks(page)
            again = page.get_by_role("button", name="again")
            again.scroll_into_view_if_needed()
            peer, _ = times(page, "peer", ".gk-peer", lambda _, again=again: again.click())
            all_, worst = median(ms for _, ms in seen), sorted(ms for _, ms in seen)[len(seen) * 9 // 10]
            kinds = {kind: median(ms for what, ms in seen if what == kind) for kind in ("look", "move", "undo")}
            print(
                f"{name}: painted {all_:.0f} ms median of {len(seen)} clicks, nine of ten within {worst:.0f} ms", end=""
            )
            print(f"  (aim: 100 ms); {', '.join(f'{kind} {ms:.0f}' for kind, ms in kinds.items())}", end="")
            print(f"; a bare round trip {peer:.0f} ms, {all_ / peer:.1f}x")


if __name__ == "__main__":
    main()
