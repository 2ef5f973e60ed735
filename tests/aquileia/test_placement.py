"""Placing henchmen and tie-breakers (2.1 to 2.6) and the order in which the placed pieces act."""

from random import Random

import pytest

from gamekit import aquileia as aq
from gamekit.aquileia.state import Step
from gamekit.play.protocol import CHANCE
from tests.aquileia.position import FOUR, acting, begin, hand, play, points, purse, refused, until


def dealt(**options: str) -> aq.State:
    """A new game of four, the row and the open laurel dealt."""
    state = aq.initial_state(FOUR, **options)
    random = Random(1)
    while aq.current_player(state) == CHANCE:
        state = aq.apply(state, aq.chance_outcomes(state).sample(random))
    return state


def fields(state: aq.State) -> set[str]:
    return {action.field for action in aq.legal_actions(state) if isinstance(action, aq.Place)}


@pytest.mark.clause("aquileia", "1.4")
def test_set_up() -> None:
    state = aq.initial_state(FOUR)
    draws = 0
    while aq.current_player(state) == CHANCE:
        state = aq.apply(state, next(iter(aq.chance_outcomes(state))))
        draws += 1
    assert draws == 4
    assert all(card and aq.CARDS[card].kind != "slave" for card in state.table.row)
    assert len(state.table.row) == 3
    assert state.table.face_up in aq.LAURELS
    assert (len(state.gear), len(state.slaves), len(state.stadium), len(state.theatre)) == (14, 22, 11, 6)
    assert all(coins == aq.Purse(bronze=2, silver=1, gold=1) for coins in state.table.purses)
    assert (aq.returns(state), state.table.potentia) == (dict.fromkeys(FOUR, 0), -1)
    assert aq.current_player(state) == "Stefan"


@pytest.mark.parametrize("players", [("A", "B"), tuple("ABCDEF"), ("A", "A", "B"), ("A", "B", CHANCE)])
def test_wrong_players_are_refused(players: tuple[str, ...]) -> None:
    pytest.raises(ValueError, lambda: aq.initial_state(players)).match("3 to 5 players")


@pytest.mark.clause("aquileia", "2.1", "2.2")
def test_pieces_go_down_one_by_one_clockwise_six_times() -> None:
    state = dealt()
    turns = []
    while state.table.round == 1 and state.table.current_task.step == Step.PLACE:
        turns.append(aq.current_player(state))
        places = [action for action in aq.legal_actions(state) if isinstance(action, aq.Place)]
        quiet = [action for action in places if action.field in ("forum 1", "forum 2", "forum 3", "forum 4", "forum 5")]
        state = aq.apply(state, next(iter(quiet or places), aq.legal_actions(state)[0]))
    assert turns == list(FOUR) * 6


@pytest.mark.clause("aquileia", "2.2")
def test_one_piece_a_field() -> None:
    state = play(dealt(), aq.Place("arena 3"))
    assert "arena 3" not in fields(state)
    refused(r"Walter may not .*arena 3.*Stefan's henchman stands there", state, aq.Place("arena 3"))
    refused("did you mean arena", state, aq.Place("arena 4"))


@pytest.mark.clause("aquileia", "2.2", "2.3")
def test_who_passes_places_no_henchman_but_still_the_tie_breaker() -> None:
    state = play(dealt(), aq.Pass())
    for _ in range(3):
        state = aq.apply(state, aq.Pass())
    assert aq.current_player(state) == "Stefan"
    assert aq.legal_actions(state) == (aq.TieBreaker(1),)
    refused("tie-breaker must be placed", state, aq.Pass())
    refused("only the tie-breaker is left", state, aq.Place("dolus"))
    state = play(state, aq.TieBreaker(1), aq.TieBreaker(2), aq.TieBreaker(3))
    assert state.table.round == 1
    state = play(state, aq.TieBreaker(4))
    assert until(state, Step.PLACE).table.round == 2


@pytest.mark.clause("aquileia", "2.2")
def test_who_passes_with_the_tie_breaker_placed_is_done_for_the_round() -> None:
    state = play(dealt(), aq.TieBreaker(1), aq.Place("dolus"), aq.Place("pecunia"), aq.Place("potentia"), aq.Pass())
    turns = []
    for _ in range(6):
        turns.append(aq.current_player(state))
        state = aq.apply(state, next(a for a in aq.legal_actions(state) if isinstance(a, aq.Place)))
    assert turns == ["Walter", "Giorgio", "Kiko"] * 2


@pytest.mark.clause("aquileia", "2.3")
def test_the_tie_breaker_goes_to_the_left_most_free_place() -> None:
    state = dealt()
    assert aq.TieBreaker(1) in aq.legal_actions(state)
    refused("the free places are 1", state, aq.TieBreaker(2))
    state = play(state, aq.TieBreaker(1))
    assert [a for a in aq.legal_actions(state) if isinstance(a, aq.TieBreaker)] == [aq.TieBreaker(2)]
    other = play(dealt(tie_breaker="any"), aq.TieBreaker(3))
    assert [a.place for a in aq.legal_actions(other) if isinstance(a, aq.TieBreaker)] == [1, 2, 4, 5]


@pytest.mark.clause("aquileia", "2.3")
def test_the_last_piece_must_be_the_tie_breaker() -> None:
    state = dealt()
    for turn in range(20):
        market = [a for a in aq.legal_actions(state) if isinstance(a, aq.Place)]
        state = aq.apply(state, market[0] if turn % 4 == 0 else aq.legal_actions(state)[-2] if turn < 4 else market[-1])
        if aq.current_player(state) == "Stefan" and state.table.placed.count(0) == 5:
            break
    assert aq.legal_actions(state) == (aq.TieBreaker(state.table.track.index(-1) + 1),)


@pytest.mark.clause("aquileia", "2.4")
def test_gold_or_silver_not_both() -> None:
    state = play(dealt(), aq.Place("gold 3"), aq.TieBreaker(1), aq.TieBreaker(2), aq.TieBreaker(3))
    assert {"gold 1", "gold 2"} <= fields(state)
    assert not {"silver 1", "silver 2", "silver 3"} & fields(state)
    refused(r"a henchman stands on gold 3 \(2.4\)", state, aq.Place("silver 1"))
    state = play(state, aq.Place("gold 1"))
    assert {"silver 1", "silver 2", "silver 3", "gold 2"} <= fields(state)


@pytest.mark.clause("aquileia", "2.5")
def test_a_harbour_field_takes_a_coin_and_forbids_the_others_but_not_the_thief() -> None:
    state = play(dealt(), aq.Place("portus silver"))
    assert purse(state, "Stefan") == aq.Purse(bronze=2, gold=1)
    assert state.table.harbour == (False, True, False)
    state = play(state, aq.TieBreaker(1), aq.TieBreaker(2), aq.TieBreaker(3))
    assert not {"portus bronze", "portus gold"} & fields(state)
    assert "latro" in fields(state)
    refused(r"portus silver \(2.5\)", state, aq.Place("portus gold"))
    state = play(state, aq.Place("latro"))
    assert {"portus bronze", "portus gold"} <= fields(state)


@pytest.mark.clause("aquileia", "2.5")
def test_without_the_coin_there_is_no_harbour_field() -> None:
    state = dealt()
    poor = acting({}, ("", "", "", ""), purses={"Stefan": aq.Purse(bronze=1)}, agenda=state.table.agenda)
    assert {"portus bronze", "latro"} <= fields(poor)
    assert not {"portus silver", "portus gold"} & fields(poor)
    refused("the gold is missing", poor, aq.Place("portus gold"))


@pytest.mark.clause("aquileia", "2.6")
def test_forum_fields_are_placed_in_any_order() -> None:
    state = play(dealt(), aq.Place("forum 4"), aq.Place("forum 1"), aq.Place("forum 5"))
    assert {"forum 2", "forum 3"} <= fields(state)
    one = play(state, aq.TieBreaker(1), aq.Place("forum 2"))
    assert one.table.seat_on_field("forum 2") == one.table.seat_on_field("forum 4") == 0


@pytest.mark.clause("aquileia", "2.1")
def test_districts_act_in_their_order_and_each_field_is_left_when_done() -> None:
    placed = {
        "dolus": "Kiko", "pecunia": "Walter", "servi 3": "Stefan", "servi 1": "Kiko", "equi 2": "Giorgio",
        "arena 1": "Kiko", "silver 1": "Stefan", "theatrum": "Walter", "forum 5": "Kiko", "forum 1": "Giorgio",
        "latro": "Walter", "portus gold": "Stefan", "portus bronze": "Giorgio",
    }  # fmt: skip
    coins = dict.fromkeys(FOUR, aq.Purse(3, 3, 3))
    state = begin(acting(placed, purses=coins))
    steps = []
    while state.table.round == 1:
        steps.append(state.table.current_task.step.value)
        by_chance = aq.current_player(state) == CHANCE
        state = aq.apply(state, next(iter(aq.chance_outcomes(state))) if by_chance else aq.legal_actions(state)[-1])
    order = "dolus pecunia equi servi servi red cards prize slave red cards look laurel reveal bid bid bid bid forum"
    asked = [step for step in steps if step not in ("refill", "harbour")]
    assert asked == [*order.split(), "forum", "latro"]
    assert (set(state.table.placed), points(state, "Walter")) == ({-1}, 4)
    assert hand(state, "Kiko") == ("slave 1",)  # the arena's prize; nothing was bought
