"""Matrix games: against every square submatrix and best replies; the fixed rule; degenerate games."""

from fractions import Fraction
from operator import mul
from random import Random
from typing import Any

import numpy as np
import pytest

from gamekit import caesar
from gamekit.probability import matrix_game
from gamekit.probability.matrix_game import game_value, solve, solve_batch
from tests.caesar import twin
from tests.cases import Cases

Matrix = list[list[Any]]


def exploitability(matrix: Any, row: Any, column: Any) -> Any:
    """The sum of both players' gains by best replies."""
    best_row = max(sum(payoff * share for payoff, share in zip(payoffs, column)) for payoffs in matrix)
    return best_row - min(sum(payoff * share for payoff, share in zip(payoffs, row)) for payoffs in zip(*matrix))


def some_game(random: Random, most: int) -> Matrix:
    """Payoffs of few different sizes make games with many equilibria; some rows and columns stand twice."""
    rows, columns = random.randint(1, most), random.randint(1, most)
    size = random.choice((1, 2, 3, 9, 50))
    game: Matrix = [[random.randint(-size, size) for _ in range(columns)] for _ in range(rows)]
    if random.random() < 0.2:
        game[random.randrange(rows)] = list(game[random.randrange(rows)])
    if random.random() < 0.2:
        here, there = random.randrange(columns), random.randrange(columns)
        for row in game:
            row[here] = row[there]
    if random.random() < 0.2:
        shares = [Fraction(random.randint(1, 3), 6) for _ in game]
        game.append([sum(share * row[k] for share, row in zip(shares, game)) for k in range(columns)])
    return game


def shown(vertices: set[tuple[Fraction, ...]]) -> tuple[Fraction, ...]:
    """The strategy that the rule asks for: the lowest pure one, else most weight on the lowest number and so on."""
    return max([x for x in vertices if max(x) == 1] or vertices)


def test_exact_games_agree_with_every_square_submatrix(cases: Cases) -> None:
    random, several = Random(1), 0
    for _ in range(cases(50, 1000)):
        game = some_game(random, 4)
        best, rows, columns = twin.matrix_value(game)
        found = solve(game, numbers=Fraction)
        assert (found.value, found.row, found.column) == (best, shown(rows), shown(columns)), game
        assert (found.row_unique, found.column_unique) == (len(rows) == 1, len(columns) == 1), game
        assert found.unique == (len(rows) == len(columns) == 1)
        several += not found.unique
    assert several > cases(12, 240)


def test_exact_and_fast_answers_agree_and_nothing_can_be_gained_against_them(cases: Cases) -> None:
    random, count = Random(2), cases(150, 10_000)
    games = [some_game(random, 5) for _ in range(count)]
    exact = [solve(game, numbers=Fraction) for game in games]
    for game, found in zip(games, exact):  # best replies gain nothing, so the value is right
        assert exploitability(game, found.row, found.column) == 0
        assert game_value(game) == found.value == min(sum(map(mul, found.row, column)) for column in zip(*game))
    shapes: dict[tuple[int, int], list[int]] = {}
    for place, game in enumerate(games):
        shapes.setdefault((len(game), len(game[0])), []).append(place)
    for places in shapes.values():
        same = np.array([games[place] for place in places], dtype=float)
        values, rows, columns, single = solve_batch(same)
        for k, place in enumerate(places):
            found, one = exact[place], solve(games[place], numbers=float)
            assert abs(values[k] - float(found.value)) <= 1e-12 * 50
            assert single[k] == found.unique
            assert one.row == pytest.approx([float(share) for share in found.row], abs=1e-12), games[place]
            assert one.column == pytest.approx([float(share) for share in found.column], abs=1e-12), games[place]
            assert (one.row_unique, one.column_unique) == (found.row_unique, found.column_unique)
            assert exploitability(games[place], rows[k], columns[k]) <= 1e-9
    assert sum(not found.unique for found in exact) > count / 5
    assert sum(max(found.row) < 1 for found in exact) > count / 5


def test_many_games_at_once_are_the_games_one_by_one() -> None:
    rng = np.random.default_rng(4)
    for shape, size in (((300, 10, 10), None), ((300, 3, 7), 2), ((300, 6, 2), 1), ((300, 1, 4), 3)):
        games = rng.normal(size=shape) if size is None else rng.integers(-size, size + 1, size=shape)
        values, rows, columns, single = solve_batch(games)
        for k in range(0, shape[0], 10):
            one = solve(games[k].tolist(), numbers=Fraction)
            assert abs(values[k] - float(one.value)) <= 1e-12
            assert single[k] == one.unique
            if one.unique:
                assert np.abs(rows[k] - np.array(one.row, dtype=float)).max() <= 1e-12
                assert np.abs(columns[k] - np.array(one.column, dtype=float)).max() <= 1e-12


def test_any_scale_of_payoffs_will_do() -> None:
    game = [[3, -1, 2], [-2, 4, 0]]
    plain = solve(game)
    for scale in (Fraction(1, 10**9), 10**9):
        scaled = [[payoff * scale for payoff in row] for row in game]
        assert solve(scaled).value == plain.value * scale
        quick = solve(scaled, numbers=float)
        assert abs(quick.value - plain.value * scale) <= 1e-12 * scale
        assert np.allclose(quick.row, [float(share) for share in plain.row], atol=1e-12)


def test_the_payoffs_say_whether_the_answer_is_exact() -> None:
    assert isinstance(solve([[1, Fraction(1, 2)], [0, 2]]).value, Fraction)
    assert isinstance(solve([[1.0, 0], [0, 2]]).value, float)
    assert solve([[0.5, 0], [0, 2]], numbers=Fraction).value == Fraction(2, 5)
    assert solve([[1, 0], [0, 2]], numbers=float).value == pytest.approx(2 / 3, abs=1e-12)


@pytest.mark.parametrize(("matrix", "message"), [
    ([], "the matrix is empty"),
    ([[]], "the matrix is empty"),
    ([[1, 2], [3]], "row 1 has 1 payoffs where row 0 has 2"),
    ([[1, float("nan")]], "row 0, column 1 is nan, not a finite number"),
    ([[1], ["x"]], "row 1, column 0 is 'x'"),
    ([[float("inf")]], "row 0, column 0 is inf"),
    (np.array([[1, np.nan]], dtype=np.float32), "row 0, column 1 is .*nan.*, not a finite number"),
    ([1, 2], r"\[1, 2\] is not a matrix; a game is given as rows of payoffs"),
])  # fmt: skip
def test_what_is_no_game_is_refused(matrix: Any, message: str) -> None:
    for question in (solve, game_value):
        pytest.raises(ValueError, question, matrix).match(message)


def test_a_payoff_too_large_for_a_float_is_refused() -> None:
    assert solve([[10**400, 1.0]], numbers=Fraction).value == game_value([[10**400, 1.0]]) == 1
    with pytest.raises(ValueError, match="too large for a float; numbers=Fraction takes any size"):
        solve([[10**400, 1.0]])


def test_what_the_simplex_method_does_not_finish_is_solved_exactly(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matrix_game, "PATIENCE", 0)
    assert np.isnan(solve_batch([[[1.0, -1.0], [-2.0, 3.0]]])[0])
    assert solve([[1.0, -1.0], [-2.0, 3.0]]).value == pytest.approx(1 / 7, abs=1e-12)
    stakes, five = [(1, 2), (2, 1), (3, 3), (1, 1), (2, 2)], [1, 2, 3, 4, "F"]
    exact, quick = (caesar.duel(stakes, five, [5, 6, 7, 8, 9], numbers) for numbers in (None, float))
    assert quick.value == pytest.approx(float(exact.value), abs=1e-12)
