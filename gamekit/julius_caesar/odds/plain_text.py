"""Battles and positions as players write them to each other: a line a body of blocks, in the words of ``army``.

>>> from gamekit.julius_caesar.odds.plain_text import battle_of
>>> battle = battle_of('''
... Caesar attacks: Caesar, Legio 10/II
... reserve: Legio 13
... Pompey defends: Pompey, Legio 1
... first strike''')
>>> print(battle_text(battle))
Caesar attacks: Caesar, Legio 10/II
reserve: Legio 13
Pompey defends: Pompey, Legio 1
first strike
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from gamekit.codec import shown
from gamekit.files import lines_of
from gamekit.julius_caesar.odds.army import army, text_of
from gamekit.julius_caesar.odds.battle import Battle
from gamekit.julius_caesar.odds.setup import FLAGS
from gamekit.julius_caesar.places import OFF_MAP, PLACES
from gamekit.julius_caesar.positions import from_json, to_json
from gamekit.julius_caesar.rules import initial_state
from gamekit.julius_caesar.state import State
from gamekit.julius_caesar.tables import BLOCKS, ROLES
from gamekit.words import note, why

BODY: Final = re.compile(r"((?P<side>Caesar|Pompey)\s+)?(?P<role>attacks|defends|reserve)\s*:(?P<blocks>.*)", re.I)
WHEN: Final = re.compile(r"(?P<bc>\d{1,2}) BC, turn (?P<turn>\d), (?P<phase>[a-z ]+), (?P<player>Caesar|Pompey)", re.I)
THERE: Final = re.compile(r"(?P<side>Caesar|Pompey) in (?P<place>[^:]*):(?P<blocks>.*)", re.I)
HAND: Final = re.compile(r"(?P<side>Caesar|Pompey)'s hand:(?P<cards>.*)", re.I)
WRITTEN: Final = {"game", "format", "year", "turn", "phase", "player", "hands", "blocks"}


def battle_text(battle: Battle) -> str:
    """A battle as text, which ``battle_of`` reads; ValueError for one with ``exits`` or a ``reading`` of its own."""
    if battle.exits is not None or battle.reading:
        raise ValueError(note("julius_caesar.plain_text.more", found="exits, reading"))
    lines = []
    for role, verb in zip(ROLES, ("attacks", "defends")):
        main, reserve = battle.bodies[role]
        side = next((block.side for block in (*main, *reserve) if block.side), None)
        lines.append(f"{side} {verb}: {text_of(main)}" if side else f"{verb}: {text_of(main)}")
        lines += [f"reserve: {text_of(reserve)}"] if reserve else []
    lines += [flag.replace("_", " ") for flag in FLAGS if getattr(battle, flag)]
    return "\n".join(lines)


def battle_of(text: str) -> Battle:
    """The battle of a text: ``Caesar attacks: BLOCKS``, ``Pompey defends: BLOCKS``, after one ``reserve: BLOCKS``, and
    ``first strike``, ``cut off``, ``defender cut off``. Without a name blocks are known by their ratings.

    Raises ValueError with the number of the line that is wrong, or that is missing."""
    bodies, flags, sides, last = dict[str, Any](), dict[str, Any](), dict[str, str | None](), ""
    for number, line in _lines(text):
        match, flag = BODY.fullmatch(line), "_".join(line.lower().split())
        try:
            if flag in FLAGS:
                flags[flag] = True
                continue
            if not match or (match["role"].lower() == "reserve" and not last):
                raise ValueError(note("julius_caesar.plain_text.body", found=shown(line)))
            if (role := match["role"].lower()) != "reserve":
                last = ROLES[role == "defends"]
                sides[last] = match["side"] and match["side"].title()
            key = f"{last}_reserve" if role == "reserve" else last
            if key in bodies:
                raise ValueError(note("julius_caesar.plain_text.twice", found=role))
            bodies[key] = army(match["blocks"].strip(), sides[last])
        except ValueError as error:
            raise ValueError(note("julius_caesar.plain_text.line", line=number, why=why(error))) from None
    for role, verb in zip(ROLES, ("attacks", "defends")):
        if role not in bodies:
            raise ValueError(note("julius_caesar.plain_text.missing", found=f"{verb}:"))
    return Battle(**bodies, **flags)


def position_text(state: State) -> str:
    """A position between two moves as text: when it is, who decides what, the hands, the blocks of each place.

    ValueError for a position in the middle of a move, a battle or a year with cards played, which JSON holds whole."""
    document, usual = json.loads(to_json(state)), json.loads(to_json(initial_state()))
    more = [key for key in document if key not in WRITTEN and document[key] != usual.get(key)]
    if more or any(piece.get("moved") for piece in document["blocks"].values()):
        raise ValueError(note("julius_caesar.plain_text.more", found=", ".join(more) or "moved"))
    lines = [f"{1 - state.year} BC, turn {state.turn}, {document['phase']}, {document['player']}"]
    lines += [f"{side}'s hand: {', '.join(cards)}" for side, cards in document["hands"].items() if cards]
    lines += [f"{side} in {place}: {', '.join(blocks)}" for (side, place), blocks in _there(document["blocks"]).items()]
    return "\n".join(lines)


def _there(pieces: dict[str, dict[str, Any]]) -> dict[tuple[str, str], list[str]]:
    """By side and place, the blocks there as ``army`` reads them."""
    found: dict[tuple[str, str], list[str]] = {}
    for name, piece in pieces.items():
        colour, _, bare = name.partition(":")
        side, printed = piece.get("side") or colour, BLOCKS[colour, bare]
        label = text_of([printed.at(piece.get("strength") or printed.strength)])
        if piece["place"] != "pool":
            found.setdefault((side, piece["place"]), []).append(f"{colour}:{label}" if side != colour else label)
    return found


def position_of(text: str) -> State:
    """The position of a text as ``position_text`` writes it; blocks that it does not name are in the pool.

    ValueError with the number of the line that is wrong, and for a position from which play cannot go on.

    >>> from gamekit import julius_caesar as jc
    >>> begun = position_of(position_text(jc.initial_state()))
    >>> begun == jc.initial_state()
    True
    """
    document: dict[str, Any] = {"hands": {}, "blocks": {}}
    for number, line in _lines(text):
        try:
            if when := WHEN.fullmatch(line):
                phase, player = when["phase"].lower(), when["player"].title()
                document |= {"year": 1 - int(when["bc"]), "turn": int(when["turn"]), "phase": phase, "player": player}
            elif hand := HAND.fullmatch(line):
                document["hands"][hand["side"].title()] = [card.strip() for card in hand["cards"].split(",")]
            elif there := THERE.fullmatch(line):
                document["blocks"] |= _placed(there["side"].title(), there["place"].strip(), there["blocks"].strip())
            else:
                raise ValueError(note("julius_caesar.plain_text.place", found=shown(line)))
        except ValueError as error:
            raise ValueError(note("julius_caesar.plain_text.line", line=number, why=why(error))) from None
    return from_json(json.dumps(document))


def _placed(side: str, place: str, blocks: str) -> dict[str, Any]:
    """The blocks of a side in a place, as a position's JSON has them."""
    known = {name.lower(): name for name in (*PLACES, *OFF_MAP.values())}
    if place.lower() not in known:
        raise ValueError(note("julius_caesar.plain_text.place", found=shown(place)))
    off = known[place.lower()] in OFF_MAP.values()
    found = {}
    for block in army(blocks, side):
        if block.type == "generic":
            raise ValueError(note("julius_caesar.plain_text.rated", found=block.name))
        piece = {"place": known[place.lower()], "side": side}
        found[f"{block.colour}:{block.name}"] = piece if off else {**piece, "strength": block.strength}
    return found


def _lines(text: str) -> Iterator[tuple[int, str]]:
    return ((number, line.strip()) for number, line in lines_of(text) if line.strip())
