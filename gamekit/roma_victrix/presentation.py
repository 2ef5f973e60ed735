"""Presentation of a game: public information, public actions, and the moments where replays and dice stop."""

from __future__ import annotations

from typing import Final

from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.rules.control import camp
from gamekit.roma_victrix.state import Action, Due, State

RESTS: Final = (Due.ORDERS, Due.INITIATIVE, Due.CONSULS, Due.OP_ROLL, Due.DICE, Due.OVER)
UNSEEN: Final = (  # counters, cards and declined choices are secret (6.2, 14.0)
    *(s.Take, s.Leave, s.Join, s.Pay, s.Maintain, s.Raise, s.Rebuild, s.Convert, s.Swap, s.Purchase, s.Keep),
    *(s.Decline, s.Stand, s.Draw),
)


def open_information(state: State) -> frozenset[object]:
    """Return the groups that other players than their own know, and the cards that have been played."""
    shown = [
        (group.owner, group.units, group.known)
        for group in state.groups
        if group.known & ~(1 << max(0, camp(state, group.owner)))
    ]
    return frozenset((*shown, *enumerate(state.discards), *enumerate(state.drawn)))


def public(state: State, action: Action) -> bool:
    """Return whether all players see an action done in a position."""
    return not isinstance(action, UNSEEN) or state.agenda[-1].phase in (Due.INITIATIVE, Due.CONSULS)


def unsaid(action: Action) -> bool:
    """Return whether a log leaves out an action: declining is not news."""
    return isinstance(action, s.Decline)


def replay_stops_at(state: State) -> bool:
    """Return whether a replay pauses here: between leaders, before a die for OP, and before the dice of a fight."""
    return state.agenda[-1].phase in RESTS


def waits_for_person(state: State) -> bool:
    """Return whether the dice of a fight wait for a click, so that the odds can be seen first."""
    return state.agenda[-1].phase == Due.DICE


def turn_key(state: State) -> tuple[int, int, int]:
    """Return (game turn, phasing player, markers left in the bag), which names a player's part of a turn."""
    return state.turn, state.phasing, len(state.bag)
