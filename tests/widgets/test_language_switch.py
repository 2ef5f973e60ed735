"""The language button of a board says all in the other language, and what is set up and chosen stays."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from typing import Any

import pytest

from gamekit import julius_caesar as jc
from gamekit.widgets import board, explore
from gamekit.widgets.app import LANGUAGE
from gamekit.widgets.lessons import PredictBoard, QuizBoard, StepBoard, ThousandBoard, TimelineBoard
from gamekit.widgets.page import Button, controls
from tests.generators import SETUPS, SIEGE, TABLES

FOUGHT = jc.Battle(jc.army("Caesar/II, Legio 13/II", "Caesar"), jc.army("Pompey/I, Navis 3/II", "Pompey"))
BOARDS: dict[str, Callable[[], Any]] = {
    **{kind: lambda kind=kind: board(TABLES[kind]()) for kind in TABLES},  # type: ignore[misc]
    **{
        kind: lambda kind=kind: board(SETUPS[kind])  # type: ignore[misc]
        for kind in ("combat", "contest", "conflict", "duel")
    },
    "battle": lambda: board(FOUGHT),
    "siege": lambda: board(SIEGE),
    "explore": lambda: explore(matchup, legions=range(1, 3), enemy=range(1, 3)),
    "predict": lambda: PredictBoard("Pharsalus", language="en"),
    "steps": lambda: StepBoard("Zela", language="en"),
    "thousand": lambda: ThousandBoard(language="en"),
    "quiz": lambda: QuizBoard("die", language="en"),
    "timeline": lambda: TimelineBoard(language="en"),
}


def matchup(legions: int, enemy: int) -> jc.Chances:
    return jc.Battle(jc.army(f"{legions} C3/III"), jc.army(f"{enemy} C3/III")).chances(float)


def setup(table: Any) -> dict[str, Any]:
    return {
        field.name: getattr(table, field.name) for field in fields(table) if field.name not in ("language", "names")
    }


@pytest.mark.parametrize("name", BOARDS)
def test_what_is_set_up_stays_when_the_language_changes(name: str) -> None:
    shown = BOARDS[name]()
    buttons = [one for one in controls(shown.page) if isinstance(one, Button) and one.do != LANGUAGE]
    for button in buttons[:3]:  # a few changes first
        if button.do not in [one.do for one in controls(shown.page) if isinstance(one, Button)]:
            continue
        shown.send(button.do)
    before = shown.table
    shown.send(LANGUAGE)
    assert shown.table.language != before.language
    assert setup(shown.table) == setup(before)
    shown.send(LANGUAGE)
    assert setup(shown.table) == setup(before)
    assert shown.table.language == before.language
