"""Mixed strategies over cards: chances of each card in numbers, in words, and as an urn or a die to draw from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from numbers import Integral
from typing import Any, NamedTuple

from gamekit.caesar.state import card_index
from gamekit.caesar.tables import FLAG, Card, Hand
from gamekit.probability import matrix_game
from gamekit.text.translation import percent, word
from gamekit.text.validation import require_type

PLAIN = 30  # largest denominator in words ("times in"); beyond it per cent
DICE = (4, 6, 8, 10, 12, 20)
DUST = 1e-12  # float chances below this count as 0


class CardMix(dict[Card, Any]):
    """The chance of each card in a mixed strategy, {card: chance}; a missing card reads as 0.

    >>> mix = CardMix({9: Fraction(3, 4), "F": Fraction(1, 4)})
    >>> mix[9], mix[1]
    (Fraction(3, 4), Fraction(0, 1))
    """

    def __missing__(self, card: Card) -> Any:
        return 0.0 if any(isinstance(share, float) for share in self.values()) else Fraction(0)


class AttackerDefender(NamedTuple):
    """A pair of values, the attacker's and the defender's."""

    attacker: Any
    defender: Any


@dataclass(frozen=True, slots=True)
class MixedEquilibrium:
    """A matrix game over two hands, solved: the mixes, and how much each card falls short of the value."""

    value: Any
    play: CardMix
    other_play: CardMix
    loss: dict[Card, Any]
    other_loss: dict[Card, Any]
    exploitability: Any
    play_unique: bool
    other_unique: bool


def solve_mix(
    matrix: tuple[tuple[Any, ...], ...], hand: Hand, other: Hand, numbers: type | None = None
) -> MixedEquilibrium:
    """Return the equilibrium of a zero-sum game: a row for each card of ``hand``, which gets the payoffs, a column for
    each of ``other``. ``numbers``: Fraction or float; None for float if a payoff is one."""
    game = matrix_game.solve(matrix, numbers)
    rows = [sum(payoff * share for payoff, share in zip(payoffs, game.column)) for payoffs in matrix]
    columns = [sum(payoff * share for payoff, share in zip(payoffs, game.row)) for payoffs in zip(*matrix)]
    return MixedEquilibrium(
        value=game.value,
        play=CardMix((card, min(share, 1)) for card, share in zip(hand, game.row) if share > DUST),
        other_play=CardMix((card, min(share, 1)) for card, share in zip(other, game.column) if share > DUST),
        loss={card: game.value - payoff for card, payoff in zip(hand, rows)},
        other_loss={card: payoff - game.value for card, payoff in zip(other, columns)},
        exploitability=max(rows) - min(columns),
        play_unique=game.row_unique,
        other_unique=game.column_unique,
    )


def urn_for_mix(mix: Mapping[Card, Any], max_balls: int = 100) -> dict[Card, int]:
    """Return the fewest balls for an urn such that one drawn at random plays the mix, {card: balls}.

    A mix that needs more than ``max_balls`` balls, or one of floats, is rounded to that many; every card keeps at least
    one.

    >>> urn_for_mix({9: Fraction(3, 4), "F": Fraction(1, 4)})
    {9: 3, 'F': 1}
    """
    if not isinstance(max_balls, Integral) or max_balls < 1:
        raise ValueError(f"max_balls is {max_balls!r}; it should be a whole number of balls from 1 up")
    shares = {card: share for card, share in _a_mix(mix).items() if share}
    if all(isinstance(share, Fraction | int) for share in shares.values()):
        total = lcm(*(Fraction(share).denominator for share in shares.values()))
        if total <= max_balls:
            return {card: int(share * total) for card, share in shares.items()}
    balls = {card: max(1, int(share * max_balls)) for card, share in shares.items()}
    while sum(balls.values()) > max(max_balls, len(balls)):  # rare cards took more than their share
        balls[max(balls, key=balls.__getitem__)] -= 1
    for card in sorted(shares, key=lambda card: shares[card] * max_balls - balls[card], reverse=True):
        if sum(balls.values()) < max_balls:
            balls[card] += 1
    common = gcd(*balls.values())
    return {card: count // common for card, count in balls.items()}


def die_for_mix(mix: Mapping[Card, Any]) -> tuple[int, dict[Card, range]] | None:
    """Return the smallest common die that plays the mix exactly: its sides, and the faces on which each card is played.

    None if no die with 4, 6, 8, 10, 12 or 20 sides does. Raises ValueError for a mix without a card.

    >>> die_for_mix({9: Fraction(3, 4), "F": Fraction(1, 4)})
    (4, {9: range(1, 4), 'F': range(4, 5)})
    """
    balls = urn_for_mix(_some(mix), max_balls=max(DICE))
    total = sum(balls.values())
    sides = next((sides for sides in DICE if sides % total == 0), None)
    if sides is None or any(Fraction(count, total) != mix[card] for card, count in balls.items()):
        return None
    faces, first = {}, 1
    for card, count in balls.items():
        faces[card] = range(first, first + count * sides // total)
        first = faces[card].stop
    return sides, faces


def _a_mix(mix: Mapping[Card, Any]) -> Mapping[Card, Any]:
    found: Mapping[Card, Any] = require_type(mix, Mapping, "the mix", "chances by card, such as {9: 1}")
    return found


def _some(mix: Mapping[Card, Any]) -> Mapping[Card, Any]:
    if not any(_a_mix(mix).values()):
        raise ValueError("the mix is empty; it should give at least one card a chance above 0")
    return mix


def likeliest(mix: Mapping[Card, Any]) -> list[tuple[Card, Any]]:
    """Return the cards with their chances, the likeliest first, then the lowest."""
    return sorted(mix.items(), key=lambda item: (-item[1], card_index(item[0])))


def describe_mix(mix: Mapping[Card, Any], language: str | None = None) -> str:
    """Return a mix in words. Raises ValueError for a mix without a card.

    >>> describe_mix({9: Fraction(3, 4), "F": Fraction(1, 4)})
    'play the 9 three times in four, else the flag'
    """
    parts = [(card_text(card, language), share) for card, share in likeliest(_some(mix)) if share]
    if len(parts) == 1:
        return word("caesar.play.always", language, card=parts[0][0])
    if len(parts) == 2:
        (card, share), (rest, _) = parts
        return word("caesar.play.else", language, card=card, times=chance_in_words(share, language), rest=rest)
    said = [
        word("caesar.play.part", language, card=card, times=chance_in_words(share, language)) for card, share in parts
    ]
    return word("caesar.play.mix", language, parts=join_listed(said, language))


def explain_drawing(name: str, mix: Mapping[Card, Any], language: str | None = None) -> str:
    """Return how the named player draws a card of a mix at a table: by a die if one fits, else by balls from an urn."""
    if len(mix) == 1:
        return word("caesar.board.told", language, name=name, what=describe_mix(mix, language))
    if found := die_for_mix(mix):
        sides, faces = found
        parts = []
        for card, on in faces.items():
            span = str(on.start) if len(on) == 1 else f"{on.start}–{on.stop - 1}"
            parts.append(word("caesar.board.faces", language, card=card_text(card, language), faces=span))
        return word("caesar.board.by_die", language, name=name, sides=sides, parts=join_listed(parts, language))
    balls = [
        word("caesar.board.balls", language, count=count, card=card_text(card, language))
        for card, count in urn_for_mix(mix).items()
    ]
    return word("caesar.board.by_urn", language, name=name, parts=join_listed(balls, language))


def card_text(card: Card, language: str | None = None) -> str:
    """Return a card in a sentence."""
    return word("caesar.hand.flag", language) if card == FLAG else word("caesar.hand.number", language, number=card)


def chance_in_words(share: Any, language: str | None = None) -> str:
    """Return a chance in words: "three times in four"; in per cent when it is a float or has a large denominator."""
    if not isinstance(share, Fraction) or share.denominator > PLAIN:
        return word("caesar.times.percent", language, percent=percent(share))
    count, total = share.numerator, _count(share.denominator, language)
    if count == 1:
        return word("caesar.times.once", language, total=total)
    if count == 2:
        return word("caesar.times.twice", language, total=total)
    return word("caesar.times.many", language, count=_count(count, language), total=total)


def _count(number: int, language: str | None) -> str:
    return word(f"caesar.number.{number}", language) if number <= 10 else str(number)


def join_listed(parts: Iterable[str], language: str | None = None) -> str:
    """Return texts joined as a list: "a, b and c"."""
    *most, last = parts
    if not most:
        return last
    first = most[0]
    for part in most[1:]:
        first = word("caesar.list.more", language, first=first, second=part)
    return word("caesar.list.last", language, first=first, second=last)


def format_signed(value: Any) -> str:
    """Return a number of counters with its sign: ``+1.5``, ``−2``, ``0``."""
    text = f"{abs(float(value)):.2f}".rstrip("0").rstrip(".")
    return text if text == "0" else ("+" if value > 0 else "\u2212") + text
