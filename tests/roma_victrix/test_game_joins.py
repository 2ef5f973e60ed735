"""Where two parts that are right each for itself meet: conquest and supply, a fallen patron and his client's army,
interception on the way over a strait, victory by ties, a siege over the year's end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from gamekit import roma_victrix as rv
from gamekit.roma_victrix import players, procedures, rules
from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.geography import FIRST_COAST, INDEX, PLACES, PROVINCE
from gamekit.roma_victrix.luck import fight_calculator
from gamekit.roma_victrix.rules import battle, control, sequence, subjects, treasury, victory
from gamekit.roma_victrix.state import NONE, Due, Pending, State, has_land
from tests.cases import Cases
from tests.roma_victrix import referee, twin
from tests.roma_victrix.positions import board_of
from tests.roma_victrix.setting import (
    active,
    at,
    can,
    do,
    economy_of,
    empty,
    garrisoned,
    holder,
    lead,
    money,
    ops,
    phase,
    power,
    put,
    rich,
    turn_of,
    where,
    with_csp,
)


def first(state: State, *phases: Due) -> State:
    """The first thing that may be done, as long as one of these is asked."""
    while phase(state) in phases:
        state = do(state, rules.legal_actions(state)[0])
    return state


def hungry(state: State) -> set[str]:
    """Where attrition is checked as the next year begins."""
    checks = sequence.attrition(replace(state, agenda=(Pending(Due.ATTRITION),))).agenda
    return {PLACES[step.place] for step in checks}


@pytest.mark.clause("roma_victrix", "10.24", "8.4", "7.5", "3.9")
def test_a_conquest_opens_the_way_for_supply_and_revenue_at_once() -> None:
    state = garrisoned(put(empty(), "Rome", "Baetica", "LGN"), Baetica="Rome")
    state = lead(put(state, "Rome", "Tarraconensis", "4 LGN"), "Rome", "Scipio", 2, "Tarraconensis", supreme=True)
    rome = power(state, "Rome")
    assert hungry(state) == {"Baetica"}
    before = treasury.income(state, rome)
    state = active(turn_of(state, "Rome"), "Scipio", 4, s.Enter("Carthaginiensis"), s.Attack("Carthage"), s.Dice(6, 1))
    state = first(state, Due.SPLIT, Due.PAY)
    assert holder(state, "Carthaginiensis") == "Rome"
    assert hungry(state) == set()
    revenue = {name: referee.PROVINCES[name].revenue for name in ("Carthaginiensis", "Baetica")}
    assert treasury.income(state, rome) == before + sum(revenue.values())
    board = board_of(state)
    assert treasury.income(state, rome) == referee.income(board, "Rome")
    reached = {PLACES[place] for place in treasury.supplied_places(state, rome) if place < FIRST_COAST}
    assert reached == {place for place in referee.supplied(board, "Rome") if place in PLACES[:FIRST_COAST]}


@pytest.mark.clause("roma_victrix", "11.21", "3.85", "3.88")
@pytest.mark.parametrize("reading", ["neutral", "conqueror"])
def test_a_client_s_army_abroad_follows_nobody_or_the_conqueror_when_its_patron_falls(reading: str) -> None:
    state = empty(rulings={"fallen_patron": reading})
    fallen = {"Apulia": "Carthage", "Baleares": "Carthage", "Cisalpina": "Carthage", "Corsica": "Carthage"}
    state = garrisoned(state, **fallen, Sardinia="Carthage", Latium="Carthage")
    state = lead(put(state, "Massilia", "Aquitania", "2 HI"), "Massilia", "Chief", 1, "Aquitania")
    state = lead(put(state, "Carthage", "Africa", "HI"), "Carthage", "Hannibal", 4, "Africa", supreme=True)
    state = subjects.fallen_powers(state)
    massilia, carthage = power(state, "Massilia"), power(state, "Carthage")
    assert state.patron[massilia] == {"neutral": NONE, "conqueror": carthage}[reading]
    turn = turn_of(state, "Carthage")
    assert can(turn, s.Call) == ({"Massilia", "Saguntum", "Syracusae"} if reading == "conqueror" else set())
    assert ("Massilia" in can(turn, s.Call)) == (reading == "conqueror")
    assert at(turn, "Aquitania", "Massilia") == "2 HI"
    roman = lead(put(turn, "Seleucid", "Narbonensis", "HI"), "Seleucid", "Theodotus", 1, "Narbonensis")
    entered = active(turn_of(roman, "Seleucid"), "Theodotus", 4, s.Enter("Aquitania"))
    if reading == "neutral":  # its army is entered: it comes under the farthest player (3.88)
        entered = first(entered, Due.REVEAL) if phase(entered) != Due.REVEAL else do(entered, s.Warbands(1))
        assert phase(entered) == Due.CONTROLLER
    else:
        assert phase(entered) != Due.CONTROLLER or entered.agenda[-1].who != massilia


@pytest.mark.clause("roma_victrix", "3.23", "5.41", "5.43", "5.49", "5.25")
def test_a_march_over_a_strait_is_intercepted_in_it_and_goes_on() -> None:
    state = garrisoned(replace(empty(), capitals=()), Sicilia="Carthage")
    state = lead(put(state, "Carthage", "Sicilia", "2 HI"), "Carthage", "Hanno", 2, "Sicilia")
    state = lead(put(state, "Rome", "Latium", "6 LGN"), "Rome", "Scipio", 3, "Latium", supreme=True)
    state = active(turn_of(state, "Rome"), "Scipio", 6, s.Enter("Apulia"))
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


@pytest.mark.clause("roma_victrix", "4.51", "4.52", "4.53", "10.14")
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
    state = lead(put(empty(), "Rome", "Africa", "8 LGN"), "Rome", "Scipio", 2, "Africa", supreme=True)
    state = lead(put(state, "Carthage", "Africa", "4 HI", inside=True), "Carthage", "Hanno", 2, "Africa", supreme=True)
    leaders = (state.leaders[0], replace(state.leaders[1], inside=True))
    return replace(rich(with_csp(state, "Africa", 3), "Carthage", 20), leaders=leaders)


@pytest.mark.clause("roma_victrix", "10.41", "4.2", "5.28", "10.23", "9.17", "10.36")
def test_a_siege_goes_on_over_the_year_s_end() -> None:
    state = rules.settled(replace(besieged(), agenda=(Pending(Due.GAME_TURN),)))
    assert phase(state) == Due.MARKER_ROLL  # the city may grow, besieged or not
    state = do(state, 5)
    assert next(city.csp for city in state.capitals if city.place == INDEX["Africa"]) == 4
    assert phase(state) == Due.ATTRITION_ROLL
    while phase(state) == Due.ATTRITION_ROLL:
        state = do(state, 6)
    assert {group.inside for group in state.groups if group.owner == power(state, "Carthage")} == {True}
    carthage = power(state, "Carthage")
    assert treasury.income(state, carthage) == referee.income(board_of(state), "Carthage")
    assert not any(isinstance(each, s.Raise) and each.place == "Africa" for each in treasury.raising(_raise(state)))
    again = active(turn_of(state, "Rome"), "Scipio", 5)
    assert s.Besiege() in rules.legal_actions(again)  # he is there already, and nobody is asked to go in again
    assert money(again, "Carthage") >= 0


def _raise(state: State) -> State:
    carthage = power(state, "Carthage")
    return replace(state, agenda=(Pending(Due.RAISE, carthage, who=carthage),))


@pytest.mark.clause("roma_victrix", "5.31", "10.41", "5.29")
def test_the_besieged_may_come_out_and_fight_in_their_own_turn() -> None:
    state = active(turn_of(besieged(), "Carthage"), "Hanno", 4)
    assert s.Attack("Rome") in rules.legal_actions(state)
    state = first(do(state, s.Attack("Rome"), s.Stand()), Due.WINDOW)
    state = first(do(state, s.Dice(1, 6)), Due.SPLIT, Due.PAY)
    state = do(state, 6)
    assert {"EnterCapital"} <= {type(each).__name__ for each in rules.legal_actions(state)}
    state = do(state, s.EnterCapital())
    assert {group.inside for group in state.groups if group.owner == power(state, "Carthage")} == {True}
    idle = do(turn_of(besieged(), "Carthage"), s.Activate("Hanno"), 2, s.EndLeader())
    assert {leader.inside for leader in idle.leaders if leader.name == "Hanno"} == {True}


@pytest.mark.clause("roma_victrix", "X.2", "10.41")
def test_a_new_consul_takes_a_besieged_army_inside_the_walls() -> None:
    state = put(empty(), "Rome", "Latium", "2 LGN", inside=True)
    state = lead(put(state, "Carthage", "Latium", "6 HI"), "Rome", "Scipio", 1, "Latium", supreme=True)
    state = replace(state, leaders=(replace(state.leaders[0], inside=True),))
    state = replace(state, agenda=(Pending(Due.OVER), Pending(Due.CONSULS, 0, who=0)))
    state = do(state, s.Draw("Fabius"))
    assert (state.leaders[0].name, state.leaders[0].inside, where(state, "Fabius")) == ("Fabius", True, "Latium")


@pytest.mark.clause("roma_victrix", "10.52", "3.23")
def test_a_strait_has_no_garrison() -> None:
    state = empty()
    for strait in range(len(PROVINCE), FIRST_COAST):
        assert control.with_garrison(state, strait, power(state, "Rome")) is state


@pytest.mark.clause("roma_victrix", "14.2 Leader Defection", "12.22")
def test_deserters_are_those_of_the_place_alone_and_no_counter_is_lost() -> None:
    state = put(put(empty(), "Rome", "Latium", "2 HI, LGN"), "Rome", "Apulia", "3 HI")
    state = put(state, "Rome", "Latium (Mare Tyrrhenum)", "FLEET")
    rome, carthage = power(state, "Rome"), power(state, "Carthage")

    def counters(position: State) -> list[s.Units]:
        mixes = []
        for who in (rome, carthage):
            mixes.append(s.total([position.unused[who], *(g.units for g in position.groups if g.owner == who)]))
        return mixes

    gone = subjects.desert(state, INDEX["Latium"], rome, carthage, has_land)
    assert (at(gone, "Latium", "Rome"), at(gone, "Latium", "Carthage")) == ("FLEET", "LGN, 2 HI")
    assert (at(gone, "Apulia", "Rome"), at(gone, "Apulia", "Carthage")) == ("3 HI", "")
    assert counters(gone) == counters(state)


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
            assert calculator.net_drm == procedures.net(battle.modifiers(state))
            if isinstance(calculator, rv.Siege):
                csp = calculator.now.attacker, calculator.now.units + calculator.now.capital
            else:
                csp = calculator.attacker.csp, calculator.defender.csp
            assert csp == battle.strengths(state)
            seen.add((fight.at, any(fight.points)))
    assert {("land", False), ("land", True), ("siege", False)} <= seen


def fought(mine: int, theirs: int, dice: tuple[int, int], leaders: tuple[int, int]) -> tuple[int, int, int]:
    """A fight of counters of one CSP from the clause: CSP left to both, and who is beaten, 1, -1 or neither. The net
    modifier goes first into the own loss, as far as that helps, then into the enemy's."""
    net = twin.net_modifier(mine, theirs, leaders)
    own, enemy = dice if net > 0 else dice[::-1]
    down = min(abs(net), enemy - 1)
    up = min(abs(net) - down, 10 - own)
    attacker, defender = (own + up, enemy - down) if net > 0 else (enemy - down, own + up)
    beaten = (attacker > defender) - (defender > attacker)
    return mine - twin.loss(mine, 10 * defender), theirs - twin.loss(theirs, 10 * attacker), beaten


@pytest.mark.clause("roma_victrix", "5.31", "5.32", "5.12")
def test_fights_in_a_row_begin_where_the_last_one_ended() -> None:
    random, longest = Random(532), 0
    for _ in range(40):
        mine, theirs = random.randint(5, 20), random.randint(3, 15)
        leaders = random.randint(1, 3), random.randint(1, 3)
        state = control.with_garrison(empty(), INDEX["Cisalpina"], NONE)
        state = lead(put(state, "Rome", "Latium", f"{mine} rAUX"), "Rome", "Scipio", leaders[0], "Latium", supreme=True)
        state = lead(
            put(state, "Carthage", "Cisalpina", f"{theirs} rAUX"), "Carthage", "Hanno", leaders[1], "Cisalpina"
        )
        state = active(turn_of(state, "Rome"), "Scipio", 6, s.Enter("Cisalpina"))
        count = 0
        while mine and theirs and ops(state):
            dice = random.randint(1, 6), random.randint(1, 6)
            left = ops(state)
            state = do(state, s.Attack("Carthage"), s.Stand())
            assert tuple(force.csp for force in battle.forces(state)) == (mine, theirs)
            state = first(do(state, s.Dice(*dice)), Due.SPLIT, Due.PAY)
            mine, theirs, beaten = fought(mine, theirs, dice, leaders)
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


@pytest.mark.clause("roma_victrix", "8.2", "8.31", "4.2", "8.1")
def test_who_is_not_paid_this_year_checks_for_attrition_next_year_and_nobody_else() -> None:
    state = lead(put(empty(), "Rome", "Apulia", "3 LGN"), "Rome", "Scipio", 1, "Latium", supreme=True)
    state = economy_of(rich(put(state, "Rome", "Latium", "2 LGN"), "Rome", 2), "Rome", Due.UPKEEP)
    assert can(state, s.Maintain) == {"Apulia", "Latium"}
    state = do(state, s.Maintain("Apulia"))
    assert money(state, "Rome") == 0  # three legions at a half, rounded up
    assert hungry(state) == {"Latium"}
    assert hungry(do(economy_of(rich(state, "Rome", 9), "Rome", Due.UPKEEP))) == set()


@pytest.mark.clause("roma_victrix", "10.41", "5.31", "5.15", "5.52")
def test_a_relief_fights_alone_and_opens_the_gates_when_it_wins() -> None:
    state = lead(put(besieged(), "Carthage", "Numidia", "12 HI"), "Carthage", "Hannibal", 4, "Numidia")
    state = active(turn_of(state, "Carthage"), "Hannibal", 6, s.Enter("Africa"), s.Attack("Rome"))
    state = first(do(state, s.Stand()), Due.WINDOW)
    assert [str(force) for force in battle.forces(state)] == ["12 HI", "8 LGN"]  # neither the besieged nor the walls
    assert battle.strengths(state) == (36, 32)
    state = first(do(state, s.Dice(6, 1)), Due.SPLIT, Due.PAY)
    assert {group.inside for group in state.groups if group.place == INDEX["Africa"]} == {False, True}
    state = do(state, 6)
    assert "Numidia" not in can(state, s.RetreatTo)  # where the relief came from
    state = do(state, s.RetreatTo("Tripolitania"), s.Stay())
    assert at(state, "Africa", "Rome") == ""
    assert {group.inside for group in state.groups if group.place == INDEX["Africa"]} == {False}
    assert {leader.inside for leader in state.leaders} == {False}
    assert holder(state, "Africa") == "Carthage"
    assert next(city.csp for city in state.capitals if city.place == INDEX["Africa"]) == 3
