"""Small widgets with a script of their own in ``static``: what the stock ones cannot do."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import anywidget
import traitlets

from gamekit.widgets.look import asset
from gamekit.widgets.page import style


class Behaviour(anywidget.AnyWidget):  # type: ignore[misc]
    """What a page does in the browser besides showing its widgets.

    It keeps a notebook's one-letter commands (dd deletes a cell) from acting while a control of the page has the focus;
    Ctrl, Alt, Meta and Escape still reach the notebook. And it has screen readers announce what ``live`` texts say."""

    _esm, _css = asset("behaviour.js"), style()


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
