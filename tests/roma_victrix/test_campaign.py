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
    worth = Fraction(random.randint(0, 12), 2), random.randint(0, 3), random.randint(0, 2)
    worth = (*worth, random.choice((0, Fraction(1, 3))))
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
    law, ends = other.ends(start), found.ends
    weights = {(end.won, names_of(end.army), end.operations): int(weight) for end, weight in ends.items()}
    assert {end: Fraction(weight, ends.total_weight) for end, weight in weights.items()} == law
    for number, chance in enumerate(found.p_won, 1):
        assert chance == sum(part for (won, _, _), part in law.items() if won >= number)
    return f"{other.beaten}, {'goes' if found.go else 'stays'}"


@pytest.mark.clause("roma_victrix", "3.34", "3.9", "5.31", "5.32", "5.33", "6.3")
@pytest.mark.long
def test_campaigns_by_every_die_of_every_combat(cases: Cases) -> None:
    seen = Counter(check(seed) for seed in range(cases(12, 1000)))
    assert min(seen[f"{beaten}, goes"] for beaten in BEATEN) > 1


@pytest.mark.clause("roma_victrix", "5.13", "5.16", "5.18", "5.19", "5.31", "6.3")
@pytest.mark.long
def test_what_is_left_after_each_combat_and_what_its_basis_names() -> None:
    found = rv.campaign(FIGHTS, 6)
    assert [law.p(lambda army: army.csp > 0) > 0 for law in found.after] == [True, True]
    assert found.after[0].mean(lambda army: army.csp) >= found.after[1].mean(lambda army: army.csp)
    lost = ARMY.csp - found.ends.mean(lambda end: end.army.csp)
    assert found.value == found.enemy_loss - lost + 5 * sum(found.p_won)
    giant = [rv.LandCombat(ARMY, rv.force("9 LGN", leader=4))]
    dear = rv.campaign(giant, 3, own_csp=9)
    assert (dear.go, dear.value, dear.p_won) == (False, 0, (0,))
    assert rv.campaign(giant, 3).go  # a small force has little to lose by percentages
    assert sum(not go for _, go in rv.campaign(FIGHTS, 4, prize=0, enemy_csp=Fraction(1, 2), own_csp=3).decided) > 0
    barbarians = rv.campaign([rv.LandCombat(rv.force("4 BI", 2), rv.force("2 HI, GAR", 1))], 2, by="rebuild")
    assert set(rv.ways_to_pay_loss(rv.force("4 BI"), 1)[0].basis) <= set(barbarians.basis)
    assert "a reduced BI counts 1 CSP (judged)" in barbarians.basis
    assert found in {rv.campaign(FIGHTS, 6)}
    basis = " ".join(rv.campaign(FIGHTS, 1).basis)
    assert "withdrawal" in basis
    assert "interception" in basis


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


@pytest.mark.parametrize(("fights", "asked", "said"), [
    ([], {}, "at least one combat"),
    ([FIGHTS[0], rv.LandCombat(rv.force("HI"), FOES[1])], {}, "another army"),
    (FIGHTS, {"objective": "wins"}, "the objective is 'wins'; did you mean 'win'"),
    ([rv.NavalCombat(rv.force("FLEET"), rv.force("FLEET"))], {}, "at sea"),
    ([rv.LandCombat(ARMY, FOES[0], interception=True)], {}, "combat 1 is an interception"),
    (FIGHTS, {"beaten": "stay"}, "did you mean 'stays'"),
    (FIGHTS, {"joining": "nver"}, "did you mean 'never'"),
    (FIGHTS, {"march": -1}, "the cost of a march is -1"),
    (FIGHTS[:1], {"objective": lambda result: float("nan")}, "the objective gives nan"),
    (FIGHTS, {"march": (0, 1, 1)}, "3 marches"),
])  # fmt: skip
def test_bad_campaigns(fights: list[rv.Combat], asked: dict[str, Any], said: str) -> None:
    pytest.raises(ValueError, lambda: rv.campaign(fights, **asked)).match(said)


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
