"""The site as a visitor meets it: until a board lives, from a click to its paint, bytes and memory.

``python -m tests.benchmarks site`` serves build/site, or what ``GAMEKIT_SITE`` names, by ``python -m http.server`` and
opens it in Chromium. Run it on a machine that does nothing else: Python starts twice as slowly beside two others."""

from __future__ import annotations

import gzip
import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import sync_playwright

from tests.browser.conftest import FLAGS, free_port
from tests.browser.lab import Server
from tests.browser.page import until
from tests.conftest import chromium

BOARDS = ("battle", "campaign", "caesar", "duel", "contest", "city", "combat", "siege", "map", "predict", "quiz")
ARMIES = ("Caesar, Legio 7, Legio 8, Legio 9, Legio 10, Legio 11, Legio 12, Equitatus 1",
          "Pompey, Legio 1, Legio 2, Legio 3, Legio 4, Legio 5, Legio 6, Equitatus 2")  # fmt: skip
WATCH = """() => {
  window.painted = [];
  new MutationObserver(() => requestAnimationFrame(() => setTimeout(() => painted.push(performance.now()))))
    .observe(document.querySelector('main'), {subtree: true, childList: true, attributes: true, characterData: true});
  window.slow = 0;
  new PerformanceObserver(list => { for (const one of list.getEntries()) slow = Math.max(slow, one.duration); })
    .observe({type: 'longtask'});
}"""
NUMBER = """() => {
  const said = () => document.querySelector('.gk-number').textContent, before = said();
  const done = () => { window.answered = performance.now(); };
  window.answered = 0; window.t0 = performance.now();
  new MutationObserver(() => {
    if (said() !== before && !answered) requestAnimationFrame(() => setTimeout(done));
  }).observe(document.querySelector('main'), {subtree: true, childList: true, characterData: true});
}"""
CLICK = "document.addEventListener('click', () => { window.t0 = performance.now(); }, {capture: true, once: true})"


def live(page: Any, address: str) -> float:
    """Seconds until the first board of a page lives."""
    page.goto(address)
    until(lambda: page.evaluate("window.gk && (gk.live || gk.faults.length)"), every=0.01)
    if faults := page.evaluate("gk.faults"):
        raise SystemExit(faults[0])
    return float(page.evaluate("gk.live")) / 1000


def memory(address: str, seconds: float) -> tuple[float, float]:
    """Megabytes of a page in a browser that nobody drives (who drives one keeps a copy of every answer in the page), at
    most and after some seconds; what it shares with other processes by its share."""
    sizes = []
    with tempfile.TemporaryDirectory(prefix="bench_site", ignore_cleanup_errors=True) as profile:
        command = [str(chromium()), "--headless=new", *FLAGS, f"--user-data-dir={profile}", address]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as browser:
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                time.sleep(0.2)
                sizes.append(renderer(profile))
            browser.terminate()
    return max(sizes), sizes[-1]


def renderer(profile: str) -> float:
    """Megabytes of the largest page of a browser."""
    sizes = [0.0]
    for process in Path("/proc").glob("[0-9]*"):
        try:
            command = (process / "cmdline").read_bytes()
            if b"--type=renderer" in command and profile.encode() in command:
                rollup = (process / "smaps_rollup").read_text()
                sizes.append(int(re.search(r"Pss: +(\d+)", rollup)[1]) / 1024)  # type: ignore[index]
        except OSError:  # it has ended meanwhile
            continue
    return max(sizes)


class Wire:
    """What a server that compresses has sent: the files in the log of one that does not."""

    def __init__(self, site: Path, log: Path) -> None:
        self.site, self.log, self.read = site, log, 0

    def more(self) -> str:
        """What was sent since the last time."""
        lines = self.log.read_text("utf-8").splitlines()
        new, self.read = lines[self.read :], len(lines)
        sent = re.findall(r'"GET /([^ ?]*)\S* HTTP/1.1" 200', "\n".join(new))
        size = sum(len(gzip.compress((self.site / name).read_bytes())) for name in sent)
        return f"{size / 1e6:.2f} MB over the wire in {len(new)} requests"


def clicks(page: Any, count: int = 15) -> list[float]:
    """Milliseconds from a click on something of the picture to the paint."""
    page.evaluate(WATCH)
    found = []
    for turn in range(count):
        places = page.locator(".gk-picture [role=button]")
        if not places.count():
            break
        place = places.nth(turn % min(places.count(), 6))
        page.evaluate(f"painted.length = 0; window.t0 = 0; {CLICK}")
        place.dispatch_event("click")
        end = time.monotonic() + 10
        while time.monotonic() < end and not page.evaluate("window.t0 && painted.some(at => at > t0)"):
            time.sleep(0.005)
        if at := page.evaluate("window.t0 && painted.find(at => at > t0) - t0"):
            found.append(float(at))
        time.sleep(0.2)
    return found


def main(quick: bool = False) -> None:
    """``quick`` visits one board more, and clicks twice."""
    site = Path(os.environ.get("GAMEKIT_SITE", "build/site"))
    if not site.is_dir() or not chromium():
        print(f"no Chromium, or no {site} (make site): nothing is measured")
        return
    port, profile = free_port(), tempfile.mkdtemp(prefix="bench_site")
    command = [sys.executable, "-m", "http.server", str(port), "--bind", "127.0.0.1", "-d", str(site)]
    log = Path(profile) / "requests"
    with log.open("w") as file:
        server = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=file)
    base, wire = f"http://127.0.0.1:{port}", Wire(site, log)
    until(lambda: Server(base).answers("index.html"), 60)
    wire.more()
    try:
        with sync_playwright() as driver:
            how: Any = {"executable_path": chromium(), "args": FLAGS, "viewport": {"width": 1280, "height": 1000}}
            context = driver.chromium.launch_persistent_context(profile, **how)
            page = context.new_page()
            print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
            cold = live(page, f"{base}/battle.html")
            first = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime")
            times = page.evaluate("JSON.stringify(gk.times)")
            print(f"battle, first visit: picture {first:.0f} ms, live {cold:.1f} s {times}; {wire.more()}", flush=True)
            warm = []
            for _ in range(1 if quick else 3):
                page.goto("about:blank")
                warm.append(live(page, f"{base}/battle.html"))
            print(f"battle, from the cache: live {statistics.median(warm):.1f} s (of {len(warm)})")
            for row, text in enumerate(ARMIES):
                line = page.locator("input[placeholder*=Legio]:visible").nth(2 * row)
                line.fill(text)
                page.evaluate(NUMBER)
                line.press("Enter")
                took = until(lambda: page.evaluate("window.answered"), every=0.01) - page.evaluate("t0")
            print(f"8 against 8, typed: exact answer {took:.0f} ms, {page.locator('.gk-number').first.inner_text()}")
            page.evaluate(WATCH)
            page.get_by_role("button", name="To the end").click()
            time.sleep(1 if quick else 3)
            print(f"fought to the end: longest task of the page itself {page.evaluate('slow'):.0f} ms")
            for name in BOARDS[1:2] if quick else BOARDS:
                began = live(page, f"{base}/{name}.html")
                time.sleep(1)
                found = clicks(page, 2 if quick else 15)
                median = f"{statistics.median(found):.0f}" if found else "-"
                most = f"{max(found):.0f}" if found else "-"
                told = f"click to paint {median} ms (most {most}); longest task {page.evaluate('slow'):.0f} ms"
                print(f"{name}: live {began:.1f} s; {told}; {wire.more()}", flush=True)
            context.close()
        for name in BOARDS[:1] if quick else BOARDS:
            most, settled = memory(f"{base}/{name}.html", 3 if quick else 12)
            print(f"{name}: at most {most:.0f} MB, {settled:.0f} MB when it has settled", flush=True)
    finally:
        server.terminate()


if __name__ == "__main__":
    main()
