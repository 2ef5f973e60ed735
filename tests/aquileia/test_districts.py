"""What each district does, and the rulebook's examples played through the rules."""

from dataclasses import replace
from fractions import Fraction

import pytest

from gamekit import aquileia as aq
from gamekit.aquileia.state import Step
from gamekit.play.protocol import CHANCE
from tests.aquileia.position import FOUR, acting, begin, hand, play, points, purse, refused, roll, until

RICH = dict.fromkeys(FOUR, aq.Purse(3, 3, 3))


# I: the market
@pytest.mark.clause("aquileia", "1.2", "3.1")
def test_dolus_pays_both_faces() -> None:
    state = begin(acting({"dolus": "Kiko"}))
    law = aq.chance_outcomes(state)
    assert {law[outcome] for outcome in law} == {1, 2}
    assert (law.total_weight, law[roll("gold", "gold")], law[roll("gold", "bronze")]) == (9, 1, 2)
    assert purse(play(state, roll("gold", "bronze")), "Kiko") == aq.Purse(bronze=1, gold=1)
    assert purse(play(state, roll("silver", "silver")), "Kiko") == aq.Purse(silver=2)
    refused("cannot come", state, aq.Roll(("gold",)))


@pytest.mark.clause("aquileia", "1.3", "3.2")
def test_the_bank_makes_one_exchange_and_pays_four_points() -> None:
    state = begin(acting({"pecunia": "Kiko"}, purses={"Kiko": aq.Purse(bronze=2)}))
    one = {kind: aq.Purse.of(kind) for kind in aq.COINS}
    assert set(aq.legal_actions(state)) == {
        aq.Change(one["bronze"], one["silver"]),
        aq.Change(one["bronze"], one["gold"]),
        aq.Pass(),
    }
    changed = play(state, aq.Change(one["bronze"], one["gold"]))
    assert purse(changed, "Kiko") == aq.Purse(bronze=1, gold=1)
    assert changed.table.current_task.step != Step.PECUNIA  # one exchange, not repeated or combined
    assert points(changed, "Kiko") == 4
    kept = play(state, aq.Pass())
    assert (purse(kept, "Kiko"), points(kept, "Kiko")) == (aq.Purse(bronze=2), 4)
    refused("1 gold missing", state, aq.Change(one["gold"], one["bronze"]))


@pytest.mark.clause("aquileia", "3.3")
def test_a_card_of_the_row_for_a_bronze_and_the_top_one_with_the_left_most() -> None:
    placed = {"equi 1": "Kiko", "equi 2": "Walter", "equi 3": "Stefan"}
    purses = {"Kiko": aq.Purse(bronze=1), "Walter": aq.Purse(bronze=2), "Stefan": aq.Purse(gold=5)}
    state = play(begin(acting(placed, purses=purses)), aq.Buy(1))
    assert hand(state, "Kiko") == ("weapon 1",)
    assert aq.current_player(state) == CHANCE
    assert aq.chance_outcomes(state)[aq.Draw("weapon 2")] == 2
    state = play(state, aq.Draw("silver horse 2"))
    assert hand(state, "Kiko") == ("silver horse 2", "weapon 1")
    assert (purse(state, "Kiko"), aq.current_player(state)) == (aq.Purse(), "Walter")
    state = play(state, aq.Buy(1))
    assert hand(state, "Walter") == ("weapon 2",)
    assert aq.legal_actions(state) == (aq.Pass(),)  # five gold buy nothing that costs a bronze
    refused("bronze", state, aq.Buy(1))
    assert state.table.row == ("", "", "gold horse 1")
    state = play(state, aq.Pass())
    assert aq.current_player(state) == CHANCE  # the row is filled up again
    state = until(state, Step.DISCARD)
    assert all(state.table.row)
    assert state.table.row[2] == "gold horse 1"


@pytest.mark.clause("aquileia", "3.4")
def test_slaves_at_three_prices() -> None:
    purses = {"Stefan": aq.Purse(9, 0, 0), "Walter": aq.Purse(9, 3, 9), "Giorgio": aq.Purse(9, 9, 2)}
    state = begin(acting({"servi 1": "Stefan", "servi 2": "Walter", "servi 3": "Giorgio"}, purses=purses))
    assert aq.legal_actions(state) == (aq.Buy(1), aq.Pass())
    state = play(state, aq.Buy(1), aq.Draw("slave 2"))
    assert (hand(state, "Stefan"), purse(state, "Stefan").bronze) == (("slave 2",), 8)
    assert aq.legal_actions(state) == (aq.Buy(1), aq.Buy(2), aq.Pass())
    state = play(state, aq.Buy(2), aq.Draw("slave 2"), aq.Draw("slave 1"))
    assert (hand(state, "Walter"), purse(state, "Walter")) == (("slave 1", "slave 2"), aq.Purse(9, 1, 9))
    assert aq.legal_actions(state) == (aq.Buy(1), aq.Buy(2), aq.Pass())  # two gold
    state = play(state, aq.Buy(1), aq.Draw("slave 1"))
    assert purse(state, "Giorgio") == aq.Purse(9, 9, 1)


@pytest.mark.clause("aquileia", "1.3")
def test_an_empty_deck_is_made_of_the_shuffled_discards() -> None:
    state = acting({"servi 3": "Kiko"}, purses=RICH)
    state = replace(state, slaves=("slave 1",), table=replace(state.table, slave_discards=("slave 2", "slave 2")))
    state = play(begin(state), aq.Buy(3), aq.Draw("slave 1"))
    assert aq.chance_outcomes(state) == aq.chance_outcomes(state).given(lambda draw: draw == aq.Draw("slave 2"))
    state = play(state, aq.Draw("slave 2"))
    assert state.table.slave_discards == ()
    assert state.slaves == ("slave 2",)
    bare = replace(acting({"servi 3": "Kiko", "equi 1": "Walter"}, purses=RICH), slaves=(), gear=())
    state = play(begin(bare), aq.Buy(1))  # no top card left: the row's card alone
    assert hand(state, "Walter") == ("weapon 1",)
    assert aq.legal_actions(state) == (aq.Pass(),)


@pytest.mark.clause("aquileia", "3.5")
def test_potentia_gives_four_blue_dice_for_this_round() -> None:
    state = begin(acting({"potentia": "Walter", "arena 1": "Walter"}))
    assert (state.table.potentia, state.table.blue) == (1, 4)
    after = until(state, Step.PLACE)
    assert (after.table.potentia, after.table.blue) == (-1, 0)


# II: the arena
def arena_example() -> aq.State:
    placed = {"arena 1": "Stefan", "arena 3": "Giorgio", "arena 2": "Kiko"}
    return begin(
        acting(
            placed,
            ("Stefan", "Kiko", "Walter", "Giorgio"),
            hands={"Giorgio": ["weapon 2", "slave 1"], "Kiko": ["weapon 2"]},
            potentia=2,
            blue=4,
        )
    )


@pytest.mark.clause("aquileia", "4.1", "4.2", "4.3", "4.4", "4.5", "4.6", "4.E")
def test_the_arena_example_move_by_move() -> None:
    state = until(arena_example(), Step.RED)
    assert [fighter.base for fighter in state.table.fighters] == [1, 2, 1]
    state = play(state, roll("bronze", "gold", "silver"), roll("gold", "silver", "silver"))
    before = aq.contest_from_table(state.table)
    assert [entrant.sure_strength for entrant in before.entrants] == [2, 2, 1]
    state = play(state, roll("bronze", "bronze", "bronze"))
    assert [fighter.strength for fighter in state.table.fighters] == [2, 2, 4]
    assert aq.current_player(state) == "Stefan"
    assert aq.legal_actions(state) == (aq.Pass(),)
    state = play(state, aq.Pass())
    state = play(state, aq.Play("weapon 2"), aq.Play("slave 1"), aq.Pass(), aq.Play("weapon 2"), aq.Pass())
    assert [fighter.strength for fighter in state.table.fighters] == [2, 5, 6]
    assert state.table.slave_discards == ("slave 1",)
    assert state.table.gear_discards == ("weapon 2", "weapon 2")
    assert aq.current_player(state) == "Giorgio"
    assert aq.legal_actions(state) == tuple(aq.Blue(n) for n in range(5))
    state = play(state, aq.Blue(2), roll("bronze", "silver"))
    assert state.table.blue == 2
    assert aq.current_player(state) == "Kiko"  # 6 to 6, and Kiko's tie-breaker stands before
    state = play(state, aq.Take("points"), aq.Draw("slave 2"))
    assert [purse(state, name) for name in ("Kiko", "Giorgio", "Stefan")] == [
        aq.Purse(bronze=3),
        aq.Purse(bronze=2),
        aq.Purse(bronze=1),
    ]
    assert (points(state, "Kiko"), points(state, "Giorgio")) == (12, 0)
    assert hand(state, "Giorgio") == ("slave 2",)
    assert hand(state, "Kiko") == ()


@pytest.mark.clause("aquileia", "4.6")
def test_a_winner_who_takes_the_slave_leaves_the_points_to_the_second() -> None:
    state = until(arena_example(), Step.PRIZE)
    ranked = sorted(state.table.fighters, key=lambda fighter: -fighter.strength)
    winner, second = (state.table.names[fighter.seat] for fighter in ranked[:2])
    assert aq.current_player(state) == winner
    state = play(state, aq.Take("slave"), aq.Draw("slave 1"))
    assert (points(state, second), points(state, winner)) == (2 * ranked[1].strength, 0)
    assert "slave 1" in hand(state, winner)


@pytest.mark.clause("aquileia", "4.1")
def test_several_henchmen_add_up_and_one_alone_wins() -> None:
    state = until(begin(acting({"arena 1": "Walter", "arena 3": "Walter"})), Step.RED)
    assert state.table.fighters[0].base == 3
    state = play(state, roll("bronze", "gold", "gold"), aq.Pass(), aq.Take("points"))
    assert (points(state, "Walter"), purse(state, "Walter")) == (8, aq.Purse(bronze=3))


@pytest.mark.clause("aquileia", "4.4", "3.5")
def test_blue_dice_one_by_one_is_an_option() -> None:
    placed = {"arena 1": "Walter", "arena 2": "Kiko"}
    state = until(begin(acting(placed, options={"blue_dice": "one by one"}, potentia=1, blue=4)), Step.BLUE)
    assert aq.legal_actions(state) == (aq.Blue(0), aq.Blue(1))
    state = play(state, aq.Blue(1), roll("bronze"), aq.Blue(1), roll("gold"))
    assert aq.current_player(state) == "Walter"
    state = play(state, aq.Blue(0))
    assert (state.table.current_task.step, state.table.blue) == (Step.PRIZE, 2)


# III: the stadium
@pytest.mark.clause("aquileia", "5.1", "5.2", "5.3", "5.4", "5.5", "5.E")
def test_the_stadium_example_move_by_move() -> None:
    placed = {"silver 1": "Stefan", "gold 3": "Walter", "silver 3": "Giorgio", "gold 1": "Kiko", "gold 2": "Kiko"}
    hands = {"Stefan": ["silver horse 2", "gold horse 2"], "Giorgio": ["silver horse 1"] * 2, "Kiko": ["weapon 3"]}
    state = begin(acting(placed, ("Stefan", "Kiko", "Walter", "Giorgio"), hands=hands, potentia=2, blue=2))
    state = play(
        state,
        roll("silver", "silver", "gold"),
        roll("gold", "bronze", "silver"),
        roll("silver", "gold", "gold"),
        roll("gold", "gold", "silver"),
    )
    assert [fighter.strength for fighter in state.table.fighters] == [3, 3, 3, 4]
    assert aq.legal_actions(state) == (aq.Play("silver horse 2"), aq.Pass())  # horses of one's own metal only
    refused("does not help in the stadium", state, aq.Play("gold horse 2"))
    state = play(state, aq.Play("silver horse 2"), aq.Pass(), aq.Pass())
    state = play(state, aq.Play("silver horse 1"), aq.Play("silver horse 1"), aq.Pass())
    assert aq.legal_actions(state) == (aq.Pass(),)
    state = play(state, aq.Pass())
    assert aq.legal_actions(state) == (aq.Blue(0), aq.Blue(1), aq.Blue(2))
    state = play(state, aq.Blue(2), roll("silver", "bronze"))
    assert [fighter.strength for fighter in state.table.fighters] == [5, 3, 6, 4]
    assert [purse(state, name) for name in FOUR] == [
        aq.Purse(silver=2),
        aq.Purse(),
        aq.Purse(silver=3),
        aq.Purse(gold=1),
    ]
    state = play(state, aq.Draw("10"))
    assert aq.current_player(state) == "Giorgio"
    assert aq.legal_actions(state) == (aq.Take("blue"), aq.Take("10"))
    assert aq.observe(state, "Giorgio").offered == ("blue", "10")
    assert all(aq.observe(state, name).offered == () for name in ("Stefan", "Walter", "Kiko"))
    state = play(state, aq.Take("blue"))
    assert state.laurels == (("10",), (), ("blue",), ())


@pytest.mark.clause("aquileia", "5.5")
def test_a_lone_racer_takes_one_laurel_and_the_other_is_gone() -> None:
    state = until(begin(acting({"gold 1": "Kiko"})), Step.LAUREL)
    assert purse(state, "Kiko") == aq.Purse(gold=3)
    state = play(state, aq.legal_actions(state)[0])
    assert len([laurel for own in state.laurels for laurel in own]) == 1
    assert len(state.stadium) == 10


# IV: the theatre
@pytest.mark.clause("aquileia", "6.1", "6.2", "6.E")
def test_the_auction_example_move_by_move() -> None:
    purses = {
        "Walter": aq.Purse(silver=3),
        "Giorgio": aq.Purse(silver=2),
        "Kiko": aq.Purse(3, 3, 3),
        "Stefan": aq.Purse(bronze=1, silver=2, gold=1),
    }
    state = begin(acting({"theatrum": "Walter"}, purses=purses))
    assert aq.current_player(state) == CHANCE
    state = play(state, aq.Draw("blue/yellow"))
    assert (state.table.auction.laurel, aq.current_player(state)) == ("blue/yellow", "Walter")
    state = play(state, aq.Bid(aq.Purse(silver=1)))
    assert aq.current_player(state) == "Giorgio"
    refused("one coin more", state, aq.Bid(aq.Purse(silver=1)))
    state = play(state, aq.Bid(aq.Purse(silver=2)), aq.Pass())
    refused("1 silver missing", state, aq.Bid(aq.Purse(silver=3)))
    state = play(state, aq.Bid(aq.Purse(bronze=1, silver=2)))
    assert aq.current_player(state) == "Walter"
    assert aq.legal_actions(state) == (aq.Pass(),)  # three silver, but no bronze to match with
    state = play(state, aq.Pass())
    assert aq.current_player(state) == "Giorgio"  # Kiko has passed and is not asked again
    state = play(state, aq.Pass())
    assert purse(state, "Stefan") == aq.Purse(gold=1)
    assert purse(state, "Walter") == aq.Purse(bronze=1, silver=5)
    assert purse(state, "Giorgio") == aq.Purse(silver=2)  # losing bids come back
    assert state.table.shown[0] == ("blue/yellow",)


@pytest.mark.clause("aquileia", "6.2")
def test_the_placer_pays_the_bank() -> None:
    state = play(begin(acting({"theatrum": "Walter"}, purses=RICH)), aq.Draw("white/blue"))
    state = play(state, aq.Bid(aq.Purse(gold=1)), aq.Pass(), aq.Pass(), aq.Pass())
    assert purse(state, "Walter") == aq.Purse(3, 3, 2)
    assert state.table.shown[1] == ("white/blue",)


@pytest.mark.clause("aquileia", "6.3")
def test_nobody_bids_and_the_placer_has_it_for_nothing() -> None:
    state = play(begin(acting({"theatrum": "Walter"}, purses=RICH)), aq.Draw("white/blue"), *[aq.Pass()] * 4)
    assert purse(state, "Walter") == aq.Purse(3, 3, 3)
    assert state.table.shown == ((), ("white/blue",), (), ())


@pytest.mark.clause("aquileia", "6.3")
def test_the_placer_declines_and_the_next_one_opens() -> None:
    state = play(begin(acting({"theatrum": "Walter"}, purses=RICH)), aq.Draw("white/blue"), aq.Pass())
    assert aq.current_player(state) == "Giorgio"
    state = play(state, aq.Bid(aq.Purse(bronze=1)), aq.Pass(), aq.Bid(aq.Purse(bronze=2)), aq.Pass())
    assert state.table.shown[0] == ("white/blue",)  # Stefan; Walter, who declined, was not asked again
    assert purse(state, "Walter") == aq.Purse(5, 3, 3)


@pytest.mark.clause("aquileia", "6.4", "9.1")
def test_nobody_placed_no_auction_and_the_top_laurels_go() -> None:
    state = begin(acting({"dolus": "Kiko"}))
    steps = []
    while state.table.round == 1 and state.table.current_task.step != Step.PLACE:
        steps.append(state.table.current_task.step)
        state = aq.apply(state, next(iter(aq.chance_outcomes(state))))
    assert Step.REVEAL not in steps
    assert steps.count(Step.DISCARD) == 2
    state = until(state, Step.PLACE)
    assert len(state.theatre) == 5
    assert len(state.stadium) == 9  # the open one, the top one, and a new open one
    assert state.table.face_up


# V: the forum
@pytest.mark.clause("aquileia", "7.1", "7.2", "7.E")
def test_the_forum_example() -> None:
    coins = {"Kiko": aq.Purse(3, 2, 1)}
    state = begin(acting({"forum 2": "Kiko"}, purses=coins, hands={"Kiko": ["slave 2", "slave 2"]}))
    assert aq.Build("blue 10", ("slave 2", "slave 2")) in aq.legal_actions(state)
    state = play(state, aq.Build("blue 10", ("slave 2", "slave 2")))
    assert (points(state, "Kiko"), purse(state, "Kiko")) == (10, aq.Purse(bronze=1))
    assert hand(state, "Kiko") == ()
    assert state.table.slave_discards == ("slave 2", "slave 2")  # four slaves for three: no change
    assert state.table.buildings(3) == ("blue 10",)


@pytest.mark.clause("aquileia", "7.1")
@pytest.mark.parametrize(("field", "houses", "scored"), [(1, 1, 0), (2, 1, 4), (3, 2, 0), (4, 1, 0), (5, 1, 4)])
def test_what_each_forum_field_builds(field: int, houses: int, scored: int) -> None:
    name = f"forum {field}"
    state = begin(acting({name: "Kiko"}, purses=RICH, hands={"Kiko": ["slave 1"] * 2}))
    state = play(state, aq.Build("blue 4", ("slave 1",)))
    assert (points(state, "Kiko"), state.table.current_task.step == Step.FORUM) == (scored, houses == 2)
    if houses == 2:
        state = play(state, aq.Build("white 4", ("slave 1",)))
        assert state.table.buildings(3) == ("blue 4", "white 4")
        assert state.table.current_task.step != Step.FORUM


@pytest.mark.clause("aquileia", "7.1")
def test_forum_fields_build_in_their_order_whoever_stands_there() -> None:
    placed = {"forum 5": "Stefan", "forum 1": "Kiko", "forum 3": "Giorgio"}
    state = begin(acting(placed, purses=RICH, hands={name: ["slave 1"] for name in FOUR}))
    state = play(state, aq.Build("blue 4", ("slave 1",)))
    assert all(action.building != "blue 4" for action in aq.legal_actions(state) if isinstance(action, aq.Build))
    refused("Kiko's house stands there", state, aq.Build("blue 4", ("slave 1",)))
    assert aq.current_player(state) == "Giorgio"
    assert aq.current_player(play(state, aq.Pass(), aq.Pass())) == "Stefan"


@pytest.mark.clause("aquileia", "7.1")
def test_workshops_score_their_points_on_a_scoring_field_and_banks_none() -> None:
    state = begin(acting({"forum 2": "Kiko", "forum 5": "Kiko"}, purses=RICH, hands={"Kiko": ["slave 1"] * 2}))
    state = play(state, aq.Build("workshop 4", ("slave 1",)))
    assert points(state, "Kiko") == aq.BUILDINGS["workshop 4"].points == 3
    assert points(play(state, aq.Build("bank 1", ("slave 1",))), "Kiko") == 3


@pytest.mark.clause("aquileia", "7.2")
def test_each_building_is_paid_by_itself() -> None:
    """Three slaves, then one: a card of two is not shared (7.2)."""
    purses = {"Kiko": aq.Purse(3, 3, 3)}
    state = begin(acting({"forum 3": "Kiko"}, purses=purses, hands={"Kiko": ["slave 2", "slave 2"]}))
    state = play(state, aq.Build("blue 10", ("slave 2", "slave 2")))
    assert aq.legal_actions(state) == (aq.Pass(),)
    other = begin(acting({"forum 3": "Kiko"}, purses=purses, hands={"Kiko": ["slave 1", "slave 2", "slave 2"]}))
    ways = [a.slaves for a in aq.legal_actions(other) if isinstance(a, aq.Build) and a.building == "blue 10"]
    assert ways == [("slave 1", "slave 2"), ("slave 2", "slave 2")]
    refused("no needless card", other, aq.Build("blue 10", ("slave 1", "slave 2", "slave 2")))
    poor = begin(acting({"forum 3": "Kiko"}, hands={"Kiko": ["slave 2"] * 2}, purses={"Kiko": aq.Purse(5, 5, 0)}))
    refused("1 gold missing", poor, aq.Build("blue 10", ("slave 2", "slave 2")))


def test_nine_houses_are_all() -> None:
    houses = dict.fromkeys(list(aq.BUILDINGS)[:9], "Kiko")
    state = begin(acting({"forum 1": "Kiko"}, purses=RICH, hands={"Kiko": ["slave 2"] * 3}, houses=houses))
    assert aq.legal_actions(state) == (aq.Pass(),)
    refused("all 9 houses", state, aq.Build("bank 1", ("slave 2",)))


# VI: the harbour
def harbour_example() -> aq.State:
    placed = {"latro": "Walter", "portus bronze": "Kiko", "portus silver": "Stefan", "portus gold": "Giorgio"}
    houses = {"bank 4": "Kiko", "workshop 7": "Kiko", "workshop 1": "Stefan", "bank 1": "Stefan"}
    return begin(acting(placed, purses={"Kiko": aq.Purse(bronze=2)}, houses=houses))


@pytest.mark.clause("aquileia", "8.1", "8.2", "8.E")
def test_the_harbour_example() -> None:
    state = play(harbour_example(), roll("bronze", "gold"))
    assert purse(state, "Walter") == aq.Purse(bronze=1, gold=1)
    assert aq.current_player(state) == "Kiko"
    assert aq.legal_actions(state) == (aq.Pay(), aq.Pass())
    state = play(state, aq.Pay())
    assert purse(state, "Kiko") == aq.Purse(bronze=1, silver=1, gold=1)
    assert points(state, "Kiko") == 4
    assert points(state, "Stefan") == aq.BUILDINGS["workshop 1"].points  # by the silver that still lay there
    assert purse(state, "Stefan") == aq.BUILDINGS["bank 1"].income
    assert state.table.current_task.step == Step.DISCARD  # Giorgio has no gold: nothing is asked of him


@pytest.mark.clause("aquileia", "8.1")
def test_the_thief_takes_one_coin_a_field_and_only_what_lies_there() -> None:
    assert purse(play(harbour_example(), roll("bronze", "bronze")), "Walter") == aq.Purse(bronze=1)
    empty = begin(acting({"latro": "Walter", "portus gold": "Kiko"}))
    assert purse(play(empty, roll("bronze", "silver")), "Walter") == aq.Purse()
    own = play(begin(acting({"latro": "Walter", "portus gold": "Walter"})), roll("gold", "gold"))
    assert aq.legal_actions(own) == (aq.Pay(), aq.Pass())  # his own coin, which he may pay again


@pytest.mark.clause("aquileia", "8.2")
def test_not_paying_again_activates_nothing() -> None:
    state = play(harbour_example(), roll("bronze", "gold"), aq.Pass())
    assert (points(state, "Kiko"), purse(state, "Kiko")) == (0, aq.Purse(bronze=2))


# the end of a round and of the game
@pytest.mark.clause("aquileia", "9.1", "2.3")
def test_the_foremost_tie_breaker_starts_and_pieces_come_home() -> None:
    state = until(begin(acting({"arena 1": "Kiko"}, ("Giorgio", "Kiko", "Stefan", "Walter"))), Step.PLACE)
    assert (state.table.round, aq.current_player(state)) == (2, "Giorgio")
    assert set(state.table.placed) == set(state.table.track) == {-1}
    assert [task.seat for task in state.table.agenda[:5]] == [2, 3, 0, 1, 2]
    gapped = acting({}, ("", "Walter", "", "Kiko", "Stefan"), options={"tie_breaker": "any"})
    assert until(begin(gapped), Step.PLACE).table.start == 1


@pytest.mark.clause("aquileia", "2.1", "9.1", "10.1", "10.2", "10.3", "10.E")
def test_after_six_rounds_the_count() -> None:
    houses = {"blue 10": "Kiko", "blue 6": "Kiko", "white 10": "Walter", "bank 1": "Walter"}
    shown = ((), (), (), ("blue/yellow",))
    state = acting({}, houses=houses, round=6, points=(5, 0, 0, 0), shown=shown, purses={"Walter": aq.Purse(9, 9, 9)})
    state = replace(state, laurels=((), (), ("7",), ("5", "blue")), stadium=("3",), theatre=("white/blue",))
    state = until(begin(state))
    assert aq.current_player(state) == "over"
    assert aq.returns(state) == {"Stefan": 5, "Walter": 0, "Giorgio": 7, "Kiko": 37}
    assert aq.winners(state) == ("Kiko",)
    kiko = state.table.scores[3]
    assert (kiko.villas, kiko.laurels, kiko.won, kiko.total) == (32, 5, 0, 37)
    assert kiko.colours == ("blue", "blue")
    assert state.stadium == state.theatre == ()
    assert aq.legal_actions(state) == ()
    refused("the game is over", state, aq.Pass())


def test_a_final_tie_is_shared() -> None:
    state = acting({}, round=6, points=(5, 9, 9, 0))
    state = until(begin(replace(state, stadium=("3",), theatre=("white/blue",))))
    assert aq.winners(state) == ("Walter", "Giorgio")
    assert aq.winners(acting({})) == ()


def test_a_race_in_progress_can_be_asked_for_its_odds() -> None:
    state = until(arena_example(), Step.RED)
    contest = aq.contest_from_table(state.table, more_blue_dice=2)
    assert contest.entrant("Giorgio").blue == 2
    assert aq.contest_from_table(state.table, "stadium") is None
    assert sum(contest.p_rank("Kiko")) == Fraction(1)
