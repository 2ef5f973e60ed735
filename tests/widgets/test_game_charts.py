"""Charts of battles, combats and sieges have the calculators' numbers, under a title that is true."""

from collections.abc import Callable

import pytest

from gamekit import julius_caesar as jc
from gamekit import roma_victrix as rv
from gamekit.text.translation import percent
from gamekit.widgets.julius_caesar import battle_charts as charts
from gamekit.widgets.roma_victrix import combat_charts
from tests.widgets.board_driver import chart_texts, numbers, told

SIDEBAR = jc.Battle(jc.army("Caesar, Equitatus 1", "Caesar"), jc.army("Pompey, Navis 3", "Pompey"))
BIG = jc.Battle(
    jc.army("Pompey, Legio 39, Elephant", "Pompey"),
    jc.army("Caesar, Legio 10, Legio 13", "Caesar"),
    attacker_reserve=jc.army("Legio 38, Cleopatra", "Pompey"),
    defender_reserve=jc.army("Legio 8", "Caesar"),
)
RATED = jc.Battle(jc.army("3 C3/III"), jc.army("2 C2/IV"))
each = pytest.mark.parametrize("battle", [SIDEBAR, BIG, RATED], ids=["7.2", "big", "rated"])


@each
def test_the_outcome_bar(battle: jc.Battle) -> None:
    odds, chart = battle.odds(), charts.outcome(battle)
    events = (jc.attacker_wins, jc.attacker_leaves, jc.attacker_eliminated)
    assert numbers(chart)["chance"].tolist() == [odds.p(event) for event in events]
    assert chart.basis == odds.basis
    likeliest = max(odds.p(event) for event in events)
    assert chart.heading.endswith(f"in {percent(likeliest)} of battles")


def test_the_sidebar_battle_in_words() -> None:
    assert charts.outcome(SIDEBAR).heading == "Caesar wins in 68.5% of battles"
    assert charts.outcome(SIDEBAR, "ja").heading == "68.5% の確率でカエサル軍の勝利"
    assert str(numbers(charts.outcome(SIDEBAR))["chance"][0]) == "2237911607/3265173504"


@each
def test_survivors_are_counted_in_steps(battle: jc.Battle) -> None:
    chart, odds = charts.survivors(battle), battle.odds()
    elephant = {"Elephant": 2}
    for side, column in zip(("attacker", "defender"), numbers(chart).columns[1:]):
        left = odds.map(lambda end, side=side: sum(s // elephant.get(n, 1) for n, s in getattr(end, side)))
        assert numbers(chart)[column].tolist() == [left.at_least(k) for k in numbers(chart).iloc[:, 0]]
        assert left.at_least(len(numbers(chart)) + 1) == 0


@each
def test_by_round(battle: jc.Battle) -> None:
    rows, chart = battle.by_round().iloc[1:], charts.by_round(battle)
    shown = numbers(chart).set_index("after")
    assert shown["wins"].tolist() == rows["attacker_wins"].tolist()
    assert shown["leaves"].tolist() == rows["attacker_leaves"].tolist()
    assert shown["eliminated"].tolist() == rows["attacker_eliminated"].tolist()
    assert shown["still fighting"].tolist() == [1 - over for over in rows["over"]]
    assert chart.basis == battle.by_round().attrs["basis"]


def test_one_more_block() -> None:
    pool = jc.army("Legio 13, Legio 10, Navis 1", "Caesar")
    chart, rows = charts.improve(SIDEBAR, pool), SIDEBAR.improve(pool)
    assert numbers(chart)["chance"].tolist() == rows["p"].tolist()
    assert numbers(chart)["added"].tolist() == [block.partition("/")[0] for block in rows["block"]]
    points = f"{100 * float(rows['change'][0]):.1f}"
    assert chart.heading == f"{rows['block'][0].partition('/')[0]} would add {points} points"
    assert numbers(charts.improve(SIDEBAR, pool, language="ja"))["追加"][0].endswith("軍団")
    defence = charts.improve(SIDEBAR, jc.army("Legio 1", "Pompey"), "defender")
    joined = jc.Battle(SIDEBAR.attacker, (*SIDEBAR.defender, *jc.army("Legio 1", "Pompey")))
    assert numbers(defence)["chance"][0] == 1 - joined.odds().p(jc.attacker_wins)


def test_matchups_have_the_known_chances_in_their_cells() -> None:
    chart = charts.matchups(most=4)
    shown = told(chart).set_index(told(chart).columns[0])
    assert (shown.loc["4", "4"], shown.loc["4", "3"], shown.loc["2", "2"]) == ("3.1%", "43.1%", "10.3%")
    assert chart.heading == "3 attackers clear 2 defenders more often than not"
    assert charts.matchups("D1/1", "A3/4", most=2).heading == "Up to 2 attackers never win more often than not"
    assert told(charts.matchups(most=2, first_strike=True)).iloc[1, 2] == "50.7%"
    assert {"7.2", "7.4"} <= set(chart.basis)


@pytest.mark.parametrize(("draw", "said"), [
    (lambda: charts.matchups("2 C3/I", most=2), "'2 C3/I' is 2 blocks; it should be one kind"),
    (lambda: charts.matchups(defender="C3/I, C2/I"), "is 2 blocks; it should be one kind"),
    (lambda: charts.matchups(most=0), "most is 0; it should be a whole number from 1 up"),
    (lambda: charts.improve(SIDEBAR, ()), "the pool is empty"),
])  # fmt: skip
def test_what_cannot_be_drawn_says_why(draw: Callable[[], object], said: str) -> None:
    pytest.raises(ValueError, draw).match(said)


def test_the_spread_ends_where_the_law_of_the_end_has_its_quantiles() -> None:
    battle = jc.Battle(jc.army("3 C3/III"), jc.army("2 C3/III"))
    chart = charts.strength_by_round(battle)
    end = battle.odds().map(lambda end: end.attacker_strength)
    assert numbers(chart).iloc[-1].tolist()[1:] == [f"{end.quantile(q):g}" for q in (0.05, 0.25, 0.5, 0.75, 0.95)]
    assert numbers(chart).iloc[0].tolist() == ["Start", *["9"] * 5]
    kept = end.quantile(0.5)
    share = f"{100 * float(end.at_least(kept)):.1f}%"
    assert chart.heading == f"Attacker keeps strength {kept} or more in {share} of battles"
    assert "残る戦力" in chart_texts(charts.strength_by_round(battle, "defender", "ja"))


FIGHT = rv.rulebook_combat("Cilicia")
PLAN = rv.Siege(rv.force("4 LGN, 2 HI, AUX", leader=1), rv.force("2 HI, AUX", leader=1)).plan()


@pytest.mark.parametrize("language", ["en", "ja"])
def test_every_chart_has_a_finding_numbers_and_a_basis(language: str) -> None:
    army = rv.force("6 HI, 2 CAV", leader=3)
    march = rv.campaign([rv.LandCombat(army, rv.force("2 HI, GAR")), rv.LandCombat(army, rv.force("3 HI, GAR"))])
    made = dict.fromkeys(("worth", "objectives", "survivors"), FIGHT)
    made |= {"campaign_survivors": march, "siege_by_point": PLAN}
    charts = [getattr(combat_charts, name)(shown, language=language) for name, shown in made.items()]
    for chart in (*charts, combat_charts.strengths(language=language)):
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
    rows = ambush.compare_objectives()[["objective", "p_win"]].values
    assert all(p == ambush.odds(name).p(rv.attacker_wins) for name, p in rows)


def test_the_course_of_a_siege_point_by_point() -> None:
    course = combat_charts.siege_by_point(PLAN)
    assert percent(PLAN.p_captured_by_operation[-1]) in course.heading
    assert list(numbers(course).iloc[:, 1]) == list(PLAN.p_captured_by_operation)
    never = PLAN.siege.plan(capture=0, own_csp=9)
    assert combat_charts.siege_by_point(never).heading == "The city does not fall by this plan"
    with pytest.raises(ValueError, match="has no OP"):
        combat_charts.siege_by_point(PLAN.siege.at(24, 8, 4, 0).plan())
