"""Compile what the extra "fast" compiles, once on a machine and after a change: each kernel does a little work.

Each game in a process of its own, since a compiler uses one core."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from unittest import mock

from gamekit import aquileia as aq
from gamekit import roma_victrix as rv
from gamekit.roma_victrix.odds import rounds


def aquileia() -> None:
    aq.strategies.search()


def sieges() -> None:
    with mock.patch.object(rounds, "WORTH_LOADING", 0):
        for capture in (10, Fraction(1, 10**15)):  # as machine words, and as wider numbers
            rv.Siege(rv.force("4 LGN", leader=1), rv.force("2 HI")).plan(capture, commit=True)


def main() -> None:
    with ProcessPoolExecutor(2) as processes:
        for done in [processes.submit(part) for part in (aquileia, sieges)]:
            done.result()


if __name__ == "__main__":
    main()
