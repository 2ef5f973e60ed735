"""The outcome of a battle, and events to ask about: attacker wins, is eliminated, leaves.

An event is a plain function: ``odds.p(attacker_wins)`` reads aloud."""

from __future__ import annotations

from dataclasses import dataclass

Survivors = tuple[tuple[str, int], ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """The survivors of each side at the end of a battle; the sides are named as the battle began.

    ``attacker`` and ``defender`` list (block name, strength) of every block still alive, reserves and blocks
    that left included. ``withdrew`` says who had to go when both sides have blocks left (7.62), else it is None.
    """

    attacker: Survivors
    defender: Survivors
    withdrew: str | None = None

    @property
    def attacker_strength(self) -> int:
        """The attackers' total strength left."""
        return sum(strength for _, strength in self.attacker)

    @property
    def defender_strength(self) -> int:
        """The defenders' total strength left."""
        return sum(strength for _, strength in self.defender)


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
