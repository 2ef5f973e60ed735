"""The battle phase: turns, hits, reserves, disruption, Cleopatra, retreats and regrouping (7.0-7.83)."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from math import comb

from gamekit.julius_caesar import state as s
from gamekit.julius_caesar import tables as t
from gamekit.julius_caesar.rules.control import (
    Counts,
    block_counts,
    blocks_of_mask,
    current_battle,
    eliminate,
    is_friendly,
    lose_step,
    move_to,
    replace_at,
)
from gamekit.julius_caesar.rules.movement import MARS, NEPTUNE, attack_on, attackers_origins
from gamekit.julius_caesar.state import NONE, Phase, State
from gamekit.probability.distribution import Dist

MOST_BY_SEA = t.NUMBERS["sea_retreats"]


def retreat_places(state: State, block: int) -> list[int]:
    """Return every place that a block in battle may retreat to now."""
    held = block_counts(state)
    side = state.side[block]
    if t.NAVIS[block]:
        return navis_havens(state, side, held)
    return sorted({*road_havens(state, side, held), *sea_havens(state, side, held)})


def road_havens(state: State, side: int, held: Counts) -> list[int]:
    """Return neighbouring cities that a land block of a side may retreat to by road (7.61-7.63).

    Attackers go back by their own roads, or to any friendly city; defenders go by any road but the attackers'.
    """
    combat = current_battle(state)
    attacking = side == combat.attacker
    found = []
    for way in t.WAYS[combat.place]:
        mine, theirs = held[side][way.to], held[1 - side][way.to]
        if theirs or combat.roads.count(way.road) >= t.LIMITS[way.road].retreat:
            continue
        if (mine or way.to in combat.origins[side]) if attacking else way.to not in combat.origins[1 - side]:
            found.append(way.to)
    return found


def sea_havens(state: State, side: int, held: Counts) -> list[int]:
    """Return friendly ports over one friendly sea, for one land block a round (7.64)."""
    combat = current_battle(state)
    if (sum(combat.sailed) if t.SEA_RETREATS in state.online else combat.sailed[side]) >= MOST_BY_SEA:
        return []
    seas = (sea for sea in t.SEAS_OF[combat.place] if is_friendly(held, sea, side))
    return sorted({port for sea in seas for port in t.PORTS_OF[sea] if is_friendly(held, port, side)})


def navis_havens(state: State, side: int, held: Counts) -> list[int]:
    """Return where a navis of a side may retreat (7.82).

    To a friendly sea beside it; attackers also to the vacant sea or port they came from, defenders to a vacant sea
    that no attacker came from; and to a friendly port of the same sea, from a port over a sea that is open to it.
    """
    combat = current_battle(state)
    here, theirs = combat.place, held[1 - side]
    attacking = side == combat.attacker
    own, others = combat.origins[side], combat.origins[1 - side]

    def vacant_and_open(place: int) -> bool:
        return not held[side][place] and not theirs[place] and (place in own if attacking else place not in others)

    seas = [sea for sea in t.SEAS_OF[here] if is_friendly(held, sea, side) or vacant_and_open(sea)]
    at_sea = t.is_sea(here)  # else the port of origin is that of land blocks beside them
    onward = () if t.NAVIS_RETREAT in state.online else seas
    shores = t.PORTS_OF[here] if at_sea else [port for sea in onward for port in t.PORTS_OF[sea]]
    ports = [
        port for port in shores if is_friendly(held, port, side) or (at_sea and attacking and vacant_and_open(port))
    ]
    return sorted({*seas, *ports})


def regroup_places(state: State, block: int, held: Counts) -> list[int]:
    """Return the places where a winning block may regroup: neighbours that are friendly or vacant (7.7, 7.83)."""
    combat, side = current_battle(state), state.side[block]
    theirs = held[1 - side]
    if not t.NAVIS[block]:
        roads = combat.roads
        ways = (way for way in t.WAYS[combat.place] if roads.count(way.road) < t.LIMITS[way.road].move)
        return [way.to for way in ways if not theirs[way.to]]
    return [to for to in t.WATERS[combat.place] if not theirs[to]]


def leave_battle(state: State, block: int, place: int) -> State:
    """Move a block out of the battle; it uses up a road, or a sea if no road is open."""
    combat, side = current_battle(state), state.side[block]
    if t.NAVIS[block]:
        return move_to(state, block, place)
    if state.phase == Phase.REGROUP_TO or place in road_havens(state, side, block_counts(state)):
        road = t.ROAD_BETWEEN[combat.place, place]
        combat = replace(combat, roads=tuple(sorted((*combat.roads, road))))
    else:
        combat = replace(combat, sailed=(combat.sailed[0] + (side == 0), combat.sailed[1] + (side == 1)))
    return move_to(replace(state, combat=combat), block, place)


ROUNDS = t.NUMBERS["rounds"]
SLOTS = 2 * len(t.LETTERS)


def begin_battle(state: State, place: int) -> State:
    """Begin a battle: show the blocks, reserves apart (7.1, 7.3)."""
    attack = attack_on(state, place)
    assert attack is not None
    attacker = attack.attacker
    waiting = sum(1 << b for b, origin in attack.came if state.side[b] != attacker or origin != attack.main)
    responses = tuple(sorted({origin for block, origin in attack.came if state.side[block] != attacker}))
    attackers = tuple(attackers_origins(state, attack))
    combat = s.OngoingBattle(
        place,
        attacker,
        (attackers, responses) if attacker == 0 else (responses, attackers),
        waiting,
        first_strike=state.force[attacker] in (MARS, NEPTUNE) and not state.surprised,
    )
    others = tuple(other for other in state.attacks if other.place != place)
    surprised = state.surprised or (combat.first_strike and t.SURPRISE in state.online)
    return replace(state, attacks=others, combat=combat, phase=Phase.CLASH, surprised=surprised)


def fighting_blocks(state: State) -> tuple[int, int]:
    """Return the blocks that fight now, as a bit mask for each side; reserves are left out."""
    combat, found = current_battle(state), [0, 0]
    place, side = combat.place, state.side
    for block, at in enumerate(state.location):
        if at == place:
            found[side[block]] |= 1 << block
    arrived = ~combat.waiting
    return found[0] & arrived, found[1] & arrived


def reserve_blocks(state: State) -> tuple[int, int]:
    """Return a bit mask of the blocks in reserve, for each side."""
    found = [0, 0]
    for block in blocks_of_mask(current_battle(state).waiting):
        found[state.side[block]] |= 1 << block
    return found[0], found[1]


def slot_turn(combat: s.OngoingBattle, slot: int) -> tuple[int, int]:
    """Return the (side, letter) of a slot of the round. A to D, defender first (7.2); Mars and Neptune
    change it."""
    if combat.first_strike and combat.round == 1:
        side = combat.attacker if slot < len(t.LETTERS) else 1 - combat.attacker
        return side, slot % len(t.LETTERS)
    return (combat.attacker if slot % 2 else 1 - combat.attacker), slot // 2


def blocks_on_turn(state: State, combat: s.OngoingBattle, fighters: tuple[int, int]) -> int:
    """Return the mask of blocks to act in the slot: of its letter in their present role, not yet acted (7.42, 7.52)."""
    side, letter = slot_turn(combat, combat.slot)
    letters = t.LETTER[side == combat.attacker]
    return sum(1 << block for block in blocks_of_mask(fighters[side] & ~combat.acted) if letters[block] == letter)


def must_leave(combat: s.OngoingBattle, side: int) -> bool:
    """Return whether a side must leave: attackers in round 4 (7.2)."""
    return combat.round == ROUNDS and side == combat.attacker


def next_battle_decision(state: State) -> State:
    """Move on to the battle's next decision, or to its end."""
    while True:
        combat, fighters, reserves = current_battle(state), fighting_blocks(state), reserve_blocks(state)
        beaten = next((side for side in (0, 1) if not fighters[side] and not reserves[side]), NONE)
        if beaten != NONE:
            return _won(state, 1 - beaten)
        turn = combat.turn & (fighters[0] | fighters[1])
        if not all(fighters):
            state = _next_round(state)
        elif turn:
            side = state.side[blocks_of_mask(turn)[0]]
            state = replace(state, combat=replace(combat, turn=turn), actor=side, phase=Phase.TURN)
            if not must_leave(combat, side) or any(retreat_places(state, block) for block in blocks_of_mask(turn)):
                return state
            state = _cut_off(state, turn)
        elif combat.slot + 1 < SLOTS:
            combat = replace(combat, slot=combat.slot + 1)
            state = replace(state, combat=replace(combat, turn=blocks_on_turn(state, combat, fighters)))
        else:
            state = _next_round(state)


def _next_round(state: State) -> State:
    """Begin a new round; in the second the reserves arrive, disrupted if their main body is eliminated (7.31)."""
    combat, fighters, reserves = current_battle(state), fighting_blocks(state), reserve_blocks(state)
    fresh = replace(combat, round=combat.round + 1, slot=NONE, turn=0, acted=0, waiting=0, roads=(), sailed=(0, 0))
    state = replace(state, combat=fresh)
    for side in (0, 1):
        if not fighters[side]:
            if side != combat.attacker:
                state = replace(state, combat=replace(fresh, attacker=side, exchanged=True))
            for block in blocks_of_mask(reserves[side]):
                state = lose_step_in_battle(state, block)
    return state


def _cut_off(state: State, blocks: int) -> State:
    """Eliminate the blocks that must leave and cannot (7.6)."""
    combat = current_battle(state)
    state = replace(state, combat=replace(combat, acted=combat.acted | blocks))
    for block in blocks_of_mask(blocks):
        state = _turncoat(state) if block == t.CLEOPATRA else eliminate(state, block)
    return state


def lose_step_in_battle(state: State, block: int) -> State:
    """Take a step off a block in battle: Cleopatra's last makes her change sides at strength I (7.52)."""
    dying = not t.LOWER[block][state.strength[block]]
    return _turncoat(state) if dying and block == t.CLEOPATRA else lose_step(state, block)


def _turncoat(state: State) -> State:
    combat, bit, to = current_battle(state), 1 << t.CLEOPATRA, 1 - state.side[t.CLEOPATRA]
    turn = combat.turn & ~bit
    if t.CLEOPATRA_TURN in state.online and combat.slot != NONE and not combat.acted & bit:
        letter = t.LETTER[to == combat.attacker][t.CLEOPATRA]
        turn |= bit if slot_turn(combat, combat.slot) == (to, letter) else 0
    return replace(
        state,
        side=replace_at(state.side, t.CLEOPATRA, to),
        strength=replace_at(state.strength, t.CLEOPATRA, 1),
        combat=replace(combat, turn=turn, waiting=combat.waiting & ~bit),
    )


def turn_choices(state: State) -> tuple[s.Action, ...]:
    """Return the actions of this turn's blocks: fire, pass, or from round 2 on retreat; attackers in round 4
    only retreat (7.2)."""
    combat = current_battle(state)
    blocks = blocks_of_mask(combat.turn)
    leaving = [s.RETREAT[block] for block in blocks if retreat_places(state, block)] if combat.round > 1 else []
    if must_leave(combat, state.actor):
        return tuple(leaving)
    return (*(s.FIRE[block] for block in blocks), *(s.PASS[block] for block in blocks), *leaving)


def _acts(state: State, block: int) -> State:
    combat, bit = current_battle(state), 1 << block
    return replace(state, combat=replace(combat, turn=combat.turn & ~bit, acted=combat.acted | bit))


def take_turn(state: State, action: s.Fire | s.Pass | s.Retreat) -> State:
    """Fire, pass or retreat with a block."""
    block = t.BLOCK[action.block]
    state = _acts(state, block)
    if isinstance(action, s.Pass):
        return replace(state, phase=Phase.CLASH)
    if isinstance(action, s.Retreat):
        return replace(state, held=block, phase=Phase.RETREAT)
    return replace(state, combat=replace(current_battle(state), firing=block), phase=Phase.FIRE)


@cache
def hit_distribution(dice: int, firepower: int) -> Dist[s.Action]:
    """Return the distribution of a block's hits: a die at or under its firepower hits (7.4)."""
    chances = (comb(dice, k) * firepower**k * (6 - firepower) ** (dice - k) for k in range(dice + 1))
    weights: dict[s.Action, int] = {s.Hits(k): weight for k, weight in enumerate(chances)}
    return Dist(weights, ("3.11", "3.12", "7.4"))


def rolls(state: State) -> Dist[s.Action]:
    """Return the distribution of hits of the firing block."""
    firing = current_battle(state).firing
    return hit_distribution(state.strength[firing], t.FIREPOWER[firing])


def roll(state: State, action: s.Hits) -> State:
    """Record the number of hits; they are then taken one by one."""
    return _absorb(replace(state, combat=replace(current_battle(state), hits=action.count)))


def strongest(state: State) -> list[int]:
    """Return the blocks that may take the next hit: the strongest of those fired at (7.4)."""
    targets = blocks_of_mask(fighting_blocks(state)[1 - state.side[current_battle(state).firing]])
    most = max((state.strength[block] for block in targets), default=0)
    return [block for block in targets if state.strength[block] == most]


def _absorb(state: State) -> State:
    """Apply hits one by one until the owner has a choice; hits without a target are wasted (7.4)."""
    while current_battle(state).hits:
        tied = strongest(state)
        if len(tied) > 1:
            return replace(state, actor=1 - state.side[current_battle(state).firing], phase=Phase.HIT)
        state = _struck(state, tied[0]) if tied else replace(state, combat=replace(current_battle(state), hits=0))
    return replace(state, combat=replace(current_battle(state), firing=NONE), phase=Phase.CLASH)


def _struck(state: State, block: int) -> State:
    combat = current_battle(state)
    return lose_step_in_battle(replace(state, combat=replace(combat, hits=combat.hits - 1)), block)


def hit_choices(state: State) -> tuple[s.Action, ...]:
    """Return the choices of which of the strongest blocks takes the hit."""
    return tuple(s.TAKE_HIT[block] for block in strongest(state))


def take_hit(state: State, action: s.TakeHit) -> State:
    """Give this block the hit, then apply the rest."""
    return _absorb(_struck(state, t.BLOCK[action.block]))


def retreat_choices(state: State) -> tuple[s.Action, ...]:
    """Return where the block in hand may retreat."""
    return tuple(s.GO[to] for to in retreat_places(state, state.held))


def retreat(state: State, action: s.Go) -> State:
    """Move the block out of the battle."""
    return replace(leave_battle(state, state.held, t.PLACE[action.place]), held=NONE, phase=Phase.CLASH)


def _won(state: State, winner: int) -> State:
    """End the battle; the winner may regroup (7.7)."""
    combat = replace(current_battle(state), slot=NONE, turn=0, acted=0, waiting=0, roads=(), sailed=(0, 0))
    return replace(state, combat=combat, actor=winner, phase=Phase.REGROUP)


def regroup_choices(state: State) -> tuple[s.Action, ...]:
    """Return blocks of the winner that may still regroup, and Done."""
    combat = current_battle(state)
    staying = blocks_of_mask(fighting_blocks(state)[state.actor] & ~combat.acted)
    held = block_counts(state)
    return (*(s.REGROUP[block] for block in staying if regroup_places(state, block, held)), s.DONE)


def regroup(state: State, action: s.Regroup) -> State:
    """Take a block in hand to regroup."""
    return replace(state, held=t.BLOCK[action.block], phase=Phase.REGROUP_TO)


def regroup_to_choices(state: State) -> tuple[s.Action, ...]:
    """Return the places to which the block in hand may regroup."""
    return tuple(s.GO[to] for to in regroup_places(state, state.held, block_counts(state)))


def regroup_to(state: State, action: s.Go) -> State:
    """Move the block in hand to the place chosen for its regroup."""
    block = state.held
    state = leave_battle(_acts(state, block), block, t.PLACE[action.place])
    return replace(state, held=NONE, phase=Phase.REGROUP)
