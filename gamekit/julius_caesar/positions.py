"""A position as plain JSON, in names, so that any can be set up by hand and compared with other programs.

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
======== =================================================================================================
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from typing import Any, Final

from gamekit.julius_caesar.pieces import BLOCK_NAMES, COLOUR, FULL
from gamekit.julius_caesar.places import DESIGNS, NUMBERS, OFF_MAP, PLACES, POOL, ROADS
from gamekit.julius_caesar.reading import PositionError, Reader
from gamekit.julius_caesar.rules.control import bits
from gamekit.julius_caesar.soundness import check, completed
from gamekit.julius_caesar.state import ACTIONS, NONE, Action, Attack, Combat, Command, Phase, State
from gamekit.julius_caesar.tables import SIDES
from gamekit.record import decoded, encoded

GAME: Final = "julius_caesar"
FORMAT: Final = 1

__all__ = ["PositionError", "action_from_json", "action_to_json", "from_json", "to_json"]


def action_to_json(action: Action) -> dict[str, Any]:
    """An action as a plain object.

    >>> from gamekit.julius_caesar.state import Go
    >>> action_to_json(Go("Rome"))
    {'do': 'Go', 'place': 'Rome'}
    """
    return encoded(action)


def action_from_json(found: Any) -> Action:
    """An action from a plain object; ValueError when it is none.

    >>> action_from_json({"do": "Take", "block": "Caesar:Legio 13"})
    Take(block='Caesar:Legio 13')
    """
    action: Action = decoded(ACTIONS, found)
    return action


def to_json(state: State) -> str:
    """The position as JSON text, in names, one line a key; ``from_json`` reads it back (the schema is above).

    >>> from gamekit.julius_caesar import rules
    >>> state = rules.initial_state()
    >>> from_json(to_json(state)) == state
    True
    """
    document = {
        "game": GAME,
        "format": FORMAT,
        "year": state.year,
        "turn": state.turn,
        "phase": state.phase.value,
        "player": SIDES[state.actor],
        "player1": _name(SIDES, state.first),
        "hands": _by_side([_cards(hand) for hand in state.hands]),
        "discards": _by_side([_card(card) for card in state.discards]),
        "played": _by_side([_cards(cards) for cards in state.played]),
        "chosen": _by_side([_card(card) for card in state.chosen]),
        "in_force": _by_side([_card(card) for card in state.force]),
        "blocks": {name: _block(state, block) for block, name in enumerate(BLOCK_NAMES)},
        "command": _command(state.command),
        "attacks": [_attack(attack) for attack in state.attacks],
        "held": _name(BLOCK_NAMES, state.held),
        "path": _places(state.path),
        "battle": _battle(state.combat) if state.combat else None,
    }
    lines = (f"{json.dumps(key)}: {json.dumps(value)}" for key, value in document.items())
    return "{" + ",\n ".join(lines) + "}"


def _by_side(values: Iterable[Any]) -> dict[str, Any]:
    return dict(zip(SIDES, values))


def _name(names: tuple[str, ...], number: int) -> str | None:
    return None if number == NONE else names[number]


def _card(card: int) -> str | None:
    return None if card == NONE else DESIGNS[card].name


def _cards(cards: Iterable[int]) -> list[str]:
    return [DESIGNS[card].name for card in cards]


def _places(places: Iterable[int]) -> list[str]:
    return [PLACES[place] for place in places]


def _blocks(mask: int) -> list[str]:
    return [BLOCK_NAMES[block] for block in bits(mask)]


def _roads(roads: Iterable[int]) -> list[list[Any]]:
    return [[ROADS[road].city_a, ROADS[road].city_b, used] for road, used in Counter(roads).items()]


def _block(state: State, block: int) -> dict[str, Any]:
    at = state.location[block]
    found: dict[str, Any] = {"place": PLACES[at] if at < POOL else OFF_MAP[at]}
    if state.strength[block]:
        found["strength"] = state.strength[block]
    if state.side[block] != COLOUR[block]:
        found["side"] = SIDES[state.side[block]]
    if state.moved >> block & 1:
        found["moved"] = True
    return found


def _command(command: Command) -> dict[str, Any]:
    return {
        "moves": command.moves,
        "levies": command.levies,
        "opened": _places(command.opened),
        "roads": _roads(command.roads),
        "seas": _places(command.seas),
    }


def _attack(attack: Attack) -> dict[str, Any]:
    return {
        "place": PLACES[attack.place],
        "attacker": SIDES[attack.attacker],
        "came": {BLOCK_NAMES[block]: PLACES[origin] for block, origin in attack.came},
        "main": _name(PLACES, attack.main),
    }


def _battle(combat: Combat) -> dict[str, Any]:
    return {
        "place": PLACES[combat.place],
        "attacker": SIDES[combat.attacker],
        "origins": _by_side([_places(origins) for origins in combat.origins]),
        "reserves": _blocks(combat.waiting),
        "first_strike": combat.first_strike,
        "exchanged": combat.exchanged,
        "round": combat.round,
        "slot": combat.slot,
        "turn": _blocks(combat.turn),
        "acted": _blocks(combat.acted),
        "roads": _roads(combat.roads),
        "sailed": _by_side(combat.sailed),
        "firing": _name(BLOCK_NAMES, combat.firing),
        "hits": combat.hits,
    }


def from_json(text: str) -> State:
    """The position that a JSON text describes; PositionError, a ValueError, says where it is wrong and why."""
    document = Reader.parse(text)
    if document.get("game", str, GAME) != GAME:
        raise document.error(f"this is a position of {document.get('game', str)}, not of {GAME}")
    if document.get("format", int, FORMAT) != FORMAT:
        raise document.error(f"format is {document.get('format', int)}; this program reads format {FORMAT}")
    blocks = _read_blocks(document.child("blocks"))
    state = State(
        year=document.get("year", int, NUMBERS["first_year"]),
        turn=document.get("turn", int, 1),
        phase=Phase(document.one_of("phase", tuple(phase.value for phase in Phase), Phase.PLAY.value)),
        actor=document.side("player", 0),
        location=blocks[0],
        strength=blocks[1],
        side=blocks[2],
        hands=document.child("hands").cards_by_side(ordered=True),
        discards=document.child("discards").card_by_side(),
        played=document.child("played").cards_by_side(ordered=False),
        chosen=document.child("chosen").card_by_side(),
        force=document.child("in_force").card_by_side(),
        first=document.side("player1", NONE),
        moved=blocks[3],
        command=_read_command(document.child("command")),
        attacks=tuple(sorted(map(_read_attack, document.children("attacks")), key=lambda attack: attack.place)),
        held=document.block("held"),
        path=document.places("path"),
        combat=_read_battle(document.child("battle")) if document.has("battle") else None,
    )
    document.finish()
    state = completed(state)
    check(state)
    return state


def _read_blocks(blocks: Reader) -> tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...], int]:
    location, strength, side, moved = [POOL] * len(FULL), [0] * len(FULL), list(COLOUR), 0
    for block, piece in blocks.by_block():
        location[block] = piece.location("place")
        if location[block] < POOL or OFF_MAP[location[block]] == "aside":
            strength[block] = piece.get("strength", int, FULL[block])
        elif piece.get("strength", int, 0):
            raise piece.error("a block off the map has no strength")
        side[block] = piece.side("side", COLOUR[block])
        moved |= piece.get("moved", bool, False) << block
        piece.finish()
    return tuple(location), tuple(strength), tuple(side), moved


def _read_command(command: Reader) -> Command:
    read = Command(
        command.get("moves", int, 0),
        command.get("levies", int, 0),
        tuple(sorted(command.places("opened"))),
        command.roads("roads"),
        tuple(sorted(command.places("seas"))),
    )
    command.finish()
    return read


def _read_attack(attack: Reader) -> Attack:
    came = attack.child("came")
    arrivals = tuple(sorted((block, came.place(BLOCK_NAMES[block])) for block in came.blocks_named()))
    came.finish()
    read = Attack(attack.place("place"), attack.side("attacker"), arrivals, attack.place("main", NONE))
    attack.finish()
    return read


def _read_battle(battle: Reader) -> Combat:
    origins, sailed = battle.child("origins"), battle.child("sailed")
    read = Combat(
        place=battle.place("place"),
        attacker=battle.side("attacker"),
        origins=(tuple(sorted(origins.places(SIDES[0]))), tuple(sorted(origins.places(SIDES[1])))),
        waiting=battle.mask("reserves"),
        first_strike=battle.get("first_strike", bool, False),
        exchanged=battle.get("exchanged", bool, False),
        round=battle.get("round", int, 1),
        slot=battle.get("slot", int, NONE),
        turn=battle.mask("turn"),
        acted=battle.mask("acted"),
        roads=battle.roads("roads"),
        sailed=(sailed.get(SIDES[0], int, 0), sailed.get(SIDES[1], int, 0)),
        firing=battle.block("firing"),
        hits=battle.get("hits", int, 0),
    )
    for reader in (origins, sailed, battle):
        reader.finish()
    return read
