"""Several fights in a row by the same side: ``in_a_row``."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from typing import Any, NamedTuple

from gamekit.analysis.evaluate import optional_method
from gamekit.probability.distribution import Basis, Dist, identity, join_bases


class SequenceEnd(NamedTuple):
    """The end of fights in a row: the number of fights won, and the survivors of the side that fights them all."""

    won: int
    left: Any


@dataclass(frozen=True)
class FightSequence:
    """Fights in a row: ``p_won``, the chance to win the first, the first two, ..., all; ``after``, for each
    fight the distribution of the survivors after it; ``ends``, the distribution of the ``SequenceEnd``."""

    p_won: tuple[Any, ...]
    after: tuple[Dist[Any], ...]
    ends: Dist[SequenceEnd]
    basis: Basis

    @property
    def p_win_all(self) -> Any:
        """The chance to win all fights."""
        return self.p_won[-1]


Fight = Callable[[Any], Dist[tuple[bool, Any]]]


def in_a_row(fights: Sequence[Any], start: Any = None, numbers: type = int) -> FightSequence:
    """Fight several battles in a row with the survivors, until all are won or the side cannot go on.

    Fights are ``jc.Battle`` of one attacker, which goes on as long as it holds the place at the end; ``rv.LandCombat``
    of one army, which goes on as long as it wins (``rv.campaign`` counts OP besides); or functions from the survivors,
    at first ``start``, to the distribution of (whether they go on, the survivors then). Raises ValueError for an empty
    list, battles that cannot follow each other, and things that are not fights.

    >>> from gamekit import julius_caesar as jc
    >>> cohorts = jc.army("4 C3/III")
    >>> row = in_a_row([jc.Battle(cohorts, jc.army(enemy)) for enemy in ("2 C2/II", "2 C3/II", "C3/III")])
    >>> [f"{float(p):.1%}" for p in row.p_won]
    ['100.0%', '99.4%', '96.5%']
    """
    listed = list(fights) if isinstance(fights, Sequence) else [fights]
    if not listed:
        raise ValueError("nothing to fight; give a list of battles, as in in_a_row([first, second])")
    basis: Basis = ()
    named: Callable[[Any], Any] = identity
    if not all(map(callable, listed)):
        in_sequence = next((found for fight in listed if (found := optional_method(fight, "in_sequence"))), None)
        if in_sequence is None or start is not None:
            right = (
                "battles know their attacker: leave start out" if in_sequence else "they should be battles or functions"
            )
            raise ValueError(f"these fights are not fought in a row; {right}")
        listed, start, named, basis = in_sequence(listed, numbers)
        named = cache(named)  # most stands were there after the fight before
    ends: Dist[SequenceEnd] = Dist({SequenceEnd(0, start): 1})
    after = []
    for number, fight in enumerate(listed):
        ends = ends.then(partial(_fought, fight, number))
        after.append(ends)
    return FightSequence(
        tuple(each.map(lambda now: now.won).p(number.__eq__) for number, each in enumerate(after, 1)),
        tuple(each.map(lambda now: named(now.left)) for each in after),
        ends.map(lambda now: SequenceEnd(now.won, named(now.left))),
        join_bases(ends.basis, basis),
    )


def _fought(fight: Fight, number: int, now: SequenceEnd) -> Dist[SequenceEnd]:
    """Return the distribution after one more fight from ``now``; unchanged if the row has already ended."""
    if now.won < number:
        return Dist({now: 1})
    found = fight(now.left)
    if not isinstance(found, Dist) or not all(isinstance(end, tuple) and len(end) == 2 for end in found):
        raise ValueError(
            f"fight {number + 1} answers {found!r}; it should be a Dist of (whether it goes on, the survivors)"
        )
    return found.map(lambda end: SequenceEnd(number + 1, end[1]) if end[0] else SequenceEnd(number, end[1]))
