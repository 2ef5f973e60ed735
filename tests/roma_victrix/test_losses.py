"""What a side loses: the percentage table (3.72), whole counters in order and value, attrition (4.2 B)."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from gamekit import roma_victrix as rv
from gamekit.roma_victrix.odds import losses
from gamekit.roma_victrix.odds.losses import ways_to_pay
from gamekit.roma_victrix.tables import LOSSES_SOURCE, PRINTED
from tests.roma_victrix import twin
from tests.roma_victrix.generators import names_of

STATEMENTS = [(cell.csp, cell.percent, cell.loss) for cell in PRINTED]
SLIP = (3, 50, 1)  # a stray paragraph that contradicts 5 CSP at 50 per cent


@pytest.mark.clause("roma_victrix", "3.72", "5.31")
def test_all_thirty_statements_but_the_stray_one() -> None:
    assert len(STATEMENTS) == 30
    assert [cell for cell in STATEMENTS if rv.percentage_loss(*cell[:2]) != cell[2]] == [SLIP]


def test_as_printed_every_statement_holds_and_nothing_else_changes() -> None:
    assert all(rv.percentage_loss(csp, percent, "as printed") == loss for csp, percent, loss in STATEMENTS)
    cells = [(csp, percent) for csp in range(100) for percent in range(0, 101, 5)]
    assert [c for c in cells if rv.percentage_loss(*c, "as printed") != rv.percentage_loss(*c)] == [SLIP[:2]]


@pytest.mark.clause("roma_victrix", "X.3")
def test_rows_over_forty_are_split() -> None:
    assert rv.percentage_loss(48, 5) == rv.percentage_loss(40, 5) + rv.percentage_loss(8, 5) == 2
    assert rv.percentage_loss(10**6 + 5, 50) == 500_003


def test_nearest_and_halves_up_everywhere() -> None:
    cells = [(csp, percent) for csp in range(200) for percent in range(0, 101, 5)]
    assert all(rv.percentage_loss(*cell) == twin.loss(*cell) for cell in cells)
    assert rv.percentage_loss(5, 50) == 3  # round(2.5) is 2 in Python


@pytest.mark.parametrize(("csp", "percent", "said"), [
    (-1, 10, "the CSP is -1"), (3.5, 10, "3.5"), (3, 7, "7 per cent"), (3, 105, "0 to 100"), (3, -5, "-5"),
])  # fmt: skip
def test_what_is_not_on_the_table(csp: int, percent: int, said: str) -> None:
    pytest.raises(ValueError, lambda: rv.percentage_loss(csp, percent)).match(said)


def test_an_unknown_reading_gets_a_near_name() -> None:
    pytest.raises(ValueError, lambda: rv.percentage_loss(3, 50, "printed")).match("did you mean 'as printed'")


def test_the_table_says_that_it_is_judged() -> None:
    assert LOSSES_SOURCE.startswith("judged:")
    fight = rv.LandCombat(rv.force("HI"), rv.force("HI"))
    assert "percentages to the nearest CSP, halves up (judged)" in fight.basis


def test_a_legion_overshoots() -> None:
    (way,) = rv.ways_to_pay_loss(rv.force("LGN"), 1)
    assert (way.left, way.paid, way.overshoot, way.csp_left) == (rv.force("rLGN"), 2, 1, 2)
    (gone,) = rv.ways_to_pay_loss(rv.force("LGN"), 3)
    assert (gone.left.counters, gone.overshoot) == (0, 1)


@pytest.mark.clause("roma_victrix", "10.67", "10.54", "10.68")
def test_garrisons_and_limes_pay_and_cost_nothing() -> None:
    ways = rv.ways_to_pay_loss(rv.force("2 LGN, GAR, LIMES"), 2, by="rebuild")
    assert ways[0].rebuild_cost == 0
    assert {str(way.left) for way in ways if way.rebuild_cost == 0} == {"2 LGN, rLIMES", "2 LGN, GAR"}


@pytest.mark.clause("roma_victrix", "9.1", "9.11", "9.2")
def test_orders_of_payment() -> None:
    army = rv.force("2 HI, 2 AUX, 2 CAV")
    by = {value: rv.ways_to_pay_loss(army, 2, by=value, enemy_cavalry=2) for value in ("csp", "rebuild", "cavalry")}
    lefts = {way.left for way in by["csp"]}
    assert all({way.left for way in ways} == lefts for ways in by.values())
    assert by["cavalry"][0].superior
    assert not by["cavalry"][-1].superior
    assert rv.ways_to_pay_loss(army, 2, enemy_cavalry=2, limit=2) == by["csp"][:2]
    assert any("judged" in entry for entry in by["csp"][0].basis)


def test_the_cheapest_way_is_the_first() -> None:
    army = rv.force("2 LGN, HI, 2 rAUX, HC, CAV")
    for by in ("csp", "rebuild", "cavalry"):
        for loss in range(army.csp + 1):
            first = rv.ways_to_pay_loss(army, loss, by)[0].left
            assert (
                rv.force_after_cheapest_loss(army, loss, by)
                == rv.ways_to_pay_loss(army, loss, by, limit=1)[0].left
                == first
            )


def test_nothing_and_everything() -> None:
    army = rv.force("2 HI, GAR")
    assert [way.left for way in rv.ways_to_pay_loss(army, 0)] == [army]
    assert [way.left.counters for way in rv.ways_to_pay_loss(army, 7)] == [0]
    pytest.raises(ValueError, lambda: rv.ways_to_pay_loss(army, 8)).match("the loss is 8")
    pytest.raises(ValueError, lambda: rv.ways_to_pay_loss(army, 2, by="rebuilt")).match("did you mean 'rebuild'")
    with pytest.raises(ValueError, match="the limit is 0; it should be a whole number from 1 up"):
        rv.ways_to_pay_loss(army, 2, limit=0)


def test_as_many_ways_as_are_listed_are_not_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    army, loss = rv.force("2 LGN, 2 HI, 2 AUX"), 5
    count = ways_to_pay(army, loss)
    monkeypatch.setattr(losses, "MOST_WAYS", count)
    assert len(rv.ways_to_pay_loss(army, loss)) == count
    monkeypatch.setattr(losses, "MOST_WAYS", count - 1)
    pytest.raises(ValueError, lambda: rv.ways_to_pay_loss(army, loss)).match(f"there are {count} ways")


@pytest.mark.parametrize("by", ["csp", "rebuild", "cavalry"])
@pytest.mark.parametrize(("text", "loss"), [
    ("2 HI, 2 CAV, AUX", 5), ("LGN, rLGN, HC, 2 BI", 6), ("3 AUX, 3 CAV", 4), ("BI, 2 rHI, 2 AUX", 5),
    ("2 rCAV, 2 AUX, BI", 3),
])  # fmt: skip
def test_ways_that_cost_the_same_stand_in_one_order(text: str, loss: int, by: str) -> None:
    army = rv.force(text)
    found = [names_of(way.left) for way in rv.ways_to_pay_loss(army, loss, by)]
    assert found == twin.by_dearness(names_of(army), loss, by)


PERCENT = {  # by variant and rating: the highest die that still hurts
    "A": {0: 6, 1: 5, 2: 4, 3: 3, 4: 2},
    "B": {0: 6, 1: 4, 2: 3, 3: 2, 4: 1},
}


@pytest.mark.clause("roma_victrix", "4.2", "8.2", "8.4")
@pytest.mark.parametrize("variant", ["A", "B"])
@pytest.mark.parametrize("leader", range(5))
def test_land_units_and_fleets_roll_separately(variant: str, leader: int) -> None:
    top = PERCENT[variant][leader]
    ashore, afloat = ([twin.loss(csp, 10 * die if die <= top else 0) for die in range(1, 7)] for csp in (17, 9))
    force = rv.force("3 LGN, 2 AUX, rAUX, 4 FLEET, rFLEET", leader=leader)
    law = rv.attrition_csp_loss(force, variant)
    assert dict(law) == {
        k: v * law.total_weight // 36 for k, v in Counter(a + b for a, b in product(ashore, afloat)).items()
    }
    land = rv.attrition_csp_loss(rv.force("3 LGN, 2 AUX, rAUX, GAR", leader=leader), variant)
    assert land == rv.attrition_csp_loss(rv.force("3 LGN, 2 AUX, rAUX", leader=leader), variant)
    for loss, count in Counter(ashore).items():
        assert land.p(lambda lost, loss=loss: lost == loss) == Fraction(count, 6)


@pytest.mark.clause("roma_victrix", "X.3", "4.2")
def test_the_consuls_cross_the_alps() -> None:
    first = rv.attrition_csp_loss(rv.force("8 LGN, 4 AUX, 4 CAV", leader=1), halved=True)
    assert first[2] == 1  # a 1 is 10 per cent, halved: rows 40 and 8 of the 5 per cent column
    assert first[0] == 1  # a 6 is no effect, as for the second consul
    assert "X.3" in first.basis


def test_attrition_says_which_table_it_takes() -> None:
    assert "attrition table of variant A (judged)" in rv.attrition_csp_loss(rv.force("HI")).basis
    assert "attrition table of variant B (judged)" in rv.attrition_csp_loss(rv.force("HI"), "B").basis
    pytest.raises(ValueError, lambda: rv.attrition_csp_loss(rv.force("HI"), "C")).match("variant")
    pytest.raises(ValueError, lambda: rv.attrition_csp_loss(rv.force("GAR"))).match("nothing to lose")


@pytest.mark.clause("roma_victrix", "14.2 Attrition")
@pytest.mark.parametrize("leader", [1, 2, 3, 4])
def test_the_attrition_card_by_every_die(leader: int) -> None:
    names, hit = ("LGN", "HI", "rHI"), 5 - leader
    found = Counter[tuple[str, ...]]()
    for dice in product(range(1, 7), repeat=3):
        steps = [(name,) if die > hit else () if name[0] == "r" else ("r" + name,) for name, die in zip(names, dice)]
        found[tuple(sorted(sum(steps, ())))] += 1
    law = rv.attrition_card(rv.force("LGN, HI, rHI", leader=leader))
    for left, count in found.items():
        assert law.p(lambda force, left=left: names_of(force) == left) == Fraction(count, 6**3)


@pytest.mark.clause("roma_victrix", "14.2 Attrition", "5.94")
def test_the_card_spares_markers_and_cargo_must_still_fit() -> None:
    law = rv.attrition_card(rv.force("HI, GAR", leader=4))
    assert dict(law) == {rv.force("rHI, GAR", leader=4): 1, rv.force("HI, GAR", leader=4): 5}
    aboard = rv.attrition_card(rv.force("FLEET, HI", leader=4))
    assert "5.94" in aboard.basis
    assert aboard.p(lambda left: left == rv.force("rFLEET, rHI", leader=4)) == Fraction(1, 6)
    assert aboard.p(lambda left: left == rv.force("FLEET, rHI", leader=4)) == Fraction(5, 36)
    pytest.raises(ValueError, lambda: rv.attrition_card(rv.force("HI"))).match("leader")


@pytest.mark.clause("roma_victrix", "5.69", "5.94")
def test_a_turned_fleet_keeps_the_strongest_that_it_can_still_carry_by_the_other_reading() -> None:
    law = rv.sea_attrition(rv.force("FLEET, rAUX, rHC"), cargo="capacity")
    assert dict(law) == {rv.force("rFLEET, rHC"): 1, rv.force("FLEET, rAUX, rHC"): 5}
