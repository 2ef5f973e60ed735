"""The notebook's face of a board: one widget that is told what differs on the page, and tells what is done with it.

Pictures, charts and boards on the page are widgets of their own within it. One widget for the page, and not one a
control: so a click on the siege board is answered with one message and not five (by reacton 1.11 over ipywidgets, which
also took 6.3 ms of the kernel for what takes 0.6 here)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import anywidget
import traitlets
from ipywidgets import Widget

from gamekit.widgets import page
from gamekit.widgets.canvas import Board
from gamekit.widgets.figure import give
from gamekit.widgets.later import heard_meanwhile, in_turn
from gamekit.widgets.look import asset
from gamekit.widgets.page_diff import Fields, Key, OnPage, PageDiff
from gamekit.widgets.panel import Panel


class LivePage(PageDiff, anywidget.AnyWidget):  # type: ignore[misc]
    """A page in a notebook; see ``PageDiff``."""

    _esm, _css = asset("file.js") + asset("page.js"), page.style()
    whole = traitlets.Any().tag(sync=True, to_json=lambda _, live: live.whole_page())  # what a new browser is told

    def __init__(self, tell: Callable[[page.Message | None, bool], None], roomed: Callable[[str, int], None]) -> None:
        PageDiff.__init__(self, tell, roomed)
        self.board: Any = None  # what it shows
        self._paintings: list[Callable[[], None]] = []
        anywidget.AnyWidget.__init__(self)
        heard_meanwhile(self)
        self.add_class("gk-page")
        self.on_msg(lambda _, content, buffers: self.hear(content))

    def send(self, content: Fields, buffers: Any = None) -> None:
        anywidget.AnyWidget.send(self, content, buffers)

    def give(self, name: str, kind: str, content: str | bytes, **to: str) -> None:
        give(self, name, kind, content, **to)

    def open(self) -> None:
        """Tell the browser of the page, once there is one."""
        if self.shown:
            super().open()

    def begin(self) -> None:
        self.open()

    @in_turn
    def close(self) -> None:
        for node in self.shown.values():
            if node.widget:
                close(node.widget)
        super().close()

    @property
    def embedded(self) -> list[Widget]:
        return [node.widget for node in self.shown.values() if node.widget]

    @property
    def reduced(self) -> bool:
        return any(one.helper.reduced for one in self.embedded if isinstance(one, Board))

    def catch_up(self) -> None:
        """Have every chart that is shown made at once."""
        for node in list(self.shown.values()):
            if isinstance(node.control, page.LiveChart) and node.control.shown and node.widget:
                node.widget.catch_up()

    def finish(self, gone: list[OnPage]) -> None:
        paintings, self._paintings = self._paintings, []
        for paint in paintings:  # after the answer, which would stand waiting behind it for 15 ms
            paint()
        for node in gone:
            if node.widget:
                close(node.widget)

    # Widgets on the page ----------------------------------------------------------------------------------------------

    def embed(self, key: Key, control: Any, number: str, before: OnPage | None) -> tuple[Any, Fields]:
        """The widget of a picture, a chart or a board, as it should be."""
        widget: Any = before.widget if before else self._made(key, control)
        if isinstance(control, page.Picture) and before:
            self._paintings.append(lambda: _paint(widget, before.control, control))
        elif isinstance(control, page.LiveChart) and control.shown and widget.of != (control.of, control.language):
            widget.of = control.of, control.language
            widget.speak(control.language)
            widget.offer(control.make)
        return widget, {"is": "Widget", "model": f"IPY_MODEL_{widget.model_id}"}

    def _made(self, key: Key, control: Any) -> Any:
        match control:
            case page.Picture():
                return self._board(key, control)
            case page.LiveChart():
                made = Panel(language=control.language)
                made.watch.visible = False  # until a page says so
                return made
        return control.make().widget

    def _board(self, key: Key, control: page.Picture) -> Board:
        def now() -> page.Picture:
            return self.shown[key].control if key in self.shown else control

        def ghost(action: Any) -> Any:
            follows = now().ghost
            return follows(action) if follows else None

        return Board(
            control.scene,
            click=lambda action: self.tell(action, True),
            drag=lambda carried, target: self.tell(("drop", carried, target), True),
            ghost=ghost,
            resize=lambda room: self.roomed(control.name, room),
            hover=(lambda action: self.tell((*(now().hover or ()), action), False)) if control.hover else None,
        )


def _paint(board: Board, before: page.Picture, now: page.Picture) -> None:
    """Show a picture on its board, with what moves on the way from the one before."""
    board.show(now.scene)
    moves = now.motion if not board.helper.reduced else None
    if moves and (frames := moves(before.view, now.view)):
        board.animate(frames)


def close(widget: Widget) -> None:
    """A widget goes with what is below it, and with its layout and style, which nobody closes otherwise."""
    for child in getattr(widget, "children", ()):
        close(child)
    for part in (getattr(widget, name, None) for name in ("layout", "style")):
        if isinstance(part, Widget):
            part.close()
    widget.close()
