"""Converters between the numbers of a State and names in JSON: places, blocks, cards, roads, sides."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Annotated, Any, TypeAlias

from gamekit.julius_caesar.tables import (
    BLOCK,
    BLOCK_NAMES,
    CARD,
    DESIGNS,
    OFF_MAP,
    PLACES,
    ROAD_BETWEEN,
    ROADS,
    SIDES,
    block_number,
    place_number,
    read_online,
)
from gamekit.storage.serialization import Converter, from_plain, keyed_tuple_converter, short_repr, to_plain

NONE = -1


def name(value: Any) -> str:
    """Return a name, which is a text."""
    return str(from_plain(value, str))


def side_number(value: Any) -> int:
    """Return the number of a side; ValueError for any other name."""
    if value not in SIDES:
        raise ValueError(f"{short_repr(value)} should be one of {', '.join(SIDES)}")
    return SIDES.index(value)


def card_number(value: Any) -> int:
    """Return the number of a card design; ValueError for any other name."""
    if name(value) not in CARD:
        raise ValueError(f"no card is called {short_repr(value)}; the designs are {', '.join(CARD)}")
    return CARD[value]


def location_number(value: Any) -> int:
    """Return where a block is: a city, a sea, or a place off the map."""
    off = {word: number for number, word in OFF_MAP.items()}
    return off[value] if name(value) in off else place_number(value)


def _bits(mask: int) -> list[str]:
    return [block for number, block in enumerate(BLOCK_NAMES) if mask >> number & 1]


def _mask(found: Any) -> int:
    return sum(1 << number for number in set(from_plain(found, tuple[Block, ...])))


def _roads(roads: Iterable[int]) -> list[list[Any]]:
    return [[ROADS[road].city_a, ROADS[road].city_b, used] for road, used in Counter(roads).items()]


def _taken(entry: Any) -> list[int]:
    match entry:
        case [str(here), str(there), int(used)] if not isinstance(used, bool) and 0 < used <= len(BLOCK):
            ends = place_number(name(here)), place_number(name(there))
        case _:
            raise ValueError(f"{short_repr(entry)} should be [city, city, number of blocks]")
    if ends not in ROAD_BETWEEN:
        raise ValueError(f"there is no road between {here} and {there}")
    return [ROAD_BETWEEN[ends]] * used


def _read_roads(found: Any) -> tuple[int, ...]:
    if not isinstance(found, list):
        raise ValueError(f"{short_repr(found)} should be a list of [city, city, number of blocks]")
    return tuple(sorted(road for entry in found for road in _taken(entry)))


def _came(came: tuple[tuple[int, int], ...]) -> dict[str, str]:
    return {BLOCK_NAMES[block]: PLACES[origin] for block, origin in came}


def _read_came(found: Any) -> tuple[tuple[int, int], ...]:
    if not isinstance(found, dict):
        raise ValueError(f"{short_repr(found)} should be an object of blocks and where they came from")
    return tuple(sorted((block_number(name(block)), place_number(name(origin))) for block, origin in found.items()))


def _perhaps(hint: Any) -> Converter:
    return Converter(
        lambda number: None if number == NONE else to_plain(number, hint),
        lambda found: NONE if found is None else from_plain(found, hint),
    )


def _sorted(hint: Any) -> Converter:
    kind = tuple[hint, ...]
    return Converter(lambda values: to_plain(values, kind), lambda found: tuple(sorted(from_plain(found, kind))))


Side: TypeAlias = Annotated[int, Converter(SIDES.__getitem__, side_number)]
Place: TypeAlias = Annotated[int, Converter(PLACES.__getitem__, lambda found: place_number(name(found)))]
Location: TypeAlias = Annotated[int, Converter((*PLACES, *OFF_MAP.values()).__getitem__, location_number)]
Block: TypeAlias = Annotated[int, Converter(BLOCK_NAMES.__getitem__, lambda found: block_number(name(found)))]
Card: TypeAlias = Annotated[int, Converter(lambda number: DESIGNS[number].name, card_number)]
MaybeSide: TypeAlias = Annotated[int, _perhaps(Side)]
MaybePlace: TypeAlias = Annotated[int, _perhaps(Place)]
MaybeBlock: TypeAlias = Annotated[int, _perhaps(Block)]
Blocks: TypeAlias = Annotated[int, Converter(_bits, _mask)]  # a bit mask
Places: TypeAlias = Annotated[tuple[int, ...], _sorted(Place)]
Roads: TypeAlias = Annotated[tuple[int, ...], Converter(_roads, _read_roads)]  # every road once a block
Came: TypeAlias = Annotated[tuple[tuple[int, int], ...], Converter(_came, _read_came)]
Counts: TypeAlias = Annotated[tuple[int, int], keyed_tuple_converter(SIDES, int, 0)]
Origins: TypeAlias = Annotated[tuple[tuple[int, ...], tuple[int, ...]], keyed_tuple_converter(SIDES, Places, ())]
Hands: TypeAlias = Annotated[
    tuple[tuple[int, ...], tuple[int, ...]], keyed_tuple_converter(SIDES, Annotated[tuple[int, ...], _sorted(Card)], ())
]
Piles: TypeAlias = Annotated[
    tuple[tuple[int, ...], tuple[int, ...]], keyed_tuple_converter(SIDES, tuple[Card, ...], ())
]
Points: TypeAlias = Annotated[tuple[str, ...], Converter(list, read_online)]
Cards: TypeAlias = Annotated[tuple[int, int], keyed_tuple_converter(SIDES, Annotated[int, _perhaps(Card)], NONE)]
