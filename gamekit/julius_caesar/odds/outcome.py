"""How a battle ends: its outcomes, and the events to ask about.

An event is a plain function: ``odds.p(attacker_wins)`` reads aloud."""

from __future__ import annotations

from dataclasses import dataclass, field

from gamekit.julius_caesar.odds.automaton import outcome_names
from gamekit.julius_caesar.tables import ATTACKER, ROLES, Block
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
