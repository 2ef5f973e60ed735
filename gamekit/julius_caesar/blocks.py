"""The 63 blocks by number, in the order of ``blocks.csv``: their printed values as tuples for the rules."""

from __future__ import annotations

from difflib import get_close_matches
from typing import Final

from gamekit.julius_caesar.places import CITIES, FIRST_SEA, MAJOR_PORT, PLACE, POOL, SETUP
from gamekit.julius_caesar.tables import LETTERS, PRINTED, SIDES
from gamekit.storage.data_files import DataError

_printed = tuple(PRINTED.values())

BLOCK_NAMES: Final = tuple(f"{block.side}:{block.name}" for block in _printed)
BLOCK: Final = {name: number for number, name in enumerate(BLOCK_NAMES)}
COLOUR: Final = tuple(SIDES.index(block.side) for block in _printed)  # the side that it is printed for
KIND: Final = tuple(block.type for block in _printed)
NAVIS: Final = tuple(kind == "navis" for kind in KIND)
LEADER: Final = tuple(kind == "leader" for kind in KIND)
CLEOPATRA: Final = KIND.index("cleopatra")
FIREPOWER: Final = tuple(block.firepower for block in _printed)
TRACK: Final = tuple(block.strength_track for block in _printed)
FULL: Final = tuple(track[0] for track in TRACK)
LETTER: Final = (  # by role, defending 0 and attacking 1: the place of the letter in "ABCD"
    tuple(LETTERS.index(block.initiative_defending) for block in _printed),
    tuple(LETTERS.index(block.initiative_attacking) for block in _printed),
)
LOWER: Final = tuple(dict(zip(track, (*track[1:], 0))) for track in TRACK)  # after a hit
HIGHER: Final = tuple(dict(zip((0, *reversed(track)), reversed(track))) for track in TRACK)  # after a levy point


def _start() -> tuple[int, ...]:
    places = {f"{start.side}:{start.block}": start.location for start in SETUP}
    return tuple(PLACE.get(places[name], POOL) for name in BLOCK_NAMES)


def _levied() -> tuple[tuple[int, ...], ...]:
    any_city, any_harbour = tuple(range(FIRST_SEA)), tuple(n for n in range(FIRST_SEA) if MAJOR_PORT[n])
    printed = {"any friendly city": any_city, "any friendly major port": any_harbour, "never levied": ()}
    known = {**printed, **{city: (PLACE[city],) for city in CITIES}}
    for line, block in enumerate(_printed, 2):
        if block.levy_city not in known:
            near = ", ".join(get_close_matches(block.levy_city, known, 3))
            right = f"a city, {', '.join(printed)}{f'; near names: {near}' if near else ''}"
            raise DataError(
                f"julius_caesar/blocks.csv:{line}: levy_city is {block.levy_city[:60]!r}; it should be {right}"
            )
    return tuple(known[block.levy_city] for block in _printed)


START: Final = _start()  # 5.1
LEVIED_AT: Final = _levied()  # 6.4: the cities where it may appear
SUCCESSOR: Final = tuple(leader and start == POOL for leader, start in zip(LEADER, START))  # 7.51: the third leader


def block_number(name: str) -> int:
    """The number of a block; ValueError with near names for any other.

    >>> BLOCK_NAMES[block_number("Caesar:Legio 13")]
    'Caesar:Legio 13'
    """
    if name not in BLOCK:
        near = get_close_matches(str(name), BLOCK, 3, 0.5)
        hint = f"; near names: {', '.join(near)}" if near else "; a block is written like Caesar:Legio 13"
        raise ValueError(f"no block is called {name!r}{hint}")
    return BLOCK[name]
