"""Perft counts, the first two counted by hand on the map."""

from collections import Counter

import pytest

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.tables import BLOCK, PLACES
from gamekit.play.protocol import count_action_sequences
from tests.julius_caesar.setting import after, places

HANDS = {"Caesar": ["3/2", "2/2", "2/1", "2/1", "Mars"], "Pompey": ["3/1", "2/2", "2/3", "1/2", "Vulcan"]}


def first_move() -> jc.State:
    """49 BC: Caesar, player 1, with a 3/2."""
    return after(jc.initial_state(HANDS), jc.Play("3/2"), jc.Play("2/2"))


def test_depth_1_by_city() -> None:
    state = first_move()
    legal = jc.legal_actions(state)
    assert Counter(type(action) for action in legal) == {jc.Take: 14, jc.Done: 1}  # no navis at sea: nobody embarks
    by_city = Counter(PLACES[state.location[BLOCK[a.block]]] for a in legal if isinstance(a, jc.Take))
    assert by_city == {"Ravenna": 3, "Genua": 3, "Massilia": 3, "Narbo": 3, "Lugdunum": 2}
    assert count_action_sequences(jc.rules, state, 1) == 15


def test_depth_2_by_road_and_sea() -> None:
    state = first_move()
    ways = {
        ("Ravenna", "Caesar:Legio 13"): {"Aquileia", "Asculum", "Genua", "Rome"},  # and Caesar
        ("Ravenna", "Caesar:Navis 2"): {"Hadriaticum"},
        ("Genua", "Caesar:Antonius"): {"Massilia", "Ravenna", "Rome", "Lugdunum"},  # and Legio 8, Legio 12
        ("Massilia", "Caesar:Legio 11"): {"Genua", "Lugdunum", "Narbo"},  # and Legio 14
        ("Massilia", "Caesar:Navis 1"): {"Hispanum"},
        ("Narbo", "Caesar:Legio 7"): {"Massilia", "Burdigala", "Tarraco"},  # and Legio 9, Legio 10
        ("Lugdunum", "Caesar:Legio 16"): {"Massilia", "Genua", "Cenabum", "Treveri"},  # and Equitatus 1
    }
    for (_, block), near in ways.items():
        assert places(after(state, jc.Take(block))) == near
    moved = 2 * 4 + 1 + 3 * 4 + 2 * 3 + 1 + 3 * 3 + 2 * 4
    levies = 4 + 1 + 3 + 1  # auxilia, ballista, navis, or done; no legion's city is his, and all are at full strength
    assert count_action_sequences(jc.rules, state, 2) == moved + levies == 54


@pytest.mark.parametrize(("depth", "lines"), [(3, 235), (4, 2517)])
def test_deeper_counts_stay_as_they_are(depth: int, lines: int) -> None:
    assert count_action_sequences(jc.rules, first_move(), depth) == lines
