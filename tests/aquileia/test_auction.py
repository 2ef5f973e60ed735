"""The auction: raises, reach, who is beaten, and the course among bidders with limits, beside a twin."""

from fractions import Fraction
from itertools import product
from random import Random

import pytest

from gamekit import aquileia as aq
from tests.cases import Cases

Coins = tuple[int, int, int]


@pytest.mark.clause("aquileia", "6.1", "6.2", "6.E")
def test_the_auction_example() -> None:
    bidders = [
        aq.Bidder("Walter", aq.Purse(silver=3, gold=1), 3, aq.PointWorth(silver=1, gold=3)),
        aq.Bidder("Giorgio", aq.Purse(bronze=1, silver=3), 2, aq.PointWorth(bronze=2, silver=1)),
        aq.Bidder("Kiko", aq.Purse(2, 2, 2), 0),
        aq.Bidder("Stefan", aq.Purse(bronze=1, silver=2), 3, aq.PointWorth(bronze=1, silver=1)),
    ]
    course = aq.auction_course(bidders)
    assert course.spoken == (
        ("Walter", aq.Purse(silver=1)),
        ("Giorgio", aq.Purse(silver=2)),
        ("Kiko", None),
        ("Stefan", aq.Purse(bronze=1, silver=2)),
        ("Walter", None),
        ("Giorgio", None),
    )
    assert (course.winner, course.price, course.paid_to) == ("Stefan", aq.Purse(bronze=1, silver=2), "Walter")
    assert aq.cannot_raise(course.price, bidders[0].purse)  # Walter has no bronze, whatever else he has


@pytest.mark.clause("aquileia", "6.2", "6.3")
def test_nobody_bids_the_placer_declines_the_placer_wins() -> None:
    ada, ben = aq.Bidder("Ada", aq.Purse(2, 2, 2), 0), aq.Bidder("Ben", aq.Purse(2, 2, 2), 0)
    course = aq.auction_course([ada, ben])
    assert (course.winner, course.price, course.paid_to) == ("Ada", aq.Purse(), None)
    keen = aq.Bidder("Ben", aq.Purse(2, 2, 2), 5)
    course = aq.auction_course([ada, keen])
    assert (course.winner, course.price, course.paid_to) == ("Ben", aq.Purse(bronze=1), "Ada")
    assert course.spoken[0] == ("Ada", None)
    course = aq.auction_course([keen, ada])
    assert (course.winner, course.price, course.paid_to) == ("Ben", aq.Purse(bronze=1), None)


def all_raises(bid: Coins, purse: Coins) -> list[Coins]:
    """The twin: every purse of up to five coins a kind that adds exactly one coin to the bid and can be paid."""
    return [
        more
        for more in product(range(6), repeat=3)
        if sum(more) == sum(bid) + 1 and all(b <= m <= p for b, m, p in zip(bid, more, purse))
    ]


def run(people: list[tuple[str, Coins, Fraction, Coins]]) -> tuple[list[tuple[str, Coins | None]], str, Coins]:
    """The twin's auction: (name, purse, limit, worth of each kind), the placer first."""
    inside, spoken, bid, leader, turn = [p[0] for p in people], [], (0, 0, 0), "", 0
    by_name = {p[0]: p for p in people}
    order = [p[0] for p in people]
    while inside and inside != [leader]:
        name = order[turn % len(order)]
        turn += 1
        if name not in inside:
            continue
        _, purse, limit, worth = by_name[name]
        options = [m for m in all_raises(bid, purse) if sum(c * w for c, w in zip(m, worth)) <= limit]
        options.sort(key=lambda m: (sum(c * w for c, w in zip(m, worth)), tuple(-c for c in m)))
        spoken.append((name, options[0] if options else None))
        if options:
            bid, leader = options[0], name
        else:
            inside.remove(name)
    return spoken, leader or order[0], bid


@pytest.mark.clause("aquileia", "6.1", "6.3")
def test_courses_against_the_twin(cases: Cases) -> None:
    random = Random(9)
    long = 0
    for _ in range(cases(100, 300)):
        people = [
            (
                name,
                tuple(random.randint(0, 4) for _ in range(3)),
                Fraction(random.randint(0, 24), 2),
                tuple(Fraction(random.randint(1, 6), 2) for _ in range(3)),
            )
            for name in ["Ada", "Ben", "Cleo", "Dio"][: random.randint(2, 4)]
        ]
        bidders = [
            aq.Bidder(n, aq.Purse(*p), limit, aq.PointWorth(**dict(zip(aq.COINS, w)))) for n, p, limit, w in people
        ]
        course = aq.auction_course(bidders)
        spoken, winner, price = run(people)
        assert course.spoken == tuple((name, bid if bid is None else aq.Purse(*bid)) for name, bid in spoken)
        assert (course.winner, course.price) == (winner, aq.Purse(*price))
        assert course.paid_to == (None if winner == "Ada" else "Ada")
        long += len(spoken) > 6
    assert long > cases(6, 20)


@pytest.mark.clause("aquileia", "6.1")
def test_reach_and_standing_against_every_purse() -> None:
    random = Random(4)
    found = {"beaten": 0, "knockouts": 0, "unbeatable_rivals": 0}
    for _ in range(120):
        bid, mine, other = (tuple(random.randint(0, 3) for _ in range(3)) for _ in range(3))
        purses = [aq.Purse(*coins) for coins in (bid, mine, other)]
        above = [
            more
            for more in product(range(4), repeat=3)
            if more != bid and all(b <= m <= p for b, m, p in zip(bid, more, mine))
        ]
        assert set(aq.reachable_bids(purses[0], purses[1])) == {aq.Purse(*more) for more in above}
        assert set(aq.raises_by_one_coin(purses[0], purses[1])) == {aq.Purse(*more) for more in all_raises(bid, mine)}
        standing = aq.auction_standing(purses[0], purses[1], {"Ben": purses[2]})
        assert standing.cannot_raise == aq.cannot_raise(purses[0], purses[1]) == (not all_raises(bid, mine))
        assert set(standing.knockouts) == {aq.Purse(*m) for m in above if not all_raises(m, other)}
        assert bool(standing.unbeatable_rivals) == all(all_raises(m, other) for m in [bid, *above])
        assert bool(standing.out) == (not all_raises(bid, other))
        found["beaten"] += standing.cannot_raise
        found["knockouts"] += bool(standing.knockouts)
        found["unbeatable_rivals"] += bool(standing.unbeatable_rivals)
    assert min(found.values()) >= 10


def test_bidders_need_names_of_their_own() -> None:
    with pytest.raises(ValueError, match="different names"):
        aq.auction_course([aq.Bidder("Ada", aq.Purse()), aq.Bidder("Ada", aq.Purse())])
    pytest.raises(ValueError, lambda: aq.auction_course([])).match("none")


def test_without_a_limit_a_bidder_gives_all() -> None:
    course = aq.auction_course([aq.Bidder("Ada", aq.Purse(1, 1, 1)), aq.Bidder("Ben", aq.Purse(2, 1, 1))])
    assert course.winner in {"Ada", "Ben"}
    assert (
        aq.reachable_bids(course.price, aq.Purse(1, 1, 1)) == ()
        or aq.reachable_bids(course.price, aq.Purse(2, 1, 1)) == ()
    )
