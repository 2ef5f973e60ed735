"""The city board: play Aquileia with the mouse or the lists, against each other or against ready players.

What it shows is worked out elsewhere: the rules and odds by ``gamekit.aquileia``, sentences and pictures by
``city_story`` and ``city_view``. Here are the widgets, and what each of them does to the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from html import escape
from random import Random
from typing import Any, ClassVar

from ipywidgets import Box, Widget

from gamekit import aquileia as aq
from gamekit.aquileia.state import DEFAULT_NAMES, Step
from gamekit.aquileia.tables import known
from gamekit.game import CHANCE, OVER
from gamekit.record import Entry, Record
from gamekit.widgets import controls
from gamekit.widgets.aquileia import city_story as story
from gamekit.widgets.aquileia.city_story import Show
from gamekit.widgets.aquileia.city_view import WIDTH, fitting, scene
from gamekit.widgets.canvas import Board
from gamekit.widgets.replay import Replay
from gamekit.widgets.scene import Scene
from gamekit.widgets.svg import svg
from gamekit.words import language_or_default, reason, word

PERSON, PLAIN, RANDOM = "person", "plain", "random"
KINDS = (PERSON, PLAIN, RANDOM)
FIVE = (*DEFAULT_NAMES, "Livia")
BY_BUTTON = (Step.PECUNIA, Step.EQUI, Step.SERVI, Step.BLUE, Step.PRIZE, Step.LAUREL, Step.BID, Step.HARBOUR)
SHOWN = 40  # lines of the log


class CityBoard(Replay, Box):  # type: ignore[misc]
    """A game of Aquileia to play, replay and save; shows itself in a notebook.

    ``players`` says who plays each seat: a mapping from name to "person", "plain" (the sensible ready player) or
    "random"; three to five. ``seed`` fixes the dice and the ready players. ``language`` is "en" or "ja".
    ``board.state`` is the position shown, ``board.record`` the game up to the last action.

    >>> board = CityBoard({"Ada": "person", "Ben": "plain", "Cleo": "plain"}, seed="7")
    >>> board.state.table.names, board.show.player
    (('Ada', 'Ben', 'Cleo'), 'Ada')
    """

    game: ClassVar = aq

    def __init__(
        self,
        players: dict[str, str] | None = None,
        seed: str | int = "1",
        language: str | None = None,
        options: dict[str, str] | None = None,
    ) -> None:
        self.language = language_or_default(language)
        self.kinds = dict(players or {FIVE[0]: PERSON, **dict.fromkeys(FIVE[1:4], PLAIN)})
        for kind in self.kinds.values():
            known("kind of player", kind, KINDS)
        self.options = dict(options or {})
        self.width, self.at, self.fraction = float(WIDTH), 0, False
        self.building, self.way, self.opened, self.error = "", 0, "", ""
        self.positions: list[aq.State] = []
        self.actions: list[aq.Action] = []
        self._make(str(seed))
        super().__init__([self._page])
        self.new_game()

    @property
    def people(self) -> list[str]:
        """The names of those who are persons."""
        return [name for name, kind in self.kinds.items() if kind == PERSON]

    @property
    def show(self) -> Show:
        """The position as it is shown: whose hand lies open, the building being paid."""
        player = aq.current_player(self.state)
        eyes = player if player in self.people else self._last_person()
        hidden = len(self.people) > 1 and self.opened != eyes and player != OVER
        building = self.building if player == eyes else ""
        last = (self.positions[self.at - 1], self.actions[self.at - 1]) if self.at else None
        return Show(self.state, eyes, not hidden, building, last, self.fraction, self.language)

    @property
    def record(self) -> Record:
        """The game up to the position shown, as a record."""
        options = {"players": list(self.kinds), **self.options}
        entries = tuple(Entry(action) for action in self.actions[: self.at])
        return Record(aq, entries, options)

    @property
    def scene(self) -> Scene:
        """The picture now on the board."""
        return scene(story.city(self.show), self.width, self.language)

    def _last_person(self) -> str:
        names = self.state.table.names
        for place in range(self.at, 0, -1):
            if (player := aq.current_player(self.positions[place - 1])) in self.people:
                return player
        return next(iter(self.people), names[0])

    def say(self, key: str, **fields: Any) -> str:
        """A text of the board in its language."""
        return word(f"aquileia.board.{key}", self.language, **fields)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """Beside the live board its sentence and a still picture, for a notebook that is read and not run."""
        live = super()._repr_mimebundle_(**kwargs)
        still = {"text/plain": self.scene.sentence, "image/svg+xml": svg(self.scene)}
        return {**(live or {}), **still}

    # the widgets

    def _make(self, seed: str) -> None:
        say, button = self.say, controls.button
        self.heading, self.answer, self.status = controls.html(""), controls.live(), controls.live()
        self.style = controls.html(f"<style>{STYLE}</style>", "gk-style")
        self.board: Board | None = None
        self.holder = controls.box("gk-stack")
        self.now = controls.html("")
        self.ways = controls.Choices(label=say("ways"))
        self.ways.observe(self._way_chosen, "index")
        self.list = controls.choice([("", None)], None, name=say("list"))
        self.go_button = button(say("go"), self.go_on, "main")
        self.buttons = controls.box("gk-stack")
        self.pass_button = button(say("pass"), self.pass_on)
        self.far = button(say("to_me"), self.to_me)
        self.hand_button = button(say("turn_hand"), self.open_hand, "link")
        self.logged = controls.html("", "gk-logs")
        self._make_game(seed)
        self.play_section = controls.section(
            "",
            self.now,
            self.ways,
            self.list,
            self.go_button,
            self.buttons,
            self.pass_button,
            self.far,
            self.hand_button,
        )
        log = controls.section(say("log"), self.logged)
        self._page = controls.page(
            self.heading, self.answer, controls.box("gk-stack", self.style, self.holder, self.status),
            [self.play_section, self.make_steps(), log, self.game_section],
        )  # fmt: skip

    def _make_game(self, seed: str) -> None:
        say, button = self.say, controls.button
        kinds = {say(kind): kind for kind in KINDS} | {say("nobody"): ""}
        self.seats = []
        for place, name in enumerate(FIVE):
            given = list(self.kinds.items())
            label, kind = given[place] if place < len(given) else (name, "")
            self.seats.append((label, controls.choice(kinds, kind, label=label, name=label)))
        for _, seat in self.seats:
            seat.add_class("gk-labelled")
        self.seed = controls.line_of_text(seed, label=say("seed"))
        self.new_button = button(say("new_game"), self.new_from_list)
        file = self.make_file()
        self.fraction_button = button(say("fraction"), self.toggle_fraction, "link")
        self.game_section = controls.section(
            say("game"), *(seat for _, seat in self.seats), self.seed, self.new_button, *file,
            controls.box("gk-links", self.copy, self.fraction_button),
        )  # fmt: skip

    # bringing everything up to date

    def refresh(self) -> None:
        """Show the position: board and answer, what may be done, the log."""
        show = self.show
        self.answer.value = story.answer_html(show)
        if self.board is None:
            self.board = Board(self.scene, click=self.click, resize=self.resize)
            self.holder.children = (self.board,)
        else:
            self.board.show(self.scene)
        heading = show.say("heading", round=self.state.table.round)
        self.heading.value = controls.heading_html(heading, self._place_of())
        self.status.value = f'<span class="gk-error">{escape(self.error)}</span>' if self.error else ""
        self._show_play(show)
        self._show_log()

    def _place_of(self) -> str:
        district = story.district(self.show)
        return self.show.name("district", district) if district else ""

    def _show_play(self, show: Show) -> None:
        player, legal = show.player, aq.legal_actions(self.state)
        mine = player in self.people
        hidden = mine and show.secret
        dice = story.dice_to_throw(show)
        told = story.claim(show) if not hidden else show.say("hand_over", name=player)
        if show.building and mine and not hidden:
            told = show.say("pay_for", building=story.building_text(show, show.building))
        advice = self._advice(show) if mine and not hidden else ""
        self.now.value = f"<h3>{escape(told)}</h3>{story.muted(advice)}"
        ways = story.ways_to_pay(show) if mine and not hidden else ()
        self._show_ways(show, ways)
        self._show_options(show, legal if mine and not hidden else ())
        controls.shown(bool(ways), self.ways)
        by_list = mine and not hidden and show.step not in BY_BUTTON and not ways
        controls.shown(by_list, self.list)
        controls.shown(mine and not hidden and aq.Pass() in legal and show.step not in BY_BUTTON, self.pass_button)
        self.pass_button.description = story.option_text(show, aq.Pass())
        self.go_button.description = self._go_text(show, hidden, bool(ways), by_list, dice)
        controls.shown(bool(self.go_button.description), self.go_button)
        controls.shown(player != OVER and not mine, self.far)
        controls.shown(len(self.people) > 1 and not hidden, self.hand_button)

    def _go_text(self, show: Show, hidden: bool, paying: bool, by_list: bool, dice: int) -> str:
        if show.player == OVER:
            return ""
        if hidden:
            return show.say("open_hand", name=show.player)
        if paying:
            return show.say("build")
        if by_list:
            return show.say("go")
        if dice:
            return show.say("throw_one" if dice == 1 else "throw", dice=dice)
        return "" if show.player in self.people else show.say("next")

    def _advice(self, show: Show) -> str:
        if show.step == Step.CARDS:
            return story.card_advice(show)
        return story.blue_hint(show) if show.step == Step.BLUE else story.hint(show)

    def _show_ways(self, show: Show, ways: Sequence[aq.Payment]) -> None:
        options = [
            [
                story.cards_text(show, way.slaves),
                show.say("overpaid", count=way.overpaid) if way.overpaid else show.say("exactly"),
                story.coins_text(show, way.coins),
            ]
            for way in ways
        ]
        if self.ways.options != options:
            self.ways.options = options
            self.way = 0
        self.ways.index = self.way

    def _show_options(self, show: Show, legal: Sequence[aq.Action]) -> None:
        made: list[Widget] = []
        if show.step in BY_BUTTON and legal:
            advice = story.blue_advice(show) if show.step == Step.BLUE else []
            for place, action in enumerate(legal):
                text = story.option_text(show, action)
                if advice:
                    text = " · ".join(part for part in (text, advice[place][2], advice[place][1]) if part)
                kind = "main" if advice and advice[place][3] else ""
                made.append(controls.button(text, lambda action=action: self.act(action), kind))  # type: ignore[misc]
        self.buttons.children = tuple(made)
        controls.shown(bool(made), self.buttons)
        options: list[tuple[str, Any]] = [
            (story.option_text(show, action), action) for action in legal if action != aq.Pass()
        ]
        if show.step == Step.FORUM:
            buildings = dict.fromkeys(action.building for action in legal if isinstance(action, aq.Build))
            options = [(story.offer_text(show, name), ("building", name)) for name in buildings]
        self.list.options = options or [(show.say("nothing"), None)]
        self.list.index = 0

    def _show_log(self) -> None:
        first = max(0, self.at - SHOWN)
        entries = [
            story.log_entry(replace(self.show, state=self.positions[place]), self.actions[place])
            for place in range(first, self.at)
        ]
        self.logged.value = controls.log_html(reversed(entries))
        self.show_steps()

    # playing

    def new_game(self) -> None:
        """Set up, deal, and let ready players place until a person is to decide."""
        self.positions, self.actions, self.at = [aq.initial_state(tuple(self.kinds), **self.options)], [], 0
        self.settle()
        self._on()
        self.refresh()

    def new_from_list(self) -> None:
        """A new game with the players of the lists."""
        kinds = {name: seat.value for name, seat in self.seats if seat.value}
        if len(kinds) < 3:
            self.error = self.say("too_few")
            self.refresh()
            return
        self.kinds = kinds
        self.new_game()

    def settle(self) -> None:
        """Let go of choices begun, and of what was wrong."""
        self.building, self.way, self.error = "", 0, ""

    def _do(self, action: aq.Action) -> None:
        after = aq.apply(self.state, action)
        del self.positions[self.at + 1 :], self.actions[self.at :]
        self.positions.append(after)
        self.actions.append(action)
        self.at += 1

    def _random(self) -> Random:
        return Random(f"{self.seed.value.strip()}:{self.at}")

    def act(self, action: aq.Action) -> None:
        """A person's action, then whatever goes on without a person or a throw."""
        if self.show.player not in self.people:
            return
        try:
            self._do(action)
        except ValueError as error:
            self.error = reason(error, self.language)
        else:
            self.settle()
            self._on()
        self.refresh()

    def _on(self, through: bool = False) -> None:
        """Cards are drawn and ready players act, up to a person's decision or a throw (dice too when ``through``)."""
        while (player := aq.current_player(self.state)) != OVER and player not in self.people:
            if player == CHANCE:
                if story.dice_to_throw(self.show) and not through:
                    return
                self._do(aq.chance_outcomes(self.state).sample(self._random()))
            elif self.people or through:
                self._do(self._ready(player))
            else:
                return
        if player != self.opened:
            self.opened = ""

    def _ready(self, player: str) -> aq.Action:
        random = Random(f"{self.seed.value.strip()}:{self.at}")
        strategy = aq.strategies.plain if self.kinds[player] == PLAIN else aq.strategies.random_player(random)
        return strategy(aq.observe(self.state, player), aq.legal_actions(self.state))

    def go_on(self) -> None:
        """The main button: open the hand, build, do what the list says, throw, or let a ready player act."""
        show = self.show
        if show.player == OVER:
            return
        if show.player in self.people and show.secret:
            self.open_hand()
        elif show.building and (ways := story.ways_to_pay(show)):
            self.act(aq.Build(show.building, ways[self.way].slaves))
        elif show.player in self.people:
            self.click(self.list.value)
        else:
            self._step()

    def _step(self) -> None:
        player = aq.current_player(self.state)
        if player == CHANCE:
            self._do(aq.chance_outcomes(self.state).sample(self._random()))
        else:
            self._do(self._ready(player))
        self.settle()
        self._on()
        self.refresh()

    def open_hand(self) -> None:
        """Turn the hand of the one who decides face up, or down again."""
        self.opened = "" if self.opened else self.show.eyes
        self.refresh()

    def to_me(self) -> None:
        """Throw and let play until a person is to decide."""
        self._on(through=True)
        self.settle()
        self.refresh()

    def pass_on(self) -> None:
        """No, or no more."""
        self.act(aq.Pass())

    def click(self, action: Any) -> None:
        """A click, a tap or a key on something on the board, or the list's choice."""
        match action:
            case ("building", name):
                self.building, self.way = (name, 0) if name != self.building else ("", 0)
                self.error = ""
                self.refresh()
            case ("short", name):
                self.building, self.error = "", story.why_not(self.show, name)
                self.refresh()
            case ("throw",):
                self.go_on()
            case None:
                return
            case _:
                self.act(action)

    def _way_chosen(self, event: Any) -> None:
        self.way = event["new"]

    def take(self, found: Record) -> None:
        """The players and options of a record."""
        table = self.positions[0].table
        self.kinds = {name: self.kinds.get(name, PERSON) for name in table.names}
        self.options = {"blue_dice": table.blue_dice, "tie_breaker": table.tie_breaker}

    # the page

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


STYLE = """
.gk-page .gk-aq-plain { display: flex; justify-content: space-between; align-items: baseline; gap: 4px 24px;
  flex-wrap: wrap; min-height: 52px; align-content: center; }
.gk-page .gk-aq-claim { font-size: 28px; font-weight: 600; line-height: 1.2; }
.gk-page .gk-aq-note { font-size: 18px; }
.gk-page .gk-aq-final { margin-top: 6px; }
.gk-page .gk-labelled .widget-label { width: 60px; flex: none; }
"""
