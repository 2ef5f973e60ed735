"""Boards from link codes, and the controls of every board that copy and load one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from importlib import import_module
from typing import Any, Final

from gamekit.storage import link_code
from gamekit.storage.record import Record, package_name
from gamekit.text import answer_tables, export
from gamekit.text.answer_tables import Table
from gamekit.text.translation import note, word
from gamekit.widgets import page

OPEN: Final = ("open code",)  # the message of a code that was pasted, before the code
ADDRESS: list[str] = []  # of the site whose pages open a code, where the board is on one
PAGES: Final = {  # the boards that have a page on the site, by its name; "NAME board" is the kind of their tables
    "battle": "julius_caesar:BattleBoard",
    "campaign": "julius_caesar:CampaignBoard",
    "caesar": "caesar:GameBoard",
    "duel": "caesar:DuelBoard",
    "contest": "aquileia:ContestPanel",
    "city": "aquileia:CityBoard",
    "combat": "roma_victrix:CombatBoard",
    "siege": "roma_victrix:SiegeBoard",
    "map": "roma_victrix:MapBoard",
    "predict": "lessons:PredictBoard",
    "steps": "lessons:StepBoard",
    "thousand": "lessons:ThousandBoard",
    "quiz": "lessons:QuizBoard",
    "timeline": "lessons:TimelineBoard",
}
BOARDS: Final = {  # the board that shows a thing, by its kind
    **{f"{name} board": made for name, made in PAGES.items()},
    **{question: PAGES[question] for question in ("battle", "combat", "siege", "contest", "duel")},
    "conflict": PAGES["duel"],
    "julius_caesar": PAGES["campaign"],
    "aquileia": PAGES["city"],
    "roma_victrix": PAGES["map"],
    "game board": "any_game:GameTable",
    "explore board": "exploring:ExploreBoard",
}
TABLES: Final[tuple[tuple[str, str, Callable[[Table], str], str], ...]] = (  # files of a board's headline table
    ("save_table", "csv", export.excel_csv, "text/csv"),
    ("save_markdown", "md", export.markdown, "text/markdown"),
)
NAMED: Final = 4  # names and numbers of a title in a file's name
HEADING: Final = re.compile(r"<h[23][^>]*>(.*?)</h[23]>", re.S)
ROW, CELL = re.compile(r"<tr[^>]*>(.*?)</tr>", re.S), re.compile(r"<t([dh])[^>]*>(.*?)</t[dh]>", re.S)
LINE: Final = re.compile(r"<li[^>]*>(.*?)</li>", re.S)  # of a log


def board(thing: Any, language: str | None = None) -> Any:
    """Return the board that shows what ``link_code.load`` read: a question, a board's table, a position or a record.

    Raises ValueError if no board shows the thing.

    >>> from gamekit import caesar
    >>> board(caesar.Conflict(2, 3, (9, 1), (8, 5))).table.setup
    (((2, 3),), (1, 9), (5, 8))
    """
    kind = link_code.kind_of(thing)
    if type(thing).__name__ == "State":
        game = import_module(type(thing).__module__.rpartition(".")[0])
        thing = Record(game, start=game.to_json(thing))
    if isinstance(thing, Record):
        kind = package_name(thing.game)
        if kind not in BOARDS:
            from gamekit.widgets import table

            return table(thing.game, record=thing, language=language)
    if kind not in BOARDS:
        raise ValueError(note("share.no_board", found=kind or repr(thing)[:60]))
    module, _, name = BOARDS[kind].partition(":")
    made = getattr(import_module(f"gamekit.widgets.{module}"), name)
    if kind.endswith(" board"):
        shown = made.__new__(made)  # with this table, not one of its own
        super(made, shown).__init__(made.complete_table(replace(thing, language=language or thing.language)))
        return shown
    if kind == "conflict":
        thing = partial(made, [(thing.attacker, thing.defender)], thing.attacker_hand, thing.defender_hand)
    if isinstance(thing, partial):
        given = {key: value for key, value in thing.keywords.items() if key != "numbers"}
        return made(*thing.args, **given, language=language)
    return made(**{"record" if isinstance(thing, Record) else kind: thing}, language=language)


def table_from_code(table: Any, text: str) -> Any:
    """Return a board's table with a code's content; ValueError for an invalid code or one of another board."""
    thing = link_code.load(text)
    new = thing if type(thing) is type(table) else board(thing).table
    session = getattr(getattr(new, "play", None), "session", None)
    play: Any = getattr(table, "play", None)
    if type(new) is not type(table) or (session and session.game is not play.session.game):
        raise ValueError(note("share.other", found=link_code.kind_of(new)))
    kept = {name: getattr(table, name) for name in ("language", "picture") if hasattr(table, name)}
    if session:
        kept["play"] = replace(play, session=session, running=False, through=False, chosen=())
    return replace(new, **kept)


def controls_of(app: Any, code: Callable[[], str]) -> page.Container:
    """Return the controls at every board's foot: its link code, a field to load one, its picture and page as files."""
    language = getattr(app.table, "language", None)
    copy, copied, paste, hint = (word(f"share.{key}", language) for key in ("copy", "copied", "paste", "paste_hint"))
    found: list[page.Control] = []
    if link_code.kind_of(app.table):
        if ADDRESS:
            link = partial(_link, link_code.kind_of(app.table), code)
            found.append(page.Copy(word("share.copy_link", language), "", copied, link, key="link"))
        found.append(page.Copy(copy, "", copied, code, page.CODE, key="code"))
        found.append(page.Input("", OPEN, paste, hint, page.CODE))
    if any(isinstance(one, page.Picture) for one in page.controls(app.page)):
        names = word("export.save_picture", language), word("export.save_page", language)
        ending, kind = export.PICTURE
        named, files = partial(partial, file_name, app), list[page.Control]()
        files.append(page.Download(names[0], named(ending), lambda: export.png_or_svg(app.svg()), kind, key="picture"))
        files.append(page.Download(names[1], named("html"), app.html, "text/html", key="page"))
        for key, ending, form, kind in TABLES:
            made = partial(lambda form: form(next(tables(app))), form)
            files.append(page.Download(word(f"export.{key}", language), named(ending), made, kind, key=key))
        found.append(page.fold(word("export.save", language), *files))
    return page.row(*found, kind="gk-links gk-share")


def _link(kind: str, code: Callable[[], str]) -> str:
    held, name = code(), kind.removesuffix(" board")
    return f"{ADDRESS[0]}{name if name in PAGES else 'board'}.html#{held}" if held else ""


def file_name(app: Any, ending: str) -> str:
    """Return the name of a board's file: its kind and its content, in English.

    >>> from gamekit.widgets.julius_caesar import BattleBoard
    >>> file_name(BattleBoard(language="ja"), "png")
    'battle-caesar-pompey.png'
    """
    kind = (link_code.kind_of(app.table) or type(app.table).__name__).removesuffix(" board").removesuffix("Table")
    table = in_language(app.table, "en") if hasattr(app.table, "language") else app.table
    shown = type(app).screen(table, app.viewport)
    scene = next(one.scene for one in page.controls(shown) if isinstance(one, page.Picture))
    of = CONTENT.get(kind)
    said = re.findall(r"\b(?!The\b|AUC\b)[A-Z]\w+|\d+", of(app.table) if of else scene.title)[:NAMED]
    return f"{'-'.join(dict.fromkeys([kind.lower().replace(' ', '-'), *map(str.lower, said)]))}.{ending}"


CONTENT: Final[dict[str, Callable[[Any], str]]] = {  # of boards whose title does not name it
    "contest": lambda table: " ".join(one.name.title() for one in table.entrants),
    "duel": lambda table: " ".join(f"{own} {other}" for own, other in table.setup[0]),
}


def in_language(table: Any, language: str) -> Any:
    """A table that says all in a language."""
    own = getattr(table, "in_language", None)
    return own(language) if own else replace(table, language=language)


def tables(app: Any) -> Iterator[Table]:
    """The tables of a board as it stands."""
    language = app.table.language
    texts = (one.value for one in page.controls(app.page) if isinstance(one, page.Html))
    caption = app.scene.title or page.plain_text(next(texts))
    made = ANSWERS.get(link_code.kind_of(app.table))
    found = [replace(one, caption=one.caption or caption) for one in (made(app.table) if made else ())]
    found += of_page(app.page, language)
    yield from found or [Table((word("cli.what", language),), ((app.summary_sentence,),), caption, language=language)]


def of_page(shown: page.Container, language: str | None = None) -> Iterator[Table]:
    """Yield a page's tables: of its charts, its HTML tables and its log."""
    heading, plain = "", page.plain_text
    for control in page.controls(shown):
        if isinstance(control, page.LiveChart):
            yield export.to_table(control.make())
        elif isinstance(control, page.Html) and "<details" not in control.value:  # which unfolds what is listed already
            heading = next((plain(found) for found in HEADING.findall(control.value)), heading)
            lines = [CELL.findall(line) for line in ROW.findall(control.value)]
            if rows := [[plain(cell) for _, cell in line] for line in lines]:
                headed = all(kind == "h" or cell.startswith("<b>") for kind, cell in lines[0])
                width, heads = max(map(len, rows)), rows.pop(0) if headed else []
                cells = [(*row, *[""] * (width - len(row))) for row in (heads, *rows)]
                words = word("cli.what", language), *[word("cli.figure", language)] * (width - 1)
                heads = [head or told for head, told in zip(cells[0], words)]
                yield Table(tuple(heads), tuple(cells[1:]), heading, language=language)
            if log := [line.partition("</span>") for line in LINE.findall(control.value)]:
                heads = [word("cli.name", language), word("session.log", language)]
                entries = tuple((plain(who), plain(what)) for who, _, what in log)
                yield Table(tuple(heads), entries, heading, language=language)


def _of_battle(table: Any) -> Iterator[Table]:
    """Yield the chances shown, and under standing orders the whole distribution."""
    if table.shown_chances:
        yield answer_tables.battle_table(table.shown_chances, "", table.language)
    if table.shown_chances and table.shown_chances is table.chances and table.battle:
        ends = table.battle.at(table.fight.position if table.fight else None).odds(int if table.exact else float)
        yield answer_tables.distribution_table(ends, word("cli.ends", table.language), table.language)


def _of_combat(table: Any) -> Iterator[Table]:
    from gamekit.roma_victrix.odds.combat import summary

    if table.fight:
        ends = table.fight.odds(table.objective)
        yield answer_tables.combat_table(summary(ends), ends.basis, "", table.language)
        yield answer_tables.distribution_table(ends, word("cli.ends", table.language), table.language)


ANSWERS: Final[dict[str, Callable[[Any], Any]]] = {  # of the boards of a question
    "battle board": _of_battle,
    "combat board": _of_combat,
    "siege board": lambda table: table.tables(),
    "contest board": lambda it: answer_tables.answer_tables_of(it.contest, "", it.language) if it.contest else (),
    "explore board": lambda table: table.tables(),
    "duel board": lambda table: answer_tables.answer_tables_of(table.duel, "", table.language),
}
