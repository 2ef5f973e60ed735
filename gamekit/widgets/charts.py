"""Charts as pure functions: rows or laws in, a ``Chart`` out, with the same numbers as a table and what they rest on.

Nothing here knows a game: a ``Spec`` brings names, colours and a title that states the finding. A chart is a drawing in
plotly's words of fixed shape (as many traces for the same kind of rows), so that ``panel.Panel`` can change one in
place; ``stills`` paints the same drawing as a picture."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from contextvars import ContextVar, copy_context
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from html import escape, unescape
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from gamekit.probability.distribution import Dist, join
from gamekit.text.translation import basis_line, percent, percent_html, points, translate, word
from gamekit.widgets.look import (
    BAR,
    BAR_MARKED,
    CAESAR,
    HAIRLINE,
    HEADING,
    INK,
    LINE,
    MUTED,
    NAME,
    NEUTRAL,
    PALE,
    PAPER,
    POMPEY,
    SANS,
    SERIF,
    TABLE,
    TEXT,
    TINY,
    WHITE,
    contrast,
)
from gamekit.widgets.scene import Scene, text_width
from gamekit.widgets.stills import still
from gamekit.widgets.svg import image, picture_bar, svg

if TYPE_CHECKING:
    import pandas as pd

Drawn: TypeAlias = dict[str, Any]  # a bar, a text, a stroke or a whole drawing, in plotly's words
Number: TypeAlias = float | Fraction
Grid: TypeAlias = Sequence[Sequence[Any]]  # rows of cells
WIDTH = 560  # px; lines are broken and labels spread for this width, a wider place leaves more room
DUST = 1e-12  # what floats leave of a whole below this is nothing
EDGE, ROW, THICK, LINE_HEIGHT = 8, 28, 22, 17
GREY = "#8C8577"
CONTRAST = 4.5  # of a text against its ground, at least
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
CONFIG = {"displayModeBar": False, "responsive": True, "showTips": False}


HIDDEN = ("showgrid", "zeroline", "showticklabels", "showline")  # what axes have and ours have not
QUIET = dict.fromkeys(HIDDEN, False) | {"ticks": "", "fixedrange": True}
TEMPLATE = {
    "layout": {
        "font": {"family": SANS, "size": TEXT, "color": INK},
        "title": {
            "font": {"family": SERIF, "size": NAME, "color": INK, "weight": 700},
            "x": 0, "xref": "container", "xanchor": "left", "y": 1, "yref": "container", "yanchor": "top",
            "pad": {"l": EDGE + 2, "t": 10},
        },
        "annotationdefaults": {"showarrow": False, "font": {"size": TEXT, "color": INK}},
        "paper_bgcolor": PAPER,
        "plot_bgcolor": PAPER,
        "xaxis": QUIET | {"gridcolor": HAIRLINE},
        "yaxis": QUIET | {"gridcolor": HAIRLINE},
        "hoverlabel": {"bgcolor": WHITE, "bordercolor": LINE, "font": {"family": SANS, "size": TEXT, "color": INK}},
        "showlegend": False,
        "bargap": 0,
        "dragmode": False,
    }
}  # fmt: skip


class Part(NamedTuple):
    """A share of a whole: what it is called, how large it is (0 to 1), its colour."""

    label: str
    share: Any
    colour: str


class Chart:
    """A chart that knows its numbers: ``rows`` (a DataFrame), ``basis``, and which columns are chances.

    ``drawing`` is what plotly paints live, ``still`` the same as a scene of our own, for print and for reading."""

    def __init__(self, spec: Spec, drawing: Drawn, rows: pd.DataFrame, chances: tuple[str, ...] = ()) -> None:
        self.spec, self.rows, self.chances = spec, rows, chances
        self.drawing = {**drawing, "config": CONFIG}

    @property
    def basis(self) -> tuple[str, ...]:
        return tuple(self.rows.attrs.get("basis", ()))

    @property
    def heading(self) -> str:
        """The finding, without line breaks."""
        return unescape(self.drawing["layout"]["title"]["text"].replace("<br>", " "))

    @property
    def figure(self) -> Any:
        """The chart as a ``plotly.graph_objects.Figure``, to change or to save as plotly does."""
        import plotly.graph_objects as go

        return go.Figure(self.drawing["data"], self.drawing["layout"])

    def still(self) -> Scene:
        return still(self.drawing, self.spec.width)

    def svg(self) -> str:
        return svg(self.still(), "chart")

    def html(self) -> str:
        """The live chart with its numbers, as an HTML document that needs nothing else (4 MB of it are plotly)."""
        drawn = self.figure.to_html(include_plotlyjs=True, full_html=False, config=CONFIG)
        head = f'<meta charset="utf-8"><title>{escape(self.heading)}</title>'
        return f"<!doctype html><html><head>{head}</head><body>{drawn}{table_html(self)}</body></html>"

    @property
    def picture(self) -> str:
        """The chart as HTML that needs no kernel and no script: a picture, marked as one."""
        return f"{picture_bar(self.spec.language)}{image(self.still(), 'chart')}"

    @property
    def numbers(self) -> str:
        """The table as HTML under a line that opens it."""
        return folded(table_html(self), language=self.spec.language)

    @property
    def bundle(self) -> dict[str, Any]:
        """The chart for a notebook that is read: picture and table as HTML, finding and numbers as text."""
        return {"text/html": self.picture + self.numbers, "text/plain": str(self)}

    def __str__(self) -> str:
        return f"{self.heading}\n{table(self).to_string(index=False)}"

    def __repr__(self) -> str:
        return f"<chart “{self.heading}”; inside a box of widgets: chart.widget>"

    @property
    def widget(self) -> Any:
        """A new live view of the chart, its numbers below it, to be put into a box of widgets."""
        import ipywidgets

        from gamekit.widgets.figure import PlotlyFigure

        return ipywidgets.VBox([PlotlyFigure(self), ipywidgets.HTML(self.numbers)])

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """The live chart and its numbers; a picture and its numbers where nobody runs the notebook."""
        live = self.widget._repr_mimebundle_() or {}
        return {**(live[0] if isinstance(live, tuple) else live), **self.bundle}


def table(chart: Chart, exact: bool = False) -> pd.DataFrame:
    """The numbers of a chart as text: chances as percentages with one decimal, or as fractions."""
    shown = chart.rows.astype(object).copy()
    for column in shown.columns:
        say = (_fraction if exact else percent) if column in chart.chances else _number
        shown[column] = [say(value) for value in shown[column]]
    return shown


def table_html(chart: Chart, exact: bool = False) -> str:
    shown = table(chart, exact)
    cell = '<td style="padding:2px 14px 2px 0;text-align:{};font-variant-numeric:tabular-nums">{}</td>'.format
    sides = ["right" if place else "left" for place in range(len(shown.columns))]
    head = "".join(cell(side, f"<b>{escape(str(name))}</b>") for side, name in zip(sides, shown.columns))
    lines = ("".join(map(cell, sides, (escape(str(value)) for value in row))) for row in shown.itertuples(index=False))
    body = "".join(f"<tr>{line}</tr>" for line in (head, *lines))
    return f'<table style="border:none;font-size:13px;margin:4px 0">{body}</table>'


def folded(content: str, language: str | None = None) -> str:
    """A table under a line that a click opens and closes."""
    summary = f'<summary style="cursor:pointer">{escape(word("charts.table", language))}</summary>'
    return f"<details>{summary}{content}</details>"


def _fraction(value: Any) -> str:
    return str(value if isinstance(value, Fraction) else Fraction(value).limit_denominator(10**12))


def _number(value: Any) -> str:
    if isinstance(value, (float, Fraction)):
        return f"{float(value):.2f}"
    return str(value)


# The charts ----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Spec:
    """What a chart says besides its numbers: the finding as title, a note, what the numbers rest on; ``colours`` and
    ``heads`` (what parts, rows or axes are called) mean what each chart says, ``names`` what columns are called."""

    title: str
    note: str = ""
    basis: tuple[str, ...] = ()
    language: str | None = None
    width: int = WIDTH
    colours: tuple[str, ...] = (CAESAR, POMPEY)
    heads: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)

    def say(self, key: str) -> str:
        return word(f"charts.{key}", self.language)

    def called(self, column: str) -> str:
        return self.names.get(column, column)

    @property
    def inner(self) -> int:
        return self.width - 2 * EDGE


def outcome(parts: Sequence[Part], spec: Spec) -> Chart:
    """One bar of parts that make up a whole, each with its number and name below; the head says what they are."""
    inner = spec.inner
    widths = [max(text_width(percent(p.share), HEADING, 700), text_width(p.label, TEXT)) + 2 * EDGE for p in parts]
    joints = [0.0, *accumulate(float(part.share) for part in parts[:-1])]
    places = _spread([joint * inner for joint in joints], widths, inner, pinned=True)
    data = [_bar([part.share], part.colour, width=[1], hovertext=[_hover(part.label, part.share)]) for part in parts]
    labels = []
    for number, (part, place, room) in enumerate(zip(parts, places, widths)):
        last = number == len(parts) - 1 and number > 0
        x, anchor = ((place + room) / inner, "right") if last else (place / inner, "left")
        said = f'<b style="font-size:{HEADING}px">{percent_html(part.share)}</b><br>{part.label}'
        labels.append(_label(said, x, 0, anchor, part.colour, yref="paper", yshift=-4, yanchor="top", align=anchor))
    head, chance = (*spec.heads, spec.say("outcome"))[0], spec.say("p")
    rows = frame({head: [part.label for part in parts], chance: [part.share for part in parts]}, spec.basis)
    picture = Plot(rows, (chance,), 26, labels, foot=50)
    return _chart(data, spec, picture, xaxis=_axis((0, 1)), yaxis=_axis((-0.5, 0.5)), barmode="stack")


def at_least(laws: Mapping[str, Dist[int]], spec: Spec, most: int = 12) -> Chart:
    """For two laws of whole numbers, back to back: the chance of at least 1, 2, 3 ... up to the most that can be.

    The head names the middle column. More than ``most`` rows are thinned out evenly; the table keeps them all.
    Raises ValueError unless there are two laws."""
    if len(laws) != 2:
        raise ValueError(f"two laws stand back to back, not {len(laws)}")
    top = max(1, *(max(law) for law in laws.values()))
    chances = {name: [law.at_least(step) for step in range(1, top + 1)] for name, law in laws.items()}
    shown = range(1, top + 1, -(-top // most))
    data, labels = [], [_label((*spec.heads, spec.say("at_least"))[0], 0.5, 1, "center", MUTED, 6)]
    for (name, column), colour, axis in zip(chances.items(), spec.colours, ("x", "x2")):
        picked = [column[step - 1] for step in shown]
        data.append(
            _bar(
                picked, colour, xaxis=axis, width=[0.7] * len(shown),
                text=[percent_html(p) for p in picked], textposition="outside", cliponaxis=False, constraintext="none",
                hovertext=[_hover(f"{name}: {step}+", p) for step, p in zip(shown, picked)],
            )
        )  # fmt: skip
        place, anchor = (0, "left") if axis == "x" else (1, "right")
        labels.append(_label(f"<b>{name}</b>", place, 1, anchor, colour, 6))
    labels += [_beside(f"{step}+", 0.5, row, "center") for row, step in enumerate(shown)]
    basis = join(*(law.basis for law in laws.values()))
    rows = frame({spec.say("at_least"): list(range(1, top + 1)), **chances}, basis)
    wide = 0.45 * spec.inner
    room = max(1.24, wide / (wide - 44))  # the number stands outside its bar
    return _chart(
        data, spec, Plot(rows, tuple(chances), 20 * len(shown), labels, head=20),
        xaxis=_axis((room, 0), domain=[0, 0.45]), xaxis2=_axis((0, room), domain=[0.55, 1], anchor="y"),
        yaxis=_axis((len(shown) - 0.5, -0.5)),
    )  # fmt: skip


def by_stage(rows: pd.DataFrame, stages: Sequence[str], parts: Sequence[Part], rest: str, spec: Spec) -> Chart:
    """A bar a row of ``rows``, filled by parts from the left and, the last part, from the right; between them is
    what is still open.

    The share of a part is the name of its column. ``stages`` names the rows, ``rest`` what is open; the head stands
    over it where that needs other words."""
    left = max(text_width(name, TEXT) for name in stages) + 2 * EDGE
    *first, last = parts
    values = [rows[part.share].tolist() for part in parts]
    open_ = [1 - sum(line) for line in zip(*values)]
    still = [0.0 if isinstance(p, float) and p < DUST else p for p in open_]
    filled = [*first, Part(rest, "", BAR), last]
    columns = [*values[:-1], still, values[-1]]
    data = [
        _bar(column, part.colour, width=[THICK / ROW] * len(stages),
             hovertext=[_hover(f"{where}: {part.label}", p) for where, p in zip(stages, column)])
        for part, column in zip(filled, columns)
    ]  # fmt: skip
    labels = [_beside(name, 0, row, "left", xshift=-left) for row, name in enumerate(stages)]
    for row, line in enumerate(zip(*columns)):
        labels += _inside([(p, part.colour) for p, part in zip(line, filled)], row, spec.inner - left)
    labels.append(_label(f"<b>{first[0].label}</b>", 0, 1, "left", first[0].colour, 4))
    labels.append(_label(f"<b>{(*spec.heads, rest)[0]}</b>", 0.62, 1, "center", MUTED, 4))
    ends = f"<b>{last.label} {percent_html(values[-1][-1])}</b>"
    labels.append(_label(ends, 1, 0, "right", last.colour, -4, yanchor="top"))
    shown = {spec.say("stage"): list(stages)} | {part.label: column for part, column in zip(filled, columns)}
    numbers = frame(shown, rows.attrs.get("basis", ()))
    picture = Plot(numbers, tuple(part.label for part in filled), ROW * len(stages), labels, 20, 22, left)
    return _chart(data, spec, picture, barmode="stack", xaxis=_axis((0, 1)), yaxis=_axis((len(stages) - 0.5, -0.5)))


def heat(
    rows: pd.DataFrame, across: str, down: str, value: str, spec: Spec, size: int = 32, even: Number | None = None
) -> Chart:
    """A cell for every pair of ``across`` and ``down`` (columns of ``rows``) with its number; the first row is lowest.

    The numbers of ``value`` are chances, even at one half, or plain numbers that are even at ``even``; a stepped line
    parts the cells that are even or better. ``size`` is a row's height in px, the third head names the numbers."""
    xs, ys = (list(dict.fromkeys(rows[column])) for column in (across, down))
    at = {(x, y): p for x, y, p in zip(rows[across], rows[down], rows[value])}
    values = [[at[x, y] for x in xs] for y in ys]
    shares, said = _leaning(values, even), percent_html if even is None else signed
    heads, left = (spec.called(down), spec.called(across)), max(text_width(str(y), TEXT) for y in ys) + 20
    narrow = (spec.inner - left) / len(xs) < text_width("100.0%", TEXT, 700) + 8
    texts = _each(values, lambda p: said(p).rstrip("%" if narrow else ""))
    labels = _ruled(ys, xs, upward=True, gap=10) + [
        _beside(f"<b>{text}</b>" if share >= 0.5 else text, column, row, "center",
                colour=INK if 0.25 <= share <= 0.75 else WHITE, xref="x")
        for row, line in enumerate(zip(texts, shares)) for column, (text, share) in enumerate(zip(*line))
    ]  # fmt: skip
    named = " · ".join([f"{heads[0]} ↑", *(head + ", %" * narrow for head in spec.heads[2:])])
    labels += [_label(named, 0, 1, "left", MUTED, 6, xshift=-left), _label(f"{heads[1]} →", 1, 0, "right", MUTED, -38)]
    labels.append(_label(f"<b>—</b>\u00a0{spec.say('even')}", 1, 1, "right", INK, 6))
    scale = _parted((*spec.colours, NEUTRAL)[1], spec.colours[0])
    drawn = _cells(shares, (0, 1), scale, _hovers(heads, ys, xs, values, said))
    numbers = _crossed(heads, ys, list(map(str, xs)), values, rows.attrs.get("basis", ()))
    picture = Plot(numbers, () if said is signed else tuple(map(str, xs)), size * len(ys), labels, 24, 38, left)
    return _chart([drawn], spec, picture, shapes=_staircase(shares), **_squares(len(xs), len(ys), upward=True))


def even(found: pd.DataFrame, spec: Spec, size: int = 32) -> Chart:
    """Where a question over two axes is even, drawn along the edges of its cells: of ``gamekit.break_even``."""
    first, second = found.attrs["axes"]
    cells = [(*pair, figure) for pair, figure in found.attrs["figures"].items()]
    rows = frame(dict(zip((first, second, "figure"), zip(*cells))), found.attrs["basis"])
    level = found.attrs["level"]
    return heat(rows, first, second, "figure", spec, size, None if level == 0.5 else level)


def tornado(rows: pd.DataFrame, spec: Spec, chances: bool = True, most: int = 10) -> Chart:
    """How far each single change moves an answer, both ways, a bar a row from zero: the widest first.

    ``rows`` are those of ``gamekit.tornado``; ``chances`` says whether its figures are chances, so that changes are
    points. The table keeps every row, the picture ``most`` of them."""
    said, lines = points if chances else signed, moves(rows, spec.language)
    shown = [(escape(name), less or 0.0, more or 0.0) for name, less, more in lines[:most]]
    left = max(text_width(name, TEXT) for name, *_ in shown) + 12
    labels = [_beside(name, 0, row, "left", xshift=-left) for row, (name, *_) in enumerate(shown)]
    data = []
    for sign, colour in ((-1, (*spec.colours, NEUTRAL)[1]), (1, spec.colours[0])):
        bar, numbers = _wing(shown, sign, colour, said)
        data.append(bar)
        labels += numbers
    ways = ([line[0], *("–" if way is None else said(way) for way in line[1:])] for line in lines)
    columns = dict(zip(map(spec.say, ("changed", "less", "more")), zip(*ways)))
    reach = max([1e-9, *(abs(way) for line in shown for way in line[1:])])
    room = reach / (1 - 120 / (spec.inner - left))  # the numbers stand outside their bars
    picture = Plot(frame(columns, rows.attrs.get("basis", spec.basis)), (), 24 * len(shown), labels, 8, left=left)
    return _chart(
        data, spec, picture, shapes=[_stroke(0, -0.5, 0, len(shown) - 0.5, INK, 1.3)],
        barmode="overlay", xaxis=_axis((-room, room)), yaxis=_axis((len(shown) - 0.5, -0.5)),
    )  # fmt: skip


def laws(laws: Mapping[str, Dist[Any]], spec: Spec, most: int = 12) -> Chart:
    """Two laws or more side by side: a group of bars for each outcome, in its order, a bar for each law.

    Of more than ``most`` outcomes those that are likeliest by any law are drawn; the table has all. Raises ValueError
    for more laws than colours."""
    if len(laws) > len(spec.colours):
        raise ValueError(f"{len(laws)} laws need as many colours, not {len(spec.colours)}")
    outcomes = _outcomes(laws.values())
    chances = {name: [law.p(outcome.__eq__) for outcome in outcomes] for name, law in laws.items()}
    likeliest = sorted(range(len(outcomes)), key=lambda row: -max(column[row] for column in chances.values()))
    shown = sorted(likeliest[:most])
    names = [escape(str(outcomes[row])) for row in shown]
    left = max(text_width(name, TEXT) for name in names) + 12
    labels = [_beside(name, 0, place, "left", xshift=-left) for place, name in enumerate(names)]
    data, x = [], -left
    for number, ((name, column), colour) in enumerate(zip(chances.items(), spec.colours)):
        places = [place + 0.84 * ((number + 0.5) / len(laws) - 0.5) for place in range(len(shown))]
        shares, thick = [_plain(column[row]) for row in shown], [0.78 / len(laws)] * len(shown)
        hover = [_hover(f"{name}: {outcomes[row]}", column[row]) for row in shown]
        data.append(_bar(shares, colour, y=places, width=thick, hovertext=hover))
        labels += [_beside(percent_html(p), p, y, "left", colour, xref="x", xshift=6) for p, y in zip(shares, places)]
        labels.append(_label(f"<b>{escape(name)}</b>", 0, 1, "left", colour, 6, xshift=x))
        x += text_width(name, TEXT, 700) + 16
    head, basis = (*spec.heads, spec.say("result"))[0], join(*(law.basis for law in laws.values()), spec.basis)
    height = (16 * len(laws) + 6) * len(shown)
    picture = Plot(frame({head: outcomes, **chances}, basis), tuple(chances), height, labels, 22, left=left, right=48)
    top = max(max(trace["x"]) for trace in data)
    axes = {"xaxis": _axis((0, top)), "yaxis": _axis((len(shown) - 0.5, -0.5))}
    return _chart(data, spec, picture, barmode="overlay", **axes)


def fan(laws: Mapping[str, Dist[Any]], spec: Spec, height: int = 200) -> Chart:
    """How a number spreads from place to place (round by round): its median, and where half and nine in ten of it lie.

    ``laws`` has the law of the number at each place, in order. The heads: what the places are, what the number is."""
    lines = [[float(law.quantile(q)) for law in laws.values()] for q in QUANTILES]
    places, colour, across = list(laws), spec.colours[0], list(range(len(laws)))
    low, top = min(0.0, *lines[0]), max(lines[-1])
    span = low, top + max(0.06 * (top - low), 0.1)
    data: list[Drawn] = [
        {"type": "scatter", "x": [*across, *reversed(across)], "y": [*best, *reversed(least)], "mode": "lines",
         "fill": "toself", "fillcolor": _blend(PAPER, colour, share), "line": {"color": colour, "width": 0},
         "marker": {"size": 0, "color": colour}, "hoverinfo": "skip"}
        for least, best, share in ((lines[0], lines[4], 0.22), (lines[1], lines[3], 0.5))
    ]  # fmt: skip
    data.append(_curve(lines[2], [f"{escape(place)}: <b>{y:g}</b>" for place, y in zip(places, lines[2])], colour))
    named = [f"{q:.0%}" if q != 0.5 else spec.say("median") for q in QUANTILES]
    table = {spec.heads[0]: places} | {name: [f"{y:g}" for y in line] for name, line in zip(named, lines)}
    numbers = frame(table, join(*(law.basis for law in laws.values()), spec.basis))
    ends = [(name, line[-1], colour) for name, line in zip(named, lines)][::-1]
    return _over(data, ends, numbers, span, spec, height)


def cells(
    rows: pd.DataFrame,
    columns: tuple[str, str, str, str],
    kinds: Mapping[str, tuple[str, str]],
    spec: Spec,
    size: int = 30,
    every: int = 1,
    upward: bool = False,
) -> Chart:
    """A cell for every pair of two columns with a text in it, coloured by its kind.

    ``columns`` are those across, down, of the text and of the kind. ``kinds`` gives each kind its colour and its name,
    which stand above the picture. ``size`` is a row's height, of ``every`` so many labels of an axis one is written,
    ``upward`` puts the first row at the bottom."""
    across, down, texts, sorts = (rows[column].tolist() for column in columns)
    heads = spec.called(columns[1]), spec.called(columns[0])
    xs, ys = list(dict.fromkeys(across)), list(dict.fromkeys(down))
    at = dict(zip(zip(across, down), zip(texts, sorts)))
    grid = [[at[x, y] for x in xs] for y in ys]
    place = {value: number for number, value in enumerate(kinds)}
    hover = _hovers(heads, ys, xs, grid, lambda cell: f"{kinds[cell[1]][1]} {cell[0]}")
    values = _each(grid, lambda cell: place[cell[1]])
    drawn = _cells(values, (-0.5, len(kinds) - 0.5), _steps([colour for colour, _ in kinds.values()]), hover)
    drawn.update(text=_each(grid, lambda cell: cell[0]), texttemplate="%{text}")
    drawn.update(textfont={"color": INK, "size": TEXT}, xgap=1.5, ygap=1.5)
    left = max(text_width(str(y), TEXT) for y in ys) + 20
    labels = _ruled(ys, xs, every, upward) + _keyed(kinds, heads, upward, left)
    words = _each(grid, lambda cell: cell[0] or kinds[cell[1]][1])
    numbers = _crossed(heads, ys, [str(x) for x in xs], words, rows.attrs.get("basis", ()))
    room = (24, 20) if upward else (40, 0)
    return _chart([drawn], spec, Plot(numbers, (), size * len(ys), labels, *room, left),
                  **_squares(len(xs), len(ys), upward))  # fmt: skip


def change(rows: pd.DataFrame, base: Any, base_label: str, spec: Spec, most: int = 8) -> Chart:
    """What each choice would make of a chance that is ``base`` without it: a bar a row, the best in the first colour.

    ``rows`` are ordered best first; the columns block, rating and p hold the choice, a word more about it, and the
    chance."""
    top = rows.head(most)
    said, more, shares = (top[column].tolist() for column in ("block", "rating", "p"))
    low, share = float(base), [float(p) for p in shares]
    colours = [spec.colours[0], *[GREY] * (len(top) - 1)]
    bars = ((BAR_MARKED, [min(p, low) for p in share]), (colours, [max(p - low, 0) for p in share]),
            (PAPER, [max(low - p, 0) for p in share]))  # fmt: skip
    hover = [_hover(str(text), p) for text, p in zip(said, shares)]
    data = [_bar(lengths, colour, width=[0.68] * len(top), hovertext=hover) for colour, lengths in bars]
    data[-1]["marker"]["line"] = {"color": LINE, "width": 1}
    numbers = [f"<b>{percent_html(p)}</b>" if row == 0 else percent_html(p) for row, p in enumerate(share)]
    left, labels = _rows(said, more, numbers, [max(p, low) for p in share])
    labels.append(_label(escape(base_label, quote=False), low, 1, _inward(low), INK, 6, xref="x"))
    labels += [_label(text, x, 0, "center", MUTED, -14, xref="x") for x, text in ((0, "0"), (1, "100%"))]
    chance = spec.say("p")
    shown = rows[["block", "rating", "p"]].rename(columns={"block": spec.say("choice"), "rating": " ", "p": chance})
    shown[spec.say("change")] = [points(p - base) for p in rows["p"]]
    shown.attrs["basis"] = rows.attrs.get("basis", ())
    return _chart(
        data, spec, Plot(shown, (chance,), 20 * len(top), labels, 24, 18, left, 56), barmode="stack",
        shapes=[_stroke(low, -0.6, low, len(top) - 0.4, INK, 1.3)],
        xaxis=_axis((0, 1)) | {"showgrid": True, "tickvals": [0, 0.25, 0.5, 0.75, 1]},
        yaxis=_axis((len(top) - 0.4, -0.6)),
    )  # fmt: skip


def amounts(rows: pd.DataFrame, value: str, label: str, more: str, spec: Spec) -> Chart:
    """Plain numbers as bars from zero, a row each in the order given, the largest in the first colour.

    ``value``, ``label`` and ``more`` (a word beside the label) are columns of ``rows``. Numbers are shown with two
    decimals; none may be below zero."""
    values = [float(number) for number in rows[value]]
    if min(values) < 0:
        raise ValueError(f"a bar from zero cannot show {min(values):g}")
    said, beside = ([str(text) for text in rows[column]] for column in (label, more))
    best = max(values)
    colours = [spec.colours[0] if number == best else GREY for number in values]
    hover = [f"{escape(text)}: <b>{number:.2f}</b>" for text, number in zip(said, values)]
    numbers = [f"<b>{number:.2f}</b>" if number == best else f"{number:.2f}" for number in values]
    left, labels = _rows(said, beside, numbers, values)
    table = rows[[label, more, value]].rename(columns=dict(spec.names))
    table.attrs["basis"] = rows.attrs.get("basis", ())
    return _chart(
        [_bar(values, colours, width=[0.68] * len(values), hovertext=hover)], spec,
        Plot(table, (), 22 * len(values), labels, left=left, right=48),
        xaxis=_axis((0, best or 1)), yaxis=_axis((len(values) - 0.4, -0.6)),
    )  # fmt: skip


def grid(
    numbers: Grid, down: Sequence[str], across: Sequence[str], spec: Spec, marked: Iterable[tuple[int, int]] = ()
) -> Chart:
    """A cell for every number, above zero in the first colour and below it in the second; ``marked`` cells are bold
    and framed. ``down`` and ``across`` name the rows and columns, the heads what both are."""
    values = [[_plain(number) for number in line] for line in numbers]
    most = max(1e-9, *(abs(value) for line in values for value in line))
    plus, minus = (_blend(TABLE, colour) for colour in spec.colours[:2])
    hover = _hovers(spec.heads, down, across, values, signed)
    drawn = _cells(values, (-most, most), [[0, minus], [0.5, TABLE], [1, plus]], hover)
    kept = set(marked)
    labels = [
        _beside(("<b>{}</b>" if (row, n) in kept else "{}").format(signed(value)), n, row, "center", xref="x")
        for row, line in enumerate(values) for n, value in enumerate(line)
    ]  # fmt: skip
    left, names = _named(down, across, spec.heads)
    table = _crossed(spec.heads, down, across, numbers, spec.basis)
    corners = ((column - 0.5, row - 0.5, column + 0.5, row + 0.5) for row, column in kept)
    frames = [stroke for corner in corners for stroke in _box(*corner)]
    picture = Plot(table, (), 30 * len(down), [*labels, *names], 40, left=left)
    return _chart([drawn], spec, picture, shapes=frames, **_squares(len(across), len(down)))


def lines(series: Mapping[str, Sequence[Any]], places: Sequence[Any], spec: Spec, height: int = 220) -> Chart:
    """A line for each series of numbers over the same places, its name at the right end; zero is shown.

    The heads: what the places are, and what the numbers are."""
    drawn = {name: [_plain(value) for value in values] for name, values in series.items()}
    everything = [0.0, *(value for values in drawn.values() for value in values)]
    low, high = min(everything), max(everything)
    margin = max(0.05 * (high - low), 0.1)
    span = low - margin if low < 0 else 0.0, high + margin
    data = [
        _curve(line, [f"{escape(name)}, {place}: <b>{y:.2f}</b>" for place, y in zip(places, line)], colour)
        for (name, line), colour in zip(drawn.items(), spec.colours)
    ]
    table = {spec.heads[0]: list(places)} | {name: list(values) for name, values in series.items()}
    ends = [(f"<b>{escape(name)}</b>", drawn[name][-1], colour) for name, colour in zip(drawn, spec.colours)]
    return _over(data, ends, frame(table, spec.basis), span, spec, height)


# What they are made of -----------------------------------------------------------------------------------------------


class Plot(NamedTuple):
    """The numbers of a chart, which columns are chances, its texts, and px: the height and the room round it."""

    rows: pd.DataFrame
    chances: tuple[str, ...]
    height: float
    labels: Sequence[Drawn]
    head: float = 0
    foot: float = 0
    left: float = 0
    right: float = 0


_told: ContextVar[bool] = ContextVar("told", default=False)


def of_board(make: Callable[[], Chart]) -> Chart:
    """A chart whose caption leaves out what it rests on, since its board says it."""
    context = copy_context()
    context.run(_told.set, True)
    return context.run(make)


def _chart(data: list[Drawn], spec: Spec, picture: Plot, **layout: Any) -> Chart:
    """A figure on paper: the finding on top, the picture, and a caption that ends with the basis line."""
    basis = tuple(picture.rows.attrs.get("basis", ()))
    titles = _broken(_capital(spec.title), NAME, spec.inner, 700)
    rests = "" if _told.get() else basis_line(basis, spec.language)
    said = " · ".join(filter(None, (spec.note, rests))).replace(" · ", "\u00a0· ")
    caption = _broken(_capital(said), TINY, spec.inner)
    under = _label(
        "<br>".join(caption), 0, 0, "left", MUTED, -picture.foot - EDGE, xshift=-picture.left, yanchor="top",
        align="left", font={"size": TINY, "color": MUTED},
    )  # fmt: skip
    above = 12 + (LINE_HEIGHT + 3) * len(titles) + picture.head
    below = picture.foot + 2 * EDGE + 15 * len(caption)
    margin = {"l": EDGE + picture.left, "r": EDGE + picture.right, "t": above, "b": below}
    drawing = {
        "data": data,
        "layout": {
            "template": TEMPLATE,
            "title": {"text": "<br>".join(titles)},
            "annotations": [*picture.labels, under],
            "height": round(above + picture.height + below),
            "autosize": True,
            "margin": {side: round(room) for side, room in margin.items()},
            **layout,
        },
    }
    return Chart(spec, drawing, picture.rows, picture.chances)


def _bar(shares: Sequence[Any], colour: Any, **more: Any) -> Drawn:
    """Horizontal bars in rows 0, 1, 2 ..., from the top where the axis runs down."""
    text = {"textfont": {"color": INK, "size": TEXT}} if "text" in more else {}
    marker = {"color": colour, "line": {"width": 0}}
    place = {"x": [_plain(share) for share in shares], "y": list(range(len(shares)))}
    return {"type": "bar", "orientation": "h", "hoverinfo": "text", "marker": marker} | place | text | more


def _cells(values: Grid, span: tuple[float, float], scale: list[list[Any]], hover: list[list[str]]) -> Drawn:
    """Coloured cells, rows from the top where the axis runs down."""
    look = {"zmin": span[0], "zmax": span[1], "colorscale": scale, "showscale": False, "xgap": 2, "ygap": 2}
    return {"type": "heatmap", "z": [list(line) for line in values], "hoverinfo": "text", "hovertext": hover} | look


def _curve(values: Sequence[float], hover: Sequence[str], colour: str) -> Drawn:
    """A line over places 0, 1, 2 ..."""
    look = {"line": {"color": colour, "width": 2}, "marker": {"size": 5, "color": colour}}
    place = {"x": list(range(len(values))), "y": list(values), "mode": "lines+markers"}
    return {"type": "scatter", "hoverinfo": "text", "hovertext": list(hover)} | place | look


def _over(
    data: list[Drawn], ends: Sequence[tuple[str, float, str]], rows: pd.DataFrame, span: tuple[float, float],
    spec: Spec, height: float,
) -> Chart:  # fmt: skip
    """Curves over the places of the first column of ``rows``; each of ``ends`` is a name at the right, where its curve
    ends, and its colour."""
    places, ends = [str(place) for place in rows.iloc[:, 0]], sorted(ends, key=lambda end: -end[1])
    wanted = [(1 - (value - span[0]) / (span[1] - span[0])) * height - 8 for _, value, _ in ends]
    labels = [_label(spec.heads[1], 0, 1, "left", MUTED, 6), _label(spec.heads[0], 1, 0, "right", MUTED, -34)]
    for (name, _, colour), y in zip(ends, _spread(wanted, [16] * len(ends), height)):
        labels.append(_label(name, 1, 1 - (y + 8) / height, "left", colour, xshift=8, yanchor="middle"))
    right = max(text_width(re.sub("<.*?>", "", name), TEXT, 700) for name, *_ in ends) + 2 * EDGE
    ticks = {"showticklabels": True, "tickvals": list(range(len(places))), "ticktext": places}
    return _chart(
        data, spec, Plot(rows, (), height, labels, 20, 36, 28, right), xaxis=_axis((-0.2, len(places) - 0.8)) | ticks,
        yaxis=_axis(span) | {"showgrid": True, "showticklabels": True, "zeroline": True, "zerolinecolor": LINE},
    )  # fmt: skip


def _each(grid: Grid, said: Callable[[Any], Any]) -> list[list[Any]]:
    return [[said(cell) for cell in line] for line in grid]


def _hovers(
    heads: Sequence[str], down: Sequence[Any], across: Sequence[Any], grid: Grid, said: Callable[[Any], str]
) -> list[list[str]]:
    """What the mouse is told over each cell: its row, its column and what is said of it."""
    return [[f"{heads[0]} {y}, {heads[1]} {x}: {said(cell)}".strip() for x, cell in zip(across, line)]
            for y, line in zip(down, grid)]  # fmt: skip


def _crossed(
    heads: Sequence[str], down: Sequence[Any], across: Sequence[str], grid: Grid, basis: Iterable[str]
) -> pd.DataFrame:
    """A grid as a table, a column for each of its own."""
    columns = {x: [line[place] for line in grid] for place, x in enumerate(across)}
    return frame({f"{heads[0]} / {heads[1]}": list(down)} | columns, basis)


def _steps(colours: Sequence[str]) -> list[list[Any]]:
    """A scale of colours that does not blend."""
    return [[(number + side) / len(colours), colour] for number, colour in enumerate(colours) for side in (0, 1)]


def _ruled(
    down: Sequence[Any], across: Sequence[Any], every: int = 1, upward: bool = False, gap: int = 8
) -> list[Drawn]:
    """The labels beside the rows of cells and above (upward: below) the columns, of ``every`` so many one."""
    foot, above = (0, -18) if upward else (1, 4)
    rows, columns = list(enumerate(down))[::every], list(enumerate(across))[::every]
    labels = [_beside(str(y), 0, row, "right", xshift=-gap) for row, y in rows]
    return labels + [_label(str(x), column, foot, "center", INK, above, xref="x") for column, x in columns]


def _keyed(kinds: Mapping[str, tuple[str, str]], heads: Sequence[str], upward: bool, left: float) -> list[Drawn]:
    """What the colours of cells mean, and which way the rows and columns run."""
    words = "   ".join(f'<span style="color:{colour}">■</span> {said}' for colour, said in kinds.values())
    ways, high = f"{heads[0]} {'↑' if upward else '↓'} {heads[1]} →", 4 if upward else 22
    return [_label(words, 0, 1, "left", INK, high, xshift=-left), _label(ways, 1, 1, "right", MUTED, high, xshift=0)]


def _inward(share: float) -> str:
    """How a text is anchored at a place of an axis, so that it stays within."""
    return "left" if share < 0.12 else "right" if share > 0.88 else "center"


def _squares(across: int, down: int, upward: bool = False) -> Drawn:
    low, high = -0.5, down - 0.5
    return {"xaxis": _axis((-0.5, across - 0.5)), "yaxis": _axis((low, high) if upward else (high, low))}


def _named(down: Sequence[str], across: Sequence[str], heads: Sequence[str]) -> tuple[float, list[Drawn]]:
    """The names beside the rows and above the columns of cells, what both are, and the room at the left."""
    left = max(text_width(text, TEXT) for text in (*down, heads[0])) + 24
    both = [_label(heads[0], 0, 1, "left", MUTED, 22, xshift=-left), _label(heads[1], 1, 1, "right", MUTED, 22)]
    return left, _ruled(down, across, gap=10) + both


def _rows(
    names: Sequence[Any], details: Sequence[Any], numbers: Sequence[str], ends: Sequence[float]
) -> tuple[float, list[Drawn]]:
    """The room at the left of bars, and their texts: a name and a word more before each, its number behind it."""
    left = sum(max(text_width(str(text), TEXT) for text in column) + 12 for column in (names, details))
    labels = []
    for row, (name, detail, number, x) in enumerate(zip(names, details, numbers, ends)):
        labels.append(_beside(str(name), 0, row, "left", xshift=-left))
        labels.append(_beside(str(detail), 0, row, "right", colour=MUTED, xshift=-8))
        labels.append(_beside(number, x, row, "left", xshift=6, xref="x"))
    return left, labels


def _beside(text: str, x: Any, row: float, anchor: str, colour: str = INK, **more: Any) -> Drawn:
    """A text in the middle of a row."""
    return _label(text, x, row, anchor, colour, yref="y", yanchor="middle", **more)


def signed(value: Any) -> str:
    """A number with its sign, to two decimals, and those only where they are needed."""
    rounded = round(float(value), 2)
    text = f"{abs(rounded):.2f}".rstrip("0").rstrip(".")
    return text if text == "0" else ("+" if rounded > 0 else "\u2212") + text


def _box(x0: float, y0: float, x1: float, y1: float) -> list[Drawn]:
    corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)]
    return [_stroke(*here, *there, INK, 2) for here, there in pairwise(corners)]


def _label(
    text: str, x: Any, y: Any, anchor: str, colour: str, yshift: float = 0, yref: str = "paper", **more: Any
) -> Drawn:
    """A text in the picture; ``x`` and ``y`` are shares of it unless an axis is named."""
    said = {"text": text, "x": x, "y": y, "xanchor": anchor, "yref": yref, "yshift": yshift, "showarrow": False}
    return {"xref": "paper", "yanchor": "bottom", "font": {"color": colour}} | said | more


def _axis(span: tuple[float, float], **more: Any) -> Drawn:
    return {"range": list(span)} | more


def _stroke(x0: float, y0: float, x1: float, y1: float, colour: str, width: float) -> Drawn:
    ends = {"x0": x0, "y0": y0, "x1": x1, "y1": y1, "xref": "x", "yref": "y"}
    return {"type": "line", "line": {"color": colour, "width": width}, **ends}


def _leaning(values: Grid, even: Number | None) -> list[list[float]]:
    """Numbers as shares of a scale on which one half is even; chances as they are."""
    if even is None:
        return _each(values, _plain)
    most = max(abs(float(p) - float(even)) for line in values for p in line) or 1.0
    return _each(values, lambda p: _plain(0.5 + (float(p) - float(even)) / most / 2))


def _wing(lines: Sequence[Any], sign: int, colour: str, said: Callable[[Any], str]) -> tuple[Drawn, list[Drawn]]:
    """The bars of a tornado to one side of zero, and their numbers."""
    values = [sign * max(0.0, *(sign * way for way in line[1:])) for line in lines]
    hover = [f"{name}: <b>{escape(said(x))}</b>" for (name, *_), x in zip(lines, values)]
    side, texts = (
        "left" if sign > 0 else "right",
        [f"<b>{escape(said(x))}</b>" if re.search("[1-9]", said(x)) else "" for x in values],
    )
    numbers = [_beside(text, _plain(x), row, side, colour, xref="x", xshift=6 * sign)
               for row, (text, x) in enumerate(zip(texts, values))]  # fmt: skip
    return _bar(values, colour, width=[0.68] * len(values), hovertext=hover), numbers


def moves(rows: pd.DataFrame, language: str | None) -> list[tuple[str, float | None, float | None]]:
    """The name of each change and how far less and more of it move the figure, the widest first."""
    as_is = float(rows.attrs["as_is"])
    ways = ([None if p is None or p != p else float(p) - as_is for p in rows[key]] for key in ("at_less", "at_more"))
    lines = zip((translate(name, language) for name in rows["axis"]), *ways)
    return sorted(lines, key=lambda line: -max(abs(way or 0.0) for way in line[1:]))


def _outcomes(laws: Iterable[Dist[Any]]) -> list[Any]:
    """What laws can give, in order; outcomes without an order stay as they come."""
    found = list(dict.fromkeys(outcome for law in laws for outcome in law))
    with suppress(TypeError):
        found.sort()
    return found


def _staircase(shares: Grid) -> list[Drawn]:
    """Lines on a pale case between cells of one half and more and their neighbours below it."""
    even = [[p >= 0.5 for p in line] for line in shares]
    ends = []
    for y, line in enumerate(even):
        for x, here in enumerate(line):
            if x + 1 < len(line) and here != line[x + 1]:
                ends.append((x + 0.5, y - 0.5, x + 0.5, y + 0.5))
            if y + 1 < len(even) and here != even[y + 1][x]:
                ends.append((x - 0.5, y + 0.5, x + 0.5, y + 0.5))
    return [_stroke(*end, colour, width) for colour, width in ((PAPER, 7), (INK, 3)) for end in ends]


def _parted(below: str, above: str) -> list[list[Any]]:
    """A scale from one colour by a pale middle to the other, which leaps at a quarter and at three quarters.

    So ink is readable on all that lies between, white on the rest."""
    faint, deep = zip(*(_readable(colour) for colour in (below, above)))
    low, high = 0.25 - 5e-7, 0.75 + 5e-7  # a quarter itself is pale
    return [[0, below], [low, deep[0]], [low, faint[0]], [0.5, PALE], [high, faint[1]], [high, deep[1]], [1, above]]


@cache
def _readable(colour: str) -> tuple[str, str]:
    """The strongest tint of a colour on which ink can be read, and the weakest on which white can, at 4.5:1."""
    tints = [_blend(PALE, colour, share / 40) for share in range(41)]
    ink = [tint for tint in tints if contrast(INK, tint) >= CONTRAST]
    white = [tint for tint in tints if contrast(WHITE, tint) >= CONTRAST]
    return ink[-1], (*white, colour)[0]


def _inside(cells: Sequence[tuple[Any, str]], row: int, inner: float) -> list[Drawn]:
    """The numbers of a filled bar, each in its own part where it fits; the first one may stand in the second part."""
    starts = [0.0, *accumulate(float(share) for share, _ in cells)]
    labels = []

    def put(number: int, x: float, anchor: str, colour: str, shift: float) -> None:
        said = percent_html(cells[number][0])
        text, ink = (said, INK) if colour == BAR else (f"<b>{said}</b>", WHITE)
        labels.append(_label(text, x, row, anchor, ink, yref="y", xref="x", yanchor="middle", xshift=shift))

    for number, (share, colour) in enumerate(cells):
        room, need = float(share) * inner, text_width(percent(share), TEXT, 700) + 14
        if number == 0 and room >= need:
            put(0, 0, "left", colour, 8)
        elif number == 0:
            beside = next(((float(p), c) for p, c in cells[1:] if p), (0.0, BAR))
            if beside[0] * inner >= 3 * need:
                put(0, starts[1], "left", beside[1], 8)
        elif number == len(cells) - 1 and room >= need:
            put(number, 1, "right", colour, -8)
        elif number < len(cells) - 1 and room >= need:
            put(number, (starts[number] + starts[number + 1]) / 2, "center", colour, 0)
    return labels


def _spread(wanted: Sequence[float], sizes: Sequence[float], inner: float, pinned: bool = False) -> list[float]:
    """Where labels begin: as near to where they are wanted as they can without touching; the last one ends where the
    room does, at the latest or, ``pinned``, in any case."""
    places, end = list(wanted), inner - sizes[-1]
    for one, other in pairwise(range(len(places))):
        places[other] = max(places[other], places[one] + sizes[one])
    if len(places) > 1:
        places[-1] = end if pinned else min(places[-1], end)
    for one, other in reversed(list(pairwise(range(len(places))))):
        places[one] = max(0, min(places[one], places[other] - sizes[one]))
    return places


def _broken(text: str, size: float, room: float, weight: int = 400) -> list[str]:
    """A text in lines that fit: broken at spaces, or between the characters of Japanese."""
    lines, line = [], ""
    for piece in _pieces(text):
        if line and text_width(line + piece.rstrip(), size, weight) > room:
            lines.append(line.rstrip())
            line = ""
        line += piece
    return [escape(part, quote=False) for part in [*lines, line.rstrip()] if part]


def _pieces(text: str) -> list[str]:
    pieces = [""]
    for character in text:
        pieces[-1] += character
        if character == " " or character in "、。，．）" or ("\u3040" <= character <= "\u9fff"):
            pieces.append("")
    return [piece for piece in pieces if piece]


def _hover(name: str, share: Any) -> str:
    exact = str(share) if isinstance(share, Fraction) and len(str(share)) <= 48 else ""
    return "<br>".join(filter(None, (f"{escape(name)}: <b>{percent_html(share)}</b>", exact)))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _plain(number: Any) -> float:
    """A float that is the same everywhere: six decimals are finer than any pixel."""
    return round(float(number), 6)


def frame(columns: Mapping[str, Sequence[Any]], basis: Iterable[str]) -> pd.DataFrame:
    """Rows of a chart by their columns, with what they rest on."""
    import pandas as pd

    frame = pd.DataFrame({name: pd.Series(list(values), dtype=object) for name, values in columns.items()})
    frame.attrs["basis"] = tuple(basis)
    return frame


def _blend(one: str, other: str, share: float = 0.5) -> str:
    pairs = zip(*(bytes.fromhex(colour[1:]) for colour in (one, other)))
    return "#" + "".join(f"{int(a + (b - a) * share):02X}" for a, b in pairs)
