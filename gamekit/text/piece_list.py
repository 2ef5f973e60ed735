"""Parsing of piece lists as people type and paste them: commas, lines, bullets, numbers, spreadsheet tables.

A text becomes pieces with a count, a name and a suffix such as a strength; the games interpret the names."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from difflib import get_close_matches
from numbers import Real
from typing import Any, NamedTuple, TypeVar
from unicodedata import category, normalize

from gamekit.storage.serialization import short_repr
from gamekit.text.translation import note, untranslated_message

T = TypeVar("T")

QUOTES = str.maketrans({**dict.fromkeys("‘’‚‛`´′", "'"), **dict.fromkeys("“”„‟«»″「」『』", '"'), "−": "-"})
DASHES = str.maketrans(dict.fromkeys("‐‑‒–—―", "-"))
BULLET = re.compile(r"^\s*(?:[-*+>]\s+|[•·・◦‣▪▫●○■□☐☑☒✓✔]\s*|\(?\d{1,3}[.)](?:\s+|(?=[^\d\s])))")
NUMERAL = re.compile(r"IV|I{1,3}|[1-9]|full", re.IGNORECASE)
TIMES = r"\s*(?:[×✕*]|x(?!x)|(?<=\d)\s+of\b)\s*"
COUNT_FIRST = re.compile(rf"(\d+)(?![\d./⁄])(?!(?:st|nd|rd|th)\b|\s*-\s*\d)(?:{TIMES}|\s*)([^\d\s].*)", re.IGNORECASE)
COUNTS = ("a|an|the|one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
SPELLED = [re.compile(rf"(?:{words})\s+(?=[^\W\d])", re.IGNORECASE) for words in COUNTS]
COUNT_LAST = re.compile(r"(.+?)\s*\(?\s*(?:[×✕*]|(?<![A-Za-z])x)\s*(\d+)\s*\)?([\s([/:]+\D.*)?", re.IGNORECASE)
NOT_WHOLE = re.compile(r"-\s*\d+\s*[^\W\d].*|-?\d+[.⁄]\d+\D.*")  # a count below 0, or with a fraction
FULL = re.compile(r"(.+?)(?:\s*[/:]|\s*[(\[]|\s+-|\s+at|\s)\s*full(?:\s+strength)?\s*[)\]]?", re.IGNORECASE)
UNIT = r"(?:strength|str|cv|steps?|戦力|ステップ)\.?"
LEVEL = rf"(IV|I{{1,3}}|[1-9])(?:\s*(?:/|of)\s*(?:IV|I{{1,3}}|[1-9]))?(?:\s*{UNIT})?"  # also 2/3 and "2 steps"
BRACKETED = re.compile(rf"(.+?)\s*[(\[]\s*(?:at\s+)?(?:{UNIT}\s*[:=]?)?\s*{LEVEL}\s*[)\]]", re.IGNORECASE)
SPOKEN = re.compile(
    rf"(.+?)(?:\s+-\s+|\s+(?:at\s+|with\s+)?{UNIT}\s*[:=]?\s*|\s+(?:at|with)\s+|\s*(?:戦力|[-=]>|→|\.{{2,}})\s*){LEVEL}",
    re.IGNORECASE,
)
RULE = re.compile(r"[\s|:+=-]*(?:\||--|==)[\s|:+=-]*")  # a line between the rows of a table
PRINTED = re.compile(
    r"\s*[\[({]\s*([\"'].*[\"']|\w[^\[\](){}]*\(\d+\).*)\s*,?\s*[\])}]\s*", re.DOTALL
)  # a list in Python or JSON
AND = r"[,;、と]|\s(?:[&+]|and|plus|e|et|und)\s"
SLASH = r"\s*/(?=[\s\d]*(?:x\s*)?[\"']?(?!full|str|cv|step)(?![IVX]+\b)[^\W\d_]{2})"  # before a name, no strength
BETWEEN = re.compile(rf"{AND}|{SLASH}", re.IGNORECASE)
INLINE = re.compile(r"([^\d:,;]+):\s+(?!(?:IV|I{1,3}|\d+)\s*(?:[,;]|$))(.+)", re.IGNORECASE)  # a heading, then pieces
MARKUP = (  # of forums, pages, Markdown, and Python
    (re.compile(r"\(\s*([\"'])([^\"'\n]+)\1\s*,\s*(\d+)\s*\)"), r"\2 (\3)"),
    (re.compile(r"(?<=[{,\s])([\"'])([^\"'\n]+)\1\s*:\s*(\d+)"), r"\2 (\3)"),
    (re.compile(r"\[\*\]|<(?:br|li|p|div|tr)\b[^<>]*>", re.IGNORECASE), "\n"),
    (re.compile(r"\[i\]([^\[\]\n]*)\[/i\]", re.IGNORECASE), r"\1"),  # [I] alone is a strength
    (re.compile(r"\[/?(?:[bsu]|list|[uo]l|li|colou?r|size|font|url|quote)(?:=[^\[\]\n]*)?\]", re.IGNORECASE), ""),
    (re.compile(r"</t[dh]>\s*(?=<t[dh]\b)", re.IGNORECASE), "\t"),
    (re.compile(r"</?[a-z][^<>\n]*>", re.IGNORECASE), ""),
    (re.compile(r"(?<![\w*)])(?<!\d )([*_]{1,3}|~~)(?=[^\s*_])([^*_~\n]+?)(?<=\S)\1(?![\w*])"), r"\2"),
)
NAMES = "block unit piece card counter name army force hand attacker defender troop"
HEADS = {  # words of column heads, by what is in the column
    word: kind
    for words, kind in (
        (f"{NAMES} ブロック ユニット 名前 名称 札 駒 部隊 手札", "name"),
        ("strength str cv step 戦力 現戦力 ステップ", "level"),
        ("count number quantity qty amount units 枚数 数 数量 個数", "amount"),
        ("side colour color player owner faction 陣営 軍", "side"),
        ("max maximum full printed 最大", "none"),  # the full strength is not today's
        ("reduced flipped 減少", "part"),
        ("of the current now present in 現在", ""),
    )
    for word in words.split()
}
TOTAL = re.compile(r"(?:grand |sub)?totals?\b.*|sum(?:\s*[:=]?\s*\d+)?|(?:総|合|小)?計[^\w]*\d*", re.IGNORECASE)
MISSING = ("nan", "none", "null", "<na>", "nat", "n/a", "na", "#n/a", "-", "--")  # how an empty cell is written
REMARK = re.compile(r"(?<=\S)\s+(?:#|//)\s*(?=[^\W\d])(?!(?:IV|I{1,3})\b)[^\t|\n]*$", re.MULTILINE)
NUMBER_SIGN = re.compile(r"(?<=[^\W\d])[.\s]*(?:#|№|\bno\.|\bnr\.?)\s*(?=\d)", re.IGNORECASE)  # Legion #13
FRACTION = re.compile(r"(?<![\w/] \d)(?<![\w/]\d)(?<=\d)/(?=\d\s+[^\W\d])")  # 1/2 LGN
VERSUS = re.compile(r"\s(?:vs?\.?|versus|against|対)\s", re.IGNORECASE)
ROMAN = re.compile("(m*)(c[md]|d?c{0,3})(x[cl]|l?x{0,3})(i[xv]|v?i{0,3})")
VALUES = {"i": 1, "v": 5, "x": 10, "l": 50, "c": 100, "d": 500, "m": 1000}
KANJI = "〇一二三四五六七八九"

LONGEST = 80  # letters of an entry that an error repeats


class ListEntry(NamedTuple):
    """One entry of a list: count, name, the suffix after the name ("" if none), the original text, and what stands in
    the same row of a table without a head and was not read."""

    count: int  # type: ignore[assignment]
    name: str
    behind: str
    written: str
    unread: tuple[str, ...] = ()


def normalize_characters(text: str) -> str:
    """Return text in plain characters: full-width forms become ASCII, typographic quotes and dashes those of a
    keyboard; zero-width characters and byte-order marks are removed.

    >>> normalize_characters("\\ufeff２\\u200b ＨＩ")
    '2 HI'
    """
    plain = normalize("NFKC", text).translate(QUOTES).translate(DASHES)
    return "".join(" " if category(c) == "Zs" else c for c in plain if category(c) != "Cf")


def digits(text: str) -> str:
    """Return a text with Japanese numerals as figures.

    >>> digits("第十三軍団、四九年")
    '第13軍団、49年'
    """

    def figures(found: re.Match[str]) -> str:
        tens, ten, ones = found[0].rpartition("十")
        return "".join(str(KANJI.index(each)) for each in (tens or "一" if ten else "") + (ones or "〇"))

    return re.sub(f"[{KANJI}]?十[{KANJI}]?|[{KANJI}]+", figures, text)


def figure(word: str) -> str:
    """Return a number as figures if it is an English word from one to ten, a Roman numeral ("mix" too, 1009) or figures
    with an ending (13th); any other word unchanged.

    >>> figure("three"), figure("XIII"), figure("13th"), figure("Rome")
    ('3', '13', '13', 'Rome')
    """
    lower = word.casefold()
    named = next((n for n, words in enumerate(COUNTS, 1) if lower in words.split("|")[-1:]), 0)
    if named or re.fullmatch(r"\d+(?:st|nd|rd|th)", lower):
        return str(named or lower[:-2])
    if not word or not (numeral := ROMAN.fullmatch(lower)):
        return word
    figures = [sum(VALUES[each] for each in part) for part in numeral.groups()]
    return str(sum(figures) - 2 * sum(VALUES[pair[0]] for pair in re.findall("c[md]|x[cl]|i[xv]", lower)))


def is_missing(cell: Any) -> bool:
    """Return whether a cell of a table is empty: blank, or NaN, None and the like, as a value or written."""
    return str(cell).strip().casefold() in ("", *MISSING)


def parse_entries(text: str, numbered: bool = False, apart: bool = False) -> list[ListEntry]:
    """Return the entries of a list, without empty ones.

    Entries are separated by commas, semicolons or line breaks, with or without bullets and numbers; ``2x``, ``x 2`` and
    ``2 ×`` are counts; a strength may follow in brackets, after a dash or in a table's second column. With ``numbered``
    a first column that counts up numbers the rows; with ``apart`` each cell is an entry. A row of sums is left out.

    >>> [piece[:3] for piece in parse_entries("- 2x HI\\n- an AUX, CAV x 3,")]
    [(2, 'HI', ''), (1, 'AUX', ''), (3, 'CAV', '')]
    >>> [piece[:3] for piece in parse_entries("Block\\tStrength\\nLegio 13\\tII\\n'Legio 7' (III)")]
    [(1, 'Legio 13', 'II'), (1, 'Legio 7', 'III')]
    """
    found = list[ListEntry]()
    lines = _headed(text)[1]
    rows, head = _rows(lines)
    table = [row for row in rows if len(row) > 1 and row is not head]
    indexed = _has_index(table, head, numbered)
    for line, row in zip(lines, rows):
        if len(row) > 1 and row is not head and not apart:
            found.append(_of_row(row[indexed:], head[-len(row[indexed:]) :]))
        elif row is not head:
            found += [
                _piece(part) for cell in (row if apart else [line]) for part in BETWEEN.split(cell) if _bare(part)
            ]
    return [piece for piece in found if not is_missing(piece.written) and not TOTAL.fullmatch(piece.written)]


def _rows(lines: list[str]) -> tuple[list[list[str]], list[str]]:
    """Return the cells of each line, and which row is the head of a table, [] if there is none."""
    rows = _grid(lines, "[,;]", 3) or _grid(lines, r"\s{2,}", 2) or [_cells(line) for line in lines]
    titled = rows[0] if len(rows) > 1 and any(map(_kind_of, rows[0])) else []
    table = [row for row in rows if len(row) > 1]
    return rows, titled or (table[0] if _is_heading(table) else [])


def side_names(text: str) -> list[str]:
    """Return what the column for the side says in a table, each once, in order.

    >>> side_names("Side\\tUnit\\nRome\\tLGN\\nCarthage\\tHI\\nRome\\tHI")
    ['Rome', 'Carthage']
    """
    rows, head = _rows(_headed(text)[1])
    at = [n for n, title in enumerate(head) if _kind_of(title) == "side"]
    return list(dict.fromkeys(row[n] for row in rows for n in at if row is not head and n < len(row) and row[n]))


def split_names(text: str) -> list[str]:
    """Return the names of a typed list: ``Ada, “Ben” and Cleo``."""
    return [
        name
        for line in normalize_characters(text).splitlines()
        for part in re.split(AND, line)
        if (name := _bare(part))
    ]


def table_as_text(value: Any) -> Any:
    """Return the text of a table or column of pandas, a mapping, a list of texts or pairs; anything else as it is."""
    if isinstance(value, str | bytes) or not hasattr(value, "__iter__"):
        return value
    if hasattr(value, "columns"):
        return value.to_csv(sep="\t")
    columns = isinstance(value, Mapping) and all(isinstance(row, list | tuple) for row in value.values())
    rows = value.items() if hasattr(value, "items") and [*value.keys()] != [*range(len(value))] else value
    rows = [[*value], *zip(*value.values())] if columns and value else [*rows]
    if rows and all(isinstance(row, Mapping) for row in rows):
        heads = dict.fromkeys(head for row in rows for head in row)
        rows = [heads, *([row.get(head) for head in heads] for row in rows)]
    many = [[*row] if hasattr(row, "__iter__") and not isinstance(row, str) else [row] for row in rows]
    plain = all(isinstance(cell, str | Real) or is_missing(cell) for row in many for cell in row)
    return (
        "\n".join("\t".join("" if is_missing(cell) else str(cell) for cell in row) for row in many) if plain else value
    )


def _headed(text: str) -> tuple[str, list[str]]:
    """Return the heading of a list or table, which ends in a colon ("" if there is none), and the lines below it."""
    plain = FRACTION.sub("⁄", NUMBER_SIGN.sub(" ", REMARK.sub("", digits(_unmarked(normalize_characters(text))))))
    lines = [line for line in plain.splitlines() if line.strip() and not RULE.fullmatch(line)]
    first, heading = lines[0].strip() if lines else "", ""
    if (inline := INLINE.fullmatch(first)) and (
        is_list_title(inline[1]) or " " in inline[1].strip() or re.fullmatch(r"\d+\s*(?:x\s*)?[^\W\d][^:]*", inline[2])
    ):
        heading, lines = inline[1], [inline[2], *lines[1:]]
    elif first.endswith(":") and lines[1:] and all(BULLET.match(line) or len(_cells(line)) > 1 for line in lines[1:]):
        heading, lines = ("", lines) if BULLET.match(first) else (first[:-1], lines[1:])
    return heading, [BULLET.sub("", line, count=1) for line in lines]


def parse_values(text: str, values_of_entry: Callable[[ListEntry], Iterable[T]]) -> list[T]:
    """Return the values of the pieces of a list, in order; a count of 0 adds nothing.

    ``meaning(piece)`` returns a piece's values, or raises a ValueError; the entries understood before are added to its
    message. Numbers in the first column that count up, and cannot be counts, number the rows.

    >>> parse_values("2 HI, 0 CAV", lambda piece: [piece.name] * piece.count)
    ['HI', 'HI']
    """
    if len(opposed := side_names(text)) > 1 or VERSUS.search(normalize_characters(text)):
        both = f" ({', '.join(opposed)})" if opposed else ""
        raise ValueError(note("pieces.sides", text=short_repr(normalize_characters(text).strip()), sides=both))
    if heading := _headed(text)[0]:  # which must not name a piece itself
        with suppress(ValueError):
            values_of_entry(_piece(heading))
            text = f"{heading}:"
    counted = parse_entries(text)
    others = [
        found for found in (parse_entries(text, numbered=True), parse_entries(text, apart=True)) if found != counted
    ]
    try:
        return _values(counted, values_of_entry)
    except ValueError:
        for found in others:
            with suppress(ValueError):
                return _values(found, values_of_entry)
        raise


def _values(found: list[ListEntry], meaning: Callable[[ListEntry], Iterable[T]]) -> list[T]:
    values, understood = list[T](), list[str]()
    for piece in found:
        try:
            if NOT_WHOLE.fullmatch(piece.name):
                raise ValueError(note("pieces.count", piece=repr(piece.written)))
            if piece.name.endswith(":"):
                raise ValueError(note("pieces.heading", piece=repr(piece.written)))
            meant = list(meaning(piece if piece.count else piece._replace(count=1)))
            _check_unread(piece, meaning)
        except ValueError as error:
            if not understood:
                raise
            raise ValueError(
                note("pieces.so_far", error=untranslated_message(error), understood=", ".join(understood))
            ) from None
        values += meant if piece.count else []
        understood.append(piece.written)
    return values


def _check_unread(piece: ListEntry, meaning: Callable[[ListEntry], Iterable[Any]]) -> None:
    """Raise ValueError if another cell of the piece's row is a piece as well."""
    for cell in piece.unread:
        try:
            meaning(_piece(cell))
        except ValueError:
            continue
        raise ValueError(note("pieces.row", piece=repr(piece.written), cell=cell))


def similar_names(name: str, known: Iterable[str], most: int = 3, least_similarity: float = 0.5) -> list[str]:
    """Return up to ``most`` known names most similar to this one, ``least_similarity`` (0 to 1) or more, never this
    name itself.

    >>> similar_names("Massila", ["Massilia", "Massila", "Rome"])
    ['Massilia']
    """
    lower = {each.casefold(): each for each in known if each != name}
    return [lower[near] for near in get_close_matches(name.casefold(), lower, most, least_similarity)]


def _bare(part: str) -> str:
    return part.strip().strip("\"'").strip()


def _unmarked(text: str) -> str:
    """Return a text without the marks for bold, lists and the like."""
    bare = text
    for mark, plain in 2 * MARKUP:  # twice: marks within marks
        bare = mark.sub(plain, bare)
    bare = printed[1] if (printed := PRINTED.fullmatch(bare)) else bare
    return bare if bare.strip() else text


def _grid(lines: list[str], between: str, least: int) -> list[list[str]]:
    """Return the rows of a table without tabs: with a title, or with a cell that is only a number in each row (its head
    excepted, if there are ``least`` rows; or an empty cell, if the first row has one); [] for any other text."""
    rows = [[*map(_cell, re.split(between, line))] for line in lines]
    if between != "[,;]":
        rows = [[cell for cell in row if cell or is_missing(cell)] for row in rows]
    while rows and max(map(len, rows)) > 1 and not any(row[-1] for row in rows):
        rows = [row[:-1] or row for row in rows]  # a comma at the end of each line
    lengths = {len(row) for row in rows[1:]}
    square = len(lengths) == 1 and lengths <= {len(rows[0]), len(rows[0]) + 1} - {1}
    rated = [any(map(_is_number, row)) for row in rows]
    filled = [one or "" in row for one, row in zip(rated, rows)]
    sure = square and (any(map(_kind_of, rows[0])) or (all(rated[1:]) and (rated[0] or len(rows) >= least)))
    return rows if sure or (square and any(rated) and all(filled)) else []


def _has_index(rows: list[list[str]], head: list[str], numbered: bool) -> bool:
    """Whether the first of three columns or more only numbers a table's rows: it has no head, or counts from 0, or
    from any number where ``numbered`` says so."""
    bare = head[:1] == [""] or 0 < len(head) < len(rows[0] if rows else "")
    first = [row[0] for row in rows if len(row) > 2 or bare or numbered]
    untitled = bare and all(map(str.isdigit, first))
    start = int(first[0][:9]) if numbered and first and first[0].isdecimal() else 0
    counting = [str(start + n) for n in range(max(2, len(rows)))]
    return len(first) == len(rows) > 0 and (untitled or first == counting)


def _cells(line: str) -> list[str]:
    """Return the columns of a line, separated by tabs or bars; a single one for any other line."""
    line = line.strip(" ")
    if "|" in line:
        return [*map(_cell, line.removeprefix("|").removesuffix("|").split("|"))]
    return [*map(_cell, line.split("\t"))] if re.search(r"[^\s,;]\s*\t\s*[^\s,;]|^\t|\t\s*$", line) else [line]


def _is_heading(rows: list[list[str]]) -> bool:
    """Whether the first row is the heading of others: it has no number and no gap where each of them has a number."""
    rated = [any(map(_is_number, row)) for row in rows]
    return len(rows) > 1 and not rated[0] and all(rated[1:]) and "" not in rows[0][1:]


def _kind_of(title: str) -> str:
    """Return what a column holds by its title: "name", "level", "amount" or "side"; "" for any other text."""
    words = re.findall(r"[^\W\d]+", re.sub(r"\(.*?\)", "", title).casefold())
    kinds = [HEADS.get(word, HEADS.get(word.removesuffix("s"), "other")) for word in words]
    if not words or {"other", "none"} & {*kinds} or re.search(r"\d", title):
        return ""
    return next((kind for kind in ("level", "amount", "part", "name", "side") if kind in kinds), "")


def is_list_title(cell: str) -> bool:
    """Whether a cell is the title of a column or list of pieces: Block, Cards, Hand:."""
    return _kind_of(_bare(cell).strip(":.")) == "name"


def _cell(written: str) -> str:
    """Return a cell without quotes, a whole number without its ``.0``, "" if it is missing."""
    bare = re.sub(r"^(\d+)\.0+$", r"\1", _bare(written))
    return "" if is_missing(bare) else bare


def _is_number(cell: str) -> bool:
    return cell.isdecimal() or bool(NUMERAL.fullmatch(cell))


def _of_row(row: list[str], head: list[str]) -> ListEntry:
    """Return the piece of a table row: a count may precede the name, a strength or a count follow it, the one number
    behind or the one below a head that says so."""
    kinds = [*map(_kind_of, head)] if len(head) == len(row) else []
    if not any(kinds):
        row = [cell for cell in row if cell] or [""]
        kinds = [""] * len(row)
    at = kinds.index("name") if "name" in kinds else int(len(row) > 1 and row[0].isdecimal())
    piece, rest = _piece(row[at]), [cell for cell in row[at + 1 :] if cell]
    numbers = [cell for cell in rest if _is_number(cell)]
    cells = [(cell, kind) for cell, kind in zip(row, kinds) if cell]
    levels, amounts, parts = ([cell for cell, kind in cells if kind == known] for known in ("level", "amount", "part"))
    behind = numbers[0] if len(numbers) == 1 else " ".join(rest)
    if "level" in kinds or "amount" in kinds:
        behind = " ".join(dict.fromkeys([*(filter(_is_number, levels) if len(levels) > 1 else levels), *parts]))
    before = amounts[0] if amounts else row[at - 1] if at and kinds[at - 1] != "level" else ""
    count = int(before[:9]) if before.isdecimal() else 1
    behind = "" if behind.casefold() == "full" else behind
    unread = () if head else tuple(cell for cell in rest if cell not in numbers)
    return ListEntry(count * piece.count, piece.name, piece.behind or behind, " ".join(filter(None, row)), unread)


def _piece(part: str) -> ListEntry:
    name, count, behind = re.sub(r"^the\s+(?=\d)", "", _bare(part).rstrip("."), flags=re.IGNORECASE), 1, ""
    name = re.sub(r"(?<=\d)\s*[個枚体つ]", "", name)
    for number, spelled in enumerate(SPELLED, 1):
        name = spelled.sub(f"{number} ", name, count=1) if spelled.match(name) else name
    name = re.sub(r"^(\d+\s+)?full(?:[ -]strength)?\s+", r"\1", name, flags=re.IGNORECASE)
    name = full[1] if (full := FULL.fullmatch(name)) else name
    if match := COUNT_LAST.fullmatch(name):
        name, count = match[1] + (match[3] or ""), int(match[2][:9])
    elif match := COUNT_FIRST.fullmatch(name):
        name, count = match[2], int(match[1][:9])
    if match := BRACKETED.fullmatch(name) or SPOKEN.fullmatch(name):
        name, behind = match[1], match[2]
    written = _bare(part)
    return ListEntry(count, _bare(name), behind, written if len(written) <= LONGEST else f"{written[:LONGEST]}...")
