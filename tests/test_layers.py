"""Imports go one way, and the core stays light."""

import ast
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from textwrap import dedent

import pytest

pytestmark = pytest.mark.long
ROOT = Path(__file__).parent.parent
GAMES = sorted(folder.parent.name for folder in (ROOT / "gamekit").glob("*/tables.py"))
LAB = ("ipywidgets", "ipycanvas", "plotly", "anywidget", "IPython", "jupyterlab")
# From the lowest: a module may import those of its own line and of the lines above it. Two lines of ``text`` and one of
# ``storage`` and ``play`` stand apart from their rooms, because every sentence and every figure goes through them.
ORDER = (
    ("storage.data_files", "text.translation", "text.progress"),
    ("probability",),
    ("play.protocol", "text", "storage"),
    ("analysis",),
    ("text.answer_tables", "text.export"),
    ("play",),
    ("tables",),
    ("forces", "scenario", "state"),
    ("rules",),
    ("odds", "notation", "presentation"),
    ("fight", "players"),
    ("luck",),
    ("lessons",),
    ("widgets",),
    ("web", "cli", "__main__"),
)
CORE = ("probability", "analysis", "play", "storage", "text")
TABLES = ("tables", "json_fields", "geography")  # printed, numbered and written
HEAVY = ("pandas", "scipy", "numba", *LAB)


def run(code: str) -> None:
    subprocess.run([sys.executable, "-c", code], check=True, cwd=ROOT, timeout=60)


def test_heavy_libraries_wait_until_they_are_needed() -> None:
    games = ", ".join(f"gamekit.{game}" for game in GAMES)
    run(f"import sys, {games}; found = set({HEAVY!r}) & set(sys.modules); assert not found, found")


WITHOUT = ("numpy", "scipy", "pandas", "numba")
PLAIN = {  # what each game computes without the libraries of numbers
    "julius_caesar": """
        legions = game.army("C3/III")
        battle = game.Battle(legions, legions)
        assert battle.chances().attacker_wins == battle.odds().p(game.attacker_wins) == Fraction(53829, 262144)
        assert abs(battle.chances(float).attacker_wins - 53829 / 262144) < 1e-12
        """,
    "caesar": """
        assert game.Conflict(3, 2, (9, 1), (8, 5)).odds().p(lambda swing: swing > 0) == 1
        assert game.duel([(1, 1), (3, 3)], (9, 1, "F"), (8, 5, "F")).value == Fraction(3, 2)
        assert game.duel([(1, 1), (3, 3), (2, 2)], (9, 5, 1, "F"), (8, 7, 5, "F")).value == Fraction(2, 5)
        """,
    "aquileia": """
        arena = game.Contest([game.Entrant("Ada", base=2, tie=1), game.Entrant("Ben", base=1, tie=2, red=0)])
        assert arena.p_rank("Ben") == [0, 1]
        assert sum(game.example_contests()["arena"].p_rank("Kiko")) == 1
        """,
    "roma_victrix": """
        armies = game.force("3 LGN", leader=1), game.force("2 LGN")
        assert [army.csp for army in armies] == [12, 8]
        assert game.LandCombat(*armies).odds().p(game.attacker_wins) > Fraction(1, 2)
        plan = game.Siege(*armies, capital=2, major=False, operations=3).plan()
        assert isinstance(plan.value, Fraction) and sum(plan.chance_of_each_end.values()) == 1
        """,
}
GAME = """
    random = Random(3)
    players = defaultdict(lambda: random_strategy(random))
    assert 30 < sum(1 for _ in play(game.rules, players, random)) < 2_000
    """


@pytest.mark.parametrize("game", GAMES)
def test_a_game_is_reckoned_and_played_without_the_libraries_of_numbers(game: str) -> None:
    blocked = (f"sys.modules[{name!r}] = None" for name in WITHOUT)
    imports = ("from collections import defaultdict", "from fractions import Fraction", "from random import Random")
    imports += ("from gamekit.play.protocol import random_strategy, play", f"import gamekit.{game} as game")
    run("\n".join(("import sys", *blocked, *imports, dedent(PLAIN[game]), dedent(GAME))))


def modules() -> dict[str, Path]:
    found = sorted((ROOT / "gamekit").rglob("*.py"))
    return {".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path for path in found}


MODULES = modules()


@cache
def imported(name: str) -> tuple[str, ...]:
    """Every module of the package that a module names, within functions and for type checkers as well."""
    return tuple(_imported(name))


def _imported(name: str) -> Iterator[str]:
    path = MODULES[name]
    package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    for node in statements(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in MODULES)
        elif isinstance(node, ast.ImportFrom):
            parts = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*parts, *([node.module] if node.module else [])])
            for alias in node.names:
                whole = f"{base}.{alias.name}"
                yield from (each for each in (whole if whole in MODULES else base,) if each in MODULES)


def statements(node: ast.AST) -> Iterator[ast.stmt]:
    """The statements in a node, in functions and branches as well."""
    for child in ast.iter_child_nodes(node):
        if isinstance(child, ast.stmt):
            yield child
        if not isinstance(child, ast.expr):
            yield from statements(child)


def place(name: str) -> int | None:
    """The line of a module in ORDER; None for the front doors: the package's, a room's and a game's."""
    _, first, second = (*name.split("."), "", "")[:3]
    if first in GAMES:
        known = {each for line in ORDER for each in line}
        room = "tables" if second in TABLES else second if second in known else "rules"
        return line_of(room) if second else None
    return line_of(f"{first}.{second}") if second else None if first in ("", *CORE, "lessons") else line_of(first)


def line_of(name: str) -> int:
    room = name.split(".")[0]
    return next(at for wanted in (name, room) for at, line in enumerate(ORDER) if wanted in line)


def test_no_module_imports_itself_by_a_detour() -> None:
    graph = {name: {other for other in imported(name) if other != name} for name in MODULES}
    assert sum(map(len, graph.values())) > 300
    try:
        tuple(TopologicalSorter(graph).static_order())
    except CycleError as circle:
        pytest.fail(" -> ".join(circle.args[1]))


def test_imports_go_one_way() -> None:
    places = {name: place(name) for name in MODULES}
    upward = [
        f"{name} imports {other}"
        for name, here in places.items()
        if here is not None
        for other in imported(name)
        if (there := places[other]) is not None and there > here
    ]
    assert not upward, "\n".join(upward)
    crossed = [
        f"{a} imports {b}" for a in MODULES for b in imported(a) if game_of(a) and game_of(b) not in ("", game_of(a))
    ]
    assert not crossed, "\n".join(crossed)


def game_of(name: str) -> str:
    """The game that a module belongs to, if any."""
    return next((part for part in name.split(".") if part in GAMES), "")


@pytest.mark.parametrize("room", CORE)
def test_the_core_names_no_game(room: str) -> None:
    named = [
        f"{name} imports {other}"
        for name in MODULES
        if name.startswith(f"gamekit.{room}.")
        for other in imported(name)
        if game_of(other)
    ]
    assert not named, "\n".join(named)
