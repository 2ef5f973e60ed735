"""Figures: each has a source, judged ones say so, and a reader's own take their place."""

import csv
import os
import subprocess
import sys
from pathlib import Path

import pytest

from gamekit import roma_victrix as rv
from gamekit.roma_victrix import tables

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "data" / "roma_victrix"
FILES = sorted(path for path in FOLDER.glob("*.csv") if path.name not in ("clauses.csv", "words.csv"))


def test_what_the_sources_do_not_give_is_judged() -> None:
    assert tables.UNITS["BI"].source.count("judged:") == 1
    assert all("judged:" in ruling.source for ruling in tables.RULINGS.values())
    assert all("judged:" in marker.source for marker in tables.MARKERS)
    pinned = {(cell.leader, cell.die) for cell in tables.ATTRITION.values() if "judged:" not in cell.source}
    assert pinned == {(1, 1), (1, 6)}
    assert not any("judged:" in row.source for row in tables.OPERATIONS.values())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_every_judged_row_is_listed_with_its_reason(path: Path) -> None:
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    listed = [row for row in rv.judged_figures() if row.file == path.name]
    assert len(listed) == sum("judged:" in row["source"] for row in rows)
    assert all(row.row and row.reason for row in listed)


def test_judged_figures_are_named_in_the_basis() -> None:
    reduced = "a reduced BI counts 1 CSP (judged)"
    assert reduced in rv.LandCombat(rv.force("2 HI"), rv.force("rBI, BI")).basis
    assert reduced not in rv.LandCombat(rv.force("2 HI"), rv.force("2 BI")).basis
    costs = "costs to create and rebuild from two known ones (judged)"
    assert costs in rv.ways_to_pay_loss(rv.force("2 LGN"), 3)[0].basis
    assert costs not in rv.ways_to_pay_loss(rv.force("2 HC"), 3)[0].basis


def run(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def own(tmp_path: Path, name: str, *changes: tuple[str, str]) -> None:
    text = (FOLDER / name).read_text(encoding="utf-8")
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    (tmp_path / "roma_victrix").mkdir(exist_ok=True)
    (tmp_path / "roma_victrix" / name).write_text(text, encoding="utf-8")


def test_a_readers_own_figures_are_taken(tmp_path: Path) -> None:
    own(
        tmp_path,
        "percentage_table.csv",
        ("\n3,0,0,0,1,1,1,1,1,1,2,", "\n3,0,0,0,1,1,1,1,1,1,1,"),
        ("judged: nearest", "my copy"),
    )
    own(tmp_path, "units.csv", ("BI,land,2,1,", "BI,land,2,0,"))
    changes = ("siege_cavalry,yes", "siege_cavalry,no"), ("cargo,capacity", "cargo,step")
    own(tmp_path, "rulings.csv", *changes, ("warbands,infantry", "warbands,cavalry"))
    code = (
        "from gamekit import roma_victrix as rv\n"
        "print(rv.percentage_loss(3, 50), rv.force('2 rBI').csp)\n"
        "print(rv.Siege(rv.force('3 LGN, CAV')).current_position.attacker, "
        "rv.ways_to_pay_loss(rv.force('FLEET, rHI'), 1)[0].left)\n"
        "print('judged' in ' '.join(rv.LandCombat(rv.force('HI'), rv.force('HI')).basis))\n"
        "print(rv.warbands(7, 50), rv.warbands(7, 90), rv.warbands(7, 50).basis[-1])"
    )
    assert run(code, GAMEKIT_DATA=str(tmp_path)).splitlines() == [
        "1 0",
        "12 rFLEET",
        "False",
        "3 BI, 4 CAV 6 BI, CAV cavalry by the table, infantry the rest",
    ]


@pytest.mark.parametrize(("name", "old", "new", "said"), [
    ("percentage_table.csv", "\n7,0,1", "\n8,0,1", "percentage_table.csv:8: this should be the row for 7 CSP"),
    ("links.csv", "Latium,Apulia,land", "Latium,Apuila,land", "links.csv:14: 'Apuila' is not a province, sea"),
    ("card_times.csv", "enemy sails", "a gale", "card_times.csv:19: moments are"),
])  # fmt: skip
def test_a_bad_figure_says_where(tmp_path: Path, name: str, old: str, new: str, said: str) -> None:
    own(tmp_path, name, (old, new))
    code = "try:\n import gamekit.roma_victrix\nexcept ValueError as error:\n print(error)\nelse:\n print('no error')"
    assert said in run(code, GAMEKIT_DATA=str(tmp_path))
