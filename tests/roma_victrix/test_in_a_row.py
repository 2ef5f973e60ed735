"""Combats in a row against every die of a second reading of the clauses."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest

import gamekit
from gamekit import roma_victrix as rv
from tests.roma_victrix import twin


def units(random: Random, most: int) -> tuple[str, ...]:
    return tuple(
        sorted(random.choices(("LGN", "HI", "AUX", "BI", "CAV", "rLGN", "rHI", "rCAV"), k=random.randint(1, most)))
    )


def forced(names: tuple[str, ...], leader: int) -> rv.Force:
    return rv.force(", ".join(names), leader=leader)


def ends(mine: tuple[str, ...], theirs: tuple[str, ...], leaders: tuple[int, int]) -> Counter[Any]:
    """{(attacker's per cent, defender's per cent, both losses): rolls}."""
    net = twin.net_modifier(twin.csp(mine), twin.csp(theirs), leaders, (twin.cavalry(mine), twin.cavalry(theirs)))
    return Counter(twin.law(twin.csp(mine), twin.csp(theirs), net, "win"))


@pytest.mark.clause("roma_victrix", "5.31")
@pytest.mark.parametrize("seed", range(12))
def test_combats_in_a_row(seed: int) -> None:
    random = Random(seed)
    army, foes = units(random, 5), [units(random, 2) for _ in range(3)]
    fights = [rv.LandCombat(forced(army, 3), forced(foe, leader)) for leader, foe in enumerate(foes)]
    here, won = Counter({army: Fraction(1)}), []
    for leader, foe in enumerate(foes):
        there = Counter[tuple[str, ...]]()
        for mine, chance in here.items():
            for end, n in ends(mine, foe, (3, leader)).items():
                left = twin.paid(mine, end[2], "csp")
                if left and end[0] < end[1]:
                    there[tuple(sorted(left))] += chance * Fraction(n, 36)
        here = there
        won.append(sum(here.values()))
    row = gamekit.in_a_row(fights)
    assert list(row.p_won) == won
    last = row.after[-1]
    for left, chance in here.items():
        law = row.ends
        weight = sum(w for end, w in law.items() if end.won == 3 and end.left == forced(left, 3))
        assert Fraction(weight, law.total) == chance, left
    assert last.total > 0
    assert "one combat with each enemy" in " ".join(map(str, row.basis))
