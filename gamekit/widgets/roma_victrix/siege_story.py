"""What the siege board says: sentences, tables and labels of a table, in its language. Nothing is computed here."""

from __future__ import annotations

from gamekit.probability.distribution import Basis
from gamekit.roma_victrix import Plan, SiegePosition
from gamekit.roma_victrix.tables import SIDES
from gamekit.text.translation import basis_line, percent
from gamekit.widgets import page
from gamekit.widgets.look import NEUTRAL
from gamekit.widgets.roma_victrix import counter_page
from gamekit.widgets.roma_victrix.counter_page import COLOURS
from gamekit.widgets.roma_victrix.siege_table import SiegeTable, plan_now, plan_of_map


def sentence(table: SiegeTable) -> str:
    """The siege, what to do, and what it rests on, to copy."""
    plan, now = plan_now(table), table.now
    if plan is None or now is None:
        return counter_page.sentence(table, "", ())
    goes = plan.go and plan.siege.allowed and not plan.siege.captured
    said = table.say(
        "sentence" if goes else "sentence_stop", title=table.title, attacker=now.attacker, units=now.units,
        city=now.capital, op=now.operations, advice=advice(table, plan), p=percent(plan.ends["captured"]),
        **_prices(table, plan),
    )  # fmt: skip
    return counter_page.sentence(table, said, plan.basis)


def basis_text(table: SiegeTable) -> str:
    """What the plan depends on, in a line; "" without one."""
    plan = plan_now(table)
    return basis_line(plan.basis, table.language) if plan else ""


def _prices(table: SiegeTable, plan: Plan) -> dict[str, str]:
    spent, value = f"{float(plan.operations):.1f}", float(plan.value)
    return {"own": f"{float(plan.attacker_loss):.1f}", "spent": spent, "gain": _gain(table, value)}


def _gain(table: SiegeTable, value: float) -> str:
    """What is won or lost in all, in words."""
    return table.say("net_gain" if value >= 0 else "net_loss", worth=f"{abs(value):.1f}")


def basis(table: SiegeTable) -> Basis:
    plan = plan_now(table)
    return plan.basis if plan else ()


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
    exact, number, price = str(ends["captured"]), percent(ends["captured"]), table.say("price", **_prices(table, plan))
    if table.commit and plan.go:  # else all of them go
        sent = plan.sends(*plan.siege.now)
        price = table.say("send", said=price, sent=sent, all=plan.siege.now.attacker)
    shown = exact if len(exact) < 60 else ""
    return counter_page.answer_html(table, number, advice(table, plan), price, parts, shown)


def reasons(table: SiegeTable) -> dict[str, str]:
    """Why each modifier of the next round is there, or is not, by its name; nothing where there is no next round."""
    plan = plan_now(table)
    if plan is None or plan.siege.captured or not plan.siege.now.attacker:
        return {}
    siege, now = plan.siege, plan.siege.now
    inside, ratio = siege.inside if now.units else 0, siege.ratio.replace(":", " : ")
    return {
        "leader": table.say("why_leader", a=siege.attacker.leader or "–", d=inside or "–"),
        "numerical": table.say("why_numerical", a=now.attacker, d=now.units + now.capital, ratio=ratio),
        "card": "",
    }


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
    verdict, gain = "map_go" if plan.goes(*here) else "map_stop", _gain(table, float(plan.worth(*here)))
    return table.say("look_verdict", verdict=table.say(verdict), gain=gain)
