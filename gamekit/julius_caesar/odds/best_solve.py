"""Best play in a battle, solved from its last round back to a position.

The battle is cut into legs: round 1 where reserves wait, and what follows, once for the roles as they were and once
for roles exchanged (7.31). In a leg both sides' rows are two sorted tables, and one array (number, attacker's row,
defender's row) is carried back through the letters' turns in place. Best numbers come first; those that follow the
choices stand behind them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

import numpy as np

from gamekit.julius_caesar.odds.best_asked import Seen
from gamekit.julius_caesar.odds.best_fast import pays, play_fast
from gamekit.julius_caesar.odds.best_leg import LETTER_COUNT, LetterTurn, Question, RoundMark, Rows, Stretch
from gamekit.julius_caesar.odds.best_states import Array, keys_of, places, rows_of, sorted_runs
from gamekit.julius_caesar.odds.best_volley import (
    FIRE,
    LEAVE,
    NOBODY,
    Acting,
    Decided,
    Numbers,
    Struck,
    begun,
    conditions,
    ended,
    law_of_hits,
    waiting_count,
)

CELLS = 4_000_000  # filled at once


def numbers_of(leg: Stretch, turn: LetterTurn, made: Acting, scale: Any) -> Numbers:
    """What is carried back through a turn."""
    gains, side = leg.question.gains, turn.side
    kind = object if leg.question.exact else float
    most = max(int(strength.max(initial=0)) for strength in made.strength)
    weights, unit = law_of_hits(leg.question.exact, most)
    over = leg.question.denominator
    width = leg.question.sides[side].width
    rewards = np.array([_scaled(gain.standing[side], over, leg.question.exact) for gain in gains], dtype=kind)
    for k, gain in enumerate(gains):  # what leaves counts unless the number has a constant of its own then
        if gain.retreat[side][1] == 0:
            rewards[k] = 0
    return Numbers(
        rewards.reshape(len(gains), width, 5),
        np.array([_whole(gain.retreat[side][0], over, leg.question.exact) for gain in gains], dtype=kind),
        np.array([gain.retreat[side][1] for gain in gains], dtype=kind),
        np.array([gain.retreat[side][2] for gain in gains]),
        np.array([gain.mode for gain in gains]),
        weights,
        unit,
        scale,
        leg.question.exact,
    )


def _whole(value: Any, over: int, exact: bool) -> Any:
    return int(value * over) if exact else value


def _scaled(rows: Any, over: int, exact: bool) -> list[list[Any]]:
    return [[_whole(value, over, exact) for value in row] for row in rows]


def end_values(leg: Stretch, rows: Rows, hold_at_last: bool | None) -> tuple[Array, Array]:
    """The numbers of (attacker's row, defender's row) where the battle is over, and where that is.

    ``hold_at_last`` says who has the place at the end of the last round where both still stand.
    """
    exact, over = leg.question.exact, leg.question.denominator
    kind = object if exact else float
    totals, gone = [], []
    for side in (0, 1):
        of = leg.question.sides[side]
        strengths = rows_of(rows[side], of.width + 2)[:, : of.width] & 7
        gone.append(~strengths.any(axis=1))
        found = []
        for gain in leg.question.gains:
            table = np.array(_scaled(gain.standing[side], over, exact), dtype=kind).reshape(of.width, 5)
            found.append(table[np.arange(of.width)[None, :], strengths].sum(axis=1))
        totals.append(np.array(found, dtype=kind))
    held = np.broadcast_to(gone[1][None, :] & ~gone[0][:, None], (len(rows[0]), len(rows[1])))
    done = gone[0][:, None] | gone[1][None, :]
    if hold_at_last is not None:
        held = np.where(done, held, hold_at_last)
    values = totals[0][:, :, None] + totals[1][:, None, :]
    for k, gain in enumerate(leg.question.gains):
        values[k] += np.where(held, _whole(gain.held, over, exact), 0) + _whole(gain.always, over, exact)
    return values, done


Progress = Callable[[float], None]


@dataclass(slots=True)
class Carried:
    """The numbers at one moment of a leg: by row of the tables of both sides."""

    exchanged: bool
    tables: Rows
    values: Array  # (number, attacker's row, defender's row)
    scale: Any  # exact ones are over this


# (exchanged, waiting, round): the numbers before each turn, by the first and the last turn before which they hold
Case = dict[tuple[bool, bool, int], dict[tuple[int, int], Carried]]
ROUND_END: Final = 8  # where the numbers at the end of a round stand among those before its turns


def base_keys(made: Acting) -> Array:
    """The rows in which a turn ends, of the conditions in which all have acted."""
    return keys_of(ended(made.moment, rows_of(made.keys[0], made.moment.side.width + 2)))


def carry(
    leg: Stretch, after: Callable[[Rows], tuple[Array, Any]], tell: Callable[[float], None], case: Case | None
) -> Carried:
    """A leg from its end to its start; ``after`` has the numbers at its end, ``case`` keeps those on the way."""
    values: Array = None
    scale: Any = 1
    passed = 0
    for number in range(len(leg.steps) - 1, -1, -1):
        step = leg.steps[number]
        if isinstance(step, LetterTurn):
            size = len(step.rows[0]) * len(step.rows[1])
            scale = play_back(leg, step, values, scale, _part(tell, passed, size))
            passed += size
        elif step.round == leg.last:
            shape = (len(leg.question.gains), *map(len, leg.tables))
            values = np.zeros(shape, dtype=object if leg.question.exact else float)
            for part in _slices(step.rows):
                ends, scale = after(part)
                _put(values, leg, part, ends)
        else:
            _renew(leg, step, values, scale)
        if case is not None:
            x, y = (places(leg.tables[side], step.rows[side]) for side in (0, 1))
            kept = Carried(leg.exchanged, step.rows, values[:, x[:, None], y[None, :]], scale)
            case.setdefault((leg.exchanged, leg.waiting, step.round), {})[_holds(leg, number)] = kept
    return Carried(leg.exchanged, (leg.tables[0], leg.tables[1]), values, scale)


def _holds(leg: Stretch, number: int) -> tuple[int, int]:
    """The first and the last turn of its round before which the numbers of a step hold: nobody acts in between."""
    step, before = leg.steps[number], leg.steps[number - 1] if number else None
    first = leg.number if step.round == leg.first else 0
    if isinstance(before, LetterTurn) and before.round == step.round:
        first = before.number + 1
    return first, step.number if isinstance(step, LetterTurn) else ROUND_END


def _part(tell: Callable[[float], None], before: int, size: int) -> Callable[[float], None]:
    return lambda share: tell(before + share * size)


def _slices(rows: Rows) -> Iterator[Rows]:
    """The rows in parts of no more than some millions of cells."""
    count = max(1, CELLS // max(1, len(rows[1])))
    for first in range(0, len(rows[0]), count):
        yield rows[0][first : first + count], rows[1]


def _put(values: Array, leg: Stretch, rows: Rows, found: Array) -> None:
    at = [places(leg.tables[side], rows[side]) for side in (0, 1)]
    values[:, at[0][:, None], at[1][None, :]] = found


def _renew(leg: Stretch, mark: RoundMark, values: Array, scale: Any) -> None:
    """The end of a round has the numbers of the next one's start, or those of the battle's end."""
    at, to, gone = [], [], []
    for side in (0, 1):
        of, keys = leg.question.sides[side], mark.rows[side]
        at.append(places(leg.tables[side], keys))
        to.append(places(leg.tables[side], keys_of(of.renewed(rows_of(keys, of.width + 2)))))
        gone.append(keys[leg.strength(side, keys) == 0])
    if not all(np.array_equal(here, there) for here, there in zip(at, to)):
        values[:, at[0][:, None], at[1][None, :]] = values[:, to[0][:, None], to[1][None, :]]
    for over in ((gone[0], mark.rows[1]), (mark.rows[0], gone[1])):
        _put(values, leg, over, end_values(leg, over, None)[0] * scale)


def play_back(leg: Stretch, turn: LetterTurn, values: Array, scale: Any, tell: Callable[[float], None]) -> Any:
    """The numbers before a turn from those after it, in place; what exact ones are over then."""
    tell(0.0)
    made, fired = leg.acting(turn), leg.target(turn)
    numbers = numbers_of(leg, turn, made, scale)
    rows = places(leg.tables[turn.side], base_keys(made))
    columns = places(leg.tables[1 - turn.side], fired.keys)
    plan = leg.question.policies[turn.side].plans[turn.round - 1]
    out = _outs(leg, turn, made)
    if leg.fast and plan.leave_behind is None:
        play_fast(values, turn.side == 1, made, fired, numbers, plan, rows, out, columns, tell)
        return scale
    facing = values if turn.side == 0 else values.transpose(0, 2, 1)
    fired, said = decided(leg, turn, made, fired)
    base = facing[:, rows[:, None], columns[None, :]]
    for n, found in enumerate(conditions(base, made, fired, numbers, 1 - 2 * turn.side, plan, said, tell)):
        chosen = np.flatnonzero(out[n] != NOBODY)
        facing[:, out[n][chosen][:, None], columns[None, :]] = found[:, chosen] * numbers.unit ** (made.most - n)
    return scale * numbers.unit**made.most


def _outs(leg: Stretch, turn: LetterTurn, made: Acting) -> list[Array]:
    """By number of blocks to act the row that each condition is the beginning of; NOBODY where it is none."""
    rows = rows_of(turn.rows[turn.side], made.moment.side.width + 2)
    starts = begun(made.moment, rows, made.group, turn.letter == LETTER_COUNT - 1)
    keys, to_act = keys_of(starts), waiting_count(starts, made.group)
    table = places(leg.tables[turn.side], turn.rows[turn.side])
    found = []
    for n, level in enumerate(made.keys):
        here = np.full(len(level), NOBODY, np.int64)
        here[places(level, keys[to_act == n])] = table[to_act == n]
        found.append(here)
    return found


def decided(leg: Stretch, turn: LetterTurn, made: Acting, fired: Struck) -> tuple[Struck, list[Decided]]:
    """What policies that look at both sides say on a turn: who takes the hits, and by blocks to act who does what."""
    plan, struck = leg.question.policies[turn.side].plans[turn.round - 1], leg.question.policies[1 - turn.side]
    if plan.asked or struck.hits_asked:
        seen = Seen(leg, turn, made, fired)
        fired = replace(fired, named=seen.hits(struck.hits_asked)) if struck.hits_asked else fired
        return fired, seen.acts(plan.asked) if plan.asked else []
    if plan.leave_behind is None:
        return fired, []
    enemy = leg.strength(1 - turn.side, fired.keys)
    own = [leg.strength(turn.side, keys, cells=True)[:, None] for keys in made.keys]
    firsts = [np.argmax((act != NOBODY) | (goes != NOBODY), axis=1) for act, goes in zip(made.act, made.retreat)]
    behind = [enemy[None, :] - here >= plan.leave_behind for here in own]
    return fired, [
        (first[:, None, None], np.where(here, LEAVE, FIRE)[:, None, :]) for first, here in zip(firsts, behind)
    ]


@dataclass(slots=True)
class Solver:
    """A question being solved: the legs that a position leads to, and the work that they are."""

    question: Question
    progress: Progress | None = None
    case: Case | None = None  # keeps the numbers before every turn
    whole: int = 1

    def tell(self, positions: float) -> None:
        """So many positions are done."""
        if self.progress is not None:
            self.progress(min(1.0, positions / self.whole))

    def legs(self, leg: Stretch) -> tuple[Stretch, list[Stretch]]:
        """A leg planned, and those that follow when reserves arrive."""
        leg.plan()
        following = _following(leg) if leg.waiting else []
        self.whole = sum(each.positions for each in (leg, *following))
        for each in (leg, *following):
            each.fast = self.question.compiled and pays(self.whole * len(self.question.gains))
        return leg, following

    def carried(self, leg: Stretch, following: Sequence[Stretch]) -> Carried:
        """The numbers at the start of a leg."""
        if not leg.waiting:
            hold = leg.exchanged
            return carry(leg, lambda rows: (end_values(leg, rows, hold)[0], 1), self.tell, self.case)
        found, before = [], 0
        for each in following:
            found.append(carry(each, _ends_of(each), self._from(before), self.case))
            before += each.positions
        return carry(leg, lambda rows: _arrivals(leg, rows, found, following), self._from(before), self.case)

    def _from(self, before: int) -> Callable[[float], None]:
        return lambda positions: self.tell(before + positions)


def _ends_of(leg: Stretch) -> Callable[[Rows], tuple[Array, Any]]:
    return lambda rows: (end_values(leg, rows, leg.exchanged)[0], 1)


def _arrived(leg: Stretch, side: int, keys: Array) -> tuple[Array, Array, Array]:
    """7.31: the rows after the reserves arrived, whether the main body had died, whether that turned Cleopatra."""
    of, moment = leg.question.sides[side], leg.moment(side, 1)
    rows = of.renewed(rows_of(keys, of.width + 2))
    lost = ~moment.strengths(rows).any(axis=1)
    before = rows[:, : of.width].astype(np.int64)
    after = np.where(lost[:, None] & of.reserve, np.maximum(before - of.step, 0), before)
    turned = np.zeros(len(rows), bool)
    if of.cleopatra >= 0:
        turned = (before[:, of.cleopatra] > 0) & (after[:, of.cleopatra] == 0)
    rows[:, : of.width] = after
    return keys_of(sorted_runs(rows, of.runs)), lost, turned


def _following(leg: Stretch) -> list[Stretch]:
    """The legs of rounds 2 to 4: with the roles as they were, and with roles exchanged."""
    mark = leg.steps[-1]
    found = [_arrived(leg, side, mark.rows[side]) for side in (0, 1)]
    keys = [arrived for arrived, _, _ in found]
    lost = [gone for _, gone, _ in found]
    legs = [Stretch(leg.question, False, 2, leg.question.last, (keys[0], keys[1][~lost[1]]))]
    if lost[1].any() and leg.question.sides[1].reserve.any():
        legs.append(Stretch(leg.question, True, 2, leg.question.last, (keys[0][~lost[0]], keys[1][lost[1]])))
    for each in legs:
        each.plan()
    return legs


def _joining(leg: Stretch, side: int, keys: Array) -> Array:
    """The rows of a side with Cleopatra come over."""
    of = leg.question.sides[side]
    rows = rows_of(keys, of.width + 2)
    rows[:, of.cleopatra] = np.where(rows[:, of.cleopatra] == 0, 1, rows[:, of.cleopatra])
    return keys_of(rows)


def _arrivals(leg: Stretch, rows: Rows, following: Sequence[Carried], legs: Sequence[Stretch]) -> tuple[Array, Any]:
    """The numbers at the end of round 1: those of round 2 where the reserves have come, or of the battle's end."""
    ends, _ = end_values(leg, rows, None)
    scale = max(each.scale for each in following)
    values = ends * scale
    found = [_arrived(leg, side, rows[side]) for side in (0, 1)]
    alive = [(rows_of(rows[side], leg.question.sides[side].width + 2)[:, :-2] > 0).any(axis=1) for side in (0, 1)]
    for each, then in zip(following, legs):
        for turned in (False, True):
            for side in (0, 1) if turned else (0,):
                fits = [alive[0].copy(), alive[1] & (found[1][1] == each.exchanged)]
                if each.exchanged:
                    fits[0] &= ~found[0][1]
                hers = [found[0][2], found[1][2]]
                fits[side] &= hers[side] == turned
                fits[1 - side] &= ~hers[1 - side]
                x, y = map(np.flatnonzero, fits)
                keys = [found[0][0][x], found[1][0][y]]
                if turned:
                    keys[1 - side] = _joining(then, 1 - side, keys[1 - side])
                at = [places(each.tables[number], keys[number]) for number in (0, 1)]
                part = each.values[:, at[0][:, None], at[1][None, :]] * (scale // each.scale if scale != 1 else 1)
                values[:, x[:, None], y[None, :]] = part
    return values, scale
