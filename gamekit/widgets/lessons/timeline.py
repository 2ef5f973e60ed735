"""The civil war as a timeline tied to a map: a year, its events with their sources, its places, the two tellings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import escape
from typing import Final

from gamekit import history
from gamekit.widgets.layout import BOLD, Room
from gamekit.widgets.lessons.board import LessonBoard, lesson, other, switch
from gamekit.widgets.look import CAESAR, COAST, GOOD, HALO, INK, LAND, LINE, NEUTRAL, SEA, TABLE, WHITE
from gamekit.widgets.map.coast import COARSE, coast
from gamekit.widgets.map.projection import Conic
from gamekit.widgets.page import Area, Button, Html, Message, Picture, Seat, Slider, heading_html, row, section, status
from gamekit.widgets.scene import Circle, Group, Path, Point, Rect, Scene, Shape, Text, line, text_width
from gamekit.words import language_or_default, spoken, word

FIRST, LAST, WAR = -59, -30, (-48, -44)  # 60 to 31 BC, the civil war within
AXIS, HEIGHT, LETTER = 128.0, 620.0, 24.0  # the room of the axis, of all of it, the size of letters
CENTRE, PARALLELS = (38.6, 17.0), (33.0, 45.0)
GLOBE: Final = 1.46  # the Earth's radius for each px of width
SET: Final = 0.95  # of the reckoned width is what letters take; wider ones are squeezed
ROWS: Final = (0, 26, -26, 44, -44, 66, -66, 90, -90)  # px that a name is moved where others stand


@dataclass(frozen=True, slots=True)
class Years:
    """The year that is looked at, and the language."""

    year: int = -47
    language: str = "en"


def screen(table: Years, seat: Seat) -> Area:
    """The axis and the map of a year; below them its events, with source, and where two tellings differ."""
    say, year = table.language, history.year_name(table.year, table.language)
    events = history.events(table.year)
    said = word("timeline.events", say, year=year, count=len(events))
    before, after = (Button(word(f"timeline.{way}", say), ("step", by), disabled=not FIRST <= table.year + by <= LAST)
                     for way, by in (("before", -1), ("next", 1)))  # fmt: skip
    return lesson(
        seat,
        heading_html(word("timeline.title", say, year=year)),
        f"<b>{escape(said)}</b>",
        [
            row(before, after, switch(say)),
            Slider(word("timeline.year", say), 1 - LAST, 1 - FIRST, 1 - table.year, ("bc",)),
            Picture(Scene(seat.width, HEIGHT, tuple(_map(table, seat.width)), tuple(_axis(table, seat.width)),
                          title=word("timeline.title", say, year=year), sentence=said)),
            status(seat.error),
            section("", Html("".join(_event(event, say) for event in events) or _none(say), key="events"), key="year"),
            section(word("timeline.tellings", say, year=year), Html(_tellings(table), key="told"),
                    shown=bool(history.tellings(table.year)), key="tellings"),
            Html(f'<span class="gk-why">{escape(_calendar(table))}</span>', key="calendar"),
        ],
    )  # fmt: skip


def _none(language: str) -> str:
    return f"<p>{escape(word('timeline.none', language))}</p>"


def _event(event: history.Event, language: str) -> str:
    """An event: date, title, summary, source; and what is disputed."""
    title, date = history.told(event, "title", language), history.told(event, "date", language)
    disputed = f" ({word('timeline.disputed', language)})" if event.certainty != "agreed" else ""
    return (
        f"<p><b>{escape(title)}</b> <span class='gk-why'>{escape(date + disputed)}</span><br>"
        f"{escape(history.told(event, 'summary', language))}<br><span class='gk-why'>{escape(event.source)}</span></p>"
    )


def _tellings(table: Years) -> str:
    """The rulebook's telling and the usual account, side by side."""
    say = table.language
    heads = "".join(f"<th>{escape(word(f'timeline.{who}', say))}</th>" for who in ("rulebook", "usual"))
    rows = "".join(
        f"<tr><td>{escape(history.told(one, 'rulebook', say))}</td><td>{escape(history.told(one, 'usual', say))}"
        f"<br><span class='gk-why'>{escape(one.source)}</span></td></tr>"
        for one in history.tellings(table.year)
    )
    return f'<table class="gk-tellings"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>'


def _calendar(table: Years) -> str:
    modern = word("timeline.coast", table.language)
    return " ".join(filter(None, (spoken(history.calendar(table.year), table.language), modern)))


# Pictures -------------------------------------------------------------------------------------------------------------


def _axis(table: Years, width: float) -> Iterator[Shape]:
    """The years with their marks: a diamond for a battle, a disc for another event; a click chooses the year."""
    step = width / (LAST - FIRST + 1)
    yield Rect(0, 0, width, AXIS - 12, 8, fill=TABLE)
    left, right = ((year - FIRST) * step for year in (WAR[0], WAR[1] + 1))
    yield Rect(left, 24, right - left, 32, 4, fill="#E4CF9A")
    yield line(0, 40, width, 40, LINE, 2)
    for year in range(FIRST, LAST + 1):
        x, chosen = (year - FIRST + 0.5) * step, year == table.year
        if chosen:
            yield Rect(x - max(step, 40) / 2, 8, max(step, 40), 68, 8, fill=WHITE, stroke=GOOD, stroke_width=3)
        for place, event in enumerate(history.events(year)[:3]):
            yield from _mark(bool(event.battle), x, 26 + 14 * place)
        if chosen or (1 - year) % 4 == 0:
            near = not chosen and abs(year - table.year) * step < 52
            if not near:
                colour = CAESAR if chosen else INK
                shown = min(max(x, 20), width - 20)
                yield Text(shown, 104, str(1 - year), LETTER, colour, weight=BOLD if chosen else 400, anchor="middle")
        named = history.year_name(year, table.language)
        yield Rect(x - step / 2, 4, step, AXIS - 20, label=named, action=("year", year))


def _mark(battle: bool, x: float, y: float) -> Iterator[Shape]:
    if battle:
        yield Path(f"M{x} {y - 8}L{x + 8} {y}L{x} {y + 8}L{x - 8} {y}Z", fill=CAESAR)
    else:
        yield Circle(x, y, 6, fill=NEUTRAL)


def _map(table: Years, width: float) -> Iterator[Shape]:
    """Coast and sea, and the places of the year."""
    tall = HEIGHT - AXIS
    globe = Conic(GLOBE * width if width > 900 else 1.3 * width, (width / 2, AXIS + tall / 2), CENTRE, PARALLELS)
    yield Rect(0, AXIS, width, tall, 8, fill=SEA)
    frame = Conic(globe.radius, (width / 2, tall / 2), CENTRE, PARALLELS)
    yield from _land(coast(COARSE, frame, width, tall))
    yield from _places(table, globe, width)


def _land(outline: str) -> Iterator[Shape]:
    yield Group(
        (Path(outline, fill=LAND, stroke=COAST, stroke_width=1.2),), 0, AXIS, clip=Rect(0, 0, 4000, HEIGHT - AXIS)
    )


def _places(table: Years, globe: Conic, width: float) -> Iterator[Shape]:
    """The places of the year, each with its name where neither a mark nor another name stands."""
    events = history.events(table.year)
    fought, marks = {event.place for event in events if event.battle}, dict[str, Point]()
    for name in dict.fromkeys(event.place for event in events):
        x, y = globe.project(history.places()[name].lat, history.places()[name].lon)
        if 0 < x < width and AXIS + 20 < y < HEIGHT - 10:
            marks[name] = (x, y)
    taken: list[Room] = [Room(x - 12, y - 12, 24, 24) for x, y in marks.values()]
    for name, (x, y) in marks.items():
        yield from _battle(x, y) if name in fought else (Circle(x, y, 8, fill=WHITE, stroke=INK, stroke_width=2),)
        said = history.places()[name].name_ja if table.language == "ja" else name.partition(" (")[0]
        room = _free(x, y, SET * text_width(said, LETTER, BOLD), width, taken)
        taken.append(room)
        colour = CAESAR if name in fought else INK
        yield Text(
            room.x, room.y + 22, said, LETTER, colour, "serif", BOLD, halo=HALO, halo_width=4, max_width=room.width
        )


def _free(x: float, y: float, wide: float, width: float, taken: list[Room]) -> Room:
    """Room for a name near its mark: right or left of it, as little moved as may be."""
    rooms = [Room(at, y - 14 + dy, wide, LETTER + 4) for dy in ROWS for at in (x + 18, x - 18 - wide)]
    inside = [one for one in rooms if one.x > 4 and one.right < width - 4 and one.y > AXIS and one.bottom < HEIGHT]
    return next((one for one in inside if not any(_meet(one, other) for other in taken)), inside[0])


def _battle(x: float, y: float) -> Iterator[Shape]:
    yield Path(f"M{x} {y - 14}L{x + 14} {y}L{x} {y + 14}L{x - 14} {y}Z", fill=CAESAR, stroke=INK, stroke_width=2)


def _meet(one: Room, other: Room) -> bool:
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom


def update(table: Years, message: Message) -> Years:
    """The table after a message."""
    match message:
        case ("year", year):
            return replace(table, year=year)
        case ("bc", before):
            return replace(table, year=1 - before)
        case ("step", by):
            return replace(table, year=min(LAST, max(FIRST, table.year + by)))
        case ("language",):
            return replace(table, language=other(table.language))
    return table


class TimelineBoard(LessonBoard, screen=screen, update=update):
    """60 to 31 BC, a year at a time: its places on the map, its events with their sources, the two tellings.

    >>> board = TimelineBoard(-44, "en")
    >>> board.sentence
    '45 BC: 3 events'
    >>> board.send(("step", -1))
    >>> board.table.year
    -45
    """

    table: Years

    def __init__(self, year: int = -47, language: str | None = None) -> None:
        language = language_or_default(language)
        super().__init__(Years(min(LAST, max(FIRST, year)), language))
