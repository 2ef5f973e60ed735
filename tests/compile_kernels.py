"""Compile what the extra "fast" compiles, once on a machine and after a change: each kernel does a little work."""

from __future__ import annotations

from random import Random
from unittest import mock

from gamekit import aquileia as aq
from gamekit import caesar
from gamekit import julius_caesar as jc
from gamekit import roma_victrix as rv
from gamekit.caesar.odds import search
from gamekit.julius_caesar.odds import best_fast, encoding
from gamekit.matrix_game import solve
from gamekit.roma_victrix.odds import rounds


def main() -> None:
    battle = jc.Battle(jc.army("Caesar, Legio 10", "Caesar"), jc.army("Pompey, Cleopatra", "Pompey"))
    jc.odds_of_many([battle] * encoding.WORTH_LOADING)
    with mock.patch.object(best_fast, "WORTH_LOADING", 0):
        battle.best()
    caesar.duel([(1, 1)] * 7, range(1, 10), range(1, 10), numbers=float)
    solve([[1, -1, 0], [-1, 1, 2]], numbers=float)
    search.searched(caesar.initial_state(), 50, Random(0))
    aq.strategies.search()
    with mock.patch.object(rounds, "WORTH_LOADING", 0):
        rv.Siege(rv.force("4 LGN", leader=1), rv.force("2 HI")).plan(commit=True)


if __name__ == "__main__":
    main()
