"""What a best reply takes from a strategy: exactly, by following every line of play of a small position.

The one who replies knows the strategy but not what it hides: positions that look the same to the replier are one
decision, weighed by how likely the strategy and chance have led to each of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from gamekit.game import CHANCE, OVER
from gamekit.given import a_game
from gamekit.words import note

Mixing: TypeAlias = "Callable[[Any, tuple[Any, ...]], Any]"  # (view, legal actions) -> an action, or {action: chance}
Weighed: TypeAlias = "list[tuple[Any, Any]]"  # positions and their chances
LIMIT = 200_000  # positions of all lines together


@dataclass(frozen=True, slots=True)
class Exploited:
    """``replies``: {player: what the best reply of that player brings, own score less the other's, against the strategy
    in the other seat}. ``taken``: what both replies bring together, 0 for best play, never less."""

    replies: dict[Any, Any]

    @property
    def taken(self) -> Any:
        return sum(self.replies.values())


def exploit(game: Any, strategy: Mixing, position: Any, limit: int = LIMIT) -> Exploited:
    """What exact best replies take from a strategy, from a position of a game of two whose scores oppose each other.

    ``strategy(view, legal)`` gives an action, or {action: chance} for a mix; it is asked for every view that can arise
    and should give the same each time. Exact where its chances are Fractions. Raises ValueError for more than two
    players and where all lines of play together have more than ``limit`` positions.

    >>> from gamekit import caesar
    >>> state = caesar.position(["R . . . B"] + [". . . . ."] * 4, hands=[(9, 1), (8, 5)])
    >>> exploit(caesar, lambda view, legal: legal[0], caesar.rules.apply(state, caesar.Attack("a1", "e1"))).replies
    {0: Fraction(2, 1), 1: Fraction(2, 1)}
    """
    a_game(game)
    seats = tuple(game.pace.seats(position) if hasattr(getattr(game, "pace", None), "seats") else (0, 1))
    if len(seats) != 2:
        raise ValueError(f"{len(seats)} players; what a best reply takes is asked of two")
    return Exploited(
        {seat: _Reply(game.rules, strategy, seat, limit).value([(position, Fraction(1))]) for seat in seats}
    )


class _Reply:
    """The best reply of one seat."""

    def __init__(self, rules: Any, strategy: Mixing, seat: Any, limit: int) -> None:
        self.rules, self.strategy, self.seat, self.left = rules, strategy, seat, limit

    def value(self, weighed: Weighed) -> Any:
        """What the seat gets from these positions, each times its chance."""
        ended, waiting = Fraction(0), dict[Any, Weighed]()
        while weighed:
            state, chance = weighed.pop()
            self.left -= 1
            if self.left < 0:
                raise ValueError(note("exploit.large"))
            player = self.rules.current_player(state)
            if player == OVER:
                scores = self.rules.returns(state)
                ended += chance * (2 * scores[self.seat] - sum(scores.values()))
            elif player == self.seat:
                waiting.setdefault(self.rules.observe(state, player), []).append((state, chance))
            else:
                mix = self._mix(state, player)
                weighed += [(self.rules.apply(state, action), chance * share) for action, share in mix.items()]
        return ended + sum(self._best(alike) for alike in waiting.values())

    def _best(self, alike: Weighed) -> Any:
        legal = self.rules.legal_actions(alike[0][0])
        return max(
            self.value([(self.rules.apply(state, action), chance) for state, chance in alike]) for action in legal
        )

    def _mix(self, state: Any, player: Any) -> Mapping[Any, Any]:
        if player == CHANCE:
            dist = self.rules.chance_outcomes(state)
            return {outcome: Fraction(weight, dist.total) for outcome, weight in dist.items()}
        found = self.strategy(self.rules.observe(state, player), self.rules.legal_actions(state))
        return found if isinstance(found, Mapping) else {found: Fraction(1)}


__all__ = ["Exploited", "exploit"]
