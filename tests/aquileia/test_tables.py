"""The printed figures: counts of the components, coins as a multiset, what is judged."""

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from gamekit import aquileia as aq
from gamekit.aquileia import tables

DATA = Path(__file__).parent.parent.parent / "data" / "aquileia"


@pytest.mark.clause("aquileia", "1.1")
def test_cards_and_laurels_are_as_many_as_printed() -> None:
    assert (len(tables.SLAVES), Counter(tables.SLAVES)) == (22, {"slave 1": 11, "slave 2": 11})
    assert len(tables.GEAR) == 17
    assert sum(aq.CARDS[card].strength for card in tables.SLAVES) == 33
    by_kind = Counter()
    for card in tables.GEAR:
        by_kind[aq.CARDS[card].kind] += aq.CARDS[card].strength
    assert by_kind == {"weapon": 12, "gold horse": 7, "silver horse": 7}
    assert (len(tables.STADIUM), len(tables.THEATRE)) == (12, 6)
    assert sum(aq.LAURELS[laurel].points for laurel in tables.STADIUM) == 25
    pairs = {frozenset(aq.LAURELS[laurel].colours) for laurel in tables.THEATRE}
    assert len(pairs) == 6  # every pair of the four colours once
    assert {len(pair) for pair in pairs} == {2}


def test_action_fields_are_28_in_six_districts() -> None:
    fields = {"mercatus": 9, "arena": 3, "stadium": 6, "theatrum": 1, "forum": 5, "portus": 4}
    assert Counter(field.district for field in aq.FIELDS.values()) == fields
    assert sum(fields.values()) == 28


def test_every_open_figure_is_judged() -> None:
    judged = {(entry.file, entry.what) for entry in aq.judged_values()}
    assert ("buildings.csv", "blue 10") not in judged
    assert ("buildings.csv", "blue 6") in judged
    assert ("setup.csv", "tie_places") in judged
    assert {what for file, what in judged if file == "fields.csv"} == {
        name for name, field in aq.FIELDS.items() if field.district == "stadium" or name.startswith("portus")
    }
    assert all(entry.reason for entry in aq.judged_values())


@pytest.mark.clause("aquileia", "7.E", "10.E")
def test_known_buildings_are_as_the_examples_show_them() -> None:
    villa = aq.BUILDINGS["blue 10"]
    assert (villa.points, villa.cost) == (10, aq.BuildingCost(bronze=2, silver=2, gold=1, slaves=3))
    assert aq.BUILDINGS["blue 6"].points == 6


def test_the_judged_set_is_balanced() -> None:
    villas = [b for b in aq.BUILDINGS.values() if b.kind == "villa"]
    assert {colour: sum(b.points for b in villas if b.colour == colour) for colour in aq.COLOURS} == dict.fromkeys(
        aq.COLOURS, 28
    )
    asked = Counter()
    for building in aq.BUILDINGS.values():
        asked.update(dict(building.coin_cost.items()))
    assert max(asked.values()) - min(asked.values()) <= 2, asked
    dearer = sorted(villas, key=lambda b: b.points)
    total = [sum(dict(b.coin_cost.items()).values()) + b.slaves for b in dearer]
    assert total == sorted(total)
    assert any(b.income == aq.Purse(silver=1, gold=1) for b in aq.BUILDINGS.values())
    assert any(b.kind == "workshop" and b.points == 4 for b in aq.BUILDINGS.values())


@pytest.mark.clause("aquileia", "1.3")
def test_a_purse_is_a_multiset_and_gives_no_change() -> None:
    purse = aq.Purse(bronze=2, gold=1)
    assert purse != aq.Purse(bronze=1, silver=1, gold=1)
    assert not hasattr(purse, "total")
    assert purse.covers(aq.Purse(bronze=2))
    assert not aq.Purse(gold=5).covers(aq.Purse(bronze=1))
    pytest.raises(ValueError, lambda: purse - aq.Purse(silver=1)).match("1 silver missing")
    assert purse - aq.Purse(gold=1) == aq.Purse(bronze=2)
    assert hash(aq.Purse(1, 2, 3)) == hash(aq.Purse(gold=3, silver=2, bronze=1))


@pytest.mark.parametrize(("make", "says"), [
    (lambda: aq.Purse(golden=1), "did you mean gold"),
    (lambda: aq.Purse.of("copper"), "there are bronze, silver, gold"),
    (lambda: aq.latro_coins({"bronz"}), "did you mean bronze"),
    (lambda: aq.harbour_yield("golt"), "did you mean gold"),
    (lambda: aq.Purse(bronze=-1), "-1 bronze"),
    (lambda: aq.PointWorth(gold=-2), "worth of gold"),
    (lambda: aq.PointWorth().worth_of_card("slave 3"), "did you mean slave"),
    (lambda: aq.prize_coins("circus", 1), "no contest 'circus'"),
])  # fmt: skip
def test_wrong_names_and_numbers_are_refused(make: object, says: str) -> None:
    pytest.raises(ValueError, make).match(says)  # type: ignore[operator]


def own_data(folder: Path, files: dict[str, str], code: str) -> subprocess.CompletedProcess[str]:
    """What a program prints that finds the reader's own files."""
    (folder / "aquileia").mkdir()
    for name, text in files.items():
        (folder / "aquileia" / name).write_text(text, encoding="utf-8")
    root = DATA.parent.parent
    return subprocess.run(
        [sys.executable, "-c", f"from gamekit import aquileia as aq\n{code}"],
        env={**os.environ, "GAMEKIT_DATA": str(folder), "PYTHONPATH": str(root)},
        cwd=root, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


@pytest.mark.long
def test_a_reader_s_own_buildings_exchanges_and_fields_replace_ours(tmp_path: Path) -> None:
    header = (DATA / "buildings.csv").read_text(encoding="utf-8").splitlines()[0]
    ran = own_data(
        tmp_path,
        {
            "buildings.csv": f"{header}\nred house,villa,white,9,1,0,0,0,0,0,0,my board\n",
            "exchanges.csv": "give,get,source\nbronze;bronze,gold,the board\n",
            "fields.csv": (DATA / "fields.csv").read_text().replace("gold 3,stadium,2", "gold 3,stadium,4"),
        },
        "print(list(aq.BUILDINGS), sum(entry.file == 'buildings.csv' for entry in aq.judged_values()))\n"
        "print(aq.exchange_options(aq.Purse(bronze=3)), aq.exchange_options(aq.Purse(1)).basis, "
        "aq.FIELDS['gold 3'].strength)",
    )
    buildings, rest = ran.stdout.splitlines()
    assert buildings == "['red house'] 0"
    gold = "ExchangeOption(give=Purse(bronze=2, silver=0, gold=0), get=Purse(bronze=0, silver=0, gold=1)"
    assert rest.startswith(f"({gold}")
    assert rest.endswith("('3.2',) 4")


@pytest.mark.parametrize(("file", "row", "says"), [
    ("fields.csv", "portus bronze 2,portus,0,bronze,0,0,0,own", "should not be there; the board has 28"),
    ("exchanges.csv", "bronze,,own", "exchanges.csv:8: an exchange gives coins and gets coins"),
    ("exchanges.csv", "bronze;brass,gold,own", "exchanges.csv:8: no coin kind 'brass'"),
])  # fmt: skip
def test_what_the_board_cannot_show_is_refused(tmp_path: Path, file: str, row: str, says: str) -> None:
    ran = own_data(tmp_path, {file: f"{(DATA / file).read_text()}{row}\n"}, "")
    assert ran.returncode == 1
    assert says in ran.stderr
