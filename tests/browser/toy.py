"""The least board that has a box, a list and a line to drag, and counts what it hears."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from gamekit.widgets.app import Board
from gamekit.widgets.page import Check, Container, Menu, Message, Picture, Slider, Viewport, page
from gamekit.widgets.scene import Rect, Scene


@dataclass(frozen=True)
class Toy:
    """What is set, and how many changes were heard."""

    ticked: bool = False
    chosen: int = 0
    number: int = 5
    changes: int = 0
    language: str = "en"


def screen(toy: Toy, viewport: Viewport) -> Container:
    said = f"<i class=toy>{toy.ticked} {toy.chosen} {toy.number}</i><i class=changes>{toy.changes}</i>"
    lists = tuple((f"item {n}, {toy.ticked}", n) for n in range(5))
    picture = Picture(Scene(viewport.width, 40, (Rect(0, 0, 30, 30, fill="#A8401A"),), title="a toy"))
    return page(viewport, "", said, [picture],
        [Check("tick", toy.ticked, ("ticked",)), Menu(lists, toy.chosen, ("chosen",), "list"),
         Slider("n", 0, 100, toy.number, ("number",))])  # fmt: skip


def update(toy: Toy, message: Message) -> Toy:
    field, value = message
    changed: dict[str, Any] = {str(field): value}
    return replace(toy, changes=toy.changes + 1, **changed)


class ToyBoard(Board, screen=screen, update=update, widths=(200, 400)):
    """A toy."""

    def __init__(self) -> None:
        super().__init__(Toy())
