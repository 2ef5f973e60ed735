"""Tournaments: everybody in every seat, the same games from the same seed, and numbers that mean what they say."""

from importlib import import_module
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from gamekit import caesar
from gamekit.play import tournament as tournaments
from gamekit.play.protocol import CHANCE, OVER
from gamekit.play.tournament import PlayedGame, Tournament, estimate_mean, tournament
from gamekit.probability.distribution import Dist
from gamekit.storage.data_files import csv_records
from tests.tournaments import Match, maker

# A game of three seats for the tests: each names a number, a die of chance is added to the first seat's, most wins.
SEATS = ("left", "middle", "right")


def _current(state: tuple[int, ...]) -> str:
    return SEATS[len(state)] if len(state) < 3 else CHANCE if len(state) == 3 else OVER


def _scores(state: tuple[int, ...]) -> tuple[int, ...]:
    return (state[0] + state[3], state[1], state[2]) if len(state) == 4 else (0, 0, 0)


TOY = ModuleType("toy")
TOY.rules = SimpleNamespace(  # type: ignore[attr-defined]
    initial_state=lambda: (),
    current_player=_current,
    legal_actions=lambda state: tuple(range(10)) if len(state) < 3 else (),
    chance_outcomes=lambda state: Dist({0: 1, 6: 1}),
    apply=lambda state, action: (*state, action),
    observe=lambda state, player: len(state),
    returns=lambda state: dict(zip(SEATS, _scores(state))),
)


def says(number: int) -> Any:
    return lambda random: lambda view, legal: number


def test_everybody_sits_in_every_seat_on_the_same_dice() -> None:
    found = tournament(TOY, {"low": says(2), "high": says(4)}, games=7, tables=[("high", "low", "low")])
    assert len(found.games) == 9  # rounded up to three deals of three turns
    by_deal: dict[int, list[PlayedGame]] = {}
    for game in found.games:
        by_deal.setdefault(game.deal, []).append(game)
    for games in by_deal.values():
        assert sorted(game.seats.index("high") for game in games) == [0, 1, 2]
        assert len({game.scores[0] - (4 if game.seats[0] == "high" else 2) for game in games}) == 1  # one die a deal


def test_the_share_is_what_can_be_reckoned() -> None:
    """Who says 4 wins in the first seat, and in another one when the die shows nothing: 2/3 of the games."""
    found = tournament(TOY, {"low": says(2), "high": says(4)}, games=900, tables=[("high", "low", "low")])
    share = found.victory_share("high")
    assert share.low < 2 / 3 < share.high
    assert share.deals == 300
    assert 0.06 < share.high - share.low < 0.09  # a deal gives 1 or 1/3, each as likely: 1.96 * 2 / 3 / sqrt(300)
    assert found.victory_share("low").value == pytest.approx(1 - share.value)


def test_a_shared_victory_is_divided() -> None:
    game = PlayedGame(0, ("one", "other", "other"), (5, 5, 3))
    assert (game.victory_share("one"), game.victory_share("other")) == (0.5, 0.5)


def test_the_interval_holds_the_truth_as_often_as_it_says() -> None:
    random, held = Random(7), 0
    for _ in range(1000):
        chance = random.choice((0.03, 0.25, 0.5, 0.9))
        found = estimate_mean([float(random.random() < chance) for _ in range(60)])
        held += found.low <= chance <= found.high
    assert 930 <= held <= 990


@pytest.mark.soak
def test_the_same_seed_gives_the_same_games_here_and_on_two_cores() -> None:
    asked = {"game": caesar, "players": ("plain", "random"), "games": 2, "seed": 5}
    here = tournament(**asked)
    assert tournament(**asked, jobs=2) == here
    assert tournament(**asked | {"seed": 6}) != here


@pytest.mark.parametrize(("changed", "said"), [
    ({"players": ("plain", "best")}, "'best' is not a ready player; there are plain, search, random"),
    *(({"players": players}, "at least two different ones") for players in (("plain",) * 2, ["plain"], [])),
    ({"games": 0}, "games is 0; it should be a whole number from 1"),
    ({"tables": [("plain",)]}, "not a table: 2 seats"),
    ({"tables": [("plain", "search")]}, "not a table"),
])  # fmt: skip
def test_what_is_wrong_is_said(changed: dict[str, Any], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        tournament(caesar, **{"players": ("plain", "random"), "games": 1} | changed)
    found = Tournament((PlayedGame(0, ("a", "b"), (1, 0)),), ())
    pytest.raises(ValueError, lambda: found.victory_share("c")).match("'c' did not play; a, b did")
    pytest.raises(ValueError, lambda: found.games_of_table("a", "c")).match("nobody played a - c; there were a - b")


def test_every_match_of_the_table_can_be_played_and_every_result_is_of_one() -> None:
    matches = csv_records(Match, "tournaments.csv", unique_key=("match",))
    for match in matches:
        game = import_module(f"gamekit.{match.game}")
        assert match.match.startswith(match.game)
        assert 0 < match.goal < 1
        for name in match.table:
            assert callable(maker(game, name)(Random(0)))
    for row in tournaments.match_results().itertuples():
        assert row.match in {match.match for match in matches}
        assert 0 <= row.low <= row.share <= row.high <= 1
        assert f"{row.match}' --games {row.games}" in row.source
