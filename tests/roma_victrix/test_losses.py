"""Losses in whole counters: the allocations of the rulebook, order and values."""

import pytest

from gamekit import roma_victrix as rv
from gamekit.roma_victrix.odds import losses
from gamekit.roma_victrix.odds.losses import ways_to_pay
from tests.roma_victrix import twin
from tests.roma_victrix.generators import names_of

ALLOCATIONS = [  # before, loss, after, example
    ("HI, BI", 3, "rHI", "X.1"),
    ("LGN, AUX, CAV", 1, "LGN, rAUX, CAV", "X.1"),
    ("3 HI, 3 AUX, CAV, GAR", 11, "3 rHI, rCAV", "X.4"),
    ("3 HI, 2 AUX, 4 CAV", 2, "3 HI, AUX, 4 CAV", "X.4"),
    ("2 HI, AUX, CAV, GAR", 4, "HI, rHI, CAV", "X.5"),
    ("4 BI", 2, "3 BI", "X.5"),
    ("2 HI, AUX, 2 CAV, GAR", 10, "CAV, GAR", "X.6"),
    ("6 HI, 4 AUX, 2 CAV", 3, "6 HI, 2 AUX, rAUX, 2 CAV", "X.6"),
    ("HI, AUX, CAV", 1, "HI, rAUX, CAV", "X.7"),
    ("2 HI, CAV", 1, "HI, rHI, CAV", "X.8"),
    ("HI", 1, "rHI", "X.9"),
    ("rLGN, GAR", 1, "rLGN", "X.9"),
    ("8 HI, 3 AUX, 5 CAV", 8, "6 HI, 2 rHI, 5 CAV", "X.10"),
    ("8 LGN, 3 AUX, 4 CAV", 18, "5 LGN, 4 CAV", "X.10"),
    ("6 HI, 2 rHI, 5 CAV", 3, "5 HI, 2 rHI, 5 CAV", "X.11"),
    ("4 LGN, HI, 2 AUX, 2 CAV, GAR", 17, "2 LGN, CAV, rCAV", "X.11"),
]


@pytest.mark.clause("roma_victrix", "5.31", "10.54", "X.1", "X.4", "X.5", "X.6", "X.7", "X.8", "X.9", "X.10", "X.11")
@pytest.mark.parametrize(("before", "loss", "after", "example"), ALLOCATIONS)
def test_what_the_rulebook_paid_is_among_the_ways(before: str, loss: int, after: str, example: str) -> None:
    ways = {way.left: way for way in rv.ways_to_pay_loss(rv.force(before), loss)}
    assert ways[rv.force(after)].overshoot == 0


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
    for value, ways in by.items():
        keys = {
            "csp": [-way.csp_left for way in ways],
            "rebuild": [way.rebuild_cost for way in ways],
            "cavalry": [(not way.superior, -way.cavalry_left) for way in ways],
        }[value]
        assert keys == sorted(keys)
    assert by["cavalry"][0].superior
    assert not by["cavalry"][-1].superior
    assert rv.ways_to_pay_loss(army, 2, enemy_cavalry=2, limit=2) == by["csp"][:2]
    assert any("judged" in entry for entry in by["csp"][0].basis)


def test_the_cheapest_way_is_the_first() -> None:
    army = rv.force("2 LGN, HI, 2 rAUX, HC, CAV")
    for by in ("csp", "rebuild", "cavalry"):
        for loss in range(army.csp + 1):
            assert (
                rv.force_after_cheapest_loss(army, loss, by)
                == rv.ways_to_pay_loss(army, loss, by, limit=1)[0].left
                == rv.ways_to_pay_loss(army, loss, by)[0].left
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
    before = names_of(army)

    def dearness(left: tuple[str, ...]) -> tuple[object, ...]:
        lost, revenue = twin.csp(before) - twin.csp(left), twin.restoring(before, left)
        horse = -twin.cavalry(left)
        first = {"csp": (lost, revenue, horse), "rebuild": (revenue, lost, horse), "cavalry": (horse, lost, revenue)}
        faces = tuple((left.count("r" + unit), -left.count(unit)) for unit in twin.ORDER)
        return (*first[by], -len(left), faces)

    found = [names_of(way.left) for way in rv.ways_to_pay_loss(army, loss, by)]
    assert found == sorted(set(twin.payments(before, loss)), key=dearness)
