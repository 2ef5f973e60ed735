"""Matrix games against scipy's HiGHS, a full duel, whole games and the search.

HiGHS is asked as scipy's documentation shows: one linear programme a game, dense.
The quick form asks each question once."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from statistics import median
from time import perf_counter

import numpy as np
from scipy.optimize import linprog

from gamekit import caesar
from gamekit.caesar import rules
from gamekit.play import protocol
from gamekit.probability.matrix_game import simplex
from tests.benchmarks.measure import compare, line

GAMES = 1_000


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


def matrix_games(repeats: int) -> None:
    drawn = batches()
    share = GAMES // 10  # HiGHS solves a tenth of each batch, and its time counts ten times
    for payoffs in drawn[:1]:
        ours = simplex(payoffs)[0][:share]
        assert np.abs(ours - [highs(one) for one in payoffs[:share]]).max() < 1e-9

    def ask_highs(repeat: int) -> None:
        for one in drawn[repeat % len(drawn)][:share]:
            highs(one)

    found = compare(lambda repeat: simplex(drawn[repeat % len(drawn)]), ask_highs, repeats)
    tenfold = GAMES // share
    whole = found._replace(peer=found.peer * tenfold, ratio=found.ratio * tenfold)
    print(line(f"{GAMES:,} games 10 x 10 at once, against HiGHS", whole, 50))


def took(run: Callable[[], object], repeats: int) -> float:
    """The median time of one call in milliseconds, after one that does not count."""
    run()
    times = []
    for _ in range(repeats):
        started = perf_counter()
        run()
        times.append(perf_counter() - started)
    return median(times) * 1e3


def random_game(seed: int) -> None:
    random = Random(seed)
    for _ in protocol.play(rules, [protocol.at_random(random)] * 2, random):
        pass


def main(quick: bool = False) -> None:
    """``quick``: each question once, the duel with half a hand."""
    repeats, cards = (1, 5) if quick else (7, 10)
    matrix_games(repeats)
    stakes, hand = [(1 + fight % 3, 1 + fight % 2) for fight in range(cards)], caesar.CARDS[:cards]
    full = took(lambda: caesar.duel(stakes, hand, hand, numbers=float), repeats)
    print(f"a duel from two hands of {cards}: {full:.0f} ms (aim with 10, 184,756 games: 2,000)")
    games = 2 if quick else 20
    random = took(lambda: [random_game(seed) for seed in range(games)], repeats) / games
    print(f"a random game of two: {random:.2f} ms (aim: 20)")
    state = caesar.initial_state()
    for square in ("c3", "c2", "b3", "d3", "c4", "b2", "d2", "b4", "d4", "c1"):
        state = rules.apply(state, caesar.Place(square))
    advice = took(lambda: caesar.advise(state), repeats)
    print(f"advice for a full board, 400 positions played out: {advice:.0f} ms")


if __name__ == "__main__":
    main()
