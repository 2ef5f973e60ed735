"""Laws over where hidden blocks are: independent groups of blocks, each a weighted table of its worlds.

The idea: blocks whose places have nothing to do with each other stay in groups of their own, and a group is multiplied
with another only when one draw concerns both. A block that is certain is a group with one world."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from itertools import product
from math import gcd, lcm, prod
from random import Random
from typing import Final, NamedTuple

MOST: Final = 1024  # worlds of a group that are counted; a larger group is sampled
SAMPLES: Final = 1024
LEAST: Final = 128  # samples that must be left, of those first drawn, for a law to be told
NONE_LEFT: Final = "no game that could have been agrees with what is seen: a view is left out, or is of another game"
DIED_OUT: Final = "too few sampled games agree with what is seen; beyond {most:,} games a law rests on samples"


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


@dataclass(frozen=True, slots=True)
class Group:
    """Blocks with the weights of their worlds; ``drawn`` is the least number of samples it rests on, 0 if counted."""

    blocks: tuple[int, ...]
    worlds: dict[World, int]
    drawn: int = 0

    def statuses(self) -> list[set[Whereabouts]]:
        """By block: every status that it has in some world."""
        return [set(column) for column in zip(*self.worlds)]


def lost(groups: Iterable[Group]) -> str:
    """The sentence where no world is left."""
    return DIED_OUT.format(most=MOST) if any(group.drawn for group in groups) else NONE_LEFT


def sure(block: int, status: Whereabouts) -> Group:
    """A block that is known."""
    return Group((block,), {(status,): 1})


def _sampled(group: Group, random: Random) -> Group:
    """The group by samples, where it has more worlds than are counted."""
    if len(group.worlds) <= MOST and not group.drawn:
        return group
    total = sum(group.worlds.values())
    if group.drawn and total >= SAMPLES // 2:
        return group
    left = group.drawn * total // SAMPLES if group.drawn else SAMPLES
    if left < LEAST:
        raise ValueError(DIED_OUT.format(most=MOST))
    picked: dict[World, int] = {}
    for world in random.choices(list(group.worlds), list(group.worlds.values()), k=SAMPLES):
        picked[world] = picked.get(world, 0) + 1
    return Group(group.blocks, picked, left)


def joined(groups: list[Group], random: Random) -> Group:
    """Independent groups as one."""
    if len(groups) == 1:
        return groups[0]
    blocks = tuple(block for group in groups for block in group.blocks)
    drawn = [group.drawn for group in groups if group.drawn]
    if drawn or prod(len(group.worlds) for group in groups) > MOST:
        return Group(blocks, _paired(groups, random), min([*drawn, SAMPLES]))
    found: dict[World, int] = {}
    for items in product(*(group.worlds.items() for group in groups)):
        found[_flat(world for world, _ in items)] = prod(weight for _, weight in items)
    return Group(blocks, found)


def _paired(groups: list[Group], random: Random) -> dict[World, int]:
    columns = [random.choices(list(g.worlds), list(g.worlds.values()), k=SAMPLES) for g in groups]
    return dict(Counter(_flat(parts) for parts in zip(*columns)))


def _flat(parts: Iterable[World]) -> World:
    return tuple(status for part in parts for status in part)


def parted(group: Group) -> list[Group]:
    """The group without the blocks that are certain, and those each by itself."""
    columns = group.statuses()
    if not columns or all(len(column) > 1 for column in columns):
        return [group]
    open_ = [number for number, column in enumerate(columns) if len(column) > 1]
    # What only the samples are certain of stays a sampled law.
    weight = sum(group.worlds.values()) if group.drawn else 1
    certain = [(block, min(column)) for block, column in zip(group.blocks, columns) if len(column) == 1]
    alone = [Group((block,), {(status,): weight}, group.drawn) for block, status in certain]
    if not open_:
        return alone
    blocks = tuple(group.blocks[number] for number in open_)
    worlds = {tuple(world[number] for number in open_): weight for world, weight in group.worlds.items()}
    return [*alone, Group(blocks, _lowest(worlds), group.drawn)]


def _lowest(worlds: dict[World, int]) -> dict[World, int]:
    common = gcd(*worlds.values())
    return worlds if common == 1 else {world: weight // common for world, weight in worlds.items()}


def drawn(groups: list[Group], able: Able, random: Random, chance: bool = False) -> list[Group]:
    """The groups after one of the blocks that are able has been drawn, each of them as likely.

    A draw that was seen counts for certain in every world in which it was possible. With ``chance`` it was made by
    chance among as many blocks in every world, so that a world with more that are able has the more weight.
    """
    tables = [[_known(able, block, c) for block, c in zip(g.blocks, g.statuses())] for g in groups]
    touched = [any(map(bool, table)) for table in tables]
    rest = [group for group, met in zip(groups, touched) if not met]
    if len(rest) == len(groups):
        raise ValueError(lost(groups))
    group = joined([group for group, met in zip(groups, touched) if met], random)
    table = [row for rows, met in zip(tables, touched) if met for row in rows]
    return [*rest, *parted(_chosen(group, table, random, chance))]


def _known(able: Able, block: int, statuses: Iterable[Whereabouts]) -> dict[Whereabouts, Whereabouts]:
    found = {status: able(block, status) for status in statuses}
    return {status: then for status, then in found.items() if then is not None}


def _chosen(group: Group, table: list[dict[Whereabouts, Whereabouts]], random: Random, chance: bool) -> Group:
    options = [(world, choices) for world in group.worlds if (choices := _able(world, table))]
    if not options:
        raise ValueError(lost([group]))
    found: Counter[World] = Counter()
    scale = 1 if chance else lcm(*{len(choices) for _, choices in options})
    for world, choices in options:
        picked, each = choices, group.worlds[world]
        if group.drawn and not chance:
            picked, each = random.choices(choices, k=each), 1
        elif not chance:
            each = each * scale // len(choices)
        for choice in picked:
            found[(*world[:choice], table[choice][world[choice]], *world[choice + 1 :])] += each
    return _sampled(Group(group.blocks, found if group.drawn else _lowest(found), group.drawn), random)


def _able(world: World, table: list[dict[Whereabouts, Whereabouts]]) -> list[int]:
    """The columns of the blocks that may be drawn in a world."""
    return [n for n, status in enumerate(world) if status in table[n]]


def told(groups: list[Group], fits: Able, random: Random) -> list[Group]:
    """The groups where every block is as ``fits`` says, and changed by it; worlds with a None are ruled out."""
    found: list[Group] = []
    for group in groups:
        table = [_known(fits, block, c) for block, c in zip(group.blocks, group.statuses())]
        if all(row.get(status) == status for row, c in zip(table, group.statuses()) for status in c):
            found.append(group)
            continue
        worlds: dict[World, int] = {}
        for world, weight in group.worlds.items():
            then = [row.get(status) for row, status in zip(table, world)]
            if None not in then:
                key: World = tuple(then)  # type: ignore[arg-type]
                worlds[key] = worlds.get(key, 0) + weight
        if not worlds:
            raise ValueError(lost(groups))
        kept = Group(group.blocks, worlds if group.drawn else _lowest(worlds), group.drawn)
        found += parted(_sampled(kept, random))
    return found
