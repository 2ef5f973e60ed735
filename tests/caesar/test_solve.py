"""Whole positions: solved, searched, and played by the ready strategies."""

from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest

from gamekit import caesar
from gamekit.caesar.odds.solve import after_conflict, estimated_lines
from gamekit.caesar.odds.solve import reduced_position as plain_state
from gamekit.caesar.players import plain, search
from gamekit.caesar.players.search import search_position
from gamekit.play import protocol
from gamekit.play.protocol import Strategy
from gamekit.text.translation import basis_line
from tests.caesar.generators import late
from tests.cases import Cases

EMPTY = ". . . . ."
ENDGAME = caesar.example_positions()["endgame"][0]
TWO_FIGHTS = caesar.position(["R . . . B"] + [EMPTY] * 3 + ["nnR . . . nnB"], hands=[(9, 1, "F"), (8, 5, "F")])


@cache
def solved() -> caesar.Solution:
    return caesar.solve(ENDGAME)


def final(players: list[Strategy], random: Random, start: caesar.State) -> caesar.State:
    """The last position of a game played out."""
    return list(protocol.play(caesar.rules, players, random, start))[-1][0]


@pytest.mark.clause("caesar", "8", "9", "10", "16")
def test_a_single_conflict_that_ends_the_game_is_the_conflict_by_itself() -> None:
    state = caesar.position(["nR . . . B", EMPTY, "B . . . .", EMPTY, ". R . . ."], hands=[(9,), (8, 5)])
    found = caesar.solve(state)
    assert (found.best_action, found.mix) == (caesar.Attack("a1", "e1"), {caesar.Attack("a1", "e1"): 1})
    # R leads by 1 (3 to 2), the conflict with the last card is worth +2
    assert found.value == 1 + caesar.Conflict(2, 1, (9,), (8, 5)).equilibrium().value == 3
    assert found.explain() == "conflict of a1 with e1"
    assert found.explain("ja") == "a1 と e1 の闘争"


def test_forced_fights_are_a_duel() -> None:
    # Two pairs that see each other along the rows only; whoever is to move must fight, and an alliance there is none.
    state = caesar.position(["R . . . .", ". . . . .", ". . . . .", ". . . . .", "B . . . ."], hands=[(9, 1), (8, 5)])
    fight = caesar.solve(state).at(caesar.rules.apply(state, caesar.Attack("a1", "a5")))
    assert set(fight.loss) == {caesar.Play(1), caesar.Play(9)}
    # only the flagless win or loss ends it at once; both hands hold two cards, and nothing but a tie goes on
    assert fight.value == caesar.duel([(1, 1)], (9, 1), (8, 5)).value
    assert (fight.player, caesar.solve(state).value_by_player) == (0, {0: 2, 1: -2})


def test_the_size_is_told_before_solving() -> None:
    told: list[Any] = []
    found = caesar.solve(ENDGAME, report_size=told.append)
    assert told == [found.size]
    assert str(found.size) == "1,218 positions, 459 of them conflicts to be fought"
    assert found.size.explain("ja") == "1,218 局面、うち闘争 459"
    assert "1,218 positions, 459 conflicts, backward induction" in basis_line(found.basis)
    assert "the game ends when one player is left" in basis_line(found.basis)


def test_too_large_says_how_large() -> None:
    with pytest.raises(
        caesar.PositionTooLarge, match=r"more than 1,000 positions can arise from here, in about 4,018 lines of play"
    ):
        caesar.solve(ENDGAME, max_positions=1_000)
    assert issubclass(caesar.PositionTooLarge, ValueError)
    with pytest.raises(
        caesar.PositionTooLarge, match=r"more than 50 positions .* x 10\^\d+ lines of play; advise\(\) searches"
    ):
        caesar.solve(caesar.initial_state(), max_positions=50)
    assert estimated_lines(TWO_FIGHTS) == estimated_lines(TWO_FIGHTS) > 100


def test_what_is_not_solved_is_refused() -> None:
    with pytest.raises(ValueError, match="3 players; only positions of two players are solved"):
        caesar.solve(caesar.initial_state(3))
    pytest.raises(ValueError, lambda: caesar.solve(ENDGAME, "gold")).match(
        "objective='gold'; it should be 'lead' or 'win'"
    )
    with pytest.raises(ValueError, match="this position is not reachable from the solved one"):
        caesar.solve(TWO_FIGHTS).at(ENDGAME)


def test_a_solved_game_played_out_is_over_and_worth_what_it_says() -> None:
    found, random = solved(), Random(3)
    results = []
    for _ in range(60):
        state = final([found.strategy(random)] * 2, random, ENDGAME)
        results.append(caesar.leads(state)[0])
        assert found.at(state).best_action is None
        assert found.at(state).value in (caesar.leads(state)[0], -caesar.leads(state)[0])
    assert abs(sum(results) / 60 - float(found.value)) < 2


@pytest.mark.clause("caesar", "10", "11", "12")
def test_the_positions_after_a_pair_of_cards_are_those_of_the_rules() -> None:
    # 2 against 1: the 3 wins by 1 over the 3 and ties with the 4, which beats the 2 by 1.
    start = caesar.position(["nR . . . B", *[EMPTY] * 4], hands=[(2, 3, "F"), (3, 4, "F")])
    fight = caesar.rules.apply(start, caesar.Attack("a1", "e1"))
    for (card, other), after in zip(product(*fight.hands), after_conflict(fight, fight.hands)):
        end = caesar.rules.apply(caesar.rules.apply(fight, caesar.Play(card)), caesar.Play(other))
        assert after == plain_state(end), (card, other)


# Search
@cache
def late_ones(seed: int, count: int, limit: int) -> list[caesar.Solution]:
    """Late positions solved, some of them with a conflict to be fought."""
    random, met = Random(seed), list[caesar.Solution]()
    while len(met) < count:
        try:
            exact = caesar.solve(late(random), max_positions=limit)
        except caesar.PositionTooLarge:
            continue
        fights = [action for action in exact.loss if isinstance(action, caesar.Attack)]
        if fights and random.random() < 0.3:
            exact = exact.at(caesar.rules.apply(exact.state, random.choice(fights)))
        met.append(exact)
    return met


def lost(positions: list[caesar.Solution], iterations: int) -> float:
    """The mean loss of what a search plays in solved positions, in counters."""
    found = (search_position(exact.state, iterations, Random(seed)) for seed, exact in enumerate(positions))
    losses = [
        float(sum(share * float(exact.loss[action]) for action, share in each.mix.items()))
        for exact, each in zip(positions, found)
    ]
    return sum(losses) / len(losses)


@pytest.mark.long
def test_a_search_loses_little_where_best_play_is_known(cases: Cases) -> None:
    assert lost(late_ones(5, cases(2, 200), cases(200, 2_500)), cases(40, 400)) < cases(4, 3) / 2


def test_a_search_answers_the_greedy_card_and_the_mixed_one_alike() -> None:
    """Where nothing follows the fight the matrix is the exact one: the 9 wins against whatever is answered."""
    fight = caesar.rules.apply(
        caesar.position(["nR . . . nB"] + [EMPTY] * 4, hands=[(1, 9, "F"), (5, 8)]), caesar.Attack("a1", "e1")
    )
    exact, found = caesar.solve(fight), search_position(fight, iterations=20)
    assert exact.mix == found.mix == {caesar.Play(9): 1}
    assert found.value == pytest.approx(float(exact.value))
    assert found.confidence[0] <= found.value <= found.confidence[1]


@pytest.mark.long
def test_advice_on_a_small_position_is_its_solution() -> None:
    board = [". B n . .", ". nRn nB . .", EMPTY, EMPTY, "R . BRB . ."]
    fight = caesar.rules.apply(caesar.position(board, hands=[(8, 9), (2, 5, 9)]), caesar.Attack("a5", "c5"))
    for state in (replace(fight, chosen="?"), fight, ENDGAME):
        exact, found = caesar.solve(state), caesar.advise(state, iterations=40_000)
        assert (found.value, found.confidence) == (float(exact.value), (float(exact.value),) * 2)
        assert found.mix == {action: float(share) for action, share in exact.mix.items()}
        assert found.values == {action: float(worth) for action, worth in caesar.action_values(exact).items()}
        assert (found.iterations, set(found.visits.values()), found.cut_short) == (0, {0}, False)
        assert found.basis == exact.basis
    enough = -(-caesar.solve(fight).size.positions // 5)
    assert caesar.advise(fight, enough).iterations == 0 < caesar.advise(fight, enough - 1).iterations


def test_the_same_iterations_and_random_give_the_same_advice() -> None:
    first, second = (caesar.advise(ENDGAME, 100, Random(5)) for _ in range(2))
    assert first == second
    assert caesar.advise(ENDGAME, 100, Random(6)).values != first.values
    assert first.iterations == sum(first.visits.values()) <= 100
    low, high = first.confidence
    assert low < first.value < high
    assert set(first.visits) == set(caesar.rules.legal_actions(ENDGAME))
    assert f"played on to the end {first.iterations} times" in basis_line(first.basis)
    assert first.explain().startswith(("alliance of", "conflict of"))


@pytest.mark.long
def test_seconds_only_cut_the_search_short_and_it_says_so() -> None:
    crowded = caesar.initial_state(3)
    found = caesar.advise(crowded, iterations=1_000_000, seconds=0.05)
    assert found.cut_short
    assert 0 < found.iterations < 1_000_000
    enough = caesar.advise(crowded, iterations=30, seconds=60)
    assert (enough.cut_short, enough.visits) == (False, caesar.advise(crowded, iterations=30).visits)


def test_every_outcome_of_a_conflict_is_played_on_and_cards_are_kept_for_later() -> None:
    """A flag is the safe card of the smaller group, and the 9 is not spent where the 5 wins as well."""
    board = ["nnR . . . B", "R . . . nnB", EMPTY, "B . . . .", "R . . . nB"]
    fight = caesar.rules.apply(caesar.position(board, hands=[(5, 9), (1, 2)]), caesar.Attack("a1", "e1"))
    found = search_position(fight, 20)
    assert found.best_action == caesar.Play(5)
    assert found.values[caesar.Play(5)] > found.values[caesar.Play(9)]


def test_others_are_taken_to_play_plainly_in_half_of_their_cards() -> None:
    """Alone the 1 of B answers a 9 that wins anyway: at a table of three R may count on it in half of the cases."""
    board = ["nnR . . . nB", EMPTY, "Y . . . .", "B . . . Y", "R . . . ."]
    fight = caesar.rules.apply(caesar.position(board, hands=[(2, 9), (1, 8), (3, 4)]), caesar.Attack("a1", "e1"))
    found = search_position(fight, 20)
    assert "50%" in basis_line(found.basis)
    assert sum(found.mix.values()) == pytest.approx(1)
    assert set(found.mix) <= {caesar.Play(2), caesar.Play(9)}


def test_the_one_who_answers_is_advised_without_the_hidden_card() -> None:
    fight = caesar.rules.apply(TWO_FIGHTS, caesar.Attack("a5", "e5"))
    seen = [caesar.advise(caesar.rules.observe(caesar.rules.apply(fight, caesar.Play(card)), 1), 20) for card in (9, 1)]
    assert (seen[0].mix, set(seen[0].visits)) == (seen[1].mix, {caesar.Play(5), caesar.Play(8), caesar.Play("F")})
    assert seen[0].player == 1
    assert sum(seen[0].mix.values()) == pytest.approx(1)


@pytest.mark.parametrize(("more", "message"), [
    ({"iterations": 0}, "iterations=0, seconds=None; both should be above 0"),
    ({"iterations": 10**9, "seconds": 1}, "iterations=1000000000, .* iterations at most 2,000,000"),
    ({"seconds": 0}, "seconds=0; both should be above 0"),
    ({"objective": "gold"}, "objective='gold'; it should be 'lead' or 'win'"),
])  # fmt: skip
def test_advice_that_makes_no_sense_is_refused(more: Any, message: str) -> None:
    pytest.raises(ValueError, lambda: caesar.advise(ENDGAME, **more)).match(message)
    with pytest.raises(ValueError, match="the game is over: there is nothing to advise"):
        caesar.advise(caesar.position(["R . . . ."] + [EMPTY] * 3 + [". B . . ."], hands=[(9,), (8,)]))


# Players
def test_the_plain_player_takes_what_gains_most_at_once() -> None:
    state = caesar.position(["R . . . B", "nn . . . .", ". . . . ."] + [EMPTY] * 2, hands=[(9, 1), (8, 5)])
    assert plain(state, caesar.rules.legal_actions(state)) == caesar.Alliance("a1", "a2")
    state = caesar.position(["R . . . BB", "n . . . ."] + [EMPTY] * 3, hands=[(9, 1), (5, 2)])
    assert plain(state, caesar.rules.legal_actions(state)) == caesar.Attack("a1", "e1")
    fight = caesar.rules.apply(state, caesar.Attack("a1", "e1"))
    assert plain(fight, caesar.rules.legal_actions(fight)) == caesar.Play(9)
    answer = caesar.rules.observe(caesar.rules.apply(fight, caesar.Play(9)), 1)
    assert plain(answer, caesar.rules.legal_actions(answer)) == caesar.Play(2)
    assert str(plain(caesar.initial_state(), caesar.rules.legal_actions(caesar.initial_state()))) == "c3"


def test_the_searching_player_plays_a_game_to_its_end() -> None:
    random = Random(0)
    players: list[Strategy] = [search(random, 2, seconds=None), plain]
    assert caesar.rules.current_player(final(players, random, late(random))) == protocol.OVER


# Looking back
def test_a_review_is_exact_where_the_position_is_small() -> None:
    fight = caesar.rules.apply(TWO_FIGHTS, caesar.Attack("a5", "e5"))
    found, exact = caesar.review_conflict(fight, "F", 5), caesar.solve(fight)
    assert found.exact
    assert found.value == exact.value
    assert found.mixes.attacker == {9: Fraction(7, 18), "F": Fraction(11, 18)}
    answer = exact.at(caesar.rules.apply(fight, caesar.Play("F")))
    assert found.mixes.defender == {action.card: share for action, share in answer.mix.items()}  # type: ignore[union-attr]
    assert found.costs == (exact.loss[caesar.Play("F")], answer.loss[caesar.Play(5)])
    assert caesar.review_conflict(fight, 1, "F").costs.attacker == exact.loss[caesar.Play(1)] > 0
    pytest.raises(ValueError, lambda: caesar.review_conflict(fight, 7, 5)).match("7 is not in the hand")
    pytest.raises(ValueError, lambda: caesar.review_conflict(TWO_FIGHTS, 9, 5)).match(
        "there is no conflict in this position to review"
    )


def test_a_review_of_a_larger_position_is_searched_and_says_so() -> None:
    fight = caesar.rules.apply(TWO_FIGHTS, caesar.Attack("a5", "e5"))
    found = caesar.review_conflict(fight, 1, 5, max_positions=10, iterations=100)
    assert not found.exact
    assert any("played on to the end 100 times" in entry for entry in found.basis)
    assert min(found.costs) >= 0
    assert found.margin > 0
    assert sum(found.mixes.attacker.values()) == pytest.approx(1)


def test_consulting_solves_what_is_small_and_searches_the_rest() -> None:
    assert isinstance(caesar.solve_or_advise(TWO_FIGHTS), caesar.Solution)
    assert isinstance(caesar.solve_or_advise(TWO_FIGHTS, max_positions=10, iterations=20), caesar.Advice)
    assert isinstance(caesar.solve_or_advise(caesar.initial_state(3), iterations=20), caesar.Advice)
    exact = caesar.solve_or_advise(TWO_FIGHTS)
    assert caesar.action_values(exact)[exact.best_action] == exact.value
    assert max(caesar.action_values(exact).values()) == exact.value
