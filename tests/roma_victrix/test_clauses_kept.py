"""Clauses whose code could be turned round unseen by a test of theirs: each figure here is one that then changes."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from gamekit.roma_victrix import rules
from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.geography import COASTS, INDEX, OF_REGION, PLACES, PROVINCES
from gamekit.roma_victrix.rules import battle, control, sequence, setup, treasury, victory
from gamekit.roma_victrix.scenario import Commander, Contender, Goal
from gamekit.roma_victrix.state import NONE, Due, Pending, State
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
    marked,
    money,
    ops,
    phase,
    power,
    put,
    rich,
    turn_of,
    under,
    undisturbed,
    walled,
    where,
    with_csp,
)

OSTIA, CARTHAGO, SEA = "Latium (Mare Tyrrhenum)", "Africa (Mare Tyrrhenum)", "Mare Tyrrhenum"
SARDINIA, CORSICA = "Sardinia (Mare Tyrrhenum)", "Corsica (Mare Tyrrhenum)"


# The game-turn and victory --------------------------------------------------------------------------------------------


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


# Who collects, pays and raises ----------------------------------------------------------------------------------------


@clause("3.82", "3.85", "7.1", "7.9", "10.33", "10.72", "3.57", "11.15", "11.25")
@pytest.mark.parametrize(
    ("owner", "pillaged", "points"),
    [
        ("Rome", "", 39),  # 34 of its provinces, five of the city, nothing of its client and its ally
        ("Rome", "Latium", 31),  # 10.33: nor does a pillaged capital
        ("Rome", "Apulia", 37),
        ("Parthia", "", 0),
        ("Gallia", "", 0),
        ("Cappadocia", "", 0),  # a client
        ("Iberi", "", 0),  # an ally, nor its patron for it
        ("Seleucid", "", 0),  # neutral
    ],
)
def test_only_active_major_powers_collect(owner: str, pillaged: str, points: int) -> None:
    state = put(lead(empty("six_powers", seats=6), "Rome", "Sulla", 3, "Latium", True), "Rome", OSTIA, "FLEET")
    state = lead(state, "Gallia", "Celtillus", 2, "Lugdunensis", True)
    state = replace(state, pillaged=frozenset({INDEX[pillaged]}) if pillaged else frozenset())
    assert treasury.income(state, power(state, owner)) == points
    awake = under(state, Seleucid="Pontus")
    assert treasury.income(awake, power(state, owner)) == (3 + 2 + 5 if owner == "Seleucid" else points)
    before = money(state, owner)
    assert money(economy_of(state, owner, Due.REVENUE), owner) - before == points


@clause("8.3", "8.31", "8.22")
@pytest.mark.parametrize(("owner", "place"), [("Rome", "Latium"), ("Carthage", "Africa")])
def test_unpaid_units_check_whosever_they_are(owner: str, place: str) -> None:
    state = replace(put(empty(), owner, place, "2 HI", hungry=True), agenda=(Pending(Due.ATTRITION),))
    assert [(PLACES[step.place], step.left) for step in sequence.attrition(state).agenda] == [(place, sequence.HUNGRY)]


@clause("8.23")
def test_romans_go_over_to_no_others() -> None:
    state = lead(empty("six_powers", options=["8.23"]), "Armenia", "Tigranes", 3, "Osrhoene", True)
    state = put(put(state, "Armenia", "Osrhoene", "HI"), "Rome", "Sardinia", "rLGN", hungry=True)
    agenda = (Pending(Due.GAME_TURN), Pending(Due.ORDERS, 0), Pending(Due.ATTRITION))
    state = losses_paid(do(rules.settled(replace(state, agenda=agenda, phasing=0)), 6))
    assert (at(state, "Sardinia"), at(state, "Osrhoene")) == ("", "HI")
    assert sum(state.eliminated[0]) == 1


@clause("3.32", "3.33", "9.1", "9.11", "9.12", "9.16", "10.16")
@pytest.mark.parametrize(
    ("supreme", "kinds"), [(True, {"LGN", "HI", "AUX", "CAV", "FLEET"}), (False, {"AUX", "FLEET"})]
)
def test_what_leaders_create_and_rebuild(supreme: bool, kinds: set[str]) -> None:
    state = lead(lead(empty(), "Rome", "Scipio", 2, "Apulia", supreme), "Rome", "Lost", 1, "Africa")
    state = economy_of(rich(put(state, "Rome", "Apulia", "rLGN"), "Rome", 30), "Rome", Due.RAISE)
    assert can(state, s.LevyRoll) == {"Scipio"}  # 10.16: Africa is not his
    state = do(state, s.LevyRoll("Scipio"), 1)
    assert {each.unit for each in legal(state, s.Raise, place="Apulia")} == kinds
    assert s.Keep() in rules.legal_actions(state)
    rebuilt = do(state, s.Rebuild("Apulia", "LGN", "Rome"))
    assert (at(rebuilt, "Apulia"), money(rebuilt, "Rome")) == ("LGN", 27)


@clause("9.17")
@pytest.mark.parametrize(
    ("place", "kinds"), [("Sicilia", {"LGN", "HI", "AUX", "CAV", "FLEET"}), ("Sardinia", {"AUX", "FLEET"})]
)
def test_small_islands_raise_auxilia_and_ships_alone_and_sicily_all(place: str, kinds: set[str]) -> None:
    state = lead(garrisoned(rich(empty(), "Rome", 30), **{place: "Rome"}), "Rome", "Scipio", 2, place, True)
    state = do(economy_of(state, "Rome", Due.RAISE), s.LevyRoll("Scipio"), 1)
    assert {each.unit for each in legal(state, s.Raise) if each.place.startswith(place)} == kinds


@clause("10.72", "9.17", "10.23")
@pytest.mark.parametrize("hindered", ["pillaged", "contested"])
def test_nothing_is_raised_where_it_burns_or_enemies_stand(hindered: str) -> None:
    state = rich(lead(empty(), "Rome", "Scipio", 2, "Latium", True), "Rome", 30)
    state = put(state, "Rome", "Latium", "LGN")
    assert legal(economy_of(state, "Rome", Due.RAISE), s.Raise)
    burnt = replace(state, pillaged=frozenset({INDEX["Latium"]}))
    state = burnt if hindered == "pillaged" else put(state, "Carthage", "Latium", "HI")
    assert not legal(economy_of(state, "Rome", Due.RAISE), s.Raise, s.LevyRoll)


@clause("9.3")
def test_a_reduced_fleet_is_not_converted() -> None:
    state = put(lead(empty(), "Rome", "Scipio", 1, "Latium", True), "Rome", "Apulia (Mare Ionium)", "rFLEET")
    assert not legal(economy_of(state, "Rome", Due.RAISE), s.Convert)
    assert legal(economy_of(put(state, "Rome", "Apulia (Mare Ionium)", "FLEET"), "Rome", Due.RAISE), s.Convert)


def raised(state: State, owner: str) -> set[tuple[str, str]]:
    """(place, unit) of what Rome may raise for a minor power."""
    state = lead(replace(state, summoned=frozenset({power(state, owner)})), "Rome", "Scipio", 1, "Latium", True)
    return {(each.place, each.unit) for each in legal(economy_of(state, "Rome", Due.RAISE), s.Raise, power=owner)}


@clause("9.43", "9.45", "9.44")
def test_a_minor_power_raises_at_its_capital_alone_and_by_its_land() -> None:
    armenia = under(empty(), Armenia="Rome")
    assert raised(armenia, "Armenia") == {("Artaxata", kind) for kind in ("HI", "AUX", "CAV")}  # inland
    assert raised(replace(armenia, pillaged=frozenset({INDEX["Artaxata"]})), "Armenia") == set()
    assert raised(put(armenia, "Seleucid", "Artaxata", "HI"), "Armenia") == set()
    assert {unit for _, unit in raised(under(empty(), Rhodus="Rome"), "Rhodus")} == {"AUX", "FLEET"}  # a small island
    syracuse = lead(empty(), "Rome", "Scipio", 1, "Latium", True)
    syracuse = economy_of(replace(syracuse, summoned=frozenset({power(syracuse, "Syracusae")})), "Rome", Due.RAISE)
    built = do(syracuse, legal(syracuse, s.Raise, unit="FLEET")[0])
    assert legal(built, s.Raise, unit="HI")
    assert not legal(built, s.Raise, unit="FLEET")  # one a year


@clause("9.54", "9.55", "9.56", "13.21")
def test_a_marker_s_warbands_are_of_the_people_s_shares_and_some_become_ships() -> None:
    state = economy_of(empty("six_powers", seats=6), "Gallia", Due.RAISE)
    mine = {place for place, owner in enumerate(state.garrisons) if owner == power(state, "Gallia")}
    assert {INDEX[each.place] for each in legal(state, s.Raise)} == mine
    state = do(state, s.Raise("Aquitania", "warbands", "Gallia"), s.Warbands(10))
    assert at(state, "Aquitania") == "8 BI, 2 CAV"  # 80 per cent infantry
    assert {each.unit for each in legal(state, s.Raise)} == {"FLEET for BI", "FLEET for CAV"}
    state = do(state, legal(state, s.Raise, unit="FLEET for CAV")[0], legal(state, s.Raise, unit="FLEET for BI")[0])
    assert at(state, "Aquitania") == "7 BI, CAV, 2 FLEET"
    inland = economy_of(empty("six_powers", seats=6), "Gallia", Due.RAISE)
    inland = do(inland, s.Raise("Noricum", "warbands", "Gallia"), s.Warbands(2))
    assert not COASTS[INDEX["Noricum"]]
    assert not legal(inland, s.Raise, power="Gallia")


@clause("9.62", "9.64")
def test_parthia_pays_nothing_for_its_units() -> None:
    state = rich(lead(empty("six_powers"), "Parthia", "King", 3, "Babylonia", True), "Parthia", 9)
    state = economy_of(state, "Parthia", Due.RAISE)
    assert money(do(state, s.Raise("Babylonia", "CAV", "Parthia")), "Parthia") == 9


# Marches --------------------------------------------------------------------------------------------------------------


@clause("3.58", "5.16", "5.22", "10.6", "10.65", "10.66")
@pytest.mark.parametrize(("strength", "points"), [(0, [1, 2, 3, 4]), (1, [2, 3, 4]), (2, [3, 4])])
def test_who_has_too_few_points_for_the_limes_stays_before_them(strength: int, points: list[int]) -> None:
    state = lead(put(marked(empty(), Dalmatia=0), "Carthage", "Dalmatia", "HI"), "Carthage", "Hanno", 0, "Dalmatia")
    state = turn_of(walled(state, "Cisalpina", strength), "Carthage")
    assert [n for n in range(1, 5) if "Cisalpina" in can(active(state, "Hanno", n), s.Enter)] == points


@clause("5.17", "5.11")
def test_points_that_one_leader_leaves_are_no_other_s() -> None:
    state = put(put(empty(), "Rome", "Latium", "LGN"), "Rome", "Apulia", "LGN")
    state = turn_of(lead(lead(state, "Rome", "Scipio", 2, "Latium", True), "Rome", "Varro", 1, "Apulia"), "Rome")
    state = do(state, s.Activate("Scipio"), 6, s.EndLeader(), s.Activate("Varro"), 3)
    assert ops(state) == 3 + 1


@clause("6.1", "15.52", "5.26")
def test_any_number_of_units_stands_and_goes_together() -> None:
    state = put(put(empty(), "Rome", "Latium", "20 LGN, 9 AUX"), "Rome", "Apulia", "4 LGN, 9 CAV")
    state = active(turn_of(lead(state, "Rome", "Scipio", 2, "Latium", True), "Rome"), "Scipio", 4, s.Enter("Apulia"))
    assert at(state, "Apulia") == "24 LGN, 9 AUX, 9 CAV"


@clause("5.1", "5.23", "15.51")
def test_a_leader_acts_once_and_takes_and_leaves_units_as_he_goes() -> None:
    state = put(lead(empty(), "Rome", "Scipio", 2, "Latium", True), "Rome", "Latium", "3 LGN")
    state = turn_of(put(lead(state, "Rome", "Varro", 1, "Apulia"), "Rome", "Apulia", "LGN"), "Rome")
    state = active(state, "Scipio", 4, *[s.Leave("LGN", "Rome", 1)] * 2, s.Enter("Apulia"))
    assert (at(state, "Latium"), at(state, "Apulia")) == ("2 LGN", "2 LGN")
    assert can(do(state, s.EndLeader()), s.Activate) == {"Varro"}


def passing(where_: str = "Narbonensis", units: str = "6 HI", rating: int = 1) -> State:
    """Scipio marches into Cisalpina, past Hanno."""
    state = lead(put(empty(), "Rome", "Latium", "4 LGN"), "Rome", "Scipio", 2, "Latium", True)
    state = lead(state, "Carthage", "Hanno", rating, where_)
    return turn_of(put(state, "Carthage", where_, units) if units else state, "Rome")


@clause("5.41", "5.42", "5.43", "5.3")
def test_who_intercepts_has_land_units_and_tries_each_force_and_is_not_intercepted_himself() -> None:
    alone = put(passing(units=""), "Carthage", "Narbonensis (Mare Balearicum)", "2 FLEET")
    assert phase(active(alone, "Scipio", 4, s.Enter("Cisalpina"))) == Due.LEADER
    state = lead(put(passing(), "Rome", "Pannonia", "LGN"), "Rome", "Varro", 1, "Pannonia")
    state = turn_of(garrisoned(marked(state, Pannonia=0), Pannonia="Rome"), "Rome")
    first = active(state, "Scipio", 4, s.Enter("Cisalpina"))
    hit = do(first, s.Intercept("Hanno"), 1, s.Commit())
    assert hit.battle is not None
    assert (phase(hit), hit.battle.sides) == (Due.DICE, (power(hit, "Carthage"), 0))
    state = do(first, s.Intercept("Hanno"), 6, s.EndLeader())
    assert can(active(state, "Varro", 4, s.Enter("Cisalpina")), s.Intercept) == {"Hanno"}  # another force


@clause("5.43")
def test_the_active_leader_is_intercepted_where_he_retreats() -> None:
    state = lead(put(passing(rating=4), "Carthage", "Apulia", "3 HI"), "Carthage", "Mago", 4, "Apulia")
    state = do(active(turn_of(state, "Rome"), "Scipio", 4, s.Enter("Cisalpina")), s.Intercept("Hanno"), 1, s.Commit())
    state = do(losses_paid(do(state, s.Dice(4, 1))), 6, s.RetreatTo("Latium"))
    assert can(state, s.Intercept) == {"Mago"}


@clause("3.23", "5.41")
@pytest.mark.parametrize(("fleets", "found"), [(False, {"Hanno"}), (True, set())])
def test_nobody_intercepts_over_a_strait_that_enemy_ships_hold(fleets: bool, found: set[str]) -> None:
    state = lead(put(empty(), "Rome", "Apulia", "4 LGN"), "Rome", "Scipio", 2, "Apulia", True)
    state = lead(put(state, "Carthage", "Sicilia", "3 HI"), "Carthage", "Hanno", 3, "Sicilia")
    state = put(state, "Rome", "Messina", "FLEET") if fleets else state
    assert can(active(turn_of(state, "Rome"), "Scipio", 4, s.Enter("Messina")), s.Intercept) == found


# Combat ---------------------------------------------------------------------------------------------------------------


def beaten(place: str, start: str, **held: str | None) -> State:
    """Hanno's men are beaten in a province by Scipio, who came from another; a stay or a retreat is due."""
    state = garrisoned(replace(empty(), capitals=()), **{place: "Carthage", start: "Rome"}, **held)
    state = lead(put(state, "Carthage", place, "9 HI"), "Carthage", "Hanno", 1, place)
    state = lead(put(state, "Rome", start, "9 LGN"), "Rome", "Scipio", 2, start, True)
    return state


@clause("5.31", "3.22")
def test_a_retreat_leads_past_enemies_nowhere() -> None:
    state = beaten("Baetica", "Carthaginiensis", Lusitania="Carthage", Tingitana="Carthage")
    for blocked in (False, True):
        now = put(marked(state, Lusitania=0), "Aegyptus", "Lusitania", "HI") if blocked else marked(state, Lusitania=0)
        now = undisturbed(active(turn_of(now, "Rome"), "Scipio", 6, s.Enter("Baetica")))
        now = do(losses_paid(do(now, s.Attack("Carthage"), s.Stand(), s.Dice(4, 1))), 6)
        assert ("Lusitania" in can(now, s.RetreatTo)) is not blocked


@clause("5.31")
def test_the_beaten_do_not_retreat_by_sea() -> None:
    state = put(beaten("Sardinia", "Corsica", Baleares="Carthage"), "Carthage", SARDINIA, "9 FLEET")
    state = put(state, "Rome", CORSICA, "9 FLEET")
    state = active(turn_of(state, "Rome"), "Scipio", 8, s.Embark(CORSICA))
    for step in (s.SailTo(SEA), s.SailTo(SARDINIA), s.Land()):
        state = undisturbed(do(state, step))
    state = do(losses_paid(do(state, s.Attack("Carthage"), s.Stand(), s.Dice(4, 1))), 6)
    assert legal(state, s.RetreatTo) == []
    assert at(do(state, s.Stay(), 2), "Sardinia", "Carthage") == "9 FLEET"


@clause("10.62", "10.63", "10.67")
@pytest.mark.parametrize(("attacker", "strength"), [("Crassus", 4 + 1), ("Pompeius", 4 + 1)])
def test_limes_help_no_roman_against_another(attacker: str, strength: int) -> None:
    other = "Pompeius" if attacker == "Crassus" else "Crassus"
    state = walled(put(empty("two_consuls"), other, "Narbonensis", "LGN"), "Narbonensis", 2)
    state = garrisoned(state, Narbonensis=other, Cisalpina=attacker)
    state = lead(put(state, attacker, "Cisalpina", "4 LGN"), attacker, "Leader", 2, "Cisalpina", True)
    state = undisturbed(active(turn_of(state, attacker), "Leader", 2, s.Enter("Narbonensis")))
    assert ops(state) == 1  # one point, walls or not
    assert battle.strengths(do(state, s.Attack(other), s.Stand())) == (16, strength)


def besieged(mine: str, theirs: str, city: int = 4, ships: str = "") -> State:
    """Scipio before Carthage, into which Mago has gone."""
    state = put(with_csp(empty(), "Africa", city), "Carthage", "Africa", theirs)
    state = put(state, "Carthage", CARTHAGO, ships) if ships else state
    state = lead(state, "Carthage", "Mago", 1, "Africa")
    state = lead(put(garrisoned(state, Numidia="Rome"), "Rome", "Numidia", mine), "Rome", "Scipio", 1, "Numidia", True)
    return undisturbed(do(active(turn_of(state, "Rome"), "Scipio", 6, s.Enter("Africa")), s.EnterCapital()))


@clause("10.41")
def test_in_a_siege_cavalry_has_no_advantage_and_nobody_retreats() -> None:
    state = do(besieged("4 LGN, 4 CAV", "2 HI"), s.Besiege())
    assert [(row.reason, row.points) for row in battle.modifiers(state) if row.points] == [("numerical", 1)]
    for dice in ((4, 1), (1, 4)):  # neither side need go, nor do its leaders roll
        after = losses_paid(do(state, s.Dice(*dice)))
        assert (phase(after), where(after, "Mago"), where(after, "Scipio")) == (Due.LEADER, "Africa", "Africa")


@clause("10.41")
def test_a_leader_falls_with_his_city_though_his_ships_lie_in_port() -> None:
    state = do(besieged("9 LGN", "rAUX", 1, ships="2 FLEET"), s.Besiege(), s.Dice(6, 1))
    state = losses_paid(do(state, max(legal(state, s.Split), key=lambda each: each.raise_enemy)))
    assert (where(state, "Mago"), at(state, "Africa", "Carthage")) == (None, "2 FLEET")


# Ships ----------------------------------------------------------------------------------------------------------------


def admiral(ships: str, army: str = "", points: int = 6, port: str = OSTIA) -> State:
    state = put(empty(), "Rome", port, ships)
    home = port.partition(" (")[0]
    state = put(state, "Rome", home, army) if army else state
    return active(turn_of(lead(state, "Rome", "Scipio", 2, home, True), "Rome"), "Scipio", points)


@clause("5.6", "5.25", "5.91", "5.93", "5.94")
@pytest.mark.parametrize(
    ("ships", "army", "points", "boards"),
    [
        ("FLEET", "LGN", 2, True),
        ("FLEET", "LGN", 1, False),  # 5.93: nor could he land again
        ("FLEET", "", 1, True),
        ("2 rFLEET", "LGN", 6, False),  # 5.94: a reduced fleet carries a reduced unit
        ("2 rFLEET", "2 rLGN", 6, True),
        ("FLEET", "rLGN, rAUX", 6, True),
    ],
)
def test_who_boards_at_which_coast(ships: str, army: str, points: int, boards: bool) -> None:
    for port in ("Apulia (Mare Tyrrhenum)", "Apulia (Mare Ionium)"):
        assert can(admiral(ships, army, points, port), s.Embark) == ({port} if boards else set())


@clause("5.64", "5.61")
def test_from_sea_to_sea_and_along_the_coast() -> None:
    state = do(admiral("FLEET", points=12), s.Embark(OSTIA))
    assert can(state, s.SailTo) == {SEA, "Apulia (Mare Tyrrhenum)", "Cisalpina (Mare Tyrrhenum)"}
    state = undisturbed(do(state, s.SailTo(SEA)))
    assert {"Mare Balearicum", "Mare Africum"} <= can(state, s.SailTo)


@clause("5.96", "3.34", "5.95")
def test_who_lands_on_a_lone_leader_has_him() -> None:
    state = lead(admiral("FLEET", "LGN", 8), "Carthage", "Mago", 3, "Sardinia")
    for step in (s.Embark(OSTIA), s.SailTo(SEA), s.SailTo(SARDINIA), s.Land()):
        state = undisturbed(do(state, step))
    assert where(state, "Mago") is None


def met_at_sea(mine: str = "4 FLEET", cargo: str = "", die: int = 0) -> State:
    """Scipio comes to Carthaginian Sardinia, where two fleets lie, and attacks them."""
    state = put(garrisoned(empty(), Sardinia="Carthage", Corsica="Carthage"), "Carthage", SARDINIA, "2 FLEET")
    state = put(state, "Rome", OSTIA, mine)
    state = put(state, "Rome", "Latium", cargo) if cargo else state
    state = turn_of(lead(state, "Rome", "Scipio", 1, "Latium", True), "Rome")
    state = active(state, "Scipio", 12, s.Embark(OSTIA))
    for step in (s.SailTo(SEA), s.SailTo(SARDINIA)):
        state = undisturbed(do(state, step))
    return do(state, s.Attack("Carthage"), *((s.Withdraw(), die) if die else (s.Stand(),)))


@clause("5.71", "5.72")
def test_where_ships_go_that_withdraw_and_that_are_beaten() -> None:
    away = met_at_sea(die=3)
    coasts = {PLACES[coast] for place in range(len(PROVINCES)) for coast in COASTS[place]}
    friendly = {name for name in coasts if holder(away, name.partition(" (")[0]) == "Carthage"}
    assert can(away, s.RetreatTo) == friendly - {SARDINIA}
    lost = losses_paid(do(undisturbed(met_at_sea()), s.Dice(4, 1)))
    assert can(lost, s.RetreatTo) == {CARTHAGO, CORSICA}  # over Mare Tyrrhenum, two areas


@clause("5.72", "5.62")
def test_an_attack_at_sea_costs_a_point_and_horses_aboard_are_no_advantage() -> None:
    state = undisturbed(met_at_sea("4 FLEET", "4 CAV"))
    assert ops(state) == 12 - 4  # aboard, two areas, the attack
    assert {row.reason for row in battle.modifiers(state) if row.points} == {"leader", "numerical"}


@clause("5.86", "5.89", "14.2 Automatic Land or Naval Interception")
@pytest.mark.parametrize("card", ["", "Automatic Land or Naval Interception"])
def test_the_intercepted_at_sea_pay_nothing_and_sail_on(card: str) -> None:
    port = "Cisalpina (Mare Tyrrhenum)"
    state = put(put(empty(), "Carthage", "Apulia (Mare Tyrrhenum)", "2 FLEET"), "Carthage", "Apulia", "HI")
    state = lead(hand(state, "Carthage", *([card] if card else [])), "Carthage", "Mago", 3, "Apulia")
    state = put(put(state, "Rome", port, "5 FLEET"), "Rome", "Cisalpina", "LGN")
    state = turn_of(lead(state, "Rome", "Scipio", 1, "Cisalpina", True), "Rome")
    state = active(state, "Scipio", 9, s.Embark(port), s.SailTo(OSTIA))
    while phase(state) in (Due.WINDOW, Due.INTERCEPT) and s.Intercept("Mago", card) not in rules.legal_actions(state):
        state = do(state, s.Decline())
    left = ops(state)
    state = undisturbed(do(state, s.Intercept("Mago", card), *(() if card else (4,))))
    assert phase(state) == Due.DICE
    state = losses_paid(do(state, s.Dice(2, 2)))
    state = do(state, legal(state, s.RetreatTo)[0]) if phase(state) == Due.PUT_IN else state
    assert ops(state) == left == 7
    assert can(state, s.SailTo)


# Provinces ------------------------------------------------------------------------------------------------------------


@clause("10.15", "10.22", "10.52", "10.2")
def test_ships_take_no_province_and_units_left_behind_do_at_once() -> None:
    state = garrisoned(empty(), Sardinia=None)
    state = put(state, "Carthage", SARDINIA, "3 FLEET")
    assert control.control(state, INDEX["Sardinia"]) == NONE
    assert holder(control.occupy(state, INDEX["Sardinia"], power(state, "Carthage")), "Sardinia") is None
    march = put(garrisoned(empty(), Mauretania="Carthage", Tingitana=None), "Carthage", "Mauretania", "2 HI")
    march = turn_of(lead(march, "Carthage", "Hanno", 1, "Mauretania"), "Carthage")
    march = active(march, "Hanno", 4, s.Enter("Tingitana"), s.Leave("HI", "Carthage", 1))
    assert holder(march, "Tingitana") == "Carthage"


@clause("6.3")
def test_reduced_units_join_while_their_leader_acts() -> None:
    state = put(lead(empty(), "Rome", "Scipio", 1, "Latium", True), "Rome", "Latium", "2 rLGN")
    state = active(turn_of(state, "Rome"), "Scipio", 4, s.Enter("Apulia"))
    assert at(do(state, s.Join("Apulia", "Rome", "LGN")), "Apulia") == "LGN"


# Allies, Parthia and Barbaricum ---------------------------------------------------------------------------------------


@clause("11.1", "11.11", "11.12", "11.13", "11.22", "11.23", "3.86", "3.87")
@pytest.mark.parametrize(
    ("scenario", "friend", "home"),
    [("six_powers", "Iberi", "Cantabria"), ("second_punic_war", "Massilia", "Narbonensis")],
)
@pytest.mark.parametrize(("die", "called"), [(1, True), (2, False)])
def test_allies_and_clients_act_in_the_phase_for_which_they_were_called(
    scenario: str, friend: str, home: str, die: int, called: bool
) -> None:
    state = put(lead(empty(scenario), "Rome", "Sulla", 2, "Latium", True), "Rome", "Latium", "LGN")
    state = put(lead(state, friend, "Chief", 1, home, True), friend, home, "2 HI")
    state = turn_of(state, "Rome")
    assert "Chief" not in can(state, s.Activate)
    state = do(state, s.Call(friend), die)
    assert ("Chief" in can(state, s.Activate)) is called
    more = replace(state, bag=(1,), agenda=(state.agenda[0], Pending(Due.INITIATIVE), *state.agenda[1:]))
    assert do(more, s.EndTurn()).called == frozenset()


@clause("12.12", "12.2", "12.21", "12.22")
@pytest.mark.parametrize(("die", "rebels"), [(1, True), (2, False), (3, False)])
def test_parthia_under_a_player_may_revolt_too_below_the_rating(die: int, rebels: bool) -> None:
    state = put(lead(empty(), "Parthia", "Arsaces", 1, "Media", True), "Parthia", "Media", "AUX")
    state = put(lead(state, "Parthia", "Gotarzes", 2, "Persis"), "Parthia", "Persis", "3 CAV")
    state = put(lead(state, "Aegyptus", "Ptolemy", 2, "Aegyptus", True), "Aegyptus", "Aegyptus", "HI")
    state = do(active(turn_of(state, "Aegyptus"), "Ptolemy", 4), s.EndLeader())
    assert phase(state) == Due.REBELLION_ROLL
    assert (phase(do(state, die)) == Due.CONTROLLER) is rebels


@clause("13.11", "13.1")
def test_as_many_markers_lie_as_the_scenario_says() -> None:
    state = empty("six_powers")
    assert [state.markers[INDEX[place]] for place in ("Dacia", "Iazygia", "Quadia", "Syria")] == [2, 2, 1, 0]


# Cards and options ----------------------------------------------------------------------------------------------------


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


@clause("15.81")
@pytest.mark.parametrize(("name", "die", "card"), [("Scipio", 1, True), ("Scipio", 2, False), ("Varro", 1, False)])
def test_a_card_comes_with_the_supreme_leader_s_one(name: str, die: int, card: bool) -> None:
    state = put(lead(empty(options=("15.81",)), "Rome", "Scipio", 1, "Latium", True), "Rome", "Latium", "LGN")
    state = turn_of(replace(lead(state, "Rome", "Varro", 1, "Latium"), deck=("Piracy",)), "Rome")
    assert (phase(do(state, s.Activate(name), die)) == Due.CARD_DRAW) is card


@clause("12.11", "12.14")
@pytest.mark.parametrize(
    ("scenario", "owners"),
    [("six_powers", {"Parthia": 8, "Armenia": 2}), ("second_punic_war", {"Seleucid": 7, "Parthia": 3})],
)
def test_persia_belongs_to_whom_the_scenario_says(scenario: str, owners: dict[str, int]) -> None:
    state = empty(scenario)
    found = [holder(state, PLACES[place]) for place in OF_REGION["Persia"]]
    assert {name: found.count(name) for name in set(found) - {None}} == owners
