"""Random games of every scenario: they end and lose nothing, what is hidden stays so; and the plain player."""

import os
from dataclasses import replace
from itertools import islice
from random import Random
from typing import Any

import pytest

from gamekit.play.protocol import CHANCE, OVER
from gamekit.roma_victrix import SCENARIOS, players, rules
from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.geography import INDEX, PLACES, is_coast, is_sea
from gamekit.roma_victrix.luck import fight_calculator
from gamekit.roma_victrix.odds.siege import Siege
from gamekit.roma_victrix.players import evaluation
from gamekit.roma_victrix.positions import from_json, to_json
from gamekit.roma_victrix.rules import battle, units
from gamekit.roma_victrix.rules.control import scenario_constants
from gamekit.roma_victrix.rules.setup import MIX
from gamekit.roma_victrix.scenario import scenario
from gamekit.roma_victrix.state import EVERYBODY, FLEET, Body, Due, State, as_eliminated, has_land
from tests.roma_victrix.positions import random_game, twin_of
from tests.roma_victrix.setting import active, do, phase, placed, power, put, turn_of

pytestmark = pytest.mark.long


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
def test_random_games_end_and_lose_nothing(scenario: str) -> None:
    check_games(scenario, range(1), 7, None if scenario == "two_consuls" else 250)


@pytest.mark.soak
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_soak_of_random_games(scenario: str) -> None:
    check_games(scenario, range(1000, 1000 + int(os.environ.get("GAMEKIT_SOAK_GAMES", "500"))))


def percent(name: str, seed: int, plain: bool) -> Any:
    """A seat's victory per cent, the dice and the other players the same whoever plays it; seats and their number take
    turns by the seed."""
    counts = scenario(name).seats
    state, chance = rules.initial_state(name, counts[seed % len(counts)]), Random(f"dice {seed}")
    names = rules.seats(state)
    seat = names[seed // len(counts) % len(names)]
    others = {each: Random(f"{seed} {each}") for each in names}
    while (player := rules.current_player(state)) != OVER:
        legal = rules.legal_actions(state)
        if player == CHANCE:
            action = rules.chance_outcomes(state).sample(chance)
        elif player == seat and plain:
            action = players.plain(rules.observe(state, player), legal)
        else:
            action = others[player].choice(legal)
        state = rules.apply(state, action)
    return rules.returns(state)[seat]


@pytest.mark.parametrize(("name", "games", "least"), [("two_consuls", 2, 2)])
def test_the_plain_player_holds_more_than_a_random_one_in_his_seat(name: str, games: int, least: int) -> None:
    found = [percent(name, seed, plain=True) - percent(name, seed, plain=False) for seed in range(games)]
    assert sum(gain > 0 for gain in found) >= least
    assert sum(found) / games > 15


def hidden(state: State, seat: str) -> dict[str, float]:
    """What a player reckons of Carthage's stacks that he has not seen, by place."""
    view = rules.observe(state, seat).state
    unseen = [group for group in view.groups if group.owner == power(state, "Carthage") and min(group.units) < 0]
    return {PLACES[group.place]: evaluation.strength(view, group).csp for group in unseen if has_land(group.units)}


def test_unseen_stacks_are_reckoned_by_what_was_set_up_and_has_not_fallen() -> None:
    state = rules.initial_state("second_punic_war")
    start = {"Carthaginiensis": 40, "Baetica": 8, "Africa": 13}
    assert hidden(state, "Rome") == start
    carthage, hannibal = power(state, "Carthage"), units.leader_named(state, "Hannibal")

    def his(group: Body) -> bool:
        return (group.owner, group.place) == (carthage, INDEX["Carthaginiensis"])

    gone = units.with_leader(
        units.change_groups(state, his, place=INDEX["Tarraconensis"]), hannibal, place=INDEX["Tarraconensis"]
    )
    assert hidden(gone, "Rome") == {"Tarraconensis": 40, "Baetica": 8, "Africa": 13}
    fallen = units.eliminate(gone, lambda group: (group.owner, group.place) == (carthage, INDEX["Baetica"]))
    assert hidden(fallen, "Rome") == {"Tarraconensis": 40, "Africa": 13}


@pytest.mark.parametrize(("army", "tries"), [("8 HI, 3 AUX, 5 CAV", False), ("HI", True)])
def test_he_does_not_fall_upon_an_army_that_may_be_four_times_his_own(army: str, tries: bool) -> None:
    state = rules.initial_state("second_punic_war")
    carthage = power(state, "Carthage")
    state = units.with_groups(state, (group for group in state.groups if group.owner != carthage))
    state = put(state, "Carthage", "Carthaginiensis", army, known=0 if len(army) > 2 else EVERYBODY)
    state = placed(state, "Rome in Narbonensis: 2 LGN, AUX, Fabius 2")
    state = active(turn_of(replace(state, hands=((),) * len(state.hands)), "Carthage"), "Hannibal", 6)
    state = do(state, s.Enter("Tarraconensis"))
    while phase(state) != Due.INTERCEPT:
        state = do(state, rules.legal_actions(state)[0])
    legal = rules.legal_actions(state)
    assert s.Intercept("Fabius") in legal
    assert players.plain(rules.observe(state, "Rome"), legal) == (s.Intercept("Fabius") if tries else s.Decline())


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


@pytest.mark.clause("roma_victrix", "17.24", "10.41")
def test_a_minor_capital_of_four_is_besieged_by_its_strength() -> None:
    state = rules.initial_state("second_punic_war", options=["17.2"])
    named = [city for city in state.capitals if city.csp == 4 and not city.major and state.patron[city.owner] < 0]
    assert named
    city = named[0]
    place, owner = PLACES[city.place], city.owner
    patron = [power(state, "Carthage") if each == owner else lord for each, lord in enumerate(state.patron)]
    rest = (group for group in state.groups if group.place != city.place)
    state = replace(units.with_groups(state, rest), patron=tuple(patron), hands=((),) * len(state.hands))
    state = active(turn_of(placed(state, f"Rome in {place}: 12 LGN, Fabius 3"), "Rome"), "Fabius", 6)
    assert players.plain(rules.observe(state, "Rome"), rules.legal_actions(state)) == s.Besiege()
    calculator = fight_calculator(do(state, s.Besiege()))
    assert isinstance(calculator, Siege)
    assert (calculator.current_position.units + calculator.current_position.capital) == battle.fight_csp(
        do(state, s.Besiege())
    )[1]
