"""Several combats in a row against plain recursion over every roll."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random

import pytest

from gamekit import roma_victrix as rv

ARMY = rv.force("3 HI, AUX, CAV", leader=2)
FOES = (rv.force("HI, AUX", leader=1), rv.force("2 HI, GAR"))
FIGHTS = [rv.LandCombat(ARMY, foe) for foe in FOES]


@cache
def plain(
    army: rv.Force, foes: tuple[rv.Force, ...], points: int, prize: Fraction, beaten: str, again: bool, first: bool
) -> Fraction:
    """What a campaign is worth: every roll of every combat, one after the other."""
    cost = 1 if again or first else 2
    if not foes or points < cost:
        return Fraction(0)
    total = Fraction(0)
    fight = rv.LandCombat(army, foes[0])
    for a in range(1, 7):
        for d in range(1, 7):
            result = fight.best_split(a, d, "win").result
            mine = paid(army, result.attacker_loss).recombined()
            theirs = paid(foes[0], result.defender_loss)
            gain = Fraction(foes[0].csp - theirs.csp - (army.csp - mine.csp))
            branches = outcomes(foes, theirs, result, beaten, fight)
            for chance, rest, won in branches:
                after = gain + (prize if won else 0)
                if mine.stacks and rest is not None:
                    after += plain(mine, rest, points - cost, prize, beaten, not won, False)
                total += chance * after / 36
    return max(Fraction(0), total)


@cache
def paid(force: rv.Force, loss: int) -> rv.Force:
    return rv.pay(force, loss)[0].left


def outcomes(
    foes: tuple[rv.Force, ...], theirs: rv.Force, result: rv.Result, beaten: str, fight: rv.Combat
) -> list[tuple[Fraction, tuple[rv.Force, ...] | None, bool]]:
    if not theirs.stacks:
        return [(Fraction(1), foes[1:], True)]
    if result.winner == "draw":
        return [(Fraction(1), (theirs, *foes[1:]), False)]
    if result.winner == "defender":
        return [(Fraction(1), None, False)]
    if beaten == "retreats":
        return [(Fraction(1), foes[1:], True)]
    dies = fight.leader_killed(result, "defender")
    found: list[tuple[Fraction, tuple[rv.Force, ...] | None, bool]] = []
    for chance, leader in ((1 - dies, theirs.leader), (dies, 0)):
        holds = Fraction(max(1, leader), 6) if beaten == "stays" else Fraction(1)
        led = rv.Force(theirs.stacks, leader)
        found += [(chance * holds, (led, *foes[1:]), False), (chance * (1 - holds), foes[1:], True)]
    return [branch for branch in found if branch[0]]


@pytest.mark.clause("roma_victrix", "5.31", "5.32", "5.33", "6.3")
@pytest.mark.parametrize(("beaten", "points"), [("retreats", 3), ("stays", 2), ("at home", 2), ("retreats", 1)])
def test_campaigns_by_plain_recursion(beaten: str, points: int) -> None:
    found = rv.campaign(FIGHTS, points, beaten=beaten)
    assert found.value == plain(ARMY, FOES, points, Fraction(5), beaten, False, True)
    assert found.go


def test_random_small_campaigns() -> None:
    random = Random(4)
    for _ in range(4):
        army = rv.force(f"{random.randint(1, 3)} HI, {random.randint(1, 2)} CAV", random.randint(0, 4))
        foe = rv.force(f"{random.randint(1, 3)} AUX, rHI", random.randint(0, 4))
        found = rv.campaign([rv.LandCombat(army, foe)], 2, prize=Fraction(7, 2), beaten="stays")
        assert found.value == plain(army, (foe,), 2, Fraction(7, 2), "stays", False, True)


@pytest.mark.clause("roma_victrix", "5.13", "5.31", "6.3")
def test_what_is_left_after_each_combat() -> None:
    found = rv.campaign(FIGHTS, 6)
    assert len(found.after) == len(found.p_won) == 2
    assert found.p_won[0] >= found.p_won[1] > 0
    assert found.after[0].mean(lambda army: army.csp) >= found.after[1].mean(lambda army: army.csp)
    assert all(army == army.recombined() for army in found.after[1])
    assert found.ends.p(lambda end: end.won == 2) == found.p_won[1]
    csp = found.ends.mean(lambda end: end.army.csp)
    value = found.enemy_loss - (ARMY.csp - csp) + 5 * sum(found.p_won)
    assert found.value == value


@pytest.mark.clause("roma_victrix", "5.16", "5.18", "5.19")
def test_stopping() -> None:
    giant = rv.force("9 LGN", leader=4)
    assert rv.campaign([rv.LandCombat(ARMY, giant)], 6).go  # a small force has little to lose by percentages
    dear = rv.campaign([rv.LandCombat(ARMY, giant)], 6, own_csp=9)
    assert (dear.go, dear.value, dear.p_won) == (False, 0, (0,))
    assert not rv.campaign(FIGHTS, 0).go
    reluctant = rv.campaign(FIGHTS, 6, prize=0, enemy_csp=Fraction(1, 2), own_csp=3)
    assert reluctant.value < rv.campaign(FIGHTS, 6).value
    assert sum(not go for go in reluctant.decisions.values()) > 0
    assert rv.campaign(FIGHTS, 6, op=1).value < rv.campaign(FIGHTS, 6).value
    assert rv.campaign(FIGHTS, 6, march=(0, 9)).p_won[1] == 0


@pytest.mark.clause("roma_victrix", "10.55")
def test_a_lone_roman_garrison_falls_to_romans_without_combat() -> None:
    romans = rv.force("2 LGN", leader=1, roman=True)
    foe = rv.force("rAUX, GAR", roman=True)
    found = rv.campaign([rv.LandCombat(romans, foe)], 4, beaten="at home", enemy_by="rebuild")
    assert found.p_won[0] > Fraction(9, 10)


def test_bad_campaigns() -> None:
    with pytest.raises(ValueError, match="at least one combat"):
        rv.campaign([])
    with pytest.raises(ValueError, match="another army"):
        rv.campaign([FIGHTS[0], rv.LandCombat(rv.force("HI"), FOES[1])])
    with pytest.raises(ValueError, match="at sea"):
        rv.campaign([rv.NavalCombat(rv.force("FLEET"), rv.force("FLEET"))])
    with pytest.raises(ValueError, match="did you mean 'stays'"):
        rv.campaign(FIGHTS, beaten="stay")
    with pytest.raises(ValueError, match="3 marches"):
        rv.campaign(FIGHTS, march=(0, 1, 1))
