"""The outlook: what playing out says, how sure it is, that equal plays have equal luck, and where turns end."""

from importlib import import_module
from itertools import pairwise
from math import comb, sqrt
from random import Random
from typing import Any

import numpy as np
import pytest

import gamekit
from gamekit import caesar
from gamekit.play.protocol import OVER, YesNoEvent, play, random_strategy
from gamekit.play.session import seats_of
from gamekit.play.simulate import EventProbability, outlook, outlooks, refine_events, turn_ends, victory_shares
from gamekit.storage.record import GAMES, record_of_moves
from gamekit.text.progress import listening

ENDGAME = caesar.position(["R . nB . .", ". n . . .", "nR . . . B"] + [". . . . ."] * 2, hands=[(9, 4, 1), (8, 5, 2)])


def test_an_outlook_is_the_mean_of_games_played_by_hand() -> None:
    found = outlook(caesar, ENDGAME, ("random",), games=30, seed=5)
    wins = []
    for number in range(30):
        lucks = [Random(f"5 {number} {place}") for place in range(2)]
        *_, (end, _) = play(caesar.rules, [random_strategy(luck) for luck in lucks], Random(f"5 {number}"), ENDGAME)
        red, blue = caesar.rules.returns(end).values()
        wins.append(1.0 if red > blue else 0.5 if red == blue else 0.0)
    assert found.mean_shares[0] == pytest.approx(sum(wins) / 30)
    assert sum(found.mean_shares) == pytest.approx(1)
    wide = [*wins, 0, 0, 1, 1]
    mean = sum(wide) / 34
    assert found.standard_errors[0] == pytest.approx(sqrt(sum((one - mean) ** 2 for one in wide)) / 34)
    assert found.chance().low < found.mean_shares[0] < found.chance().high


def test_a_game_that_is_over_is_certain_and_not_played() -> None:
    *_, (end, _) = play(caesar.rules, [random_strategy(Random(1))] * 2, Random(1), ENDGAME)
    found = outlook(caesar, end)
    assert found.games == 1
    assert found.standard_errors == (0, 0)
    assert found.mean_shares == victory_shares(tuple(caesar.rules.returns(end).values()))
    assert "over" in found.explain()
    played = outlook(caesar, ENDGAME, ("random",), games=5)
    assert found.paired_difference(played)[0][0] == pytest.approx(found.mean_shares[0] - played.mean_shares[0])


def test_equal_positions_have_equal_luck() -> None:
    one, two = outlooks(caesar, (ENDGAME, ENDGAME), ("random",), games=6)
    assert one == two
    assert one.paired_difference(two) == ((0, 0), (0, 0))


def test_stopped_early_it_counts_what_was_played_and_says_how_far_it_is() -> None:
    told: list[float] = []
    with listening(told.append):
        found = outlooks(caesar, (ENDGAME, ENDGAME), ("random",), games=50, stop=lambda: len(told) >= 8)
    assert [one.games for one in found] == [4, 4]
    assert told == sorted(told)
    assert gamekit.outlook(caesar, ENDGAME, ("random",), games=9, stop=lambda: True).games == 1


def test_errors_say_what_would_be_right() -> None:
    pytest.raises(ValueError, lambda: outlook(caesar, ENDGAME, games=0)).match("whole number from 1")
    pytest.raises(ValueError, lambda: outlook("caesar")).match("the game is 'caesar'; it should be a game's package")
    pytest.raises(ValueError, lambda: outlook(caesar, ENDGAME, ("nobody",))).match("one of plain, search, random")
    with pytest.raises(ValueError, match="3 players for 2 seats"):
        outlook(caesar, ENDGAME, ("plain", "random", "random"))
    with pytest.raises(ValueError, match="no seat 'Ada'"):
        outlook(caesar, ENDGAME, ("random",), games=2).chance("Ada")


@pytest.mark.parametrize("name", GAMES)
def test_turns_end_where_the_game_says_and_the_line_ends_with_the_result(name: str) -> None:
    game = import_module(f"gamekit.{name}")
    begin, random = game.rules.initial_state(), Random(3)
    seats = seats_of(game, begin)
    kept = record_of_moves(game, play(game.rules, {seat: random_strategy(random) for seat in seats}, random))
    ends = turn_ends(kept)
    assert (ends[0], ends[-1]) == (0, len(kept.entries))
    assert all(one < two for one, two in pairwise(ends))
    assert 5 < len(ends) < 60
    positions = kept.positions()
    (last,) = outlooks(game, (positions[-1],), ("random",), games=2)
    assert game.rules.current_player(positions[-1]) == OVER
    assert last.mean_shares == victory_shares(tuple(game.rules.returns(positions[-1])[seat] for seat in seats))
    assert last.standard_errors[0] == 0


def test_a_victory_that_is_shared_is_said_to_be_shared() -> None:
    state = caesar.position(["R . . . B"] + [". . . . ."] * 4, hands=[(), ()])
    over = outlook(caesar, state)
    assert over.mean_shares == (0.5, 0.5)
    assert over.explain() == "The game is over: Red, Blue share the victory."


# Yes-no questions
def cards_left(state: caesar.State) -> int:
    return len(state.hands[0])


def test_an_event_is_counted_as_by_hand_at_a_moment_on_the_way_and_at_the_end() -> None:
    def counted(asked: Any, games: int = 20) -> int:
        found = 0
        for number in range(games):
            lucks = [Random(f"5 {number} {place}") for place in range(2)]
            found += asked(
                [s for s, _ in play(caesar.rules, list(map(random_strategy, lucks)), Random(f"5 {number}"), ENDGAME)]
            )
        return found

    def ahead(state: caesar.State) -> bool:
        scores = caesar.rules.returns(state) if caesar.rules.current_player(state) == OVER else {0: 0, 1: 0}
        return bool(scores[0] > scores[1])

    def asked(**how: Any) -> int:
        found = outlook(caesar, ENDGAME, ("random",), games=20, seed=5, **how)
        assert found.games == 20
        return found.count

    def until(state: caesar.State) -> bool:
        return cards_left(state) < 3

    assert asked(event=ahead) == counted(lambda line: ahead(line[-1]))
    first = counted(lambda line: caesar.rules.current_player(next((s for s in line if until(s)), line[-1])) == 0)
    assert asked(event=lambda state: caesar.rules.current_player(state) == 0, until=until) == first
    ever = counted(lambda line: any(cards_left(state) == 1 for state in line))
    assert asked(event=lambda state: cards_left(state) == 1, ever=True) == ever
    assert 0 < ever < 20
    assert asked(event=lambda state: np.bool_(cards_left(state) == 1), ever=True) == ever


def test_what_the_position_settles_is_not_played() -> None:
    yes = outlook(caesar, ENDGAME, event=lambda state: cards_left(state) == 3, ever=True)
    no = outlook(caesar, ENDGAME, event=lambda state: False, until=lambda state: True)
    assert (yes.p, yes.interval, no.p, no.interval) == (1, (1, 1), 0, (0, 0))
    assert (yes.explain(), no.explain()) == ("It is settled: yes.", "It is settled: no.")


def test_an_answer_sharpens_and_goes_on_where_it_stopped() -> None:
    events = {
        "empty": YesNoEvent(lambda state: cards_left(state) == 1, ever=True),
        "sure": YesNoEvent(lambda state: True, ever=True),
    }
    steps = list(refine_events(caesar, ENDGAME, events, ("random",), games=6, seed=5))
    assert [one["empty"].games for one in steps] == [1, 2, 3, 4, 5, 6]
    widths = [high - low for low, high in (one["empty"].interval for one in steps)]
    assert widths[-1] < widths[0]
    further = list(refine_events(caesar, ENDGAME, events, ("random",), games=6, seed=5, known=steps[3]))
    assert further == steps[4:]
    found = outlook(caesar, ENDGAME, ("random",), games=6, seed=5, event=events["empty"])
    assert found == steps[-1]["empty"]
    assert outlook(caesar, ENDGAME, ("random",), games=6, seed=5, event=events) == steps[-1]
    assert outlook(caesar, ENDGAME, ("random",), games=6, seed=5, event=events["empty"], stop=lambda: True).games == 1


@pytest.mark.parametrize("event", [lambda state: 1, lambda state: state.hands, lambda state: None, lambda state: str])
def test_an_event_that_answers_neither_yes_nor_no_is_refused(event: Any) -> None:
    with pytest.raises(TypeError, match="an event answers True or False of a position"):
        outlook(caesar, ENDGAME, ("random",), games=2, event=event)


@pytest.mark.parametrize("games", [1, 2, 7, 20, 60])
def test_the_interval_covers_the_chance_in_the_stated_share_of_cases(games: int) -> None:
    """For every chance the share of samples whose interval has it, by the binomial distribution itself."""
    intervals = [EventProbability(count, games, ("plain",)).interval for count in range(games + 1)]
    assert all(low <= count / games <= high for count, (low, high) in enumerate(intervals))
    for p in (n / 200 for n in range(1, 200)):
        covered = [count for count, (low, high) in enumerate(intervals) if low <= p <= high]
        assert sum(comb(games, count) * p**count * (1 - p) ** (games - count) for count in covered) >= 0.95 - 1e-9


def test_the_interval_is_clopper_and_pearsons() -> None:
    """Its ends are the chances at which so many, or so few, come in one case of forty."""
    for count, games in ((0, 12), (3, 12), (12, 12), (1, 400)):
        low, high = EventProbability(count, games, ("plain",)).interval
        few = sum(comb(games, n) * high**n * (1 - high) ** (games - n) for n in range(count + 1))
        many = sum(comb(games, n) * low**n * (1 - low) ** (games - n) for n in range(count, games + 1))
        assert (few, high) == (1, 1) if count == games else few == pytest.approx(0.025, abs=1e-5)
        assert (many, low) == (1, 0) if count == 0 else many == pytest.approx(0.025, abs=1e-5)
