"""What must hold of any battle, combat, conflict, contest and position, whatever its figures are."""

from dataclasses import replace
from itertools import pairwise
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from gamekit import aquileia as aq
from gamekit import caesar
from gamekit import julius_caesar as jc
from gamekit import roma_victrix as rv
from tests import strategies as some

few = settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
OTHER = {"attacker": "defender", "defender": "attacker"}


# Julius Caesar


@few
@given(some.battles(reserves=False), some.rated())
def test_one_more_attacker_never_hurts_the_attack(battle: jc.Battle, block: str) -> None:
    stronger = replace(battle, attacker=(*battle.attacker, *jc.army(block)))
    assert stronger.chances().attacker_wins >= battle.chances().attacker_wins
    assert stronger.chances().attacker_eliminated <= battle.chances().attacker_eliminated


@few
@given(some.named_battles())
def test_the_colours_of_the_sides_do_not_matter(battle: jc.Battle) -> None:
    def of(blocks: tuple[jc.Block, ...], side: str) -> tuple[jc.Block, ...]:
        return tuple(replace(block, side=side) for block in blocks)

    changed = replace(battle, attacker=of(battle.attacker, "Pompey"), defender=of(battle.defender, "Caesar"))
    assert tuple(changed.chances()) == tuple(battle.chances())


# Roma Victrix


@few
@given(some.forces(), some.forces(), st.sampled_from((None, "attacker", "defender")))
def test_a_combat_mirrors_when_the_sides_are_swapped(one: rv.Force, two: rv.Force, card: str | None) -> None:
    here = rv.LandCombat(one, two, advantage=card)
    there = rv.LandCombat(two, one, advantage=OTHER[card] if card else None)
    assert here.net_drm == -there.net_drm
    assume(here.net_drm)  # without a modifier nobody chooses, and the attacker is said to hold it
    mirrored = here.odds().map(lambda result: (result.defender_loss, result.attacker_loss))
    assert mirrored == there.odds().map(lambda result: (result.attacker_loss, result.defender_loss))


@few
@given(some.land_combats(), st.integers(-5, 4))
def test_a_point_more_never_hurts_who_spends_it(combat: rv.Combat, net: int) -> None:
    wins = (
        replace(combat, treachery=False).by_net_modifier([net, net + 1])["p_win"].tolist()
    )  # nobody foresees that card
    assert wins == sorted(wins)


# Caesar
@few
@given(some.conflicts())
def test_a_conflict_mirrors_when_the_groups_are_swapped(conflict: caesar.Conflict) -> None:
    found = conflict.equilibrium()
    mirrored = caesar.Conflict(
        conflict.defender, conflict.attacker, conflict.defender_hand, conflict.attacker_hand
    ).equilibrium()
    assert found.value == -mirrored.value
    assert sum(found.attacker.values()) == sum(found.defender.values()) == 1
    assert found.exploitability == 0


@few
@given(some.conflicts(), st.sampled_from(caesar.CARDS))
def test_a_card_more_never_lowers_the_value(conflict: caesar.Conflict, card: Any) -> None:
    assume(card not in conflict.attacker_hand)
    richer = replace(conflict, attacker_hand=(*conflict.attacker_hand, card))
    assert richer.equilibrium().value >= conflict.equilibrium().value


# Aquileia


@few
@given(some.contests(), st.randoms(use_true_random=False))
def test_the_order_of_the_list_does_not_matter(contest: aq.Contest, random: Any) -> None:
    shuffled = aq.Contest(random.sample(contest.entrants, len(contest.entrants)))
    assert all(shuffled.p_rank(name) == contest.p_rank(name) for name in contest.names)


@few
@given(some.contests())
def test_strength_never_lowers_a_rank(contest: aq.Contest) -> None:
    name = contest.names[0]
    below = [contest.with_entrant(name, base=contest.entrants[0].base + more).p_rank(name) for more in range(3)]
    for weaker, stronger in pairwise(below):
        assert all(sum(weaker[: rank + 1]) <= sum(stronger[: rank + 1]) for rank in range(len(weaker)))
