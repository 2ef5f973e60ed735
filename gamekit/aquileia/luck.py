"""Luck in contests: each entrant's chance of first place, by the cards played so far and best play of the blue dice."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from gamekit.aquileia.notation import log_text
from gamekit.aquileia.odds.from_state import ranks_now
from gamekit.aquileia.rules.contests import ranking
from gamekit.aquileia.state import State, Step
from gamekit.play.luck import CurrentFight, PartyValues
from gamekit.play.protocol import Action, Player
from gamekit.text.translation import word

FOUGHT = (Step.RED, Step.CARDS, Step.BLUE, Step.BLUE_ROLL)


def fight(state: State) -> CurrentFight | None:
    """Return the contest under way; its decisions are not rated."""
    table = state.table
    if not table.contest or len(table.fighters) < 2 or not table.agenda or table.current_task.step not in FOUGHT:
        return None
    names = tuple(table.names[fighter.seat] for fighter in table.fighters)
    return CurrentFight(table.contest, table.contest, names, judged=False)


def values(begun: State) -> Callable[[tuple[Action, ...], Callable[[], State]], PartyValues]:
    """Return a function of (actions, position): all entrants' chances in the contest that began at ``begun``."""

    def first(done: tuple[Action, ...], now: Callable[[], State]) -> PartyValues:
        table = (state := now()).table
        if ranks := ranks_now(table) if fight(state) else {}:
            return {name: chances[0] for name, chances in ranks.items()}
        winner = ranking(table)[0].seat
        return {table.names[one.seat]: Fraction(one.seat == winner) for one in begun.table.fighters}

    return first


def thrower(state: State) -> Player | None:
    """Return the player whose dice are to be thrown, or None."""
    seat = state.table.current_task.seat
    return state.table.names[seat] if seat >= 0 else None


def describe(action: Action, state: State, language: str) -> str:
    """Return an action as the log's sentence."""
    return log_text(state, action, language)


def turn_name(state: State, language: str) -> str:
    """Return the round."""
    return word("audit.turn.aquileia", language, round=state.table.round)
