"""The course of a plain battle, compiled: no reserves, no Cleopatra. Needs numba; ``many`` is the way in.

The same idea as in ``course``: each side is the number of hits it has taken. In round 4 the attackers leave letter by
letter; the blocks still there take hits in the same order as before, so they too are known by their hits alone."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import njit

LETTERS = 4


@njit(cache=True)
def _chain(codes: Any, attacking: bool, first: int) -> tuple[Any, Any]:
    """Strengths by hits taken and block, of the blocks with letter ``first`` or later, and every block's letter."""
    count = len(codes)
    letters, firepowers, steps = np.empty(count, np.int64), np.empty(count, np.int64), np.empty(count, np.int64)
    strengths = np.zeros(count, np.int64)
    hits = 0
    for n in range(count):
        code = codes[n] >> 1
        strength, step = code & 7, code >> 3 & 7
        firepowers[n] = code >> 6 & 7
        letters[n] = code >> 11 & 3 if attacking else code >> 9 & 3
        steps[n] = step
        if letters[n] >= first:
            strengths[n] = strength
            hits += strength // step
    chain = np.zeros((hits + 1, count), np.int64)
    chain[0] = strengths
    for hit in range(hits):
        struck = -1
        for n in range(count):  # 7.4: the strongest; then lowest firepower, latest letter, last listed
            if strengths[n] and (
                struck < 0
                or strengths[n] > strengths[struck]
                or (
                    strengths[n] == strengths[struck]
                    and (
                        firepowers[n] < firepowers[struck]
                        or (firepowers[n] == firepowers[struck] and letters[n] >= letters[struck])
                    )
                )
            ):
                struck = n
        strengths[struck] -= steps[struck]
        chain[hit + 1] = strengths
    return chain, letters


@njit(cache=True)
def _hit_chances(codes: Any, chain: Any, letters: Any) -> Any:
    """The chance of k hits by hits taken, letter and k; and the most dice of a letter."""
    states, count = chain.shape
    most = np.zeros(LETTERS, np.int64)
    for n in range(count):
        most[letters[n]] += chain[0, n]
    law = np.zeros((states, LETTERS, most.max() + 1))
    for state in range(states):
        for letter in range(LETTERS):
            law[state, letter, 0] = 1.0
        reach = np.zeros(LETTERS, np.int64)
        for n in range(count):
            p = (codes[n] >> 7 & 7) / 6.0
            letter = letters[n]
            for _ in range(chain[state, n]):
                reach[letter] += 1
                for k in range(reach[letter], 0, -1):
                    law[state, letter, k] = law[state, letter, k] * (1 - p) + law[state, letter, k - 1] * p
                law[state, letter, 0] *= 1 - p
    return law


@njit(cache=True)
def _attackers_fire(table: Any, law: Any, letter: int) -> Any:
    rows, columns = table.shape
    out = np.zeros_like(table)
    for x in range(rows):
        for y in range(columns):
            if table[x, y] > 0.0:
                for k in range(law.shape[2]):
                    if law[x, letter, k] > 0.0:
                        out[x, min(y + k, columns - 1)] += table[x, y] * law[x, letter, k]
    return out


@njit(cache=True)
def _defenders_fire(table: Any, law: Any, letter: int) -> Any:
    rows, columns = table.shape
    out = np.zeros_like(table)
    for x in range(rows):
        for y in range(columns):
            if table[x, y] > 0.0:
                for k in range(law.shape[2]):
                    if law[y, letter, k] > 0.0:
                        out[min(x + k, rows - 1), y] += table[x, y] * law[y, letter, k]
    return out


@njit(cache=True)
def _round_four(codes: Any, table: Any, chain: Any, letters: Any, law: Any, cut_off: bool) -> tuple[float, float]:
    """(chance that no attacker is left, mean strength that leaves) of the battles still going on in the table."""
    rows, columns = table.shape
    lost, leaving = 0.0, 0.0
    now = chain
    weights = np.zeros((2, rows, columns))  # by whether somebody has left, hits taken by those still there, defender
    weights[0] = table
    for letter in range(LETTERS):
        after = _chain(codes, True, letter + 1)[0]
        size = now.shape[0]
        fired = np.zeros((2, size, columns))
        for left in range(2):
            fired[left] = _defenders_fire(weights[left], law, letter)
        weights = np.zeros((2, after.shape[0], columns))
        total_after = after[0].sum()
        for x in range(size):
            gone, steps_lost = 0, 0
            for n in range(now.shape[1]):
                if letters[n] == letter:
                    gone += now[x, n]
                elif letters[n] > letter:
                    steps_lost += (now[0, n] - now[x, n]) // max(codes[n] >> 4 & 7, 1)
            for left in range(2):
                some = 1 if left or (gone and not cut_off) else 0
                for y in range(columns):
                    weights[some, steps_lost, y] += fired[left, x, y]
                    if not cut_off:
                        leaving += fired[left, x, y] * gone
        now = after
        if total_after == 0:
            break
    lost = weights[0].sum()
    return lost, leaving


@njit(cache=True)
def _one(codes: Any, attackers: int, count: int, first_strike: bool, cut_off: bool, out: Any) -> None:
    own, enemy = codes[:attackers], codes[attackers:count]
    own_chain, own_letters = _chain(own, True, 0)
    enemy_chain, enemy_letters = _chain(enemy, False, 0)
    own_law = _hit_chances(own, own_chain, own_letters)
    enemy_law = _hit_chances(enemy, enemy_chain, enemy_letters)
    rows, columns = own_chain.shape[0], enemy_chain.shape[0]
    table = np.zeros((rows, columns))
    table[0, 0] = 1.0
    for round in range(3):
        if first_strike and round == 0:
            for letter in range(LETTERS):
                table = _attackers_fire(table, own_law, letter)
            for letter in range(LETTERS):
                table = _defenders_fire(table, enemy_law, letter)
        else:
            for letter in range(LETTERS):
                table = _defenders_fire(table, enemy_law, letter)
                table = _attackers_fire(table, own_law, letter)
    for x in range(rows):  # 7.2: nobody is left to leave, or to leave before
        out[0] += table[x, columns - 1]
        out[3] += table[x, columns - 1] * own_chain[x].sum()
        table[x, columns - 1] = 0.0
    for y in range(columns):
        out[1] += table[rows - 1, y]
        for x in range(rows):
            out[4] += table[x, y] * enemy_chain[y].sum()
        table[rows - 1, y] = 0.0
    going = table.sum()
    lost, leaving = _round_four(own, table, own_chain, own_letters, enemy_law, cut_off)
    out[1] += lost
    out[2] += going - lost
    out[3] += leaving


@njit(cache=True, nogil=True)
def chances(codes: Any, counts: Any, flags: Any, out: Any) -> None:
    """Wins, eliminated, leaves and both mean strengths of every battle, added to the rows of ``out``."""
    for n in range(len(counts)):
        total = counts[n, 0] + counts[n, 1]
        _one(codes[n], counts[n, 0], total, flags[n] & 1 > 0, flags[n] & 2 > 0, out[n])
