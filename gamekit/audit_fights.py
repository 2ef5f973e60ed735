"""The fights of whole games as an audit reads them: which one is under way, and the exact law of how it ends from here.

A law gives each party's chance that the fight is decided for it, under the calculators' own terms: best play in a small
battle of Julius Caesar and standing orders in a larger one; in Aquileia the cards played so far and the blue dice that
the calculator expects; in Roma Victrix the net modifier spent to win, a siege by its best plan for the city; in Caesar
a conflict by itself, and there the value is counters and no chance."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple, TypeAlias

from gamekit.dist import Basis
from gamekit.game import CHANCE, Action, Player, State
from gamekit.record import name_of
from gamekit.words import note, word, word_or

Law: TypeAlias = "Mapping[Player, Any]"
Done: TypeAlias = "tuple[Action, ...]"  # the actions since the fight began
MOST_BLOCKS, MOST_STEPS = 3, 9  # of a battle that is solved
NOBODY = ""  # whom a fight is decided for that nobody wins
NEUTRAL = "neutral"  # a side that no player has


class FightNow(NamedTuple):
    """A fight under way: its kind and place, those who fight, attackers first, whether laws are chances (else counters
    to win), and whether every decision in it is judged by the law."""

    kind: str
    place: str
    parties: tuple[Player, ...]
    chances: bool = True
    judged: bool = True


class FightHooks(NamedTuple):
    """What a game says of its fights."""

    fight: Callable[[State], FightNow | None]
    law: Callable[[State, State, Done], Law]  # (its first position, the one now, the actions between)
    thrower: Callable[[State], Player | None]
    said: Callable[[Action, State, str], str]
    turn: Callable[[State, str], str]


def hooks(game: Any) -> FightHooks:
    """What a game says of its fights; one that says nothing has none."""
    return HOOKS.get(name_of(game), FightHooks(lambda state: None, _none, lambda state: None, _plainly, lambda *_: ""))


def _none(begun: State, now: State, done: Done) -> Law:
    raise ValueError("no fight here")


def _plainly(action: Action, state: State, language: str) -> str:
    return str(action)


def basis(game: Any) -> Basis:
    """What the laws of a game's fights rest on."""
    key = f"audit.basis.{name_of(game)}"
    return (note(key),) if word_or(key, "") else ()


# Julius Caesar --------------------------------------------------------------------------------------------------------


def _jc_fight(state: Any) -> FightNow | None:
    from gamekit.julius_caesar import pace
    from gamekit.julius_caesar.odds.from_state import attacker_of
    from gamekit.julius_caesar.places import PLACES

    if not pace.fights(state):
        return None
    first = attacker_of(state)
    return FightNow("battle", PLACES[state.combat.place], _jc_sides(first))


def _jc_sides(first: int) -> tuple[str, str]:
    from gamekit.julius_caesar.tables import SIDES

    return SIDES[first], SIDES[1 - first]


def _jc_law(begun: Any, now: Any, done: Done) -> Law:
    from gamekit.julius_caesar import pace, rules
    from gamekit.julius_caesar.odds.from_state import attacker_of
    from gamekit.julius_caesar.state import Phase

    first = attacker_of(begun)
    mine, theirs = _jc_sides(first)
    if not pace.same_fight(begun, now):
        there = begun.combat.place
        holds = any(at == there and side == first for at, side in zip(now.location, now.side))
        p = Fraction(holds)
    elif play := _jc_solved(begun):
        won = _jc_won(begun, play, now)
        return {mine: won, theirs: 1 - won}
    elif now.phase == Phase.RETREAT:
        ways = (_jc_law(begun, rules.apply(now, way), done) for way in rules.legal_actions(now))
        return max(ways, key=lambda law: law[rules.current_player(now)])
    else:
        p = _jc_chance(begun, now)
    return {mine: p, theirs: 1 - p}


@lru_cache(64)
def _jc_solved(begun: Any) -> Any:
    """Best play on both sides in a battle that is small enough to be solved; else None."""
    from gamekit.julius_caesar.odds.from_state import battle_of, lists_of

    blocks = [block for listed in lists_of(begun) for block in listed]
    if len(blocks) > MOST_BLOCKS or sum(begun.strength[block] for block in blocks) > MOST_STEPS:
        return None
    return battle_of(begun).best()


def _jc_won(begun: Any, play: Any, now: Any) -> float:
    """The chance at best play that the first attacker holds the place, whatever is being thrown or left now."""
    from gamekit.julius_caesar import pace, rules
    from gamekit.julius_caesar.odds.from_state import attacker_of, exits_of, position_of
    from gamekit.julius_caesar.state import Phase

    if not pace.same_fight(begun, now):
        there, first = begun.combat.place, attacker_of(begun)
        return float(any(at == there and side == first for at, side in zip(now.location, now.side)))
    if rules.current_player(now) == CHANCE:
        thrown = rules.chance_outcomes(now)
        parts = (weight * _jc_won(begun, play, rules.apply(now, outcome)) for outcome, weight in thrown.items())
        return float(sum(parts) / thrown.total)
    if now.phase == Phase.RETREAT:
        return _jc_won(begun, play, rules.apply(now, rules.legal_actions(now)[0]))
    return float(play.at(position_of(begun, now), left=exits_of(now, left=True)).value)


@lru_cache(4096)
def _jc_chance(begun: Any, now: Any) -> Any:
    from gamekit import julius_caesar as jc
    from gamekit.julius_caesar.odds.automaton import LEFT
    from gamekit.julius_caesar.odds.from_state import battle_of, position_of
    from gamekit.julius_caesar.tables import ROLES

    battle, position = battle_of(begun, now), position_of(begun, now)
    asked = battle.at(position)
    left = any(one.place == LEFT for side in ROLES for one in position.side(side))
    if left or battle.attacker_reserve or battle.defender_reserve:  # 7.31: the roles may change
        return asked.odds().p(jc.attacker_holds)
    return asked.chances().attacker_wins


def _jc_said(action: Any, state: Any, language: str) -> str:
    from gamekit.julius_caesar.log import describe

    return describe(action, state, language).strip()


def _jc_turn(state: Any, language: str) -> str:
    from gamekit.julius_caesar.log import year_name

    return word("audit.turn.julius_caesar", language, year=year_name(state.year, language), turn=state.turn)


def _jc_thrower(state: Any) -> Player | None:
    from gamekit.julius_caesar.tables import SIDES

    return SIDES[state.actor]


# Aquileia -------------------------------------------------------------------------------------------------------------


def _aq_fight(state: Any) -> FightNow | None:
    from gamekit.aquileia.state import Step

    table = state.table
    if not table.contest or len(table.fighters) < 2 or not table.agenda:
        return None
    if table.task.step not in (Step.RED, Step.CARDS, Step.BLUE, Step.BLUE_ROLL):
        return None
    names = tuple(table.names[fighter.seat] for fighter in table.fighters)
    return FightNow(table.contest, table.contest, names, judged=False)


def _aq_law(begun: Any, now: Any, done: Done) -> Law:
    from gamekit.aquileia.odds.from_state import ranks_now
    from gamekit.aquileia.rules.contests import ranking

    ranks = ranks_now(now.table) if _aq_fight(now) else {}
    if not ranks:
        winner = now.table.names[ranking(now.table)[0].seat]
        return {now.table.names[fighter.seat]: Fraction(now.table.names[fighter.seat] == winner)
                for fighter in begun.table.fighters}  # fmt: skip
    return {name: chances[0] for name, chances in ranks.items()}


def _aq_thrower(state: Any) -> Player | None:
    seat = state.table.task.seat
    return state.table.names[seat] if seat >= 0 else None


def _aq_said(action: Any, state: Any, language: str) -> str:
    from gamekit.aquileia.log import log_text

    return log_text(state, action, language)


def _aq_turn(state: Any, language: str) -> str:
    return word("audit.turn.aquileia", language, round=state.table.round)


# Caesar ---------------------------------------------------------------------------------------------------------------


def _caesar_fight(state: Any) -> FightNow | None:
    from gamekit.caesar.state import owner

    if state.attack is None:
        return None
    parties = state.player, owner(state.group(state.attack.there))
    return FightNow("conflict", f"{state.attack.here}-{state.attack.there}", parties, chances=False)


@lru_cache(256)
def _caesar_game(state: Any) -> tuple[dict[tuple[Any, Any], int], Any]:
    """The swing for each pair of cards, and the equilibrium, of a conflict that has just begun."""
    from gamekit.caesar.odds.effects import alone

    conflict = alone(state, state.attack)
    rows = zip(conflict.attacker_hand, conflict.matrix)
    swings = {(card, other): cell for card, row in rows for other, cell in zip(conflict.defender_hand, row)}
    return swings, conflict.equilibrium()


def _caesar_law(begun: Any, now: Any, done: Done) -> Law:
    """Counters to the attacker: by both mixes, then his card against the defender's mix, then as it came."""
    swings, answer = _caesar_game(begun)
    value = answer.value
    if len(done) == 1:
        value = sum(share * swings[done[0].card, other] for other, share in answer.defender.items())
    if len(done) > 1:
        value = swings[done[0].card, done[1].card]
    mine, theirs = _caesar_fight(begun).parties  # type: ignore[union-attr]
    return {mine: Fraction(value), theirs: -Fraction(value)}


def answered(begun: Any, card: Any) -> Law:
    """What a defender's card is worth against the attacker's mix, which is all that he can know."""
    swings, answer = _caesar_game(begun)
    value = sum(share * swings[one, card] for one, share in answer.attacker.items())
    mine, theirs = _caesar_fight(begun).parties  # type: ignore[union-attr]
    return {mine: Fraction(value), theirs: -Fraction(value)}


def _caesar_said(action: Any, state: Any, language: str) -> str:
    from gamekit.caesar.odds.log import action_text, log_text

    return log_text(state, action, language) or action_text(state, action, language)


# Roma Victrix ---------------------------------------------------------------------------------------------------------


def _rv_fight(state: Any) -> FightNow | None:
    from gamekit.roma_victrix.game_state import NONE, Due
    from gamekit.roma_victrix.places import PLACES
    from gamekit.roma_victrix.rules.board import name_of as power

    if state.battle is None or state.agenda[-1].phase not in (Due.DICE, Due.SPLIT):
        return None
    fight = state.battle
    first, other = (power(state, side) if side != NONE else NEUTRAL for side in fight.sides)
    return FightNow(fight.at, PLACES[fight.place], (first, other))


def _rv_law(begun: Any, now: Any, done: Done) -> Law:
    from gamekit.roma_victrix import procedures
    from gamekit.roma_victrix.rules.battle import modifiers

    mine, theirs = _rv_fight(begun).parties  # type: ignore[union-attr]
    if begun.battle.at == "siege":
        p = _rv_siege(begun, done)
        return {mine: p, theirs: 1 - p}
    net = procedures.net(modifiers(begun))
    if done:
        signs = [_rv_ahead(done[0].attacker, done[0].defender, net, done[1:])]
    else:
        signs = [_rv_ahead(one, two, net, ()) for one in range(1, 7) for two in range(1, 7)]
    chances = {mine: signs.count(1), theirs: signs.count(-1), NOBODY: signs.count(0)}
    return {side: Fraction(count, len(signs)) for side, count in chances.items()}


def _rv_ahead(attacker: int, defender: int, net: int, split: Done) -> int:
    """1 when the attack wins, -1 when it loses, 0 for equal percentages; the modifier is spent as far as it can be."""
    from gamekit.roma_victrix import procedures

    if split:
        up, down = split[0].raise_enemy, split[0].lower_own
    else:
        own, enemy = (attacker, defender) if net > 0 else (defender, attacker)
        up = min(abs(net), procedures.HIGH - own)
        down = min(abs(net) - up, enemy - procedures.LOW)
    ahead = attacker - defender + (up + down if net > 0 else -up - down)
    return int(ahead > 0) - int(ahead < 0)


def _rv_siege(begun: Any, done: Done) -> Any:
    """The chance that the city falls while the besieger's points last, by the best plan for that on both sides."""
    from gamekit.roma_victrix.game import at_hand

    points = begun.active.ops if begun.active else 0
    fight: Any = at_hand(begun)
    siege = replace(fight, operations=points + 1)
    if not siege.allowed:  # a card has changed who is there
        return Fraction(0)
    split = (done[1].raise_enemy, done[1].lower_own) if len(done) > 1 else None
    dice = (done[0].attacker, done[0].defender) if done else None
    return _rv_falls(siege, dice, split)


@lru_cache(1024)
def _rv_falls(siege: Any, dice: tuple[int, int] | None, split: tuple[int, int] | None) -> Any:
    if dice is None:
        faces = range(1, 7)
        return sum(_rv_falls(siege, (one, two), None) for one in faces for two in faces) / 36
    net, attacks = abs(siege.net_drm), siege.holder == "attacker"
    splits = [split] if split else [(up, down) for up in range(net + 1) for down in range(net + 1 - up)]
    ends = {
        (end.attacker_loss_pct, end.defender_loss_pct): each for each in splits for end in [siege.resolve(*dice, *each)]
    }
    return (max if attacks else min)(_rv_paid(siege, dice, each) for each in ends.values())


@lru_cache(1024)
def _rv_paid(siege: Any, dice: tuple[int, int], split: tuple[int, int]) -> Any:
    """After the losses of a throw and a split, the defender paying so that the city holds best."""
    found = []
    for city in range(siege.now.capital + 1):
        try:
            after = siege.resolve(*dice, *split, from_capital=city)
        except ValueError:  # no share that can be paid
            continue
        left = after.attacker_left, after.units_left, after.capital_left, siege.now.operations - 1
        found.append(1.0 if after.captured else float(_rv_plan(siege).worth(*left)))
    return min(found)


@lru_cache(64)
def _rv_plan(siege: Any) -> Any:
    return siege.plan(1, 0, 0, numbers=float)


def _rv_thrower(state: Any) -> Player | None:
    from gamekit.roma_victrix.rules.board import name_of as power

    actor = state.agenda[-1].actor
    return power(state, actor) if actor >= 0 else None


def _rv_said(action: Any, state: Any, language: str) -> str:
    from gamekit.roma_victrix.game import told

    kind = type(action).__name__
    if kind == "Dice":
        return word("audit.dice", language, attacker=action.attacker, defender=action.defender)
    if kind == "Die":
        return f"{word(f'roma_victrix.roll.{state.agenda[-1].phase}', language)}: {action.die}"
    return told(action, language)


def _rv_turn(state: Any, language: str) -> str:
    return word("audit.turn.roma_victrix", language, turn=state.turn)


HOOKS = {
    "julius_caesar": FightHooks(_jc_fight, _jc_law, _jc_thrower, _jc_said, _jc_turn),
    "aquileia": FightHooks(_aq_fight, _aq_law, _aq_thrower, _aq_said, _aq_turn),
    "caesar": FightHooks(_caesar_fight, _caesar_law, lambda state: None, _caesar_said, lambda *_: ""),
    "roma_victrix": FightHooks(_rv_fight, _rv_law, _rv_thrower, _rv_said, _rv_turn),
}
