"""The site in a real browser, served as files by ``python -m http.server``: boards come alive, links open what was
sent, games stay, nothing is asked of anybody else."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from gamekit.web import build
from tests.browser.conftest import free_port, new_context
from tests.browser.lab import AXE, CUT, OUTSIDE, Server, faults, screenshot, settle, until

OTHERS = [board for board in build.BOARDS if board.kind != "battle"]
NOTEBOOK = "julius_caesar_battle.html"
ALIVE = 240  # seconds that a busy machine may take until a board is live
INSIDE = "document.documentElement.scrollWidth <= innerWidth + 1"
TOP = ".gk-page > .gk-top"
FOUND = """async () => {
  const {violations} = await axe.run('body', {resultTypes: ['violations']});
  return violations.flatMap(one => one.nodes.map(node => `${one.id}: ${node.html.slice(0, 160)}`));
}"""


@pytest.fixture(scope="module")
def server(web_site: Path) -> Iterator[str]:
    port = free_port()
    command = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1", "-d", str(web_site)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    listening = Server(f"http://127.0.0.1:{port}", "")
    until(lambda: listening.answers("index.html"), 60)
    yield listening.url
    process.terminate()
    process.wait(10)


def opened(page: Any, address: str) -> Any:
    """Open a page and wait until its first board is live."""
    page.goto(address)
    until(lambda: page.evaluate("window.gk && (gk.live || gk.faults.length)"), ALIVE)
    assert page.evaluate("gk.faults") == []
    return page


def number(page: Any) -> str:
    return "".join(page.locator(".gk-page .gk-number").all_inner_texts()[:1])


def shape(page: Any, label: str) -> Any:
    return page.locator(f".gk-picture [role=button][aria-label*='{label}']").first


def link(page: Any) -> str:
    """The address that Copy link gives."""
    page.evaluate("navigator.clipboard.writeText('')")  # tests share a clipboard
    page.get_by_role("button", name="Copy link", exact=True).first.click()
    return str(until(lambda: page.evaluate("navigator.clipboard.readText()")))


def test_a_board_answers_mouse_and_keys_and_is_the_same_from_its_link_on_a_phone(
    page: Any, browser: Any, server: str
) -> None:
    page.goto(f"{server}/battle.html", wait_until="commit")
    page.locator(".gk-still img").first.wait_for()  # the picture at once
    until(lambda: page.evaluate("window.gk && (gk.live || gk.faults.length)"), ALIVE)
    before = number(page)
    shape(page, "Equitatus 1").click()
    until(lambda: number(page) != before)
    line = page.locator("input[placeholder*=Legio]:visible").first
    line.fill("Caesar, Legio 10")
    line.press("Enter")
    said = until(
        lambda: "Legio 10" in page.locator(".gk-picture svg").first.get_attribute("aria-label") and number(page)
    )
    address = link(page)
    assert re.fullmatch(rf"{server}/battle\.html#gk1-[\w-]+", address)
    guessed_at_in_larger_type(page)
    played_by_keys_alone(page)
    phone: Any = new_context(browser, has_touch=True, is_mobile=True)
    try:
        other = phone.new_page()
        other.set_viewport_size({"width": 390, "height": 844})
        opened(other, address)
        assert number(other) == said
        shape(other, "Legio 10").tap()
        until(lambda: number(other) != said)
        assert other.evaluate(INSIDE)
        other.goto(f"{address[:-6]}xxxxxx")
        until(lambda: other.locator(".gk-wrong, .gk-error").count())
        assert number(other) == before  # a board that works
    finally:
        phone.close()


def guessed_at_in_larger_type(page: Any) -> None:
    before, larger = number(page), page.get_by_role("button", name="Larger type")
    larger.click()
    page.get_by_role("button", name="Cover the answer and guess first").click()
    until(lambda: before not in page.locator(".gk-number").all_inner_texts())
    page.locator(f"{TOP} input[type=range]").first.press("ArrowRight")
    page.get_by_role("button", name=re.compile("Show|Reveal|answer", re.I)).first.click()
    until(lambda: before in page.locator(".gk-number").all_inner_texts())
    larger.click()


def played_by_keys_alone(page: Any) -> None:
    first = page.locator(".gk-picture [role=button][tabindex='0']").first
    first.focus()
    named = page.evaluate("document.activeElement.getAttribute('aria-label')")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") != named
    said = page.locator(".gk-picture svg").first.get_attribute("aria-label")
    page.keyboard.press("Enter")
    until(lambda: page.locator(".gk-picture svg").first.get_attribute("aria-label") != said)
    assert page.evaluate("document.activeElement.matches('.gk-do')")  # it keeps the focus
    page.get_by_role("button", name="Throw the first dice").press("Enter")
    until(lambda: "round 1" in page.locator(".gk-page").first.inner_text().lower())
    page.get_by_role("button", name="To the end").press("Enter")
    until(lambda: page.get_by_role("button", name="To the end").is_disabled())


def test_a_game_is_offered_again_on_an_embedded_board_that_runs_no_script_of_a_page_s_own(
    page: Any, server: str
) -> None:
    opened(page, f"{server}/caesar.html")
    page.locator(".gk-picture [role=button]").first.click()
    until(lambda: "caesar" in (page.evaluate("localStorage.getItem('gamekit.games')") or ""))
    games = json.loads(page.evaluate("localStorage.getItem('gamekit.games')"))
    assert all(name.endswith(".journal") for name in games)
    opened(page, f"{server}/caesar.html?embed")
    until(page.locator(".gk-page button", has_text="Take up the game of").count)  # in a line that opens
    page.evaluate("localStorage.clear()")
    assert page.locator(".gk-site").is_hidden()
    assert page.locator(".gk-in-gamekit").is_visible()
    assert page.locator(".gk-in-gamekit").get_attribute("href") == f"{server}/caesar.html"
    page.evaluate(
        """() => {
          window.ran = [];
          document.body.append(Object.assign(document.createElement('script'), {textContent: 'ran.push(1)'}));
          const held = '<img src=x onerror="ran.push(2)">';
          document.body.append(Object.assign(document.createElement('p'), {innerHTML: held}));
          const link = Object.assign(document.createElement('a'), {href: 'javascript:ran.push(3)'});
          document.body.append(link); link.click();
        }"""
    )
    page.wait_for_timeout(300)
    assert page.evaluate("ran") == []
    assert page.evaluate("fetch('http://127.0.0.1:9/x').then(() => 'got', e => 'refused')") == "refused"


@pytest.fixture
def gallery(web_site: Path, request: pytest.FixtureRequest) -> Iterator[str]:
    """Where all boards stand, those of a notebook on a battle first, in a language."""
    language = request.param
    folder = web_site if language == "en" else web_site / language
    boards = "".join(build.live("", language, board=board.kind) for board in OTHERS)
    file, notebook = folder / "gallery.html", (folder / NOTEBOOK).read_text("utf-8")
    file.write_text(notebook.replace("</main>", f"{boards}</main>"), "utf-8")
    yield file.relative_to(web_site).as_posix()
    file.unlink()


def alive(page: Any, address: str) -> Any:
    """Open the gallery and wait until all boards are live; its figures."""
    opened(page, address)
    figures = page.locator(".gk-board-here")
    assert figures.count() == 2 + len(OTHERS)
    until(lambda: page.evaluate("Object.keys(gk.lives).length") == figures.count(), ALIVE, every=0.5)
    assert page.locator(".gk-still").count() == 0
    return figures


def fit(page: Any, figures: Any, widths: tuple[int, ...]) -> None:
    """In windows of these widths nothing sticks out or is cut off on a board, nor is the page wider."""
    for width in widths:
        page.set_viewport_size({"width": width, "height": 900})
        settle(page)
        until(lambda: page.evaluate(INSIDE), every=0.5)
        until(lambda: faults(figures, OUTSIDE, CUT) == [], every=1, why=lambda: str(faults(figures, OUTSIDE, CUT)))
        screenshot(page, f"site_{page.evaluate('document.documentElement.lang')}_{width}")


@pytest.mark.parametrize("gallery", ["en"], indirect=True)
def test_every_board_lives_on_a_page_fits_every_screen_and_axe_finds_nothing(
    page: Any, server: str, gallery: str
) -> None:
    figures = alive(page, f"{server}/{gallery}")
    slider = page.locator(".gk-what-if input[type=range]")
    slider.scroll_into_view_if_needed()
    panel = page.locator(".gk-what-if .gk-panel")
    until(lambda: panel.locator("svg").count() and panel.locator("table").count(), ALIVE)
    before = panel.locator("table").text_content()
    slider.press("ArrowRight")
    until(lambda: panel.locator("table").text_content() != before)
    accessible(page)
    fit(page, figures, (390, 816, 1230, 1920))


@pytest.mark.parametrize("gallery", ["ja"], indirect=True)
def test_every_board_fits_narrow_screens_in_japanese(page: Any, server: str, gallery: str) -> None:
    fit(page, alive(page, f"{server}/{gallery}"), (390, 816))


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
        other = opened(theirs.new_page(), link(page))
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


def test_a_board_lives_from_bytecode_where_a_browser_does_not_take_the_memory(page: Any, server: str) -> None:
    refused: list[str] = []

    def refuse(route: Any) -> None:
        refused.append(route.request.url)
        route.abort()

    page.context.route("**/*.memory", refuse)
    try:
        opened(page, f"{server}/contest.html")
        assert refused
        assert number(page) == "4.6%"
    finally:
        page.context.unroute("**/*.memory")


def test_the_first_page_has_no_fault_that_axe_finds(page: Any, server: str) -> None:
    page.goto(f"{server}/index.html")
    accessible(page)


def accessible(page: Any) -> None:
    page.evaluate(AXE)
    assert page.evaluate(FOUND) == []


def test_without_a_server_a_page_keeps_its_pictures_and_says_why(page: Any, web_site: Path) -> None:
    page.goto((web_site / "battle.html").as_uri())
    assert page.locator(".gk-still img").is_visible()
    assert page.locator(".gk-wait").is_visible()
