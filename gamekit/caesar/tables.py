"""The printed figures: cards, counters, board, and the readings of unclear rules."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TypeAlias

from gamekit.storage.data_files import DataError, csv_records

Card: TypeAlias = int | str
Hand: TypeAlias = tuple[Card, ...]
FLAG = "F"
NEUTRAL = "n"


@dataclass(frozen=True, slots=True)
class PrintedNumber:
    name: str
    value: int
    source: str


@dataclass(frozen=True, slots=True)
class CardRow:
    """One card: its name and its number, None for the flag."""

    card: str
    number: int | None
    source: str


@dataclass(frozen=True, slots=True)
class Colour:
    """One player's colour and its letter on boards and in groups."""

    letter: str
    colour: str
    source: str


@dataclass(frozen=True, slots=True)
class OptionReading:
    """One way to read a rule that the rulebook leaves open; one reading of each option is the default."""

    option: str
    value: str
    default: bool
    source: str


FIGURES = {
    figure.name: figure.value for figure in csv_records(PrintedNumber, "caesar/figures.csv", unique_key=("name",))
}
SIDE = FIGURES["side"]
COUNTERS = FIGURES["counters"]
PLAYERS = range(FIGURES["least_players"], FIGURES["most_players"] + 1)
ROUNDS = FIGURES["rounds"]

CARDS: Hand = tuple(
    row.card if row.number is None else row.number
    for row in csv_records(CardRow, "caesar/cards.csv", unique_key=("card",))
)
COLOURS = csv_records(Colour, "caesar/colours.csv", unique_key=("letter",))
LETTERS = "".join(colour.letter for colour in COLOURS)

READINGS = csv_records(OptionReading, "caesar/options.csv", unique_key=("option", "value"))
OPTIONS = {name: tuple(reading.value for reading in group) for name, group in groupby(READINGS, lambda r: r.option)}
DEFAULTS = {reading.option: reading.value for reading in READINGS if reading.default}
if set(DEFAULTS) < set(OPTIONS):
    raise DataError(f"caesar/options.csv:1: no reading of {min(set(OPTIONS) - set(DEFAULTS))!r} is the default")

# a1 is the upper left corner, e5 the lower right one; a square's number runs along the rows.
SQUARES = tuple(f"{chr(ord('a') + column)}{row + 1}" for row in range(SIDE) for column in range(SIDE))
NUMBER = {name: number for number, name in enumerate(SQUARES)}


def _ray(square: int, right: int, down: int) -> tuple[int, ...]:
    row, column = divmod(square, SIDE)
    steps = ((row + down * step, column + right * step) for step in range(1, SIDE))
    return tuple(y * SIDE + x for y, x in steps if 0 <= y < SIDE and 0 <= x < SIDE)


# By square, the squares up, left, right and down of it, nearest first.
RAYS = tuple(
    tuple(_ray(square, right, down) for right, down in ((0, -1), (-1, 0), (1, 0), (0, 1)))
    for square in range(len(SQUARES))
)
