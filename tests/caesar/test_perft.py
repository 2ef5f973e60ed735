"""Lines of play counted: depth 1 by hand, deeper ones pinned, and the compiled rules beside the plain ones."""

from __future__ import annotations

from random import Random

import pytest

from gamekit.caesar import OPTIONS, State, initial_state, position, rules
from gamekit.caesar.odds import board_kernel as kernel
from gamekit.caesar.odds.search import RAY_TABLE, FigureWeight, decode, encode
from gamekit.caesar.odds.search_kernel import SEATS, obvious, obvious_card
from gamekit.caesar.odds.value_kernel import FIGURES, figures
from gamekit.caesar.state import Play
from gamekit.caesar.strategies import plain as plain_player
from gamekit.caesar.tables import CARDS, LETTERS, NEUTRAL, PLAYERS, RAYS, Hand
from gamekit.data import rows
from gamekit.fast import flat, floats, whole
from gamekit.game import OVER, at_random, perft, play

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
    assert perft(rules, initial_state(), 1) == 25
    assert perft(rules, initial_state(), 2) == 25 * 24
    assert perft(rules, initial_state(5), 2) == 25 * 24


@pytest.mark.clause("caesar", "4", "5", "7", "9")
def test_a_position_counted_by_hand() -> None:
    # a1: c1 to the right, a3 below, both neutral. c3: c1 above, a3 to the left, nothing to the right and below.
    # No blue group is in sight, so that a pass is allowed too.
    assert [str(action) for action in rules.legal_actions(MIDDLE)] == ["a1-c1", "a1-a3", "c3-c1", "c3-a3", "pass"]
    assert perft(rules, MIDDLE, 1) == 5
    # After a1-c1: e1 sees the red c1 and the neutral e5; a5 sees a3 and e5: 3 alliances, 1 conflict.
    # After a1-a3: e1 sees c1 and e5; a5 sees the red a3 and e5: the same 4. After c3-c1: e1 sees c1 (red), e5; a5 sees
    # a3 and e5: 4. After c3-a3: e1 sees c1, e5; a5 sees a3 (red), e5: 4.
    # After the pass: e1 sees c1 and e5, a5 sees a3 and e5, no conflict: 4 alliances and the pass.
    assert perft(rules, MIDDLE, 2) == 4 + 4 + 4 + 4 + 5


def test_deeper_ones_are_pinned() -> None:
    assert [perft(rules, MIDDLE, depth) for depth in (3, 4, 5)] == [74, 234, 504]


class Compiled:
    """The compiled rules as a game of their own, for one position."""

    def __init__(self, state: State) -> None:
        self.place, self.rays, self.moves = flat(encode(state)), flat(RAY_TABLE), whole(kernel.MOVES)

    def legal(self) -> list[int]:
        count = kernel.legal(self.place, self.rays, self.moves)
        return [int(self.moves[k]) for k in range(count)]


def same(plain: State, other: Compiled) -> None:
    assert list(map(int, other.place)) == encode(plain)
    over = rules.current_player(plain) == OVER
    assert bool(kernel.over(other.place, other.rays)) == over
    if not over and plain.attack is None:
        legal = rules.legal_actions(plain)
        assert [decode(code) for code in other.legal()] == list(legal)
    elif over:
        out = floats(SEATS)
        kernel.score(other.place, False, out)
        assert {player: int(out[player]) for player in plain.players} == rules.leads(plain)
        kernel.score(other.place, True, out)
        won = rules.winners(plain)
        assert [float(out[player]) for player in plain.players] == [
            1 / len(won) if player in won else 0.0 for player in plain.players
        ]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_the_compiled_rules_are_the_plain_ones(players: int) -> None:
    random = Random(players)
    for number in range(25):
        options = {name: random.choice(values) for name, values in OPTIONS.items()} if number % 2 else {}
        before = initial_state(players, start=random.randrange(players), **options)
        other, waiting = Compiled(before), None
        for state, action in play(rules, [at_random(random)] * players, random, before):
            if isinstance(action, Play):
                if state.chosen is None:
                    kernel.fight(other.place, CARDS.index(waiting), CARDS.index(action.card))
                waiting = action.card
            else:
                code = next(code for code in other.legal() if decode(code) == action)
                kernel.move(other.place, code)
            if state.chosen is None:
                same(state, other)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.long
def test_the_compiled_plain_player_is_the_plain_one(players: int) -> None:
    """The same move and the same card at every step of random games, where equals are many."""
    random = Random(players)
    for number in range(6):
        options = {name: random.choice(values) for name, values in OPTIONS.items()} if number % 2 else {}
        state = initial_state(players, **options)
        while (decides := rules.current_player(state)) != OVER:
            legal, other = rules.legal_actions(state), Compiled(state)
            if state.attack is None:
                found = legal[obvious(other.place, other.moves, len(other.legal()))]
            else:
                squares = [int(other.place[at]) for at in (kernel.HERE, kernel.THERE)]
                found = Play(CARDS[obvious_card(other.place, *(squares if state.chosen is None else squares[::-1]))])
            assert found == plain_player(rules.observe(state, int(decides)), legal)
            state = rules.apply(state, random.choice(legal))


def looks(state: State, player: int) -> dict[str, float]:
    """What the search sees of a player in a position, by the names of the weights."""
    owners = [group[-1:] for group in state.board]
    letter, hand = LETTERS[player], state.hands[player]
    own = [square for square, owner in enumerate(owners) if owner == letter]
    heights = sorted((len(state.board[square]) for square in own), reverse=True)
    counters, neutral = sum(heights), sum(map(len, state.board)) - sum(map(state.counters, state.players))
    others = max(best(state.hands[other]) for other in state.players if other != player)
    fewest = min(map(len, state.hands))
    found = dict.fromkeys([row.figure for row in rows(FigureWeight, "caesar/weights.csv", ("figure",))], 0.0)
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


def test_the_figures_of_a_position_are_what_their_names_say() -> None:
    """At random moments of random games: a count by the plain board beside that of the kernel."""
    random, absent = Random(9), 0
    for number in range(60):
        players = 2 + number % 4
        states = [state for state, _ in play(rules, [at_random(random)] * players, random, initial_state(players))]
        state = random.choice(states[len(states) // 2 :])
        out = floats(PLAYERS[-1] * FIGURES)
        figures(flat(encode(state)), flat(RAY_TABLE), out)
        for player in state.players:
            expected = {figure: float(value) for figure, value in looks(state, player).items()}
            kept = map(float, out[player * FIGURES : (player + 1) * FIGURES])
            assert dict(zip(expected, kept)) == pytest.approx(expected, abs=1e-12), (state, player)
            absent += not state.counters(player)
    assert absent > 5


@pytest.mark.clause("caesar", "7", "14")
@pytest.mark.parametrize("option", OPTIONS["neutrals"])
def test_two_neutral_groups_in_a_line_keep_the_game_open_only_where_they_may_be_moved(option: str) -> None:
    # a1 and e2 see nobody, c4 and c5 each other
    state = position(
        ["R . . . .", ". . . . B", ". . . . .", ". . n . .", ". . n . ."],
        hands=[(9,), (8,)],
        neutrals=option,
    )
    same(state, Compiled(state))
    assert (rules.current_player(state) == OVER) == (option != "merge")
