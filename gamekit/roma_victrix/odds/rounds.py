"""What the next round of a siege is worth from every position: the sum over its 36 rolls at best play.

Best play only compares values, so whole numbers too large for numpy are replaced by their ranks, and what has these
ranks is added up in two halves: exact, and nearly as fast."""

from __future__ import annotations

import sys
from importlib.util import find_spec
from typing import Any

import numpy as np
from numpy.typing import NDArray

from gamekit.roma_victrix.odds.ground import Ground, Places, grouped, leads_to, minima, played

HALF = 50  # bits of the lower half: 36 of them add up within numpy's 63
WIDE = 2 ** (HALF + 56)  # whole numbers up to here have such halves
WORTH_LOADING = 10**6  # positions times rounds; loading numba takes as long as half of these without it


class Rounds:
    """The sums of a siege's next round, for values of every kind; ``rounds`` says how many will be asked for.

    ``tries`` are the parts of ``places`` with each number of CSP kept back, from none to ``kept``."""

    def __init__(self, ground: Ground, rounds: int, kept: int) -> None:
        self.ground = ground
        parts = [_places(ground, back) for back in range(kept + 1)]
        self.places = tuple(np.concatenate(axes) for axes in zip(*parts))
        ends = np.cumsum([len(part[0]) for part in parts]).tolist()
        self.tries = [slice(first, last) for first, last in zip([0, *ends], ends)]
        self.compiled = compiled_pays(len(self.places[0]) * rounds)
        if self.compiled:
            cities, _, enemies, sent = self.places
            self.nets, self.rows = np.ascontiguousarray(ground.nets[cities, sent, enemies]), np.array(self.places)
        else:
            self.groups = [(group, leads_to(ground, group)) for group in grouped(ground, self.places)]

    def totals(self, values: NDArray[Any], most: Any) -> NDArray[Any]:
        """The sum over the 36 rolls for each of ``places``; no value is beyond ``most``, either way."""
        if values.dtype != object:
            return self._totals(values)
        return self._wide(values) if most < WIDE else self._plain(values)

    def _totals(self, values: NDArray[Any]) -> NDArray[Any]:
        if not self.compiled or values.dtype == float:  # rounded numbers gain too little for a kernel of their own
            return self._plain(values)
        from gamekit.roma_victrix.odds import compiled

        found: NDArray[Any] = compiled.totals(self._minima(values), self.ground.lost, self.nets, self.rows)
        return found

    def _plain(self, values: NDArray[Any]) -> NDArray[Any]:
        flat, found = minima(values, self.ground), np.empty(len(self.places[0]), dtype=values.dtype)
        for group, leads in self._grouped():
            found[group.which] = played(flat, group, leads).sum(axis=(0, 1))
        return found

    def _grouped(self) -> Any:
        if not self.compiled:
            return self.groups
        return [(group, leads_to(self.ground, group)) for group in grouped(self.ground, self.places)]

    def _wide(self, values: NDArray[Any]) -> NDArray[Any]:
        high, low = ((values.ravel() >> HALF).astype(np.int64), (values.ravel() & 2**HALF - 1).astype(np.int64))
        order = np.lexsort((low, high))
        ranks = np.empty(len(order), dtype=np.int64)
        ranks[order] = np.arange(len(order))
        above, below = self._summed(ranks.reshape(values.shape), high[order], low[order])
        found: NDArray[Any] = (above.astype(object) << HALF) + below.astype(object)
        return found

    def _summed(self, ranks: NDArray[Any], high: NDArray[Any], low: NDArray[Any]) -> NDArray[Any]:
        if self.compiled:
            from gamekit.roma_victrix.odds import compiled

            sums: NDArray[Any] = compiled.summed(self._minima(ranks), self.ground.lost, self.nets, self.rows, high, low)
            return sums
        flat, found = minima(ranks, self.ground), np.empty((2, len(self.places[0])), dtype=np.int64)
        for group, leads in self.groups:
            rolls = played(flat, group, leads)
            found[:, group.which] = high[rolls].sum(axis=(0, 1)), low[rolls].sum(axis=(0, 1))
        return found

    def _minima(self, values: NDArray[Any]) -> NDArray[Any]:
        return minima(values, self.ground).reshape(self.ground.tables)


def _places(ground: Ground, kept: int) -> Places:
    """Where a round may begin with so many CSP kept back."""
    cities, sent, enemies = np.nonzero(ground.allowed[:, : ground.shape[1] - kept])
    return cities, sent + kept, enemies, sent


def compiled_pays(count: int) -> bool:
    """Whether so many positions are better looked at by the compiled kernel: if it is loaded, or they are very many."""
    loaded = "gamekit.roma_victrix.odds.compiled" in sys.modules
    return find_spec("numba") is not None and (loaded or count >= WORTH_LOADING)
