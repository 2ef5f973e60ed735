"""The least that is needed, where it is even, what moves it most: against all that could be asked."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import chain, combinations, count, product
from random import Random

import pytest

import gamekit
from gamekit import julius_caesar as jc
from gamekit.dist import Dist
from gamekit.questions import MOST_ASKED, Alternatives, Priced, by_cost, needed, pool
from gamekit.words import LANGUAGES

DIE = Dist(dict.fromkeys(range(1, 7), 1), basis=("a die",))


@dataclass(frozen=True)
class Share:
    p: Fraction
    rest: Fraction
    basis: tuple[str, ...] = ("shares",)


def test_the_least_is_the_first_that_reaches_it_however_a_question_rises_and_falls() -> None:
    random = Random(49)
    for _ in range(200):
        figures = [Fraction(random.randrange(20), 20) for _ in range(random.randrange(1, 12))]
        p = Fraction(random.randrange(20), 20)
        found = gamekit.needed(figures.__getitem__, range(len(figures)), p)
        right = next((n for n, figure in enumerate(figures) if figure >= p), None)
        smaller = figures if right is None else figures[:right]
        assert (found.least, found.cost) == (right, right)
        assert found.figure == (None if right is None else figures[right])
        assert found.tried == len(smaller)
        assert found.short_figure == max(smaller, default=None)
        asked = figures if right is None else figures[: right + 1]
        assert found.rising == (asked == sorted(asked))


def test_what_falls_again_is_still_the_least() -> None:
    found = gamekit.needed(lambda n: 0.9 if n == 3 or n > 50 else 0.1, range(100))
    assert (found.least, found.tried) == (3, 3)


def test_what_is_needed_is_said_with_what_shows_it() -> None:
    def said(p: float, language: str = "en") -> str:
        return gamekit.needed(lambda n: n / 4, range(1, 4), p=p).explain(language)

    assert said(0.25) == "1: 25.0%, and nothing costs less."
    assert said(0.7) == "3: 75.0%. Each of the 2 cases that cost less was asked and falls short, 2 the least: 50.0%."
    assert said(0.9) == "None of the 3 cases reaches 90%; 3 comes nearest: 75.0%."
    assert said(0.9, "ja") == "3 通りのどれも 90% に届かない。最も近いのは 3 の 75.0%。"
    assert gamekit.needed(lambda n: 10 * n, range(4), p=25).explain().startswith("3: 30.00. Each of the 3 cases")


def test_a_fraction_reaches_the_float_that_is_written_like_it() -> None:
    assert gamekit.needed(lambda n: Fraction(n, 5), range(6), p=0.8).least == 4
    assert gamekit.needed(lambda n: Fraction(n, 5), range(6), p=Fraction(801, 1000)).least == 5


def test_a_pool_is_tried_by_cost_and_the_best_of_the_cheapest_counts() -> None:
    worth = {"LGN": 5, "HI": 3, "CAV": 4, "AUX": 2}
    price = {"LGN": 4, "HI": 2, "CAV": 3, "AUX": 1}
    pool = ("LGN", "HI", "HI", "CAV", "AUX", "AUX")
    subsets = list(chain.from_iterable(combinations(pool, size) for size in range(len(pool) + 1)))
    for level in range(20):
        found = gamekit.needed(lambda chosen: sum(map(worth.get, chosen)), gamekit.pool(pool, price.get), p=level)
        enough = [some for some in subsets if sum(map(worth.get, some)) >= level]
        if not enough:
            assert found.least is None
            continue
        cheapest = min(sum(map(price.get, some)) for some in enough)
        same = {tuple(sorted(some)) for some in enough if sum(map(price.get, some)) == cheapest}
        assert found.cost == cheapest
        assert {tuple(sorted(some)) for some in (found.least, *found.also)} == same
        assert found.figure == max(sum(map(worth.get, some)) for some in same)


def test_every_way_to_take_stands_once_in_the_order_of_cost() -> None:
    random = Random(7)
    for _ in range(60):
        kinds = [tuple((f"{name}{n}", cost) for n, cost in enumerate(sorted(random.sample(range(1, 9), size))))
                 for name, size in zip("abc", (random.randrange(1, 4) for _ in "abc"))]  # fmt: skip
        groups = [Alternatives(options, options) for options in random.choices(kinds, k=random.randrange(5))]
        found = list(by_cost(groups))
        every = product(*(((None, 0), *group.options) for group in groups))
        right = {tuple(sorted(str(option) for option, _ in way)): sum(cost for _, cost in way) for way in every}
        assert [cost for _, cost in found] == sorted(right.values())
        assert {tuple(sorted(map(str, taken))): cost for taken, cost in found} == right


@pytest.mark.long
def test_what_cannot_be_needed_is_said() -> None:
    with pytest.raises(ValueError, match="a pool of more than 12 things; every choice of at most"):
        list(gamekit.pool(range(13)))
    with pytest.raises(ValueError, match=r"the price of 'x' is 0; it should be a number above 0"):
        list(gamekit.pool("x", lambda thing: 0))
    with pytest.raises(ValueError, match="p is 'often'"):
        gamekit.needed(lambda n: n, range(3), p="often")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"more is 3; it should be an axis such as range"):
        gamekit.needed(lambda n: n, 3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the answer is 'much'; it should be a number"):
        gamekit.needed(lambda n: "much", range(3))
    with pytest.raises(ValueError, match=rf"none of the {MOST_ASKED:,} cheapest reaches 1; the best has 0.0: 0"):
        gamekit.needed(lambda n: 0, range(10**9), p=1)
    with pytest.raises(ValueError, match=r"too few \(asked with 0\)"):
        gamekit.needed(lambda n: int("too few" if n else "1") if n else _refuse(), range(3))


def test_what_is_no_question_or_axis_is_said() -> None:
    with pytest.raises(ValueError, match="7 is no question; give a function"):
        gamekit.needed(7, range(3))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="level is 'half'"):
        gamekit.break_even(lambda x, y: x, level="half", x=(1,), y=(1,))  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"write y=\(3,\)"):
        gamekit.break_even(lambda x, y: x, x=(1,), y=3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="things is 3; a pool is made of several"):
        list(gamekit.pool(3))  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="less than the case before; give the cheapest first"):
        gamekit.needed(lambda n: 0, [Priced("b", 2), Priced("a", 1)])


def _refuse() -> int:
    raise ValueError("too few")


def test_a_law_a_dataclass_and_a_number_are_asked_alike() -> None:
    assert gamekit.needed(lambda n: DIE.map(lambda face: face <= n), range(7), p=0.5).least == 3
    found = gamekit.needed(lambda n: DIE, range(2), p=3.5, of=lambda face: face)
    assert (found.least, found.figure, found.basis) == (0, Fraction(7, 2), ("a die",))
    found = gamekit.needed(lambda n: Share(Fraction(n, 9), 1 - Fraction(n, 9)), range(9), p=0.5)
    assert (found.least, found.of, found.basis) == (5, "p", ("shares",))
    assert gamekit.needed(lambda n: Share(Fraction(n, 9), 1 - Fraction(n, 9)), range(9), p=0.9, of="rest").least == 0
    with pytest.raises(ValueError, match="of is 'most'; the answer has p, rest"):
        gamekit.needed(lambda n: Share(Fraction(1), Fraction(0)), range(3), of="most")
    with pytest.raises(ValueError, match="the answer is a law; say by of="):
        gamekit.needed(lambda n: DIE, range(3))


def test_the_curve_has_every_place_where_it_is_even() -> None:
    random = Random(5)
    for _ in range(100):
        table = {(x, y): Fraction(random.randrange(5), 4) for x in range(3) for y in range(6)}
        curve = gamekit.break_even(lambda x, y, table=table: table[x, y], x=range(3), y=range(6))
        found = {(row.x, row.below, row.above) for row in curve.itertuples()}
        right = {(x, y, y) for (x, y), figure in table.items() if figure == Fraction(1, 2)}
        right |= {
            (x, y, y + 1)
            for x in range(3)
            for y in range(5)
            if (table[x, y] - Fraction(1, 2)) * (table[x, y + 1] - Fraction(1, 2)) < 0
        }
        assert found == right
        for row in curve.itertuples():
            if row.below != row.above:
                low, high = table[row.x, row.below], table[row.x, row.above]
                assert low + (high - low) * Fraction(row.even - row.below) == pytest.approx(0.5)
                assert row.rises == (high > low)


@pytest.mark.parametrize("level", [0.1, 0.3, 0.5, 0.6, 0.7, 0.8])
def test_a_fraction_that_is_written_as_the_level_stands_once(level: float) -> None:
    curve = gamekit.break_even(lambda x, y: Fraction(y, 10), level=level, x=(1,), y=range(11))
    assert curve[["below", "above"]].to_numpy().tolist() == [[round(10 * level)] * 2]


def test_a_curve_over_names_has_no_point_between() -> None:
    curve = gamekit.break_even(lambda x, unit: {"AUX": 0.2, "LGN": 0.7}[unit], x=(1,), unit=("AUX", "LGN"))
    assert curve.to_numpy().tolist() == [[1, "AUX", "LGN", None, True]]
    with pytest.raises(ValueError, match="break_even takes two axes"):
        gamekit.break_even(lambda x: x, x=(1, 2))


def test_a_tornado_of_a_function_changes_one_thing_at_a_time() -> None:
    rows = gamekit.tornado(lambda a, b, c: a * 10 + b + 100 * c, a=(1, 2, 4), b=(1, 2, 3), c=(False, True))
    assert rows.attrs["as_is"] == 22
    assert rows["axis"].tolist() == ["c", "a", "b"]
    assert rows["moves"].tolist() == [100, 20, 1]
    assert rows["at_less"].tolist()[1:] == [12, 21]
    assert rows["at_more"].tolist() == [122, 42, 23]
    with pytest.raises(ValueError, match="a function's axes are not known"):
        gamekit.tornado(lambda a: a)
    with pytest.raises(ValueError, match=r"a is \(1,\); give \(less, as it is, more\) or \(as it is, changed\)"):
        gamekit.tornado(lambda a: a, a=(1,))
    with pytest.raises(ValueError, match="3 has no changes of its own"):
        gamekit.tornado(3)


@pytest.mark.parametrize("seed", range(40))
def test_halving_finds_what_trying_all_finds(seed: int) -> None:
    random = Random(seed)
    figures = sorted(Fraction(random.randrange(60), 60) for _ in range(random.randrange(1, 300)))
    level = Fraction(random.randrange(1, 70), 60)
    asked = list[int]()

    def question(at: int) -> Fraction:
        asked.append(at)
        return figures[at]

    whole, halved = (needed(question, range(len(figures)), level, monotone=mode) for mode in (False, True))
    right = next((at for at, figure in enumerate(figures) if figure >= level), None)
    assert (whole.least, whole.figure) == (halved.least, halved.figure)
    assert halved.least == right
    assert halved.short_figure == whole.short_figure
    assert halved.tried + halved.skipped == (len(figures) if right is None else right)
    assert not right or halved.short == right - 1
    assert whole.skipped == 0


@pytest.mark.long
def test_halving_asks_little_and_says_so() -> None:
    asked = list[int]()

    def question(n: int) -> float:
        asked.append(n)
        return 1 - 0.999**n

    found = needed(question, range(100_000), p=0.9, monotone=True)
    assert found.least == 2302
    assert len(asked) == len(set(asked)) < 40
    assert found.tried + found.skipped == 2302
    assert all(str(found.skipped) in found.explain(language) for language in LANGUAGES)
    nothing = needed(question, range(1000), p=0.9, monotone=True)
    assert nothing.least is None
    assert "the last" in nothing.explain()
    assert needed(question, (), monotone=True).least is None


def test_an_axis_to_halve_is_not_listed_and_not_without_end() -> None:
    found = needed(lambda n: n / 10**12, range(10**12), p=0.25, monotone=True)
    assert (found.least, found.tried + found.skipped) == (25 * 10**10, 25 * 10**10)
    assert needed(float, (Priced("1", 3), Priced("2", 5)), p=2, monotone=True).cost == 5
    for more in (range(10**30), count()):
        with pytest.raises(ValueError, match="more has over 1,000,000 values; so many, or a range of 1,0"):
            needed(float, more, p=2, monotone=True)


def test_halving_refuses_what_falls_and_what_is_a_pool() -> None:
    with pytest.raises(ValueError, match=r"the figures fall .* at 0, .*without monotone=True every case is asked"):
        needed(lambda n: abs(n - 50) / 50, range(101), p=0.9, monotone=True)
    with pytest.raises(ValueError, match="leave it out for a pool"):
        needed(len, pool("aab"), p=2, monotone=True)


def test_what_a_tornado_rests_on_is_what_the_answer_as_it_is_rests_on() -> None:
    battle = jc.Battle(jc.army("Caesar, Legio 8", "Caesar"), jc.army("Pompey, Legio 39", "Pompey"))
    found = gamekit.tornado(battle, first_strike=(True,), cut_off=(True,))
    assert len(found) == 2
    assert found.attrs["basis"] == ("exact", *battle.basis)
