"""The command line: the same numbers as in Python, every example of the help, refusals in a sentence with 2."""

import csv
import io
import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from contextlib import redirect_stdout
from fractions import Fraction
from pathlib import Path
from typing import Any
from unittest.mock import patch

import nbformat
import pytest
import typer
from typer.testing import CliRunner

from gamekit import aquileia as aq
from gamekit import caesar, cli
from gamekit import julius_caesar as jc
from gamekit import roma_victrix as rv
from gamekit.__main__ import hoisted
from gamekit.storage import link_code
from gamekit.text.answer_tables import Table

TYPED = tomllib.loads(Path(__file__).with_name("typed_inputs.toml").read_text(encoding="utf-8"))
GROUP: Any = typer.main.get_command(cli.app)
EXAMPLES = sorted(
    line.strip()
    for command in GROUP.commands.values()
    for line in (command.help or "").splitlines()
    if line.strip().startswith("gamekit ") and "QUESTION" not in line
)


@pytest.fixture(autouse=True)
def _in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAMEKIT_LANGUAGE", "en")
    monkeypatch.setitem(cli.FORM, "form", "table")  # a command before may have asked for another


def run(*arguments: str, code: int = 0) -> str:
    """What a command prints; what it says of errors where it ends with another code."""
    found = CliRunner().invoke(cli.app, list(hoisted(list(arguments))), prog_name="gamekit")
    assert found.exit_code == code, found.output
    assert "Traceback" not in found.output
    if code:
        assert not found.stdout
        return found.stderr
    return found.stdout


def rows(*arguments: str) -> list[dict[str, Any]]:
    return json.loads(run(*arguments, "--json"))["rows"]


def test_every_command_has_an_example() -> None:
    assert {line.split()[1] for line in EXAMPLES} >= set(GROUP.commands)


@pytest.mark.parametrize("line", EXAMPLES)
@pytest.mark.long
def test_the_examples_of_the_help_run(line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = shlex.split(line)[1:]
    monkeypatch.chdir(tmp_path)
    nbformat.write(nbformat.v4.new_notebook(cells=[]), "my_notebook.ipynb")
    extra = ["--notebook", str(tmp_path / "x.ipynb")] if arguments[0] == "open" else []
    assert run(*arguments, *extra)


@pytest.mark.parametrize("command", GROUP.commands)
def test_every_command_has_its_help(command: str) -> None:
    assert f"gamekit {command}" in run(command, "--help")


def test_a_battle_has_the_chances_of_python() -> None:
    sides = jc.army("Caesar, Legio 10", "Caesar"), jc.army("Pompey, Legio 1", "Pompey")
    battle = jc.Battle(*sides, jc.army("Legio 13/II", "Caesar"))
    given = ("battle", "Caesar, Legio 10", "Pompey, Legio 1", "--reserve", "Legio 13/II")
    found = rows(*given)
    assert found[0]["chance_exact"] == str(battle.odds().p(jc.attacker_wins))
    assert found[3]["figure_exact"] == str(battle.odds().mean(lambda end: end.attacker_strength))
    assert f"{float(battle.chances().attacker_wins):.1%}" in run(*given)
    assert link_code.load(run("share", *given).strip()) == battle
    assert rows("battle", "Pompey, Legio 1", "Caesar")[0]["chance"] == float(
        jc.Battle(jc.army("Pompey, Legio 1", "Pompey"), jc.army("Caesar", "Caesar")).chances().attacker_wins
    )


def test_the_other_questions_have_the_numbers_of_python() -> None:
    fight = rv.LandCombat(rv.force("4 HI", leader=2), rv.force("3 HI", leader=1), advantage="defender")
    given = ("combat", "4 HI", "3 HI", "--leader", "2", "--enemy-leader", "1", "--advantage", "defender")
    assert rows(*given)[0]["chance_exact"] == str(fight.odds("win").p(rv.attacker_wins))
    plan = rv.Siege(rv.force("2 LGN", leader=1), capital=2, major=False, operations=2).plan()
    laid = rows("siege", "2 LGN", "--leader", "1", "--minor", "--operations", "2")
    assert laid[0]["chance_exact"] == str(plan.chance_of_each_end["captured"])
    assert laid[1]["figure_exact"] == str(plan.value)
    arena = aq.Contest([aq.Entrant("Ada", base=2, tie=1), aq.Entrant("Ben", base=1, tie=2, cards=1)])
    assert [row["rank 1"] for row in rows("contest", "Ada:base=2,tie=1", "Ben:base=1,tie=2,cards=1")] == [
        float(arena.p_rank(name)[0]) for name in ("Ada", "Ben")
    ]
    found = caesar.Conflict(3, 2, (9, 1, "F"), (8, 5)).equilibrium()
    told = {row["card"]: row for row in rows("conflict", "3", "2", "--hand", "9 1 F", "--other", "8 5")}
    for card in (1, 9, "F"):
        assert told[str(card)]["attacker"] == float(found.attacker.get(card, 0))
    assert told["8"]["attacker"] is None


def test_a_sweep_is_the_same_question_again_and_again() -> None:
    given = ("sweep", "battle", "{n} C3/III", "{m} C3/III", "--axis", "n=1:3", "--axis", "m=1:3:2")
    found = list(csv.DictReader(io.StringIO(run(*given, "--csv"))))
    assert [(row["n"], row["m"]) for row in found] == [(n, m) for n in "123" for m in "13"]
    for row in found:
        battle = jc.Battle(jc.army(f"{row['n']} C3/III"), jc.army(f"{row['m']} C3/III"))
        assert float(row["chance"]) == float(battle.chances().attacker_wins)
    towns = run("sweep", "siege", "2 LGN", "--minor", "--operations", "{n}", "--capture", "16", "--axis", "n=1:2")
    assert "the city counts 16" in " ".join(towns.split())
    leaders = rows("sweep", "combat", "3 HI", "3 {unit}", "--leader", "{n}", "--axis", "n=0:1", "--axis", "unit=HI,CAV")
    assert [row["chance"] for row in leaders] == [
        rows("combat", "3 HI", f"3 {unit}", "--leader", str(n))[0]["chance"] for n in range(2) for unit in ("HI", "CAV")
    ]


def test_what_is_needed_is_the_least() -> None:
    found = rows("needed", "battle", "{n} C3/III", "3 C3/III", "--axis", "n=1:9", "--chance", "0.9")
    assert [row["n"] for row in found] == list("123456")
    assert [row["chance"] >= 0.9 for row in found] == [False] * 5 + [True]
    said = run("needed", "battle", "{n} C3/III", "1 C3/III", "--axis", "n=1:9", "--chance", "0.996")
    assert "n = 3 is the least that reaches 99.6%" in said
    refused = run("needed", "battle", "{n} C3/I", "4 C3/IV", "--axis", "n=1:2", "--chance", "0.99", code=2)
    assert "no value reaches 0.99" in refused


@pytest.mark.parametrize(("line", "same"), TYPED["command"])
def test_a_line_in_another_spelling(line: str, same: str) -> None:
    assert run("--csv", *shlex.split(line)) == run("--csv", *shlex.split(same))


@pytest.mark.parametrize(("line", "said"), TYPED["wrong_command"])
def test_what_is_wrong_is_said_on_stderr(line: str, said: str) -> None:
    assert said in re.sub(r"\s+", " ", run(*shlex.split(line), code=2))


def test_an_option_alone_asks_for_the_help() -> None:
    assert "gamekit [OPTIONS] COMMAND" in run("--json")


def test_japanese_is_spoken() -> None:
    assert "攻撃側が勝つ" in run("battle", "C3/III", "C3/III", "--language", "ja")
    assert "ブロック" in run("battle", "Nobody", "C3/III", "--language=ja", code=2)


def test_a_code_opens_as_a_notebook_and_a_saved_game_has_a_code(tmp_path: Path) -> None:
    path = tmp_path / "board.ipynb"
    code = run("share", "battle", "C3/III", "C3/III").strip()
    assert run("open", code, "--notebook", str(path)).strip() == str(path)
    source = json.loads(path.read_text())["cells"][-1]["source"]
    space: dict[str, Any] = {}
    exec(source.replace("board(link_code.load", "made = board(link_code.load"), space)
    assert space["made"].battle == link_code.load(code)
    told = run("open", code, "--notebook", str(path), code=2)
    assert "already; give another name, or move it away" in told
    assert "overwrite" not in told  # there is no such option here
    jc.first_year().save(tmp_path / "year.jsonl")
    assert link_code.load(run("share", str(tmp_path / "year.jsonl")).strip()) == jc.first_year()
    (tmp_path / "bad.jsonl").write_text("[]")
    assert run("share", str(tmp_path / "bad.jsonl"), code=2)


SPOKEN = ["--language", "ja", "battle", "C3/III", "C3/III", "--json"]
START = "import sys; from gamekit.__main__ import main\ntry:\n    main({!r})\nexcept SystemExit as end:\n"


@pytest.mark.long
@pytest.mark.parametrize("arguments", [["--version"], ["--help"], SPOKEN])
def test_the_module_is_the_command_and_loads_little(arguments: list[str]) -> None:
    code = f"{START.format(arguments)}    assert not end.code\n"
    heavy = "assert not {'pandas', 'numba', 'ipywidgets', 'plotly'} & set(sys.modules)"
    light = "assert 'typer' not in sys.modules" if arguments == ["--version"] else "assert 'typer' in sys.modules"
    done = subprocess.run([sys.executable, "-c", f"{code}{heavy}\n{light}"], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    assert done.stdout


@pytest.mark.parametrize(
    ("where", "ends", "said"), [("unread", 1, ""), ("full", 2, "gamekit: the output: No space left on device\n")]
)
@pytest.mark.long
def test_a_bad_output_gives_no_traceback(where: str, ends: int, said: str) -> None:
    if where == "full" and not Path("/dev/full").exists():
        pytest.skip("there is no device that is full")
    reader, writer = os.pipe()
    os.close(reader)
    if where == "full":
        os.dup2(os.open("/dev/full", os.O_WRONLY), writer)
    code = "from gamekit.__main__ import main\nmain(['conflict', '1', '1'])"
    done = subprocess.run([sys.executable, "-c", code], stdout=writer, stderr=subprocess.PIPE, text=True, check=False)
    os.close(writer)
    assert (done.returncode, done.stderr) == (ends, said)


@pytest.mark.long
def test_an_audit_is_a_table_of_sums_throws_and_decisions(tmp_path: Path) -> None:
    found = rows("audit", "first_year", "--seat", "Pompey")
    said = {row["part"]: row["amount"] for row in found[:5]}
    assert (
        abs(said["Before"] + said["Luck of the throws"] + said["Decisions judged"] + said["Rest"] - said["After"])
        < 1e-9
    )
    assert sum(row["part"] == "a throw" for row in found) == 5
    typed = tmp_path / "table.txt"
    typed.write_text("caesar players=2  # at the club\nplace c3\nPlace b2\n\nd4\n", encoding="utf-8")
    assert "Nothing could be valued" in run("audit", str(typed))
    typed.write_text("caesar players=2\nplace c3\nplace z9\n", encoding="utf-8")
    refused = run("audit", str(typed), code=2)
    assert "line 3" in refused
    assert "place a1" in refused
    assert "first seat" not in run("audit", "first_year", "--seat", "Ada", code=2)
    assert "No such file" in run("audit", str(tmp_path / "none.jsonl"), code=2)


def printed(sheet: Table, columns: int) -> str:
    """What a terminal of so many columns shows."""
    with patch.dict(os.environ, {"COLUMNS": str(columns)}), redirect_stdout(io.StringIO()) as told:
        cli._print(sheet)
    return told.getvalue()


@pytest.mark.parametrize("columns", [20, 40])
def test_no_figure_is_cut_in_a_narrow_terminal(columns: int) -> None:
    chances = {"first": Fraction(1, 3), "second": Fraction(2, 3), "third": Fraction(1, 1), "fourth": Fraction(1, 9)}
    rows = (("a long name of something", *chances.values()),)
    sheet = Table(("what", *chances), rows, "", (), tuple(chances))
    told = printed(sheet, columns)
    assert "…" not in told
    assert {"33.3%", "66.7%", "100.0%", "11.1%"} <= set(told.split())


def test_long_words_are_broken_in_a_narrow_terminal_and_stand_on_the_left() -> None:
    sheet = Table(
        ("part", "what", "amount"), (("振り", "ポンペイウス軍の海軍3は2個のサイコロを振る", 0.125),), "", (), ()
    )
    lines = printed(sheet, 20).splitlines()
    row = next(line for line in lines if "振り" in line)
    assert row.startswith(" 振り   ポンペイウス")
    assert "サイコロを振る" not in row
    assert max(len(line.encode("shift_jis")) for line in lines if "─" not in line) < 40
