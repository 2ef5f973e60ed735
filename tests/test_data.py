"""Data files: bad cells are named, a reader's own copy wins, rows have sources, names join up, totals are right."""

import csv
import re
import tomllib
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from gamekit.storage import data_files
from gamekit.storage.data_files import DataError

DATA = Path(__file__).parent.parent / "data"
FILES = sorted(str(path.relative_to(DATA)) for path in DATA.glob("**/*.csv"))
SOURCED = [name for name in FILES if Path(name).name not in ("clauses.csv", "words.csv")]
SIDES = ("Caesar", "Pompey")
TABLES = sorted(str(path.relative_to(DATA)) for path in DATA.glob("**/*.toml"))


def lines(name: str) -> list[dict[str, str]]:
    return list(csv.DictReader((DATA / name).open(encoding="utf-8", newline="")))


def column(name: str, key: str) -> list[str]:
    return [row[key] for row in lines(f"julius_caesar/{name}.csv")]


# reading
class Metal(Enum):
    GOLD = "gold"
    SILVER = "silver"


class Rank(Enum):
    FIRST = 1


@dataclass(frozen=True, slots=True)
class Coin:
    name: str
    worth: int
    metal: Metal
    weight: float = 1.0
    share: Fraction = Fraction(1)
    real: bool = True
    mint: str | None = None
    years: tuple[int, ...] = ()
    rank: Rank = Rank.FIRST

    def __post_init__(self) -> None:
        if self.worth > 100:
            raise ValueError(f"a coin is worth 100 at most, not {self.worth}")


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GAMEKIT_DATA", str(tmp_path))
    return tmp_path


def read(own: Path, content: str | bytes) -> tuple[Coin, ...]:
    (own / "coins.csv").write_bytes(content.encode() if isinstance(content, str) else content)
    return data_files.csv_records(Coin, "coins.csv")


def test_cells_become_the_fields_types(own: Path) -> None:
    head = "name,worth,metal,weight,share,real,mint,years,rank,source\n"
    coins = read(own, head + '"As, old",4,gold,2.5,1/3,0,,49;48,1,x\n\nB,5,silver,1,2,1,Rome,,1,x\n')
    assert coins == (
        Coin("As, old", 4, Metal.GOLD, 2.5, Fraction(1, 3), False, None, (49, 48)),
        Coin("B", 5, Metal.SILVER, 1.0, Fraction(2), True, "Rome", ()),
    )
    assert read(own, "\ufeffname,worth,metal\r\nA,1,gold\r\n") == (Coin("A", 1, Metal.GOLD),)
    assert read(own, 'name,worth,metal\n"two\nlines",1,gold\n')[0].name == "two\nlines"


@pytest.mark.parametrize(("content", "message"), [
    ("name,worth,metal\nA,1,gold\nB,two,gold\n", "coins.csv:3: worth is 'two'; it should be a whole number"),
    ("name,worth,metal\nA,1,lead\n", "coins.csv:2: metal is 'lead'; it should be one of gold, silver"),
    ("name,worth,metal,real\nA,1,gold,yes\n", "coins.csv:2: real is 'yes'; it should be 0 or 1"),
    ("name,worth,metal,weight\nA,1,gold,nan\n", "coins.csv:2: weight is 'nan'; it should be a number"),
    ("name,worth,metal,share\nA,1,gold,1/0\n", "coins.csv:2: share is '1/0'; it should be a fraction"),
    ("name,worth,metal\nA,1\n", "coins.csv:2: 2 cells where the header has 3"),
    ("name,metal\nA,gold\n", "coins.csv:1: no column 'worth'; the columns are name, metal"),
    ("name,worth,metal\nA,101,gold\n", "coins.csv:2: a coin is worth 100 at most, not 101"),
    ('name,worth,metal\n"A,1,gold\n', "coins.csv:2: unexpected end of data"),
    ("name,worth,metal\nローマ,1,gold\n".encode("cp932"), "coins.csv:2: this is not UTF-8; save the file as UTF-8"),
])  # fmt: skip
def test_a_bad_cell_is_named_by_file_and_line(own: Path, content: str | bytes, message: str) -> None:
    with pytest.raises(DataError) as caught:
        read(own, content)
    assert str(caught.value) == message
    assert isinstance(caught.value, ValueError)


def test_a_key_stands_once_and_there_is_one(own: Path) -> None:
    head = "name,worth,metal\n"
    for content, message in (
        ("A,1,gold\n\nB,1,gold\nA,2,silver\n", "coins.csv:5: A is there twice"),
        ("", "coins.csv:1: there is no row below the header"),
    ):
        read(own, head + content)
        with pytest.raises(DataError) as caught:
            data_files.csv_records(Coin, "coins.csv", unique_key=("name",))
        assert str(caught.value) == message


def test_the_readers_own_copy_replaces_ours(own: Path) -> None:
    ours = (DATA / "julius_caesar/cards.csv").read_text(encoding="utf-8")
    assert data_files.text("julius_caesar/cards.csv") == ours
    (own / "julius_caesar").mkdir()
    (own / "julius_caesar/cards.csv").write_text("kind\n", encoding="utf-8")
    assert data_files.text("julius_caesar/cards.csv") == "kind\n"
    assert data_files.path("julius_caesar/blocks.csv").parent.parent != own  # only the file that they replaced


def test_a_folder_that_is_not_there_is_said_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAMEKIT_DATA", "/no/such/folder")
    with pytest.raises(DataError, match="GAMEKIT_DATA is '/no/such/folder', and there is no such folder"):
        data_files.text("words.csv")


def test_a_file_that_is_not_there_is_said_so() -> None:
    with pytest.raises(DataError, match=r"julius_caesar/elephants\.csv: no such data file; looked in "):
        data_files.text("julius_caesar/elephants.csv")


def test_a_toml_file(own: Path) -> None:
    (own / "year.toml").write_text('turns = 5\nsource = "2.0"\n', encoding="utf-8")
    assert data_files.toml_table("year.toml") == {"turns": 5, "source": "2.0"}
    (own / "year.toml").write_text("turns = \n", encoding="utf-8")
    pytest.raises(DataError, lambda: data_files.toml_table("year.toml")).match(r"year\.toml: .*line 1")


# sources
@pytest.mark.parametrize("name", FILES)
def test_every_line_has_as_many_cells_as_the_header_and_none_is_padded(name: str) -> None:
    with (DATA / name).open(encoding="utf-8", newline="") as file:
        header, *rest = csv.reader(file, strict=True)
    assert len(set(header)) == len(header)
    for number, cells in enumerate(rest, 2):
        assert len(cells) == len(header), f"{name}:{number}"
        assert cells == [cell.strip() for cell in cells], f"{name}:{number}"


@pytest.mark.parametrize("name", SOURCED)
def test_every_row_has_its_source_and_judged_ones_say_why(name: str) -> None:
    for number, row in enumerate(lines(name), 2):
        source = row["source"]
        assert source, f"{name}:{number}"
        _, judged, why = source.partition("judged:")
        assert ("judg" in source.lower()) == bool(judged and why.strip()), f"{name}:{number}: {source}"


@pytest.mark.parametrize("name", TABLES)
def test_every_table_of_a_toml_file_has_its_source(name: str) -> None:
    def sourceless(table: dict[str, Any], where: str, sourced: bool) -> list[str]:
        sourced = sourced or bool(table.get("source"))
        found = [] if sourced or all(isinstance(value, dict) for value in table.values()) else [where]
        inner = ((key, value) for key, value in table.items() if isinstance(value, dict))
        return found + [bad for key, value in inner for bad in sourceless(value, f"{where}.{key}", sourced)]

    assert sourceless(tomllib.loads((DATA / name).read_text(encoding="utf-8")), name, False) == []


@pytest.mark.parametrize("game", ["julius_caesar", "caesar", "aquileia", "roma_victrix"])
def test_every_game_has_its_clauses(game: str) -> None:
    rows = lines(f"{game}/clauses.csv")
    assert len({row["clause"] for row in rows}) == len(rows) > 10
    assert {row["kind"] for row in rows} <= {"rule", "optional", "example", "component", "heading"}
    assert set(data_files.clauses(game)) == {row["clause"] for row in rows}


def test_the_sources_file_names_every_file() -> None:
    sections = re.split(r"^## ", (DATA / "SOURCES.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    told = {section[: section.find(" (")].lower().replace(" ", "_"): section for section in sections}
    named = [name for name in SOURCED + TABLES if Path(name).parent.name in told]
    assert [name for name in named if f"`{Path(name).name}`" not in told[Path(name).parent.name]] == []
    assert {"julius_caesar", "caesar", "aquileia", "roma_victrix"} <= set(told)


# Julius Caesar: names join up, printed totals
def test_names_of_the_map_join_up() -> None:
    cities, seas = column("cities", "name"), column("sea_names", "sea")
    assert len(set(cities)) == len(cities)
    roads = {frozenset(pair) for pair in zip(column("roads", "city_a"), column("roads", "city_b"))}
    assert len(roads) == len(column("roads", "city_a"))
    assert {city for road in roads for city in road} <= set(cities)
    assert all(len(road) == 2 for road in roads)
    assert set(column("roads", "class")) == {"major", "minor", "strait"}
    assert {*column("seas", "sea_a"), *column("seas", "sea_b")} == set(seas)
    features = {
        "strait Gades-Tingis", "strait Aenos-Pergamum (Hellespontus)", "island Corsica", "island Sardinia",
        "island Sicilia",
    }  # fmt: skip
    features |= {kind.capitalize() for kind in column("blocks", "type")}
    assert set(column("aliases", "canonical")) <= {*cities, *seas, *column("blocks", "name"), *features}


@pytest.mark.clause("julius_caesar", "4.3", "4.4", "4.42")
def test_ports_are_listed_the_same_from_both_ends() -> None:
    of_cities = {
        (row["name"], sea) for row in lines("julius_caesar/cities.csv") for sea in row["seas"].split(";") if sea
    }
    of_seas = {(port, row["sea"]) for row in lines("julius_caesar/sea_names.csv") for port in row["ports"].split(";")}
    assert of_cities == of_seas
    ports = {row["name"] for row in lines("julius_caesar/cities.csv") if row["port"] == "1"}
    assert ports == {port for port, _ in of_seas}
    assert {row["name"] for row in lines("julius_caesar/cities.csv") if row["major_port"] == "1"} <= ports
    three = {port for port in ports if sum(port == city for city, _ in of_seas) == 3}
    assert (three, len(column("sea_names", "sea"))) == ({"Utica", "Creta"}, 9)
    assert column("roads", "class").count("strait") == 4


@pytest.mark.clause("julius_caesar", "5.1")
def test_every_block_is_set_up_once_where_its_label_says() -> None:
    blocks = {(row["side"], row["name"]): row["initial_location"] for row in lines("julius_caesar/blocks.csv")}
    placed = {(row["side"], row["block"]): row["location"] for row in lines("julius_caesar/setup.csv")}
    assert len(placed) == len(lines("julius_caesar/setup.csv"))
    assert placed == blocks
    assert set(placed.values()) <= {*column("cities", "name"), "pool"}


@pytest.mark.clause("julius_caesar", "4.2", "1.2")
def test_eleven_cities_hold_thirteen_points_and_pompey_starts_with_seven() -> None:
    values = {row["name"]: int(row["value"]) for row in lines("julius_caesar/cities.csv")}
    assert sum(value > 0 for value in values.values()) == 11
    assert sum(values.values()) == 13
    held = {
        side: {row["location"] for row in lines("julius_caesar/setup.csv") if row["side"] == side} for side in SIDES
    }
    assert {side: sum(values.get(city, 0) for city in held[side]) for side in SIDES} == {"Caesar": 1, "Pompey": 7}
    vacant = {city for city, value in values.items() if value and city not in held["Caesar"] | held["Pompey"]}
    assert vacant == {"Rome", "Athena", "Byzantium", "Ephesus"}


@pytest.mark.clause("julius_caesar", "1.3", "3.21", "3.23", "3.24", "3.25", "3.26", "3.27")
def test_sixty_three_blocks_of_the_printed_kinds() -> None:
    blocks = [row for row in lines("julius_caesar/blocks.csv") if row["name"] != "Cleopatra"]
    assert len(lines("julius_caesar/blocks.csv")) == 63
    kinds = {side: [row["name"].split()[0] for row in blocks if row["side"] == side] for side in SIDES}
    assert {side: len(names) for side, names in kinds.items()} == {"Caesar": 31, "Pompey": 31}
    for side, names in kinds.items():
        assert (names.count("Auxilia"), names.count("Navis"), names.count("Ballista")) == (4, 5, 1)
        assert names.count("Equitatus") == {"Caesar": 4, "Pompey": 3}[side]
        assert sum(row["type"] == "leader" for row in blocks if row["side"] == side) == 3
    assert kinds["Pompey"].count("Elephant") == 1


@pytest.mark.clause("julius_caesar", "1.3", "2.1")
def test_twenty_seven_cards() -> None:
    cards = lines("julius_caesar/cards.csv")
    counts = {kind: sum(int(row["count"]) for row in cards if row["kind"] == kind) for kind in ("command", "event")}
    assert counts == {"command": 20, "event": 7}
