"""Upkeep by the unit, Parthia's and the barbarians' new units, coasts of new fleets (7.0, 8.0, 9.0)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.geography import INDEX, PLACES
from gamekit.roma_victrix.rules import subjects, treasury, victory
from gamekit.roma_victrix.rules.control import with_garrison
from gamekit.roma_victrix.state import Due, State
from tests.roma_victrix.setting import at, do, economy_of, empty, lead, legal, money, power, put, rich, with_csp

SIX = "six_powers"


def hungry(state: State, owner: str) -> int:
    who = power(state, owner)
    return sum(sum(group.units) for group in state.groups if group.owner == who and group.hungry)


# 8.2, 8.3 -------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("roma_victrix", "8.1", "8.21", "8.31")
@pytest.mark.parametrize(("points", "left", "unfed"), [(0, 0, 9), (1, 0, 7), (4, 0, 1), (5, 0, 0), (6, 1, 0)])
def test_as_many_units_are_fed_as_there_are_points(points: int, left: int, unfed: int) -> None:
    state = lead(put(empty(), "Carthage", "Africa", "9 HI"), "Carthage", "Mago", 1, "Africa", True)
    state = economy_of(rich(state, "Carthage", points), "Carthage", Due.UPKEEP)
    assert (money(state, "Carthage"), hungry(state, "Carthage")) == (left, unfed)


@pytest.mark.clause("roma_victrix", "8.21", "8.31")
def test_units_before_the_walls_and_within_are_fed_together() -> None:
    state = put(put(empty(), "Rome", "Latium", "LGN", inside=True), "Rome", "Latium", "LGN, AUX")
    state = economy_of(rich(put(state, "Carthage", "Latium", "HI"), "Rome", 1), "Rome", Due.UPKEEP)
    state = do(state, s.Maintain("Latium", "LGN", 2))
    assert {str(s.as_force(group.units)) for group in state.groups if group.hungry} == {"AUX"}
    assert (hungry(state, "Rome"), money(state, "Rome")) == (1, 0)


@pytest.mark.clause("roma_victrix", "8.32", "8.31")
def test_units_that_cost_nothing_are_never_hungry() -> None:
    state = put(put(empty(), "Rome", "Latium", "4 LGN"), "Rome", "Apulia", "3 BI")
    state = economy_of(rich(state, "Rome", 1), "Rome", Due.UPKEEP)
    assert (hungry(state, "Rome"), money(state, "Rome")) == (2, 0)
    ships = put(put(empty(), "Rome", "Latium", "2 LGN"), "Rome", "Latium (Mare Tyrrhenum)", "3 FLEET")
    ships = economy_of(rich(ships, "Rome", 1), "Rome", Due.UPKEEP)
    assert {action.place for action in legal(ships, s.Maintain)} == {"Latium", "Latium (Mare Tyrrhenum)"}


# 9.6 ------------------------------------------------------------------------------------------------------------------


def parthia(options: tuple[str, ...] = (), csp: int = 4, **marks: Any) -> State:
    state = lead(empty(SIX, options=options, **marks), "Parthia", "King", 2, "Babylonia", True)
    state = lead(state, "Parthia", "Gotarzes", 4, "Media")
    return with_csp(state, "Babylonia", csp)


def raised(state: State, place: str, unit: str, owner: str = "Parthia") -> str:
    state = economy_of(state, owner, Due.RAISE)
    while found := legal(state, s.Raise, place=place):
        state = do(state, next((each for each in found if each.unit == unit), found[0]))
    return at(state, place, owner)


@pytest.mark.clause("roma_victrix", "9.64", "9.65", "17.1")
@pytest.mark.parametrize(
    ("place", "unit", "options", "csp", "found"),
    [
        ("Media", "HC", ("17.1",), 4, "AUX, HC"),  # 3 + 4: one of 4 CSP, one of 2
        ("Media", "AUX", (), 4, "3 AUX"),
        ("Babylonia", "AUX", (), 4, "5 AUX"),  # 3 + 2 + 5
        ("Babylonia", "AUX", (), 3, "5 AUX"),
        ("Babylonia", "AUX", (), 2, "4 AUX"),  # 3 + 2 + 3 (10.33)
        ("Babylonia", "HC", ("17.1",), 1, "2 HC"),
        ("Babylonia", "AUX", (), 0, "2 AUX"),  # sacked: none
    ],
)
def test_parthia_raises_by_csp(place: str, unit: str, options: tuple[str, ...], csp: int, found: str) -> None:
    state = parthia(options, csp)
    revenue = {name: INDEX[name] for name in ("Media", "Babylonia")}
    assert all(treasury.PROVINCE[number].revenue == 3 for number in revenue.values())
    assert raised(state, place, unit) == found


@pytest.mark.clause("roma_victrix", "9.63", "9.64")
@pytest.mark.parametrize(("reading", "found"), [("9.63", "AUX"), ("leader", "")])
def test_the_capital_without_a_leader_raises_by_its_province_alone(reading: str, found: str) -> None:
    state = empty(SIX, rulings={"persian_capital": reading})
    assert raised(lead(state, "Parthia", "Gotarzes", 4, "Media"), "Babylonia", "AUX") == found


@pytest.mark.clause("roma_victrix", "9.61", "9.66", "9.64")
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
    assert (
        treasury.production_left(
            do(heavy, s.Rebuild("Media", "HC", "Parthia")), power(heavy, "Parthia"), INDEX["Media"]
        )
        == 5
    )


@pytest.mark.clause("roma_victrix", "9.66", "15.2")
@pytest.mark.parametrize(("options", "kinds"), [(("15.2",), {"AUX", "CAV"}), (("15.2", "17.1"), {"AUX", "CAV", "HC"})])
def test_with_points_parthia_still_has_no_heavy_infantry(options: tuple[str, ...], kinds: set[str]) -> None:
    state = economy_of(rich(parthia(options), "Parthia", 40), "Parthia", Due.RAISE)
    assert {action.unit for action in legal(state, s.Raise)} == kinds
    state = put(parthia(("15.2",)), "Parthia", "Syria (Mare Aegyptum)", "FLEET")
    state = economy_of(rich(state, "Parthia", 40), "Parthia", Due.RAISE)
    assert {action.unit for action in legal(state, s.Convert)} == {"AUX"}
    weak = economy_of(
        rich(put(parthia(("15.2",)), "Parthia", "Babylonia", "rHI, rAUX"), "Parthia", 40), "Parthia", Due.RAISE
    )
    assert {action.unit for action in legal(weak, s.Rebuild)} == {"AUX"}


@pytest.mark.clause("roma_victrix", "15.2", "15.6", "9.55")
@pytest.mark.parametrize(("options", "has"), [(("15.2", "15.6"), True), (("15.2",), True)])
def test_barbarians_raise_infantry_of_their_own(options: tuple[str, ...], has: bool) -> None:
    state = put(empty(SIX, seats=6, options=options), "Gallia", "Belgica", "2 BI, rBI")
    state = rich(lead(state, "Gallia", "Celtillus", 3, "Belgica", True), "Gallia", 20)
    state = do(economy_of(state, "Gallia", Due.RAISE), s.LevyRoll("Celtillus"), 2)
    assert ({action.unit for action in legal(state, s.Raise)} >= {"BI", "CAV"}) is has
    assert not legal(state, s.Raise, unit="AUX")
    assert legal(state, s.Rebuild, unit="BI")
    roman = rich(lead(empty(options=("15.6",)), "Rome", "Scipio", 2, "Apulia", True), "Rome", 20)
    assert not legal(do(economy_of(roman, "Rome", Due.RAISE), s.LevyRoll("Scipio"), 1), s.Raise, unit="AUX")


# 5.6, 9.17 ------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("roma_victrix", "5.6", "9.17")
@pytest.mark.parametrize(("reading", "coasts"), [("chosen", 3), ("first", 1)])
def test_a_new_fleet_lies_on_the_coast_that_its_owner_names(reading: str, coasts: int) -> None:
    state = rich(lead(empty(rulings={"new_fleets": reading}), "Rome", "Scipio", 2, "Apulia", True), "Rome", 20)
    state = do(economy_of(state, "Rome", Due.RAISE), s.LevyRoll("Scipio"), 1)
    yards = [each.place for each in legal(state, s.Raise, unit="FLEET") if each.place.startswith("Apulia")]
    assert len(yards) == coasts
    launched = {PLACES[g.place] for yard in yards for g in do(state, s.Raise(yard, "FLEET", "Rome")).groups}
    assert len(launched) == coasts
    assert all(place.startswith("Apulia (") for place in launched)
    done = do(state, s.Raise(yards[-1], "FLEET", "Rome"))
    assert not [each for each in legal(done, s.Raise, unit="FLEET") if each.place.startswith("Apulia")]  # 9.15: one


@pytest.mark.clause("roma_victrix", "5.6", "9.45", "9.56", "14.2 Recruit New Units")
def test_clients_and_barbarians_choose_a_coast_too() -> None:
    client = put(empty(), "Syracusae", "Sicilia", "HI")
    client = replace(
        lead(client, "Rome", "Scipio", 2, "Latium", True), summoned=frozenset({power(client, "Syracusae")})
    )
    assert len(legal(economy_of(client, "Rome", Due.RAISE), s.Raise, unit="FLEET", power="Syracusae")) == 3
    gauls = economy_of(empty(SIX, seats=6), "Gallia", Due.RAISE)
    gauls = do(gauls, s.Raise("Belgica", "warbands", "Gallia"), s.Warbands(5))
    ships = legal(gauls, s.Raise, unit="FLEET for BI")
    assert at(do(gauls, ships[1]), "Belgica").endswith("FLEET")
    assert len({str(do(gauls, each).groups) for each in ships}) == len(ships) == 2


# 9.44, 7.0 ------------------------------------------------------------------------------------------------------------


@pytest.mark.clause("roma_victrix", "9.44", "11.26")
@pytest.mark.parametrize(("reading", "most"), [("any", max), ("capital", min)])
def test_a_client_raises_by_the_best_of_its_first_provinces(reading: str, most: Any) -> None:
    state = empty(rulings={"client_units": reading})
    worths = {name: treasury.PROVINCE[INDEX[name]].revenue for name in ("Numidia", "Sitifensis")}
    state = subjects.bring_under(put(state, "Numidia", "Numidia", "AUX"), power(state, "Numidia"), 0)
    moved = tuple(
        replace(c, place=INDEX[min(worths, key=worths.__getitem__)]) if PLACES[c.place] == "Numidia" else c
        for c in state.capitals
    )
    state = replace(lead(state, "Rome", "Scipio", 1, "Latium", True), capitals=moved)
    state, found = economy_of(state, "Rome", Due.RAISE), 0
    while state.turn == 1 and (actions := legal(state, s.Raise, power="Numidia")):
        state, found = do(state, actions[0]), found + 1
    assert found == most(worths.values())


@pytest.mark.clause("roma_victrix", "7.5")
@pytest.mark.parametrize(("reading", "reached"), [("any", False), ("enemies", True)])
def test_barbarians_on_the_way_bar_it_even_as_friends(reading: str, reached: bool) -> None:
    state = empty(SIX, rulings={"barbarian_way": reading})
    rome = power(state, "Rome")
    before = treasury.income(state, rome)
    state = put(state, "Iberi", "Apulia", "BI")
    assert state.patron[power(state, "Iberi")] == rome
    assert (treasury.income(state, rome) == before) is reached


@pytest.mark.clause("roma_victrix", "7.1", "10.23", "10.33")
@pytest.mark.parametrize(("reading", "points"), [("10.23", 0), ("7.1", 5)])
def test_what_a_besieged_capital_yields(reading: str, points: int) -> None:
    state = empty(rulings={"besieged_capital": reading})
    rome = power(state, "Rome")
    whole = treasury.income(state, rome)
    shut = put(put(state, "Rome", "Latium", "LGN", inside=True), "Carthage", "Latium", "6 HI")
    assert treasury.income(shut, rome) == whole - treasury.PROVINCE[INDEX["Latium"]].revenue - 5 + points


@pytest.mark.clause("roma_victrix", "3.53", "7.4")
@pytest.mark.parametrize(("reading", "points"), [("0", 0), ("5", 5)])
def test_what_a_supreme_leader_yields_as_a_capital(reading: str, points: int) -> None:
    state = lead(empty("two_consuls", rulings={"court": reading}), "Crassus", "Crassus", 2, "Syria", True)
    plain = lead(empty("two_consuls"), "Crassus", "Crassus", 2, "Syria", True)
    who = power(state, "Crassus")
    city = any(c.owner == who for c in state.capitals)
    assert treasury.income(state, who) - treasury.income(plain, who) == (0 if city else points)
    alone = replace(state, capitals=tuple(c for c in state.capitals if c.owner != who))
    assert treasury.income(alone, who) - treasury.income(replace(alone, rulings=()), who) == points


@pytest.mark.clause("roma_victrix", "10.14", "10.16", "10.33")
@pytest.mark.parametrize(("reading", "holds"), [("10.14", "Carthage"), ("capital", "")])
def test_who_is_alone_before_an_empty_capital_controls_the_province_and_not_the_city(reading: str, holds: str) -> None:
    from gamekit.roma_victrix.rules.control import control, name_of

    state = with_garrison(empty(rulings={"besieged_province": reading}), INDEX["Latium"], -1)
    state = put(state, "Carthage", "Latium", "4 HI")
    owner = control(state, INDEX["Latium"])
    assert (name_of(state, owner) if owner >= 0 else "") == holds
    assert treasury.city_income(state, power(state, "Carthage"), INDEX["Latium"]) == 0
    assert treasury.income(state, power(state, "Rome")) > 0  # the city stands


@pytest.mark.clause("roma_victrix", "9.3")
@pytest.mark.parametrize(("reading", "may"), [("any", True), ("friendly", False)])
def test_where_fleets_are_converted(reading: str, may: bool) -> None:
    state = put(empty(rulings={"conversion_port": reading}), "Rome", "Africa (Mare Tyrrhenum)", "FLEET")
    state = put(state, "Rome", "Latium (Mare Tyrrhenum)", "FLEET")
    places = {each.place for each in legal(economy_of(state, "Rome", Due.RAISE), s.Convert)}
    assert ("Africa (Mare Tyrrhenum)" in places, "Latium (Mare Tyrrhenum)" in places) == (may, True)


@pytest.mark.clause("roma_victrix", "4.52", "4.41")
@pytest.mark.parametrize(("reading", "more"), [("controlled", True), ("own", False)])
def test_whose_provinces_break_a_tie(reading: str, more: bool) -> None:
    state = empty(rulings={"tie_break": reading})
    worth = {seat: points for _, points, _, seat in victory.ranking(state)}
    own = sum(p.revenue for p, g in zip(treasury.PROVINCE, state.garrisons) if g == 0)
    assert (worth[0] > own) is more
