"""The luck board: a record's chance to win through the game, the sum in a sentence, the throws as a list, the replay.

It shows the result of ``gamekit.audit``: at once the exact luck of the fights in their own unit, and on request the
chance to win the game by playing out, which runs in the background and can be stopped."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from operator import itemgetter
from typing import Any, Final, TypeAlias

from gamekit.play.luck import DECISION, GAME, THROW, Audit, audit, format_without_unit
from gamekit.play.protocol import Player
from gamekit.play.simulate import seat_name
from gamekit.storage.record import Record, package_name
from gamekit.text.translation import basis_line, language_or_default, note, word
from gamekit.widgets import link_codes, page
from gamekit.widgets.app import Board
from gamekit.widgets.charts import PlotArea, Spec
from gamekit.widgets.look import GOLD, GOLD_RIM, HAIRLINE, INK, MUTED, SEATS, TEXT, WHITE
from gamekit.widgets.page import Button, Container, Menu, Message, Picture, Viewport
from gamekit.widgets.scene import Group, Path, Point, Rect, Scene, Shape, line, text_width

HEIGHT, LEFT, FOOT = 300.0, 52.0, 56.0  # px: of the plane, and of the room at its left and below
BAND = "#B9AC92"
MOST: Final = 9  # jumps that are marked
APART, DIE = 120.0, 10.0  # px between the names of two turns; of a die
LISTED: Final = 10
FIRST, SHARPER = 20, 80  # plays from each turn's end
Jump: TypeAlias = dict[Any, Any]  # a row of the audit: how many actions are ``at`` before it, its ``kind``, ``who`` ...


@dataclass(frozen=True, slots=True)
class LuckTable:
    """The audit shown, for which seat, how many plays are asked for, and where its replay is open."""

    found: Audit
    seat: Player
    games: int = 0
    open: int = -1
    language: str = "en"

    def say(self, key: str, **fields: Any) -> str:
        return word(f"luck.{key}", self.language, **fields)

    def amount(self, value: float) -> str:
        """An amount with its sign: a share of the game's chance in percent, else fights or counters."""
        return format_without_unit(value, self.found.unit_of_totals) + (
            "%" if self.found.unit_of_totals == GAME else ""
        )

    def name(self, seat: Player) -> str:
        return seat_name(package_name(self.found.record.game), seat, self.language)


def jumps(table: LuckTable, most: int = MOST) -> list[Jump]:
    """The throws and decisions that moved most, in the order of the game."""
    frame = table.found.to_frame(table.seat, table.language)
    unit = table.found.unit_of_totals
    rows = [row for row in frame.to_dict("records") if row["unit"] == unit and abs(row["amount"]) > 1e-9]
    largest = sorted(range(len(rows)), key=lambda place: -abs(rows[place]["amount"]))[:most]
    return [rows[place] for place in sorted(largest)]


def called(table: LuckTable, row: Jump, amount: str) -> str:
    """Return a throw or decision in words, with its turn and its amount."""
    return f"{table.say('of', what=row['what'], turn=row['turn'])}: {amount}"


def scene(table: LuckTable, width: float) -> Scene:
    """The line with its band, and on it each jump as a thick piece with its sign, which opens the replay there."""
    found, points, spread = table.found, table.found.values_with_errors(table.seat), table.found.unit_of_totals == GAME
    turns = max(1, len(found.turn_ends) - 1)

    def at(action: float) -> float:
        """Return the x of an action; every turn has the same width."""
        place = max((number for number, end in enumerate(found.turn_ends[:-1]) if end <= action), default=0)
        begin, end = (*found.turn_ends, found.turn_ends[-1])[place : place + 2]
        return place + (action - begin) / max(1, end - begin)

    reach = max([abs(value) for _, value, _ in points] + [0.5]) * 1.25
    low, high = (0.0, 1.0) if spread else (-reach, reach)
    plane = PlotArea(Spec("", width=int(width)), HEIGHT, 4, FOOT, LEFT, 4, across=(0, turns), down=(high, low))
    for value in (0.0, 0.25, 0.5, 0.75, 1.0) if spread else (low * 0.8, 0.0, high * 0.8):
        plane.draw_line(0, value, turns, value, HAIRLINE, 2 if value == (0.5 if spread else 0) else 1)
        plane.draw_text_in_row(f"{value:.0%}" if spread else table.amount(value), plane.left - 6, value, "end", MUTED)
    plane.draw_text_above(table.say(f"axis.{found.unit_of_totals}", seat=table.name(table.seat)), 8, up=-2)
    _turns(table, plane, at)
    if any(error for _, _, error in points):
        upper = [(at(when), min(high, value + error)) for when, value, error in points]
        lower = [(at(when), max(low, value - error)) for when, value, error in reversed(points)]
        plane.draw_path([*upper, *lower], closed=True, fill=BAND, opacity=0.45)
    plane.draw_path([(at(when), value) for when, value, _ in points], stroke=INK, stroke_width=2.2)
    marks = list[Shape]()
    for one in jumps(table):
        sides = (one["at"], bisect_right), (one["at"] + 1, bisect_left)
        marks += _mark(table, one, *((plane.x(at(n)), plane.y(_value(points, n, find))) for n, find in sides))
    title, sentence = table.say("title"), found.explain(table.language, table.seat)
    return Scene(width, plane.bottom + FOOT, tuple(plane.shapes), tuple(marks), title=title, sentence=sentence)


def _turns(table: LuckTable, plane: PlotArea, at: Callable[[float], float]) -> None:
    taken = -APART
    for end in table.found.turn_ends[:-1]:
        x, named = plane.x(at(end)), table.found.turn_name(end, table.language)
        plane.shapes.append(line(x, plane.top, x, plane.bottom, HAIRLINE))
        if x - taken >= min(APART + 40, text_width(named, TEXT) + 14) and x + 40 < plane.right:
            plane.draw_text(named, x, plane.bottom + 18, "start", MUTED, max_width=min(150.0, plane.right - x))
            taken = x
    x, y, marked = LEFT, plane.bottom + 40, jumps(table)
    signs = [(GOLD, table.say("throw"))] if any(one["kind"] == THROW for one in marked) else []
    seats = dict.fromkeys(one["who"] for one in marked if one["kind"] == DECISION)
    signs += [(_hue(table, seat), table.say("decides", seat=table.name(seat))) for seat in seats]
    signs += [(BAND, table.say("band", games=table.found.games))] if table.found.games else []
    for colour, text in signs:
        if colour == BAND:
            plane.shapes.append(Rect(x, y - 11, 22, 12, fill=BAND, opacity=0.45))
        else:
            plane.shapes += die(x + 6, y - 4) if colour == GOLD else (change_marker(x + 6, y - 4, colour),)
        plane.draw_text(text, x + 28, y, "start")
        x += 44 + text_width(text, TEXT)


def _mark(table: LuckTable, one: Jump, start: Point, end: Point) -> Iterator[Shape]:
    """A jump as a thick piece of the line with its sign."""
    colour = GOLD if one["kind"] == THROW else _hue(table, one["who"])
    yield line(*start, *end, colour, 5, cap="round")
    sign = (*die(*end),) if one["kind"] == THROW else (change_marker(*end, colour),)
    yield Group(sign, label=called(table, one, table.amount(one["amount"])), action=("go", one["at"]))


def _value(points: Sequence[tuple[int, float, float]], at: int, find: Callable[..., int]) -> float:
    """The line's value after ``at`` actions; ``find`` is a bisection to the right or left of the points there."""
    place = find(points, at, key=itemgetter(0))
    (start, low, _), (end, high, _) = points[max(0, place - 1)], points[min(place, len(points) - 1)]
    return low if at <= start else high if at >= end else low + (high - low) * (at - start) / (end - start)


def die(x: float, y: float) -> Iterator[Shape]:
    """A gold die for a throw."""
    yield Rect(x - 8, y - 8, 16, 16, 3, fill=GOLD, stroke=GOLD_RIM)
    for dx in (-4, 0, 4):
        yield Rect(x + dx - 1.5, y + dx - 1.5, 3, 3, 1.5, fill=INK)


def change_marker(x: float, y: float, colour: str) -> Path:
    """A triangle in a seat's colour for a decision."""
    return Path(f"M{x - 9} {y + 7}L{x} {y - 9}L{x + 9} {y + 7}Z", fill=colour, stroke=WHITE)


def _hue(table: LuckTable, seat: Player) -> str:
    seats = table.found.seats
    return SEATS[seats.index(seat) % len(SEATS)] if seat in seats else MUTED


def screen(table: LuckTable, viewport: Viewport) -> Container:
    """The luck in large type with the sum in a sentence, the chart, the throws beside it, the replay below."""
    found, say = table.found, table.say
    seats = tuple((table.name(one), one) for one in found.seats)
    picture = Picture(scene(table, viewport.width), reveals_odds=True)
    main = [picture, page.status_line(viewport.error), page.muted_line(say("rest"))]
    if table.open >= 0:
        made = partial(_board, found.record, table.open, table.language)
        live = page.LiveWidget(made, key=("replay", table.open, table.language))
        main += [Button(say("close"), ("close",), "link"), live]
    chosen = page.section("", Menu(seats, table.seat, ("seat",), tooltip=say("seat")), *_plays(table))
    side = chosen, page.section(say("throws"), _list(table))
    return page.page(viewport, page.heading_html(say("title")), _answer(table), main, side)


def _answer(table: LuckTable) -> str:
    found, sums = table.found, table.found.value_breakdown(table.seat)
    rows = sums[sums["unit"] == found.unit_of_totals].to_dict("records")
    number = table.amount(float(rows[0]["luck"]) if rows else 0.0)
    kind = found.unit_of_totals if len(found.extreme_throws(table.seat, 1)) else "none"
    claim, note = table.say(f"number.{kind}", seat=table.name(table.seat)), found.explain(table.language, table.seat)
    return page.answer_html(number, claim, note, (), basis_line(found.basis, table.language), colour=GOLD_RIM)


def _plays(table: LuckTable) -> Iterator[page.Control]:
    done = table.found.games
    if table.games > done:
        work = partial(audit, table.found.record, table.games)
        yield page.BackgroundTask(work, ("found",), (table.games, len(table.found.record.entries)))
    elif done < SHARPER:
        many = SHARPER if done else FIRST
        yield Button(table.say("sharper" if done else "play", games=many), ("games", many), "main")


def _list(table: LuckTable) -> page.Control:
    """The throws that moved most; a click opens the replay there."""
    tiles = []
    for row in table.found.extreme_throws(table.seat, LISTED, table.language).to_dict("records"):
        error = f" ± {100 * row['error']:.1f}" if row["error"] and table.found.unit_of_totals == GAME else ""
        amount = table.amount(row["amount"]) + error
        said = f"<span><small>{escape(row['turn'])}</small><b>{escape(row['what'])}</b></span>"
        html = f'{said}<strong style="color:{GOLD_RIM}">{amount}</strong>'
        tiles.append(page.Tile(html, called(table, row, amount), ("go", row["at"]), "gk-luck"))
    return page.Tiles(tuple(tiles), table.say("throws"), key=THROW) if tiles else page.muted_line(table.say("none"))


def _board(record: Record, at: int, language: str) -> Any:
    """Return the game's own board, showing the record after ``at`` actions."""
    board = link_codes.board(record, language)
    play = board.table.play
    board.table = replace(board.table, play=replace(play, session=play.session.go_to(at)))
    board.refresh()
    return board


def update(table: LuckTable, message: Message) -> LuckTable:
    """Return the table after ``message``, the (verb, value, ...) of a control; unchanged if it means nothing here."""
    match message:
        case ("seat" | "games" | "found" as field, value):
            return replace(table, **{field: value})
        case ("go", at):
            return replace(table, open=at)
        case ("close",):
            return replace(table, open=-1)
    return table


class LuckBoard(Board, screen=screen, update=update, undoes=None, widths=(340.0, 900.0)):
    """How lucky a game was: the board of an ``Audit``, or of a record, which is then audited without playing out.

    >>> from gamekit import roma_victrix as rv
    >>> board = LuckBoard(rv.example_of_play(), language="en")
    >>> board.table.found.unit_of_totals, len(board.scene.clickable_actions()) > 0
    ('fights', True)
    """

    table: LuckTable

    def __init__(self, found: Audit | Record, seat: Player | None = None, language: str | None = None) -> None:
        taken = audit(found, games=0) if isinstance(found, Record) else found
        if not isinstance(taken, Audit):
            raise TypeError(note("luck.error.found", found=type(found).__name__))
        chosen = taken.seats[taken.seat_index(seat)]
        super().__init__(LuckTable(taken, chosen, taken.games, language=language_or_default(language)))
