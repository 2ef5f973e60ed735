"""A round of siege from every position at best play, compiled (the extra "fast").

``rounds`` does the same in numpy, with all rolls of a group of positions at once; here one position follows the
other."""

from __future__ import annotations

from typing import Any

import numpy as np

from gamekit.fast import compiled, inlined
from gamekit.roma_victrix.procedures import HIGH
from gamekit.roma_victrix.tables import FACES

SIX = len(FACES)


@inlined
def _spent(found: Any, lost: Any, net: int, place: Any, table: Any) -> None:
    """Fill ``table[holder's die, enemy's die]`` with the value of each roll when the holder spends his net."""
    city, attacker, enemy, sent = place[0], place[1], place[2], place[3]
    points, sign = abs(net), 1 if net >= 0 else -1
    top = min(HIGH, SIX + points)
    for own in range(top):
        for other in range(SIX):
            hits_enemy, hits_attacker = (own, other) if net >= 0 else (other, own)
            killed = lost[hits_enemy + 1, enemy]
            left = attacker - lost[hits_attacker + 1, sent]
            table[own, other] = sign * found[city, max(city - killed, 0), left, enemy - killed]
    for more in range(points - 1, -1, -1):
        # A point makes a pair's neighbours reachable; in this order each is read before it is written.
        for own in range(min(top, SIX + more)):
            for other in range(SIX - 1, -1, -1):
                best = table[own, other]
                if own + 1 < top:
                    best = max(best, table[own + 1, other])
                if other > 0:
                    best = max(best, table[own, other - 1])
                table[own, other] = best
    for own in range(SIX):
        for other in range(SIX):
            table[own, other] = sign * table[own, other]


def _totals(found: Any, lost: Any, nets: Any, places: Any, out: Any) -> None:
    table = np.empty((HIGH, SIX), dtype=found.dtype)
    for place in range(places.shape[1]):
        _spent(found, lost, nets[place], places[:, place], table)
        for roll in range(SIX * SIX):
            out[place] += table[roll // SIX, roll % SIX]


def _summed(found: Any, lost: Any, nets: Any, places: Any, high: Any, low: Any, out: Any) -> None:
    table = np.empty((HIGH, SIX), dtype=found.dtype)
    for place in range(places.shape[1]):
        _spent(found, lost, nets[place], places[:, place], table)
        for roll in range(SIX * SIX):
            rank = table[roll // SIX, roll % SIX]
            out[0, place] += high[rank]
            out[1, place] += low[rank]


_compiled_totals, _compiled_summed = compiled(_totals), compiled(_summed)


def totals(found: Any, lost: Any, nets: Any, places: Any) -> Any:
    """The sum over the 36 rolls for every place (city, attacker, enemy, sent) with its net; ``found`` are the minima of
    the defender."""
    out = np.zeros(places.shape[1], dtype=found.dtype)
    _compiled_totals(found, lost, nets, places, out)
    return out


def summed(found: Any, lost: Any, nets: Any, places: Any, high: Any, low: Any) -> Any:
    """The same where ``found`` are ranks: the sums of what has these ranks in ``high`` and in ``low``."""
    out = np.zeros((2, places.shape[1]), dtype=np.int64)
    _compiled_summed(found, lost, nets, places, high, low, out)
    return out
