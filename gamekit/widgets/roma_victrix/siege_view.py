"""The siege board as a picture: the city and both forces, the map of go and stop, and how the plan runs."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache, partial

from gamekit.roma_victrix import Plan, SiegePosition
from gamekit.roma_victrix.tables import FACES, RATINGS, REVENUE, SIDES
from gamekit.text.translation import percent, word
from gamekit.widgets.boxes import (
    NARROW,
    Box,
    blank,
    col,
    drawn,
    flowed,
    framed,
    inset,
    key,
    picture,
    row,
    said,
    share,
    titled,
    wrap,
)
from gamekit.widgets.layout import BOLD, GAP, LEADING, PAD, STRONG, Room, centred
from gamekit.widgets.look import (
    BAR,
    EDGE,
    GOOD,
    HAIRLINE,
    HEADING,
    INK,
    LAND,
    LINE,
    MUTED,
    NAME,
    PAPER,
    TEXT,
    TINY,
    WHITE,
)
from gamekit.widgets.roma_victrix import armies, siege_story
from gamekit.widgets.roma_victrix.combat_view import NARROWEST, WIDTH
from gamekit.widgets.roma_victrix.counter_page import signed
from gamekit.widgets.roma_victrix.counters import SIDE_TINTS, city_step, walls
from gamekit.widgets.roma_victrix.siege_table import SiegeTable, left, plan_now, plan_of_map
from gamekit.widgets.scene import Circle, Group, Path, Rect, Scene, Shape, line, text_width

BARRED = "#F4EFE4"
KINDS = {"g": ("map_go", "#BFDCCB", "m-1.8 -3l3.6 3l-3.6 3"), "s": ("map_stop", LAND, "m-1.7 -1.7h3.4v3.4h-3.4Z")}
KINDS["-"] = ("map_few", BARRED, "")  # of a place on the map: what it is called, its ground and its sign
WALL, STEPS, CHART, CELL = 38.0, 48.0, 210.0, 15.0
POINTS = RATINGS[-1] + FACES[-1]  # OP that a leader may have
EVERY = 4  # so many labels of an axis one is written
ENDS = dict(zip(("captured", "out of points", "stopped by choice", "too few to go on"),
                ("end_captured", "end_points", "end_stopped", "end_few")))  # fmt: skip


def scene(table: SiegeTable, width: float = WIDTH, covered: bool = False, printed: bool = False) -> Scene:
    """The board at a width in px, its map first; ``covered`` without what tells a chance, ``printed`` without counters
    to add."""
    width, plan, city = max(width, NARROWEST), plan_of_map(table), _city(table, printed)
    first = said(table.problem) if plan is None else None if covered else _map(table, plan)
    now, why = None if covered else plan_now(table), siege_story.reasons(table)
    ends = _ends(table, now) if now else None
    charts = wrap(
        _by_point(table, now) if now else None, col(ends, _modifiers(table, why) if why else None, gap=2 * PAD),
        least=CHART, gap=2 * PAD,
    )  # fmt: skip
    if width >= NARROW:
        left = inset(col(first, charts, gap=2 * PAD), PAD, GAP)
        page = row(left, city._replace(wide=min(420.0, 0.42 * width)), gap=0)
    else:
        page = col(inset(first, PAD, GAP) if first else None, city, inset(charts, PAD, GAP))
    return picture(page, width, table.title, siege_story.sentence(table))


def here(table: SiegeTable) -> SiegePosition:
    return table.now or SiegePosition(table.attacker.csp, table.defender.csp, table.capital, table.operations)


# The city, and both forces.


def _city(table: SiegeTable, printed: bool) -> Box:
    say, now = table.say, here(table)
    kind = "major" if table.major else "minor"
    note = say("city_note", kind=say(kind), csp=now.capital, full=table.full)
    place, wide = said(say("capital"), HEADING, fill=INK, family="serif"), text_width(note, TEXT) + GAP
    named = col(place, said(note), gap=PAD - GAP, wide=wide)
    inside = say("besieged_note", csp=now.units, all=now.units + now.capital)
    lines = [_army(table, side) for side in SIDES]

    def walled(room: Room) -> Iterator[Shape]:
        yield Group(walls(room.width, room.height), room.x, room.y)
        yield room.rect(action=("army", "defender"))
        yield from lines[1].draw(room.inset(WALL))

    camp = col(_head(table, "attacker", say("besieger_note", csp=now.attacker)), lines[0])
    parts = (
        row(named, _head(table, "defender", inside, "end")),
        Box(lambda width: lines[1].high(width - 2 * WALL) + 2 * WALL, walled),
        None if table.rounds or printed else armies.palette(table, "defender"),
        _steps(table, now),
        framed(camp, action=("army", "attacker")),
        None if table.rounds or printed else armies.palette(table, "attacker"),
        _points(table, now),
    )
    return framed(col(*parts), PAD, GAP, fill=LAND, stroke=EDGE)


def _head(table: SiegeTable, side: str, note: str, at: str = "start") -> Box:
    units, now = table.force(side), table.now  # type: ignore[arg-type]
    gone = not units.stacks or (side == SIDES[1] and now is not None and now.units == 0)
    return armies.head(table, side, note, 0 if gone else units.leader, left(table, side), at)  # type: ignore[arg-type]


def _army(table: SiegeTable, side: str) -> Box:
    return armies.counters(table, side, left(table, side), at="middle" if side == SIDES[1] else "start")  # type: ignore[arg-type]


def _steps(table: SiegeTable, now: SiegePosition) -> Box:
    """What the city is and comes to, step by step; a click sets it."""
    say, tint, kind = table.say, SIDE_TINTS["defender"], "major" if table.major else "minor"

    def draw(room: Room) -> Iterator[Shape]:
        for csp, cell in zip(range(table.full, -1, -1), room.columns(table.full + 1)):
            revenue, pillaged = str(REVENUE[kind, csp]), "" if csp else say("pillaged")
            shapes = city_step(csp, table.full, revenue, csp == now.capital, tint, cell.width, pillaged)
            label = say("label_city", csp=csp, revenue=revenue)
            yield Group(shapes, cell.x, cell.y, label=label, action=("city", csp) if csp else None)
            if csp < table.full:
                yield Path(f"M{cell.x - GAP} {cell.middle[1]}m2 -4l5 4l-5 4", stroke=LINE, stroke_width=1.6)

    sack = table.siege.sack if table.siege else 0
    head = said(say("steps_title"), NAME, fill=INK, family="serif", weight=BOLD)
    return col(head, drawn(STEPS, draw), said(say("steps_note", sack=sack)), gap=GAP / 2)


def _points(table: SiegeTable, now: SiegePosition) -> Box:
    """The operations points left, and the net of the next round."""
    say, tint, plan = table.say, SIDE_TINTS["attacker"], plan_now(table)
    barred = plan is None or plan.siege.captured or not now.attacker
    net = "–" if plan is None or barred else signed(plan.siege.net_drm)

    def draw(room: Room) -> Iterator[Shape]:
        for point, cell in enumerate(room.spread(POINTS, 2 * GAP, most=2 * TEXT), 1):
            on, label = point <= now.operations, say("label_points", points=point)
            disc = Circle(*cell.middle, GAP, fill=tint.face if on else PAPER, stroke=tint.face)
            number = centred(str(point), cell, TINY, fill=WHITE if on else MUTED, weight=STRONG)
            yield Group((disc, number), label=label, action=("points", point))

    heads = row(said(say("points")), said(say("net_title"), side="end", wide=text_width(say("net_title"), TEXT) + 1))
    return col(
        heads, row(drawn(2 * GAP, draw), said(net, HEADING, "end", wide=3 * GAP, fill=INK, weight=BOLD)), gap=GAP / 2
    )


# The map, and how the plan runs.


def kinds_of(table: SiegeTable, plan: Plan) -> tuple[int, tuple[str, ...]]:
    """The besieger's CSP in the first column of the map, and its rows from the fewest units inside: a character a cell,
    g go, s stop, - may not."""
    city, points, most = plan.siege.now.capital, here(table).operations, plan.siege.now.attacker
    first = max(1, most - 36)

    def kind(attacker: int, inside: int) -> str:
        if attacker < inside + city or not points or not inside + city:
            return "-"
        return "g" if plan.goes(attacker, inside, city, points) else "s"

    units = range(plan.siege.now.units + 1)
    return first, tuple("".join(kind(one, inside) for one in range(first, most + 1)) for inside in units)


def words_of(table: SiegeTable) -> tuple[str, ...]:
    """What go, stop and may not are called."""
    keys = [key for key, *_ in KINDS.values()]
    return tuple(map(table.say, keys if here(table).operations else [*keys[:2], "no_points"]))


def _map(table: SiegeTable, plan: Plan) -> Box:
    say, now, (first, rows) = table.say, here(table), kinds_of(table, plan)
    across, down = range(first, first + len(rows[0])), range(len(rows) - 1, -1, -1)
    flags: list[tuple[tuple[int, int] | None, str, str, tuple[float, ...]]] = []
    if now.units + now.capital:
        flags.append(((now.attacker, now.units), say("map_here", a=now.attacker, d=now.units), INK, ()))
    flags.append((table.look, siege_story.look_text(table), MUTED, (3.0, 2.0)))

    def draw(room: Room) -> Iterator[Shape]:
        spots = _spots(across, down, room)
        yield from _ways(rows, room)
        yield line(room.x, room.bottom, room.right, room.bottom, LINE)
        yield from _places(across, down, room)
        taken = list[Room]()
        for spot, text, ink, dash in flags:
            if spot in spots:
                taken.append(_flag_room(spots[spot], room, text, taken))
                yield from _flag(spots[spot], taken[-1], text, ink, dash)

    marks = lambda room: armies.axis([str(one) if one % EVERY == 0 else "" for one in across], room)  # noqa: E731
    beside = lambda room: armies.axis([str(one) if one % EVERY == 0 else "" for one in down], room, True)  # noqa: E731
    keys = [key(partial(_key, kind), text) for kind, text in zip(KINDS, words_of(table))]
    told = say("map_across")
    cells = row(
        drawn(0, beside, LEADING), Box(lambda width: len(rows) * max(CELL, min(26.0, width / len(across))), draw)
    )
    head = titled(say("map_title", op=now.operations, city=plan.siege.now.capital), say("map_down"))
    foot = flowed(*keys, said(told, wide=text_width(told, TEXT) + GAP), gap=PAD)
    marked = row(blank(LEADING), drawn(LEADING, marks))
    return col(head, cells._replace(grows=True), marked, foot, gap=GAP / 2)._replace(grows=True)


def _key(kind: str, room: Room) -> Iterator[Shape]:
    yield room.rect(2, fill=KINDS[kind][1], stroke=HAIRLINE)
    yield from _ways((kind,), room)[1:]


def _flag_room(cell: Room, area: Room, text: str, taken: list[Room]) -> Room:
    """Where there is room to say what a cell is: above it, else below it, beside the flags that are there."""
    wide, high, middle = text_width(text, TEXT, STRONG) + PAD, LEADING + 4, cell.middle[0]
    x = min(max(area.x, middle - wide / 2), area.right - wide)
    rooms = [Room(x, y, wide, high) for y in (cell.y - 2 * high, cell.bottom + high)]
    free = [one for one in rooms if not any(
        one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom for other in taken
    )]  # fmt: skip
    return next((one for one in free if area.y < one.y and one.bottom < area.bottom), (free or rooms)[0])


def _flag(cell: Room, flag: Room, text: str, ink: str, dash: tuple[float, ...]) -> Iterator[Shape]:
    """The frame of a cell, and above or below it what it is."""
    yield cell.inset(-1).rect(3, stroke=ink, stroke_width=2.2, dash=dash)
    middle = cell.middle[0]
    ends = (flag.bottom, middle, cell.y) if flag.y < cell.y else (cell.bottom, middle, flag.y)
    yield line(middle, *ends, ink, 1.3)
    yield flag.rect(4, fill=PAPER, stroke=HAIRLINE)
    yield centred(text, flag, weight=STRONG)


@lru_cache
def _spots(across: range, down: range, room: Room) -> dict[tuple[int, int], Room]:
    """The cell of each place on the map."""
    return dict(zip(((one, units) for units in down for one in across), room.grid(len(across), len(down), 0)))


@lru_cache
def _places(across: range, down: range, room: Room) -> tuple[Rect, ...]:
    """What can be clicked on the map."""
    return tuple(cell.rect(action=("look", *spot)) for spot, cell in _spots(across, down, room).items())


@lru_cache
def _ways(rows: tuple[str, ...], room: Room) -> tuple[Shape, ...]:
    """The map itself: a cell for each pair of strengths, with a chevron for go and a dot for stop."""
    boxes, signs = dict.fromkeys(KINDS, ""), dict.fromkeys(KINDS, "")
    for kind, cell in zip("".join(reversed(rows)), room.grid(len(rows[0]), len(rows), 0)):
        x, y, wide, high = cell.inset(0.7)
        boxes[kind] += f"M{x:.2f} {y:.2f}h{wide:.2f}v{high:.2f}h{-wide:.2f}Z"
        signs[kind] += "M{:.2f} {:.2f}".format(*cell.middle) + KINDS[kind][2]
    shapes: list[Shape] = [
        room.rect(fill=BARRED),
        *(Path(boxes[kind], fill=KINDS[kind][1]) for kind in "gs" if boxes[kind]),
    ]
    shapes += [Path(signs["g"], stroke=GOOD, stroke_width=1.3)] if signs["g"] else []
    return (*shapes, Path(signs["s"], fill=MUTED)) if signs["s"] else tuple(shapes)


def _by_point(table: SiegeTable, plan: Plan) -> Box | None:
    chances = [float(p) for p in plan.p_capture]
    if not chances:
        return None
    parts = [(str(number), p, number == len(chances)) for number, p in enumerate(chances, 1)]
    grown = [now - before for before, now in zip([0.0, *chances], chances)]
    best = table.say("by_point_title", point=grown.index(max(grown)) + 1)
    text = best if chances[-1] else word("roma_victrix.chart.siege_never", table.language)
    return armies.bars(text, table.say("by_point_note"), parts, SIDE_TINTS["attacker"].face, 160)


def _modifiers(table: SiegeTable, why: dict[str, str]) -> Box | None:
    plan = plan_now(table)
    last = table.say("leader_dead") if plan and plan.siege.leader_dead else ""
    return armies.modifiers(table, plan.siege, why, last) if plan else None


def _ends(table: SiegeTable, plan: Plan) -> Box:
    wide = max(text_width(table.say(ENDS[end]), TEXT, STRONG) for end in plan.ends) + 1
    parts = list[Box]()
    for end, p in plan.ends.items():
        captured, number = end == "captured", percent(p)
        colour, weight = (SIDE_TINTS["attacker"].face, STRONG) if captured else (BAR, 400)
        name = said(table.say(ENDS[end]), wide=wide, fill=INK, weight=weight)
        told = said(number, side="end", wide=text_width(percent(1), TEXT, STRONG), fill=INK, weight=weight)
        parts.append(row(name, share(float(p), colour), told))
    return col(armies.headed(table.say("ends_title")), *parts, gap=GAP / 2)
