"""The game on the board for any game: words of the game in both languages, stacks under their leaders, nothing raw."""

import re
from random import Random

import pytest

from gamekit import roma_victrix as rv
from gamekit.play.session import PERSON
from gamekit.roma_victrix.state import COUNTERS, Enter, Maintain, Raise, Swap, Take
from gamekit.widgets import table
from gamekit.widgets.any_game import GameTable
from gamekit.widgets.page import Picture, controls
from gamekit.widgets.scene import Text
from tests.widgets.board_driver import control, send, words

RAW = re.compile(r"\b[A-Za-z]+\(|\b(?:None|True|False|frozenset)\b|_|(?<![^\s(,])-1\b|\?|[{}\[\]]")
PRINTED = {*COUNTERS, "CSP", "Roma", "Victrix", "GAR", "LIMES"}  # what the Japanese counters say in Latin letters


def drawn(board: GameTable) -> str:
    """What stands in the picture of the position."""
    picture = next(one for one in controls(board.page) if isinstance(one, Picture))
    return "\n".join(shape.text for layer in picture.scene.layers for shape in layer if isinstance(shape, Text))


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.parametrize("scenario", ["two_consuls", pytest.param("second_punic_war", marks=pytest.mark.soak)])
@pytest.mark.long
def test_some_dozens_of_actions_are_played_and_said_in_words(scenario: str, language: str) -> None:
    seats = rv.rules.seats(rv.initial_state(scenario))
    players = {seat: "random" if seat != seats[0] else PERSON for seat in seats}
    board, random = table(rv, players, seed=4, language=language, scenario=scenario, open_=True), Random(4)
    kinds: set[str] = set()
    for _ in range(40):
        if board.session.is_over:
            break
        if board.session.waits_for == "person":
            options = control(board, ("pick",)).options
            kinds |= {key.partition("(")[0] for _, key in options}
            page = "\n".join((drawn(board), words(board), *(text for text, _ in options)))
            assert not RAW.search(page), RAW.search(page)
            if language == "ja":
                assert set(re.findall(r"[A-Za-z]{2,}", page)) <= PRINTED
            send(board, "pick", random.choice(options)[1])
            send(board, "do it")
        else:
            send(board, "accept" if board.session.waits_for == "handover" else "go on")
        assert board.error == ""
    assert {"Activate", "Take"} <= kinds
    assert kinds & {"Raise", "Convert"}
    assert len(board.session.record.entries) > 36


def test_a_stack_stands_under_its_leader_and_says_no_count_that_is_not_seen() -> None:
    rows = dict(rv.describe_view(rv.observe(rv.initial_state("second_punic_war"), "Rome"), "en"))
    assert rows["Latium"].endswith("4 LGN, 2 AUX, 2 CAV")
    assert rows["Carthaginiensis"] == "Hannibal 4: not seen"
    assert (
        dict(rv.describe_view(rv.observe(rv.initial_state(), "Crassus"), "ja"))["ナルボネンシス"]
        == "アフラニウス 1: 不明"
    )


def test_what_is_taken_as_a_whole_and_where_one_marches_are_said() -> None:
    assert rv.describe_action(Take("all"), "en") == "take everything along"
    assert rv.describe_action(Enter("Latium"), "ja") == "ラティウムへ進入する"
    assert rv.describe_action(Maintain("Latium", "rLGN", 2), "en") == "pay for 2 rLGN in Latium"
    assert rv.describe_action(Maintain("Latium"), "ja") == "ラティウムのユニットを維持する"
    assert rv.describe_action(Swap("Attrition"), "ja") == "消耗を手放してイヴェント・カードを引く"
    assert "戦士団" in rv.describe_action(Raise("Belgica", "warbands", "Gallia"), "ja")


def test_every_place_power_and_leader_has_a_japanese_name() -> None:
    for scenario in ("two_consuls", "second_punic_war", "six_powers"):
        state = rv.initial_state(scenario)
        names = [
            *(leader.name for leader in state.leaders),
            *rv.rules.scenario_constants(state).powers,
            *rv.geography.PLACES,
        ]
        assert [name for name in names if rv.notation.name_in(name, "ja") == name] == []
