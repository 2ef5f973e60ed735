"""What people type and paste: each understood as its plain spelling, or refused with the right hint.

The rows of ``typed_inputs.toml`` are what is typed; ``test_cli.py`` has its command lines."""

import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import pytest

from gamekit import aquileia as aq
from gamekit import caesar
from gamekit import julius_caesar as jc
from gamekit import roma_victrix as rv
from gamekit.julius_caesar.tables import PLACES, place_number
from gamekit.lessons import history
from gamekit.storage import record

TYPED: dict[str, Any] = tomllib.loads(Path(__file__).with_name("typed_inputs.toml").read_text(encoding="utf-8"))


def check(read: Callable[[], Any], meaning: Any, plain: Callable[[Any], Any]) -> None:
    """Compare what is read with what the plain spelling means, or a refusal with the words that it must say."""
    if isinstance(meaning, list):
        with pytest.raises(ValueError) as refusal:
            read()
        assert all(word in str(refusal.value) for word in meaning), str(refusal.value)
    else:
        assert read() == plain(meaning)


@pytest.mark.parametrize("row", TYPED["army"], ids=lambda row: row[0])
def test_an_army(row: list[Any]) -> None:
    text, meaning, *side = row
    colour = "Pompey" if "Pompe" in "".join(side) else "Caesar" if side else None
    check(lambda: jc.army(text, *side), meaning, lambda plain: jc.army(plain, colour))


@pytest.mark.parametrize(("text", "meaning"), TYPED["force"])
def test_a_force(text: str, meaning: Any) -> None:
    check(lambda: rv.force(text), meaning, rv.force)


@pytest.mark.parametrize(("text", "cards"), TYPED["hand"])
def test_a_hand(text: str, cards: list[Any]) -> None:
    refused = isinstance(cards[0], str)
    check(lambda: caesar.hand(text), cards if refused else tuple(cards), tuple)


@pytest.mark.parametrize(("text", "meaning"), TYPED["place"])
def test_a_place(text: str, meaning: Any) -> None:
    check(lambda: PLACES[place_number(text)], meaning, str)


@pytest.mark.parametrize(("typed", "meaning"), TYPED["year"])
def test_a_year(typed: Any, meaning: Any) -> None:
    check(lambda: history.events(typed), meaning, history.events)


def test_a_year_that_is_named() -> None:
    assert history.year_name("49 BC") == history.year_name(-48) == "49 BC"
    assert history.rulebook_discrepancies("45 BC") == history.rulebook_discrepancies(-44) != ()
    for named in (history.marches_and_voyages, history.rulebook_discrepancies):
        with pytest.raises(ValueError, match="did you mean -45, 46 BC"):
            named(46)
    with pytest.raises(ValueError, match=r"49 BC is -48.*whole number"):
        jc.year_name("49 BC")  # type: ignore[arg-type]


def test_a_missing_cell_is_an_empty_one() -> None:
    right = jc.army("Legio 10/II, Caesar")
    rows = [("Legio 10", 2), ("Caesar", None)]
    frame = pd.DataFrame(rows, columns=["block", "strength"])
    empty = pd.DataFrame([(None, None)], columns=frame.columns)
    frames = [frame, frame.astype({"strength": "Int64"}), frame[["strength", "block"]], pd.concat([frame, empty])]
    plain = [rows, dict(rows), frame.to_dict("records"), frame.to_dict("list"), [*rows[:1], ("Caesar", pd.NA)]]
    for given in (*frames, frame.set_index("block")["strength"], *plain):
        assert jc.army(given) == right
    assert jc.army(["Caesar", None]) == jc.army(pd.Series(["Caesar", float("nan")])) == jc.army("Caesar")
    assert rv.force({"LGN": 4, "CAV": None}) == rv.force(pd.Series({"LGN": 4, "CAV": None})) == rv.force("4 LGN, CAV")
    assert caesar.hand(pd.Series([9.0, float("nan"), 1.0])) == (1, 9)
    assert caesar.hand([9, None, "F", float("nan")]) == (9, "F")


def test_pieces_of_pandas_and_numpy() -> None:
    frame = pd.DataFrame({"block": ["Scipio", "Legio 34"], "strength": [3, 2]})
    right = jc.army("Scipio, Legio 34/II")
    for given in (frame, frame.set_index("block"), frame.set_index("block")["strength"], frame.values, [*frame.values]):
        assert jc.army(given) == right
    assert jc.army(frame["block"]) == jc.army(["Scipio", "Legio 34"]) == jc.army("Scipio, Legio 34")
    assert rv.force({"LGN": np.int64(3), "AUX": np.float64(2.0)}) == rv.force(pd.Series({"LGN": 3.0, "AUX": 2.0}))
    assert rv.force({"LGN": 3, "AUX": 2}) == rv.force("3 LGN, 2 AUX")
    assert caesar.hand(np.array([9, 1])) == (1, 9)
    assert aq.initial_state(np.array(["Ada", "Ben", "Cleo"])) == aq.initial_state("Ada, Ben & Cleo")  # type: ignore[arg-type]
    for wrong in (5, None, 2.5, b"Caesar", [*right]):
        with pytest.raises(ValueError, match="written as text"):
            jc.army(wrong)


@pytest.mark.parametrize(("begun", "typed", "actions"), TYPED["action"])
def test_an_action_in_another_spelling(begun: str, typed: str, actions: list[str]) -> None:
    game = record.parse_typed_game(TYPED["begun"].get(begun, begun) + typed)
    assert [str(entry.action) for entry in game.entries][-len(actions) :] == actions


@pytest.mark.parametrize(("begun", "typed", "said"), TYPED["wrong_action"])
def test_an_action_that_is_refused(begun: str, typed: str, said: str) -> None:
    with pytest.raises(record.RecordError, match=said):
        record.parse_typed_game(TYPED["begun"].get(begun, begun) + typed)


@pytest.mark.parametrize("reading", ["vulcan_cleopatra", '"Vulcan Cleopatra"', "vulcan-cleopatra", "VulcanCleopatra"])
def test_a_reading_as_text(reading: str) -> None:
    game = record.parse_typed_game(f"Julius Caesar board game; reading={reading}\ndeal Vulcan")
    assert game.initial_state() == jc.initial_state(reading=["vulcan_cleopatra"])
    with pytest.raises(ValueError, match='did you mean reading="vulcan_cleopatra"'):
        jc.initial_state(reading="vulcan cleopatr")


def test_a_header_with_options_in_two_words() -> None:
    typed = record.parse_typed_game("Aquileia; players = Ada, Ben, Cleo; blue dice=one by one; tie-breaker: any")
    assert typed.options == {"players": ["Ada", "Ben", "Cleo"], "blue_dice": "one by one", "tie_breaker": "any"}


@pytest.mark.parametrize("text", TYPED["game"])
def test_a_typed_game(text: str) -> None:
    assert record.parse_typed_game(text) == record.parse_typed_game("caesar players=2\nplace c3\nplace b2")


def test_a_typed_game_with_its_options_on_lines_of_their_own() -> None:
    typed = record.parse_typed_game("Aquileia\nPlayers: Ada; Ben; Cleo\nTie breaker: any\ndraw weapon 1")
    assert typed == record.parse_typed_game("aquileia players=Ada,Ben,Cleo tie_breaker=any\ndraw weapon 1")


@pytest.mark.parametrize(("text", "said"), TYPED["wrong_game"])
def test_what_is_no_game_is_refused_by_its_line(text: str, said: str) -> None:
    with pytest.raises(record.RecordError, match=said):
        record.parse_typed_game(text)


@pytest.mark.parametrize(
    ("leader", "place"), [("hannibal", "numidia"), ("ハンニバル", "ヌミディア"), ("HANNIBAL", " Numidia")]
)
def test_leaders_and_places_of_roma_victrix(leader: str, place: str) -> None:
    start = rv.initial_state("Second Punic War")
    found = rv.leader_reach(start, leader)
    assert (found.leader, found.at(place)) == ("Hannibal", rv.leader_reach(start, "Hannibal").at("Numidia"))


def test_powers_of_roma_victrix_and_their_near_names() -> None:
    start = rv.initial_state("second_punic_war")
    assert rv.budget(start, "ローマ") == rv.budget(start, "ROME") == rv.budget(start, "Rome")
    assert rv.budget(start, "Roma") == rv.budget(start, "Rome")
    pytest.raises(ValueError, lambda: rv.budget(start, "Romme")).match("'Romme'; did you mean 'Rome'")
    pytest.raises(ValueError, lambda: rv.leader_reach(start, "Hanibal")).match("'Hanibal'; did you mean 'Hannibal'")


def test_coins_and_colours_of_aquileia_in_any_case() -> None:
    assert aq.latro_coins(["Bronze", "GOLD"]) == aq.latro_coins(["bronze", "gold"])
    assert aq.villa_points([("Blue", 10)], ["BLUE"]) == aq.villa_points([("blue", 10)], ["blue"])


def test_cards_and_players_of_aquileia() -> None:
    arena = aq.Contest([aq.Entrant("Ada", base=2, tie=1, red=0), aq.Entrant("Ben", base=1, tie=2, red=0)])
    assert aq.best_play(arena, {"Ben": "Slave 2; ｗｅａｐｏｎ 3"}) == aq.best_play(
        arena, {"Ben": ["slave 2", "weapon 3"]}
    )
    with pytest.raises(ValueError, match=r"'wepon 3'; did you mean weapon 3.*understood so far: slave 2"):
        aq.best_play(arena, {"Ben": "slave 2, wepon 3"})
    assert aq.initial_state("Ada, Ben and Cleo") == aq.initial_state(("Ada", "Ben", "Cleo"))
