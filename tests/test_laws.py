"""Laws beside each other and after each other, against every pair of outcomes and every path."""

from fractions import Fraction
from random import Random
from typing import Any

import pytest

import gamekit
from gamekit.probability.distribution import Dist


def random_law(random: Random) -> Dist[int]:
    return Dist({random.randrange(-3, 6): random.randrange(1, 9) for _ in range(random.randrange(1, 7))})


def test_laws_side_by_side_against_every_pair_of_outcomes() -> None:
    random = Random(44)
    for _ in range(60):
        one, other = random_law(random), random_law(random)
        found = gamekit.compare(one, other)
        pairs = [
            (a, b, Fraction(v * w, one.total_weight * other.total_weight))
            for a, v in one.items()
            for b, w in other.items()
        ]
        right = [sum(p for a, b, p in pairs if which(a, b)) for which in (int.__gt__, int.__eq__, int.__lt__)]
        assert found.pairwise_chances().to_numpy().tolist() == [["a", "b", *right]]
        rows = found.outcome_rows()
        assert rows["outcome"].tolist() == sorted({*one, *other})
        for outcome, a, b, change in rows.itertuples(index=False):
            assert a == one.p(lambda each, o=outcome: each == o)
            assert b - a == change == other.p(lambda each, o=outcome: each == o) - a


def test_floats_agree_with_fractions() -> None:
    one, other = random_law(Random(1)), random_law(Random(2))
    exact = gamekit.compare(one, other).pairwise_chances().iloc[0, 2:].tolist()
    floats = gamekit.compare(Dist({o: float(w) for o, w in one.items()}), other).pairwise_chances().iloc[0, 2:].tolist()
    assert all(isinstance(p, float) for p in floats)
    assert floats == pytest.approx([float(p) for p in exact], abs=1e-12)


def test_what_cannot_be_compared_is_said() -> None:
    die = Dist(dict.fromkeys(range(1, 7), 1))
    pytest.raises(ValueError, lambda: gamekit.compare(die)).match("compare takes two distributions or more")
    with pytest.raises(ValueError, match="compare takes two distributions or more with different names"):
        gamekit.compare(die, die, b=die)
    pytest.raises(ValueError, lambda: gamekit.compare(die, 3)).match("b is 3; it should be a Dist or have odds")
    pytest.raises(ValueError, lambda: gamekit.compare(die, Dist({"x": 1})).pairwise_chances()).match(
        "not numbers; say by of="
    )
    with pytest.raises(ValueError, match="not numbers; say by of="):
        gamekit.compare(Dist({("Ada", "Ben"): 1}), Dist({("Ben", "Ada"): 1})).pairwise_chances()


def test_functions_in_a_row_against_every_path() -> None:
    def fight(hits: int) -> Any:
        return lambda left: Dist({(left - lost > 0, left - lost): 1 + lost * hits for lost in range(left + 1)})

    def walk(left: int, number: int, won: int, p: Fraction, ends: dict[tuple[int, int], Fraction]) -> None:
        if number == 3:
            ends[won, left] = ends.get((won, left), Fraction(0)) + p
            return
        law = fight(number)(left)
        for (goes_on, rest), weight in law.items():
            share = p * Fraction(weight, law.total_weight)
            walk(rest, number + 1 if goes_on else 3, won + goes_on, share, ends)

    ends: dict[tuple[int, int], Fraction] = {}
    walk(4, 0, 0, Fraction(1), ends)
    found = gamekit.in_a_row([fight(number) for number in range(3)], start=4)
    assert {tuple(end): found.ends.p(lambda each, e=end: each == e) for end in found.ends} == ends
    assert found.p_won == tuple(sum(p for (won, _), p in ends.items() if won >= n) for n in (1, 2, 3))
    assert found.p_win_all == found.p_won[-1] > 0
    assert found.after[-1] == found.ends.map(lambda end: end.left)


def test_what_is_not_fought_in_a_row_is_said() -> None:
    pytest.raises(ValueError, lambda: gamekit.in_a_row([])).match("nothing to fight")
    pytest.raises(ValueError, lambda: gamekit.in_a_row([3])).match("they should be battles or functions")
    with pytest.raises(ValueError, match=r"fight 1 answers 0\.5; it should be a Dist of"):
        gamekit.in_a_row([lambda left: 0.5])
