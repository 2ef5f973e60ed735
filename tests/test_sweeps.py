"""A sweep asks one question of every combination, the last axis running fastest."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pandas as pd
import pytest
from pyarrow import parquet
from tqdm.std import tqdm

from gamekit.dist import Dist
from gamekit.progress import heard
from gamekit.sweeps import sweep
from gamekit.sweeps_kept import KEPT, said, version


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


# Many rows: where they are asked for, what happens when something goes wrong, and what stays on the disk


@dataclass(frozen=True)
class Both:
    share: Fraction
    half: float
    basis: tuple[str, ...] = ("both",)


def both(n: int, m: int = 1) -> Both:
    return Both(Fraction(n, m), n * m / 2)


def choosy(n: int, m: int = 1) -> Both:
    if n == 3:
        raise ValueError("3 is not asked about")
    if n == 5:
        raise ZeroDivisionError("5 divides by nothing")
    return both(n, m)


def rows_of(frame: pd.DataFrame) -> list[tuple[Any, ...]]:
    return list(frame.itertuples(index=False, name=None))


AXES = {"n": range(40), "m": (1, 3, 7)}
RIGHT = [(n, m, Fraction(n, m), n * m / 2) for n in AXES["n"] for m in AXES["m"]]


@pytest.mark.long
def test_the_same_rows_on_two_processes() -> None:
    frame = sweep(lambda n, m: both(n, m), jobs=2, **AXES)
    assert rows_of(frame) == RIGHT
    assert frame.attrs == {"basis": ("both",), "missing": 0}


def test_what_goes_wrong_is_kept_and_the_rest_goes_on() -> None:
    frame = sweep(choosy, on_error="keep", n=range(8))
    assert [said if isinstance(said, str) else None for said in frame["error"]] == [
        None, None, None, "3 is not asked about", None, "ZeroDivisionError: 5 divides by nothing", None, None,
    ]  # fmt: skip
    assert frame["half"].tolist()[4] == 2
    assert frame["half"].isna().tolist() == [False, False, False, True, False, True, False, False]
    with pytest.raises(ZeroDivisionError):
        sweep(choosy, n=(4, 5))
    from gamekit import julius_caesar as jc

    kinds = ("C3/III", "nobody", "A2/II")
    frame = sweep(lambda kind: jc.Battle(jc.army(kind), jc.army("C3/III")), on_error="keep", kind=kinds)
    right = jc.Battle(jc.army("A2/II"), jc.army("C3/III")).chances()
    assert frame["attacker_wins"].tolist()[2] == right.attacker_wins
    assert "nobody" in frame["error"].tolist()[1]


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


def test_a_file_holds_the_rows_that_would_come_back(tmp_path: Path) -> None:
    axes = {"n": range(1500), "m": (1, 2)}
    whole = sweep(both, **axes)
    for name in ("rows.csv", "rows.parquet"):
        frame = sweep(both, to=tmp_path / name, **axes)
        read = pd.read_csv(tmp_path / name) if name.endswith("csv") else pd.read_parquet(tmp_path / name)
        assert read.columns.tolist() == whole.columns.tolist()
        assert [Fraction(p) for p in read["share"]] == whole["share"].tolist()
        assert read["half"].tolist() == whole["half"].tolist()
        assert rows_of(frame) == rows_of(whole)[: len(frame)]
        assert (frame.attrs["rows"], frame.attrs["to"]) == (3000, str(tmp_path / name))
        with pytest.raises(ValueError, match="is there already"):
            sweep(both, to=tmp_path / name, **axes)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["rows.csv", "rows.parquet"]
    assert json.loads(parquet.read_metadata(tmp_path / "rows.parquet").metadata[b"basis"]) == ["both"]


def test_a_sweep_that_fails_leaves_no_file(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="3 is not asked about"):
        sweep(choosy, to=tmp_path / "rows.csv", n=range(9))
    with pytest.raises(ValueError, match=r"ends in \.csv or \.parquet"):
        sweep(both, to=tmp_path / "rows.xls", n=range(9))
    with pytest.raises(ValueError, match=r"there is no folder .*nowhere for rows\.csv"):
        sweep(both, to=tmp_path / "nowhere" / "rows.csv", n=range(9))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("kind", ["csv", "parquet"])
def test_two_sweeps_into_one_file_never_mix(kind: str, tmp_path: Path) -> None:
    """The first that is done has the name; the other's rows stay in a file of their own."""
    target = tmp_path / f"rows.{kind}"

    def slower(n: int) -> int:
        if n == 1_500 and not target.exists():
            sweep(lambda n: -n, to=target, n=range(2_000))
        return n

    with pytest.raises(ValueError, match=r"has come to be there meanwhile; the rows are in .*\.part$"):
        sweep(slower, to=target, n=range(2_000))
    read = pd.read_csv if kind == "csv" else pd.read_parquet
    (part,) = set(tmp_path.iterdir()) - {target}
    assert part.match(f"rows.{kind}.*.part")
    assert read(target)["answer"].tolist() == [-n for n in range(2_000)]
    assert read(part)["answer"].tolist() == list(range(2_000))


def test_an_interrupt_leaves_the_rows_done_under_another_name(tmp_path: Path) -> None:
    def question(n: int) -> int:
        if n == 1_700:
            raise KeyboardInterrupt
        return n

    with pytest.warns(UserWarning, match="interrupted"):
        frame = sweep(question, to=tmp_path / "rows.parquet", n=range(3_000))
    (part,) = tmp_path.iterdir()
    assert (frame.attrs["to"], part.suffix) == (str(part), ".part")
    assert pd.read_parquet(part)["answer"].tolist() == list(range(frame.attrs["rows"]))


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.parametrize("kind", ["csv", "parquet"])
@pytest.mark.long
def test_a_killed_sweep_leaves_no_half_file(kind: str, tmp_path: Path) -> None:
    """What it had written stays under another name, and the same sweep can be made again."""
    to = tmp_path / f"rows.{kind}"
    code = (
        "import itertools, os, signal\nfrom gamekit import sweep\ndone = itertools.count()\n"
        "def stops(n):\n    next(done) < 5000 or os.kill(os.getpid(), signal.SIGKILL)\n    return n\n"
        f"sweep(stops, n=range(9000), to={str(to)!r})"
    )
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=60, check=False)
    assert ended.returncode == -signal.SIGKILL
    assert not to.exists()
    assert [each.suffix for each in tmp_path.iterdir()] == [".part"]
    sweep(lambda n: n, n=range(9000), to=to)
    assert len(pd.read_csv(to) if kind == "csv" else pd.read_parquet(to)) == 9000


@pytest.mark.long
def test_a_sweep_goes_on_where_it_stopped(tmp_path: Path) -> None:
    asked, stop, kept = str(tmp_path / "asked"), str(tmp_path / "stop"), tmp_path / "kept"

    def question(n: int) -> dict[str, Any]:
        with open(asked, "a") as file:
            file.write(f"{n}\n")
        with open(stop) as file:
            if n == int(file.read()):
                raise KeyboardInterrupt
        return {"share": Fraction(n, 3), "text": f"<{n}>", "root": n**0.5, "even": n % 2 == 0, "none": None}

    Path(stop).write_text("50")
    with pytest.warns(UserWarning, match="50 of 100"):
        sweep(question, resume=kept, n=range(100))
    (lines,) = kept.iterdir()
    with lines.open("a") as file:
        file.write('{"columns": {"share": [{"fraction": "1/')  # killed while it was written
    Path(stop).write_text("-1")
    Path(asked).unlink()
    frame = sweep(question, resume=kept, n=range(100))
    assert [int(line) for line in Path(asked).read_text().split()] == list(range(50, 100))
    right = sweep(question, n=range(100))
    assert frame.equals(right)
    Path(asked).unlink()
    assert sweep(question, resume=kept, n=range(100)).equals(right)
    assert not Path(asked).exists()
    sweep(question, resume=kept, n=range(99))
    assert len(Path(asked).read_text().split()) == 99  # another axis is another sweep


def test_what_two_have_written_at_once_is_not_believed(tmp_path: Path) -> None:
    right = sweep(both, resume=tmp_path, n=range(5))
    (lines,) = tmp_path.iterdir()
    first, second, *rest = lines.read_text().splitlines(keepends=True)
    lines.write_text("".join((first, first, second, *rest)))
    assert sweep(both, resume=tmp_path, n=range(5)).equals(right)
    assert lines.read_text().splitlines(keepends=True) == [first, second, *rest]


@pytest.mark.long
def test_the_last_sweeps_are_kept_in_a_folder_of_the_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("platformdirs.user_cache_path", lambda name: tmp_path / name)
    for first in range(KEPT + 5):
        sweep(both, resume=True, n=(first, first + 1))
    assert len(list((tmp_path / "gamekit" / "sweeps").iterdir())) == KEPT


FACTOR = 2


def helper(n: int) -> int:
    return n * FACTOR


def test_a_question_is_another_one_when_anything_it_hangs_on_is(monkeypatch: pytest.MonkeyPatch) -> None:
    here = 3
    questions: list[Callable[..., Any]] = [
        lambda n: n + 1,
        lambda n: n + 2,
        lambda n, m=2: n + m,
        lambda n, m=3: n + m,
        lambda n: helper(n) + here,
        partial(pow, 2),
        partial(pow, 3),
        [1, 2].__getitem__,
        [1, 3].__getitem__,
        lambda n: [each for each in range(n) if each > 1],
        lambda n: [each for each in range(n) if each > 2],
    ]
    texts = [said(question) for question in questions]
    assert len(set(texts)) == len(questions)
    assert texts == [said(question) for question in questions]
    here = 4
    assert said(questions[4]) != texts[4]
    here = 3
    monkeypatch.setitem(globals(), "FACTOR", 5)
    assert said(questions[4]) != texts[4]
    random = Random(1)
    with pytest.raises(ValueError, match=r"resume must know all that the question hangs on, not <random\.Random"):
        said(lambda n: random.random())


def test_what_is_kept_hangs_on_the_data_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    before = version()
    (tmp_path / "own.csv").write_text("a,b\n1,2\n")
    monkeypatch.setenv("GAMEKIT_DATA", str(tmp_path))
    assert version() != before
    monkeypatch.delenv("GAMEKIT_DATA")
    assert version() == before


def test_only_numbers_and_texts_are_kept(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="resume keeps numbers and texts, not Dist"):
        sweep(lambda n: Dist({n: 1}), resume=tmp_path, n=(1,))


@pytest.mark.parametrize(
    ("option", "match"),
    [
        ({"jobs": 0}, "jobs is 0"),
        ({"jobs": (1, 2)}, "another one"),
        ({"resume": 3}, "resume is 3"),
        ({"on_error": "skip"}, "on_error is 'skip'"),
        ({"numbers": (1, 2)}, r"numbers is \(1, 2\)"),
    ],
)
def test_an_option_that_is_none_is_said(option: dict[str, Any], match: str) -> None:
    with pytest.raises(ValueError, match=match):
        sweep(lambda n: n, n=(1,), **option)


def test_progress_is_told_and_shown(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tqdm.auto.tqdm", tqdm)  # a terminal's bar, even where a test before has played a notebook
    shares: list[float] = []
    with heard(shares.append):
        sweep(lambda n: n, progress=True, n=range(10))
    assert shares == [(n + 1) / 10 for n in range(10)]
    assert "10/10" in capsys.readouterr().err


INTERRUPTED = """
import os, signal, sys, threading, time, warnings
from pathlib import Path
from gamekit import sweep

kept, marker = sys.argv[1:]
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell has its background ignore it

def question(n):
    if n == 150:
        open(marker, "w").close()
        time.sleep(600)
    return n * n

def pieces():
    return sum(len(path.read_text().splitlines()) for path in Path(kept).glob("*"))

def interrupt():
    while not (Path(marker).exists() and pieces() > 20):
        time.sleep(0.02)
    os.kill(os.getpid(), signal.SIGINT)

threading.Thread(target=interrupt, daemon=True).start()
with warnings.catch_warnings(record=True) as said:
    warnings.simplefilter("always")
    rows = sweep(question, jobs=-1, resume=kept, n=range(200))
right, told = (rows["answer"] == rows["n"] ** 2).all(), "interrupted" in str(said[-1].message)
print(len(rows), rows.attrs["missing"], right, told)
sys.stdout.flush()
os._exit(0)
"""


@pytest.mark.skipif(os.name == "nt", reason="signals")
@pytest.mark.long
def test_an_interrupt_on_all_cores_keeps_what_is_done_and_the_rest_is_taken_up(tmp_path: Path) -> None:
    kept, marker = tmp_path / "kept", tmp_path / "marker"
    command = [sys.executable, "-c", INTERRUPTED, str(kept), str(marker)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, start_new_session=True) as process:
        said, _ = process.communicate(timeout=120)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)  # the worker that still sleeps
    rows, missing, right, warned = said.split()
    assert 60 <= int(rows) <= 150
    assert int(rows) + int(missing) == 200
    assert (right, warned) == ("True", "True")
    (lines,) = kept.iterdir()
    assert 3 * len(lines.read_text().splitlines()) == int(rows)


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two worker processes; joblib sends its work there while this is used."""
    distributed = pytest.importorskip("distributed")
    import joblib

    here = distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None)
    with here, distributed.Client(here):
        yield lambda: joblib.parallel_config(backend="dask")


@pytest.mark.long
def test_a_sweep_goes_on_on_a_cluster_where_it_stopped_here(cluster: Any, tmp_path: Path) -> None:
    asked, stop = tmp_path / "asked", tmp_path / "stop"
    stop.touch()
    names = str(asked), str(stop)

    def question(n: int, m: int) -> dict[str, Any]:
        from pathlib import Path

        with open(names[0], "a") as file:
            file.write(f"{n} {m}\n")
        if n == 20 and Path(names[1]).exists():
            raise KeyboardInterrupt
        return {"share": Fraction(n, m), "half": n * m / 2}

    with pytest.warns(UserWarning, match="60 of 120"):
        sweep(question, resume=tmp_path / "kept", **AXES)
    stop.unlink()
    asked.unlink()
    with cluster():
        assert rows_of(sweep(question, resume=tmp_path / "kept", **AXES)) == RIGHT
        assert len(asked.read_text().splitlines()) >= 60
        assert "19 7" not in asked.read_text().splitlines()
        asked.unlink()
        assert rows_of(sweep(question, resume=tmp_path / "kept", **AXES)) == RIGHT
        assert not asked.exists()


@pytest.mark.long
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
