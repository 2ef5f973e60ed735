"""Markers and cards that change no fight: turns, initiative, clients and allies, a look at a stack."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from random import Random

import pytest

from gamekit import roma_victrix as rv
from gamekit.roma_victrix import rules
from gamekit.roma_victrix.state import Due

CLIENT = rv.force("2 HI, 2 CAV, FLEET", leader=2)


@pytest.mark.clause("roma_victrix", "3.51", "3.57", "10.36")
def test_a_turn_matters_only_to_what_is_rolled_every_turn() -> None:
    one = rv.chance("capital rebuilding")
    assert one.then(lambda first: one.map(lambda second: first + second)) == rv.chance("capital rebuilding", times=2)
    assert rv.chance("capital rebuilding", times=0).p(lambda more: more == 0) == 1
    assert 1 - (1 - rv.chance("pillage removal").p(bool)) ** 2 == Fraction(5, 9)


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


@pytest.mark.clause("roma_victrix", "3.55", "5.33", "11.13", "11.23", "14.2 Ally or Client State Changes Allegiance")
def test_a_client_fights_the_same_for_whom_it_fights() -> None:
    """The card hands over leaders and units for good. Whose they are is asked by limes and garrisons alone, and those
    ask for Romans, which a client never is; at home it need not retreat, and its new supreme leader has to call it."""
    foe = rv.force("3 LGN, AUX", leader=1)
    before, after = (
        rv.LandCombat(CLIENT.of_kind("land"), rv.force(str(foe), 1, roman=roman)) for roman in (True, False)
    )
    assert before.odds() == after.odds()
    assert before.modifiers == after.modifiers
    assert rv.chance("activation", 4).p(bool) == 2 * rv.chance("activation", 1).p(bool) == Fraction(1, 3)
    ready = rv.force("LGN, LIMES", roman=True)
    assert rv.LandCombat(CLIENT.of_kind("land"), ready).defender.csp == 6  # limes face a client, whoever owns it
    with pytest.raises(ValueError, match="LIMES do not defend against Romans"):
        rv.LandCombat(rv.force("2 HI", roman=True), ready)


@pytest.mark.clause("roma_victrix", "3.56", "14.2 Intelligence")
def test_a_look_at_a_stack_changes_what_one_knows_and_not_what_happens() -> None:
    """The chance before the look is the mean of the chances after it; and the marker seen is drawn more seldom."""
    army, hidden = rv.force("3 LGN, CAV", leader=2), rv.raised_force("Barbarian Raid", infantry=60)
    chances = {band: rv.LandCombat(army, band).odds().p(rv.attacker_wins) for band in hidden}
    unseen = sum(chances[band] * hidden[band] for band in hidden) / Fraction(hidden.total)
    assert len(set(chances.values())) > 2
    assert min(chances.values()) < unseen < max(chances.values())
    for number in range(1, 11):
        left = rv.barbari_incognita(out=[number]).p(lambda drawn, seen=number: drawn == seen)
        assert left == Fraction(3, 39)  # three of its four are left among 39
        assert rv.barbari_incognita(out=[number] * 4).p(lambda drawn, seen=number: drawn == seen) == 0
    again = sum(rv.barbari_incognita(out=[seen]).mean() for seen in range(1, 11)) / 10
    assert again == rv.barbari_incognita().mean()


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
        share = Fraction(weight, law.total)
        left = [way.left.stacks for way in rv.pay(fight.defender, result.defender_loss)]
        unit = units and any(stack.unit not in ("GAR", "LIMES") for stacks in left for stack in stacks)
        beaten = result.winner == "attacker"
        dies += share * (1 if not unit else Fraction(1, 6) if beaten else 0)
        holds += share * (not beaten and any(left))
        gone += share * (not unit if beaten else not any(left))
        stays += share * (beaten and unit)
    found = fight.compare().set_index("choice")
    assert fight.leader_dies("defender") == found.p_leader_dies["fight"] == dies
    assert (found.p_holds["fight"], found.p_gone["fight"]) == (holds, gone)
    if units:
        assert found.p_holds["fight and stay"] == holds + stays * found.p_works["fight and stay"]
