"""A game at the table, whatever the game: what goes on by itself, what is kept secret, what can be undone."""

from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from gamekit import aquileia as aq
from gamekit import caesar
from gamekit import julius_caesar as jc
from gamekit.play.protocol import CHANCE, OVER, IllegalAction
from gamekit.play.session import (
    ALL,
    PERSON,
    PLAIN,
    RANDOM,
    ROOM,
    Session,
    begin,
    branch,
    load,
    player_kinds,
    rejoin,
    seats_of,
)
from gamekit.storage.record import Record, RecordError
from gamekit.text.translation import error_text
from tests.cases import Cases

GAMES = [jc, caesar, aq]


def play_on(table: Session, random: Random, stop: str = "", most: int = 6000) -> Session:
    """Play on at random, as a board would, until the game waits for ``stop`` or is over."""
    for _ in range(most):
        match table.waits_for:
            case waits if waits in (stop, "over", "replay"):
                return table
            case "person":
                table = table.act(random.choice(table.legal_actions))
            case "turn" | "end":
                table = table.continue_play()
            case "handover":
                table = table.accept_handover()
    raise AssertionError("the game did not get there")


def people(game: Any, count: int, others: str = PLAIN) -> dict[Any, str]:
    seats = seats_of(game, game.rules.initial_state())
    return {seat: PERSON if place < count else others for place, seat in enumerate(seats)}


@pytest.mark.parametrize("game", GAMES)
def test_a_person_has_the_first_seat_unless_told_otherwise(game: Any) -> None:
    players = list(begin(Record(game), seed=1).players.values())
    assert players == [PERSON] + [PLAIN] * (len(players) - 1)
    assert set(player_kinds(game)) >= {PERSON, PLAIN, RANDOM}


@pytest.mark.parametrize(
    ("players", "message"),
    [({"Crassus": PERSON}, "no seat 'Crassus'; its seats are Caesar, Pompey"), ({"Caesar": "robot"}, "person, plain")],
)
def test_unknown_seats_and_players_are_refused(players: dict[str, str], message: str) -> None:
    with pytest.raises(ValueError, match=message) as caught:
        begin(Record(jc), players)
    assert "席" in error_text(caught.value, "ja") or "プレイヤー" in error_text(caught.value, "ja")


def test_a_record_in_the_place_of_the_players_is_refused_with_its_own_place() -> None:
    pytest.raises(ValueError, lambda: begin(Record(jc), Record(jc))).match(r"record=\.\.\.")  # type: ignore[arg-type]


def test_a_foreign_record_is_refused() -> None:
    table = begin(Record(caesar), seed=1)
    for text in ("nonsense", table.record.to_json_lines().replace("caesar", "chess")):
        pytest.raises(RecordError, load, table, text).match("line 1")


# Undo
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("count", [1, 2])
def test_undo_returns_an_action_and_passes_no_chance_reveal_or_hand_over(game: Any, count: int, cases: Cases) -> None:
    """At every decision of random games, and the same for a record just loaded."""
    tried = 0
    for seed in range(cases(1, 20)):
        table, random = begin(Record(game), people(game, count), seed=seed), Random(seed)
        for _ in range(cases(40, 120)):
            table = play_on(table, random, "person")
            if table.is_over:
                break
            before = table
            table = table.act(random.choice(table.legal_actions))
            if table.waits_for == "person" and random.random() < 0.2:
                load = begin(table.record, table.players, table.seed)
                assert load.undo_target == (table.undo_target if count == 1 else load.undo_target and table.undo_target)
            if table.undo_target is None:
                continue
            tried += 1
            assert (table.undo_target, table.undo().state) == (before.at, before.state)
            assert table.undo().eyes == before.eyes
            passed = table.positions[before.at :]
            assert all(game.rules.current_player(state) != CHANCE for state in passed[:-1])
            assert game.presentation.open_information(passed[-1]) <= game.presentation.open_information(passed[0])
            assert table.waits_for != "handover"
            if random.random() < 0.3:
                table = table.undo()
    assert tried > cases(4, 200)


class Game(SimpleNamespace):
    """A package that is made on the spot."""

    __hash__ = object.__hash__


def numbers(seats: str = "ab", **more: Any) -> Game:
    """Two seats or more name numbers in turn until each has named three; everything lies open."""
    rules = {
        "initial_state": tuple,
        "current_player": lambda state: OVER if len(state) == 3 * len(seats) else seats[len(state) % len(seats)],
        "legal_actions": lambda state: (1, 2, 3),
        "apply": lambda state, action: (*state, action),
        "observe": lambda state, player: state,
        "returns": lambda state: {seat: sum(state[place :: len(seats)]) for place, seat in enumerate(seats)},
    }
    return Game(__name__="numbers", rules=SimpleNamespace(**rules | more))


def test_two_people_at_an_open_game_hand_nothing_over_and_undo_each_others_last() -> None:
    table = begin(Record(numbers()), dict.fromkeys("ab", PERSON), seed=1).act(1).act(2)
    assert (table.handover_seat, table.viewer, table.waits_for) == (None, ROOM, "person")
    assert table.undo().state == (1,)
    assert table.undo().undo().state == ()


def test_all_actions_of_one_call_are_undone_together_and_nothing_happens_when_one_is_wrong() -> None:
    def apply(state: Any, action: Any) -> Any:
        if action not in (1, 2, 3):
            raise IllegalAction("no such number")
        return (*state, action)

    table = begin(Record(numbers(apply=apply)), dict.fromkeys("ab", PERSON), seed=1).act(3)
    assert table.act(1, 2).undo() == table
    pytest.raises(IllegalAction, lambda: table.act(1, 9))


def test_a_reveal_is_the_limit_of_ones_own_action_too() -> None:
    game = numbers(open_information=lambda state: frozenset({"three"} if 3 in state else ()))
    table = begin(Record(game), dict.fromkeys("ab", PERSON), seed=1)
    assert table.act(1).act(3).undo_target is None
    assert table.act(1).act(2).undo_target == 1
    assert table.act(3).act(2).undo().undo_target is None


# Hand-over
@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
def test_the_screen_goes_round_before_anybody_sees_a_hand(count: int) -> None:
    seats = "abcdef"[:count]
    hidden = numbers(seats, observe=lambda state, player: (player, state))
    table = begin(Record(hidden), dict.fromkeys(seats, PERSON), seed=1)
    for turn in range(3 * count):
        seat = seats[turn % count]
        assert (table.waits_for, table.handover_seat, table.viewer, table.legal_actions) == ("handover", seat, ROOM, ())
        pytest.raises(IllegalAction, table.act, 1).match("handover")
        assert table.undo_target is None
        table = table.accept_handover()
        assert (table.waits_for, table.viewer) == ("person", seat)
        assert table.undo_target is None  # the one before has given the screen away
        table = table.act(2)
    assert table.waits_for == "over"
    assert table.may_choose_viewer
    assert table.go_to(0).viewer == ALL


def test_when_everything_lies_open_nobody_hands_over() -> None:
    table = begin(Record(aq), people(aq, 3), seed=1, open_=True)
    assert (table.handover_seat, table.viewer) == (None, ALL)


# Along the record
@pytest.mark.parametrize("game", GAMES)
def test_looking_back_cuts_nothing_and_a_branch_comes_back(game: Any) -> None:
    table = begin(Record(game), people(game, 0, RANDOM), seed=4).advance(pass_stops=True)
    looked = table.go_to(table.replay_stops[len(table.replay_stops) // 2])
    assert looked.waits_for == "replay"
    assert looked.record is table.record  # what is saved is the whole game
    assert looked.undo_target is None
    pytest.raises(IllegalAction, lambda: looked.act(looked.game.rules.legal_actions(looked.state))).match("replay")
    branched = branch(looked)
    assert branched.record.entries[: looked.at] == table.record.entries[: looked.at]
    assert branched.left == table.record
    branched = branched.continue_play()
    assert branch(branched).left == table.record  # a branch of a branch leads back to the game itself
    assert rejoin(branched).record == table.record
    assert rejoin(branched).left is None


def test_everything_is_kept_over_a_save_from_any_position() -> None:
    start = caesar.position(["R . . . B"] + [". . . . ."] * 4, hands=[(9, 1), (8, 5)])
    begun = Record(caesar, start=caesar.to_json(start), scenario="two squares").with_action(
        caesar.Attack("a1", "e1"), "at once"
    )
    table = begin(begun, dict.fromkeys((0, 1), PERSON), seed=1).accept_handover()
    table = table.act(table.legal_actions[0]).accept_handover()
    table = table.act(table.legal_actions[0])
    again = load(table.go_to(0), table.go_to(0).record.to_json_lines())
    assert (again.record, again.record.scenario) == (table.record, "two squares")
    assert again.record.entries[0].comment == "at once"
    opened = begin(Record(aq, options={"players": ["Ada", "Ben", "Cleo"]}), seed=1)
    assert opened.players == {"Ada": PERSON, "Ben": PLAIN, "Cleo": PLAIN}
    other = load(begin(Record(aq), seed=2), opened.record.to_json_lines())
    assert other.record == opened.record
    assert other.players == dict.fromkeys(("Ada", "Ben", "Cleo"), PERSON)


def test_a_record_is_taken_up_at_its_end_and_looked_at_from_the_beginning_when_over() -> None:
    whole = begin(Record(caesar), people(caesar, 0, RANDOM), seed=1).advance(pass_stops=True).record
    assert begin(whole, people(caesar, 1)).at == 0
    part = whole.first_actions(7)
    assert begin(part, people(caesar, 2)).at == 7
    assert begin(part, people(caesar, 1), at=3).at == 3
    assert begin(part, people(caesar, 1), at=3).waits_for == "replay"
    assert begin(part, people(caesar, 1), at=7).waits_for == "person"
