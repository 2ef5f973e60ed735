"""The boards of Caesar without a browser: clicks and lists, hand-over, undo, replay, files, pictures, slow work."""

import asyncio
import re
from fractions import Fraction
from threading import Event
from typing import Any

import pytest

from gamekit import caesar
from gamekit.caesar import Alliance, Attack, Pass, Place, rules
from gamekit.caesar.odds.duel import DuelRounds
from gamekit.play.protocol import OVER
from gamekit.play.session import player_factories
from gamekit.widgets import later
from gamekit.widgets.app import Board
from gamekit.widgets.caesar import DuelBoard, GameBoard, charts, game_board
from gamekit.widgets.page import Copy, controls
from gamekit.widgets.scene import Scene
from tests.widgets.board_driver import control, has, held, html, numbers, press, run, said, send, until, words
from tests.widgets.positions import FIGHTS, STUDY

EMPTY = ". . . . ."


@pytest.fixture(autouse=True)
def _short_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_board, "LOOK_BACK", 40)


def two(rows: list[str], hands: Any = ((9, 5, 1, "F"), (8, 4, 2, "F")), **more: Any) -> GameBoard:
    """Two persons on a position of the first rows; the rest of the board is empty."""
    state = caesar.position([*rows, *[EMPTY] * (5 - len(rows))], hands)
    return GameBoard(("person", "person"), state=state, **more)


def labels(scene: Scene) -> list[str]:
    return [target.label for target in scene.clickable_places()]


def act(board: GameBoard, action: Any) -> None:
    """Do an action as a person does it, by the list or its button."""
    if action == Pass():
        press(board, ("act", str(action)))
    else:
        send(board, "pick", str(action))
        press(board, ("do",))


def logged(board: Board) -> str:
    """The list of what has happened."""
    return html(board).partition('class="gk-log"')[2]


@pytest.mark.long
def test_a_game_is_placed_and_played_by_clicks() -> None:
    board = GameBoard(("person", "plain"), seed="3")
    for square in ("a1", "a5", "e1", "e5", "b2"):
        send(board, "square", square)
    assert (board.state.unplaced, board.state.group_at("a1")) == (0, "R")
    assert rules.current_player(board.state) == 0
    while board.table.session.current_player != OVER:
        legal = rules.legal_actions(board.state)
        if board.state.attack is not None:
            send(board, "card", legal[0].card)
        elif isinstance(first := legal[0], Alliance | Attack):
            send(board, "square", first.here)
            assert board.table.chosen == first.here
            send(board, "square", first.there)
        else:
            act(board, Pass())
        assert not board.error
    assert set(rules.winners(board.state)) <= {0, 1}
    assert "wins" in words(board) or "share" in words(board)
    assert board.record.to_json_lines().count("\n") == board.table.session.at + 1


def test_legal_targets_are_lit_and_what_is_hidden_is_said() -> None:
    board = GameBoard(("person", "person"), state=STUDY, fights=FIGHTS)
    send(board, "square", "c3")
    marked = {label.split(":")[0]: label for label in labels(board.scene) if "," in label}
    assert (marked["c3"], marked["e3"]) == ("c3: Red, 1, chosen", "e3: Blue, 1, conflict")
    assert marked["a3"] == "a3: Blue, 2, hidden"
    assert [name for name, label in marked.items() if label.endswith("alliance")] == ["c1", "b3", "c5"]
    send(board, "square", "a3")
    assert board.error == "no conflict of c3 and a3: the neutral group of 1 on b3 stands between"
    assert board.error in words(board)
    send(board, "square", "c3")
    assert (board.table.chosen, board.error) == ("", "")
    send(board, "square", "e5")
    assert board.error == "e5: Blue, 3 is not yours to move."


def test_the_study_position_shows_the_duel() -> None:
    board = GameBoard(("person", "person"), state=STUDY, fights=FIGHTS)
    for text in ("Red: play the 9 three times in four", "worth +1.5 (3/2) counters to Red", "exact", "Study position"):
        assert text in words(board)
    told = said(board.scene)
    assert {"Red's mix", "Blue's mix", "75.0%", "25.0%", "next: 3 v 3", "Red 6, Blue 6"} <= set(told)
    send(board, "square", "c3")
    send(board, "square", "c1")
    assert "Red's mix" not in said(board.scene)


def test_two_persons_choose_in_secret() -> None:
    board = two(["R . . . B", EMPTY, "R . . . B"])
    act(board, Attack("a1", "e1"))
    assert "the others look away" in words(board)
    assert not [label for label in labels(board.scene) if label.startswith("play")]
    board.send(("card", 9))
    assert board.state.chosen is None  # the hand is still covered
    press(board, ("accept",))
    offered = [label for label in labels(board.scene) if label.startswith("play")]
    assert offered == ["play the 1", "play the 5", "play the 9", "play the flag"]
    send(board, "card", 9)
    assert (board.state.chosen, board.table.seen.chosen) == (9, "?")
    assert "Blue chooses a card, the others look away" in words(board)
    assert "the 9" not in logged(board) + words(board)
    assert "9" not in board.scene.title
    press(board, ("accept",))
    send(board, "card", 2)
    assert board.state.group_at("e1") == "BR"
    assert "Red: the 9, Blue: the 2; 10 to 3, Red wins" in logged(board)


def test_after_a_conflict_it_says_what_the_cards_cost() -> None:
    board = two(["R . . . B"], hands=((9, 1), (8, 5)))
    act(board, Attack("a1", "e1"))
    press(board, ("accept",)), send(board, "card", 1)
    press(board, ("accept",)), send(board, "card", 5)
    told = said(board.scene)
    assert {"Red should have played", "the 1 cost 4.00 counters", "the 5 cost 0.00 counters"} <= set(told)
    assert any("exactly" in text for text in told)


def test_new_games_take_players_and_readings_from_the_lists() -> None:
    board = GameBoard()
    send(board, "seat", 1, "")
    press(board, ("new",))
    assert board.error == "At least two must play."
    send(board, "seat", 1, "person")
    send(board, "seat", 2, "random")
    send(board, "reading", "end", "no conflict now")
    press(board, ("new",))
    assert list(board.table.session.players.values()) == ["person", "person", "random"]
    assert board.state.options.end == "no conflict now"
    assert board.record.options == {"players": 3, "end": "no conflict now"}
    assert "as soon as no conflict is possible" in words(board)


def test_help_says_what_a_conflict_is_worth_by_itself() -> None:
    board = two(["nR . . . B"], hands=((9, 1), (8, 5)), help="alone")
    assert "conflict a1 – e1 (Blue, 1): +2" in said(board.scene)
    act(board, Attack("a1", "e1"))
    press(board, ("accept",))
    assert {"Red's mix", "This fight, in counters to Red"} <= set(said(board.scene))
    three = caesar.position(["nR . . . B", *[EMPTY] * 3, "Y . . . ."], [(9,), (8,), (7,)])
    assert "Red +1, Blue −2, Yellow −1" in " ".join(said(GameBoard(("person",) * 3, state=three, help="alone").scene))


def test_the_duel_board_follows_clicks_and_text() -> None:
    board = DuelBoard()
    assert board.duel.value == Fraction(3, 2)
    assert "Red: play the 9 three times in four" in words(board)
    send(board, "group", 0, 1)
    assert board.table.setup[0][0] == (1, 2)
    send(board, "card", 0, "F")
    assert board.duel.hand == (1, 9)
    send(board, "card", 0, "F")
    send(board, "stakes", "1-1, 2-2 3v3")
    send(board, "hand", 0, "Cards: ９-5-1")
    send(board, "hand", 1, "8 6 2")
    assert board.duel.value == Fraction(16, 9)
    assert "16/9" in words(board)
    assert control(board, ("ready",)).value == "ready_three_fights"
    _, sentence, code = [one.text for one in controls(board.page) if isinstance(one, Copy) and one.text]
    assert code == "caesar.duel([(1, 1), (2, 2), (3, 3)], (1, 5, 9), (2, 6, 8))"
    assert eval(code, {"caesar": caesar}) == board.duel
    assert "Fights 1–1, 2–2, 3–3, 1 5 9 against 2 6 8" in sentence == board.summary_sentence
    for button, value in (("swap", Fraction(-16, 9)), ("undo", Fraction(16, 9)), ("swap", Fraction(-16, 9))):
        press(board, (button,))
        assert board.duel.value == value
    send(board, "hand", 0, "9 9")
    assert board.error == "the 9 is twice in the hand; a player has each card once"
    assert board.duel.hand == (2, 6, 8)
    before = board.table.setup
    for text, refusal in (("1-0", "has the size 0"), ("1-1, 3", "'3' is not a fight; write the fights as 1-1, 3-3")):
        send(board, "stakes", text)
        assert refusal in board.error
    send(board, "stakes", ", ".join(["1-1"] * 11))
    assert board.error == "11 fights; the board takes up to 10"
    assert board.table.setup == before


def test_rounds_add_up_what_choices_cost() -> None:
    rounds = DuelRounds(caesar.duel([(1, 1), (3, 3)], (9, 1, "F"), (8, 5, "F")), rounds=4, seed="2")
    pytest.raises(ValueError, lambda: rounds.played(8)).match("the 8 is not in the hand")
    while len(rounds.expected) < 2:
        rounds = rounds.played(1 if 1 in rounds.duel.hand else 9)
    assert rounds.expected == (1.5, 3.0)
    while not rounds.over:
        rounds = rounds.played(rounds.best())
    assert rounds.expected == (1.5, 3.0, 3.0, 3.0)
    chart = charts.rounds(rounds.expected, rounds.actual)
    assert numbers(chart).iloc[-1].tolist()[1:] == [rounds.expected[-1], rounds.actual[-1]]


@pytest.mark.usefixtures("quick")
def test_a_searched_answer_says_so_and_between_which_numbers() -> None:
    board = GameBoard(("person", "person"), help="best")
    found = board.table.insight
    assert isinstance(found, caesar.Advice)
    assert found.objective == "win"
    assert f"Red wins about {round(100 * found.value)} \u00b1 " in words(board)
    assert found.alike
    assert "not told apart from it" in words(board)
    assert "Red, by search:" in words(board)
    japanese = words(GameBoard(("person", "person"), help="best", language="ja"))
    assert "赤（探索による）：" in japanese
    for said_best in ("best", "最善"):
        assert said_best not in words(board) + japanese


def test_charts_show_what_was_computed() -> None:
    fight = caesar.Conflict(3, 2, (9, 1, "F"), (8, "F"))
    chart = charts.conflict(fight)
    assert chart.heading == "3 against 2: with a flag on each side one fight is worth 0"
    assert numbers(chart).iloc[:, 1:].to_numpy().tolist() == [list(row) for row in fight.matrix]
    assert chart.basis == fight.equilibrium().basis
    duel = charts.duel(caesar.duel([(1, 1), (3, 3)], (9, 1, "F"), (8, 5, "F")), "ja")
    assert duel.heading == "価値 +1.5：4 回に 3 回は9、ほかは旗印を出す"
    worth = charts.worth((1, 2, 3), (1, 2), (9, 5, "F"), (8, 4, "F"), shown=(9, "F"))
    for k, nine, flag in numbers(worth).itertuples(index=False):
        exact = caesar.card_worths([(1, 2)] * k, (9, 5, "F"), (8, 4, "F"))
        assert (nine, flag) == pytest.approx((float(exact[9]), float(exact["F"])), abs=1e-9)


def test_of_several_fights_what_never_comes_is_said_of_the_first() -> None:
    board = DuelBoard([(1, 1), (2, 2), (3, 3)], (9, 5, 1), (8, 6, 2))  # each card is played in one of the three
    assert "Red never plays the 9 in the first fight." in " ".join(re.sub("<[^>]+>", " ", board.svg()).split())
    assert "Red, in the first fight: play the 1" in board.summary_sentence
    assert "in the first fight" not in DuelBoard([(3, 2)], (9, 1), (8, "F")).summary_sentence


@pytest.fixture
def gate(monkeypatch: pytest.MonkeyPatch) -> Event:
    """The searching player waits until the gate is opened, and then acts as the plain one."""
    gate = Event()
    monkeypatch.setitem(player_factories(caesar), "search", lambda _: held(gate, caesar.players.plain))
    return gate


@pytest.mark.usefixtures("kernel")
def test_the_board_says_who_is_thinking_and_waits_for_nobody(gate: Event) -> None:
    async def test() -> None:
        board = GameBoard(("person", "search"))
        send(board, "square", "a1")
        assert "Blue is thinking" in words(board)
        assert not has(board, ("go on",))
        send(board, "square", "b1")
        assert board.table.session.at == 1
        press(board, ("undo",))
        assert (board.table.session.at, board.state.player) == (0, 0)
        send(board, "pick", str(Place("e5")))
        press(board, ("do",))
        gate.set()
        await until(lambda: board.table.session.at == 2)
        assert [entry.action for entry in board.record.entries] == [Place("e5"), Place("c3")]
        assert "Red: place a counter" in words(board)

    run(test)


@pytest.mark.long
def test_the_figure_sharpens_while_one_watches_until_the_search_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_board, "ITERATIONS", 2)
    board = GameBoard(("person", "person"), help="best")

    async def test() -> None:
        monkeypatch.setattr(later, "kernel_loop", asyncio.get_running_loop)  # as in a notebook
        press(board, ("still", True))
        assert "of 100, 2 tries" in words(board)
        assert "not told apart from it" in words(board)
        press(board, ("still", False))
        await until(lambda: "32 tries" in words(board))
        assert not has(board, ("still", True))

    run(test)
