"""A fight set up from the map: the combat or siege panel with what a seat knows of both sides."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from html import escape
from typing import NamedTuple

from gamekit.roma_victrix.game import at_hand, named_in
from gamekit.roma_victrix.game_state import FLEET, NONE, Body, State, Units, as_force
from gamekit.roma_victrix.odds.combat import Combat, LandCombat
from gamekit.roma_victrix.odds.siege import Siege
from gamekit.roma_victrix.places import INDEX, PLACES, PROVINCE, province_of
from gamekit.roma_victrix.rules.battle import battle_of
from gamekit.roma_victrix.rules.board import (
    as_major,
    camp,
    capital_at,
    has_land,
    is_roman,
    land_of,
    leader_named,
    leaders_at,
    name_of,
    rating_of,
    units_of,
)
from gamekit.roma_victrix.rules.views import View
from gamekit.roma_victrix.state import Force, attacker_wins
from gamekit.widgets import page
from gamekit.widgets.look import NEUTRAL
from gamekit.widgets.roma_victrix.combat_board import CombatBoard
from gamekit.widgets.roma_victrix.game_atlas import tint_of
from gamekit.widgets.roma_victrix.game_view import percent
from gamekit.widgets.roma_victrix.siege_board import SiegeBoard
from gamekit.words import word

MEAN_DIE = 3  # a leader who has not rolled is taken to have his rating and this, rounded down


class FightShown(NamedTuple):
    """A fight as a panel shows it: what is asked, the sides' names, and whether all of the enemy is seen."""

    asked: Combat | Siege
    names: tuple[str, str]
    seen: bool


def say(key: str, language: str, **fields: object) -> str:
    return word(f"roma_victrix.map.{key}", language, **fields)


def set_up(view: View, leader: str, place: int, language: str) -> FightShown | None:
    """The fight of a leader's army against whoever stands in a province; None when there is none.

    Counters that are not seen are taken to be a mirror of the leader's own army, which the panel says."""
    state = view.state
    if not leader or place >= len(PROVINCE):
        return None
    number = leader_named(state, leader)
    who = state.leaders[number]
    side = camp(state, who.owner)
    army = _army(state, province_of(who.place), side)
    other = _other(state, place, side)
    if other is None or not any(army) or min(army) < 0:
        return None
    mine = as_force(army, who.rating, is_roman(state, who.owner))
    theirs, seen = _theirs(state, place, other, mine)
    names = (named_in(leader, language), named_in(name_of(state, other), language))
    city = capital_at(state, place)
    try:
        if city and city.csp and camp(state, city.owner) == other:
            points = state.active.ops if state.active else who.rating + MEAN_DIE
            inside = theirs if theirs and theirs.csp else None
            siege = Siege(mine, inside, city.csp, as_major(state, city), state.treasury[city.owner], max(1, points))
            return FightShown(siege, names, seen)
        return FightShown(LandCombat(mine, theirs), names, seen) if theirs else None
    except ValueError:  # forces that the rules do not let fight
        return None


def _army(state: State, place: int, side: int) -> Units:
    return land_of(units_of(each for each in state.groups if each.place == place and camp(state, each.owner) == side))


def _other(state: State, place: int, side: int) -> int | None:
    """Whom a fight in a province would be against: units there, else a capital, else a garrison."""
    camps = [camp(state, group.owner) for group in state.groups if group.place == place and has_land(group.units)]
    city, garrison = capital_at(state, place), state.garrisons[place]
    camps += [camp(state, city.owner)] if city and city.csp else []
    camps += [camp(state, garrison)] if garrison != NONE else []
    return next((other for other in camps if other != side), None)


def _theirs(state: State, place: int, other: int, mine: Force) -> tuple[Force | None, bool]:
    """The enemy as far as he is seen; a mirror of one's own army where he is not."""
    groups = [each for each in state.groups if each.place == place and camp(state, each.owner) == other]
    land = [group for group in groups if has_land(group.units)]
    garrison = state.garrisons[place]
    guards = int(garrison != NONE and camp(state, garrison) == other)
    best = leaders_at(state, place, other)
    rating = rating_of(state, best[0]) if best else 0
    if any(_unseen(group) for group in land):
        return Force(mine.of_kind("land").stacks, rating, mine.roman), False
    units = land_of(units_of(land))
    if not any(units[:FLEET]) and not guards:
        return None, True
    roman = bool(land) and is_roman(state, land[0].owner)
    return as_force(units, rating, roman, guards, state.limes[place]), True


def _unseen(group: Body) -> bool:
    return min(group.units) < 0


def button(view: View, leader: str, place: str, language: str) -> page.Button | None:
    """What opens the panel of the fight in the place looked at."""
    if set_up(view, leader, province_of(INDEX[place]), language) is None:
        return None
    return page.Button(say("fight", language, leader=named_in(leader, language)), ("fight", place))


def panel(view: View, leader: str, place: str, language: str) -> page.Area | None:
    """The combat or siege board of the fight, below the map."""
    fight = set_up(view, leader, province_of(INDEX[place]), language) if place else None
    if fight is None:
        return None
    title = say(
        "fight_in", language, place=named_in(PLACES[INDEX[place]], language), a=fight.names[0], b=fight.names[1]
    )
    told = page.quiet(say("fight_seen" if fight.seen else "fight_unseen", language))
    made = page.LiveWidget(partial(_board, fight, language), key=("fight", repr(fight)))
    return page.section(title, told, made, key="fight")


def _board(fight: FightShown, language: str) -> CombatBoard | SiegeBoard:
    if isinstance(fight.asked, Siege):
        return SiegeBoard(fight.asked, fight.names, language)
    return CombatBoard(fight.asked, fight.names, language)


def at_hand_html(view: View, language: str) -> str:
    """The chance of the fight whose dice are to be thrown, where both sides are seen; "" when there is none."""
    state = view.state
    if state.battle is None:
        return ""
    try:
        fight, asked = battle_of(state), at_hand(state)
        p = _chance(asked)
    except (ValueError, IndexError):  # counters that are not seen are no force
        return ""
    names = [named_in(name_of(state, side), language) for side in fight.sides]
    place = named_in(PLACES[fight.place], language)
    claim = say("falls" if isinstance(asked, Siege) else "beats", language, a=names[0], b=names[1], place=place)
    note = say("strengths", language, mine=asked.attacker.csp, theirs=asked.defender.csp if asked.defender else 0)
    tint = tint_of(name_of(state, fight.sides[0])).face
    parts = [(names[0], float(p), tint), (say("else", language), 1 - float(p), NEUTRAL)]
    return page.answer_html(percent(p), claim, note, parts, "5.31, 10.41", escape(say("exact", language)), tint, str(p))


def _chance(asked: Combat | Siege) -> Fraction:
    """How often the attack wins, or the city falls to this throw, when the points are spent on that."""
    if isinstance(asked, Siege):
        law = asked.odds(_taken)
        return Fraction(law.p(_taken))
    return Fraction(asked.odds("win").p(attacker_wins))


def _taken(result: object) -> bool:
    return bool(getattr(result, "captured", False))
