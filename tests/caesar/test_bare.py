"""Where numpy, scipy, pandas and numba are missing, Caesar still answers and plays."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

CODE = """
import sys
from random import Random
for name in ("numpy", "scipy", "pandas", "numba"):
    sys.modules[name] = None
from gamekit import caesar
from gamekit.play import protocol
from gamekit.probability import matrix_game
assert caesar.Conflict(3, 2, (9, 1), (8, 5)).equilibrium().value == 4
assert caesar.Conflict(3, 2, (9, 1), (8, 5)).equilibrium(float).value == 4.0
assert str(caesar.duel([(1, 1), (2, 2), (3, 3)], (9, 5, 1), (8, 6, 2)).value) == "16/9"
stakes, five = [(1, 2), (2, 1), (3, 3), (1, 1), (2, 2)], [1, 2, 3, 4, "F"]
exact, quick = (caesar.duel(stakes, five, [5, 6, 7, 8, 9], numbers) for numbers in (None, float))
assert isinstance(quick.value, float) and abs(exact.value - quick.value) < 1e-12
assert abs(matrix_game.solve([[1.0, -1], [-2, 3]]).value - 1 / 7) < 1e-12
random = Random(1)
*_, (end, _) = protocol.play(caesar.rules, [protocol.at_random(random)] * 2, random)
assert caesar.winners(end)
assert caesar.advise(caesar.initial_state(), iterations=5).iterations == 5
"""


def test_caesar_works_in_plain_python() -> None:
    root = Path(__file__).parents[2]
    run = subprocess.run([sys.executable, "-c", CODE], cwd=root, capture_output=True, text=True, timeout=120)
    assert run.returncode == 0, run.stderr
