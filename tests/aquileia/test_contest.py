"""Rankings: the arena example, a twin that throws every face of every die, limits and errors."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product
from random import Random

import pytest

from gamekit import aquileia as aq
from gamekit.text.translation import TranslatableText
from tests.aquileia.generators import contest_of, crowd
from tests.cases import Cases


def arena() -> aq.Contest:
    return aq.Contest(
        [
            aq.Entrant("Stefan", base=1, tie=1),
            aq.Entrant("Giorgio", base=2, cards=3, blue=2, tie=4),
            aq.Entrant("Kiko", base=1, cards=2, tie=2),
        ]
    )


@cache
def shown(dice: int) -> Counter[int]:
    """How often each number of a metal's faces shows, over all 6 ** dice throws: the twin's only dice."""
    die = ("gold", "gold", "silver", "silver", "bronze", "bronze")
    tally: Counter[int] = Counter()
    for faces in product(die, repeat=dice):
        tally[sum(1 for face in faces if face == "bronze")] += 1
    return tally


def every_throw(people: list[dict[str, int]]) -> dict[tuple[str, ...], Fraction]:
    """The stupid twin: every throw of everybody, ranked by sorting (4.1 to 4.5)."""
    law: Counter[tuple[str, ...]] = Counter()
    tallies = [shown(one["red"] + one["blue"]) for one in people]
    for throw in product(*(tally.items() for tally in tallies)):
        times = 1
        for _, often in throw:
            times *= often
        total = [one["base"] + one["cards"] + one["rolled"] + faces for one, (faces, _) in zip(people, throw)]
        order = sorted(range(len(people)), key=lambda i: (-total[i], people[i]["tie"]))
        law[tuple(str(people[i]["name"]) for i in order)] += times
    whole = sum(law.values())
    return {order: Fraction(often, whole) for order, often in law.items()}


@pytest.mark.clause("aquileia", "4.E", "4.5")
def test_the_arena_example_before_any_die() -> None:
    assert arena().p_rank("Kiko") == [Fraction(304, 6561), Fraction(5645, 6561), Fraction(68, 729)]
    assert arena().odds().p(lambda order: order[0] == "Giorgio") == 1 - Fraction(304, 6561)


@pytest.mark.clause("aquileia", "4.E")
def test_the_arena_example_after_two_throws() -> None:
    contest = arena().with_entrant("Stefan", rolled=1, red=0).with_entrant("Giorgio", rolled=0, red=0)
    assert contest.p_rank("Kiko")[0] == Fraction(32, 243)
    done = contest.with_entrant("Kiko", rolled=3, red=0).with_entrant("Giorgio", rolled=1, red=0, blue=0)
    assert dict(done.odds()) == {("Kiko", "Giorgio", "Stefan"): 1}
    assert [done.strengths(name).mean() for name in done.names] == [2, 6, 6]


@pytest.mark.clause("aquileia", "1.2", "4.1", "4.2", "4.4", "4.5", "5.1", "5.2")
@pytest.mark.long
def test_the_law_of_rankings_agrees_with_every_throw(cases: Cases) -> None:
    random = Random(5)
    sizes: Counter[int] = Counter()
    with_blue = 0
    for _ in range(cases(60, 1000)):
        people = crowd(random)
        contest = contest_of(people)
        twin = every_throw(people)
        odds = contest.odds()
        assert {order: Fraction(weight, odds.total_weight) for order, weight in odds.items()} == twin
        rounded = contest.odds(numbers=float)
        assert rounded.total_weight == pytest.approx(1, abs=1e-12)
        assert all(abs(rounded[order] - float(chance)) < 1e-12 for order, chance in twin.items())
        name = random.choice(contest.names)
        by_rank = [
            sum((chance for order, chance in twin.items() if order[place] == name), Fraction(0))
            for place in range(len(people))
        ]
        assert contest.p_rank(name) == by_rank
        assert contest.p_rank(name, numbers=float) == pytest.approx([float(p) for p in by_rank], abs=1e-12)
        sizes[len(people)] += 1
        with_blue += any(one["blue"] for one in people)
    assert min(sizes[count] for count in (2, 3, 4, 5)) >= 3
    assert with_blue >= 25


@pytest.mark.clause("aquileia", "4.5")
def test_ties_go_to_the_lower_place() -> None:
    for first, second in ((1, 2), (2, 1)):
        contest = aq.Contest(
            [aq.Entrant("Ada", base=3, tie=first, red=0), aq.Entrant("Ben", base=3, tie=second, red=0)]
        )
        assert contest.p_rank("Ada") == [first == 1, first == 2]


def test_odds_say_what_they_rest_on() -> None:
    basis = arena().odds().basis
    assert {"4.1", "4.5"} <= set(basis)
    assert any(isinstance(entry, TranslatableText) for entry in basis)
    race = aq.Contest([aq.Entrant("A", 1, 1, side="gold"), aq.Entrant("B", 1, 2, side="silver")])
    assert {"5.1", "5.4", "4.5"} <= set(race.odds().basis)


def test_break_even_is_the_first_base_with_the_chance() -> None:
    contest = arena()
    base = aq.break_even(contest, "Kiko")
    assert base is not None
    assert contest.with_entrant("Kiko", base=base).p_rank("Kiko")[0] >= Fraction(1, 2)
    assert contest.with_entrant("Kiko", base=base - 1).p_rank("Kiko")[0] < Fraction(1, 2)
    assert aq.break_even(contest, "Kiko", chance=1, max_base=3) is None
    pytest.raises(ValueError, lambda: aq.break_even(contest, "Kiko", chance=2)).match("from 0 to 1")


A = aq.Entrant("A", base=1, tie=1)


@pytest.mark.parametrize(("make", "says"), [
    (lambda: aq.Entrant("Kiko", base=1), "Kiko has no tie-breaker place"),
    (lambda: aq.Entrant("Kiko", base=1, tie=-2), "numbered from 1"),
    (lambda: aq.Entrant("Kiko", base=0, tie=1), "from 1"),
    (lambda: aq.Entrant("Kiko", base=1, tie=1, blue=5), "four blue dice"),
    (lambda: aq.Entrant("Kiko", base=1, tie=1, red=4), "at most three"),
    (lambda: aq.Entrant("Kiko", base=1, tie=1, side="golden"), "did you mean gold"),
    (lambda: aq.Contest([A, aq.Entrant("B", base=1, tie=1)]), "tie-breaker place 1 is taken twice, by A and B"),
    (lambda: aq.Contest([A, aq.Entrant("A", base=1, tie=2)]), "the name 'A' is taken twice"),
    (lambda: aq.Contest([aq.Entrant("A", 1, 1, blue=1), aq.Entrant("B", 1, 2, blue=3)]), "A and B both have blue"),
    (lambda: aq.Contest([A]), "two to five"),
    (lambda: aq.Contest([aq.Entrant(f"P{i}", 1, i) for i in range(1, 7)]), "6 entrants"),
    (lambda: aq.Contest([A, aq.Entrant("B", 1, 2, side="gold")]), "some have none"),
    (lambda: arena().p_rank("Kika"), "did you mean Kiko"),
])  # fmt: skip
def test_wrong_contests_are_refused(make: object, says: str) -> None:
    pytest.raises(ValueError, make).match(says)  # type: ignore[operator]
