"""The tables that a board gives away as a file: its answer with the law behind it, its charts' numbers, and what its
page tells in rows, such as a log. All of it is on the page: a player takes along nothing that he may not see."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from html.parser import HTMLParser
from typing import Any, Final

from gamekit.storage import link_code
from gamekit.text import answer_tables, export
from gamekit.text.table import Table
from gamekit.text.translation import word
from gamekit.widgets.page import Area, Html, LiveChart, controls, plain_text


def tables(app: Any) -> Iterator[Table]:
    """The tables of a board as it stands."""
    language = app.table.language
    caption = app.scene.title or plain_text(next(one.value for one in controls(app.page) if isinstance(one, Html)))
    made = ANSWERS.get(link_code.kind_of(app.table))
    found = [replace(one, caption=one.caption or caption) for one in (made(app.table) if made else ())]
    found += of_page(app.page, language)
    yield from found or [Table((word("cli.what", language),), ((app.sentence,),), caption, language=language)]


def of_page(page: Area, language: str | None = None) -> Iterator[Table]:
    """What a page tells in rows: its charts, its tables and its log."""
    heading = ""
    for control in controls(page):
        if isinstance(control, LiveChart):
            yield export.sheet(control.make())
        elif isinstance(control, Html) and "<details" not in control.value:  # which unfolds what is listed already
            found = PageRows(control.value)
            heading = found.heading or heading
            if found.rows:
                width = max(map(len, (found.heads, *found.rows)))
                heads, *rows = ((*row, *[""] * (width - len(row))) for row in (found.heads, *found.rows))
                words = word("cli.what", language), *[word("cli.figure", language)] * (width - 1)
                heads = tuple(head or told for head, told in zip(heads, words))
                yield Table(heads, tuple(rows), heading, language=language)
            if found.lines:
                heads = word("cli.name", language), word("session.log", language)
                yield Table(heads, tuple(found.lines), heading, language=language)


class PageRows(HTMLParser):
    """The rows of the tables in a piece of HTML, the lines of its log as (who, what), and its last heading."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.rows, self.lines, self.heading = list[list[str]](), list[tuple[str, str]](), ""
        self.heads = list[str]()  # a first row that is all in bold
        self._open, self._bold = list[str](), True
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self._open.append(tag)
        match tag:
            case "tr":
                self.rows.append([])
                self._bold = len(self.rows) == 1 and not self.heads
            case "td" | "th":
                self.rows[-1].append("")
            case "li":
                self.lines.append(("", ""))
            case "h2" | "h3":
                self.heading = ""

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop() != tag:
            pass
        if tag == "tr" and self._bold:
            self.heads = self.rows.pop()

    def handle_data(self, data: str) -> None:
        inside, said = set(self._open), data.strip()
        if not said:
            return
        if inside & {"td", "th"}:
            self.rows[-1][-1] = f"{self.rows[-1][-1]} {said}".strip()
            self._bold = self._bold and bool(inside & {"th", "b"})
        elif "li" in inside:
            who, what = self.lines[-1]
            self.lines[-1] = (who, f"{what} {said}".strip()) if who else (said, "")
        elif inside & {"h2", "h3"}:
            self.heading = f"{self.heading} {said}".strip()


def _of_battle(table: Any) -> Iterator[Table]:
    """The chances shown; the law where they are those of standing orders."""
    if table.law:
        yield answer_tables.of_battle(table.law, "", table.language)
    if table.law and table.law is table.chances and table.battle:
        law = table.battle.at(table.fight.position if table.fight else None).odds(int if table.exact else float)
        yield answer_tables.distribution_table(law, word("cli.ends", table.language), table.language)


def _of_combat(table: Any) -> Iterator[Table]:
    from gamekit.roma_victrix.odds.combat import summary

    if table.fight:
        law = table.fight.odds(table.objective)
        yield answer_tables.of_combat(summary(law), law.basis, "", table.language)
        yield answer_tables.distribution_table(law, word("cli.ends", table.language), table.language)


def _of_siege(table: Any) -> Iterator[Table]:
    from gamekit.widgets.roma_victrix.siege_table import plan_now

    if plan := plan_now(table):
        yield answer_tables.of_plan(plan, "", table.language)


ANSWERS: Final[dict[str, Callable[[Any], Any]]] = {  # of the boards of a question
    "battle board": _of_battle,
    "combat board": _of_combat,
    "siege board": _of_siege,
    "contest board": lambda table: answer_tables.tables(table.contest, "", table.language) if table.contest else (),
    "explore board": lambda table: table.tables(),
    "duel board": lambda table: answer_tables.tables(table.duel, "", table.language),
}
