"""The battle board: set a battle up with mouse or lists, read its odds, fight it out with real dice.

What it shows is worked out elsewhere: the odds by ``gamekit.julius_caesar``, words and pictures by ``battle_story``
and ``battle_view``. Here are the widgets, and what each of them does to the table."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from html import escape
from threading import Thread
from typing import Any

from ipywidgets import Box

from gamekit.julius_caesar import BLOCKS, Battle, Block, Engagement, Fight, army
from gamekit.julius_caesar.tables import ATTACKER, ROLES
from gamekit.widgets import controls
from gamekit.widgets.canvas import Board
from gamekit.widgets.charts import Chart
from gamekit.widgets.julius_caesar import battle_charts, battle_fight, battle_picture, battle_story, pieces
from gamekit.widgets.julius_caesar.battle_fight import Course
from gamekit.widgets.julius_caesar.battle_setup import (
    FLAGS,
    MAIN,
    PLACES,
    Setup,
    ready_battles,
    setup_of,
    text_of,
)
from gamekit.widgets.julius_caesar.battle_story import Table, counted
from gamekit.widgets.julius_caesar.battle_view import NARROWEST, WIDE, WIDTH, View, motion, scene
from gamekit.widgets.panel import Panel
from gamekit.widgets.scene import Scene, Shape
from gamekit.widgets.svg import image
from gamekit.words import language_or_default, reason

PAUSE = 0.4  # seconds without a change before exact figures follow; the charts come before them


class BattleBoard(Box):  # type: ignore[misc]
    """A battle to set up, to read and to fight; shows itself in a notebook.

    Opens on ``battle``, else on the example of 7.2. ``language`` is "en" or "ja"; the default comes from
    ``GAMEKIT_LANGUAGE``. ``board.battle`` is the battle as it stands on the board (None while a side has no blocks),
    ``board.fight`` the fight in progress (None while the battle is being set up).

    >>> board = BattleBoard()
    >>> board.battle.attacker == army("Caesar, Equitatus 1", "Caesar")
    True
    """

    def __init__(self, battle: Battle | None = None, language: str | None = None) -> None:
        key = "" if battle else next(iter(ready_battles()))
        setup = setup_of(battle) if battle else ready_battles()[key].setup()
        self.table = counted(Table(setup, key, language=language_or_default(language)))
        self.undoable: list[Table] = []
        self.width = WIDTH
        self._timer: asyncio.TimerHandle | None = None
        self._loading: Thread | None = None
        self._seen: View | None = None
        self._tried: tuple[Battle, int] | None = None
        self._quiet = False
        self._make()
        super().__init__([self._page])
        self.refresh()

    @property
    def battle(self) -> Battle | None:
        """The battle on the board, or None while it is not one."""
        return self.table.battle

    @property
    def fight(self) -> Fight | None:
        """The fight in progress, if any."""
        return self.table.fight

    @property
    def sentence(self) -> str:
        """The battle and its chances in one sentence, with what they rest on."""
        return battle_story.sentence(self.table)

    @property
    def scene(self) -> Scene:
        """The picture now on the board."""
        return scene(battle_story.view(self.table), self.width, self.table.language)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """Beside the live board its sentence and a still picture, for a notebook that is read and not run."""
        live = super()._repr_mimebundle_(**kwargs)
        still = {"text/plain": self.sentence, "text/html": image(battle_picture.still(self.table))}
        return {**(live or {}), **still}

    # The widgets -----------------------------------------------------------------------------------------------------

    def _make(self) -> None:
        say = self.table.say
        self.heading, self.answer, self.status = controls.html(""), controls.live(), controls.live()
        self.board = Board(self.scene, click=self.click, drag=self.drop, ghost=self._ghost, resize=self.resize)
        self.texts = {
            (role, place): controls.line_of_text(
                change=partial(self.write, role, place),
                label=say("main_short" if place == MAIN else "reserve"),
                placeholder=say("placeholder"),
            )
            for role in ROLES
            for place in PLACES
        }
        self.text_heads = {role: controls.html("") for role in ROLES}
        self._make_fight()
        self._make_setup()
        self.copy_sentence = controls.Copy(title=say("copy_sentence"), done=say("copied"))
        self.copy_code = controls.Copy(title=say("copy_code"), done=say("copied"))
        self.fraction_button = controls.button(say("fraction"), self.toggle_fraction, "link")
        links = controls.box("gk-links", self.copy_sentence, self.copy_code, self.fraction_button)
        self.text_section = controls.box("gk-two", *(self._text_box(role) for role in ROLES))
        main = controls.box("gk-stack", self.board, self.status, self.text_section)
        side = [self.fight_section, self.log_section, self.setup_section, self.list_section, links]
        self.by_round: Panel | None = None
        self.one_more: Panel | None = None
        self.charts = controls.box("gk-charts")
        self._page = controls.page(self.heading, self.answer, main, side, [self.charts])

    def _text_box(self, role: str) -> Box:
        return controls.box(
            "gk-section gk-labelled", self.text_heads[role], *(self.texts[role, place] for place in PLACES)
        )

    def _make_fight(self) -> None:
        say, button = self.table.say, controls.button
        self.seed = controls.line_of_text("49", lambda _: self.stop(), label=say("seed"))
        self.seed.add_class("gk-seed")
        self.order, self.question, self.fight_note = controls.html(""), controls.html(""), controls.html("")
        self.options = controls.Choices(label=say("who_takes"))
        self.options.observe(self._option_chosen, "index")
        self.go = button(say("go"), self.go_on, "main")
        self.forward = [
            button(say("next_turn"), self.next_turn),
            button(say("next_round"), self.next_round),
            button(say("to_the_end"), self.to_the_end),
        ]
        self.back_button = button(say("back"), self.back)
        self.pass_button = button(say("pass"), self.pass_turn)
        self.leave_button = button(say("leave"), self.leave)
        self.stop_button = button(say("stop"), self.stop)
        self.fight_section = controls.section(
            "",
            controls.box("gk-head", controls.heading(say("fight")), self.seed),
            self.order,
            self.question,
            self.options,
            self.go,
            controls.row(*self.forward),
            controls.row(self.back_button, self.pass_button, self.leave_button),
            self.fight_note,
            self.stop_button,
        )
        self.story = controls.html("")
        self.log_section = controls.section("", self.story)

    def _make_setup(self) -> None:
        say, button, language = self.table.say, controls.button, self.table.language
        names = {battle_story.ready_name(key, language): key for key in ready_battles()}
        self.ready = controls.choice({say("own"): "", **names}, self.table.key, self._ready_chosen, name=say("ready"))
        self.swap_button = button(say("swap"), self.swap)
        self.clear_button = button(say("clear"), self.clear)
        self.undo_button = button(say("undo"), self.undo)
        texts = {"first_strike": say("first_strike"), "cut_off": say("cut_off")}
        texts["defender_cut_off"] = say("defender_cut_off")
        self.flags = {flag: controls.check(texts[flag], change=partial(self.flag, flag)) for flag in FLAGS}
        changes = controls.row(self.swap_button, self.clear_button, self.undo_button)
        self.setup_section = controls.section(say("set_up"), self.ready, changes, *self.flags.values())
        self.block_list = controls.choice([("", None)], None, lambda _: self._enable(), name=say("list_block"))
        self.row_list = controls.choice([("", None)], None, name=say("list_row"))
        self.put_button = button(say("put"), self.put)
        self.step_button = button(say("step"), self.step)
        self.earlier_button = button(say("earlier"), self.earlier)
        self.remove_button = button(say("remove"), self.remove)
        self.list_section = controls.section(
            say("by_list"),
            self.block_list,
            self.row_list,
            controls.row(self.put_button, self.step_button),
            controls.row(self.earlier_button, self.remove_button),
        )

    # Bringing everything up to date ----------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show everything that changed: board and answer now, exact figures and charts soon after.

        A battle so large that working it out takes a while is shown first."""
        if battle_story.is_large(self.table.setup) and _in_kernel():
            self.table = replace(self.table, chances=None)
        else:
            self.table = counted(self.table)
        self.answer.value = battle_story.answer_html(self.table)
        self._show_scene()
        self._quiet = True
        try:
            self.heading.value = battle_story.heading_html(self.table)
            self._show_fight()
            self._show_setup()
            self._show_texts()
            self._show_charts()
        finally:
            self._quiet = False
        self._later()

    def _show_scene(self) -> None:
        before, self._seen = self._seen, battle_story.view(self.table)
        self.board.show(scene(self._seen, self.width, self.table.language))
        if self.fight and before and not self.board.helper.reduced:
            self.board.animate(motion(before, self._seen, self.width, self.table.language))

    def _later(self) -> None:
        if self._timer:
            self._timer.cancel()
        if _in_kernel():  # elsewhere, whoever wants the rest calls catch_up
            self._timer = asyncio.get_running_loop().call_later(PAUSE, self.catch_up)

    def catch_up(self) -> None:
        """The chances, where the board was shown first; exact ones, where floats were shown first; and the charts."""
        if self.table.chances is None:
            self.table = counted(self.table)
        elif not self.table.exact and not battle_story.is_heavy(self.table.setup):
            self.table = counted(self.table, exact=True)
        self.answer.value = battle_story.answer_html(self.table)
        self.board.show(self.scene)
        self.copy_sentence.text = self.sentence
        if self.battle and self._loading is None and self.board.helper.room and _in_kernel():
            self._load_charts(self.battle)

    def _load_charts(self, battle: Battle) -> None:
        """Work the first charts out beside the kernel's loop, which keeps answering clicks."""
        loop = asyncio.get_running_loop()

        def load() -> None:
            loop.call_soon_threadsafe(self._place_charts, self._by_round(battle), self._one_more(battle))

        self._loading = Thread(target=load, daemon=True)
        self._loading.start()

    def show_charts(self) -> None:
        """The charts below the board: which round decides, and what one more block would change."""
        if self.battle and not self.by_round:
            self._place_charts(self._by_round(self.battle), self._one_more(self.battle))

    def _place_charts(self, by_round: Chart, one_more: Chart) -> None:
        self.by_round = Panel(by_round, language=self.table.language)
        self.one_more = Panel(one_more, language=self.table.language)
        self.charts.children = (self.by_round, self.one_more)
        self._show_charts()

    def _show_fight(self) -> None:
        table, fight = self.table, self.fight
        choices = battle_story.options(table)
        self.options.options = choices
        self.options.index = fight.tied.index(table.choice) if fight and choices and table.choice is not None else 0
        self.question.value = battle_story.question_html(table)
        self.order.value = battle_story.order_html(table)
        self.story.value = battle_story.log_html(table)
        self.go.description = battle_story.go_text(table)
        for button in (self.go, *self.forward):
            button.disabled = not table.battle or bool(fight and fight.over)
        turn = fight.turn if fight else None
        self.back_button.disabled = not fight
        self.pass_button.disabled = not turn or turn.must_leave
        self.leave_button.disabled = not turn or not turn.may_leave
        self.fight_note.value = f'<span class="gk-quiet">{escape(battle_story.fight_note(table))}</span>'
        controls.shown(bool(choices), self.question, self.options)
        controls.shown(bool(fight), self.order, self.stop_button, self.log_section)
        controls.shown(not fight, self.setup_section, self.list_section, self.text_section)

    def _show_setup(self) -> None:
        table = self.table
        self.ready.value = table.key
        self.undo_button.disabled = not self.undoable
        for flag, box in self.flags.items():
            box.value = getattr(table.setup, flag)
        _offer(self.block_list, battle_story.block_list(table))
        _offer(self.row_list, battle_story.row_list(table))
        self._enable()

    def _show_charts(self) -> None:
        battle, fight = self.battle, self.fight
        if not self.by_round or not self.one_more:
            return
        going = bool(battle) and not (fight and fight.over)
        tried = going and not battle_story.is_heavy(self.table.setup) and bool(self._pool)
        controls.shown(going, self.by_round)
        controls.shown(tried, self.one_more)
        if battle and going:
            here = battle.at(fight.position) if fight else battle
            self.by_round.offer(lambda: self._by_round(here))
        if battle and tried and self._tried != (battle, self._chart_width):  # a fight does not change it
            self._tried = (battle, self._chart_width)
            self.one_more.offer(lambda: self._one_more(battle))

    def _by_round(self, here: Battle | Engagement) -> Chart:
        return battle_charts.by_round(here, self.table.language, float, self._chart_width)

    def _one_more(self, battle: Battle) -> Chart:
        language, width = self.table.language, self._chart_width
        return battle_charts.improve(battle, self._pool, language=language, numbers=float, width=width, most=6)

    @property
    def _pool(self) -> tuple[Block, ...]:
        """The blocks that the attacker could add, one of each sort."""
        return battle_story.distinct(self.table.setup.pool(self.table.setup.side(ATTACKER)))

    @property
    def _chart_width(self) -> int:
        return (self.width - 32) // 2 if self.width >= WIDE else self.width

    def _show_texts(self) -> None:
        table = self.table
        for role in ROLES:
            head = table.say("as_text", side=table.side_name(role))
            style = f"color:{table.colour(role)}"
            self.text_heads[role].value = f'<b class="gk-name" style="{style}">{escape(head)}</b>'
            for place in PLACES:
                self.texts[role, place].value = text_of(table.setup.row(role, place))
        error = escape(table.say("error", message=table.error)) if table.error else ""
        self.status.value = f'<span class="gk-error">{error}</span>' if error else ""
        self.copy_sentence.text = self.sentence
        self.copy_code.text = repr(table.battle) if table.battle else ""

    def _enable(self) -> None:
        match self.block_list.value:
            case ("block", _, _, index):
                placed, first = True, index == 0
            case _:
                placed, first = False, True
        self.step_button.disabled = self.remove_button.disabled = not placed
        self.earlier_button.disabled = first
        self.put_button.disabled = not self.block_list.value

    # Setting up ------------------------------------------------------------------------------------------------------

    def change(self, make: Callable[[], Setup], key: str = "") -> None:
        """Another setup, or a sentence that says why not; the one before can be had back by ``undo``."""
        if self._quiet:
            return
        try:
            setup = make()
        except ValueError as error:
            self.table = replace(self.table, error=reason(error, self.table.language))
        else:
            if (setup, key) != (self.table.setup, self.table.key):
                self.undoable.append(self.table)
            self.table = replace(self.table, setup=setup, key=key, course=(), chosen=None, error="")
        self.refresh()

    def click(self, action: Any) -> None:
        """A click, a tap or a key on something on the board."""
        setup = self.table.setup
        match action:
            case ("block", role, place, index) if not self.fight:
                self.change(lambda: setup.stepped(role, place, index))
            case ("chip", colour, name) if not self.fight:
                self.change(lambda: setup.added(BLOCKS[colour, name], setup.role(colour), MAIN))
            case ("hit", slot):
                self.table = replace(self.table, chosen=slot)
                self.refresh()

    def drop(self, carried: Any, target: Any) -> None:
        """A block dropped somewhere: into a row, before another block, or away."""
        setup = self.table.setup
        if self.fight:
            return
        match target:
            case ("row", role, place):
                spot: tuple[Any, ...] = (role, place)
            case ("block", role, place, index):
                spot = (role, place, index)
            case _:
                spot = ()
        match carried:
            case ("block", *start) if spot:
                self.change(lambda: setup.moved(tuple(start), *spot))
            case ("block", *start):
                self.change(lambda: setup.removed(*start))
            case ("chip", colour, name) if spot:
                self.change(lambda: setup.added(BLOCKS[colour, name], *spot))

    def _ghost(self, action: Any) -> Shape | None:
        setup = self.table.setup
        match action:
            case ("block", role, place, index) if not self.fight:
                block = setup.row(role, place)[index]
            case ("chip", colour, name) if not self.fight:
                role, block = setup.role(colour), BLOCKS[colour, name]
            case _:
                return None
        return pieces.block_group(block, setup.side(role), role, 60, 0, 0)

    def write(self, role: str, place: str, text: str) -> None:
        """A row of blocks, as ``army`` reads it."""
        setup = self.table.setup
        self.change(lambda: setup.with_row(role, place, army(text, setup.side(role))).checked())

    def flag(self, flag: str, on: bool) -> None:
        """First strike, attackers cut off, defenders cut off."""
        changed: dict[str, Any] = {flag: on}
        self.change(lambda: replace(self.table.setup, **changed))

    def swap(self) -> None:
        """Attackers and defenders change roles."""
        self.change(self.table.setup.swapped)

    def clear(self) -> None:
        """An empty board."""
        self.change(lambda: Setup(self.table.setup.attacker_side))

    def undo(self) -> None:
        """Back to the setup before the last change."""
        if self.undoable:
            self.table = replace(self.undoable.pop(), course=(), chosen=None, error="")
            self.refresh()

    def _ready_chosen(self, key: str) -> None:
        if key:
            self.change(lambda: ready_battles()[key].setup(), key)

    # The same by list, without a mouse.

    def put(self) -> None:
        """The block of the list goes to the row of the list."""
        if self.block_list.value and self.row_list.value:
            self.drop(self.block_list.value, ("row", *self.row_list.value))

    def step(self) -> None:
        """The block of the list goes on to its next strength."""
        self.click(self.block_list.value)

    def earlier(self) -> None:
        """The block of the list goes one place forward in its row."""
        match self.block_list.value:
            case ("block", role, place, index) if index:
                self.drop(self.block_list.value, ("block", role, place, index - 1))
                self.block_list.value = ("block", role, place, index - 1)

    def remove(self) -> None:
        """The block of the list leaves the board."""
        self.drop(self.block_list.value, None)

    # Fighting it out -------------------------------------------------------------------------------------------------

    def _play(self, play: Callable[[Course], Course]) -> None:
        """The fight goes on; it begins if it has not."""
        if battle := self.battle:
            course = self.table.course or battle_fight.begun(battle)
            self.table = replace(self.table, course=play(course), chosen=None, error="")
            self.refresh()

    def go_on(self) -> None:
        """The next thing to happen: a throw, or the step that was asked for."""
        choice, seed = self.table.choice, self.seed.value.strip()
        if choice is None:
            self._play(lambda course: battle_fight.thrown(course, seed))
        else:
            self._play(lambda course: battle_fight.taken(course, choice))

    def next_turn(self) -> None:
        """One block's turn under standing orders."""
        self._play(lambda course: battle_fight.turn_played(course, self.seed.value.strip()))

    def next_round(self) -> None:
        """To the end of the round, or of the battle."""
        self._play(lambda course: battle_fight.round_played(course, self.seed.value.strip()))

    def to_the_end(self) -> None:
        """To the end of the battle."""
        self._play(lambda course: battle_fight.played_out(course, self.seed.value.strip()))

    def pass_turn(self) -> None:
        """The block on turn does nothing."""
        if not self.pass_button.disabled:
            self._play(lambda course: battle_fight.acted(course, Fight.pass_turn))

    def leave(self) -> None:
        """The block on turn leaves the battle."""
        if not self.leave_button.disabled:
            self._play(lambda course: battle_fight.acted(course, Fight.leave))

    def back(self) -> None:
        """One throw or choice back; from the first, back to the set-up."""
        if self.fight:
            self._play(battle_fight.undone)

    def stop(self) -> None:
        """Back to the set-up."""
        self.table = replace(self.table, course=(), chosen=None)
        self.refresh()

    def _option_chosen(self, event: Any) -> None:
        if not self._quiet and self.fight and event["new"] < len(self.fight.tied):
            self.click(("hit", self.fight.tied[event["new"]]))

    # The page --------------------------------------------------------------------------------------------------------

    def toggle_fraction(self) -> None:
        """The chance as a fraction, or as a percentage again."""
        self.table = replace(self.table, fraction=not self.table.fraction)
        self.refresh()

    def resize(self, room: int) -> None:
        """The page has this many px for the board."""
        width = max(NARROWEST, min(WIDTH, room))
        if width != self.width:
            self.width = width
            self.board.show(self.scene)
            self._show_charts()
        self._later()


def _in_kernel() -> bool:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True


def _offer(chooser: Any, options: list[tuple[str, Any]]) -> None:
    """Other options for a list, keeping what was chosen where it is still there."""
    if list(chooser.options) != options:
        kept, values = chooser.value, [value for _, value in options]
        chooser.options = options
        chooser.index = None
        chooser.index = values.index(kept) if kept in values else 0
