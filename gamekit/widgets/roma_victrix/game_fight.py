"""A fight set up from the map: the combat or siege panel with what a seat knows of both sides."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache, partial
from html import escape
from typing import Any, Final

from gamekit.roma_victrix.forces import attacker_wins
from gamekit.roma_victrix.geography import INDEX, PLACES, PROVINCE, province_of
from gamekit.roma_victrix.luck import fight_calculator
from gamekit.roma_victrix.notation import name_in
from gamekit.roma_victrix.odds.combat import Combat
from gamekit.roma_victrix.odds.forecasts import FightAhead, SiegeYear, siege_year
from gamekit.roma_victrix.odds.forecasts import fight as fight_of
from gamekit.roma_victrix.odds.siege import Siege
from gamekit.roma_victrix.rules.battle import battle_of, strengths
from gamekit.roma_victrix.rules.control import name_of
from gamekit.roma_victrix.rules.views import View
from gamekit.text.translation import Note, clauses_line, percent, translate, word
from gamekit.widgets import page
from gamekit.widgets.look import NEUTRAL
from gamekit.widgets.roma_victrix.combat_board import CombatBoard
from gamekit.widgets.roma_victrix.forces import Shelf
from gamekit.widgets.roma_victrix.game_atlas import tint_of
from gamekit.widgets.roma_victrix.game_desk import say
from gamekit.widgets.roma_victrix.siege_board import SiegeBoard

ODDS: Final = Shelf(8)  # of fights that were asked about


@lru_cache(maxsize=32)
def set_up(view: View, leader: str, place: int) -> FightAhead | None:
    """The fight of a leader's army against whoever stands in a province; None when there is none."""
    if not leader or place >= len(PROVINCE):
        return None
    try:
        return fight_of(view, leader, PLACES[place])
    except ValueError:  # nobody there, or forces that the rules do not let fight
        return None


def button(view: View, leader: str, place: str, language: str) -> page.Button | None:
    """What opens the panel of the fight in the place looked at."""
    if set_up(view, leader, province_of(INDEX[place])) is None:
        return None
    return page.Button(say("fight", language, leader=name_in(leader, language)), ("fight", place))


def panel(view: View, leader: str, place: str, language: str) -> page.Area | None:
    """The odds over all that the enemy may have, and for a siege over the points on arrival; below them the combat or
    siege board of the likeliest case."""
    fight = set_up(view, leader, province_of(INDEX[place])) if place else None
    if fight is None:
        return None
    names = name_in(leader, language), name_in(fight.enemy, language)
    title = say("fight_in", language, place=name_in(fight.place, language), a=names[0], b=names[1])
    asked = fight.cases[0][0]
    told = [say("fight_seen" if fight.seen else "fight_likeliest", language)]
    if isinstance(asked, Siege):
        asked = replace(asked, operations=fight.middle)
        told.append(say("fight_points", language, points=asked.operations))
    made = page.LiveWidget(partial(_board, asked, names, language), key=("fight", repr(asked), language))
    odds = _odds(fight, tint_of(fight.power).face, language)
    return page.section(title, *odds, page.quiet(" ".join(told)), made, key="fight")


def _odds(fight: FightAhead, colour: str, language: str) -> tuple[page.Control, ...]:
    """The answer that is not the board's own, once it is known; it is worked out beside the page."""
    if fight.seen and not fight.sieges:
        return ()
    if fight not in ODDS.found:
        return page.quiet(word("kit.working", language)), ODDS.soon(fight, partial(_worked_out, fight))
    found, p = ODDS.found[fight]
    names = fight.leader, fight.enemy, fight.place
    named = {key: name_in(name, language) for key, name in zip(("a", "b", "place"), names)}
    claim = say("fight_falls" if fight.sieges else "fight_beats", language, **named)
    parts = [(named["a"], float(p), colour), (say("else", language), 1 - float(p), NEUTRAL)]
    notes = " · ".join(translate(entry, language) for entry in found.basis if isinstance(entry, Note))
    clauses = clauses_line(found.basis, language)
    exact = str(p) if len(str(p)) < 60 else ""
    answer = page.answer_html(percent(p), claim, found.note(language), parts, notes, clauses, colour, exact)
    return (page.Html(answer, "gk-live"),)


def _worked_out(fight: FightAhead) -> tuple[FightAhead | SiegeYear, Any]:
    found = siege_year(fight) if fight.sieges else fight
    return found, found.p


def _board(asked: Combat | Siege, names: tuple[str, str], language: str) -> CombatBoard | SiegeBoard:
    if isinstance(asked, Siege):
        return SiegeBoard(asked, names, language)
    return CombatBoard(asked, names, language)


def at_hand_html(view: View, language: str) -> str:
    """The chance of the fight whose dice are to be thrown, where both sides are seen; "" when there is none."""
    state = view.state
    if state.battle is None:
        return ""
    try:
        fight, asked = battle_of(state), fight_calculator(state)
        p = _chance(asked)
    except (ValueError, IndexError):  # counters that are not seen are no force
        return ""
    names = [name_in(name_of(state, side), language) for side in fight.sides]
    place = name_in(PLACES[fight.place], language)
    claim = say("falls" if isinstance(asked, Siege) else "beats", language, a=names[0], b=names[1], place=place)
    mine, theirs = strengths(state)
    note = say("strengths", language, mine=mine, theirs=theirs)
    tint = tint_of(name_of(state, fight.sides[0])).face
    parts = [(names[0], float(p), tint), (say("else", language), 1 - float(p), NEUTRAL)]
    return page.answer_html(percent(p), claim, note, parts, "5.31, 10.41", escape(say("exact", language)), tint, str(p))


def _chance(asked: Combat | Siege) -> Fraction:
    """How often the attack wins, or the city falls to this throw, when the points are spent on that."""
    if isinstance(asked, Siege):
        return asked.p_falls()
    return Fraction(asked.odds("win").p(attacker_wins))
