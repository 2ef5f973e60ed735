"""The course of a battle: the table of both sides' states carried forward volley by volley.

All blocks of one letter on one side fire together, for nothing that they do can change what the others of their
volley roll. So a battle is a chain of linear maps on a small table, not a tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from math import log2
from typing import Any, NamedTuple

import numpy as np

from gamekit.julius_caesar.odds.automaton import Automaton, SideState, other
from gamekit.julius_caesar.odds.axis import Array
from gamekit.julius_caesar.odds.grid import Change, Flags, StateGrid, Transition, carry, opened, recall, relabel
from gamekit.julius_caesar.tables import ATTACKER, DEFENDER, LETTERS, ROLES

BYTES_A_CELL = 12.5  # of a table of floats, for each number of hits that may follow
CLEOPATRAS = "C"  # her letter in either role


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


class Mark(NamedTuple):
    """The end of a round, where finished battles are set apart."""

    round: int


class Branch(NamedTuple):
    """Where the course goes on: the cells in ``chosen`` by ``step``, then along ``rest``."""

    chosen: Array
    step: Transition
    rest: Leg


class Leg(NamedTuple):
    """A part of the course without a branch: transitions and ends of rounds, then the branches."""

    start: StateGrid
    parts: tuple[Transition | Mark, ...]
    branches: tuple[Branch, ...] = ()


def plan(sides: dict[str, Automaton], start: Start, flags: Flags) -> Leg:
    """The whole course from a position, under standing orders."""
    grid = opened(sides, start.exchanged, flags, {ATTACKER: [start.attacker], DEFENDER: [start.defender]})
    if grid.over[grid.at[ATTACKER][start.attacker], grid.at[DEFENDER][start.defender]]:
        return Leg(grid, (Mark(start.round),))
    route = _Route(grid)
    if start.turn and (start.hits or start.firing):
        side, letter = volleys(start.round, flags.first_strike, start.exchanged)[start.turn - 1]
        if start.hits:
            route.follow(grid.take(side, start.hits))
        if start.firing:
            route.turn(side, start.round, start.firing)
        if letter == CLEOPATRAS:
            route.join_late(side, start.round)
    return route.run(start.round, start.turn)


def cost(leg: Leg) -> float:
    """About how many bytes it takes to carry the course's tables, before any of them is made."""
    steps = {id(step): step for step in _steps(leg)}.values()
    cells = [step.origin.size * (step.rolls.hits.shape[1] if step.rolls else 1) for step in steps]
    if not leg.start.flags.exact:
        return BYTES_A_CELL * sum(cells)
    digits = sum(step.dice for step in _steps(leg)) * log2(6) / 8  # bytes of the largest weights
    return 10.0 * sum(cells) + max(cells, default=0) * (40 + digits) / 2


def _steps(leg: Leg) -> Iterator[Transition]:
    yield from (part for part in leg.parts if isinstance(part, Transition))
    for branch in leg.branches:
        yield branch.step
        yield from _steps(branch.rest)


class _Route:
    """Builds a Leg step by step; ``grid`` is the table after the last step."""

    def __init__(self, grid: StateGrid) -> None:
        self.first = self.grid = grid
        self.flags = grid.flags
        self.parts: list[Transition | Mark] = []
        self.volleys: dict[tuple[str, str], Transition | None] = {}  # of this grid; rounds 1 to 3 may share them

    def follow(self, step: Transition) -> None:
        self.parts.append(step)
        if step.grid is not self.grid:
            self.grid, self.volleys = step.grid, {}

    def run(self, round: int, turn: int) -> Leg:
        while True:
            for side, letter in volleys(round, self.flags.first_strike, self.grid.exchanged)[turn:]:
                self.turn(side, round, letter)
                if letter == CLEOPATRAS:
                    self.join_late(side, round)
            self.parts.append(Mark(round))
            if round == 4:
                return Leg(self.first, tuple(self.parts))
            if any(state.waiting for side in ROLES for state in self.grid.states[side]):
                return Leg(self.first, tuple(self.parts), tuple(self.arrivals()))
            if any(automaton.cleopatra for automaton in self.grid.sides.values()):
                self.change({ATTACKER: _refreshed, DEFENDER: _refreshed})
            round, turn = round + 1, 0

    def turn(self, side: str, round: int, who: str | tuple[int, ...]) -> None:
        """Add one letter's turn of a side, or the turns of the slots that still have to act."""
        grid, automaton = self.grid, self.grid.sides[side]
        if round == 4 and grid.role(side) == ATTACKER:  # 7.2, 7.62: the attackers must leave
            if side in self.flags.cut_off or self.fired_at_later(side, who):
                self.leave(side, who)
        elif isinstance(who, str):
            if (side, who) not in self.volleys:
                self.volleys[side, who] = grid.volley(side, who)
            if step := self.volleys[side, who]:
                self.follow(step)
        else:
            pools = [automaton.pool_of(s, [n for n in automaton.present(s) if n in who]) for s in grid.states[side]]
            if any(map(any, pools)):
                self.follow(grid.fire(side, pools, any(automaton.cleopatra >> slot & 1 for slot in who)))

    def join_late(self, side: str, round: int) -> None:
        """Cleopatra fires at the end of the C turn in which she was won over, where the reading has it so (7.52)."""
        grid, automaton = self.grid, self.grid.sides[side]
        if not self.flags.joins_late or (round == 4 and grid.role(side) == ATTACKER):
            return
        pools = []
        for state in grid.states[side]:
            due = automaton.on_turn(state, CLEOPATRAS, grid.role(side))
            pools.append(automaton.pool_of(state, [slot for slot in due if automaton.cleopatra >> slot & 1]))
        if any(map(any, pools)):
            self.follow(grid.fire(side, pools, turn_of_c=True))

    def fired_at_later(self, side: str, who: str | tuple[int, ...]) -> bool:
        """Whether any enemy fires at a side in round 4 after this turn; if none does, departures need no step."""
        first = who if isinstance(who, str) else "A"
        return max(self.grid.axes[other(side)].letters, default="") > first

    def leave(self, side: str, who: str | tuple[int, ...]) -> None:
        automaton, role = self.grid.sides[side], self.grid.role(side)
        states = self.grid.states[side]
        if isinstance(who, str):
            slots = {state: automaton.on_turn(state, who, role) for state in states}
        else:
            slots = {state: [slot for slot in automaton.present(state) if slot in who] for state in states}
        cut_off = side in self.flags.cut_off

        def gone(automaton: Automaton, state: SideState) -> tuple[SideState, bool]:
            return automaton.leave(state, slots[state], cut_off, self.flags.merge)

        if any(slots.values()):
            self.change({side: gone})
            if self.flags.merge and not cut_off:
                gains = np.array([sum(state.strengths[slot] for slot in slots[state]) for state in states])
                self.parts[-1] = replace(self.parts[-1], gains={side: gains})  # type: ignore[type-var]

    def change(self, changes: dict[str, Change]) -> None:
        self.follow(relabel(self.grid, self.grid.exchanged, changes, self.grid.possible()))

    def arrivals(self) -> Iterator[Branch]:
        """Round 2 with reserves: as it was, or with the roles exchanged where the defender's main body died (7.31)."""
        grid = self.grid
        lost = np.array([not grid.sides[DEFENDER].present(state) for state in grid.states[DEFENDER]])[None, :]
        for exchanged, where in ((False, ~lost), (True, lost)):
            chosen = where & ~grid.over & grid.possible()
            if chosen.any():
                step = relabel(grid, exchanged, {ATTACKER: _arrived, DEFENDER: _arrived}, chosen)
                yield Branch(chosen, step, _Route(step.grid).run(2, 0))


def _refreshed(automaton: Automaton, state: SideState) -> tuple[SideState, bool]:
    return automaton.refresh(state), False


def _arrived(automaton: Automaton, state: SideState) -> tuple[SideState, bool]:
    arrived, turned = automaton.arrive(state)
    return automaton.refresh(arrived), turned


class RoundEnd(NamedTuple):
    """The end of a round: the weights of the battles that end and of those that go on, over 6**dice if whole.

    ``gained`` is strength times weight that has left the table since the last moment, by side.
    """

    round: int
    grid: StateGrid
    ended: Array
    running: Array
    dice: int
    gained: dict[str, Any]


def forward(leg: Leg, table: Array, dice: int = 0) -> Iterator[RoundEnd]:
    """The weights at the end of every round, on every branch, from a table of floats or of whole numbers."""
    grid, gained = leg.start, dict.fromkeys(ROLES, 0)
    for number, part in enumerate(leg.parts, 1):
        if isinstance(part, Transition):
            for side, strengths in (part.gains or {}).items():
                gained[side] += (table.sum(axis=1 - ROLES.index(side)) * strengths).sum()
            table, grid, dice = carry(part, table), part.grid, dice + part.dice
            gained = {side: amount * 6**part.dice if grid.flags.exact else amount for side, amount in gained.items()}
        else:
            last = number == len(leg.parts) and not leg.branches
            ended = table if last else np.where(grid.over, table, 0)
            table = np.where(grid.over | last, 0, table)
            yield RoundEnd(part.round, grid, ended, table, dice, gained)
            gained = dict.fromkeys(ROLES, 0)
    for branch in leg.branches:
        begun = np.where(branch.chosen, table, 0)
        if begun.any():
            yield from forward(branch.rest, carry(branch.step, begun), dice)


class Prospect(NamedTuple):
    """The value of every cell at the start of a round, over 6**dice if the values are whole."""

    round: int
    grid: StateGrid
    values: Array
    dice: int


def backward(leg: Leg, worth: Callable[[StateGrid], Array], first_round: int) -> list[Prospect]:
    """The value of every cell of every round, worked backwards from the ends; the leg's own start comes first."""
    found: list[Prospect] = []
    grids = [leg.start]
    for part in leg.parts:
        grids.append(part.grid if isinstance(part, Transition) else grids[-1])
    dice, values = 0, worth(grids[-1])
    for branch in leg.branches:
        behind = backward(branch.rest, worth, 2)
        found += behind
        most = max(dice, behind[0].dice)
        up = (6 ** (most - behind[0].dice), 6 ** (most - dice)) if leg.start.flags.exact else (1, 1)
        values = np.where(branch.chosen, recall(branch.step, behind[0].values) * up[0], values * up[1])
        dice = most
    for number in range(len(leg.parts) - 1, -1, -1):
        part, grid = leg.parts[number], grids[number]
        if isinstance(part, Transition):
            values, dice = recall(part, values), dice + part.dice
        elif number < len(leg.parts) - 1:
            values = np.where(grid.over, worth(grid) * (6**dice if leg.start.flags.exact else 1), values)
            found.insert(0, Prospect(part.round + 1, grid, values, dice))
    return [Prospect(first_round, leg.start, values, dice), *found]
