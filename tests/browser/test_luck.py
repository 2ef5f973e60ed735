"""The luck board in JupyterLab: the jumps by mouse, the replay opened there, the outlook played out beside the page."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from tests.browser.lab import CUT, OUTSIDE, Server, click, opened, press, put, screenshot, settle

YEAR = """from gamekit import julius_caesar as jc
from gamekit.widgets.luck import LuckBoard

LuckBoard(jc.first_year(), "Caesar")"""

DUEL = """from gamekit import caesar
from gamekit.storage.record import Record
from gamekit.widgets.luck import LuckBoard

state = caesar.position(["nR . . nB .", ". B . R .", ". . n . ."] + [". . . . ."] * 2, hands=[(9, 4, 1), (8, 5, 2)])
record = Record(caesar, start=caesar.to_json(state))
for action in (caesar.Attack("a1", "d1"), caesar.Play(1), caesar.Play(5)):
    record = record.then(action)
LuckBoard(record)"""


@pytest.fixture(scope="module")
def year(workbook: Path) -> str:
    return put(workbook, "luck_year", YEAR)


@pytest.fixture(scope="module")
def duel(workbook: Path) -> str:
    return put(workbook, "luck_duel", DUEL)


def test_a_jump_opens_the_replay_there(page: Any, lab: Server, year: str) -> None:
    board = opened(page, lab, year).first
    expect(board.locator(".gk-number").first).to_have_text("\u22120.43")
    screenshot(board, "luck_1280")
    assert board.evaluate(OUTSIDE) == []
    assert board.evaluate(CUT) == []
    click(page, "Pompey's Navis 3 rolls 2 dice: hits 2.")
    expect(page.locator(".gk-page .gk-page canvas").first).to_be_visible()
    screenshot(board, "luck_replay_1280")
    press(page, "Close the replay")
    expect(page.locator(".gk-page .gk-page")).to_have_count(0)
    page.set_viewport_size({"width": 800, "height": 900})
    settle(page)
    screenshot(board, "luck_800")
    assert board.evaluate(OUTSIDE) == []
    assert board.evaluate(CUT) == []


def test_the_outlook_is_played_out_beside_the_page(page: Any, lab: Server, duel: str) -> None:
    board = opened(page, lab, duel).first
    expect(board.locator("h2").first).to_have_text("Luck or skill?")
    press(page, "Play it out 20 times")
    expect(board.locator(".gk-said").first).to_contain_text("20 games played out", timeout=60_000)
    screenshot(board, "luck_outlook_1280")
    expect(board.get_by_role("button", name="Sharper")).to_be_visible()
    press(page, "日本語")
    expect(board.locator("h2").first).to_have_text("運か実力か")
    screenshot(board, "luck_ja_1280")
