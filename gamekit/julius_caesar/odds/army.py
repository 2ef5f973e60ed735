"""Armies as a writer types them: ``army("Caesar, Legio 13/II", "Caesar")``, ``army("4 C3/III")``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache
from itertools import groupby, product
from unicodedata import normalize

from gamekit.codec import shown
from gamekit.julius_caesar.tables import BLOCKS, ROMAN, SIDES, Block
from gamekit.words import LANGUAGES, Note, note, spoken, word

MOST_LETTERS = 100  # of the text of a block
RATED = re.compile(r"(?P<count>\d+)?(?P<letter>[A-D])(?P<firepower>\d+)(/(?P<strength>\w+))?", re.IGNORECASE)
NAMED = re.compile(r"((?P<colour>[^:/]+):)?(?P<name>[^:/]+)(/(?P<strength>\w+))?")
NAMES = {side: {name.replace(" ", "").lower(): name for colour, name in BLOCKS if colour == side} for side in SIDES}
FIXED_LOYALTY = ("leader", "navis")  # E.Jupiter: these do not change sides


def army(text: str, side: str | None = None) -> tuple[Block, ...]:
    """Read blocks from a line of text, in its order.

    Pieces stand between commas; case and spaces do not matter. A piece is ``[count] RATING/STRENGTH``, like
    ``4 C3/III`` or ``A3/2``, or ``NAME[/STRENGTH]`` of a block of ``side`` ("Caesar" or "Pompey"), full if no
    strength is given. A block that has changed sides (Jupiter) is written with its colour: ``Caesar:Legio 10``.
    Cleopatra may be listed on either side. An empty text is an empty army. Names may be written in any language of
    the boards. Raises ValueError, with near names.

    >>> [str(block) for block in army("Caesar, legio 13/II", "Caesar")]
    ['Caesar/III', 'Legio 13/II']
    >>> [str(block) for block in army("カエサル、騎馬兵 1", "Caesar")]
    ['Caesar/III', 'Equitatus 1/III']
    >>> len(army("4 C3/III, A3/2"))
    5
    """
    if not isinstance(text, str):
        raise ValueError(f"an army is written as text, like 'Legio 13/II, 2 C3/III', not {text!r}")
    text, side = normalize("NFKC", text).replace("、", ","), _side(side)  # full-width commas, colons and figures
    whole, blocks = repr(text if len(text) < 160 else f"{text[:160]}..."), []
    for number, piece in enumerate(text.split(",") if text.strip() else (), 1):
        bare = "".join(piece.split())
        if not bare:
            raise ValueError(note("julius_caesar.error.empty_piece", number=number, text=whole))
        if len(bare) > MOST_LETTERS:
            raise ValueError(note("julius_caesar.error.unreadable", piece=shown(piece.strip())))
        if re.search(r"\d\s+\d", piece):
            raise ValueError(note("julius_caesar.error.two_numbers", piece=piece.strip()))
        rated = RATED.fullmatch(bare)
        blocks += _rated(rated, piece.strip(), side) if rated else [_named(bare, piece.strip(), side)]
        if len(blocks) > len(BLOCKS):
            raise ValueError(note("julius_caesar.error.many", most=len(BLOCKS)))
    seen: set[tuple[str | None, str]] = set()
    for block in blocks:
        if block.type != "generic" and (block.colour, block.name) in seen:
            raise ValueError(note("julius_caesar.error.twice", block=block.label, text=whole))
        seen.add((block.colour, block.name))
    return tuple(blocks)


@cache
def _translated() -> dict[str, str]:
    """English block names by the name in each language."""
    found = {}
    for block, language in product(BLOCKS.values(), LANGUAGES):
        for name in (called(block), _numbered(block)):
            found["".join(spoken(name, language).split())] = block.name.replace(" ", "").lower()
    return found


def _side(side: str | None) -> str | None:
    if side is None or side in SIDES:
        return side
    for known in SIDES:
        spellings = (known.lower(), *(word(f"julius_caesar.side.{known}", language) for language in LANGUAGES))
        if isinstance(side, str) and side.strip().lower() in spellings:
            return known
    raise ValueError(note("julius_caesar.error.side", side=repr(side)))


def _strength(written: str, piece: str) -> int:
    numeral = written.upper()
    if numeral in ROMAN[1:]:
        return ROMAN.index(numeral)
    if numeral in ("1", "2", "3", "4"):
        return int(numeral)
    raise ValueError(note("julius_caesar.error.strength", piece=piece, written=repr(written)))


def _rated(match: re.Match[str], piece: str, side: str | None) -> list[Block]:
    letter, firepower = match["letter"].upper(), int(match["firepower"])
    if not match["strength"]:
        raise ValueError(note("julius_caesar.error.no_strength", piece=piece, rating=f"{letter}{firepower}"))
    count = int(match["count"] or "1")
    if not 1 <= count <= len(BLOCKS):
        raise ValueError(note("julius_caesar.error.count", piece=piece, most=len(BLOCKS)))
    strength = _strength(match["strength"], piece)
    track = tuple(range(strength, 0, -1))
    return [Block(f"{letter}{firepower}", side, "generic", letter, letter, firepower, track, strength)] * count


def _named(bare: str, piece: str, side: str | None) -> Block:
    match = NAMED.fullmatch(bare)
    if not match:
        raise ValueError(note("julius_caesar.error.unreadable", piece=repr(piece)))
    key = match["name"].lower()
    key = key if key.isascii() else _translated().get(key, key)
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
        raise ValueError(loyal(found))
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


def called(block: Block) -> str:
    """A block's name as a person reads it, to be said in another language as well; a rating stands for itself."""
    if block.type == "generic":
        return block.name
    number = block.name.partition(" ")[2]
    return note("julius_caesar.log.name.legio", number=number) if block.type == "legio" else _numbered(block)


def _numbered(block: Block) -> str:
    """Its kind, then its number."""
    if block.type == "leader":
        return note(f"julius_caesar.board.leader.{block.name}")
    kind, number = note(f"julius_caesar.board.kind.{block.type}"), block.name.partition(" ")[2]
    return note("julius_caesar.board.name", kind=kind, number=number) if number else kind


def loyal(block: Block) -> Note:
    """The message for a leader or navis listed for the other side (E.Jupiter)."""
    return note("julius_caesar.error.loyal", block=called(block), side=note(f"julius_caesar.side.{block.colour}"))


def _unknown(piece: str, key: str, sides: tuple[str, ...]) -> Note:
    for owner in SIDES:
        if owner not in sides and key in NAMES[owner]:
            name = NAMES[owner][key]
            if BLOCKS[owner, name].type in FIXED_LOYALTY:
                return loyal(BLOCKS[owner, name])
            side = note(f"julius_caesar.side.{owner}")
            return note("julius_caesar.error.changed", name=name, side=side, owner=owner)
    if re.match(r"\d", key):
        return note("julius_caesar.error.count_of_name", piece=piece)
    known = {bare: name for side in sides for bare, name in NAMES[side].items()}
    of = note(f"julius_caesar.side.{sides[0]}") if len(sides) == 1 else " or ".join(sides)
    if near := [known[bare] for bare in get_close_matches(key, known, 3, 0.5)]:
        return note("julius_caesar.error.near_names", piece=piece, side=of, names=", ".join(near))
    return note("julius_caesar.error.no_block", piece=piece, side=of, names=", ".join(list(known.values())[:3]))


def distinct(blocks: Iterable[Block]) -> tuple[Block, ...]:
    """The first block of each sort: those after it would change the chances of a battle just as much.

    >>> [block.name for block in distinct(army("Legio 7, Legio 9, Legio 10", "Caesar"))]
    ['Legio 7', 'Legio 10']
    """
    sorts: dict[tuple[object, ...], Block] = {}
    for block in blocks:
        figures = (block.initiative_attacking, block.initiative_defending, block.firepower, block.track)
        sorts.setdefault((*figures, block.type == "cleopatra"), block)
    return tuple(sorts.values())


def text_of(blocks: Iterable[Block]) -> str:
    """A row as ``army`` reads it: full strengths left out, equal ratings counted.

    >>> text_of(army("Caesar, Legio 13/2, C3/III, C3/III", "Caesar"))
    'Caesar, Legio 13/II, 2 C3/III'
    """
    texts = (str(b) if b.type == "generic" or b.strength < b.track[0] else b.label for b in blocks)
    pieces = [(text, len(list(same))) for text, same in groupby(texts)]
    return ", ".join(f"{count} {text}" if count > 1 else text for text, count in pieces)
