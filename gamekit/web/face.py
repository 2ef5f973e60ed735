"""A board's page on a site without a kernel: pictures and charts as SVG, a board within a board as a separate board."""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Hashable
from typing import Any

from gamekit.widgets import page
from gamekit.widgets.app import Board
from gamekit.widgets.page_diff import Drawn, Fields, Key, OnPage, PageDiff, action_of, draw_chart
from gamekit.widgets.svg import clickable_svg

Post = Callable[[Fields], None]


def draw_of(board: type[Board], table: Any, viewport: page.Viewport, of: Hashable) -> Drawn:
    """Make the chart of a board's page whose ``of`` is this value, from the board's table alone."""
    shown = page.controls(board.screen(table, viewport))
    return draw_chart(next(one for one in shown if isinstance(one, page.LiveChart) and (one.key, one.of) == of))


class WebPage(PageDiff):
    """A page in a browser; ``post`` sends it differences, ``within(board)`` opens a board inside this one,
    ``errand(control, key)`` has a chart made."""

    def __init__(
        self,
        tell: Callable[[page.Message | None, bool], None],
        roomed: Callable[[str, int], None],
        post: Post,
        within: Callable[[Board], int],
        errand: Callable[[page.LiveChart, Callable[[Callable[[], Drawn]], None]], None],
        closed: Callable[[int], None] = lambda number: None,
    ) -> None:
        super().__init__(tell, roomed)
        self._post, self._within, self._errand, self._closed = post, within, errand, closed
        self._quiet = False

    @property
    def reduced(self) -> bool:
        return self._quiet

    def send(self, content: Fields) -> None:
        self._post(content)

    def give(self, name: str, kind: str, content: str | bytes, **to: str) -> None:
        raw = isinstance(content, bytes)
        body = {"base64": b64encode(content).decode()} if isinstance(content, bytes) else {"text": content}
        self._post({"event": "file", "name": name, "type": kind, **body, **to, "raw": raw})

    def send_first_page(self) -> None:
        self._post({"event": "open", "whole": self.whole_page()})

    def finish(self, gone: list[OnPage]) -> None:
        for key, node in self.shown.items():
            self._move(self._before.get(key), node)
        for node in gone:
            if node.widget is not None:
                self._closed(node.widget)

    def _move(self, before: OnPage | None, node: OnPage) -> None:
        """Animate a picture from the one before."""
        now, was = node.control, before.control if before else None
        frames = None
        if isinstance(now, page.Picture) and isinstance(was, page.Picture) and now.motion and not self._quiet:
            frames = now.motion(was.view, now.view) if was.view is not now.view else None
        if frames:
            drawn = [[clickable_svg(shape) for shape in frame] for frame in frames]
            self._post({"event": "frames", "id": node.id, "frames": drawn})

    # What a notebook shows by widgets of their own --------------------------------------------------------------------

    def embed(self, key: Key, control: Any, number: str, before: OnPage | None) -> tuple[Any, Fields]:
        if isinstance(control, page.Picture):
            return None, before.fields if before and before.control == control else _picture(control)
        board = self._within(control.make()) if before is None else before.widget
        return board, {"is": "Board", "board": board}

    def work(self, key: Key, control: page.LiveChart, take: Callable[[Callable[[], Drawn]], None]) -> None:
        self._errand(control, take)

    # What is done with the page ---------------------------------------------------------------------------------------

    def hear(self, content: Fields) -> None:
        node = self.node(content.get("id", ""))
        match content:
            case {"event": "room", "room": room, "reduced": reduced} if node:
                self._quiet = bool(reduced)
                self.roomed(node.control.name, room)
            case {"event": "over", "name": name} if node:
                self.tell((*(node.control.hover or ()), action_of(node.control, name)), False)
            case _:
                super().hear(content)


def _picture(picture: page.Picture) -> Fields:
    """Return a picture's shapes, from bottom to top, and which of its actions can be dragged."""
    scene, movable = picture.scene, picture.ghost
    drags = [
        repr(action) for action in dict.fromkeys(scene.clickable_actions()) if movable and movable(action) is not None
    ]
    told = {
        "size": [scene.width, scene.height],
        "ground": scene.ground or "none",
        "label": scene.sentence or scene.title,
    }
    shapes = [clickable_svg(shape) for layer in scene.layers for shape in layer]
    return {**told, "is": "Picture", "shapes": shapes, "drags": drags, "hovers": picture.hover is not None}
