"""The rules against a second, stupid engine written from the clauses: revenue, upkeep, supply, victory, reach."""

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest

from gamekit.play.protocol import CHANCE, OVER
from gamekit.roma_victrix import SCENARIOS, rules
from gamekit.roma_victrix.geography import FIRST_COAST, PLACES, SEA_STEPS
from gamekit.roma_victrix.rules import sea, sequence, treasury, victory
from gamekit.roma_victrix.state import Decline, Due, Enter, Pending, State
from tests.cases import Cases
from tests.roma_victrix import referee
from tests.roma_victrix.generators import voyages
from tests.roma_victrix.positions import board_of, moved_on

pytestmark = pytest.mark.long


def positions(seed: int, number: int, apart: int) -> Iterator[State]:
    """Positions of random games of all scenarios, so many actions apart."""
    random, left = Random(seed), number
    while True:
        for name in SCENARIOS:
            state, count = rules.initial_state(name), 0
            while rules.current_player(state) != OVER:
                state, count = moved_on(state, random), count + 1
                if count % apart == 0:
                    yield state
                    left -= 1
                    if not left:
                        return


def check(state: State) -> None:
    board = board_of(state)
    percents = victory.percentages(state)
    ranked = {row[-1]: row[:3] for row in victory.ranking(state)}
    for player in board["players"]:
        power = board["powers"].index(player)
        if board["kind"][player] in ("Roman", "civilised"):  # the others neither collect nor pay (7.9)
            assert treasury.income(state, power) == referee.income(board, player), player
            assert treasury.upkeep_cost(state, power) == referee.upkeep(board, player), player
        reached = {PLACES[place] for place in treasury.supplied_places(state, power) if place < FIRST_COAST}
        known = {at for at in referee.supplied(board, player) if at in PLACES[:FIRST_COAST]}
        assert reached == known, (player, reached ^ known)
        percent, revenue, points = referee.victory(board, player)
        assert percents[power] == percent, player
        assert ranked[power] == (percents[power], revenue, points), player


@pytest.mark.clause("roma_victrix", "3.9", "7.1", "7.5", "7.6", "7.7", "7.9", "8.1", "8.4", "10.16", "10.23", "10.33")
@pytest.mark.clause("roma_victrix", "4.41", "4.42", "4.43", "4.44", "4.45", "4.51", "4.52", "4.53")
def test_revenue_upkeep_supply_and_victory(cases: Cases) -> None:
    for state in positions(1, cases(8, 150), 12):
        check(state)


@pytest.mark.clause("roma_victrix", "4.2", "5.28", "8.2", "8.21", "8.31", "8.32", "8.4")
def test_who_checks_for_attrition(cases: Cases) -> None:
    checked = 0
    for state in positions(5, cases(6, 50), 41):
        board = board_of(state)
        steps = sequence.schedule_attrition(replace(state, agenda=(Pending(Due.ATTRITION),))).agenda
        found = {(PLACES[step.place], board["powers"][step.actor]) for step in steps if step.place < FIRST_COAST}
        assert found == {pair for pair in referee.worn(board) if pair[0] in PLACES[:FIRST_COAST]}
        checked += len(found)
    assert checked > cases(3, 25)


@pytest.mark.clause("roma_victrix", "5.61", "5.64", "5.65", "5.66", "5.67", "5.93", "3.23")
def test_what_a_voyage_keeps_for_its_end(cases: Cases) -> None:
    told = 0
    for step in (each for seed in range(40) for each in voyages(Random(seed))):
        told += check_voyage(step.after)
        if told > cases(40, 10**9):
            return
    assert told > 40


def check_voyage(state: State) -> int:
    """How many places a leader aboard might sail to."""
    if state.active is None or not state.active.aboard or state.agenda[-1].phase is not Due.LEADER:
        return 0
    board, leader = board_of(state), state.leaders[state.active.leader]
    power, laden = board["powers"][leader.owner], sea.has_cargo(state)
    for there in SEA_STEPS[leader.place]:
        assert sea.op_to_port(state, there) == referee.homecoming(board, power, PLACES[there], laden)
    return len(SEA_STEPS[leader.place])


def marching(seed: int, number: int) -> Iterator[State]:
    """Positions in which a leader on land may go on, nobody's units in his way where he stands."""
    for state in positions(seed, 10**6, 3):
        active = state.active
        if active is None or state.agenda[-1].phase is not Due.LEADER:
            continue
        if not active.aboard and not active.blocked and state.leaders[active.leader].place < FIRST_COAST:
            yield state
            number -= 1
            if not number:
                return


def check_reach(state: State) -> None:
    state = replace(state, rulings=(("invader", "apart"),))  # whom he stirs up does not become his own on the way
    board = board_of(state)
    leader = state.leaders[state.active.leader]
    power, here = board["powers"][leader.owner], PLACES[leader.place]
    assert explored(state) == referee.reach(board, power, here, state.active.ops), leader.name


@pytest.mark.clause(
    "roma_victrix", "3.22", "3.23", "5.14", "5.16", "5.21", "5.22", "5.25", "5.26", "5.27", "10.65", "10.66"
)
def test_what_a_march_costs_and_how_far_it_goes(cases: Cases) -> None:
    for state in marching(2, cases(8, 150)):
        check_reach(state)


@pytest.mark.soak
def test_soak_of_the_referee() -> None:
    for state in positions(3, 5000, 17):
        check(state)
    for state in marching(4, 5000):
        check_reach(state)
    for state in positions(6, 50_000, 1):
        check_voyage(state)


def explored(state: State) -> dict[str, int]:
    """{place: least OP} that the active leader can come to on land; whoever is asked lets him be, and he stops where
    Barbari Incognita are revealed."""
    here = PLACES[state.leaders[state.active.leader].place]
    points, name, board = state.active.ops, state.leaders[state.active.leader].name, board_of(state)
    power = board["powers"][state.leaders[state.active.leader].owner]
    cost, ahead = {here: 0}, [state]
    while ahead:
        now = ahead.pop(0)
        for action in rules.legal_actions(now):
            if not isinstance(action, Enter):
                continue
            after = undisturbed(rules.apply(now, action), name)
            spent = points - (after.active.ops if after is not None and after.active is not None else 0)
            if after is None or spent < cost.get(action.place, points + 1):
                cost[action.place] = spent
                people, side = board["people"].get(action.place), board["patron"].get(power)
                revealed = action.place in board["markers"] and people != side
                if after is not None and not revealed:
                    ahead.append(after)
    return cost


def undisturbed(state: State, leader: str) -> State | None:
    """The next position in which the leader goes on, nobody having interfered; None when he cannot go on."""
    while True:
        player = rules.current_player(state)
        if state.active is None or state.leaders[state.active.leader].name != leader:
            return None
        if player == CHANCE:
            state = rules.apply(state, list(rules.chance_outcomes(state))[-1])
        elif state.agenda[-1].phase is Due.LEADER:
            return state
        else:
            legal = rules.legal_actions(state)
            state = rules.apply(state, next((one for one in legal if isinstance(one, Decline)), legal[-1]))
