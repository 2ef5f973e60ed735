"""The calculators against a brute-force twin that shares no code, exactly, on random cases of every kind."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from gamekit import roma_victrix as rv
from gamekit.roma_victrix.odds.combat import odds_by_csp
from tests.cases import Cases
from tests.roma_victrix import twin
from tests.roma_victrix.generators import (
    LAND,
    land_case,
    law_of,
    liking,
    names_of,
    odd_taste,
    siege_case,
    some_units,
    text,
    tuple_of,
)


@pytest.mark.clause("roma_victrix", "5.31", "3.72", "3.54", "3.58", "10.67", "17.1", "14.2 Treachery")
def test_land_combats(cases: Cases) -> None:
    seen: Counter[str] = Counter()
    for seed in range(cases(80, 6000)):
        *_, found = land_case(seed)
        seen.update(name for name, holds in found.items() if holds)
    wanted = [*LAND, "GAR", "LIMES", "leader", "card", "treachery", *rv.OBJECTIVES, "taste"]
    wanted += ["attacker holds", "defender holds", "nobody holds", *("r" + unit for unit in LAND), "rLIMES"]
    assert {name: seen[name] for name in wanted if seen[name] < cases(3, 10)} == {}
    assert seen["over ten"] >= cases(0, 1)


@pytest.mark.clause("roma_victrix", "5.72", "5.94")
def test_naval_combats_with_cargo(cases: Cases) -> None:
    laden = 0
    for seed in range(cases(40, 800)):
        random = Random(seed)
        forces, strengths = [], []
        leaders = random.randint(0, 4), random.randint(0, 4)
        for leader in leaders:
            full, weak = random.randint(0, 6), random.randint(0, 4)
            ships = ["FLEET"] * full + ["rFLEET"] * weak or ["FLEET"]
            load = random.randint(0, full)
            cargo = [random.choice(LAND) for _ in range(load)]
            cargo += ["r" + random.choice(LAND) for _ in range(random.randint(0, 2 * (full - load) + weak))]
            laden += bool(cargo)
            forces.append(rv.force(text(ships + cargo), leader=leader))
            strengths.append(twin.csp(ships))
        net = twin.net_modifier(*strengths, leaders)
        fight = rv.NavalCombat(*forces)
        assert (fight.attacker.csp, fight.defender.csp, fight.net_drm) == (*strengths, net)
        objective = random.choice(rv.OBJECTIVES)
        assert law_of(fight, objective) == twin.law(*strengths, net, objective), fight
    assert laden >= cases(30, 600)


def test_every_split_of_a_roll_and_the_best() -> None:
    for seed in range(60):
        random = Random(seed)
        mine, theirs = some_units(random, LAND, 6), some_units(random, LAND, 6)
        fight = rv.LandCombat(rv.force(text(mine), random.randint(0, 4)), rv.force(text(theirs), random.randint(0, 4)))
        dice, objective = (random.randint(1, 6), random.randint(1, 6)), random.choice(rv.OBJECTIVES)
        best = fight.best_split(*dice, objective)
        final = twin.best(twin.csp(mine), twin.csp(theirs), dice, fight.net_drm, objective)
        assert tuple_of(best.result) == twin.result(twin.csp(mine), twin.csp(theirs), *final)
        assert len({(way.raise_enemy, way.lower_own) for way in best.alternatives}) == len(best.alternatives)
        for way in best.alternatives:
            assert fight.resolve(*dice, way.raise_enemy, way.lower_own) == way.result


@pytest.mark.parametrize("objective", [*rv.OBJECTIVES, odd_taste])
@pytest.mark.parametrize(("leaders", "cavalry", "bonus", "treachery"), [
    ((1, 1), None, 0, False), ((4, 0), "attacker", 2, False), ((0, 3), "defender", -2, True),
])  # fmt: skip
def test_the_table_of_strengths(
    objective: object, leaders: tuple[int, int], cavalry: str | None, bonus: int, treachery: bool
) -> None:
    mine, theirs = (1, 2, 7, 16, 41), (1, 3, 8, 20, 45)
    table = odds_by_csp(mine, theirs, leader=leaders, cavalry=cavalry, objective=objective, treachery=treachery)  # type: ignore[arg-type]
    for row in table.itertuples():
        net = twin.net_modifier(row.attacker, row.defender, leaders) + bonus
        taste = liking if callable(objective) else objective
        law = twin.law(row.attacker, row.defender, net, taste, treachery)
        assert row.p_win == Fraction(sum(n for end, n in law.items() if end[0] < end[1]), 36)
        assert row.p_draw == Fraction(sum(n for end, n in law.items() if end[0] == end[1]), 36)
        assert row.p_win + row.p_draw + row.p_loss == 1
        assert row.attacker_loss == Fraction(sum(n * end[2] for end, n in law.items()), 36)
        assert row.defender_loss == Fraction(sum(n * end[3] for end, n in law.items()), 36)
        assert row.swing == row.defender_loss - row.attacker_loss


def test_a_function_sees_what_both_sides_lose_and_keep() -> None:
    seen = set()

    def kept(result: rv.CombatResult) -> int:
        seen.add((result.attacker_loss + result.attacker_left, result.defender_loss + result.defender_left))
        return result.attacker_left

    odds_by_csp([20], [12], objective=kept)
    odds_by_csp([12], [20], objective=kept)
    assert seen == {(20, 12), (12, 20)}


def test_the_table_in_floats() -> None:
    exact = odds_by_csp(range(1, 30), range(1, 30), leader=(2, 1), cavalry="attacker")
    rounded = odds_by_csp(range(1, 30), range(1, 30), leader=(2, 1), cavalry="attacker", numbers=float)
    for column in ("p_win", "p_draw", "p_loss", "attacker_loss", "defender_loss", "swing"):
        assert (exact[column].astype(float) - rounded[column]).abs().max() < 1e-12
    assert rounded.attrs["basis"][0] == "rounded numbers, not fractions"
    pytest.raises(ValueError, lambda: odds_by_csp([0], [1])).match("CSP")
    pytest.raises(ValueError, lambda: odds_by_csp([1], [1], leader=(1,))).match("give two")
    pytest.raises(ValueError, lambda: odds_by_csp([1], [1], objective="wins")).match("did you mean 'win'")


@pytest.mark.clause("roma_victrix", "10.4", "10.41", "10.31")
@pytest.mark.long
def test_sieges_planned_by_both_sides(cases: Cases) -> None:
    seen: Counter[str] = Counter()
    for seed in range(cases(12, 60)):
        siege, other, start, worth, led = siege_case(seed)
        capture, own, enemy, city, op = worth
        plan = siege.plan(capture, own, enemy, op, capital_csp=city)
        assert siege.current_position == start
        assert plan.value == other.value(*start), siege
        assert plan.should_begin == (other.going(*start) > 0)
        for position in positions(start):
            assert plan.value_at(*position) == other.value(*position), (siege, position)
            assert plan.should_continue(*position) == (other.going(*position) > 0)
        seen.update(
            [siege.capital_kind, "led inside" if led else "not led", "alone" if siege.defender is None else "held"]
        )
        seen.update(["garrison" if siege.defender and siege.defender.stack("GAR").full else "no garrison"])
        seen.update(["allowed" if siege.may_begin_round else "too few"])
    wanted = ("major", "minor", "led inside", "alone", "held", "garrison", "allowed")
    assert {name: seen[name] for name in wanted if seen[name] < cases(1, 8)} == {}


@pytest.mark.clause("roma_victrix", "5.15", "10.41")
@pytest.mark.long
def test_the_besieger_chooses_how_many_to_send(cases: Cases) -> None:
    seen: Counter[str] = Counter()
    for seed in range(cases(8, 24)):
        siege, _, start, worth, _ = siege_case(seed)
        if start[0] > 16:
            continue
        capture, own, enemy, city, op = worth
        cards = (2 * ("attacker" in siege.advantage), 2 * ("defender" in siege.advantage))
        leaders = siege.attacker.leader, siege.inside_leader_rating
        other = twin.SiegeTwin(leaders, worth, cards, commit=True)
        all_in = siege.plan(capture, own, enemy, op, capital_csp=city)
        for numbers in (Fraction, float):
            plan = siege.plan(capture, own, enemy, op, capital_csp=city, may_hold_back=True, numbers=numbers)
            for position in positions(start):
                assert abs(plan.value_at(*position) - other.value(*position)) <= (1e-9 if numbers is float else 0)
                if numbers is Fraction:
                    assert plan.csp_to_send(*position) == other.sent(*position), (siege, position)
                    assert plan.value_at(*position) >= all_in.value_at(*position)
            assert abs(plan.value - plan_value(plan)) <= (1e-9 if numbers is float else 0)  # the forward pass agrees
        seen.update(["part" if 0 < plan.csp_to_send(*start) < start[0] else "all or none"])
        seen.update(["better" if plan.value > all_in.value else "as good"])
    assert min(seen[name] for name in ("part", "all or none", "better", "as good")) >= cases(0, 3), seen


def plan_value(plan: rv.SiegePlan) -> Any:
    """What a plan gains less what it costs, by the way it runs."""
    capture, own, enemy, city, op = plan.worths
    gained = (
        capture * plan.chance_of_each_end["captured"]
        + enemy * plan.outcome.units_loss
        + city * plan.outcome.capital_loss
    )
    return gained - own * plan.mean_attacker_loss - op * plan.mean_operations


def positions(start: tuple[int, int, int, int]) -> list[tuple[int, int, int, int]]:
    random = Random(str(start))
    return [(*(random.randint(0, most) for most in start[:3]), random.randint(0, start[3])) for _ in range(6)]


@pytest.mark.long
def test_how_the_planned_sieges_run(cases: Cases) -> None:
    ends: Counter[str] = Counter()
    for seed in range(cases(10, 30)):
        siege, other, start, worth, _ = siege_case(seed)
        capture, own, enemy, city, op = worth
        treachery = seed % 4
        siege = replace(siege, treachery=treachery)
        plan = siege.plan(capture, own, enemy, op, capital_csp=city)
        course = other.course(*start, treachery=treachery)
        law = plan.distribution()
        assert {tuple(end): Fraction(weight, law.total_weight) for end, weight in law.items()} == course
        for name, chance in plan.chance_of_each_end.items():
            assert chance == sum(p for end, p in course.items() if end[0] == name), (siege, name)
            ends[name] += chance > 0
        for captured, found in ((True, plan.p_captured_by_operation), (False, plan.outcome.p_given_up)):
            over = [(end[4], p) for end, p in course.items() if (end[0] == "captured") is captured]
            assert list(found) == [sum(p for used, p in over if used <= n + 1) for n in range(start[3])]
        means = [sum(end[at] * p for end, p in course.items()) for at in (1, 2, 3, 4)]
        assert plan.mean_attacker_loss == start[0] - means[0]
        assert (plan.outcome.units_loss, plan.outcome.capital_loss) == (start[1] - means[1], start[2] - means[2])
        assert plan.mean_operations == means[3]
        assert treachery or plan.value == plan_value(plan)
    assert set(ends) == {"captured", "out of points", "stopped by choice", "too few to go on"}
    assert min(ends.values()) > 0


def test_rolls_of_a_planned_siege(cases: Cases) -> None:
    for seed in range(cases(6, 30)):
        siege, other, start, worth, _ = siege_case(seed)
        if not siege.may_begin_round:
            continue
        capture, own, enemy, op, city = worth[0], worth[1], worth[2], worth[4], worth[3]
        plan, random = siege.plan(capture, own, enemy, op, capital_csp=city), Random(seed)
        for _ in range(4):
            dice = random.randint(1, 6), random.randint(1, 6)
            _, left, final = other.best(*start, dice)
            choice = plan.best_split_for_roll(*dice)
            assert (choice.attacker, choice.units, choice.capital) == left
            played = siege.resolve(*dice, choice.raise_enemy, choice.lower_own, choice.from_capital)
            assert (played.attacker_left, played.units_left, played.capital_left) == left
            assert (played.defender_loss_pct, played.attacker_loss_pct) == (final[0] * 10, final[1] * 10)


def test_floats_and_very_long_sieges_agree() -> None:
    siege = rv.Siege(rv.force("5 LGN", leader=2), rv.force("2 HI", leader=1), operations=4)
    exact, rounded = siege.plan(), siege.plan(numbers=float)
    assert abs(float(exact.value) - rounded.value) < 1e-9
    assert all(
        abs(float(exact.chance_of_each_end[name]) - rounded.chance_of_each_end[name]) < 1e-9
        for name in exact.chance_of_each_end
    )
    assert isinstance(rounded.p_captured_by_operation[0], float)
    long = rv.Siege(rv.force("2 HI", leader=1), rv.force("AUX", leader=4), 2, operations=16)
    assert abs(float(long.plan().value) - long.plan(numbers=float).value) < 1e-9
    assert sum(long.plan().chance_of_each_end.values()) == 1


@pytest.mark.clause("roma_victrix", "5.31", "10.54", "10.67")
def test_every_way_to_pay_ashore(cases: Cases) -> None:
    for seed in range(cases(50, 800)):
        random = Random(seed)
        units = some_units(random, LAND, 6) + random.choice(([], ["GAR"], ["LIMES"], ["GAR", "rLIMES"]))
        due = random.randint(0, twin.csp(units))
        ways = rv.ways_to_pay_loss(rv.force(text(units)), due)
        assert {names_of(way.left) for way in ways} == twin.payments(units, due), (units, due)
        assert len({way.left for way in ways}) == len(ways)
        for way in ways:
            assert way.paid == twin.csp(units) - twin.csp(names_of(way.left)) == due + way.overshoot
            assert way.csp_left == twin.csp(names_of(way.left))
            assert 0 <= way.overshoot <= 1


def dominated(left: tuple[str, ...], better: tuple[str, ...]) -> bool:
    """The same fleet, and cargo that steps of loss bring from the better one."""
    ships = [name for name in left if name.endswith("FLEET")]
    if ships != [name for name in better if name.endswith("FLEET")]:
        return False
    for kind in {name.lstrip("r") for name in left if not name.endswith("FLEET")}:
        full, all_ = (better.count(kind), better.count(kind) + better.count("r" + kind))
        if left.count(kind) > full or left.count(kind) + left.count("r" + kind) > all_:
            return False
    return True


@pytest.mark.clause("roma_victrix", "5.72", "5.94")
@pytest.mark.parametrize("cargo", ["capacity", "step"])
def test_every_way_to_pay_at_sea(cargo: str) -> None:
    for seed in range(40):
        random = Random(seed)
        full, weak = random.randint(1, 3), random.randint(0, 2)
        load = random.randint(0, full)
        names = ["FLEET"] * full + ["rFLEET"] * weak + [random.choice(("HI", "AUX")) for _ in range(load)]
        names += ["r" + random.choice(("HI", "AUX")) for _ in range(random.randint(0, 2 * (full - load) + weak))]
        due = random.randint(0, 2 * full + weak)
        found = {names_of(way.left) for way in rv.ways_to_pay_loss(rv.force(text(names)), due, cargo=cargo)}
        possible = twin.sinkings(names, due, step=cargo == "step")
        assert found <= possible, (names, due, found - possible)
        missed = [left for left in possible if not any(dominated(left, better) for better in found)]
        assert not missed, (names, due, missed)
