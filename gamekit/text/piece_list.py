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
COUNT_FIRST = re.compile(rf"(\d+)(?![\d./])(?!(?:st|nd|rd|th)\b|\s*-\s*\d)(?:{TIMES}|\s*)([^\d\s].*)", re.IGNORECASE)
COUNTS = ("a|an|the|one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
SPELLED = [re.compile(rf"(?:{words})\s+(?=[^\W\d])", re.IGNORECASE) for words in COUNTS]
COUNT_LAST = re.compile(r"(.+?)\s*\(?\s*(?:[×✕*]|(?<![A-Za-z])x)\s*(\d+)\s*\)?", re.IGNORECASE)
UNIT = r"(?:strength|str|cv|steps?)\.?"
LEVEL = rf"(IV|I{{1,3}}|[1-9])(?:\s*(?:/|of)\s*(?:IV|I{{1,3}}|[1-9]))?(?:\s*{UNIT})?"  # also 2/3 and "2 steps"
BRACKETED = re.compile(rf"(.+?)\s*[(\[]\s*(?:at\s+)?(?:{UNIT}\s*[:=]?)?\s*{LEVEL}\s*[)\]]", re.IGNORECASE)
SPOKEN = re.compile(rf"(.+?)(?:\s+-\s+|\s+(?:at\s+|with\s+)?{UNIT}\s*[:=]?\s*|\s+(?:at|with)\s+){LEVEL}", re.IGNORECASE)
RULE = re.compile(r"[\s|:+-]*\|[\s|:+-]*")  # the line below a table's head
PRINTED = re.compile(r"\s*[\[({]\s*([\"'].*[\"'])\s*,?\s*[\])}]\s*", re.DOTALL)  # a list in Python or JSON
BETWEEN = re.compile(r"[,;、]|\s&\s|\s\+\s|\sand\s")
MARKUP = (  # of forums, pages and Markdown
    (re.compile(r"\[\*\]|<(?:br|li|p|div|tr)\b[^<>]*>", re.IGNORECASE), "\n"),
    (re.compile(r"\[i\]([^\[\]\n]*)\[/i\]", re.IGNORECASE), r"\1"),  # [I] alone is a strength
    (re.compile(r"\[/?(?:[bsu]|list|[uo]l|li|colou?r|size|font|url|quote)(?:=[^\[\]\n]*)?\]", re.IGNORECASE), ""),
    (re.compile(r"</?[a-z][^<>\n]*>", re.IGNORECASE), ""),
    (re.compile(r"(?<![\w*)])(?<!\d )([*_]{1,3}|~~)(?=[^\s*_])([^*_~\n]+?)(?<=\S)\1(?![\w*])"), r"\2"),
)
COUNTED = ("strength", "str", "cv", "steps", "count", "number", "quantity", "units", "戦力", "数")  # heads of columns

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
    lines = [line for line in _unmarked(clean(text)).splitlines() if line.strip() and not RULE.fullmatch(line)]
    lines = [BULLET.sub("", line, count=1) for line in lines]
    rows = _comma_rows(lines) or [_cells(line) for line in lines]
    table = [row for row in rows if len(row) > 1]
    head = table[0] if table and _is_heading(table[0], table[1:]) else []
    indexed = _has_index(table[1:] if head else table, head)
    for line, row in zip(lines, rows):
        if len(row) > 1:
            found += [_of_row(row[indexed:], head[-len(row[indexed:]) :])] if row is not head else []
        else:
            found += [_piece(part) for part in BETWEEN.split(line) if _bare(part)]
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
            if piece.name.endswith(":"):
                raise ValueError(note("pieces.heading", piece=repr(piece.written)))
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


def _unmarked(text: str) -> str:
    """Return a text without the marks for bold, lists and the like."""
    text = printed[1] if (printed := PRINTED.fullmatch(text)) else text
    bare = text
    for mark, plain in 2 * MARKUP:  # twice: marks within marks
        bare = mark.sub(plain, bare)
    return bare if bare.strip() else text


def _comma_rows(lines: list[str]) -> list[list[str]]:
    """Return the rows of a table with commas, which has a cell with only a number in each; [] for any other text."""
    rows = [[cell for cell in map(_bare, re.split("[,;]", line)) if cell] for line in lines]
    numbered = [any(map(_is_number, row)) for row in rows]
    lengths = {len(row) for row in rows[1:]}
    square = len(lengths) == 1 and lengths <= {len(rows[0]), len(rows[0]) + 1} - {1}
    return rows if square and all(numbered[1:]) and (numbered[0] or len(rows) > 2) else []


def _has_index(rows: list[list[str]], head: list[str]) -> bool:
    """Whether the first of three columns or more only numbers a table's rows: it has no head, or counts from 0."""
    first = [row[0] for row in rows if len(row) > 2]
    untitled = bool(head) and len(rows[0]) > len(head) and all(map(str.isdigit, first))
    return len(first) == len(rows) > 0 and (untitled or first == [str(n) for n in range(max(2, len(rows)))])


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


def _of_row(row: list[str], head: list[str]) -> Piece:
    """Return the piece of a table row: a count may precede the name, a strength or a count follow it, the one number
    behind or the one below a head that says so."""
    at = 1 if row[0].isdigit() else 0
    piece, numbers = _piece(row[at]), [cell for cell in row[at + 1 :] if _is_number(cell)]
    if len(numbers) > 1 and len(head) == len(row):
        numbers = [cell for cell, title in zip(row, head) if title.casefold().rstrip(".") in COUNTED]
    behind = numbers[0] if len(numbers) == 1 else " ".join(row[at + 1 :])
    return Piece((int(row[0]) if at else 1) * piece.count, piece.name, piece.behind or behind, " ".join(row))


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
