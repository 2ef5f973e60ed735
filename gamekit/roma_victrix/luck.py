"""The fights of a game with their odds before the dice, and the luck in them.

A combat is computed with the net modifier spent to win, a siege by its best plan for the city.

Neither needs the position after a throw: the first position and the actions since determine it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

from gamekit.play.luck import NOBODY, CurrentFight, PartyValues
from gamekit.play.protocol import CHANCE, Player
from gamekit.roma_victrix import players, procedures, rules
from gamekit.roma_victrix.forces import attacker_wins
from gamekit.roma_victrix.geography import FIRST_COAST, PLACES, PROVINCE
from gamekit.roma_victrix.notation import describe_action, name_in
from gamekit.roma_victrix.odds.combat import Combat, LandCombat, NavalCombat, RollRank
from gamekit.roma_victrix.odds.plan import SiegePlan
from gamekit.roma_victrix.odds.siege import Siege
from gamekit.roma_victrix.rules import battle
from gamekit.roma_victrix.rules.battle import modifiers
from gamekit.roma_victrix.rules.control import capital_at, control, has_major_strength, name_of
from gamekit.roma_victrix.rules.units import units_of
from gamekit.roma_victrix.state import NONE, Action, Dice, Due, State, land_csp
from gamekit.roma_victrix.tables import SIDES
from gamekit.storage.record import Record
from gamekit.text import translation
from gamekit.text.translation import word

NEUTRAL = "neutral"  # a side without a player
FACES = range(1, 7)


def fight(state: State) -> CurrentFight | None:
    """Return the combat or siege round that waits for its dice or split, or None."""
    if state.battle is None or state.agenda[-1].phase not in (Due.DICE, Due.SPLIT):
        return None
    sides = tuple(name_of(state, side) if side != NONE else NEUTRAL for side in state.battle.sides)
    return CurrentFight(state.battle.at, PLACES[state.battle.place], sides, rounds=state.battle.at == "siege")


def values(begun: State) -> Callable[[tuple[Any, ...], Callable[[], State]], PartyValues]:
    """Return a function that gives the chances of both sides and of a draw after a fight's throw and split."""
    now = fight(begun)
    assert now is not None
    mine, theirs = now.parties
    if now.kind == "siege":
        points: Any = begun.active.ops if begun.active else 0
        siege: Any = replace(fight_calculator(begun), operations=points + 1)
    net = procedures.net_modifier(modifiers(begun)) if now.kind != "siege" else 0

    def falls(done: tuple[Any, ...], state: Callable[[], State]) -> PartyValues:
        dice = (done[0].attacker, done[0].defender) if done else None
        split = (done[1].raise_enemy, done[1].lower_own) if done[1:] else None
        p = (
            city_falls(siege, dice, split) if siege.may_begin_round else Fraction(0)
        )  # a card may have changed the units
        return {mine: p, theirs: 1 - p}

    def wins(done: tuple[Any, ...], state: Callable[[], State]) -> PartyValues:
        if done:
            ahead = _ahead(done[0].attacker, done[0].defender, net, done[1:])
            return {mine: int(ahead > 0), theirs: int(ahead < 0), NOBODY: int(ahead == 0)}
        every = [_ahead(one, two, net, ()) for one in FACES for two in FACES]
        better, worse = (Fraction(sum(sign * ahead > 0 for ahead in every), 36) for sign in (1, -1))
        return {mine: better, theirs: worse, NOBODY: 1 - better - worse}

    return falls if now.kind == "siege" else wins


def _ahead(attacker: int, defender: int, net: int, split: tuple[Any, ...]) -> int:
    """Return the attacker's die minus the defender's, with the net modifier spent as far as possible."""
    if split:
        moved = split[0].raise_enemy + split[0].lower_own
    else:
        own, enemy = (attacker, defender) if net > 0 else (defender, attacker)
        moved = min(abs(net), procedures.HIGH - own)
        moved += min(abs(net) - moved, enemy - procedures.LOW)
    return int(attacker - defender + (moved if net > 0 else -moved))


@lru_cache(1024)
def city_falls(siege: Siege, dice: tuple[int, int] | None = None, split: tuple[int, int] | None = None) -> float:
    """Return the chance that the city falls before the besieger's OP run out, both sides playing their best for that
    alone: before the throw, after it (``dice``), or after the split."""
    plan = _plan(siege)
    if dice is None:
        return float(plan.value)
    if split is None:
        choice = plan.best_split_for_roll(*dice)
        split = choice.raise_enemy, choice.lower_own
    ends = []
    for city in range(siege.current_position.capital + 1):
        with suppress(ValueError):  # skip shares that cannot be paid
            after = siege.resolve(*dice, *split, from_capital=city)
            left = after.attacker_left, after.units_left, after.capital_left, siege.current_position.operations - 1
            ends.append(1.0 if after.is_captured else float(plan.value_at(*left)))
    return min(ends)


@lru_cache(64)
def _plan(siege: Siege) -> SiegePlan:
    return siege.plan(1, 0, 0, numbers=float)


def thrower(state: State) -> Player | None:
    """Return the player who throws the dice, or None."""
    actor = state.agenda[-1].actor
    return name_of(state, actor) if actor >= 0 else None


def describe(action: Action, state: State, language: str) -> str:
    """Return an action as the log words it, with the place if it is in a fight."""
    text = describe_action(action, language)
    if isinstance(action, Dice):
        text = word("audit.dice", language, attacker=action.attacker, defender=action.defender)
    return f"{now.place}: {text}" if (now := fight(state)) else text


def turn_name(state: State, language: str) -> str:
    """Return the heading of the position's game turn."""
    return word("audit.turn.roma_victrix", language, turn=state.turn)


def fight_calculator(state: State) -> Combat | Siege:
    """Return the combat or siege whose dice are to be thrown, ready for its odds: both forces, the city, the cards
    played.

    ValueError if there is no fight."""
    fight = battle.battle_of(state)
    mine, theirs = battle.fight_forces(state)
    helped = tuple(side for side, points in zip(SIDES, fight.points) if points)
    city = capital_at(state, fight.place)
    if fight.at == "siege" and city is not None:
        return Siege(
            mine, theirs if theirs.csp else None, city.csp, has_major_strength(state, city), 1, advantage=helped
        )
    return (NavalCombat if fight.at == "sea" else LandCombat)(mine, theirs, advantage=helped)


@dataclass(frozen=True, slots=True)
class RecordedFight:
    """A fight of a record: ``p``, the attacker's exact chance before the dice (in a siege: that the city falls to this
    throw), and in ``luck`` the throws of 36 that were worse, equal and better."""

    place: str
    attacker: str
    defender: str
    strengths: tuple[int, int]
    p: Fraction
    dice: tuple[int, int]
    luck: RollRank | None


def fights_of(record: Record) -> Iterator[RecordedFight]:
    """Return the fights of a record in their order, each with ``p``, the attacker's chance before the dice, and the
    rank of the throw among all 36.

    >>> from gamekit import roma_victrix as rv
    >>> first = next(fights_of(rv.example_of_play()))
    >>> first.place, first.p, first.dice, first.luck
    ('Cilicia', Fraction(13, 18), (5, 2), RollRank(worse=30, equal=3, better=3))
    """
    for state, entry in zip(record.positions(), record.entries):
        if state.agenda[-1].phase == Due.DICE:
            calculator, p, parties = _before_dice(state, "en")
            dice = entry.action.attacker, entry.action.defender
            luck = None if isinstance(calculator, Siege) else calculator.roll_rank(*dice)
            place = PLACES[battle.battle_of(state).place]
            yield RecordedFight(place, parties[0], parties[1], battle.fight_csp(state), p, dice, luck)


def _before_dice(state: State, language: str | None) -> tuple[Combat | Siege, Fraction, list[str]]:
    """Return the combat or siege, the chance that the attacker wins or the city falls to this throw with the net
    modifier spent for that, and the names of both sides."""
    calculator = fight_calculator(state)
    p = calculator.p_falls_next_round() if isinstance(calculator, Siege) else calculator.odds("win").p(attacker_wins)
    return calculator, Fraction(p), [_fighting(state, role, language) for role in (0, 1)]


def narrate_year(seed: int = 218, scenario: str = "second_punic_war", language: str | None = None) -> Iterator[str]:
    """Yield the story of a scenario's first year among plain players, a sentence for each leader that moves or fights:
    its way and army, the fights with their odds before the dice, and the provinces gained.

    >>> sum("CSP against" in line for line in narrate_year()) > 0
    True
    """
    random, state = Random(seed), rules.initial_state(scenario)
    who, way, fights, before = NONE, list[int](), list[str](), state
    while state.turn <= 1 and (player := rules.current_player(state)) != "over":
        now = state.active.leader if state.active else NONE
        if now != who:
            yield from _deeds(before, state, who, way, fights, language)
            who, way, fights, before = now, [], [], state
        if state.agenda[-1].phase == Due.DICE:
            fights.append(_odds(state, language))
        if player == CHANCE:
            action = rules.chance_outcomes(state).sample(random)
        else:
            action = players.plain(rules.observe(state, player), rules.legal_actions(state))
        state = rules.apply(state, action)
        if who != NONE and who < len(state.leaders) and state.leaders[who].place not in (NONE, *way[-1:]):
            way.append(state.leaders[who].place)
    yield from _deeds(before, state, who, way, fights, language)


def _deeds(
    before: State, state: State, who: int, way: list[int], fights: list[str], language: str | None
) -> Iterator[str]:
    """Yield the sentence about a leader's turn; nothing if it neither moved nor fought."""
    if who == NONE or (len(way) < 2 and not fights):
        return
    leader, places = before.leaders[who], [name_in(PLACES[place], language) for place in way if place < FIRST_COAST]
    army = [group for group in state.groups if (group.place, group.owner) == (way[-1], leader.owner)]
    fields = {"leader": name_in(leader.name, language), "power": name_in(name_of(before, leader.owner), language)}
    comma = "、" if translation.language_or_default(language) == "ja" else ", "
    there, csp = comma.join(dict.fromkeys(places)), land_csp(units_of(army)) if army else 0
    parts = [translation.word("roma_victrix.told.way", language, places=there, csp=csp, **fields), *fights]
    taken: dict[int, list[str]] = {}
    for place in range(len(PROVINCE)):
        power = control(state, place)
        if power not in (NONE, control(before, place)):
            taken.setdefault(power, []).append(name_in(PLACES[place], language))
    for power, names in taken.items():
        holder = name_in(name_of(state, power), language)
        parts.append(translation.word("roma_victrix.told.taken", language, power=holder, places=comma.join(names)))
    end = "。" if comma == "、" else "."
    yield ("；" if comma == "、" else "; ").join(parts) + end


def _odds(state: State, language: str | None) -> str:
    """Return a sentence with attacker, defender, place and the chance that the attacker wins, or the city falls to this
    throw, the net modifier spent for that."""
    calculator, p, sides = _before_dice(state, language)
    mine, theirs = battle.fight_csp(state)
    place = name_in(PLACES[battle.battle_of(state).place], language)
    named = {"attacker": sides[0], "defender": sides[1], "place": place, "p": translation.percent(p)}
    kind = "siege" if isinstance(calculator, Siege) else "odds"
    return translation.word(f"roma_victrix.told.{kind}", language, **named, mine=mine, theirs=theirs)


def _fighting(state: State, role: int, language: str | None) -> str:
    """Return the name of the power whose counters fight for a side, with its player's if that is another power."""
    side = battle.battle_of(state).sides[role]
    owners = {group.owner for group in battle.fighters(state, role)}
    power = name_in(name_of(state, side), language)
    if not owners or side in owners or side < 0:
        return power
    others = ", ".join(name_in(name_of(state, owner), language) for owner in sorted(owners))
    return translation.word("roma_victrix.told.under", language, power=others, player=power)
