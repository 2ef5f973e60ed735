"""The game at the table: what lies open, when the screen is handed over, where a throw is waited for."""

from __future__ import annotations

from gamekit.aquileia.rules import current_player
from gamekit.aquileia.rules.steps import dice_count
from gamekit.aquileia.state import State, Step
from gamekit.play.protocol import CHANCE

MOST = 99  # cards; no hand is larger


def seats(state: State) -> tuple[str, ...]:
    """Return the names of the players."""
    return state.table.names


def secret(state: State) -> bool:
    """Return whether every decision is taken looking at cards that the others may not see (1.3)."""
    return True


def open_information(state: State) -> frozenset[object]:
    """Return the cards turned up out of the hands, by number: a hand that becomes smaller has shown one."""
    return frozenset((seat, card) for seat, hand in enumerate(state.hands) for card in range(len(hand), MOST))


def stops(state: State) -> bool:
    """Return whether dice are to be thrown."""
    return current_player(state) == CHANCE and dice_count(state.table.task) > 0


def turn_of(state: State) -> tuple[int, bool]:
    """Return the half of a round: the pieces are placed, then the districts act."""
    placing = any(task.step == Step.PLACE for task in state.table.agenda)
    return state.table.round, placing
