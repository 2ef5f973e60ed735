"""What only a browser can show of a board in JupyterLab: the mouse, a finger, keys, lists, the clipboard, files given
and taken, what follows the pointer, what comes later. Which number follows is asked without a browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Locator, Page, expect

from gamekit import julius_caesar as jc
from gamekit.storage import link_code
from gamekit.text.translation import word
from tests.browser.lab import (
    Server,
    choose,
    click,
    place,
    press,
    push,
    screenshot,
    settle,
    shown,
    unfold,
    until,
    wait_for_ink,
)

BATTLE = "from gamekit.widgets.julius_caesar import BattleBoard\n\nBattleBoard(language='en')"
CAESAR, RECRUIT = "Caesar: Caesar, A3, strength III", "add Legio 13, C3, strength III"
SPRING = """from gamekit import julius_caesar as jc
from gamekit.widgets.julius_caesar import CampaignBoard

CampaignBoard(jc.first_year().until(60), {"Caesar": "person", "Pompey": "plain"}, language="en")"""
CAMPAIGN = """from tests.widgets.boards import BOARDS

BOARDS["campaign"]("en")"""
MAP = """from gamekit import julius_caesar as jc
from gamekit.widgets import explore

def attack(steps, legions):
    return jc.Battle(jc.army(f"{legions} C3/III"), jc.army(f"C2/{steps}"))

explore(attack, steps=range(1, 5), legions=range(1, 4), language="en")"""
TOY = """
from dataclasses import dataclass, replace
from gamekit.widgets.app import Board
from gamekit.widgets.page import Check, Html, Menu, Picture, Slider, page
from gamekit.widgets.scene import Rect, Scene

@dataclass(frozen=True)
class Toy:
    ticked: bool = False
    chosen: int = 0
    number: int = 5
    changes: int = 0
    language: str = "en"

class ToyBoard(Board):
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


@contextmanager
def changing(what: Locator) -> Iterator[None]:
    """What is done changes the text of something."""
    before = what.text_content() or ""
    yield
    expect(what).not_to_have_text(before)


def number(page: Page) -> Locator:
    return page.locator(".gk-number").first


def copied(page: Page, name: str, begins: str) -> str:
    """What a button of this name leaves in the clipboard."""
    push(page.get_by_role("button", name=name))
    return str(until(lambda: (text := page.evaluate("navigator.clipboard.readText()")).startswith(begins) and text))


def nothing_to_save(page: Page) -> None:
    """Ctrl+S is heard by the notebook, and a board leaves nothing that would be saved."""
    page.keyboard.press("Control+s")
    expect(page.locator(".jp-mod-dirty")).to_have_count(0)


def test_a_board_hears_mouse_keys_and_lists_and_keeps_the_focus(page: Any, lab: Server) -> None:
    board = shown(page, lab, BATTLE)
    with changing(number(page)):
        click(page, CAESAR)
    x, y = place(page, RECRUIT)
    canvas = page.locator(".gk-page canvas").bounding_box()
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 10, y - 30, steps=3)
    page.mouse.move(canvas["x"] + 70, canvas["y"] + 190, steps=6)
    page.mouse.up()
    expect(page.get_by_label("Reserve", exact=True).first).to_have_value("Legio 13")

    # The picture's own buttons: arrows walk, Enter presses, the focus stays, and the notebook keeps its cells.
    page.get_by_label("Caesar: Caesar, A3, strength II", exact=True).focus()
    page.keyboard.press("Enter")
    focused = page.locator(".gk-target:focus")
    expect(focused).to_have_attribute("aria-label", "Caesar: Caesar, A3, strength I")
    page.keyboard.press("ArrowRight")
    expect(focused).to_have_attribute("aria-label", "Caesar: Equitatus 1, B2, strength III")
    for key in "dd":
        page.keyboard.press(key)
    expect(board).to_be_visible()
    nothing_to_save(page)

    # Lists, buttons, boxes and lines, by keyboard alone.
    with changing(board.locator("h2").first):
        page.get_by_title("Ready battles").press("u")
    with changing(number(page)):
        press(page, "Swap sides")
    with changing(number(page)):
        press(page, "Undo")
    settle(page)
    page.get_by_label("Attackers cut off").press("Space")
    expect(page.locator(".gk-joints")).to_contain_text("one side leaves")
    press(page, "best play", "Space")
    expect(page.get_by_role("button", name="best play", exact=True)).to_be_focused()
    expect(board).to_contain_text("by best play")
    status = board.locator("[role=status]").first  # is read out when it changes
    with changing(status):
        press(page, "日本語")
    expect(board.get_by_role("button", name="English", exact=True)).to_be_visible()


def test_a_code_is_copied_and_pasted_and_what_is_wrong_is_said_beside_its_field(page: Any, lab: Server) -> None:
    board = shown(page, lab, BATTLE).first
    assert copied(page, "Copy the sentence", "Caesar (")
    code = copied(page, word("share.copy", "en"), "gk1-")
    found = link_code.load(code)
    assert found.setup.battle() == jc.fight.setup.ready_battles()[found.key].battle()
    with changing(number(page)):
        click(page, CAESAR)
    line, wrong = board.get_by_label(word("share.paste", "en"), exact=True), board.locator(".gk-wrong")
    army = board.get_by_label(word("julius_caesar.board.main_short", "en"), exact=True).first
    for field, text, said in ((line, code[:-6], word("share.cut", "en")), (army, "Legio 99", "Legio 99")):
        field.fill(text)
        field.press("Enter")
        expect(wrong).to_contain_text(said)
        expect(wrong).to_have_count(1)
        expect(field).to_have_attribute("aria-invalid", "true")
        written, told = field.bounding_box(), wrong.bounding_box()
        assert 0 <= told["y"] - written["y"] <= written["height"] + 12, (written, told)
        assert told["x"] < written["x"] + written["width"]
    line.fill(code)
    with changing(number(page)):
        line.press("Enter")
    expect(wrong).to_have_count(0)


def test_a_finger_taps_and_drags(page: Any, lab: Server) -> None:
    shown(page, lab, BATTLE)
    touch = page.context.new_cdp_session(page)

    def drawn(*points: tuple[float, float]) -> None:
        """A finger goes down at the first point, over the others, and up."""
        for number, (x, y) in enumerate(points):
            kind = "touchMove" if number else "touchStart"
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
            page.evaluate("() => new Promise(requestAnimationFrame)")
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    with changing(number(page)):
        drawn(place(page, CAESAR))
    x, y = place(page, RECRUIT)
    corner = page.locator(".gk-page canvas").bounding_box()
    drawn((x, y), (x + 5, y - 40), (corner["x"] + 70, corner["y"] + 190))
    expect(page.get_by_label("Reserve", exact=True).first).to_have_value("Legio 13")
    touch.detach()


def given(page: Page, button: Locator) -> bytes:
    """The file that a button gives."""
    with page.expect_download() as file:
        push(button)
    return Path(file.value.path()).read_bytes()


def test_charts_are_made_once_they_are_seen_follow_a_list_and_are_given_as_files(page: Any, lab: Server) -> None:
    board = shown(page, lab, BATTLE).first
    panels = page.locator(".gk-panel:visible")  # others are folded away
    panels.nth(1).evaluate("panel => panel.scrollIntoView({block: 'center'})")
    page.locator(".gk-panel :is(img, svg)").first.wait_for(timeout=90_000)
    expect(panels).to_have_count(2)
    with changing(panels.nth(1)):
        choose(page.get_by_title("Ready battles"), "Tarraco, 49 BC")
    expect(page.locator(".gk-dim")).to_have_count(0)
    edges = [panel.bounding_box() for panel in panels.all()]
    assert edges[0]["x"] + edges[0]["width"] <= edges[1]["x"] + 1
    screenshot(board, "charts")
    begins = {"save_picture": b"\x89PNG", "save_page": b"<!doctype html>", "save_table": b"", "save_markdown": b"**"}
    for key, begun in begins.items():
        fold = page.locator("details", has=page.locator("summary", has_text=word("export.save", "en"))).last
        fold.evaluate("fold => { fold.open = true; }")
        kept = given(page, page.get_by_role("button", name=word(f"export.{key}", "en"), exact=True).last)
        assert kept.startswith(begun)
        assert key != "save_table" or b"attacker wins" in kept


def test_a_record_is_given_and_taken_as_a_file_and_a_damaged_one_refused(page: Any, lab: Server) -> None:
    board = shown(page, lab, CAMPAIGN).first
    unfold(board, "Who plays")
    text = given(page, board.get_by_role("button", name="Save the record", exact=True)).decode()
    assert text.startswith('{"record"')
    upload, bad = board.locator('input[type="file"]'), json.dumps({"do": "Go", "place": "Rome"})
    upload.set_input_files({"name": "bad.jsonl", "mimeType": "text/plain", "buffer": f"{text}{bad}\n".encode()})
    expect(board.locator(".gk-wrong")).to_contain_text(f"line {len(text.splitlines()) + 1}")
    upload.set_input_files({"name": "game.jsonl", "mimeType": "text/plain", "buffer": text.encode()})
    expect(board.locator(".gk-wrong")).to_have_count(0)


def test_what_may_stand_there_follows_pointer_and_focus(page: Any, lab: Server) -> None:
    board = shown(page, lab, SPRING).first
    click(page, "Narbo")
    page.mouse.move(*place(page, "Tarraco"))
    said = board.get_by_text("Tarraco, face down: 4: ")
    expect(said).to_be_visible()
    page.mouse.move(2, 2)
    expect(said).to_have_count(0)
    board.locator('.gk-target[aria-label^="Carthago Nova"]').first.focus()
    expect(board.get_by_text("Carthago Nova, face down: 1: ")).to_be_visible()


def test_a_search_goes_on_beside_the_page_and_stops_when_told(page: Any, lab: Server) -> None:
    board = shown(page, lab, SPRING).first
    before = board.locator(".gk-status").inner_text()
    push(board.get_by_role("button", name=word("session.hint.ask", "en"), exact=True))
    found = board.get_by_text("Best plans:").first
    expect(found).to_be_visible(timeout=60_000)
    stop = board.get_by_role("button", name=word("session.hint.stop", "en"), exact=True)
    push(stop)
    expect(stop).to_be_hidden()
    expect(found).to_be_visible()
    assert board.locator(".gk-status").inner_text() == before


def test_a_board_opens_within_a_board_by_mouse_and_by_keyboard(page: Any, lab: Server) -> None:
    shown(page, lab, MAP)
    inner = page.locator(".gk-page .gk-page")
    click(page, "steps 4 · legions 1")
    wait_for_ink(inner.locator("canvas").first)
    page.locator('.gk-target[aria-label^="steps 4 · legions 1"]').first.focus()
    page.keyboard.press("ArrowUp")
    expect(page.locator(".gk-target:focus")).to_have_attribute("aria-label", re.compile("^steps 4 · legions 2"))
    with changing(inner.locator(".gk-number")):
        page.keyboard.press("Enter")
    expect(inner.locator(".gk-number")).to_have_text(number(page).inner_text())
    press(page, "Close the board")
    expect(inner).to_have_count(0)


def test_two_changes_within_ten_milliseconds_are_both_heard_and_stay(page: Any, lab: Server) -> None:
    shown(page, lab, TOY)
    settle(page)
    hurries = 22
    assert page.evaluate(HURRY, hurries) == []
    # A slider that moves on never jumps back; the kernel hears where it stops, and not of every step.
    assert page.evaluate(DRAGGED)
    page.wait_for_function("() => document.querySelector('.toy').textContent.endsWith(' 95')")
    assert 2 * hurries + 1 < int(page.locator(".changes").inner_text()) < 2 * hurries + 90
