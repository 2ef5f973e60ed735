"""The positions that a view is played out from, and the page of forecasts."""

import re
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from random import Random

import pytest

from gamekit import roma_victrix as rv
from gamekit.play.protocol import OVER
from gamekit.roma_victrix import rules
from gamekit.roma_victrix.geography import INDEX
from gamekit.roma_victrix.odds.hidden import sample
from gamekit.roma_victrix.state import Due, Pending, Status
from gamekit.widgets.roma_victrix import game_desk
from tests.roma_victrix.positions import random_game
from tests.roma_victrix.setting import empty, placed


@pytest.mark.parametrize("scenario", rv.SCENARIOS)
@pytest.mark.long
def test_a_drawn_position_looks_like_the_view(scenario: str) -> None:
    random, drawn = Random(9), set()
    for number, state in enumerate(islice(random_game(scenario, 5), 500)):
        if number % 40 or rules.current_player(state) == OVER:
            continue
        for seat in rules.seats(state):
            view = rules.observe(state, seat)
            found = sample(view, random)
            assert rules.observe(found, seat) == view
            assert min(count for group in found.groups for count in group.units) >= 0
            drawn.add(found)
    assert len(drawn) >= 8


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.long
def test_the_page_of_forecasts_shows_its_answer_first_and_nothing_small(language: str) -> None:
    state = rv.initial_state("second_punic_war")
    pillaged = frozenset({INDEX["Apulia"], INDEX["Cisalpina"]})
    state = replace(state, turn=1, treasury=(13, *state.treasury[1:]), agenda=(Pending(Due.GAME_TURN),))
    state = replace(state, pillaged=pillaged)
    budget = rv.budget(state, "Rome", "2 LGN")
    page = game_desk.forecast_panel(budget, language)
    text = re.sub(r"<[^>]*>", " ", page)
    answer = f"{float(budget.p):.1%}"
    assert text.index(answer) < 120
    assert "{" not in text
    assert page.count("<figure") == 1
    chart = game_desk.money(budget, language)
    assert min(float(size) for size in re.findall(r'font-size="?:?([\d.]+)', chart.svg())) >= 11
    never = game_desk.forecast_panel(rv.budget(state, "Rome", "8 LGN"), language)
    assert answer not in re.sub(r"<[^>]*>", " ", never)[:200]


@pytest.mark.clause("roma_victrix", "10.32", "10.41")
def test_a_march_on_a_capital_wins_by_the_siege_that_alone_takes_it() -> None:
    """The chance of a land combat against guard and walls together was said, and "wins" where nobody stands."""
    state = placed(empty("two_consuls"), "Pompeius in Narbonensis: 6 LGN, Gnaeus 2")
    view = rv.observe(state, "Pompeius")
    siege = rv.Siege(rv.force("6 LGN", 2, roman=True), rv.force("GAR"), 4)
    points = rv.leader_reach(view, "Gnaeus", 1).at("Latium").left
    ends = {left: replace(siege, operations=left).plan().chance_of_each_end["captured"] for left in points if left > 0}
    p = sum(Fraction(weight, points.total_weight) * ends.get(left, 0) for left, weight in points.items())
    found = rv.siege_year(view, "Gnaeus", "Latium")
    assert (found.p, found.points.at_least(1)) == (p, points.at_least(1))
    spent = tuple(replace(group, status=Status.MOVED) for group in state.groups)
    with pytest.raises(ValueError, match="no land units"):  # 5.24: nobody whom he may lead this year
        rv.siege_year(replace(view, state=replace(state, groups=spent)), "Gnaeus", "Latium")
