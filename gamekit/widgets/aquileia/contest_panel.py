"""The contest panel: who wins the arena or the race, with every number a field to type in.

Everything is reached by Tab; each change is answered at once. The chances come from ``gamekit.aquileia``."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial
from html import escape
from typing import Any

import ipywidgets
from ipywidgets import Box, Widget

from gamekit import aquileia as aq
from gamekit.aquileia.state import DEFAULT_NAMES
from gamekit.aquileia.tables import SETUP
from gamekit.widgets import controls
from gamekit.widgets.aquileia import dice_charts
from gamekit.widgets.aquileia.city_view import WIDTH, Part, Person, contest_scene, fitting
from gamekit.widgets.aquileia.pieces import pawns
from gamekit.widgets.canvas import Board
from gamekit.widgets.charts import Chart
from gamekit.widgets.panel import Panel
from gamekit.widgets.scene import Scene
from gamekit.widgets.svg import svg
from gamekit.words import basis_line, language_or_default, reason, word

FIVE = (*DEFAULT_NAMES, "Livia")
LIMITS = {"base": (1, 30), "tie": (1, 9), "cards": (0, 40), "rolled": (0, 7), "red": (0, 3), "blue": (0, 4)}
METAL = {None: "bronze", "gold": "gold", "silver": "silver"}


class ContestPanel(Box):  # type: ignore[misc]
    """A contest to change and to read; shows itself in a notebook.

    Opens on ``contest``, else on the arena example (4.E). ``panel.contest`` is the contest as typed (None while it
    is not one, with the reason under the fields), ``panel.chances`` everybody's rank chances.

    >>> panel = ContestPanel()
    >>> panel.chances["Kiko"][0]
    Fraction(304, 6561)
    >>> panel.set("Kiko", base=2)
    >>> panel.chances["Kiko"][0]
    Fraction(416, 2187)
    """

    def __init__(self, contest: aq.Contest | None = None, language: str | None = None) -> None:
        self.language = language_or_default(language)
        self.entrants = list((contest or aq.ready_contests()["arena"]).entrants)
        self.contest: aq.Contest | None = None
        self.chosen, self.width, self.fraction, self.error = len(self.entrants) - 1, float(WIDTH), False, ""
        self._quiet = False
        self._make()
        super().__init__([self._page])
        self._fields()
        self.refresh()

    def say(self, key: str, **fields: Any) -> str:
        """A text of the panel in its language."""
        return word(f"aquileia.panel.{key}", self.language, **fields)

    def _column(self, column: str) -> str:
        return word(f"aquileia.panel.field.{column}", self.language)

    @property
    def chances(self) -> dict[str, list[Fraction]]:
        """Everybody's rank chances, first to last; empty while the contest is none."""
        return {name: self.contest.p_rank(name) for name in self.contest.names} if self.contest else {}

    @property
    def sentence(self) -> str:
        """The chosen entrant's chances in one sentence, with what they rest on."""
        if not self.contest:
            return self.error
        name = self.entrants[self.chosen].name
        ranks = ", ".join(controls.percent(float(p)) for p in self.chances[name])
        return self.say("sentence", name=name, ranks=ranks, basis=basis_line(self.contest.basis, self.language))

    @property
    def scene(self) -> Scene:
        """The picture now on the board."""
        return contest_scene(self._people(), self.width, self.language, self.sentence)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """Beside the live panel its sentence and a still picture, for a notebook that is read and not run."""
        live = super()._repr_mimebundle_(**kwargs)
        return {**(live or {}), "text/plain": self.sentence, "image/svg+xml": svg(self.scene)}

    # the widgets

    def _make(self) -> None:
        say, button = self.say, controls.button
        self.heading, self.answer, self.status = controls.html(""), controls.live(), controls.live()
        self.style = controls.html(f"<style>{STYLE}</style>", "gk-style")
        self.holder, self.grid = controls.box("gk-stack"), controls.box("gk-aq-grid")
        ready = {say(f"ready.{key}"): key for key in aq.ready_contests()}
        self.ready = controls.choice({say("own"): "", **ready}, "", self._ready_chosen, name=say("ready"))
        kinds = {say("arena"): False, say("race"): True}
        self.kind = controls.choice(kinds, False, self._kind_chosen, name=say("kind"))
        self.whose = controls.choice([("", 0)], 0, self._whose_chosen, label=say("whose"), name=say("whose"))
        self.add_button, self.remove_button = button(say("add"), self.add), button(say("remove"), self.remove)
        self.blue, self.half = controls.html(""), controls.html("")
        self.copy_sentence = controls.Copy(title=say("copy_sentence"), done=say("copied"))
        self.copy_code = controls.Copy(title=say("copy_code"), done=say("copied"))
        self.fraction_button = button(say("fraction"), self.toggle_fraction, "link")
        main = controls.box("gk-stack", self.style, self.holder, self.grid, self.status)
        side = [
            controls.section(say("contest"), self.ready, self.kind, controls.row(self.add_button, self.remove_button)),
            controls.section(say("chance"), self.whose, self.half),
            controls.section(say("blue_dice"), self.blue),
            controls.box("gk-links", self.copy_sentence, self.copy_code, self.fraction_button),
        ]
        self.charts: dict[str, Panel] = {}
        self.below = controls.box("gk-aq-charts")
        self._page = controls.page(self.heading, self.answer, main, side, [self.below])
        self.board: Board | None = None

    def _fields(self) -> None:
        """The grid of fields: a row an entrant, a column a number."""
        race = self.entrants[0].side is not None
        columns = ["name", *(["side"] if race else []), *LIMITS]
        cells: list[Widget] = [controls.html(f"<b>{escape(self._column(column))}</b>") for column in columns]
        for place, entrant in enumerate(self.entrants):
            cells += [self._field(place, entrant, column) for column in columns]
        self.grid.children = tuple(cells)
        self.grid.layout.grid_template_columns = f"minmax(84px, 1.6fr) repeat({len(columns) - 1}, minmax(52px, 1fr))"

    def _field(self, place: int, entrant: aq.Entrant, column: str) -> Widget:
        told = f"{entrant.name}: {self._column(column)}"
        change: Callable[[Any], None] = partial(self._typed, place, column)
        if column == "name":
            made: Widget = controls.line_of_text(entrant.name, change, label=told)
        elif column == "side":
            sides = {word(f"aquileia.board.coin.{side}", self.language): side for side in ("gold", "silver")}
            made = controls.choice(sides, entrant.side, change, label=told)
        else:
            low, high = LIMITS[column]
            value = getattr(entrant, column)
            made = ipywidgets.BoundedIntText(value=value, min=low, max=max(high, value), description=told)
            made.observe(lambda event: change(event["new"]), "value")
        return made

    # bringing everything up to date

    def refresh(self) -> None:
        """Work the chances out and show them."""
        try:
            self.contest, self.error = aq.Contest(self.entrants), ""
        except ValueError as error:
            self.contest, self.error = None, reason(error, self.language)
        self.status.value = f'<span class="gk-error">{escape(self.error)}</span>' if self.error else ""
        self.heading.value = controls.heading_html(self.say("title"), self.say("race" if self._race else "arena"))
        self.answer.value = self._answer()
        if self.board is None:
            self.board = Board(self.scene, click=self.click, resize=self.resize)
            self.holder.children = (self.board,)
        else:
            self.board.show(self.scene)
        self._quiet = True
        try:
            self.whose.options = [(entrant.name, place) for place, entrant in enumerate(self.entrants)]
            self.whose.value = self.chosen
            self.kind.value = self._race
        finally:
            self._quiet = False
        self.add_button.disabled = len(self.entrants) == 5
        self.remove_button.disabled = len(self.entrants) == 2
        self._beside()

    @property
    def _race(self) -> bool:
        return self.entrants[0].side is not None

    def _percent(self, chance: Fraction) -> str:
        return str(chance) if self.fraction else controls.percent(float(chance))

    def _answer(self) -> str:
        if not self.contest:
            return ""
        looks = {pawn.name: pawn for pawn in pawns(self.contest.names)}
        chances, name = self.chances, self.entrants[self.chosen].name
        first, *others = chances[name]
        note = " · ".join(self.say("rank", place=place, chance=self._percent(p)) for place, p in enumerate(others, 2))
        order = [name, *(other for other in chances if other != name)]
        parts = [(other, float(chances[other][0]), looks[other].colour) for other in order]
        exact = controls.percent(float(first)) if self.fraction else str(first)
        basis = basis_line(self.contest.basis, self.language)
        return controls.answer_html(
            self._percent(first), self.say("wins", name=name), note, parts, basis, "", looks[name].colour, exact
        )

    def _beside(self) -> None:
        name = self.entrants[self.chosen].name
        for copy in (self.copy_sentence, self.copy_code):
            copy.layout.display = None if self.contest else "none"
        if not self.contest:
            self.blue.value = self.half.value = self.copy_sentence.text = self.copy_code.text = ""
            self.below.children = ()
            return
        rows = "".join(
            f"<tr><td>{dice}</td>{''.join(f'<td>{self._percent(p)}</td>' for p in ranks[:3])}</tr>"
            for dice, ranks in enumerate(aq.blue_gain(self.contest, name))
        )
        heads = "".join(f"<th>{place}</th>" for place in range(1, min(3, len(self.entrants)) + 1))
        note = self.say("blue_note", name=name)
        self.blue.value = (
            f'<span class="gk-quiet">{escape(note)}</span><table class="gk-aq-blue">'
            f"<thead><tr><th>{escape(self._column('blue'))}</th>{heads}</tr></thead><tbody>{rows}</tbody></table>"
        )
        base = aq.break_even(self.contest, name)
        told = self.say("half", base=base) if base else self.say("never")
        self.half.value = f"<span>{escape(told)}</span>"
        self.copy_sentence.text, self.copy_code.text = self.sentence, _code(self.contest)
        self._draw(self.contest, name)

    def _draw(self, contest: aq.Contest, name: str) -> None:
        """The charts below: what field strength and blue dice would change."""
        kinds: dict[str, Callable[..., Chart]] = {"base": dice_charts.by_base, "blue": dice_charts.by_blue}
        for kind, make in kinds.items():
            ask = partial(make, contest, name, language=self.language, width=430)
            if kind in self.charts:
                self.charts[kind].offer(ask)
            else:
                self.charts[kind] = Panel(ask(), language=self.language)
        self.below.children = tuple(self.charts.values())

    def _people(self) -> list[Person]:
        looks = pawns([entrant.name for entrant in self.entrants])
        chances = self.chances
        people = []
        for place, (entrant, pawn) in enumerate(zip(self.entrants, looks)):
            metal = METAL[entrant.side]
            coin = word(f"aquileia.board.coin.{metal}", self.language)
            formula = word(
                "aquileia.board.formula", self.language, base=entrant.base, coin=coin, faces=entrant.rolled,
                cards=entrant.cards, strength=entrant.sure,
            )  # fmt: skip
            parts = tuple(
                Part(word("aquileia.board.rank", self.language, place=rank), float(p))
                for rank, p in enumerate(chances.get(entrant.name, []), 1)
            )
            detail = self.say("detail", tie=entrant.tie, coin=coin)
            acting = place == self.chosen
            red, blue = ("",) * entrant.red, ("",) * entrant.blue
            brief = f"{entrant.base} + {entrant.rolled} + {entrant.cards} = {entrant.sure}"
            people.append(Person(pawn, 0, None, detail, (), acting, formula, brief, red, blue, metal, parts))
        return people

    # changing it

    def set(self, name: str, **changes: Any) -> None:
        """Change something for one entrant, as by typing."""
        place = [entrant.name for entrant in self.entrants].index(name)
        self._change(place, changes)
        self._fields()

    def _typed(self, place: int, column: str, value: Any) -> None:
        self._change(place, {column: value.strip() if isinstance(value, str) else value})

    def _change(self, place: int, changes: dict[str, Any]) -> None:
        if self._quiet or place >= len(self.entrants):
            return
        try:
            self.entrants[place] = replace(self.entrants[place], **changes)
        except ValueError as error:
            self.error = reason(error, self.language)
            self.status.value = f'<span class="gk-error">{escape(self.error)}</span>'
            return
        self.refresh()

    def click(self, action: Any) -> None:
        """A click on an entrant's box: whose chance stands in large type."""
        match action:
            case ("entrant", place):
                self.chosen = place
                self.refresh()

    def add(self) -> None:
        """One more entrant, with the next free tie-breaker place."""
        name = next(name for name in FIVE if name not in {entrant.name for entrant in self.entrants})
        tie = next(tie for tie in range(1, 9) if tie not in {entrant.tie for entrant in self.entrants})
        side = "gold" if self._race else None
        self.entrants.append(aq.Entrant(name, 1, tie, side=side, red=SETUP["red_dice"]))
        self._renew()

    def remove(self) -> None:
        """The last entrant leaves."""
        if len(self.entrants) > 2:
            self.entrants.pop()
        self._renew()

    def _renew(self) -> None:
        self.chosen = min(self.chosen, len(self.entrants) - 1)
        self._fields()
        self.refresh()

    def _ready_chosen(self, key: str) -> None:
        if key and not self._quiet:
            self.entrants = list(aq.ready_contests()[key].entrants)
            self.chosen = len(self.entrants) - 1
            self._renew()

    def _kind_chosen(self, race: bool) -> None:
        if not self._quiet and race != self._race:
            sides = ("gold", "silver")
            self.entrants = [
                replace(entrant, side=sides[place % 2] if race else None) for place, entrant in enumerate(self.entrants)
            ]
            self._renew()

    def _whose_chosen(self, place: int | None) -> None:
        if not self._quiet and place is not None:
            self.click(("entrant", place))

    def toggle_fraction(self) -> None:
        """Chances as fractions, or as percentages again."""
        self.fraction = not self.fraction
        self.refresh()

    def resize(self, room: int) -> None:
        """The page has this many px for the board."""
        width = fitting(room)
        if width != self.width and self.board:
            self.width = width
            self.board.show(self.scene)


def _code(contest: aq.Contest) -> str:
    """The contest as it is written behind ``from gamekit import aquileia as aq``."""
    return f"aq.Contest([{', '.join(f'aq.{entrant!r}' for entrant in contest.entrants)}])"


STYLE = """
.gk-page .gk-aq-charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 400px), 1fr));
  gap: 12px 24px; margin: 0; align-items: start; }
.gk-page .gk-aq-charts > * { width: auto; min-width: 0; margin: 0; }
.gk-page .gk-aq-grid { display: grid; gap: 6px 8px; align-items: center; margin: 0; }
.gk-page .gk-aq-grid > * { width: auto; min-width: 0; margin: 0; }
.gk-page .gk-aq-grid .widget-label { position: absolute; width: 1px; height: 1px; overflow: hidden; margin: 0;
  clip-path: inset(50%); white-space: nowrap; }
.gk-page .gk-aq-blue { width: 100%; margin-top: 4px; }
.gk-page .gk-aq-blue td:first-child, .gk-page .gk-aq-blue th:first-child { text-align: left; }
"""
