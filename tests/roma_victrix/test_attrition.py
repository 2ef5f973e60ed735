"""Attrition: the check (4.2 B), both tables, the passes of scenario 1, and the card."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest

from gamekit import roma_victrix as rv
from tests.roma_victrix import twin
from tests.roma_victrix.generators import names_of

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
    law = rv.attrition(force, variant)
    assert dict(law) == {
        k: v * law.total_weight // 36 for k, v in Counter(a + b for a, b in product(ashore, afloat)).items()
    }
    land = rv.attrition(rv.force("3 LGN, 2 AUX, rAUX, GAR", leader=leader), variant)
    assert land == rv.attrition(rv.force("3 LGN, 2 AUX, rAUX", leader=leader), variant)
    assert {loss: land.p(lambda lost, loss=loss: lost == loss) for loss in land} == {
        loss: Fraction(count, 6) for loss, count in Counter(ashore).items()
    }


@pytest.mark.clause("roma_victrix", "X.3", "4.2")
def test_the_consuls_cross_the_alps() -> None:
    first = rv.attrition(rv.force("8 LGN, 4 AUX, 4 CAV", leader=1), halved=True)
    assert first[2] == 1  # a 1 is 10 per cent, halved: rows 40 and 8 of the 5 per cent column
    assert first[0] == 1  # a 6 is no effect, as for the second consul
    assert "X.3" in first.basis


def test_attrition_says_which_table_it_takes() -> None:
    assert "attrition table of variant A (judged)" in rv.attrition(rv.force("HI")).basis
    assert "attrition table of variant B (judged)" in rv.attrition(rv.force("HI"), "B").basis
    pytest.raises(ValueError, lambda: rv.attrition(rv.force("HI"), "C")).match("variant")
    pytest.raises(ValueError, lambda: rv.attrition(rv.force("GAR"))).match("nothing to lose")


@pytest.mark.clause("roma_victrix", "14.2 Attrition")
@pytest.mark.parametrize("leader", [1, 2, 3, 4])
def test_the_attrition_card_by_every_die(leader: int) -> None:
    names = ["LGN", "HI", "rHI", "FLEET"]
    hit = 5 - leader
    found: Counter[tuple[str, ...]] = Counter()
    for dice in product(range(1, 7), repeat=len(names)):
        left = []
        for name, die in zip(names, dice):
            if die > hit:
                left.append(name)
            elif not name.startswith("r"):
                left.append("r" + name)
        found[tuple(sorted(left))] += 1
    # Cargo must still fit: with the fleet turned, a full unit aboard is turned as well (5.94), so none is aboard here.
    ashore = {tuple(name for name in left if "FLEET" not in name): 0 for left in found}
    for left, count in found.items():
        ashore[tuple(name for name in left if "FLEET" not in name)] += count
    law = rv.attrition_card(rv.force("LGN, HI, rHI", leader=leader))
    total = sum(ashore.values())
    for left, count in ashore.items():
        assert law.p(lambda force, left=left: names_of(force) == left) == Fraction(count, total)


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
