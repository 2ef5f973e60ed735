"""How the game is presented at the table: what lies open, when the screen is handed over, where a replay stops."""

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
    """Return whether a player chooses a hidden card (10)."""
    return state.attack is not None


def open_information(state: State) -> frozenset[object]:
    """Return the cards that have been turned up, that is, are missing from a hand."""
    return frozenset((seat, card) for seat, hand in enumerate(state.hands) for card in CARDS if card not in hand)


def rests(state: State) -> bool:
    """Return whether no card lies face down."""
    return state.chosen is None


def turn_of(state: State) -> tuple[object, ...]:
    """Return a turn: a counter of everybody's, then an alliance or a conflict with both its cards."""
    if state.unplaced:
        return (-(-state.unplaced // len(state.hands)),)
    return state.board, state.hands, state.passes if state.attack is None else 0
