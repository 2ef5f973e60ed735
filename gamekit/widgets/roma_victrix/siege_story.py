"""What the siege board says: sentences, tables and labels of a table, in its language. Nothing is computed here."""

from __future__ import annotations

from dataclasses import replace

from gamekit.roma_victrix import Plan, SiegePosition
from gamekit.roma_victrix.tables import REVENUE, SIDES, Side
from gamekit.widgets import page
from gamekit.widgets.look import NEUTRAL
from gamekit.widgets.roma_victrix import counter_page
from gamekit.widgets.roma_victrix.combat_view import Army, Bars
from gamekit.widgets.roma_victrix.counter_page import COLOURS, signed
from gamekit.widgets.roma_victrix.siege_table import SiegeTable, left, plan_now, plan_of_map
from gamekit.widgets.roma_victrix.siege_view import Map, SiegeView
from gamekit.words import basis_line, percent, word

ENDS = {
    "captured": "end_captured",
    "out of points": "end_points",
    "stopped by choice": "end_stopped",
    "too few to go on": "end_few",
}


def sentence(table: SiegeTable) -> str:
    """The siege, what to do, and what it rests on, to copy."""
    plan, now = plan_now(table), table.now
    if plan is None or now is None:
        return counter_page.sentence(table, "", ())
    goes = plan.go and plan.siege.allowed and not plan.siege.captured
    said = table.say(
        "sentence" if goes else "sentence_stop", title=table.title, attacker=now.attacker, units=now.units,
        city=now.capital, op=now.operations, advice=advice(table, plan), p=percent(plan.ends["captured"]),
        **_prices(plan),
    )  # fmt: skip
    return counter_page.sentence(table, said, plan.basis)


def printed(view: SiegeView) -> SiegeView:
    """What is shown without the counters that may be added."""
    return replace(view, besieger=replace(view.besieger, palette=()), besieged=replace(view.besieged, palette=()))


def basis_text(table: SiegeTable) -> str:
    """What the plan depends on, in a line; "" without one."""
    plan = plan_now(table)
    return basis_line(plan.basis, table.language) if plan else ""


def _prices(plan: Plan) -> dict[str, str]:
    spent, value = f"{float(plan.operations):.1f}", float(plan.value)
    return {"own": f"{float(plan.attacker_loss):.1f}", "spent": spent, "worth": _worth(value)}


def _worth(value: float) -> str:
    return signed(value or 0.01, f"{abs(value):.1f}")


def advice(table: SiegeTable, plan: Plan) -> str:
    """Go on, stop, or why neither."""
    siege = plan.siege
    if siege.captured:
        return table.say("fallen", sack=siege.sack) if siege.now.attacker else table.say("fallen_alone")
    if not siege.allowed:
        return table.say("no_points" if not siege.now.operations else "too_few")
    if plan.go:
        return table.say("go_on" if table.rounds else "begin")
    return table.say("stop" if table.rounds else "do_not_begin", capture=plan.worths.capture)


def answer_html(table: SiegeTable) -> str:
    """The chance that the city falls in large type, what to do, the ends of the plan as a bar."""
    plan = plan_now(table)
    if plan is None:
        return page.answer_html("–", table.say("no_plan" if table.siege else "no_siege"), table.problem, [], "")
    ends = plan.ends
    fails = ends["out of points"] + ends["too few to go on"]
    parts = [
        ("end_captured", ends["captured"], COLOURS[SIDES[0]]),
        ("bar_stopped", ends["stopped by choice"], NEUTRAL),
        ("bar_fails", fails, COLOURS[SIDES[1]]),
    ]
    exact, number, price = str(ends["captured"]), percent(ends["captured"]), table.say("price", **_prices(plan))
    if table.commit and plan.go:  # else all of them go
        sent = plan.sends(*plan.siege.now)
        price = table.say("send", said=price, sent=sent, all=plan.siege.now.attacker)
    shown = exact if len(exact) < 60 else ""
    return counter_page.answer_html(table, number, advice(table, plan), price, parts, plan.basis, shown)


def modifiers_html(table: SiegeTable) -> str:
    """Every modifier of the next round on a line."""
    plan = plan_now(table)
    if plan is None or plan.siege.captured or not plan.siege.now.attacker:
        return ""
    siege, now = plan.siege, plan.siege.now
    inside = siege.inside if now.units else 0
    ratio = siege.ratio.replace(":", " : ")
    why = {
        "leader": table.say("why_leader", a=siege.attacker.leader or "–", d=inside or "–"),
        "numerical": table.say("why_numerical", a=now.attacker, d=now.units + now.capital, ratio=ratio),
        "card": "",
    }
    return counter_page.modifiers_html(table, siege, why, table.say("leader_dead") if siege.leader_dead else "")


def log_html(table: SiegeTable) -> str:
    lines = []
    for number, one in reversed(list(enumerate(table.rounds, 1))):
        before, after = one.before, one.choice
        lost = before.attacker - after.attacker, before.units - after.units, before.capital - after.capital
        losses = dict(zip(("own", "units", "city"), lost))
        split = {"up": after.raise_enemy, "down": after.lower_own}
        lines.append(table.say("log", round=number, a=one.dice[0], d=one.dice[1], **split, **losses))
    return f'<div class="gk-logs">{page.log_html([("", COLOURS[SIDES[0]], text) for text in lines])}</div>'


def look_text(table: SiegeTable) -> str:
    """What the plan says of the place of the map that was asked about."""
    plan, now, look = plan_of_map(table), table.now, table.look
    if plan is None or now is None or look is None:
        return ""
    return table.say("look", a=look[0], d=look[1], said=_verdict(table, plan, look, now))


def _verdict(table: SiegeTable, plan: Plan, spot: tuple[int, int], now: SiegePosition) -> str:
    city = plan.siege.now.capital
    if spot[0] < spot[1] + city:
        return table.say("map_few")
    if not now.operations:
        return table.say("no_points")
    here = (*spot, city, now.operations)
    return f"{table.say('map_go' if plan.goes(*here) else 'map_stop')} {_worth(float(plan.worth(*here)))}"


def view(table: SiegeTable) -> SiegeView:
    siege, now, plan = table.siege, table.now, plan_now(table)
    here = now or SiegePosition(table.attacker.csp, table.defender.csp, table.capital, table.operations)
    kind = "major" if table.major else "minor"
    barred = plan is None or plan.siege.captured or not here.attacker
    ends = plan.ends.items() if plan else ()
    return SiegeView(
        table.say,
        table.title,
        sentence(table),
        besieger=_army(table, SIDES[0], table.say("besieger_note", csp=here.attacker)),
        besieged=_army(table, SIDES[1], table.say("besieged_note", csp=here.units, all=here.units + here.capital)),
        city_note=table.say("city_note", kind=table.say(kind), csp=here.capital, full=table.full),
        capital=here.capital,
        revenues=tuple(REVENUE[kind, csp] for csp in range(table.full + 1)),
        sack=siege.sack if siege else 0,
        points=here.operations,
        net="–" if plan is None or barred else signed(plan.siege.net_drm),
        problem=table.problem,
        map=_map(table, here),
        by_point=_by_point(table, plan) if plan else None,
        ends=tuple((table.say(ENDS[end]), float(p), end == "captured") for end, p in ends),
        ends_note=table.say("worths", capture=table.capture, own=table.own_csp, enemy=table.enemy_csp, op=table.op),
    )


def _army(table: SiegeTable, side: Side, note: str) -> Army:
    units, now = table.force(side), table.now
    gone = not units.stacks or (side == SIDES[1] and now is not None and now.units == 0)
    leader = 0 if gone else units.leader
    return counter_page.army(table, side, note, left(table, side), leader=leader, chips=not table.rounds)


def _map(table: SiegeTable, here: SiegePosition) -> Map | None:
    plan = plan_of_map(table)
    if plan is None:
        return None
    city, points = plan.siege.now.capital, here.operations
    most, units = plan.siege.now.attacker, plan.siege.now.units
    first = max(1, most - 36)

    def cell(attacker: int, inside: int) -> str:
        if attacker < inside + city or not points or not inside + city:
            return "-"
        return "g" if plan.goes(attacker, inside, city, points) else "s"

    return Map(
        title=table.say("map_title", op=points, city=city),
        first=first,
        rows=tuple("".join(cell(one, inside) for one in range(first, most + 1)) for inside in range(units + 1)),
        here=(here.attacker, here.units) if here.units + here.capital else None,
        here_text=table.say("map_here", a=here.attacker, d=here.units),
        look=table.look,
        look_text=look_text(table),
        words=(table.say("map_go"), table.say("map_stop"), table.say("map_few" if points else "no_points")),
    )


def _by_point(table: SiegeTable, plan: Plan) -> Bars | None:
    chances = [float(p) for p in plan.p_capture]
    if not chances:
        return None
    bars = tuple((str(number), p, number == len(chances)) for number, p in enumerate(chances, 1))
    grown = [now - before for before, now in zip([0.0, *chances], chances)]
    best = table.say("by_point_title", point=grown.index(max(grown)) + 1)
    never = word("roma_victrix.chart.siege_never", table.language)
    return Bars(best if chances[-1] else never, table.say("by_point_note"), bars)
