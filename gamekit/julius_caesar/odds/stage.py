"""A table (attackers' state x defenders' state) and the linear maps on it: a volley, an arrival, a departure.

Each cell's weight is spread over the hits that a pool of dice can make. The same map read backwards gives the value of
a cell from the values of those that it leads to. Exact weights are whole numbers over a power of six; with floats the
same code runs on plain arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from gamekit.julius_caesar.odds.sides import Muster, Pool, State, other
from gamekit.julius_caesar.tables import ATTACKER, DEFENDER, ROLES

Array = Any  # a numpy array of floats or of Python ints
NO_DICE: Pool = (0,) * 6


class Flags(NamedTuple):
    """What sets a course apart from the ordinary one."""

    first_strike: bool = False
    cut_off: tuple[str, ...] = ()  # the sides that cannot leave
    merge: bool = False  # forget who has left: enough for the chances, and far fewer cells
    exact: bool = True


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
        self._indexes: dict[tuple[str, int], Array] = {}

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
        if not muster.cleopatra and (side, most) in self._indexes:  # then no state changes by firing
            return self._indexes[side, most]
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
        # The attackers are the rows of the table, whoever fires.
        flat = own * self.shape[1] + chain if side == ATTACKER else (chain * self.shape[1] + own).transpose(2, 1, 0)
        self._indexes[side, most] = np.ascontiguousarray(flat)
        return self._indexes[side, most]

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
