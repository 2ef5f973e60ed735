"""Single rolls, new units and upkeep, each with its clause."""

from collections import Counter
from fractions import Fraction
from itertools import permutations, product
from typing import Any

import pytest

from gamekit import roma_victrix as rv
from gamekit.roma_victrix.odds.rolls import CHANCES, p_beaten_force_stays
from gamekit.roma_victrix.procedures import units_to_maintain
from gamekit.roma_victrix.tables import CARDS, COSTS
from tests.roma_victrix.setting import clause

SIXTH = Fraction(1, 6)


@pytest.mark.parametrize(("name", "ratings", "law"), [
    pytest.param("operations points", (3,), dict.fromkeys(range(4, 10), 1), marks=clause("5.11", "5.16", "5.17")),
    pytest.param("forced march", (2,), Counter(2 + a + b for a, b in product(range(1, 7), repeat=2)),
                 marks=clause("14.2 Forced March / Favorable Winds")),
    pytest.param("withdrawal", (4,), {3: 1, 2: 1, 1: 2, 0: 2}, marks=clause("5.5", "5.51", "5.52", "5.54", "5.56")),
    pytest.param("withdrawal", (1,), {1: 1, 0: 5}, marks=clause("X.6")),  # a 2 fails, a 1 reaches the next province
    pytest.param("withdrawal", (), {1: 1, 0: 5}, marks=clause("5.53")),
    ("withdrawal", (0,), {1: 1, 0: 5}),
    pytest.param("forced retreat", (3,), {0: 3, 1: 1, 2: 1, 3: 1}, marks=clause("5.31", "X.9")),
    ("forced retreat", (), dict.fromkeys(range(6), 1)),
    ("forced retreat", (1,), dict.fromkeys(range(6), 1)),
    pytest.param("pillage", (3,), dict.fromkeys(range(4, 10), 1), marks=clause("3.57", "10.7", "10.71")),
    pytest.param("new leader", (), {1: 3, 2: 2, 3: 1}, marks=clause("3.33", "14.2 Leader")),
    pytest.param("leader defection", (3,), {"nothing": 2, "leader": 1, "leader and units": 1},
                 marks=clause("14.2 Leader Defection")),
])  # fmt: skip
def test_what_is_rolled(name: str, ratings: tuple[int, ...], law: dict[Any, int]) -> None:
    found = rv.chance(name, *ratings)
    assert set(found) == set(law)
    assert all(found.p(lambda end, one=one: end == one) == Fraction(law[one], sum(law.values())) for one in law)


@pytest.mark.parametrize(("name", "ratings", "sixths"), [
    *(pytest.param("land interception", (leader,), leader, marks=clause("5.4", "5.41", "5.42", "5.43", "5.45", "X.10"))
      for leader in (1, 2, 3, 4)),
    pytest.param("land interception", (2, 3), 6 - Fraction(4 * 3, 6), marks=clause("5.44", "X.8")),
    pytest.param("leader killed", (), 1, marks=clause("3.34", "5.31", "X.1", "X.4", "X.6", "X.9", "X.10", "X.11")),
    *(pytest.param("activation", (leader,), sixths, marks=clause("3.32", "11.13", "11.23", "X.4"))
      for leader, sixths in ((1, 1), (2, 1), (3, 2), (4, 2))),
    pytest.param("levy", (3,), 3, marks=clause("9.13", "9.14")),
    pytest.param("pillage removal", (), 2, marks=clause("4.2", "10.72", "10.75")),
    pytest.param("capital rebuilding", (), 2, marks=clause("10.36")),
    *(pytest.param("rebellion", (n,), n - 1, marks=clause("12.2", "12.21", "12.22")) for n in (1, 2, 3, 4)),
    pytest.param("assassination attempt", (4,), 2, marks=clause("14.2 Assassination Attempt")),
])  # fmt: skip
def test_how_often_a_roll_succeeds(name: str, ratings: tuple[int, ...], sixths: Fraction | int) -> None:
    assert rv.chance(name, *ratings).p(bool) == sixths * SIXTH


def test_rolls_of_several_and_what_they_rest_on() -> None:
    assert rv.chance("capital rebuilding", times=2).p(lambda more: more == 2) == Fraction(1, 9)
    assert rv.chance("operations points", 1).basis == ("5.11",)
    assert p_beaten_force_stays(4) == Fraction(2, 3)
    assert any("over 3.9" in entry for entry in rv.chance("activation", 2).basis)
    for wrong, said in (
        ((), "land interception is rolled by a leader; give the rating, 1 to 4"),
        ((0,), "rating is 0"),
    ):
        pytest.raises(ValueError, rv.chance, "land interception", *wrong).match(said)


@clause("5.15", "5.22")
def test_costs_of_actions() -> None:
    assert rv.operations_cost(["attach or detach units", "enter a strait", "besiege", "naval attack"]) == 3
    pytest.raises(ValueError, lambda: rv.operations_cost(["atack"])).match("did you mean 'attack'")


@clause("3.34", "5.31", "X.1", "X.4", "X.6", "X.9", "X.10", "X.11")
def test_a_leader_dies_with_his_force_or_by_the_roll_of_the_beaten() -> None:
    fight = rv.LandCombat(rv.force("4 HI", leader=2), rv.force("2 AUX", leader=2))
    wiped, beaten, drawn = (
        fight.result_of_modified_dice(6, 10),
        fight.result_of_modified_dice(5, 6),
        fight.result_of_modified_dice(5, 5),
    )
    found = [fight.p_leader_dies_given(result, "attacker") for result in (wiped, beaten, drawn)]
    assert (wiped.attacker_left, found) == (0, [1, SIXTH, 0])
    assert rv.LandCombat(rv.force("4 HI"), fight.defender).p_leader_dies_given(wiped, "attacker") == 0


@clause("13.1", "13.2", "13.21", "13.22", "9.54")
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


@clause("3.56", "13.11", "13.12", "13.3")
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


@clause(
    "14.2 Ambush", "14.2 Barbarian Invasion", "14.2 Barbarian Raid", "14.2 Major Rebellion",
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
    for each in CHANCES[name].clauses:
        assert each[:4].strip() in said or not each[0].isdigit()
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


@pytest.mark.clause("roma_victrix", "8.1", "X.2")
def test_maintenance_of_scenario_1() -> None:
    assert [rv.maintenance(units) for units in (25, 29, 31, 37)] == [13, 15, 16, 19]  # 31 is printed as 15, a slip
    assert units_to_maintain(rv.force("8 LGN, 4 AUX, 4 CAV, 3 rHI, GAR")) == 18


@pytest.mark.clause("roma_victrix", "4.2", "8.1", "9.52", "15.2")
def test_what_is_maintained() -> None:
    army = rv.force("2 LGN, 3 rLGN, rAUX, 4 BI, rBI, 2 FLEET, LIMES, GAR")
    assert units_to_maintain(army) == 2 + 2 + 1 + 2  # BI and markers cost nothing
    assert units_to_maintain(army, ("15.2",)) == 7 + 5
    assert units_to_maintain(army, odd_reduced="half") == 2 + Fraction(3, 2) + Fraction(1, 2) + 2
    odd = rv.force("2 HI, rAUX")
    assert [rv.maintenance(units_to_maintain(odd, odd_reduced=reading)) for reading in ("one", "half")] == [2, 2]
    three = rv.force("rHI, rAUX, rCAV")
    assert [rv.maintenance(units_to_maintain(three, odd_reduced=reading)) for reading in ("one", "half")] == [2, 1]
    with pytest.raises(ValueError, match="the ruling odd_reduced is 'two'"):
        units_to_maintain(odd, odd_reduced="two")
    pytest.raises(ValueError, lambda: rv.maintenance(-1)).match("the number of units")


@pytest.mark.clause("roma_victrix", "9.1", "9.11", "9.2", "X.2", "17.1")
def test_costs() -> None:
    assert COSTS["HI"].create == 4  # Aegyptus 5 to 1, the Seleucids 6 to 2
    assert (COSTS["HC"].create, COSTS["HC"].rebuild) == (5, 3)
    assert all("judged:" in COSTS[unit].source for unit in ("LGN", "AUX", "CAV", "FLEET"))
    assert rv.rebuild_cost(rv.force("2 HC, HI"), rv.force("HC, rHI")) == 5 + COSTS["HI"].rebuild
