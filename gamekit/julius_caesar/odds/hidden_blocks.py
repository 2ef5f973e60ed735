"""Where every hidden block may be: independent groups that are counted, and past a bound a sample.

A step of the game draws one of the blocks able, each as likely, or tells something of every block. Blocks whose places
have nothing to do with each other stay in groups of their own, each a weighted table of its worlds; groups are
multiplied only when one draw concerns both. Where that has too many worlds, their blocks are sampled from then on: the
steps are noted, and played anew when somebody asks. The proposal looks ahead: each block of a draw is weighed by how
well all its later sightings agree with its being drawn, reckoned block by block as if the others were average ones.
It only says where to look; every particle is weighed by the true chances over the proposal's."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, product
from math import prod
from random import Random
from typing import Any, Final, NamedTuple

from gamekit.julius_caesar.state import NONE
from gamekit.probability.sampling import Move, Particle, Sample, branch, particle_filter

MOST: Final = 1024  # worlds of a group that are counted; beyond, the blocks are sampled
PARTICLES: Final = 1024  # of a drawing
WORK: Final = 1_500_000  # blocks drawn among by all particles of a long game's drawing
ENOUGH: Final = 256  # effective particles, or more are drawn
DRAWINGS: Final = 4  # times as many particles the second time
FEW: Final = 64  # particles, any of which tells what is the same in all worlds
SLIGHT: Final = 1e-4  # an average chance that may be nothing is no less
LOWEST: Final = 1e-20  # the least worth of a status to the proposal: no world may be left out
NONE_LEFT: Final = "no game that could have been agrees with what is seen: a view is left out, or is of another game"


class Whereabouts(NamedTuple):
    """Where a block is: place, whether it has moved this turn, where it came from into a coming battle, strength."""

    at: int
    moved: bool = False
    origin: int = -1
    strength: int = 0


World = tuple[Whereabouts, ...]
Able = Callable[[int, Whereabouts], "Whereabouts | None"]  # what becomes of a block; None where it cannot be meant
Row = dict[Whereabouts, Whereabouts]  # the same for one block, by its statuses
Marginal = dict[Whereabouts, float]


class WorldGroup(NamedTuple):
    """Blocks with the weights of their worlds; ``drawn`` is the effective size of a sample, 0 if counted."""

    blocks: tuple[int, ...]
    worlds: dict[World, Any]
    drawn: int = 0

    def statuses(self) -> dict[int, set[Whereabouts]]:
        """By block: every status that it has in some world."""
        return dict(zip(self.blocks, map(set, zip(*self.worlds))))

    def marginals(self) -> dict[int, Marginal]:
        """By block: how likely each of its statuses is."""
        found: dict[int, Marginal] = {block: {} for block in self.blocks}
        total = sum(self.worlds.values())
        for world, weight in self.worlds.items():
            for block, status in zip(self.blocks, world):
                found[block][status] = found[block].get(status, 0.0) + weight / total
        return found

    def only(self, blocks: Iterable[int], change: Callable[[Whereabouts], Whereabouts] = lambda s: s) -> WorldGroup:
        """The group about these blocks alone."""
        wanted = set(blocks)
        columns = [number for number, block in enumerate(self.blocks) if block in wanted]
        worlds: Counter[World] = Counter()
        for world, weight in self.worlds.items():
            worlds[tuple(change(world[number]) for number in columns)] += weight
        return WorldGroup(tuple(self.blocks[number] for number in columns), dict(worlds), self.drawn)

    def parted(self) -> list[WorldGroup]:
        """The group without the blocks that are certain, and those each by itself."""
        columns = self.statuses()
        alone = [sure(block, min(column)) for block, column in columns.items() if len(column) == 1]
        if not alone:
            return [self]
        open_ = [block for block, column in columns.items() if len(column) > 1]
        return [*alone, self.only(open_)] if open_ else alone


def sure(block: int, status: Whereabouts) -> WorldGroup:
    """A block that is known."""
    return WorldGroup((block,), {(status,): 1})


def join_groups(groups: Iterable[WorldGroup]) -> WorldGroup | None:
    """Independent groups as one; None where it has more worlds than are counted."""
    groups = tuple(groups)
    if len(groups) == 1:
        return groups[0]
    if prod(len(group.worlds) for group in groups) > MOST:
        return None
    worlds = {
        sum((world for world, _ in items), ()): prod(weight for _, weight in items)
        for items in product(*(group.worlds.items() for group in groups))
    }
    return WorldGroup(sum((group.blocks for group in groups), ()), worlds)


class Step(NamedTuple):
    """What has happened to sampled blocks: a ``group`` joins them, one of those able is drawn, or something is told.

    ``rows`` are by block what becomes of it. For a draw, ``before`` are the chances of the blocks' statuses, ``shares``
    those of an able block to be drawn and of another to be able, if the others are average ones; ``even`` is False
    where chance drew among as many in every world."""

    rows: Mapping[int, Row]
    before: Mapping[int, Marginal]
    shares: Mapping[int, tuple[float, float]] | None = None
    even: bool = True
    group: WorldGroup | None = None

    @classmethod
    def draw(cls, rows: Mapping[int, Row], chances: Mapping[int, Marginal], even: bool) -> Step:
        """A draw of one block."""
        able = {block: sum(chances[block][status] for status in row) for block, row in rows.items()}
        every = sum(able.values())
        share = min(1 / max(every, 1.0), 1 - SLIGHT)
        others = {block: (every - p) / max(1 - p, LOWEST) for block, p in able.items()}
        shares = {block: (share, min(max(other, SLIGHT), 1.0)) for block, other in others.items()}
        return cls(rows, {block: chances[block] for block in rows}, shares, even)

    def after(self, block: int) -> Marginal:
        """The chances of a block's statuses after a draw, if the other blocks are average ones."""
        share, others = (self.shares or {})[block]
        found: Marginal = {}
        for status, p in self.before[block].items():
            if then := self.rows[block].get(status):
                found[then] = found.get(then, 0.0) + p * share
            if len(self.rows) > 1:  # else it is the one that was drawn
                found[status] = found.get(status, 0.0) + p * (1 - share if then else others)
        return _normalized(found)


def _normalized(chances: Marginal) -> Marginal:
    total = sum(chances.values()) or 1.0
    return {status: p / total for status, p in chances.items()}


@dataclass(frozen=True)
class HiddenBlocksPosterior:
    """The distribution over where all hidden blocks are.

    ``groups`` are counted. ``open`` are the blocks that are sampled, with their chances if the others were average
    ones, and ``steps`` all that has happened since the first of them was.
    """

    groups: tuple[WorldGroup, ...] = ()
    steps: tuple[Step, ...] = ()
    open: Mapping[int, Marginal] = field(default_factory=dict)

    def statuses(self) -> dict[int, set[Whereabouts]]:
        """By block: every status that it may have."""
        found = {block: set(marginal) for block, marginal in self.open.items()}
        for group in self.groups:
            found |= group.statuses()
        return found

    def counts(self) -> Counter[int]:
        """The number of blocks at each place, which is the same in every world."""
        found = [status.at for group in self.groups for status in next(iter(group.worlds))]
        if self.open:
            sample = self.__dict__.get("sample") or Proposal(self.steps).sample(FEW) or self.sample
            found += [sample.particles[0][block].at for block in self.open]
        return Counter(found)

    @cached_property
    def sample(self) -> Sample:
        """The sample of all steps; ValueError where no particle agrees with what is seen."""
        if not self.open:
            return Sample([{} for _ in range(PARTICLES)], [1 / PARTICLES] * PARTICLES, list(range(PARTICLES)))
        proposal, work = Proposal(self.steps), 1 + sum(len(step.rows) for step in self.steps)
        count = min(PARTICLES, max(ENOUGH, WORK // work))
        found = proposal.sample(count)
        if not found or found.effective < ENOUGH:
            found = proposal.sample(DRAWINGS * count) or found
        if not found:
            raise ValueError(NONE_LEFT)
        return found

    @property
    def effective(self) -> int:
        """The effective size of the sample; 0 where all worlds are counted."""
        return self.sample.effective if self.open else 0

    def over(self, blocks: Iterable[int], here: int | None = None) -> WorldGroup:
        """The distribution over some blocks together; with ``here`` only of how they stand at this place, if they do.

        It is sampled where the groups that it takes from have too many worlds together.
        """
        blocks = set(blocks)

        def change(status: Whereabouts) -> Whereabouts:
            if here is None:
                return status
            return status._replace(moved=False) if status.at == here else Whereabouts(NONE)

        parts = [group.only(blocks, change) for group in self.groups if not blocks.isdisjoint(group.blocks)]
        sampled = [block for block in sorted(self.open) if block in blocks]
        if not sampled and (whole := join_groups(parts)):
            return whole
        sample, random = self.sample, Random(1)
        columns = [[change(particle[block]) for particle in sample.particles] for block in sampled]
        order, count = list(sampled), len(sample.particles)
        for part in parts:
            drawn = random.choices(list(part.worlds), list(map(float, part.worlds.values())), k=count)
            columns += map(list, zip(*drawn))
            order += part.blocks
        worlds: dict[World, float] = {}
        for world, weight in zip(zip(*columns), sample.weights):
            worlds[world] = worlds.get(world, 0.0) + weight
        return WorldGroup(tuple(order), worlds, sample.effective)

    def draw(self, able: Able, chance: bool = False) -> HiddenBlocksPosterior:
        """After one of the blocks able has been drawn, each of them as likely; ValueError where no world has one.

        A draw that was seen counts for certain in every world in which it was possible. With ``chance`` it was made by
        chance among as many blocks in every world, so that a world with more that are able has the more weight.
        """
        rows = {block: row for block, row in self._rows(able).items() if row}
        if not rows:
            raise ValueError(NONE_LEFT)
        met = [group for group in self.groups if not rows.keys().isdisjoint(group.blocks)]
        rest = tuple(group for group in self.groups if rows.keys().isdisjoint(group.blocks))
        if rows.keys().isdisjoint(self.open) and (whole := join_groups(met)):
            columns = [rows.get(block, {}) for block in whole.blocks]

            def ways(world: World) -> list[tuple[World, int]]:
                able = ((n, columns[n].get(status)) for n, status in enumerate(world))
                return [((*world[:n], then, *world[n + 1 :]), 1) for n, then in able if then is not None]

            worlds = branch(whole.worlds, ways, even=not chance)
            if not worlds:
                raise ValueError(NONE_LEFT)
            if len(worlds) <= MOST:
                return self._with((*rest, *whole._replace(worlds=worlds).parted()))
        joins = tuple(Step({}, {}, group=group) for group in met)
        open_ = dict(self.open)
        for group in met:
            open_ |= group.marginals()
        step = Step.draw(rows, open_, not chance)
        open_ |= {block: step.after(block) for block in rows}
        return HiddenBlocksPosterior(rest, (*self.steps, *joins, step), open_)._parted()

    def tell(self, fits: Able) -> HiddenBlocksPosterior:
        """Where every block is as ``fits`` says, and changed by it; worlds with a None are ruled out."""
        rows, statuses = self._rows(fits), self.statuses()
        news = {block for block, row in rows.items() if any(row.get(status) != status for status in statuses[block])}
        groups: list[WorldGroup] = []
        for group in self.groups:
            if news.isdisjoint(group.blocks):
                groups.append(group)
                continue
            columns = [rows[block] for block in group.blocks]

            def ways(world: World, columns: list[Row] = columns) -> list[tuple[World, int]]:
                then = tuple(row[status] for row, status in zip(columns, world) if status in row)
                return [(then, 1)] if len(then) == len(world) else []

            if not (worlds := branch(group.worlds, ways)):
                raise ValueError(NONE_LEFT)
            groups += group._replace(worlds=worlds).parted()
        if news.isdisjoint(self.open):
            return self._with(groups) if news else self
        open_, told = dict(self.open), news & self.open.keys()
        for block in told:
            after: Marginal = {}
            for status, then in rows[block].items():
                after[then] = after.get(then, 0.0) + self.open[block][status]
            if not after:
                raise ValueError(NONE_LEFT)
            open_[block] = _normalized(after)
        step = Step({block: rows[block] for block in told}, {})
        return HiddenBlocksPosterior(tuple(groups), (*self.steps, step), open_)._parted()

    def meet(self, block: int, status: Whereabouts) -> HiddenBlocksPosterior:
        """With one more block, which is known."""
        return self._with((*self.groups, sure(block, status)))

    def without(self, blocks: set[int]) -> HiddenBlocksPosterior:
        """Without blocks that are known."""
        return self._with(group for group in self.groups if blocks.isdisjoint(group.blocks))

    def _with(self, groups: Iterable[WorldGroup]) -> HiddenBlocksPosterior:
        """The same sample beside other groups."""
        then = HiddenBlocksPosterior(tuple(groups), self.steps, self.open)
        if "sample" in self.__dict__:
            then.__dict__["sample"] = self.sample
        return then

    def _rows(self, able: Able) -> dict[int, Row]:
        return {
            block: {status: then for status in column if (then := able(block, status)) is not None}
            for block, column in self.statuses().items()
        }

    def _parted(self) -> HiddenBlocksPosterior:
        """The blocks that are certain whatever was drawn are counted again."""
        certain = tuple(sure(block, *marginal) for block, marginal in self.open.items() if len(marginal) == 1)
        open_ = {block: marginal for block, marginal in self.open.items() if len(marginal) > 1}
        return HiddenBlocksPosterior((*self.groups, *certain), self.steps if open_ else (), open_)


# The proposal ---------------------------------------------------------------------------------------------------------


class Proposal:
    """The steps as moves of a particle, each guided by the worth of a block's status to all that follows.

    The worth is how likely all later sightings of the block are from there, if the other blocks were average ones, but
    for a factor that is the same for all statuses. A particle has numbers for statuses, which are quicker to look up.
    """

    def __init__(self, steps: tuple[Step, ...]) -> None:
        self.numbers: dict[Whereabouts, int] = {}
        self.worth: dict[int, Marginal] = {}
        self.random = Random(len(steps))  # the same for all records that look the same
        self.moves = [self._move(step) for step in reversed(steps)][::-1]

    def sample(self, count: int) -> Sample | None:
        """Draw so many particles; None where none of them agrees with what is seen."""
        found, names = particle_filter(count, self.moves, self.random), list(self.numbers)
        for particle in found.particles if found else ():
            particle.update((block, names[number]) for block, number in particle.items())
        return found

    def _number(self, status: Whereabouts) -> int:
        return self.numbers.setdefault(status, len(self.numbers))

    def _worth(self, block: int, status: Whereabouts) -> float:
        return self.worth[block].get(status, LOWEST) if block in self.worth else 1.0

    def _move(self, step: Step) -> Move:
        if step.group:
            return self._join(step.group)
        rows: dict[int, dict[int, Any]] = {}
        for block, row in step.rows.items():
            if step.shares is None:
                worths = {status: self._worth(block, then) for status, then in row.items()}
                rows[block] = {self._number(status): self._number(then) for status, then in row.items()}
            else:
                share, others = step.shares[block]
                worths = {status: self._worth(block, status) * others for status in step.before[block]}
                rows[block] = {}
                for status, then in row.items():
                    stays, drawn = self._worth(block, status), self._worth(block, then)
                    worths[status] = (1 - share) * stays + share * drawn
                    guide = self._number(then), drawn / stays, stays * others / worths[status]
                    rows[block][self._number(status)] = guide
            best = max(worths.values())
            self.worth[block] = {status: max(each / best, LOWEST) for status, each in worths.items()}
        return _told(list(rows.items())) if step.shares is None else _draw(list(rows.items()), step.even)

    def _join(self, group: WorldGroup) -> Move:
        worlds = [dict(zip(group.blocks, map(self._number, world))) for world in group.worlds]
        worths = (float(weight) * prod(map(self._worth, group.blocks, world)) for world, weight in group.worlds.items())
        sums = list(accumulate(worths))
        for block in group.blocks:
            self.worth.pop(block, None)

        def move(particle: Particle, random: Random) -> float:
            particle.update(random.choices(worlds, cum_weights=sums)[0])
            return 1.0

        return move


def _draw(rows: list[tuple[int, dict[int, tuple[int, float, float]]]], even: bool) -> Move:
    def move(particle: Particle, random: Random) -> float:
        total, factor, options = 0.0, 1.0, []
        for block, row in rows:
            if found := row.get(particle[block]):
                total += found[1]
                factor *= found[2]
                options.append((total, block, found[0]))
        if not options:
            return 0.0
        at = random.random() * total
        for option in options:
            if at < option[0]:
                break
        particle[option[1]] = option[2]
        return factor * total / (len(options) if even else 1)

    return move


def _told(rows: list[tuple[int, dict[int, int]]]) -> Move:
    def move(particle: Particle, random: Random) -> float:
        for block, row in rows:
            if (then := row.get(particle[block])) is None:
                return 0.0
            particle[block] = then
        return 1.0

    return move
