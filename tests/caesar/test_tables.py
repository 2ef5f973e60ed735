"""The figures: what is printed adds up, and every reading of an open question is there once."""

from dataclasses import fields

import pytest

from gamekit.caesar import CARDS, OPTIONS, SQUARES, Options, initial_state
from gamekit.caesar.tables import COLOURS, COUNTERS, DEFAULTS, LETTERS, PLAYERS, RAYS, READINGS, ROUNDS, SIDE
from gamekit.text.translation import LANGUAGES, word


@pytest.mark.clause("caesar", "1", "2")
def test_every_number_of_players_makes_25_counters() -> None:
    assert SIDE**2 == len(SQUARES) == 25
    assert CARDS == (1, 2, 3, 4, 5, 6, 7, 8, 9, "F")
    assert [len(SQUARES) - COUNTERS * players for players in PLAYERS] == [15, 10, 5, 0]
    assert ROUNDS == COUNTERS == 5
    assert len(set(LETTERS)) == len(COLOURS) == max(PLAYERS)


def test_every_option_has_one_default_and_its_reasons() -> None:
    assert list(OPTIONS) == [option.name for option in fields(Options)]
    assert all(sum(reading.default for reading in READINGS if reading.option == name) == 1 for name in OPTIONS)
    assert all(reading.source.startswith("judged: ") for reading in READINGS)
    assert {name: getattr(Options(), name) for name in OPTIONS} == DEFAULTS
    for name, values in OPTIONS.items():
        for value in values:
            note = Options(**{name: value}).basis[list(OPTIONS).index(name)]
            assert {language: word(note.key, language) for language in LANGUAGES}["en"] == note


def test_a_reading_that_there_is_not_is_refused() -> None:
    with pytest.raises(ValueError, match="end='now' is not a reading; it should be 'all passed' or 'no conflict now'"):
        initial_state(end="now")


def test_rays_run_outwards_from_every_square() -> None:
    middle = RAYS[12]
    rays = [["c2", "c1"], ["b3", "a3"], ["d3", "e3"], ["c4", "c5"]]
    assert [[SQUARES[there] for there in ray] for ray in middle] == rays
    assert [len(ray) for ray in RAYS[0]] == [0, 0, 4, 4]
