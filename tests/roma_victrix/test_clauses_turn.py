"""The game-turn, victory, powers of all kinds and the event cards in positions of the whole game."""

import re
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest

from gamekit.play.protocol import IllegalAction
from gamekit.roma_victrix.geography import COASTS, OF_REGION
from gamekit.roma_victrix.rules import battle, cards, control, sequence, setup, subjects, treasury, victory
from gamekit.roma_victrix.rules.control import scenario_constants, with_garrison
from gamekit.roma_victrix.rules.reasons import ASKED
from gamekit.roma_victrix.scenario import Commander, Contender, Goal
from tests.roma_victrix.setting import *


# The game-turn
@clause("4.1", "4.2", "14.11", "15.1")
def test_the_first_turn_has_neither_markers_nor_attrition() -> None:
    state = rules.initial_state("second_punic_war")
    met = []
    while state.turn < 1 or phase(state) in (Due.CARD_DRAW, Due.CONSULS, Due.RAISE, Due.CARD):
        met.append(phase(state))
        legal = rules.legal_actions(state)
        state = rules.apply(state, s.Keep() if legal else next(iter(rules.chance_outcomes(state))))
    assert list(dict.fromkeys(met))[:2] == [Due.CARD_DRAW, Due.CONSULS]
    assert not {Due.MARKER_ROLL, Due.ATTRITION_ROLL} & set(met)
    assert phase(state) == Due.INITIATIVE
    assert [len(hand) for hand in state.hands[:4]] == [1, 1, 1, 1]
    assert rules.current_player(do(state, s.Draw("Aegyptus"))) == "Aegyptus"
    assert set(rules.chance_outcomes(state)) == {s.Draw(name) for name in ("Rome", "Aegyptus", "Seleucid", "Carthage")}


@clause("4.2", "10.75", "10.36", "10.31", "3.57")
def test_markers_go_and_cities_grow_on_a_five() -> None:
    state = pillaged(with_csp(with_csp(empty(), "Latium", 0), "Africa", 2), "Latium", "Apulia")
    steps, first = sequence.marker_steps(state), min(state.pillaged)
    assert len(steps) == 3
    state = do(replace(state, agenda=(Pending(Due.OVER), *reversed(steps))), 4, 5, 6)
    assert state.pillaged == {first}
    assert (city(state, "Latium"), city(state, "Africa")) == (1, 3)


@clause("4.2", "5.28")
def test_enemies_in_one_province_wear_each_other_down() -> None:
    state = placed("Rome in Narbonensis: 10 LGN, Scipio 3", "Carthage in Narbonensis: 10 HI")
    assert {(step.actor, step.left & sequence.CROWDED) for step in attrition_checks(state)} == {(0, 4), (3, 4)}
    rolled = replace(state, agenda=(Pending(Due.OVER), Pending(Due.ATTRITION_ROLL, 0, INDEX["Narbonensis"], left=4)))
    assert do(rolled, 3).agenda[-1].left == 12  # 30 per cent of 40 at rating 3
    assert phase(do(rolled, 4)) == Due.OVER  # NE


@clause("4.2", "6.2", "15.1")
def test_each_power_has_a_turn_and_then_the_next_begins() -> None:
    assert turn_of(empty(), "Rome").turn == 2  # nobody could do anything: on to the next turn's economy


@clause("15.1")
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


# Length and victory
@clause("4.3", "4.31", "4.33", "4.34", "4.35")
def test_the_game_lasts_as_the_scenario_says_or_as_agreed() -> None:
    state = replace(empty("two_consuls"), turn=4)
    assert victory.is_over(state)
    assert not victory.is_over(replace(state, turn=3))
    assert victory.is_over(replace(empty("two_consuls", options=["turns 2"]), turn=2))
    assert not victory.is_over(replace(state, options=frozenset({"turns 9"})))
    ended = rules.settled(state)
    assert (phase(ended), set(rules.returns(ended))) == (Due.OVER, {"Pompeius", "Crassus"})
    with pytest.raises(ValueError, match="not over"):
        rules.returns(replace(state, turn=1, agenda=(Pending(Due.ORDERS, 0),)))


@clause("4.32")
def test_sudden_death_waits_a_whole_turn() -> None:
    state = replace(empty("two_consuls", options=["sudden death"]), turn=1)
    names = ("Sicilia", "Cisalpina", "Latium", "Carthaginiensis", "Narbonensis", "Africa")
    state = placed(unwalled(state), "Pompeius in Africa: Pompeius 3*", **dict.fromkeys(names, "Pompeius"))
    once = victory.count_holding_turns(state)
    assert (once.held, victory.is_over(once)) == ((1, 0), False)
    assert victory.is_over(victory.count_holding_turns(once))


@clause("4.4", "4.41", "4.44", "4.45", "4.5", "4.51", "10.13")
def test_objectives_are_counted_and_divided() -> None:
    state = empty()
    assert victory.percentages(state)[0] == Fraction(600, 9)  # four of its own, Sicilia and Tarraconensis by clients
    assert victory.percentages(replace(state, fallen=frozenset({"Hannibal"})))[0] == Fraction(700, 9)
    alone = placed(empty("two_consuls"), "Crassus in Latium: Crassus 2*")
    found = victory.objectives_achieved(alone, power(alone, "Crassus"))
    assert found[0] == 4  # three provinces and the only supreme leader


@clause("4.42", "4.43")
def test_numbers_and_regions_are_objectives_too() -> None:
    state = empty()
    assert victory.achieved_count(state, 0, victory.Goal("number", number=5, source="4.42")) == 5
    hispania = victory.Goal("region", ("Hispania",), source="4.43")
    assert (victory.achieved_count(state, 3, hispania), hispania.worth) == (2, 7)  # Baetica, Carthaginiensis
    more = garrisoned(state, Lusitania="Carthage", Gallaecia="Carthage")
    assert victory.achieved_count(more, 3, hispania) == 4
    assert victory.achieved_count(read(state, region_goal="majority"), 3, hispania) == 0
    assert victory.achieved_count(read(more, region_goal="majority"), 3, hispania) == 7


@clause("4.51", "4.52", "4.53")
def test_ties_go_by_revenue_and_then_by_treasury() -> None:
    state = empty("two_consuls")
    order = [row[3] for row in victory.ranking(rich(state, "Crassus", 50))]
    percents = victory.percentages(state)
    assert percents[0] == percents[1]
    worth = [row[1] for row in victory.ranking(state)]
    assert (worth, len(order)) == (sorted(worth, reverse=True), 2)
    assert sum(victory.percentages(read(state, victory_percent="all")).values()) == 100


# Powers
@clause("3.81", "3.82", "3.84", "3.85", "3.88", "3.9")
def test_a_neutral_that_is_entered_comes_under_the_farthest_player() -> None:
    state = placed("Seleucid in Syria: 4 HI, Antiochus 3*", "Cappadocia in Cappadocia: 3 HI")
    assert state.patron[power(state, "Cappadocia")] == NONE
    state = active(turn_of(state, "Seleucid"), "Antiochus", 5, s.Enter("Cappadocia"))
    assert phase(state) == Due.CONTROLLER
    drawn = list(rules.chance_outcomes(state))
    assert s.Draw("Seleucid") not in drawn
    state = do(state, drawn[0])
    assert state.patron[power(state, "Cappadocia")] == power(state, drawn[0].name)


@clause("3.84", "3.81")
def test_a_neutral_major_power_brings_its_clients_and_has_a_turn_of_its_own() -> None:
    state, macedonia = under(empty(), Macedonia="Carthage"), power(empty(), "Macedonia")
    assert state.patron[power(state, "Epirus")] == 3
    assert macedonia in subjects.active_majors(state)
    for reading in (read(state, capital_distance="land"), state):
        found = subjects.candidates(reading, INDEX["Macedonia"], macedonia, 0)
        assert found
        assert 0 not in found


@clause("11.1", "11.11", "11.12", "11.13", "11.2", "11.21", "11.22", "11.23", "3.86", "3.87")
def test_clients_and_allies_act_when_the_die_calls_them() -> None:
    state = turn_of(placed("Rome in Cisalpina: LGN, Scipio 1*", "Massilia in Narbonensis: HI"), "Rome")
    assert can(state, s.Call) == {"Massilia", "Saguntum", "Syracusae"}  # 11.23 asks for no units
    refused = do(state, s.Call("Massilia"), 2)
    assert (can(refused, s.Call), refused.called) == ({"Saguntum", "Syracusae"}, frozenset())
    assert "HI" not in str(rules.legal_actions(active(refused, "Scipio", 4, s.Enter("Narbonensis"), 6)))
    called = active(do(state, s.Call("Massilia"), 1), "Scipio", 4, s.Enter("Narbonensis"), 6)
    assert s.Take("HI", "Massilia", 1) in rules.legal_actions(called)
    better = replace(state, leaders=(replace(state.leaders[0], rating=3),))
    assert do(better, s.Call("Massilia"), 2).called
    assert do(read(better, activation="3.9"), s.Call("Massilia"), 3).called


@clause("11.14", "11.24", "9.44", "11.16")
def test_a_client_that_is_invaded_fights_of_itself() -> None:
    state = placed("Carthage in Tarraconensis: 4 HI, Hanno 2", "Massilia in Narbonensis: HI")
    state = active(state, "Hanno", 5, s.Enter("Narbonensis"), 6, s.Attack("Rome"))
    assert (rules.current_player(state), phase(do(state, s.Stand()))) == ("Rome", Due.DICE)


@clause("11.14", "11.24", "5.41")
def test_a_client_intercepts_who_enters_its_land_and_nobody_else() -> None:
    state = placed("Carthage in Tarraconensis: 4 HI, Hanno 2", "Massilia in Cisalpina: 2 HI, Protis 1")
    entered = active(turn_of(state, "Carthage"), "Hanno", 5, s.Enter("Narbonensis"), 6)
    assert (rules.current_player(entered), can(entered, s.Intercept)) == ("Rome", {"Protis"})
    fought = do(entered, s.Intercept("Protis"), 1, s.Commit())
    assert (phase(fought), at(fought, "Narbonensis", "Massilia")) == (Due.DICE, "2 HI")
    assert not do(entered, s.Decline(), s.EndLeader()).roused
    passed = active(turn_of(garrisoned(state, Narbonensis="Rome"), "Carthage"), "Hanno", 5, s.Enter("Narbonensis"), 6)
    assert rules.current_player(passed) == "Carthage"  # Massilia has not been entered and was not called


@clause("3.85")
def test_clients_of_a_fallen_power_are_neutral_or_the_conqueror_s() -> None:
    lost = dict.fromkeys(("Apulia", "Baleares", "Cisalpina", "Corsica", "Sardinia"), None)
    state = garrisoned(empty(), **lost, Latium="Carthage")
    assert subjects.fallen_powers(state).patron[power(state, "Massilia")] == NONE
    ruled = subjects.fallen_powers(read(state, fallen_patron="conqueror"))
    assert ruled.patron[power(state, "Massilia")] == power(state, "Carthage")


@clause("3.56", "13.1", "13.12", "13.13", "13.2", "13.21", "13.3")
def test_barbaricum_is_revealed_when_it_is_entered_and_covered_when_it_is_empty() -> None:
    state = active(placed("Rome in Cisalpina: 4 LGN, Scipio 3*"), "Scipio", 6, s.Enter("Pannonia"))
    assert phase(state) == Due.REVEAL
    state = do(state, s.Warbands(6))
    assert at(state, "Pannonia", "Illyrii") == "5 BI, CAV"
    state = repeated(state, None, Due.CONTROLLER)
    assert state.patron[power(state, "Illyrii")] not in (NONE, 0)
    assert state.markers[INDEX["Pannonia"]] == 0
    gone = garrisoned(replace(state, groups=()), Pannonia=None)
    assert subjects.place_vacated_markers(gone).markers[INDEX["Pannonia"]] == 0  # no land combat has emptied it (13.3)
    assert (
        subjects.place_vacated_markers(subjects.note_vacated(gone, INDEX["Pannonia"])).markers[INDEX["Pannonia"]] == 1
    )


@clause("12.2", "12.21", "12.22", "12.11", "12.12")
def test_a_parthian_with_more_units_than_the_king_may_rebel() -> None:
    state = placed(empty("six_powers"), "Parthia in Babylonia: AUX, King 3*", "Parthia in Media: 3 CAV, Gotarzes 2")
    state = active(turn_of(state, "Parthia"), "Gotarzes", 3, s.EndLeader())
    assert (phase(state), holder(do(state, 2), "Media")) == (Due.REBELLION_ROLL, "Parthia")
    rebel = do(state, 1)
    assert phase(rebel) == Due.CONTROLLER  # farthest from Media itself, not from the king's capital
    rebel = do(rebel, next(iter(rules.chance_outcomes(rebel))))
    assert holder(rebel, "Media") != "Parthia"
    assert at(rebel, "Media", holder(rebel, "Media")) == "3 CAV"


# Event cards
def scene(card: str, name: str = "Rome") -> State:
    """Scipio in Cisalpina, Hanno in Narbonensis, and the card in a hand."""
    state = placed("Rome in Cisalpina: 4 LGN, 2 AUX, Scipio 3*", "Carthage in Narbonensis: 2 HI, Hanno 1")
    return turn_of(hand(placed(state, "Carthage in Africa: 4 HI, Hannibal 4*"), name, card), "Rome")


def played(card: str, target: str, *then: Any) -> State:
    return do(scene(card), s.Play(card, target), *then)


@clause("14.1", "14.12", "14.13", "14.14", "14.15", "14.2")
def test_a_card_is_played_once_and_replaced_next_year() -> None:
    state = played("Leader", "Cisalpina", 6)
    assert (state.hands[0], state.discards, state.used) == ((), ("Leader",), frozenset({0}))
    drawing = replace(state, deck=("Ambush", "Piracy"), agenda=(Pending(Due.OVER), Pending(Due.CARD, 0, who=0)))
    assert set(rules.chance_outcomes(do(drawing, s.Swap()))) == {s.Draw("Ambush"), s.Draw("Piracy")}
    swapped = do(replace(drawing, hands=(("Attrition",), *drawing.hands[1:])), s.Swap(), s.Draw("Ambush"))
    assert (swapped.hands[0], "Attrition" in swapped.discards) == (("Ambush",), True)
    assert phase(rules.initial_state("second_punic_war")) == Due.CARD_DRAW


@clause("14.2 Leader")
def test_leader() -> None:
    new = [played("Leader", "Cisalpina", die).leaders[-1] for die in range(1, 7)]
    assert [(each.rating, "Rome" in each.name) for each in new] == [(n, True) for n in (1, 1, 1, 2, 2, 3)]


@clause("14.2 Assassination Attempt", "14.2 Leader Defection")
def test_leaders_die_or_change_sides() -> None:
    assert where(played("Assassination Attempt", "Hannibal", 5), "Hannibal") is None
    assert where(played("Assassination Attempt", "Hannibal", 4), "Hannibal") == "Africa"
    bought = played("Leader Defection", "Hanno", 2, 1)
    assert (at(bought, "Narbonensis", "Rome"), bought.leaders[1].owner) == ("2 HI", 0)
    assert at(played("Leader Defection", "Hanno", 2, 2), "Narbonensis", "Carthage") == "2 HI"
    assert s.Play("Leader Defection", "Hannibal") not in rules.legal_actions(scene("Leader Defection"))  # supreme


@clause("14.2 Ally or Client State Changes Allegiance", "14.2 Frontier War", "X.4")
def test_powers_change_hands() -> None:
    state = played("Ally or Client State Changes Allegiance", "Parthia")
    assert state.patron[power(state, "Parthia")] == 0
    war = turn_of(placed("Cappadocia in Cappadocia: 3 HI"), "Aegyptus", "Frontier War")
    war = do(war, s.Play("Frontier War", "Cappadocia"))
    assert (where(war, "Leader of Cappadocia"), war.leaders[-1].rating) == ("Cappadocia", 1)
    assert "Leader of Cappadocia" in can(war, s.Activate)


@clause("14.2 Ambush", "14.2 Minor Rebellion", "14.2 Major Rebellion")
def test_forces_rise_among_the_enemy() -> None:
    ambush = played("Ambush", "Narbonensis", s.Warbands(4))
    assert (at(ambush, "Narbonensis", "Rome"), ambush.leaders[-1].rating) == ("4 BI", 2)
    assert "Ambush" in can(ambush, s.Activate)
    major = played("Major Rebellion", "Africa", s.Warbands(8), s.Warbands(4))
    assert (at(major, "Africa", "Rome"), major.leaders[-1].rating) == ("12 BI", 3)
    minor = played("Minor Rebellion", "Africa", s.Warbands(3), s.EndTurn())
    assert at(minor, "Africa", "Rome") == ""  # they are his for this game-turn only


@clause("14.2 Barbarian Raid", "14.2 Barbarian Invasion", "10.74")
def test_barbarians_come() -> None:
    raid = played("Barbarian Raid", "Raetia", s.Warbands(5))
    assert (at(raid, "Raetia", "Galli"), raid.leaders[-1].rating) == ("4 BI, CAV", 2)
    invasion = played("Barbarian Invasion", "Raetia", s.Warbands(9), s.Warbands(6))
    assert (invasion.leaders[-1].rating, invasion.patron[power(invasion, "Galli")]) == (3, 0)


@clause("14.2 Forced March / Favorable Winds", "14.2 Intelligence", "14.2 Recruit New Units")
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
    assert (at(raised, "Cisalpina"), money(raised, "Rome")) == ("5 LGN, 2 AUX, CAV", 0)


@clause("9.17", "9.55", "9.66", "14.2 Recruit New Units", "15.6")
@pytest.mark.parametrize(("owner", "place", "options", "kinds"), [
    ("Rome", "Cisalpina", [], {"LGN", "AUX", "CAV", "FLEET"}),
    ("Aegyptus", "Corsica", [], {"AUX", "FLEET"}),
    ("Parthia", "Media", [], {"AUX", "CAV"}),
    ("Gallia", "Lugdunensis", ["17.1"], {"BI", "CAV", "HC", "FLEET"}),
    ("Aegyptus", "Numidia", ["15.6"], {"HI", "CAV", "FLEET"}),
])  # fmt: skip
def test_recruits_are_of_the_kinds_a_power_has(owner: str, place: str, options: list[str], kinds: set[str]) -> None:
    state = garrisoned(empty("six_powers", seats=6, options=options), **{place: owner})
    state = turn_of(placed(state, f"{owner} in {place}: CAV, Somebody 4*"), owner, "Recruit New Units")
    play = s.Play("Recruit New Units", place)
    raised = {action.unit for action in legal(do(state, play), s.Raise)}
    assert raised == kinds - ({"FLEET"} if not COASTS[INDEX[place]] else set())
    assert play not in rules.legal_actions(replace(state, pillaged=frozenset({INDEX[place]})))


@clause("14.2 Piracy", "14.2 Attrition")
def test_enemies_on_the_move_suffer() -> None:
    assert INDEX["Tripolitania"] in played("Piracy", "Tripolitania").pillaged
    hit = do(scene("Attrition", "Carthage"), s.Activate("Scipio"), 4, s.Take("all"), s.Enter("Latium"))
    assert rules.current_player(hit) == "Carthage"
    worn = do(hit, s.Play("Attrition", "Scipio"), 1, 2, 3, 4, 2, 6)  # a die a unit: hit on 1 and 2 by his rating
    assert at(worn, "Latium") == "3 LGN, rLGN, 2 rAUX"
    sailing = placed("Rome in Latium (Mare Tyrrhenum): 3 FLEET", "Rome in Latium: Scipio 1*")
    sailing = turn_of(hand(sailing, "Carthage", "Piracy"), "Rome")
    sailing = do(sailing, s.Activate("Scipio"), 6, s.Take("all"), s.Embark("Latium (Mare Tyrrhenum)"))
    robbed = do(do(sailing, s.SailTo("Mare Tyrrhenum")), s.Play("Piracy", "Scipio"), 6)
    assert at(robbed, "Mare Tyrrhenum") == "FLEET, rFLEET"  # 50 per cent of six: what was turned sinks first


@clause("14.2 Land Combat Advantage", "14.2 Treachery", "14.2 Siege Combat Advantage", "14.2 Naval Combat Advantage")
def test_cards_in_a_fight() -> None:
    state = active(scene("Land Combat Advantage"), "Scipio", 4, s.Enter("Narbonensis"), 6)
    state = do(state, s.Attack("Carthage"), s.Stand())
    assert (phase(state), cards.ADVANTAGE["land"]) == (Due.WINDOW, "Land Combat Advantage")
    plain = do(state, s.Decline(), s.Dice(3, 3))
    helped = do(state, s.Play("Land Combat Advantage"), s.Dice(3, 3))
    assert plain.battle is not None
    assert helped.battle.net - plain.battle.net == 2
    assert set(cards.ADVANTAGE.values()) == {f"{at_} Combat Advantage" for at_ in ("Land", "Naval", "Siege")}


@clause("14.2 Treachery")
def test_treachery_turns_the_losses_round_or_annuls_a_card() -> None:
    state = do(scene("Treachery", "Carthage"), s.Activate("Scipio"), 4, s.Take("all"))
    state = do(state, s.Enter("Narbonensis"), 6, s.Decline())
    state = do(state, s.Attack("Carthage"), s.Stand(), s.Decline(), s.Dice(6, 1))
    while phase(state) == Due.SPLIT:
        state = do(state, rules.legal_actions(state)[-1])
    assert rules.current_player(state) == "Carthage"
    before = state.battle.percents
    assert do(state, s.Play("Treachery")).battle.percents == before[::-1]
    annulled = do(hand(scene("Ambush"), "Carthage", "Treachery"), s.Play("Ambush", "Narbonensis"), s.Play("Treachery"))
    assert (rules.current_player(annulled), at(annulled, "Narbonensis", "Rome")) == ("Rome", "")


@clause("14.2 Automatic Land or Naval Interception", "14.2 Automatic Withdrawal Before Combat")
def test_cards_that_spare_a_roll() -> None:
    name = "Automatic Land or Naval Interception"
    state = do(scene(name, "Carthage"), s.Activate("Scipio"), 4, s.Take("all"))
    state = do(state, s.Enter("Latium"), s.Decline(), s.Enter("Cisalpina"))
    assert phase(do(state, s.Intercept("Hanno", name), s.Commit())) in (Due.DICE, Due.WINDOW)
    name = "Automatic Withdrawal Before Combat"
    state = garrisoned(scene(name, "Carthage"), Tarraconensis="Carthage")
    state = do(state, s.Activate("Scipio"), 4, s.Take("all"), s.Enter("Narbonensis"), 6, s.Decline())
    state = do(do(state, s.Attack("Carthage")), s.Withdraw(name))
    assert can(state, s.RetreatTo) == {"Tarraconensis", "Carthaginiensis", "Baetica"}  # three provinces


@clause("15.8", "15.81", "15.82", "15.83", "15.84")
def test_other_ways_to_cards() -> None:
    state = replace(scene("Ambush"), options=frozenset({"15.81", "15.82", "15.83", "15.84"}), deck=("Piracy",))
    bold = do(state, s.Activate("Scipio"), 1)
    assert phase(bold) == Due.CARD_DRAW
    assert sorted(do(bold, s.Draw("Piracy")).hands[0]) == ["Ambush", "Piracy"]
    client = placed(state, "Massilia in Narbonensis: HI, Protis 1*")
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


@clause("15.7", "15.4", "17.1", "17.2", "17.21", "17.22", "17.23", "17.24", "17.3")
def test_options_of_the_set_up() -> None:
    plain, all_ = (len(rules.initial_state("second_punic_war", options=options).capitals) for options in ([], ["15.7"]))
    assert all_ > plain
    horse = rules.initial_state("second_punic_war", options=["17.1"])
    heavy = [counters(horse, name).stack("HC").full for name in ("Rome", "Carthage")]
    assert heavy == [0, 5]  # half of Hannibal's, Hasdrubal's and Mago's, each rounded
    state = rules.initial_state("second_punic_war")
    assert {city.csp for city in state.capitals if city.major} == {4}
    assert {city.csp for city in state.capitals if not city.major} == {2}
    assert control.capital_at(state, INDEX["Thracia"]) is not None
    pytest.raises(ValueError, lambda: rules.initial_state(options=["99.9"])).match("the option")


def test_solitaire_is_refused_as_its_table_is_in_no_source() -> None:
    with pytest.raises(ValueError, match=r"New Unit Creation Table \(16\.42 D\)"):
        rules.initial_state(options=["solitaire"])


def test_every_question_to_a_player_has_its_sentence() -> None:
    assert set(ASKED) == set(rules.DECISIONS)
    assert all(re.search(r"\(\d+\.\d", sentence) for sentence in ASKED.values())  # and names its clause


@clause("5.2")
def test_what_is_wrong_is_said() -> None:
    state = scene("Ambush")
    for action, said in (
        (s.Activate("Nobody"), "there is no leader 'Nobody'"),
        (s.Enter("Latum"), "did you mean 'Latium'"),
        (s.Enter("L" * 1000), rf"Enter\({'L' * 60}\)"),
        (s.Die(3), "activates a leader or ends the turn"),
        ("x", "is not an action of this game"),
    ):
        pytest.raises(IllegalAction, rules.apply, state, action).match(said)
    with pytest.raises(IllegalAction, match="chance decides a op roll"):
        rules.apply(do(state, s.Activate("Scipio")), s.Die(7))
    pytest.raises(ValueError, lambda: rules.initial_state(rulings={"passage": "perhaps"})).match("the ruling")
    assert (scenario_constants(state).turns, treasury.upkeep_cost(state, 0)) == (6, 3)


KILL = "Assassination Attempt"


# 4.2 C 4, 14.13, 15.84
def segment(*held: str, used: bool = False, options: tuple[str, ...] = ()) -> State:
    state = hand(empty("two_consuls", options=options), "Pompeius", *held)
    step = (Pending(Due.OVER), Pending(Due.CARD, 0, who=0))
    return replace(state, deck=("Leader", "Piracy"), agenda=step, used=frozenset({0} if used else ()))


@clause("4.2", "14.13", "14.14", "15.84")
@pytest.mark.parametrize(("held", "used", "options", "after", "gone"), [
    (("Ambush",), False, (), 1, 1),  # discarded for another
    ((), True, (), 1, 0),  # one played is replaced
    (("Ambush", "Attrition"), False, ("15.84",), 2, 1),
    (("Ambush", "Attrition"), True, ("15.84",), 3, 0),
    (("Ambush",), True, (), 1, 1),  # 14.14: no second card
])  # fmt: skip
def test_a_card_is_drawn_for_one_played_or_discarded(
    held: tuple[str, ...], used: bool, options: tuple[str, ...], after: int, gone: int
) -> None:
    state = do(segment(*held, used=used, options=options), s.Swap(), s.Draw("Leader"))
    assert (len(state.hands[0]), len(state.discards)) == (after, gone)
    assert can(state, s.Swap) == set()  # one a year
    assert 0 not in state.used


@clause("4.2", "14.13")
def test_without_a_card_played_or_held_none_is_drawn() -> None:
    assert rules.legal_actions(segment()) == (s.Keep(),)
    chosen = segment("Ambush", "Attrition", options=("15.84",))
    assert s.Swap("Attrition") in rules.legal_actions(chosen)
    assert do(chosen, s.Swap("Attrition"), s.Draw("Leader")).hands[0] == ("Ambush", "Leader")
    assert s.Swap("Attrition") not in rules.legal_actions(segment("Ambush", "Attrition", used=True, options=("15.84",)))


# 15.82
def mauretania(missing: str = "Sitifensis") -> State:
    state = empty("six_powers", options=("15.82",))
    rome = power(state, "Rome")
    for place in OF_REGION["Mauretania"]:
        state = with_garrison(state, place, rome if PLACES[place] != missing else -1)
    state = placed(state, "Rome in Tingitana: 2 LGN, Sulla 3*")
    return replace(state, deck=("Piracy",), regions=cards.regions_held(state))


@clause("15.82")
def test_a_region_held_from_the_start_brings_no_card_and_one_conquered_does() -> None:
    start = rules.initial_state("six_powers", options=("15.82",))
    assert start.regions
    names = {region for _, region in start.regions}
    assert all({start.garrisons[place] for place in OF_REGION[region]} for region in names)
    assert phase(active(turn_of(mauretania(""), "Rome"), "Sulla", 5, s.EndLeader())) != Due.CARD_DRAW
    won = active(turn_of(mauretania(), "Rome"), "Sulla", 8)
    for place in (["Mauretania"] if "Mauretania" in can(won, s.Enter) else []) + ["Sitifensis"]:
        won = undisturbed(do(won, s.Enter(place)))
    won = do(won, s.EndLeader())
    assert (holder(won, "Sitifensis"), phase(won)) == ("Rome", Due.CARD_DRAW)


@clause("15.82")
def test_a_region_that_came_without_conquest_brings_none_and_one_won_back_does() -> None:
    state = mauretania()
    given = garrisoned(turn_of(state, "Rome"), Sitifensis="Rome")
    assert phase(active(given, "Sulla", 5, s.EndLeader())) != Due.CARD_DRAW  # no conquest of his
    held = replace(mauretania(""), active=s.Active(0))
    lost = cards.reward_conquest(garrisoned(held, Sitifensis="Pontus"), power(state, "Pontus"))
    assert ["Mauretania" in {region for _, region in each.regions} for each in (held, lost)] == [True, False]
    conqueror = s.Active(0, conquered=frozenset({INDEX["Sitifensis"]}))
    back = garrisoned(replace(lost, active=conqueror), Sitifensis="Rome")
    assert phase(cards.reward_conquest(back, 0)) == Due.CARD_DRAW


# 15.1
@clause("15.1", "11.23")
@pytest.mark.parametrize("drawn", [0, 1])
def test_in_a_drawn_leader_s_phase_a_called_client_s_leader_acts_too(drawn: int) -> None:
    state = placed(empty(options=("15.1",)), "Aegyptus in Aegyptus: HI, Ptolemy 4*", "Aegyptus in Iudaea: Sosibius 1")
    state = placed(state, "Parthia in Media: 3 CAV, Arsaces 2*")
    marker = Pending(Due.ORDERS, power(state, "Aegyptus"), who=drawn)
    state = rules.settled(replace(state, phasing=power(state, "Aegyptus"), agenda=(Pending(Due.GAME_TURN), marker)))
    mine = {state.leaders[drawn].name}
    assert can(state, s.Activate) == mine
    assert can(do(state, s.Call("Parthia"), 2), s.Activate) == mine | {"Arsaces"}
    assert can(do(state, s.Call("Parthia"), 3), s.Activate) == mine


# 11.23
@clause("11.23", "11.26", "9.44")
def test_a_client_without_units_is_called_and_raises() -> None:
    state = turn_of(placed("Rome in Latium: LGN, Scipio 3*"), "Rome")
    called = do(state, s.Call("Syracusae"), 2)
    assert called.called == {power(state, "Syracusae")}
    again = economy_of(replace(called, called=frozenset(), summoned=called.called), "Rome", Due.RAISE)
    assert {a.power for a in legal(again, s.Raise)} == {"Syracusae"}
    gone = garrisoned(state, Sicilia="Carthage")
    assert "Syracusae" not in can(gone, s.Call)  # nothing is left of it
    assert "Syracusae" in can(placed(gone, "Syracusae in Latium: Hiero 1"), s.Call)


# 14.2: at any time
@clause("14.2 Assassination Attempt", "5.31")
@pytest.mark.parametrize("holding", ["Rome", "Aegyptus"])
def test_a_card_for_any_time_is_played_at_an_attack_on_the_spot(holding: str) -> None:
    state = hand(placed("Rome in Apulia: 4 LGN, Scipio 1*", "Carthage in Apulia: 8 HI, Mago 1*"), holding, KILL)
    state = active(state, "Mago", 7, s.Attack("Rome"), s.Stand())
    assert (phase(state), rules.current_player(state)) == (Due.WINDOW, holding)
    assert s.Play(KILL, "Mago") in rules.legal_actions(state)
    dead = do(state, s.Play(KILL, "Mago"), 2)
    assert (where(dead, "Mago"), dead.battle) == (None, None)  # nobody attacks any more
    assert phase(dead) == Due.ORDERS or rules.current_player(dead) != "over"
    assert phase(do(state, s.Play(KILL, "Mago"), 1)) == Due.DICE


@clause("14.2 Assassination Attempt", "5.31")
def test_a_defender_killed_before_the_dice_counts_no_more() -> None:
    state = hand(placed("Rome in Apulia: 4 LGN, Scipio 4*", "Carthage in Apulia: 4 HI, Mago 1*"), "Carthage", KILL)
    state = active(state, "Mago", 7, s.Attack("Rome"), s.Stand())
    assert battle.fight_forces(state)[1].leader == 4
    dead = do(state, s.Play(KILL, "Scipio"), 5)
    assert (phase(dead), battle.fight_forces(dead)[1].leader) == (Due.DICE, 0)
    second = placed(state, "Rome in Apulia: Sempronius 2")
    assert battle.fight_forces(do(second, s.Play(KILL, "Scipio"), 5))[1].leader == 2


@clause("14.2 Assassination Attempt", "14.2 Recruit New Units", "9.0")
def test_cards_for_any_time_are_played_in_the_economic_phase() -> None:
    state = rich(placed("Rome in Latium: Scipio 2*", "Carthage in Africa: HI, Hanno 1*"), "Rome", 1)
    killer = economy_of(hand(state, "Rome", KILL, "Forced March / Favorable Winds"), "Rome", Due.RAISE)
    assert can(killer, s.Play) == {KILL}
    assert where(do(killer, s.Play(KILL, "Hanno"), 6), "Hanno") is None
    drill = economy_of(hand(state, "Rome", "Recruit New Units"), "Rome", Due.RAISE)
    drill = do(drill, s.Play("Recruit New Units", "Latium"))
    assert (phase(drill), drill.agenda[-1].left) == (Due.CARDS, 3 + 2 + 5)
    assert at(do(drill, s.Raise("Latium", "LGN", "Rome"), s.Keep()), "Latium") == "LGN"
    dead = economy_of(hand(rich(state, "Carthage", 9), "Carthage", KILL), "Carthage", Due.RAISE)
    assert phase(do(dead, s.Play(KILL, "Scipio"), 6)) == Due.RAISE


@clause("14.2 Recruit New Units", "10.33")
@pytest.mark.parametrize(("csp", "points"), [(4, 5), (3, 5), (2, 3), (1, 3)])
def test_a_reduced_capital_recruits_less(csp: int, points: int) -> None:
    state = hand(placed("Rome in Latium: Scipio 2*"), "Rome", "Recruit New Units")
    state = do(turn_of(with_csp(state, "Latium", csp), "Rome"), s.Play("Recruit New Units", "Latium"))
    assert state.agenda[-1].left == 3 + 2 + points


@clause("14.2 Minor Rebellion")
@pytest.mark.parametrize(("reading", "left"), [("gone", 0), ("stay", 3)])
def test_what_becomes_of_rebels(reading: str, left: int) -> None:
    state = placed(empty(rulings={"rebels": reading}), "Rome in Latium: LGN, Scipio 2*")
    state = turn_of(state, "Rome", "Minor Rebellion")
    while phase(state) != Due.CARD_DRAW:
        state = do(state, next(iter(legal(state, s.Play, s.PlayIn)), s.Decline()))
    assert counters(cards.dismiss_rebels(do(state, s.Warbands(3)))).stack("BI").full == left


@clause("10.74", "14.2 Frontier War")
@pytest.mark.parametrize(("reading", "found"), [("cards", (True, False)), ("all", (True, True))])
def test_who_pillages_by_himself(reading: str, found: tuple[bool, bool]) -> None:
    state = placed(empty(rulings={"pillagers": reading}), "Cappadocia in Cappadocia: HI, Chief 1")
    by_war, by_invasion = cards._frontier(state, 1, "Cappadocia", "Frontier War"), under(state, Cappadocia="Aegyptus")
    assert tuple(cards.raised_by_card(each, state.leaders[0]) for each in (by_war, by_invasion)) == found


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
    majority = read(state, region_goal="majority")
    assert victory.achieved_count(majority, carthage, hispania) == 7  # four of seven (10.13)
    assert victory.achieved_count(garrisoned(majority, Baetica=None), carthage, hispania) == 0


@clause("4.45")
@pytest.mark.parametrize(("dead", "achieved"), [((), 0), ((1,), 1), ((0,), 0), ((0, 1), 0)])
def test_the_only_king_left_is_an_objective(dead: tuple[int, ...], achieved: int) -> None:
    state = placed(empty("two_consuls"), "Pompeius in Africa: P 3*", "Crassus in Latium: C 2*")
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
    card = "Forced March / Favorable Winds"
    state = active(turn_of(placed("Rome in Latium: LGN, Scipio 1*"), "Rome", card), "Scipio", 4)
    assert ops(do(state, s.Play(card, "Scipio"), die)) == 4 + die


@clause("14.2 Frontier War")
def test_a_frontier_war_wakes_nobody_s_client() -> None:
    state = placed(under(empty(), Bithynia="Rome"), "Massilia in Narbonensis: HI", "Pontus in Pontus: HI")
    state = placed(state, "Bithynia in Bithynia: HI", "Aegyptus in Aegyptus: HI, Ptolemy 2*")
    assert targets(turn_of(state, "Aegyptus", "Frontier War")) == {"Pontus"}


@clause("14.2 Leader Defection")
@pytest.mark.parametrize(("buyer", "for_sale"), [("Carthage", {"Seleucus"}), ("Rome", {"Seleucus", "Hanno"})])
def test_romans_are_not_for_sale_to_others(buyer: str, for_sale: set[str]) -> None:
    state = placed("Rome in Latium: HI, Scipio 2*", "Rome in Apulia: HI, Varro 2", "Carthage in Baetica: HI, Hanno 2")
    state = placed(state, "Carthage in Africa: HI, Hannibal 2*", "Seleucid in Cilicia: HI, Seleucus 2")
    state = turn_of(state, buyer, "Leader Defection")
    assert targets(state) == for_sale
    loyal = do(state, s.Play("Leader Defection", "Seleucus"), 2)  # his rating: he stays
    assert leader(loyal, "Seleucus").owner == power(loyal, "Seleucid")


@clause("15.4")
@pytest.mark.parametrize(("owner", "asked", "left_out"), [
    ("Rome", {"supreme": True}, False),  # a consul
    ("Rome", {}, True),
    ("Rome", {"rating": 2}, False),
    ("Rome", {"named": True}, False),
    ("Carthage", {"supreme": True}, True),
])  # fmt: skip
def test_which_leaders_of_rating_1_are_left_out(owner: str, asked: dict[str, Any], left_out: bool) -> None:
    somebody = Commander("Somebody", **{"rating": 1, "province": "Latium", "named": False, **asked})
    his = Contender(owner, "active", ("Latium",), source="-")
    assert setup._left_out(his, somebody, frozenset({"15.4"})) is left_out
    assert not setup._left_out(his, somebody, frozenset())


@clause("15.4")
def test_who_is_left_out_is_not_activated_and_leaves_his_units() -> None:
    plain, fewer = (rules.initial_state("second_punic_war", options=options) for options in ([], ["15.4"]))
    for state, leaders in ((plain, {"Ptolemy", "Sosibius", "Nicolaus"}), (fewer, {"Ptolemy"})):
        assert can(turn_of(state, "Aegyptus"), s.Activate) == leaders
    assert s.total(group.units for group in plain.groups) == s.total(group.units for group in fewer.groups)


@clause("15.81")
@pytest.mark.parametrize(("name", "die", "card"), [("Scipio", 1, True), ("Scipio", 2, False), ("Varro", 1, False)])
def test_a_card_comes_with_the_supreme_leader_s_one(name: str, die: int, card: bool) -> None:
    state = placed(empty(options=("15.81",)), "Rome in Latium: LGN, Scipio 1*, Varro 1")
    state = turn_of(replace(state, deck=("Piracy",)), "Rome")
    assert (phase(do(state, s.Activate(name), die)) == Due.CARD_DRAW) is card
