"""Fits what the forecasting player weighs: prints the numbers of ``data/roma_victrix/worth.csv``.

    python tests/roma_victrix/fit_worth.py 1500

Plays games of plain players in two consuls (seeds from 1,000,000; in half of them one choice in 50 or in 10 at random)
and fits the margin at the end to what differs at each turn's beginning, by ridge regression (``DRAWN``)."""

from __future__ import annotations

import sys
from collections import defaultdict
from random import Random
from typing import Any

import numpy as np

from gamekit.game import CHANCE, OVER
from gamekit.roma_victrix import game_state as s
from gamekit.roma_victrix import rules, strategies
from gamekit.roma_victrix.game_state import NONE, State
from gamekit.roma_victrix.rules import victory
from gamekit.roma_victrix.rules.board import camp
from gamekit.roma_victrix.rules.frame import frame_of
from gamekit.roma_victrix.scenario import scenario
from gamekit.roma_victrix.strategies.worth import FORTUNE

DRAWN = 0.3 * np.diag([20, 0.5, 2, 5, 5, 0.3, 0.1])  # a game: by the unit in which each number is told


def told(state: State) -> Any:
    """Victory per cent, revenue, treasury, CSP, CSP under a leader, capitals' CSP, leaders' ratings: first less second
    player."""
    found = {seat: np.array([float(done), revenue, purse, 0, 0, 0, 0])
             for done, revenue, purse, seat in victory.ranking(state)}  # fmt: skip
    leaders = [(leader.place, camp(state, leader.owner), leader) for leader in state.leaders if leader.place != NONE]
    led = {(place, side) for place, side, _ in leaders}
    csp = [(camp(state, group.owner), group.place, s.land_csp(group.units)) for group in state.groups]
    parts = [(side, 3, each) for side, _, each in csp]
    parts += [(side, 4, each) for side, place, each in csp if (place, side) in led]
    parts += [(camp(state, city.owner), 5, city.csp) for city in state.capitals]
    parts += [(side, 6, leader.rating) for _, side, leader in leaders]
    for side, column, amount in parts:
        if side in found:
            found[side][column] += amount
    first, second = frame_of(state).seats
    return np.subtract(found[first], found[second])


def game(seed: int) -> tuple[dict[int, Any], Any]:
    """What was told at each turn's beginning by the turns left, and at the end."""
    random, seats = Random(seed), scenario("two_consuls").seats
    state = rules.initial_state("two_consuls", seats[seed % len(seats)])
    slips, turn, seen = random.choice([0, 0, 0.02, 0.1]), -1, {}
    while (player := rules.current_player(state)) != OVER:
        if player == CHANCE:
            action = rules.chance_outcomes(state).sample(random)
        else:
            legal = rules.legal_actions(state)
            erring = random.random() < slips
            action = random.choice(legal) if erring else strategies.plain(rules.observe(state, player), legal)
        state = rules.apply(state, action)
        if state.turn != turn:
            turn = state.turn
            seen[victory.last_turn(state) - turn] = told(state)
    return seen, told(state)


def main() -> None:
    rows = defaultdict(list)
    for seed in range(1_000_000, 1_000_000 + int(sys.argv[1])):
        seen, end = game(seed)
        for left, differs in seen.items():
            rows[left].append((differs, end @ [1, 1, FORTUNE, 0, 0, 0, 0]))
    for left in range(3):
        x, y = map(np.array, zip(*rows[left]))
        weights = np.linalg.solve(x.T @ x + len(y) * DRAWN, x.T @ y)
        print(left, *weights.round(2), "R2", round(1 - (y - x @ weights).var() / y.var(), 2))


if __name__ == "__main__":
    main()
