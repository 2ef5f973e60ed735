"""Small widgets with a script of their own in ``static``: what the stock ones cannot do."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import anywidget
import traitlets
from comm.base_comm import BaseComm

from gamekit.widgets.look import asset
from gamekit.widgets.page import style


class Behaviour(anywidget.AnyWidget):  # type: ignore[misc]
    """What a page does in the browser besides showing its widgets.

    It keeps a notebook's one-letter commands (dd deletes a cell) from acting while a control of the page has the focus;
    Ctrl, Alt, Meta and Escape still reach the notebook. It has screen readers announce what ``live`` texts say. And
    it carries what an answer changes on the page as one message, which comes sooner than ten small ones."""

    _esm, _css = asset("behaviour.js"), style()

    def __init__(self, again: Callable[[], None] = lambda: None) -> None:
        """``again`` shows everything anew, for a second reader, who may have missed something while coming."""
        super().__init__()
        self._again, self._heard = again, False
        self.on_msg(self._listens)

    def _listens(self, *_: Any) -> None:
        if self._heard:
            self._again()
        self._heard = True

    @contextmanager
    def together(self) -> Iterator[None]:
        """Send what changes inside as one message, once the page has said that it listens."""
        messages, parts = list[Any](), list[Any]()

        def keep(sender: BaseComm, data: Any = None, metadata: Any = None, buffers: Any = None) -> None:
            messages.append([sender.comm_id, data, len(buffers or ())])
            parts.extend(buffers or ())

        send = BaseComm.send
        if self._heard:
            setattr(BaseComm, "send", keep)  # noqa: B010  a method, for a moment
        try:
            yield
        finally:
            setattr(BaseComm, "send", send)  # noqa: B010
            if messages:
                self.send({"messages": messages}, parts)


class RadioList(anywidget.AnyWidget):  # type: ignore[misc]
    """One of several, each with a name, a quiet note and a value at the right; ``index`` is the chosen one."""

    _esm = asset("choices.js")
    label = traitlets.Unicode("").tag(sync=True)
    options: Any = traitlets.List([]).tag(sync=True)
    index = traitlets.Int(0).tag(sync=True)


class _Messenger(anywidget.AnyWidget):  # type: ignore[misc]
    """A widget whose script sends messages; ``hear`` is called with each one's content."""

    _esm = "export default {}"

    def __init__(self, hear: Callable[[dict[str, Any]], None], **traits: Any) -> None:
        super().__init__(**traits)
        self.on_msg(lambda _, content, buffers: hear(content))


class CopyButton(_Messenger):
    """A button that copies ``text`` and says so; without one it asks for it (``{"event": "ask"}``)."""

    _esm = asset("copy.js")
    title = traitlets.Unicode("").tag(sync=True)
    text = traitlets.Unicode("").tag(sync=True)
    done = traitlets.Unicode("").tag(sync=True)


class TileButtons(_Messenger):
    """Real buttons with pictures or names. A tile is a dictionary: key, html, label, kind, pressed, disabled.

    The focus stays on the tile of the same key when the tiles change."""

    _esm = asset("tiles.js")
    label = traitlets.Unicode("").tag(sync=True)
    tiles: Any = traitlets.List([]).tag(sync=True)


class DownloadButton(_Messenger):
    """A button that asks for a file (``{"event": "ask"}``) and gives the one sent back to the page's reader."""

    _esm = asset("file.js") + asset("download.js")
    title = traitlets.Unicode("").tag(sync=True)


class UploadButton(_Messenger):
    """A button that takes a text file from the page's reader and sends its text."""

    _esm = asset("upload.js")
    title = traitlets.Unicode("").tag(sync=True)
    accept = traitlets.Unicode("").tag(sync=True)


class Ticker(_Messenger):
    """Sends ``{"event": "tick"}`` again and again while it is ``on``; the page that shows it keeps the time."""

    _esm = asset("clock.js")
    on = traitlets.Bool(False).tag(sync=True)
    milliseconds = traitlets.Int(900).tag(sync=True)
