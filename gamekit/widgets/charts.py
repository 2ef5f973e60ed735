"""Charts as pure functions: rows or laws in, a ``Chart`` out, with the same numbers as a table and what they rest on.

Nothing here knows a game: the caller brings names, colours and a title that states the finding. A chart is a plotly
figure of fixed shape (as many traces for the same kind of rows), so that ``panel.Panel`` can change one in place."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from html import escape
from itertools import accumulate, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

import plotly.graph_objects as go

from gamekit.dist import Dist, join
from gamekit.widgets.look import (
    BAR,
    BAR_MARKED,
    CAESAR,
    HAIRLINE,
    INK,
    LINE,
    MUTED,
    NAME,
    PAPER,
    POMPEY,
    SANS,
    SERIF,
    TABLE,
    TEXT,
    TINY,
    WHITE,
)
from gamekit.widgets.scene import text_width
from gamekit.words import basis_line, percent, word

if TYPE_CHECKING:
    import pandas as pd

WIDTH = 560  # px; lines are broken and labels spread for this width, a wider place leaves more room
EDGE, ROW, THICK, LINE_HEIGHT = 8, 28, 22, 17
GREY = "#8C8577"
OPEN = 8  # rows of a table that is shown unfolded
CONFIG = {"displayModeBar": False, "responsive": True, "showTips": False}
MIME = "application/vnd.plotly.v1+json"


QUIET = {
    "showgrid": False,
    "zeroline": False,
    "showticklabels": False,
    "ticks": "",
    "fixedrange": True,
    "showline": False,
}
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


class Chart(go.Figure):  # type: ignore[misc]
    """A plotly figure that knows its numbers: ``rows`` (a DataFrame), ``basis``, and which columns are chances."""

    def __init__(self, *args: Any, rows: pd.DataFrame, chances: Iterable[str] = (), **more: Any) -> None:
        super().__init__(*args, **more)
        self._rows, self._chances = rows, tuple(chances)

    @property
    def rows(self) -> pd.DataFrame:
        """The numbers shown, exact where they came exact; the basis is in ``attrs``."""
        return self._rows

    @property
    def basis(self) -> tuple[str, ...]:
        """What the numbers rest on."""
        return tuple(self._rows.attrs.get("basis", ()))

    @property
    def heading(self) -> str:
        """The finding, without line breaks."""
        return str(self.layout.title.text).replace("<br>", " ")

    @property
    def bundle(self) -> dict[str, Any]:
        """The chart for a notebook: as a plotly figure, and its numbers as text."""
        return {MIME: self.drawing, "text/plain": str(self)}

    @property
    def drawing(self) -> dict[str, Any]:
        """Data, layout and config, as plotly.js has them."""
        return {**json.loads(self.to_json()), "config": CONFIG}

    def __str__(self) -> str:
        return f"{self.heading}\n{table(self).to_string(index=False)}"

    def _ipython_display_(self) -> None:
        """The live figure (the stored one where nobody runs the notebook), then its numbers."""
        from IPython.display import display

        from gamekit.widgets.figure import Figure

        display({**Figure(self.drawing).view, **self.bundle}, raw=True)  # type: ignore[no-untyped-call]
        numbers = folded(table_html(self), opened=len(self.rows) <= OPEN)
        display({"text/html": numbers, "text/plain": self.heading}, raw=True)  # type: ignore[no-untyped-call]


def table(chart: Chart, exact: bool = False) -> pd.DataFrame:
    """The numbers of a chart as text: chances as percentages with one decimal, or as fractions."""
    shown = chart.rows.astype(object).copy()
    for column in shown.columns:
        say = (_fraction if exact else percent) if column in chart._chances else _number
        shown[column] = [say(value) for value in shown[column]]
    return shown


def table_html(chart: Chart, exact: bool = False) -> str:
    """The table as HTML."""
    shown = table(chart, exact)
    cell = '<td style="padding:2px 14px 2px 0;text-align:{};font-variant-numeric:tabular-nums">{}</td>'.format
    sides = ["right" if place else "left" for place in range(len(shown.columns))]
    head = "".join(cell(side, f"<b>{escape(str(name))}</b>") for side, name in zip(sides, shown.columns))
    lines = ("".join(map(cell, sides, (escape(str(value)) for value in row))) for row in shown.itertuples(index=False))
    body = "".join(f"<tr>{line}</tr>" for line in (head, *lines))
    return f'<table style="border:none;font-size:13px;margin:4px 0">{body}</table>'


def folded(content: str, opened: bool = True, language: str | None = None) -> str:
    """A table under a line that a click opens and closes."""
    summary = f'<summary style="cursor:pointer">{escape(word("charts.table", language))}</summary>'
    return f"<details{' open' if opened else ''}>{summary}{content}</details>"


def _fraction(value: Any) -> str:
    return str(value if isinstance(value, Fraction) else Fraction(value).limit_denominator(10**12))


def _number(value: Any) -> str:
    if isinstance(value, (float, Fraction)):
        return f"{float(value):.2f}"
    return str(value)


# The charts ----------------------------------------------------------------------------------------------------------


def outcome(
    parts: Sequence[Part],
    title: str,
    basis: Iterable[str] = (),
    note: str = "",
    language: str | None = None,
    width: int = WIDTH,
    head: str = "",
) -> Chart:
    """One bar of parts that make up a whole, each with its number and name below; ``head`` says what they are."""
    inner = width - 2 * EDGE
    widths = [max(text_width(percent(p.share), 18, 700), text_width(p.label, TEXT)) + 16 for p in parts]
    joints = [0.0, *accumulate(float(part.share) for part in parts[:-1])]
    places = _spread([joint * inner for joint in joints], widths, inner)
    data = [_bar([part.share], part.colour, width=[1], hovertext=[_hover(part.label, part.share)]) for part in parts]
    labels = []
    for number, (part, place, room) in enumerate(zip(parts, places, widths)):
        last = number == len(parts) - 1 and number > 0
        x, anchor = ((place + room) / inner, "right") if last else (place / inner, "left")
        said = f'<b style="font-size:18px">{percent(part.share)}</b><br>{part.label}'
        labels.append(_label(said, x, 0, anchor, part.colour, yref="paper", yshift=-4, yanchor="top", align=anchor))
    rows = _frame(
        {
            head or word("charts.outcome", language): [part.label for part in parts],
            word("charts.p", language): _shares(parts),
        },
        basis,
    )
    return _chart(
        data, rows, title, note, language, width, height=26, foot=50, labels=labels,
        chances=[word("charts.p", language)], xaxis=_axis((0, 1)), yaxis=_axis((-0.5, 0.5)), barmode="stack",
    )  # fmt: skip


def at_least(
    laws: Mapping[str, Dist[int]],
    title: str,
    colours: Sequence[str] = (CAESAR, POMPEY),
    unit: str = "",
    note: str = "",
    language: str | None = None,
    width: int = WIDTH,
    most: int = 12,
) -> Chart:
    """For two laws of whole numbers, back to back: the chance of at least 1, 2, 3 ... up to the most that can be.

    ``unit`` heads the middle column. More than ``most`` rows are thinned out evenly; the table keeps them all.
    Raises ValueError unless there are two laws."""
    if len(laws) != 2:
        raise ValueError(f"two laws stand back to back, not {len(laws)}")
    top = max(1, *(max(law) for law in laws.values()))
    steps = list(range(1, top + 1))
    chances = {name: [law.at_least(step) for step in steps] for name, law in laws.items()}
    shown = [step for step in steps if (step - 1) % -(-top // most) == 0]
    data, labels = [], [_label(unit or word("charts.at_least", language), 0.5, 1, "center", MUTED, 6)]
    for (name, column), colour, axis in zip(chances.items(), colours, ("x", "x2")):
        picked = [column[step - 1] for step in shown]
        data.append(
            _bar(
                picked, colour, xaxis=axis, width=[0.7] * len(shown),
                text=[percent(p) for p in picked], textposition="outside", cliponaxis=False, constraintext="none",
                hovertext=[_hover(f"{name}: {step}+", p) for step, p in zip(shown, picked)],
            )
        )  # fmt: skip
        place, anchor = (0, "left") if axis == "x" else (1, "right")
        labels.append(_label(f"<b>{name}</b>", place, 1, anchor, colour, 6))
    labels += [
        _label(f"{step}+", 0.5, row, "center", INK, yref="y", yanchor="middle") for row, step in enumerate(shown)
    ]
    joined = join(*(law.basis for law in laws.values()))
    rows = _frame({word("charts.at_least", language): steps, **chances}, joined)
    room = 1.24  # the number stands outside its bar
    return _chart(
        data, rows, title, note, language, width, height=20 * len(shown), head=20, labels=labels, chances=list(chances),
        xaxis=_axis((room, 0), domain=[0, 0.45]), xaxis2=_axis((0, room), domain=[0.55, 1], anchor="y"),
        yaxis=_axis((len(shown) - 0.5, -0.5)),
    )  # fmt: skip


def by_stage(
    rows: pd.DataFrame,
    stages: Sequence[str],
    parts: Sequence[Part],
    rest: str,
    title: str,
    middle: str = "",
    note: str = "",
    language: str | None = None,
    width: int = WIDTH,
) -> Chart:
    """A bar a row of ``rows``, filled by parts from the left and, the last part, from the right; between them is
    what is still open.

    The share of a part is the name of its column. ``stages`` names the rows, ``rest`` what is open, and ``middle``
    heads it where that needs other words."""
    left = max(text_width(name, TEXT) for name in stages) + 16
    inner = width - 2 * EDGE - left
    *first, last = parts
    values = [rows[part.share].tolist() for part in parts]
    still = [1 - sum(line) for line in zip(*values)]
    filled = [*first, Part(rest, "", BAR), last]
    columns = [*values[:-1], still, values[-1]]
    thick = [THICK / ROW] * len(stages)
    data = [
        _bar(column, part.colour, width=thick,
             hovertext=[_hover(f"{where}: {part.label}", p) for where, p in zip(stages, column)])
        for part, column in zip(filled, columns)
    ]  # fmt: skip
    labels = [
        _label(name, 0, row, "left", INK, xshift=-left, yref="y", yanchor="middle") for row, name in enumerate(stages)
    ]
    for row, line in enumerate(zip(*columns)):
        labels += _inside([(p, part.colour) for p, part in zip(line, filled)], row, inner)
    labels.append(_label(f"<b>{first[0].label}</b>", 0, 1, "left", first[0].colour, 4))
    labels.append(_label(f"<b>{middle or rest}</b>", 0.62, 1, "center", MUTED, 4))
    ends = f"<b>{last.label} {percent(values[-1][-1])}</b>"
    labels.append(_label(ends, 1, 0, "right", last.colour, -4, yanchor="top"))
    shown = {word("charts.stage", language): list(stages)}
    shown |= {part.label: column for part, column in zip(filled, columns)}
    return _chart(
        data, _frame(shown, rows.attrs.get("basis", ())), title, note, language, width, height=ROW * len(stages),
        head=20, foot=22, left=left, labels=labels, chances=[part.label for part in filled], barmode="stack",
        xaxis=_axis((0, 1)), yaxis=_axis((len(stages) - 0.5, -0.5)),
    )  # fmt: skip


def heat(
    rows: pd.DataFrame,
    title: str,
    across: str,
    down: str,
    value: str = "answer",
    names: Mapping[str, str] | None = None,
    colour: str = CAESAR,
    note: str = "",
    language: str | None = None,
    width: int = WIDTH,
) -> Chart:
    """A cell for every pair of ``across`` and ``down`` (columns of ``rows``) with the chance in it.

    A line parts the cells of one half and more from the others. ``names`` says what the columns are called."""
    named = {across: across, down: down} | dict(names or {})
    grid = rows.pivot(index=down, columns=across, values=value)
    xs, ys = [str(x) for x in grid.columns], [str(y) for y in grid.index]
    shares = [[_plain(p) for p in line] for line in grid.to_numpy().tolist()]
    hover = [
        [f"{named[down]} {y}, {named[across]} {x}: {percent(p)}" for x, p in zip(xs, line)]
        for y, line in zip(ys, shares)
    ]
    cells = go.Heatmap(
        z=shares, zmin=0, zmax=1, colorscale=[[0, TABLE], [0.5, _blend(TABLE, colour)], [1, colour]],
        showscale=False, xgap=2, ygap=2, hoverinfo="text", hovertext=hover,
    )  # fmt: skip
    labels = [
        _label(
            f"<b>{percent(p)}</b>" if p >= 0.5 else percent(p),
            column, row, "center", WHITE if p > 0.62 else INK, yref="y", yanchor="middle", xref="x",
        )
        for row, line in enumerate(shares) for column, p in enumerate(line)
    ]  # fmt: skip
    left = max(text_width(text, TEXT) for text in ys) + 24
    labels += [_label(y, 0, row, "right", INK, xshift=-10, yref="y", yanchor="middle") for row, y in enumerate(ys)]
    labels += [_label(x, column, 1, "center", INK, 4, xref="x") for column, x in enumerate(xs)]
    labels.append(_label(named[down], 0, 1, "left", MUTED, 22, xshift=-left))
    labels.append(_label(named[across], 1, 1, "right", MUTED, 22))
    table = {f"{named[down]} / {named[across]}": ys} | {x: grid[column].tolist() for x, column in zip(xs, grid.columns)}
    return _chart(
        [cells], _frame(table, rows.attrs.get("basis", ())), title, note, language, width, height=32 * len(ys), head=40,
        left=left, labels=labels, chances=xs, shapes=_staircase(shares),
        xaxis=_axis((-0.5, len(xs) - 0.5)), yaxis=_axis((len(ys) - 0.5, -0.5)),
    )  # fmt: skip


def cells(
    rows: pd.DataFrame,
    title: str,
    across: str,
    down: str,
    text: str,
    kind: str,
    kinds: Mapping[str, tuple[str, str]],
    names: Mapping[str, str] | None = None,
    note: str = "",
    language: str | None = None,
    width: int = WIDTH,
    size: int = 30,
    every: int = 1,
    chances: Iterable[str] = (),
    upward: bool = False,
) -> Chart:
    """A cell for every pair of ``across`` and ``down`` with a text in it, coloured by its kind.

    ``kinds`` gives each value of the column ``kind`` its colour and its name, which stand above the picture. ``size``
    is a row's height, of ``every`` so many labels of an axis one is written, ``upward`` puts the first row at the
    bottom."""
    named = {across: across, down: down} | dict(names or {})
    xs, ys = (list(dict.fromkeys(rows[column].tolist())) for column in (across, down))
    place = {value: number for number, value in enumerate(kinds)}
    at = {(x, y): (t, k) for x, y, t, k in zip(*(rows[column].tolist() for column in (across, down, text, kind)))}
    grid = [[at[x, y] for x in xs] for y in ys]
    steps = [
        [(number + side) / len(kinds), colour] for number, (colour, _) in enumerate(kinds.values()) for side in (0, 1)
    ]
    hover = [
        [f"{named[down]} {y}, {named[across]} {x}: {kinds[k][1]} {t}".strip() for x, (t, k) in zip(xs, line)]
        for y, line in zip(ys, grid)
    ]
    picture = go.Heatmap(
        z=[[place[k] for _, k in line] for line in grid], zmin=-0.5, zmax=len(kinds) - 0.5, colorscale=steps,
        showscale=False, xgap=1.5, ygap=1.5, hoverinfo="text", hovertext=hover,
        text=[[t for t, _ in line] for line in grid], texttemplate="%{text}", textfont={"color": INK, "size": TEXT},
    )  # fmt: skip
    left = max(text_width(str(y), TEXT) for y in ys) + 20
    labels = [
        _label(str(y), 0, row, "right", INK, xshift=-8, yref="y", yanchor="middle")
        for row, y in enumerate(ys) if row % every == 0
    ]  # fmt: skip
    labels += [_label(str(x), column, 0 if upward else 1, "center", INK, -18 if upward else 4, xref="x")
               for column, x in enumerate(xs) if column % every == 0]  # fmt: skip
    words = "   ".join(f'<span style="color:{colour}">■</span> {said}' for colour, said in kinds.values())
    labels.append(_label(words, 0, 1, "left", INK, 4 if upward else 22, xshift=-left))
    labels.append(
        _label(f"{named[down]} {'↑' if upward else '↓'} {named[across]} →", 1, 1, "right", MUTED, 4 if upward else 22)
    )
    table = {f"{named[down]} / {named[across]}": ys}
    table |= {str(x): [at[x, y][0] or kinds[at[x, y][1]][1] for y in ys] for x in xs}
    shown = _frame(table, rows.attrs.get("basis", ()))
    low, high = -0.5, len(ys) - 0.5
    return _chart(
        [picture], shown, title, note, language, width, height=size * len(ys), head=24 if upward else 40,
        foot=20 if upward else 0, left=left, labels=labels, chances=chances, xaxis=_axis((-0.5, len(xs) - 0.5)),
        yaxis=_axis((low, high) if upward else (high, low)),
    )  # fmt: skip


def change(
    rows: pd.DataFrame,
    base: Any,
    title: str,
    base_label: str,
    accent: str = CAESAR,
    note: str = "",
    names: Sequence[str] = ("block", "rating", "p"),
    language: str | None = None,
    width: int = WIDTH,
    most: int = 8,
) -> Chart:
    """What each choice would make of a chance that is ``base`` without it: a bar a row, the first in the accent.

    ``rows`` are ordered best first; the columns ``names`` hold the choice, a word more about it, and the chance."""
    choice, word_more, value = names
    top = rows.head(most)
    said, more, shares = (top[column].tolist() for column in names)
    gap = max(text_width(str(text), TEXT) for text in said) + 12
    left = gap + max(text_width(str(text), TEXT) for text in more) + 12
    low, share = float(base), [float(p) for p in shares]
    colours = [accent, *[GREY] * (len(top) - 1)]
    rise = [max(p - low, 0) for p in share]
    fall = [max(low - p, 0) for p in share]
    thick = [0.68] * len(top)
    hover = [_hover(str(text), p) for text, p in zip(said, shares)]
    data = [
        _bar([min(p, low) for p in share], BAR_MARKED, width=thick, hovertext=hover),
        _bar(rise, colours, width=thick, hovertext=hover),
        _bar(fall, PAPER, width=thick, hovertext=hover, marker_line={"color": LINE, "width": 1}),
    ]
    labels = []
    for row, (text, detail, p) in enumerate(zip(said, more, share)):
        number = f"<b>{percent(p)}</b>" if row == 0 else percent(p)
        labels += [
            _label(str(text), 0, row, "left", INK, xshift=-left, yref="y", yanchor="middle"),
            _label(str(detail), 0, row, "right", MUTED, xshift=-8, yref="y", yanchor="middle"),
            _label(number, max(p, low), row, "left", INK, xshift=6, xref="x", yref="y", yanchor="middle"),
        ]
    where = "left" if low < 0.12 else "right" if low > 0.88 else "center"
    labels.append(_label(base_label, low, 1, where, INK, 6, xref="x"))
    shapes = [_stroke(low, -0.6, low, len(top) - 0.4, INK, 1.3)]
    labels += [_label(text, x, 0, "center", MUTED, -14, xref="x") for x, text in ((0, "0"), (1, "100%"))]
    renamed = {choice: word("charts.choice", language), word_more: " ", value: word("charts.p", language)}
    shown = rows[list(names)].rename(columns=renamed)
    shown[word("charts.change", language)] = [f"{100 * float(p - base):+.1f}" for p in rows[value]]
    shown.attrs["basis"] = rows.attrs.get("basis", ())
    return _chart(
        data, shown, title, note, language, width, height=20 * len(top), head=24, foot=18, left=left, right=44,
        labels=labels, chances=[renamed[value]], shapes=shapes, barmode="stack",
        xaxis=_axis((0, 1)) | {"showgrid": True, "tickvals": [0, 0.25, 0.5, 0.75, 1]},
        yaxis=_axis((len(top) - 0.4, -0.6)),
    )  # fmt: skip


def amounts(
    rows: pd.DataFrame,
    title: str,
    value: str,
    label: str,
    more: str = "",
    accent: str = CAESAR,
    names: Mapping[str, str] | None = None,
    note: str = "",
    language: str | None = None,
    width: int = WIDTH,
) -> Chart:
    """Plain numbers as bars from zero, a row each in the order given, the largest in the accent.

    ``value``, ``label`` and ``more`` (a word beside the label) are columns of ``rows``; ``names`` says what the columns
    are called in the table. Numbers are shown with two decimals; none may be below zero."""
    values = [float(number) for number in rows[value]]
    if min(values) < 0:
        raise ValueError(f"a bar from zero cannot show {min(values):g}")
    said = [str(text) for text in rows[label]]
    beside = [str(text) for text in rows[more]] if more else [""] * len(said)
    gap = max(text_width(text, TEXT) for text in said) + 12
    left = gap + max(text_width(text, TEXT) for text in beside) + (12 if more else 0)
    best = max(values)
    colours = [accent if number == best else GREY for number in values]
    hover = [f"{escape(text)}: <b>{number:.2f}</b>" for text, number in zip(said, values)]
    data = [_bar(values, colours, width=[0.68] * len(values), hovertext=hover)]
    labels = []
    for row, (text, detail, number) in enumerate(zip(said, beside, values)):
        shown = f"<b>{number:.2f}</b>" if number == best else f"{number:.2f}"
        labels += [
            _label(text, 0, row, "left", INK, xshift=-left, yref="y", yanchor="middle"),
            _label(detail, 0, row, "right", MUTED, xshift=-8, yref="y", yanchor="middle"),
            _label(shown, number, row, "left", INK, xshift=6, xref="x", yref="y", yanchor="middle"),
        ]
    table_rows = rows[[column for column in (label, more, value) if column]].rename(columns=dict(names or {}))
    table_rows.attrs["basis"] = rows.attrs.get("basis", ())
    return _chart(
        data, table_rows, title, note, language, width, height=22 * len(values), left=left, right=48, labels=labels,
        chances=[], xaxis=_axis((0, best or 1)), yaxis=_axis((len(values) - 0.4, -0.6)),
    )  # fmt: skip


def grid(
    numbers: Sequence[Sequence[Any]],
    down: Sequence[str],
    across: Sequence[str],
    title: str,
    heads: tuple[str, str],
    colours: tuple[str, str] = (CAESAR, POMPEY),
    marked: Iterable[tuple[int, int]] = (),
    basis: Iterable[str] = (),
    note: str = "",
    language: str | None = None,
    width: int = WIDTH,
) -> Chart:
    """A cell for every number, above zero in the first colour and below it in the second; ``marked`` cells are bold
    and framed. ``down`` and ``across`` name the rows and columns, ``heads`` what both are."""
    values = [[_plain(number) for number in line] for line in numbers]
    most = max(1e-9, *(abs(value) for line in values for value in line))
    plus, minus = (_blend(TABLE, colour) for colour in colours)
    hover = [
        [f"{heads[0]} {y}, {heads[1]} {x}: {_signed(value)}" for x, value in zip(across, line)]
        for y, line in zip(down, values)
    ]
    cells = go.Heatmap(
        z=values, zmin=-most, zmax=most, colorscale=[[0, minus], [0.5, TABLE], [1, plus]],
        showscale=False, xgap=2, ygap=2, hoverinfo="text", hovertext=hover,
    )  # fmt: skip
    kept = set(marked)
    labels = [
        _label(
            f"<b>{_signed(value)}</b>" if (row, column) in kept else _signed(value),
            column, row, "center", INK, yref="y", yanchor="middle", xref="x",
        )
        for row, line in enumerate(values) for column, value in enumerate(line)
    ]  # fmt: skip
    left = max(text_width(text, TEXT) for text in (*down, heads[0])) + 24
    labels += [_label(y, 0, row, "right", INK, xshift=-10, yref="y", yanchor="middle") for row, y in enumerate(down)]
    labels += [_label(x, column, 1, "center", INK, 4, xref="x") for column, x in enumerate(across)]
    labels += [_label(heads[0], 0, 1, "left", MUTED, 22, xshift=-left), _label(heads[1], 1, 1, "right", MUTED, 22)]
    columns = {f"{heads[0]} / {heads[1]}": list(down)}
    table = columns | {x: [line[place] for line in numbers] for place, x in enumerate(across)}
    corners = ((column - 0.5, row - 0.5, column + 0.5, row + 0.5) for row, column in kept)
    frames = [stroke for corner in corners for stroke in _box(*corner)]
    return _chart(
        [cells], _frame(table, basis), title, note, language, width, height=30 * len(down), head=40, left=left,
        labels=labels, chances=[], shapes=frames,
        xaxis=_axis((-0.5, len(across) - 0.5)), yaxis=_axis((len(down) - 0.5, -0.5)),
    )  # fmt: skip


def lines(
    series: Mapping[str, Sequence[Any]],
    places: Sequence[Any],
    title: str,
    heads: tuple[str, str],
    colours: Sequence[str],
    dashes: Sequence[str] = (),
    basis: Iterable[str] = (),
    note: str = "",
    language: str | None = None,
    width: int = WIDTH,
    height: int = 220,
) -> Chart:
    """A line for each series of numbers over the same places, its name at the right end; zero is shown.

    ``heads``: what the places are, and what the numbers are."""
    drawn = {name: [_plain(value) for value in values] for name, values in series.items()}
    everything = [0.0, *(value for values in drawn.values() for value in values)]
    low, high = min(everything), max(everything)
    margin = max(0.05 * (high - low), 0.1)
    span = low - margin if low < 0 else 0.0, high + margin
    styles = [*dashes, *["solid"] * (len(drawn) - len(dashes))]
    data = [
        go.Scatter(
            x=list(range(len(places))), y=values, mode="lines+markers", hoverinfo="text",
            line={"color": colour, "width": 2, "dash": dash}, marker={"size": 5, "color": colour},
            hovertext=[f"{escape(name)}, {place}: <b>{value:.2f}</b>" for place, value in zip(places, values)],
        )
        for (name, values), colour, dash in zip(drawn.items(), colours, styles)
    ]  # fmt: skip
    ends = [(1 - (values[-1] - span[0]) / (span[1] - span[0])) * height for values in drawn.values()]
    order = sorted(range(len(ends)), key=ends.__getitem__)
    spread = _apart([ends[k] - 8 for k in order], 16, height)
    labels = [_label(heads[1], 0, 1, "left", MUTED, 6), _label(heads[0], 1, 0, "right", MUTED, -34)]
    for place, k in zip(spread, order):
        text = f"<b>{escape(list(drawn)[k])}</b>"
        labels.append(_label(text, 1, 1 - (place + 8) / height, "left", colours[k], xshift=8, yanchor="middle"))
    table = {heads[0]: list(places)} | {name: list(values) for name, values in series.items()}
    named = {"showticklabels": True, "tickvals": list(range(len(places))), "ticktext": [str(place) for place in places]}
    return _chart(
        data, _frame(table, basis), title, note, language, width, height=height, head=20, foot=36, left=28,
        right=max(text_width(name, TEXT, 700) for name in drawn) + 16, labels=labels, chances=[],
        xaxis=_axis((-0.2, len(places) - 0.8)) | named,
        yaxis=_axis(span) | {"showgrid": True, "showticklabels": True, "zeroline": True, "zerolinecolor": LINE},
    )  # fmt: skip


def _apart(wanted: Sequence[float], least: float, inner: float) -> list[float]:
    """Where labels below each other begin: as near to where they are wanted as they can, none touching the next."""
    places = list(wanted)
    for above, below in pairwise(range(len(places))):
        places[below] = max(places[below], places[above] + least)
    if places:
        places[-1] = min(places[-1], inner - least)
    for above, below in reversed(list(pairwise(range(len(places))))):
        places[above] = min(places[above], places[below] - least)
    return places


def _signed(value: float) -> str:
    rounded = round(value, 2)
    text = f"{abs(rounded):.2f}".rstrip("0").rstrip(".")
    return text if text == "0" else ("+" if rounded > 0 else "\u2212") + text


def _box(x0: float, y0: float, x1: float, y1: float) -> list[dict[str, Any]]:
    corners = [(x0, y0), (x1, y0), (x1, y1), (x0, y1), (x0, y0)]
    return [_stroke(*here, *there, INK, 2) for here, there in pairwise(corners)]


# What they are made of -----------------------------------------------------------------------------------------------


def _chart(
    data: list[Any],
    rows: pd.DataFrame,
    title: str,
    note: str,
    language: str | None,
    width: int,
    height: float,
    chances: Iterable[str],
    labels: list[dict[str, Any]],
    head: float = 0,
    foot: float = 0,
    left: float = 0,
    right: float = 0,
    **layout: Any,
) -> Chart:
    """A figure on paper: the finding on top, the picture, and a caption that ends with the basis line."""
    basis = tuple(rows.attrs.get("basis", ()))
    titles = _broken(_capital(title), NAME, width - 2 * EDGE, 700)
    said = " · ".join(filter(None, (note, basis_line(basis, language)))).replace(" · ", "\u00a0· ")
    caption = _broken(_capital(said), TINY, width - 2 * EDGE)
    under = _label("<br>".join(caption), 0, 0, "left", MUTED, -foot - 8, xshift=-left, yanchor="top", align="left")
    under["font"] = {"size": TINY, "color": MUTED}
    above = 12 + (LINE_HEIGHT + 3) * len(titles) + head
    below = foot + 16 + 15 * len(caption)
    return Chart(
        data=data,
        rows=rows,
        chances=chances,
        layout={
            "template": TEMPLATE,
            "title": {"text": "<br>".join(titles)},
            "annotations": [*labels, under],
            "height": round(above + height + below),
            "autosize": True,
            "margin": {"l": round(EDGE + left), "r": round(EDGE + right), "t": round(above), "b": round(below)},
            **layout,
        },
    )


def _bar(shares: Sequence[Any], colour: Any, **more: Any) -> go.Bar:
    """Horizontal bars in rows 0, 1, 2 ..., from the top where the axis runs down."""
    text = {"textfont": {"color": INK, "size": TEXT}} if "text" in more else {}
    return go.Bar(
        x=[_plain(share) for share in shares],
        y=list(range(len(shares))),
        orientation="h",
        marker_color=colour,
        marker_line_width=more.pop("marker_line_width", 0) if "marker_line" not in more else None,
        hoverinfo="text",
        **text,
        **more,
    )


def _label(
    text: str, x: Any, y: Any, anchor: str, colour: str, yshift: float = 0, yref: str = "paper", **more: Any
) -> dict[str, Any]:
    """A text in the picture; ``x`` and ``y`` are shares of it unless an axis is named."""
    said = {"text": text, "x": x, "y": y, "xanchor": anchor, "yref": yref, "yshift": yshift, "showarrow": False}
    return {"xref": "paper", "yanchor": "bottom", "font": {"color": colour}} | said | more


def _axis(span: tuple[float, float], **more: Any) -> dict[str, Any]:
    """An axis over a fixed span."""
    return {"range": list(span)} | more


def _stroke(x0: float, y0: float, x1: float, y1: float, colour: str, width: float) -> dict[str, Any]:
    ends = {"x0": x0, "y0": y0, "x1": x1, "y1": y1, "xref": "x", "yref": "y"}
    return {"type": "line", "line": {"color": colour, "width": width}, **ends}


def _staircase(shares: Sequence[Sequence[float]]) -> list[dict[str, Any]]:
    """Lines between cells of one half and more and their neighbours below it."""
    even = [[p >= 0.5 for p in line] for line in shares]
    lines = []
    for y, line in enumerate(even):
        for x, here in enumerate(line):
            if x + 1 < len(line) and here != line[x + 1]:
                lines.append(_stroke(x + 0.5, y - 0.5, x + 0.5, y + 0.5, INK, 2))
            if y + 1 < len(even) and here != even[y + 1][x]:
                lines.append(_stroke(x - 0.5, y + 0.5, x + 0.5, y + 0.5, INK, 2))
    return lines


def _inside(cells: Sequence[tuple[Any, str]], row: int, inner: float) -> list[dict[str, Any]]:
    """The numbers of a filled bar, each in its own part where it fits; the first one may stand in the second part."""
    starts = [0.0, *accumulate(float(share) for share, _ in cells)]
    labels = []

    def put(number: int, x: float, anchor: str, colour: str, shift: float) -> None:
        said = percent(cells[number][0])
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


def _spread(wanted: Sequence[float], widths: Sequence[float], inner: float) -> list[float]:
    """Where labels begin: as near to where they are wanted as they can without touching, the last at the right end."""
    places = list(wanted)
    for left, right in pairwise(range(len(places))):
        places[right] = max(places[right], places[left] + widths[left])
    if len(places) > 1:
        places[-1] = inner - widths[-1]
    for left, right in reversed(list(pairwise(range(len(places))))):
        places[left] = max(0, min(places[left], places[right] - widths[left]))
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
    return "<br>".join(filter(None, (f"{escape(name)}: <b>{percent(share)}</b>", exact)))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _plain(number: Any) -> float:
    """A float that is the same everywhere: six decimals are finer than any pixel."""
    return round(float(number), 6)


def _shares(parts: Iterable[Part]) -> list[Any]:
    return [part.share for part in parts]


def _frame(columns: Mapping[str, Sequence[Any]], basis: Iterable[str]) -> pd.DataFrame:
    import pandas as pd

    frame = pd.DataFrame({name: pd.Series(list(values), dtype=object) for name, values in columns.items()})
    frame.attrs["basis"] = tuple(basis)
    return frame


def _blend(one: str, other: str) -> str:
    """The colour half way between two."""
    pairs = zip(*(bytes.fromhex(colour[1:]) for colour in (one, other)))
    return "#" + "".join(f"{(a + b) // 2:02X}" for a, b in pairs)
