"""What of the game's data the sources do not give."""

from __future__ import annotations

import csv
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Final

from gamekit.probability.distribution import Basis, join
from gamekit.roma_victrix.geography import GEOGRAPHY_BASIS
from gamekit.roma_victrix.scenario import SCENARIOS, scenario, sourced
from gamekit.roma_victrix.tables import (
    COSTS,
    GAME,
    MARKERS,
    PERCENTAGE_BASIS,
    RULED,
    UNITS,
    judged_note,
    ruling,
)
from gamekit.storage import data_files

KEYS: Final = {  # the files with judged rows, and how many columns name a row
    "units": 1,
    "unit_aliases": 1,
    "costs": 1,
    "percentage_table": 1,
    "attrition": 3,
    "rulings": 1,
    "barbari_incognita": 1,
    "retreats": 1,
    "ready": 1,
    "provinces": 1,
    "seas": 1,
    "links": 2,
    "powers": 1,
    "card_times": 1,
    "counters": 1,
    "power_signs": 1,
    "signs": 1,
    "map_drawing": 5,
    "worth": 1,
}


TABLES_BASIS: Final = (
    *judged_note(UNITS["BI"].source, f"{GAME}.judged.reduced_strength"),
    *judged_note(COSTS["LGN"].source, f"{GAME}.judged.costs"),
    *judged_note(MARKERS[0].source, f"{GAME}.judged.markers"),
)


@dataclass(frozen=True, slots=True)
class Judged:
    """A row of a data file which the sources do not give, and the reason for its figures."""

    file: str
    row: str
    reason: str


def _rows() -> Iterator[tuple[str, str, str]]:
    """File, row and source of every row that may be judged."""
    for name, columns in KEYS.items():
        for row in csv.DictReader(data_files.text(f"{GAME}/{name}.csv").splitlines()):
            yield f"{name}.csv", " - ".join(list(row.values())[:columns]), row["source"]
    for name in SCENARIOS:
        for entry, source in sourced(scenario(name)):
            yield f"scenarios/{name}.toml", entry, source


def basis_of(name: str, rulings: Mapping[str, str], places: Collection[str]) -> Basis:
    """What a position of a scenario rests on: the readings taken, the judged tables, and the judged rows of the
    provinces where something stands, of the links between them, of the scenario and its powers."""
    readings = [ruling(each, rulings.get(each)) for each in RULED]
    powers = {power.name for power in scenario(name).powers}
    rows = [f"{row.file}: {row.row}" for row in judged() if _matters(row, name, powers, places)]
    return join(*readings, PERCENTAGE_BASIS, TABLES_BASIS, GEOGRAPHY_BASIS, rows)


def _matters(row: Judged, name: str, powers: Collection[str], places: Collection[str]) -> bool:
    if row.file.startswith("scenarios/"):
        return row.file == f"scenarios/{name}.toml"
    within = {"provinces.csv": places, "links.csv": places, "powers.csv": powers}.get(row.file, ())
    return all(part in within for part in row.row.split(" - "))


@cache
def judged() -> tuple[Judged, ...]:
    """Every row of the game's data that the sources do not give, with the reason for its figures.

    >>> [row for row in judged() if row.row == "Cisalpina - Raetia"]
    [Judged(file='links.csv', row='Cisalpina - Raetia', reason='Alps (Brenner)')]
    """
    parts = ((file, row, source.partition("judged:")) for file, row, source in _rows())
    return tuple(Judged(file, row, reason.strip()) for file, row, (_, found, reason) in parts if found)
