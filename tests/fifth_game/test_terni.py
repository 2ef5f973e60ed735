"""Terni lapilli: the rules by hand-made positions, and the solution of the notebook by another way."""

from itertools import combinations

import pytest

from gamekit.play.protocol import OVER, IllegalAction, count_action_sequences
from tests.fifth_game.events import ENOUGH, ahead
from tests.fifth_game.terni import rules
from tests.fifth_game.terni.rules import Put, Slide, State


@pytest.mark.soak
def test_white_wins_from_the_centre_draws_from_a_corner_and_loses_from_a_side() -> None:
    first = {point: rules.apply(State(), Put(point)) for point in range(9)}
    found = {point: -ahead(state.points, 1, ENOUGH) for point, state in first.items()}
    assert found == {4: 1, **dict.fromkeys((0, 2, 6, 8), 0), **dict.fromkeys((1, 3, 5, 7), -1)}
    assert ahead(State().points, 0, ENOUGH) == 1


@pytest.mark.soak
def test_every_position_is_decided_and_counted_as_in_the_notebook() -> None:
    met: set[State] = set()
    waiting = [State()]
    while waiting:
        if (state := waiting.pop()) not in met:
            met.add(state)
            after = [rules.apply(state, action) for action in rules.legal_actions(state)]
            waiting += [State(each.points, min(each.moves, 6 + each.moves % 2)) for each in after]
    worths = [ahead(state.points, state.moves, ENOUGH) for state in met]
    assert [ahead(state.points, state.moves, ENOUGH + 1) for state in met] == worths  # the others are drawn
    assert [len(worths), *map(worths.count, (1, -1, 0))] == [5390, 2997, 1185, 1208]


def test_lines_of_play_are_counted() -> None:
    # 9 * 8 * 7 * 6 * 5 placements
    assert [count_action_sequences(rules, State(), depth) for depth in range(1, 6)] == [9, 72, 504, 3024, 15120]


def test_a_counter_slides_along_the_lines_only() -> None:
    state = State("w..wb.bbw", 6)
    assert set(rules.legal_actions(state)) == {Slide(0, 1), Slide(8, 5)}
    pytest.raises(IllegalAction, lambda: rules.apply(state, Slide(3, 1))).match("not possible")


def test_somebody_can_always_slide() -> None:
    """So the rules need no word for who cannot."""
    for white in combinations(range(9), 3):
        for black in combinations(set(range(9)) - set(white), 3):
            points = "".join("w" if point in white else "b" if point in black else "." for point in range(9))
            state = State(points, 6)
            assert rules.legal_actions(state) or rules.winner(state)


def test_a_position_met_for_the_third_time_is_a_draw() -> None:
    state = State("wbwbwb...", 6)
    for slide in (Slide(4, 7), Slide(5, 8), Slide(7, 4), Slide(8, 5)) * 2:
        state = rules.apply(state, slide)
    assert rules.current_player(state) == "white"
    state = rules.apply(state, Slide(4, 7))
    assert (rules.current_player(state), state.seen.count(state.points)) == (OVER, 3)
    assert rules.returns(state) == {"white": 0, "black": 0}
