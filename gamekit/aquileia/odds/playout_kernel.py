"""The rest of a game played out at once by rules of thumb, written for a compiler.

A position is one flat list of whole numbers (see the constants), the printed figures another, the judged weights a
third. The rules are those of ``gamekit.aquileia.rules`` written a second time for speed; the players are a coarser
copy of the plain one. ``scratch`` holds what the seat that decides thinks coins are worth."""

from __future__ import annotations

from typing import Any

from gamekit.fast import Kernel
from gamekit.fast import bare as compiled


def inlined(function: Kernel) -> Kernel:
    """Compile a small function into its callers."""
    return compiled(function, forceinline=True)


SEATS, FIELDS, DESIGNS, LAURELS, HOUSES = 5, 28, 12, 16, 40  # the room for each
# A position
PLAYERS, ROUND, START, HOLDER, FACE, TURNS, TURN, PLACED, TRACK, HARBOUR, PURSE, POINTS, OWNER, ROW, HAND, OWN = (
    0, 1, 2, 3, 4, 5, 6, 50, 78, 83, 86, 101, 106, 146, 149, 209,
)  # fmt: skip
GEAR, GEAR_GONE, DECK, SEED, LUCK, BLUE, LENGTH = 289, 301, 313, 329, 330, 331, 339  # slaves stand with the gear
BEGUN, PLAYED, FOUGHT = 332, 333, 334  # a contest under way (1 or 2), bits of seats that have played cards, strengths
# The printed figures
ROUNDS, HENCHMEN, MOST_HOUSES, FACTOR, FOUR, BLUE_DICE, PRIZES, CARD, LAUREL, FIELD, HOUSE, COUNTS, FIGURES = (
    0, 1, 2, 3, 4, 5, 6, 12, 36, 84, 196, 516, 520,
)  # fmt: skip
NOBODY, SOLD = -1, 9  # on a field; SOLD: in the theatre of a round whose laurel is sold
TIE, NO_MORE = -1, -2  # instead of a field
LATER = 10  # added to a seat that places nothing but its tie-breaker
PECUNIA, EQUI, SERVI, POTENTIA, ARENA, GOLD, SILVER, THEATRE, FORUM, THIEF, PORT = 1, 2, 5, 8, 9, 12, 15, 18, 19, 24, 25
# Weights, in the order of data/aquileia/plain.csv
(
    W_COIN, W_FADES, W_SLAVE, W_SLAVE_FADES, W_WEAPON, W_HORSE, W_HOPE, W_HOUSE, W_PRICE, W_PECUNIA, W_THEATRE,
    W_FORUM, W_POTENTIA, W_RIVAL, W_LATRO, W_ARENA, W_STADIUM, W_SECOND, W_BID, W_HARBOUR,
) = (0, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21)  # fmt: skip
# Scratch: a first coin of each kind, then a laurel not known, slaves, totals and laurels held by colour
(
    S_ANY, S_SLAVES, S_TOTAL, S_HELD, S_LEFT, S_STRENGTH, S_NET, S_LATE, S_HELP, S_LOSS, S_BASE, S_MEN, S_PRIZE,
    SCRATCH,
) = (3, 4, 5, 9, 13, 14, 20, 22, 24, 27, 40, 50, 55, 64)  # fmt: skip


@compiled
def draw(g: Any, below: int) -> int:
    """A whole number from 0, by xorshift."""
    x = g[SEED]
    x ^= (x << 13) & 0xFFFFFFFF
    x ^= x >> 17
    x ^= (x << 5) & 0xFFFFFFFF
    g[SEED] = x
    return int(x % below)


@compiled
def stir(g: Any, phase: int, seat: int) -> None:
    """Luck of its own for each part of a round and each seat: the same for two plans that are compared."""
    x = (g[LUCK] + (64 * g[ROUND] + 8 * phase + seat) * 0x9E3779B1) & 0xFFFFFFFF
    x ^= x >> 16
    x = (x * 0x45D9F3B) & 0xFFFFFFFF
    x ^= x >> 16
    g[SEED] = x | 1


@compiled
def drawn(g: Any, start: int, first: int, last: int) -> int:
    """A card taken from the counts of a deck between two designs; -1 where none is left."""
    count = 0
    for design in range(first, last):
        count += g[start + design]
    if count == 0:
        return -1
    left = draw(g, count)
    for design in range(first, last):
        left -= g[start + design]
        if left < 0:
            g[start + design] -= 1
            return design
    return -1


@compiled
def card_drawn(g: Any, t: Any, slave: bool) -> int:
    """The top slave or gear card; an empty deck is the discards shuffled."""
    first, last = (0, t[COUNTS]) if slave else (t[COUNTS], t[COUNTS + 1])
    card = drawn(g, GEAR, first, last)
    if card < 0:
        for design in range(first, last):
            g[GEAR + design] = g[GEAR_GONE + design]
            g[GEAR_GONE + design] = 0
        card = drawn(g, GEAR, first, last)
    return card


@compiled
def laurel_drawn(g: Any, t: Any, theatre: bool) -> int:
    if theatre:
        return drawn(g, DECK, t[COUNTS + 2], t[COUNTS + 3])
    return drawn(g, DECK, 0, t[COUNTS + 2])


# What things are worth to the seat that decides


@inlined
def think(g: Any, t: Any, w: Any, s: Any, seat: int) -> None:
    """Fill the scratch for a seat."""
    rounds = t[ROUNDS] - g[ROUND]
    s[S_LEFT] = rounds
    for kind in range(3):
        s[kind] = w[W_COIN + kind] * min(1.0, 0.15 + rounds / 4)
        lost, held = 0.0, g[PURSE + 3 * seat + kind]
        for less in range(4):
            s[S_LOSS + 4 * kind + less] = lost
            lost += s[kind] / (1 + w[W_FADES] * max(0, held - 1 - less))
    slaves = 0
    for design in range(t[COUNTS]):
        slaves += g[HAND + seat * DESIGNS + design] * t[CARD + 2 * design + 1]
    s[S_SLAVES] = slaves
    for colour in range(4):
        s[S_TOTAL + colour] = 0
        s[S_HELD + colour] = 0
    for house in range(HOUSES):
        if g[OWNER + house] == seat and t[HOUSE + 8 * house] >= 0:
            s[S_TOTAL + t[HOUSE + 8 * house]] += t[HOUSE + 8 * house + 1]
    for laurel in range(LAURELS):
        if g[OWN + seat * LAURELS + laurel]:
            for place in range(2):
                if t[LAUREL + 3 * laurel + place] >= 0:
                    s[S_HELD + t[LAUREL + 3 * laurel + place]] += g[OWN + seat * LAURELS + laurel]
    best = max(max(s[S_TOTAL], s[S_TOTAL + 1]), max(s[S_TOTAL + 2], s[S_TOTAL + 3]))
    s[S_ANY] = max(5.0, 0.6 * best + w[W_HOPE] * rounds)


@inlined
def gain(g: Any, w: Any, s: Any, seat: int, kind: int, count: int) -> float:
    """The worth of so many more coins of a kind."""
    worth, held = 0.0, g[PURSE + 3 * seat + kind]
    for more in range(count):
        worth += s[kind] / (1 + w[W_FADES] * (held + more))
    return worth


@inlined
def loss(g: Any, w: Any, s: Any, seat: int, kind: int, count: int) -> float:
    """The worth of so many coins of a kind given away."""
    worth, held = 0.0, g[PURSE + 3 * seat + kind]
    for less in range(count):
        worth += s[kind] / (1 + w[W_FADES] * max(0, held - 1 - less))
    return worth


@inlined
def slave_worth(w: Any, s: Any, more: int, held: float) -> float:
    worth, late = 0.0, 1.0 if s[S_LEFT] > 0 else 0.5
    for each in range(more):
        worth += w[W_SLAVE] * late / (1 + w[W_SLAVE_FADES] * (held + each))
    return worth


@inlined
def laurel_worth(t: Any, w: Any, s: Any, laurel: int) -> float:
    if t[LAUREL + 3 * laurel + 2] > 0:
        return float(t[LAUREL + 3 * laurel + 2])
    best = 0.0
    for place in range(2):
        colour = t[LAUREL + 3 * laurel + place]
        if colour >= 0:
            best = max(best, s[S_TOTAL + colour] + w[W_HOPE] * s[S_LEFT] * (1 + s[S_HELD + colour] / 2))
    return best


@inlined
def house_net(g: Any, t: Any, w: Any, s: Any, seat: int, house: int, scores: int) -> float:
    """What a building brings beyond a part of its price."""
    at = HOUSE + 8 * house
    colour, points, slaves = t[at], t[at + 1], t[at + 5]
    if colour >= 0:
        worth = points * (s[S_HELD + colour] + w[W_HOUSE] * min(s[S_LEFT], 4.0))
    else:
        worth = points + 0.0
        for kind in range(3):
            worth += gain(g, w, s, seat, kind, (t[at + 6] >> (4 * kind)) & 15)
        worth *= s[S_LEFT] / 2 * w[W_HARBOUR]
    if s[S_LEFT] == 0:
        return float(worth + points * scores - slaves / 100)
    price = slave_worth(w, s, slaves, max(0.0, s[S_SLAVES] - slaves))
    for kind in range(3):
        coins = t[at + 2 + kind]
        price += s[S_LOSS + 4 * kind + coins] if coins < 4 else loss(g, w, s, seat, kind, coins)
    return float(worth + points * scores - w[W_PRICE] * price)


@inlined
def houses_of(g: Any, seat: int) -> int:
    built = 0
    for house in range(HOUSES):
        built += g[OWNER + house] == seat
    return built


@inlined
def can_pay(g: Any, t: Any, seat: int, house: int, slaves: float) -> bool:
    """Whether a building is there, nobody's, and paid by one's coins and so many slaves."""
    at = HOUSE + 8 * house
    if g[OWNER + house] != NOBODY or t[at + 5] < 0 or t[at + 5] > slaves:
        return False
    for kind in range(3):  # noqa: SIM110
        if t[at + 2 + kind] > g[PURSE + 3 * seat + kind]:
            return False
    return True


@compiled
def best_house(g: Any, t: Any, w: Any, s: Any, seat: int, scores: int, slaves: float) -> int:
    """The building that brings most of those that can be paid with so many slaves; -1 for none worth it."""
    best, most = -1, 0.0
    if houses_of(g, seat) >= t[MOST_HOUSES]:
        return -1
    for house in range(HOUSES):
        if can_pay(g, t, seat, house, slaves):
            net = house_net(g, t, w, s, seat, house, scores)
            if net > most:
                best, most = house, net
    return best


# Placing


@inlined
def stands(g: Any, seat: int, first: int, last: int) -> bool:
    for field in range(first, last):  # noqa: SIM110
        if g[PLACED + field] == seat:
            return True
    return False


@inlined
def free_for(g: Any, seat: int, field: int) -> bool:
    """2.2, 2.4, 2.5: free, on one side of the stadium, one harbour coin that one has."""
    if g[PLACED + field] != NOBODY:
        return False
    if GOLD <= field < SILVER:
        return not stands(g, seat, SILVER, THEATRE)
    if SILVER <= field < THEATRE:
        return not stands(g, seat, GOLD, SILVER)
    if field >= PORT:
        return not stands(g, seat, PORT, PORT + 3) and g[PURSE + 3 * seat + field - PORT] > 0
    return True


@inlined
def field_worth(g: Any, t: Any, w: Any, s: Any, seat: int, field: int) -> float:
    if field == 0:
        return (gain(g, w, s, seat, 0, 1) + gain(g, w, s, seat, 1, 1) + gain(g, w, s, seat, 2, 1)) * 2 / 3
    if field == PECUNIA:
        return float(w[W_PECUNIA])
    if field < SERVI:
        return gear_worth(g, t, w, s, seat, field)
    if field < POTENTIA:
        return servi_worth(g, t, w, s, seat, field)
    if field == POTENTIA:
        here = (2.0 if stands(g, seat, ARENA, GOLD) else 0.7) + (2.0 if stands(g, seat, GOLD, THEATRE) else 0.7)
        return float(w[W_POTENTIA] * here)
    if field < THEATRE:
        return contest_gain(g, t, w, s, seat, field)
    if field == THEATRE:
        return float(w[W_THEATRE] + 0.4 * s[S_ANY])
    if field < THIEF:
        return forum_worth(g, t, w, s, seat, field)
    if field == THIEF:
        worth = 0.0
        for kind in range(3):
            if g[HARBOUR + kind]:
                worth += gain(g, w, s, seat, kind, 1)
        return worth * 5 / 9 * w[W_LATRO] if worth > 0 else 0.3
    return port_worth(g, t, w, s, seat, field - PORT)


@inlined
def gear_worth(g: Any, t: Any, w: Any, s: Any, seat: int, field: int) -> float:
    card = g[ROW + field - EQUI]
    if card < 0 or g[PURSE + 3 * seat] == 0:
        return -1.0
    extra = 1.5 * w[W_HORSE] if t[FIELD + 4 * field + 2] > 1 else 0.0
    each = w[W_WEAPON] if t[CARD + 2 * card] == 3 else w[W_HORSE]
    late = min(1.0, (1 + s[S_LEFT]) / 3)
    return float((t[CARD + 2 * card + 1] * each + extra) * late - loss(g, w, s, seat, 0, 1))


@inlined
def servi_cards(g: Any, t: Any, w: Any, s: Any, seat: int, field: int) -> int:
    """How many slave cards are worth their coins."""
    kind, best, most = t[FIELD + 4 * field + 1], 0, 0.0
    for cards in range(1, min(t[FIELD + 4 * field + 2], g[PURSE + 3 * seat + kind]) + 1):
        worth = slave_worth(w, s, int(1.5 * cards), s[S_SLAVES]) - loss(g, w, s, seat, kind, cards)
        if worth > most:
            best, most = cards, worth
    return best


@inlined
def servi_worth(g: Any, t: Any, w: Any, s: Any, seat: int, field: int) -> float:
    kind = t[FIELD + 4 * field + 1]
    cards = min(t[FIELD + 4 * field + 2], g[PURSE + 3 * seat + kind])
    if cards == 0:
        return -1.0
    return slave_worth(w, s, int(1.5 * cards), s[S_SLAVES]) - loss(g, w, s, seat, kind, cards)


@inlined
def think_forum(g: Any, t: Any, w: Any, s: Any, seat: int) -> None:
    """What the best house that coins and slaves, in hand or to be bought, can pay brings, without and with points."""
    slaves = s[S_SLAVES]
    for other in range(SERVI, POTENTIA):
        if g[PLACED + other] == seat:
            slaves += 1.5 * min(t[FIELD + 4 * other + 2], g[PURSE + 3 * seat + t[FIELD + 4 * other + 1]])
    s[S_NET] = -1.0
    s[S_NET + 1] = -1.0
    if houses_of(g, seat) >= t[MOST_HOUSES]:
        return
    for house in range(HOUSES):
        if can_pay(g, t, seat, house, slaves):
            net = house_net(g, t, w, s, seat, house, 0)
            s[S_NET] = max(s[S_NET], net)
            s[S_NET + 1] = max(s[S_NET + 1], net + t[HOUSE + 8 * house + 1])


@inlined
def forum_worth(g: Any, t: Any, w: Any, s: Any, seat: int, field: int) -> float:
    net = s[S_NET + (t[FIELD + 4 * field + 3] & 1)]
    if net < 0:
        return -1.0
    rivals = 0
    for other in range(FORUM, field):
        rivals += g[PLACED + other] != NOBODY and g[PLACED + other] != seat
    again = 0.35 if stands(g, seat, FORUM, THIEF) else 1.0
    return float(net * w[W_FORUM] * again * (1 - rivals / 10))


@inlined
def port_worth(g: Any, t: Any, w: Any, s: Any, seat: int, coin: int) -> float:
    worth = 0.0
    for house in range(HOUSES):
        at = HOUSE + 8 * house
        if g[OWNER + house] == seat and t[at] < 0:
            worth += t[at + 1]
            for kind in range(3):
                worth += gain(g, w, s, seat, kind, (t[at + 6] >> (4 * kind)) & 15)
    return worth - loss(g, w, s, seat, coin, 1)


@inlined
def base_of(g: Any, t: Any, seat: int, first: int, last: int) -> int:
    base = 0
    for field in range(first, last):
        if g[PLACED + field] == seat:
            base += t[FIELD + 4 * field]
    return base


@inlined
def contest_gain(g: Any, t: Any, w: Any, s: Any, seat: int, field: int) -> float:
    """The gain in expected prizes from joining a contest, or from more strength in it."""
    arena = field < GOLD
    first, last = (ARENA, GOLD) if arena else (GOLD, THEATRE)
    side = 0 if arena else 2 if field < SILVER else 1
    stood = s[S_BASE + seat] if arena else s[S_BASE + SEATS + seat]
    more = s[S_HELP + side] + (2 / 3 if stands(g, seat, POTENTIA, ARENA) else 0.0)
    free = 0
    for other in range(first, last):
        if other != field and g[PLACED + other] == NOBODY:
            free = max(free, t[FIELD + 4 * other])
    rival = w[W_RIVAL] * min(1.0, s[S_LATE if arena else S_LATE + 1] / 6) if free else 0.0
    mine = stood + t[FIELD + 4 * field] + more
    worth = prize(g, t, w, s, seat, arena, side, mine, free + 1.0, rival)
    if stood:
        worth -= prize(g, t, w, s, seat, arena, side, stood + more, free + 1.0, rival)
    return float(worth * (w[W_ARENA] if arena else w[W_STADIUM]))


@inlined
def henchmen(g: Any, t: Any, seat: int) -> int:
    """How many henchmen a seat has not on the board."""
    left = t[HENCHMEN]
    for field in range(FIELDS):
        left -= g[PLACED + field] == seat
    return int(left)


@inlined
def think_contests(g: Any, t: Any, w: Any, s: Any, seat: int) -> None:
    """Who stands in the arena and the race, how many henchmen can still come, one's cards and the coins to be won."""
    for other in range(SEATS):
        s[S_BASE + other] = 0
        s[S_BASE + SEATS + other] = 0
        s[S_MEN + other] = t[HENCHMEN] if other < g[PLAYERS] else 0
    for field in range(FIELDS):
        holder = g[PLACED + field]
        if holder >= 0:
            s[S_MEN + holder] -= 1
            if ARENA <= field < THEATRE:
                s[S_BASE + SEATS * (field >= GOLD) + holder] += t[FIELD + 4 * field]
    for race in range(2):
        s[S_LATE + race] = 0
        for other in range(SEATS):
            if other != seat and s[S_BASE + SEATS * race + other] == 0:
                s[S_LATE + race] += s[S_MEN + other]
    for side in range(3):
        s[S_HELP + side] = help_of(g, t, seat, side == 0, side, s[S_LEFT] == 0)
        for rank in range(3):
            s[S_PRIZE + 3 * side + rank] = gain(g, w, s, seat, side, t[PRIZES + 3 * (side > 0) + rank])


@inlined
def help_of(g: Any, t: Any, seat: int, arena: bool, side: int, slaves: bool) -> int:
    """The strength of the cards in hand that help."""
    strength = 0
    for design in range(t[COUNTS + 1]):
        kind = t[CARD + 2 * design]
        if (arena and (kind == 3 or (kind == 0 and slaves))) or (not arena and kind == 3 - side and kind in (1, 2)):
            strength += t[CARD + 2 * design + 1] * g[HAND + seat * DESIGNS + design]
    return strength


@inlined
def ahead(apart: float) -> float:
    """The chance to be stronger than somebody by three dice each and cards not seen, near enough."""
    return 0.5 + 0.5 * apart / (0.8 + abs(apart))


@inlined
def prize(
    g: Any, t: Any, w: Any, s: Any, seat: int, arena: bool, side: int, mine: float, new: float, rival: float
) -> float:
    """The expected prize with a strength before the dice; one more may come with a strength by a chance."""
    none, one, two = 1.0, 0.0, 0.0  # chances that nobody, one, two are stronger
    for other in range(g[PLAYERS]):
        base = s[S_BASE + other] if arena else s[S_BASE + SEATS + other]
        if base > 0 and other != seat:
            behind = 1 - ahead(mine - base - 1)
            two = two * (1 - behind) + one * behind
            one = one * (1 - behind) + none * behind
            none *= 1 - behind
    behind = rival * (1 - ahead(mine - new))
    two = two * (1 - behind) + one * behind
    one = one * (1 - behind) + none * behind
    none *= 1 - behind
    top, mid = s[S_PRIZE + 3 * side], s[S_PRIZE + 3 * side + 1]
    if arena:
        top += t[FACTOR] * (mine + 1)
        mid += slave_worth(w, s, 1, s[S_SLAVES]) / 1.5
    else:
        best = max(s[S_ANY], laurel_worth(t, w, s, g[FACE])) if g[FACE] >= 0 else s[S_ANY]
        top += best
        mid += w[W_SECOND] * best
    return float(none * top + one * mid + two * s[S_PRIZE + 3 * side + 2])


@inlined
def tie_place(g: Any, seat: int) -> int:
    """Where a seat's tie-breaker stands, -1 for nowhere; of nobody the first free place."""
    for index in range(SEATS):
        if g[TRACK + index] == seat:
            return index
    return -1


@compiled
def best_field(g: Any, t: Any, w: Any, s: Any, seat: int, least: float) -> int:
    """The free field that promises most, and at least so much; -1 for none."""
    best, most = -1, least
    think(g, t, w, s, seat)
    think_forum(g, t, w, s, seat)
    think_contests(g, t, w, s, seat)
    for field in range(FIELDS):
        same = (
            field in (ARENA + 1, GOLD + 1, SILVER + 1) and g[PLACED + field - 1] == NOBODY
        )  # as good as the one before
        if not same and free_for(g, seat, field):
            worth = field_worth(g, t, w, s, seat, field)
            if worth > most:
                best, most = field, worth
    return best


@inlined
def next_turn(g: Any) -> int:
    """Whose turn to place it is; it is taken off."""
    turn = g[TURN]
    g[TURNS] -= 1
    for index in range(g[TURNS]):
        g[TURN + index] = g[TURN + index + 1]
    return int(turn)


@inlined
def put(g: Any, seat: int, field: int) -> None:
    """A henchman on a field."""
    g[PLACED + field] = seat
    if field >= PORT:
        g[PURSE + 3 * seat + field - PORT] -= 1
        g[HARBOUR + field - PORT] = 1


@compiled
def place(g: Any, t: Any, w: Any, s: Any) -> None:
    """The next turn to place: the field that promises most, the tie-breaker, or no more."""
    turn = next_turn(g)
    seat = turn % LATER
    tied, free = tie_place(g, seat) >= 0, tie_place(g, NOBODY)
    best = -1
    if turn < LATER and henchmen(g, t, seat):
        best = best_field(g, t, w, s, seat, 0.0 if tied else free + 0.5)
    if best >= 0:
        put(g, seat, best)
    elif tied:
        withdraw(g, seat)
    else:
        g[TRACK + free] = seat


@inlined
def withdraw(g: Any, seat: int) -> None:
    """No more of this seat's turns in the round, but the next one for its tie-breaker while that is not placed."""
    kept, later = 0, tie_place(g, seat) < 0
    for index in range(g[TURNS]):
        turn = g[TURN + index]
        own = turn % LATER == seat
        if later or not own:
            g[TURN + kept] = seat + LATER if own else turn
            later = later and not own
            kept += 1
    g[TURNS] = kept


# Acting


@compiled
def market(g: Any, t: Any, w: Any, s: Any) -> None:
    """3.1 to 3.5, then new cards for the row."""
    for field in range(ARENA):
        seat = g[PLACED + field]
        if seat == NOBODY:
            continue
        if field == 0:
            for _ in range(2):
                g[PURSE + 3 * seat + draw(g, 3)] += 1
        elif field == POTENTIA:
            g[HOLDER], g[BLUE] = seat, t[BLUE_DICE]
        else:
            think(g, t, w, s, seat)
            if field == PECUNIA:
                exchange(g, t, w, s, seat)
            elif field < SERVI:
                buy_gear(g, t, seat, field)
            else:
                buy_slaves(g, t, seat, field, servi_cards(g, t, w, s, seat, field))
    for slot in range(3):
        if g[ROW + slot] < 0:
            g[ROW + slot] = card_drawn(g, t, False)


@compiled
def exchange(g: Any, t: Any, w: Any, s: Any, seat: int) -> None:
    """3.2: the points, and one coin for another where that gains."""
    g[POINTS + seat] += t[FOUR]
    give, get, most = -1, -1, 0.0
    for one in range(3):
        for other in range(3):
            if one != other and g[PURSE + 3 * seat + one]:
                worth = gain(g, w, s, seat, other, 1) - loss(g, w, s, seat, one, 1)
                if worth > most:
                    give, get, most = one, other, worth
    if give >= 0:
        g[PURSE + 3 * seat + give] -= 1
        g[PURSE + 3 * seat + get] += 1


@compiled
def buy_gear(g: Any, t: Any, seat: int, field: int) -> None:
    card = g[ROW + field - EQUI]
    if card >= 0 and g[PURSE + 3 * seat]:
        g[PURSE + 3 * seat] -= 1
        g[HAND + seat * DESIGNS + card] += 1
        g[ROW + field - EQUI] = -1
        if t[FIELD + 4 * field + 2] > 1:
            card = card_drawn(g, t, False)
            if card >= 0:
                g[HAND + seat * DESIGNS + card] += 1


@compiled
def buy_slaves(g: Any, t: Any, seat: int, field: int, cards: int) -> None:
    for _ in range(cards):
        card = card_drawn(g, t, True)
        if card >= 0:
            g[PURSE + 3 * seat + t[FIELD + 4 * field + 1]] -= 1
            g[HAND + seat * DESIGNS + card] += 1


@compiled
def enter(g: Any, t: Any, s: Any, arena: bool, begun: bool) -> bool:
    """Everybody's strength after the red dice, or as it was; whether anybody is in the contest."""
    first, last = (ARENA, GOLD) if arena else (GOLD, THEATRE)
    some = False
    for seat in range(g[PLAYERS]):
        if begun:
            s[S_STRENGTH + seat] = g[FOUGHT + seat]
        else:
            s[S_STRENGTH + seat] = base_of(g, t, seat, first, last)
            stir(g, 1 if arena else 2, seat)
            throw(g, s, seat, 3)
        some = some or s[S_STRENGTH + seat] > 0
    return some


@compiled
def throw_blue(g: Any, s: Any, arena: bool) -> None:
    """All blue dice, or half of them where both contests are one's own."""
    holder = g[HOLDER]
    if holder >= 0 and s[S_STRENGTH + holder] > 0:
        stir(g, 3 if arena else 4, holder)
        dice = g[BLUE] // 2 if arena and stands(g, holder, GOLD, THEATRE) else g[BLUE]
        throw(g, s, holder, dice)
        g[BLUE] -= dice


@compiled
def contest(g: Any, t: Any, w: Any, s: Any, arena: bool) -> None:
    """Red dice, cards in turn order, blue dice, prizes (4.1 to 5.5)."""
    begun = g[BEGUN] == (1 if arena else 2)
    if not enter(g, t, s, arena, begun):
        return
    for turn in range(g[PLAYERS]):
        seat = (g[START] + turn) % g[PLAYERS]
        if s[S_STRENGTH + seat] and not (begun and g[PLAYED] >> seat & 1):
            think(g, t, w, s, seat)
            play_cards(g, t, w, s, seat, arena, 2 if stands(g, seat, GOLD, SILVER) else 1)
    if begun:
        g[BEGUN] = 0
    throw_blue(g, s, arena)
    one = strongest(g, s, NOBODY, NOBODY)
    two = strongest(g, s, one, NOBODY)
    three = strongest(g, s, one, two) if two >= 0 else NOBODY
    pay_rank(g, t, one, arena, 0)
    pay_rank(g, t, two, arena, 1)
    pay_rank(g, t, three, arena, 2)
    if arena:
        arena_prize(g, t, w, s, one, two)
    else:
        stadium_prize(g, t, w, s, one, two)


@compiled
def throw(g: Any, s: Any, seat: int, dice: int) -> None:
    """The faces of one's metal, of one who is in the contest."""
    if s[S_STRENGTH + seat] > 0:
        for _ in range(dice):
            s[S_STRENGTH + seat] += draw(g, 3) == 0


@compiled
def strongest(g: Any, s: Any, one: int, other: int) -> int:
    """The strongest of those left; the lower place of the tie-breaker decides ties (4.5)."""
    best = NOBODY
    for index in range(SEATS):
        seat = g[TRACK + index]
        if seat in (NOBODY, one, other) or s[S_STRENGTH + seat] == 0:
            continue
        if best == NOBODY or s[S_STRENGTH + seat] > s[S_STRENGTH + best]:
            best = seat
    return best


@compiled
def pay_rank(g: Any, t: Any, seat: int, arena: bool, rank: int) -> None:
    if seat >= 0:
        side = 0 if arena else 2 if stands(g, seat, GOLD, SILVER) else 1
        g[PURSE + 3 * seat + side] += t[(PRIZES if arena else PRIZES + 3) + rank]


@compiled
def play_cards(g: Any, t: Any, w: Any, s: Any, seat: int, arena: bool, side: int) -> None:
    """So many of weapons or horses, then spare slaves, that bring most by the ranks as they would be now."""
    spare = s[S_SLAVES]
    if s[S_LEFT] > 0 and stands(g, seat, FORUM, THIEF):
        house = best_house(g, t, w, s, seat, 0, spare)
        if house >= 0:
            spare -= t[HOUSE + 8 * house + 5]
    blue = 4 / 3 if g[HOLDER] == seat else 0.0
    before = s[S_STRENGTH + seat]
    best, cost, number, taken = card_prize(g, t, w, s, seat, arena, blue), 0.0, 0, 0
    design = next_card(g, t, seat, arena, side, 0, spare, 0)
    while design >= 0:
        number += 1
        s[S_STRENGTH + seat] += t[CARD + 2 * design + 1]
        cost += card_cost(t, w, s, design)
        worth = card_prize(g, t, w, s, seat, arena, blue) - cost
        if worth > best:
            best, taken = worth, number
        design = next_card(g, t, seat, arena, side, number, spare, 0)
    s[S_STRENGTH + seat] = before
    for _ in range(taken):
        design = next_card(g, t, seat, arena, side, 0, spare, 1)
        s[S_STRENGTH + seat] += t[CARD + 2 * design + 1]
        if t[CARD + 2 * design] == 0:
            spare -= t[CARD + 2 * design + 1]


@compiled
def next_card(g: Any, t: Any, seat: int, arena: bool, side: int, number: int, spare: float, played: int) -> int:
    """The card of a number, gear first, of those that help and are not promised; it is discarded if played."""
    for place in range(t[COUNTS + 1]):
        design = (place + t[COUNTS]) % t[COUNTS + 1]
        kind, power = t[CARD + 2 * design], t[CARD + 2 * design + 1]
        if (kind in (1, 2) and (arena or kind != 3 - side)) or (kind in (0, 3) and not arena):
            continue
        for _ in range(g[HAND + seat * DESIGNS + design]):
            if kind == 0:
                spare -= power
                if spare < 0:
                    return -1
            if number == 0:
                g[HAND + seat * DESIGNS + design] -= played
                g[GEAR_GONE + design] += played
                return int(design)
            number -= 1
    return -1


@compiled
def card_cost(t: Any, w: Any, s: Any, design: int) -> float:
    """What a card is worth that is kept."""
    kind, power = t[CARD + 2 * design], t[CARD + 2 * design + 1]
    if kind > 0:
        return float(power * min(1.0, s[S_LEFT] / 3) * (w[W_WEAPON] if kind == 3 else w[W_HORSE]))
    return float(w[W_SLAVE] / (1 + w[W_SLAVE_FADES] * s[S_SLAVES]) * power) if s[S_LEFT] > 0 else 0.05


@compiled
def card_prize(g: Any, t: Any, w: Any, s: Any, seat: int, arena: bool, blue: float) -> float:
    """The prize by the strengths as they are, ties half, the other's cards to come not reckoned with."""
    none, one = 1.0, 0.0
    for other in range(g[PLAYERS]):
        if other != seat and s[S_STRENGTH + other]:
            apart = s[S_STRENGTH + seat] + blue - s[S_STRENGTH + other]
            if g[HOLDER] == other:
                apart -= 4 / 3
            behind = 0.95 if apart < -0.5 else 0.05 if apart > 0.5 else 0.5
            one = one * (1 - behind) + none * behind
            none *= 1 - behind
    if arena:
        top = t[FACTOR] * s[S_STRENGTH + seat] + 3.0
        return float(none * top + one * (slave_worth(w, s, 1, s[S_SLAVES]) + 2.0))
    return float(none * (s[S_ANY] + 3.0) + one * (w[W_SECOND] * s[S_ANY] + 2.0))


@compiled
def arena_prize(g: Any, t: Any, w: Any, s: Any, one: int, two: int) -> None:
    """4.6: points or a slave."""
    think(g, t, w, s, one)
    slave = slave_worth(w, s, 1, s[S_SLAVES])
    mine, theirs = s[S_STRENGTH + one], s[S_STRENGTH + two] if two >= 0 else 0.0
    points = t[FACTOR] * mine - slave >= slave - t[FACTOR] * theirs
    pointed, given = (one, two) if points else (two, one)
    if pointed >= 0:
        g[POINTS + pointed] += int(t[FACTOR] * s[S_STRENGTH + pointed])
    if given >= 0:
        card = card_drawn(g, t, True)
        if card >= 0:
            g[HAND + given * DESIGNS + card] += 1


@compiled
def stadium_prize(g: Any, t: Any, w: Any, s: Any, one: int, two: int) -> None:
    """5.5: the better of the open laurel and the top one."""
    think(g, t, w, s, one)
    open_, top = g[FACE], laurel_drawn(g, t, False)
    g[FACE] = -1
    if top >= 0 and (open_ < 0 or laurel_worth(t, w, s, top) > laurel_worth(t, w, s, open_)):
        open_, top = top, open_
    if open_ >= 0:
        g[OWN + one * LAURELS + open_] += 1
    if top >= 0 and two >= 0:
        g[OWN + two * LAURELS + top] += 1


@compiled
def theatre(g: Any, t: Any, w: Any, s: Any) -> None:
    """6.1 to 6.4: raises by the cheapest coin, up to a part of what the laurel is worth."""
    placer, laurel = g[PLACED + THEATRE], laurel_drawn(g, t, True)
    if placer == NOBODY or laurel < 0:
        return
    bid0, bid1, bid2, bidder, passed, turn = 0, 0, 0, NOBODY, 0, 0
    players = g[PLAYERS]
    while True:
        seat = (placer + turn) % players
        turn += 1
        if passed >> seat & 1:
            continue
        if seat == bidder:
            break
        think(g, t, w, s, seat)
        limit = laurel_worth(t, w, s, laurel) * w[W_BID]
        best, least = -1, limit
        for kind in range(3):
            b0, b1, b2 = bid0 + (kind == 0), bid1 + (kind == 1), bid2 + (kind == 2)
            if b0 <= g[PURSE + 3 * seat] and b1 <= g[PURSE + 3 * seat + 1] and b2 <= g[PURSE + 3 * seat + 2]:
                cost = loss(g, w, s, seat, 0, b0) + loss(g, w, s, seat, 1, b1) + loss(g, w, s, seat, 2, b2)
                if cost <= least:
                    best, least = kind, cost
        if best < 0:
            passed |= 1 << seat
            if passed == (1 << players) - 1:
                break
            continue
        bid0, bid1, bid2, bidder = bid0 + (best == 0), bid1 + (best == 1), bid2 + (best == 2), seat
    winner = placer if bidder == NOBODY else bidder
    if winner != placer:
        pay_bid(g, winner, placer, bid0, bid1, bid2)
    else:
        pay_bid(g, winner, NOBODY, bid0, bid1, bid2)
    g[OWN + winner * LAURELS + laurel] += 1


@compiled
def pay_bid(g: Any, winner: int, placer: int, bid0: int, bid1: int, bid2: int) -> None:
    for kind in range(3):
        coins = bid0 if kind == 0 else bid1 if kind == 1 else bid2
        g[PURSE + 3 * winner + kind] -= coins
        if placer >= 0:
            g[PURSE + 3 * placer + kind] += coins


@compiled
def forum(g: Any, t: Any, w: Any, s: Any) -> None:
    """7.1, 7.2: each henchman builds what brings most, paid with the smallest slaves that do."""
    for field in range(FORUM, THIEF):
        seat = g[PLACED + field]
        if seat == NOBODY:
            continue
        for _ in range(t[FIELD + 4 * field + 3] >> 1):
            think(g, t, w, s, seat)
            scores = t[FIELD + 4 * field + 3] & 1
            house = best_house(g, t, w, s, seat, scores, s[S_SLAVES])
            if house >= 0:
                build(g, t, seat, house, scores)


@compiled
def build(g: Any, t: Any, seat: int, house: int, scores: int) -> None:
    at = HOUSE + 8 * house
    for kind in range(3):
        g[PURSE + 3 * seat + kind] -= t[at + 2 + kind]
    needed = t[at + 5]
    for place in range(t[COUNTS]):  # the strongest first as far as none is wasted, then the least that does
        design = t[COUNTS] - 1 - place
        power = t[CARD + 2 * design + 1]
        while g[HAND + seat * DESIGNS + design] and power <= needed:
            needed -= power
            g[HAND + seat * DESIGNS + design] -= 1
            g[GEAR_GONE + design] += 1
    for design in range(t[COUNTS]):
        if needed > 0 and g[HAND + seat * DESIGNS + design]:
            needed -= t[CARD + 2 * design + 1]
            g[HAND + seat * DESIGNS + design] -= 1
            g[GEAR_GONE + design] += 1
    g[OWNER + house] = seat
    g[POINTS + seat] += t[at + 1] * scores


@compiled
def harbour(g: Any, t: Any, w: Any, s: Any) -> None:
    """8.1, 8.2: the thief, then the workshops and banks; paid again where it is worth it."""
    thief = g[PLACED + THIEF]
    if thief >= 0:
        for _ in range(2):
            kind = draw(g, 3)
            g[PURSE + 3 * thief + kind] += g[HARBOUR + kind]
            g[HARBOUR + kind] = 0
    for kind in range(3):
        seat = g[PLACED + PORT + kind]
        if seat == NOBODY:
            continue
        think(g, t, w, s, seat)
        if not g[HARBOUR + kind]:
            if g[PURSE + 3 * seat + kind] == 0 or port_worth(g, t, w, s, seat, kind) <= 0:
                continue
            g[PURSE + 3 * seat + kind] -= 1
        g[HARBOUR + kind] = 0
        for house in range(HOUSES):
            if g[OWNER + house] == seat and t[HOUSE + 8 * house] < 0:
                g[POINTS + seat] += t[HOUSE + 8 * house + 1]
                for coin in range(3):
                    g[PURSE + 3 * seat + coin] += (t[HOUSE + 8 * house + 6] >> (4 * coin)) & 15


@compiled
def new_round(g: Any, t: Any) -> None:
    """9.1: unused laurels go, pieces come home, the foremost tie-breaker starts."""
    if g[FACE] >= 0:
        laurel_drawn(g, t, False)
    for index in range(SEATS):
        if g[TRACK + index] != NOBODY:
            g[START] = g[TRACK + index]
            break
    for field in range(FIELDS):
        g[PLACED + field] = NOBODY
    for index in range(SEATS):
        g[TRACK + index] = NOBODY
    for kind in range(3):
        g[HARBOUR + kind] = 0
    g[HOLDER] = NOBODY
    g[ROUND] += 1
    if g[ROUND] <= t[ROUNDS]:
        g[FACE] = laurel_drawn(g, t, False)
        g[TURNS] = (t[HENCHMEN] + 1) * g[PLAYERS]
        for turn in range(g[TURNS]):
            g[TURN + turn] = (g[START] + turn) % g[PLAYERS]


@compiled
def play_from(g: Any, t: Any, w: Any, s: Any, field: int) -> None:
    """The next henchman on a field, or the tie-breaker on its track (TIE), or no more (NO_MORE); then to the end."""
    seat = next_turn(g) % LATER
    if field >= 0:
        put(g, seat, field)
    elif field == TIE:
        g[TRACK + tie_place(g, NOBODY)] = seat
    else:
        withdraw(g, seat)
    play_on(g, t, w, s)


@compiled
def play_on(g: Any, t: Any, w: Any, s: Any) -> None:
    """To the end, from where ``strategies.searching`` lets it; the final points stand in the position."""
    while g[ROUND] <= t[ROUNDS]:
        while g[TURNS] > 0:
            place(g, t, w, s)
        stir(g, 0, 0)
        market(g, t, w, s)
        contest(g, t, w, s, True)
        contest(g, t, w, s, False)
        stir(g, 5, 0)
        if g[PLACED + THEATRE] != SOLD:
            theatre(g, t, w, s)
        forum(g, t, w, s)
        stir(g, 6, 0)
        harbour(g, t, w, s)
        stir(g, 7, 0)
        new_round(g, t)
    for seat in range(g[PLAYERS]):
        think(g, t, w, s, seat)
        for laurel in range(t[COUNTS + 3]):
            count, best = g[OWN + seat * LAURELS + laurel], t[LAUREL + 3 * laurel + 2]
            for part in range(2):
                colour = t[LAUREL + 3 * laurel + part]
                if colour >= 0:
                    best = max(best, int(s[S_TOTAL + colour]))
            g[POINTS + seat] += count * best
