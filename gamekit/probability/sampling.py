"""Weighted worlds (possible hidden states): enumerated exactly if there are few, else sampled step by step.

A world is any value that a game uses for a possible hidden state. ``branch_worlds`` counts exactly, in whole weights.
``particle_filter`` samples: each particle moves by a game's proposal and is weighted by likelihood over proposal; when
few particles carry most of the weight, they are resampled. The effective sample size counts particles by first
ancestor, so that resampling does not make a sample look surer than it is (Chan and Lai 2013)."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate
from math import gcd, lcm
from random import Random
from typing import Any, TypeVar

World = TypeVar("World", bound=Hashable)
Particle = dict[Any, Any]
Move = Callable[[Particle, Random], float]  # changes a particle, and returns the factor of its weight


def branch_worlds(
    worlds: Mapping[World, int], ways: Callable[[World], Sequence[tuple[World, int]]], even: bool = False
) -> dict[World, int]:
    """Return the weights of the worlds after a step, in lowest terms; ``ways(world)`` gives (next world, weight) pairs.

    With ``even`` each world's total weight is kept, however many ways it has; a world without a way is ruled out.

    >>> branch_worlds({"a": 1, "b": 1}, lambda w: [(w + "1", 1), ("x", 1)] if w == "a" else [("x", 1)], even=True)
    {'a1': 1, 'x': 3}
    """
    options = [(weight, found) for world, weight in worlds.items() if (found := ways(world))]
    totals = [sum(way for _, way in found) for _, found in options]
    scale = lcm(*set(totals)) if even else 1
    after: dict[World, int] = {}
    for (weight, found), total in zip(options, totals):
        each = weight * scale // total if even else weight
        for world, way in found:
            after[world] = after.get(world, 0) + each * way
    common = gcd(*after.values())
    return {world: weight // common for world, weight in after.items()}


@dataclass(frozen=True)
class Sample:
    """Weighted particles; the weights sum to 1. ``origins`` are their first ancestors by number."""

    particles: list[Particle]
    weights: list[float]
    origins: list[int]

    @property
    def effective(self) -> int:
        """The effective sample size: the number of equal independent draws that are worth as much."""
        shares: dict[int, float] = {}
        for origin, weight in zip(self.origins, self.weights):
            shares[origin] = shares.get(origin, 0.0) + weight
        return int(1 / sum(share**2 for share in shares.values()))


def particle_filter(count: int, moves: Iterable[Move], random: Random, least: float = 0.5) -> Sample | None:
    """Return a sample of ``count`` initially empty particles after all moves; None if all weights are 0.

    Resamples systematically whenever the effective sample size is below the share ``least`` of ``count``.
    """
    particles: list[Particle] = [{} for _ in range(count)]
    weights, origins = [1.0] * count, list(range(count))
    for move in moves:
        weights = [weight and weight * move(particle, random) for weight, particle in zip(weights, particles)]
        if not (largest := max(weights)):
            return None
        weights = [weight / largest for weight in weights]
        if sum(weights) ** 2 < least * count * sum(weight**2 for weight in weights):
            picked = systematic(weights, count, random)
            particles = [dict(particles[place]) for place in picked]
            weights, origins = [1.0] * count, [origins[place] for place in picked]
    total = sum(weights)
    alive = [place for place, weight in enumerate(weights) if weight]
    shares = [weights[place] / total for place in alive]
    return Sample([particles[place] for place in alive], shares, [origins[place] for place in alive])


def systematic(weights: Sequence[float], count: int, random: Random) -> list[int]:
    """Return ``count`` indices, each in proportion to its weight, rounded down or up (systematic resampling).

    >>> systematic([1, 0, 3], 4, Random(1))
    [0, 2, 2, 2]
    """
    sums, place, found = list(accumulate(weights)), 0, []
    step, at = sums[-1] / count, random.random() * sums[-1] / count
    for _ in range(count):
        while sums[place] < at and place < len(sums) - 1:
            place += 1
        found.append(place)
        at += step
    return found
