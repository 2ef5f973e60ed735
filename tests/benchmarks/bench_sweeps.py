"""Sweeps from a thousand rows to a million: what a row costs, and what memory they take; and the doors for many."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from time import perf_counter
from typing import Any

from gamekit import aquileia as aq
from gamekit import julius_caesar as jc
from gamekit import roma_victrix as rv
from tests.benchmarks.bench_julius_caesar import random_battles
from tests.benchmarks.measure import compare, line

SIZES = 1_000, 10_000, 100_000, 1_000_000
SWEEP = """
import re, sys, time
from gamekit import sweep
question = lambda a, b: {"share": a / (a + b), "more": a > b}
sweep(question, a=range(1, 9), b=range(1, 9))
def most():
    return int(re.search("VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]) / 1024
rows = int(sys.argv[1])
before, started = most(), time.process_time()
sweep(question, a=range(1, rows // 100 + 1), b=range(1, 101))
print(f"{(time.process_time() - started) / rows * 1e6:.1f} us a row, {most() - before:.0f} MB more")
"""


def sizes(most: int) -> None:
    """Each size in a process of its own; the question itself takes well below a microsecond."""
    for rows in (size for size in SIZES if size <= most):
        found = subprocess.run([sys.executable, "-c", SWEEP, str(rows)], check=True, capture_output=True)
        print(f"sweep of {rows:>9,} rows {found.stdout.decode().strip()}", flush=True)


def million(count: int) -> None:
    """So many random battles, ten times each."""
    random = Random(49)
    battles = random_battles(count, random) * 10
    started = perf_counter()
    jc.odds_of_many(battles)
    took = perf_counter() - started
    print(f"odds_of_many, {len(battles):,} 4 v 4: {took:.1f} s on two free cores (aim: 15 s)")


def doors(repeats: int) -> None:
    """Many at once against one by one."""
    random = Random(7)
    units = ("LGN", "HI", "AUX", "CAV")
    armies = [rv.force(", ".join(f"{random.randrange(1, 9)} {u}" for u in units), leader=random.randrange(5))
              for _ in range(400)]  # fmt: skip
    fights = [rv.LandCombat(*random.sample(armies, 2)) for _ in range(400)]
    arenas = [arena for arena in aq.ready_contests().values() for _ in range(200)]

    def one_by_one(fights: list[Any]) -> list[Any]:
        return [fight.odds(numbers=float).p(rv.attacker_wins) for fight in fights]

    found = compare(lambda n: rv.combats(fights, numbers=float), lambda n: one_by_one(fights), repeats)
    print(line("rv.combats, 400, v odds of each", found))
    found = compare(
        lambda n: aq.contests(arenas, numbers=float),
        lambda n: [arena.p_rank(arena.names[0], float) for arena in arenas],
        repeats,
    )
    print(line(f"aquileia.contests, {len(arenas)}, v p_rank of each", found))


def main(quick: bool = False) -> None:
    """``quick``: each once, with few rows."""
    doors(1 if quick else 7)
    sizes(SIZES[0] if quick else SIZES[-1])
    million(10 if quick else 100_000)


if __name__ == "__main__":
    main()
