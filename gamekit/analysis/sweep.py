"""One question asked over a grid: what-if tables for charts and heat maps.

The rows are computed in chunks: in this process, on all cores or on a cluster."""

from __future__ import annotations

import sys
import warnings
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager
from fractions import Fraction
from functools import partial
from itertools import islice, product
from math import prod
from typing import TYPE_CHECKING, Any, TypeAlias

from gamekit.analysis.evaluate import answers_by_column, axis_values, call_question
from gamekit.probability.distribution import Basis, join_bases, python_number
from gamekit.text import progress as work
from gamekit.text.translation import percent

if TYPE_CHECKING:
    import pandas as pd

Piece: TypeAlias = "tuple[dict[str, list[Any]], Basis, list[tuple[Any, ...]]]"  # answers by column, basis, cases
PIECES = 64  # at least, where there are as many rows
LONGEST = 1_000  # rows of a piece


def sweep(
    question: Callable[..., Any],
    /,
    *,
    jobs: int | None = None,
    progress: bool = False,
    numbers: type = int,
    **axes: Iterable[Any],
) -> pd.DataFrame:
    """Evaluate ``question(axis=value, ...)`` for every combination; one row each, the last axis running fastest.

    The columns are the axes in the order given, then the answer: ``answer`` for a single value, one column per key of a
    mapping or field of a dataclass; of things that have odds, such as battles, their chances, computed many at once,
    exactly unless ``numbers=float``. The ``basis`` of answers that have one is joined in ``attrs["basis"]``. An axis
    without values gives no rows; a ValueError of the question names its combination.

    ``jobs=-1`` uses all cores; inside ``joblib.parallel_config(backend="dask")`` the same call uses a cluster (extra
    "cluster"). ``progress=True`` shows a progress bar. After an interrupt the rows so far are returned, and
    ``attrs["missing"]`` counts the rest. A question may be cached with ``joblib.Memory``.

    >>> sweep(lambda dice, sides: dice * (sides + 1) / 2, dice=(1, 2), sides=(6, 10))
       dice  sides  answer
    0     1      6     3.5
    1     1     10     5.5
    2     2      6     7.0
    3     2     10    11.0
    """
    _check(jobs, numbers)
    values = list(axis_values(axes).values())
    count, ask = prod(map(len, values)), partial(_ask, question, tuple(axes), numbers)
    combinations, size = product(*values), max(1, min(LONGEST, count // PIECES))
    pieces, done = list[Piece](), 0
    try:
        cut = iter(lambda: list(islice(combinations, size)), [])
        with _bar(count, progress) as tick, closing(_asked(ask, cut, jobs)) as answered:
            for piece in answered:
                pieces.append(piece)
                done += len(piece[2])
                tick(done)
    except KeyboardInterrupt:
        warnings.warn(f"interrupted: {done:,} of {count:,} rows are done", stacklevel=2)
    return _joined(pieces, tuple(axes), count - done)


def _ask(question: Callable[..., Any], axes: tuple[str, ...], numbers: type, cases: list[tuple[Any, ...]]) -> Piece:
    """Evaluate some combinations; things of one class that have odds are computed together."""
    found, basis = answers_by_column([call_question(question, **dict(zip(axes, case))) for case in cases], numbers)
    for doubled in found.keys() & set(axes):
        raise ValueError(f"the answer has a column {doubled!r}, which is also an axis; rename one of them")
    return found, basis, cases


def _joined(pieces: Sequence[Piece], axes: Sequence[str], missing: int) -> pd.DataFrame:
    """Return the pieces as one table; None where a piece lacks a column."""
    import pandas as pd

    cases = [case for _, _, some in pieces for case in some]
    columns: dict[str, list[Any]] = {name: [case[place] for case in cases] for place, name in enumerate(axes)}
    for name in dict.fromkeys(name for found, _, _ in pieces for name in found):
        columns[name] = [value for found, _, some in pieces for value in found.get(name) or [None] * len(some)]
    frame = pd.DataFrame(columns)
    frame.attrs |= {"basis": join_bases(*(basis for _, basis, _ in pieces)), "missing": missing}
    return frame


def _check(jobs: Any, numbers: Any) -> None:
    """Raise ValueError for an invalid ``jobs`` or ``numbers``, also if they were meant as axes."""
    renamed = "an axis of that name needs another one"
    jobs = python_number(jobs)
    if jobs is not None and (isinstance(jobs, bool) or not isinstance(jobs, int) or not jobs):
        raise ValueError(f"jobs is {jobs!r}; it should be how many processes, -1 for all cores ({renamed})")
    if numbers not in (int, float, Fraction):
        raise ValueError(f"numbers is {numbers!r}; it should be int, for exact answers, or float ({renamed})")


def _asked(
    ask: Callable[[Any], Piece], cut: Iterator[list[tuple[Any, ...]]], jobs: int | None
) -> Generator[Piece, None, None]:
    """Yield the pieces' answers in order, computed in this process or by joblib."""
    if jobs in (None, 1) and (jobs == 1 or "joblib" not in sys.modules):  # without joblib no backend is set
        yield from map(ask, cut)
        return
    from joblib import Parallel, delayed

    yield from Parallel(n_jobs=jobs, return_as="generator")(delayed(ask)(piece) for piece in cut)


@contextmanager
def _bar(count: int, shown: bool) -> Iterator[Callable[[int], None]]:
    """Give a function that takes the number of rows done: it reports progress, and moves a bar if one is shown."""
    if not shown:
        yield lambda done: work.report(done / count)
        return
    from tqdm.auto import tqdm

    with tqdm(total=count, unit="row") as bar:

        def tick(done: int) -> None:
            work.report(done / count)
            bar.update(done - bar.n)

        yield tick


def readable(rows: pd.DataFrame, *chances: str, digits: int = 2) -> pd.DataFrame:
    """Return a table to read: the columns in ``chances`` as percentages, other numbers rounded to ``digits``. The basis
    stays in ``attrs``.

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
