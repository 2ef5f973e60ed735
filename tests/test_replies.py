"""What a best reply takes: against best play nothing, against a habit what a table of all replies says."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from gamekit import caesar
from gamekit.caesar import Attack, Play, position, rules, solve
from gamekit.game import OVER
from gamekit.replies import exploit

EMPTY = ". . . . ."
FIGHTS = position(["R . . . B"] + [EMPTY] * 3 + ["nnR . . . nnB"], hands=[(9, 1, "F"), (8, 5, "F")])


def test_nothing_is_taken_from_best_play() -> None:
    fight = rules.apply(FIGHTS, Attack("a5", "e5"))
    solved = solve(fight)
    found = exploit(caesar, lambda view, legal: solved.at(view).mix, fight)
    assert found.taken == 0
    assert found.replies == {0: solved.value, 1: -solved.value}


def test_a_reply_does_not_see_the_hidden_card_and_takes_what_the_matrix_says() -> None:
    one = position(["R . . . B"] + [EMPTY] * 4, hands=[(9, 1), (8, 5)])
    fight = rules.apply(one, Attack("a1", "e1"))

    def habit(view: Any, legal: tuple[Any, ...]) -> Any:
        return {action: Fraction(1, len(legal)) for action in legal}

    def lead(own: int, other: int) -> int:
        end = rules.apply(rules.apply(fight, Play(own)), Play(other))
        assert rules.current_player(end) == OVER
        return rules.leads(end)[0]

    expected = {
        0: max(Fraction(sum(lead(own, other) for other in (8, 5)), 2) for own in (9, 1)),
        1: max(Fraction(-sum(lead(own, other) for own in (9, 1)), 2) for other in (8, 5)),
    }
    assert exploit(caesar, habit, fight).replies == expected


def twin(strategy: Any, state: Any, seat: int) -> Any:
    """The best of all pure plans of a seat, each a choice for every view, tried one by one."""
    views: dict[Any, tuple[Any, ...]] = {}

    def walk(at: Any) -> None:
        player = rules.current_player(at)
        if player != OVER:
            legal = rules.legal_actions(at)
            if player == seat:
                views[rules.observe(at, seat)] = legal
            for action in legal:
                walk(rules.apply(at, action))

    def worth(at: Any, plan: dict[Any, Any]) -> Any:
        player = rules.current_player(at)
        if player == OVER:
            return rules.leads(at)[seat]
        if player == seat:
            return worth(rules.apply(at, plan[rules.observe(at, seat)]), plan)
        mix = strategy(rules.observe(at, player), rules.legal_actions(at))
        return sum(share * worth(rules.apply(at, action), plan) for action, share in mix.items())

    walk(state)
    return max(worth(state, dict(zip(views, plan))) for plan in product(*views.values()))


def test_it_agrees_with_trying_every_plan() -> None:
    state = position(["R . . . B"] + [EMPTY] * 3 + ["R . . . B"], hands=[(9, 1), (8, 5)])
    fight = rules.apply(state, Attack("a1", "e1"))

    def habit(view: Any, legal: tuple[Any, ...]) -> Any:
        return {legal[0]: Fraction(2, 3), legal[-1]: Fraction(1, 3)} if len(legal) > 1 else {legal[0]: Fraction(1)}

    found = exploit(caesar, habit, fight)
    assert found.replies == {seat: twin(habit, fight, seat) for seat in (0, 1)}
    assert found.taken > 0


def test_what_is_too_large_or_not_of_two_is_refused() -> None:
    with pytest.raises(ValueError, match="3 players; what a best reply takes is asked of two"):
        exploit(caesar, caesar.strategies.plain, caesar.initial_state(3))
    with pytest.raises(ValueError, match="more positions than are followed"):
        exploit(caesar, lambda view, legal: legal[0], caesar.initial_state(), limit=100)
