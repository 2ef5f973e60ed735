"""A worksheet on the screen: its topic and level, and two buttons that give sheet and key as PDF."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from html import escape
from importlib.util import find_spec

from gamekit.exercises import LEVELS, MIXED, TOPICS
from gamekit.widgets.lessons.board import LessonBoard, lesson, other, switch
from gamekit.widgets.lessons.worksheet import Worksheet, worksheet
from gamekit.widgets.page import Area, Download, Html, Menu, Message, Picture, Seat, heading_html, row, status
from gamekit.words import word

FORM = ("pdf", "application/pdf") if find_spec("typst") else ("html", "text/html")


def downloads(sheet: Worksheet) -> tuple[Download, ...]:
    """The buttons that give a worksheet and its key as files: PDF, or HTML to print without the extra "lab"."""

    def made(key: bool) -> str | bytes:
        return sheet.pdf(key) if FORM[0] == "pdf" else sheet.html(key)

    return tuple(
        Download(
            word(f"worksheet.save.{name}", sheet.language), f"{sheet.name(key)}.{FORM[0]}", partial(made, key), FORM[1],
            key=("sheet", name),
        )
        for name, key in (("sheet", False), ("key", True))
    )  # fmt: skip


def screen(sheet: Worksheet, seat: Seat) -> Area:
    """The sheet as it prints; the key is only a file, never on the page."""
    say = sheet.language
    topics = tuple((word(f"exercise.topic.{topic}", say), topic) for topic in (*TOPICS, MIXED))
    levels = tuple((word("quiz.level", say, level=level), level) for level in LEVELS)
    lists = (
        Menu(topics, sheet.topic, ("topic",), tooltip=word("quiz.topic", say)),
        Menu(levels, sheet.level, ("level",), tooltip=word("quiz.levels", say)),
    )
    code = f'worksheet("{sheet.topic}", level={sheet.level}, seed={sheet.seed}).save()'
    told = f'<span class="gk-quiet">{escape(word("worksheet.met", say, code=code))}</span>'
    main = [row(*lists, switch(say)), row(*downloads(sheet)), Html(told), Picture(sheet.page), status(seat.error)]
    return lesson(seat, heading_html(sheet.page.title), "", main)


def update(sheet: Worksheet, message: Message) -> Worksheet:
    """The sheet after a message."""
    match message:
        case ("topic", topic):
            return worksheet(topic, sheet.language, sheet.level, sheet.seed, sheet.paper)
        case ("level", level):
            return worksheet(sheet.topic, sheet.language, level, sheet.seed, sheet.paper)
        case ("language",):
            return replace(sheet, language=other(sheet.language))
    return sheet


class SheetBoard(LessonBoard, screen=screen, update=update, covers=False):
    """A worksheet with its buttons; what a ``Worksheet`` shows itself as in a notebook."""
