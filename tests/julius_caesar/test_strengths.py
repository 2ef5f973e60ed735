"""What is left of a side at the end of each round: against every face of every die, and against what else is known."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from gamekit import julius_caesar as jc

Left = tuple[int, int]


def volley(steps: int, firepower: int) -> list[int]:
    """The hits of every roll of a block's dice (7.4)."""
    return [sum(face <= firepower for face in faces) for faces in product(range(1, 7), repeat=steps)]


def one_against_one(left: Left, powers: Left, rounds: int) -> dict[Left, Fraction]:
    """Two blocks of one letter, the defender first (7.2); in round 4 the attacker leaves instead of firing (7.62)."""
    law = {left: Fraction(1)}
    for number in range(1, rounds + 1):
        for firing in (1, 0):
            if number == 4 and firing == 0:
                break
            after: dict[Left, Fraction] = {}
            for now, p in law.items():
                rolls = volley(now[firing], powers[firing]) if all(now) else [0]
                for hits in rolls:
                    hit = max(0, now[1 - firing] - hits)
                    end = (hit, now[1]) if firing else (now[0], hit)
                    after[end] = after.get(end, Fraction(0)) + p / len(rolls)
            law = after
    return law


@pytest.mark.clause("julius_caesar", "7.2", "7.4", "7.62")
@pytest.mark.parametrize(("own", "enemy"), [("C3/II", "C3/I"), ("C2/III", "C3/II"), ("C4/I", "C1/III")])
def test_one_against_one_by_every_face_of_every_die(own: str, enemy: str) -> None:
    battle = jc.Battle(jc.army(own), jc.army(enemy))
    left = battle.attacker[0].strength, battle.defender[0].strength
    powers = battle.attacker[0].firepower, battle.defender[0].firepower
    for place, side in enumerate(("attacker", "defender")):
        for rounds, law in battle.strengths(side).items():
            twin: dict[int, Fraction] = {}
            for end, p in one_against_one(left, powers, rounds).items():
                twin[end[place]] = twin.get(end[place], Fraction(0)) + p
            assert {n: law.p(n.__eq__) for n in law} == {n: p for n, p in twin.items() if p}, (side, rounds)


ARMIES = [
    ("Caesar, Legio 10, Equitatus 1", "Pompey, Navis 3, Legio 39", "Legio 8", "Elephant"),
    ("2 C3/III, A2/II", "B3/II, D2/III", "C2/III", "A1/I"),
]


@pytest.mark.parametrize(("own", "enemy", "join", "other"), ARMIES)
@pytest.mark.parametrize("numbers", [int, float])
def test_it_agrees_with_the_means_of_each_round_and_with_the_end(
    own: str, enemy: str, join: str, other: str, numbers: type
) -> None:
    sides = ("Caesar", "Pompey") if "Caesar" in own else (None, None)
    battle = jc.Battle(
        jc.army(own, sides[0]), jc.army(enemy, sides[1]), jc.army(join, sides[0]), jc.army(other, sides[1])
    )
    rounds, odds = battle.by_round(numbers), battle.odds(numbers)
    for side in ("attacker", "defender"):
        laws = battle.strengths(side, numbers)
        assert list(laws) == [1, 2, 3, 4]
        for number, law in laws.items():
            mean = rounds.loc[rounds["round"] == number, f"{side}_strength"].item()
            assert float(law.mean()) == pytest.approx(float(mean), abs=1e-12)
        end = odds.map(lambda end, side=side: getattr(end, f"{side}_strength"))
        assert set(laws[4]) == set(end)
        assert all(laws[4].p(n.__eq__) == pytest.approx(end.p(n.__eq__), abs=1e-12) for n in end)
        assert laws[4].basis == odds.basis


def test_a_side_that_is_none_is_refused() -> None:
    with pytest.raises(ValueError, match="side is 'Caesar'; it should be 'attacker' or 'defender'"):
        jc.Battle(jc.army("C3/I"), jc.army("C3/I")).strengths("Caesar")
