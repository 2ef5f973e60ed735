"""The campaign board in a real browser: a whole turn by mouse and one by keyboard."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

from gamekit import julius_caesar as jc
from gamekit.play.session import begin
from gamekit.storage.record import read
from gamekit.text.translation import word
from gamekit.widgets.julius_caesar.pieces import block_name
from tests.browser.lab import (
    CUT,
    OUTSIDE,
    Server,
    choose,
    click,
    opened,
    place,
    push,
    put,
    screenshot,
    unfold,
    until,
    wait_for_ink,
)

CELL = """from gamekit import julius_caesar as jc
from gamekit.storage.record import Record
from gamekit.widgets.julius_caesar import CampaignBoard

hands = {{"Caesar": ["3/2", "2/3", "2/2", "1/3", "Mars"], "Pompey": ["2/2", "2/1", "3/1", "4/1", "Pluto"]}}
people = {{"Caesar": "person", "Pompey": "person"}}
CampaignBoard(Record(jc, options={{"hands": hands}}), people, seed=1, language={language!r})"""

SPRING = """from gamekit import julius_caesar as jc
from gamekit.widgets.julius_caesar import CampaignBoard

CampaignBoard(jc.first_year().until(60), {"Caesar": "person", "Pompey": "plain"})"""

LOG = ("attacked", "marched")  # sentences of the log
SHARED = ("undo", "hand_over", "i_am", "go_on")  # words that all games at the table share


class Table:
    """Two people at a board; everything is done with the mouse, or everything with the keyboard."""

    def __init__(self, page: Page, language: str, keyboard: bool) -> None:
        self.page, self.language, self.keyboard = page, language, keyboard
        self.board = page.locator(".gk-page")
        self.status, self.log = self.board.locator(".gk-status"), self.board.locator(".gk-log")
        wait_for_ink(self.board.locator("canvas:visible").first, 10_000)

    def word(self, key: str, **fields: Any) -> str:
        family = "session" if key in SHARED else "julius_caesar.log" if key in LOG else "julius_caesar.campaign"
        return word(f"{family}.{key}", self.language, **fields)

    def side(self, side: str) -> str:
        return word(f"julius_caesar.side.{side}", self.language)

    def asked(self, key: str, **fields: Any) -> None:
        """Wait until the board asks for this."""
        expect(self.status).to_have_text(self.word(f"ask.{key}", **fields))

    def told(self, key: str, block: str, **places: str) -> None:
        """Wait until the log's newest line says this."""
        names = {field: jc.place_name(name, self.language) for field, name in places.items()}
        said = self.word(key, block=jc.block_name(block, self.language), **names)
        expect(self.log.locator("li").first).to_contain_text(said)

    def push(self, name: str | re.Pattern[str]) -> None:
        """Press a button, once it can be pressed."""
        button = self.board.get_by_role("button", name=name, exact=isinstance(name, str)).locator("visible=true").first
        push(button, "Enter" if self.keyboard else "")

    def at(self, name: str) -> None:
        """Press a place on the map."""
        label = jc.place_name(name, self.language)
        if self.keyboard:
            push(self.board.locator(f'.gk-target[aria-label^="{label}"]').first, "Enter")
        else:
            click(self.page, label)

    def chosen(self, name: str) -> str:
        """Which of the blocks of a place is chosen: the first by key, the one under the pointer by mouse."""
        expect(self.board.locator("h3", has_text=jc.place_name(name, self.language))).to_be_visible()
        label = self.board.locator(".gk-block.gk-pressed").get_attribute("aria-label") or ""
        number = re.search(r"(?:Legio |第)(\d+)", label)
        return f"Caesar:Legio {number[1]}" if number else "Caesar:Caesar"

    def seat(self, side: str) -> None:
        """The screen is handed to a side; until it has said so, nothing of either side is seen."""
        expect(self.status).to_have_text(self.word("hand_over", seat=self.side(side)))
        expect(self.board.locator(".gk-tile:visible")).to_have_count(0)
        self.push(self.word("i_am", seat=self.side(side)))

    def card(self, side: str, move: int, levy: int) -> None:
        self.seat(side)
        self.asked("play", side=self.side(side))
        self.push(self.word("card", move=move, levy=levy))

    def header(self, turn: int) -> Locator:
        return self.board.locator(".gk-date").filter(has_text=self.word("turn", turn=turn, turns=5))


def a_turn(table: Table) -> None:
    """Turn 1 of 49 BC: cards, an attack on Spain, Rome taken, a levy; nothing of Pompey's; the battle; turn 2."""
    caesar, pompey = table.side("Caesar"), table.side("Pompey")
    expect(table.header(1)).to_be_visible()
    table.card("Caesar", 3, 2)
    table.card("Pompey", 2, 2)
    table.seat("Caesar")
    table.asked("move", side=caesar, count=3)
    table.at("Narbo")
    expect(table.board.get_by_text(word("julius_caesar.campaign.left", table.language, count=4)).first).to_be_visible()
    for number in range(3):
        block = table.chosen("Narbo")
        table.at("Tarraco")
        table.told("attacked", block, origin="Narbo", place="Tarraco")
        if not number:  # taken back, and done again with the same block
            table.push(table.word("undo"))
            table.asked("move", side=caesar, count=3)
            until(lambda block=block: table.chosen("Narbo") == block)
            table.at("Tarraco")
            table.told("attacked", block, origin="Narbo", place="Tarraco")
    table.at("Ravenna")
    crossing = table.chosen("Ravenna")
    table.at("Rome")
    table.asked("step", block=jc.block_name(crossing, table.language))
    table.push(table.word("stop", place=jc.place_name("Rome", table.language)))
    table.told("marched", crossing, origin="Ravenna", place="Rome")
    table.push(table.word("done.move"))
    table.asked("levy", side=caesar, count=2)
    table.at("Rome")
    table.push(re.compile(block_name(jc.BLOCKS["Caesar", "Legio 17"], table.language)))
    table.asked("levy", side=caesar, count=1)
    table.push(table.word("done.levy"))

    table.seat("Pompey")
    table.asked("move", side=pompey, count=2)
    secret = word("julius_caesar.log.a_block", table.language, side=caesar)
    said = table.word("attacked", block=secret, origin=jc.place_name("Narbo", table.language),
                      place=jc.place_name("Tarraco", table.language))  # fmt: skip
    expect(table.log).to_contain_text(said)
    assert jc.block_name("Caesar:Legio 10", table.language) not in str(table.board.text_content())
    table.push(table.word("done.move"))
    table.push(table.word("done.levy"))

    expect(table.board.locator("h2:visible").first).to_contain_text(jc.place_name("Tarraco", table.language))
    expect(table.board.locator(".gk-number:visible")).to_have_text("30.6%")
    table.push(re.compile(block_name(jc.BLOCKS["Pompey", "Equitatus 1"], table.language)))
    expect(table.board.locator(".gk-number:visible")).not_to_have_text("30.6%")
    table.push(word("julius_caesar.board.to_the_end", table.language))
    table.push(table.word("go_on"))

    def on() -> bool:
        """What may follow the battle: the winner sits down and does not regroup."""
        for name in (table.word("i_am", seat=caesar), table.word("i_am", seat=pompey), table.word("done.regroup")):
            button = table.board.get_by_role("button", name=name, exact=True).locator("visible=true")
            button.evaluate_all("found => found[0]?.click()")
        return table.header(2).is_visible()

    until(on)


def no_overflow(board: Locator) -> None:
    assert board.evaluate(OUTSIDE) == []
    assert board.evaluate(CUT) == []


def test_a_turn_by_mouse_then_files_and_replay(page: Any, lab: Server, workbook: Path, tmp_path: Path) -> None:
    opened(page, lab, put(workbook, "campaign_en", CELL.format(language="en")))
    table = Table(page, "en", keyboard=False)
    a_turn(table)
    board = table.board
    screenshot(board, "campaign_en_1280")
    no_overflow(board)

    # The record and the picture come as files; a damaged record is refused; a replay is left and joined again.
    with page.expect_download() as saved:
        unfold(board, "Who plays")
        table.push("Save the record")
    text = Path(saved.value.path()).read_text(encoding="utf-8")
    record = read(text, jc)
    assert record.positions()[-1].turn == 2
    with page.expect_download() as drawn:
        unfold(board, "Save as")
        table.push("Picture")
    assert Path(drawn.value.path()).read_bytes().startswith(b"\x89PNG")
    upload = board.locator('input[type="file"]')
    bad = json.dumps({"do": "Go", "place": "Rome"})
    upload.set_input_files({"name": "bad.jsonl", "mimeType": "text/plain", "buffer": f"{text}{bad}\n".encode()})
    expect(board.locator(".gk-wrong")).to_contain_text(f"line {len(text.splitlines()) + 1}")
    table.push("First")
    expect(table.status).to_contain_text("A game as it was played")
    table.push("Forward")
    moments = begin(record, {"Caesar": "person", "Pompey": "person"}).moments  # how many actions there were would tell
    expect(table.status).to_contain_text(f"of {len(moments) - 1})")
    choose(board.locator("select:visible", has_text="Jump to a battle"), index=1)
    expect(board.locator("h2:visible").first).to_contain_text("Tarraco")
    table.push("Play on from here")
    expect(board.get_by_role("button", name="Back to the game")).to_be_visible()
    table.push("Back to the game")
    expect(table.header(2)).to_be_visible()
    page.set_viewport_size({"width": 800, "height": 1000})
    until(lambda: (box := board.locator("canvas:visible").first.bounding_box()) and box["height"] > box["width"] * 0.8)
    no_overflow(board)
    screenshot(board, "campaign_en_800")


@pytest.mark.soak
@pytest.mark.parametrize("keyboard", [False, True], ids=["mouse", "keyboard"])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_soak_a_turn(page: Any, lab: Server, workbook: Path, language: str, keyboard: bool) -> None:
    name = put(workbook, f"campaign_{language}", CELL.format(language=language))
    opened(page, lab, name)
    a_turn(Table(page, language, keyboard))


def test_a_turn_by_keyboard_in_japanese(page: Any, lab: Server, workbook: Path) -> None:
    opened(page, lab, put(workbook, "campaign_ja", CELL.format(language="ja")))
    table = Table(page, "ja", keyboard=True)
    a_turn(table)
    screenshot(table.board, "campaign_ja_1280")
    no_overflow(table.board)
    page.set_viewport_size({"width": 800, "height": 1000})
    until(lambda: (b := table.board.locator("canvas:visible").first.bounding_box()) and b["height"] > b["width"] * 0.8)
    no_overflow(table.board)
    screenshot(table.board, "campaign_ja_800")


def test_what_may_stand_face_down_by_mouse_and_by_keyboard(page: Any, lab: Server, workbook: Path) -> None:
    """The pointer and the focus show a stack's likeliest blocks; what is typed in is taken, or refused."""
    opened(page, lab, put(workbook, "campaign_belief", SPRING))
    table = Table(page, "en", keyboard=False)
    board = table.board
    table.at("Narbo")
    page.mouse.move(*place(page, "Tarraco"))
    expect(board.get_by_text("Tarraco, face down: 4: Legio 5 100.0%")).to_be_visible()
    expect(board.get_by_text("mean 20.4%, from 13.7% to 27.0%")).to_be_visible()
    screenshot(board, "campaign_belief_en_1280")
    no_overflow(board)
    page.mouse.move(2, 2)
    expect(board.get_by_text("face down: 4")).to_have_count(0)
    board.locator('.gk-target[aria-label^="Carthago Nova"]').first.focus()
    expect(board.get_by_text("Legio 2 50.0%, Legio 4 50.0%")).to_be_visible()
    field = board.get_by_placeholder("Legio 9 is in Narbo")
    field.fill("Legio 2 is in Rome")
    field.press("Enter")
    expect(board.locator(".gk-wrong")).to_contain_text("Legio 2: Rome contradicts what has been seen; it may be at")
    field.fill("Legio 2 is in Tarraco")
    field.press("Enter")
    expect(board.get_by_role("button", name="Forget: Legio 2: Tarraco")).to_be_visible()
    board.locator('.gk-target[aria-label^="Carthago Nova"]').first.focus()
    expect(board.get_by_text("Carthago Nova, face down: 1: Legio 4 100.0%")).to_be_visible()


def test_a_hint_sharpens_stops_and_plays_nothing(page: Any, lab: Server, workbook: Path) -> None:
    opened(page, lab, put(workbook, "campaign_hint", SPRING))
    board = page.locator(".gk-page")
    wait_for_ink(board.locator("canvas:visible").first, 10_000)
    before = board.locator(".gk-status").inner_text()
    push(board.get_by_role("button", name=word("julius_caesar.campaign.hint.ask", "en"), exact=True))
    found = board.get_by_text("Best plans:").first
    expect(found).to_be_visible(timeout=60_000)
    stop = board.get_by_role("button", name=word("julius_caesar.campaign.hint.stop", "en"), exact=True)
    push(stop)
    expect(stop).to_be_hidden()
    expect(found).to_be_visible()
    assert board.locator(".gk-status").inner_text() == before
    screenshot(board, "campaign_hint_1280")
    no_overflow(board)
    page.set_viewport_size({"width": 800, "height": 1000})
    until(lambda: (box := board.locator("canvas:visible").first.bounding_box()) and box["height"] > box["width"] * 0.8)
    screenshot(board, "campaign_hint_800")
    no_overflow(board)
