"""Charts as pure functions of rows or distributions: a ``Chart`` is a picture, the same numbers as a table, a basis.

Nothing here knows a game: a ``Spec`` brings names, colours and the finding; a ``PlotArea`` knows where values lie."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from contextvars import ContextVar, copy_context
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from html import escape
from itertools import accumulate, pairwise
from typing import Any, NamedTuple, TypeAlias

from gamekit.probability.distribution import Dist, join_bases
from gamekit.text.answer_tables import Table
from gamekit.text.translation import basis_line, format_points, percent, translate, word
from gamekit.widgets import look
from gamekit.widgets.layout import BOLD, break_lines
from gamekit.widgets.look import CAESAR, HEADING, INK, MUTED, NAME, NEUTRAL, PALE, PAPER, POMPEY, TEXT, TINY, WHITE
from gamekit.widgets.scene import Circle, Path, Rect, Scene, Shape, Text, line, polyline_path, text_width
from gamekit.widgets.svg import image, svg

Number: TypeAlias = float | Fraction
Grid: TypeAlias = Sequence[Sequence[Any]]  # rows of cells
Label: TypeAlias = Callable[[Any], str]
WIDTH, FAN = 560, 200  # px; lines are broken and labels spread for this width; the height of a fan
MOST = 12  # rows of distributions that are drawn
DUST = 1e-12  # what floats leave of a whole below this is nothing
EDGE, ROW, THICK = 8.0, 28.0, 22.0
GREY = "#8C8577"
CONTRAST = 4.5  # of a text against its ground, at least
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
_told: ContextVar[bool] = ContextVar("told", default=False)


class Part(NamedTuple):
    """A part of a whole: its name, its share (0 to 1), its colour."""

    label: str
    share: Any
    colour: str


@dataclass(frozen=True, slots=True)
class Spec:
    """The texts and colours of a chart: the finding as title, a note, the basis; each chart documents its ``colours``
    and ``heads`` (names of parts, rows or axes); ``names`` are the names of columns."""

    title: str
    note: str = ""
    basis: tuple[str, ...] = ()
    language: str | None = None
    width: int = WIDTH
    colours: tuple[str, ...] = (CAESAR, POMPEY)
    heads: tuple[str, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)

    def chart_word(self, key: str) -> str:
        return word(f"charts.{key}", self.language)

    def column_label(self, column: str) -> str:
        return self.names.get(column, column)

    @property
    def inner_width(self) -> float:
        return self.width - 2 * EDGE

    @property
    def second_colour(self) -> str:
        """The second colour, a neutral one where there is a single colour."""
        return (*self.colours, NEUTRAL)[1]


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture with its numbers as a table, which has the basis too; ``plane`` says where values lie on it."""

    spec: Spec
    scene: Scene
    table: Table
    plane: PlotArea

    @property
    def basis(self) -> tuple[str, ...]:
        """What the numbers rest on: rules, options, and figures set by our own judgement."""
        return self.table.basis

    @property
    def heading(self) -> str:
        """The finding, the chart's title."""
        return self.scene.title

    def svg(self) -> str:
        """Return the chart as SVG text."""
        return svg(self.scene, "chart")

    def html(self) -> str:
        """The chart with its numbers, as an HTML document that needs nothing else."""
        head = f'<meta charset="utf-8"><title>{escape(self.heading)}</title>'
        return f"<!doctype html><html><head>{head}</head><body>{self.svg()}{self._table}</body></html>"

    @property
    def image_html(self) -> str:
        """The picture as an HTML image."""
        return image(self.scene, "chart")

    @property
    def folded_table_html(self) -> str:
        """The table as HTML under a line that opens it."""
        line = f'<summary style="cursor:pointer">{escape(self.spec.chart_word("table"))}</summary>'
        return f"<details>{line}{self._table}</details>"

    @property
    def _table(self) -> str:
        cell = '<td style="padding:2px 14px 2px 0;text-align:{};font-variant-numeric:tabular-nums">{}</td>'.format
        sides = ["right" if place else "left" for place in range(len(self.table.heads))]
        heads = (f"<b>{escape(name)}</b>" for name in self.table.heads)
        rows = (heads, *(map(escape, row) for row in self.table.text_rows))
        body = "".join(f"<tr>{''.join(map(cell, sides, row))}</tr>" for row in rows)
        return f'<table style="border:none;font-size:13px;margin:4px 0">{body}</table>'

    def __str__(self) -> str:
        lines = [list(self.table.heads), *self.table.text_rows]
        wide = [max(map(len, column)) for column in zip(*lines)]
        rows = (" ".join(cell.rjust(width) for cell, width in zip(row, wide)) for row in lines)
        return "\n".join((self.heading, *rows))

    def __repr__(self) -> str:
        return f"<chart “{self.heading}”; inside a box of widgets: chart.widget>"

    @property
    def widget(self) -> Any:
        """The chart as a widget, its numbers below it, to be put into a box of widgets."""
        import ipywidgets

        return ipywidgets.HTML(self.image_html + self.folded_table_html)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        return {"text/html": self.image_html + self.folded_table_html, "text/plain": str(self)}


@dataclass(slots=True)
class PlotArea:
    """The plane of a chart that is drawn: values run ``across`` from its left to its right, ``down`` from its top to
    its foot. ``head``, ``foot``, ``left`` and ``right`` are px of room around it."""

    spec: Spec
    height: float
    head: float = 0
    foot: float = 0
    left: float = 0
    right: float = 0
    across: tuple[float, float] = (0.0, 1.0)
    down: tuple[float, float] = (-0.5, 0.5)
    titles: tuple[str, ...] = ()
    shapes: list[Shape] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.titles = break_lines(_capital(self.spec.title), self.spec.inner_width, NAME, BOLD)
        self.left, self.right = self.left + EDGE, self.spec.width - EDGE - self.right

    @property
    def top(self) -> float:
        return 12 + (NAME + 6) * len(self.titles) + self.head

    @property
    def bottom(self) -> float:
        return self.top + self.height

    @property
    def width(self) -> float:
        return self.right - self.left

    def x(self, value: float) -> float:
        low, high = self.across
        return self.left + self.width * (float(value) - low) / (high - low)

    def y(self, value: float) -> float:
        low, high = self.down
        return self.top + self.height * (float(value) - low) / (high - low)

    def draw_text(
        self, said: str, x_px: float, y_px: float, anchor: str, colour: str = INK, size: float = TEXT, **more: Any
    ) -> None:
        """A text on its baseline, at a point in px."""
        self.shapes.append(Text(x_px, y_px, said, size, colour, anchor=anchor, **more))

    def draw_text_above(
        self, said: str, x_px: float, anchor: str = "start", colour: str = MUTED, up: float = 6, **more: Any
    ) -> None:
        """Write a text above the plane."""
        self.draw_text(said, x_px, self.top - up - 3, anchor, colour, **more)

    def draw_text_in_row(
        self, said: str, x_px: float, row: float, anchor: str = "start", *look: Any, **more: Any
    ) -> None:
        """A text in the middle of a row."""
        self.draw_text(said, x_px, self.y(row) + 0.4 * TEXT, anchor, *look, **more)

    def draw_bar(
        self, row: float, start: Any, end: Any, colour: str, thick: float, label: str = "", **outline: Any
    ) -> None:
        """A bar in a row, the first is 0, between two values, ``thick`` px high; ``label`` is its name for pointers."""
        left, right = sorted((self.x(start), self.x(end)))
        if right > left:
            box = round(left, 4), self.y(row) - thick / 2, round(right - left, 4), thick
            self.shapes.append(Rect(*box, fill=colour, label=label, **outline))

    def draw_cell(self, x: int, y: int, colour: str, label: str, said: str, *ink: str, **more: Any) -> None:
        """Draw the cell of a column and a row, with a text in its middle."""
        (left, right), (top, foot) = (sorted((of(at - 0.5), of(at + 0.5))) for of, at in ((self.x, x), (self.y, y)))
        self.shapes.append(Rect(left + 1, top + 1, right - left - 2, foot - top - 2, fill=colour, label=label))
        self.draw_text_in_row(said, self.x(x), y, "middle", *ink, **more)

    def draw_line(self, x0: float, y0: float, x1: float, y1: float, colour: str = INK, width: float = 1.3) -> None:
        self.shapes.append(line(self.x(x0), self.y(y0), self.x(x1), self.y(y1), colour, width))

    def draw_path(self, points: Iterable[tuple[float, float]], closed: bool = False, **look: Any) -> None:
        """A line through points, or the area within them."""
        placed = [(self.x(x), self.y(y)) for x, y in points]
        self.shapes.append(Path(polyline_path(placed, closed), **look))

    def finish_chart(
        self, columns: Mapping[str, Sequence[Any]], basis: Iterable[str], chances: Iterable[str] = ()
    ) -> Chart:
        """Return the chart: the finding on top, the drawing, and a caption that ends with the basis."""
        spec, rests = self.spec, tuple(basis)
        said = (spec.note, "" if _told.get() else basis_line(rests, spec.language))
        caption = break_lines(_capital(" · ".join(filter(None, said))), spec.inner_width, TINY)
        for number, part in enumerate(self.titles):
            self.shapes.append(Text(10, 10 + NAME + 1.3 * NAME * number, part, NAME, family="serif", weight=BOLD))
        end = self.bottom + self.foot + EDGE
        for number, part in enumerate(caption if caption != ("",) else ()):
            self.draw_text(part, EDGE, end + (1.05 + 1.3 * number) * TINY, "start", MUTED, TINY)
        title, high = _capital(spec.title), round(end + EDGE + 15 * len(caption))
        scene = Scene(spec.width, high, tuple(self.shapes), title=title, sentence=title)
        rows = tuple(zip(*columns.values()))
        return Chart(spec, scene, Table(tuple(columns), rows, title, rests, tuple(chances), spec.language), self)


def without_basis_caption(make: Callable[[], Chart]) -> Chart:
    """Return the chart of ``make()`` without the basis in its caption, since its board shows it."""
    context = copy_context()
    context.run(_told.set, True)
    return context.run(make)


class Columns(dict[str, Sequence[Any]]):
    """A chart's rows by column, with their basis in ``attrs``, like a DataFrame."""

    def __init__(self, columns: Mapping[str, Sequence[Any]], basis: Iterable[str]) -> None:
        super().__init__(columns)
        self.attrs: dict[str, Any] = {"basis": tuple(basis)}


def _basis(rows: Any, spec: Spec) -> tuple[str, ...]:
    return tuple(rows.attrs.get("basis", spec.basis))


def outcome_bar(parts: Sequence[Part], spec: Spec) -> Chart:
    """Return one bar of ``parts`` that sum to 1, each with its number and name below;
    ``spec.heads[0]`` heads the column of names in its table."""
    plane, starts = PlotArea(spec, 26, foot=50), [0.0, *accumulate(float(part.share) for part in parts)]
    widths = [max(text_width(percent(p.share), HEADING, BOLD), text_width(p.label, TEXT)) + 2 * EDGE for p in parts]
    places = _spread([start * plane.width for start in starts[:-1]], widths, plane.width, pinned=True)
    below = plane.bottom + 4
    for part, start, end, place, room in zip(parts, starts, starts[1:], places, widths):
        plane.draw_bar(0, start, end, part.colour, 26, _exact(part.label, part.share))
        last = part is parts[-1] and len(parts) > 1
        x, anchor = (plane.left + place + room, "end") if last else (plane.left + place, "start")
        plane.draw_text(percent(part.share), x, below + 1.05 * HEADING, anchor, part.colour, HEADING, weight=BOLD)
        plane.draw_text(part.label, x, below + 1.3 * HEADING + 1.05 * TEXT, anchor, part.colour)
    head, chance = (*spec.heads, spec.chart_word("outcome"))[0], spec.chart_word("p")
    columns = {head: [part.label for part in parts], chance: [part.share for part in parts]}
    return plane.finish_chart(columns, spec.basis, (chance,))


def at_least_bars(distributions: Mapping[str, Dist[int]], spec: Spec) -> Chart:
    """Return two distributions of whole numbers back to back: the chances of at least 1, 2, 3 ... up to the greatest.

    The head names the middle column. More than ``MOST`` rows are thinned out evenly; the table keeps them all.
    Raises ValueError unless there are two distributions."""
    if len(distributions) != 2:
        raise ValueError(f"two distributions stand back to back, not {len(distributions)}")
    top = max(1, *(max(each) for each in distributions.values()))
    chances = {name: [each.at_least(step) for step in range(1, top + 1)] for name, each in distributions.items()}
    shown = range(1, top + 1, -(-top // MOST))
    plane = PlotArea(spec, 20 * len(shown), head=20, down=(-0.5, len(shown) - 0.5))
    plane.draw_text_above((*spec.heads, spec.chart_word("at_least"))[0], plane.left + plane.width / 2, "middle")
    for row, step in enumerate(shown):
        plane.draw_text_in_row(f"{step}+", plane.left + plane.width / 2, row, "middle")
    room = 0.45 - 44 / plane.width  # the number stands outside its bar
    for side, (name, column), colour in zip((-1, 1), chances.items(), spec.colours):
        anchor, other = ("start", "end") if side < 0 else ("end", "start")
        plane.draw_text_above(name, plane.left if side < 0 else plane.right, anchor, colour, weight=BOLD)
        begin = 0.5 + 0.05 * side
        for row, step in enumerate(shown):
            end = begin + side * room * float(column[step - 1])
            plane.draw_bar(row, begin, end, colour, 14, _exact(f"{name}: {step}+", column[step - 1]))
            plane.draw_text_in_row(percent(column[step - 1]), plane.x(end) + 4 * side, row, other)
    columns = {spec.chart_word("at_least"): [*range(1, top + 1)], **chances}
    return plane.finish_chart(columns, join_bases(*(each.basis for each in distributions.values())), chances)


def stage_bars(rows: Any, stages: Sequence[str], parts: Sequence[Part], remainder: str, spec: Spec) -> Chart:
    """A bar per row of ``rows``: parts from the left, the last one from the right, the open remainder between.

    A part's share is the name of its column. ``stages`` names the rows, ``remainder`` (or the head) the remainder."""
    left = max(text_width(name, TEXT) for name in stages) + 2 * EDGE
    plane = PlotArea(spec, ROW * len(stages), 20, 22, left, down=(-0.5, len(stages) - 0.5))
    *first, last = parts
    values = [[*rows[part.share]] for part in parts]
    still = [0.0 if isinstance(p, float) and p < DUST else p for p in (1 - sum(line) for line in zip(*values))]
    filled, columns = [*first, Part(remainder, "", look.BAR), last], [*values[:-1], still, values[-1]]
    for row, (stage, shares) in enumerate(zip(stages, zip(*columns))):
        plane.draw_text_in_row(stage, EDGE, row)
        starts = [0.0, *accumulate(map(float, shares))]
        for part, p, start, end in zip(filled, shares, starts, starts[1:]):
            plane.draw_bar(row, start, end, part.colour, THICK, _exact(f"{stage}: {part.label}", p))
        _inside(plane, row, [(p, part.colour) for p, part in zip(shares, filled)], starts)
    plane.draw_text_above(first[0].label, plane.left, colour=first[0].colour, up=4, weight=BOLD)
    plane.draw_text_above((*spec.heads, remainder)[0], plane.x(0.62), "middle", up=4, weight=BOLD)
    ends = f"{last.label} {percent(values[-1][-1])}"
    plane.draw_text(ends, plane.right, plane.bottom + 4 + 1.05 * TEXT, "end", last.colour, weight=BOLD)
    shown = {spec.chart_word("stage"): [*stages]} | {part.label: column for part, column in zip(filled, columns)}
    return plane.finish_chart(shown, _basis(rows, spec), [part.label for part in filled])


def _inside(plane: PlotArea, row: int, cells: Sequence[tuple[Any, str]], starts: Sequence[float]) -> None:
    """The numbers of a filled bar, each in its own part where it fits; the first one may stand in the second part."""
    for number, (share, colour) in enumerate(cells):
        room, need, ground = float(share) * plane.width, text_width(percent(share), TEXT, BOLD) + 14, colour
        x, anchor = plane.x(starts[number]) + room / 2, "middle"
        if number == 0:
            x, anchor = plane.left + 8, "start"
            if room < need:
                beside = next(((float(p), c) for p, c in cells[1:] if p), (0.0, look.BAR))
                room, ground, x = beside[0] * plane.width / 3, beside[1], plane.x(starts[1]) + 8
        elif number == len(cells) - 1:
            x, anchor = plane.right - 8, "end"
        if room >= need:
            ink, weight = (INK, 400) if ground == look.BAR else (WHITE, BOLD)
            plane.draw_text_in_row(percent(share), x, row, anchor, ink, weight=weight)


def tornado(rows: Any, spec: Spec, chances: bool = True, most: int = 10) -> Chart:
    """Return a tornado chart: how far each change moves an answer, both ways, a bar per row, the widest first.

    ``rows`` are those of ``gamekit.tornado``; ``chances`` says whether its figures are chances, so that changes are
    points. The table keeps every row, the picture ``most`` of them."""
    said, lines = format_points if chances else format_signed, tornado_moves(rows, spec.language)
    shown = [(name, (less or 0.0, more or 0.0)) for name, less, more in lines[:most]]
    left = max(text_width(name, TEXT) for name, _ in shown) + 12
    reach = max([1e-9, *(abs(way) for _, ways in shown for way in ways)])
    room = reach / (1 - 120 / (spec.inner_width - left))  # the numbers stand outside their bars
    plane = PlotArea(spec, 24 * len(shown), 8, 0, left, across=(-room, room), down=(-0.5, len(shown) - 0.5))
    for row, (name, ways) in enumerate(shown):
        plane.draw_text_in_row(name, EDGE, row)
        for sign, colour, anchor in ((-1, spec.second_colour, "end"), (1, spec.colours[0], "start")):
            value = sign * max(0.0, *(sign * way for way in ways))
            plane.draw_bar(row, 0, value, colour, 16, f"{name}: {said(value)}")
            if re.search("[1-9]", said(value)):
                plane.draw_text_in_row(said(value), plane.x(value) + 6 * sign, row, anchor, colour, weight=BOLD)
    plane.draw_line(0, -0.5, 0, len(shown) - 0.5)
    cells = [[name, *("–" if way is None else said(way) for way in ways)] for name, *ways in lines]
    heads = map(spec.chart_word, ("changed", "less", "more"))
    return plane.finish_chart(dict(zip(heads, zip(*cells))), _basis(rows, spec))


def tornado_moves(rows: Any, language: str | None) -> list[tuple[str, float | None, float | None]]:
    """Return (name, difference by less, difference by more) of each row of ``gamekit.tornado``, the widest first; None
    where there is no change that way."""
    now = float(rows.attrs["as_is"])
    ways = ([None if p is None or p != p else float(p) - now for p in rows[key]] for key in ("at_less", "at_more"))
    lines = zip((translate(name, language) for name in rows["axis"]), *ways)
    return sorted(lines, key=lambda line: -max(abs(way or 0.0) for way in line[1:]))


def distribution_bars(distributions: Mapping[str, Dist[Any]], spec: Spec, most: int = MOST) -> Chart:
    """Return grouped bars of one or more distributions: a group per outcome, in order, a bar per distribution.

    The ``most`` likeliest outcomes are drawn, all are in the table. ValueError for more distributions than colours."""
    if len(distributions) > len(spec.colours):
        raise ValueError(f"{len(distributions)} distributions need as many colours, not {len(spec.colours)}")
    outcomes = list(dict.fromkeys(outcome for each in distributions.values() for outcome in each))
    with suppress(TypeError):  # outcomes without an order stay as they come
        outcomes.sort()
    chances = {name: [each.p(outcome.__eq__) for outcome in outcomes] for name, each in distributions.items()}
    likeliest = sorted(range(len(outcomes)), key=lambda row: -max(column[row] for column in chances.values()))
    shown = sorted(likeliest[:most])
    left = max(text_width(str(outcomes[row]), TEXT) for row in shown) + 12
    top = max(float(column[row]) for column in chances.values() for row in shown)
    count, high = len(distributions), 16 * len(distributions) + 6
    plane = PlotArea(spec, high * len(shown), 22, 0, left, 48, across=(0, top), down=(-0.5, len(shown) - 0.5))
    x = EDGE
    for number, ((name, column), colour) in enumerate(zip(chances.items(), spec.colours)):
        plane.draw_text_above(name, x, colour=colour, weight=BOLD)
        x += text_width(name, TEXT, BOLD) + 16
        for place, row in enumerate(shown):
            y, share = place + 0.84 * ((number + 0.5) / count - 0.5), column[row]
            plane.draw_bar(y, 0, share, colour, 0.78 * high / count, _exact(f"{name}: {outcomes[row]}", share))
            plane.draw_text_in_row(percent(share), plane.x(share) + 6, y, colour=colour)
    for place, row in enumerate(shown):
        plane.draw_text_in_row(str(outcomes[row]), EDGE, place)
    basis = join_bases(*(each.basis for each in distributions.values()), spec.basis)
    return plane.finish_chart({(*spec.heads, spec.chart_word("result"))[0]: outcomes, **chances}, basis, chances)


def choice_bars(rows: Any, base: Any, base_label: str, spec: Spec, most: int = 8) -> Chart:
    """Return bars of the chance with each choice, against ``base`` without one; the best in the first colour.

    ``rows`` are ordered best first; the columns block, rating and p hold the choice, a detail, and the chance."""
    said, more, every = ([*rows[column]] for column in ("block", "rating", "p"))
    low, shares = float(base), [float(p) for p in every[:most]]
    texts, ends = list(map(percent, shares)), [max(p, low) for p in shares]
    plane = _rows(spec, 20, said[:most], more[:most], texts, ends, (24, 18, 56), 1.0)
    for row, (name, p, exact) in enumerate(zip(said, shares, every)):
        told, colour = _exact(str(name), exact), GREY if row else spec.colours[0]
        plane.draw_bar(row, 0, min(p, low), look.BAR_MARKED, 13.6, told)
        plane.draw_bar(row, low, max(p, low), colour, 13.6, told)
        plane.draw_bar(row, min(p, low), low, PAPER, 13.6, told, stroke=look.LINE)
    for value in (0, 0.25, 0.5, 0.75, 1):
        plane.shapes.insert(0, line(plane.x(value), plane.top, plane.x(value), plane.bottom, look.HAIRLINE))
    for value, text in ((0, "0"), (1, "100%")):
        plane.draw_text(text, plane.x(value), plane.bottom + 11, "middle", MUTED)
    plane.draw_text_above(base_label, plane.x(low), "start" if low < 0.12 else "end" if low > 0.88 else "middle", INK)
    plane.draw_line(low, -0.6, low, len(shares) - 0.4)
    choice, chance, change = map(spec.chart_word, ("choice", "p", "change"))
    shown = {choice: said, " ": more, chance: every, change: [format_points(p - base) for p in every]}
    return plane.finish_chart(shown, _basis(rows, spec), (chance,))


def amount_bars(rows: Any, value: str, label: str, detail: str, spec: Spec) -> Chart:
    """Return plain numbers as bars from zero, in the order given, the largest in the first colour.

    ``value``, ``label`` and ``detail`` are columns of ``rows``. Numbers have two decimals, none may be below zero."""
    values = [float(number) for number in rows[value]]
    if min(values) < 0:
        raise ValueError(f"a bar from zero cannot show {min(values):g}")
    best, texts = max(values), [f"{number:.2f}" for number in values]
    bold = [number == best for number in values]
    plane = _rows(spec, 22, [*rows[label]], [*rows[detail]], texts, values, (0, 0, 48), best or 1.0, bold)
    for row, (name, number) in enumerate(zip(rows[label], values)):
        plane.draw_bar(row, 0, number, spec.colours[0] if bold[row] else GREY, 15, f"{name}: {number:.2f}")
    shown = {spec.column_label(key): [*rows[key]] for key in (label, detail, value)}
    return plane.finish_chart(shown, _basis(rows, spec))


def _rows(
    spec: Spec, high: float, names: Sequence[Any], details: Sequence[Any], numbers: Sequence[str],
    ends: Sequence[float], room: tuple[float, float, float], most: float, bold: Sequence[bool] = (True,),
) -> PlotArea:  # fmt: skip
    """A plane for a bar per row: name and detail before it, its number after its end; ``room`` above, below, right."""
    left = sum(max(text_width(str(text), TEXT) for text in column) + 12 for column in (names, details))
    count = len(names)
    head, foot, right = room
    plane = PlotArea(spec, high * count, head, foot, left, right, across=(0, most), down=(-0.6, count - 0.4))
    strong = [*bold, *[False] * count]
    for row, (name, detail, number, end) in enumerate(zip(names, details, numbers, ends)):
        plane.draw_text_in_row(str(name), EDGE, row)
        plane.draw_text_in_row(str(detail), plane.left - 8, row, "end", MUTED)
        plane.draw_text_in_row(number, plane.x(end) + 6, row, weight=BOLD if strong[row] else 400)
    return plane


def heat_map(
    rows: Any, across: str, down: str, value: str, spec: Spec, size: int = 32, even: Number | None = None
) -> Chart:
    """Return a heat map: a cell per pair of ``across`` and ``down``, columns of ``rows``; the first row is lowest.

    The column ``value`` holds chances, or plain numbers if ``even`` is given; a stepped line bounds the cells
    from one half, or ``even``, up. ``size`` is a row's height in px; the third head names the numbers."""
    found = dict(zip(zip(rows[across], rows[down]), rows[value]))
    xs, ys = (list(dict.fromkeys(axis)) for axis in zip(*found))
    values, said = [[found[x, y] for x in xs] for y in ys], percent if even is None else format_signed
    most = max(abs(float(p) - float(even or 0)) for p in found.values()) or 1.0

    def leaning(p: Any) -> float:  # so that ``even`` becomes one half
        return _plain(p if even is None else 0.5 + (float(p) - float(even)) / most / 2)

    shares = [[leaning(p) for p in row] for row in values]
    heads, left = (spec.column_label(down), spec.column_label(across)), max(text_width(str(y), TEXT) for y in ys) + 20
    plane = _celled(spec, xs, ys, size, (24, 38, left), upward=True)
    unit = "%" if even is None and plane.width / len(xs) < text_width("100.0%", TEXT, BOLD) + 8 else ""
    for y, row in enumerate(shares):
        for x, share in enumerate(row):
            text, colour = said(values[y][x]), share_colour(share, spec.second_colour, spec.colours[0])
            ink, weight = INK if 0.25 <= share <= 0.75 else WHITE, BOLD if share >= 0.5 else 400
            label = _cell_said(heads, ys[y], xs[x], text)
            plane.draw_cell(x, y, colour, label, text.removesuffix(unit), ink, weight=weight)
    for colour, wide in ((PAPER, 7), (INK, 3)):
        for ends in _staircase(shares):
            plane.draw_line(*ends, colour, wide)
    plane.draw_text_above(" · ".join([f"{heads[0]} ↑", *(head + ", %" * bool(unit) for head in spec.heads[2:])]), EDGE)
    plane.draw_text(f"{heads[1]} →", plane.right, plane.bottom + 35, "end", MUTED)
    plane.draw_text_above(f"— {spec.chart_word('even')}", plane.right, "end", INK)
    names = list(map(str, xs))
    return plane.finish_chart(_columns(heads, ys, names, values), _basis(rows, spec), names if even is None else ())


def break_even_map(found: Any, spec: Spec) -> Chart:
    """Return the heat map of a ``gamekit.break_even`` result, with its line along the edges of the cells."""
    first, second = found.attrs["axes"]
    cells = [(*pair, figure) for pair, figure in found.attrs["figures"].items()]
    rows = Columns(dict(zip((first, second, "figure"), zip(*cells))), found.attrs["basis"])
    level = found.attrs["level"]
    return heat_map(rows, first, second, "figure", spec, even=None if level == 0.5 else level)


def number_grid(
    numbers: Grid, down: Sequence[str], across: Sequence[str], spec: Spec, marked: Iterable[tuple[int, int]] = ()
) -> Chart:
    """Return a cell for every number, above zero in the first colour, below it in the second; ``marked`` cells are bold
    and framed. ``down`` and ``across`` name the rows and columns, the heads both axes."""
    most, kept = max(1e-9, *(abs(float(value)) for row in numbers for value in row)), set(marked)
    left = max(text_width(text, TEXT) for text in (*down, spec.heads[0])) + 24
    plane = _celled(spec, across, down, 30, (40, 0, left))
    for y, row in enumerate(numbers):
        for x, value in enumerate(row):
            strong, end = _blend(look.TABLE, spec.colours[value < 0]), abs(float(value)) / most
            text, weight = format_signed(value), BOLD if (y, x) in kept else 400
            label = _cell_said(spec.heads, down[y], across[x], text)
            plane.draw_cell(x, y, _blend(look.TABLE, strong, end), label, text, weight=weight)
    for y, x in kept:
        corner, size = (plane.x(x - 0.5), plane.y(y - 0.5)), (plane.x(1) - plane.x(0), plane.y(1) - plane.y(0))
        plane.shapes.append(Rect(*corner, *size, stroke=INK, stroke_width=2))
    plane.draw_text_above(spec.heads[0], EDGE, up=22)
    plane.draw_text_above(spec.heads[1], plane.right, "end", up=22)
    return plane.finish_chart(_columns(spec.heads, down, across, numbers), spec.basis)


def _columns(heads: Sequence[str], down: Sequence[Any], across: Sequence[str], values: Grid) -> dict[str, Any]:
    return {f"{heads[0]} / {heads[1]}": [*down]} | {x: [row[n] for row in values] for n, x in enumerate(across)}


def _celled(
    spec: Spec, across: Sequence[Any], down: Sequence[Any], size: float, room: tuple[float, float, float],
    upward: bool = False,
) -> PlotArea:  # fmt: skip
    """A plane of cells with the labels of its rows and columns; ``room`` is above, below and at the left."""
    ends = (len(down) - 0.5, -0.5) if upward else (-0.5, len(down) - 0.5)
    plane = PlotArea(spec, size * len(down), *room, across=(-0.5, len(across) - 0.5), down=ends)
    for row, y in enumerate(down):
        plane.draw_text_in_row(str(y), plane.left - 10, row, "end")
    for column, x in enumerate(across):
        plane.draw_text(str(x), plane.x(column), plane.bottom + 15 if upward else plane.top - 7, "middle")
    return plane


def _cell_said(heads: Sequence[str], y: Any, x: Any, text: str) -> str:
    return f"{heads[0]} {y}, {heads[1]} {x}: {text}".strip()


def _staircase(shares: Grid) -> list[tuple[float, float, float, float]]:
    """Return the edges (x1, y1, x2, y2) between cells of one half or more and neighbours below one half."""
    even, ends = [[p >= 0.5 for p in row] for row in shares], []
    for y, row in enumerate(even):
        for x, here in enumerate(row):
            if x + 1 < len(row) and here != row[x + 1]:
                ends.append((x + 0.5, y - 0.5, x + 0.5, y + 0.5))
            if y + 1 < len(even) and here != even[y + 1][x]:
                ends.append((x - 0.5, y + 0.5, x + 0.5, y + 0.5))
    return ends


def share_colour(share: float, below: str, above: str) -> str:
    """The colour of a share on a scale from one colour by a pale middle to the other, which leaps at a quarter and at
    three quarters: so ink is readable on all that lies between, white on the rest."""
    colour, far = (below, 1 - 2 * share) if share < 0.5 else (above, 2 * share - 1)
    faint, deep = _readable(colour)
    return _blend(PALE, faint, 2 * far) if far <= 0.5 else _blend(deep, colour, 2 * far - 1)


@cache
def _readable(colour: str) -> tuple[str, str]:
    """Return the strongest tint of a colour with readable black text, and the weakest with white text (4.5:1)."""
    tints = [_blend(PALE, colour, share / 40) for share in range(41)]
    ink = [tint for tint in tints if look.contrast(INK, tint) >= CONTRAST]
    white = [tint for tint in tints if look.contrast(WHITE, tint) >= CONTRAST]
    return ink[-1], (*white, colour)[0]


def fan_chart(distributions: Mapping[str, Dist[Any]], spec: Spec) -> Chart:
    """Return a fan chart of a number over stages (rounds): its median, 50% and 90% intervals.

    ``distributions`` maps each stage, in order, to the number's distribution. The heads name stages and number."""
    rows = [[float(each.quantile(q)) for each in distributions.values()] for q in QUANTILES]
    named, colour = [f"{q:.0%}" if q != 0.5 else spec.chart_word("median") for q in QUANTILES], spec.colours[0]
    low, top = min(0.0, *rows[0]), max(rows[-1])
    bands = [(rows[0], rows[4], _blend(PAPER, colour, 0.22)), (rows[1], rows[3], _blend(PAPER, colour, 0.5))]
    ends = [(name, row[-1], colour, 400) for name, row in zip(named, rows)][::-1]
    plane = _over([*distributions], ends, (low, top + max(0.06 * (top - low), 0.1)), spec, FAN)
    for least, best, fill in bands:
        plane.draw_path([*enumerate(best), *reversed([*enumerate(least)])], closed=True, fill=fill)
    _curve(plane, rows[2], colour, [f"{place}: {y:g}" for place, y in zip(distributions, rows[2])])
    columns = {spec.heads[0]: [*distributions]} | {name: [f"{y:g}" for y in row] for name, row in zip(named, rows)}
    return plane.finish_chart(columns, join_bases(*(each.basis for each in distributions.values()), spec.basis))


def line_chart(series: Mapping[str, Sequence[Any]], places: Sequence[Any], spec: Spec, height: int = 220) -> Chart:
    """Return a line chart: each series over the same places, its name at the right end; zero is shown.

    The heads name the places and the numbers."""
    drawn = {name: [_plain(value) for value in values] for name, values in series.items()}
    everything = [0.0, *(value for values in drawn.values() for value in values)]
    low, high = min(everything), max(everything)
    margin = max(0.05 * (high - low), 0.1)
    ends = [(name, drawn[name][-1], colour, BOLD) for name, colour in zip(drawn, spec.colours)]
    plane = _over([*places], ends, (low - margin if low < 0 else 0.0, high + margin), spec, height)
    for (name, row), colour in zip(drawn.items(), spec.colours):
        _curve(plane, row, colour, [f"{name}, {place}: {y:.2f}" for place, y in zip(places, row)])
    columns = {spec.heads[0]: [*places]} | {name: [*values] for name, values in series.items()}
    return plane.finish_chart(columns, spec.basis)


def _over(
    places: Sequence[Any], ends: Sequence[tuple[str, float, str, int]], span: tuple[float, float], spec: Spec,
    height: float,
) -> PlotArea:  # fmt: skip
    """A plane for curves over places 0, 1, 2 ...; ``ends`` are their names, last values, colours and weights."""
    right = max(text_width(name, TEXT, BOLD) for name, *_ in ends) + 2 * EDGE
    plane = PlotArea(spec, height, 20, 36, 28, right, (-0.2, len(places) - 0.8), span[::-1])
    for value in ticks(*span):
        plane.draw_line(plane.across[0], value, plane.across[1], value, look.HAIRLINE if value else look.LINE, 1)
        plane.draw_text_in_row(f"{value:g}", plane.left - 4, value, "end")
    for at, place in enumerate(places):
        plane.draw_text(str(place), plane.x(at), plane.bottom + HEADING, "middle")
    plane.draw_text_above(spec.heads[1], plane.left)
    plane.draw_text(spec.heads[0], plane.right, plane.bottom + 31, "end", MUTED)
    ends = sorted(ends, key=lambda end: -end[1])
    wanted = [plane.y(value) - plane.top - 8 for _, value, *_ in ends]
    for (name, _, colour, weight), y in zip(ends, _spread(wanted, [16] * len(ends), height)):
        plane.draw_text(name, plane.right + 8, plane.top + y + 8 + 0.4 * TEXT, "start", colour, weight=weight)
    return plane


def _curve(plane: PlotArea, values: Sequence[float], colour: str, labels: Sequence[str]) -> None:
    plane.draw_path(enumerate(values), stroke=colour, stroke_width=2, join="round")
    dots = zip(enumerate(values), labels)
    plane.shapes += [Circle(plane.x(x), plane.y(y), 2.5, fill=colour, label=label) for (x, y), label in dots]


def ticks(low: float, high: float) -> list[float]:
    """Return four to eight round numbers for an axis from ``low`` to ``high``.

    >>> ticks(-0.1, 2.1)
    [0.0, 0.5, 1.0, 1.5, 2.0]
    """
    step = 10.0 ** len(str(int(max(abs(low), abs(high)))))
    while (high - low) / step < 4:
        step /= 5 if (high - low) / step < 1 else 2
    first = -int(-low // step) if low < 0 else int(-(-low // step))
    return [place * step for place in range(first, int(high // step) + 1) if low <= place * step <= high]


def format_signed(value: Any) -> str:
    """Format a number with its sign and at most two decimals."""
    rounded = round(float(value), 2)
    text = f"{abs(rounded):.2f}".rstrip("0").rstrip(".")
    return text if text == "0" else ("+" if rounded > 0 else "\u2212") + text


def _spread(wanted: Sequence[float], sizes: Sequence[float], inner: float, pinned: bool = False) -> list[float]:
    """The starts of labels without overlap, near ``wanted``; the last one ends within the room, or ``pinned`` there."""
    places, end = list(wanted), inner - sizes[-1]
    for one, other in pairwise(range(len(places))):
        places[other] = max(places[other], places[one] + sizes[one])
    if len(places) > 1:
        places[-1] = end if pinned else min(places[-1], end)
    for one, other in reversed(list(pairwise(range(len(places))))):
        places[one] = max(0, min(places[one], places[other] - sizes[one]))
    return places


def _exact(name: str, share: Any) -> str:
    exact = str(share) if isinstance(share, Fraction) and len(str(share)) <= 48 else ""
    return " = ".join(filter(None, (f"{name}: {percent(share)}", exact)))


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _plain(number: Any) -> float:
    """Round to six decimals, finer than any pixel, so that the picture is the same on every machine."""
    return round(float(number), 6)


def _blend(one: str, other: str, share: float = 0.5) -> str:
    pairs = zip(*(bytes.fromhex(colour[1:]) for colour in (one, other)))
    return "#" + "".join(f"{int(a + (b - a) * share):02X}" for a, b in pairs)
