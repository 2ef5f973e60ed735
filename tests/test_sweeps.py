"""A sweep asks one question of every combination, the last axis running fastest."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import product

import pytest

from gamekit.dist import Dist
from gamekit.sweeps import sweep


@dataclass(frozen=True, slots=True)
class Answer:
    low: int
    high: int
    basis: tuple[str, ...] = ("7.2",)


def test_rows_come_in_the_order_of_the_axes() -> None:
    frame = sweep(lambda b, a, c: (a, b, c), a=("x", "y"), b=range(3), c=[True])
    assert frame.columns.tolist() == ["a", "b", "c", "answer"]
    assert frame["answer"].tolist() == list(product("xy", range(3), [True]))
    assert frame.index.tolist() == list(range(6))


def test_axes_may_be_generators() -> None:
    assert sweep(lambda a, b: a * b, a=(n for n in (2, 3)), b=iter((5, 7)))["answer"].tolist() == [10, 14, 15, 21]


def test_mappings_and_dataclasses_become_columns_and_exact_answers_stay_exact() -> None:
    frame = sweep(lambda n: {"p": Fraction(1, n), "n^2": n * n}, n=(2, 3))
    assert frame.columns.tolist() == ["n", "p", "n^2"]
    assert frame["p"].tolist() == [Fraction(1, 2), Fraction(1, 3)]
    frame = sweep(lambda n: Answer(n, 2 * n), n=(1, 2))
    assert frame.columns.tolist() == ["n", "low", "high"]
    assert frame.attrs["basis"] == ("7.2",)


def test_a_dist_is_one_answer_and_its_basis_is_joined() -> None:
    frame = sweep(lambda n: Dist({n: 1}, basis=("7.2", f"7.{n}")), n=(3, 4))
    assert frame["answer"].tolist() == [Dist({3: 1}), Dist({4: 1})]
    assert frame.attrs["basis"] == ("7.2", "7.3", "7.4")


def test_an_axis_may_have_any_name() -> None:
    assert sweep(lambda question: question, question=(1, 2))["answer"].tolist() == [1, 2]


def test_an_axis_without_values_gives_no_rows() -> None:
    frame = sweep(lambda a, b: a, a=(1, 2), b=())
    assert frame.empty
    assert frame.columns.tolist() == ["a", "b"]
    assert frame.attrs["basis"] == ()


def test_a_question_that_fails_names_its_combination() -> None:
    def question(a: int, b: int) -> float:
        if b == 0:
            raise ValueError("nothing to divide by")
        return a / b

    with pytest.raises(ValueError, match=r"nothing to divide by \(asked with a=2, b=0\)"):
        sweep(question, a=(2,), b=(1, 0))


@pytest.mark.parametrize("axis", ["attacker", 3, None])
def test_a_single_value_is_no_axis(axis: object) -> None:
    with pytest.raises(TypeError, match="write side="):
        sweep(lambda side: side, side=axis)  # type: ignore[arg-type]


def test_an_answer_may_not_hide_an_axis() -> None:
    with pytest.raises(ValueError, match="column 'a', which is also an axis"):
        sweep(lambda a: {"a": 1}, a=(1,))
