"""Many duels at once, and single changes, against each duel and conflict alone."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product
from random import Random

import pytest

import gamekit
from gamekit import caesar
from gamekit.caesar.tables import CARDS


def test_a_conflict_and_a_duel_are_changed_in_one_thing_at_a_time() -> None:
    conflict = caesar.Conflict(3, 2, (9, 1), (8, 5))
    rows = gamekit.tornado(conflict).set_index("axis")
    assert rows.attrs["as_is"] == conflict.equilibrium().value
    assert rows.at_more["defender: a counter of the group"] == replace(conflict, defender=3).equilibrium().value
    assert rows.at_less["attacker: card 9"] == replace(conflict, attacker_hand=(1,)).equilibrium().value
    assert rows.at_more["defender: card F"] == replace(conflict, defender_hand=(8, 5, "F")).equilibrium().value
    stakes, own, other = [(1, 1), (3, 3)], (9, 1, "F"), (8, 5, "F")
    rows = gamekit.tornado(caesar.duel(stakes, own, other)).set_index("axis")
    assert rows.attrs["as_is"] == Fraction(3, 2)
    assert rows.at_more["other hand: stake of fight 2"] == caesar.duel([(1, 1), (3, 4)], own, other).value
    assert rows.at_less["first hand: card F"] == caesar.duel(stakes, (9, 1), other).value


def test_the_law_of_a_duel_against_every_path_of_cards(monkeypatch: pytest.MonkeyPatch) -> None:
    def paths(now: caesar.Duel) -> Iterator[tuple[int, Fraction]]:
        if not now.stakes:
            yield 0, Fraction(1)
            return
        for (card, p), (other, q) in product(now.play.items(), now.other_play.items()):
            for lead, chance in paths(now.after(card, other)) if p * q else ():
                yield lead + caesar.lead_swing(*now.stakes[0], card, other), p * q * chance

    random = Random(7)
    monkeypatch.setattr("gamekit.caesar.odds.duel.EXACT_FIGHTS", 3)
    for fights in (1, 2, 2, 3, 3, 3):
        stakes = [(random.randrange(1, 4), random.randrange(1, 4)) for _ in range(fights)]
        solved = caesar.duel(stakes, random.sample(CARDS, fights + 1), random.sample(CARDS, fights))
        right = Counter[int]()
        for lead, chance in paths(solved):
            right[lead] += chance  # type: ignore[assignment]
        law = solved.distribution()
        assert {lead: Fraction(weight, law.total_weight) for lead, weight in law.items()} == right
        assert law.mean() == solved.value
        assert float(solved.distribution(float).mean()) == pytest.approx(float(solved.value))
    rival = caesar.duel([(1, 1), (3, 3)], (9, 1, "F"), (8, 5, "F"))
    beats = gamekit.compare(rival, caesar.duel([(1, 1)], (9,), (8,))).pairwise_chances()
    leads = rival.distribution()
    assert beats.iloc[0, 2:].tolist() == [leads.p(lambda lead: lead > 2), leads.p(lambda lead: lead == 2),
                                          leads.p(lambda lead: lead < 2)]  # fmt: skip
    with pytest.raises(ValueError, match="4 fights with 70 matrix games is too large; at most 3 fights"):
        caesar.duel([(1, 1)] * 4, CARDS[:4], CARDS[:4], float).distribution()
