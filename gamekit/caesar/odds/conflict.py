"""One conflict by itself: the best card when no later conflict counts.

In a single conflict a higher number never does worse, so one card is always best: the highest number, or the flag
where the highest number would lose. With flags on both sides nobody can be made to lose anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from math import lcm
from typing import TYPE_CHECKING, Any

from gamekit.analysis.evaluate import Perturbation, perturbation
from gamekit.caesar.odds.mix import Mix, Sides, mixed, say, signed
from gamekit.caesar.state import card as checked_card
from gamekit.caesar.state import hand, whole
from gamekit.caesar.tables import CARDS, FLAG, Card, Hand
from gamekit.probability.distribution import Basis, Dist, join
from gamekit.storage.serialization import shown
from gamekit.text.translation import note, word

if TYPE_CHECKING:
    import pandas as pd

MOST = 99  # counters of a group, more than there are
CLAUSES = ("9", "10", "11", "12", "13")


def swing(attacker: int, defender: int, card: Card, other: Card) -> int:
    """How the attacker's lead over the defender changes, in counters: win +2d, loss -2a, tie d - a, a flag 0 (10-12).

    Raises ValueError for a group of size 0 and for cards that there are not.

    >>> swing(1, 4, 9, 5), swing(2, 3, 5, 4), swing(3, 2, "F", 9)
    (8, 1, 0)
    """
    groups = size(attacker, "the attacker's group"), size(defender, "the defender's group")
    return change(*groups, checked_card(card), checked_card(other))


def change(attacker: int, defender: int, card: Card, other: Card) -> int:
    """The swing of groups and cards known to be right."""
    if FLAG in (card, other):
        return 0
    own, theirs = attacker + int(card), defender + int(other)
    if own > theirs:
        return 2 * defender
    return -2 * attacker if own < theirs else defender - attacker


@dataclass(frozen=True, slots=True)
class CardEquilibrium:
    """The answer to one conflict; chances and values are Fractions, or floats where floats were asked for.

    ``value``: the swing to the attacker. ``attacker``, ``defender``: {card: chance}. ``loss``: for each side,
    {card: how much worse than the value that card does against the other's mix}. ``exploitability``: what both
    together could still gain by a best reply, 0 when exact. ``unique``: whether either side has other answers; the
    one shown is pure before mixed, then has the lowest cards.
    """

    value: Any
    attacker: Mix
    defender: Mix
    loss: Sides
    exploitability: Any
    attacker_unique: bool
    defender_unique: bool
    basis: Basis = field(default=(), compare=False)
    question: Conflict | None = field(default=None, compare=False, repr=False)

    @property
    def unique(self) -> bool:
        return self.attacker_unique and self.defender_unique

    def explain(self, language: str | None = None) -> str:
        """The answer in a sentence.

        >>> Conflict(3, 2, (9, 1), (8,)).equilibrium().explain()
        'Attacker: always play the 9. Defender: always play the 8. Worth +4 counters to the attacker.'
        """
        said = word(
            "caesar.conflict.answer",
            language,
            attacker=say(self.attacker, language),
            defender=say(self.defender, language),
            value=signed(self.value),
        )
        return said if self.unique else f"{said} {word('caesar.others', language)}"


@dataclass(frozen=True, slots=True)
class Conflict:
    """A group of ``attacker`` counters against one of ``defender`` counters, each side with a hand.

    Hands are numbers 1 to 9 and ``'F'`` in any order; without one it is the full ten cards. Raises ValueError for a
    group of size 0, an empty hand, and cards that there are not.

    >>> Conflict(attacker=3, defender=2, attacker_hand=(9, 1, "F"), defender_hand=(8, "F")).equilibrium().value
    Fraction(0, 1)
    """

    attacker: int
    defender: int
    attacker_hand: Hand = CARDS
    defender_hand: Hand = CARDS

    def __post_init__(self) -> None:
        for side in ("attacker", "defender"):
            object.__setattr__(self, side, size(getattr(self, side), f"the {side}'s group"))
            held = hand(getattr(self, f"{side}_hand"))
            if not held:
                raise ValueError(f"the {side}'s hand is empty; a conflict needs a card on each side")
            object.__setattr__(self, f"{side}_hand", held)

    @property
    def matrix(self) -> tuple[tuple[int, ...], ...]:
        """The swing to the attacker for each of his cards (rows) and each of the defender's (columns)."""
        return tuple(
            tuple(change(self.attacker, self.defender, card, other) for other in self.defender_hand)
            for card in self.attacker_hand
        )

    @property
    def basis(self) -> Basis:
        return (note("caesar.basis.swing"), note("caesar.basis.alone"), *CLAUSES)

    def equilibrium(self, numbers: type | None = Fraction) -> CardEquilibrium:
        """Both sides' best play."""
        game = mixed(self.matrix, self.attacker_hand, self.defender_hand, numbers)
        rounded = isinstance(game.value, float)
        return CardEquilibrium(
            value=game.value,
            attacker=game.play,
            defender=game.other_play,
            loss=Sides(game.loss, game.other_loss),
            exploitability=game.exploitability,
            attacker_unique=game.play_unique,
            question=self,
            defender_unique=game.other_unique,
            basis=(*self.basis, note("basis.rounded" if rounded else "basis.exact")),
        )

    def odds(self, numbers: type = int) -> Dist[int]:
        """The law of the swing to the attacker when both play the mixes that ``equilibrium`` shows; where there are
        others, which the basis says, these have the same mean and perhaps other chances.

        >>> Conflict(3, 2, (9, 1), (8, 5)).odds().p(lambda swing: swing > 0)
        Fraction(1, 1)
        """
        found = self.equilibrium(float if numbers is float else Fraction)
        pairs = [(c, o, p * q) for c, p in found.attacker.items() for o, q in found.defender.items()]
        whole = lcm(*(p.denominator for *_, p in pairs if isinstance(p, Fraction)))
        weights = ((change(self.attacker, self.defender, c, o), p) for c, o, p in pairs)
        laws = ((swing, int(p * whole) if isinstance(p, Fraction) else p) for swing, p in weights)
        return Dist(laws, join(found.basis, () if found.unique else (note("caesar.others"),)))

    def summary(self, numbers: type = int) -> dict[str, Any]:
        """The figures of a conflict in sweeps: its value, and whether best play is unique."""
        found = self.equilibrium(float if numbers is float else Fraction)
        return {"value": found.value, "unique": found.unique, "basis": found.basis}

    def changes(self) -> Iterator[Perturbation]:
        """Every change of one input: a counter of a group, a card of a hand. Who attacks makes none (9-12)."""
        for side in ("attacker", "defender"):
            where, size = note(f"side.{side}"), getattr(self, side)
            ways = [(str(size + by), partial(self._with, side, size + by)) for by in (-1, 1)]
            yield perturbation(note("caesar.change.group", side=where), *ways)
            yield from card_changes(getattr(self, f"{side}_hand"), where, partial(self._with, f"{side}_hand"))

    def _with(self, name: str, value: Any) -> Conflict:
        return replace(self, **{name: value})

    def frame(self) -> pd.DataFrame:
        """The matrix as a table: the attacker's cards down, the defender's across."""
        import pandas as pd

        frame = pd.DataFrame(self.matrix, list(self.attacker_hand), list(self.defender_hand))
        frame.attrs["basis"] = self.basis
        return frame


def size(counters: Any, what: str) -> int:
    """A group's size, or ValueError."""
    try:
        if 0 < (height := whole(counters)) <= MOST:
            return height
    except ValueError:
        pass
    raise ValueError(note("caesar.error.size", what=what, counters=shown(counters), most=MOST))


def card_changes(held: Hand, where: str, other: Callable[[Hand], Any]) -> Iterator[Perturbation]:
    """Yield the hand without each card that is held, and with each that is not."""
    for card in CARDS:
        hand = tuple(each for each in held if each != card) if card in held else (*held, card)
        way = (f"{'-' if card in held else '+'} {card}", partial(other, hand))
        name = note("caesar.change.card", side=where, card=str(card))
        yield perturbation(name, way if card in held else None, None if card in held else way)
