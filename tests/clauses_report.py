"""How many clauses of each rulebook the tests play in a position, which they only look up, and which they leave out:
``python tests/clauses_report.py``.

A test names its clauses by ``@pytest.mark.clause("julius_caesar", "7.31", "7.4")`` with literal strings, or by
``@clause("10.4")`` of its game's setting. It plays them
when it makes a move: when it, or a helper of its file or one that this file imports from the tests, calls the rules'
``apply`` or lets a position settle. Everything else is a look-up: a figure, a table, a calculator."""

import ast
import csv
from collections.abc import Iterator
from functools import cache
from pathlib import Path

TESTS = Path(__file__).parent
DATA = TESTS.parent / "data"
MOVES = frozenset({"apply", "settled", "play"})  # of a rules module


@cache
def tree(path: Path) -> ast.Module:
    """A test file, read."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def functions(path: Path) -> dict[str, ast.FunctionDef]:
    """The functions of a test file by name."""
    return {node.name: node for node in ast.walk(tree(path)) if isinstance(node, ast.FunctionDef)}


@cache
def helpers(path: Path) -> dict[str, Path]:
    """Where a name that a test file imports from other test files is defined."""
    found = {}
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("tests."):
            other = TESTS.parent / (str(node.module).replace(".", "/") + ".py")
            names = functions(other) if node.names[0].name == "*" else (a.asname or a.name for a in node.names)
            found |= dict.fromkeys(names, other) if other.exists() else {}
    return found


@cache
def plays(path: Path, name: str) -> bool:
    """Whether a function makes a move, itself or by a helper."""
    seen: set[tuple[Path, str]] = set()
    ahead = [(path, name)]
    while ahead:
        file, called = ahead.pop()
        file = helpers(file).get(called, file)
        if (file, called) in seen or called not in functions(file):
            continue
        seen.add((file, called))
        for word in words(functions(file)[called]):
            if word in MOVES:
                return True
            ahead.append((file, word))
    return False


def words(node: ast.AST) -> Iterator[str]:
    """Every name and attribute that a function's body speaks of."""
    for each in ast.walk(node):
        if isinstance(each, ast.Name):
            yield each.id
        elif isinstance(each, ast.Attribute):
            yield each.attr


def marked(path: Path) -> Iterator[tuple[str, str, bool]]:
    """(game, clause, whether it is played) of every mark in a test file; a mark on no function is a look-up."""
    owner = {id(mark): name for name, node in functions(path).items() for mark in node.decorator_list}
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Call) and (called := ast.unparse(node.func)) in ("pytest.mark.clause", "clause"):
            names = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
            game, *clauses = names if called != "clause" else (path.parent.name, *names)
            played = id(node) in owner and plays(path, owner[id(node)])
            yield from ((str(game), str(clause), played) for clause in clauses)


def report() -> list[str]:
    """One line a game: clauses played in a position, looked up, and the ones that no test names."""
    files = [path for path in TESTS.rglob("test_*.py") if "clause(" in path.read_text(encoding="utf-8")]
    rows = {row for path in files for row in marked(path)}
    lines = []
    for path in sorted(DATA.glob("*/clauses.csv")):
        game = path.parent.name
        with path.open(encoding="utf-8", newline="") as file:
            wanted = [row["clause"] for row in csv.DictReader(file) if row["kind"] in ("rule", "optional", "example")]
        played = [clause for clause in wanted if (game, clause, True) in rows]
        looked_up = [clause for clause in wanted if clause not in played and (game, clause, False) in rows]
        missing = [clause for clause in wanted if clause not in played and clause not in looked_up]
        lines.append(f"{game}: {len(played)} of {len(wanted)} clauses played in a position, {len(looked_up)} looked up")
        lines[-1] += f"; looked up: {', '.join(looked_up)}" if looked_up else ""
        lines[-1] += f"; not: {', '.join(missing)}" if missing else ""
    return lines


if __name__ == "__main__":
    print("\n".join(report()))
