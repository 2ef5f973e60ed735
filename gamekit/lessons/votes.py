"""Raised hands and guesses before a covered answer is shown, for the cover of every board."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Final

from gamekit.text.translation import note

BANDS: Final = ((0, 20), (20, 40), (40, 60), (60, 80), (80, 100))  # per cent


@dataclass(frozen=True, slots=True)
class Votes:
    """A class's votes: raised hands, one number per band of ``BANDS``, and one ``guess_percent`` or None."""

    hands: tuple[int, ...] = (0, 0, 0, 0, 0)
    guess_percent: int | None = None

    @property
    def count(self) -> int:
        """The number of guesses."""
        return sum(self.hands) + (self.guess_percent is not None)

    @property
    def mean(self) -> Fraction | None:
        """The mean guess, each band counted at its middle, or ``guess_percent`` alone; None before anybody has voted.

        >>> Votes((0, 1, 0, 3, 0)).mean, Votes(guess_percent=45).mean, Votes().mean
        (Fraction(60, 1), Fraction(45, 1), None)
        """
        whole = sum(hands * (low + high) for hands, (low, high) in zip(self.hands, BANDS)) / Fraction(2)
        return (whole + (self.guess_percent or 0)) / self.count if self.count else None

    def with_hands_in_band(self, band: int, count: int) -> Votes:
        """Return these votes with ``count`` raised hands, 0 to 99, for a range of chances, ``BANDS[band]`` per cent.

        Raises ValueError for any other count."""
        if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= 99:
            raise ValueError(note("predict.error.hands", count=repr(count)[:20]))
        return replace(self, hands=(*self.hands[:band], count, *self.hands[band + 1 :]))
