"""Actions, places, powers, leaders and cards in words, and a seat's view as rows of text."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from fractions import Fraction
from functools import cache
from typing import Any

from gamekit.roma_victrix.forces import name_aliases, resolve_name, unit_names
from gamekit.roma_victrix.geography import PLACES, PROVINCE
from gamekit.roma_victrix.rules import HIDDEN, View, victory
from gamekit.roma_victrix.rules.control import capital_at, is_friendly, name_of, scenario_constants
from gamekit.roma_victrix.rules.movement import ALL
from gamekit.roma_victrix.rules.units import units_of
from gamekit.roma_victrix.state import COUNTERS, Body, Due, State
from gamekit.storage import data_files
from gamekit.text import translation

translation.add_words_file(data_files.path("roma_victrix/words.csv"))


def describe_action(action: Any, language: str | None = None) -> str:
    """Return an action as a sentence.

    >>> from gamekit.roma_victrix.state import Enter
    >>> describe_action(Enter("Latium"))
    'march into Latium'
    """
    named = {field.name: name_in(getattr(action, field.name), language) for field in fields(action)}
    kind = type(action).__name__
    finer = next((name for name in ("counter", "card") if getattr(action, name, "")), "")
    finer = "all" if getattr(action, "counter", "") == ALL else finer
    plain = translation.word_or(f"roma_victrix.action.{kind}", kind, language, **named)
    return translation.word_or(f"roma_victrix.action.{kind}.{finer}", plain, language, **named).strip()


def name_in(name: object, language: str | None = None) -> str:
    """Return the name of a place, power, leader or card in a language; a coast's by its province and sea.

    >>> name_in("Africa (Mare Tyrrhenum)", "ja")
    'アフリカ（ティレニア海）'
    """
    text = str(name)
    whole = translation.word_or(f"roma_victrix.value.{text}", "", language)
    kind, _, owner = text.partition(" of ")
    land, _, sea = text.removesuffix(")").partition(" (")
    if whole or not (owner or sea):
        return whole or text
    parts = {"first": name_in(land if sea else kind, language), "second": name_in(sea or owner, language)}
    return translation.word("roma_victrix.told.coast" if sea else "roma_victrix.told.leader", language, **parts)


@cache
def _spellings() -> dict[str, str]:
    prefix = "roma_victrix.value."
    named = {key.removeprefix(prefix): row for key, row in translation.table().items() if key.startswith(prefix)}
    found = {said.casefold(): name for name, row in named.items() for said in (row.en, row.ja)}
    return {**found, **name_aliases(), **unit_names()}


def name_by_spelling(_: State) -> dict[str, str]:
    """Return the name of each unit, place, leader, power and card by its other spellings, for typed games.

    >>> from gamekit.roma_victrix.rules import initial_state
    >>> name_by_spelling(initial_state())["heavyinfantry"]
    'HI'
    """
    return _spellings()


def describe_view(view: View, language: str | None = None) -> Iterator[tuple[str, str]]:
    """Yield a view as rows of (heading, text): the turn, the powers, then every place with its stacks, each after its
    leader.

    >>> from gamekit import roma_victrix as rv
    >>> rows = dict(rv.describe_view(rv.observe(rv.initial_state(), "Crassus")))
    >>> rows["Narbonensis"], rows["Latium (Mare Tyrrhenum)"]
    ('Afranius 1: not seen', 'Crassus: 2 FLEET')
    """
    state = view.state
    frame = scenario_constants(state)
    yield translation.word("roma_victrix.seen.turn", language, turn=state.turn, of=victory.last_turn(state)), ""
    for seat in frame.seats:
        done, of = victory.objectives_achieved(state, seat)
        held = [name_in(PLACES[place], language) for place in range(len(PROVINCE)) if is_friendly(state, place, seat)]
        cards = [
            translation.word("roma_victrix.seen.unseen", language) if card == HIDDEN else name_in(card, language)
            for card in state.hands[seat]
        ]
        yield (
            name_in(frame.powers[seat], language),
            translation.word(
                "roma_victrix.seen.seat",
                language,
                treasury=state.treasury[seat],
                cards=", ".join(cards) or "–",
                done=done,
                of=of,
                held=", ".join(held) or "–",
            ),
        )
    if state.agenda[-1].phase == Due.OVER:
        yield translation.word("roma_victrix.seen.order", language), "; ".join(_ranked(state, language))
    for place, name in enumerate(PLACES):
        if stacks := list(_stacks(state, place, language)):
            yield name_in(name, language), "; ".join(stacks)


def _ranked(state: State, language: str | None) -> Iterator[str]:
    """Yield the players from the winner down, with the figures that rank them (4.51 to 4.53)."""
    for percent, revenue, treasury, seat in victory.ranking(state):
        power = name_in(scenario_constants(state).powers[seat], language)
        values = {"percent": f"{float(percent):.1f}%", "revenue": revenue, "treasury": treasury}
        yield translation.word("roma_victrix.seen.ranked", language, power=power, **values)


def _stacks(state: State, place: int, language: str | None) -> Iterator[str]:
    """Yield the contents of a place: its capital, then its groups, each power's leaders before its counters."""
    city = capital_at(state, place)
    if city and city.csp:
        power = name_in(name_of(state, city.owner), language)
        yield translation.word("roma_victrix.seen.capital", language, power=power, csp=city.csp)
    for owner, power in enumerate(scenario_constants(state).powers):
        leaders = [each for each in state.leaders if (each.place, each.owner) == (place, owner)]
        groups = [group for group in state.groups if (group.place, group.owner) == (place, owner)]
        if leaders or groups:
            who = " + ".join(f"{name_in(each.name, language)} {each.rating}" for each in leaders)
            yield f"{who or name_in(power, language)}: {_counters(groups, language)}"


def _counters(groups: list[Body], language: str | None) -> str:
    """Return the counters of groups by count and kind, "not seen" where hidden."""
    if any(min(group.units) < 0 for group in groups):
        return translation.word("roma_victrix.seen.unseen", language)
    return ", ".join(f"{count} {counter}" for counter, count in zip(COUNTERS, units_of(groups)) if count) or "–"


def power_of(state: State, name: str) -> int:
    """Return the number of the power of this name; ValueError with the valid names."""
    powers = scenario_constants(state).powers
    return powers.index(resolve_name(name, powers, "the power"))


def leader_of(state: State, name: str) -> int:
    """Return the number of the leader of this name; ValueError with the names on the map."""
    alive = [leader.name for leader in state.leaders if leader.place >= 0]
    name = resolve_name(name, alive, "the leader")
    return next(number for number, leader in enumerate(state.leaders) if leader.name == name)


def sentence(key: str, language: str | None = None, **fields: Any) -> str:
    """Return a ``forecast`` sentence of the word table: chances in per cent with one decimal, names in the language."""
    return translation.word(
        f"roma_victrix.forecast.{key}", language, **{each: _shown(value, language) for each, value in fields.items()}
    )


def forecast_note(key: str, **fields: Any) -> translation.TranslatableText:
    """Return a basis entry, or a reason, that can be translated into any language."""
    return translation.note(f"roma_victrix.forecast.{key}", **fields)


def _shown(value: Any, language: str | None) -> Any:
    if isinstance(value, (Fraction, float)):
        return translation.percent(value)
    if isinstance(value, (tuple, list)):
        comma = sentence("comma", language)
        return (f"{comma} " if comma.isascii() else comma).join(name_in(str(each), language) for each in value)
    return name_in(value, language) if isinstance(value, str) else value
