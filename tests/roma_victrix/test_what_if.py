"""Many combats at once, and single changes, against each combat alone."""

from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import combinations
from random import Random
from typing import Any

import pytest

import gamekit
from gamekit import roma_victrix as rv
from gamekit.analysis.solve_for import CaseWithCost
from gamekit.roma_victrix.odds.combat import COLUMNS, summary
from gamekit.roma_victrix.procedures import READINGS

LAND = ("LGN", "HI", "AUX", "BI", "CAV", "rLGN", "rHI", "rAUX")


def random_combat(random: Random) -> Any:
    sea = random.random() < 0.3
    units = [
        ", ".join(f"{random.randrange(1, 6)} {unit}" for unit in random.sample(("FLEET", "rFLEET") if sea else LAND, 2))
        for _ in range(2)
    ]
    armies = [rv.force(text, leader=random.randrange(5)) for text in units]
    options = {"advantage": random.choice((None, "attacker", "defender")), "treachery": random.random() < 0.3}
    return (rv.NavalCombat if sea else rv.LandCombat)(*armies, **options, reading=random.choice(READINGS))


@pytest.mark.clause("roma_victrix", "5.31", "5.72")
@pytest.mark.parametrize("objective", ["win", "swing", "own"])
def test_the_figures_in_sweeps_are_those_of_the_distribution(objective: str) -> None:
    random = Random(objective)
    for fight in (random_combat(random) for _ in range(120)):
        exact, rounded = fight.summary(objective=objective), fight.summary(float, objective)
        right = summary(fight.odds(objective))
        assert tuple(right) == COLUMNS
        assert exact == {**right, "basis": fight.odds(objective).basis}
        assert [rounded[name] for name in COLUMNS] == pytest.approx([*map(float, right.values())], abs=1e-12)


def test_a_combat_is_changed_in_one_thing_at_a_time() -> None:
    fight = rv.LandCombat(rv.force("3 HI, 2 AUX, 4 CAV", leader=1), rv.force("3 HI, rAUX", leader=1))
    rows = gamekit.tornado(fight).set_index("axis")

    def p(**changes: Any) -> Fraction:
        return replace(fight, **changes).odds().p(rv.attacker_wins)

    assert rows.attrs["as_is"] == p()
    assert rows.at_more["attacker: leader's rating"] == p(attacker=replace(fight.attacker, leader=2))
    assert rows.at_less["defender: a counter HI"] == p(defender=rv.force("2 HI, rAUX", leader=1))
    assert rows.at_more["defender: the face of a AUX"] == p(defender=rv.force("3 HI, AUX", leader=1))
    assert rows.at_more["card of advantage: defender"] == p(advantage=("defender",))
    nets = fight.by_net_modifier([fight.net_drm - 1, fight.net_drm + 1]).p_win.tolist()
    assert [rows.at_less["net modifier"], rows.at_more["net modifier"]] == nets
    turned = rv.LandCombat(fight.defender, fight.attacker)
    assert rows.at_more["the defender attacks"] == turned.odds().p(rv.defender_wins)
    by_event = gamekit.tornado(fight, of=rv.attacker_wins).set_index("axis")
    assert by_event.at_more.sort_index().tolist() == rows.at_more.sort_index().tolist()


def test_a_siege_is_changed_in_one_thing_at_a_time() -> None:
    siege = rv.Siege(rv.force("2 LGN, HI", leader=1), rv.force("HI", leader=1), capital=2, operations=2)
    rows = gamekit.tornado(siege).set_index("axis")
    assert rows.attrs["as_is"] == siege.plan().value
    assert rows.at_more["operations points"] == replace(siege, operations=3).plan().value
    assert rows.at_less["the city's CSP"] == replace(siege, capital=1).plan().value
    alone = replace(siege, attacker=rv.force("2 LGN", leader=1))
    assert rows.at_less["attacker: a counter HI"] == alone.plan().value


def test_a_function_is_changed_in_what_its_arguments_know() -> None:
    question = partial(rv.attrition, rv.force("4 LGN, rHI", leader=2), halved=True)
    rows = gamekit.tornado(question, of=lambda lost: lost).set_index("axis")

    def lost(text: str, leader: int = 2, halved: bool = True) -> Fraction:
        return rv.attrition(rv.force(text, leader=leader), halved=halved).mean()

    assert rows.attrs["as_is"] == lost("4 LGN, rHI")
    assert rows.at_more["halved"] == lost("4 LGN, rHI", halved=False)
    both = rows.loc["the force: leader's rating", ["at_less", "at_more"]].tolist()
    assert both == [lost("4 LGN, rHI", leader) for leader in (1, 3)]
    assert rows.at_less["the force: a counter LGN"] == lost("3 LGN, rHI")
    assert rows.at_less["the force: the face of a LGN"] == lost("3 LGN, rLGN, rHI")
    assert len(rows) == 6
    pytest.raises(ValueError, lambda: gamekit.tornado(partial(len, "abc"))).match("a function's axes are not known")


def test_the_cheapest_counters_that_are_needed() -> None:
    enemy = rv.force("4 HI, 2 AUX", leader=2)
    price = {"LGN": 3, "CAV": 2, "AUX": 1}
    counters = ("LGN", "LGN", "CAV", "CAV", "AUX")
    choices = {more for count in range(6) for more in combinations(counters, count)}
    priced = [CaseWithCost(more, sum(map(price.__getitem__, more))) for more in choices]
    priced.sort(key=lambda choice: (choice.cost, choice.value))

    def fight(more: tuple[str, ...]) -> Any:
        return rv.LandCombat(rv.force(", ".join(("2 HI", *more)), leader=2), enemy)

    found = gamekit.needed(fight, priced, p=0.6)
    each = [(choice.cost, fight(choice.value).odds().p(rv.attacker_wins)) for choice in priced]
    assert found.cost == min(cost for cost, p in each if p >= Fraction(3, 5))
    assert found.figure == max(p for cost, p in each if cost == found.cost)


def test_what_is_not_fought_in_a_row_is_said() -> None:
    fight = rv.LandCombat(rv.force("3 HI", leader=1), rv.force("2 HI"))
    with pytest.raises(ValueError, match="combat 2 has another army"):
        gamekit.in_a_row([fight, replace(fight, attacker=rv.force("2 HI"))])
    with pytest.raises(ValueError, match="combat 1 is at sea"):
        gamekit.in_a_row([rv.NavalCombat(rv.force("FLEET"), rv.force("FLEET"))])


def test_a_point_of_the_net_modifier_is_a_point_in_every_round() -> None:
    """As a better leader of the besieger is, whose units all stay; the numbers are counted anew each round."""
    siege = rv.Siege(rv.force("6 LGN", leader=1), rv.force("HI", leader=1), capital=2, major=False, operations=3)
    found = gamekit.tornado(siege)
    rows = found.set_index("axis")
    net, leader = rows.loc["net modifier"], rows.loc["attacker: leader's rating"]
    assert (net.at_less, net.at_more) == (leader.at_less, leader.at_more)
    assert net.at_less < found.attrs["as_is"] < net.at_more


def test_what_a_siege_that_has_begun_would_be_worth_otherwise_is_asked_from_where_it_stands() -> None:
    siege = rv.Siege(rv.force("4 LGN, 2 HI", leader=2), rv.force("2 HI", leader=1), capital=4, operations=4)
    here = siege.at(14, 4, 3, 2)
    rows = gamekit.tornado(here).set_index("axis")
    points = rows.loc["operations points"]
    assert (points.less, points.more) == ("1", "3")
    assert points.at_less == siege.at(14, 4, 3, 1).plan().value
    assert points.at_more == siege.at(14, 4, 3, 3).plan().value
    counter = rows.loc["defender: a counter HI"]
    assert counter.at_less == replace(siege, defender=rv.force("HI", leader=1)).at(14, 1, 3, 2).plan().value
    assert rows.loc["the city's CSP"].at_less == siege.at(14, 4, 2, 2).plan().value
