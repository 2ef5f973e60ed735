"""Compile what the extra "fast" compiles, once on a machine and after a change: each kernel does a little work.

Each game in a process of its own, since a compiler uses one core."""

from __future__ import annotations

from concurrent.futures import ProcessPoolExecutor
from fractions import Fraction
from random import Random
from unittest import mock

from gamekit import caesar, matrix_game_kernel
from gamekit import julius_caesar as jc
from gamekit import roma_victrix as rv
from gamekit.caesar.odds import search
from gamekit.julius_caesar.odds.battle import WORTH_LOADING
from gamekit.matrix_game import solve
from gamekit.roma_victrix.odds import rounds


def battles() -> None:
    battle = jc.Battle(jc.army("Caesar, Legio 10", "Caesar"), jc.army("Pompey, Cleopatra", "Pompey"))
    jc.odds_of_many([battle] * WORTH_LOADING)
    with mock.patch.object(matrix_game_kernel, "FEW", 0):
        solve([[1, -1, 0], [-1, 1, 2]], numbers=float)


def caesar_games() -> None:
    caesar.duel([(1, 1)] * 7, range(1, 10), range(1, 10), numbers=float)
    search.searched(caesar.initial_state(), 50, Random(0))


def sieges() -> None:
    with mock.patch.object(rounds, "WORTH_LOADING", 0):
        for capture in (10, Fraction(1, 10**15)):  # as machine words, and as wider numbers
            rv.Siege(rv.force("4 LGN", leader=1), rv.force("2 HI")).plan(capture, commit=True)


def main() -> None:
    with ProcessPoolExecutor(2) as processes:
        for done in [processes.submit(part) for part in (caesar_games, matrix_games, battles, sieges)]:
            done.result()


if __name__ == "__main__":
    main()
