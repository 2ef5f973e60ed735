"""Losses in whole counters: the allocations of the rulebook, order and values."""

import pytest

from gamekit import roma_victrix as rv
from gamekit.roma_victrix.odds import losses
from gamekit.roma_victrix.odds.losses import ways_to_pay
from tests.roma_victrix import twin
from tests.roma_victrix.generators import names_of


def test_a_legion_overshoots() -> None:
    (way,) = rv.pay(rv.force("LGN"), 1)
    assert (way.left, way.paid, way.overshoot, way.csp_left) == (rv.force("rLGN"), 2, 1, 2)
    (gone,) = rv.pay(rv.force("LGN"), 3)
    assert (gone.left.counters, gone.overshoot) == (0, 1)


@pytest.mark.clause("roma_victrix", "10.67", "10.54", "10.68")
def test_garrisons_and_limes_pay_and_cost_nothing() -> None:
    ways = rv.pay(rv.force("2 LGN, GAR, LIMES"), 2, by="rebuild")
    assert ways[0].rebuild_cost == 0
    assert {str(way.left) for way in ways if way.rebuild_cost == 0} == {"2 LGN, rLIMES", "2 LGN, GAR"}


@pytest.mark.clause("roma_victrix", "9.1", "9.11", "9.2")
def test_orders_of_payment() -> None:
    army = rv.force("2 HI, 2 AUX, 2 CAV")
    by = {value: rv.pay(army, 2, by=value, enemy_cavalry=2) for value in ("csp", "rebuild", "cavalry")}
    lefts = {way.left for way in by["csp"]}
    assert all({way.left for way in ways} == lefts for ways in by.values())
    assert by["cavalry"][0].superior
    assert not by["cavalry"][-1].superior
    assert rv.pay(army, 2, enemy_cavalry=2, limit=2) == by["csp"][:2]
    assert any("judged" in entry for entry in by["csp"][0].basis)


def test_the_cheapest_way_is_the_first() -> None:
    army = rv.force("2 LGN, HI, 2 rAUX, HC, CAV")
    for by in ("csp", "rebuild", "cavalry"):
        for loss in range(army.csp + 1):
            first = rv.pay(army, loss, by)[0].left
            assert rv.cheapest(army, loss, by) == rv.pay(army, loss, by, limit=1)[0].left == first


def test_nothing_and_everything() -> None:
    army = rv.force("2 HI, GAR")
    assert [way.left for way in rv.pay(army, 0)] == [army]
    assert [way.left.counters for way in rv.pay(army, 7)] == [0]
    pytest.raises(ValueError, lambda: rv.pay(army, 8)).match("the loss is 8")
    pytest.raises(ValueError, lambda: rv.pay(army, 2, by="rebuilt")).match("did you mean 'rebuild'")
    with pytest.raises(ValueError, match="the limit is 0; it should be a whole number from 1 up"):
        rv.pay(army, 2, limit=0)


def test_as_many_ways_as_are_listed_are_not_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    army, loss = rv.force("2 LGN, 2 HI, 2 AUX"), 5
    count = ways_to_pay(army, loss)
    monkeypatch.setattr(losses, "MOST_WAYS", count)
    assert len(rv.pay(army, loss)) == count
    monkeypatch.setattr(losses, "MOST_WAYS", count - 1)
    pytest.raises(ValueError, lambda: rv.pay(army, loss)).match(f"there are {count} ways")


@pytest.mark.parametrize("by", ["csp", "rebuild", "cavalry"])
@pytest.mark.parametrize(("text", "loss"), [
    ("2 HI, 2 CAV, AUX", 5), ("LGN, rLGN, HC, 2 BI", 6), ("3 AUX, 3 CAV", 4), ("BI, 2 rHI, 2 AUX", 5),
    ("2 rCAV, 2 AUX, BI", 3),
])  # fmt: skip
def test_ways_that_cost_the_same_stand_in_one_order(text: str, loss: int, by: str) -> None:
    army = rv.force(text)
    found = [names_of(way.left) for way in rv.pay(army, loss, by)]
    assert found == twin.by_dearness(names_of(army), loss, by)
