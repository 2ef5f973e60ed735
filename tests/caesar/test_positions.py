"""Positions as text and JSON: they come back, and what is wrong is said (of JSON: ``test_every_game.py``)."""

from typing import Any

import pytest

from gamekit.caesar import Attack, Play, example_positions, from_json, position, rules, to_json

EMPTY = ". . . . ."


def test_options_and_hidden_cards_come_back() -> None:
    state = position(["R . . . B"] + [EMPTY] * 4, [(9, "F"), (8,)], end="no conflict now", neutrals="merge")
    fight = rules.apply(rules.apply(state, Attack("a1", "e1")), Play("F"))
    view = rules.observe(fight, 1)
    assert (from_json(to_json(fight)), from_json(to_json(view))) == (fight, view)
    assert view.chosen == "?"


def test_a_position_reads_as_it_is_written() -> None:
    state = position(["nR . . . B"] + [EMPTY] * 4, hands=[(9, 1, "F"), (8,)], player=1)
    assert str(state).splitlines()[0] == "nR .  .  .  B"
    assert str(state).splitlines()[-1] == "R: 1 9 F  B: 8; B to move"
    assert state.group_at("a1") == "nR"
    assert position("\n".join(["nR . . . B"] + [EMPTY] * 4), [(1, 9, "F"), (8,)], 1) == state
    assert position(["R . . . B"] + [EMPTY] * 4, hands=[(9,), (8,), (7,)]).out == (2,)
    with pytest.raises(TypeError, match="does not support item assignment"):
        example_positions()["endgame"] = (state, ())  # type: ignore[index]


@pytest.mark.parametrize(("make", "message"), [
    (lambda: position(["R . . B"] + [EMPTY] * 4, [(9,), (8,)]), "lines of 4, 5, 5, 5, 5 groups; .* 5 lines of 5"),
    (lambda: position([EMPTY] * 4, [(9,), (8,)]), "it should have 5 lines of 5"),
    (lambda: position(["Y . . . B"] + [EMPTY] * 4, [(9,), (8,)]), "a1 holds 'Y'; counters are R, B and n"),
    (lambda: position([f"{'n' * 24}R . . . B"] + [EMPTY] * 4, [(9,), (8,)]), "26 counters; a game has 25"),
    (lambda: position([EMPTY] * 5, [(9,)]), "1 hands; there should be 2 to 5"),
    (lambda: position(["R . . . B"] + [EMPTY] * 4, [(9,)] * 6), "6 hands; there should be 2 to 5"),
    (lambda: position(["R . . . B"] + [EMPTY] * 4, [(9,), (8,), (7,)], 2), "player 2 cannot be to move; .* 0, 1"),
    (
        lambda: position(["R . . . B"] + [EMPTY] * 4, [(9,), (8,)], passing="never"),
        "passing='never' is not a reading",
    ),
    (
        lambda: position(["R . . . B"] + [EMPTY] * 4, [(9,), (8,)]).group_at("z9"),
        "'z9' is not a square; the squares are a1 to e5",
    ),
])  # fmt: skip
def test_what_is_no_position_is_refused(make: Any, message: str) -> None:
    pytest.raises(ValueError, make).match(message)
