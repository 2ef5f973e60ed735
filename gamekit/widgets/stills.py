"""A chart as a picture of our own: the same drawing that plotly paints live, painted as a scene.

No browser and no kernel is needed for it, so a stored notebook shows its charts wherever it is read. A drawing is what
``charts`` makes of a ``Spec``: horizontal bars, cells and lines, texts and strokes over fixed axes; that and no more
of plotly's language is understood here."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from html import unescape
from itertools import pairwise
from typing import Any, NamedTuple

from gamekit.widgets.look import HAIRLINE, HEADING, INK, LINE, NAME, PAPER, TEXT
from gamekit.widgets.scene import Circle, Path, Point, Rect, Scene, Shape, Text, line, text_width, through

LEADING = 1.3  # from baseline to baseline, in sizes
DASHES: Mapping[str, tuple[float, ...]] = {"dash": (7.0, 5.0), "dot": (2.0, 3.0)}
ANCHORS = {"left": "start", "center": "middle", "right": "end"}
TAG = re.compile(r"<(/?)(b|span)(?: style=\"([^\"]*)\")?>")


class Axes(NamedTuple):
    """Where values of both axes lie on the picture."""

    left: float
    top: float
    width: float
    height: float
    across: tuple[float, float]
    down: tuple[float, float]

    def x(self, value: float) -> float:
        low, high = self.across
        return self.left + self.width * (value - low) / (high - low)

    def y(self, value: float) -> float:
        low, high = self.down
        return self.top + self.height * (1 - (value - low) / (high - low))


class Run(NamedTuple):
    """A piece of a line that is set in one way."""

    text: str
    size: float
    weight: int
    colour: str


def still(drawing: Mapping[str, Any], width: float) -> Scene:
    """A chart's drawing (data and layout as plotly.js has them) as a scene of a width in px."""
    layout = drawing["layout"]
    shapes: list[Shape] = [*_grid(layout, axes_of(layout, width, "x"))]
    for trace in drawing["data"]:
        axes = axes_of(layout, width, trace.get("xaxis", "x"))
        match trace["type"]:
            case "bar":
                shapes += _bars(trace, axes, layout, drawing["data"])
            case "heatmap":
                shapes += _cells(trace, axes)
            case _:
                shapes += _curve(trace, axes)
    for stroke in layout.get("shapes", ()):
        axes = axes_of(layout, width, "x")
        ends = axes.x(stroke["x0"]), axes.y(stroke["y0"]), axes.x(stroke["x1"]), axes.y(stroke["y1"])
        shapes.append(line(*ends, stroke["line"]["color"], stroke["line"]["width"]))
    for label in layout["annotations"]:
        shapes += _label(label, layout, width)
    shapes += _title(layout["title"]["text"])
    title = unescape(layout["title"]["text"].replace("<br>", " "))
    return Scene(width, layout["height"], tuple(shapes), title=title, sentence=title, ground=PAPER)


def axes_of(layout: Mapping[str, Any], width: float, axis: str) -> Axes:
    margin, across = layout["margin"], layout[axis.replace("x", "xaxis")]
    room = width - margin["l"] - margin["r"]
    start, end = across.get("domain", (0, 1))
    height = layout["height"] - margin["t"] - margin["b"]
    left = margin["l"] + start * room
    return Axes(left, margin["t"], (end - start) * room, height, across["range"], layout["yaxis"]["range"])


# What is drawn -------------------------------------------------------------------------------------------------------


def _bars(trace: Mapping[str, Any], axes: Axes, layout: Mapping[str, Any], every: Sequence[Any]) -> Iterator[Shape]:
    """Horizontal bars, each on those before it where they are stacked."""
    before = every[: next(place for place, one in enumerate(every) if one is trace)]
    marker = trace["marker"]
    for row, value in enumerate(trace["x"]):
        start = sum(one["x"][row] for one in before) if layout.get("barmode") == "stack" else 0
        ends = sorted((axes.x(start), axes.x(start + value)))
        thick = abs(axes.y(trace["width"][row]) - axes.y(0))
        colour = marker["color"] if isinstance(marker["color"], str) else marker["color"][row]
        rim = marker.get("line", {})
        middle = axes.y(trace["y"][row])
        if value:
            yield Rect(
                ends[0], middle - thick / 2, ends[1] - ends[0], thick, fill=colour,
                stroke=rim.get("color") if rim.get("width") else None,
            )  # fmt: skip
        if trace.get("text"):
            outward = axes.x(1) > axes.x(0)
            x = ends[1] + EDGE_ROOM if outward else ends[0] - EDGE_ROOM
            yield Text(x, middle + TEXT / 3, trace["text"][row], TEXT, INK, anchor="start" if outward else "end")


EDGE_ROOM = 4.0  # px between a bar and the number beside it


MANY = 200  # cells from which on those alike are drawn as one outline: a tenth of the bytes
SIGNS = {"›": "m-2 -3l3.4 3l-3.4 3", "·": "m-1 0h2"}  # one-letter texts as outlines from the middle of a cell


def _cells(trace: Mapping[str, Any], axes: Axes) -> Iterator[Shape]:
    """Coloured cells, with their texts where the trace has any."""
    low, high, gap = trace["zmin"], trace["zmax"], trace["xgap"]
    texts = trace.get("text") or [[""] * len(line) for line in trace["z"]]
    many = len(trace["z"]) * len(trace["z"][0]) > MANY
    boxes: dict[str, str] = {}
    signs: dict[str, str] = {}
    said_later = list[Shape]()
    for row, values in enumerate(trace["z"]):
        for column, value in enumerate(values):
            x = sorted((axes.x(column - 0.5), axes.x(column + 0.5)))
            y = sorted((axes.y(row - 0.5), axes.y(row + 0.5)))
            colour = _scaled(trace["colorscale"], (value - low) / (high - low))
            box = Rect(x[0] + gap / 2, y[0] + gap / 2, x[1] - x[0] - gap, y[1] - y[0] - gap, fill=colour)
            said = texts[row][column]
            if many:
                outline = f"M{box.x:.1f} {box.y:.1f}h{box.width:.1f}v{box.height:.1f}h{-box.width:.1f}z"
                boxes[colour] = boxes.get(colour, "") + outline
            else:
                yield box
            if many and said in SIGNS:
                signs[said] = signs.get(said, "") + f"M{sum(x) / 2:.1f} {sum(y) / 2:.1f}{SIGNS[said]}"
            elif said:
                said_later.append(Text(sum(x) / 2, sum(y) / 2 + TEXT / 3, said, TEXT, INK, anchor="middle"))
    yield from (Path(d, fill=colour) for colour, d in boxes.items())
    yield from (Path(d, stroke=INK, stroke_width=1.2) for d in signs.values())
    yield from said_later


def _scaled(scale: Sequence[tuple[float, str]], share: float) -> str:
    """The colour at a share of a scale of (share, colour), between its neighbours."""
    for (start, first), (end, second) in pairwise(scale):
        if start <= share <= end and end > start:
            part = (share - start) / (end - start)
            pairs = zip(*(bytes.fromhex(colour[1:]) for colour in (first, second)))
            return "#" + "".join(f"{round(a + (b - a) * part):02X}" for a, b in pairs)
    return scale[-1][1]


def _curve(trace: Mapping[str, Any], axes: Axes) -> Iterator[Shape]:
    points = [(axes.x(x), axes.y(y)) for x, y in zip(trace["x"], trace["y"])]
    pen = trace["line"]
    dash = DASHES.get(pen.get("dash", ""), ())
    if trace.get("fill") == "toself":
        yield Path(through(points, closed=True), fill=trace["fillcolor"])
        return
    yield Path(through(points), stroke=pen["color"], stroke_width=pen["width"], dash=dash, join="round")
    for x, y in points:
        yield Circle(x, y, trace["marker"]["size"] / 2, fill=trace["marker"]["color"])


def _grid(layout: Mapping[str, Any], axes: Axes) -> Iterator[Shape]:
    across, down = layout["xaxis"], layout["yaxis"]
    bottom = axes.top + axes.height
    for value in across.get("tickvals", ()) if across.get("showgrid") else ():
        yield line(axes.x(value), axes.top, axes.x(value), bottom, HAIRLINE)
    for value, said in zip(across.get("tickvals", ()), across.get("ticktext", ())):
        yield Text(axes.x(value), bottom + HEADING, said, TEXT, INK, anchor="middle")
    for value in ticks(*axes.down) if down.get("showgrid") else ():
        colour = LINE if not value else HAIRLINE
        yield line(axes.left, axes.y(value), axes.left + axes.width, axes.y(value), colour)
        yield Text(axes.left - EDGE_ROOM, axes.y(value) + TEXT / 3, f"{value:g}", TEXT, INK, anchor="end")


def ticks(low: float, high: float) -> list[float]:
    """Round numbers of a span, four to eight of them.

    >>> ticks(-0.1, 2.1)
    [0.0, 0.5, 1.0, 1.5, 2.0]
    """
    step = 10.0 ** len(str(int(max(abs(low), abs(high)))))
    while (high - low) / step < 4:
        step /= 5 if (high - low) / step < 1 else 2
    first = -int(-low // step) if low < 0 else int(-(-low // step))
    return [place * step for place in range(first, int(high // step) + 1) if low <= place * step <= high]


# Texts ---------------------------------------------------------------------------------------------------------------


def _title(text: str) -> Iterator[Shape]:
    for row, said in enumerate(text.split("<br>")):
        yield Text(10, 10 + NAME + row * LEADING * NAME, unescape(said), NAME, INK, "serif", weight=700)


def _label(label: Mapping[str, Any], layout: Mapping[str, Any], width: float) -> Iterator[Shape]:
    """A text in the picture: its lines, each of runs of one size, weight and colour."""
    axes = axes_of(layout, width, label["xref"] if label["xref"] != "paper" else "x")
    x, y = _place(label, layout, axes, width)
    size = label["font"].get("size", TEXT)
    lines = [list(_runs(said, size, label["font"]["color"])) for said in label["text"].split("<br>")]
    heights = [LEADING * max((run.size for run in runs), default=size) for runs in lines]
    top = y - {"top": 0.0, "middle": 0.5, "bottom": 1.0}[label["yanchor"]] * sum(heights)
    for runs, height in zip(lines, heights):
        room = sum(text_width(run.text, run.size, run.weight) for run in runs)
        start = x - {"left": 0.0, "center": 0.5, "right": 1.0}[label["xanchor"]] * room
        largest = height / LEADING
        for run in runs:
            single = len(runs) == 1
            base = top + (height - largest) / 2 + 0.9 * largest
            anchor = ANCHORS[label["xanchor"]] if single else "start"
            at = x if single else start
            yield Text(at, base, run.text, run.size, run.colour, weight=run.weight, anchor=anchor)
            start += text_width(run.text, run.size, run.weight)
        top += height


def _place(label: Mapping[str, Any], layout: Mapping[str, Any], axes: Axes, width: float) -> Point:
    """Where a text stands, before its lines are set."""
    margin = layout["margin"]
    room = width - margin["l"] - margin["r"]
    x = margin["l"] + label["x"] * room if label["xref"] == "paper" else axes.x(label["x"])
    y = axes.top + (1 - label["y"]) * axes.height if label["yref"] == "paper" else axes.y(label["y"])
    return x + label.get("xshift", 0), y - label.get("yshift", 0)


def _runs(text: str, size: float, colour: str) -> Iterator[Run]:
    """The pieces of a line: plain, bold (maybe in another size), or a coloured sign.

    >>> [run.text for run in _runs("<b>12.5%</b> of all", 12, "#000000")]
    ['12.5%', ' of all']
    """
    weight, now, ink, at = 400, size, colour, 0
    for tag in TAG.finditer(text):
        if said := unescape(text[at : tag.start()]):
            yield Run(said, now, weight, ink)
        at, (closing, kind, style) = tag.end(), tag.groups()
        wanted = dict(part.split(":") for part in (style or "").split(";") if part)
        now = size if closing else float(wanted.get("font-size", f"{size}px").removesuffix("px"))
        weight = 700 if kind == "b" and not closing else 400
        ink = colour if closing else wanted.get("color", colour)
    if said := unescape(text[at:]):
        yield Run(said, now, weight, ink)
