"""The course of a battle: a table (attackers' state x defenders' state) carried forward volley by volley.

All blocks of one letter on one side fire together, for nothing that they do can change what the others of their
volley roll. So a battle is a chain of linear maps on a small table, not a tree: each cell's weight is spread over the
hits that a pool of dice can make. The same maps read backwards give the chance to win from every cell at once.
Exact weights are whole numbers over a common power of six; with floats the same code runs on plain arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from gamekit.julius_caesar.odds.sides import Muster, State, other
from gamekit.julius_caesar.tables import ATTACKER, DEFENDER, LETTERS

Array = Any  # a numpy array of floats or of Python ints
Pool = tuple[int, ...]


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
        return tuple((side, letter) for side in (ATTACKER, DEFENDER) for letter in LETTERS)
    first = ATTACKER if exchanged else DEFENDER
    return tuple((side, letter) for letter in LETTERS for side in (first, other(first)))


@lru_cache(maxsize=4096)
def hit_weights(pool: Pool) -> tuple[int, ...]:
    """Of the 6**dice equally likely rolls of a pool, how many make 0, 1, 2 ... hits (7.4).

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


class Step(NamedTuple):
    """One linear map: cell (x, y) with k hits goes to the flat cell ``index[x, k, y]`` of the next table."""

    stage: Stage  # the table that it leads to
    index: Array
    firing: str | None = None  # whose dice; without any, there is one column of hits
    hits: Array | None = None  # weights, by the firing side's state and the number of hits
    dice: int = 0  # the weights are over 6**dice


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

    @property
    def end(self) -> Stage:
        """The table after the last step."""
        return next((part.stage for part in reversed(self.parts) if isinstance(part, Step)), self.start)


class Stage:
    """A table's two axes, closed under every hit that can fall, with the maps between its cells."""

    def __init__(self, sides: dict[str, Muster], exchanged: bool, starts: dict[str, Iterable[State]]) -> None:
        self.sides = sides
        self.exchanged = exchanged
        self.states: dict[str, list[State]] = {}
        self._after: dict[str, list[tuple[State, bool]]] = {}
        self._close(starts)
        self.at = {side: {state: i for i, state in enumerate(states)} for side, states in self.states.items()}
        self.shape = len(self.states[ATTACKER]), len(self.states[DEFENDER])
        self._volleys: dict[tuple[str, str], Step | None] = {}
        idle = {side: np.array([not sides[side].fights_on(state) for state in self.states[side]]) for side in sides}
        self.over = idle[ATTACKER][:, None] | idle[DEFENDER][None, :]

    def role(self, side: str) -> str:
        """Whether a side attacks or defends now (7.31)."""
        return other(side) if self.exchanged else side

    def _close(self, starts: dict[str, Iterable[State]]) -> None:
        """All states that hits can lead to; with Cleopatra also those that she joins or has had her turn in."""
        found: dict[str, dict[State, tuple[State, bool]]] = {ATTACKER: {}, DEFENDER: {}}
        waiting = [(side, state) for side in starts for state in starts[side]]
        joins: dict[str, set[bool]] = {ATTACKER: set(), DEFENDER: set()}
        while waiting:
            side, state = waiting.pop()
            if state in found[side]:
                continue
            muster = self.sides[side]
            after, turned = muster.hit(state, self.role(side))
            found[side][state] = after, turned
            waiting.append((side, after))
            if not muster.cleopatra:
                continue
            if state.ready:
                waiting.append((side, state._replace(ready=False)))
            if turned and state.ready not in joins[other(side)]:
                joins[other(side)].add(state.ready)
                waiting += [(other(side), self._joined(other(side), s, state.ready)) for s in found[other(side)]]
            waiting += [(side, self._joined(side, state, ready)) for ready in joins[side]]
        for side, states in found.items():
            self.states[side] = sorted(states, key=lambda state: (-sum(state.strengths), state))
            self._after[side] = [states[state] for state in self.states[side]]

    def _joined(self, side: str, state: State, ready: bool) -> State:
        muster = self.sides[side]
        return state if muster.has_cleopatra(state) else muster.join(state, ready)

    def indexes(self, side: str, states: Iterable[State]) -> Array:
        at = self.at[side]
        return np.array([at[state] for state in states])

    def volley(self, side: str, letter: str) -> Step | None:
        """The blocks of a letter on one side fire; None when no state has any of them."""
        if (side, letter) not in self._volleys:
            role, muster = self.role(side), self.sides[side]
            pools = [muster.pool(state, letter, role) for state in self.states[side]]
            self._volleys[side, letter] = self.fire(side, pools, letter == "C") if any(map(any, pools)) else None
        return self._volleys[side, letter]

    def fire(self, side: str, pools: list[Pool], turn_of_c: bool) -> Step:
        """A pool of dice for each state of the firing side, and where the hits lead."""
        dice = [sum(pool) for pool in pools]
        most = max(dice)
        hits = np.zeros((len(pools), most + 1), dtype=object)
        for row, (pool, rolled) in enumerate(zip(pools, dice)):
            scale = 6 ** (most - rolled)
            hits[row, : rolled + 1] = [weight * scale for weight in hit_weights(pool)]
        states = self.states[side]
        if turn_of_c and self.sides[side].cleopatra:  # 7.52: she has had her turn
            states = [state._replace(ready=False) for state in states]
        return Step(self, self._after_hits(side, states, most), side, hits, most)

    def take(self, side: str, hits: int) -> Step:
        """A number of hits already made by a side fall on the other."""
        index = self._after_hits(side, self.states[side], hits)
        return Step(self, index[:, hits : hits + 1, :])

    def _after_hits(self, side: str, states: list[State], most: int) -> Array:
        """The flat cell after k hits by a side whose state becomes ``states[i]``."""
        target = other(side)
        after = self.indexes(target, (state for state, _ in self._after[target]))
        turned = np.array([turned for _, turned in self._after[target]])
        chain, gone = [np.arange(len(after))], [np.zeros(len(after), dtype=bool)]
        for _ in range(most):
            gone.append(gone[-1] | turned[chain[-1]])
            chain.append(after[chain[-1]])
        own = np.broadcast_to(self.indexes(side, states)[:, None, None], (len(states), most + 1, len(after)))
        if turned.any():  # 7.52: the hit that takes her brings her over; the rest of the volley falls on her old side
            ready = np.array([state.ready for state in self.states[target]])
            joined = {flag: self.indexes(side, (self._or_same(side, s, flag) for s in states)) for flag in (False, True)}
            came = np.where(ready[None, None, :], joined[True][:, None, None], joined[False][:, None, None])
            own = np.where(np.array(gone)[None, :, :], came, own)
        columns = np.array(chain)[None, :, :]
        if side == ATTACKER:
            index = own * self.shape[1] + columns
        else:  # the attackers are the rows of the table, whoever fires
            index = (columns * self.shape[1] + own).transpose(2, 1, 0)
        return index

    def _or_same(self, side: str, state: State, ready: bool) -> State:
        joined = self._joined(side, state, ready)
        return joined if joined in self.at[side] else state


Change = Callable[[Muster, State], tuple[State, bool]]  # a side's new state, and whether it made Cleopatra change sides


def relabel(stage: Stage, exchanged: bool, changes: dict[str, Change], reached: Array) -> Step:
    """The reached cells become other pairs of states, in a new table."""
    rows, columns = reached.any(axis=1).nonzero()[0].tolist(), reached.any(axis=0).nonzero()[0].tolist()
    old = {ATTACKER: [stage.states[ATTACKER][x] for x in rows], DEFENDER: [stage.states[DEFENDER][y] for y in columns]}
    new = {side: [changes[side](stage.sides[side], state) for state in old[side]] for side in old}
    index = np.zeros(stage.shape, dtype=np.intp)
    if any(turned for changed in new.values() for _, turned in changed):
        pairs = {}
        for i, j in zip(*reached[np.ix_(rows, columns)].nonzero()):
            (attacker, lost), (defender, won) = new[ATTACKER][i], new[DEFENDER][j]
            if lost:
                defender = stage.sides[DEFENDER].join(defender, old[ATTACKER][i].ready)
            if won:
                attacker = stage.sides[ATTACKER].join(attacker, old[DEFENDER][j].ready)
            pairs[rows[i], columns[j]] = attacker, defender
        fresh = Stage(stage.sides, exchanged, {s: {p[n] for p in pairs.values()} for n, s in enumerate(old)})
        for (x, y), (attacker, defender) in pairs.items():
            index[x, y] = fresh.at[ATTACKER][attacker] * fresh.shape[1] + fresh.at[DEFENDER][defender]
    else:
        fresh = Stage(stage.sides, exchanged, {side: [state for state, _ in new[side]] for side in new})
        down, across = (fresh.indexes(side, (state for state, _ in new[side])) for side in new)
        index[np.ix_(rows, columns)] = down[:, None] * fresh.shape[1] + across[None, :]
    return Step(fresh, index[:, None, :])


def carry(step: Step, table: Array) -> Array:
    """A table of floats or of whole numbers one step forward."""
    rows, columns = step.stage.shape
    spread = table[:, None, :]
    if step.firing is not None:
        spread = spread * _hits(step, table.dtype)
    if table.dtype != object:
        flat = np.bincount(step.index.ravel(), spread.ravel(), rows * columns)
        return flat.reshape(rows, columns)
    out = np.zeros(rows * columns, dtype=object)
    found = spread.nonzero()
    np.add.at(out, step.index[found], spread[found])
    return out.reshape(rows, columns)


def reach(step: Step, reached: Array) -> Array:
    """Which cells of the next table can be reached from those."""
    spread = reached[:, None, :] & (_hits(step, np.dtype(bool)) if step.firing is not None else True)
    out = np.zeros(step.stage.shape, dtype=bool)
    out.ravel()[step.index[spread]] = True
    return out


def recall(step: Step, values: Array) -> Array:
    """The values of the cells before a step, from those after it: the same map read backwards."""
    ahead = values.ravel()[step.index]
    return ahead[:, 0, :] if step.firing is None else (ahead * _hits(step, values.dtype)).sum(axis=1)


def _hits(step: Step, dtype: Any) -> Array:
    assert step.hits is not None
    hits = step.hits
    if dtype == bool:
        hits = hits != 0
    elif dtype != object:
        hits = (hits / 6**step.dice).astype(float)
    return hits[:, :, None] if step.firing == ATTACKER else hits.T[None, :, :]


class Flags(NamedTuple):
    """What sets a battle apart from the ordinary: first strike, and the sides that cannot leave."""

    first_strike: bool = False
    cut_off: tuple[str, ...] = ()


def plan(sides: dict[str, Muster], start: Start, flags: Flags) -> Leg:
    """The whole course from a position, under standing orders."""
    stage = Stage(sides, start.exchanged, {ATTACKER: [start.attacker], DEFENDER: [start.defender]})
    reached = np.zeros(stage.shape, dtype=bool)
    reached[stage.at[ATTACKER][start.attacker], stage.at[DEFENDER][start.defender]] = True
    route = _Route(stage, reached, flags)
    if (reached & stage.over).any():
        return Leg(stage, (Mark(start.round),))
    if start.turn and (start.hits or start.firing):
        side = volleys(start.round, flags.first_strike, start.exchanged)[start.turn - 1][0]
        if start.hits:
            route.follow(stage.take(side, start.hits))
        if start.firing:
            route.turn(side, start.round, start.firing)
    return route.run(start.round, start.turn)


class _Route:
    """A Leg in the making: where the course stands, and which cells it can have reached."""

    def __init__(self, stage: Stage, reached: Array, flags: Flags) -> None:
        self.first = self.stage = stage
        self.reached = reached
        self.flags = flags
        self.parts: list[Step | Mark] = []

    def follow(self, step: Step) -> None:
        self.parts.append(step)
        self.reached = reach(step, self.reached)
        self.stage = step.stage

    def run(self, round: int, turn: int) -> Leg:
        while True:
            for side, letter in volleys(round, self.flags.first_strike, self.stage.exchanged)[turn:]:
                self.turn(side, round, letter)
            self.parts.append(Mark(round))
            self.reached = self.reached & ~self.stage.over
            if round == 4 or not self.reached.any():
                return Leg(self.first, tuple(self.parts))
            if any(state.waiting for states in self.stage.states.values() for state in states):
                return Leg(self.first, tuple(self.parts), tuple(self.arrivals()))
            if any(muster.cleopatra for muster in self.stage.sides.values()):
                self.change(ATTACKER, _refreshed, _refreshed)
            round, turn = round + 1, 0

    def turn(self, side: str, round: int, who: str | tuple[int, ...]) -> None:
        """A letter's turn on one side, or what is left of it: certain slots."""
        stage, muster = self.stage, self.stage.sides[side]
        role = stage.role(side)
        if round == 4 and role == ATTACKER:  # 7.2, 7.62: the attackers must leave
            self.leave(side, muster, role, who)
        elif isinstance(who, str):
            if step := stage.volley(side, who):
                self.follow(step)
        else:
            pools = [muster.pool_of(state, [s for s in muster.present(state) if s in who]) for state in stage.states[side]]
            if any(map(any, pools)):
                self.follow(stage.fire(side, pools, any(muster.cleopatra >> slot & 1 for slot in who)))

    def leave(self, side: str, muster: Muster, role: str, who: str | tuple[int, ...]) -> None:
        def slots(state: State) -> list[int]:
            on_turn = isinstance(who, str)
            return muster.on_turn(state, who, role) if on_turn else [s for s in muster.present(state) if s in who]

        def gone(muster: Muster, state: State) -> tuple[State, bool]:
            return muster.leave(state, slots(state), side in self.flags.cut_off)

        if any(map(slots, self.stage.states[side])):
            self.change(side, gone, _same)

    def change(self, side: str, one: Change, another: Change) -> None:
        changes = {side: one, other(side): another}
        self.follow(relabel(self.stage, self.stage.exchanged, changes, self.reached))

    def arrivals(self) -> Iterator[Branch]:
        """Round 2 with reserves: as it was, or with the roles exchanged where the defender's main body died (7.31)."""
        muster, states = self.stage.sides[DEFENDER], self.stage.states[DEFENDER]
        lost = np.array([not muster.present(state) for state in states])[None, :]
        for exchanged, chosen in ((False, self.reached & ~lost), (True, self.reached & lost)):
            if chosen.any():
                step = relabel(self.stage, exchanged, {ATTACKER: _arrived, DEFENDER: _arrived}, chosen)
                route = _Route(step.stage, reach(step, chosen), self.flags)
                yield Branch(chosen, step, route.run(2, 0))


def _same(muster: Muster, state: State) -> tuple[State, bool]:
    return state, False


def _refreshed(muster: Muster, state: State) -> tuple[State, bool]:
    return muster.refresh(state), False


def _arrived(muster: Muster, state: State) -> tuple[State, bool]:
    arrived, turned = muster.arrive(state)
    return (arrived if turned else muster.refresh(arrived)), turned


class Moment(NamedTuple):
    """The end of a round: what has just ended and what goes on, both over 6**dice if the weights are whole."""

    round: int
    stage: Stage
    ended: Array
    running: Array
    dice: int


def forward(leg: Leg, table: Array, dice: int = 0) -> Iterator[Moment]:
    """The weights at the end of every round, on every branch, from a table of floats or of whole numbers."""
    stage = leg.start
    for number, part in enumerate(leg.parts, 1):
        if isinstance(part, Step):
            table, stage, dice = carry(part, table), part.stage, dice + part.dice
            continue
        last = number == len(leg.parts) and not leg.branches
        ended = table if last else np.where(stage.over, table, 0)
        table = np.where(stage.over | last, 0, table)
        yield Moment(part.round, stage, ended, table, dice)
    for branch in leg.branches:
        yield from forward(branch.rest, carry(branch.step, np.where(branch.chosen, table, 0)), dice)


class Prospect(NamedTuple):
    """The value of every cell at the start of a round, over 6**dice if the values are whole."""

    round: int
    stage: Stage
    values: Array
    dice: int


def backward(leg: Leg, value: Callable[[Stage], Array], first_round: int) -> list[Prospect]:
    """What every cell of every round is worth, from what the ends are worth; the leg's own start stands first."""
    found: list[Prospect] = []
    dice, values = 0, value(leg.end)
    for branch in leg.branches:
        behind = backward(branch.rest, value, 2)
        found += behind
        before = recall(branch.step, behind[0].values)
        most = max(dice, behind[0].dice)
        values = np.where(branch.chosen, before * 6 ** (most - behind[0].dice), values * 6 ** (most - dice))
        dice = most
    ending = not leg.branches
    for number in range(len(leg.parts) - 1, -1, -1):
        part = leg.parts[number]
        stage = _stage_before(leg, number)
        if isinstance(part, Step):
            values, dice, ending = recall(part, values), dice + part.dice, False
            continue
        if not ending and values.dtype == object:
            values = np.where(stage.over, value(stage) * 6**dice, values)
        elif not ending:
            values = np.where(stage.over, value(stage), values)
        if number < len(leg.parts) - 1:
            found.insert(0, Prospect(part.round + 1, stage, values, dice))
    return [Prospect(first_round, leg.start, values, dice), *found]


def _stage_before(leg: Leg, number: int) -> Stage:
    return next((part.stage for part in reversed(leg.parts[:number]) if isinstance(part, Step)), leg.start)
