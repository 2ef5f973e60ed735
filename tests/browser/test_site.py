"""The site in Chromium, served as files by ``python -m http.server``: all boards live on one page, links open what was
sent, games stay, nothing is asked of anybody else."""

from __future__ import annotations

import inspect
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import expect

from gamekit.text.translation import word
from gamekit.web import build
from tests.browser.conftest import SIZE, free_port, new_context
from tests.browser.lab import Server
from tests.browser.page import audit, faults, folded_out, misfits, screenshot, script, settle, smallest_type, until
from tests.widgets import boards

BOARDS = [board.kind for board in build.BOARDS if board.name != "board"]
CELLS: Final = {  # boards that have no page of their own, as a notebook's cell makes them
    "explore": "explore(attack, enemy=(1, 2), legions=range(1, 4), mars=(False, True))",
    "luck": "LuckBoard(duel_record())",
    "sheet": 'SheetBoard(worksheet("die", "en"))',
    "table": "table(caesar, seed=1)",
    "what if": "what_if(partial(chances, 'en'), legions=range(1, 4), mars=(False, True))",
}
NEEDS: Final = [
    "from functools import partial",
    "from typing import Any",
    "from gamekit import caesar, julius_caesar as jc",
    "from gamekit.storage.record import Entry, Record",
    "from gamekit.widgets import explore, table",
    "from gamekit.widgets.charts import Chart",
    "from gamekit.widgets.julius_caesar import battle_charts",
    "from gamekit.widgets.lessons import worksheet",
    "from gamekit.widgets.lessons.worksheet import SheetBoard",
    "from gamekit.widgets.luck import LuckBoard",
    "from gamekit.widgets.what_if import what_if",
    *map(inspect.getsource, (boards.attack, boards.chances, boards.duel_record)),
]
PLACES: Final = {  # what a click on the picture is made on; the battle's is clicked elsewhere
    "campaign": "Lugdunum, Caesar",
    "caesar": "b1: empty",
    "city": "Arena 3, strength 2",
    "combat": "die of Cappadocia",
    "contest": "Giorgio: tie-breaker 4",
    "duel": "take the 1 from Red",
    "explore": "enemy 2 · legions 3",
    "luck": "the 1 (turn 1)",
    "map": "Numidia",
    "siege": "8 operations points",
    "steps": "1 counts",
    "timeline": "55 BC",
}
# The line that folds out what a board is set up or a game is begun with, and what then stands there.
GAME = "session.who_plays"
FOLDS: Final = {
    "caesar": (GAME, "caesar.short.end"),
    "campaign": (GAME, "julius_caesar.reading"),
    "city": (GAME, "session.seed"),
    "combat": ("roma_victrix.board.set_up", "roma_victrix.board.units"),
    "map": (GAME, "session.new_game"),
    "siege": ("roma_victrix.board.set_up", "roma_victrix.board.units"),
}
SAID = """board => board.innerText
  + [...board.querySelectorAll('.gk-picture [role=button]')].map(e => e.getAttribute('aria-label')).join('\\n')"""
LESSONS = ("predict", "quiz", "steps", "thousand", "timeline")
NOTEBOOK = "julius_caesar_battle.html"  # a board and a panel
PANEL = ".gk-what-if:not([data-board] *)"
ALIVE = 240  # seconds that a busy machine may take until a board is live
INSIDE = "document.documentElement.scrollWidth <= innerWidth + 1"
TOP = ".gk-page > .gk-top"
IN_JAPANESE = script("IN_JAPANESE")
SMALL = script("SMALL")
SCRIPTS = script("SCRIPTS")


@pytest.fixture(scope="module")
def server(web_site: Path) -> Iterator[str]:
    port = free_port()
    command = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1", "-d", str(web_site)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    listening = Server(f"http://127.0.0.1:{port}")
    until(lambda: listening.answers("index.html"), 60)
    yield listening.url
    process.terminate()
    process.wait(10)


@pytest.fixture(scope="module")
def all_boards(web_site: Path, server: str) -> Iterator[str]:
    """Where all boards stand: a notebook's, the others, and all in Japanese."""

    def places(language: str) -> str:
        there = () if language == "ja" else ("battle", "what if")
        pages = [build.live("", language, board=kind) for kind in BOARDS if kind not in there]
        cells = {kind: build.live("", language, cell=f"cell-{kind}") for kind in CELLS if kind not in there}
        return "".join([*pages, *(f'<div data-board="{kind}">{cell}</div>' for kind, cell in cells.items())])

    scripts = "".join(
        f'<script type="application/json" id="cell-{kind}">{json.dumps([*NEEDS, cell])}</script>'
        for kind, cell in CELLS.items()
    )
    body = f'{scripts}{places("en")}<div id="japanese" lang="ja">{places("ja")}</div></main>'
    file = web_site / "all_boards.html"
    file.write_text((web_site / NOTEBOOK).read_text("utf-8").replace("</main>", body), "utf-8")
    yield f"{server}/{file.name}"
    file.unlink()


@pytest.fixture
def gallery(page: Any, all_boards: str) -> Any:
    """The page of all boards, alive, as the last test left it."""
    if page.url != all_boards:
        page.add_init_script(IN_JAPANESE)
        opened(page, all_boards)
        figures = page.locator(".gk-board-here")
        assert figures.count() == 2 * len([*BOARDS, *CELLS])
        until(lambda: page.evaluate("Object.keys(gk.lives).length") == figures.count(), ALIVE, every=0.5)
        assert page.evaluate("gk.faults") == []
        assert page.locator(".gk-still").count() == 0
    return page


def opened(page: Any, address: str) -> Any:
    """Open a page and wait until its first board is live."""
    page.goto(address)
    until(lambda: page.evaluate("window.gk && (gk.live || gk.faults.length)"), ALIVE)
    assert page.evaluate("gk.faults") == []
    return page


def number(board: Any) -> str:
    """The number that a board answers with, of the first board on a page."""
    return "".join(board.locator(".gk-page .gk-number").all_inner_texts()[:1])


def shape(board: Any, label: str) -> Any:
    return board.locator(f".gk-picture [role=button][aria-label*='{label}']").first


def link(page: Any, board: Any) -> str:
    """The address that Copy link gives."""
    page.evaluate("navigator.clipboard.writeText('')")  # tests share a clipboard
    board.get_by_role("button", name="Copy link", exact=True).first.click()
    return str(until(lambda: page.evaluate("navigator.clipboard.readText()")))


def test_every_board_in_both_languages_fits_every_screen_axe_finds_nothing_and_its_picture_hears_a_click(
    gallery: Any,
) -> None:
    """Japanese, which is narrower in wide lines, on narrow screens."""
    panel = gallery.locator(f"{PANEL} .gk-panel")
    gallery.locator(f"{PANEL} input[type=range]").scroll_into_view_if_needed()
    until(lambda: panel.locator("svg").count() and panel.locator("table").count(), ALIVE)
    figures = gallery.locator(".gk-board-here:visible")
    for width in (390, 816, 1230, 1920):
        gallery.evaluate("wide => { document.querySelector('#japanese').hidden = wide; }", width > 1000)
        gallery.set_viewport_size({"width": width, "height": 900})
        settle(gallery)
        until(lambda: gallery.evaluate(INSIDE), every=0.5)
        until(lambda: misfits(figures) == [], every=1, why=lambda: str(misfits(figures)))
        screenshot(gallery, f"site_{width}")
    lessons = gallery.locator(", ".join(f'[data-board="{kind}"] .gk-page:visible' for kind in LESSONS))
    assert faults(lessons, SMALL) == []  # at 1920, on a projector
    gallery.set_viewport_size(SIZE)
    assert smallest_type(figures.locator(".gk-page")) >= 11
    assert audit(gallery, "body", "moderate", "minor") == []
    for kind, label in PLACES.items():
        hears_a_click(gallery, kind, label)


def shown(page: Any, kind: str) -> Any:
    """The board of a kind in English."""
    return page.locator(f'[data-board="{kind}"] .gk-page').first


def hears_a_click(page: Any, kind: str, label: str) -> None:
    board = shown(page, kind)
    before = board.evaluate(SAID)
    board.locator(f".gk-picture [role=button][aria-label^='{label}']").first.click()
    until(lambda: board.evaluate(SAID) != before, why=lambda: f"{kind} did not hear a click")


def test_what_a_line_folds_out_is_on_one_screen_with_the_answer(gallery: Any) -> None:
    """On as large a screen as JupyterLab has."""
    for kind, (line, wanted) in FOLDS.items():
        with folded_out(shown(gallery, kind), word(line, "en"), word(wanted, "en")) as folded:
            expect(folded).to_be_visible()


def test_a_panel_of_a_notebook_follows_its_slider(gallery: Any) -> None:
    slider, table = (gallery.locator(f"{PANEL} {kind}") for kind in ("input[type=range]", ".gk-panel table"))
    slider.scroll_into_view_if_needed()
    until(table.count, ALIVE)
    before = table.text_content()
    slider.press("ArrowRight")
    until(lambda: table.text_content() != before)


def test_a_board_answers_mouse_and_keys_and_is_the_same_from_its_link_on_a_phone(
    gallery: Any, browser: Any, server: str
) -> None:
    """A phone that does not take the memory of Python: there it begins from bytecode."""
    board = gallery.locator(".gk-board-here").first
    board.scroll_into_view_if_needed()
    before = number(board)
    shape(board, "Equitatus 1").click()
    until(lambda: number(board) != before)
    line = board.locator("input[placeholder*=Legio]:visible").first
    line.fill("Caesar, Legio 10")
    line.press("Enter")
    said = until(lambda: "Legio 10" in picture(board) and number(board))
    address = link(gallery, board)
    assert re.fullmatch(rf"{server}/battle\.html#gk1-[\w-]+", address)
    guessed_at_in_larger_type(gallery, board)
    played_by_keys_alone(gallery, board)
    phone, refused = new_context(browser, has_touch=True, is_mobile=True), list[str]()
    try:
        phone.route("**/*.memory", lambda route: (refused.append(route.request.url), route.abort()))
        other = phone.new_page()
        other.set_viewport_size({"width": 390, "height": 844})
        other.goto(address, wait_until="commit")
        other.locator(".gk-still img").first.wait_for()  # the picture at once
        until(lambda: other.evaluate("window.gk && (gk.live || gk.faults.length)"), ALIVE)
        assert refused
        assert number(other) == said
        shape(other, "Legio 10").tap()
        until(lambda: number(other) != said)
        assert other.evaluate(INSIDE)
        other.goto(f"{address[:-6]}xxxxxx")
        until(lambda: other.locator(".gk-wrong, .gk-error").count())
        assert number(other) == "68.5%"  # a board that works
        assert other.evaluate("gk.faults") == []
    finally:
        phone.close()


def picture(board: Any) -> str:
    """What a board's picture is called."""
    return str(board.locator(".gk-picture svg").first.get_attribute("aria-label"))


def guessed_at_in_larger_type(page: Any, board: Any) -> None:
    before, larger = number(board), page.get_by_role("button", name="Larger type")
    larger.click()
    board.get_by_role("button", name="Cover the answer and guess first").click()
    until(lambda: before not in board.locator(".gk-number").all_inner_texts())
    board.locator(f"{TOP} input[type=range]").first.press("ArrowRight")
    board.get_by_role("button", name=re.compile("Show|Reveal|answer", re.I)).first.click()
    until(lambda: before in board.locator(".gk-number").all_inner_texts())
    larger.click()


def played_by_keys_alone(page: Any, board: Any) -> None:
    named = "document.activeElement.getAttribute('aria-label')"
    board.locator(".gk-picture [role=button][tabindex='0']").first.focus()
    before = page.evaluate(named)
    page.keyboard.press("ArrowRight")
    assert page.evaluate(named) != before
    said = picture(board)
    page.keyboard.press("Enter")
    until(lambda: picture(board) != said)
    assert page.evaluate("document.activeElement.matches('.gk-do')")  # it keeps the focus
    board.get_by_role("button", name="Throw the first dice").press("Enter")
    until(lambda: "round 1" in board.inner_text().lower())
    assert audit(page, ".gk-order", "moderate", "minor") == []  # which stands in a battle that is fought
    end = board.get_by_role("button", name="To the end")
    end.press("Enter")
    until(end.is_disabled)


def test_a_game_is_offered_again_on_an_embedded_board_that_runs_no_script_of_a_page_s_own(
    gallery: Any, other: Any, server: str
) -> None:
    """The game was begun on another page."""
    gallery.locator("[data-board=caesar] .gk-picture [role=button]").first.click()
    until(lambda: "caesar" in (gallery.evaluate("localStorage.getItem('gamekit.games')") or ""))
    games = json.loads(gallery.evaluate("localStorage.getItem('gamekit.games')"))
    assert all(name.endswith(".journal") for name in games)
    opened(other, f"{server}/caesar.html?embed")
    until(other.locator(".gk-page button", has_text="Take up the game of").count)  # in a line that opens
    other.evaluate("localStorage.clear()")
    assert other.locator(".gk-site").is_hidden()
    assert other.locator(".gk-in-gamekit").is_visible()
    assert other.locator(".gk-in-gamekit").get_attribute("href") == f"{server}/caesar.html"
    assert other.evaluate(SCRIPTS) == []
    assert other.evaluate("fetch('http://127.0.0.1:9/x').then(() => 'got', e => 'refused')") == "refused"


def test_the_first_page_has_no_fault_that_axe_finds(other: Any, server: str) -> None:
    other.goto(f"{server}/index.html")
    assert audit(other, "body", "moderate", "minor") == []


def test_without_a_server_a_page_keeps_its_pictures_and_says_why(other: Any, web_site: Path) -> None:
    other.goto((web_site / "battle.html").as_uri())
    assert other.locator(".gk-still img").is_visible()
    assert other.locator(".gk-wait").is_visible()


@pytest.mark.soak
@pytest.mark.parametrize(("how", "width"), [("tap", 390), ("press", 1280), ("click", 1920)])
def test_a_battle_a_prediction_and_a_year_of_the_campaign_are_played_and_somebody_else_sees_the_same(
    browser: Any, server: str, how: str, width: int
) -> None:
    """By finger, by the keyboard alone and by mouse."""
    mine, theirs = new_context(browser, has_touch=how == "tap", is_mobile=how == "tap"), new_context(browser)
    try:
        page = mine.new_page()
        page.set_viewport_size({"width": width, "height": 900})

        def do(place: Any) -> None:
            board = page.locator(".gk-page").first
            before = board.inner_html()
            place.press("Enter") if how == "press" else getattr(place, how)()
            until(lambda: board.inner_html() != before, why=lambda: f"{place} did nothing")
            settle(page)  # the others act too
            assert page.evaluate(INSIDE)

        opened(page, f"{server}/battle.html")
        do(shape(page, "Equitatus 1"))
        do(page.get_by_role("button", name="Throw the first dice"))
        do(page.get_by_role("button", name="To the end"))
        opened(page, f"{server}/predict.html")
        do(page.get_by_role("button", name="60–80%: one hand more"))
        do(page.get_by_role("button", name="Reveal"))
        opened(page, f"{server}/campaign.html")
        over = re.compile("48 BC|The game is over")
        while not over.search(page.locator(".gk-page").first.inner_text()):
            do(next_of(page))
        other = opened(theirs.new_page(), link(page, page))
        assert page.evaluate("gk.faults") == []
        seen, sent = ("".join(one.locator(TOP).first.inner_text().split()) for one in (other, page))
        assert seen == sent
    finally:
        mine.close()
        theirs.close()


def next_of(page: Any) -> Any:
    """What a player of the campaign does next: the card in front, one move in a turn, and then on."""
    end = page.get_by_role("button", name="To the end").and_(page.locator(":enabled"))
    on, card, place = (page.locator(f"button.gk-{kind}:enabled:visible") for kind in ("button-main", "card", "place"))
    if end.count() or card.count():
        return (end if end.count() else card).first
    stack, moved = shape(page, "Lugdunum, Caesar"), page.get_by_role("button", name="Undo", exact=True).count()
    if on.count() and (moved or not page.get_by_text("Moves left:").count() or not stack.count()):
        return on.first
    return place.first if place.count() else stack
