"""Leaders, marches, passage, interception, withdrawal, retreats and their sieges (3.22 to 3.34, 5.1 to 5.5, 12.2)."""

from dataclasses import replace
from typing import Any

import pytest

from gamekit.roma_victrix.geography import PROVINCE
from gamekit.roma_victrix.rules import battle, movement, sequence, treasury
from gamekit.roma_victrix.rules.control import control
from tests.roma_victrix.setting import *


def italy() -> State:
    """Two Roman leaders, one with an army in Latium, one alone in Apulia; a Carthaginian one in Narbonensis."""
    return turn_of(placed("Rome in Latium: 4 LGN, 2 AUX, CAV, Scipio 2*", "Rome in Apulia: 2 LGN, Varro 1"), "Rome")


@clause("3.31", "5.1", "5.11", "5.16", "5.17", "5.21")
def test_the_die_and_the_rating_are_the_points_which_run_out_and_are_nobody_else_s() -> None:
    state = do(italy(), s.Activate("Scipio"), 4)
    assert (ops(state), phase(state)) == (6, Due.LEADER)
    state = active(italy(), "Scipio", 1, s.Enter("Apulia"))
    assert can(state, s.Enter) == set()
    refused(r"it costs 1 OP, and Scipio has 0 \(5.22\)", state, s.Enter("Latium"))
    state = do(active(italy(), "Scipio", 6), s.EndLeader())
    assert state.active is None
    assert ops(do(state, s.Activate("Varro"), 3)) == 3 + 1


@clause("5.12", "5.13", "5.14", "5.22", "5.25")
def test_a_march_goes_from_province_to_province_at_a_point_each() -> None:
    state = active(italy(), "Scipio", 3)
    assert can(state, s.Enter) == {"Apulia", "Cisalpina"}
    state = do(state, s.Enter("Cisalpina"))
    assert (ops(state), where(state, "Scipio"), at(state, "Cisalpina")) == (2, "Cisalpina", "4 LGN, 2 AUX, CAV")
    refused(r"Sardinia is not next to Cisalpina by land \(5.25\)", state, s.Enter("Sardinia"))
    refused("what the active leader does", state, s.Activate("Varro"))  # 5.13: the first leader ends before


@clause("5.15", "5.2")
def test_units_join_and_leave_in_any_province_for_nothing() -> None:
    state = active(italy(), "Scipio", 3, s.Leave("AUX", "Rome", 2), s.Enter("Apulia"), s.Take("LGN", "Rome", 1))
    assert ops(state) == 2
    assert (at(state, "Latium"), at(state, "Apulia")) == ("2 AUX", "6 LGN, CAV")
    state = do(state, s.Enter("Latium"))
    assert at(state, "Apulia") == "LGN"


@clause("5.18", "5.23", "5.24")
def test_who_has_moved_does_not_move_again() -> None:
    state = active(italy(), "Scipio", 3, s.Enter("Apulia"), s.Leave("LGN", "Rome", 4), s.EndLeader())
    assert can(state, s.Activate) == {"Varro"}
    refused(r"Scipio has been activated in this phase \(5.23\)", state, s.Activate("Scipio"))
    state = do(state, s.Activate("Varro"), 5)
    found = {(take.counter, take.count) for take in legal(state, s.Take)}
    assert found == {("all", 0), ("LGN", 1), ("LGN", 2)}  # Varro's own two legions, not the four that Scipio brought
    assert at(do(state, s.Take("all"), s.Enter("Latium")), "Latium") == "2 LGN"


@clause("5.19")
def test_nobody_need_move() -> None:
    assert s.EndTurn() in rules.legal_actions(italy())
    state = do(italy(), s.EndTurn())
    assert phase(state) == Due.MARKER_ROLL or state.turn == 2


@clause("5.26", "6.1")
def test_friends_stand_in_nobodys_way() -> None:
    state = active(italy(), "Scipio", 3, s.Enter("Apulia"))
    assert "Latium" in can(state, s.Enter)
    assert at(state, "Apulia") == "6 LGN, 2 AUX, CAV"  # any number of units (6.1)


@clause("3.22")
def test_nobody_enters_a_desert_and_its_own_people_come_out_of_it() -> None:
    state = active(placed("Aegyptus in Arabia Petraea: 2 HI, Ptolemy 2"), "Ptolemy", 6)
    assert "Arabia Magna" not in can(state, s.Enter)
    refused(r"no land unit enters Arabia Magna \(3.22\)", state, s.Enter("Arabia Magna"))
    state = placed(under(empty(), Arabi="Aegyptus"), "Arabi in Arabia Magna: 4 BI, Chief 2")
    assert {"Babylonia", "Syria", "Hatra"} <= can(active(turn_of(state, "Aegyptus"), "Chief", 6), s.Enter)


@clause("3.23", "5.66")
def test_a_strait_is_a_place_of_its_own_and_enemy_ships_close_it() -> None:
    state = active(italy(), "Scipio", 4, s.Enter("Apulia"), s.Enter("Messina"))
    assert (ops(state), where(state, "Scipio")) == (2, "Messina")
    assert can(state, s.Enter) == {"Apulia", "Sicilia"}
    closed = active(placed(italy(), "Carthage in Messina: FLEET"), "Scipio", 4, s.Enter("Apulia"))
    refused(r"enemy fleets hold the strait Messina \(3.23, 5.66\)", closed, s.Enter("Messina"))


def facing(theirs: str = "2 HI", rating: int = 0) -> State:
    """Scipio in Cisalpina beside Carthaginians in Narbonensis."""
    theirs += f", Hanno {rating}" if rating else ""
    state = placed("Rome in Cisalpina: 4 LGN, 2 AUX, Scipio 2*", f"Carthage in Narbonensis: {theirs}")
    return turn_of(garrisoned(state, Narbonensis="Carthage", Tarraconensis="Carthage"), "Rome")


@clause("5.27")
def test_others_units_may_be_entered_but_not_passed_unasked() -> None:
    state = active(facing(), "Scipio", 6, s.Enter("Narbonensis"), 6)
    assert can(state, s.Enter) == set()
    assert {s.Attack("Carthage"), s.Ask(), s.EndLeader()} <= set(rules.legal_actions(state))
    refused(r"nobody marches through them unasked \(5.27\)", state, s.Enter("Aquitania"))
    asked = do(state, s.Ask())
    assert rules.current_player(asked) == "Carthage"
    assert "Tarraconensis" in can(do(asked, s.Allow()), s.Enter)
    denied = do(asked, s.Decline())
    assert (can(denied, s.Enter), s.Ask() in rules.legal_actions(denied)) == (set(), False)
    neutral = placed("Rome in Apulia: 4 LGN, Scipio 2*", "Macedonia in Messina: 2 HI")  # nobody may allow it
    assert not legal(active(neutral, "Scipio", 6, s.Enter("Messina")), s.Ask, s.Enter)


@clause("5.27", "5.28")
def test_by_the_other_ruling_nobody_passes() -> None:
    state = active(read(facing(), passage="never"), "Scipio", 6, s.Enter("Narbonensis"), 6)
    assert s.Ask() not in rules.legal_actions(state)
    state = do(state, s.EndLeader())
    assert at(state, "Narbonensis", "Rome") == "4 LGN, 2 AUX"  # both stay there (5.28)
    assert at(state, "Narbonensis", "Carthage") == "2 HI"


@clause("5.29")
def test_who_begins_among_enemies_leaves_freely() -> None:
    state = active(placed(facing(), "Rome in Narbonensis: LGN, Varro 1"), "Varro", 4)
    assert {"Aquitania", "Cisalpina", "Tarraconensis"} <= can(state, s.Enter)


@clause("3.34")
def test_a_leader_alone_falls_when_enemies_come() -> None:
    state = placed("Rome in Latium: 2 LGN, Scipio 2", "Carthage in Cisalpina: Hanno 2")
    state = active(state, "Scipio", 3, s.Enter("Cisalpina"))
    assert (where(state, "Hanno"), state.fallen) == (None, {"Hanno"})


# Interception
def near(rating: int = 2) -> State:
    """Scipio is about to march into empty Cisalpina past Hanno in Narbonensis."""
    state = placed("Rome in Latium: 4 LGN, Scipio 2*", f"Carthage in Narbonensis: 6 HI, Hanno {rating}")
    return turn_of(state, "Rome")


@clause("5.41", "5.45", "5.46", "5.47")
def test_a_neighbour_intercepts_by_his_rating_and_attacks_for_nothing() -> None:
    state = active(near(), "Scipio", 4, s.Enter("Cisalpina"))
    assert (rules.current_player(state), can(state, s.Intercept)) == ("Carthage", {"Hanno"})
    missed = do(state, s.Intercept("Hanno"), 3)
    assert (rules.current_player(missed), at(missed, "Narbonensis")) == ("Rome", "6 HI")
    hit = do(state, s.Intercept("Hanno"), 2, s.Commit())
    assert phase(hit) == Due.DICE
    assert (hit.battle.sides, hit.battle.interception) == ((3, 0), True)  # the interceptor attacks
    assert (ops(hit), at(hit, "Cisalpina", "Carthage")) == (3, "6 HI")


@clause("5.42", "5.43", "5.44")
def test_each_leader_tries_once_against_a_force() -> None:
    state = placed(near(), "Carthage in Dalmatia: HI, Mago 1")
    state = active(turn_of(state, "Rome"), "Scipio", 6, s.Enter("Cisalpina"))
    assert can(state, s.Intercept) == {"Hanno", "Mago"}
    state = do(state, s.Intercept("Hanno"), 6)
    assert can(state, s.Intercept) == {"Mago"}
    state = do(state, s.Intercept("Mago"), 6, s.Enter("Latium"), s.Enter("Cisalpina"))
    assert rules.current_player(state) == "Rome"  # the same force is not tried again


@clause("5.44")
def test_interceptors_follow_the_table_or_by_the_other_ruling_their_rating() -> None:
    state = placed(near(3), "Seleucid in Dalmatia: HI, Diogenes 1")
    first = active(turn_of(state, "Rome"), "Scipio", 6, s.Enter("Cisalpina"))
    assert rules.current_player(first) == "Seleucid"
    other = active(read(turn_of(state, "Rome"), interceptors="rating"), "Scipio", 6, s.Enter("Cisalpina"))
    assert rules.current_player(other) == "Carthage"


@clause("5.48", "5.49", "5.55")
def test_the_intercepted_cannot_withdraw_and_lose_a_point_when_beaten() -> None:
    state = active(near(), "Scipio", 4, s.Enter("Cisalpina"), s.Intercept("Hanno"), 2, s.Commit())
    assert can(state, s.Withdraw) == set()
    state = paid(do(state, s.Dice(6, 1)))
    assert phase(state) == Due.DEATH_ROLL
    state = do(state, 5)
    assert phase(state) == Due.RETREAT
    assert ops(state) == 2  # three were left, one more is gone (5.49)
    state = do(state, s.RetreatTo("Latium"), s.Stay())
    assert (phase(state), where(state, "Scipio")) == (Due.LEADER, "Latium")
    assert holder(state, "Cisalpina") == "Rome"  # the garrison there has not fought


@clause("5.27")
def test_in_the_same_province_interception_needs_no_roll() -> None:
    state = active(facing("4 HI", 1), "Scipio", 3, s.Enter("Narbonensis"), 6, s.EndLeader())
    assert (rules.current_player(state), can(state, s.Intercept)) == ("Carthage", {"Hanno"})
    assert phase(do(state, s.Intercept("Hanno"), s.Commit())) == Due.DICE


@clause("5.31", "5.41", "5.47")
def test_the_interceptor_chooses_who_comes_or_by_the_other_ruling_not() -> None:
    state = placed(near(), "Carthage in Narbonensis: 2 AUX, rCAV")
    state = active(turn_of(state, "Rome"), "Scipio", 4, s.Enter("Cisalpina"), s.Intercept("Hanno"), 2)
    assert (rules.current_player(state), at(state, "Narbonensis")) == ("Carthage", "6 HI, 2 AUX, rCAV")
    state = do(state, s.Leave("AUX", "Carthage", 2), s.Leave("HI", "Carthage", 1))
    assert can(state, s.Leave) == {"HI", "rCAV"}
    state = do(state, s.Leave("HI", "Carthage", 5))  # the last comes unasked
    assert (at(state, "Cisalpina", "Carthage"), at(state, "Narbonensis")) == ("rCAV", "6 HI, 2 AUX")
    assert (where(state, "Hanno"), battle.fight_csp(state)) == ("Cisalpina", (1, 16))
    later = read(turn_of(placed(near(), "Carthage in Narbonensis: 2 AUX, rCAV"), "Rome"), commit="all")
    later = active(later, "Scipio", 4, s.Enter("Cisalpina"), s.Intercept("Hanno"), 2)
    assert (phase(later), battle.fight_csp(later)) == (Due.DICE, (23, 16))


# Withdrawal
def attacked(theirs: str = "2 HI", rating: int = 3) -> State:
    return active(facing(theirs, rating), "Scipio", 4, s.Enter("Narbonensis"), 6, s.Attack("Carthage"))


@clause("5.5", "5.51", "5.54", "5.56")
def test_a_defender_withdraws_through_friends_by_his_rating() -> None:
    state = attacked()
    assert set(rules.legal_actions(state)) == {s.Stand(), s.Withdraw()}
    state = do(state, s.Withdraw(), 1)
    assert can(state, s.RetreatTo) == {"Tarraconensis", "Carthaginiensis"}  # two provinces, Carthage's own only
    state = do(state, s.RetreatTo("Carthaginiensis"))
    assert (at(state, "Carthaginiensis"), where(state, "Hanno")) == ("2 HI", "Carthaginiensis")
    assert (state.battle, ops(state)) == (None, 1)
    assert can(do(attacked(), s.Withdraw(), 3), s.RetreatTo) == {"Tarraconensis"}  # the rating itself: next door
    assert phase(do(attacked(), s.Withdraw(), 4)) == Due.DICE


@clause("5.54", "3.23")
@pytest.mark.parametrize(("place", "far", "there"), [
    ("Baetica", 1, {"Carthaginiensis", "Lusitania"}), ("Apulia", 1, {"Latium"}),
    ("Baetica", 2, {"Carthaginiensis", "Lusitania", "Tarraconensis", "Gallaecia", "Cantabria", "Tingitana"}),
    ("Apulia", 2, {"Latium", "Cisalpina", "Sicilia"}), ("Asia", 1, {"Bithynia", "Galatia", "Pisidia", "Lycia"}),
])  # fmt: skip
def test_a_withdrawal_may_pass_a_strait_and_not_end_there(place: str, far: int, there: set[str]) -> None:
    state = replace(empty(), garrisons=(0,) * len(PROVINCE))
    assert {PLACES[refuge] for refuge in battle.refuges(state, INDEX[place], 0, far)} == there


@clause("5.5", "5.53", "10.24")
def test_without_a_leader_only_a_one_withdraws_and_the_garrison_gives_way_or_by_the_other_ruling_fights() -> None:
    state = do(attacked(rating=0), s.Withdraw())
    assert can(do(state, 1), s.RetreatTo) == {"Tarraconensis"}
    assert phase(do(state, 2)) == Due.DICE
    state = do(attacked(), s.Withdraw(), 1, s.RetreatTo("Carthaginiensis"))
    assert holder(state, "Narbonensis") == "Rome"
    other = read(attacked(), withdrawn_garrison="fights")
    other = do(other, s.Withdraw(), 1, s.RetreatTo("Carthaginiensis"))
    assert holder(other, "Narbonensis") == "Carthage"
    assert s.Attack("Carthage") in rules.legal_actions(other)


@clause("5.32")
def test_who_stays_beside_the_victor_shares_the_province() -> None:
    state = do(paid(do(attacked("4 HI", 1), s.Stand(), s.Dice(2, 1))), 5, s.Stay(), 1, s.EndLeader())
    while rules.current_player(state) == "Carthage":
        state = do(state, s.Decline())
    assert control(state, INDEX["Narbonensis"]) == -1


@clause("10.62", "10.63", "10.65", "10.66")
def test_limes_slow_others_and_not_romans() -> None:
    state = walled(placed("Carthage in Narbonensis: 2 HI, Hanno 2"), "Cisalpina", 2)
    assert "Cisalpina" not in can(active(state, "Hanno", 2), s.Enter)
    assert ops(active(state, "Hanno", 4, s.Enter("Cisalpina"))) == 1
    weaker = walled(state, "Cisalpina", 1)
    assert ops(active(weaker, "Hanno", 4, s.Enter("Cisalpina"))) == 2
    roman = placed(weaker, "Rome in Latium: LGN, Scipio 1")
    assert ops(active(roman, "Scipio", 4, s.Enter("Cisalpina"), s.Decline())) == 3


@clause("3.58", "5.16", "5.22", "10.6", "10.65", "10.66", "17.4")
@pytest.mark.parametrize(("options", "strength", "points"), [
    ((), 0, 1), ((), 1, 2), ((), 2, 3), (("17.4",), 0, 1), (("17.4",), 1, 2), (("17.4",), 2, 4),
])  # fmt: skip
def test_who_has_too_few_points_for_the_limes_stays_before_them(
    options: tuple[str, ...], strength: int, points: int
) -> None:
    state = walled(marked(empty(options=options), Dalmatia=0), "Cisalpina", strength)
    state = turn_of(placed(state, "Carthage in Dalmatia: HI, Hanno 0"), "Carthage")
    able = [n for n in range(1, 6) if "Cisalpina" in can(active(state, "Hanno", n), s.Enter)]
    assert able == [*range(points, 6)]


@clause("17.4")
def test_roads_are_roman() -> None:
    state = turn_of(placed(empty(options=["17.4"]), "Rome in Cisalpina: 2 LGN, Scipio 1"), "Rome")
    assert ops(active(state, "Scipio", 6, s.Enter("Latium"))) == 5
    assert ops(active(state, "Scipio", 6, s.Enter("Narbonensis"), 6)) == 4  # a client's
    assert ops(active(state, "Scipio", 6, s.Enter("Raetia"))) == 3
    tribes = garrisoned(marked(state, Raetia=0), Raetia="Germani")  # barbarians that have come under a player
    assert ops(active(under(tribes, Germani="Carthage"), "Scipio", 6, s.Enter("Raetia"))) == 3


def fight(state: State, foe: str, *dice: int, stand: bool = True) -> State:
    return losses_paid(do(losses_paid(do(state, s.Attack(foe), *([s.Stand()] if stand else []))), s.Dice(*dice)))


def meeting(mine: str, theirs: str, rating: int = 2, chief: int = 2, **marks: Any) -> State:
    """Seleucus comes from Osrhoene upon Ptolemy's men in Syria, where no capital stands."""
    state = unwalled(garrisoned(empty(**marks), Syria="Aegyptus", Cilicia="Aegyptus", Iudaea="Aegyptus"))
    state = placed(state, f"Seleucid in Osrhoene: {mine}, Seleucus {rating}*")
    state = put(state, "Aegyptus", "Syria", theirs) if theirs else state
    state = placed(state, f"Aegyptus in Syria: Ptolemy {chief}*") if chief else state
    return losses_paid(active(state, "Seleucus", 8, s.Enter("Syria")))


# 5.27
@clause("5.27", "5.29", "5.92")
def test_who_is_blocked_leaves_neither_by_land_nor_by_sea() -> None:
    state = placed(meeting("4 HI", "3 HI"), "Seleucid in Syria (Mare Aegyptum): 4 FLEET")
    state = do(state, s.Take("FLEET", "Seleucid", 4))
    assert not can(state, s.Enter) | can(state, s.Embark)
    assert can(do(state, s.Ask(), s.Allow()), s.Embark) == {"Syria (Mare Aegyptum)"}
    alone = replace(state, groups=tuple(g for g in state.groups if g.owner != power(state, "Aegyptus")))
    assert can(alone, s.Embark)
    begun = placed("Seleucid in Syria: 2 HI, Seleucus 2*", "Aegyptus in Syria: 3 HI")
    begun = placed(begun, "Seleucid in Syria (Mare Aegyptum): 2 FLEET")
    assert can(active(begun, "Seleucus", 6), s.Embark)  # 5.29: he began there


@clause("5.27", "5.96")
def test_who_lands_among_enemies_does_not_sail_on() -> None:
    state = placed("Aegyptus in Cyprus: 2 AUX, Ptolemy 2*", "Seleucid in Cilicia: HI")
    state = placed(state, "Aegyptus in Cyprus (Mare Aegyptum): 2 FLEET")
    state = active(state, "Ptolemy", 9, s.Embark("Cyprus (Mare Aegyptum)"))
    state = sailed(state, "Mare Aegyptum", "Cilicia (Mare Aegyptum)", s.Land(), s.Take("FLEET", "Aegyptus", 2))
    assert not can(state, s.Embark) | can(state, s.Enter)


@clause("5.27", "5.32", "5.49")
def test_no_free_attack_on_who_has_begun_a_combat_there() -> None:
    state = meeting("5 HI", "5 HI")
    assert can(do(state, s.EndLeader()), s.Intercept) == {"Ptolemy"}
    assert phase(do(fight(state, "Aegyptus", 2, 2), s.EndLeader())) != Due.INTERCEPT
    held = fight(state, "Aegyptus", 3, 1)  # beaten, they stay on their roll (5.32)
    held = do(held, 6, s.Stay(), 1, s.EndLeader())
    assert phase(held) != Due.INTERCEPT
    third = do(fight(placed(state, "Rome in Syria: LGN, Scipio 2"), "Aegyptus", 2, 2), s.EndLeader())
    assert (rules.current_player(third), can(third, s.Intercept)) == ("Rome", {"Scipio"})


# 3.34, 5.41
@clause("5.41", "5.43", "13.12")
def test_a_leader_without_units_is_not_intercepted() -> None:
    state = placed("Rome in Narbonensis: 4 LGN, Scipio 4*", "Carthage in Africa: Mago 1*")
    state = placed(state, "Carthage in Tarraconensis: Hanno 2")
    assert phase(active(state, "Hanno", 5, s.Enter("Aquitania"))) == Due.LEADER
    entered = active(put(state, "Carthage", "Tarraconensis", "AUX"), "Hanno", 5, s.Enter("Aquitania"))
    assert phase(repeated(entered, 6, Due.PASS_ROLL)) in (Due.REVEAL, Due.INTERCEPT)


@clause("3.34")
@pytest.mark.parametrize("company", ["", "AUX", "FLEET"])
def test_a_lone_leader_falls_to_interceptors_and_to_who_retreats_upon_him(company: str) -> None:
    state = placed("Rome in Cilicia: Guest 4")  # alone in a Seleucid province
    if company:
        state = put(state, "Rome", "Cilicia (Mare Aegyptum)" if company == "FLEET" else "Cilicia", company)
    surprised = movement.lose_lone_leaders(state, INDEX["Cilicia"], power(state, "Aegyptus"))
    assert (where(surprised, "Guest") is None) == (company == "")
    lone = placed("Carthage in Baetica: 2 HI, Mago 1*", "Rome in Tarraconensis: 3 LGN, Scipio 4*")
    lone = placed(lone, "Aegyptus in Carthaginiensis: Spy 1")
    lone = active(lone, "Mago", 6, s.Enter("Carthaginiensis"))
    if phase(lone) == Due.INTERCEPT and s.Intercept("Scipio") in rules.legal_actions(lone):
        lone = do(lone, s.Intercept("Scipio"), 1)
    assert where(lone, "Spy") is None


@clause("3.34", "5.43")
def test_who_retreats_comes_upon_a_lone_leader() -> None:
    state = do(fight(placed(meeting("9 HI", "4 HI"), "Seleucid in Iudaea: Diogenes 3"), "Aegyptus", 4, 1), 6)
    assert s.RetreatTo("Iudaea") in rules.legal_actions(state)
    assert where(do(state, s.RetreatTo("Iudaea")), "Diogenes") is None
    assert where(do(state, s.RetreatTo("Cilicia")), "Diogenes") == "Iudaea"


# 5.31 step 11, 5.33
@clause("5.33", "5.31", "10.57")
@pytest.mark.parametrize(("owner", "reading", "die", "stands"), [
    ("Massilia", "11b", None, True),
    ("Massilia", "10.57", None, True),  # at home
    ("Seleucid", "11b", 1, True),
    ("Seleucid", "11b", 2, False),
    ("Seleucid", "10.57", None, False),
])  # fmt: skip
def test_a_garrison_that_is_beaten_without_loss(owner: str, reading: str, die: int | None, stands: bool) -> None:
    place, start = ("Narbonensis", "Tarraconensis") if owner == "Massilia" else ("Cilicia", "Syria")
    state = garrisoned(empty(rulings={"beaten_garrison": reading}), **{start: "Carthage", place: owner})
    state = unwalled(placed(state, f"Carthage in {start}: HI, Hanno 1*"))
    state = repeated(active(state, "Hanno", 6, s.Enter(place)), 6, Due.PASS_ROLL)
    foe = "Rome" if owner == "Massilia" else "Seleucid"
    state = fight(losses_paid(state), foe, 2, 1, stand=False)
    assert (phase(state) == Due.STAY_ROLL) == (die is not None)
    state = state if die is None else do(state, die)
    assert holder(state, place) == (owner if stands else "Carthage")


@clause("5.31", "10.57")
def test_a_garrison_in_its_capital_need_not_roll() -> None:
    state = losses_paid(active(placed("Aegyptus in Cilicia: HI, P 1*", Cilicia="Aegyptus"), "P", 6, s.Enter("Syria")))
    assert s.Attack("Seleucid") not in rules.legal_actions(state)  # it is behind the walls
    assert holder(state, "Syria") == "Seleucid"


@clause("5.31", "5.47", "5.48", "10.41")
def test_who_is_beaten_in_an_interception_goes_into_his_capital_alone() -> None:
    state = placed("Rome in Apulia: 4 LGN, Scipio 2*", "Rome in Latium: 2 AUX")  # they do not fight (X.9)
    state = placed(state, "Carthage in Cisalpina: 9 HI, Hanno 4*", Cisalpina="Carthage")
    state = active(state, "Scipio", 5, s.Enter("Latium"), s.Intercept("Hanno"), 1)
    state = do(losses_paid(do(losses_paid(state), s.Dice(4, 1))), 6)
    assert s.EnterCapital() in rules.legal_actions(state)
    shut = do(state, s.EnterCapital())
    inside = {str(s.as_force(g.units)): g.inside for g in shut.groups if g.place == INDEX["Latium"] and g.owner == 0}
    assert inside.pop("2 AUX") is False
    assert list(inside.values()) == [True]
    assert leader(shut, "Scipio").inside
    sortie = do(shut, s.Take("LGN", "Rome", 1))
    assert not leader(sortie, "Scipio").inside
    assert s.Attack("Carthage") in rules.legal_actions(sortie)
    assert s.EnterCapital() not in rules.legal_actions(unwalled(state))


@clause("5.31", "3.34")
@pytest.mark.parametrize(
    ("second", "die", "stays"), [(4, 4, True), (4, 5, False), (1, 1, True), (1, 2, False), (0, 2, False)]
)
def test_when_the_best_leader_falls_the_next_one_s_rating_counts(second: int, die: int, stays: bool) -> None:
    state = meeting("9 HI", "4 HI", chief=4)
    if second:
        state = placed(state, f"Aegyptus in Syria: Sosibius {second}")
    state = do(fight(state, "Aegyptus", 4, 1), 1, s.Stay(), die)
    assert (phase(state) == Due.LEADER and at(state, "Syria", "Aegyptus") != "") is stays


@clause("3.34", "5.31")
@pytest.mark.parametrize(("reading", "rolls"), [("one", 1), ("each", 3)])
def test_how_many_beaten_leaders_roll(reading: str, rolls: int) -> None:
    state = meeting("9 HI", "4 HI", rulings={"beaten_leaders": reading})
    state = placed(state, "Aegyptus in Syria: Sosibius 1, Nicolaus 1")
    state, found = fight(state, "Aegyptus", 4, 1), 0
    while phase(state) == Due.DEATH_ROLL:
        state, found = do(state, 6), found + 1
    assert found == rolls


@clause("5.31", "3.84")
@pytest.mark.parametrize(("reading", "found"), [
    ("neutrals", {"Quadia", "Germania Magna"}), ("11d", {"Quadia", "Germania Magna", "Raetia"}), ("settled", set()),
])  # fmt: skip
def test_what_bars_a_retreat_of_barbarians(reading: str, found: set[str]) -> None:
    state = empty("six_powers", rulings={"retreat_bar": reading})
    state = garrisoned(marked(under(state, Germani="Pontus"), Marcomannia=0), Marcomannia="Germani", Noricum="Rome")
    state = placed(state, "Germani in Marcomannia: 6 BI", "Rome in Noricum: 9 LGN, Sulla 4*")
    state = fight(losses_paid(active(state, "Sulla", 6, s.Enter("Marcomannia"))), "Pontus", 4, 1)
    assert can(state, s.RetreatTo) == found
    if "Raetia" in found:  # who comes stirs the neutrals up
        assert phase(do(state, s.RetreatTo("Raetia"))) == Due.CONTROLLER


# 10.4, 10.55
@clause("10.55", "10.41")
@pytest.mark.parametrize(("owner", "units", "inside", "may"), [
    ("Pompeius", "LGN", "", True),  # 4 against 4: no garrison against Romans
    ("Pompeius", "rLGN, rHI", "", True),
    ("Pompeius", "2 AUX", "AUX", False),  # 4 against 4 + 2 + the garrison beside units
    ("Pompeius", "2 LGN", "AUX", True),
])  # fmt: skip
def test_a_lone_garrison_in_roma_does_not_count_against_romans(owner: str, units: str, inside: str, may: bool) -> None:
    state = placed(empty("two_consuls"), f"{owner} in Cisalpina: {units}, Pompeius 2*", Cisalpina=owner)
    other = next(c.owner for c in state.capitals if PLACES[c.place] == "Latium")
    if inside:
        state = put(state, rules.seats(state)[other], "Latium", inside, inside=True, known=-1)
    state = losses_paid(active(state, "Pompeius", 8, s.Enter("Latium")))
    assert (s.Besiege() in rules.legal_actions(repeated(state, s.EnterCapital(), Due.SHELTER))) is may


@clause("10.55", "10.41")
def test_before_others_a_roman_garrison_in_roma_counts() -> None:
    state = placed("Carthage in Cisalpina: 2 AUX, Hanno 2*", Cisalpina="Carthage")
    state = losses_paid(active(state, "Hanno", 8, s.Enter("Latium")))
    assert s.Besiege() not in rules.legal_actions(state)
    more = put(state, "Carthage", "Latium", "AUX", status=s.Status.HELD)
    assert s.Besiege() in rules.legal_actions(more)
    assert battle.fight_csp(do(more, s.Besiege())) == (6, 5)


@clause("5.52", "10.33", "10.36")
@pytest.mark.parametrize(
    ("taker", "reading", "may"), [("Carthage", "shut", False), ("Carthage", "open", True), ("Rome", "shut", True)]
)
def test_a_captured_capital_shelters_its_first_owner_no_more(taker: str, reading: str, may: bool) -> None:
    state = with_csp(garrisoned(empty(rulings={"lost_capital": reading}), Latium=taker), "Latium", 1)
    assert treasury.city_income(state, power(state, "Carthage"), INDEX["Latium"]) == (taker == "Carthage")
    state = placed(state, "Carthage in Cisalpina: 8 HI, Hanno 4*", "Rome in Latium: LGN", Cisalpina="Carthage")
    state = losses_paid(active(turn_of(state, "Carthage"), "Hanno", 8, s.Enter("Latium")))
    assert (s.EnterCapital() in rules.legal_actions(state)) is may


@clause("5.31", "3.34")
@pytest.mark.parametrize(("reading", "net"), [("none", 7), ("counts", 4)])
def test_a_leader_beside_a_garrison_alone(reading: str, net: int) -> None:
    state = meeting("2 HI", "", chief=3, rulings={"garrison_leader": reading})
    state = put(state, "Aegyptus", "Syria (Mare Aegyptum)", "FLEET")
    state = replace(state, leaders=(*state.leaders[:1], replace(state.leaders[1], place=INDEX["Syria"])))
    state = losses_paid(do(state, s.Attack("Aegyptus")))
    assert sum(row.points * (1 if row.side == "attacker" else -1) for row in battle.modifiers(state)) == net


# 6.3, 9.12
@clause("6.3", "9.12")
def test_reduced_units_join_whatever_each_has_done() -> None:
    state = placed("Rome in Apulia: rLGN, rCAV, Scipio 1*", "Rome in Cisalpina: rLGN, Sempronius 1")
    state = active(placed(state, "Rome in Latium: rLGN, rCAV"), "Scipio", 4, s.Enter("Latium"), s.EndLeader())
    assert can(state, s.Join) == {"Latium"}
    joined = do(state, s.Join("Latium", "Rome", "LGN"), s.Join("Latium", "Rome", "CAV"))
    assert at(joined, "Latium") == "LGN, CAV"
    assert {g.status for g in joined.groups if g.place == INDEX["Latium"]} == {s.Status.MOVED}  # 5.24
    assert joined.unused[0] == tuple(a + b for a, b in zip(state.unused[0], s.plus(s.only("LGN"), s.only("CAV"))))
    apart = placed(put(empty(), "Rome", "Latium", "rLGN", inside=True), "Rome in Latium: rLGN")
    assert not movement.join_choices(replace(apart, agenda=(Pending(Due.ORDERS, 0),)))
    mixed = put(placed("Rome in Latium: rLGN"), "Rome", "Latium", "rHI", status=s.Status.MOVED)
    assert not movement.join_choices(replace(mixed, agenda=(Pending(Due.ORDERS, 0),)))


@clause("6.3", "8.21")
def test_a_unit_joined_of_a_fed_and_a_hungry_one_is_hungry() -> None:
    state = placed(put(empty(), "Rome", "Latium", "rLGN", hungry=True), "Rome in Latium: rLGN, Scipio 1*")
    joined = do(economy_of(state, "Rome", Due.RAISE), s.Join("Latium", "Rome", "LGN"))
    assert [(g.hungry, str(s.as_force(g.units))) for g in joined.groups] == [(True, "LGN")]


# 12.21, 4.2 B
def court(his: str = "5 AUX", mine: str = "4 CAV") -> State:
    state = placed(empty("six_powers"), f"Parthia in Babylonia: {his}, King 3*")
    return placed(state, f"Parthia in Media: {mine}, Gotarzes 3")


@clause("12.21", "12.22")
def test_whoever_comes_to_have_more_than_the_king_is_checked_at_once_and_once() -> None:
    state = active(turn_of(court(), "Parthia"), "King", 6, s.Leave("AUX", "Parthia", 1), s.Leave("AUX", "Parthia", 1))
    same = losses_paid(do(state, s.EndLeader()))
    assert phase(same) == Due.ORDERS  # all five are in his province still
    gone = do(losses_paid(do(state, s.Enter("Elymais"))), s.EndLeader())
    assert (phase(gone), gone.agenda[-1].who) == (Due.REBELLION_ROLL, 1)
    loyal = do(gone, 6)
    assert phase(active(loyal, "Gotarzes", 5, s.EndLeader())) != Due.REBELLION_ROLL  # he has been checked


@clause("12.21", "5.31")
def test_a_king_beaten_by_another_player_is_looked_at_too() -> None:
    state = unwalled(placed(court("4 CAV"), "Armenia in Assyria: 9 HI, Tigranes 4*", Assyria="Armenia"))
    state = losses_paid(active(state, "Tigranes", 8, s.Enter("Babylonia")))
    state = do(do(fight(state, "Parthia", 6, 1), 6), s.Stay(), 1)
    state = losses_paid(do(state, s.EndLeader()))
    assert phase(state) == Due.REBELLION_ROLL


@clause("12.21", "9.64")
def test_new_units_in_media_are_looked_at_when_the_economic_phase_is_over() -> None:
    for more, due in (("Parthia in Media: AUX", Due.REBELLION_ROLL), ("Rome in Latium: AUX", Due.GAME_TURN)):
        state = placed(court("2 AUX", "2 CAV"), more)
        state = replace(state, bag=(), agenda=(Pending(Due.GAME_TURN), Pending(Due.BAG)))
        assert phase(sequence.fill_bag(state)) == due


@clause("4.2", "16.42", "5.28")
@pytest.mark.parametrize(("reading", "stacks"), [("ports", 5), ("land", 2)])
def test_fleets_in_the_ports_of_a_contested_province_check_too(reading: str, stacks: int) -> None:
    state = placed(empty(rulings={"port_attrition": reading}), "Carthage in Sicilia: 2 HI", "Rome in Sicilia: LGN")
    state = placed(state, "Rome in Sicilia (Mare Ionium): FLEET", "Carthage in Sicilia (Mare Africum): FLEET")
    state = placed(state, "Carthage in Sicilia (Mare Tyrrhenum): FLEET", "Rome in Corsica (Mare Tyrrhenum): FLEET")
    checks = [step for step in attrition_checks(state) if step.left & sequence.CROWDED]
    assert len(checks) == stacks
    assert not any("Corsica" in PLACES[step.place] for step in checks)


def test_the_points_after_a_refused_attack_are_as_before() -> None:
    state = losses_paid(active(placed("Aegyptus in Lycia: 4 HI, Ptolemy 2*"), "Ptolemy", 5, s.Enter("Asia")))
    state = repeated(state, None, Due.REVEAL, Due.CONTROLLER)
    assert (ops(state), battle.CHOOSE) == (4, 0)


@clause("6.1", "15.52", "5.26")
def test_any_number_of_units_stands_and_goes_together() -> None:
    state = placed("Rome in Latium: 20 LGN, 9 AUX, Scipio 2*", "Rome in Apulia: 4 LGN, 9 CAV")
    state = active(state, "Scipio", 4, s.Enter("Apulia"))
    assert at(state, "Apulia") == "24 LGN, 9 AUX, 9 CAV"


@clause("5.1", "5.23", "15.51")
def test_a_leader_acts_once_and_takes_and_leaves_units_as_he_goes() -> None:
    state = placed("Rome in Latium: 3 LGN, Scipio 2*", "Rome in Apulia: LGN, Varro 1")
    state = active(state, "Scipio", 4, *[s.Leave("LGN", "Rome", 1)] * 2, s.Enter("Apulia"))
    assert (at(state, "Latium"), at(state, "Apulia")) == ("2 LGN", "2 LGN")
    assert can(do(state, s.EndLeader()), s.Activate) == {"Varro"}


@clause("5.41", "5.42", "5.43", "5.3")
def test_who_intercepts_has_land_units_and_tries_each_force_and_is_not_intercepted_himself() -> None:
    alone = placed("Rome in Latium: 4 LGN, Scipio 2*", "Carthage in Narbonensis: Hanno 1")
    alone = put(alone, "Carthage", "Narbonensis (Mare Balearicum)", "2 FLEET")
    assert phase(active(alone, "Scipio", 4, s.Enter("Cisalpina"))) == Due.LEADER
    state = placed(near(1), "Rome in Pannonia: LGN, Varro 1")
    state = turn_of(garrisoned(marked(state, Pannonia=0), Pannonia="Rome"), "Rome")
    first = active(state, "Scipio", 4, s.Enter("Cisalpina"))
    hit = do(first, s.Intercept("Hanno"), 1, s.Commit())
    assert (phase(hit), hit.battle.sides) == (Due.DICE, (power(hit, "Carthage"), 0))
    state = do(first, s.Intercept("Hanno"), 6, s.EndLeader())
    assert can(active(state, "Varro", 4, s.Enter("Cisalpina")), s.Intercept) == {"Hanno"}  # another force


@clause("5.43")
def test_the_active_leader_is_intercepted_where_he_retreats() -> None:
    state = turn_of(placed(near(4), "Carthage in Apulia: 3 HI, Mago 4"), "Rome")
    state = active(state, "Scipio", 4, s.Enter("Cisalpina"), s.Intercept("Hanno"), 1, s.Commit())
    state = do(losses_paid(do(state, s.Dice(4, 1))), 6, s.RetreatTo("Latium"))
    assert can(state, s.Intercept) == {"Mago"}


@clause("3.23", "5.41")
@pytest.mark.parametrize(("fleets", "found"), [(False, {"Hanno"}), (True, set())])
def test_nobody_intercepts_over_a_strait_that_enemy_ships_hold(fleets: bool, found: set[str]) -> None:
    state = placed("Rome in Apulia: 4 LGN, Scipio 2*", "Carthage in Sicilia: 3 HI, Hanno 3")
    state = put(state, "Rome", "Messina", "FLEET") if fleets else state
    assert can(active(state, "Scipio", 4, s.Enter("Messina")), s.Intercept) == found
