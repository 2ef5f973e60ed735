"""The shape of the house: short functions, simple ones, small classes, one name for one thing.

Each exception stands with its reason in ``pyproject.toml`` under ``tool.gamekit.shape``."""

from __future__ import annotations

import ast
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from radon.complexity import cc_visit_ast

ROOT = Path(__file__).parent.parent
SOURCES = {path.relative_to(ROOT / "gamekit").as_posix(): path for path in sorted((ROOT / "gamekit").rglob("*.py"))}
TEXTS = {name: path.read_text(encoding="utf-8") for name, path in SOURCES.items()}
EXCEPTIONS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["gamekit"]["shape"]
LINES, COMPLEXITY, METHODS = 45, 15, 25
REPEATED = 10
GAMES = {"aquileia": ["city_view"], "caesar": ["view"], "julius_caesar": ["battle_view", "map"]}
GAMES["roma_victrix"] = ["combat_view", "siege_view"]
VIEWS = [f"widgets/{game}/{view}.py" for game, views in GAMES.items() for view in views]
NUMBERS = 642  # in those six; they had 1,285 before rows, columns and grids were laid out by one module


@cache
def trees() -> dict[str, ast.Module]:
    """The package's code, read once and not before a test asks: what is collected is collected by every worker."""
    return {name: ast.parse(text) for name, text in TEXTS.items()}


@cache
def defined() -> dict[str, list[tuple[str, ast.FunctionDef | ast.ClassDef]]]:
    return {name: list(definitions(tree)) for name, tree in trees().items()}


def definitions(node: ast.AST, within: str = "") -> Iterator[tuple[str, ast.FunctionDef | ast.ClassDef]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.FunctionDef | ast.ClassDef):
            yield within + child.name, child
            yield from definitions(child, f"{within}{child.name}.")
        elif not isinstance(child, ast.expr):  # none stands within an expression
            yield from definitions(child, within)


def methods() -> Iterator[tuple[str, int]]:
    """The methods of each class, those of our own bases included; a name overridden counts once."""
    classes: dict[str, list[tuple[str, ast.ClassDef]]] = defaultdict(list)
    for file, nodes in defined().items():
        for _, node in nodes:
            if isinstance(node, ast.ClassDef):
                classes[node.name].append((file, node))

    def names(file: str, node: ast.ClassDef) -> set[str]:
        found = {each.name for each in node.body if isinstance(each, ast.FunctionDef)}
        for base in node.bases:
            ours = classes.get(ast.unparse(base).split("[")[0].split(".")[-1], [])
            for where, parent in [pair for pair in ours if pair[0] == file] or ours[:1]:
                found |= names(where, parent) if parent is not node else set()
        return found

    for each in classes.values():
        for file, node in each:
            yield f"{file}:{node.name}", len(names(file, node))


def too_long() -> dict[str, int]:
    return {
        f"{file}:{name}": lines
        for file, nodes in defined().items()
        for name, node in nodes
        if isinstance(node, ast.FunctionDef) and (lines := (node.end_lineno or 0) - node.lineno + 1) > LINES
    }


def too_complex() -> dict[str, int]:
    return {
        f"{file}:{block.fullname}": block.complexity
        for file, tree in trees().items()
        for block in cc_visit_ast(tree)
        if block.letter != "C" and block.complexity > COMPLEXITY
    }


def too_many_methods() -> dict[str, int]:
    return {name: count for name, count in methods() if count > METHODS}


FOUND = {"lines": too_long, "complexity": too_complex, "methods": too_many_methods}


@pytest.mark.long
@pytest.mark.parametrize("kind", FOUND)
def test_nothing_is_too_large_without_a_reason(kind: str) -> None:
    found, excused = FOUND[kind](), EXCEPTIONS[kind]
    assert all(reason.strip() for reason in excused.values())
    assert not {name: size for name, size in found.items() if name not in excused}
    assert not [name for name in excused if name not in found], "no longer needed"


@pytest.mark.long
def test_a_class_has_a_name_of_its_own() -> None:
    places = defaultdict(list)
    for file, nodes in defined().items():
        for name, node in nodes:
            if isinstance(node, ast.ClassDef):
                places[node.name].append(f"{file}:{name}")
    repeated, excused = {name for name, found in places.items() if len(found) > 1}, EXCEPTIONS["names"]
    assert not {name: places[name] for name in repeated - set(excused)}
    assert len(repeated) <= REPEATED
    assert set(excused) == repeated, "no longer needed"


def test_views_are_laid_out_and_not_measured_out() -> None:
    literals = [node.value for view in VIEWS for node in ast.walk(trees()[view]) if isinstance(node, ast.Constant)]
    assert sum(isinstance(one, int | float) and abs(one) not in (0, 1, 2) for one in literals) <= NUMBERS


def test_the_size_of_the_package_is_said(capsys: pytest.CaptureFixture[str]) -> None:
    counts = {name: len(text.splitlines()) for name, text in TEXTS.items()}
    widgets = sum(lines for name, lines in counts.items() if name.startswith("widgets/"))
    with capsys.disabled():
        print(f"\ngamekit: {sum(counts.values()):,} lines, {widgets:,} of them widgets")
    assert widgets < sum(counts.values())
