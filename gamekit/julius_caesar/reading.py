"""Reading a JSON document key by key: every error says where it is, what it found and what would be right."""

from __future__ import annotations

import json
from collections.abc import Iterator
from difflib import get_close_matches
from typing import Any

from gamekit.julius_caesar.pieces import BLOCK, block_number
from gamekit.julius_caesar.places import CARD, OFF_MAP, ROAD_BETWEEN, place
from gamekit.julius_caesar.state import NONE
from gamekit.julius_caesar.tables import SIDES

KINDS = {int: "a whole number", bool: "true or false", str: "a text", list: "a list", dict: "an object"}
REQUIRED: Any = object()


class PositionError(ValueError):
    """A position that cannot be read or cannot be: the message says where and why."""


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object, which has every key once."""
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise PositionError(f"{key!r} is there twice")
        found[key] = value
    return found


class Reader:
    """An object of the document, and where it stands in it; remembers which keys were asked for."""

    def __init__(self, values: dict[str, Any], where: str = "") -> None:
        self.values = values
        self.where = where
        self.known: set[str] = set()

    @classmethod
    def parse(cls, text: str) -> Reader:
        """The whole document."""
        if not isinstance(text, str):
            raise PositionError(f"a position is read from text, not from {type(text).__name__}")
        try:
            found = json.loads(text, object_pairs_hook=_once)
        except PositionError:
            raise
        except (ValueError, RecursionError) as error:  # a number of thousands of digits is a bare ValueError
            raise PositionError(f"this is not JSON: {error}") from None
        if not isinstance(found, dict):
            raise PositionError("a position is a JSON object: {...}")
        return cls(found)

    def error(self, message: str, key: str = "") -> PositionError:
        """An error at this object, or at one of its keys."""
        where = ".".join(filter(None, (self.where, key)))
        return PositionError(f"{where}: {message}" if where else message)

    def has(self, key: str) -> bool:
        """Whether there is anything under the key."""
        self.known.add(key)
        return self.values.get(key) is not None

    def get(self, key: str, kind: type, default: Any = REQUIRED) -> Any:
        """The value of a key, of that type."""
        if not self.has(key):
            if default is REQUIRED:
                raise self.error(f"{KINDS[kind]} is missing", key)
            return default
        value = self.values[key]
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise self.error(f"{value!r} should be {KINDS[kind]}", key)
        return value

    def finish(self) -> None:
        """PositionError for a key that nobody asked for."""
        for key in self.values:
            if key not in self.known:
                near = get_close_matches(key, self.known, 1)
                raise self.error(f"no such key{f'; did you mean {near[0]}?' if near else ''}", key)

    def one_of(self, key: str, allowed: tuple[str, ...], default: Any = REQUIRED) -> str:
        """A text that is one of those allowed."""
        value: str = self.get(key, str, default)
        if value not in allowed:
            raise self.error(f"{value!r} should be one of {', '.join(allowed)}", key)
        return value

    def child(self, key: str) -> Reader:
        """The object under a key, empty if there is none."""
        return Reader(self.get(key, dict, {}), ".".join(filter(None, (self.where, key))))

    def children(self, key: str) -> list[Reader]:
        """The objects of a list."""
        found = self.get(key, list, [])
        for number, value in enumerate(found):
            if not isinstance(value, dict):
                raise self.error(f"{value!r} should be an object", f"{key}[{number}]")
        return [Reader(value, f"{self.where}{key}[{number}]") for number, value in enumerate(found)]

    def side(self, key: str, default: Any = REQUIRED) -> int:
        """A side by number."""
        return SIDES.index(self.one_of(key, SIDES)) if default is REQUIRED or self.has(key) else int(default)

    def _looked_up(self, find: Any, value: Any, key: str) -> int:
        try:
            return int(find(value))
        except ValueError as error:
            raise self.error(str(error), key) from None

    def place(self, key: str, default: Any = REQUIRED) -> int:
        """A city or sea by number."""
        if default is not REQUIRED and not self.has(key):
            return int(default)
        return self._looked_up(place, self.get(key, str), key)

    def places(self, key: str) -> tuple[int, ...]:
        """A list of cities and seas."""
        return tuple(self._looked_up(place, name, key) for name in self.texts(key))

    def location(self, key: str) -> int:
        """Where a block is: a city, a sea, or a place off the map."""
        name = self.get(key, str)
        off = {word: number for number, word in OFF_MAP.items()}
        return off[name] if name in off else self._looked_up(place, name, key)

    def block(self, key: str) -> int:
        """A block by number, or NONE."""
        return self._looked_up(block_number, self.get(key, str), key) if self.has(key) else NONE

    def mask(self, key: str) -> int:
        """A list of blocks as a bit mask."""
        found = 0
        for name in self.texts(key):
            found |= 1 << self._looked_up(block_number, name, key)
        return found

    def texts(self, key: str) -> list[str]:
        """A list of texts."""
        found = self.get(key, list, [])
        for value in found:
            if not isinstance(value, str):
                raise self.error(f"{value!r} should be a text", key)
        return list(found)

    def blocks_named(self) -> list[int]:
        """The blocks that are the keys of this object."""
        return [self._looked_up(block_number, name, name) for name in self.values]

    def by_block(self) -> Iterator[tuple[int, Reader]]:
        """The blocks that are the keys of this object, and what is said of each."""
        for block, name in zip(self.blocks_named(), self.values):
            yield block, self.child(name)

    def card(self, name: str, key: str) -> int:
        """A card design by number."""
        if name not in CARD:
            raise self.error(f"no card is called {name!r}; the designs are {', '.join(CARD)}", key)
        return CARD[name]

    def cards_by_side(self, ordered: bool) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The cards of each side, sorted when their order means nothing."""
        found = [tuple(self.card(name, side) for name in self.texts(side)) for side in SIDES]
        self.finish()
        first, second = (tuple(sorted(cards)) if ordered else cards for cards in found)
        return first, second

    def card_by_side(self) -> tuple[int, int]:
        """A card of each side, or NONE."""
        found = [self.card(self.get(side, str), side) if self.has(side) else NONE for side in SIDES]
        self.finish()
        return found[0], found[1]

    def roads(self, key: str) -> tuple[int, ...]:
        """[[city, city, blocks]] as every road once a block."""
        found: list[int] = []
        for entry in self.get(key, list, []):
            match entry:
                case [str(here), str(there), int(used)] if not isinstance(used, bool) and 0 < used <= len(BLOCK):
                    ends = self._looked_up(place, here, key), self._looked_up(place, there, key)
                case _:
                    raise self.error(f"{entry!r} should be [city, city, number of blocks]", key)
            if ends not in ROAD_BETWEEN:
                raise self.error(f"there is no road between {here} and {there}", key)
            found += [ROAD_BETWEEN[ends]] * used
        return tuple(sorted(found))
