"""Data files as typed, frozen records: every printed figure stands once, in ``data/``.

A reader replaces a judged figure by setting ``GAMEKIT_DATA`` to a folder with their own copy of that file."""

from __future__ import annotations

import csv
import os
import tomllib
from dataclasses import MISSING, fields
from enum import Enum
from fractions import Fraction
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, TypeVar, Union, get_args, get_origin, get_type_hints

Record = TypeVar("Record")
PACKAGE = Path(__file__).parent


class DataError(ValueError):
    """A data file that cannot be read: the message gives file, line and what would be right."""


def path(name: str) -> Path:
    """Where a data file lies: the reader's own copy, else the installed one, else the checkout's."""
    folders = [Path(own)] if (own := os.environ.get("GAMEKIT_DATA")) else []
    folders += [PACKAGE / "_data", PACKAGE.parent / "data"]
    for folder in folders:
        if (folder / name).is_file():
            return folder / name
    raise DataError(f"{name}: no such data file; looked in {', '.join(map(str, folders))}")


def text(name: str) -> str:
    """The whole of a data file."""
    return path(name).read_text(encoding="utf-8-sig")


def table(name: str) -> dict[str, Any]:
    """A TOML data file as a dictionary."""
    try:
        return tomllib.loads(text(name))
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{name}: {error}") from None


def rows(record: type[Record], name: str) -> tuple[Record, ...]:
    """A CSV data file as records of a frozen dataclass, one a line, cells turned into the fields' types.

    Cells hold ``str``, ``int``, ``float``, ``bool`` (0 or 1), ``Fraction``, an ``Enum``'s value, a tuple
    (separated by semicolons), or ``None`` when empty and the field allows it. Columns that the record has no field
    for are left out. Raises DataError, a ValueError: ``julius_caesar/blocks.csv:7: ...``.
    """
    hints = get_type_hints(record)
    wanted = {field.name: field for field in fields(record)}  # type: ignore[arg-type]
    lines = csv.reader(text(name).splitlines())
    header = next(lines, [])
    required = {key for key, field in wanted.items() if field.default is MISSING and field.default_factory is MISSING}
    for missing in sorted(required - set(header)):
        raise DataError(f"{name}:1: no column {missing!r}; the columns are {', '.join(header)}")
    records = []
    for cells in lines:
        where = f"{name}:{lines.line_num}"
        if not cells:
            continue
        if len(cells) != len(header):
            raise DataError(f"{where}: {len(cells)} cells where the header has {len(header)}")
        given = {key: _cell(cell, hints[key], f"{where}: {key}") for key, cell in zip(header, cells) if key in wanted}
        try:
            records.append(record(**given))
        except ValueError as error:
            raise DataError(f"{where}: {error}") from None
    return tuple(records)


def _cell(cell: str, kind: Any, where: str) -> Any:
    origin = get_origin(kind)
    if origin in (Union, UnionType):
        if not cell and NoneType in get_args(kind):
            return None
        return _cell(cell, next(option for option in get_args(kind) if option is not NoneType), where)
    if origin is tuple:
        return tuple(_cell(part.strip(), get_args(kind)[0], where) for part in cell.split(";")) if cell else ()
    if kind is bool:
        if cell not in ("0", "1"):
            raise DataError(f"{where} is {cell!r}; it should be 0 or 1")
        return cell == "1"
    try:
        return kind(cell)
    except ValueError:
        if issubclass(kind, Enum):
            right = "one of " + ", ".join(str(member.value) for member in kind)
        else:
            right = {int: "a whole number", float: "a number", Fraction: "a fraction"}.get(kind, kind.__name__)
        raise DataError(f"{where} is {cell!r}; it should be {right}") from None


@cache
def clauses(game: str) -> dict[str, str]:
    """The clause numbers of a game's rulebook and what each is about.

    >>> clauses("julius_caesar")["7.41"]
    'elephant falls IV to II'
    """
    return {row["clause"]: row["subject"] for row in csv.DictReader(text(f"{game}/clauses.csv").splitlines())}
