"""Mutation score: ``make mutate`` changes the code in 300 places, one at a time, and counts what the tests notice.

A sample with a seed, over odds, rules, record, codec, dist and matrix_game. Each mutant meets the examples of its
module, then the tests that run its line, the quickest first, then the others of their files. It is not noticed where
all of them pass; those of ``LEFT`` are listed with the reason, and count as not noticed all the same. mutmut and
cosmic-ray make every mutant of a file (over 12,000 here) and know no sample by seed; both start an interpreter for
each, and neither finds the tests of a line by itself."""

from __future__ import annotations

import argparse
import ast
import copy
import csv
import json
import multiprocessing
import os
import resource
import shutil
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from itertools import islice
from pathlib import Path
from queue import Queue
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
WHAT = ("dist.py", "matrix_game*.py", "record.py", "codec.py", "*/odds/*.py", "*/rules.py", "*/rules/*.py")
TESTS = ("aquileia", "caesar", "julius_caesar", "roma_victrix")  # the folders of tests that a game has for itself
ALL = ("dist", "every_game", "files_written_before", "game", "golden*", "limits", "matrix_game", "record", "sweep")
PARTS = ("gamekit", "data", "tests", "pyproject.toml", "README.md", "constraints.txt")
KEPT = ROOT / ".cache/mutate"  # which test runs which line, by test file
LEFT = ROOT / "tests/mutants_left.csv"
MOST = 60  # seconds of tests that a mutant meets, by their time without a mutant
LIMIT = 90  # seconds of processor time that they may take beside; who takes longer is noticed, as the suite has limits
LOADED = ["pytest", "hypothesis", "numpy", "pandas", "scipy.sparse", "multiprocessing.pool"]  # once for all mutants
SWAPS: dict[type, type] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}  # fmt: skip
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Mutant(NamedTuple):
    """One change: in which file, line and bytes, what stood there and what stands there now."""

    path: str
    line: int
    begin: int
    end: int
    before: str
    after: str

    @property
    def text(self) -> str:
        """The whole new text of the file."""
        raw = (ROOT / self.path).read_bytes()
        return (raw[: self.begin] + self.after.encode() + raw[self.end :]).decode()

    @property
    def is_python(self) -> bool:
        """Whether it can be read; a number in a pattern, for one, takes no parentheses."""
        try:
            ast.parse(self.text)
        except SyntaxError:
            return False
        return True


def changed(node: ast.AST) -> ast.AST | None:
    """The node with one thing changed; None where it has nothing to change."""
    found: Any = copy.deepcopy(node)
    match found:
        case ast.Compare(ops=[operator, *_]) if type(operator) in SWAPS:
            found.ops[0] = SWAPS[type(operator)]()
        case ast.BoolOp(op=operator) | ast.BinOp(op=operator) if type(operator) in SWAPS:
            found.op = SWAPS[type(operator)]()
        case ast.UnaryOp(op=ast.Not()):
            return found.operand  # type: ignore[no-any-return]
        case ast.Constant(value=bool(value)):
            found.value = not value
        case ast.Constant(value=int(value)):
            found.value = value + 1
        case ast.IfExp():
            found.test = ast.UnaryOp(ast.Not(), found.test)
        case ast.Call(func=ast.Name(id=name)) if name in CALLS:
            found.func.id = CALLS[name]
        case _:
            return None
    return found  # type: ignore[no-any-return]


def inside(node: ast.AST) -> Iterator[ast.AST]:
    """The nodes whose change can matter: no annotations, texts, messages, decorators, nothing for the type checker."""
    if isinstance(node, (ast.JoinedStr, ast.Assert, ast.Raise)):
        return
    if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
        return
    for name, field in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list") or getattr(node, "arg", "") == "repr":
            continue
        for child in field if isinstance(field, list) else [field]:
            if isinstance(child, ast.AST) and not isinstance(child, (ast.Import, ast.ImportFrom)):
                yield child
                yield from inside(child)


def mutants(path: Path) -> Iterator[Mutant]:
    """Every mutant of a file."""
    raw = path.read_bytes()
    starts = [0]
    for line in raw.splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in inside(ast.parse(raw)):
        new: Any = changed(node)
        if new is not None:
            here: Any = node
            begin, end = starts[here.lineno - 1] + here.col_offset, starts[here.end_lineno - 1] + here.end_col_offset
            where = str(path.relative_to(ROOT)), here.lineno, begin, end
            yield Mutant(*where, raw[begin:end].decode(), f"({ast.unparse(new)})")


def sampled(only: str, seed: str, count: int) -> tuple[int, list[Mutant]]:
    """How many mutants there are, and so many of them by a seed."""
    paths = sorted({path for what in WHAT for path in (ROOT / "gamekit").glob(what) if only in str(path)})
    every = [mutant for path in paths for mutant in mutants(path)]
    drawn = Random(seed).sample(every, len(every))
    return len(every), list(islice((mutant for mutant in drawn if mutant.is_python), count))


class Lines:
    """A pytest plugin: which test runs which line, and how long each test takes."""

    def __init__(self, target: Path) -> None:
        from coverage import Coverage

        self.target, self.seconds = target, dict[str, float]()
        self.coverage = Coverage(data_file=None, include=[f"{ROOT}/gamekit/*"])
        self.coverage.start()

    def pytest_runtest_setup(self, item: Any) -> None:
        self.coverage.switch_context(_function(item.nodeid))

    def pytest_runtest_logreport(self, report: Any) -> None:
        name = _function(report.nodeid)
        self.seconds[name] = self.seconds.get(name, 0) + report.duration

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        self.coverage.stop()
        data = self.coverage.get_data()
        lines = {}
        for file in data.measured_files():
            by_line = data.contexts_by_lineno(file)
            lines[str(Path(file).relative_to(ROOT))] = {n: [t for t in by if t] for n, by in by_line.items()}
        if exitstatus == 0:
            self.target.write_text(json.dumps({"lines": lines, "seconds": self.seconds}), encoding="utf-8")


def _function(name: str) -> str:
    return name.partition("[")[0]


class Known(NamedTuple):
    """Which tests run which line of which file, and the seconds that each test takes."""

    lines: dict[str, dict[int, set[str]]]
    seconds: dict[str, float]


def mapped(workers: int) -> Known:
    """The map of lines to tests, by one run of each test file, which must pass; kept while the code is the same."""
    KEPT.mkdir(parents=True, exist_ok=True)
    code = sha256(b"".join(path.read_bytes() for path in sorted((ROOT / "gamekit").rglob("*.py")))).hexdigest()
    files = [path for name in TESTS for path in sorted((ROOT / "tests" / name).glob("test_*.py"))]
    files += sorted({path for name in ALL for path in (ROOT / "tests").glob(f"test_{name}.py")})
    targets = {file: KEPT / f"{sha256(code.encode() + file.read_bytes()).hexdigest()[:20]}.json" for file in files}
    missing = [file for file in files if not targets[file].exists()]
    with ThreadPoolExecutor(workers) as threads:
        ends = threads.map(lambda file: apart(_covered, 3600, ROOT, str(file), targets[file]), missing)
        for file, end in zip(missing, ends):
            if end != 0:
                raise RuntimeError(f"{file} does not pass without a mutant: {end}")
    known = Known({}, {})
    for target in targets.values():
        found = json.loads(target.read_text(encoding="utf-8"))
        known.seconds.update(found["seconds"])
        for path, lines in found["lines"].items():
            here = known.lines.setdefault(path, {})
            for line, tests in lines.items():
                here.setdefault(int(line), set()).update(tests)
    return known


def apart(work: Callable[..., None], seconds: int, *given: Any) -> int | None:
    """How a process of its own ends that does a piece of work within so many seconds of processor time: its exit code,
    None where it takes longer, or ten times as long by the clock."""
    process = multiprocessing.get_context("forkserver").Process(target=_limited, args=(work, seconds, *given))
    process.start()
    process.join(10 * seconds)
    if process.is_alive():
        process.kill()
        process.join()
        return None
    return None if process.exitcode == -signal.SIGXCPU else process.exitcode


def _limited(work: Callable[..., None], seconds: int, tree: Path, *given: Any) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
    os.chdir(tree)
    sys.path.insert(0, str(tree))
    os.environ |= {"PYTHONPATH": str(tree), "HYPOTHESIS_STORAGE_DIRECTORY": os.devnull}
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    work(*given)


def _covered(file: str, target: Path) -> None:
    sys.exit(pytest.main(["-q", "-n", "0", file], [Lines(target)]))


def _tested(tests: list[str]) -> None:
    sys.exit(pytest.main(["-q", "-x", "-n", "0", *tests]))


def tests_of(mutant: Mutant, known: Known) -> list[str]:
    """The tests that a mutant meets. Where no test runs its line, which is run on import or compiled: those that run
    another line of its file, else of files that name it."""
    module = Path(mutant.path).stem
    namers = (path for path in known.lines if f" {module}" in (ROOT / path).read_text(encoding="utf-8"))
    first = known.lines.get(mutant.path, {}).get(mutant.line) or _any_line(known, [mutant.path])
    first = first or _any_line(known, namers)
    files = {test.partition("::")[0] for test in first}
    rest = {test for test in known.seconds if test.partition("::")[0] in files} - first
    taken, total = [mutant.path], 0.0  # the examples of its own first
    for test in (test for tests in (first, rest) for test in sorted(tests, key=lambda test: known.seconds[test])):
        total += known.seconds[test]
        if total > MOST and len(taken) > 1:
            break
        taken.append(test)
    return taken


def _any_line(known: Known, paths: Iterable[str]) -> set[str]:
    return {test for path in paths for tests in known.lines.get(path, {}).values() for test in tests}


def noticed(mutant: Mutant, tests: list[str], tree: Path, number: int) -> str:
    """How the tests notice the mutant: "failed" or "too long"; "" where they do not."""
    place = tree / mutant.path
    place.write_text(mutant.text, encoding="utf-8")
    os.utime(place, (number, number))  # a time of its own, by which compiled code is known
    end = apart(_tested, LIMIT + 2 * MOST, tree, tests)  # 1: a test fails; 2 and 4: a file is not even read
    shutil.copy2(ROOT / mutant.path, place)
    if end == 5:
        raise RuntimeError(f"no tests for {mutant.path}:{mutant.line}")
    return "" if end == 0 else "too long" if end is None else "failed"


def reasons() -> dict[tuple[str, str, str], str]:
    """Why mutants change nothing that a test could notice, by their path and what stood and stands there."""
    with LEFT.open(encoding="utf-8", newline="") as file:
        return {(row["path"], row["before"], row["after"]): row["reason"] for row in csv.DictReader(file)}


def main() -> None:
    """Sample, run, and list the survivors; exit code 1 below the share asked for."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--count", type=int, default=300)
    asked.add_argument("--start", type=int, default=0, help="leave out so many of the sample, which are known already")
    asked.add_argument("--seed", default="1")
    asked.add_argument("--workers", type=int, default=2)
    asked.add_argument("--least", type=float, default=0.95)
    asked.add_argument("--only", default="", help="a part of the path")
    options = asked.parse_args()
    multiprocessing.get_context("forkserver").set_forkserver_preload(LOADED)
    whole, sample = sampled(options.only, options.seed, options.count)
    sample = sample[options.start :]
    known, left = mapped(options.workers), reasons()
    trees: Queue[Path] = Queue()
    with TemporaryDirectory() as room, ThreadPoolExecutor(options.workers) as threads:
        for number in range(options.workers):
            tree = Path(room) / str(number)
            tree.mkdir()
            for part in PARTS:
                copied = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
                copied(ROOT / part, tree / part)
            trees.put(tree)

        def tried(numbered: tuple[int, Mutant]) -> str:
            tree, (number, mutant) = trees.get(), numbered
            try:
                return noticed(mutant, tests_of(mutant, known), tree, number)
            finally:
                trees.put(tree)

        ends = list[str]()
        for mutant, end in zip(sample, threads.map(tried, enumerate(sample, 1))):
            ends.append(end)
            if end != "failed":
                why = left.get((mutant.path, mutant.before, mutant.after), "")
                said = end or f"not noticed: {why or 'look at it'}"
                print(f"{mutant.path}:{mutant.line}: {mutant.before} -> {mutant.after}: {said}", flush=True)
            print(f"\r{len(ends)} of {len(sample)}, {ends.count('')} not noticed", end="", file=sys.stderr, flush=True)
    share, long = 1 - ends.count("") / len(ends), ends.count("too long")
    said = f"{share:.1%} noticed, {long} of them by their time, {ends.count('')} not"
    print(f"\n{len(ends)} of {whole} mutants, seed {options.seed}: {said}")
    sys.exit(share < options.least)


if __name__ == "__main__":
    main()
