"""Battles and positions written by hand read as they were meant, and come back as they were."""

from __future__ import annotations

from contextlib import suppress

import pytest
from hypothesis import given, settings

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.odds.plain_text import battle_of, battle_text, position_of, position_text
from gamekit.words import LANGUAGES, reason
from tests.strategies import battles, named_battles


@settings(max_examples=60, deadline=None)
@given(battles() | named_battles())
def test_a_battle_comes_back_from_its_text(battle: jc.Battle) -> None:
    assert battle_of(battle_text(battle)) == battle


def test_a_battle_is_read_as_players_write_it() -> None:
    text = "CAESAR ATTACKS : caesar、legio 10/2\n\nReserve: Legio 13\npompey defends: Navis 3\nDefender cut off\n"
    found = battle_of(text)
    assert found == jc.Battle(
        jc.army("Caesar, Legio 10/II", "Caesar"),
        jc.army("Navis 3", "Pompey"),
        jc.army("Legio 13", "Caesar"),
        defender_cut_off=True,
    )
    rated = jc.Battle(jc.army("4 C3/III"), jc.army("B2/II"))
    assert battle_of("attacks: 4 C3/III\ndefends: B2/II") == rated


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "attacks:"),
        ("Caesar attacks: Caesar", "defends:"),
        ("reserve: C3/III", "line 1"),
        ("attacks: C3/III\nattacks: C3/II\ndefends: C3/I", "line 2"),
        ("attacks: C3/III\ndefends: X9", "line 2"),
        ("attacks: C3/III\ndefends: C3/I\nthe weather is fine", "line 3"),
    ],
)
def test_a_text_that_is_no_battle_is_refused_with_its_line(text: str, said: str) -> None:
    with pytest.raises(ValueError) as refused:
        battle_of(text)
    assert said in str(refused.value)
    assert all(reason(refused.value, language) for language in LANGUAGES)


def test_what_the_text_has_no_words_for_is_refused() -> None:
    battle = jc.Battle(jc.army("C3/III"), jc.army("C3/III"), exits=jc.Exits(1, 1))
    with pytest.raises(ValueError, match="exits"):
        battle_text(battle)


@pytest.mark.long
def test_positions_of_a_year_come_back_or_are_refused() -> None:
    texts = {}
    for state in jc.first_year().positions():
        with suppress(ValueError):  # in the middle of something
            texts[position_text(state)] = state
    assert len(texts) > 5
    assert all(position_of(text) == state for text, state in texts.items())
    with pytest.raises(ValueError, match="JSON holds it whole"):
        position_text(jc.first_year().positions()[60])


def test_a_position_is_read_from_a_few_lines() -> None:
    lines = ("Caesar in Rome: Legio 10/II, Caesar", "pompey in alexandria: Cleopatra", "Caesar in fallen: Legio 9")
    found = position_of("\n".join(("47 BC, turn 1, deal, Caesar", *lines)))
    assert (found.year, found.turn) == (-46, 1)
    text = position_text(found)
    assert "Caesar in Rome: Caesar, Legio 10/II" in text
    assert "Caesar in fallen: Legio 9" in text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Caesar in Rom: Legio 10", "line 1"),
        ("49 BC", "line 1"),
        ("Caesar in Rome: Legio 99", "Legio 99"),
        ("Caesar in Rome: C3/III", "C3"),
        ("49 BC, turn 9, play, Caesar", "turn"),
    ],
)
def test_a_text_that_is_no_position_is_refused(text: str, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        position_of(text)
