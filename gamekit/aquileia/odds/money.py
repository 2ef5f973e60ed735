"""Coins: the yield of thief and harbour, every exact way to pay, the bank's exchanges."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import NamedTuple

from gamekit.aquileia import tables as t
from gamekit.aquileia.rules.districts import slave_ways
from gamekit.aquileia.tables import BuildingCost, Purse
from gamekit.aquileia.tables import require_coin as checked
from gamekit.probability.distribution import Basis, Dist
from gamekit.text.translation import note
from gamekit.text.validation import as_tuple, require_type


def dolus_coins() -> Dist[Purse]:
    """Return the coins of the swindler's two dice (3.1).

    >>> dolus_coins()[Purse(bronze=1, gold=1)], dolus_coins()[Purse(silver=2)], dolus_coins().total_weight
    (2, 1, 9)
    """
    return Dist(((Purse.of(*faces), 1) for faces in product(t.COINS, repeat=t.SETUP["thrown"])), ("1.2", "3.1"))


def latro_coins(kinds_in_harbour: Iterable[str]) -> Dist[Purse]:
    """Return the coins that the thief takes of the kinds ``kinds_in_harbour`` in the harbour, at most one per field
    (8.1).

    >>> {str(stolen): weight for stolen, weight in latro_coins({"bronze", "gold"}).items()}
    {'1 bronze': 3, '1 bronze, 1 gold': 2, 'no coin': 1, '1 gold': 3}
    """
    there = {
        checked(kind) for kind in as_tuple(kinds_in_harbour, "what is lying", "kinds of coins, such as {'bronze'}")
    }
    throws = product(t.COINS, repeat=t.SETUP["thrown"])
    basis = ("1.2", "8.1", note("aquileia.basis.thief"))
    return Dist(((Purse.of(*(set(faces) & there)), 1) for faces in throws), basis)


@dataclass(frozen=True, slots=True)
class HarbourYield:
    """A henchman in the harbour: its chance to activate, and the ``points`` and ``coins`` that it then yields.

    ``coin_stays``: the chance that the coin is there after the thief; ``activates``: that it is, or one pays again.
    ``distribution`` is the Dist of (points, own coins afterwards).
    """

    points: int
    coins: Purse
    coin_stays: Fraction
    activates: Fraction
    distribution: Dist[tuple[int, Purse]]
    basis: Basis


def harbour_yield(
    coin: str,
    buildings: Iterable[str | t.Building] = (),
    purse: Purse | None = None,
    *,
    thief: bool = True,
    own_thief: bool = False,
    pay_again: bool = True,
) -> HarbourYield:
    """Return the points and coins that the harbour gives a henchman on the field of a ``coin``, "bronze", "silver" or
    "gold" (8.2).

    ``buildings`` are one's own, by name or as records; ``purse`` what is in stock besides the coin lying there.
    ``thief``: a thief is in the harbour first; ``own_thief``: it is one's own, and the coin comes back to the stock.
    ``pay_again``: pay from the stock when the coin is gone (8.2).

    >>> one = harbour_yield("silver", ["bank 4", "workshop 7"])
    >>> one.points, str(one.coins), one.coin_stays, one.activates
    (4, '1 silver, 1 gold', Fraction(4, 9), Fraction(4, 9))
    """
    kind, stock = checked(coin), Purse() if purse is None else t.require_purse(purse)
    listed = as_tuple(buildings, "the buildings", "names of buildings, such as ['bank 4']")
    own = [b if isinstance(b, t.Building) else t.BUILDINGS[t.require_known("building", b, t.BUILDINGS)] for b in listed]
    points = sum(building.points for building in own if building.kind == "workshop")
    coins = sum((building.income for building in own), Purse())

    def after(stolen: Purse) -> tuple[bool, bool, Purse]:
        if not stolen:
            return True, True, stock + coins
        held = stock + t.ONE[kind] if own_thief else stock
        paid = pay_again and held.covers(t.ONE[kind])
        return False, paid, held - t.ONE[kind] + coins if paid else held

    ends = (latro_coins({kind}) if thief or own_thief else Dist({Purse(): 1})).map(after)
    basis = ("8.1", "8.2", note("aquileia.basis.harbour_coin"), *_judged(own))
    dist: Dist[tuple[int, Purse]] = Dist(ends.map(lambda end: (points if end[1] else 0, end[2])).items(), basis)
    return HarbourYield(points, coins, ends.p(lambda end: end[0]), ends.p(lambda end: end[1]), dist, basis)


def _judged(buildings: Iterable[t.Building]) -> tuple[str, ...]:
    return (note("aquileia.basis.buildings"),) if any("judged:" in b.source for b in buildings) else ()


class ExactPayment(NamedTuple):
    """One exact way to pay: the coins, the slave cards, and the slaves paid beyond the need."""

    coins: Purse
    slaves: tuple[str, ...]
    overpaid: int


class Payments(tuple[ExactPayment, ...]):
    """The ways to pay, cheapest first; when there is none, ``reason`` says what is missing."""

    reason: str
    basis: Basis


def payments(
    cost: BuildingCost | t.Building | str, purse: Purse, slaves: Iterable[str] = (), worth: t.PointWorth | None = None
) -> Payments:
    """Return every exact way to pay a cost (or a building by name) from a purse and slave cards in hand (1.3, 7.2).

    Coins are paid exactly. Slaves may be overpaid, without change, but no card is given that could be left out.
    Cheapest first by ``worth``, then by fewer cards. Empty with a ``reason`` when coins or slaves are missing.

    >>> cost = BuildingCost(bronze=2, silver=2, gold=1, slaves=3)
    >>> payments(cost, Purse(2, 2, 1), ["slave 2", "slave 2"])[0].overpaid
    1
    >>> payments(cost, Purse(2, 2), ["slave 2"]).reason
    '1 gold and 1 slave missing'
    """
    price, purse = _cost(cost), t.require_purse(purse)
    hand = tuple(sorted(map(_slave, as_tuple(slaves, "the slave cards", "names such as ['slave 2']"))))
    weights = require_type(worth or t.PointWorth(), t.PointWorth, "the worth", "a PointWorth")
    ways = slave_ways(price.slaves, hand) if purse.covers(price.coin_cost) else ()
    strength = {paid: sum(t.CARDS[card].strength for card in paid) for paid in ways}
    paid = sorted(ways, key=lambda cards: (sum(map(weights.worth_of_card, cards)), len(cards), cards))
    found = Payments(ExactPayment(price.coin_cost, cards, strength[cards] - price.slaves) for cards in paid)
    found.reason = "" if found else _missing(price, purse, hand)
    judged = (note("aquileia.basis.buildings"),) if "judged:" in getattr(_building(cost), "source", "") else ()
    found.basis = ("1.3", "7.2", note("aquileia.basis.no_needless_card"), *judged)
    return found


def _building(cost: BuildingCost | t.Building | str) -> BuildingCost | t.Building:
    return t.BUILDINGS[t.require_known("building", cost, t.BUILDINGS)] if isinstance(cost, str) else cost


def _cost(cost: BuildingCost | t.Building | str) -> BuildingCost:
    right = "a building's name, such as 'bank 4', or a BuildingCost"
    thing = require_type(_building(cost), (t.Building, BuildingCost), "the cost", right)
    return thing.cost if isinstance(thing, t.Building) else thing


def _slave(card: str) -> str:
    return str(
        t.require_known("slave card", card, [name for name, design in t.CARDS.items() if design.kind == "slave"])
    )


def _missing(cost: BuildingCost, purse: Purse, hand: tuple[str, ...]) -> str:
    short = [f"{count} {kind}" for kind, count in purse.missing_to_pay(cost.coin_cost).items() if count]
    if (slaves := cost.slaves - sum(t.CARDS[card].strength for card in hand)) > 0:
        short.append(f"{slaves} slave{'s' * (slaves > 1)}")
    return " and ".join(short) + " missing"


class ExchangeOption(NamedTuple):
    """One exchange at the bank and the purse after it."""

    give: Purse
    get: Purse
    purse: Purse


class Exchanges(tuple[ExchangeOption, ...]):
    """The exchanges that a purse can make, of which one may be made."""

    basis: Basis


def exchange_options(purse: Purse) -> Exchanges:
    """Return the exchanges that the bank makes with a purse, of which one may be made (3.2); the list is our judgement.

    >>> [str(way.purse) for way in exchange_options(Purse(gold=1))]
    ['1 bronze', '1 silver']
    """
    t.require_purse(purse)
    found = Exchanges(ExchangeOption(give, get, purse - give + get) for give, get in t.EXCHANGES if purse.covers(give))
    found.basis = ("3.2", note("aquileia.basis.exchanges")) if t.EXCHANGES_JUDGED else ("3.2",)
    return found
