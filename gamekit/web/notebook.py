"""Notebooks as pages: prose, numbers and pictures as stored, and for each board or what-if panel the statements that
make it, for Python in the page to run."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from symtable import SymbolTable, symtable
from typing import Any, Final

from gamekit.text.translation import LANGUAGES, word, word_or
from gamekit.widgets.svg import picture_bar

SHOWS: Final = re.compile(r"\b(?:\w+(?:Board|Panel|Table)|explore|what_if)$")  # what makes a live thing
HIDDEN: Final = "notebook-only"  # the tag of a cell that is about its own code
PICTURE: Final = re.compile(r'<img[^>]*?\ssrc="(data:image/[^"]+)"')
ORDER: Final = (  # of the cards; what is not named here comes after them
    "history_civil_war", "00_start_here", "julius_caesar_battle", "julius_caesar_campaign", "julius_caesar_decisions",
    "roma_victrix_combat", "roma_victrix_game", "caesar_conflict", "caesar_game", "aquileia_dice", "aquileia_game",
    "how_lucky", "teachers_guide", "writers_cookbook", "your_own_game",
)  # fmt: skip
LINK: Final = re.compile(r'href="([\w./-]+?)(_ja)?\.ipynb(#[^"]*)?"')


@dataclass(frozen=True, slots=True)
class Page:
    """A notebook's page: name, title, question, picture, and body, in which ``live`` places boards."""

    name: str
    title: str
    asks: str
    picture: str
    body: Callable[[Callable[..., str]], str]


def pages(folder: Path, language: str) -> list[Page]:
    """Return the pages of a folder's notebooks in a language, those for a class first; a notebook that exists only in
    the other language keeps its prose, with boards in this language."""
    found = []
    for file in folder.glob("*.ipynb"):
        own = next((one for one in LANGUAGES if file.stem.endswith(f"_{one}")), "en")
        twin = file.with_name(f"{file.stem}_{language}.ipynb")
        if own not in (language, "en") or (own != language and twin.exists()):
            continue
        cells, name = json.loads(file.read_text("utf-8"))["cells"], file.stem.removesuffix(f"_{own}")
        text = "\n".join("".join(cell["source"]) for cell in cells if cell["cell_type"] == "markdown")
        heading = next((line.lstrip("# ") for line in text.splitlines() if line.startswith("# ")), name)
        title, asks = word_or(f"class.card.{name}", heading, language), word_or(f"class.asks.{name}", "", language)
        shown = (PICTURE.search(_stored(output)) for cell in cells for output in cell.get("outputs", ()))
        picture = next((found[1] for found in shown if found), "")
        found.append(Page(name, title, asks, picture, _Body(cells, language, own)))
    return sorted(found, key=lambda one: (ORDER.index(one.name) if one.name in ORDER else len(ORDER), one.name))


@dataclass(frozen=True, slots=True)
class _Body:
    cells: Sequence[Any]
    language: str
    own: str

    def __call__(self, live: Callable[..., str]) -> str:
        return "\n".join(self._parts(live))

    def _parts(self, live: Callable[..., str]) -> Iterator[str]:
        if self.own != self.language:
            yield f'<p class="gk-note">{escape(word("web.prose", self.language))}</p>'
        before: list[str] = []
        for place, cell in enumerate(self.cells):
            source = "".join(cell["source"])
            if HIDDEN in cell["metadata"].get("tags", ()):
                before += [source] if cell["cell_type"] == "code" else []
                continue
            if cell["cell_type"] == "markdown":
                yield f'<section class="gk-prose">{linked(markdown(source), self.language)}</section>'
                continue
            summary = escape(word("web.code", self.language))
            code = f'<pre tabindex="0">{escape(source)}</pre>'
            yield f'<details class="gk-source"><summary>{summary}</summary>{code}</details>'
            stored = "".join(map(_stored, cell.get("outputs", ())))
            if shows_live(source):
                lines = statements(before, source)
                told = json.dumps(lines, ensure_ascii=False).replace("<", "\\u003c")
                yield f'<script type="application/json" id="cell-{place}">{told}</script>'
                yield live(stored, self.language, cell=f"cell-{place}")
            elif stored:
                yield f'<div class="gk-out" tabindex="0">{stored}</div>'
            before.append(source)


def markdown(text: str) -> str:
    """Return Markdown as HTML; headings get the anchors that links between notebooks use."""
    from nbconvert.filters.markdown import markdown2html

    return re.sub(r'<a class="anchor-link".*?</a>', "", markdown2html(text))


def linked(html: str, language: str) -> str:
    """Replace links to notebooks by links to their pages.

    >>> linked('<a href="caesar_game.ipynb#A-game">', "en"), linked('<a href="teachers_guide_ja.ipynb">', "en")
    ('<a href="caesar_game.html#A-game">', '<a href="ja/teachers_guide.html">')
    """

    def page(found: re.Match[str]) -> str:
        name, japanese, place = found[1], found[2], found[3] or ""
        up = "" if language == ("ja" if japanese else language) else "ja/"
        return f'href="{up}{name}.html{place}"'

    return LINK.sub(page, html)


def _stored(output: Any) -> str:
    """Return a stored output of a cell as HTML, without the bar that says how to make it live in a notebook."""
    held = output.get("data", {})
    if "text/html" in held:
        html = "".join(held["text/html"])
        for language in LANGUAGES:
            html = html.replace(picture_bar(language), "")
        return html.replace("<th></th>", "<td></td>")  # a corner that heads nothing
    text = "".join(held.get("text/plain", output.get("text", "")))
    return f'<pre tabindex="0">{escape(text)}</pre>' if text.strip() else ""


# What a cell that shows a board depends on ----------------------------------------------------------------------------


def shows_live(source: str) -> bool:
    """Whether the value of a cell is a board or a what-if panel.

    >>> shows_live("board = DuelBoard()\\nboard"), shows_live("DuelBoard().summary_sentence")
    (True, False)
    """
    tree = ast.parse(source).body
    last = tree[-1] if tree else None
    if not isinstance(last, ast.Expr):
        return False
    value: Any = last.value
    if isinstance(value, ast.Name):
        of = [one.value for one in tree if isinstance(one, ast.Assign) and value.id in _bound(one)]
        value = of[-1] if of else value
    return isinstance(value, ast.Call) and bool(SHOWS.search(ast.unparse(value.func)))


def statements(before: Sequence[str], source: str) -> list[str]:
    """Return the statements of earlier cells that a cell depends on, in order, and the cell itself.

    >>> statements(["import os, re\\nx = 1\\ny = 2\\nprint(y)", "x += 1\\nx"], "z = x\\nz")
    ['x = 1', 'x += 1', 'z = x\\nz']
    >>> statements(["battle = 1", "pair = battle"], "def f(pair):\\n    battle = pair\\n    return battle\\nf")
    ['def f(pair):\\n    battle = pair\\n    return battle\\nf']
    """
    cells, kept, wanted = [*map(ast.parse, before), ast.parse(source)], [source], set[str]()
    parts = [part for cell in cells for part in ast.walk(cell)]
    modules = {name for part in parts if isinstance(part, (ast.Import, ast.ImportFrom)) for name in _bound(part)}
    for part in reversed([part for cell in cells for part in cell.body]):
        own = part in cells[-1].body
        if own or (_bound(part) | (_called(part) - modules)) & wanted:
            if isinstance(part, (ast.Import, ast.ImportFrom)) and not own:  # what else it brings may be another game
                part.names = [one for one in part.names if (one.asname or one.name).partition(".")[0] in wanted]
            if isinstance(part, (ast.Import, ast.ImportFrom, ast.Assign, ast.FunctionDef)):  # it needs no other
                wanted -= _bound(part)
            wanted |= _referred(part)
            kept += [] if own else [ast.unparse(part)]
    return kept[::-1]


def _bound(part: ast.AST) -> set[str]:
    """Return the names that a statement binds."""
    match part:
        case ast.Import(names=names) | ast.ImportFrom(names=names):
            return {(one.asname or one.name).partition(".")[0] for one in names}
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return {name}
    return {one.id for one in ast.walk(part) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}


def _referred(part: ast.stmt) -> set[str]:
    """Return the free names of a statement."""

    def names(table: SymbolTable) -> Iterator[str]:
        for one in table.get_symbols():
            if one.is_referenced() and (one.is_global() or table.get_type() == "module"):
                yield one.get_name()
        for inner in table.get_children():
            yield from names(inner)

    return {*names(symtable(ast.unparse(part), "cell", "exec"))}


def _called(part: ast.stmt) -> set[str]:
    """Return the names whose methods a statement calls, which may change their values."""
    if not (isinstance(part, ast.Expr) and isinstance(part.value, ast.Call)):
        return set()
    inner: ast.AST = part.value.func
    method = isinstance(inner, ast.Attribute)
    while isinstance(inner, ast.Attribute):
        inner = inner.value
    return {inner.id} if method and isinstance(inner, ast.Name) else set()


# The index ------------------------------------------------------------------------------------------------------------


def index(pages: Sequence[Page], boards: Iterable[str], sheets: Iterable[tuple[str, str, str]], language: str) -> str:
    """Return the start page: a card for each notebook, the boards, and the worksheets (topic, sheet, key)."""
    say = {key: escape(word(f"web.{key}", language)) for key in ("about", "boards", "notebooks", "sheets", "key")}
    cards = "".join(
        f'<li><a href="{one.name}.html"><span class="gk-card">{_picture(one)}</span><b>{escape(one.title)}</b>'
        f"<span>{escape(one.asks)}</span></a></li>"
        for one in pages
    )
    played = "".join(
        f'<li><a href="{name}.html">{escape(word(f"web.page.{name}", language))}</a></li>' for name in boards
    )
    papers = "".join(
        f'<li><a href="{sheet}">{escape(word(f"exercise.topic.{topic}", language))}</a> · '
        f'<a href="{key}">{say["key"]}</a></li>'
        for topic, sheet, key in sheets
    )
    return (
        f'<h1 class="gk-title">gamekit</h1><p class="gk-about">{say["about"]}</p><ul class="gk-cards">{cards}</ul>'
        f'<h2 class="gk-title">{say["boards"]}</h2><ul class="gk-boards">{played}</ul>'
        f'<h2 class="gk-title">{say["sheets"]}</h2><ul class="gk-sheets">{papers}</ul>'
    )


def _picture(one: Page) -> str:
    return f'<img alt="" loading="lazy" src="{one.picture}">' if one.picture else ""
