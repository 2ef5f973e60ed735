"""How a battle ends: the outcomes, the events to ask about, and the three chances with both mean strengths.

An event is a plain function: ``odds.p(attacker_wins)`` reads aloud."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from gamekit.julius_caesar.tables import ATTACKER, ROLES, Block
from gamekit.probability.distribution import Basis
from gamekit.text.translation import note
from gamekit.text.validation import require_type

Survivors = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The survivors of each side at the end of a battle; the sides are named as the battle began.

    ``attacker`` and ``defender`` list (block name, strength) of every block still alive, reserves and blocks
    that left included. ``withdrew`` says who had to go when both sides have blocks left (7.62), else it is None.
    ``began`` are both sides' blocks as the battle began, main body and reserve, where they are known.
    """

    attacker: Survivors
    defender: Survivors
    withdrew: str | None = None
    began: tuple[tuple[Block, ...], tuple[Block, ...]] | None = field(default=None, compare=False, repr=False)

    @property
    def attacker_strength(self) -> int:
        """The attackers' total strength left."""
        return sum(strength for _, strength in self.attacker)

    @property
    def defender_strength(self) -> int:
        """The defenders' total strength left."""
        return sum(strength for _, strength in self.defender)

    def own(self, side: str) -> dict[str, Block]:
        """The blocks of a side as the battle began, by name; ValueError where they are not known."""
        if side not in ROLES:
            raise ValueError(f"side is {side!r}; it should be 'attacker' or 'defender'")
        if self.began is None:
            raise ValueError("this outcome does not know the blocks of its battle; take one from battle.odds()")
        blocks = self.began[ROLES.index(side)]
        return dict(zip(outcome_names(blocks), blocks))


def losses(end: Outcome, side: str = ATTACKER) -> int:
    """The steps that a side's own blocks have lost in the battle, all of those of a block that is eliminated (7.4).

    >>> from gamekit import julius_caesar as jc
    >>> odds = jc.Battle(jc.army("2 C3/III"), jc.army("C3/III")).odds()
    >>> f"{float(odds.given(jc.attacker_wins).mean(jc.losses)):.2f}"
    '1.83'
    """
    require_type(end, Outcome, "the end", "an Outcome, as Battle.odds() lists them")
    left = dict(end.attacker if side == ATTACKER else end.defender)
    lost = 0
    for name, block in end.own(side).items():
        now = block.track.index(left[name]) if name in left else len(block.track)
        lost += max(0, now - block.track.index(block.strength))
    return lost


def outcome_names(blocks: Sequence[Block]) -> tuple[str, ...]:
    """The names in an Outcome: generic blocks are numbered by rating, ``C3 #1``, ``C3 #2`` and so on."""
    counts: dict[str, int] = {}
    names = []
    for block in blocks:
        if block.type == "generic":
            counts[block.name] = counts.get(block.name, 0) + 1
            names.append(f"{block.name} #{counts[block.name]}")
        else:
            names.append(block.label)
    return tuple(names)


def attacker_wins(end: Outcome) -> bool:
    """No defending block is left alive anywhere."""
    return not end.defender


def attacker_eliminated(end: Outcome) -> bool:
    """No attacking block is left alive."""
    return not end.attacker


def attacker_leaves(end: Outcome) -> bool:
    """Both sides have blocks left, whoever had to go (7.2, 7.31)."""
    return bool(end.attacker and end.defender)


def attacker_withdraws(end: Outcome) -> bool:
    """Both sides have blocks left and the attackers had to go."""
    return end.withdrew == "attacker"


def defender_withdraws(end: Outcome) -> bool:
    """Both sides have blocks left and the defenders had to go, the roles having been exchanged (7.31)."""
    return end.withdrew == "defender"


def attacker_holds(end: Outcome) -> bool:
    """The attackers win, or the defenders withdraw."""
    return not end.defender or end.withdrew == "defender"


@dataclass(frozen=True, slots=True)
class Chances:
    """The three chances of a battle, and the mean strengths left; it unpacks into these five numbers.

    >>> from gamekit import julius_caesar as jc
    >>> from gamekit.analysis.sweep import sweep
    >>> grid = sweep(lambda n: jc.Battle(jc.army(f"{n} C3/III"), jc.army("C3/III")).chances(float), n=(1, 2))
    >>> grid[["n", "attacker_wins", "attacker_strength"]].round(3)
       n  attacker_wins  attacker_strength
    0  1          0.205              0.453
    1  2          0.916              3.887
    """

    attacker_wins: Any
    attacker_eliminated: Any
    attacker_leaves: Any
    attacker_strength: Any
    defender_strength: Any
    basis: Basis = field(default=(), compare=False, repr=False)

    def __iter__(self) -> Iterator[Any]:
        return (getattr(self, name) for name in CHANCES)


CHANCES = ("attacker_wins", "attacker_eliminated", "attacker_leaves", "attacker_strength", "defender_strength")


def whole_or_float(numbers: type) -> type:
    """The kind of weights asked for: ``float``, or ``int`` for exact ones; ValueError for anything else."""
    if numbers not in (int, float, Fraction):
        raise ValueError(f"numbers is {numbers!r}; leave it out for exact weights, or give float")
    return numbers


def tagged(basis: Basis, numbers: type, order: Callable[..., Any] | None) -> Basis:
    """The basis of one answer: the battle's own, whether the numbers are exact, and whose order decides ties."""
    ties = note("julius_caesar.basis.ties")
    kept = tuple(note("julius_caesar.basis.order") if order and entry == ties else entry for entry in basis)
    return (note("basis.rounded" if numbers is float else "basis.exact"), *kept)
