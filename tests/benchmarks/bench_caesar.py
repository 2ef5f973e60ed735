"""Matrix games against scipy's HiGHS, a full duel, whole games and the search.

HiGHS is asked as scipy's documentation shows: one linear programme a game, dense.
``bench_caesar.py 1`` asks each question once."""

from __future__ import annotations

import sys
from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter

import numpy as np
from scipy.optimize import linprog

from gamekit import caesar, game
from gamekit.caesar import rules
from gamekit.matrix_game import simplex
from tests.benchmarks.measure import compare, line

GAMES, REPEATS = 1_000, 7


def batches(count: int = 4) -> list[np.ndarray]:
    """Payoffs of conflicts are whole numbers; these are 10 x 10 and as large as on a board."""
    rng = np.random.default_rng(0)
    return [rng.integers(-20, 21, size=(GAMES, 10, 10)).astype(float) for _ in range(count)]


def highs(payoffs: np.ndarray) -> float:
    """The value of one game: most v with x A >= v for a strategy x."""
    rows, columns = payoffs.shape
    cost = np.zeros(rows + 1)
    cost[-1] = -1
    found = linprog(
        cost,
        A_ub=np.hstack([-payoffs.T, np.ones((columns, 1))]),
        b_ub=np.zeros(columns),
        A_eq=np.hstack([np.ones((1, rows)), [[0]]]),
        b_eq=[1],
        bounds=[(0, None)] * rows + [(None, None)],
        method="highs",
    )
    return -float(found.fun)


def matrix_games() -> None:
    drawn = batches()
    share = GAMES // 10  # HiGHS solves a tenth of each batch, and its time counts ten times
    for payoffs in drawn[:1]:
        ours = simplex(payoffs)[0][:share]
        assert np.abs(ours - [highs(one) for one in payoffs[:share]]).max() < 1e-9

    def ask_highs(repeat: int) -> None:
        for one in drawn[repeat % len(drawn)][:share]:
            highs(one)

    found = compare(lambda repeat: simplex(drawn[repeat % len(drawn)]), ask_highs, REPEATS)
    tenfold = GAMES // share
    whole = found._replace(peer=found.peer * tenfold, ratio=found.ratio * tenfold)
    print(line(f"{GAMES:,} games 10 x 10 at once, against HiGHS", whole, 50))


def took(run: Callable[[], object]) -> float:
    """The median time of one call in milliseconds, after one that does not count."""
    run()
    times = []
    for _ in range(REPEATS):
        started = perf_counter()
        run()
        times.append(perf_counter() - started)
    return median(times) * 1e3


def random_game(seed: int) -> None:
    random = Random(seed)
    for _ in game.play(rules, [game.at_random(random)] * 2, random):
        pass


def main() -> None:
    matrix_games()
    stakes = [(1 + fight % 3, 1 + fight % 2) for fight in range(10)]
    full = took(lambda: caesar.duel(stakes, caesar.CARDS, caesar.CARDS, numbers=float))
    print(f"a duel from two full hands, 184,756 games: {full:.0f} ms (aim: 2,000)")
    print(f"a random game of two: {took(lambda: [random_game(seed) for seed in range(20)]) / 20:.2f} ms (aim: 20)")
    state = caesar.initial_state()
    for square in ("c3", "c2", "b3", "d3", "c4", "b2", "d2", "b4", "d4", "c1"):
        state = rules.apply(state, caesar.Place(square))
    print(f"advice for a full board, 400 positions played out: {took(lambda: caesar.advise(state)):.0f} ms")


if __name__ == "__main__":
    REPEATS = int(sys.argv[1]) if len(sys.argv) > 1 else REPEATS
    main()
