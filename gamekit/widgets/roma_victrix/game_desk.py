"""What lies beside the map: the answer, the treasury, what may be raised, cards, the standing, what to do now.

All of it is worked out from a view, so that it holds nothing that the seat does not know."""

from __future__ import annotations

from dataclasses import fields
from fractions import Fraction
from functools import lru_cache
from html import escape
from typing import Any, Final

from gamekit.probability.distribution import Dist
from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.geography import CARD_TIMES, PLACES, PROVINCE, province_of
from gamekit.roma_victrix.notation import name_in
from gamekit.roma_victrix.odds.forecasts.budget import Budget, budget
from gamekit.roma_victrix.odds.forecasts.describe import sentence
from gamekit.roma_victrix.odds.forecasts.reach import Destination
from gamekit.roma_victrix.rules import supply, treasury, victory
from gamekit.roma_victrix.rules.control import camp, capital_of, city_income, control, scenario_constants
from gamekit.roma_victrix.rules.views import HIDDEN, View
from gamekit.roma_victrix.state import NONE, Due, Leader, State
from gamekit.text.translation import percent, word
from gamekit.widgets import page
from gamekit.widgets.look import GOOD, INK, NEUTRAL
from gamekit.widgets.roma_victrix.game_atlas import SIGNS, tint_of

STAGES: Final = {  # the parts of a turn, by what is being done (4.2)
    "attrition": (Due.MARKER_ROLL, Due.ATTRITION_ROLL),
    "economy": (Due.MAINTAIN, Due.RAISE, Due.LEVY_ROLL, Due.CARD, Due.CARD_DRAW, Due.MUSTER_DRAW),
    "initiative": (Due.INITIATIVE, Due.CONSULS),
    "turns": (),
}
MONEY: Final = (*STAGES["economy"], *STAGES["attrition"])
UNITS: Final = (s.Take, s.Leave)
LISTED: Final = 8  # amounts of a law that are told one by one


def say(key: str, language: str, **fields: Any) -> str:
    return word(f"roma_victrix.map.{key}", language, **fields)


def year_said(state: State, language: str) -> str:
    """The year of a turn; there is no year 0."""
    year = scenario_constants(state).year + max(0, state.turn - 1)
    return word("history.bc", language, year=1 - year) if year < 1 else word("history.ad", language, year=year)


def stage(state: State) -> str:
    """Which part of the turn it is."""
    phase = state.agenda[-1].phase
    return next((name for name, phases in STAGES.items() if phase in phases), "turns")


def heading_html(view: View, eyes: str, language: str) -> str:
    """The year, the part of the turn, who acts now, and through whose eyes it is seen."""
    state = view.state
    now = stage(state)
    parts = [f"<b>{escape(say(name, language))}</b>" if name == now else escape(say(name, language)) for name in STAGES]
    turn = say("turn", language, turn=max(1, state.turn), of=victory.last_turn(state))
    year = f"<h2>{escape(year_said(state, language))}</h2> <b>{escape(turn)}</b>"
    order = "".join(
        disc_html(scenario_constants(state).powers[seat], seat == acting(state))
        for seat in scenario_constants(state).seats
    )
    return (
        f'<div class="gk-war-head"><span>{year}</span><span class="gk-quiet">{" › ".join(parts)}</span>'
        f'<span class="gk-war-seats">{order}<b>{escape(eyes)}</b></span></div>'
    )


def acting(state: State) -> int:
    """The player who decides, or whose turn it is."""
    actor = state.agenda[-1].actor
    return actor if actor != NONE or state.phasing == NONE else state.patron[state.phasing]


def disc_html(power: str, ringed: bool = False) -> str:
    """A power's letter on its colour."""
    kind = "gk-letter gk-ringed" if ringed else "gk-letter"
    return f'<span class="{kind}" style="background:{SIGNS[power].colour}">{escape(SIGNS[power].letter)}</span>'


# The answer -----------------------------------------------------------------------------------------------------------


def way_html(view: View, leader: str, way: Destination, language: str) -> str:
    """The chance that a leader comes to the place looked at without being intercepted."""
    who = next(each for each in view.state.leaders if each.name == leader)
    names = {"leader": name_in(leader, language), "place": name_in(way.place, language)}
    active = view.state.active
    if active and view.state.leaders[active.leader].name == leader:
        note = say("way_left", language, points=way.cost, left=active.ops)
    else:
        face = max(1, way.cost - who.rating)
        note = say("way_note" if face > 1 else "way_sure", language, points=way.cost, rating=who.rating, face=face)
    if way.interceptors:
        others = ", ".join(name_in(name, language) for name in way.interceptors)
        note += say("intercepted", language, leaders=others)
    arrives = float(way.p)
    parts = [(say("arrives", language), arrives, GOOD)]
    parts += [(say("stays", language), 1 - arrives, NEUTRAL)] if arrives < 1 else []
    route = " › ".join(name_in(name, language) for name in way.way)
    basis = f"{route} · 5.11, 5.22, 5.27, 5.41"
    told = say("way_basis", language)
    return page.answer_html(percent(way.p), say("way", language, **names), note, parts, basis, told, GOOD, str(way.p))


def standing_html(view: View, language: str) -> str:
    """Who leads by the objectives, and what decides a tie; all of it lies open (4.51 to 4.53)."""
    state, frame = view.state, scenario_constants(view.state)
    ranked = victory.ranking(state)
    level = [frame.powers[row[-1]] for row in ranked if row[:3] == ranked[0][:3]]
    alone, tie = len(level) == 1, len(ranked) > 1 and ranked[0][0] == ranked[1][0]
    tint = tint_of(level[0]).face if alone else INK
    claim = say("wins" if state.agenda[-1].phase == Due.OVER else "leads", language, power=name_in(level[0], language))
    claim = claim if alone else sentence("standing.level", language, powers=tuple(level))
    done, of = victory.score(state, ranked[0][-1])
    note = say(("tie" if tie else "objectives") if alone else "level_note", language, done=done, of=of)
    share = ranked[0][0] / 100
    parts = [(say("achieved", language), float(share), tint), (say("open", language), 1 - float(share), NEUTRAL)]
    told = " ".join(_score_said(state, seat, percent / 100, language) for percent, _, _, seat in ranked)
    return page.answer_html(f"{float(share):.1%}", claim, note, parts, told, "4.51–4.53", tint, str(share))


def _score_said(state: State, seat: int, share: Fraction, language: str) -> str:
    done, of = victory.score(state, seat)
    return sentence(
        "standing.score", language, power=scenario_constants(state).powers[seat], percent=share, done=done, of=of
    )


def money_html(view: View, power: int, language: str) -> str:
    """Whether a power can pay for what it has, with what comes in, and what goes unpaid."""
    name = scenario_constants(view.state).powers[power]
    tint = tint_of(name).face
    named = {"power": name_in(name, language), "now": view.state.treasury[power]}
    found = bill(view, power)
    if found is None or found.done:  # what comes after this year is played out below the map
        unseen = say("due_unseen", language, income=str(treasury.income(view.state, power)))
        told = unseen if found is None else _due(_sums(view.state, power), found, language)
        return page.answer_html(str(named["now"]), say("has", language, **named), told, [], "7.1", "", tint)
    p = float(found.p)
    parts = [(say("paid", language), p, GOOD), (say("unpaid", language), 1 - p, NEUTRAL)]
    basis = f"{found.said(language)} {_left(found.left, language)}"
    claim, told = say("can_pay", language, **named), _due(_sums(view.state, power), found, language)
    return page.answer_html(percent(found.p), claim, told, parts, basis, "7.1, 8.1, 8.2", tint, str(found.p))


def _due(sums: dict[str, str], found: Budget, language: str) -> str:
    return say("due", language, **sums, now=found.treasury)


def _left(law: Dist[int], language: str) -> str:
    """What is left in the end: each amount with its chance, of many the range and the mean."""
    if len(law) > LISTED:
        return say("left_range", language, least=min(law), most=max(law), mean=f"{float(law.mean()):.1f}")
    listed = ", ".join(f"{one} ({percent(law.p(one.__eq__))})" for one in sorted(law))
    return say("left_law", language, law=listed)


def _sums(state: State, power: int) -> dict[str, str]:
    """What comes in by what stands now, and what the units cost."""
    return {"income": str(treasury.income(state, power)), "due": str(treasury.bill(state, power))}


@lru_cache(maxsize=8)
def bill(view: View, power: int) -> Budget | None:
    """A power's budget in its next economic phase; None where its units are not seen, or no year is left."""
    state, name = view.state, scenario_constants(view.state).powers[power]
    seen = all(count >= 0 for group in state.groups if group.owner == power for count in group.units)
    if not seen or view.player not in (NONE, power):
        return None
    try:
        return budget(view, name)
    except ValueError:
        return None


# Sections -------------------------------------------------------------------------------------------------------------


def purse_html(view: View, power: int, language: str) -> str:
    """A power's money, its provinces by revenue with those whose way is cut, and what it may raise where."""
    state = view.state
    rows = [(say("in_hand", language), str(state.treasury[power]))]
    found = bill(view, power)
    if found is None:
        rows.append((say("income", language), f"+{treasury.income(state, power)}"))
    else:
        sums = _sums(state, power)
        rows += [(say("income", language), f"+{sums['income']}"), (say("upkeep", language), f"−{sums['due']}")]
        rows += [] if found.done else [(say("paid", language), percent(found.p))]
    table = "".join(f"<tr><td>{escape(str(head))}</td><td>{escape(str(value))}</td></tr>" for head, value in rows)
    worth, cut = list[str](), list[str]()
    reached = clear(state, power)
    for place, area in enumerate(PROVINCE):
        if control(state, place) != power or not (area.revenue or city_income(state, power, place)):
            continue
        points = area.revenue + city_income(state, power, place)
        text = f"{name_in(area.name, language)} {points}"
        lost = area.name not in reached or place in state.pillaged
        (cut if lost else worth).append(text)
    listed = f"<p>{escape(', '.join(worth) or '–')}</p>"
    listed += f'<p class="gk-error">{escape(say("cut", language))}: {escape(", ".join(cut))}</p>' if cut else ""
    return f'<table class="gk-purse">{table}</table>{listed}{_raising_html(view, power, language)}'


def clear(state: State, power: int) -> frozenset[str]:
    """The provinces with a way to a power's capital (7.5 to 7.7)."""
    return frozenset(PLACES[place] for place in supply.collecting(state, power) if place < len(PROVINCE))


def _raising_html(view: View, power: int, language: str) -> str:
    """What may be raised where, with the levies that have been opened (9.12 to 9.17)."""
    state = view.state
    lines = []
    for place in treasury.muster_places(state, power):
        units = treasury.allowance(state, power, place, False)
        text = ", ".join(f"{unit} {count}" for unit, count in units.items())
        lines.append(f"{name_in(PLACES[place], language)}: {text or '–'}")
    if not lines:
        lines = [say("raise_nowhere", language)]
    leaders = [each for each in state.leaders if each.owner == power and each.place != NONE]
    city = capital_of(state, power)
    roll = [each for each in leaders if not city or province_of(each.place) != city.place]
    if roll and view.player in (NONE, power):
        lines.append(say("raise_roll", language, leaders=", ".join(name_in(each.name, language) for each in roll)))
    head = f"<h3>{escape(say('raise', language))}</h3>"
    return head + "".join(f"<p>{escape(line)}</p>" for line in lines)


def cards_html(view: View, language: str) -> str:
    """The hand with the moments at which each card may be played, and how many the others hold."""
    state, frame = view.state, scenario_constants(view.state)
    tiles, others = [], []
    for seat in frame.seats:
        hand = state.hands[seat]
        if HIDDEN in hand or not hand:
            others.append(f"{name_in(frame.powers[seat], language)} {len(hand)}")
            continue
        for card in hand:
            when = ", ".join(say(f"moment.{moment}", language) for moment in CARD_TIMES[card].moments)
            owner = disc_html(frame.powers[seat]) if view.player == NONE else ""
            tiles.append(
                f'<div class="gk-war-card">{owner}<b>{escape(name_in(card, language))}</b>'
                f'<span class="gk-quiet">{escape(when)}</span></div>'
            )
    own = "".join(tiles) or f'<p class="gk-quiet">{escape(say("no_card", language))}</p>'
    return f'{own}<p class="gk-quiet">{escape(say("others_hold", language, hands=", ".join(others) or "–"))}</p>'


def score_html(view: View, language: str) -> str:
    """How much of his objectives each player holds, the first one first."""
    frame, rows = scenario_constants(view.state), []
    for best, _, _, seat in victory.ranking(view.state):
        name = frame.powers[seat]
        done, of = victory.score(view.state, seat)
        share = float(best)
        bar = f'<span class="gk-part"><span style="width:{share:.0f}%;background:{SIGNS[name].colour}"></span></span>'
        rows.append(
            f"<tr><td>{disc_html(name)} {escape(name_in(name, language))}</td><td>{bar}</td>"
            f"<td>{done}/{of}</td><td><b>{share:.0f}%</b></td></tr>"
        )
    return f'<table class="gk-standing">{"".join(rows)}</table>'


def place_html(view: View, place: int, language: str) -> str:
    """What is known of a province: region, revenue, and whether a source gives it."""
    if place >= len(PROVINCE):
        return ""
    area = PROVINCE[place]
    known = say("judged_of" if "judged" in area.source else "printed_of", language)
    clauses = [part for part in area.source.split("; ") if not part.startswith(("judged", "derived"))]
    region = say("region_of", language, region=name_in(area.region, language), points=area.revenue)
    return f'<p>{escape(region)}</p><p class="gk-quiet">{escape(" · ".join((known, *clauses)))}</p>'


def counters_html(view: View, place: int, language: str) -> str:
    """The counters in a place by power, as far as they are seen."""
    state, rows = view.state, []
    for power, name in enumerate(scenario_constants(state).powers):
        groups = [each for each in state.groups if each.owner == power and province_of(each.place) == place]
        if not groups:
            continue
        if any(count < 0 for group in groups for count in group.units):
            text = say("unseen", language)
        else:
            found: dict[str, int] = {}
            for group in groups:
                for counter, count in zip(s.COUNTERS, group.units):
                    found[counter] = found.get(counter, 0) + count
            text = ", ".join(f"{count} {counter}" for counter, count in found.items() if count)
        rows.append(f"<p>{disc_html(name)} {escape(text)}</p>")
    return "".join(rows)


# What to do -----------------------------------------------------------------------------------------------------------


def about(action: Any) -> set[str]:
    """The names in an action: places, leaders, powers."""
    return {value for field in fields(action) if isinstance(value := getattr(action, field.name), str)}


def sorted_out(legal: dict[str, Any], chosen: set[str]) -> tuple[list[str], list[str]]:
    """The keys of the actions for buttons, those about what is chosen first: orders, and counters along or behind."""
    orders = [key for key, action in legal.items() if not isinstance(action, UNITS)]
    near = [key for key in orders if about(legal[key]) & chosen]
    free = [key for key in orders if not about(legal[key]) and key not in near]
    rest = [key for key in orders if key not in near and key not in free]
    return [*near, *free, *rest], [key for key, action in legal.items() if isinstance(action, UNITS)]


def money_power(view: View, chosen: str) -> int:
    """The power whose purse is shown: the one chosen, else one's own, else who acts."""
    frame = scenario_constants(view.state)
    if chosen in frame.powers:
        return frame.powers.index(chosen)
    if view.player in frame.seats:
        return view.player
    return acting(view.state) if acting(view.state) in frame.seats else frame.seats[0]


def leaders_of(view: View) -> tuple[Leader, ...]:
    """The leaders on the map whom a seat commands, or all where all lies open."""
    state = view.state
    return tuple(
        each
        for each in state.leaders
        if each.place != NONE and (view.player == NONE or camp(state, each.owner) == view.player)
    )
