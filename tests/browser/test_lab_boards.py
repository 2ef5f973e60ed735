"""What only JupyterLab can show of boards, where one of each kind of wiring stands in a notebook: paint, names, room;
mouse, finger, keys, the clipboard, files given and taken, what follows the pointer, what comes later.

On the site (``test_site.py``) all boards stand, in windows of four widths. Which number follows is asked by messages,
in ``tests/widgets``."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect
from playwright.sync_api import TimeoutError as Stalled

from gamekit import julius_caesar as jc
from gamekit.storage import link_code
from gamekit.text.translation import word
from tests.browser.conftest import SIZE
from tests.browser.lab import SHOWN, Server, borrow, gallery
from tests.browser.page import (
    LAB_ROOM,
    PICTURES,
    changing,
    click,
    faults,
    folded_out,
    misfits,
    place,
    press,
    push,
    screenshot,
    script,
    settle,
    smallest_type,
    unfold,
    until,
    wait_for_ink,
)

BATTLE = "BattleBoard(language='en').table"
NARROW: Final = 816
PROJECTOR: Final = 1920  # where boards are shown larger
OUTERMOST: Final = ".gk-page:not(.gk-page .gk-page, :has(.gk-page))"  # and no board has opened in it
OPEN: Final = "(boards, open) => boards.forEach(b => b.querySelectorAll('.gk-fold').forEach(e => { e.open = open; }))"
NAMELESS = script("NAMELESS")
WHITE = script("WHITE")
# Pictures that are scaled instead of laid out for the pixels of the screen.
SCALED = """board => [...board.querySelectorAll('.gk-board canvas')].filter(e => e.clientWidth).slice(0, 1)
  .map(e => [e.width, e.offsetWidth, devicePixelRatio * e.getBoundingClientRect().width / e.offsetWidth])
  .map(([drawn, wide, ratio]) => [drawn, (ratio < 1.05 ? 1 : 2) * wide])
  .filter(([drawn, seen]) => Math.abs(drawn - seen) > 2)"""
PIXELS = """board => [...board.querySelectorAll('.gk-board canvas')].filter(e => e.clientWidth)
  .map(e => e.width / e.offsetWidth)[0]"""
ROOM = script("ROOM")
HURRY = script("HURRY")
DRAGGED = script("DRAGGED")


def test_every_board_is_painted_has_names_and_fits_its_page(page: Any, lab: Server) -> None:
    """On the site, by the same code, axe looks at every board, and windows are of four widths."""
    for name, board in gallery(page, lab).items():
        for canvas in board.locator("canvas:visible").all():
            wait_for_ink(canvas, seconds=90)
        expect(board).to_have_attribute("role", "region")
        if name != "toy":
            expect(board).to_have_attribute("aria-label", re.compile("."))
    boards = page.locator(", ".join(f'[data-board="{name}"] .gk-page' for name in SHOWN))
    boards.evaluate_all(OPEN, True)
    assert faults(boards, NAMELESS, WHITE) == []
    assert smallest_type(boards) >= 11
    nameless = page.locator('.gk-page canvas[role="img"][aria-label=""]')  # its name comes with its picture
    expect(nameless).to_have_count(0)

    def found() -> list[str]:
        return faults(boards.and_(page.locator(OUTERMOST)), SCALED) + misfits(boards)

    page.set_viewport_size({"width": PROJECTOR, "height": 900})
    until(lambda: boards.first.evaluate(PIXELS) > 1.9)
    page.set_viewport_size({"width": NARROW, "height": 900})
    settle(page)
    until(lambda: found() == [], every=1, why=lambda: str(found()))
    for name in SHOWN if PICTURES else ():
        screenshot(page.locator(f'[data-board="{name}"] .gk-page').first, f"{name}_{NARROW}")
    boards.evaluate_all(OPEN, False)
    page.set_viewport_size(SIZE)  # as the other tests have it
    settle(page)


def test_what_a_line_folds_out_is_on_one_screen_with_the_answer(page: Any, lab: Server) -> None:
    """The answer stays in sight far down, and what is folded out is folded in again by a key."""
    board, room = borrow(page, lab, "campaign"), page.evaluate(ROOM)
    assert room >= LAB_ROOM
    with folded_out(board, word("session.who_plays", "en"), word("julius_caesar.reading", "en"), room) as line:
        board.evaluate("board => board.scrollIntoView({block: 'end'})")
        expect(line).to_be_in_viewport(ratio=1)
        expect(board.locator(".gk-top > *").nth(1)).to_be_in_viewport(ratio=0.9)


# The battle board: the mouse, a finger, keys, the clipboard, charts ---------------------------------------------------

CAESAR, RECRUIT = "Caesar: Caesar, A3, strength III", "add Legio 13, C3, strength III"


def number(board: Locator) -> Locator:
    return board.locator(".gk-number").first


def reserve(board: Locator) -> Locator:
    """The line that names the attacker's reserve."""
    return board.get_by_label("Reserve", exact=True).first


def route(board: Locator) -> list[tuple[float, float]]:
    """From a block beside the board into the reserve, as a pointer goes."""
    x, y = place(board, RECRUIT)
    canvas = board.locator("canvas").first.bounding_box()
    assert canvas
    return [(x, y), (x + 10, y - 30), (canvas["x"] + 70, canvas["y"] + 190)]


def test_a_board_hears_mouse_keys_and_lists_and_keeps_the_focus(page: Any, lab: Server) -> None:
    board = borrow(page, lab, "battle", BATTLE)
    with changing(number(board)):
        click(board, CAESAR)
    start, *way = route(board)
    page.mouse.move(*start)
    page.mouse.down()
    for point in way:
        page.mouse.move(*point, steps=4)
    page.mouse.up()
    expect(reserve(board)).to_have_value("Legio 13")

    # The picture's own buttons: arrows walk, Enter presses, the focus stays, and the notebook keeps its cells.
    board.get_by_label("Caesar: Caesar, A3, strength II", exact=True).focus()
    page.keyboard.press("Enter")
    focused = board.locator(".gk-target:focus")
    expect(focused).to_have_attribute("aria-label", "Caesar: Caesar, A3, strength I")
    page.keyboard.press("ArrowRight")
    expect(focused).to_have_attribute("aria-label", "Caesar: Equitatus 1, B2, strength III")
    for key in "dd":
        page.keyboard.press(key)
    expect(board).to_be_visible()

    # Lists, buttons, boxes and lines, by keyboard alone.
    with changing(number(board)):
        press(board, "Swap sides")
    with changing(number(board)):
        press(board, "Undo")
    settle(page)
    with changing(board.locator(".gk-joints")):
        board.get_by_label("Attackers cut off").press("Space")
    with changing(board.locator("h2").first):
        board.get_by_title("Ready battles").press("u")
    settle(page)
    press(board, "best play", "Space")
    expect(board.get_by_role("button", name="best play", exact=True)).to_be_focused()
    press(board, "standing orders", "Space")
    with changing(board.locator("[role=status]").first):  # is read out when it changes
        press(board, "日本語")
    expect(board.get_by_role("button", name="English", exact=True)).to_be_visible()


def test_a_code_is_copied_and_pasted_and_what_is_wrong_is_said_beside_its_field(page: Any, lab: Server) -> None:
    board = borrow(page, lab, "battle", BATTLE)

    def copied(name: str, begins: str) -> str:
        push(board.get_by_role("button", name=name).first)
        return str(until(lambda: (text := page.evaluate("navigator.clipboard.readText()")).startswith(begins) and text))

    assert copied("Copy the sentence", "Caesar (")
    code = copied(word("share.copy", "en"), "gk1-")
    found = link_code.load(code)
    assert found.setup.battle() == jc.fight.setup.ready_battles()[found.key].battle()
    with changing(number(board)):
        click(board, CAESAR)
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
    with changing(number(board)):
        line.press("Enter")
    expect(wrong).to_have_count(0)


def test_a_finger_taps_and_drags(page: Any, lab: Server) -> None:
    board = borrow(page, lab, "battle", BATTLE)
    touch = page.context.new_cdp_session(page)

    def drawn(*points: tuple[float, float]) -> None:
        """A finger goes down at the first point, over the others, and up."""
        for at, (x, y) in enumerate(points):
            kind = "touchMove" if at else "touchStart"
            touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y}]})
            page.evaluate("() => new Promise(requestAnimationFrame)")
        touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})

    with changing(number(board)):
        drawn(place(board, CAESAR))
    drawn(*route(board))
    expect(reserve(board)).to_have_value("Legio 13")
    touch.detach()
    with changing(number(board)):
        click(board, "Caesar: Caesar, A3, strength II")  # the mouse is heard again


def given(button: Locator) -> bytes:
    """The file that a button gives."""
    with button.page.expect_download() as file:
        push(button)
    return Path(file.value.path()).read_bytes()


def test_charts_are_made_once_they_are_seen_follow_a_list_and_are_given_as_files(page: Any, lab: Server) -> None:
    board = borrow(page, lab, "battle", BATTLE)
    panels = board.locator(".gk-panel:visible")  # others are folded away
    panels.nth(1).evaluate("panel => panel.scrollIntoView({block: 'center'})")
    panels.locator(":is(img, svg)").first.wait_for(timeout=90_000)
    expect(panels).to_have_count(2)
    with changing(panels.nth(1)):
        settle(page)  # the board may be about to set the list itself
        board.get_by_title("Ready battles").select_option("Tarraco, 49 BC")
    expect(board.locator(".gk-dim")).to_have_count(0)
    edges = [panel.bounding_box() for panel in panels.all()]
    assert edges[0]["x"] + edges[0]["width"] <= edges[1]["x"] + 1
    screenshot(board, "charts")
    begins = {"save_picture": b"\x89PNG", "save_page": b"<!doctype html>", "save_table": b"", "save_markdown": b"**"}
    for key, begun in begins.items():
        fold = board.locator("details", has=page.locator("summary", has_text=word("export.save", "en"))).last
        fold.evaluate("fold => { fold.open = true; }")
        kept = given(board.get_by_role("button", name=word(f"export.{key}", "en"), exact=True).last)
        assert kept.startswith(begun)
        assert key != "save_table" or b"attacker wins" in kept


# The others -----------------------------------------------------------------------------------------------------------

SPRING = """CampaignBoard(
    jc.first_year().first_actions(60), {"Caesar": "person", "Pompey": "plain"}, language="en").table"""


def test_a_record_is_given_and_taken_as_a_file_and_a_damaged_one_refused(page: Any, lab: Server) -> None:
    board = borrow(page, lab, "campaign")
    unfold(board, "Who plays")
    text = given(board.get_by_role("button", name="Save the record", exact=True)).decode()
    assert text.startswith('{"record"')
    upload, bad = board.locator('input[type="file"]'), json.dumps({"do": "Go", "place": "Rome"})
    upload.set_input_files({"name": "bad.jsonl", "mimeType": "text/plain", "buffer": f"{text}{bad}\n".encode()})
    expect(board.locator(".gk-wrong")).to_contain_text(f"line {len(text.splitlines()) + 1}")
    upload.set_input_files({"name": "game.jsonl", "mimeType": "text/plain", "buffer": text.encode()})
    expect(board.locator(".gk-wrong")).to_have_count(0)


def test_what_may_stand_there_follows_pointer_and_focus(page: Any, lab: Server) -> None:
    board = borrow(page, lab, "campaign", SPRING)
    click(board, "Narbo")
    page.mouse.move(*place(board, "Tarraco"))
    said = board.get_by_text("Tarraco, face down: 4: ")
    expect(said).to_be_visible()
    page.mouse.move(2, 2)
    expect(said).to_have_count(0)
    board.locator('.gk-target[aria-label^="Carthago Nova"]').first.focus()
    expect(board.get_by_text("Carthago Nova, face down: 1: ")).to_be_visible()


def test_a_search_goes_on_beside_the_page_and_stops_when_told(page: Any, lab: Server) -> None:
    board = borrow(page, lab, "campaign", SPRING)
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
    board = borrow(page, lab, "explore")
    board.get_by_label("mars").check()
    inner = board.locator(".gk-page")
    click(board, "enemy 1 · legions 3")
    wait_for_ink(inner.locator("canvas").first)
    board.locator('.gk-target[aria-label^="enemy 1 · legions 3"]').first.focus()
    page.keyboard.press("ArrowRight")
    expect(board.locator(".gk-target:focus")).to_have_attribute("aria-label", re.compile("^enemy 2 · legions 3"))
    with changing(inner.locator(".gk-number")):
        page.keyboard.press("Enter")
    press(board, "Close the board")
    expect(inner).to_have_count(0)


def test_two_changes_within_ten_milliseconds_are_both_heard_and_stay(page: Any, lab: Server) -> None:
    toy, hurries = borrow(page, lab, "toy"), 11
    assert toy.evaluate(HURRY, hurries) == []
    # A slider that moves on never jumps back; the kernel hears where it stops, and not of every step.
    assert toy.evaluate(DRAGGED)
    expect(toy.locator(".toy")).to_have_text(re.compile(" 95$"))
    assert 2 * hurries + 1 < int(toy.locator(".changes").inner_text()) < 2 * hurries + 90


# What the tests themselves need ---------------------------------------------------------------------------------------


def test_other_hosts_never_answer_and_who_asks_them_is_noted(other: Page, elsewhere: list[str]) -> None:
    """So all pages of these tests paint without a network, and ask for nothing; else they fail."""
    with pytest.raises(Stalled):
        other.goto("http://cdn.invalid/all.min.css", timeout=1_500)
    assert elsewhere == ["http://cdn.invalid/all.min.css"]
    elsewhere.clear()
