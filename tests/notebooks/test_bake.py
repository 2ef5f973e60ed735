"""Baking stores answers and nothing that changes from run to run; nbval then passes, and only then."""

from __future__ import annotations

import os
from pathlib import Path

import nbformat
import pytest

from gamekit.storage.notebooks import bake, compare_outputs
from tests.bake import PICTURES, picture

ROOT = Path(__file__).parent.parent.parent
CELLS = (
    "import ipywidgets\nfrom fractions import Fraction\nFraction(53829, 262144)",
    "slider = ipywidgets.IntSlider(value=3, description='legions')\nslider",
    "slider.value = 4\nprint(slider.value, 'legions')",
    "slider.value = 4\nprint(slider.value, 'legions')",
    "from gamekit.text.translation import word\nword('side.attacker')",
    "object()",
)
LOADED = "import sys\n'ipywidgets' in sys.modules"
SLIDE = {"slideshow": {"slide_type": "slide"}, "tags": ["course"]}


@pytest.fixture(scope="module")
def baked(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small notebook of a reader who has Japanese set, baked."""
    path = tmp_path_factory.mktemp("bake") / "small.ipynb"
    cells = [nbformat.v4.new_code_cell(source, metadata=SLIDE | {"scrolled": True}) for source in CELLS]
    nbformat.write(nbformat.v4.new_notebook(cells=cells, metadata={"course": {"week": 3}}), path)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("GAMEKIT_LANGUAGE", "ja")
        assert bake(path)
        assert os.environ["GAMEKIT_LANGUAGE"] == "ja"
    return path


def test_answers_are_stored_in_english_and_what_changes_is_not(baked: Path) -> None:
    notebook = nbformat.read(baked, 4)
    assert [cell.execution_count for cell in notebook.cells] == [1, 2, 3, 4, 5, 6]
    assert notebook.cells[0].outputs[0].data["text/plain"] == "Fraction(53829, 262144)"
    assert set(notebook.cells[1].outputs[0].data) == {"text/plain"}
    assert [cell.outputs[0].text for cell in notebook.cells[2:4]] == ["4 legions\n"] * 2
    assert notebook.cells[4].outputs[0].data["text/plain"] == "'attacker'"
    assert len({cell.id for cell in notebook.cells}) == 6
    assert "widgets" not in notebook.metadata
    assert (notebook.cells[0].metadata, notebook.metadata.course) == (SLIDE, {"week": 3})


def test_baking_again_changes_nothing_that_does_not_change_itself(baked: Path) -> None:
    before = nbformat.read(baked, 4)
    bake(baked)
    after = nbformat.read(baked, 4)
    address = after.cells.pop().outputs[0].data["text/plain"]
    assert before.cells.pop().outputs[0].data["text/plain"][:11] == address[:11] == "<object at "
    assert after == before


def changed(baked: Path, folder: Path) -> Path:
    """The notebook with one number changed."""
    path = folder / "wrong.ipynb"
    path.write_text(baked.read_text(encoding="utf-8").replace("4 legions", "5 legions", 1), encoding="utf-8")
    return path


def test_nbval_fails_where_a_number_is_changed_and_there_alone(
    baked: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A twin has what has been imported before it, and none of its names."""
    wrong = changed(baked, tmp_path)
    cells = [nbformat.v4.new_code_cell(source, execution_count=1) for source in ("'slider' in dir()", LOADED)]
    for cell, said in zip(cells, ("False", "True")):
        cell.outputs = [nbformat.v4.new_output("execute_result", {"text/plain": said}, execution_count=1)]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), tmp_path / "wrong_ja.ipynb")
    plugins = ("-p", "nbval.plugin", "-p", "tests.nbval_twins", "-p", "no:faulthandler", "-p", "no:cacheprovider")
    nbval = ("--nbval", "--nbval-sanitize-with", str(ROOT / "tests/nbval.cfg"))
    monkeypatch.setenv("PYTEST_DISABLE_PLUGIN_AUTOLOAD", "1")
    monkeypatch.setenv("GAMEKIT_LANGUAGE", "en")
    monkeypatch.setenv("PYTHONPATH", str(ROOT))
    monkeypatch.chdir(tmp_path)
    assert pytest.main(["-q", *plugins, "-c", os.devnull, *nbval, str(tmp_path)]) == pytest.ExitCode.TESTS_FAILED
    told = capsys.readouterr().out
    assert "1 failed, 7 passed" in told
    assert f"{wrong.name}::Cell 2" in told


def test_check_names_the_stored_number_and_the_new_one(baked: Path, tmp_path: Path) -> None:
    said = compare_outputs(changed(baked, tmp_path))
    assert [one.partition(": ")[2] for one in said] == ["stored «5 legions», new «4 legions»"]


def test_what_was_never_run_or_is_skipped_is_said(tmp_path: Path) -> None:
    path = tmp_path / "empty.ipynb"
    cells = [nbformat.v4.new_code_cell("6 * 7"), nbformat.v4.new_code_cell("1 + 1  # NBVAL_SKIP")]
    nbformat.write(nbformat.v4.new_notebook(cells=cells), path)
    said = compare_outputs(path)
    assert "not every cell was run in order; store the answers with: gamekit bake" in said[0]
    assert any("asks to be skipped" in one for one in said)
    assert any("stored «», new «42»" in one for one in said)


def test_the_picture_is_what_the_board_paints() -> None:
    for language, place in PICTURES.items():
        assert place.read_text(encoding="utf-8") == picture(language), "run make bake"


def test_what_cannot_be_run_is_said(tmp_path: Path) -> None:
    (tmp_path / "notes.ipynb").write_text("hello")
    assert "this is not a notebook" in compare_outputs(tmp_path / "notes.ipynb")[0]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(source) for source in ("1", "1 / 0")])
    nbformat.write(notebook, tmp_path / "fails.ipynb")
    with pytest.raises(ValueError, match=r"^cell 2 \(1 / 0\): ZeroDivisionError"):
        bake(tmp_path / "fails.ipynb")
