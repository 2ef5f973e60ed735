"""The course of a battle: the table of both sides' states carried forward volley by volley.

All blocks of one letter on one side fire together, for nothing that they do can change what the others of their
volley roll. So a battle is a chain of linear maps on a small table, not a tree."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from gamekit.julius_caesar.odds.axis import Array
from gamekit.julius_caesar.odds.sides import Muster, State, other
from gamekit.julius_caesar.odds.stage import Change, Flags, Stage, Step, carry, opened, recall, relabel
from gamekit.julius_caesar.tables import ATTACKER, DEFENDER, LETTERS, ROLES


class Start(NamedTuple):
    """Where a course begins: the sides' states, the round, and how far it has gone."""

    attacker: State
    defender: State
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
    step: Step
    rest: Leg


class Leg(NamedTuple):
    """A stretch of steps and marks, and the branches at its end."""

    start: Stage
    parts: tuple[Step | Mark, ...]
    branches: tuple[Branch, ...] = ()


def plan(sides: dict[str, Muster], start: Start, flags: Flags) -> Leg:
    """The whole course from a position, under standing orders."""
    stage = opened(sides, start.exchanged, flags, {ATTACKER: [start.attacker], DEFENDER: [start.defender]})
    if stage.over[stage.at[ATTACKER][start.attacker], stage.at[DEFENDER][start.defender]]:
        return Leg(stage, (Mark(start.round),))
    route = _Route(stage)
    if start.turn and (start.hits or start.firing):
        side = volleys(start.round, flags.first_strike, start.exchanged)[start.turn - 1][0]
        if start.hits:
            route.follow(stage.take(side, start.hits))
        if start.firing:
            route.turn(side, start.round, start.firing)
    return route.run(start.round, start.turn)


class _Route:
    """A Leg in the making, and the stage at which it stands."""

    def __init__(self, stage: Stage) -> None:
        self.first = self.stage = stage
        self.flags = stage.flags
        self.parts: list[Step | Mark] = []

    def follow(self, step: Step) -> None:
        self.parts.append(step)
        self.stage = step.stage

    def run(self, round: int, turn: int) -> Leg:
        while True:
            for side, letter in volleys(round, self.flags.first_strike, self.stage.exchanged)[turn:]:
                self.turn(side, round, letter)
            self.parts.append(Mark(round))
            if round == 4:
                return Leg(self.first, tuple(self.parts))
            if any(state.waiting for side in ROLES for state in self.stage.states[side]):
                return Leg(self.first, tuple(self.parts), tuple(self.arrivals()))
            if any(muster.cleopatra for muster in self.stage.sides.values()):
                self.change({ATTACKER: _refreshed, DEFENDER: _refreshed})
            round, turn = round + 1, 0

    def turn(self, side: str, round: int, who: str | tuple[int, ...]) -> None:
        """A letter's turn on one side, or what is left of it: certain slots."""
        stage, muster = self.stage, self.stage.sides[side]
        if round == 4 and stage.role(side) == ATTACKER:  # 7.2, 7.62: the attackers must leave
            if side in self.flags.cut_off or self.fired_at_later(side, who):
                self.leave(side, who)
        elif isinstance(who, str):
            if step := stage.volley(side, who):
                self.follow(step)
        else:
            pools = [muster.pool_of(s, [n for n in muster.present(s) if n in who]) for s in stage.states[side]]
            if any(map(any, pools)):
                self.follow(stage.fire(side, pools, any(muster.cleopatra >> slot & 1 for slot in who)))

    def fired_at_later(self, side: str, who: str | tuple[int, ...]) -> bool:
        """Whether anybody fires at a side in round 4 after this turn; else it does not matter who has left."""
        first = who if isinstance(who, str) else "A"
        return max(self.stage.axes[other(side)].letters, default="") > first

    def leave(self, side: str, who: str | tuple[int, ...]) -> None:
        muster, role = self.stage.sides[side], self.stage.role(side)
        states = self.stage.states[side]
        if isinstance(who, str):
            slots = {state: muster.on_turn(state, who, role) for state in states}
        else:
            slots = {state: [slot for slot in muster.present(state) if slot in who] for state in states}
        cut_off = side in self.flags.cut_off

        def gone(muster: Muster, state: State) -> tuple[State, bool]:
            return muster.leave(state, slots[state], cut_off, self.flags.merge)

        if any(slots.values()):
            self.change({side: gone})
            if self.flags.merge and not cut_off:
                gains = np.array([sum(state.strengths[slot] for slot in slots[state]) for state in states])
                self.parts[-1] = replace(self.parts[-1], gains={side: gains})  # type: ignore[type-var]

    def change(self, changes: dict[str, Change]) -> None:
        self.follow(relabel(self.stage, self.stage.exchanged, changes, self.stage.possible()))

    def arrivals(self) -> Iterator[Branch]:
        """Round 2 with reserves: as it was, or with the roles exchanged where the defender's main body died (7.31)."""
        stage = self.stage
        lost = np.array([not stage.sides[DEFENDER].present(state) for state in stage.states[DEFENDER]])[None, :]
        for exchanged, where in ((False, ~lost), (True, lost)):
            chosen = where & ~stage.over & stage.possible()
            if chosen.any():
                step = relabel(stage, exchanged, {ATTACKER: _arrived, DEFENDER: _arrived}, chosen)
                yield Branch(chosen, step, _Route(step.stage).run(2, 0))


def _refreshed(muster: Muster, state: State) -> tuple[State, bool]:
    return muster.refresh(state), False


def _arrived(muster: Muster, state: State) -> tuple[State, bool]:
    arrived, turned = muster.arrive(state)
    return muster.refresh(arrived), turned


class Moment(NamedTuple):
    """The end of a round: what has just ended and what goes on, both over 6**dice if the weights are whole.

    ``gained`` is strength times weight that has left the table since the last moment, by side.
    """

    round: int
    stage: Stage
    ended: Array
    running: Array
    dice: int
    gained: dict[str, Any]


def forward(leg: Leg, table: Array, dice: int = 0) -> Iterator[Moment]:
    """The weights at the end of every round, on every branch, from a table of floats or of whole numbers."""
    stage, gained = leg.start, dict.fromkeys(ROLES, 0)
    for number, part in enumerate(leg.parts, 1):
        if isinstance(part, Step):
            for side, strengths in (part.gains or {}).items():
                gained[side] += (table.sum(axis=1 - ROLES.index(side)) * strengths).sum()
            table, stage, dice = carry(part, table), part.stage, dice + part.dice
            gained = {side: amount * 6**part.dice if stage.flags.exact else amount for side, amount in gained.items()}
        else:
            last = number == len(leg.parts) and not leg.branches
            ended = table if last else np.where(stage.over, table, 0)
            table = np.where(stage.over | last, 0, table)
            yield Moment(part.round, stage, ended, table, dice, gained)
            gained = dict.fromkeys(ROLES, 0)
    for branch in leg.branches:
        begun = np.where(branch.chosen, table, 0)
        if begun.any():
            yield from forward(branch.rest, carry(branch.step, begun), dice)


class Prospect(NamedTuple):
    """What every cell is worth at the start of a round, over 6**dice if the values are whole."""

    round: int
    stage: Stage
    values: Array
    dice: int


def backward(leg: Leg, worth: Callable[[Stage], Array], first_round: int) -> list[Prospect]:
    """The value of every cell of every round, from what the ends are worth; the leg's own start stands first."""
    found: list[Prospect] = []
    stages = [leg.start]
    for part in leg.parts:
        stages.append(part.stage if isinstance(part, Step) else stages[-1])
    dice, values = 0, worth(stages[-1])
    for branch in leg.branches:
        behind = backward(branch.rest, worth, 2)
        found += behind
        most = max(dice, behind[0].dice)
        up = (6 ** (most - behind[0].dice), 6 ** (most - dice)) if leg.start.flags.exact else (1, 1)
        values = np.where(branch.chosen, recall(branch.step, behind[0].values) * up[0], values * up[1])
        dice = most
    for number in range(len(leg.parts) - 1, -1, -1):
        part, stage = leg.parts[number], stages[number]
        if isinstance(part, Step):
            values, dice = recall(part, values), dice + part.dice
        elif number < len(leg.parts) - 1:
            values = np.where(stage.over, worth(stage) * (6**dice if leg.start.flags.exact else 1), values)
            found.insert(0, Prospect(part.round + 1, stage, values, dice))
    return [Prospect(first_round, leg.start, values, dice), *found]
