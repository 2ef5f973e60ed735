"""Positions and actions as JSON, in names, so that any can be set up by hand and compared with other programs.

The document is an object; what is left out has the value in brackets:

======== =================================================================================================
game     "julius_caesar"
format   1
year     astronomical: -48 is 49 BC, -44 the last [-48]
turn     1 to 5 [1]
phase    what is to be decided, one of ``Phase`` ["play"]
player   the side that decides, or that chance acts for ["Caesar"]
player1  the side that moves first this turn, null before the cards are turned [null]
hands    {side: [card]} by design, "3/2" or "Mars" [no cards]
discards {side: card or null} laid aside this year [null]
played   {side: [card]} this year in order, that of this turn included once it is turned [none]
chosen   {side: card or null} face down on the table [null]
in_force {side: card or null}: the cards of this turn, Apollo as what it copies [null]
blocks   {block: {place, strength, side, moved}}; a block is "Caesar:Legio 13"; place is a city, a sea, "pool",
         "fallen" (face up in the pool), "trophy" (a dead leader) or "aside" (not yet deployed); strength is 1 to 4,
         on the map only [full]; side is whom it serves [its colour]; moved [false]. [not listed: in the pool]
command  what is left of the player's card: {moves, levies, opened, roads, seas}; opened: places whose group has
         its MP; roads: [[city, city, blocks]] used; seas: crossed by amphibious moves [nothing]
attacks  battles to come: [{place, attacker, came, main}]; came: {block: where from} of every block that moved in,
         responses included; main: the origin of the main attack, null while undeclared; who came another way, or in
         response, is in reserve [none]
held     the block in hand [null]; path: where it has been; for Jupiter the enemy's place and the haven [none]
battle   the battle being fought: {place, attacker, origins, reserves, first_strike, exchanged, round, slot, turn,
         acted, roads, sailed, firing, hits}; attacker: by the roles of now; origins: {side: [place]}; slot: which
         of the round's turns has begun, -1 to 7; turn and acted: blocks; roads: [[city, city, blocks]] taken in
         retreat; sailed: {side: count} [null]
reading  "text", "online", or the points of readings.csv that are read as in games on the web ["text"]
surprised true when Mars or Neptune has had its battle of this turn, by the reading that gives it only one [false]
======== ================================================================================================="""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from gamekit.julius_caesar import json_fields as w
from gamekit.julius_caesar import rules
from gamekit.julius_caesar.rules import battle, cards
from gamekit.julius_caesar.rules.control import Counts, block_counts, blocks_of_mask
from gamekit.julius_caesar.rules.movement import havens
from gamekit.julius_caesar.state import ACTIONS, NONE, Action, OngoingBattle, Phase, State
from gamekit.julius_caesar.tables import (
    ASIDE,
    BLOCK_NAMES,
    CLEOPATRA,
    COLOUR,
    FULL,
    LEADER,
    NAVIS,
    NUMBERS,
    OFF_MAP,
    PLACES,
    POOL,
    PORT,
    SIDES,
    TRACK,
    is_sea,
)
from gamekit.storage.serialization import PositionError, from_plain, parse_object, short_repr, structure, to_plain
from gamekit.storage.serialization import action_from_json as decoded

Faults = Iterator[str | None]
P = Phase
MOVING = (P.MOVE, P.STEP, P.VOYAGE, P.MAIN)
FIGHTING = (P.TURN, P.FIRE, P.HIT, P.RETREAT)
REGROUPING = (P.REGROUP, P.REGROUP_TO)
IN_TURN = (*MOVING, P.LEVY, P.MUSTER, P.JUPITER, P.DEFECT, P.DRAW, P.VULCAN, P.BATTLE, *FIGHTING, *REGROUPING)
KNOWN = (P.DEPLOY, P.DEAL, P.DISCARD, P.PLAY, *IN_TURN, P.HARBOUR, P.SUPPLY, P.DISBAND, P.OVER)
IN_HAND = (P.STEP, P.VOYAGE, P.MUSTER, P.RETREAT, P.REGROUP_TO, P.HARBOUR)
CARDS_LEFT = NUMBERS["hand"] - 1


def derive_cards_in_force(state: State) -> State:
    """Return the position with player 1 and the cards in force, if they follow from the cards and are not given."""
    if state.phase not in IN_TURN or state.force != (NONE, NONE) or not all(state.played):
        return state
    shown = _revealed(state)
    return replace(state, force=shown.force, first=shown.first if state.first == NONE else state.first)


def _revealed(state: State) -> State:
    before = replace(state, played=(state.played[0][:-1], state.played[1][:-1]))
    return cards.reveal(replace(before, chosen=(state.played[0][-1], state.played[1][-1])))


def check(state: State) -> None:
    """Raise PositionError for the first fault of a position."""
    held = block_counts(state)
    checks = (_calendar, _pieces, _hands, _contests, _battle, _in_hand)
    for fault in (fault for check in checks for fault in check(state, held)):
        if fault:
            raise PositionError(fault)
    chance = state.phase in (P.DEAL, P.FIRE, P.DRAW)
    if state.phase != P.OVER and not (chance or rules.legal_actions(state)):
        raise PositionError(f"phase is {state.phase.value!r}, but there is nothing that {SIDES[state.actor]} can do")


def _calendar(state: State, held: Counts) -> Faults:
    first, turns = NUMBERS["first_year"], NUMBERS["turns"]
    last = first + NUMBERS["years"] - 1
    yield None if first <= state.year <= last else f"year is {state.year}; it should be {first} to {last}"
    yield None if 1 <= state.turn <= turns else f"turn is {state.turn}; it should be 1 to {turns}"
    yield None if state.phase in KNOWN else f"phase {state.phase.value!r} passes at once and cannot be set up"
    if state.phase == P.DEPLOY and cards.next_city(state) == NONE:
        yield f"{SIDES[state.actor]} has deployed all blocks"
    for side in (0, 1) if state.phase == P.DEPLOY else ():
        places = sum(max(0, quota - held[side][city]) for city, quota in cards.deployment_quotas(side))
        fault = f"{SIDES[side]} has {held[side][ASIDE]} blocks aside for {places} places (5.3)"
        yield fault if held[side][ASIDE] != places else None


def _pieces(state: State, held: Counts) -> Faults:
    for block, at in enumerate(state.location):
        fault = _piece(state, block, at)
        yield f"{BLOCK_NAMES[block]}: {fault}" if fault else None


def _piece(state: State, block: int, at: int) -> str | None:
    strength = state.strength[block]
    if at < POOL and is_sea(at) != NAVIS[block] and not (NAVIS[block] and PORT[at]):
        return f"a {'navis' if NAVIS[block] else 'land block'} cannot stand in {PLACES[at]} (4.1)"
    if (at < POOL or at == ASIDE) and strength not in TRACK[block]:
        return f"strength {strength} is none of its own; it may be {', '.join(map(str, TRACK[block]))}"
    if at == ASIDE and state.phase != P.DEPLOY:
        return "blocks stand aside only in the phase 'deploy' (5.3)"
    if state.side[block] != COLOUR[block] and block != CLEOPATRA:
        if at >= POOL:
            return "off the map it belongs to its own colour (Jupiter)"
        if LEADER[block] or NAVIS[block]:
            return f"leaders and navis do not change sides, so it cannot serve {SIDES[state.side[block]]} (Jupiter)"
    return None


def _hands(state: State, held: Counts) -> Faults:
    laid = [tuple(card for card in pair if card != NONE) for pair in (state.discards, state.chosen)]
    try:
        cards.check_copies(state.hands, state.played, [laid[0]], [laid[1]])
    except ValueError as error:
        yield str(error)
    hands, played, me = tuple(map(len, state.hands)), tuple(map(len, state.played)), state.actor
    chosen = tuple(int(card != NONE) for card in state.chosen)
    wanted = (1, 0) if state.phase == P.PLAY and me == 1 else (0, 0)
    yield None if chosen == wanted else f"chosen: {chosen} cards lie face down, where it should be {wanted} (2.1)"
    if state.phase == P.DEAL:
        dealt = sum(hands)
        fits = dealt < 2 * NUMBERS["hand"] and hands == ((dealt + 1) // 2, dealt // 2) and me == dealt % 2
        yield None if fits else f"hands have {hands} cards while they are dealt to each side in turn, Caesar first"
    elif state.phase == P.DISCARD:
        yield None if hands == (NUMBERS["hand"] - me, NUMBERS["hand"]) else f"hands have {hands} cards at the discard"
    elif state.phase == P.DEPLOY:
        yield None if hands in ((0, 0), (CARDS_LEFT,) * 2) else f"hands have {hands} cards before the game"
    else:
        have = tuple(map(sum, zip(hands, played, chosen)))
        yield (
            None if have == (CARDS_LEFT,) * 2 else f"hands and cards played make {have}, not {CARDS_LEFT} for each side"
        )
        turned = state.turn - (state.phase == P.PLAY)
        yield None if played == (turned,) * 2 else f"played: {played} cards, where each side has turned {turned} (2.1)"
        return
    yield "played or discards: no card has been played or laid aside yet this year" if any(played) else None


def _contests(state: State, held: Counts) -> Faults:
    listed = [attack.place for attack in state.attacks]
    for place in range(POOL):
        contested = bool(held[0][place] and held[1][place])
        fought = state.combat is not None and state.combat.place == place
        if contested and place not in listed and not fought:
            yield f"both sides have blocks in {PLACES[place]}; list who attacks under attacks"
        if place in listed and (not contested or listed.count(place) > 1 or fought):
            yield f"attacks: {PLACES[place]} is not contested, or is there twice"
    if state.attacks and state.phase not in IN_TURN:
        yield f"attacks: there are none in the phase {state.phase.value!r}"
    for attack in state.attacks:
        away = any(state.location[block] != attack.place for block, _ in attack.came)
        yield f"attacks: not all that came are in {PLACES[attack.place]}" if away else None


def _battle(state: State, held: Counts) -> Faults:
    combat, over = state.combat, state.phase in REGROUPING
    if combat is None or state.phase not in (*FIGHTING, *REGROUPING):
        fits = combat is None and state.phase not in (*FIGHTING, *REGROUPING)
        yield None if fits else f"battle: the phase {state.phase.value!r} {'has none' if combat else 'needs one'}"
        return
    there = [bool(held[side][combat.place]) for side in (0, 1)]
    if over:
        yield f"battle: {SIDES[state.actor]} has not won it, so cannot regroup" if there[1 - state.actor] else None
    else:
        yield None if all(there) else f"battle: only one side has blocks in {PLACES[combat.place]}"
    rounds = battle.ROUNDS
    yield None if 1 <= combat.round <= rounds else f"battle: round is {combat.round}; it should be 1 to {rounds}"
    for fault in () if over else _moment(state, combat):
        yield f"battle: {fault}" if fault else None


def _moment(state: State, combat: OngoingBattle) -> Faults:
    slots, firing, fighters = battle.SLOTS, combat.firing, battle.fighting_blocks(state)
    yield None if 0 <= combat.slot < slots else f"slot is {combat.slot}; it should be 0 to {slots - 1}"
    away = any(state.location[block] != combat.place for block in blocks_of_mask(combat.waiting))
    yield "a block in reserve is not there" if away else None
    yield None if all(fighters) else "one side has its reserve only"
    on_turn = battle.blocks_on_turn(state, replace(combat, acted=combat.acted & ~combat.turn), fighters)
    yield "turn: not all these blocks have their turn now" if combat.turn & ~on_turn else None
    if state.phase == P.TURN:
        right = bool(combat.turn) and state.side[blocks_of_mask(combat.turn)[0]] == state.actor
        yield None if right else f"turn: nobody of {SIDES[state.actor]} is on turn"
    elif firing == NONE or not (fighters[0] | fighters[1]) >> firing & 1:
        yield "firing should name a block that fights here" if state.phase in (P.FIRE, P.HIT) else None
    elif state.phase == P.HIT:
        choosing = state.side[firing] != state.actor and len(battle.strongest(state)) > 1 and combat.hits > 0
        yield None if choosing else "hits: there is no choice who takes one"


def _in_hand(state: State, held: Counts) -> Faults:
    block, path, me, phase = state.held, state.path, state.actor, state.phase
    if phase not in IN_HAND:
        yield None if block == NONE else f"held: nothing is in hand in the phase {phase.value!r}"
        wanted = {P.DEFECT: 1, P.DRAW: 2}.get(phase, 0)
        yield None if len(path) == wanted else f"path should have {wanted} places in the phase {phase.value!r}"
        if wanted and not held[1 - me][path[0]]:
            yield f"path: no enemy is in {PLACES[path[0]]}"
        if wanted == 2 and path[1] not in havens(state, path[0], held):
            yield f"path: {PLACES[path[1]]} is not a friendly city beside {PLACES[path[0]]}"
        return
    yield f"held should name the block in hand in the phase {phase.value!r}" if block == NONE else None
    name, at = BLOCK_NAMES[block], state.location[block]
    yield None if state.side[block] == me else f"held: {name} does not serve {SIDES[me]}"
    if phase in (P.RETREAT, P.REGROUP_TO) and state.combat is not None and at != state.combat.place:
        yield f"held: {name} is not in {PLACES[state.combat.place]}"
    if phase == P.MUSTER and (at != POOL or not state.command.levies):
        yield f"held: {name} is not in the pool, or command.levies is 0"
    if phase == P.HARBOUR and not (NAVIS[block] and is_sea(at)):
        yield f"held: {name} is not a navis at sea (8.2)"
    if phase not in (P.STEP, P.VOYAGE):
        yield f"path should be empty in the phase {phase.value!r}" if path else None
        return
    stands = path[-1:] if phase == P.STEP else path[:1]
    yield None if stands == (at,) else f"path: {name} is not there"
    if phase == P.STEP:
        yield None if path[0] in state.command.opened else f"command.opened should have {PLACES[path[0]]}"
    else:
        yield "held: a navis does not embark (6.3)" if NAVIS[block] else None


GAME: Final = "julius_caesar"
FORMAT: Final = 1
DEFAULTS: Final = {"year": NUMBERS["first_year"], "turn": 1, "phase": Phase.PLAY.value, "player": SIDES[0]}
BY_BLOCK: Final = ("location", "strength", "side", "moved")  # written under ``blocks`` instead


@dataclass(frozen=True, slots=True)
class BlockFields:
    """A block in the JSON of a position."""

    place: w.Location
    strength: int | None = None
    side: w.MaybeSide = NONE
    moved: bool = False


def action_from_json(data: Any) -> Action:
    """Return an action from a plain object; ValueError if it is invalid.

    >>> action_from_json({"do": "Take", "block": "Caesar:Legio 13"})
    Take(block='Caesar:Legio 13')
    """
    action: Action = decoded(ACTIONS, data)
    return action


def to_json(state: State) -> str:
    """Return the position as JSON text, in names, one line a key; ``from_json`` reads it back (the schema is above).

    >>> from gamekit.julius_caesar import rules
    >>> state = rules.initial_state()
    >>> from_json(to_json(state)) == state
    True
    """
    said = {key: value for key, value in to_plain(state).items() if key not in BY_BLOCK}
    said["blocks"] = {name: _block(state, block) for block, name in enumerate(BLOCK_NAMES)}
    written = (key for key in ORDER if key not in ("reading", "surprised") or said[key])
    document = {"game": GAME, "format": FORMAT, **{key: said[key] for key in written}}
    lines = (f"{json.dumps(key)}: {json.dumps(value)}" for key, value in document.items())
    return "{" + ",\n ".join(lines) + "}"


ORDER: Final = (
    "year", "turn", "phase", "player", "player1", "hands", "discards", "played", "chosen", "in_force",
    "blocks", "command", "attacks", "held", "path", "battle", "reading", "surprised",
)  # fmt: skip


def _block(state: State, block: int) -> dict[str, Any]:
    other = state.side[block] if state.side[block] != COLOUR[block] else NONE
    piece = BlockFields(state.location[block], state.strength[block] or None, other, bool(state.moved >> block & 1))
    return {key: value for key, value in to_plain(piece).items() if value or key == "place"}


def from_json(text: str) -> State:
    """Return the position that a JSON text describes; PositionError, a ValueError, says where it is wrong and why."""
    found = parse_object(text)
    for key, right in (("game", GAME), ("format", FORMAT)):
        if found.get(key, right) != right or isinstance(found.get(key), bool):
            raise PositionError(f"{key} is {short_repr(found[key])}; this program reads {key} {right}")
    blocks, apart = found.get("blocks"), ("game", "format", "blocks")
    given = {key: value for key, value in found.items() if key not in apart and value is not None}
    for key in BY_BLOCK:
        if key in given:
            raise PositionError(f"{key}: no such key; it is given under blocks")
    state: State = structure(
        State, {**DEFAULTS, **given, **_read_blocks({} if blocks is None else blocks)}, "", allow_missing=True
    )
    state = derive_cards_in_force(state)
    check(state)
    return state


def _read_blocks(blocks: Any) -> dict[str, Any]:
    """Return the four fields of a State that the object under ``blocks`` gives."""
    if not isinstance(blocks, Mapping):
        raise PositionError(f"blocks is {short_repr(blocks)}; it should be an object")
    location, strength, side, moved = [POOL] * len(FULL), [0] * len(FULL), list(COLOUR), 0
    for name, said in blocks.items():
        block = from_plain(name, w.Block, "blocks")
        where = f"blocks.{name}"
        piece: BlockFields = structure(BlockFields, said, where, allow_missing=True)
        location[block] = piece.place
        if piece.place < POOL or OFF_MAP[piece.place] == "aside":
            strength[block] = FULL[block] if piece.strength is None else piece.strength
        elif piece.strength:
            raise PositionError(f"{where}: a block off the map has no strength")
        side[block] = COLOUR[block] if piece.side == NONE else piece.side
        moved |= piece.moved << block
    return {"location": location, "strength": strength, "side": side, "moved": moved}
