"""A fight as a list of moments: played at a board or read from a record, and the cost of its decisions. Moments can be
undone; dice depend on a seed alone. ``CourseReader`` reads the battles of a record. Best play gives the value of every
choice at a moment and the cost of each decision taken."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from random import Random
from typing import Any, Final

from gamekit.julius_caesar import state as s
from gamekit.julius_caesar.fight import Fight
from gamekit.julius_caesar.notation import dice_for_outcome
from gamekit.julius_caesar.odds.battle import Battle
from gamekit.julius_caesar.odds.course import BattlePosition, Chances
from gamekit.julius_caesar.odds.from_state import attacker_of, battle_of, block_numbers, position_of
from gamekit.julius_caesar.presentation import FIGHT, same_fight
from gamekit.julius_caesar.state import Phase, State
from gamekit.julius_caesar.tables import BLOCK, PLACES, ROLES, Block
from gamekit.probability.distribution import Basis
from gamekit.storage.record import Entry
from gamekit.text.progress import report


@dataclass(frozen=True, slots=True)
class FightMoment:
    """A fight at one moment: the last to act (side, slot, block), and the number of turns so far."""

    fight: Fight
    actor: tuple[str, int, Block] | None = None
    turns: int = 0


Course = tuple[FightMoment, ...]
Act = tuple[str, int]  # the act, and the slot that does it


def begin(battle: Battle) -> Course:
    """The course of a battle before its first throw."""
    return (FightMoment(Fight(battle)),)


def act(course: Course, act: Callable[[Fight], Fight]) -> Course:
    """The course after the block to act does ``act``, and hits without a choice are taken."""
    moment = course[-1]
    turn = moment.fight.turn
    if turn is None:
        return course
    after = FightMoment(act(moment.fight), (turn.side, turn.index, turn.block), moment.turns + 1)
    return play_forced((*course, after))


def after_throw(course: Course, seed: str) -> Course:
    """The course after the block to act fires, or leaves if it must; dice depend on seed and turn alone."""
    turn = course[-1].fight.turn
    if turn and turn.must_leave:
        return act(course, Fight.leave)
    random = Random(f"{seed}:{course[-1].turns}")
    return act(course, lambda fight: fight.fire(fight.roll(random)))


def take_hit(course: Course, slot: int | None = None) -> Course:
    """The course after the next hit is taken by ``slot``, or by standing orders; then those without a choice."""
    return play_forced(_taken(course, slot))


def acting_first(fight: Fight, slot: int) -> Fight:
    """The fight with another block of the letter on turn acting first (7.2)."""
    firing = fight.position.firing
    if slot == firing[0]:
        return fight
    rest = tuple(other for other in firing if other != slot)
    return replace(fight, position=replace(fight.position, firing=(slot, *rest)), overridden=True)


def decide(course: Course, choice: str, slot: int, seed: str) -> Course:
    """The course after a block of the letter on turn fires, passes or retreats, or a block takes the next hit."""
    moment = course[-1]
    if choice == "takes it":
        return take_hit(course, slot)
    first = (replace(moment, fight=acting_first(moment.fight, slot)),)
    if choice == "fires":
        made = after_throw(first, seed)
    else:
        made = act(first, Fight.pass_turn if choice == "passes" else Fight.leave)
    return (*course, *made[1:])


def play_turn(course: Course, seed: str) -> Course:
    """The course after a whole turn under standing orders, or the rest of one that waits for a choice."""
    course = course if course[-1].fight.hits_to_take else after_throw(course, seed)
    while course[-1].fight.hits_to_take:
        course = _taken(course)
    return course


def play_round(course: Course, seed: str) -> Course:
    """The course played to the end of the round, or of the battle."""
    round = course[-1].fight.position.round
    while not course[-1].fight.is_over and course[-1].fight.position.round == round:
        course = play_turn(course, seed)
    return course


def play_out(course: Course, seed: str) -> Course:
    """The course played to the end of the battle."""
    while not course[-1].fight.is_over:
        course = play_turn(course, seed)
    return course


def undo(course: Course) -> Course:
    """The course without its last throw or choice; empty without its first throw."""
    course = course[:-1]
    while course and len(course[-1].fight.slots_for_next_hit) == 1:
        course = course[:-1]
    return course if len(course) > 1 else ()


def hit_between(before: FightMoment, after: FightMoment) -> tuple[str, int] | None:
    """The (side, slot) that took a hit between two moments, if one did."""
    struck = before.fight.side_taking_hits
    if struck is None:
        return None
    slots = zip(before.fight.position.blocks_of_side(struck), after.fight.position.blocks_of_side(struck))
    return next(((struck, slot) for slot, (old, new) in enumerate(slots) if new.strength < old.strength), None)


def hits_taken(course: Course) -> tuple[tuple[str, int], ...]:
    """The takers of the last turn's hits, in order, as (side, slot)."""
    turn = [moment for moment in course if moment.turns == course[-1].turns]
    return tuple(hit for pair in pairwise(turn) if (hit := hit_between(*pair)))


def either_may_leave(battle: Battle, position: BattlePosition) -> bool:
    """Whether the defenders may be the side to leave: there is a reserve (7.31), or some have left (7.2)."""
    return bool(battle.defender_reserve) or any(now.place == "left" and now.strength for now in position.defender)


def before_turn(course: Course) -> Fight | None:
    """The fight before the last turn, if there was one."""
    return next((moment.fight for moment in reversed(course) if moment.turns < course[-1].turns), None)


def play_forced(course: Course) -> Course:
    """The course after all hits that only one block can take."""
    while len(course[-1].fight.slots_for_next_hit) == 1:
        course = _taken(course)
    return course


def _taken(course: Course, slot: int | None = None) -> Course:
    return (*course, replace(course[-1], fight=course[-1].fight.take_hit(slot)))


@dataclass(frozen=True, slots=True)
class BattleInGame:
    """A battle of the whole game at a moment: its first position, the one now, and the course between."""

    begun: State
    now: State
    course: Course

    @property
    def place(self) -> str:
        """The place of the battle."""
        assert self.begun.combat is not None
        return PLACES[self.begun.combat.place]

    @property
    def battle(self) -> Battle:
        """The battle with its real blocks."""
        return self.course[-1].fight.battle


class CourseReader:
    """Reads battles of a record as courses; caches the last one, so that each action costs one step."""

    def __init__(self) -> None:
        self._begun: State | None = None
        self._last: Entry | None = None
        self._done = 0
        self._course: Course = ()

    def field(self, positions: Sequence[State], entries: Sequence[Entry], at: int) -> BattleInGame | None:
        """The battle under way after ``at`` actions, or ended by the last of them; else None."""
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
        return BattleInGame(begun, positions[at], course)

    def _goes_on(self, begun: State, entries: Sequence[Entry], first: int, at: int) -> bool:
        """Whether the cached course is an earlier moment of the same battle."""
        if self._begun is not begun or not first <= self._done <= at:
            return False
        return self._done == first or (self._done <= len(entries) and entries[self._done - 1] is self._last)


SCRIBE = CourseReader()  # the same moment is asked again


def _onward(course: Course, begun: State, before: State, entry: Entry, after: State) -> Course:
    """The course with one more action of the record."""
    action, fight = entry.action, replace(course[-1].fight, position=position_of(begun, before))
    match action:
        case s.Hits():
            firing = before.combat.firing if before.combat else 0
            thrown = entry.comment or dice_for_outcome(before, action, Random(0)) or ()
            course = _turn(course, begun, before, firing, fight.fire(tuple(thrown)))
        case s.TakeHit():
            slot = _slot(begun, before, BLOCK[action.block])[1]
            course = (*course, replace(course[-1], fight=fight.take_hit(slot)))
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


def _settled(fight: Fight, begun: State, after: State) -> BattlePosition:
    """The position by the rules; in the middle of a turn's hits and at the end, the fight's own."""
    if after.phase not in FIGHT or not same_fight(begun, after):
        return replace(position_of(begun, after), round=fight.position.round, exchanged=fight.position.exchanged)
    return position_of(begun, after)


def _turn(course: Course, begun: State, before: State, block: int, fight: Fight) -> Course:
    role, slot = _slot(begun, before, block)
    shown = fight.position.blocks_of_side(role)[slot].block
    return (*course, FightMoment(fight, (role, slot, shown), course[-1].turns + 1))


def _slot(begun: State, now: State, block: int) -> tuple[str, int]:
    """A block's (role, slot); Cleopatra may have joined the other side (7.52)."""
    role = int(now.side[block] != attacker_of(begun))
    listed = block_numbers(begun)[role]
    return ROLES[role], listed.index(block) if block in listed else len(listed)


EQUAL: Final = 1e-12  # in chance: choices that differ by less are equally good
ACTS: Final = {"fires": "fires", "passes": "passes", "leaves": "retreats", "eliminated": "retreats"}


@dataclass(frozen=True, slots=True)
class BestPlaySoFar:
    """Best play from a position on, as far as computed: worth and choices, then the chances, then the gains.
    ``options`` has (value, cost) by choice; ``gains`` has by side the gain of best play over standing orders, against
    orders and against best play, and the costliest order. ``refused`` is the reason if it stops early."""

    battle: Battle
    position: BattlePosition
    value: float | None = None
    options: Mapping[Act, tuple[float, float]] = field(default_factory=dict)
    basis: Basis = ()
    chances: Chances | None = None
    gains: tuple[tuple[str, float, float, str | None], ...] = ()
    refused: ValueError | None = None

    @property
    def whole(self) -> bool:
        """Whether all parts are computed, or refused."""
        return bool(self.gains or self.refused)


@dataclass(frozen=True, slots=True)
class DecisionCost:
    """The cost of a decision, by its index in the log: the side, how much, and the best choice."""

    entry: int
    side: str
    cost: float
    position: BattlePosition
    best: Act


def options_of(
    battle: Battle, position: BattlePosition, progress: Callable[[float], None] | None = None
) -> dict[Act, tuple[float, float]]:
    """The (value, cost) of every choice, by (act, slot)."""
    frame = battle.best(progress=progress).at(position).options()
    acts = zip(frame["act"], frame.attrs["slots"])
    return dict(zip(acts, zip(map(float, frame["value"]), map(float, frame["cost"]))))


def compute_next(found: BestPlaySoFar) -> BestPlaySoFar:
    """The answer with its next part computed; a ValueError is kept in ``refused``, to be shown."""
    try:
        best = found.battle.best(progress=report).at(found.position)
        if found.value is None:
            options = options_of(found.battle, found.position, report)
            return replace(found, value=float(best.value), options=options, basis=best.basis)
        if found.chances is None:
            return replace(found, chances=best.chances)
        return replace(found, gains=_gains(best.against("orders")))
    except ValueError as error:
        return replace(found, refused=error)


def _gains(frame: Any) -> tuple[tuple[str, float, float, str | None], ...]:
    rows = zip(frame.decides, frame.side, frame.against, frame.gain)
    whole = {(side, against): gain for decides, side, against, gain in rows if decides == "everything"}
    return tuple((s, float(whole[s, "orders"]), float(whole[s, "best"]), frame.attrs["to_blame"][s]) for s in ROLES)


def decisions(course: Course) -> list[tuple[int, str, BattlePosition, Act]]:
    """Every decision of a fight: (index in the log, side, position, act)."""
    made = []
    for before, after in pairwise(course):
        entry, position = len(after.fight.log) - 1, before.fight.position
        if hit := hit_between(before, after):
            made.append((entry, hit[0], position, ("takes it", hit[1])))
        elif after.actor and after.turns > before.turns:
            made.append((entry, after.actor[0], position, (ACTS[after.fight.log[-1].deed], after.actor[1])))
    return made


def costs_of(battle: Battle, course: Course) -> tuple[DecisionCost, ...] | ValueError:
    """The decisions of a fight that had a cost; the ValueError if the battle is too large for best play."""
    found = []
    try:
        made = decisions(course)
        for place, (entry, side, position, act) in enumerate(made):
            report(place / len(made))
            options = options_of(battle, position)
            cost = options.get(act, (0.0, 0.0))[1]
            if cost > EQUAL:
                found.append(DecisionCost(entry, side, cost, position, min(options, key=lambda one: options[one][1])))
    except ValueError as error:
        return error
    return tuple(found)


def legal(fight: Fight) -> list[Act]:
    """Every legal choice at this moment."""
    if fight.hits_to_take:
        return [("takes it", slot) for slot in fight.slots_for_next_hit]
    made: list[Act] = []
    for slot in fight.position.firing:
        turn = acting_first(fight, slot).turn
        assert turn is not None
        acts = {"fires": not turn.must_leave, "passes": not turn.must_leave, "retreats": turn.may_leave}
        made += [(act, slot) for act, may in acts.items() if may]
    return made


def standing_order_act(fight: Fight) -> Act | None:
    """The act of standing orders at this moment; None when the fight is over."""
    if fight.hits_to_take and fight.slot_hit_next is not None:
        return ("takes it", fight.slot_hit_next)
    turn = fight.turn
    return ("retreats" if turn.must_leave else "fires", turn.index) if turn else None
