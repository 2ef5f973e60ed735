"""Every board in JupyterLab, borrowed from one kernel: it fits its page in both languages, is heard by mouse and has
names for those who do not see it."""

from __future__ import annotations

from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from gamekit.text.translation import word
from tests.browser.lab import (
    CUT,
    OUTSIDE,
    UNREADABLE,
    Server,
    audit,
    borrowed,
    click,
    on_one_screen,
    screenshot,
    unfold,
    until,
)
from tests.widgets.boards import BOARDS

PROJECTOR: Final = 1920  # where all is shown larger
# What a click on the picture is made on.
PLACES: Final = {
    "battle": "add Legio 7, C2, strength III",
    "campaign": "Rome",
    "city": "Arena 3, strength 2",
    "combat": "die of Cappadocia",
    "contest": "Giorgio: tie-breaker 4",
    "duel": "take the 1 from Red",
    "explore": "enemy 2 · legions 3",
    "game of Caesar": "b1: empty",
    "luck": "the 1 (turn 1)",
    "map": "Numidia",
    "siege": "8 operations points",
    "steps": "1 counts",
    "timeline": "55 BC",
}
# The line that folds out what a board is set up or a game is begun with, and what then stands there.
GAME = "session.who_plays"
FOLDS: Final = {
    "campaign": (GAME, "julius_caesar.reading"),
    "city": (GAME, "session.seed"),
    "combat": ("roma_victrix.board.set_up", "roma_victrix.board.units"),
    "game of Caesar": (GAME, "caesar.short.end"),
    "map": (GAME, "session.new_game"),
    "siege": ("roma_victrix.board.set_up", "roma_victrix.board.units"),
}
LESSONS: Final = ("predict", "quiz", "steps", "thousand", "timeline")
DRAWN_WIDER: Final = (*LESSONS, "sheet")  # than their room, and shrunk
SAID = """board => board.innerText
  + [...board.querySelectorAll('.gk-target')].map(e => e.getAttribute('aria-label')).join('\\n')"""
# The least size of what is written on a page; the name of a drawn button has none.
LEAST = """page => Math.min(...[...page.querySelectorAll('*')]
  .filter(e => e.getClientRects().length && [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()))
  .map(e => parseFloat(getComputedStyle(e).fontSize)).filter(Boolean))"""
# Words of a lesson outside its picture that cannot be read at ten metres from a projector.
SMALL = """page => [...page.querySelectorAll('button, b, span, h2, h3, select, label, td')]
  .filter(e => e.getClientRects().length && e.textContent.trim() && !e.closest('.gk-targets, .gk-style'))
  .filter(e => parseFloat(getComputedStyle(e).fontSize) * (e.currentCSSZoom || 1) < 23)
  .map(e => e.outerHTML.slice(0, 100))"""
# What a keyboard comes to within a board and has no name.
NAMELESS = """board => {
  const label = e => e.labels?.[0]?.textContent;
  const named = e => (e.getAttribute('aria-label') || e.textContent || e.title || label(e) || '').trim();
  return [...board.querySelectorAll('button, select, input, summary, a[href]')]
    .filter(e => !e.disabled && e.getClientRects().length)
    .filter(e => !named(e)).map(e => e.outerHTML.slice(0, 120));
}"""
# Pictures that are scaled instead of laid out with two pixels for each of the page.
SCALED = """board => [...board.querySelectorAll('.gk-board canvas')].filter(e => e.clientWidth).slice(0, 1)
  .map(e => [e.width, 2 * e.getBoundingClientRect().width])
  .filter(([drawn, seen]) => Math.abs(drawn - seen) > 2)"""


def fits(board: Locator, page: Page, width: int, laid_out: bool) -> None:
    """In a window of this width nothing sticks out or is cut off, and a picture is laid out for the room there is."""
    page.set_viewport_size({"width": width, "height": 900})
    if laid_out:
        until(lambda: board.evaluate(SCALED) == [], 10, why=lambda: board.evaluate(SCALED))
    until(
        lambda: board.evaluate(OUTSIDE) == [] and board.evaluate(CUT) == [],
        10,
        why=lambda: f"{width}: {board.evaluate(OUTSIDE)}",
    )
    assert [one for one in board.evaluate(UNREADABLE) if "move" not in one] == []  # a card's two numbers are no line


def folds_out(board: Locator, line: str, wanted: str) -> None:
    """What a line folds out is on one screen with the answer, which stays in sight far down, and is folded in again."""
    folded = board.locator(".gk-fold")
    first, there = folded.locator("summary").first, folded.get_by_title(wanted, exact=True).first
    assert on_one_screen(board, first)
    expect(there).to_be_hidden()
    unfold(board, line)
    expect(there).to_be_visible()
    controls = folded.locator("select:visible, input:visible, button:visible").all()
    assert len(controls) >= 6
    assert [one.evaluate("e => e.outerHTML") for one in controls if not on_one_screen(board, one)] == []
    board.evaluate("board => board.scrollIntoView({block: 'end'})")
    expect(first).to_be_in_viewport(ratio=1)
    expect(board.locator(".gk-top > *").nth(1)).to_be_in_viewport(ratio=0.9)
    first.press("Enter")
    expect(there).to_be_hidden()


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_is_heard_by_mouse_and_fits_its_page(page: Any, lab: Server, name: str) -> None:
    for language, least in (("en", 11), ("ja", 10)):
        page.set_viewport_size({"width": 1280, "height": 900})
        board = borrowed(page, lab, name, language)
        assert board.get_attribute("role") == "region"
        assert board.get_attribute("aria-label") or name == "what if"
        assert board.evaluate(NAMELESS) == []
        if name in FOLDS:
            line, wanted = (word(key, language) for key in FOLDS[name])
            folds_out(board, line, wanted)
            unfold(board, line)
        if language == "en":
            assert audit(page, ".gk-page") == []
        assert board.evaluate(LEAST) >= least
        for width in (PROJECTOR, 1230, 816) if language == "en" else (1230, 816):
            fits(board, page, width, width < PROJECTOR and name not in DRAWN_WIDER)
            assert width < PROJECTOR or name not in LESSONS or board.evaluate(SMALL) == []
            screenshot(board, f"{name.replace(' ', '_')}_{language}_{width}")
        if language == "en" and name in PLACES:
            page.set_viewport_size({"width": 1280, "height": 900})
            if name in FOLDS:
                board.locator(".gk-fold summary").first.press("Enter")
            before = board.evaluate(SAID)
            click(page, PLACES[name])
            until(lambda before=before, board=board: board.evaluate(SAID) != before, 30)
