"""Clauses whose rule could be turned round without a test of theirs noticing, each by a position of its own."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gamekit.play.protocol import IllegalAction
from gamekit.roma_victrix import rules
from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.geography import INDEX, LAND_STEPS, PLACES
from gamekit.roma_victrix.rules import battle, control, sequence, treasury
from gamekit.roma_victrix.state import NONE, Due, Pending, State, has_land
from tests.roma_victrix.setting import (
    active,
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
    losses_paid,
    money,
    ops,
    phase,
    power,
    put,
    rich,
    turn_of,
    undisturbed,
    where,
    with_csp,
)

OSTIA, CAGLIARI, CARTHAGO = "Latium (Mare Tyrrhenum)", "Sardinia (Mare Tyrrhenum)", "Africa (Mare Tyrrhenum)"


# The game-turn --------------------------------------------------------------------------------------------------------


@clause("4.1")
def test_a_game_turn_goes_through_its_phases_in_the_order_of_the_text() -> None:
    state = replace(empty(), pillaged=frozenset({INDEX["Apulia"]}), agenda=(Pending(Due.GAME_TURN),))
    later = [step.phase for step in reversed(sequence.game_turn(state).agenda)]
    first = [step.phase for step in reversed(sequence.game_turn(replace(state, turn=0)).agenda)]
    economy = [Due.REVENUE, Due.UPKEEP, Due.CONSULS, Due.RAISE, Due.CARD]
    order = [Due.MARKER_ROLL, Due.ATTRITION, *economy, Due.BAG, Due.INITIATIVE, Due.GAME_TURN]
    assert list(dict.fromkeys(each for each in later if each != Due.CONSULS)) == [x for x in order if x != Due.CONSULS]
    assert {Due.MARKER_ROLL, Due.ATTRITION} & set(first) == set()


# Marching -------------------------------------------------------------------------------------------------------------


# Ships ----------------------------------------------------------------------------------------------------------------


@clause("5.63", "5.24")
def test_ships_left_in_port_by_one_leader_sail_with_no_other() -> None:
    state = put(put(empty(), "Rome", OSTIA, "2 FLEET"), "Rome", "Latium", "LGN")
    state = lead(lead(state, "Rome", "Scipio", 2, "Latium", True), "Rome", "Varro", 1, "Sardinia")
    state = active(turn_of(state, "Rome"), "Scipio", 8, s.Embark(OSTIA))
    for place in ("Mare Tyrrhenum", CAGLIARI):
        state = undisturbed(do(state, s.SailTo(place)))
    state = undisturbed(do(state, s.Land()))
    state = do(state, s.EndLeader())
    second = active(state, "Varro", 8)
    assert (at(second, "Sardinia"), can(second, s.Take), can(second, s.Embark)) == ("LGN, 2 FLEET", set(), set())


@clause("5.67", "5.25")
def test_ships_stay_in_port_when_their_leader_marches_on() -> None:
    state = put(put(empty(), "Rome", OSTIA, "2 FLEET"), "Rome", "Latium", "LGN")
    state = active(turn_of(lead(state, "Rome", "Scipio", 2, "Latium", True), "Rome"), "Scipio", 6, s.Enter("Apulia"))
    assert (at(state, "Apulia"), at(state, "Latium")) == ("LGN", "2 FLEET")


def in_messina(points: int, *enemies: str) -> State:
    """Mago with a laden fleet of Carthage has come into the strait of Messina, where enemies lie."""
    state = put(put(empty(), "Carthage", "Africa", "HI"), "Carthage", CARTHAGO, "4 FLEET")
    state = lead(state, "Carthage", "Mago", 2, "Africa", True)
    for enemy in enemies:
        state = put(state, enemy, "Messina", "2 FLEET")
    state = active(turn_of(state, "Carthage"), "Mago", points, s.Embark(CARTHAGO))
    return undisturbed(do(undisturbed(do(state, s.SailTo("Mare Tyrrhenum"))), s.SailTo("Messina")))


@clause("5.93", "5.66", "3.23")
def test_who_sails_laden_into_a_strait_has_points_to_fight_for_his_way_out() -> None:
    """Embark, the sea, the strait, a fight with each who lies there, a coast, and ashore: 5 points and one a fight."""
    for enemies in ((), ("Rome",), ("Rome", "Seleucid")):
        assert where(in_messina(5 + len(enemies), *enemies), "Mago") == "Messina"
        with pytest.raises(IllegalAction):
            in_messina(4 + len(enemies), *enemies)


@clause("5.65", "5.93")
def test_who_cannot_fight_his_way_out_of_a_strait_puts_in_with_all_aboard() -> None:
    state = in_messina(6, "Rome")
    assert can(state, s.SailTo) == set()
    assert s.EndLeader() not in rules.legal_actions(state)  # while he has points to fight
    for points in (2, 1, 0):  # three fights without a winner
        state = losses_paid(do(state, s.Attack("Rome"), s.Stand(), s.Dice(1, 1)))
        assert ops(state) == points
    assert rules.legal_actions(state)[-1] == s.EndLeader()
    state = do(state, s.EndLeader())  # to the nearest friendly coast
    assert (where(state, "Mago"), at(state, "Messina", "Carthage")) == ("Africa", "")
    assert not any(has_land(group.units) and group.place == INDEX[CARTHAGO] for group in state.groups)


# Revenue and new units ------------------------------------------------------------------------------------------------


@clause("7.7")
@pytest.mark.parametrize(("owner", "reaches"), [("Rome", True), ("Syracusae", False), ("Carthage", False)])
def test_the_ships_over_which_revenue_comes_are_the_power_s_own(owner: str, reaches: bool) -> None:
    state = put(empty(), owner, "Sicilia (Mare Tyrrhenum)", "FLEET")
    dry = treasury.income(empty(), power(state, "Rome"))
    assert treasury.income(state, power(state, "Rome")) - dry == (1 + 1 + 1) * reaches


@clause("9.13", "9.14")
@pytest.mark.parametrize(("die", "acts"), [(1, True), (2, True), (3, False)])
def test_a_levy_roll_of_his_rating_or_less_leaves_a_leader_his_points(die: int, acts: bool) -> None:
    state = lead(rich(empty(), "Rome", 60), "Rome", "Varro", 2, "Apulia")
    state = do(economy_of(state, "Rome", Due.RAISE), s.LevyRoll("Varro"), die, s.Raise("Apulia", "AUX", "Rome"))
    assert (can(do(state, s.Keep()), s.Activate) == {"Varro"}) is acts


@clause("9.41", "9.12", "11.26")
def test_a_called_client_turns_its_reduced_units_at_home() -> None:
    state = put(empty(), "Syracusae", "Sicilia", "rHI, rCAV")
    state = replace(state, summoned=frozenset({power(state, "Syracusae")}))
    state = economy_of(state, "Rome", Due.RAISE)
    state = do(state, s.Rebuild("Sicilia", "HI", "Syracusae"))
    assert at(state, "Sicilia") == "HI, rCAV"


@clause("9.42", "11.25", "7.9")
def test_a_client_costs_and_brings_its_patron_nothing() -> None:
    state = lead(rich(empty(), "Rome", 30), "Rome", "Scipio", 1, "Latium", True)
    state = put(state, "Syracusae", "Sicilia", "6 HI, rCAV")
    rome = power(state, "Rome")
    alone = replace(state, groups=())
    assert (
        treasury.income(state, rome)
        == treasury.income(alone, rome)
        == treasury.income(garrisoned(alone, Sicilia=None, Narbonensis=None, Tarraconensis=None), rome)
    )
    assert treasury.income(state, power(state, "Syracusae")) == 0
    paid = economy_of(state, "Rome", Due.UPKEEP)
    assert (money(paid, "Rome"), any(group.hungry for group in paid.groups)) == (30, False)
    state = replace(state, summoned=frozenset({power(state, "Syracusae")}))
    state = economy_of(state, "Rome", Due.RAISE)
    state = do(state, s.Raise("Sicilia", "HI", "Syracusae"), s.Rebuild("Sicilia", "CAV", "Syracusae"))
    assert (at(state, "Sicilia"), money(state, "Rome"), money(state, "Syracusae")) == ("7 HI, CAV", 30, 0)


@clause("12.1", "12.13", "9.61")
def test_rome_conquers_in_persia_and_parthia_raises_nothing_outside() -> None:
    state = garrisoned(empty("six_powers"), Osrhoene="Rome", Syria="Rome")
    state = put(state, "Rome", "Syria (Mare Aegyptum)", "FLEET")
    state = lead(put(state, "Rome", "Osrhoene", "9 LGN"), "Rome", "Crassus", 3, "Osrhoene", True)
    before = treasury.income(state, power(state, "Rome"))
    state = undisturbed(active(turn_of(state, "Rome"), "Crassus", 5, s.Enter("Hatra")))
    state = losses_paid(do(state, s.Attack("Parthia"), s.Dice(6, 1)))
    state = do(state, s.EndLeader())
    assert (holder(state, "Hatra"), control.control(state, INDEX["Hatra"])) == ("Rome", power(state, "Rome"))
    assert treasury.income(state, power(state, "Rome")) == before + 2
    abroad = garrisoned(empty("six_powers"), Syria="Parthia", Media="Parthia")
    abroad = lead(lead(abroad, "Parthia", "Surena", 3, "Syria"), "Parthia", "King", 3, "Media", True)
    raising = economy_of(abroad, "Parthia", Due.RAISE)
    assert {each.place for each in legal(raising, s.Raise) if each.power == "Parthia"} >= {"Media"}
    assert not legal(raising, s.Raise, place="Syria")


# Provinces and capitals -----------------------------------------------------------------------------------------------


def in_africa(theirs: str, csp: int = 4, mine: str = "8 LGN", points: int = 8) -> State:
    """Scipio has come to Africa, where Carthage's capital stands; the defenders stay outside."""
    state = with_csp(put(empty(), "Carthage", "Africa", theirs) if theirs else empty(), "Africa", csp)
    state = put(garrisoned(state, Numidia="Rome", Africa=None), "Rome", "Numidia", mine)
    state = turn_of(lead(state, "Rome", "Scipio", 2, "Numidia", True), "Rome")
    state = active(state, "Scipio", points, s.Enter("Africa"))
    return undisturbed(do(state, s.Stand())) if phase(state) == Due.SHELTER else undisturbed(state)


@clause("10.2", "10.21", "10.24", "10.52")
@pytest.mark.parametrize("beaten", ["rAUX", "9 HI"])
def test_a_province_is_conquered_when_its_defenders_fall_or_must_go(beaten: str) -> None:
    state = garrisoned(empty(), Narbonensis="Carthage", Tarraconensis="Carthage")
    state = lead(put(state, "Carthage", "Narbonensis", beaten), "Carthage", "Hanno", 1, "Narbonensis")
    state = lead(put(state, "Rome", "Cisalpina", "9 LGN"), "Rome", "Scipio", 2, "Cisalpina", True)
    state = undisturbed(active(turn_of(state, "Rome"), "Scipio", 6, s.Enter("Narbonensis"), 6))
    assert holder(state, "Narbonensis") == "Carthage"  # coming there is not enough
    state = do(state, s.Attack("Carthage"), s.Stand(), s.Dice(6, 1))
    state = losses_paid(do(state, s.Split(4, 0)) if beaten == "rAUX" else state)
    state = do(state, 6) if phase(state) == Due.DEATH_ROLL else state
    if beaten == "9 HI":
        state = do(state, s.RetreatTo("Tarraconensis"), s.Stay())
    assert (at(state, "Narbonensis", "Carthage"), holder(undisturbed(state), "Narbonensis")) == ("", "Rome")


@clause("10.21", "10.23")
def test_a_province_where_the_defenders_stay_is_not_conquered() -> None:
    state = garrisoned(empty(), Narbonensis="Carthage", Tarraconensis="Carthage")
    state = lead(put(state, "Carthage", "Narbonensis", "9 HI"), "Carthage", "Hanno", 1, "Narbonensis")
    state = lead(put(state, "Rome", "Cisalpina", "9 LGN"), "Rome", "Scipio", 2, "Cisalpina", True)
    state = undisturbed(active(turn_of(state, "Rome"), "Scipio", 6, s.Enter("Narbonensis"), 6))
    state = do(losses_paid(do(state, s.Attack("Carthage"), s.Stand(), s.Dice(4, 1))), 6, s.Stay(), 1)
    ended = do(undisturbed(state), s.EndLeader())
    assert (holder(ended, "Narbonensis"), control.control(ended, INDEX["Narbonensis"])) == ("Carthage", NONE)
    bare = do(garrisoned(undisturbed(state), Narbonensis=None), s.EndLeader())
    assert (holder(bare, "Narbonensis"), control.control(bare, INDEX["Narbonensis"])) == (None, NONE)


@clause("5.31")
def test_a_retreat_goes_on_and_never_back() -> None:
    state = garrisoned(replace(empty(), capitals=()), Aquitania="Carthage", Lugdunensis="Carthage")
    state = replace(state, markers=tuple(0 for _ in state.markers))
    state = lead(put(state, "Carthage", "Narbonensis", "9 HI"), "Carthage", "Hanno", 1, "Narbonensis")
    state = lead(put(state, "Rome", "Cisalpina", "9 LGN"), "Rome", "Scipio", 2, "Cisalpina", True)
    state = undisturbed(active(turn_of(state, "Rome"), "Scipio", 6, s.Enter("Narbonensis"), 6))
    state = do(losses_paid(do(state, s.Attack("Carthage"), s.Stand(), s.Dice(4, 1))), 6, s.Stay(), 4)  # three provinces
    passed = ["Narbonensis"]
    while phase(state) == Due.RETREAT:
        ways = can(state, s.RetreatTo)
        assert ways
        assert not ways & {*passed, "Cisalpina"}  # whence the attacker came
        passed.append(min(ways))
        state = do(state, s.RetreatTo(passed[-1]))
    assert len(passed) == 4


@clause("5.31", "3.22")
def test_nobody_retreats_into_the_desert() -> None:
    state = garrisoned(replace(empty(), capitals=()), Tripolitania="Rome", Syrtica="Rome", Cyrenaica="Rome")
    state = lead(put(state, "Carthage", "Tripolitania", "HI"), "Carthage", "Hanno", 1, "Tripolitania")
    state = lead(put(state, "Rome", "Syrtica", "9 LGN"), "Rome", "Scipio", 2, "Syrtica", True)
    state = undisturbed(active(turn_of(garrisoned(state, Tripolitania="Carthage"), "Rome"), "Scipio", 6))
    state = undisturbed(do(state, s.Enter("Tripolitania")))
    state = do(losses_paid(do(state, s.Attack("Carthage"), s.Stand(), s.Dice(3, 1), s.Split(0, 0))), 6)
    deserts = {"Gaetulia", "Garamantia"}
    beside = {PLACES[place] for place in LAND_STEPS[INDEX["Tripolitania"]]}
    assert beside & deserts
    assert can(state, s.RetreatTo)
    assert not can(state, s.RetreatTo) & deserts


@clause("10.32", "10.4", "10.41")
def test_a_city_s_points_defend_it_in_a_siege_alone() -> None:
    state = in_africa("2 HI")
    assert s.Besiege() not in rules.legal_actions(state)  # defenders stand before the gates
    field = do(state, s.Attack("Carthage"), s.Stand())
    assert battle.strengths(field) == (32, 6)
    siege = do(in_africa(""), s.Besiege())
    assert (phase(siege), battle.strengths(siege)) == (Due.DICE, (32, 4))


# Clients, allies and barbarians ---------------------------------------------------------------------------------------


@clause("11.14", "11.24")
def test_an_ally_attacked_where_its_attacker_already_stood_is_active() -> None:
    state = put(garrisoned(empty("six_powers"), Gallaecia="Gallia"), "Gallia", "Gallaecia", "9 BI")
    state = replace(state, markers=tuple(0 for _ in state.markers))
    state = lead(put(state, "Iberi", "Gallaecia", "2 BI"), "Gallia", "Vercingetorix", 3, "Gallaecia", True)
    state = active(turn_of(state, "Gallia"), "Vercingetorix", 6)
    iberi = power(state, "Iberi")
    assert not control.may_act(state, iberi)
    assert control.may_act(do(state, s.Attack("Rome")), iberi)


@clause("13.1", "13.12")
def test_where_two_markers_lie_both_are_turned() -> None:
    state = lead(put(empty(), "Rome", "Cisalpina", "4 LGN"), "Rome", "Scipio", 3, "Cisalpina", supreme=True)
    markers = list(state.markers)
    markers[INDEX["Pannonia"]] = 2
    state = active(turn_of(replace(state, markers=tuple(markers)), "Rome"), "Scipio", 6, s.Enter("Pannonia"))
    state = do(state, s.Warbands(2))
    assert (phase(state), at(state, "Pannonia", "Illyrii")) == (Due.REVEAL, "")
    assert at(do(state, s.Warbands(3)), "Pannonia", "Illyrii") == "4 BI, CAV"


# Cards ----------------------------------------------------------------------------------------------------------------


@clause("14.2", "14.2 Treachery")
def test_every_other_player_may_annul_a_card() -> None:
    state = lead(put(empty(), "Rome", "Latium", "LGN"), "Rome", "Scipio", 1, "Latium", True)
    state = hand(hand(state, "Rome", "Leader"), "Seleucid", "Treachery")
    state = do(turn_of(state, "Rome"), s.Play("Leader", "Latium"))
    assert (phase(state), rules.current_player(state)) == (Due.WINDOW, "Seleucid")
    annulled = do(state, s.Play("Treachery", ""))
    assert (phase(annulled), len(annulled.leaders), annulled.hands) == (Due.ORDERS, 1, ((),) * len(annulled.hands))
    assert len(do(state, s.Decline(), 6).leaders) == 2


@clause("14.2 Ambush")
def test_an_ambush_lies_among_enemies_outside_their_walls_alone() -> None:
    state = put(put(empty(), "Carthage", "Baetica", "2 HI"), "Rome", "Latium", "LGN")
    state = put(put(state, "Massilia", "Narbonensis", "HI"), "Carthage", "Africa", "HI", inside=True)
    state = put(state, "Rome", "Africa", "LGN")  # before the gates
    state = put(state, "Pergamum", "Asia", "HI")  # nobody's
    state = turn_of(hand(state, "Rome", "Ambush"), "Rome")
    assert {each.target for each in legal(state, s.Play)} == {"Baetica"}


@clause("14.2 Ambush", "5.33")
def test_an_ambush_that_is_beaten_need_not_retreat() -> None:
    state = put(hand(empty(), "Rome", "Ambush"), "Carthage", "Carthaginiensis", "9 HI")
    state = do(turn_of(state, "Rome"), s.Play("Ambush", "Carthaginiensis"), s.Warbands(4))
    assert at(state, "Carthaginiensis", "Rome") == "4 BI"
    state = active(state, "Ambush", 4, s.Attack("Carthage"))
    state = losses_paid(do(losses_paid(do(state, s.Stand())), s.Dice(1, 5)))
    state = do(state, 6)
    assert phase(state) == Due.RETREAT
    assert phase(do(state, s.Stay())) == Due.LEADER  # without a roll


@clause("14.2 Ally or Client State Changes Allegiance")
def test_another_player_s_client_or_ally_changes_sides_and_no_neutral() -> None:
    state = hand(empty(), "Carthage", "Ally or Client State Changes Allegiance")
    targets = {each.target for each in legal(turn_of(state, "Carthage"), s.Play)}
    assert targets == {"Massilia", "Saguntum", "Syracusae", "Parthia"}  # Epirus and Achaia are as neutral as Macedonia
    rome = hand(empty(), "Rome", "Ally or Client State Changes Allegiance")
    assert {each.target for each in legal(turn_of(rome, "Rome"), s.Play)} == {"Parthia"}
    state = put(lead(state, "Massilia", "Protis", 1, "Narbonensis"), "Massilia", "Narbonensis", "2 HI")
    state = do(turn_of(state, "Carthage"), s.Play("Ally or Client State Changes Allegiance", "Massilia"))
    assert state.patron[power(state, "Massilia")] == power(state, "Carthage")


@clause("14.2 Intelligence")
def test_who_looks_into_a_province_sees_its_ports_too() -> None:
    state = put(put(empty(), "Carthage", "Africa", "3 HI"), "Carthage", CARTHAGO, "2 FLEET")
    state = put(state, "Carthage", "Baetica", "HI")
    state = do(turn_of(hand(state, "Rome", "Intelligence"), "Rome"), s.Play("Intelligence", "Africa"))
    seen = rules.observe(state, "Rome").state.groups
    assert sorted(str(s.as_force(group.units)) for group in seen if min(group.units) >= 0) == ["2 FLEET", "3 HI"]


@clause("14.2 Leader")
def test_a_new_leader_comes_where_own_units_stand_in_an_own_province() -> None:
    state = put(put(empty(), "Rome", "Apulia", "LGN"), "Rome", CAGLIARI, "FLEET")
    state = put(put(state, "Rome", "Africa", "LGN"), "Massilia", "Narbonensis", "HI")
    state = turn_of(hand(state, "Rome", "Leader"), "Rome")
    assert {each.target for each in legal(state, s.Play)} == {"Apulia", "Sardinia"}


# Options --------------------------------------------------------------------------------------------------------------


@clause("15.6")
def test_by_option_a_client_raises_no_auxilia_either() -> None:
    for options, kinds in (((), {"HI", "AUX", "CAV", "FLEET"}), (("15.6",), {"HI", "CAV", "FLEET"})):
        state = empty(options=options)
        state = economy_of(replace(state, summoned=frozenset({power(state, "Syracusae")})), "Rome", Due.RAISE)
        assert {each.unit for each in legal(state, s.Raise, power="Syracusae")} == kinds


@clause("15.83")
@pytest.mark.parametrize(
    ("options", "points", "may"), [(("15.83",), 19, False), (("15.83",), 20, True), ((), 60, False)]
)
def test_by_option_a_card_costs_twenty_points(options: tuple[str, ...], points: int, may: bool) -> None:
    state = rich(empty(options=options), "Rome", points)
    state = replace(state, deck=("Leader", "Piracy"))
    state = economy_of(state, "Rome", Due.CARD)
    assert bool(legal(state, s.Purchase)) is may
    if may:
        state = do(state, s.Purchase(), s.Draw("Piracy"))
        assert (money(state, "Rome"), state.hands[0]) == (points - 20, ("Piracy",))
