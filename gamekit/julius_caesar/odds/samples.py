"""A law over hidden blocks past what is counted: weighted samples of whole games, a sample a column of an array.

The idea: each sample goes on by even draws, and its weight falls to nothing where it cannot agree with what is seen.
When too few still count, more are played anew from the last law that was counted, now guided by what was seen
since: each block of a draw is weighed by how well its later sightings agree with its being drawn, reckoned block by
block as if the others were average ones. The guide only says where to look: every sample is weighed by the law's own
chances over the guide's, so that the law sampled is the one that is counted below the bound."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gamekit.julius_caesar.blocks import BLOCK_NAMES
from gamekit.julius_caesar.odds.worlds import Row, Whereabouts, WorldGroup

SAMPLES: Final = 1024  # that are drawn at a time
WORK: Final = 1_500_000  # blocks drawn among, by all samples of a long game that are drawn at a time
MANY: Final = 8192  # samples that are drawn where none of so many agrees
WIDEST: Final = 4096  # samples of several drawings that are kept
LEAST: Final = 256  # samples that must count, or more are drawn
LOWEST: Final = 1e-20  # the least worth of a status to the guide: none of the law's worlds may be left out
TINY: Final = 1e-300
SLIGHT: Final = 1e-4  # an average chance that may be nothing is no less
DIED_OUT: Final = (
    "none of {samples:,} sampled games agrees with what is seen: a view is left out, or is of another game"
)
EVEN: Final = "even"  # a step that draws one block of those able, each as likely
CHANCE: Final = "chance"  # likewise, where chance draws among as many in every world
TOLD: Final = "told"  # a step that concerns all its blocks
Array = NDArray[Any]


class Book:
    """The statuses of each block by number, in the order in which they came up."""

    __slots__ = ("numbers",)

    def __init__(self) -> None:
        self.numbers: list[dict[Whereabouts, int]] = [{} for _ in BLOCK_NAMES]

    def number(self, block: int, status: Whereabouts) -> int:
        """The number of a block's status."""
        return self.numbers[block].setdefault(status, len(self.numbers[block]))

    @property
    def most(self) -> int:
        """The most statuses that a block has."""
        return max(map(len, self.numbers))


class Counted(NamedTuple):
    """A counted group by numbers: its blocks, their statuses by block and world, logarithms of the weights."""

    blocks: tuple[int, ...]
    codes: Array
    logs: Array

    @classmethod
    def of(cls, group: WorldGroup, book: Book) -> Counted:
        """The group by the book's numbers."""
        columns = zip(group.blocks, zip(*group.worlds))
        codes = [[book.number(block, status) for status in column] for block, column in columns]
        weights = np.array([float(weight) for weight in group.worlds.values()])
        return cls(group.blocks, np.array(codes), np.log(weights / weights.sum()))

    def draw(self, codes: Array, random: np.random.Generator, worth: Array | None = None) -> None:
        """Draw a world for each sample by its weight, and by the guide's worth of it."""
        logs = self.logs
        if worth is not None:
            logs = logs + np.log([worth[block][column] for block, column in zip(self.blocks, self.codes)]).sum(0)
        weights = np.exp(logs - logs.max())
        picked = random.choice(len(weights), codes.shape[1], p=weights / weights.sum())
        codes[list(self.blocks)] = self.codes[:, picked]


class SampledStep(NamedTuple):
    """One draw or one thing told. Its arrays have a row a block and a column a status before."""

    kind: str
    blocks: Array
    table: Array  # the status after, -1 where the block cannot be meant
    share: Array  # how likely an able block is drawn, if the others are average ones
    others: Array  # how likely another block is able, likewise
    possible: Array  # whether the block may have the status


class Guide(NamedTuple):
    """How a draw is guided, by block and status before."""

    gain: Array  # the worth of the block drawn over its worth not drawn; 0 where it is not able
    change: Array  # its worth not drawn over its worth before the step


@dataclass(frozen=True, slots=True)
class Sample:
    """Samples of the blocks in ``open``, which holds by block all its possible statuses.

    ``base`` is the last law that was counted and ``steps`` all that has happened since, to other blocks as well.
    ``chances`` are those of each block's statuses by what was seen until now, if the others were average ones.
    ``begun`` is the sample that each one goes back to where the last drawing began; it left about ``hoped`` that count.
    """

    book: Book
    base: tuple[Counted, ...]
    chances: Array = field(repr=False)
    codes: Array = field(repr=False)
    logs: Array = field(repr=False)
    begun: Array = field(repr=False)
    hoped: int = SAMPLES
    open: dict[int, set[Whereabouts]] = field(default_factory=dict)
    steps: tuple[SampledStep, ...] = ()

    @classmethod
    def new(cls, groups: tuple[WorldGroup, ...]) -> Sample:
        """A sample of no block yet, where these are the counted groups."""
        book = Book()
        base = tuple(Counted.of(group, book) for group in groups)
        chances = np.zeros((len(BLOCK_NAMES), book.most))
        for one in base:
            for block, codes in zip(one.blocks, one.codes):
                chances[block] = np.bincount(codes, np.exp(one.logs), book.most)
        codes = np.zeros((len(BLOCK_NAMES), SAMPLES), dtype=np.intp)
        return cls(book, base, chances, codes, np.zeros(SAMPLES), np.arange(SAMPLES))

    @property
    def weights(self) -> Array:
        """The weights, which sum to 1."""
        weights = np.exp(self.logs - self.logs.max())
        found: Array = weights / weights.sum()
        return found

    @property
    def counting(self) -> int:
        """So many equal samples of games with different beginnings are worth as much as these; 0 where none is left."""
        if not np.isfinite(self.logs).any():
            return 0
        return int(1 / (np.bincount(self.begun, self.weights) ** 2).sum())

    def over(self, blocks: Iterable[int]) -> WorldGroup:
        """The law over some of the blocks, in floats."""
        blocks, alive, weights = tuple(blocks), np.isfinite(self.logs), self.weights
        names = [list(self.book.numbers[block]) for block in blocks]
        found, which = np.unique(self.codes[list(blocks)][:, alive], axis=1, return_inverse=True)
        columns = [[name[code] for code in codes] for name, codes in zip(names, found.tolist())]
        worlds = dict(zip(zip(*columns), np.bincount(which, weights[alive]).tolist()))
        return WorldGroup(blocks, worlds, self.counting)

    def heaviest(self) -> list[Whereabouts]:
        """The statuses of the blocks in the sample of most weight."""
        codes = self.codes[:, self.logs.argmax()]
        return [list(self.book.numbers[block])[codes[block]] for block in self.open]

    def with_groups(self, groups: Iterable[WorldGroup]) -> Sample:
        """The sample with the blocks of counted groups as well, which have nothing to do with it so far."""
        codes, open_, random = self.codes.copy(), dict(self.open), _random(1, self.steps)
        for group in groups:
            Counted.of(group, self.book).draw(codes, random)
            open_ |= group.statuses()
        return replace(self, codes=codes, open=open_)

    def met(self, block: int, status: Whereabouts) -> Sample:
        """The sample where a block that is not open has joined, whatever stood for it before."""
        every = [Whereabouts(-1), *self.book.numbers[block]]
        return self.onward({block: dict.fromkeys(every, status)}, TOLD)

    def onward(self, table: dict[int, Row], kind: str) -> Sample:
        """The sample after a step; what happens to blocks that are not open is noted for a drawing anew."""
        step, chances = _noted(self, table, kind)
        then = replace(self, steps=(*self.steps, step), chances=chances)
        if table.keys().isdisjoint(self.open):
            return then
        codes, logs, open_ = self.codes.copy(), self.logs.copy(), dict(self.open)
        mine = np.isin(step.blocks, list(open_))  # what stands for the others has not gone on with them
        _take_step(
            step._replace(blocks=step.blocks[mine], table=step.table[mine]), codes, logs, _random(2, then.steps), None
        )
        for block in table.keys() & open_.keys():
            open_[block] = {*table[block].values(), *(open_[block] if kind != TOLD else ())}
        return replace(then, codes=codes, logs=logs, open=open_)

    def settled(self, enough: float, most: int = MANY) -> Sample:
        """The sample, with more drawn anew where fewer count than this share of what may be hoped for.

        A drawing an event, so that none takes long, until enough count or as many as are kept have been drawn.
        ValueError where none of ``most`` samples agrees with what is seen.
        """
        if self.counting > enough * min(LEAST, self.hoped):
            return self
        blocks = 1 + sum(len(step.blocks) for step in self.steps)
        found = _played(self, min(SAMPLES, max(LEAST, WORK // blocks)))
        if self.counting and found.counting:
            found = _merged(self, found)
        elif not found.counting:
            found = _played(self, most) if most > SAMPLES and not self.counting else self
        if not found.counting:
            raise ValueError(DIED_OUT.format(samples=most))
        full = found.codes.shape[1] > WIDEST - SAMPLES
        return replace(found, hoped=max(found.counting, LEAST // 4) if full else LEAST)


def _merged(old: Sample, new: Sample) -> Sample:
    """Two drawings as one, each of as much weight as it has samples that count."""
    kept = np.flatnonzero(np.isfinite(old.logs))
    logs = old.logs[kept]
    if len(kept) > WIDEST - len(new.logs):
        kept = _systematic(old.weights, WIDEST - len(new.logs), _random(4, new.steps))
        logs = np.zeros(len(kept))
    old = replace(old, codes=old.codes[:, kept], logs=logs, begun=old.begun[kept])
    with np.errstate(divide="ignore"):
        each = [np.log(one.weights * one.counting) for one in (old, new)]
    begun = np.concatenate((old.begun, new.begun + old.begun.max() + 1))
    return replace(new, codes=np.hstack((old.codes, new.codes)), logs=np.concatenate(each), begun=begun)


def _noted(sample: Sample, table: dict[int, Row], kind: str) -> tuple[SampledStep, Array]:
    """A step by its rows, and the average chances after it."""
    book, blocks = sample.book, np.array(list(table), dtype=np.intp)
    numbered = [
        {book.number(block, status): book.number(block, then) for status, then in row.items()}
        for block, row in table.items()
    ]
    chances = np.pad(sample.chances, ((0, 0), (0, max(book.most - sample.chances.shape[1], 0))))
    found = np.full((len(table), chances.shape[1]), -1)
    for row, numbers in zip(found, numbered):
        row[list(numbers)] = list(numbers.values())
    now, able = chances[blocks], found >= 0
    share = others = np.ones((len(table), 1))
    stays = np.zeros_like(now)
    if kind != TOLD:
        each = (now * able).sum(1, keepdims=True)
        rest = np.maximum(each.sum() - each, 0)
        others = np.clip(rest / np.maximum(1 - each, TINY), SLIGHT, 1)  # as if but one block were able
        # One block is drawn in all: the shares are made to sum to 1.
        share = 1 / (1 + rest)
        drawn = (each * share / (each + (1 - each) * others)).sum()
        share = np.minimum(share / max(drawn, TINY), np.maximum(share, 0.9)).clip(max=1 - SLIGHT)
        stays = now * np.where(able, 1 - share, others)
    row, column = np.nonzero(able)
    moved = np.bincount(row * now.shape[1] + found[row, column], (now * share)[row, column], now.size)
    after = stays + moved.reshape(now.shape)
    chances[blocks] = after / after.sum(1, keepdims=True).clip(min=TINY)
    return SampledStep(kind, blocks, found, share, others, now > 0), chances


def _random(purpose: int, steps: tuple[SampledStep, ...]) -> np.random.Generator:
    """Chance that is the same for all records that look the same."""
    return np.random.default_rng((purpose, len(steps)))


def _played(sample: Sample, many: int) -> Sample:
    """The sample drawn anew from its base, guided by all that has been seen since."""
    random, begun = _random(3, sample.steps), np.arange(many)
    codes, logs = np.zeros((len(BLOCK_NAMES), many), dtype=np.intp), np.zeros(many)
    worth, guides = _guides(sample)
    for group in sample.base:
        group.draw(codes, random, worth)
    for step, guide in zip(sample.steps, guides):
        if step.kind != TOLD:
            codes, logs, begun = _resampled(codes, logs, begun, random)
        _take_step(step, codes, logs, random, guide)
    return replace(sample, codes=codes, logs=logs, begun=begun)


def _take_step(step: SampledStep, codes: Array, logs: Array, random: np.random.Generator, guide: Guide | None) -> None:
    """Take every sample one step on, in place; what a sample of weight nothing has is of no account."""
    wide, here = step.table.shape[1], codes[step.blocks]
    flat = np.minimum(here, wide - 1) + np.arange(len(here))[:, None] * wide
    then = step.table.ravel().take(flat)
    able = then >= 0
    if step.kind == TOLD:
        logs[~able.all(0)] = -np.inf
        codes[step.blocks] = np.maximum(then, 0)
        return
    odds, worth = able, 1.0
    if guide is not None:
        odds, worth = guide.gain.ravel().take(flat), guide.change.ravel().take(flat).prod(0)
    sums = np.array(odds, dtype=float)
    for before, row in pairwise(sums):  # six times as fast as cumsum(0)
        row += before
    with np.errstate(divide="ignore"):
        logs += np.log(sums[-1] * worth / (np.maximum(able.sum(0), 1) if step.kind == EVEN else 1))
    picked = (sums <= random.random(len(logs)) * sums[-1]).sum(0).clip(max=len(sums) - 1)
    every = np.arange(len(logs))
    codes[step.blocks[picked], every] = np.maximum(then[picked, every], 0)


def _resampled(codes: Array, logs: Array, begun: Array, random: np.random.Generator) -> tuple[Array, Array, Array]:
    """Samples of equal weight, where few of them carry most of it."""
    if not np.isfinite(logs).any():
        return codes, logs, begun
    weights = np.exp(logs - logs.max())
    weights /= weights.sum()
    if (weights**2).sum() * len(logs) < 2:
        return codes, logs, begun
    picked = _systematic(weights, len(logs), random)
    return codes[:, picked], np.zeros(len(logs)), begun[picked]


def _systematic(weights: Array, many: int, random: np.random.Generator) -> Array:
    """So many samples drawn by weights that sum to 1, each as often as its weight has it or once more."""
    found: Array = np.searchsorted(weights.cumsum(), (np.arange(many) + random.random()) / many)
    return found.clip(max=len(weights) - 1)


def _guides(sample: Sample) -> tuple[Array, list[Guide]]:
    """The worth of each status of each block at the beginning, and what guides each step.

    The worth is how likely all later sightings of the block are from there, if the other blocks were average ones, but
    for a factor that is the same for all statuses.
    """
    worth, found = np.ones((len(BLOCK_NAMES), sample.book.most)), []
    for step in reversed(sample.steps):
        after, wide = worth[step.blocks], step.table.shape[1]
        now, able = after[:, :wide], step.table >= 0
        then = after.ravel().take(np.maximum(step.table, 0) + np.arange(len(after))[:, None] * after.shape[1]) * able
        before = then
        if step.kind != TOLD:
            before = np.where(able, now + step.share * (then - now), now * step.others)
        before = before * step.possible
        before = np.maximum(before / before.max(1, keepdims=True).clip(min=TINY), LOWEST)
        found.append(Guide(then / now, now / before))
        worth[step.blocks, :wide] = before
    return worth, found[::-1]
