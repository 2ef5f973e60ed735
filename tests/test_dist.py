"""A Dist keeps its promises: exact stays exact, the basis travels, and an event is a real bool."""

import random
from fractions import Fraction
from math import inf, isclose, nan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gamekit.probability.distribution import Dist, join_bases

WHOLE = st.dictionaries(st.integers(-9, 9), st.integers(1, 10**30), min_size=1, max_size=8)
DIE = Dist(dict.fromkeys(range(1, 7), 1), basis=("7.3",))
some = settings(max_examples=50, deadline=None)


@some
@given(WHOLE)
def test_chances_sum_to_one_and_answers_are_exact(weights: dict[int, int]) -> None:
    law = Dist(weights)
    chances = [law.p(lambda outcome, x=x: outcome == x) for x in law]
    assert sum(chances) == 1
    assert all(isinstance(chance, Fraction) for chance in chances)
    assert law.total_weight == sum(weights.values()) == sum(law.values())
    assert law.mean() == sum(Fraction(x * w, law.total_weight) for x, w in weights.items())
    assert law.variance() == law.mean(lambda x: x * x) - law.mean() ** 2


@some
@given(WHOLE, WHOLE)
def test_then_is_the_law_of_total_probability(first: dict[int, int], second: dict[int, int]) -> None:
    start, step = Dist(first), Dist(second)
    both = start.then(lambda x: step.map(lambda y: (x, y)))
    for x, y in both:
        chance = Fraction(start[x], start.total_weight) * Fraction(step[y], step.total_weight)
        assert both.p(lambda pair, wanted=(x, y): pair == wanted) == chance
    assert both.map(lambda pair: pair[0]) == start
    assert both.given(lambda pair: pair[0] == max(first)).map(lambda pair: pair[1]) == step


@some
@given(WHOLE, st.fractions(0, 1))
def test_a_quantile_is_the_smallest_value_reached(weights: dict[int, int], q: Fraction) -> None:
    law = Dist(weights)
    cut = law.quantile(q)
    assert law.p(lambda x: x <= cut) >= q
    assert all(law.p(lambda x, low=low: x <= low) < q for low in law if low < cut)


@some
@given(WHOLE, st.integers(1, 10**9))
def test_equality_and_hash_ignore_scale_basis_and_order(weights: dict[int, int], scale: int) -> None:
    law = Dist(weights, basis=("7.2",))
    scaled = Dist({x: weights[x] * scale for x in reversed(weights)}, basis=("8.1", "8.2"))
    assert (law, hash(law)) == (scaled, hash(scaled))
    assert law != Dist({x + 1: w for x, w in weights.items()})
    assert law != weights


@some
@given(WHOLE)
def test_floats_agree_with_whole_weights(weights: dict[int, int]) -> None:
    exact, rounded = Dist(weights), Dist({x: float(w) for x, w in weights.items()})
    assert isclose(rounded.mean(), exact.mean(), rel_tol=1e-12, abs_tol=1e-12)
    assert isclose(rounded.p(lambda x: x > 0), exact.p(lambda x: x > 0), rel_tol=1e-12, abs_tol=1e-12)
    assert all(isinstance(w, float) for w in (*rounded.values(), rounded.total_weight, rounded.mean()))
    assert exact.then(lambda x: rounded).p(lambda x: True) == pytest.approx(1, abs=1e-12)


def test_equal_outcomes_merge_and_weight_zero_vanishes() -> None:
    assert dict(Dist([("a", 1), ("b", 0), ("a", 2), ("c", 4)])) == {"a": 3, "c": 4}
    assert dict(Dist({"a": 1, "b": 0})) == {"a": 1}
    assert list(Dist({"b": 1, "a": 1})) == ["b", "a"]


def test_it_does_not_change_with_what_it_was_made_of() -> None:
    weights = {1: 1, 2: 1}
    law = Dist(weights)
    weights[3] = 10
    assert law == Dist({1: 1, 2: 1})
    for name in ("total", "basis"):
        pytest.raises(AttributeError, setattr, law, name, 99)


@pytest.mark.parametrize("weights", [
    {1: 1, 2: -1}, {1: nan}, {1: 1.0, 2: inf}, {1: -inf}, [(1, 3), (1, -1)], {}, {1: 0}, dict.fromkeys("ab", 1e308),
])  # fmt: skip
def test_bad_weights_are_refused(weights: object) -> None:
    pytest.raises(ValueError, lambda: Dist(weights)).match("weight")  # type: ignore[arg-type]


def test_fractions_and_numpy_integers_stay_exact_and_one_float_makes_all_float() -> None:
    assert dict(Dist({"a": Fraction(1, 3), "b": Fraction(1, 6), "c": 1})) == {"a": 2, "b": 1, "c": 6}
    counted = Dist(zip("ab", np.array([3, 1])))
    assert counted.p(lambda x: x == "a") == Fraction(3, 4)
    assert all(type(weight) is int for weight in counted.values())
    mixed = Dist({"a": 1, "b": np.float64(0.5)})
    assert [type(weight) for weight in mixed.values()] == [float, float]


def test_huge_weights_lose_nothing() -> None:
    huge = 6**2000
    law = Dist({0: huge, 1: huge + 1})
    assert law.p(lambda x: x == 1) == Fraction(huge + 1, 2 * huge + 1)
    assert law.mean(lambda x: 0.5 * x) == pytest.approx(0.25)
    assert (law.quantile(0.4), law.to_frame()["p"].tolist()) == (0, [0.5, 0.5])
    assert "50.0%" in law._repr_html_()
    assert law.then(lambda x: Dist({x: 0.5})).mean() == pytest.approx(0.5)
    assert law.sample(random.Random(1)) in (0, 1)


def test_an_event_is_a_function_that_answers_true_or_false() -> None:
    class Reading(int):
        def high(self) -> bool:
            return self > 3

    law = DIE.map(Reading)
    assert law.p(lambda face: face.high()) == Fraction(1, 2)
    for event in (lambda face: face.high, lambda face: int(face > 3), lambda face: None, lambda face: np.array([True])):
        pytest.raises(TypeError, law.p, event).match("True or False")
        pytest.raises(TypeError, law.given, event).match("True or False")
    pytest.raises(TypeError, lambda: law.p(3)).match("an event is a function")  # type: ignore[arg-type]
    assert law.at_least(5) == Fraction(1, 3)


def test_given_and_quantile_say_what_is_wrong() -> None:
    pytest.raises(ValueError, lambda: DIE.given(lambda face: face > 6)).match("no chance")
    pytest.raises(ValueError, lambda: DIE.quantile(1.5)).match("between 0 and 1")


def test_quantiles_at_the_edges() -> None:
    assert [DIE.quantile(q) for q in (0, Fraction(1, 6), 0.5, 0.51, 1)] == [1, 1, 3, 4, 6]
    ten = Dist(dict.fromkeys(range(10), 1))
    assert ten.quantile(0.1) == 0  # the float 0.1 lies a little above 1/10
    assert DIE.quantile(Fraction(1, 2), lambda face: -face) == -4
    assert Dist(dict.fromkeys(range(10), 0.1)).quantile(1) == 9


def test_the_basis_is_carried_and_joined() -> None:
    assert DIE.map(lambda face: -face).basis == ("7.3",)
    assert DIE.given(lambda face: face > 2).basis == ("7.3",)
    steps = {1: ("7.4",), 2: ("7.3", "7.41"), 3: (), 4: ("7.4",), 5: (), 6: ()}
    assert DIE.then(lambda face: Dist({0: 1}, basis=steps[face])).basis == ("7.3", "7.4", "7.41")
    assert DIE.to_frame().attrs["basis"] == ("7.3",)
    assert join_bases(("a",), ("b", "a")) == ("a", "b")
    pytest.raises(TypeError, lambda: Dist({1: 1}, basis="7.3")).match(r"write \('7.3',\)")


def test_samples_follow_the_law_and_the_seed() -> None:
    law = Dist({"often": 9, "seldom": 1})
    drawn = [law.sample(random.Random(seed)) for seed in range(200)]
    assert drawn == [law.sample(random.Random(seed)) for seed in range(200)]
    assert 160 <= drawn.count("often") <= 198

    class Last(random.Random):
        def randrange(self, *args: int) -> int:  # type: ignore[override]
            return args[0] - 1

        def random(self) -> float:
            return 1 - 2**-53

    assert law.sample(Last()) == "seldom"
    assert Dist(dict.fromkeys(range(10), 0.1)).sample(Last()) == 9


def test_the_table_lists_the_likeliest_first() -> None:
    frame = Dist({"a": 1, "b": 2, (3, 4): 1}).to_frame()
    assert frame.columns.tolist() == ["outcome", "weight", "p"]
    assert frame["outcome"].tolist() == ["b", "a", (3, 4)]
    assert (frame["weight"].tolist(), frame["p"].tolist()) == ([2, 1, 1], [0.5, 0.25, 0.25])
    assert Dist({(1, 2): 1, (3, 4): 1}).to_frame()["outcome"].tolist() == [(1, 2), (3, 4)]


def test_it_shows_itself_as_a_small_table() -> None:
    shown = Dist({f"<{x}>": 2**x for x in range(20)}, basis=("7.2",))._repr_html_()
    assert "&lt;19&gt;" in shown
    assert "<19>" not in shown
    assert shown.count("<tr>") == 14  # the head, twelve outcomes, the rest
    assert "8 more" in shown
    assert "rules 7.2" in shown
