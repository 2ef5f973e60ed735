"""The course of a battle: a table (attackers' state x defenders' state) carried forward volley by volley.

All blocks of one letter on one side fire together, for nothing that they do can change what the others of their
volley roll. So a battle is a chain of linear maps on a small table, not a tree: each cell's weight is spread over the
hits that a pool of dice can make. The same maps read backwards give the chance to win from every cell at once.
Exact weights are whole numbers over a common power of six; with floats the same code runs on plain arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from gamekit.julius_caesar.odds.sides import Muster, Pool, State, other
from gamekit.julius_caesar.tables import ATTACKER, DEFENDER, LETTERS, ROLES

Array = Any  # a numpy array of floats or of Python ints
NO_DICE: Pool = (0,) * 6


class Start(NamedTuple):
    """Where a course begins: the sides' states, the round, and how far it has gone."""

    attacker: State
    defender: State
    round: int = 1
    turn: int = 0  # how many of the round's volleys have begun
    exchanged: bool = False  # 7.31: the roles have changed
    firing: tuple[int, ...] = ()  # slots that still have their turn in the volley that has begun
    hits: int = 0  # hits of the block that fired last, still to be taken by the other side


class Flags(NamedTuple):
    """What sets a course apart from the ordinary one."""

    first_strike: bool = False
    cut_off: tuple[str, ...] = ()  # the sides that cannot leave
    merge: bool = False  # forget who has left: enough for the chances, and far fewer cells
    exact: bool = True


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
            missed = [(6 - firepower) * weight for weight in weights]
            scored = [firepower * weight for weight in weights]
            weights = [a + b for a, b in zip([*missed, 0], [0, *scored])]
    return tuple(weights)


@lru_cache(maxsize=4096)
def hit_chances(pool: Pool) -> Array:
    """The same as floats that sum to 1."""
    whole = 6 ** sum(pool)
    return np.array([weight / whole for weight in hit_weights(pool)])


class Step(NamedTuple):
    """One linear map: cell (x, y) with k hits goes to the flat cell ``index[x, k, y]`` of the next table."""

    stage: Stage  # the table that it leads to
    index: Array
    hits: Array | None = None  # weights by (attacker's state, hits, defender's state), one axis of them of length 1
    dice: int = 0  # the weights are over 6**dice
    firing: str | None = None  # whose dice
    gains: dict[str, Array] | None = None  # strength that leaves the table, by the state of the side that leaves


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


class Stage:
    """A table's two axes, closed under every hit that can fall, with the maps between its cells."""

    def __init__(self, sides: dict[str, Muster], exchanged: bool, flags: Flags, starts: dict[str, list[State]]) -> None:
        self.sides = sides
        self.exchanged = exchanged
        self.flags = flags
        self.states = _closed(self, starts)
        self.at = {side: {state: i for i, state in enumerate(self.states[side])} for side in ROLES}
        self.shape = len(self.states[ATTACKER]), len(self.states[DEFENDER])
        idle = [np.array([not sides[side].fights_on(state) for state in self.states[side]]) for side in ROLES]
        self.over = idle[0][:, None] | idle[1][None, :]
        self._volleys: dict[tuple[str, str], Step | None] = {}

    def role(self, side: str) -> str:
        """Whether a side attacks or defends now (7.31)."""
        return other(side) if self.exchanged else side

    def possible(self) -> Array:
        """The cells that make sense: Cleopatra cannot be on both sides."""
        if not any(muster.cleopatra for muster in self.sides.values()):
            return np.ones(self.shape, dtype=bool)
        has = [np.array([self.sides[side].has_cleopatra(state) for state in self.states[side]]) for side in ROLES]
        return ~(has[0][:, None] & has[1][None, :])

    def indexes(self, side: str, states: Iterable[State]) -> Array:
        """Where the states stand on their axis."""
        at = self.at[side]
        return np.array([at[state] for state in states], dtype=np.intp)

    def volley(self, side: str, letter: str) -> Step | None:
        """The blocks of a letter on one side fire; None when no state has any of them."""
        if (side, letter) not in self._volleys:
            role, muster = self.role(side), self.sides[side]
            pools = [muster.pools(state, role).get(letter, NO_DICE) for state in self.states[side]]
            self._volleys[side, letter] = self.fire(side, pools, letter == "C") if any(map(any, pools)) else None
        return self._volleys[side, letter]

    def fire(self, side: str, pools: list[Pool], turn_of_c: bool) -> Step:
        """A pool of dice for each state of the firing side, and where the hits lead."""
        dice = [sum(pool) for pool in pools]
        most = max(dice)
        hits = np.zeros((len(pools), most + 1), dtype=object if self.flags.exact else float)
        for row, (pool, rolled) in enumerate(zip(pools, dice)):
            if self.flags.exact:
                scale = 6 ** (most - rolled)
                hits[row, : rolled + 1] = [weight * scale for weight in hit_weights(pool)]
            else:
                hits[row, : rolled + 1] = hit_chances(pool)
        states = self.states[side]
        if turn_of_c and self.sides[side].cleopatra:  # 7.52: she has had her turn
            states = [state._replace(ready=False) for state in states]
        shaped = hits[:, :, None] if side == ATTACKER else hits.T[None, :, :]
        return Step(self, self._after_hits(side, states, most), shaped, most, side)

    def take(self, side: str, hits: int) -> Step:
        """A number of hits already made by a side fall on the other."""
        index = self._after_hits(side, self.states[side], hits)
        return Step(self, index[:, hits : hits + 1, :])

    def _after_hits(self, side: str, states: list[State], most: int) -> Array:
        """The flat cell after k hits by a side whose state becomes ``states[i]``."""
        target = other(side)
        role, muster = self.role(target), self.sides[target]
        struck = [muster.hit(state, role) for state in self.states[target]]
        after = self.indexes(target, (state for state, _ in struck))
        chain = np.empty((most + 1, len(after)), dtype=np.intp)
        chain[0] = np.arange(len(after))
        for hit in range(most):
            chain[hit + 1] = after[chain[hit]]
        own = self.indexes(side, states)[:, None, None]
        if muster.cleopatra:  # 7.52: the hit that takes her brings her over; the rest falls on her old side
            turned = np.array([turned for _, turned in struck])[chain[:-1]]
            gone = np.vstack([np.zeros((1, len(after)), dtype=bool), np.logical_or.accumulate(turned, axis=0)])
            came = {flag: self.indexes(side, (self._joined(side, s, flag) for s in states)) for flag in (False, True)}
            ready = np.array([state.ready for state in self.states[target]])
            own = np.where(gone, np.where(ready, came[True][:, None, None], came[False][:, None, None]), own)
        if side == ATTACKER:
            return own * self.shape[1] + chain
        # The attackers are the rows of the table, whoever fires.
        return (chain * self.shape[1] + own).transpose(2, 1, 0)

    def _joined(self, side: str, state: State, ready: bool) -> State:
        muster = self.sides[side]
        joined = state if muster.has_cleopatra(state) else muster.join(state, ready)
        return joined if joined in self.at[side] else state  # a cell that cannot be


def _closed(stage: Stage, starts: dict[str, list[State]]) -> dict[str, list[State]]:
    """All states that hits can lead to; with Cleopatra also those that she joins or has had her turn in."""
    found: dict[str, dict[State, None]] = {side: {} for side in ROLES}
    joins: dict[str, set[bool]] = {side: set() for side in ROLES}
    waiting = [(side, state) for side in ROLES for state in reversed(starts[side])]
    while waiting:
        side, state = waiting.pop()
        if state in found[side]:
            continue
        found[side][state] = None
        muster = stage.sides[side]
        after, turned = muster.hit(state, stage.role(side))
        waiting.append((side, after))
        if muster.cleopatra:
            if state.ready:
                waiting.append((side, state._replace(ready=False)))
            if turned and state.ready not in joins[other(side)]:
                joins[other(side)].add(state.ready)
                waiting += _joiners(stage, other(side), found[other(side)], [state.ready])
            waiting += _joiners(stage, side, [state], joins[side])
    return {side: list(states) for side, states in found.items()}


def _joiners(stage: Stage, side: str, states: Iterable[State], ready: Iterable[bool]) -> list[tuple[str, State]]:
    muster = stage.sides[side]
    return [(side, muster.join(state, flag)) for state in states if not muster.has_cleopatra(state) for flag in ready]


Change = Callable[[Muster, State], tuple[State, bool]]  # a side's new state, and whether it made Cleopatra change sides


def relabel(stage: Stage, exchanged: bool, changes: dict[str, Change], cells: Array) -> Step:
    """The chosen cells become other pairs of states, in a new table."""
    chosen = {ATTACKER: cells.any(axis=1).nonzero()[0].tolist(), DEFENDER: cells.any(axis=0).nonzero()[0].tolist()}
    old = {side: [stage.states[side][n] for n in chosen[side]] for side in ROLES}
    new = {side: [changes[side](stage.sides[side], state) for state in old[side]] for side in ROLES}
    if any(turned for side in ROLES for _, turned in new[side]):
        return _relabel_pairs(stage, exchanged, chosen, new, cells)
    fresh = Stage(stage.sides, exchanged, stage.flags, {side: [state for state, _ in new[side]] for side in ROLES})
    down, across = (fresh.indexes(side, (state for state, _ in new[side])) for side in ROLES)
    index = np.zeros(stage.shape, dtype=np.intp)
    index[np.ix_(chosen[ATTACKER], chosen[DEFENDER])] = down[:, None] * fresh.shape[1] + across[None, :]
    return Step(fresh, index[:, None, :])


def _relabel_pairs(
    stage: Stage,
    exchanged: bool,
    chosen: dict[str, list[int]],
    new: dict[str, list[tuple[State, bool]]],
    cells: Array,
) -> Step:
    """The same where one side's change brings Cleopatra over to the other (7.52)."""
    pairs = {}
    for i, x in enumerate(chosen[ATTACKER]):
        for j, y in enumerate(chosen[DEFENDER]):
            if cells[x, y]:  # she joins between rounds, or when all C turns are over: her next turn is before her
                (attacker, lost), (defender, won) = new[ATTACKER][i], new[DEFENDER][j]
                if lost:
                    defender = stage.sides[DEFENDER].join(defender, True)
                if won:
                    attacker = stage.sides[ATTACKER].join(attacker, True)
                pairs[x, y] = attacker, defender
    starts = {side: list(dict.fromkeys(pair[n] for pair in pairs.values())) for n, side in enumerate(ROLES)}
    fresh = Stage(stage.sides, exchanged, stage.flags, starts)
    index = np.zeros(stage.shape, dtype=np.intp)
    for (x, y), (attacker, defender) in pairs.items():
        index[x, y] = fresh.at[ATTACKER][attacker] * fresh.shape[1] + fresh.at[DEFENDER][defender]
    return Step(fresh, index[:, None, :])


def carry(step: Step, table: Array) -> Array:
    """A table of floats or of whole numbers one step forward."""
    rows, columns = step.stage.shape
    spread = table[:, None, :] if step.hits is None else table[:, None, :] * step.hits
    if table.dtype != object:
        return np.bincount(step.index.ravel(), spread.ravel(), rows * columns).reshape(rows, columns)
    out = np.zeros(rows * columns, dtype=object)
    found = spread.nonzero()
    np.add.at(out, step.index[found], spread[found])
    return out.reshape(rows, columns)


def recall(step: Step, values: Array) -> Array:
    """The values of the cells before a step, from those after it: the same map read backwards."""
    ahead = values.ravel()[step.index]
    return ahead[:, 0, :] if step.hits is None else (ahead * step.hits).sum(axis=1)


def plan(sides: dict[str, Muster], start: Start, flags: Flags) -> Leg:
    """The whole course from a position, under standing orders."""
    stage = Stage(sides, start.exchanged, flags, {ATTACKER: [start.attacker], DEFENDER: [start.defender]})
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
        stage, muster, role = self.stage, self.stage.sides[other(side)], self.stage.role(other(side))
        first = who if isinstance(who, str) else "A"
        return any(max(muster.pools(s, role), default="") > first for s in stage.states[other(side)])

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
            self.change({side: gone, other(side): _same})
            if self.flags.merge and not cut_off:
                gains = np.array([sum(state.strengths[slot] for slot in slots[state]) for state in states])
                self.parts[-1] = self.parts[-1]._replace(gains={side: gains})  # type: ignore[call-arg]

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


def _same(muster: Muster, state: State) -> tuple[State, bool]:
    return state, False


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
