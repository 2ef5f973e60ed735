"""The fight step by step: it follows the rules, and its odds never jump but by what happened."""

from fractions import Fraction
from math import comb
from random import Random
from typing import Any

import pytest

from gamekit import julius_caesar as jc

TANGLED = jc.Battle(
    jc.army("Caesar/1, Legio 8/1", "Caesar"),
    jc.army("Ballista/1, Legio 1/1", "Pompey"),
    jc.army("Ballista, Legio 13/1", "Caesar"),
    jc.army("Cleopatra/1, Elephant/2", "Pompey"),
)


def every_course(fight: jc.Fight, seen: dict[Any, Fraction]) -> Fraction:
    """The attacker's chance from here, by every roll of every turn; hits as the standing orders take them."""
    key = fight.position
    if key not in seen:
        if fight.is_over:
            seen[key] = Fraction(jc.attacker_wins(fight.outcome))
        elif fight.hits_to_take:
            seen[key] = every_course(fight.take_hit(), seen)
        elif fight.turn.must_leave:
            seen[key] = every_course(fight.leave(), seen)
        else:
            turn, mean = fight.turn, Fraction(0)
            for hits in range(turn.dice + 1):
                weight = comb(turn.dice, hits) * turn.firepower**hits * (6 - turn.firepower) ** (turn.dice - hits)
                after = fight.fire((1,) * hits + (6,) * (turn.dice - hits))
                mean += Fraction(weight, 6**turn.dice) * every_course(after, seen)
            seen[key] = mean
        assert fight.odds().p(jc.attacker_wins) == seen[key], str(fight)
    return seen[key]


@pytest.mark.clause("julius_caesar", "7.52", "7.6")
@pytest.mark.parametrize(("attacker", "defender", "flags"), [
    ("A1/I", "Cleopatra/1", {}),
    ("B1/I", "Cleopatra/1, D1/I", {}),
    ("D1/I", "Cleopatra/1, A1/I", {"first_strike": True}),
    ("Cleopatra/1, D1/I", "A1/I", {"cut_off": True}),
    ("Cleopatra/1, A1/I", "D1/I", {"cut_off": True, "reading": "online"}),
    ("D1/I", "Cleopatra/1, A1/I", {"reading": "online"}),
    ("C1/II, D2/I", "Cleopatra/1, C2/I", {"reading": "online"}),
    ("Cleopatra/1, C2/I", "C1/I, B1/I", {"reading": "online", "first_strike": True}),
])  # fmt: skip
def test_cleopatra_who_changes_sides_has_one_turn_a_round(attacker: str, defender: str, flags: dict[str, Any]) -> None:
    rows = (jc.army(attacker, "Caesar"), jc.army(defender, "Pompey"))
    assert 0 < every_course(jc.Fight(jc.Battle(*rows, **flags)), {}) < 1


@pytest.mark.clause("julius_caesar", "7.2", "7.6")
def test_nobody_leaves_in_round_one_and_attackers_must_in_round_four() -> None:
    fight = jc.Fight(jc.Battle(jc.army("A1/I, C1/I"), jc.army("B1/II")))
    pytest.raises(ValueError, fight.leave).match("nobody leaves in round 1")
    while fight.position.round < 4:
        fight = fight.fire((6,) * fight.turn.dice)
    pytest.raises(ValueError, lambda: fight.fire((1,))).match("must leave in round 4")
    pytest.raises(ValueError, fight.pass_turn).match("must leave in round 4")
    fight = fight.leave()
    assert not fight.overridden
    fight = fight.fire((6, 6)).leave()
    assert fight.is_over
    assert fight.outcome == jc.Outcome((("A1 #1", 1), ("C1 #1", 1)), (("B1 #1", 2),), "attacker")


@pytest.mark.clause("julius_caesar", "7.63")
def test_a_defender_may_leave_from_round_two() -> None:
    fight = jc.Fight(jc.Battle(jc.army("A1/I"), jc.army("B1/II"))).fire((6,)).fire((6, 6)).fire((6,)).leave()
    assert fight.is_over
    assert fight.overridden
    assert fight.outcome.withdrew == "defender"


def test_overriding_is_said_and_the_odds_follow() -> None:
    fight = jc.Fight(jc.Battle(jc.army("A6/I"), jc.army("B2/II, C3/II"))).fire((1,))
    assert not fight.take_hit().overridden
    other = fight.take_hit(1)
    assert other.overridden
    assert other.odds() != fight.take_hit().odds()
    pytest.raises(ValueError, lambda: fight.take_hit(5)).match("slot 5 may not take this hit; the strongest are 0, 1")


def test_wasted_hits_are_counted() -> None:
    fight = jc.Fight(jc.Battle(jc.army("A6/III"), jc.army("B2/I"))).fire((1, 1, 1)).take_hit()
    assert fight.is_over
    assert (fight.log[-1].hits, fight.log[-1].wasted) == (3, 2)


@pytest.mark.parametrize(("act", "said"), [
    (lambda fight: fight.fire((1, 2)), "rolls 3 dice, faces 1 to 6"),
    (lambda fight: fight.fire((1, 2, 7)), "faces 1 to 6"),
    (lambda fight: fight.fire(5), "faces 1 to 6, not 5"),
    (lambda fight: fight.take_hit(), "no hit is to be taken"),
    (lambda fight: fight.fire((1, 2, 3)).pass_turn(), "2 hits are still to be taken"),
    (lambda fight: fight.play_to_end(Random(1)).pass_turn(), "the battle is over"),
])  # fmt: skip
def test_steps_out_of_order_say_why(act: object, said: str) -> None:
    fight = jc.Fight(jc.Battle(jc.army("A2/III"), jc.army("B2/II")))
    pytest.raises(ValueError, lambda: act(fight)).match(said)  # type: ignore[operator]


def test_the_same_seed_fights_the_same_battle() -> None:
    ends = {str(jc.Fight(TANGLED).play_to_end(Random(49))) for _ in range(2)}
    assert len(ends) == 1
    by_turns, random = jc.Fight(TANGLED), Random(49)
    while not by_turns.is_over:
        by_turns = by_turns.play_next_turn(random)
    assert {str(by_turns)} == ends
