"""Random games of every scenario: they end, no counter and no point is lost, and what is hidden stays so."""

import os
from itertools import islice
from random import Random

import pytest

from gamekit.play.protocol import OVER
from gamekit.roma_victrix import SCENARIOS, rules
from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.geography import is_coast, is_sea
from gamekit.roma_victrix.positions import from_json, to_json
from gamekit.roma_victrix.rules.control import scenario_constants
from gamekit.roma_victrix.rules.setup import MIX
from gamekit.roma_victrix.state import FLEET, Due, State, as_eliminated
from tests.roma_victrix.positions import random_game, twin_of


def check(state: State) -> None:
    """Counters on and off the map are each power's mix, treasuries are 0 or more, nobody stands where he cannot."""
    counted = list(map(s.plus, state.unused, state.eliminated))
    assert min(map(min, state.unused + state.eliminated)) >= 0
    for group in state.groups:
        counted[group.owner] = s.plus(counted[group.owner], as_eliminated(group.units))
    assert [scenario_constants(state).powers[power] for power, units in enumerate(counted) if units != MIX] == []
    assert min(state.treasury) >= 0
    cards = [*state.deck, *state.discards, *(card for hand in state.hands for card in hand)]
    assert len(set(cards)) == len(cards)
    sailing = state.active is not None and state.active.aboard
    for group in state.groups:
        assert min(group.units) >= 0
        assert any(group.units)
        if is_sea(group.place):
            assert sailing
            assert group.status == s.Status.HELD  # 5.65
        if any(group.units[:FLEET]) and is_coast(group.place):
            assert sailing  # 5.93
    assert all(city.csp in range(5) for city in state.capitals)


def check_secrecy(state: State, random: Random) -> None:
    frame = scenario_constants(state)
    for seat in frame.seats:
        name = frame.powers[seat]
        twin = twin_of(state, seat, random)
        assert rules.observe(state, name) == rules.observe(twin, name)
        if rules.current_player(state) == name and state.agenda[-1].phase != Due.PAY:
            assert rules.legal_actions(state) == rules.legal_actions(twin)


def check_games(scenario: str, seeds: range, every: int = 1, most: int | None = None) -> None:
    """Games to their ends, or so many of their positions."""
    for seed in seeds:
        random, told = Random(seed), 0
        for number, state in enumerate(islice(random_game(scenario, seed), most)):
            if number % every == 0:
                check(state)
            if number % 23 == 0:
                check_secrecy(state, random)
                told += 1
            if number % 97 == 0:
                assert from_json(to_json(state)) == state
        assert told
        assert most or rules.current_player(state) == OVER
        assert most or set(rules.returns(state)) == set(rules.seats(state))


@pytest.mark.clause("roma_victrix", "5.65", "5.93", "6.2", "9.17", "14.12")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.long
def test_random_games_end_and_lose_nothing(scenario: str) -> None:
    check_games(scenario, range(1), 7, None if scenario == "two_consuls" else 250)


@pytest.mark.soak
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_soak_of_random_games(scenario: str) -> None:
    check_games(scenario, range(1000, 1000 + int(os.environ.get("GAMEKIT_SOAK_GAMES", "500"))))
