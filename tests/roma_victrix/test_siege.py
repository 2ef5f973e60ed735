"""Sieges (10.3, 10.4): prerequisites, rounds, cities, sacks and the plan's own promises."""

import re
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import inf
from random import Random

import pytest

from gamekit import roma_victrix as rv
from gamekit.roma_victrix.odds import plan
from gamekit.roma_victrix.odds.plan import MOST_POSITIONS, position_count

BESIEGER = rv.force("4 LGN, 2 HI, AUX", leader=1)
INSIDE = rv.force("2 HI, AUX", leader=1)
SIEGE = rv.Siege(BESIEGER, INSIDE)


@pytest.mark.clause("roma_victrix", "10.41", "10.31")
def test_units_and_city_stand_together_and_cavalry_has_no_advantage() -> None:
    assert SIEGE.current_position == (24, 8, 4, 5)
    assert (SIEGE.ratio, SIEGE.modifiers, SIEGE.net_drm) == ("2:1", (("numerical", "attacker", 1),), 1)
    horse = rv.Siege(rv.force("6 CAV", leader=2), rv.force("HI"), 2, major=False)
    assert horse.modifiers == (("leader", "attacker", 2), ("numerical", "attacker", 1))


@pytest.mark.clause("roma_victrix", "10.41")
def test_the_besieger_needs_as_many_csp_as_units_and_city() -> None:
    assert rv.Siege(rv.force("4 HI"), rv.force("4 AUX")).may_begin_round
    weak = rv.Siege(rv.force("11 rAUX"), rv.force("4 AUX"))
    assert not weak.may_begin_round
    pytest.raises(ValueError, lambda: weak.resolve(3, 3)).match("may not besiege 8 and a city of 4")
    assert not weak.plan().should_begin
    spent = rv.Siege(BESIEGER, INSIDE, operations=0)
    assert not spent.may_begin_round
    pytest.raises(ValueError, lambda: spent.resolve(3, 3)).match("1 OP")
    assert spent.plan().chance_of_each_end["out of points"] == 1


@pytest.mark.clause("roma_victrix", "10.41")
def test_a_round_by_hand() -> None:
    played = SIEGE.resolve(4, 3, raise_enemy=1)  # 50 per cent of 12, 30 of 24
    assert (played.attacker_loss, played.defender_loss) == (7, 6)
    assert (played.attacker_left, played.units_left, played.capital_left) == (17, 6, 0)
    units = SIEGE.resolve(4, 3, raise_enemy=1, from_capital=0)
    assert (units.units_left, units.capital_left, units.is_captured) == (2, 4, False)
    with pytest.raises(ValueError, match="the city's share of 6 CSP"):
        SIEGE.resolve(4, 3, raise_enemy=1, from_capital=5)
    pytest.raises(ValueError, lambda: SIEGE.resolve(4, 3, 1, 1)).match("net modifier is 1")
    for dice in ((0, 3), (3, 7)):
        pytest.raises(ValueError, SIEGE.resolve, *dice).match("die")
    later = SIEGE.at(17, 2, 4, 4)
    assert (later.ratio, later.net_drm, later.current_position.operations) == ("2:1", 1, 4)
    assert SIEGE.resolve(4, 3, raise_enemy=1, swapped=True).attacker_loss_pct == 50
    assert SIEGE.at(17, 0, 1, 4).resolve(6, 1).is_captured
    assert SIEGE.odds("swing", numbers=float).total_weight == pytest.approx(1)


@pytest.mark.clause("roma_victrix", "10.41", "14.2 Siege Combat Advantage")
def test_a_leader_inside_dies_with_his_last_unit() -> None:
    led = rv.Siege(rv.force("6 HI", leader=1), rv.force("HI", leader=4), advantage="attacker")
    assert led.modifiers == (("leader", "defender", 3), ("numerical", "attacker", 1), ("card", "attacker", 2))
    alone = led.at(18, 0, 4, 3)
    assert alone.is_inside_leader_dead
    assert not led.is_inside_leader_dead
    assert alone.modifiers == (("leader", "attacker", 1), ("numerical", "attacker", 3), ("card", "attacker", 2))
    assert "14.2 Siege Combat Advantage" in led.basis


@pytest.mark.clause("roma_victrix", "3.53", "10.3", "10.31", "10.32", "10.33")
def test_cities_step_by_step() -> None:
    revenue = {city: SIEGE.at(24, 8, city, 5).owner_revenue for city in range(5)}
    assert revenue == {4: 5, 3: 5, 2: 3, 1: 3, 0: 0}
    minor = rv.Siege(BESIEGER, INSIDE, major=False)
    assert minor.current_position.capital == 2
    assert {city: minor.at(24, 8, city, 5).owner_revenue for city in range(3)} == {2: 5, 1: 3, 0: 0}
    pytest.raises(ValueError, lambda: rv.Siege(BESIEGER, capital=4, major=False)).match("minor capital")
    pytest.raises(ValueError, lambda: rv.Siege(BESIEGER, capital=5)).match("major capital")
    pytest.raises(ValueError, lambda: rv.Siege(BESIEGER, capital=0)).match("major capital")


@pytest.mark.clause("roma_victrix", "7.8", "10.34", "10.35", "10.36", "10.42")
@pytest.mark.parametrize(("major", "treasury", "sack"), [(True, 0, 10), (True, 7, 14), (True, 8, 14), (False, 9, 5)])
def test_sacking(major: bool, treasury: int, sack: int) -> None:
    siege = rv.Siege(BESIEGER, INSIDE, major=major, treasury=treasury)
    assert siege.sack_revenue == sack
    fallen = siege.at(10, 0, 0, 2)
    assert fallen.is_captured
    assert not fallen.may_begin_round
    pytest.raises(ValueError, lambda: fallen.resolve(3, 3)).match("has fallen")


@pytest.mark.clause("roma_victrix", "10.41")
def test_rulings_on_cavalry_and_garrison_can_be_switched() -> None:
    mine, theirs = rv.force("4 LGN, 4 CAV, HC"), rv.force("HI, CAV, GAR")
    judged = rv.Siege(mine, theirs)
    assert judged.current_position[:2] == (28, 6)
    assert "cavalry counts its CSP in a siege (judged)" in judged.basis
    assert "a garrison inside counts 1 (judged)" in judged.basis
    assert rv.Siege(mine, theirs, cavalry=False).current_position[:2] == (16, 4)
    assert rv.Siege(mine, theirs, garrison=False).current_position[:2] == (28, 5)
    assert "cavalry counts nothing in a siege" in rv.Siege(mine, theirs, cavalry=False).basis
    assert "a garrison inside counts 1 (judged)" not in SIEGE.basis


def test_what_may_not_besiege_or_be_besieged() -> None:
    for mine, theirs, said in (
        ("2 HI, GAR", "HI", "only defends"),
        ("2 FLEET", "HI", "FLEET"),
        ("HI", "LIMES", "LIMES"),
    ):
        pytest.raises(ValueError, rv.Siege, rv.force(mine), rv.force(theirs)).match(said)
    pytest.raises(ValueError, lambda: rv.Siege(BESIEGER, treasury=-1)).match("treasury")


@pytest.mark.long
def test_the_plan_tells_how_it_runs() -> None:
    plan = SIEGE.plan()
    assert plan.should_begin
    assert (sum(plan.chance_of_each_end.values()), list(plan.p_captured_by_operation)) == (
        1,
        sorted(plan.p_captured_by_operation),
    )
    assert plan.p_captured_by_operation[-1] == plan.chance_of_each_end["captured"]
    gained = 10 * plan.chance_of_each_end["captured"] + plan.outcome.units_loss + plan.outcome.capital_loss
    assert plan.value == gained - plan.mean_attacker_loss
    assert 0 < plan.mean_operations <= 5
    assert {"exact", "CSPs are divisible here", "10.41"} <= set(plan.basis)
    assert "city steps count as enemy CSP" in plan.basis
    worths = "best play if the city counts 10 and each CSP 1"
    assert worths in plan.basis
    dearer = SIEGE.plan(12.5, capital_csp=2, numbers=float)
    assert any("city counts 12.5, each" in entry and "each CSP of the city 2" in entry for entry in dearer.basis)
    assert any("city counts 12.5" in entry for entry in dearer.for_siege(SIEGE.at(24, 8, 4, 3)).basis)
    assert worths in rv.siege_year(SIEGE).basis
    table = plan.to_frame()
    assert len(table) == 25 * 9
    here = table.query("attacker == 24 and units == 8")
    assert bool(here.go.item()) is True
    assert here.worth.item() == plan.value
    last = plan.to_frame(1, 0)
    assert (table.allowed == (table.attacker >= table.units + 4)).all()
    assert (last.allowed == (last.attacker >= last.units) & (last.units > 0)).all()
    assert not plan.to_frame(0).allowed.any()
    assert table.attrs["basis"] == plan.basis


@pytest.mark.clause("roma_victrix", "10.42")
@pytest.mark.parametrize(("place", "captured"), [((5, 0, 0, 1), 1), ((0, 0, 2, 1), 0), ((0, 3, 0, 1), 0)])
def test_a_siege_that_is_over_is_planned_as_it_stands(place: tuple[int, int, int, int], captured: int) -> None:
    siege = rv.Siege(rv.force("2 LGN", leader=1), rv.force("AUX, GAR", leader=2), capital=2, major=False)
    over = siege.at(*place)
    plan = over.plan()
    assert (plan.should_begin, plan.value, plan.p_captured_by_operation[0]) == (False, 0, captured)
    assert [row.reason for row in over.modifiers] == ["leader"]


@pytest.mark.clause("roma_victrix", "14.2 Treachery")
def test_treachery_hits_one_round_and_is_not_foreseen() -> None:
    betrayed = rv.Siege(BESIEGER, INSIDE, treachery=1).plan()
    assert (betrayed.should_begin, betrayed.value_at(24, 8, 4, 5)) == (SIEGE.plan().should_begin, SIEGE.plan().value)
    assert betrayed.value != SIEGE.plan().value
    assert rv.Siege(BESIEGER, INSIDE, treachery=9).plan().value == SIEGE.plan().value


def test_bad_places_in_a_plan() -> None:
    plan = SIEGE.plan()
    pytest.raises(ValueError, lambda: plan.should_continue(25, 8, 4, 5)).match("attacker in the plan is 25")
    pytest.raises(ValueError, lambda: SIEGE.at(24, 9, 4, 5)).match("units in the position")
    pytest.raises(ValueError, lambda: plan.best_split_for_roll(3, 3, (24, 8, 4, 0))).match("1 OP")


def test_a_siege_and_its_plan_do_not_change() -> None:
    siege = rv.Siege(BESIEGER, printed=[("numerical", "attacker", 1)], advantage=["attacker"])
    assert siege == rv.Siege(BESIEGER, capital=4, printed=(("numerical", "attacker", 1),), advantage="attacker")
    assert (len({siege, rv.Siege(BESIEGER)}), rv.Siege(BESIEGER).capital) == (2, 4)
    assert rv.Siege(BESIEGER, major=False).capital == 2
    plan = rv.Siege(rv.force("2 LGN", 1), capital=2, major=False, operations=2, treachery=1).plan()
    value = plan.value
    plan.chance_of_each_end["captured"] = 5
    assert plan.value == value
    assert hash(plan.outcome) is not None


@pytest.mark.clause("roma_victrix", "5.15", "10.41")
@pytest.mark.long
def test_a_plan_says_which_question_it_answers() -> None:
    siege = SIEGE
    all_in, chosen = siege.plan(), siege.plan(may_hold_back=True)
    assert [f"{float(plan.chance_of_each_end['captured']):.1%}" for plan in (all_in, chosen)] == ["68.8%", "79.0%"]
    assert [f"{float(plan.value):.3f}" for plan in (all_in, chosen)] == ["2.183", "7.379"]
    assert [plan.csp_to_send(*siege.current_position) for plan in (all_in, chosen)] == [24, 12]
    assert chosen.best_split_for_roll(4, 3).sent == 12
    assert "every unit with the attacker takes part" in all_in.basis
    assert {"5.15", "the attacker chooses what takes part (judged)"} <= set(chosen.basis)
    assert set(chosen.to_frame(5, 4)["send"]) > {0, 12}


def test_a_plan_is_the_same_from_wherever_the_siege_stands() -> None:
    siege = SIEGE
    wide = siege.with_csp(30, 12).plan()
    for place in ((24, 8, 4, 5), (17, 6, 0, 4), (9, 3, 2, 2), (24, 0, 0, 3)):
        there, alone = wide.for_siege(siege.at(*place)), siege.at(*place).plan()
        for name in (
            "value",
            "chance_of_each_end",
            "p_captured_by_operation",
            "should_begin",
            "mean_operations",
            "mean_attacker_loss",
            "basis",
        ):
            assert getattr(there, name) == getattr(alone, name), name


def test_the_defender_spends_no_point_for_the_enemy() -> None:
    """10.41 step 7: whoever holds the net modifier spends it as suits him."""
    held = rv.Siege(rv.force("AUX", leader=1), rv.force("rAUX", leader=4), capital=0, operations=1)
    assert (held.modifier_holder, held.p_falls_next_round()) == ("defender", 0)
    mine = rv.Siege(rv.force("2 LGN", leader=1), capital=2, major=False, operations=1)
    falls = [
        any(mine.resolve(*dice, up, down).is_captured for up in range(net + 1) for down in range(net + 1 - up))
        for dice in product(range(1, 7), repeat=2)
        for net in [mine.net_drm]
    ]
    assert mine.p_falls_next_round() == Fraction(sum(falls), 36) > 0


def test_the_round_of_treachery_is_counted_from_the_siege_s_beginning() -> None:
    siege = rv.Siege(rv.force("3 LGN", leader=1), rv.force("HI"), major=False, operations=3)
    here = 9, 2, 1, 2  # after the first of three rounds

    def falls(operations: int, treachery: int) -> Fraction:
        begun = replace(siege, operations=operations, treachery=treachery).at(*here)
        return Fraction(begun.plan().chance_of_each_end["captured"])

    assert falls(3, 1) == falls(3, 0)  # it has been played
    assert falls(3, 2) == falls(2, 1) < falls(3, 0)
    assert falls(3, 3) == falls(2, 2) != falls(3, 2)


def test_a_leader_has_no_more_points_than_two_dice_and_his_rating_give() -> None:
    assert rv.Siege(BESIEGER, INSIDE, operations=16).plan().value >= SIEGE.plan().value
    with pytest.raises(ValueError, match="the operations points is 17; it should be a whole number from 0 to 16"):
        rv.Siege(BESIEGER, INSIDE, operations=17)


def some_siege(random: Random) -> rv.Siege:
    major = random.random() < 0.6
    inside = rv.force(f"{random.randint(1, 4)} HI", random.randint(0, 4)) if random.random() < 0.8 else None
    outside = rv.force(f"{random.randint(1, 6)} LGN, rHI", random.randint(0, 4))
    return rv.Siege(outside, inside, random.randint(1, 4 if major else 2), major, operations=random.randint(1, 5))


@pytest.mark.parametrize("commit", [False, True])
def test_numpy_and_plain_python_plan_the_same(commit: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("numpy")
    random = Random(8)
    for _ in range(6):
        siege, worths, found = some_siege(random), (random.randint(2, 20), 1, Fraction(2, 7), Fraction(1, 3)), []
        for few in (0, 10**9):
            monkeypatch.setattr(plan, "FEW", few)
            found.append(siege.plan(*worths, may_hold_back=commit))
        with_numpy, alone = found
        assert (with_numpy.sending, with_numpy.outcome) == (alone.sending, alone.outcome)
        assert with_numpy.value == alone.value
        for one, other in zip(with_numpy.values, alone.values):
            assert max(abs(a - b) for a, b in zip(one, other) if a < inf) < 1e-12


def test_a_plan_too_large_is_refused_with_a_size_that_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    small = rv.Siege(rv.force("3 HI", leader=1), rv.force("HI"), capital=2, operations=3)
    places = ((city, inside, attacker) for city in range(3) for inside in range(4) for attacker in range(10))
    assert position_count(small) == 3 * sum(0 < city + inside <= attacker for city, inside, attacker in places)
    siege = rv.Siege(rv.force("999 LGN", 1), rv.force("999 HI"), operations=5)
    error = pytest.raises(ValueError, siege.plan)
    error.match(f"looks at {position_count(siege, False):,} positions, more than the limit of")
    found = re.search(r"forces of about (\d+)", str(error.value))
    assert found
    part = 999 * int(found[1]) // 100
    smaller = rv.Siege(rv.force(f"{part} LGN", 1), rv.force(f"{part} HI"), operations=5)
    assert position_count(smaller, False) <= MOST_POSITIONS
    for name in ("MOST_POSITIONS", "MOST_IN_PLAIN"):
        monkeypatch.setattr(plan, name, position_count(small) - 1)
    pytest.raises(ValueError, replace(small).plan).match("up to 2 operations points")
    monkeypatch.setattr(plan, "position_count", lambda *_: plan.MOST_POSITIONS + 1)
    pytest.raises(ValueError, replace(small, operations=1).plan).match("about 99 per cent")
