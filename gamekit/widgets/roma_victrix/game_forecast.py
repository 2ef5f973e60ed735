"""The forecast below the map: the money and the fight exactly, and what will be, played out as long as one waits."""

from __future__ import annotations

from functools import partial
from html import escape
from typing import Final, NamedTuple

from gamekit import roma_victrix as rv
from gamekit.play.protocol import Event
from gamekit.play.simulate import EventProbability, sharpening
from gamekit.roma_victrix.geography import INDEX, PLACES, PROVINCE
from gamekit.roma_victrix.notation import name_in
from gamekit.roma_victrix.odds import events
from gamekit.roma_victrix.odds.forecasts import budget, reach
from gamekit.roma_victrix.rules.control import capital_of, control, scenario_constants
from gamekit.roma_victrix.rules.views import View
from gamekit.roma_victrix.state import NONE
from gamekit.text.translation import percent, word
from gamekit.widgets import page
from gamekit.widgets.cover import TELLS
from gamekit.widgets.roma_victrix import forecast_charts, game_fight
from gamekit.widgets.roma_victrix.forces import PAUSE, Shelf
from gamekit.widgets.roma_victrix.game_desk import bill, say

PANELS: Final = Shelf(8)  # of forecasts that were asked for
OUTLOOKS: Final = Shelf(8)  # what was played out
STEP, MOST = 4, 60  # play-outs after which the answers are shown, and in all
EDGES, GAP = 48, 16  # px beside the charts, and between two
LEAST: Final = 420  # px of a chart of which two stand side by side


class ForecastAsked(NamedTuple):
    """What is asked of a forecast: new units ("" for none), a leader and a place ("" for none), and how much room there
    is."""

    view: View
    power: int
    units: str
    leader: str
    place: str
    language: str
    room: float = 956.0  # px

    @property
    def chart(self) -> int:
        """How wide a chart is: two stand side by side where they fit."""
        room = int(self.room) - EDGES
        half = (room - GAP) // 2
        return half if half >= LEAST else room

    def answer(self) -> str:
        """The panel, as HTML; why there is none, where the rules or the size of the question forbid it."""
        name, fight = scenario_constants(self.view.state).powers[self.power], None
        if self.place:
            fight = game_fight.set_up(self.view, self.leader, INDEX[self.place])
        try:
            paid = budget(self.view, name, self.units)
            ways = reach(self.view, self.leader) if self.leader else None
            return forecast_charts.panel(paid, ways, self.language, fight, self.chart)
        except ValueError as error:
            return page.status(str(error)).value


class OutlookAsked(NamedTuple):
    """Whose future is played out, by what a seat sees, and the province that is asked about besides ("" for none)."""

    view: View
    power: int
    place: str

    @property
    def name(self) -> str:
        """The power's name."""
        return scenario_constants(self.view.state).powers[self.power]

    def events(self) -> dict[str, Event]:
        """The questions by the key of their sentence."""
        view, name, state = self.view, self.name, self.view.state
        found = {"will_pay": events.can_pay(view, name)}
        if self.power in scenario_constants(state).seats:
            found["will_lead"] = events.leads(view, name)
        if mine := [PLACES[place] for place in range(len(PROVINCE)) if control(state, place) == self.power]:
            found["will_rise"] = events.rises(view, *mine)
        if (city := capital_of(state, self.power)) and city.csp:
            found["will_fall"] = events.is_taken(view, PLACES[city.place])
        if self.place:
            found["will_hold"] = events.holds(view, name, self.place)
        return found

    def further(self) -> dict[str, EventProbability]:
        """The answers after some play-outs more."""
        known = OUTLOOKS.found.get(self)
        seen = self.view.state if self.view.player == NONE else self.view
        *_, found = sharpening(rv, seen, self.events(), games=played(known) + STEP, known=known)
        return found


def played(known: dict[str, EventProbability] | None) -> int:
    """How many play-outs the answers rest on."""
    return max((each.games for each in known.values() if each.names), default=0) if known else 0


def section(asked: ForecastAsked, opened: bool, playing: bool, looked_at: str) -> page.Area | None:
    """The button that opens the forecast, what can be asked, and the answer once it is known; None where the power's
    units are not seen."""
    now, language = bill(asked.view, asked.power), asked.language
    if now is None:
        return None
    button = page.Button(say("forecast_close" if opened else "forecast_open", language), ("forecast",))
    if not opened:
        return page.section(say("forecast", language), button, key="forecast")
    offered = [f"{count} {unit}" for unit, most in now.most for count in range(1, most + 1)]
    units = ((say("forecast_none", language), ""), *((text, text) for text in offered))
    asked = asked if asked.units in offered else asked._replace(units="")
    controls = page.row(
        page.Menu(units, asked.units, ("raise",), tooltip=say("forecast_raise", language)),
        button,
    )
    found = PANELS.found.get(asked)
    if found is None:
        told = (page.quiet(word("kit.working", language)), PANELS.soon(asked, asked.answer))
    return page.section(
        say("forecast", language),
        controls,
        *(told if found is None else (page.Html(found, TELLS),)),
        *_outlook(OutlookAsked(asked.view, asked.power, looked_at), playing and found is not None, language),
        key="forecast",
    )


def _outlook(asked: OutlookAsked, playing: bool, language: str) -> tuple[page.Control, ...]:
    """What will be: a button that plays the game out until it is stopped, and the answers so far."""
    known = OUTLOOKS.found.get(asked)
    goes_on = playing and (known is None or 0 < played(known) < MOST)
    button = page.Button(say("outlook_stop" if goes_on else "outlook_play", language), ("play out",))
    said = [] if known is None else [page.Html(_answers_html(asked, known, language), TELLS)]
    parts: list[page.Control] = [page.row(button), *said]
    if goes_on:
        parts.append(
            page.Soon(partial(OUTLOOKS.keep, asked, asked.further), ("worked",), (asked, played(known)), PAUSE)
        )
    return tuple(parts)


def _answers_html(asked: OutlookAsked, known: dict[str, EventProbability], language: str) -> str:
    """Each question with its chance and interval, and how they were found."""
    place = name_in(asked.place, language)
    rows = ""
    for key, each in known.items():
        question = say(key, language, power=name_in(asked.name, language), place=place)
        low, high = each.interval
        sure = f"{100 * low:.1f}–{high:.1%}" if each.names else say("outlook_settled", language)
        rows += f"<tr><td>{escape(question)}</td><td><b>{percent(each.p)}</b></td><td>{escape(sure)}</td></tr>"
    note = say("outlook_note", language, games=played(known))
    return f'<table class="gk-purse">{rows}</table><p class="gk-quiet">{escape(note)}</p>'
