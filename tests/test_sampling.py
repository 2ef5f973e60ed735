"""Weighted worlds: counted ones against every course of the draws by hand, sampled ones against the counted."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from operator import mul
from random import Random
from statistics import fmean, pvariance

import pytest

from gamekit.probability.sampling import Particle, ParticleSample, branch_worlds, particle_filter, systematic_resample

Urn = tuple[int, ...]


def taken(urn: Urn) -> list[tuple[Urn, int]]:
    """One of the boxes that hold something loses one."""
    return [((*urn[:n], have - 1, *urn[n + 1 :]), 1) for n, have in enumerate(urn) if have]


@pytest.mark.parametrize("even", [False, True])
def test_branching_counts_every_course(even: bool) -> None:
    """Two of three boxes lose one each; then the first is told to be empty, and one more is drawn."""
    start, expected = (1, 2, 1), dict[Urn, Fraction]()
    for boxes in product(range(3), repeat=3):
        urn, weight = start, Fraction(1)
        for number, box in enumerate(boxes):
            able = [n for n, have in enumerate(urn) if have]
            if box not in able or (number == 2 and urn[0]):
                break
            weight *= Fraction(1, len(able)) if even else 1
            urn = tuple(have - (n == box) for n, have in enumerate(urn))
        else:
            expected[urn] = expected.get(urn, Fraction(0)) + weight
    worlds = {start: 1}
    for _ in range(2):
        worlds = branch_worlds(worlds, taken, even)
    worlds = branch_worlds(branch_worlds(worlds, lambda urn: [(urn, 1)] * (urn[0] == 0)), taken, even)
    total, every = sum(worlds.values()), sum(expected.values())
    assert {urn: Fraction(weight, total) for urn, weight in worlds.items()} == {
        urn: weight / every for urn, weight in expected.items()
    }


def chain(length: int) -> tuple[list[Callable[[Particle, Random], float]], float]:
    """A walk of even steps whose every second place is seen, dimly, to be near 0; and its exact mean at the end."""

    def step(particle: Particle, random: Random) -> float:
        particle["at"] = particle.get("at", 0) + random.choice((-1, 1, 2))
        return 1.0

    def glance(particle: Particle, random: Random) -> float:
        return float(0.5 ** abs(particle["at"]))

    exact: dict[int, float] = {0: 1.0}
    for number in range(length):
        after: dict[int, float] = {}
        for at, weight in exact.items():
            for move in (-1, 1, 2):
                after[at + move] = after.get(at + move, 0.0) + weight
        exact = {at: weight * (0.5 ** abs(at) if number % 2 else 1) for at, weight in after.items()}
    moves = [move for number in range(length) for move in ((step, glance) if number % 2 else (step,))]
    return moves, sum(at * weight for at, weight in exact.items()) / sum(exact.values())


def test_estimates_are_off_from_the_counted_mean_by_their_standard_error() -> None:
    moves, exact = chain(8)
    off, sizes = [], []
    for seed in range(40):
        sample = particle_filter(200, moves, Random(seed))
        at = [particle["at"] for particle in sample.particles]
        found = sum(map(mul, sample.weights, at))
        spread = sum(weight * (each - found) ** 2 for weight, each in zip(sample.weights, at))
        off.append((found - exact) / (spread / sample.effective_size) ** 0.5)
        sizes.append(sample.effective_size)
    assert abs(fmean(off)) < 3 / 40**0.5
    assert 0.05 < pvariance(off) < 1.7  # rather wide than narrow
    assert all(5 < size < 200 for size in sizes)


def test_nothing_is_left_where_nothing_agrees() -> None:
    assert particle_filter(10, [lambda particle, random: 0.0], Random(1)) is None
    assert branch_worlds({"a": 1}, lambda world: []) == {}


def test_each_is_drawn_as_often_as_its_weight_has_it_or_once_more() -> None:
    weights = [0.1, 2.0, 0.0, 0.9, 1.0]
    for seed in range(20):
        places = systematic_resample(weights, 12, Random(seed))
        assert all(int(3 * weight) <= places.count(n) <= int(3 * weight) + 1 for n, weight in enumerate(weights))
    assert ParticleSample([{}, {}], [0.5, 0.5], [0, 0]).effective_size == 1
