"""The value of every position of a large siege, with numpy: the result of ``plan.layers``, some six times as fast.

All rolls of all positions with one net modifier at once. A point spent makes a pair's neighbours reachable; with n
points the best within reach is n rounds of "the better of this pair and its neighbours"."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gamekit.roma_victrix.odds.spending import ENOUGH, THROWS
from gamekit.roma_victrix.procedures import HIGH
from gamekit.roma_victrix.tables import FACES
from gamekit.text.progress import report

if TYPE_CHECKING:
    from numpy.typing import NDArray


def layers(
    grid: Any, end: list[float], op: float, close: float, commit: bool
) -> tuple[list[list[float]], list[list[int]]]:
    """Return the value of every position of a ``plan.SiegeGrid`` (its module imports this one) with no OP left, with
    one, ..., and the CSP to send into another round there."""
    import numpy as np

    rounds = list(grid.rounds(commit))
    numbers, sent = np.array([(grid.number(place), sent) for place, sent in rounds]).reshape(-1, 2).T
    kept = np.array([place.attacker - sent for place, sent in rounds])
    groups, parts = _groups(grid, rounds), [np.nonzero(kept == back)[0] for back in np.unique(kept)]
    values, sending = [np.array(end)], [np.zeros(len(end), dtype=np.int64)]
    for left in range(1, grid.operations + 1):
        planes = values[-1].reshape(grid.city + 1, -1)  # the minima of ``grid.minima``, in its order
        minima = [np.minimum.accumulate(planes[city::-1])[::-1] for city in range(grid.city + 1)]
        low: NDArray[Any] = np.concatenate(minima).ravel()
        worths = np.empty(len(rounds))
        for net, which, leads in groups:
            sign = 1 if net >= 0 else -1
            worths[which] = sign * best_within_reach(sign * low[leads], abs(net)).sum(axis=(0, 1))
        worths, layer, sends = worths / len(THROWS) - op, values[0].copy(), sending[0].copy()
        for part in parts:
            better = part[worths[part] > layer[numbers[part]] + close]
            layer[numbers[better]], sends[numbers[better]] = worths[better], sent[better]
        values.append(layer)
        sending.append(sends)
        report(left / grid.operations)
    return [layer.tolist() for layer in values], [sends.tolist() for sends in sending]


def _groups(grid: Any, rounds: list[Any]) -> list[tuple[int, NDArray[Any], NDArray[Any]]]:
    """Return the rounds grouped by net modifier: (net, round numbers, index among the minima for every pair of dice,
    ``[holder's die - 1, enemy's die - 1, round]``)."""
    import numpy as np

    losses, found = np.array(grid.losses), []
    cities, attackers, enemies, sent = (np.array(axis) for axis in zip(*((*place, sent) for place, sent in rounds)))
    nets = np.array([grid.net(place, sent) for place, sent in rounds]).clip(-ENOUGH, ENOUGH)
    for net in np.unique(nets):
        which = np.nonzero(nets == net)[0]
        hits = np.ogrid[: min(HIGH, len(FACES) + abs(net)), : len(FACES)]
        own, enemy = (axis[..., None] for axis in (hits if net >= 0 else hits[::-1]))
        killed, lost = losses[enemies[which], own], losses[sent[which], enemy]
        leads = grid.low_number(cities[which], killed, attackers[which] - lost, enemies[which] - killed)
        found.append((int(net), which, leads.astype(np.int32)))
    return found


def best_within_reach(values: NDArray[Any], points: int) -> NDArray[Any]:
    """Return the best of ``values[own die - 1, enemy's die - 1, ...]`` that each throw can reach with these points."""
    import numpy as np

    for left in range(points - 1, -1, -1):
        rows = min(len(values), len(FACES) + left)  # what points still to be spent can reach
        best, higher = np.empty((rows, *values.shape[1:])), values[1 : rows + 1]
        np.maximum(values[: len(higher)], higher, out=best[: len(higher)])
        best[len(higher) :] = values[len(higher) : rows]
        np.maximum(best[:, 1:], values[:rows, :-1], out=best[:, 1:])
        values = best
    return values[: len(FACES)]
