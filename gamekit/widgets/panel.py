"""A live chart: one figure that is changed in place, its numbers as a table below it."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any

import anywidget
import ipywidgets
import traitlets

from gamekit.text.translation import error_text, word
from gamekit.widgets import later, page
from gamekit.widgets.charts import Chart, table_html
from gamekit.widgets.figure import PlotlyFigure
from gamekit.widgets.look import asset

WAIT = 0.06  # seconds of quiet before a chart is computed: a slider that moves on costs nothing
SLOW = 1.0  # seconds after which a chart says that it is worked out, and how far that is


class Watch(anywidget.AnyWidget):  # type: ignore[misc]
    """Knows whether the panel that it lies in can be seen."""

    visible = traitlets.Bool(False).tag(sync=True)
    _esm, _css = asset("watch.js"), page.style()


class FoldedTable(anywidget.AnyWidget):  # type: ignore[misc]
    """The table of a chart under a line that opens it; it stays open while the numbers change."""

    summary = traitlets.Unicode().tag(sync=True)
    table = traitlets.Unicode().tag(sync=True)
    opened = traitlets.Bool(False).tag(sync=True)
    _esm = asset("numbers.js")


class Panel(ipywidgets.VBox):  # type: ignore[misc]
    """A chart that follows a board: ``offer`` it a way to make the next chart whenever something changes.

    The chart is made while the panel can be seen, beside the kernel's loop, after a moment of quiet; until then the one
    before is dimmed. ``catch_up`` makes it at once. ``chart`` is the one shown, None before the first; ``said`` tells
    how far one is that takes long, or why one cannot be made."""

    def __init__(
        self,
        chart: Chart | None = None,
        opened: bool = False,
        language: str | None = None,
    ) -> None:
        self.chart: Chart | None = None
        self.of: Hashable = None  # what the chart last offered depends on
        self._make: Callable[[], Chart] | None = None
        self._later, self._language = later.Later(), language
        self.said = ipywidgets.HTML()
        self.said.add_class("gk-said")
        self.figure: PlotlyFigure | None = None
        self.numbers = FoldedTable(summary=word("charts.table", language), opened=opened)
        self.numbers.add_class("gk-numbers")
        self.watch = Watch(visible=not (later.kernel_loop() or later.AHEAD))  # else the page says so
        later.heard_meanwhile(self.watch)
        self.watch.observe(self._looked_at, "visible")
        self._above = (self.watch, self.said)
        super().__init__(self._above)
        self.add_class("gk-panel")
        if chart:
            self.show(chart)

    def show(self, chart: Chart) -> None:
        """Show another chart of the same kind, changing what differs."""
        self.chart, self.said.value = chart, ""
        self.numbers.table = table_html(chart)
        if self.figure is None:
            self.figure = PlotlyFigure(chart)
            self.children = (*self._above, self.figure, self.numbers)
        else:
            self.figure.show(chart)
        self.remove_class("gk-dim")

    @later.in_turn
    def offer(self, make: Callable[[], Chart]) -> None:
        """What the chart shows is out of date: dim it, and make the next one soon if it can be seen."""
        self._make = make
        self.add_class("gk-dim")
        self._settle_if_seen()

    def speak(self, language: str) -> None:
        """Say what stands around the chart in a language."""
        self._language, self.numbers.summary = language, word("charts.table", language)

    @later.in_turn
    def catch_up(self) -> None:
        """Make the chart at once, if it is out of date; one that cannot be made leaves the last one dimmed."""
        if self._make:
            self._later.stop()
            self._take(self._make)

    @later.in_turn
    def _looked_at(self, event: Any) -> None:
        if event["new"] or self.chart:  # a first chart that has been seen to is made in any case
            self._settle_if_seen()

    def _settle_if_seen(self) -> None:
        self._later.stop()
        if self._make and self.watch.visible:
            self._later.ask(self._make, self._take, pause=WAIT)
            self._say_how_far(self._make)

    def _say_how_far(self, of: Callable[[], Chart]) -> None:
        """Say that a chart is worked out, once it takes long, and from then on how far it is."""
        loop = later.kernel_loop()

        def still() -> None:
            if loop and self._later.busy and self._make is of:
                self.said.value = " ".join(page.progress(self._language, self._later.share))
                loop.call_later(SLOW, still)

        if loop:
            loop.call_later(SLOW, still)

    @later.in_turn
    def _take(self, answer: Callable[[], Chart]) -> None:
        self._make = None
        try:
            chart = answer()
        except ValueError as error:
            self.said.value = page.status(error_text(error, self._language)).value
            return
        self.show(chart)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Beside the live chart the chart as it is now, for a notebook that is read and not run."""
        return {**(super()._repr_mimebundle_(**kwargs) or {}), **(self.chart.bundle if self.chart else {})}
