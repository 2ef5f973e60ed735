"""The outlook: what playing out says, how sure it is, that equal plays have equal luck, and where turns end."""

from __future__ import annotations

from importlib import import_module
from itertools import pairwise
from math import sqrt
from random import Random

import pytest

import gamekit
from gamekit import caesar, record
from gamekit.game import OVER, at_random, play
from gamekit.outlooks import along, outlook, outlooks, shares, turn_ends
from gamekit.progress import heard
from gamekit.record import GAMES, keep
from gamekit.session import seats_of

ENDGAME = caesar.position(["R . nB . .", ". n . . .", "nR . . . B"] + [". . . . ."] * 2, hands=[(9, 4, 1), (8, 5, 2)])


def test_an_outlook_is_the_mean_of_games_played_by_hand() -> None:
    found = outlook(caesar, ENDGAME, ("random",), games=30, seed=5)
    wins = []
    for number in range(30):
        lucks = [Random(f"5 {number} {place}") for place in range(2)]
        *_, (end, _) = play(caesar.rules, [at_random(luck) for luck in lucks], Random(f"5 {number}"), ENDGAME)
        red, blue = caesar.rules.returns(end).values()
        wins.append(1.0 if red > blue else 0.5 if red == blue else 0.0)
    assert found.means[0] == pytest.approx(sum(wins) / 30)
    assert sum(found.means) == pytest.approx(1)
    wide = [*wins, 0, 0, 1, 1]
    mean = sum(wide) / 34
    assert found.errors[0] == pytest.approx(sqrt(sum((one - mean) ** 2 for one in wide)) / 34)
    assert found.chance().low < found.means[0] < found.chance().high


def test_a_game_that_is_over_is_certain_and_not_played() -> None:
    *_, (end, _) = play(caesar.rules, [at_random(Random(1))] * 2, Random(1), ENDGAME)
    found = outlook(caesar, end)
    assert found.games == 1
    assert found.errors == (0, 0)
    assert found.means == shares(tuple(caesar.rules.returns(end).values()))
    assert "over" in found.explain()
    played = outlook(caesar, ENDGAME, ("random",), games=5)
    assert found.less(played)[0][0] == pytest.approx(found.means[0] - played.means[0])


@pytest.mark.long
def test_equal_positions_have_equal_luck_and_one_job_does_what_two_do() -> None:
    one, two = outlooks(caesar, (ENDGAME, ENDGAME), ("random",), games=6)
    assert one == two
    assert one.less(two) == ((0, 0), (0, 0))
    assert outlooks(caesar, (ENDGAME,), ("random",), games=6, jobs=2)[0] == one


def test_stopped_early_it_counts_what_was_played_and_says_how_far_it_is() -> None:
    told: list[float] = []
    with heard(told.append):
        found = outlooks(caesar, (ENDGAME, ENDGAME), ("random",), games=50, stop=lambda: len(told) >= 8)
    assert [one.games for one in found] == [4, 4]
    assert told == sorted(told)
    assert gamekit.outlook(caesar, ENDGAME, ("random",), games=9, stop=lambda: True).games == 1


def test_errors_say_what_would_be_right() -> None:
    with pytest.raises(ValueError, match="whole number from 1"):
        outlook(caesar, ENDGAME, games=0)
    with pytest.raises(ValueError, match="the game is 'caesar'; it should be a game's package"):
        outlook("caesar")
    with pytest.raises(ValueError, match="one of plain, search, random"):
        outlook(caesar, ENDGAME, ("nobody",))
    with pytest.raises(ValueError, match="3 players for 2 seats"):
        outlook(caesar, ENDGAME, ("plain", "random", "random"))
    with pytest.raises(ValueError, match="no seat 'Ada'"):
        outlook(caesar, ENDGAME, ("random",), games=2).chance("Ada")


@pytest.mark.parametrize("name", GAMES)
def test_turns_end_where_the_game_says_and_the_line_ends_with_the_result(name: str) -> None:
    game = import_module(f"gamekit.{name}")
    begin, random = game.rules.initial_state(), Random(3)
    seats = seats_of(game, begin)
    kept = keep(game, play(game.rules, {seat: at_random(random) for seat in seats}, random))
    ends = turn_ends(kept)
    assert ends[0] == 0
    assert ends[-1] == len(kept.entries)
    assert all(one < two for one, two in pairwise(ends))
    assert 5 < len(ends) < 60
    positions = kept.positions()
    late = record.Record(game, kept.entries[ends[-2] :], start=game.to_json(positions[ends[-2]]))
    rows = along(late, players=("random",), games=2)
    assert game.rules.current_player(positions[-1]) == OVER
    assert rows["p"].iloc[-1] == shares(tuple(game.rules.returns(positions[-1])[seat] for seat in seats))[0]
    assert rows["error"].iloc[-1] == 0


def test_a_victory_that_is_shared_is_said_to_be_shared() -> None:
    state = caesar.position(["R . . . B"] + [". . . . ."] * 4, hands=[(), ()])
    over = outlook(caesar, state)
    assert over.means == (0.5, 0.5)
    assert over.explain() == "The game is over: Red, Blue share the victory."
