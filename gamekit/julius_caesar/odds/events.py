"""Yes-no questions about what will be at the year's end, for ``gamekit.outlook``: who holds a city, who is ahead."""

from __future__ import annotations

from typing import Any, Final

from gamekit.julius_caesar.rules.control import VALUED, counts, is_friendly, side_ahead
from gamekit.julius_caesar.rules.views import View
from gamekit.julius_caesar.state import Phase, State
from gamekit.julius_caesar.tables import PLACES, SIDES
from gamekit.play.protocol import Event, Happened

ENDED: Final = frozenset((Phase.DISBAND, Phase.OVER))


def holds_city(seen: State | View, side: str, city: str) -> Event:
    """Whether a side alone has blocks in a city at the year's end (4.21). ValueError for an unknown side or city.

    >>> from gamekit import julius_caesar as jc
    >>> from gamekit import outlook
    >>> start = jc.initial_state()
    >>> outlook(jc, start, games=2, event=jc.holds_city(start, "Pompey", "Rome")).games
    2
    """
    who, cities = _side(side), {PLACES[place]: place for place in VALUED}
    if city not in cities:
        raise ValueError(f"{city!r} is not a city that counts; there are {', '.join(cities)}")
    return Event(lambda now: is_friendly(counts(now), cities[city], who), year_over(seen))


def leads(seen: State | View, side: str) -> Event:
    """Whether a side would win on points at the year's end: more VP, or as many and Rome (1.2)."""
    who = _side(side)
    return Event(lambda now: bool(side_ahead(now) == who), year_over(seen))


def year_over(seen: State | View) -> Happened:
    """The year's end: its blocks are disbanded, or the next year has begun, or the game is over."""
    year = seen.year

    def over(now: Any) -> bool:
        return now.phase in ENDED or now.year > year

    return over


def _side(name: str) -> int:
    if name not in SIDES:
        raise ValueError(f"{name!r} is not a side; the sides are {' and '.join(SIDES)}")
    return SIDES.index(name)
