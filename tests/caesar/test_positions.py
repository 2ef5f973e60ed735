"""Positions and actions as text and JSON: they come back, and what is wrong is said."""

import json
from typing import Any

import pytest

from gamekit.caesar import Attack, Play, example_positions, from_json, position, rules, to_json

EMPTY = ". . . . ."


def merge(players: int) -> int:
    return players - 1


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
    assert state.group("a1") == "nR"
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
        lambda: position(["R . . . B"] + [EMPTY] * 4, [(9,), (8,)]).group("z9"),
        "'z9' is not a square; the squares are a1 to e5",
    ),
])  # fmt: skip
def test_what_is_no_position_is_refused(make: Any, message: str) -> None:
    pytest.raises(ValueError, make).match(message)


crowd = ["R", "", "n", "", "B"] + [""] * 4 + ["B"] + [""] * 15


def changed(**more: Any) -> str:
    plain = json.loads(to_json(position(["R . . . B"] + [EMPTY] * 4, [(9, "F"), (8,)])))
    plain.update(more)
    return json.dumps({key: value for key, value in plain.items() if value != "gone"})


@pytest.mark.parametrize(("text", "message"), [
    (changed(game="chess"), "this is not a position of Caesar"),
    (changed(board="gone"), "position has the fields board, hands, .*, not hands"),
    (changed(board=["R"]), "the board has 1 squares; it should have 25"),
    (changed(hands=[[9, 9], [8]]), "the 9 is twice in the hand"),
    (changed(player=4), "player 4 cannot be to move"),
    (changed(options={"flags": "all"}), "position.options.flags: no such key"),
    (changed(attack=["a1", "x9"]), "'x9' is not a square"),
    (changed(attack=["e1", "a1"]), "the conflict e1xa1 is not one of player 0's groups with another's"),
    (changed(chosen=9), "the card 9 cannot have been chosen"),
    (changed(attack=["a1", "e1"], chosen=8), "the card 8 cannot have been chosen"),
    (changed(board=crowd, attack=["a1", "e2"]), "the conflict a1xe2 cannot be: the groups do not stand in line"),
    (changed(board=crowd, attack=["a1", "e1"]), "the conflict a1xe1 cannot be: .* with nothing between"),
    (changed(board=crowd, attack=["a1", "c1"]), "the conflict a1xc1 is not one of one player's group with"),
    (changed(attack=["a1", "e1"], unplaced=3), "no conflict a1xe1: counters are still to be placed"),
    (changed(out=[7]), r"out=\[7\]; only players of the game without groups are out, each once"),
])  # fmt: skip
def test_a_wrong_file_says_what_is_wrong(text: str, message: str) -> None:
    pytest.raises(ValueError, lambda: from_json(text)).match(message)
