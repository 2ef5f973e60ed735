"""The battles of a record as courses of moments, the one under way or just ended at any point of the game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from gamekit.julius_caesar import state as s
from gamekit.julius_caesar.fight.played import Course, FightMoment, acting_first, play_forced
from gamekit.julius_caesar.fight.progress import Fight
from gamekit.julius_caesar.notation import faces
from gamekit.julius_caesar.odds.automaton import Position
from gamekit.julius_caesar.odds.battle import Battle
from gamekit.julius_caesar.odds.from_state import attacker_of, battle_of, lists_of, position_of
from gamekit.julius_caesar.presentation import FIGHT, same_fight
from gamekit.julius_caesar.state import Phase, State
from gamekit.julius_caesar.tables import BLOCK, PLACES, ROLES
from gamekit.storage.record import Entry


@dataclass(frozen=True, slots=True)
class Field:
    """A battle of the campaign at a moment: its first position, the one now, and how it came from there."""

    begun: State
    now: State
    course: Course

    @property
    def place(self) -> str:
        """Where it is fought."""
        assert self.begun.combat is not None
        return PLACES[self.begun.combat.place]

    @property
    def battle(self) -> Battle:
        """The battle with its real blocks."""
        return self.course[-1].fight.battle


class Scribe:
    """Writes battles down as courses, and remembers the last one so far, so that each action costs one step."""

    def __init__(self) -> None:
        self._begun: State | None = None
        self._last: Entry | None = None
        self._done = 0
        self._course: Course = ()

    def field(self, positions: Sequence[State], entries: Sequence[Entry], at: int) -> Field | None:
        """The battle that is being fought after ``at`` actions, or that the last of them has ended; else None."""
        last = at if positions[at].phase in FIGHT else at - 1
        if last < 0 or positions[last].phase not in FIGHT:
            return None
        first = last
        while first and same_fight(positions[first - 1], positions[last]):
            first -= 1
        begun, battle = positions[first], battle_of(positions[first], positions[last])
        if not self._goes_on(begun, entries, first, at):
            self._begun, self._done = begun, first
            self._course = (FightMoment(Fight(battle, position_of(begun))),)
        for number in range(self._done, at):
            self._course = _onward(self._course, begun, positions[number], entries[number], positions[number + 1])
        self._done, self._last = at, entries[at - 1] if at else None
        now = self._course[-1]
        course = (*self._course[:-1], replace(now, fight=replace(now.fight, battle=battle)))
        return Field(begun, positions[at], course)

    def _goes_on(self, begun: State, entries: Sequence[Entry], first: int, at: int) -> bool:
        """Whether what is remembered is an earlier moment of the same battle."""
        if self._begun is not begun or not first <= self._done <= at:
            return False
        return self._done == first or (self._done <= len(entries) and entries[self._done - 1] is self._last)


SCRIBE = Scribe()  # what was looked at last is looked at again


def _onward(course: Course, begun: State, before: State, entry: Entry, after: State) -> Course:
    """The course with one more action of the record."""
    action, fight = entry.action, replace(course[-1].fight, position=position_of(begun, before))
    match action:
        case s.Hits():
            firing = before.combat.firing if before.combat else 0
            thrown = entry.comment or faces(before, action, Random(0)) or ()
            course = _turn(course, begun, before, firing, fight.fire(tuple(thrown)))
        case s.TakeHit():
            slot = _slot(begun, before, BLOCK[action.block])[1]
            course = (*course, replace(course[-1], fight=fight.take(slot)))
        case s.Pass():
            block = BLOCK[action.block]
            passed = acting_first(fight, _slot(begun, before, block)[1]).pass_turn()
            course = _turn(course, begun, before, block, passed)
        case s.Go() if before.phase == Phase.RETREAT:
            first = (_slot(begun, before, before.held)[1], *fight.position.firing)
            left = replace(fight, position=replace(fight.position, firing=first)).leave()
            course = _turn(course, begun, before, before.held, left)
        case _:
            return course
    course = play_forced(course)
    fight = replace(course[-1].fight, position=_settled(course[-1].fight, begun, after))
    return (*course[:-1], replace(course[-1], fight=fight))


def _settled(fight: Fight, begun: State, after: State) -> Position:
    """The position as the rules have it; in the middle of a turn's hits and at the end, as the fight has it."""
    if after.phase not in FIGHT or not same_fight(begun, after):
        return replace(position_of(begun, after), round=fight.position.round, exchanged=fight.position.exchanged)
    return position_of(begun, after)


def _turn(course: Course, begun: State, before: State, block: int, fight: Fight) -> Course:
    role, slot = _slot(begun, before, block)
    shown = fight.position.side(role)[slot].block
    return (*course, FightMoment(fight, (role, slot, shown), course[-1].turns + 1))


def _slot(begun: State, now: State, block: int) -> tuple[str, int]:
    """Which slot of which role a block has; Cleopatra may have joined the other side (7.52)."""
    role = int(now.side[block] != attacker_of(begun))
    listed = lists_of(begun)[role]
    return ROLES[role], listed.index(block) if block in listed else len(listed)
