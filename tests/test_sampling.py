"""Weighted worlds: counted ones against every course of the draws by hand, sampled ones against the counted."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from operator import mul
from random import Random
from statistics import fmean, pvariance

import pytest

from gamekit.probability.distribution import Dist
from gamekit.probability.sampling import Particle, Posterior, draw_particles


@pytest.mark.parametrize("chance", [False, True])
def test_draws_count_every_course(chance: bool) -> None:
    """Two of three boxes lose one each; then the first is told to be empty, and one more is drawn."""

    def taken(box: int, have: int) -> int | None:
        return have - 1 if have else None

    start, expected = (1, 2, 1), dict[tuple[int, ...], Fraction]()
    for boxes in product(range(3), repeat=3):
        urn, weight = start, Fraction(1)
        for number, box in enumerate(boxes):
            able = [n for n, have in enumerate(urn) if have]
            if box not in able or (number == 2 and urn[0]):
                break
            weight *= 1 if chance else Fraction(1, len(able))
            urn = tuple(have - (n == box) for n, have in enumerate(urn))
        else:
            expected[urn] = expected.get(urn, Fraction(0)) + weight
    boxes_full = Posterior().exchange((), dict(enumerate(start)))
    twice = boxes_full.draw(taken, chance).draw(taken, chance)
    found = twice.tell(lambda box, have: have if box or not have else None).draw(taken, chance).over(range(3))
    order = [found.items.index(box) for box in range(3)]
    assert found.dist.map(lambda world: tuple(world[n] for n in order)) == Dist(expected)


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
        particles, weights, effective = draw_particles(200, moves, Random(seed))
        at, total = [particle["at"] for particle in particles], sum(weights)
        found = sum(map(mul, weights, at)) / total
        spread = sum(weight * (each - found) ** 2 for weight, each in zip(weights, at)) / total
        off.append((found - exact) / (spread / effective) ** 0.5)
        sizes.append(effective)
    assert abs(fmean(off)) < 3 / 40**0.5
    assert 0.05 < pvariance(off) < 1.7  # rather wide than narrow
    assert all(4 < size < 200 for size in sizes)


def test_nothing_is_left_where_nothing_agrees() -> None:
    assert draw_particles(10, [lambda particle, random: 0.0], Random(1))[1:] == ([0.0] * 10, 0)
    with pytest.raises(ValueError, match="no game that could have been agrees with what is seen"):
        Posterior().exchange((), {"a": 1}).draw(lambda item, status: None)
