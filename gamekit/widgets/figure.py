"""A plotly figure on the page, drawn anew into the same place whenever it changes.

plotly's own ``FigureWidget`` carries the whole drawing library with every chart, 5 MB each time, and where that takes
more than two seconds to load the chart never changes again. Here the library is sent once, and all charts share it."""

from __future__ import annotations

from typing import Any

import anywidget
import ipywidgets
import traitlets

from gamekit.text import export
from gamekit.text.translation import word
from gamekit.widgets.later import heard_meanwhile
from gamekit.widgets.look import asset


class Library(anywidget.AnyWidget):  # type: ignore[misc]
    """plotly.js, as the plotly package brings it, sent to the page once."""

    source = traitlets.Unicode().tag(sync=True)
    _esm = "export default {};"


_shared: list[Library] = []


def _library() -> Library:
    if not _shared or _shared[0].comm is None:  # nothing yet, or all widgets were closed
        from plotly.offline import get_plotlyjs

        _shared[:] = [Library(source=get_plotlyjs())]
    return _shared[0]


def give(widget: Any, name: str, kind: str, content: str | bytes, **to: str) -> None:
    """Send a file to the reader of a page, through a widget whose script has ``file.js``; ``to`` says who asked."""
    raw = isinstance(content, bytes)
    message = {"event": "file", "name": name, "type": kind, "text": "" if raw else content, **to}
    widget.send(message, buffers=[content] if raw else None)


class PlotlyFigure(anywidget.AnyWidget):  # type: ignore[misc]
    """A plotly figure on the page; whatever is assigned to ``figure`` is drawn into the same place."""

    figure = traitlets.Dict().tag(sync=True)  # data, layout and config, as plotly.js has them
    library = traitlets.Instance(Library).tag(sync=True, **ipywidgets.widget_serialization)
    saves: Any = traitlets.List([]).tag(sync=True)  # the buttons under it: (what they save, their text)
    _esm = asset("file.js") + asset("turn.js") + asset("figure.js")

    def __init__(self, chart: Any) -> None:
        self.chart, language = chart, chart.spec.language
        saves = [["picture", word("export.save_picture", language)], ["table", word("export.save_table", language)]]
        super().__init__(figure=chart.drawing, library=_library(), saves=saves)
        heard_meanwhile(self)
        self.on_msg(lambda _, content, buffers: self._asked(content))

    def show(self, chart: Any) -> None:
        self.chart, self.figure = chart, chart.drawing

    def _asked(self, content: dict[str, Any]) -> None:
        match content:
            case {"event": "ask", "what": "picture"}:
                give(self, f"chart.{export.PICTURE[0]}", export.PICTURE[1], export.picture(self.chart.svg()))
            case {"event": "ask", "what": "table"}:
                give(self, "table.csv", "text/csv", export.excel_csv(self.chart))

    @property
    def view(self) -> dict[str, Any]:
        bundle = self._repr_mimebundle_() or {}
        return dict(bundle[0] if isinstance(bundle, tuple) else bundle)
