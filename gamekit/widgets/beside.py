"""``side_by_side``: two boards of a kind, each to be changed as ever, and one line that says what differs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from html import escape
from typing import Any, ClassVar

from gamekit.text.translation import note, percent, points, word, word_or
from gamekit.widgets import page
from gamekit.widgets.app import App, in_language
from gamekit.widgets.layout import NARROW, Room, label, strong
from gamekit.widgets.look import ANSWER, CAESAR, EDGE, FIGURE, GOOD, INK, MUTED, NEUTRAL, POMPEY, TABLE, WHITE
from gamekit.widgets.page import Area, LiveWidget, Message, Picture, Seat
from gamekit.widgets.scene import Rect, Scene, Shape

PARTS = (CAESAR, NEUTRAL, POMPEY, MUTED, EDGE)  # the colours of ends, first to last
TALL = 132.0  # px


def of_battle(table: Any) -> dict[str, Any]:
    found = table.chances
    ends = ("attacker_wins", "attacker_leaves", "attacker_eliminated")
    return {end: getattr(found, end) for end in ends} if found else {}


def of_combat(table: Any) -> dict[str, Any]:
    from gamekit.roma_victrix import attacker_wins, defender_wins, is_draw

    events = {"attacker_wins": attacker_wins, "drawn": is_draw, "defender_wins": defender_wins}
    law = table.fight.odds(table.objective) if table.fight else None
    return {name: law.p(event) for name, event in events.items()} if law else {}


def of_contest(table: Any) -> dict[str, Any]:
    ranks = table.contest.p_rank(table.name) if table.contest else ()
    return {f"rank {place}": p for place, p in enumerate(ranks, 1)}


def of_siege(table: Any) -> dict[str, Any]:
    from gamekit.widgets.roma_victrix.siege_table import plan_now

    plan = plan_now(table)
    falls = plan.p_capture[-1] if plan and plan.p_capture else None
    return {} if falls is None else {"p_capture": falls, "not_captured": 1 - falls}


KINDS: dict[str, Callable[[Any], dict[str, Any]]] = {  # the chances that a board shows, what is asked for first
    "BattleBoard": of_battle,
    "CombatBoard": of_combat,
    "ContestPanel": of_contest,
    "SiegeBoard": of_siege,
    "DuelBoard": lambda table: {"duel": table.duel.value},
}
VALUES = ("DuelBoard", "values")  # kinds whose numbers are no chances


@dataclass(frozen=True, slots=True)
class Pair:
    """The tables of two boards of a kind, the first being A; the boards themselves are beside the point. Of the kinds
    "chances" and "values" a table is its numbers by name."""

    kind: str
    tables: tuple[Any, Any]
    language: str = "en"
    boards: tuple[App, App] | None = field(default=None, compare=False, repr=False)

    def say(self, key: str, **fields: Any) -> str:
        return word(f"beside.{key}", self.language, **fields)

    @property
    def numbers(self) -> tuple[dict[str, Any], dict[str, Any]]:
        """What both boards say, empty for one that is not set up."""
        one, other = map(KINDS.get(self.kind, dict), self.tables)
        return one, other

    def in_language(self, language: str) -> Pair:
        """Both boards and what differs, in a language."""
        one, other = (in_language(table, language) for table in self.tables)
        return replace(self, tables=(one, other), language=language)

    def called(self, name: str) -> str:
        """What a number is of, in words."""
        if name.startswith("rank "):
            return self.say("rank", place=name.split()[1])
        return word_or(f"beside.of.{name}", name, self.language)

    def figure(self, number: Any) -> str:
        return f"{float(number):+.2f}" if self.kind in VALUES else percent(number)

    def difference(self, name: str) -> str:
        one, other = self.numbers
        apart = other[name] - one[name]
        return f"{float(apart):+.2f}".replace("-", "\u2212") if self.kind in VALUES else points(apart)

    @property
    def line(self) -> str:
        """The one line: by how much B is more than A, in what is asked for first and then in the rest."""
        one, other = self.numbers
        if not (one and other):
            return self.say("nothing")
        first, *rest = [name for name in one if name in other]
        more = ", ".join(f"{self.called(name)} {self.difference(name)}" for name in rest)
        key = "line_value" if self.kind in VALUES else "line"
        said = self.say(key, what=self.called(first), apart=self.difference(first))
        return f"{said} ({more})" if more else said


def screen(pair: Pair, seat: Seat) -> Area:
    """What differs, then both boards."""
    live = [LiveWidget(partial(_itself, board), True, key=("board", n)) for n, board in enumerate(pair.boards or ())]
    copies = (page.Button(pair.say(key), (key,)) for key in ("a_as_b", "b_as_a", "swap"))
    answer = Picture(scene(pair, seat.width), tells=True)
    told = page.Html(f"<b>{escape(pair.line)}</b>", "gk-live")
    top = Area("gk-stack gk-top", (page.Html(page.heading_html(pair.say("title"))), told))
    main = Area("gk-stack gk-pair", (answer, page.status(seat.error), page.row(*copies)))
    return Area("gk-page", (top, main, Area("gk-beside", tuple(Area("gk-stack", (one,)) for one in live))))


def _itself(board: App) -> App:
    return board


def scene(pair: Pair, width: float) -> Scene:
    """A and B with their chances as bars, between them what differs."""
    numbers, whole = pair.numbers, Room(0, 0, width, TALL)
    left, middle, right = whole.row(None, 130, (width - 150) / 2, gap=10)
    shapes: list[Shape] = []
    for name, room, found in zip("AB", (left, right), numbers):
        shapes += [room.rect(8, fill=TABLE), *_side(pair, name, room.inset(), found)]
    if all(numbers):
        first = next(iter(numbers[0]))
        size = ANSWER if width >= NARROW else FIGURE
        shapes += [
            label("B \u2212 A", middle, 0, "middle"),
            strong(pair.difference(first), middle._replace(y=40), 1, "middle", size=size, fill=GOOD),
            label(pair.called(first), middle, 6, "middle"),
        ]
    return Scene(width, TALL, tuple(shapes), title=pair.line, sentence=f"{pair.line}. {_spoken(pair)}")


def _side(pair: Pair, name: str, room: Room, found: Mapping[str, Any]) -> list[Shape]:
    """One board's first number in large type, and its chances as a bar where they make up a whole."""
    if not found:
        return [strong(name, room), label(pair.say("nothing"), room, 1)]
    first = next(iter(found))
    shapes: list[Shape] = [strong(f"{name}: {pair.called(first)}", room, fill=INK)]
    shapes.append(strong(pair.figure(found[first]), room._replace(y=room.y + 14), 1, size=FIGURE, fill=CAESAR))
    if pair.kind in VALUES:
        return shapes
    bar, x = Room(room.x, room.y + 62, room.width, 22), room.x
    for share, colour in zip(found.values(), PARTS):
        wide = bar.width * float(share)
        shapes.append(Rect(x, bar.y, wide, bar.height, fill=colour, stroke=WHITE, stroke_width=1))
        x += wide
    rest = " · ".join(f"{pair.called(end)} {pair.figure(p)}" for end, p in list(found.items())[1:])
    return [*shapes, label(rest, room._replace(y=bar.bottom + 2), size=11)]


def _spoken(pair: Pair) -> str:
    """Both boards' numbers in words."""
    sides = (", ".join(f"{pair.called(end)} {pair.figure(p)}" for end, p in found.items()) for found in pair.numbers)
    return "; ".join(f"{name}: {said}" for name, said in zip("AB", sides) if said)


def update(pair: Pair, message: Message) -> Pair:
    """The pair after a message: one board set up as the other, or both exchanged."""
    one, other = pair.tables
    kept = {("a_as_b",): (other, other), ("b_as_a",): (one, one), ("swap",): (other, one)}
    return replace(pair, tables=kept.get(message, pair.tables))


class PairBoard(App):
    """Two boards and what differs; made by ``side_by_side``."""

    screen: ClassVar = screen
    update: ClassVar = update
    widths: ClassVar = (320.0, 1180.0)
    table: Pair

    def __init__(self, table: Pair) -> None:
        super().__init__(table)
        for board in table.boards or ():
            board.followers.append(self.follow)

    def follow(self) -> None:
        """Take in what has been changed on either board."""
        if self.table.boards and (now := tuple(board.table for board in self.table.boards)) != self.table.tables:
            self.table = replace(self.table, tables=now)
            super().refresh()

    def refresh(self, at_once: bool = False) -> None:
        """Show the pair, and on each board its own table."""
        for board, table in zip(getattr(self.table, "boards", None) or (), self.table.tables):
            if board.table != table:
                board.table = table
                board.refresh()
        super().refresh(at_once)


def side_by_side(board_a: App, board_b: App, language: str | None = None) -> PairBoard:
    """Two boards of a kind beside each other, with one line that says what differs; shows itself in a notebook.

    Both stay the boards that they are: what is changed on one changes the line. Raises ValueError for boards of two
    kinds, for one board twice, and for boards without chances to compare.

    >>> from gamekit import julius_caesar as jc
    >>> from gamekit.widgets.julius_caesar import BattleBoard
    >>> enemy = jc.army("Pompey, Legio 1, Legio 32", "Pompey")
    >>> armies = [jc.army(f"Caesar, Legio {number}, Legio 9", "Caesar") for number in (8, 10)]
    >>> side_by_side(*(BattleBoard(jc.Battle(army, enemy)) for army in armies)).table.line
    'B against A: the attacker wins +10.7 points (the attacker leaves −15.9, the attacker is eliminated +5.2)'
    """
    kind = type(board_a).__name__
    if kind not in KINDS or type(board_b) is not type(board_a):
        raise ValueError(note("beside.kinds", one=kind, other=type(board_b).__name__, known=", ".join(KINDS)))
    if board_a is board_b:
        raise ValueError(note("beside.twice"))
    chosen = language or board_a.table.language
    return PairBoard(Pair(kind, (board_a.table, board_b.table), chosen, (board_a, board_b)))
