"""Luck in battles: the battle under way, and each side's chance to hold the place from here.

By best play in a small battle, by standing orders in a larger one; survivors do not count."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache, lru_cache
from typing import Any

from gamekit.julius_caesar import presentation, rules
from gamekit.julius_caesar.notation import describe as logged
from gamekit.julius_caesar.notation import year_name
from gamekit.julius_caesar.odds.course import LEFT
from gamekit.julius_caesar.odds.events import attacker_holds
from gamekit.julius_caesar.odds.from_state import (
    attacker_of,
    battle_of,
    block_numbers,
    exit_limits_by_side,
    position_of,
)
from gamekit.julius_caesar.state import Phase, State
from gamekit.julius_caesar.tables import PLACES, ROLES, SIDES
from gamekit.play.luck import CurrentFight, PartyValues
from gamekit.play.protocol import CHANCE, Action, Player
from gamekit.text.translation import word

MOST_BLOCKS, MOST_STEPS = 3, 9  # most positions of a battle that is solved


def fight(state: State) -> CurrentFight | None:
    """Return the battle under way, the attacker first."""
    if not presentation.fights(state) or state.combat is None:
        return None
    first = attacker_of(state)
    return CurrentFight("battle", PLACES[state.combat.place], (SIDES[first], SIDES[1 - first]))


@lru_cache(64)
def values(begun: State) -> Callable[[tuple[Action, ...], Callable[[], State]], PartyValues]:
    """Return a function of (actions, position): both sides' chances in the battle that began at ``begun``."""
    first, play, place = attacker_of(begun), solve_if_small(begun), begun.combat and begun.combat.place

    @cache
    def attacker(now: State) -> Any:
        if not presentation.same_fight(begun, now):
            return Fraction(any(at == place and side == first for at, side in zip(now.location, now.side)))
        if play:
            return chance_to_hold(begun, play, now)
        if now.phase == Phase.RETREAT:
            best = max if rules.current_player(now) == SIDES[first] else min
            return best(attacker(rules.apply(now, way)) for way in rules.legal_actions(now))
        battle, position = battle_of(begun, now), position_of(begun, now)
        asked = battle.at(position)
        left = any(one.place == LEFT for side in ROLES for one in position.blocks_of_side(side))
        if left or battle.attacker_reserve or battle.defender_reserve:  # 7.31: the roles may change
            return asked.odds().p(attacker_holds)
        return asked.chances().attacker_wins

    def both(done: tuple[Action, ...], now: Callable[[], State]) -> PartyValues:
        p = attacker(now())
        return {SIDES[first]: p, SIDES[1 - first]: 1 - p}

    return both


def solve_if_small(begun: State) -> Any:
    """Return best play on both sides of a battle that is small enough to be solved; else None."""
    blocks = [block for listed in block_numbers(begun) for block in listed]
    if len(blocks) > MOST_BLOCKS or sum(begun.strength[block] for block in blocks) > MOST_STEPS:
        return None
    return battle_of(begun).best()


def chance_to_hold(begun: State, play: Any, now: State) -> float:
    """Return the chance under best play that the first attacker holds the place, also in mid-throw or mid-retreat."""
    if not presentation.same_fight(begun, now) or begun.combat is None:
        there, first = begun.combat and begun.combat.place, attacker_of(begun)
        return float(any(at == there and side == first for at, side in zip(now.location, now.side)))
    if rules.current_player(now) == CHANCE:
        thrown = rules.chance_outcomes(now)
        parts = (weight * chance_to_hold(begun, play, rules.apply(now, outcome)) for outcome, weight in thrown.items())
        return float(sum(parts) / thrown.total_weight)
    if now.phase == Phase.RETREAT:
        return chance_to_hold(begun, play, rules.apply(now, rules.legal_actions(now)[0]))
    return float(play.at(position_of(begun, now), left=exit_limits_by_side(now, rest_of_round=True)).value)


def thrower(state: State) -> Player | None:
    """Return the side whose dice are to be thrown, or None."""
    return SIDES[state.actor]


def describe(action: Any, state: State, language: str) -> str:
    """Return an action as the log's sentence."""
    return logged(action, state, language).strip()


def turn_name(state: State, language: str) -> str:
    """Return the year and the turn."""
    return word("audit.turn.julius_caesar", language, year=year_name(state.year, language), turn=state.turn)
