"""The boards of Caesar without a browser: clicks and lists, hand-over, undo, replay, files, pictures."""

from __future__ import annotations

import re
from fractions import Fraction
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any

import pytest

from gamekit import caesar, game, record
from gamekit.caesar import Alliance, Attack, Pass, Place, Play, rules
from gamekit.game import OVER
from gamekit.widgets.caesar import DuelBoard, GameBoard, RoundsBoard, charts, game_board
from gamekit.widgets.caesar.view import NARROWEST, WIDTH
from gamekit.widgets.scene import Path as Outline
from gamekit.widgets.scene import Scene, Text, bounds
from gamekit.widgets.svg import svg

EMPTY = ". . . . ."
STUDY, FIGHTS = caesar.ready_positions()["two_fights"]


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Short looks back."""
    monkeypatch.setattr(game_board, "LOOK_BACK", 300)


def two(rows: list[str], hands: Any = ((9, 5, 1, "F"), (8, 4, 2, "F")), **more: Any) -> GameBoard:
    """Two persons on a position of the first rows; the rest of the board is empty."""
    state = caesar.position([*rows, *[EMPTY] * (5 - len(rows))], hands)
    return GameBoard(("person", "person"), state=state, **more)


def played(players: int, seed: int) -> str:
    """The record of a random game."""
    random = Random(seed)
    begin = caesar.initial_state(players)
    lines = game.play(rules, [caesar.random_player(random)] * players, random, begin)
    return record.keep(caesar, lines, options={"players": players}).to_text()


def labels(scene: Scene) -> list[str]:
    return [target.label for target in scene.targets()]


def texts(scene: Scene) -> list[str]:
    return [shape.text for layer in scene.layers for shape in layer if isinstance(shape, Text)]


def test_a_game_is_placed_and_played_by_clicks() -> None:
    board = GameBoard(("person", "greedy"), seed="3")
    for square in ("a1", "a5", "e1", "e5", "b2"):
        board.click(("square", square))
    assert board.state.unplaced == 0
    assert board.state.group("a1") == "R"
    assert rules.current_player(board.state) == 0
    while board.show.player != OVER:
        legal = board.show.legal
        if board.state.attack is not None:
            board.click(("card", legal[0].card))
        elif isinstance(first := legal[0], Alliance | Attack):
            board.click(("square", first.here))
            assert board.chosen == first.here
            board.click(("square", first.there))
        else:
            board.pass_on()
        assert not board.error
    assert set(rules.winners(board.state)) <= {0, 1}
    assert "wins" in board.answer.value or "share" in board.answer.value
    assert board.record.to_text().count("\n") == len(board.actions) + 1


def test_legal_targets_are_lit_and_what_is_hidden_is_said() -> None:
    board = GameBoard(("person", "person"), state=STUDY, fights=FIGHTS)
    board.click(("square", "c3"))
    marked = {label.split(":")[0]: label for label in labels(board.scene) if "," in label}
    assert marked["c3"] == "c3: Red, 1, chosen"
    assert marked["e3"] == "e3: Blue, 1, conflict"
    assert marked["a3"] == "a3: Blue, 2, hidden"
    assert [name for name, label in marked.items() if label.endswith("alliance")] == ["c1", "b3", "c5"]
    board.click(("square", "a3"))
    assert board.error == "no conflict of c3 and a3: the neutral group of 1 on b3 stands between"
    assert board.error in board.status.value
    board.click(("square", "c3"))
    assert (board.chosen, board.error) == ("", "")
    board.click(("square", "e5"))
    assert board.error == "e5: Blue, 3 is not yours to move."


def test_lines_of_sight_follow_the_pointer() -> None:
    board = two(["R . n . B"])
    before = board.scene
    board.hover(("square", "c1"))
    assert board.board is not None
    seen = [shape for shape in board.board.scene.overlay if isinstance(shape, Outline)]
    assert len(seen) == 2
    assert before.static == board.board.scene.static
    board.hover(None)
    assert not [shape for shape in board.board.scene.overlay if isinstance(shape, Outline)]


def test_the_study_position_shows_the_duel() -> None:
    board = GameBoard(("person", "person"), state=STUDY, fights=FIGHTS)
    assert "Red: play the 9 three times in four" in board.answer.value
    assert "worth +1.5 (3/2) counters to Red" in board.answer.value
    assert "exact" in board.answer.value
    said = texts(board.scene)
    assert {"Red's mix", "Blue's mix", "75.0%", "25.0%", "next: 3 v 3", "Red 6, Blue 6"} <= set(said)
    assert "Study position" in board.heading.value
    board.click(("square", "c3"))
    board.click(("square", "c1"))
    assert "Red's mix" not in texts(board.scene)


def test_two_persons_choose_in_secret() -> None:
    board = two(["R . . . B", EMPTY, "R . . . B"])
    board.act(Attack("a1", "e1"))
    assert "the others look away" in board.answer.value
    assert not [label for label in labels(board.scene) if label.startswith("play")]
    board.click(("card", 9))
    assert board.state.chosen is None  # the hand is still covered
    board.go_on()
    assert [label for label in labels(board.scene) if label.startswith("play")] == [
        "play the 1",
        "play the 5",
        "play the 9",
        "play the flag",
    ]
    board.click(("card", 9))
    assert board.state.chosen == 9
    assert board.show.state.chosen == "?"
    assert "Blue chooses a card, the others look away" in board.answer.value
    assert "the 9" not in board.logged.value
    assert "9" not in board.show.title + board.place_note.value
    board.go_on()
    board.click(("card", 2))
    assert board.state.group("e1") == "BR"
    assert "Red: the 9, Blue: the 2; 10 to 3, Red wins" in board.logged.value


def test_after_a_conflict_it_says_what_the_cards_cost() -> None:
    board = two(["R . . . B"], hands=((9, 1), (8, 5)))
    board.act(Attack("a1", "e1"))
    board.go_on(), board.click(("card", 1))
    board.go_on(), board.click(("card", 5))
    said = texts(board.scene)
    assert "Red should have played" in said
    assert "the 1 cost 4.00 counters" in said
    assert "the 5 cost 0.00 counters" in said
    assert any("exactly" in text for text in said)


def test_undo_stops_at_cards_that_were_shown() -> None:
    board = two(["R . n . B", "n . . . n", "R . . . B"])
    board.act(Alliance("a1", "a2"))
    board.act(Alliance("e1", "e2"))
    board.undo()
    assert board.state.group("e1") == "B"
    board.undo()
    assert board.state.group("a1") == "R"
    assert board.undo_button.disabled
    board.act(Attack("a3", "e3"))
    board.undo()
    assert board.state.attack is None
    board.act(Attack("a3", "e3"))
    board.go_on(), board.click(("card", 9))
    board.undo()
    assert board.state.chosen == 9  # a chosen card stays chosen
    board.go_on(), board.click(("card", 8))
    assert board.undo_button.disabled


def test_replay_never_stops_between_two_cards() -> None:
    board = GameBoard()
    board.read(played(2, seed=5))
    end = board.state
    board.first()
    seen = [board.at]
    while board.at < len(board.actions):
        board.forward()
        seen.append(board.at)
        assert board.state.chosen is None
    assert board.state == end
    assert all(1 <= later - earlier <= 2 for earlier, later in pairwise(seen))
    board.back()
    assert board.at == seen[-2]
    board.last()
    assert board.state == end


def test_a_branch_forgets_what_came_after() -> None:
    board = two(["R . n . B", "n . . . n", "R . . . B"])
    board.act(Alliance("a1", "c1"))
    board.act(Alliance("e1", "e2"))
    board.first()
    board.act(Alliance("a1", "a2"))
    assert len(board.actions) == board.at == 1


def test_a_game_is_saved_and_loaded(tmp_path: Path) -> None:
    board = GameBoard(("random", "greedy", "random"), seed="5")
    for _ in range(20):
        board.go_on()
    board.path.value = str(tmp_path / "game.jsonl")
    board.save()
    other = GameBoard()
    other.path.value = board.path.value
    other.load()
    assert (other.state, other.actions, other.error) == (board.state, board.actions, "")
    assert len(other.kinds) == 3
    before = other.state
    other.read(board.record.to_text().replace('"Place"', '"Plaice"', 1))
    assert other.error.startswith("line 2: ")
    assert other.state == before
    other.path.value = str(tmp_path / "nothing.jsonl")
    other.load()
    assert "No such file" in other.error
    study = GameBoard(("person", "person"), state=STUDY, fights=FIGHTS)
    study.act(Attack("c3", "e3"))
    other.read(study.record.to_text())
    assert other.state == study.state


def test_new_games_take_players_and_readings_from_the_lists() -> None:
    board = GameBoard()
    board.seats[1].value = ""
    board.new_button.click()
    assert board.error == "At least two must play."
    board.seats[1].value, board.seats[2].value = "person", "random"
    board.readings["end"].value = "no conflict now"
    board.new_button.click()
    assert board.kinds == ["person", "person", "random"]
    assert board.state.options.end == "no conflict now"
    assert board.record.options == {"players": 3, "end": "no conflict now"}
    assert "as soon as no conflict is possible" in board.answer.value


def test_help_says_what_a_conflict_is_worth_by_itself() -> None:
    board = two(["nR . . . B"], hands=((9, 1), (8, 5)), help="alone")
    assert "conflict a1 – e1 (Blue, 1): +2" in texts(board.scene)
    board.act(Attack("a1", "e1"))
    board.go_on()
    assert {"Red's mix", "This fight, in counters to Red"} <= set(texts(board.scene))
    three = caesar.position(["nR . . . B", *[EMPTY] * 3, "Y . . . ."], [(9,), (8,), (7,)])
    said = texts(GameBoard(("person",) * 3, state=three, help="alone").scene)
    assert any("Red +1, Blue −2, Yellow −1" in text for text in [" ".join(said)])


def test_help_tells_the_best_play() -> None:
    board = two(["R . . . B", "R . . . ."], hands=((9, 1), (8, 5)), help="best")
    assert "Basis: for the lead in counters" in board.answer.value
    assert "exact" in board.answer.value
    assert any(text.startswith("alliance a1 – a2") for text in texts(board.scene))
    board.act(Attack("a1", "e1"))
    assert board.show.insight is None  # the screen waits for the hand-over
    board.go_on()
    assert {"Red's mix"} <= set(texts(board.scene))


def test_wrong_players_are_refused() -> None:
    with pytest.raises(ValueError, match="'robot' is no player; it should be one of person, random, greedy, search"):
        GameBoard(("person", "robot"))
    with pytest.raises(ValueError, match="3 players for a position of 2"):
        GameBoard(("person",) * 3, state=STUDY)


def inside(scene: Scene) -> list[Any]:
    """Texts that stand out of the picture."""
    out = []
    for layer in scene.layers:
        for shape in layer:
            x, y, width, height = bounds(shape)
            if x < -1 or y < -1 or x + width > scene.width + 1 or y + height > scene.height + 1:
                out.append(shape)
    return out


@pytest.mark.parametrize("language", ["en", "ja"])
def test_nothing_stands_out_of_the_picture(language: str) -> None:
    board = GameBoard(("person", "person"), state=STUDY, fights=FIGHTS, language=language)
    board.click(("square", "c3"))
    duel = DuelBoard(language=language)
    full = DuelBoard([(2, 2)] * 3, caesar.CARDS, caesar.CARDS, language=language)
    rounds = RoundsBoard(language=language)
    rounds.peek.value = True
    rounds.play(9)
    many = GameBoard(language=language)
    many.read(played(5, seed=2))
    many.go(40)
    for shown in (board, duel, full, rounds, many):
        for width in (WIDTH, 780, 560, NARROWEST):
            shown.resize(width)
            assert shown.scene.width == width
            assert inside(shown.scene) == []
        assert "aria-label" in svg(shown.scene)


def test_the_duel_board_follows_clicks_and_text() -> None:
    board = DuelBoard()
    assert board.duel.value == Fraction(3, 2)
    assert "Red: play the 9 three times in four" in board.answer.value
    board.click(("group", 0, 1))
    assert board.stakes[0] == (1, 2)
    board.click(("card", 0, "F"))
    assert board.duel.hand == (1, 9)
    board.click(("card", 0, "F"))
    board.write_stakes("1-1, 2-2 3v3")
    board.write_hand(0, "9 5 1")
    board.write_hand(1, "8 6 2")
    assert board.duel.value == Fraction(16, 9)
    assert board.ready.value == "ready_three_fights"
    assert board.code == "caesar.duel([(1, 1), (2, 2), (3, 3)], (1, 5, 9), (2, 6, 8))"
    assert eval(board.code, {"caesar": caesar}) == board.duel
    assert "Fights 1–1, 2–2, 3–3, 1 5 9 against 2 6 8" in board.sentence
    board.swap()
    assert board.duel.value == Fraction(-16, 9)
    board.write_hand(0, "9 9")
    assert board.error == "the 9 is twice in the hand; a player has each card once"
    assert board.duel.hand == (2, 6, 8)
    board.write_hand(0, "²")
    assert board.error.startswith("'²' is no card")
    before = board.stakes
    board.write_stakes("1-0")
    assert "has the size 0" in board.error
    for text, left in (("one v one", "one v one"), ("1-1, 3", "3"), ("1-1, 3, 2-2", "3"), ("1-1-2", "-2")):
        board.write_stakes(text)
        assert board.error == f"{left!r} is no fight; write the fights as 1-1, 3-3"
    board.write_stakes(", ".join(["1-1"] * 11))
    assert board.error == "11 fights; the board takes up to 10"
    assert board.stakes == before
    with pytest.raises(ValueError, match=r"the own group of stake 0 has the size 2.7"):
        DuelBoard([(2.7, 1)])  # type: ignore[list-item]
    for _ in range(12):
        board.add_fight()
    assert len(board.stakes) == 10
    board.full_hands()
    assert isinstance(board.duel.value, float)
    for _ in range(12):
        board.drop_fight()
    assert len(board.stakes) == 1
    board.ready.value = "ready_one_flag"
    assert board.duel.value == 0


def test_the_duel_board_tells_how_to_draw() -> None:
    board = DuelBoard()
    assert "Red, with a die of 4: 1–3 for the 9 and 4 for the flag." in board.dice_note.value
    board.change([(1, 1), (2, 2), (3, 3)], ((9, 5, 1), (8, 5, 2)))
    assert "Red, balls in an urn: 5 for the 1 and 6 for the 5." in board.dice_note.value
    board.change([(1, 1)], ((9,), ()))
    assert "No fight" in board.answer.value


def test_rounds_add_up_what_choices_cost() -> None:
    board = RoundsBoard(rounds=4, seed="2")
    board.click(("card", 8))
    assert board.turns == []  # not in the hand
    with pytest.raises(ValueError, match="8 is not in the hand"):
        board.play(8)
    while len(board.expected) < 2:
        board.click(("card", 1 if 1 in board.duel.hand else 9))
    assert board.expected == [1.5, 3.0]
    board.by_mix(), board.by_mix()
    assert board.expected == [1.5, 3.0, 3.0]
    assert len(board.actual) == 3
    board.to_the_end()
    assert board.over
    board.play(9)
    assert len(board.expected) == 4
    assert "All 4 rounds are played" in board.answer.value
    assert board.chart is not None
    assert board.chart.chart.rows.iloc[-1].tolist()[1:] == [board.expected[-1], board.actual[-1]]
    board.again()
    assert (board.expected, board.over) == ([], False)


def test_against_the_mix_the_actual_loss_is_the_expected_one_on_average() -> None:
    random, board = Random(1), RoundsBoard(rounds=300)
    while not board.over:
        board.play(random.choice(board.duel.hand))
    expected, actual = board.expected[-1], board.actual[-1]
    assert expected > 150
    assert abs(expected - actual) < 134  # about two standard deviations of three hundred rounds


def test_charts_show_what_was_computed() -> None:
    fight = caesar.Conflict(3, 2, (9, 1, "F"), (8, "F"))
    chart = charts.conflict(fight)
    assert chart.heading == "3 against 2: with a flag on each side one fight is worth 0"
    assert chart.rows.iloc[:, 1:].to_numpy().tolist() == [list(row) for row in fight.matrix]
    assert chart.basis == fight.equilibrium().basis
    duel = charts.duel(caesar.duel([(1, 1), (3, 3)], (9, 1, "F"), (8, 5, "F")), "ja")
    assert duel.heading == "価値 +1.5：4 回に 3 回は9、ほかは旗印を出す"
    worth = charts.worth((1, 2, 3), (1, 2), (9, 5, "F"), (8, 4, "F"), shown=(9, "F"))
    for k, nine, flag in worth.rows.itertuples(index=False):
        exact = caesar.card_worth([(1, 2)] * k, (9, 5, "F"), (8, 4, "F"))
        assert (nine, flag) == pytest.approx((float(exact[9]), float(exact["F"])), abs=1e-9)


def test_boards_in_a_notebook_have_a_picture_and_a_sentence() -> None:
    for board in (GameBoard(language="ja"), DuelBoard(language="ja"), RoundsBoard(language="ja")):
        bundle = board._repr_mimebundle_()
        assert bundle["image/svg+xml"].startswith("<svg")
        assert "赤" in bundle["text/plain"] or "回" in bundle["text/plain"]


def test_actions_that_are_not_there_do_nothing() -> None:
    board = GameBoard(("random", "random"))
    before = board.state
    board.click(("square", "a1"))
    board.act(Place("a1"))
    assert board.state == before
    person = two(["R . n . B"])
    for square in ("b1", "a1", "b1"):  # an empty square is none to click on, whether a group is chosen or not
        person.click(("square", square))
    assert (person.chosen, person.error) == ("a1", "")
    person.act(Play(9))
    assert "there is no conflict" in person.error
    person.act(Pass())
    assert person.state.passes == 1


def test_what_is_refused_is_said_in_japanese() -> None:
    study, said = GameBoard(("person", "person"), state=STUDY, fights=FIGHTS, language="ja"), []

    def refused(board: Any, *does: Any) -> None:
        for act, *given in does:
            act(*given)
        assert board.error
        assert board.error in board.status.value.replace("&#x27;", "'")
        said.append(board.error)

    refused(study, (study.click, ("square", "a3")))
    refused(study, (study.click, ("square", "c3")), (study.click, ("square", "a3")))
    refused(study, (study.click, ("square", "e5")))
    refused(study, (study.pass_on,))
    refused(study, (study.act, Play(9)))
    refused(study, (study.act, Attack("c3", "e3")), (study.act, Play(2)))
    empty = two(["R . . . B"], language="ja")
    refused(empty, (empty.act, Alliance("a1", "c1")))
    placing = GameBoard(("person", "person"), language="ja")
    refused(placing, (placing.click, ("square", "c3")), (placing.click, ("square", "c3")))
    quiet = caesar.position(["R . R . .", *[EMPTY] * 3, ". B . . B"], [(9,), (8,)], passing="no action")
    strict = GameBoard(("person", "person"), state=quiet, language="ja")
    refused(strict, (strict.pass_on,))
    merge = caesar.position(["n n R . .", "B . . . .", *[EMPTY] * 3], [(9,), (8,)], neutrals="merge")
    free = GameBoard(("person", "person"), state=merge, language="ja")
    refused(free, (free.click, ("square", "a1")), (free.click, ("square", "a2")))
    refused(free, (free.act, Alliance("a2", "a1")))
    duel = DuelBoard(language="ja")
    for text in ("10", "flag", "9 9", "F F"):
        refused(duel, (duel.write_hand, 0, text))
    for text in ("x", "0-1", "1-0", "1-1 " * 11):
        refused(duel, (duel.write_stakes, text))
    assert said[1] == "c3 と a3 の闘争はできない：間に b3 の中立の集団（1 個）がある"
    assert said[5] == "2は赤の手札にない。手札は 1 9 F"
    assert "'FLAG' という札はない。札は 1 から 9 の数字と旗印 'F'（'F' と書く）" in said
    assert said[-1] == "闘争が 11 ある。この盤では 10 まで"
    assert not [text for text in said if re.search(r"[a-z]{2,}[^\w]+[a-z]{2,}", text)]
