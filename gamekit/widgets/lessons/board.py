"""What the boards for a class share: one column, type that is read from ten metres, the language on the page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

from gamekit.widgets.app import App
from gamekit.widgets.page import Area, Button, Control, Seat, page
from gamekit.words import LANGUAGES, word

WIDTHS = (700.0, 1216.0)


def lesson(seat: Seat, heading: str, answer: str, main: Iterable[Control | None]) -> Area:
    """A page in one column."""
    return page(seat, heading, answer, main, ())


def switch(language: str) -> Button:
    """The button that says all of the page in the other language."""
    return Button(word("lesson.switch", language), ("language",))


def other(language: str) -> str:
    """The other language."""
    return LANGUAGES[1 - LANGUAGES.index(language)]


class LessonBoard(App):
    """A board for a class; see ``App``."""

    widths: ClassVar = WIDTHS

    def __init__(self, table: Any) -> None:
        super().__init__(table)
        self.add_class("gk-lesson")
