"""Positions worked out from the rulebook by hand, where rules meet: other powers and provinces than elsewhere."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from gamekit.roma_victrix import rules
from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.geography import INDEX, PLACES
from gamekit.roma_victrix.rules import sequence, treasury
from gamekit.roma_victrix.rules.control import scenario_constants
from gamekit.roma_victrix.state import Due, Pending, State
from tests.roma_victrix.setting import (
    active,
    at,
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
    undisturbed,
    where,
    with_csp,
)


def fought(state: State, attacker: int, defender: int, raised: int = 0) -> State:
    """The throw, so much of the modifier spent on the enemy's loss, losses paid in any way."""
    state = undisturbed(do(undisturbed(state), s.Dice(attacker, defender)))
    while phase(state) in (Due.SPLIT, Due.WINDOW, Due.PAY):
        state = do(state, s.Split(raised, 0) if phase(state) == Due.SPLIT else rules.legal_actions(state)[0])
    return state


def attacked(state: State, whom: str) -> State:
    """The attack, and the defender fights."""
    state = undisturbed(do(state, s.Attack(whom)))
    return undisturbed(do(state, s.Stand())) if s.Stand() in rules.legal_actions(state) else state


# A major power that was neutral --------------------------------------------------------------------------------------


def syria(**asked: Any) -> State:
    return under(empty("six_powers", **asked), Seleucid="Parthia")


@clause("3.84", "7.1", "10.72")
def test_awakened_it_collects_as_a_power_of_its_own() -> None:
    state = syria()
    who = power(state, "Seleucid")
    assert treasury.income(state, who) == 3 + 2 + 5
    assert treasury.income(replace(state, pillaged=frozenset({INDEX["Cilicia"]})), who) == 3 + 5


@clause("3.84", "10.34")
def test_its_treasury_is_sacked_and_not_its_player_s() -> None:
    state = rich(rich(lead(syria(), "Rome", "Sulla", 4, "Cilicia", True), "Seleucid", 7), "Parthia", 30)
    state = with_csp(garrisoned(put(state, "Rome", "Cilicia", "20 LGN"), Cilicia="Rome"), "Syria", 1)
    state = garrisoned(state, Syria=None)
    state = undisturbed(active(turn_of(state, "Rome"), "Sulla", 9, s.Enter("Syria")))
    before = money(state, "Rome")
    state = fought(do(state, s.Besiege()), 6, 1)
    assert (money(state, "Rome") - before, money(state, "Seleucid"), money(state, "Parthia")) == (10 + 4, 3, 30)


@clause("3.84", "15.1")
def test_leader_by_leader_its_markers_are_in_the_cup_too() -> None:
    state = lead(put(syria(options=("15.1",)), "Seleucid", "Cilicia", "HI"), "Seleucid", "Diodotus", 1, "Cilicia")
    state = replace(state, agenda=(Pending(Due.GAME_TURN), Pending(Due.INITIATIVE), Pending(Due.BAG)))
    drawn = {str(each.name) for each in rules.chance_outcomes(rules.settled(state)) if isinstance(each, s.Draw)}
    assert {"Diodotus", "Seleucid"} <= drawn


@clause("3.84", "8.32")
def test_it_goes_hungry_for_its_own_want() -> None:
    state = rich(put(syria(), "Seleucid", "Syria", "6 HI"), "Parthia", 50)
    state = economy_of(rich(state, "Seleucid", 2), "Seleucid", Due.UPKEEP)
    assert (money(state, "Seleucid"), sum(sum(each.units) for each in state.groups if each.hungry)) == (0, 2)


@clause("3.84", "11.23")
def test_nobody_calls_an_awakened_major_power() -> None:
    state = put(syria(), "Seleucid", "Syria", "HI")
    state = lead(put(state, "Parthia", "Media", "AUX"), "Parthia", "King", 3, "Media", True)
    assert not [each for each in legal(turn_of(state, "Parthia"), s.Call) if each.power == "Seleucid"]


# Pillage --------------------------------------------------------------------------------------------------------------


@clause("10.71", "10.73")
def test_a_province_won_back_from_rebels_is_one_s_own() -> None:
    state = hand(
        lead(put(empty(), "Rome", "Latium", "8 LGN"), "Rome", "Scipio", 2, "Latium", True),
        "Carthage",
        "Minor Rebellion",
    )
    state = put(lead(state, "Carthage", "Hannibal", 4, "Africa", True), "Carthage", "Africa", "HI")
    state = undisturbed(do(turn_of(state, "Carthage"), s.Play("Minor Rebellion", "Apulia")))
    state = do(state, s.Warbands(1)) if rules.current_player(state) == "chance" else state
    assert s.EndTurn() in rules.legal_actions(state)
    state = undisturbed(active(turn_of(state, "Rome"), "Scipio", 8, s.Enter("Apulia")))
    state = fought(attacked(state, "Carthage"), 6, 1, 4)
    assert phase(state) == Due.LEADER
    assert at(state, "Apulia", "Carthage") == ""
    assert legal(state, s.Pillage) == []


@clause("10.71", "10.73")
def test_an_ally_s_province_taken_back_is_not_pillaged_by_its_patron() -> None:
    state = garrisoned(put(empty(), "Carthage", "Sicilia", "rHI"), Sicilia="Carthage")  # a client of Rome's had it
    state = replace(
        state,
        belongs=tuple(
            power(state, "Syracusae") if place == INDEX["Sicilia"] else each for place, each in enumerate(state.belongs)
        ),
    )
    state = lead(put(state, "Rome", "Messina", "10 LGN"), "Rome", "Scipio", 4, "Messina", True)
    state = undisturbed(active(turn_of(state, "Rome"), "Scipio", 8, s.Enter("Sicilia")))
    state = fought(attacked(state, "Carthage"), 6, 1, 4)
    assert holder(state, "Sicilia") == "Rome"
    assert s.Pillage() in rules.legal_actions(state)  # Carthage had conquered it: it was Carthage's (10.24)


@clause("10.71", "5.95")
def test_who_lands_and_wins_pillages() -> None:
    state = lead(put(empty(), "Carthage", "Africa", "5 HI"), "Carthage", "Mago", 2, "Africa", True)
    state = put(state, "Carthage", "Africa (Mare Tyrrhenum)", "5 FLEET")
    state = active(turn_of(state, "Carthage"), "Mago", 12, s.Embark("Africa (Mare Tyrrhenum)"))
    for place in ("Mare Tyrrhenum", "Corsica (Mare Tyrrhenum)"):
        state = do(state, s.SailTo(place))
        while phase(state) == Due.SEA_ROLL:
            state = do(state, 6)
        state = undisturbed(state)
    state = undisturbed(do(state, s.Land()))
    state = fought(attacked(state, "Rome"), 6, 1)
    left = ops(state)
    state = do(state, s.Pillage(), 3)
    assert (ops(state), money(state, "Carthage"), holder(state, "Corsica")) == (left - 1, 2 + 3, "Carthage")
    assert s.Pillage() not in rules.legal_actions(state)


# Upkeep ---------------------------------------------------------------------------------------------------------------


# Attrition ------------------------------------------------------------------------------------------------------------


def checks(state: State) -> list[tuple[str, str]]:
    agenda = (Pending(Due.GAME_TURN), Pending(Due.ATTRITION))
    steps = sequence.attrition(replace(state, agenda=agenda)).agenda
    return sorted((str(each.actor), PLACES[each.place]) for each in steps if each.phase == Due.ATTRITION_ROLL)


@clause("4.2")
def test_friends_in_one_province_do_not_check() -> None:
    state = put(put(empty(), "Rome", "Sicilia", "LGN"), "Syracusae", "Sicilia", "HI")
    assert checks(put(state, "Rome", "Sicilia (Mare Ionium)", "FLEET")) == []


# At sea ---------------------------------------------------------------------------------------------------------------


def off_cyprus(**asked: Any) -> State:
    state = put(empty(**asked), "Aegyptus", "Cyprus (Mare Aegyptum)", "2 FLEET")
    state = put(state, "Rome", "Aegyptus (Mare Aegyptum)", "5 FLEET")
    state = lead(
        put(garrisoned(state, Aegyptus="Rome"), "Rome", "Aegyptus", "LGN"), "Rome", "Scipio", 1, "Aegyptus", True
    )
    state = put(put(state, "Seleucid", "Syria (Mare Aegyptum)", "3 FLEET"), "Seleucid", "Syria", "HI")
    state = lead(state, "Seleucid", "Antiochus", 3, "Syria", True)
    state = active(turn_of(state, "Rome"), "Scipio", 9, s.Embark("Aegyptus (Mare Aegyptum)"))
    for place in ("Mare Aegyptum", "Cyprus (Mare Aegyptum)"):
        state = do(state, s.SailTo(place))
        state = undisturbed(state)
    return state


@clause("5.71")
def test_ships_that_rolled_four_do_not_flee() -> None:
    state = undisturbed(do(off_cyprus(), s.Attack("Aegyptus"), s.Withdraw(), 4))
    assert at(state, "Cyprus", "Aegyptus") == "2 FLEET"
    assert phase(state) in (Due.DICE, Due.WINDOW)


@clause("5.65", "5.66", "14.2 Assassination Attempt")
def test_ships_in_a_strait_stay_there_without_their_admiral() -> None:
    state = hand(put(empty(), "Rome", "Latium", "LGN"), "Rome", "Assassination Attempt")
    state = put(state, "Carthage", "Sicilia (Mare Tyrrhenum)", "2 FLEET")
    state = lead(
        put(garrisoned(state, Sicilia="Carthage"), "Carthage", "Sicilia", "HI"), "Carthage", "Mago", 1, "Sicilia"
    )
    state = active(turn_of(state, "Carthage"), "Mago", 9, s.Embark("Sicilia (Mare Tyrrhenum)"))
    if legal(state, s.Leave):
        state = (
            do(state, s.Leave("HI", "Carthage", 1))
            if s.Leave("HI", "Carthage", 1) in rules.legal_actions(state)
            else state
        )
    state = do(state, s.SailTo("Messina"))
    while s.Play("Assassination Attempt", "Mago") not in rules.legal_actions(state):
        state = do(state, s.Decline())
    state = undisturbed(do(state, s.Play("Assassination Attempt", "Mago"), 6))
    assert where(state, "Mago") is None
    assert not any(PLACES[each.place].startswith("Mare") for each in state.groups)
    assert at(state, "Messina", "Carthage").endswith("2 FLEET")


@clause("3.84", "5.95")
def test_ships_in_the_port_of_a_neutral_major_power_wake_it() -> None:
    state = put(put(empty(), "Rome", "Apulia (Mare Ionium)", "2 FLEET"), "Rome", "Apulia", "LGN")
    state = lead(state, "Rome", "Scipio", 1, "Apulia", True)
    state = active(turn_of(state, "Rome"), "Scipio", 20, s.Embark("Apulia (Mare Ionium)"))
    for place in ("Mare Ionium", "Mare Aegaeum", "Thessalia (Mare Aegaeum)"):
        state = do(state, s.SailTo(place))
        while phase(state) == Due.SEA_ROLL:
            state = do(state, 6)
        state = undisturbed(state)
    assert phase(state) == Due.CONTROLLER or state.patron[power(state, "Macedonia")] >= 0


@clause("3.88", "5.61")
def test_ships_off_a_neutral_s_coast_do_not_wake_it() -> None:
    state = put(put(empty(), "Aegyptus", "Lycia (Mare Aegyptum)", "3 FLEET"), "Rhodus", "Rhodus", "AUX")
    state = turn_of(lead(put(state, "Aegyptus", "Lycia", "HI"), "Aegyptus", "Ptolemy", 2, "Lycia", True), "Aegyptus")
    state = undisturbed(do(active(state, "Ptolemy", 8, s.Embark("Lycia (Mare Aegyptum)")), s.SailTo("Mare Aegyptum")))
    assert phase(state) == Due.LEADER
    assert state.patron[power(state, "Rhodus")] == -1


# Marching among others ------------------------------------------------------------------------------------------------


def in_epirus() -> State:
    state = under(empty(), Epirus="Carthage")
    state = lead(put(state, "Epirus", "Epirus", "2 HI"), "Carthage", "Hannibal", 3, "Africa", True)
    state = put(put(state, "Rome", "Epirus (Mare Adriaticum)", "4 FLEET"), "Rome", "Dalmatia", "4 LGN")
    return turn_of(lead(garrisoned(state, Dalmatia="Rome"), "Rome", "Scipio", 2, "Dalmatia", True), "Rome")


@clause("5.27", "5.91")
def test_who_was_let_through_may_sail_on() -> None:
    state = undisturbed(do(undisturbed(active(in_epirus(), "Scipio", 8, s.Enter("Epirus"))), s.Stand()))
    state = do(state, s.Take("FLEET", "Rome", 4))
    assert legal(state, s.Enter, s.Embark) == []
    state = do(state, s.Ask(), s.Allow())
    assert s.Embark("Epirus (Mare Adriaticum)") in rules.legal_actions(state)
    assert legal(state, s.Enter)


@clause("5.27", "5.32")
def test_after_a_draw_he_is_still_held_up() -> None:
    state = undisturbed(do(undisturbed(active(in_epirus(), "Scipio", 8, s.Enter("Epirus"))), s.Stand()))
    state = fought(attacked(state, "Carthage"), 3, 3)
    assert legal(state, s.Enter, s.Embark) == []
    assert s.Attack("Carthage") in rules.legal_actions(state)


# Lone leaders ---------------------------------------------------------------------------------------------------------


@clause("3.34")
def test_two_leaders_alone_do_each_other_nothing() -> None:
    state = lead(lead(empty(), "Rome", "Scipio", 2, "Apulia", True), "Carthage", "Mago", 2, "Latium", True)
    state = undisturbed(active(turn_of(garrisoned(state, Apulia=None), "Carthage"), "Mago", 4, s.Enter("Apulia")))
    assert where(state, "Scipio") == "Apulia"
    assert where(state, "Mago") == "Apulia"


# Garrisons ------------------------------------------------------------------------------------------------------------


# Capitals -------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("csp", "points"), [(4, 5), (3, 5), (2, 3), (1, 3), (0, 0)])
@clause("10.33", "9.65")
def test_what_a_capital_yields_by_its_strength(csp: int, points: int) -> None:
    state = with_csp(empty(), "Aegyptus", csp)
    if csp:
        assert treasury.city_income(state, power(state, "Aegyptus"), INDEX["Aegyptus"]) == points
    state = with_csp(lead(empty("six_powers"), "Parthia", "King", 2, "Babylonia", True), "Babylonia", csp)
    state = economy_of(state, "Parthia", Due.RAISE)
    while found := [each for each in legal(state, s.Raise) if each.place == "Babylonia"]:
        state = do(state, found[0])
    assert sum(s.land_csp(each.units) for each in state.groups) == (3 + 2 + points) // 2 * 2


# Parthia --------------------------------------------------------------------------------------------------------------


def parthia(**asked: Any) -> State:
    return lead(empty("six_powers", **asked), "Parthia", "King", 2, "Babylonia", True)


@clause("9.61", "9.63", "9.66")
def test_parthia_rebuilds_in_persia_alone_and_not_where_it_burns() -> None:
    state = lead(garrisoned(parthia(), Osrhoene="Parthia", Syria="Parthia"), "Parthia", "Surena", 1, "Syria")
    state = lead(lead(state, "Parthia", "Gotarzes", 1, "Media"), "Parthia", "Orodes", 1, "Hatra")
    for place in ("Syria", "Media", "Hatra"):
        state = put(state, "Parthia", place, "rAUX, rCAV")
    state = economy_of(replace(state, pillaged=frozenset({INDEX["Hatra"]})), "Parthia", Due.RAISE)
    assert {each.place for each in legal(state, s.Rebuild)} == {"Media"}
    assert "Syria" not in {each.place for each in legal(state, s.Raise)}


@clause("9.66", "15.2", "15.6", "17.1")
def test_what_parthia_raises_with_options() -> None:
    options = ("15.2", "15.6", "17.1")
    state = economy_of(rich(parthia(options=options), "Parthia", 30), "Parthia", Due.RAISE)
    assert {each.unit for each in legal(state, s.Raise)} == {"CAV", "HC"}


@clause("12.21", "4.2")
def test_a_king_s_losses_by_attrition_are_looked_at() -> None:
    state = put(parthia(), "Parthia", "Babylonia", "3 AUX, rAUX", hungry=True)
    state = lead(put(state, "Parthia", "Media", "4 AUX"), "Parthia", "Gotarzes", 3, "Media")
    state = rules.settled(
        replace(state, agenda=(Pending(Due.GAME_TURN), Pending(Due.INITIATIVE), Pending(Due.ATTRITION)))
    )
    while phase(state) in (Due.ATTRITION_ROLL, Due.PAY):
        state = do(state, 1 if phase(state) == Due.ATTRITION_ROLL else s.Pay("rAUX", "Parthia"))
    assert at(state, "Babylonia") == "3 AUX"
    assert phase(state) == Due.REBELLION_ROLL


# Barbaricum -----------------------------------------------------------------------------------------------------------


@clause("13.12", "14.2 Barbarian Invasion")
def test_invaders_pass_their_own_people_and_wake_another() -> None:
    state = hand(
        lead(put(empty("six_powers"), "Rome", "Latium", "LGN"), "Rome", "Sulla", 3, "Latium", True),
        "Rome",
        "Barbarian Invasion",
    )
    state = undisturbed(do(turn_of(state, "Rome"), s.Play("Barbarian Invasion", "Iazygia")))
    while phase(state) not in (Due.ORDERS, Due.LEADER):
        state = (
            do(state, s.Warbands(5))
            if rules.current_player(state) == "chance"
            else do(state, rules.legal_actions(state)[0])
        )
    state = active(state, "Barbarian Invasion", 8) if phase(state) == Due.ORDERS else state
    assert phase(undisturbed(do(state, s.Enter("Dacia")))) == Due.LEADER
    woken = undisturbed(do(state, s.Enter("Pannonia")))
    assert phase(woken) in (Due.REVEAL, Due.CONTROLLER)


# Clients and cards ----------------------------------------------------------------------------------------------------


@clause("6.3")
def test_only_counters_of_one_power_and_place_join() -> None:
    state = put(put(empty(), "Rome", "Sicilia", "rAUX"), "Syracusae", "Sicilia", "rAUX")
    state = put(put(state, "Rome", "Latium", "rAUX"), "Rome", "Sicilia (Mare Ionium)", "rFLEET")
    state = put(state, "Rome", "Sicilia (Mare Africum)", "rFLEET")
    state = lead(put(state, "Rome", "Latium", "LGN"), "Rome", "Scipio", 2, "Latium", True)
    assert [each for each in legal(turn_of(state, "Rome"), s.Join) if each.kind == "AUX"] == []


# Clauses whose own tests had not noticed when the code that keeps them was turned round -------------------------------


@clause("3.85", "10.71", "11.22")
def test_what_a_client_plunders_is_its_player_s() -> None:
    state = lead(put(empty(), "Rome", "Latium", "LGN"), "Rome", "Scipio", 4, "Latium", True)
    state = lead(put(state, "Syracusae", "Sicilia", "4 HI"), "Syracusae", "Hiero", 2, "Sicilia", True)
    state = garrisoned(put(state, "Syracusae", "Sicilia (Mare Ionium)", "4 FLEET"), Epirus="Carthage")
    state = active(do(turn_of(state, "Rome"), s.Call("Syracusae"), 1), "Hiero", 20, s.Embark("Sicilia (Mare Ionium)"))
    for place in ("Mare Ionium", "Epirus (Mare Ionium)"):
        state = do(state, s.SailTo(place))
        while phase(state) == Due.SEA_ROLL:
            state = do(state, 6)
        state = undisturbed(state)
    state = fought(attacked(undisturbed(do(state, s.Land())), "Carthage"), 6, 1, 4)
    before = money(state, "Rome")
    state = do(state, s.Pillage(), 3)
    assert (money(state, "Rome") - before, money(state, "Syracusae")) == (3 + 2, 0)


@clause("5.91", "5.92", "5.6")
def test_who_stands_in_a_strait_embarks_there() -> None:
    state = put(put(empty(), "Rome", "Messina", "LGN"), "Rome", "Messina", "FLEET")
    state = lead(state, "Rome", "Scipio", 2, "Messina", True)
    assert s.Embark("Messina") in rules.legal_actions(active(turn_of(state, "Rome"), "Scipio", 5))
    state = active(turn_of(put(state, "Rome", "Messina", "LGN"), "Rome"), "Scipio", 5)
    assert legal(state, s.Embark) == []  # 5.94: one ship carries one of them


@clause("7.8", "10.34", "10.35", "3.84")
def test_an_awakened_power_keeps_what_it_sacks() -> None:
    state = lead(put(syria(), "Seleucid", "Iudaea", "20 HI"), "Seleucid", "Diodotus", 4, "Iudaea", True)
    state = rich(garrisoned(with_csp(state, "Aegyptus", 1), Aegyptus=None), "Aegyptus", 5)
    state = undisturbed(active(turn_of(state, "Seleucid"), "Diodotus", 9, s.Enter("Aegyptus")))
    before = money(state, "Seleucid")
    state = fought(do(state, s.Besiege()), 6, 1, 4)
    assert (money(state, "Seleucid") - before, money(state, "Aegyptus"), money(state, "Parthia")) == (10 + 3, 2, 0)


@pytest.mark.parametrize(("owner", "found"), [("Rome", 2), ("Parthia", 0)])
@clause("10.6", "10.68")
def test_limes_stand_again_where_a_roman_controls_the_province(
    owner: str, found: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = put(garrisoned(empty("six_powers"), Dalmatia=owner), owner, "Dalmatia", "AUX")
    there = INDEX["Dalmatia"]
    monkeypatch.setattr(type(scenario_constants(state)), "limes_at", lambda _, place: 2 * (place == there))
    raising = replace(state, agenda=(Pending(Due.GAME_TURN), Pending(Due.RAISE, 0, who=power(state, "Rome"))))
    assert (state.limes[there], treasury.keep(raising, s.Keep()).limes[there]) == (0, found)


@clause("8.3", "8.31")
def test_one_power_s_upkeep_leaves_another_s_hunger_alone() -> None:
    state = put(put(empty(), "Carthage", "Africa", "3 HI", hungry=True), "Seleucid", "Syria", "2 HI", hungry=True)
    state = lead(lead(state, "Carthage", "Mago", 1, "Africa", True), "Seleucid", "Antiochus", 3, "Syria", True)
    state = economy_of(rich(state, "Seleucid", 9), "Seleucid", Due.UPKEEP)
    assert {power(state, "Carthage")} == {each.owner for each in state.groups if each.hungry}
    assert money(state, "Seleucid") == 8


@clause("5.83", "5.87")
def test_ships_that_withdrew_alone_have_no_leader() -> None:
    state = undisturbed(do(off_cyprus(), s.Attack("Aegyptus"), s.Withdraw(), 3))
    state = do(state, s.RetreatTo("Iudaea (Mare Aegyptum)"), s.Intercept("Antiochus"), 4)
    state = do(undisturbed(state), s.Dice(2, 2))
    assert state.battle is not None
    assert (state.battle.leaders[1], state.battle.net) == (-1, 3)  # 3 ships to 2: no ratio


@clause("10.6", "3.58")
def test_limes_stand_where_the_scenario_says_and_nowhere_else() -> None:
    there = INDEX["Pannonia"]
    frame = replace(scenario_constants(empty()), limes=frozenset({there}))
    assert [frame.limes_at(place) for place in (there, there + 1, 0)] == [2, 0, 0]
    assert not any(empty().limes)  # in 218 BC there are none


@clause("15.6", "15.2")
def test_without_auxilia_none_are_set_up_and_the_rest_is() -> None:
    plain, fewer = (rules.initial_state("six_powers", options=options) for options in ((), ("15.6",)))
    for counter, count, left in zip(
        s.COUNTERS, s.total(each.units for each in plain.groups), s.total(each.units for each in fewer.groups)
    ):
        assert left == (0 if counter.endswith("AUX") else count)


@pytest.mark.parametrize(("die", "drills"), [(1, False), (2, False), (3, True), (6, True)])
@clause("9.13", "9.14")
def test_who_fails_his_levy_raises_and_does_not_march(die: int, drills: bool) -> None:
    state = rich(lead(put(empty(), "Rome", "Apulia", "LGN"), "Rome", "Scipio", 2, "Apulia", True), "Rome", 20)
    state = do(economy_of(state, "Rome", Due.RAISE), s.LevyRoll("Scipio"), die)
    assert rules.current_player(state) == "Rome"
    state = do(state, s.Raise("Apulia", "AUX", "Rome"))
    assert at(state, "Apulia") == "LGN, AUX"
    state = do(state, s.Keep())
    assert (s.Activate("Scipio") in rules.legal_actions(turn_of(state, "Rome"))) == (not drills)
