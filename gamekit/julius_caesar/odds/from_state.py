"""The battle of a position of the whole game: under way, as a ``Battle`` and a ``Position`` for the odds, or to come.

>>> import json
>>> from gamekit import julius_caesar as jc
>>> blocks = {"Caesar:Legio 13": {"place": "Ravenna"}, "Pompey:Legio 3": {"place": "Rome"}}
>>> cards = {"played": {"Caesar": ["3/2"], "Pompey": ["2/2"]}, "command": {"moves": 3}, "phase": "move"}
>>> hands = {"Caesar": ["2/1", "2/1", "2/1", "3/1"], "Pompey": ["2/2", "2/2", "2/2", "2/3"]}
>>> state = jc.from_json(json.dumps({"blocks": blocks, "hands": hands, **cards}))
>>> for action in (jc.Take("Caesar:Legio 13"), jc.Go("Rome"), jc.Done()):
...     state = jc.apply(state, action)
>>> battle_of(state).at(position_of(state)).odds().p(jc.attacker_wins)
Fraction(53829, 262144)"""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any, TypeAlias

from gamekit.julius_caesar import tables as t
from gamekit.julius_caesar.odds.battle import Battle
from gamekit.julius_caesar.odds.best_solve import ExitLimits
from gamekit.julius_caesar.odds.course import LEFT, MAIN, RESERVE, Army, BattlePosition, BlockStatus, hit_order
from gamekit.julius_caesar.odds.what_if import other_readings
from gamekit.julius_caesar.rules import legal_actions
from gamekit.julius_caesar.rules.battle import navis_havens, retreat_places, road_havens, sea_havens, slot_turn
from gamekit.julius_caesar.rules.control import block_counts, blocks_at, blocks_of_mask, current_battle
from gamekit.julius_caesar.rules.movement import attackers_origins
from gamekit.julius_caesar.rules.views import View
from gamekit.julius_caesar.state import NONE, Action, OngoingBattle, Phase, State, TakeHit


def block_of(state: State, block: int) -> t.Block:
    """Return a block at its strength and on its side in the position."""
    return block_at_strength(block, state.strength[block], t.SIDES[state.side[block]])


@cache
def block_at_strength(block: int, strength: int, side: str) -> t.Block:
    """Return a block by number at some strength, on the side that it fights for."""
    colour, _, name = t.BLOCK_NAMES[block].partition(":")
    return replace(t.BLOCKS[colour, name].with_strength(strength), side=side)


def attacker_of(state: State) -> int:
    """The side that attacked when the battle began; 7.31 may have exchanged the roles since."""
    combat = current_battle(state)
    return 1 - combat.attacker if combat.exchanged else combat.attacker


def block_numbers(begun: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the numbers of the attacker's and the defender's blocks, the main body and then the reserve."""
    attacker, waiting = attacker_of(begun), current_battle(begun).waiting
    found = []
    for side in (attacker, 1 - attacker):
        there = blocks_at(begun, current_battle(begun).place, side)
        found.append(tuple(sorted(there, key=lambda block: waiting >> block & 1)))
    return found[0], found[1]


def battle_of(begun: State, now: State | None = None) -> Battle:
    """The battle of a position with ``combat``, with the blocks and reserves of ``begun``, the battle's first position.

    A side is cut off if ``now`` none of its blocks has anywhere to retreat to (7.6); if some have, all are taken to
    find room. In round 1 responding blocks are judged as attackers, as after an exchange of roles, since only then
    would they have to leave (7.31). ValueError if a side has only its reserve.
    """
    now, waiting = now or begun, current_battle(begun).waiting
    attacker = attacker_of(begun)
    rows: list[tuple[t.Block, ...]] = []
    for listed in block_numbers(begun):
        for reserve in (0, 1):
            rows.append(tuple(block_of(begun, block) for block in listed if waiting >> block & 1 == reserve))
    own, enemy = (_cut_off(now, side) for side in (attacker, 1 - attacker))
    exits, first_strike = None if now.combat is None else exit_limits_by_side(now), current_battle(begun).first_strike
    return Battle(rows[0], rows[2], rows[1], rows[3], first_strike, own, enemy, begun.online, exits)


def _cut_off(state: State, side: int) -> bool:
    combat = state.combat
    if combat is None:
        return False
    blocks = blocks_at(state, combat.place, side)
    responses = [block for block in blocks if combat.waiting >> block & 1 and side != combat.attacker]
    if responses:
        state = replace(state, combat=replace(combat, attacker=side))
    return not any(retreat_places(state, block) for block in responses or blocks)


def position_of(begun: State, now: State | None = None) -> BattlePosition:
    """The battle's position ``now``, for ``battle_of(begun, now).at(...)``; nobody fires once the battle is over."""
    now = now or begun
    lists, attacker = block_numbers(begun), attacker_of(begun)
    sides = [[_standing(begun, now, block) for block in listed] for listed in lists]
    # 7.52: a Cleopatra that has changed sides is last on the other one.
    turned = next((side for side, listed in enumerate(lists) if t.CLEOPATRA in listed and _turned(begun, now)), None)
    if turned is not None:
        sides[1 - turned].append(_present(now, t.CLEOPATRA, block_of(now, t.CLEOPATRA)))
    combat = now.combat
    if combat is None or combat.place != current_battle(begun).place or combat.slot == NONE:
        return BattlePosition(tuple(sides[0]), tuple(sides[1]))
    role = int(slot_turn(combat, combat.slot)[0] != attacker)
    slots = [*lists[role], *([t.CLEOPATRA] if turned == 1 - role else [])]
    firing, moment = tuple(map(slots.index, _still_to_act(combat))), (combat.round, combat.slot + 1, combat.exchanged)
    return BattlePosition(tuple(sides[0]), tuple(sides[1]), *moment, firing, combat.hits)


def _still_to_act(combat: OngoingBattle) -> list[int]:
    """The blocks still to act in the volley under way."""
    firing = [combat.firing] if combat.firing != NONE and not combat.hits else []
    return [*firing, *blocks_of_mask(combat.turn)]


def _turned(begun: State, now: State) -> bool:
    return now.side[t.CLEOPATRA] != begun.side[t.CLEOPATRA]


def _standing(begun: State, now: State, block: int) -> BlockStatus:
    if now.side[block] != begun.side[block] or now.location[block] >= t.POOL:
        return BlockStatus(block_of(begun, block), 0)
    return _present(now, block, block_of(begun, block))


def _present(now: State, block: int, shown: t.Block) -> BlockStatus:
    combat, strength = now.combat, now.strength[block]
    if combat is None or now.location[block] != combat.place:
        return BlockStatus(shown, strength, LEFT)
    place = RESERVE if combat.waiting >> block & 1 else MAIN
    return BlockStatus(shown, strength, place, ready=block != t.CLEOPATRA or not combat.acted >> block & 1)


OwnSide: TypeAlias = tuple[Army, Army, bool]  # a side's main body and its reserve, and whether it attacks


def coming_battle(state: State, where: str, eyes: str) -> OwnSide | None:
    """Return side ``eyes``' part in the battle to be fought at a place, as it knows it now; None if there is none or it
    has no block there. Until the attacker declares the main attack, it is taken to be that of the first block listed
    (7.3)."""
    attack = next((attack for attack in state.attacks if t.PLACES[attack.place] == where), None)
    own = blocks_at(state, t.PLACE[where], t.SIDES.index(eyes)) if attack else []
    if attack is None or not own:
        return None
    attacks, came = t.SIDES[attack.attacker] == eyes, dict(attack.came)
    main = NONE if not attacks else came.get(own[0], NONE) if attack.main == NONE else attack.main
    first = [block for block in own if came.get(block, NONE) == main] or own
    rest = [block for block in own if block not in first]
    main_body, reserve = (tuple(block_of(state, block) for block in body) for body in (first, rest))
    return main_body, reserve, attacks


def plan_attack(view: View, origin: str, where: str) -> OwnSide | None:
    """Return the strongest attack that the blocks at ``origin`` could begin, as many as the road carries (6.11)."""
    road = t.ROAD_BETWEEN.get((t.PLACE[origin], t.PLACE[where])) if origin in t.PLACE else None
    fresh = [p for p in view.pieces if p.place == origin and not p.moved and not t.NAVIS[t.BLOCK[p.block]]]
    if road is None or not fresh:
        return None
    going = sorted(fresh, key=lambda piece: -piece.strength)[: t.LIMITS[road].attack]
    return tuple(block_at_strength(t.BLOCK[p.block], p.strength, view.player) for p in going), (), True


def exit_limits_by_side(state: State, rest_of_round: bool = False) -> ExitLimits:
    """Return how many blocks of each side may leave in a round of the battle by the present map (7.61-7.64, 7.82).

    With ``rest_of_round``: how many may still leave in the round under way.
    """
    attacker = attacker_of(state)
    if not rest_of_round:
        state = replace(state, combat=replace(current_battle(state), roads=(), sailed=(0, 0)))
    land, navis = zip(*(_exits(state, side) for side in (attacker, 1 - attacker)))
    return ExitLimits(*land, *navis)


def _exits(state: State, side: int) -> tuple[int, int | None]:
    combat, held = current_battle(state), block_counts(state)
    used = combat.roads
    land = sum(
        t.LIMITS[road].retreat - used.count(road)
        for to in road_havens(state, side, held)
        for road in (t.ROAD_BETWEEN[combat.place, to],)
    )
    return land + bool(sea_havens(state, side, held)), None if navis_havens(state, side, held) else 0


def standing_order(state: State, legal: tuple[Action, ...]) -> Action:
    """Return the action of standing orders in a battle: the hit on the block that they choose, else the first action.

    The first action fires where a block may fire, leaves where it must, and retreats to the first place listed.
    """
    if state.phase != Phase.HIT or state.combat is None:
        return legal[0]
    role = t.ATTACKER if state.combat.attacker == state.actor else t.DEFENDER
    names = [action.block.split(":") for action in legal if isinstance(action, TakeHit)]
    return legal[hit_order([t.BLOCKS[colour, name] for colour, name in names], role)[0]]


FIGHTING = (Phase.TURN, Phase.FIRE, Phase.HIT, Phase.RETREAT)
MOVING = (Phase.MOVE, Phase.STEP, Phase.VOYAGE, Phase.MAIN)
SURPRISES = (t.CARD["Mars"], t.CARD["Neptune"])


def readings_that_matter(question: Battle | State) -> tuple[str, ...]:
    """Return the points of ``readings.csv`` on which an answer depends, each tried alone in its other reading.

    The answer of a Battle is its distribution of outcomes. Answers of a State are its legal actions and, while a battle
    is fought, its outcomes from there on under standing orders; besides, whether a main attack is still to be declared
    (7.3), whether Mars or Neptune has several battles before it, and whether Vulcan may strike Cleopatra at strength I.
    Later turns are not examined.

    >>> from gamekit import julius_caesar as jc
    >>> readings_that_matter(jc.Battle(jc.army("2 C3/II"), jc.army("C2/III, C3/I")))
    ()
    >>> readings_that_matter(jc.Battle(jc.army("2 C3/II"), jc.army("Cleopatra/I, C3/II", "Pompey"), first_strike=True))
    ('cleopatra_turn',)
    """
    if isinstance(question, Battle):
        other = other_readings(question)
        odds = question.odds() if other else None
        return tuple(point for point, battle in other.items() if battle.odds() != odds)
    if not isinstance(question, State):
        raise ValueError(f"asked is {str(question)[:80]!r}; it should be a jc.Battle or a jc.State")
    found = _answers(question)
    differing = {p for p in t.POINTS if _answers(replace(question, online=t.flip_point(question.online, p))) != found}
    return tuple(point for point in t.POINTS if point in differing | _still_open(question))


def _still_open(asked: State) -> set[str]:
    """The points on which this turn depends though its legal actions do not: main attack, Mars and Neptune, Vulcan."""
    differing = set()
    several = [attack for attack in asked.attacks if attack.attacker == asked.actor and attack.main == NONE]
    if asked.phase in MOVING and any(len(attackers_origins(asked, attack)) > 1 for attack in several):
        differing.add(t.MAIN_ATTACK)
    battles = sum(1 for attack in asked.attacks if asked.force[attack.attacker] in SURPRISES)
    if battles and battles + _surprises(asked) > 1:
        differing.add(t.SURPRISE)
    if asked.phase == Phase.VULCAN and asked.location[t.CLEOPATRA] < t.FIRST_SEA and asked.strength[t.CLEOPATRA] == 1:
        differing.add(t.VULCAN_CLEOPATRA)
    return differing


def _surprises(state: State) -> bool:
    """Whether a battle with first strike is under way or over in this turn."""
    return state.surprised or (state.combat is not None and state.combat.first_strike)


def _answers(state: State) -> tuple[Any, ...]:
    legal = legal_actions(state)
    if state.combat is None or state.phase not in FIGHTING:
        return (legal,)
    return legal, battle_of(state).at(position_of(state)).odds()
