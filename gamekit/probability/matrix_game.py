"""Two-person zero-sum games given as a matrix: exact in Fractions, or many games of one shape at once in floats.

The idea: the column player's linear programme is solved by the simplex method, exactly on whole numbers (each pivot
divides without remainder), and the multipliers of the last tableau are the row player's strategy. If a player has
several optimal strategies the choice among them is fixed: a pure one before a mixed one, the lowest number first; among
mixed ones as much weight as possible on the lowest number, then on the next."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from importlib.util import find_spec
from math import isfinite, lcm
from numbers import Rational
from operator import index
from typing import Any

Table = list[list[int]]
# In floats, of payoffs scaled to 1 to 2:
SMALL = 1e-11  # smaller ones are not pivots
ROUNDING = 1e-13  # a cost below minus this may still improve
TIE = 1e-10  # closer than this is equal
GOOD = 1e-12  # what both sides could still win together
SIMPLE = 10**6  # denominators of the payoffs between which floats are told apart
PATIENCE = 8  # pivots for each row and column, after which a game is left to the exact solver


@dataclass(frozen=True, slots=True)
class Equilibrium:
    """The value to the row player and one optimal strategy of each player.

    ``row_unique`` says that the row player has no other optimal strategy, ``column_unique`` likewise.
    """

    value: Any
    row: tuple[Any, ...]
    column: tuple[Any, ...]
    row_unique: bool
    column_unique: bool

    @property
    def unique(self) -> bool:
        """Whether neither player has another optimal strategy."""
        return self.row_unique and self.column_unique


def solve(matrix: Iterable[Iterable[Any]], numbers: type | None = None) -> Equilibrium:
    """Return the equilibrium of one game; ``matrix[i][j]`` is the column player's payment to the row player.

    ``numbers=Fraction`` is exact, ``numbers=float`` fast (value to 1e-12 of the largest payoff, ties within 1e-9 of
    the range taken as ties). By default exact unless a payoff is a float.
    Payoffs may be numpy's numbers as well. Raises ValueError for an empty or ragged matrix and for a payoff that is
    not a finite number, or too large for a float where floats are asked for.

    >>> solve([[1, -1], [-2, 3]])
    Equilibrium(value=Fraction(1, 7), row=(Fraction(5, 7), Fraction(2, 7)), column=(Fraction(4, 7), Fraction(3, 7)), \
row_unique=True, column_unique=True)
    >>> solve([[0, 0], [0, 0]]).unique
    False
    """
    rows = _checked(matrix)
    if numbers is None:
        numbers = float if any(type(payoff) is float for row in rows for payoff in row) else Fraction
    if numbers is Fraction:
        return _exact(rows)
    if numbers is not float:
        raise ValueError(f"numbers is {numbers!r}; it should be Fraction or float")
    try:
        game = [[float(payoff) for payoff in row] for row in rows]
    except OverflowError:
        raise ValueError("a payoff is too large for a float; numbers=Fraction takes any size") from None
    return _rounded(game)


def _rounded(game: list[list[float]]) -> Equilibrium:
    """Return the equilibrium in floats: by the simplex method if both optimal strategies are unique, else by the exact
    solver on payoffs snapped to fractions, so that ties are ties."""
    best = None
    if find_spec("numpy") is not None:
        import numpy as np

        best, row, column, single = (part[0].tolist() for part in solve_batch(np.array([game])))
        if single:
            return Equilibrium(best, tuple(row), tuple(column), True, True)
    span = max(map(max, game)) - min(map(min, game)) or 1.0
    exact = _exact([[_snapped(payoff, span) for payoff in row] for row in game])
    row, column = (tuple(float(share) for share in shares) for shares in (exact.row, exact.column))
    best = float(exact.value) if best is None or best != best else best
    return Equilibrium(best, row, column, exact.row_unique, exact.column_unique)


def _snapped(payoff: float, span: float) -> Fraction:
    """Return the simplest fraction near a float, so that payoffs that differ only by rounding are equal."""
    exact = Fraction(payoff)
    near = exact.limit_denominator(SIMPLE)
    return near if abs(near - exact) <= TIE * span else round(exact / Fraction(TIE * span)) * Fraction(TIE * span)


def solve_batch(matrices: Any) -> tuple[Any, Any, Any, Any]:
    """Solve ``matrices``, an array (k, m, n) of floats paid to the row player, at once: values (k), row strategies (k,
    m), column strategies (k, n), and (k) whether both are unique and best replies to each other. A value is nan if
    rounding prevents a solution.

    >>> import numpy as np
    >>> solve_batch(np.array([[[1, -1], [-2, 3]], [[2, 0], [0, 2]]]))[0].round(6).tolist()
    [0.142857, 1.0]
    """
    import numpy as np

    matrices = np.asarray(matrices, dtype=float)
    count, high, wide = matrices.shape
    low = matrices.min(axis=(1, 2))
    span = matrices.max(axis=(1, 2)) - low
    span[span == 0] = 1.0
    scaled = (matrices - low[:, None, None]) / span[:, None, None] + 1.0
    cells = np.ones((count, high + 1, wide + 1))
    cells[:, :high, :wide], cells[:, high, :wide], cells[:, high, wide] = scaled, -1.0, 0.0
    names = np.tile(np.arange(wide + high), (count, 1))  # of the variables of the columns, then of the rows
    going, table, called = np.arange(count), cells.copy(), names.copy()
    for _ in range(PATIENCE * (high + wide)):
        at = table[:, high, :wide].argmin(axis=1)
        better = table[np.arange(len(at)), high, at] < -ROUNDING
        if not better.all():
            cells[going[~better]], names[going[~better]] = table[~better], called[~better]
            going, table, called, at = (part[better] for part in (going, table, called, at))
        if not len(going):
            break
        each = np.arange(len(going))
        column = table[each, :, at]
        with np.errstate(divide="ignore", invalid="ignore"):
            reach = np.where(column[:, :high] > SMALL, table[:, :high, wide] / column[:, :high], np.inf)
        here = reach.argmin(axis=1)
        line = table[each, here] / column[each, here, None]
        line[each, at] = 1.0 / column[each, here]
        table[each, :, at] = 0.0
        column[each, here] = 0.0
        table -= column[:, :, None] * line[:, None, :]
        table[each, here] = line
        called[each, at], called[each, wide + here] = called[each, wide + here], called[each, at]
    corner = cells[:, high, wide].copy()
    corner[going] = np.nan
    each, shares, costs = np.arange(count)[:, None], np.zeros((2, count, wide + high)), cells[:, high, :wide]
    shares[0][each, names[:, wide:]], shares[1][each, names[:, :wide]] = cells[:, :high, wide], costs
    column, row = (part.clip(0) / corner[:, None] for part in (shares[0][:, :wide], shares[1][:, wide:]))
    gap = (scaled @ column[:, :, None]).max(axis=(1, 2)) - (row[:, None] @ scaled).min(axis=(1, 2))
    single = (cells[:, :high, wide] > TIE).all(axis=1) & (costs > TIE).all(axis=1) & (gap <= GOOD)
    return (1.0 / corner - 1.0) * span + low, row, column, single


def game_value(matrix: Iterable[Iterable[Any]]) -> Fraction:
    """Return the exact value alone, which is quicker than ``solve``. Raises ValueError as ``solve`` does.

    >>> game_value([[1, -1], [-2, 3]])
    Fraction(1, 7)
    """
    rows = _fractions(_checked(matrix))
    least, most = max(map(min, rows)), min(map(max, zip(*rows)))
    if least == most:
        return least
    whole, shift, scale = _whole(rows)
    table = _Tableau(whole)
    table.optimise()
    return table.value(shift, scale)


def _checked(matrix: Iterable[Iterable[Any]]) -> list[list[Any]]:
    """Return the payoffs as Python's own numbers (int, Fraction or float), which neither overflow nor lose digits."""
    try:
        rows = [list(row) for row in matrix]
    except TypeError:
        raise ValueError(f"{matrix!r} is not a matrix; a game is given as rows of payoffs") from None
    if not rows or not rows[0]:
        raise ValueError("the matrix is empty; a game needs at least one row and one column")
    for number, row in enumerate(rows):
        if len(row) != len(rows[0]):
            raise ValueError(f"row {number} has {len(row)} payoffs where row 0 has {len(rows[0])}")
        for place, payoff in enumerate(row):
            if type(payoff) is Fraction and type(payoff.numerator) is type(payoff.denominator) is int:
                continue
            try:
                row[place] = _number(payoff)
            except (TypeError, ValueError):
                raise ValueError(
                    f"the payoff in row {number}, column {place} is {payoff!r}, not a finite number"
                ) from None
    return rows


def _number(payoff: Any) -> int | Fraction | float:
    try:
        return index(payoff)
    except TypeError:
        pass
    if isinstance(payoff, Rational):
        return Fraction(int(payoff.numerator), int(payoff.denominator))
    if not isfinite(payoff):
        raise ValueError
    return Fraction(payoff) if isinstance(payoff, Decimal) else float(payoff)


def _fractions(rows: list[list[Any]]) -> list[list[Fraction]]:
    return [[payoff if type(payoff) is Fraction else Fraction(payoff) for payoff in row] for row in rows]


def _exact(rows: list[list[Any]]) -> Equilibrium:
    payoffs = _fractions(rows)
    whole, shift, scale = _whole(payoffs)
    table = _Tableau(whole)
    table.optimise()
    best = table.value(shift, scale)
    # Both strategies are unique exactly when the last tableau is nondegenerate on both sides.
    if all(row[-1] for row in table.cells) and all(table.cells[-1]):
        return Equilibrium(best, table.multipliers(), table.strategy(), True, True)
    mirrored = [[-payoff for payoff in column] for column in zip(*payoffs)]
    column, column_unique = _shown(payoffs, best, table)
    row, row_unique = _shown(mirrored, -best, None)
    return Equilibrium(best, row, column, row_unique, column_unique)


def _shown(payoffs: list[list[Fraction]], best: Fraction, table: _Tableau | None) -> tuple[tuple[Fraction, ...], bool]:
    """Return the column player's strategy, and whether it is the only optimal one."""
    if table is None:
        table = _Tableau(_whole(payoffs)[0])
        table.optimise()
    other = table.copy()
    table.settle(True)
    other.settle(False)
    unique = table.strategy() == other.strategy()
    pure = (place for place, column in enumerate(zip(*payoffs)) if max(column) <= best)
    if (chosen := next(pure, None)) is not None:
        return tuple(Fraction(int(place == chosen)) for place in range(len(payoffs[0]))), unique
    return table.strategy(), unique


def _whole(payoffs: list[list[Fraction]]) -> tuple[Table, int, int]:
    """Return the payoffs over a common denominator, shifted so that all are positive; the shift; the denominator."""
    scale = lcm(*(payoff.denominator for row in payoffs for payoff in row))
    whole = [[payoff.numerator * (scale // payoff.denominator) for payoff in row] for row in payoffs]
    shift = 1 - min(map(min, whole))
    return [[payoff + shift for payoff in row] for row in whole], shift, scale


class _Tableau:
    """The column player's programme: most sum of y with A y <= 1, y >= 0; its optimum is 1 / value.

    ``cells`` are numerators over the denominator ``over``; the last row holds the objective, the last column the right
    sides. Variables 0 .. n-1 are the columns, n .. n+m-1 the slacks of the rows.
    """

    def __init__(self, payoffs: Table) -> None:
        wide = len(payoffs[0])
        self.cells = [[*row, 1] for row in payoffs] + [[-1] * wide + [0]]
        self.over = 1
        self.outside = list(range(wide))
        self.inside = list(range(wide, wide + len(payoffs)))

    def copy(self) -> _Tableau:
        other = object.__new__(_Tableau)
        other.cells, other.over = [row[:] for row in self.cells], self.over
        other.outside, other.inside = self.outside[:], self.inside[:]
        return other

    def value(self, shift: int, scale: int) -> Fraction:
        return (Fraction(self.over, self.cells[-1][-1]) - shift) / scale

    def multipliers(self) -> tuple[Fraction, ...]:
        """The row player's strategy."""
        cost = dict(zip(self.outside, self.cells[-1]))
        slacks = range(len(self.outside), len(self.outside) + len(self.inside))
        return tuple(Fraction(cost.get(slack, 0), self.cells[-1][-1]) for slack in slacks)

    def strategy(self) -> tuple[Fraction, ...]:
        """The column player's strategy."""
        level = {variable: row[-1] for variable, row in zip(self.inside, self.cells)}
        return tuple(Fraction(level.get(place, 0), self.cells[-1][-1]) for place in range(len(self.outside)))

    def optimise(self) -> None:
        # The steepest column first, then Bland's rule, which cannot go round in circles.
        patience = 4 * (len(self.inside) + len(self.outside))
        while falling := [place for place, cost in enumerate(self.cells[-1][:-1]) if cost < 0]:
            patience -= 1
            objective = self.cells[-1] if patience > 0 else self.outside
            self.enter(min(falling, key=objective.__getitem__))

    def settle(self, most: bool) -> None:
        """Move within the optimal strategies to the one with most (or least) on column 0, then 1, ..."""
        free = [cost == 0 for cost in self.cells[-1][:-1]]
        for place in range(len(self.outside)):
            if place in self.outside:
                at = self.outside.index(place)
                if not free[at]:
                    continue
                if not most:
                    free[at] = False
                    continue
                self.enter(at)
            while place in self.inside:
                row = self.cells[self.inside.index(place)]
                moving = [at for at, is_free in enumerate(free) if is_free and (row[at] < 0 if most else row[at] > 0)]
                if not moving:
                    free = [is_free and row[at] == 0 for at, is_free in enumerate(free)]
                    break
                self.enter(min(moving, key=self.outside.__getitem__))
            else:
                free[self.outside.index(place)] = False

    def enter(self, at: int) -> None:
        """Pivot on a column: its variable enters, the first to reach 0 leaves, of equals the lowest."""
        best, *others = (number for number, row in enumerate(self.cells[:-1]) if row[at] > 0)
        for number in others:
            row, least = self.cells[number], self.cells[best]
            here, there = row[-1] * least[at], least[-1] * row[at]
            if here < there or (here == there and self.inside[number] < self.inside[best]):
                best = number
        self.pivot(best, at)

    def pivot(self, here: int, at: int) -> None:
        chosen, over = self.cells[here], self.over
        pivot = chosen[at]
        for number, row in enumerate(self.cells):
            if number != here:
                factor = row[at]
                row[:] = [(pivot * cell - factor * other) // over for cell, other in zip(row, chosen)]
                row[at] = -factor
        chosen[at] = over
        self.over = pivot
        self.inside[here], self.outside[at] = self.outside[at], self.inside[here]
