"""The siege board: a city, its defenders and its besieger, the map of go and stop, and the rounds played out."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from html import escape
from random import Random
from typing import Any

from gamekit.roma_victrix import Plan, Siege, force
from gamekit.roma_victrix.tables import FACES, FULL_CITY, SIDES, UNITS, Side
from gamekit.widgets import controls
from gamekit.widgets.canvas import Board
from gamekit.widgets.roma_victrix import combat_table, siege_story, siege_table
from gamekit.widgets.roma_victrix.combat_board import aligned
from gamekit.widgets.roma_victrix.counter_board import CounterBoard
from gamekit.widgets.roma_victrix.counters import Counter, counter_group
from gamekit.widgets.roma_victrix.siege_table import MAP, NOTHING, Table, opening, plan_now
from gamekit.widgets.roma_victrix.siege_view import scene
from gamekit.widgets.scene import Scene, Shape
from gamekit.widgets.svg import svg
from gamekit.words import language_or_default

DIE_OF = {"attacker": "die_attacker", "defender": "die_defender"}
WORTHS = {  # what things are called, and how far the sliders go
    "capture": ("worth_capture", 30),
    "own_csp": ("worth_own_csp", 5),
    "enemy_csp": ("worth_enemy_csp", 5),
    "op": ("worth_op", 5),
}
LOOKS = (("look_attacker", 1, MAP[0]), ("look_units", 0, MAP[1]))


class SiegeBoard(CounterBoard):
    """A siege to set up, to plan and to play; shows itself in a notebook.

    Opens on ``siege``, else on a major capital held by 8 CSP. ``names`` are what besieger and besieged are called.
    ``language`` is "en" or "ja"; the default comes from ``GAMEKIT_LANGUAGE``. ``board.plan`` is the best plan from
    where the siege stands (None while there is no siege).

    >>> SiegeBoard().plan.go
    True
    """

    table: Table

    def __init__(
        self, siege: Siege | None = None, names: tuple[str, str] = ("", ""), language: str | None = None
    ) -> None:
        language = language_or_default(language)
        self.table = opening(language=language) if siege is None else _table(siege, names, language)
        self.undoable: list[Table] = []
        self._random: tuple[str, Random] = ("", Random())
        self._make()
        super().__init__([self._page])
        self.refresh()

    @property
    def plan(self) -> Plan | None:
        """The best plan from where the siege stands."""
        return plan_now(self.table)

    @property
    def sentence(self) -> str:
        """The siege and what to do in one sentence, with what it rests on."""
        return siege_story.sentence(self.table)

    @property
    def scene(self) -> Scene:
        """The picture now on the board."""
        return scene(siege_story.view(self.table), self.width)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """Beside the live board its sentence and a still picture, for a notebook that is read and not run."""
        live = super()._repr_mimebundle_(**kwargs)
        seen = [shape for shape in self.scene.overlay if getattr(shape, "fill", "") or getattr(shape, "stroke", "")]
        still = svg(replace(self.scene, overlay=tuple(seen)))
        return {**(live or {}), "text/plain": self.sentence, "image/svg+xml": still}

    # The widgets -----------------------------------------------------------------------------------------------------

    def _make(self) -> None:
        say, button = self.table.say, controls.button
        self.heading, self.answer, self.status = controls.html(""), controls.live(), controls.live()
        self.board = Board(self.scene, click=self.click, drag=self.drop, ghost=self._ghost, resize=self.resize)
        self.modifiers = controls.html("")
        self.dice = [
            controls.slider(say(DIE_OF[side]), FACES[0], FACES[-1], 1, partial(self._die_moved, place))
            for place, side in enumerate(SIDES)
        ]
        self.round_button = button(say("play_round"), self.play_round, "main")
        self.these_button = button(say("play_these"), self.play_these)
        self.back_button = button(say("back"), self.back)
        self.restart_button = button(say("restart"), self.restart)
        self.seed = controls.line_of_text("", label=say("seed"), placeholder=say("seed_hint"))
        self.story = controls.html("")
        rounds = controls.section(
            say("rounds"),
            self.round_button,
            *self.dice,
            controls.row(self.these_button, self.back_button, self.restart_button),
            self.seed,
            self.story,
        )
        self._make_setup()
        self.worths = {
            name: controls.slider(say(key), 0, most, 0, partial(self._worth_moved, name))
            for name, (key, most) in WORTHS.items()
        }
        worths = controls.section(say("worths_head"), *self.worths.values())
        self.looks = [
            controls.slider(say(key), low, most, low, partial(self._look_moved, place))
            for place, (key, low, most) in enumerate(LOOKS)
        ]
        look = controls.section(say("look_head"), *self.looks)
        self.copy_sentence = controls.Copy(title=say("copy_sentence"), done=say("copied"))
        self.copy_code = controls.Copy(title=say("copy_code"), done=say("copied"))
        links = controls.box("gk-links", self.copy_sentence, self.copy_code)
        main = controls.box("gk-stack", self.board, self.status)
        modifiers = controls.section(say("modifiers"), self.modifiers)
        side = [modifiers, rounds, self.setup_section, worths]
        below = [self.text_section, controls.box("gk-two", look, self.list_section), links]
        aligned([*self.dice, self.city, self.points, self.treasury, *self.worths.values()])
        aligned(self.looks)
        self._page = controls.page(self.heading, self.answer, main, side, below)

    def _make_setup(self) -> None:
        say, button = self.table.say, controls.button
        self.ready = controls.choice(
            siege_story.ready_options(self.table), self.table.key, self._ready_chosen, name=say("ready")
        )
        kinds = {say("kind_major"): True, say("kind_minor"): False}
        self.kind = controls.choice(kinds, self.table.major, self._kind_chosen, say("kind"), say("kind"))
        self.city = controls.slider(say("city"), 1, 4, 4, partial(self._number, "capital"))
        self.treasury = controls.slider(say("treasury"), 0, 60, 0, partial(self._number, "treasury"))
        self.points = controls.slider(say("points_left"), 0, siege_story.POINTS, 5, partial(self._number, "operations"))
        self.cards = {side: controls.check("", change=partial(self._card, side)) for side in SIDES}
        self.undo_button = button(say("undo"), self.undo)
        self.setup_section = controls.section(
            say("set_up"), self.ready, self.kind, self.city, self.points, self.treasury, *self.cards.values(),
            controls.row(self.undo_button),
        )  # fmt: skip
        self.texts = {
            side: controls.line_of_text(change=partial(self.write, side), label=say("units"), placeholder="4 LGN, rHI")
            for side in SIDES
        }
        options = [(say("no_leader"), 0), *((say("leader_of", leader=rating), rating) for rating in range(1, 5))]
        self.leaders = {
            side: controls.choice(options, 0, partial(self.lead, side), say("leader"), say("leader")) for side in SIDES
        }
        self.text_heads = {side: controls.html("") for side in SIDES}
        boxes = [
            controls.box("gk-section gk-labelled", self.text_heads[side], self.texts[side], self.leaders[side])
            for side in SIDES
        ]
        self.text_section = controls.box("gk-two", *boxes)
        self.list_section = self.make_list()

    # Bringing everything up to date ----------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show everything that changed."""
        table = self.table
        self.answer.value = siege_story.answer_html(table)
        self.board.show(self.scene)
        self._quiet = True
        try:
            self.heading.value = siege_story.heading_html(table)
            self.modifiers.value = siege_story.modifiers_html(table)
            self.story.value = siege_story.log_html(table) if table.rounds else ""
            self._show_controls()
            self._show_forces()
        finally:
            self._quiet = False

    def _show_controls(self) -> None:
        table, plan = self.table, self.plan
        for slider, value in zip(self.dice, table.dice):
            slider.value = value
        over = plan is None or not plan.siege.allowed
        self.round_button.disabled = self.these_button.disabled = over
        self.back_button.disabled = self.restart_button.disabled = not table.rounds
        self.undo_button.disabled = not self.undoable
        self.ready.value, self.kind.value = table.key, table.major
        self.city.max = table.full
        self.city.value, self.treasury.value, self.points.value = table.capital, table.treasury, table.operations
        for side in SIDES:
            self.cards[side].value = side in table.advantage
            self.cards[side].description = table.say("card", side=table.name(side))
        for name, slider in self.worths.items():
            slider.value = getattr(table, name)
        spot = table.look or (plan.siege.now[:2] if plan else (1, 0))
        for slider, value in zip(self.looks, spot):
            slider.max = max(slider.max, value)
            slider.value = value
        begun = bool(table.rounds)
        controls.shown(not begun, self.setup_section, self.list_section, self.text_section)
        problem = table.error or (table.problem if table.attacker.stacks else "")
        said = f'<span class="gk-error">{escape(problem)}</span>' if problem else escape(siege_story.look_text(table))
        self.status.value = said
        self.copy_sentence.text = self.sentence
        self.copy_code.text = repr(table.siege) if table.siege else ""

    def _show_forces(self) -> None:
        table = self.table
        for side in SIDES:
            self.texts[side].value = str(table.force(side))
            self.leaders[side].value = table.force(side).leader
            head = f'<b class="gk-name" style="color:{siege_story.colour(side)}">{escape(table.name(side))}</b>'
            self.text_heads[side].value = head
        options = siege_story.counter_list(table)
        self.show_list(options)

    # Changing --------------------------------------------------------------------------------------------------------

    def click(self, action: Any) -> None:
        """A click, a tap or a key on something on the board."""
        table = self.table
        match action:
            case ("look", attacker, units):
                self.change(lambda: replace(table, look=(attacker, units)))
            case ("city", csp) if not table.rounds:
                self._number("capital", csp)
            case ("points", points) if not table.rounds:
                self._number("operations", points if points != table.operations else points - 1)
            case ("leader", side) if not table.rounds:
                self.lead(side, (table.force(side).leader + 1) % 5)
            case ("add", side, unit, reduced) if not table.rounds:
                self.change(lambda: table.with_force(side, combat_table.added(table.force(side), unit, reduced)))
            case ("counter", side, unit, reduced) if not table.rounds:
                self.change(lambda: table.with_force(side, combat_table.flipped(table.force(side), unit, reduced)))

    def drop(self, carried: Any, target: Any) -> None:
        """A counter dropped somewhere: into a force, or away."""
        table, onto = self.table, target[1] if target and target[0] in ("army", "counter") else None
        if table.rounds:
            return
        match carried:
            case ("add", _, unit, reduced) if onto:
                self.change(lambda: table.with_force(onto, combat_table.added(table.force(onto), unit, reduced)))
            case ("counter", side, unit, reduced) if onto is None:
                self.change(lambda: table.with_force(side, combat_table.without(table.force(side), unit, reduced)))

    def _ghost(self, action: Any) -> Shape | None:
        match action:
            case ("add" | "counter", side, unit, reduced) if not self.table.rounds:
                csp = UNITS[unit].reduced if reduced else UNITS[unit].full
                letter = "B" if side == SIDES[0] else "D"
                return counter_group(Counter(unit, reduced, csp or 0), side, letter, 48, -24, -24)
        return None

    def write(self, side: Side, text: str) -> None:
        """A side's units, as ``force`` reads them; none inside is a capital alone."""
        leader = self.table.force(side).leader
        if text.strip():
            self.change(lambda: self.table.with_force(side, force(text, leader)))
        else:
            self.change(lambda: self.table.with_force(side, NOTHING))

    def _number(self, name: str, value: int) -> None:
        if not self._quiet:
            self.change(lambda: self.table.anew(**{name: value}))

    def _worth_moved(self, name: str, value: int) -> None:
        worth: dict[str, Any] = {name: value}
        if not self._quiet:
            self.change(lambda: replace(self.table, **worth))

    def _look_moved(self, place: int, value: int) -> None:
        if not self._quiet:
            spot = [slider.value for slider in self.looks]
            spot[place] = value
            self.change(lambda: replace(self.table, look=(spot[0], spot[1])))

    def _kind_chosen(self, major: bool) -> None:
        full = FULL_CITY["major" if major else "minor"]
        self.change(lambda: self.table.anew(major=major, capital=full, key=""))

    def _card(self, side: Side, on: bool) -> None:
        cards = tuple(one for one in SIDES if (on if one == side else one in self.table.advantage))
        self.change(lambda: self.table.anew(advantage=cards))

    def _ready_chosen(self, key: str) -> None:
        if key:
            self.change(lambda: opening(key, self.table.language))

    # Playing the rounds ----------------------------------------------------------------------------------------------

    def play_round(self) -> None:
        """Throw both dice and play the round as the plan has it; the same seed gives the same throws again."""
        dice = self.two_dice()
        self.change(lambda: siege_table.played(self.table, dice))

    def play_these(self) -> None:
        """The round with the dice as they lie."""
        self.change(lambda: siege_table.played(self.table, self.table.dice))

    def _die_moved(self, place: int, face: int) -> None:
        dice = (face, self.table.dice[1]) if place == 0 else (self.table.dice[0], face)
        if not self._quiet:
            self.change(lambda: replace(self.table, dice=dice))

    def back(self) -> None:
        """One round back."""
        self.change(lambda: replace(self.table, rounds=self.table.rounds[:-1], look=None))

    def restart(self) -> None:
        """Back to the beginning of the siege."""
        self.change(lambda: replace(self.table, rounds=(), look=None))


def _table(siege: Siege, names: tuple[str, str], language: str) -> Table:
    start = siege.now
    cards = tuple(side for side in SIDES if side in siege.advantage)
    return Table(
        siege.attacker, siege.defender or NOTHING, names, start.capital, siege.major, siege.treasury, start.operations,
        cards, language=language,
    )  # fmt: skip
