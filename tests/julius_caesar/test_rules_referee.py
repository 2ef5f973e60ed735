"""The rules against a second, stupid reading of the clauses, on the positions of random games."""

from collections import Counter

import pytest

from gamekit import julius_caesar as jc
from tests.cases import Cases
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
def test_what_is_legal_by_a_second_reading_of_the_clauses(cases: Cases) -> None:
    met = compared(cases(1, 60), 701, every=cases(14, 2))
    assert met.keys() <= PHASES
    assert len(met) >= cases(18, len(PHASES))


def compared(games: int, first: int, every: int) -> Counter[str]:
    """How often each phase was met; legal actions are compared in its first two positions, then in every so many."""
    met = Counter[str]()
    for state in lively_games(games, first):
        if jc.current_player(state) not in ("Caesar", "Pompey"):
            continue
        met[state.phase] += 1
        if met[state.phase] > 2 and met[state.phase] % every:
            continue
        found = {tuple(map(str, jc.action_to_json(action).values())) for action in jc.legal_actions(state)}
        assert found == legal(document(state)), jc.to_json(state)
    return met
