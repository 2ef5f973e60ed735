"""Questions that would fill the machine are refused at once, with what they would cost and what would fit."""

from collections.abc import Callable
from fractions import Fraction

import pytest

import gamekit
from gamekit import aquileia as aq
from gamekit import caesar
from gamekit import julius_caesar as jc
from gamekit import roma_victrix as rv
from gamekit.aquileia import Purse


def test_what_the_game_does_not_have_is_refused_at_the_door() -> None:
    with pytest.raises(ValueError, match="at most 63 blocks: the game has no more"):
        jc.Battle(jc.army("32 C3/IV"), jc.army("32 C3/IV"))


def test_too_many_ways_to_pay_are_counted_not_listed() -> None:
    force = rv.force("8 HI, 8 AUX, 8 CAV, 8 LGN", roman=True)
    pytest.raises(ValueError, lambda: rv.ways_to_pay_loss(force, force.csp // 2)).match("142,583 ways")


LEGIONS = rv.force("1000 LGN", leader=1)
ARENA = aq.Contest([aq.Entrant(name, 3, tie) for tie, name in enumerate("ABCDE", 1)])
CARDS = {name: ["slave 1"] * 20 + ["slave 2"] * 20 for name in "ABCDE"}
DECK = (*range(1, 10), "F")


@pytest.mark.parametrize(("ask", "message"), [
    (lambda: rv.force_after_cheapest_loss(rv.force("9999 LGN"), 9_000),
     "would be compared, more than the limit of 20,000,000"),
    (lambda: rv.chance("fleet capture", 1, times=20_000), "from 0 to 10,000"),
    (lambda: gamekit.outlook(caesar, games=10**7), "from 1 to 1,000,000"),
    (lambda: aq.best_play(ARENA, CARDS), "1,073,741,824 strengths together; up to 250,000"),
    (lambda: caesar.duel([(1, 1)] * 7, DECK, DECK, Fraction), "182,630 matrix games"),
    (lambda: caesar.solve(caesar.initial_state(), max_positions=10**9), "from 0 to 2,000,000"),
])  # fmt: skip
def test_what_would_go_on_for_ever_is_refused(ask: Callable[[], object], message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        ask()
    assert len(str(caught.value)) < 400


@pytest.mark.long
def test_what_is_large_but_can_be_done_is_answered() -> None:
    assert rv.force_after_cheapest_loss(LEGIONS, 18).csp == LEGIONS.csp - 18
    assert rv.chance("fleet capture", 1, times=2_000).p(lambda captured: captured == 2_000) == Fraction(1, 6**2_000)
    assert rv.sea_attrition(rv.force("300 FLEET, 300 HI")).mean(lambda left: left.csp) == 300 * Fraction(5 * 2 + 1, 6)
    assert len(aq.payments(aq.BuildingCost(slaves=300), Purse(), ["slave 1"] * 300 + ["slave 2"] * 300)) == 151
    assert repr(gamekit.Dist({1: 10**5_000, 2: 1})) == "<Dist of 2 outcomes>"  # longer than a number that Python writes
