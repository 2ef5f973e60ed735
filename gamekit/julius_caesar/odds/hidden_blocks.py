"""Where every hidden block may be: weighted worlds, counted in independent groups, and sampled past a bound.

A step of the game draws one of the blocks that could act, each equally likely, or rules out worlds. Independent blocks
stay in groups of their own, each a weighted table of its worlds; groups are multiplied only when one draw concerns
both. If the product has too many worlds, their blocks are sampled from then on: the steps are noted, and particles are
drawn through all of them on demand. A particle that drew without looking ahead would hardly ever agree with the next
battle, so each block of a draw is weighted by how likely all its later sightings are from there, block by block, as if
the others were average ones. This is only the proposal: every particle's weight is its true chance over its proposal
chance."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import accumulate, product
from math import prod
from random import Random
from typing import Any, Final, NamedTuple

from gamekit.julius_caesar.state import NONE
from gamekit.probability.sampling import Move, Particle, Sample, branch_worlds, particle_filter

MOST: Final = 1024  # the most worlds of a group that are counted; beyond, the blocks are sampled
PARTICLES: Final = 1024
ENOUGH: Final = 256  # effective particles; if fewer are left, four times as many are drawn
FEW: Final = 64  # particles to look at for facts that hold in all worlds
SLIGHT: Final = 1e-4  # the least average chance
LOWEST: Final = 1e-20  # the least worth of a status, so that no world is left out
NONE_LEFT: Final = "no game that could have been agrees with what is seen: a view is left out, or is of another game"


class Whereabouts(NamedTuple):
    """Where a block is: place, whether it has moved this turn, where it came from into a coming battle, strength."""

    at: int
    moved: bool = False
    origin: int = -1
    strength: int = 0


World = tuple[Whereabouts, ...]
Able = Callable[[int, Whereabouts], "Whereabouts | None"]  # the new status of a block; None if it could not be the one
Row = dict[Whereabouts, Whereabouts]  # the new status of one block, by its present status
Marginal = dict[Whereabouts, float]


@dataclass(frozen=True)
class WorldGroup:
    """Blocks with the weights of their worlds; ``drawn`` is the effective size of a sample, 0 if counted."""

    blocks: tuple[int, ...]
    worlds: Mapping[World, Any]
    drawn: int = 0

    @cached_property
    def marginals(self) -> dict[int, Marginal]:
        """The chance of each whereabouts of each block."""
        found: dict[int, Marginal] = {block: {} for block in self.blocks}
        total = sum(self.worlds.values())
        for world, weight in self.worlds.items():
            for block, status in zip(self.blocks, world):
                found[block][status] = found[block].get(status, 0.0) + weight / total
        return found

    def only(self, blocks: Iterable[int], change: Callable[[Whereabouts], Whereabouts] = lambda s: s) -> WorldGroup:
        """The group restricted to these blocks."""
        columns = [(number, block) for number, block in enumerate(self.blocks) if block in set(blocks)]
        worlds: Counter[World] = Counter()
        for world, weight in self.worlds.items():
            worlds[tuple(change(world[number]) for number, _ in columns)] += weight
        return WorldGroup(tuple(block for _, block in columns), worlds, self.drawn)

    def after(self, ways: Callable[[World], Sequence[tuple[World, int]]], even: bool = False) -> list[WorldGroup]:
        """The groups after every world branches by ``ways``: one per block that is then certain, one of the others."""
        then = WorldGroup(self.blocks, branch_worlds(self.worlds, ways, even))
        if not then.worlds:
            raise ValueError(NONE_LEFT)
        alone = [certain_block(block, *column) for block, column in then.marginals.items() if len(column) == 1]
        others = [block for block, column in then.marginals.items() if len(column) > 1]
        return [*alone, then.only(others) if alone else then] if others else alone


def certain_block(block: int, status: Whereabouts) -> WorldGroup:
    """The group of one block whose status is certain."""
    return WorldGroup((block,), {(status,): 1})


def join_groups(groups: Iterable[WorldGroup]) -> WorldGroup | None:
    """Independent groups as one; None if it has too many worlds to count."""
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


class PastStep(NamedTuple):
    """An event of the sampled blocks: a ``group`` joins them, one of the able blocks is drawn, or worlds are ruled out.
    ``rows``: each block's new status by its old one. For a draw, ``share`` is an able block's chance to be the one
    drawn, if the others are average ones, ``others`` by block the chance that another is able, ``before`` its statuses;
    ``even`` is False if chance drew among the same number of blocks in every world.
    """

    rows: Mapping[int, Row]
    share: float = 0.0
    others: Mapping[int, float] = {}
    before: Mapping[int, Iterable[Whereabouts]] = {}
    even: bool = True
    group: WorldGroup | None = None


@dataclass(frozen=True)
class HiddenBlocksPosterior:
    """The distribution over where all hidden blocks are.

    ``groups`` are counted. ``open`` are the blocks that are sampled, with their chances if the others were average
    ones, and ``steps`` all events since the first was sampled.
    """

    groups: tuple[WorldGroup, ...] = ()
    steps: tuple[PastStep, ...] = ()
    open: Mapping[int, Marginal] = field(default_factory=dict)

    def marginals(self) -> dict[int, Marginal]:
        """The approximate chance of each block's whereabouts: place, moved, origin and strength."""
        found = dict(self.open)
        for group in self.groups:
            found |= group.marginals
        return found

    def counts(self) -> Counter[int]:
        """The number of blocks at each place, which is the same in every world."""
        found = [status.at for group in self.groups for status in next(iter(group.worlds))]
        particle = self._drawn(FEW).particles[0]
        return Counter([*found, *(particle[block].at for block in self.open)])

    @cached_property
    def sample(self) -> Sample:
        """Particles drawn through all steps; ValueError where none agrees with what is seen."""
        return self._drawn(PARTICLES, ENOUGH)

    def _drawn(self, count: int, enough: int = 1) -> Sample:
        moves, random = look_ahead(self.steps), Random(len(self.steps))  # the same for all records that look the same
        found = particle_filter(count, moves, random)
        if not found or found.effective < enough:
            found = particle_filter(4 * PARTICLES, moves, random) or found
        if not found:
            raise ValueError(NONE_LEFT)
        return found

    @property
    def effective(self) -> int:
        """The effective size of the sample; 0 where all worlds are counted."""
        return self.sample.effective if self.open else 0

    def over(self, blocks: Iterable[int], here: int | None = None) -> WorldGroup:
        """The joint distribution of some blocks; with ``here`` only of their statuses at this place. It is sampled if
        the groups of these blocks have too many worlds together.
        """

        def change(status: Whereabouts) -> Whereabouts:
            if here is None:
                return status
            return status._replace(moved=False) if status.at == here else Whereabouts(NONE)

        wanted, order = set(blocks), sorted(self.open.keys() & blocks)
        parts = [group.only(wanted, change) for group in self.groups if not wanted.isdisjoint(group.blocks)]
        if not order and (whole := join_groups(parts)):
            return whole
        sample, random, worlds = self.sample, Random(1), Counter[World]()
        rows = [tuple(change(particle[block]) for block in order) for particle in sample.particles]
        for part in parts:
            drawn = random.choices(list(part.worlds), list(map(float, part.worlds.values())), k=len(rows))
            rows, order = [row + world for row, world in zip(rows, drawn)], [*order, *part.blocks]
        for row, weight in zip(rows, sample.weights):
            worlds[row] += weight  # type: ignore[assignment]
        return WorldGroup(tuple(order), worlds, sample.effective)

    def draw(self, able: Able, chance: bool = False) -> HiddenBlocksPosterior:
        """Return the posterior after one of the ``able`` blocks is drawn, each as likely; ValueError if no world has
        one. A draw that was seen counts as certain in every world in which it was possible. With ``chance`` it was made
        by chance among the same number of blocks in every world, so worlds with more able blocks gain weight.
        """
        rows = {block: row for block, row in self._rows(able).items() if row}
        if not rows:
            raise ValueError(NONE_LEFT)
        met = [group for group in self.groups if not rows.keys().isdisjoint(group.blocks)]
        rest = [group for group in self.groups if rows.keys().isdisjoint(group.blocks)]
        if rows.keys().isdisjoint(self.open) and (whole := join_groups(met)):
            columns = [rows.get(block, {}) for block in whole.blocks]

            def ways(world: World) -> list[tuple[World, int]]:
                able = ((n, columns[n].get(status)) for n, status in enumerate(world))
                return [((*world[:n], then, *world[n + 1 :]), 1) for n, then in able if then is not None]

            groups = whole.after(ways, even=not chance)
            if len(groups[-1].worlds) <= MOST:
                return self._with((*rest, *groups))
        open_ = dict(self.open)
        for group in met:
            open_ |= group.marginals
        p_able = {block: sum(open_[block][status] for status in row) for block, row in rows.items()}
        every = sum(p_able.values())
        others = {b: min(max((every - p) / max(1 - p, SLIGHT), SLIGHT), 1.0) for b, p in p_able.items()}
        step = PastStep(rows, min(1 / max(every, 1.0), 1 - SLIGHT), others, {b: open_[b] for b in rows}, not chance)
        for block, row in rows.items():
            stays = {s: p * (1 - step.share if s in row else others[block]) for s, p in open_[block].items()}
            drawn = {s: p * step.share for s, p in open_[block].items()}
            open_[block] = _moved(drawn, row, stays if len(rows) > 1 else {})
        return self._sampled(rest, (*(PastStep({}, group=group) for group in met), step), open_)

    def tell(self, fits: Able) -> HiddenBlocksPosterior:
        """Return the posterior with each status replaced by ``fits(block, status)``; None rules a world out."""
        rows, known = self._rows(fits), self.marginals()
        rows = {b: row for b, row in rows.items() if any(row.get(status) != status for status in known[b])}
        groups: list[WorldGroup] = []
        for group in self.groups:

            def ways(world: World, blocks: tuple[int, ...] = group.blocks) -> list[tuple[World, int]]:
                then = [rows[b].get(status) if b in rows else status for b, status in zip(blocks, world)]
                return [] if None in then else [(tuple(then), 1)]  # type: ignore[arg-type]

            groups += [group] if rows.keys().isdisjoint(group.blocks) else group.after(ways)
        told = {block: rows[block] for block in rows.keys() & self.open.keys()}
        if not told:
            return self._with(groups) if rows else self
        return self._sampled(
            groups, (PastStep(told),), {**self.open, **{b: _moved(self.open[b], told[b]) for b in told}}
        )

    def with_known_block(self, block: int, status: Whereabouts) -> HiddenBlocksPosterior:
        """Return the posterior with one more block, whose status is certain."""
        return self._with((*self.groups, certain_block(block, status)))

    def without(self, blocks: set[int]) -> HiddenBlocksPosterior:
        """Return the posterior without some blocks whose status is certain."""
        return self._with(group for group in self.groups if blocks.isdisjoint(group.blocks))

    def _with(self, groups: Iterable[WorldGroup]) -> HiddenBlocksPosterior:
        """Return the posterior with other counted groups and the same sample."""
        then = HiddenBlocksPosterior(tuple(groups), self.steps, self.open)
        if "sample" in self.__dict__:
            then.__dict__["sample"] = self.sample
        return then

    def _sampled(
        self, groups: Iterable[WorldGroup], steps: Iterable[PastStep], open_: Mapping[int, Marginal]
    ) -> HiddenBlocksPosterior:
        """Return the posterior after more steps; sampled blocks that have become certain are counted again."""
        certain = (certain_block(block, *marginal) for block, marginal in open_.items() if len(marginal) == 1)
        left = {block: marginal for block, marginal in open_.items() if len(marginal) > 1}
        return HiddenBlocksPosterior((*groups, *certain), (*self.steps, *steps) if left else (), left)

    def _rows(self, able: Able) -> dict[int, Row]:
        return {
            block: {status: then for status in column if (then := able(block, status)) is not None}
            for block, column in self.marginals().items()
        }


def _moved(chances: Marginal, row: Row, stays: Mapping[Whereabouts, float] | None = None) -> Marginal:
    """The chances of a block's statuses after the changes in ``row``, plus those where it ``stays``; they sum to 1."""
    found = dict(stays or {})
    for status, then in row.items():
        found[then] = found.get(then, 0.0) + chances[status]
    if not (total := sum(found.values())):
        raise ValueError(NONE_LEFT)
    return {status: p / total for status, p in found.items()}


def look_ahead(steps: Sequence[PastStep]) -> list[Move]:
    """The steps as moves of a particle, each guided by the worth of a block's status to all that follows.

    The worth is how likely all later sightings of the block are from there, if the other blocks were average ones, up
    to a factor common to all statuses; it is computed from the last step to the first.
    """
    worths: dict[int, Marginal] = {}
    moves: list[Move] = []

    def worth(block: int, status: Whereabouts) -> float:
        return worths[block].get(status, LOWEST) if block in worths else 1.0

    for step in reversed(steps):
        if step.group:
            chances = [
                weight * prod(map(worth, step.group.blocks, world)) for world, weight in step.group.worlds.items()
            ]
            moves.append(_join(step.group, chances))
            for block in step.group.blocks:
                worths.pop(block, None)
            continue
        guides: dict[int, dict[Whereabouts, tuple[Whereabouts, float, float]]] = {}
        for block, row in step.rows.items():
            others = step.others.get(block, 1.0)
            before = {status: worth(block, status) * others for status in step.before.get(block, ())}
            guides[block] = {}
            for status, then in row.items():
                stays, drawn = worth(block, status), worth(block, then)
                before[status] = (1 - step.share) * stays + step.share * drawn if step.share else drawn
                guides[block][status] = then, drawn / stays, stays * others / before[status]
            best = max(before.values())
            worths[block] = {status: max(each / best, LOWEST) for status, each in before.items()}
        moves.append(_draw(guides, step.even) if step.share else _tell(step.rows))
    return moves[::-1]


def _join(group: WorldGroup, chances: Iterable[float]) -> Move:
    worlds, sums = [dict(zip(group.blocks, world)) for world in group.worlds], list(accumulate(map(float, chances)))

    def move(particle: Particle, random: Random) -> float:
        particle.update(random.choices(worlds, cum_weights=sums)[0])
        return 1.0

    return move


def _draw(guides: Mapping[int, Mapping[Whereabouts, tuple[Whereabouts, float, float]]], even: bool) -> Move:
    rows = list(guides.items())

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
        _, block, then = next((option for option in options if at < option[0]), options[-1])
        particle[block] = then
        return factor * total / (len(options) if even else 1)

    return move


def _tell(rows: Mapping[int, Row]) -> Move:
    def move(particle: Particle, random: Random) -> float:
        for block, row in rows.items():
            if (then := row.get(particle[block])) is None:
                return 0.0
            particle[block] = then
        return 1.0

    return move
