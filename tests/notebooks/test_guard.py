"""nbval passes a notebook that was never executed; this guard does not."""

from __future__ import annotations

import ast
import re
from collections import Counter
from functools import cache
from html import unescape
from pathlib import Path

import nbformat
import pytest
from nbformat import NotebookNode

ROOT = Path(__file__).parent.parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
QUOTED = re.compile(r"\d+\.\d+%|\d+/\d{3,}")
QUIET = "notebook-only"  # a cell that is about its own code: the pages without code leave it out
PYTHON = re.compile(
    r"\w\(\w+=|\w\([{['\"]|[{[(]['\"]\w|['\"]: |\{\d|\[\d|\(\d+, |<[\w.]+ object|\b(?:True|False|None|NaN|nan)\b"
)
AGAIN = re.compile(r"change (?:a|the) (?:number|seed)|run (?:the|its|a) cell|run it again", re.IGNORECASE)
BOARD = re.compile(r"\w+(?:Board|Panel)\(|\btable\(")
WIDGET = "application/vnd.jupyter.widget-view+json"

each = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


@cache
def read(path: Path) -> NotebookNode:
    """A notebook, which nobody changes."""
    return nbformat.read(path, 4)


def code_cells(notebook: NotebookNode) -> list[NotebookNode]:
    return [cell for cell in notebook.cells if cell.cell_type == "code" and cell.source.strip()]


def text_of(output: NotebookNode) -> str:
    return output.get("text") or output.get("data", {}).get("text/plain", "")


def texts(notebook: NotebookNode) -> list[str]:
    """What the code cells say in plain text, which is what nbval compares."""
    return ["\n".join(map(text_of, cell.outputs)) for cell in code_cells(notebook)]


@each
def test_every_code_cell_was_executed_in_order(path: Path) -> None:
    notebook = read(path)
    nbformat.validate(notebook)
    counts = [cell.execution_count for cell in code_cells(notebook)]
    assert counts == list(range(1, len(counts) + 1))
    assert not [cell for cell in notebook.cells if not cell.source.strip()]


@each
def test_nothing_is_skipped_and_nothing_failed(path: Path) -> None:
    notebook = read(path)
    for cell in notebook.cells:
        assert cell.metadata.get("tags", [QUIET]) == [QUIET], cell.source
        assert "NBVAL" not in cell.source
        assert not [output for output in cell.get("outputs", []) if output.output_type == "error"]
        assert not [output for output in cell.get("outputs", []) if output.get("name") == "stderr"]


@each
def test_it_is_stored_as_it_was_baked(path: Path) -> None:
    notebook = read(path)
    remedy = f"it was saved by another program; store it again: gamekit bake notebooks/{path.name}"
    assert notebook.metadata.get("gamekit") == {"baked": True}, remedy
    assert "widgets" not in notebook.metadata, remedy
    assert not [cell for cell in notebook.cells if "execution" in cell.metadata], remedy
    assert WIDGET not in path.read_text(encoding="utf-8"), remedy
    assert path.stat().st_size < 1_500_000  # two maps of the Roman world are the most
    assert str(ROOT) not in path.read_text(encoding="utf-8")


@each
def test_enough_of_it_is_checked(path: Path) -> None:
    """A widget or a chart alone is compared by nothing: two cells of three say something in text."""
    said = texts(read(path))
    assert sum(bool(re.search(r"\w", text)) for text in said) * 3 >= len(said) * 2
    assert any(re.search(r"\d", text) for text in said)


def shown(path: Path) -> list[NotebookNode]:
    """The cells that a page without code shows."""
    return [cell for cell in read(path).cells if QUIET not in cell.metadata.get("tags", [])]


def visible(output: NotebookNode) -> str:
    """The words that a reader of an output sees: those of its HTML where it has any, with the names of pictures."""
    html = output.get("data", {}).get("text/html")
    if html is None:
        return str(text_of(output))
    html = re.sub(r"<style.*?</style>", "", re.sub(r' alt="([^"]*)"[^>]*>', r"> \1 ", html), flags=re.DOTALL)
    return unescape(re.sub(r"<[^>]*>", " ", html))


@each
def test_a_page_without_code_shows_sentences_and_no_python(path: Path) -> None:
    for cell in shown(path):
        assert not AGAIN.search(cell.source), cell.source
        for output in cell.get("outputs", []):
            assert not (found := PYTHON.search(visible(output))), (cell.source, visible(output)[found.start() :][:80])


def test_python_text_is_known_when_it_is_seen() -> None:
    seen = [str(Counter("aab")), "Choice(raise_enemy=1)", "{'a': 1}", "['weapon 2']", "('slave 1',)", "Fraction(1, 2)"]
    seen += ["Walter beaten: True", "[25, -17]", "{1: '3/2'}", str(object())]
    assert [text for text in seen if not PYTHON.search(text)] == []
    assert not PYTHON.search('Legio 13 (C3) wins 13/18 (rules 4.1, 4.2), "well"; (judged): 5')


@each
def test_boards_and_charts_are_pictures_wherever_they_are_read(path: Path) -> None:
    """A board says that it can be played; a picture of a kind that is hidden until one trusts it is none."""
    for cell in code_cells(read(path)):
        kinds = [set(output.get("data", {})) for output in cell.outputs if output.output_type != "stream"]
        assert all(kind <= {"text/plain", "text/html"} for kind in kinds), cell.source
        if BOARD.search(cell.source.splitlines()[-1]) or re.search(r"charts\.\w+\([^\n]*\)\s*$", cell.source):
            stored = "".join(output.get("data", {}).get("text/html", "") for output in cell.outputs)
            assert stored.count("<img") == 1 and "data:image/svg+xml;base64," in stored, cell.source
            says = any(words in stored for words in ("This is a picture", "これは画像です"))  # in its own language
            assert says or not BOARD.search(cell.source.splitlines()[-1])


def test_read_as_html_every_picture_is_there_and_nothing_is_fetched() -> None:
    from nbconvert import HTMLExporter

    path = min((path for path in NOTEBOOKS if "<img" in path.read_text("utf-8")), key=lambda path: path.stat().st_size)
    page, _ = HTMLExporter(embed_images=True).from_filename(str(path))
    stored = [output.data["text/html"] for cell in code_cells(read(path)) for output in cell.outputs
              if "<img" in output.get("data", {}).get("text/html", "")]  # fmt: skip
    assert all(re.search(r'src="(data:[^"]*)"', html)[1] in page for html in stored)
    body = page[page.index("<body") :]
    assert "Plotly." not in body and not re.search(r"<(?:script|link)[^>]*https?://", body)
    assert not re.search(r'<img[^>]*src="(?!data:)', body)


@each
def test_every_number_quoted_in_prose_is_the_answer_of_a_cell(path: Path) -> None:
    answers = "\n".join(texts(read(path)))
    assert [number for number in QUOTED.findall("\n".join(prose(path))) if number not in answers] == []


@each
def test_no_text_begins_with_a_comment_of_html(path: Path) -> None:
    """JupyterLab shows such a cell's backticks raw."""
    assert [text for text in prose(path) if text.lstrip().startswith("<!--")] == []


@each
def test_cells_are_short(path: Path) -> None:
    for cell in code_cells(read(path)):
        assert cell.source.count("\n") < 20, cell.source
        assert max(map(len, cell.source.splitlines())) <= 120, cell.source
        for node in ast.walk(ast.parse(cell.source)):
            assert not isinstance(node, ast.ClassDef), cell.source
            assert not isinstance(node, ast.FunctionDef) or len(node.body) <= 3, cell.source


@each
def test_links_lead_somewhere(path: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", "\n".join(prose(path))):
        name, _, anchor = target.partition("#")
        if not target.startswith("http"):
            assert (path.parent / name).is_file(), target
            assert not anchor or anchor in places(path.parent / name), target


def test_each_question_leads_to_a_place_of_its_own() -> None:
    """A link to a notebook alone opens it at its title: then the board stands there, not a question further down."""
    found = re.findall(r"\]\(([^)\s#]+\.ipynb)(#[^)\s]*)?\)", "\n".join(prose(NOTEBOOKS[0])))
    assert len(found) >= 15 and len(set(found)) == len(found)
    for name, anchor in found:
        if not name.startswith(("your_own_game", "roma_victrix_game", "teachers_guide", "00_start_here")):
            board = any(BOARD.search(cell.source) for cell in read(NOTEBOOKS[0].parent / name).cells[:4])
            assert anchor.startswith("#cell-id=") or board, name


def prose(path: Path) -> list[str]:
    return [cell.source for cell in read(path).cells if cell.cell_type == "markdown"]


def places(path: Path) -> set[str]:
    """Where a link can lead to: cells with a heading, by the name that baking gives them."""
    return {f"cell-id={cell.id}" for cell in read(path).cells if cell.source.startswith("#")}


@each
def test_start_here_leads_to_every_notebook(path: Path) -> None:
    start = NOTEBOOKS[0]
    assert start.name == "00_start_here.ipynb"
    assert path == start or f"]({path.name}" in "\n".join(prose(start))
