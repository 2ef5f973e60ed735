"""The law over all hidden blocks: independent groups that are counted, and past the bound one that is sampled."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, replace

from gamekit.julius_caesar.odds.samples import CHANCE, EVEN, MANY, TOLD, Sample
from gamekit.julius_caesar.odds.worlds import (
    NONE_LEFT,
    Able,
    Whereabouts,
    World,
    WorldGroup,
    drawn,
    joined,
    rows,
    sure,
    told,
)
from gamekit.julius_caesar.state import NONE


def _only(group: WorldGroup, blocks: set[int], here: int | None) -> WorldGroup:
    """The part of a group about these blocks."""
    columns = [number for number, block in enumerate(group.blocks) if block in blocks]
    worlds: Counter[World] = Counter()
    for world, weight in group.worlds.items():
        part = (world[number] for number in columns)
        if here is not None:
            part = (s._replace(moved=False) if s.at == here else Whereabouts(NONE) for s in part)
        worlds[tuple(part)] += weight
    return WorldGroup(tuple(group.blocks[number] for number in columns), dict(worlds), group.drawn)


@dataclass(frozen=True, slots=True)
class Law:
    """Where every hidden block may be."""

    groups: tuple[WorldGroup, ...]
    sample: Sample | None = None

    def statuses(self) -> dict[int, set[Whereabouts]]:
        """By block: every status that it may have."""
        found = dict(self.sample.open) if self.sample else {}
        for group in self.groups:
            found |= group.statuses()
        return found

    def counts(self) -> Counter[int]:
        """The number of blocks at each place, which is the same in every world."""
        found = [status.at for group in self.groups for status in next(iter(group.worlds))]
        if self.sample:
            found += [status.at for status in self.sample.heaviest()]
        return Counter(found)

    def over(self, blocks: Iterable[int], here: int | None = None) -> WorldGroup:
        """The law over some blocks together; with ``here`` only of how they stand at this place, if they do.

        It is sampled where the groups that it takes from have too many worlds together.
        """
        blocks = set(blocks)
        met = [group for group in self.groups if not blocks.isdisjoint(group.blocks)]
        sampled = [block for block in sorted(self.sample.open if self.sample else ()) if block in blocks]
        whole = None if sampled else joined(_only(group, blocks, here) for group in met)
        if whole is None:
            sample = (self.sample or Sample.new(self.groups)).with_groups(met)
            whole = _only(sample.over(block for block in sorted(blocks) if block in sample.open), blocks, here)
        return whole

    def draw(self, able: Able, chance: bool = False) -> Law:
        """The law after one of the blocks able has been drawn; ValueError where no world has one."""
        table = {block: row for block, row in rows(able, self.statuses()).items() if row}
        if not table:
            raise ValueError(NONE_LEFT)
        met = [group for group in self.groups if not table.keys().isdisjoint(group.blocks)]
        rest = tuple(group for group in self.groups if table.keys().isdisjoint(group.blocks))
        concerned = self.sample is not None and not table.keys().isdisjoint(self.sample.open)
        whole = None if concerned else joined(met)
        counted = drawn(whole, table, chance) if whole else None
        kind = CHANCE if chance else EVEN
        if counted is not None:
            sample = self.sample and self.sample.onward(table, kind)
            return Law((*rest, *counted), sample)
        sample = self.sample or Sample.new(self.groups)
        return Law(rest, sample.with_groups(met).onward(table, kind)).parted()

    def tell(self, fits: Able) -> Law:
        """The law where every block is as ``fits`` says, and changed by it; worlds with a None are ruled out."""
        statuses = self.statuses()
        table = rows(fits, statuses)
        news = {
            block: row for block, row in table.items() if any(row.get(status) != status for status in statuses[block])
        }
        if not news:
            return self
        groups: list[WorldGroup] = []
        for group in self.groups:
            groups += told(group, table) if not news.keys().isdisjoint(group.blocks) else [group]
        if self.sample is None:
            return Law(tuple(groups))
        if not all(table.values()):
            raise ValueError(NONE_LEFT)
        return Law(tuple(groups), self.sample.onward(news, TOLD)).parted()

    def meet(self, block: int, status: Whereabouts) -> Law:
        """The law with one more block, which is known."""
        return Law((*self.groups, sure(block, status)), self.sample and self.sample.met(block, status))

    def without(self, blocks: Iterable[int]) -> Law:
        """The law without blocks that are known."""
        blocks = set(blocks)
        return replace(self, groups=tuple(group for group in self.groups if blocks.isdisjoint(group.blocks)))

    def settled(self, enough: float, before: Law | None = None, most: int = MANY) -> Law:
        """The law, its samples drawn anew where fewer count than this share of what may be hoped for.

        Samples that are those of ``before``, or have been drawn anew since, are let be.
        """
        now, was = self.sample, before and before.sample
        if now is None or (was and (now.codes is was.codes or now.begun is not was.begun)):
            return self
        return replace(self, sample=now.settled(enough, most))

    def parted(self) -> Law:
        """The blocks that are certain whatever was drawn are counted again."""
        if self.sample is None:
            return self
        certain = {block: next(iter(column)) for block, column in self.sample.open.items() if len(column) == 1}
        open_ = {block: column for block, column in self.sample.open.items() if block not in certain}
        groups = (*self.groups, *(sure(block, status) for block, status in certain.items()))
        return Law(groups, replace(self.sample, open=open_) if open_ else None)
