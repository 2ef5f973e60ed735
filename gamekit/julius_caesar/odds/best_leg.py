"""What is asked of a battle, and the legs that it is cut into: which rows there can be before every turn."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from gamekit.julius_caesar.odds.best_states import SPENT, Array, Moment, Side, keys_of, rows_of, sorted_runs
from gamekit.julius_caesar.odds.best_volley import Acting, Deciding, Struck, acting, group_of, target
from gamekit.julius_caesar.odds.best_worth import Gain
from gamekit.julius_caesar.odds.position import Bodies, Position

LETTER_COUNT = 4
Rows = tuple[Array, Array]  # keys of the attacker's rows, of the defender's
Asked = Callable[[Position], Any]


@dataclass(frozen=True, slots=True)
class Policy:
    """How a side decides: what acts next and how (``plans`` by round), and who takes hits."""

    plans: tuple[Deciding, Deciding, Deciding, Deciding] = (Deciding(),) * 4
    hits_by_orders: bool = False
    hits_asked: Asked | None = None  # a function names who takes each hit

    @property
    def leaves(self) -> bool:
        """Whether blocks of the side may leave of their own will."""
        return any(plan.any_act or plan.leave_behind is not None or plan.asked for plan in self.plans)

    @property
    def asked(self) -> Asked | None:
        """The function that is asked for some decision."""
        return self.hits_asked or self.plans[0].asked

    @property
    def keeps_the_place(self) -> bool:
        """Whether the side never leaves where to pass would hold the place as well."""
        return self.asked is None and all(plan.leave_behind is None for plan in self.plans)


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked of a battle: its sides, the numbers to carry back, the policies."""

    sides: tuple[Side, Side]
    first_strike: bool
    gains: tuple[Gain, ...]
    policies: tuple[Policy, Policy]
    exact: bool
    denominator: int = 1  # exact gains are over this
    leaves: bool = True  # blocks may leave of their own will
    last: int = 4  # the round behind which all is known
    late: bool = False  # Cleopatra acts in the C turn in which she is won over (a reading of 7.52)
    bodies: Bodies | None = None  # the blocks as they are listed, where a function is asked

    @property
    def compiled(self) -> bool:
        """Whether compiled turns answer it; equal choices beside Cleopatra's they do not take in the order told."""
        return not (self.exact or self.asks) and (len(self.gains) == 1 or self.sides[0].cleopatra < 0)

    @property
    def asks(self) -> bool:
        """Whether a function is asked what a side does."""
        return any(policy.asked for policy in self.policies)


@dataclass(slots=True)
class LetterTurn:
    """One letter's turn: who acts, and the rows that both sides can be in before it."""

    round: int
    side: int
    letter: int
    rows: Rows
    number: int  # of the turns of its round, from 0


@dataclass(slots=True)
class RoundMark:
    """The end of a round, and the rows that both sides can be in there."""

    round: int
    rows: Rows


@dataclass(slots=True)
class Stretch:
    """Rounds that follow one another with the same roles."""

    question: Question
    exchanged: bool
    first: int
    last: int
    starts: Rows
    number: int = 0  # the turn of the first round that it begins with
    waiting: bool = False  # reserves are still to come
    fast: bool = False  # compiled
    steps: list[LetterTurn | RoundMark] = field(default_factory=list)
    tables: list[Array] = field(default_factory=list)  # by side: every row, sorted

    def moment(self, side: int, round: int) -> Moment:
        """How a side's rows change in a round."""
        of = self.question.sides[side]
        runs = of.early_runs if self.waiting else of.runs
        fights = ~of.reserve if self.waiting else np.ones(of.width, bool)
        tracked = self.question.first_strike and round == 1 and of.cleopatra >= 0
        orders = int(self.attacks(side)) if self.question.policies[side].hits_by_orders else None
        return Moment(of, runs, fights, tracked, orders)

    def attacks(self, side: int) -> bool:
        """Whether a side attacks in these rounds."""
        return (side == 0) != self.exchanged

    def must(self, turn: LetterTurn) -> bool:
        """Whether the side has to leave on this turn (7.2)."""
        return turn.round == 4 and self.attacks(turn.side)

    def free(self, turn: LetterTurn) -> bool:
        """Whether blocks may leave on this turn."""
        willing = self.question.leaves and self.question.policies[turn.side].leaves
        return self.must(turn) or (willing and turn.round > 1)

    def plan(self) -> None:
        """Walks forward through the rounds: which rows there can be before every turn."""
        rows = [self.moment(side, self.first).closed(self.starts[side]) for side in (0, 1)]
        found = [rows]
        for round in range(self.first, self.last + 1):
            moments = [self.moment(side, round) for side in (0, 1)]
            for number, (side, letter) in enumerate(self._order(round)):
                if round == self.first and number < self.number:
                    continue
                if not len(group_of(moments[side], letter, self.attacks(side))):
                    continue
                turn = LetterTurn(round, side, letter, (rows[0], rows[1]), number)
                self.steps.append(turn)
                rows = list(rows)
                rows[side] = moments[side].closed(self._after(turn, moments[side]))
                found.append(rows)
            self.steps.append(RoundMark(round, (rows[0], rows[1])))
            if round < self.last:
                rows = [self._renewed(side, round + 1, rows[side]) for side in (0, 1)]
                found.append(rows)
        self.tables = [np.unique(np.concatenate([rows[side] for rows in found])) for side in (0, 1)]

    def _order(self, round: int) -> list[tuple[int, int]]:
        letters = range(LETTER_COUNT)
        if self.question.first_strike and round == 1:
            return [(side, letter) for side in (0, 1) for letter in letters]
        first = 0 if self.exchanged else 1
        return [(side, letter) for letter in letters for side in (first, 1 - first)]

    def _renewed(self, side: int, round: int, keys: Array) -> Array:
        of = self.question.sides[side]
        rows = of.renewed(rows_of(keys, of.width + 2))
        return self.moment(side, round).closed(keys_of(rows))

    def _after(self, turn: LetterTurn, moment: Moment) -> Array:
        """The rows of the acting side after its turn: any of the letter's blocks may have left."""
        side, group = moment.side, group_of(moment, turn.letter, self.attacks(turn.side))
        known, free, must = turn.rows[turn.side], self.free(turn), self.must(turn)
        fresh = known
        while len(fresh):
            rows, found = rows_of(fresh, side.width + 2), [fresh[:0]]
            if moment.tracked and side.cleopatra in group:
                acted = rows[rows[:, side.cleopatra] > 0]
                acted[:, side.cleopatra] |= SPENT
                found.append(keys_of(acted))
            for slot in group.tolist() if free else ():
                limit = None if side.navis[slot] else side.land_exits
                there = rows[rows[:, slot] > 0]
                there[:, slot] = 0
                if must and limit is not None:
                    found.append(keys_of(sorted_runs(there.copy(), moment.runs)))
                if limit is not None:
                    there = there[there[:, side.width] > 0]
                    there[:, side.width] -= 1
                found.append(keys_of(sorted_runs(there, moment.runs)))
            fresh = np.setdiff1d(np.concatenate(found), known)
            known = np.union1d(known, fresh)
        return known

    @property
    def size(self) -> int:
        """How many positions there are at any time between turns."""
        return len(self.tables[0]) * len(self.tables[1])

    @property
    def positions(self) -> int:
        """How many positions there are before all turns together."""
        return sum(len(step.rows[0]) * len(step.rows[1]) for step in self.steps if isinstance(step, LetterTurn))

    def acting(self, turn: LetterTurn) -> Acting:
        """The conditions of a turn."""
        moment, keys = self.moment(turn.side, turn.round), turn.rows[turn.side]
        attacks, late = self.attacks(turn.side), self.question.late
        return acting(moment, keys, turn.letter, attacks, self.free(turn), self.must(turn), late)

    def target(self, turn: LetterTurn) -> Struck:
        """Who is fired at on a turn."""
        return target(self.moment(1 - turn.side, turn.round), turn.rows[1 - turn.side])

    def strength(self, side: int, keys: Array, cells: bool = False) -> Array:
        """The strength of the rows of a side, or of its conditions while a letter acts."""
        width = self.question.sides[side].width
        rows = rows_of(keys, width + 2)[:, :width].astype(np.int64)
        rows = np.where(rows > 9, rows - 9, rows >> 1) if cells else rows & 7
        return rows.sum(axis=1)
