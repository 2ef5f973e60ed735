"""Random games of every game stay as they are, step by step: the position, what may be done or fall, what is seen.

A line of golden/games/ is eight steps, a byte each. Whoever means to change a rule writes them anew by
``pytest --update-golden tests/test_golden_games.py``; that the new rule is right is for other tests to say."""

from collections.abc import Iterator
from dataclasses import fields
from importlib import import_module
from itertools import islice
from random import Random
from typing import Any

import pytest

from gamekit.play.protocol import CHANCE, OVER
from tests.cases import Cases
from tests.golden_files import Golden, digest

STEPS, FEW = 8, 14  # so many steps are a line, and so many lines are looked at outside a soak
SEEN = 4  # of so many positions one is looked at from a seat
BARBARIANS, SOLITAIRE, MANY = ["15.1"], ["15.2", "17.1"], ["15.81", "15.83", "15.84"]
READ_ONLINE = [
    "navis_retreat", "cleopatra_turn", "response_strait", "mercury_return", "sea_retreats", "main_attack", "surprise"
]  # fmt: skip
ONLINE: dict[str, Any] = {"free_deployment": True, "reading": READ_ONLINE}
STARTS: dict[str, tuple[str, dict[str, Any], tuple[int, ...]]] = {
    "aquileia": ("aquileia", {}, (1, 2)),
    "aquileia, one by one": ("aquileia", {"blue_dice": "one by one"}, (3,)),
    "aquileia of four": ("aquileia", {"players": ("Ada", "Ben", "Cleo", "Dan"), "tie_breaker": "any"}, (4, 5)),
    "caesar": ("caesar", {}, (1, 2, 3)),
    "caesar of three": ("caesar", {"players": 3, "start": 1}, (4, 5)),
    "caesar of four": ("caesar", {"players": 4, "start": 2}, (6, 7)),
    "julius caesar": ("julius_caesar", {}, (1, 2, 3)),
    "julius caesar online": ("julius_caesar", ONLINE, (4, 5, 6)),
    "second punic war": ("roma_victrix", {"scenario": "second_punic_war"}, (1, 2)),
    "second punic war, 15.1": ("roma_victrix", {"scenario": "second_punic_war", "options": BARBARIANS}, (3, 4)),
    "second punic war, 15.2": ("roma_victrix", {"scenario": "second_punic_war", "options": SOLITAIRE}, (5, 6)),
    "second punic war, 15.8": ("roma_victrix", {"scenario": "second_punic_war", "options": MANY}, (7, 8)),
    "two consuls": ("roma_victrix", {"scenario": "two_consuls", "options": ["8.23", "17.2"]}, (9, 10)),
    "six powers": ("roma_victrix", {"scenario": "six_powers"}, (11,)),
    "six powers, 17.4": ("roma_victrix", {"scenario": "six_powers", "options": ["17.4"]}, (12, 13)),
    "six powers, 15.8": ("roma_victrix", {"scenario": "six_powers", "options": MANY}, (14, 15)),
}
GAMES = [(name, seed) for name, (_, _, seeds) in STARTS.items() for seed in seeds]


def steps(name: str, seed: int) -> Iterator[str]:
    """What is to be seen of every step of a random game."""
    game, start, _ = STARTS[name]
    rules, random, before = import_module(f"gamekit.{game}.rules"), Random(seed), list[Any]()
    state = rules.initial_state(**start)
    while True:
        player = rules.current_player(state)
        there: Any = {CHANCE: rules.chance_outcomes, OVER: rules.returns}.get(player, rules.legal_actions)(state)
        said: list[Any] = [player, list(there.items()) if hasattr(there, "items") else there]
        now = [getattr(state, field.name) for field in fields(state)]
        said += [(place, value) for place, value in enumerate(now) if not before or value != before[place]]
        if player not in (CHANCE, OVER) and random.random() * SEEN < 1:
            said.append(rules.observe(state, player))
        yield digest([repr(said)], 1)
        if player == OVER:
            return
        before = now
        weights = [int(weight) for weight in there.values()] if player == CHANCE else None
        state = rules.apply(state, random.choices(list(there), weights)[0])


def lines(found: Iterator[str]) -> Iterator[str]:
    while line := " ".join(islice(found, STEPS)):
        yield line


@pytest.mark.parametrize(("name", "seed"), GAMES)
def test_a_random_game_is_step_by_step_what_it_was(name: str, seed: int, golden: Golden, cases: Cases) -> None:
    kept = f"games/{name}, {seed}".replace(" ", "_").replace(",", "")
    golden(kept, lines(steps(name, seed)), cases(FEW, 10**6))
