"""The rules once more, written for a compiler.

A position is one flat list of whole numbers (see the constants); a move is kind * 1000 + here * 25 + there. The rules
are those of ``gamekit.caesar.rules``, written a second time for speed; the tests hold both together by perft."""

from __future__ import annotations

from typing import Any

from gamekit.fast import compiled, inlined

# A position: 25 owners (0 no group, 1 neutral, 2 + player), 25 heights, 5 hands (sets of bits, bit 9 the flag), then:
HEIGHT, HANDS, PLAYER, UNPLACED, PASSES, HERE, THERE, PLAYERS, NOW, STRICT, MERGE, ON, OUT, LENGTH = (
    25, 50, 55, 56, 57, 58, 59, 60, 61, 62, 63, 64, 65, 66,
)  # fmt: skip
PLACE, ALLIANCE, ATTACK, PASS = 0, 1, 2, 3
FLAG_BIT = 9
MOVES = 256  # more than can be legal at once
WON, LOST, TIED, FLAGGED = 0, 1, 2, 3  # how a conflict ends, seen by the attacker


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


@inlined
def outcome_of(card: int, other: int, ahead: int) -> int:
    """How a pair of cards ends; ``ahead``: the attacker's height less the defender's."""
    if card == FLAG_BIT or other == FLAG_BIT:
        return FLAGGED
    lead = ahead + card - other
    return WON if lead > 0 else LOST if lead < 0 else TIED


@compiled
def settle(position: Any, outcome: int) -> None:
    """End the conflict, whatever cards were played."""
    here, there = position[HERE], position[THERE]
    attacker, defender = position[here] - 2, position[there] - 2
    position[HERE] = -1
    position[THERE] = -1
    if outcome != FLAGGED:
        if outcome == WON:
            stack(position, here, there)
        elif outcome == LOST:
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


@compiled
def fight(position: Any, card: int, other: int) -> None:
    """Resolve the conflict; cards are bits, 0 for the one up to 8 for the nine, 9 for the flag."""
    here, there = position[HERE], position[THERE]
    position[HANDS + position[here] - 2] ^= 1 << card
    position[HANDS + position[there] - 2] ^= 1 << other
    settle(position, outcome_of(card, other, position[HEIGHT + here] - position[HEIGHT + there]))


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


@inlined
def bits(hand: int) -> int:
    """How many cards a hand has."""
    count = 0
    for bit in range(10):
        count += hand >> bit & 1
    return count


@inlined
def highest(hand: int) -> int:
    """The highest number of a hand as a bit, -1 for none."""
    for bit in range(8, -1, -1):
        if hand >> bit & 1:
            return bit
    return -1
