"""The course of a battle under standing orders: how likely every pair of both sides' states is, volley by volley.

All blocks of one letter on one side fire together, for nothing that they do can change what the others of their volley
roll. So a battle is no tree but a table, {(attacker's state, defender's state): weight}, carried forward. Exact weights
are whole numbers over a power of six; with floats the same code runs on chances."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from gamekit.julius_caesar.odds.automaton import Automaton, Pool, SideState, other
from gamekit.julius_caesar.tables import ATTACKER, DEFENDER, LETTERS, ROLES

CLEOPATRAS = "C"  # her letter in either role
LAST = 4  # the round in which the attackers leave
Cell = tuple[int, ...]  # the numbers of the attacker's and the defender's state; then the hits of both, where counted
Table = dict[Cell, Any]
States = dict[str, SideState]
Who = str | tuple[int, ...]  # a letter, or the slots that still have their turn


class Start(NamedTuple):
    """The beginning of a course: the sides' states, the round, and the turns of the round already taken."""

    attacker: SideState
    defender: SideState
    round: int = 1
    turn: int = 0  # how many of the round's volleys have begun
    exchanged: bool = False  # 7.31: the roles have changed
    firing: tuple[int, ...] = ()  # slots that still have their turn in the volley that has begun
    hits: int = 0  # hits of the block that fired last, still to be taken by the other side


def volleys(round: int, first_strike: bool, exchanged: bool) -> tuple[tuple[str, str], ...]:
    """The (side, letter) turns of a round: A to D, defender first; or all attackers first (Mars, Neptune)."""
    if first_strike and round == 1:
        return tuple((side, letter) for side in ROLES for letter in LETTERS)
    first = ATTACKER if exchanged else DEFENDER
    return tuple((side, letter) for letter in LETTERS for side in (first, other(first)))


@lru_cache(maxsize=4096)
def hit_weights(pool: Pool) -> tuple[int, ...]:
    """Of the 6**dice equally likely rolls of a pool, how many make 0, 1, 2 ... hits (7.4).

    A pool is the number of dice by firepower, 1 to 6.

    >>> hit_weights((0, 0, 2, 0, 0, 0))
    (9, 18, 9)
    """
    weights = [1]
    for firepower, dice in enumerate(pool, 1):
        for _ in range(dice):
            missed, scored = ([factor * weight for weight in weights] for factor in (6 - firepower, firepower))
            weights = [a + b for a, b in zip([*missed, 0], [0, *scored])]
    return tuple(weights)


class Axis:
    """The states of one side in one role, numbered as they are met, and where hits lead from each."""

    def __init__(self, automaton: Automaton, role: str) -> None:
        self.automaton, self.role = automaton, role
        self.states: list[SideState] = []
        self.fights: list[bool] = []
        self._numbers: dict[SideState, int] = {}
        self._chains: dict[int, list[int]] = {}

    def number(self, state: SideState) -> int:
        """The number of a state."""
        if state not in self._numbers:
            self._numbers[state] = len(self.states)
            self.states.append(state)
            self.fights.append(self.automaton.fights_on(state))
        return self._numbers[state]

    def chain(self, start: int, hits: int) -> list[int]:
        """Where 0, 1, 2 ... hits lead, at least so many."""
        chain = self._chains.setdefault(start, [start])
        while len(chain) <= hits:
            chain.append(self.number(self.automaton.hit(self.states[chain[-1]], self.role)[0]))
        return chain

    def pool(self, state: SideState, who: Who) -> Pool:
        """The dice of a letter, or of some slots."""
        if isinstance(who, str):
            return self.automaton.pools(state, self.role).get(who, (0,) * 6)
        return self.automaton.pool_of(state, self.slots(state, who))

    def slots(self, state: SideState, who: Who) -> list[int]:
        """The slots of a letter that act, or those of some that are there."""
        if isinstance(who, str):
            return self.automaton.on_turn(state, who, self.role)
        return [slot for slot in self.automaton.present(state) if slot in who]

    def late(self, state: SideState, who: Who) -> Pool:
        """Cleopatra's dice, where she has her turn before her."""
        due = [slot for slot in self.slots(state, who) if self.automaton.cleopatra >> slot & 1]
        return self.automaton.pool_of(state, due)

    def is_hers(self, who: Who) -> bool:
        """Whether it may be Cleopatra's turn."""
        return who == CLEOPATRAS or any(self.automaton.cleopatra >> slot & 1 for slot in who if isinstance(slot, int))


class RoundEnd(NamedTuple):
    """The end of a round: the weights of the battles that end and of those that go on, over 6**dice if whole."""

    course: BattleCourse
    round: int
    ended: Table
    running: Table
    dice: int


@dataclass
class BattleCourse:
    """One battle as maps on tables, while the roles stay as they are."""

    sides: dict[str, Automaton]
    first_strike: bool = False
    cut_off: tuple[str, ...] = ()  # the sides that cannot leave
    joins_late: bool = False  # won over in her new side's C turn, Cleopatra still acts in it (a reading of 7.52)
    exact: bool = True
    exchanged: bool = False
    dice: int = 0  # whole weights are over so many powers of six
    axes: tuple[Axis, Axis] = field(init=False)

    def __post_init__(self) -> None:
        roles = reversed(ROLES) if self.exchanged else ROLES
        first, second = (Axis(self.sides[side], role) for side, role in zip(ROLES, roles))
        self.axes = first, second
        self.hers = any(automaton.cleopatra for automaton in self.sides.values())
        self.known: dict[Any, Any] = {}

    def cell(self, attacker: SideState, defender: SideState) -> Cell:
        """The cell of two states."""
        return self.axes[0].number(attacker), self.axes[1].number(defender)

    def states(self, cell: Cell) -> tuple[SideState, SideState]:
        """The attacker's and the defender's state."""
        return self.axes[0].states[cell[0]], self.axes[1].states[cell[1]]

    def over(self, cell: Cell) -> bool:
        """Whether one side is gone."""
        return not (self.axes[0].fights[cell[0]] and self.axes[1].fights[cell[1]])

    def after_hits(self, cell: Cell, place: int, hits: int, hers: bool = False) -> list[Cell]:
        """The cells after 0 to ``hits`` hits by the side at a place; one may bring Cleopatra over (7.52)."""
        axis, target = self.axes[place], self.axes[1 - place]
        if not self.hers:
            own, chain = cell[place], target.chain(cell[1 - place], hits)
            return [(struck, own) for struck in chain] if place else [(own, struck) for struck in chain]
        mine, theirs = self.states(cell)[place], self.states(cell)[1 - place]
        ready, mine = theirs.ready, mine._replace(ready=False) if hers else mine
        found = []
        for number in range(hits + 1):
            if number:
                theirs, turned = target.automaton.hit(theirs, target.role)
                mine = axis.automaton.join(mine, ready) if turned else mine
            found.append(self.cell(theirs, mine) if place else self.cell(mine, theirs))
        return found

    def law(self, pool: Pool, most: int) -> list[Any]:
        """The shares of 0, 1, 2 ... hits of a pool; whole ones are over 6**most."""
        factor = 6 ** (most - sum(pool)) if self.exact else 6.0 ** -sum(pool)
        return [weight * factor for weight in hit_weights(pool)]

    def fire(self, table: Table, side: str, pool_of: Callable[[SideState, Who], Pool], who: Who) -> Table:
        """The dice of one side fall: every cell goes on by the hits that they make."""
        place = ROLES.index(side)
        states, hers = self.axes[place].states, self.axes[place].is_hers(who)
        pools = {number: pool_of(states[number], who) for number in {cell[place] for cell in table}}
        most = max(map(sum, pools.values()), default=0)
        if not most:
            return table
        self.dice += most
        laws = {number: self.law(pool, most) for number, pool in pools.items()}
        nothing = self.law((0,) * 6, most)
        fresh: Table = {}
        for cell, weight in table.items():
            law = nothing if self.over(cell) else laws[cell[place]]
            tail = cell[2:]
            for hits, (share, after) in enumerate(zip(law, self.after_hits(cell, place, len(law) - 1, hers))):
                if tail:
                    after = *after, tail[0] + hits * (1 - place), tail[1] + hits * place
                fresh[after] = fresh.get(after, 0) + weight * share
        return fresh

    def turn(self, table: Table, side: str, round: int, who: Who) -> Table:
        """One letter's turn of a side, or the turns of the slots that still have to act."""
        axis = self.axes[ROLES.index(side)]
        if round == LAST and axis.role == ATTACKER:  # 7.2, 7.62: the attackers must leave
            if side not in self.cut_off and not self.fired_at_after(side, who):
                return table

            def gone(automaton: Automaton, state: SideState) -> tuple[SideState, bool]:
                return automaton.leave(state, axis.slots(state, who), side in self.cut_off)

            return self.changed(table, {side: gone})
        return self.fire(table, side, axis.pool, who)

    def fired_at_after(self, side: str, who: Who) -> bool:
        """Whether an enemy fires at a side in round 4 after this turn; else it does not matter who has left."""
        axis = self.axes[1 - ROLES.index(side)]
        return max(axis.automaton.letters[axis.role]) > (who if isinstance(who, str) else "A")

    def join_late(self, table: Table, side: str, round: int, letter: str) -> Table:
        """Cleopatra fires at the end of the C turn in which she was won over, where the reading has it so (7.52)."""
        axis = self.axes[ROLES.index(side)]
        if letter != CLEOPATRAS or not self.joins_late or (round == LAST and axis.role == ATTACKER):
            return table
        return self.fire(table, side, axis.late, letter)

    def changed(self, table: Table, changes: dict[str, Change], to: BattleCourse | None = None) -> Table:
        """The table after changes of states, one of which may bring Cleopatra over; she acts in the next round."""
        to, fresh = to or self, dict[Cell, Any]()
        after: list[dict[int, tuple[int, bool]]] = []
        for place, side in enumerate(ROLES):
            change, axis = changes.get(side, _same), self.axes[place]
            states = {number: change(axis.automaton, axis.states[number]) for number in {cell[place] for cell in table}}
            after.append({number: (to.axes[place].number(now), came) for number, (now, came) in states.items()})
        for cell, weight in table.items():
            (own, lost), (enemy, came) = after[0][cell[0]], after[1][cell[1]]
            for place, joins in ((0, came), (1, lost)):
                if joins:
                    axis = to.axes[place]
                    number = axis.number(axis.automaton.join(axis.states[enemy if place else own], True))
                    own, enemy = (own, number) if place else (number, enemy)
            fresh[own, enemy, *cell[2:]] = fresh.get((own, enemy, *cell[2:]), 0) + weight
        return fresh

    def begun(self, here: Start) -> Table:
        """The table of a position; where a volley is under way, when it is over."""
        start = self.cell(here.attacker, here.defender)
        table: Table = {start: 1}
        if not here.turn or not (here.hits or here.firing) or self.over(start):
            return table
        side, letter = volleys(here.round, self.first_strike, self.exchanged)[here.turn - 1]
        if here.hits:
            table = {self.after_hits(start, ROLES.index(side), here.hits)[here.hits]: 1}
        if here.firing:
            table = self.turn(table, side, here.round, here.firing)
        return self.join_late(table, side, here.round, letter)

    def played(self, table: Table, round: int, turn: int = 0) -> Table:
        """The table at the end of a round."""
        for side, letter in volleys(round, self.first_strike, self.exchanged)[turn:]:
            table = self.join_late(self.turn(table, side, round, letter), side, round, letter)
        return table

    def following(self, table: Table, round: int) -> list[tuple[BattleCourse, Table]]:
        """The beginning of the next round for the battles that go on. Reserves arrive in round 2, where the defender's
        main body died with the roles exchanged (7.31)."""
        going = {cell: weight for cell, weight in table.items() if not self.over(cell)}
        if round == LAST or not going:
            return []
        if not any(state.waiting for cell in going for state in self.states(cell)):
            return [(self, self.changed(going, dict.fromkeys(ROLES, _refreshed)) if self.hers else going)]
        parts: tuple[Table, Table] = ({}, {})
        for cell, weight in going.items():
            parts[not self.sides[DEFENDER].present(self.states(cell)[1])][cell] = weight
        return [
            (self.exchanging(lost), self.changed(part, dict.fromkeys(ROLES, _arrived), self.exchanging(lost)))
            for lost, part in enumerate(parts)
            if part
        ]

    def exchanging(self, exchanged: int) -> BattleCourse:
        """The course of what follows when reserves have arrived."""
        if exchanged not in self.known:
            self.known[exchanged] = replace(self, exchanged=bool(exchanged))
        course: BattleCourse = self.known[exchanged]
        course.dice = self.dice
        return course

    def ends(self, here: Start) -> list[RoundEnd]:
        """The end of every round, on every branch."""
        start, found = self.cell(here.attacker, here.defender), []
        if self.over(start):
            return [RoundEnd(self, here.round, {start: 1}, {}, 0)]
        waiting = [(self, here.round, self.played(self.begun(here), here.round, here.turn))]
        while waiting:
            course, round, table = waiting.pop()
            ended = {cell: weight for cell, weight in table.items() if round == LAST or course.over(cell)}
            running = {cell: weight for cell, weight in table.items() if cell not in ended}
            found.append(RoundEnd(course, round, ended, running, course.dice))
            waiting += [(c, round + 1, c.played(t, round + 1)) for c, t in course.following(table, round)]
        return found

    def hits_in(self, here: Start, round: int) -> list[tuple[int, dict[tuple[int, ...], Any]]]:
        """(dice, weights of the pairs of hits, wasted ones included) of a round on every branch, and of what ended."""
        found: list[tuple[int, dict[tuple[int, ...], Any]]] = []
        courses = [(self, self.begun(here))]
        for before in range(here.round, round):
            played = [(course, course.played(table, before)) for course, table in courses]
            for course, table in played:
                found.append((course.dice, {(0, 0): sum(w for cell, w in table.items() if course.over(cell))}))
            courses = [each for course, table in played for each in course.following(table, before)]
        for course, table in courses:
            pairs: dict[tuple[int, ...], Any] = {}
            for cell, weight in course.played({(*cell, 0, 0): w for cell, w in table.items()}, round).items():
                pairs[cell[2:]] = pairs.get(cell[2:], 0) + weight
            found.append((course.dice, pairs))
        return found

    def p_wins(self, cell: Cell, round: int, turn: int = 0) -> Any:
        """The chance that no defender is left alive in the end, from a cell before a turn."""
        key = cell, round, turn
        if key not in self.known:
            self.known[key] = self._p_wins(cell, round, turn)
        return self.known[key]

    def _p_wins(self, cell: Cell, round: int, turn: int) -> Any:
        order = volleys(round, self.first_strike, self.exchanged)
        if self.over(cell) or (turn == len(order) and round == LAST):
            won = not any(self.states(cell)[1].strengths)
            return Fraction(won) if self.exact else float(won)
        if turn == len(order):
            ((course, table),) = self.following({cell: 1}, round)
            return course.p_wins(next(iter(table)), round + 1)
        side, letter = order[turn]
        table = self.join_late(self.turn({cell: 1}, side, round, letter), side, round, letter)
        worth = sum(weight * self.p_wins(after, round, turn + 1) for after, weight in table.items())
        return worth / sum(table.values())

    def damaged(self, starts: Table) -> set[Cell]:
        """Every cell that hits on either side lead to, as it is at the start of a round."""
        found, fresh = set[Cell](), set(starts)
        while fresh:
            found |= fresh
            struck = {self.after_hits(cell, place, 1)[1] for cell in fresh for place in (0, 1)}
            fresh = struck - found
        renewed = self.changed(dict.fromkeys(found, 1), dict.fromkeys(ROLES, _refreshed)) if self.hers else found
        return {cell for cell in renewed if any(any(state.strengths) for state in self.states(cell))}

    def from_damage(self, here: Start) -> Iterator[tuple[BattleCourse, int, SideState, SideState, Any]]:
        """(course, round, attacker's state, defender's, chance to win) of every damage at the start of every round."""
        courses = [(self, {self.cell(here.attacker, here.defender): 1})]
        for round in range(here.round, LAST + 1):
            for course, starts in courses:
                for cell in sorted(course.damaged(starts)):
                    yield course, round, *course.states(cell), course.p_wins(cell, round)
            courses = [
                (course, dict.fromkeys(table, 1))
                for before, starts in courses
                for course, table in before.following(dict.fromkeys(before.damaged(starts), 1), round)
            ]


Change = Callable[[Automaton, SideState], tuple[SideState, bool]]  # a new state, and whether Cleopatra changes sides


def _same(automaton: Automaton, state: SideState) -> tuple[SideState, bool]:
    return state, False


def _refreshed(automaton: Automaton, state: SideState) -> tuple[SideState, bool]:
    return automaton.refresh(state), False


def _arrived(automaton: Automaton, state: SideState) -> tuple[SideState, bool]:
    arrived, turned = automaton.arrive(state)
    return automaton.refresh(arrived), turned
