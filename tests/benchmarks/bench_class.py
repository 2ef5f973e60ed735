"""A class: seconds until a page is painted, and what thirty pupils at once cost, beside one pupil.

No peer stands beside it: the pages are those of ``make class``, in a real browser; pupils are connections of their own
that ask for a page and keep it open. Memory is the proportional share, so that what kernels share is counted once."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from statistics import median
from time import perf_counter, sleep, time
from typing import Any

import psutil
from playwright.sync_api import sync_playwright
from websocket import WebSocket, create_connection

from tests.browser.conftest import FLAGS, ROOT, environment, free_port
from tests.browser.lab import until, wait_for_ink
from tests.conftest import chromium

WORD, PUPILS, PROTOCOL = "abcd-efgh-jkmn", 30, "v1.kernel.websocket.jupyter.org"
PAGES = ("history_civil_war", "julius_caesar_battle", "roma_victrix_combat", "aquileia_dice")
# Asked by the page at each of its frames, of the board made small: whoever asks from outside waits for the page's work.
INKED = """() => {
  const probe = new OffscreenCanvas(16, 16).getContext('2d', {willReadFrequently: true});
  const look = now => {
    const board = document.querySelector('.gk-page canvas');
    if (board?.width) {
      probe.drawImage(board, 0, 0, 16, 16);
      const colours = new Set(new Uint32Array(probe.getImageData(0, 0, 16, 16).data.buffer));
      if (colours.size > 8) { window.inked = now; return; }
    }
    requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}"""
BASE = re.compile(r'"kernelId": "([\w-]+)"')


def share(process: psutil.Process) -> int:
    """The proportional share of memory of a process and what it started, in MB."""
    return sum(one.memory_full_info().pss for one in (process, *process.children(recursive=True))) // 2**20


def spent(server: psutil.Process) -> dict[int, float]:
    """Processor time of the server and of what it has started, in seconds, by their numbers."""
    found = {}
    for one in (server, *server.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):
            found[one.pid] = sum(one.cpu_times()[:2])
    return found


def painted(page: Any, address: str, server: psutil.Process) -> tuple[float, float]:
    """Seconds from the click until the frame that shows the first board of a page, painted by its kernel, and those of
    the server's processor time within them, which are the same where others work too."""
    begun, before = time(), spent(server)
    page.goto(address)
    wait_for_ink(page.locator(".gk-page canvas").first, 1_000, seconds=120)
    took = page.evaluate("performance.timeOrigin + window.inked") / 1000 - begun
    return took, sum(max(0, now - before.get(pid, 0)) for pid, now in spent(server).items())


def asked(at: str, name: str) -> tuple[float, WebSocket]:
    """Seconds until a page has come, and its connection, which keeps it."""
    begun = perf_counter()
    with urllib.request.urlopen(f"http://{at}/voila/render/en/{name}.ipynb?token={WORD}", timeout=300) as answer:
        found = BASE.search(answer.read().decode())
    assert found, name
    where = f"ws://{at}/api/kernels/{found[1]}/channels?token={WORD}"
    line = create_connection(where, subprotocols=[PROTOCOL], timeout=60)
    return perf_counter() - begun, line


def main(quick: bool = False) -> None:
    """The table; ``quick``: without waiting until all pages are ready, and without a whole class."""
    with tempfile.TemporaryDirectory() as home:
        port = free_port()
        given = environment(Path(home)) | {"CLASS_PORT": str(port), "CLASS_TOKEN": WORD}
        command, at = [sys.executable, "-m", "gamekit.classroom", str(ROOT / "notebooks")], f"127.0.0.1:{port}"
        begun = perf_counter()
        with subprocess.Popen(
            command, cwd=home, env=given, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        ) as started:
            try:
                until(lambda: listens(at), seconds=120)
                print(f"it listens after {perf_counter() - begun:.1f} s")
                server = psutil.Process(started.pid)
                in_a_browser(at, server, "right after the start")
                if quick:
                    return
                all_ready(server)
                in_a_browser(at, server, "once pages are ready")
                at_once(at, server)
            finally:
                started.terminate()


def listens(at: str) -> bool:
    try:
        with urllib.request.urlopen(f"http://{at}/?token={WORD}", timeout=5) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False


def all_ready(server: psutil.Process) -> None:
    """Wait until no page more is made ready: for ten seconds, longer than a page has to itself, nothing works."""
    begun = perf_counter()

    def rests() -> bool:
        before, _ = sum(spent(server).values()), sleep(10)
        return sum(spent(server).values()) - before < 1

    until(rests, seconds=600, every=0)
    print(f"pages are ready after {perf_counter() - begun:.0f} s more, with {share(server)} MB")


def in_a_browser(at: str, server: psutil.Process, when: str) -> None:
    """The first page of a browser, and the next ones."""
    with sync_playwright() as play:
        page = play.chromium.launch(executable_path=chromium(), args=FLAGS).new_page()
        page.goto(f"http://{at}/?token={WORD}")
        page.add_init_script(f"({INKED})()")
        for number, name in enumerate(PAGES):
            took, worked = painted(page, f"http://{at}/voila/render/en/{name}.ipynb", server)
            which = "the next" if number else "the first"
            print(f"{when}, {which} page ({name}) painted after {took:.1f} s, {worked:.1f} s of processor time")


def at_once(at: str, server: psutil.Process) -> None:
    """As many pupils as a class has, all within the same moment."""
    before = share(server)
    with ThreadPoolExecutor(PUPILS) as pupils:
        found = list(pupils.map(lambda number: asked(at, PAGES[number % len(PAGES)]), range(PUPILS)))
    took, lines = sorted(seconds for seconds, _ in found), [line for _, line in found]
    each = (share(server) - before) / PUPILS
    print(f"{PUPILS} pages asked for at once on {os.cpu_count()} cores: {took[0]:.1f} to {took[-1]:.1f} s,", end=" ")
    print(f"median {median(took):.1f} s; memory {share(server)} MB in all, {each:.0f} MB a page more than before")
    for line in lines:
        line.close()


if __name__ == "__main__":
    main()
