"""A chance that is guessed, and the dice that decide: exact chances, runs by the rules, the mean of the votes."""

import re
from fractions import Fraction

import pytest

from gamekit import aquileia as aq
from gamekit import julius_caesar as jc
from gamekit import roma_victrix as rv
from gamekit.lessons import history
from gamekit.lessons.predictions import Prediction, guess_verdict, historical_prediction
from gamekit.lessons.votes import Votes

BATTLE = jc.Battle(jc.army("Caesar, Legio 10", "Caesar"), jc.army("Pompey, Legio 1", "Pompey"))
COMBAT = rv.LandCombat(rv.force("3 HI, 2 AUX, 4 CAV", leader=1), rv.force("3 HI, 3 AUX, 1 CAV, GAR", leader=1))
ARENA = aq.example_contests()["arena"]


@pytest.mark.parametrize(("asked", "faces"), [
    (Prediction(COMBAT, "attacker"), 2), (Prediction(ARENA, "Kiko"), 11), (Prediction(BATTLE, "defender"), 0),
])  # fmt: skip
def test_what_happens_in_many_runs_is_near_the_chance(asked: Prediction, faces: int) -> None:
    runs = [asked.play(seed) for seed in range(40)]
    share, chance = sum(run.happened for run in runs) / len(runs), float(asked.chance)
    assert abs(share - chance) < 4 * (chance * (1 - chance) / len(runs)) ** 0.5
    assert {face for run in runs for throw in run.throws for face in throw.faces} == set(range(1, 7))
    assert not faces or all(sum(len(throw.faces) for throw in run.throws) == faces for run in runs)
    assert asked.play(7) == Prediction(asked.thing, asked.side).play(7) != asked.play(8)


def test_the_dice_of_a_battle_count_by_firepower_and_decide_it() -> None:
    for seed in range(20):
        run = Prediction(BATTLE, "attacker").play(seed)
        by_name = {"Caesar": 3, "Pompey": 3, "Legio 10": 4, "Legio 1": 2}
        for throw in run.throws:
            assert throw.counts == tuple(face <= by_name[throw.who] for face in throw.faces)
        assert run.happened != Prediction(BATTLE, "defender").play(seed).happened


def test_a_combat_is_decided_by_its_two_dice_with_the_best_split() -> None:
    for seed in range(30):
        run = Prediction(COMBAT, "defender").play(seed)
        (a,), (d,) = (throw.faces for throw in run.throws)
        assert run.happened == (COMBAT.best_split(a, d, "win").result.winner == "defender")


def test_chances_are_those_of_the_games() -> None:
    assert Prediction(ARENA, "Kiko").chance == Fraction(304, 6561)
    assert Prediction(COMBAT, "attacker").chance == Fraction(13, 18)
    assert Prediction(BATTLE, "attacker").chance + Prediction(BATTLE, "defender").chance == 1
    assert historical_prediction("Pharsalus", "value").chance == history.p_side_a_wins("Pharsalus", "value")
    assert (historical_prediction("Pharsalus").side, historical_prediction("Cannae").side) == ("defender", "attacker")


def test_the_mean_of_the_votes_counts_every_hand_once() -> None:
    assert Votes().with_hands_in_band(0, 2).with_hands_in_band(4, 6).mean == Fraction(2 * 10 + 6 * 90, 8)
    assert Votes((1, 0, 0, 0, 0), guess_percent=30).mean == 20
    asked = Prediction(COMBAT, "attacker")  # 72.2%
    assert guess_verdict(Votes(guess_percent=72), asked) == "The class was right to the point"
    assert guess_verdict(Votes(guess_percent=60), asked) == "The class was 12 points too low"
    assert guess_verdict(Votes(guess_percent=80), asked) == "The class was 8 points too high"
    pytest.raises(ValueError, lambda: guess_verdict(Votes(), asked)).match("vote first")
    pytest.raises(ValueError, lambda: Votes().with_hands_in_band(1, 100)).match(
        "hands are counted from 0 to 99, not 100"
    )


def test_what_cannot_be_asked_is_refused() -> None:
    with pytest.raises(ValueError, match="a guess is about a battle, a combat or a contest, not 5"):
        Prediction(5, "attacker")
    with pytest.raises(
        ValueError, match=re.escape("there is no side 'Ada'; it should be one of Stefan, Giorgio, Kiko")
    ):
        Prediction(ARENA, "Ada")
