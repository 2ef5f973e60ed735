"""The forecasting player and the page of forecasts."""

from __future__ import annotations

import os
import re
from dataclasses import replace
from fractions import Fraction
from importlib import import_module
from random import Random
from typing import Any

import pytest

from gamekit import roma_victrix as rv
from gamekit.game import CHANCE, OVER
from gamekit.record import Record
from gamekit.roma_victrix import rules, strategies
from gamekit.roma_victrix.game_state import Due, Pending, Raise, State, Status
from gamekit.roma_victrix.odds.forecasts.unseen import sample
from gamekit.roma_victrix.places import INDEX, PLACES, province_of
from gamekit.roma_victrix.rules import victory
from gamekit.roma_victrix.rules.board import camp
from gamekit.roma_victrix.strategies import outlook
from gamekit.roma_victrix.strategies.worth import worth
from gamekit.session import begin, kinds
from gamekit.tournaments import measured
from gamekit.widgets.page import to_html
from gamekit.widgets.roma_victrix import MapBoard, forecast_charts
from gamekit.words import percent
from tests.roma_victrix.setting import empty, lead, put
from tests.roma_victrix.test_game_random import random_game, twin_of

SEATS = ("Pompeius", "Crassus")
forecasting = import_module("gamekit.roma_victrix.strategies.forecaster")


def game(seed: int, players: dict[str, Any]) -> State:
    """A game of two consuls to its end."""
    state, chance = rules.initial_state(), Random(seed)
    while (player := rules.current_player(state)) != OVER:
        if player == CHANCE:
            action = rules.chance_outcomes(state).sample(chance)
        else:
            action = players[player](rules.observe(state, player), rules.legal_actions(state))
        state = rules.apply(state, action)
    return state


def margin(state: State, seat: str) -> tuple[Any, ...]:
    """By how much a seat is ahead: per cent, revenue, treasury (4.51 to 4.53)."""
    rows = {SEATS[row[-1]]: row[:3] for row in victory.ranking(state)}
    return tuple(mine - theirs for mine, theirs in zip(rows[seat], rows[SEATS[1 - SEATS.index(seat)]]))


@pytest.fixture
def hasty(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forecasting players who play a decision on four times only, and believe what they see."""
    monkeypatch.setattr(forecasting, "ITERATIONS", 4)
    monkeypatch.setattr(forecasting, "SECONDS", 60.0)  # the same choices on a slow machine
    monkeypatch.setattr(forecasting, "HOOKS", replace(forecasting.HOOKS, trust=1.0))


@pytest.mark.usefixtures("hasty")
@pytest.mark.long
def test_his_choices_have_reasons_and_are_legal() -> None:
    reasons = []

    def player(view: rv.View, legal: tuple[Any, ...]) -> Any:
        action, reason = strategies.decided(view, legal, "ja")
        assert action in legal
        reasons.append(reason)
        return action

    game(3, {SEATS[0]: player, SEATS[1]: strategies.plain})
    said = [reason for reason in reasons if reason]
    assert len(said) >= 5
    assert any("有力な計画" in reason and "目指す" in reason for reason in said)
    assert not any("{" in reason for reason in said)


@pytest.mark.usefixtures("hasty")
def test_boards_offer_him_as_the_player_who_searches() -> None:
    table = begin(Record(rv), {SEATS[0]: "search", SEATS[1]: "person"}, seed=3)
    assert kinds(rv) == ("person", "plain", "search", "random")
    while not table.searches:
        table = table.act(table.legal[0]) if table.waits == "person" else table.go_on()
    view, legal = rules.observe(table.state, SEATS[0]), rules.legal_actions(table.state)
    assert table.choice() == strategies.forecaster(view, legal)
    board = MapBoard({SEATS[0]: "search"}, seed=3)
    known = measured("roma_victrix two_consuls")
    assert f"won {known['share']} of {known['games']} games against plain players" in to_html(board.page)


@pytest.mark.usefixtures("hasty")
@pytest.mark.long
def test_what_he_cannot_see_changes_neither_his_choice_nor_his_reason() -> None:
    random, differ = Random(7), 0

    def player(state: State, seat: str) -> Any:
        found = strategies.decided(rules.observe(state, seat), rules.legal_actions(state))
        if state.agenda[-1].phase != Due.PAY:
            twin = twin_of(state, rules.observe(state, seat).player, random)
            assert strategies.decided(rules.observe(twin, seat), rules.legal_actions(twin)) == found
            return found[0], twin != state
        return found[0], False

    state = rules.initial_state()
    while (seat := rules.current_player(state)) != OVER:
        if seat == CHANCE:
            action, other = rules.chance_outcomes(state).sample(random), False
        elif seat == SEATS[0]:
            action, other = player(state, seat)
        else:
            action, other = strategies.plain(rules.observe(state, seat), rules.legal_actions(state)), False
        state, differ = rules.apply(state, action), differ + other
    assert differ >= 15


@pytest.mark.parametrize("scenario", rv.SCENARIOS)
@pytest.mark.long
def test_a_drawn_position_looks_like_the_view(scenario: str) -> None:
    random, drawn = Random(9), set()
    for number, state in enumerate(random_game(scenario, 5)):
        if number % 40 or rules.current_player(state) == OVER:
            continue
        for seat in rules.seats(state):
            view = rules.observe(state, seat)
            found = sample(view, random)
            assert rules.observe(found, seat) == view
            assert min(count for group in found.groups for count in group.units) >= 0
            drawn.add(found)
    assert len(drawn) >= 8


def test_a_position_is_worth_what_it_has_come_to_at_the_end_and_what_stands_before() -> None:
    state = rv.initial_state()
    assert worth(state) == dict.fromkeys(SEATS, 0.0)  # both sides alike
    fewer = replace(state, groups=tuple(g for g in state.groups if g.place != INDEX["Sicilia"] or g.owner != 1))
    assert worth(fewer)["Pompeius"] > 0 > worth(fewer)["Crassus"]
    end = game(55, dict.fromkeys(SEATS, strategies.plain))
    percent, revenue, treasury = margin(end, "Pompeius")
    assert worth(end)["Pompeius"] == pytest.approx(float(percent) + revenue + 0.05 * treasury)


def test_he_builds_no_idle_ships_and_raises_only_what_he_can_keep() -> None:
    state = rv.initial_state()
    while rv.rules.current_player(state) == CHANCE:
        state = rv.apply(state, min(rv.chance_outcomes(state), key=str))
    while state.agenda[-1].phase == Due.RAISE:
        player = rv.current_player(state)
        action, reason = strategies.decided(rv.observe(state, player), rv.legal_actions(state))
        assert not (isinstance(action, Raise) and action.unit == "FLEET")
        assert bool(reason) == isinstance(action, Raise) or "treasury" in reason
        state = rv.apply(state, action)
    assert rv.budget(state, "Crassus", years=3).p == 1


def test_soak_of_the_forecasting_player() -> None:
    """He does better than the plain player in the same seat with the same seed, seats rotated: on these seeds, by which
    nothing was tuned, in at least 115 games of 200, and worse in fewer than better."""
    if not os.environ.get("GAMEKIT_SOAK"):
        pytest.skip("a soak: set GAMEKIT_SOAK=1")
    better = worse = 0
    for number in range(200):
        seat, seed = SEATS[number % 2], 720_000 + number // 2
        other = SEATS[1 - number % 2]
        mine = game(seed, {seat: strategies.forecaster, other: strategies.plain})
        ours, plain = (margin(end, seat) for end in (mine, game(seed, dict.fromkeys(SEATS, strategies.plain))))
        better, worse = better + (ours > plain), worse + (ours < plain)
    assert better >= 115
    assert better > worse


@pytest.mark.parametrize("language", ["en", "ja"])
@pytest.mark.long
def test_the_page_of_forecasts_shows_its_answer_first_and_nothing_small(language: str) -> None:
    state = rv.initial_state("second_punic_war")
    pillaged = frozenset({INDEX["Apulia"], INDEX["Cisalpina"]})
    state = replace(state, turn=1, treasury=(13, *state.treasury[1:]), agenda=(Pending(Due.GAME_TURN),))
    state = replace(state, pillaged=pillaged)
    found = rv.robust(lambda: rv.budget(state, "Rome", "2 LGN").p, rulings=("attrition",), provinces=("Cisalpina",))
    budget, unrest, reach = rv.budget(state, "Rome", "2 LGN"), rv.unrest(state, "Rome"), rv.reach(state, "Hannibal")
    page = forecast_charts.panel(budget, unrest, reach, found, language)
    text = re.sub(r"<[^>]*>", " ", page)
    answer = f"{float(budget.p):.1%}"
    assert text.index(answer) < 120
    assert "{" not in text
    assert page.count("<figure") == 4
    for chart in (forecast_charts.money(budget, language), forecast_charts.causes(unrest, language)):
        assert chart is not None
        assert min(float(size) for size in re.findall(r'font-size="?:?([\d.]+)', chart.svg())) >= 11
    never = forecast_charts.panel(rv.budget(state, "Rome", "8 LGN"), unrest, reach, None, language)
    assert answer not in re.sub(r"<[^>]*>", " ", never)[:200]


def test_a_march_is_said_to_win_as_often_as_its_fight_does_whether_he_would_try_or_not() -> None:
    state = rv.initial_state("six_powers")
    while rv.current_player(state) == CHANCE:
        state = rv.apply(state, min(rv.chance_outcomes(state), key=str))
    view, found = rv.observe(state, rv.current_player(state)), []
    leaders = [one for one in state.leaders if one.place >= 0 and camp(state, one.owner) == view.player]
    for leader in leaders:
        mine = outlook.following(state, province_of(leader.place), view.player)
        for place in outlook.by_land(state, province_of(leader.place), view.player, leader.owner, mine.csp):
            try:
                fight = rv.fight(view, leader.name, PLACES[place])
            except ValueError:  # nobody is there
                continue
            if not any(city.place == place for city in state.capitals):  # which is besieged
                found.append((forecasting._p_wins(state, view.player, place, mine, leader.rating), float(fight.p)))
    assert len(found) > 5
    assert [one for one in found if abs(one[0] - one[1]) > 0.03] == []


@pytest.mark.clause("roma_victrix", "10.32", "10.41")
def test_a_march_on_a_capital_is_said_by_the_siege_that_alone_takes_it() -> None:
    """The chance of a land combat against guard and walls together was said, and "wins" where nobody stands."""
    state = lead(put(empty("two_consuls"), "Pompeius", "Narbonensis", "6 LGN"), "Pompeius", "Gnaeus", 2, "Narbonensis")
    view = rv.observe(state, "Pompeius")
    (arrives, falls) = re.findall(r"[\d.]+%", forecasting._venture(view, "Gnaeus", "Latium", "en"))
    siege = rv.Siege(rv.force("6 LGN", 2, roman=True), rv.force("GAR"), 4)
    points = rv.reach(view, "Gnaeus", 1).at("Latium").left
    ends = {left: replace(siege, operations=left).plan(1, 0, 0).ends["captured"] for left in points if left > 0}
    p = sum(Fraction(weight, points.total) * ends.get(left, 0) for left, weight in points.items())
    assert (arrives, falls) == (percent(points.at_least(1)), percent(p))
    spent = tuple(replace(group, status=Status.MOVED) for group in state.groups)
    assert forecasting._venture(replace(view, state=replace(state, groups=spent)), "Gnaeus", "Latium", "en") == ""
    assert "nobody is to be beaten: he arrives with a point left in 100.0%" in forecasting._venture(
        replace(view, state=replace(state, garrisons=(-1,) * len(state.garrisons))), "Gnaeus", "Cisalpina", "en"
    )


def test_what_is_worth_less_than_nothing_is_not_advised() -> None:
    """Was: "Send 8 of 8 CSP to Apulia: worth -0.1"."""
    state = lead(put(empty("two_consuls"), "Pompeius", "Narbonensis", "2 LGN"), "Pompeius", "Gnaeus", 1, "Narbonensis")
    state = lead(put(state, "Crassus", "Apulia", "AUX"), "Crassus", "Publius", 4, "Apulia")
    state = replace(state, garrisons=(-1,) * len(state.garrisons))
    chart = forecast_charts.sending(rv.fight(state, "Gnaeus", "Apulia"))
    assert chart is not None
    assert chart.spec.title == "Do not attack Apulia: the best, 8 of 8 CSP, is worth \u22120.1"


def first_purchase(*options: str) -> str:
    """The reason for the first unit that a forecasting player raises in the war's first year."""
    state = rv.initial_state("second_punic_war", options=options)
    while state.turn < 2:
        player, legal = rv.current_player(state), rv.legal_actions(state)
        if player == CHANCE:
            state = rv.apply(state, min(rv.chance_outcomes(state), key=str))
            continue
        if state.agenda[-1].phase == Due.RAISE and (found := strategies.decided(rv.observe(state, player), legal)[1]):
            return found
        state = rv.apply(state, strategies.plain(rv.observe(state, player), legal))
    raise AssertionError("nobody raises anything")


def test_money_that_is_forecast_for_five_of_six_years_is_not_said_to_last_to_the_end() -> None:
    assert "can be paid for 5 years in" in first_purchase()
    assert "can be paid to the end in" in first_purchase("turns 3")
