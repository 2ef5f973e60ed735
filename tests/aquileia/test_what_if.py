"""Many contests at once, and single changes, against each contest and auction alone."""

from dataclasses import replace
from fractions import Fraction
from functools import partial
from random import Random

import pytest

import gamekit
from gamekit import aquileia as aq
from gamekit.aquileia.odds.contest import PLACES
from gamekit.text.translation import note
from tests.aquileia.generators import contest_of, crowd


@pytest.mark.clause("aquileia", "4.4", "4.5")
def test_many_contests_are_each_contest() -> None:
    random = Random(66)
    listed = [contest_of(crowd(random)) for _ in range(50)]
    exact, rounded = (gamekit.sweep(lambda at: listed[at], at=range(50), numbers=numbers) for numbers in (int, float))
    assert (exact.attrs["basis"][0], rounded.attrs["basis"][0]) == (note("basis.exact"), note("basis.rounded"))
    for row, contest in enumerate(listed):
        right = contest.p_rank(contest.names[0])
        assert [exact[place][row] for place in PLACES][: len(right)] == right
        assert [rounded[place][row] for place in PLACES[: len(right)]] == pytest.approx(
            list(map(float, right)), abs=1e-12
        )


def test_a_contest_is_changed_in_one_thing_at_a_time() -> None:
    contest = aq.example_contests()["arena"]
    first, second = contest.names[:2]
    rows = gamekit.tornado(contest).set_index("axis")
    assert rows.attrs["as_is"] == contest.p_rank(first)[0]
    assert rows.at_more[f"{first}: fields"] == contest.with_entrant(first, base=2).p_rank(first)[0]
    now = contest.entrant(second).blue
    assert rows.at_less[f"{second}: blue dice"] == contest.with_entrant(second, blue=now - 1).p_rank(first)[0]
    ties = {first: contest.entrant(second).tie, second: contest.entrant(first).tie}
    swapped = aq.Contest(replace(entrant, tie=ties.get(entrant.name, entrant.tie)) for entrant in contest.entrants)
    assert rows.at_more[f"{first} and {second} swap the tie-breaker"] == swapped.p_rank(first)[0]
    law = gamekit.tornado(contest, of=lambda ranking: ranking[0] == second).set_index("axis")
    assert law.at_more[f"{second}: fields"] == contest.with_entrant(second, base=3).p_rank(second)[0]


def test_a_plan_is_changed_in_its_contest() -> None:
    contest, hands = aq.example_contests()["arena"], {"Kiko": ("slave 2",)}
    rows = gamekit.tornado(partial(aq.best_play, contest, hands), of=lambda plan: plan.worth["Kiko"]).set_index("axis")
    assert rows.attrs["as_is"] == aq.best_play(contest, hands).worth["Kiko"]
    more = contest.with_entrant("Kiko", cards=3)
    assert rows.at_more["Kiko: strength of cards"] == aq.best_play(more, hands).worth["Kiko"]


def test_an_auction_is_changed_in_one_thing_at_a_time() -> None:
    bidders = [aq.Bidder("Ada", aq.Purse(silver=1), 1), aq.Bidder("Ben", aq.Purse(silver=1, gold=1), 9)]
    rows = gamekit.tornado(aq.auction_course(bidders), of="silver").set_index("axis")
    without = replace(bidders[1], purse=aq.Purse(gold=1))
    assert rows.at_less["Ben: silver coins"] == aq.auction_course([bidders[0], without]).price.silver
    assert rows.at_more["Ben speaks first"] == aq.auction_course(bidders[::-1]).price.silver
    worth = gamekit.tornado(aq.auction_course(bidders))
    assert worth.attrs["as_is"] == aq.PointWorth().worth_of_coins(aq.auction_course(bidders).price)
    assert isinstance(worth.attrs["as_is"], Fraction)
    limit = worth.set_index("axis").loc["Ada: limit"]  # with 2 she offers the silver coin, so Ben adds the gold one
    assert (limit["less"], limit["at_less"], limit["more"], limit["at_more"]) == ("0", 2, "2", 4)


def test_plans_and_auctions_are_compared() -> None:
    arena = aq.example_contests()["arena"]
    first = arena.names[0]
    plans = [aq.best_play(arena, hands) for hands in ({}, {first: ("slave 2",)})]
    ranks = [plan.p_rank(first) for plan in plans]
    pairs = [(a, b, p * q) for a, p in enumerate(ranks[0]) for b, q in enumerate(ranks[1])]
    better = gamekit.compare(*plans, of=lambda rank: -rank).pairwise_chances()
    right = [sum(p for a, b, p in pairs if which(a, b)) for which in (int.__lt__, int.__eq__, int.__gt__)]
    assert better.iloc[0, 2:].tolist() == right
    frame = gamekit.sweep(lambda card: aq.best_play(arena, {first: (card,)}), card=("slave 2", "slave 1"))
    assert frame[["worth", "first"]].iloc[0].tolist() == [plans[1].worth[first], ranks[1][0]]
    split = aq.split_blue_dice(arena, aq.example_contests()["race"])
    assert gamekit.needed(lambda dice: split, [0], p=0).figure == split.values[split.best]
    bidders = [aq.Bidder("Ada", aq.Purse(silver=1), 0), aq.Bidder("Ben", aq.Purse(silver=1, gold=1), 9)]
    alone = aq.auction_course([bidders[0], replace(bidders[1], limit=0)])
    found = gamekit.compare(aq.auction_course(bidders), alone, of=lambda sale: sale.points)
    assert found.pairwise_chances().iloc[0, 2:].tolist() == [1, 0, 0]
    assert found.outcome_rows()["outcome"].tolist() == [0, 2]
