"""The theatre's auction: bids still possible, bidders already beaten, and its course among bidders with limits (6.1).

A bid answers another by the very same coins and one more, so bids are purses that grow, and a bidder who lacks one coin
of the highest bid is out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Any, NamedTuple

from gamekit.analysis.evaluate import Perturbation, perturbation
from gamekit.aquileia.rules.districts import raises_by_one_coin
from gamekit.aquileia.tables import PointWorth, Purse, exact_number, require_purse
from gamekit.probability.distribution import Basis, Dist, Number
from gamekit.text.translation import note
from gamekit.text.validation import as_tuple, convert_numpy_fields, require_type

RIGHT = "several of Bidder, such as [Bidder('Ada', Purse(2)), Bidder('Ben', Purse(1))]"


def reachable_bids(bid: Purse, purse: Purse) -> tuple[Purse, ...]:
    """Return every higher bid that a purse can make or reach; none when the purse lacks a coin of this bid.

    >>> [str(higher) for higher in reachable_bids(Purse(silver=1), Purse(silver=2, gold=1))]
    ['1 silver, 1 gold', '2 silver', '2 silver, 1 gold']
    """
    if not require_purse(purse).covers(require_purse(bid, "the bid")):
        return ()
    ranges = [range(low, high + 1) for (_, low), (_, high) in zip(bid.items(), purse.items())]
    return tuple(higher for counts in product(*ranges) if (higher := Purse(*counts)) != bid)


def cannot_raise(bid: Purse, purse: Purse) -> bool:
    """Return whether a purse cannot answer a bid, that is, lacks its coins and one more.

    >>> cannot_raise(Purse(silver=2, bronze=1), Purse(silver=3, gold=2))
    True
    """
    return not raises_by_one_coin(require_purse(bid, "the bid"), require_purse(purse))


@dataclass(frozen=True, slots=True)
class AuctionStanding:
    """A bidder's position against the highest bid.

    ``raises`` are the bids that are legal now, each one coin more; ``reach`` all that the purse allows in later turns;
    ``out`` the rivals who can answer no more; ``knockouts`` the bids in reach that no rival could answer;
    ``unbeatable_rivals`` those who can answer every bid that the bidder can make.
    """

    raises: tuple[Purse, ...]
    reach: tuple[Purse, ...]
    out: tuple[str, ...]
    knockouts: tuple[Purse, ...]
    unbeatable_rivals: tuple[str, ...]
    basis: Basis

    @property
    def cannot_raise(self) -> bool:
        """Whether the bidder is beaten for certain: it has no legal raise."""
        return not self.raises


def auction_standing(
    highest_bid: Purse, purse: Purse, rivals: Mapping[str, Purse], leader: str = ""
) -> AuctionStanding:
    """Return the position of a bidder with this ``purse`` who must answer the highest bid in the theatre's auction by
    the very same coins and one more (6.1).

    ``rivals`` are the purses, by name, of those who are still in it; ``leader`` is the one who made the bid, if any:
    it needs no answer from them, and they are not beaten.

    >>> mine = auction_standing(Purse(silver=2), Purse(2, 2, 0), {"Walter": Purse(silver=4), "Kiko": Purse(3, 3, 0)})
    >>> [str(bid) for bid in mine.raises], mine.unbeatable_rivals
    (['1 bronze, 2 silver'], ('Kiko',))
    """
    for name, other in require_type(rivals, Mapping, "rivals", "purses by name, such as {'Ada': Purse(1)}").items():
        require_purse(other, f"the purse of {name}")
    possible = reachable_bids(highest_bid, purse)
    asked = {name: possible if name == leader else (highest_bid, *possible) for name in rivals}
    return AuctionStanding(
        raises_by_one_coin(highest_bid, purse),
        possible,
        tuple(name for name, other in rivals.items() if name != leader and cannot_raise(highest_bid, other)),
        tuple(mine for mine in possible if all(cannot_raise(mine, other) for other in rivals.values())),
        tuple(name for name, other in rivals.items() if not any(cannot_raise(mine, other) for mine in asked[name])),
        ("6.1",),
    )


@dataclass(frozen=True, slots=True)
class Bidder:
    """A bidder: coins, the highest total it will pay, and the worth of each coin to it.

    The limit is in the bidder's own worths by coin kind; without one every coin may be bid.
    """

    name: str
    purse: Purse
    limit: Number | None = None
    worth: PointWorth = field(default_factory=PointWorth)

    def __post_init__(self) -> None:
        convert_numpy_fields(self)
        require_purse(self.purse, f"the purse of {self.name}")
        require_type(self.worth, PointWorth, f"the worth to {self.name}", "a PointWorth")
        sound = isinstance(self.limit, (int, float, Fraction)) and 0 <= self.limit < float("inf")
        if self.limit is not None and not sound:
            raise ValueError(f"limit={self.limit!r} for {self.name}; give a number from 0 up, or None for no limit")

    def is_within_limit(self, bid: Purse) -> bool:
        """Return whether a bid stays within the limit."""
        return self.limit is None or self.worth.worth_of_coins(bid) <= exact_number(self.limit)

    def cheapest_raise(self, bid: Purse) -> Purse | None:
        """Return the cheapest raise by the bidder's own worths, bronze before silver before gold; None for a pass."""
        within = [higher for higher in raises_by_one_coin(bid, self.purse) if self.is_within_limit(higher)]
        return min(within, key=self.worth.worth_of_coins, default=None)


class Sale(NamedTuple):
    """The end of an auction: the winner, the price, and what that is in victory points by the usual worth of coins."""

    winner: str
    price: Purse
    points: Fraction


@dataclass(frozen=True, slots=True)
class AuctionCourse:
    """The course of an auction: every bid in turn (None is a pass), the winner, the price, and who receives it.

    ``paid_to`` is None when the price goes to the bank, or when there is none. If nobody bids, the placer, who speaks
    first, wins for no coin.
    """

    spoken: tuple[tuple[str, Purse | None], ...]
    winner: str
    price: Purse
    paid_to: str | None
    basis: Basis
    bidders: tuple[Bidder, ...] = field(default=(), compare=False, repr=False)

    @property
    def question(self) -> partial[AuctionCourse]:
        """The question as a call to repeat it, for a link code."""
        return partial(auction_course, self.bidders)

    def summary(self, numbers: type = int) -> dict[str, Any]:
        """Return the figures in sweeps: the price in victory points by the usual worths, its coins, the winner."""
        (sale,) = self.distribution()
        points = float(sale.points) if numbers is float else sale.points
        return {"price": points, **dict(sale.price.items()), "winner": sale.winner, "basis": self.basis}

    def changes(self) -> Iterator[Perturbation]:
        """Yield every change of one input: a coin of a bidder, its limit, the bidder who speaks first."""

        def other(at: int, **changed: Any) -> AuctionCourse:
            return auction_course((*self.bidders[:at], replace(self.bidders[at], **changed), *self.bidders[at + 1 :]))

        def richer(at: int, coin: str, by: int) -> AuctionCourse:
            counts = dict(self.bidders[at].purse.items())
            return other(at, purse=Purse(**(counts | {coin: counts[coin] + by})))

        for at, bidder in enumerate(self.bidders):
            for coin, count in bidder.purse.items():
                said = note("aquileia.change.coin", name=bidder.name, coin=note(f"aquileia.board.coin.{coin}"))
                yield perturbation(said, *((str(count + by), partial(richer, at, coin, by)) for by in (-1, 1)))
            if (limit := bidder.limit) is not None:
                ways = [(str(limit + by), partial(other, at, limit=limit + by)) for by in (-1, 1)]
                yield perturbation(note("aquileia.change.limit", name=bidder.name), *ways)
        for at, bidder in enumerate(self.bidders[1:], 1):
            said = note("aquileia.change.first", name=bidder.name)
            yield perturbation(said, None, (said, partial(auction_course, (*self.bidders[at:], *self.bidders[:at]))))

    def distribution(self, numbers: type = int) -> Dist[Sale]:
        """Return the distribution of the ``Sale``: a single certain one, since all limits are known.

        >>> bidders = Bidder("Ada", Purse(silver=1), 0), Bidder("Ben", Purse(silver=1, gold=1), 9)
        >>> ends = auction_course(bidders).distribution()
        >>> ends.p(lambda sale: sale.winner == "Ben"), ends.mean(lambda sale: sale.points)
        (Fraction(1, 1), Fraction(2, 1))
        """
        sale = Sale(self.winner, self.price, Fraction(PointWorth().worth_of_coins(self.price)))
        return Dist({sale: 1.0 if numbers is float else 1}, self.basis)


def auction_course(bidders: Iterable[Bidder]) -> AuctionCourse:
    """Return the auction's course by bidders with limits, clockwise; the placer speaks first and may decline to open.

    >>> course = auction_course([Bidder("Ada", Purse(silver=1), 0), Bidder("Ben", Purse(silver=1, gold=1), 9)])
    >>> course.winner, str(course.price), course.paid_to
    ('Ben', '1 silver', 'Ada')
    """
    everybody = as_tuple(bidders, "the bidders", RIGHT)
    for bidder in everybody:
        require_type(bidder, Bidder, "a bidder", RIGHT)
    names = [bidder.name for bidder in everybody]
    if not names or len(set(names)) < len(names):
        raise ValueError(f"bidders with different names are needed, not {', '.join(names) or 'none'}")
    waiting, spoken = list(everybody), []
    bid, leader = Purse(), None
    while waiting and waiting != [leader]:
        bidder = waiting.pop(0)
        higher = bidder.cheapest_raise(bid)
        spoken.append((bidder.name, higher))
        if higher is not None:
            bid, leader = higher, bidder
            waiting.append(bidder)
    winner = leader or everybody[0]
    paid_to = None if winner is everybody[0] else everybody[0].name
    basis = ("6.1", "6.2", "6.3", note("aquileia.basis.cheapest"), note("aquileia.basis.opening"))
    return AuctionCourse(tuple(spoken), winner.name, bid, paid_to, basis, everybody)
