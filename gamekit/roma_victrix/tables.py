"""The printed figures of Roma Victrix as records; the only file that reads data."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final, Literal, TypeVar

from gamekit.probability.distribution import Basis
from gamekit.storage import data_files
from gamekit.text.translation import note

GAME: Final = "roma_victrix"
Side = Literal["attacker", "defender"]
Record = TypeVar("Record")
SIDES: Final[tuple[Side, Side]] = ("attacker", "defender")
OTHER: Final[dict[Side, Side]] = {"attacker": "defender", "defender": "attacker"}


@dataclass(frozen=True, slots=True)
class Unit:
    """A kind of counter: its combat strength points (CSP) on each face."""

    unit: str
    kind: str  # land, sea or marker
    full: int
    reduced: int | None
    cavalry: bool
    most: int | None
    option: str
    source: str


@dataclass(frozen=True, slots=True)
class Cost:
    """The cost of a unit in revenue points: new, and rebuilt from its reduced side."""

    unit: str
    create: int
    rebuild: int
    source: str


@dataclass(frozen=True, slots=True)
class PrintedLoss:
    """A loss that an example of the rulebook prints: of ``csp`` at ``percent``."""

    csp: int
    percent: int
    loss: int
    source: str


@dataclass(frozen=True, slots=True)
class Attrition:
    """A cell of the attrition table: the percentage lost; 0 is the table's NE, no effect."""

    variant: str
    leader: int
    die: int
    percent: int
    source: str


@dataclass(frozen=True, slots=True)
class RollFaces:
    """The faces on which a roll of one die succeeds."""

    roll: str
    faces: tuple[int, ...]
    source: str


@dataclass(frozen=True, slots=True)
class Activation:
    """The number of die faces that call an ally or a client, by the supreme leader's rating: by 11.13, by 3.9."""

    leader: int
    faces: int
    by_definition: int
    source: str


@dataclass(frozen=True, slots=True)
class CardNumber:
    """A number on an event card."""

    card: str
    figure: str
    value: int
    source: str


@dataclass(frozen=True, slots=True)
class NamedNumber:
    """A number that a rule states, by its name in the data."""

    figure: str
    value: int
    source: str


@dataclass(frozen=True, slots=True)
class CityRevenue:
    """A capital's revenue at a number of CSP."""

    kind: str
    csp: int
    revenue: int
    source: str


@dataclass(frozen=True, slots=True)
class SackGain:
    """The gain from a captured capital, in revenue points and as a share of the treasury."""

    kind: str
    plunder: int
    treasury_share: Fraction
    occupied_revenue: int
    source: str


@dataclass(frozen=True, slots=True)
class OperationCost:
    """The cost of an action in operations points (OP)."""

    action: str
    cost: int
    source: str


@dataclass(frozen=True, slots=True)
class IncognitaMarker:
    """A Barbari Incognita marker: the number of warbands on its back, and how many copies the game has."""

    warbands: int
    copies: int
    source: str


@dataclass(frozen=True, slots=True)
class CounterMix:
    """The number of counters of a kind that one player has and may not exceed (9.0)."""

    unit: str
    count: int
    source: str


@dataclass(frozen=True, slots=True)
class HeavyCavalryShare:
    """The share of a power's cavalry that is heavy (17.1)."""

    power: str
    percent: int
    source: str


@dataclass(frozen=True, slots=True)
class LevyLimit:
    """A province's limit on raising a kind of unit (9.15); ``new_by``: created only by a capital, or by any leader."""

    unit: str
    most: int
    new_by: str
    islands: bool
    source: str


@dataclass(frozen=True, slots=True)
class FleetConversion:
    """A land unit that a full fleet may be converted into (9.3)."""

    unit: str
    reduced: bool
    roman_only: bool
    source: str


@dataclass(frozen=True, slots=True)
class Ruling:
    """A reading of the rules where they are silent or ambiguous: the one taken, and all that there are, ours first."""

    ruling: str
    value: str
    readings: tuple[str, ...]
    source: str

    def __post_init__(self) -> None:
        if self.value not in self.readings:
            raise ValueError(f"the ruling {self.ruling} is {self.value!r}; it should be {' or '.join(self.readings)}")


@dataclass(frozen=True, slots=True)
class Example:
    """A combat that the rulebook plays out: dice and losses attacker's first, the split raise first."""

    name: str
    attacker: str
    attacker_leader: int
    attacker_name: str
    defender: str
    defender_leader: int
    defender_name: str
    dice: tuple[int, ...]
    split: tuple[int, ...]
    printed: tuple[str, ...]
    losses: tuple[int, ...]
    attacker_left: str
    defender_left: str
    source: str


@dataclass(frozen=True, slots=True)
class ReadyFight:
    """A ready-made fight that a board begins with: a naval combat or a siege."""

    name: str
    at: str
    attacker: str
    attacker_leader: int
    attacker_name: str
    defender: str
    defender_leader: int
    defender_name: str
    capital: int | None
    major: bool | None
    treasury: int | None
    operations: int | None
    source: str


def _percentages(name: str) -> tuple[tuple[tuple[int, ...], ...], str]:
    """Return the percentage table, a row for each CSP from 0, a column for each five per cent from 0; and its
    source."""
    lines = csv.reader(data_files.text(name).splitlines())
    header = next(lines, [])
    columns = [f"p{percent}" for percent in range(5, 101, 5)]
    if header[:21] != ["csp", *columns]:
        raise data_files.DataError(f"{name}:1: the columns should be csp, {', '.join(columns)}, source")
    table: list[tuple[int, ...]] = [(0,) * 21]
    source = ""
    for cells in lines:
        try:
            row = tuple(map(int, cells[:21]))
        except ValueError:
            raise data_files.DataError(f"{name}:{lines.line_num}: CSP and losses should be whole numbers") from None
        if len(row) != 21 or row[0] != len(table):
            raise data_files.DataError(f"{name}:{lines.line_num}: this should be the row for {len(table)} CSP")
        if row[-1] != row[0]:
            raise data_files.DataError(
                f"{name}:{lines.line_num}: at 100 per cent all {row[0]} CSP are lost, not {row[-1]}"
            )
        table.append((0, *row[1:]))
        source = source if source.startswith("judged:") else "".join(cells[21:])
    if len(table) < 2:
        raise data_files.DataError(f"{name}: there is no row for 1 CSP")
    return tuple(table), source


def rows_by_key(record: type[Record], name: str, *key: str) -> dict[Any, Record]:
    """Return the rows of a data file by their key: the value of one field, or a tuple of several."""
    found = data_files.csv_records(record, f"{GAME}/{name}.csv", unique_key=key)
    return {tuple(getattr(row, field) for field in key) if key[1:] else getattr(row, key[0]): row for row in found}


UNITS: Final = rows_by_key(Unit, "units", "unit")
COSTS: Final = rows_by_key(Cost, "costs", "unit")
LOSSES, LOSSES_SOURCE = _percentages(f"{GAME}/percentage_table.csv")
PRINTED: Final = data_files.csv_records(PrintedLoss, f"{GAME}/percentage_printed.csv")
ATTRITION: Final = rows_by_key(Attrition, "attrition", "variant", "leader", "die")
ROLLS: Final = rows_by_key(RollFaces, "rolls", "roll")
ACTIVATION: Final = rows_by_key(Activation, "activation", "leader")
CARDS: Final = {key: row.value for key, row in rows_by_key(CardNumber, "cards", "card", "figure").items()}
FIGURES: Final = {key: row.value for key, row in rows_by_key(NamedNumber, "figures", "figure").items()}
REVENUE: Final = {key: row.revenue for key, row in rows_by_key(CityRevenue, "capitals", "kind", "csp").items()}
SACK: Final = rows_by_key(SackGain, "sack", "kind")
OPERATIONS: Final = rows_by_key(OperationCost, "operations", "action")
MARKERS: Final = tuple(rows_by_key(IncognitaMarker, "barbari_incognita", "warbands").values())
COUNTER_MIX: Final = {key: row.count for key, row in rows_by_key(CounterMix, "counters", "unit").items()}
HEAVY_CAVALRY: Final = {
    key: row.percent for key, row in rows_by_key(HeavyCavalryShare, "heavy_cavalry", "power").items()
}
LEVY: Final = tuple(rows_by_key(LevyLimit, "levy", "unit").values())
CONVERSIONS: Final = tuple(rows_by_key(FleetConversion, "conversion", "unit").values())
RULINGS: Final = rows_by_key(Ruling, "rulings", "ruling")
READY: Final = data_files.csv_records(ReadyFight, f"{GAME}/ready.csv")
EXAMPLES: Final = data_files.csv_records(Example, f"{GAME}/combats.csv")

FULL_CITY: Final[dict[str, int]] = {kind: max(csp for k, csp in REVENUE if k == kind) for kind in SACK}
RATINGS: Final = range(5)  # 0: no leader (3.31 gives 1 to 4)
FACES: Final = range(1, 7)


def judged_note(source: str, key: str) -> Basis:
    """Return the note that a figure is judged, while its source says so: a reader's own figure needs none."""
    return (note(key),) if "judged:" in source else ()


def ruling_basis(name: str, taken: str | None = None) -> Basis:
    """Return the note on the reading taken: judged, or another one; a reader's own ruling needs none."""
    row = RULINGS[name]
    value = taken or row.value
    if value == row.value and "judged:" not in row.source:
        return ()
    return (note(f"{GAME}.{'judged' if value == row.readings[0] else 'other_reading'}.{name}"),)


PERCENTAGE_BASIS: Final[Basis] = ("3.72", *judged_note(LOSSES_SOURCE, "roma_victrix.judged.percentage"))
