"""A board as a page without Python: every table is there, each control leads where its message does, sizes bounded."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from gamekit.widgets import walkable
from gamekit.widgets.lessons import StepBoard, ThousandBoard
from gamekit.widgets.walkable import html, walk


def tables(page: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(re.search(r'id="tables">(.*?)</script>', page, re.DOTALL)[1])
    return found


def stepping(table: Any, message: Any) -> bool:
    return message[0] in ("branch", "language", "back")


def test_every_table_is_in_the_page_and_each_control_leads_to_the_next() -> None:
    board = StepBoard("Cannae", language="en")
    found = walk(StepBoard, board.table, stepping)
    assert len(found.tables) == 2 * (1 + 6 + 36)
    told = tables(html(found, "Cannae"))
    assert len(told["pages"]) == len(told["spoken"]) == len(told["languages"]) == len(found.tables)
    for number, table in enumerate(found.tables):
        shown = "".join(told["pieces"][piece] for piece in told["pages"][number])
        for face in range(1, 7) if len(table.path) < 2 else ():
            after = found.numbers[StepBoard.update(table, ("branch", face))]
            assert f'data-go="{after}"' in shown
        assert told["languages"][number] == table.language
    first = "".join(told["pieces"][piece] for piece in told["pages"][0])
    assert 'role="button" tabindex="0"' in first
    assert first.count("<select") == 0  # battles are not followed, so no list leads nowhere


def test_what_is_drawn_in_several_tables_is_written_once_and_nothing_is_fetched() -> None:
    found = walk(ThousandBoard, ThousandBoard(language="en").table, lambda table, message: message[0] == "rolls")
    page = html(found, "rolls", "<p>home</p>")
    told = tables(page)
    assert len(told["pieces"]) == len(set(told["pieces"])) < sum(map(len, told["pages"])) / 2
    assert not re.search(r'(?:src|href)="https?:', page)
    assert "<p>home</p>" in page


def test_chance_leads_to_as_many_ways_as_are_kept_and_a_page_too_large_is_refused(monkeypatch: Any) -> None:
    board = StepBoard("Cannae", language="en")
    found = walk(StepBoard, board.table, lambda table, message: message[0] == "roll")
    ways = next(piece for piece in found.pieces if "Let the dice choose" in piece and 'data-go=""' not in piece)
    assert len(re.search(r'data-go="([\d ]+)"', ways)[1].split()) == len(walkable.LUCKS)
    monkeypatch.setattr(walkable, "MOST_BYTES", 1000)
    with pytest.raises(ValueError, match="a page has 1,000 at most"):
        html(found, "Cannae")
