"""Revenue, upkeep and new units in positions of the whole game (7.0 to 10.1)."""

from dataclasses import replace
from typing import Any

import pytest

from gamekit.roma_victrix.geography import COASTS
from gamekit.roma_victrix.rules import control, sequence, subjects, treasury, victory
from gamekit.roma_victrix.state import Status
from tests.roma_victrix.setting import *

SIX, FLEET_AT_OSTIA = "six_powers", "Rome in Latium (Mare Tyrrhenum): FLEET"


def raising(name: str, state: State) -> State:
    return economy_of(state, name, Due.RAISE)


def levied(name: str, leader: str, die: int, state: State) -> State:
    """A power's segment of new units, after a leader's roll."""
    return do(raising(name, state), s.LevyRoll(leader), die)


def offered(state: State, name: str) -> set[type]:
    """The kinds of action in a power's segment of new units."""
    step = Pending(Due.RAISE, state.patron[power(state, name)], who=power(state, name))
    return {type(action) for action in treasury.raise_choices(replace(state, agenda=(step,)))}


def units(state: State, **fields: Any) -> set[str]:
    """The units that may be raised."""
    return {each.unit for each in legal(state, s.Raise, **fields)}


@clause("7.1", "7.2", "7.3", "7.4", "7.9", "8.1", "X.2", "3.82", "11.15", "11.25")
@pytest.mark.parametrize(("owner", "income", "upkeep"), [
    ("Rome", 16, 16), ("Aegyptus", 18, 13), ("Seleucid", 25, 19), ("Carthage", 18, 15), ("Massilia", 0, None),
    ("Parthia", 0, None),
])  # fmt: skip
def test_the_first_year_s_revenue_and_upkeep(owner: str, income: int, upkeep: int | None) -> None:
    state = rules.initial_state("second_punic_war")
    assert treasury.income(state, power(state, owner)) == income
    assert upkeep is None or treasury.upkeep_cost(state, power(state, owner)) == upkeep


@clause("7.5", "7.6", "3.9")
def test_revenue_needs_a_clear_way_home() -> None:
    state = empty()
    seleucid = power(state, "Seleucid")
    assert treasury.income(state, seleucid) == 25
    cut = placed(state, "Aegyptus in Osrhoene: HI", "Aegyptus in Hatra: HI")
    assert treasury.collecting_provinces(cut, seleucid) & {INDEX["Osrhoene"], INDEX["Hatra"]} == frozenset()
    assert treasury.income(cut, seleucid) == 25 - 2 - 2  # round about through neutral Armenia the rest comes in


@clause("7.7", "10.72", "10.33", "10.36")
def test_over_water_only_with_a_fleet_and_pillaged_provinces_and_lost_capitals_give_nothing() -> None:
    state, rome = placed(FLEET_AT_OSTIA), power(empty(), "Rome")
    assert treasury.income(state, rome) - treasury.income(empty(), rome) == 3  # Sardinia, Corsica and Baleares
    assert treasury.income(pillaged(state, "Cisalpina"), rome) == 13
    assert [treasury.income(with_csp(state, "Latium", csp), rome) for csp in (2, 0)] == [14, 0]


@clause("8.1", "8.21", "8.31", "8.3", "9.17")
def test_who_cannot_pay_chooses_whom_he_feeds() -> None:
    state = placed(rich(empty(), "Rome", 2), "Rome in Latium: 4 LGN", "Rome in Apulia: 2 LGN, AUX")
    state = economy_of(state, "Rome", Due.UPKEEP)
    assert (phase(state), can(state, s.Maintain)) == (Due.MAINTAIN, {"Latium", "Apulia"})
    apulia = {("", 0), ("LGN", 1), ("AUX", 1)}  # a unit of a counter, or all of them there
    assert {(each.counter, each.count) for each in legal(state, s.Maintain, place="Apulia")} == apulia
    state = do(state, s.Maintain("Latium"))
    assert money(state, "Rome") == 0
    assert {(PLACES[group.place], group.hungry) for group in state.groups} == {("Latium", False), ("Apulia", True)}


@clause("8.22", "8.32", "8.2", "4.2")
def test_the_unsupplied_roll_for_attrition() -> None:
    state = attrition_of(put(empty(), "Rome", "Apulia", "4 LGN", hungry=True))
    assert phase(state) == Due.ATTRITION_ROLL
    state = do(state, 4)
    assert (phase(state), state.agenda[-1].left) == (Due.PAY, 6)  # 40 per cent of 16, no leader
    state = do(state, *[s.Pay("LGN", "Rome")] * 3)
    assert at(state, "Apulia") == "LGN, 3 rLGN"
    assert all(not group.hungry and group.status == Status.FREE for group in state.groups)
    state = do(attrition_of(put(empty(), "Rome", "Apulia", "LGN, AUX", hungry=True)), 1)
    assert (state.agenda[-1].left, can(state, s.Pay)) == (1, {"LGN", "AUX"})  # a legion too: two CSP for one


@clause("8.4", "3.9")
def test_the_isolated_roll_and_barbarians_never() -> None:
    state = placed("Rome in Sardinia: LGN")
    rome, sardinia = power(state, "Rome"), INDEX["Sardinia"]
    assert sardinia not in treasury.supplied_places(state, rome)
    assert sardinia in treasury.supplied_places(placed(state, FLEET_AT_OSTIA), rome)
    assert [(step.place, step.left) for step in attrition_checks(state)] == [(sardinia, sequence.ISOLATED)]
    assert attrition_checks(placed(empty(SIX, seats=6), "Gallia in Aquitania: 4 BI, CAV")) == ()


@clause("8.23")
def test_by_option_starving_romans_go_over_to_other_romans() -> None:
    state = put(empty("two_consuls", options=["8.23"]), "Crassus", "Apulia", "rLGN, rAUX", hungry=True)
    state = do(attrition_of(placed(state, "Pompeius in Narbonensis: LGN, Pompeius 3*")), 6)
    assert at(repeated(state, s.Pay("rLGN", "Crassus"), Due.PAY), "Narbonensis", "Pompeius") == "LGN, rLGN"


@clause("9.1", "9.11", "9.12", "9.15", "9.16", "3.32", "9.2")
def test_the_capital_raises_two_legions_two_auxilia_a_horse_and_a_fleet() -> None:
    state = raising("Rome", rich(put(empty(), "Rome", "Latium", "LGN"), "Rome", 60))
    state = do(state, *(s.Raise("Latium", unit, "Rome") for unit in ("LGN", "HI", "AUX", "AUX", "CAV", "FLEET")))
    assert (can(state, s.Raise), at(state, "Latium")) == (set(), "2 LGN, HI, 2 AUX, CAV, FLEET")
    assert money(state, "Rome") == 60 - 5 - 4 - 3 - 3 - 3 - 3


@clause("9.12", "9.13", "9.14", "3.33", "15.3")
def test_another_leader_raises_auxilia_and_ships_by_a_roll() -> None:
    state = raising("Rome", placed(rich(empty(), "Rome", 60), "Rome in Apulia: rLGN, Varro 1"))
    assert can(state, s.LevyRoll) == {"Varro"}
    state = do(state, s.LevyRoll("Varro"), 2)
    assert units(state, place="Apulia") == {"AUX", "FLEET"}
    assert s.Rebuild("Apulia", "LGN", "Rome") in rules.legal_actions(state)
    tired = do(state, s.Raise("Apulia", "AUX", "Rome"), s.Keep())
    assert can(tired, s.Activate) == set()  # 9.14: the roll failed, and he raised all the same
    assert can(do(state, s.Keep()), s.Activate) == {"Varro"}
    free = levied("Rome", "Varro", 1, replace(state, options=frozenset({"15.3"}), levied=(), raised=()))
    assert "LGN" in units(free, place="Apulia")


@clause("9.12", "9.15")
def test_what_was_eliminated_comes_back_with_any_leader() -> None:
    state = placed(rich(empty(), "Rome", 60), "Rome in Apulia: Varro 1")
    assert power(state, "Rome") == 0
    state = levied("Rome", "Varro", 1, replace(state, eliminated=(s.only("LGN", 2), *state.eliminated[1:])))
    state = do(state, s.Raise("Apulia", "LGN", "Rome"))
    assert (at(state, "Apulia"), state.eliminated[0][0]) == ("LGN", 1)


@clause("9.17", "10.23")
def test_nothing_is_raised_without_money_or_in_contested_pillaged_or_small_places() -> None:
    assert offered(empty(), "Rome") == {s.Keep}  # no points, nothing to do
    wealthy = rich(rich(empty(), "Rome", 60), "Seleucid", 60)
    contested = placed(wealthy, "Carthage in Latium: HI", "Rome in Latium: LGN")
    assert not legal(raising("Rome", contested), s.Raise, place="Latium")
    assert not legal(raising("Rome", pillaged(wealthy, "Latium")), s.Raise)
    island = levied("Rome", "Scipio", 1, placed(wealthy, "Rome in Sardinia: Scipio 2*"))
    assert units(island, place="Sardinia") == {"AUX", "FLEET"}
    inland = levied("Seleucid", "Antiochus", 1, placed(wealthy, "Seleucid in Assyria: Antiochus 3*"))
    assert "FLEET" not in units(inland, place="Assyria")


@clause("9.3", "X.2")
def test_ships_become_soldiers() -> None:
    state = raising("Rome", put(empty(), "Rome", "Apulia (Mare Tyrrhenum)", "2 FLEET"))
    state = do(state, s.Convert("Apulia (Mare Tyrrhenum)", "LGN"), s.Convert("Apulia (Mare Tyrrhenum)", "AUX"))
    assert at(state, "Apulia") == "rLGN, AUX"
    carthage = raising("Carthage", put(empty(), "Carthage", "Africa (Mare Tyrrhenum)", "FLEET"))
    assert {a.unit for a in legal(carthage, s.Convert)} == {"HI", "AUX"}


@clause("6.3", "9.12")
def test_two_reduced_units_may_join_and_need_not() -> None:
    state = turn_of(placed("Rome in Latium: 2 rLGN, rAUX, Scipio 1"), "Rome")
    assert at(state, "Latium") == "2 rLGN, rAUX"
    state = do(state, s.Join("Latium", "Rome", "LGN"))
    assert at(state, "Latium") == "LGN, rAUX"
    refused("", state, s.Join("Latium", "Rome", "AUX"))


@clause("9.4", "9.41", "9.42", "9.43", "9.44", "9.45", "11.26", "11.2")
def test_a_client_that_was_called_raises_as_many_units_as_its_home_is_worth() -> None:
    state = empty()
    syracuse = power(state, "Syracusae")
    assert s.Raise not in offered(state, "Rome")
    twice = replace(state, eliminated=state.unused)  # as many again, of those that fell (9.12)
    assert treasury.in_stock(twice, syracuse, "HI") == 2 * treasury.in_stock(state, syracuse, "HI") > 0
    state = raising("Rome", summoned(state, "Syracusae"))
    assert s.Rebuild not in {type(a) for a in rules.legal_actions(put(state, "Syracusae", "Apulia", "rHI"))}  # abroad
    state = do(state, s.Raise("Sicilia", "HI", "Syracusae"), s.Raise("Sicilia", "FLEET", "Syracusae"))
    assert "FLEET" not in units(state)  # one a turn
    state = do(state, s.Raise("Sicilia", "CAV", "Syracusae"))
    assert at(state, "Sicilia") == "HI, CAV, FLEET"
    assert state.turn == 2  # three units and no more: the segment is over


@clause("9.5", "9.51", "9.52", "9.53", "9.54", "9.55", "9.56", "13.11", "13.22")
def test_barbarians_draw_a_marker_for_one_province_and_may_build_ships() -> None:
    state = raising("Gallia", empty("six_powers", seats=6))
    assert len(can(state, s.Raise)) > 2
    state = do(state, s.Raise("Belgica", "warbands", "Gallia"), s.Warbands(5))
    assert counters(state).counters == 5
    assert counters(state).stack("BI").full >= 4
    ships = {"Belgica", "Belgica (Oceanus Germanicus)"}  # no second province: ships for warbands alone, on either coast
    assert can(state, s.Raise) == ships
    state = do(state, s.Raise("Belgica", "FLEET for BI", "Gallia"))
    assert at(state, "Belgica").endswith("FLEET")
    assert money(state, "Gallia") == 0


@clause("9.6", "9.61", "9.62", "9.63", "9.64", "9.65", "9.66", "12.1", "12.13", "12.14")
def test_parthia_raises_by_revenue_rating_and_capital() -> None:
    state = placed(empty(SIX, seats=6), "Parthia in Babylonia: Mithradates 3*", "Parthia in Media: Gotarzes 1")
    state = raising("Parthia", state)
    assert units(state) == {"AUX", "CAV"}  # no coast there, and nothing else by 9.66
    state = do(state, *[s.Raise("Babylonia", "CAV", "Parthia")] * 5)
    assert can(state, s.Raise) == {"Media"}  # 3 and 3 and 5 are 11 CSP
    state = do(state, s.Raise("Media", "AUX", "Parthia"), s.Raise("Media", "AUX", "Parthia"))
    assert phase(state) != Due.RAISE
    assert (at(state, "Babylonia"), at(state, "Media")) == ("5 CAV", "2 AUX")


@clause("15.2")
def test_by_option_all_major_powers_collect_and_pay() -> None:
    state = empty("six_powers", seats=6, options=["15.2"])
    who = power(state, "Parthia")
    assert treasury.income(state, who) > 5
    assert treasury.income(replace(state, options=frozenset()), who) == 0
    assert treasury.upkeep_cost(placed(state, "Gallia in Belgica: 4 BI"), power(state, "Gallia")) == 2
    assert "Babylonia" in can(raising("Parthia", rich(parthia(("15.2",)), "Parthia", 9)), s.Raise)


@clause("15.6")
def test_by_option_there_are_no_auxilia_and_the_rest_costs_a_point() -> None:
    state = rules.initial_state("second_punic_war", options=["15.6"])
    at_ = s.COUNTERS.index("AUX")
    assert not any(group.units[at_] for group in state.groups)
    four = placed(empty(options=["15.6"]), "Rome in Latium: 3 LGN", "Rome in Latium (Mare Tyrrhenum): 2 FLEET")
    assert treasury.upkeep_cost(four, power(four, "Rome")) == 3 + 1
    assert "AUX" not in units(raising("Rome", rich(four, "Rome", 60)))


@clause("10.11", "10.12", "10.1", "10.13", "10.3")
def test_provinces_begin_with_their_holders_garrisons() -> None:
    state = rules.initial_state("second_punic_war")
    assert (holder(state, "Latium"), holder(state, "Narbonensis")) == ("Rome", "Massilia")
    assert holder(state, "Germania Magna") is None
    assert state.markers[INDEX["Germania Magna"]] == 1
    assert {city.place for city in state.capitals} >= {INDEX["Latium"], INDEX["Africa"], INDEX["Syria"]}


def hungry(state: State, owner: str) -> int:
    who = power(state, owner)
    return sum(sum(group.units) for group in state.groups if group.owner == who and group.hungry)


# 8.2, 8.3
@clause("8.1", "8.21", "8.31")
@pytest.mark.parametrize(("points", "left", "unfed"), [(0, 0, 9), (1, 0, 7), (4, 0, 1), (5, 0, 0), (6, 1, 0)])
def test_as_many_units_are_fed_as_there_are_points(points: int, left: int, unfed: int) -> None:
    state = economy_of(rich(placed("Carthage in Africa: 9 HI, Mago 1*"), "Carthage", points), "Carthage", Due.UPKEEP)
    assert (money(state, "Carthage"), hungry(state, "Carthage")) == (left, unfed)


@clause("8.21", "8.31")
def test_units_before_the_walls_and_within_are_fed_together() -> None:
    state = placed(put(empty(), "Rome", "Latium", "LGN", inside=True), "Rome in Latium: LGN, AUX")
    state = economy_of(rich(put(state, "Carthage", "Latium", "HI"), "Rome", 1), "Rome", Due.UPKEEP)
    assert {each.count for each in legal(state, s.Maintain, place="Latium", counter="LGN")} == {1, 2}
    state = do(state, s.Maintain("Latium", "LGN", 2))
    assert {str(s.as_force(group.units)) for group in state.groups if group.hungry} == {"AUX"}
    assert (hungry(state, "Rome"), money(state, "Rome")) == (1, 0)


@clause("8.32", "8.31")
def test_units_that_cost_nothing_are_never_hungry() -> None:
    state = economy_of(rich(placed("Rome in Latium: 4 LGN", "Rome in Apulia: 3 BI"), "Rome", 1), "Rome", Due.UPKEEP)
    assert (hungry(state, "Rome"), money(state, "Rome")) == (2, 0)
    ships = placed("Rome in Latium: 2 LGN", "Rome in Latium (Mare Tyrrhenum): 3 FLEET")
    ships = economy_of(rich(ships, "Rome", 1), "Rome", Due.UPKEEP)
    assert {action.place for action in legal(ships, s.Maintain)} == {"Latium", "Latium (Mare Tyrrhenum)"}


# 9.6
def parthia(options: tuple[str, ...] = (), csp: int = 4, **marks: Any) -> State:
    state = placed(empty(SIX, options=options, **marks), "Parthia in Babylonia: King 2*")
    return with_csp(placed(state, "Parthia in Media: Gotarzes 4"), "Babylonia", csp)


def raised(state: State, place: str, unit: str, owner: str = "Parthia") -> str:
    state = economy_of(state, owner, Due.RAISE)
    while found := legal(state, s.Raise, place=place):
        state = do(state, next((each for each in found if each.unit == unit), found[0]))
    return at(state, place, owner)


@clause("9.64", "9.65", "17.1")
@pytest.mark.parametrize(("place", "unit", "options", "csp", "found"), [
    ("Media", "HC", ("17.1",), 4, "AUX, HC"),  # 3 + 4: one of 4 CSP, one of 2
    ("Media", "AUX", (), 4, "3 AUX"),
    ("Babylonia", "AUX", (), 4, "5 AUX"),  # 3 + 2 + 5
    ("Babylonia", "AUX", (), 3, "5 AUX"),
    ("Babylonia", "AUX", (), 2, "4 AUX"),  # 3 + 2 + 3 (10.33)
    ("Babylonia", "HC", ("17.1",), 1, "2 HC"),
    ("Babylonia", "AUX", (), 0, "2 AUX"),  # sacked: none
])  # fmt: skip
def test_parthia_raises_by_csp(place: str, unit: str, options: tuple[str, ...], csp: int, found: str) -> None:
    assert [treasury.PROVINCE[INDEX[name]].revenue for name in ("Media", "Babylonia")] == [3, 3]
    assert raised(parthia(options, csp), place, unit) == found


@clause("9.63", "9.64")
@pytest.mark.parametrize(("reading", "found"), [("9.63", "AUX"), ("leader", "")])
def test_the_capital_without_a_leader_raises_by_its_province_alone(reading: str, found: str) -> None:
    state = empty(SIX, rulings={"persian_capital": reading})
    assert raised(lead(state, "Parthia", "Gotarzes", 4, "Media"), "Babylonia", "AUX") == found


@clause("9.61", "9.66", "9.64")
def test_parthia_rebuilds_within_the_same_csp() -> None:
    state = economy_of(put(parthia(), "Parthia", "Media", "2 rCAV, 3 rAUX"), "Parthia", Due.RAISE)
    assert {action.unit for action in legal(state, s.Rebuild, place="Media")} == {"CAV", "AUX"}
    state = do(state, *(s.Rebuild("Media", unit, "Parthia") for unit in ("CAV", "CAV", "AUX", "AUX", "AUX")))
    assert at(state, "Media") == "3 AUX, 2 CAV"
    assert len(legal(state, s.Raise, place="Media")) == 2  # 5 of 7 CSP are spent
    state = do(state, s.Raise("Media", "CAV", "Parthia"))
    assert not legal(state, s.Raise, place="Media")
    abroad = economy_of(put(parthia(), "Parthia", "Syria", "rCAV"), "Parthia", Due.RAISE)
    assert not legal(abroad, s.Rebuild, place="Syria")
    heavy = economy_of(put(parthia(("17.1",)), "Parthia", "Media", "rHC"), "Parthia", Due.RAISE)
    heavy = do(heavy, s.Rebuild("Media", "HC", "Parthia"))
    assert treasury.production_left(heavy, power(heavy, "Parthia"), INDEX["Media"]) == 5


@clause("9.66", "15.2")
@pytest.mark.parametrize(("options", "kinds"), [(("15.2",), {"AUX", "CAV"}), (("15.2", "17.1"), {"AUX", "CAV", "HC"})])
def test_with_points_parthia_still_has_no_heavy_infantry(options: tuple[str, ...], kinds: set[str]) -> None:
    assert units(raising("Parthia", rich(parthia(options), "Parthia", 40))) == kinds
    state = placed(parthia(("15.2",)), "Parthia in Syria (Mare Aegyptum): FLEET", "Parthia in Babylonia: rHI, rAUX")
    state = raising("Parthia", rich(state, "Parthia", 40))
    assert {action.unit for action in legal(state, s.Convert)} == {"AUX"}
    assert {action.unit for action in legal(state, s.Rebuild)} == {"AUX"}


@clause("15.2", "15.6", "9.55")
@pytest.mark.parametrize("options", [("15.2", "15.6"), ("15.2",)])
def test_barbarians_raise_infantry_of_their_own(options: tuple[str, ...]) -> None:
    state = placed(empty(SIX, seats=6, options=options), "Gallia in Belgica: 2 BI, rBI, Celtillus 3*")
    state = levied("Gallia", "Celtillus", 2, rich(state, "Gallia", 20))
    assert units(state) >= {"BI", "CAV"}
    assert "AUX" not in units(state)
    assert legal(state, s.Rebuild, unit="BI")
    roman = rich(placed(empty(options=("15.6",)), "Rome in Apulia: Scipio 2*"), "Rome", 20)
    assert "AUX" not in units(levied("Rome", "Scipio", 1, roman))


# 5.6, 9.17
@clause("5.6", "9.17")
@pytest.mark.parametrize(("reading", "coasts"), [("chosen", 3), ("first", 1)])
def test_a_new_fleet_lies_on_the_coast_that_its_owner_names(reading: str, coasts: int) -> None:
    state = rich(placed(empty(rulings={"new_fleets": reading}), "Rome in Apulia: Scipio 2*"), "Rome", 20)
    state = levied("Rome", "Scipio", 1, state)
    yards = [each.place for each in legal(state, s.Raise, unit="FLEET") if each.place.startswith("Apulia")]
    assert len(yards) == coasts
    launched = {PLACES[g.place] for yard in yards for g in do(state, s.Raise(yard, "FLEET", "Rome")).groups}
    assert len(launched) == coasts
    assert all(place.startswith("Apulia (") for place in launched)
    done = do(state, s.Raise(yards[-1], "FLEET", "Rome"))
    assert not [each for each in legal(done, s.Raise, unit="FLEET") if each.place.startswith("Apulia")]  # 9.15: one


@clause("5.6", "9.45", "9.56", "14.2 Recruit New Units")
def test_clients_and_barbarians_choose_a_coast_too() -> None:
    client = summoned(placed("Syracusae in Sicilia: HI", "Rome in Latium: Scipio 2*"), "Syracusae")
    assert len(legal(economy_of(client, "Rome", Due.RAISE), s.Raise, unit="FLEET", power="Syracusae")) == 3
    gauls = economy_of(empty(SIX, seats=6), "Gallia", Due.RAISE)
    gauls = do(gauls, s.Raise("Belgica", "warbands", "Gallia"), s.Warbands(5))
    ships = legal(gauls, s.Raise, unit="FLEET for BI")
    assert at(do(gauls, ships[1]), "Belgica").endswith("FLEET")
    assert len({str(do(gauls, each).groups) for each in ships}) == len(ships) == 2


# 9.44, 7.0
@clause("9.44", "11.26")
@pytest.mark.parametrize(("reading", "most"), [("any", max), ("capital", min)])
def test_a_client_raises_by_the_best_of_its_first_provinces(reading: str, most: Any) -> None:
    state = empty(rulings={"client_units": reading})
    worths = {name: treasury.PROVINCE[INDEX[name]].revenue for name in ("Numidia", "Sitifensis")}
    state = subjects.bring_under(put(state, "Numidia", "Numidia", "AUX"), power(state, "Numidia"), 0)
    worst = INDEX[min(worths, key=worths.__getitem__)]
    moved = tuple(replace(c, place=worst) if PLACES[c.place] == "Numidia" else c for c in state.capitals)
    state = replace(placed(state, "Rome in Latium: Scipio 1*"), capitals=moved)
    state, found = economy_of(state, "Rome", Due.RAISE), 0
    while state.turn == 1 and (actions := legal(state, s.Raise, power="Numidia")):
        state, found = do(state, actions[0]), found + 1
    assert found == most(worths.values())


@clause("7.5")
@pytest.mark.parametrize(("reading", "reached"), [("any", False), ("enemies", True)])
def test_barbarians_on_the_way_bar_it_even_as_friends(reading: str, reached: bool) -> None:
    state = empty(SIX, rulings={"barbarian_way": reading})
    rome = power(state, "Rome")
    before = treasury.income(state, rome)
    state = placed(state, "Iberi in Apulia: BI")
    assert state.patron[power(state, "Iberi")] == rome
    assert (treasury.income(state, rome) == before) is reached


@clause("7.1", "10.23", "10.33")
@pytest.mark.parametrize(("reading", "points"), [("10.23", 0), ("7.1", 5)])
def test_what_a_besieged_capital_yields(reading: str, points: int) -> None:
    state = empty(rulings={"besieged_capital": reading})
    rome = power(state, "Rome")
    whole = treasury.income(state, rome)
    shut = placed(put(state, "Rome", "Latium", "LGN", inside=True), "Carthage in Latium: 6 HI")
    assert treasury.income(shut, rome) == whole - treasury.PROVINCE[INDEX["Latium"]].revenue - 5 + points


@clause("3.53", "7.4")
@pytest.mark.parametrize(("reading", "points"), [("0", 0), ("5", 5)])
def test_what_a_supreme_leader_yields_as_a_capital(reading: str, points: int) -> None:
    state = placed(empty("two_consuls", rulings={"court": reading}), "Crassus in Syria: Crassus 2*")
    plain = placed(empty("two_consuls"), "Crassus in Syria: Crassus 2*")
    who = power(state, "Crassus")
    city = any(c.owner == who for c in state.capitals)
    assert treasury.income(state, who) - treasury.income(plain, who) == (0 if city else points)
    alone = replace(state, capitals=tuple(c for c in state.capitals if c.owner != who))
    assert treasury.income(alone, who) - treasury.income(replace(alone, rulings=()), who) == points


@clause("10.14", "10.16", "10.33")
@pytest.mark.parametrize(("reading", "holds"), [("10.14", "Carthage"), ("capital", "")])
def test_who_is_alone_before_an_empty_capital_controls_the_province_and_not_the_city(reading: str, holds: str) -> None:
    state = placed(empty(rulings={"besieged_province": reading}), "Carthage in Latium: 4 HI", Latium=None)
    owner = control.control(state, INDEX["Latium"])
    assert (control.name_of(state, owner) if owner >= 0 else "") == holds
    assert treasury.city_income(state, power(state, "Carthage"), INDEX["Latium"]) == 0
    assert treasury.income(state, power(state, "Rome")) > 0  # the city stands


@clause("9.3")
@pytest.mark.parametrize(("reading", "may"), [("any", True), ("friendly", False)])
def test_where_fleets_are_converted(reading: str, may: bool) -> None:
    state = read(placed("Rome in Africa (Mare Tyrrhenum): FLEET", FLEET_AT_OSTIA), conversion_port=reading)
    places = {each.place for each in legal(economy_of(state, "Rome", Due.RAISE), s.Convert)}
    assert ("Africa (Mare Tyrrhenum)" in places, "Latium (Mare Tyrrhenum)" in places) == (may, True)


@clause("4.52", "4.41")
@pytest.mark.parametrize(("reading", "more"), [("controlled", True), ("own", False)])
def test_whose_provinces_break_a_tie(reading: str, more: bool) -> None:
    state = empty(rulings={"tie_break": reading})
    worth = {seat: points for _, points, _, seat in victory.ranking(state)}
    own = sum(p.revenue for p, g in zip(treasury.PROVINCE, state.garrisons) if g == 0)
    assert (worth[0] > own) is more


@clause("3.82", "3.85", "7.1", "7.9", "10.33", "10.72", "3.57", "11.15", "11.25")
@pytest.mark.parametrize(("owner", "burnt", "points"), [
    ("Rome", "", 39),  # 34 of its provinces, five of the city, nothing of its client and its ally
    ("Rome", "Latium", 31),  # 10.33: nor does a pillaged capital
    ("Rome", "Apulia", 37),
    ("Parthia", "", 0),
    ("Gallia", "", 0),
    ("Cappadocia", "", 0),  # a client
    ("Iberi", "", 0),  # an ally, nor its patron for it
    ("Seleucid", "", 0),  # neutral
])  # fmt: skip
def test_only_active_major_powers_collect(owner: str, burnt: str, points: int) -> None:
    state = placed(empty(SIX, seats=6), "Rome in Latium: Sulla 3*", FLEET_AT_OSTIA)
    state = placed(state, "Gallia in Lugdunensis: Celtillus 2*")
    state = pillaged(state, *([burnt] if burnt else []))
    assert treasury.income(state, power(state, owner)) == points
    awake = under(state, Seleucid="Pontus")
    assert treasury.income(awake, power(state, owner)) == (3 + 2 + 5 if owner == "Seleucid" else points)
    before = money(state, owner)
    assert money(economy_of(state, owner, Due.REVENUE), owner) - before == points


@clause("8.22", "8.3", "8.31", "8.32", "8.4")
@pytest.mark.parametrize(("owner", "place", "checks"), [
    ("Rome", "Latium", True), ("Carthage", "Africa", True), ("Gallia", "Belgica", False),
])  # fmt: skip
def test_unpaid_units_check_whosever_they_are_but_barbarians(owner: str, place: str, checks: bool) -> None:
    state = empty(SIX, seats=6) if owner == "Gallia" else empty()
    state = put(state, owner, place, "2 HI" if checks else "2 BI, CAV", hungry=True)
    found = [(PLACES[step.place], step.left) for step in attrition_checks(state)]
    assert found == ([(place, sequence.HUNGRY)] if checks else [])


@clause("8.23")
def test_romans_go_over_to_no_others() -> None:
    state = placed(empty(SIX, options=["8.23"]), "Armenia in Osrhoene: HI, Tigranes 3*")
    state = losses_paid(do(attrition_of(put(state, "Rome", "Sardinia", "rLGN", hungry=True)), 6))
    assert (at(state, "Sardinia"), at(state, "Osrhoene")) == ("", "HI")
    assert sum(state.eliminated[0]) == 1


@clause("3.32", "3.33", "9.1", "9.11", "9.12", "9.16", "10.16")
@pytest.mark.parametrize(
    ("supreme", "kinds"), [(True, {"LGN", "HI", "AUX", "CAV", "FLEET"}), (False, {"AUX", "FLEET"})]
)
def test_what_leaders_create_and_rebuild(supreme: bool, kinds: set[str]) -> None:
    state = placed(lead(empty(), "Rome", "Scipio", 2, "Apulia", supreme), "Rome in Africa: Lost 1")
    state = economy_of(rich(put(state, "Rome", "Apulia", "rLGN"), "Rome", 30), "Rome", Due.RAISE)
    assert can(state, s.LevyRoll) == {"Scipio"}  # 10.16: Africa is not his
    state = do(state, s.LevyRoll("Scipio"), 1)
    assert units(state, place="Apulia") == kinds
    assert s.Keep() in rules.legal_actions(state)
    rebuilt = do(state, s.Rebuild("Apulia", "LGN", "Rome"))
    assert (at(rebuilt, "Apulia"), money(rebuilt, "Rome")) == ("LGN", 27)


@clause("9.17")
@pytest.mark.parametrize(
    ("place", "kinds"), [("Sicilia", {"LGN", "HI", "AUX", "CAV", "FLEET"}), ("Sardinia", {"AUX", "FLEET"})]
)
def test_small_islands_raise_auxilia_and_ships_alone_and_sicily_all(place: str, kinds: set[str]) -> None:
    state = placed(rich(empty(), "Rome", 30), f"Rome in {place}: Scipio 2*", **{place: "Rome"})
    state = levied("Rome", "Scipio", 1, state)
    assert {each.unit for each in legal(state, s.Raise) if each.place.startswith(place)} == kinds


@clause("10.72", "9.17", "10.23")
@pytest.mark.parametrize("hindered", ["pillaged", "contested"])
def test_nothing_is_raised_where_it_burns_or_enemies_stand(hindered: str) -> None:
    state = rich(placed("Rome in Latium: LGN, Scipio 2*"), "Rome", 30)
    assert legal(raising("Rome", state), s.Raise)
    state = pillaged(state, "Latium") if hindered == "pillaged" else put(state, "Carthage", "Latium", "HI")
    assert not legal(raising("Rome", state), s.Raise, s.LevyRoll)


@clause("9.3")
def test_a_reduced_fleet_is_not_converted() -> None:
    state = placed("Rome in Latium: Scipio 1*", "Rome in Apulia (Mare Ionium): rFLEET")
    assert not legal(economy_of(state, "Rome", Due.RAISE), s.Convert)
    assert legal(economy_of(put(state, "Rome", "Apulia (Mare Ionium)", "FLEET"), "Rome", Due.RAISE), s.Convert)


def new_units(state: State, owner: str) -> set[tuple[str, str]]:
    """(place, unit) of what Rome may raise for a minor power."""
    state = placed(summoned(state, owner), "Rome in Latium: Scipio 1*")
    return {(each.place, each.unit) for each in legal(economy_of(state, "Rome", Due.RAISE), s.Raise, power=owner)}


@clause("9.43", "9.45", "9.44")
def test_a_minor_power_raises_at_its_capital_alone_and_by_its_land() -> None:
    armenia = under(empty(), Armenia="Rome")
    assert new_units(armenia, "Armenia") == {("Artaxata", kind) for kind in ("HI", "AUX", "CAV")}  # inland
    assert new_units(pillaged(armenia, "Artaxata"), "Armenia") == set()
    assert new_units(put(armenia, "Seleucid", "Artaxata", "HI"), "Armenia") == set()
    assert {unit for _, unit in new_units(under(empty(), Rhodus="Rome"), "Rhodus")} == {"AUX", "FLEET"}
    syracuse = raising("Rome", summoned(placed("Rome in Latium: Scipio 1*"), "Syracusae"))
    built = do(syracuse, legal(syracuse, s.Raise, unit="FLEET")[0])
    assert legal(built, s.Raise, unit="HI")
    assert not legal(built, s.Raise, unit="FLEET")  # one a year


@clause("9.54", "9.55", "9.56", "13.21")
def test_a_marker_s_warbands_are_of_the_people_s_shares_and_some_become_ships() -> None:
    state = economy_of(empty("six_powers", seats=6), "Gallia", Due.RAISE)
    mine = {name for name, owner in zip(PLACES, state.garrisons) if owner == power(state, "Gallia")}
    assert can(state, s.Raise) == mine
    state = do(state, s.Raise("Aquitania", "warbands", "Gallia"), s.Warbands(10))
    assert at(state, "Aquitania") == "8 BI, 2 CAV"  # 80 per cent infantry
    assert units(state) == {"FLEET for BI", "FLEET for CAV"}
    state = do(state, legal(state, s.Raise, unit="FLEET for CAV")[0], legal(state, s.Raise, unit="FLEET for BI")[0])
    assert at(state, "Aquitania") == "7 BI, CAV, 2 FLEET"
    inland = raising("Gallia", empty(SIX, seats=6))
    inland = do(inland, s.Raise("Noricum", "warbands", "Gallia"), s.Warbands(2))
    assert not COASTS[INDEX["Noricum"]]
    assert not legal(inland, s.Raise, power="Gallia")


@clause("9.62", "9.64")
def test_parthia_pays_nothing_for_its_units() -> None:
    state = raising("Parthia", rich(placed(empty(SIX), "Parthia in Babylonia: King 3*"), "Parthia", 9))
    assert money(do(state, s.Raise("Babylonia", "CAV", "Parthia")), "Parthia") == 9
