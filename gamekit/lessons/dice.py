"""Simulated rolls beside their distribution, reproducible by seed: the law of large numbers to look at.

>>> two = DicePool(dice=2)
>>> two.distribution.p(lambda s: s == 7), two.outcome_counts(seed=49, rolls=1000)[7]
(Fraction(1, 6), 167)
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Final

from gamekit.lessons.exercises import FACES, hits, total
from gamekit.probability.distribution import Dist
from gamekit.text.validation import whole_number

MOST_DICE: Final = 4
MOST_ROLLS: Final = 10_000


@dataclass(frozen=True, slots=True)
class DicePool:
    """Dice thrown together: their sum, or the number of hits, dice of at most ``firepower`` (7.4)."""

    dice: int = 2
    firepower: int = 0

    def __post_init__(self) -> None:
        for name, least, most in (("dice", 1, MOST_DICE), ("firepower", 0, FACES)):
            whole_number(getattr(self, name), name, least, most)

    @property
    def distribution(self) -> Dist[int]:
        """The exact distribution of the sum or, with a ``firepower``, of the number of hits."""
        return hits(self.firepower, self.dice) if self.firepower else total(self.dice)

    @property
    def chances(self) -> dict[int, Fraction]:
        """The chance of each outcome, the smallest first."""
        dist = self.distribution
        return {outcome: Fraction(int(dist[outcome]), int(sum(dist.values()))) for outcome in sorted(dist)}

    def roll_outcomes(self, seed: int, rolls: int) -> tuple[int, ...]:
        """Return the outcomes of 1 to 10,000 ``rolls`` in order; a longer run of one seed begins with the shorter.

        >>> DicePool(1).roll_outcomes(3, 5) == DicePool(1).roll_outcomes(3, 50)[:5]
        True
        """
        return _outcomes(self, seed)[: whole_number(rolls, "rolls", 1, MOST_ROLLS)]

    def outcome_counts(self, seed: int, rolls: int) -> dict[int, int]:
        """Return how often each outcome of the distribution came up in ``rolls`` rolls."""
        found = Counter(self.roll_outcomes(seed, rolls))
        return {outcome: found[outcome] for outcome in sorted(self.distribution)}

    def max_deviation(self, seed: int, rolls: int) -> Fraction:
        """Return the largest difference between an outcome's share of the rolls and its chance."""
        counts = self.outcome_counts(seed, rolls)
        return max(abs(Fraction(counts[outcome], rolls) - chance) for outcome, chance in self.chances.items())


@lru_cache(16)
def _outcomes(roll: DicePool, seed: int) -> tuple[int, ...]:
    random = Random(seed)
    throws = ([random.randint(1, FACES) for _ in range(roll.dice)] for _ in range(MOST_ROLLS))
    if roll.firepower:
        return tuple(sum(face <= roll.firepower for face in throw) for throw in throws)
    return tuple(map(sum, throws))
