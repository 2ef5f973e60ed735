"""The chances of many battles in floats, compiled: for sweeps, maps and sliders. Only ``odds_of_many`` and a battle's
``chances`` call it, with the extra "fast"; ``course`` agrees to 1e-12.

A side's state is the strengths of its slots, here packed into one integer, three bits per slot, the last slot for
Cleopatra when she joins (7.52). A battle is a table: the states of those who attack now are its rows, of those who
defend now its columns. It has two planes: while Cleopatra is in the battle the second holds what happened after she
had her turn of the round, in round 4 what happened after an attacker left.

Loops and arrays of numbers only: the rest of numpy would take many times as long to compile."""

# ruff: noqa: SIM110 (any() and all() over a generator do not compile)
from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import nullcontext
from functools import partial
from itertools import chain
from operator import attrgetter
from typing import Any

import numpy as np

from gamekit.probability.jit import compiled

_part = partial(compiled, no_cpython_wrapper=True, no_cfunc_wrapper=True)  # for the kernel alone
_within = partial(compiled, forceinline=True)

MOST_BLOCKS = 20  # of a side; with Cleopatra when she joins, three bits each, they fill a whole number
AT_ONCE = 8_192  # battles per batch of encoding
ready = False  # whether it has worked once, so that the next battle waits for nothing

LETTERS = 4
C = 2  # Cleopatra's letter
WITHOUT_HER = 4  # one turn more: the C turn when she has had hers

# A side in its present role is an array (slot, property of the slot),
LETTER, FIREPOWER, STEP, HERS, WAITS = range(5)  # HERS: Cleopatra may have this slot; WAITS: in reserve
# and all its reachable states are an array (index, property of the state); hits and joining lead to other indices.
STATE, HIT, TURNS, JOINED, HAS_HER, DICE = range(6)  # TURNS: the hit makes Cleopatra change sides; DICE: by turn

PLAIN, TRACKED, ROUND_FOUR = range(3)  # the second plane: none; Cleopatra has had her turn; an attacker has left


@_part
def _side(codes: Any, first: int, reserve: int, end: int, attacking: int, cleopatra: int) -> Any:
    """The slots of the blocks from ``first`` to ``end``; ``cleopatra`` is her code, 0 when she does not fight here."""
    side = np.zeros((end - first + (cleopatra > 0), 5), np.int64)
    for slot in range(len(side)):
        code = codes[first + slot] if first + slot < end else cleopatra
        side[slot, LETTER] = code >> 12 & 3 if attacking else code >> 10 & 3
        side[slot, FIREPOWER] = code >> 7 & 7
        side[slot, STEP] = code >> 4 & 7
        side[slot, HERS] = code & 1
        side[slot, WAITS] = reserve <= first + slot < end
    return side


@_part
def _start(codes: Any, first: int, end: int) -> Any:
    """The state of the blocks at their first strengths."""
    starts = np.zeros(1, np.int64)
    for n in range(first, end):
        starts[0] |= (codes[n] >> 1 & 7) << 3 * (n - first)
    return starts


@_part
def _present(side: Any, state: int, slot: int) -> int:
    """The strength of a slot, 0 while it waits in reserve."""
    return 0 if side[slot, WAITS] else state >> 3 * slot & 7


@_part
def _strength(state: int) -> int:
    """The strength of all slots."""
    total = 0
    while state:
        total += state & 7
        state >>= 3
    return total


@_part
def _has_her(side: Any, state: int) -> bool:
    for slot in range(len(side)):
        if side[slot, HERS] and state >> 3 * slot & 7:
            return True
    return False


@_part
def _reduced(side: Any, state: int, slot: int) -> tuple[int, bool]:
    """One step off a slot, and whether that makes Cleopatra change sides (7.41, 7.52)."""
    strength = state >> 3 * slot & 7
    left = max(0, strength - side[slot, STEP])
    return state - (strength - left << 3 * slot), side[slot, HERS] > 0 and left == 0


@_part
def _struck(side: Any, state: int) -> int:
    """The slot that takes a hit, -1 if none: the strongest (7.4), among equals by standing orders."""
    struck, most = -1, 1
    for slot in range(len(side)):
        strength = _present(side, state, slot)
        if strength > most or (strength == most and (struck < 0 or _goes_before(side, slot, struck))):
            struck, most = slot, strength
    return struck


@_part
def _goes_before(side: Any, slot: int, before: int) -> Any:
    """Whether a slot takes a hit before an equally strong earlier one: less firepower, or the later letter."""
    if side[slot, FIREPOWER] != side[before, FIREPOWER]:
        return side[slot, FIREPOWER] < side[before, FIREPOWER]
    return side[slot, LETTER] >= side[before, LETTER]


@_part
def _place(axis: Any, count: int, state: int) -> int:
    """The index of a state among the first ``count``; a new state is added behind them."""
    for place in range(count):
        if axis[place, STATE] == state:
            return place
    axis[count, STATE] = state
    return count


@_part
def _axis(side: Any, starts: Any) -> Any:
    """All states reachable by hits and by Cleopatra's joining; the ``starts`` come first."""
    joining = len(side) - 1 if side[len(side) - 1, HERS] else -1
    axis = np.zeros((2 * len(starts) * (4 * len(side) + 2), DICE + LETTERS + 1), np.int64)
    count, now = 0, 0
    for n in range(len(starts)):
        count = max(count, _place(axis, count, starts[n]) + 1)
    while now < count:
        state, slot = axis[now, STATE], _struck(side, axis[now, STATE])
        axis[now, HIT] = now
        if slot >= 0:
            after, turns = _reduced(side, state, slot)
            axis[now, HIT], axis[now, TURNS] = _place(axis, count, after), turns
            count = max(count, axis[now, HIT] + 1)
        axis[now, HAS_HER] = joining >= 0 and _has_her(side, state)
        if joining >= 0 and not axis[now, HAS_HER]:
            axis[now, JOINED] = _place(axis, count, state | 1 << 3 * joining)
            count = max(count, axis[now, JOINED] + 1)
        now += 1
    return axis[:count]


@_part
def _p_hits(side: Any, axis: Any) -> Any:
    """The chance of 0, 1, 2 ... hits by state and turn; the numbers of dice are written to the axis."""
    turns = LETTERS + 1 if side[len(side) - 1, HERS] else LETTERS
    for place in range(len(axis)):
        for slot in range(len(side)):
            for turn in range(turns):
                axis[place, DICE + turn] += _dice(side, axis[place, STATE], slot, turn)
    p_hits = np.zeros((len(axis), turns, axis[:, DICE:].max() + 1))
    for place in range(len(axis)):
        for turn in range(turns):
            p_hits[place, turn, 0] = 1.0
            for slot in range(len(side)):
                p = side[slot, FIREPOWER] / 6.0
                for _ in range(_dice(side, axis[place, STATE], slot, turn)):
                    for hits in range(axis[place, DICE + turn], 0, -1):
                        p_hits[place, turn, hits] = (
                            p_hits[place, turn, hits] * (1 - p) + p_hits[place, turn, hits - 1] * p
                        )
                    p_hits[place, turn, 0] *= 1 - p
    return p_hits


@_part
def _dice(side: Any, state: int, slot: int, turn: int) -> Any:
    """How many dice a slot rolls on a turn."""
    letter = C if turn == WITHOUT_HER else turn
    if side[slot, LETTER] != letter or (turn == WITHOUT_HER and side[slot, HERS]):
        return 0
    return _present(side, state, slot)


@_part
def _rolls(axis: Any, turn: int) -> bool:
    """Whether any state has dice on a turn."""
    for place in range(len(axis)):
        if axis[place, DICE + turn]:
            return True
    return False


@_within
def _spread(fresh: Any, into: int, weight: float, axis: Any, p_hits: Any, enemy: Any, own: int, target: int, turn: int,
            attacking: bool) -> None:  # fmt: skip
    """Spread the weight of one cell over the numbers of hits of the firing blocks."""
    x, y = own, target
    for hits in range(axis[own, DICE + turn] + 1):
        if attacking:
            fresh[into, x, y] += weight * p_hits[own, turn, hits]
        else:
            fresh[into, y, x] += weight * p_hits[own, turn, hits]
        if enemy[y, TURNS]:  # 7.52: the rest of the hits falls on her old side
            x = axis[x, JOINED]
        y = enemy[y, HIT]


@_part
def _fire(table: Any, axis: Any, p_hits: Any, enemy: Any, attacking: bool, letter: int, planes: int) -> Any:
    """The blocks of a letter fire; ``axis`` and ``p_hits`` are theirs, ``enemy`` the other side's axis."""
    if not _rolls(axis, letter):
        return table
    fresh = np.zeros(table.shape)
    for plane in range(1 if planes == PLAIN else 2):
        turn = WITHOUT_HER if planes == TRACKED and plane and letter == C else letter
        for own in range(len(axis)):
            had = planes == TRACKED and letter == C and axis[own, HAS_HER]  # 7.52: she has had her turn
            into = 1 if had else plane
            for target in range(len(enemy)):
                weight = table[plane, own, target] if attacking else table[plane, target, own]
                if weight > 0.0:
                    _spread(fresh, into, weight, axis, p_hits, enemy, own, target, turn, attacking)
    return fresh


@_part
def _round(
    table: Any, own: Any, own_p_hits: Any, enemy: Any, enemy_p_hits: Any, first_strike: bool, planes: int
) -> Any:
    """Rounds 1 to 3: A to D, defenders first; or all attackers first (Mars, Neptune)."""
    for turn in range(2 * LETTERS):
        letter = turn % LETTERS if first_strike else turn // 2
        if turn < LETTERS if first_strike else turn % 2:
            table = _fire(table, own, own_p_hits, enemy, True, letter, planes)
        else:
            table = _fire(table, enemy, enemy_p_hits, own, False, letter, planes)
    return table


@_part
def _settle(table: Any, axis: Any, enemies: Any, exchanged: int, last: bool, out: Any) -> None:
    """Finished battles leave the table; in the others Cleopatra has her turn of the next round before her."""
    for plane in range(2):
        for x in range(len(axis)):
            for y in range(len(enemies)):
                weight, own, enemy = table[plane, x, y], axis[x, STATE], enemies[y, STATE]
                if weight > 0.0:
                    table[plane, x, y] = 0.0
                    if last or own == 0 or enemy == 0:
                        dead = own == 0 and not (last and plane)
                        out[exchanged if enemy == 0 else 1 - exchanged if dead else 2] += weight
                        out[3 + exchanged] += weight * _strength(own)
                        out[4 - exchanged] += weight * _strength(enemy)
                    else:
                        table[0, x, y] += weight


@_part
def _going(side: Any, state: int, letter: int) -> int:
    """The bits of a state that leave on a letter's turn."""
    going = 0
    for slot in range(len(side)):
        if side[slot, LETTER] == letter:
            going |= state & 7 << 3 * slot
    return going


@_part
def _leave(
    table: Any, side: Any, axis: Any, enemies: Any, letter: int, cut_off: bool, exchanged: int, out: Any
) -> tuple[Any, Any]:
    """The attackers of a letter leave, or die if they cannot (7.6): the table then, and the axis of the attackers.

    Attackers do not fire in round 4, so Cleopatra cannot join them in it: if she is on their side, she leaves too.
    """
    starts = np.zeros(len(axis), np.int64)
    for x in range(len(axis)):
        starts[x] = axis[x, STATE] - _going(side, axis[x, STATE], letter)
    staying = _axis(side, starts)
    fresh = np.zeros((2, len(staying), len(enemies)))
    for x in range(len(axis)):
        going, place = _going(side, axis[x, STATE], letter), _place(staying, len(staying), starts[x])
        turned = cut_off and _has_her(side, going)
        strength = 0 if cut_off else _strength(going)
        for plane in range(2):
            for y in range(len(enemies)):
                fresh[1 if strength else plane, place, enemies[y, JOINED] if turned else y] += table[plane, x, y]
                out[3 + exchanged] += table[plane, x, y] * strength
    return fresh, staying


@_part
def _round_four(
    table: Any, side: Any, axis: Any, enemies: Any, p_hits: Any, exchanged: int, cut_off: bool, out: Any
) -> None:
    """7.2, 7.62: the defenders fire, the attackers leave on their turn."""
    for letter in range(LETTERS):
        table = _fire(table, enemies, p_hits, axis, False, letter, ROUND_FOUR)
        matters, there = cut_off, False  # which blocks have left matters only while a block fires
        for later in range(letter + 1, LETTERS):
            matters |= _rolls(enemies, later)
        for slot in range(len(side)):
            there |= side[slot, LETTER] == letter
        if matters and there:
            table, axis = _leave(table, side, axis, enemies, letter, cut_off, exchanged, out)
    _settle(table, axis, enemies, exchanged, True, out)


@_part
def _go_on(table: Any, side: Any, axis: Any, p_hits: Any, enemies: Any, enemy_p_hits: Any, exchanged: int,
           cut_off: bool, out: Any) -> None:  # fmt: skip
    """Rounds 2 to 4."""
    planes = TRACKED if side[len(side) - 1, HERS] else PLAIN
    for _ in range(2):
        table = _round(table, axis, p_hits, enemies, enemy_p_hits, False, planes)
        _settle(table, axis, enemies, exchanged, False, out)
    _round_four(table, side, axis, enemies, enemy_p_hits, exchanged, cut_off, out)


@_part
def _lost(side: Any, state: int) -> bool:
    """Whether the main body has died."""
    for slot in range(len(side)):
        if _present(side, state, slot):
            return False
    return True


@_part
def _arrived(side: Any, state: int) -> tuple[int, bool]:
    """7.31: the reserves arrive, each a step down if the main body died; whether that makes Cleopatra change sides."""
    turned = False
    if _lost(side, state):
        for slot in range(len(side)):
            if state >> 3 * slot & 7:
                state, turns = _reduced(side, state, slot)
                turned |= turns
    return state, turned


@_part
def _arrivals(old_side: Any, old: Any, side: Any, which: int) -> Any:
    """The axis of a side from round 2 on; ``which``: 1 if its main body died, 0 if not, 2 for either."""
    starts, count = np.zeros(len(old), np.int64), 0
    for place in range(len(old)):
        if which == 2 or _lost(old_side, old[place, STATE]) == which:
            starts[count] = _arrived(old_side, old[place, STATE])[0]
            count += 1
    return _axis(side, starts[:count])


@_part
def _reinforced(
    table: Any, side: Any, enemy_side: Any, axis: Any, enemies: Any, own: Any, foes: Any, exchanged: int
) -> Any:
    """The table on the axes ``own`` and ``foes``, where the reserves have arrived with the roles exchanged or not."""
    shape = (2, len(foes), len(own)) if exchanged else (2, len(own), len(foes))
    fresh = np.zeros(shape)
    for x in range(len(axis)):
        state, turned = _arrived(side, axis[x, STATE])
        for y in range(len(enemies)):
            if table[0, x, y] > 0.0 and _lost(enemy_side, enemies[y, STATE]) == exchanged:
                foe, foe_turned = _arrived(enemy_side, enemies[y, STATE])
                row, column = _place(own, len(own), state), _place(foes, len(foes), foe)
                if turned:
                    column = foes[column, JOINED]
                if foe_turned:
                    row = own[row, JOINED]
                if exchanged:
                    fresh[0, column, row] += table[0, x, y]
                else:
                    fresh[0, row, column] += table[0, x, y]
    return fresh


@_part
def _one(codes: Any, counts: Any, flags: int, out: Any) -> None:
    reserve, enemy = counts[0], counts[0] + counts[1]
    enemy_reserve, end = enemy + counts[2], enemy + counts[2] + counts[3]
    cleopatra = 0
    for n in range(end):
        if codes[n] & 1:
            cleopatra = codes[n]
    side, foe = _side(codes, 0, reserve, enemy, 1, cleopatra), _side(codes, enemy, enemy_reserve, end, 0, cleopatra)
    axis, enemies = _axis(side, _start(codes, 0, enemy)), _axis(foe, _start(codes, enemy, end))
    p_hits, enemy_p_hits = _p_hits(side, axis), _p_hits(foe, enemies)
    table = np.zeros((2, len(axis), len(enemies)))
    table[0, 0, 0] = 1.0
    table = _round(table, axis, p_hits, enemies, enemy_p_hits, flags & 1 > 0, TRACKED if cleopatra else PLAIN)
    _settle(table, axis, enemies, 0, False, out)
    if counts[1] + counts[3] == 0:
        _go_on(table, side, axis, p_hits, enemies, enemy_p_hits, 0, flags & 2 > 0, out)
        return
    for exchanged in range(2):  # 7.31: where the defender's main body died, the roles are exchanged
        new_side, new_foe = (
            _side(codes, 0, enemy, enemy, 1 - exchanged, cleopatra),
            _side(codes, enemy, end, end, exchanged, cleopatra),
        )
        own, foes = _arrivals(side, axis, new_side, 2), _arrivals(foe, enemies, new_foe, exchanged)
        p_hits, enemy_p_hits = _p_hits(new_side, own), _p_hits(new_foe, foes)
        begun = _reinforced(table, side, foe, axis, enemies, own, foes, exchanged)
        if exchanged:
            _go_on(begun, new_foe, foes, enemy_p_hits, own, p_hits, 1, flags & 4 > 0, out)
        else:
            _go_on(begun, new_side, own, p_hits, foes, enemy_p_hits, 0, flags & 2 > 0, out)


@compiled
def chances(codes: Any, counts: Any, flags: Any, out: Any) -> None:
    """Wins, eliminated, leaves and both mean strengths of every battle, added to the rows of ``out``.

    ``codes``: one row per battle: the attacker's main body and reserve, then the defender's; ``counts`` of these four;
    ``flags``: 1 first strike, 2 cut off, 4 defender cut off.
    """
    for n in range(len(counts)):
        _one(codes[n], counts[n], flags[n], out[n])


def encode(battles: Sequence[Any]) -> tuple[Any, Any, Any]:
    """Encode battles for the kernel: blocks as whole numbers, one row per battle; the sizes of the four bodies; flags.

    Flags of -1: not for the kernel, because the battle is too big or Cleopatra may act late.
    """
    bodies = [body for it in battles for body in (it.attacker, it.attacker_reserve, it.defender, it.defender_reserve)]
    counts = np.fromiter(map(len, bodies), np.int64, len(bodies)).reshape(-1, 4)
    sizes = counts.sum(axis=1)
    flat = np.fromiter(map(attrgetter("code"), chain.from_iterable(bodies)), np.int64, int(sizes.sum()))
    said = (
        -1 if it.cleopatra_acts_at_once else it.first_strike + 2 * it.cut_off + 4 * it.defender_cut_off
        for it in battles
    )
    flags = np.fromiter(said, np.int64, len(battles))
    flags[(counts.reshape(-1, 2, 2).sum(axis=2) > MOST_BLOCKS).any(axis=1)] = -1
    codes = np.zeros((len(battles), int(sizes.max(initial=0))), dtype=np.int64)
    codes[np.arange(codes.shape[1])[None, :] < sizes[:, None]] = flat
    return codes, counts, flags


def compiled_chances(battles: Sequence[Any]) -> tuple[Any, list[int]]:
    """Return the five numbers of every battle, on all cores, and the rows that the kernel cannot do. The kernel
    releases the interpreter's lock, so some battles are encoded while others are computed.
    """
    out, unfit = np.zeros((len(battles), 5)), []
    cores = os.cpu_count() or 1
    step = min(AT_ONCE, 1 + len(battles) // cores) if len(battles) >= cores * 8 else len(battles)

    def compute(first: int, codes: Any, counts: Any, flags: Any) -> None:
        fit = flags >= 0
        found = np.zeros((int(fit.sum()), 5))
        chances(codes[fit], counts[fit], flags[fit], found)
        out[first : first + len(flags)][fit] = found

    with ThreadPoolExecutor(cores) if step < len(battles) else nullcontext() as threads:
        under_way = []
        for first in range(0, len(battles), step or 1):
            codes, counts, flags = encode(battles[first : first + step])
            unfit += (first + np.flatnonzero(flags < 0)).tolist()
            if threads is None:
                compute(first, codes, counts, flags)
            else:
                under_way.append(threads.submit(compute, first, codes, counts, flags))
        for each in under_way:
            each.result()
    global ready
    ready = True
    return out, unfit
