"""The names of the whole game, which the package loads when the first of them is asked for: odds alone need none."""

from collections.abc import Iterator
from dataclasses import fields
from random import Random
from typing import TYPE_CHECKING, Any

from gamekit import data, words
from gamekit.game import CHANCE
from gamekit.roma_victrix import rules, strategies
from gamekit.roma_victrix.game_state import ACTIONS, Action, Phase, State
from gamekit.roma_victrix.odds.combat import LandCombat, NavalCombat
from gamekit.roma_victrix.places import PLACES
from gamekit.roma_victrix.positions import PositionError, action_from_json, action_to_json, from_json, to_json
from gamekit.roma_victrix.rules import (
    View,
    apply,
    battle,
    chance_outcomes,
    current_player,
    initial_state,
    legal_actions,
    observe,
    returns,
)
from gamekit.roma_victrix.rules.board import name_of
from gamekit.roma_victrix.state import attacker_wins

words.include(data.path("roma_victrix/words.csv"))

QUIET = ("Decline", "Stand", "Pay", "Take", "Keep", "Split", "Draw")  # actions that a tale passes over


def told(action: Any, language: str | None = None) -> str:
    """An action as a sentence.

    >>> from gamekit.roma_victrix.game_state import Enter
    >>> told(Enter("Latium"))
    'march into Latium'
    """
    named = {field.name: str(getattr(action, field.name)) for field in fields(action)}
    kind = type(action).__name__
    return words.word_or(f"roma_victrix.action.{kind}", kind, language, **named).strip()


def year_told(seed: int = 218, scenario: str = "second_punic_war", language: str | None = None) -> Iterator[str]:
    """A scenario's first year among plain players in sentences, each fight with its odds before the dice.

    >>> sum("CSP against" in line for line in year_told()) > 0
    True
    """
    random, state = Random(seed), rules.initial_state(scenario)
    while state.turn <= 1 and (player := rules.current_player(state)) != "over":
        if state.agenda[-1].phase == Phase.DICE and state.battle is not None and state.battle.at != "siege":
            yield _odds(state, language)
        if player == CHANCE:
            action = rules.chance_outcomes(state).sample(random)
        else:
            action = strategies.plain(rules.observe(state, player), rules.legal_actions(state))
        if type(action).__name__ not in QUIET:
            yield f"{player}: {told(action, language)}" if player != CHANCE else told(action, language)
        state = rules.apply(state, action)


def _odds(state: State, language: str | None) -> str:
    """Who attacks whom where, and how often the attack wins when the net modifier is spent on winning."""
    fight = battle.battle_of(state)
    mine, theirs = battle.forces(state)
    combat = (NavalCombat if fight.at == "sea" else LandCombat)(mine, theirs)
    sides = [name_of(state, side) for side in fight.sides]
    p = f"{float(combat.odds('win').p(attacker_wins)):.1%}"
    place = PLACES[fight.place]
    strength = {"mine": mine.csp, "theirs": theirs.csp}
    return words.word(
        "roma_victrix.told.odds", language, attacker=sides[0], defender=sides[1], place=place, p=p, **strength
    )


__all__ = [
    "ACTIONS",
    "Action",
    "Phase",
    "PositionError",
    "State",
    "View",
    "action_from_json",
    "action_to_json",
    "apply",
    "chance_outcomes",
    "current_player",
    "from_json",
    "initial_state",
    "legal_actions",
    "observe",
    "returns",
    "rules",
    "to_json",
    "told",
    "year_told",
]

if TYPE_CHECKING:
    from gamekit.game import Rules

    _checked: Rules = rules  # the module keeps to the protocol
