"""The panels beside the map: the answer, the treasury, levies, cards, the score, the actions now.

All panels are made from a seat's view, so that they contain nothing hidden from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import fields, replace
from fractions import Fraction
from functools import lru_cache, partial
from html import escape
from typing import Any, Final, NamedTuple

from gamekit import roma_victrix as rv
from gamekit.play.protocol import YesNoEvent
from gamekit.play.simulate import EventProbability, refine_events
from gamekit.roma_victrix import state as s
from gamekit.roma_victrix.forces import attacker_wins
from gamekit.roma_victrix.geography import CARD_TIMES, INDEX, PLACES, PROVINCE, province_of
from gamekit.roma_victrix.luck import fight_calculator
from gamekit.roma_victrix.notation import name_in, sentence
from gamekit.roma_victrix.odds import events
from gamekit.roma_victrix.odds.budget import Budget, budget
from gamekit.roma_victrix.odds.march import Destination, FightAhead, SiegeYear, siege_year
from gamekit.roma_victrix.odds.march import fight_ahead as fight_of
from gamekit.roma_victrix.odds.siege import Siege
from gamekit.roma_victrix.rules import HIDDEN, View, treasury, victory
from gamekit.roma_victrix.rules.battle import battle_of, fight_csp
from gamekit.roma_victrix.rules.control import camp, capital_of, city_income, control, name_of, scenario_constants
from gamekit.roma_victrix.state import NONE, Due, Leader, State
from gamekit.text.translation import TranslatableText, clauses_line, language_or_default, percent, translate, word
from gamekit.widgets import charts, page
from gamekit.widgets.cover import TELLS
from gamekit.widgets.later import Cache
from gamekit.widgets.look import CAESAR, GOOD, INK, NEUTRAL, SANS, SERIF, TABLE
from gamekit.widgets.roma_victrix.combat_board import CombatBoard
from gamekit.widgets.roma_victrix.game_view import SIGNS, tint_of
from gamekit.widgets.roma_victrix.siege_board import SiegeBoard
from gamekit.widgets.svg import image

STAGES: Final = {  # the parts of a turn, by what is being done (4.2)
    "attrition": (Due.MARKER_ROLL, Due.ATTRITION_ROLL),
    "economy": (Due.MAINTAIN, Due.RAISE, Due.LEVY_ROLL, Due.CARD, Due.CARD_DRAW, Due.MUSTER_DRAW),
    "initiative": (Due.INITIATIVE, Due.CONSULS),
    "turns": (),
}
MONEY: Final = (*STAGES["economy"], *STAGES["attrition"])
LISTED: Final = 8  # amounts of a distribution that are told one by one
ODDS: Final = Cache(8)  # of fights that were asked about
PANELS: Final = Cache(8)  # of forecasts that were asked for
OUTLOOKS: Final = Cache(8)  # what was played out
STEP, MOST = 4, 60  # play-outs after which the answers are shown, and in all
EDGES, WIDEST = 48, 620  # px beside the chart, and of the chart


def say(key: str, **fields: Any) -> str:
    return word(f"roma_victrix.map.{key}", **fields)


def year_text(state: State) -> str:
    """The year of a turn; there is no year 0."""
    year = scenario_constants(state).year + max(0, state.turn - 1)
    return word("history.bc", year=1 - year) if year < 1 else word("history.ad", year=year)


def heading_html(view: View, eyes: str) -> str:
    """The year, the part of the turn, who acts now, and through whose eyes it is seen."""
    state, frame = view.state, scenario_constants(view.state)
    now = next((name for name, phases in STAGES.items() if state.agenda[-1].phase in phases), "turns")
    parts = [f"<b>{escape(say(name))}</b>" if name == now else escape(say(name)) for name in STAGES]
    turn = say("turn", turn=max(1, state.turn), of=victory.last_turn(state))
    order = "".join(disc_html(frame.powers[seat], seat == acting_player(state)) for seat in frame.seats)
    return (
        f'<div class="gk-war-head"><span><h2>{escape(year_text(state))}</h2> <b>{escape(turn)}</b></span>'
        f'<span class="gk-quiet">{" › ".join(parts)}</span>'
        f'<span class="gk-war-seats">{order}<b>{escape(eyes)}</b></span></div>'
    )


def acting_player(state: State) -> int:
    """The player who decides, or whose turn it is."""
    actor = state.agenda[-1].actor
    return actor if actor != NONE or state.phasing == NONE else state.patron[state.phasing]


def disc_html(power: str, ringed: bool = False) -> str:
    """A power's letter on its colour."""
    kind = "gk-letter gk-ringed" if ringed else "gk-letter"
    return f'<span class="{kind}" style="background:{SIGNS[power].colour}">{escape(SIGNS[power].letter)}</span>'


def _names(names: Iterable[str]) -> str:
    return ", ".join(name_in(name) for name in names)


# The answer -----------------------------------------------------------------------------------------------------------


def way_html(view: View, leader: str, way: Destination) -> str:
    """The chance that a leader comes to the place looked at without being intercepted."""
    who = next(each for each in view.state.leaders if each.name == leader)
    active, arrives = view.state.active, float(way.p_arrives)
    if active and view.state.leaders[active.leader].name == leader:
        note = say("way_left", points=way.cost, left=active.ops)
    else:
        face = max(1, way.cost - who.rating)
        note = say("way_note" if face > 1 else "way_sure", points=way.cost, rating=who.rating, face=face)
    if way.interceptors:
        note += say("intercepted", leaders=_names(way.interceptors))
    parts = [(say("arrives"), arrives, GOOD)]
    parts += [(say("stays"), 1 - arrives, NEUTRAL)] if arrives < 1 else []
    clauses = clauses_line(("5.11", "5.22", "5.27", "5.41"))
    basis = f"{' › '.join(name_in(name) for name in way.way)} · {clauses}"
    claim = say("way", leader=name_in(leader), place=name_in(way.place))
    told = say("way_basis")
    return page.answer_html(percent(way.p_arrives), claim, note, parts, basis, told, GOOD, str(way.p_arrives))


def standing_html(view: View) -> str:
    """Return the leading player by objectives, and the tie-breaker; all of it is open information (4.51 to 4.53)."""
    state, frame = view.state, scenario_constants(view.state)
    ranked = victory.ranking(state)
    level = [frame.powers[row[-1]] for row in ranked if row[:3] == ranked[0][:3]]
    alone, tie = len(level) == 1, len(ranked) > 1 and ranked[0][0] == ranked[1][0]
    tint, share = tint_of(level[0]).face if alone else INK, ranked[0][0] / 100
    claim = say("wins" if state.agenda[-1].phase == Due.OVER else "leads", power=name_in(level[0]))
    claim = claim if alone else sentence("standing.level", powers=tuple(level))
    scores = {seat: dict(zip(("done", "of"), victory.objectives_achieved(state, seat))) for *_, seat in ranked}
    note = say(("tie" if tie else "objectives") if alone else "level_note", **scores[ranked[0][-1]])
    parts = [(say("achieved"), float(share), tint), (say("open"), 1 - float(share), NEUTRAL)]
    told = " ".join(
        sentence("standing.score", None, power=frame.powers[seat], percent=share / 100, **scores[seat])
        for share, _, _, seat in ranked
    )
    return page.answer_html(
        f"{float(share):.1%}", claim, note, parts, told, clauses_line(("4.51–4.53",)), tint, str(share)
    )


def money_html(view: View, power: int) -> str:
    """Whether a power can pay for what it has, with what comes in, and what goes unpaid."""
    state, name = view.state, scenario_constants(view.state).powers[power]
    tint, found, now = tint_of(name).face, budget_of(view, power), state.treasury[power]
    named, income = {"power": name_in(name), "now": now}, treasury.income(state, power)
    told = say("due_unseen", income=income)
    if found:  # else its units are not seen
        told = say("due", income=income, due=treasury.upkeep_cost(state, power), now=found.treasury)
    if found is None or found.done:  # what comes after this year is played out below the map
        clauses = clauses_line(("7.1",))
        return page.answer_html(str(now), say("has", **named), told, [], clauses, "", tint)
    p, money = float(found.p), found.left
    parts = [(say("paid"), p, GOOD), (say("unpaid"), 1 - p, NEUTRAL)]
    if len(money) > LISTED:
        left = say("left_range", least=min(money), most=max(money), mean=f"{float(money.mean()):.1f}")
    else:
        each = ", ".join(f"{one} ({percent(money.p(one.__eq__))})" for one in sorted(money))
        left = say("left_each", each=each)
    basis = f"{found.explain()} {left}"
    claim, clauses = say("can_pay", **named), clauses_line(("7.1", "8.1", "8.2"))
    return page.answer_html(percent(found.p), claim, told, parts, basis, clauses, tint, str(found.p))


@lru_cache(maxsize=8)
def budget_of(view: View, power: int) -> Budget | None:
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


def purse_html(view: View, power: int) -> str:
    """A power's money, its provinces by revenue with those whose way is cut, and what it may raise where."""
    state, found, income = view.state, budget_of(view, power), treasury.income(view.state, power)
    rows = [(say("in_hand"), str(state.treasury[power])), (say("income"), f"+{income}")]
    rows += [(say("upkeep"), f"−{treasury.upkeep_cost(state, power)}")] if found else []
    rows += [(say("paid"), percent(found.p))] if found and not found.done else []
    worth, cut, reached = list[str](), list[str](), connected_provinces(state, power)
    for place, area in enumerate(PROVINCE):
        if control(state, place) == power and (points := area.revenue + city_income(state, power, place)):
            lost = area.name not in reached or place in state.pillaged
            (cut if lost else worth).append(f"{name_in(area.name)} {points}")
    lines = [f"<p>{escape(', '.join(worth) or '–')}</p>"]
    lines += [f'<p class="gk-error">{escape(say("cut"))}: {escape(", ".join(cut))}</p>'] if cut else []
    lines.append(f"<h3>{escape(say('raise'))}</h3>")
    lines += [f"<p>{escape(line)}</p>" for line in _raising(view, power)]
    return page.table_html((map(escape, row) for row in rows), kind="gk-purse") + "".join(lines)


def connected_provinces(state: State, power: int) -> frozenset[str]:
    """The provinces with a way to a power's capital (7.5 to 7.7)."""
    return frozenset(PLACES[place] for place in treasury.collecting_provinces(state, power) if place < len(PROVINCE))


def _raising(view: View, power: int) -> list[str]:
    """Return the units that may be raised, and where, with the levies that have been opened (9.12 to 9.17)."""
    state, lines = view.state, list[str]()
    for place in treasury.muster_places(state, power):
        units = treasury.raising_limits(state, power, place, False).items()
        text = ", ".join(f"{unit} {count}" for unit, count in units)
        lines.append(f"{name_in(PLACES[place])}: {text or '–'}")
    leaders = [each for each in state.leaders if each.owner == power and each.place != NONE]
    city = capital_of(state, power)
    roll = [each.name for each in leaders if not city or province_of(each.place) != city.place]
    more = [say("raise_roll", leaders=_names(roll))] if roll else []
    return [*(lines or [say("raise_nowhere")]), *(more if view.player in (NONE, power) else [])]


def cards_html(view: View) -> str:
    """The hand with the moments at which each card may be played, and how many the others hold."""
    state, frame, tiles, others = view.state, scenario_constants(view.state), list[str](), list[str]()
    for seat in frame.seats:
        hand = state.hands[seat]
        if HIDDEN in hand or not hand:
            others.append(f"{name_in(frame.powers[seat])} {len(hand)}")
            continue
        owner = disc_html(frame.powers[seat]) if view.player == NONE else ""
        for card in hand:
            when = ", ".join(say(f"moment.{moment}") for moment in CARD_TIMES[card].moments)
            tiles.append(
                f'<div class="gk-war-card">{owner}<b>{escape(name_in(card))}</b>'
                f'<span class="gk-quiet">{escape(when)}</span></div>'
            )
    own = "".join(tiles) or f'<p class="gk-quiet">{escape(say("no_card"))}</p>'
    return f'{own}<p class="gk-quiet">{escape(say("others_hold", hands=", ".join(others) or "–"))}</p>'


def score_html(view: View) -> str:
    """Return how many of its objectives each player holds, the leading player first."""
    rows = list[tuple[str, ...]]()
    for best, _, _, seat in victory.ranking(view.state):
        name, (done, of) = scenario_constants(view.state).powers[seat], victory.objectives_achieved(view.state, seat)
        share = float(best)
        bar = f'<span class="gk-part"><span style="width:{share:.0f}%;background:{SIGNS[name].colour}"></span></span>'
        rows.append((f"{disc_html(name)} {escape(name_in(name))}", bar, f"{done}/{of}", f"<b>{share:.0f}%</b>"))
    return page.table_html(rows, kind="gk-standing")


def place_html(view: View, place: int) -> str:
    """What is known of a place: the counters in it by power, as far as they are seen; of a province its region, its
    revenue, and whether a source gives it."""
    state, lines = view.state, [f"<h3>{escape(name_in(PLACES[place]))}</h3>"]
    for power, name in enumerate(scenario_constants(state).powers):
        groups = [each for each in state.groups if each.owner == power and province_of(each.place) == place]
        found = Counter[str]()
        for group in groups:
            found.update(dict(zip(s.COUNTERS, group.units)))
        hidden = any(count < 0 for group in groups for count in group.units)
        text = ", ".join(f"{count} {counter}" for counter, count in found.items() if count)
        text = say("unseen") if hidden else text
        lines += [f"<p>{disc_html(name)} {escape(text)}</p>"] if groups else []
    if place < len(PROVINCE):
        area = PROVINCE[place]
        known = say("judged_of" if "judged" in area.source else "printed_of")
        clauses = [part for part in area.source.split("; ") if not part.startswith(("judged", "derived"))]
        region = say("region_of", region=name_in(area.region), points=area.revenue)
        lines.append(f'<p>{escape(region)}</p><p class="gk-quiet">{escape(" · ".join((known, *clauses)))}</p>')
    return "".join(lines)


# What to do -----------------------------------------------------------------------------------------------------------


def button_keys(legal: dict[str, Any], chosen: set[str]) -> tuple[list[str], list[str]]:
    """The keys of the actions for buttons, those about what is chosen first: orders, and counters along or behind."""
    about = {key: {value for field in fields(action) if isinstance(value := getattr(action, field.name), str)}
             for key, action in legal.items()}  # fmt: skip
    units = [key for key, action in legal.items() if isinstance(action, (s.Take, s.Leave))]
    orders = [key for key in legal if key not in units]
    return sorted(orders, key=lambda key: 0 if about[key] & chosen else 1 if not about[key] else 2), units


def money_power(view: View, chosen: str) -> int:
    """The power whose purse is shown: the one chosen, else one's own, else who acts."""
    frame = scenario_constants(view.state)
    if chosen in frame.powers:
        return frame.powers.index(chosen)
    if view.player in frame.seats:
        return view.player
    return acting_player(view.state) if acting_player(view.state) in frame.seats else frame.seats[0]


def leaders_of(view: View) -> tuple[Leader, ...]:
    """The leaders on the map whom a seat commands, or all where all lies open."""
    placed = (each for each in view.state.leaders if each.place != NONE)
    return tuple(each for each in placed if view.player in (NONE, camp(view.state, each.owner)))


@lru_cache(maxsize=32)
def fight_ahead(view: View, leader: str, place: int) -> FightAhead | None:
    """Return the fight of a leader's army against the enemies in a province; None without enemies."""
    if not leader or place >= len(PROVINCE):
        return None
    try:
        return fight_of(view, leader, PLACES[place])
    except ValueError:  # nobody there, or forces that the rules do not let fight
        return None


def button(view: View, leader: str, place: str) -> page.Button | None:
    """Return the button that opens the panel of the fight in the place looked at."""
    if fight_ahead(view, leader, province_of(INDEX[place])) is None:
        return None
    return page.Button(say("fight", leader=name_in(leader)), ("fight", place))


def fight_panel(view: View, leader: str, place: str) -> page.Container | None:
    """The odds over all that the enemy may have, and for a siege over the points on arrival; below them the combat or
    siege board of the likeliest case."""
    fight = fight_ahead(view, leader, province_of(INDEX[place])) if place else None
    if fight is None:
        return None
    names, asked = (name_in(leader), name_in(fight.enemy)), fight.cases[0][0]
    title = say("fight_in", place=name_in(fight.place), a=names[0], b=names[1])
    told = [say("fight_seen" if fight.seen else "fight_likeliest")]
    if isinstance(asked, Siege):
        asked = replace(asked, operations=fight.middle)
        told.append(say("fight_points", points=asked.operations))
    board: Any = SiegeBoard if isinstance(asked, Siege) else CombatBoard
    spoken = language_or_default()
    made = page.LiveWidget(partial(board, asked, names, spoken), key=("fight", repr(asked), spoken))
    odds = _odds(fight, tint_of(fight.power).face)
    return page.section(title, *odds, page.muted_line(" ".join(told)), made, key="fight")


def _odds(fight: FightAhead, colour: str) -> tuple[page.Control, ...]:
    """Return the panel's own answer, once it is known; it is computed in the background."""
    if fight.seen and not fight.sieges:
        return ()
    known = ODDS.get_or_compute(fight, partial(_worked_out, fight))
    if known is None:
        return (page.muted_line(word("kit.working")),)
    found, p = known
    names = fight.leader, fight.enemy, fight.place
    named = {key: name_in(name) for key, name in zip(("a", "b", "place"), names)}
    claim = say("fight_falls" if fight.sieges else "fight_beats", **named)
    parts = [(named["a"], float(p), colour), (say("else"), 1 - float(p), NEUTRAL)]
    notes = " · ".join(translate(entry) for entry in found.basis if isinstance(entry, TranslatableText))
    clauses, exact = clauses_line(found.basis), str(p) if len(str(p)) < 60 else ""
    answer = page.answer_html(percent(p), claim, found.note(), parts, notes, clauses, colour, exact)
    return (page.Html(answer, "gk-live"),)


def _worked_out(fight: FightAhead) -> tuple[FightAhead | SiegeYear, Any]:
    found = siege_year(fight) if fight.sieges else fight
    return found, found.p


def at_hand_html(view: View) -> str:
    """The chance of the fight whose dice are to be thrown, where both sides are seen: how often the attack wins, or the
    city falls to this throw, when the points are spent on that; "" when there is none."""
    state = view.state
    if state.battle is None:
        return ""
    try:
        fight, asked = battle_of(state), fight_calculator(state)
        siege = isinstance(asked, Siege)
        p = asked.p_falls_next_round() if isinstance(asked, Siege) else Fraction(asked.odds("win").p(attacker_wins))
    except (ValueError, IndexError):  # counters that are not seen are no force
        return ""
    a, b = (name_in(name_of(state, side)) for side in fight.sides)
    claim = say("falls" if siege else "beats", a=a, b=b, place=name_in(PLACES[fight.place]))
    note = say("strengths", **dict(zip(("mine", "theirs"), fight_csp(state))))
    tint = tint_of(name_of(state, fight.sides[0])).face
    parts = [(a, float(p), tint), (say("else"), 1 - float(p), NEUTRAL)]
    clauses, exact = clauses_line(("5.31", "10.41")), escape(say("exact"))
    return page.answer_html(percent(p), claim, note, parts, clauses, exact, tint, str(p))


# The forecast: the money, and what will be ----------------------------------------------------------------------------


class ForecastAsked(NamedTuple):
    """The input of a forecast: new units ("" for none), and the width in px."""

    view: View
    power: int
    units: str
    language: str
    room: float = 956.0  # px

    def answer(self) -> str:
        """Return the panel as HTML, or the reason if the rules forbid the new units."""
        name = scenario_constants(self.view.state).powers[self.power]
        width = int(min(WIDEST, self.room - EDGES))
        try:
            return forecast_panel(budget(self.view, name, self.units), self.language, width)
        except ValueError as error:
            return page.status_line(str(error)).value


def money(budget: Budget, language: str | None = None, width: int = charts.WIDTH) -> charts.Chart:
    """Return a chart of the money left after upkeep and new units, a bar for each amount; below 0 it cannot be paid."""
    least, most = min(budget.left), max(budget.left)
    key = "chart.money" if least < most else "chart.money_sure"
    title = sentence(key, language, power=budget.power, least=least, most=most)
    spec = charts.Spec(title, sentence("chart.left_note", language), budget.basis, language, width, (CAESAR,))
    return charts.distribution_bars({sentence("chart.left", language): budget.left}, spec)


def forecast_panel(budget: Budget, language: str | None = None, width: int = charts.WIDTH) -> str:
    """Whether the power can pay in large type, the sum beside it, the chart below; HTML that needs no script."""
    key = "chart.question" if budget.wanted else "chart.question_keeps"
    question = sentence(key, language, power=budget.power, wanted=budget.wanted)
    answer = percent(budget.p) if budget.allowed else sentence("chart.never", language)
    return (
        f'<section style="font-family:{escape(SANS)};color:{INK};background:{TABLE};padding:16px 24px">'
        f'<div style="font:18px {escape(SERIF)}">{escape(question)}</div>'
        f'<div style="font-size:44px;font-weight:700;color:{CAESAR if budget.allowed else INK}">{escape(answer)}</div>'
        f'<p style="font-size:18px;margin:4px 0 12px">{escape(budget.sums(language))}</p>'
        f'<figure style="margin:0">{image(money(budget, language, width).scene, "chart")}</figure></section>'
    )


class OutlookAsked(NamedTuple):
    """The input of an outlook: the power, a seat's view, and a province of interest ("" for none)."""

    view: View
    power: int
    place: str

    @property
    def name(self) -> str:
        """The power's name."""
        return scenario_constants(self.view.state).powers[self.power]

    def events(self) -> dict[str, YesNoEvent]:
        """The questions by the key of their sentence."""
        view, name, state = self.view, self.name, self.view.state
        found = {"will_pay": events.can_pay_upkeep(view, name)}
        if self.power in scenario_constants(state).seats:
            found["will_lead"] = events.ranks_first_at_year_end(view, name)
        if mine := [PLACES[place] for place in range(len(PROVINCE)) if control(state, place) == self.power]:
            found["will_rise"] = events.rebels_this_year(view, *mine)
        if (city := capital_of(state, self.power)) and city.csp:
            found["will_fall"] = events.capital_sacked_this_year(view, PLACES[city.place])
        if self.place:
            found["will_hold"] = events.controls_at_year_end(view, name, self.place)
        return found

    def further(self, known: dict[str, EventProbability] | None) -> dict[str, EventProbability]:
        """The answers after some play-outs more."""
        seen = self.view.state if self.view.player == NONE else self.view
        *_, found = refine_events(rv, seen, self.events(), games=playout_count(known) + STEP, known=known)
        return found


def playout_count(known: dict[str, EventProbability] | None) -> int:
    """The number of play-outs behind the answers."""
    return max((each.games for each in known.values() if each.names), default=0) if known else 0


def forecast_section(asked: ForecastAsked, opened: bool, playing: bool, looked_at: str) -> page.Container | None:
    """The button that opens the forecast, what can be asked, and the answer once it is known; None where the power's
    units are not seen."""
    if (now := budget_of(asked.view, asked.power)) is None:
        return None
    button = page.Button(say("forecast_close" if opened else "forecast_open"), ("forecast",))
    if not opened:
        return page.section(say("forecast"), button, key="forecast")
    offered = [f"{count} {unit}" for unit, most in now.most for count in range(1, most + 1)]
    asked = asked if asked.units in offered else asked._replace(units="")
    units = ((say("forecast_none"), ""), *((text, text) for text in offered))
    menu = page.Menu(units, asked.units, ("raise",), tooltip=say("forecast_raise"))
    found = PANELS.get_or_compute(asked, asked.answer)
    told = page.Html(found, TELLS) if found else page.muted_line(word("kit.working"))
    future = _outlook(OutlookAsked(asked.view, asked.power, looked_at), playing and bool(found))
    return page.section(say("forecast"), page.row(menu, button), told, *future, key="forecast")


def _outlook(asked: OutlookAsked, playing: bool) -> list[page.Control]:
    """Return the outlook: a button that plays the game out until stopped, and each question with its chance, interval
    and basis."""
    known = OUTLOOKS.found.get(asked)
    goes_on = playing and (known is None or 0 < playout_count(known) < MOST)
    if goes_on:
        OUTLOOKS.get_or_compute(asked, partial(asked.further, known), playout_count(known))
    button = page.Button(say("outlook_stop" if goes_on else "outlook_play"), ("play out",))
    parts, rows = [page.row(button)], list[tuple[str, ...]]()
    for key, each in (known or {}).items():
        question = say(key, power=name_in(asked.name), place=name_in(asked.place))
        low, high = each.interval
        sure = f"{100 * low:.1f}–{high:.1%}" if each.names else say("outlook_settled")
        rows.append((escape(question), f"<b>{percent(each.p)}</b>", escape(sure)))
    note = f'<p class="gk-quiet">{escape(say("outlook_note", games=playout_count(known)))}</p>'
    told: list[page.Control] = [page.Html(page.table_html(rows, kind="gk-purse") + note, TELLS)] if known else []
    return [*parts, *told]
