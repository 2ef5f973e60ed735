"""Imports go one way, and the core stays light."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
GAMES = sorted(folder.parent.name for folder in (ROOT / "gamekit").glob("*/tables.py"))
LAB = ("ipywidgets", "ipycanvas", "plotly", "anywidget", "IPython", "jupyterlab")
HEAVY = ("pandas", "scipy", "numba", *LAB)


def run(code: str) -> None:
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT, timeout=60)


@pytest.mark.parametrize("game", GAMES)
def test_a_game_imports_without_the_lab(game: str) -> None:
    blocked = "; ".join(f"sys.modules[{name!r}] = None" for name in LAB)
    run(f"import sys; {blocked}; import gamekit.{game}")


@pytest.mark.parametrize("module", ["gamekit", *(f"gamekit.{game}" for game in GAMES)])
def test_heavy_libraries_wait_until_they_are_needed(module: str) -> None:
    run(f"import sys, {module}; found = set({HEAVY!r}) & set(sys.modules); assert not found, found")


@pytest.mark.parametrize("game", GAMES)
def test_games_do_not_import_each_other(game: str) -> None:
    others = [f"gamekit.{other}" for other in GAMES if other != game]
    run(f"import sys, gamekit.{game}; found = set({others!r}) & set(sys.modules); assert not found, found")
