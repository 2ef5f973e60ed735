"""What the boards of whole games share: their table, steps along the record, hand-over, seats, hints, files.

A board's table is a ``PlayTable``, which says what a seat is called, which actions are listed, and what another step of
the game lets go. The board puts the controls on its page, and leaves other messages to ``update``."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from functools import partial
from html import escape
from random import Random
from typing import Any, ClassVar, Final, Self, TypeVar

from gamekit.play.protocol import CHANCE, Action, Player, State
from gamekit.play.search import SearchResult
from gamekit.play.session import ALL, ROOM, Session, begin, branch, load, player_kinds, rejoin
from gamekit.storage.autosave import UnfinishedGame, unfinished_games
from gamekit.storage.record import Record, package, package_name, read
from gamekit.storage.serialization import FORMS, Converter, from_plain, short_repr
from gamekit.text.translation import note, word, word_or
from gamekit.widgets import page

SPEEDS: Final = (1, 2, 4)
TICK: Final = 900  # milliseconds a moment is looked at, at the speed of 1


@dataclass(frozen=True, slots=True)
class Play:
    """A session on a board: ``running`` while its replay runs at ``speed``; ``through`` while searching players play on
    without a click; ``chosen`` names the players of a new game, ``seed`` its random seed, "" for a new one each time.
    ``room``: the seats of a new game, if some may stay empty."""

    session: Session
    running: bool = False
    speed: int = 1
    through: bool = False
    chosen: tuple[str, ...] = ()
    seed: str = ""
    left: UnfinishedGame | None = None  # a game that a kernel which ended has left, to be taken up
    room: tuple[Player, ...] = ()

    @property
    def seats(self) -> tuple[Player, ...]:
        return self.room or tuple(self.session.players)

    @property
    def players(self) -> tuple[str, ...]:
        """The players of a new game, seat by seat, "" for nobody."""
        return self.chosen or tuple(self.session.players.get(seat, "") for seat in self.seats)


@dataclass(frozen=True, slots=True)
class Hint:
    """A hint: whether it is looked for, the searches done, what the last one found."""

    on: bool = False
    done: int = 0
    found: SearchResult | None = None


@dataclass(frozen=True, slots=True)
class PlayTable:
    """The base of the tables of whole games: the game, the entry picked in the list of actions, the hint asked for,
    whether exact fractions are shown. Another step of the game clears the fields in ``BEGUN``."""

    SHARED: ClassVar[tuple[str, ...]] = ("play",)
    BEGUN: ClassVar[tuple[str, ...]] = ("picked", "hinting")

    play: Play
    picked: str = ""
    hinting: Hint = Hint()
    fraction: bool = False
    language: str = "en"

    @property
    def session(self) -> Session:
        return self.play.session

    @property
    def mine(self) -> bool:
        """Whether a person at the screen is to decide."""
        return self.session.waits_for == "person"

    @property
    def legal(self) -> dict[str, Any]:
        """The legal actions of the person at the screen, by their text in a message."""
        return {str(action): action for action in self.session.legal_actions}

    @property
    def game(self) -> str:
        """The name that the game's words begin with."""
        return package_name(self.session.game)

    def seat_name(self, seat: Player) -> str:
        """What a seat is called: by the game's words, else by itself."""
        name = str(seat + 1 if isinstance(seat, int) else seat)
        named = word_or(f"{self.game}.value.{seat}", name[:1].upper() + name[1:], self.language)
        return word_or(f"{self.game}.seat.{seat}", named, self.language)

    @property
    def offered(self) -> tuple[str, ...]:
        """The entries of the list of actions, as they are in a message."""
        return tuple(self.legal)

    @property
    def pick(self) -> str:
        """The entry picked in the list, else its first one, "" if it is empty."""
        return self.picked if self.picked in self.offered else next(iter(self.offered), "")

    def after(self, play: Play) -> Self:
        """The table after a change of the game."""
        begun = () if play.session is self.session else self.BEGUN
        cleared: dict[str, Any] = {one.name: one.default for one in fields(self) if one.name in begun}
        return replace(self, play=play, **cleared)

    def played(self, session: Session) -> Self:
        """The table after another step of the game."""
        return self.after(replace(self.play, session=session, running=False))

    def done(self, key: str) -> Self:
        """The table after a legal action, named as in a message."""
        return self.played(self.session.act({str(action): action for action in self.session.legal_actions}[key]))


Table = TypeVar("Table", bound=PlayTable)


def _written(play: Play) -> dict[str, Any]:
    session = play.session
    lines = [json.loads(line) for line in session.record.to_json_lines().splitlines()]
    shown = {"at": session.at, "open": session.open, "seed": session.seed}
    ended = {"closed": True} if session.closed else {}
    return {"record": lines, "players": [list(seat) for seat in session.players.items()], **shown, **ended}


def _read(found: Any) -> Play:
    match found:
        case {"record": [dict(header), *_] as lines, "players": list(seats), "at": int(at), "open": bool(opened)}:
            game = package(str(header.get("game")))
            record = read("\n".join(map(json.dumps, lines)), game)
            players = dict(from_plain(seats, tuple[tuple[int | str, str], ...]))
            last = at == len(record.entries)
            session = begin(record, players, str(found.get("seed")), opened, None if last else at)
            if session.closed and not found.get("closed"):
                session = session.continue_play()
            return Play(session.go_to(at) if session.is_over else session)  # one that is over begins at its beginning
    raise ValueError(note("share.kind", found=short_repr(found)))


FORMS[Play] = Converter(_written, _read)


def say(key: str, **fields: Any) -> str:
    return word(f"session.{key}", **fields)


def replay_controls(table: PlayTable, *more: page.Control | None) -> page.Container:
    """Return the buttons along the record, the place in it, the speed, and the buttons into a branch and back."""
    play, session = table.play, table.session
    begun, live, moments = session.at == 0, session.is_at_last_position, session.replay_stops
    place = next(number for number, at in enumerate(moments) if at >= session.at)
    run = "pause" if play.running else "play"
    offs = {"first": begun, "back": begun, run: live and not play.running, "forward": live, "last": live}
    icons = [page.Button(say(key), (key,), disabled=off, icon=key) for key, off in offs.items()]
    at_move = say("at_move", **dict(zip(("move", "of"), session.replay_progress)))
    soon = page.BackgroundTask(session.choose_automatic_action, ("chosen",), session.record)
    speeds = tuple((say("times", speed=speed), speed) for speed in SPEEDS)
    return page.Container(
        "gk-replay",
        (
            page.row(*icons, kind="gk-icons"),
            page.Menu(speeds, play.speed, ("speed",), tooltip=say("speed")),
            page.Slider("", 0, max(1, len(moments) - 1), place, ("moment",), at_move, disabled=len(moments) < 2),
            page.muted_line(at_move),
            *(one for one in more if one),
            page.Button(say("branch"), ("branch",), shown=not live and bool(session.person_seats)),
            page.Button(say("rejoin"), ("rejoin",), shown=session.left is not None),
            page.Clock(("tick",), play.running, TICK // play.speed),
            *([soon] if player_is_searching(play) else []),
        ),
    )


def player_is_searching(play: Play) -> bool:
    """Whether a searching player is computing an action; ``steps`` has the background task, whose answer plays it."""
    session = play.session
    return session.waits_for == "turn" and session.is_search_turn and (bool(session.person_seats) or play.through)


def undo(table: PlayTable) -> page.Button:
    session = table.session
    return page.Button(say("undo"), ("undo",), disabled=session.undo_target is None, shown=bool(session.person_seats))


def handover(table: PlayTable) -> page.Container:
    """Return the name of the seat that must be given the screen, and the button that this seat presses."""
    seat = table.session.handover_seat
    name = "" if seat is None else table.seat_name(seat)
    text, button = escape(say("hand_over", seat=name)), page.Button(say("i_am", seat=name), ("accept",), "main")
    return page.Container("gk-seat", (page.Html(text), button), shown=seat is not None)


def advance_buttons(table: PlayTable, chance: str = "") -> tuple[page.Button, page.Button]:
    """Return two buttons: the next action, named ``chance`` if it is a throw, and all up to a person's decision."""
    session, decider = table.session, table.session.current_player
    waits, thrown = "" if player_is_searching(table.play) else session.waits_for, decider == CHANCE
    named = decider in session.players and waits != "end"
    text = say("let_act", seat=table.seat_name(decider)) if named else say("go_on")
    further = say("to_me" if session.person_seats else "to_end")
    on = page.Button(chance if thrown and chance else text, ("go on",), "main", shown=waits in ("turn", "end"))
    return on, page.Button(further, ("through",), shown=waits == "turn")


def viewer_menu(table: PlayTable) -> page.Menu:
    """Return the list to choose the viewer of an open or finished game."""
    session = table.session
    seats = [(say("look_as", seat=table.seat_name(seat)), seat) for seat in session.players]
    options = ((say("look_all"), ALL), *seats, (say("look_room"), ROOM))
    return page.Menu(options, session.viewer, ("look",), tooltip=say("look"), shown=session.may_choose_viewer)


def new_game_controls(table: PlayTable, *more: page.Control) -> tuple[page.Control, ...]:
    """Return, folded: the players of the next game, its seed, the button that begins it, ``more`` controls, whether all
    is open, the record as a file; beside it the buttons to resume an unfinished game."""
    play, names = table.play, table.seat_name
    options = tuple((say(f"kind.{kind}"), kind) for kind in player_kinds(play.session.game))
    options += ((say("nobody"), ""),) if play.room else ()
    seated = enumerate(zip(play.seats, play.players))
    lists = [page.Menu(options, kind, ("seat", at), names(seat), names(seat)) for at, (seat, kind) in seated]
    line = page.Input(play.seed, ("seed",), say("seed"), say("seed_hint"))
    new = page.Button(say("new_game"), ("new",), chance=True)
    record, name = play.session.record, f"{package_name(play.session.game)}.jsonl"
    save = page.Download(say("save"), name, record.to_json_lines, "application/jsonl")
    files = page.row(save, page.Upload(say("load"), ("read",), ".jsonl,.json,.txt"), kind="gk-links")
    seats, seen = page.Container("gk-seats", (*lists, line, new)), page.Check(say("open"), play.session.open, ("open",))
    return page.fold(say("who_plays"), seats, *more, seen, files), *_take_up(play)


def last_actions(table: PlayTable, most: int) -> Iterator[tuple[State, Action]]:
    """Yield up to ``most`` actions before the position shown, the last first, each with the position before it."""
    session = table.session
    for at in range(session.at - 1, max(-1, session.at - 1 - most), -1):
        yield session.positions[at], session.record.entries[at].action


def hint(
    table: PlayTable,
    seconds: Sequence[float],
    search: Callable[..., SearchResult],
    told: Callable[[SearchResult], Iterable[str]],
) -> tuple[page.Control, ...]:
    """Return the button that asks for a hint, the one that stops, the lines of what is found, and the next search:
    ``search(view, legal, seconds=, random=)`` for each of some ``seconds`` of processor time. Nothing is played."""
    now, session = table.hinting, table.session
    thinks = now.on and now.done < len(seconds)
    lines = [*(told(now.found) if now.found else ()), *([say("hint.thinking")] if thinks else ())]
    ask = page.Button(say("hint.ask"), ("hint",), tooltip=say("hint.what"), shown=not thinks, key="hint")
    stop = page.Button(say("hint.stop"), ("hint stop",), shown=thinks, key="hint stop")
    shown = page.row(ask, stop), page.Html("<br>".join(map(escape, lines)), "gk-live gk-quiet", key="hinted")
    if not thinks:
        return shown
    view = session.game.rules.observe(session.state, session.current_player)
    work = partial(search, view, session.legal_actions, seconds=seconds[now.done], random=Random(0))
    return *shown, page.BackgroundTask(work, ("hinted", now.done), (now.done, session.record))


def _take_up(play: Play) -> tuple[page.Button, ...]:
    """The buttons that resume the unfinished game or decline it; gone once a person has played here."""
    if play.left is None or play.session.clicks:
        return ()
    text = say("take_up", when=f"{play.left.when:%Y-%m-%d %H:%M}", actions=play.left.actions)
    return page.Button(text, ("take up",), "link"), page.Button(say("decline"), ("decline",), "link")


def update(table: Table, message: page.Message) -> Table:
    """Return the table after a message of these controls or of a list of actions; the same for an unknown one."""
    match message:
        case ("pick", key):
            return replace(table, picked=key)
        case ("act" | "do", key):
            return table.done(key)
        case ("do",) | ("do it",):
            return table.done(table.pick)
        case ("fraction",):
            return replace(table, fraction=not table.fraction)
        case ("hint",):
            return replace(table, hinting=Hint(on=True))
        case ("hint stop",):
            return replace(table, hinting=replace(table.hinting, on=False))
        case ("hinted", int(done), SearchResult() as found) if table.hinting.on and table.hinting.done == done:
            return replace(table, hinting=Hint(True, done + 1, found))
    play = update_play(table.play, message)
    return table if play is None else table.after(play)


def update_play(play: Play, message: page.Message) -> Play | None:
    """Return the game after a message of these controls; None for the board's own messages."""
    match message:
        case ("play" | "pause" as verb,):
            return replace(play, running=verb == "play" and not play.session.is_at_last_position)
        case ("tick",):
            session = play.session.go_to_next_stop()
            return replace(play, session=session, running=play.running and not session.is_at_last_position)
        case ("speed", speed):
            return replace(play, speed=speed)
        case ("seed", text):
            return replace(play, seed=text.strip())
        case ("seat", place, kind):
            now = play.players
            return replace(play, chosen=(*now[:place], kind, *now[place + 1 :]))
        case ("new", luck):
            return new_game(play, luck)
        case ("chosen", action):
            session = play.session.with_action(action)
            return _through(play, session) if play.through else replace(play, session=session.advance())
        case ("through",):
            return _through(play, play.session)
        case ("take up",) if play.left:
            return resumed(play, play.left)
        case ("decline",):
            return replace(play, left=None)
    stepped = _stepped(play.session, message)
    return None if stepped is None else replace(play, session=stepped, running=False, through=False)


def _through(play: Play, session: Session) -> Play:
    """Let all others act up to a person's decision; a searching player's action is computed in the background."""
    while session.waits_for == "turn" and not session.is_search_turn:
        session = session.with_action(session.choose_automatic_action())
    return replace(play, session=session, running=False, through=session.waits_for == "turn")


def with_offer(session: Session) -> Play:
    """Return a board's game, which offers the latest unfinished game if no person has played yet."""
    decided = {session.game.rules.current_player(state) for state in session.positions[:-1]}
    played = not decided.isdisjoint(session.person_seats or decided)
    found = () if played else unfinished_games(session.game)
    return Play(session, left=found[0] if found else None)


def resumed(play: Play, left: UnfinishedGame) -> Play:
    """Return the resumed game, its players at a hand-over if several are people; ValueError if it does not replay."""
    session = begin(left.record(play.session.game), dict(left.players), left.seed or None)
    return replace(play, session=session, running=False, through=False, left=None)


def new_game(play: Play, luck: int) -> Play:
    """Return a new game with the players chosen, from the same beginning."""
    session, old = play.session, play.session.record
    begun = Record(old.game, (), old.options, old.start, old.scenario)
    session = begin(begun, dict(zip(session.players, play.players)), play.seed or luck, session.open)
    return replace(play, session=session, running=False, through=False)


STEPS: Final[dict[str, Callable[[Session], Session]]] = {
    "first": lambda session: session.go_to(0), "back": Session.go_to_previous_stop, "forward": Session.go_to_next_stop,
    "last": lambda session: session.go_to(len(session.record.entries)), "undo": Session.undo, "branch": branch,
    "accept": Session.accept_handover, "go on": Session.continue_play, "rejoin": rejoin,
}  # fmt: skip


def _stepped(session: Session, message: page.Message) -> Session | None:
    match message:
        case (str(verb),) if verb in STEPS:
            return STEPS[verb](session)
        case ("moment", place):
            return session.go_to(session.replay_stops[min(place, len(session.replay_stops) - 1)])
        case ("look", viewer):
            return replace(session, look=viewer)
        case ("open", on):
            return replace(session, open=on, look="")
        case ("read", text):
            return load(session, text)
    return None
