"""The rules, clause by clause, on small boards set up by hand."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest

from gamekit.caesar import Alliance, Attack, Pass, Place, Play, State, initial_state, leads, position, rules, winners
from gamekit.play import protocol
from gamekit.play.protocol import OVER, IllegalAction, random_strategy

EMPTY = ". . . . ."


def board(*rows: str, hands: Any = ((9, 5, 1, "F"), (8, 4, 2, "F")), **more: Any) -> State:
    """A position of the first rows; the rest of the board is empty."""
    return position([*rows, *[EMPTY] * (5 - len(rows))], hands, **more)


def refused(said: str, state: State, *actions: Any) -> None:
    """Assert that the actions are refused, the last of them, with a sentence that has ``said`` in it."""
    *before, last = actions
    for action in before:
        state = rules.apply(state, action)
    pytest.raises(IllegalAction, rules.apply, state, last).match(said)


def done(state: State, *actions: Any) -> State:
    for action in actions:
        assert action in rules.legal_actions(state)
        state = rules.apply(state, action)
    return state


def fought(state: State, attack: Attack, card: Any, other: Any) -> State:
    return done(state, attack, Play(card), Play(other))


def kinds(state: State) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for action in rules.legal_actions(state):
        found.setdefault(type(action).__name__, []).append(str(action))
    return found


@pytest.mark.clause("caesar", "2", "3")
@pytest.mark.parametrize(("players", "neutrals"), [(2, 15), (3, 10), (4, 5), (5, 0)])
def test_five_rounds_of_placing_then_neutrals_fill_the_board(players: int, neutrals: int) -> None:
    state, random, order = initial_state(players, start=players - 1), Random(players), []
    for placed in range(5 * players):
        assert len(rules.legal_actions(state)) == 25 - placed
        order.append(rules.current_player(state))
        state = rules.apply(state, random.choice(rules.legal_actions(state)))
    assert order == [(players - 1 + k) % players for k in range(5 * players)]
    assert state.board.count("n") == neutrals
    assert all(len(group) == 1 for group in state.board)
    assert [state.counters_in_groups(player) for player in range(players)] == [5] * players
    assert rules.current_player(state) == players - 1
    refused("no counter can be placed on a1: all have been placed", state, Place("a1"))


@pytest.mark.clause("caesar", "3")
def test_a_counter_goes_on_an_empty_square() -> None:
    state = rules.apply(initial_state(), Place("c3"))
    refused("c3 is taken by the R group of 1 on c3", state, Place("c3"))
    refused("'f1' is not a square", state, Place("f1"))
    refused("no alliance now: there is a counter to place", state, Alliance("c3", "c2"))


@pytest.mark.clause("caesar", "2")
@pytest.mark.parametrize("players", [0, 1, 6])
def test_two_to_five_play(players: int) -> None:
    pytest.raises(ValueError, lambda: initial_state(players)).match("it should be from 2 to 5")


@pytest.mark.clause("caesar", "4", "5", "7", "9", "14")
def test_a_turn_is_an_alliance_or_a_conflict() -> None:
    state = board("R . n . B", "n . . . .", "R . . . .")
    # a1: right the neutral c1, down the neutral a2. a3: up the neutral a2. The blue e1 is hidden by c1.
    assert kinds(state) == {"Alliance": ["a1-c1", "a1-a2", "a3-a2"], "Pass": ["pass"]}
    state = board("R . . . B", "n . . . .", "R . . . B")
    assert kinds(state) == {"Alliance": ["a1-a2", "a3-a2"], "Attack": ["a1xe1", "a3xe3"]}
    assert rules.current_player(rules.apply(state, Alliance("a1", "a2"))) == 1


@pytest.mark.clause("caesar", "5", "6")
def test_two_own_groups_merge_onto_either_square_as_they_are() -> None:
    state = board("nR . . BRR .", "B . . . .")
    assert kinds(state)["Alliance"] == ["a1-d1", "d1-a1"]
    after = done(state, Alliance("a1", "d1"))
    assert (after.group_at("a1"), after.group_at("d1")) == ("", "BRRnR")
    after = done(state, Alliance("d1", "a1"))
    assert (after.group_at("a1"), after.group_at("d1")) == ("nRBRR", "")


@pytest.mark.clause("caesar", "7")
def test_an_own_group_goes_onto_a_neutral_one_and_not_the_other_way() -> None:
    state = board("R . nn . .", "B . . . .")
    after = done(state, Alliance("a1", "c1"))
    assert (after.group_at("c1"), after.counters_in_groups(0)) == ("nnR", 3)
    refused("the neutral group of 2 on c1 is not R's to move", state, Alliance("c1", "a1"))


@pytest.mark.clause("caesar", "7")
def test_neutrals_stay_apart_unless_the_option_says_otherwise() -> None:
    rows = ("n . n . .", "R . . . B")
    assert kinds(board(*rows))["Alliance"] == ["a2-a1"]
    merging = board(*rows, neutrals="merge")
    assert kinds(merging)["Alliance"] == ["a1-c1", "c1-a1", "a2-a1"]
    assert done(merging, Alliance("c1", "a1")).group_at("a1") == "nn"


@pytest.mark.clause("caesar", "5", "9")
def test_what_stands_between_is_named() -> None:
    state = board("R . nn . B", ". . . . .", "B . . . R")
    refused("no conflict of a1 and e1: the neutral group of 2 on c1 stands between", state, Attack("a1", "e1"))
    refused("no alliance of a1 and e3: they are not in one row or column", state, Alliance("a1", "e3"))
    refused("no conflict of a1 and d1: d1 is empty", state, Attack("a1", "d1"))
    refused("no conflict of a1 and a1: they are one square", state, Attack("a1", "a1"))
    refused("no conflict with the neutral group of 2 on c1", state, Attack("a1", "c1"))
    refused("no alliance with the B group of 1 on a3: it is neither own nor neutral", state, Alliance("a1", "a3"))
    refused("the B group of 1 on a3 is not R's to fight with", state, Attack("a3", "a1"))


@pytest.mark.clause("caesar", "8", "14")
def test_no_pass_while_a_conflict_is_possible() -> None:
    state = board("R . . . B", "n . . . .")
    assert Pass() not in rules.legal_actions(state)
    refused("no pass: a conflict is possible, a1 against the B group of 1 on e1", state, Pass())


@pytest.mark.clause("caesar", "14")
def test_who_has_no_conflict_may_pass_although_he_has_an_alliance() -> None:
    rows = ("R . n . B", "Y . . . .")
    hands = ((9,), (8,), (7,))
    state = board(*rows, hands=hands, player=1)
    assert kinds(state) == {"Alliance": ["e1-c1"], "Pass": ["pass"]}
    assert rules.current_player(done(state, Pass())) == 2
    strict = board(*rows, hands=hands, player=1, passing="no action")
    assert kinds(strict) == {"Alliance": ["e1-c1"]}
    refused("an alliance is possible, and the reading passing='no action' asks for it", strict, Pass())


@pytest.mark.clause("caesar", "14")
def test_who_can_do_neither_passes() -> None:
    state = board("B . R . .", ". . . . .", ". . . . .", ". . . . .", ". Y . . .", hands=((9,), (8,), (7,)), player=2)
    assert kinds(state) == {"Pass": ["pass"]}


@pytest.mark.clause("caesar", "11")
@pytest.mark.parametrize(("attacker", "defender", "card", "other", "here", "there"), [
    # a group of 1 with the 9 beats one of 4 with the 5, 10 to 9, and stands on it
    ("R", "nnnB", 9, 4, "", "nnnBR"),
    # the winner stands on the loser's square, attacker and defender alike
    ("nR", "B", 1, 8, "nRB", ""),
    ("nnnnnnR", "B", 1, 4, "", "BnnnnnnR"),
])  # fmt: skip
def test_the_higher_total_stands_on_the_other(
    attacker: str, defender: str, card: int, other: int, here: str, there: str
) -> None:
    state = board(f"{attacker} . . . {defender}", "n . . . .", "R . . . .", "B . . . .")
    after = fought(state, Attack("a1", "e1"), card, other)
    assert (after.group_at("a1"), after.group_at("e1")) == (here, there)


@pytest.mark.clause("caesar", "12")
def test_equal_totals_remove_both_groups() -> None:
    # 2 + 5 against 3 + 4
    state = board("nR . . . nnB", ". . . . .", "R . B . .")
    after = fought(state, Attack("a1", "e1"), 5, 4)
    assert (after.group_at("a1"), after.group_at("e1")) == ("", "")
    assert sum(map(len, after.board)) == sum(map(len, state.board)) - 5


@pytest.mark.clause("caesar", "10", "13")
@pytest.mark.parametrize(("card", "other"), [("F", 8), (9, "F"), ("F", "F")])
def test_any_flag_ends_it_without_result_and_both_cards_are_gone(card: Any, other: Any) -> None:
    state = board("nR . . . B", "R . . . .", "B . . . .")
    after = fought(state, Attack("a1", "e1"), card, other)
    assert after.board == state.board
    assert card not in after.hands[0]
    assert other not in after.hands[1]
    assert [len(cards) for cards in after.hands] == [3, 3]


@pytest.mark.clause("caesar", "10")
def test_the_second_to_choose_does_not_see_the_first_card() -> None:
    state = done(board("R . . . B", "Y . . . .", hands=((9, 1), (8, 2), (7,))), Attack("a1", "e1"))
    assert rules.current_player(state) == 0
    views = {rules.observe(rules.apply(state, Play(card)), 1) for card in (9, 1)}
    assert len(views) == 1
    assert views == {rules.observe(rules.apply(state, Play(card)), 2) for card in (9, 1)}
    view = views.pop()
    assert view.chosen == "?"
    assert view.hands == ((1, 9), (2, 8), (7,))
    assert rules.current_player(view) == 1
    assert rules.legal_actions(view) == (Play(2), Play(8))
    assert rules.observe(rules.apply(state, Play(9)), 0).chosen == 9
    refused("the attacker's card is hidden in this view", view, Play(2))
    with pytest.raises(ValueError, match="player 3 is not in the game; the players are 0 to 2"):
        rules.observe(state, 3)


@pytest.mark.clause("caesar", "13")
def test_a_card_is_used_once_and_hands_are_open() -> None:
    state = fought(board("R . . . B", ". . . . .", "R . . . B"), Attack("a1", "e1"), 9, "F")
    assert rules.observe(state, 1).hands == ((1, 5, "F"), (2, 4, 8))
    state = done(state, Attack("e1", "a1"))
    refused("the flag is not in B's hand, which holds 2 4 8", state, Play("F"))
    refused("'X' is not a card", state, Play("X"))
    refused("the 9 cannot be played: there is no conflict", board("R . . . B"), Play(9))


@pytest.mark.clause("caesar", "15")
def test_a_player_without_groups_is_out_and_skipped() -> None:
    state = board("R . . . B", ". . . . .", "Y . . . Y", hands=((9, 1), (8, 2), (7, 3)))
    after = fought(state, Attack("a1", "e1"), 9, 2)
    assert after.out == (1,)
    assert rules.current_player(after) == 2
    after = done(after, Alliance("a3", "e3"))
    assert rules.current_player(after) == 0
    assert winners(done(after, Attack("e1", "e3"), Play(1), Play(3))) == (2,)


@pytest.mark.clause("caesar", "16")
def test_the_tenth_card_of_anyone_ends_the_game() -> None:
    state = board("R . . . B", "R . . . .", "B . . . .", hands=((9,), (8, 1)))
    after = fought(state, Attack("a1", "e1"), 9, 8)
    assert (rules.current_player(after), rules.returns(after)) == (OVER, {0: 3, 1: 1})
    assert winners(after) == (0,)
    assert leads(after) == {0: 2, 1: -2}
    defender = board("R . . . B", "R . . . .", "B . . . .", hands=((9, 1), (8,)))
    assert rules.current_player(fought(defender, Attack("a1", "e1"), 9, 8)) == OVER
    pytest.raises(ValueError, lambda: rules.returns(state)).match("the game is not over")


@pytest.mark.clause("caesar", "16")
def test_no_conflict_and_no_alliance_for_anyone_ends_the_game() -> None:
    assert rules.current_player(board("R . . . .", ". B . . .")) == OVER
    assert rules.legal_actions(board("R . . . .", ". B . . .")) == ()


@pytest.mark.clause("caesar", "16")
def test_alliances_keep_the_game_going_until_all_have_passed() -> None:
    state = board("R . n . .", ". B . . .")
    assert rules.current_player(state) == 0
    one = done(state, Pass())
    assert (rules.current_player(one), rules.current_player(done(one, Pass()))) == (1, OVER)
    # any other action starts the count again
    assert rules.current_player(done(board("R . n . n", ". B . . n"), Pass(), Pass())) == OVER
    again = done(board("R . n . n", ". B . . n"), Alliance("a1", "c1"), Pass(), Alliance("c1", "e1"))
    assert (again.passes, rules.current_player(again)) == (0, 1)


@pytest.mark.clause("caesar", "16")
def test_the_end_may_be_read_as_no_conflict_now() -> None:
    assert rules.current_player(board("R . n . .", ". B . . .", end="no conflict now")) == OVER
    assert rules.current_player(board("R . . . B", end="no conflict now")) == 0


@pytest.mark.clause("caesar", "15", "16")
def test_one_player_left_ends_the_game_unless_read_otherwise() -> None:
    state = board("R . . . B", "n . . . .")
    assert rules.current_player(fought(state, Attack("a1", "e1"), 9, 2)) == OVER
    on = board("R . . . B", ". . . . n", last_player="plays on")
    after = fought(on, Attack("a1", "e1"), 9, 2)
    assert rules.current_player(after) == 0
    assert rules.returns(done(after, Alliance("e1", "e2"))) == {0: 3, 1: 0}
    assert rules.current_player(done(after, Pass())) == OVER


@pytest.mark.clause("caesar", "17")
def test_most_counters_win_and_equals_share() -> None:
    state = board("RR . . . .", ". nB . . .", ". . Y . .", hands=((9,), (8,), (7,)))
    assert winners(state) == (0, 1)
    assert (rules.returns(state), leads(state)) == ({0: 2, 1: 2, 2: 1}, {0: 0, 1: 0, 2: -1})


@pytest.mark.clause("caesar", "12", "17")
def test_last_groups_that_remove_each_other_share_the_victory_without_those_out_before() -> None:
    state = replace(board("R . . . B", "n . . . .", hands=((9, 1), (9, 1), (7, 3))), out=(2,))
    after = fought(state, Attack("a1", "e1"), 9, 9)
    assert rules.current_player(after) == OVER
    assert winners(after) == (0, 1)


@pytest.mark.clause("caesar", "1", "6", "11", "12")
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_no_counter_is_ever_lost_but_by_a_tie(players: int) -> None:
    random = Random(players)
    for _ in range(6):
        before, removed = initial_state(players), 0
        for state, action in protocol.play(rules, [random_strategy(random)] * players, random, before):
            if isinstance(action, Play) and before.chosen is not None and before.attack is not None:
                groups = [before.group_at(before.attack.here), before.group_at(before.attack.there)]
                totals = [len(group) + card for group, card in zip(groups, (before.chosen, action.card)) if card != "F"]
                if len(totals) == 2 and totals[0] == totals[1]:
                    removed += len(groups[0]) + len(groups[1])
            before = state
        assert sum(map(len, before.board)) + removed == 25
        assert len({len(cards) for cards in before.hands}) <= 10


def test_there_is_no_chance_in_this_game() -> None:
    pytest.raises(ValueError, lambda: rules.chance_outcomes(initial_state())).match("Caesar has no chance")


def test_what_is_no_action_is_refused() -> None:
    refused("'a1' is not an action of Caesar", initial_state(), "a1")  # type: ignore[arg-type]
    over = board("R . . . .", ". B . . .")
    for action in (Pass(), Alliance("a1", "b2"), Attack("a1", "b2")):
        pytest.raises(IllegalAction, rules.apply, over, action).match("the game is over")
    refused("no pass: there is a counter to place", initial_state(), Pass())
