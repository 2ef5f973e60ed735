"""A position's value without playing on: a weighted sum of figures per player. The weights are in
``data/caesar/weights.csv``; a player's share of the victory, or of the counters at the end, is the softmax of the
players' sums."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import exp
from operator import mul

from gamekit.caesar.state import State
from gamekit.caesar.tables import FLAG, LETTERS, NEUTRAL, RAYS, SQUARES, Hand
from gamekit.storage.data_files import csv_records

CARD = 5  # index of the first of ten figures: whether cards 1 to 9 and the flag are held
MOVES, PRIZE, NEUTRAL_NOW, PRIZES, DANGER, NEUTRAL_BEST, NEUTRAL_LINES, FREE = 17, 18, 20, 21, 23, 25, 27, 28
EARLY, LATE = 3, 2  # cards of the smallest hand; with fewer the end may be near


@dataclass(frozen=True, slots=True)
class FeatureWeight:
    """The weight of a figure in a position's value, by objective and number of players."""

    figure: str
    win2: float
    win3: float
    win4: float
    win5: float
    lead2: float
    lead3: float
    lead4: float
    lead5: float
    source: str


@cache
def weights(objective: str, players: int) -> tuple[float, ...]:
    """Return the weights of ``data/caesar/weights.csv`` for an objective and a number of players."""
    return tuple(
        getattr(row, f"{objective}{players}") for row in csv_records(FeatureWeight, "caesar/weights.csv", ("figure",))
    )


@cache
def highest_number(hand: Hand) -> int:
    """Return the highest number of a hand, 0 for none."""
    return max((card for card in hand if card != FLAG), default=0)  # type: ignore[return-value]


@cache
def _cards(hand: Hand) -> tuple[float, ...]:
    return tuple(float(card in hand) for card in (*range(1, 10), FLAG))


def features(state: State) -> list[list[float]]:
    """Return the figures of every player, in the order of the rows of ``data/caesar/weights.csv``."""
    board, hands = state.board, state.hands
    heights: list[list[int]] = [[] for _ in hands]
    neutral = 0
    for group in board:
        if group:
            if group[-1] == NEUTRAL:
                neutral += len(group)
            else:
                heights[LETTERS.index(group[-1])].append(len(group))
    fewest, tops = min(map(len, hands)), list(map(highest_number, hands))
    found = []
    for player, hand in enumerate(hands):
        own = [*sorted(heights[player], reverse=True), 0, 0]
        counters, groups, flag = sum(own), len(own) - 2, float(FLAG in hand)
        most = max(top for other, top in enumerate(tops) if other != player)
        above = sum(most > 0 if card == FLAG else int(card) > most for card in hand)
        share = counters / len(SQUARES)
        found.append([
            share, share * (25 - neutral) / 25, own[0] / 10, own[1] / 10, groups / 5, *_cards(hand),
            flag * own[0] / 10, counters * len(hand) / 250, float(player == state.player), *[0.0] * 8,
            above / 3, 0.0, 0.0, float(groups > 0), share * (fewest < EARLY), share * (fewest < LATE),
        ])  # fmt: skip
    _lines(state, tops, found)
    return found


def _lines(state: State, tops: list[int], found: list[list[float]]) -> None:
    """Add the figures of groups in line: prizes, dangers, neutral groups."""
    board, hands, mover = state.board, state.hands, state.player
    for here, group in enumerate(board):
        if not group or group[-1] == NEUTRAL:
            continue
        player, height, free = LETTERS.index(group[-1]), len(group), 0.0
        own, moves = found[player], player == mover
        for ray in RAYS[here]:
            for there in ray:
                if board[there]:
                    break
            else:
                continue
            other = board[there]
            prize = len(other) / 10
            if other[-1] == NEUTRAL:
                own[NEUTRAL_BEST] = max(own[NEUTRAL_BEST], prize)
                own[NEUTRAL_NOW] = max(own[NEUTRAL_NOW], moves * prize)
                own[NEUTRAL_LINES] += prize / 5
                free = 0.2
            elif other[-1] != group[-1]:
                against = LETTERS.index(other[-1])
                ahead = height + tops[player] - len(other) - tops[against]
                if ahead > 0:
                    flagged = FLAG in hands[against]
                    own[PRIZE + flagged] = max(own[PRIZE + flagged], moves * prize)
                    own[PRIZES + flagged] += prize
                elif ahead < 0:
                    kind = DANGER + (FLAG in hands[player])
                    own[kind] = max(own[kind], height / 10)
        own[FREE] += free


def weighted_sums(state: State, objective: str) -> list[float]:
    """Return every player's weighted sum of figures."""
    known = weights(objective, len(state.hands))
    return [sum(map(mul, known, own)) for own in features(state)]


def result_shares(sums: list[float], objective: str) -> list[float]:
    """Return every player's estimated result by the sums: the share of the victory, or the lead in counters."""
    most = max(sums)
    parts = [exp(one - most) for one in sums]
    whole = sum(parts)
    shares = [part / whole for part in parts]
    if objective == "win":
        return shares
    second, first = sorted(shares)[-2:]
    return [25.0 * (one - (second if one == first else first)) for one in shares]
