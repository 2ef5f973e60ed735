"""Laws over where hidden blocks are: independent groups of blocks, each a weighted table of its worlds.

The idea: blocks whose places have nothing to do with each other stay in groups of their own, and a group is multiplied
with another only when one draw concerns both. A block that is certain is a group with one world."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import product
from math import gcd, lcm, prod
from typing import Any, Final, NamedTuple

MOST: Final = 1024  # worlds of a group that are counted; beyond, the law is sampled
NONE_LEFT: Final = "no game that could have been agrees with what is seen: a view is left out, or is of another game"


class Whereabouts(NamedTuple):
    """Where a block is: place, whether it has moved this turn, where it came from into a coming battle, strength."""

    at: int
    moved: bool = False
    origin: int = -1
    strength: int = 0


World = tuple[Whereabouts, ...]
Able = Callable[
    [int, Whereabouts], "Whereabouts | None"
]  # what becomes of a block in a status; None where it cannot be meant
Row = dict[Whereabouts, Whereabouts]  # the same for one block, by its statuses


@dataclass(frozen=True, slots=True)
class WorldGroup:
    """Blocks with the weights of their worlds; ``drawn`` is the number of samples they rest on, 0 if counted."""

    blocks: tuple[int, ...]
    worlds: dict[World, Any]
    drawn: int = 0

    def statuses(self) -> dict[int, set[Whereabouts]]:
        """By block: every status that it has in some world."""
        return dict(zip(self.blocks, map(set, zip(*self.worlds))))


def sure(block: int, status: Whereabouts) -> WorldGroup:
    """A block that is known."""
    return WorldGroup((block,), {(status,): 1})


def joined(groups: Iterable[WorldGroup]) -> WorldGroup | None:
    """Independent groups as one; None where it has more worlds than are counted."""
    groups = tuple(groups)
    if len(groups) == 1:
        return groups[0]
    if prod(len(group.worlds) for group in groups) > MOST:
        return None
    blocks = tuple(block for group in groups for block in group.blocks)
    found: dict[World, Any] = {}
    for items in product(*(group.worlds.items() for group in groups)):
        found[tuple(status for world, _ in items for status in world)] = prod(weight for _, weight in items)
    return WorldGroup(blocks, found)


def parted(group: WorldGroup) -> list[WorldGroup]:
    """The group without the blocks that are certain, and those each by itself."""
    columns = list(group.statuses().values())
    if not columns or all(len(column) > 1 for column in columns):
        return [group]
    alone = [sure(block, min(column)) for block, column in zip(group.blocks, columns) if len(column) == 1]
    open_ = [number for number, column in enumerate(columns) if len(column) > 1]
    if not open_:
        return alone
    blocks = tuple(group.blocks[number] for number in open_)
    return [
        *alone,
        WorldGroup(blocks, {tuple(world[n] for n in open_): weight for world, weight in group.worlds.items()}),
    ]


def _lowest(worlds: dict[World, int]) -> dict[World, int]:
    common = gcd(*worlds.values())
    return worlds if common == 1 else {world: weight // common for world, weight in worlds.items()}


def rows(able: Able, statuses: dict[int, set[Whereabouts]]) -> dict[int, Row]:
    """By block: what becomes of it in each of its statuses in which it can be meant."""
    found = {}
    for block, column in statuses.items():
        found[block] = {status: then for status in column if (then := able(block, status)) is not None}
    return found


def drawn(group: WorldGroup, table: dict[int, Row], chance: bool = False) -> list[WorldGroup] | None:
    """The group after one of the blocks that are able has been drawn, each of them as likely; None past the bound.

    A draw that was seen counts for certain in every world in which it was possible. With ``chance`` it was made by
    chance among as many blocks in every world, so that a world with more that are able has the more weight.
    """
    columns = [table.get(block, {}) for block in group.blocks]
    options = [(world, able) for world in group.worlds if (able := _able(world, columns))]
    if not options:
        raise ValueError(NONE_LEFT)
    found: Counter[World] = Counter()
    scale = 1 if chance else lcm(*{len(able) for _, able in options})
    for world, able in options:
        each = group.worlds[world] if chance else group.worlds[world] * scale // len(able)
        for choice in able:
            found[(*world[:choice], columns[choice][world[choice]], *world[choice + 1 :])] += each
    return parted(WorldGroup(group.blocks, _lowest(found))) if len(found) <= MOST else None


def _able(world: World, columns: list[Row]) -> list[int]:
    """The columns of the blocks that may be drawn in a world."""
    return [n for n, status in enumerate(world) if status in columns[n]]


def told(group: WorldGroup, table: dict[int, Row]) -> list[WorldGroup]:
    """The group where every block has become what the table says; worlds that it does not have are ruled out."""
    columns = [table[block] for block in group.blocks]
    if all(status == then for row in columns for status, then in row.items()) and all(
        len(row) == len(column) for row, column in zip(columns, group.statuses().values())
    ):
        return [group]
    worlds: dict[World, int] = {}
    for world, weight in group.worlds.items():
        then = tuple(row[status] for row, status in zip(columns, world) if status in row)
        if len(then) == len(world):
            worlds[then] = worlds.get(then, 0) + weight
    if not worlds:
        raise ValueError(NONE_LEFT)
    return parted(WorldGroup(group.blocks, _lowest(worlds)))
