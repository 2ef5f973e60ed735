"""Questions that would fill the machine are refused at once, with what they would cost and what would fit."""

from __future__ import annotations

import re
from time import process_time

import pytest

from gamekit import julius_caesar as jc
from gamekit import roma_victrix as rv
from gamekit.julius_caesar.odds import battle

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
