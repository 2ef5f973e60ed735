"""A ready player by rules of thumb.

A strategy is a function ``(view, legal) -> action``. The plain one estimates every field in points and takes the best;
in contests, auctions and payments it asks the calculators. It gathers laurels of a colour and builds villas of it,
keeps the slaves reserved for a building, and allows for players who may still enter a contest. Its weights are our
judgement: found by many games against itself and against a fixed list of fields, and kept in a data file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from itertools import accumulate
from typing import TypeAlias

from gamekit.aquileia.odds.bidding import Bidder
from gamekit.aquileia.odds.contest import Contest, Entrant
from gamekit.aquileia.odds.from_state import contest_from_table
from gamekit.aquileia.odds.money import latro_coins
from gamekit.aquileia.odds.plan import best_play, split_blue_dice
from gamekit.aquileia.odds.worth import villa_totals
from gamekit.aquileia.rules.contests import contest_fighters, ranking
from gamekit.aquileia.rules.districts import income, slave_ways
from gamekit.aquileia.state import (
    NOBODY,
    Action,
    Bid,
    Blue,
    Build,
    Buy,
    Change,
    Pass,
    Pay,
    Place,
    Play,
    Step,
    Table,
    Take,
    TieBreaker,
    View,
)
from gamekit.aquileia.tables import (
    BUILDINGS,
    CARDS,
    COINS,
    COLOURS,
    FIELDS,
    LAURELS,
    ONE,
    PLAIN,
    PRICES,
    SETUP,
    Building,
    PointWorth,
    Purse,
    adds_strength,
    prize_coins,
)

Legal: TypeAlias = tuple[Action, ...]
Strategy: TypeAlias = Callable[[View, Legal], Action]


P_STOLEN = float(latro_coins({"gold"}).p(bool))  # the same for every coin, whatever other coins are there
DISTRICT = {name: tuple(f for f in FIELDS if FIELDS[f].district == name) for name in ("arena", "stadium", "forum")}
SLAVE_FIELDS = tuple(name for name in FIELDS if name.startswith("servi"))
MANY = 6  # most coins of a kind that are counted
SLAVES_A_CARD = 1.5


def plain(view: View, legal: Legal) -> Action:
    """Take the action with the highest estimated worth, without looking ahead."""
    if len(legal) == 1:
        return legal[0]
    return _DECIDE[view.table.current_task.step](Valuation(view), legal)


def quick_plain(view: View, legal: Legal) -> Action:
    """Return the plain player's action by rougher, much quicker rules for cards, blue dice and bids, for playing on."""
    if len(legal) == 1:
        return legal[0]
    step = view.table.current_task.step
    return (_QUICK.get(step) or _DECIDE[step])(Valuation(view), legal)


def estimates(view: View, legal: Legal) -> list[float]:
    """Return the plain player's estimate of each action, in points; outside placing 1 for its choice, else 0."""
    if view.table.current_task.step == Step.PLACE:
        worth = Valuation(view)
        return [_placing(worth, action) for action in legal]
    taken = plain(view, legal)
    return [float(action == taken) for action in legal]


@dataclass(frozen=True, slots=True)
class HoldingWorths:
    """A seat's possessions, and the plain player's worths of more and less of them, in victory points. ``rounds``:
    number still to come after this one; ``totals`` and ``held``: villa points and laurels by colour; ``slaves`` in
    hand; ``gains`` and ``losses``: of 0, 1, 2 ... coins more and fewer, by kind; the rest are worths of buildings,
    action fields and prizes, kept when first asked for."""

    rounds: int
    totals: dict[str, int]
    held: dict[str, int]
    slaves: int
    gains: tuple[tuple[float, ...], ...]
    losses: tuple[tuple[float, ...], ...]
    houses: dict[str, float] = field(default_factory=dict)
    builds: dict[bool, list[tuple[int, float]]] = field(default_factory=dict)
    fields: dict[str, float] = field(default_factory=dict)
    ladders: dict[tuple[str, str], tuple[float, ...]] = field(default_factory=dict)


@lru_cache(maxsize=4096)
def _holding(
    round_: int,
    seat: int,
    purse: Purse,
    hand: tuple[str, ...],
    laurels: tuple[str, ...],
    owners: tuple[int, ...],
    row: tuple[str, ...],
    face_up: str,
) -> HoldingWorths:
    """Return a seat's worths, cached, since they do not change while pieces are placed."""
    held = {colour: sum(colour in LAURELS[laurel].colours for laurel in laurels) for colour in COLOURS}
    rounds = SETUP["rounds"] - round_
    coins = [(PLAIN[kind] * min(1.0, 0.15 + rounds / 4), count) for kind, count in purse.items()]
    fades, steps = PLAIN["coin_fades"], range(MANY)
    return HoldingWorths(
        rounds,
        villa_totals(name for name, owner in zip(BUILDINGS, owners) if owner == seat),
        held,
        _slaves(hand),
        tuple(_sums(first / (1 + fades * (count + more)) for more in steps) for first, count in coins),
        tuple(_sums(first / (1 + fades * max(0, count - 1 - less)) for less in steps) for first, count in coins),
    )


class Valuation:
    """The plain player's present worths, in victory points."""

    def __init__(self, view: View) -> None:
        table, seat = view.table, view.seat
        self.view, self.table, self.seat, self.purse = view, table, seat, table.purses[seat]
        laurels = (*view.laurels, *table.shown[seat])
        self.holding = _holding(
            table.round, seat, self.purse, view.hand, laurels, table.owners, table.row, table.face_up
        )
        self.rounds, self.slaves = self.holding.rounds, self.holding.slaves
        self.totals, self.held = self.holding.totals, self.holding.held
        self.own = {name for name, holder in zip(FIELDS, table.placed) if holder == seat}
        self.contests: dict[tuple[str, str, int], float] = {}
        self.bases: dict[str, dict[int, int]] = {}  # the strengths of the fields in each contest, by seat

    def gain(self, purse: Purse) -> float:
        """Return the worth of coins to come."""
        return _of_coins(self.holding.gains, purse)

    def loss(self, purse: Purse) -> float:
        """Return the worth of coins to be given away."""
        return _of_coins(self.holding.losses, purse)

    def slave(self, more: float, held: int | None = None) -> float:
        """Return the worth of ``more`` slaves beyond those held: each is worth less than the one before."""
        have, late = self.slaves if held is None else held, 1.0 if self.rounds else 0.5
        return sum(PLAIN["slave"] * late / (1 + PLAIN["slave_fades"] * (have + each)) for each in range(int(more)))

    def here(self, *fields: str) -> bool:
        """Return whether an own henchman is on one of the fields."""
        return not self.own.isdisjoint(fields)

    def laurel(self, name: str) -> float:
        """Return a laurel's worth: its points, or its colour's villas, built or to be built."""
        laurel, hope = LAURELS[name], PLAIN["laurel_hope"] * self.rounds
        if laurel.points:
            return float(laurel.points)
        return max(self.totals[colour] + hope * (1 + self.held[colour] / 2) for colour in laurel.colours)

    @property
    def any_laurel(self) -> float:
        """The worth of an unknown laurel."""
        return max(5.0, 0.6 * max(self.totals.values()) + PLAIN["laurel_hope"] * self.rounds)

    def house(self, name: str) -> float:
        """Return a building's worth: of a villa by laurels held and hoped for, of others by the harbours to come."""
        houses = self.holding.houses
        if name not in houses:
            building = BUILDINGS[name]
            if building.kind == "villa":
                laurels = self.held[building.colour] + PLAIN["house_hope"] * min(self.rounds, 4)
                houses[name] = building.points * laurels
            else:
                uses = self.rounds / 2 * PLAIN["harbour"]
                houses[name] = (building.points + self.gain(building.income)) * uses
        return houses[name]

    def net(self, building: Building, scores: int, slaves: int) -> float:
        """Return a building's worth less a part of its price; ``scores``: its points count at once as well."""
        price = self.loss(building.coin_cost) + self.slave(slaves, max(0, self.slaves - slaves))
        return self.house(building.name) + building.points * scores - PLAIN["price"] * price


def _of_coins(worths: tuple[tuple[float, ...], ...], purse: Purse) -> float:
    bronze, silver, gold = worths
    return bronze[min(purse.bronze, MANY)] + silver[min(purse.silver, MANY)] + gold[min(purse.gold, MANY)]


def _sums(worths: Iterable[float]) -> tuple[float, ...]:
    return tuple(accumulate(worths, initial=0.0))


def _slaves(cards: Iterable[str]) -> int:
    return sum(CARDS[card].strength for card in cards if CARDS[card].kind == "slave")


# placing


def _place(worth: Valuation, legal: Legal) -> Action:
    return max(legal, key=lambda action: _placing(worth, action))


def _placing(worth: Valuation, action: Action) -> float:
    if isinstance(action, Place):
        return _field(worth, action.field)
    placed = sum(1 for seat in worth.table.track if seat != NOBODY)
    return placed + 0.5 if isinstance(action, TieBreaker) else 0.0


def _field(worth: Valuation, name: str) -> float:
    """Return the worth of a henchman on a field; worths independent of other pieces are cached in the holding."""
    field = FIELDS[name]
    estimate = _FIELDS.get(field.district, _market)
    if field.district in ("arena", "stadium", "forum") or name in ("potentia", "latro"):
        return estimate(worth, name)
    kept = worth.holding.fields
    if name not in kept:
        kept[name] = estimate(worth, name)
    return kept[name]


def _market(worth: Valuation, name: str) -> float:
    match name.split()[0]:
        case "dolus":
            return worth.gain(Purse(1, 1, 1)) * 2 / 3
        case "pecunia":
            return PLAIN["pecunia"]
        case "potentia":
            return PLAIN["potentia"] * sum(2 if worth.here(*DISTRICT[where]) else 0.7 for where in ("arena", "stadium"))
        case "equi":
            return _gear(worth, name)
    cards = min(FIELDS[name].cards, dict(worth.purse.items())[FIELDS[name].coin])
    return _slave_cards(worth, name, cards) if cards else -1.0


def _slave_cards(worth: Valuation, name: str, cards: int) -> float:
    return worth.slave(SLAVES_A_CARD * cards) - worth.loss(Purse(**{FIELDS[name].coin: cards}))


def _gear(worth: Valuation, name: str) -> float:
    card = worth.table.row[int(name.split()[1]) - 1]
    if not card or not worth.purse.bronze:
        return -1.0
    drawn = SLAVES_A_CARD * PLAIN["horse"] if FIELDS[name].cards > 1 else 0
    each = PLAIN["weapon" if CARDS[card].kind == "weapon" else "horse"]
    return (CARDS[card].strength * each + drawn) * min(1, (1 + worth.rounds) / 3) - worth.loss(ONE["bronze"])


def _contest(worth: Valuation, name: str) -> float:
    """Return the worth of joining a contest on a field, cached for equivalent fields."""
    field = FIELDS[name]
    kind = field.district, field.coin, field.strength
    if kind not in worth.contests:
        worth.contests[kind] = _joining(worth, name)
    return worth.contests[kind]


def _joining(worth: Valuation, name: str) -> float:
    """Return the gain in expected prizes from joining a contest, or from more strength in it.

    Players who still have henchmen enter on the remaining fields with a fixed chance."""
    where, side, table = FIELDS[name].district, FIELDS[name].coin or "bronze", worth.table
    if where not in worth.bases:
        worth.bases[where] = {fighter.seat: fighter.base for fighter in contest_fighters(table, where)}
    base = worth.bases[where]
    stood = base.get(worth.seat, 0)
    others = [_rival(table, seat, strength) for seat, strength in base.items() if seat != worth.seat]
    late = [
        seat for seat in table.turn_order() if seat not in base and seat != worth.seat and table.henchmen_left(seat)
    ]
    free = [
        FIELDS[other].strength for other in DISTRICT[where] if table.seat_on_field(other) == NOBODY and other != name
    ]
    coming = [_rival(table, seat, strength) for seat, strength in zip(late, sorted(free, reverse=True))]
    chance = PLAIN["rival"] * min(1.0, sum(map(table.henchmen_left, late)) / (3 * len(late))) if coming else 0.0
    cards = _cards_joined(worth, where, side)
    blue = SETUP["blue_dice"] // 2 if worth.here("potentia") else 0
    tie = _tie(table, worth.seat)

    def prize(fields: int) -> float:
        ladder = _ladder(worth, where, side, fields + cards + 1 + blue / 3)
        own = fields + cards, tie, blue
        alone = _expected([own, *others], ladder)
        return alone + chance * (_expected([own, *others, *coming], ladder) - alone) if coming else alone

    return (prize(stood + FIELDS[name].strength) - (prize(stood) if stood else 0.0)) * PLAIN[where]


Rival: TypeAlias = tuple[int, int, int]  # sure strength, place of the tie-breaker, blue dice


def _cards_joined(worth: Valuation, where: str, side: str) -> int:
    """Return the strength of the own cards that help; slaves count only in the last round."""
    hand = [card for card in worth.view.hand if CARDS[card].kind != "slave" or not worth.rounds]
    return sum(CARDS[card].strength for card in hand if adds_strength(card, where, side))


def _rival(table: Table, seat: int, base: int) -> Rival:
    """Return a rival entrant, assumed to have one point in cards and, until it is placed, a late tie-breaker."""
    return base + 1, _tie(table, seat), 0


def _tie(table: Table, seat: int) -> int:
    return table.tie_breaker_place(seat) or SETUP["tie_places"] + 1 + seat


def _ladder(worth: Valuation, where: str, side: str, strength: float) -> tuple[float, ...]:
    kept = worth.holding.ladders.get((where, side))
    if kept is None:
        first, second, third = (worth.gain(prize) for prize in _coins_won(where, side))
        if where == "arena":
            kept = first, second + worth.slave(1) / SLAVES_A_CARD, third
        else:
            best = max(worth.any_laurel, worth.laurel(worth.table.face_up) if worth.table.face_up else 0.0)
            kept = first + best, second + PLAIN["second"] * best, third
        worth.holding.ladders[where, side] = kept
    return (kept[0] + SETUP["victory_factor"] * strength, *kept[1:]) if where == "arena" else kept


@cache
def _coins_won(where: str, side: str) -> tuple[Purse, ...]:
    return tuple(Purse(**{side: prize_coins(where, rank)}) for rank in (1, 2, 3))


def _expected(entrants: list[Rival], ladder: tuple[float, ...]) -> float:
    """Return the expected prize of the first entrant."""
    least, ties = min(sure for sure, _, _ in entrants), sorted(tie for _, tie, _ in entrants)
    key = tuple([(sure - least, ties.index(tie), blue) for sure, tie, blue in entrants])
    return sum(chance * prize for chance, prize in zip(_rank_chances(key), ladder))


@cache
def _rank_chances(entrants: tuple[Rival, ...]) -> tuple[float, ...]:
    """Return the first entrant's chance of each rank; entrants as strength beyond the weakest, order of ties,
    blue dice."""
    if len(entrants) == 1:
        return (1.0,)
    named = [Entrant(str(place), 1 + more, 1 + tie, blue=blue) for place, (more, tie, blue) in enumerate(entrants)]
    return tuple(Contest(named).p_rank("0", numbers=float))


def _theatre(worth: Valuation, name: str) -> float:
    return PLAIN["theatre"] + 0.4 * worth.any_laurel


def _forum(worth: Valuation, name: str) -> float:
    """Return the worth of the best building that coins and slaves, held or bought, can pay; less on a second field."""
    table, purse = worth.table, dict(worth.purse.items())
    bought = [FIELDS[field] for field in SLAVE_FIELDS if worth.here(field)]
    slaves = worth.slaves + sum(SLAVES_A_CARD * min(field.cards, purse[field.coin]) for field in bought)
    able = [net for needed, net in _builds(worth, FIELDS[name].scores) if slaves >= needed]
    before = DISTRICT["forum"][: DISTRICT["forum"].index(name)]
    rivals = sum(table.seat_on_field(field) not in (NOBODY, worth.seat) for field in before)
    again = 0.35 if worth.here(*DISTRICT["forum"]) else 1.0
    return max(able) * PLAIN["forum"] * again * (1 - rivals / 10) if able else -1.0


def _builds(worth: Valuation, scores: bool) -> list[tuple[int, float]]:
    """Return (slaves needed, net worth) of each building that the own coins can pay."""
    found = worth.holding.builds.get(scores)
    if found is None:
        found = [(house.slaves, worth.net(house, scores, house.slaves)) for house in _free(worth)]
        worth.holding.builds[scores] = found
    return found


def _free(worth: Valuation) -> list[Building]:
    """Return the free buildings that the own coins can pay."""
    houses = zip(BUILDINGS.values(), worth.table.owners)
    return [house for house, owner in houses if owner == NOBODY and worth.purse.covers(PRICES[house.name])]


def _harbour(worth: Valuation, name: str) -> float:
    if name == "latro":
        lying = [kind for kind, there in zip(COINS, worth.table.harbour) if there]
        return sum(worth.gain(ONE[kind]) for kind in lying) * P_STOLEN * PLAIN["latro"] if lying else 0.3
    points, coins = income(worth.table, worth.seat)
    return points + worth.gain(coins) - worth.loss(ONE[FIELDS[name].coin])


_FIELDS: dict[str, Callable[[Valuation, str], float]] = {
    "arena": _contest,
    "stadium": _contest,
    "theatrum": _theatre,
    "forum": _forum,
    "portus": _harbour,
}


# acting


def _change(worth: Valuation, legal: Legal) -> Action:
    """Return the exchange that gains most, or the pass."""

    def gained(action: Action) -> float:
        return worth.gain(action.get) - worth.loss(action.give) if isinstance(action, Change) else 0.01

    return max(legal, key=gained)


def _gear_bought(worth: Valuation, legal: Legal) -> Action:
    return max(legal, key=lambda action: action.cards if isinstance(action, Buy) else 0)


def _slaves_bought(worth: Valuation, legal: Legal) -> Action:
    """Return the purchase of as many slaves as are worth their coins; none if they cannot build or fight any more."""
    if not (worth.rounds or worth.here(*DISTRICT["forum"], *DISTRICT["arena"])):
        return Pass()
    name = worth.table.current_task.about
    return max(legal, key=lambda action: _slave_cards(worth, name, action.cards) if isinstance(action, Buy) else 0.0)


def _worths(worth: Valuation) -> PointWorth:
    """Return these worths as a ``PointWorth`` for the odds."""
    late = min(1.0, worth.rounds / 3)
    kept = PLAIN["slave"] / (1 + PLAIN["slave_fades"] * worth.slaves) if worth.rounds else 0.05
    return PointWorth(
        **{kind: worth.gain(ONE[kind]) for kind in COINS},
        slave=worth.slave(1),
        slave_strength=kept,
        weapon_strength=PLAIN["weapon"] * late,
        horse_strength=PLAIN["horse"] * late,
        laurel_chosen=worth.any_laurel,
        laurel_left=PLAIN["second"] * worth.any_laurel,
    )


def _to_spare(worth: Valuation) -> tuple[str, ...]:
    """Return the hand without the slaves reserved for the building planned in the forum."""
    hand = list(worth.view.hand)
    scores = max((FIELDS[name].scores for name in DISTRICT["forum"] if worth.here(name)), default=None)
    if scores is None:
        return tuple(hand)
    able = [house for house in _free(worth) if house.slaves <= worth.slaves]
    house = max(able, key=lambda house: (worth.net(house, scores, 0), house.slaves), default=None)
    if house:
        slaves = tuple(sorted(card for card in hand if CARDS[card].kind == "slave"))
        for card in next(iter(slave_ways(house.slaves, slaves)), ()):
            hand.remove(card)
    return tuple(hand)


def _cards(worth: Valuation, legal: Legal) -> Action:
    """Return the cards of best play if rivals play none; alone in the arena those worth less than their points."""
    contest, player, hand = (
        contest_from_table(worth.table, more_blue_dice=worth.table.blue),
        worth.view.player,
        _to_spare(worth),
    )
    worths = _worths(worth)
    if contest is None:
        each = SETUP["victory_factor"] if worth.table.contest == "arena" else 0
        offered = [action for action in legal if isinstance(action, Play) and action.card in hand]
        return next((a for a in offered if worths.worth_of_card(a.card) < each * CARDS[a.card].strength), Pass())
    plan = best_play(contest, {player: hand}, worths, numbers=float)
    if plan.decider != player or not plan.choices[0].cards:
        return Pass()
    return Play(plan.choices[0].cards[0])


def _quick_cards(worth: Valuation, legal: Legal) -> Action:
    """Return the cards that gain most beyond their worth if rivals play none and a third of the blue dice count."""
    table, contest = worth.table, worth.table.contest
    ranked = [(fighter.strength, -_tie(table, fighter.seat), fighter) for fighter in table.fighters]
    (strength, tie, own), rivals = ranked.pop([row[2].seat for row in ranked].index(worth.seat)), ranked
    late = min(1.0, worth.rounds / 3)
    slave = PLAIN["slave"] / (1 + PLAIN["slave_fades"] * worth.slaves) if worth.rounds else 0.05
    each = {"slave": slave, "weapon": PLAIN["weapon"] * late}
    ways: dict[int, tuple[float, tuple[str, ...]]] = {0: (0.0, ())}
    for name in _to_spare(worth):
        if adds_strength(name, contest, own.side):
            card = CARDS[name]
            for added, (cost, cards) in list(ways.items()):
                more = cost + card.strength * each.get(card.kind, PLAIN["horse"] * late), (*cards, name)
                ways[added + card.strength] = min(more, ways.get(added + card.strength, more))
    blue = table.blue / 3 if table.potentia == worth.seat else 0.0
    prizes = (*_ladder(worth, contest, own.side, 0), 0.0, 0.0)
    factor = SETUP["victory_factor"] if contest == "arena" else 0

    def gained(added: int) -> float:
        final = strength + added + blue
        ahead = sum((other, place) > (final, tie) for other, place, _ in rivals)
        return prizes[ahead] + factor * final * (not ahead) - ways[added][0]

    cards = ways[max(ways, key=gained)][1]
    return Play(cards[0]) if cards else Pass()


def _quick_blue(worth: Valuation, legal: Legal) -> Action:
    """Return half of the blue dice if a race is still to come, else all."""
    both = worth.table.contest == "arena" and worth.here(*DISTRICT["stadium"])
    return Blue(min(len(legal) - 1, worth.table.blue // (1 + both)))


def _blue(worth: Valuation, legal: Legal) -> Action:
    """Return the best split when a race is still to come, else the best number; alone in the arena all of them."""
    table, player, arena = worth.table, worth.view.player, worth.table.contest == "arena"
    here, most = contest_from_table(table, more_blue_dice=table.blue), len(legal) - 1
    race = contest_from_table(table, "stadium") if arena else None
    if here is None:
        return Blue(most if arena and not worth.here(*DISTRICT["stadium"]) else 0)
    if race is not None and player in race.names:
        split = split_blue_dice(here, race, player, dice=table.blue, worth=_worths(worth), numbers=float)
        return Blue(min(split.best, most))
    plan = best_play(here, None, _worths(worth), numbers=float)
    return Blue(min(plan.choices[0].dice, most))


def _prize(worth: Valuation, legal: Legal) -> Action:
    """Return the choice of points or a slave, less the worth of the second's share."""
    first, second = (*(fighter.strength for fighter in ranking(worth.table)[:2]), 0)[:2]
    slave, factor = worth.slave(1), SETUP["victory_factor"]
    return Take("points") if factor * first - slave >= slave - factor * second else Take("slave")


def _laurel(worth: Valuation, legal: Legal) -> Action:
    return max(legal, key=lambda take: worth.laurel(take.prize) if isinstance(take, Take) else 0.0)


def _bid(worth: Valuation, legal: Legal) -> Action:
    """Return a bid up to a part of the laurel's worth, else the pass."""
    sale = worth.table.auction
    assert sale
    limit = worth.laurel(sale.laurel) * PLAIN["bid"]
    answer = Bidder(worth.view.player, worth.purse, limit, _worths(worth)).cheapest_raise(sale.bid)
    return Bid(answer) if answer else Pass()


def _quick_bid(worth: Valuation, legal: Legal) -> Action:
    """Return the raise that costs least, up to a part of the laurel's worth, else the pass."""
    sale = worth.table.auction
    assert sale
    costs = {action: worth.loss(action.coins) for action in legal if isinstance(action, Bid)}
    best = min(costs, key=costs.__getitem__, default=None)
    return best if best and costs[best] <= worth.laurel(sale.laurel) * PLAIN["bid"] else Pass()


def _build(worth: Valuation, legal: Legal) -> Action:
    """Return the building with the best net worth; in the last round its price counts nothing."""
    scores = FIELDS[worth.table.current_task.about].scores

    def net(action: Action) -> float:
        if not isinstance(action, Build):
            return 0.0
        house = BUILDINGS[action.building]
        whole = worth.house(house.name) + house.points * scores
        return worth.net(house, scores, _slaves(action.slaves)) if worth.rounds else whole - len(action.slaves) / 100

    return max(legal, key=net)


def _pay_again(worth: Valuation, legal: Legal) -> Action:
    return Pay() if _harbour(worth, worth.table.current_task.about) > 0 else Pass()


_DECIDE: dict[Step, Callable[[Valuation, Legal], Action]] = {
    Step.PLACE: _place,
    Step.PECUNIA: _change,
    Step.EQUI: _gear_bought,
    Step.SERVI: _slaves_bought,
    Step.CARDS: _cards,
    Step.BLUE: _blue,
    Step.PRIZE: _prize,
    Step.LAUREL: _laurel,
    Step.BID: _bid,
    Step.FORUM: _build,
    Step.HARBOUR: _pay_again,
}
_QUICK: dict[Step, Callable[[Valuation, Legal], Action]] = {
    Step.CARDS: _quick_cards,
    Step.BLUE: _quick_blue,
    Step.BID: _quick_bid,
}
