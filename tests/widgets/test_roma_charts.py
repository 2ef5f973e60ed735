"""Charts of Roma Victrix: the numbers shown are those of the calculators, with their basis."""

import pytest

from gamekit import roma_victrix as rv
from gamekit.text.translation import percent
from gamekit.widgets.roma_victrix import combat_charts
from tests.widgets.board_driver import chart_texts, numbers, told

FIGHT = rv.rulebook_combat("Cilicia")
PLAN = rv.Siege(rv.force("4 LGN, 2 HI, AUX", leader=1), rv.force("2 HI, AUX", leader=1)).plan()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_chart_has_a_finding_numbers_and_a_basis(language: str) -> None:
    army = rv.force("6 HI, 2 CAV", leader=3)
    march = rv.campaign([rv.LandCombat(army, rv.force("2 HI, GAR")), rv.LandCombat(army, rv.force("3 HI, GAR"))])
    made = [
        combat_charts.worth(FIGHT, language=language),
        combat_charts.strengths(language=language),
        combat_charts.objectives(FIGHT, language=language),
        combat_charts.survivors(FIGHT, language=language),
        combat_charts.campaign_survivors(march, language=language),
        combat_charts.siege_by_point(PLAN, language=language),
    ]
    for chart in made:
        assert chart.heading
        assert len(numbers(chart))
        assert "3.72" in chart.basis
        assert "(judged)" in " ".join(chart.basis)
        assert chart_texts(chart)[-1]
        assert str(chart).startswith(chart.heading)


def test_worth_names_the_dearest_modifier() -> None:
    chart = combat_charts.worth(FIGHT)
    assert chart.heading == "No cavalry superiority would cost 30.6 points"
    weak = rv.LandCombat(rv.force("2 HI"), rv.force("2 HI", leader=1))
    assert combat_charts.worth(weak).heading.endswith(" would add 13.9 points")
    assert "41.7%" in " ".join(map(str, told(chart).to_numpy().ravel()))


def test_strengths_and_objectives_say_what_the_tables_say() -> None:
    grid = combat_charts.strengths(range(4, 33, 4))
    assert "41.7%" in grid.heading
    assert "58.3%" in grid.heading
    assert combat_charts.strengths([10, 15, 25]).heading == grid.heading  # no pair here is two to one
    assert "Every objective wins equally often" in combat_charts.objectives(FIGHT).heading
    ambush = rv.LandCombat(rv.force("HI", leader=4), rv.force("HI", leader=1))
    assert all(
        p == ambush.odds(name).p(rv.attacker_wins)
        for name, p in ambush.compare_objectives()[["objective", "p_win"]].values
    )


def test_the_course_of_a_siege_point_by_point() -> None:
    course = combat_charts.siege_by_point(PLAN)
    assert percent(PLAN.p_capture[-1]) in course.heading
    assert list(numbers(course).iloc[:, 1]) == list(PLAN.p_capture)
    never = PLAN.siege.plan(capture=0, own_csp=9)
    assert combat_charts.siege_by_point(never).heading == "The city does not fall by this plan"
    with pytest.raises(ValueError, match="has no OP"):
        combat_charts.siege_by_point(PLAN.siege.at(24, 8, 4, 0).plan())
