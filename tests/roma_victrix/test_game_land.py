"""Leaders and land movement in positions of the whole game (3.22, 3.23, 5.1, 5.2, 5.4, 5.5)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from gamekit.play.protocol import IllegalAction
from gamekit.roma_victrix import rules
from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.geography import INDEX, PLACES, PROVINCE
from gamekit.roma_victrix.rules import battle
from gamekit.roma_victrix.rules.control import control
from gamekit.roma_victrix.state import Due
from tests.roma_victrix.setting import active, at, can, do, empty, holder, lead, ops, phase, power, put, turn_of, where


def italy() -> s.State:
    """Two Roman leaders, one with an army in Latium, one alone in Apulia; a Carthaginian one in Narbonensis."""
    state = put(empty(), "Rome", "Latium", "4 LGN, 2 AUX, CAV")
    state = lead(state, "Rome", "Scipio", 2, "Latium", supreme=True)
    state = put(state, "Rome", "Apulia", "2 LGN")
    return turn_of(lead(state, "Rome", "Varro", 1, "Apulia"), "Rome")


@pytest.mark.clause("roma_victrix", "5.11", "5.21", "3.31")
@pytest.mark.clause("roma_victrix", "5.1")
def test_the_die_and_the_rating_are_the_points() -> None:
    state = do(italy(), s.Activate("Scipio"), 4)
    assert ops(state) == 6
    assert phase(state) == Due.LEADER


@pytest.mark.clause("roma_victrix", "5.12", "5.13", "5.14", "5.22", "5.25")
def test_a_march_goes_from_province_to_province_at_a_point_each() -> None:
    state = active(italy(), "Scipio", 3)
    assert can(state, s.Enter) == {"Apulia", "Cisalpina"}
    state = do(state, s.Enter("Cisalpina"))
    assert (ops(state), where(state, "Scipio"), at(state, "Cisalpina")) == (2, "Cisalpina", "4 LGN, 2 AUX, CAV")
    with pytest.raises(IllegalAction, match=r"Sardinia is not next to Cisalpina by land \(5.25\)"):
        do(state, s.Enter("Sardinia"))
    with pytest.raises(IllegalAction, match="what the active leader does"):
        do(state, s.Activate("Varro"))  # the first leader's operations come to an end before (5.13)


@pytest.mark.clause("roma_victrix", "5.15", "5.2")
def test_units_join_and_leave_in_any_province_for_nothing() -> None:
    state = active(italy(), "Scipio", 3, s.Leave("AUX", "Rome", 2), s.Enter("Apulia"), s.Take("LGN", "Rome", 1))
    assert ops(state) == 2
    assert (at(state, "Latium"), at(state, "Apulia")) == ("2 AUX", "6 LGN, CAV")
    state = do(state, s.Enter("Latium"))
    assert at(state, "Apulia") == "LGN"


@pytest.mark.clause("roma_victrix", "5.16", "5.17")
def test_points_run_out_and_are_not_kept() -> None:
    state = active(italy(), "Scipio", 1, s.Enter("Apulia"))
    assert can(state, s.Enter) == set()
    with pytest.raises(IllegalAction, match=r"it costs 1 OP, and Scipio has 0 \(5.22\)"):
        do(state, s.Enter("Latium"))
    state = do(active(italy(), "Scipio", 6), s.EndLeader())
    assert state.active is None


@pytest.mark.clause("roma_victrix", "5.18", "5.23", "5.24")
def test_who_has_moved_does_not_move_again() -> None:
    state = active(italy(), "Scipio", 3, s.Enter("Apulia"), s.Leave("LGN", "Rome", 4), s.EndLeader())
    assert can(state, s.Activate) == {"Varro"}
    with pytest.raises(IllegalAction, match=r"Scipio has been activated in this phase \(5.23\)"):
        do(state, s.Activate("Scipio"))
    state = do(state, s.Activate("Varro"), 5)
    assert {(take.counter, take.count) for take in rules.legal_actions(state) if isinstance(take, s.Take)} == {
        ("all", 0),
        ("LGN", 1),
        ("LGN", 2),
    }  # Varro's own two legions, not the four that Scipio brought
    assert at(do(state, s.Take("all"), s.Enter("Latium")), "Latium") == "2 LGN"


@pytest.mark.clause("roma_victrix", "5.19")
def test_nobody_need_move() -> None:
    assert s.EndTurn() in rules.legal_actions(italy())
    state = do(italy(), s.EndTurn())
    assert phase(state) == Due.MARKER_ROLL or state.turn == 2


@pytest.mark.clause("roma_victrix", "5.26", "6.1")
def test_friends_stand_in_nobodys_way() -> None:
    state = active(italy(), "Scipio", 3, s.Enter("Apulia"))
    assert "Latium" in can(state, s.Enter)
    assert at(state, "Apulia") == "6 LGN, 2 AUX, CAV"  # any number of units (6.1)


@pytest.mark.clause("roma_victrix", "3.22")
def test_nobody_enters_a_desert() -> None:
    state = lead(put(empty(), "Aegyptus", "Arabia Petraea", "2 HI"), "Aegyptus", "Ptolemy", 2, "Arabia Petraea")
    state = active(turn_of(state, "Aegyptus"), "Ptolemy", 6)
    assert "Arabia Magna" not in can(state, s.Enter)
    with pytest.raises(IllegalAction, match=r"no land unit enters Arabia Magna \(3.22\)"):
        do(state, s.Enter("Arabia Magna"))


@pytest.mark.clause("roma_victrix", "3.22")
def test_the_desert_s_own_people_come_out_of_it() -> None:
    state = lead(put(empty(), "Arabi", "Arabia Magna", "4 BI"), "Arabi", "Chief", 2, "Arabia Magna")
    state = replace(
        state, patron=(*state.patron[: power(state, "Arabi")], 1, *state.patron[power(state, "Arabi") + 1 :])
    )
    state = active(turn_of(state, "Aegyptus"), "Chief", 6)
    assert {"Babylonia", "Syria", "Hatra"} <= can(state, s.Enter)


@pytest.mark.clause("roma_victrix", "3.23", "5.66")
def test_a_strait_is_a_place_of_its_own_and_enemy_ships_close_it() -> None:
    state = active(italy(), "Scipio", 4, s.Enter("Apulia"), s.Enter("Messina"))
    assert (ops(state), where(state, "Scipio")) == (2, "Messina")
    assert can(state, s.Enter) == {"Apulia", "Sicilia"}
    closed = put(italy(), "Carthage", "Messina", "FLEET")
    closed = active(closed, "Scipio", 4, s.Enter("Apulia"))
    with pytest.raises(IllegalAction, match=r"enemy fleets hold the strait Messina \(3.23, 5.66\)"):
        do(closed, s.Enter("Messina"))


def facing(theirs: str = "2 HI", rating: int = 0) -> s.State:
    """Scipio in Cisalpina beside Carthaginians in Narbonensis."""
    state = lead(put(empty(), "Rome", "Cisalpina", "4 LGN, 2 AUX"), "Rome", "Scipio", 2, "Cisalpina", supreme=True)
    state = put(state, "Carthage", "Narbonensis", theirs)
    if rating:
        state = lead(state, "Carthage", "Hanno", rating, "Narbonensis")
    garrisons = list(state.garrisons)
    garrisons[INDEX["Narbonensis"]] = power(state, "Carthage")
    garrisons[INDEX["Tarraconensis"]] = power(state, "Carthage")
    return turn_of(replace(state, garrisons=tuple(garrisons)), "Rome")


@pytest.mark.clause("roma_victrix", "5.27")
def test_others_units_may_be_entered_but_not_passed_unasked() -> None:
    state = active(facing(), "Scipio", 6, s.Enter("Narbonensis"), 6)
    assert can(state, s.Enter) == set()
    assert {s.Attack("Carthage"), s.Ask(), s.EndLeader()} <= set(rules.legal_actions(state))
    with pytest.raises(IllegalAction, match=r"nobody marches through them unasked \(5.27\)"):
        do(state, s.Enter("Aquitania"))
    asked = do(state, s.Ask())
    assert rules.current_player(asked) == "Carthage"
    assert "Tarraconensis" in can(do(asked, s.Allow()), s.Enter)
    refused = do(asked, s.Decline())
    assert (can(refused, s.Enter), s.Ask() in rules.legal_actions(refused)) == (set(), False)


@pytest.mark.clause("roma_victrix", "5.27", "5.28")
def test_by_the_other_ruling_nobody_passes() -> None:
    state = replace(facing(), rulings=(("passage", "never"),))
    state = active(state, "Scipio", 6, s.Enter("Narbonensis"), 6)
    assert s.Ask() not in rules.legal_actions(state)
    state = do(state, s.EndLeader())
    assert at(state, "Narbonensis", "Rome") == "4 LGN, 2 AUX"  # both stay there (5.28)
    assert at(state, "Narbonensis", "Carthage") == "2 HI"


@pytest.mark.clause("roma_victrix", "5.29")
def test_who_begins_among_enemies_leaves_freely() -> None:
    state = put(lead(facing(), "Rome", "Varro", 1, "Narbonensis"), "Rome", "Narbonensis", "LGN")
    state = active(state, "Varro", 4)
    assert {"Aquitania", "Cisalpina", "Tarraconensis"} <= can(state, s.Enter)


@pytest.mark.clause("roma_victrix", "3.34")
def test_a_leader_alone_falls_when_enemies_come() -> None:
    state = lead(put(empty(), "Rome", "Latium", "2 LGN"), "Rome", "Scipio", 2, "Latium")
    state = turn_of(lead(state, "Carthage", "Hanno", 2, "Cisalpina"), "Rome")
    state = active(state, "Scipio", 3, s.Enter("Cisalpina"))
    assert where(state, "Hanno") is None
    assert "Hanno" in state.fallen


# Interception ---------------------------------------------------------------------------------------------------------


def near(rating: int = 2) -> s.State:
    """Scipio is about to march into empty Cisalpina past Hanno in Narbonensis."""
    state = lead(put(empty(), "Rome", "Latium", "4 LGN"), "Rome", "Scipio", 2, "Latium", supreme=True)
    state = lead(put(state, "Carthage", "Narbonensis", "6 HI"), "Carthage", "Hanno", rating, "Narbonensis")
    return turn_of(state, "Rome")


@pytest.mark.clause("roma_victrix", "5.41", "5.45", "5.46", "5.47")
def test_a_neighbour_intercepts_by_his_rating_and_attacks_for_nothing() -> None:
    state = active(near(), "Scipio", 4, s.Enter("Cisalpina"))
    assert (rules.current_player(state), can(state, s.Intercept)) == ("Carthage", {"Hanno"})
    missed = do(state, s.Intercept("Hanno"), 3)
    assert (rules.current_player(missed), at(missed, "Narbonensis")) == ("Rome", "6 HI")
    hit = do(state, s.Intercept("Hanno"), 2, s.Commit())
    assert phase(hit) == Due.DICE
    assert hit.battle is not None
    assert (hit.battle.sides, hit.battle.interception) == ((3, 0), True)  # the interceptor attacks
    assert (ops(hit), at(hit, "Cisalpina", "Carthage")) == (3, "6 HI")


@pytest.mark.clause("roma_victrix", "5.42", "5.43", "5.44")
def test_each_leader_tries_once_against_a_force() -> None:
    state = lead(put(near(), "Carthage", "Dalmatia", "HI"), "Carthage", "Mago", 1, "Dalmatia")
    state = active(turn_of(state, "Rome"), "Scipio", 6, s.Enter("Cisalpina"))
    assert can(state, s.Intercept) == {"Hanno", "Mago"}
    state = do(state, s.Intercept("Hanno"), 6)
    assert can(state, s.Intercept) == {"Mago"}
    state = do(state, s.Intercept("Mago"), 6, s.Enter("Latium"), s.Enter("Cisalpina"))
    assert rules.current_player(state) == "Rome"  # the same force is not tried again


@pytest.mark.clause("roma_victrix", "5.44")
def test_interceptors_follow_the_table_or_by_the_other_ruling_their_rating() -> None:
    state = lead(put(near(3), "Seleucid", "Dalmatia", "HI"), "Seleucid", "Diogenes", 1, "Dalmatia")
    first = active(turn_of(state, "Rome"), "Scipio", 6, s.Enter("Cisalpina"))
    assert rules.current_player(first) == "Seleucid"
    other = replace(turn_of(state, "Rome"), rulings=(("interceptors", "rating"),))
    assert rules.current_player(active(other, "Scipio", 6, s.Enter("Cisalpina"))) == "Carthage"


@pytest.mark.clause("roma_victrix", "5.48", "5.49", "5.55")
def test_the_intercepted_cannot_withdraw_and_lose_a_point_when_beaten() -> None:
    state = active(near(), "Scipio", 4, s.Enter("Cisalpina"), s.Intercept("Hanno"), 2, s.Commit())
    assert can(state, s.Withdraw) == set()
    state = do(state, s.Dice(6, 1))
    while phase(state) in (Due.SPLIT, Due.PAY):
        state = do(state, rules.legal_actions(state)[0])
    assert phase(state) == Due.DEATH_ROLL
    state = do(state, 5)
    assert phase(state) == Due.RETREAT
    assert ops(state) == 2  # three were left, one more is gone (5.49)
    state = do(state, s.RetreatTo("Latium"), s.Stay())
    assert (phase(state), where(state, "Scipio")) == (Due.LEADER, "Latium")
    assert holder(state, "Cisalpina") == "Rome"  # the garrison there has not fought


@pytest.mark.clause("roma_victrix", "5.27")
def test_in_the_same_province_interception_needs_no_roll() -> None:
    state = active(facing("4 HI", 1), "Scipio", 3, s.Enter("Narbonensis"), 6, s.EndLeader())
    assert (rules.current_player(state), can(state, s.Intercept)) == ("Carthage", {"Hanno"})
    assert phase(do(state, s.Intercept("Hanno"), s.Commit())) == Due.DICE


@pytest.mark.clause("roma_victrix", "5.31", "5.41", "5.47")
def test_the_interceptor_chooses_who_comes_or_by_the_other_ruling_not() -> None:
    state = put(near(), "Carthage", "Narbonensis", "2 AUX, rCAV")
    state = active(turn_of(state, "Rome"), "Scipio", 4, s.Enter("Cisalpina"), s.Intercept("Hanno"), 2)
    assert (rules.current_player(state), at(state, "Narbonensis")) == ("Carthage", "6 HI, 2 AUX, rCAV")
    state = do(state, s.Leave("AUX", "Carthage", 2), s.Leave("HI", "Carthage", 1))
    assert can(state, s.Leave) == {"HI", "rCAV"}
    state = do(state, s.Leave("HI", "Carthage", 5))  # the last comes unasked
    assert (at(state, "Cisalpina", "Carthage"), at(state, "Narbonensis")) == ("rCAV", "6 HI, 2 AUX")
    assert (where(state, "Hanno"), battle.strengths(state)) == ("Cisalpina", (1, 16))
    later = put(near(), "Carthage", "Narbonensis", "2 AUX, rCAV")
    later = replace(turn_of(later, "Rome"), rulings=(("commit", "all"),))
    later = active(later, "Scipio", 4, s.Enter("Cisalpina"), s.Intercept("Hanno"), 2)
    assert (phase(later), battle.strengths(later)) == (Due.DICE, (23, 16))


# Withdrawal -----------------------------------------------------------------------------------------------------------


def attacked(theirs: str = "2 HI", rating: int = 3) -> s.State:
    return active(facing(theirs, rating), "Scipio", 4, s.Enter("Narbonensis"), 6, s.Attack("Carthage"))


@pytest.mark.clause("roma_victrix", "5.5", "5.51", "5.54", "5.56")
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


@pytest.mark.clause("roma_victrix", "5.54", "3.23")
@pytest.mark.parametrize(
    ("place", "far", "there"),
    [
        ("Baetica", 1, {"Carthaginiensis", "Lusitania"}),
        ("Apulia", 1, {"Latium"}),
        ("Apulia", 2, {"Latium", "Cisalpina", "Sicilia"}),
        ("Asia", 1, {"Bithynia", "Galatia", "Pisidia", "Lycia"}),
    ],
)
def test_a_withdrawal_may_pass_a_strait_and_not_end_there(place: str, far: int, there: set[str]) -> None:
    state = replace(empty(), garrisons=(0,) * len(PROVINCE))
    assert {PLACES[refuge] for refuge in battle.refuges(state, INDEX[place], 0, far)} == there


@pytest.mark.clause("roma_victrix", "5.53")
def test_without_a_leader_only_a_one_withdraws() -> None:
    state = active(facing(), "Scipio", 4, s.Enter("Narbonensis"), 6, s.Attack("Carthage"), s.Withdraw())
    assert can(do(state, 1), s.RetreatTo) == {"Tarraconensis"}
    assert phase(do(state, 2)) == Due.DICE


@pytest.mark.clause("roma_victrix", "5.5", "10.24")
def test_the_garrison_left_behind_gives_way_or_by_the_other_ruling_fights() -> None:
    state = do(attacked(), s.Withdraw(), 1, s.RetreatTo("Carthaginiensis"))
    assert holder(state, "Narbonensis") == "Rome"
    other = replace(attacked(), rulings=(("withdrawn_garrison", "fights"),))
    other = do(other, s.Withdraw(), 1, s.RetreatTo("Carthaginiensis"))
    assert holder(other, "Narbonensis") == "Carthage"
    assert s.Attack("Carthage") in rules.legal_actions(other)


@pytest.mark.clause("roma_victrix", "5.32")
def test_who_stays_beside_the_victor_shares_the_province() -> None:
    state = do(attacked("4 HI", 1), s.Stand(), s.Dice(2, 1))
    while phase(state) in (Due.SPLIT, Due.PAY):
        state = do(state, rules.legal_actions(state)[0])
    state = do(state, 5, s.Stay(), 1, s.EndLeader())
    while rules.current_player(state) == "Carthage":
        state = do(state, s.Decline())
    assert control(state, INDEX["Narbonensis"]) == -1


@pytest.mark.clause("roma_victrix", "10.62", "10.63", "10.65", "10.66")
def test_limes_slow_others_and_not_romans() -> None:
    state = lead(put(empty(), "Carthage", "Narbonensis", "2 HI"), "Carthage", "Hanno", 2, "Narbonensis")
    limes = list(state.limes)
    limes[INDEX["Cisalpina"]] = 2
    state = turn_of(replace(state, limes=tuple(limes)), "Carthage")
    assert "Cisalpina" not in can(active(state, "Hanno", 2), s.Enter)
    full = active(state, "Hanno", 4, s.Enter("Cisalpina"))
    assert ops(full) == 1
    limes[INDEX["Cisalpina"]] = 1
    assert ops(active(replace(state, limes=tuple(limes)), "Hanno", 4, s.Enter("Cisalpina"))) == 2
    roman = lead(put(replace(state, limes=tuple(limes)), "Rome", "Latium", "LGN"), "Rome", "Scipio", 1, "Latium")
    assert ops(active(turn_of(roman, "Rome"), "Scipio", 4, s.Enter("Cisalpina"), s.Decline())) == 3


@pytest.mark.clause("roma_victrix", "17.4")
def test_roads_are_roman() -> None:
    state = lead(put(empty(options=["17.4"]), "Rome", "Cisalpina", "2 LGN"), "Rome", "Scipio", 1, "Cisalpina")
    state = turn_of(state, "Rome")
    assert ops(active(state, "Scipio", 6, s.Enter("Latium"))) == 5
    assert ops(active(state, "Scipio", 6, s.Enter("Narbonensis"), 6)) == 4  # a client's
    assert ops(active(state, "Scipio", 6, s.Enter("Raetia"))) == 3
