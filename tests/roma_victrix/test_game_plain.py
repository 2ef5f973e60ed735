"""The plain player against random ones, and what nobody may learn from the actions that are open to another."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from gamekit.play.protocol import CHANCE, OVER
from gamekit.roma_victrix import players, rules
from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.geography import INDEX, PLACES
from gamekit.roma_victrix.luck import fight_calculator
from gamekit.roma_victrix.odds.siege import Siege
from gamekit.roma_victrix.players import evaluation
from gamekit.roma_victrix.rules import battle, units
from gamekit.roma_victrix.scenario import scenario
from gamekit.roma_victrix.state import EVERYBODY, Body, Due, State, has_land
from tests.roma_victrix.setting import active, do, phase, placed, power, put, turn_of


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
@pytest.mark.long
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
