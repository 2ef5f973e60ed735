"""Jupiter and Vulcan, the events that move no group. The other events change how blocks move; see movement.py."""

from __future__ import annotations

from dataclasses import replace

from gamekit.julius_caesar import state as s
from gamekit.julius_caesar.blocks import BLOCK, CLEOPATRA, LEADER, LOWER, NAVIS
from gamekit.julius_caesar.places import FIRST_SEA, PLACE, WATERS, WAYS
from gamekit.julius_caesar.readings import VULCAN_CLEOPATRA
from gamekit.julius_caesar.rules.actions import DONE, DRAW, GO, TARGET
from gamekit.julius_caesar.rules.control import Counts, blocks_at, counts, friendly, lose_step, moved_to, put
from gamekit.julius_caesar.rules.movement import attack_on, attackers_origins
from gamekit.julius_caesar.state import NONE, ComingBattle, Phase, State
from gamekit.probability.distribution import Dist
from gamekit.text.translation import note


def havens(state: State, place: int, held: Counts) -> list[int]:
    """The friendly cities beside an enemy place: by a road or strait, or on the same shore for a sea (E.Jupiter)."""
    near = {way.to for way in WAYS[place]} | {to for to in WATERS[place] if to < FIRST_SEA}
    return sorted(city for city in near if friendly(held, city, state.actor))


def jupiter_choices(state: State) -> tuple[s.Action, ...]:
    """Every place with enemy blocks beside a friendly city."""
    held = counts(state)
    enemies = (place for place, count in enumerate(held[1 - state.actor][: len(TARGET)]) if count)
    return (*(TARGET[place] for place in enemies if havens(state, place, held)), DONE)


def jupiter(state: State, action: s.Target) -> State:
    """The enemy's place is chosen; the friendly city comes next."""
    return replace(state, path=(PLACE[action.place],), phase=Phase.DEFECT)


def defect_choices(state: State) -> tuple[s.Action, ...]:
    """The friendly cities beside the place that Jupiter strikes."""
    return tuple(GO[city] for city in havens(state, state.path[0], counts(state)))


def defect(state: State, action: s.Go) -> State:
    """Choose the city for Jupiter's block; chance then draws the block, since all look alike."""
    return replace(state, path=(*state.path, PLACE[action.place]), phase=Phase.DRAW)


def draws(state: State) -> Dist[s.Action]:
    """Any of the enemy blocks there, each as likely."""
    there = blocks_at(state, state.path[0], 1 - state.actor)
    alike: dict[s.Action, int] = {DRAW[block]: 1 for block in there}
    return Dist(alike, ("E.Jupiter", note("julius_caesar.judged.jupiter_draw")))


def draw(state: State, action: s.Draw) -> State:
    """The drawn block changes sides and moves to the city; a leader or a navis stays loyal and loses a step."""
    block, haven = BLOCK[action.block], state.path[1]
    struck = replace(state, path=(), phase=Phase.COMMANDED)
    if LEADER[block] or NAVIS[block]:
        return _still_fought(state, lose_step(struck, block))
    return _still_fought(state, replace(moved_to(struck, block, haven), side=put(state.side, block, state.actor)))


def vulcan_choices(state: State) -> tuple[s.Action, ...]:
    """Every city that holds blocks of either side."""
    held = counts(state)
    return (*(TARGET[city] for city in range(FIRST_SEA) if held[0][city] or held[1][city]), DONE)


def vulcan(state: State, action: s.Target) -> State:
    """Every block in the city loses a step, leaders included (E.Vulcan).

    By the text Cleopatra at strength I is eliminated like the rest, as 7.52 speaks of battle. By the way of games on
    the web she changes sides and stays, and Vulcan's player attacks if both sides are left in the city.
    """
    city, struck = PLACE[action.place], replace(state, phase=Phase.COMMANDED)
    for block, at in enumerate(state.location):
        dying = at == city and not LOWER[block][state.strength[block]]
        if dying and block == CLEOPATRA and VULCAN_CLEOPATRA in state.online:
            struck = replace(struck, side=put(struck.side, block, 1 - state.side[block]))
        elif at == city:
            struck = lose_step(struck, block)
    struck, held = _still_fought(state, struck), counts(struck)
    if held[0][city] and held[1][city] and attack_on(struck, city) is None:
        attacks = (*struck.attacks, ComingBattle(city, state.actor))
        struck = replace(struck, attacks=tuple(sorted(attacks, key=lambda each: each.place)))
    return struck


def _still_fought(before: State, state: State) -> State:
    """The position without the battles, and the arrivals in them, that player 2's event has ended."""
    held, attacks = counts(state), []
    for attack in state.attacks:
        still = (entry for entry in attack.came if _same(before, state, entry[0]))
        attack = replace(attack, came=tuple(still))
        origins = attackers_origins(state, attack)
        if attack.main not in origins:  # the main attack is gone: another of the roads takes its place
            attack = replace(attack, main=origins[0] if origins else NONE)
        if held[0][attack.place] and held[1][attack.place]:
            attacks.append(attack)
    return replace(state, attacks=tuple(attacks))


def _same(before: State, now: State, block: int) -> bool:
    """Whether a block stands where it stood, on the same side."""
    return before.location[block] == now.location[block] and before.side[block] == now.side[block]


def decline(state: State, action: s.Done) -> State:
    """The event is not used (2.1: less may be taken than the card offers)."""
    return replace(state, phase=Phase.COMMANDED)
