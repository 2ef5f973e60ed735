"""Hooks for the boards: open information, when the screen is handed over, where a replay stops."""

from __future__ import annotations

from gamekit.caesar.state import State
from gamekit.caesar.tables import CARDS, COLOURS
from gamekit.text.translation import word


def seats(state: State) -> tuple[int, ...]:
    """Return the players, numbered from 0."""
    return tuple(state.players)


def seat_name(seat: int | str, language: str | None = None) -> str:
    """Return the colour of a player's counters, in a language."""
    return word(f"caesar.colour.{COLOURS[int(seat)].colour}", language)


def secret(state: State) -> bool:
    """Return whether the player to act chooses a hidden card, so that the screen is handed over (10)."""
    return state.attack is not None


def open_information(state: State) -> frozenset[object]:
    """Return the cards played and turned up, those missing from a hand, as (seat, card)."""
    return frozenset((seat, card) for seat, hand in enumerate(state.hands) for card in CARDS if card not in hand)


def replay_stops_at(state: State) -> bool:
    """Return whether a replay stops at this position: no card is face down."""
    return state.chosen is None


def turn_key(state: State) -> tuple[object, ...]:
    """Return a key of the turn: a counter by every player, then an alliance or a conflict with both its cards."""
    if state.unplaced:
        return (-(-state.unplaced // len(state.hands)),)
    return state.board, state.hands, state.passes if state.attack is None else 0
