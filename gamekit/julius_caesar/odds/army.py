"""Armies read from text: ``army("Caesar, Legio 13/II", "Caesar")``, ``army("4 C3/III")``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import replace
from difflib import SequenceMatcher
from functools import cache
from itertools import groupby, product
from operator import itemgetter
from statistics import mean
from typing import Any

from gamekit.julius_caesar import tables as t
from gamekit.storage.serialization import short_repr
from gamekit.text.piece_list import (
    LONGEST,
    ListEntry,
    normalize_characters,
    parse_entries,
    parse_values,
    side_names,
    similar_names,
    table_as_text,
)
from gamekit.text.translation import LANGUAGES, TranslatableText, note, translate, word

RATED = re.compile(r"(?P<letter>[A-D])\s*(?P<firepower>\d+)\s*(?:[/:@=\-]|\s)*(?P<strength>\w+)?", re.IGNORECASE)
NAMED = re.compile(r"(?:(?P<colour>[^:/=]+?)\s*:)?\s*(?P<name>[^:/=]+?)\s*(?:[/:@=]\s*(?P<strength>\w[\w.]*))?")
ORDINAL = re.compile(r"(\d+(?=st|nd|rd|th)|[IVX]+(?=\s))(?:st|nd|rd|th)?\s+([^/:]+)", re.IGNORECASE)
NUMBERED = re.compile(r"(?P<kind>[^\d]+?)[\s.\-]*(?P<number>\d+|(?<=[\s.\-])[IVX]+)", re.IGNORECASE)
WITH_STRENGTH = re.compile(r"(?P<name>.+?)(?:\s+|\s*-\s*)(?P<strength>IV|I{1,3}|(?<!\d\s)[1-4])", re.IGNORECASE)
TENS, UNITS = ("", "X", "XX", "XXX"), ("", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX")
NUMERALS = {ten + unit: str(10 * tens + units) for tens, ten in enumerate(TENS) for units, unit in enumerate(UNITS)}
NAMES = {side: {t.normalize_name(name): name for colour, name in t.BLOCKS if colour == side} for side in t.SIDES}
EVERY_NAME = {key for names in NAMES.values() for key in names}
NAMELESS = ("generic", "unknown")  # blocks of which there may be several
AVERAGE_FIREPOWER, AVERAGE_STRENGTH = round(mean(t.FIREPOWER)), round(mean(t.FULL))  # of all blocks at full strength
FIXED_LOYALTY = ("leader", "navis")  # E.Jupiter: these do not change sides


def army(text: Any, side: str | None = None) -> tuple[t.Block, ...]:
    """Read blocks from a text, in its order; also from a table of pandas, a mapping or a list of pairs.

    Pieces are separated by commas or line ends, as a list or a table of a spreadsheet; case and spaces do not
    matter. A piece is ``[count] RATING/STRENGTH``, like ``4 C3/III``, ``2x A3/2`` or ``C3 (III) x 2``, or
    ``NAME[/STRENGTH]`` of a block of ``side`` ("Caesar" or "Pompey"), full if no strength is given: ``Legio 13/II``,
    ``Legio XIII``, ``13th Legion (II)``. Without a side it is the side that all the names belong to. A block that has
    changed sides (Jupiter) is written with its colour: ``Caesar:Legio 10``; ``?`` is an unknown block. Cleopatra may be
    listed on either side. A count of 0 is no block, an empty text an empty army. Names may be written in any language
    of the boards. Raises ValueError, with near names.

    >>> [str(block) for block in army("Caesar, legio 13/II", "Caesar")]
    ['Caesar/III', 'Legio 13/II']
    >>> [str(block) for block in army("カエサル、騎馬兵 1")]
    ['Caesar/III', 'Equitatus 1/III']
    >>> len(army("4 C3/III, A3/2"))
    5
    """
    text = table_as_text(text)
    if not isinstance(text, str):
        raise ValueError(f"an army is written as text, like 'Legio 13/II, 2 C3/III', not {text!r}")
    said = _sides_named(text)
    side = said if side is None else _side(side)
    if said and said != side:
        raise ValueError(note("julius_caesar.error.other_army", said=said, side=side))
    if side is None:
        return _of_either_side(text)
    blocks = parse_values(text, lambda piece: _blocks(piece, side))
    if len(blocks) > len(t.BLOCKS):
        raise ValueError(note("julius_caesar.error.many", most=len(t.BLOCKS)))
    if twice := first_repeated(blocks):
        shown = short_repr(normalize_characters(text).strip())
        raise ValueError(note("julius_caesar.error.twice", block=twice.name_for_army, text=shown))
    return tuple(blocks)


def _sides_named(text: str) -> str | None:
    """The side that headings or a column of sides name; ValueError if they name both."""
    lines = re.findall(
        r"^(.*?):(?=\s|$)", normalize_characters(text), re.MULTILINE
    )  # "Caesar:Legio 10" is a block that changed sides
    headings = " ".join(line for line in lines if not _is_known(line.strip()) or line.strip()[-4:] in ("ians", "iani"))
    named = set[str]()
    for found in (*side_names(text), *re.findall(r"[^\W_]+", headings)):
        with suppress(ValueError):
            named |= {str(_side(found))}
    if len(named) > 1:
        raise ValueError(
            note(
                "pieces.sides",
                text=short_repr(normalize_characters(text).strip()),
                sides=f" ({', '.join(sorted(named))})",
            )
        )
    return named.pop() if named else None


def _of_either_side(text: str) -> tuple[t.Block, ...]:
    """The blocks of the side that all names belong to; ratings alone have no side."""
    if all(_rating(piece) for piece in parse_entries(text)):
        return tuple(parse_values(text, lambda piece: _blocks(piece, None)))
    likeness = {side: [_likeness(piece, side) for piece in parse_entries(text)[: len(t.BLOCKS)]] for side in t.SIDES}
    if all(set(found) == {1} for found in likeness.values()):
        raise ValueError(note("julius_caesar.error.either_side", text=short_repr(normalize_characters(text).strip())))
    return army(text, max(t.SIDES, key=lambda side: sum(likeness[side])))


def _likeness(piece: ListEntry, side: str) -> float:
    """1 if the piece is one of the side's, else less: how similar it is to the most similar name."""
    try:
        return 1 if _blocks(piece, side) else 0
    except ValueError:
        name = t.normalize_name(piece.name)
        return (
            0 if _is_known(piece.name) else max(SequenceMatcher(None, name, known).ratio() for known in NAMES[side]) / 2
        )


def first_repeated(blocks: Iterable[t.Block]) -> t.Block | None:
    """Return the first block with a name that is listed a second time; None if each is there once."""
    seen: set[tuple[str | None, str]] = set()
    for block in blocks:
        if block.type not in NAMELESS and (block.colour, block.name) in seen:
            return block
        seen.add((block.colour, block.name))
    return None


@cache
def translated_names() -> dict[str, str]:
    """Return the names of the blocks by their folded name in each language."""
    found = {}
    for block, language in product(t.BLOCKS.values(), LANGUAGES):
        for name in (full_name(block), _numbered(block)):
            found[t.normalize_name(translate(name, language))] = block.name
    return found


def _side(side: str | None) -> str | None:
    if side is None or side in t.SIDES:
        return side
    if isinstance(side, str):
        for known in t.SIDES:
            spellings = (known, *(word(f"julius_caesar.side.{known}", language) for language in LANGUAGES))
            if (
                t.normalize_name(normalize_characters(side)).removesuffix("軍") in map(t.normalize_name, spellings)
                or t.ALIASES.get(t.normalize_name(normalize_characters(side))) == known
            ):
                return known
    raise ValueError(note("julius_caesar.error.side", side=repr(side)))


def _strength(written: str, name: str, track: tuple[int, ...] = (4, 3, 2, 1)) -> int:
    numeral = written.upper()
    strength = (
        t.ROMAN.index(numeral) if numeral in t.ROMAN[1:] else int(numeral) if numeral in ("1", "2", "3", "4") else 0
    )
    if strength in track:
        return strength
    raise ValueError(t.wrong_strength(name, written, track))


def _rating(piece: ListEntry) -> re.Match[str] | None:
    return RATED.fullmatch(piece.name)


def _blocks(piece: ListEntry, side: str | None) -> list[t.Block]:
    """The blocks that a piece of the text means."""
    if re.search(r"\d\s+\d", piece.name):
        raise ValueError(note("julius_caesar.error.two_numbers", piece=piece.written))
    if piece.name == "?":
        return [unknown_block(side)] * piece.count
    if rated := _rating(piece):
        return _rated(rated, piece, side)
    if piece.count > 1:
        kind = t.normalize_name(t.ALIASES.get(t.normalize_name(piece.name), piece.name))
        for names in NAMES.values():
            if meant := names.get(f"{kind}{piece.count}"):
                raise ValueError(note("julius_caesar.error.number_behind", piece=piece.written, name=meant))
        raise ValueError(note("julius_caesar.error.count_of_name", piece=piece.written))
    return [_named(piece, side)]


def unknown_block(side: str | None) -> t.Block:
    """Return a face-down block, "?" in a text: any block of ``side`` that is not in the battle, equally likely."""
    return t.Block("?", side, "unknown", "D", "D", 1, (1,), 1)


def generic_block(
    strength: int, firepower: int = AVERAGE_FIREPOWER, side: str | None = None, letter: str = "C"
) -> t.Block:
    """Return a block without a name, at full strength."""
    track = tuple(range(strength, 0, -1))
    return t.Block(f"{letter}{firepower}", side, "generic", letter, letter, firepower, track, strength)


def _rated(match: re.Match[str], piece: ListEntry, side: str | None) -> list[t.Block]:
    letter, firepower = match["letter"].upper(), int(match["firepower"])
    strength_written, count = match["strength"] or piece.behind, piece.count
    if match["strength"] and piece.behind.isdigit() and count == 1:  # a table: C3/III, how many
        count = int(piece.behind)
    elif match["strength"] and piece.behind:
        raise ValueError(note("julius_caesar.error.two_numbers", piece=piece.written))
    if not strength_written:
        raise ValueError(note("julius_caesar.error.no_strength", piece=piece.written, rating=f"{letter}{firepower}"))
    if count > len(t.BLOCKS):
        raise ValueError(note("julius_caesar.error.count", piece=piece.written, most=len(t.BLOCKS)))
    return [generic_block(_strength(strength_written, f"{letter}{firepower}"), firepower, side, letter)] * count


def _name_and_strength(piece: ListEntry) -> tuple[str, str, str]:
    """(colour, folded English name, strength) as written, "" for a part left out."""
    match = NAMED.fullmatch(piece.name)
    if not match:
        raise ValueError(note("julius_caesar.error.unreadable", piece=repr(piece.written)))
    colour, name, strength = match["colour"] or "", match["name"], match["strength"] or piece.behind
    if colour and not match["strength"] and name.upper() in (*t.ROMAN[1:], "1", "2", "3", "4"):  # Legio 13: II
        colour, name, strength = "", colour, name
    tail = WITH_STRENGTH.fullmatch(name) if not strength and not _is_known(name) else None
    if tail and (_is_known(tail["name"]) or NUMBERED.fullmatch(tail["name"])):  # Ballista II
        name, strength = tail["name"], tail["strength"]
    return colour, _key(name), strength


def _key(name: str) -> str:
    """The folded English name of a block that is written in any known way."""
    if ordinal := ORDINAL.fullmatch(name):
        name = f"{ordinal[2]} {ordinal[1]}"
    if t.normalize_name(name) in translated_names() and not t.normalize_name(name).isascii():
        return t.normalize_name(translated_names()[t.normalize_name(name)])
    if numbered := NUMBERED.fullmatch(name):
        kind, number = t.ALIASES.get(t.normalize_name(numbered["kind"]), numbered["kind"]), numbered["number"]
        if f"{t.normalize_name(kind)}{NUMERALS.get(number.upper(), number)}" in EVERY_NAME or number.isdigit():
            name = f"{kind} {NUMERALS.get(number.upper(), number)}"
    key = t.normalize_name(t.ALIASES.get(t.normalize_name(name), name))
    word, number = re.fullmatch(r"(.*?)(\d*)", key, re.DOTALL).groups()  # type: ignore[union-attr]
    kinds = {re.sub(r"\d", "", known) for known in EVERY_NAME}
    short = [kind for kind in kinds if len(word) >= 3 and kind.startswith(word)]  # Cleop., Equ. 2
    return short[0] + number if len(short) == 1 and short[0] + number in EVERY_NAME else key


def _is_known(name: str) -> bool:
    return _key(name) in EVERY_NAME


def _named(piece: ListEntry, side: str | None) -> t.Block:
    written, key, strength_written = _name_and_strength(piece)
    colour = _side(written) if written else None
    if key == "cleopatra":  # 7.52: she fights for either side, and is printed once
        found, colour = t.BLOCKS["Pompey", "Cleopatra"], "Pompey"
    else:
        colour = colour or side or ""
        if key not in NAMES.get(colour, ()):
            words = piece.name[: 2 * LONGEST].split()
            if any(_is_known(" ".join(words[:n])) and _is_known(" ".join(words[n:])) for n in range(1, len(words))):
                raise ValueError(note("julius_caesar.error.unreadable", piece=repr(piece.written)))
            raise ValueError(_unknown(piece.written, key, (colour,) if colour else t.SIDES))
        found = t.BLOCKS[colour, NAMES[colour][key]]
    if colour != side and found.type in FIXED_LOYALTY:
        raise ValueError(loyal_block_error(found))
    strength = _strength(strength_written, found.name, found.track) if strength_written else found.track[0]
    return replace(found, side=side, strength=strength)


def full_name(block: t.Block) -> str:
    """Return a block's full name, translatable; for a block without a name its rating."""
    if block.type == "generic":
        return block.name
    number = block.name.partition(" ")[2]
    return note("julius_caesar.log.name.legio", number=number) if block.type == "legio" else _numbered(block)


def _numbered(block: t.Block) -> str:
    """Its kind, then its number."""
    if block.type == "leader":
        return note(f"julius_caesar.board.leader.{block.name}")
    kind, number = note(f"julius_caesar.board.kind.{block.type}"), block.name.partition(" ")[2]
    return note("julius_caesar.board.name", kind=kind, number=number) if number else kind


def loyal_block_error(block: t.Block) -> TranslatableText:
    """Return the error message for a leader or navis listed for the other side (E.Jupiter)."""
    return note("julius_caesar.error.loyal", block=full_name(block), side=note(f"julius_caesar.side.{block.colour}"))


def _unknown(piece: str, key: str, sides: tuple[str, ...]) -> TranslatableText:
    for owner in t.SIDES:
        if owner not in sides and key in NAMES[owner]:
            name = NAMES[owner][key]
            if t.BLOCKS[owner, name].type in FIXED_LOYALTY:
                return loyal_block_error(t.BLOCKS[owner, name])
            side = note(f"julius_caesar.side.{owner}")
            return note("julius_caesar.error.changed", name=name, side=side, owner=owner)
    known = {bare: name for side in sides for bare, name in NAMES[side].items()}
    if key in ("1", "2", "3", "4", "i", "ii", "iii", "iv"):
        return note("julius_caesar.error.strength_alone", piece=piece)
    of = note(f"julius_caesar.side.{sides[0]}") if len(sides) == 1 else " or ".join(sides)
    spelled = {folded: name for folded, name in translated_names().items() if name in known.values()} | known
    of_kind = [name for bare, name in known.items() if bare.startswith(key)][:3]
    if (
        near := _near_in_number(key, known)
        or of_kind
        or list(dict.fromkeys(spelled[bare] for bare in similar_names(key, spelled)))
    ):
        return note("julius_caesar.error.near_names", piece=piece, side=of, names=", ".join(near))
    return note("julius_caesar.error.no_block", piece=piece, side=of, names=", ".join(list(known.values())[:3]))


def _near_in_number(key: str, known: dict[str, str]) -> list[str]:
    """Return the names with this number alone, or of this kind those with the nearest numbers, one digit less first."""
    if not (asked := re.fullmatch(r"(\D*)(\d{1,4})", key)):
        return []
    found = list[tuple[bool, int, str]]()
    for bare, name in known.items():
        number = re.sub(r"\D", "", bare)
        if number and (bare.startswith(asked[1]) if asked[1] else number == asked[2]):
            found.append((number != asked[2][:-1], abs(int(number) - int(asked[2])), name))
    return [name for *_, name in sorted(found, key=itemgetter(0, 1))][:3]


def distinct_blocks(blocks: Iterable[t.Block]) -> tuple[t.Block, ...]:
    """Return the first of each set of blocks with equal effect on the chances of a battle.

    >>> [block.name for block in distinct_blocks(army("Legio 7, Legio 9, Legio 10", "Caesar"))]
    ['Legio 7', 'Legio 10']
    """
    sorts: dict[tuple[object, ...], t.Block] = {}
    for block in blocks:
        figures = (block.initiative_attacking, block.initiative_defending, block.firepower, block.track)
        sorts.setdefault((*figures, block.type == "cleopatra"), block)
    return tuple(sorts.values())


def text_of(blocks: Iterable[t.Block]) -> str:
    """Return blocks as text for ``army``: full strengths left out, equal ratings counted.

    >>> text_of(army("Caesar, Legio 13/2, C3/III, C3/III", "Caesar"))
    'Caesar, Legio 13/II, 2 C3/III'
    """
    texts = (str(b) if b.type in NAMELESS or b.strength < b.track[0] else b.name_for_army for b in blocks)
    pieces = [(text, len(list(same))) for text, same in groupby(texts)]
    return ", ".join(f"{count} {text}" if count > 1 else text for text, count in pieces)
