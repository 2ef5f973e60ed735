"""Tree search for positions of any number of players, written for a compiler.

A new position is judged by ``value_kernel``, not played on. Moves are tried by what they promise and by what they have
brought; a conflict is a matrix game of all pairs of cards, begun on what is judged and mended by what is found."""

from __future__ import annotations

from math import sqrt
from typing import Any

from gamekit.caesar.odds.board_kernel import (
    ALLIANCE,
    ATTACK,
    FLAG_BIT,
    HANDS,
    HEIGHT,
    HERE,
    LENGTH,
    PLAYER,
    PLAYERS,
    THERE,
    UNPLACED,
    bits,
    draw,
    fight,
    highest,
    legal,
    move,
    outcome_of,
    over,
    placements,
    score,
    settle,
)
from gamekit.caesar.odds.value_kernel import CARD, estimate, shared, weigh
from gamekit.fast import compiled, inlined

CHOICE, CARDS, END = 0, 1, 2
# What a move promises at first, judged: an alliance 1 and 2 a neutral counter, or 0.4 with an own group; a conflict
# that the higher cards win 1 and 2 a counter, 1 a counter against a flag; an even one; a lost one with, without a flag.
NEUTRAL_GAIN, OWN_GAIN, SURE, AGAINST_FLAG, EVEN, SAVED, LOSING = 2.0, 0.4, 2.0, 1.0, 0.7, 0.4, 0.15
FRESH = 0.1  # how much less than its position a move not tried yet is thought to be worth, in parts of ``bold``
STEPS = 10  # of regret matching on what is judged, before cards are tried
TRUST = 2.0  # a pair of cards counts as judged as if it had been tried so often
CURIOUS = 0.1  # of the draws of a card are from all alike

# The tree. ``counts``: nodes, edges and mixes used. A node: kind, player (in a conflict the attacker), first edge,
# edges, first mix, columns, visits, the defender. An edge: child (-1 for none yet), move, visits; of two ``priors`` the
# first is the chance that a move is tried first, or both what a pair of cards is judged to bring attacker and defender.
# ``worth``: what is now thought of a node, one number a player: the mean over its moves by the fourth power of their
# visits, or over pairs of cards as mixed. A mix holds regret and sum for every card of the attacker, then of the
# defender; the card itself stands in ``cards``. ``work``: room for mixes and payoffs, ten numbers each.
NODE, EDGE, SEATS = 10, 3, 5
OBVIOUS, FORCED = 8, 9  # of a node: which of its edges the plain player takes, and how often it was taken as his


@inlined
def promise(position: Any, code: int) -> float:
    """How much a move promises: a weight above 0."""
    kind = code // 1000
    here, there = code % 1000 // 25, code % 25
    if kind == ALLIANCE:
        return float(1.0 + NEUTRAL_GAIN * position[HEIGHT + there]) if position[there] == 1 else OWN_GAIN
    if kind != ATTACK:
        return 1.0
    own, other = position[HANDS + position[here] - 2], position[HANDS + position[there] - 2]
    ahead = position[HEIGHT + here] + highest(own) - position[HEIGHT + there] - highest(other)
    if ahead > 0:
        return float(1.0 + (AGAINST_FLAG if other >> FLAG_BIT & 1 else SURE) * position[HEIGHT + there])
    if ahead == 0:
        return EVEN
    return SAVED if own >> FLAG_BIT & 1 else LOSING


@inlined
def obvious_card(position: Any, mine: int, theirs: int) -> int:
    """The plain player's card: the lowest of those that lose least whatever is answered."""
    hand, other = position[HANDS + position[mine] - 2], position[HANDS + position[theirs] - 2]
    best, most = -1, -1e9
    for card in range(10):
        if hand >> card & 1:
            worst = sure_gain(position[HEIGHT + mine], position[HEIGHT + theirs], card, other)
            if worst > most:
                best, most = card, worst
    return best


@inlined
def sure_gain(height: int, against: int, card: int, other: int) -> int:
    """The least that a card gains against any card of a hand."""
    most = highest(other)
    if card == FLAG_BIT or most < 0:
        return 0
    ahead = height + card - against - most
    gain = 2 * against if ahead > 0 else -2 * height if ahead < 0 else against - height
    return min(gain, 0) if other >> FLAG_BIT & 1 else gain


@compiled
def obvious(position: Any, moves: Any, count: int) -> int:
    """Which move the plain player makes: the first of those that gain most at once."""
    best, most = 0, -1e9
    for k in range(count):
        kind, here, there = moves[k] // 1000, moves[k] % 1000 // 25, moves[k] % 25
        gain = 0
        if position[UNPLACED] > 0:
            gain = -abs(2 * (there // 5) - 4) - abs(2 * (there % 5) - 4)
        elif kind == ALLIANCE:
            gain = position[HEIGHT + there] if position[there] == 1 else 0
        elif kind == ATTACK:
            hand, other = position[HANDS + position[here] - 2], position[HANDS + position[there] - 2]
            gain = -1000
            for card in range(10):
                if hand >> card & 1:
                    gain = max(gain, sure_gain(position[HEIGHT + here], position[HEIGHT + there], card, other))
        if gain > most:
            best, most = k, gain
    return best


@compiled
def deal_cards(position: Any, base: int, counts: Any, nodes: Any, cards: Any, mixes: Any) -> None:
    """The cards of both sides of a conflict, with no regret yet."""
    at = counts[2]
    nodes[base] = CARDS
    nodes[base + 3] = 1
    nodes[base + 4] = at
    nodes[base + 7] = position[position[THERE]] - 2
    for hand in (position[HANDS + nodes[base + 1]], position[HANDS + nodes[base + 7]]):
        nodes[base + 5] = 0
        for card in range(10):
            if hand >> card & 1:
                cards[at] = card
                mixes[2 * at] = 0.0
                mixes[2 * at + 1] = 0.0
                at += 1
                nodes[base + 5] += 1
        nodes[base + 3] *= nodes[base + 5]
    counts[2] = at
    nodes[base + OBVIOUS] = 0
    for mine, theirs in ((position[HERE], position[THERE]), (position[THERE], position[HERE])):
        hand, card = position[HANDS + position[mine] - 2], obvious_card(position, mine, theirs)
        nodes[base + OBVIOUS] = nodes[base + OBVIOUS] * bits(hand) + bits(hand & ((1 << card) - 1))


@compiled
def grow(
    position: Any, rays: Any, moves: Any, counts: Any, nodes: Any, edges: Any, cards: Any, mixes: Any, priors: Any
) -> int:
    """A new node for a position."""
    node, first = counts[0], counts[1]
    base = node * NODE
    nodes[base + 1] = position[PLAYER]
    nodes[base + 2] = first
    nodes[base + 3] = 0
    nodes[base + 6] = 0
    if position[HERE] >= 0:
        deal_cards(position, base, counts, nodes, cards, mixes)
    elif over(position, rays):
        nodes[base] = END
    else:
        nodes[base] = CHOICE
        nodes[base + 3] = legal(position, rays, moves)
    count = nodes[base + 3]
    nodes[base + FORCED] = 0
    if nodes[base] == CHOICE:
        nodes[base + OBVIOUS] = obvious(position, moves, count)
    total = 0.0
    for k in range(count):
        chosen = nodes[base] == CHOICE
        edges[(first + k) * EDGE] = -1
        edges[(first + k) * EDGE + 1] = moves[k] if chosen else 0
        edges[(first + k) * EDGE + 2] = 0
        if chosen:
            priors[2 * (first + k)] = promise(position, moves[k]) if position[UNPLACED] == 0 else 1.0
            total += priors[2 * (first + k)]
    if nodes[base] == CHOICE:
        for k in range(count):
            priors[2 * (first + k)] /= total
    counts[0] = node + 1
    counts[1] = first + count
    return int(node)


@inlined
def fill_outcome(
    nodes: Any, cards: Any, priors: Any, base: int, ahead: int, outcome: int, exact: bool, win: bool, players: int,
    table: Any, sums: Any, out: Any,
) -> None:  # fmt: skip
    """What the pairs of cards that end a conflict in one way are judged to bring: as the board, less the cards."""
    player, other, columns, start = nodes[base + 1], nodes[base + 7], nodes[base + 5], nodes[base + 4]
    rows = nodes[base + 3] // columns
    for k in range(nodes[base + 3]):
        card, answer = cards[start + k // columns], cards[start + rows + k % columns]
        if outcome_of(card, answer, ahead) == outcome:
            if not exact:
                sums[player] -= table[CARD + card]
                sums[other] -= table[CARD + answer]
                shared(sums, players, win, out)
                sums[player] += table[CARD + card]
                sums[other] += table[CARD + answer]
            priors[2 * (nodes[base + 2] + k)] = out[player]
            priors[2 * (nodes[base + 2] + k) + 1] = out[other]


@compiled
def judge_cards(
    position: Any, rays: Any, nodes: Any, cards: Any, priors: Any, base: int, win: bool, table: Any, figures: Any,
    sums: Any, out: Any, after: Any,
) -> None:  # fmt: skip
    """Judge what every pair of cards brings to the two who fight; ``out`` keeps what one pair brings to all."""
    ahead = position[HEIGHT + position[HERE]] - position[HEIGHT + position[THERE]]
    columns = nodes[base + 5]
    last = columns == 1 or columns == nodes[base + 3]
    for outcome in range(4):
        for k in range(LENGTH):
            after[k] = position[k]
        settle(after, outcome)
        exact = last or over(after, rays)
        if exact:
            score(after, win, out)
        else:
            weigh(after, rays, table, figures, sums)
        fill_outcome(
            nodes, cards, priors, base, ahead, outcome, exact, win, position[PLAYERS], table, sums, out
        )  # fmt: skip


@compiled
def pay(worth: Any, edges: Any, priors: Any, edge: int, player: int, side: int) -> float:
    """What a pair of cards brings to a fighter: as judged, and as found the more the more often it was tried."""
    visits = edges[edge * EDGE + 2]
    judged = priors[2 * edge + side]
    if visits == 0:
        return float(judged)
    return float((visits * worth[edges[edge * EDGE] * SEATS + player] + TRUST * judged) / (visits + TRUST))


@inlined
def mixed(mixes: Any, start: int, count: int, work: Any, at: int) -> None:
    """The present mix of a side by its regrets."""
    total = 0.0
    for k in range(start, start + count):
        total += mixes[2 * k]
    for k in range(count):
        work[at + k] = mixes[2 * (start + k)] / total if total > 0.0 else 1.0 / count


@inlined
def regret(mixes: Any, start: int, count: int, work: Any, at: int, weight: float) -> None:
    """Add a side's regrets and its mix to the sums."""
    mean = 0.0
    for k in range(count):
        mean += work[at + k] * work[20 + at + k]
    for k in range(count):
        place = 2 * (start + k)
        mixes[place] = max(0.0, mixes[place] + work[20 + at + k] - mean)
        mixes[place + 1] += weight * work[at + k]


@inlined
def believed(nodes: Any, mixes: Any, base: int, me: int, plain: float, work: Any) -> None:
    """How often each card was played (from 60) and is played now (from 40): as mixed, ``plain`` of others' cards as the
    plain player would."""
    columns, at = nodes[base + 5], nodes[base + 4]
    rows = nodes[base + 3] // columns
    for side in range(2):
        count = columns if side else rows
        known = plain if nodes[base + (7 if side else 1)] != me else 0.0
        card = nodes[base + OBVIOUS] % columns if side else nodes[base + OBVIOUS] // columns
        played = 0.0
        for k in range(count):
            work[60 + 10 * side + k] = mixes[2 * (at + k) + 1]
            played += mixes[2 * (at + k) + 1]
            work[40 + 10 * side + k] = (1.0 - known) * work[10 * side + k]
        work[60 + 10 * side + card] += known / (1.0 - known) * played
        work[40 + 10 * side + card] += known
        at += count


@compiled
def learn(
    nodes: Any, edges: Any, worth: Any, priors: Any, mixes: Any, base: int, me: int, plain: float, work: Any,
    weight: float,
) -> None:  # fmt: skip
    """One step of regret matching on what all pairs of cards are now thought to bring, as they were mixed so far."""
    player, first, start, columns, other = (
        nodes[base + 1], nodes[base + 2], nodes[base + 4], nodes[base + 5], nodes[base + 7],
    )  # fmt: skip
    rows = nodes[base + 3] // columns
    mixed(mixes, start, rows, work, 0)
    mixed(mixes, start + rows, columns, work, 10)
    believed(nodes, mixes, base, me, plain, work)
    for k in range(20, 40):
        work[k] = 0.0
    total, own, theirs = 0.0, 0.0, 0.0
    for k in range(nodes[base + 3]):
        i, j = k // columns, k % columns
        found = pay(worth, edges, priors, first + k, player, 0)
        answer = pay(worth, edges, priors, first + k, other, 1)
        work[20 + i] += work[50 + j] * found
        work[30 + j] += work[40 + i] * answer
        played = work[60 + i] * work[70 + j] + 1e-12
        total += played
        own += played * found
        theirs += played * answer
    at = base // NODE * SEATS
    worth[at + player] = own / total
    worth[at + other] = theirs / total
    regret(mixes, start, rows, work, 0, weight)
    regret(mixes, start + rows, columns, work, 10, weight)


@compiled
def judge(
    position: Any, rays: Any, moves: Any, seed: Any, win: bool, me: int, plain: float, nodes: Any, edges: Any,
    worth: Any, cards: Any, mixes: Any, priors: Any, node: int, table: Any, figures: Any, sums: Any, out: Any,
    after: Any, work: Any,
) -> None:  # fmt: skip
    """What a new node is thought to be worth to every player; counters still to be placed are placed anyhow."""
    base, players = node * NODE, position[PLAYERS]
    fights = nodes[base] == CARDS
    if fights:
        judge_cards(position, rays, nodes, cards, priors, base, win, table, figures, sums, out, after)
    else:
        while position[UNPLACED] > 0:
            count = placements(position, moves)
            move(position, moves[draw(seed, count)])
        if over(position, rays):
            score(position, win, out)
        else:
            estimate(position, rays, table, win, figures, sums, out)
    for player in range(players):
        worth[node * SEATS + player] = out[player]
    if fights:
        for _ in range(STEPS):
            learn(nodes, edges, worth, priors, mixes, base, me, plain, work, 1.0)


@inlined
def choose(
    nodes: Any, edges: Any, worth: Any, priors: Any, base: int, bold: float, me: int, plain: float, seed: Any
) -> int:
    """The edge to try: the best by worth, by what it promised at first and by how little it was tried."""
    player, first, count = nodes[base + 1], nodes[base + 2], nodes[base + 3]
    if plain > 0.0 and player != me and draw(seed, 1000) < 1000.0 * plain:
        nodes[base + FORCED] += 1
        return int(first + nodes[base + OBVIOUS])
    tried = 0
    for edge in range(first, first + count):
        tried += edges[edge * EDGE + 2]
    most = -1e300
    best = first
    wide = bold * sqrt(tried + 1.0)
    fresh = worth[base // NODE * SEATS + player] - FRESH * bold
    tie = draw(seed, count)
    for k in range(count):
        edge = first + (k + tie) % count
        visits = edges[edge * EDGE + 2]
        mean = worth[edges[edge * EDGE] * SEATS + player] if visits > 0 else fresh
        hope = mean + wide * priors[2 * edge] / (1.0 + visits)
        if hope > most:
            most = hope
            best = edge
    return int(best)


@inlined
def draw_card(mixes: Any, start: int, count: int, seed: Any) -> int:
    """A card by regret matching, now and then any; its place among the side's cards."""
    total = 0.0
    for k in range(start, start + count):
        total += mixes[2 * k]
    if total <= 0.0 or draw(seed, 1000) < 1000.0 * CURIOUS:
        return draw(seed, count)
    left = draw(seed, 1 << 30) / (1 << 30) * total
    chosen = 0
    for k in range(count):
        if mixes[2 * (start + k)] > 0.0:
            chosen = k
            left -= mixes[2 * (start + k)]
            if left < 0.0:
                break
    return chosen


@inlined
def clash(position: Any, nodes: Any, cards: Any, mixes: Any, base: int, me: int, plain: float, seed: Any) -> int:
    """Both sides of a conflict draw a card by their mixes and fight; the edge taken."""
    start, columns = nodes[base + 4], nodes[base + 5]
    rows = nodes[base + 3] // columns
    nodes[base + 6] += 1
    i = draw_card(mixes, start, rows, seed)
    j = draw_card(mixes, start + rows, columns, seed)
    if plain > 0.0 and nodes[base + 1] != me and draw(seed, 1000) < 1000.0 * plain:
        i = nodes[base + OBVIOUS] // columns
    if plain > 0.0 and nodes[base + 7] != me and draw(seed, 1000) < 1000.0 * plain:
        j = nodes[base + OBVIOUS] % columns
    fight(position, cards[start + i], cards[start + rows + j])
    return int(nodes[base + 2] + i * columns + j)


@inlined
def weight_of(nodes: Any, edges: Any, base: int, k: int, work: Any) -> float:
    """How much an edge counts in the value of its node."""
    if nodes[base] == CARDS:
        columns = nodes[base + 5]
        return float(work[60 + k // columns] * work[70 + k % columns] + 1e-9)
    visits = float(edges[(nodes[base + 2] + k) * EDGE + 2])
    if k == nodes[base + OBVIOUS]:
        visits -= nodes[base + FORCED]
    return visits * visits * visits * visits


@compiled
def value(
    nodes: Any, edges: Any, worth: Any, mixes: Any, node: int, players: int, me: int, plain: float, work: Any
) -> None:
    """Update the value of a node from its edges; in a conflict ``learn`` has done so for the two who fight."""
    base, at = node * NODE, node * SEATS
    fights = nodes[base] == CARDS
    if fights:
        believed(nodes, mixes, base, me, plain, work)
    known = plain if not fights and nodes[base + 1] != me else 0.0
    sure = edges[(nodes[base + 2] + nodes[base + OBVIOUS]) * EDGE]
    for player in range(players):
        if fights and (player == nodes[base + 1] or player == nodes[base + 7]):
            continue
        total, found = 0.0, 0.0
        for k in range(nodes[base + 3]):
            child = edges[(nodes[base + 2] + k) * EDGE]
            if child >= 0:
                weight = weight_of(nodes, edges, base, k, work)
                total += weight
                found += weight * worth[child * SEATS + player]
        if known > 0.0 and sure >= 0:
            more = known / (1.0 - known) * total if total > 0.0 else 1.0
            total += more
            found += more * worth[sure * SEATS + player]
        worth[at + player] = found / total


@compiled
def search(
    root: Any, rays: Any, iterations: int, bold: float, win: bool, me: int, plain: float, seed: Any, counts: Any,
    nodes: Any, edges: Any, worth: Any, cards: Any, mixes: Any, priors: Any, position: Any, moves: Any, path: Any,
    out: Any, totals: Any, table: Any, figures: Any, sums: Any, after: Any, work: Any,
) -> None:  # fmt: skip
    """Go on searching from the root (node 0, made on the first call) for the player ``me``, who takes the others to do
    in the part ``plain`` of their choices what the plain player does. ``totals`` gets, for ``me``, the number of
    results, their sum and that of their squares."""
    for turn in range(iterations + 1):
        for k in range(LENGTH):
            position[k] = root[k]
        node, depth = 0, 0
        fresh = counts[0] == 0
        if turn == 0 and not fresh:
            continue
        while not fresh and nodes[node * NODE] != END:
            base = node * NODE
            if nodes[base] == CHOICE:
                edge = choose(nodes, edges, worth, priors, base, bold, me, plain, seed)
                move(position, edges[edge * EDGE + 1])
            else:
                edge = clash(position, nodes, cards, mixes, base, me, plain, seed)
            path[2 * depth], path[2 * depth + 1] = node, edge
            depth += 1
            edges[edge * EDGE + 2] += 1
            node = edges[edge * EDGE]
            fresh = node < 0
        if fresh:
            node = grow(position, rays, moves, counts, nodes, edges, cards, mixes, priors)
            judge(position, rays, moves, seed, win, me, plain, nodes, edges, worth, cards, mixes, priors, node, table,
                  figures, sums, out, after, work)  # fmt: skip
        if depth > 0:
            edges[path[2 * depth - 1] * EDGE] = node
            found = worth[node * SEATS + me]
            totals[0] += 1.0
            totals[1] += found
            totals[2] += found * found
        for k in range(depth - 1, -1, -1):
            base = path[2 * k] * NODE
            if nodes[base] == CARDS:
                learn(nodes, edges, worth, priors, mixes, base, me, plain, work, float(nodes[base + 6] + STEPS))
            value(nodes, edges, worth, mixes, path[2 * k], root[PLAYERS], me, plain, work)
