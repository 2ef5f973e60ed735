"""Hooks for the boards: open information, when the screen is handed over, where play waits for a roll."""

from __future__ import annotations

from gamekit.aquileia.rules import current_player
from gamekit.aquileia.rules.steps import dice_count
from gamekit.aquileia.state import State, Step
from gamekit.play.protocol import CHANCE

MOST = 99  # cards; the largest hand


def seats(state: State) -> tuple[str, ...]:
    """Return the names of the players."""
    return state.table.names


def secret(state: State) -> bool:
    """Return True: every player looks at hidden cards, so the screen is handed over at each decision (1.3)."""
    return True


def open_information(state: State) -> frozenset[object]:
    """Return the cards turned up from hands, by count: a smaller hand has shown more."""
    return frozenset((seat, card) for seat, hand in enumerate(state.hands) for card in range(len(hand), MOST))


def waits_for_person(state: State) -> bool:
    """Return whether chance waits for a person to go on: dice are to be thrown."""
    return current_player(state) == CHANCE and dice_count(state.table.current_task) > 0


def turn_key(state: State) -> tuple[int, bool]:
    """Return the (round, half) of a position: first pieces are placed, then the districts act."""
    placing = any(task.step == Step.PLACE for task in state.table.agenda)
    return state.table.round, placing
