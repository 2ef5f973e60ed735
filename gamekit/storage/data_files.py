"""Data files as typed, frozen records: every printed figure is in ``data/``, once.

To replace an estimated figure, set ``GAMEKIT_DATA`` to a folder with your own copy of that file."""

from __future__ import annotations

import csv
import io
import json
import os
import tomllib
from collections.abc import Callable
from dataclasses import MISSING, dataclass, fields
from difflib import get_close_matches
from enum import Enum
from fractions import Fraction
from functools import cache
from keyword import iskeyword
from math import isfinite
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

Record = TypeVar("Record")
PACKAGE = Path(__file__).parents[1]
HALF_TURN = 180  # degrees
FOLDERS = (PACKAGE / "_data", PACKAGE.parent / "data")  # where it is installed, and in a checkout


class DataError(ValueError):
    """A data file that cannot be read: the message gives file, line and what would be right."""


def path(name: str) -> Path:
    """Return the path of a data file: the copy in ``GAMEKIT_DATA``, else the installed file, else the checkout's."""
    folders = list(FOLDERS)
    if own := os.environ.get("GAMEKIT_DATA"):
        folders.insert(0, Path(own).expanduser())
        if not folders[0].is_dir():
            raise DataError(f"GAMEKIT_DATA is {own!r}, and there is no such folder")
    for folder in folders:
        if (folder / name).is_file():
            return folder / name
    raise DataError(f"{name}: no such data file; looked in {', '.join(map(str, folders))}")


def exists(name: str) -> bool:
    """Whether a data file of this name exists."""
    try:
        return bool(path(name))
    except DataError:
        return False


def text(name: str) -> str:
    """Return the text of a data file; DataError if it is not UTF-8."""
    raw = path(name).read_bytes()
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        raise DataError(f"{name}:{line}: this is not UTF-8; save the file as UTF-8") from None


def toml_table(name: str) -> dict[str, Any]:
    """Return a TOML data file as a dictionary."""
    try:
        return tomllib.loads(text(name))
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{name}: {error}") from None


def geojson_shapes(name: str) -> list[tuple[dict[str, Any], list[list[tuple[float, float]]]]]:
    """Return (properties, rings) of each shape of a GeoJSON data file; a ring is (east, north) points in degrees.

    >>> properties, rings = geojson_shapes("map/coastline_small.geojson")[0]
    >>> len(rings), len(rings[0]) > 100
    (1, True)
    """
    try:
        return [(dict(one["properties"]), _rings(**one["geometry"])) for one in json.loads(text(name))["features"]]
    except json.JSONDecodeError as error:
        raise DataError(f"{name}:{error.lineno}: this is not JSON: {error.msg}") from None
    except (LookupError, TypeError, ValueError, RecursionError):
        raise DataError(
            f"{name}: every feature should have properties, and a Polygon or MultiPolygon in degrees"
        ) from None


def _rings(type: str, coordinates: Any) -> list[list[tuple[float, float]]]:
    polygons = {"Polygon": [coordinates], "MultiPolygon": coordinates}[type]
    rings = [[(float(east), float(north)) for east, north in ring] for polygon in polygons for ring in polygon]
    if not all(abs(degrees) <= HALF_TURN for ring in rings for point in ring for degrees in point):
        raise ValueError
    return rings


def csv_records(record_type: type[Record], name: str, unique_key: tuple[str, ...] = ()) -> tuple[Record, ...]:
    """Return a CSV data file as records of a frozen dataclass, one per line, cells converted to the fields' types.

    Cells hold ``str``, ``int``, ``float``, ``bool`` (0 or 1), ``Fraction``, an ``Enum``'s value, a tuple (separated by
    semicolons), or ``None`` when empty and the field allows it. Columns without a field are ignored; a column named
    like a keyword, ``class``, fills the field ``class_``. With a ``unique_key``, a tuple of fields, there must be rows,
    no two with equal keys, and a copy of the file in the folder that the environment variable ``GAMEKIT_DATA`` names
    must have every row of the original. Raises DataError, a ValueError: ``julius_caesar/blocks.csv:7: ...``.
    """
    found = _read(record_type, name, text(name), unique_key)
    records = tuple(row for _, row in found)
    if unique_key:
        _whole(record_type, name, unique_key, {_key(row, unique_key): line for line, row in found})
    return records


def _key(row: Any, key: tuple[str, ...]) -> tuple[Any, ...]:
    return tuple(getattr(row, field) for field in key)


def _whole(record: type[Any], name: str, key: tuple[str, ...], found: dict[tuple[Any, ...], int]) -> None:
    """Raise DataError if the copy in ``GAMEKIT_DATA`` lacks a row of the original."""
    ours = next((folder / name for folder in FOLDERS if (folder / name).is_file()), None)
    if ours is None or not found or path(name) == ours:
        return
    wanted = {_key(row, key): line for line, row in _read(record, name, ours.read_text(encoding="utf-8"), key)}
    for missing in (row for row in wanted if row not in found):
        spelt = {" ".join(map(str, row)): line for row, line in found.items() if row not in wanted}
        said = " ".join(map(str, missing))
        near = get_close_matches(said, spelt, 1)
        line = spelt[near[0]] if near else min(wanted[missing], max(found.values()))
        hint = f"; line {line} has {near[0]!r}" if near else ""
        raise DataError(f"{name}:{line}: there is no row for {said!r}{hint}"[:400])


def _read(record: type[Record], name: str, content: str, key: tuple[str, ...]) -> list[tuple[int, Record]]:
    """Return (line, record) of every row."""
    hints = get_type_hints(record)
    wanted = {field.name: field for field in fields(record)}  # type: ignore[arg-type]
    required = {key for key, field in wanted.items() if field.default is MISSING and field.default_factory is MISSING}
    lines = csv.reader(io.StringIO(content, newline=""), strict=True)
    records: list[tuple[int, Record]] = []
    seen: set[tuple[Any, ...]] = set()
    try:
        header = [f"{cell}_" if iskeyword(cell) else cell for cell in next(lines, [])]
        for missing in sorted(required - set(header)):
            raise DataError(f"{name}:1: no column {missing!r}; the columns are {', '.join(header)}"[:400])
        for cells in filter(None, lines):
            row = _record(record, hints, header, cells, f"{name}:{lines.line_num}")
            found = _key(row, key)
            if found and found in seen:
                raise DataError(f"{name}:{lines.line_num}: {' '.join(map(str, found))} is there twice")
            seen.add(found)
            records.append((lines.line_num, row))
    except csv.Error as error:
        raise DataError(f"{name}:{max(1, lines.line_num)}: {error}") from None
    if key and not records:
        raise DataError(f"{name}:{lines.line_num}: there is no row below the header")
    return records


def _record(record: type[Record], hints: dict[str, Any], header: list[str], cells: list[str], where: str) -> Record:
    if len(cells) != len(header):
        raise DataError(f"{where}: {len(cells)} cells where the header has {len(header)}")
    names = [field.name for field in fields(record)]  # type: ignore[arg-type]
    given = {key: _cell(cell, hints[key], f"{where}: {key}") for key, cell in zip(header, cells) if key in names}
    try:
        return record(**given)
    except DataError:
        raise
    except ValueError as error:
        raise DataError(f"{where}: {error}") from None


def _cell(cell: str, kind: Any, where: str) -> Any:
    """Return a cell as a value of type ``kind``; DataError, beginning with ``where``, if it cannot be converted."""
    if get_origin(kind) in (Union, UnionType):
        if not cell and NoneType in get_args(kind):
            return None
        return _cell(cell, next(option for option in get_args(kind) if option is not NoneType), where)
    if get_origin(kind) is tuple:
        return tuple(_cell(part.strip(), get_args(kind)[0], where) for part in cell.split(";")) if cell else ()
    read, right = _reader(kind)
    try:
        return read(cell)
    except (KeyError, ValueError, ZeroDivisionError):
        raise DataError(f"{where} is {cell[:60]!r}; it should be {right[:300]}") from None


def _reader(kind: Any) -> tuple[Callable[[str], Any], str]:
    """Return the function that reads a cell of a type, and the description of a correct cell."""
    if kind is bool:
        return {"0": False, "1": True}.__getitem__, "0 or 1"
    if isinstance(kind, type) and issubclass(kind, Enum):
        members: dict[str, Any] = {str(member.value): member for member in kind}
        return members.__getitem__, "one of " + ", ".join(members)
    if kind is float:
        return _finite, "a number"
    return kind, {int: "a whole number", Fraction: "a fraction"}.get(kind, f"a {kind.__name__}")


def _finite(cell: str) -> float:
    if not isfinite(number := float(cell)):
        raise ValueError
    return number


@cache
def clauses(game: str) -> dict[str, str]:
    """Return the clause numbers of a game's rulebook with the subject of each.

    >>> clauses("julius_caesar")["7.41"]
    'elephant falls IV to II'
    """
    return {row.clause: row.subject for row in csv_records(_Clause, f"{game}/clauses.csv", unique_key=("clause",))}


@dataclass(frozen=True, slots=True)
class _Clause:
    clause: str
    subject: str
