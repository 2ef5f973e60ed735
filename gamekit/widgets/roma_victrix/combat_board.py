"""The combat board: two forces built from counters, modifiers line by line, dice, the split, losses paid.

What it shows is worked out elsewhere: the odds by ``gamekit.roma_victrix``, what follows from the table by
``combat_table``, words and pictures by ``combat_story`` and ``combat_view``. Here are the widgets."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from html import escape
from random import Random
from typing import Any

from ipywidgets import Widget

from gamekit.roma_victrix import Combat, force
from gamekit.roma_victrix.odds.spending import OBJECTIVES
from gamekit.roma_victrix.tables import FACES, READY, SIDES, UNITS, Side
from gamekit.widgets import controls
from gamekit.widgets.canvas import Board
from gamekit.widgets.look import TEXT
from gamekit.widgets.roma_victrix import combat_story, combat_table
from gamekit.widgets.roma_victrix.combat_table import KEY, NOTHING, Table, opening, thrown
from gamekit.widgets.roma_victrix.combat_view import scene
from gamekit.widgets.roma_victrix.counter_board import CounterBoard
from gamekit.widgets.roma_victrix.counters import Counter, counter_group
from gamekit.widgets.scene import Scene, Shape, text_width
from gamekit.widgets.svg import svg
from gamekit.words import language_or_default

DIE_OF = {"attacker": "die_attacker", "defender": "die_defender"}
OBJECTIVE_WORDS = {
    "win": "objective_win",
    "swing": "objective_swing",
    "own": "objective_own",
    "enemy": "objective_enemy",
}


class CombatBoard(CounterBoard):
    """A combat on land or at sea to build, to throw and to pay for; shows itself in a notebook.

    Opens on ``combat``, else on the fight for Cilicia. ``names`` are what the sides are called. ``language`` is "en" or
    "ja"; the default comes from ``GAMEKIT_LANGUAGE``. ``board.combat`` is the combat as it stands on the board (None
    while the forces cannot fight).

    >>> CombatBoard().combat.net_drm
    2
    """

    table: Table

    def __init__(
        self, combat: Combat | None = None, names: tuple[str, str] = ("", ""), language: str | None = None
    ) -> None:
        language = language_or_default(language)
        self.table = opening(language=language) if combat is None else _table(combat, names, language)
        self.undoable: list[Table] = []
        self._make()
        super().__init__([self._page])
        self.refresh()

    @property
    def combat(self) -> Combat | None:
        """The combat on the board, or None while it is not one."""
        return self.table.fight

    @property
    def sentence(self) -> str:
        """The combat and its chances in one sentence, with what they rest on."""
        return combat_story.sentence(self.table)

    @property
    def scene(self) -> Scene:
        """The picture now on the board."""
        return scene(combat_story.view(self.table), self.width, self.table.language)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """Beside the live board its sentence and a still picture, for a notebook that is read and not run."""
        live = super()._repr_mimebundle_(**kwargs)
        return {**(live or {}), "text/plain": self.sentence, "image/svg+xml": svg(self.scene)}

    # The widgets -----------------------------------------------------------------------------------------------------

    def _make(self) -> None:
        say = self.table.say
        self.heading, self.answer, self.status = controls.html(""), controls.live(), controls.live()
        self.board = Board(self.scene, click=self.click, drag=self.drop, ghost=self._ghost, resize=self.resize)
        self.texts = {
            side: controls.line_of_text(change=partial(self.write, side), label=say("units"), placeholder="3 HI, 2 rHI")
            for side in SIDES
        }
        self.name_lines = {
            side: controls.line_of_text(change=partial(self.rename, side), label=say("name")) for side in SIDES
        }
        self.leaders = {
            side: controls.choice(
                combat_story.leader_options(self.table), 0, partial(self.lead, side), say("leader"), say("leader")
            )
            for side in SIDES
        }
        self.text_heads = {side: controls.html("") for side in SIDES}
        boxes = [
            controls.box(
                "gk-section gk-labelled",
                self.text_heads[side],
                self.texts[side],
                self.leaders[side],
                self.name_lines[side],
            )
            for side in SIDES
        ]
        self.text_section = controls.box("gk-two", *boxes)
        self._make_throw()
        self._make_losses()
        self._make_setup()
        self.copy_sentence = controls.Copy(title=say("copy_sentence"), done=say("copied"))
        self.copy_code = controls.Copy(title=say("copy_code"), done=say("copied"))
        links = controls.box("gk-links", self.copy_sentence, self.copy_code)
        main = controls.box("gk-stack", self.board, self.status)
        self.modifiers = controls.html("")
        modifiers = controls.section(say("modifiers"), self.modifiers)
        side = [modifiers, self.throw_section, self.losses_section]
        below = [self.text_section, controls.box("gk-two", self.setup_section, self.list_section), links]
        self._page = controls.page(self.heading, self.answer, main, side, below)

    def _make_throw(self) -> None:
        say = self.table.say
        self.ways_head = controls.html("")
        self.ways = controls.Choices(label=say("ways"))
        self.ways.observe(self._way_chosen, "index")
        self.dice = [
            controls.slider(say(DIE_OF[side]), FACES[0], FACES[-1], 1, partial(self._die_moved, place))
            for place, side in enumerate(SIDES)
        ]
        self.split = {
            kind: controls.slider(say(kind), 0, 1, 0, partial(self._split_moved, kind)) for kind in ("raise", "lower")
        }
        aligned([*self.dice, *self.split.values()])
        names = {say(OBJECTIVE_WORDS[name]): name for name in OBJECTIVES}
        self.objective = controls.choice(names, self.table.objective, self._objective_chosen, name=say("objective"))
        self.seed = controls.line_of_text("", label=say("seed"), placeholder=say("seed_hint"))
        self.throw_button = controls.button(say("throw_dice"), self.throw, "main")
        self.best_button = controls.button(say("take_best"), self.take_best)
        self._random: tuple[str, Random] = ("", Random())
        self.throw_section = controls.section(
            "",
            self.ways_head,
            self.ways,
            *self.split.values(),
            self.best_button,
            self.objective,
            *self.dice,
            self.throw_button,
            self.seed,
        )

    def _make_losses(self) -> None:
        say = self.table.say
        self.mode = controls.Choices(label=say("mode"))
        self.mode.options = [
            [say("mode_build"), say("mode_build_hint"), ""],
            [say("mode_pay"), say("mode_pay_hint"), ""],
        ]
        self.mode.observe(self._mode_chosen, "index")
        self.payments = {
            side: controls.choice([("", None)], None, partial(self._payment_chosen, side), name=say("payment", side=""))
            for side in SIDES
        }
        self.payment_heads = {side: controls.html("") for side in SIDES}
        lists = [widget for side in SIDES for widget in (self.payment_heads[side], self.payments[side])]
        self.on_button = controls.button(say("fight_on"), self.fight_on)
        self.losses_section = controls.section(say("losses"), self.mode, *lists, self.on_button)

    def _make_setup(self) -> None:
        say, button = self.table.say, controls.button
        ready = combat_story.ready_options(self.table)
        self.ready = controls.choice(ready, self.table.key, self._ready_chosen, name=say("ready"))
        self.place = controls.choice(
            {say("at_land"): "land", say("at_sea"): "sea"}, self.table.at, self._place_chosen, name=say("place")
        )
        self.cards = {side: controls.check("", change=partial(self._card, side)) for side in SIDES}
        self.treachery = controls.check(say("treachery"), change=self._treachery)
        self.swap_button = button(say("swap"), self.swap)
        self.clear_button = button(say("clear"), self.clear)
        self.undo_button = button(say("undo"), self.undo)
        self.setup_section = controls.section(
            say("set_up"),
            self.ready,
            self.place,
            controls.row(self.swap_button, self.clear_button, self.undo_button),
            *self.cards.values(),
            self.treachery,
        )
        self.list_section = self.make_list()

    # Bringing everything up to date ----------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show everything that changed."""
        table = self.table
        self.answer.value = combat_story.answer_html(table)
        self.board.show(self.scene)
        self._quiet = True
        try:
            self.heading.value = combat_story.heading_html(table)
            self.modifiers.value = combat_story.modifiers_html(table)
            self._show_throw()
            self._show_losses()
            self._show_setup()
        finally:
            self._quiet = False

    def _show_throw(self) -> None:
        table, now = self.table, thrown(self.table)
        rows, splits = combat_story.ways_rows(table)
        self.ways.options = rows
        taken = (now.taken.raise_enemy, now.taken.lower_own) if now else None
        self.ways.index = splits.index(taken) if taken in splits else 0
        note = f'<span class="gk-quiet">{escape(table.say("ways_note"))}</span>'
        self.ways_head.value = controls.heading_html(combat_story.ways_head(table), "", 3) + note
        for slider, value in zip(self.dice, table.dice):
            slider.value = value
        points = {"raise": now.taken.raise_enemy, "lower": now.taken.lower_own} if now else {}
        for (kind, slider), most in zip(self.split.items(), combat_table.most_points(table)):
            slider.max = max(1, most)
            slider.value = points.get(kind, 0)
            slider.disabled = not most
        self.best_button.disabled = not now or not splits or taken == splits[0]
        self.objective.value = table.objective
        self.throw_button.disabled = now is None
        controls.shown(bool(rows), self.ways_head, self.ways, self.best_button, *self.split.values())

    def _show_losses(self) -> None:
        table, now = self.table, thrown(self.table)
        self.mode.index = int(table.paying)
        for place, side in enumerate(SIDES):
            head = table.say("payment", side=table.name(side))
            self.payment_heads[side].value = f'<b style="color:{combat_story.colour(side)}">{escape(head)}</b>'
            options: list[tuple[str, Any]] = [*combat_story.payment_options(table, side)] or [("–", None)]
            chooser = self.payments[side]
            if list(chooser.options) != options:
                chooser.options = options
            chooser.value = now.left[place] if now else None
        self.on_button.disabled = now is None or not all(left.stacks for left in now.left)
        paid = (*self.payments.values(), *self.payment_heads.values(), self.on_button)
        controls.shown(bool(now) and table.paying, *paid)

    def _show_setup(self) -> None:
        table = self.table
        self.ready.value, self.place.value = table.key, table.at
        self.undo_button.disabled = not self.undoable
        for side in SIDES:
            self.cards[side].value = side in table.advantage
            self.cards[side].description = table.say("card", side=table.name(side))
            self.texts[side].value = str(table.force(side))
            self.leaders[side].value = table.force(side).leader
            self.name_lines[side].value = table.names[SIDES.index(side)]
            head = f'<b class="gk-name" style="color:{combat_story.colour(side)}">{escape(table.name(side))}</b>'
            self.text_heads[side].value = head
        self.treachery.value = table.treachery
        options = combat_story.counter_list(table)
        self.show_list(options)
        problem = table.error or (table.problem if table.attacker.stacks and table.defender.stacks else "")
        said = escape(table.say("error", message=problem)) if problem else ""
        self.status.value = f'<span class="gk-error">{said}</span>' if said else ""
        self.copy_sentence.text = self.sentence
        self.copy_code.text = repr(table.fight) if table.fight else ""

    # Changing --------------------------------------------------------------------------------------------------------

    def click(self, action: Any) -> None:
        """A click, a tap or a key on something on the board."""
        table = self.table
        match action:
            case ("die", side):
                place = SIDES.index(side)
                self.roll_shown(place, table.dice[place] % FACES[-1] + 1)
            case ("dice", attacker, defender):
                self.change(lambda: _with_dice(table, (attacker, defender)))
            case ("raise" | "lower" as kind, points):
                self._split_moved(kind, points)
            case ("leader", side):
                self.lead(side, (table.force(side).leader + 1) % 5)
            case ("add", side, unit, reduced):
                self.change(lambda: table.with_force(side, combat_table.added(table.force(side), unit, reduced)))
            case ("counter", side, unit, reduced):
                self.change(lambda: table.with_force(side, combat_table.flipped(table.force(side), unit, reduced)))
            case ("pay", side, unit):
                self._pay_more(side, unit)

    def _pay_more(self, side: Side, unit: str) -> None:
        now, place = thrown(self.table), SIDES.index(side)
        if now:
            self._payment_chosen(side, combat_table.next_way(now.payments[place], now.left[place], unit))

    def drop(self, carried: Any, target: Any) -> None:
        """A counter dropped somewhere: into an army, or away."""
        table, onto = self.table, target[1] if target and target[0] in ("army", "counter", "pay") else None
        match carried:
            case ("add", side, unit, reduced) if onto:
                self.change(lambda: table.with_force(onto, combat_table.added(table.force(onto), unit, reduced)))
            case ("counter", side, unit, reduced) if onto is None:
                self.change(lambda: table.with_force(side, combat_table.without(table.force(side), unit, reduced)))
            case ("counter", side, unit, reduced) if onto != side:
                self.change(lambda: _moved(table, side, onto, unit, reduced))

    def _ghost(self, action: Any) -> Shape | None:
        match action:
            case ("add" | "counter", side, unit, reduced):
                csp = UNITS[unit].reduced if reduced else UNITS[unit].full
                counter = Counter(unit, reduced, csp or 0)
                return counter_group(counter, side, combat_story.letter(self.table, side), 48, -24, -24)
        return None

    def write(self, side: Side, text: str) -> None:
        """A side's units, as ``force`` reads them."""
        units = self.table.force(side)
        if text.strip():
            self.change(lambda: self.table.with_force(side, force(text, units.leader, roman=units.roman)))
        else:
            self.change(lambda: self.table.with_force(side, replace(units, stacks=())))

    def rename(self, side: Side, name: str) -> None:
        """What a side is called."""
        names = [name.strip() if one == side else self.table.names[place] for place, one in enumerate(SIDES)]
        self.change(lambda: replace(self.table, names=(names[0], names[1])))

    def roll_shown(self, place: int, face: int) -> None:
        """One of the two dice shows another face."""
        dice = (face, self.table.dice[1]) if place == 0 else (self.table.dice[0], face)
        self.change(lambda: _with_dice(self.table, dice))

    def throw(self) -> None:
        """Both dice are thrown; the same seed gives the same throws again."""
        dice = self.two_dice()
        self.change(lambda: _with_dice(self.table, dice))

    def take_best(self) -> None:
        """The split that serves the objective best."""
        self.change(lambda: replace(self.table, split=None, left=(None, None)))

    def _way_chosen(self, event: Any) -> None:
        splits = combat_story.ways_rows(self.table)[1]
        if not self._quiet and event["new"] < len(splits):
            self.change(lambda: replace(self.table, split=splits[event["new"]], left=(None, None)))

    def _die_moved(self, place: int, face: int) -> None:
        if not self._quiet:
            self.roll_shown(place, face)

    def _split_moved(self, kind: str, points: int) -> None:
        if not self._quiet:
            split = combat_table.moved_split(self.table, kind, points)
            self.change(lambda: replace(self.table, split=split, left=(None, None)))

    def _objective_chosen(self, name: str) -> None:
        self.change(lambda: replace(self.table, objective=name, split=None, left=(None, None)))

    def _mode_chosen(self, event: Any) -> None:
        self.change(lambda: replace(self.table, paying=bool(event["new"])))

    def _payment_chosen(self, side: Side, left: Any) -> None:
        if left is not None and not self._quiet:
            other = thrown(self.table)
            kept = list(other.left) if other else [None, None]
            kept[SIDES.index(side)] = left
            self.change(lambda: replace(self.table, left=(kept[0], kept[1])))

    def fight_on(self) -> None:
        """The next combat, with what is left of both sides."""
        self.change(lambda: combat_table.went_on(self.table))

    def _ready_chosen(self, key: str) -> None:
        if key:
            self.change(lambda: opening(key, self.table.language))

    def _place_chosen(self, at: str) -> None:
        ready = KEY if at == "land" else next(row.name for row in READY if row.at == "sea")
        if at != self.table.at:
            self.change(lambda: opening(ready, self.table.language))

    def _card(self, side: Side, on: bool) -> None:
        cards = tuple(one for one in SIDES if (on if one == side else one in self.table.advantage))
        self.change(lambda: replace(self.table, advantage=cards, split=None, left=(None, None)))

    def _treachery(self, on: bool) -> None:
        self.change(lambda: replace(self.table, treachery=on, left=(None, None)))

    def swap(self) -> None:
        """Attacker and defender change roles; markers stay behind, for they only defend."""
        table = self.table
        kept = table.defender.of_kind("land", "sea"), table.attacker
        changed = replace(table, names=table.names[::-1], dice=table.dice[::-1], split=None, left=(None, None))
        self.change(lambda: replace(changed, attacker=kept[0], defender=kept[1], printed=(), key=""))

    def clear(self) -> None:
        """An empty board."""
        self.change(lambda: Table(NOTHING, NOTHING, at=self.table.at, paying=False, language=self.table.language))


def _table(combat: Combat, names: tuple[str, str], language: str) -> Table:
    return Table(
        combat.attacker, combat.defender, names, combat.at, advantage=combat.advantage, treachery=combat.treachery,
        printed=combat.printed, language=language,
    )  # fmt: skip


def _with_dice(table: Table, dice: tuple[int, int]) -> Table:
    return replace(table, dice=dice, split=None, left=(None, None), paying=True)


def _moved(table: Table, here: Side, there: Any, unit: str, reduced: bool) -> Table:
    fewer = table.with_force(here, combat_table.without(table.force(here), unit, reduced))
    return fewer.with_force(there, combat_table.added(table.force(there), unit, reduced))


def aligned(sliders: Sequence[Widget]) -> None:
    """Give the labels of sliders that stand below each other one width, so that all begin at the same place."""
    width = max(text_width(slider.description, TEXT) for slider in sliders)
    for slider in sliders:
        slider.style.description_width = f"{width + 2:.0f}px"
