"""Lines of play counted: depth 1 by hand, deeper ones pinned; what the search sees of a position."""

from random import Random

import pytest

from gamekit.caesar import OPTIONS, Conflict, State, initial_state, position, rules
from gamekit.caesar.players.evaluation import FeatureWeight, features
from gamekit.caesar.players.plain import conflict_value
from gamekit.caesar.tables import CARDS, LETTERS, NEUTRAL, RAYS, Hand
from gamekit.play.protocol import OVER, count_action_sequences, play, random_strategy
from gamekit.storage.data_files import csv_records
from tests.cases import Cases

MIDDLE = position(
    """R . n . B
       . . . . .
       n . R . .
       . . . . .
       B . . . n""",
    hands=[(9, 5, "F"), (8, 2)],
)


@pytest.mark.clause("caesar", "3")
def test_the_first_counters_go_anywhere() -> None:
    assert (count_action_sequences(rules, initial_state(), 1), count_action_sequences(rules, initial_state(), 2)) == (
        25,
        25 * 24,
    )
    assert count_action_sequences(rules, initial_state(5), 2) == 25 * 24


@pytest.mark.clause("caesar", "4", "5", "7", "9")
def test_a_position_counted_by_hand() -> None:
    # a1: c1 to the right, a3 below, both neutral. c3: c1 above, a3 to the left, nothing to the right and below.
    # No blue group is in sight, so that a pass is allowed too.
    assert [str(action) for action in rules.legal_actions(MIDDLE)] == ["a1-c1", "a1-a3", "c3-c1", "c3-a3", "pass"]
    assert (count_action_sequences(rules, MIDDLE, 1), count_action_sequences(rules, MIDDLE, 2)) == (
        5,
        4 + 4 + 4 + 4 + 5,
    )


def test_deeper_ones_are_pinned() -> None:
    assert [count_action_sequences(rules, MIDDLE, depth) for depth in (3, 4, 5)] == [74, 234, 504]


def test_the_plain_player_answers_a_conflict_by_itself_by_its_equilibrium() -> None:
    """In closed form: the card of the mix, and the value, of random groups and hands."""
    random = Random(1)
    for _ in range(150):
        own, other = (tuple(CARDS[k] for k in sorted(random.sample(range(10), random.randint(1, 5)))) for _ in "ab")
        heights = random.randint(1, 8), random.randint(1, 8)
        found = Conflict(*heights, own, other).equilibrium()
        value, card = conflict_value(*heights, own, other)
        assert (found.value, found.attacker) == (value, {card: 1})
        assert found.defender == {conflict_value(*heights[::-1], other, own)[1]: 1}


def looks(state: State, player: int) -> dict[str, float]:
    """What the search sees of a player in a position, by the names of the weights."""
    owners = [group[-1:] for group in state.board]
    letter, hand = LETTERS[player], state.hands[player]
    own = [square for square, owner in enumerate(owners) if owner == letter]
    heights = sorted((len(state.board[square]) for square in own), reverse=True)
    counters, neutral = sum(heights), sum(map(len, state.board)) - sum(map(state.counters_in_groups, state.players))
    others = max(best(state.hands[other]) for other in state.players if other != player)
    fewest = min(map(len, state.hands))
    found = dict.fromkeys([row.figure for row in csv_records(FeatureWeight, "caesar/weights.csv", ("figure",))], 0.0)
    found |= {f"card_{card}": card in hand for card in range(1, 10)}
    found |= {
        "counters": counters / 25,
        "counters_apart": counters / 25 * (25 - neutral) / 25,
        "tallest": [*heights, 0][0] / 10,
        "second": [*heights, 0, 0][1] / 10,
        "groups": len(own) / 5,
        "flag": "F" in hand,
        "flag_tallest": ("F" in hand) * [*heights, 0][0] / 10,
        "counters_cards": counters / 25 * len(hand) / 10,
        "moves": player == state.player,
        "high_cards": sum(others < (10 if card == "F" else card) <= others + 9 for card in hand) / 3,
        "there": bool(own),
        "counters_late": counters / 25 * (fewest < 3),
        "counters_last": counters / 25 * (fewest < 2),
    }
    for here in own:
        seen = [next((there for there in ray if owners[there]), here) for ray in RAYS[here]]
        found["free_groups"] += 0.2 * any(owners[there] == NEUTRAL for there in seen)
        for there in seen:
            prize = len(state.board[there]) / 10
            if owners[there] == NEUTRAL:
                found["neutral_best"] = max(found["neutral_best"], prize)
                found["neutral_lines"] += prize / 5
            elif owners[there] != letter:
                theirs = state.hands[LETTERS.index(owners[there])]
                ahead = len(state.board[here]) + best(hand) - len(state.board[there]) - best(theirs)
                most = "prize_against_flag" if "F" in theirs else "sure_prize"
                danger = "endangered_with_flag" if "F" in hand else "endangered"
                if ahead > 0:
                    found["prizes_against_flag" if "F" in theirs else "sure_prizes"] += prize
                    found[most] = max(found[most], prize * (player == state.player))
                elif ahead < 0:
                    found[danger] = max(found[danger], len(state.board[here]) / 10)
    return found | {"neutral_now": found["neutral_best"] * (player == state.player)}


def best(hand: Hand) -> int:
    """The highest number of a hand, 0 for none."""
    return max((card for card in hand if card != "F"), default=0)


@pytest.mark.long
def test_the_figures_of_a_position_are_what_their_names_say(cases: Cases) -> None:
    """At random moments of random games: a count by names beside the list."""
    random, absent = Random(9), 0
    for number in range(cases(30, 300)):
        players = 2 + number % 4
        states = [
            state for state, _ in play(rules, [random_strategy(random)] * players, random, initial_state(players))
        ]
        state = random.choice(states[len(states) // 2 :])
        for player, kept in enumerate(features(state)):
            expected = {figure: float(value) for figure, value in looks(state, player).items()}
            assert dict(zip(expected, kept)) == pytest.approx(expected, abs=1e-12), (state, player)
            absent += not state.counters_in_groups(player)
    assert absent > 2


@pytest.mark.clause("caesar", "7", "14")
@pytest.mark.parametrize("option", OPTIONS["neutrals"])
def test_two_neutral_groups_in_a_line_keep_the_game_open_only_where_they_may_be_moved(option: str) -> None:
    # a1 and e2 see nobody, c4 and c5 each other
    state = position(
        ["R . . . .", ". . . . B", ". . . . .", ". . n . .", ". . n . ."], hands=[(9,), (8,)], neutrals=option
    )
    assert (rules.current_player(state) == OVER) == (option != "merge")
