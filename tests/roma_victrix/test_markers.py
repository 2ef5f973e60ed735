"""Initiative is drawn marker by marker, and a leader dies with his last unit."""

from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

from gamekit import roma_victrix as rv
from gamekit.roma_victrix import rules
from gamekit.roma_victrix.state import Due


@pytest.mark.clause("roma_victrix", "3.52", "4.2")
def test_initiative_is_drawn_without_looking() -> None:
    """One marker after the other, each as likely, those drawn not put back."""
    state = rules.initial_state("second_punic_war")
    random, drawn = Random(3), []
    while len(drawn) < 4:
        law = rules.chance_outcomes(state) if rules.current_player(state) == "chance" else None
        if state.agenda[-1].phase == Due.INITIATIVE and law is not None:
            assert len(set(law.values())) == 1
            drawn.append({action.name for action in law})
        state = rules.apply(state, law.sample(random) if law else random.choice(rules.legal_actions(state)))
    assert all(after < before and len(after) == len(before) - 1 for before, after in pairwise(drawn))


@pytest.mark.parametrize(
    "text", ["HI, GAR", "LGN, GAR", "HI", "2 HI", "LGN, HI", "HI, AUX", "GAR", "AUX, GAR", "HI, LIMES"]
)
def test_a_leader_dies_with_his_last_unit_whatever_marker_is_left(text: str) -> None:
    """3.34 b, 5.31 steps 9 to 11, 10.57: of every roll, each way to pay the loss in whole counters."""
    fight = rv.LandCombat(rv.force("6 LGN", leader=3), rv.force(text, leader=3))
    law = fight.odds("win")
    dies = holds = gone = stays = Fraction(0)
    units = any(stack.unit not in ("GAR", "LIMES") for stack in fight.defender.stacks)
    for result, weight in law.items():
        share = Fraction(weight, law.total_weight)
        left = [way.left.stacks for way in rv.ways_to_pay_loss(fight.defender, result.defender_loss)]
        unit = units and any(stack.unit not in ("GAR", "LIMES") for stacks in left for stack in stacks)
        beaten = result.winner == "attacker"
        dies += share * (1 if not unit else Fraction(1, 6) if beaten else 0)
        holds += share * (not beaten and any(left))
        gone += share * (not unit if beaten else not any(left))
        stays += share * (beaten and unit)
    found = fight.compare_defender_choices().set_index("choice")
    assert fight.p_leader_dies("defender") == found.p_leader_dies["fight"] == dies
    assert (found.p_holds["fight"], found.p_gone["fight"]) == (holds, gone)
    if units:
        assert found.p_holds["fight and stay"] == holds + stays * found.p_works["fight and stay"]
