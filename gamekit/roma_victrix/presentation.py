"""How the game is presented at the table: what lies open, what everybody sees being done, where it stops."""

from __future__ import annotations

from typing import Final

from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.rules.control import camp
from gamekit.roma_victrix.state import Action, Due, State

RESTS: Final = (Due.ORDERS, Due.INITIATIVE, Due.CONSULS, Due.OP_ROLL, Due.DICE, Due.OVER)
UNSEEN: Final = (  # counters, cards and what is let go are nobody else's business (6.2, 14.0)
    *(s.Take, s.Leave, s.Join, s.Pay, s.Maintain, s.Raise, s.Rebuild, s.Convert, s.Swap, s.Purchase, s.Keep),
    *(s.Decline, s.Stand, s.Draw),
)


def open_information(state: State) -> frozenset[object]:
    """Return the counters that others than their own player know, and the cards that have been played."""
    shown = [
        (group.owner, group.units, group.known)
        for group in state.groups
        if group.known & ~(1 << max(0, camp(state, group.owner)))
    ]
    return frozenset((*shown, *enumerate(state.discards), *enumerate(state.drawn)))


def public(state: State, action: Action) -> bool:
    """Return whether everybody sees an action done in a position."""
    return not isinstance(action, UNSEEN) or state.agenda[-1].phase in (Due.INITIATIVE, Due.CONSULS)


def unsaid(action: Action) -> bool:
    """Return whether a log passes over an action: to let something be is no news."""
    return isinstance(action, s.Decline)


def rests(state: State) -> bool:
    """Return whether a replay stops: between leaders, before points, and before the dice of a fight."""
    return state.agenda[-1].phase in RESTS


def stops(state: State) -> bool:
    """Return whether the dice of a fight wait until somebody has seen the odds and asks for them."""
    return state.agenda[-1].phase == Due.DICE


def turn_of(state: State) -> tuple[int, int, int]:
    """Return the game turn, and whose part of it."""
    return state.turn, state.phasing, len(state.bag)
