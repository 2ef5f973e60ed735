"""The rules against a second, stupid reading of the clauses, on the positions of random games."""

from __future__ import annotations

from collections import Counter

import pytest

from gamekit import julius_caesar as jc
from tests.julius_caesar.referee import legal
from tests.julius_caesar.setting import document, lively_games

PHASES = {
    *("deploy", "discard", "play", "move", "step", "voyage", "main", "levy", "muster", "jupiter", "defect", "vulcan"),
    *("battle", "turn", "hit", "retreat", "regroup", "regroup to", "harbour", "supply", "disband"),
}


@pytest.mark.clause("julius_caesar", "2.1", "4.21", "4.42", "5.3", "6.1", "6.11", "6.12", "6.13", "6.14", "6.2", "6.3")
@pytest.mark.clause("julius_caesar", "6.4", "7.2", "7.3", "7.4", "7.61", "7.62", "7.63", "7.64", "7.7", "7.82", "7.83")
@pytest.mark.clause("julius_caesar", "8.2", "8.3", "8.5", "E.Apollo", "E.Jupiter", "E.Mercury", "E.Neptune", "E.Pluto")
@pytest.mark.long
def test_what_is_legal_by_a_second_reading_of_the_clauses() -> None:
    assert set(compared(4, 700)) == PHASES


@pytest.mark.soak
def test_soak_what_is_legal_and_that_every_position_comes_back() -> None:
    assert set(compared(60, 2000)) == PHASES
    for state in lively_games(10, 3000):
        assert jc.from_json(jc.to_json(state)) == state


def compared(games: int, first: int) -> Counter[str]:
    """How often each phase was met, the legal actions of most positions compared."""
    met = Counter[str]()
    for state in lively_games(games, first):
        if jc.current_player(state) not in ("Caesar", "Pompey"):
            continue
        met[state.phase] += 1
        if state.phase in ("play", "move", "step", "levy", "discard", "deploy") and met[state.phase] % 3:
            continue
        found = {tuple(map(str, jc.action_to_json(action).values())) for action in jc.legal_actions(state)}
        assert found == legal(document(state)), jc.to_json(state)
    return met
