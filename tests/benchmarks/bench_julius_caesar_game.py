"""Whole games of Julius Caesar: how long one takes, and what copying a position for every action would take alone.

Seconds are medians over seeded games; a random one should take at most 300 ms."""

from __future__ import annotations

import copy
import json
from random import Random
from statistics import median
from time import perf_counter

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.tables import SIDES
from gamekit.play.protocol import Strategies, at_random, perft, play
from tests.benchmarks.measure import compare, line

HANDS = {"Caesar": ["3/2", "2/2", "2/1", "2/1", "Mars"], "Pompey": ["3/1", "2/2", "2/3", "1/2", "Vulcan"]}


def players(kind: str, random: Random) -> Strategies:
    """Both sides the same: "random" or "plain"."""
    return dict.fromkeys(SIDES, jc.players.plain if kind == "plain" else at_random(random))


def game(kind: str, seed: int) -> int:
    """How many actions a whole game has, chance included."""
    random = Random(seed)
    return sum(1 for _ in play(jc.rules, players(kind, random), random))


def timed(kind: str, games: int) -> tuple[float, float]:
    """The median seconds of a game, and actions a second."""
    took, actions = [], 0
    for seed in range(games):
        started = perf_counter()
        actions += game(kind, seed)
        took.append(perf_counter() - started)
    return median(took), actions / sum(took)


def main(quick: bool = False) -> None:
    """``quick``: one game of each kind."""
    games = 1 if quick else 15
    for kind in ("random", "plain"):
        seconds, rate = timed(kind, games)
        print(f"{f'a {kind} game':<58}{seconds * 1e3:>9.1f} ms{rate:>10.0f} actions/s")
    position = json.loads(jc.to_json(jc.initial_state()))

    def copied(seed: int) -> None:
        for _ in range(game("random", seed)):
            copy.deepcopy(position)

    found = compare(lambda seed: game("random", seed), copied, 1 if quick else 7)
    print(line("a random game, and with a deep copy for every action", found))
    start = jc.initial_state(HANDS)
    for card in ("3/2", "2/2"):
        start = jc.apply(start, jc.Play(card))
    started, depth = perf_counter(), 2 if quick else 4
    lines = perft(jc.rules, start, depth)
    print(f"{f'perft {depth} of the first move':<58}{(perf_counter() - started) * 1e3:>9.1f} ms{lines:>10} lines")


if __name__ == "__main__":
    main()
