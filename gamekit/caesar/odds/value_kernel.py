"""What a position looks worth without playing on, written for a compiler: a few figures of each player, weighed.

The weights stand in ``data/caesar/weights.csv``; the shares of the victory, or of the counters at the end, are the
softmax of the players' sums."""

from __future__ import annotations

from math import exp
from typing import Any

from gamekit.caesar.odds.board_kernel import (
    FLAG_BIT,
    HANDS,
    HEIGHT,
    PLAYER,
    PLAYERS,
    bits,
    highest,
    nearest,
)
from gamekit.fast import compiled, inlined

FIGURES = 32
CARD = 5  # the first of ten figures: whether the 1 to the 9 and the flag are held


@inlined
def own_figures(position: Any, base: int, player: int, fullest: int, fewest: int, out: Any) -> None:
    """What a player holds: counters, groups, cards."""
    counters, tallest, second, groups, neutral = 0, 0, 0, 0, 0
    for square in range(25):
        if position[square] == player + 2:
            height = position[HEIGHT + square]
            groups += 1
            counters += height
            if height > tallest:
                tallest, second = height, tallest
            elif height > second:
                second = height
        elif position[square] == 1:
            neutral += position[HEIGHT + square]
    hand = position[HANDS + player]
    out[base] = counters / 25
    out[base + 1] = counters * (25 - neutral) / 625
    out[base + 2] = tallest / 10
    out[base + 3] = second / 10
    out[base + 4] = groups / 5
    for card in range(10):
        out[base + CARD + card] = float(hand >> card & 1)
    out[base + 15] = (hand >> FLAG_BIT & 1) * tallest / 10
    out[base + 16] = counters * bits(hand) / 250
    out[base + 26] = bits(hand >> (fullest + 1) & 511) / 3
    out[base + 29] = 1.0 if groups else 0.0
    out[base + 30] = counters / 25 if fewest < 3 else 0.0
    out[base + 31] = counters / 25 if fewest < 2 else 0.0


@inlined
def line_figures(position: Any, rays: Any, out: Any) -> None:
    """What stands in line with what: prizes, dangers, neutral groups."""
    for here in range(25):
        if position[here] > 1:
            player = position[here] - 2
            base = player * FIGURES
            hand, height = position[HANDS + player], position[HEIGHT + here]
            moves = 1.0 if player == position[PLAYER] else 0.0
            free = 0.0
            for way in range(4):
                there = nearest(position, rays, here, way)
                if there >= 0 and position[there] == 1:
                    prize = position[HEIGHT + there] / 10
                    out[base + 25] = max(out[base + 25], prize)
                    out[base + 20] = max(out[base + 20], moves * prize)
                    out[base + 27] += prize / 5
                    free = 0.2
                elif there >= 0 and position[there] != position[here]:
                    other = position[HANDS + position[there] - 2]
                    ahead = height + highest(hand) - position[HEIGHT + there] - highest(other)
                    if ahead > 0:
                        flagged = other >> FLAG_BIT & 1
                        prize = position[HEIGHT + there] / 10
                        out[base + 18 + flagged] = max(out[base + 18 + flagged], moves * prize)
                        out[base + 21 + flagged] += prize
                    elif ahead < 0:
                        kind = 23 + (hand >> FLAG_BIT & 1)
                        out[base + kind] = max(out[base + kind], height / 10)
            out[base + 28] += free


@compiled
def figures(position: Any, rays: Any, out: Any) -> None:
    """The figures of every player, ``FIGURES`` each."""
    count = position[PLAYERS]
    fewest = 10
    for player in range(count):
        fewest = min(fewest, bits(position[HANDS + player]))
    for k in range(count * FIGURES):
        out[k] = 0.0
    for player in range(count):
        fullest = -1
        for other in range(count):
            if other != player:
                fullest = max(fullest, highest(position[HANDS + other]))
        own_figures(position, player * FIGURES, player, fullest, fewest, out)
    out[position[PLAYER] * FIGURES + 17] = 1.0
    line_figures(position, rays, out)


@inlined
def shared(sums: Any, count: int, win: bool, out: Any) -> None:
    """Each player's result from the sums: the share of the victory, or the lead in counters."""
    most = sums[0]
    for player in range(1, count):
        most = max(most, sums[player])
    total = 0.0
    for player in range(count):
        out[player] = exp(sums[player] - most)
        total += out[player]
    first, second = 0.0, 0.0
    for player in range(count):
        out[player] /= total
        if out[player] > first:
            first, second = out[player], first
        elif out[player] > second:
            second = out[player]
    if not win:
        for player in range(count):
            out[player] = 25.0 * (out[player] - (second if out[player] == first else first))


@compiled
def weigh(position: Any, rays: Any, table: Any, scratch: Any, sums: Any) -> None:
    """The sum of the weighed figures of every player."""
    figures(position, rays, scratch)
    for player in range(position[PLAYERS]):
        sums[player] = 0.0
        for k in range(FIGURES):
            sums[player] += table[k] * scratch[player * FIGURES + k]


@compiled
def estimate(position: Any, rays: Any, table: Any, win: bool, scratch: Any, sums: Any, out: Any) -> None:
    """What every player's result looks like."""
    weigh(position, rays, table, scratch, sums)
    shared(sums, position[PLAYERS], win, out)
