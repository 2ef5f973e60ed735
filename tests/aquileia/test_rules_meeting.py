"""Positions where several rules meet, each worked out by hand from the clauses before it was played.

A villa's cost is bronze/silver/gold and slaves: blue 10 is 2/2/1 and 3, blue 4 is 1/0/1 and 1; workshop 1 is 1/1/0
and 1, workshop 7 is 1/1/1 and 2."""

from dataclasses import replace

import pytest

from gamekit import aquileia as aq
from gamekit.aquileia.state import Step
from gamekit.play.protocol import IllegalAction
from tests.aquileia.position import FOUR, acting, begin, hand, play, points, purse, roll, until

RICH = dict.fromkeys(FOUR, aq.Purse(3, 3, 3))
MISSES = ("silver", "silver", "gold")  # no bronze: nothing in the arena


def builds(state: aq.State, building: str) -> list[tuple[str, ...]]:
    """The slave cards with which a building may be paid now."""
    return [a.slaves for a in aq.legal_actions(state) if isinstance(a, aq.Build) and a.building == building]


def counted(houses: dict[str, str], raced: tuple[str, ...], shown: tuple[str, ...]) -> aq.FinalScore:
    """Kiko's score at the end of the game with these houses and laurels."""
    state = acting({}, houses=houses, round=6, shown=((), (), (), shown))
    state = replace(state, laurels=((), (), (), raced), stadium=("3",), theatre=("yellow/white",))
    return until(begin(state)).table.scores[3]


@pytest.mark.clause("aquileia", "10.2", "10.3")
def test_a_theatre_laurel_whose_colours_are_tied_counts_for_one_of_them() -> None:
    tied = {"white 10": "Kiko", "blue 10": "Kiko"}
    assert counted(tied, (), ("white/blue",)).villas == 10
    assert counted(tied, ("white",), ("white/blue",)).villas == 20
    assert counted(tied, ("white", "blue"), ("white/blue",)).villas == 30
    assert counted(tied, (), ("white/blue", "yellow/purple")).villas == 10  # neither colour is his
    chosen = counted({"blue 6": "Kiko", "white 6": "Kiko"}, ("white",), ("white/blue", "blue/yellow"))
    assert (chosen.villas, chosen.colours[1]) == (6 + 6 + 6, "blue")


@pytest.mark.clause("aquileia", "10.1", "10.2", "10.3")
def test_each_theatre_laurel_chooses_by_itself_and_one_of_points_has_no_colour() -> None:
    houses = {"blue 4": "Kiko", "yellow 6": "Kiko", "purple 10": "Kiko"}
    score = counted(houses, ("7", "blue"), ("blue/yellow", "blue/purple", "white/purple"))
    # blue 4 by the stadium, yellow 6, purple 10 twice; the 7 adds points and multiplies nothing
    assert (score.villas, score.laurels, score.colours) == (4 + 6 + 20, 7, ("yellow", "purple", "purple", "blue"))


@pytest.mark.clause("aquileia", "6.1", "6.3", "1.3", "2.5")
def test_a_placer_without_coins_declines_and_is_paid_or_has_it_free() -> None:
    placed = {"theatrum": "Walter", "portus gold": "Walter", "portus silver": "Giorgio"}
    purses = {"Stefan": aq.Purse(gold=1), "Giorgio": aq.Purse(bronze=1), "Kiko": aq.Purse(1, 1, 0)}
    state = play(begin(acting(placed, purses=purses)), aq.Draw("white/blue"))
    assert aq.legal_actions(state) == (aq.Pass(),)  # his gold lies in the harbour
    opened = play(state, aq.Pass())
    assert aq.legal_actions(opened) == (aq.Bid(aq.Purse(bronze=1)), aq.Pass())  # nor is Giorgio's silver his to bid
    free = play(opened, aq.Pass(), aq.Pass(), aq.Pass())
    assert free.table.shown[1] == ("white/blue",)
    assert (purse(free, "Walter"), purse(free, "Kiko")) == (aq.Purse(), aq.Purse(1, 1, 0))
    sold = play(opened, aq.Bid(aq.Purse(bronze=1)))
    assert aq.current_player(sold) == "Kiko"
    sold = play(sold, aq.Bid(aq.Purse(1, 1, 0)))
    # Stefan cannot match a bronze and a silver with gold; Giorgio has no silver; Walter has declined
    while sold.table.auction is not None:
        assert aq.legal_actions(sold) == (aq.Pass(),)
        sold = play(sold, aq.Pass())
    assert sold.table.shown[3] == ("white/blue",)
    assert [purse(sold, name) for name in ("Walter", "Giorgio", "Kiko")] == [
        aq.Purse(1, 1, 0), aq.Purse(bronze=1), aq.Purse()
    ]  # fmt: skip


@pytest.mark.clause("aquileia", "6.2", "7.2", "2.1")
def test_the_price_of_a_laurel_builds_the_placers_house_in_the_same_round() -> None:
    placed = {"theatrum": "Walter", "forum 2": "Walter", "forum 1": "Stefan"}
    purses = {"Walter": aq.Purse(silver=1), "Stefan": aq.Purse(2, 1, 0)}
    hands = {"Walter": ["slave 1"], "Stefan": ["slave 1"]}
    state = play(begin(acting(placed, purses=purses, hands=hands)), aq.Draw("white/blue"), aq.Pass())
    while aq.current_player(state) != "Stefan":
        state = play(state, aq.Pass())
    state = until(play(state, aq.Bid(aq.Purse(bronze=1))), Step.FORUM)
    assert builds(state, "workshop 1") == [("slave 1",)]  # Stefan still has 1/1/0
    state = play(state, aq.Pass())
    assert builds(state, "workshop 1") == [("slave 1",)]  # Walter now has a bronze to his silver
    state = play(state, aq.Build("workshop 1", ("slave 1",)))
    assert (purse(state, "Walter"), points(state, "Walter")) == (aq.Purse(), 2)


@pytest.mark.clause("aquileia", "4.3", "4.6", "7.2")
def test_a_slave_spent_in_the_arena_builds_nothing_and_one_won_there_does() -> None:
    placed = {"arena 1": "Stefan", "arena 2": "Kiko", "forum 1": "Kiko"}
    track = ("Stefan", "Kiko", "Walter", "Giorgio")
    state = acting(placed, track, purses=RICH, hands={"Kiko": ["slave 2"]})
    state = play(begin(state), roll(*MISSES), roll(*MISSES), aq.Pass())
    spent = until(play(state, aq.Play("slave 2")), Step.PRIZE)
    assert aq.current_player(spent) == "Kiko"  # three against one
    spent = until(play(spent, aq.Take("points")), Step.FORUM)
    assert (points(spent, "Kiko"), hand(spent, "Kiko")) == (6, ())
    assert [a for a in aq.legal_actions(spent) if isinstance(a, aq.Build)] == []
    won = until(play(state, aq.Pass()), Step.PRIZE)
    assert aq.current_player(won) == "Stefan"  # one all: the tie-breaker
    won = play(won, aq.Take("points"))
    assert (points(won, "Stefan"), points(won, "Kiko")) == (2, 0)
    won = until(play(won, aq.Draw("slave 1")), Step.FORUM)
    assert hand(won, "Kiko") == ("slave 1", "slave 2")
    assert builds(won, "blue 10") == [("slave 1", "slave 2")]


@pytest.mark.clause("aquileia", "7.2")
@pytest.mark.parametrize(("cards", "ways"), [
    ("111", ["111"]),
    ("22", ["22"]),  # four for three: no change
    ("11", []),
    ("112", ["12"]),  # a second card of one would be needless
    ("1122", ["12", "22"]),
    ("11122", ["111", "12", "22"]),
])  # fmt: skip
def test_a_villa_of_three_slaves(cards: str, ways: list[str]) -> None:
    slaves = [f"slave {card}" for card in cards]
    state = begin(acting({"forum 1": "Kiko"}, purses=RICH, hands={"Kiko": slaves}))
    assert sorted(builds(state, "blue 10")) == sorted(tuple(f"slave {card}" for card in way) for way in ways)
    poor = begin(acting({"forum 1": "Kiko"}, purses={"Kiko": aq.Purse(9, 9, 0)}, hands={"Kiko": slaves}))
    assert builds(poor, "blue 10") == []  # other coins do not stand in for the gold


@pytest.mark.clause("aquileia", "7.1", "7.2", "1.3")
def test_two_buildings_of_one_field_are_paid_one_after_the_other() -> None:
    purses = {"Kiko": aq.Purse(3, 3, 1)}
    state = begin(acting({"forum 3": "Kiko"}, purses=purses, hands={"Kiko": ["slave 1", "slave 2", "slave 2"]}))
    dear = play(state, aq.Build("blue 10", ("slave 1", "slave 2")))
    assert builds(dear, "workshop 1") == [("slave 2",)]  # two for one
    assert builds(dear, "blue 4") == []  # the gold is gone
    cheap = play(state, aq.Build("blue 10", ("slave 2", "slave 2")))
    assert builds(cheap, "workshop 1") == [("slave 1",)]
    done = play(dear, aq.Build("workshop 1", ("slave 2",)))
    assert (purse(done, "Kiko"), hand(done, "Kiko"), points(done, "Kiko")) == (aq.Purse(), (), 0)
    assert done.table.owners[list(aq.BUILDINGS).index("blue 10")] == 3


@pytest.mark.clause("aquileia", "4.3", "4.6", "1.1")
def test_the_slave_played_in_the_arena_may_be_its_prize() -> None:
    placed = {"arena 3": "Kiko", "arena 1": "Stefan"}
    state = begin(replace(acting(placed, hands={"Kiko": ["slave 2"]}), slaves=()))
    state = play(state, roll(*MISSES), roll(*MISSES), aq.Pass(), aq.Play("slave 2"))
    state = play(until(state, Step.PRIZE), aq.Take("slave"))
    assert [draw.card for draw in aq.chance_outcomes(state)] == ["slave 2"]  # the discards are the deck
    state = play(state, aq.Draw("slave 2"))
    assert (hand(state, "Kiko"), state.table.slave_discards, state.slaves) == (("slave 2",), (), ())
    assert points(state, "Stefan") == 2  # twice his own one


@pytest.mark.clause("aquileia", "5.1", "5.5", "2.3", "9.1")
def test_a_race_tied_between_gold_and_silver_goes_by_the_tie_breaker() -> None:
    placed = {"gold 1": "Stefan", "silver 1": "Walter", "gold 2": "Giorgio", "silver 2": "Kiko"}
    state = begin(acting(placed, ("Giorgio", "Walter", "Kiko", "Stefan")))
    nothing = ("bronze", "bronze", "bronze")
    state = until(play(state, *[roll(*nothing)] * 4), Step.LOOK)
    purses = {"Giorgio": aq.Purse(gold=3), "Walter": aq.Purse(silver=2), "Kiko": aq.Purse(silver=1)}
    assert {name: purse(state, name) for name in purses} == purses
    assert purse(state, "Stefan") == aq.Purse()
    state = play(state, aq.Draw("10"))
    assert aq.current_player(state) == "Giorgio"
    state = play(state, aq.Take("10"))
    assert state.laurels == ((), ("blue",), ("10",), ())
    state = until(state, Step.PLACE)
    assert (aq.current_player(state), len(state.stadium)) == ("Giorgio", 9)  # 12 less two won and a new open one


@pytest.mark.clause("aquileia", "3.5", "4.4", "5.4", "4.5")
def test_blue_dice_thrown_in_the_arena_are_gone_from_the_race() -> None:
    placed = {"arena 1": "Stefan", "arena 2": "Kiko", "silver 1": "Kiko", "gold 1": "Stefan"}
    state = acting(placed, ("Stefan", "Kiko", "Walter", "Giorgio"), potentia=3, blue=4)
    state = until(play(begin(state), roll(*MISSES), roll(*MISSES)), Step.BLUE)
    assert aq.current_player(state) == "Kiko"
    state = play(state, aq.Blue(3), roll("silver", "silver", "gold"))
    assert state.table.current_task.step == Step.PRIZE
    assert aq.current_player(state) == "Stefan"  # still tied at one: silver is nothing here
    state = until(state, Step.BLUE)
    assert aq.legal_actions(state) == (aq.Blue(0), aq.Blue(1))


@pytest.mark.clause("aquileia", "8.1", "8.2", "6.2")
def test_the_thief_may_take_the_coin_he_laid_and_pay_it_again() -> None:
    placed = {"latro": "Kiko", "portus bronze": "Kiko", "portus gold": "Stefan"}
    houses = {"bank 2": "Kiko", "workshop 1": "Stefan", "workshop 4": "Kiko"}
    state = begin(acting(placed, houses=houses, purses={"Stefan": aq.Purse(3, 3, 0)}))
    state = play(state, roll("bronze", "gold"))
    assert purse(state, "Kiko") == aq.Purse(bronze=1, gold=1)
    assert aq.legal_actions(state) == (aq.Pay(), aq.Pass())
    state = play(state, aq.Pay())
    assert (purse(state, "Kiko"), points(state, "Kiko")) == (aq.Purse(silver=1, gold=1), 3)
    assert (purse(state, "Stefan"), points(state, "Stefan")) == (aq.Purse(3, 3, 0), 0)  # no gold: no workshop


@pytest.mark.clause("aquileia", "5.5", "9.1", "6.4")
def test_a_lone_racer_uses_up_the_rounds_two_laurels() -> None:
    state = play(until(begin(acting({"gold 1": "Kiko"})), Step.LOOK), aq.Draw("10"))
    state = until(play(state, aq.Take("blue")), Step.PLACE)
    assert state.laurels == ((), (), (), ("blue",))
    assert (len(state.stadium), len(state.theatre)) == (9, 5)
    assert "10" not in (*state.stadium, state.table.face_up)
    pytest.raises(IllegalAction, lambda: aq.apply(state, aq.Take("10")))
