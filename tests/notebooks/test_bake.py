"""Baking stores answers and nothing that changes from run to run; nbval then passes, and only then."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from gamekit.storage.notebooks import bake, check
from tests.bake import PICTURES, picture

ROOT = Path(__file__).parent.parent.parent
CELLS = (
    "import ipywidgets\nfrom fractions import Fraction\nFraction(53829, 262144)",
    "slider = ipywidgets.IntSlider(value=3, description='legions')\nslider",
    "slider.value = 4\nprint(slider.value, 'legions')",
    "slider.value = 4\nprint(slider.value, 'legions')",
    "object()",
)


@pytest.fixture(scope="module")
def baked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("bake") / "small.ipynb"
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in CELLS])
    nbformat.write(notebook, path)
    assert bake(path)
    return path


def test_answers_are_stored_and_what_changes_is_not(baked: Path) -> None:
    notebook = nbformat.read(baked, 4)
    assert [cell.execution_count for cell in notebook.cells] == [1, 2, 3, 4, 5]
    assert notebook.cells[0].outputs[0].data["text/plain"] == "Fraction(53829, 262144)"
    assert set(notebook.cells[1].outputs[0].data) == {"text/plain"}
    assert [cell.outputs[0].text for cell in notebook.cells[2:4]] == ["4 legions\n"] * 2
    assert len({cell.id for cell in notebook.cells}) == 5
    assert "widgets" not in notebook.metadata


def test_baking_again_changes_nothing_that_does_not_change_itself(baked: Path) -> None:
    before = nbformat.read(baked, 4)
    bake(baked)
    after = nbformat.read(baked, 4)
    address = after.cells.pop().outputs[0].data["text/plain"]
    assert before.cells.pop().outputs[0].data["text/plain"][:11] == address[:11] == "<object at "
    assert after == before


def test_nbval_passes_it_until_a_number_is_changed(baked: Path, tmp_path: Path) -> None:
    content = baked.read_text(encoding="utf-8")
    (tmp_path / "right.ipynb").write_text(content, encoding="utf-8")
    (tmp_path / "wrong.ipynb").write_text(content.replace("4 legions", "5 legions", 1), encoding="utf-8")
    nbval = ("--nbval", "--nbval-sanitize-with", str(ROOT / "tests/nbval.cfg"))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "nbval.plugin", "-c", os.devnull, *nbval, str(tmp_path)]
    environment = os.environ | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=300)
    assert "1 failed, 9 passed" in done.stdout
    assert "wrong.ipynb::Cell 2" in done.stdout


def test_check_passes_it_until_a_number_is_changed_and_names_both(baked: Path, tmp_path: Path) -> None:
    assert check(baked) == []
    wrong = tmp_path / "wrong.ipynb"
    wrong.write_text(baked.read_text(encoding="utf-8").replace("4 legions", "5 legions", 1), encoding="utf-8")
    assert [said.partition(": ")[2] for said in check(wrong)] == ["stored «5 legions», new «4 legions»"]


def test_answers_are_in_english_whatever_the_reader_has_set_and_other_metadata_stay(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("GAMEKIT_LANGUAGE", "ja")
    path, before = tmp_path / "words.ipynb", os.environ["GAMEKIT_LANGUAGE"]
    slide = {"slideshow": {"slide_type": "slide"}, "tags": ["course"], "scrolled": True}
    cell = nbformat.v4.new_code_cell("from gamekit.text.translation import word\nword('side.attacker')", metadata=slide)
    nbformat.write(nbformat.v4.new_notebook(cells=[cell], metadata={"course": {"week": 3}}), path)
    bake(path)
    notebook = nbformat.read(path, 4)
    assert notebook.cells[0].outputs[0].data["text/plain"] == "'attacker'"
    assert notebook.cells[0].metadata == {"slideshow": {"slide_type": "slide"}, "tags": ["course"]}
    assert (notebook.metadata.course, notebook.metadata.language_info.file_extension) == ({"week": 3}, ".py")
    assert check(path) == [] and os.environ["GAMEKIT_LANGUAGE"] == before


def test_what_was_never_run_or_is_skipped_is_said(tmp_path: Path) -> None:
    path = tmp_path / "empty.ipynb"
    cells = [nbformat.v4.new_code_cell("6 * 7"), nbformat.v4.new_code_cell("1 + 1  # NBVAL_SKIP")]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    said = check(path)
    assert "not every cell was run in order; store the answers with: gamekit bake" in said[0]
    assert any("asks to be skipped" in one for one in said)
    assert any("stored «», new «42»" in one for one in said)


def test_the_picture_is_what_the_board_paints() -> None:
    for language, place in PICTURES.items():
        assert place.read_text(encoding="utf-8") == picture(language), "run make bake"


def test_what_cannot_be_run_is_said(tmp_path: Path) -> None:
    (tmp_path / "notes.ipynb").write_text("hello")
    assert "this is not a notebook" in check(tmp_path / "notes.ipynb")[0]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in ("1", "1 / 0")])
    nbformat.write(notebook, tmp_path / "fails.ipynb")
    with pytest.raises(ValueError, match=r"^cell 2 \(1 / 0\): ZeroDivisionError"):
        bake(tmp_path / "fails.ipynb")
