"""Points of the rules that can be read in two ways: by this rulebook's text, or as most games on the web are played.

A reading is "text" (all points by the text, the default), "online" (all the other way, but for the options of
tournaments), the points that are read the other way by name, or a mapping from points to "text" and "online"."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final, TypeAlias

from gamekit.probability.distribution import Basis
from gamekit.storage.data_files import rows
from gamekit.text.translation import note

TEXT, ONLINE = "text", "online"
Reading: TypeAlias = str | Iterable[str] | Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Point:
    """A line of ``readings.csv``: the doubtful point, its clauses, and the decision of each reading."""

    point: str
    clause: str
    text: str
    online: str
    source: str


POINTS: Final = {row.point: row for row in rows(Point, "julius_caesar/readings.csv", key=("point",))}
RESPONSE_STRAIT, MERCURY_RETURN, MAIN_ATTACK = "response_strait", "mercury_return", "main_attack"
NAVIS_RETREAT, CLEOPATRA_TURN = "navis_retreat", "cleopatra_turn"
SEA_RETREATS, SURPRISE = "sea_retreats", "surprise"
VULCAN_CLEOPATRA, TOURNAMENT_START = "vulcan_cleopatra", "tournament_start"
OPTIONS: Final = (TOURNAMENT_START,)  # chosen by name only: most games on the web are played without it


def read_online(reading: Reading) -> tuple[str, ...]:
    """Return the points that a reading decides as games on the web do, in the order of the data; ValueError for others.

    >>> read_online("text"), read_online(["surprise", "sea_retreats"]), read_online({"main_attack": "online"})
    ((), ('sea_retreats', 'surprise'), ('main_attack',))
    """
    if isinstance(reading, str) and reading in (TEXT, ONLINE):
        return tuple(point for point in POINTS if point not in OPTIONS) if reading == ONLINE else ()
    if isinstance(reading, str) or not isinstance(reading, Iterable):
        raise ValueError(note("julius_caesar.error.reading", reading=repr(reading)[:80], points=", ".join(POINTS)))
    chosen = reading if isinstance(reading, Mapping) else dict.fromkeys(reading, ONLINE)
    for point, decided in chosen.items():
        if point not in tuple(POINTS):
            near = get_close_matches(str(point)[:80], POINTS, 1)
            hint = f"; did you mean {near[0]}?" if near else ""
            said = repr(point)[:80]
            raise ValueError(note("julius_caesar.error.point", point=said, points=", ".join(POINTS), hint=hint))
        if decided not in (TEXT, ONLINE):
            raise ValueError(note("julius_caesar.error.decided", point=point, found=repr(decided)[:80]))
    return tuple(point for point in POINTS if chosen.get(point) == ONLINE)


def deviations(points: Iterable[str]) -> Basis:
    """Return the points decided otherwise than by the text, as entries of a basis."""
    return tuple(note("julius_caesar.read_online", point=note(f"julius_caesar.point.{point}")) for point in points)


def turn_reading(reading: Reading, point: str) -> tuple[str, ...]:
    """Return the reading with one point read the other way."""
    now = read_online(reading)
    return read_online([each for each in POINTS if (each in now) != (each == point)])
