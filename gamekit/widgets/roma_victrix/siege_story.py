"""What the siege board says: sentences, tables and labels of a table, in its language. Nothing is computed here."""

from __future__ import annotations

from gamekit.roma_victrix import Plan, SiegePosition
from gamekit.roma_victrix.tables import SIDES
from gamekit.widgets import page
from gamekit.widgets.look import NEUTRAL
from gamekit.widgets.roma_victrix import counter_page
from gamekit.widgets.roma_victrix.counter_page import COLOURS, signed
from gamekit.widgets.roma_victrix.siege_table import SiegeTable, plan_now, plan_of_map
from gamekit.words import percent


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
