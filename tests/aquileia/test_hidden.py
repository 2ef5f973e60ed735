"""What cannot be seen, against twins that deal every card by hand."""

from fractions import Fraction
from itertools import combinations, permutations
from random import Random
from statistics import mean

import pytest

from gamekit import aquileia as aq
from gamekit.aquileia.tables import CARDS, LAURELS, SLAVES, STADIUM
from gamekit.play.protocol import CHANCE

DECK = ["slave 1", "slave 1", "slave 2", "weapon 3", "gold horse 2", "silver horse 1", "gold horse 1"]


@pytest.mark.clause("aquileia", "1.1", "3.4")
def test_drawn_strength_is_that_of_every_deal() -> None:
    for unseen, cards in ((SLAVES, 3), (DECK, 2), (DECK, 0), (DECK, 7)):
        deals = [sum(CARDS[card].strength for card in deal) for deal in combinations(unseen, cards)]
        law = aq.strength_drawn(cards, unseen)
        assert {outcome: law.p(outcome.__eq__) for outcome in law} == {
            each: Fraction(deals.count(each), len(deals)) for each in set(deals)
        }
    pytest.raises(ValueError, lambda: aq.strength_drawn(8, DECK)).match("8 cards from 7 unseen")


@pytest.mark.parametrize("draws", [0, 1, 3])
def test_a_laurel_to_come_is_that_of_every_deal(draws: int) -> None:
    for colour in ("blue", "white"):
        deals = list(combinations(STADIUM, draws))
        hits = [any(colour in LAURELS[laurel].colours for laurel in deal) for deal in deals]
        assert aq.p_laurel_drawn(colour, draws) == Fraction(sum(hits), len(hits))


@pytest.mark.parametrize("side", [None, "gold"])
def test_hidden_hands_are_averaged_over_every_order_of_the_cards(side: str | None) -> None:
    people = [aq.Entrant("A", 2, 1, red=1, side=side), aq.Entrant("B", 1, 2, red=1, side=side and "silver")]
    contest = aq.Contest([*people, aq.Entrant("C", 1, 3, red=0, cards=1, side=side)])

    def helped(name: str, cards: tuple[str, ...]) -> int:
        own = contest.entrant(name).side
        kinds = ("slave", "weapon") if side is None else (f"{own} horse",)
        return sum(CARDS[card].strength for card in cards if CARDS[card].kind in kinds)

    found = []
    for order in permutations(DECK, 3):
        dealt = contest.with_entrant("B", cards=helped("B", order[:2]))
        found.append(dealt.with_entrant("C", cards=1 + helped("C", order[2:])).p_rank("A"))
    assert aq.rank_chances_with_hidden_cards(contest, "A", {"B": 2, "C": 1}, DECK) == [
        mean(ranks) for ranks in zip(*found)
    ]


def test_the_first_place_of_the_tie_breaker_is_never_worse() -> None:
    arena = aq.example_contests()["arena"]
    worths = aq.prize_by_tie_place(arena, "Kiko")
    assert worths == sorted(worths, reverse=True)
    assert worths[1] == aq.best_play(arena).worth["Kiko"]
    by_hand = arena.with_entrant("Stefan", tie=5).with_entrant("Kiko", tie=1).with_entrant("Giorgio", tie=7)
    assert worths[0] == aq.best_play(by_hand).worth["Kiko"]


def test_a_slave_in_the_arena_and_in_a_villa() -> None:
    """Two points a strength for the winner; the villa of 10 with two laurels: 20 less 8 of coins, by three slaves."""
    sure = aq.Contest([aq.Entrant("A", 3, 1, red=0), aq.Entrant("B", 1, 2, red=0)])
    assert aq.slave_worth_in_arena(sure, "A") == 2
    coins = aq.PointWorth().worth_of_coins(aq.BUILDINGS["blue 10"].coin_cost)
    assert aq.villa_worth_per_slave("blue 10", 2) == Fraction(20 - coins, 3)
    assert aq.villa_worth_per_slave("blue 10", 2, also_scored_now=True) == Fraction(30 - coins, 3)
    pytest.raises(ValueError, lambda: aq.villa_worth_per_slave("workshop 1", 2)).match("should be a villa")


def test_field_worths_try_every_field_as_often() -> None:
    state, random = aq.initial_state(), Random(3)
    while aq.current_player(state) == CHANCE:
        state = aq.apply(state, aq.chance_outcomes(state).sample(random))
    rows = aq.evaluate_placements(aq.observe(state, "Stefan"), aq.legal_actions(state), iterations=20, random=random)
    assert rows["tries"].max() - rows["tries"].min() <= 1
    assert rows["alike"].iloc[0]
    assert rows["chance"].is_monotonic_decreasing
