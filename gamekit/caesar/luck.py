"""Luck in conflicts, in counters: a conflict by itself at its equilibrium; how the two cards meet is luck."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from gamekit.caesar.notation import action_text, log_text
from gamekit.caesar.odds.conflict import conflict_of
from gamekit.caesar.state import State, owner
from gamekit.play.luck import FightNow, Values
from gamekit.play.protocol import Action, Player


def fight(state: State) -> FightNow | None:
    """Return the conflict under way."""
    if state.attack is None:
        return None
    parties = state.player, owner(state.group(state.attack.there))
    return FightNow("conflict", f"{state.attack.here}-{state.attack.there}", parties, chances=False)


def known(begun: State) -> bool:
    """Return whether no card lies face down: what could be known would not be known."""
    return begun.chosen is None


def values(begun: State) -> Callable[[tuple[Any, ...], Callable[[], State]], Values]:
    """Return the counters to the attacker after the cards of a conflict: by both mixes, by the attacker's card against
    the defender's mix, as they came; an attacker's card None stands for his mix."""
    now = fight(begun)
    assert now is not None
    assert begun.attack is not None
    conflict = conflict_of(begun, begun.attack)
    mixes = conflict.equilibrium()
    swings = {
        (card, other): swing
        for card, row in zip(conflict.attacker_hand, conflict.matrix)
        for other, swing in zip(conflict.defender_hand, row)
    }

    def counters(done: tuple[Any, ...], state: Callable[[], State]) -> Values:
        card, other = (*(play and play.card for play in done), None, None)[:2]
        value = mixes.value
        if card is not None and other is not None:
            value = swings[card, other]
        elif card is not None:
            value = sum(share * swings[card, other] for other, share in mixes.defender.items())
        elif other is not None:
            value = sum(share * swings[card, other] for card, share in mixes.attacker.items())
        return {now.parties[0]: Fraction(value), now.parties[1]: -Fraction(value)}

    return counters


def unseen(done: tuple[Action, ...]) -> tuple[Action | None, ...]:
    """Return what the decider of the next card knows of the cards played: nothing of the attacker's."""
    return (None,) * len(done)


def thrower(state: State) -> Player | None:
    """Return None: nobody throws."""
    return None


def describe(action: Any, state: State, language: str) -> str:
    """Say an action as the log does."""
    return log_text(state, action, language) or action_text(state, action, language)


def turn_name(state: State, language: str) -> str:
    """Return the empty name: turns have only a number."""
    return ""
