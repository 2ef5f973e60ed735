"""What if: many contests at once, and every single change of a contest and of an auction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING, Any

from gamekit.analysis.evaluate import DOORS, Doors, Perturbation, Way, perturbation
from gamekit.aquileia.odds.bidding import AuctionCourse, auction
from gamekit.aquileia.odds.contest import PLACES, Contest
from gamekit.aquileia.odds.plan import BlueSplit, ContestPlan
from gamekit.aquileia.tables import Purse
from gamekit.probability.distribution import join
from gamekit.text.translation import note

if TYPE_CHECKING:
    import pandas as pd


def contests(listed: Iterable[Contest], name: str | None = None, numbers: Any = Fraction) -> pd.DataFrame:
    """The rank chances of an entrant in every contest, one row each, in their order; a column a place.

    ``name`` is the entrant, without it the first of each contest in turn order; a place that a contest has not is None
    (NaN of floats).

    >>> from gamekit import aquileia as aq
    >>> rival = aq.Entrant("Ada", base=2, tie=1)
    >>> arenas = [aq.Contest([rival, aq.Entrant("Ben", base=base, tie=2)]) for base in (1, 2, 3)]
    >>> contests(arenas, "Ben")["first"].map(str).tolist()
    ['68/729', '242/729', '487/729']
    """
    import pandas as pd

    if not isinstance(listed, Iterable):
        raise ValueError(f"listed is {listed!r}; it should be several contests, such as [arena, race]")
    every = list(listed)
    for row, contest in enumerate(every):
        if not isinstance(contest, Contest):
            raise ValueError(f"contest {row} is {contest!r}; it should be an aq.Contest")
    found = [contest.p_rank(contest.names[0] if name is None else name, numbers) for contest in every]
    most = max(map(len, found), default=0)
    table = [ranks + [None] * (most - len(ranks)) for ranks in found]
    frame = pd.DataFrame(table, columns=list(PLACES[:most]), dtype=float if numbers is float else object)
    exact = note("basis.rounded" if numbers is float else "basis.exact")
    frame.attrs["basis"] = join((exact,), *{contest.basis: None for contest in every})
    return frame


def changes(contest: Contest) -> Iterator[Perturbation]:
    """Every single change of a contest: of each entrant the fields, the cards, red and blue dice; who breaks a tie."""
    for entrant in contest.entrants:
        for field in ("base", "cards", "red", "blue"):
            now = getattr(entrant, field)
            ways: list[Way] = [
                (str(now + by), partial(contest.with_entrant, entrant.name, **{field: now + by})) for by in (-1, 1)
            ]
            yield perturbation(note(f"aquileia.change.{field}", name=entrant.name), *ways)
    for one, other in combinations(contest.entrants, 2):
        said = note("aquileia.change.tie", one=one.name, other=other.name)
        swapped = {one: replace(one, tie=other.tie), other: replace(other, tie=one.tie)}
        others = Contest(swapped.get(entrant, entrant) for entrant in contest.entrants)
        yield Perturbation(said, None, (said, others))


def _plans(plans: Sequence[ContestPlan], numbers: type) -> pd.DataFrame:
    """Of the first entrant of each plan in turn order what it is worth to him, and his rank chances."""
    import pandas as pd

    names = [next(iter(plan.worth)) for plan in plans]
    rows = [{"worth": plan.worth[name], **dict(zip(PLACES, plan.p_rank(name)))} for plan, name in zip(plans, names)]
    frame = pd.DataFrame(rows, dtype=float if numbers is float else object)
    frame.attrs["basis"] = join(*(plan.basis for plan in plans))
    return frame


def _splits(splits: Sequence[BlueSplit], numbers: type) -> pd.DataFrame:
    """What the best number of blue dice is worth, that number, and what the next best costs."""
    import pandas as pd

    rows = [{"worth": split.values[split.best], "best": split.best, "loss": split.loss} for split in splits]
    frame = pd.DataFrame(rows, dtype=float if numbers is float else object)
    frame.attrs["basis"] = join(*(split.basis for split in splits))
    return frame


def _auctions(courses: Sequence[AuctionCourse], numbers: type) -> pd.DataFrame:
    """The price of each auction, in victory points by the usual worth of coins, its coins, and the winner."""
    import pandas as pd

    sales = [next(iter(course.law())) for course in courses]
    kind = float if numbers is float else Fraction
    rows = [{"price": kind(sale.points), **dict(sale.price.items()), "winner": sale.winner} for sale in sales]
    frame = pd.DataFrame(rows)
    frame.attrs["basis"] = join(*(course.basis for course in courses))
    return frame


def _auction_changes(course: AuctionCourse) -> Iterator[Perturbation]:
    """Every single change of an auction: a coin of a bidder, his limit; who speaks first."""

    def other(at: int, **changes: Any) -> AuctionCourse:
        return auction((*course.bidders[:at], replace(course.bidders[at], **changes), *course.bidders[at + 1 :]))

    def richer(at: int, coin: str, by: int) -> AuctionCourse:
        counts = dict(course.bidders[at].purse.items())
        return other(at, purse=Purse(**(counts | {coin: counts[coin] + by})))

    for at, bidder in enumerate(course.bidders):
        for coin, count in bidder.purse.items():
            said = note("aquileia.change.coin", name=bidder.name, coin=note(f"aquileia.board.coin.{coin}"))
            yield perturbation(said, *((str(count + by), partial(richer, at, coin, by)) for by in (-1, 1)))
        if (limit := bidder.limit) is not None:
            ways = [(str(limit + by), partial(other, at, limit=limit + by)) for by in (-1, 1)]
            yield perturbation(note("aquileia.change.limit", name=bidder.name), *ways)
    for at, bidder in enumerate(course.bidders[1:], 1):
        said = note("aquileia.change.first", name=bidder.name)
        yield perturbation(said, None, (said, partial(auction, (*course.bidders[at:], *course.bidders[:at]))))


DOORS[Contest] = Doors(lambda listed, numbers: contests(listed, None, numbers), changes)
DOORS[ContestPlan] = Doors(_plans)
DOORS[BlueSplit] = Doors(_splits)
DOORS[AuctionCourse] = Doors(_auctions, _auction_changes)
