"""Where every hidden block may be: weighted worlds, counted in independent groups, and sampled past a bound.

A step of the game draws one of the blocks able, each as likely, or tells something of every block. Blocks whose places
have nothing to do with each other stay in groups of their own, each a weighted table of its worlds; groups are
multiplied only when one draw concerns both. Where that has too many worlds, their blocks are sampled from then on: the
steps are noted, and particles are drawn through all of them when somebody asks. A particle that drew without looking
ahead would hardly ever agree with the next battle, so each block of a draw is weighed by how likely all its later
sightings are from there, block by block, as if the others were average ones. That only says where to look: every
particle is weighed by the true chances over those it was drawn by."""

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
from gamekit.probability.sampling import Move, Particle, Sample, branch, particle_filter

MOST: Final = 1024  # worlds of a group that are counted; beyond, the blocks are sampled
PARTICLES: Final = 1024
ENOUGH: Final = 256  # effective particles; where fewer are left, four times as many are drawn
FEW: Final = 64  # particles, any of which tells what is the same in all worlds
SLIGHT: Final = 1e-4  # an average chance that may be nothing is no less
LOWEST: Final = 1e-20  # the least worth of a status: no world may be left out
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


@dataclass(frozen=True)
class WorldGroup:
    """Blocks with the weights of their worlds; ``drawn`` is the effective size of a sample, 0 if counted."""

    blocks: tuple[int, ...]
    worlds: Mapping[World, Any]
    drawn: int = 0

    @cached_property
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
        columns = [(number, block) for number, block in enumerate(self.blocks) if block in set(blocks)]
        worlds: Counter[World] = Counter()
        for world, weight in self.worlds.items():
            worlds[tuple(change(world[number]) for number, _ in columns)] += weight
        return WorldGroup(tuple(block for _, block in columns), worlds, self.drawn)

    def after(self, ways: Callable[[World], Sequence[tuple[World, int]]], even: bool = False) -> list[WorldGroup]:
        """What the worlds become, as by ``branch``: each block that is certain then by itself, and the others."""
        then = WorldGroup(self.blocks, branch(self.worlds, ways, even))
        if not then.worlds:
            raise ValueError(NONE_LEFT)
        alone = [sure(block, *column) for block, column in then.marginals.items() if len(column) == 1]
        others = [block for block, column in then.marginals.items() if len(column) > 1]
        return [*alone, then.only(others) if alone else then] if others else alone


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

    ``rows``: what becomes of each block. For a draw, ``share`` is the chance of a block that is able to be the one, if
    the others are average ones, and ``others`` by block that another is able, ``before`` its statuses; ``even`` is
    False where chance drew among as many in every world.
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
    ones, and ``steps`` all that has happened since the first of them was.
    """

    groups: tuple[WorldGroup, ...] = ()
    steps: tuple[Step, ...] = ()
    open: Mapping[int, Marginal] = field(default_factory=dict)

    def marginals(self) -> dict[int, Marginal]:
        """By block: every status that it may have, and about how likely it is."""
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
        """The distribution over some blocks together; with ``here`` only of how they stand at this place, if they do.

        It is sampled where the groups that it takes from have too many worlds together.
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
        """After one of the blocks able has been drawn, each of them as likely; ValueError where no world has one.

        A draw that was seen counts for certain in every world in which it was possible. With ``chance`` it was made by
        chance among as many blocks in every world, so that a world with more that are able has the more weight.
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
        step = Step(rows, min(1 / max(every, 1.0), 1 - SLIGHT), others, {b: open_[b] for b in rows}, not chance)
        for block, row in rows.items():
            stays = {s: p * (1 - step.share if s in row else others[block]) for s, p in open_[block].items()}
            drawn = {s: p * step.share for s, p in open_[block].items()}
            open_[block] = _moved(drawn, row, stays if len(rows) > 1 else {})
        return self._sampled(rest, (*(Step({}, group=group) for group in met), step), open_)

    def tell(self, fits: Able) -> HiddenBlocksPosterior:
        """Where every block is as ``fits`` says, and changed by it; worlds with a None are ruled out."""
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
        return self._sampled(groups, (Step(told),), {**self.open, **{b: _moved(self.open[b], told[b]) for b in told}})

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

    def _sampled(
        self, groups: Iterable[WorldGroup], steps: Iterable[Step], open_: Mapping[int, Marginal]
    ) -> HiddenBlocksPosterior:
        """After more steps; the blocks that are certain whatever was drawn are counted again."""
        certain = (sure(block, *marginal) for block, marginal in open_.items() if len(marginal) == 1)
        left = {block: marginal for block, marginal in open_.items() if len(marginal) > 1}
        return HiddenBlocksPosterior((*groups, *certain), (*self.steps, *steps) if left else (), left)

    def _rows(self, able: Able) -> dict[int, Row]:
        return {
            block: {status: then for status in column if (then := able(block, status)) is not None}
            for block, column in self.marginals().items()
        }


def _moved(chances: Marginal, row: Row, stays: Mapping[Whereabouts, float] | None = None) -> Marginal:
    """The chances of a block's statuses after it went as its row says, beside those where it stayed; they sum to 1."""
    found = dict(stays or {})
    for status, then in row.items():
        found[then] = found.get(then, 0.0) + chances[status]
    if not (total := sum(found.values())):
        raise ValueError(NONE_LEFT)
    return {status: p / total for status, p in found.items()}


def look_ahead(steps: Sequence[Step]) -> list[Move]:
    """The steps as moves of a particle, each guided by the worth of a block's status to all that follows.

    The worth is how likely all later sightings of the block are from there, if the other blocks were average ones, but
    for a factor that is the same for all statuses; it is worked out from the last step to the first.
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
