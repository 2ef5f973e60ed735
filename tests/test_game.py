"""What is done with any game, tried on a tiny one: race to 3, alternating throws of a coin that both may refuse."""

import random
from dataclasses import dataclass, replace
from fractions import Fraction
from types import SimpleNamespace

import pytest

from gamekit.play.protocol import CHANCE, OVER, IllegalAction, Rules, count_action_sequences, final_states, play
from gamekit.probability.distribution import Dist


@dataclass(frozen=True, slots=True)
class State:
    scores: tuple[int, int] = (0, 0)
    mover: int = 0
    thrown: bool = False


def current_player(state: State) -> object:
    if max(state.scores) >= 3:
        return OVER
    return CHANCE if state.thrown else state.mover


def chance_outcomes(state: State) -> Dist[str]:
    return Dist({"heads": 1, "tails": 2}, basis=("coin",))


def apply(state: State, action: str) -> State:
    allowed = ("heads", "tails") if state.thrown else ("throw", "one")
    if action not in allowed:
        raise IllegalAction(f"{action} is not possible now; possible are {', '.join(allowed)}")
    if action == "throw":
        return replace(state, thrown=True)
    gained = {"one": 1, "heads": 3, "tails": 0}[action]
    scores = tuple(score + gained * (player == state.mover) for player, score in enumerate(state.scores))
    return State(scores, 1 - state.mover)


RACE: Rules = SimpleNamespace(  # type: ignore[assignment]
    initial_state=State,
    current_player=current_player,
    legal_actions=lambda state: ("throw", "one"),
    chance_outcomes=chance_outcomes,
    apply=apply,
    observe=lambda state, player: (state.scores[player], state.scores[1 - player]),
    returns=lambda state: dict(enumerate(state.scores)),
)
STEADY = [lambda view, legal: "one"] * 2
BOLD = {0: lambda view, legal: "throw", 1: lambda view, legal: legal[-1]}


def test_play_yields_each_action_with_the_position_after_it() -> None:
    record = list(play(RACE, BOLD, random.Random(3)))
    state = State()
    for after, action in record:
        state = apply(state, action)
        assert after == state
    assert current_player(state) == OVER
    assert {"heads", "tails"} & {action for _, action in record}
    assert record == list(play(RACE, BOLD, random.Random(3)))


def test_a_strategy_sees_its_own_view_only() -> None:
    seen = []

    def spy(view: tuple[int, int], legal: tuple[str, ...]) -> str:
        seen.append(view)
        return "one"

    *_, (last, _) = play(RACE, [spy, STEADY[1]], random.Random(0))
    assert seen == [(0, 0), (1, 1), (2, 2)]
    assert last.scores == (3, 2)


def test_play_goes_on_from_a_position_and_stops_at_once_when_it_is_over() -> None:
    assert list(play(RACE, STEADY, random.Random(0), State((3, 0)))) == []
    assert len(list(play(RACE, STEADY, random.Random(0), State((2, 2), 1)))) == 1


def test_an_illegal_choice_is_named() -> None:
    with pytest.raises(IllegalAction, match="heads is not possible now; possible are throw, one"):
        list(play(RACE, [lambda view, legal: "heads"] * 2, random.Random(0)))


def test_ends_is_exact() -> None:
    final = final_states(RACE, BOLD)
    # player 0 needs one head in three throws, player 1 walks: 1/3 + 2/9 + 4/27
    assert final.p(lambda state: state.scores[0] >= 3) == Fraction(19, 27)
    assert all(current_player(state) == OVER for state in final)
    assert final.basis == ("coin",)
    assert dict(final_states(RACE, STEADY)) == {State((3, 2), 1): 1}
    assert dict(final_states(RACE, STEADY, State((3, 0)))) == {State((3, 0)): 1}


def test_random_games_follow_the_exact_ends() -> None:
    exact = float(final_states(RACE, BOLD).p(lambda state: state.scores[0] >= 3))
    coin = random.Random(7)
    won = sum([*play(RACE, BOLD, coin)][-1][0].scores[0] >= 3 for _ in range(600))
    assert abs(won / 600 - exact) < 0.08  # more than four standard deviations


def test_perft_counts_lines() -> None:
    # one action each of throw, one; a throw is followed by two faces, of which heads ends the game
    assert [count_action_sequences(RACE, State(), depth) for depth in range(4)] == [1, 2, 4, 6]
    assert count_action_sequences(RACE, State((3, 0)), 1) == 0
    pytest.raises(ValueError, lambda: count_action_sequences(RACE, State(), -1)).match("0 or more")
