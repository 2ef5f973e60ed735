"""Positions worked out from the rulebook by hand, where rules meet and fights follow one another."""

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from gamekit import roma_victrix as rv
from gamekit.roma_victrix import players, procedures
from gamekit.roma_victrix.geography import FIRST_COAST, PROVINCE
from gamekit.roma_victrix.luck import fight_calculator
from gamekit.roma_victrix.rules import battle, control, subjects, treasury, victory
from gamekit.roma_victrix.rules.control import scenario_constants
from gamekit.roma_victrix.state import has_land
from tests.cases import Cases
from tests.roma_victrix import referee, twin
from tests.roma_victrix.positions import board_of
from tests.roma_victrix.setting import *


def first(state: State, *phases: Due) -> State:
    """The first thing that may be done, as long as one of these is asked."""
    return repeated(state, None, *phases)


def hungry(state: State) -> set[str]:
    """Where attrition is checked as the next year begins."""
    return {PLACES[step.place] for step in attrition_checks(state)}


@clause("10.24", "8.4", "7.5", "3.9")
def test_a_conquest_opens_the_way_for_supply_and_revenue_at_once() -> None:
    state = placed("Rome in Baetica: LGN", "Rome in Tarraconensis: 4 LGN, Scipio 2*", Baetica="Rome")
    rome = power(state, "Rome")
    assert hungry(state) == {"Baetica"}
    before = treasury.income(state, rome)
    state = active(turn_of(state, "Rome"), "Scipio", 4, s.Enter("Carthaginiensis"), s.Attack("Carthage"), s.Dice(6, 1))
    state = first(state, Due.SPLIT, Due.PAY)
    assert (holder(state, "Carthaginiensis"), hungry(state)) == ("Rome", set())
    revenue = {name: referee.PROVINCES[name].revenue for name in ("Carthaginiensis", "Baetica")}
    assert treasury.income(state, rome) == before + sum(revenue.values())
    board = board_of(state)
    assert treasury.income(state, rome) == referee.income(board, "Rome")
    reached = {PLACES[place] for place in treasury.supplied_places(state, rome) if place < FIRST_COAST}
    assert reached == {place for place in referee.supplied(board, "Rome") if place in PLACES[:FIRST_COAST]}


@clause("11.21", "3.85", "3.88")
@pytest.mark.parametrize("reading", ["neutral", "conqueror"])
def test_a_client_s_army_abroad_follows_nobody_or_the_conqueror_when_its_patron_falls(reading: str) -> None:
    state = empty(rulings={"fallen_patron": reading})
    fallen = {"Apulia": "Carthage", "Baleares": "Carthage", "Cisalpina": "Carthage", "Corsica": "Carthage"}
    state = garrisoned(state, **fallen, Sardinia="Carthage", Latium="Carthage")
    state = placed(state, "Massilia in Aquitania: 2 HI, Chief 1", "Carthage in Africa: HI, Hannibal 4*")
    state = subjects.fallen_powers(state)
    massilia, carthage = power(state, "Massilia"), power(state, "Carthage")
    assert state.patron[massilia] == {"neutral": NONE, "conqueror": carthage}[reading]
    turn = turn_of(state, "Carthage")
    assert can(turn, s.Call) == ({"Massilia", "Saguntum", "Syracusae"} if reading == "conqueror" else set())
    assert ("Massilia" in can(turn, s.Call)) == (reading == "conqueror")
    assert at(turn, "Aquitania", "Massilia") == "2 HI"
    roman = placed(turn, "Seleucid in Narbonensis: HI, Theodotus 1")
    entered = active(turn_of(roman, "Seleucid"), "Theodotus", 4, s.Enter("Aquitania"))
    if reading == "neutral":  # its army is entered: it comes under the farthest player (3.88)
        entered = first(entered, Due.REVEAL) if phase(entered) != Due.REVEAL else do(entered, s.Warbands(1))
        assert phase(entered) == Due.CONTROLLER
    else:
        assert phase(entered) != Due.CONTROLLER or entered.agenda[-1].who != massilia


@clause("3.23", "5.41", "5.43", "5.49", "5.25")
def test_a_march_over_a_strait_is_intercepted_in_it_and_goes_on() -> None:
    state = placed(replace(empty(), capitals=()), "Carthage in Sicilia: 2 HI, Hanno 2", Sicilia="Carthage")
    state = active(turn_of(placed(state, "Rome in Latium: 6 LGN, Scipio 3*"), "Rome"), "Scipio", 6, s.Enter("Apulia"))
    assert rules.current_player(state) == "Rome"  # Sicilia is not next to Apulia: the strait lies between
    state = do(state, s.Enter("Messina"))
    assert can(state, s.Intercept) == {"Hanno"}
    fought = do(state, s.Intercept("Hanno"), 2, s.Commit())
    assert (at(fought, "Messina", "Carthage"), at(fought, "Sicilia", "Carthage")) == ("2 HI", "")
    fought = first(do(fought, s.Dice(1, 6)), Due.SPLIT, Due.PAY)
    assert at(fought, "Messina", "Carthage") == ""
    assert where(fought, "Hanno") is None
    fought = do(fought, s.Enter("Sicilia"))
    assert (ops(fought), where(fought, "Scipio")) == (3, "Sicilia")
    assert s.Attack("Carthage") in rules.legal_actions(fought)  # the garrison that he left
    beaten = first(do(state, s.Intercept("Hanno"), 2, s.Commit(), s.Dice(6, 1)), Due.SPLIT, Due.PAY)
    if phase(beaten) == Due.DEATH_ROLL:
        beaten = do(beaten, 6)
        assert "Apulia" in can(beaten, s.RetreatTo)
        assert "Sicilia" not in can(beaten, s.RetreatTo)


@clause("4.51", "4.52", "4.53", "10.14")
def test_ties_go_by_revenue_of_the_provinces_pillaged_or_not_and_then_by_points() -> None:
    state = garrisoned(replace(empty("two_consuls"), turn=4), Baetica="Crassus")
    assert set(victory.percentages(state).values()) == {Fraction(300, 7)}

    def order(position: State) -> list[str]:
        names = rules.seats(position)
        expected = [names[row[3]] for row in victory.ranking(position)]
        board = board_of(position)
        assert expected == sorted(names, key=lambda name: tuple(-each for each in referee.victory(board, name)))
        return expected

    assert order(state) == ["Crassus", "Pompeius"]
    assert order(replace(state, pillaged=frozenset({INDEX["Baetica"], INDEX["Latium"]}))) == ["Crassus", "Pompeius"]
    level = garrisoned(state, Apulia="Pompeius", Corsica="Pompeius")  # thirteen and thirteen
    assert order(rich(level, "Pompeius", 9)) == ["Pompeius", "Crassus"]
    assert order(rich(level, "Crassus", 9)) == ["Crassus", "Pompeius"]


def besieged() -> State:
    """Scipio before Carthage, Hanno inside with four, the city at three CSP; Rome's turn is over."""
    state = placed("Rome in Africa: 8 LGN, Scipio 2*")
    state = placed(put(state, "Carthage", "Africa", "4 HI", inside=True), "Carthage in Africa: Hanno 2*")
    leaders = (state.leaders[0], replace(state.leaders[1], inside=True))
    return replace(rich(with_csp(state, "Africa", 3), "Carthage", 20), leaders=leaders)


@clause("10.41", "4.2", "5.28", "10.23", "9.17", "10.36")
def test_a_siege_goes_on_over_the_year_s_end() -> None:
    state = rules.settled(replace(besieged(), agenda=(Pending(Due.GAME_TURN),)))
    assert phase(state) == Due.MARKER_ROLL  # the city may grow, besieged or not
    state = do(state, 5)
    assert (city(state, "Africa"), phase(state)) == (4, Due.ATTRITION_ROLL)
    state = repeated(state, 6, Due.ATTRITION_ROLL)
    carthage = power(state, "Carthage")
    assert {group.inside for group in state.groups if group.owner == carthage} == {True}
    assert treasury.income(state, carthage) == referee.income(board_of(state), "Carthage")
    raising = treasury.raise_choices(replace(state, agenda=(Pending(Due.RAISE, carthage, who=carthage),)))
    assert not any(isinstance(each, s.Raise) and each.place == "Africa" for each in raising)
    again = active(turn_of(state, "Rome"), "Scipio", 5)
    assert s.Besiege() in rules.legal_actions(again)  # he is there already, and nobody is asked to go in again
    assert money(again, "Carthage") >= 0


@clause("5.31", "10.41", "5.29")
def test_the_besieged_may_come_out_and_fight_in_their_own_turn() -> None:
    state = active(turn_of(besieged(), "Carthage"), "Hanno", 4)
    assert s.Attack("Rome") in rules.legal_actions(state)
    state = first(do(state, s.Attack("Rome"), s.Stand()), Due.WINDOW)
    state = do(first(do(state, s.Dice(1, 6)), Due.SPLIT, Due.PAY), 6)
    state = do(state, s.EnterCapital())
    assert {group.inside for group in state.groups if group.owner == power(state, "Carthage")} == {True}
    assert leader(do(turn_of(besieged(), "Carthage"), s.Activate("Hanno"), 2, s.EndLeader()), "Hanno").inside
    assert not leader(do(turn_of(besieged(), "Rome"), s.Activate("Scipio"), 2, s.EndLeader()), "Scipio").inside


@clause("X.2", "10.41")
def test_a_new_consul_takes_a_besieged_army_inside_the_walls() -> None:
    state = placed(put(empty(), "Rome", "Latium", "2 LGN", inside=True), "Carthage in Latium: 6 HI")
    state = placed(state, "Rome in Latium: Scipio 1*")
    state = replace(state, leaders=(replace(state.leaders[0], inside=True),))
    state = do(replace(state, agenda=(Pending(Due.OVER), Pending(Due.CONSULS, 0, who=0))), s.Draw("Fabius"))
    assert (state.leaders[0].name, state.leaders[0].inside, where(state, "Fabius")) == ("Fabius", True, "Latium")


@clause("10.52", "3.23")
def test_a_strait_has_no_garrison() -> None:
    state = empty()
    for strait in range(len(PROVINCE), FIRST_COAST):
        assert control.with_garrison(state, strait, power(state, "Rome")) is state


@clause("14.2 Leader Defection", "12.22")
def test_deserters_are_those_of_the_place_alone_and_no_counter_is_lost() -> None:
    state = placed("Rome in Latium: 2 HI, LGN", "Rome in Apulia: 3 HI", "Rome in Latium (Mare Tyrrhenum): FLEET")
    rome, carthage = power(state, "Rome"), power(state, "Carthage")

    def mixes(position: State) -> list[s.Units]:
        return [
            s.total([position.unused[who], *(group.units for group in position.groups if group.owner == who)])
            for who in (rome, carthage)
        ]

    gone = subjects.replace_owner(state, INDEX["Latium"], rome, carthage, has_land)
    assert (at(gone, "Latium", "Rome"), at(gone, "Latium", "Carthage")) == ("FLEET", "LGN, 2 HI")
    assert (at(gone, "Apulia", "Rome"), at(gone, "Apulia", "Carthage")) == ("3 HI", "")
    assert mixes(gone) == mixes(state)


def fights(scenario: str, seed: int) -> Iterator[State]:
    """The positions before the dice in a game among plain players."""
    random, state = Random(seed), rules.initial_state(scenario)
    while (player := rules.current_player(state)) != "over":
        if phase(state) == Due.DICE:
            yield state
        if player == "chance":
            state = rules.apply(state, rules.chance_outcomes(state).sample(random))
        else:
            state = rules.apply(state, players.plain(rules.observe(state, player), rules.legal_actions(state)))


@pytest.mark.long
def test_the_fight_whose_odds_are_told_is_the_one_that_is_fought(cases: Cases) -> None:
    """Cards, garrisons, walls and who leads: net modifier and CSP of the engine and of the calculator."""
    seen = set()
    for scenario, seed in (("two_consuls", 5), ("two_consuls", 7), *([("second_punic_war", 1)] if cases(0, 1) else [])):
        for state in fights(scenario, seed):
            calculator, fight = fight_calculator(state), battle.battle_of(state)
            assert calculator.net_drm == procedures.net_modifier(battle.modifiers(state))
            if isinstance(calculator, rv.Siege):
                csp = (
                    calculator.current_position.attacker,
                    calculator.current_position.units + calculator.current_position.capital,
                )
            else:
                csp = calculator.attacker.csp, calculator.defender.csp
            assert csp == battle.fight_csp(state)
            seen.add((fight.at, any(fight.points)))
    assert {("land", False), ("land", True), ("siege", False)} <= seen


def fought_out(mine: int, theirs: int, dice: tuple[int, int], leaders: tuple[int, int]) -> tuple[int, int, int]:
    """A fight of counters of one CSP from the clause: CSP left to both, and who is beaten, 1, -1 or neither. The net
    modifier goes first into the own loss, as far as that helps, then into the enemy's."""
    net = twin.net_modifier(mine, theirs, leaders)
    own, enemy = dice if net > 0 else dice[::-1]
    down = min(abs(net), enemy - 1)
    up = min(abs(net) - down, 10 - own)
    attacker, defender = (own + up, enemy - down) if net > 0 else (enemy - down, own + up)
    beaten = (attacker > defender) - (defender > attacker)
    return mine - twin.loss(mine, 10 * defender), theirs - twin.loss(theirs, 10 * attacker), beaten


@clause("5.31", "5.32", "5.12")
def test_fights_in_a_row_begin_where_the_last_one_ended() -> None:
    random, longest = Random(532), 0
    for _ in range(20):
        mine, theirs = random.randint(5, 20), random.randint(3, 15)
        leaders = random.randint(1, 3), random.randint(1, 3)
        state = placed(f"Rome in Latium: {mine} rAUX, Scipio {leaders[0]}*", Cisalpina=None)
        state = placed(state, f"Carthage in Cisalpina: {theirs} rAUX, Hanno {leaders[1]}")
        state, count = active(state, "Scipio", 6, s.Enter("Cisalpina")), 0
        while mine and theirs and ops(state):
            dice = random.randint(1, 6), random.randint(1, 6)
            left = ops(state)
            state = do(state, s.Attack("Carthage"), s.Stand())
            assert tuple(force.csp for force in battle.fight_forces(state)) == (mine, theirs)
            state = first(do(state, s.Dice(*dice)), Due.SPLIT, Due.PAY)
            mine, theirs, beaten = fought_out(mine, theirs, dice, leaders)
            if mine and theirs and beaten:
                state = do(state, 6, s.Stay(), 1)  # the beaten leader lives, and his force stays
            count += 1
            for name, csp in (("Rome", mine), ("Carthage", theirs)):
                assert s.land_csp(s.total(g.units for g in state.groups if g.owner == power(state, name))) == csp
            assert where(state, "Scipio") == ("Cisalpina" if mine else None)
            assert (where(state, "Hanno") is None) == (not theirs)
            if mine:
                assert ops(state) == left - 1
        victor = {(True, False): "Rome", (False, True): "Carthage"}.get((mine > 0, theirs > 0))
        assert holder(state, "Cisalpina") == victor
        longest = max(longest, count)
    assert longest > 2


@clause("8.2", "8.31", "4.2", "8.1")
def test_who_is_not_paid_this_year_checks_for_attrition_next_year_and_nobody_else() -> None:
    state = rich(placed("Rome in Apulia: 3 LGN", "Rome in Latium: 2 LGN, Scipio 1*"), "Rome", 2)
    state = economy_of(state, "Rome", Due.UPKEEP)
    assert can(state, s.Maintain) == {"Apulia", "Latium"}
    state = do(state, s.Maintain("Apulia"))
    assert money(state, "Rome") == 0  # three legions at a half, rounded up
    assert hungry(state) == {"Latium"}
    assert hungry(economy_of(rich(state, "Rome", 9), "Rome", Due.UPKEEP)) == set()


@clause("10.41", "5.31", "5.15", "5.52")
def test_a_relief_fights_alone_and_opens_the_gates_when_it_wins() -> None:
    state = placed(besieged(), "Carthage in Numidia: 12 HI, Hannibal 4")
    state = active(turn_of(state, "Carthage"), "Hannibal", 6, s.Enter("Africa"), s.Attack("Rome"))
    state = first(do(state, s.Stand()), Due.WINDOW)
    assert [*map(str, battle.fight_forces(state))] == ["12 HI", "8 LGN"]  # neither the besieged nor the walls
    assert battle.fight_csp(state) == (36, 32)
    state = first(do(state, s.Dice(6, 1)), Due.SPLIT, Due.PAY)
    assert {group.inside for group in state.groups if group.place == INDEX["Africa"]} == {False, True}
    state = do(state, 6)
    assert "Numidia" not in can(state, s.RetreatTo)  # where the relief came from
    state = do(state, s.RetreatTo("Tripolitania"), s.Stay())
    assert at(state, "Africa", "Rome") == ""
    assert {group.inside for group in state.groups if group.place == INDEX["Africa"]} == {False}
    assert {leader.inside for leader in state.leaders} == {False}
    assert (holder(state, "Africa"), city(state, "Africa")) == ("Carthage", 3)


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


# A major power that was neutral
def syria(**asked: Any) -> State:
    return under(empty("six_powers", **asked), Seleucid="Parthia")


@clause("3.84", "10.34")
def test_its_treasury_is_sacked_and_not_its_player_s() -> None:
    state = rich(rich(with_csp(syria(), "Syria", 1), "Seleucid", 7), "Parthia", 30)
    state = placed(state, "Rome in Cilicia: 20 LGN, Sulla 4*", Cilicia="Rome", Syria=None)
    state = undisturbed(active(turn_of(state, "Rome"), "Sulla", 9, s.Enter("Syria")))
    before = money(state, "Rome")
    state = fought(do(state, s.Besiege()), 6, 1)
    assert (money(state, "Rome") - before, money(state, "Seleucid"), money(state, "Parthia")) == (10 + 4, 3, 30)


@clause("3.84", "15.1")
def test_leader_by_leader_its_markers_are_in_the_cup_too() -> None:
    state = placed(syria(options=("15.1",)), "Seleucid in Cilicia: HI, Diodotus 1")
    state = replace(state, agenda=(Pending(Due.GAME_TURN), Pending(Due.INITIATIVE), Pending(Due.BAG)))
    drawn = {str(each.name) for each in rules.chance_outcomes(rules.settled(state)) if isinstance(each, s.Draw)}
    assert {"Diodotus", "Seleucid"} <= drawn


@clause("3.84", "11.23")
def test_nobody_calls_an_awakened_major_power() -> None:
    state = placed(syria(), "Seleucid in Syria: HI", "Parthia in Media: AUX, King 3*")
    assert not [each for each in legal(turn_of(state, "Parthia"), s.Call) if each.power == "Seleucid"]


# Pillage
@clause("10.71", "10.73")
def test_a_province_won_back_from_rebels_is_one_s_own() -> None:
    state = hand(placed("Rome in Latium: 8 LGN, Scipio 2*"), "Carthage", "Minor Rebellion")
    state = placed(state, "Carthage in Africa: HI, Hannibal 4*")
    state = undisturbed(do(turn_of(state, "Carthage"), s.Play("Minor Rebellion", "Apulia")))
    state = repeated(state, s.Warbands(1), Due.CARD_DRAW)
    assert s.EndTurn() in rules.legal_actions(state)
    state = undisturbed(active(turn_of(state, "Rome"), "Scipio", 8, s.Enter("Apulia")))
    state = fought(attacked(state, "Carthage"), 6, 1, 4)
    assert (phase(state), at(state, "Apulia", "Carthage")) == (Due.LEADER, "")
    assert legal(state, s.Pillage) == []


@clause("10.71", "10.73")
def test_an_ally_s_province_taken_back_is_not_pillaged_by_its_patron() -> None:
    state = placed("Carthage in Sicilia: rHI", "Rome in Messina: 10 LGN, Scipio 4*", Sicilia="Carthage")
    first_owner = s.with_item(state.belongs, INDEX["Sicilia"], power(state, "Syracusae"))  # a client of Rome's
    state = replace(state, belongs=first_owner)
    state = undisturbed(active(state, "Scipio", 8, s.Enter("Sicilia")))
    state = fought(attacked(state, "Carthage"), 6, 1, 4)
    assert holder(state, "Sicilia") == "Rome"
    assert s.Pillage() in rules.legal_actions(state)  # Carthage had conquered it: it was Carthage's (10.24)


@clause("10.71", "5.95")
def test_who_lands_and_wins_pillages() -> None:
    state = placed("Carthage in Africa: 5 HI, Mago 2*", "Carthage in Africa (Mare Tyrrhenum): 5 FLEET")
    state = active(state, "Mago", 12, s.Embark("Africa (Mare Tyrrhenum)"))
    state = sailed(state, "Mare Tyrrhenum", "Corsica (Mare Tyrrhenum)", s.Land())
    state = fought(attacked(state, "Rome"), 6, 1)
    left = ops(state)
    state = do(state, s.Pillage(), 3)
    assert (ops(state), money(state, "Carthage"), holder(state, "Corsica")) == (left - 1, 2 + 3, "Carthage")
    assert s.Pillage() not in rules.legal_actions(state)


# Attrition
@clause("4.2")
def test_friends_in_one_province_do_not_check() -> None:
    state = placed("Rome in Sicilia: LGN", "Syracusae in Sicilia: HI")
    assert hungry(put(state, "Rome", "Sicilia (Mare Ionium)", "FLEET")) == set()


# At sea
def off_cyprus(**asked: Any) -> State:
    state = placed(empty(**asked), "Aegyptus in Cyprus (Mare Aegyptum): 2 FLEET", Aegyptus="Rome")
    state = placed(state, "Rome in Aegyptus: LGN, Scipio 1*", "Rome in Aegyptus (Mare Aegyptum): 5 FLEET")
    state = placed(state, "Seleucid in Syria (Mare Aegyptum): 3 FLEET", "Seleucid in Syria: HI, Antiochus 3*")
    state = active(state, "Scipio", 9, s.Embark("Aegyptus (Mare Aegyptum)"))
    return sailed(state, "Mare Aegyptum", "Cyprus (Mare Aegyptum)")


@clause("5.65", "5.66", "14.2 Assassination Attempt")
@pytest.mark.parametrize("cargo", ["", "HI"])
def test_ships_in_a_strait_stay_there_without_their_admiral_unless_they_are_laden(cargo: str) -> None:
    state = hand(placed("Rome in Latium: LGN"), "Rome", "Assassination Attempt")
    state = placed(state, "Carthage in Sicilia (Mare Tyrrhenum): 2 FLEET", Sicilia="Carthage")
    state = put(state, "Carthage", "Sicilia", cargo) if cargo else state
    state = placed(state, "Carthage in Sicilia: Mago 1")
    state = active(state, "Mago", 9, s.Embark("Sicilia (Mare Tyrrhenum)"), s.SailTo("Messina"))
    while s.Play("Assassination Attempt", "Mago") not in rules.legal_actions(state):
        state = do(state, s.Decline())
    state = undisturbed(do(state, s.Play("Assassination Attempt", "Mago"), 6))
    assert where(state, "Mago") is None
    assert (phase(state) == Due.PUT_IN) is bool(cargo)
    assert at(state, "Messina", "Carthage").endswith("2 FLEET")


@clause("3.88", "5.61")
def test_ships_off_a_neutral_s_coast_do_not_wake_it() -> None:
    state = placed("Aegyptus in Lycia: HI, Ptolemy 2*", "Rhodus in Rhodus: AUX")
    state = placed(state, "Aegyptus in Lycia (Mare Aegyptum): 3 FLEET")
    state = sailed(active(state, "Ptolemy", 8), s.Embark("Lycia (Mare Aegyptum)"), "Mare Aegyptum")
    assert (phase(state), state.patron[power(state, "Rhodus")]) == (Due.LEADER, -1)


# Marching among others
@clause("5.27", "5.32")
def test_after_a_draw_he_is_still_held_up() -> None:
    state = placed(under(empty(), Epirus="Carthage"), "Epirus in Epirus: 2 HI", "Carthage in Africa: Hannibal 3*")
    state = placed(state, "Rome in Epirus (Mare Adriaticum): 4 FLEET", "Rome in Dalmatia: 4 LGN, Scipio 2*")
    state = undisturbed(active(garrisoned(state, Dalmatia="Rome"), "Scipio", 8, s.Enter("Epirus")))
    state = fought(attacked(undisturbed(do(state, s.Stand())), "Carthage"), 3, 3)
    assert legal(state, s.Enter, s.Embark) == []
    assert s.Attack("Carthage") in rules.legal_actions(state)


# Lone leaders
@clause("3.34")
def test_two_leaders_alone_do_each_other_nothing() -> None:
    state = placed("Rome in Apulia: Scipio 2*", "Carthage in Latium: Mago 2*")
    state = undisturbed(active(turn_of(garrisoned(state, Apulia=None), "Carthage"), "Mago", 4, s.Enter("Apulia")))
    assert (where(state, "Scipio"), where(state, "Mago")) == ("Apulia", "Apulia")


# Capitals
@pytest.mark.parametrize(("csp", "points"), [(4, 5), (3, 5), (2, 3), (1, 3), (0, 0)])
@clause("10.33", "9.65")
def test_what_a_capital_yields_by_its_strength(csp: int, points: int) -> None:
    state = with_csp(empty(), "Aegyptus", csp)
    if csp:
        assert treasury.city_income(state, power(state, "Aegyptus"), INDEX["Aegyptus"]) == points
    state = with_csp(placed(empty("six_powers"), "Parthia in Babylonia: King 2*"), "Babylonia", csp)
    state = economy_of(state, "Parthia", Due.RAISE)
    while found := legal(state, s.Raise, place="Babylonia"):
        state = do(state, found[0])
    assert sum(s.land_csp(each.units) for each in state.groups) == (3 + 2 + points) // 2 * 2


# Parthia
def parthia(**asked: Any) -> State:
    return placed(empty("six_powers", **asked), "Parthia in Babylonia: King 2*")


@clause("9.61", "9.63", "9.66")
def test_parthia_rebuilds_in_persia_alone_and_not_where_it_burns() -> None:
    led = (("Syria", "Surena"), ("Media", "Gotarzes"), ("Hatra", "Orodes"))
    state = placed(parthia(), *(f"Parthia in {place}: rAUX, rCAV, {name} 1" for place, name in led))
    state = garrisoned(pillaged(state, "Hatra"), Osrhoene="Parthia", Syria="Parthia")
    state = economy_of(state, "Parthia", Due.RAISE)
    assert can(state, s.Rebuild) == {"Media"}
    assert "Syria" not in can(state, s.Raise)


@clause("9.66", "15.2", "15.6", "17.1")
def test_what_parthia_raises_with_options() -> None:
    options = ("15.2", "15.6", "17.1")
    state = economy_of(rich(parthia(options=options), "Parthia", 30), "Parthia", Due.RAISE)
    assert {each.unit for each in legal(state, s.Raise)} == {"CAV", "HC"}


@clause("12.21", "4.2")
def test_a_king_s_losses_by_attrition_are_looked_at() -> None:
    state = put(parthia(), "Parthia", "Babylonia", "3 AUX, rAUX", hungry=True)
    state = placed(state, "Parthia in Media: 4 AUX, Gotarzes 3")
    agenda = (Pending(Due.GAME_TURN), Pending(Due.INITIATIVE), Pending(Due.ATTRITION))
    state = repeated(rules.settled(replace(state, agenda=agenda)), 1, Due.ATTRITION_ROLL)
    state = repeated(state, s.Pay("rAUX", "Parthia"), Due.PAY)
    assert (at(state, "Babylonia"), phase(state)) == ("3 AUX", Due.REBELLION_ROLL)


# Barbaricum
@clause("13.12", "14.2 Barbarian Invasion")
def test_invaders_pass_their_own_people_and_wake_another() -> None:
    state = hand(placed(empty("six_powers"), "Rome in Latium: LGN, Sulla 3*"), "Rome", "Barbarian Invasion")
    state = undisturbed(do(turn_of(state, "Rome"), s.Play("Barbarian Invasion", "Iazygia")))
    state = repeated(state, s.Warbands(5), Due.CARD_DRAW)
    state = active(state, "Barbarian Invasion", 8) if phase(state) == Due.ORDERS else state
    assert phase(undisturbed(do(state, s.Enter("Dacia")))) == Due.LEADER
    assert phase(undisturbed(do(state, s.Enter("Pannonia")))) in (Due.REVEAL, Due.CONTROLLER)


# Clients and cards
@clause("6.3")
def test_only_counters_of_one_power_and_place_join() -> None:
    state = placed("Rome in Sicilia: rAUX", "Syracusae in Sicilia: rAUX")
    state = placed(state, "Rome in Latium: rAUX", "Rome in Sicilia (Mare Ionium): rFLEET")
    state = placed(state, "Rome in Sicilia (Mare Africum): rFLEET", "Rome in Latium: LGN, Scipio 2*")
    assert [each for each in legal(turn_of(state, "Rome"), s.Join) if each.kind == "AUX"] == []


# Clauses whose own tests had not noticed when the code that keeps them was turned round
@clause("3.85", "10.71", "11.22")
def test_what_a_client_plunders_is_its_player_s() -> None:
    state = placed("Rome in Latium: LGN, Scipio 4*", "Syracusae in Sicilia: 4 HI, Hiero 2*")
    state = placed(state, "Syracusae in Sicilia (Mare Ionium): 4 FLEET", Epirus="Carthage")
    state = active(do(turn_of(state, "Rome"), s.Call("Syracusae"), 1), "Hiero", 20, s.Embark("Sicilia (Mare Ionium)"))
    state = fought(attacked(sailed(state, "Mare Ionium", "Epirus (Mare Ionium)", s.Land()), "Carthage"), 6, 1, 4)
    before = money(state, "Rome")
    state = do(state, s.Pillage(), 3)
    assert (money(state, "Rome") - before, money(state, "Syracusae")) == (3 + 2, 0)


@clause("5.91", "5.92", "5.6")
def test_who_stands_in_a_strait_embarks_there() -> None:
    state = placed("Rome in Messina: LGN", "Rome in Messina: FLEET, Scipio 2*")
    assert s.Embark("Messina") in rules.legal_actions(active(state, "Scipio", 5))
    laden = active(placed(state, "Rome in Messina: LGN"), "Scipio", 5)
    assert legal(laden, s.Embark) == []  # 5.94: one ship carries one of them


@clause("7.8", "10.34", "10.35", "3.84")
def test_an_awakened_power_keeps_what_it_sacks() -> None:
    state = placed(syria(), "Seleucid in Iudaea: 20 HI, Diodotus 4*", Aegyptus=None)
    state = rich(with_csp(state, "Aegyptus", 1), "Aegyptus", 5)
    state = undisturbed(active(turn_of(state, "Seleucid"), "Diodotus", 9, s.Enter("Aegyptus")))
    before = money(state, "Seleucid")
    state = fought(do(state, s.Besiege()), 6, 1, 4)
    assert (money(state, "Seleucid") - before, money(state, "Aegyptus"), money(state, "Parthia")) == (10 + 3, 2, 0)


@pytest.mark.parametrize(("owner", "found"), [("Rome", 2), ("Parthia", 0)])
@clause("10.6", "10.68")
def test_limes_stand_again_where_a_roman_controls(owner: str, found: int, monkeypatch: pytest.MonkeyPatch) -> None:
    state = placed(empty("six_powers"), f"{owner} in Dalmatia: AUX", Dalmatia=owner)
    there = INDEX["Dalmatia"]
    monkeypatch.setattr(type(scenario_constants(state)), "limes_at", lambda _, place: 2 * (place == there))
    raising = replace(state, agenda=(Pending(Due.GAME_TURN), Pending(Due.RAISE, 0, who=power(state, "Rome"))))
    assert (state.limes[there], treasury.end_raising(raising, s.Keep()).limes[there]) == (0, found)


@clause("8.3", "8.31")
def test_one_power_s_upkeep_leaves_another_s_hunger_alone() -> None:
    state = put(put(empty(), "Carthage", "Africa", "3 HI", hungry=True), "Seleucid", "Syria", "2 HI", hungry=True)
    state = placed(state, "Carthage in Africa: Mago 1*", "Seleucid in Syria: Antiochus 3*")
    state = economy_of(rich(state, "Seleucid", 9), "Seleucid", Due.UPKEEP)
    assert {power(state, "Carthage")} == {each.owner for each in state.groups if each.hungry}
    assert money(state, "Seleucid") == 8


@clause("5.83", "5.87")
def test_ships_that_withdrew_alone_have_no_leader() -> None:
    state = undisturbed(do(off_cyprus(), s.Attack("Aegyptus"), s.Withdraw(), 3))
    state = do(state, s.RetreatTo("Iudaea (Mare Aegyptum)"), s.Intercept("Antiochus"), 4)
    state = do(undisturbed(state), s.Dice(2, 2))
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
    every, left = (s.total(each.units for each in state.groups) for state in (plain, fewer))
    assert left == tuple(0 if name.endswith("AUX") else count for name, count in zip(s.COUNTERS, every))
