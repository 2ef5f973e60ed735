"""One conflict by itself: the best card if no later conflict counts, and its effect on every player.

In a single conflict a higher number never does worse, so one card is always best: the highest number, or the flag
where the highest number would lose. With flags on both sides neither can be forced to lose anything."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import partial
from math import lcm
from typing import TYPE_CHECKING, Any

from gamekit.analysis.evaluate import Perturbation, perturbation
from gamekit.caesar import rules
from gamekit.caesar.odds.mix import AttackerDefender, CardMix, describe_mix, format_signed, solve_mix
from gamekit.caesar.state import Attack, Board, State, hand, opponents_in, require_int, require_position, square_number
from gamekit.caesar.state import card as checked_card
from gamekit.caesar.tables import CARDS, FLAG, LETTERS, Card, Hand
from gamekit.probability.distribution import Basis, Dist, join_bases
from gamekit.storage.serialization import short_repr
from gamekit.text.translation import note, word
from gamekit.text.validation import require_type

if TYPE_CHECKING:
    import pandas as pd


MOST = 99  # the most counters of a group, more than the game has
CLAUSES = ("9", "10", "11", "12", "13")


def lead_swing(attacker: int, defender: int, attacker_card: Card, defender_card: Card) -> int:
    """Return how the attacker's lead over the defender changes, in counters: win +2d, loss -2a, tie d - a, a flag 0
    (10-12).

    Raises ValueError for a group of size 0 and for unknown cards.

    >>> lead_swing(1, 4, 9, 5), lead_swing(2, 3, 5, 4), lead_swing(3, 2, "F", 9)
    (8, 1, 0)
    """
    groups = group_size(attacker, "the attacker's group"), group_size(defender, "the defender's group")
    return unchecked_swing(*groups, checked_card(attacker_card), checked_card(defender_card))


def unchecked_swing(attacker: int, defender: int, card: Card, other: Card) -> int:
    """Return the ``lead_swing`` without checking groups and cards."""
    if FLAG in (card, other):
        return 0
    own, theirs = attacker + int(card), defender + int(other)
    if own > theirs:
        return 2 * defender
    return -2 * attacker if own < theirs else defender - attacker


@dataclass(frozen=True, slots=True)
class CardEquilibrium:
    """The answer to one conflict; chances and values are Fractions, or floats if asked for.

    ``value``: the swing to the attacker. ``attacker``, ``defender``: {card: chance}. ``loss``: for each side, {card:
    how much worse than the value that card does against the other's mix}. ``exploitability``: the sum of both sides'
    gains by a best response, 0 when exact. ``unique``: whether neither side has another equilibrium mix; else pure
    mixes are preferred, then those of low cards.
    """

    value: Any
    attacker: CardMix
    defender: CardMix
    loss: AttackerDefender
    exploitability: Any
    attacker_unique: bool
    defender_unique: bool
    basis: Basis = field(default=(), compare=False)
    question: Conflict | None = field(default=None, compare=False, repr=False)

    @property
    def unique(self) -> bool:
        """Whether neither side has another optimal mix."""
        return self.attacker_unique and self.defender_unique

    def explain(self, language: str | None = None) -> str:
        """Return the equilibrium in a sentence.

        >>> Conflict(3, 2, (9, 1), (8,)).equilibrium().explain()
        'Attacker: always play the 9. Defender: always play the 8. Worth +4 counters to the attacker.'
        """
        said = word(
            "caesar.conflict.answer",
            language,
            attacker=describe_mix(self.attacker, language),
            defender=describe_mix(self.defender, language),
            value=format_signed(self.value),
        )
        return said if self.unique else f"{said} {word('caesar.others', language)}"


@dataclass(frozen=True, slots=True)
class Conflict:
    """A group of ``attacker`` counters against one of ``defender`` counters, each side with a hand.

    Hands are numbers 1 to 9 and ``'F'`` in any order; by default all ten cards. Raises ValueError for a group of size
    0, an empty hand, and unknown cards.

    >>> Conflict(attacker=3, defender=2, attacker_hand=(9, 1, "F"), defender_hand=(8, "F")).equilibrium().value
    Fraction(0, 1)
    """

    attacker: int
    defender: int
    attacker_hand: Hand = CARDS
    defender_hand: Hand = CARDS

    def __post_init__(self) -> None:
        for side in ("attacker", "defender"):
            object.__setattr__(self, side, group_size(getattr(self, side), f"the {side}'s group"))
            held = hand(getattr(self, f"{side}_hand"))
            if not held:
                raise ValueError(f"the {side}'s hand is empty; a conflict needs at least one card on each side")
            object.__setattr__(self, f"{side}_hand", held)

    @property
    def matrix(self) -> tuple[tuple[int, ...], ...]:
        """The swing to the attacker for each card of the attacker (rows) and of the defender (columns)."""
        return tuple(
            tuple(unchecked_swing(self.attacker, self.defender, card, other) for other in self.defender_hand)
            for card in self.attacker_hand
        )

    @property
    def basis(self) -> Basis:
        """The clauses and assumptions behind the odds."""
        return (note("caesar.basis.swing"), note("caesar.basis.alone"), *CLAUSES)

    def equilibrium(self, numbers: type | None = Fraction) -> CardEquilibrium:
        """Return both sides' best play."""
        game = solve_mix(self.matrix, self.attacker_hand, self.defender_hand, numbers)
        rounded = isinstance(game.value, float)
        return CardEquilibrium(
            value=game.value,
            attacker=game.play,
            defender=game.other_play,
            loss=AttackerDefender(game.loss, game.other_loss),
            exploitability=game.exploitability,
            attacker_unique=game.play_unique,
            question=self,
            defender_unique=game.other_unique,
            basis=(*self.basis, note("basis.rounded" if rounded else "basis.exact")),
        )

    def odds(self, numbers: type = int) -> Dist[int]:
        """Return the distribution of the attacker's gain in lead when both play the mixes of ``equilibrium``.

        Other equilibria, if the basis names any, have the same mean but may have other chances.

        >>> Conflict(3, 2, (9, 1), (8, 5)).odds().p(lambda lead_swing: lead_swing > 0)
        Fraction(1, 1)
        """
        found = self.equilibrium(float if numbers is float else Fraction)
        pairs = [(c, o, p * q) for c, p in found.attacker.items() for o, q in found.defender.items()]
        whole = lcm(*(p.denominator for *_, p in pairs if isinstance(p, Fraction)))
        weights = ((unchecked_swing(self.attacker, self.defender, c, o), p) for c, o, p in pairs)
        dists = ((swing, int(p * whole) if isinstance(p, Fraction) else p) for swing, p in weights)
        return Dist(dists, join_bases(found.basis, () if found.unique else (note("caesar.others"),)))

    def summary(self, numbers: type = int) -> dict[str, Any]:
        """Return the figures of a conflict in sweeps: its value, and whether best play is unique."""
        found = self.equilibrium(float if numbers is float else Fraction)
        return {"value": found.value, "unique": found.unique, "basis": found.basis}

    def changes(self) -> Iterator[Perturbation]:
        """Yield every change of one input: a counter of a group, a card of a hand; not of the attacking side (9-12)."""
        for side in ("attacker", "defender"):
            where, size = note(f"side.{side}"), getattr(self, side)
            ways = [(str(size + by), partial(self._with, side, size + by)) for by in (-1, 1)]
            yield perturbation(note("caesar.change.group", side=where), *ways)
            yield from card_changes(getattr(self, f"{side}_hand"), where, partial(self._with, f"{side}_hand"))

    def _with(self, name: str, value: Any) -> Conflict:
        return replace(self, **{name: value})

    def matrix_frame(self) -> pd.DataFrame:
        """Return the matrix as a table: the attacker's cards down, the defender's across."""
        import pandas as pd

        frame = pd.DataFrame(self.matrix, list(self.attacker_hand), list(self.defender_hand))
        frame.attrs["basis"] = self.basis
        return frame


def group_size(counters: Any, what: str) -> int:
    """Return a group's size, or ValueError."""
    try:
        if 0 < (height := require_int(counters)) <= MOST:
            return height
    except ValueError:
        pass
    raise ValueError(note("caesar.error.size", what=what, counters=short_repr(counters), most=MOST))


@dataclass(frozen=True, slots=True)
class ConflictEffects:
    """The mean changes by a conflict at its equilibrium: of each player's counters, and of each one's lead over the
    best other. The attacker's gain less the defender's is the equilibrium's value."""

    conflict: Conflict
    equilibrium: CardEquilibrium
    counters: dict[int, Fraction]
    leads: dict[int, Fraction]
    basis: Basis


def conflict_of(state: State, attack: Attack) -> Conflict:
    """Return an attack of a position as a ``Conflict``, with its group sizes and hands, whoever is to move. Raises
    ValueError if the two groups cannot fight: not two players', not in line, a group between (9).

    >>> from gamekit import caesar
    >>> state = caesar.position(["nR . . . B"] + [". . . . ."] * 4, hands=[(9, 1), (8, 5)])
    >>> conflict_of(state, caesar.Attack("a1", "e1"))
    Conflict(attacker=2, defender=1, attacker_hand=(1, 9), defender_hand=(5, 8))
    """
    attacker, defender = opponents_in(state, attack)
    groups = [state.group_at(square) for square in (attack.here, attack.there)]
    return Conflict(len(groups[0]), len(groups[1]), state.hands[attacker], state.hands[defender])


def conflict_effects(state: State, attack: Attack) -> ConflictEffects:
    """Return the effects of a conflict that the player to move could begin; IllegalAction when it is not legal.

    >>> from gamekit import caesar
    >>> state = caesar.position(["nR . . . B"] + [". . . . ."] * 3 + ["Y . . . ."], hands=[(9,), (8,), (7,)])
    >>> caesar.conflict_effects(state, caesar.Attack("a1", "e1")).leads
    {0: Fraction(1, 1), 1: Fraction(-2, 1), 2: Fraction(-1, 1)}
    """
    rules.apply(
        require_position(state), require_type(attack, Attack, "the attack", "an Attack, such as Attack('a1', 'e1')")
    )
    here, there = square_number(attack.here), square_number(attack.there)
    conflict = conflict_of(state, attack)
    answer = conflict.equilibrium()
    held = {player: state.counters_in_groups(player) for player in state.players}
    counters = dict.fromkeys(held, Fraction(0))
    leads = dict.fromkeys(held, Fraction(0))
    before = _leads(held)
    for card, share in answer.attacker.items():
        for other, part in answer.defender.items():
            after = _counters(rules.resolve_conflict(state.board, here, there, card, other), state.players)
            ahead = _leads(after)
            for player in held:
                counters[player] += share * part * (after[player] - held[player])
                leads[player] += share * part * (ahead[player] - before[player])
    basis = (note("caesar.basis.others"), *answer.basis) if len(held) > 2 else answer.basis
    return ConflictEffects(conflict, answer, counters, leads, basis)


def expected_conflict_effects(state: State) -> ConflictEffects:
    """Return the mean effects of the present conflict at its equilibrium; ValueError if there is none.

    >>> from gamekit import caesar
    >>> state = caesar.position(["nR . . . B"] + [". . . . ."] * 4, hands=[(9, 1), (8, 5)])
    >>> caesar.expected_conflict_effects(caesar.rules.apply(state, caesar.Attack("a1", "e1"))).counters
    {0: Fraction(1, 1), 1: Fraction(-1, 1)}
    """
    require_position(state)
    if state.attack is None:
        raise ValueError("there is no conflict in this position")
    return conflict_effects(replace(state, attack=None, chosen=None), state.attack)


def _counters(board: Board, players: range) -> dict[int, int]:
    return {player: sum(len(group) for group in board if group[-1:] == LETTERS[player]) for player in players}


def _leads(held: dict[int, int]) -> dict[int, int]:
    return {player: own - max(held[other] for other in held if other != player) for player, own in held.items()}


def card_changes(held: Hand, where: str, other: Callable[[Hand], Any]) -> Iterator[Perturbation]:
    """Yield the hand without each card that is held, and with each that is not."""
    for card in CARDS:
        hand = tuple(each for each in held if each != card) if card in held else (*held, card)
        way = (f"{'-' if card in held else '+'} {card}", partial(other, hand))
        name = note("caesar.change.card", side=where, card=str(card))
        yield perturbation(name, way if card in held else None, None if card in held else way)
