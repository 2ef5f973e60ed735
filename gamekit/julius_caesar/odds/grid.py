"""A table (attackers' state x defenders' state) and the linear maps on it: a volley, an arrival, a departure.

A transition spreads each cell's weight over the hits that a pool of dice can make. Read backwards, it gives the value
of a cell from the values of its target cells. Exact weights are whole numbers over a power of six; with floats the same
code runs on plain arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from gamekit.julius_caesar.odds.automaton import Automaton, Pool, SideState, other
from gamekit.julius_caesar.odds.axis import Array, Axis, Rolls, rolls_of
from gamekit.julius_caesar.tables import ATTACKER, DEFENDER, ROLES


class Flags(NamedTuple):
    """The options of a course: first strike, sides cut off, merged departures, exact or rounded weights."""

    first_strike: bool = False
    cut_off: tuple[str, ...] = ()  # the sides that cannot leave
    merge: bool = False  # forget who has left: enough for the chances, and far fewer cells
    exact: bool = True
    joins_late: bool = False  # won over in her new side's C turn, Cleopatra still acts in it (a reading of 7.52)


@dataclass(frozen=True)
class Transition:
    """One linear map: a cell goes with k hits to the flat cell ``leads(row, column)[k]`` of the next table.

    Rows and columns may be arrays of any shape; hits are the last axis of what is made of them.
    """

    origin: StateGrid
    grid: StateGrid  # the table that it leads to
    leads: Callable[[Array, Array], Array]
    rolls: Rolls | None = None  # by the state of the side that fires
    firing: str = ATTACKER  # whose dice
    gains: dict[str, Array] | None = None  # strength that leaves the table, by the state of the side that leaves

    @property
    def dice(self) -> int:
        """Exact weights grow by 6**dice."""
        return self.rolls.dice if self.rolls else 0

    def shooters(self, rows: Array, columns: Array) -> Array:
        """The index of the firing side's state in these cells."""
        return rows if self.firing == ATTACKER else columns

    def shares(self, rows: Array, columns: Array) -> Array:
        """The weights of the hits."""
        return self.rolls.hits[self.shooters(rows, columns)] if self.rolls else np.ones((*rows.shape, 1), dtype=int)

    @cached_property
    def everywhere(self) -> tuple[Array, Array]:
        """Where all cells lead, and the weights, by (row, column, hits)."""
        rows, columns = (np.arange(size) for size in self.origin.shape)
        return self.leads(rows[:, None], columns[None, :]), self.shares(rows[:, None], columns[None, :])

    @cached_property
    def gathered(self) -> Gathered:
        """The transition grouped by target cell (for summing whole numbers)."""
        return gathered(*self.everywhere, self.grid.size)


class Gathered(NamedTuple):
    """A transition sorted by target cell: sources, weights, and the ``first`` index of each target; no weight is 0."""

    sources: Array
    shares: Array
    first: Array
    targets: Array


def gathered(leads: Array, shares: Array, size: int) -> Gathered:
    """(cells, hits) of a table turned round, for a next table of ``size`` cells."""
    places = np.broadcast_to(shares.astype(bool), leads.shape).ravel().nonzero()[0]
    short = leads.ravel()[places].astype(np.uint16 if size < 1 << 16 else np.intp)  # sorted much faster
    order = short.argsort(kind="stable")
    places, targets = places[order], short[order]
    fresh = np.ones(len(targets), dtype=bool)
    fresh[1:] = targets[1:] != targets[:-1]
    first = fresh.nonzero()[0]
    shared = np.broadcast_to(shares, leads.shape).ravel()[places]
    return Gathered(places // leads.shape[-1], shared, first, targets[first])


class StateGrid:
    """A table's two axes with the maps between its cells."""

    def __init__(self, axes: dict[str, Axis], exchanged: bool, flags: Flags) -> None:
        self.axes = axes
        self.exchanged = exchanged
        self.flags = flags
        self.sides = {side: axes[side].automaton for side in ROLES}
        self.states = {side: axes[side].states for side in ROLES}
        self.at = {side: axes[side].at for side in ROLES}
        self.shape = len(self.states[ATTACKER]), len(self.states[DEFENDER])
        self.size = self.shape[0] * self.shape[1]
        self.over = axes[ATTACKER].idle[:, None] | axes[DEFENDER].idle[None, :]
        self.cleopatra = any(automaton.cleopatra for automaton in self.sides.values())

    def role(self, side: str) -> str:
        """Whether a side attacks or defends now (7.31)."""
        return self.axes[side].role

    def possible(self) -> Array:
        """The cells that can occur: Cleopatra stands on one side at most."""
        if not self.cleopatra:
            return np.ones(self.shape, dtype=bool)
        return ~(self.axes[ATTACKER].has_her[:, None] & self.axes[DEFENDER].has_her[None, :])

    def volley(self, side: str, letter: str) -> Transition | None:
        """The blocks of a letter on one side fire; None when no state has any of them."""
        rolls = self.axes[side].rolls(letter)
        return self._fire(side, rolls, letter == "C") if rolls else None

    def fire(self, side: str, pools: list[Pool], turn_of_c: bool) -> Transition:
        """A pool of dice for each state of the firing side, and where the hits lead."""
        return self._fire(side, rolls_of(pools, self.flags.exact), turn_of_c)

    def _fire(self, side: str, rolls: Rolls, turn_of_c: bool) -> Transition:
        return Transition(self, self, self._after_hits(side, rolls.dice, turn_of_c), rolls, side)

    def take(self, side: str, hits: int) -> Transition:
        """A number of hits already made by a side fall on the other."""
        leads = self._after_hits(side, hits, turn_of_c=False)
        return Transition(self, self, lambda rows, columns: leads(rows, columns)[..., hits:])

    def _after_hits(self, side: str, most: int, turn_of_c: bool) -> Callable[[Array, Array], Array]:
        """The flat cell after 0 to ``most`` hits by a side, from any cells."""
        own, enemy, columns = self.axes[side], self.axes[other(side)], self.shape[1]
        own_step, step = (columns, 1) if side == ATTACKER else (1, columns)
        chain = enemy.chain(most)
        struck = chain.T * step
        if not self.cleopatra:

            def leads(rows: Array, columns: Array) -> Array:
                shooter, target = (rows, columns) if side == ATTACKER else (columns, rows)
                return (shooter * own_step)[..., None] + struck[target]

            return leads
        # 7.52: she has had her turn; the hit that takes her brings her over, the rest falls on her old side.
        stay = own.spent if turn_of_c else np.arange(len(own.states))
        came = np.zeros(chain.shape, dtype=bool)
        np.logical_or.accumulate(enemy.turned[chain[:-1]], axis=0, out=came[1:])
        came = came.T

        def leads_with_her(rows: Array, columns: Array) -> Array:
            shooter, target = (rows, columns) if side == ATTACKER else (columns, rows)
            joined = own.joined[enemy.ready[target].astype(int), shooter]
            return np.where(came[target], joined[..., None], stay[shooter][..., None]) * own_step + struck[target]

        return leads_with_her


def opened(
    sides: dict[str, Automaton],
    exchanged: bool,
    flags: Flags,
    starts: Mapping[str, Iterable[SideState]],
    kept: dict[str, Axis] | None = None,
) -> StateGrid:
    """Build the table of every state reachable by hits from ``starts``; a side without starts keeps ``kept``."""
    roles = {side: other(side) if exchanged else side for side in ROLES}
    struck = _closed(sides, roles, starts)
    axes = {side: Axis(sides[side], roles[side], flags.exact, struck[side]) for side in struck}
    return StateGrid({**(kept or {}), **axes}, exchanged, flags)


Struck = dict[SideState, tuple[SideState, bool]]  # after the next hit, and whether that makes Cleopatra change sides


def _closed(
    sides: dict[str, Automaton], roles: dict[str, str], starts: Mapping[str, Iterable[SideState]]
) -> dict[str, Struck]:
    """Every state that hits lead to; with Cleopatra also the states after she joins or has acted."""
    found: dict[str, Struck] = {side: {} for side in starts}
    joins: dict[str, set[bool]] = {side: set() for side in starts}
    waiting = [(side, state) for side in starts for state in reversed(list(starts[side]))]
    while waiting:
        side, state = waiting.pop()
        if state in found[side]:
            continue
        automaton = sides[side]
        after, turned = found[side][state] = automaton.hit(state, roles[side])
        waiting.append((side, after))
        if automaton.cleopatra:
            if state.ready:
                waiting.append((side, state._replace(ready=False)))
            if turned and state.ready not in joins[other(side)]:
                joins[other(side)].add(state.ready)
                waiting += _joiners(sides[other(side)], found[other(side)], [state.ready])
            waiting += _joiners(automaton, [state], joins[side])
    return found


def _joiners(automaton: Automaton, states: Iterable[SideState], ready: Iterable[bool]) -> list[tuple[str, SideState]]:
    without = [state for state in states if not automaton.has_cleopatra(state)]
    return [(automaton.side, automaton.join(state, flag)) for state in without for flag in ready]


Change = Callable[
    [Automaton, SideState], tuple[SideState, bool]
]  # a side's new state, and whether it made Cleopatra change sides


def relabel(grid: StateGrid, exchanged: bool, changes: dict[str, Change], cells: Array) -> Transition:
    """Map the chosen cells to new states (arrival, departure, new round) in a new table; ``changes`` is by side."""
    if len(changes) == 1 and not grid.cleopatra:
        return _relabel_one(grid, *changes.popitem())
    chosen = {ATTACKER: cells.any(axis=1).nonzero()[0], DEFENDER: cells.any(axis=0).nonzero()[0]}
    new: dict[str, list[SideState]] = {}
    joining: dict[str, Array] = {}  # by the states of the other side: whether their change brings Cleopatra over (7.52)
    for side in ROLES:
        old = [grid.states[side][place] for place in chosen[side].tolist()]
        changed = [changes[side](grid.sides[side], state) if side in changes else (state, False) for state in old]
        new[side] = [state for state, _ in changed]
        joining[other(side)] = np.array([turned for _, turned in changed], dtype=bool)
    picked = cells[np.ix_(chosen[ATTACKER], chosen[DEFENDER])]
    starts = {
        ATTACKER: _starts(grid.sides[ATTACKER], new[ATTACKER], picked, joining[ATTACKER]),
        DEFENDER: _starts(grid.sides[DEFENDER], new[DEFENDER], picked.T, joining[DEFENDER]),
    }
    fresh = opened(grid.sides, exchanged, grid.flags, starts)
    down = _becomes(fresh.axes[ATTACKER], new[ATTACKER], joining[ATTACKER])
    across = _becomes(fresh.axes[DEFENDER], new[DEFENDER], joining[DEFENDER]).T
    index = np.zeros(grid.shape, dtype=np.intp)
    index[np.ix_(chosen[ATTACKER], chosen[DEFENDER])] = down * fresh.shape[1] + across
    return Transition(grid, fresh, lambda rows, columns: index[rows, columns][..., None])


def _relabel_one(grid: StateGrid, side: str, change: Change) -> Transition:
    """Map one side's states to new ones where the change does not touch the other side."""
    new = [change(grid.sides[side], state)[0] for state in grid.states[side]]
    fresh = opened(grid.sides, grid.exchanged, grid.flags, {side: new}, {other(side): grid.axes[other(side)]})
    places = {side: fresh.axes[side].places(new), other(side): np.arange(len(grid.states[other(side)]))}
    down, across = places[ATTACKER] * fresh.shape[1], places[DEFENDER]
    return Transition(grid, fresh, lambda rows, columns: (down[rows] + across[columns])[..., None])


def _starts(automaton: Automaton, new: list[SideState], picked: Array, joining: Array) -> list[SideState]:
    """A side's states after a change, and those with Cleopatra joined, who acts in the next round.

    She joins between rounds, or when all C turns are over.
    """
    if not joining.any():
        return new
    stay, joined = picked[:, ~joining].any(axis=1).tolist(), picked[:, joining].any(axis=1).tolist()
    kept = [state for state, wanted in zip(new, stay) if wanted]
    return kept + [automaton.join(state, True) for state, wanted in zip(new, joined) if wanted]


def _becomes(axis: Axis, new: list[SideState], joining: Array) -> Array:
    """(state, the other side's state): the place of what a state becomes; 0 for what cannot be."""
    stay = np.array([axis.at.get(state, 0) for state in new], dtype=np.intp)[:, None]
    if not joining.any():
        return stay
    joined = [axis.at.get(axis.automaton.join(state, True), 0) for state in new]
    return np.where(joining[None, :], np.array(joined, dtype=np.intp)[:, None], stay)


def carry(step: Transition, table: Array) -> Array:
    """A table of floats or of whole numbers one step forward."""
    size, whole = step.grid.size, table.dtype == object
    if step.origin.cleopatra:  # few cells can be, and no step comes again in a later round
        cells = table.nonzero()
        weights, leads, shares = table[cells], step.leads(*cells), step.shares(*cells)
        ways = gathered(leads, shares, size) if whole else None
    else:
        weights, (leads, shares) = table, step.everywhere
        ways = step.gathered if whole else None
    if ways:
        carried = _sums(weights.ravel(), ways, size)
    else:
        carried = np.bincount(leads.ravel(), (weights[..., None] * shares).ravel(), size)
    return carried.reshape(step.grid.shape)


def _sums(weights: Array, ways: Gathered, size: int) -> Array:
    """The sum of the weights that reach each target cell, as whole numbers of any size."""
    out = np.zeros(size, dtype=object)
    if len(ways.sources):
        out[ways.targets] = np.add.reduceat(weights[ways.sources] * ways.shares, ways.first)
    return out


def recall(step: Transition, values: Array) -> Array:
    """The values of the cells before a transition from the values after it: the map read backwards."""
    leads, shares = step.everywhere
    return (values.ravel()[leads] * shares).sum(axis=-1)
