"""Set-up and the card phase: deployment, the deal, the discard, player 1, events against each other (5.0, 2.0, 2.1)."""

from collections import Counter
from random import Random
from typing import Any

import pytest

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.tables import BLOCK_NAMES, CARDS, CITIES, FULL, PLACES, POOL, PRINTED, SETUP, SIDES
from gamekit.play.protocol import IllegalAction, play, random_strategy
from tests.julius_caesar.setting import after, done, move, refused, setting, where

HANDS = {"Caesar": ("3/2", "2/2", "2/1", "Mars", "Apollo"), "Pompey": ("3/1", "2/2", "1/2", "Vulcan", "Neptune")}


def turned(caesar: str, pompey: str) -> jc.State:
    """The first turn with these two cards."""
    return after(jc.initial_state(HANDS), jc.Play(caesar), jc.Play(pompey))


@pytest.mark.clause("julius_caesar", "5.1", "5.2", "3.21", "4.2")
def test_the_deployment_of_history() -> None:
    state = jc.initial_state()
    assert sum(at < POOL for at in state.location) == 14 + 16
    assert all(n == full for n, full, at in zip(state.strength, FULL, state.location) if at < POOL)
    by_city = Counter((SIDES[side], PLACES[at]) for side, at in zip(state.side, state.location) if at < POOL)
    assert by_city["Caesar", "Narbo"] == by_city["Pompey", "Neapolis"] == by_city["Pompey", "Tarraco"] == 3
    assert by_city["Caesar", "Lugdunum"] == by_city["Pompey", "Alexandria"] == 2
    leaders = [name for (side, name), block in PRINTED.items() if block.type == "leader"]
    assert leaders == ["Caesar", "Antonius", "Octavian", "Pompey", "Scipio", "Brutus"]
    assert where(state, "Caesar:Octavian") == where(state, "Pompey:Brutus") == {"place": "pool"}
    assert jc.victory_points(state) == (1, 7)  # Caesar holds Massilia only
    assert sum(city.value for city in CITIES.values()) == 13
    assert {start.location for start in SETUP} - {"pool"} == {PLACES[at] for at in state.location if at < POOL}


@pytest.mark.clause("julius_caesar", "5.3", "4.1")
def test_free_deployment_keeps_the_number_of_blocks_in_each_city() -> None:
    history = Counter(at for at in jc.initial_state().location)
    random = Random(53)
    for _ in range(5):
        state = jc.initial_state(free_deployment=True)
        while state.phase == "deploy":
            legal = jc.legal_actions(state)
            assert legal
            state = after(state, random.choice(legal))
        assert Counter(state.location) == history
        for name, at in zip(BLOCK_NAMES, state.location):
            assert "Navis" not in name or at == POOL or CITIES[PLACES[at]].port  # never in Lugdunum
        pool = {name for name, at in zip(BLOCK_NAMES, state.location) if at == POOL}
        assert pool == {name for name, at in zip(BLOCK_NAMES, jc.initial_state().location) if at == POOL}
        assert state.phase == "deal"
    assert after_deployment(jc.initial_state(HANDS, free_deployment=True)).phase == "play"


def after_deployment(state: jc.State) -> jc.State:
    while state.phase == "deploy":
        state = after(state, jc.legal_actions(state)[-1])
    return state


@pytest.mark.clause("julius_caesar", "5.3")
def test_any_three_blocks_of_history_may_stand_in_neapolis() -> None:
    state = jc.initial_state(free_deployment=True)
    while state.actor == 0:
        state = after(state, jc.legal_actions(state)[0])
    wanted = ["Pompey:Cleopatra", "Pompey:Legio 39", "Pompey:Legio 5"]
    while state.phase == "deploy":
        city = PLACES[jc.rules.cards.next_city(state)]
        legal = [action for action in jc.legal_actions(state) if (action.block in wanted) == (city == "Neapolis")]
        state = after(state, legal[0])
    assert {where(state, block)["place"] for block in wanted} == {"Neapolis"}


@pytest.mark.clause("julius_caesar", "2.1", "2.0")
def test_six_cards_each_are_dealt_by_the_copies_left_and_one_is_laid_aside_unseen() -> None:
    state = jc.initial_state()
    assert jc.chance_outcomes(state).total_weight == 27
    assert dict(jc.chance_outcomes(state)) == {jc.Deal(name): card.count for name, card in CARDS.items()}
    for number, card in enumerate(
        ("3/2", "4/1", "3/2", "Mars", "2/2", "2/2", "2/2", "2/2", "2/1", "1/2", "1/2", "1/3")
    ):
        assert jc.chance_outcomes(state).total_weight == 27 - number
        assert jc.current_player(state) == "chance"
        state = after(state, jc.Deal(card))
    assert state.phase == "discard"
    assert jc.legal_actions(state) == tuple(map(jc.Discard, ("3/2", "2/2", "2/1", "1/2")))
    refused(r"does not hold it", state, jc.Discard("4/1"))
    state = after(state, jc.Discard("2/1"))
    assert jc.observe(state, "Caesar").discard == "2/1"
    assert jc.observe(state, "Pompey").discard is None
    state = after(state, jc.Discard("Mars"))
    assert (state.phase, jc.current_player(state)) == ("play", "Caesar")
    assert [len(hand) for hand in state.hands] == [5, 5]
    late = jc.initial_state()
    for card in ("3/2", "4/1"):
        late = after(late, jc.Deal(card))
    pytest.raises(IllegalAction, lambda: after(late, jc.Deal("4/1")))  # there is one only
    for card in (["Mars"], None):
        refused(r"there is no card", late, jc.Deal(card))  # type: ignore[arg-type]
    refused(r"there is no block None", turned("3/2", "3/1"), jc.Take(None))  # type: ignore[arg-type]


@pytest.mark.clause("julius_caesar", "2.1")
@pytest.mark.parametrize(("caesar", "pompey", "first"), [
    ("3/2", "2/2", 0), ("2/1", "3/1", 1), ("2/1", "2/2", 0), ("2/2", "2/2", 0), ("2/2", "1/2", 0), ("Mars", "3/1", 0),
    ("3/2", "Neptune", 1),
])  # fmt: skip
def test_the_higher_move_value_is_player_1_events_first_caesar_in_ties(caesar: str, pompey: str, first: int) -> None:
    state = turned(caesar, pompey)
    assert state.first == state.actor == first


@pytest.mark.clause("julius_caesar", "X.2.2", "2.2", "6.0")
def test_a_turn_of_2_1_against_2_2() -> None:
    state = turned("2/1", "2/2")
    order = []
    assert (state.actor, state.command.moves, state.command.levies) == (0, 2, 1)
    state = done(move(state, "Caesar:Legio 16", "Treveri"))
    order.append((state.phase, state.actor))
    state = done(state)
    assert (state.actor, state.command.moves, state.command.levies) == (1, 2, 2)
    state = move(state, "Pompey:Legio 5", "Narbo")
    order.append((state.phase, state.actor))
    state = done(done(state))
    assert order == [("levy", 0), ("move", 1)]
    assert state.phase == "turn"  # the battle comes after all moves and levies
    assert state.combat is not None


@pytest.mark.clause("julius_caesar", "2.1", "E.Apollo")
@pytest.mark.parametrize("caesar", ["Mars"])
@pytest.mark.parametrize("pompey", ["Vulcan", "Neptune"])
def test_two_events_cancel_and_the_turn_is_over(caesar: str, pompey: str) -> None:
    state = turned(caesar, pompey)
    assert (state.turn, state.phase) == (2, "play")
    assert jc.observe(state, "Caesar").played == ((caesar,), (pompey,))
    assert [len(hand) for hand in state.hands] == [4, 4]


def second_turn(pompey: str) -> jc.State:
    """Turn 2, Pompey having played this card in turn 1 against Caesar's 3/2."""
    state = turned("3/2", pompey)
    while state.turn == 1:
        state = after(state, jc.legal_actions(state)[-1])  # nobody does anything
    return state


@pytest.mark.clause("julius_caesar", "E.Apollo")
def test_apollo_is_not_played_in_the_first_turn_of_a_year() -> None:
    state = jc.initial_state(HANDS)
    assert jc.Play("Apollo") not in jc.legal_actions(state)
    refused(r"the opponent has played no card this year", state, jc.Play("Apollo"))


@pytest.mark.clause("julius_caesar", "E.Apollo", "2.1")
def test_apollo_is_the_command_card_that_it_copies() -> None:
    state = after(second_turn("3/1"), jc.Play("Apollo"), jc.Play("2/2"))
    assert (state.first, state.command.moves, state.command.levies) == (0, 3, 1)
    lower = after(second_turn("1/2"), jc.Play("Apollo"), jc.Play("3/1"))
    assert lower.first == 1  # compared by the copied card's move value
    assert jc.observe(lower, "Caesar").in_force == ("1/2", "3/1")


@pytest.mark.clause("julius_caesar", "E.Apollo")
def test_apollo_is_the_event_that_it_copies_and_makes_its_player_player_1() -> None:
    state = after(second_turn("Neptune"), jc.Play("Apollo"), jc.Play("3/1"))
    assert (state.first, state.phase) == (0, "move")
    assert {action.block for action in jc.legal_actions(state) if isinstance(action, jc.Take)} == {
        "Caesar:Navis 1",
        "Caesar:Navis 2",
    }
    vulcan = after(second_turn("Vulcan"), jc.Play("Apollo"), jc.Play("3/1"))
    assert (vulcan.first, vulcan.phase) == (0, "vulcan")


@pytest.mark.clause("julius_caesar", "E.Apollo", "2.1")
def test_apollo_and_an_event_cancel_whatever_it_copies() -> None:
    state = after(second_turn("1/2"), jc.Play("Apollo"), jc.Play("Vulcan"))
    assert (state.turn, state.phase) == (3, "play")
    assert "Apollo" in jc.observe(state, "Caesar").played[0]


@pytest.mark.clause("julius_caesar", "E.Apollo")
def test_apollo_copies_a_card_that_had_been_cancelled() -> None:
    state = after(turned("Mars", "Neptune"), jc.Play("Apollo"), jc.Play("3/1"))
    assert (state.first, jc.observe(state, "Caesar").in_force) == (0, ("Neptune", "3/1"))


@pytest.mark.clause("julius_caesar", "2.1")
def test_the_first_card_played_stays_unseen_until_both_lie() -> None:
    state = after(jc.initial_state(HANDS), jc.Play("Mars"))
    view = jc.observe(state, "Pompey")
    assert view.enemy_chose
    assert "Mars" not in repr(view)
    assert view == jc.observe(after(jc.initial_state(HANDS), jc.Play("3/2")), "Pompey")


@pytest.mark.clause("julius_caesar", "2.0", "8.0")
def test_five_turns_make_a_year_and_five_years_the_game() -> None:
    random = Random(5)
    players = {side: random_strategy(random) for side in SIDES}
    seen = []
    for state, _ in play(jc.rules, players, random):
        if (state.year, state.turn) not in seen:
            seen.append((state.year, state.turn))
    assert seen == [(year, turn) for year in range(-48, seen[-1][0] + 1) for turn in range(1, 6)]
    assert (seen[-1][1], jc.year_name(-48)) == (5, "49 BC (705 AUC)")
    assert jc.year_name(-43) == "44 BC (710 AUC)"
    assert (jc.year_name(0), jc.year_name(1)) == ("1 BC (753 AUC)", "AD 1 (754 AUC)")


@pytest.mark.parametrize(("hands", "message"), [
    ({"Caesar": ["3/2"] * 5}, "of Caesar and of Pompey"),
    ({"Caesar": ["3/2"] * 4, "Pompey": ["2/2"] * 4}, "has 4 cards"),
    ({"Caesar": ["3/2"] * 5, "Pompey": ["2/2"] * 5}, "the deck has 2"),
    ({"Caesar": ["3/9", "2/2", "2/2", "2/1", "2/1"], "Pompey": ["2/2"] * 5}, "no card is called '3/9'"),
    ({"Caesar": 5, "Pompey": []}, "Caesar's hand is 5; it should be a list of card designs"),
    ({"Caesar": "Mars", "Pompey": []}, "Caesar's hand is 'Mars'; it should be a list of card designs"),
])  # fmt: skip
def test_hands_that_cannot_be(hands: Any, message: str) -> None:
    pytest.raises(ValueError, lambda: jc.initial_state(hands)).match(message)


def test_fewer_levies_than_points_are_lost() -> None:
    state = setting("Caesar in Burdigala: Legio 7; Pompey in Utica: Legio 39", ("2/3", "1/2"), phase="levy")
    state = after(state, jc.Levy("Caesar:Auxilia 1"), jc.Go("Burdigala"))
    assert done(state).actor == 1
