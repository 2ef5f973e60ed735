"""Actions, places, powers, leaders and cards in words."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from gamekit.roma_victrix.rules.movement import ALL
from gamekit.storage import data_files
from gamekit.text import translation

translation.include(data_files.path("roma_victrix/words.csv"))


def told(action: Any, language: str | None = None) -> str:
    """An action as a sentence.

    >>> from gamekit.roma_victrix.state import Enter
    >>> told(Enter("Latium"))
    'march into Latium'
    """
    named = {field.name: named_in(getattr(action, field.name), language) for field in fields(action)}
    kind = type(action).__name__
    finer = next((name for name in ("counter", "card") if getattr(action, name, "")), "")
    finer = "all" if getattr(action, "counter", "") == ALL else finer
    plain = translation.word_or(f"roma_victrix.action.{kind}", kind, language, **named)
    return translation.word_or(f"roma_victrix.action.{kind}.{finer}", plain, language, **named).strip()


def named_in(name: object, language: str | None = None) -> str:
    """A place, a power, a leader or a card by its name in a language; a coast by its province and its sea.

    >>> named_in("Africa (Mare Tyrrhenum)", "ja")
    'アフリカ（ティレニア海）'
    """
    text = str(name)
    whole = translation.word_or(f"roma_victrix.value.{text}", "", language)
    kind, _, owner = text.partition(" of ")
    land, _, sea = text.removesuffix(")").partition(" (")
    if whole or not (owner or sea):
        return whole or text
    parts = {"first": named_in(land if sea else kind, language), "second": named_in(sea or owner, language)}
    return translation.word("roma_victrix.told.coast" if sea else "roma_victrix.told.leader", language, **parts)
