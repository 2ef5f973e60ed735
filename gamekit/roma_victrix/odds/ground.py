"""The positions of a siege as arrays: where each pair of dice leads from all of them at once.

A position is the city's CSP, the attacker's, and the enemy's in all, city included. The defender's choice of what pays
his loss is a minimum over the city's share that remains; as it depends on few numbers, the minima are small tables
shared by all positions."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from gamekit.roma_victrix import procedures
from gamekit.roma_victrix.odds.law import losses
from gamekit.roma_victrix.odds.spending import BASE, ENOUGH, highest, pairs_of, spread
from gamekit.roma_victrix.tables import FACES

Places = tuple[NDArray[Any], ...]  # cities, attackers, enemies, and how many of the attackers are sent


class Ground(NamedTuple):
    """All positions, ``[city, attacker, enemy]``: which there are, where a round may begin, and with which net."""

    there: NDArray[Any]
    allowed: NDArray[Any]
    nets: NDArray[Any]
    lost: NDArray[Any]  # [die, CSP]

    @property
    def shape(self) -> tuple[int, ...]:
        return self.there.shape

    @property
    def tables(self) -> tuple[int, ...]:
        """The shape of the defender's minima: the city before, the least it may be after, attacker, enemy."""
        return self.shape[0], *self.shape


class NetGroup(NamedTuple):
    """Positions that share a net modifier, and their numbers among those asked about."""

    net: int
    places: Places
    which: NDArray[Any]

    @property
    def attacks(self) -> bool:
        """Whether the attacker holds the net modifier."""
        return self.net >= 0


def ground_of(siege: Any) -> Ground:
    """Every position that a siege can come to from where it stands."""
    first, units, city, _ = siege.now
    cities, attackers, enemies = np.ogrid[: city + 1, : first + 1, : units + city + 1]
    inside = enemies - cities
    there = (inside >= 0) & (inside <= units) & (attackers >= 0)
    allowed = there & (enemies >= 1) & (attackers >= enemies)
    nets = _nets(siege, inside > 0, attackers, np.maximum(enemies, 1))
    lost = np.array([[0, *losses(csp)] for csp in range(max(first, units + city) + 1)]).T
    return Ground(there, allowed, np.broadcast_to(nets, there.shape), lost)


def _nets(siege: Any, led: NDArray[Any], attackers: NDArray[Any], enemies: NDArray[Any]) -> NDArray[Any]:
    """Leaders (the one inside while units remain), numbers anew in each position, cards, and what is printed."""
    printed = {reason for reason, _, _ in siege.printed}
    fixed = procedures.net(row for row in siege.modifiers if row.reason in printed | {"card"})
    leaders = 0 if "leader" in printed else siege.attacker.leader - np.where(led, siege.inside, 0)
    numbers = 0 if "numerical" in printed else np.maximum(attackers // enemies - 1, 0)
    nets: NDArray[Any] = np.clip(fixed + leaders + numbers, -ENOUGH, ENOUGH)
    return nets


def grouped(ground: Ground, places: Places) -> Iterator[NetGroup]:
    """Positions by their net modifier, to which those sent count."""
    cities, _, enemies, sent = places
    nets = ground.nets[cities, sent, enemies]
    for net in np.unique(nets):
        which = np.nonzero(nets == net)[0]
        yield NetGroup(int(net), tuple(axis[which] for axis in places), which)


def dice_of(group: NetGroup) -> tuple[NDArray[Any], NDArray[Any]]:
    """All pairs of dice that the net can make, the holder's on the first axis: what hits enemy and attacker."""
    own = np.arange(1, highest(abs(group.net)) + 1).reshape(-1, 1, 1)
    enemy = np.arange(1, len(FACES) + 1).reshape(1, -1, 1)
    return (own, enemy) if group.attacks else (enemy, own)


def after(ground: Ground, places: Places, hits_enemy: NDArray[Any], hits_attacker: NDArray[Any]) -> Places:
    """Where dice lead: the city before, the least it may be after, and the attacker and enemy left."""
    cities, attackers, enemies, sent = places
    killed = ground.lost[hits_enemy, enemies]
    left = attackers - ground.lost[hits_attacker, sent], enemies - killed
    return tuple(np.broadcast_arrays(cities, np.maximum(cities - killed, 0), *left))


def leads_to(ground: Ground, group: NetGroup) -> NDArray[Any]:
    """Where in the flattened minima every pair of dice leads from a group's positions."""
    return np.ravel_multi_index(after(ground, group.places, *dice_of(group)), ground.tables)


def minima(values: NDArray[Any], ground: Ground) -> NDArray[Any]:
    """The least of ``values`` over cities from the least to the one before, flattened."""
    found = np.empty(ground.tables, dtype=values.dtype)
    for least in range(ground.shape[0]):
        found[least, least] = values[least]
        for city in range(least + 1, ground.shape[0]):
            np.minimum(found[city - 1, least], values[city], out=found[city, least])
    return found.ravel()


def choices(values: NDArray[Any], ground: Ground, close: float) -> NDArray[Any]:
    """Which city takes that least value: the smallest of equals, for the city pays first."""
    found = np.empty(ground.tables, dtype=np.int64)
    for least in range(ground.shape[0]):
        found[least, least], best = least, values[least]
        for city in range(least + 1, ground.shape[0]):
            less = (values[city] + close < best).astype(bool)
            found[city, least] = np.where(less, city, found[city - 1, least])
            best = np.where(less, values[city], best)
    return found


def played(flat: NDArray[Any], group: NetGroup, leads: NDArray[Any]) -> NDArray[Any]:
    """The value of each of the 36 rolls when the holder spends the net at his best, ``[roll, roll, position]``."""
    sign = 1 if group.attacks else -1
    return sign * spread(sign * flat[leads], abs(group.net))


def spent(
    flat: NDArray[Any], ground: Ground, group: NetGroup, close: float
) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any]]:
    """For each roll and position the modified dice at best play: the holder's own and the enemy's, and the same as what
    hits the enemy and what hits the attacker."""
    sign = 1 if group.attacks else -1
    values = sign * flat[leads_to(ground, group)]
    own, enemy = pairs_of(_spread_with_ties(values, _ties(ground, group), abs(group.net), close))
    return own, enemy, *((own, enemy) if group.attacks else (enemy, own))


def _ties(ground: Ground, group: NetGroup) -> NDArray[Any]:
    """The order among splits of equal value: larger swing, smaller own loss, fewest points; the pair at its end."""
    hits_enemy, hits_attacker = dice_of(group)
    *_, enemies, sent = group.places
    swing = ground.lost[hits_enemy, enemies] - ground.lost[hits_attacker, sent]
    own, enemy = (hits_enemy, hits_attacker) if group.attacks else (hits_attacker, hits_enemy)
    ordered: NDArray[Any] = (swing if group.attacks else -swing) * BASE**2
    ordered = ordered + BASE * (procedures.HIGH - enemy) + procedures.HIGH - own
    return ordered


def _spread_with_ties(values: NDArray[Any], ties: NDArray[Any], points: int, close: float) -> NDArray[Any]:
    """The tie-order of the best within reach of each roll, by value and then by that order."""
    for left in range(points - 1, -1, -1):
        values, ties = _one_point(values, ties, min(len(values), len(FACES) + left), close)
    return ties[: len(FACES)]


def _one_point(values: NDArray[Any], ties: NDArray[Any], rows: int, close: float) -> tuple[NDArray[Any], NDArray[Any]]:
    best, order = values[:rows].copy(), ties[:rows].copy()
    raised = len(values[1 : rows + 1])
    for here, there in ((np.s_[:raised], np.s_[1 : raised + 1]), (np.s_[:, 1:], np.s_[:rows, :-1])):
        more = values[there] > best[here] + close if close else values[there] > best[here]
        equal = values[there] + close >= best[here] if close else values[there] == best[here]
        better = (more | (equal & (ties[there] > order[here]))).astype(bool, copy=False)
        np.copyto(best[here], values[there], where=better)
        np.copyto(order[here], ties[there], where=better)
    return best, order
