"""Ships: who intercepts them, whom they stir up, storms by the voyage, an admiral lost under way (3.8, 5.6 to 5.9)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from gamekit.roma_victrix import rules
from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.geography import INDEX, PLACES
from gamekit.roma_victrix.rules import subjects
from gamekit.roma_victrix.rules.control import with_garrison
from gamekit.roma_victrix.rules.units import without_leader
from gamekit.roma_victrix.state import NONE, Due, State
from tests.roma_victrix.setting import (
    active,
    at,
    can,
    do,
    empty,
    holder,
    lead,
    phase,
    power,
    put,
    turn_of,
    undisturbed,
    where,
)

OSTIA, CAGLIARI, CARTHAGO = "Latium (Mare Tyrrhenum)", "Sardinia (Mare Tyrrhenum)", "Africa (Mare Tyrrhenum)"


def at_sardinia(third: str = "Seleucid", spot: str = "Apulia", **marks: Any) -> State:
    """Carthage attacks two Roman fleets off Sardinia; a third power's admiral lies at another coast. They withdraw."""
    state = lead(put(empty(**marks), "Carthage", CARTHAGO, "5 FLEET"), "Carthage", "Mago", 2, "Africa", True)
    state = put(put(state, "Rome", CAGLIARI, "2 FLEET"), third, f"{spot} (Mare Tyrrhenum)", "4 FLEET")
    state = lead(put(state, third, spot, "HI"), third, "Admiral", 3, spot, True)
    state = active(turn_of(state, "Carthage"), "Mago", 8, s.Embark(CARTHAGO))
    for place in ("Mare Tyrrhenum", CAGLIARI):
        state = undisturbed(do(state, s.SailTo(place)))
    return undisturbed(do(state, s.Attack("Rome"), s.Withdraw(), 2))


# 5.81 to 5.85 ---------------------------------------------------------------------------------------------------------


@pytest.mark.clause("roma_victrix", "5.83", "5.71", "5.81", "5.85")
def test_ships_that_withdraw_are_intercepted_where_they_put_in() -> None:
    state = do(at_sardinia(), s.RetreatTo(OSTIA))
    assert (phase(state), rules.current_player(state), can(state, s.Intercept)) == (
        Due.INTERCEPT,
        "Seleucid",
        {"Admiral"},
    )
    missed = do(state, s.Intercept("Admiral"), 3)
    assert (phase(missed), at(missed, "Latium", "Rome")) == (Due.LEADER, "2 FLEET")
    met = do(state, s.Intercept("Admiral"), 4, s.Commit())
    assert met.battle is not None
    sides = power(met, "Seleucid"), power(met, "Rome")
    assert (met.battle.sides, met.battle.at, met.battle.interception) == (sides, "sea", True)
    assert phase(met) == Due.DICE  # 5.88: no withdrawal
    lost = do(met, s.Dice(6, 1))
    while phase(lost) in (Due.SPLIT, Due.PAY):
        lost = do(lost, rules.legal_actions(lost)[0])
    while phase(lost) == Due.PUT_IN:
        lost = do(lost, rules.legal_actions(lost)[0])
    assert (phase(lost), rules.current_player(lost)) == (Due.LEADER, "Carthage")  # whose activation goes on
    assert {g.status for g in lost.groups if g.owner == power(lost, "Rome")} <= {s.Status.FREE}


@pytest.mark.clause("roma_victrix", "5.83", "5.81")
def test_nobody_far_away_nor_who_has_attacked_intercepts_them() -> None:
    assert phase(do(at_sardinia(), s.RetreatTo("Baleares (Mare Balearicum)"))) == Due.LEADER
    own = do(at_sardinia(third="Carthage"), s.RetreatTo(OSTIA))  # 5.81: not the phasing player's
    assert phase(own) == Due.LEADER
    ashore = at_sardinia()
    ashore = replace(ashore, groups=tuple(g for g in ashore.groups if g.owner != power(ashore, "Seleucid")))
    assert phase(do(ashore, s.RetreatTo(OSTIA))) == Due.LEADER


@pytest.mark.clause("roma_victrix", "5.82", "5.84", "5.85")
@pytest.mark.parametrize(("reading", "again"), [("once", False), ("again", True)])
def test_an_admiral_tries_once_an_entry(reading: str, again: bool) -> None:
    state = lead(
        put(empty(rulings={"naval_attempts": reading}), "Rome", OSTIA, "2 FLEET"), "Rome", "Scipio", 1, "Latium", True
    )
    state = lead(put(state, "Rome", CAGLIARI, "FLEET"), "Rome", "Sempronius", 2, "Sardinia")
    state = lead(put(state, "Carthage", CARTHAGO, "3 FLEET"), "Carthage", "Mago", 2, "Africa", True)
    state = active(turn_of(state, "Carthage"), "Mago", 8, s.Embark(CARTHAGO))
    state = do(undisturbed(do(state, s.SailTo("Mare Tyrrhenum"))), s.SailTo("Apulia (Mare Tyrrhenum)"))
    assert can(state, s.Intercept) == {"Scipio"}
    tried = do(state, s.Intercept("Scipio"), 1)
    assert ("Scipio" in can(tried, s.Intercept)) is again
    onward = do(undisturbed(tried), s.SailTo("Mare Tyrrhenum"))
    while phase(onward) == Due.SEA_ROLL:
        onward = do(onward, 6)
    onward = undisturbed(onward)
    back = do(onward, s.SailTo("Apulia (Mare Tyrrhenum)"))
    assert can(back, s.Intercept) == {"Scipio"}  # another entry


@pytest.mark.clause("roma_victrix", "11.12", "11.22", "11.24", "5.81")
@pytest.mark.parametrize(
    ("owner", "called", "may"), [("Syracusae", False, False), ("Syracusae", True, True), ("Rome", False, True)]
)
def test_a_client_s_ships_and_admirals_intercept_when_it_is_called(owner: str, called: bool, may: bool) -> None:
    state = put(lead(empty(), "Rome", "Scipio", 3, "Sicilia", True), owner, "Sicilia (Mare Tyrrhenum)", "2 FLEET")
    state = lead(put(state, "Carthage", CARTHAGO, "2 FLEET"), "Carthage", "Mago", 2, "Africa", True)
    state = active(turn_of(state, "Carthage"), "Mago", 8, s.Embark(CARTHAGO))
    state = replace(state, called=frozenset({power(state, "Syracusae")} if called else ()))
    state = do(undisturbed(do(state, s.SailTo("Mare Tyrrhenum"))), s.SailTo("Messina"))
    assert (can(state, s.Intercept) == {"Scipio"}) is may


# 3.84, 3.88, 11.24 ----------------------------------------------------------------------------------------------------


def off(coast: str, owner: str = "Aegyptus") -> State:
    state = lead(put(empty(), owner, "Lycia (Mare Aegyptum)", "3 FLEET"), owner, "Ptolemy", 2, "Lycia", True)
    state = active(turn_of(put(state, owner, "Lycia", "HI"), owner), "Ptolemy", 8, s.Embark("Lycia (Mare Aegyptum)"))
    return do(undisturbed(do(state, s.SailTo("Mare Aegyptum"))), s.SailTo(coast))


@pytest.mark.clause("roma_victrix", "3.84", "3.88")
def test_ships_in_a_neutral_s_port_break_its_neutrality() -> None:
    state = off("Rhodus (Mare Aegyptum)")
    assert phase(state) == Due.CONTROLLER
    player = next(iter(rules.chance_outcomes(state)))
    assert do(state, player).patron[power(state, "Rhodus")] == power(state, player.name)
    assert phase(undisturbed(off("Cyprus (Mare Aegyptum)"))) == Due.LEADER  # his own
    passing = undisturbed(do(undisturbed(do(off("Cyprus (Mare Aegyptum)"))), s.SailTo("Mare Aegyptum")))
    assert passing.patron[power(passing, "Rhodus")] == NONE
    held = with_garrison(empty(), INDEX["Rhodus"], power(empty(), "Rome"))
    assert not subjects.risings(held, INDEX["Rhodus (Mare Aegyptum)"], 1)


@pytest.mark.clause("roma_victrix", "3.84", "13.12")
def test_ships_turn_no_marker() -> None:
    state = empty()
    coasts = [place for place in range(len(PLACES)) if PLACES[place].startswith("Dalmatia (")]
    assert state.markers[INDEX["Dalmatia"]]
    assert coasts
    assert not any(subjects.risings(state, coast, 0) for coast in coasts)
    assert subjects.risings(state, INDEX["Dalmatia"], 0)


@pytest.mark.clause("roma_victrix", "11.24", "11.14")
def test_ships_that_come_to_a_client_s_port_or_attack_its_ships_rouse_it() -> None:
    state = put(lead(empty(), "Carthage", "Mago", 2, "Africa", True), "Carthage", CARTHAGO, "3 FLEET")
    state = put(state, "Syracusae", "Sicilia (Mare Tyrrhenum)", "FLEET")
    state = active(turn_of(state, "Carthage"), "Mago", 8, s.Embark(CARTHAGO))
    assert not state.roused
    state = undisturbed(do(undisturbed(do(state, s.SailTo("Mare Tyrrhenum"))), s.SailTo("Sicilia (Mare Tyrrhenum)")))
    assert state.roused == {power(state, "Syracusae")}


@pytest.mark.clause("roma_victrix", "3.84", "13.13")
@pytest.mark.parametrize(("reading", "has"), [("counted", True), ("apart", False)])
def test_the_invader_s_own_capital_counts(reading: str, has: bool) -> None:
    state = empty(rulings={"invader": reading})
    armenia = power(state, "Armenia")
    farthest = subjects.candidates(replace(state, rulings=()), INDEX["Artaxata"], armenia, NONE)
    found = subjects.candidates(state, INDEX["Artaxata"], armenia, farthest[0])
    assert (farthest[0] in found) is has
    assert found


# 5.69, 5.65, 5.93 -----------------------------------------------------------------------------------------------------


@pytest.mark.clause("roma_victrix", "5.69")
def test_every_voyage_has_its_own_storms() -> None:
    state = with_garrison(put(empty(), "Rome", OSTIA, "3 FLEET"), INDEX["Africa"], power(empty(), "Rome"))
    state = put(lead(state, "Rome", "Scipio", 4, "Latium", True), "Rome", "Latium", "LGN")
    state = active(turn_of(replace(state, capitals=()), "Rome"), "Scipio", 20, s.Embark(OSTIA))
    rolls = []
    for port, way in (
        (OSTIA, ("Mare Tyrrhenum", CAGLIARI, "Mare Tyrrhenum", CARTHAGO)),
        (CARTHAGO, ("Mare Tyrrhenum", CAGLIARI)),
    ):
        if rolls:
            state = do(state, s.Take("all"), s.Embark(port))
        count = 0
        for place in way:
            state = do(state, s.SailTo(place))
            while phase(state) in (Due.SEA_ROLL, Due.INTERCEPT, Due.WINDOW):
                count += phase(state) == Due.SEA_ROLL
                state = do(state, 6 if phase(state) == Due.SEA_ROLL else s.Decline())
        rolls.append(count)
        state = undisturbed(do(state, s.Land()))
    assert rolls == [3, 0]  # four OP, and two


def widowed(place: str, *way: str, cargo: str = "2 HI", **marks: Any) -> State:
    """Mago dies under way: whatever kills him, his activation is over then."""
    state = put(put(empty(**marks), "Carthage", CARTHAGO, "2 FLEET"), "Carthage", "Africa", cargo or "HI")
    state = active(turn_of(lead(state, "Carthage", "Mago", 1, "Africa", True), "Carthage"), "Mago", 9)
    state = state if cargo else do(state, s.Leave("HI", "Carthage", 1))
    state = do(state, s.Embark(CARTHAGO))
    for there in way:
        state = undisturbed(do(state, s.SailTo(there)))
    assert place == way[-1]
    number = next(n for n, leader in enumerate(state.leaders) if leader.name == "Mago")
    return rules.settled(without_leader(state, number))


@pytest.mark.clause("roma_victrix", "5.65", "5.93", "14.2 Assassination Attempt")
@pytest.mark.parametrize("cargo", ["2 HI", ""])
def test_ships_without_their_admiral_put_in_at_the_nearest_friendly_coast(cargo: str) -> None:
    state = widowed("Mare Tyrrhenum", "Mare Tyrrhenum", cargo=cargo)
    assert at(state, "Africa", "Carthage") == (f"{cargo}, 2 FLEET" if cargo else "HI, 2 FLEET")
    assert not [g for g in state.groups if g.place == INDEX["Mare Tyrrhenum"]]
    ashore = {PLACES[g.place] for g in state.groups if any(g.units[: s.FLEET])}
    assert ashore == {"Africa"}
    assert phase(state) != Due.END_LEADER


@pytest.mark.clause("roma_victrix", "5.65", "5.93")
def test_off_a_strange_coast_they_leave_and_without_a_friend_they_are_lost() -> None:
    state = widowed(CAGLIARI, "Mare Tyrrhenum", CAGLIARI)
    assert holder(state, "Sardinia") == "Rome"
    assert at(state, "Sardinia", "Carthage") == ""
    assert at(state, "Africa", "Carthage") == "2 HI, 2 FLEET"
    empty_ships = widowed(CAGLIARI, "Mare Tyrrhenum", CAGLIARI, cargo="")
    assert at(empty_ships, "Sardinia", "Carthage") == "2 FLEET"  # ships alone may stay (X.9)
    lost = widowed("Mare Tyrrhenum", "Mare Tyrrhenum", rulings={"admiral_lost": "lost"})
    assert at(lost, "Africa", "Carthage") == ""
    assert sum(lost.eliminated[power(lost, "Carthage")]) == 4
    assert where(lost, "Mago") is None
