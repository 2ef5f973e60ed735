"""Every board says all of its page in either language by one switch, and the table stays as it is."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import pytest

from gamekit import julius_caesar as jc
from gamekit import roma_victrix as rv
from gamekit.widgets import explore, table
from gamekit.widgets.app import LANGUAGE, App, in_language
from gamekit.widgets.page import to_text


def made(path: str, *given: Any, **named: Any) -> Callable[[str], Any]:
    module, name = path.split(":")
    return lambda language: getattr(import_module(f"gamekit.widgets.{module}"), name)(
        *given, **named, language=language
    )


def attack(legions: int, enemy: int) -> jc.Battle:
    return jc.Battle(jc.army(f"{legions} C3/III"), jc.army(f"{enemy} C2/II"))


BOARDS: dict[str, Callable[[str], Any]] = {
    "battle": made("julius_caesar:BattleBoard"),
    "campaign": made("julius_caesar:CampaignBoard", seed="1"),
    "combat": made("roma_victrix:CombatBoard"),
    "siege": made("roma_victrix:SiegeBoard"),
    "contest": made("aquileia:ContestPanel"),
    "city": made("aquileia:CityBoard", seed="1"),
    "duel": made("caesar:DuelBoard"),
    "caesar": made("caesar:GameBoard", seed="1"),
    "quiz": made("lessons:QuizBoard"),
    "predict": made("lessons:PredictBoard"),
    "timeline": made("lessons:TimelineBoard"),
    "thousand": made("lessons:ThousandBoard"),
    "any game": lambda language: table(rv, seed="1", language=language),
    "explore": lambda language: explore(attack, legions=range(1, 4), enemy=range(1, 4), language=language),
}


@pytest.mark.parametrize("name", BOARDS)
def test_the_switch_says_what_a_board_of_the_other_language_says(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GAMEKIT_JOURNAL", "off")
    english, japanese = BOARDS[name]("en"), BOARDS[name]("ja")
    before, said = to_text(english.page), to_text(english.page).splitlines()
    english.send(LANGUAGE)
    assert english.error == ""
    assert to_text(english.page).splitlines() == to_text(japanese.page).splitlines() != said
    english.send(LANGUAGE)
    assert to_text(english.page) == before


def test_the_switch_takes_nothing_back_and_undo_keeps_the_language() -> None:
    board = BOARDS["duel"]("en")
    first = board.table
    message = next(message for message in actions(board) if board.send(message) is None and board.table != first)
    set_up = board.table
    board.send(LANGUAGE)
    assert board.table == in_language(set_up, "ja") != set_up
    board.send(("undo",))
    assert board.table == in_language(first, "ja")
    assert board.log == (message, LANGUAGE, ("undo",))


def actions(board: App) -> list[Any]:
    return [action for action in board.scene.actions() if action]
