"""Common parts of the boards for a class: one column, large type."""

from __future__ import annotations

from typing import Any, ClassVar, Final

from gamekit.text.translation import language_or_default
from gamekit.widgets.app import Board
from gamekit.widgets.page import Viewport

WIDTHS: Final = (340.0, 1216.0)  # px of room for a picture
DRAWN, LARGER = (700.0, 1216.0), 1.5  # px that it is drawn for: wider than its room, so that its letters are the page's
LETTER, HEAD, NARROW = 24.0, 28.0, 1000.0  # sizes of letters; from NARROW on things stand beside each other


def sentences(*said: str) -> str:
    """Join sentences, in Japanese without a space between."""
    return ("" if language_or_default() == "ja" else " ").join(filter(None, said))


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
