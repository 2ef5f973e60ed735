"""A live chart: one figure that is changed in place, its numbers as a table below it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any

import anywidget
import ipywidgets
import traitlets

from gamekit.widgets.charts import Chart, table_html
from gamekit.widgets.controls import html
from gamekit.widgets.figure import Figure
from gamekit.widgets.look import GOOD, INK, LINE, PAPER, WHITE
from gamekit.words import word

WAIT = 0.06  # seconds of quiet before a chart is computed: a slider that moves on costs nothing
STYLE = f"""<style>.gk-panel {{ background: {PAPER}; color: {INK}; color-scheme: light;
  --jp-widgets-color: {INK}; --jp-widgets-label-color: {INK}; --jp-widgets-readout-color: {INK};
  --jp-widgets-slider-handle-background-color: {WHITE}; --jp-widgets-slider-handle-border-color: {LINE};
  --jp-widgets-slider-active-handle-color: {GOOD}; --jp-content-font-color1: {INK}; --jp-ui-font-color1: {INK}; }}
.gk-panel .gk-numbers {{ padding: 0 10px 8px; }}
.gk-panel > .widget-inline-hbox {{ margin: 8px 10px 0; width: min(420px, 95%); }}
.gk-panel.gk-dim > * {{ opacity: .45; }}</style>"""


class Watch(anywidget.AnyWidget):  # type: ignore[misc]
    """Knows whether the panel that it lies in can be seen."""

    visible = traitlets.Bool(True).tag(sync=True)
    _esm = """
    export default { render({model, el}) {
      el.style.display = 'none';
      const observer = new IntersectionObserver(entries => {
        model.set('visible', entries[entries.length - 1].isIntersecting);
        model.save_changes();
      });
      const begin = () => {
        const panel = el.closest('.gk-panel');
        if (panel) observer.observe(panel); else frame = requestAnimationFrame(begin);
      };
      let frame = requestAnimationFrame(begin);
      return () => { cancelAnimationFrame(frame); observer.disconnect(); };
    } };
    """


class Numbers(anywidget.AnyWidget):  # type: ignore[misc]
    """The table of a chart under a line that opens it; it stays open while the numbers change."""

    summary = traitlets.Unicode().tag(sync=True)
    table = traitlets.Unicode().tag(sync=True)
    opened = traitlets.Bool(False).tag(sync=True)
    _esm = """
    export default { render({model, el}) {
      const details = document.createElement('details'), line = document.createElement('summary');
      const body = document.createElement('div');
      details.append(line, body);
      details.open = model.get('opened');
      line.style.cursor = 'pointer';
      const fill = () => { line.textContent = model.get('summary'); body.innerHTML = model.get('table'); };
      model.on('change:summary change:table', fill);
      fill();
      el.append(details);
      return () => model.off('change:summary change:table', fill);
    } };
    """


class Panel(ipywidgets.VBox):  # type: ignore[misc]
    """A chart that follows a board: ``offer`` it a way to make the next chart whenever something changes.

    The chart is made while the panel can be seen, after a moment of quiet, and is dimmed until then.
    ``chart`` is the one shown; ``show`` shows another at once."""

    def __init__(
        self, chart: Chart, opened: bool = False, language: str | None = None, above: Sequence[ipywidgets.Widget] = ()
    ) -> None:
        self.chart = chart
        self._make: Callable[[], Chart] | None = None
        self._handle: asyncio.TimerHandle | None = None
        self.figure = Figure(chart.drawing)
        self.numbers = Numbers(summary=word("charts.table", language), opened=opened)
        self.numbers.add_class("gk-numbers")
        self.watch = Watch()
        self.watch.observe(lambda _: self._settle_if_seen(), "visible")
        super().__init__([html(STYLE), self.watch, *above, self.figure, self.numbers])
        self.add_class("gk-panel")
        self._tell()

    def show(self, chart: Chart) -> None:
        """Show another chart of the same kind, changing what differs."""
        self.chart = chart
        self.figure.figure = chart.drawing
        self._tell()
        self.remove_class("gk-dim")

    def offer(self, make: Callable[[], Chart]) -> None:
        """What the chart shows is out of date: dim it, and make the next one soon if it can be seen."""
        self._make = make
        self.add_class("gk-dim")
        self._settle_if_seen()

    def _settle_if_seen(self) -> None:
        if self._handle:
            self._handle.cancel()
            self._handle = None
        if self._make is None or not self.watch.visible:
            return
        try:
            self._handle = asyncio.get_running_loop().call_later(WAIT, self._settle)
        except RuntimeError:  # no kernel, so nobody to wait for
            self._settle()

    def _settle(self) -> None:
        make, self._make, self._handle = self._make, None, None
        if make:
            self.show(make())

    def _tell(self) -> None:
        self.numbers.table = table_html(self.chart)

    def _repr_mimebundle_(self, **kwargs: Any) -> Any:
        """Beside the live chart the chart as it is now, for a notebook that is read and not run."""
        return {**(super()._repr_mimebundle_(**kwargs) or {}), **self.chart.bundle}


def what_if(make: Callable[..., Chart], language: str | None = None, **axes: Sequence[Any]) -> Panel:
    """A chart with a slider for every argument of ``make``: ``what_if(chart, legions=range(1, 9))``.

    The sliders begin at the middle of their values."""
    sliders = {name: _slider(name, list(values)) for name, values in axes.items()}

    def chosen() -> Chart:
        return make(**{name: slider.value for name, slider in sliders.items()})

    panel = Panel(chosen(), opened=True, language=language, above=tuple(sliders.values()))
    panel.add_class("gk-what-if")
    for slider in sliders.values():
        slider.observe(lambda _: panel.offer(chosen), "value")
    return panel


def _slider(name: str, values: list[Any]) -> ipywidgets.Widget:
    said = name.replace("_", " ")
    style = {"description_width": "initial"}
    return ipywidgets.SelectionSlider(
        options=values, value=values[len(values) // 2], description=said, continuous_update=True, style=style
    )
