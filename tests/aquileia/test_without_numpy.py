"""Aquileia where numpy, scipy, pandas and numba are not installed: its odds and its rules are plain Python."""

from __future__ import annotations

import subprocess
import sys

ASKED = """
import sys

for name in ("numpy", "scipy", "pandas", "numba"):
    sys.modules[name] = None  # an import of it raises ImportError

from fractions import Fraction
from random import Random

import gamekit.aquileia as aq
from gamekit.play.protocol import at_random, play

contests = aq.ready_contests()
arena, race = contests["arena"], contests["race"]
assert arena.p_rank("Kiko")[0] == Fraction(304, 6561)
assert abs(sum(arena.odds(float).values()) - 1) < 1e-12
names = arena.names
split = aq.blue_split(arena, race, hands={names[0]: ["slave 2"]})
assert split.best == max(range(5), key=split.values.__getitem__)
assert sum(aq.best_play(arena, {names[0]: ["slave 2"]}).p_rank(names[0])) == 1
random, start = Random(1), aq.initial_state()
*_, (end, _) = play(aq.rules, dict.fromkeys(start.table.names, at_random(random)), random)
assert end.table.scores
view = aq.observe(end, "Kiko")
print(max(aq.returns(end).values()))
"""


def test_odds_plans_and_games_need_none_of_them() -> None:
    done = subprocess.run([sys.executable, "-c", ASKED], capture_output=True, text=True, timeout=120, check=False)
    assert done.returncode == 0, done.stderr
    assert int(done.stdout) > 0
