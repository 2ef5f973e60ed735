"""A step's branches: their chances, who loses what, and the chance after each, against dice rolled face by face."""

from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import pytest

from gamekit import aquileia as aq
from gamekit import julius_caesar as jc
from gamekit import roma_victrix as rv
from gamekit.lessons.predictions import Prediction, historical_prediction
from gamekit.lessons.probability_tree import Node, first_node, nodes_along

DUEL = jc.Battle(jc.army("C3/II"), jc.army("C2/I"))
BATTLE = jc.Battle(jc.army("Caesar, Legio 10", "Caesar"), jc.army("Pompey, Legio 1/II", "Pompey"))
COMBAT = rv.LandCombat(rv.force("3 HI, 2 AUX, 4 CAV", leader=1), rv.force("3 HI, 3 AUX, 1 CAV, GAR", leader=1))
ARENA = aq.example_contests()["arena"]
ASKED = [
    Prediction(DUEL, "attacker"), Prediction(BATTLE, "defender"), historical_prediction("Zela", "heads"),
    Prediction(COMBAT, "defender"), Prediction(ARENA, "Kiko"),
]  # fmt: skip


@cache
def duel(strengths: tuple[int, int], round: int, defending: bool) -> Fraction:
    """7.2, 7.4, 7.62: a C3 attacks a C2, the defender first, face by face; the attacker leaves in round 4."""
    attacker, defender = strengths
    if not defender:
        return Fraction(1)
    if not attacker or (round == 4 and not defending):
        return Fraction(0)
    dice, fire = (defender, 2) if defending else (attacker, 3)
    total = Fraction(0)
    for faces in product(range(1, 7), repeat=dice):
        hits = sum(face <= fire for face in faces)
        left = (max(0, attacker - hits), defender) if defending else (attacker, max(0, defender - hits))
        total += duel(left, round if defending else round + 1, not defending)
    return total / 6**dice


def test_each_chance_of_a_duel_is_that_of_dice_rolled_face_by_face() -> None:
    root = first_node(Prediction(DUEL, "attacker"))
    assert root.p_win_from_here == duel((2, 1), 1, defending=True)
    hit = next(branch for branch in root.branches if branch.count == 1)
    assert (hit.chance, hit.then.p_win_from_here) == (Fraction(1, 3), duel((1, 1), 1, defending=False))
    miss = root.branches[0].then
    assert [branch.chance for branch in miss.branches] == [Fraction(1, 4), Fraction(1, 2), Fraction(1, 4)]
    assert [branch.then.p_win_from_here for branch in miss.branches] == [duel((2, 1), 2, defending=True), 1, 1]
    assert miss.branches[2].wasted == 1


@pytest.mark.parametrize("asked", ASKED)
def test_chances_sum_to_one_and_lead_back_to_the_chance_before(asked: Prediction) -> None:
    step, steps = first_node(asked), 0
    assert step.p_win_from_here == asked.chance
    random = Random(49)
    while not step.is_over and steps < 200:
        assert sum(branch.chance for branch in step.branches) == 1
        assert sum(branch.chance * branch.then.p_win_from_here for branch in step.branches) == step.p_win_from_here
        step, steps = step.random_branch(random).then, steps + 1
    assert steps > 1
    assert not step.is_over or (step.p_win_from_here in (0, 1) and step.branches == ())


def test_who_loses_the_step_is_the_strongest_and_leaving_is_no_throw() -> None:
    step = first_node(Prediction(BATTLE, "attacker"))
    assert (str(step.thrower_name), step.throwing_side, step.dice_count, step.highest_hit) == (
        "Caesar",
        "attacker",
        3,
        3,
    )
    taken = step.branches[3].taken
    assert taken[0] == ("defender", "Pompey", 3, 2)
    assert sorted(one[1] for one in taken[1:]) == ["Legio 1", "Pompey"]
    while not step.is_over and not step.branches[0].leaves:
        step = step.branches[0].then
    assert step.round == 4
    assert [branch.chance for branch in step.branches] == [1]


def test_a_path_is_walked_and_one_that_is_not_there_is_refused() -> None:
    steps = nodes_along(Prediction(ARENA, "Kiko"), (3, 0, 3))
    assert [step.throwing_side for step in steps] == ["Stefan", "Giorgio", "Kiko", ""]
    assert steps[-1] == Node(steps[0].asked, steps[-1].at)
    pytest.raises(ValueError, lambda: nodes_along(Prediction(ARENA, "Kiko"), (7,))).match("no branch with 7 here")
