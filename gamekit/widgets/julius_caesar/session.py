"""A game at the table: its record so far, who looks at the screen, and what may still be taken back.

No widgets here: a ``Session`` plays chance and the plain opponent, keeps two people from seeing each other's blocks,
and moves along the record both ways. A board shows it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Final

from gamekit import julius_caesar as jc
from gamekit import record as records
from gamekit.game import CHANCE, OVER, IllegalAction
from gamekit.julius_caesar.rules.views import View
from gamekit.julius_caesar.state import NONE, Phase, State
from gamekit.julius_caesar.tables import BLOCKS, SIDES
from gamekit.record import Record

PERSON, PLAIN = "person", "plain"
BOTH, ROOM = "both", "room"  # who sees everything; who sees what lies open for all
FIGHT: Final = frozenset((Phase.TURN, Phase.FIRE, Phase.HIT, Phase.RETREAT))
REST: Final = frozenset(Phase) - {
    Phase.DEAL,
    Phase.STEP,
    Phase.VOYAGE,
    Phase.MUSTER,
    Phase.DEFECT,
    Phase.DRAW,
    Phase.FIRE,
    Phase.HIT,
    Phase.RETREAT,
    Phase.REGROUP_TO,
}


class Session:
    """A game in progress or replayed.

    ``players`` says for each side whether a "person" or the "plain" strategy plays it (Pompey's is the plain one when
    left out). A ``record`` is taken up at its end, or looked at from its beginning when its game is over; with ``at``
    it is looked at from after so many actions, and whoever comes to its end plays on. With ``open_`` all blocks and
    hands lie open, for teaching. Raises RecordError for a record that does not replay.

    >>> session = Session(seed=49)
    >>> session.decider, session.state.phase.value, session.waits
    ('Caesar', 'discard', 'person')
    """

    def __init__(
        self,
        record: Record | None = None,
        players: Mapping[str, str] | None = None,
        seed: Any = None,
        open_: bool = False,
        at: int | None = None,
    ) -> None:
        self.players = dict(zip(SIDES, (PERSON, PLAIN))) | dict(players or {})
        for side, player in self.players.items():
            if side not in SIDES or player not in (PERSON, PLAIN):
                raise ValueError(f"players has {side!r}: {player!r}; it should be a side's name with person or plain")
        self.random = Random(seed)
        self.open = open_
        self.look = ""  # whose eyes a replay is seen through, where a person has chosen
        self.left: Record | None = None  # the game that a branch has left
        self.take(record or Record(jc), at)

    def take(self, record: Record, at: int | None = None) -> None:
        """Go on with a record: at its end, or from its beginning when the game is over; ``at`` begins elsewhere."""
        self._begin(record, goes_on=at is None)
        if not self.persons and at is None:
            self._play_out()
        if self.over or at is not None:
            self.go(at or 0)

    def _begin(self, record: Record, goes_on: bool = True) -> None:
        self.record, self.positions = record, list(record.positions())
        self.eyes: str | None = self.persons[0] if len(self.persons) == 1 else None
        self.at = self.floor = len(record.entries)
        self.clicks: list[int] = []  # where each of a person's turns at the mouse began
        self.fought = False  # a fight has ended, and its end is still looked at
        if self.persons and goes_on:
            self.advance()

    # Where the game stands -------------------------------------------------------------------------------------------

    @property
    def state(self) -> State:
        """The position now shown."""
        found: State = self.positions[self.at]
        return found

    @property
    def live(self) -> bool:
        """Whether the position shown is the last one."""
        return self.at == len(self.record.entries)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.positions[-1].phase == Phase.OVER)

    @property
    def decider(self) -> str:
        """Who acts in the position shown: a side, "chance" or "over"."""
        return jc.current_player(self.state)

    @property
    def persons(self) -> tuple[str, ...]:
        """The sides that people play."""
        return tuple(side for side in SIDES if self.players[side] == PERSON)

    @property
    def handover(self) -> str | None:
        """The side that must be given the screen before it can go on; None when nothing would be given away."""
        hidden = self.live and not self.open and not self.fought and len(self.persons) == 2
        if not hidden or self.state.phase in FIGHT:
            return None
        return self.decider if self.decider in SIDES and self.decider != self.eyes else None

    @property
    def waits(self) -> str:
        """What the game waits for: a "person", a plain player's "turn" in a fight, that the "end" of a fight has been
        seen, a "handover", that a "replay" is done; or that the game is "over"."""
        if not self.live:
            return "replay"
        if self.fought:
            return "end"
        if self.decider == OVER:
            return "over"
        if self.handover:
            return "handover"
        return "person" if self.decider in self.persons else "turn"

    @property
    def viewer(self) -> str:
        """Whose eyes the screen shows the position through: a side, "both" or "room"."""
        if self.open:
            return self.look or BOTH
        if self.may_look and (self.look or not self.live):
            return self.look or BOTH
        if len(self.persons) == 1:
            return self.persons[0]
        if not self.persons:
            return BOTH
        own = self.live and not self.handover and not self.fought and self.state.phase not in FIGHT
        return self.eyes if own and self.eyes else ROOM

    @property
    def may_look(self) -> bool:
        """Whether eyes can be chosen without a secret coming out: all lies open, or nobody has secrets any more."""
        return self.open or self.over or not self.persons

    def views(self) -> tuple[View, ...]:
        """What the screen shows: one side's view, or both."""
        sides = SIDES if self.viewer in (BOTH, ROOM) else (self.viewer,)
        views = tuple(jc.observe(self.state, side) for side in sides)
        return views[:1] if self.viewer == ROOM else views

    def legal(self) -> tuple[jc.Action, ...]:
        """What the person at the screen may do now."""
        return jc.legal_actions(self.state) if self.waits == "person" else ()

    # Playing on ------------------------------------------------------------------------------------------------------

    def act(self, *actions: jc.Action) -> None:
        """A person's actions, one after the other; then chance and the plain player, up to the next decision.

        Raises IllegalAction, and nothing has happened, when one of them is against the rules.
        """
        if self.waits != "person":
            raise IllegalAction(f"nobody can act now: the game waits for {self.waits}")
        trial = self.state
        for action in actions:
            trial = jc.apply(trial, action)
        self.clicks.append(self.at)
        for action in actions:
            before = lies_open(self.state)
            self._push(action)
            if lies_open(self.state) - before:
                self.floor = self.at
        self.advance()

    def advance(self) -> None:
        """Chance and the plain player, up to a person's decision; in a fight, up to the plain player's next turn or to
        the end of it."""
        while self.live and not self.fought and (player := self.decider) != OVER:
            if player in self.persons or (player != CHANCE and self.state.phase == Phase.TURN):
                return
            self._step()

    def go_on(self) -> None:
        """The end of a fight has been seen."""
        if self.fought:
            self.fought, self.floor = False, self.at
            self.advance()

    def next_turn(self) -> None:
        """One turn of a fight under standing orders: whoever is on turn fires, or leaves if it must."""
        if self.fights:
            self._orders()
        while self.fights and self.state.phase != Phase.TURN:
            self._orders()

    def next_round(self) -> None:
        """Turns to the end of the round, or of the fight."""
        round_ = self.state.combat.round if self.state.combat else 0
        while self.fights and self.state.combat and self.state.combat.round == round_:
            self.next_turn()

    def to_the_end(self) -> None:
        """Turns to the end of the fight."""
        while self.fights:
            self.next_turn()

    @property
    def fights(self) -> bool:
        """Whether a fight goes on in the last position."""
        return self.live and not self.fought and self.state.phase in FIGHT

    def _orders(self) -> None:
        """The next action of a fight, people's by standing orders."""
        if self.decider in self.persons:
            self._push(standing_order(self.state, jc.legal_actions(self.state)))
            self.floor = self.at
        else:
            self._step()

    def _step(self) -> None:
        """One action of chance or of the plain player."""
        if self.decider == CHANCE:
            action = jc.chance_outcomes(self.state).sample(self.random)
            self._push(action, jc.faces(self.state, action, self.random))
        else:
            side = self.decider
            self._push(jc.strategies.sensible(jc.observe(self.state, side), jc.legal_actions(self.state)))
        self.floor = self.at

    def _push(self, action: jc.Action, comment: Any = None) -> None:
        before, after = self.state, jc.apply(self.state, action)
        self.record = self.record.then(action, list(comment) if comment else None)
        self.positions.append(after)
        self.at = len(self.record.entries)
        self.fought = bool(self.persons) and before.phase in FIGHT and not _same_fight(before, after)

    def _play_out(self) -> None:
        while self.decider != OVER:
            self._step()

    # Taking back, handing over ---------------------------------------------------------------------------------------

    @property
    def can_undo(self) -> bool:
        """Whether there is something of a person's to take back, with no chance, reveal or hand-over since."""
        return self.live and not self.handover and bool(self.clicks) and self.clicks[-1] >= self.floor

    def undo(self) -> None:
        """Take back what was done at one click, never past a chance, a reveal or a hand-over."""
        if self.can_undo:
            self.at = self.clicks.pop()
            self.record = self.record.until(self.at)
            del self.positions[self.at + 1 :]
            self.fought = False

    def accept(self) -> None:
        """The side that the screen was handed to is there."""
        if self.handover:
            self.eyes, self.floor = self.handover, self.at

    # Along the record ------------------------------------------------------------------------------------------------

    @property
    def moments(self) -> tuple[int, ...]:
        """Where a replay stops: before the first action, and wherever no block is in hand and no die in the air."""
        ends = [at for at in range(1, len(self.positions)) if _rests(self.positions[at])]
        return tuple(dict.fromkeys((0, *ends, len(self.record.entries))))

    @property
    def battles(self) -> tuple[tuple[int, State], ...]:
        """(where, position) of the beginning of every battle."""
        found = []
        for at, (before, now) in enumerate(zip(self.positions, self.positions[1:]), 1):
            fresh = now.combat and (before.combat is None or before.combat.place != now.combat.place)
            if fresh and now.phase in FIGHT:
                found.append((at, now))
        return tuple(found)

    def go(self, at: int) -> None:
        """Look at another position of the game; at its end it goes on."""
        self.at = min(max(at, 0), len(self.record.entries))
        if self.live and self.persons:
            self.advance()

    def forward(self) -> None:
        """One moment on."""
        self.go(next((moment for moment in self.moments if moment > self.at), self.at))

    def back(self) -> None:
        """One moment back."""
        self.go(next((moment for moment in reversed(self.moments) if moment < self.at), self.at))

    def branch(self) -> None:
        """Play on from the position shown; the game that was is kept, and ``rejoin`` goes back to it."""
        self.left = self.left or self.record
        self._begin(self.record.until(self.at))

    def rejoin(self) -> None:
        """Back to the game that a branch has left."""
        if self.left:
            left, self.left = self.left, None
            self._begin(left)

    def read(self, text: str) -> None:
        """Go on with the game of a saved record; RecordError says what is wrong with it, and nothing changes."""
        record = records.read(text, jc)
        self.left = None
        self.take(record)

    def actions(self) -> Iterator[tuple[State, records.Entry, State]]:
        """(position before, entry, position after) of every action up to the one shown."""
        for at, entry in enumerate(self.record.entries[: self.at]):
            yield self.positions[at], entry, self.positions[at + 1]


def lies_open(state: State) -> frozenset[object]:
    """What both sides see: every card turned this year, dead blocks face up, and the blocks that fight (2.1, 7.1)."""
    views = [jc.observe(state, side) for side in SIDES]
    cards = [(side, turn) for side, cards in enumerate(views[0].played) for turn, _ in enumerate(cards)]
    fighters = [piece.block for view in views if view.battle for piece in view.battle.enemy]
    return frozenset((*cards, *views[0].fallen, *views[0].trophies, *fighters))


def _same_fight(before: State, after: State) -> bool:
    here, there = before.combat, after.combat
    return after.phase in FIGHT and here is not None and there is not None and here.place == there.place


def _rests(state: State) -> bool:
    return state.phase in REST and state.held == NONE


def standing_order(state: State, legal: tuple[jc.Action, ...]) -> jc.Action:
    """What a block does by standing orders: fire, leave when it must; the hit on the lowest firepower, then the latest
    letter, then the last listed; retreat to the first place that there is."""
    if state.phase != Phase.HIT or state.combat is None:
        return legal[0]
    role = "attacker" if state.combat.attacker == state.actor else "defender"

    names = [action.block for action in legal if isinstance(action, jc.TakeHit)]

    def rank(place: int) -> tuple[int, int, int]:
        colour, _, name = names[place].partition(":")
        block = BLOCKS[colour, name]
        return block.firepower, -ord(block.letter(role)), -place

    return legal[min(range(len(legal)), key=rank)]
