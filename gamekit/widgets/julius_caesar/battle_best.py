"""Best play on the battle board: what is asked of it beside the page, and how the page says what came."""

from __future__ import annotations

from dataclasses import replace
from html import escape
from itertools import pairwise
from typing import Any, Final

from gamekit.julius_caesar import Battle, Fight, Position
from gamekit.julius_caesar.tables import ATTACKER, DEFENDER, ROLES
from gamekit.progress import tell
from gamekit.widgets import page
from gamekit.widgets.julius_caesar import battle_story as story
from gamekit.widgets.julius_caesar.battle_fight import Act, Course, DecisionCost, FoundBest, acting_first
from gamekit.widgets.julius_caesar.battle_story import Table
from gamekit.widgets.look import NEUTRAL
from gamekit.widgets.page import Area, Control, Html, Soon, Tile, Tiles, quiet, section
from gamekit.words import Note, clauses_line, percent, reason, spoken, word

ORDERS, BEST = "orders", "best"
PLAYS: Final = (ORDERS, BEST)
EQUAL: Final = 1e-12  # of a chance: choices that differ by less are equally good
ACTS: Final = {"fires": "fires", "passes": "passes", "leaves": "retreats", "eliminated": "retreats"}
PAUSE: Final = 0.4  # seconds without a change before slower figures follow


def options_of(battle: Battle, position: Position) -> dict[Act, tuple[float, float]]:
    """The value and the cost of every choice, by what is done and the slot that does it."""
    frame = battle.best().at(position).options()
    acts = zip(frame["act"], frame.attrs["slots"])
    return dict(zip(acts, zip(map(float, frame["value"]), map(float, frame["cost"]))))


def more(found: FoundBest) -> FoundBest:
    """The next part of an answer; a ValueError is kept, for its sentence is to be shown."""
    try:
        best = found.battle.best(progress=tell).at(found.position)
        if found.value is None:
            options = options_of(found.battle, found.position)
            return replace(found, value=float(best.value), options=options, basis=best.basis)
        if found.chances is None:
            return replace(found, chances=best.chances)
        return replace(found, gains=_gains(best.against("orders")))
    except ValueError as error:
        return replace(found, refused=error)


def _gains(frame: Any) -> tuple[tuple[str, float, float, str | None], ...]:
    whole = frame[frame.decides == "everything"].set_index(["side", "against"]).gain
    return tuple((s, float(whole[s, "orders"]), float(whole[s, "best"]), frame.attrs["to_blame"][s]) for s in ROLES)


def decisions(course: Course) -> list[tuple[int, str, Position, Act]]:
    """Every decision of a fight: its place in the log, who took it, where, and what it was."""
    made = []
    for before, after in pairwise(course):
        entry, struck = len(after.fight.log) - 1, before.fight.struck
        if struck:
            slots = enumerate(zip(before.fight.position.side(struck), after.fight.position.side(struck)))
            slot = next(slot for slot, (old, new) in slots if new.strength < old.strength)
            made.append((entry, struck, before.fight.position, ("takes it", slot)))
        elif after.actor and after.turns > before.turns:
            act = ACTS[after.fight.log[-1].deed]
            made.append((entry, after.actor[0], before.fight.position, (act, after.actor[1])))
    return made


def costs_of(battle: Battle, course: Course) -> tuple[DecisionCost, ...] | ValueError:
    """What each decision of a fight gave away, where it gave something away; why not where best play is refused."""
    found = []
    try:
        made = decisions(course)
        for place, (entry, side, position, act) in enumerate(made):
            tell(place / len(made))
            options = options_of(battle, position)
            cost = options.get(act, (0.0, 0.0))[1]
            if cost > EQUAL:
                found.append(DecisionCost(entry, side, cost, position, min(options, key=lambda one: options[one][1])))
    except ValueError as error:
        return error
    return tuple(found)


def legal(fight: Fight) -> list[Act]:
    """Every choice of this moment, whatever it is worth."""
    if fight.pending:
        return [("takes it", slot) for slot in fight.tied]
    made: list[Act] = []
    for slot in fight.position.firing:
        turn = acting_first(fight, slot).turn
        assert turn is not None
        acts = {"fires": not turn.must_leave, "passes": not turn.must_leave, "retreats": turn.may_leave}
        made += [(act, slot) for act, may in acts.items() if may]
    return made


# What is still to be worked out ---------------------------------------------------------------------------------------


def soon(table: Table) -> Soon | None:
    """The next part of best play, then what the decisions of a fight that is over have cost."""
    battle = table.battle
    if table.play != BEST or not battle:
        return None
    found, course = table.found or FoundBest(battle, _position(table, battle)), table.course
    if not found.whole:
        of = (table.setup, found.position, found.value is None, found.chances is None)
        return Soon(lambda: more(found), ("best found",), of, pause=PAUSE if found.value is not None else 0.0)
    if course and course[-1].fight.over and table.costs is None:
        return Soon(lambda: (course, costs_of(battle, course)), ("costs",), (table.setup, course), pause=PAUSE)
    return None


def _position(table: Table, battle: Battle) -> Position:
    return table.fight.position if table.fight else Fight(battle).position


# What the page says ---------------------------------------------------------------------------------------------------


def answer_html(table: Table) -> str:
    """The answer under best play, with its own basis; why there is none where it was refused."""
    found = table.found
    if found is None or not table.battle:
        return page.answer_html("…", table.say("best_counting"), table.say("best_stop"), [], "")
    if found.value is None:
        said = reason(found.refused, table.language) if found.refused else ""
        return page.answer_html("–", table.say("best_none"), said, [], "")
    ends, colours = table.ends, (table.colour(ATTACKER), NEUTRAL, table.colour(DEFENDER))
    shares: tuple[Any, ...] = (found.value, 1 - found.value)
    if found.chances:
        shares = (found.chances.attacker_wins, found.chances.attacker_leaves, found.chances.attacker_eliminated)
        parts = [(label, float(share), colour) for label, share, colour in zip(ends, shares, colours)]
    else:
        not_won = table.say("wins_not", side=table.side_name(ATTACKER))
        parts = [(ends[0], shares[0], colours[0]), (not_won, shares[1], colours[1])]
    entries = found.chances.basis if found.chances else found.basis
    over = bool(table.fight and table.fight.over)
    remark = "" if over else table.say("best_remark")
    if table.chances and not over:
        remark = table.say("best_remark_orders", chance=percent(table.chances.attacker_wins))
    basis = " · ".join(spoken(entry, table.language) for entry in entries if isinstance(entry, Note))
    claim = story.claim(table, shares)
    return page.answer_html(
        percent(found.value), claim, remark, parts, basis, clauses_line(entries, table.language), colours[0]
    )


def switch(table: Table) -> Area:
    """Standing orders or best play, what perfect play gains, and in a fight every choice with its cost."""
    say, found, fight = table.say, table.found, table.fight
    plays = tuple(Tile(escape(say(play)), say(play), ("play", play), "gk-play", play == table.play) for play in PLAYS)
    children: list[Control] = [Tiles(plays, say("play"), key="play")]
    if table.play == BEST and table.battle and not (fight and fight.over):
        if fight:
            children += _options(table, fight)
        if found and found.gains:
            children += [quiet(line) for line in _gain_lines(table, found)]
        elif found and found.refused and found.value is not None:
            children += [quiet(reason(found.refused, table.language))]
        elif found and found.value is not None:
            children += [quiet(say("best_gains_soon"))]
    return section(say("worth"), *children)


def _gain_lines(table: Table, found: FoundBest) -> list[str]:
    lines = []
    for side, orders, best, blame in found.gains:
        name = table.side_name(side)
        if max(orders, best) <= EQUAL:
            lines.append(table.say("gains_nothing", side=name))
            continue
        said = table.say("gains", side=name, orders=_points(orders), best=_points(best))
        blamed = table.say("to_blame", order=word(f"julius_caesar.board.order.{blame}", table.language))
        lines.append(f"{said} {blamed}" if blame else said)
    return lines


def _points(share: float) -> str:
    """A difference of chances in points of a per cent; small ones are not said to be none."""
    return f"{100 * share:.1f}" if 100 * share >= 0.05 else "0" if share <= EQUAL else "<0.1"


def _options(table: Table, fight: Fight) -> list[Control]:
    found = table.found
    acts, known = legal(fight), found.options if found else {}
    if found and found.value is not None and not known:  # 7.62: they die, and nobody chooses
        known = dict.fromkeys(acts, (found.value, 0.0))
    acts = sorted(acts, key=lambda act: max(known[act][1], EQUAL) if act in known else 2.0)
    side = fight.struck or (fight.turn.side if fight.turn else ATTACKER)
    best = [act for act in acts if act in known and known[act][1] <= EQUAL]
    head = table.say("takes_head" if fight.pending else "acts_head", side=table.side_name(side))
    aside = table.say("options_aside", side=table.side_name(ATTACKER))
    tiles = tuple(_tile(table, fight, side, act, known.get(act), act in best) for act in acts)
    return [
        Html(page.heading_html(head, "", 3) + f'<div class="gk-quiet gk-right">{escape(aside)}</div>'),
        Tiles(tiles, head, key="options"),
        quiet(table.say("options_equal", number=len(best)) if len(best) > 1 else table.say("options_note")),
    ]


def _tile(table: Table, fight: Fight, side: str, act: Act, worth: tuple[float, float] | None, best: bool) -> Tile:
    said = act_text(table, fight.position, side, act)
    ordered = act == _ordered(fight)
    marks = [table.say(mark) for mark, holds in (("mark_best", best), ("mark_order", ordered)) if holds]
    value, cost = (percent(worth[0]), _cost(worth[1])) if worth else ("…", "")
    label = ", ".join([said, *marks, *([value, cost] if worth else [])])
    small = "".join(f" <small>{escape(mark)}</small>" for mark in marks)
    html = f"<span>{escape(said)}{small}</span><b>{value}</b><span>{cost}</span>"
    kind = "gk-option" + " gk-best" * best + " gk-order-row" * ordered
    return Tile(html, label, ("act", *act), kind)


def _ordered(fight: Fight) -> Act | None:
    """What standing orders do now."""
    if fight.standing_choice is not None and fight.pending:
        return ("takes it", fight.standing_choice)
    turn = fight.turn
    return ("retreats" if turn.must_leave else "fires", turn.index) if turn else None


def _cost(cost: float) -> str:
    return "0" if cost <= EQUAL else f"\N{MINUS SIGN}{_points(cost)}"


def act_text(table: Table, position: Position, side: str, act: Act) -> str:
    """``Legio 10 III fires``."""
    now, battle = position.side(side)[act[1]], table.battle
    cut_off = battle and (battle.cut_off if side == ATTACKER else battle.defender_cut_off)
    done = "dies" if act[0] == "retreats" and cut_off else act[0]
    return word(
        f"julius_caesar.board.act.{done}",
        table.language,
        block=story.strength_text(table, now.block.at(now.strength)),
    )


def log_notes(table: Table) -> dict[int, str]:
    """What is added to entries of the log when a fight is over: the decisions that gave something away."""
    notes: dict[int, str] = {}
    for one in table.costs if isinstance(table.costs, tuple) else ():
        best = act_text(table, one.position, one.side, one.best)
        said = table.say("log_cost", side=table.side_name(one.side), cost=_points(one.cost), best=best)
        notes[one.entry] = f"{notes.get(one.entry, '')} {said}"
    return notes


def cost_lines(table: Table) -> str:
    """What both sides gave away in a fight that is over."""
    if table.costs is None:
        return table.say("costs_soon")
    if isinstance(table.costs, ValueError):
        return reason(table.costs, table.language)
    sums = {role: sum(one.cost for one in table.costs if one.side == role) for role in ROLES}
    first, second = (table.say("gave_away", side=table.side_name(role), cost=_points(sums[role])) for role in ROLES)
    return table.say("costs_said", first=first, second=second, decisions=len(decisions(table.course)))
