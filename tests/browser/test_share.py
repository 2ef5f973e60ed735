"""A link code leaves one board by its button and comes to another one by its line, in a real browser."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from gamekit import julius_caesar as jc
from gamekit.storage import link_code
from gamekit.text.translation import word
from tests.browser.lab import Server, opened, push, put, screenshot, until

BATTLE = jc.Battle(jc.army("Caesar, Legio 10", "Caesar"), jc.army("Pompey, Legio 1", "Pompey"))
CELL = "from gamekit.widgets.julius_caesar import BattleBoard\n\nboard = BattleBoard(language={language!r})\nboard"


@pytest.mark.parametrize("language", ["en", "ja"])
def test_a_code_is_copied_and_pasted(page: Any, lab: Server, workbook: Path, language: str) -> None:
    board = opened(page, lab, put(workbook, f"share_{language}", CELL.format(language=language)))
    number = page.locator(".gk-number")
    expect(number).to_have_text("68.5%")
    push(page.get_by_role("button", name=word("share.copy", language)))
    until(lambda: str(page.evaluate("navigator.clipboard.readText()")).startswith("gk1-"))
    first = str(page.evaluate("navigator.clipboard.readText()"))
    found = link_code.load(first)
    assert found.setup.battle() == jc.fight.setup.ready_battles()[found.key].battle()

    line = page.get_by_label(word("share.paste", language), exact=True)
    line.fill(link_code.code(BATTLE))
    line.press("Enter")
    expect(number).to_have_text(f"{float(BATTLE.odds().p(jc.attacker_wins)):.1%}")
    line.fill(first[:-6])
    line.press("Enter")
    expect(page.get_by_text(word("share.cut", language)).first).to_be_visible()
    line.scroll_into_view_if_needed()
    screenshot(board, f"share_{language}")
    line.fill(first)
    line.press("Enter")
    expect(number).to_have_text("68.5%")
    expect(page.get_by_text(word("share.cut", language))).to_have_count(0)

    begins = {"save_picture": b"\x89PNG", "save_page": b"<!doctype html>", "save_table": b"", "save_markdown": b"**"}
    for key, begun in begins.items():
        fold = page.locator("details", has=page.locator("summary", has_text=word("export.save", language))).last
        fold.evaluate("fold => { fold.open = true; }")
        with page.expect_download() as given:
            push(page.get_by_role("button", name=word(f"export.{key}", language), exact=True).last)
        kept = Path(given.value.path()).read_bytes()
        assert kept.startswith(begun)
        assert key != "save_table" or word("cli.attacker_wins", language).encode() in kept
    chart = page.locator(".gk-panel").first
    with page.expect_download() as given:
        push(chart.get_by_role("button", name=word("export.save_table", language)))
    assert b"%" not in Path(given.value.path()).read_bytes()
    with page.expect_download() as given:
        push(chart.get_by_role("button", name=word("export.save_picture", language)))
    assert Path(given.value.path()).read_bytes().startswith(b"\x89PNG")
    chart.scroll_into_view_if_needed()
    screenshot(board, f"saves_{language}")
