"""A table (attackers' state x defenders' state) and the linear maps on it: a volley, an arrival, a departure.

Each cell's weight is spread over the hits that a pool of dice can make. The same map read backwards gives the value of
a cell from the values of those that it leads to. Exact weights are whole numbers over a power of six; with floats the
same code runs on plain arrays."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np

from gamekit.julius_caesar.odds.axis import Array, Axis, Rolls, rolls_of
from gamekit.julius_caesar.odds.sides import Muster, Pool, State, other
from gamekit.julius_caesar.tables import ATTACKER, DEFENDER, ROLES


class Flags(NamedTuple):
    """What sets a course apart from the ordinary one."""

    first_strike: bool = False
    cut_off: tuple[str, ...] = ()  # the sides that cannot leave
    merge: bool = False  # forget who has left: enough for the chances, and far fewer cells
    exact: bool = True


@dataclass(frozen=True)
class Step:
    """One linear map: a cell goes with k hits to the flat cell ``leads(row, column)[k]`` of the next table.

    Rows and columns may be arrays of any shape; hits are the last axis of what is made of them.
    """

    origin: Stage
    stage: Stage  # the table that it leads to
    leads: Callable[[Array, Array], Array]
    rolls: Rolls | None = None  # by the state of the side that fires
    firing: str = ATTACKER  # whose dice
    gains: dict[str, Array] | None = None  # strength that leaves the table, by the state of the side that leaves

    @property
    def dice(self) -> int:
        """Exact weights grow by 6**dice."""
        return self.rolls.dice if self.rolls else 0

    def shooters(self, rows: Array, columns: Array) -> Array:
        """The states that roll in these cells."""
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
        """The same by where it leads."""
        return gathered(*self.everywhere, self.stage.size)


class Gathered(NamedTuple):
    """Sources and weights listed target by target, each from its ``first`` on; no weight is 0."""

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


class Stage:
    """A table's two axes with the maps between its cells."""

    def __init__(self, axes: dict[str, Axis], exchanged: bool, flags: Flags) -> None:
        self.axes = axes
        self.exchanged = exchanged
        self.flags = flags
        self.sides = {side: axes[side].muster for side in ROLES}
        self.states = {side: axes[side].states for side in ROLES}
        self.at = {side: axes[side].at for side in ROLES}
        self.shape = len(self.states[ATTACKER]), len(self.states[DEFENDER])
        self.size = self.shape[0] * self.shape[1]
        self.over = axes[ATTACKER].idle[:, None] | axes[DEFENDER].idle[None, :]
        self.cleopatra = any(muster.cleopatra for muster in self.sides.values())
        self._volleys: dict[tuple[str, str], Step | None] = {}

    def role(self, side: str) -> str:
        """Whether a side attacks or defends now (7.31)."""
        return self.axes[side].role

    def possible(self) -> Array:
        """The cells that make sense: Cleopatra cannot be on both sides."""
        if not self.cleopatra:
            return np.ones(self.shape, dtype=bool)
        return ~(self.axes[ATTACKER].has_her[:, None] & self.axes[DEFENDER].has_her[None, :])

    def volley(self, side: str, letter: str) -> Step | None:
        """The blocks of a letter on one side fire; None when no state has any of them."""
        if (side, letter) not in self._volleys:
            rolls = self.axes[side].rolls(letter)
            self._volleys[side, letter] = self._fire(side, rolls, letter == "C") if rolls else None
        return self._volleys[side, letter]

    def fire(self, side: str, pools: list[Pool], turn_of_c: bool) -> Step:
        """A pool of dice for each state of the firing side, and where the hits lead."""
        return self._fire(side, rolls_of(pools, self.flags.exact), turn_of_c)

    def _fire(self, side: str, rolls: Rolls, turn_of_c: bool) -> Step:
        return Step(self, self, self._after_hits(side, rolls.dice, turn_of_c), rolls, side)

    def take(self, side: str, hits: int) -> Step:
        """A number of hits already made by a side fall on the other."""
        leads = self._after_hits(side, hits, turn_of_c=False)
        return Step(self, self, lambda rows, columns: leads(rows, columns)[..., hits:])

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
    sides: dict[str, Muster],
    exchanged: bool,
    flags: Flags,
    starts: Mapping[str, Iterable[State]],
    kept: dict[str, Axis] | None = None,
) -> Stage:
    """The table of all states that hits can lead to from these; the axis of a side without starts is ``kept``."""
    roles = {side: other(side) if exchanged else side for side in ROLES}
    struck = _closed(sides, roles, starts)
    axes = {side: Axis(sides[side], roles[side], flags.exact, struck[side]) for side in struck}
    return Stage({**(kept or {}), **axes}, exchanged, flags)


Struck = dict[State, tuple[State, bool]]  # after the next hit, and whether that makes Cleopatra change sides


def _closed(
    sides: dict[str, Muster], roles: dict[str, str], starts: Mapping[str, Iterable[State]]
) -> dict[str, Struck]:
    """All states that hits can lead to; with Cleopatra also those that she joins or has had her turn in."""
    found: dict[str, Struck] = {side: {} for side in starts}
    joins: dict[str, set[bool]] = {side: set() for side in starts}
    waiting = [(side, state) for side in starts for state in reversed(list(starts[side]))]
    while waiting:
        side, state = waiting.pop()
        if state in found[side]:
            continue
        muster = sides[side]
        after, turned = found[side][state] = muster.hit(state, roles[side])
        waiting.append((side, after))
        if muster.cleopatra:
            if state.ready:
                waiting.append((side, state._replace(ready=False)))
            if turned and state.ready not in joins[other(side)]:
                joins[other(side)].add(state.ready)
                waiting += _joiners(sides[other(side)], found[other(side)], [state.ready])
            waiting += _joiners(muster, [state], joins[side])
    return found


def _joiners(muster: Muster, states: Iterable[State], ready: Iterable[bool]) -> list[tuple[str, State]]:
    without = [state for state in states if not muster.has_cleopatra(state)]
    return [(muster.side, muster.join(state, flag)) for state in without for flag in ready]


Change = Callable[[Muster, State], tuple[State, bool]]  # a side's new state, and whether it made Cleopatra change sides


def relabel(stage: Stage, exchanged: bool, changes: dict[str, Change], cells: Array) -> Step:
    """The chosen cells become other pairs of states, in a new table; a side without a change stays as it is."""
    if len(changes) == 1 and not stage.cleopatra:
        return _relabel_one(stage, *changes.popitem())
    chosen = {ATTACKER: cells.any(axis=1).nonzero()[0], DEFENDER: cells.any(axis=0).nonzero()[0]}
    new: dict[str, list[State]] = {}
    joining: dict[str, Array] = {}  # by the states of the other side: whether their change brings Cleopatra over (7.52)
    for side in ROLES:
        old = [stage.states[side][place] for place in chosen[side].tolist()]
        changed = [changes[side](stage.sides[side], state) if side in changes else (state, False) for state in old]
        new[side] = [state for state, _ in changed]
        joining[other(side)] = np.array([turned for _, turned in changed], dtype=bool)
    picked = cells[np.ix_(chosen[ATTACKER], chosen[DEFENDER])]
    starts = {
        ATTACKER: _starts(stage.sides[ATTACKER], new[ATTACKER], picked, joining[ATTACKER]),
        DEFENDER: _starts(stage.sides[DEFENDER], new[DEFENDER], picked.T, joining[DEFENDER]),
    }
    fresh = opened(stage.sides, exchanged, stage.flags, starts)
    down = _becomes(fresh.axes[ATTACKER], new[ATTACKER], joining[ATTACKER])
    across = _becomes(fresh.axes[DEFENDER], new[DEFENDER], joining[DEFENDER]).T
    index = np.zeros(stage.shape, dtype=np.intp)
    index[np.ix_(chosen[ATTACKER], chosen[DEFENDER])] = down * fresh.shape[1] + across
    return Step(stage, fresh, lambda rows, columns: index[rows, columns][..., None])


def _relabel_one(stage: Stage, side: str, change: Change) -> Step:
    """The same where only one side changes and nothing that it does concerns the other."""
    new = [change(stage.sides[side], state)[0] for state in stage.states[side]]
    fresh = opened(stage.sides, stage.exchanged, stage.flags, {side: new}, {other(side): stage.axes[other(side)]})
    places = {side: fresh.axes[side].places(new), other(side): np.arange(len(stage.states[other(side)]))}
    down, across = places[ATTACKER] * fresh.shape[1], places[DEFENDER]
    return Step(stage, fresh, lambda rows, columns: (down[rows] + across[columns])[..., None])


def _starts(muster: Muster, new: list[State], picked: Array, joining: Array) -> list[State]:
    """The states that a side is in after a change, with Cleopatra where she joins: her next turn is before her.

    She joins between rounds, or when all C turns are over.
    """
    if not joining.any():
        return new
    stay, joined = picked[:, ~joining].any(axis=1).tolist(), picked[:, joining].any(axis=1).tolist()
    kept = [state for state, wanted in zip(new, stay) if wanted]
    return kept + [muster.join(state, True) for state, wanted in zip(new, joined) if wanted]


def _becomes(axis: Axis, new: list[State], joining: Array) -> Array:
    """(state, the other side's state): the place of what a state becomes; 0 for what cannot be."""
    stay = np.array([axis.at.get(state, 0) for state in new], dtype=np.intp)[:, None]
    if not joining.any():
        return stay
    joined = [axis.at.get(axis.muster.join(state, True), 0) for state in new]
    return np.where(joining[None, :], np.array(joined, dtype=np.intp)[:, None], stay)


def carry(step: Step, table: Array) -> Array:
    """A table of floats or of whole numbers one step forward."""
    size, whole = step.stage.size, table.dtype == object
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
    return carried.reshape(step.stage.shape)


def _sums(weights: Array, ways: Gathered, size: int) -> Array:
    """What comes together in each cell: whole numbers of any size."""
    out = np.zeros(size, dtype=object)
    if len(ways.sources):
        out[ways.targets] = np.add.reduceat(weights[ways.sources] * ways.shares, ways.first)
    return out


def recall(step: Step, values: Array) -> Array:
    """The values of the cells before a step, from those after it: the same map read backwards."""
    leads, shares = step.everywhere
    return (values.ravel()[leads] * shares).sum(axis=-1)
