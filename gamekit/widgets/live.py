"""The notebook's face of a board: one widget that sends the page's differences and receives messages.

Pictures and boards on the page are widgets of their own within it. One widget for the page, and not one a
control: so a click on the siege board is answered with one message and not five (by reacton 1.11 over ipywidgets, which
also took 6.3 ms of the kernel for what takes 0.6 here)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import uuid4

import anywidget
import traitlets
from ipywidgets import Widget

from gamekit.widgets import later, page
from gamekit.widgets.canvas import CanvasView
from gamekit.widgets.later import Worker, handle_messages_meanwhile, in_turn
from gamekit.widgets.look import asset
from gamekit.widgets.page_diff import Drawn, Fields, Key, OnPage, PageDiff, draw_chart

WAIT = 0.06  # seconds of quiet before a chart is computed: a slider that moves on costs nothing
SLOW = 1.0  # seconds after which a chart says that it is worked out, and how far that is


class LivePage(PageDiff, anywidget.AnyWidget):  # type: ignore[misc]
    """A page in a notebook; see ``PageDiff``."""

    _esm, _css = asset("file.js") + asset("page.js"), page.board_css()
    whole = traitlets.Any().tag(sync=True, to_json=lambda _, live: live.whole_page())  # what a new browser is told

    def __init__(self, tell: Callable[[page.Message | None, bool], None], roomed: Callable[[str, int], None]) -> None:
        PageDiff.__init__(self, tell, roomed)
        self.board: Any = None  # what it shows
        self._painted: list[CanvasView] = []
        self._workers: dict[Key, Worker] = {}
        self.id = uuid4().hex
        anywidget.AnyWidget.__init__(self, model_id=self.id)
        handle_messages_meanwhile(self)
        self.add_class("gk-page")
        self.on_msg(lambda _, content, buffers: self.hear(content))

    def send(self, content: Fields, buffers: Any = None) -> None:
        anywidget.AnyWidget.send(self, content, buffers)

    def give(self, name: str, kind: str, content: str | bytes, **to: str) -> None:
        raw = isinstance(content, bytes)
        message = {"event": "file", "name": name, "type": kind, "text": "" if raw else content, **to}
        self.send(message, buffers=[content] if raw else None)

    def open(self) -> None:
        """Tell the browser of the page, once there is one."""
        if self.shown:
            super().open()

    def send_first_page(self) -> None:
        self.open()

    @in_turn
    def close(self) -> None:
        for node in self.shown.values():
            if node.widget:
                close(node.widget)
        super().close()

    def whole_page(self) -> Fields:
        return {**super().whole_page(), "id": self.id}

    @property
    def embedded(self) -> list[Widget]:
        return [node.widget for node in self.shown.values() if node.widget]

    @property
    def reduced(self) -> bool:
        return any(one.helper.reduced for one in self.embedded if isinstance(one, CanvasView))

    def work(self, key: Key, control: page.LiveChart, take: Callable[[Callable[[], Drawn]], None]) -> None:
        worker, loop, of = self._workers.setdefault(key, Worker()), later.kernel_loop(), self._asked[key]

        @in_turn
        def still() -> None:
            if loop and worker.busy and self._asked.get(key) == of:
                self.slow.add(key)
                self.tell(None, False)
                loop.call_later(SLOW, still)

        worker.ask(partial(draw_chart, control), in_turn(take), pause=WAIT)
        if loop:
            loop.call_later(SLOW, still)

    def share(self, key: Key) -> float | None:
        return self._workers[key].share if key in self._workers else None

    def finish(self, gone: list[OnPage]) -> None:
        painted, self._painted = self._painted, []
        for board in painted:  # after the answer, which would stand waiting behind it
            board.tell_targets()
        for node in gone:
            if node.widget:
                close(node.widget)
        for key in self._workers.keys() - self.shown.keys():
            self._workers.pop(key).stop()

    def embed(self, key: Key, control: Any, number: str, before: OnPage | None) -> tuple[Any, Fields]:
        """Return the widget of a picture or a board, and its fields."""
        if isinstance(control, page.Picture):
            widget: Any = before.widget if before else self._board(key, control)
            if before:  # at once: a drawing that comes after the answer waits until the page is laid out
                _paint(widget, before.control, control)
                self._painted.append(widget)
        else:
            widget = before.widget if before else control.make().widget
        return widget, {"is": "Widget", "model": f"IPY_MODEL_{widget.model_id}"}

    def _board(self, key: Key, control: page.Picture) -> CanvasView:
        def now() -> page.Picture:
            return self.shown[key].control if key in self.shown else control

        def ghost(action: Any) -> Any:
            follows = now().ghost
            return follows(action) if follows else None

        return CanvasView(
            control.scene,
            click=lambda action: self.tell(action, True),
            drag=lambda carried, target: self.tell(("drop", carried, target), True),
            ghost=ghost,
            resize=lambda room: self.roomed(control.name, room),
            hover=(lambda action: self.tell((*(now().hover or ()), action), False)) if control.hover else None,
        )


def _paint(board: CanvasView, before: page.Picture, now: page.Picture) -> None:
    board.paint(now.scene)
    moves = now.motion if not board.helper.reduced else None
    if moves and (frames := moves(before.view, now.view)):
        board.animate(frames)


def close(widget: Widget) -> None:
    """Close a widget with its children, and with its layout and style, which nothing else closes."""
    for child in getattr(widget, "children", ()):
        close(child)
    for part in (getattr(widget, name, None) for name in ("layout", "style")):
        if isinstance(part, Widget):
            part.close()
    widget.close()
