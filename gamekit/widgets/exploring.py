"""``explore``: a question over two axes or more as a map to click on, with the rest of the axes beside it.

The map shows the number of every cell and the break-even line; a cell opens on its board if its thing has one. A cell
kept as A is compared with the next one: the differences, and both boards."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from importlib import import_module
from math import isclose
from numbers import Real
from typing import TYPE_CHECKING, Any, ClassVar, NamedTuple

from gamekit.analysis.evaluate import Of, answers_by_column, evaluate, optional_method
from gamekit.analysis.sensitivity import tornado
from gamekit.probability.distribution import Basis, Number
from gamekit.storage import link_code
from gamekit.storage.serialization import FORMS, Converter, from_plain, to_plain
from gamekit.text import export
from gamekit.text.answer_tables import Table
from gamekit.text.translation import TranslatableText, basis_line, language_or_default, note, percent, word, word_or
from gamekit.widgets import charts, link_codes, page
from gamekit.widgets.app import Board
from gamekit.widgets.charts import Chart, Spec
from gamekit.widgets.compare import Comparison
from gamekit.widgets.look import CAESAR, GOOD, INK, POMPEY, WHITE
from gamekit.widgets.page import Button, Container, Control, LiveWidget, Message, Picture, Viewport
from gamekit.widgets.scene import Rect, Scene, Shape

if TYPE_CHECKING:
    import pandas as pd

CELL = 44  # px, a row of the map
MOST_CELLS, TORNADO = 400, 400
WIDEST = 956.0  # px, of the page
WIDE = 10  # columns of a map that wants the whole width
ENOUGH = 2 / 3
PIECES = {"battle": "julius_caesar.pieces:armies"}  # what draws the chosen case, by its kind


class Argument(NamedTuple):
    """One axis of a question: the argument's name, its values, its display name."""

    name: str
    values: tuple[Any, ...]
    said: str


@dataclass(frozen=True, slots=True)
class Cells:
    """The numbers of a map, a row for each value of the second axis, with their measure and basis; ``shares``: all are
    from 0 to 1; ``moving``: its things define perturbations (``changes``)."""

    rest: tuple[int, ...]
    cells: tuple[tuple[Any, ...], ...]
    name: str = ""
    basis: Basis = ()
    shares: bool = True
    moving: bool = False


@dataclass(frozen=True, slots=True)
class Exploration:
    """The state of the board: the question, its axes, the place chosen on each, and the map last computed.

    ``at`` holds a place on each axis: the first two are the chosen cell. ``seen`` is the cell under pointer or focus,
    ``pinned`` the case that is kept as A to compare with, on all axes. ``fixed`` describes the other axes' values of a
    map from a link code; ``enough`` is the chance to reach, which the heading names."""

    question: Callable[..., Any]
    axes: tuple[Argument, ...]
    at: tuple[int, ...]
    of: Of = None
    numbers: type = float
    even: Number | None = None
    seen: tuple[int, int] | None = None
    opened: bool = False
    pinned: tuple[int, ...] | None = None
    fixed: str = ""
    language: str = "en"
    enough: Number = ENOUGH
    asked: Cells = field(default=Cells((), ()), compare=False)

    def say(self, key: str, **fields: Any) -> str:
        return word(f"explore.{key}", self.language, **fields)

    @property
    def chosen(self) -> tuple[int, int]:
        """The chosen cell."""
        return self.at[0], self.at[1]

    @property
    def cell(self) -> tuple[int, int]:
        """The cell whose answer is shown in large type."""
        return self.seen or self.chosen

    @property
    def number(self) -> Any:
        return self.asked.cells[self.cell[1]][self.cell[0]]

    def tables(self) -> tuple[Table, ...]:
        """The map as a table for export."""
        return (export.to_table(map_of(self, title=finding_text(self))),) if self.asked.cells else ()

    @property
    def chances(self) -> bool:
        """Whether the numbers are chances: all from 0 to 1, and ``even`` not given."""
        return self.even is None and self.asked.shares

    @property
    def current(self) -> bool:
        return self.asked.rest == self.at[2:] and bool(self.asked.cells)

    def figure(self, number: Any) -> str:
        return percent(number) if self.chances else f"{float(number):+.2f}"

    def case(self, cell: tuple[int, int]) -> dict[str, Any]:
        """The arguments of the question for a cell."""
        return {axis.name: axis.values[place] for axis, place in zip(self.axes, (*cell, *self.at[2:]))}

    def called(self, cell: tuple[int, int], first: int = 0) -> str:
        """Return a cell's name from its arguments, from the ``first`` on; a boolean is named only if True."""
        said = zip(self.axes[first:], [*self.case(cell).values()][first:])
        names = (axis.said if value is True else f"{axis.said} {value}" for axis, value in said if value is not False)
        return " · ".join(filter(None, (*names, self.fixed)))


def compute_map(table: Exploration) -> Cells:
    """Compute the map at the other axes' values; a ValueError of the question names the cell."""
    across, down = (range(len(axis.values)) for axis in table.axes[:2])
    answers = [_answer(table, (x, y)) for y in down for x in across]
    found = evaluate(answers, table.of, table.numbers)
    rows = tuple(tuple(found.values[len(across) * y :][: len(across)]) for y in down)
    moving = optional_method(answers[0], "changes") is not None
    return Cells(table.at[2:], rows, found.name, found.basis, _shares(found.values), moving)


def _shares(numbers: Iterable[Number]) -> bool:
    return all(0 <= p <= 1 or isclose(p, 1) for p in numbers)


def _answer(table: Exploration, cell: tuple[int, int]) -> Any:
    try:
        return table.question(**table.case(cell))
    except ValueError as error:
        raise ValueError(f"{error} ({table.called(cell)})") from error


@dataclass(frozen=True, slots=True)
class SharedMap:
    """A map as a link code holds it: the first two axes, each its name, what it is called and its values as texts, and
    for each cell the ``things`` that the question gave, as ``link_code.to_tagged_json`` has them, or ``numbers``.

    The question itself is code and is not stored, nor are the other axes' values."""

    axes: tuple[tuple[str, str, tuple[str, ...]], ...]
    at: tuple[int, int]
    things: tuple[str, ...] = ()
    numbers: tuple[Fraction | float, ...] = ()
    of: str | None = None
    even: Fraction | float | None = None
    exact: bool = False
    fixed: str = ""
    name: str = ""
    basis: str = ""


def _mapped(table: Exploration) -> SharedMap:
    """Return the part of an exploration that a code stores; ValueError while its numbers are still being computed."""
    across, down = table.axes[:2]
    answers = [_answer(table, (x, y)) for y in range(len(down.values)) for x in range(len(across.values))]
    shared = not callable(table.of) and all(map(link_code.kind_of, map(_asked_again, answers)))
    if not (shared or table.current):
        raise ValueError(note("explore.waits"))
    axes = tuple((axis.name, axis.said, tuple(map(str, axis.values))) for axis in (across, down))
    of, exact = None if callable(table.of) else table.of, table.numbers is not float
    kept = SharedMap(axes, table.chosen, of=of, even=_plain(table.even), exact=exact, fixed=table.called(table.cell, 2))
    if shared:
        return replace(kept, things=tuple(link_code.to_tagged_json(_asked_again(each)) for each in answers))
    numbers, basis = tuple(_plain(number) for line in table.asked.cells for number in line), table.asked.basis
    match basis:
        case (TranslatableText(key="explore.told", fields={"basis": told}), *_):  # a map from a code keeps its own
            said = str(told)
        case _:
            said = basis_line(basis, table.language)
    return replace(kept, numbers=numbers, name=table.asked.name, basis=said)


def _plain(number: Any) -> Any:
    return number if number is None or isinstance(number, Fraction) else float(number)


def _explored(found: Any) -> Exploration:
    """Return the exploration of a map from a code; if it holds things, its numbers are computed anew."""
    held: SharedMap = from_plain(found, SharedMap, allow_missing=True)
    axes = tuple(Argument(name, _values(name, values), said) for name, said, values in held.axes)
    if len(axes) != 2 or not all(0 <= at < len(axis.values) for at, axis in zip(held.at, axes)):
        raise ValueError(note("explore.two_axes", found=", ".join(axis.name for axis in axes) or "–"))
    places = [(x, y) for y in axes[1].values for x in axes[0].values]
    cells: tuple[Any, ...] = tuple(map(link_code.from_tagged_json, held.things)) or held.numbers
    if len(cells) != len(places) or len(cells) > MOST_CELLS:
        raise ValueError(note("explore.too_many", cells=len(cells), most=min(len(places), MOST_CELLS)))
    numbers = Fraction if held.exact else float
    question, wide = partial(_of_cell, dict(zip(places, cells))), len(axes[0].values)
    table = Exploration(question, axes, held.at, held.of, numbers, held.even, fixed=held.fixed)
    if held.things:
        return table
    rows = tuple(held.numbers[at : at + wide] for at in range(0, len(held.numbers), wide))
    basis = (note("explore.told", basis=held.basis),) if held.basis else ()
    return replace(table, asked=Cells((), rows, held.name, basis, _shares(held.numbers)))


def _of_cell(cells: Mapping[tuple[Any, Any], Any], **case: Any) -> Any:
    found = cells[tuple(case.values())]
    return found() if isinstance(found, partial) else found


FORMS[Exploration] = Converter(lambda table: to_plain(_mapped(table), omit_defaults=True), _explored)


def screen(table: Exploration, viewport: Viewport) -> Container:
    """The map, the chosen case, the other axes, and the board of the case once it is opened."""
    if not table.asked.cells:  # the first map is being worked out
        waiting = (page.progress_panel(table.language), _soon(table), page.status_line(viewport.error))
        blank = Picture(Scene(viewport.width, 40, sentence=table.say("title")))
        return page.page(viewport, page.heading_html(table.say("title")), "", (blank, *waiting), ())
    chart = map_of(table, viewport.width)
    still = partial(map_of, table, viewport.width, finding_text(table))
    picture = Picture(_clickable(table, chart), hover=("look",), still=lambda: still().scene)
    thing = _answer(table, table.chosen) if table.current else None
    kind = "gk-stack" if len(table.axes[0].values) > WIDE else "gk-explore"
    others = page.section(table.say("rest"), *(_control(table, place) for place in range(2, len(table.axes))))
    under = page.row(_case(table, thing), others if len(table.axes) > 2 else None, kind="gk-under")
    moves = page.LiveChart(partial(_tornado, table), (table.at, table.asked.rest), table.language, key="moves")
    right: list[Control | None] = [moves if table.asked.moving else None]
    if draw := PIECES.get(link_code.kind_of(thing)):
        module, name = draw.split(":")
        drawn = getattr(import_module(f"gamekit.widgets.{module}"), name)
        right.insert(0, Picture(drawn(thing, viewport.rooms.get("case", TORNADO)), name="case"))
    whole = Container(kind, (Container("gk-stack", (picture, under)), page.row(*right, kind="gk-stack")))
    status, numbers = page.status_line(viewport.error), page.Html(chart.folded_table_html)
    main = whole, *_apart(table, thing), status, numbers, _soon(table)
    return page.page(viewport, page.heading_html(finding_text(table)), _said(table), main, (), (_board(table, thing),))


def map_of(table: Exploration, width: float = charts.WIDTH, title: str = "") -> Chart:
    """The map as a chart of a width in px."""
    across, down = table.axes[:2]
    pairs = [(str(x), str(y)) for y in down.values for x in across.values]
    columns = dict(zip("xyp", (*zip(*pairs), [p for line in table.asked.cells for p in line])))
    rows = charts.Columns(columns, table.asked.basis if title else ())
    heads, names = ("", "", measure_name(table)), {"x": across.said, "y": down.said}
    spec = Spec(title, language=table.language, width=int(width), heads=heads, names=names)
    return charts.heat_map(rows, "x", "y", "p", spec, CELL, None if table.chances else table.even or 0)


def measure_name(table: Exploration) -> str:
    """Return the name of the numbers' measure, translated if known."""
    return word_or(f"explore.of.{table.asked.name}", table.asked.name.replace("_", " "), table.language)


def finding_text(table: Exploration) -> str:
    """Say which values of the second axis reach the level in the chosen column: from one on, up to one, or some."""
    (across, down), (level, column) = table.axes[:2], _column(table)
    kind, good = _enough(list(zip(down.values, column)), level)
    ends = good or ("",)
    said = table.say(
        kind, down=down.said, across=across.said, at=across.values[table.at[0]], least=ends[0], most=ends[-1],
        those=", ".join(map(str, good)), level=percent(level) if table.chances else f"{level:g}",
    )  # fmt: skip
    return said[:1].upper() + said[1:]


def _enough(found: list[tuple[Any, float]], level: float) -> tuple[str, tuple[Any, ...]]:
    """Return the key of a sentence and the values that reach a level; "or more" and "up to" only for numeric axes."""
    counted = all(isinstance(value, Real) and not isinstance(value, bool) for value, _ in found)
    if counted:
        found = sorted(found, key=lambda pair: pair[0])  # whatever their order on the axis
    values, good = tuple(value for value, _ in found), tuple(value for value, figure in found if figure >= level)
    ways = {"never": (), "always": values}
    if counted and good:
        ways |= {"enough": values[-len(good) :], "most": values[: len(good)]}
    return next((kind for kind, wanted in ways.items() if wanted == good), "some"), good


def _clickable(table: Exploration, chart: Chart) -> Scene:
    drawn, axes = chart.scene, chart.plane
    places, frames = list[Shape](), list[Shape]()
    for y, line in enumerate(table.asked.cells):
        for x, number in enumerate(line):
            left, top = axes.x(x - 0.5), axes.y(y + 0.5)
            size = axes.x(x + 0.5) - left, axes.y(y - 0.5) - top
            label = f"{table.called((x, y))}: {table.figure(number)}"
            places.append(Rect(left, top, *size, label=label, action=("cell", x, y)))
            for at, colour in ((table.seen, INK), (table.chosen, GOOD)):
                if (x, y) == at:  # a dark ring within a pale one is seen on every colour
                    rings = ((WHITE, 7.0), (colour, 3.5))
                    frames += [Rect(left, top, *size, radius=5, stroke=ink, stroke_width=wide) for ink, wide in rings]
    said = f"{finding_text(table)}. {table.called(table.cell)}: {table.figure(table.number)}"
    return replace(drawn, pieces=tuple(frames), overlay=tuple(places), title=finding_text(table), sentence=said)


def _said(table: Exploration) -> str:
    number, what = table.number, measure_name(table)
    parts = [(what, float(number), CAESAR), (table.say("else"), 1 - float(number), POMPEY)] if table.chances else []
    rests = basis_line(table.asked.basis, table.language)
    above = not table.chances or number >= 0.5
    return page.answer_html(
        table.figure(number), what, table.called(table.cell), parts, rests, "", CAESAR if above else POMPEY
    )


def _soon(table: Exploration) -> page.BackgroundTask | None:
    soon = page.BackgroundTask(partial(compute_map, table), ("asked",), (table.question, table.at[2:]))
    return None if table.current else soon


def _case(table: Exploration, thing: Any) -> Container:
    key, pin, hint = "close" if table.opened else "open", "unpin" if table.pinned else "pin", table.say("hint")
    buttons = [Button(table.say(key), (key,), "main")] if (opens := _has_board(thing)) else []
    return page.section(
        table.say("case"),
        *(_control(table, place) for place in (0, 1)),
        page.Input(percent(table.enough), ("enough",), table.say("enough_for"), shown=table.chances),
        page.row(*buttons, Button(table.say(pin), ("pin",))),
        page.muted_line(hint) if opens else None,
    )


def _control(table: Exploration, place: int) -> Control:
    axis, at = table.axes[place], table.at[place]
    made = page.chooser(axis.said, axis.values, at, ("set", place))
    return replace(made, do=("place", place)) if isinstance(made, page.Menu) else made


def _apart(table: Exploration, thing: Any) -> Iterator[Control]:
    """Yield controls with the differences between the chosen case and the case kept as A."""
    if thing is None or table.pinned in (None, table.at):
        return
    kept = replace(table, at=table.pinned, seen=None)
    things = _answer(kept, (kept.at[0], kept.at[1])), thing
    first = ({measure_name(table): value} for value in evaluate(things, table.of, table.numbers).values)
    rest = map(_ends, things) if table.of is None else ({}, {})
    numbers = [more or one for one, more in zip(first, rest)]
    found = Comparison((numbers[0], numbers[1]), not table.chances, table.language)
    yield from found.controls((kept.called(kept.cell), table.called(table.chosen)))


def _ends(thing: Any) -> dict[str, Any]:
    """Return the chances of a thing's ends from its summary, those whose names are translated."""
    if not (optional_method(thing, "summary") or optional_method(thing, "batch")):
        return {}
    row = {name: found for name, (found,) in answers_by_column([thing], float)[0].items()}
    known = [name for name in row if word_or(f"compare.of.{name}", "", "en")]
    return {name: row[name] for name in sorted(known, key="attacker_eliminated".__eq__)}  # which is last elsewhere


def _tornado(table: Exploration) -> Chart:
    rows = tornado(_answer(table, table.chosen), of=table.of, numbers=table.numbers)
    title = table.say("moves", change=charts.tornado_moves(rows, table.language)[0][0])
    rows.attrs["basis"] = ()  # the map says it
    spec = Spec(title, table.called(table.chosen), language=table.language, width=TORNADO)
    return charts.tornado(rows, spec, table.chances, 8)


def _board(table: Exploration, thing: Any) -> Control | None:
    if not table.opened or not _has_board(thing):
        return None
    cases = {"A": table.pinned, "B": table.at} if table.pinned not in (None, table.at) else {"": table.at}
    boards = []
    for letter, at in cases.items():
        case = replace(table, at=at or table.at, seen=None)
        found = _asked_again(_answer(case, case.cell))
        if link_code.kind_of(found) in link_codes.BOARDS:
            live = LiveWidget(partial(link_codes.board, found, table.language), True, key=("board", at))
            head = [page.muted_line(f"{letter}: {case.called(case.cell)}")] if letter else []
            boards.append(Container("gk-stack", (*head, live)))
    return Container("gk-beside", tuple(boards))


def _has_board(thing: Any) -> bool:
    return link_code.kind_of(_asked_again(thing)) in link_codes.BOARDS


def _asked_again(thing: Any) -> Any:
    """Return a solved duel as its question, a ``partial``, which its board opens on; anything else unchanged."""
    if type(thing).__name__ != "Duel":
        return thing
    from gamekit.caesar import duel  # a page of another game is without it

    return partial(duel, thing.stakes, thing.hand, thing.other_hand)


def update(table: Exploration, message: Message) -> Exploration:
    """Return the table after ``message``, the (verb, value, ...) of a control; unchanged if it means nothing here."""
    match message:
        case ("asked", Cells() as asked):
            return replace(table, asked=asked)
        case ("look", action):
            return replace(table, seen=action[1:] if action else None)
        case ("cell", x, y):
            return replace(table, at=(x, y, *table.at[2:]), opened=True)
        case ("open" | "close" as verb,):
            return replace(table, opened=verb == "open")
        case ("enough", text):
            return replace(table, enough=chance_of(text))
        case ("pin",):
            return replace(table, pinned=None if table.pinned else table.at)
        case ("place" | "set" as verb, place, value):
            number = value if verb == "place" else table.axes[place].values.index(value)
            return replace(table, at=(*table.at[:place], number, *table.at[place + 1 :]), seen=None)
    return table


def chance_of(text: str) -> Number:
    """Return the chance in a text; ValueError if it is not a chance.

    >>> chance_of("80"), chance_of("66.7 %"), chance_of("3/4")
    (Fraction(4, 5), Fraction(667, 1000), Fraction(3, 4))
    """
    said = unicodedata.normalize("NFKC", text).replace(" ", "")
    try:
        found = Fraction(said.rstrip("%"))
    except (ValueError, ZeroDivisionError):
        found = Fraction(0)
    found = found / 100 if said.endswith("%") or found > 1 else found
    if not 0 < found <= 1:
        raise ValueError(note("explore.no_chance", found=text.strip()))
    return found


class ExploreBoard(Board, screen=screen, update=update, undoes=("at", "opened", "enough"), widths=(320.0, WIDEST)):
    """What ``explore`` makes; ``case`` holds the arguments of the chosen cell, ``rows`` the map as a table."""

    complete_table: ClassVar = staticmethod(lambda it: it if it.current else replace(it, asked=compute_map(it)))
    table: Exploration

    @property
    def case(self) -> dict[str, Any]:
        """The arguments of the chosen cell."""
        return self.table.case(self.table.chosen)

    @property
    def rows(self) -> pd.DataFrame:
        """The numbers of the map, the second axis down; the basis is in ``attrs``."""
        import pandas as pd

        across, down = self.table.axes[:2]
        frame = pd.DataFrame(self.table.asked.cells, columns=list(across.values), index=list(down.values))
        frame.index.name, frame.columns.name = down.name, across.name
        frame.attrs["basis"] = self.table.asked.basis
        return frame


def explore(
    question: Callable[..., Any],
    /,
    *,
    of: Of = None,
    numbers: type = float,
    even: Number | None = None,
    names: Mapping[str, str] | None = None,
    language: str | None = None,
    **axes: Iterable[Any],
) -> ExploreBoard:
    """Return a board that maps a question over its first two axes, the others beside it.

    A question is any function that returns a number, a ``Dist``, or a thing with odds; ``of`` says which of its
    numbers, as in ``gamekit.needed``. Numbers from 0 to 1 count as chances, others break even at 0; with ``even`` they
    are plain numbers that break even there. ``names`` are display names of the axes. A click on a cell opens it on its
    board where it has one; *Keep as A* keeps a case; its differences from the next case are shown under the map. Raises
    ValueError for fewer than two axes, an axis without values and more than 400 cells.

    >>> from gamekit import julius_caesar as jc
    >>> def attack(enemy, legions):
    ...     return jc.Battle(jc.army(f"{legions} C3/III"), jc.army(f"{enemy} C2/II"))
    >>> board = explore(attack, enemy=range(1, 4), legions=range(1, 4))
    >>> board.summary_sentence
    'Legions: 2 or more reach 66.7% at enemy 2. enemy 2 · legions 2: 84.3%'
    >>> board.rows.loc[3].round(3).tolist()
    [1.0, 0.996, 0.882]
    """
    called = {name: name.replace("_", " ") for name in axes} | dict(names or {})
    kept = tuple(Argument(name, _values(name, axis), called[name]) for name, axis in axes.items())
    if len(kept) < 2:
        raise ValueError(note("explore.two_axes", found=", ".join(axes) or "–"))
    if (cells := len(kept[0].values) * len(kept[1].values)) > MOST_CELLS:
        raise ValueError(note("explore.too_many", cells=cells, most=MOST_CELLS))
    at = tuple(len(axis.values) // 2 if place < 2 else 0 for place, axis in enumerate(kept))
    table = Exploration(question, kept, at, of, numbers, even, language=language_or_default(language))
    table = replace(table, asked=compute_map(table))
    level, column = _column(table)
    enough = [y for y, number in enumerate(column) if number >= level]
    if 0 < len(enough) < len(column):  # else the middle row
        table = replace(table, at=(at[0], min(enough, key=column.__getitem__), *at[2:]))
    return ExploreBoard(table)


def _column(table: Exploration) -> tuple[float, list[float]]:
    level = float(table.enough) if table.chances else float(table.even or 0)
    return level, [float(line[table.at[0]]) for line in table.asked.cells]


def _values(name: str, axis: Any) -> tuple[Any, ...]:
    values = () if isinstance(axis, str) or not isinstance(axis, Iterable) else tuple(axis)
    if not values or len({str(value) for value in values}) < len(values):
        raise ValueError(note("explore.axis", name=name, found=repr(axis)[:80]))
    return values
