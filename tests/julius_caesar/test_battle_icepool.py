"""A third opinion by icepool: any number of C3/III against any number of C3/III.

All blocks being alike, a side is its total strength: so many dice it rolls, and so many hits it can take."""

from __future__ import annotations

from fractions import Fraction

import icepool
import pytest

from gamekit import julius_caesar as jc

FAMILY = [(n, m, first_strike) for n in (1, 2, 3, 4) for m in (1, 2, 3) for first_strike in (False, True)]


def hits(strength: int) -> icepool.Die[int]:
    return strength @ (icepool.d6 <= 3)


def defender_fires(attacker: int, defender: int) -> icepool.Die[tuple[int, int]]:
    return hits(defender).map(lambda taken: (max(attacker - taken, 0), defender))


def attacker_fires(attacker: int, defender: int) -> icepool.Die[tuple[int, int]]:
    return hits(attacker).map(lambda taken: (attacker, max(defender - taken, 0)))


def one_round(attacker: int, defender: int) -> icepool.Die[tuple[int, int]]:
    return defender_fires(attacker, defender).map(attacker_fires)


def first_strike_round(attacker: int, defender: int) -> icepool.Die[tuple[int, int]]:
    return attacker_fires(attacker, defender).map(defender_fires)


def battle(attackers: int, defenders: int, first_strike: bool) -> icepool.Die[tuple[int, int]]:
    """Both strengths left: three rounds, and in the fourth the defenders fire at those who must leave (7.2)."""
    start = 3 * attackers, 3 * defenders
    first = icepool.map(first_strike_round if first_strike else one_round, start, star=True)
    return icepool.map(one_round, first, star=True, repeat=2).map(defender_fires)


@pytest.mark.clause("julius_caesar", "7.2", "7.4", "E.Mars")
@pytest.mark.parametrize(("attackers", "defenders", "first_strike"), FAMILY)
@pytest.mark.long
def test_icepool_agrees_exactly(attackers: int, defenders: int, first_strike: bool) -> None:
    attacker, defender = (jc.army(f"{count} C3/III") for count in (attackers, defenders))
    odds = jc.Battle(attacker, defender, first_strike=first_strike).odds()
    strengths = odds.map(lambda end: (end.attacker_strength, end.defender_strength))
    right = battle(attackers, defenders, first_strike)
    assert {end: Fraction(weight, strengths.total) for end, weight in strengths.items()} == {
        end: right.probability(end) for end in right.outcomes() if right.probability(end)
    }


@pytest.mark.clause("julius_caesar", "7.2", "E.Mars")
@pytest.mark.parametrize(
    ("attackers", "defenders", "first_strike", "percent"),
    [(4, 4, False, "3.1%"), (4, 3, False, "43.1%"), (2, 2, False, "10.3%"), (2, 2, True, "50.7%")],
)
@pytest.mark.long
def test_known_chances_to_win(attackers: int, defenders: int, first_strike: bool, percent: str) -> None:
    chance = battle(attackers, defenders, first_strike).map(lambda attacker, defender: not defender).probability(True)
    assert f"{float(chance):.1%}" == percent
