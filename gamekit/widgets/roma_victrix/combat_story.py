"""What the combat board says: sentences, tables and labels of a table, in its language. Nothing is computed here."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any

from gamekit.dist import Basis, join
from gamekit.roma_victrix import Combat, Force, Payment, Spent
from gamekit.roma_victrix.procedures import rated
from gamekit.roma_victrix.tables import OTHER, SIDES, Side
from gamekit.widgets import page
from gamekit.widgets.look import NEUTRAL
from gamekit.widgets.roma_victrix import counter_page
from gamekit.widgets.roma_victrix.combat_table import (
    CombatTable,
    Thrown,
    by_points,
    cells,
    chances,
    most_points,
    thrown,
)
from gamekit.widgets.roma_victrix.combat_view import Army, Bars, CombatView, Dealt
from gamekit.widgets.roma_victrix.counter_page import COLOURS, signed
from gamekit.widgets.roma_victrix.counters import MINUS
from gamekit.widgets.roma_victrix.forces import shown
from gamekit.words import basis_line, percent, points, word

OUTCOMES = {"attacker": 1, "draw": 0, "defender": -1}


def basis(table: CombatTable, fight: Combat) -> Basis:
    now = thrown(table)
    paid = now.payments if now and table.paying else ((), ())
    return join(chances(fight, table.objective)["basis"], *(ways[0].basis for ways in paid if ways))


def sentence(table: CombatTable) -> str:
    """The combat, its chances and what they rest on, to copy."""
    fight = table.fight
    if fight is None:
        return counter_page.sentence(table, "", ())
    found = chances(fight, table.objective)
    said = {key: percent(found[key]) for key in ("p_win", "p_draw", "p_loss")}
    said |= {key: f"{float(found[key]):.1f}" for key in ("attacker_loss", "defender_loss")}
    for side in SIDES:
        units = table.force(side)
        led = table.say("force_led", units=str(units), leader=units.leader)
        said |= {side: table.name(side), f"{side}_units": led if units.leader else str(units)}
    laden = any(table.force(side).cargo.stacks for side in SIDES) and fight.at == "sea"
    return counter_page.sentence(table, table.say("sentence_sea" if laden else "sentence", **said), basis(table, fight))


def basis_text(table: CombatTable) -> str:
    """What the chances depend on, in a line; "" without a combat."""
    return basis_line(basis(table, table.fight), table.language) if table.fight else ""


# The answer and the panels beside the board --------------------------------------------------------------------------


def answer_html(table: CombatTable) -> str:
    """The chance to win in large type, the throw beside it, the three chances as a bar."""
    fight = table.fight
    if fight is None:
        return page.answer_html("–", table.say("no_combat"), table.problem, [], "")
    found = chances(fight, table.objective)
    colours = COLOURS[SIDES[0]], NEUTRAL, COLOURS[SIDES[1]]
    keys = ("win", "p_win"), ("draw", "p_draw"), ("defeat", "p_loss")
    parts = [(key, found[chance], colour) for (key, chance), colour in zip(keys, colours)]
    claim = table.say("wins", side=table.name(SIDES[0]))
    exact = table.say("of_36", rolls=found["p_win"] * 36)
    number = percent(found["p_win"])
    return counter_page.answer_html(table, number, claim, throw_text(table), parts, basis(table, fight), exact)


def throw_text(table: CombatTable) -> str:
    """What this throw costs both sides."""
    now = thrown(table)
    if now is None:
        return ""
    losses = {"attacker_loss": now.taken.result.attacker_loss, "defender_loss": now.taken.result.defender_loss}
    names = {side: table.name(side) for side in SIDES}
    return table.say("throw", a=table.dice[0], d=table.dice[1], **names, **losses)


def modifiers_html(table: CombatTable) -> str:
    """Every modifier on a line: why, from what, for whom."""
    fight = table.fight
    if fight is None:
        return ""
    mine, theirs = fight.attacker, fight.defender
    ratio = fight.ratio.replace(":", " : ")
    why = {
        "leader": table.say("why_leader", a=rated(mine) or "–", d=rated(theirs) or "–"),
        "numerical": table.say("why_numerical", a=mine.csp, d=theirs.csp, ratio=ratio),
        "cavalry": "",
        "card": "",
    }
    if fight.at == "land":
        enough = any(row.reason == "cavalry" for row in fight.modifiers)
        why["cavalry"] = table.say("why_cavalry" if enough else "why_no_cavalry", a=mine.cavalry, d=theirs.cavalry)
    why |= {reason: table.say("why_printed") for reason, *_ in table.printed}
    return counter_page.modifiers_html(table, fight, why)


def ways_rows(table: CombatTable, most: int = 8) -> tuple[list[list[str]], list[tuple[int, int]]]:
    """The ways to spend the net on this throw for a list of choices, and the split that each stands for."""
    fight, now = table.fight, thrown(table)
    if fight is None or now is None or len(now.ways) < 2:
        return [], []
    ways = list(now.ways[:most])
    if now.taken not in ways:
        ways[-1] = now.taken
    return [_way_row(fight, way) for way in ways], [(way.raise_enemy, way.lower_own) for way in ways]


def _way_row(fight: Combat, way: Spent) -> list[str]:
    losses = (way.result.defender_loss, way.result.attacker_loss)
    enemy, own = losses if fight.holder == SIDES[0] else losses[::-1]
    return [f"+{way.raise_enemy} {MINUS}{way.lower_own}", f"{enemy} : {own}", signed(enemy - own)]


def payment_options(table: CombatTable, side: Side) -> list[str]:
    """The ways in which a side may pay, named by what is lost and turned, cheapest first."""
    now, units = thrown(table), table.force(side)
    return [_paid_text(table, units, way) for way in now.payments[SIDES.index(side)]] if now else []


def _paid_text(table: CombatTable, units: Force, way: Payment) -> str:
    """What a payment costs: counters gone, counters turned, and by how much it overshoots."""
    over = [table.say("overshoot", csp=way.overshoot)] if way.overshoot else []
    return "; ".join([*_paid_lists(table.language, units, way.left), *over]) or table.say("nothing_paid")


@lru_cache(4096)  # a throw offers up to 60 ways a side, most of them those of the throw before
def _paid_lists(language: str, units: Force, left: Force) -> tuple[str, ...]:
    found = {state: Counter[str]() for state in ("gone", "turned")}
    for one in shown(units, left):
        if one.state in found:
            found[one.state]["r" * one.reduced + one.unit] += 1
    said = {
        state: ", ".join(f"{count} {name}" if count > 1 else name for name, count in names.items())
        for state, names in found.items()
    }
    return tuple(word(f"roma_victrix.board.{state}", language, units=names) for state, names in said.items() if names)


def view(table: CombatTable) -> CombatView:
    now, fight = thrown(table), table.fight
    first, second = (_army(table, side, now) for side in SIDES)
    said = table.say, (first, second), table.title, sentence(table)
    if fight is None or now is None:
        return CombatView(*said, False, table.problem)
    found = chances(fight, table.objective)
    rolls = int(found["p_win" if fight.holder == SIDES[0] else "p_loss"] * 36)
    return CombatView(
        *said,
        table.paying and not now.unpaid,
        dealt=tuple(_dealt(table, fight, now, side) for side in SIDES),
        finding=table.say("cells_title", rolls=rolls, side=table.name(fight.holder)),
        cells=tuple((roll, _cell(split)) for roll, split in cells(fight, table.objective).items()),
        dice=table.dice,
        ladder=_ladder(table, fight),
        means=tuple(_mean(table, side, float(found[f"{side}_loss"])) for side in SIDES[::-1]),
        leaders=tuple(
            (table.name(side), percent(found[f"{side}_dies"]) if table.force(side).leader else "–")
            for side in SIDES[::-1]
        ),
    )


def _army(table: CombatTable, side: Side, now: Thrown | None) -> Army:
    units, place = table.force(side), SIDES.index(side)
    left, notes = None, list[str]()
    role: dict[str, Any] = {"role": word(f"side.{side}", table.language), "csp": units.csp}
    said = table.say("role", **role)
    if now and table.paying and not now.unpaid:
        left, loss = now.left[place], now.losses[place]
        said = table.say("role_left", **role, left=left.csp)
        notes = [table.say("paid", paid=units.csp - left.csp, loss=loss), *_paid_lists(table.language, units, left)]
    if units.cargo.stacks:
        said = table.say("role_cargo", role=said, csp=sum(stack.csp for stack in units.cargo.stacks))
    return counter_page.army(table, side, said, left, leader=units.leader, pays=True, notes=notes)


def _dealt(table: CombatTable, fight: Combat, now: Thrown, side: Side) -> Dealt:
    """A side's die: the loss that it deals, by Treachery to itself, and what the holder's points do to it."""
    result, mine = now.taken.result, fight.holder == side
    victim = side if fight.treachery else OTHER[side]
    percents = {"attacker": result.attacker_loss_pct, "defender": result.defender_loss_pct}
    losses = {"attacker": result.attacker_loss, "defender": result.defender_loss}
    most, best = most_points(table), now.ways[0]
    raised, lowered = ("raise", now.taken.raise_enemy, most[0], best.raise_enemy), (
        "lower", now.taken.lower_own, most[1], best.lower_own,
    )  # fmt: skip
    kind, points, top, wanted = raised if mine else lowered
    value = table.dice[SIDES.index(side)]
    of = percents[victim], table.force(victim).csp, losses[victim]
    return Dealt(side, value, *of, kind, points, top if fight.net_drm else 0, wanted)


def _cell(split: Spent) -> tuple[int, int, int]:
    result = split.result
    return OUTCOMES[result.winner], result.attacker_loss, result.defender_loss


def _ladder(table: CombatTable, fight: Combat) -> Bars:
    """The holder's chance to win by the points that he holds, and what his largest modifier adds."""
    held = abs(fight.net_drm)
    first = max(0, min(held - 2, held - 5)) if held > 5 else 0
    asked = tuple(range(first, first + 6))
    shares = by_points(fight, table.objective, asked)
    bars = tuple((f"+{one}" if one else "0", float(share), one == held) for one, share in zip(asked, shares))
    mine = [row for row in fight.modifiers if row.side == fight.holder]
    if mine and held:
        most = max(mine, key=lambda row: row.points)
        here, there = by_points(fight, table.objective, (held, held - most.points))
        text = word(f"roma_victrix.finding.{most.reason}", table.language, points=points(here - there, ""))
    else:
        here, more = by_points(fight, table.objective, (held, held + 1))
        text = table.say("ladder_more", points=points(more - here, ""))
    return Bars(text, table.say("ladder_note", side=table.name(fight.holder)), bars, fight.holder)


def _mean(table: CombatTable, side: Side, mean: float) -> tuple[str, Side, str, float]:
    csp = table.force(side).csp
    return table.name(side), side, table.say("mean_of", mean=f"{mean:.1f}", csp=csp), mean / csp
