"""Real rolls: the same for the same seed, each die its own, and near their law when there are many."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from gamekit.lessons.dice import MOST_ROLLS, DicePool
from gamekit.widgets.lessons import ThousandBoard
from gamekit.widgets.lessons.thousand import STEPS
from gamekit.widgets.page import Button, Viewport, controls, percent, to_text
from gamekit.widgets.scene import Text
from tests.widgets.board_driver import press, send

KINDS = [DicePool(1), DicePool(2), DicePool(3), DicePool(2, 3), DicePool(4, 2)]


@pytest.mark.parametrize("roll", KINDS)
def test_the_law_counts_every_throw_and_the_rolls_are_dice(roll: DicePool) -> None:
    def come(throw: tuple[int, ...]) -> int:
        return sum(face <= roll.firepower for face in throw) if roll.firepower else sum(throw)

    throws = [come(throw) for throw in product(range(1, 7), repeat=roll.dice)]
    for outcome in set(throws):
        assert roll.distribution.p(lambda o, of=outcome: o == of) == Fraction(throws.count(outcome), len(throws))
    dice = Random(7)
    by_hand = [come(tuple(dice.randint(1, 6) for _ in range(roll.dice))) for _ in range(50)]
    assert roll.roll_outcomes(7, 50) == tuple(by_hand)
    assert roll.roll_outcomes(7, 20) == roll.roll_outcomes(7, 50)[:20]
    assert roll.roll_outcomes(8, 50) != roll.roll_outcomes(7, 50)


@pytest.mark.parametrize("roll", KINDS)
def test_ten_thousand_rolls_are_within_four_standard_errors_of_the_law(roll: DicePool) -> None:
    counts = roll.outcome_counts(49, MOST_ROLLS)
    assert sum(counts.values()) == MOST_ROLLS
    for outcome, count in counts.items():
        chance = float(roll.distribution.p(lambda o, of=outcome: o == of))
        assert abs(count / MOST_ROLLS - chance) < 4 * (chance * (1 - chance) / MOST_ROLLS) ** 0.5
    gaps = [abs(Fraction(n, MOST_ROLLS) - roll.distribution.p(lambda o, of=of: o == of)) for of, n in counts.items()]
    assert roll.max_deviation(49, MOST_ROLLS) == max(gaps)


def test_where_no_motion_is_wanted_nothing_is_offered_that_runs_by_itself() -> None:
    board = ThousandBoard(2, seed=49, language="en")
    for reduced in (True, False):
        shown = list(controls(ThousandBoard.screen(board.table, Viewport(1216, reduced=reduced))))
        assert [one.do for one in shown if isinstance(one, Button) and one.do == ("run",)] == [("run",)] * (not reduced)
        assert {("rolls", n) for n in STEPS} <= {getattr(one, "do", None) for one in shown}


def test_the_furthest_share_is_rounded_and_said_to_be() -> None:
    board = ThousandBoard(2, seed=46, language="en")
    press(board, ("rolls", 1000))
    assert DicePool(2).max_deviation(46, 1000) > Fraction(16, 1000)
    assert board.summary_sentence == "1,000 rolls: the furthest share is about 1.6 points from its chance"


def test_the_board_shows_more_and_more_of_the_same_rolls() -> None:
    board = ThousandBoard(2, seed=49, language="en")
    press(board, ("run",))
    shown = []
    while board.table.running:
        shown.append(board.table.rolls)
        send(board, "more")
    assert (shown[0], shown, board.table.rolls) == (1, sorted(set(shown)), MOST_ROLLS)
    count = DicePool(2).outcome_counts(49, MOST_ROLLS)[7]
    assert f"7 16.7% {count:,} {percent(count / MOST_ROLLS)}" in to_text(board.page)
    press(board, ("rolls", 100))
    assert board.table.rolls == 100
    press(board, ("dice",), luck=5)
    assert (board.table.seed, board.table.rolls) == (5, 1)
    send(board, "roll", (4, 2))
    press(board, ("language",))
    assert "命中数" in to_text(board.page)
    assert min(text.size for text in board.scene.pieces if isinstance(text, Text)) >= 24


def test_a_roll_that_is_none_is_refused() -> None:
    pytest.raises(ValueError, lambda: DicePool(5)).match("dice is 5; it should be a whole number from 1 to 4")
    with pytest.raises(ValueError, match="rolls is 10001; it should be a whole number from 1 to 10,000"):
        DicePool(2).outcome_counts(1, 10_001)
