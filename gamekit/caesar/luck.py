"""Luck in conflicts, in counters: a conflict alone, at its equilibrium; the pairing of the two cards is luck."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from gamekit.caesar.notation import action_text, log_text
from gamekit.caesar.odds.conflict import conflict_of
from gamekit.caesar.state import State, owner
from gamekit.play.luck import CurrentFight, PartyValues
from gamekit.play.protocol import Action, Player


def fight(state: State) -> CurrentFight | None:
    """Return the conflict under way."""
    if state.attack is None:
        return None
    parties = state.player, owner(state.group_at(state.attack.there))
    return CurrentFight("conflict", f"{state.attack.here}-{state.attack.there}", parties, chances=False)


def known(begun: State) -> bool:
    """Return whether luck can be judged from this position: no card is face down."""
    return begun.chosen is None


def values(begun: State) -> Callable[[tuple[Any, ...], Callable[[], State]], PartyValues]:
    """Return a function of (cards played, position): the expected swing to each side of the conflict at ``begun``. A
    card that is None or not yet played counts as its player's mix."""
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

    def counters(done: tuple[Any, ...], state: Callable[[], State]) -> PartyValues:
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
    """Return the cards played as the next player to choose sees them: each one hidden, as None."""
    return (None,) * len(done)


def thrower(state: State) -> Player | None:
    """Return None: nobody throws."""
    return None


def describe(action: Any, state: State, language: str) -> str:
    """Return an action as the log's sentence."""
    return log_text(state, action, language) or action_text(state, action, language)


def turn_name(state: State, language: str) -> str:
    """Return an empty name, since turns have only numbers."""
    return ""
