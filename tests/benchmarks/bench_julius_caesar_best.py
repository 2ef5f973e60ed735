"""Best play in battles of Julius Caesar: seconds and gigabytes by size, with the extra "fast".

Every case runs in a process of its own, so that nothing is cached and its memory is its own; the kernel is loaded
before the clock starts."""

from __future__ import annotations

import subprocess
import sys

OWN = ["A3/III", "A2/II", "B2/III", "C4/III", "C3/III", "C2/IV", "B3/III", "D3/II", "A1/III", "C3/II"]
ENEMY = ["B3/III", "A2/III", "C2/III", "C3/IV", "B2/IV", "C4/II", "A1/III", "D2/II", "C3/III", "B1/IV"]
LEGIONS = "A3/III, A2/II, 4 C3/III, 2 C2/III", "B3/III, A2/III, 3 C2/III, 3 C3/III"
NAMED = (
    "Caesar:Caesar, Antonius, Equitatus 1, Equitatus 3, Legio 10, Legio 8, Legio 7, Ballista",
    "Pompey:Pompey, Scipio, Legio 1, Legio 3, Legio 4, Equitatus 2, Elephant, Auxilia 3",
)
STEPS = "jc.Worth(win=1, own_step=0.1, enemy_step=0.1, leader=0.5)"
TEN = "A3/III, A2/II, B2/III, 4 C3/III, 2 C2/III, C4/III", "B3/III, A2/III, 4 C2/III, 2 C3/III, B2/IV, A1/III"
CASES = (
    ("6 v 6, all different", ", ".join(OWN[:6]), ", ".join(ENEMY[:6]), STEPS, "", 1),
    ("8 v 8, mostly legions", *LEGIONS, STEPS, "", 8),
    ("8 v 8, all different, by name", *NAMED, STEPS, "", 60),
    ("8 v 8, all different", ", ".join(OWN[:8]), ", ".join(ENEMY[:8]), STEPS, "", 60),
    ("10 v 10, win", *TEN, "'win'", "", 2),
    ("10 v 10, win, all different", ", ".join(OWN), ", ".join(ENEMY), "'win'", "", None),
    ("6 v 6, two exits a side", ", ".join(OWN[:6]), ", ".join(ENEMY[:6]), STEPS, "jc.Exits(2, 2)", None),
)
WHOLE = (  # of the battle by name, worth="win"
    ("chances", "battle.best().chances", None),
    ("against orders, 20 plays", "battle.best().against('orders')", None),
    ("stop_plan", "battle.stop_plan()", None),
)
CODE = """
import resource, sys
from time import perf_counter
from gamekit import julius_caesar as jc
from gamekit.julius_caesar.odds import best_fast, best_play
best_fast.WORTH_LOADING = 0
jc.Battle(jc.army("A1/I, B1/II"), jc.army("A2/I, B2/I")).best("killed").value
best_fast.WORTH_LOADING = 300_000
army = lambda text: jc.army(text.split(":")[-1], text.split(":")[0] if ":" in text else None)
battle = jc.Battle(army({own!r}), army({enemy!r}))
started = perf_counter()
best = battle.best({worth}, {exits})
{asked}
took = perf_counter() - started
value = best.value
print(f"{{took:.2f}} s, {{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1e6:.2f}} GB,"
      f" {{best.positions:,}} positions, worth {{value:.6f}}")
"""


def main() -> None:
    """One line a case."""
    cases = [(*case, "best.value") for case in CASES]
    cases += [(f"8 v 8 by name, {label}", *NAMED, "'win'", "", aim, asked) for label, asked, aim in WHOLE]
    for label, own, enemy, worth, exits, aim, asked in cases:
        code = CODE.format(own=own, enemy=enemy, worth=worth, exits=f"exits={exits}" if exits else "", asked=asked)
        said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
        found = said.stdout.strip() or said.stderr.strip().splitlines()[-1]
        print(f"{label:<40}{found}" + (f"  (aim: {aim} s)" if aim else ""), flush=True)


if __name__ == "__main__":
    main()
