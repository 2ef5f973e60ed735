"""Fits ``data/caesar/weights.csv``: how the search judges a position, from games of the search with itself and with
greedy players. Each run begins with the weights as they stand:

    python tests/caesar/fit.py 700  # games at each size of table, an hour

A figure's weight is that of a softmax over the players, fitted to the shares of the victory ("win") and to those of the
counters at the end ("lead"); every fifth game is left out and says how good the fit is."""

import csv
import sys
from random import Random
from typing import Any

import numpy as np

from gamekit.caesar import rules
from gamekit.caesar.players import plain
from gamekit.caesar.players.evaluation import FeatureWeight, features
from gamekit.caesar.players.search import search_position
from gamekit.caesar.tables import PLAYERS
from gamekit.play.protocol import OVER
from gamekit.storage.data_files import csv_records

ITERATIONS, GREEDY, ODD = 30, 0.45, 0.05  # of a decision; shares of greedy seats and of moves by chance
STEPS, PENALTY = 1_500, 2e-4
NAMES = [row.figure for row in csv_records(FeatureWeight, "caesar/weights.csv", ("figure",))]


def game(players: int, seed: int) -> tuple[list[Any], list[float], list[float]]:
    """The figures of every position of a game once all counters are placed, and the shares at its end."""
    random, state, seen = Random(f"{players} {seed}"), rules.initial_state(players), []
    anywhere, greedy = random.random() < 0.4, [random.random() < GREEDY for _ in range(players)]
    while (player := rules.current_player(state)) != OVER:
        legal, view = rules.legal_actions(state), rules.observe(state, int(player))
        if state.attack is None and not state.unplaced:
            seen.append(np.array(features(state)))
        if (state.unplaced and anywhere) or random.random() < ODD:
            action = random.choice(legal)
        elif greedy[int(player)]:
            action = plain(view, legal)
        else:
            mix = search_position(view, ITERATIONS, random, "win").mix
            action = random.choices(list(mix), list(mix.values()))[0]
        state = rules.apply(state, action)
    won, held = rules.winners(state), rules.returns(state)
    total = max(1, sum(held.values()))
    return seen, [(one in won) / len(won) for one in held], [count / total for count in held.values()]


def fitted(seen: Any, shares: Any) -> Any:
    """The weights of a softmax by Adam's descent."""
    weights, mean, square = (np.zeros(len(NAMES)) for _ in range(3))
    for step in range(1, STEPS + 1):
        slope = np.einsum("kn,knf->f", guessed(seen, weights) - shares, seen) / len(seen) + PENALTY * weights
        mean, square = 0.9 * mean + 0.1 * slope, 0.99 * square + 0.01 * slope**2
        weights -= 0.03 * (mean / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.99**step)) + 1e-9)
    return weights


def guessed(seen: Any, weights: Any) -> Any:
    sums = np.exp((one := seen @ weights) - one.max(1, keepdims=True))
    return sums / sums.sum(1, keepdims=True)


def main(games: int) -> None:
    columns: dict[str, Any] = {}
    for players in PLAYERS:
        played = [game(players, seed) for seed in range(games)]
        seen = np.array([row for part, _, _ in played for row in part])
        left_out = np.array([seed % 5 == 0 for seed, (part, _, _) in enumerate(played) for _ in part])
        for name, place in (("win", 1), ("lead", 2)):
            shares = np.array([each[place] for each in played for _ in each[0]])
            weights = fitted(seen[~left_out], shares[~left_out])
            loss = -(shares * np.log(guessed(seen, weights) + 1e-12)).sum(1)[left_out].mean()
            print(f"{name}{players}: {loss:.3f} nats where knowing nothing gives {np.log(players):.3f}", flush=True)
            columns[f"{name}{players}"] = fitted(seen, shares)
    with open("data/caesar/weights.csv", "w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        order = [f"{name}{players}" for name in ("win", "lead") for players in PLAYERS]
        writer.writerow(["figure", *order, "source"])
        for place, name in enumerate(NAMES):
            source = f"fitted: python tests/caesar/fit.py {games}"
            writer.writerow([name, *(f"{columns[column][place]:.3f}" for column in order), source])


if __name__ == "__main__":
    main(int(sys.argv[1]))
