"""Caesar in words: squares and groups, actions as options, and past actions as lines of a log."""

from __future__ import annotations

from typing import Any

from gamekit.caesar import rules
from gamekit.caesar.odds.mix import card_text
from gamekit.caesar.odds.solve import say_actions
from gamekit.caesar.state import HIDDEN, Action, Alliance, Attack, Pass, Play, State, owner
from gamekit.caesar.tables import COLOURS, FLAG, NEUTRAL, SQUARES, Card
from gamekit.text.translation import LANGUAGES, word


def say(key: str, language: str | None = None, **fields: Any) -> str:
    """Return the board's sentence with this key, its ``fields`` filled in."""
    return word(f"caesar.board.{key}", language, **fields)


def name(player: Any, language: str | None = None) -> str:
    """Return a player's name: the colour of the counters."""
    return word(f"caesar.colour.{COLOURS[player].colour}", language)


def name_by_spelling(state: State) -> dict[str, str]:
    """Return the words of typed games by other spellings: the flag, and the name of the player to act for nothing.

    >>> name_by_spelling(rules.initial_state())["flag"], name_by_spelling(rules.initial_state())["red"]
    ('f', '')
    """
    player = rules.current_player(state)
    names = [name(player, language) for language in LANGUAGES] if isinstance(player, int) else []
    flags = dict.fromkeys(("flag", "standard", "旗", "旗印"), FLAG.lower())
    return {**dict(zip(SQUARES, SQUARES)), **flags, **dict.fromkeys(("counter", *map(str.casefold, names)), "")}


def _group(state: State, square: str, language: str | None) -> dict[str, Any]:
    """Return the owner and the size of the group on a square, as fields of a sentence."""
    group = state.group_at(square)
    neutral = group[-1] == NEUTRAL
    return {"whose": say("neutral", language) if neutral else name(owner(group), language), "count": len(group)}


def group_text(state: State, square: str, language: str | None = None) -> str:
    """Return a square as text for a screen reader: "c3: Red, 2"."""
    if not state.group_at(square):
        return say("empty", language, square=square)
    return say("group", language, square=square, **_group(state, square, language))


def action_text(state: State, action: Action, language: str | None = None) -> str:
    """Return an action as a line of a list."""
    match action:
        case Play(card):
            return card_text(card, language)
        case Attack(here, there) | Alliance(here, there):
            key = "list_attack" if isinstance(action, Attack) else "list_alliance"
            return say(key, language, here=here, there=there, **_group(state, there, language))
    return say_actions({action: 1}, language)


def log_text(before: State, action: Action, language: str | None = None) -> str:
    """Return an action done in a position, as a sentence; "" for an attacker's card, logged with the answer."""
    match action:
        case Play(card):
            return _fight_text(before, before.chosen, card, language) if before.chosen is not None else ""
        case Attack(here, there) | Alliance(here, there):
            own, other = len(before.group_at(here)), len(before.group_at(there))
            key = "log_attack" if isinstance(action, Attack) else "log_alliance"
            return say(key, language, here=here, there=there, own=own, other=other, count=own + other)
        case Pass():
            return say("log_pass", language)
    return say("log_place", language, at=action.at)


def _fight_text(state: State, card: Card, other: Card, language: str | None = None) -> str:
    """Return a sentence with both cards of a conflict and its winner."""
    fought, fighters = state.attack, (state.player, int(rules.current_player(state)))
    assert fought is not None
    attacker, defender = (name(player, language) for player in fighters)
    found = {"attacker": attacker, "defender": defender}
    found |= {"card": card_text(card, language), "other": card_text(other, language)}
    if FLAG in (card, other) or card == HIDDEN:
        return say("log_flag", language, **found)
    own, against = len(state.group_at(fought.here)), len(state.group_at(fought.there))
    total, totalled = own + int(card), against + int(other)
    key = "log_tie" if total == totalled else "log_won"
    winner = attacker if total > totalled else defender
    return say(key, language, **found, total=total, against=totalled, winner=winner)
