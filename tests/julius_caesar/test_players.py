"""The ready players: the plain one sees only its view and beats the random one as either side."""

from random import Random

import pytest

from gamekit import julius_caesar as jc
from gamekit.julius_caesar.tables import SIDES
from gamekit.play.protocol import play, random_strategy
from tests.cases import Cases


def wins(side: str, games: int) -> int:
    """How many of the seeded games the plain player wins as a side."""
    won = 0
    for seed in range(games):
        random = Random(seed)
        players = {other: random_strategy(random) for other in SIDES} | {side: jc.players.plain}
        *_, (end, _) = play(jc.rules, players, random)
        won += jc.returns(end)[side] == 1
    return won


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.long
def test_the_plain_player_beats_the_random_one(side: str, cases: Cases) -> None:
    assert wins(side, cases(2, 200)) >= cases(1, 160)


def test_it_crosses_the_rubicon() -> None:
    hands = {"Caesar": ["3/2", "2/2", "2/1", "2/1", "1/2"], "Pompey": ["3/1", "2/2", "2/3", "1/2", "2/3"]}
    state = jc.initial_state(hands)
    while state.turn == 1:
        if jc.current_player(state) == "chance":
            state = jc.apply(state, next(iter(jc.chance_outcomes(state))))
            continue
        player = jc.current_player(state)
        state = jc.apply(state, jc.players.plain(jc.observe(state, player), jc.legal_actions(state)))
    assert jc.victory_points(state)[0] >= 3  # Massilia and Rome
