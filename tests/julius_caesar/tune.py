"""Finds the weights of the searching player by games; ``data/julius_caesar/search_weights.csv`` keeps what was found.

``python -m tests.julius_caesar.tune worth 300`` fits what a position is worth to games between plain players,
``python -m tests.julius_caesar.tune way 150`` tells how the share won from ``plain`` changes with each weight."""

import sys
from dataclasses import replace
from random import Random
from typing import Any

import numpy as np

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.players.evaluation import PlanBonuses, Weights, features
from gamekit.julius_caesar.players.plain import plain_with_aims
from gamekit.julius_caesar.state import Phase
from gamekit.julius_caesar.tables import SIDES
from gamekit.play.protocol import Strategy, play

BEGUN = {"guard": 2.0, "gather": 0.3, "new": 0.5, "odds": 0.5}  # where the weights of moving are varied about
ADDED = {"guard": 2.0, "gather": 0.3, "new": 1.0, "odds": 0.08}  # by so much up or down; the others by half
DEALS = 5  # games of each kind of player, as either side


def fitted(seen: Any, won: Any) -> Any:
    """The weights of a logistic law, by Newton's method with a slight pull to 0."""
    weights = np.zeros(seen.shape[1])
    for _ in range(30):
        chance = 1 / (1 + np.exp(-seen @ weights))
        slope = seen.T @ (chance - won) + weights
        weights -= np.linalg.solve((seen.T * (chance * (1 - chance))) @ seen + np.eye(len(weights)), slope)
    return weights


def worth(games: int) -> None:
    """Print the weights of ``features`` at the ends of turns."""
    seen, won = [], []
    for seed in range(10_000, 10_000 + games):
        turns: dict[Any, Any] = {}
        for state, _ in play(jc.rules, dict.fromkeys(SIDES, jc.players.plain), Random(seed)):
            if (state.phase == Phase.PLAY and state.actor == 0) or state.phase == Phase.DISBAND:
                turns.setdefault((state.year, state.turn, state.phase), features(state))
        seen += turns.values()
        won += [float(jc.returns(state)["Caesar"] > 0)] * len(turns)
    print([round(float(weight), 3) for weight in fitted(np.array(seen), np.array(won))])


def share(player: Strategy, seed: int) -> float:
    """The share that a player wins from ``plain``."""
    won = 0.0
    for deal in range(DEALS):
        for side in SIDES:
            *_, (end, _) = play(jc.rules, {**dict.fromkeys(SIDES, jc.players.plain), side: player}, Random(seed + deal))
            won += (jc.returns(end)[side] + 1) / 2
    return won / DEALS / len(SIDES)


def way(players: int) -> None:
    """Print by how much the share won changes with each weight of moving, all varied at once."""
    random, begun = np.random.default_rng(1), replace(Weights(), **BEGUN)
    names = [name for name in Weights.__dataclass_fields__ if name != "sure"]
    turned = random.choice([-1.0, 1.0], (players, len(names)))
    shares = []
    for number, signs in enumerate(turned):
        changed = {
            name: getattr(begun, name) + sign * ADDED[name] if name in ADDED else getattr(begun, name) * 1.5**sign
            for name, sign in zip(names, signs)
        }
        aims = PlanBonuses(weights=replace(begun, **changed))
        shares.append(share(lambda view, legal, aims=aims: plain_with_aims(view, legal, aims), 71_000 + number * DEALS))
    found, *_ = np.linalg.lstsq(np.column_stack([np.ones(players), turned]), np.array(shares))
    print({name: round(float(effect), 3) for name, effect in zip(["mean", *names], found)})


if __name__ == "__main__":
    {"worth": worth, "way": way}[sys.argv[1]](int(sys.argv[2]))
