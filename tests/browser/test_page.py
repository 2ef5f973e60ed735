"""What a page of a board does in the browser whatever the board: nothing that its reader sets is lost."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.browser.lab import Server, opened, put, settle

BOARD = """
from dataclasses import dataclass, replace
from gamekit.widgets.app import App
from gamekit.widgets.page import Check, Html, Menu, Picture, Slider, page
from gamekit.widgets.scene import Rect, Scene

@dataclass(frozen=True)
class Toy:
    ticked: bool = False
    chosen: int = 0
    number: int = 5
    changes: int = 0
    language: str = "en"

class ToyBoard(App):
    def screen(toy, seat):
        said = f"<i class=toy>{toy.ticked} {toy.chosen} {toy.number}</i><i class=changes>{toy.changes}</i>"
        lists = tuple((f"item {n}, {toy.ticked}", n) for n in range(5))
        return page(seat, "", said, [Picture(Scene(seat.width, 40, (Rect(0, 0, 30, 30, fill="#A8401A"),)))],
            [Check("tick", toy.ticked, ("tick",)), Menu(lists, toy.chosen, ("choose",), "list"),
             Slider("n", 0, 100, toy.number, ("number",))])

    def update(toy, message):
        name = {"tick": "ticked", "choose": "chosen", "number": "number"}[message[0]]
        return replace(toy, changes=toy.changes + 1, **{name: message[1]})

    widths = (200, 400)

ToyBoard(Toy())
"""
# A tick, and 0 to 10 ms later a choice; when the kernel has answered both: what is set, and what the kernel says is.
HURRY = """async times => {
  const page = document.querySelector('.gk-page'), find = kind => page.querySelector(kind), lost = [];
  const wait = ms => new Promise(resolve => setTimeout(resolve, ms));
  const heard = changes => new Promise(resolve => {
    const look = () => Number(find('.changes').textContent) >= changes;
    const limit = setTimeout(() => { watch.disconnect(); resolve(); }, 15000);
    const watch = new MutationObserver(() => { if (look()) { clearTimeout(limit); watch.disconnect(); resolve(); } });
    if (look()) { clearTimeout(limit); resolve(); } else watch.observe(page, {subtree: true, childList: true});
  });
  for (let n = 0; n < times && lost.length < 3; n++) {
    const tick = find('input[type=checkbox]'), list = find('select');
    const before = Number(find('.changes').textContent);
    tick.click();
    const ticked = tick.checked, chosen = (list.selectedIndex + 1) % 5;
    await wait(n % 11);
    list.selectedIndex = chosen; list.dispatchEvent(new Event('change', {bubbles: true}));
    await heard(before + 2);
    await wait(0);
    const said = find('.toy').textContent.split(' ').slice(0, 2).join(' ');
    const wanted = `${ticked ? 'True' : 'False'} ${chosen}`;
    const shown = `${tick.checked ? 'True' : 'False'} ${list.selectedIndex}`;
    if (said !== wanted || shown !== wanted) lost.push(`${n}: set ${wanted}, shown ${shown}, heard ${said}`);
  }
  return lost;
}"""
DRAGGED = """async () => {
  const line = document.querySelector('.gk-page input[type=range]'), seen = [];
  for (let n = 6; n <= 95; n++) {
    line.value = n; line.dispatchEvent(new Event('input', {bubbles: true}));
    await new Promise(resolve => setTimeout(resolve, 1));
    seen.push(Number(line.value) === n);
  }
  return seen.every(Boolean);
}"""


def test_two_changes_within_ten_milliseconds_are_both_heard_and_stay(page: Any, lab: Server, workbook: Path) -> None:
    opened(page, lab, put(workbook, "hurry", BOARD))
    settle(page)
    assert page.evaluate(HURRY, 50) == []
    # A slider that moves on never jumps back; the kernel hears where it stops, and not of every step.
    assert page.evaluate(DRAGGED)
    page.wait_for_function("() => document.querySelector('.toy').textContent.endsWith(' 95')")
    assert 101 < int(page.locator(".changes").inner_text()) < 190
