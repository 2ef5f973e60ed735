"""A sweep asks one question of every combination, the last axis running fastest."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from pathlib import Path
from typing import Any

import pandas as pd
import pytest

from gamekit.analysis.sweep import sweep
from gamekit.probability.distribution import Dist


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
    pytest.raises(TypeError, lambda: sweep(lambda side: side, side=axis)).match("write side=")  # type: ignore[arg-type]


def test_an_answer_may_not_hide_an_axis() -> None:
    pytest.raises(ValueError, lambda: sweep(lambda a: {"a": 1}, a=(1,))).match("column 'a', which is also an axis")


# Many rows: where they are asked for, what happens when something goes wrong, and what stays on the disk
@dataclass(frozen=True)
class Both:
    share: Fraction
    half: float
    basis: tuple[str, ...] = ("both",)


def both(n: int, m: int = 1) -> Both:
    return Both(Fraction(n, m), n * m / 2)


def rows_of(frame: pd.DataFrame) -> list[tuple[Any, ...]]:
    return list(frame.itertuples(index=False, name=None))


AXES = {"n": range(40), "m": (1, 3, 7)}
RIGHT = [(n, m, Fraction(n, m), n * m / 2) for n in AXES["n"] for m in AXES["m"]]


@pytest.mark.long
def test_the_same_rows_on_two_processes() -> None:
    frame = sweep(lambda n, m: both(n, m), jobs=2, **AXES)
    assert (rows_of(frame), frame.attrs) == (RIGHT, {"basis": ("both",), "missing": 0})


def test_battles_are_answered_many_at_once_and_exactly() -> None:
    from gamekit import julius_caesar as jc

    frame = sweep(lambda a, b: jc.Battle(jc.army(f"{a} C3/II"), jc.army(f"{b} C3/II")), a=(1, 2), b=(1, 2, 3))
    for a, b, *found in frame.itertuples(index=False, name=None):
        assert tuple(found) == tuple(jc.Battle(jc.army(f"{a} C3/II"), jc.army(f"{b} C3/II")).chances())
    rounded = sweep(
        lambda a, b: jc.Battle(jc.army(f"{a} C3/II"), jc.army(f"{b} C3/II")), numbers=float, a=(1, 2), b=(1,)
    )
    assert all(isinstance(p, float) for p in rounded["attacker_wins"].tolist())
    assert "7.2" in frame.attrs["basis"]


def test_an_interrupt_keeps_what_is_done() -> None:
    def question(n: int) -> int:
        if n == 70:
            raise KeyboardInterrupt
        return n * n

    with pytest.warns(UserWarning, match=r"interrupted: 70 of 100 rows are done"):
        frame = sweep(question, n=range(100))
    assert frame["answer"].tolist() == [n * n for n in range(70)]
    assert frame.attrs["missing"] == 30


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two worker processes; joblib sends its work there while this is used."""
    distributed = pytest.importorskip("distributed")
    import joblib

    here = distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with here, distributed.Client(here):
        yield lambda: joblib.parallel_config(backend="dask")


@pytest.mark.soak
def test_a_cluster_gives_the_same_rows_though_a_worker_is_killed(cluster: Any, tmp_path: Path) -> None:
    marker = tmp_path / "killed"

    def question(n: int, m: int) -> Any:
        import os
        from pathlib import Path

        if n == 7 and m == 3 and not Path(marker).exists():
            Path(marker).touch()
            os._exit(9)
        return {"share": Fraction(n, m), "half": n * m / 2}

    with cluster():
        frame = sweep(question, **AXES)
        with_basis = sweep(both, n=range(4), m=(1, 2))
    assert marker.exists()
    assert rows_of(frame) == RIGHT
    assert with_basis.attrs["basis"] == ("both",)
