"""What is asked of combats, sieges and attrition, against every die of a second reading of the clauses."""

import csv
from collections import Counter
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest

import gamekit
from gamekit import roma_victrix as rv
from tests.roma_victrix import twin

ATTRITION = {
    (row["variant"], int(row["leader"]), int(row["die"])): int(row["percent"])
    for row in csv.DictReader((Path(__file__).parents[2] / "data/roma_victrix/attrition.csv").read_text().splitlines())
}


def units(random: Random, most: int) -> tuple[str, ...]:
    return tuple(
        sorted(random.choices(("LGN", "HI", "AUX", "BI", "CAV", "rLGN", "rHI", "rCAV"), k=random.randint(1, most)))
    )


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
    right = [
        Fraction(sum(n for a, b, n in pairs if which(a, b)), 36**2) for which in (int.__gt__, int.__eq__, int.__lt__)
    ]
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
@pytest.mark.parametrize("seed", range(12))
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
@pytest.mark.parametrize("seed", range(6))
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
    by_event = gamekit.needed(siege, (1, 2, 3), p=Fraction(1, 2), of=lambda end: end.captured)
    assert (by_event.least, by_event.figure, by_event.basis) == (found.least, found.figure, found.basis)
    worths = [known.value(twin.csp(mine), twin.csp(inside), 2, points) for points in (1, 2, 3)]
    rows = gamekit.tornado(siege(2)).set_index("axis")
    assert [rows.at_less["operations points"], rows.attrs["as_is"], rows.at_more["operations points"]] == worths
    pairs = [(a[1], b[1], p * q) for a, p in course(1).items() for b, q in course(3).items()]
    right = [sum(p for a, b, p in pairs if which(a, b)) for which in (int.__gt__, int.__eq__, int.__lt__)]
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

    laws = [rv.attrition(forced(names, leader), variant) for names, leader in armies]
    pairs = list(product(*(lost(*army) for army in armies)))
    right = [Fraction(sum(which(a, b) for a, b in pairs), 36) for which in (int.__gt__, int.__eq__, int.__lt__)]
    assert gamekit.compare(*laws).pairwise_chances().iloc[0, 2:].tolist() == right

    def spared(leader: int) -> Any:
        return rv.attrition(forced(armies[0][0], leader), variant)

    most = twin.csp(armies[0][0]) // 3
    chances = [Fraction(sum(each <= most for each in lost(armies[0][0], leader)), 6) for leader in range(5)]
    found = gamekit.needed(spared, range(5), p=Fraction(4, 5), of=lambda lost: lost <= most)
    enough = [(leader, p) for leader, p in enumerate(chances) if p >= Fraction(4, 5)]
    assert (found.least, found.figure) == (enough[0] if enough else (None, None))
