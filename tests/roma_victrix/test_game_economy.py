"""Revenue, upkeep, supply and new units in positions of the whole game (7.0 to 9.6, 15.2, 15.3, 15.6)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gamekit.play.protocol import IllegalAction
from gamekit.roma_victrix import rules
from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.geography import INDEX
from gamekit.roma_victrix.rules import sequence, treasury
from gamekit.roma_victrix.state import Due, Status
from tests.roma_victrix.setting import (
    at,
    can,
    do,
    economy_of,
    empty,
    holder,
    lead,
    money,
    phase,
    power,
    put,
    rich,
    turn_of,
    with_csp,
)


def raising(name: str, state: s.State) -> s.State:
    return economy_of(state, name, Due.RAISE)


def offered(state: s.State, name: str) -> set[type]:
    """The kinds of action in a power's segment of new units."""
    step = s.Pending(Due.RAISE, state.patron[power(state, name)], who=power(state, name))
    return {type(action) for action in treasury.raising(replace(state, agenda=(step,)))}


@pytest.mark.clause("roma_victrix", "7.1", "7.2", "7.3", "7.4", "7.9", "8.1", "X.2", "3.82", "11.15", "11.25")
def test_the_first_year_s_revenue_and_upkeep() -> None:
    state = rules.initial_state("second_punic_war")
    ruled = {name: power(state, name) for name in ("Rome", "Aegyptus", "Seleucid", "Carthage", "Massilia", "Parthia")}
    assert {name: treasury.income(state, who) for name, who in ruled.items()} == {
        "Rome": 16,
        "Aegyptus": 18,
        "Seleucid": 25,
        "Carthage": 18,
        "Massilia": 0,
        "Parthia": 0,
    }
    assert [treasury.upkeep_cost(state, ruled[name]) for name in ("Rome", "Aegyptus", "Seleucid", "Carthage")] == [
        16,
        13,
        19,
        15,
    ]


@pytest.mark.clause("roma_victrix", "7.5", "7.6", "3.9")
def test_revenue_needs_a_clear_way_home() -> None:
    state = empty()
    seleucid = power(state, "Seleucid")
    assert treasury.income(state, seleucid) == 25
    cut = put(put(state, "Aegyptus", "Osrhoene", "HI"), "Aegyptus", "Hatra", "HI")
    assert treasury.collecting_provinces(cut, seleucid) & {INDEX["Osrhoene"], INDEX["Hatra"]} == frozenset()
    assert treasury.income(cut, seleucid) == 25 - 2 - 2  # round about through neutral Armenia the rest comes in


@pytest.mark.clause("roma_victrix", "7.7")
def test_over_water_only_with_a_fleet() -> None:
    state = empty()
    rome = power(state, "Rome")
    without = treasury.income(state, rome)
    with_ships = treasury.income(put(state, "Rome", "Latium (Mare Tyrrhenum)", "FLEET"), rome)
    assert with_ships - without == 3  # Sardinia, Corsica and Baleares


@pytest.mark.clause("roma_victrix", "10.72", "10.33", "10.36")
def test_pillaged_provinces_and_lost_capitals_give_nothing() -> None:
    state = put(empty(), "Rome", "Latium (Mare Tyrrhenum)", "FLEET")
    rome = power(state, "Rome")
    assert treasury.income(replace(state, pillaged=frozenset({INDEX["Cisalpina"]})), rome) == 13
    assert treasury.income(with_csp(state, "Latium", 2), rome) == 14
    assert treasury.income(with_csp(state, "Latium", 0), rome) == 0


@pytest.mark.clause("roma_victrix", "8.1", "8.21", "8.31", "8.3", "9.17")
def test_who_cannot_pay_chooses_whom_he_feeds() -> None:
    state = put(put(rich(empty(), "Rome", 2), "Rome", "Latium", "4 LGN"), "Rome", "Apulia", "2 LGN, AUX")
    state = economy_of(state, "Rome", Due.UPKEEP)
    assert (phase(state), can(state, s.Maintain)) == (Due.MAINTAIN, {"Latium", "Apulia"})
    state = do(state, s.Maintain("Latium"))
    assert money(state, "Rome") == 0
    assert {(group.place, group.hungry) for group in state.groups} == {
        (INDEX["Latium"], False),
        (INDEX["Apulia"], True),
    }


def starving(units: str = "4 LGN", options: tuple[str, ...] = ()) -> s.State:
    state = put(empty(options=options), "Rome", "Apulia", units, hungry=True)
    return rules.settled(
        replace(state, agenda=(s.Pending(Due.GAME_TURN), s.Pending(Due.ORDERS, 0), s.Pending(Due.ATTRITION)), phasing=0)
    )


@pytest.mark.clause("roma_victrix", "8.22", "8.32", "8.2", "4.2")
def test_the_unsupplied_roll_for_attrition() -> None:
    state = starving()
    assert phase(state) == Due.ATTRITION_ROLL
    state = do(state, 4)
    assert (phase(state), state.agenda[-1].left) == (Due.PAY, 6)  # 40 per cent of 16, no leader
    state = do(state, *[s.Pay("LGN", "Rome")] * 3)
    assert at(state, "Apulia") == "LGN, 3 rLGN"
    assert all(not group.hungry and group.status == Status.FREE for group in state.groups)


@pytest.mark.clause("roma_victrix", "8.4", "3.9")
def test_the_isolated_roll_and_barbarians_never() -> None:
    state = put(empty(), "Rome", "Sardinia", "LGN")
    rome = power(state, "Rome")
    assert INDEX["Sardinia"] not in treasury.supplied_places(state, rome)
    assert INDEX["Sardinia"] in treasury.supplied_places(put(state, "Rome", "Latium (Mare Tyrrhenum)", "FLEET"), rome)
    checked = sequence.attrition(replace(state, agenda=(s.Pending(Due.ATTRITION),)))
    assert [(step.place, step.left) for step in checked.agenda] == [(INDEX["Sardinia"], sequence.ISOLATED)]
    gauls = put(empty("six_powers", seats=6), "Gallia", "Aquitania", "4 BI, CAV")
    assert sequence.attrition(replace(gauls, agenda=(s.Pending(Due.ATTRITION),))).agenda == ()


@pytest.mark.clause("roma_victrix", "8.23")
def test_by_option_starving_romans_go_over_to_other_romans() -> None:
    state = put(empty("two_consuls", options=["8.23"]), "Crassus", "Apulia", "rLGN, rAUX", hungry=True)
    state = lead(state, "Pompeius", "Pompeius", 3, "Narbonensis", supreme=True)
    agenda = (s.Pending(Due.GAME_TURN), s.Pending(Due.ORDERS, 0), s.Pending(Due.ATTRITION))
    state = do(rules.settled(replace(put(state, "Pompeius", "Narbonensis", "LGN"), agenda=agenda, phasing=0)), 6)
    while phase(state) == Due.PAY:
        state = do(state, s.Pay("rLGN", "Crassus"))
    assert at(state, "Narbonensis", "Pompeius") == "LGN, rLGN"


@pytest.mark.clause("roma_victrix", "9.1", "9.11", "9.12", "9.15", "9.16", "3.32", "9.2")
def test_the_capital_raises_two_legions_two_auxilia_a_horse_and_a_fleet() -> None:
    state = raising("Rome", rich(put(empty(), "Rome", "Latium", "LGN"), "Rome", 60))
    for unit in ("LGN", "HI", "AUX", "AUX", "CAV", "FLEET"):
        state = do(state, s.Raise("Latium", unit, "Rome"))
    assert can(state, s.Raise) == set()
    assert at(state, "Latium") == "2 LGN, HI, 2 AUX, CAV, FLEET"
    assert money(state, "Rome") == 60 - 5 - 4 - 3 - 3 - 3 - 3


@pytest.mark.clause("roma_victrix", "9.12", "9.13", "9.14", "3.33", "15.3")
def test_another_leader_raises_auxilia_and_ships_by_a_roll() -> None:
    state = lead(put(rich(empty(), "Rome", 60), "Rome", "Apulia", "rLGN"), "Rome", "Varro", 1, "Apulia")
    state = raising("Rome", state)
    assert can(state, s.LevyRoll) == {"Varro"}
    state = do(state, s.LevyRoll("Varro"), 2)
    raised = {a.unit for a in rules.legal_actions(state) if isinstance(a, s.Raise) and a.place == "Apulia"}
    assert raised == {"AUX", "FLEET"}
    assert s.Rebuild("Apulia", "LGN", "Rome") in rules.legal_actions(state)
    tired = do(state, s.Raise("Apulia", "AUX", "Rome"), s.Keep())
    assert can(tired, s.Activate) == set()  # 9.14: the roll failed, and he raised all the same
    fresh = do(state, s.Keep())
    assert can(fresh, s.Activate) == {"Varro"}
    free = do(
        raising("Rome", replace(state, options=frozenset({"15.3"}), levied=(), raised=())), s.LevyRoll("Varro"), 1
    )
    assert "LGN" in {a.unit for a in rules.legal_actions(free) if isinstance(a, s.Raise) and a.place == "Apulia"}


@pytest.mark.clause("roma_victrix", "9.12", "9.15")
def test_what_was_eliminated_comes_back_with_any_leader() -> None:
    state = lead(rich(empty(), "Rome", 60), "Rome", "Varro", 1, "Apulia")
    pile = list(state.eliminated)
    pile[power(state, "Rome")] = s.only("LGN", 2)
    state = do(raising("Rome", replace(state, eliminated=tuple(pile))), s.LevyRoll("Varro"), 1)
    state = do(state, s.Raise("Apulia", "LGN", "Rome"))
    assert (at(state, "Apulia"), state.eliminated[0][0]) == ("LGN", 1)


@pytest.mark.clause("roma_victrix", "9.17", "10.23")
def test_nothing_is_raised_without_money_or_in_contested_pillaged_or_small_places() -> None:
    assert offered(empty(), "Rome") == {s.Keep}  # no points, nothing to do
    state = put(rich(empty(), "Rome", 60), "Carthage", "Latium", "HI")
    assert not any(
        isinstance(a, s.Raise) and a.place == "Latium"
        for a in rules.legal_actions(raising("Rome", put(state, "Rome", "Latium", "LGN")))
    )
    burnt = replace(rich(empty(), "Rome", 60), pillaged=frozenset({INDEX["Latium"]}))
    assert not any(isinstance(a, s.Raise) for a in rules.legal_actions(raising("Rome", burnt)))
    island = do(
        raising("Rome", lead(rich(empty(), "Rome", 60), "Rome", "Scipio", 2, "Sardinia", supreme=True)),
        s.LevyRoll("Scipio"),
        1,
    )
    assert {a.unit for a in rules.legal_actions(island) if isinstance(a, s.Raise) and a.place == "Sardinia"} == {
        "AUX",
        "FLEET",
    }
    inland = do(
        raising("Seleucid", lead(rich(empty(), "Seleucid", 60), "Seleucid", "Antiochus", 3, "Assyria", supreme=True)),
        s.LevyRoll("Antiochus"),
        1,
    )
    assert "FLEET" not in {
        a.unit for a in rules.legal_actions(inland) if isinstance(a, s.Raise) and a.place == "Assyria"
    }


@pytest.mark.clause("roma_victrix", "9.3", "X.2")
def test_ships_become_soldiers() -> None:
    state = raising("Rome", put(empty(), "Rome", "Apulia (Mare Tyrrhenum)", "2 FLEET"))
    state = do(state, s.Convert("Apulia (Mare Tyrrhenum)", "LGN"), s.Convert("Apulia (Mare Tyrrhenum)", "AUX"))
    assert at(state, "Apulia") == "rLGN, AUX"
    carthage = raising("Carthage", put(empty(), "Carthage", "Africa (Mare Tyrrhenum)", "FLEET"))
    assert {a.unit for a in rules.legal_actions(carthage) if isinstance(a, s.Convert)} == {"HI", "AUX"}


@pytest.mark.clause("roma_victrix", "6.3", "9.12")
def test_two_reduced_units_may_join_and_need_not() -> None:
    state = turn_of(lead(put(empty(), "Rome", "Latium", "2 rLGN, rAUX"), "Rome", "Scipio", 1, "Latium"), "Rome")
    assert at(state, "Latium") == "2 rLGN, rAUX"
    state = do(state, s.Join("Latium", "Rome", "LGN"))
    assert at(state, "Latium") == "LGN, rAUX"
    with pytest.raises(IllegalAction):
        do(state, s.Join("Latium", "Rome", "AUX"))


@pytest.mark.clause("roma_victrix", "9.4", "9.41", "9.42", "9.43", "9.44", "9.45", "11.26", "11.2")
def test_a_client_that_was_called_raises_as_many_units_as_its_home_is_worth() -> None:
    state = empty()
    syracuse = power(state, "Syracusae")
    assert s.Raise not in offered(state, "Rome")
    twice = replace(state, eliminated=state.unused)  # as many again, of those that fell (9.12)
    assert treasury.in_stock(twice, syracuse, "HI") == 2 * treasury.in_stock(state, syracuse, "HI") > 0
    state = raising("Rome", replace(state, summoned=frozenset({syracuse})))
    assert s.Rebuild not in {type(a) for a in rules.legal_actions(put(state, "Syracusae", "Apulia", "rHI"))}  # abroad
    state = do(state, s.Raise("Sicilia", "HI", "Syracusae"), s.Raise("Sicilia", "FLEET", "Syracusae"))
    assert "FLEET" not in {a.unit for a in rules.legal_actions(state) if isinstance(a, s.Raise)}  # one a turn
    state = do(state, s.Raise("Sicilia", "CAV", "Syracusae"))
    assert at(state, "Sicilia") == "HI, CAV, FLEET"
    assert state.turn == 2  # three units and no more: the segment is over


@pytest.mark.clause("roma_victrix", "9.5", "9.51", "9.52", "9.53", "9.54", "9.55", "9.56", "13.11", "13.22")
def test_barbarians_draw_a_marker_for_one_province_and_may_build_ships() -> None:
    state = raising("Gallia", empty("six_powers", seats=6))
    assert len(can(state, s.Raise)) > 2
    state = do(state, s.Raise("Belgica", "warbands", "Gallia"), s.Warbands(5))
    units = s.total(group.units for group in state.groups)
    assert sum(units) == 5
    assert units[s.COUNTERS.index("BI")] >= 4
    ships = {"Belgica", "Belgica (Oceanus Germanicus)"}  # no second province: ships for warbands alone, on either coast
    assert can(state, s.Raise) == ships
    state = do(state, s.Raise("Belgica", "FLEET for BI", "Gallia"))
    assert at(state, "Belgica").endswith("FLEET")
    assert money(state, "Gallia") == 0


@pytest.mark.clause("roma_victrix", "9.6", "9.61", "9.62", "9.63", "9.64", "9.65", "9.66", "12.1", "12.13", "12.14")
def test_parthia_raises_by_revenue_rating_and_capital() -> None:
    state = lead(empty("six_powers", seats=6), "Parthia", "Mithradates", 3, "Babylonia", supreme=True)
    state = lead(state, "Parthia", "Gotarzes", 1, "Media")
    state = raising("Parthia", state)
    units = {a.unit for a in rules.legal_actions(state) if isinstance(a, s.Raise)}
    assert units == {"AUX", "CAV"}  # no coast there, and nothing else by 9.66
    for _ in range(5):
        state = do(state, s.Raise("Babylonia", "CAV", "Parthia"))
    assert can(state, s.Raise) == {"Media"}  # 3 and 3 and 5 are 11 CSP
    state = do(state, s.Raise("Media", "AUX", "Parthia"), s.Raise("Media", "AUX", "Parthia"))
    assert phase(state) != Due.RAISE
    assert (at(state, "Babylonia"), at(state, "Media")) == ("5 CAV", "2 AUX")


@pytest.mark.clause("roma_victrix", "15.2")
def test_by_option_all_major_powers_collect_and_pay() -> None:
    state = empty("six_powers", seats=6, options=["15.2"])
    parthia = power(state, "Parthia")
    assert treasury.income(state, parthia) > 5
    assert treasury.income(replace(state, options=frozenset()), parthia) == 0
    gauls = put(state, "Gallia", "Belgica", "4 BI")
    assert treasury.upkeep_cost(gauls, power(state, "Gallia")) == 2
    raised = raising("Parthia", rich(lead(state, "Parthia", "Mithradates", 3, "Babylonia", supreme=True), "Parthia", 9))
    assert "Babylonia" in can(raised, s.Raise)


@pytest.mark.clause("roma_victrix", "15.6")
def test_by_option_there_are_no_auxilia_and_the_rest_costs_a_point() -> None:
    state = rules.initial_state("second_punic_war", options=["15.6"])
    at_ = s.COUNTERS.index("AUX")
    assert not any(group.units[at_] for group in state.groups)
    four = put(put(empty(options=["15.6"]), "Rome", "Latium", "3 LGN"), "Rome", "Latium (Mare Tyrrhenum)", "2 FLEET")
    assert treasury.upkeep_cost(four, power(four, "Rome")) == 3 + 1
    assert "AUX" not in {
        a.unit for a in rules.legal_actions(raising("Rome", rich(four, "Rome", 60))) if isinstance(a, s.Raise)
    }


@pytest.mark.clause("roma_victrix", "10.11", "10.12", "10.1", "10.13", "10.3")
def test_provinces_begin_with_their_holders_garrisons() -> None:
    state = rules.initial_state("second_punic_war")
    assert holder(state, "Latium") == "Rome"
    assert holder(state, "Narbonensis") == "Massilia"
    assert holder(state, "Germania Magna") is None
    assert state.markers[INDEX["Germania Magna"]] == 1
    assert {city.place for city in state.capitals} >= {INDEX["Latium"], INDEX["Africa"], INDEX["Syria"]}
