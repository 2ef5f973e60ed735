"""The whole game on the map: for two to six people, against ready players, or as a replay.

``Session`` plays the game, ``game_view`` draws the map; here are the page, its panels and its ``update``. The panels
are made from a seat's view, so that they contain nothing hidden from it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import lru_cache, partial
from html import escape
from itertools import chain
from typing import Any, ClassVar, Final, NamedTuple

from gamekit import roma_victrix as rv
from gamekit.play.protocol import YesNoEvent
from gamekit.play.session import ALL, ROOM, begin
from gamekit.play.simulate import EventProbability, refine_events
from gamekit.probability.distribution import Basis
from gamekit.roma_victrix.geography import CARD_TIMES, INDEX, PLACES, PROVINCE, province_of
from gamekit.roma_victrix.luck import fight_calculator
from gamekit.roma_victrix.notation import name_in, sentence
from gamekit.roma_victrix.odds import events, march
from gamekit.roma_victrix.odds.budget import Budget, budget
from gamekit.roma_victrix.rules import HIDDEN, View, common_view, treasury, victory
from gamekit.roma_victrix.rules.battle import battle_of, fight_csp
from gamekit.roma_victrix.rules.control import camp, capital_of, city_income, control, name_of, scenario_constants
from gamekit.roma_victrix.state import COUNTERS, NONE, Due, Enter, Leader, Leave, RetreatTo, SailTo, State, Take
from gamekit.storage.record import Record
from gamekit.text.translation import clauses_line, in_table_language, language_or_default, percent, translate, word
from gamekit.widgets import any_game, charts, game_page, page
from gamekit.widgets.app import SessionBoard
from gamekit.widgets.cover import TELLS
from gamekit.widgets.later import Cache
from gamekit.widgets.look import CAESAR, GOOD, INK, NEUTRAL, SANS, SERIF, TABLE
from gamekit.widgets.roma_victrix.combat_board import CombatBoard
from gamekit.widgets.roma_victrix.forces import notes_of
from gamekit.widgets.roma_victrix.game_view import ATLAS, LAYERS, SIGNS, MapView, part_of, say, tint_of, world_scene
from gamekit.widgets.roma_victrix.siege_board import SiegeBoard
from gamekit.widgets.scene import Scene
from gamekit.widgets.svg import image

THEATRES: Final = ("", *ATLAS.regions)
NARROW, WHOLE = 899.0, 1100.0  # px: below the second a part of the map stands below it, drawn at the first at most
LIGHT: Final = 776.0  # px of the picture that is kept for those who only read
GOES: Final = (Enter, SailTo, RetreatTo)  # what a second click on a place does
BASIS: Final = 4  # entries of the basis that are said below the board
BUTTONS: Final = 9  # more orders than these stand in the list alone
FIELD_OF: Final = {"zoom": "region", "layer": "layer", "power": "power", "raise": "units"}
MARKS: Final = {name: (sign.letter, sign.colour) for name, sign in SIGNS.items()}
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


@dataclass(frozen=True, slots=True)
class MapTable(game_page.PlayTable):
    """The game, and what is looked at: a place, the leader whose ways are shown, the theatre, the layer of the map, the
    power whose purse is shown, the place whose fight is set up, whether the forecast is open, the new units that it is
    asked about, and whether the game is played out for it now."""

    BEGUN: ClassVar = ("picked", "fight", "playing")

    place: str = ""
    leader: str = ""
    region: str = ""
    layer: str = LAYERS[0]
    power: str = ""
    fight: str = ""
    forecast: bool = False
    units: str = ""
    playing: bool = False

    @property
    def offered(self) -> tuple[str, ...]:
        """The list of actions: first those of the place and the leader looked at, last counters to take along."""
        return tuple(chain(*button_keys(self.legal, {self.place, self.leader} - {""})))

    @property
    def view(self) -> View:
        """The position through the eyes at the screen: a seat's, everybody's at once, or what lies open to all."""
        viewer, state = self.session.viewer, self.session.state
        if viewer == ALL:
            return View(NONE, state)
        return common_view(state) if viewer == ROOM else rv.observe(state, viewer)

    @property
    def moving(self) -> str:
        """The leader whose ways are shown: the one who is active, else the one chosen."""
        state = self.session.state
        return state.leaders[state.active.leader].name if state.active else self.leader


def found_ways(table: MapTable, view: View) -> Mapping[str, march.Destination]:
    """Return the leader's destinations by land; empty for another power's leader."""
    own = table.moving in [each.name for each in leaders_of(view)]
    return {each.place: each for each in rv.leader_reach(view, table.moving).arrivals} if own else {}


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


# The answer and the panels ------------------------------------------------------------------------------------------


def way_html(view: View, leader: str, way: march.Destination) -> str:
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
    state, name = view.state, name_of(view.state, power)
    tint, found, now = tint_of(name).face, budget_of(view, power), state.treasury[power]
    named, income = {"power": name_in(name), "now": now}, income_of(state, power)
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


income_of = lru_cache(maxsize=8)(treasury.income)  # of a position that is looked at from place to place


@lru_cache(maxsize=8)
def basis_of(state: State) -> Basis:
    return tuple(state.basis)


@lru_cache(maxsize=8)
def budget_of(view: View, power: int) -> Budget | None:
    """A power's budget in its next economic phase; None where its units are not seen, or no year is left."""
    seen = all(count >= 0 for group in view.state.groups if group.owner == power for count in group.units)
    if not seen or view.player not in (NONE, power):
        return None
    try:
        return budget(view, name_of(view.state, power))
    except ValueError:
        return None


@lru_cache(maxsize=8)
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
        name, (done, of) = name_of(view.state, seat), victory.objectives_achieved(view.state, seat)
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
            found.update(dict(zip(COUNTERS, group.units)))
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


def button_keys(legal: dict[str, Any], chosen: set[str]) -> tuple[list[str], list[str]]:
    """The keys of the actions for buttons, those about what is chosen first: orders, and counters along or behind."""
    about = {key: {value for field in fields(action) if isinstance(value := getattr(action, field.name), str)}
             for key, action in legal.items()}  # fmt: skip
    units = [key for key, action in legal.items() if isinstance(action, (Take, Leave))]
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
def fight_ahead(view: View, leader: str, place: int) -> march.FightAhead | None:
    """Return the fight of a leader's army against the enemies in a province; None without enemies."""
    if not leader or place >= len(PROVINCE):
        return None
    try:
        return march.fight_ahead(view, leader, PLACES[place])
    except ValueError:  # nobody there, or forces that the rules do not let fight
        return None


def fight_panel(view: View, leader: str, place: str) -> page.Container | None:
    """The odds over all that the enemy may have, and for a siege over the points on arrival; below them the combat or
    siege board of the likeliest case."""
    fight = fight_ahead(view, leader, province_of(INDEX[place])) if place else None
    if fight is None:
        return None
    names, asked = (name_in(leader), name_in(fight.enemy)), fight.cases[0][0]
    title = say("fight_in", place=name_in(fight.place), a=names[0], b=names[1])
    told = [say("fight_seen" if fight.seen else "fight_likeliest")]
    if isinstance(asked, rv.Siege):
        asked = replace(asked, operations=fight.middle)
        told.append(say("fight_points", points=asked.operations))
    board: Any = SiegeBoard if isinstance(asked, rv.Siege) else CombatBoard
    spoken = language_or_default()
    made = page.LiveWidget(partial(board, asked, names, spoken), key=("fight", repr(asked), spoken))
    odds = _odds(fight, tint_of(fight.power).face)
    return page.section(title, *odds, page.muted_line(" ".join(told)), made, key="fight")


def _odds(fight: march.FightAhead, colour: str) -> tuple[page.Control, ...]:
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
    notes, clauses, exact = notes_of(found.basis), clauses_line(found.basis), str(p) if len(str(p)) < 60 else ""
    answer = page.answer_html(percent(p), claim, found.note(), parts, notes, clauses, colour, exact)
    return (page.Html(answer, "gk-live"),)


def _worked_out(fight: march.FightAhead) -> tuple[march.FightAhead | march.SiegeYear, Any]:
    found = march.siege_year(fight) if fight.sieges else fight
    return found, found.p


def at_hand_html(view: View) -> str:
    """The chance of the fight whose dice are to be thrown, where both sides are seen: how often the attack wins, or the
    city falls to this throw, when the points are spent on that; "" when there is none."""
    state = view.state
    if state.battle is None:
        return ""
    try:
        fight, asked = battle_of(state), fight_calculator(state)
        siege, wins = isinstance(asked, rv.Siege), rv.attacker_wins
        p = asked.p_falls_next_round() if isinstance(asked, rv.Siege) else Fraction(asked.odds("win").p(wins))
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
        name, width = name_of(self.view.state, self.power), int(min(WIDEST, self.room - EDGES))
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

    def events(self) -> dict[str, YesNoEvent]:
        """The questions by the key of their sentence."""
        view, state, name = self.view, self.view.state, name_of(self.view.state, self.power)
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
    """The button that opens the forecast, what can be asked, and the answer; None where the units are not seen."""
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
    """A button that plays the game out until stopped, and each question with its chance and its interval."""
    known = OUTLOOKS.found.get(asked)
    goes_on = playing and (known is None or 0 < playout_count(known) < MOST)
    if goes_on:
        OUTLOOKS.get_or_compute(asked, partial(asked.further, known), playout_count(known))
    button = page.row(page.Button(say("outlook_stop" if goes_on else "outlook_play"), ("play out",)))
    if not known:
        return [button]
    rows = list[tuple[str, ...]]()
    for key, each in known.items():
        question = say(key, power=name_in(name_of(asked.view.state, asked.power)), place=name_in(asked.place))
        low, high = each.interval
        sure = f"{100 * low:.1f}–{high:.1%}" if each.names else say("outlook_settled")
        rows.append((escape(question), f"<b>{percent(each.p)}</b>", escape(sure)))
    note = f'<p class="gk-quiet">{escape(say("outlook_note", games=playout_count(known)))}</p>'
    return [button, page.Html(page.table_html(rows, kind="gk-purse") + note, TELLS)]


# The page -------------------------------------------------------------------------------------------------------------


def screen(table: MapTable, viewport: page.Viewport) -> page.Container:
    """All controls of the board."""
    session, state, view = table.session, table.session.state, table.view
    reach, told = found_ways(table, view), any_game.log(table, MARKS)
    own = page.section(say("log"), page.Html(told, "gk-logs"), shown=bool(told))
    looks = {ALL: "look_all", ROOM: "look_room"}.get(session.viewer, "look_as")
    eyes = game_page.say(looks, seat=table.seat_name(session.viewer))
    answer = at_hand_html(view)  # the one answer: a chance to arrive, a fight's, the purse's, else
    power = money_power(view, table.power)
    if (way := reach.get(table.place)) and way.cost:
        answer = way_html(view, table.moving, way)
    elif not answer and state.agenda[-1].phase in MONEY:
        answer = money_html(view, power)
    basis = basis_of(state)
    based = [translate(entry) for entry in basis[:BASIS]]
    based.append(say("basis_more", count=len(basis) - BASIS))
    light = partial(scene_of, table, view, reach, LIGHT) if session.person_seats else None  # for those who only read
    here = page.Container("gk-war-desk", (_leader(table, view, reach), own), key="desk")
    place = PLACES[province_of(INDEX[table.place])] if table.place else ""
    asked = ForecastAsked(view, power, table.units, table.language, viewport.width)
    return page.page(
        viewport,
        heading_html(view, eyes),
        answer or standing_html(view),
        (
            _tabs(table),
            page.Picture(scene_of(table, view, reach, viewport.width), still=light),
            page.status_line(viewport.error, any_game.prompt(table)),
            game_page.handover(table),
            here,
            fight_panel(view, table.moving, table.fight),
        ),
        (
            _orders(table),
            page.section("", game_page.replay_controls(table)),
            _purse(view, power),
            page.section(say("cards"), page.Html(cards_html(view))),
            page.section(say("standing"), page.Html(score_html(view)), aside=say("share")),
        ),
        (forecast_section(asked, table.forecast, table.playing, place),),
        game_page.new_game_controls(table, page.muted_line(" · ".join(based)), game_page.viewer_menu(table)
        ),
    )  # fmt: skip


@in_table_language
def scene_of(table: MapTable, view: View, reach: Mapping[str, march.Destination], width: float = 1230.0) -> Scene:
    """The map; below 1100 px small, with the part that holds what is looked at below it."""
    power = money_power(view, table.power)
    clear = connected_provinces(view.state, power) if table.layer == "supply" else frozenset()
    width = NARROW if NARROW < width < WHOLE else width
    shown = MapView(width, table.region, table.layer, table.place, table.moving, reach, clear)
    if width < ATLAS.widths.stacked:
        shown = replace(shown, region=table.region or part_of(view, shown))
    sentence = f"{year_text(view.state)}. {any_game.prompt(table)}"
    return replace(world_scene(view, shown), sentence=sentence)


def _tabs(table: MapTable) -> page.Container:
    """The theatres, which the keys 0 to 6 choose as well, and what the map shows."""
    areas = {region: say(f"theatre.{region or 'all'}") for region in THEATRES}
    layers = {layer: say(f"layer.{layer}") for layer in LAYERS}
    tiles = tuple(
        page.Tile(f"{escape(text)} <small>{key}</small>", text, ("zoom", area), "gk-tab", area == table.region)
        for key, (area, text) in enumerate(areas.items())
    )
    shown = tuple(page.Tile(escape(text), text, ("layer", layer), "gk-tab", layer == table.layer)
                  for layer, text in layers.items())  # fmt: skip
    theatres = page.Tiles(tiles, say("theatres"), keys=True)
    return page.Container("gk-war-tabs", (theatres, page.Tiles(shown, say("layers"))))


def _leader(table: MapTable, view: View, reach: Mapping[str, march.Destination]) -> page.Container:
    """The leader and the place looked at: his way there by points, dashed where it is uncertain, the counters there."""
    mine = {each.name: each for each in leaders_of(view)}
    named = ((f"{name_in(name)} {one.rating} · {name_in(PLACES[one.place])}", name) for name, one in mine.items())
    options = (say("no_leader"), ""), *named
    moving, active = table.moving if table.moving in mine else "", view.state.active is not None
    parts: list[page.Control] = [page.Menu(options, moving, ("leader",), tooltip=say("leader"), disabled=active)]
    steps = [reach[name] for name in reach[table.place].way[1:]] if table.place in reach else []
    if steps:
        chances = [say("certain") if there.p_arrives == 1 else percent(there.p_arrives) for there in steps]
        drawn = (
            f'<span class="gk-step{" gk-unsure" * (there.p_arrives < 1)}"><b>{there.cost}</b>'
            f'{escape(name_in(there.place))}<span class="gk-quiet">{escape(chance)}</span></span>'
            for there, chance in zip(steps, chances)
        )
        parts.append(page.Html(f'<div class="gk-route">{"".join(drawn)}</div>'))
    if table.place:
        place = province_of(INDEX[table.place])
        parts.append(page.Html(place_html(view, place)))
        if fight_ahead(view, table.moving, place):
            parts.append(page.Button(say("fight", leader=name_in(table.moving)), ("fight", table.place)))
    else:
        parts.append(page.muted_line(say("click")))
    return page.section(say("leader"), *parts)


def _orders(table: MapTable) -> page.Container:
    """Return the legal actions, first those of the place and the leader looked at."""
    session, legal = table.session, table.legal
    told = {key: any_game.action_text(table, legal[key]) for key in table.offered}
    options = tuple((text, key) for key, text in told.items())
    orders, units = button_keys(legal, {table.place, table.leader} - {""})
    keys, counters = (
        tuple(page.Tile(escape(told[key]), told[key], ("do", key), "gk-deed") for key in part[:BUTTONS])
        for part in (orders, units)
    )
    waits, title = session.waits_for in ("turn", "end"), say("what_now")
    return page.section(
        title,
        page.row(*game_page.advance_buttons(table), shown=waits),
        page.Menu(options or (("–", ""),), table.pick, ("pick",), tooltip=say("all_orders"), shown=bool(options)),
        page.row(
            page.Button(game_page.say("do_it"), ("do it",), "main", shown=bool(options)),
            game_page.undo(table),
        ),
        page.Tiles(keys, title, key="orders", shown=bool(keys)),
        page.Tiles(counters, say("counters"), key="counters", shown=bool(counters)),
        shown=waits or bool(options) or bool(session.person_seats),
    )


def _purse(view: View, power: int) -> page.Container:
    """A power's money, its provinces by revenue with those cut off, what it may raise; the powers to choose from."""
    state, found, income = view.state, budget_of(view, power), income_of(view.state, power)
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
    money = page.table_html((map(escape, row) for row in rows), kind="gk-purse") + "".join(lines)
    discs = tuple(
        page.Tile(disc_html(name, seat == power), name_in(name), ("power", name), "", seat == power)
        for seat, name in ((seat, name_of(state, seat)) for seat in scenario_constants(state).seats)
    )
    title = say("treasury", power=name_in(name_of(state, power)))
    return page.section(title, page.Tiles(discs, say("powers")), page.Html(money))


# Messages -------------------------------------------------------------------------------------------------------------


def update(table: MapTable, message: page.Message) -> MapTable:
    """Return the table after ``message``, the (verb, value, ...) of a control; unchanged if it means nothing here."""
    match message:
        case ("at", place):
            return _looked_at(table, place)
        case ("leader", name):
            return replace(table, leader=name, place="")
        case (verb, value) if verb in FIELD_OF:
            chosen: dict[str, Any] = {FIELD_OF[verb]: value}
            return replace(table, **chosen)
        case ("fight", place):
            return replace(table, fight="" if place == table.fight else place)
        case ("forecast",):
            return replace(table, forecast=not table.forecast, playing=False)
        case ("play out",):
            return replace(table, playing=not table.playing)
    return game_page.update(table, message)


def _looked_at(table: MapTable, place: str) -> MapTable:
    """A place is looked at, its own leader chosen; the second click goes there."""
    legal = table.session.legal_actions
    goes = [action for action in legal if isinstance(action, GOES) and action.place == place]
    if place == table.place and goes:
        return table.done(str(goes[0]))
    here = [each for each in leaders_of(table.view) if PLACES[each.place] == place]
    best = max(here, key=lambda each: each.rating).name if here else ""
    return replace(table, place=place, leader=best or table.leader, fight="")


class MapBoard(SessionBoard, screen=screen, update=update, widths=(320.0, 1230.0)):
    """The whole game of Roma Victrix on the map, shows itself in a notebook.

    ``players`` names for each power a "person" or a ready player ("plain", "random"); left out, a person has the first
    seat. ``options`` begin a new game (``scenario``, ``seats``, ``options``, ``rulings``); a ``record`` is gone on
    with, ``at`` looks at it from there. ``board.session`` is the game so far.

    >>> board = MapBoard({"Rome": "plain", "Carthage": "person"}, seed=218, scenario="second_punic_war")
    >>> board.send(("at", "Carthaginiensis"))
    >>> board.table.leader
    'Hannibal'
    """

    table: MapTable

    def __init__(
        self,
        players: Mapping[str, str] | None = None,
        seed: Any = None,
        language: str | None = None,
        record: Record | None = None,
        at: int | None = None,
        open_: bool = False,
        **options: Any,
    ) -> None:
        session = begin(record or Record(rv, (), options), players, seed, open_, at)
        super().__init__(MapTable(game_page.with_offer(session), language=language_or_default(language)))
