"""Common parts of the boards for a class: one column, large type, lists to choose a battle or contest."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar, Final

from gamekit.lessons import history
from gamekit.lessons.predictions import CONTEST
from gamekit.text.translation import word
from gamekit.widgets.app import Board
from gamekit.widgets.page import Container, Control, Menu, Viewport, page

WIDTHS: Final = (340.0, 1216.0)  # px of room for a picture
DRAWN, LARGER = (700.0, 1216.0), 1.5  # px that it is drawn for: wider than its room, so that its letters are the page's
LETTER, HEAD, NARROW = 24.0, 28.0, 1000.0  # sizes of letters; from NARROW on things stand beside each other


def lesson(viewport: Viewport, heading: str, answer: str, main: Iterable[Control | None]) -> Container:
    """A page in one column."""
    return page(viewport, heading, answer, main, ())


def sentences(said: Iterable[str], language: str) -> str:
    """Join sentences, in Japanese without a space between."""
    return ("" if language == "ja" else " ").join(filter(None, said))


def chosen(name: str, by: str, language: str) -> Iterator[Control]:
    """Yield lists to choose a battle of the past or a contest, and the estimate of its forces."""
    if not name:
        return
    names = tuple((title(one, language), one) for one in (*history.stagings(), CONTEST))
    yield Menu(names, name, ("battle",), tooltip=word("predict.battle", language))
    staged = history.stagings().get(name)
    ways = tuple((word(f"predict.by.{one.by}", language), one.by) for one in (staged.musters if staged else ())) or (
        ("", by),
    )
    yield Menu(ways, by, ("by",), tooltip=word("predict.forces", language), shown=len(ways) > 1)


def title(name: str, language: str) -> str:
    """Return the title of a battle of the past, or of the contest."""
    staged = name in history.stagings()
    return history.localize(history.battles()[name], "name", language) if staged else word("predict.contest", language)


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
