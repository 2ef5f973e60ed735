"""The backward induction of a duel in floats, written for a compiler.

A hand is a set of bits; ``values`` holds the value of every pair of hands at own hand * 2**(other's size) + other's."""

from __future__ import annotations

from math import isnan
from typing import Any

from gamekit.caesar.odds.conflict import change
from gamekit.caesar.tables import FLAG, Hand
from gamekit.fast import compiled, flat, floats, inlined, whole
from gamekit.matrix_game_kernel import value_of, workspace


@inlined
def gained(mine: int, theirs: int, card: int, reply: int) -> int:
    """The first player's gain from a fight between two stakes; a card's number is 0 for the flag."""
    if card == 0 or reply == 0:
        return 0
    if mine + card == theirs + reply:
        return theirs - mine
    return 2 * theirs if mine + card > theirs + reply else -2 * mine


@compiled
def induce(
    values: Any, fights: int, stakes: Any, own: Any, other: Any, p: int, q: int,
    game: Any, cells: Any, line: Any, inside: Any, outside: Any, rows: Any, columns: Any,
) -> None:  # fmt: skip
    """Fill ``values`` for every pair of hands after 1, 2, ... fights; a card's number is 0 for the flag."""
    for used in range(fights - 1, 0, -1):
        mine, theirs = stakes[2 * used], stakes[2 * used + 1]
        for hand in range(1 << p):
            m = 0
            for bit in range(p):
                if hand >> bit & 1:
                    rows[m] = bit
                    m += 1
            if m != p - used:
                continue
            for answer in range(1 << q):
                n = 0
                for bit in range(q):
                    if answer >> bit & 1:
                        columns[n] = bit
                        n += 1
                if n != q - used:
                    continue
                for i in range(m):
                    card = own[rows[i]]
                    left = (hand ^ (1 << rows[i])) << q
                    for j in range(n):
                        reply = other[columns[j]]
                        payoff = values[left + (answer ^ (1 << columns[j]))]
                        game[i * n + j] = payoff + gained(mine, theirs, card, reply)
                values[(hand << q) + answer] = value_of(game, 0, m, n, cells, line, inside, outside)


def first_matrix(fights: tuple[tuple[int, int], ...], own: Hand, other: Hand) -> tuple[tuple[float, ...], ...]:
    """The matrix of the first fight, all that follows included."""
    p, q = len(own), len(other)
    values = floats(1 << (p + q))
    numbers = [flat([0 if card == FLAG else card for card in cards]) for cards in (own, other)]
    spare: Any = (floats(p * q), *workspace(p, q), whole(p), whole(q))
    induce(values, len(fights), flat(fights), numbers[0], numbers[1], p, q, *spare)
    everything, answers = (1 << p) - 1, (1 << q) - 1
    rows = tuple(
        tuple(
            float(change(*fights[0], card, answer) + values[((everything ^ 1 << i) << q) + (answers ^ 1 << j)])
            for j, answer in enumerate(other)
        )
        for i, card in enumerate(own)
    )
    if any(isnan(payoff) for row in rows for payoff in row):
        raise ArithmeticError("the simplex method did not come to an end on one of the duel's games")
    return rows
