"""What the combat board says: sentences, tables and labels of a table, in its language. Nothing is computed here."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from gamekit.probability.distribution import Basis, join
from gamekit.roma_victrix import Force, Payment
from gamekit.roma_victrix.odds.combat import Spent
from gamekit.roma_victrix.procedures import effective_rating
from gamekit.roma_victrix.tables import SIDES, Side
from gamekit.text.translation import basis_line, percent, word
from gamekit.widgets import page
from gamekit.widgets.look import NEUTRAL
from gamekit.widgets.roma_victrix import counter_page
from gamekit.widgets.roma_victrix.combat_table import CombatTable, Thrown, chances, thrown
from gamekit.widgets.roma_victrix.counter_page import COLOURS
from gamekit.widgets.roma_victrix.forces import shown


def basis(table: CombatTable) -> Basis:
    fight, now = table.fight, thrown(table)
    if fight is None:
        return ()
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
    return counter_page.sentence(table, table.say("sentence_sea" if laden else "sentence", **said), basis(table))


def basis_text(table: CombatTable) -> str:
    """What the chances depend on, in a line; "" without a combat."""
    return basis_line(basis(table), table.language) if table.fight else ""


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
    return counter_page.answer_html(table, number, claim, throw_text(table), parts, exact)


def throw_text(table: CombatTable) -> str:
    """What this throw costs both sides."""
    now = thrown(table)
    if now is None:
        return ""
    losses = {"attacker_loss": now.taken.result.attacker_loss, "defender_loss": now.taken.result.defender_loss}
    names = {side: table.name(side) for side in SIDES}
    return table.say("throw", a=table.dice[0], d=table.dice[1], **names, **losses)


def reasons(table: CombatTable) -> dict[str, str]:
    """Why each modifier is there, or is not, by its name."""
    fight = table.fight
    if fight is None:
        return {}
    mine, theirs = fight.attacker, fight.defender
    ratio = fight.ratio.replace(":", " : ")
    why = {
        "leader": table.say("why_leader", a=effective_rating(mine) or "–", d=effective_rating(theirs) or "–"),
        "numerical": table.say("why_numerical", a=mine.csp, d=theirs.csp, ratio=ratio),
        "cavalry": "",
        "card": "",
    }
    if fight.at == "land":
        enough = any(row.reason == "cavalry" for row in fight.modifiers)
        why["cavalry"] = table.say("why_cavalry" if enough else "why_no_cavalry", a=mine.cavalry, d=theirs.cavalry)
    return why | {reason: table.say("why_printed") for reason, *_ in table.printed}


def shown_ways(now: Thrown, most: int = 6) -> tuple[Spent, ...]:
    """The ways to spend the net on this throw that are offered, the one taken among them."""
    ways = now.ways[:most]
    return ways if now.taken in ways else (*ways[:-1], now.taken)


def payment_options(table: CombatTable, side: Side) -> list[str]:
    """The ways in which a side may pay, named by what is lost and turned, cheapest first."""
    now, units = thrown(table), table.force(side)
    return [_paid_text(table, units, way) for way in now.payments[SIDES.index(side)]] if now else []


def _paid_text(table: CombatTable, units: Force, way: Payment) -> str:
    """What a payment costs: counters gone, counters turned, and by how much it overshoots."""
    over = [table.say("overshoot", csp=way.overshoot)] if way.overshoot else []
    return "; ".join([*paid_lists(table.language, units, way.left), *over]) or table.say("nothing_paid")


@lru_cache(4096)  # a throw offers up to 60 ways a side, most of them those of the throw before
def paid_lists(language: str, units: Force, left: Force) -> tuple[str, ...]:
    found = {state: Counter[str]() for state in ("gone", "turned")}
    for one in shown(units, left):
        if one.state in found:
            found[one.state]["r" * one.reduced + one.unit] += 1
    said = {
        state: ", ".join(f"{count} {name}" if count > 1 else name for name, count in names.items())
        for state, names in found.items()
    }
    return tuple(word(f"roma_victrix.board.{state}", language, units=names) for state, names in said.items() if names)
