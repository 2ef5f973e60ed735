"""One letter's turn of one side, worked backward: who acts next, and how, and who takes the hits.

While a letter acts only its own blocks leave, so the rows of the acting side fall into fibers, in which all other
slots stay as they are. In a fiber a condition is who has yet to act: its cells are twice the strength, and one more
for a block that has its turn before it. Conditions with n blocks to act rest on those with n - 1."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb
from typing import Any

import numpy as np

from gamekit.julius_caesar.odds.best_states import (
    DONE,
    SPENT,
    Array,
    Moment,
    keys_of,
    places,
    rows_of,
    sorted_runs,
)

NOBODY = -1
FIRE, PASS, LEAVE = range(3)  # what a block does on its turn
LAST = 3  # the letter D, with which navis leave (7.82)
TIE = 1e-12  # worths closer than this are equal


@dataclass(slots=True)
class Acting:
    """The side whose letter acts: its conditions by the number of blocks to act, and where each choice leads."""

    moment: Moment
    group: Array  # the slots of the letter
    keys: list[Array]  # by number of blocks to act: the conditions, sorted
    act: list[Array]  # (condition, slot of the group): the condition after it has acted, among those of one fewer
    retreat: list[Array]  # likewise after it has left; NOBODY where it may not
    strength: list[Array]  # (condition, slot of the group): its strength where it is the one to act, else 0
    stay: list[Array]  # the condition in which all have acted, among those of none to act
    cut: list[Array]  # likewise when those to act are eliminated (7.6); NOBODY where somebody may leave
    cut_her: list[Array]  # whether Cleopatra is among those
    must: bool  # 7.2: attackers in round 4
    late: bool  # Cleopatra, won over now, still acts in this turn if she has not yet acted (a reading of 7.52)

    @property
    def most(self) -> int:
        """How many blocks act at most."""
        return len(self.keys) - 1

    def one_more(self, n: int) -> bool:
        """Whether Cleopatra, come over while n blocks have yet to act, is one more of them."""
        return self.late and n < self.most and len(self.keys[n + 1]) > 0


@dataclass(slots=True)
class Struck:
    """The side that is fired at: where a hit leads, by its run of blocks that are alike."""

    keys: Array
    after: Array  # (row, choice): the row after a hit on it; the first choice again where there are fewer
    turns: Array  # (row, choice): 1 if that makes Cleopatra change sides, 2 if she has acted in this round
    over: Array  # nobody stands there
    joined: Array  # the row with Cleopatra come over
    runs: Array  # (row, choice): the run that takes the hit
    named: Callable[[int, int], Array] | None = None  # by blocks to act and hits to take: the choice of a function


def group_of(moment: Moment, letter: int, attacking: bool) -> Array:
    """The slots of a letter."""
    return np.flatnonzero((moment.side.letters[int(attacking)] == letter) & moment.fights)


def acting(
    moment: Moment,
    keys: Array,
    letter: int,
    attacking: bool,
    free: bool,
    must: bool,
    late: bool = False,
    under_way: Array | None = None,
) -> Acting:
    """The conditions of a letter's turn from the rows that it may begin in; ``free``: blocks may leave.

    ``late``: Cleopatra acts in the turn in which she is won over, be this hers and she have not acted in the round.
    ``under_way`` are conditions in the middle of the turn from which it may go on as well.
    """
    side, group = moment.side, group_of(moment, letter, attacking)
    late = late and side.cleopatra in group and (moment.tracked or not attacking)
    rows = begun(moment, rows_of(keys, side.width + 2), group, letter == LAST)
    rows = rows if under_way is None else np.concatenate([rows, under_way])
    counts = waiting_count(rows, group)
    levels = [keys_of(rows[counts == n]) for n in range(int(counts.max(initial=0)) + 1 + late)]
    if late:
        first = [level for level, _ in _levels(moment, levels, group, free, must)]
        for n, level in enumerate(first[:-1]):
            levels[n + 1] = np.union1d(levels[n + 1], _joined(moment, level, 3))
    moved = _levels(moment, levels, group, free, must)
    at = [level for level, _ in moved]
    made = Acting(moment, group, at, [], [], [], [], [], [], must, late)
    for n, (_, choice) in enumerate(moved):
        below = at[n - 1] if n else at[0]
        made.act.append(np.where(choice.may, places(below, _keys(choice.acted)), NOBODY))
        made.retreat.append(np.where(choice.leaves, places(below, _keys(choice.left)), NOBODY))
        made.strength.append(choice.strength)
        made.stay.append(places(at[0], keys_of(choice.stayed)))
        made.cut.append(np.where(choice.stuck, places(at[0], keys_of(choice.eliminated)), NOBODY))
        made.cut_her.append(choice.her)
    return made


def _levels(moment: Moment, levels: list[Array], group: Array, free: bool, must: bool) -> list[tuple[Array, _Choices]]:
    """By number of blocks to act all conditions that those given lead to, sorted, and the choices in each."""
    found: list[list[Array]] = [[] for _ in levels]
    moved = []
    for n in range(len(levels) - 1, -1, -1):
        level = np.unique(np.concatenate([levels[n], *found[n]]))
        if n < len(levels) - 1 and moment.side.cleopatra >= 0:
            level = np.union1d(level, _joined(moment, level, 2))
            level = np.union1d(level, _joined(moment, level, DONE + 1)) if moment.tracked else level
        choice = _choices(moment, rows_of(level, moment.side.width + 2), group, free, must)
        if n:
            found[n - 1] += [keys_of(choice.acted[choice.may]), keys_of(choice.left[choice.leaves])]
            found[0] += [keys_of(choice.stayed), keys_of(choice.eliminated[choice.stuck])]
        moved.append((level, choice))
    return moved[::-1]


@dataclass(slots=True)
class _Choices:
    acted: Array  # (condition, slot, column)
    left: Array
    may: Array  # (condition, slot)
    leaves: Array
    strength: Array
    stayed: Array  # (condition, column)
    eliminated: Array
    stuck: Array
    her: Array


def begun(moment: Moment, rows: Array, group: Array, navis: bool) -> Array:
    """The rows as cells, the letter's blocks with their turn before them."""
    side, rows = moment.side, rows.copy()
    spent = rows[:, : side.width] & SPENT
    strengths = rows[:, : side.width] & 7
    cells = 2 * strengths
    cells[:, group] += (strengths[:, group] > 0) & (spent[:, group] == 0)
    rows[:, : side.width] = np.where(spent > 0, DONE + strengths, cells)
    if navis:
        rows[:, side.width + 1] = side.navis_exits or 0
    return rows


def ended(moment: Moment, rows: Array) -> Array:
    """The rows when all have acted: strengths again."""
    width, rows = moment.side.width, rows.copy()
    cells = rows[:, :width]
    rows[:, :width] = np.where(cells > DONE, SPENT + cells - DONE, cells >> 1)
    rows[:, width + 1] = 0
    return rows


def waiting_count(rows: Array, group: Array) -> Array:
    """How many blocks have their turn before them."""
    return _to_act(rows, group).sum(axis=1)


def _to_act(rows: Array, group: Array) -> Array:
    cells = rows[:, group]
    return (cells & 1 > 0) & (cells <= 9)


def _keys(rows: Array) -> Array:
    return keys_of(rows.reshape(-1, rows.shape[-1])).reshape(rows.shape[:-1])


def _joined(moment: Moment, keys: Array, code: int) -> Array:
    rows = rows_of(keys, moment.side.width + 2)
    rows = rows[rows[:, moment.side.cleopatra] == 0]
    rows[:, moment.side.cleopatra] = code
    return keys_of(rows)


def _choices(moment: Moment, rows: Array, group: Array, free: bool, must: bool) -> _Choices:
    side = moment.side
    acted = np.repeat(rows[:, None, :], len(group), axis=1)
    left = acted.copy()
    may, leaves = np.zeros((2, len(rows), len(group)), bool)
    strength = np.zeros((len(rows), len(group)), np.int64)
    waits = _to_act(rows, group)
    ends = {end - 1 for _, end in moment.runs}
    for number, slot in enumerate(group.tolist()):
        here = waits[:, number]
        if slot not in ends:  # of blocks that are alike the last acts
            here = here & (rows[:, slot + 1] != rows[:, slot])
        may[:, number] = here
        strength[:, number] = np.where(here, rows[:, slot] >> 1, 0)
        after = DONE + (rows[:, slot] >> 1) if moment.tracked and slot == side.cleopatra else rows[:, slot] - 1
        acted[:, number, slot] = np.where(here, after, rows[:, slot])
        if free:
            leaves[:, number] = _departed(moment, left[:, number], slot, here)
    stayed, eliminated = _without_acting(moment, rows, group, waits)
    stuck = waits.any(axis=1) & ~leaves.any(axis=1) if must else np.zeros(len(rows), bool)
    her = (eliminated[:, side.cleopatra] != rows[:, side.cleopatra]) & stuck if side.cleopatra >= 0 else stuck & False
    return _Choices(acted, left, may & (not must), leaves, np.where(may, strength, 0), stayed, eliminated, stuck, her)


def _departed(moment: Moment, left: Array, slot: int, here: Array) -> Array:
    """A slot leaves, in place, where it is to act and an exit is left; where that is."""
    side, sails = moment.side, moment.side.navis[slot]
    column, limit = side.width + sails, side.navis_exits if sails else side.land_exits
    goes = here if limit is None else here & (left[:, column] > 0)
    left[:, slot] = np.where(goes, 0, left[:, slot])
    if limit is not None:
        left[:, column] -= goes
    left[:] = sorted_runs(left, moment.runs)
    return goes


def _without_acting(moment: Moment, rows: Array, group: Array, waits: Array) -> tuple[Array, Array]:
    """The rows when all who have yet to act stay as they are, and when they are eliminated (7.6)."""
    side, stayed, eliminated = moment.side, rows.copy(), rows.copy()
    kept = rows[:, group] - waits
    if moment.tracked and side.cleopatra in group:
        hers = int(np.flatnonzero(group == side.cleopatra)[0])
        kept[:, hers] = np.where(waits[:, hers], DONE + (rows[:, side.cleopatra] >> 1), kept[:, hers])
    stayed[:, group] = kept
    eliminated[:, group] = np.where(waits, 0, rows[:, group])
    return sorted_runs(stayed, moment.runs), sorted_runs(eliminated, moment.runs)


def target(moment: Moment, keys: Array) -> Struck:
    """Where hits lead from every row of a side."""
    side = moment.side
    rows = rows_of(keys, side.width + 2)
    after, may = moment.struck(rows)
    order = np.argsort(~may, axis=1, kind="stable")[:, : max(1, int(may.sum(axis=1).max(initial=1)))]
    may = np.take_along_axis(may, order, axis=1)
    found = np.take_along_axis(places(keys, _keys(after)), order, axis=1)
    turns = np.zeros_like(found)
    if side.cleopatra >= 0:
        hers = rows[:, side.cleopatra]
        gone = (hers > 0)[:, None] & (after[:, :, side.cleopatra] == 0)
        turns = np.take_along_axis(gone * (1 + (hers > SPENT))[:, None], order, axis=1)
    none = ~may[:, 0]
    found[:, 0] = np.where(none, np.arange(len(keys)), found[:, 0])
    turns[:, 0] = np.where(none, 0, turns[:, 0])
    found, turns = np.where(may, found, found[:, :1]), np.where(may, turns, turns[:, :1])
    joined = np.arange(len(keys))
    if side.cleopatra >= 0:
        rows[:, side.cleopatra] = np.where(rows[:, side.cleopatra] == 0, 1, rows[:, side.cleopatra])
        joined = places(keys, keys_of(rows))
    return Struck(keys, found, turns, none, joined, np.where(may, order, order[:, :1]))


@dataclass(slots=True)
class Numbers:
    """What is carried back at once: gains of both sides by slot and strength, retreats, and how they follow choices."""

    rewards: Array  # (number, slot, strength) of the acting side
    constant: Array  # of the acting side's retreats: constant + factor * that of ``source``
    factor: Array
    source: Array
    mode: Array
    weights: Array  # (strength, firepower, hits): the law of a block's hits
    unit: Any  # what all weights of a block sum to: 1, or whole numbers over a power of six
    scale: Any  # the numbers at the end of this turn are over this
    exact: bool

    @property
    def tie(self) -> Any:
        """How close worths count as equal."""
        return 0 if self.exact else TIE


def law_of_hits(exact: bool, most: int) -> tuple[Array, Any]:
    """Weights by strength, firepower and hits, and their sum; whole ones over 6 to the ``most`` dice."""
    law = np.zeros((5, 7, 5), dtype=object if exact else float)
    for dice in range(5):
        for fire in range(7):
            for hits in range(dice + 1):
                whole = comb(dice, hits) * fire**hits * (6 - fire) ** (dice - hits)
                law[dice, fire, hits] = whole * 6 ** (most - dice) if exact and dice <= most else whole / 6**dice
    return law, 6**most if exact else 1.0


Decided = tuple[Array, Array]  # (condition, 1, row fired at): the place in the group of who acts, and what it does


@dataclass(frozen=True, slots=True)
class Deciding:
    """What a side decides for the best while a letter acts: who is next, what it does. The rest its policy says.

    Standing orders say that the first listed of those to act fires, or leaves if it must.
    """

    any_block: bool = True
    any_act: bool = True
    leave_behind: int | None = None  # each leaves when the side is so many steps behind, else it fires
    asked: Callable[[Any], Any] | None = None  # a function of the position says it


class Best:
    """The best so far of each cell, with all that goes with it, as choices are offered one by one."""

    def __init__(self, shape: tuple[int, ...], numbers: Numbers, sign: int) -> None:
        self.values = np.zeros(shape, dtype=object if numbers.exact else float)
        self.empty = np.ones(shape[1:], bool)
        self.numbers, self.sign = numbers, sign

    def offer(self, found: Array, allowed: Array) -> None:
        """One more choice, where it is allowed."""
        tie = self.numbers.tie
        gap = (found[0] - self.values[0]) * self.sign
        wins = allowed & (self.empty | (gap > tie).astype(bool))
        for k in range(1, len(self.values)):
            if mode := int(self.numbers.mode[k]):
                tied = allowed & ~self.empty & ~wins & (gap >= -tie).astype(bool)
                further = ((found[k] - self.values[k]) * mode > 0).astype(bool)
                self.values[k] = np.where(wins | (tied & further), found[k], self.values[k])
            else:
                self.values[k] = np.where(wins, found[k], self.values[k])
        first = wins | (allowed & (gap > 0).astype(bool))
        self.values[0] = np.where(first, found[0], self.values[0])
        self.empty &= ~allowed


def hit_tables(
    known: Sequence[Array], turn: Acting, n: int, fired: Struck, most: int, numbers: Numbers, sign: int
) -> list[Array]:
    """The numbers of every (condition with n to act, row) when 0, 1, 2 ... hits are still to be taken.

    ``known`` has them by blocks to act with no hit to take; ``sign``: who fires.
    """
    if not turn.one_more(n):
        return _tables(known[n], joins(turn, n), None, fired, n, most, numbers, sign)
    if n + 1 == len(known):  # as if nobody came over
        return _tables(known[n], (), None, fired, n, most, numbers, sign)
    unit = Fraction(1, numbers.unit) if numbers.exact else 1.0
    came = _tables(known[n + 1] * unit, (), None, fired, n + 1, most, numbers, sign)  # she is one more to act
    return _tables(known[n], joins(turn, n), came, fired, n, most, numbers, sign)


def _tables(
    known: Array,
    join: Sequence[Array],
    came: Sequence[Array] | None,
    fired: Struck,
    n: int,
    most: int,
    numbers: Numbers,
    sign: int,
) -> list[Array]:
    tables = [known]
    for hits in range(1, most + 1):
        best = Best(known.shape, numbers, -sign)
        named = None if fired.named is None else fired.named(n, hits)
        for choice in range(fired.after.shape[1]):
            found = tables[-1][:, :, fired.after[:, choice]]
            for code in (1, 2):
                columns = np.flatnonzero(fired.turns[:, choice] == code)
                if len(columns) and len(join):
                    source = tables if code == 2 or came is None else came
                    found[:, :, columns] = source[hits - 1][:, join[code - 1]][:, :, fired.after[columns, choice]]
            best.offer(found, np.ones(found.shape[1:], bool) if named is None else named == choice)
        tables.append(best.values)
    return tables


def conditions(
    base: Array,
    turn: Acting,
    fired: Struck,
    numbers: Numbers,
    sign: int,
    plan: Deciding,
    decided: Sequence[Decided],
    tell: Callable[[float], None] | None = None,
) -> list[Array]:
    """By number of blocks to act the numbers of every (condition, row fired at), best for who acts.

    ``base`` has those of the conditions in which all have acted; ``decided``: by number to act what a policy says.
    """
    known = [base]
    for again in (False, True)[: 1 + turn.late]:  # first as if nobody came over, which is so where she has done so
        before, known = known, [base]
        for n in range(1, len(turn.keys)):
            source = [*known, *before[n:]] if again else known
            known.append(_condition(source, turn, fired, numbers, sign, plan, decided[n] if decided else None, n))
            if tell is not None:
                tell((n / turn.most + again) / (1 + turn.late))
    return known


def joins(turn: Acting, n: int) -> tuple[Array, ...]:
    """The place of each condition with n blocks to act when Cleopatra comes over, her turn kept or spent."""
    hers = turn.moment.side.cleopatra
    if hers < 0:
        return ()
    late = turn.one_more(n)
    rows, found = rows_of(turn.keys[n], turn.moment.side.width + 2), []
    for code in (3 if late else 2, DONE + 1 if turn.moment.tracked else 2):
        changed, to = rows.copy(), turn.keys[n + (code == 3)]
        changed[:, hers] = np.where(rows[:, hers] == 0, code, rows[:, hers])
        found.append(places(to, keys_of(changed)) % len(to))
    return tuple(found)


def choices_open(turn: Acting, plan: Deciding, n: int, decided: Decided | None = None) -> tuple[Array, Array, Array]:
    """By (condition, slot of the group, row fired at): whether a plan lets it fire, leave, pass."""
    may, goes = (turn.act[n] != NOBODY)[:, :, None], (turn.retreat[n] != NOBODY)[:, :, None]
    if plan.any_block and plan.any_act:
        return may, goes, may
    slot, act = (np.argmax(may | goes, axis=1)[:, None], np.array(FIRE)) if decided is None else decided
    stays = (act == LEAVE) & ~np.take_along_axis(np.broadcast_to(goes, (*goes.shape[:2], slot.shape[2])), slot, axis=1)
    act = np.where(stays, FIRE, LEAVE if turn.must else act)
    named = plan.any_block | (slot == np.arange(may.shape[1])[None, :, None])
    fires, leaves, passes = (named & (plan.any_act | (act == kind)) for kind in (FIRE, LEAVE, PASS))
    return may & fires, goes & leaves, may & passes


def _condition(
    known: list[Array],
    turn: Acting,
    fired: Struck,
    numbers: Numbers,
    sign: int,
    plan: Deciding,
    decided: Decided | None,
    n: int,
) -> Array:
    below, unit = known[n - 1], numbers.unit
    count, most = len(turn.keys[n]), int(turn.strength[n].max(initial=0))
    best = Best((len(below), count, below.shape[2]), numbers, sign)
    everywhere = np.ones((count, below.shape[2]), bool)
    may, leaves, passes = choices_open(turn, plan, n, decided)
    if may.any():
        tables = hit_tables(known, turn, n - 1, fired, most, numbers, sign)
        for j in range(may.shape[1]):
            best.offer(_fired(tables, turn, numbers, n, j), may[:, j] & everywhere)
    for j in np.flatnonzero(passes.any(axis=(0, 2))).tolist():
        best.offer(below[:, turn.act[n][:, j]] * unit, passes[:, j] & everywhere)
    scale = numbers.scale * unit**n
    for j in np.flatnonzero(leaves.any(axis=(0, 2))).tolist():
        best.offer(_left(below, turn, numbers, n, j, scale), leaves[:, j] & everywhere)
    values, power = best.values, unit**n
    for row in np.flatnonzero(turn.cut[n] != NOBODY).tolist():
        columns = fired.joined if turn.cut_her[n][row] else slice(None)
        values[:, row] = known[0][:, turn.cut[n][row], columns] * power
    over = np.flatnonzero(fired.over)
    if len(over):
        values[:, :, over] = known[0][:, turn.stay[n]][:, :, over] * power
    return values


def _fired(tables: list[Array], turn: Acting, numbers: Numbers, n: int, j: int) -> Array:
    """The numbers when a block fires, as its dice fall."""
    act, strength = turn.act[n][:, j], turn.strength[n][:, j]
    law = numbers.weights[strength, turn.moment.side.firepower[turn.group[j]]]
    found = tables[0][:, act] * law[None, :, 0, None]
    for hits in range(1, len(tables)):
        found = found + tables[hits][:, act] * law[None, :, hits, None]
    return found


def _left(below: Array, turn: Acting, numbers: Numbers, n: int, j: int, scale: Any) -> Array:
    """The numbers when a block leaves, with what it takes along."""
    after, strength = turn.retreat[n][:, j], turn.strength[n][:, j]
    found = below[numbers.source][:, after] * (numbers.factor * numbers.unit)[:, None, None]
    reward = numbers.rewards[:, turn.group[j], strength] + numbers.constant[:, None]
    return found + (reward * scale)[:, :, None]
