"""A ready player by rules of thumb.

A strategy is a function ``(view, legal) -> action``. The plain one puts a worth in points on every field and
takes the best; in contests, auctions and payments it asks the calculators. Its numbers are rules of thumb."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeAlias

from gamekit.aquileia.odds import Bidder, Contest, Entrant, best_play, blue_split, contest_on, latro
from gamekit.aquileia.rules.contests import fighters
from gamekit.aquileia.rules.harbour import income
from gamekit.aquileia.rules.rounds import villa_totals
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
    PRICES,
    SETUP,
    Purse,
    Worth,
    helps,
    prize_coins,
)

Legal: TypeAlias = tuple[Action, ...]
P_STOLEN = float(latro({"gold"}).p(bool))  # the same for every coin, whatever else lies there
Strategy: TypeAlias = Callable[[View, Legal], Action]
FORUM = tuple(name for name in FIELDS if FIELDS[name].district == "forum")


def plain(view: View, legal: Legal) -> Action:
    """Take the action with the highest estimated worth, without looking ahead."""
    if len(legal) == 1:
        return legal[0]
    return _DECIDE[view.table.task.step](_outlook(view), legal)


@dataclass(frozen=True, slots=True)
class Valuation:
    """The plain player's present worths: coins, each laurel, each slave."""

    view: View
    worth: Worth
    each: tuple[float, float, float]  # the same for one coin, bronze to gold
    laurels: dict[str, float]
    slaves: int
    rounds: int

    @property
    def table(self) -> Table:
        return self.view.table

    @property
    def seat(self) -> int:
        return self.view.seat

    @property
    def purse(self) -> Purse:
        return self.table.purses[self.seat]

    def coins(self, purse: Purse) -> float:
        bronze, silver, gold = self.each
        return purse.bronze * bronze + purse.silver * silver + purse.gold * gold


def _outlook(view: View) -> Valuation:
    """Coins and cards lose their worth as the game runs out; a laurel is worth its villas, and some hope."""
    rounds = SETUP["rounds"] - view.table.round
    totals = villa_totals(view.table.buildings(view.seat))
    hope = 3 * min(2, rounds)
    laurels = {
        name: float(laurel.points or max(totals[colour] for colour in laurel.colours) + hope)
        for name, laurel in LAURELS.items()
    }
    slaves = sum(CARDS[card].strength for card in view.hand if CARDS[card].kind == "slave")
    best = max(6.0, *(laurels[colour] for colour in COLOURS))
    return Valuation(view, *_late(rounds, int(best)), laurels, slaves, rounds)


@cache
def _late(rounds: int, laurel: int) -> tuple[Worth, tuple[float, float, float]]:
    standard, share = Worth(), (1 + rounds) / SETUP["rounds"]
    spent = {name: getattr(standard, name) * share for name in Worth.__slots__ if not name.startswith("laurel")}
    worth = replace(standard, **spent | {"point": 1, "laurel_chosen": laurel, "laurel_left": laurel / 2})
    return worth, (float(worth.bronze), float(worth.silver), float(worth.gold))


def _building(outlook: Valuation, name: str) -> float:
    """The worth of a building: a villa by laurels held and expected, any other by the harbours to come."""
    building = BUILDINGS[name]
    if building.kind != "villa":
        return (building.points + outlook.coins(building.income)) * (outlook.rounds + 1) / 2
    laurels = (*outlook.view.laurels, *outlook.table.shown[outlook.seat])
    held = sum(1 for laurel in laurels if building.colour in LAURELS[laurel].colours)
    return building.points * (held + min(outlook.rounds, 4) / 5)


# placing


def _place(outlook: Valuation, legal: Legal) -> Action:
    return max(legal, key=lambda action: _placing(outlook, action))


def _placing(outlook: Valuation, action: Action) -> float:
    if isinstance(action, Place):
        return _FIELDS.get(FIELDS[action.field].district, _market)(outlook, action.field)
    placed = sum(1 for seat in outlook.table.track if seat != NOBODY)
    return placed + 0.5 if isinstance(action, TieBreaker) else 0.0


def _market(outlook: Valuation, name: str) -> float:
    if name == "dolus":
        return outlook.coins(Purse(1, 1, 1)) * 2 / 3
    if name == "pecunia":
        return float(SETUP["exchange_points"])
    if name == "potentia":
        return 4.0 * sum(_present(outlook, where) for where in ("arena", "stadium"))
    return _gear(outlook, name) if name.startswith("equi") else _slaves(outlook, name)


def _present(outlook: Valuation, where: str) -> bool:
    return any(fighter.seat == outlook.seat for fighter in fighters(outlook.table, where))


def _gear(outlook: Valuation, name: str) -> float:
    card = outlook.table.row[int(name.split()[1]) - 1]
    if not card or not outlook.purse.bronze:
        return -1.0
    drawn = 2 if FIELDS[name].cards > 1 else 0
    return (CARDS[card].strength + drawn - outlook.coins(ONE["bronze"])) * min(2, 1 + outlook.rounds)


def _slaves(outlook: Valuation, name: str) -> float:
    field = FIELDS[name]
    cards = min(field.cards, dict(outlook.purse.items())[field.coin])
    each = 3.0 if outlook.slaves < 4 else 1.0
    return cards * (each - outlook.coins(ONE[field.coin])) if cards else -1.0


def _contest(outlook: Valuation, name: str) -> float:
    """The gain in expected prizes from joining a contest, or from more strength in it."""
    where, side = FIELDS[name].district, FIELDS[name].coin or "bronze"
    base = {fighter.seat: fighter.base for fighter in fighters(outlook.table, where)}
    others = tuple(_rival(outlook.table, seat, strength) for seat, strength in base.items() if seat != outlook.seat)
    cards = sum(CARDS[card].strength for card in outlook.view.hand if helps(card, where, side))
    blue = SETUP["blue_dice"] // 2 if outlook.table.on("potentia") == outlook.seat else 0
    mine, stood = _rival(outlook.table, outlook.seat, FIELDS[name].strength), base.get(outlook.seat, 0)
    joined = replace(mine, base=stood + mine.base, cards=cards, blue=blue)
    ladder = _ladder(outlook, where, side, joined.sure + 1)
    before = _expected((replace(joined, base=stood), *others), ladder) if stood else 0.0
    return _expected((joined, *others), ladder) - before


def _rival(table: Table, seat: int, base: int) -> Entrant:
    """A player who is reckoned with one point in cards and, while it is not placed, a late tie-breaker."""
    return Entrant(table.names[seat], base, table.tie_place(seat) or SETUP["tie_places"] + 1 + seat, cards=1)


def _ladder(outlook: Valuation, where: str, side: str, strength: int) -> tuple[float, ...]:
    coin, worth = outlook.coins(ONE[side]), outlook.worth
    first, second, third = (prize_coins(where, rank) * coin for rank in (1, 2, 3))
    if where == "arena":
        return (first + SETUP["victory_factor"] * strength, second + float(worth.slave), third)
    return (first + float(worth.laurel_chosen), second + float(worth.laurel_left), third)


def _expected(entrants: tuple[Entrant, ...], ladder: tuple[float, ...]) -> float:
    """The expected prize of the first entrant."""
    chances = _rank_chances(entrants) if len(entrants) > 1 else (1.0,)
    return sum(chance * prize for chance, prize in zip(chances, ladder))


@cache
def _rank_chances(entrants: tuple[Entrant, ...]) -> tuple[float, ...]:
    return tuple(Contest(entrants).p_rank(entrants[0].name, numbers=float))


def _theatre(outlook: Valuation, name: str) -> float:
    return outlook.coins(Purse(1, 1, 1)) + 2


def _forum(outlook: Valuation, name: str) -> float:
    """The best house that coins and slaves in hand can pay; the field of a second house is worth less."""
    table, purse = outlook.table, outlook.purse
    able = [
        _building(outlook, house.name) + house.points * FIELDS[name].scores
        for house, owner in zip(BUILDINGS.values(), table.owners)
        if owner == NOBODY and purse.covers(PRICES[house.name]) and outlook.slaves >= house.slaves
    ]
    ahead = sum(1 for field in FORUM if table.on(field) == outlook.seat)
    return max(able) / (1 + 2 * ahead) if able else -1.0


def _harbour(outlook: Valuation, name: str) -> float:
    if name == "latro":
        lying = [kind for kind, there in zip(COINS, outlook.table.harbour) if there]
        return sum(outlook.coins(ONE[kind]) for kind in lying) * P_STOLEN if lying else 0.5
    points, coins = income(outlook.table, outlook.seat)
    return points + outlook.coins(coins) - outlook.coins(ONE[FIELDS[name].coin])


_FIELDS: dict[str, Callable[[Valuation, str], float]] = {
    "arena": _contest,
    "stadium": _contest,
    "theatrum": _theatre,
    "forum": _forum,
    "portus": _harbour,
}


# acting


def _change(outlook: Valuation, legal: Legal) -> Action:
    """Gives a coin that there are three of for one that there is none of."""

    def wanted(change: Change) -> bool:
        purse = outlook.purse
        return purse.covers(change.give + change.give + change.give) and not purse.covers(change.get)

    return next((action for action in legal if isinstance(action, Change) and wanted(action)), Pass())


def _buy(outlook: Valuation, legal: Legal) -> Action:
    """Buys while something can still be built, and no more slaves than a large house takes twice."""
    buys = [action for action in legal if isinstance(action, Buy)]
    late = not outlook.rounds and not any(outlook.table.on(name) == outlook.seat for name in FORUM)
    if not buys or late:
        return Pass()
    return buys[-1] if outlook.slaves < 6 else buys[0]


def _cards(outlook: Valuation, legal: Legal) -> Action:
    """The cards of best play when nobody answers with any."""
    contest, player = contest_on(outlook.table, blue=outlook.table.blue), outlook.view.player
    if contest is None:
        return Pass()
    plan = best_play(contest, {player: outlook.view.hand}, outlook.worth, numbers=float)
    if plan.decider != player or not plan.choices[0].cards:
        return Pass()
    return Play(plan.choices[0].cards[0])


def _blue(outlook: Valuation, legal: Legal) -> Action:
    """The best split when a race is still to come, else the best number."""
    table, player = outlook.table, outlook.view.player
    here, most = contest_on(table, blue=table.blue), len(legal) - 1
    race = contest_on(table, "stadium") if table.contest == "arena" else None
    if here is None:
        return Blue(0)
    if race is not None and player in race.names:
        split = blue_split(here, race, player, dice=table.blue, worth=outlook.worth, numbers=float)
        return Blue(min(split.best, most))
    plan = best_play(here, None, outlook.worth, numbers=float)
    return Blue(min(plan.choices[0].dice, most))


def _laurel(outlook: Valuation, legal: Legal) -> Action:
    return max(legal, key=lambda take: outlook.laurels[take.prize] if isinstance(take, Take) else 0.0)


def _bid(outlook: Valuation, legal: Legal) -> Action:
    """Up to two thirds of what the laurel is worth."""
    sale = outlook.table.auction
    assert sale
    limit = outlook.laurels[sale.laurel] * 2 / 3
    answer = Bidder(outlook.view.player, outlook.purse, limit, outlook.worth).answer(sale.bid)
    return Bid(answer) if answer else Pass()


def _build(outlook: Valuation, legal: Legal) -> Action:
    """The house that brings most beyond half its price; coins kept can build later, but seldom all of them."""
    scores = FIELDS[outlook.table.task.about].scores

    def net(action: Action) -> float:
        if not isinstance(action, Build):
            return 0.0
        house = BUILDINGS[action.building]
        paid = outlook.coins(house.coins) + float(sum(map(outlook.worth.card, action.slaves)))
        return _building(outlook, house.name) + house.points * scores - paid / 2

    return max(legal, key=net)


def _pay_again(outlook: Valuation, legal: Legal) -> Action:
    return Pay() if _harbour(outlook, outlook.table.task.about) > 0 else Pass()


_DECIDE: dict[Step, Callable[[Valuation, Legal], Action]] = {
    Step.PLACE: _place,
    Step.PECUNIA: _change,
    Step.EQUI: _buy,
    Step.SERVI: _buy,
    Step.CARDS: _cards,
    Step.BLUE: _blue,
    Step.PRIZE: lambda outlook, legal: legal[0],
    Step.LAUREL: _laurel,
    Step.BID: _bid,
    Step.FORUM: _build,
    Step.HARBOUR: _pay_again,
}
