"""nbval passes a notebook that was never executed; this guard does not, and shows that nbval sees a changed number."""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree

import nbformat
import pytest
from nbformat import NotebookNode

ROOT = Path(__file__).parent.parent.parent
NOTEBOOKS = sorted((ROOT / "notebooks").glob("*.ipynb"))
QUOTED = re.compile(r"\d+\.\d+%|\d+/\d{3,}")
WIDGET = "application/vnd.jupyter.widget-view+json"

each = pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)


def code_cells(notebook: NotebookNode) -> list[NotebookNode]:
    return [cell for cell in notebook.cells if cell.cell_type == "code" and cell.source.strip()]


def text_of(output: NotebookNode) -> str:
    return output.get("text") or output.get("data", {}).get("text/plain", "")


def texts(notebook: NotebookNode) -> list[str]:
    """What the code cells say in plain text, which is what nbval compares."""
    return ["\n".join(map(text_of, cell.outputs)) for cell in code_cells(notebook)]


@each
def test_every_code_cell_was_executed_in_order(path: Path) -> None:
    notebook = nbformat.read(path, 4)
    nbformat.validate(notebook)
    counts = [cell.execution_count for cell in code_cells(notebook)]
    assert counts == list(range(1, len(counts) + 1))
    assert not [cell for cell in notebook.cells if not cell.source.strip()]


@each
def test_nothing_is_skipped_and_nothing_failed(path: Path) -> None:
    notebook = nbformat.read(path, 4)
    for cell in notebook.cells:
        assert not cell.metadata.get("tags"), cell.source
        assert "NBVAL" not in cell.source
        assert not [output for output in cell.get("outputs", []) if output.output_type == "error"]
        assert not [output for output in cell.get("outputs", []) if output.get("name") == "stderr"]


@each
def test_it_is_stored_as_it_was_baked(path: Path) -> None:
    notebook = nbformat.read(path, 4)
    assert set(notebook.metadata) == {"kernelspec", "language_info"}
    assert not [cell for cell in notebook.cells if "execution" in cell.metadata]
    assert WIDGET not in path.read_text(encoding="utf-8")
    assert path.stat().st_size < 700_000
    assert str(ROOT) not in path.read_text(encoding="utf-8")


@each
def test_enough_of_it_is_checked(path: Path) -> None:
    """A widget or a chart alone is compared by nothing: two cells of three say something in text."""
    said = texts(nbformat.read(path, 4))
    assert sum(bool(re.search(r"\w", text)) for text in said) * 3 >= len(said) * 2
    assert any(re.search(r"\d", text) for text in said)


@each
def test_every_number_quoted_in_prose_is_the_answer_of_a_cell(path: Path) -> None:
    notebook = nbformat.read(path, 4)
    answers = "\n".join(texts(notebook))
    prose = "\n".join(cell.source for cell in notebook.cells if cell.cell_type == "markdown")
    assert [number for number in QUOTED.findall(prose) if number not in answers] == []


@each
def test_cells_are_short(path: Path) -> None:
    for cell in code_cells(nbformat.read(path, 4)):
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
            assert not anchor or anchor in headings(path.parent / name), target


def prose(path: Path) -> list[str]:
    return [cell.source for cell in nbformat.read(path, 4).cells if cell.cell_type == "markdown"]


def headings(path: Path) -> set[str]:
    lines = "\n".join(prose(path)).splitlines()
    return {line.lstrip("#").strip().replace(" ", "-") for line in lines if line.startswith("#")}


@each
def test_start_here_leads_to_every_notebook(path: Path) -> None:
    start = NOTEBOOKS[0]
    assert start.name == "00_start_here.ipynb"
    assert path == start or f"]({path.name}" in "\n".join(prose(start))


def mutated(path: Path, folder: Path) -> int:
    """A copy that ends after the first answer with a number, and that number changed; which code cell it is."""
    notebook = nbformat.read(path, 4)
    target = next(n for n, text in enumerate(texts(notebook)) if re.search(r"\d", text))
    last = code_cells(notebook)[target]
    notebook.cells = notebook.cells[: notebook.cells.index(last) + 1]
    output = next(output for output in last.outputs if re.search(r"\d", text_of(output)))
    changed = re.sub(r"\d", lambda digit: str((int(digit[0]) + 1) % 10), text_of(output), count=1)
    if "text" in output:
        output.text = changed
    else:
        output.data["text/plain"] = changed
    nbformat.write(notebook, folder / path.name)
    return target


@pytest.mark.skipif(not NOTEBOOKS, reason="no notebooks yet")
def test_a_changed_number_fails(tmp_path: Path) -> None:
    wrong = {path.stem: mutated(path, tmp_path) for path in NOTEBOOKS}
    nbval = ("--nbval", "--nbval-sanitize-with", ROOT / "tests/nbval.cfg", "--junitxml", tmp_path / "result.xml")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "nbval.plugin", "-c", os.devnull, *nbval, tmp_path]
    environment = os.environ | {"PYTHONPATH": str(ROOT), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    subprocess.run([*map(str, command)], cwd=tmp_path, env=environment, capture_output=True, timeout=300)
    cells = ElementTree.parse(tmp_path / "result.xml").getroot().iter("testcase")
    failed = [
        (str(cell.get("classname")).split(".")[-2], cell.get("name")) for cell in cells if cell.find("failure") is not None
    ]
    assert failed == sorted((stem, f"Cell {number}") for stem, number in wrong.items())
