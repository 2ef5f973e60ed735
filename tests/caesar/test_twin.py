"""The rules, duels and solved positions against the twin that was written straight from the clauses."""

from collections import Counter
from fractions import Fraction
from itertools import count
from random import Random
from typing import Any

import pytest

from gamekit import caesar
from gamekit.play.protocol import OVER
from tests.caesar import twin
from tests.caesar.generators import as_tuple, endgame, some_duel, some_hand
from tests.cases import Cases

pytestmark = pytest.mark.long
LETTERS = "RBYPK"


def same(state: caesar.State, game: twin.Game) -> None:
    board = {name: "".join("n" if counter is None else LETTERS[counter] for counter in stack) for name, stack in
             ((f"{'abcde'[column - 1]}{row}", stack) for (column, row), stack in game.board.items())}  # fmt: skip
    assert {name: group for name, group in zip(caesar.SQUARES, state.board) if group} == board
    assert [list(cards) for cards in state.hands] == game.hands
    assert {as_tuple(action) for action in caesar.rules.legal_actions(state)} == game.legal()
    over = caesar.rules.current_player(state) == OVER
    assert over == game.over()
    if over:
        assert list(caesar.winners(state)) == game.winners()
        assert caesar.rules.returns(state) == {player: game.counters(player) for player in state.players}
    else:
        assert caesar.rules.current_player(state) == game.decides()


@pytest.mark.clause("caesar", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17")
def test_random_games_go_as_the_twin_says(cases: Cases) -> None:
    """All numbers of players, and two games in three with options drawn at random."""
    ends: Counter[str] = Counter()
    for seed in range(cases(5, 300)):
        random = Random(seed)
        players = 2 + seed % 4
        options = {name: random.choice(values) for name, values in caesar.OPTIONS.items()} if seed % 3 else {}
        state, game = caesar.initial_state(players, 1, **options), twin.Game(players, 1, **options)
        while caesar.rules.current_player(state) != OVER:
            same(state, game)
            action = random.choice(caesar.rules.legal_actions(state))
            state = caesar.rules.apply(state, action)
            game.do(as_tuple(action))
        same(state, game)
        ends["cards" if not all(state.hands) else "one left" if len(set(state.out)) >= players - 1 else "still"] += 1
    assert min(ends[kind] for kind in ("cards", "still", "one left")[: cases(2, 3)]) >= cases(1, 10)


@pytest.mark.clause("caesar", "10", "11", "12")
def test_one_conflict_is_what_every_square_submatrix_says(cases: Cases) -> None:
    random, kinds = Random(1), Counter[str]()
    for _ in range(cases(60, 500)):
        a, d = random.randint(1, 9), random.randint(1, 9)
        mine, theirs = some_hand(random, 4), some_hand(random, 4)
        matrix = [[twin.swing(a, d, card, other) for other in theirs] for card in mine]
        best, rows, columns = twin.matrix_value(matrix)
        found = caesar.Conflict(a, d, mine, theirs).equilibrium()
        assert found.value == best
        assert (found.attacker_unique, found.defender_unique) == (len(rows) == 1, len(columns) == 1)
        # a pure answer always exists: the highest number, or the flag where that number would lose
        (card,), (other,) = found.attacker, found.defender
        assert matrix[mine.index(card)][theirs.index(other)] == best
        assert found.loss.attacker == {card: best - matrix[mine.index(card)][theirs.index(other)] for card in mine}
        assert found.loss.defender == {other: matrix[mine.index(card)][theirs.index(other)] - best for other in theirs}
        kinds["both flags" if "F" in mine and "F" in theirs else "one" if "F" in [*mine, *theirs] else "none"] += 1
        if "F" in mine and "F" in theirs:
            assert best == 0
    assert min(kinds.values()) > 3


@pytest.mark.clause("caesar", "10", "11", "12", "13")
def test_duels_agree_exactly_with_the_twin(cases: Cases) -> None:
    random, mixed = Random(2), 0
    for _ in range(cases(20, 200)):
        stakes, mine, theirs = some_duel(random)
        found = caesar.duel(stakes, mine, theirs)
        matrix = twin.duel_matrix(stakes, mine, theirs)
        best, rows, columns = twin.matrix_value(matrix)
        assert found.value == best
        assert {(card, other): found.matrix[i][j] for i, card in enumerate(found.hand) for j, other in
                enumerate(found.other_hand)} == {(card, other): matrix[i][j] for i, card in enumerate(mine) for
                                                j, other in enumerate(theirs)}  # fmt: skip
        assert [found.play[card] for card in found.hand] == shown(rows, mine)
        assert [found.other_play[card] for card in found.other_hand] == shown(columns, theirs)
        assert (found.play_unique, found.other_unique) == (len(rows) == 1, len(columns) == 1)
        assert abs(caesar.duel(stakes, mine, theirs, numbers=float).value - best) <= 1e-12
        mixed += len(found.play) > 1
    assert mixed


def shown(vertices: set[tuple[Fraction, ...]], cards: list[Any]) -> list[Fraction]:
    """The strategy that the rule asks for, lowest card first: the lowest pure one, else most weight on the lowest card,
    then on the next."""
    upwards = sorted(range(len(cards)), key=lambda place: 10 if cards[place] == "F" else cards[place])
    ordered = [[x[place] for place in upwards] for x in vertices]
    return max([x for x in ordered if max(x) == 1] or ordered)


def test_a_cards_worth_is_the_value_with_it_less_the_value_without_it(cases: Cases) -> None:
    random = Random(3)
    for _ in range(cases(4, 100)):
        stakes, mine, theirs = some_duel(random)
        assert caesar.card_worths(stakes, mine, theirs) == {
            card: twin.duel(stakes, mine, theirs) - twin.duel(stakes, [c for c in mine if c != card], theirs)
            for card in mine
        }


@pytest.mark.clause("caesar", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17")
def test_solved_positions_agree_exactly_with_the_twin(cases: Cases) -> None:
    random, kinds, least = Random(4), Counter[str](), cases(1, 40)
    for number in count():
        options = {name: random.choice(values) for name, values in caesar.OPTIONS.items()} if number % 3 == 0 else {}
        state, game = endgame(random, options)
        objective = ("lead", "win")[number % 2]
        try:
            found = caesar.solve(state, objective, max_positions=150)
        except caesar.PositionTooLarge:
            continue
        if found.size.positions < 15:
            continue
        assert found.value_by_player[0] == twin.solved(game, objective)
        assert found.value == found.value_by_player[found.player]
        check_play(found, game, objective)
        kinds[objective] += 1
        kinds["conflict" if state.attack else "choice"] += 1
        kinds["mixed"] += len(found.mix) > 1
        if min(kinds["lead"], kinds["win"], kinds["conflict"], kinds["choice"]) >= least:
            return


def check_play(found: Any, game: twin.Game, objective: str) -> None:
    """What is shown is as good as the value, and every loss is what the twin says."""
    assert sum(found.mix.values()) == 1
    assert all(found.loss[action] == 0 for action in found.mix)
    if game.fight:
        check_cards(found, game, objective)
        return
    for action, loss in found.loss.items():
        after = game.copy()
        after.do(as_tuple(action))
        value = twin.solved(after, objective)
        own = value if found.player == 0 else (-value if objective == "lead" else 1 - value)
        assert loss == found.value - own


def check_cards(found: Any, game: twin.Game, objective: str) -> None:
    """Each card loses what the twin's values say against the other side's mix."""
    seen = caesar.rules.observe(caesar.rules.apply(found.state, next(iter(found.loss))), 1 - found.player)
    own, others = list(found.loss), found.at(seen)
    worth = {}
    for card in own:
        for answer in others.loss:
            after = game.copy()
            after.do(as_tuple(card))
            after.do(as_tuple(answer))
            value = twin.solved(after, objective)
            worth[card, answer] = value if found.player == 0 else (-value if objective == "lead" else 1 - value)
    for card in own:
        mean = sum(share * worth[card, answer] for answer, share in others.mix.items())
        assert found.loss[card] == found.value - mean
    for answer in others.loss:
        mean = sum(share * worth[card, answer] for card, share in found.mix.items())
        assert others.loss[answer] == mean - found.value
