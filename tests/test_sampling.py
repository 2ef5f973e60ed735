"""Weighted worlds: counted ones against every course of the draws by hand, sampled ones against the counted."""

from collections.abc import Callable
from fractions import Fraction
from itertools import product
from operator import itemgetter
from random import Random
from statistics import fmean, pvariance

import pytest

from gamekit.probability import sampling
from gamekit.probability.distribution import Dist
from gamekit.probability.sampling import Evidence, Particle, Posterior, Sampled, Worlds


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


def sample(moves: list[Callable[[Particle, Random], float]], seed: int, monkeypatch: pytest.MonkeyPatch) -> Worlds:
    """Two hundred particles after the moves; as many steps as the seed is."""
    for name, value in {"PARTICLES": 200, "ENOUGH": 0, "look_ahead": lambda events: moves}.items():
        monkeypatch.setattr(sampling, name, value)
    return Sampled((Evidence({}),) * seed, {"at": {}}).worlds


def test_estimates_are_off_from_the_counted_mean_by_their_standard_error(monkeypatch: pytest.MonkeyPatch) -> None:
    moves, exact = chain(8)
    samples = [sample(moves, seed, monkeypatch) for seed in range(40)]
    off = [
        (found.dist.mean(itemgetter(0)) - exact) / (found.dist.variance(itemgetter(0)) / found.drawn) ** 0.5
        for found in samples
    ]
    assert abs(fmean(off)) < 3 / 40**0.5
    assert 0.05 < pvariance(off) < 1.7  # rather wide than narrow
    assert all(4 < found.drawn < 200 for found in samples)


def test_nothing_is_left_where_nothing_agrees(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(ValueError, match="no game that could have been agrees with what is seen"):
        sample([lambda particle, random: 0.0], 1, monkeypatch)
    with pytest.raises(ValueError, match="no game that could have been agrees with what is seen"):
        Posterior().exchange((), {"a": 1}).draw(lambda item, status: None)
