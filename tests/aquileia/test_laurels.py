"""Villa points: the example, every way to choose colours, the worth of one more."""

from itertools import product
from random import Random

import pytest

from gamekit import aquileia as aq

THEATRE = [name for name, laurel in aq.LAURELS.items() if laurel.place == "theatre"]
STADIUM = [name for name, laurel in aq.LAURELS.items() if laurel.place == "stadium"]
BLUE = [("blue", 10), ("blue", 6)]


@pytest.mark.clause("aquileia", "10.1", "10.2", "10.E")
def test_the_example_32_and_37() -> None:
    scored = aq.villa_points(BLUE, ["blue", 5], ["blue/yellow"])
    assert scored.points == 32
    assert scored.colours == (("blue/yellow", "blue"),)
    assert aq.final_points(BLUE, ["blue", 5], ["blue/yellow"]) == 37
    assert aq.villa_points(["blue 10", aq.BUILDINGS["blue 6"]], ["blue"], ["yellow/blue"]).points == 32


@pytest.mark.clause("aquileia", "10.3")
def test_without_a_laurel_of_the_colour_nothing() -> None:
    assert aq.villa_points(BLUE, ["white", "10"], ["white/purple"]).points == 0
    assert aq.final_points(BLUE) == 0
    assert aq.villa_points({"blue": 8}, ["blue", "blue"], ["white/blue"]).points == 24


@pytest.mark.clause("aquileia", "10.2")
def test_colours_against_every_choice() -> None:
    random = Random(2)
    for _ in range(200):
        totals = {colour: random.choice((0, 4, 6, 10, 16)) for colour in aq.COLOURS}
        raced, shown = random.sample(STADIUM, random.randint(0, 4)), random.sample(THEATRE, random.randint(0, 6))
        best = 0
        for chosen in product(*(name.split("/") for name in shown)):
            held = [*raced, *chosen]
            best = max(best, sum(points * held.count(colour) for colour, points in totals.items()))
        scored = aq.villa_points(totals, raced, shown)
        assert scored.points == best == sum(scored.by_colour.values())
        held = [*raced, *(colour for _, colour in scored.colours)]
        assert best == sum(points * held.count(colour) for colour, points in totals.items())
        stadium = sum(int(name) for name in raced if name.isdigit())
        assert aq.final_points(totals, raced, shown, points_won=9) == 9 + best + stadium
        more = random.choice([name for name in STADIUM + THEATRE if name not in raced + shown])
        with_more = ([*raced, more], shown) if more in STADIUM else (raced, [*shown, more])
        gain = aq.laurel_gain(more, totals, raced, shown)
        assert gain == aq.final_points(totals, *with_more) - aq.final_points(totals, raced, shown)
        colour = random.choice(aq.COLOURS)
        grown = totals | {colour: totals[colour] + 8}
        assert aq.villa_gain((colour, 8), totals, raced, shown) == (
            aq.final_points(grown, raced, shown) - aq.final_points(totals, raced, shown)
        )


@pytest.mark.parametrize(("ask", "says"), [
    (lambda: aq.villa_points({"red": 4}), "no villa colour 'red'"),
    (lambda: aq.villa_points([("blue", -1)]), "from 0"),
    (lambda: aq.villa_points(BLUE, [4]), "no stadium laurel '4'"),
    (lambda: aq.villa_points(BLUE, ["blu"]), "did you mean blue"),
    (lambda: aq.villa_points(BLUE, [], ["blue"]), "no theatre laurel"),
    (lambda: aq.villa_points(["blue 9"]), "did you mean blue"),
])  # fmt: skip
def test_wrong_laurels_and_villas_are_refused(ask: object, says: str) -> None:
    pytest.raises(ValueError, ask).match(says)  # type: ignore[operator]
