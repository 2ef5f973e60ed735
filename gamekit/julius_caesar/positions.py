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
reading  "text", "online", or the points of readings.csv that are read as in games on the web ["text"]
surprised true when Mars or Neptune has had its battle of this turn, by the reading that gives it only one [false]
======== =================================================================================================
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

from gamekit.julius_caesar import written as w
from gamekit.julius_caesar.blocks import BLOCK_NAMES, COLOUR, FULL
from gamekit.julius_caesar.places import NUMBERS, OFF_MAP, POOL
from gamekit.julius_caesar.state import ACTIONS, NONE, Action, Phase, State
from gamekit.julius_caesar.tables import SIDES
from gamekit.julius_caesar.validate import check, completed
from gamekit.storage.serialization import PositionError, document, plain, shown, structure, value_of
from gamekit.storage.serialization import action_from_json as decoded
from gamekit.storage.serialization import action_to_json as encoded

GAME: Final = "julius_caesar"
FORMAT: Final = 1
DEFAULTS: Final = {"year": NUMBERS["first_year"], "turn": 1, "phase": Phase.PLAY.value, "player": SIDES[0]}
BY_BLOCK: Final = ("location", "strength", "side", "moved")  # written under ``blocks`` instead

__all__ = ["PositionError", "action_from_json", "action_to_json", "from_json", "to_json"]


@dataclass(frozen=True, slots=True)
class WrittenBlock:
    """A block in the JSON of a position."""

    place: w.Location
    strength: int | None = None
    side: w.MaybeSide = NONE
    moved: bool = False


def action_to_json(action: Action) -> dict[str, Any]:
    """An action as a plain object.

    >>> from gamekit.julius_caesar.state import Go
    >>> action_to_json(Go("Rome"))
    {'do': 'Go', 'place': 'Rome'}
    """
    return encoded(action)


def action_from_json(found: Any) -> Action:
    """An action from a plain object; ValueError if it is invalid.

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
    said = {key: value for key, value in plain(state).items() if key not in BY_BLOCK}
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
    piece = WrittenBlock(state.location[block], state.strength[block] or None, other, bool(state.moved >> block & 1))
    return {key: value for key, value in plain(piece).items() if value or key == "place"}


def from_json(text: str) -> State:
    """The position that a JSON text describes; PositionError, a ValueError, says where it is wrong and why."""
    found = document(text)
    for key, right in (("game", GAME), ("format", FORMAT)):
        if found.get(key, right) != right or isinstance(found.get(key), bool):
            raise PositionError(f"{key} is {shown(found[key])}; this program reads {key} {right}")
    blocks, apart = found.get("blocks"), ("game", "format", "blocks")
    given = {key: value for key, value in found.items() if key not in apart and value is not None}
    for key in BY_BLOCK:
        if key in given:
            raise PositionError(f"{key}: no such key; it stands under blocks")
    state: State = structure(
        State, {**DEFAULTS, **given, **_read_blocks({} if blocks is None else blocks)}, "", partly=True
    )
    state = completed(state)
    check(state)
    return state


def _read_blocks(blocks: Any) -> dict[str, Any]:
    """The four fields of a State that the object under ``blocks`` gives."""
    if not isinstance(blocks, Mapping):
        raise PositionError(f"blocks is {shown(blocks)}; it should be an object")
    location, strength, side, moved = [POOL] * len(FULL), [0] * len(FULL), list(COLOUR), 0
    for name, said in blocks.items():
        block = value_of(name, w.Block, "blocks")
        where = f"blocks.{name}"
        piece: WrittenBlock = structure(WrittenBlock, said, where, partly=True)
        location[block] = piece.place
        if piece.place < POOL or OFF_MAP[piece.place] == "aside":
            strength[block] = FULL[block] if piece.strength is None else piece.strength
        elif piece.strength:
            raise PositionError(f"{where}: a block off the map has no strength")
        side[block] = COLOUR[block] if piece.side == NONE else piece.side
        moved |= piece.moved << block
    return {"location": location, "strength": strength, "side": side, "moved": moved}
