"""Ships in positions of the whole game (5.6 to 5.9, 3.88)."""

from dataclasses import replace
from typing import Any

import pytest

from gamekit.roma_victrix.geography import COASTS, PROVINCES
from gamekit.roma_victrix.rules import battle, subjects
from gamekit.roma_victrix.rules.units import without_leader
from tests.roma_victrix.setting import *

SEA, COAST, CAGLIARI = "Mare Tyrrhenum", "Latium (Mare Tyrrhenum)", "Sardinia (Mare Tyrrhenum)"
CARTHAGO, CORSICA = "Africa (Mare Tyrrhenum)", "Corsica (Mare Tyrrhenum)"


def at_port(ships: str, army: str = "", rating: int = 2, port: str = COAST) -> State:
    """Scipio at a port with ships, and with an army if any."""
    home = port.partition(" (")[0]
    return placed(f"Rome in {port}: {ships}", f"Rome in {home}: {army}, Scipio {rating}*".replace(": ,", ":"))


def fleet(ships: str = "3 FLEET", army: str = "2 LGN", points: int = 6) -> State:
    """Scipio in Latium with an army and ships on the coast towards Mare Tyrrhenum."""
    return active(at_port(ships, army, 3), "Scipio", points)


@clause("5.6", "5.61", "5.62", "5.64", "5.9", "5.91", "5.92", "5.95")
def test_a_crossing_costs_a_point_aboard_a_point_an_area_a_point_ashore() -> None:
    state = do(fleet(), s.Embark(COAST))
    assert (ops(state), where(state, "Scipio")) == (5, COAST)
    assert can(state, s.SailTo) == {"Mare Tyrrhenum", "Apulia (Mare Tyrrhenum)", "Cisalpina (Mare Tyrrhenum)"}
    state = do(state, s.SailTo("Mare Tyrrhenum"), s.SailTo("Sardinia (Mare Tyrrhenum)"), s.Land())
    assert (ops(state), where(state, "Scipio")) == (2, "Sardinia")
    assert at(state, "Sardinia") == "2 LGN, 3 FLEET"


@clause("5.65", "5.93")
def test_nobody_sails_whom_the_points_do_not_bring_home() -> None:
    refused(r"the leader is not aboard \(5.91\)", fleet(points=3), s.SailTo(SEA))
    state = do(fleet(points=3), s.Embark(COAST))
    assert can(state, s.SailTo) == {"Apulia (Mare Tyrrhenum)", "Cisalpina (Mare Tyrrhenum)"}
    refused(r"do not suffice to sail there and put in .*5.93", state, s.SailTo("Mare Tyrrhenum"))
    assert s.EndLeader() not in rules.legal_actions(state)
    at_sea = do(fleet(points=6), s.Embark(COAST), s.SailTo("Mare Tyrrhenum"))
    refused("ends at sea", at_sea, s.EndLeader())


@clause("5.67")
def test_ships_do_not_cross_the_land_of_a_province() -> None:
    state = do(fleet(), s.Embark(COAST))
    assert "Mare Adriaticum" not in can(state, s.SailTo)
    assert "Latium (Mare Adriaticum)" not in can(state, s.SailTo)


def test_nobody_lands_outside_the_provinces_in_play() -> None:
    coast = "Apulia (Mare Adriaticum)"
    state = placed(empty("two_consuls"), f"Crassus in {coast}: FLEET, Scipio 3*")
    state = active(state, "Scipio", 9, s.Embark(coast))
    assert can(state, s.SailTo) == {"Latium (Mare Adriaticum)", "Mare Adriaticum"}
    assert "Dalmatia (Mare Adriaticum)" not in can(do(state, s.SailTo("Mare Adriaticum")), s.SailTo)


@clause("5.94")
@pytest.mark.parametrize(("ships", "army", "boards"), [
    ("2 FLEET", "LGN, 2 rAUX", True), ("2 FLEET", "LGN, 3 rAUX", False), ("FLEET, rFLEET", "LGN, rAUX", True),
    ("rFLEET", "LGN", False),
])  # fmt: skip
def test_a_full_fleet_carries_a_full_unit_or_two_reduced_ones(ships: str, army: str, boards: bool) -> None:
    assert (s.Embark(COAST) in rules.legal_actions(fleet(ships, army))) is boards


@clause("5.12", "5.15")
def test_an_admiral_takes_ships_along_on_his_way() -> None:
    state = placed("Aegyptus in Lycia (Mare Aegyptum): FLEET", "Aegyptus in Cyprus (Mare Aegyptum): FLEET")
    state = read(placed(state, "Aegyptus in Lycia: Nicolaus 1"), sea_points="areas")
    state = sailed(active(state, "Nicolaus", 7), s.Embark("Lycia (Mare Aegyptum)"), "Mare Aegyptum")
    state = sailed(state, "Cyprus (Mare Aegyptum)", s.Take("all"), "Mare Aegyptum", "Aegyptus (Mare Aegyptum)")
    state = do(state, s.Land(), s.Enter("Arabia Petraea"))
    assert (ops(state), at(state, "Aegyptus"), where(state, "Nicolaus")) == (0, "2 FLEET", "Arabia Petraea")  # X.4


@clause("5.63")
def test_ships_that_have_sailed_do_not_sail_again() -> None:
    state = placed(fleet(army=""), "Rome in Apulia: Varro 1")
    state = do(do(state, s.Embark(COAST), s.SailTo("Apulia (Mare Tyrrhenum)"), s.EndLeader()), s.Activate("Varro"), 6)
    assert can(state, s.Take) == set()


@clause("5.69")
def test_after_three_points_at_sea_each_fleet_may_founder() -> None:
    state = placed("Rome in Narbonensis (Mare Balearicum): 2 FLEET, rFLEET", "Rome in Narbonensis: Scipio 3*")
    state = active(read(state, sea_points="areas"), "Scipio", 9, s.Embark("Narbonensis (Mare Balearicum)"))
    state = do(state, s.SailTo("Mare Balearicum"), s.SailTo("Mare Tyrrhenum"))
    assert phase(state) == Due.LEADER
    state = do(state, s.SailTo("Mare Africum"))
    assert phase(state) == Due.SEA_ROLL
    assert counters(do(state, 1, 2, 1)).csp == 3  # one reduced, the reduced one lost


@clause("5.69")
def test_coasts_count_as_well_and_it_is_one_roll_a_voyage_or_by_the_other_ruling_more() -> None:
    state = do(fleet("FLEET", "", points=9), s.Embark(COAST))
    state = do(state, s.SailTo("Mare Tyrrhenum"), s.SailTo("Sardinia (Mare Tyrrhenum)"))
    assert phase(state) == Due.LEADER
    state = do(state, s.SailTo("Mare Tyrrhenum"))
    assert phase(state) == Due.SEA_ROLL
    assert phase(do(state, 2, s.SailTo("Corsica (Mare Tyrrhenum)"))) == Due.LEADER
    assert phase(do(read(state, storms="each"), 2, s.SailTo("Corsica (Mare Tyrrhenum)"))) == Due.SEA_ROLL


@clause("5.69")
@pytest.mark.parametrize(("army", "left"), [
    ("2 rAUX", "rFLEET"), ("rAUX, rLGN", "rFLEET"), ("2 rCAV", "rFLEET"), ("AUX", "rAUX, rFLEET"),
    ("LGN", "rLGN, rFLEET"), ("CAV", "rCAV, rFLEET"), ("", ""),
])  # fmt: skip
def test_what_a_stricken_ship_carries_takes_a_step_with_it_and_the_last_one_its_leader(army: str, left: str) -> None:
    state = fleet("FLEET" if army else "rFLEET", army, points=9)
    state = do(state, s.Embark(COAST), s.SailTo("Mare Tyrrhenum"), s.SailTo("Mare Africum"))
    while phase(state) != Due.SEA_ROLL:
        state = do(state, next(each for each in legal(state, s.SailTo)))
    state = do(state, 1)
    assert (str(counters(state)), where(state, "Scipio") is None) == (left, not left)


@clause("5.96", "5.95", "5.41")
def test_who_lands_among_others_may_fight_them() -> None:
    state = placed(at_port("2 FLEET", "2 LGN", 3), "Carthage in Sardinia: HI")
    state = sailed(active(state, "Scipio", 6), s.Embark(COAST), SEA, CAGLIARI, s.Land())
    assert s.Attack("Carthage") in rules.legal_actions(state)
    assert can(state, s.Enter) == set()


def sea_fight(theirs: str = "2 FLEET", ours: str = "3 FLEET", army: str = "") -> State:
    """Scipio puts in at Sardinia, where Carthage has ships, and attacks them."""
    state = placed(at_port(ours, army, 3), f"Carthage in {CAGLIARI}: {theirs}")
    return sailed(active(state, "Scipio", 9), s.Embark(COAST), SEA, CAGLIARI, s.Attack("Carthage"))


@clause("5.7", "5.71")
def test_ships_withdraw_on_a_three_or_less() -> None:
    state = sea_fight()
    assert set(rules.legal_actions(state)) == {s.Stand(), s.Withdraw()}
    state = do(state, s.Withdraw(), 3)
    assert "Africa (Mare Tyrrhenum)" in can(state, s.RetreatTo)
    state = do(state, s.RetreatTo("Africa (Mare Tyrrhenum)"))
    assert (at(state, "Africa"), state.battle) == ("2 FLEET", None)
    assert phase(do(sea_fight(), s.Withdraw(), 4)) == Due.DICE


@clause("5.72")
def test_a_fight_at_sea_and_the_beaten_put_in_next_door() -> None:
    state = do(sea_fight(), s.Stand(), s.Dice(4, 1))
    assert state.battle.net == 3  # the leader alone: three fleets are no twice two
    state = do(state, s.Split(2, 0))
    while phase(state) == Due.PAY:
        assert can(state, s.Pay) <= {"FLEET", "rFLEET"}
        state = do(state, rules.legal_actions(state)[0])
    assert (rules.current_player(state), phase(state)) == ("Carthage", Due.PUT_IN)
    assert "Africa (Mare Tyrrhenum)" in can(state, s.RetreatTo)
    state = do(state, s.RetreatTo("Africa (Mare Tyrrhenum)"))
    assert at(state, "Africa").endswith("rFLEET")


@clause("5.72", "5.9")
def test_cargo_goes_down_with_its_ships_and_the_leader_with_the_last() -> None:
    state = paid(do(sea_fight("8 FLEET", "2 FLEET", "2 LGN"), s.Stand(), s.Dice(1, 6)))
    left = counters(state, "Rome")
    assert left.fleet_force.csp < 4
    assert left.of_kind("land").csp < 8


@clause("5.72", "5.9")
def test_an_attacker_beaten_at_sea_puts_in_with_ships_and_cargo() -> None:
    state = paid(do(sea_fight("8 FLEET", "5 FLEET", "LGN"), s.Stand(), s.Dice(1, 6)))
    assert (rules.current_player(state), phase(state)) == ("Rome", Due.PUT_IN)
    state = do(state, s.RetreatTo("Apulia (Mare Tyrrhenum)"))
    assert at(state, "Apulia") == "LGN, 2 FLEET, 3 rFLEET"
    assert "LGN" not in at(state, "Sardinia")


def shadowed() -> State:
    """Ships of Carthage under Mago in Cisalpina beside the coast that Scipio puts in at."""
    state = placed(at_port("FLEET", port=CAGLIARI), "Carthage in Cisalpina (Mare Tyrrhenum): 4 FLEET")
    state = read(placed(state, "Carthage in Cisalpina: HI, Mago 3"), sea_points="areas")
    return active(state, "Scipio", 8, s.Embark(CAGLIARI), s.SailTo(SEA), s.SailTo(COAST))


@clause("5.8", "5.81", "5.84", "5.85", "5.86", "5.87", "5.88")
def test_ships_next_door_intercept_on_seven() -> None:
    state = shadowed()
    assert (rules.current_player(state), can(state, s.Intercept)) == ("Carthage", {"Mago"})
    assert phase(do(state, s.Intercept("Mago"), 3)) != Due.DICE
    hit = do(state, s.Intercept("Mago"), 4, s.Commit())
    assert phase(hit) == Due.DICE  # nobody withdraws from it (5.88)
    assert (hit.battle.at, hit.battle.sides) == ("sea", (3, 0))


@clause("5.82", "5.83", "5.89")
def test_the_same_admiral_tries_again_and_the_intercepted_sails_on() -> None:
    state = undisturbed(do(shadowed(), s.Intercept("Mago"), 1))
    assert can(do(state, s.SailTo(SEA), s.SailTo(COAST)), s.Intercept) == {"Mago"}


@clause("3.23", "5.66")
def test_enemy_ships_in_a_strait_must_be_fought() -> None:
    port = "Apulia (Mare Tyrrhenum)"
    free = at_port("3 FLEET", rating=3, port=port)
    held = active(placed(free, "Carthage in Messina: FLEET"), "Scipio", 6, s.Embark(port), s.SailTo("Messina"))
    assert can(held, s.SailTo) == set()
    assert s.Attack("Carthage") in rules.legal_actions(held)
    free = active(free, "Scipio", 6, s.Embark(port), s.SailTo("Messina"))
    assert "Mare Ionium" in can(free, s.SailTo)
    assert where(do(free, s.EndLeader()), "Scipio") == "Messina"  # ships may stay in a strait


@clause("10.15", "10.22")
def test_ships_conquer_nothing() -> None:
    state = do(fleet(army=""), s.Embark(COAST), s.SailTo("Mare Tyrrhenum"), s.SailTo("Africa (Mare Tyrrhenum)"))
    state = do(state, s.EndLeader())
    assert holder(state, "Africa") == "Carthage"


def at_sardinia(third: str = "Seleucid", spot: str = "Apulia", **marks: Any) -> State:
    """Carthage attacks two Roman fleets off Sardinia; a third power's admiral lies at another coast. They withdraw."""
    state = placed(empty(**marks), f"Carthage in {CARTHAGO}: 5 FLEET", "Carthage in Africa: Mago 2*")
    state = placed(state, f"Rome in {CAGLIARI}: 2 FLEET", f"{third} in {spot} (Mare Tyrrhenum): 4 FLEET")
    state = sailed(active(placed(state, f"{third} in {spot}: HI, Admiral 3*"), "Mago", 8), s.Embark(CARTHAGO), SEA)
    return undisturbed(do(sailed(state, CAGLIARI), s.Attack("Rome"), s.Withdraw(), 2))


# 5.81 to 5.85
@clause("5.83", "5.71", "5.81", "5.85")
def test_ships_that_withdraw_are_intercepted_where_they_put_in() -> None:
    state = do(at_sardinia(), s.RetreatTo(COAST))
    assert (phase(state), rules.current_player(state)) == (Due.INTERCEPT, "Seleucid")
    assert can(state, s.Intercept) == {"Admiral"}
    missed = do(state, s.Intercept("Admiral"), 3)
    assert (phase(missed), at(missed, "Latium", "Rome")) == (Due.LEADER, "2 FLEET")
    met = do(state, s.Intercept("Admiral"), 4, s.Commit())
    assert met.battle is not None
    sides = power(met, "Seleucid"), power(met, "Rome")
    assert (met.battle.sides, met.battle.at, met.battle.interception) == (sides, "sea", True)
    assert phase(met) == Due.DICE  # 5.88: no withdrawal
    lost = repeated(paid(do(met, s.Dice(6, 1))), None, Due.PUT_IN)
    assert (phase(lost), rules.current_player(lost)) == (Due.LEADER, "Carthage")  # whose activation goes on
    assert {g.status for g in lost.groups if g.owner == power(lost, "Rome")} <= {s.Status.FREE}


@clause("5.83", "5.81")
def test_nobody_far_away_nor_who_has_attacked_intercepts_them() -> None:
    assert phase(do(at_sardinia(), s.RetreatTo("Baleares (Mare Balearicum)"))) == Due.LEADER
    own = do(at_sardinia(third="Carthage"), s.RetreatTo(COAST))  # 5.81: not the phasing player's
    assert phase(own) == Due.LEADER
    ashore = at_sardinia()
    ashore = replace(ashore, groups=tuple(g for g in ashore.groups if g.owner != power(ashore, "Seleucid")))
    assert phase(do(ashore, s.RetreatTo(COAST))) == Due.LEADER


@clause("5.82", "5.84", "5.85")
@pytest.mark.parametrize(("reading", "again"), [("once", False), ("again", True)])
def test_an_admiral_tries_once_an_entry(reading: str, again: bool) -> None:
    state = read(at_port("2 FLEET", rating=1), naval_attempts=reading)
    state = placed(state, f"Rome in {CAGLIARI}: FLEET", "Rome in Sardinia: Sempronius 2")
    state = placed(state, f"Carthage in {CARTHAGO}: 3 FLEET", "Carthage in Africa: Mago 2*")
    state = sailed(active(state, "Mago", 8), s.Embark(CARTHAGO), SEA)
    state = do(state, s.SailTo("Apulia (Mare Tyrrhenum)"))
    assert can(state, s.Intercept) == {"Scipio"}
    tried = do(state, s.Intercept("Scipio"), 1)
    assert ("Scipio" in can(tried, s.Intercept)) is again
    back = do(sailed(undisturbed(tried), SEA), s.SailTo("Apulia (Mare Tyrrhenum)"))
    assert can(back, s.Intercept) == {"Scipio"}  # another entry


@clause("11.12", "11.22", "11.24", "5.81")
@pytest.mark.parametrize(
    ("owner", "called", "may"), [("Syracusae", False, False), ("Syracusae", True, True), ("Rome", False, True)]
)
def test_a_client_s_ships_and_admirals_intercept_when_it_is_called(owner: str, called: bool, may: bool) -> None:
    state = placed("Rome in Sicilia: Scipio 3*", f"{owner} in Sicilia (Mare Tyrrhenum): 2 FLEET")
    state = placed(state, f"Carthage in {CARTHAGO}: 2 FLEET", "Carthage in Africa: Mago 2*")
    state = active(state, "Mago", 8, s.Embark(CARTHAGO))
    state = replace(state, called=frozenset({power(state, "Syracusae")} if called else ()))
    state = do(sailed(state, SEA), s.SailTo("Messina"))
    assert (can(state, s.Intercept) == {"Scipio"}) is may


# 3.84, 3.88, 11.24
def off(coast: str, owner: str = "Aegyptus") -> State:
    state = placed(f"{owner} in Lycia (Mare Aegyptum): 3 FLEET", f"{owner} in Lycia: HI, Ptolemy 2*")
    state = sailed(active(state, "Ptolemy", 8), s.Embark("Lycia (Mare Aegyptum)"), "Mare Aegyptum")
    return do(state, s.SailTo(coast))


@clause("3.84", "3.88")
def test_ships_in_a_neutral_s_port_break_its_neutrality() -> None:
    state = off("Rhodus (Mare Aegyptum)")
    assert phase(state) == Due.CONTROLLER
    player = next(iter(rules.chance_outcomes(state)))
    assert do(state, player).patron[power(state, "Rhodus")] == power(state, player.name)
    assert phase(undisturbed(off("Cyprus (Mare Aegyptum)"))) == Due.LEADER  # his own
    passing = sailed(undisturbed(off("Cyprus (Mare Aegyptum)")), "Mare Aegyptum")
    assert passing.patron[power(passing, "Rhodus")] == NONE
    held = garrisoned(empty(), Rhodus="Rome")
    assert not subjects.steps_on_entering(held, INDEX["Rhodus (Mare Aegyptum)"], 1)


@clause("3.84", "13.12")
def test_ships_turn_no_marker() -> None:
    state = empty()
    coasts = [place for place in range(len(PLACES)) if PLACES[place].startswith("Dalmatia (")]
    assert state.markers[INDEX["Dalmatia"]]
    assert coasts
    assert not any(subjects.steps_on_entering(state, coast, 0) for coast in coasts)
    assert subjects.steps_on_entering(state, INDEX["Dalmatia"], 0)


@clause("11.24", "11.14")
def test_ships_that_come_to_a_client_s_port_or_attack_its_ships_rouse_it() -> None:
    state = placed("Carthage in Africa: Mago 2*", f"Carthage in {CARTHAGO}: 3 FLEET")
    state = active(placed(state, "Syracusae in Sicilia (Mare Tyrrhenum): FLEET"), "Mago", 8, s.Embark(CARTHAGO))
    assert not state.roused
    state = sailed(state, SEA, "Sicilia (Mare Tyrrhenum)")
    assert state.roused == {power(state, "Syracusae")}


@clause("3.84", "13.13")
@pytest.mark.parametrize(("reading", "has"), [("counted", True), ("apart", False)])
def test_the_invader_s_own_capital_counts(reading: str, has: bool) -> None:
    state = empty(rulings={"invader": reading})
    armenia = power(state, "Armenia")
    farthest = subjects.candidates(replace(state, rulings=()), INDEX["Artaxata"], armenia, NONE)
    found = subjects.candidates(state, INDEX["Artaxata"], armenia, farthest[0])
    assert (farthest[0] in found) is has
    assert found


# 5.69, 5.65, 5.93
@clause("5.69")
def test_every_voyage_has_its_own_storms() -> None:
    state, rolls = unwalled(garrisoned(at_port("3 FLEET", "LGN", 4), Africa="Rome")), []
    state = active(state, "Scipio", 20)
    for port, way in ((COAST, (SEA, CAGLIARI, SEA, CARTHAGO)), (CARTHAGO, (SEA, CAGLIARI))):
        state, count = do(state, *([s.Take("all")] if rolls else []), s.Embark(port)), 0
        for place in way:
            state = do(state, s.SailTo(place))
            while phase(state) in (Due.SEA_ROLL, Due.INTERCEPT, Due.WINDOW):
                count += phase(state) == Due.SEA_ROLL
                state = do(state, 6 if phase(state) == Due.SEA_ROLL else s.Decline())
        rolls.append(count)
        state = undisturbed(do(state, s.Land()))
    assert rolls == [3, 0]  # four OP, and two


def widowed(*way: str, cargo: str = "2 HI", **marks: Any) -> State:
    """Mago dies under way: whatever kills him, his activation is over then."""
    state = placed(empty(**marks), f"Carthage in {CARTHAGO}: 2 FLEET", f"Carthage in Africa: {cargo or 'HI'}, Mago 1*")
    state = active(state, "Mago", 9, *([] if cargo else [s.Leave("HI", "Carthage", 1)]))
    state = sailed(state, s.Embark(CARTHAGO), *way)
    return rules.settled(without_leader(state, state.leaders.index(leader(state, "Mago"))))


@clause("5.65", "5.93", "14.2 Assassination Attempt")
@pytest.mark.parametrize("cargo", ["2 HI", ""])
def test_ships_without_their_admiral_put_in_at_the_nearest_friendly_coast(cargo: str) -> None:
    state = widowed(SEA, cargo=cargo)
    assert at(state, "Africa", "Carthage") == (f"{cargo}, 2 FLEET" if cargo else "HI, 2 FLEET")
    assert not [g for g in state.groups if g.place == INDEX["Mare Tyrrhenum"]]
    assert {PLACES[g.place] for g in state.groups if any(g.units[: s.FLEET])} == {"Africa"}
    assert phase(state) != Due.END_LEADER


@clause("5.65", "5.93")
def test_off_a_strange_coast_they_leave_and_without_a_friend_they_are_lost() -> None:
    state = widowed(SEA, CAGLIARI)
    assert (holder(state, "Sardinia"), at(state, "Sardinia", "Carthage")) == ("Rome", "")
    assert at(state, "Africa", "Carthage") == "2 HI, 2 FLEET"
    empty_ships = widowed(SEA, CAGLIARI, cargo="")
    assert at(empty_ships, "Sardinia", "Carthage") == "2 FLEET"  # ships alone may stay (X.9)
    lost = widowed(SEA, rulings={"admiral_lost": "lost"})
    assert at(lost, "Africa", "Carthage") == ""
    assert sum(lost.eliminated[power(lost, "Carthage")]) == 4
    assert where(lost, "Mago") is None


def admiral(ships: str, army: str = "", points: int = 6, port: str = COAST) -> State:
    return active(at_port(ships, army, port=port), "Scipio", points)


@clause("5.6", "5.25", "5.91", "5.93", "5.94")
@pytest.mark.parametrize(("ships", "army", "points", "boards"), [
    ("FLEET", "LGN", 2, True),
    ("FLEET", "LGN", 1, False),  # 5.93: nor could he land again
    ("FLEET", "", 1, True),
    ("2 rFLEET", "LGN", 6, False),  # 5.94: a reduced fleet carries a reduced unit
    ("2 rFLEET", "2 rLGN", 6, True),
    ("FLEET", "rLGN, rAUX", 6, True),
])  # fmt: skip
def test_who_boards_at_which_coast(ships: str, army: str, points: int, boards: bool) -> None:
    for port in ("Apulia (Mare Tyrrhenum)", "Apulia (Mare Ionium)"):
        assert can(admiral(ships, army, points, port), s.Embark) == ({port} if boards else set())


@clause("5.15", "5.93", "5.94")
def test_only_ships_to_spare_are_left_by_who_has_boarded() -> None:
    assert can(do(admiral("2 FLEET", "LGN"), s.Embark(COAST)), s.Leave) == {"FLEET"}
    assert can(do(admiral("2 FLEET", "2 LGN"), s.Embark(COAST)), s.Leave) == set()


@clause("5.64", "5.61")
def test_from_sea_to_sea_and_along_the_coast() -> None:
    state = do(admiral("FLEET", points=12), s.Embark(COAST))
    assert can(state, s.SailTo) == {SEA, "Apulia (Mare Tyrrhenum)", "Cisalpina (Mare Tyrrhenum)"}
    state = undisturbed(do(state, s.SailTo(SEA)))
    assert {"Mare Balearicum", "Mare Africum"} <= can(state, s.SailTo)


@clause("5.96", "3.34", "5.95")
def test_who_lands_on_a_lone_leader_has_him() -> None:
    state = placed(admiral("FLEET", "LGN", 8), "Carthage in Sardinia: Mago 3")
    assert where(sailed(state, s.Embark(COAST), SEA, CAGLIARI, s.Land()), "Mago") is None


def met_at_sea(mine: str = "4 FLEET", cargo: str = "", die: int = 0) -> State:
    """Scipio comes to Carthaginian Sardinia, where two fleets lie, and attacks them."""
    state = placed(at_port(mine, cargo, 1), f"Carthage in {CAGLIARI}: 2 FLEET", Sardinia="Carthage", Corsica="Carthage")
    state = sailed(active(state, "Scipio", 12), s.Embark(COAST), SEA, CAGLIARI)
    return do(state, s.Attack("Carthage"), *((s.Withdraw(), die) if die else (s.Stand(),)))


@clause("5.71", "5.72")
def test_where_ships_go_that_withdraw_and_that_are_beaten() -> None:
    away = met_at_sea(die=3)
    coasts = {PLACES[coast] for place in range(len(PROVINCES)) for coast in COASTS[place]}
    friendly = {name for name in coasts if holder(away, name.partition(" (")[0]) == "Carthage"}
    assert can(away, s.RetreatTo) == friendly - {CAGLIARI}
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
    state = placed(at_port("5 FLEET", "LGN", 1, port), "Carthage in Apulia (Mare Tyrrhenum): 2 FLEET")
    state = hand(placed(state, "Carthage in Apulia: HI, Mago 3"), "Carthage", *([card] if card else []))
    state = active(state, "Scipio", 9, s.Embark(port), s.SailTo(COAST))
    while phase(state) in (Due.WINDOW, Due.INTERCEPT) and s.Intercept("Mago", card) not in rules.legal_actions(state):
        state = do(state, s.Decline())
    left = ops(state)
    state = undisturbed(do(state, s.Intercept("Mago", card), *(() if card else (4,))))
    assert phase(state) == Due.DICE
    state = losses_paid(do(state, s.Dice(2, 2)))
    state = do(state, legal(state, s.RetreatTo)[0]) if phase(state) == Due.PUT_IN else state
    assert ops(state) == left == 7
    assert can(state, s.SailTo)
