"""A duel played again and again against the equilibrium: what one's choices cost on average, and what they came to."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import lru_cache
from random import Random
from typing import Any, Self

from gamekit.caesar.odds.conflict import swing
from gamekit.caesar.odds.duel import Duel, Stakes, duel, without
from gamekit.caesar.odds.mix import Mix, say_card
from gamekit.caesar.tables import Card
from gamekit.text.translation import note

ROUNDS = 20


@dataclass(frozen=True, slots=True)
class FightPlayed:
    """One fight as it was played: both cards, the swing, and by how much one's own card is worse than the value."""

    card: Card
    other: Card
    swing: int
    loss: float


@dataclass(frozen=True, slots=True)
class DuelRounds:
    """The duel that every round begins with, the rounds that are over, and the fights of the round being played.

    ``expected`` is what one's choices cost on average, ``actual`` what they came to, after each round that is over.
    ``fought`` are the fights of this round, ``last`` those of the round before. The other side draws its cards from
    its mix, by ``seed``.

    >>> from gamekit.caesar.odds.duel import duel
    >>> rounds = DuelRounds(duel([(1, 1), (3, 3)], (9, 1, "F"), (8, 5, "F")))
    >>> rounds.played(1).played(9).expected
    (1.5,)
    """

    begin: Duel = field(repr=False)
    rounds: int = ROUNDS
    seed: str = "1"
    expected: tuple[float, ...] = ()
    actual: tuple[float, ...] = ()
    fought: tuple[FightPlayed, ...] = ()
    last: tuple[FightPlayed, ...] = ()

    @property
    def over(self) -> bool:
        """Whether all rounds have been played."""
        return len(self.expected) >= self.rounds

    @property
    def duel(self) -> Duel:
        """What is left of the duel in this round."""
        left, exact = self.begin, not isinstance(self.begin.value, float)
        for fight in self.fought:
            own, other = without(left.hand, fight.card), without(left.other_hand, fight.other)
            left = _rest(left.stakes[1:], own, other, exact)
        return left

    def played(self, card: Card) -> Self:
        """The rounds after a card; ValueError for a card that is not in the hand."""
        duel = self.duel
        if card not in duel.hand:
            raise ValueError(note("caesar.board.not_in_hand", card=say_card(card)))
        other = self._drawn(duel.other_play, "")
        fight = FightPlayed(card, other, swing(*duel.stakes[0], card, other), float(duel.loss[card]))
        after = replace(self, fought=(*self.fought, fight))
        if after.duel.play:
            return after
        expected, actual = (sums[-1] if sums else 0.0 for sums in (self.expected, self.actual))
        expected += sum(fight.loss for fight in after.fought)
        actual += float(self.begin.value) - sum(fight.swing for fight in after.fought)
        return replace(
            after, expected=(*self.expected, expected), actual=(*self.actual, actual), fought=(), last=after.fought
        )

    def best(self) -> Card:
        """A card drawn from one's own mix."""
        return self._drawn(self.duel.play, "own:")

    def again(self, seed: str) -> Self:
        """No round played yet, with a seed."""
        return replace(self, seed=seed, expected=(), actual=(), fought=(), last=())

    def _drawn(self, mix: Mix, whose: str) -> Card:
        random = Random(f"{whose}{self.seed}:{len(self.expected)}:{len(self.fought)}")
        return random.choices(list(mix), [float(share) for share in mix.values()])[0]


@lru_cache(1_000)
def _rest(stakes: Stakes, own: Any, other: Any, exact: bool) -> Duel:
    return duel(stakes, own, other, None if exact else float)
