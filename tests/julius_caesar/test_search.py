"""The searching player: it knows no more than its view, keeps its plan, says how sure it is, and beats ``plain``."""

from importlib import import_module
from itertools import islice
from random import Random

import pytest

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.players.evaluation import worth
from gamekit.julius_caesar.players.hidden import sample
from gamekit.julius_caesar.players.search import DEEDS, MARCHES, PARTS, LazyView, plan_name, plans
from gamekit.julius_caesar.state import Phase
from gamekit.julius_caesar.tables import SIDES
from gamekit.play.protocol import play
from gamekit.text.translation import basis_line
from tests.cases import Cases
from tests.julius_caesar.positions import HANDS
from tests.julius_caesar.setting import lively_games

pytestmark = pytest.mark.long

searching = import_module("gamekit.julius_caesar.players.search")  # the package has a function of that name


@pytest.fixture(scope="module")
def decisions(cases: Cases) -> list[jc.State]:
    """Positions of plain games in which a side decides."""
    return [
        state
        for seed in range(cases(1, 10))
        for state, _ in play(jc.rules, dict.fromkeys(SIDES, jc.players.plain), Random(seed))
        if jc.current_player(state) in SIDES
    ]


def seen(state: jc.State) -> jc.View:
    return jc.observe(state, jc.current_player(state))


def test_drawn_positions_look_like_the_view_and_differ_in_what_is_hidden(
    decisions: list[jc.State], cases: Cases
) -> None:
    differ, lively = 0, islice(lively_games(1, 30), 0, cases(300, 10**6), cases(10, 1))
    for number, state in enumerate((*decisions[:: cases(20, 1)], *lively)):
        if jc.current_player(state) not in SIDES:
            continue
        one, other = (sample(seen(state), Random(number + luck)) for luck in (0, 1000))
        for drawn in (one, other):
            assert jc.observe(drawn, jc.current_player(state)) == seen(state), state.phase
            if state.phase != Phase.RETREAT:  # which roads of a retreat are used up is not in a view
                assert jc.legal_actions(drawn) == jc.legal_actions(state)
        differ += one.location != other.location
    assert differ > 10


def test_hidden_twins_are_played_alike(decisions: list[jc.State], cases: Cases) -> None:
    met = set()
    searched = [one for one in decisions if one.phase in (*DEEDS, Phase.MOVE) and len(jc.legal_actions(one)) > 1]
    for number, state in enumerate(searched[:: cases(len(searched) // 2 + 1, 40)]):
        twin = sample(seen(state), Random(number))
        assert twin != state
        found = [
            jc.players.find(seen(each), jc.legal_actions(each), iterations=2, random=Random(3))
            for each in (state, twin)
        ]
        assert found[0] == found[1]
        assert found[0].best in jc.legal_actions(state)
        met.add(state.phase)
    assert len(met) > 1


def test_a_glance_shows_what_the_view_shows(decisions: list[jc.State]) -> None:
    for state in decisions[::20]:
        view, glance = seen(state), LazyView(state, jc.current_player(state))
        for part in PARTS:
            if part not in ("whole", "enemy"):
                assert getattr(glance, part) == getattr(view, part), part
        assert [(e.place, e.count) for e in glance.enemy] == [(e.place, e.count) for e in view.enemy]
        assert (glance.hand, glance.threats) == (view.hand, view.threats)


def test_the_chances_to_win_sum_to_one_and_are_sure_at_the_end(decisions: list[jc.State]) -> None:
    for state in decisions[::60]:
        assert sum(worth(state).values()) == pytest.approx(1, abs=1e-12)
    end = decisions[-1]
    while jc.current_player(end) != "over":
        end = jc.apply(end, jc.legal_actions(end)[-1])
    assert worth(end) == {side: (score + 1) / 2 for side, score in jc.returns(end).items()}


def test_every_plan_has_a_name_and_goes_through_its_phase(decisions: list[jc.State], cases: Cases) -> None:
    for state in decisions[:: cases(40, 5)]:
        if state.phase not in MARCHES | DEEDS:
            continue
        legal = jc.legal_actions(state)
        made = plans(seen(state), legal)
        assert len({plan.name for plan in made}) == len(made)
        for plan in made:
            assert plan_name(plan.name, "en") != plan_name(plan.name, "ja")
            assert plan.decide(seen(state), legal) in legal
            later = jc.observe(sample(seen(state), Random(1)), jc.current_player(state))
            assert plan.decide(later, legal) == plan.decide(seen(state), legal)


def test_it_says_its_three_best_plans_and_how_sure_they_are() -> None:
    state = jc.initial_state(HANDS)
    found = jc.players.find(seen(state), jc.legal_actions(state), iterations=12, random=Random(2))
    told = jc.players.explain(found)
    assert told.startswith("Best plans: play ")
    assert told.count("(judged ") == 3
    assert "not of that fit" in basis_line(found.basis)
    assert "±" in jc.players.explain(found, "ja")
    assert 0 <= found.plans[0].value <= 1


def test_it_stops_when_it_is_told_to() -> None:
    asked = []

    def stop() -> bool:
        asked.append(1)
        return len(asked) > 6

    state = jc.initial_state(HANDS)
    found = jc.players.find(seen(state), jc.legal_actions(state), iterations=10_000, stop=stop)
    assert found.iterations < 20


def test_the_same_luck_is_the_same_game(cases: Cases) -> None:
    def year() -> list[jc.Action]:
        done, players = [], {"Caesar": jc.players.search(Random(7), iterations=2), "Pompey": jc.players.plain}
        for state, action in play(jc.rules, players, Random(5)):
            done.append(action)
            if state.turn == cases(2, 5):
                break
        return done

    assert year() == year()


def test_the_moves_of_a_turn_are_searched_after_its_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card is a plan for its own phase only, an aim for the moves is kept while they last."""
    asked: list[tuple[Phase, int, int]] = []
    find = searching.find

    def watched(view: jc.View, *given: object) -> object:
        asked.append((view.phase, view.year, view.turn))
        return find(view, *given)

    monkeypatch.setattr(searching, "find", watched)
    players = {"Caesar": jc.players.search(Random(7), iterations=2), "Pompey": jc.players.plain}
    marched: dict[tuple[int, int], None] = {}
    for state, _ in play(jc.rules, players, Random(5)):
        if state.turn == 3:
            break
        if state.phase in MARCHES and jc.current_player(state) == "Caesar" and len(jc.legal_actions(state)) > 1:
            marched[state.year, state.turn] = None
    assert len(marched) > 1
    assert [turn for phase, *turn in asked if phase in MARCHES] == [list(turn) for turn in marched]
