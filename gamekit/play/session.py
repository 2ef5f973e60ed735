"""A game in progress: its record, the position shown, who plays each seat, through whose eyes it is shown, undo.

A ``Session`` is immutable; every step returns a new one. It works for any package with ``rules`` (see
``gamekit.play.protocol``). A game may define these functions, all optional, in its rules, in a module ``presentation``
or in the package itself:

- ``seats(state)``: the seats in order; left out, those that ``returns`` names.
- ``secret(state)``: whether the deciding seat needs hidden information; left out, whether the views differ.
- ``open_information(state)``: the set of things that lie face up; left out, undo stops at any other seat's action.
- ``replay_stops_at(state)``: whether a replay stops at the position; left out, it stops at all of them.
- ``waits_for_person(state)``: whether chance and ready players wait for a person's request; left out, never.
- ``pauses_after(before, after)``: whether something ended that people look at before the game goes on; left out, never.
- ``turn_key(state)``: a value that is equal for all positions of one turn; left out, every action ends a turn.
- ``public(state, action)``: whether every seat sees an action; left out, whether all see the same position after it.
- ``faces(state, action, random)``: random dice that give an outcome of chance, kept as its comment.
- ``players.plain(view, legal)``, a ready player, and ``players.search(random)``, a function that makes one."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from random import Random, SystemRandom
from typing import Any

from gamekit.play.protocol import CHANCE, OVER, Action, IllegalAction, Player, State, Strategy, random_strategy
from gamekit.storage import record as records
from gamekit.storage.record import Record
from gamekit.text.translation import note
from gamekit.text.validation import require_type

PERSON, PLAIN, SEARCH, RANDOM = "person", "plain", "search", "random"
ALL, ROOM = "all", "room"  # the viewers besides the seats: one who sees everything, one who sees what lies open


@dataclass(frozen=True, slots=True)
class Session:
    """A game in progress or replayed; ``begin`` makes one.

    ``players`` says who plays each seat, ``at`` how many actions lead to the position shown, ``eyes`` which seat has
    the screen, ``look`` through whose eyes a person has chosen to look, ``closed`` that something that ended is still
    shown, ``clicks`` where each of a person's turns began, ``left`` is the game that a branch left.
    """

    record: Record
    players: Mapping[Any, str]
    seed: str
    open: bool = False
    at: int = 0
    eyes: Player | None = None
    look: Player = ""
    closed: bool = False
    clicks: tuple[int, ...] = ()
    left: Record | None = None
    positions: tuple[State, ...] = field(default=(), compare=False, repr=False)

    # Where the game stands --------------------------------------------------------------------------------------------

    @property
    def game(self) -> Any:
        """The package of the game."""
        return self.record.game

    @property
    def state(self) -> State:
        """The position shown."""
        return self.positions[self.at]

    @property
    def is_at_last_position(self) -> bool:
        """Whether the position shown is the last one, where the game goes on."""
        return self.at == len(self.record.entries)

    @property
    def is_over(self) -> bool:
        """Whether the game is over at its last position."""
        return bool(self.game.rules.current_player(self.positions[-1]) == OVER)

    @property
    def current_player(self) -> Any:
        """The seat to act in the position shown, CHANCE or OVER."""
        return self.game.rules.current_player(self.state)

    @property
    def person_seats(self) -> tuple[Player, ...]:
        """The seats played by people."""
        return tuple(seat for seat, player in self.players.items() if player == PERSON)

    @property
    def handover_seat(self) -> Any:
        """The seat that must be given the screen before the game goes on; None when no secret would be seen."""
        several = self.is_at_last_position and not self.open and not self.closed and len(self.person_seats) > 1
        if not several or self.current_player not in self.person_seats or self.current_player == self.eyes:
            return None
        return self.current_player if _secret(self.game, self.state) else None

    @property
    def waits_for(self) -> str:
        """What the game waits for: a "person", the "turn" of a ready player or of chance, an "end" to be looked at, a
        "handover", a "replay" to reach the last position; or "over"."""
        if not self.is_at_last_position:
            return "replay"
        if self.closed:
            return "end"
        if self.current_player == OVER:
            return "over"
        if self.handover_seat is not None:
            return "handover"
        return "person" if self.current_player in self.person_seats else "turn"

    @property
    def is_search_turn(self) -> bool:
        """Whether a searching player decides in the position shown."""
        return self.players.get(self.current_player) == SEARCH

    @property
    def may_choose_viewer(self) -> bool:
        """Whether one may look through any player's eyes without learning a secret: all is open, the game is over, or
        no seat is a person's."""
        return self.open or self.is_over or not self.person_seats

    @property
    def viewer(self) -> Any:
        """The viewer of the position shown: a seat, ALL or ROOM."""
        if self.may_choose_viewer and (self.open or self.look or not self.is_at_last_position or not self.person_seats):
            return self.look or ALL
        if len(self.person_seats) == 1:
            return self.person_seats[0]
        own = self.is_at_last_position and not self.closed and self.eyes is not None and self.handover_seat is None
        return self.eyes if own and _secret(self.game, self.state) else ROOM

    @property
    def legal_actions(self) -> tuple[Action, ...]:
        """The legal actions of the person to act; none while anything else is waited for."""
        return tuple(self.game.rules.legal_actions(self.state)) if self.waits_for == "person" else ()

    @property
    def replay_stops(self) -> tuple[int, ...]:
        """The stops of a replay, as numbers of actions: both ends, and wherever ``replay_stops_at`` is true."""
        stops_at, last = hook(self.game, "replay_stops_at") or (lambda _: True), len(self.record.entries)
        return tuple(dict.fromkeys((0, *(at for at in range(1, last) if stops_at(self.positions[at])), last)))

    @property
    def replay_progress(self) -> tuple[int, int]:
        """The places of the position shown and of the last one: in actions for a viewer of everything, else in moments.

        The number of actions in a moment can reveal a hidden action.
        """
        if self.viewer == ALL:
            return self.at, len(self.record.entries)
        moments = self.replay_stops
        return bisect_left(moments, self.at), len(moments) - 1

    # Playing on -------------------------------------------------------------------------------------------------------

    def with_action(self, action: Action, comment: Any = None) -> Session:
        """Return the game with one more action at its end; IllegalAction if the rules forbid it."""
        before, rules = self.positions[-1], self.game.rules
        after, faces = rules.apply(before, action), hook(self.game, "faces")
        if comment is None and faces and rules.current_player(before) == CHANCE:
            dice = faces(before, action, _random(self, "faces"))
            comment = list(dice) if dice else None
        record = self.record.with_action(action, comment)
        return _ended(replace(self, record=record, positions=(*self.positions, after), at=len(record.entries)))

    def act(self, *actions: Action) -> Session:
        """Return the game after a person's actions, one after the other, and ``advance``.

        Raises IllegalAction, and nothing has happened, if the rules forbid one of them.
        """
        if self.waits_for != "person":
            raise IllegalAction(note("session.waits", waits=note(f"session.waits.{self.waits_for}")))
        session = set_undo_point(self)
        for action in actions:
            session = session.with_action(action)
        return session.advance()

    def choose_automatic_action(self) -> Action:
        """Return the action of chance or of the ready player in the position shown, reproducible by the seed."""
        rules, random = self.game.rules, _random(self)
        if self.current_player == CHANCE:
            return rules.chance_outcomes(self.state).sample(random)
        decide = player_factories(self.game)[self.players[self.current_player]](random)
        return decide(rules.observe(self.state, self.current_player), rules.legal_actions(self.state))

    def advance(self, pass_stops: bool = False) -> Session:
        """Let chance and ready players act, up to a person's decision, an end to look at, or a stop.

        A searching player stops the game too, since a search takes its time: ``choose_automatic_action`` gives its
        action. ``pass_stops`` passes the stops, and lets ready players act although nobody plays.
        """
        session, waits = self, hook(self.game, "waits_for_person")
        while session.waits_for == "turn":
            idle = session.current_player != CHANCE and not session.person_seats
            if not pass_stops and (idle or session.is_search_turn or (waits and waits(session.state))):
                break
            session = session.with_action(session.choose_automatic_action())
        return session

    def continue_play(self) -> Session:
        """Return the game after an end has been looked at, or after the one action that it waits for."""
        match self.waits_for:
            case "end":
                return replace(self, closed=False).advance()
            case "turn":
                return self.with_action(self.choose_automatic_action()).advance()
        return self

    # Undo, hand-over --------------------------------------------------------------------------------------------------

    @property
    def undo_target(self) -> int | None:
        """The number of actions that undo leads back to; None where nothing can be undone.

        Undo takes back a person's last action (of ``act`` all actions of one call) and the ready players' open replies.
        It never takes back chance, a hand-over, or anything that was revealed.
        """
        if not self.is_at_last_position or self.handover_seat is not None:
            return None
        open_information, rules, start = hook(self.game, "open_information"), self.game.rules, -1
        for at in range(len(self.record.entries) - 1, -1, -1):
            before, after = self.positions[at : at + 2]
            player = rules.current_player(before)
            if player == CHANCE or (open_information and open_information(after) - open_information(before)):
                return None
            if player not in self.person_seats and not open_information:
                return None
            if player in self.person_seats and start < 0:
                start = next((click for click in self.clicks[-1:] if click <= at), at)
            if at == start:
                return None if _handed(self, start) else start
        return None

    def undo(self) -> Session:
        """The game before a person's last action; the same session where nothing can be undone."""
        at = self.undo_target
        if at is None:
            return self
        clicks = tuple(click for click in self.clicks if click < at)
        kept = self.positions[: at + 1]
        return replace(self, record=self.record.first_actions(at), positions=kept, at=at, clicks=clicks, closed=False)

    def accept_handover(self) -> Session:
        """Return the game after the seat that was waited for has taken the screen."""
        return self if self.handover_seat is None else replace(self, eyes=self.handover_seat)

    # Along the record -------------------------------------------------------------------------------------------------

    def go_to(self, at: int) -> Session:
        """Show the position after ``at`` actions, at most all; at the last position ``advance`` lets the game go on."""
        shown = replace(self, at=min(max(at, 0), len(self.record.entries)))
        return shown.advance() if shown.is_at_last_position else shown

    def go_to_next_stop(self) -> Session:
        """Show the next stop of the replay."""
        moments = self.replay_stops
        return self.go_to(moments[min(bisect_right(moments, self.at), len(moments) - 1)])

    def go_to_previous_stop(self) -> Session:
        """Show the stop of the replay before this one."""
        moments = self.replay_stops
        return self.go_to(moments[max(bisect_left(moments, self.at) - 1, 0)])


def begin(
    record: Record,
    players: Mapping[Any, str] | None = None,
    seed: Any = None,
    open_: bool = False,
    at: int | None = None,
) -> Session:
    """Return a session of a record: at its last position, or if its game is over, at its first.

    ``players`` names for each seat a "person" or a ready player; left out, a person has the first seat and "plain" the
    others. ``seed`` makes chance and ready players repeatable. ``open_`` shows all hidden information, for teaching.
    ``at`` shows the position after ``at`` actions. Raises ValueError for an unknown seat or player, RecordError for a
    record that does not replay.

    >>> from gamekit import caesar
    >>> session = begin(Record(caesar, options={"players": 2}), {0: "person", 1: "plain"}, seed=7)
    >>> session = session.act(session.legal_actions[0])
    >>> session.waits_for, len(session.record.entries), session.undo().at
    ('person', 2, 0)
    """
    positions = record.positions()
    seated = _seated(record.game, seats_of(record.game, positions[0]), players or {})
    persons = [seat for seat, player in seated.items() if player == PERSON]
    session = Session(
        record,
        seated,
        str(SystemRandom().getrandbits(32) if seed is None else seed),
        open_,
        len(record.entries),
        eyes=persons[0] if len(persons) == 1 else None,
        positions=positions,
    )
    if at is None and not (session.is_over and record.entries):
        return _ended(session).advance()
    return session.go_to(at or 0)


def _ended(session: Session) -> Session:
    """Return the session with ``closed`` set if its last action ended something that people look at."""
    pauses = hook(session.game, "pauses_after")
    return replace(
        session, closed=bool(session.person_seats and pauses and session.at and pauses(*session.positions[-2:]))
    )


def branch(session: Session) -> Session:
    """Play on from the position shown; the original game is kept, and ``rejoin`` goes back to it."""
    made = begin(session.record.first_actions(session.at), session.players, session.seed, session.open)
    return replace(made, left=session.left or session.record)


def rejoin(session: Session) -> Session:
    """Return the game from which a branch was made."""
    return session if session.left is None else begin(session.left, session.players, session.seed, session.open)


def load(session: Session, text: str) -> Session:
    """Return a session of a saved record, with people at the seats that had no player; RecordError if it is damaged."""
    found = records.read(text, session.game)
    seats = seats_of(session.game, found.initial_state())
    players = {seat: session.players.get(seat, PERSON) for seat in seats}
    return begin(found, players, session.seed, session.open)


def set_undo_point(session: Session) -> Session:
    """Mark the beginning of a person's turn: one undo takes back everything after the mark."""
    return replace(session, clicks=(*session.clicks, session.at))


def _random(session: Session, *what: str) -> Random:
    return Random(":".join((session.seed, str(session.at), *what)))


def seats_of(game: Any, state: State) -> tuple[Player, ...]:
    """Return the seats of a game in order, from ``seats(state)`` or ``returns(state)``."""
    seats = hook(game, "seats")
    return tuple(seats(state) if seats else game.rules.returns(state))


@cache
def player_factories(game: Any) -> dict[str, Callable[[Random], Strategy]]:
    """Return the ready players of a game by name, each a function of a ``Random``; every game has "random"."""
    room = getattr(game, "players", None)
    plain, search = getattr(room, PLAIN, None), getattr(room, SEARCH, None)
    found = {PLAIN: plain and (lambda random: plain), SEARCH: search, RANDOM: random_strategy}
    return {name: made for name, made in found.items() if made}


def player_kinds(game: Any) -> tuple[str, ...]:
    """Return the names of the players that may sit at a seat of a game: "person", then its computer players."""
    return (PERSON, *player_factories(game))


def _seated(game: Any, seats: tuple[Player, ...], players: Mapping[Any, str]) -> dict[Player, str]:
    require_type(players, Mapping, "players", "a mapping of seats to players, and a record record=...")
    for seat, player in players.items():
        if seat not in seats:
            raise ValueError(note("session.seat", seat=repr(seat), seats=", ".join(map(str, seats))))
        if player not in player_kinds(game):
            raise ValueError(note("session.player", player=repr(player), players=", ".join(player_kinds(game))))
    return {
        seat: players.get(seat, next(iter(player_factories(game))) if place else PERSON)
        for place, seat in enumerate(seats)
    }


@cache
def hook(game: Any, name: str) -> Callable[..., Any] | None:
    """Return a game's optional function ``name``, from its rules, its presentation or the package; None without one."""
    rooms = (game.rules, getattr(game, "presentation", None), game)
    return next((found for room in rooms if (found := getattr(room, name, None))), None)


def _secret(game: Any, state: State) -> bool:
    """Whether the deciding seat needs to see hidden information."""
    if secret := hook(game, "secret"):
        return bool(secret(state))
    views = [game.rules.observe(state, seat) for seat in seats_of(game, state)]
    return any(view != views[0] for view in views)


def _handed(session: Session, start: int) -> bool:
    """Whether the screen has been handed over since ``start`` actions."""
    if session.open:
        return False
    decide = [(session.game.rules.current_player(state), state) for state in session.positions[start:]]
    return len({seat for seat, state in decide if seat in session.person_seats and _secret(session.game, state)}) > 1
