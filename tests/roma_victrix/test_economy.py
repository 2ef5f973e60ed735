"""New units, revenue and control: the examples of scenario 1 and of production (X.2, 9.1-9.6, 10.1)."""

from fractions import Fraction

import pytest

from gamekit import roma_victrix as rv
from gamekit.roma_victrix.procedures import units_to_maintain
from gamekit.roma_victrix.tables import COSTS


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
