"""Sweeps from a thousand rows to a million: what a row costs, and what memory they take; and many battles at once."""

from __future__ import annotations

import subprocess
import sys
from random import Random
from time import perf_counter, process_time

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.odds.battle import WORTH_LOADING
from tests.benchmarks.bench_battle import with_dyce

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


def random_battles(count: int, random: Random) -> list[jc.Battle]:
    """Four blocks against four of the printed ones, at any strengths."""
    printed = [(side, block) for (side, _), block in jc.BLOCKS.items() if block.type != "cleopatra"]

    def army(side: str) -> tuple[jc.Block, ...]:
        four = random.sample([block for own, block in printed if own == side], 4)
        return tuple(block.with_strength(random.choice(block.track)) for block in four)

    return [jc.Battle(army("Caesar"), army("Pompey")) for _ in range(count)]


def many(count: int) -> None:
    """So many random battles; some of them by dyce, as in ``bench_battle``."""
    battles = random_battles(count, Random(49))
    if count > WORTH_LOADING:
        jc.chances_of_battles(battles[:1] * WORTH_LOADING)  # the kernel is loaded
    started, worked = perf_counter(), process_time()
    frame = jc.chances_of_battles(battles)
    took, work = perf_counter() - started, process_time() - worked
    print(f"odds_of_many, {count:,} random 4 v 4: {took:.2f} s, {work:.2f} s of processor time (aim: about 2 s)")
    for row in range(0, count, max(1, count // 50)):
        right = with_dyce(battles[row])
        assert max(abs(a - float(b)) for a, b in zip(frame.iloc[row, :3], right)) < 1e-12


def main(quick: bool = False) -> None:
    """``quick``: each once, with few rows."""
    sizes(SIZES[0] if quick else SIZES[-1])
    many(5 if quick else 100_000)


if __name__ == "__main__":
    main()
