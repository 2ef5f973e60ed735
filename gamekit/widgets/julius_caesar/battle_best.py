"""Best play on the battle board: what is asked of it beside the page, and how the page says what came."""

from __future__ import annotations

from html import escape
from typing import Final

from gamekit.julius_caesar import Battle, Fight, Position
from gamekit.julius_caesar.fight.decisions import EQUAL, FoundBest, costs_of, decisions, legal, more, standing_act
from gamekit.julius_caesar.fight.played import Act
from gamekit.julius_caesar.tables import ATTACKER, ROLES
from gamekit.text.translation import error_text, percent, word
from gamekit.widgets import page
from gamekit.widgets.julius_caesar import battle_story as story
from gamekit.widgets.julius_caesar.battle_story import BEST, ORDERS, BattleTable
from gamekit.widgets.page import Area, Control, Html, Soon, Tile, Tiles, quiet, section

PLAYS: Final = (ORDERS, BEST)
PAUSE: Final = 0.4  # seconds without a change before slower figures follow


def soon(table: BattleTable) -> Soon | None:
    """The next part of best play, then what the decisions of a fight that is over have cost."""
    battle, course = table.battle, table.course
    if table.play != BEST or not battle:
        return None
    found = table.found or FoundBest(battle, _position(table, battle))
    if not found.whole:
        of = (table.setup, found.position, found.value is None, found.chances is None)
        return Soon(lambda: more(found), ("best found",), of, pause=PAUSE if found.value is not None else 0.0)
    if table.over and table.costs is None:
        return Soon(lambda: (course, costs_of(battle, course)), ("costs",), (table.setup, course), pause=PAUSE)
    return None


def _position(table: BattleTable, battle: Battle) -> Position:
    return table.fight.position if table.fight else Fight(battle).position


def switch(table: BattleTable) -> Area:
    """Standing orders or best play, what perfect play gains, and in a fight every choice with its cost."""
    say, found, fight = table.say, table.found, table.fight
    plays = tuple(Tile(escape(say(play)), say(play), ("play", play), "gk-play", play == table.play) for play in PLAYS)
    children: list[Control] = [Tiles(plays, say("play"), key="play")]
    if table.play == BEST and table.battle and not table.over:
        if fight:
            children += _options(table, fight)
        if found and found.gains:
            children += [quiet(line) for line in _gain_lines(table, found)]
        elif found and found.refused and found.value is not None:
            children += [quiet(error_text(found.refused, table.language))]
        elif found and found.value is not None:
            children += [quiet(say("best_gains_soon"))]
    return section(say("worth"), *children)


def _gain_lines(table: BattleTable, found: FoundBest) -> list[str]:
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


def _options(table: BattleTable, fight: Fight) -> list[Control]:
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


def _tile(table: BattleTable, fight: Fight, side: str, act: Act, worth: tuple[float, float] | None, best: bool) -> Tile:
    said = act_text(table, fight.position, side, act)
    ordered = act == standing_act(fight)
    marks = [table.say(mark) for mark, holds in (("mark_best", best), ("mark_order", ordered)) if holds]
    value, cost = (percent(worth[0]), _cost(worth[1])) if worth else ("…", "")
    label = ", ".join([said, *marks, *([value, cost] if worth else [])])
    small = f" <small>{escape(' · '.join(marks))}</small>" if marks else ""
    html = f"<span>{escape(said)}{small}</span><b>{escape(value)}</b><span>{cost}</span>"
    kind = "gk-option" + " gk-best" * best + " gk-order-row" * ordered
    return Tile(html, label, ("act", *act), kind)


def _cost(cost: float) -> str:
    return "0" if cost <= EQUAL else f"\N{MINUS SIGN}{_points(cost)}"


def act_text(table: BattleTable, position: Position, side: str, act: Act) -> str:
    """``Legio 10 III fires``."""
    now, battle = position.side(side)[act[1]], table.battle
    cut_off = battle and (battle.cut_off if side == ATTACKER else battle.defender_cut_off)
    done = "dies" if act[0] == "retreats" and cut_off else act[0]
    block = story.strength_text(table, now.block.at(now.strength))
    return word(f"julius_caesar.board.act.{done}", table.language, block=block)


def log_notes(table: BattleTable) -> dict[int, str]:
    """What is added to entries of the log when a fight is over: the decisions that gave something away."""
    notes: dict[int, str] = {}
    for one in table.costs if isinstance(table.costs, tuple) else ():
        best = act_text(table, one.position, one.side, one.best)
        said = table.say("log_cost", side=table.side_name(one.side), cost=_points(one.cost), best=best)
        notes[one.entry] = f"{notes.get(one.entry, '')} {said}"
    return notes


def cost_lines(table: BattleTable) -> str:
    """What both sides gave away in a fight that is over."""
    if table.costs is None:
        return table.say("costs_soon")
    if isinstance(table.costs, ValueError):
        return error_text(table.costs, table.language)
    sums = {role: sum(one.cost for one in table.costs if one.side == role) for role in ROLES}
    first, second = (table.say("gave_away", side=table.side_name(role), cost=_points(sums[role])) for role in ROLES)
    return table.say("costs_said", first=first, second=second, decisions=len(decisions(table.course)))
