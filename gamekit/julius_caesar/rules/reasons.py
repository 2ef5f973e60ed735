"""The reason why an action is illegal, as a sentence with the action, the place and the clause."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import fields
from difflib import get_close_matches
from typing import Any, Final

from gamekit.julius_caesar import state as s
from gamekit.julius_caesar import tables as t
from gamekit.julius_caesar.rules import movement
from gamekit.julius_caesar.rules.cards import APOLLO, EVENT
from gamekit.julius_caesar.rules.control import block_counts, is_friendly
from gamekit.julius_caesar.rules.movement import has_lost_leader
from gamekit.julius_caesar.state import Phase, State

ASKED: Final = {
    Phase.DEPLOY: "deploys a block",
    Phase.DEAL: "is dealt a card by chance",
    Phase.DISCARD: "discards a card",
    Phase.PLAY: "plays a card",
    Phase.MOVE: "takes a block to move, or is done",
    Phase.STEP: "says where the block in hand goes, or stops",
    Phase.VOYAGE: "says which sea or port the block in hand goes to",
    Phase.MAIN: "declares a main attack",
    Phase.LEVY: "levies, or is done",
    Phase.MUSTER: "says where the levied block appears",
    Phase.JUPITER: "names the place for Jupiter, or is done",
    Phase.DEFECT: "names the friendly city for the defector",
    Phase.DRAW: "has a block drawn by chance",
    Phase.VULCAN: "names the city for Vulcan, or is done",
    Phase.BATTLE: "chooses the next battle",
    Phase.TURN: "fires, passes or retreats with a block on turn",
    Phase.FIRE: "waits for the dice",
    Phase.HIT: "chooses which block takes the hit",
    Phase.RETREAT: "says where the block in hand retreats",
    Phase.REGROUP: "regroups, or is done",
    Phase.REGROUP_TO: "says where the block in hand regroups",
    Phase.HARBOUR: "says which port the navis puts in at",
    Phase.SUPPLY: "disbands a block of an overcrowded city",
    Phase.DISBAND: "disbands blocks, or is done",
}
Reason = Callable[[State, Any], str | None]


def why_not(state: State, action: Any) -> str:
    """Return a sentence with the decision that is due and the reason why this action is illegal."""
    if state.phase == Phase.OVER:
        return f"{describe_action(action)}: the game is over"
    now = f"{t.SIDES[state.actor]} {ASKED[state.phase]}"
    if not isinstance(action, s.ACTIONS):
        return f"{action!r} is not an action of this game; {now}"
    reason = _unknown(action) or REASONS.get((state.phase, type(action)), _none)(state, action)
    return f"{describe_action(action)} is not legal: {reason or f'now {now}'}"


def describe_action(action: Any) -> str:
    """Return the action in words.

    >>> describe_action(s.Take("Caesar:Legio 13"))
    'Take(Caesar:Legio 13)'
    """
    if not isinstance(action, s.ACTIONS):
        return repr(action)
    values = (str(getattr(action, field.name)) for field in fields(action))  # type: ignore[arg-type]
    return f"{type(action).__name__}({', '.join(values)})"


def _none(state: State, action: Any) -> None:
    return None


def _unknown(action: Any) -> str | None:
    for field, names in (("block", t.BLOCK), ("place", t.PLACE), ("origin", t.PLACE), ("card", t.CARD)):
        if hasattr(action, field) and (name := getattr(action, field)) not in tuple(names):
            near = get_close_matches(str(name), names, 2, 0.5)
            return f"there is no {field} {name!r}" + (f"; near names: {', '.join(near)}" if near else "")
    return None


def _not_mine(state: State, block: int) -> str | None:
    name = t.BLOCK_NAMES[block]
    if state.location[block] >= t.POOL:
        return f"{name} is not on the map"
    return None if state.side[block] == state.actor else f"{name} serves {t.SIDES[1 - state.actor]}"


def _take(state: State, action: s.Take | s.Embark) -> str | None:
    block = t.BLOCK[action.block]
    place, name = state.location[block], action.block
    if fault := _not_mine(state, block):
        return fault
    if state.moved >> block & 1:
        return f"{name} has already moved this turn (6.1)"
    if place in state.command.seas:
        return f"a navis stays in {t.PLACES[place]}, which blocks have crossed this turn (6.3)"
    if (staying := movement.pinned_count(state, place)) and len(_unmoved(state, place)) <= staying:
        return f"{staying} of the blocks in {t.PLACES[place]} are pinned (6.13)"
    return _embark(state, block) if isinstance(action, s.Embark) else _group(state, block)


def _unmoved(state: State, place: int) -> list[int]:
    mine = (block for block, at in enumerate(state.location) if at == place and state.side[block] == state.actor)
    return [block for block in mine if not state.moved >> block & 1]


def _group(state: State, block: int) -> str | None:
    place, event = state.location[block], state.force[state.actor]
    if EVENT[event] and t.NAVIS[block] != (event == movement.NEPTUNE):
        return f"{t.DESIGNS[event].name} moves {'navis' if event == movement.NEPTUNE else 'land blocks'} only"
    if not state.command.moves and place not in state.command.opened:
        return f"no MP is left for the group in {t.PLACES[place]} (6.1)"
    if not movement.steps(state, block, (place,), block_counts(state)):
        return f"there is nowhere that it may go from {t.PLACES[place]} (6.11, 6.13)"
    return None


def _embark(state: State, block: int) -> str | None:
    place, event = state.location[block], state.force[state.actor]
    if t.NAVIS[block]:
        return "a navis does not embark"
    if EVENT[event]:
        return f"{t.DESIGNS[event].name} allows no amphibious move"
    if state.command.opened:
        return "amphibious moves come before all other moves (6.3)"
    if not state.command.moves:
        return "an amphibious move costs 1 MP, and none is left (6.3)"
    if place >= t.FIRST_SEA or not t.PORT[place]:
        return f"{t.PLACES[place]} is not a port (6.3)"
    held = block_counts(state)
    if not any(is_friendly(held, sea, state.actor) for sea in t.SEAS_OF[place]):
        return f"no sea beside {t.PLACES[place]} is friendly (6.3)"
    return "no friendly or vacant port can be reached over friendly seas (6.3)"


def _step(state: State, action: s.Go) -> str | None:
    here, to, block = state.path[-1], t.PLACE[action.place], state.held
    enemies, name = block_counts(state)[1 - state.actor], t.BLOCK_NAMES[block]
    road = t.ROAD_BETWEEN.get((here, to))
    if road is None if not t.NAVIS[block] else to not in t.WATERS[here]:
        return f"{name} cannot go from {t.PLACES[here]} to {t.PLACES[to]} in one step"
    if to in state.path and to not in movement.revisitable(state, state.path):
        return f"{name} has already been in {t.PLACES[to]}"
    if enemies[here] and to in movement.barred_neighbours(state, here):
        return f"the enemy used this way into the battle for {t.PLACES[here]} (6.13)"
    if enemies[to] and len(state.path) > 1:
        return f"{name} has moved too far to attack or reinforce {t.PLACES[to]} (6.1, 6.12)"
    if road is not None and not t.NAVIS[block]:
        used, kind = state.command.roads.count(road), t.ROADS[road].class_
        way = kind if kind == t.RoadClass.STRAIT else f"{kind} road"
        return (
            f"{name} cannot enter {t.PLACES[to]}: the {way} from {t.PLACES[here]} is full ({used} there already, 6.11)"
        )
    return None


def _stop(state: State, action: s.Stop) -> str | None:
    return "the block in hand has not moved yet"


def _voyage(state: State, action: s.Go) -> str | None:
    here, to = state.path[-1], t.PLACE[action.place]
    if to not in t.WATERS[here]:
        return f"{t.PLACES[to]} is not beside {t.PLACES[here]}"
    if to >= t.FIRST_SEA:
        return f"{t.PLACES[to]} is not friendly, or leads nowhere (6.3)"
    return f"{t.PLACES[to]} is neither friendly nor vacant, or the port it came from (6.3)"


def _strengthen(state: State, action: s.Strengthen) -> str | None:
    block = t.BLOCK[action.block]
    if fault := _not_mine(state, block):
        return fault
    if state.strength[block] not in t.HIGHER[block]:
        return f"{action.block} is at full strength"
    return f"{t.PLACES[state.location[block]]} is not a friendly city (6.4)"


def _levy(state: State, action: s.Levy) -> str | None:
    block = t.BLOCK[action.block]
    at = state.location[block]
    if state.side[block] != state.actor:
        return f"{action.block} does not belong to {t.SIDES[state.actor]}"
    if at != t.POOL:
        where = {t.FALLEN: "eliminated this year (7.5)", t.TROPHY: "dead (7.51)"}.get(at, "on the map")
        return f"{action.block} is {where}"
    if t.SUCCESSOR[block] and not has_lost_leader(state, state.actor):
        return f"{action.block} comes only when a leader of his side is dead (7.51)"
    if not t.LEVIED_AT[block]:
        return f"no clause levies {action.block}"
    cities = [t.PLACES[city] for city in t.LEVIED_AT[block]]
    where = cities[0] if len(cities) == 1 else "no city where it may appear"
    return f"{where} is {'not ' if len(cities) == 1 else ''}friendly (6.4)"


def _card(state: State, action: s.Play | s.Discard) -> str | None:
    card = t.CARD[action.card]
    if card not in state.hands[state.actor]:
        return f"{t.SIDES[state.actor]} does not hold it"
    return "the opponent has played no card this year (Apollo)" if card == APOLLO else None


def _retreat(state: State, action: s.Retreat) -> str | None:
    assert state.combat is not None
    if not state.combat.turn >> t.BLOCK[action.block] & 1:
        return f"{action.block} is not on turn"
    if state.combat.round == 1:
        return "nobody retreats in round 1 (7.2)"
    return "there is nowhere that it may retreat to (7.61-7.64)"


def _fire(state: State, action: s.Fire | s.Pass) -> str | None:
    assert state.combat is not None
    if not state.combat.turn >> t.BLOCK[action.block] & 1:
        return f"{action.block} is not on turn"
    return "attackers leave on their turn of round 4 (7.2)"


def _roll(state: State, action: s.Hits) -> str:
    assert state.combat is not None
    return f"the hits should be a whole number from 0 to {state.strength[state.combat.firing]} (7.4)"


def _hit(state: State, action: s.TakeHit) -> str | None:
    return "the strongest block takes the hit (7.4)"


REASONS: Final[dict[tuple[Phase, type], Reason]] = {
    (Phase.MOVE, s.Take): _take,
    (Phase.MOVE, s.Embark): _take,
    (Phase.STEP, s.Go): _step,
    (Phase.STEP, s.Stop): _stop,
    (Phase.VOYAGE, s.Go): _voyage,
    (Phase.LEVY, s.Strengthen): _strengthen,
    (Phase.LEVY, s.Levy): _levy,
    (Phase.PLAY, s.Play): _card,
    (Phase.DISCARD, s.Discard): _card,
    (Phase.TURN, s.Retreat): _retreat,
    (Phase.TURN, s.Fire): _fire,
    (Phase.TURN, s.Pass): _fire,
    (Phase.FIRE, s.Hits): _roll,
    (Phase.HIT, s.TakeHit): _hit,
}
