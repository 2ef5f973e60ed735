"""Charts of Caesar: the matrix of a conflict or a duel, and what a card is worth.

Each takes what ``gamekit.caesar`` computes and gives a ``charts.Chart`` whose title states the finding."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from gamekit import caesar
from gamekit.caesar import CARDS, FLAG
from gamekit.caesar.odds.mix import card_text, format_signed
from gamekit.caesar.tables import Card
from gamekit.probability.distribution import join_bases
from gamekit.text.translation import language_or_default, word
from gamekit.widgets import charts
from gamekit.widgets.charts import WIDTH, Chart, Spec
from gamekit.widgets.look import CAESAR, INK, OCHRE, PLUM, POMPEY, TEAL

TINTS = (CAESAR, OCHRE, TEAL, POMPEY, PLUM, INK)


def say(key: str, language: str | None = None, **fields: Any) -> str:
    return word(f"caesar.chart.{key}", language, **fields)


def conflict(fight: caesar.Conflict, language: str | None = None, width: int = WIDTH) -> Chart:
    """The matrix of one conflict as a heat map; the title says what it is worth, the frame what both play."""
    answer = fight.equilibrium()
    key = "conflict_flags" if FLAG in fight.attacker_hand and FLAG in fight.defender_hand else "conflict"
    title = say(key, language, value=format_signed(answer.value), own=fight.attacker, other=fight.defender)
    hands = (fight.attacker_hand, fight.defender_hand)
    return _matrix(fight.matrix, hands, (answer.attacker, answer.defender), title, answer.basis, language, width)


def duel(fights: caesar.Duel, language: str | None = None, width: int = WIDTH) -> Chart:
    """The matrix of a duel's present fight, all that follows included."""
    title = say("duel", language, value=format_signed(fights.value), what=fights.explain(language))
    hands, mixes = (fights.hand, fights.other_hand), (fights.play, fights.other_play)
    return _matrix(fights.matrix, hands, mixes, title, fights.basis, language, width)


def _matrix(
    matrix: Sequence[Sequence[Any]], hands: Sequence[Sequence[Card]], mixes: Sequence[caesar.CardMix], title: str,
    basis: Iterable[str], language: str | None, width: int,
) -> Chart:  # fmt: skip
    ja = language_or_default(language) == "ja"
    names = [[card_text(card, language) if ja and card == FLAG else str(card) for card in hand] for hand in hands]
    marked = [(i, j) for i, a in enumerate(hands[0]) for j, b in enumerate(hands[1]) if mixes[0][a] and mixes[1][b]]
    heads = say("own_card", language), say("other_card", language)
    spec = Spec(title, "", tuple(basis), language, width, heads=heads)
    return charts.number_grid(matrix, names[0], names[1], spec, marked)


def worth(
    fights: Sequence[int] = range(1, 9),
    stake: tuple[int, int] = (2, 2),
    hand: Sequence[Card] = CARDS,
    other_hand: Sequence[Card] = CARDS,
    shown: Sequence[Card] = (9, 7, 5, 3, 1, FLAG),
    language: str | None = None,
    width: int = WIDTH,
) -> Chart:
    """Return a chart of the worth of each card of a hand, in counters, with ``fights`` equal fights to go."""
    found = {k: caesar.card_worths([stake] * k, hand, other_hand, float) for k in fights}
    found = {k: {card: round(value, 12) + 0.0 for card, value in each.items()} for k, each in found.items()}
    whole = caesar.duel([stake], hand, other_hand, float).basis
    basis = join_bases(whole[:1], whole[2:])
    series = {card_text(card, language): [found[k][card] for k in fights] for card in shown if card in hand}
    last = max(fights)
    best = max(found[last], key=lambda card: float(found[last][card]))
    most = f"{float(found[last][best]):.1f}"
    title = say("worth", language, fights=last, card=card_text(best, language), value=most)
    heads = say("fights", language), say("counters", language)
    note = say("stake", language, own=stake[0], other=stake[1])
    return charts.line_chart(series, list(fights), Spec(title, note, basis, language, width, TINTS, heads))


def rounds(
    expected: Sequence[float], actual: Sequence[float], language: str | None = None, width: int = WIDTH
) -> Chart:
    """Return a chart of the cost of a player's choices by round: expected and actual."""
    series = {say("expected", language): [0, *expected], say("actual", language): [0, *actual]}
    cost = f"{expected[-1] if expected else 0:.1f}"
    title = say("round_one" if len(expected) == 1 else "rounds", language, rounds=len(expected), expected=cost)
    heads = say("round", language), say("lost", language)
    spec = Spec(title, "", (), language, width, (INK, CAESAR), heads)
    return charts.line_chart(series, list(range(len(expected) + 1)), spec, height=150)
