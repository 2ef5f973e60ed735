"""Figures and scenarios: each has a source, judged ones say so, a reader's own take their place, bad ones say where."""

import csv
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from gamekit import roma_victrix as rv
from gamekit.roma_victrix import tables
from gamekit.roma_victrix.scenario import SPECIAL, Contender
from gamekit.roma_victrix.tables import COUNTER_MIX, UNITS
from gamekit.storage.data_files import DataError

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


def test_every_judged_row_is_listed_with_its_reason() -> None:
    listed = Counter(row.file for row in rv.judged_values() if row.row and row.reason)
    for path in FILES:
        rows = csv.DictReader(path.read_text(encoding="utf-8").splitlines())
        assert listed[path.name] == sum("judged:" in row["source"] for row in rows), path.name


def test_judged_values_are_named_in_the_basis() -> None:
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


@pytest.mark.long
def test_a_readers_own_figures_are_taken(tmp_path: Path) -> None:
    changes = ("\n3,0,0,0,1,1,1,1,1,1,2,", "\n3,0,0,0,1,1,1,1,1,1,1,"), ("judged: nearest", "my copy")
    own(tmp_path, "percentage_table.csv", *changes)
    own(tmp_path, "units.csv", ("BI,land,2,1,", "BI,land,2,0,"))
    changes = ("siege_cavalry,yes", "siege_cavalry,no"), ("cargo,capacity", "cargo,step")
    own(tmp_path, "rulings.csv", *changes, ("warbands,infantry", "warbands,cavalry"))
    code = (
        "from gamekit import roma_victrix as rv\n"
        "print(rv.percentage_loss(3, 50), rv.force('2 rBI').csp)\n"
        "print(rv.Siege(rv.force('3 LGN, CAV')).current_position.attacker)\n"
        "print(rv.ways_to_pay_loss(rv.force('FLEET, rHI'), 1)[0].left)\n"
        "print('judged' in ' '.join(rv.LandCombat(rv.force('HI'), rv.force('HI')).basis))\n"
        "print(rv.warbands(7, 50), rv.warbands(7, 90), rv.warbands(7, 50).basis[-1])"
    )
    warbands = "3 BI, 4 CAV 6 BI, CAV cavalry by the table, infantry the rest"
    assert run(code, GAMEKIT_DATA=str(tmp_path)).splitlines() == ["1 0", "12", "rFLEET", "False", warbands]


@pytest.mark.parametrize(("name", "old", "new", "said"), [
    ("percentage_table.csv", "\n7,0,1", "\n8,0,1", "percentage_table.csv:8: this should be the row for 7 CSP"),
    ("links.csv", "Latium,Apulia,land", "Latium,Apuila,land", "links.csv:14: 'Apuila' is not a province, sea"),
    ("card_times.csv", "enemy sails", "a gale", "card_times.csv:19: moments are"),
])  # fmt: skip
def test_a_bad_figure_says_where(tmp_path: Path, name: str, old: str, new: str, said: str) -> None:
    own(tmp_path, name, (old, new))
    code = "try:\n import gamekit.roma_victrix\nexcept ValueError as error:\n print(error)\nelse:\n print('no error')"
    assert said in run(code, GAMEKIT_DATA=str(tmp_path))


FILE = Path(__file__).parents[2] / "data/roma_victrix/scenarios/two_consuls.toml"


def power(scenario: rv.Scenario, name: str) -> Contender:
    return next(each for each in scenario.powers if each.name == name)


def units(each: Contender, *provinces: str) -> dict[str, int]:
    """The counters of a power, or those of it in some provinces, by kind."""
    found: dict[str, int] = {}
    for stood in (*each.leaders, *each.stacks):
        for stack in stood.units if not provinces or stood.province in provinces else ():
            found[stack.unit] = found.get(stack.unit, 0) + stack.full + stack.reduced
    return found


@pytest.mark.clause("roma_victrix", "X.3", "X.4", "X.6", "X.8", "X.10", "X.11")
def test_the_armies_of_the_example_stand_where_they_are_met() -> None:
    punic = rv.scenario("second_punic_war")
    rome, egypt, seleucid, carthage = punic.player_powers(4)
    assert units(rome, "Cisalpina", "Apulia") == {"LGN": 8, "AUX": 4, "CAV": 4, "FLEET": 4}
    assert rv.force("8 LGN, 4 AUX, 4 CAV").csp == 48
    assert units(rome, "Latium") == {"LGN": 4, "AUX": 2, "CAV": 2, "FLEET": 1}
    assert units(egypt, "Lycia") == {"HI": 2, "AUX": 1, "CAV": 1, "FLEET": 1}
    assert units(seleucid, "Cilicia") == {"HI": 3, "AUX": 3, "CAV": 1, "FLEET": 1}
    assert units(carthage, "Carthaginiensis") == {"HI": 8, "AUX": 3, "CAV": 5, "FLEET": 3}
    assert units(power(punic, "Cappadocia")) == {"HI": 3, "AUX": 2, "CAV": 4}
    ratings = {leader.name: leader.rating for each in punic.player_powers(4) for leader in each.leaders}
    assert (ratings["Hannibal"], ratings["Antiochus"], ratings["Ptolemy"], ratings["Hasdrubal"]) == (4, 3, 2, 2)
    assert {each.name for each in punic.powers if each.patron == "Rome"} == {"Massilia", "Saguntum", "Syracusae"}
    assert power(punic, "Parthia").patron == "Aegyptus"
    assert (power(punic, "Macedonia").role, set(punic.special)) == ("neutral", set(SPECIAL))


@pytest.mark.parametrize("name", rv.SCENARIOS)
def test_every_entry_of_a_scenario_has_a_source_and_fits_the_counters(name: str) -> None:
    scenario = rv.scenario(name)
    assert scenario.title
    assert scenario.title_ja
    assert scenario.source
    for each in scenario.powers:
        assert each.source
        assert all(entry.source for entry in (*each.leaders, *each.stacks, *each.goals, *each.consuls))
        assert all(count <= COUNTER_MIX[unit] for unit, count in units(each).items())
        assert len(each.provinces) <= COUNTER_MIX["GAR"]
        roman = each.roman
        assert all(unit != "LGN" or roman for unit in units(each))
        assert all(UNITS[unit].kind != "marker" for unit in units(each))
        shores = {stood.province for stood in each.stacks if any(stack.unit == "FLEET" for stack in stood.units)}
        assert all(rv.PROVINCES[shore].coastal for shore in shores)


def test_seats_decide_who_plays() -> None:
    assert [rv.scenario(name).seats for name in rv.SCENARIOS] == [(4,), (2,), (5, 6)]
    six = rv.scenario("six_powers")
    assert {each.name for each in six.player_powers(6)} - {each.name for each in six.player_powers(5)} == {"Gallia"}
    assert len(rv.scenario("two_consuls").provinces_in_play) == 12
    assert len(rv.scenario("six_powers").provinces_in_play) == 89


@pytest.mark.clause("roma_victrix", "4.41", "4.42", "4.43", "4.44", "4.45")
def test_what_a_goal_is_worth() -> None:
    six = rv.scenario("six_powers")
    assert [goal.worth for goal in power(six, "Parthia").goals] == [6, 10]
    assert [goal.worth for goal in power(six, "Aegyptus").goals] == [6, 8]
    assert [goal.worth for goal in power(rv.scenario("two_consuls"), "Crassus").goals] == [6, 1]


@pytest.mark.parametrize(("old", "new", "said"), [
    ("turns = 4", "turns = 0", "turns is 0; it should be a whole number from 1 up"),
    ("seats = [2]", "seats = [3]", "with 3 seats 2 powers are active, not 3"),
    ('"Latium", "Apulia", "Cisalpina", "Corsica", "Sardinia", "Sicilia", "C', '"Latinum", "C', "did you mean 'Lat"),
    ('name = "Crassus"\nrole', 'name = "Crasus"\nrole', "powers[1]: name is 'Crasus'; did you mean 'Crassus'?"),
    ("4 LGN, 2 AUX, CAV", "4 ELE", "powers[0].leaders[0].units: 'ELE' in '4 ELE' is not a unit"),
    ('province = "Africa", units', 'province = "Asia", units', "Pompeius stands in Asia, which is not among"),
    ('capital = "Latium"', 'capital = "Africa"', "powers[1]: capital is 'Africa'; did you mean 'Corsica'?"),
    (", supreme = true", "", "Pompeius has no supreme leader (3.32)"),
    ('goal = "last"', 'goal = "leader"', "powers[0].goals[1]: the goal 'leader' needs names"),
    ('{goal = "last"', '{goal = "leader", names = ["Cato"]', "a goal of Pompeius is 'Cato'"),
    ('role = "active"', 'role = "client"', "a client or an ally has one"),
    ('"Narbonensis", "Africa"]\ncap', '"Narbonensis", "Latium"]\ncap', "Latium belongs to Pompeius and to Crassus"),
    ("4 LGN, 2 AUX, CAV", "400 LGN", "Pompeius has 404 LGN, but only"),
    (
        ', source = "judged: ours"},\n]\ngoals',
        "},\n]\ngoals",
        "own.toml: Pompeius - Africa: source is missing: the clause that",
    ),
    (
        'supreme = true, source = "judged: ours"',
        "supreme = true",
        "own.toml: Pompeius - Pompeius: source is missing",
    ),
    ("4 LGN, 2 AUX, CAV", "4 LGN, GAR", "Pompeius has GAR in Carthaginiensis, which is a marker, not a unit"),
])  # fmt: skip
def test_a_bad_scenario_says_file_key_and_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, old: str, new: str, said: str
) -> None:
    text = FILE.read_text(encoding="utf-8")
    assert old in text
    (tmp_path / "roma_victrix/scenarios").mkdir(parents=True)
    (tmp_path / "roma_victrix/scenarios/own.toml").write_text(text.replace(old, new, 1), encoding="utf-8")
    monkeypatch.setenv("GAMEKIT_DATA", str(tmp_path))
    with pytest.raises(DataError) as error:
        rv.scenario("own")
    assert str(error.value).startswith("roma_victrix/scenarios/own.toml: ")
    assert said in str(error.value)
    assert len(str(error.value)) < 700


@pytest.mark.clause("roma_victrix", "13.11")
def test_no_scenario_sets_out_more_markers_than_there_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (FILE.parent / "second_punic_war.toml").read_text(encoding="utf-8")
    doubled = text.replace("markers = 1", "markers = 2")
    (tmp_path / "roma_victrix/scenarios").mkdir(parents=True)
    (tmp_path / "roma_victrix/scenarios/own.toml").write_text(doubled, encoding="utf-8")
    monkeypatch.setenv("GAMEKIT_DATA", str(tmp_path))
    with pytest.raises(
        DataError, match=r"own\.toml: 52 Barbari Incognita markers are set out, but only 40 exist \(13\.11"
    ):
        rv.scenario("own")
