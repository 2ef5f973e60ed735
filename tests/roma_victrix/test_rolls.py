"""Single rolls, each with its clause."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import pytest

from gamekit import roma_victrix as rv
from gamekit.roma_victrix.tables import CARDS

SIXTH = Fraction(1, 6)


@pytest.mark.clause("roma_victrix", "5.1", "5.11", "5.16", "5.17", "14.2 Forced March / Favorable Winds")
def test_operations_points() -> None:
    assert dict(rv.operations_points(3)) == dict.fromkeys(range(4, 10), 1)
    marched = rv.operations_points(2, forced_march=True)
    assert dict(marched) == Counter(2 + a + b for a, b in product(range(1, 7), repeat=2))
    assert rv.operations_points(1).basis == ("5.11",)


ITINERARIES = [  # leader, die, OP given, actions, OP spent
    ("X.3", 1, 5, ["enter a province"] * 4 + ["cross the Alps or Pyrenees"], 6),
    ("X.3", 1, 4, ["enter a province", *["cross the Alps or Pyrenees"] * 2], 5),
    ("X.4", 1, 6, ["enter a province", "attack", "pillage", "enter a province"], 4),
    ("X.5", 1, 6, ["embark", "move at sea", "move at sea", "move at sea", "move at sea", "disembark",
                   "enter a province"], 7),
    ("X.6", 3, 3, ["enter a province"] * 3 + ["attack", "enter a province", "attack"], 6),
    ("X.7", 1, 6, ["enter a province", "enter a province", "attack", "enter a province"], 4),
    ("X.8", 2, 5, ["enter a province", "embark", "move at sea", "move at sea", "move at sea", "disembark",
                   "attack"], 7),
    ("X.9", 1, 6, ["embark", "move at sea", "move at sea", "disembark", "attack"], 5),
    ("X.10", 4, 2, ["enter a province", "intercept", "attack"], 2),
]  # fmt: skip


@pytest.mark.clause(
    "roma_victrix", "5.12", "5.14", "5.22", "5.46", "X.3", "X.4", "X.5", "X.6", "X.7", "X.8", "X.9", "X.10"
)
@pytest.mark.parametrize(("where", "leader", "die", "actions", "spent"), ITINERARIES)
def test_itineraries_of_the_rulebook(where: str, leader: int, die: int, actions: list[str], spent: int) -> None:
    assert rv.operations_cost(actions) == spent
    assert leader + die >= spent
    assert rv.operations_points(leader)[leader + die] == 1


@pytest.mark.clause("roma_victrix", "5.15", "5.22")
def test_costs_of_actions() -> None:
    assert rv.operations_cost(["attach or detach units", "enter a strait", "besiege", "naval attack"]) == 3
    with pytest.raises(ValueError, match="did you mean 'attack'"):
        rv.operations_cost(["atack"])


@pytest.mark.clause("roma_victrix", "5.4", "5.41", "5.42", "5.43", "5.44", "5.45", "X.8", "X.10")
def test_land_interception() -> None:
    assert [rv.land_interception(leader).p(bool) for leader in (1, 2, 3, 4)] == [n * SIXTH for n in (1, 2, 3, 4)]
    assert rv.land_interception(2, 3).p(bool) == 1 - Fraction(4, 6) * Fraction(3, 6)
    assert rv.may_intercept("a force that retreats")
    assert rv.may_intercept("another force later")
    assert not rv.may_intercept("a force that intercepts")
    assert not rv.may_intercept("the same force again")
    with pytest.raises(ValueError, match="at least one leader"):
        rv.land_interception()
    with pytest.raises(ValueError, match="rating is 0"):
        rv.land_interception(0)


@pytest.mark.clause("roma_victrix", "5.82", "14.2 Automatic Land or Naval Interception")
def test_automatic_interception() -> None:
    assert rv.land_interception(1, automatic=True).p(bool) == 1
    assert rv.naval_interception(1, automatic=True).p(bool) == 1
    assert rv.may_intercept("fleets again and again")


@pytest.mark.clause(
    "roma_victrix", "5.5", "5.51", "5.52", "5.53", "5.54", "5.56", "14.2 Automatic Withdrawal Before Combat", "X.6"
)
def test_withdrawal_before_combat() -> None:
    assert dict(rv.withdrawal(4)) == {3: 1, 2: 1, 1: 2, 0: 2}
    assert dict(rv.withdrawal(1)) == {1: 1, 0: 5}  # X.6: a 2 fails, a 1 reaches the next province
    assert dict(rv.withdrawal()) == dict(rv.withdrawal(0)) == {1: 1, 0: 5}
    assert dict(rv.withdrawal(1, card=True)) == {3: 1}
    assert rv.may_withdraw("into the capital in the province")
    assert rv.may_withdraw("into a friendly province")
    for way in ("into a province of another power", "aboard a fleet", "when intercepted"):
        assert not rv.may_withdraw(way)
    with pytest.raises(ValueError, match="did you mean 'aboard a fleet'"):
        rv.may_withdraw("aboard fleet")


@pytest.mark.clause("roma_victrix", "5.31", "3.22", "3.23")
def test_the_paths_of_a_retreat() -> None:
    for way in ("across a strait", "into the capital in the province", "into a province without enemies"):
        assert rv.may_retreat(way)
    barred = ["where the attacker came from", "into a province with enemy land units", "twice through a province"]
    for way in [*barred, "into an impassable area", "aboard a fleet"]:
        assert not rv.may_retreat(way)


@pytest.mark.clause("roma_victrix", "3.84", "12.22", "13.13")
def test_who_commands_those_who_were_roused() -> None:
    assert dict(rv.controller({"Rome": 3, "Parthia": 7, "Carthage": 6})) == {"Parthia": 1}
    assert dict(rv.controller({"Rome": 3, "Parthia": 3})) == {"Rome": 1, "Parthia": 1}
    with pytest.raises(ValueError, match="at least one player"):
        rv.controller({})
    with pytest.raises(ValueError, match="distance of Rome"):
        rv.controller({"Rome": -1})


@pytest.mark.clause("roma_victrix", "5.31", "X.9")
def test_remaining_in_place_and_forced_retreat() -> None:
    assert dict(rv.forced_retreat(3)) == {0: 3, 1: 1, 2: 1, 3: 1}
    assert dict(rv.forced_retreat()) == dict(rv.forced_retreat(1)) == {0: 1, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1}
    assert rv.forced_retreat(4).p(rv.stays) == Fraction(2, 3)


@pytest.mark.clause("roma_victrix", "5.31", "5.33", "14.2 Ambush", "14.2 Minor Rebellion", "14.2 Major Rebellion")
def test_who_need_not_and_who_may_not_retreat() -> None:
    ordinary = rv.retreat()
    assert (ordinary.need, ordinary.may, ordinary.eliminated) == (True, True, False)
    at_home = ["client state at home", "barbarian ally at home", "minor power at home"]
    raised = ["raised by Ambush", "raised by Minor Rebellion", "raised by Major Rebellion"]
    for free in [*at_home, "barbarians at home in Barbaricum", *raised]:
        assert not rv.retreat(free).need
        assert rv.retreat(free).may
    assert rv.retreat("beaten by an Ambush").eliminated
    assert not rv.retreat("besieged").need
    assert (rv.retreat().provinces, rv.retreat("besieged").provinces) == (2, 0)
    assert rv.retreat("garrison").eliminated
    assert rv.retreat("garrison beside a friendly capital").may
    with pytest.raises(ValueError, match="did you mean"):
        rv.retreat("client at home")


@pytest.mark.clause("roma_victrix", "5.31", "10.56", "10.57")
def test_a_garrison_that_must_retreat_is_removed_and_replaced_free() -> None:
    assert rv.retreat("garrison").eliminated
    assert rv.rebuild_cost(rv.force("HI, GAR"), rv.force("HI")) == 0


@pytest.mark.clause("roma_victrix", "3.34", "5.31", "X.1", "X.4", "X.6", "X.9", "X.10", "X.11")
def test_leader_death() -> None:
    assert rv.leader_killed(2, gone=True, beaten=False).p(bool) == 1
    assert rv.leader_killed(2, gone=False, beaten=True).p(bool) == SIXTH
    assert rv.leader_killed(2, gone=False, beaten=False).p(bool) == 0
    assert rv.leader_killed(0, gone=True, beaten=True).p(bool) == 0


@pytest.mark.clause("roma_victrix", "3.32", "11.13", "11.23", "X.4")
def test_activation_of_allies_and_clients() -> None:
    chances = [rv.activation(leader).p(bool) for leader in (1, 2, 3, 4)]
    assert chances == [SIXTH, SIXTH, Fraction(1, 3), Fraction(1, 3)]
    assert [rv.activation(leader, reading="3.9").p(bool) for leader in (1, 2, 3, 4)] == [
        n * SIXTH for n in (1, 2, 3, 4)
    ]
    assert any("over 3.9" in entry for entry in rv.activation(2).basis)
    assert "3.9" in rv.activation(2, reading="3.9").basis


@pytest.mark.clause("roma_victrix", "9.12", "9.13", "9.14")
def test_levy() -> None:
    assert rv.levy(3).p(bool) == Fraction(1, 2)
    assert rv.levy(1, capital=True).p(bool) == 1


@pytest.mark.clause("roma_victrix", "3.57", "4.2", "10.7", "10.71", "10.72", "10.73", "10.74", "10.75")
def test_pillage() -> None:
    assert dict(rv.pillage(3)) == dict.fromkeys(range(4, 10), 1)
    assert dict(rv.pillage(1, by_card=True)) == {0: 1}
    assert rv.pillage_removal().p(bool) == Fraction(1, 3)
    assert rv.levy_limits("supreme leader", pillaged=True) == {}
    for owner in ("own", "an ally's", "a client's"):
        with pytest.raises(ValueError, match=r"10\.73"):
            rv.pillage(2, owner=owner)


@pytest.mark.clause("roma_victrix", "10.36")
def test_capitals_are_rebuilt_by_5_and_6() -> None:
    assert rv.capital_rebuilding().p(lambda csp: csp == 1) == Fraction(1, 3)
    assert rv.capital_rebuilding(0, turns=2).p(lambda csp: csp == 2) == Fraction(1, 9)
    assert dict(rv.capital_rebuilding(2, turns=3, major=False)) == {2: 1}
    assert max(rv.capital_rebuilding(3, turns=5)) == 4
    with pytest.raises(ValueError, match="capital's CSP"):
        rv.capital_rebuilding(3, major=False)


@pytest.mark.clause("roma_victrix", "12.2", "12.21", "12.22")
def test_rebellion_under_the_rating() -> None:
    assert [rv.rebellion(leader).p(bool) for leader in (1, 2, 3, 4)] == [0, SIXTH, 2 * SIXTH, 3 * SIXTH]
    assert rv.rebellion(4, units=3, king_units=3).p(bool) == 0
    assert rv.rebellion(4, units=0).p(bool) == rv.rebellion(4, units=0, king_units=2).p(bool) == 0
    assert rv.rebellion(4, units=1).p(bool) == 3 * SIXTH


@pytest.mark.clause("roma_victrix", "3.33", "14.2 Leader Defection", "14.2 Assassination Attempt", "14.2 Leader")
def test_cards_on_leaders() -> None:
    law = rv.leader_defection(3)
    assert {who: law.p(lambda one, who=who: one == who) for who in law} == {
        "nothing": Fraction(1, 2), "leader": Fraction(1, 4), "leader and units": Fraction(1, 4),
    }  # fmt: skip
    assert rv.assassination(4).p(bool) == Fraction(1, 3)
    assert dict(rv.new_leader()) == {1: 3, 2: 2, 3: 1}


@pytest.mark.clause("roma_victrix", "13.1", "13.2", "13.21", "13.22", "9.54")
def test_warbands() -> None:
    assert rv.warbands(7, infantry=90) == rv.force("6 BI, 1 CAV")
    assert rv.warbands(6, infantry=40) == rv.force("2 BI, 4 CAV")
    assert rv.warbands(4, infantry=100) == rv.force("4 BI")
    fight = rv.LandCombat(rv.warbands(7, infantry=50), rv.force("HI"))
    assert {"13.2", "3.72", "infantry by the table, cavalry the rest (judged)"} <= set(fight.basis)
    for number in range(1, 21):
        for infantry in range(0, 101, 5):
            assert rv.warbands(number, infantry).counters == number
    with pytest.raises(ValueError, match="percentage table"):
        rv.warbands(7, infantry=33)
    with pytest.raises(ValueError, match="number of warbands"):
        rv.warbands(0, infantry=50)


@pytest.mark.clause("roma_victrix", "3.56", "13.11", "13.12", "13.3")
def test_barbari_incognita() -> None:
    assert dict(rv.barbari_incognita()) == dict.fromkeys(range(1, 11), 4)
    two = rv.barbari_incognita(2)
    heap = [number for number in range(1, 11) for _ in range(4)]
    pairs = Counter(one + two for one, two in permutations(heap, 2))
    assert all(two.p(lambda n, s=s: n == s) == Fraction(count, 40 * 39) for s, count in pairs.items())
    assert any("judged" in entry for entry in rv.barbari_incognita().basis)
    with pytest.raises(ValueError, match="number of markers"):
        rv.barbari_incognita(3)
    vacated = rv.barbari_incognita(out=(4, 6) * 4)
    assert set(vacated) == {1, 2, 3, 5, 7, 8, 9, 10}
    assert rv.barbari_incognita(2, out=[*range(3, 11)] * 4 + [1, 2] * 3).p(lambda warbands: warbands == 3) == 1
    with pytest.raises(ValueError, match="no marker of 4 left"):
        rv.barbari_incognita(out=(4,) * 5)


@pytest.mark.clause(
    "roma_victrix", "14.2 Ambush", "14.2 Barbarian Invasion", "14.2 Barbarian Raid", "14.2 Major Rebellion",
    "14.2 Minor Rebellion", "14.2 Frontier War",
)  # fmt: skip
def test_forces_that_cards_raise() -> None:
    leaders = {"Ambush": 2, "Barbarian Invasion": 3, "Barbarian Raid": 2, "Major Rebellion": 3, "Minor Rebellion": 2}
    for card, leader in leaders.items():
        law = rv.raised_force(card, infantry=50)
        assert {band.leader for band in law} == {leader}
        assert any(card in entry for entry in law.basis)
    assert CARDS["Frontier War", "leader"] == 1  # of a neutral power whose leader the scenario does not name
    assert rv.raised_force("Ambush", infantry=10).p(lambda band: band.cavalry == 0) == 1
    assert rv.raised_force("Major Rebellion").mean(lambda band: band.counters) == 11
    with pytest.raises(ValueError, match="infantry share"):
        rv.raised_force("Barbarian Raid")
    with pytest.raises(ValueError, match="did you mean 'Ambush'"):
        rv.raised_force("ambush", infantry=50)
