"""What the siege board says: sentences, tables and labels of a table, in its language. Nothing is computed here."""

from __future__ import annotations

from html import escape
from typing import Any

from gamekit.roma_victrix import Plan, Position, Siege
from gamekit.roma_victrix.tables import REVENUE, SIDES, UNITS, Side
from gamekit.widgets import page
from gamekit.widgets.look import NEUTRAL
from gamekit.widgets.roma_victrix.combat_table import LAND_UNITS, shown
from gamekit.widgets.roma_victrix.combat_view import Army, Bars, Shown
from gamekit.widgets.roma_victrix.counters import MINUS, SIDE_TINTS, Counter
from gamekit.widgets.roma_victrix.siege_table import Table, left, plan_now, plan_of_map, ready_keys
from gamekit.widgets.roma_victrix.siege_view import Map, Step, View
from gamekit.words import Note, basis_line, clauses_line, percent, spoken, word

POINTS = 10  # a leader of 4 and a 6
ENDS = {
    "captured": "end_captured",
    "out of points": "end_points",
    "stopped by choice": "end_stopped",
    "too few to go on": "end_few",
}


def colour(side: Side) -> str:
    """A side's colour."""
    return SIDE_TINTS[side].face


def title(table: Table) -> str:
    """Who besieges whom."""
    return table.say("title", besieger=table.name(SIDES[0]), besieged=table.name(SIDES[1]))


def sentence(table: Table) -> str:
    """The siege, what to do, and what it rests on, to copy."""
    plan, now = plan_now(table), table.now
    if plan is None or now is None:
        return f"{title(table)}. {table.problem}"
    goes = plan.go and plan.siege.allowed and not plan.siege.captured
    said = table.say(
        "sentence" if goes else "sentence_stop", title=title(table), attacker=now.attacker, units=now.units,
        city=now.capital, op=now.operations, advice=advice(table, plan), p=percent(plan.ends["captured"]),
        **_prices(plan),
    )  # fmt: skip
    return f"{said} ({basis_line(plan.basis, table.language)})"


def _prices(plan: Plan) -> dict[str, str]:
    value = float(plan.value)
    return {
        "own": f"{float(plan.attacker_loss):.1f}",
        "spent": f"{float(plan.operations):.1f}",
        "worth": f"{'+' if value >= 0 else MINUS}{abs(value):.1f}",
    }


def advice(table: Table, plan: Plan) -> str:
    """Go on, stop, or why neither."""
    siege = plan.siege
    if siege.captured:
        return table.say("fallen", sack=siege.sack)
    if not siege.allowed:
        return table.say("no_points" if not siege.now.operations else "too_few")
    if not table.rounds:
        return table.say("begin" if plan.go else "do_not_begin")
    return table.say("go_on" if plan.go else "stop")


def heading_html(table: Table) -> str:
    """Who besieges whom, and at the right which siege it is."""
    where = word(f"roma_victrix.name.{table.key}", table.language) if table.key else table.say("own")
    return page.heading_html(title(table), where)


def answer_html(table: Table) -> str:
    """The chance that the city falls in large type, what to do, the ends of the plan as a bar."""
    plan = plan_now(table)
    if plan is None:
        return page.answer_html("–", table.say("no_siege"), table.problem, [], "")
    ends = plan.ends
    parts = [
        (table.say("end_captured"), float(ends["captured"]), colour(SIDES[0])),
        (table.say("bar_stopped"), float(ends["stopped by choice"]), NEUTRAL),
        (table.say("bar_fails"), float(ends["out of points"] + ends["too few to go on"]), colour(SIDES[1])),
    ]
    notes = " · ".join(spoken(entry, table.language) for entry in plan.basis if isinstance(entry, Note))
    clauses = clauses_line(plan.basis, table.language)
    number = percent(plan.ends["captured"])
    exact = str(plan.ends["captured"])
    price = table.say("price", **_prices(plan))
    shown_exact = exact if len(exact) < 60 else ""
    return page.answer_html(number, advice(table, plan), price, parts, notes, clauses, colour(SIDES[0]), shown_exact)


def modifiers_html(table: Table) -> str:
    """Every modifier of the next round on a line."""
    plan = plan_now(table)
    if plan is None or plan.siege.captured or not plan.siege.now.attacker:
        return ""
    siege, now = plan.siege, plan.siege.now
    inside = siege.inside if now.units else 0
    why = {
        "leader": table.say("why_leader", a=siege.attacker.leader or "–", d=inside or "–"),
        "numerical": table.say("why_numerical", a=now.attacker, d=now.units + now.capital, ratio=siege.ratio),
        "card": "",
    }
    rows = []
    for reason, text in why.items():
        mine = [row for row in siege.modifiers if row.reason == reason]
        if reason == "card" and not mine:
            continue
        name = word(f"roma_victrix.reason.{reason}", table.language)
        said: list[tuple[str, str]] = [(row.side, f"+{row.points}") for row in mine]
        rows += [_line(name, text, points, side) for side, points in said or [("", "0")]]
    net = abs(siege.net_drm)
    head = table.say("net", side=table.name(siege.holder)) if net else table.say("net_nobody")
    rows.append(_line(head, "", f"+{net}" if net else "0", siege.holder if net else ""))
    if siege.leader_dead:
        rows.append(f'<tr><td colspan="2" style="text-align:left">{escape(table.say("leader_dead"))}</td></tr>')
    return f'<table style="width:100%">{"".join(rows)}</table>'


def _line(name: str, why: str, said: str, side: str) -> str:
    mark = ""
    if side:
        paint = colour(SIDES[0] if side == SIDES[0] else SIDES[1])
        mark = f'<span class="gk-letter" style="display:inline-block;background:{paint}">'
        mark += f"{'B' if side == SIDES[0] else 'D'}</span> "
    below = f'<br><span class="gk-quiet">{escape(why)}</span>' if why else ""
    left_cell = f'<td style="text-align:left;white-space:normal">{escape(name)}{below}</td>'
    return f'<tr>{left_cell}<td style="white-space:nowrap">{mark}{said}</td></tr>'


def log_html(table: Table) -> str:
    """The rounds played, the last first."""
    lines = []
    for number, one in reversed(list(enumerate(table.rounds, 1))):
        before, after = one.before, one.choice
        lines.append(
            table.say(
                "log", round=number, a=one.dice[0], d=one.dice[1], up=after.raise_enemy, down=after.lower_own,
                own=before.attacker - after.attacker, units=before.units - after.units,
                city=before.capital - after.capital,
            )
        )  # fmt: skip
    return f'<div class="gk-logs">{page.log_html([("", colour(SIDES[0]), text) for text in lines])}</div>'


def look_text(table: Table) -> str:
    """What the plan says of the place of the map that was asked about."""
    plan, now, look = plan_of_map(table), table.now, table.look
    if plan is None or now is None or look is None:
        return ""
    return table.say("look", a=look[0], d=look[1], said=_verdict(table, plan, look, now))


def _verdict(table: Table, plan: Plan, spot: tuple[int, int], now: Position) -> str:
    attacker, units = spot
    city = plan.siege.now.capital
    if attacker < units + city:
        return table.say("map_few")
    if not now.operations:
        return table.say("no_points")
    value = float(plan.worth(attacker, units, city, now.operations))
    word_key = "map_go" if plan.goes(attacker, units, city, now.operations) else "map_stop"
    return f"{table.say(word_key)} {'+' if value >= 0 else MINUS}{abs(value):.1f}"


# The picture ---------------------------------------------------------------------------------------------------------


def view(table: Table) -> View:
    """All that the picture shows."""
    siege, now, plan = table.siege, table.now, plan_now(table)
    here = now or Position(table.attacker.csp, table.defender.csp, table.capital, table.operations)
    kind = table.say("kind_major" if table.major else "kind_minor")
    net = "–" if plan is None or plan.siege.captured or not here.attacker else _signed(plan.siege)
    sack = siege.sack if siege else 0
    return View(
        besieger=_force(table, SIDES[0], table.say("besieger_note", csp=here.attacker)),
        besieged=_force(table, SIDES[1], table.say("besieged_note", csp=here.units, all=here.units + here.capital)),
        city_name=table.say("capital"),
        city_note=table.say("city_note", kind=kind, csp=here.capital, full=table.full),
        capital=here.capital,
        full=table.full,
        steps=tuple(_step(table, csp) for csp in range(table.full, -1, -1)),
        steps_title=table.say("steps_title"),
        steps_note=table.say("steps_note", sack=sack),
        pillaged=table.say("pillaged"),
        points=here.operations,
        points_title=table.say("points"),
        point_labels=tuple(table.say("label_points", points=point) for point in range(1, POINTS + 1)),
        net_title=table.say("net_title"),
        net=net,
        title=title(table),
        sentence=sentence(table),
        palette=table.say("palette"),
        problem=table.problem,
        map=_map(table, here),
        by_point=_by_point(table, plan),
        ends_title=table.say("ends_title"),
        ends=tuple((table.say(ENDS[name]), float(p), name == "captured") for name, p in plan.ends.items())
        if plan
        else (),
        ends_note=table.say("worths", capture=table.capture, own=table.own_csp, enemy=table.enemy_csp, op=table.op),
    )


def _ends(table: Table, plan: Plan | None) -> tuple[tuple[str, float, bool], ...]:
    found = plan.ends.items() if plan else ()
    return tuple((table.say(ENDS[name]), float(share), name == "captured") for name, share in found)


def _signed(siege: Siege) -> str:
    net = siege.net_drm
    return f"+{net}" if net > 0 else f"{MINUS}{-net}" if net else "0"


def _step(table: Table, csp: int) -> Step:
    revenue = str(REVENUE["major" if table.major else "minor", csp])
    return Step(csp, revenue, table.say("label_city", csp=csp, revenue=revenue))


def _force(table: Table, side: Side, note: str) -> Army:
    units, rest = table.force(side), left(table, side)
    name = table.name(side)
    counters = tuple(_shown(table, side, one, rest is not None) for one in shown(units, rest))
    kinds = LAND_UNITS if side == SIDES[0] else (*LAND_UNITS, "GAR")
    chips = tuple(_chip(table, side, unit) for unit in kinds) if not table.rounds else ()
    leader = units.leader if units.stacks else 0
    now = table.now
    if side == SIDES[1] and now is not None and now.units == 0:
        leader = 0
    label = word("roma_victrix.board.label_leader", table.language, side=name, leader=units.leader or "–")
    return Army(side, name, note, "B" if side == SIDES[0] else "D", leader, label, counters, chips)


def _shown(table: Table, side: Side, one: Counter, played: bool) -> Shown:
    keys = {"here": "label_here", "turned": "label_turned", "gone": "label_gone"}
    fields = {"side": table.name(side), "unit": _unit(table, one.unit, one.reduced)}
    extra: dict[str, Any] = {"paid": one.paid} if one.state == "gone" else {"csp": one.csp}
    label = word(f"roma_victrix.board.{keys[one.state]}", table.language, **fields, **extra)
    return Shown(one, None if played else ("counter", side, one.unit, one.reduced), label)


def _unit(table: Table, unit: str, reduced: bool) -> str:
    name = word(f"roma_victrix.unit.{unit}", table.language)
    return word("roma_victrix.board.reduced", table.language, unit=name) if reduced else name


def _chip(table: Table, side: Side, unit: str) -> Shown:
    label = word("roma_victrix.board.label_add", table.language, side=table.name(side), unit=_unit(table, unit, False))
    return Shown(Counter(unit, False, UNITS[unit].full), ("add", side, unit, False), label)


def _map(table: Table, here: Position) -> Map | None:
    plan = plan_of_map(table)
    if plan is None or table.now is None:
        return None
    city, points = plan.siege.now.capital, here.operations
    most, units = plan.siege.now.attacker, plan.siege.now.units
    first = max(1, most - 36)
    rows = []
    for inside in range(units + 1):
        row = ""
        for attacker in range(first, most + 1):
            if attacker < inside + city or not points or not inside + city:
                row += "-"
            else:
                row += "g" if plan.goes(attacker, inside, city, points) else "s"
        rows.append(row)
    spot = (here.attacker, here.units) if here.units + here.capital else None
    return Map(
        title=table.say("map_title", op=points, city=city),
        down=table.say("map_down"),
        across=table.say("map_across"),
        first=first,
        rows=tuple(rows),
        here=spot,
        here_text=table.say("map_here", a=here.attacker, d=here.units),
        look=table.look,
        look_text=look_text(table),
        words=(table.say("map_go"), table.say("map_stop"), table.say("map_few" if points else "no_points")),
    )


def _by_point(table: Table, plan: Plan | None) -> Bars | None:
    if plan is None:
        return None
    chances = [float(p) for p in plan.p_capture]
    bars = tuple((str(number), p, number == len(chances)) for number, p in enumerate(chances, 1))
    if not bars:
        return None
    grown = [now - before for before, now in zip([0.0, *chances], chances)]
    best = max(range(len(grown)), key=grown.__getitem__) + 1
    found = (
        table.say("by_point_title", point=best)
        if chances[-1]
        else word("roma_victrix.chart.siege_never", table.language)
    )
    return Bars(found, table.say("by_point_note"), bars)


# The lists -----------------------------------------------------------------------------------------------------------


def ready_options(table: Table) -> list[tuple[str, str]]:
    """The ready sieges by name."""
    names = [(word(f"roma_victrix.name.{key}", table.language), key) for key in ready_keys()]
    return [(table.say("own"), ""), *names]


def counter_list(table: Table) -> list[tuple[str, Any]]:
    """Every kind of counter on the board, then every kind that may be added."""
    found: list[tuple[str, Any]] = []
    for side in SIDES:
        for stack in table.force(side).stacks:
            for reduced, count in ((False, stack.full), (True, stack.reduced)):
                if count:
                    unit = _unit(table, stack.unit, reduced)
                    text = word(
                        "roma_victrix.board.list_counter", table.language, side=table.name(side), count=count, unit=unit
                    )
                    found.append((text, ("counter", side, stack.unit, reduced)))
    for side in SIDES:
        for unit in LAND_UNITS if side == SIDES[0] else (*LAND_UNITS, "GAR"):
            for reduced in (False, True) if UNITS[unit].reduced is not None else (False,):
                name = _unit(table, unit, reduced)
                text = word("roma_victrix.board.list_add", table.language, side=table.name(side), unit=name)
                found.append((text, ("add", side, unit, reduced)))
    return found
