"""A fight as a person plays it: a list of moments that can be taken back, with dice that depend on a seed alone."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from random import Random

from gamekit.julius_caesar.fight.progress import Fight
from gamekit.julius_caesar.odds.automaton import Position
from gamekit.julius_caesar.odds.battle import Battle
from gamekit.julius_caesar.tables import Block


@dataclass(frozen=True, slots=True)
class FightMoment:
    """A fight at one moment: who acted last (side, slot, block), and how many turns there have been."""

    fight: Fight
    actor: tuple[str, int, Block] | None = None
    turns: int = 0


Course = tuple[FightMoment, ...]
Act = tuple[str, int]  # what is done, by which slot


def begin(battle: Battle) -> Course:
    """The battle before its first throw."""
    return (FightMoment(Fight(battle)),)


def act(course: Course, act: Callable[[Fight], Fight]) -> Course:
    """The block on turn acts, and hits that only one block can take are taken."""
    moment = course[-1]
    turn = moment.fight.turn
    if turn is None:
        return course
    after = FightMoment(act(moment.fight), (turn.side, turn.index, turn.block), moment.turns + 1)
    return play_forced((*course, after))


def thrown(course: Course, seed: str) -> Course:
    """The block on turn fires, or leaves where it must; the same seed and turn always throw the same dice."""
    turn = course[-1].fight.turn
    if turn and turn.must_leave:
        return act(course, Fight.leave)
    random = Random(f"{seed}:{course[-1].turns}")
    return act(course, lambda fight: fight.fire(fight.roll(random)))


def take_hit(course: Course, slot: int | None = None) -> Course:
    """The next hit is taken, by standing orders where no slot is given; then those that leave no choice."""
    return play_forced(_taken(course, slot))


def acting_first(fight: Fight, slot: int) -> Fight:
    """The same with another block of the letter on turn first (7.2)."""
    firing = fight.position.firing
    if slot == firing[0]:
        return fight
    rest = tuple(other for other in firing if other != slot)
    return replace(fight, position=replace(fight.position, firing=(slot, *rest)), overridden=True)


def decide(course: Course, choice: str, slot: int, seed: str) -> Course:
    """A block of the letter on turn fires, passes or retreats, or a block takes the next hit."""
    moment = course[-1]
    if choice == "takes it":
        return take_hit(course, slot)
    first = (replace(moment, fight=acting_first(moment.fight, slot)),)
    if choice == "fires":
        made = thrown(first, seed)
    else:
        made = act(first, Fight.pass_turn if choice == "passes" else Fight.leave)
    return (*course, *made[1:])


def play_turn(course: Course, seed: str) -> Course:
    """A whole turn under standing orders, or the rest of one that waits for a choice."""
    course = course if course[-1].fight.pending else thrown(course, seed)
    while course[-1].fight.pending:
        course = _taken(course)
    return course


def play_round(course: Course, seed: str) -> Course:
    """Turns to the end of the round, or of the battle."""
    round = course[-1].fight.position.round
    while not course[-1].fight.over and course[-1].fight.position.round == round:
        course = play_turn(course, seed)
    return course


def play_out(course: Course, seed: str) -> Course:
    """Turns to the end of the battle."""
    while not course[-1].fight.over:
        course = play_turn(course, seed)
    return course


def undone(course: Course) -> Course:
    """Without the last throw or choice; without the first throw there is no course left."""
    course = course[:-1]
    while course and len(course[-1].fight.tied) == 1:
        course = course[:-1]
    return course if len(course) > 1 else ()


def hit_between(before: FightMoment, after: FightMoment) -> tuple[str, int] | None:
    """The (side, slot) that took a hit between two moments, if one did."""
    struck = before.fight.struck
    if struck is None:
        return None
    slots = zip(before.fight.position.side(struck), after.fight.position.side(struck))
    return next(((struck, slot) for slot, (old, new) in enumerate(slots) if new.strength < old.strength), None)


def hits_taken(course: Course) -> tuple[tuple[str, int], ...]:
    """Who took the hits of the last turn, in order: (side, slot) each."""
    turn = [moment for moment in course if moment.turns == course[-1].turns]
    return tuple(hit for pair in pairwise(turn) if (hit := hit_between(*pair)))


def either_may_leave(battle: Battle, position: Position) -> bool:
    """Whether the defenders may be the ones who leave: behind a reserve (7.31), or where some have left (7.2)."""
    return bool(battle.defender_reserve) or any(now.place == "left" and now.strength for now in position.defender)


def before_turn(course: Course) -> Fight | None:
    """The fight as it was before the last turn, if there was one."""
    return next((moment.fight for moment in reversed(course) if moment.turns < course[-1].turns), None)


def play_forced(course: Course) -> Course:
    """With the hits taken that only one block can take."""
    while len(course[-1].fight.tied) == 1:
        course = _taken(course)
    return course


def _taken(course: Course, slot: int | None = None) -> Course:
    return (*course, replace(course[-1], fight=course[-1].fight.take(slot)))
