"""Pages paint although every host but loopback takes a connection and never answers, and nothing is asked of one."""

from __future__ import annotations

import socket
from collections.abc import Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page
from playwright.sync_api import TimeoutError as Stalled

from tests.browser.conftest import FLAGS, new_context
from tests.browser.lab import Server, open_notebook, run_all, wait_for_ink
from tests.conftest import chromium

BATTLE = "julius_caesar_battle.ipynb"


@pytest.fixture(scope="module")
def context(playwright: Any) -> Iterator[Any]:
    """What pages share in a browser for which all names lead to a port that never answers."""
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen(256)
        rules = f"--host-resolver-rules=MAP * 127.0.0.1:{silent.getsockname()[1]}, EXCLUDE 127.0.0.1"
        running = playwright.chromium.launch(executable_path=chromium(), args=[*FLAGS, rules])
        yield new_context(running)
        running.close()


@pytest.fixture
def desks() -> list[Any]:
    """None of the other tests' pages, which stand in another browser."""
    return []


@pytest.fixture
def asked(page: Page) -> list[str]:
    """The addresses outside this machine that the page asks for."""
    found: list[str] = []

    def note(request: Any) -> None:
        parts = urlsplit(request.url)
        if parts.scheme not in ("data", "blob") and parts.hostname != "127.0.0.1":
            found.append(request.url)

    page.on("request", note)
    return found


def test_other_hosts_never_answer(page: Any) -> None:
    with pytest.raises(Stalled):
        page.goto("http://cdn.invalid/all.min.css", timeout=1_500)


def test_the_lab_paints_and_asks_nobody(page: Any, lab: Server, asked: list[str]) -> None:
    open_notebook(page, lab, BATTLE)
    run_all(page)
    wait_for_ink(page.locator("canvas").first, 10_000)
    assert asked == []
