"""Tree search for positions of any number of players, written for a compiler.

A position is one flat list of whole numbers (see the constants); a move is kind * 1000 + here * 25 + there. The rules
are those of ``gamekit.caesar.rules``, written a second time for speed; the tests hold both together by perft."""

from __future__ import annotations

from math import sqrt
from typing import Any

from gamekit.fast import compiled, inlined

# A position: 25 owners (0 no group, 1 neutral, 2 + player), 25 heights, 5 hands (sets of bits, bit 9 the flag), then:
HEIGHT, HANDS, PLAYER, UNPLACED, PASSES, HERE, THERE, PLAYERS, NOW, STRICT, MERGE, ON, OUT, LENGTH = (
    25, 50, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66,
)  # fmt: skip
PLACE, ALLIANCE, ATTACK, PASS = 0, 1, 2, 3
FLAG_BIT = 9
MOVES = 256  # more than can be legal at once
CHOICE, CARDS, END = 0, 1, 2
CURIOUS = 0.25  # how often a card is drawn from all alike, so that every card goes on being tried


@inlined
def owns(position: Any, player: int) -> bool:
    for square in range(25):  # noqa: SIM110
        if position[square] == player + 2:
            return True
    return False


@inlined
def nearest(position: Any, rays: Any, square: int, way: int) -> int:
    """The first group from a square along a ray, -1 if there is none."""
    start = (square * 4 + way) * 4
    for step in range(4):
        there = rays[start + step]
        if there < 0:
            return -1
        if position[there] != 0:
            return int(there)
    return -1


@compiled
def can_ally(position: Any, rays: Any, player: int) -> bool:
    for here in range(25):
        own = position[here]
        if own == player + 2 or (own == 1 and position[MERGE] == 1):
            for way in range(4):
                there = nearest(position, rays, here, way)
                if there >= 0 and (position[there] == 1 or (own != 1 and position[there] == own)):
                    return True
    return False


@compiled
def can_attack(position: Any, rays: Any) -> bool:
    """Whether two groups of different players stand next to each other in a line."""
    for here in range(25):
        if position[here] > 1:
            for way in range(2, 4):
                there = nearest(position, rays, here, way)
                if there >= 0 and position[there] > 1 and position[there] != position[here]:
                    return True
    return False


@compiled
def over(position: Any, rays: Any) -> bool:
    """Whether the game has ended."""
    if position[UNPLACED] > 0 or position[HERE] >= 0:
        return False
    count = position[PLAYERS]
    staying = 0
    for player in range(count):
        if position[HANDS + player] == 0:
            return True
        if owns(position, player):
            staying += 1
    if staying == 0 or (staying == 1 and position[ON] == 0):
        return True
    if can_attack(position, rays):
        return False
    if position[NOW] == 1 or position[PASSES] >= staying:
        return True
    for player in range(count):  # noqa: SIM110
        if owns(position, player) and can_ally(position, rays, player):
            return False
    return True


@compiled
def legal(position: Any, rays: Any, moves: Any) -> int:
    """The legal moves in the order of ``rules.legal_actions``; how many there are."""
    if position[UNPLACED] > 0:
        return placements(position, moves)
    own = position[PLAYER] + 2
    allied = alliances(position, rays, moves, own)
    count = attacks(position, rays, moves, own, allied)
    if count == allied and (allied == 0 or position[STRICT] == 0):
        moves[count] = PASS * 1000
        count += 1
    return count


@compiled
def placements(position: Any, moves: Any) -> int:
    count = 0
    for square in range(25):
        if position[square] == 0:
            moves[count] = square
            count += 1
    return count


@compiled
def alliances(position: Any, rays: Any, moves: Any, own: int) -> int:
    count = 0
    for here in range(25):
        if position[here] == own or (position[here] == 1 and position[MERGE] == 1):
            for way in range(4):
                there = nearest(position, rays, here, way)
                if there >= 0 and (position[there] == 1 or (position[here] == own and position[there] == own)):
                    moves[count] = ALLIANCE * 1000 + here * 25 + there
                    count += 1
    return count


@compiled
def attacks(position: Any, rays: Any, moves: Any, own: int, count: int) -> int:
    """Attacks added behind the first ``count`` moves."""
    for here in range(25):
        if position[here] == own:
            for way in range(4):
                there = nearest(position, rays, here, way)
                if there >= 0 and position[there] > 1 and position[there] != own:
                    moves[count] = ATTACK * 1000 + here * 25 + there
                    count += 1
    return count


@inlined
def stack(position: Any, here: int, there: int) -> None:
    position[there] = position[here]
    position[HEIGHT + there] += position[HEIGHT + here]
    position[here] = 0
    position[HEIGHT + here] = 0


@inlined
def turn(position: Any) -> None:
    """The turn goes to the next player who has groups."""
    count = position[PLAYERS]
    for step in range(1, count + 1):
        player = (position[PLAYER] + step) % count
        if owns(position, player):
            position[PLAYER] = player
            return


@compiled
def move(position: Any, code: int) -> None:
    """Do a move; an attack only names the two squares, ``fight`` does the rest."""
    kind, squares = code // 1000, code % 1000
    here, there = squares // 25, squares % 25
    if kind == PLACE:
        position[code] = position[PLAYER] + 2
        position[HEIGHT + code] = 1
        position[UNPLACED] -= 1
        if position[UNPLACED] == 0:
            for square in range(25):
                if position[square] == 0:
                    position[square] = 1
                    position[HEIGHT + square] = 1
        position[PLAYER] = (position[PLAYER] + 1) % position[PLAYERS]
        return
    position[PASSES] = position[PASSES] + 1 if kind == PASS else 0
    if kind == ATTACK:
        position[HERE] = here
        position[THERE] = there
        return
    if kind == ALLIANCE:
        stack(position, here, there)
    turn(position)


@compiled
def fight(position: Any, card: int, other: int) -> None:
    """Resolve the conflict; cards are bits, 0 for the one up to 8 for the nine, 9 for the flag."""
    here, there = position[HERE], position[THERE]
    attacker, defender = position[here] - 2, position[there] - 2
    position[HANDS + attacker] ^= 1 << card
    position[HANDS + defender] ^= 1 << other
    position[HERE] = -1
    position[THERE] = -1
    if card != FLAG_BIT and other != FLAG_BIT:
        own = position[HEIGHT + here] + card
        theirs = position[HEIGHT + there] + other
        if own > theirs:
            stack(position, here, there)
        elif own < theirs:
            stack(position, there, here)
        else:
            for square in (here, there):
                position[square] = 0
                position[HEIGHT + square] = 0
        anyone = False
        for player in range(position[PLAYERS]):
            anyone = anyone or owns(position, player)
        if anyone:
            for player in (attacker, defender):
                if not owns(position, player):
                    position[OUT] |= 1 << player
    turn(position)


@inlined
def leads(position: Any, count: int, out: Any) -> None:
    """Each player's counters."""
    for player in range(count):
        out[player] = 0.0
    for square in range(25):
        if position[square] > 1:
            out[position[square] - 2] += position[HEIGHT + square]


@compiled
def score(position: Any, win: bool, out: Any) -> None:
    """Each player's result: the lead in counters, or with ``win`` a share of the victory."""
    count = position[PLAYERS]
    leads(position, count, out)
    most = -1.0
    second = -1.0
    shared = 0
    for player in range(count):
        if win and position[OUT] >> player & 1:
            continue
        if out[player] > most:
            second = most
            most = out[player]
            shared = 1
        elif out[player] == most:
            second = most
            shared += 1
        elif out[player] > second:
            second = out[player]
    for player in range(count):
        if win:
            out[player] = 1.0 / shared if out[player] == most and not position[OUT] >> player & 1 else 0.0
        else:
            out[player] -= second if out[player] == most and shared == 1 else most


@inlined
def draw(seed: Any, below: int) -> int:
    """A whole number from 0 to below - 1 (xorshift on 32 bits)."""
    x = seed[0]
    x ^= (x << 13) & 0xFFFFFFFF
    x ^= x >> 17
    x ^= (x << 5) & 0xFFFFFFFF
    seed[0] = x
    return int((x * below) >> 32)


@compiled
def pick(seed: Any, hand: int) -> int:
    """Any card of a hand."""
    count = 0
    for bit in range(10):
        count += hand >> bit & 1
    left = draw(seed, count)
    for bit in range(10):
        if hand >> bit & 1:
            if left == 0:
                return bit
            left -= 1
    return -1


@compiled
def roll_out(position: Any, rays: Any, moves: Any, seed: Any) -> None:
    """Play on to the end at random."""
    while not over(position, rays):
        if position[HERE] < 0:
            count = legal(position, rays, moves)
            move(position, moves[draw(seed, count)])
        if position[HERE] >= 0:
            attacker = position[position[HERE]] - 2
            defender = position[position[THERE]] - 2
            card = pick(seed, position[HANDS + attacker])
            fight(position, card, pick(seed, position[HANDS + defender]))


# The tree. ``counts``: nodes, edges and mixes used. A node: kind, player (in a conflict the attacker), first edge,
# edges, first mix, columns, visits. An edge: child (-1 for none yet), move, visits. ``worth``: what is now thought of a
# node, one number a player: the mean over its edges by the fourth power of their visits, or over pairs of cards as
# mixed. A mix holds regret and sum for every card of the attacker, then of the defender; the card itself stands in
# ``cards``.
NODE, EDGE, SEATS = 7, 3, 5


@compiled
def grow(
    position: Any, rays: Any, moves: Any, counts: Any, nodes: Any, edges: Any, cards: Any, mixes: Any
) -> int:  # fmt: skip
    """A new node for a position."""
    node = counts[0]
    first = counts[1]
    at = counts[2]
    base = node * NODE
    kind = CHOICE
    count = 0
    columns = 0
    player = position[PLAYER]
    nodes[base + 4] = at
    nodes[base + 6] = 0
    if position[HERE] >= 0:
        kind = CARDS
        for hand in (position[HANDS + player], position[HANDS + position[position[THERE]] - 2]):
            columns = 0
            for place in range(10):
                if hand >> place & 1:
                    cards[at] = place
                    at += 1
                    columns += 1
            count = columns * (count if count > 0 else 1)
        for k in range(counts[2], at):
            mixes[2 * k] = 0.0
            mixes[2 * k + 1] = 0.0
    elif over(position, rays):
        kind = END
    else:
        count = legal(position, rays, moves)
    nodes[base] = kind
    nodes[base + 1] = player
    nodes[base + 2] = first
    nodes[base + 3] = count
    nodes[base + 5] = columns
    for k in range(count):
        edges[(first + k) * EDGE] = -1
        edges[(first + k) * EDGE + 1] = moves[k] if kind == CHOICE else 0
        edges[(first + k) * EDGE + 2] = 0
    counts[0] = node + 1
    counts[1] = first + count
    counts[2] = at
    return int(node)


@inlined
def choose(nodes: Any, edges: Any, worth: Any, base: int, bold: float, seed: Any) -> int:
    """The edge to try: one not tried yet (any of them), else the best by worth and by how little it was tried."""
    player, first, count = nodes[base + 1], nodes[base + 2], nodes[base + 3]
    tried = 0
    fresh = 0
    for edge in range(first, first + count):
        tried += edges[edge * EDGE + 2]
        if edges[edge * EDGE + 2] == 0:
            fresh += 1
    if fresh > 0:
        left = draw(seed, fresh)
        for edge in range(first, first + count):
            if edges[edge * EDGE + 2] == 0:
                if left == 0:
                    return int(edge)
                left -= 1
    most = -1e300
    best = first
    spread = bold * sqrt(tried) / count
    for edge in range(first, first + count):
        promise = worth[edges[edge * EDGE] * SEATS + player] + spread / edges[edge * EDGE + 2]
        if promise > most:
            most = promise
            best = edge
    return int(best)


@inlined
def draw_card(mixes: Any, start: int, count: int, weight: float, seed: Any) -> int:
    """A card by regret matching, now and then any; its place among the side's cards. Adds to the sums."""
    total = 0.0
    for k in range(start, start + count):
        if mixes[2 * k] > 0.0:
            total += mixes[2 * k]
    for k in range(start, start + count):
        if total <= 0.0:
            mixes[2 * k + 1] += weight / count
        elif mixes[2 * k] > 0.0:
            mixes[2 * k + 1] += weight * mixes[2 * k] / total
    if total <= 0.0 or draw(seed, 1000) < CURIOUS * 1000:
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
def learn(nodes: Any, edges: Any, worth: Any, mixes: Any, base: int, edge: int, other: int) -> None:
    """After a pair of cards, add to each other card's regret its gain against the card played."""
    player, first, start, columns = nodes[base + 1], nodes[base + 2], nodes[base + 4], nodes[base + 5]
    rows = nodes[base + 3] // columns
    i, j = (edge - first) // columns, (edge - first) % columns
    here = edges[edge * EDGE] * SEATS
    for a in range(rows):
        child = edges[(first + a * columns + j) * EDGE]
        if child >= 0:
            regret = mixes[2 * (start + a)] + worth[child * SEATS + player] - worth[here + player]
            mixes[2 * (start + a)] = max(0.0, regret)
    for b in range(columns):
        child = edges[(first + i * columns + b) * EDGE]
        if child >= 0:
            regret = mixes[2 * (start + rows + b)] + worth[child * SEATS + other] - worth[here + other]
            mixes[2 * (start + rows + b)] = max(0.0, regret)


@inlined
def value(nodes: Any, edges: Any, worth: Any, mixes: Any, node: int, players: int) -> None:
    """Update the value of a node from its edges."""
    base = node * NODE
    first, count, start, columns = nodes[base + 2], nodes[base + 3], nodes[base + 4], nodes[base + 5]
    at = node * SEATS
    for player in range(players):
        worth[at + player] = 0.0
    total = 0.0
    for k in range(count):
        child = edges[(first + k) * EDGE]
        if child >= 0:
            weight = float(edges[(first + k) * EDGE + 2])
            weight *= weight
            weight *= weight
            if nodes[base] == CARDS:
                rows = count // columns
                weight = mixes[2 * (start + k // columns) + 1] * mixes[2 * (start + rows + k % columns) + 1]
            total += weight
            for player in range(players):
                worth[at + player] += weight * worth[child * SEATS + player]
    for player in range(players):
        worth[at + player] /= total


@inlined
def copy(root: Any, position: Any) -> None:
    for k in range(LENGTH):
        position[k] = root[k]


@inlined
def clash(position: Any, nodes: Any, cards: Any, mixes: Any, base: int, seed: Any) -> int:
    """Both sides of a conflict draw a card by their mixes and fight; the edge taken."""
    start, columns = nodes[base + 4], nodes[base + 5]
    rows = nodes[base + 3] // columns
    nodes[base + 6] += 1
    weight = float(nodes[base + 6])
    i = draw_card(mixes, start, rows, weight, seed)
    j = draw_card(mixes, start + rows, columns, weight, seed)
    fight(position, cards[start + i], cards[start + rows + j])
    return int(nodes[base + 2] + i * columns + j)


@compiled
def search(
    root: Any, rays: Any, iterations: int, bold: float, win: bool, seed: Any, counts: Any, nodes: Any, edges: Any,
    worth: Any, cards: Any, mixes: Any, position: Any, moves: Any, path: Any, out: Any, sums: Any,
) -> None:  # fmt: skip
    """Go on searching from the root (node 0, made on the first call). ``sums`` gets, for the root's mover or attacker,
    the number of results, their sum and that of their squares."""
    players = root[PLAYERS]
    if counts[0] == 0:
        copy(root, position)
        grow(position, rays, moves, counts, nodes, edges, cards, mixes)
    for _ in range(iterations):
        copy(root, position)
        node = 0
        depth = 0
        while nodes[node * NODE] != END:
            base = node * NODE
            other = 0
            if nodes[base] == CHOICE:
                edge = choose(nodes, edges, worth, base, bold, seed)
                move(position, edges[edge * EDGE + 1])
            else:
                other = position[position[THERE]] - 2
                edge = clash(position, nodes, cards, mixes, base, seed)
            path[3 * depth], path[3 * depth + 1], path[3 * depth + 2] = node, edge, other
            depth += 1
            edges[edge * EDGE + 2] += 1
            node = edges[edge * EDGE]
            if node < 0:
                node = grow(position, rays, moves, counts, nodes, edges, cards, mixes)
                edges[edge * EDGE] = node
                roll_out(position, rays, moves, seed)
                score(position, win, out)
                for player in range(players):
                    worth[node * SEATS + player] = out[player]
                break
        for player in range(players):
            out[player] = worth[node * SEATS + player]
        for k in range(depth - 1, -1, -1):
            base = path[3 * k] * NODE
            if nodes[base] == CARDS:
                learn(nodes, edges, worth, mixes, base, path[3 * k + 1], path[3 * k + 2])
            value(nodes, edges, worth, mixes, path[3 * k], players)
        sums[0] += 1.0
        sums[1] += out[nodes[1]]
        sums[2] += out[nodes[1]] * out[nodes[1]]
