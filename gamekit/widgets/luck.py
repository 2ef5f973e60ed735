"""The luck board: a record's chance to win through the game with each jump named, the sums, and the replay beside it.

It shows what ``gamekit.audit`` finds: at once the exact luck of the fights in their own unit, and the chance to win the
game when the reader asks to have it played out, which is done beside the page and can be stopped."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from itertools import pairwise
from typing import Any, ClassVar, Final, NamedTuple

from gamekit.play.luck import DECISION, GAME, THROW, Audit, audit, format_amount
from gamekit.play.protocol import Player
from gamekit.play.simulate import seat_name
from gamekit.storage.record import Record, name_of
from gamekit.text.translation import basis_line, language_or_default, note, word
from gamekit.widgets import opening, page
from gamekit.widgets.app import App
from gamekit.widgets.layout import BOLD, fitted
from gamekit.widgets.look import CAESAR, GOLD, HAIRLINE, INK, MUTED, OCHRE, PAPER, PLUM, POMPEY, TEAL, TEXT, WHITE
from gamekit.widgets.page import Area, Button, Menu, Message, Picture, Seat
from gamekit.widgets.scene import Box, Group, Path, Rect, Scene, Shape, Text, line, meet, text_width

HEIGHT: Final = 400.0
LEFT, TOP, FOOT, RIGHT = 52.0, 44.0, 56.0, 12.0
BAND, GOLD_TEXT = "#B9AC92", "#8A6410"
HUES: Final = (CAESAR, POMPEY, TEAL, OCHRE, PLUM)
MOST, FEWER, NARROW = 7, 4, 700  # jumps named, and on a narrow picture
APART = 120.0  # px between two names on one side of the line
DIE, ABOVE, UNDER = 10.0, 36.0, 20.0  # px: a die, and a name's two lines above and below what is drawn
LISTED: Final = 10
FIRST, SHARPER = 20, 80  # plays from each turn's end


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
        return format_amount(value, self.found.unit) + ("%" if self.found.unit == GAME else "")

    def name(self, seat: Player) -> str:
        return seat_name(name_of(self.found.record.game), seat, self.language)


class Jump(NamedTuple):
    """A throw or decision on the chart: after so many actions, what it was, by how much it moved, with its error."""

    at: int
    kind: str
    who: Player
    what: str
    turn: str
    amount: float
    error: float


def jumps(table: LuckTable, most: int) -> list[Jump]:
    """The throws and decisions that moved most, in the order of the game."""
    frame = table.found.to_frame(table.seat, table.language)
    rows = [row for row in frame.to_dict("records") if row["unit"] == table.found.unit and abs(row["amount"]) > 1e-9]
    largest = sorted(range(len(rows)), key=lambda place: -abs(rows[place]["amount"]))[:most]
    rows = [rows[place] for place in sorted(largest)]
    keys = ("at", "kind", "who", "what", "turn", "amount", "error")
    return [Jump(*(row[key] for key in keys)) for row in rows]


# The picture ----------------------------------------------------------------------------------------------------------


class Plane(NamedTuple):
    """Where moments and values lie on the picture: every turn has the same width."""

    ends: tuple[int, ...]
    width: float
    low: float
    high: float

    def x(self, at: float) -> float:
        turns = max(1, len(self.ends) - 1)
        place = max((number for number, end in enumerate(self.ends[:-1]) if end <= at), default=0)
        begin, end = (*self.ends, self.ends[-1])[place : place + 2]
        share = place + (at - begin) / max(1, end - begin)
        return LEFT + (self.width - LEFT - RIGHT) * share / turns

    def y(self, value: float) -> float:
        inner = HEIGHT - TOP - FOOT
        return TOP + inner * (self.high - value) / (self.high - self.low)


def scene(table: LuckTable, width: float) -> Scene:
    """The line with its band, and each jump named."""
    found, points = table.found, table.found.curve(table.seat)
    game = found.unit == GAME
    reach = max([abs(value) for _, value, _ in points] + [0.5]) * 1.25
    plane = Plane(found.ends, width, 0.0 if game else -reach, 1.0 if game else reach)
    named = jumps(table, MOST if width >= NARROW else FEWER)
    shapes = [*_ground(table, plane), *_band(points, plane), *_path(points, plane)]
    marks = list(_marks(table, named, points, plane))
    sentence = found.explain(table.language, table.seat)
    return Scene(width, HEIGHT, tuple(shapes), tuple(marks), title=table.say("title"), sentence=sentence)


def _ground(table: LuckTable, plane: Plane) -> Iterator[Shape]:
    game = table.found.unit == GAME
    values = (0.0, 0.25, 0.5, 0.75, 1.0) if game else (plane.low * 0.8, 0.0, plane.high * 0.8)
    for value in values:
        even = value == (0.5 if game else 0.0)
        yield line(LEFT, plane.y(value), plane.width - RIGHT, plane.y(value), HAIRLINE, 1, dash=(3, 3) if even else ())
        said = f"{value:.0%}" if game else table.amount(value)
        yield Text(LEFT - 6, plane.y(value) + 4, said, TEXT, MUTED, anchor="end")
    yield Text(
        LEFT, 18, word(f"luck.axis.{table.found.unit}", table.language, seat=table.name(table.seat)), TEXT, MUTED
    )
    taken = -APART
    for end in plane.ends[:-1]:
        x = plane.x(end)
        yield line(x, plane.y(plane.high), x, plane.y(plane.low), HAIRLINE)
        said = table.found.turn(end, table.language)
        if x - taken >= min(APART + 40, text_width(said, TEXT) + 14) and x + 40 < plane.width:
            yield Text(x, HEIGHT - 34, fitted((said,), plane.width - x, TEXT) and said, TEXT, MUTED,
                       max_width=min(150.0, plane.width - x))  # fmt: skip
            taken = x
    yield from _legend(table)


def _legend(table: LuckTable) -> Iterator[Shape]:
    x, y, named = LEFT, HEIGHT - 12.0, jumps(table, MOST)
    if any(one.kind == THROW for one in named):
        yield from die(x + 6, y - 4)
        said = table.say("throw")
        yield Text(x + 18, y, said, TEXT)
        x += 34 + text_width(said, TEXT)
    for seat in dict.fromkeys(one.who for one in named if one.kind == DECISION):
        said = table.say("decides", seat=table.name(seat))
        yield triangle(x + 6, y - 4, _hue(table, seat))
        yield Text(x + 18, y, said, TEXT)
        x += 34 + text_width(said, TEXT)
    if table.found.games:
        yield Rect(x, y - 11, 22, 12, fill=BAND, opacity=0.45)
        yield Text(x + 28, y, table.say("band", games=table.found.games), TEXT)


def _band(points: Sequence[tuple[int, float, float]], plane: Plane) -> Iterator[Shape]:
    if any(error for _, _, error in points):
        upper = [(plane.x(at), plane.y(min(plane.high, value + error))) for at, value, error in points]
        lower = [(plane.x(at), plane.y(max(plane.low, value - error))) for at, value, error in reversed(points)]
        yield Path(_through([*upper, *lower]) + "Z", fill=BAND, opacity=0.45)


def _path(points: Sequence[tuple[int, float, float]], plane: Plane) -> Iterator[Shape]:
    yield Path(_through([(plane.x(at), plane.y(value)) for at, value, _ in points]), stroke=INK, stroke_width=2.2)


def _through(points: Sequence[tuple[float, float]]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _marks(
    table: LuckTable, named: Sequence[Jump], points: Sequence[tuple[int, float, float]], plane: Plane
) -> Iterator[Shape]:
    """Each jump as a thick piece of the line with its sign, its name above or below."""
    taken, names = list[Box](), list[Shape]()
    drawn = list(_between([(plane.x(at), plane.y(value)) for at, value, _ in points]))
    for one in sorted(named, key=lambda one: -abs(one.amount)):  # the largest are named first
        before, after = (_value(points, at, last) for at, last in ((one.at, False), (one.at + 1, True)))
        x0, y0, x1, y1 = plane.x(one.at), plane.y(before), plane.x(one.at + 1), plane.y(after)
        colour = GOLD if one.kind == THROW else _hue(table, one.who)
        yield line(x0, y0, x1, y1, colour, 5, cap="round")
        ways = (1, -1) if one.amount > 0 else (-1, 1)
        sign = (*die(x1, y1),) if one.kind == THROW else (triangle(x1, y1, colour),)
        yield Group(sign, label=_label(table, one), action=("go", one.at))
        places = [(way, *_place(one, x1, way, drawn, plane)) for way in ways]
        free = [place for place in places if not any(meet(_box(one, *place[1:]), other) for other in taken)]
        if roomy := [place for place in free if TOP - ABOVE / 2 <= place[2] <= HEIGHT - FOOT - UNDER]:
            taken.append(_box(one, *roomy[0][1:]))
            names += _name(table, one, x1, y1, *roomy[0])
    yield from names


def _between(points: Sequence[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """The points of a line and more between them, none farther from the next than a die is wide."""
    for (x0, y0), (x1, y1) in pairwise(points):
        parts = 1 + int((x1 - x0) / DIE)
        yield from ((x0 + (x1 - x0) * part / parts, y0 + (y1 - y0) * part / parts) for part in range(parts + 1))


def _place(one: Jump, x: float, way: int, drawn: Sequence[tuple[float, float]], plane: Plane) -> tuple[float, float]:
    """The middle of a jump's name and the baseline of its first line, above (1) or below (-1) what is drawn there."""
    half = _box(one, 0, 0)[2] / 2
    centre = min(max(x, LEFT + half), plane.width - RIGHT - half)
    there = [y for at, y in drawn if abs(at - centre) <= half + DIE] or [plane.y(0)]
    return centre, min(there) - ABOVE if way > 0 else max(there) + UNDER + DIE


def _box(one: Jump, centre: float, top: float) -> Box:
    """The room of a jump's name."""
    width = min(220.0, text_width(one.what, TEXT))
    return centre - width / 2, top - UNDER, width, ABOVE + DIE


def _name(table: LuckTable, one: Jump, x: float, y: float, way: int, centre: float, top: float) -> Iterator[Shape]:
    colour = GOLD_TEXT if one.kind == THROW else _hue(table, one.who)
    yield line(x, y - DIE * way, x, top + (UNDER if way > 0 else -DIE), MUTED)
    yield Text(centre, top, table.amount(one.amount), 14, colour, weight=BOLD, anchor="middle",
               halo=PAPER)  # fmt: skip
    yield Text(centre, top + 15, one.what, TEXT, INK, anchor="middle", halo=PAPER, max_width=220)


def _value(points: Sequence[tuple[int, float, float]], at: int, last: bool) -> float:
    """The line's value after so many actions: the last or the first of those there, else between its neighbours."""
    here = [value for one, value, _ in points if one == at]
    if here:
        return here[-1 if not last else 0]
    before = [(one, value) for one, value, _ in points if one < at]
    after = [(one, value) for one, value, _ in points if one > at]
    if not before or not after:
        return (before or after)[-1 if before else 0][1]
    (start, low), (end, high) = before[-1], after[0]
    return low + (high - low) * (at - start) / (end - start)


def die(x: float, y: float) -> Iterator[Shape]:
    """A gold die for a throw."""
    yield Rect(x - 8, y - 8, 16, 16, 3, fill=GOLD, stroke=GOLD_TEXT)
    for dx in (-4, 0, 4):
        yield Rect(x + dx - 1.5, y + dx - 1.5, 3, 3, 1.5, fill=INK)


def triangle(x: float, y: float, colour: str) -> Path:
    """A triangle in a seat's colour for a decision."""
    return Path(f"M{x - 9} {y + 7}L{x} {y - 9}L{x + 9} {y + 7}Z", fill=colour, stroke=WHITE)


def _hue(table: LuckTable, seat: Player) -> str:
    seats = table.found.seats
    return HUES[seats.index(seat) % len(HUES)] if seat in seats else MUTED


def _label(table: LuckTable, one: Jump) -> str:
    said = table.say("of", what=one.what, turn=one.turn)
    return f"{said}: {table.amount(one.amount)}"


# The page -------------------------------------------------------------------------------------------------------------


def screen(table: LuckTable, seat: Seat) -> Area:
    """The luck in large type with the sum in a sentence, the chart, the throws beside it, the replay below."""
    found, say = table.found, table.say
    seats = tuple((table.name(one), one) for one in found.seats)
    main = [
        Picture(scene(table, seat.width), tells=True),
        page.status(seat.error),
        page.quiet(say("rest")),
        *_replay(table),
    ]
    side = [
        page.section("", Menu(seats, table.seat, ("seat",), tooltip=say("seat")), *_plays(table)),
        page.section(say("throws"), _list(table)),
    ]
    return page.page(seat, page.heading_html(say("title")), _answer(table), main, side)


def _answer(table: LuckTable) -> str:
    """The luck of the throws in large type, what it is, and the sentence."""
    found, sums = table.found, table.found.sums(table.seat)
    rows = sums[sums["unit"] == found.unit].to_dict("records")
    number = table.amount(float(rows[0]["luck"]) if rows else 0.0)
    kind = found.unit if len(found.throws(table.seat, 1)) else "none"
    claim = word(f"luck.number.{kind}", table.language, seat=table.name(table.seat))
    note = found.explain(table.language, table.seat)
    return f"""<div class="gk-claim"><span class="gk-number" style="color:{GOLD_TEXT}">{number}</span>
<span class="gk-said"><b>{escape(claim)}</b><span class="gk-quiet">{escape(note)}</span></span></div>
<div class="gk-basis"><span>{escape(basis_line(found.basis, table.language))}</span></div>"""


def _plays(table: LuckTable) -> Iterator[page.Control]:
    done = table.found.games
    if table.games > done:
        work = partial(audit, table.found.record, table.games)
        yield page.Soon(work, ("found",), (table.games, len(table.found.record.entries)))
    elif done < SHARPER:
        many = SHARPER if done else FIRST
        yield Button(table.say("sharper" if done else "play", games=many), ("games", many), "main")


def _list(table: LuckTable) -> page.Control:
    """The throws that moved most; a click opens the replay there."""
    tiles = []
    for row in table.found.throws(table.seat, LISTED, table.language).to_dict("records"):
        error = f" ± {100 * row['error']:.1f}" if row["error"] and table.found.unit == GAME else ""
        amount = table.amount(row["amount"]) + error
        said = f"<span><small>{escape(row['turn'])}</small><b>{escape(row['what'])}</b></span>"
        html = f'{said}<strong style="color:{GOLD_TEXT}">{amount}</strong>'
        label = f"{table.say('of', what=row['what'], turn=row['turn'])}: {amount}"
        tiles.append(page.Tile(html, label, ("go", row["at"]), "gk-luck"))
    return page.Tiles(tuple(tiles), table.say("throws"), key=THROW) if tiles else page.quiet(table.say("none"))


def _replay(table: LuckTable) -> Iterator[page.Control]:
    if table.open >= 0:
        yield Button(table.say("close"), ("close",), "link")
        made = partial(_board, table.found.record, table.open, table.language)
        yield page.LiveWidget(made, key=("replay", table.open, table.language))


def _board(record: Record, at: int, language: str) -> Any:
    """The game's own board, looking at the record after so many actions."""
    board = opening.board(record, language)
    play = board.table.play
    board.table = replace(board.table, play=replace(play, session=play.session.go(at)))
    board.refresh()
    return board


def update(table: LuckTable, message: Message) -> LuckTable:
    """The table after a message."""
    match message:
        case ("seat", seat):
            return replace(table, seat=seat)
        case ("games", games):
            return replace(table, games=games)
        case ("found", found):
            return replace(table, found=found)
        case ("go", at):
            return replace(table, open=at)
        case ("close",):
            return replace(table, open=-1)
    return table


class LuckBoard(App):
    """How lucky a game was: the board of an ``Audit``, or of a record, which is then audited without playing out.

    >>> from gamekit import roma_victrix as rv
    >>> board = LuckBoard(rv.example_of_play(), language="en")
    >>> board.table.found.unit, len(board.scene.actions()) > 0
    ('fights', True)
    """

    screen: ClassVar = screen
    update: ClassVar = update
    undoes: ClassVar = None
    widths: ClassVar = (340.0, 900.0)
    table: LuckTable

    def __init__(self, found: Audit | Record, seat: Player | None = None, language: str | None = None) -> None:
        taken = audit(found, games=0) if isinstance(found, Record) else found
        if not isinstance(taken, Audit):
            raise TypeError(note("luck.error.found", found=type(found).__name__))
        chosen = taken.seats[taken.place_of(seat)]
        super().__init__(LuckTable(taken, chosen, taken.games, language=language_or_default(language)))
