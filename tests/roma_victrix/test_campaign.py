"""Several combats in a row against a twin that plays every roll and shares no code."""

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest

from gamekit import roma_victrix as rv
from gamekit.roma_victrix.odds.campaign import BEATEN
from tests.cases import Cases
from tests.roma_victrix import twin
from tests.roma_victrix.generators import names_of

ARMY = rv.force("3 HI, AUX, CAV", leader=2)
FOES = (rv.force("HI, AUX", leader=1), rv.force("2 HI, GAR"))
FIGHTS = [rv.LandCombat(ARMY, foe) for foe in FOES]


def some_force(random: Random, kinds: tuple[str, ...], most: int, more: tuple[str, ...] = ()) -> str:
    units = [random.choice(("", "", "r")) + random.choice(kinds) for _ in range(random.randint(1, most))]
    return ", ".join([*units, *more])


def some_campaign(random: Random, beaten: str) -> tuple[rv.Campaign, twin.CampaignTwin, tuple[Any, ...]]:
    rating, points, march = random.randint(0, 4), random.randint(1, 3), random.randint(0, 1)
    army = some_force(random, ("LGN", "HI", "AUX", "BI", "CAV", "HC"), 4)
    foes = []
    for _ in range(random.randint(1, 2)):
        markers = random.choice(((), ("GAR",), ("LIMES",), ("GAR", "rLIMES")))
        card = random.choice(((), (), (), ("attacker",), ("defender",)))
        foes.append((some_force(random, ("LGN", "HI", "AUX", "CAV"), 3, markers), random.randint(0, 4), card))
    worth = (
        Fraction(random.randint(0, 12), 2),
        random.randint(0, 3),
        random.randint(0, 2),
        random.choice((0, Fraction(1, 3))),
    )
    objective = random.choice(rv.OBJECTIVES)
    by, enemy_by = random.choice(("csp", "rebuild", "cavalry")), random.choice(("csp", "rebuild", "cavalry"))
    joining = random.choice(("never", "always", "best"))
    both_gone, alone = random.choice(("nobody", "5.31")), random.choice(("5.31", "stands"))
    mine = rv.force(army, rating)
    fights = [rv.LandCombat(mine, rv.force(units, leader), advantage=card) for units, leader, card in foes]
    found = rv.campaign(
        fights, points, march=march, prize=worth[0], own_csp=worth[1], enemy_csp=worth[2], op=worth[3],
        objective=objective, by=by, enemy_by=enemy_by, beaten=beaten, joining=joining,
        wiped_out=both_gone, beaten_alone=alone,
    )  # fmt: skip
    others = [
        (names_of(rv.force(units)), leader, (2 * ("attacker" in card), 2 * ("defender" in card)))
        for units, leader, card in foes
    ]
    rulings = joining, both_gone, alone
    other = twin.CampaignTwin(rating, others, march, worth, objective, by, enemy_by, beaten, *rulings)
    return found, other, other.start(names_of(mine), points)


def check(seed: int) -> str:
    found, other, start = some_campaign(Random(seed), BEATEN[seed % len(BEATEN)])
    going = other.going(start)
    assert (found.value, found.go) == (max(0, going), going > 0)
    law = other.ends(start)
    assert {
        (end.won, names_of(end.army), end.operations): Fraction(int(weight), found.ends.total_weight)
        for end, weight in found.ends.items()
    } == law
    for number, chance in enumerate(found.p_won, 1):
        assert chance == sum(part for (won, _, _), part in law.items() if won >= number)
    return f"{other.beaten}, {'goes' if found.go else 'stays'}"


@pytest.mark.clause("roma_victrix", "5.31", "5.32", "5.33", "6.3")
@pytest.mark.long
def test_campaigns_by_every_die_of_every_combat(cases: Cases) -> None:
    seen = Counter(check(seed) for seed in range(cases(12, 1000)))
    assert min(seen[f"{beaten}, goes"] for beaten in BEATEN) > 1


@pytest.mark.clause("roma_victrix", "5.13", "5.31", "6.3")
def test_what_is_left_after_each_combat() -> None:
    found = rv.campaign(FIGHTS, 6)
    assert len(found.after) == len(found.p_won) == 2
    assert found.p_won[0] >= found.p_won[1] > 0
    assert found.after[0].mean(lambda army: army.csp) >= found.after[1].mean(lambda army: army.csp)
    joined = rv.campaign(FIGHTS, 6, joining="always").after[1]
    assert all(army.stacks == army.recombined().stacks for army in joined)
    assert any(army != army.recombined() for army in found.after[1])
    assert found.ends.p(lambda end: end.won == 2) == found.p_won[1]
    csp = found.ends.mean(lambda end: end.army.csp)
    value = found.enemy_loss - (ARMY.csp - csp) + 5 * sum(found.p_won)
    assert found.value == value
    barbarians = rv.campaign([rv.LandCombat(rv.force("4 BI", 2), rv.force("2 HI, GAR", 1))], 2, by="rebuild")
    assert set(rv.ways_to_pay_loss(rv.force("4 BI"), 1)[0].basis) <= set(barbarians.basis)
    assert "a reduced BI counts 1 CSP (judged)" in barbarians.basis
    assert found in {rv.campaign(FIGHTS, 6)}


@pytest.mark.clause("roma_victrix", "5.16", "5.18", "5.19")
@pytest.mark.long
def test_stopping() -> None:
    giant = rv.force("9 LGN", leader=4)
    assert rv.campaign([rv.LandCombat(ARMY, giant)], 3).go  # a small force has little to lose by percentages
    dear = rv.campaign([rv.LandCombat(ARMY, giant)], 3, own_csp=9)
    assert (dear.go, dear.value, dear.p_won) == (False, 0, (0,))
    assert not rv.campaign(FIGHTS, 0).go
    reluctant = rv.campaign(FIGHTS, 4, prize=0, enemy_csp=Fraction(1, 2), own_csp=3)
    assert reluctant.value < rv.campaign(FIGHTS, 4).value
    assert sum(not go for _, go in reluctant.decided) > 0
    assert rv.campaign(FIGHTS, 4, op=1).value < rv.campaign(FIGHTS, 4).value
    assert rv.campaign(FIGHTS, 4, march=(0, 9)).p_won[1] == 0


@pytest.mark.clause("roma_victrix", "10.55")
def test_a_lone_roman_garrison_falls_to_romans_without_combat() -> None:
    romans = rv.force("6 HI, 2 CAV", leader=1, roman=True)
    fight = rv.LandCombat(romans, rv.force("HI, GAR", leader=4, roman=True))
    march = rv.campaign([fight], 1, own_csp=0, beaten="at home")
    taken = fight.odds().p(lambda result: result.defender_loss >= 3 and result.winner != "defender")
    assert march.p_won == (taken,)  # the HI is gone, and no OP is left to attack
    assert 0 < taken < 1
    assert march.ends.p(lambda end: end.operations == 0) == 1


@pytest.mark.clause("roma_victrix", "3.34", "5.31")
def test_an_army_wiped_out_has_not_won_and_has_no_leader() -> None:
    fight = rv.LandCombat(rv.force("HI", 1), rv.force("HI", 1))
    once = rv.campaign([fight], 1)
    assert once.p_won == (Fraction(7, 18),)  # 15 of 36 throws, in one of which nobody is left
    assert rv.campaign([fight], 1, wiped_out="5.31").p_won == (Fraction(5, 12),)
    gone = [end for end in once.ends if not end.army.stacks]
    assert gone
    assert {(end.won, end.army.leader) for end in gone} == {(0, 0)}
    assert "both wiped out, nobody has won (judged)" in once.basis
    assert "both wiped out, the lower per cent has won (5.31 step 8)" in rv.campaign([fight], 1, wiped_out="5.31").basis


@pytest.mark.clause("roma_victrix", "5.31")
def test_the_higher_per_cent_is_beaten_though_the_enemy_is_gone() -> None:
    fight = rv.LandCombat(rv.force("6 HI"), rv.force("GAR", 0), printed=[("numerical", "attacker", 0)])
    gone = fight.odds().p(lambda result: result.defender_left == 0)
    beaten = fight.odds().p(lambda result: result.defender_left == 0 and result.winner == "defender")
    won = rv.campaign([fight], 1, own_csp=0).p_won[0]
    stands = rv.campaign([fight], 1, own_csp=0, beaten_alone="stands").p_won[0]
    lone = fight.odds().p(lambda result: result.defender_left > 0 and result.winner == "attacker")
    assert beaten > 0
    assert won == gone - beaten + lone  # a lone garrison that is beaten is eliminated (10.57)
    assert stands == gone + lone


@pytest.mark.clause("roma_victrix", "6.3", "X.11")
def test_joining_reduced_units_is_a_choice() -> None:
    hannibal = rv.force("6 HI, 2 rHI, 5 CAV", leader=4)
    assert (hannibal.csp, hannibal.recombined().csp, hannibal.recombined("CAV").csp) == (32, 31, 32)
    fight = rv.LandCombat(hannibal, rv.force("4 LGN, HI, 2 AUX, 2 CAV, GAR", leader=1))
    worths = {how: rv.campaign([fight, fight], 2, joining=how).value for how in ("never", "always", "best")}
    assert worths["best"] >= max(worths["never"], worths["always"])
    weak = rv.LandCombat(rv.force("HI, rHI", 1), rv.force("2 HI", 1))
    assert any("2 rHI" in str(army) for army in rv.campaign([weak, weak], 4).after[0])
    assert not any("2 rHI" in str(army) for army in rv.campaign([weak, weak], 4, joining="always").after[0])
    pytest.raises(ValueError, lambda: rv.campaign([fight], joining="nver")).match("did you mean 'never'")


def test_what_a_campaign_leaves_out_is_named() -> None:
    basis = " ".join(rv.campaign(FIGHTS, 1).basis)
    assert "withdrawal" in basis
    assert "interception" in basis


@pytest.mark.clause("roma_victrix", "3.34", "5.31", "3.9")
def test_a_leader_goes_with_his_last_land_unit_though_the_garrison_stands() -> None:
    foe = rv.force("HI, GAR", leader=4)
    found = rv.campaign([rv.LandCombat(rv.force("6 HI, 2 CAV", 1), foe)], 3, beaten="at home", own_csp=0)
    assert {stage.foe.leader for stage, _ in found.decided if str(stage.foe) == "GAR"} == {0}


def test_bad_campaigns() -> None:
    pytest.raises(ValueError, lambda: rv.campaign([])).match("at least one combat")
    with pytest.raises(ValueError, match="another army"):
        rv.campaign([FIGHTS[0], rv.LandCombat(rv.force("HI"), FOES[1])])
    with pytest.raises(ValueError, match="the objective is 'wins'; did you mean 'win'"):
        rv.campaign(FIGHTS, objective="wins")
    with pytest.raises(ValueError, match="at sea"):
        rv.campaign([rv.NavalCombat(rv.force("FLEET"), rv.force("FLEET"))])
    with pytest.raises(ValueError, match="combat 1 is an interception"):
        rv.campaign([rv.LandCombat(ARMY, FOES[0], interception=True)])
    pytest.raises(ValueError, lambda: rv.campaign(FIGHTS, beaten="stay")).match("did you mean 'stays'")
    pytest.raises(ValueError, lambda: rv.campaign(FIGHTS, march=-1)).match("the cost of a march is -1")
    with pytest.raises(ValueError, match="the objective gives nan"):
        rv.campaign(FIGHTS[:1], 1, objective=lambda result: float("nan"))
    pytest.raises(ValueError, lambda: rv.campaign(FIGHTS, march=(0, 1, 1))).match("3 marches")


def test_a_campaign_that_would_take_minutes_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamekit.roma_victrix.odds.campaign.MOST_STAGES", 20)
    army = rv.force("8 HI, 3 AUX, 5 CAV", 4)
    fights = [rv.LandCombat(army, rv.force("8 LGN, 4 AUX, 4 CAV, GAR", 1)) for _ in range(4)]
    with pytest.raises(ValueError, match="more than the 20 stages that are played out; give fewer OP"):
        rv.campaign(fights, 9, march=0, beaten="at home")
    assert rv.campaign(fights, 3).go


def test_a_march_costs_a_point_where_nothing_is_said() -> None:
    said = [rv.campaign(FIGHTS, 3, march=march).value for march in (0, 1, 2)]
    assert (rv.campaign(FIGHTS, 3).value, len(set(said))) == (said[1], 3)
