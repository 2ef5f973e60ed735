"""Luck in combats and sieges: a combat with the net modifier spent to win, a siege by its best plan for the city.

Neither asks for the position after a throw: the first position and the actions since say it all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any

from gamekit.play.luck import NOBODY, FightNow, Values
from gamekit.play.protocol import Action, Player
from gamekit.roma_victrix import procedures
from gamekit.roma_victrix.game import at_hand, told
from gamekit.roma_victrix.geography import PLACES
from gamekit.roma_victrix.rules.battle import modifiers
from gamekit.roma_victrix.rules.control import name_of as power
from gamekit.roma_victrix.state import NONE, Dice, Due, State
from gamekit.text.translation import word

NEUTRAL = "neutral"  # a side that no player has
FACES = range(1, 7)


def fight(state: State) -> FightNow | None:
    """The combat, or the round of a siege, whose dice or split is due."""
    if state.battle is None or state.agenda[-1].phase not in (Due.DICE, Due.SPLIT):
        return None
    sides = tuple(power(state, side) if side != NONE else NEUTRAL for side in state.battle.sides)
    return FightNow(state.battle.at, PLACES[state.battle.place], sides, rounds=state.battle.at == "siege")


def values(begun: State) -> Callable[[tuple[Any, ...], Callable[[], State]], Values]:
    """Return the chances of both sides, and of equal percentages, after the throw and the split of a fight."""
    now = fight(begun)
    assert now is not None
    mine, theirs = now.parties
    if now.kind == "siege":
        points: Any = begun.active.ops if begun.active else 0
        siege: Any = replace(at_hand(begun), operations=points + 1)
    net = procedures.net(modifiers(begun)) if now.kind != "siege" else 0

    def falls(done: tuple[Any, ...], state: Callable[[], State]) -> Values:
        dice = (done[0].attacker, done[0].defender) if done else None
        split = (done[1].raise_enemy, done[1].lower_own) if done[1:] else None
        p = city_falls(siege, dice, split) if siege.allowed else Fraction(0)  # a card may have changed who is there
        return {mine: p, theirs: 1 - p}

    def wins(done: tuple[Any, ...], state: Callable[[], State]) -> Values:
        if done:
            ahead = _ahead(done[0].attacker, done[0].defender, net, done[1:])
            return {mine: int(ahead > 0), theirs: int(ahead < 0), NOBODY: int(ahead == 0)}
        every = [_ahead(one, two, net, ()) for one in FACES for two in FACES]
        better, worse = (Fraction(sum(sign * ahead > 0 for ahead in every), 36) for sign in (1, -1))
        return {mine: better, theirs: worse, NOBODY: 1 - better - worse}

    return falls if now.kind == "siege" else wins


def _ahead(attacker: int, defender: int, net: int, split: tuple[Any, ...]) -> int:
    """By how much the attack's die is the higher one, the modifier spent as far as it can be."""
    if split:
        moved = split[0].raise_enemy + split[0].lower_own
    else:
        own, enemy = (attacker, defender) if net > 0 else (defender, attacker)
        moved = min(abs(net), procedures.HIGH - own)
        moved += min(abs(net) - moved, enemy - procedures.LOW)
    return int(attacker - defender + (moved if net > 0 else -moved))


@lru_cache(1024)
def city_falls(siege: Any, dice: tuple[int, int] | None = None, split: tuple[int, int] | None = None) -> Any:
    """The chance that the city falls while the besieger's points last, by the best plan for that on both sides."""
    if dice is None:
        return sum(city_falls(siege, (one, two)) for one in FACES for two in FACES) / 36
    net, attacks = abs(siege.net_drm), siege.holder == "attacker"
    splits = [split] if split else [(up, down) for up in range(net + 1) for down in range(net + 1 - up)]
    ends = {
        (end.attacker_loss_pct, end.defender_loss_pct): each for each in splits for end in [siege.resolve(*dice, *each)]
    }
    return (max if attacks else min)(_paid(siege, dice, each) for each in ends.values())


@lru_cache(1024)
def _paid(siege: Any, dice: tuple[int, int], split: tuple[int, int]) -> Any:
    """After the losses of a throw and a split, the defender paying so that the city holds best."""
    found = []
    for city in range(siege.now.capital + 1):
        try:
            after = siege.resolve(*dice, *split, from_capital=city)
        except ValueError:  # no share that can be paid
            continue
        left = after.attacker_left, after.units_left, after.capital_left, siege.now.operations - 1
        found.append(1.0 if after.captured else float(_plan(siege).worth(*left)))
    return min(found)


@lru_cache(64)
def _plan(siege: Any) -> Any:
    return siege.plan(1, 0, 0, numbers=float)


def thrower(state: State) -> Player | None:
    """The power that throws."""
    actor = state.agenda[-1].actor
    return power(state, actor) if actor >= 0 else None


def describe(action: Action, state: State, language: str) -> str:
    """Say an action as the log does; in a fight, where."""
    text = told(action, language)
    if isinstance(action, Dice):
        text = word("audit.dice", language, attacker=action.attacker, defender=action.defender)
    return f"{now.place}: {text}" if (now := fight(state)) else text


def turn_name(state: State, language: str) -> str:
    """The game turn."""
    return word("audit.turn.roma_victrix", language, turn=state.turn)
