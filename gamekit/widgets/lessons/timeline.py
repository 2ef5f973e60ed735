"""The civil war as a timeline tied to a map: a year, an event with its source, who went where, the two tellings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from typing import Any, Final

from gamekit.lessons import history
from gamekit.text.translation import language_or_default, translate, word
from gamekit.widgets.lessons.board import LessonBoard, lesson, other, sentences, switch
from gamekit.widgets.lessons.predict import PredictBoard
from gamekit.widgets.lessons.timeline_view import axis_scene, map_scene, still
from gamekit.widgets.page import (
    Area,
    Button,
    Clock,
    Control,
    Html,
    LiveWidget,
    Menu,
    Message,
    Picture,
    Seat,
    heading_html,
    row,
    section,
    status,
)

FIRST, LAST = -59, -30  # 60 to 31 BC
PACES: Final = (4000, 2000, 1000)  # milliseconds between two events of a run


@dataclass(frozen=True, slots=True)
class Years:
    """The year and the event of it that are looked at, whether the years run on, and the battle that is fought."""

    year: int = -47
    event: int = 0
    running: bool = False
    pace: int = 2000
    fight: str = ""
    language: str = "en"

    @property
    def told(self) -> history.Event | None:
        """The event that is looked at; None in a year without one."""
        events = history.events(self.year)
        return events[self.event] if events else None


def screen(table: Years, seat: Seat) -> Area:
    """The axis; under it the map of the year beside the event looked at; then all events and the two tellings."""
    say, year = table.language, history.year_name(table.year, table.language)
    events = history.events(table.year)
    head = word("timeline.title", say, year=year)
    said = word("timeline.events", say, year=year, count=len(events))
    now = (
        word("timeline.spoken", say, year=year, event=history.localize(table.told, "title", say))
        if table.told
        else said
    )
    axis = axis_scene(table.year, seat.rooms.get("axis", seat.width), say, head, now)
    here = Picture(map_scene(table.year, table.told, seat.width, say, now))
    return lesson(
        seat,
        heading_html(head),
        f"<b>{escape(said)}</b>",
        [
            row(*_running(table), switch(say)),
            Clock(("tick",), table.running, table.pace),
            Picture(axis, name="axis", still=partial(still, table.year, say)),
            row(
                Area("gk-stack", (here, Html(_ways(table), key="ways"))),
                Area("gk-card", _card(table)),
                kind="gk-beside",
            ),
            status(seat.error),
            section("", LiveWidget(partial(PredictBoard, table.fight, language=say), key=("fight", table.fight, say))
                    if table.fight else None, shown=bool(table.fight), key="fight"),
            section(word("timeline.tellings", say, year=year), Html(_tellings(table), key="told"),
                    shown=bool(history.legends(table.year)), key="tellings"),
            section(word("timeline.all", say, year=year),
                    Html("".join(_event(one, say) for one in events) or _none(say), key="events"), key="year"),
            Html(f'<span class="gk-why">{escape(_calendar(table))}</span>', key="calendar"),
        ],
    )  # fmt: skip


def _running(table: Years) -> Iterator[Control]:
    """The years one by one, or by themselves at a speed."""
    say = table.language
    for way, by in (("before", -1), ("next", 1)):
        yield Button(word(f"timeline.{way}", say), ("step", by), disabled=not FIRST <= table.year + by <= LAST)
    yield Button(word("timeline.stop" if table.running else "timeline.play", say), ("play",), "main")
    paces = tuple((word(f"timeline.pace.{pace}", say), pace) for pace in PACES)
    yield Menu(paces, table.pace, ("pace",), tooltip=word("timeline.speed", say))


def _card(table: Years) -> tuple[Control, ...]:
    """The event looked at, the way to the next, and the board of a battle that is set up."""
    say = table.language
    before, after = (_moved(table, by) for by in (-1, 1))
    setup = bool(table.told and table.told.battle in history.stagings())
    name = word("timeline.close" if table.fight else "timeline.fight", say)
    return (
        Html(_event(table.told, say, large=True) if table.told else _none(say), key="card"),
        row(
            Button(word("timeline.event_before", say), ("event", -1), disabled=before == table),
            Button(word("timeline.event_next", say), ("event", 1), disabled=after == table),
        ),
        Button(name, ("fight",), "main", shown=setup or bool(table.fight)),
    )


def _calendar(table: Years) -> str:
    """What is to be said of the days, of the coast and of the ways."""
    say, drawn = table.language, word("timeline.judged", table.language) if history.ways(table.year) else ""
    said = translate(history.calendar(table.year), say), word("timeline.coast", say), drawn
    return sentences(said, say)


def _none(language: str) -> str:
    return f"<p>{escape(word('timeline.none', language))}</p>"


def _event(event: history.Event, language: str, large: bool = False) -> str:
    """An event: title, date, summary, source; and that it is disputed."""
    title, date = history.localize(event, "title", language), history.localize(event, "date", language)
    disputed = f" ({word('timeline.disputed', language)})" if event.certainty != "agreed" else ""
    head = f"<h2>{escape(title)}</h2>" if large else f"<b>{escape(title)}</b> "
    return (
        f"{head if large else ''}<p>{'' if large else head}<span class='gk-why'>{escape(date + disputed)}</span><br>"
        f"{escape(history.localize(event, 'summary', language))}<br><i class='gk-why'>{escape(event.source)}</i></p>"
    )


def _ways(table: Years) -> str:
    """Who went where, by the numbers on the map."""
    rows = "".join(
        f'<li><span class="gk-way gk-way-{march.side.lower()}">{march.number}</span>'
        f"{escape(history.localize(march, 'text', table.language))}</li>"
        for march in history.ways(table.year)
    )
    named = [
        (f"-{side.lower()}", f"side.{side}") for side in dict.fromkeys(one.side for one in history.ways(table.year))
    ]
    named += [("", "roads")] if history.roads_used(table.year) else []
    key = "".join(
        f'<span><i class="gk-line gk-line{kind}"></i>{escape(word(f"timeline.{name}", table.language))}</span>'
        for kind, name in named
    )
    return f'<ul class="gk-ways">{rows}<li class="gk-key">{key}</li></ul>' if rows else ""


def _tellings(table: Years) -> str:
    """The rulebook's telling and the usual account, side by side."""
    say = table.language
    heads = "".join(f"<th>{escape(word(f'timeline.{who}', say))}</th>" for who in ("rulebook", "usual"))
    rows = "".join(
        f"<tr><td>{escape(history.localize(one, 'rulebook', say))}</td>"
        f"<td>{escape(history.localize(one, 'usual', say))}"
        f"<br><i class='gk-why'>{escape(one.source)}</i></td></tr>"
        for one in history.legends(table.year)
    )
    return f'<table class="gk-tellings"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>'


# Messages ------------------------------------------------------------------------------------------------------------


def _at(table: Years, year: int) -> Years:
    """At a year: at Pharsalus, else at its first battle that is set up, else at its first event."""
    events = history.events(year)
    known = history.stagings()
    order = sorted(range(len(events)), key=lambda n: (events[n].battle != "Pharsalus", events[n].battle not in known))
    return replace(table, year=year, event=next(iter(order), 0), fight="")


def _moved(table: Years, by: int) -> Years:
    """At the event before or after, in another year where this one has no more; the same at either end."""
    if 0 <= table.event + by < len(history.events(table.year)):
        return replace(table, event=table.event + by, fight="")
    year = table.year + by
    while FIRST <= year <= LAST and not history.events(year):
        year += by
    if not FIRST <= year <= LAST:
        return table
    return replace(table, year=year, event=0 if by > 0 else len(history.events(year)) - 1, fight="")


def update(table: Years, message: Message) -> Years:
    """The table after a message."""
    match message:
        case ("year", year):
            return replace(_at(table, year), running=False)
        case ("step", by):
            return replace(_at(table, min(LAST, max(FIRST, table.year + by))), running=False)
        case ("event", by):
            return replace(_moved(table, by), running=False)
        case ("play",):
            begin = _at(table, FIRST) if not table.running and _moved(table, 1) == table else table
            return replace(begin, running=not table.running)
        case ("tick",) if table.running:
            after = _moved(table, 1)
            return replace(after, running=_moved(after, 1) != after)
        case ("pace", pace):
            return replace(table, pace=pace)
        case ("fight",):
            battle = table.told.battle if table.told else ""
            return replace(table, fight="" if table.fight else battle, running=False)
        case ("language",):
            return replace(table, language=other(table.language))
    return table


class TimelineBoard(LessonBoard, screen=screen, update=update):
    """60 to 31 BC: a year with its armies, roads and places on the map, its events with their sources, two tellings.

    >>> board = TimelineBoard(-44, "en")
    >>> board.sentence
    '45 BC: Munda: the last battle of the war'
    >>> board.send(("step", -1))
    >>> board.table.year
    -45
    """

    table: Years

    def __init__(self, year: int = -47, language: str | None = None) -> None:
        table: Any = Years(language=language_or_default(language))
        super().__init__(_at(table, min(LAST, max(FIRST, year))))
