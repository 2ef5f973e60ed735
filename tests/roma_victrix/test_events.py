"""What will be, played out: ready events, the positions that a view is played out from, the page of forecasts."""

import re
from dataclasses import replace
from fractions import Fraction
from itertools import islice
from random import Random

import pytest

from gamekit import outlook
from gamekit import roma_victrix as rv
from gamekit.play.protocol import OVER, play, random_strategy
from gamekit.roma_victrix import rules
from gamekit.roma_victrix.geography import INDEX, PLACES, province_of
from gamekit.roma_victrix.odds.hidden import sample
from gamekit.roma_victrix.players import plain
from gamekit.roma_victrix.state import Due, Pending, State, Status
from gamekit.widgets.roma_victrix import game_board
from tests.cases import Cases
from tests.roma_victrix.positions import owner, random_game, table
from tests.roma_victrix.setting import empty, placed

pytestmark = pytest.mark.long
START = rv.initial_state("second_punic_war")


def year_of(seed: int) -> list[State]:
    """The positions of a year and of the beginning of the next, played by plain players who now and then err."""
    random, states = Random(seed), []
    erring = random_strategy(random)
    players = {
        name: lambda view, legal: erring(view, legal) if random.random() < 0.1 else plain(view, legal)
        for name in rv.rules.seats(START)
    }
    for state, _ in play(rv.rules, players, random, START):
        states.append(state)
        if state.turn > 2:
            break
    return states


def test_ready_events_say_of_a_line_of_play_what_its_positions_say(cases: Cases) -> None:
    found: dict[str, set[bool]] = {}
    spain = {row["name"] for row in table("provinces") if row["region"] == "Hispania"} | {"Apulia"}
    for seed in range(2, 2 + cases(1, 20)):
        line = year_of(seed)
        now = line[len(line) // 4]
        rest, turn = line[len(line) // 4 :], now.turn
        end = next((each for each in rest if each.turn > turn), rest[-1])
        year = rest[: rest.index(end) + 1]
        fed = next((each for each in rest if each.turn > turn and each.agenda[-1].phase == Due.RAISE), rest[-1])
        hungry = {group.owner for group in fed.groups if group.hungry}
        rebels = {PLACES[province_of(who.place)] for each in year for who in each.leaders
                  if who.place >= 0 and "Rebellion" in who.raised}  # fmt: skip
        sacked = {PLACES[city.place] for each in year for city in each.capitals if not city.csp}
        for number, name in enumerate(rv.rules.seats(now)):
            said = {
                "pays": (rv.can_pay_upkeep(now, name), number not in hungry),
                "rises": (rv.rebels_this_year(now, "Hispania", "Apulia"), bool(rebels & spain)),
                "holds": (rv.controls_at_year_end(now, name, "Sardinia"), owner(end, INDEX["Sardinia"]) == number),
            }  # fmt: skip
            said |= {
                f"taken {city}": (rv.capital_sacked_this_year(now, city), city in sacked)
                for city in ("Latium", "Syria")
            }
            for what, (event, right) in said.items():
                over = rv.current_player(rest[-1]) == OVER
                answers = (event.answer(each, over and each is rest[-1]) for each in rest)
                answer = next((each for each in answers if each is not None), None)
                assert answer is right, (seed, what, name)
                found.setdefault(what.split()[0], set()).add(right)
    assert min(len(found["holds"]), len(found["rises"])) >= cases(1, 2)


def test_who_leads_is_first_by_the_victory_per_cent() -> None:
    start = replace(START, turn=1)
    end = replace(start, turn=2)
    scores = rv.rules.victory.ranking(end)
    answers = {name: rv.ranks_first_at_year_end(start, name).answer(end) for name in rv.rules.seats(start)}
    assert [name for name, first in answers.items() if first] == [rv.rules.seats(start)[scores[0][-1]]]
    level = replace(rv.initial_state("two_consuls"), turn=2)  # nobody is first where all is level
    assert not any(
        rv.ranks_first_at_year_end(rv.initial_state("two_consuls"), name).answer(level)
        for name in ("Pompeius", "Crassus")
    )


@pytest.mark.parametrize("name", ["Africa", "Syria", "Aegyptus"])
def test_a_name_that_is_both_a_province_and_a_region_is_the_province(name: str) -> None:
    after = replace(START, turn=2)
    holder = owner(START, INDEX[name])
    held = {each: rv.controls_at_year_end(START, each, name).answer(after) for each in rv.rules.seats(START)}
    assert [each for each, answer in held.items() if answer] == [rv.rules.seats(START)[holder]]


def test_what_is_asked_of_what_is_not_there_is_refused() -> None:
    pytest.raises(ValueError, lambda: rv.can_pay_upkeep(START, "Romme")).match("the power is 'Romme'")
    with pytest.raises(ValueError, match=r"pays for no units \(7\.9\)"):
        rv.can_pay_upkeep(rv.initial_state("six_powers"), "Parthia")
    pytest.raises(ValueError, lambda: rv.rebels_this_year(START, "Spain")).match("the province or region is 'Spain'")
    pytest.raises(ValueError, lambda: rv.capital_sacked_this_year(START, "Apulia")).match(
        "Apulia has no capital that could be taken"
    )


def test_a_view_is_played_out_from_positions_that_look_like_it() -> None:
    """Two positions that look the same to a seat have the same answer: what is hidden is drawn for each play."""
    from tests.roma_victrix.positions import twin_of

    state = rv.rules.settled(replace(rv.initial_state(), turn=1, agenda=(Pending(Due.GAME_TURN),)))
    view = rv.observe(state, "Crassus")
    other = twin_of(state, view.player, Random(3))
    assert other != state
    assert rv.observe(other, "Crassus") == view
    events = {"pays": rv.can_pay_upkeep(view, "Crassus"), "leads": rv.ranks_first_at_year_end(view, "Crassus")}
    one, two = (outlook(rv, rv.observe(each, "Crassus"), games=2, event=events) for each in (state, other))
    assert one == two


@pytest.mark.parametrize("scenario", rv.SCENARIOS)
def test_a_drawn_position_looks_like_the_view(scenario: str, cases: Cases) -> None:
    random, drawn = Random(9), set()
    for number, state in enumerate(islice(random_game(scenario, 5), cases(200, 4000))):
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
def test_the_page_of_forecasts_shows_its_answer_first_and_nothing_small(language: str) -> None:
    state = rv.initial_state("second_punic_war")
    pillaged = frozenset({INDEX["Apulia"], INDEX["Cisalpina"]})
    state = replace(state, turn=1, treasury=(13, *state.treasury[1:]), agenda=(Pending(Due.GAME_TURN),))
    state = replace(state, pillaged=pillaged)
    budget = rv.budget(state, "Rome", "2 LGN")
    page = game_board.forecast_panel(budget, language)
    text = re.sub(r"<[^>]*>", " ", page)
    answer = f"{float(budget.p):.1%}"
    assert text.index(answer) < 120
    assert "{" not in text
    assert page.count("<figure") == 1
    chart = game_board.money(budget, language)
    assert min(float(size) for size in re.findall(r'font-size="?:?([\d.]+)', chart.svg())) >= 11
    never = game_board.forecast_panel(rv.budget(state, "Rome", "8 LGN"), language)
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
