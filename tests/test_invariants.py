"""What must hold of any battle, combat, conflict, contest and position, whatever its figures are."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from gamekit import aquileia as aq
from gamekit import caesar
from gamekit import julius_caesar as jc
from gamekit import roma_victrix as rv
from gamekit.probability import matrix_game
from tests import strategies as some

few = settings(max_examples=10, deadline=None, suppress_health_check=[HealthCheck.too_slow])
OTHER = {"attacker": "defender", "defender": "attacker"}


# Julius Caesar
@settings(few, max_examples=6)
@given(some.battles())
def test_a_battle_ends_in_one_of_three_ways(battle: jc.Battle) -> None:
    odds, chances = battle.odds(), battle.chances()
    assert chances.attacker_wins + chances.attacker_eliminated + chances.attacker_leaves == 1
    assert chances.attacker_wins == odds.p(jc.attacker_wins)
    assert max(abs(a - b) for a, b in zip(chances, battle.chances(float))) < 1e-12
    rounds = battle.by_round()
    assert rounds["over"].is_monotonic_increasing
    assert rounds["over"].iloc[-1] == 1
    assert rounds["attacker_wins"].iloc[-1] == chances.attacker_wins


@few
@given(some.battles())
def test_steps_never_rise_in_a_battle(battle: jc.Battle) -> None:
    attackers = sum(block.strength for block in (*battle.attacker, *battle.attacker_reserve))
    defenders = sum(block.strength for block in (*battle.defender, *battle.defender_reserve))
    for end in battle.odds():
        assert end.attacker_strength <= attackers
        assert end.defender_strength <= defenders
        assert (end.withdrew is None) == (not end.attacker or not end.defender)


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
@given(some.land_combats())
def test_a_combat_is_won_lost_or_drawn(combat: rv.Combat) -> None:
    law, rounded = combat.odds(), combat.odds(numbers=float)
    won, lost = (law.p(lambda result, side=side: result.winner == side) for side in OTHER)  # type: ignore[misc]
    assert won + lost + law.p(lambda result: result.winner == "draw") == 1
    assert abs(float(won) - rounded.p(rv.attacker_wins)) < 1e-12
    assert all(result.attacker_loss <= combat.attacker.csp for result in law)


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
    wins = replace(combat, treachery=False).by_net([net, net + 1])["p_win"].tolist()  # nobody foresees that card
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


@few
@given(st.lists(st.lists(st.integers(-9, 9), min_size=3, max_size=3), min_size=1, max_size=4))
def test_a_matrix_game_lies_between_its_pure_strategies(rows: list[list[int]]) -> None:
    value = matrix_game.value(rows)
    assert max(map(min, rows)) <= value <= min(map(max, zip(*rows)))
    assert value == -matrix_game.value([[-payoff for payoff in column] for column in zip(*rows)])
    assert abs(matrix_game.solve(rows, float).value - value) < 1e-9


# Aquileia
@few
@given(some.contests())
def test_everybody_has_a_rank_and_every_rank_somebody(contest: aq.Contest) -> None:
    ranks = [contest.p_rank(name) for name in contest.names]
    assert all(sum(row) == 1 for row in ranks)
    assert all(sum(column) == 1 for column in zip(*ranks))
    first = [contest.odds().p(lambda order, name=name: order[0] == name) for name in contest.names]  # type: ignore[misc]
    assert first == [row[0] for row in ranks]


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
