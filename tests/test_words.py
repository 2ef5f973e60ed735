"""Words: no key is missing or unused, both languages say the same, and a note can be said in either."""

import ast
import csv
import json
import pickle
import re
from fractions import Fraction
from functools import cache
from pathlib import Path
from string import Formatter

import pytest

from gamekit.roma_victrix import notation  # noqa: F401  # brings its game's words
from gamekit.text import translation
from gamekit.text.translation import (
    TranslatableText,
    basis_line,
    error_text,
    note,
    percent,
    percent_html,
    translate,
    word,
)

ROOT = Path(__file__).parent.parent
with (ROOT / "data/words.csv").open(encoding="utf-8", newline="") as file:
    ROWS = list(csv.DictReader(file))
KEYS = {row["key"] for row in ROWS}
FAMILIES = {key.split(".")[0] for key in KEYS}


@cache
def sources() -> dict[Path, list[ast.AST]]:
    """The nodes of the package's code, the class's site and the lessons' cells, read once, when a test asks."""
    paths = (ROOT / "gamekit").rglob("*.py")
    lessons = [
        ROOT / "notebooks" / f"{name}.ipynb" for name in ("00_start_here", "history_civil_war", "teachers_guide")
    ]
    code = {path: path.read_text(encoding="utf-8") for path in paths} | {path: code_of(path) for path in lessons}
    return {path: list(ast.walk(ast.parse(text))) for path, text in code.items()}


def code_of(path: Path) -> str:
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    return "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "code")


def docstrings(nodes: list[ast.AST]) -> set[int]:
    holders = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
    bodies = [node.body for node in nodes if isinstance(node, holders) and node.body]
    return {id(body[0].value) for body in bodies if isinstance(body[0], ast.Expr)}


def parts_of_f_strings(nodes: list[ast.AST]) -> set[int]:
    return {id(part) for node in nodes if isinstance(node, ast.JoinedStr) for part in node.values}


@cache
def literals() -> tuple[set[str], set[str]]:
    """Whole texts in the code, and the beginnings of f-strings (``f"julius_caesar.side.{side}"``)."""
    whole, begun = set(), set()
    for nodes in sources().values():
        skipped = docstrings(nodes)
        for node in nodes:
            if isinstance(node, ast.JoinedStr) and isinstance(first := node.values[0], ast.Constant):
                begun.add(str(first.value))
            elif isinstance(node, ast.Constant) and id(node) not in skipped:
                whole.add(str(node.value))
    return whole, begun


@cache
def values() -> dict[str, dict[Path, dict[str, set[str]]]]:
    """What stands in the data files: game, file, column -> values (parts between semicolons too)."""
    found: dict[str, dict[Path, dict[str, set[str]]]] = {}
    for path in (ROOT / "data").glob("*/*.csv"):
        with path.open(encoding="utf-8", newline="") as file:
            for row in csv.DictReader(file):
                columns = found.setdefault(path.parent.name, {}).setdefault(path, {})
                for name, cell in row.items():
                    columns.setdefault(name, set()).update({cell, *cell.split(";")} - {""})
    return found


@cache
def cells() -> set[str]:
    columns = [cells for files in values().values() for named in files.values() for cells in named.values()]
    staged = (path.read_text(encoding="utf-8") for path in (ROOT / "data").glob("history/*.toml"))
    return set().union(*columns, *(re.findall(r'called = "(\w+)"', text) for text in staged))


def is_used(key: str) -> bool:
    whole, begun = literals()
    ends = {key[match.end() :] for match in re.finditer(r"\.", key)}
    if key in whole or any(end in cells() or (end in whole and key.removesuffix(end) in begun) for end in ends):
        return True
    boards = [begin for begin in begun if begin.endswith(("_", "."))]  # a board's ``say`` puts its own family before it
    return any(end.startswith(begin) and end.removeprefix(begin) in whole for end in ends for begin in boards)


@pytest.mark.long
def test_no_key_is_unused() -> None:
    assert sorted(key for key in KEYS if not is_used(key)) == []


def asked() -> dict[str, str]:
    """Texts in the code that must be keys: what ``word`` and ``note`` are called with, and all that look like one."""
    shape = re.compile(rf"({'|'.join(map(re.escape, FAMILIES))})\.[\w .#-]*\w")
    found = {}
    for path, nodes in sources().items():
        skipped = docstrings(nodes) | parts_of_f_strings(nodes)
        for node in nodes:
            if isinstance(node, ast.Call) and called(node) in ("word", "note") and node.args:
                if isinstance(first := node.args[0], ast.Constant):
                    found[str(first.value)] = f"{path.name}:{node.lineno}"
            elif isinstance(node, ast.Constant) and id(node) not in skipped and shape.fullmatch(str(node.value)):
                found[str(node.value)] = f"{path.name}:{node.lineno}"
    return found


def called(node: ast.Call) -> str:
    return node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")


@pytest.mark.long
def test_no_key_is_missing() -> None:
    assert {key: where for key, where in asked().items() if key not in KEYS} == {}


def test_a_family_named_after_a_column_has_all_its_values() -> None:
    for game, files in values().items():
        for column in {name for columns in files.values() for name in columns}:
            said = {key.removeprefix(f"{game}.{column}.") for key in KEYS if key.startswith(f"{game}.{column}.")}
            lacking = [columns[column] - said for columns in files.values() if column in columns]
            assert not said or not min(lacking, key=len), f"{game}.{column}: no words for {min(lacking, key=len)}"


def fields_of(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_both_languages_say_something_and_have_the_same_fields() -> None:
    empty = [row["key"] for row in ROWS for text in (row["en"], row["ja"]) if text.strip() != text or not text]
    assert empty == []
    assert [row["key"] for row in ROWS if fields_of(row["en"]) != fields_of(row["ja"])] == []
    assert [row["key"] for row in ROWS if not all(name.isidentifier() for name in fields_of(row["en"]))] == []


def test_every_key_stands_once() -> None:
    assert sorted({row["key"] for row in ROWS if [other["key"] for other in ROWS].count(row["key"]) > 1}) == []


@pytest.mark.long
def test_calls_give_the_fields_that_the_words_have() -> None:
    texts = {row["key"]: row["en"] for row in ROWS}
    wrong = []
    for path, nodes in sources().items():
        for node in nodes:
            if isinstance(node, ast.Call) and called(node) in ("word", "note") and node.args:
                key = getattr(node.args[0], "value", None)
                given = {keyword.arg for keyword in node.keywords} - {"language"}
                if key in texts and None not in given and given != fields_of(texts[key]):
                    wrong.append(f"{path.name}:{node.lineno}: {key} has {fields_of(texts[key])}, not {given}")
    assert wrong == []


def test_the_language_is_the_argument_then_what_is_spoken_then_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GAMEKIT_LANGUAGE", raising=False)
    assert word("side.attacker") == "attacker"
    monkeypatch.setenv("GAMEKIT_LANGUAGE", "ja")
    assert word("side.attacker") == "攻撃側"
    assert word("side.attacker", "en") == "attacker"
    with translation.default_language("en"):
        assert word("side.attacker") == "attacker"
        assert word("side.attacker", "ja") == "攻撃側"
    assert word("side.attacker") == "攻撃側"
    monkeypatch.setenv("GAMEKIT_LANGUAGE", "la")
    pytest.raises(ValueError, lambda: word("side.attacker")).match("no words in 'la'; the languages are en, ja")


def test_a_wrong_key_or_a_missing_field_is_named() -> None:
    with pytest.raises(ValueError, match=r"no key 'side\.atacker'; did you mean 'side\.attacker'"):
        word("side.atacker")
    pytest.raises(ValueError, lambda: word("basis.rules")).match(r"'basis\.rules' need the field 'clauses'")


def test_a_note_is_english_text_that_can_be_said_in_japanese() -> None:
    entry = note("basis.rules", clauses="7.2")
    assert entry == "rules 7.2"
    assert translate(entry, "ja") == "ルール 7.2"
    assert translate("7.2", "ja") == "7.2"
    again = pickle.loads(pickle.dumps(entry))
    assert isinstance(again, TranslatableText)
    assert translate(again, "ja") == "ルール 7.2"
    assert basis_line(("7.2", note("basis.exact"), "7.4"), "ja") == "厳密値 · ルール 7.2, 7.4"
    assert basis_line(()) == ""


@pytest.mark.parametrize(("key", "one", "more"), [
    ("predict.low", "The class was 1 point too low", "The class was 2 points too low"),
    ("julius_caesar.board.aside_setup", "1 block against 1", "2 blocks against 2"),
    ("needed.found", "1: 1. The one case that cost less", "2: 2. Each of the 2 cases that cost less"),
    ("aquileia.board.place_hint_tie", "1 henchman and", "2 henchmen and"),
    ("caesar.solve.size", "1 position, 1 of them a conflict to", "2 positions, 2 of them conflicts to"),
    ("outlook.said", "1, played out 1 time by", "2, played out 2 times by"),
])  # fmt: skip
def test_one_is_said_as_one(key: str, one: str, more: str) -> None:
    for number, begins in ((1, one), ("2", more)):
        assert word(key, "en", **dict.fromkeys(fields_of(translation.table()[key].en), number)).startswith(begins)


def test_an_error_raised_with_a_note_is_said_in_either_language_and_others_as_they_are() -> None:
    error = ValueError(note("basis.rules", clauses=note("basis.exact")))
    assert str(error) == error_text(error, "en") == "rules exact"
    assert error_text(error, "ja") == "ルール 厳密値"
    assert error_text(ValueError("no such file"), "ja") == "no such file"
    assert error_text(ValueError(), "ja") == ""


@pytest.mark.parametrize("one", [1, 1.0, Fraction(1)])
def test_only_what_is_certain_is_written_as_certain(one: float | Fraction) -> None:
    assert [percent(0 * one), percent(one)] == ["0.0%", "100.0%"]
    assert [percent(one / 7776), percent(1 - one / 7776)] == ["<0.1%", ">99.9%"]
    assert [percent(one / 1000), percent(one / 2000), percent(1 - one / 1000)] == ["0.1%", "0.1%", "99.9%"]
    assert percent(Fraction(1, 10**20)) == percent(2.0**-54) == "<0.1%"  # 2 against 6 legions, not impossible
    assert (percent(sum([0.1] * 10)), percent(-1e-17)) == ("100.0%", "0.0%")  # an error of floats is no chance
    assert [percent_html(one / 7776), percent_html(one / 2)] == ["&lt;0.1%", "50.0%"]
