"""A battle of the campaign on the battle board: the record's actions as a course of moments that the board can show."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random

from gamekit import julius_caesar as jc
from gamekit.julius_caesar import Battle, Chances, Fight, Position
from gamekit.julius_caesar.blocks import BLOCK
from gamekit.julius_caesar.odds.automaton import RESERVE
from gamekit.julius_caesar.odds.from_state import attacker_of, battle_of, lists_of, position_of
from gamekit.julius_caesar.odds.unseen import guessed
from gamekit.julius_caesar.pace import FIGHT, same_fight
from gamekit.julius_caesar.places import PLACES
from gamekit.julius_caesar.state import Phase, State
from gamekit.julius_caesar.tables import ROLES, SIDES
from gamekit.record import Entry
from gamekit.session import ALL
from gamekit.widgets.julius_caesar.battle_fight import Course, Moment
from gamekit.widgets.julius_caesar.battle_setup import setup_of
from gamekit.widgets.julius_caesar.battle_story import Table, counted, view
from gamekit.widgets.julius_caesar.battle_view import Piece, Side, View


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
            self._course = (Moment(Fight(battle, position_of(begun))),)
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
    action, fight = entry.action, course[-1].fight
    fight = replace(fight, position=position_of(begun, before))
    match action:
        case jc.Hits():
            firing = before.combat.firing if before.combat else 0
            faces = tuple(entry.comment or jc.faces(before, action, Random(0)) or ())
            course = _turn(course, begun, before, firing, fight.fire(faces))
        case jc.TakeHit():
            slot = _slot(begun, before, BLOCK[action.block])[1]
            course = (*course, replace(course[-1], fight=fight.take(slot)))
        case jc.Pass():
            block = BLOCK[action.block]
            course = _turn(course, begun, before, block, _first(fight, begun, before, block).pass_turn())
        case jc.Go() if before.phase == Phase.RETREAT:
            block = before.held
            position = replace(fight.position, firing=(_slot(begun, before, block)[1], *fight.position.firing))
            course = _turn(course, begun, before, block, replace(fight, position=position).leave())
        case _:
            return course
    while len(course[-1].fight.tied) == 1 and course[-1].fight.pending:
        course = (*course, replace(course[-1], fight=course[-1].fight.take()))
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
    return (*course, Moment(fight, (role, slot, shown), course[-1].turns + 1))


def _first(fight: Fight, begun: State, before: State, block: int) -> Fight:
    """The fight with a block before the others of its turn."""
    slot = _slot(begun, before, block)[1]
    rest = tuple(other for other in fight.position.firing if other != slot)
    return replace(fight, position=replace(fight.position, firing=(slot, *rest)))


def _slot(begun: State, now: State, block: int) -> tuple[str, int]:
    """Which slot of which role a block has; Cleopatra may have joined the other side (7.52)."""
    role = int(now.side[block] != attacker_of(begun))
    listed = lists_of(begun)[role]
    return ROLES[role], listed.index(block) if block in listed else len(listed)


# What is shown -------------------------------------------------------------------------------------------------------


def table_of(field: Field, language: str, chosen: int | None = None) -> Table:
    """The field as the battle board takes it, without chances."""
    return Table(setup_of(field.battle), course=field.course, chosen=chosen, language=language)


def with_chances(table: Table, field: Field, viewer: str, exact: bool = False) -> Table:
    """The table with the chances from here, as ``viewer`` may know them: reserves that it has not seen are reckoned as
    average blocks."""
    unseen = hidden_roles(field, viewer)
    if not unseen:
        return counted(table, exact)
    battle, position = guessed(field.battle, field.course[-1].fight.position, unseen)
    chances: Chances = battle.at(position).chances(float)
    return replace(table, chances=chances, exact=False)


def hidden_roles(field: Field, viewer: str) -> tuple[str, ...]:
    """The roles whose reserves the viewer has not seen: those of others, until they arrive (7.3)."""
    found = []
    for number, role in enumerate(ROLES):
        side = SIDES[attacker_of(field.begun) if number == 0 else 1 - attacker_of(field.begun)]
        waiting = any(now.place == RESERVE for now in field.course[-1].fight.position.side(role))
        if waiting and viewer not in (ALL, side):
            found.append(role)
    return tuple(found)


def shown(table: Table, field: Field, viewer: str) -> View:
    """The battle board's picture as the viewer may see it: no pools, reserves face down until they arrive."""
    seen = view(table)
    unseen = hidden_roles(field, viewer)
    sides = [_masked(side) if side.role in unseen else side for side in (seen.attacker, seen.defender)]
    return replace(seen, attacker=replace(sides[0], pool=()), defender=replace(sides[1], pool=()), pools=False)


def _masked(side: Side) -> Side:
    reserve = tuple(Piece(piece.block, piece.strength, state="hidden") for piece in side.reserve)
    here = [piece for piece in side.main if piece.state == "here"]
    strength, full = sum(piece.strength for piece in here), sum(piece.block.track[0] for piece in side.main)
    return replace(side, reserve=reserve, strength=strength, full=full)
