"""What people do on a page of boards, and what may be wrong with it: in JupyterLab and on the site alike.

Nothing sleeps for a fixed time: ``until`` and Playwright's own waits poll."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import axe_playwright_python
from playwright.sync_api import Error, Locator, Page, expect

SCRIPTS = (Path(__file__).parent / "scripts.js").read_text(encoding="utf-8")


def script(name: str) -> str:
    """A script of ``scripts.js`` by its name, for ``evaluate``."""
    return SCRIPTS.partition(f"// == {name}\n")[2].partition("\n// == ")[0]


PICTURES = os.environ.get("GAMEKIT_PICTURES")  # a folder that keeps every screenshot; none are taken without it
INK = script("INK")
OUTSIDE = script("OUTSIDE")
UNREADABLE = script("UNREADABLE")
# The least size of what is written on a board; the name of a drawn button has none.
LEAST = """page => Math.min(...[...page.querySelectorAll('*')]
  .filter(e => e.getClientRects().length && [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()))
  .map(e => parseFloat(getComputedStyle(e).fontSize)).filter(Boolean))"""
OFF_SCREEN = script("OFF_SCREEN")
LAB_ROOM = 780  # pixels: about what a notebook in a window of 1280 by 900 has
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
VIOLATIONS = script("VIOLATIONS")
MIDDLE = script("MIDDLE")
SETTLED = script("SETTLED")
QUIET = 100  # milliseconds
CLICKED = script("CLICKED")


# Waiting --------------------------------------------------------------------------------------------------------------


def until(ready: Callable[[], Any], seconds: float = 180, every: float = 0.1, why: Callable[[], str] = str) -> Any:
    """Poll until ``ready()`` is truthy and return it; AssertionError, saying ``why()``, when time is up."""
    end = time.monotonic() + seconds
    while not (found := ready()):
        assert time.monotonic() < end, f"not ready within {seconds} seconds. {why()}"
        time.sleep(every)
    return found


def settle(page: Page) -> None:
    """Wait until the boards on the page have come to rest; a page behind another one never does."""
    page.bring_to_front()
    page.evaluate(SETTLED, QUIET)


@contextmanager
def changing(what: Locator) -> Iterator[None]:
    """What is done changes the text of something."""
    before = what.text_content() or ""
    yield
    expect(what).not_to_have_text(before)


def wait_for_ink(canvas: Locator, least: int = 100, seconds: float = 30) -> None:
    """Wait until this many pixels of a canvas differ from its top left corner."""
    canvas.wait_for(timeout=seconds * 1000)
    until(lambda: canvas.evaluate(INK) >= least, seconds)


# Doing ----------------------------------------------------------------------------------------------------------------


def place(within: Page | Locator, label: str, seconds: float = 60) -> tuple[float, float]:
    """The middle in the window of what a board, or the first one, names so, or begins to, scrolled into view.

    A redraw makes the board's targets anew, so it is looked up in one step, and again until it lies still."""
    page, board = (within, within.locator("body")) if isinstance(within, Page) else (within.page, within)
    settle(page)
    seen: list[Any] = []

    def still() -> bool:
        seen.append(board.evaluate(MIDDLE, label))
        return seen[-1] is not None and seen[-1:] == seen[-2:-1]

    until(still, seconds)
    x, y = seen[-1]
    return x, y


def click(within: Page | Locator, label: str) -> None:
    """Click the middle of what a board, or the first one, names so."""
    page = within if isinstance(within, Page) else within.page
    page.mouse.click(*place(within, label))


def push(button: Locator, key: str = "") -> None:
    """Click a button, or press a key on it, once it can be pressed.

    A click that never comes, because the button moved on between the mouse's down and up, is made again."""
    expect(button).to_be_enabled()
    settle(button.page)
    reason = ""

    def clicked() -> bool:
        nonlocal reason
        handle = button.element_handle()
        handle.evaluate(CLICKED)
        try:
            handle.press(key, timeout=5_000) if key else handle.click(timeout=5_000)
        except Error as error:  # it was made anew in between, or something lies over it
            reason = str(error)
        return bool(handle.evaluate("e => e.clicked"))

    until(clicked, 30, why=lambda: reason)


def press(board: Locator, name: str, key: str = "Enter") -> None:
    """Press a key on the button of this name."""
    push(board.get_by_role("button", name=name, exact=True).first, key)


def unfold(board: Locator, name: str) -> None:
    """Open what a line of this name under the answer opens."""
    folded = board.locator(".gk-fold", has=board.page.locator("summary", has_text=name)).first
    if folded.get_attribute("open") is None:
        push(folded.locator("summary"))


@contextmanager
def folded_out(board: Locator, line: str, wanted: str, room: float = LAB_ROOM) -> Iterator[Locator]:
    """Yield a line while what it folds out, controls and one of this title, stands on one screen with the answer."""
    folded = board.locator(".gk-fold", has=board.page.locator("summary", has_text=line)).first
    first, there = folded.locator("summary").first, folded.get_by_title(wanted, exact=True).first
    until(lambda: off_screen(first, room) == [])
    expect(there).to_be_hidden()
    push(first)
    expect(there).to_be_visible()
    controls = folded.locator("select:visible, input:visible, button:visible")
    assert controls.count() >= 6
    until(lambda: off_screen(controls, room) == [], why=lambda: str(off_screen(controls, room)))
    yield first
    first.press("Enter")
    expect(there).to_be_hidden()


# Looking --------------------------------------------------------------------------------------------------------------


def faults(boards: Locator, *checks: str) -> list[str]:
    """What these checks, each evaluated on a board, find on boards, with their names."""
    found = ", ".join(f"...({check})(board)" for check in checks)
    name = "board.closest('[data-board]')?.dataset.board"
    every = f"boards => boards.flatMap(board => [{found}].map(one => `${{{name}}}: ${{one}}`))"
    answer: list[str] = boards.evaluate_all(every)
    return answer


def misfits(boards: Locator) -> list[str]:
    """What sticks out of boards, or cannot be read."""
    return faults(boards, OUTSIDE, UNREADABLE)


def smallest_type(boards: Locator) -> float:
    """The least size in px of what is written on boards."""
    return float(min(boards.evaluate_all(f"boards => boards.map({LEAST})")))


def off_screen(controls: Locator, room: float) -> list[str]:
    """Those of a board that are out of sight while its top, scrolled to, is in sight."""
    found: list[str] = controls.evaluate_all(OFF_SCREEN, room)
    return found


def audit(page: Page, within: str, *least: str) -> list[str]:
    """The violations that axe finds within what a selector finds, serious and critical ones and those of ``least``."""
    page.evaluate(AXE)
    found: list[str] = page.evaluate(VIOLATIONS, [within, ["serious", "critical", *least]])
    return found


def screenshot(target: Page | Locator, name: str) -> None:
    """Keep the picture of a page or a part of it in GAMEKIT_PICTURES, for people to look at, where that is set."""
    if PICTURES:
        folder = Path(PICTURES)
        folder.mkdir(parents=True, exist_ok=True)
        target.screenshot(animations="disabled", path=folder / f"{name}.png")
