"""What a class is served: notebooks without what is about code, in each language, with cards."""

from __future__ import annotations

import asyncio
import json
import logging
import os
import re
import shutil
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import nbformat
import pytest
from tornado.websocket import WebSocketClosedError

from gamekit.classroom import forked, pages, server
from gamekit.classroom.server import LETTERS, is_news, language_of, new_token

ROOT = Path(__file__).parent.parent
SPEAKS = re.compile(r"`|\b(cells?|code|notebooks?|Python|Jupyter|kernels?)\b|コード|セル|ノートブック", re.IGNORECASE)
LINK = re.compile(r"\[([^\]]*)\]\([^)]*\)")


def written(folder: Path, name: str, heading: str, *sources: str) -> None:
    hidden = nbformat.v4.new_markdown_cell("Run All Cells", metadata={"tags": ["notebook-only"]})
    cells = [nbformat.v4.new_markdown_cell(f"# {heading}"), hidden, *map(nbformat.v4.new_code_cell, sources)]
    picture = {"text/html": '<p>is</p><img alt="x" src="data:image/svg+xml;base64,PHN2Zy8+">'}
    for cell in cells[2:]:
        cell.outputs, cell.execution_count = [nbformat.v4.new_output("display_data", picture)], 1
    nbformat.write(nbformat.v4.new_notebook(cells=cells), folder / f"{name}.ipynb")


def test_every_notebook_is_there_in_each_language_without_what_is_about_code(tmp_path: Path) -> None:
    found = pages.laid_out(ROOT / "notebooks", tmp_path / "class")
    names = {path.stem for path in (ROOT / "notebooks").glob("*.ipynb")}
    names -= {name for name in names if name.endswith("_ja")}
    for language, cards in found.items():
        assert {card.name for card in cards} == names
        assert {path.stem for path in (tmp_path / "class" / language).glob("*.ipynb")} == names
        assert all(card.title for card in cards)
        assert [card.name for card in cards if not card.picture.startswith("data:image/")] == []
        assert [card.name for card in cards if not card.asks] == []
    english, japanese = ({card.name: card.title for card in cards} for cards in found.values())
    assert [name for name in names if english[name] == japanese[name]] == []
    for path in (tmp_path / "class").rglob("*.ipynb"):
        cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
        prose = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
        assert path.stem in pages.MAKERS or not SPEAKS.search(LINK.sub(r"\1", prose)), path
        hidden = [cell for cell in cells if "notebook-only" in cell["metadata"].get("tags", [])]
        assert [cell for cell in hidden if not "".join(cell["source"]).startswith("%%capture\n")] == []
        assert [cell for cell in cells if cell.get("outputs")] == []


def test_a_twin_stands_for_its_notebook_in_its_language(tmp_path: Path) -> None:
    source = tmp_path / "books"
    source.mkdir()
    written(source, "rome", "Rome", "1")
    written(source, "rome_ja", "ローマ", "1")
    written(source, "lone_ja", "Alone", "1")
    found = pages.laid_out(source, tmp_path / "class")
    assert [(card.name, card.title) for card in found["en"]] == [("lone_ja", "Alone"), ("rome", "Rome")]
    assert [(card.name, card.title) for card in found["ja"]] == [("lone_ja", "Alone"), ("rome", "ローマ")]
    assert nbformat.read(tmp_path / "class/ja/rome.ipynb", 4).metadata.title == "ローマ"
    assert {card.picture for card in found["en"]} == {"data:image/svg+xml;base64,PHN2Zy8+"}


def test_a_folder_without_notebooks_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no notebook in"):
        pages.laid_out(tmp_path, tmp_path / "class")


@pytest.mark.long
@pytest.mark.skipif(not forked.HELD, reason="no process can be forked here")
def test_a_page_is_run_ahead_and_what_its_cells_show_is_kept_in_order(tmp_path: Path) -> None:
    async def run(*cells: str) -> list[list[Any]]:
        page = forked.Prepared(list(cells), dict(os.environ), str(tmp_path))
        return await page.outputs()

    said = "print('a', 'b')\ndisplay(HTML('<b>c</b>'))\nprint('d')\n6 * 7"
    found = asyncio.run(run(f"from IPython.display import HTML, display\n{said}", "del HTML"))
    first = [shown.get("text") or shown["data"].get("text/html") or shown["data"]["text/plain"] for shown in found[0]]
    assert first == ["a b\n", "<b>c</b>", "d\n", "42"]
    assert found[1:] == [[]]
    with pytest.raises(EOFError):
        asyncio.run(run("print('it begins')", "raise ValueError('it fails')"))


@pytest.mark.long
@pytest.mark.skipif(not forked.HELD, reason="no process can be forked here")
def test_a_cell_about_its_code_runs_unseen_for_what_a_later_cell_needs(tmp_path: Path) -> None:
    source = tmp_path / "books"
    source.mkdir()
    shutil.copy(ROOT / "notebooks" / "your_own_game.ipynb", source)
    pages.laid_out(source, tmp_path / "class")
    cells = nbformat.read(tmp_path / "class/en/your_own_game.ipynb", 4).cells
    code = [cell for cell in cells if cell.cell_type == "code"]

    async def run() -> list[list[Any]]:
        return await forked.Prepared([cell.source for cell in code], dict(os.environ), str(tmp_path)).outputs()

    hidden = ["tags" in cell.metadata for cell in code]
    assert hidden.count(True) == 4
    assert [not shown for shown in asyncio.run(run())] == hidden


def test_a_page_that_is_done_while_it_waits_is_not_left_held(monkeypatch: pytest.MonkeyPatch) -> None:
    """One that stays held forks no kernel: whoever asks for it would wait for ever, and all pages after it."""
    held = list[bool]()

    async def made(_: Any, name: str) -> str:
        while True not in held:  # it is done once it is held, as the last words of a page may come then
            await asyncio.sleep(0)
        return "html"

    monkeypatch.setattr(server, "HEARD", 0.001)
    monkeypatch.setattr(server, "_made", made)
    monkeypatch.setitem(forked.PAGES, "en/a.ipynb", SimpleNamespace(hold=held.append))
    shelf = server.ReadyPages(SimpleNamespace(busy=True, quiet=lambda: asyncio.sleep(0)), ["en/a.ipynb"])  # type: ignore[arg-type]
    asyncio.run(shelf.begin())
    assert held == [True, False]


def test_the_language_is_that_of_the_address() -> None:
    assert [language_of(path) for path in ("ja/a.ipynb", "/ja", "en/a.ipynb", "a.ipynb", "<b>/ja", "")] == [
        "ja", "ja", "en", "en", "en", "en",
    ]  # fmt: skip


def test_a_token_can_be_typed_and_is_another_each_time() -> None:
    found = {new_token() for _ in range(50)}
    assert len(found) == 50
    assert all(len(one) == 14 and set(one) <= {*LETTERS, "-"} for one in found)
    assert not set("il1o0") & set(LETTERS)


def test_a_page_that_is_closed_while_it_is_written_to_is_no_news() -> None:
    for error, told in ((WebSocketClosedError(), False), (ValueError(), True), (None, True)):
        info = error and (type(error), error, None)
        assert is_news(logging.LogRecord("asyncio", logging.ERROR, "", 0, "Task exception", (), info)) is told
