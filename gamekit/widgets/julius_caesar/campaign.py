"""The campaign board: the whole game on the map, for two people, against a plain player, or as a replay.

What happens is the session's business, what lies before the player the desk's; here are the widgets that show both
and pass on what is pressed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from html import escape
from typing import Any

from ipywidgets import Box

from gamekit import julius_caesar as jc
from gamekit.game import IllegalAction
from gamekit.julius_caesar.battles import battle_of
from gamekit.julius_caesar.pieces import BLOCK
from gamekit.julius_caesar.places import PLACE, PLACES
from gamekit.julius_caesar.state import Phase, State
from gamekit.julius_caesar.tables import SIDES
from gamekit.record import Record, RecordError
from gamekit.widgets import controls
from gamekit.widgets.canvas import Board
from gamekit.widgets.julius_caesar import campaign_story as story
from gamekit.widgets.julius_caesar import chart
from gamekit.widgets.julius_caesar.campaign_controls import STYLE, Clock, Download, Tiles, Upload
from gamekit.widgets.julius_caesar.campaign_desk import Command, Desk, Picked, Tile, desk
from gamekit.widgets.julius_caesar.campaign_fight import FightPane
from gamekit.widgets.julius_caesar.campaign_story import Chronicle, say, side_name
from gamekit.widgets.julius_caesar.map import At, On, Options, map_scene, picture, still
from gamekit.widgets.julius_caesar.session import BOTH, PERSON, PLAIN, ROOM, Session
from gamekit.widgets.scene import Scene
from gamekit.words import language_or_default, reason, word

STEP = 8  # px: narrower changes of the page's width are not worth a new map
TABLES = {
    "table_person_plain": (PERSON, PLAIN),
    "table_plain_person": (PLAIN, PERSON),
    "table_person_person": (PERSON, PERSON),
    "table_plain_plain": (PLAIN, PLAIN),
}


class CampaignBoard(Box):  # type: ignore[misc]
    """The whole game on the map; shows itself in a notebook.

    ``players`` says who plays each side, "person" or "plain"; left out, a person plays Caesar. A ``record`` is gone
    on with, or replayed when its game is over; ``at`` replays it from after so many actions, and at its end it goes on.
    ``open_`` lays all blocks and hands open, for a class or for practice. ``odds`` shows the exact odds of battles.
    ``seed`` makes chance repeatable. ``board.session`` is the game, ``board.record`` what has happened, ``board.state``
    the position shown, ``board.svg()`` its picture, ``board.told(1)`` what a turn brought.

    >>> board = CampaignBoard(seed=49)
    >>> board.sentence
    'Caesar lays one card aside, unseen.'
    """

    def __init__(
        self,
        record: Record | None = None,
        players: Mapping[str, str] | None = None,
        language: str | None = None,
        seed: Any = None,
        odds: bool = True,
        open_: bool = False,
        at: int | None = None,
    ) -> None:
        self.language = language_or_default(language)
        self.session = Session(record, players, seed, open_, at)
        self.picked, self.region, self.width, self.odds = Picked(), "", chart.WIDTH, odds
        self.error = ""
        self._origin = ""  # where the move in hand began
        self._chronicles: dict[str, Chronicle] = {}
        self._commands: dict[str, Command] = {}
        self._quiet = False
        self._make()
        super().__init__([self._page])
        self.refresh()

    @property
    def state(self) -> State:
        """The position shown."""
        return self.session.state

    @property
    def record(self) -> Record:
        """The game so far."""
        return self.session.record

    @property
    def battles(self) -> tuple[jc.Battle, ...]:
        """The battles of the game so far, as they began, for questions about their odds."""
        return tuple(battle_of(state) for _, state in self.session.battles)

    @property
    def sentence(self) -> str:
        """What the game waits for; in a replay, what has just happened."""
        return self.error or story.prompt(self.session, self.language, self._lines())

    @property
    def desk(self) -> Desk:
        """What lies before the player."""
        return self._desk

    @property
    def scene(self) -> Scene:
        """The map as it is shown."""
        now, session = self._desk, self.session
        options = Options(
            self.width,
            self.language,
            self.region,
            self.picked.place,
            now.held,
            now.near,
            now.far,
            now.left,
            closed=session.viewer == ROOM,
        )
        return map_scene(session.views(), session.legal(), options)

    def _picture(self, width: float = chart.WIDTH) -> Scene:
        session = self.session
        options = Options(width, self.language, self.region, closed=session.viewer == ROOM)
        return map_scene(session.views(), (), options)

    def svg(self, width: float = chart.WIDTH) -> str:
        """The position shown as SVG text, as it is seen on the board."""
        return picture(self._picture(width))

    def told(self, turn: int, year: int | None = None, dice: bool = False) -> str:
        """What a turn brought, a sentence a line, as the viewer may know it; with ``dice`` every throw as well.

        ``year`` is astronomical, -48 for 49 BC; left out, that of the position shown.

        >>> board = CampaignBoard(jc.first_year(), at=0, open_=True)
        >>> print(board.told(4).splitlines()[2])
        Caesar's Legio 12 goes from Rhegium to Messana.
        """
        when = (self.state.year if year is None else year, turn)
        return "\n".join(story.told(self.session, when, self.language, dice))

    def _repr_mimebundle_(self, **kwargs: Any) -> dict[str, Any]:
        """Beside the live board what it says, for a notebook that is read and not run."""
        live = super()._repr_mimebundle_(**kwargs)
        text = f"{jc.year_name(self.state.year, self.language)}. {self.sentence}"
        return {**(live or {}), "text/plain": text, "text/html": still(self._picture())}

    # The widgets -----------------------------------------------------------------------------------------------------

    def _say(self, key: str, **fields: Any) -> str:
        return say(key, self.language, **fields)

    def _make(self) -> None:
        self._desk = desk(self.session, self.picked, self.language)
        self.header, self.status = controls.html(""), controls.live()
        self.status.add_class("gk-status")
        self.board = Board(self.scene, click=self.click, resize=self.resize)
        self.fight = FightPane(self.run, self.language)
        self.zooms = {
            region: controls.button(self._region(region), partial(self.zoom, region), "link")
            for region in ("", *chart.regions())
        }
        self.look = controls.choice(self._looks(), BOTH, self.look_as, name=self._say("look"))
        zoom = controls.box("gk-links", *self.zooms.values())
        tools = controls.box("gk-bar-line", zoom, self.look)
        self.map_box = controls.box("gk-stack", self.board, tools)
        self._make_desk()
        self._make_replay()
        self._make_games()
        self.strip = controls.box("gk-strip", self.cards_box, self.here_box, self.log_box)
        self.sheet = controls.box(
            "gk-campaign",
            self.header,
            self.status,
            self.seat,
            self.fight,
            self.map_box,
            self.strip,
            self.replay_box,
            self.games_box,
        )
        style = controls.html(f"<style>{controls.STYLE}{STYLE}</style>", "gk-style")
        self._page = controls.box("gk-page", style, controls.Behaviour(), self.sheet)

    def _region(self, region: str) -> str:
        return word(f"julius_caesar.campaign.region.{region or 'all'}", self.language)

    def _looks(self) -> list[tuple[str, str]]:
        sides = [(self._say("look_as", side=side_name(side, self.language)), side) for side in SIDES]
        return [(self._say("look_both"), BOTH), *sides, (self._say("look_room"), ROOM)]

    def _make_desk(self) -> None:
        button = controls.button
        self.hand_head, self.enemy_head = controls.html(""), controls.html("")
        self.hand, self.enemy = Tiles(self.press, self._say("hand")), Tiles(self.press, self._say("enemy_cards"))
        hand = controls.section("", self.hand_head, self.hand)
        enemy = controls.section("", self.enemy_head, self.enemy)
        self.cards_box = controls.box("gk-cards", hand, enemy)
        self.here_head, self.places_head = controls.html(""), controls.html("")
        self.places_list = controls.choice([("", "")], "", self._listed, name=self._say("list"))
        self.blocks, self.places = Tiles(self.press, self._say("blocks")), Tiles(self.press, self._say("places"))
        self.further = controls.choice([("", "")], "", self._goes_further, name=self._say("further"))
        self.main_button = button("", self._main, "main")
        self.undo_button, self.other_button = button(self._say("undo"), self.undo), button("", self._other)
        self.undo_button.add_class("gk-fixed")
        self.here_box = controls.section(
            "",
            self.here_head,
            controls.row(self.main_button, self.undo_button, self.other_button),
            self.places_list,
            self.blocks,
            self.places_head,
            self.places,
            self.further,
        )
        self.log_head, self.log_text = controls.html(""), controls.html("")
        self.log_box = controls.section("", self.log_head, self.log_text)
        self.seat_text = controls.html("")
        self.seat_button = button("", self.accept, "main")
        self.seat = controls.box("gk-seat", self.seat_text, self.seat_button)

    def _make_replay(self) -> None:
        button = controls.button
        self.clock = Clock(self.tick)
        steps = (
            ("replay_first", lambda: self.session.go(0)),
            ("replay_back", lambda: self.session.back()),
            ("replay_forward", lambda: self.session.forward()),
            ("replay_last", lambda: self.session.go(len(self.record.entries))),
        )
        self.steps = {key: button(self._say(key), partial(self.step, step)) for key, step in steps}
        self.play_button = button(self._say("replay_play"), self.play)
        self.slider = controls.slider("", 0, 1, 0, self._slid)
        self.slider.readout = False
        self.jump = controls.choice([("", -1)], -1, self._jumped, name=self._say("jump"))
        self.branch_button = button(self._say("branch"), lambda: self.run(lambda: self.session.branch()))
        self.rejoin_button = button(self._say("rejoin"), lambda: self.run(lambda: self.session.rejoin()))
        order = [self.steps[key] for key, _ in steps]
        self.replay_box = controls.box(
            "gk-replay", *order[:2], self.play_button, *order[2:], self.slider, self.jump, self.branch_button,
            self.rejoin_button, self.clock,
        )  # fmt: skip

    def _make_games(self) -> None:
        names = [(self._say(key), players) for key, players in TABLES.items()]
        now = tuple(self.session.players[side] for side in SIDES)
        self.table = controls.choice(names, now, name=self._say("table"))
        self.new_button = controls.button(self._say("new_game"), self.new_game)
        self.odds_check = controls.check(self._say("odds"), self.odds, self._odds)
        self.open_check = controls.check(self._say("open"), self.session.open, self._open)
        self.save = Download(self._say("save"), "campaign.jsonl", "application/jsonl", lambda: self.record.to_text())
        self.picture = Download(self._say("picture"), "campaign.svg", "image/svg+xml", self.svg)
        self.load = Upload(self._say("load"), ".jsonl,.json,.txt", self.read)
        self.games_box = controls.box(
            "gk-games",
            self.table,
            self.new_button,
            self.odds_check,
            self.open_check,
            self.save,
            self.load,
            self.picture,
        )

    # Bringing everything up to date ----------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the session as it is now."""
        session = self.session
        self._desk = desk(session, self.picked, self.language)
        self._quiet = True
        try:
            fighting = self.fight.show(session, self.odds)
            _visible(fighting, self.fight)
            _visible(not fighting, self.map_box)
            if not fighting:
                self.board.show(self.scene)
            self.header.value = story.header_html(session, self.language)
            self._show_status()
            self._show_desk(fighting)
            self._show_log()
            self._show_replay()
        finally:
            self._quiet = False

    def _show_status(self) -> None:
        colour = ' class="gk-error"' if self.error else ""
        self.status.value = f"<span{colour}>{escape(self.sentence)}</span>"

    def _show_desk(self, fighting: bool) -> None:
        now, session, language = self._desk, self.session, self.language
        self._commands = {}
        self._fill(self.hand, "hand", now.hand)
        self._fill(self.enemy, "enemy", now.enemy)
        self._fill(self.blocks, "block", now.blocks)
        self._fill(self.places, "place", now.places)
        own = session.viewer in SIDES
        self.hand_head.value = controls.heading_html(
            self._say("hand") if own else self._say("hand_of", side=side_name(self._hand_side(), language)),
            self._played(self._hand_side()), 3,
        )  # fmt: skip
        other = SIDES[1 - SIDES.index(self._hand_side())]
        self.enemy_head.value = controls.heading_html(side_name(other, language), self._played(other), 3)
        self.here_head.value = controls.heading_html(now.title, now.note if now.title else "", 3) if now.title else ""
        self.places_head.value = f'<span class="gk-quiet">{escape(now.places_title)}</span>' if now.places_title else ""
        if now.main:
            self.main_button.description = now.main[0]
        more = now.more[0] if now.more else None
        self.other_button.description = more[0] if more else ""
        self.undo_button.disabled = not session.can_undo
        options = [(self._say("list"), ""), *now.list]
        if list(self.places_list.options) != options:
            self.places_list.options = options
        known = {place for _, place in now.list}
        further = [(self._say("further"), ""), *((tile.label, tile.key) for tile in now.further)]
        if list(self.further.options) != further:
            self.further.options = further
        self.further.value = ""
        self.places_list.value = self.picked.place if self.picked.place in known else ""
        seat = session.waits == "handover"
        if seat:
            side = side_name(str(session.handover), language)
            self.seat_text.value = escape(self._say("hand_over", side=side))
            self.seat_button.description = self._say("i_am", side=side)
        _visible(seat, self.seat)
        idle = not (now.title or now.main or now.list or session.can_undo)
        choosing = any(tile.do for tile in now.hand)
        (self.strip.add_class if choosing else self.strip.remove_class)("gk-choosing")
        _visible(not seat and not fighting and bool(now.hand or now.enemy), self.cards_box)
        _visible(not seat and not fighting and not idle, self.here_box)
        _visible(session.live and not session.over, self.undo_button)
        (self.cards_box.add_class if not own else self.cards_box.remove_class)("gk-open")
        (self.sheet.remove_class if session.live else self.sheet.add_class)("gk-replaying")
        (self.strip.add_class if seat or fighting else self.strip.remove_class)("gk-alone")
        _visible(bool(now.main), self.main_button)
        _visible(bool(more), self.other_button)
        _visible(len(now.list) > 0, self.places_list)
        _visible(len(now.further) > 0, self.further)
        _visible(session.may_look, self.look)

    def _hand_side(self) -> str:
        session = self.session
        if session.viewer in SIDES:
            return session.viewer
        return session.decider if session.viewer == BOTH and session.decider in SIDES else SIDES[0]

    def _played(self, side: str) -> str:
        cards = self.session.views()[0]
        own, enemy = cards.played
        names = own if cards.player == side else enemy
        return self._say("played", cards=" ".join(names)) if names else ""

    def _fill(self, tiles: Tiles, kind: str, items: tuple[Tile, ...]) -> None:
        rows = []
        for item in items:
            key = f"{kind} {item.do!r}"  # not its number: what comes late may be meant for tiles that were there before
            self._commands[key] = item.do
            rows.append(
                {
                    "key": key,
                    "html": item.html,
                    "label": item.label,
                    "kind": item.kind,
                    "pressed": item.pressed,
                    "disabled": not item.do,
                }
            )
        tiles.tiles = rows

    def _show_log(self) -> None:
        self.log_head.value = controls.heading_html(self._say("log"), "", 3)
        lines = self._lines()
        self.log_text.value = story.log_html(lines, self.language)
        _visible(bool(lines), self.log_box)

    def _lines(self) -> list[story.Line]:
        viewer = self.session.viewer
        return self._chronicles.setdefault(viewer, Chronicle(viewer, self.language)).read(self.session)

    def _show_replay(self) -> None:
        session = self.session
        moments = session.moments
        place = next((n for n, at in enumerate(moments) if at >= session.at), len(moments) - 1)
        if place > self.slider.max:
            self.slider.max = max(1, len(moments) - 1)
        self.slider.value, self.slider.max = place, max(1, len(moments) - 1)
        self.steps["replay_first"].disabled = self.steps["replay_back"].disabled = not session.at
        self.steps["replay_forward"].disabled = self.steps["replay_last"].disabled = session.live
        self.play_button.disabled = session.live and not self.clock.on
        self.play_button.description = self._say("replay_pause" if self.clock.on else "replay_play")
        stops = [(self._say("jump"), -1), *((stop.text, stop.at) for stop in story.battles(session, self.language))]
        if list(self.jump.options) != stops:
            self.jump.options = stops
        self.jump.value = -1
        may = not session.live and bool(session.persons)
        _visible(may, self.branch_button)
        _visible(session.left is not None, self.rejoin_button)

    # What is pressed -------------------------------------------------------------------------------------------------

    def run(self, change: Callable[[], None]) -> None:
        """Carry something out, and say what is wrong with it when the rules forbid it."""
        if self._quiet:
            return
        self.error = ""
        try:
            change()
        except (IllegalAction, RecordError) as error:
            self.error = self._say("error", message=reason(error, self.language))
        self._pick_on()
        self.refresh()

    def do(self, command: Command) -> None:
        """Carry out the command of a tile."""
        match command:
            case ("act", actions):
                self._begin_move()
                self.run(lambda: self.session.act(*actions))
            case ("pick", place, block):
                self.pick(place, block)

    def press(self, key: str) -> None:
        """A tile was pressed."""
        if command := self._commands.get(key):
            self.do(command)

    def click(self, action: Any) -> None:
        """A click, a tap or a key on the map."""
        match action:
            case At(place) if place in self._desk.moves:
                self._begin_move()
                self.run(lambda: self.session.act(*self._desk.moves[place]))
            case At(place):
                self.pick(place)
            case On(block):
                place = next((p.place for view in self.session.views() for p in view.pieces if p.block == block), "")
                self.pick(place, block)

    def pick(self, place: str, block: str = "") -> None:
        """Look at a place, with a block of it chosen; a block still in hand stays where it has come to."""
        stop = jc.Stop()

        def choose() -> None:
            if self.session.state.phase == Phase.STEP and stop in self.session.legal():
                self.session.act(stop)
            self.picked, self._origin = Picked(place, block), ""

        self.run(choose)

    def _begin_move(self) -> None:
        if self.session.state.phase == Phase.MOVE:
            self._origin = self.picked.place

    def _pick_on(self) -> None:
        """After a change: keep to the place of the move, with its next block chosen; forget what is no longer there."""
        session, picked = self.session, self.picked
        if session.waits != "person":
            self.picked = Picked(picked.place if session.waits == "replay" else "")
            return
        state = session.state
        if state.phase in (Phase.STEP, Phase.VOYAGE):
            self.picked = Picked(PLACES[state.path[-1]])
            return
        place = self._origin if state.phase == Phase.MOVE and self._origin else picked.place
        self._origin = ""
        able = [action.block for action in session.legal() if isinstance(action, (jc.Take, jc.Embark, jc.Regroup))]
        view = next(view for view in session.views() if view.player == session.decider or len(session.views()) == 1)
        here = [piece.block for piece in view.pieces if piece.place == place and piece.block in able]
        block = picked.block if picked.block in here else here[0] if here else ""
        if state.phase == Phase.LEVY and picked.block and jc.Levy(picked.block) in session.legal():
            block = picked.block
        self.picked = Picked(place if place in PLACE else "", block)

    def _listed(self, place: str) -> None:
        if not self._quiet and place:
            self.pick(place)

    def _goes_further(self, place: str) -> None:
        if not self._quiet and place:
            self.click(At(place))

    def _main(self) -> None:
        if self._desk.main:
            self.do(self._desk.main[1])

    def _other(self) -> None:
        if self._desk.more:
            self.do(self._desk.more[0][1])

    def undo(self) -> None:
        """Take back the last click, never past a chance, a reveal or a hand-over; its block is chosen again."""
        session = self.session
        undone = session.record.entries[session.clicks[-1] :] if session.can_undo else ()
        taken = [entry.action.block for entry in undone if isinstance(entry.action, (jc.Take, jc.Embark, jc.Regroup))]

        def back() -> None:
            session.undo()
            if taken:
                self.picked, self._origin = Picked(PLACES[self.state.location[BLOCK[taken[0]]]], taken[0]), ""

        self.run(back)

    def accept(self) -> None:
        """The side that the screen was handed to is there."""
        self.run(self.session.accept)

    # The map ---------------------------------------------------------------------------------------------------------

    def resize(self, room: int) -> None:
        """The page has this many px for the map."""
        width = float(room - room % STEP)
        if width != self.width:
            self.width = width
            self.board.show(self.scene)

    def zoom(self, region: str) -> None:
        """A region that fills the map, or all of it."""
        self.region = region
        self.refresh()

    def look_as(self, viewer: str) -> None:
        """Through whose eyes an open or finished game is seen."""
        if not self._quiet:
            self.session.look = viewer
            self.refresh()

    # Replay ----------------------------------------------------------------------------------------------------------

    def step(self, step: Callable[[], None]) -> None:
        """One of the buttons of the replay."""
        self.clock.on = False
        self.run(step)

    def play(self) -> None:
        """Let the replay run, or stop it."""
        self.clock.on = not self.clock.on and not self.session.live
        self.refresh()

    def tick(self) -> None:
        """One moment on, while the replay runs."""
        self.session.forward()
        if self.session.live:
            self.clock.on = False
        self.run(lambda: None)

    def _slid(self, place: int) -> None:
        if not self._quiet:
            moments = self.session.moments
            self.step(lambda: self.session.go(moments[min(place, len(moments) - 1)]))

    def _jumped(self, at: int) -> None:
        if not self._quiet and at >= 0:
            self.step(lambda: self.session.go(at))

    # Games -----------------------------------------------------------------------------------------------------------

    def new_game(self) -> None:
        """A new game with the players chosen."""
        players = dict(zip(SIDES, self.table.value))
        open_ = self.session.open
        self._take(Session(None, players, self.session.random.random(), open_))

    def _take(self, session: Session) -> None:
        self.session = session
        self._chronicles, self.picked, self.error = {}, Picked(), ""
        self.clock.on = False
        self.refresh()

    def _odds(self, on: bool) -> None:
        self.odds = on
        self.refresh()

    def _open(self, on: bool) -> None:
        self.session.open, self.session.look = on, ""
        self.refresh()

    def read(self, text: str) -> None:
        """Go on with a saved record; what is wrong with it is said, and nothing changes."""
        self.run(lambda: self.session.read(text))
        if not self.error:
            self._chronicles, self.picked = {}, Picked()
            self.refresh()


def _visible(shown: bool, *widgets: Any) -> None:
    for widget in widgets:
        widget.layout.display = None if shown else "none"
