"""Mutation score: ``make mutate`` changes the code in 300 places, one at a time, and counts what the tests notice.

A sample with a seed, over odds, rules, record, codec, dist and matrix_game. Each mutant meets only the tests that run
its line, the quickest first, within a time limit. mutmut and cosmic-ray make every mutant of a file (over 6,000 here)
and know no sample by seed; both run a command for each, and neither finds the tests of a line by itself."""

from __future__ import annotations

import argparse
import ast
import copy
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import Queue
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

ROOT = Path(__file__).parent.parent
WHAT = ("dist.py", "matrix_game*.py", "record.py", "codec.py", "*/odds/*.py", "*/rules.py", "*/rules/*.py")
TESTS = ("tests/aquileia", "tests/caesar", "tests/julius_caesar", "tests/roma_victrix")
SHARED = tuple(f"tests/test_{name}.py" for name in ("dist", "every_game", "game", "matrix_game", "record", "codec"))
PARTS = ("gamekit", "data", "tests", "pyproject.toml", "README.md", "constraints.txt")
LIMIT = 150  # seconds that the tests of one mutant may take; longer counts as noticed, for the suite has a limit too
MOST = 60  # seconds of covering tests that a mutant meets, by their time without a mutant
SWAPS: dict[type, type] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is, ast.And: ast.Or, ast.Or: ast.And,
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.FloorDiv: ast.Mult, ast.Div: ast.Mult,
    ast.Mod: ast.FloorDiv, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift,
    ast.RShift: ast.LShift,
}  # fmt: skip
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}


class Mutant(NamedTuple):
    """One change: in which file, at which line, what stood there and what stands there now, the whole new text."""

    path: str
    line: int
    before: str
    after: str
    text: str


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
    """The nodes whose change can matter: no annotations, no texts, no decorators, no checks for the type checker."""
    for name, field in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list") or isinstance(node, (ast.JoinedStr, ast.Assert)):
            continue
        for child in field if isinstance(field, list) else [field]:
            if isinstance(child, ast.AST) and not isinstance(child, (ast.Import, ast.ImportFrom)):
                yield child
                yield from inside(child)


def mutants(path: Path) -> Iterator[Mutant]:
    """Every mutant of a file."""
    text = path.read_text(encoding="utf-8")
    starts = [0]
    for line in text.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node in inside(ast.parse(text)):
        new: Any = changed(node)
        if new is None:
            continue
        here: Any = node
        begin, end = starts[here.lineno - 1] + here.col_offset, starts[here.end_lineno - 1] + here.end_col_offset
        before, after = text.encode()[begin:end].decode(), f"({ast.unparse(new)})"
        whole = (text.encode()[:begin] + after.encode() + text.encode()[end:]).decode()
        try:
            ast.parse(whole)
        except SyntaxError:
            continue
        yield Mutant(str(path.relative_to(ROOT)), here.lineno, before, after, whole)


class Lines:
    """A pytest plugin: which test runs which line, and how long each test takes (``--map FILE``)."""

    def __init__(self, target: str) -> None:
        from coverage import Coverage

        self.target, self.seconds = target, dict[str, float]()
        self.coverage = Coverage(data_file=None, include=[f"{ROOT}/gamekit/*"])
        self.coverage.start()

    def pytest_runtest_setup(self, item: Any) -> None:
        self.coverage.switch_context(item.nodeid)

    def pytest_runtest_logreport(self, report: Any) -> None:
        self.seconds[report.nodeid] = self.seconds.get(report.nodeid, 0) + report.duration

    def pytest_sessionfinish(self) -> None:
        self.coverage.stop()
        data = self.coverage.get_data()
        lines = {}
        for file in data.measured_files():
            by_line = data.contexts_by_lineno(file)
            lines[str(Path(file).relative_to(ROOT))] = {n: [t for t in by if t] for n, by in by_line.items()}
        Path(self.target).write_text(json.dumps({"lines": lines, "seconds": self.seconds}), encoding="utf-8")


def mapped(target: Path) -> dict[str, Any]:
    """The map of lines to tests, made by one run of the tests, which must pass."""
    code = (
        "import sys, pytest; from tests.mutate import Lines; "
        f"sys.exit(pytest.main(sys.argv[1:], [Lines({str(target)!r})]))"
    )
    there = [sys.executable, "-c", code, "-q", "-n", "0", *TESTS, *shared()]
    subprocess.run(there, cwd=ROOT, env=environment(ROOT), check=True, stdout=subprocess.DEVNULL)
    found: dict[str, Any] = json.loads(target.read_text(encoding="utf-8"))
    return found


def shared() -> list[str]:
    """The tests that no game has for itself."""
    return [name for name in SHARED if (ROOT / name).exists()]


def environment(root: Path) -> dict[str, str]:
    """What a run of tests in a tree needs."""
    return {
        **os.environ,
        "PYTHONPATH": str(root),
        "PYTHONDONTWRITEBYTECODE": "",
        "HYPOTHESIS_STORAGE_DIRECTORY": "/dev/null",
    }


def tests_of(mutant: Mutant, known: dict[str, Any]) -> list[str]:
    """The tests that run a mutant's line, the quickest first; all of its game where none is known (compiled code)."""
    found = known["lines"].get(mutant.path, {}).get(str(mutant.line), [])
    if not found:
        game = f"tests/{mutant.path.split('/')[1]}"
        return [game] if (ROOT / game).is_dir() else shared()
    taken, total = [], 0.0
    for test in sorted(found, key=lambda test: known["seconds"].get(test, 0.0)):
        total += known["seconds"].get(test, 0.0)
        if total > MOST and taken:
            break
        taken.append(test)
    return taken


def noticed(mutant: Mutant, tests: list[str], tree: Path) -> bool:
    """Whether the tests fail, or do not end, with the mutant in place."""
    place = tree / mutant.path
    original = place.read_text(encoding="utf-8")
    asked = tree / "asked.txt"
    asked.write_text("\n".join(tests), encoding="utf-8")
    place.write_text(mutant.text, encoding="utf-8")
    try:
        run = subprocess.run(
            [sys.executable, "-m", "pytest", "-q", "-x", "-n", "0", "-p", "no:randomly", f"@{asked}"],
            cwd=tree, env=environment(tree), capture_output=True, timeout=LIMIT,
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        return True
    finally:
        place.write_text(original, encoding="utf-8")
    if run.returncode < 0:  # the interpreter itself was killed
        return True
    if run.returncode not in (0, 1, 2):  # passed, failed, not even collected
        raise RuntimeError(f"the tests did not run: {(run.stdout + run.stderr).decode()[-800:]}")
    return run.returncode != 0


def main() -> None:
    """Sample, run, and list the survivors; exit code 1 below the share asked for."""
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--count", type=int, default=300)
    asked.add_argument("--seed", default="1")
    asked.add_argument("--workers", type=int, default=2)
    asked.add_argument("--least", type=float, default=0.95)
    asked.add_argument("--map", type=Path, default=ROOT / ".cache/lines.json", help="kept between runs if it is newer")
    asked.add_argument("--only", default="", help="a part of the path")
    options = asked.parse_args()
    paths = sorted({path for what in WHAT for path in (ROOT / "gamekit").glob(what) if options.only in str(path)})
    every = [mutant for path in paths for mutant in mutants(path)]
    sample = Random(options.seed).sample(every, min(options.count, len(every)))
    options.map.parent.mkdir(exist_ok=True)
    newest = max(path.stat().st_mtime for folder in ("gamekit", "tests") for path in (ROOT / folder).rglob("*.py"))
    fresh = options.map.exists() and options.map.stat().st_mtime > newest
    known = json.loads(options.map.read_text(encoding="utf-8")) if fresh else mapped(options.map)
    trees: Queue[Path] = Queue()
    with TemporaryDirectory() as room, ThreadPoolExecutor(options.workers) as threads:
        for number in range(options.workers):
            tree = Path(room) / str(number)
            tree.mkdir()
            for part in PARTS:
                copied = shutil.copytree if (ROOT / part).is_dir() else shutil.copy
                copied(ROOT / part, tree / part)
            trees.put(tree)

        def tried(mutant: Mutant) -> bool:
            tree = trees.get()
            try:
                return noticed(mutant, tests_of(mutant, known), tree)
            finally:
                trees.put(tree)

        alive = []
        for number, (mutant, found) in enumerate(zip(sample, threads.map(tried, sample)), 1):
            if not found:
                alive.append(mutant)
                print(f"{mutant.path}:{mutant.line}: {mutant.before} -> {mutant.after}", flush=True)
            print(f"\r{number} of {len(sample)}, {len(alive)} not noticed", end="", file=sys.stderr, flush=True)
    share = 1 - len(alive) / len(sample)
    print(f"\n{len(sample)} of {len(every)} mutants, seed {options.seed}: {share:.1%} noticed, {len(alive)} not")
    sys.exit(share < options.least)


if __name__ == "__main__":
    main()
