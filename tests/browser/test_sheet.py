"""A teacher takes sheet and key as PDF, by button; the key is never on the page."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pypdfium2
from playwright.sync_api import expect

from gamekit.text.translation import word
from gamekit.widgets.lessons import worksheet
from tests.browser.lab import Server, opened, push, put, screenshot

CELLS = (
    'from gamekit.widgets.lessons import QuizBoard, worksheet\n\nworksheet("losses", "en", seed=3)',
    'QuizBoard("die", level=1, seed=3, language="en")',
)


def test_sheet_and_key_are_given_as_pdf(page: Any, lab: Server, workbook: Path) -> None:
    boards = opened(page, lab, put(workbook, "sheet", *CELLS))
    for board, topic in ((boards.first, "losses"), (boards.last, "die")):
        sheet = worksheet(topic, "en", 2 if topic == "losses" else 1, seed=3)
        solutions = [blank.solution("en") for one in sheet.exercises for blank in one.blanks]
        texts = []
        for name in ("sheet", "key"):
            button = board.get_by_role("button", name=word(f"worksheet.save.{name}", "en"), exact=True)
            with page.expect_download() as given:
                push(button)
            assert given.value.suggested_filename == f"{sheet.name(name == 'key')}.pdf"
            pages = pypdfium2.PdfDocument(io.BytesIO(Path(given.value.path()).read_bytes()))
            texts.append("".join(one.get_textpage().get_text_bounded() for one in pages))
        assert [all(one in text for one in solutions) for text in texts] == [False, True]
        expect(page.get_by_text(word("worksheet.teacher", "en"))).to_have_count(0)
        board.scroll_into_view_if_needed()
        screenshot(page, f"sheet_{topic}")
