"""A class: the index with its pictures, both languages, no word of code; who has no token or no room is told so."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request
from base64 import b64decode
from collections.abc import Iterator
from functools import partial
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import ROOT, environment, free_port
from tests.browser.lab import Server, audit, put, screenshot, until, wait_for_ink

WORD = "abcd-efgh-jkmn"
DUEL = "from gamekit.widgets.caesar import DuelBoard\n\nDuelBoard()"
BOARD = "from gamekit.widgets.lessons import TimelineBoard\n\nTimelineBoard(-47)"
# What test_letters holds for: letters of 10 px and more in a picture laid out for less than 560 px.
LAID_OUT = """() => { const {width} = document.querySelector('.gk-board').getBoundingClientRect();
  return 560 > width / 2.39 && parseFloat(document.querySelector('.gk-board canvas').width) < 2 * 560; }"""
BELOW_THE_BAR = """() => { document.getElementById('rendered_cells').scrollTop = 400;
  const [bar, answer] = ['.gk-class', '.gk-top'].map(one => document.querySelector(one).getBoundingClientRect());
  return bar.top === 0 && answer.top >= bar.bottom - 1 && answer.top < bar.bottom + 60; }"""
# A page that was left lets its kernel go after 2 s instead of 10, and has 2 s more when it was only just handed out.
HASTY = """from gamekit.classroom import __main__, server
server.LEFT, server.SLOW = 12, 2
__main__.main()"""
SMALL = """() => [...document.querySelectorAll('body *')]
  .filter(e => [...e.childNodes].some(n => n.nodeType === 3 && n.textContent.trim()) && e.getClientRects().length)
  .filter(e => parseFloat(getComputedStyle(e).fontSize) * e.currentCSSZoom < 24).map(e => e.outerHTML.slice(0, 90))"""


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A class with two small notebooks and room for three pages."""
    home, books, port = tmp_path_factory.mktemp("class"), tmp_path_factory.mktemp("books"), free_port()
    put(books, "history_civil_war", BOARD)
    (books / "dot.svg").write_text('<svg xmlns="http://www.w3.org/2000/svg"/>')
    put(books, "your_own_game", "import os\n\nprint(os.environ['GAMEKIT_LANGUAGE'], os.getcwd()[-2:])", DUEL)
    given = environment(home) | {"CLASS_PORT": str(port), "CLASS_TOKEN": WORD, "CLASS_PAGES": "3"}
    command = [sys.executable, "-c", HASTY, str(books)]
    server = Server(f"http://127.0.0.1:{port}", WORD)
    with (home / "log").open("w") as log:
        process = subprocess.Popen(command, cwd=home, env=given, stdout=log, stderr=subprocess.STDOUT)
    try:
        until(lambda: server.answers("") or process.poll() is not None, seconds=120)
        assert process.poll() is None, (home / "log").read_text()
        yield server
    finally:
        process.send_signal(signal.SIGINT)  # Ctrl+C
        assert process.wait(30) == 0
    _, traceback, told = (home / "log").read_text().partition("Traceback")
    assert not traceback, told[:3000]


def test_the_index_has_a_card_for_each_page_in_both_languages(page: Any, room: Server) -> None:
    page.goto(room.address(""))
    expect(page).to_have_url(f"{room.url}/?language=en")  # the token is not left for all to read
    expect(page.get_by_role("link", name="The Roman civil war in a classroom")).to_be_visible()
    assert page.evaluate(SMALL) == []
    assert audit(page, "html") == []
    screenshot(page, "class_index")
    page.get_by_role("link", name="日本語").click()
    expect(page.get_by_role("link", name="教室で学ぶローマの内戦")).to_be_visible()
    assert page.locator("html").get_attribute("lang") == "ja"


def test_a_page_speaks_its_language_takes_no_code_and_speaks_of_none(page: Any, room: Server) -> None:
    page.goto(room.address(""))
    until(partial(opened, page, f"{room.url}/voila/render/en/history_civil_war.ipynb"))
    wait_for_ink(page.locator(".gk-page canvas").first, 1_000, seconds=120)
    assert not re.search(r"\b(cells?|code|notebook|Python|Jupyter)\b", page.locator("body").inner_text(), re.IGNORECASE)
    assert page.evaluate(SMALL) == []
    assert audit(page, "html") == []
    assert page.evaluate(EXECUTE) == {"bare": "refused", "info": "ok", "run": "silent"}
    larger = page.get_by_role("button", name="Larger")
    larger.click()
    expect(larger).to_have_attribute("aria-pressed", "true")
    screenshot(page, "class_larger")
    larger.click()
    page.get_by_role("button", name="Full screen").click()
    page.wait_for_function("document.fullscreenElement")
    with page.expect_navigation():
        page.locator("nav").get_by_role("link", name="日本語").click()
    until(lambda: not page.get_by_role("alert").count() or (page.reload() and False), every=1)  # other tests' pages
    wait_for_ink(page.locator(".gk-page canvas").first, 1_000, seconds=120)
    expect(page.locator(".gk-page").first).to_contain_text("前48年")
    assert page.locator("html").get_attribute("lang") == "ja"
    page.goto(f"{room.url}/?language=ja")
    drawn = page.locator(".picture img").first.get_attribute("src")
    assert "前48年" in b64decode(drawn.partition("base64,")[2]).decode()  # the card's picture speaks its language


def test_a_board_of_a_game_is_read_from_ten_metres_once_it_is_larger(page: Any, room: Server) -> None:
    page.goto(room.address(""))
    until(partial(opened, page, f"{room.url}/voila/render/en/your_own_game.ipynb"))
    wait_for_ink(page.locator(".gk-page canvas").first, 1_000, seconds=120)
    page.wait_for_function(BELOW_THE_BAR)
    page.get_by_role("button", name="Larger").click()
    page.wait_for_function(LAID_OUT)
    assert page.evaluate(SMALL) == []
    screenshot(page, "class_board_larger")
    page.get_by_role("button", name="Larger").click()


def test_each_page_has_a_kernel_of_its_language(page: Any, room: Server) -> None:
    page.goto(room.address(""))
    for language in ("ja", "en"):
        address = f"{room.url}/voila/render/{language}/your_own_game.ipynb"
        until(partial(opened, page, address))  # a page of another test may still be held open
        expect(page.locator("#rendered_cells")).to_contain_text(f"{language} {language}")


def test_without_the_word_there_is_a_line_to_type_it_in(browser: Any, room: Server) -> None:
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{room.url}/voila/render/ja/history_civil_war.ipynb")
    expect(page.get_by_label("先生が示した合い言葉を入力してください。")).to_be_visible()
    page.get_by_role("textbox").fill("wrong")
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox")).to_be_visible()
    page.get_by_role("textbox").fill(WORD)
    page.keyboard.press("Enter")
    expect(page.get_by_role("link", name="教室で学ぶローマの内戦")).to_be_visible()
    context.close()


def test_beyond_the_limit_a_sentence_says_so_until_a_page_is_closed(context: Any, room: Server) -> None:
    address, pages = f"{room.url}/voila/render/en/your_own_game.ipynb", [context.new_page()]
    pages[0].goto(room.address(""))
    while opened(pages[-1], address):
        expect(pages[-1].locator("#rendered_cells")).to_contain_text("en en")
        wait_for_ink(pages[-1].locator("canvas").first)  # it has a kernel, and keeps it
        assert len(pages) <= 3
        pages.append(context.new_page())
    late = pages[-1]
    expect(late.get_by_role("alert")).to_contain_text("3 pages are open, and there is no room for more")
    assert late.evaluate(SMALL) == []
    for one in pages[:-1]:
        one.close(run_before_unload=True)
    until(lambda: opened(late, address), seconds=90)
    late.close(run_before_unload=True)


def test_a_page_closed_before_it_said_a_word_gives_its_room_back(room: Server) -> None:
    address = f"{room.url}/voila/render/en/your_own_game.ipynb?token={WORD}"
    for _ in range(4):  # one more than there is room for; nobody ever connects to their kernels
        until(partial(fetched, address), seconds=60, every=1)


def test_a_page_left_while_it_connects_is_no_news(room: Server) -> None:
    found = list[str]()
    until(lambda: fetched(f"{room.url}/voila/render/en/your_own_game.ipynb?token={WORD}", found), seconds=60, every=1)
    kernel = re.search(r'"kernelId": "([\w-]+)"', found[0])
    assert kernel
    head = {"Host": room.url.removeprefix("http://"), "Upgrade": "websocket", "Connection": "Upgrade",
            "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Protocol": "v1.kernel.websocket.jupyter.org"}  # fmt: skip
    lines = [f"GET /api/kernels/{kernel[1]}/channels?token={WORD} HTTP/1.1", *(f"{k}: {v}" for k, v in head.items())]
    with socket.create_connection(("127.0.0.1", int(room.url.rpartition(":")[2]))) as line:
        line.sendall("\r\n".join([*lines, "", ""]).encode())
    until(lambda: room.answers(""))  # what the log says of it is read when the class ends


def test_a_picture_beside_the_notebooks_is_shown(room: Server) -> None:
    with urllib.request.urlopen(f"{room.url}/voila/render/en/dot.svg?token={WORD}", timeout=60) as answer:
        assert answer.read().startswith(b"<svg")


def fetched(address: str, found: list[str] | None = None) -> bool:
    try:
        with urllib.request.urlopen(address, timeout=60) as answer:
            if found is not None:
                found.append(answer.read().decode())
            return bool(answer.status == 200)
    except urllib.error.HTTPError as error:
        if error.code == 503:  # no room yet
            return False
        raise


def opened(page: Page, address: str) -> bool:
    found = page.goto(address)
    return bool(found and found.status == 200)


@pytest.mark.parametrize(
    "path", ["voila/api/contents/", "voila/files/../../etc/passwd", "voila/files/en/history_civil_war.ipynb",
             "voila/render/../../secret.ipynb", "voila/render/en/<script>alert(1)</script>", "api/contents", "static/x"]
)  # fmt: skip
def test_nothing_but_pages_is_served_and_nothing_is_repeated(room: Server, path: str) -> None:
    for asked in (f"{room.url}/{path}", f"{room.url}/{path}?token={WORD}&language=<script>alert(1)</script>"):
        request = urllib.request.Request(asked.replace("<", "%3C").replace(">", "%3E"))
        try:
            with urllib.request.urlopen(request, timeout=20) as answer:
                status, text = answer.status, answer.read().decode()
        except urllib.error.HTTPError as error:
            status, text = error.code, error.read().decode()
        assert "alert(1)" not in text
        assert str(ROOT) not in text
        assert "Traceback" not in text
        assert '"cells"' not in text
        assert status in (403, 404) or ("no such page" in text or "your teacher shows you" in text), (
            status,
            text[:200],
        )


EXECUTE = """async () => {
  const kernel = JSON.parse(document.getElementById('jupyter-config-data').textContent).kernelId;
  const at = `ws://${location.host}/api/kernels/${kernel}/channels?session_id=s`;
  const bare = await new Promise(done => {
    const socket = new WebSocket(at);
    socket.onopen = () => done('open'); socket.onerror = () => done('refused');
  });
  const socket = new WebSocket(at, 'v1.kernel.websocket.jupyter.org');
  socket.binaryType = 'arraybuffer';
  await new Promise(opened => { socket.onopen = opened; });
  const framed = parts => {
    const bytes = parts.map(part => new TextEncoder().encode(part)), count = parts.length + 1;
    const made = new Uint8Array(8 * (count + 1) + bytes.reduce((sum, one) => sum + one.length, 0));
    const view = new DataView(made.buffer);
    let place = 8 * (count + 1);
    view.setBigUint64(0, BigInt(count), true);
    view.setBigUint64(8, BigInt(place), true);
    bytes.forEach((one, n) => {
      made.set(one, place); place += one.length; view.setBigUint64(16 + 8 * n, BigInt(place), true);
    });
    return made;
  };
  const ask = (type, content) => new Promise(resolve => {
    const id = crypto.randomUUID(), date = new Date().toISOString();
    const header = {msg_id: id, msg_type: type, username: 'p', session: 's', date, version: '5.3'};
    const heard = event => { if (new TextDecoder().decode(event.data).includes(id)) resolve('ok'); };
    socket.addEventListener('message', heard);
    socket.send(framed(['shell', ...[header, {}, {}, content].map(one => JSON.stringify(one))]));
    setTimeout(() => resolve('silent'), type === 'execute_request' ? 3000 : 20000);
  });
  const code = {code: '1', silent: false, store_history: false, user_expressions: {}, allow_stdin: false};
  const run = await ask('execute_request', code);
  return {bare, info: await ask('kernel_info_request', {}), run};
}"""
