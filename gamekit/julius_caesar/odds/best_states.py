"""The conditions that a side of a battle can be in, as rows of small numbers, blocks that are alike in any order.

A row has the strength of every slot and last how many land blocks may still leave in this round and, while the D
blocks act, how many navis. Dead and gone look alike: what a block took along was counted when it left. Slots of
blocks that are alike stand together, the strongest first, so that one row stands for every order among them.
A whole number, four bits a slot, is the row's key; tables are sorted by key."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gamekit.julius_caesar.odds.best_worth import Exits
from gamekit.julius_caesar.tables import LETTERS, ROLES, Block

Array = Any
MOST_SLOTS = 13
SPENT = 8  # added to Cleopatra's strength between turns: she has acted in this round (7.52, Mars and Neptune)
DONE = 9  # added to her strength while her letter acts: likewise


@dataclass(slots=True)
class Side:
    """The slots of one side: blocks that are alike together, in the order in which they are first listed."""

    number: int  # 0 attacker, 1 defender, as the battle began
    blocks: tuple[Block, ...]  # by slot
    listed: tuple[int, ...]  # by slot: its place in the list of the battle
    reserve: Array  # by slot: whether it begins in reserve
    cleopatra: int  # the slot in which she stands or would join, -1 when she is not in this battle
    land_exits: int | None
    navis_exits: int | None
    runs: tuple[tuple[int, int], ...] = ()  # slots of blocks that are alike, from round 2 on
    early_runs: tuple[tuple[int, int], ...] = ()  # likewise in round 1, main body and reserve apart
    letters: tuple[Array, Array] = field(init=False)  # by role: the place of each slot's letter
    firepower: Array = field(init=False)
    step: Array = field(init=False)
    navis: Array = field(init=False)

    def __post_init__(self) -> None:
        made = [np.array([LETTERS.index(block.letter(role)) for block in self.blocks]) for role in reversed(ROLES)]
        self.letters = (made[0], made[1])  # defending 0, attacking 1
        self.firepower = np.array([block.firepower for block in self.blocks])
        self.step = np.array([block.step for block in self.blocks])
        self.navis = np.array([block.type == "navis" for block in self.blocks])

    @property
    def width(self) -> int:
        """How many slots there are."""
        return len(self.blocks)

    @property
    def start(self) -> Array:
        """The row that the battle begins in."""
        row = np.zeros((1, self.width + 2), np.uint8)
        for slot, block in enumerate(self.blocks):
            row[0, slot] = block.strength if self.listed[slot] >= 0 else 0
        return row

    def renewed(self, rows: Array) -> Array:
        """The rows as a round begins: nobody has left in it, Cleopatra has not acted in it."""
        rows = rows.copy()
        rows[:, : self.width] &= 7
        rows[:, self.width] = self.land_exits or 0
        rows[:, self.width + 1] = 0
        return rows


def side_of(
    number: int,
    main: Sequence[Block],
    reserve: Sequence[Block],
    joins: Block | None,
    exits: Exits,
    apart: Callable[[Block], Any],
) -> Side:
    """A side's slots; ``joins`` is Cleopatra where she begins on the other side, ``apart`` tells blocks apart."""
    listed = [(block, n, n >= len(main)) for n, block in enumerate((*main, *reserve))]
    if joins is not None:
        listed.append((joins, -1, False))
    land, navis = exits.of(number)
    limited = land is not None or navis is not None
    kinds: dict[tuple[Any, ...], int] = {}
    keyed = []
    for block, n, waits in listed:
        kind = kinds.setdefault((*_kind(block, limited), apart(block)), len(kinds))
        keyed.append((kind, waits, -block.strength, n, block))
    keyed.sort()
    blocks = tuple(row[4] for row in keyed)
    return Side(
        number,
        blocks,
        tuple(row[3] for row in keyed),
        np.array([row[1] for row in keyed]),
        next((slot for slot, block in enumerate(blocks) if block.type == "cleopatra"), -1),
        _limit(land, sum(block.type != "navis" for block in blocks)),
        _limit(navis, sum(block.type == "navis" for block in blocks)),
        _runs([row[:1] for row in keyed]),
        _runs([row[:2] for row in keyed]),
    )


def _kind(block: Block, limited: bool) -> tuple[Any, ...]:
    """What a battle's course knows of a block; ``limited``: navis leave otherwise than land blocks."""
    letters = block.initiative_attacking, block.initiative_defending
    return (*letters, block.firepower, block.step, block.type == "cleopatra", limited and block.type == "navis")


def _limit(most: int | None, blocks: int) -> int | None:
    """How many may leave in a round; None where all of so many blocks may."""
    return None if most is None or most >= blocks else most


def _runs(keys: list[Any]) -> tuple[tuple[int, int], ...]:
    starts = [n for n in range(len(keys)) if n == 0 or keys[n] != keys[n - 1]]
    return tuple(zip(starts, (*starts[1:], len(keys))))


def keys_of(rows: Array) -> Array:
    """The key of every row."""
    keys = np.zeros(len(rows), np.int64)
    for column in range(rows.shape[1]):
        keys = keys << 4 | rows[:, column]
    return keys


def rows_of(keys: Array, width: int) -> Array:
    """The rows of keys, ``width`` columns each."""
    shifts = np.arange(4 * (width - 1), -1, -4, dtype=np.int64)
    return (keys[:, None] >> shifts[None, :] & 15).astype(np.uint8)


def places(table: Array, keys: Array) -> Array:
    """Where keys stand in a sorted table that has them all."""
    return np.searchsorted(table, keys)


def sorted_runs(rows: Array, runs: Sequence[tuple[int, int]]) -> Array:
    """The rows with blocks that are alike in order, the strongest first."""
    for first, end in runs:
        if end - first > 1:
            rows[:, first:end] = np.sort(rows[:, first:end], axis=1)[:, ::-1]
    return rows


@dataclass(slots=True)
class Moment:
    """How a side's rows change in one round: which slots fight, which are alike, whether Cleopatra's turn is kept."""

    side: Side
    runs: tuple[tuple[int, int], ...]
    fights: Array  # by slot: not in reserve
    tracked: bool  # 7.52: her turn has to be remembered, the attackers having fired first
    orders: int | None = None  # defending 0, attacking 1: standing orders name who takes a hit; None: the owner does

    def strengths(self, rows: Array) -> Array:
        """Of every slot that fights, 0 where nobody stands."""
        return np.where(self.fights, rows[:, : self.side.width] & 7, 0)

    def struck(self, rows: Array) -> tuple[Array, Array]:
        """By run the row after its block takes a hit, and whether it may: it is among the strongest (7.4)."""
        strengths = self.strengths(rows)
        most = strengths.max(axis=1, initial=0)
        after = np.repeat(rows[:, None, :], len(self.runs), axis=1)
        may = np.zeros((len(rows), len(self.runs)), bool)
        for number, (first, end) in enumerate(self.runs):
            tied = (strengths[:, first:end] == most[:, None]) & (most > 0)[:, None]
            count = tied.sum(axis=1)
            may[:, number] = count > 0
            slot = first + np.maximum(count, 1) - 1  # the last of its equals
            here = np.arange(len(rows))
            left = np.maximum(strengths[here, slot].astype(int) - self.side.step[slot], 0)
            kept = (rows[here, slot] & SPENT) * (left > 0)
            after[here, number, slot] = np.where(may[:, number], left + kept, after[here, number, slot])
        return after, may if self.orders is None else self._named(may, self.orders)

    def _named(self, may: Array, role: int) -> Array:
        """Standing orders: the lowest firepower, then the latest letter in this role, then the last listed."""
        of, best, open_ = self.side, np.zeros_like(may), np.ones(len(may), bool)
        rank = [(of.firepower[a], -of.letters[role][a], -max(of.listed[a:end])) for a, end in self.runs]
        for run in sorted(range(len(rank)), key=rank.__getitem__):
            best[:, run] = may[:, run] & open_
            open_ &= ~may[:, run]
        return best

    def closed(self, keys: Array) -> Array:
        """All keys that hits, and Cleopatra coming over, lead to."""
        width, hers = self.side.width + 2, self.side.cleopatra
        known = fresh = np.unique(keys)
        while len(fresh):
            rows = rows_of(fresh, width)
            after, may = self.struck(rows)
            found = [keys_of(after[may])]
            if hers >= 0:
                for code in (1, 1 + SPENT) if self.tracked else (1,):
                    joined = rows[rows[:, hers] == 0]
                    joined[:, hers] = code
                    found.append(keys_of(joined))
            fresh = np.setdiff1d(np.concatenate(found), known)
            known = np.union1d(known, fresh)
        return known
