"""What all forecasts share: whose eyes look, which power is meant, how a number and a name are said."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from gamekit.roma_victrix.forces import resolve_name
from gamekit.roma_victrix.rules.control import scenario_constants
from gamekit.roma_victrix.rules.views import View
from gamekit.roma_victrix.state import State
from gamekit.storage import data_files
from gamekit.text import translation

translation.include(data_files.path("roma_victrix/words.csv"))


def position(seen: State | View) -> State:
    """Return the position that a forecast is based on: all of it, or what a seat sees of it."""
    return seen.state if isinstance(seen, View) else seen


def power_of(state: State, name: str) -> int:
    """Return a power's number; ValueError with the names there are."""
    powers = scenario_constants(state).powers
    return powers.index(resolve_name(name, powers, "the power"))


def leader_of(state: State, name: str) -> int:
    """Return a leader's number; ValueError with the names on the map."""
    alive = [leader.name for leader in state.leaders if leader.place >= 0]
    name = resolve_name(name, alive, "the leader")
    return next(number for number, leader in enumerate(state.leaders) if leader.name == name)


def name_in(name: str, language: str | None = None) -> str:
    """Return a place, a power, a leader or a card in a language."""
    return translation.word_or(f"roma_victrix.value.{name}", name, language)


def sentence(key: str, language: str | None = None, **fields: Any) -> str:
    """Return a sentence of the forecasts; chances become per cent with one decimal, names are those of the language."""
    return translation.word(
        f"roma_victrix.forecast.{key}", language, **{each: _shown(value, language) for each, value in fields.items()}
    )


def forecast_note(key: str, **fields: Any) -> translation.Note:
    """Return an entry of a basis, or a reason, that can be said in any language."""
    return translation.note(f"roma_victrix.forecast.{key}", **fields)


def _shown(value: Any, language: str | None) -> Any:
    if isinstance(value, (Fraction, float)):
        return translation.percent(value)
    if isinstance(value, (tuple, list)):
        comma = sentence("comma", language)
        return (f"{comma} " if comma.isascii() else comma).join(name_in(str(each), language) for each in value)
    return name_in(value, language) if isinstance(value, str) else value
