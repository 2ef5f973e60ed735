"""Coin laws, the harbour, payments and exchanges, each beside a stupid enumeration."""

from fractions import Fraction
from itertools import combinations, product
from random import Random

import pytest

from gamekit import aquileia as aq
from gamekit.text.translation import note

FACES = ("bronze", "bronze", "silver", "silver", "gold", "gold")


@pytest.mark.clause("aquileia", "1.2", "3.1")
def test_dolus_is_six_unordered_outcomes() -> None:
    law = aq.dolus_coins()
    assert (len(law), law.total_weight) == (6, 9)
    assert sorted(law.values()) == [1, 1, 1, 2, 2, 2]
    for purse in law:
        thrown = sum(1 for pair in product(FACES, repeat=2) if aq.Purse.of(*pair) == purse)
        assert law.p(lambda got, purse=purse: got == purse) == Fraction(thrown, 36)
    assert law.mean(lambda got: got.gold) == Fraction(2, 3)


@pytest.mark.clause("aquileia", "8.1")
@pytest.mark.parametrize("count", [0, 1, 2, 3])
def test_the_thief_against_every_face(count: int) -> None:
    for lying in combinations(aq.COINS, count):
        law = aq.latro_coins(set(lying))
        stolen = [
            aq.Purse(**{kind: 1 for kind in aq.COINS if kind in pair and kind in lying})
            for pair in product(FACES, repeat=2)
        ]
        assert {purse: Fraction(weight, law.total_weight) for purse, weight in law.items()} == {
            purse: Fraction(stolen.count(purse), 36) for purse in set(stolen)
        }
    assert aq.latro_coins({"bronze", "gold"}).p(lambda purse: purse == aq.Purse(bronze=1, gold=1)) == Fraction(2, 9)


@pytest.mark.clause("aquileia", "8.2", "8.E")
def test_what_a_harbour_field_yields() -> None:
    kiko = aq.harbour_yield("bronze", ["bank 4", "workshop 7"], aq.Purse(bronze=2))
    assert (kiko.points, kiko.coins) == (4, aq.Purse(silver=1, gold=1))
    assert (kiko.coin_stays, kiko.activates) == (Fraction(4, 9), 1)
    assert {end: Fraction(weight, kiko.distribution.total_weight) for end, weight in kiko.distribution.items()} == {
        (4, aq.Purse(2, 1, 1)): Fraction(4, 9),
        (4, aq.Purse(1, 1, 1)): Fraction(5, 9),
    }
    giorgio = aq.harbour_yield("gold", ["bank 4"])
    assert (giorgio.coin_stays, giorgio.activates) == (Fraction(4, 9), Fraction(4, 9))
    safe = aq.harbour_yield("gold", ["bank 4"], thief=False)
    assert (safe.coin_stays, safe.activates) == (1, 1)
    assert aq.harbour_yield("bronze", ["bank 4"], aq.Purse(bronze=2), pay_again=False).activates == Fraction(4, 9)
    own = aq.harbour_yield("bronze", [], own_thief=True)
    assert own.activates == 1
    assert set(own.distribution) == {(0, aq.Purse())}  # the stolen coin pays again
    assert any("harbour" in entry for entry in own.basis)
    judged = note("aquileia.basis.buildings")  # of a villa all figures are printed, of a bank not
    assert [judged in aq.harbour_yield("gold", own).basis for own in ([], ["blue 10"], ["blue 10", "bank 4"])] == [
        0,
        0,
        1,
    ]


@pytest.mark.clause("aquileia", "1.3", "7.2", "7.E")
def test_the_example_villa_is_overpaid_by_one_slave() -> None:
    ways = aq.payments("blue 10", aq.Purse(2, 2, 1), ["slave 2", "slave 2"])
    assert ways == ((aq.Purse(2, 2, 1), ("slave 2", "slave 2"), 1),)
    assert (ways[0].overpaid, ways.reason) == (1, "")
    assert "7.2" in ways.basis


@pytest.mark.clause("aquileia", "7.2")
def test_payments_against_every_subset_of_the_hand() -> None:
    random = Random(3)
    impossible = 0
    for _ in range(300):
        cost = aq.BuildingCost(*(random.randint(0, 2) for _ in range(3)), slaves=random.randint(0, 5))
        purse = aq.Purse(*(random.randint(0, 3) for _ in range(3)))
        hand = [random.choice(("slave 1", "slave 2")) for _ in range(random.randint(0, 5))]
        worth = aq.PointWorth(slave_strength=random.randint(1, 3))
        subsets = {tuple(sorted(some)) for size in range(len(hand) + 1) for some in combinations(hand, size)}
        strength = {some: sum(int(card[-1]) for card in some) for some in subsets}
        enough = {some for some in subsets if strength[some] >= cost.slaves}
        lean = {s for s in enough if not s or not any(less in enough for less in combinations(s, len(s) - 1))}
        payable = purse.bronze >= cost.bronze and purse.silver >= cost.silver and purse.gold >= cost.gold
        ways = aq.payments(cost, purse, hand, worth)
        assert {way.slaves for way in ways} == (lean if payable else set())
        assert all(way.coins == cost.coin_cost for way in ways)
        assert all(way.overpaid == strength[way.slaves] - cost.slaves for way in ways)
        prices = [strength[way.slaves] for way in ways]
        assert (prices, bool(ways.reason)) == (sorted(prices), not ways)
        impossible += not ways
    assert 50 < impossible < 250


@pytest.mark.parametrize(("purse", "hand", "reason"), [
    (aq.Purse(2, 2, 0), ["slave 2", "slave 1"], "1 gold missing"),
    (aq.Purse(2, 2, 1), ["slave 1"], "2 slaves missing"),
    (aq.Purse(9, 0, 9), [], "2 silver and 3 slaves missing"),
])  # fmt: skip
def test_the_reason_says_what_is_missing(purse: aq.Purse, hand: list[str], reason: str) -> None:
    ways = aq.payments(aq.BUILDINGS["blue 10"], purse, hand)
    assert (ways, ways.reason) == ((), reason)


def test_unknown_buildings_and_cards_are_refused() -> None:
    pytest.raises(ValueError, lambda: aq.payments("blue 11", aq.Purse())).match("did you mean blue 10")
    with pytest.raises(ValueError, match="no slave card 'weapon 1'"):
        aq.payments("blue 10", aq.Purse(), ["weapon 1"])


@pytest.mark.clause("aquileia", "3.2")
def test_exchanges_are_those_the_purse_can_give() -> None:
    ways = aq.exchange_options(aq.Purse(bronze=1, silver=2))
    assert {way.purse for way in ways} == {aq.Purse(0, 3, 0), aq.Purse(0, 2, 1), aq.Purse(2, 1, 0), aq.Purse(1, 1, 1)}
    assert aq.exchange_options(aq.Purse()) == ()
    assert any("judged" in entry for entry in ways.basis)
