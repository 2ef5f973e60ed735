"""What if: many contests at once, and every single change of a contest and of an auction."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import combinations
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from gamekit.aquileia.odds.bidding import AuctionCourse, auction
from gamekit.aquileia.odds.contest import PLACES, Contest, Entrant, near, throws_of
from gamekit.aquileia.odds.plan import BlueSplit, ContestPlan
from gamekit.aquileia.tables import Purse
from gamekit.dist import join
from gamekit.doors import DOORS, Doors, Single, Way, single
from gamekit.words import note

if TYPE_CHECKING:
    import pandas as pd


def contests(listed: Iterable[Contest], name: str | None = None, numbers: Any = Fraction) -> pd.DataFrame:
    """The rank chances of an entrant in every contest, one row each, in their order; a column a place.

    ``name`` is the entrant, without it the first of each contest in turn order; a place that a contest has not is None
    (NaN of floats). Contests with the same numbers of dice are thrown together.

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
    places = [contest.index(name) if name is not None else 0 for contest in every]
    found = _by_dice(every, places, numbers)
    most = max(map(len, found.values()), default=0)
    table = [found[row] + [None] * (most - len(found[row])) for row in range(len(every))]
    frame = pd.DataFrame(table, columns=list(PLACES[:most]), dtype=float if numbers is float else object)
    exact = note("basis.rounded" if numbers is float else "basis.exact")
    frame.attrs["basis"] = join((exact,), *{contest.basis: None for contest in every})
    return frame


def _by_dice(every: Sequence[Contest], places: Sequence[int], numbers: Any) -> dict[int, list[Any]]:
    """The rank chances of each contest, those with the same numbers of dice together."""
    thrown: dict[tuple[int, ...], list[int]] = {}
    for row, contest in enumerate(every):
        thrown.setdefault(tuple(each.red + each.blue for each in contest.entrants), []).append(row)
    found: dict[int, list[Any]] = {}
    for dice, rows in thrown.items():
        total, step = 3 ** sum(dice), max(1, MOST_POINTS // prod(count + 1 for count in dice))
        for here in (rows[first : first + step] for first in range(0, len(rows), step)):
            weights = _ranks([every[row] for row in here], [places[row] for row in here], dice)
            shares = (weights / total).tolist() if numbers is float else _fractions(weights, total)
            found |= zip(here, shares)
    return found


def _fractions(weights: Any, total: int) -> list[list[Fraction]]:
    return [[Fraction(int(weight), total) for weight in ranks] for ranks in weights]


MOST_POINTS = 1 << 20  # of the grids of throws that are looked at together


def _ranks(listed: Sequence[Contest], places: Sequence[int], dice: tuple[int, ...]) -> Any:
    """The weights of each rank of one entrant of each contest, whose dice are as many: a row a contest."""
    faces, weights = throws_of(dice)
    keys = np.array([_keys(contest.entrants, len(weights)) for contest in listed])
    rows, count = np.arange(len(listed)), len(dice)
    own = np.array(places)
    mine = keys[rows, own][:, None] + count * faces[own]
    rank = sum((keys[:, [n]] + count * faces[n] > mine).astype(np.int64) for n in range(count))
    flat = (rank + count * rows[:, None]).ravel()
    return np.bincount(flat, np.tile(weights, len(listed)), count * len(listed)).reshape(-1, count)


def _keys(entrants: Sequence[Entrant], beyond: int) -> list[int]:
    """What orders entrants before dice that add less than ``beyond``: strength, then the lower tie-breaker's place."""
    ties = sorted((entrant.tie for entrant in entrants), reverse=True)
    starts = near([entrant.sure for entrant in entrants], beyond)
    return [start * len(entrants) + ties.index(entrant.tie) for start, entrant in zip(starts, entrants)]


def changes(contest: Contest) -> Iterator[Single]:
    """Every single change of a contest: of each entrant the fields, the cards, red and blue dice; who breaks a tie."""
    for entrant in contest.entrants:
        for field in ("base", "cards", "red", "blue"):
            now = getattr(entrant, field)
            ways: list[Way] = [
                (str(now + by), partial(contest.with_entrant, entrant.name, **{field: now + by})) for by in (-1, 1)
            ]
            yield single(note(f"aquileia.change.{field}", name=entrant.name), *ways)
    for one, other in combinations(contest.entrants, 2):
        said = note("aquileia.change.tie", one=one.name, other=other.name)
        swapped = {one: replace(one, tie=other.tie), other: replace(other, tie=one.tie)}
        others = Contest(swapped.get(entrant, entrant) for entrant in contest.entrants)
        yield Single(said, None, (said, others))


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


def _auction_changes(course: AuctionCourse) -> Iterator[Single]:
    """Every single change of an auction: a coin of a bidder, his limit; who speaks first."""

    def other(at: int, **changes: Any) -> AuctionCourse:
        return auction((*course.bidders[:at], replace(course.bidders[at], **changes), *course.bidders[at + 1 :]))

    def richer(at: int, coin: str, by: int) -> AuctionCourse:
        counts = dict(course.bidders[at].purse.items())
        return other(at, purse=Purse(**(counts | {coin: counts[coin] + by})))

    for at, bidder in enumerate(course.bidders):
        for coin, count in bidder.purse.items():
            said = note("aquileia.change.coin", name=bidder.name, coin=note(f"aquileia.board.coin.{coin}"))
            yield single(said, *((str(count + by), partial(richer, at, coin, by)) for by in (-1, 1)))
        if (limit := bidder.limit) is not None:
            ways = [(str(limit + by), partial(other, at, limit=limit + by)) for by in (-1, 1)]
            yield single(note("aquileia.change.limit", name=bidder.name), *ways)
    for at, bidder in enumerate(course.bidders[1:], 1):
        said = note("aquileia.change.first", name=bidder.name)
        yield single(said, None, (said, partial(auction, (*course.bidders[at:], *course.bidders[:at]))))


DOORS[Contest] = Doors(lambda listed, numbers: contests(listed, None, numbers), changes)
DOORS[ContestPlan] = Doors(_plans)
DOORS[BlueSplit] = Doors(_splits)
DOORS[AuctionCourse] = Doors(_auctions, _auction_changes)
