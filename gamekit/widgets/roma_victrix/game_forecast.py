"""The forecast below the map, asked as one likes: what to raise, for how many years, whom to send where."""

from __future__ import annotations

from typing import Final, NamedTuple

from gamekit.roma_victrix.odds.forecasts import budget, reach, unrest
from gamekit.roma_victrix.odds.forecasts.budget import YEARS
from gamekit.roma_victrix.places import INDEX
from gamekit.roma_victrix.rules.frame import frame_of
from gamekit.roma_victrix.rules.views import View
from gamekit.widgets import page
from gamekit.widgets.cover import TELLS
from gamekit.widgets.roma_victrix import forecast_charts, game_fight
from gamekit.widgets.roma_victrix.forces import Shelf
from gamekit.widgets.roma_victrix.game_desk import bill, say
from gamekit.words import word

PANELS: Final = Shelf(8)  # of forecasts that were asked for
EDGES, GAP = 48, 16  # px beside the charts, and between two
LEAST: Final = 420  # px of a chart of which two stand side by side


class ForecastAsked(NamedTuple):
    """What is asked of a forecast: new units ("" for none), for how many years, a leader and a place ("" for none), and
    how much room there is."""

    view: View
    power: int
    units: str
    years: int
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
        name, fight = frame_of(self.view.state).powers[self.power], None
        if self.place:
            fight = game_fight.set_up(self.view, self.leader, INDEX[self.place])
        try:
            paid = budget(self.view, name, self.units, self.years)
            shown = unrest(self.view, name), reach(self.view, self.leader) if self.leader else None, None
            return forecast_charts.panel(paid, *shown, self.language, fight, self.chart)
        except ValueError as error:
            return page.status(str(error)).value


def section(asked: ForecastAsked, opened: bool) -> page.Area | None:
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
        page.Slider(say("forecast_years", language), 1, YEARS, asked.years, ("years",)),
        button,
    )
    found = PANELS.found.get(asked)
    if found is None:
        told = (page.quiet(word("kit.working", language)), PANELS.soon(asked, asked.answer))
    return page.section(
        say("forecast", language),
        controls,
        *(told if found is None else (page.Html(found, TELLS),)),
        key="forecast",
    )
