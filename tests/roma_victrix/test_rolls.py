"""Single rolls, each with its clause."""

from collections import Counter
from fractions import Fraction
from itertools import permutations, product

import pytest

from gamekit import roma_victrix as rv
from gamekit.roma_victrix.odds.rolls import CHANCES, p_beaten_force_stays
from gamekit.roma_victrix.tables import CARDS

SIXTH = Fraction(1, 6)


@pytest.mark.clause("roma_victrix", "5.1", "5.11", "5.16", "5.17", "14.2 Forced March / Favorable Winds")
def test_operations_points() -> None:
    assert dict(rv.chance("operations points", 3)) == dict.fromkeys(range(4, 10), 1)
    marched = rv.chance("forced march", 2)
    assert dict(marched) == Counter(2 + a + b for a, b in product(range(1, 7), repeat=2))
    assert rv.chance("operations points", 1).basis == ("5.11",)


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
    assert rv.chance("operations points", leader)[leader + die] == 1


@pytest.mark.clause("roma_victrix", "5.15", "5.22")
def test_costs_of_actions() -> None:
    assert rv.operations_cost(["attach or detach units", "enter a strait", "besiege", "naval attack"]) == 3
    pytest.raises(ValueError, lambda: rv.operations_cost(["atack"])).match("did you mean 'attack'")


@pytest.mark.clause("roma_victrix", "5.4", "5.41", "5.42", "5.43", "5.44", "5.45", "X.8", "X.10")
def test_land_interception() -> None:
    found = [rv.chance("land interception", leader).p(bool) for leader in (1, 2, 3, 4)]
    assert found == [n * SIXTH for n in (1, 2, 3, 4)]
    assert rv.chance("land interception", 2, 3).p(bool) == 1 - Fraction(4, 6) * Fraction(3, 6)
    with pytest.raises(ValueError, match="land interception is rolled by a leader; give the rating, 1 to 4"):
        rv.chance("land interception")
    pytest.raises(ValueError, lambda: rv.chance("land interception", 0)).match("rating is 0")


@pytest.mark.clause("roma_victrix", "5.5", "5.51", "5.52", "5.53", "5.54", "5.56", "X.6")
def test_withdrawal_before_combat() -> None:
    assert dict(rv.chance("withdrawal", 4)) == {3: 1, 2: 1, 1: 2, 0: 2}
    assert dict(rv.chance("withdrawal", 1)) == {1: 1, 0: 5}  # X.6: a 2 fails, a 1 reaches the next province
    assert dict(rv.chance("withdrawal")) == dict(rv.chance("withdrawal", 0)) == {1: 1, 0: 5}


@pytest.mark.clause("roma_victrix", "5.31", "X.9")
def test_remaining_in_place_and_forced_retreat() -> None:
    assert dict(rv.chance("forced retreat", 3)) == {0: 3, 1: 1, 2: 1, 3: 1}
    assert (
        dict(rv.chance("forced retreat"))
        == dict(rv.chance("forced retreat", 1))
        == {0: 1, 1: 1, 2: 1, 3: 1, 4: 1, 5: 1}
    )
    assert p_beaten_force_stays(4) == Fraction(2, 3)


@pytest.mark.clause("roma_victrix", "3.34", "5.31", "X.1", "X.4", "X.6", "X.9", "X.10", "X.11")
def test_leader_death() -> None:
    assert rv.chance("leader killed").p(bool) == SIXTH
    fight = rv.LandCombat(rv.force("4 HI", leader=2), rv.force("2 AUX", leader=2))
    wiped, beaten, drawn = (
        fight.result_of_modified_dice(6, 10),
        fight.result_of_modified_dice(5, 6),
        fight.result_of_modified_dice(5, 5),
    )
    found = [fight.p_leader_dies_given(result, "attacker") for result in (wiped, beaten, drawn)]
    assert (wiped.attacker_left, found) == (0, [1, SIXTH, 0])
    assert rv.LandCombat(rv.force("4 HI"), fight.defender).p_leader_dies_given(wiped, "attacker") == 0


@pytest.mark.clause("roma_victrix", "3.32", "11.13", "11.23", "X.4")
def test_activation_of_allies_and_clients() -> None:
    chances = [rv.chance("activation", leader).p(bool) for leader in (1, 2, 3, 4)]
    assert chances == [SIXTH, SIXTH, Fraction(1, 3), Fraction(1, 3)]
    assert any("over 3.9" in entry for entry in rv.chance("activation", 2).basis)


@pytest.mark.clause("roma_victrix", "9.13", "9.14")
def test_levy() -> None:
    assert rv.chance("levy", 3).p(bool) == Fraction(1, 2)


@pytest.mark.clause("roma_victrix", "3.57", "4.2", "10.7", "10.71", "10.72", "10.75")
def test_pillage() -> None:
    assert dict(rv.chance("pillage", 3)) == dict.fromkeys(range(4, 10), 1)
    assert rv.chance("pillage removal").p(bool) == Fraction(1, 3)


@pytest.mark.clause("roma_victrix", "10.36")
def test_capitals_are_rebuilt_by_5_and_6() -> None:
    assert rv.chance("capital rebuilding").p(bool) == Fraction(1, 3)
    assert rv.chance("capital rebuilding", times=2).p(lambda more: more == 2) == Fraction(1, 9)


@pytest.mark.clause("roma_victrix", "12.2", "12.21", "12.22")
def test_rebellion_under_the_rating() -> None:
    found = [rv.chance("rebellion", leader).p(bool) for leader in (1, 2, 3, 4)]
    assert found == [0, SIXTH, 2 * SIXTH, 3 * SIXTH]


@pytest.mark.clause("roma_victrix", "3.33", "14.2 Leader Defection", "14.2 Assassination Attempt", "14.2 Leader")
def test_cards_on_leaders() -> None:
    law = rv.chance("leader defection", 3)
    assert {who: law.p(lambda one, who=who: one == who) for who in law} == {
        "nothing": Fraction(1, 2), "leader": Fraction(1, 4), "leader and units": Fraction(1, 4),
    }  # fmt: skip
    assert rv.chance("assassination attempt", 4).p(bool) == Fraction(1, 3)
    assert dict(rv.chance("new leader")) == {1: 3, 2: 2, 3: 1}


@pytest.mark.clause("roma_victrix", "13.1", "13.2", "13.21", "13.22", "9.54")
def test_warbands() -> None:
    assert rv.warbands(7, infantry_percent=90) == rv.force("6 BI, 1 CAV")
    assert rv.warbands(6, infantry_percent=40) == rv.force("2 BI, 4 CAV")
    assert rv.warbands(4, infantry_percent=100) == rv.force("4 BI")
    fight = rv.LandCombat(rv.warbands(7, infantry_percent=50), rv.force("HI"))
    assert {"13.2", "3.72", "infantry by the table, cavalry the rest (judged)"} <= set(fight.basis)
    for number in range(1, 21):
        for infantry in range(0, 101, 5):
            assert rv.warbands(number, infantry).counters == number
    pytest.raises(ValueError, lambda: rv.warbands(7, infantry_percent=33)).match("percentage table")
    pytest.raises(ValueError, lambda: rv.warbands(0, infantry_percent=50)).match("number of warbands")


@pytest.mark.clause("roma_victrix", "3.56", "13.11", "13.12", "13.3")
def test_barbari_incognita() -> None:
    assert dict(rv.warbands_on_markers()) == dict.fromkeys(range(1, 11), 4)
    two = rv.warbands_on_markers(2)
    heap = [number for number in range(1, 11) for _ in range(4)]
    pairs = Counter(one + two for one, two in permutations(heap, 2))
    assert all(two.p(lambda n, s=s: n == s) == Fraction(count, 40 * 39) for s, count in pairs.items())
    assert any("judged" in entry for entry in rv.warbands_on_markers().basis)
    pytest.raises(ValueError, lambda: rv.warbands_on_markers(3)).match("number of markers")
    assert set(rv.warbands_on_markers(in_use=(4, 6) * 4)) == {1, 2, 3, 5, 7, 8, 9, 10}
    assert rv.warbands_on_markers(2, in_use=[*range(3, 11)] * 4 + [1, 2] * 3).p(lambda warbands: warbands == 3) == 1
    pytest.raises(ValueError, lambda: rv.warbands_on_markers(in_use=(4,) * 5)).match("more markers of 4 than")


@pytest.mark.clause(
    "roma_victrix", "14.2 Ambush", "14.2 Barbarian Invasion", "14.2 Barbarian Raid", "14.2 Major Rebellion",
    "14.2 Minor Rebellion", "14.2 Frontier War",
)  # fmt: skip
def test_forces_that_cards_raise() -> None:
    leaders = {"Ambush": 2, "Barbarian Invasion": 3, "Barbarian Raid": 2, "Major Rebellion": 3, "Minor Rebellion": 2}
    for card, leader in leaders.items():
        law = rv.event_card_force(card, infantry_percent=50)
        assert {band.leader for band in law} == {leader}
        assert any(card in entry for entry in law.basis)
    assert CARDS["Frontier War", "leader"] == 1  # of a neutral power whose leader the scenario does not name
    assert rv.event_card_force("Ambush", infantry_percent=10).p(lambda band: band.cavalry_csp == 0) == 1
    assert rv.event_card_force("Major Rebellion").mean(lambda band: band.counters) == 11
    pytest.raises(ValueError, lambda: rv.event_card_force("Barbarian Raid")).match("infantry share")
    pytest.raises(ValueError, lambda: rv.event_card_force("ambush", infantry_percent=50)).match("did you mean 'Ambush'")


@pytest.mark.parametrize("name", CHANCES)
def test_every_roll_is_named_with_its_clauses_and_asks_for_the_leader_it_needs(name: str) -> None:
    said = " ".join((rv.chance.__doc__ or "").split())
    assert f"``{name}``" in said
    for clause in CHANCES[name].clauses:
        assert clause[:4].strip() in said or not clause[0].isdigit()
    needs = CHANCES[name].leader
    if needs == "needed":
        pytest.raises(ValueError, lambda: rv.chance(name)).match(f"{name} is rolled by a leader")
    else:
        assert rv.chance(name).total_weight in (6, 36)
    if needs == "none":
        pytest.raises(ValueError, lambda: rv.chance(name, 2)).match("give no rating")


def test_a_roll_that_is_asked_wrongly_is_told_what_would_be_right() -> None:
    for ask, said in (
        (lambda: rv.chance("withdraw", 2), "the roll is 'withdraw'; did you mean 'withdrawal'"),
        (lambda: rv.chance("xyz"), "use operations points, forced march, land interception"),
        (lambda: rv.chance("levy", 1, 2), "levy is rolled for one leader, not for 2"),
        (lambda: rv.chance("pillage", 2, times=3), "pillage is not a roll that succeeds or fails"),
        (lambda: rv.chance("land interception", 1, 2, times=3), "by several leaders is one question"),
        (lambda: rv.chance("levy", 5), "the leader's rating is 5; it should be a whole number from 1 to 4"),
    ):
        pytest.raises(ValueError, ask).match(said)
