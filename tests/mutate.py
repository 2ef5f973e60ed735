"""Mutation score: ``make mutate`` changes the code in 300 places, one at a time, and counts what the tests notice.

A sample with a seed, over probability, records and the rules and odds of every game, drawn by the names of the changes,
so that it changes little with the code. A first run of the tests finds which of them run which places of the sample,
kept in ``.cache/mutate``. Each mutant then meets the examples of its module, the tests that run its place, the quickest
first, and others of their files. It is not noticed where all of them pass. Kernels run as plain Python: compiling one
takes up to a minute. Limits are of the processor's time, so that a busy machine notices nothing by itself.

mutmut and cosmic-ray make every mutant of a file (over 14,000 here) and know no sample by seed; both start an
interpreter for each, and neither finds the tests of a line by itself."""

from __future__ import annotations

import argparse
import ast
import builtins
import copy
import json
import multiprocessing
import os
import resource
import shutil
import signal
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from itertools import chain, islice
from pathlib import Path
from queue import Queue
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import pytest

ROOT = Path(__file__).parent.parent
WHAT = (
    "probability/*.py", "storage/record.py", "storage/serialization.py", "*/odds/*.py", "*/rules.py", "*/rules/*.py"
)  # fmt: skip
GAMES = ("aquileia", "caesar", "julius_caesar", "roma_victrix")
NOT = {  # not asked; what only a golden file notices, no test explains
    "browser", "notebooks", "test_benchmarks", "test_layers", "test_size", "test_wheel", "test_workflow",
    "test_golden_games", "test_golden_odds",
}  # fmt: skip
PARTS = ("gamekit", "data", "tests", "pyproject.toml", "README.md", "constraints.txt")
KEPT = ROOT / ".cache/mutate"  # which test runs which place, by test file
FEW = 8  # tests that a mutant meets at first
MOST = 60  # seconds of tests that a mutant meets, by their time without a mutant
SLOW = 60  # seconds of one test; who takes longer without a mutant is not asked
TOO_LONG = 77  # how a process ends whose test took too long
MEMORY = 6 << 30  # bytes of one process
LIMIT = 90  # seconds of processor time that they may take beside; who takes longer is noticed, as the suite has limits
BARE = {"NUMBA_DISABLE_JIT": "1", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}  # whose loading takes longer than most tests
UNTIMED = ("-p", "pytest_timeout", "--timeout", "0")  # the limits here are of the processor, not of the clock
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
            return found.operand
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
    return found


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
    """How many mutants there are, and so many of them by a seed: those whose names have the smallest hashes, so that a
    change of the code leaves the rest of the sample as it was."""
    paths = sorted({path for what in WHAT for path in (ROOT / "gamekit").glob(what) if only in str(path)})
    every = [mutant for path in paths for mutant in mutants(path)]
    names = Counter[str]()
    places = dict[str, Mutant]()
    for mutant in every:
        name = "\n".join((seed, mutant.path, mutant.before, mutant.after))
        names[name] += 1  # the same change may be made at several places of a file
        places[sha256(f"{name}\n{names[name]}".encode()).hexdigest()] = mutant
    drawn = (places[name] for name in sorted(places))
    return len(every), list(islice((mutant for mutant in drawn if mutant.is_python), count))


def marked(path: str, sample: list[Mutant]) -> str:
    """The text of a file in which each place of the sample says that it is run; of two about one another the outer
    one's words stand outside."""
    marks = list[tuple[tuple[int, int, int], str]]()
    for number, mutant in enumerate(sample):
        if mutant.path == path:
            marks.append(((mutant.begin, 1, -mutant.end), f"(ran({number}) or ("))
            marks.append(((mutant.end, 0, -mutant.begin), "))"))
    raw, parts, last = (ROOT / path).read_bytes(), list[bytes](), 0
    for (at, _, _), text in sorted(marks):
        parts += raw[last:at], text.encode()
        last = at
    return b"".join([*parts, raw[last:]]).decode()


class Ran:
    """A pytest plugin: how long each test takes, whether it passes, and which places of the sample it runs; those that
    are run while a file is read are run by all its tests. One that takes ``SLOW`` seconds of the processor fails."""

    def __init__(self, target: Path) -> None:
        signal.signal(signal.SIGPROF, lambda *_: pytest.fail("too long"))
        self.target, self.found, self.here = target, dict[str, tuple[float, bool, set[int]]](), set[int]()
        self.early, self.begun = set[int](), 0.0
        vars(builtins)["ran"] = self.here.add

    def pytest_collection_finish(self) -> None:
        self.early = set(self.here)

    def pytest_runtest_logstart(self) -> None:
        self.here.clear()
        self.begun = time.process_time()
        signal.setitimer(signal.ITIMER_PROF, SLOW)

    def pytest_runtest_logreport(self, report: Any) -> None:
        _, passes, places = self.found.get(report.nodeid, (0.0, True, self.early))
        kept = time.process_time() - self.begun, passes and not report.failed, places | self.here
        self.found[report.nodeid] = kept

    def pytest_runtest_logfinish(self) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        if 1 < exitstatus < 5:  # interrupted
            return
        rows = [(name, seconds, passes, sorted(places)) for name, (seconds, passes, places) in self.found.items()]
        self.target.write_text(json.dumps(rows), encoding="utf-8")


class Asked:
    """A pytest plugin: runs some tests of the files that pytest reads, in their order. One may take ten times as long
    as without a mutant, and half a minute, of processor time, which other work does not lengthen. Then its process
    ends; a file says which test it was, or which fails.

    They are chosen here, as pytest does not find the names of some, with line breaks, on its command line."""

    def __init__(self, tests: list[str], seconds: dict[str, float], said: Path) -> None:
        self.places = {test: place for place, test in enumerate(tests)}
        self.seconds, self.said, self.name = seconds, said, ""
        signal.signal(signal.SIGPROF, self.over)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        names = self.places
        if all("::" in name for name in names):  # else the examples of a whole file
            items[:] = sorted((item for item in items if item.nodeid in names), key=lambda item: names[item.nodeid])

    def over(self, *_: object) -> None:
        self.said.write_text(f"too long: {self.name}", encoding="utf-8")
        os._exit(TOO_LONG)

    def pytest_runtest_logstart(self, nodeid: str) -> None:
        self.name = nodeid
        signal.setitimer(signal.ITIMER_PROF, 30 + 10 * self.seconds.get(nodeid, MOST / 10))

    def pytest_runtest_logfinish(self) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            self.said.write_text(report.nodeid, encoding="utf-8")


class Known(NamedTuple):
    """The seconds of each test that passes, and by the place of the sample the tests that run it."""

    seconds: dict[str, float]
    tests: dict[int, set[str]]


def mapped(sample: list[Mutant], workers: int, room: Path, tests: tuple[str, ...]) -> Known:
    """Which tests run which places, by one run of each test file with one of ``tests`` in its path; kept while the file
    and the code are the same. Tests that do not pass without a mutant, or within ``SLOW`` seconds, are not asked."""
    KEPT.mkdir(parents=True, exist_ok=True)
    texts = {mutant.path: marked(mutant.path, sample) for mutant in sample}
    code = b"".join(path.read_bytes() for path in sorted((ROOT / "gamekit").rglob("*.py")))
    code = sha256(code + json.dumps(texts).encode()).digest()
    files = sorted(path for path in (ROOT / "tests").rglob("test_*.py") if not NOT & {*path.parts, path.stem})
    places = [*files, *(ROOT / "gamekit" / name for name in GAMES), ROOT / "README.md"]
    places = [place for place in places if any(part in str(place) for part in tests)]
    names = [str(place.relative_to(ROOT)) for place in places]
    keys = [place.read_bytes() if place.is_file() else str(place).encode() for place in places]
    targets = [KEPT / f"{sha256(code + key).hexdigest()[:20]}.json" for key in keys]
    tree = planted(room / "map")
    for path, text in texts.items():
        (tree / path).write_text(text, encoding="utf-8")
    (tree / "sitecustomize.py").write_text("import builtins\n\nbuiltins.ran = set().add\n", encoding="utf-8")
    missing = [(name, target) for name, target in zip(names, targets) if not target.exists()]
    with ThreadPoolExecutor(workers) as threads:
        for name, end in threads.map(lambda each: (each[0], apart(_mapped, 1200, tree, *each)), missing):
            if end != 0:
                raise RuntimeError(f"{name} is not read to its end: {end}")
    known = Known({}, {})
    for name, seconds, passes, here in (row for target in targets for row in json.loads(target.read_text())):
        if passes:
            known.seconds[name] = seconds
            for place in here:
                known.tests.setdefault(place, set()).add(name)
        else:
            print(f"not asked, since it does not pass without a mutant, or takes too long: {name}", file=sys.stderr)
    return known


def planted(tree: Path) -> Path:
    """A copy of what the tests need."""
    tree.mkdir()
    for part in PARTS:
        (shutil.copytree if (ROOT / part).is_dir() else shutil.copy)(ROOT / part, tree / part)
    return tree


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
    resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
    os.chdir(tree)
    sys.path.insert(0, str(tree))
    os.environ |= {"PYTHONPATH": str(tree), "HYPOTHESIS_STORAGE_DIRECTORY": os.devnull} | BARE
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    work(*given)


def _mapped(name: str, target: Path) -> None:
    end = pytest.main(["-q", *UNTIMED, name], [Ran(target)])
    sys.exit(0 if end in (0, 1, 5) else end)


def _tested(groups: list[list[str]], seconds: dict[str, float], said: Path) -> None:
    for tests in groups:
        files = dict.fromkeys(test.partition("::")[0] for test in tests)
        end = pytest.main(["-q", "-x", *UNTIMED, *files], [Asked(tests, seconds, said)])
        if end not in (0, 5):  # 1: a test fails; 2 and 4: a file is not even read; 5: no examples
            sys.exit(end)


def tests_of(mutant: Mutant, first: set[str], seconds: dict[str, float]) -> list[list[str]]:
    """The tests that a mutant meets, some at a time: the examples of its own, those that run its place, the quickest
    first, then others of their files, which may rest on what was made once."""
    files = {test.partition("::")[0] for test in first}
    rest = {test for test in seconds if test.partition("::")[0] in files} - first
    groups, total = [[mutant.path], *(list[str]() for _ in range(4))], 0.0
    order = (sorted(tests, key=lambda test: (seconds[test], test)) for tests in (first, rest))
    for number, test in enumerate(chain.from_iterable(order)):
        total += seconds[test]
        if number and total > (MOST if test in first else MOST / 2):
            break
        groups[1 + (number >= FEW) + (total > 2) + (total > 10)].append(test)
    return [sorted(tests, key=lambda test: test.partition("::")[0]) for tests in groups if tests]


def noticed(mutant: Mutant, groups: list[list[str]], seconds: dict[str, float], tree: Path, number: int) -> str:
    """Which test notices the mutant, with "too long: " where by its time; "" where none does."""
    place, said = tree / mutant.path, tree / "said"
    place.write_text(mutant.text, encoding="utf-8")
    os.utime(place, (number, number))  # a time of its own, by which compiled code is known
    said.unlink(missing_ok=True)
    end = apart(_tested, LIMIT + 2 * MOST, tree, groups, seconds, said)
    shutil.copy2(ROOT / mutant.path, place)
    if end == 0:
        return ""
    return said.read_text(encoding="utf-8") if said.exists() else "too long" if end is None else f"ends with {end}"


def main() -> None:
    """Sample, run, and list the survivors; exit code 1 below the share asked for."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--count", type=int, default=300)
    asked.add_argument("--seed", default="2711")
    asked.add_argument("--workers", type=int, default=2)
    asked.add_argument("--least", type=float, default=0.92)
    asked.add_argument("--only", default="", help="a part of the path of what is changed")
    asked.add_argument("--tests", nargs="+", default=[""], help="parts of the paths of the tests asked, by default all")
    options = asked.parse_args()
    multiprocessing.get_context("forkserver").set_forkserver_preload(LOADED)
    whole, sample = sampled(options.only, options.seed, options.count)
    trees = Queue[Path]()
    with TemporaryDirectory() as name, ThreadPoolExecutor(options.workers) as threads:
        known = mapped(sample, options.workers, Path(name), tuple(options.tests))
        for worker in range(options.workers):
            trees.put(planted(Path(name) / str(worker)))

        def tried(number: int) -> str:
            mutant, tree = sample[number], trees.get()
            groups = tests_of(mutant, known.tests.get(number, set()), known.seconds)
            try:
                return noticed(mutant, groups, known.seconds, tree, number + 1)
            finally:
                trees.put(tree)

        ends = list[str]()
        for mutant, end in zip(sample, threads.map(tried, range(len(sample)))):
            ends.append(end)
            if not end or end.startswith("too long"):
                place = f"{mutant.path}:{mutant.line}: {mutant.before} -> {mutant.after}"
                print(f"{place}: {end or 'not noticed'}", flush=True)
            print(f"\r{len(ends)} of {len(sample)}, {ends.count('')} not noticed", end="", file=sys.stderr, flush=True)
    share, long = 1 - ends.count("") / len(ends), sum(end.startswith("too long") for end in ends)
    said = f"{share:.1%} noticed, {long} of them by their time, {ends.count('')} not"
    print(f"\n{len(ends)} of {whole} mutants, seed {options.seed}: {said}")
    sys.exit(share < options.least)


if __name__ == "__main__":
    main()
