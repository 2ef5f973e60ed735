"""One question asked over a grid: what-if tables for charts and heat maps, of ten rows or of a million.

The rows are asked for in pieces, here, on all cores or on a cluster; what comes back of each piece is a small table,
so that nothing but the answers is ever held, and with ``to=`` not even these."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import closing, contextmanager
from fractions import Fraction
from itertools import islice, product
from math import prod
from pathlib import Path
from typing import TYPE_CHECKING, Any

from gamekit import progress as work
from gamekit.asking import MOST_HELD, ON_ERROR, Asking, Portion, ask_portion, values_of
from gamekit.sweeps_kept import MOST_ROWS, KeptSweep, Rows
from gamekit.words import percent

if TYPE_CHECKING:
    import pandas as pd

MOST_JOBS = 10_000  # processes
PIECES = 64  # at least, where there are as many rows


def sweep(
    question: Callable[..., Any],
    /,
    *,
    jobs: int | None = None,
    on_error: str = "raise",
    to: str | Path | None = None,
    resume: bool | str | Path = False,
    progress: bool = False,
    numbers: type = int,
    **axes: Iterable[Any],
) -> pd.DataFrame:
    """Ask ``question(axis=value, ...)`` for every combination; one row each, the last axis running fastest.

    The columns are the axes in the order given, then the answer: one column ``answer`` for a single value, one
    a key for a mapping, one a field for a dataclass; of things that have odds, such as battles, their chances, computed
    many at once, exactly unless ``numbers=float``. The ``basis`` of answers that have one is joined in
    ``attrs["basis"]``. An axis without values gives no rows; a ValueError of the question names its combination, or
    with ``on_error="keep"`` stands in the row's column ``error``.

    ``jobs=-1`` asks on all cores; in a ``joblib.parallel_config(backend="dask")`` the same call asks a cluster (extra
    "cluster"). ``progress=True`` shows how far it is. An interrupt keeps what is done, ``attrs["missing"]`` counts the
    rest. ``to="rows.csv"`` or ``.parquet`` writes the rows piece by piece, fractions as text, and returns the first
    thousand. ``resume=True`` keeps each piece on the disk, or in the folder named, so that the same sweep (question,
    axes, data files, version) goes on where it stopped.

    >>> sweep(lambda dice, sides: dice * (sides + 1) / 2, dice=(1, 2), sides=(6, 10))
       dice  sides  answer
    0     1      6     3.5
    1     1     10     5.5
    2     2      6     7.0
    3     2     10    11.0
    """
    _check(jobs, on_error, numbers, resume, to)
    values = list(values_of(axes).values())
    asking, count = Asking(question, tuple(axes), on_error, numbers), _count(values, to)
    size = max(1, min(MOST_ROWS, count // PIECES))
    kept = KeptSweep(resume, asking, values, size) if resume else None
    rows = Rows(tuple(axes), to)
    try:
        missing = _gather(rows, _pieces(asking, values, size, jobs, kept), count, progress)
    except BaseException:
        rows.drop()
        raise
    return rows.finished(missing)


def _count(values: list[tuple[Any, ...]], to: Any) -> int:
    """How many rows there will be; ValueError for more than are held where they are not written to a file."""
    count = prod(map(len, values))
    if to is None and count > MOST_HELD:
        raise ValueError(f"{count:,} rows are more than the {MOST_HELD:,} that are held; a sweep writes more by to=")
    return count


def _gather(rows: Rows, pieces: Generator[Portion, None, None], count: int, progress: bool) -> int:
    """Put the pieces into the rows; the number of rows that an interrupt has left out."""
    done = 0
    try:
        with _bar(count, progress) as tick, closing(pieces):
            for piece in pieces:
                rows.add(piece)
                done += len(next(iter(piece.columns.values()), ()))
                tick(done)
    except KeyboardInterrupt:
        warnings.warn(f"interrupted: {done:,} of {count:,} rows are done", stacklevel=3)
    return count - done


def _check(jobs: Any, on_error: Any, numbers: Any, resume: Any, to: Any) -> None:
    """ValueError for an option that is none; an axis cannot have an option's name."""
    renamed = "an axis of that name needs another one"
    if jobs is not None and (isinstance(jobs, bool) or not isinstance(jobs, int) or not 0 < abs(jobs) <= MOST_JOBS):
        raise ValueError(f"jobs is {jobs!r}; it should be how many processes, -1 for all cores ({renamed})")
    if on_error not in ON_ERROR:
        raise ValueError(f"on_error is {on_error!r}; it should be 'raise' or 'keep' ({renamed})")
    if to is not None and not isinstance(to, (str, Path)):
        raise ValueError(f"to is {to!r}; it should be the name of a file, such as 'rows.csv' ({renamed})")
    if not isinstance(resume, (bool, str, Path)):
        raise ValueError(f"resume is {resume!r}; it should be True, or a folder ({renamed})")
    if numbers not in (int, float, Fraction):
        raise ValueError(f"numbers is {numbers!r}; it should be int, for exact answers, or float ({renamed})")


def _pieces(
    asking: Asking, values: list[tuple[Any, ...]], size: int, jobs: int | None, kept: KeptSweep | None
) -> Generator[Portion, None, None]:
    """Every piece in order, those kept from before not asked again."""
    combinations = product(*values)
    cut = iter(lambda: list(islice(combinations, size)), [])
    if kept:
        for piece in kept.before():
            named = {name: list(column) for name, column in zip(asking.names, zip(*next(cut)))}
            yield Portion(named | piece.columns, piece.basis)
    for piece in _asked(asking, cut, jobs):
        if kept:
            kept.keep(piece)
        yield piece


def _asked(asking: Asking, cut: Iterator[list[tuple[Any, ...]]], jobs: int | None) -> Iterator[Portion]:
    """The pieces' answers, in order: here, or where joblib sends them."""
    if jobs in (None, 1) and (jobs == 1 or "joblib" not in sys.modules):  # without joblib no backend is set
        yield from (ask_portion(asking, piece) for piece in cut)
        return
    from joblib import Parallel, delayed

    yield from Parallel(n_jobs=jobs, return_as="generator")(delayed(ask_portion)(asking, piece) for piece in cut)


@contextmanager
def _bar(count: int, shown: bool) -> Iterator[Callable[[int], None]]:
    """A function to say how many rows are done: to whoever hears it, and to a bar if one is shown."""
    if not shown:
        yield lambda done: work.tell(done / count)
        return
    from tqdm.auto import tqdm

    with tqdm(total=count, unit="row") as bar:

        def tick(done: int) -> None:
            work.tell(done / count)
            bar.update(done - bar.n)

        yield tick


def readable(rows: pd.DataFrame, *chances: str, digits: int = 2) -> pd.DataFrame:
    """A table for people: the columns named are chances, shown as percentages, other numbers that are not whole are
    rounded. The basis stays in ``attrs``.

    >>> grid = sweep(lambda dice: {"p_six": 1 - (5 / 6) ** dice, "mean": dice * 7 / 2}, dice=(1, 2))
    >>> readable(grid, "p_six")
       dice  p_six  mean
    0     1  16.7%   3.5
    1     2  30.6%   7.0
    """
    columns = list(getattr(rows, "columns", ()))
    for name in chances:
        if name not in columns:
            raise ValueError(f"there is no column {name!r} to show as percentages; there are {', '.join(columns)}")
    shown = rows.copy()
    for name in chances:
        shown[name] = [percent(p) for p in rows[name]]
    for name in set(rows.columns) - set(chances):
        if any(isinstance(value, (float, Fraction)) for value in rows[name]):
            shown[name] = [round(float(value), digits) for value in rows[name]]
    shown.attrs = dict(rows.attrs)
    return shown
