"""A plotly figure on the page, drawn anew into the same place whenever it changes.

plotly's own ``FigureWidget`` carries the whole drawing library with every chart, 5 MB each time, and where that takes
more than two seconds to load the chart never changes again; plotly's stored figures vanish from a Voila page when its
window is resized. Here the library is sent once, and all charts share it."""

from __future__ import annotations

from typing import Any

import anywidget
import ipywidgets
import traitlets

from gamekit.widgets.look import asset


class Library(anywidget.AnyWidget):  # type: ignore[misc]
    """plotly.js, as the plotly package brings it: sent to the page once."""

    source = traitlets.Unicode().tag(sync=True)
    _esm = "export default {};"


_shared: list[Library] = []


def _library() -> Library:
    if not _shared or _shared[0].comm is None:  # nothing yet, or all widgets were closed
        from plotly.offline import get_plotlyjs

        _shared[:] = [Library(source=get_plotlyjs())]
    return _shared[0]


class PlotlyFigure(anywidget.AnyWidget):  # type: ignore[misc]
    """A plotly figure on the page; whatever is assigned to ``figure`` is drawn into the same place."""

    figure = traitlets.Dict().tag(sync=True)  # data, layout and config, as plotly.js has them
    library = traitlets.Instance(Library).tag(sync=True, **ipywidgets.widget_serialization)
    _esm = asset("figure.js")

    def __init__(self, figure: dict[str, Any]) -> None:
        super().__init__(figure=figure, library=_library())

    @property
    def view(self) -> dict[str, Any]:
        """What a notebook shows live."""
        bundle = self._repr_mimebundle_() or {}
        return dict(bundle[0] if isinstance(bundle, tuple) else bundle)
