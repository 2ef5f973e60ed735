"""A lesson in Japanese is its twin in English: the same cells in the same order, the same code but for the language."""

from __future__ import annotations

import re
from pathlib import Path

import nbformat
import pytest

NOTEBOOKS = Path(__file__).parent.parent.parent / "notebooks"
TWINS = sorted(NOTEBOOKS.glob("*_ja.ipynb"))
MARKS = (r"^#+ ", r"^\d\. ", r"^- ", r"^\|", r"\d+\.\d%", r"\d{2}%")  # headings, lists, tables, figures


def test_the_lesson_the_guide_and_the_first_page_have_a_twin() -> None:
    assert [path.stem for path in TWINS] == ["00_start_here_ja", "history_civil_war_ja", "teachers_guide_ja"]


@pytest.mark.parametrize("path", TWINS, ids=lambda path: path.stem)
def test_twins_have_the_same_cells_but_for_the_words(path: Path) -> None:
    one, other = (nbformat.read(NOTEBOOKS / f"{path.stem.removesuffix('_ja')}{end}.ipynb", 4) for end in ("", "_ja"))
    assert [cell.cell_type for cell in one.cells] == [cell.cell_type for cell in other.cells]
    for here, there in zip(one.cells, other.cells):
        assert here.metadata.get("tags") == there.metadata.get("tags")
        if here.cell_type == "code":
            assert here.source.replace('LANGUAGE = "en"', 'LANGUAGE = "ja"') == there.source
        else:
            for mark in MARKS:
                said, twin = (re.findall(mark, text.source, re.MULTILINE) for text in (here, there))
                assert sorted(said) == sorted(twin), (mark, there.source)
            assert re.search("[ぁ-ん]", there.source), there.source
    code = "\n".join(cell.source for cell in other.cells if cell.cell_type == "code")
    assert code.count('LANGUAGE = "ja"') == 1


@pytest.mark.parametrize("path", TWINS, ids=lambda path: path.stem)
def test_a_japanese_page_says_nothing_in_english_sentences(path: Path) -> None:
    """Its answers too; sources in brackets, names of blocks and counters are Latin in both."""
    for cell in nbformat.read(path, 4).cells:
        for output in cell.get("outputs", []):
            text = re.sub(r"\([^)]*\)", "", output.get("text") or output.get("data", {}).get("text/plain", ""))
            assert not re.search(r"\b(?:the|wins|leaves|of the|without|by heads)\b", text), text[:200]


def test_a_notebook_without_a_twin_says_so_in_japanese_at_its_end() -> None:
    ends = {path.stem.removesuffix("_ja") for path in TWINS}
    for path in NOTEBOOKS.glob("*.ipynb"):
        if path not in TWINS and path.stem not in ends:
            last = nbformat.read(path, 4).cells[-1]
            assert last.cell_type == "markdown", path
            assert set(re.findall(r"\(([\w.]+)\)", last.source)) == {twin.name for twin in TWINS}, path
