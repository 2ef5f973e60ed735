"""Every board in JupyterLab, all in one notebook: they fit their page, are heard by mouse and have names for those
who do not see them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import pytest
from playwright.sync_api import Locator, Page, expect

from gamekit.text.translation import word
from tests.browser.conftest import SIZE
from tests.browser.lab import (
    CUT,
    OUTSIDE,
    PICTURES,
    SHOWN,
    UNREADABLE,
    Server,
    audit,
    click,
    faults,
    gallery,
    on_one_screen,
    screenshot,
    settle,
    unfold,
    until,
    wait_for_ink,
)
from tests.widgets.boards import BOARDS

PROJECTOR: Final = 1920  # where all is shown larger
NARROW: Final = 816
OPENED: Final = """(boards, open) => boards
  .forEach(board => board.querySelectorAll('.gk-fold').forEach(e => { e.open = open; }))"""
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
OUTERMOST: Final = ".gk-page:not(.gk-page .gk-page, :has(.gk-page))"  # and no board has opened in it
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
# Placeholders in the letters of JupyterLab's theme, white where that is dark.
WHITE = """board => [...board.querySelectorAll('input[placeholder], textarea[placeholder]')]
  .filter(e => e.placeholder && e.getClientRects().length)
  .filter(e => {
    const ours = document.createElement('i');
    ours.style.color = 'var(--gk-neutral)';
    board.append(ours);
    const colour = getComputedStyle(ours).color;
    ours.remove();
    return getComputedStyle(e, '::placeholder').color !== colour;
  }).map(e => e.outerHTML.slice(0, 120))"""
# Pictures that are scaled instead of laid out with two pixels for each of the page.
SCALED = """board => [...board.querySelectorAll('.gk-board canvas')].filter(e => e.clientWidth).slice(0, 1)
  .map(e => [e.width, 2 * e.getBoundingClientRect().width])
  .filter(([drawn, seen]) => Math.abs(drawn - seen) > 2)"""


def folds_out(board: Locator, line: str, wanted: str) -> None:
    """What a line folds out is on one screen with the answer, which stays in sight far down, and is folded in again."""
    folded = board.locator(".gk-fold")
    first, there = folded.locator("summary").first, folded.get_by_title(wanted, exact=True).first

    def is_seen() -> bool:
        board.evaluate("board => board.scrollIntoView({block: 'start'})")
        return on_one_screen(board, first)

    until(is_seen)
    expect(there).to_be_hidden()
    unfold(board, line)
    expect(there).to_be_visible()
    controls = folded.locator("select:visible, input:visible, button:visible").all()
    assert len(controls) >= 6

    def out_of_sight() -> list[str]:
        return [one.evaluate("e => e.outerHTML") for one in controls if not on_one_screen(board, one)]

    until(lambda: out_of_sight() == [], why=lambda: str(out_of_sight()))
    board.evaluate("board => board.scrollIntoView({block: 'end'})")
    expect(first).to_be_in_viewport(ratio=1)
    expect(board.locator(".gk-top > *").nth(1)).to_be_in_viewport(ratio=0.9)
    first.press("Enter")
    expect(there).to_be_hidden()


def test_every_board_is_painted_has_names_and_fits_its_page(page: Any, lab: Server) -> None:
    for name, board in gallery(page, lab).items():
        assert board.get_attribute("role") == "region"
        assert board.get_attribute("aria-label") or name.startswith("what if")
        for canvas in board.locator("canvas:visible").all():
            wait_for_ink(canvas, seconds=90)
    boards = page.locator("[data-board] .gk-page")
    boards.evaluate_all(OPENED, True)
    assert faults(boards, NAMELESS, WHITE) == []
    for names, least in ((BOARDS, 11), (SHOWN, 10)):  # Japanese is larger in itself
        assert min(page.locator(named(names)).evaluate_all(f"boards => boards.map({LEAST})")) >= least
    assert audit(page, ".gk-page") == []
    for width in (PROJECTOR, NARROW):
        fit(page, width)
        if width == PROJECTOR:
            assert faults(page.locator(named(LESSONS)), SMALL) == []
        for name in SHOWN if PICTURES else ():
            screenshot(page.locator(named([name])).first, f"{name.replace(' ', '_')}_{width}")
    boards.evaluate_all(OPENED, False)
    page.set_viewport_size(SIZE)  # as the other tests have it
    settle(page)


def named(names: Iterable[str]) -> str:
    """What selects these boards of the gallery."""
    return ", ".join(f'[data-board="{name}"] .gk-page' for name in names)


def fit(page: Page, width: int) -> None:
    """In a window of this width nothing sticks out or is cut off, and a picture is laid out for the room there is."""
    page.set_viewport_size({"width": width, "height": 900})
    boards = page.locator("[data-board] .gk-page")
    laid_out = page.locator(named(name for name, (board, _) in SHOWN.items() if board not in DRAWN_WIDER)).and_(
        page.locator(OUTERMOST)
    )
    if width < PROJECTOR:
        until(lambda: faults(laid_out, SCALED) == [], every=0.5, why=lambda: str(faults(laid_out, SCALED)))
    settle(page)

    def found() -> list[str]:  # a card's two numbers are no line
        return [one for one in faults(boards, OUTSIDE, CUT, UNREADABLE) if "move" not in one]

    until(lambda: found() == [], every=1, why=lambda: f"{width}: {found()}")


@pytest.mark.parametrize("name", sorted({*PLACES, *FOLDS}))
def test_a_board_in_a_page_of_boards_folds_out_and_is_heard_by_mouse(page: Any, lab: Server, name: str) -> None:
    board = gallery(page, lab)[name]
    if name in FOLDS:
        line, wanted = (word(key, "en") for key in FOLDS[name])
        folds_out(board, line, wanted)
    if name in PLACES:
        before = board.evaluate(SAID)
        click(board, PLACES[name])
        until(lambda: board.evaluate(SAID) != before)
