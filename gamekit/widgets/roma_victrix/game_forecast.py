"""The forecast below the map: the money exactly, and what will be, played out as long as one waits."""

from __future__ import annotations

from functools import partial
from html import escape
from typing import Final, NamedTuple

from gamekit import roma_victrix as rv
from gamekit.play.protocol import Event
from gamekit.play.simulate import EventProbability, sharpening
from gamekit.roma_victrix.describe import named_in
from gamekit.roma_victrix.odds import events
from gamekit.roma_victrix.odds.forecasts import Budget, budget
from gamekit.roma_victrix.odds.forecasts.describe import said
from gamekit.roma_victrix.places import PLACES, PROVINCE
from gamekit.roma_victrix.rules.board import capital_of, control
from gamekit.roma_victrix.rules.scenario_constants import frame_of
from gamekit.roma_victrix.rules.views import View
from gamekit.roma_victrix.state import NONE
from gamekit.text.translation import percent, word
from gamekit.widgets import charts, page
from gamekit.widgets.cover import TELLS
from gamekit.widgets.look import CAESAR, INK, SANS, SERIF, TABLE
from gamekit.widgets.roma_victrix.forces import PAUSE, Shelf
from gamekit.widgets.roma_victrix.game_desk import bill, say
from gamekit.widgets.svg import image

PANELS: Final = Shelf(8)  # of forecasts that were asked for
OUTLOOKS: Final = Shelf(8)  # what was played out
STEP, MOST = 4, 60  # play-outs after which the answers are shown, and in all
EDGES: Final = 48  # px beside the chart
WIDEST: Final = 620  # px of the chart


class ForecastAsked(NamedTuple):
    """What is asked of a forecast: new units ("" for none), and how much room there is."""

    view: View
    power: int
    units: str
    language: str
    room: float = 956.0  # px

    def answer(self) -> str:
        """The panel, as HTML; why there is none, where the rules forbid what is asked."""
        name = frame_of(self.view.state).powers[self.power]
        try:
            return panel(budget(self.view, name, self.units), self.language, int(min(WIDEST, self.room - EDGES)))
        except ValueError as error:
            return page.status(str(error)).value


def money(budget: Budget, language: str | None = None, width: int = charts.WIDTH) -> charts.Chart:
    """What is left after upkeep and new units, a bar for each amount; below 0 it cannot be paid."""
    least, most = min(budget.left), max(budget.left)
    key = "chart.money" if least < most else "chart.money_sure"
    title = said(key, language, power=budget.power, least=least, most=most)
    spec = charts.Spec(title, said("chart.left_note", language), budget.basis, language, width, (CAESAR,))
    return charts.laws({said("chart.left", language): budget.left}, spec)


def panel(budget: Budget, language: str | None = None, width: int = charts.WIDTH) -> str:
    """Whether the power can pay in large type, the sum beside it, the chart below; HTML that needs no script."""
    key = "chart.question" if budget.wanted else "chart.question_keeps"
    question = said(key, language, power=budget.power, wanted=budget.wanted)
    answer = percent(budget.p) if budget.allowed else said("chart.never", language)
    return (
        f'<section style="font-family:{escape(SANS)};color:{INK};background:{TABLE};padding:16px 24px">'
        f'<div style="font:18px {escape(SERIF)}">{escape(question)}</div>'
        f'<div style="font-size:44px;font-weight:700;color:{CAESAR if budget.allowed else INK}">{escape(answer)}</div>'
        f'<p style="font-size:18px;margin:4px 0 12px">{escape(budget.sums(language))}</p>'
        f'<figure style="margin:0">{image(money(budget, language, width).still(), "chart")}</figure></section>'
    )


class OutlookAsked(NamedTuple):
    """Whose future is played out, by what a seat sees, and the province that is asked about besides ("" for none)."""

    view: View
    power: int
    place: str

    @property
    def name(self) -> str:
        """The power's name."""
        return frame_of(self.view.state).powers[self.power]

    def events(self) -> dict[str, Event]:
        """The questions by the key of their sentence."""
        view, name, state = self.view, self.name, self.view.state
        found = {"will_pay": events.can_pay(view, name)}
        if self.power in frame_of(state).seats:
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
    told = [] if known is None else [page.Html(_answers_html(asked, known, language), TELLS)]
    parts: list[page.Control] = [page.row(button), *told]
    if goes_on:
        parts.append(
            page.Soon(partial(OUTLOOKS.keep, asked, asked.further), ("worked",), (asked, played(known)), PAUSE)
        )
    return tuple(parts)


def _answers_html(asked: OutlookAsked, known: dict[str, EventProbability], language: str) -> str:
    """Each question with its chance and interval, and how they were found."""
    place = named_in(asked.place, language)
    rows = ""
    for key, each in known.items():
        question = say(key, language, power=named_in(asked.name, language), place=place)
        low, high = each.interval
        sure = f"{100 * low:.1f}–{high:.1%}" if each.names else say("outlook_settled", language)
        rows += f"<tr><td>{escape(question)}</td><td><b>{percent(each.p)}</b></td><td>{escape(sure)}</td></tr>"
    note = say("outlook_note", language, games=played(known))
    return f'<table class="gk-purse">{rows}</table><p class="gk-quiet">{escape(note)}</p>'
