"""Export of tables (CSV, Markdown, LaTeX, HTML, JSON) and pictures (SVG, PNG, self-contained HTML) for articles.

``save(thing, path)`` writes the format of the path's ending. A table is made of rows, a ``Dist`` or a chart, with a
caption and its basis; a picture of a chart or a board. PNG needs the extra ``export`` (resvg)."""

from __future__ import annotations

import csv as csv_module
import io
import json
import re
import warnings
from collections.abc import Callable, Iterable
from dataclasses import is_dataclass, replace
from fractions import Fraction
from html import escape, unescape
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

from gamekit.probability.distribution import Dist
from gamekit.storage import atomic_file, data_files
from gamekit.text import answer_tables
from gamekit.text.answer_tables import Table
from gamekit.text.translation import note, word

LATEX: Final = str.maketrans(
    {character: f"\\{character}" for character in "&%$#_{}"}
    | {"\\": r"\textbackslash{}", "~": r"\textasciitilde{}", "^": r"\textasciicircum{}", "–": "--", "…": r"\dots{}"}
    | {"<": "$<$", ">": "$>$", "|": "$|$", "·": r"$\cdot$", "−": "$-$", "×": r"$\times$", "±": r"$\pm$"}
    | {"≈": r"$\approx$", "≤": r"$\leq$", "≥": r"$\geq$", "→": r"$\to$"}
)
NOT_PDFLATEX: Final = r"""\ifdefined\pdftexversion\ifdefined\CJK\else
\PackageError{gamekit}{This table has Japanese words;\MessageBreak compile it with LuaLaTeX and
\string\usepackage{luatexja}}{}
\fi\fi
"""  # before a table that pdfLaTeX alone cannot set
MARKDOWN: Final = str.maketrans({"\n": " ", "<": "&lt;"} | {character: f"\\{character}" for character in "\\|*_`["})


def to_table(thing: Any, caption: str = "", chances: Iterable[str] = (), language: str | None = None) -> Table:
    """Return the table of a DataFrame, a ``Dist``, a chart or a question (its answer); ``caption`` and ``chances``, the
    columns that hold chances, are for things without their own.

    >>> from gamekit import roma_victrix as rv
    >>> print(markdown(to_table(rv.chance("withdrawal", 2), "Provinces withdrawn")))
    **Provinces withdrawn**
    <BLANKLINE>
    | outcome | p |
    |---:|---:|
    | 1 | 33.3% |
    | 0 | 66.7% |
    <BLANKLINE>
    rules 5.51, 5.53
    """
    if isinstance(thing, Table):
        return thing
    if told := answer_tables.answer_tables_of(thing, caption, language):
        return told[0]
    if isinstance(thing, Dist):
        if all(is_dataclass(outcome) for outcome in thing):
            return answer_tables.distribution_table(thing, caption, language)
        whole = all(isinstance(weight, int) for weight in thing.values())
        rows = tuple(
            (outcome, Fraction(weight, thing.total_weight) if whole else weight) for outcome, weight in thing.items()
        )
        return Table((word("export.outcome", language), "p"), rows, caption, thing.basis, ("p",), language)
    if isinstance(table := getattr(thing, "table", None), Table):  # of a chart
        return replace(table, caption=caption or table.caption, language=language or table.language)
    if not hasattr(thing, "itertuples"):
        raise ValueError(note("export.table", found=type(thing).__name__))
    basis, index = tuple(thing.attrs.get("basis", ())), thing.index
    if any(name is not None for name in index.names) or index.inferred_type not in ("integer", "empty"):
        thing = thing.reset_index()  # an index that names the rows
    cells = tuple(thing.itertuples(index=False, name=None))
    return Table(tuple(map(str, thing.columns)), cells, caption, basis, tuple(chances), language)


def _plain(value: Any) -> Any:
    return float(value) if isinstance(value, Fraction) else value


def csv(table: Any) -> str:
    """Return the table as CSV, numbers unrounded, without caption and basis."""
    table = to_table(table)
    text = io.StringIO()
    lines = csv_module.writer(text, lineterminator="\n")
    lines.writerow(table.heads)
    lines.writerows([_plain(value) for value in row] for row in table.rows)
    return text.getvalue()


def excel_csv(table: Any) -> str:
    """Return the table as ``csv`` does, after the byte-order mark by which Excel recognizes UTF-8."""
    return f"\ufeff{csv(table)}"


def as_json(table: Any) -> str:
    """Return caption, basis and rows as JSON; an exact number also as a fraction, under its head with ``_exact``."""
    table = to_table(table)
    rows = []
    for row in table.rows:
        exact = {f"{head}_exact": str(value) for head, value in zip(table.heads, row) if isinstance(value, Fraction)}
        rows.append({**{head: _plain(value) for head, value in zip(table.heads, row)}, **exact})
    found = {"caption": table.caption, "rows": rows, "basis": list(map(str, table.basis))}
    return json.dumps(found, ensure_ascii=False, indent=1, default=str) + "\n"


def numeric_columns(table: Table) -> list[bool]:
    """Return for each column whether it is numeric, so right-aligned."""
    numbers = (int, float, Fraction, type(None))
    columns = zip(*table.rows) if table.rows else [()] * len(table.heads)
    return [all(isinstance(cell, numbers) and not isinstance(cell, bool) for cell in column) for column in columns]


def markdown(table: Any) -> str:
    """The table as Markdown, its caption above and its basis below."""
    table = to_table(table)

    def line(cells: Iterable[str]) -> str:
        return f"| {' | '.join(str(cell).translate(MARKDOWN) for cell in cells)} |"

    rule = "|".join("---:" if right else "---" for right in numeric_columns(table))
    rows = "\n".join([line(table.heads), f"|{rule}|", *map(line, table.text_rows)])
    above = f"**{table.caption.translate(MARKDOWN)}**" if table.caption else ""
    return "\n\n".join(filter(None, (above, rows, table.basis_line.translate(MARKDOWN))))


def latex(table: Any) -> str:
    """The table as a LaTeX ``table`` that needs no package with pdfLaTeX; with Japanese words, pdfLaTeX
    stops with a sentence that asks for LuaLaTeX and luatexja; other engines are not checked."""
    table = to_table(table)
    sides = ["r" if right else "l" for right in numeric_columns(table)]
    columns, told = "".join(sides), table.text_rows
    widest = [max(map(len, column), default=0) for column in zip(*told)] or [0] * len(table.heads)
    heads = [_folded(*head) for head in zip(table.heads, widest, sides)]
    lines = [" & ".join(line) + r" \\" for line in (heads, *([cell.translate(LATEX) for cell in row] for row in told))]
    above = [rf"\caption{{{table.caption.translate(LATEX)}}}"] if table.caption else []
    below = ["", r"\smallskip", rf"{{\footnotesize {table.basis_line.translate(LATEX)}}}"] if table.basis_line else []
    close = [r"\setlength{\tabcolsep}{3pt}"] if len(table.heads) > 5 else []
    begun = [r"\begin{table}[ht]", r"\centering", *close, *above, rf"\begin{{tabular}}{{{columns}}}", r"\hline"]
    ended = [r"\hline", r"\end{tabular}", *below, r"\end{table}"]
    text = "\n".join([*begun, lines[0], r"\hline", *lines[1:], *ended]) + "\n"
    return NOT_PDFLATEX + text if any(letter >= "\u2e80" for letter in text) else text


def _folded(head: str, widest: int, side: str) -> str:
    """Return a column head for LaTeX, broken at its words if it is wider than its column."""
    if len(head) <= max(widest, 8):
        return head.translate(LATEX)
    words = r"\\".join(word.translate(LATEX) for word in head.split())
    return rf"\shortstack[{side}]{{\rule{{0pt}}{{2.4ex}}{words}}}"


def html(table: Any) -> str:
    """The table as HTML with a caption, and a foot with its basis."""
    table = to_table(table)
    sides = ["right" if right else "left" for right in numeric_columns(table)]

    def line(cells: Iterable[str], tag: str) -> str:
        put = (f'<{tag} style="text-align:{side}">{escape(str(cell))}</{tag}>' for side, cell in zip(sides, cells))
        return f"<tr>{''.join(put)}</tr>"

    body = "".join(line(row, "td") for row in table.text_rows)
    above = f"<caption>{escape(table.caption)}</caption>" if table.caption else ""
    foot = f'<tfoot><tr><td colspan="{len(table.heads)}"><small>{escape(table.basis_line)}</small></td></tr></tfoot>'
    head = f"{above}<thead>{line(table.heads, 'th')}</thead>"
    return f"<table>{head}<tbody>{body}</tbody>{foot if table.basis_line else ''}</table>\n"


def png(svg: str, width: int | None = None) -> bytes:
    """Return an SVG picture as PNG, ``width`` pixels wide, by default twice its own width."""
    try:
        from resvg_py import svg_to_bytes
    except ImportError:
        raise ValueError(note("export.resvg")) from None
    size: dict[str, Any] = {"zoom": 2} if width is None else {"width": width}
    families: dict[str, Any] = {"sans_serif_family": "Noto Sans CJK JP", "serif_family": "Noto Serif CJK JP"}
    warn_of_missing_characters(svg)
    return bytes(svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_dirs=[font_folder()], **families, **size))


def font_folder() -> str:
    """Return the folder of the bundled fonts, so that pictures and worksheets are the same on each machine."""
    return str(data_files.path("fonts/letters.txt").parent)


def warn_of_missing_characters(svg: str) -> None:
    """Warn of characters in a picture that the bundled fonts lack."""
    said = unescape("".join(re.findall(r">([^<]*)<", svg)))
    if lacking := sorted({c for c in said if not c.isspace()} - set(data_files.text("fonts/letters.txt"))):
        warnings.warn(note("export.letters", letters=" ".join(lacking)), stacklevel=3)


def png_or_svg(svg: str) -> str | bytes:
    """Return a picture in the format that pages save, PNG or SVG: ``PICTURE`` gives its ending and MIME type."""
    return png(svg) if PICTURE[0] == "png" else svg


PICTURE: Final = ("png", "image/png") if find_spec("resvg_py") else ("svg", "image/svg+xml")
TABLES: Final[dict[str, Callable[[Any], str]]] = {".csv": excel_csv, ".md": markdown, ".tex": latex, ".json": as_json}


def save(thing: Any, path: str | Path, width: int | None = None, overwrite: bool = False) -> None:
    """Write a table (.csv, .md, .tex, .json, .html) or a picture (.svg, .png, .html) to a file, all of it or nothing.

    A chart or board as .html is a self-contained page. ``width`` is for PNG, in pixels. Raises ValueError for another
    ending, a thing without picture or table, and, without ``overwrite``, an existing file.
    """
    ending = Path(path).suffix.lower()
    if ending in TABLES:
        atomic_file.save(path, TABLES[ending](thing), overwrite)
    elif ending == ".html":
        atomic_file.save(path, thing.html() if hasattr(thing, "html") else html(thing), overwrite)
    elif ending not in (".svg", ".png"):
        raise ValueError(note("export.ending", found=ending, known=", ".join((*TABLES, ".html", ".svg", ".png"))))
    elif not hasattr(thing, "svg"):
        raise ValueError(note("export.picture", found=type(thing).__name__))
    elif ending == ".svg":
        atomic_file.save(path, thing.svg(), overwrite)
    else:
        atomic_file.save(path, png(thing.svg(), width), overwrite)
