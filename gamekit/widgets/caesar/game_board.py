"""The game board: play Caesar with the mouse or the lists, against each other or against ready players.

What it shows is worked out elsewhere: rules and best play by ``gamekit.caesar``, sentences and pictures by ``story``
and ``view``. Here are the widgets, and what each of them does to the game."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from html import escape
from random import Random
from threading import Thread
from time import monotonic
from typing import Any, ClassVar

from ipywidgets import Box

from gamekit import caesar
from gamekit.caesar import Alliance, Attack, Pass, Place, Play, State, rules
from gamekit.caesar.state import HIDDEN, owner
from gamekit.game import OVER, Strategy
from gamekit.record import Entry, Record
from gamekit.widgets import controls
from gamekit.widgets.caesar import story
from gamekit.widgets.caesar.pieces import looks
from gamekit.widgets.caesar.story import ALONE, BEST, Show
from gamekit.widgets.caesar.thinker import Thinker, kernel_loop
from gamekit.widgets.caesar.view import NARROWEST, WIDTH
from gamekit.widgets.caesar.view import scene as drawn
from gamekit.widgets.canvas import Board
from gamekit.widgets.replay import Replay
from gamekit.widgets.scene import Scene
from gamekit.widgets.svg import svg
from gamekit.words import language_or_default, reason, word

PERSON, RANDOM, GREEDY, SEARCH = "person", "random", "greedy", "search"
KINDS = (PERSON, RANDOM, GREEDY, SEARCH)
ITERATIONS = 3_000  # of the searching player, each decision
LOOK_BACK = 20_000  # of the look back at a conflict that is too large to be solved
LIMIT = 20_000  # positions that help solves exactly
FEW = 12  # groups: with more of them the positions are too many to be listed
PATIENCE = 0.04  # seconds that a redraw waits for an answer; what takes longer is shown when it comes
SHOWN = 40  # lines of the log


class GameBoard(Replay, Box):  # type: ignore[misc]
    """A game of Caesar to play, study, replay and save; shows itself in a notebook.

    ``players``: who plays each seat, two to five of "person", "random", "greedy", "search". ``state``: a position to
    begin with instead of the empty board; ``fights``: its conflicts in order, whose duel is then solved beside it.
    ``seed`` fixes the ready players; ``help`` is "", "alone" (a conflict by itself) or "best"; ``language`` is "en" or
    "ja". ``board.state`` is the position shown, ``board.record`` the game up to it.

    >>> board = GameBoard(("person", "greedy"), seed="7")
    >>> board.click(("square", "c3"))
    >>> board.state.group("c3"), len(board.record.entries)
    ('R', 2)
    """

    game: ClassVar = caesar

    def __init__(
        self,
        players: Sequence[str] = (PERSON, GREEDY),
        state: State | None = None,
        fights: Sequence[tuple[str, str]] = (),
        seed: str = "1",
        help: str = "",
        language: str | None = None,
    ) -> None:
        self.language = language_or_default(language)
        self.kinds = list(players)
        if len(state.hands if state else self.kinds) != len(self.kinds):
            raise ValueError(f"{len(self.kinds)} players for a position of {len(state.hands if state else ())}")
        for kind in self.kinds:
            if kind not in KINDS:
                raise ValueError(f"{kind!r} is no player; it should be one of {', '.join(KINDS)}")
        self.begin = state
        self.study = tuple(fights)
        self.options: dict[str, Any] = {}
        self.width, self.at, self.fraction = float(WIDTH), 0, False
        self.chosen, self.pointed, self.opened, self.error = "", "", -1, ""
        self.positions: list[State] = []
        self.actions: list[Any] = []
        self._reviews: dict[tuple[State, Any], caesar.Review] = {}
        self._insights: dict[State, story.Insight] = {}
        self._tree: caesar.Solution | None = None
        self._going = self._stepping = False  # ready players act until a person is to decide, or once
        self._thinker = Thinker(at_once=True)
        self._make(seed, help)
        super().__init__([self._page])
        self.new_game()
        self._thinker.at_once = False
        _warm()

    @property
    def people(self) -> frozenset[int]:
        """The seats of persons."""
        return frozenset(player for player, kind in enumerate(self.kinds) if kind == PERSON)

    @property
    def record(self) -> Record:
        """The game up to the position shown, as a record."""
        entries = tuple(Entry(action) for action in self.actions[: self.at])
        if self.begin is not None:
            return Record(caesar, entries, start=caesar.to_json(self.positions[0]))
        return Record(caesar, entries, {"players": len(self.kinds), **self.options})

    @property
    def show(self) -> Show:
        """The position as it is shown."""
        state, player = self.state, rules.current_player(self.state)
        eyes = next(iter(self.people), 0)
        seen = rules.observe(state, eyes) if state.chosen is not None and self.opened != state.player else state
        person = player in self.people
        secret = person and state.attack is not None and len(self.people) > 1 and self.opened != player
        study = self.study if self.at == 0 else ()
        duel = _duel(state, study) if study else None
        return Show(
            rules.observe(seen, int(player)) if player != OVER else seen,
            self.language,
            chosen=self.chosen,
            pointed=self.pointed,
            people=self.people,
            secret=secret,
            help=self.help.value,
            title=self.say("title"),
            duel=duel,
            fights=study,
            insight=self._insight() if self.help.value == BEST and not secret else None,
            review=self._review(),
            fought=self._fought(),
            thinking=self._thinks(),
            fraction=self.fraction,
            error=self.error,
        )

    @property
    def scene(self) -> Scene:
        """The picture now on the board."""
        return drawn(story.screen(self.show), self.width, self.language)

    def say(self, key: str, **fields: Any) -> str:
        """A text of the board in its language."""
        return word(f"caesar.board.{key}", self.language, **fields)

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """Beside the live board its sentence and a still picture, for a notebook that is read and not run."""
        live = super()._repr_mimebundle_(**kwargs)
        still = {"text/plain": self.scene.sentence, "image/svg+xml": svg(self.scene)}
        return {**(live or {}), **still}

    # The widgets ------------------------------------------------------------------------------------------------------

    def _make(self, seed: str, help: str) -> None:
        say, button = self.say, controls.button
        self.heading, self.answer, self.status = controls.html(""), controls.live(), controls.live()
        self.style = controls.html(f"<style>{STYLE}</style>", "gk-style")
        self.board: Board | None = None
        self.holder = controls.box("gk-stack")
        self.now = controls.html("")
        self.list = controls.choice([("", None)], None, name=say("list"))
        self.go_button = button(say("go"), self.go_on, "main")
        self.pass_button = button(say("pass"), self.pass_on)
        self.far = button(say("to_me"), self.to_me)
        self.undo_button = button(say("undo"), self.undo)
        kinds = {say("no_help"): "", say("help_alone"): ALONE, say("help_best"): BEST}
        self.help = controls.choice(kinds, help, lambda _: self.refresh(), label=say("help"), name=say("help"))
        self.help.add_class("gk-labelled")
        self.logged = controls.html("", "gk-logs")
        self._make_game(seed)
        play = controls.section("", self.now, self.list, self.go_button, self.pass_button, self.far, self.undo_button)
        log = controls.section(say("log"), self.logged)
        self._page = controls.page(
            self.heading,
            self.answer,
            controls.box("gk-stack", self.style, self.holder, self.status),
            [play, controls.section("", self.help), self.make_steps(), log],
            [self.game_section],
        )

    def _make_game(self, seed: str) -> None:
        say, button = self.say, controls.button
        kinds = {say(kind): kind for kind in KINDS} | {say("nobody"): ""}
        self.seats = []
        for player, look in enumerate(looks(self.language)):
            kind = self.kinds[player] if player < len(self.kinds) else ""
            seat = controls.choice(kinds, kind, label=look.name, name=look.name)
            seat.add_class("gk-labelled")
            self.seats.append(seat)
        self.seed = controls.line_of_text(seed, label=say("seed"))
        self.seed.add_class("gk-labelled")
        self.readings = {
            name: controls.choice(
                {word(f"caesar.short.{value}", self.language): value for value in values},
                caesar.Options().__getattribute__(name),
                label=word(f"caesar.short.{name}", self.language),
                name=word(f"caesar.short.{name}", self.language),
            )
            for name, values in caesar.OPTIONS.items()
        }
        for reading in self.readings.values():
            reading.add_class("gk-labelled")
        self.new_button = button(say("new_game"), self.new_from_list)
        file = self.make_file()
        self.path.add_class("gk-labelled")
        self.fraction_button = button(say("fraction"), self.toggle_fraction, "link")
        game = (self.seed, self.new_button, *file)
        links = controls.box("gk-links", self.copy, self.fraction_button)
        self.game_section = controls.box(
            "gk-two gk-cs-game",
            controls.section(say("players"), *self.seats),
            controls.section(say("readings"), *self.readings.values()),
            controls.section(say("game"), *game, links),
        )

    # Bringing everything up to date -----------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the position: board and answer, what may be done, the log."""
        self._think()
        show = self.show
        self.answer.value = story.answer_html(show)
        picture = drawn(story.screen(show), self.width, self.language)
        if self.board is None:
            self.board = Board(picture, click=self.click, resize=self.resize, hover=self.hover)
            self.holder.children = (self.board,)
        else:
            self.board.show(picture)
        self.heading.value = controls.heading_html(self._heading(show), self.say("move", move=self.at))
        self.status.value = f'<span class="gk-error">{escape(self.error)}</span>' if self.error else ""
        self._show_play(show)
        self._show_log()

    def _heading(self, show: Show) -> str:
        if show.duel is not None and show.duel.play:
            said = ", ".join(self.say("against", own=own, other=other) for own, other in show.duel.stakes)
            return self.say("study", stakes=said)
        return self.say("phase_placing" if show.state.unplaced else "title")

    def _show_play(self, show: Show) -> None:
        player = show.player
        mine = player in self.people
        told = story.claim(show) if show.duel is None and show.insight is None else self._ask(show)
        self.now.value = f"<h3>{escape(told)}</h3>"
        legal = [action for action in show.legal if action != Pass()] if mine and not show.secret else []
        going = show.thinking == story.PLAYER
        options = [(story.action_text(show, action), action) for action in legal]
        if [text for text, _ in options] != [text for text, _ in self.list.options]:
            self.list.options = options or [(self.say("nothing"), None)]
            self.list.index = 0
        controls.shown(bool(options), self.list)
        controls.shown(mine and not show.secret and Pass() in show.legal, self.pass_button)
        text = "" if player == OVER else self.say("open", name=show.name(int(player))) if show.secret else ""
        if not text and player != OVER:
            text = self.say("go") if mine else self.say("let_play", name=show.name(int(player)))
        controls.shown(bool(text) and (bool(options) or not mine or show.secret), self.go_button)
        self.go_button.description = text
        self.go_button.disabled = self.far.disabled = going
        controls.shown(player != OVER and not mine and bool(self.people) and not going, self.far)
        self.undo_button.disabled = self._before() is None

    def _ask(self, show: Show) -> str:
        """What the one who decides is asked, whatever the answer on top advises."""
        if show.player == OVER:
            return story.claim(show)
        key = "placing" if show.state.unplaced else "choose_card" if show.state.attack else "choose_move"
        return self.say(key, name=show.name(int(show.player)))

    def _show_log(self) -> None:
        first = max(0, self.at - SHOWN)
        entries = [
            story.log_entry(self.positions[place], self.actions[place], self.language)
            for place in range(first, self.at)
        ]
        self.logged.value = controls.log_html(reversed([entry for entry in entries if entry]))
        self.show_steps()

    def _reviewed(self) -> int:
        """Where the last conflict of a person ended, unless a person has acted since; -1 if there is none."""
        for at in range(self.at, 0, -1):
            before = self.positions[at - 1]
            if before.chosen is not None and self._watched(before):
                return at
            if rules.current_player(before) in self.people:
                break
        return -1

    def _watched(self, before: State) -> bool:
        """Whether a person fought, or nobody plays: only then is a conflict looked back at."""
        there = before.attack.there if before.attack else ""
        return not self.people or bool(self.people & {before.player, owner(before.group(there))})

    def _fought(self) -> tuple[int, int]:
        at = self._reviewed()
        before = self.positions[max(0, at - 1)]
        return (before.player, owner(before.group(before.attack.there))) if at > 0 and before.attack else (0, 0)

    def _review(self) -> caesar.Review | None:
        at = self._reviewed()
        return self._reviews.get((self.positions[at - 1], self.actions[at - 1])) if at > 0 else None

    def _seen(self) -> State:
        """The position as the one who decides sees it."""
        player = rules.current_player(self.state)
        return self.state if player == OVER else rules.observe(self.state, int(player))

    def _insight(self) -> story.Insight | None:
        """Best play here, if it is known by now."""
        seen = self._seen()
        if seen not in self._insights and self._tree is not None:
            try:
                self._insights[seen] = self._tree.at(seen)
            except ValueError:
                self._tree = None
        return self._insights.get(seen) if rules.current_player(seen) != OVER else None

    # Thinking ---------------------------------------------------------------------------------------------------------

    def _think(self) -> None:
        """Work out what the screen still lacks; what takes longer than a moment is shown when it comes."""
        until = monotonic() + PATIENCE
        while not self._thinker.busy and (work := self._work()):
            self._thinker.ask(*work, late=self.refresh, patience=until - monotonic())

    def _thinks(self) -> str:
        """What is being worked out: a player's action, a look back, or best play."""
        return self._kind_of_work() if self._thinker.busy else ""

    def _kind_of_work(self) -> str:
        player = rules.current_player(self.state)
        if player != OVER and player not in self.people and (self._stepping or (self._going and self.people)):
            return story.PLAYER
        if self._reviewed() > 0 and self._review() is None:
            return story.REVIEW
        secret = self.state.attack is not None and len(self.people) > 1 and self.opened != player
        if player != OVER and self.help.value == BEST and not secret and self._insight() is None:
            return story.INSIGHT
        return ""

    def _work(self) -> tuple[Any, Any] | None:
        """What to work out next, and what to do with it."""
        kind, seen, tree = self._kind_of_work(), self._seen(), self._tree
        if kind == story.PLAYER:
            return self._choice(int(rules.current_player(seen)))
        if kind == story.REVIEW:
            at = self._reviewed()
            before, action = self.positions[at - 1], self.actions[at - 1]
            key = before, action
            return (
                lambda: caesar.review(before, before.chosen or HIDDEN, action.card, iterations=LOOK_BACK, known=tree),
                lambda found: self._reviews.__setitem__(key, found),
            )
        if kind == story.INSIGHT:
            limit = LIMIT if sum(map(bool, seen.board)) <= FEW else 1
            return lambda: caesar.consult(seen, limit, ITERATIONS), lambda found: self._learn(seen, found)
        return None

    def _choice(self, player: int) -> tuple[Any, Any]:
        strategy, view, legal = self._ready(player), self._seen(), rules.legal_actions(self.state)
        return lambda: strategy(view, legal), self._acted

    def _acted(self, action: Any) -> None:
        self._stepping = False
        self._clear()
        self._do(action)

    def _learn(self, seen: State, found: story.Insight) -> None:
        self._insights[seen] = found
        if isinstance(found, caesar.Solution):
            self._tree = found

    def _stop(self) -> None:
        """Ready players act no further, and what is being worked out is forgotten."""
        self._thinker.drop()
        self._going = self._stepping = False

    # Playing ----------------------------------------------------------------------------------------------------------

    def new_game(self) -> None:
        """Begin, and let ready players act until a person is to decide."""
        begin = self.begin or caesar.initial_state(len(self.kinds), **self.options)
        self._stop()
        self.positions, self.actions, self.at = [begin], [], 0
        self._clear()
        self._going = True
        self.refresh()

    def new_from_list(self) -> None:
        """A new game with the players and readings of the lists."""
        kinds = [seat.value for seat in self.seats if seat.value]
        if len(kinds) < 2:
            self.error = self.say("too_few")
            self.refresh()
            return
        self.kinds, self.begin, self.study = kinds, None, ()
        defaults = caesar.Options()
        chosen = {name: reading.value for name, reading in self.readings.items()}
        self.options = {name: value for name, value in chosen.items() if value != getattr(defaults, name)}
        self.new_game()

    def _clear(self) -> None:
        self.chosen, self.error, self.opened = "", "", -1

    def _do(self, action: Any) -> None:
        after = rules.apply(self.state, action)
        del self.positions[self.at + 1 :], self.actions[self.at :]
        self.positions.append(after)
        self.actions.append(action)
        self.at += 1

    def act(self, action: Any) -> None:
        """A person's action, then whatever ready players do."""
        if rules.current_player(self.state) not in self.people:
            return
        self._stop()
        try:
            self._do(action)
        except ValueError as error:
            self.error = reason(error, self.language)
        else:
            self._clear()
            self._going = True
        self.refresh()

    def _ready(self, player: int) -> Strategy:
        random = Random(f"{self.seed.value.strip()}:{self.at}")
        if self.kinds[player] == RANDOM:
            return caesar.random_player(random)
        return caesar.search_player(ITERATIONS, random) if self.kinds[player] == SEARCH else caesar.greedy

    def go_on(self) -> None:
        """The main button: take the screen over, do what the list says, or let a ready player act."""
        show = self.show
        if show.player == OVER:
            return
        if show.secret:
            self.opened = int(show.player)
            self.refresh()
        elif show.player in self.people:
            if self.list.value is not None:
                self.act(self.list.value)
        else:
            self._stop()
            self._stepping = True
            self.refresh()

    def to_me(self) -> None:
        """Let ready players act until a person is to decide."""
        self._stop()
        self._going = True
        self.refresh()

    def pass_on(self) -> None:
        """Pass."""
        self.act(Pass())

    def click(self, action: Any) -> None:
        """A click, a tap or a key on a square or a card."""
        show = self.show
        if show.player not in self.people:
            return
        match action:
            case ("card", card) if not show.secret:
                self.act(Play(card))
            case ("square", square) if self.state.unplaced:
                self.act(Place(square))
            case ("square", square) if self.state.attack is None and self.state.group(square):
                self._click_square(square)

    def _click_square(self, square: str) -> None:
        """First the group that acts, then where to; a second click on it lets it go."""
        own = owner(self.state.group(square)) == self.state.player
        starts = {action.here for action in self.show.legal if isinstance(action, Alliance | Attack)}
        if not self.chosen or square == self.chosen:
            can = not self.chosen and (square in starts or own)
            self.error = "" if can or self.chosen else self._why(square)
            self.chosen = square if can else ""
            self.refresh()
            return
        target = next(
            (
                a
                for a in self.show.legal
                if isinstance(a, Alliance | Attack) and (a.here, a.there) == (self.chosen, square)
            ),
            None,
        )
        if target is not None:
            self.act(target)
        elif square in starts:
            self.chosen, self.error = square, ""
            self.refresh()
        else:
            self.error = self._why(square)
            self.refresh()

    def _why(self, square: str) -> str:
        """Why nothing can be done with a square, in the words of the rules."""
        if not self.chosen:
            return self.say("not_yours", what=story.group_text(self.show, square))
        enemy = owner(self.state.group(square)) not in (self.state.player, -1)
        try:
            rules.apply(self.state, (Attack if enemy else Alliance)(self.chosen, square))
        except ValueError as error:
            return reason(error, self.language)
        return ""

    def hover(self, action: Any) -> None:
        """The pointer or the focus comes to a square: its lines of sight are shown."""
        pointed = action[1] if isinstance(action, tuple) and action[0] == "square" else ""
        if pointed != self.pointed and self.board is not None:
            self.pointed = pointed
            self.board.show(self.scene)

    # Replaying --------------------------------------------------------------------------------------------------------

    def _before(self) -> int | None:
        """Where undo goes: a person's last decision, but never back over cards that have been shown."""
        for at in range(self.at - 1, -1, -1):
            if isinstance(self.actions[at], Play):
                return None
            if rules.current_player(self.positions[at]) in self.people:
                return at
        return None

    def undo(self) -> None:
        """Take the last decision back."""
        at = self._before()
        if at is not None:
            self._stop()
            del self.positions[at + 1 :], self.actions[at:]
            self.go(at)

    def go(self, at: int) -> None:
        """The position after that many actions; between two cards there is none to be seen."""
        at = min(max(at, 0), len(self.actions))
        if self.positions[at].chosen is not None and at < len(self.actions):
            at += 1 if at > self.at else -1
        super().go(at)

    def settle(self) -> None:
        """Stop the players at work, and let go of choices begun."""
        self._stop()
        self._clear()

    def take(self, found: Record) -> None:
        """The players and options of a record."""
        self.begin = self.positions[0] if found.start else None
        self.options = {name: value for name, value in found.options.items() if name != "players"}
        self.kinds = [*self.kinds, *[PERSON] * 5][: len(self.positions[0].hands)]
        self.study = ()

    # The page ---------------------------------------------------------------------------------------------------------

    def toggle_fraction(self) -> None:
        """Payoffs as fractions, or rounded again."""
        self.fraction = not self.fraction
        self.refresh()

    def resize(self, room: int) -> None:
        """The page has this many px for the board."""
        width = float(max(NARROWEST, min(WIDTH, room)))
        if width != self.width and self.board is not None:
            self.width = width
            self.board.show(self.scene)


STYLE = """
.gk-page .gk-cs-top { display: flex; justify-content: space-between; align-items: baseline; gap: 4px 24px;
  flex-wrap: wrap; }
.gk-page .gk-cs-claim { font-size: 28px; font-weight: 600; line-height: 1.2; }
.gk-page .gk-cs-note { font-size: 18px; }
.gk-page .gk-labelled .widget-label { width: 72px; flex: none; }
.gk-page .gk-cs-game { border-top: 1px solid #D9CDB4; padding-top: 16px; }
"""


@cache
def _duel(state: State, fights: tuple[tuple[str, str], ...]) -> caesar.Duel:
    sizes = [(len(state.group(here)), len(state.group(there))) for here, there in fights]
    return caesar.duel(sizes, state.hands[0], state.hands[1])


def _warm() -> None:
    """In a kernel the compiled search is loaded beside the loop, so that the first help does not wait for it."""
    if kernel_loop():
        Thread(target=lambda: caesar.advise(caesar.initial_state(), 1), daemon=True).start()


__all__ = ["GameBoard"]
