"""The game-turn, victory, powers of all kinds and the event cards in positions of the whole game."""

from __future__ import annotations

import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from gamekit.play.protocol import CHANCE, IllegalAction
from gamekit.roma_victrix import rules
from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.geography import COASTS, INDEX, OF_REGION, PLACES
from gamekit.roma_victrix.rules import battle, cards, control, sequence, setup, subjects, treasury, victory
from gamekit.roma_victrix.rules.control import scenario_constants, with_garrison
from gamekit.roma_victrix.rules.reasons import ASKED
from gamekit.roma_victrix.scenario import Commander, Contender, Goal
from gamekit.roma_victrix.state import NONE, Due, Pending, State
from tests.roma_victrix.setting import (
    active,
    army,
    at,
    can,
    clause,
    do,
    economy_of,
    empty,
    garrisoned,
    hand,
    holder,
    lead,
    legal,
    money,
    ops,
    phase,
    power,
    put,
    rich,
    turn_of,
    under,
    where,
    with_csp,
)

# The game-turn --------------------------------------------------------------------------------------------------------


@pytest.mark.clause("roma_victrix", "4.1", "4.2", "14.11", "15.1")
def test_the_first_turn_has_neither_markers_nor_attrition() -> None:
    state = rules.initial_state("second_punic_war")
    met = []
    while state.turn < 1 or phase(state) in (Due.CARD_DRAW, Due.CONSULS, Due.RAISE, Due.CARD):
        met.append(phase(state))
        legal = rules.legal_actions(state)
        state = rules.apply(state, s.Keep() if legal else next(iter(rules.chance_outcomes(state))))
    assert [each for number, each in enumerate(met) if met[number - 1 : number] != [each]][:2] == [
        Due.CARD_DRAW,
        Due.CONSULS,
    ]
    assert not {Due.MARKER_ROLL, Due.ATTRITION_ROLL} & set(met)
    assert phase(state) == Due.INITIATIVE
    assert [len(hand) for hand in state.hands[:4]] == [1, 1, 1, 1]
    first = do(state, s.Draw("Aegyptus"))
    assert rules.current_player(first) == "Aegyptus"
    assert set(rules.chance_outcomes(state)) == {s.Draw(name) for name in ("Rome", "Aegyptus", "Seleucid", "Carthage")}


@pytest.mark.clause("roma_victrix", "4.2", "10.75", "10.36", "10.31", "3.57")
def test_markers_go_and_cities_grow_on_a_five() -> None:
    state = empty()
    cities = tuple(replace(city, csp={"Latium": 0, "Africa": 2}.get(s_name(city), city.csp)) for city in state.capitals)
    pillaged = frozenset({INDEX["Latium"], INDEX["Apulia"]})
    state = replace(state, capitals=cities, pillaged=pillaged)
    steps = sequence.marker_steps(state)
    assert len(steps) == 3
    state = replace(state, agenda=(Pending(Due.OVER), *reversed(steps)))
    state = do(state, 4, 5, 6)
    assert state.pillaged == frozenset({min(pillaged, key=sorted(pillaged).index)})
    csp = {s_name(city): city.csp for city in state.capitals}
    assert (csp["Latium"], csp["Africa"]) == (1, 3)


def s_name(city: s.Capital) -> str:
    return next(name for name, number in INDEX.items() if number == city.place)


@pytest.mark.clause("roma_victrix", "4.2", "5.28")
def test_enemies_in_one_province_wear_each_other_down() -> None:
    state = put(put(empty(), "Rome", "Narbonensis", "10 LGN"), "Carthage", "Narbonensis", "10 HI")
    state = lead(state, "Rome", "Scipio", 3, "Narbonensis")
    checks = sequence.schedule_attrition(replace(state, agenda=(Pending(Due.ATTRITION),))).agenda
    assert {(step.actor, step.left & sequence.CROWDED) for step in checks} == {(0, 4), (3, 4)}
    rolled = replace(state, agenda=(Pending(Due.OVER), Pending(Due.ATTRITION_ROLL, 0, INDEX["Narbonensis"], left=4)))
    assert do(rolled, 3).agenda[-1].left == 12  # 30 per cent of 40 at rating 3
    assert phase(do(rolled, 4)) == Due.OVER  # NE


@pytest.mark.clause("roma_victrix", "4.2", "6.2", "15.1")
def test_each_power_has_a_turn_and_then_the_next_begins() -> None:
    state = turn_of(empty(), "Rome")
    assert state.turn == 2  # nobody could do anything: on to the next turn's economy


@pytest.mark.clause("roma_victrix", "15.1")
def test_by_option_leaders_are_drawn_one_by_one() -> None:
    state = rules.initial_state("two_consuls", options=["15.1"])
    while phase(state) != Due.INITIATIVE:
        legal = rules.legal_actions(state)
        state = rules.apply(state, s.Keep() if legal else next(iter(rules.chance_outcomes(state))))
    assert {action.name for action in rules.chance_outcomes(state)} == {"Pompeius", "Crassus", "Afranius", "Publius"}
    assert where(state, "Publius") is None
    drawn = do(state, s.Draw("Publius"))
    assert (rules.current_player(drawn), phase(drawn)) == ("Crassus", Due.PLACE_LEADER)
    placed = do(drawn, s.RetreatTo("Sicilia"))
    assert (where(placed, "Publius"), can(placed, s.Activate)) == ("Sicilia", {"Publius"})
    assert can(do(state, s.Draw("Crassus")), s.Activate) == {"Crassus"}  # his marker: the supreme leader alone


# Length and victory ---------------------------------------------------------------------------------------------------


@pytest.mark.clause("roma_victrix", "4.3", "4.31", "4.33", "4.34", "4.35")
def test_the_game_lasts_as_the_scenario_says_or_as_agreed() -> None:
    state = replace(empty("two_consuls"), turn=4)
    assert victory.is_over(state)
    assert not victory.is_over(replace(state, turn=3))
    assert victory.is_over(replace(state, turn=2, options=frozenset({"turns 2"})))
    assert not victory.is_over(replace(state, options=frozenset({"turns 9"})))
    ended = rules.settled(state)
    assert phase(ended) == Due.OVER
    assert set(rules.returns(ended)) == {"Pompeius", "Crassus"}
    with pytest.raises(ValueError, match="not over"):
        rules.returns(replace(state, turn=1, agenda=(Pending(Due.ORDERS, 0),)))


@pytest.mark.clause("roma_victrix", "4.32")
def test_sudden_death_waits_a_whole_turn() -> None:
    state = replace(empty("two_consuls", options=["sudden death"]), turn=1)
    names = ("Sicilia", "Cisalpina", "Latium", "Carthaginiensis", "Narbonensis", "Africa")
    state = replace(garrisoned(state, **dict.fromkeys(names, "Pompeius")), capitals=())
    state = lead(state, "Pompeius", "Pompeius", 3, "Africa", supreme=True)
    once = victory.count_holding_turns(state)
    assert (once.held, victory.is_over(once)) == ((1, 0), False)
    assert victory.is_over(victory.count_holding_turns(once))


@pytest.mark.clause("roma_victrix", "4.4", "4.41", "4.44", "4.45", "4.5", "4.51", "10.13")
def test_objectives_are_counted_and_divided() -> None:
    state = empty()
    assert victory.percentages(state)[0] == Fraction(
        100 * 6, 9
    )  # four of its own, Sicilia and Tarraconensis by clients
    fallen = replace(state, fallen=frozenset({"Hannibal"}))
    assert victory.percentages(fallen)[0] == Fraction(700, 9)
    alone = lead(empty("two_consuls"), "Crassus", "Crassus", 2, "Latium", supreme=True)
    assert (
        victory.objectives_achieved(alone, power(alone, "Crassus"))[0] == 4
    )  # three provinces and the only supreme leader


@pytest.mark.clause("roma_victrix", "4.42", "4.43")
def test_numbers_and_regions_are_objectives_too() -> None:
    state = empty()
    five = victory.Goal("number", number=5, source="4.42")
    assert victory.achieved_count(state, 0, five) == 5
    hispania = victory.Goal("region", ("Hispania",), source="4.43")
    assert (victory.achieved_count(state, 3, hispania), hispania.worth) == (2, 7)  # Baetica, Carthaginiensis
    more = garrisoned(state, Lusitania="Carthage", Gallaecia="Carthage")
    assert victory.achieved_count(more, 3, hispania) == 4
    ruled = replace(state, rulings=(("region_goal", "majority"),))
    assert victory.achieved_count(ruled, 3, hispania) == 0
    assert victory.achieved_count(replace(more, rulings=ruled.rulings), 3, hispania) == 7


@pytest.mark.clause("roma_victrix", "4.51", "4.52", "4.53")
def test_ties_go_by_revenue_and_then_by_treasury() -> None:
    state = empty("two_consuls")
    order = [row[3] for row in victory.ranking(rich(state, "Crassus", 50))]
    percents = victory.percentages(state)
    assert percents[0] == percents[1]
    worth = [row[1] for row in victory.ranking(state)]
    assert worth == sorted(worth, reverse=True)
    assert len(order) == 2
    ruled = replace(state, rulings=(("victory_percent", "all"),))
    assert sum(victory.percentages(ruled).values()) == 100


# Powers ---------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("roma_victrix", "3.81", "3.82", "3.84", "3.85", "3.88", "3.9")
def test_a_neutral_that_is_entered_comes_under_the_farthest_player() -> None:
    state = army(empty(), "Seleucid", "Syria", "4 HI", "Antiochus", 3, True)
    state = put(state, "Cappadocia", "Cappadocia", "3 HI")
    assert state.patron[power(state, "Cappadocia")] == NONE
    state = active(turn_of(state, "Seleucid"), "Antiochus", 5, s.Enter("Cappadocia"))
    assert phase(state) == Due.CONTROLLER
    drawn = list(rules.chance_outcomes(state))
    assert s.Draw("Seleucid") not in drawn
    state = do(state, drawn[0])
    assert state.patron[power(state, "Cappadocia")] == power(state, drawn[0].name)


@pytest.mark.clause("roma_victrix", "3.84", "3.81")
def test_a_neutral_major_power_brings_its_clients_and_has_a_turn_of_its_own() -> None:
    state = subjects.bring_under(empty(), power(empty(), "Macedonia"), 3)
    assert state.patron[power(state, "Epirus")] == 3
    assert power(state, "Macedonia") in subjects.active_majors(state)
    by_land = replace(state, rulings=(("capital_distance", "land"),))
    far = subjects.candidates(by_land, INDEX["Macedonia"], power(state, "Macedonia"), 0)
    near = subjects.candidates(state, INDEX["Macedonia"], power(state, "Macedonia"), 0)
    assert far
    assert near
    assert 0 not in (*far, *near)


@pytest.mark.clause(
    "roma_victrix", "11.1", "11.11", "11.12", "11.13", "11.2", "11.21", "11.22", "11.23", "3.86", "3.87"
)
def test_clients_and_allies_act_when_the_die_calls_them() -> None:
    state = army(empty(), "Rome", "Cisalpina", "LGN", "Scipio", 1, True)
    state = turn_of(put(state, "Massilia", "Narbonensis", "HI"), "Rome")
    assert can(state, s.Call) == {"Massilia", "Saguntum", "Syracusae"}  # 11.23 asks for no units
    refused = do(state, s.Call("Massilia"), 2)
    assert (can(refused, s.Call), refused.called) == ({"Saguntum", "Syracusae"}, frozenset())
    assert "HI" not in str(rules.legal_actions(active(refused, "Scipio", 4, s.Enter("Narbonensis"), 6)))
    called = active(do(state, s.Call("Massilia"), 1), "Scipio", 4, s.Enter("Narbonensis"), 6)
    assert s.Take("HI", "Massilia", 1) in rules.legal_actions(called)
    three = replace(state.leaders[0], rating=3)
    assert do(replace(state, leaders=(three,)), s.Call("Massilia"), 2).called
    ruled = replace(state, leaders=(three,), rulings=(("activation", "3.9"),))
    assert do(ruled, s.Call("Massilia"), 3).called


@pytest.mark.clause("roma_victrix", "11.14", "11.24", "9.44", "11.16")
def test_a_client_that_is_invaded_fights_of_itself() -> None:
    state = army(empty(), "Carthage", "Tarraconensis", "4 HI", "Hanno", 2)
    state = active(
        turn_of(put(state, "Massilia", "Narbonensis", "HI"), "Carthage"), "Hanno", 5, s.Enter("Narbonensis"), 6
    )
    state = do(state, s.Attack("Rome"))
    assert rules.current_player(state) == "Rome"
    assert phase(do(state, s.Stand())) == Due.DICE


@pytest.mark.clause("roma_victrix", "11.14", "11.24", "5.41")
def test_a_client_intercepts_who_enters_its_land_and_nobody_else() -> None:
    state = army(empty(), "Carthage", "Tarraconensis", "4 HI", "Hanno", 2)
    state = army(state, "Massilia", "Cisalpina", "2 HI", "Protis", 1)
    entered = active(turn_of(state, "Carthage"), "Hanno", 5, s.Enter("Narbonensis"), 6)
    assert (rules.current_player(entered), can(entered, s.Intercept)) == ("Rome", {"Protis"})
    fought = do(entered, s.Intercept("Protis"), 1, s.Commit())
    assert (phase(fought), at(fought, "Narbonensis", "Massilia")) == (Due.DICE, "2 HI")
    assert not do(entered, s.Decline(), s.EndLeader()).roused
    elsewhere = garrisoned(state, Narbonensis="Rome")
    passed = active(turn_of(elsewhere, "Carthage"), "Hanno", 5, s.Enter("Narbonensis"), 6)
    assert rules.current_player(passed) == "Carthage"  # Massilia has not been entered and was not called


@pytest.mark.clause("roma_victrix", "3.85")
def test_clients_of_a_fallen_power_are_neutral_or_the_conqueror_s() -> None:
    state = garrisoned(
        empty(), **dict.fromkeys(("Apulia", "Baleares", "Cisalpina", "Corsica", "Sardinia"), None), Latium="Carthage"
    )
    fallen = subjects.fallen_powers(state)
    assert fallen.patron[power(state, "Massilia")] == NONE
    ruled = subjects.fallen_powers(replace(state, rulings=(("fallen_patron", "conqueror"),)))
    assert ruled.patron[power(state, "Massilia")] == power(state, "Carthage")


@pytest.mark.clause("roma_victrix", "3.56", "13.1", "13.12", "13.13", "13.2", "13.21", "13.3")
def test_barbaricum_is_revealed_when_it_is_entered_and_covered_when_it_is_empty() -> None:
    state = army(empty(), "Rome", "Cisalpina", "4 LGN", "Scipio", 3, True)
    state = active(turn_of(state, "Rome"), "Scipio", 6, s.Enter("Pannonia"))
    assert phase(state) == Due.REVEAL
    state = do(state, s.Warbands(6))
    assert at(state, "Pannonia", "Illyrii") == "5 BI, CAV"
    while rules.current_player(state) == CHANCE:
        state = do(state, next(iter(rules.chance_outcomes(state))))
    assert state.patron[power(state, "Illyrii")] not in (NONE, 0)
    assert state.markers[INDEX["Pannonia"]] == 0
    gone = garrisoned(replace(state, groups=()), Pannonia=None)
    assert subjects.mark_vacated(gone).markers[INDEX["Pannonia"]] == 0  # no land combat has emptied it (13.3)
    assert subjects.mark_vacated(subjects.note_vacated(gone, INDEX["Pannonia"])).markers[INDEX["Pannonia"]] == 1


@pytest.mark.clause("roma_victrix", "12.2", "12.21", "12.22", "12.11", "12.12")
def test_a_parthian_with_more_units_than_the_king_may_rebel() -> None:
    state = army(empty("six_powers"), "Parthia", "Babylonia", "AUX", "King", 3, True)
    state = army(state, "Parthia", "Media", "3 CAV", "Gotarzes", 2)
    state = active(turn_of(state, "Parthia"), "Gotarzes", 3, s.EndLeader())
    assert phase(state) == Due.REBELLION_ROLL
    assert holder(do(state, 2), "Media") == "Parthia"
    rebel = do(state, 1)
    assert phase(rebel) == Due.CONTROLLER  # farthest from Media itself, not from the king's capital
    rebel = do(rebel, next(iter(rules.chance_outcomes(rebel))))
    assert holder(rebel, "Media") != "Parthia"
    assert at(rebel, "Media", holder(rebel, "Media")) == "3 CAV"


# Event cards ----------------------------------------------------------------------------------------------------------


def scene(card: str, name: str = "Rome") -> s.State:
    """Scipio in Cisalpina, Hanno in Narbonensis, and the card in a hand."""
    state = army(empty(), "Rome", "Cisalpina", "4 LGN, 2 AUX", "Scipio", 3, True)
    state = army(state, "Carthage", "Narbonensis", "2 HI", "Hanno", 1)
    state = lead(state, "Carthage", "Hannibal", 4, "Africa", supreme=True)
    return turn_of(hand(put(state, "Carthage", "Africa", "4 HI"), name, card), "Rome")


def played(card: str, target: str, *then: Any) -> s.State:
    return do(scene(card), s.Play(card, target), *then)


@pytest.mark.clause("roma_victrix", "14.1", "14.12", "14.13", "14.14", "14.15", "14.2")
def test_a_card_is_played_once_and_replaced_next_year() -> None:
    state = played("Leader", "Cisalpina", 6)
    assert (state.hands[0], state.discards, state.used) == ((), ("Leader",), frozenset({0}))
    drawing = replace(state, deck=("Ambush", "Piracy"), agenda=(Pending(Due.OVER), Pending(Due.CARD, 0, who=0)))
    assert set(rules.chance_outcomes(do(drawing, s.Swap()))) == {s.Draw("Ambush"), s.Draw("Piracy")}
    swapped = do(replace(drawing, hands=(("Attrition",), *drawing.hands[1:])), s.Swap(), s.Draw("Ambush"))
    assert (swapped.hands[0], "Attrition" in swapped.discards) == (("Ambush",), True)
    given = rules.initial_state("second_punic_war")
    assert phase(given) == Due.CARD_DRAW


@pytest.mark.clause("roma_victrix", "14.2 Leader")
def test_leader() -> None:
    ratings = [
        next(each.rating for each in played("Leader", "Cisalpina", die).leaders if "Rome" in each.name)
        for die in range(1, 7)
    ]
    assert ratings == [1, 1, 1, 2, 2, 3]


@pytest.mark.clause("roma_victrix", "14.2 Assassination Attempt", "14.2 Leader Defection")
def test_leaders_die_or_change_sides() -> None:
    assert where(played("Assassination Attempt", "Hannibal", 5), "Hannibal") is None
    assert where(played("Assassination Attempt", "Hannibal", 4), "Hannibal") == "Africa"
    bought = played("Leader Defection", "Hanno", 2, 1)
    assert (at(bought, "Narbonensis", "Rome"), bought.leaders[1].owner) == ("2 HI", 0)
    alone = played("Leader Defection", "Hanno", 2, 2)
    assert at(alone, "Narbonensis", "Carthage") == "2 HI"
    assert s.Play("Leader Defection", "Hannibal") not in rules.legal_actions(scene("Leader Defection"))  # supreme


@pytest.mark.clause("roma_victrix", "14.2 Ally or Client State Changes Allegiance", "14.2 Frontier War", "X.4")
def test_powers_change_hands() -> None:
    state = played("Ally or Client State Changes Allegiance", "Parthia")
    assert state.patron[power(state, "Parthia")] == 0
    war = turn_of(hand(put(empty(), "Cappadocia", "Cappadocia", "3 HI"), "Aegyptus", "Frontier War"), "Aegyptus")
    war = do(war, s.Play("Frontier War", "Cappadocia"))
    assert (where(war, "Leader of Cappadocia"), war.leaders[-1].rating) == ("Cappadocia", 1)
    assert "Leader of Cappadocia" in can(war, s.Activate)


@pytest.mark.clause("roma_victrix", "14.2 Ambush", "14.2 Minor Rebellion", "14.2 Major Rebellion")
def test_forces_rise_among_the_enemy() -> None:
    ambush = played("Ambush", "Narbonensis", s.Warbands(4))
    assert (at(ambush, "Narbonensis", "Rome"), ambush.leaders[-1].rating) == ("4 BI", 2)
    assert "Ambush" in can(ambush, s.Activate)
    major = played("Major Rebellion", "Africa", s.Warbands(8), s.Warbands(4))
    assert (at(major, "Africa", "Rome"), major.leaders[-1].rating) == ("12 BI", 3)
    minor = played("Minor Rebellion", "Africa", s.Warbands(3), s.EndTurn())
    assert at(minor, "Africa", "Rome") == ""  # they are his for this game-turn only


@pytest.mark.clause("roma_victrix", "14.2 Barbarian Raid", "14.2 Barbarian Invasion", "10.74")
def test_barbarians_come() -> None:
    raid = played("Barbarian Raid", "Raetia", s.Warbands(5))
    assert at(raid, "Raetia", "Galli") == "4 BI, CAV"
    assert raid.leaders[-1].rating == 2
    invasion = played("Barbarian Invasion", "Raetia", s.Warbands(9), s.Warbands(6))
    assert (invasion.leaders[-1].rating, invasion.patron[power(invasion, "Galli")]) == (3, 0)


@pytest.mark.clause(
    "roma_victrix", "14.2 Forced March / Favorable Winds", "14.2 Intelligence", "14.2 Recruit New Units"
)
def test_marches_news_and_recruits() -> None:
    state = active(scene("Forced March / Favorable Winds"), "Scipio", 4)
    state = do(state, s.Play("Forced March / Favorable Winds", "Scipio"), 6)
    assert ops(state) == 10
    seen = played("Intelligence", "Narbonensis")
    shown = [group for group in rules.observe(seen, "Rome").state.groups if group.place == INDEX["Narbonensis"]]
    assert shown[0].units == s.only("HI", 2)
    raised = played("Recruit New Units", "Cisalpina")
    assert (phase(raised), raised.agenda[-1].left) == (Due.CARDS, 6)
    raised = do(raised, s.Raise("Cisalpina", "LGN", "Rome"), s.Raise("Cisalpina", "CAV", "Rome"))
    assert at(raised, "Cisalpina") == "5 LGN, 2 AUX, CAV"
    assert money(raised, "Rome") == 0


@pytest.mark.clause("roma_victrix", "9.17", "9.55", "9.66", "14.2 Recruit New Units", "15.6")
@pytest.mark.parametrize(
    ("owner", "place", "options", "kinds"),
    [
        ("Rome", "Cisalpina", [], {"LGN", "AUX", "CAV", "FLEET"}),
        ("Aegyptus", "Corsica", [], {"AUX", "FLEET"}),
        ("Parthia", "Media", [], {"AUX", "CAV"}),
        ("Gallia", "Lugdunensis", ["17.1"], {"BI", "CAV", "HC", "FLEET"}),
        ("Aegyptus", "Numidia", ["15.6"], {"HI", "CAV", "FLEET"}),
    ],
)
def test_recruits_are_of_the_kinds_that_a_power_has(
    owner: str, place: str, options: list[str], kinds: set[str]
) -> None:
    state = garrisoned(empty("six_powers", seats=6, options=options), **{place: owner})
    state = army(state, owner, place, "CAV", "Somebody", 4, True)
    state = turn_of(hand(state, owner, "Recruit New Units"), owner)
    play = s.Play("Recruit New Units", place)
    raised = {action.unit for action in rules.legal_actions(do(state, play)) if isinstance(action, s.Raise)}
    assert raised == kinds - ({"FLEET"} if not COASTS[INDEX[place]] else set())
    assert play not in rules.legal_actions(replace(state, pillaged=frozenset({INDEX[place]})))


@pytest.mark.clause("roma_victrix", "14.2 Piracy", "14.2 Attrition")
def test_enemies_on_the_move_suffer() -> None:
    state = played("Piracy", "Tripolitania")
    assert INDEX["Tripolitania"] in state.pillaged
    hit = do(scene("Attrition", "Carthage"), s.Activate("Scipio"), 4, s.Take("all"), s.Enter("Latium"))
    assert rules.current_player(hit) == "Carthage"
    worn = do(hit, s.Play("Attrition", "Scipio"), 1, 2, 3, 4, 2, 6)  # a die a unit: hit on 1 and 2 by his rating
    assert at(worn, "Latium") == "3 LGN, rLGN, 2 rAUX"
    sailing = hand(put(empty(), "Rome", "Latium (Mare Tyrrhenum)", "3 FLEET"), "Carthage", "Piracy")
    sailing = turn_of(lead(sailing, "Rome", "Scipio", 1, "Latium", supreme=True), "Rome")
    sailing = do(sailing, s.Activate("Scipio"), 6, s.Take("all"), s.Embark("Latium (Mare Tyrrhenum)"))
    sailing = do(sailing, s.SailTo("Mare Tyrrhenum"))
    robbed = do(sailing, s.Play("Piracy", "Scipio"), 6)
    assert at(robbed, "Mare Tyrrhenum") == "FLEET, rFLEET"  # 50 per cent of six: what was turned sinks first


@pytest.mark.clause(
    "roma_victrix",
    "14.2 Land Combat Advantage",
    "14.2 Treachery",
    "14.2 Siege Combat Advantage",
    "14.2 Naval Combat Advantage",
)
def test_cards_in_a_fight() -> None:
    state = active(
        scene("Land Combat Advantage"), "Scipio", 4, s.Enter("Narbonensis"), 6, s.Attack("Carthage"), s.Stand()
    )
    assert (phase(state), cards.ADVANTAGE["land"]) == (Due.WINDOW, "Land Combat Advantage")
    plain = do(state, s.Decline(), s.Dice(3, 3))
    helped = do(state, s.Play("Land Combat Advantage"), s.Dice(3, 3))
    assert plain.battle is not None
    assert helped.battle is not None
    assert helped.battle.net - plain.battle.net == 2
    assert set(cards.ADVANTAGE.values()) == {f"{at_} Combat Advantage" for at_ in ("Land", "Naval", "Siege")}


@pytest.mark.clause("roma_victrix", "14.2 Treachery")
def test_treachery_turns_the_losses_round_or_annuls_a_card() -> None:
    state = do(scene("Treachery", "Carthage"), s.Activate("Scipio"), 4, s.Take("all"))
    state = do(state, s.Enter("Narbonensis"), 6, s.Decline())
    state = do(state, s.Attack("Carthage"), s.Stand(), s.Decline(), s.Dice(6, 1))
    while phase(state) == Due.SPLIT:
        state = do(state, rules.legal_actions(state)[-1])
    assert rules.current_player(state) == "Carthage"
    assert state.battle is not None
    before = state.battle.percents
    turned = do(state, s.Play("Treachery"))
    assert turned.battle is not None
    assert turned.battle.percents == before[::-1]
    both = scene("Ambush")
    both = replace(both, hands=(("Ambush",), *both.hands[1:3], ("Treachery",), *both.hands[4:]))
    annulled = do(both, s.Play("Ambush", "Narbonensis"), s.Play("Treachery"))
    assert (rules.current_player(annulled), at(annulled, "Narbonensis", "Rome")) == ("Rome", "")


@pytest.mark.clause(
    "roma_victrix", "14.2 Automatic Land or Naval Interception", "14.2 Automatic Withdrawal Before Combat"
)
def test_cards_that_spare_a_roll() -> None:
    name = "Automatic Land or Naval Interception"
    state = do(scene(name, "Carthage"), s.Activate("Scipio"), 4, s.Take("all"))
    state = do(state, s.Enter("Latium"), s.Decline(), s.Enter("Cisalpina"))
    assert phase(do(state, s.Intercept("Hanno", name), s.Commit())) in (Due.DICE, Due.WINDOW)
    name = "Automatic Withdrawal Before Combat"
    state = garrisoned(scene(name, "Carthage"), Tarraconensis="Carthage")
    state = do(state, s.Activate("Scipio"), 4, s.Take("all"), s.Enter("Narbonensis"), 6, s.Decline())
    state = do(state, s.Attack("Carthage"))
    state = do(state, s.Withdraw(name))
    assert can(state, s.RetreatTo) == {"Tarraconensis", "Carthaginiensis", "Baetica"}  # three provinces


@pytest.mark.clause("roma_victrix", "15.8", "15.81", "15.82", "15.83", "15.84")
def test_other_ways_to_cards() -> None:
    state = replace(scene("Ambush"), options=frozenset({"15.81", "15.82", "15.83", "15.84"}), deck=("Piracy",))
    bold = do(state, s.Activate("Scipio"), 1)
    assert phase(bold) == Due.CARD_DRAW
    assert sorted(do(bold, s.Draw("Piracy")).hands[0]) == ["Ambush", "Piracy"]
    client = army(state, "Massilia", "Narbonensis", "HI", "Protis", 1, True)
    called = replace(client, called=frozenset({power(state, "Massilia")}))
    assert phase(do(called, s.Activate("Protis"), 1)) == Due.LEADER  # a client's king brings no card
    whole = garrisoned(state, **dict.fromkeys(("Mauretania", "Sitifensis", "Tingitana"), "Carthage"))
    assert cards.reward_conquest(whole, 3).agenda == state.agenda  # not conquered: by no leader's activation
    won = replace(whole, active=s.Active(0, conquered=frozenset({INDEX["Sitifensis"]})))
    rewarded = cards.reward_conquest(won, 3)
    assert rewarded.agenda[-1].phase == Due.CARD_DRAW
    assert cards.reward_conquest(replace(rewarded, agenda=state.agenda), 3).agenda == state.agenda  # once
    shop = replace(rich(state, "Rome", 25), agenda=(Pending(Due.OVER), Pending(Due.CARD, 0, who=0)))
    bought = do(shop, s.Purchase(), s.Draw("Piracy"))
    assert (money(bought, "Rome"), len(bought.hands[0])) == (5, 2)


@pytest.mark.clause("roma_victrix", "15.7", "15.4", "17.1", "17.2", "17.21", "17.22", "17.23", "17.24", "17.3")
def test_options_of_the_set_up() -> None:
    plain, all_ = (len(rules.initial_state("second_punic_war", options=options).capitals) for options in ([], ["15.7"]))
    assert all_ > plain
    horse = rules.initial_state("second_punic_war", options=["17.1"])
    heavy = s.COUNTERS.index("HC")
    by_power = {
        name: sum(group.units[heavy] for group in horse.groups if group.owner == power(horse, name))
        for name in ("Rome", "Carthage")
    }
    assert by_power == {"Rome": 0, "Carthage": 5}  # half of Hannibal's, Hasdrubal's and Mago's, each rounded
    state = rules.initial_state("second_punic_war")
    assert {city.csp for city in state.capitals if city.major} == {4}
    assert {city.csp for city in state.capitals if not city.major} == {2}
    assert control.capital_at(state, INDEX["Thracia"]) is not None
    with pytest.raises(ValueError, match="the option"):
        rules.initial_state(options=["99.9"])


def test_solitaire_is_refused_as_its_table_is_in_no_source() -> None:
    with pytest.raises(ValueError, match=r"New Unit Creation Table \(16\.42 D\)"):
        rules.initial_state(options=["solitaire"])


def test_every_question_to_a_player_has_its_sentence() -> None:
    assert set(ASKED) == set(rules.DECISIONS)
    assert all(re.search(r"\(\d+\.\d", sentence) for sentence in ASKED.values())  # and names its clause


@pytest.mark.clause("roma_victrix", "5.2")
def test_what_is_wrong_is_said() -> None:
    state = scene("Ambush")
    for action, said in (
        (s.Activate("Nobody"), "there is no leader 'Nobody'"),
        (s.Enter("Latum"), "did you mean 'Latium'"),
        (s.Enter("L" * 1000), rf"Enter\({'L' * 60}\)"),
        (s.Die(3), "activates a leader or ends the turn"),
        ("x", "is not an action of this game"),
    ):
        with pytest.raises(IllegalAction, match=said):
            rules.apply(state, action)
    with pytest.raises(IllegalAction, match="chance decides a op roll"):
        rules.apply(do(state, s.Activate("Scipio")), s.Die(7))
    with pytest.raises(ValueError, match="the ruling"):
        rules.initial_state(rulings={"passage": "perhaps"})
    assert scenario_constants(state).turns == 6
    assert treasury.upkeep_cost(state, 0) == 3


KILL = "Assassination Attempt"


# 4.2 C 4, 14.13, 15.84 ------------------------------------------------------------------------------------------------


def segment(*held: str, used: bool = False, options: tuple[str, ...] = ()) -> State:
    state = hand(empty("two_consuls", options=options), "Pompeius", *held)
    step = (Pending(Due.OVER), Pending(Due.CARD, 0, who=0))
    return replace(state, deck=("Leader", "Piracy"), agenda=step, used=frozenset({0} if used else ()))


@pytest.mark.clause("roma_victrix", "4.2", "14.13", "14.14", "15.84")
@pytest.mark.parametrize(
    ("held", "used", "options", "after", "gone"),
    [
        (("Ambush",), False, (), 1, 1),  # discarded for another
        ((), True, (), 1, 0),  # one played is replaced
        (("Ambush", "Attrition"), False, ("15.84",), 2, 1),
        (("Ambush", "Attrition"), True, ("15.84",), 3, 0),
        (("Ambush",), True, (), 1, 1),  # 14.14: no second card
    ],
)
def test_a_card_is_drawn_for_one_played_or_discarded(
    held: tuple[str, ...], used: bool, options: tuple[str, ...], after: int, gone: int
) -> None:
    state = do(segment(*held, used=used, options=options), s.Swap(), s.Draw("Leader"))
    assert (len(state.hands[0]), len(state.discards)) == (after, gone)
    assert can(state, s.Swap) == set()  # one a year
    assert 0 not in state.used


@pytest.mark.clause("roma_victrix", "4.2", "14.13")
def test_without_a_card_played_or_held_none_is_drawn() -> None:
    assert rules.legal_actions(segment()) == (s.Keep(),)
    chosen = segment("Ambush", "Attrition", options=("15.84",))
    assert s.Swap("Attrition") in rules.legal_actions(chosen)
    assert do(chosen, s.Swap("Attrition"), s.Draw("Leader")).hands[0] == ("Ambush", "Leader")
    assert s.Swap("Attrition") not in rules.legal_actions(segment("Ambush", "Attrition", used=True, options=("15.84",)))


# 15.82 ----------------------------------------------------------------------------------------------------------------


def mauretania(missing: str = "Sitifensis") -> State:
    state = empty("six_powers", options=("15.82",))
    rome = power(state, "Rome")
    for place in OF_REGION["Mauretania"]:
        state = with_garrison(state, place, rome if PLACES[place] != missing else -1)
    state = army(state, "Rome", "Tingitana", "2 LGN", "Sulla", 3, True)
    return replace(state, deck=("Piracy",), regions=cards.regions_held(state))


@pytest.mark.clause("roma_victrix", "15.82")
def test_a_region_held_from_the_start_brings_no_card_and_one_conquered_does() -> None:
    start = rules.initial_state("six_powers", options=("15.82",))
    assert start.regions
    names = {region for _, region in start.regions}
    assert all({start.garrisons[place] for place in OF_REGION[region]} for region in names)
    rest = active(turn_of(mauretania(""), "Rome"), "Sulla", 5, s.EndLeader())
    assert phase(rest) != Due.CARD_DRAW
    won = active(turn_of(mauretania(), "Rome"), "Sulla", 8)
    near = [a for a in rules.legal_actions(won) if isinstance(a, s.Enter)]
    way = ["Mauretania", "Sitifensis"] if s.Enter("Mauretania") in near else ["Sitifensis"]
    for place in way:
        won = do(won, s.Enter(place))
        while phase(won) in (Due.WINDOW, Due.INTERCEPT):
            won = do(won, s.Decline())
    won = do(won, s.EndLeader())
    assert holder(won, "Sitifensis") == "Rome"
    assert phase(won) == Due.CARD_DRAW


@pytest.mark.clause("roma_victrix", "15.82")
def test_a_region_that_came_without_conquest_brings_none_and_one_won_back_does() -> None:
    state = mauretania()
    given = with_garrison(turn_of(state, "Rome"), INDEX["Sitifensis"], power(state, "Rome"))
    assert phase(active(given, "Sulla", 5, s.EndLeader())) != Due.CARD_DRAW  # no conquest of his
    held = replace(mauretania(""), active=s.Active(0))
    lost = cards.reward_conquest(
        with_garrison(held, INDEX["Sitifensis"], power(state, "Pontus")), power(state, "Pontus")
    )
    assert ("Mauretania" in {region for _, region in held.regions}, "Mauretania" in {r for _, r in lost.regions}) == (
        True,
        False,
    )
    back = with_garrison(
        replace(lost, active=s.Active(0, conquered=frozenset({INDEX["Sitifensis"]}))), INDEX["Sitifensis"], 0
    )
    assert cards.reward_conquest(back, 0).agenda[-1].phase == Due.CARD_DRAW


# 15.1 -----------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("roma_victrix", "15.1", "11.23")
@pytest.mark.parametrize("drawn", [0, 1])
def test_in_a_drawn_leader_s_phase_a_called_client_s_leader_acts_too(drawn: int) -> None:
    state = lead(empty(options=("15.1",)), "Aegyptus", "Ptolemy", 4, "Aegyptus", True)
    state = lead(lead(state, "Aegyptus", "Sosibius", 1, "Iudaea"), "Parthia", "Arsaces", 2, "Media", True)
    state = put(put(state, "Parthia", "Media", "3 CAV"), "Aegyptus", "Aegyptus", "HI")
    marker = Pending(Due.ORDERS, power(state, "Aegyptus"), who=drawn)
    state = rules.settled(replace(state, phasing=power(state, "Aegyptus"), agenda=(Pending(Due.GAME_TURN), marker)))
    mine = {state.leaders[drawn].name}
    assert can(state, s.Activate) == mine
    assert can(do(state, s.Call("Parthia"), 2), s.Activate) == mine | {"Arsaces"}
    assert can(do(state, s.Call("Parthia"), 3), s.Activate) == mine


# 11.23 ----------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("roma_victrix", "11.23", "11.26", "9.44")
def test_a_client_without_units_is_called_and_raises() -> None:
    state = turn_of(put(lead(empty(), "Rome", "Scipio", 3, "Latium", True), "Rome", "Latium", "LGN"), "Rome")
    called = do(state, s.Call("Syracusae"), 2)
    assert called.called == {power(state, "Syracusae")}
    again = economy_of(replace(called, called=frozenset(), summoned=called.called), "Rome", Due.RAISE)
    assert {a.power for a in rules.legal_actions(again) if isinstance(a, s.Raise)} == {"Syracusae"}
    gone = with_garrison(state, INDEX["Sicilia"], power(state, "Carthage"))
    assert "Syracusae" not in can(gone, s.Call)  # nothing is left of it
    abroad = lead(gone, "Syracusae", "Hiero", 1, "Latium")
    assert "Syracusae" in can(replace(abroad), s.Call)


# 14.2: at any time ----------------------------------------------------------------------------------------------------


@pytest.mark.clause("roma_victrix", "14.2 Assassination Attempt", "5.31")
@pytest.mark.parametrize("holding", ["Rome", "Aegyptus"])
def test_a_card_for_any_time_is_played_at_an_attack_on_the_spot(holding: str) -> None:
    state = army(put(empty(), "Rome", "Apulia", "4 LGN"), "Carthage", "Apulia", "8 HI", "Mago", 1, True)
    state = lead(hand(state, holding, KILL), "Rome", "Scipio", 1, "Apulia", True)
    state = do(active(turn_of(state, "Carthage"), "Mago", 7), s.Attack("Rome"), s.Stand())
    assert (phase(state), rules.current_player(state)) == (Due.WINDOW, holding)
    assert s.Play(KILL, "Mago") in rules.legal_actions(state)
    dead = do(state, s.Play(KILL, "Mago"), 2)
    assert (where(dead, "Mago"), dead.battle) == (None, None)  # nobody attacks any more
    assert phase(dead) == Due.ORDERS or rules.current_player(dead) != "over"
    missed = do(state, s.Play(KILL, "Mago"), 1)
    assert phase(missed) == Due.DICE


@pytest.mark.clause("roma_victrix", "14.2 Assassination Attempt", "5.31")
def test_a_defender_killed_before_the_dice_counts_no_more() -> None:
    state = army(put(empty(), "Rome", "Apulia", "4 LGN"), "Carthage", "Apulia", "4 HI", "Mago", 1, True)
    state = lead(hand(state, "Carthage", KILL), "Rome", "Scipio", 4, "Apulia", True)
    state = do(active(turn_of(state, "Carthage"), "Mago", 7), s.Attack("Rome"), s.Stand())

    assert battle.fight_forces(state)[1].leader == 4
    dead = do(state, s.Play(KILL, "Scipio"), 5)
    assert (phase(dead), battle.fight_forces(dead)[1].leader) == (Due.DICE, 0)
    second = lead(state, "Rome", "Sempronius", 2, "Apulia")
    assert battle.fight_forces(do(second, s.Play(KILL, "Scipio"), 5))[1].leader == 2


@pytest.mark.clause("roma_victrix", "14.2 Assassination Attempt", "14.2 Recruit New Units", "9.0")
def test_cards_for_any_time_are_played_in_the_economic_phase() -> None:
    state = put(lead(empty(), "Rome", "Scipio", 2, "Latium", True), "Carthage", "Africa", "HI")
    state = rich(lead(state, "Carthage", "Hanno", 1, "Africa", True), "Rome", 1)
    killer = economy_of(hand(state, "Rome", KILL, "Forced March / Favorable Winds"), "Rome", Due.RAISE)
    assert can(killer, s.Play) == {KILL}
    assert where(do(killer, s.Play(KILL, "Hanno"), 6), "Hanno") is None
    drill = economy_of(hand(state, "Rome", "Recruit New Units"), "Rome", Due.RAISE)
    drill = do(drill, s.Play("Recruit New Units", "Latium"))
    assert (phase(drill), drill.agenda[-1].left) == (Due.CARDS, 3 + 2 + 5)
    assert at(do(drill, s.Raise("Latium", "LGN", "Rome"), s.Keep()), "Latium") == "LGN"
    dead = do(
        economy_of(hand(rich(state, "Carthage", 9), "Carthage", KILL), "Carthage", Due.RAISE), s.Play(KILL, "Scipio"), 6
    )
    assert phase(dead) == Due.RAISE


@pytest.mark.clause("roma_victrix", "14.2 Recruit New Units", "10.33")
@pytest.mark.parametrize(("csp", "points"), [(4, 5), (3, 5), (2, 3), (1, 3)])
def test_a_reduced_capital_recruits_less(csp: int, points: int) -> None:
    state = hand(lead(empty(), "Rome", "Scipio", 2, "Latium", True), "Rome", "Recruit New Units")
    state = do(turn_of(with_csp(state, "Latium", csp), "Rome"), s.Play("Recruit New Units", "Latium"))
    assert state.agenda[-1].left == 3 + 2 + points


@pytest.mark.clause("roma_victrix", "14.2 Minor Rebellion")
@pytest.mark.parametrize(("reading", "left"), [("gone", 0), ("stay", 3)])
def test_what_becomes_of_rebels(reading: str, left: int) -> None:
    state = put(lead(empty(rulings={"rebels": reading}), "Rome", "Scipio", 2, "Latium", True), "Rome", "Latium", "LGN")
    state = turn_of(hand(state, "Rome", "Minor Rebellion"), "Rome")
    while phase(state) != Due.CARD_DRAW:
        plays = [a for a in rules.legal_actions(state) if isinstance(a, s.Play | s.PlayIn)]
        state = do(state, plays[0] if plays else s.Decline())
    state = do(state, s.Warbands(3))
    after = cards.dismiss_rebels(state)
    assert sum(g.units[s.COUNTERS.index("BI")] for g in after.groups) == left


@pytest.mark.clause("roma_victrix", "10.74", "14.2 Frontier War")
@pytest.mark.parametrize(("reading", "found"), [("cards", (True, False)), ("all", (True, True))])
def test_who_pillages_by_himself(reading: str, found: tuple[bool, bool]) -> None:
    state = army(empty(rulings={"pillagers": reading}), "Cappadocia", "Cappadocia", "HI", "Chief", 1)
    number = power(state, "Cappadocia")
    by_war = cards._frontier(state, 1, "Cappadocia", "Frontier War")
    by_invasion = subjects.bring_under(state, number, 1)
    assert (
        cards.raised_by_card(by_war, state.leaders[0]),
        cards.raised_by_card(by_invasion, state.leaders[0]),
    ) == found


@clause("4.31", "4.32")
def test_without_the_option_nobody_wins_before_the_end() -> None:
    state = replace(empty("two_consuls"), turn=1, held=(3, 0))
    assert not victory.is_over(state)
    assert victory.is_over(replace(state, options=frozenset({"sudden death"})))


@clause("4.42", "4.43", "4.44", "10.13")
def test_of_each_objective_a_part_counts() -> None:
    state = replace(garrisoned(empty(), Lusitania="Carthage", Gallaecia="Carthage"), fallen=frozenset({"Hannibal"}))
    rome, carthage = power(state, "Rome"), power(state, "Carthage")
    assert victory.achieved_count(state, rome, Goal("number", number=40, source="4.42")) == 6 + 3  # and three clients'
    assert victory.achieved_count(state, rome, Goal("leader", ("Hannibal", "Mago"), source="4.44")) == 1
    hispania = Goal("region", ("Hispania",), source="4.43")
    assert victory.achieved_count(state, carthage, hispania) == 4
    majority = replace(state, rulings=(("region_goal", "majority"),))
    assert victory.achieved_count(majority, carthage, hispania) == 7  # four of seven (10.13)
    assert victory.achieved_count(garrisoned(majority, Baetica=None), carthage, hispania) == 0


@clause("4.45")
@pytest.mark.parametrize(("dead", "achieved"), [((), 0), ((1,), 1), ((0,), 0), ((0, 1), 0)])
def test_the_only_king_left_is_an_objective(dead: tuple[int, ...], achieved: int) -> None:
    state = lead(lead(empty("two_consuls"), "Pompeius", "P", 3, "Africa", True), "Crassus", "C", 2, "Latium", True)
    leaders = (replace(each, place=NONE) if n in dead else each for n, each in enumerate(state.leaders))
    assert victory.achieved_count(replace(state, leaders=tuple(leaders)), 0, Goal("last", source="4.45")) == achieved


@clause("14.15", "14.11")
def test_a_card_that_the_scenario_gives_is_held_from_the_start() -> None:
    plan = setup.scenario("two_consuls")
    powers = (replace(plan.powers[0], card="Ambush"), *plan.powers[1:])
    hands, deck, steps = setup._dealt(replace(plan, powers=powers), control.constants_of("two_consuls", 2))
    assert (hands[0], "Ambush" in deck, [step.who for step in steps]) == (("Ambush",), False, [1])


@clause("14.2 Forced March / Favorable Winds")
@pytest.mark.parametrize("die", [2, 5])
def test_a_forced_march_adds_its_die(die: int) -> None:
    state = put(lead(empty(), "Rome", "Scipio", 1, "Latium", True), "Rome", "Latium", "LGN")
    card = "Forced March / Favorable Winds"
    state = active(turn_of(hand(state, "Rome", card), "Rome"), "Scipio", 4)
    assert ops(do(state, s.Play(card, "Scipio"), die)) == 4 + die


@clause("14.2 Frontier War")
def test_a_frontier_war_wakes_nobody_s_client() -> None:
    state = put(put(empty(), "Massilia", "Narbonensis", "HI"), "Pontus", "Pontus", "HI")
    state = put(under(state, Bithynia="Rome"), "Bithynia", "Bithynia", "HI")
    state = put(lead(state, "Aegyptus", "Ptolemy", 2, "Aegyptus", True), "Aegyptus", "Aegyptus", "HI")
    assert can_target(turn_of(hand(state, "Aegyptus", "Frontier War"), "Aegyptus")) == {"Pontus"}


def can_target(state: State) -> set[str]:
    return {each.target for each in legal(state, s.Play)}


@clause("14.2 Leader Defection")
@pytest.mark.parametrize(("buyer", "targets"), [("Carthage", {"Seleucus"}), ("Rome", {"Seleucus", "Hanno"})])
def test_romans_are_not_for_sale_to_others(buyer: str, targets: set[str]) -> None:
    state = empty()
    for owner, name, place, supreme in (
        ("Rome", "Scipio", "Latium", True), ("Rome", "Varro", "Apulia", False), ("Carthage", "Hanno", "Baetica", False),
        ("Carthage", "Hannibal", "Africa", True), ("Seleucid", "Seleucus", "Cilicia", False),
    ):  # fmt: skip
        state = put(lead(state, owner, name, 2, place, supreme), owner, place, "HI")
    state = turn_of(hand(state, buyer, "Leader Defection"), buyer)
    assert can_target(state) == targets
    loyal = do(state, s.Play("Leader Defection", "Seleucus"), 2)  # his rating: he stays
    assert next(each.owner for each in loyal.leaders if each.name == "Seleucus") == power(loyal, "Seleucid")


@clause("15.4")
@pytest.mark.parametrize(
    ("owner", "asked", "left_out"),
    [
        ("Rome", {"supreme": True}, False),  # a consul
        ("Rome", {}, True),
        ("Rome", {"rating": 2}, False),
        ("Rome", {"named": True}, False),
        ("Carthage", {"supreme": True}, True),
    ],
)
def test_which_leaders_of_rating_1_are_left_out(owner: str, asked: dict[str, Any], left_out: bool) -> None:
    leader = Commander("Somebody", **{"rating": 1, "province": "Latium", "named": False, **asked})
    assert setup._left_out(Contender(owner, "active", ("Latium",), source="-"), leader, frozenset({"15.4"})) is left_out
    assert not setup._left_out(Contender(owner, "active", ("Latium",), source="-"), leader, frozenset())


@pytest.mark.clause("roma_victrix", "15.4")
def test_who_is_left_out_is_not_activated_and_leaves_his_units() -> None:
    plain, fewer = (rules.initial_state("second_punic_war", options=options) for options in ([], ["15.4"]))
    turns = [
        replace(state, phasing=1, agenda=(Pending(Due.GAME_TURN), Pending(Due.ORDERS, 1))) for state in (plain, fewer)
    ]
    assert [can(rules.settled(turn), s.Activate) for turn in turns] == [
        {"Ptolemy", "Sosibius", "Nicolaus"},
        {"Ptolemy"},
    ]
    assert s.total(group.units for group in plain.groups) == s.total(group.units for group in fewer.groups)


@clause("15.81")
@pytest.mark.parametrize(("name", "die", "card"), [("Scipio", 1, True), ("Scipio", 2, False), ("Varro", 1, False)])
def test_a_card_comes_with_the_supreme_leader_s_one(name: str, die: int, card: bool) -> None:
    state = put(lead(empty(options=("15.81",)), "Rome", "Scipio", 1, "Latium", True), "Rome", "Latium", "LGN")
    state = turn_of(replace(lead(state, "Rome", "Varro", 1, "Latium"), deck=("Piracy",)), "Rome")
    assert (phase(do(state, s.Activate(name), die)) == Due.CARD_DRAW) is card
