"""The plain player against random ones, and what nobody may learn from the actions that are open to another."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from gamekit.game import CHANCE, OVER
from gamekit.roma_victrix import rules, strategies


def percent(seed: int, seat: str, plain: bool) -> Any:
    """A seat's victory per cent, the dice and the other players the same whoever plays it."""
    state, chance = rules.initial_state("two_consuls"), Random(f"dice {seed}")
    others = {name: Random(f"{seed} {name}") for name in rules.seats(state)}
    while (player := rules.current_player(state)) != OVER:
        legal = rules.legal_actions(state)
        if player == CHANCE:
            action = rules.chance_outcomes(state).sample(chance)
        elif player == seat and plain:
            action = strategies.plain(rules.observe(state, player), legal)
        else:
            action = others[player].choice(legal)
        state = rules.apply(state, action)
    return rules.returns(state)[seat]


def test_the_plain_player_holds_more_than_a_random_one_in_his_seat() -> None:
    games = [(seed, seat) for seed in range(6) for seat in ("Pompeius", "Crassus")]
    gains = [percent(*game, plain=True) - percent(*game, plain=False) for game in games]
    assert sum(gain > 0 for gain in gains) >= 8
    assert sum(gains) / len(gains) > 10


@pytest.mark.parametrize("scenario", ["two_consuls", "six_powers"])
def test_what_is_open_to_a_player_follows_from_what_he_sees(scenario: str) -> None:
    random, state = Random(3), rules.initial_state(scenario)
    while (player := rules.current_player(state)) != OVER:
        if player == CHANCE:
            action = rules.chance_outcomes(state).sample(random)
        else:
            legal = rules.legal_actions(state)
            seen = rules.legal_actions(rules.observe(state, player).state)
            assert set(seen) ^ set(legal) <= {rules.s.Swap()}  # the view holds the deck and the other hands in one
            action = random.choice(legal)
        state = rules.apply(state, action)
