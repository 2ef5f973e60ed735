"""Questions that would fill the machine are refused at once, with what they would cost and what would fit."""

from __future__ import annotations

import re
from collections.abc import Callable
from fractions import Fraction
from itertools import count
from math import comb
from time import process_time

import pytest

import gamekit
from gamekit import aquileia as aq
from gamekit import caesar
from gamekit import julius_caesar as jc
from gamekit import roma_victrix as rv
from gamekit.aquileia import Bidder, Purse
from gamekit.julius_caesar.odds import battle
from gamekit.roma_victrix.odds.losses import MOST_WORK, cheapest_of_all, work_of_all
from gamekit.roma_victrix.odds.rolls import binomial

CROWD = "99 C3/IV, 99 C3/IV"


@pytest.mark.parametrize("numbers", [int, float])
def test_a_battle_that_would_fill_the_machine_is_refused_at_once(numbers: type) -> None:
    crowds = jc.Battle(jc.army(CROWD), jc.army(CROWD))
    begun = process_time()
    for ask in (crowds.chances, crowds.odds, crowds.by_round):
        with pytest.raises(ValueError, match=r"would take about \d+\.\d GB, and 1 GB is the bound; up to about \d+ "):
            ask(numbers)
    assert process_time() - begun < 2


@pytest.mark.long
def test_what_the_refusal_says_would_fit_fits() -> None:
    with pytest.raises(ValueError, match="up to about 85 blocks"):
        jc.Battle(jc.army(CROWD), jc.army(CROWD)).chances(float)
    eighty = jc.army("80 C3/IV")
    assert 0 < jc.Battle(eighty, jc.army("20 C3/IV")).chances(float).attacker_wins <= 1
    thirty = jc.army("30 C3/II")
    assert 0 < jc.Battle(thirty, thirty).chances().attacker_wins < 1


@pytest.mark.parametrize("exact", [True, False])
def test_no_more_than_the_refusal_says_would_fit(exact: bool) -> None:
    def check(blocks: int) -> None:
        army = jc.army(", ".join(["99 C3/IV"] * 4))[:blocks]
        battle._check_least_cost(jc.Battle(army, army), exact)

    with pytest.raises(ValueError, match=r"up to about \d+ blocks") as caught:
        check(396)
    fits = int(re.search(r"about (\d+) blocks", str(caught.value))[1])  # type: ignore[index]
    check(fits - 1)
    with pytest.raises(ValueError, match="blocks"):
        check(fits * 11 // 10)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("C3/IV, " * 300 + "C3/IV", "at most 2,000 letters"),
        ("99 C3/IV, " * 5 + "C3/IV", "at most 400 blocks"),
        ("9" * 1_500 + " C3/IV", "C3/IV"),
        ("x" * 1_900, "xxx"),
        ("9" * 5_000, "at most 2,000 letters"),
    ],
)
def test_long_texts_of_armies_are_refused_shortly(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        jc.army(text, "Caesar")
    assert len(str(caught.value)) < 500


@pytest.mark.parametrize("text", ["99999999999999999999 HI", "9" * 5_000 + " HI", "1000000 HI", "x" * 100_000])
def test_counters_beyond_counting_are_refused_shortly(text: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        rv.force(text)
    assert len(str(caught.value)) < 500


def test_too_many_ways_to_pay_are_counted_not_listed() -> None:
    force = rv.force("8 HI, 8 AUX, 8 CAV, 8 LGN", roman=True)
    begun = process_time()
    with pytest.raises(ValueError, match="142,583 ways"):
        rv.pay(force, force.csp // 2)
    assert process_time() - begun < 2


LEGIONS = rv.force("1000 LGN", leader=1)
FIGHT = rv.LandCombat(LEGIONS, LEGIONS)
COINS = Purse(10**7, 10**7, 10**7)
ARENA = aq.Contest([aq.Entrant(name, 3, tie) for tie, name in enumerate("ABCDE", 1)])
CARDS = {name: ["slave 1"] * 20 + ["slave 2"] * 20 for name in "ABCDE"}
DECK = (*range(1, 10), "F")
WON = gamekit.Dist({(True, 0): 1, (False, 0): 1})


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: rv.attrition_card(rv.force("50 LGN, 50 AUX, 50 HI, 50 CAV", leader=1)), "6,765,201 ways, more than"),
        (lambda: rv.sea_attrition(rv.force("999 FLEET, 99 HI, 99 AUX")), "ways, more than the 1,500,000"),
        (lambda: rv.cheapest(rv.force("9999 LGN"), 9_000), "would be compared, more than the 20,000,000"),
        (lambda: rv.pay(rv.force("5000 FLEET"), 5_000), "would be compared, more than the 20,000,000"),
        (lambda: rv.campaign([FIGHT]), "would be compared, more than the 20,000,000"),
        (lambda: rv.chance("fleet capture", 1, times=20_000), "from 0 to 10000"),
        (lambda: FIGHT.by_net(range(10**5)), "100,000 values, more than 10,000; beyond 14 nothing"),
        (lambda: FIGHT.by_net(count()), "nets has more than 1,000,000 values"),
        (lambda: rv.LandCombat(rv.force("3000 LGN, 3000 HI"), LEGIONS).how_many(), "would be compared, more than"),
        (lambda: gamekit.in_a_row([lambda left: WON] * 3_000, 0), "about 9,000,000 ends.*give fewer fights"),
        (lambda: gamekit.break_even(max, a=range(2_000), b=range(2_000)), "4,000,000 pairs, more than the 1,000,000"),
        (lambda: gamekit.sweep(max, a=range(10**4), b=range(10**4)), "a sweep writes more by to="),
        (lambda: gamekit.pool(count()).__next__(), "more than 12 things"),
        (lambda: gamekit.outlook(caesar, games=10**7), "from 1 to 1,000,000"),
        (lambda: gamekit.tournament(caesar, ("plain", "random"), 10**7), "from 1 to 1,000,000"),
        (lambda: aq.best_play(ARENA, CARDS, what_if=True), "1,073,741,824 strengths together; up to 20,000,000"),
        (lambda: caesar.duel([(1, 1)] * 7, DECK, DECK, Fraction), "182,630 matrix games"),
        (lambda: caesar.solve(caesar.initial_state(), limit=10**9), "from 0 to 2,000,000"),
        (lambda: rv.campaign([FIGHT], 10**9), "from 0 to 10000"),
        (lambda: aq.reach(Purse(), Purse(999, 999, 999)), "1,000,000,000 bids from here, too many to list"),
        (lambda: aq.standing(Purse(), Purse(99, 99, 98), {"Ada": COINS}), "too many to list; up to 500,000"),
        (lambda: aq.auction([Bidder("Ada", COINS), Bidder("Ben", COINS)]), "30,000,000 coins; up to 500,000"),
        (lambda: aq.payments("bank 4", Purse(9, 9, 9), ["slave 1"] * 1_001), "more than 1,000 slave cards"),
    ],
)
def test_what_would_go_on_for_ever_is_refused(ask: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        ask()
    assert len(str(caught.value)) < 400


def test_what_is_large_but_can_be_done_is_answered() -> None:
    assert rv.cheapest(LEGIONS, 18).csp == LEGIONS.csp - 18
    assert rv.chance("fleet capture", 1, times=10_000).p(lambda captured: captured == 10_000) == Fraction(1, 6**10_000)
    assert rv.sea_attrition(rv.force("300 FLEET, 300 HI")).mean(lambda left: left.csp) == 300 * Fraction(5 * 2 + 1, 6)
    assert len(aq.payments(aq.BuildingCost(slaves=300), Purse(), ["slave 1"] * 300 + ["slave 2"] * 300)) == 151
    assert repr(gamekit.Dist({1: 10**5_000, 2: 1})) == "<Dist of 2 outcomes>"  # longer than a number that Python writes


def test_so_many_dice_of_six_are_binomial() -> None:
    for number, faces in ((0, 1), (1, 5), (7, 2), (12, 5)):
        law = binomial(number, faces)
        assert dict(law) == {n: comb(number, n) * faces**n * (6 - faces) ** (number - n) for n in range(number + 1)}


def test_what_paying_every_loss_costs_is_counted_before_it_starts() -> None:
    assert work_of_all(rv.force("300 LGN")) < MOST_WORK < work_of_all(rv.force("400 LGN"))
    with pytest.raises(ValueError, match="would be compared"):
        cheapest_of_all(rv.force("400 LGN"))
    army = rv.force("5 LGN, 3 HI, rAUX")
    assert cheapest_of_all(army) == tuple(rv.cheapest(army, loss) for loss in range(army.csp + 1))
