"""The percentage table (3.72)."""

import pytest

from gamekit import roma_victrix as rv
from gamekit.roma_victrix.tables import LOSSES_SOURCE, PRINTED
from tests.roma_victrix import twin

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
