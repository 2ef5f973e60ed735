"""How many bare numbers the views hold: a picture should say how things lie (rows, columns, rooms), not where in px.

Counted are all numeric literals other than -1, 0, 1 and 2, wherever they stand: a constant that only gives a number a
name counts like any other. What an SVG outline holds as text is a drawing, not a number."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "gamekit" / "widgets"
VIEWS = {  # at most so many, and how many stood there at commit 6048ebe
    "aquileia/city_view.py": (256, 441),
    "caesar/view.py": (126, 252),
    "julius_caesar/battle_picture.py": (3, 24),
    "julius_caesar/battle_view.py": (71, 240),
    "roma_victrix/combat_view.py": (36, 213),
    "roma_victrix/siege_view.py": (21, 160),
    "layout.py": (9, 0),
}


def numbers(path: Path) -> int:
    """The numeric literals of a file other than -1, 0, 1 and 2."""
    constants = (node.value for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Constant))
    return sum(type(value) in (int, float) and value not in (0, 1, 2) for value in constants)


@pytest.mark.parametrize("name", VIEWS)
def test_a_view_holds_no_more_bare_numbers_than_it_did(name: str) -> None:
    most, _ = VIEWS[name]
    assert numbers(ROOT / name) <= most


def test_a_renamed_number_counts(tmp_path: Path) -> None:
    file = tmp_path / "view.py"
    file.write_text("PAD = 16\nx = -1 + 2 * PAD + 0.5 - 3\n")
    assert numbers(file) == 3
