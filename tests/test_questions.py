"""The least that is needed, where it is even, what moves it most: against all that could be asked."""

from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random

import pytest

import gamekit
from gamekit import julius_caesar as jc
from gamekit.analysis.solve_for import CaseWithCost, needed
from gamekit.probability.distribution import Dist
from gamekit.text.translation import note

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
        assert (found.tried, found.short_figure) == (len(smaller), max(smaller, default=None))
        asked = figures if right is None else figures[: right + 1]
        assert found.rising == (asked == sorted(asked))


def test_what_is_needed_is_said_with_what_shows_it() -> None:
    def said(p: float, language: str = "en") -> str:
        return gamekit.needed(lambda n: n / 4, range(1, 4), p=p).explain(language)

    assert said(0.25) == "1: 25.0%, and nothing costs less."
    assert said(0.7) == "3: 75.0%. Each of the 2 cases that cost less was asked and falls short, 2 the least: 50.0%."
    assert said(0.9) == "None of the 3 cases reaches 90%; 3 comes nearest: 75.0%."
    assert said(0.9, "ja") == "3 通りのどれも 90% に届かない。最も近いのは 3 の 75.0%。"
    assert gamekit.needed(lambda n: 10 * n, range(4), p=25).explain().startswith("3: 30.00. Each of the 3 cases")


def test_of_what_costs_as_much_the_best_counts_and_the_rest_stands_beside_it() -> None:
    random = Random(3)
    for _ in range(60):
        cases = [
            CaseWithCost((n, random.randrange(9)), cost) for n, cost in enumerate(sorted(random.choices(range(4), k=7)))
        ]
        level = random.randrange(1, 9)
        found = needed(lambda case: case[1], cases, p=level)
        enough = [case for case in cases if case.value[1] >= level]
        if not enough:
            assert found.least is None
            continue
        same = [case.value for case in enough if case.cost == enough[0].cost]
        assert found.cost == enough[0].cost
        assert {found.least, *found.also} == set(same)
        assert found.figure == max(figure for _, figure in same)
        assert found.tried == sum(case.cost < found.cost for case in cases)


def test_a_fraction_reaches_the_float_that_is_written_like_it() -> None:
    assert gamekit.needed(lambda n: Fraction(n, 5), range(6), p=0.8).least == 4
    assert gamekit.needed(lambda n: Fraction(n, 5), range(6), p=Fraction(801, 1000)).least == 5


def test_what_cannot_be_needed_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gamekit.analysis.solve_for.MOST_ASKED", 1_200)
    with pytest.raises(ValueError, match="p is 'often'"):
        gamekit.needed(lambda n: n, range(3), p="often")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"more is 3; it should be an axis such as range"):
        gamekit.needed(lambda n: n, 3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="the answer is 'much'; it should be a number"):
        gamekit.needed(lambda n: "much", range(3))
    with pytest.raises(ValueError, match=r"none of the 1,200 cheapest reaches 1; the best has 0.0: 0"):
        gamekit.needed(lambda n: 0, range(10**9), p=1)
    with pytest.raises(ValueError, match=r"too few \(asked with 0\)"):
        gamekit.needed(lambda n: int("too few" if n else "1") if n else _refuse(), range(3))


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
    with pytest.raises(ValueError, match="the answer is a distribution; say by of="):
        gamekit.needed(lambda n: DIE, range(3))


def test_the_curve_has_every_place_where_it_is_even() -> None:
    random = Random(5)
    for _ in range(40):
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


def test_a_tornado_of_a_function_changes_one_thing_at_a_time() -> None:
    rows = gamekit.tornado(lambda a, b, c: a * 10 + b + 100 * c, a=(1, 2, 4), b=(1, 2, 3), c=(False, True))
    assert (rows.attrs["as_is"], rows["axis"].tolist()) == (22, ["c", "a", "b"])
    assert (rows["moves"].tolist(), rows["at_less"].tolist()[1:]) == ([100, 20, 1], [12, 21])
    assert rows["at_more"].tolist() == [122, 42, 23]
    pytest.raises(ValueError, lambda: gamekit.tornado(lambda a: a)).match("a function's axes are not known")
    with pytest.raises(ValueError, match=r"a is \(1,\); give \(less, baseline, more\) or \(baseline, changed\)"):
        gamekit.tornado(lambda a: a, a=(1,))
    pytest.raises(ValueError, lambda: gamekit.tornado(3)).match("3 has no changes of its own")


def test_what_a_tornado_rests_on_is_what_the_answer_as_it_is_rests_on() -> None:
    battle = jc.Battle(jc.army("Caesar, Legio 8", "Caesar"), jc.army("Pompey, Legio 39", "Pompey"))
    found = gamekit.tornado(battle, first_strike=(True,), cut_off=(True,))
    assert len(found) == 2
    assert found.attrs["basis"] == ("exact", *battle.basis)


def test_a_doubtful_point_is_an_axis_of_the_tornado() -> None:
    plain = jc.Battle(jc.army("2 C3/II"), jc.army("C2/III, C3/I"))
    hers = jc.Battle(jc.army("2 C3/II"), jc.army("Cleopatra/I, C3/II", "Pompey"), first_strike=True)
    point = note("julius_caesar.read_online", point=note("julius_caesar.point.cleopatra_turn"))
    assert point not in set(gamekit.tornado(plain).axis)
    (row,) = gamekit.tornado(hers).query("axis == @point").to_dict("records")
    assert row["less"] is None
    assert row["at_more"] == replace(hers, reading="online").chances().attacker_wins != hers.chances().attacker_wins
