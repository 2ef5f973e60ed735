"""Best play and the reading of the rules on the battle board: what messages do, and what the page then says."""

import pytest

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.fight import moments
from gamekit.julius_caesar.tables import POINTS, read_online
from gamekit.text.translation import percent, word
from gamekit.widgets.julius_caesar import BattleBoard
from gamekit.widgets.page import controls
from tests.widgets.board_driver import control, has, html, number, press, send, tiles, words

HER = jc.Battle(jc.army("2 C3/II"), jc.army("Cleopatra/I, C3/II", "Pompey"), first_strike=True)


@pytest.fixture(scope="module", autouse=True)
def _loaded() -> None:
    """What is compiled is loaded before the first test, which would take a second."""
    assert jc.Battle(jc.army("C3/I"), jc.army("C3/I")).best().value


@pytest.fixture
def board() -> BattleBoard:
    return BattleBoard(language="en")


def test_the_switch_shows_best_play_with_its_own_basis_and_what_it_gains(board: BattleBoard) -> None:
    best = board.battle.best()
    assert number(board) == "68.5%"
    assert "every block fires" in words(board)
    send(board, "play", "best")
    assert number(board) == percent(best.value) == "70.0%"
    assert "under standing orders 68.5%" in words(board)
    assert "The charts below stay under standing orders." in words(board)
    assert "decides for the best" in words(board)
    assert "every block fires" not in words(board)
    board.finish_background_work()
    assert all(f"{side} gains by best play" in words(board) for side in ("Caesar", "Pompey"))
    assert "the attacker wins 70.0%, leaves with both sides alive 20.6%" in board.summary_sentence
    send(board, "play", "orders")
    assert number(board) == "68.5%"
    assert "The charts below" not in words(board)


def test_every_choice_of_the_moment_stands_with_its_cost_and_does_what_it_says(board: BattleBoard) -> None:
    send(board, "play", "best")
    press(board, ("go",))
    assert board.fight.hits_to_take
    frame = board.battle.best().at(board.fight.position).options()
    assert [tile.do[2] for tile in tiles(board, "options")] == list(frame.attrs["slots"])
    first, second = tiles(board, "options")
    assert first.label == "Navis 3 II takes it, best, order, 84.7%, 0"
    assert "gk-best" in first.kind
    assert second.label.endswith(f"−{100 * frame.cost[1]:.1f}")
    send(board, *second.do)
    assert board.fight.log[-1].taken[0][0] == "Pompey"
    assert board.fight.overridden


def test_a_block_that_acts_first_is_put_first_and_back_restores_the_order() -> None:
    board = BattleBoard(jc.Battle(jc.army("A4/I, A2/I, C1/I"), jc.army("C3/I, C4/I, C3/II")), "en")
    send(board, "play", "best")
    press(board, ("go",))
    while board.fight.hits_to_take or len(board.fight.position.firing) < 2:
        press(board, ("go",))
    firing = board.fight.position.firing
    other = next(tile for tile in tiles(board, "options") if tile.do == ("act", "passes", firing[1]))
    before = board.fight
    send(board, *other.do)
    assert board.fight.log[-1].deed == "passes"
    assert board.fight.position.firing == (firing[0], *firing[2:])
    press(board, ("back",))
    assert board.fight == before


def test_every_legal_choice_and_no_other_is_priced() -> None:
    """What the fight allows and what best play prices are worked out apart; they agree all through a fight."""
    fight = jc.Fight(jc.Battle(jc.army("2 C3/II, A2/I"), jc.army("C2/III, B1/II"), jc.army("D2/II"), cut_off=True))
    course, seen = moments.begin(fight.battle), set[str]()
    while not course[-1].fight.is_over:
        now = course[-1].fight
        priced = moments.options_of(now.battle, now.position)
        acts = moments.legal(now)
        if not priced:  # 7.62: those who are cut off die in round 4; nobody chooses
            assert now.turn.must_leave
            assert {act for act, _ in acts} == {"retreats"}
        else:
            assert set(priced) == set(acts)
        act, slot = min(acts, key=lambda one: priced.get(one, (0, 0))[1])
        seen.add(act)
        course = moments.decide(course, act, slot, "3")
    assert seen >= {"fires", "takes it"}


def test_after_the_fight_the_log_says_what_each_decision_cost_both_sides(board: BattleBoard) -> None:
    send(board, "play", "best")
    press(board, ("go",))
    send(board, *tiles(board, "options")[1].do)
    assert board.battle.best().at(moments.begin(board.battle)[0].fight.position).options().cost[0] == 0
    press(board, "To the end")
    board.finish_background_work()
    costs = board.table.costs
    for cost in costs:
        frame = board.battle.best().at(cost.position).options()
        assert frame.attrs["side"] == cost.side
        assert any(abs(cost.cost - other) < 1e-12 for other in frame.cost)
        assert cost.best[1] == frame.attrs["slots"][0]
    lost = {side: sum(one.cost for one in costs if one.side == side) for side in ("attacker", "defender")}
    assert lost["defender"] > 0.049
    assert f"Pompey gave away {100 * lost['defender']:.1f} points" in words(board)
    assert "cost Pompey 4.9 points (best: Navis 3 II takes it)" in words(board)
    assert len(moments.decisions(board.table.course)) >= len(board.fight.log)


@pytest.mark.soak
def test_what_is_too_large_is_refused_with_its_sentence() -> None:
    many = jc.army("Legio 7, Legio 8, Legio 9, Legio 10, Legio 11, Legio 12, Legio 13, Legio 14, Equitatus 1", "Caesar")
    own = (*many, *jc.army("A1/IV, A2/III, B1/III, B3/IV, D1/II, D2/III"))
    enemy = jc.army("A1/IV, A2/IV, A3/III, B1/III, B2/IV, B3/IV, C1/III, C2/IV, C3/III, C4/IV, D1/II, D2/III, D3/IV")
    board = BattleBoard(jc.Battle(own, enemy), "en")
    send(board, "play", "best")
    assert number(board) == "–"
    assert "positions; 6 blocks against 6" in html(board)
    assert not board.error
    send(board, "play", "orders")
    assert number(board).endswith("%")


# The reading of the doubtful points
@pytest.mark.clause("julius_caesar", "7.52")
def test_a_reading_is_chosen_on_the_board_which_says_what_it_changes() -> None:
    board = BattleBoard(HER, "en")
    assert "This depends on how the rules are read: when Cleopatra first acts on her new side" in words(board)
    before = number(board)
    online = next(value for text, value in control(board, ("reading",)).options if "web" in text)
    send(board, "reading", online)
    assert board.battle.reading == read_online("online")
    assert number(board) == percent(board.battle.chances().attacker_wins) != before
    assert "read as on the web: Cleopatra" in words(board)
    send(board, "play", "best")  # solved by either reading, which its basis names
    assert number(board) == percent(board.battle.best().value)
    assert "read as on the web: Cleopatra" in words(board)
    send(board, "reading", "text")
    assert "read as on the web: Cleopatra" not in words(board)
    assert number(board) == percent(board.battle.best().value)


@pytest.mark.parametrize("language", ["en", "ja"])
def test_single_points_are_read_the_other_way_by_name(language: str) -> None:
    board = BattleBoard(HER, language)
    assert not has(board, ("point", "cleopatra_turn"))
    send(board, "reading", "points")
    assert board.battle == HER
    names = {one.description: one for one in controls(board.page) if getattr(one, "do", ("",))[0] == "point"}
    assert list(names) == [word(f"julius_caesar.point.{point}", language) for point in POINTS]
    before = number(board)
    send(board, "point", "main_attack", True)
    assert number(board) == before
    send(board, "point", "cleopatra_turn", True)
    assert board.battle.reading == ("cleopatra_turn", "main_attack")
    assert number(board) == percent(board.battle.chances().attacker_wins) != before
    send(board, "point", "main_attack", False)
    assert board.battle.reading == ("cleopatra_turn",)
    send(board, "reading", "online")
    assert (board.battle.reading, has(board, ("point", "surprise"))) == (read_online("online"), False)
