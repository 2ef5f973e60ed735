"""Common parts of the boards for a class: one page in large type, in one column."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from gamekit.text.translation import language_or_default
from gamekit.widgets import page
from gamekit.widgets.app import Board
from gamekit.widgets.page import Control, Viewport

WIDTHS: Final = (340.0, 1216.0)  # px of room for a picture
DRAWN, LARGER = (700.0, 1216.0), 1.5  # px that it is drawn for: wider than its room, so that its letters are the page's
LETTER, HEAD = 24.0, 28.0  # sizes of letters


def sentences(*said: str) -> str:
    """Join sentences, in Japanese without a space between."""
    return ("" if language_or_default() == "ja" else " ").join(filter(None, said))


def lesson_page(
    viewport: Viewport, title: str, answer: str, above: tuple[Control, ...], *main: Control, aside: str = ""
) -> page.Container:
    """Return the page of every lesson: title and answer, controls ``above`` the picture, the picture, the rest."""
    picture, *rest = main
    column = page.row(*above, shown=bool(above)), picture, page.status_line(viewport.error), *rest
    return page.page(viewport, page.heading_html(title, aside), answer, column)


class LessonBoard(Board):
    """A board for a class; see ``Board``."""

    widths: ClassVar[Any] = WIDTHS
    undoes: ClassVar[Any] = None
    classes: ClassVar = ("gk-lesson",)

    @property
    def viewport(self) -> Viewport:
        found = super().viewport
        width, *rooms = (min(max(DRAWN[0], LARGER * room), DRAWN[1]) for room in (found.width, *found.rooms.values()))
        return found._replace(width=width, rooms=dict(zip(found.rooms, rooms)))
