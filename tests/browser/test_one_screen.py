"""On one screen of JupyterLab, 1280 by 900: the answer, and whatever a board is set up or a game is begun with."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, expect

from gamekit.text.translation import word
from tests.browser.lab import (
    CUT,
    OUTSIDE,
    UNREADABLE,
    Server,
    on_one_screen,
    opened,
    put,
    screenshot,
    unfold,
    until,
)

SEATS = '{"Rome": "plain", "Aegyptus": "plain", "Seleucid": "plain", "Carthage": "person"}'
ROMA = f'{SEATS}, seed=1, scenario="second_punic_war"'
CITY = '{"Stefan": "person", "Walter": "plain", "Giorgio": "plain", "Kiko": "plain"}, seed="5"'
GAME, COUNTERS = "session.who_plays", "roma_victrix.board.set_up"
# A board: its game, how it is made, the line that folds something out, what must be there.
BOARDS: Final = {
    "CombatBoard": ("roma_victrix", "", COUNTERS, "roma_victrix.board.units"),
    "SiegeBoard": ("roma_victrix", "", COUNTERS, "roma_victrix.board.units"),
    "MapBoard": ("roma_victrix", ROMA, GAME, "session.new_game"),
    "CampaignBoard": ("julius_caesar", "", GAME, "julius_caesar.reading"),
    "BattleBoard": ("julius_caesar", "", "julius_caesar.board.plans", "julius_caesar.board.then"),
    "GameBoard": ("caesar", '("person", "plain"), seed="3"', GAME, "caesar.short.end"),
    "CityBoard": ("aquileia", CITY, GAME, "session.seed"),
}
# The least size of what is written on a page; the name of a drawn button has none.
LEAST = """page => Math.min(...[...page.querySelectorAll('*')]
  .filter(e => e.getClientRects().length && [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()))
  .map(e => parseFloat(getComputedStyle(e).fontSize)).filter(Boolean))"""


def cell(kind: str, language: str) -> str:
    game, given, _, _ = BOARDS[kind]
    return f"from gamekit.widgets.{game} import {kind}\n\n{kind}({given}{', ' * bool(given)}language={language!r})"


def nothing_cut_off(board: Locator) -> None:
    until(lambda: board.evaluate(OUTSIDE) == [] and board.evaluate(CUT) == [], why=lambda: board.evaluate(OUTSIDE))
    assert [one for one in board.evaluate(UNREADABLE) if "move" not in one] == []  # a card's two numbers are no line


@pytest.mark.parametrize("kind", BOARDS)
def test_what_is_folded_out_is_seen_with_the_answer(page: Any, lab: Server, workbook: Path, kind: str) -> None:
    board = opened(page, lab, put(workbook, f"screen_{kind}", cell(kind, "en"))).first
    _, _, line, wanted = BOARDS[kind]
    folded = board.locator(".gk-fold")
    assert on_one_screen(board, folded.locator("summary").first)
    expect(folded.get_by_title(word(wanted, "en"), exact=True).first).to_be_hidden()
    unfold(board, word(line, "en"))
    expect(folded.get_by_title(word(wanted, "en"), exact=True).first).to_be_visible()
    controls = folded.locator("select:visible, input:visible, button:visible").all()
    assert len(controls) >= 6
    assert [one.evaluate("e => e.outerHTML") for one in controls if not on_one_screen(board, one)] == []
    assert board.evaluate(LEAST) >= 11
    nothing_cut_off(board)
    screenshot(page, f"screen_{kind}")
    board.evaluate("board => board.scrollIntoView({block: 'end'})")  # far down the answer and its line are still there
    expect(folded.locator("summary").first).to_be_in_viewport(ratio=1)
    expect(board.locator(".gk-top > *").nth(1)).to_be_in_viewport(ratio=0.9)
    folded.locator("summary").first.press("Enter")
    expect(folded.get_by_title(word(wanted, "en"), exact=True).first).to_be_hidden()


def test_it_fits_a_narrow_page_in_japanese(page: Any, lab: Server, workbook: Path) -> None:
    """All seven without their code, at 800 px, each folded out."""
    opened(page, lab, put(workbook, "screen_ja", *(cell(kind, "ja") for kind in BOARDS)))
    boards = page.locator(".gk-page")
    expect(boards).to_have_count(len(BOARDS), timeout=150_000)
    page.set_viewport_size({"width": 800, "height": 900})
    for board, (kind, (_, _, line, wanted)) in zip(boards.all(), BOARDS.items()):
        folded = unfold(board, word(line, "ja"))
        expect(folded.get_by_title(word(wanted, "ja"), exact=True).first).to_be_visible()
        assert board.evaluate(LEAST) >= 10
        nothing_cut_off(board)
        screenshot(page, f"screen_{kind}_ja_800")
