"""Parsing of piece lists as people type and paste them: commas, lines, bullets, numbers, spreadsheet tables.

A text becomes pieces with a count, a name and a suffix such as a strength; the games interpret the names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from difflib import get_close_matches
from typing import NamedTuple, TypeVar
from unicodedata import category, normalize

from gamekit.text.translation import message_of, note

T = TypeVar("T")

QUOTES = str.maketrans({**dict.fromkeys("‘’‚‛`´′", "'"), **dict.fromkeys("“”„‟«»″「」『』", '"'), "−": "-"})
DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―", "-"))
BULLET = re.compile(r"^\s*(?:[-*+>]\s+|[•·・◦‣▪▫●○■□]\s*|\(?\d{1,3}[.)](?:\s+|(?=[^\d\s])))")
NUMERAL = re.compile(r"IV|I{1,3}|[1-9]", re.IGNORECASE)
TIMES = r"\s*(?:[×✕*]|x(?!x)|(?<=\d)\s+of\b)\s*"
COUNT_FIRST = re.compile(rf"(\d+)(?![\d.])(?!(?:st|nd|rd|th)\b|\s*-\s*\d)(?:{TIMES}|\s*)([^\d\s].*)", re.IGNORECASE)
COUNTS = ("a|an|the|one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
SPELLED = [re.compile(rf"(?:{words})\s+(?=[^\W\d])", re.IGNORECASE) for words in COUNTS]
COUNT_LAST = re.compile(r"(.+?)\s*\(?\s*(?:[×✕*]|(?<![A-Za-z])x)\s*(\d+)\s*\)?", re.IGNORECASE)
BRACKETED = re.compile(r"(.+?)\s*[(\[]\s*(IV|I{1,3}|[1-9])\s*[)\]]", re.IGNORECASE)
SPOKEN = re.compile(r"(.+?)(?:\s+-|,?\s+(?:at|with)?\s*(?:strength|cv))\s+(IV|I{1,3}|[1-9])", re.IGNORECASE)
RULE = re.compile(r"[\s|:+-]*\|[\s|:+-]*")  # the line below a table's head

LONGEST = 80  # letters of an entry that an error repeats


class Piece(NamedTuple):
    """One entry of a list: count, name, the suffix after the name ("" if none), and the original text."""

    count: int  # type: ignore[assignment]
    name: str
    behind: str
    written: str


def clean(text: str) -> str:
    """Return text in plain characters: full-width forms become ASCII, typographic quotes and dashes those of a
    keyboard; zero-width characters and byte-order marks are removed.

    >>> clean("\\ufeff２\\u200b ＨＩ")
    '2 HI'
    """
    plain = normalize("NFKC", text).translate(QUOTES).translate(DASHES)
    return "".join(" " if category(c) == "Zs" else c for c in plain if category(c) != "Cf")


def pieces(text: str) -> list[Piece]:
    """Return the entries of a list, without empty ones.

    Entries are separated by commas, semicolons or line breaks, with or without bullets and numbers; ``2x``, ``x 2`` and
    ``2 ×`` are counts; a strength may follow in brackets, after a dash or in a table's second column.

    >>> [piece[:3] for piece in pieces("- 2x HI\\n- an AUX, CAV x 3,")]
    [(2, 'HI', ''), (1, 'AUX', ''), (3, 'CAV', '')]
    >>> [piece[:3] for piece in pieces("Block\\tStrength\\nLegio 13\\tII\\n'Legio 7' (III)")]
    [(1, 'Legio 13', 'II'), (1, 'Legio 7', 'III')]
    """
    found = list[Piece]()
    lines = [line for line in clean(text).splitlines() if line.strip() and not RULE.fullmatch(line)]
    table = [row for row in (_cells(line) for line in lines) if len(row) > 1]
    for line in lines:
        row = _cells(line)
        if len(row) > 1:
            if row is not None and row == table[0] and _is_heading(row, table[1:]):
                continue
            found.append(_of_row(row))
        else:
            found += [
                _piece(part)
                for part in re.split(r"[,;、]|\s&\s|\s\+\s|\sand\s", BULLET.sub("", line, count=1))
                if _bare(part)
            ]
    return found


def read(text: str, meaning: Callable[[Piece], Iterable[T]]) -> list[T]:
    """Return the values of the pieces of a list, in order; a count of 0 adds nothing.

    ``meaning(piece)`` returns a piece's values, or raises a ValueError; the entries understood before are added to its
    message.

    >>> read("2 HI, 0 CAV", lambda piece: [piece.name] * piece.count)
    ['HI', 'HI']
    """
    found, understood = list[T](), list[str]()
    for piece in pieces(text):
        try:
            meant = list(meaning(piece if piece.count else piece._replace(count=1)))
        except ValueError as error:
            if not understood:
                raise
            raise ValueError(note("pieces.so_far", error=message_of(error), understood=", ".join(understood))) from None
        found += meant if piece.count else []
        understood.append(piece.written)
    return found


def nearest(name: str, known: Iterable[str], most: int = 3) -> list[str]:
    """Return up to ``most`` known names most similar to this one, never this name itself.

    >>> nearest("Massila", ["Massilia", "Massila", "Rome"])
    ['Massilia']
    """
    lower = {each.casefold(): each for each in known if each != name}
    return [lower[near] for near in get_close_matches(name.casefold(), lower, most, 0.5)]


def _bare(part: str) -> str:
    return part.strip().strip("\"'").strip()


def _cells(line: str) -> list[str]:
    """Return the columns of a line, separated by tabs or bars; a single one for any other line."""
    line = line.strip(" ")
    between = "\t" if "\t" in line.strip() else "|" if line.startswith("|") else None
    return [cell for cell in map(_bare, line.split(between)) if cell] if between else [line]


def _is_heading(row: list[str], rest: list[list[str]]) -> bool:
    """Whether a table's first row is a heading: it has no number, and each of the other rows has one."""
    return bool(rest) and not any(map(_is_number, row)) and all(any(map(_is_number, other)) for other in rest)


def _is_number(cell: str) -> bool:
    return cell.isdigit() or bool(NUMERAL.fullmatch(cell))


def _of_row(row: list[str]) -> Piece:
    """Return the piece of a table row: a count may precede the name, a strength or a count follow it."""
    before = int(row[0]) if row[0].isdigit() else 1
    piece = _piece(row[1] if row[0].isdigit() else row[0])
    behind = "".join(row[2 if row[0].isdigit() else 1 :][:1])
    return Piece(before * piece.count, piece.name, piece.behind or behind, " ".join(row))


def _piece(part: str) -> Piece:
    name, count, behind = re.sub(r"^the\s+(?=\d)", "", _bare(part).rstrip("."), flags=re.IGNORECASE), 1, ""
    for number, spelled in enumerate(SPELLED, 1):
        name = spelled.sub(f"{number} ", name, count=1) if spelled.match(name) else name
    if match := COUNT_LAST.fullmatch(name):
        name, count = match[1], int(match[2][:9])
    elif match := COUNT_FIRST.fullmatch(name):
        name, count = match[2], int(match[1][:9])
    if match := BRACKETED.fullmatch(name) or SPOKEN.fullmatch(name):
        name, behind = match[1], match[2]
    written = _bare(part)
    return Piece(count, _bare(name), behind, written if len(written) <= LONGEST else f"{written[:LONGEST]}...")
