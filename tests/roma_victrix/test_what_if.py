"""Many combats at once and single changes, against each combat alone and every die of a second reading."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import partial
from itertools import combinations, product
from random import Random
from typing import Any

import pytest

import gamekit
from gamekit import roma_victrix as rv
from gamekit.analysis.solve_for import CaseWithCost
from gamekit.roma_victrix.odds.combat import COLUMNS, summary
from gamekit.roma_victrix.procedures import READINGS
from tests.cases import Cases
from tests.roma_victrix import twin
from tests.roma_victrix.positions import table

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
def test_the_figures_in_sweeps_are_those_of_the_distribution(objective: str, cases: Cases) -> None:
    random = Random(objective)
    for fight in (random_combat(random) for _ in range(cases(50, 1000))):
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

    assert rows.at_more["card of advantage: defender"] == p(advantage=("defender",))
    turned = rv.LandCombat(fight.defender, fight.attacker)
    assert rows.at_more["the defender attacks"] == turned.odds().p(rv.defender_wins)
    printed, card = ("cavalry", "attacker", 3), ("card", "attacker", 2)
    begun = gamekit.tornado(replace(fight, printed=(printed, card))).set_index("axis").loc["net modifier"]
    assert begun.at_less == p(printed=(printed, ("card", "attacker", 1)))
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
    question = partial(rv.attrition_csp_loss, rv.force("4 LGN, rHI", leader=2), halved=True)
    rows = gamekit.tornado(question, of=lambda lost: lost).set_index("axis")

    def lost(text: str, leader: int = 2, halved: bool = True) -> Fraction:
        return rv.attrition_csp_loss(rv.force(text, leader=leader), halved=halved).mean()

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


@pytest.mark.long
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


ATTRITION = {(row["variant"], int(row["leader"]), int(row["die"])): int(row["percent"]) for row in table("attrition")}
WHICH = (int.__gt__, int.__eq__, int.__lt__)


def units(random: Random, most: int) -> tuple[str, ...]:
    kinds = ("LGN", "HI", "AUX", "BI", "CAV", "rLGN", "rHI", "rCAV")
    return tuple(sorted(random.choices(kinds, k=random.randint(1, most))))


def forced(names: tuple[str, ...], leader: int) -> rv.Force:
    return rv.force(", ".join(names), leader=leader)


def ends(mine: tuple[str, ...], theirs: tuple[str, ...], leaders: tuple[int, int], by: int = 0) -> Counter[Any]:
    """{(attacker's per cent, defender's per cent, both losses): rolls}, the net ``by`` points off."""
    net = twin.net_modifier(twin.csp(mine), twin.csp(theirs), leaders, (twin.cavalry(mine), twin.cavalry(theirs)))
    return Counter(twin.law(twin.csp(mine), twin.csp(theirs), net + by, "win"))


def p_win(mine: tuple[str, ...], theirs: tuple[str, ...], leaders: tuple[int, int], by: int = 0) -> Fraction:
    return Fraction(sum(n for end, n in ends(mine, theirs, leaders, by).items() if end[0] < end[1]), 36)


def changed(names: tuple[str, ...], said: str) -> tuple[str, ...]:
    """An army after "- HI", "+ HI", "HI > rHI"."""
    left = list(names)
    if ">" in said:
        one, other = said.split(" > ")
        left[left.index(one)] = other
    elif said[0] == "+":
        left.append(said[2:])
    else:
        left.remove(said[2:])
    return tuple(left)


@pytest.mark.clause("roma_victrix", "5.31", "5.32")
@pytest.mark.parametrize("seed", range(12))
def test_combats(seed: int) -> None:
    random = Random(seed)
    mine, theirs, others = units(random, 4), units(random, 4), units(random, 4)
    leaders = random.randrange(1, 4), random.randrange(1, 4)
    fight = rv.LandCombat(forced(mine, leaders[0]), forced(theirs, leaders[1]))

    def more(count: int) -> rv.Combat:
        return rv.LandCombat(forced(("HI",) * count, leaders[0]), fight.defender)

    chances = [p_win(("HI",) * count, theirs, leaders) for count in range(1, 9)]
    found = gamekit.needed(more, range(1, 9), p=Fraction(2, 3))
    enough = [count for count, p in enumerate(chances, 1) if p >= Fraction(2, 3)]
    assert (found.least, found.figure) == ((enough[0], chances[enough[0] - 1]) if enough else (None, None))

    second = rv.LandCombat(forced(others, leaders[0]), fight.defender)
    one, other = ends(mine, theirs, leaders), ends(others, theirs, leaders)
    pairs = [(a[3], b[3], n * m) for a, n in one.items() for b, m in other.items()]
    right = [Fraction(sum(n for a, b, n in pairs if which(a, b)), 36**2) for which in WHICH]
    beats = gamekit.compare(fight, second, of=lambda end: end.defender_loss).pairwise_chances()
    assert beats.iloc[0, 2:].tolist() == right

    told = Counter[str]()
    rows = gamekit.tornado(fight)
    assert rows.attrs["as_is"] == p_win(mine, theirs, leaders)
    for axis, *ways, less, more_ in rows.iloc[:, :5].itertuples(index=False):
        for said, figure in zip(ways, (less, more_)):
            side, _, kind = axis.partition(": ")
            army = mine if side == "attacker" else theirs
            if said is None or not (kind.startswith(("a counter", "the face", "leader")) or axis == "net modifier"):
                continue
            told[axis.split()[1]] += 1
            if axis == "net modifier":
                by = int(said) - fight.net_drm
                assert figure == p_win(mine, theirs, leaders, by)
                continue
            rated = kind.startswith("leader")
            now = army if rated else changed(army, said)
            led = leaders if not rated else (int(said), leaders[1]) if side == "attacker" else (leaders[0], int(said))
            assert figure == p_win(*((now, theirs) if side == "attacker" else (mine, now)), led), (axis, said)
    assert min(told["a"], told["leader's"], told["modifier"]) >= 2  # counters, ratings, the net


@pytest.mark.clause("roma_victrix", "5.31")
@pytest.mark.parametrize("seed", [*range(4), *(pytest.param(n, marks=pytest.mark.soak) for n in range(4, 12))])
def test_combats_in_a_row(seed: int) -> None:
    random = Random(seed)
    army, foes = units(random, 5), [units(random, 2) for _ in range(3)]
    fights = [rv.LandCombat(forced(army, 3), forced(foe, leader)) for leader, foe in enumerate(foes)]
    here, won = Counter({army: Fraction(1)}), []
    for leader, foe in enumerate(foes):
        there = Counter[tuple[str, ...]]()
        for mine, chance in here.items():
            for end, n in ends(mine, foe, (3, leader)).items():
                left = twin.paid(mine, end[2], "csp")
                if left and end[0] < end[1]:
                    there[tuple(sorted(left))] += chance * Fraction(n, 36)
        here = there
        won.append(sum(here.values()))
    row = gamekit.in_a_row(fights)
    assert list(row.p_won) == won
    last = row.after[-1]
    for left, chance in here.items():
        law = row.ends
        weight = sum(w for end, w in law.items() if end.won == 3 and end.left == forced(left, 3))
        assert Fraction(weight, law.total_weight) == chance, left
    assert last.total_weight > 0
    assert "one combat with each enemy" in " ".join(map(str, row.basis))


@pytest.mark.clause("roma_victrix", "10.41")
@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(n, marks=pytest.mark.soak) for n in range(2, 6))])
def test_sieges(seed: int) -> None:
    random = Random(seed)
    mine, inside = ("LGN", "LGN", *units(random, 2)), units(random, 1)
    leaders = random.randrange(1, 4), random.randrange(1, 4)
    known = twin.SiegeTwin(leaders, (10, 1, 1, 1, 0))

    def siege(operations: int) -> rv.Siege:
        return rv.Siege(forced(mine, leaders[0]), forced(inside, leaders[1]), 2, False, operations=operations)

    def course(operations: int) -> dict[Any, Fraction]:
        return known.course(twin.csp(mine), twin.csp(inside), 2, operations)

    chances = [sum(p for end, p in course(points).items() if end[0] == "captured") for points in (1, 2, 3)]
    found = gamekit.needed(siege, (1, 2, 3), p=Fraction(1, 2), of="p_captured")
    enough = [(points, p) for points, p in enumerate(chances, 1) if p >= Fraction(1, 2)]
    assert (found.least, found.figure) == (enough[0] if enough else (None, None))
    by_event = gamekit.needed(siege, (1, 2, 3), p=Fraction(1, 2), of=lambda end: end.is_captured)
    assert (by_event.least, by_event.figure, by_event.basis) == (found.least, found.figure, found.basis)
    worths = [known.value(twin.csp(mine), twin.csp(inside), 2, points) for points in (1, 2, 3)]
    rows = gamekit.tornado(siege(2)).set_index("axis")
    assert [rows.at_less["operations points"], rows.attrs["as_is"], rows.at_more["operations points"]] == worths
    pairs = [(a[1], b[1], p * q) for a, p in course(1).items() for b, q in course(3).items()]
    right = [sum(p for a, b, p in pairs if which(a, b)) for which in WHICH]
    compared = gamekit.compare(siege(1), siege(3), of=lambda end: end.attacker_left)
    assert compared.pairwise_chances().iloc[0, 2:].tolist() == right
    assert "both sides at their best" in compared.basis


@pytest.mark.clause("roma_victrix", "4.2")
@pytest.mark.parametrize("seed", range(8))
def test_attrition(seed: int) -> None:
    random = Random(seed)
    armies = [(units(random, 5), random.randrange(5)) for _ in range(2)]
    variant = random.choice("AB")

    def lost(names: tuple[str, ...], leader: int) -> list[int]:
        return [twin.loss(twin.csp(names), ATTRITION[variant, leader, die]) for die in twin.DICE]

    laws = [rv.attrition_csp_loss(forced(names, leader), variant) for names, leader in armies]
    pairs = list(product(*(lost(*army) for army in armies)))
    right = [Fraction(sum(which(a, b) for a, b in pairs), 36) for which in WHICH]
    assert gamekit.compare(*laws).pairwise_chances().iloc[0, 2:].tolist() == right

    def spared(leader: int) -> Any:
        return rv.attrition_csp_loss(forced(armies[0][0], leader), variant)

    most = twin.csp(armies[0][0]) // 3
    chances = [Fraction(sum(each <= most for each in lost(armies[0][0], leader)), 6) for leader in range(5)]
    found = gamekit.needed(spared, range(5), p=Fraction(4, 5), of=lambda lost: lost <= most)
    enough = [(leader, p) for leader, p in enumerate(chances) if p >= Fraction(4, 5)]
    assert (found.least, found.figure) == (enough[0] if enough else (None, None))
