"""Fights at sea, what the sea does to fleets, and fleets left alone (5.68-5.8)."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from gamekit import roma_victrix as rv

FIGHT = rv.NavalCombat(rv.force("4 FLEET, 2 HI", leader=2), rv.force("2 FLEET, rFLEET", leader=1))


@pytest.mark.clause("roma_victrix", "5.7", "5.72", "14.2 Naval Combat Advantage")
def test_fleets_fight_and_cargo_does_not() -> None:
    assert (FIGHT.attacker.csp, FIGHT.defender.csp, FIGHT.ratio) == (8, 5, "1:1")
    assert FIGHT.modifiers == (("leader", "attacker", 1),)
    horse = rv.NavalCombat(rv.force("4 FLEET, 4 CAV"), rv.force("4 FLEET"), advantage="attacker")
    assert horse.modifiers == (("card", "attacker", 2),)
    assert "14.2 Naval Combat Advantage" in horse.basis
    result = FIGHT.resolve(4, 3, raise_enemy=1)
    assert (result.defender_loss, result.attacker_loss, result.winner) == (3, 2, "attacker")
    assert FIGHT.operations_cost == 1


@pytest.mark.clause("roma_victrix", "5.72", "3.34")
def test_a_leader_at_sea_is_lost_with_all_his_fleets_only() -> None:
    beaten, gone = FIGHT.result_of_modified_dice(6, 1), FIGHT.result_of_modified_dice(10, 1)
    assert [FIGHT.p_leader_dies_given(one, "defender") for one in (beaten, gone)] == [0, 1]
    other = rv.NavalCombat(FIGHT.attacker, FIGHT.defender, casualties="3.34")
    assert [other.p_leader_dies_given(one, "defender") for one in (beaten, gone)] == [Fraction(1, 6), 1]
    assert any("5.72 over 3.34" in entry for entry in FIGHT.basis)
    assert any("by a roll too" in entry for entry in other.basis)
    with pytest.raises(ValueError, match="casualties"):
        rv.NavalCombat(FIGHT.attacker, FIGHT.defender, casualties="5.31")


@pytest.mark.clause("roma_victrix", "5.71", "5.8", "5.81", "5.83", "5.84", "5.85", "5.86", "5.87", "5.88", "5.89")
def test_withdrawal_and_interception_at_sea() -> None:
    assert rv.chance("naval withdrawal").p(bool) == Fraction(1, 2)
    for leader in (1, 2, 3, 4):
        assert rv.chance("naval interception", leader).p(bool) == Fraction(leader, 6)
    assert rv.chance("naval interception", 1, 3).p(bool) == 1 - Fraction(5, 6) * Fraction(3, 6)
    table = FIGHT.compare_defender_choices().set_index("choice")
    assert list(table.index) == ["fight", "withdraw"]
    assert table.loc["withdraw", "p_works"] == Fraction(1, 2)
    caught = rv.NavalCombat(FIGHT.attacker, FIGHT.defender, interception=True)
    assert (caught.operations_cost, caught.may_withdraw) == (0, False)
    assert list(caught.compare_defender_choices().choice) == ["fight"]


@pytest.mark.clause("roma_victrix", "5.72", "5.94")
def test_cargo_is_lost_with_its_ship() -> None:
    ways = rv.ways_to_pay_loss(rv.force("2 FLEET, 2 HI"), 2)
    assert {way.left for way in ways} == {rv.force("2 rFLEET, 2 rHI"), rv.force("FLEET, HI")}
    assert rv.ways_to_pay_loss(rv.force("FLEET, HI"), 2)[0].left.counters == 0
    assert rv.ways_to_pay_loss(rv.force("3 FLEET, HI"), 2)[0].left == rv.force("2 FLEET, HI")
    single = rv.force("FLEET, rHI")
    assert rv.ways_to_pay_loss(single, 1)[0].left == rv.force("rFLEET, rHI")
    assert rv.ways_to_pay_loss(single, 1, cargo="step")[0].left == rv.force("rFLEET")
    assert any("can still carry" in entry for entry in rv.ways_to_pay_loss(single, 1)[0].basis)
    pytest.raises(ValueError, lambda: rv.ways_to_pay_loss(single, 1, cargo="steps")).match("did you mean 'step'")


@pytest.mark.clause("roma_victrix", "5.69", "5.94")
def test_the_open_sea() -> None:
    assert rv.sea_attrition(rv.force("rFLEET, rHI")).p(lambda left: left.counters == 0) == Fraction(1, 6)
    pair = rv.force("FLEET, rHI, rAUX")
    assert rv.sea_attrition(pair).p(lambda left: left == rv.force("rFLEET")) == Fraction(1, 6)
    assert rv.sea_attrition(pair, "capacity").p(lambda left: left == rv.force("rFLEET, rHI")) == Fraction(1, 6)
    assert any("is lost when its ship is reduced" in entry for entry in rv.sea_attrition(pair).basis)
    assert any("can still carry" in entry for entry in rv.sea_attrition(pair, "capacity").basis)
    assert len(rv.sea_attrition(rv.force("2 FLEET")).basis) == 2
    pytest.raises(ValueError, lambda: rv.sea_attrition(rv.force("HI"))).match("no FLEET")


@pytest.mark.clause("roma_victrix", "5.69")
@pytest.mark.parametrize(("full", "weak"), [(1, 0), (1, 1), (2, 1), (1, 3), (3, 1)])
def test_the_open_sea_by_every_die(full: int, weak: int) -> None:
    """Every full fleet carries HI and every reduced one rAUX, so that there is one way to load them."""
    found: Counter[tuple[int, ...]] = Counter()
    for dice in product(range(1, 7), repeat=full + weak):
        turned, sunk = dice[:full].count(1), dice[full:].count(1)
        found[full - turned, turned + weak - sunk, full - turned, turned, weak - sunk] += 1
    law = rv.sea_attrition(rv.force(f"{full} FLEET, {full} HI" + (f", {weak} rFLEET, {weak} rAUX" if weak else "")))
    for left, weight in law.items():
        fleet, infantry, auxilia = (left.stack(unit) for unit in ("FLEET", "HI", "AUX"))
        key = (fleet.full, fleet.reduced, infantry.full, infantry.reduced, auxilia.reduced)
        assert Fraction(int(weight), law.total_weight) == Fraction(found.pop(key), 6 ** (full + weak))
    assert not found


@pytest.mark.clause("roma_victrix", "5.94")
def test_ships_are_laden_within_their_room() -> None:
    loads = [(ship.full, *ship.load) for ship in rv.load_ships(rv.force("3 FLEET, rFLEET, HI, 3 rAUX"))]
    assert loads == [(True, ("HI", True)), *[(True, ("AUX", False))] * 2, (False, ("AUX", False))]


@pytest.mark.clause("roma_victrix", "5.68", "X.4", "X.6")
def test_capture_of_fleets_left_alone() -> None:
    assert rv.chance("fleet capture", 1).p(bool) == Fraction(1, 6)  # X.4: a 5 fails for the rating of 1
    assert rv.chance("fleet capture", 3).p(bool) == Fraction(1, 2)  # X.6: a 2 succeeds for 3
    assert rv.chance("fleet capture", 3, times=2).p(lambda n: n == 1) == Fraction(1, 2)
    assert rv.chance("fleet capture", 2, times=0) == rv.chance("fleet capture", 4, times=0)


@pytest.mark.clause("roma_victrix", "14.2 Piracy")
def test_pirates() -> None:
    law = rv.piracy_csp_loss(rv.force("5 FLEET"))
    assert dict(law) == dict.fromkeys(range(1, 7), 1)
    assert rv.piracy_csp_loss(rv.force("5 FLEET", leader=4)).p(lambda lost: lost == 0) == Fraction(2, 3)
    assert any("comes off the pirates' die" in entry for entry in law.basis)
    pytest.raises(ValueError, lambda: rv.piracy_csp_loss(rv.force("HI"))).match("no FLEET")
