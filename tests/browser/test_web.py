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
from urllib.parse import urlparse

import pytest

from gamekit.text.translation import LANGUAGES
from gamekit.web import build
from tests.browser.conftest import free_port, new_context
from tests.browser.lab import AXE, CUT, OUTSIDE, Server, screenshot, until

ALIVE = 120  # seconds that a busy machine may take until a board is live
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


@pytest.fixture
def asked(page: Any) -> Iterator[list[str]]:
    """Every address that the page asks for, once what another test left on it is gone."""
    found: list[str] = []

    def note(request: Any) -> None:
        found.append(request.url)

    page.goto("about:blank")
    page.on("request", note)
    yield found
    page.remove_listener("request", note)


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
    return str(until(lambda: page.evaluate("navigator.clipboard.readText()"), 30))


def test_a_board_comes_alive_answers_and_is_the_same_from_its_link_in_another_profile(
    page: Any, browser: Any, server: str, asked: list[str]
) -> None:
    page.goto(f"{server}/battle.html", wait_until="commit")
    page.locator(".gk-still img").first.wait_for(timeout=30_000)  # the picture at once
    until(lambda: page.evaluate("window.gk && (gk.live || gk.faults.length)"), ALIVE)
    before = number(page)
    shape(page, "Equitatus 1").click()
    until(lambda: number(page) != before, 30)
    line = page.locator("input[placeholder*=Legio]:visible").first
    line.fill("Caesar, Legio 10")
    line.press("Enter")
    said = until(
        lambda: "Legio 10" in page.locator(".gk-picture svg").first.get_attribute("aria-label") and number(page)
    )
    address = link(page)
    assert re.fullmatch(rf"{server}/battle\.html#gk1-[\w-]+", address)
    other = new_context(browser)
    try:
        fresh = opened(other.new_page(), address)  # type: ignore[attr-defined]
        assert number(fresh) == said
        fresh.goto(f"{address[:-6]}xxxxxx")
        fresh.reload()
        opened(fresh, fresh.url)
        until(lambda: fresh.locator(".gk-wrong, .gk-error").count(), 30)
        assert number(fresh) == before  # a board that works
    finally:
        other.close()  # type: ignore[attr-defined]
    hosts = {urlparse(one).netloc for one in asked if urlparse(one).scheme in ("http", "https")}
    assert hosts == {urlparse(server).netloc}


def test_a_board_is_guessed_at_in_larger_type_and_played_by_keys_alone(page: Any, server: str) -> None:
    opened(page, f"{server}/battle.html")
    before, larger = number(page), page.get_by_role("button", name="Larger type")
    larger.click()
    page.get_by_role("button", name="Cover the answer and guess first").click()
    until(lambda: before not in page.locator(".gk-number").all_inner_texts(), 30)
    page.locator(f"{TOP} input[type=range]").first.press("ArrowRight")
    page.get_by_role("button", name=re.compile("Show|Reveal|answer", re.I)).first.click()
    until(lambda: before in page.locator(".gk-number").all_inner_texts(), 30)
    larger.click()
    first = page.locator(".gk-picture [role=button][tabindex='0']").first
    first.focus()
    named = page.evaluate("document.activeElement.getAttribute('aria-label')")
    page.keyboard.press("ArrowRight")
    assert page.evaluate("document.activeElement.getAttribute('aria-label')") != named
    said = page.locator(".gk-picture svg").first.get_attribute("aria-label")
    page.keyboard.press("Enter")
    until(lambda: page.locator(".gk-picture svg").first.get_attribute("aria-label") != said, 30)
    assert page.evaluate("document.activeElement.matches('.gk-do')")  # it keeps the focus
    page.get_by_role("button", name="Throw the first dice").press("Enter")
    until(lambda: "round 1" in page.locator(".gk-page").first.inner_text().lower(), 30)
    page.get_by_role("button", name="To the end").press("Enter")
    until(lambda: page.get_by_role("button", name="To the end").is_disabled(), 60)


def test_an_embedded_board_is_alone_and_runs_no_script_of_a_page_s_own(page: Any, server: str) -> None:
    opened(page, f"{server}/duel.html?embed")
    assert page.locator(".gk-site").is_hidden()
    assert page.locator(".gk-open").is_visible()
    assert page.locator(".gk-open").get_attribute("href") == f"{server}/duel.html"
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


def test_a_game_is_offered_again_by_the_same_browser(page: Any, server: str) -> None:
    opened(page, f"{server}/caesar.html")
    page.locator(".gk-picture [role=button]").first.click()
    until(lambda: "caesar" in (page.evaluate("localStorage.getItem('gamekit.games')") or ""), 60)
    games = json.loads(page.evaluate("localStorage.getItem('gamekit.games')"))
    assert all(name.endswith(".journal") for name in games)
    opened(page, f"{server}/caesar.html")
    until(page.locator(".gk-page button", has_text="Take up the game of").count, 60)  # in a line that opens
    page.evaluate("localStorage.clear()")


def test_a_finger_on_a_phone(browser: Any, server: str) -> None:
    phone: Any = new_context(browser, has_touch=True, is_mobile=True)
    try:
        page = phone.new_page()
        page.set_viewport_size({"width": 390, "height": 844})
        opened(page, f"{server}/battle.html")
        said = number(page)
        shape(page, "Equitatus 1").tap()
        until(lambda: number(page) != said, 30)
        assert page.evaluate(INSIDE)
    finally:
        phone.close()


def test_every_board_of_a_notebook_lives_on_its_page_and_charts_have_their_numbers(page: Any, server: str) -> None:
    opened(page, f"{server}/julius_caesar_battle.html")
    until(lambda: page.evaluate("Object.keys(gk.lives).length") == page.locator(".gk-board-here").count() == 2, ALIVE)
    slider = page.locator(".gk-what-if input[type=range]")
    slider.scroll_into_view_if_needed()
    panel = page.locator(".gk-what-if .gk-panel")
    until(lambda: panel.locator("svg").count() and panel.locator("table").count(), ALIVE)
    before = panel.locator("table").text_content()
    slider.press("ArrowRight")
    until(lambda: panel.locator("table").text_content() != before, 60)
    assert page.locator(".gk-still").count() == 0
    accessible(page)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_board_fits_every_screen_and_axe_finds_nothing(
    page: Any, server: str, web_site: Path, language: str
) -> None:
    """All boards on one page, by one worker."""
    folder = web_site if language == "en" else web_site / language
    boards = "".join(build.live("", board.needs, language, board=board.kind) for board in build.BOARDS[:-1])
    file = folder / "gallery.html"
    file.write_text(build.html("gallery", "Boards", f"<h1>Boards</h1>{boards}", language), "utf-8")
    opened(page, f"{server}/{file.relative_to(web_site).as_posix()}")
    file.unlink()
    until(lambda: page.evaluate("Object.keys(gk.lives).length") == len(build.BOARDS) - 1, ALIVE)
    accessible(page)
    for width in (390, 816, 1230, 1920):
        page.set_viewport_size({"width": width, "height": 900})
        until(lambda: page.evaluate(INSIDE))
        for board in page.locator(".gk-board-here").all():
            until(lambda board=board: board.evaluate(OUTSIDE) == [], why=lambda board=board: board.evaluate(OUTSIDE))
            assert board.evaluate(CUT) == []
        screenshot(page, f"site_{language}_{width}")


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
