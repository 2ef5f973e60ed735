"""The civil war as a timeline tied to a map: a year, an event with its source, who went where, the two tellings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from html import escape
from itertools import pairwise
from math import atan2, cos, dist, hypot, radians, sin
from typing import Any, Final

from gamekit.julius_caesar.notation import place_name
from gamekit.julius_caesar.tables import ROADS, RoadClass
from gamekit.lessons import history
from gamekit.storage import data_files
from gamekit.text.translation import in_table_language, language_or_default, translate, word
from gamekit.widgets import look, page, scene
from gamekit.widgets.layout import BOLD, Room
from gamekit.widgets.lessons.board import LETTER, LessonBoard, lesson_page, sentences
from gamekit.widgets.lessons.predict import PredictBoard
from gamekit.widgets.map.atlas import COARSE, SPACING, Conic, coast
from gamekit.widgets.map.base import HAIR
from gamekit.widgets.scene import Box, Circle, Group, Path, Point, Rect, Scene, Shape, Text, line, text_width

FIRST, LAST, WAR = -59, -30, (-48, -44)  # 60 to 31 BC, the civil war within
AXIS, TALL = 132.0, 540.0  # the heights of the axis and of the map
PARALLELS: Final = (33.0, 45.0)
FRAMES: Final = (  # what a map may show: south, west, north, east in degrees, the smallest first
    (36.0, 11.0, 45.5, 30.0),
    (34.0, -7.5, 46.5, 20.0),
    (29.5, 11.0, 45.5, 39.0),
    (29.5, -7.5, 48.0, 39.5),
)
NEAR: Final = FRAMES[:2]
SET: Final = 0.95  # of the reckoned width is what letters take; wider ones are squeezed
ROWS: Final = (0, 26, -26, 44, -44)  # px that a name is moved where others stand
COLOURS: Final = {"Caesar": look.CAESAR, "Pompey": look.POMPEY, "others": look.NEUTRAL}
DASHES: Final[dict[str, tuple[float, ...]]] = {"Caesar": (), "Pompey": (16, 7), "others": (4, 6)}
CHOSEN: Final = {"stroke": look.GOOD, "stroke_width": 3}
DISC, HEAD, GONE = 18.0, 16.0, 20.0  # a number's radius, an arrow's head, px that a way keeps from a place
BEND: Final = 0.12  # how far a way is bent, as a share of its length
BARBS: Final = ((1.0, 0.0), (0.9, 2.0), (0.9, -2.0))  # of an arrow's head: how far from its foot, turned how far
PACES: Final = (4000, 2000, 1000)  # milliseconds between two events of a run


@dataclass(frozen=True, slots=True)
class SeaSpot:
    """Where a sea's name has its middle, how many degrees of longitude it may take there, and how it is turned."""

    sea: str
    latitude: float
    longitude: float
    degrees: float
    turn: float
    source: str


SEAS: Final = data_files.csv_records(SeaSpot, "history/sea_names.csv")


@in_table_language
def print_scene(table: TimelineTable) -> Scene:
    """The axis above the map, for those who only read."""
    width, year, events = 900.0, table.year, history.events(table.year)
    axis = tuple(_axis(year, width))
    here = Group(tuple(_map(year, events[0] if events else None, width)), 0, AXIS)
    said = word("timeline.events", year=history.year_name(year), count=len(events))
    return Scene(width, AXIS + TALL, (*axis, here), title=said, sentence=said)


def _axis(chosen: int, width: float) -> Iterator[Shape]:
    """The years side by side with their events as signs, the war among them; above, what the signs mean."""
    board, years = Room(0, 0, width, AXIS - 12), range(FIRST, LAST + 1)
    cells = dict(zip(years, board.inset(0, 4).columns(len(years), 0)))
    yield board.rect(8, fill=look.TABLE)
    x = 16.0
    for battle in (True, False):
        said = word("timeline.battle" if battle else "timeline.event")
        yield _mark(battle, x, 20)
        yield Text(x + 16, 28, said, LETTER)
        x += 60 + text_width(said, LETTER)
    band, war = Room(cells[WAR[0]].x, 38, cells[WAR[1]].right - cells[WAR[0]].x, 32), word("timeline.war")
    yield band.rect(4, fill="#E4CF9A")
    if text_width(war, LETTER) < band.width + 60:
        yield Text(band.middle[0] + 60, 28, war, LETTER, "#6E4F0A", "serif", BOLD, anchor="middle")
    yield line(0, 54, width, 54, look.LINE, 2)
    for year, cell in cells.items():
        x = cell.middle[0]
        if year == chosen:
            yield Room(x, 32, 0, 88).inset(-max(cell.width, 44) / 2, 0).rect(8, fill=look.WHITE, **CHOSEN)
        shown = sorted(history.events(year), key=lambda event: not event.battle)[:3]
        for place, event in enumerate(shown):
            yield _mark(bool(event.battle), x, 54 + 14 * (place - (len(shown) - 1) / 2))
        if year == chosen or ((1 - year) % 4 == 0 and abs(year - chosen) * cell.width >= 52):
            colour, weight = (look.CAESAR, BOLD) if year == chosen else (look.INK, 400)
            at = min(max(x, 20), width - 20)
            yield Text(at, 110, str(1 - year), LETTER, colour, weight=weight, anchor="middle")
        yield cell.rect(label=history.year_name(year), action=("year", year))


def _mark(battle: bool, x: float, y: float) -> Shape:
    return _diamond(x, y, 8) if battle else Circle(x, y, 6, fill=look.NEUTRAL)


def _diamond(x: float, y: float, size: float, **rim: Any) -> Path:
    return Path(f"M{x} {y - size}L{x + size} {y}L{x} {y + size}L{x - size} {y}Z", fill=look.CAESAR, **rim)


def year_projection(year: int, told: history.TimelineEvent | None, width: float) -> Conic:
    """The smallest map with every place of a year; where that is large, a small one with most of them."""
    spots, within = {name: (history.places()[name].lat, history.places()[name].lon) for name in _named(year)}, {}
    for south, west, north, east in FRAMES:
        seen = {name: spot for name, spot in spots.items() if south < spot[0] < north and west < spot[1] < east}
        within[south, west, north, east] = seen
    whole = next((box for box in FRAMES if len(within[box]) == len(spots)), FRAMES[-1])
    near = (box for box in NEAR if told and told.place in within[box] and 2 * len(within[box]) > len(spots))
    box = whole if whole in NEAR else next(near, whole)
    return _globe(box, list(within[box].values()), width)


def _named(year: int) -> list[str]:
    stops = [stop for march in history.marches_and_voyages(year) for stop in march.stops]
    return list(dict.fromkeys([*(event.place for event in history.events(year)), *stops]))


def _globe(box: Box, spots: Sequence[Point], width: float) -> Conic:
    """A part of the Earth that fills the map, or, where a place would lie outside, one that fits into it."""
    south, west, north, east = box
    centre = (south + north) / 2, (west + east) / 2
    unit = Conic(1, (0, 0), centre, PARALLELS)
    corners = [unit.project(lat, lon) for lat in (south, north) for lon in (west, centre[1], east)]
    scales = [room / (max(side) - min(side)) for room, side in zip((width, TALL), zip(*corners))]
    globes = [Conic(round(0.98 * scale), (width / 2, TALL / 2), centre, PARALLELS) for scale in sorted(scales)]
    shown = (globes[-1].project(*spot) for spot in spots)
    return globes[all(24 < x < width - 24 and 24 < y < TALL - 24 for x, y in shown)]


def _map(year: int, told: history.TimelineEvent | None, width: float) -> Iterator[Shape]:
    globe = year_projection(year, told, width)
    window = Rect(0, 0, width, TALL, 8)
    yield replace(window, fill=look.SEA)
    land = Path(coast(COARSE, globe, width, TALL), fill=look.LAND, stroke=look.COAST, stroke_width=1.2)
    yield Group((land,), clip=window)
    yield Group(tuple(_roads(year, globe)), clip=window)
    marks = {name: _spot(name, globe) for name in _named(year)}
    marks = {name: (x, y) for name, (x, y) in marks.items() if 8 < x < width - 8 and 20 < y < TALL - 10}
    ways = [(march, _way([_spot(stop, globe) for stop in march.stops])) for march in history.marches_and_voyages(year)]
    yield Group(tuple(shape for march, points in ways for shape in _arrow(points, march.side)), clip=window)
    taken = [Room(x - 12, y - 12, 24, 24) for x, y in marks.values()]
    for march, points in ways:
        taken.append(disc := _disc(points, taken, width))
        x, y = disc.middle
        yield Circle(x, y, DISC, fill=COLOURS[march.side], stroke=look.WHITE, stroke_width=3)
        yield Text(x, y + 8, str(march.number), LETTER, "#ffffff", weight=BOLD, anchor="middle")
    yield from _places(year, told, marks, taken, width)
    taken += [Room(x - 8, y - 8, 16, 16) for _, points in ways for x, y in points]
    yield from _seas(globe, taken, width)


def _seas(globe: Conic, taken: Sequence[Room], width: float) -> Iterator[Shape]:
    """The names of the seas, spaced and in italics, each once, in one line or two, where there is room for it."""
    said, sheet = set[str](), Room(4, 4, width - 8, TALL - 8)
    for sea in SEAS:
        name = place_name(sea.sea)
        (x, y), (east, south) = (globe.project(sea.latitude, sea.longitude + at) for at in (0, sea.degrees / 2))
        ux, uy = cos(radians(sea.turn)), sin(radians(sea.turn))
        for texts in ([name], name.split(" ")):
            half = max(SET * text_width(text, LETTER) + SPACING * LETTER * len(text) for text in texts) / 2
            rows = [1.1 * LETTER * (row - (len(texts) - 1) / 2) for row in range(len(texts))]
            spots = [(step * half / 5, row) for row in rows for step in range(-5, 6)]
            rooms = [Room(x + a * ux - b * uy - 14, y + a * uy + b * ux - 18, 28, 26) for a, b in spots]
            fits = half <= hypot(east - x, south - y) and all(_is_free(one, taken, sheet) for one in rooms)
            if fits and name not in said:
                said.add(name)
                sign = partial(Text, size=LETTER, fill=look.SEA_NAME, family="serif", italic=True, anchor="middle")
                lines = (sign(0, y, HAIR.join(t), halo=look.SEA, halo_width=4) for y, t in zip(rows, texts))
                yield Group(tuple(lines), x, y, sea.turn, label=name)


def _is_free(one: Room, taken: Sequence[Room], sheet: Room) -> bool:
    """Whether a room lies on the sheet, off what is taken."""
    within = sheet.x < one.x and one.right < sheet.right and sheet.y < one.y and one.bottom < sheet.bottom
    return within and not any(scene.boxes_overlap(one, other) for other in taken)


def _spot(name: str, globe: Conic) -> Point:
    place = history.places()[name]
    return globe.project(place.lat, place.lon)


def _roads(year: int, globe: Conic) -> Iterator[Shape]:
    used = set(history.roads_used(year))
    for road in ROADS:
        (x1, y1), (x2, y2) = _spot(road.city_a, globe), _spot(road.city_b, globe)
        if (road.city_a, road.city_b) in used:
            for colour, width in ((look.GOLD_RIM, 13), (look.GOLD, 9)):
                yield line(x1, y1, x2, y2, colour, width, cap="round")
        if road.class_ is not RoadClass.STRAIT:
            yield line(x1, y1, x2, y2, look.LINE, 2, dash=() if road.class_ is RoadClass.MAJOR else (5, 5))


def _way(stops: Sequence[Point]) -> list[Point]:
    """A way as points close to each other: bent a little, and short of its first and last place."""
    points, first, last = list[Point](), stops[0], stops[-1]
    for (x1, y1), (x2, y2) in pairwise(stops):
        bent = (x1 + x2) / 2 - BEND * (y2 - y1), (y1 + y2) / 2 + BEND * (x2 - x1)
        points += [scene.bezier_point(((x1, y1), bent, (x2, y2)), step / 16) for step in range(17)]
    kept = [p for p in points if dist(p, first) > GONE * 0.6 and dist(p, last) > GONE]
    return kept if len(kept) > 1 else [first, last]


def _arrow(points: Sequence[Point], side: str) -> Iterator[Shape]:
    d = _line(points)
    yield Path(d, stroke=look.HALO, stroke_width=14, join="round", cap="round")
    yield Path(d, stroke=COLOURS[side], stroke_width=9, dash=DASHES[side], join="round")
    (x1, y1), (x, y) = points[-2:]
    turn = atan2(y - y1, x - x1)
    ends = [(x + HEAD * far * cos(turn + way), y + HEAD * far * sin(turn + way)) for far, way in BARBS]
    yield Path(f"{_line(ends)}Z", fill=COLOURS[side], stroke=look.HALO, stroke_width=2)


def _line(points: Sequence[Point]) -> str:
    return "M" + "L".join(f"{x:.1f} {y:.1f}" for x, y in points)


def _disc(points: Sequence[Point], taken: Sequence[Room], width: float) -> Room:
    middle, offs = (len(points) - 1) / 2, (0, 28, -28, 56, -56)
    along = sorted(points, key=lambda p: abs(points.index(p) - middle))
    order = ((x + dx, y + dy) for off in offs for x, y in along for dx, dy in ((off, 0), (0, off)))
    rooms = [Room(x - DISC, y - DISC, 2 * DISC, 2 * DISC) for x, y in order]
    return _free(rooms, taken, Room(2, 2, width - 4, TALL - 6)) or rooms[0]


def _free(rooms: Sequence[Room], taken: Sequence[Room], sheet: Room) -> Room | None:
    """Return the first of some rooms that lies on the sheet, off what is taken; None without one."""
    return next((one for one in rooms if _is_free(one, taken, sheet)), None)


def _places(
    year: int, told: history.TimelineEvent | None, marks: dict[str, Point], taken: list[Room], width: float
) -> Iterator[Shape]:
    fought = {event.place for event in history.events(year) if event.battle}
    for name, (x, y) in marks.items():
        if told and name == told.place:
            yield Circle(x, y, 22, stroke=look.GOOD, stroke_width=4)
        rim: dict[str, Any] = {"stroke": look.INK, "stroke_width": 2}
        yield _diamond(x, y, 14, **rim) if name in fought else Circle(x, y, 8, fill=look.WHITE, **rim)
    order = sorted(marks, key=lambda name: (not (told and name == told.place), name not in fought))
    for name in order:
        if name not in fought and any(dist(marks[name], marks[one]) < 26 for one in fought & marks.keys()):
            continue  # told by the name of the battle beside it
        x, y = marks[name]
        said = history.places()[name].name_ja if language_or_default() == "ja" else name.partition(" (")[0]
        wide, colour = SET * text_width(said, LETTER, BOLD), look.CAESAR if name in fought else look.INK
        lefts = x + 18, x - 18 - wide, x - wide / 2  # of the name: right of its mark, left of it, across it
        rooms = [Room(left, y - 14 + dy, wide, LETTER + 4) for dy in ROWS for left in lefts]
        if room := _free(rooms, taken, Room(4, 2, width - 8, TALL - 4)):
            taken.append(room)
            letters: dict[str, Any] = {"halo": look.HALO, "halo_width": 4, "max_width": room.width}
            yield Text(room.x, room.y + 22, said, LETTER, colour, "serif", BOLD, **letters)


@dataclass(frozen=True, slots=True)
class TimelineTable:
    """The year and the event of it that are looked at, whether the years run on, and the battle that is fought."""

    year: int = -47
    event: int = 0
    running: bool = False
    pace: int = 2000
    fight: str = ""
    language: str = "en"

    @property
    def selected(self) -> history.TimelineEvent | None:
        """The selected event; None in a year without events."""
        events = history.events(self.year)
        return events[self.event] if events else None


def screen(table: TimelineTable, viewport: page.Viewport) -> page.Container:
    """The axis; the map of the year beside the selected event; then all events, and rulebook against history."""
    year, events, event = history.year_name(table.year), history.events(table.year), table.selected
    head, said = word("timeline.title", year=year), word("timeline.events", year=year, count=len(events))
    now = word("timeline.spoken", year=year, event=history.localize(event, "title")) if event else said
    width, room = viewport.width, viewport.rooms.get("axis", viewport.width)
    axis = Scene(room, AXIS, tuple(_axis(table.year, room)), title=head, sentence=now)
    here = page.Picture(Scene(width, TALL, tuple(_map(table.year, event, width)), title=year, sentence=now))
    told = [(word("timeline.all", year=year), "".join(map(_event, events)) or _none(), "events")]
    if history.rulebook_discrepancies(table.year):
        told.insert(0, (word("timeline.tellings", year=year), _tellings(table), "told"))
    drawn = word("timeline.judged") if history.marches_and_voyages(table.year) else ""
    notes = translate(history.calendar_note(table.year)), word("timeline.coast"), drawn
    make = partial(PredictBoard, table.fight, language=table.language)
    fight = page.LiveWidget(make, key=("fight", table.fight, table.language))
    left = page.Container("gk-stack", (here, page.Html(_ways(table), key="ways")))
    folds = (page.fold(title, page.Html(html, key=key)) for title, html, key in told)
    below = (
        page.row(left, page.Container("gk-card", _card(table)), kind="gk-beside"),
        page.section("", fight if table.fight else None, shown=bool(table.fight), key="fight"),
        page.Clock(("tick",), table.running, table.pace),
        page.row(*_running(table), *folds),
        page.Html(f'<span class="gk-why">{escape(sentences(*notes))}</span>', key="calendar"),
    )
    picture = page.Picture(axis, name="axis", still=partial(print_scene, table))
    return lesson_page(viewport, head, "", (), picture, *below, aside=said)


def _running(table: TimelineTable) -> Iterator[page.Control]:
    for way, by in (("before", -1), ("next", 1)):
        yield page.Button(word(f"timeline.{way}"), ("step", by), disabled=not FIRST <= table.year + by <= LAST)
    yield page.Button(word("timeline.stop" if table.running else "timeline.play"), ("play",), "main")
    paces = tuple((word(f"timeline.pace.{pace}"), pace) for pace in PACES)
    yield page.Menu(paces, table.pace, ("pace",), tooltip=word("timeline.speed"))


def _card(table: TimelineTable) -> tuple[page.Control, ...]:
    event, ways = table.selected, ((-1, "event_before"), (1, "event_next"))
    steps = (page.Button(word(f"timeline.{k}"), ("event", n), disabled=_moved(table, n) == table) for n, k in ways)
    setup = bool(event and event.battle in history.historical_setups())
    name = word("timeline.close" if table.fight else "timeline.fight")
    fight = page.Button(name, ("fight",), "main", shown=setup or bool(table.fight))
    return page.Html(_event(event, large=True) if event else _none(), key="card"), page.row(*steps), fight


def _none() -> str:
    return f"<p>{escape(word('timeline.none'))}</p>"


def _event(event: history.TimelineEvent, large: bool = False) -> str:
    title, date = history.localize(event, "title"), history.localize(event, "date")
    disputed = f" ({word('timeline.disputed')})" if event.certainty != "agreed" else ""
    head = f"<h2>{escape(title)}</h2><p>" if large else f"<p><b>{escape(title)}</b> "
    summary, source = escape(history.localize(event, "summary")), f"<i class='gk-why'>{escape(event.source)}</i>"
    return f"{head}<span class='gk-why'>{escape(date + disputed)}</span><br>{summary}<br>{source}</p>"


def _ways(table: TimelineTable) -> str:
    row = '<li><span class="gk-way gk-way-{}">{}</span>{}</li>'.format
    marches = history.marches_and_voyages(table.year)
    rows = "".join(row(one.side.lower(), one.number, escape(history.localize(one, "text"))) for one in marches)
    named = {f"-{one.side.lower()}": f"side.{one.side}" for one in marches}
    named |= {"": "roads"} if history.roads_used(table.year) else {}
    entry = '<span><i class="gk-line gk-line{}"></i>{}</span>'.format
    key = "".join(entry(kind, escape(word(f"timeline.{name}"))) for kind, name in named.items())
    return f'<ul class="gk-ways">{rows}<li class="gk-key">{key}</li></ul>' if rows else ""


def _tellings(table: TimelineTable) -> str:
    rows = []
    for one in history.rulebook_discrepancies(table.year):
        rulebook, usual = (escape(history.localize(one, field)) for field in ("rulebook", "usual"))
        rows.append((rulebook, f"{usual}<br><i class='gk-why'>{escape(one.source)}</i>"))
    heads = (escape(word(f"timeline.{who}")) for who in ("rulebook", "usual"))
    return page.table_html(rows, heads, "gk-tellings")


def _at(table: TimelineTable, year: int) -> TimelineTable:
    """At a year: at Pharsalus, else at its first battle that is set up, else at its first event."""
    events = history.events(year)
    known = history.historical_setups()
    order = sorted(range(len(events)), key=lambda n: (events[n].battle != "Pharsalus", events[n].battle not in known))
    return replace(table, year=year, event=next(iter(order), 0), fight="")


def _moved(table: TimelineTable, by: int) -> TimelineTable:
    """Return the table at the event ``by`` places on, across years; unchanged at either end."""
    if 0 <= table.event + by < len(history.events(table.year)):
        return replace(table, event=table.event + by, fight="")
    year = table.year + by
    while FIRST <= year <= LAST and not history.events(year):
        year += by
    if not FIRST <= year <= LAST:
        return table
    return replace(table, year=year, event=0 if by > 0 else len(history.events(year)) - 1, fight="")


def update(table: TimelineTable, message: page.Message) -> TimelineTable:
    """Return the table after ``message``, the (verb, value, ...) of a control; unchanged if it means nothing here."""
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
            battle = table.selected.battle if table.selected else ""
            return replace(table, fight="" if table.fight else battle, running=False)
    return table


class TimelineBoard(LessonBoard, screen=screen, update=update):
    """60 to 31 BC: a year with its armies, roads and places on the map, its events with sources, the rulebook's slips.

    >>> board = TimelineBoard(-44, "en")
    >>> board.summary_sentence
    '45 BC: Munda: the last battle of the war'
    >>> board.send(("step", -1))
    >>> board.table.year
    -45
    """

    table: TimelineTable

    def __init__(self, year: int = -47, language: str | None = None) -> None:
        table: Any = TimelineTable(language=language_or_default(language))
        super().__init__(_at(table, min(LAST, max(FIRST, year))))
