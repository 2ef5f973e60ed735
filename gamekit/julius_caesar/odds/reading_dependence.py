"""Whether an answer depends on the reading of a doubtful point of the rules."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from gamekit.julius_caesar.odds.battle import Battle
from gamekit.julius_caesar.odds.from_state import battle_of, position_of
from gamekit.julius_caesar.odds.what_if import read_otherwise
from gamekit.julius_caesar.readings import MAIN_ATTACK, POINTS, SURPRISE, VULCAN_CLEOPATRA, turn_reading
from gamekit.julius_caesar.rules import legal_actions
from gamekit.julius_caesar.rules.movement import attackers_origins
from gamekit.julius_caesar.state import NONE, Phase, State
from gamekit.julius_caesar.tables import CARD, CLEOPATRA, FIRST_SEA

FIGHTING = (Phase.TURN, Phase.FIRE, Phase.HIT, Phase.RETREAT)
MOVING = (Phase.MOVE, Phase.STEP, Phase.VOYAGE, Phase.MAIN)
SURPRISES = (CARD["Mars"], CARD["Neptune"])


def depends_on_reading(asked: Battle | State) -> tuple[str, ...]:
    """Return the points of ``readings.csv`` on which an answer depends, each read the other way by itself.

    The answer of a Battle is its distribution of outcomes. Answers of a State are its legal actions and, while a battle
    is fought, its outcomes from there on under standing orders; besides, whether a main attack is still to be declared
    (7.3), whether Mars or Neptune has several battles before it, and whether Vulcan may strike Cleopatra at strength I.
    Later turns are not asked about.

    >>> from gamekit import julius_caesar as jc
    >>> depends_on_reading(jc.Battle(jc.army("2 C3/II"), jc.army("C2/III, C3/I")))
    ()
    >>> depends_on_reading(jc.Battle(jc.army("2 C3/II"), jc.army("Cleopatra/I, C3/II", "Pompey"), first_strike=True))
    ('cleopatra_turn',)
    """
    if isinstance(asked, Battle):
        other = read_otherwise(asked)
        odds = asked.odds() if other else None
        return tuple(point for point, battle in other.items() if battle.odds() != odds)
    if not isinstance(asked, State):
        raise ValueError(f"a reading is asked of a jc.Battle or a position, not of {str(asked)[:80]!r}")
    found = _answers(asked)
    differing = {p for p in POINTS if _answers(replace(asked, online=turn_reading(asked.online, p))) != found}
    return tuple(point for point in POINTS if point in differing | _still_open(asked))


def _still_open(asked: State) -> set[str]:
    """The points on which this turn depends though its legal actions do not: main attack, Mars and Neptune, Vulcan."""
    differing = set()
    several = [attack for attack in asked.attacks if attack.attacker == asked.actor and attack.main == NONE]
    if asked.phase in MOVING and any(len(attackers_origins(asked, attack)) > 1 for attack in several):
        differing.add(MAIN_ATTACK)
    battles = sum(1 for attack in asked.attacks if asked.force[attack.attacker] in SURPRISES)
    if battles and battles + _surprises(asked) > 1:
        differing.add(SURPRISE)
    if asked.phase == Phase.VULCAN and asked.location[CLEOPATRA] < FIRST_SEA and asked.strength[CLEOPATRA] == 1:
        differing.add(VULCAN_CLEOPATRA)
    return differing


def _surprises(state: State) -> bool:
    """Whether a battle with the first fire is under way or over in this turn."""
    return state.surprised or (state.combat is not None and state.combat.first_strike)


def _answers(state: State) -> tuple[Any, ...]:
    legal = legal_actions(state)
    if state.combat is None or state.phase not in FIGHTING:
        return (legal,)
    return legal, battle_of(state).at(position_of(state)).odds()
