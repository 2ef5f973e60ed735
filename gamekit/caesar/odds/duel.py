"""Several conflicts in a row with stakes fixed beforehand, once or over several rounds: cards are used up.

Solved by backward induction: after every pair of cards the rest is a smaller duel, and its value is added to the
swing of the present fight. The present fight is then a matrix game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import lru_cache, partial
from importlib.util import find_spec
from itertools import combinations, product
from math import comb
from random import Random
from typing import TYPE_CHECKING, Any, Self

from gamekit.analysis.evaluate import Perturbation, perturbation
from gamekit.caesar.odds.conflict import CLAUSES, card_changes, group_size, lead_swing, unchecked_swing
from gamekit.caesar.odds.mix import CardMix, card_text, describe_mix, explain_drawing, solve_mix
from gamekit.caesar.state import hand as checked_hand
from gamekit.caesar.tables import COLOURS, Card, Hand
from gamekit.probability import matrix_game
from gamekit.probability.distribution import Basis, Dist, join_bases
from gamekit.storage.serialization import short_repr
from gamekit.text.translation import note, word
from gamekit.text.validation import as_tuple

if TYPE_CHECKING:
    import pandas as pd


Stakes = tuple[tuple[int, int], ...]
Known = dict[tuple[Hand, Hand], Any]  # the values of the rest of a duel, by both hands

# Exact fractions double or treble in length with every fight in which both sides mix: 7 fights take a minute.
EXACT_FIGHTS, EXACT_GAMES = 7, 15_000  # the most matrix games of seven fights, a minute or two
QUICK_FIGHTS, QUICK_GAMES = 6, 6_000  # up to these a duel is exact unless floats are asked for
_FIGHT = r"(\d+)\s*[^\d\s,、;]+\s*(\d+)"  # one fight in a text
DISTRIBUTION_GAMES = 130_000  # the most matrix games for a distribution: some seconds
GAMES_AT_ONCE = 4_000  # matrix games solved in one array: more no longer fit into the processor's cache
FEW_GAMES = 300  # up to these are solved exactly even if floats are asked for


@dataclass(frozen=True, slots=True)
class Duel:
    """A solved duel, from the view of the first hand: ``value`` in counters of lead won from now on.

    ``play``, ``other_play``: {card: chance} for the present fight, empty when there is none. ``loss``, ``other_loss``:
    {card: how much worse than the value}. ``matrix``: the present fight and all that follows, own cards down.
    ``unique``: whether neither side has another equilibrium mix now; else pure ones are preferred, then low cards.
    """

    stakes: Stakes
    hand: Hand
    other_hand: Hand
    value: Any
    play: CardMix
    other_play: CardMix
    loss: dict[Card, Any]
    other_loss: dict[Card, Any]
    matrix: tuple[tuple[Any, ...], ...]
    exploitability: Any
    play_unique: bool
    other_unique: bool
    basis: Basis = field(default=(), compare=False)

    @property
    def question(self) -> partial[Duel]:
        """The question as a call to repeat it, for a link code."""
        return partial(duel, self.stakes, self.hand, self.other_hand)

    @property
    def unique(self) -> bool:
        """Whether neither player has another optimal mix for the next card."""
        return self.play_unique and self.other_unique

    def how_to_randomize(self, language: str | None = None) -> list[str]:
        """Return how to draw each side's card at a table: by a die if one fits the mix, else by balls from an urn.

        >>> duel([(1, 1), (3, 3)], (9, 1, "F"), (8, 5, "F")).how_to_randomize()[0]
        'Red, with a die of 4: 1–3 for the 9 and 4 for the flag.'
        """
        names = [word(f"caesar.colour.{colour.colour}", language) for colour in COLOURS]
        return [explain_drawing(name, mix, language) for name, mix in zip(names, (self.play, self.other_play)) if mix]

    def explain(self, language: str | None = None) -> str:
        """Return the advice for the present decision, in words.

        >>> duel([(1, 1), (3, 3)], (9, 1, "F"), (8, 5, "F")).explain()
        'play the 9 three times in four, else the flag'
        """
        return describe_mix(self.play, language) if self.play else word("caesar.duel.over", language)

    def explain_opponent(self, language: str | None = None) -> str:
        """Return the other player's mix of the present fight, in words."""
        return describe_mix(self.other_play, language) if self.other_play else word("caesar.duel.over", language)

    def after(self, own_card: Card, other_card: Card) -> Duel:
        """Return the rest of the duel after these two cards."""
        for held, played in ((self.hand, own_card), (self.other_hand, other_card)):
            if played not in held:
                raise ValueError(f"{played!r} is not in the hand {held}")
        numbers = float if isinstance(self.value, float) else Fraction
        return duel(
            self.stakes[1:], remove_card(self.hand, own_card), remove_card(self.other_hand, other_card), numbers
        )

    def summary(self, numbers: type = int) -> dict[str, Any]:
        """Return the figures in sweeps: its value, whether best play is unique, and the duel; as exact as solved."""
        value = float(self.value) if numbers is float else self.value
        return {"value": value, "unique": self.unique, "duel": self, "basis": self.basis}

    def changes(self) -> Iterator[Perturbation]:
        """Yield the duel with one input changed: a stake by a counter down or up, a hand by one card less or more."""
        kind = float if isinstance(self.value, float) else Fraction
        own, other = self.hand, self.other_hand
        sides = (note("caesar.change.own"), note("caesar.change.other"))
        for fight, stake in enumerate(self.stakes):
            for at, where in enumerate(sides):
                ways = []
                for by in (-1, 1):
                    changed = tuple(size + by * (place == at) for place, size in enumerate(stake))
                    stakes = (*self.stakes[:fight], changed, *self.stakes[fight + 1 :])
                    ways.append((str(stake[at] + by), partial(duel, stakes, own, other, kind)))
                yield perturbation(note("caesar.change.stake", side=where, fight=fight + 1), *ways)
        yield from card_changes(own, sides[0], lambda hand: duel(self.stakes, hand, other, kind))
        yield from card_changes(other, sides[1], lambda hand: duel(self.stakes, own, hand, kind))

    def distribution(self, numbers: type = int) -> Dist[int]:
        """Return the distribution of the lead won from now on when both play the mixes shown in each fight; other
        equilibria, if the basis names any, have the same mean but may have other chances. ValueError for more than
        seven fights, or 130,000 matrix games.

        >>> leads = duel([(1, 1), (3, 3)], (9, 1, "F"), (8, 5, "F")).distribution()
        >>> leads.mean(), leads.p(lambda lead: lead > 0)
        (Fraction(3, 2), Fraction(5, 8))
        """
        count = count_matrix_games(len(self.stakes), len(self.hand), len(self.other_hand))
        if len(self.stakes) > EXACT_FIGHTS or count > DISTRIBUTION_GAMES:
            raise ValueError(
                f"the distribution of {len(self.stakes)} fights with {count:,} matrix games is too large; "
                f"at most {EXACT_FIGHTS} fights and {DISTRIBUTION_GAMES:,} games fit"
            )
        kind, worth, dists = type(self.value), Known(), dict[tuple[Hand, Hand], Dist[int]]()

        def dist(now: Duel) -> Dist[int]:
            hands = now.hand, now.other_hand
            if now.stakes and hands not in dists:
                pairs = (((c, o), p * q) for c, p in now.play.items() for o, q in now.other_play.items())
                cards = Dist(pairs, () if now.unique else (note("caesar.others"),))
                dists[hands] = cards.then(lambda pair: rest(now, *pair))
            return dists[hands] if now.stakes else Dist({0: 1})

        def rest(now: Duel, card: Card, other: Card) -> Dist[int]:
            hands = remove_card(now.hand, card), remove_card(now.other_hand, other)
            lead = unchecked_swing(*now.stakes[0], card, other)
            return dist(_solved(now.stakes[1:], *hands, kind, worth)).map(lambda more: lead + more)

        found = dist(self)
        weights = {lead: float(w / found.total_weight) for lead, w in found.items()} if numbers is float else found
        return Dist(weights, join_bases(self.basis, found.basis))

    def matrix_frame(self) -> pd.DataFrame:
        """Return the matrix as a table: own cards down, the other's across."""
        import pandas as pd

        frame = pd.DataFrame(self.matrix, list(self.hand), list(self.other_hand), dtype=object)
        frame.attrs["basis"] = self.basis
        return frame


def duel(
    stakes: Iterable[Sequence[int]], hand: Iterable[Any], other_hand: Iterable[Any], numbers: type | None = None
) -> Duel:
    """Return the solved duel over ``stakes``, (own group, other's group) in the order of the fights. Each fight uses
    one card of each side and adds its swing; the duel ends with the last stake or an empty hand. ``numbers=Fraction``
    is exact (up to seven fights, of hands of eight cards then), ``numbers=float`` fast at any size. Without it the duel
    is exact if that is quick, else in floats; ``basis`` and the type of the value say which. Raises ValueError for
    unknown cards, impossible groups, and for an exact duel that is too large.

    >>> duel([(1, 1), (3, 3)], (9, 1, "F"), (8, 5, "F")).value
    Fraction(3, 2)
    >>> duel([(1, 1), (2, 2), (3, 3)], (9, 5, 1), (8, 6, 2)).value
    Fraction(16, 9)
    """
    fights = check_stakes(stakes)
    own, other = checked_hand(hand), checked_hand(other_hand)
    fights = fights[: min(len(own), len(other))]
    count = count_matrix_games(len(fights), len(own), len(other))
    if numbers is None:
        numbers = Fraction if len(fights) <= QUICK_FIGHTS and count <= QUICK_GAMES else float
    numbers = Fraction if numbers is int else numbers
    if numbers not in (Fraction, float):
        raise ValueError(f"numbers is {short_repr(numbers)}; it should be Fraction, float or None")
    if numbers is Fraction and (len(fights) > EXACT_FIGHTS or (len(fights) == EXACT_FIGHTS and count > EXACT_GAMES)):
        raise ValueError(
            f"an exact duel of {len(fights)} fights is too large: {count:,} matrix games, whose fractions grow beyond "
            f"use after {EXACT_FIGHTS} fights of {EXACT_GAMES:,} games; ask for numbers=float"
        )
    return _solved(fights, own, other, numbers, {})


def _solved(fights: Stakes, own: Hand, other: Hand, numbers: type, known: Known) -> Duel:
    """Return the solved duel; ``known`` caches the values by hands."""
    matrix = _matrix(fights, own, other, numbers, known) if fights else ()
    basis = (
        note("caesar.basis.swing"),
        note("caesar.basis.stakes", stakes=", ".join(f"{a}–{b}" for a, b in fights) or "–"),
        note("basis.exact" if numbers is Fraction else "basis.rounded"),
        *CLAUSES,
    )
    if not fights:
        nothing = numbers(0)
        return Duel(fights, own, other, nothing, CardMix(), CardMix(), {}, {}, (), nothing, True, True, basis)
    game = solve_mix(matrix, own, other, numbers)
    return Duel(
        fights, own, other, game.value, game.play, game.other_play, game.loss, game.other_loss, matrix,
        game.exploitability, game.play_unique, game.other_unique, basis,
    )  # fmt: skip


def count_matrix_games(fights: int, own: int, other: int) -> int:
    """Return how many matrix games a duel has, one per reachable pair of hands, the last empty ones included.

    >>> count_matrix_games(10, 10, 10)
    184756
    """
    return sum(comb(own, used) * comb(other, used) for used in range(min(fights, own, other) + 1))


def card_worths(
    stakes: Iterable[Sequence[int]], hand: Iterable[Any], other_hand: Iterable[Any], numbers: type | None = None
) -> dict[Card, Any]:
    """Return the worth of each card of the first hand: the duel's value with the card less its value without.

    >>> card_worths([(1, 1), (3, 3)], (9, 1, "F"), (8, 5, "F"))[9]
    Fraction(7, 2)
    """
    return dict(_worths(check_stakes(stakes), checked_hand(hand), checked_hand(other_hand), numbers))


@lru_cache(100)  # a chart's answers are asked for again in words
def _worths(fights: Stakes, own: Hand, other: Hand, numbers: type | None) -> dict[Card, Any]:
    """Return the worth of each card; hands that lack one card have most later hands in common."""
    whole = duel(fights, own, other, numbers)
    kind = float if isinstance(whole.value, float) else Fraction
    fights = fights[: min(max(len(own) - 1, 0), len(other))]
    known = Known(_at_once(fights, own, other, 1)) if _rounds(fights, len(own) - 1, len(other), kind) else Known()
    return {card: whole.value - _solved(fights, remove_card(own, card), other, kind, known).value for card in own}


def remove_card(held: Hand, card: Card) -> Hand:
    """Return the hand without one card."""
    return tuple(other for other in held if other != card)


def check_stakes(stakes: Iterable[Sequence[int]]) -> Stakes:
    """Return the stakes as pairs of group sizes, or ValueError."""
    fights = []
    for place, stake in enumerate(as_tuple(stakes, "stakes", "the fights, such as [(1, 1), (3, 3)]")):
        try:
            own, other = stake
        except (TypeError, ValueError):
            raise ValueError(f"stake {place} is {stake!r}; it should be (own group, other's group)") from None
        what = note("caesar.error.own_group", stake=place), note("caesar.error.other_group", stake=place)
        fights.append((group_size(own, what[0]), group_size(other, what[1])))
    return tuple(fights)


def parse_fights(text: str, most: int) -> Stakes:
    """Return the fights in a text, such as "3-2, 1-1"; ValueError if invalid, and for more than ``most``.

    >>> parse_fights("3-2, 1-1", 10)
    ((3, 2), (1, 1))
    """
    if left := re.sub(_FIGHT, "", text).strip(" \t\n,、;"):
        raise ValueError(note("caesar.error.no_fight", text=repr(left)))
    found = re.findall(_FIGHT, text)
    if len(found) > most:
        raise ValueError(note("caesar.error.fights", fights=len(found), most=most))
    return tuple((int(own), int(other)) for own, other in found)


def _matrix(fights: Stakes, own: Hand, other: Hand, numbers: type, known: Known) -> tuple[tuple[Any, ...], ...]:
    """Return the first fight's payoffs plus the value of the rest; ``known`` is filled with those values."""
    rounds = _rounds(fights, len(own), len(other), numbers)
    if rounds and not known:
        known.update(_at_once(fights, own, other))
    kind = float if rounds else Fraction

    def value(own: Hand, other: Hand) -> Any:
        if len(own) + len(fights) == held or not own or not other:
            return kind(0)
        if (own, other) not in known:
            known[own, other] = kind(matrix_game.game_value(rows(own, other)))
        return known[own, other]

    def rows(own: Hand, other: Hand) -> Iterator[list[Any]]:
        stake = fights[held - len(own)]
        rests = [remove_card(other, answer) for answer in other]
        for card in own:
            rest = remove_card(own, card)
            yield [unchecked_swing(*stake, card, answer) + value(rest, left) for answer, left in zip(other, rests)]

    held = len(own)
    return tuple(tuple(map(numbers, row)) for row in rows(own, other))


def _rounds(fights: Stakes, own: int, other: int, numbers: type) -> bool:
    """Return whether a duel of hands of these sizes is solved in floats from its last fight on."""
    return numbers is float and count_matrix_games(len(fights), own, other) > FEW_GAMES


def _at_once(fights: Stakes, own: Hand, other: Hand, spare: int = 0) -> Iterator[tuple[tuple[Hand, Hand], float]]:
    """Yield (pair of hands, value in floats), all pairs after one number of fights at once, the last fight first;
    nothing where numpy is missing. ``spare`` cards of the first hand are lost beforehand, whichever."""
    if find_spec("numpy") is None:
        return
    import numpy as np

    sides = (own, len(own) - spare), (other, len(other))
    below = [list(combinations(range(len(hand)), held - len(fights))) for hand, held in sides]
    later: Any = np.zeros(tuple(map(len, below)))
    for used in range(len(fights) - 1, 0, -1):
        swings = np.array(
            [[unchecked_swing(*fights[used], card, answer) for answer in other] for card in own], dtype=float
        )
        places = [{held: place for place, held in enumerate(each)} for each in below]
        below = [list(combinations(range(len(hand)), held - used)) for hand, held in sides]
        cards, left = zip(*(
            (np.array(each), np.array([[at[(*h[:k], *h[k + 1 :])] for k in range(len(h))] for h in each]))
            for each, at in zip(below, places)
        ))  # fmt: skip
        across = [(part[0][:, None, :, None], part[1][None, :, None, :]) for part in (cards, left)]
        payoffs = swings[across[0]] + later[across[1]]
        games = payoffs.reshape(-1, *payoffs.shape[2:])
        values = np.concatenate(
            [matrix_game.solve_batch(games[at : at + GAMES_AT_ONCE])[0] for at in range(0, len(games), GAMES_AT_ONCE)]
        )
        for spoiled in np.flatnonzero(np.isnan(values)):
            values[spoiled] = matrix_game.game_value(games[spoiled])
        later = values.reshape(payoffs.shape[:2])
        hands = [[tuple(hand[k] for k in held) for held in each] for hand, each in zip((own, other), below)]
        yield from zip(product(*hands), values.tolist())


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
    """A duel played in several rounds: the duel of each round, the finished rounds, and the fights of this round.

    ``expected`` is the mean cost of one's choices, ``actual`` their result, after each finished round.
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
        """The rest of the duel in this round."""
        left, exact = self.begin, not isinstance(self.begin.value, float)
        for fight in self.fought:
            own, other = remove_card(left.hand, fight.card), remove_card(left.other_hand, fight.other)
            left = _rest(left.stakes[1:], own, other, exact)
        return left

    def played(self, card: Card) -> Self:
        """Return the rounds after a card; ValueError for a card that is not in the hand."""
        duel = self.duel
        if card not in duel.hand:
            raise ValueError(note("caesar.board.not_in_hand", card=card_text(card)))
        other = self._drawn(duel.other_play, "")
        fight = FightPlayed(card, other, lead_swing(*duel.stakes[0], card, other), float(duel.loss[card]))
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
        """Return a card drawn from one's own mix."""
        return self._drawn(self.duel.play, "own:")

    def restarted(self, seed: str) -> Self:
        """Return the rounds from their beginning, with a seed."""
        return replace(self, seed=seed, expected=(), actual=(), fought=(), last=())

    def _drawn(self, mix: CardMix, whose: str) -> Card:
        random = Random(f"{whose}{self.seed}:{len(self.expected)}:{len(self.fought)}")
        return random.choices(list(mix), [float(share) for share in mix.values()])[0]


@lru_cache(1_000)
def _rest(stakes: Stakes, own: Any, other: Any, exact: bool) -> Duel:
    return duel(stakes, own, other, None if exact else float)
