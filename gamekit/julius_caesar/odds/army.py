"""Armies as a writer types them: ``army("Caesar, Legio 13/II", "Caesar")``, ``army("4 C3/III")``."""

from __future__ import annotations

import re
from difflib import get_close_matches

from gamekit.julius_caesar.tables import BLOCKS, ROMAN, SIDES, Block

RATED = re.compile(r"(?P<count>\d+)?(?P<letter>[A-D])(?P<firepower>\d+)(/(?P<strength>\w+))?", re.IGNORECASE)
NAMED = re.compile(r"((?P<colour>[^:/]+):)?(?P<name>[^:/]+)(/(?P<strength>\w+))?")
NAMES = {side: {name.replace(" ", "").lower(): name for colour, name in BLOCKS if colour == side} for side in SIDES}
FIXED_LOYALTY = ("leader", "navis")  # E.Jupiter: these do not change sides


def army(text: str, side: str | None = None) -> tuple[Block, ...]:
    """The blocks that a line of text names, in that order.

    Pieces stand between commas; case and spaces do not matter. A piece is ``[count] RATING/STRENGTH``, like
    ``4 C3/III`` or ``A3/2``, or ``NAME[/STRENGTH]`` of a block of ``side`` ("Caesar" or "Pompey"), full if no
    strength is given. A block that has changed sides (Jupiter) is written with its colour: ``Caesar:Legio 10``.
    Cleopatra may be listed on either side. An empty text is an empty army. Raises ValueError, with near names.

    >>> [str(block) for block in army("Caesar, legio 13/II", "Caesar")]
    ['Caesar/III', 'Legio 13/II']
    >>> len(army("4 C3/III, A3/2"))
    5
    """
    if not isinstance(text, str):
        raise ValueError(f"an army is written as text, like 'Legio 13/II, 2 C3/III', not {text!r}")
    side = _side(side)
    blocks: list[Block] = []
    for number, piece in enumerate(text.split(",") if text.strip() else (), 1):
        bare = "".join(piece.split())
        if not bare:
            raise ValueError(f"piece {number} of {text!r} is empty; write names or ratings between the commas")
        if re.search(r"\d\s+\d", piece):
            raise ValueError(f"{piece.strip()}: two numbers side by side; a count goes once before a rating (4 C3/III)")
        rated = RATED.fullmatch(bare)
        blocks += _rated(rated, piece.strip(), side) if rated else [_named(bare, piece.strip(), side)]
    seen: set[tuple[str | None, str]] = set()
    for block in blocks:
        if block.type != "generic" and (block.colour, block.name) in seen:
            raise ValueError(f"{block.label} is listed twice in {text!r}; there is only one")
        seen.add((block.colour, block.name))
    return tuple(blocks)


def _side(side: str | None) -> str | None:
    if side is None or side in SIDES:
        return side
    for known in SIDES:
        if isinstance(side, str) and side.strip().lower() == known.lower():
            return known
    raise ValueError(f"side is {side!r}; it should be {' or '.join(SIDES)}")


def _strength(written: str, piece: str) -> int:
    numeral = written.upper()
    if numeral in ROMAN[1:]:
        return ROMAN.index(numeral)
    if numeral in ("1", "2", "3", "4"):
        return int(numeral)
    raise ValueError(f"{piece}: strength {written!r} should be I, II, III, IV or 1 to 4")


def _rated(match: re.Match[str], piece: str, side: str | None) -> list[Block]:
    letter, firepower = match["letter"].upper(), int(match["firepower"])
    if not match["strength"]:
        raise ValueError(f"{piece}: a block by rating needs its strength, like {letter}{firepower}/III")
    count = int(match["count"] or 1)
    if not 1 <= count <= 99:
        raise ValueError(f"{piece}: a count is 1 to 99")
    strength = _strength(match["strength"], piece)
    track = tuple(range(strength, 0, -1))
    return [Block(f"{letter}{firepower}", side, "generic", letter, letter, firepower, track, strength)] * count


def _named(bare: str, piece: str, side: str | None) -> Block:
    match = NAMED.fullmatch(bare)
    if not match:
        raise ValueError(f"{piece!r} is neither a name like Legio 13/II nor a rating like C3/III")
    key = match["name"].lower()
    if side is None:
        if any(key in names for names in NAMES.values()):
            raise ValueError(f"{piece}: name the side of a named block, as in army({piece!r}, 'Caesar')")
        raise ValueError(_unknown(piece, key, SIDES))
    colour = _side(match["colour"]) if match["colour"] else None
    if key == "cleopatra":  # 7.52: she fights for either side, and is printed once
        found, colour = BLOCKS["Pompey", "Cleopatra"], "Pompey"
    else:
        colour = colour or side
        if key not in NAMES[colour]:
            raise ValueError(_unknown(piece, key, (colour,)))
        found = BLOCKS[colour, NAMES[colour][key]]
    if colour != side and found.type in FIXED_LOYALTY:
        raise ValueError(f"{found.name} is {colour}'s; leaders and navis do not change sides")
    strength = _strength(match["strength"], piece) if match["strength"] else found.track[0]
    return Block(
        found.name,
        side,
        found.type,
        found.initiative_attacking,
        found.initiative_defending,
        found.firepower,
        found.track,
        strength,
        found.colour,
    )


def _unknown(piece: str, key: str, sides: tuple[str, ...]) -> str:
    for owner in SIDES:
        if owner not in sides and key in NAMES[owner]:
            name = NAMES[owner][key]
            if BLOCKS[owner, name].type in FIXED_LOYALTY:
                return f"{name} is {owner}'s; leaders and navis do not change sides"
            return f"{name} is {owner}'s; write {owner}:{name} if it has changed sides"
    if re.match(r"\d", key):
        return f"{piece}: a count goes before a rating (4 C3/III); named blocks exist once"
    known = {bare: name for side in sides for bare, name in NAMES[side].items()}
    near = [known[bare] for bare in get_close_matches(key, known, 3, 0.5)]
    hint = f"; near names: {', '.join(near)}" if near else f"; for example {', '.join(list(known.values())[:3])}"
    return f"{piece}: no such block of {' or '.join(sides)}{hint}, or a rating like C3/III"
