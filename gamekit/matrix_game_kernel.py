"""The simplex method of ``matrix_game`` in floats, written for a compiler.

A tableau lies flat in ``cells``, row by row, ``high`` rows and an objective, ``wide`` columns and a right side. Payoffs
are scaled to 1..2 first, so that one set of tolerances fits every game."""

from __future__ import annotations

from functools import cache
from types import FunctionType
from typing import Any

from gamekit.fast import FAST, compiled, flat, floats, inlined, whole

SMALL = 1e-11  # less than this, of a range of 1, is no pivot
ROUNDING = 1e-13  # a cost below minus this may still improve
TIE = 1e-10  # closer than this, of a range of 1, is equal
GOOD = 1e-12  # what both sides could still win together, of the largest payoff
FEW = 1_500  # payoffs: so few are quicker in plain Python than by loading the compiler


@compiled
def pivot(cells: Any, line: Any, high: int, wide: int, here: int, at: int) -> None:
    width = wide + 1
    start = here * width
    inverse = 1.0 / cells[start + at]
    for j in range(width):
        line[j] = cells[start + j] * inverse
    line[at] = inverse
    for i in range(high + 1):
        if i != here:
            row = i * width
            factor = cells[row + at]
            if factor != 0.0:
                cells[row + at] = 0.0
                for j in range(width):
                    cells[row + j] -= factor * line[j]
    for j in range(width):
        cells[start + j] = line[j]


@compiled
def enter(cells: Any, line: Any, inside: Any, outside: Any, high: int, wide: int, at: int, careful: bool) -> None:
    """Bring a column in; the variable that reaches 0 first goes out, with care the lowest of equals."""
    width = wide + 1
    best = 0
    least = 1e300
    for i in range(high):
        cell = cells[i * width + at]
        ratio = cells[i * width + wide] / cell if cell > SMALL else 1e300
        if ratio < least:
            least = ratio
            best = i
    if careful:
        for i in range(high):
            cell = cells[i * width + at]
            if cell > SMALL and inside[i] < inside[best] and cells[i * width + wide] / cell <= least + 1e-14:
                best = i
    pivot(cells, line, high, wide, best, at)
    out = inside[best]
    inside[best] = outside[at]
    outside[at] = out


@compiled
def fill(cells: Any, inside: Any, outside: Any, game: Any, start: int, rows: int, columns: int, flip: bool) -> None:
    """The first tableau of a game that is scaled to 1..2; flipped it is the other side's."""
    high, wide = (columns, rows) if flip else (rows, columns)
    width = wide + 1
    for i in range(high):
        for j in range(wide):
            if flip:
                cells[i * width + j] = 3.0 - game[start + j * columns + i]
            else:
                cells[i * width + j] = game[start + i * columns + j]
        cells[i * width + wide] = 1.0
        inside[i] = wide + i
    for j in range(wide):
        cells[high * width + j] = -1.0
        outside[j] = j
    cells[high * width + wide] = 0.0


@compiled
def optimise(cells: Any, line: Any, inside: Any, outside: Any, high: int, wide: int) -> bool:
    """The steepest column first; after many steps the lowest, which cannot go round in circles."""
    objective = high * (wide + 1)
    limit = 8 * (high + wide) + 40
    for step in range(8 * limit):
        at = -1
        least = -ROUNDING
        for j in range(wide):
            cost = cells[objective + j]
            if step < limit:
                if cost < least:
                    at = j
                    least = cost
            elif cost < -ROUNDING and (at < 0 or outside[j] < outside[at]):
                at = j
        if at < 0:
            return True
        enter(cells, line, inside, outside, high, wide, at, step >= limit)
    return False


@inlined
def found(order: Any, length: int, wanted: int) -> int:
    """Where a column stands, -1 if nowhere."""
    at = -1
    for k in range(length):
        if order[k] == wanted:
            at = k
    return at


@inlined
def helpful(cells: Any, outside: Any, free: Any, here: int, wide: int, sign: float) -> int:
    """The first free column that moves this row the wanted way, -1 if there is none."""
    at = -1
    for j in range(wide):
        if free[j] == 1 and sign * cells[here * (wide + 1) + j] < -TIE and (at < 0 or outside[j] < outside[at]):
            at = j
    return at


@compiled
def settle(cells: Any, line: Any, inside: Any, outside: Any, free: Any, high: int, wide: int, sign: float) -> bool:
    """Move within the optimal strategies to the one with most (1) or least (-1) on column 0, then 1, ..."""
    width = wide + 1
    for j in range(wide):
        free[j] = 1 if abs(cells[high * width + j]) < TIE else 0
    for place in range(wide):
        at = found(outside, wide, place)
        if at >= 0:
            if free[at] == 0:
                continue
            if sign < 0:
                free[at] = 0
                continue
            enter(cells, line, inside, outside, high, wide, at, True)
        for _ in range(40 * (high + wide)):
            here = found(inside, high, place)
            if here < 0:  # it went out: least on this column is none
                for j in range(wide):
                    if outside[j] == place:
                        free[j] = 0
                break
            at = helpful(cells, outside, free, here, wide, sign)
            if at < 0:
                for j in range(wide):
                    if abs(cells[here * width + j]) > TIE:
                        free[j] = 0
                break
            enter(cells, line, inside, outside, high, wide, at, True)
        else:
            return False
    return True


@compiled
def read(cells: Any, inside: Any, high: int, wide: int, out: Any, start: int) -> None:
    width = wide + 1
    corner = cells[high * width + wide]
    for j in range(wide):
        out[start + j] = 0.0
    for i in range(high):
        if inside[i] < wide:
            out[start + inside[i]] = max(0.0, cells[i * width + wide] / corner)


@compiled
def shown(
    cells: Any, line: Any, inside: Any, outside: Any, free: Any,
    game: Any, start: int, rows: int, columns: int, flip: bool, best: float, out: Any, place: int, other: Any,
) -> int:  # fmt: skip
    """One side's strategy by the fixed rule; 1 if it is the only one, 0 if not, -1 if rounding got in the way."""
    high, wide = (columns, rows) if flip else (rows, columns)
    fill(cells, inside, outside, game, start, rows, columns, flip)
    if not optimise(cells, line, inside, outside, high, wide):
        return -1
    if not settle(cells, line, inside, outside, free, high, wide, -1.0):
        return -1
    read(cells, inside, high, wide, other, 0)
    if not settle(cells, line, inside, outside, free, high, wide, 1.0):
        return -1
    read(cells, inside, high, wide, out, place)
    unique = 1
    for j in range(wide):
        if abs(out[place + j] - other[j]) > TIE:
            unique = 0
    for j in range(wide):
        worst = 0.0
        for i in range(high):
            payoff = 3.0 - game[start + j * columns + i] if flip else game[start + i * columns + j]
            worst = max(worst, payoff)
        if worst <= best + TIE:
            for k in range(wide):
                out[place + k] = 1.0 if k == j else 0.0
            break
    return unique


@inlined
def scale(games: Any, start: int, size: int) -> Any:
    """Payoffs moved to 1 to 2; the least before, and how wide they lay."""
    low = high = games[start]
    for k in range(size):
        low = min(low, games[start + k])
        high = max(high, games[start + k])
    span = high - low if high > low else 1.0
    for k in range(size):
        games[start + k] = (games[start + k] - low) * (1.0 / span) + 1.0
    return low, span


@inlined
def replies(
    games: Any, start: int, rows: int, columns: int, row: Any, own: int, column: Any, other: int, line: Any
) -> Any:  # fmt: skip
    """The row player's payoff against either side's best reply: the most, and the least."""
    for j in range(columns):
        line[j] = 0.0
    most = 0.0
    for i in range(rows):
        reply = 0.0
        for j in range(columns):
            payoff = games[start + i * columns + j]
            line[j] += row[own + i] * payoff
            reply += payoff * column[other + j]
        most = max(most, reply)
    least = 9.0
    for j in range(columns):
        least = min(least, line[j])
    return most, least


@compiled
def solve_games(
    games: Any, count: int, rows: int, columns: int, values: Any, row: Any, column: Any, unique: Any,
    cells: Any, line: Any, inside: Any, outside: Any, free: Any, other: Any,
) -> None:  # fmt: skip
    """Every game in turn; ``unique`` gets two marks a game, -1 where the answer is not good enough."""
    size = rows * columns
    width = columns + 1
    for number in range(count):
        start = number * size
        low, span = scale(games, start, size)
        fill(cells, inside, outside, games, start, rows, columns, False)
        good = optimise(cells, line, inside, outside, rows, columns)
        corner = cells[rows * width + columns]
        best = 1.0 / corner
        read(cells, inside, rows, columns, column, number * columns)
        for i in range(rows):
            row[number * rows + i] = 0.0
        single = True
        for j in range(columns):
            cost = cells[rows * width + j]
            single = single and cost > TIE
            if outside[j] >= columns:
                row[number * rows + outside[j] - columns] = max(0.0, cost / corner)
        for i in range(rows):
            single = single and cells[i * width + columns] > TIE
        unique[2 * number] = unique[2 * number + 1] = 1
        if not single:
            unique[2 * number] = shown(
                cells, line, inside, outside, free, games, start, rows, columns,
                True, 3.0 - best, row, number * rows, other,
            )  # fmt: skip
            unique[2 * number + 1] = shown(
                cells, line, inside, outside, free, games, start, rows, columns,
                False, best, column, number * columns, other,
            )  # fmt: skip
        # What each side's best reply gives against the other's strategy: both must come back to the value.
        most, least = replies(games, start, rows, columns, row, number * rows, column, number * columns, line)
        slack = GOOD if single else 10.0 * TIE
        if not good or most - least > slack or not abs(most + least - 2.0 * best) <= slack:
            unique[2 * number] = -1
        values[number] = (best - 1.0) * span + low


@compiled
def value_of(game: Any, start: int, rows: int, columns: int, cells: Any, line: Any, inside: Any, outside: Any) -> float:
    """The value alone of one game, which may have any scale; nan when it could not be found."""
    least = -1e300
    for i in range(rows):
        low = 1e300
        for j in range(columns):
            low = min(low, game[start + i * columns + j])
        least = max(least, low)
    most = 1e300
    floor = 1e300
    for j in range(columns):
        high = -1e300
        for i in range(rows):
            payoff = game[start + i * columns + j]
            high = max(high, payoff)
            floor = min(floor, payoff)
        most = min(most, high)
    if least >= most:
        return least
    span = most - floor
    width = columns + 1
    for i in range(rows):
        for j in range(columns):
            cells[i * width + j] = (game[start + i * columns + j] - floor) / span + 1.0
        cells[i * width + columns] = 1.0
        inside[i] = columns + i
    for j in range(columns):
        cells[rows * width + j] = -1.0
        outside[j] = j
    cells[rows * width + columns] = 0.0
    if not optimise(cells, line, inside, outside, rows, columns):
        return float("nan")
    best: float = (1.0 / cells[rows * width + columns] - 1.0) * span + floor
    return best


def workspace(rows: int, columns: int) -> tuple[Any, ...]:
    """cells, line, inside, outside for games of at most this shape on either side."""
    most = max(rows, columns) + 1
    return floats(most * most), floats(most), whole(most), whole(most)


@cache
def plain() -> Any:
    """``solve_games`` and all that it calls, not compiled."""
    if not FAST:
        return solve_games
    names = dict(globals())
    for name, kernel in globals().items():
        if hasattr(kernel, "py_func"):
            names[name] = FunctionType(kernel.py_func.__code__, names, name)
    return names["solve_games"]


def solve_all(games: Any) -> list[Any]:
    """Values, row and column strategies, and marks (1 unique, 0 not, -1 spoiled by rounding) of games (k, m, n)."""
    import numpy as np

    count, rows, columns = games.shape
    values, row, column = floats(count), floats(count * rows), floats(count * columns)
    marks = whole(2 * count)
    most = max(rows, columns)
    work = flat(games.copy())
    spare: Any = (*workspace(rows, columns), whole(most), floats(most))
    run = plain() if games.size <= FEW else solve_games
    run(work, count, rows, columns, values, row, column, marks, *spare)
    shapes = ((values, (count,)), (row, (count, rows)), (column, (count, columns)), (marks, (count, 2)))
    return [np.reshape(part, shape) for part, shape in shapes]


__all__ = ["FAST", "solve_all", "value_of", "workspace"]
