"""The siege board: a city, its defenders and its besieger, the map of go and stop, and the rounds played out."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any, ClassVar

from gamekit.roma_victrix import Force, RoundDecision, Siege, SiegePlan, SiegePosition, force_after_cheapest_loss
from gamekit.roma_victrix.odds.plan import check_size, position_count
from gamekit.roma_victrix.tables import FACES, FULL_CITY, RATINGS, READY, REVENUE, SIDES, Side
from gamekit.storage.link_code import require_board_shows
from gamekit.text import answer_tables
from gamekit.text.translation import language_or_default, percent, word
from gamekit.widgets import layout as box
from gamekit.widgets import look, page
from gamekit.widgets.app import Board
from gamekit.widgets.later import Cache
from gamekit.widgets.layout import BOLD, GAP, LEADING, NARROW, PAD, STRONG, Room, Sized
from gamekit.widgets.roma_victrix import forces as kit
from gamekit.widgets.roma_victrix.combat_board import NARROWEST, WIDTH
from gamekit.widgets.scene import Circle, Group, Path, Rect, Scene, Shape, boxes_overlap, line, text_width

KEY = "Major capital"
LIGHT = 250_000  # positions that are looked at before a click is answered; some half a second
PLANS = Cache(2)  # plans that took longer
# A siege, what its ends are worth, whether only a part may attack.
Asked = tuple[Siege, tuple[int, int, int, int], bool]
MAP = (40, 16)  # the map goes at least to so many CSP of the besieger and of the units inside


@dataclass(frozen=True, slots=True)
class Played:
    """A round that was played: the dice, what both sides did, and how the siege stood before."""

    dice: tuple[int, int]
    choice: RoundDecision
    before: SiegePosition


@dataclass(frozen=True, slots=True)
class SiegeTable(kit.TwoForces):
    """A siege on the board; ``rounds`` are those played, ``look`` a place of the map that was asked about."""

    FRESH: ClassVar = {"rounds": (), "look": None}
    ROLES: ClassVar = ("roma_victrix.siege.besieger", "roma_victrix.siege.besieged")

    SHARED: ClassVar = (
        *kit.TwoForces.SHARED,
        *("capital", "major", "treasury", "operations", "capture", "own_csp", "enemy_csp", "op", "commit", "rounds"),
    )

    at: str = "siege"
    dice: tuple[int, int] = (4, 3)
    capital: int = 4
    major: bool = True
    treasury: int = 0
    operations: int = 5
    capture: int = 10
    own_csp: int = 1
    enemy_csp: int = 1
    op: int = 0
    commit: bool = False
    rounds: tuple[Played, ...] = ()
    look: tuple[int, int] | None = None

    def tables(self) -> tuple[answer_tables.Table, ...]:
        """The plan as tables for export."""
        plan = plan_now(self)
        return (answer_tables.siege_plan_summary_table(plan, "", self.language),) if plan else ()

    @property
    def siege(self) -> Siege | None:
        """The siege as it began; None while it cannot be, and ``problem`` says why."""
        return self.made[0]

    @property
    def made(self) -> tuple[Siege | None, str]:
        """Return the siege and "", or None and the reason."""
        inside = self.defender if self.defender.stacks else None
        given = self.capital, self.major, self.treasury, self.operations, self.advantage
        return kit.attempted(Siege, self.language, self.attacker, inside, *given, printed=self.printed)

    @property
    def problem(self) -> str:
        """The reason why there is no siege, or no plan yet or at all."""
        return self.made[1] or _planned(self)[1]

    @property
    def now(self) -> SiegePosition | None:
        """The position of the siege after the rounds played."""
        if self.siege is None or not self.rounds:
            return self.siege.current_position if self.siege else None
        last = self.rounds[-1]
        return SiegePosition(last.choice.attacker, last.choice.units, last.choice.capital, last.before.operations - 1)

    @property
    def full(self) -> int:
        """The city's CSP at full strength."""
        return FULL_CITY["major" if self.major else "minor"]


@lru_cache(maxsize=16)
def _plan(siege: Siege, worths: tuple[int, int, int, int], commit: bool) -> SiegePlan:
    return siege.plan(*worths, may_hold_back=commit)


_on = lru_cache(maxsize=16)(SiegePlan.for_siege)  # each works out its chances once, however often the page asks


def _asked(table: SiegeTable) -> Asked | None:
    """Return the input of the board's plan: the siege as it began, over all the strengths of the map."""
    siege = table.siege
    if siege is None:
        return None
    strengths = map(max, MAP, siege.current_position)
    whole, _ = kit.attempted(siege.with_csp, table.language, *strengths)  # None: more CSP than the counters are
    worths = table.capture, table.own_csp, table.enemy_csp, table.op
    return whole or siege, worths, table.commit


def _planned(table: SiegeTable) -> tuple[SiegePlan | None, str]:
    """That plan; or None, and why not yet or not at all."""
    asked = _asked(table)
    if asked is None:
        return None, ""
    if _is_heavy(asked):
        plan = PLANS.get_or_compute(asked, partial(_plan, *asked))
        return plan, "" if plan else table.say("counting", count=f"{position_count(asked[0], asked[2]):,}")
    return kit.attempted(_plan, table.language, *asked)


def _is_heavy(asked: Asked) -> bool:
    """Whether a plan is computed in the background: not if it is quick, nor if it is too large, which is an error."""
    return position_count(asked[0], asked[2]) > LIGHT and not kit.attempted(check_size, "en", asked[0], asked[2])[1]


def plan_now(table: SiegeTable) -> SiegePlan | None:
    plan, siege, now = _planned(table)[0], table.siege, table.now
    return _on(plan, siege.at(*now)) if plan and siege and now else None


def plan_of_map(table: SiegeTable) -> SiegePlan | None:
    """The plan over all the strengths of the map, with the points left now."""
    plan, now = _planned(table)[0], table.now
    if plan is None or now is None:
        return None
    first = plan.siege.current_position
    return _on(plan, plan.siege.at(first.attacker, first.units, now.capital, now.operations))


def survivors(table: SiegeTable, side: Side) -> Force | None:
    """Return a force's survivors after the rounds played, losses paid the cheapest way; None before the first."""
    now, siege = table.now, table.siege
    if siege is None or now is None or not table.rounds:
        return None
    units = table.force(side)
    lost = (siege.current_position.attacker - now.attacker, siege.current_position.units - now.units)[SIDES.index(side)]
    return force_after_cheapest_loss(units, min(lost, units.csp)) if units.stacks else None


def after_round(table: SiegeTable, dice: tuple[int, int]) -> SiegeTable:
    """The siege after another round with these dice, both sides at their best."""
    plan, now = plan_now(table), table.now
    if plan is None or now is None:
        return table
    choice = plan.best_split_for_roll(*dice)
    return replace(table, rounds=(*table.rounds, Played(dice, choice, now)), dice=dice, look=None)


def opening_table(key: str = KEY, language: str = "en") -> SiegeTable:
    row, names, forces = kit.ready_row(key, language)
    city: dict[str, Any] = {"capital": row.capital or 1, "major": bool(row.major), "treasury": row.treasury or 0}
    return SiegeTable(*forces, names, **city, operations=row.operations or 0, key=key, language=language)


def table_of(siege: Siege | None, names: tuple[str, str], language: str | None) -> SiegeTable:
    """The table of a siege, or the one that the board opens on; ValueError for what the board has no place for."""
    language = language_or_default(language)
    if siege is None:
        return opening_table(language=language)
    cards = tuple(side for side in SIDES if side in siege.advantage)
    found = SiegeTable(
        siege.attacker, siege.defender or kit.NOTHING, names, capital=siege.capital or 0, major=siege.major,
        treasury=siege.treasury, operations=siege.operations, advantage=cards, printed=siege.printed,
        language=language,
    )  # fmt: skip
    require_board_shows(siege, found.siege)
    return found


def ready_keys() -> tuple[str, ...]:
    return tuple(row.name for row in READY if row.at == "siege")


def spoken_sentence(table: SiegeTable) -> str:
    """The siege, what to do, and its basis, to copy."""
    plan, now = plan_now(table), table.now
    if plan is None or now is None:
        return kit.spoken_sentence(table, "", ())
    goes = plan.should_begin and plan.siege.may_begin_round and not plan.siege.is_captured
    said = table.say(
        "sentence" if goes else "sentence_stop", title=table.title, attacker=now.attacker, units=now.units,
        city=now.capital, op=now.operations, advice=advice(table, plan), p=percent(plan.chance_of_each_end["captured"]),
        **_prices(table, plan),
    )  # fmt: skip
    return kit.spoken_sentence(table, said, plan.basis)


def _prices(table: SiegeTable, plan: SiegePlan) -> dict[str, str]:
    spent, value = f"{float(plan.mean_operations):.1f}", float(plan.value)
    return {"own": f"{float(plan.mean_attacker_loss):.1f}", "spent": spent, "gain": _gain(table, value)}


def _gain(table: SiegeTable, value: float) -> str:
    return table.say("net_gain" if value >= 0 else "net_loss", worth=f"{abs(value):.1f}")


def advice(table: SiegeTable, plan: SiegePlan) -> str:
    """Return the advice: go on, stop, or the reason for neither."""
    siege = plan.siege
    if siege.is_captured:
        key = "fallen" if siege.current_position.attacker else "fallen_alone"
        return table.say(key, sack=siege.sack_revenue)
    if not siege.may_begin_round:
        return table.say("no_points" if not siege.current_position.operations else "too_few")
    if plan.should_begin:
        return table.say("go_on" if table.rounds else "begin")
    return table.say("stop" if table.rounds else "do_not_begin", capture=plan.worths.capture)


def answer_html(table: SiegeTable) -> str:
    """The chance that the city falls in large type, what to do, the ends of the plan as a bar."""
    plan = plan_now(table)
    if plan is None:
        return page.answer_html("–", table.say("no_plan" if table.siege else "no_siege"), table.problem, [], "")
    ends = plan.chance_of_each_end
    colour, failed = kit.SIDE_TINTS["attacker"].face, kit.SIDE_TINTS["defender"].face
    parts = [
        (table.say("end_captured"), float(ends["captured"]), colour),
        (table.say("bar_stopped"), float(ends["stopped by choice"]), look.NEUTRAL),
        (table.say("bar_fails"), float(ends["out of points"] + ends["too few to go on"]), failed),
    ]
    exact, price = str(ends["captured"]), table.say("price", **_prices(table, plan))
    if table.commit and plan.should_begin:  # else all of them go
        sent = plan.csp_to_send(*plan.siege.current_position)
        price = table.say("send", said=price, sent=sent, all=plan.siege.current_position.attacker)
    shown = exact if len(exact) < 60 else ""
    said = advice(table, plan)
    return page.answer_html(percent(ends["captured"]), said, price, parts, "", "", colour, shown)


def modifier_reasons(table: SiegeTable) -> dict[str, str]:
    """Return the reason why each modifier of the next round counts or not, by its name; {} without a next round."""
    plan = plan_now(table)
    if plan is None or plan.siege.is_captured or not plan.siege.current_position.attacker:
        return {}
    siege, now = plan.siege, plan.siege.current_position
    inside, ratio = siege.inside_leader_rating if now.units else 0, siege.ratio.replace(":", " : ")
    return {
        "leader": table.say("why_leader", a=siege.attacker.leader or "–", d=inside or "–"),
        "numerical": table.say("why_numerical", a=now.attacker, d=now.units + now.capital, ratio=ratio),
        "card": "",
    }


def log_html(table: SiegeTable) -> str:
    lines, colour = list[tuple[str, str, str]](), kit.SIDE_TINTS["attacker"].face
    for number, one in reversed(list(enumerate(table.rounds, 1))):
        (a, d), before, after = one.dice, one.before, one.choice
        own, units, city = before.attacker - after.attacker, before.units - after.units, before.capital - after.capital
        split, losses = {"up": after.raise_enemy, "down": after.lower_own}, {"own": own, "units": units, "city": city}
        lines.append(("", colour, table.say("log", round=number, a=a, d=d, **split, **losses)))
    return f'<div class="gk-logs">{page.log_html(lines)}</div>'


def look_text(table: SiegeTable) -> str:
    """Return the plan's advice for the selected place of the map."""
    plan, now, spot = plan_of_map(table), table.now, table.look
    if plan is None or now is None or spot is None:
        return ""
    city, few = plan.siege.current_position.capital, spot[0] < spot[1] + plan.siege.current_position.capital
    if few or not now.operations:
        said = table.say("map_few" if few else "no_points")
    else:
        there = (*spot, city, now.operations)
        verdict = table.say("map_go" if plan.should_continue(*there) else "map_stop")
        said = table.say("look_verdict", verdict=verdict, gain=_gain(table, float(plan.value_at(*there))))
    return table.say("look", a=spot[0], d=spot[1], said=said)


BARRED = "#F4EFE4"
KINDS = {"g": ("map_go", "#BFDCCB", "m-1.8 -3l3.6 3l-3.6 3"), "s": ("map_stop", look.LAND, "m-1.7 -1.7h3.4v3.4h-3.4Z")}
KINDS["-"] = ("map_few", BARRED, "")  # of a place on the map: what it is called, its ground and its sign
WALL, STEPS, CHART, CELL = 38.0, 48.0, 210.0, 15.0
POINTS = RATINGS[-1] + FACES[-1]  # OP that a leader may have
EVERY = 4  # so many labels of an axis one is written
ENDS = dict(zip(("captured", "out of points", "stopped by choice", "too few to go on"),
                ("end_captured", "end_points", "end_stopped", "end_few")))  # fmt: skip


def scene(table: SiegeTable, width: float = WIDTH, covered: bool = False, for_print: bool = False) -> Scene:
    """The board at a width in px; ``covered`` without what tells a chance, ``for_print`` without counters to add."""
    width, plan, city = max(width, NARROWEST), plan_of_map(table), _city(table, for_print)
    first = box.text_box(table.problem) if plan is None else None if covered else _map(table, plan)
    now, why = None if covered else plan_now(table), modifier_reasons(table)
    modifiers = None
    if now and why:
        last = table.say("leader_dead") if now.siege.is_inside_leader_dead else ""
        modifiers = kit.modifiers(table, now.siege, why, last)
    ends = box.col(_ends(table, now) if now else None, modifiers, gap=2 * PAD)
    charts = box.wrap(_by_point(table, now) if now else None, ends, least=CHART, gap=2 * PAD)
    if width >= NARROW:
        left = box.inset(box.col(first, charts, gap=2 * PAD), PAD, GAP)
        page = box.across(left, city._replace(wide=min(420.0, 0.42 * width)), gap=0)
    else:
        page = box.col(box.inset(first, PAD, GAP) if first else None, city, box.inset(charts, PAD, GAP))
    return box.picture(page, width, table.title, spoken_sentence(table))


def here(table: SiegeTable) -> SiegePosition:
    return table.now or SiegePosition(table.attacker.csp, table.defender.csp, table.capital, table.operations)


def _city(table: SiegeTable, for_print: bool) -> Sized:
    say, now, kind = table.say, here(table), "major" if table.major else "minor"
    note = say("city_note", kind=say(kind), csp=now.capital, full=table.full)
    place = box.text_box(say("capital"), look.HEADING, fill=look.INK, family="serif")
    wide = text_width(note, look.TEXT) + GAP
    named = box.col(place, box.text_box(note), gap=PAD - GAP, wide=wide)
    notes = say("besieger_note", csp=now.attacker), say("besieged_note", csp=now.units, all=now.units + now.capital)
    heads, armies, palettes = list[Sized](), list[Sized](), list[Sized | None]()
    for side, told, ends in zip(SIDES, notes, (("start", "start"), ("end", "middle"))):
        gone = not table.force(side).stacks or (side == SIDES[1] and not now.units)
        units, leader = survivors(table, side), 0 if gone else table.force(side).leader
        heads.append(kit.army_head(table, side, told, leader, units, ends[0]))
        armies.append(kit.counters(table, side, units, at=ends[1]))
        palettes.append(None if table.rounds or for_print else kit.palette(table, side))

    def walled(room: Room) -> Iterator[Shape]:
        yield Group(kit.walls(room.width, room.height), room.x, room.y)
        yield room.rect(action=("army", "defender"))
        yield from armies[1].draw(room.inset(WALL))

    parts = (
        box.across(named, heads[1]),
        Sized(lambda width: armies[1].high(width - 2 * WALL) + 2 * WALL, walled),
        palettes[1],
        _steps(table, now),
        box.framed(box.col(heads[0], armies[0]), action=("army", "attacker")),
        palettes[0],
        _points(table, now),
    )
    return box.framed(box.col(*parts), PAD, GAP, fill=look.LAND, stroke=look.EDGE)


def _steps(table: SiegeTable, now: SiegePosition) -> Sized:
    """The steps of the city with their CSP and revenue; a click sets it."""
    say, tint, kind = table.say, kit.SIDE_TINTS["defender"], "major" if table.major else "minor"

    def draw(room: Room) -> Iterator[Shape]:
        for csp, cell in zip(range(table.full, -1, -1), room.columns(table.full + 1)):
            revenue, pillaged = str(REVENUE[kind, csp]), "" if csp else say("pillaged")
            shapes = kit.city_step(csp, table.full, revenue, csp == now.capital, tint, cell.width, pillaged)
            label = say("label_city", csp=csp, revenue=revenue)
            yield Group(shapes, cell.x, cell.y, label=label, action=("city", csp) if csp else None)
            if csp < table.full:
                yield Path(f"M{cell.x - GAP} {cell.middle[1]}m2 -4l5 4l-5 4", stroke=look.LINE, stroke_width=1.6)

    sack = table.siege.sack_revenue if table.siege else 0
    head = box.heading_box(say("steps_title"))
    return box.col(head, box.drawing(STEPS, draw), box.text_box(say("steps_note", sack=sack)), gap=GAP / 2)


def _points(table: SiegeTable, now: SiegePosition) -> Sized:
    """The operations points left, and the net of the next round."""
    say, tint, plan = table.say, kit.SIDE_TINTS["attacker"], plan_now(table)
    barred = plan is None or plan.siege.is_captured or not now.attacker
    net = "–" if plan is None or barred else kit.signed(plan.siege.net_drm)

    def draw(room: Room) -> Iterator[Shape]:
        for point, cell in enumerate(room.spread(POINTS, 2 * GAP, most=2 * look.TEXT), 1):
            on, label = point <= now.operations, say("label_points", points=point)
            disc = Circle(*cell.middle, GAP, fill=tint.face if on else look.PAPER, stroke=tint.face)
            number = box.centred(str(point), cell, look.TINY, fill=look.WHITE if on else look.MUTED, weight=STRONG)
            yield Group((disc, number), label=label, action=("points", point))

    title = say("net_title")
    wide = text_width(title, look.TEXT) + 1
    heads = box.across(box.text_box(say("points")), box.text_box(title, side="end", wide=wide))
    number = box.text_box(net, look.HEADING, "end", wide=3 * GAP, fill=look.INK, weight=BOLD)
    return box.col(heads, box.across(box.drawing(2 * GAP, draw), number), gap=GAP / 2)


def plan_map_rows(table: SiegeTable, plan: SiegePlan) -> tuple[int, tuple[str, ...]]:
    """Return (besieger's CSP in the map's first column, rows from no units inside upwards); a cell is one character:
    g for go, s for stop, - for not allowed."""
    most, inside_most, city, _ = plan.siege.current_position
    points, first = here(table).operations, max(1, most - 36)

    def kind(attacker: int, inside: int) -> str:
        if attacker < inside + city or not points or not inside + city:
            return "-"
        return "g" if plan.should_continue(attacker, inside, city, points) else "s"

    columns, units = range(first, most + 1), range(inside_most + 1)
    return first, tuple("".join(kind(one, inside) for one in columns) for inside in units)


def legend_words(table: SiegeTable) -> tuple[str, ...]:
    """Return the words for go, stop and not allowed."""
    keys = [key for key, *_ in KINDS.values()]
    return tuple(map(table.say, keys if here(table).operations else [*keys[:2], "no_points"]))


def _map(table: SiegeTable, plan: SiegePlan) -> Sized:
    say, now, (first, rows) = table.say, here(table), plan_map_rows(table, plan)
    sent, down = range(first, first + len(rows[0])), range(len(rows) - 1, -1, -1)
    mine = [((now.attacker, now.units), say("map_here", a=now.attacker, d=now.units), look.INK, ())]
    asked = table.look, look_text(table), look.MUTED, (3.0, 2.0)
    flags: list[Any] = [*mine, asked] if now.units + now.capital else [asked]

    def draw(room: Room) -> Iterator[Shape]:
        spots = _spots(sent, down, room)
        yield from _ways(rows, room)
        yield line(room.x, room.bottom, room.right, room.bottom, look.LINE)
        yield from _places(sent, down, room)
        taken = list[Room]()
        for spot, text, ink, dash in flags:
            if spot in spots:
                yield from _flag(spots[spot], room, text, ink, dash, taken)

    labels = [[str(one) if one % EVERY == 0 else "" for one in ones] for ones in (sent, down)]
    keys = [box.legend_entry(partial(_key, kind), text) for kind, text in zip(KINDS, legend_words(table))]
    told, tall = say("map_across"), lambda width: len(rows) * max(CELL, min(26.0, width / len(sent)))
    beside = box.drawing(0, lambda room: kit.axis(labels[1], room, True), LEADING)
    cells = box.across(beside, Sized(tall, draw))
    head = box.titled(say("map_title", op=now.operations, city=plan.siege.current_position.capital), say("map_down"))
    foot = box.flow_boxes(*keys, box.text_box(told, wide=text_width(told, look.TEXT) + GAP), gap=PAD)
    marked = box.across(box.blank(LEADING), box.drawing(LEADING, partial(kit.axis, labels[0])))
    return box.col(head, cells._replace(grows=True), marked, foot, gap=GAP / 2)._replace(grows=True)


def _key(kind: str, room: Room) -> Iterator[Shape]:
    yield room.rect(2, fill=KINDS[kind][1], stroke=look.HAIRLINE)
    yield from _ways((kind,), room)[1:]


def _flag(cell: Room, area: Room, text: str, ink: str, dash: tuple[float, ...], taken: list[Room]) -> Iterator[Shape]:
    """The frame of a cell, and what it is: above it where there is room beside the flags that are there, else below."""
    wide, high, middle = text_width(text, look.TEXT, STRONG) + PAD, LEADING + 4, cell.middle[0]
    x = min(max(area.x, middle - wide / 2), area.right - wide)
    rooms = [Room(x, y, wide, high) for y in (cell.y - 2 * high, cell.bottom + high)]
    free = [one for one in rooms if not any(boxes_overlap(one, other) for other in taken)]
    flag = next((one for one in free if area.y < one.y and one.bottom < area.bottom), (free or rooms)[0])
    taken.append(flag)
    yield cell.inset(-1).rect(3, stroke=ink, stroke_width=2.2, dash=dash)
    ends = (flag.bottom, middle, cell.y) if flag.y < cell.y else (cell.bottom, middle, flag.y)
    yield line(middle, *ends, ink, 1.3)
    yield flag.rect(4, fill=look.PAPER, stroke=look.HAIRLINE)
    yield box.centred(text, flag, weight=STRONG)


@lru_cache
def _spots(across: range, down: range, room: Room) -> dict[tuple[int, int], Room]:
    return dict(zip(((one, units) for units in down for one in across), room.grid(len(across), len(down), 0)))


@lru_cache
def _places(across: range, down: range, room: Room) -> tuple[Rect, ...]:
    return tuple(cell.rect(action=("look", *spot)) for spot, cell in _spots(across, down, room).items())


@lru_cache
def _ways(rows: tuple[str, ...], room: Room) -> tuple[Shape, ...]:
    """The map itself: a cell for each pair of strengths, with a chevron for go and a dot for stop."""
    boxes, signs = dict.fromkeys(KINDS, ""), dict.fromkeys(KINDS, "")
    for kind, cell in zip("".join(reversed(rows)), room.grid(len(rows[0]), len(rows), 0)):
        x, y, wide, high = cell.inset(0.7)
        boxes[kind] += f"M{x:.2f} {y:.2f}h{wide:.2f}v{high:.2f}h{-wide:.2f}Z"
        signs[kind] += "M{:.2f} {:.2f}".format(*cell.middle) + KINDS[kind][2]
    shapes: list[Shape] = [room.rect(fill=BARRED)]
    shapes += [Path(boxes[kind], fill=KINDS[kind][1]) for kind in "gs" if boxes[kind]]
    shapes += [Path(signs["g"], stroke=look.GOOD, stroke_width=1.3)] if signs["g"] else []
    return (*shapes, Path(signs["s"], fill=look.MUTED)) if signs["s"] else tuple(shapes)


def _by_point(table: SiegeTable, plan: SiegePlan) -> Sized | None:
    chances = [float(p) for p in plan.p_captured_by_operation]
    if not chances:
        return None
    parts = [(str(number), p, number == len(chances)) for number, p in enumerate(chances, 1)]
    grown = [now - before for before, now in zip([0.0, *chances], chances)]
    best = table.say("by_point_title", point=grown.index(max(grown)) + 1)
    text = best if chances[-1] else word("roma_victrix.chart.siege_never", table.language)
    return kit.bars(text, table.say("by_point_note"), parts, kit.SIDE_TINTS["attacker"].face, 160)


def _ends(table: SiegeTable, plan: SiegePlan) -> Sized:
    wide = max(text_width(table.say(ENDS[end]), look.TEXT, STRONG) for end in plan.chance_of_each_end) + 1
    room, parts = text_width(percent(1), look.TEXT, STRONG), list[Sized]()
    for end, p in plan.chance_of_each_end.items():
        captured, number = end == "captured", percent(p)
        colour, weight = (kit.SIDE_TINTS["attacker"].face, STRONG) if captured else (look.BAR, 400)
        name = box.text_box(table.say(ENDS[end]), wide=wide, fill=look.INK, weight=weight)
        told = box.text_box(number, side="end", wide=room, fill=look.INK, weight=weight)
        parts.append(box.across(name, box.share_bar(float(p), colour), told))
    return box.col(box.heading_box(table.say("ends_title")), *parts, gap=GAP / 2)


WHILE_PLAYED = "look", "looks", "worth", "commit", "play", "play these", "back", "restart", "face", "seed"
WORTHS = {"capture": 30, "own_csp": 5, "enemy_csp": 5, "op": 5}  # sliders, and how far they go


def screen(table: SiegeTable, viewport: page.Viewport) -> page.Container:
    say, begun, plan = table.say, bool(table.rounds), plan_now(table)
    problem, asked = table.problem if table.attacker.stacks else "", _asked(table)
    waits = plan is None and asked is not None and _is_heavy(asked)
    kinds = (say("kind_major"), True), (say("kind_minor"), False)
    over = plan is None or not plan.siege.may_begin_round
    rounds = page.section(
        say("rounds"),
        page.Button(say("play_round"), ("play",), "main", disabled=over, chance=True),
        *kit.dice(table),
        page.row(
            page.Button(say("play_these"), ("play these",), disabled=over),
            page.Button(say("back"), ("back",), disabled=not begun),
            page.Button(say("restart"), ("restart",), disabled=not begun),
        ),
        kit.seed(table),
        page.Html(log_html(table) if begun else ""),
    )
    worths = [page.Slider(say(f"worth_{of}"), 0, top, getattr(table, of), ("worth", of)) for of, top in WORTHS.items()]
    axes = zip(("look_attacker", "look_units"), (1, 0), MAP, _spot(table), range(2))
    looks = [page.Slider(say(key), low, max(top, now), now, ("looks", place)) for key, low, top, now, place in axes]
    setup = page.section(
        "",
        kit.ready(table, ready_keys()),
        page.Menu(kinds, table.major, ("kind",), say("kind"), say("kind")),
        page.Slider(say("city"), 1, table.full, table.capital, ("number", "capital")),
        page.Slider(say("points_left"), 0, POINTS, table.operations, ("number", "operations")),
        page.Slider(say("treasury"), 0, 60, table.treasury, ("number", "treasury")),
        page.row(page.Button(say("undo"), ("undo",), disabled=not viewport.undoable)),
    )
    status = page.status_line(viewport.error or ("" if waits else problem), problem if waits else look_text(table))
    commit = page.Check(say("commit"), table.commit, ("commit",))
    side = rounds, page.section(say("worths_head"), *worths, commit), page.section(say("look_head"), *looks)
    return kit.board_page(
        table, viewport, scene, answer_html(table), (status,), side, (setup, *kit.forces(table, "4 LGN, rHI")),
        (spoken_sentence(table), plan.basis if plan else (), modifier_reasons(table)), table.siege, not begun,
    )  # fmt: skip


def _spot(table: SiegeTable) -> tuple[int, int]:
    plan = plan_now(table)
    return table.look or (plan.siege.current_position[:2] if plan else (1, 0))


def update(table: SiegeTable, message: page.Message) -> SiegeTable:
    if table.rounds and message[0] not in WHILE_PLAYED:
        return table
    match message:
        case ("look", attacker, units):
            return replace(table, look=(attacker, units))
        case ("looks", place, value):
            spot = _spot(table)
            return replace(table, look=(value, spot[1]) if place == 0 else (spot[0], value))
        case ("worth", name, value):
            return replace(table, **{name: value})
        case ("commit", on):
            return replace(table, commit=on)
        case ("play", luck):
            later = kit.after_throw(table, luck)
            return after_round(later, later.dice)
        case ("play these",):
            return after_round(table, table.dice)
        case ("back",):
            return replace(table, rounds=table.rounds[:-1], look=None)
        case ("restart",):
            return replace(table, rounds=(), look=None)
        case ("city", csp):
            return table.with_changes(capital=csp)
        case ("points", points):
            return table.with_changes(operations=points if points != table.operations else points - 1)
        case ("number", name, value):
            return table.with_changes(**{name: value})
        case ("kind", major):
            return table.with_changes(major=major, capital=FULL_CITY["major" if major else "minor"], key="")
        case ("ready", key):
            return opening_table(key, table.language) if key else table
    return kit.update(table, message)


class SiegeBoard(Board, screen=screen, update=update, widths=(NARROWEST, WIDTH)):
    """A siege to set up, to plan and to play; shows itself in a notebook.

    Opens on ``siege``, else on a major capital held by 8 CSP. ``names`` are what besieger and besieged are called.
    ``language`` is "en" or "ja"; the default comes from ``GAMEKIT_LANGUAGE``. ``board.plan`` is the best plan from
    the present position of the siege (None while there is no siege).

    >>> SiegeBoard().plan.should_begin
    True
    """

    table: SiegeTable

    def __init__(
        self, siege: Siege | None = None, names: tuple[str, str] = ("", ""), language: str | None = None
    ) -> None:
        super().__init__(table_of(siege, names, language))

    @property
    def plan(self) -> SiegePlan | None:
        """The plan of best play from here; None while the forces make no siege."""
        return plan_now(self.table)
