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

PICTURES = os.environ.get("GAMEKIT_PICTURES")  # a folder that keeps every screenshot; none are taken without it
INK = """canvas => {
  const [width, height] = [canvas.width, canvas.height];
  if (!width || !height) return 0;
  const pixels = canvas.getContext("2d").getImageData(0, 0, width, height).data;
  const [r, g, b, a] = pixels;
  let inked = 0;
  for (let i = 0; i < pixels.length; i += 4)
    if (pixels[i + 3] > 0 && (Math.abs(pixels[i] - r) + Math.abs(pixels[i + 1] - g) + Math.abs(pixels[i + 2] - b)
        + Math.abs(pixels[i + 3] - a) > 24)) inked++;
  return inked;
}"""
# What sticks out of a board, and which words do not fit where they stand: evaluated on a board, both should be [].
OUTSIDE = """page => {
  const edge = page.getBoundingClientRect();
  return [...page.querySelectorAll('h2, h3, b, button, select, label, input, canvas, span, td')]
    .filter(e => !e.closest('.gk-style') && e.getClientRects().length)
    .filter(e => {
      const box = e.getBoundingClientRect();
      return box.width && (box.right > edge.right + 1 || box.left < edge.left - 1);
    })
    .map(e => e.outerHTML.slice(0, 80));
}"""
# By the width of the text itself: scrollWidth says nothing of an ellipsis. A card's two numbers are no line.
UNREADABLE = """page => {
  const pen = document.createElement('canvas').getContext('2d');
  const wide = (e, text, s = getComputedStyle(e)) => {
    const parts = e.tagName === 'SELECT' ? [] : [...e.children];
    if (parts.length && text === e.textContent)  // each in its own weight
      return [...e.childNodes].reduce((sum, node) => sum + (node.tagName ? wide(node, node.textContent) :
        wide({tagName: 'SELECT', textContent: ''}, node.textContent, s)), 0);
    pen.font = `${s.fontStyle} ${s.fontWeight} ${s.fontSize} ${s.fontFamily}`;
    pen.letterSpacing = s.letterSpacing === 'normal' ? '0px' : s.letterSpacing;
    return pen.measureText(text).width;
  };
  const room = (e, s = getComputedStyle(e)) =>
    e.getBoundingClientRect().width - ['paddingLeft', 'paddingRight', 'borderLeftWidth', 'borderRightWidth']
      .reduce((sum, side) => sum + parseFloat(s[side]), 0);
  const kinds = 'button:not(.gk-target), .gk-copy, .widget-label, .gk-joints span, .gk-number, h2, h3, select';
  return [...page.querySelectorAll(kinds)]
    .filter(e => e.clientWidth > 1 && getComputedStyle(e).display !== 'inline')
    .map(e => [e, (e.tagName === 'SELECT' ? e.selectedOptions[0]?.textContent : e.textContent) ?? ''])
    .filter(([e, text]) => {
      const wraps = e.tagName !== 'SELECT' && getComputedStyle(e).whiteSpace === 'normal';
      const lines = !wraps ? [text] : /[\u3000-\u9fff]/.test(text) ? [] : text.split(/\\s+/);
      return lines.some(line => wide(e, line) > room(e) + 1);
    })
    .map(([e, text]) => `${text}: ${Math.ceil(wide(e, text))} px in ${Math.floor(room(e))}`)
    .filter(text => !text.includes('move'));
}"""
# The least size of what is written on a board; the name of a drawn button has none.
LEAST = """page => Math.min(...[...page.querySelectorAll('*')]
  .filter(e => e.getClientRects().length && [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()))
  .map(e => parseFloat(getComputedStyle(e).fontSize)).filter(Boolean))"""
# What lies lower on its board than so many pixels.
OFF_SCREEN = """(controls, room) => {
  const box = e => e.getBoundingClientRect(), board = e => e.closest('[data-board]').querySelector('.gk-page');
  board(controls[0]).scrollIntoView({block: 'start'});  // what is above it may have grown since
  return controls.filter(e => e.getClientRects().length && box(e).bottom - box(board(e)).top > room)
    .map(e => e.outerHTML.slice(0, 120));
}"""
LAB_ROOM = 780  # pixels: about what a notebook in a window of 1280 by 900 has
AXE = (Path(axe_playwright_python.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
# Contrast, which takes axe longest, is asked of one of all words that look alike and stand on the same ground.
VIOLATIONS = """async ([within, least]) => {
  const grounds = new Map(), looks = new Set();
  const ground = e => {
    if (!e) return '';
    if (!grounds.has(e)) {
      const s = getComputedStyle(e);
      grounds.set(e, `${ground(e.parentElement)}|${s.backgroundColor}${s.backgroundImage}${s.opacity}${s.position}`);
    }
    return grounds.get(e);
  };
  for (const e of document.querySelectorAll('body *')) {
    e.removeAttribute('data-look');
    if (!e.value && ![...e.childNodes].some(n => n.nodeType === 3 && n.data.trim())) continue;
    const s = getComputedStyle(e), kind = `${e.tagName} ${e.getAttribute('class')} ${e.parentElement.className}`;
    const look = [kind, s.color, s.fontSize, s.fontWeight, e.matches(':disabled'), ground(e)].join();
    if (!e.checkVisibility() || looks.has(look)) continue;
    looks.add(look);
    e.setAttribute('data-look', '');
  }
  axe.configure({rules: [{id: 'color-contrast', selector: '[data-look]'}]});
  const {violations} = await axe.run(within, {resultTypes: ['violations']});
  return violations.filter(one => least.includes(one.impact))
    .flatMap(one => one.nodes.map(node => `${one.id}: ${node.html.slice(0, 160)}`));
}"""
MIDDLE = """(within, label) => {
  const found = [...within.querySelectorAll('.gk-target')].find(e => e.getAttribute('aria-label')?.startsWith(label));
  if (!found) return null;
  const answer = found.closest('.gk-page')?.querySelector('.gk-top')?.getBoundingClientRect().bottom ?? 0;
  // clear of bars above and below, and of the answer that stays in sight
  const seen = box => box.top >= Math.max(100, answer) && box.bottom <= window.innerHeight - 40;
  if (!seen(found.getBoundingClientRect())) found.scrollIntoView({block: 'center', inline: 'nearest'});
  const box = found.getBoundingClientRect();
  return box.width ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}"""
# Until the kernel has done what it was asked for and the boards have not changed for a while since: what a click is
# aimed at may else move on under the pointer, or be set again by what the kernel has still to say.
SETTLED = """async quiet => {
  const app = window.jupyterapp, end = performance.now() + 100 * quiet;
  const kernel = app?.shell.currentWidget?.sessionContext?.session?.kernel;
  // A page in the background is never idle, and a kernel that goes answers nothing: at most 5 s each.
  const within = (wait, ms = 5000) => Promise.race([wait, new Promise(resolve => setTimeout(resolve, ms))]);
  const moved = () => new Promise(resolve => {
    let changes = 0;
    const observer = new MutationObserver(() => { changes++; });
    for (const page of document.querySelectorAll('.gk-page'))
      observer.observe(page, {subtree: true, childList: true, attributes: true, characterData: true});
    const done = () => { observer.disconnect(); resolve(changes > 0); };
    // Idle twice with a frame between: on a busy machine a while may pass in which the page could do nothing. A page
    // that paints nothing may not be called idle for seconds, and is asked like any other task after a while.
    const idle = then => requestIdleCallback(then, {timeout: quiet});
    setTimeout(() => idle(() => requestAnimationFrame(() => idle(done))), quiet);
    setTimeout(done, 5000);
  });
  do {
    if (kernel) await within(kernel.requestKernelInfo());  // what is asked last is answered last
  } while (await moved() && performance.now() < end);
}"""
QUIET = 100  # milliseconds
CLICKED = """e => {
  e.clicked = false;
  e.addEventListener('click', () => { e.clicked = true; }, {once: true, capture: true});
}"""


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


# Looking --------------------------------------------------------------------------------------------------------------


def faults(boards: Locator, *checks: str) -> list[str]:
    """What these checks, each evaluated on a board, find on boards, with their names."""
    found = ", ".join(f"...({check})(board)" for check in checks)
    name = "board.closest('[data-board]')?.dataset.board"
    every = f"boards => boards.flatMap(board => [{found}].map(one => `${{{name}}}: ${{one}}`))"
    answer: list[str] = boards.evaluate_all(every)
    return answer


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
