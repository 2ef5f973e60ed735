"""How many clauses of each rulebook the tests cover, and which they do not: ``python tests/clauses_report.py``.

A test names its clauses by ``@pytest.mark.clause("julius_caesar", "7.31", "7.4")`` with literal strings."""

from __future__ import annotations

import ast
import csv
from pathlib import Path

TESTS = Path(__file__).parent
DATA = TESTS.parent / "data"


def marked(source: str) -> set[tuple[str, str]]:
    """The (game, clause) pairs that a test file marks."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "clause":
            game, *clauses = (argument.value for argument in node.args if isinstance(argument, ast.Constant))
            found |= {(game, clause) for clause in clauses}
    return found


def report() -> list[str]:
    """One line a game: clauses covered of those that can be, and the ones that no test names."""
    covered = set().union(*(marked(path.read_text(encoding="utf-8")) for path in TESTS.rglob("test_*.py")))
    lines = []
    for path in sorted(DATA.glob("*/clauses.csv")):
        with path.open(encoding="utf-8", newline="") as file:
            wanted = [row["clause"] for row in csv.DictReader(file) if row["kind"] in ("rule", "optional", "example")]
        missing = [clause for clause in wanted if (path.parent.name, clause) not in covered]
        lines.append(f"{path.parent.name}: {len(wanted) - len(missing)} of {len(wanted)} clauses covered")
        lines[-1] += f"; not: {', '.join(missing)}" if missing else ""
    return lines


if __name__ == "__main__":
    print("\n".join(report()))
