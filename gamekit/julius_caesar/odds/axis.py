"""One axis of a grid: the states of one side, the dice of each state, and the state that each hit leads to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

import numpy as np

from gamekit.julius_caesar.odds.automaton import Automaton, Pool, SideState

Array = Any  # a numpy array of floats or of Python ints
NO_DICE: Pool = (0,) * 6


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
    """The chance of each number of hits, as floats that sum to 1."""
    whole = 6 ** sum(pool)
    return np.array([weight / whole for weight in hit_weights(pool)])


class Rolls(NamedTuple):
    """The hits that each state of a side makes on a turn: weights by (state, hits), over 6**dice if whole."""

    hits: Array
    dice: int


def rolls_of(pools: Sequence[Pool], exact: bool) -> Rolls:
    """The weights of a pool of dice for each state."""
    unlike = {pool: row for row, pool in enumerate(dict.fromkeys(pools))}
    most = max(map(sum, unlike))
    hits = np.zeros((len(unlike), most + 1), dtype=object if exact else float)
    for pool, row in unlike.items():
        rolled = sum(pool)
        if exact:
            scale = 6 ** (most - rolled)
            hits[row, : rolled + 1] = [weight * scale for weight in hit_weights(pool)]
        else:
            hits[row, : rolled + 1] = hit_chances(pool)
    rows = np.array([unlike[pool] for pool in pools])
    return Rolls(hits[rows], most)


class Axis:
    """All states of one side in a grid, and the index of the state that each one leads to."""

    def __init__(
        self, automaton: Automaton, role: str, exact: bool, struck: dict[SideState, tuple[SideState, bool]]
    ) -> None:
        self.automaton = automaton
        self.role = role
        self.exact = exact
        self.states = list(struck)
        self.at = {state: place for place, state in enumerate(self.states)}
        self.after = self.places(after for after, _ in struck.values())
        self.turned = np.array([turned for _, turned in struck.values()])  # Cleopatra, by the next hit (7.52)
        self.idle = np.array([not automaton.fights_on(state) for state in self.states])
        self._rolls: dict[str, Rolls | None] = {}

    def places(self, states: Iterable[SideState]) -> Array:
        """Where the states stand on the axis."""
        return np.array([self.at[state] for state in states], dtype=np.intp)

    @cached_property
    def pools(self) -> list[dict[str, Pool]]:
        """The dice of every state by letter."""
        return [self.automaton.pools(state, self.role) for state in self.states]

    @cached_property
    def letters(self) -> set[str]:
        """The letters that some state has dice for."""
        return {letter for pools in self.pools for letter in pools}

    def rolls(self, letter: str) -> Rolls | None:
        """The dice of the blocks of a letter, by state; None when no state has such a block."""
        if letter not in self._rolls:
            pools = [pools.get(letter, NO_DICE) for pools in self.pools]
            self._rolls[letter] = rolls_of(pools, self.exact) if letter in self.letters else None
        return self._rolls[letter]

    def chain(self, most: int) -> Array:
        """(hits, state): where 0 to ``most`` hits lead."""
        chain = np.empty((most + 1, len(self.states)), dtype=np.intp)
        chain[0] = np.arange(len(self.states))
        for hit in range(most):
            chain[hit + 1] = self.after[chain[hit]]
        return chain

    @cached_property
    def has_her(self) -> Array:
        """The states in which Cleopatra stands here."""
        return np.array([self.automaton.has_cleopatra(state) for state in self.states])

    @cached_property
    def ready(self) -> Array:
        """The states in which she has her turn before her."""
        return np.array([state.ready for state in self.states])

    @cached_property
    def spent(self) -> Array:
        """Where her turn leads (7.52)."""
        return self.places(state._replace(ready=False) for state in self.states)

    @cached_property
    def joined(self) -> Array:
        """(Cleopatra has her turn to come, state): the index of the state after she joins, or its own."""
        found = np.tile(np.arange(len(self.states)), (2, 1))
        for place in np.flatnonzero(~self.has_her).tolist():
            for ready in (False, True):
                found[int(ready), place] = self.at.get(self.automaton.join(self.states[place], ready), place)
        return found
