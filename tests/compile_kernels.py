"""Compile what the extra "fast" compiles, once on a machine and after a change: each kernel does a little work.

Each game in a process of its own, since a compiler uses one core."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from random import Random
from unittest import mock

from gamekit import aquileia as aq
from gamekit import caesar, matrix_game_kernel
from gamekit.caesar.odds import search
from gamekit.matrix_game import solve


def matrix_games() -> None:
    with mock.patch.object(matrix_game_kernel, "FEW", 0):
        solve([[1, -1, 0], [-1, 1, 2]], numbers=float)


def caesar_games() -> None:
    caesar.duel([(1, 1)] * 7, range(1, 10), range(1, 10), numbers=float)
    search.searched(caesar.initial_state(), 50, Random(0))


def aquileia() -> None:
    aq.strategies.search()


def main() -> None:
    with ProcessPoolExecutor(2) as processes:
        for done in [processes.submit(part) for part in (aquileia, caesar_games, matrix_games)]:
            done.result()


if __name__ == "__main__":
    main()
