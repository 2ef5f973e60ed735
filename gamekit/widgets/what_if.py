"""A chart with a slider for every argument of the function that makes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from gamekit.text.translation import language_or_default
from gamekit.widgets import page
from gamekit.widgets.app import Board
from gamekit.widgets.charts import Chart


@dataclass(frozen=True, slots=True)
class Choices:
    """The values of each argument of ``make``, and the index of the chosen one."""

    make: Callable[..., Chart]
    axes: tuple[tuple[str, tuple[Any, ...]], ...]
    at: tuple[int, ...]
    language: str

    @property
    def chart(self) -> Chart:
        """The chart of the current choice."""
        return self.make(**{name: values[place] for (name, values), place in zip(self.axes, self.at)})


def screen(table: Choices, viewport: page.Viewport) -> page.Container:
    """The sliders, and below them the chart."""
    axes = [(name, values, place) for (name, values), place in zip(table.axes, table.at)]
    chosen = (page.chooser(name.replace("_", " "), values, place, (name,)) for name, values, place in axes)
    chart = page.LiveChart(lambda: table.chart, table.at, table.language, key="chart")
    parts = *chosen, page.status_line(viewport.error), chart
    return page.Container("gk-page", (page.Container("gk-stack gk-what-if", parts),))


def update(table: Choices, message: page.Message) -> Choices:
    """Return the table after ``message``, the (verb, value, ...) of a control; unchanged if it means nothing here."""
    for number, (name, values) in enumerate(table.axes):
        if message[:-1] == (name,):
            listed = isinstance(page.chooser(name, values, 0, (name,)), page.Menu)
            place = message[1] if listed else values.index(message[1])
            return replace(table, at=(*table.at[:number], place, *table.at[number + 1 :]))
    return table


class WhatIfPanel(Board, screen=screen, update=update, widths=(320.0, 560.0), covers=False):
    """The panel that ``what_if`` makes."""

    table: Choices

    @property
    def summary_sentence(self) -> str:
        """The finding of the chart shown."""
        return self.table.chart.heading

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """Beside the live panel its chart, under the line that says how to make it live."""
        bundle, chart = super()._repr_mimebundle_(**kwargs), self.table.chart._repr_mimebundle_()
        return {**bundle, **chart, "text/html": bundle["text/html"] + chart["text/html"]}


def what_if(make: Callable[..., Chart], language: str | None = None, **axes: Sequence[Any]) -> WhatIfPanel:
    """A chart with a slider for every argument of ``make``: ``what_if(chart, legions=range(1, 9))``.

    The sliders begin at the middle of their values."""
    chosen = tuple((name, tuple(values)) for name, values in axes.items())
    places = tuple(len(values) // 2 for _, values in chosen)
    return WhatIfPanel(Choices(make, chosen, places, language_or_default(language)))
