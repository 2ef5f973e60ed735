"""CSP against CSP: the odds of every pair of strengths at once."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from gamekit.dist import Basis, join
from gamekit.given import several
from gamekit.roma_victrix import procedures
from gamekit.roma_victrix.odds.combat import CARD, CLAUSE, sides
from gamekit.roma_victrix.odds.law import losses
from gamekit.roma_victrix.odds.spending import (
    ENOUGH,
    Objective,
    Pair,
    best_order,
    checked,
    highest,
    order,
    pairs_of,
    said,
    spread,
)
from gamekit.roma_victrix.state import Result, one_of, rating, whole
from gamekit.roma_victrix.tables import CARDS, FACES, PERCENTAGE_BASIS, SIDES, Side
from gamekit.words import note

if TYPE_CHECKING:
    import pandas as pd

T = TypeVar("T")
COLUMNS = ("p_win", "p_draw", "p_loss", "attacker_loss", "defender_loss", "swing")
ROLLS = len(FACES) ** 2
AT_ONCE = 200  # pairs of strengths; all their rolls fit into a processor's cache


def odds_table(
    attackers: Iterable[int],
    defenders: Iterable[int],
    *,
    leader: Sequence[int | None] = (0, 0),
    cavalry: str | Sequence[int] | None = None,
    advantage: str | Iterable[str] | None = None,
    objective: Objective = "win",
    treachery: bool = False,
    at: str = "land",
    numbers: type[Any] = Fraction,
) -> pd.DataFrame:
    """Chances, mean losses in CSP and swing for every attacker's CSP against every defender's, one row a pair.

    ``leader`` and ``cavalry`` are pairs, attacker's first: ratings, and cavalry CSP (or the name of the side that has
    superiority). Columns attacker, defender, p_win (the attacker's), p_draw, p_loss, attacker_loss, defender_loss,
    swing; ``numbers=float`` for floats. ValueError as in ``LandCombat``.

    >>> table = odds_table(range(1, 61), range(1, 61), leader=(1, 1), cavalry="attacker")
    >>> table.query("attacker == 21 and defender == 18").p_win.item()
    Fraction(13, 18)
    """
    rows, columns = (_csps(csps, side) for csps, side in zip((attackers, defenders), SIDES))
    cards = sides(advantage, "the side with the advantage")
    nets = _nets(rows, columns, leader, cavalry, cards, one_of(at, CARD, "the place"))
    sums = np.empty((len(COLUMNS), len(rows), len(columns)), dtype=np.int64)
    lost, killed = _losses(rows), _losses(columns)
    checked(objective)
    for net in np.unique(nets):
        mine, theirs = np.nonzero(nets == net)
        for first in range(0, len(mine), AT_ONCE):
            here = mine[first : first + AT_ONCE], theirs[first : first + AT_ONCE]
            sums[:, here[0], here[1]] = over_rolls(lost[:, here[0]], killed[:, here[1]], int(net), objective, treachery)
    basis = join((said(objective), CLAUSE[at]), PERCENTAGE_BASIS, [f"14.2 {CARD[at]}"] if cards else [])
    return _frame(rows, columns, sums, numbers, join(basis, ["14.2 Treachery"] if treachery else []))


def _csps(csps: Iterable[int], side: Side) -> NDArray[Any]:
    given = several(csps, f"the {side}'s CSP", "several, such as range(1, 61)")
    return np.array([whole(csp, f"the {side}'s CSP", 1) for csp in given], dtype=np.int64)


def _nets(
    rows: NDArray[Any],
    columns: NDArray[Any],
    leader: Sequence[int | None],
    cavalry: str | Sequence[int] | None,
    cards: tuple[Side, ...],
    at: str,
) -> NDArray[Any]:
    larger, smaller = np.maximum(rows[:, None], columns), np.minimum(rows[:, None], columns)
    numbers: NDArray[Any] = np.sign(rows[:, None] - columns) * (larger // smaller - 1)
    mine, theirs = (rating(one) for one in _pair(leader, "leaders' ratings"))
    points = sum(CARDS[CARD[at], "points"] * (1 if side == "attacker" else -1) for side in cards)
    nets: NDArray[Any] = numbers + (mine - theirs + points + (_superiority(cavalry) if at == "land" else 0))
    clipped: NDArray[Any] = np.clip(nets, -ENOUGH, ENOUGH)
    return clipped


def _pair(values: Sequence[T], what: str) -> Sequence[T]:
    given = several(values, what, "two, the attacker's first")
    if len(given) != len(SIDES):
        raise ValueError(f"{what} are {values!r}; give two, the attacker's first")
    return given


def _superiority(cavalry: str | Sequence[int] | None) -> int:
    if cavalry is None:
        return 0
    if isinstance(cavalry, str):
        return procedures.superiority(
            *((1, 0) if one_of(cavalry, SIDES, "the side with cavalry") == SIDES[0] else (0, 1))
        )
    csps = _pair(cavalry, "cavalry CSP")
    mine, theirs = (whole(csp, f"the {side}'s cavalry", 0) for side, csp in zip(SIDES, csps))
    return procedures.superiority(mine, theirs)


def over_rolls(
    lost: NDArray[Any], killed: NDArray[Any], net: int, objective: Objective, treachery: bool
) -> NDArray[Any]:
    """The columns, summed over the 36 rolls, for pairs of strengths that share a net modifier; losses by die, pair."""
    attacks = net >= 0
    ordered = (killed, lost) if attacks else (lost, killed)
    top = highest(abs(net))
    if isinstance(objective, str):
        places = order(objective, ordered[0][:top], ordered[1][: len(FACES)])
    else:
        pairs = zip(lost.T.tolist(), killed.T.tolist())
        places = np.stack([_places(objective, mine, theirs, attacks, top) for mine, theirs in pairs], axis=-1)
    own, enemy = pairs_of(spread(places, abs(net)))
    attacker, defender = (own, enemy) if attacks else (enemy, own)
    if treachery:
        attacker, defender = defender, attacker
    each = np.arange(lost.shape[1])
    paid, caused = lost[defender - 1, each].sum(axis=(0, 1)), killed[attacker - 1, each].sum(axis=(0, 1))
    won, beaten = (attacker > defender).sum(axis=(0, 1)), (attacker < defender).sum(axis=(0, 1))
    return np.stack([won, ROLLS - won - beaten, beaten, paid, caused, caused - paid])


def _losses(csps: NDArray[Any]) -> NDArray[Any]:
    """CSP lost by each force at each modified die, ``[die - 1, force]``."""
    return np.array([losses(int(csp)) for csp in csps], dtype=np.int64).reshape(-1, procedures.HIGH).T


def _places(objective: Objective, lost: list[int], killed: list[int], attacks: bool, top: int) -> NDArray[Any]:
    def result_of(pair: Pair) -> Result:
        hits_defender, hits_attacker = pair if attacks else pair[::-1]
        percents = hits_attacker * procedures.PER_PIP, hits_defender * procedures.PER_PIP
        paid, caused = lost[hits_attacker - 1], killed[hits_defender - 1]
        return Result(*percents, paid, caused, lost[-1] - paid, killed[-1] - caused)

    return best_order(objective, (killed, lost) if attacks else (lost, killed), result_of, top)


def _frame(
    rows: NDArray[Any], columns: NDArray[Any], sums: NDArray[Any], numbers: type[Any], basis: Basis
) -> pd.DataFrame:
    import pandas as pd

    made = pd.DataFrame({"attacker": np.repeat(rows, len(columns)), "defender": np.tile(columns, len(rows))})
    for name, values in zip(COLUMNS, sums.reshape(len(COLUMNS), -1)):
        if numbers is float:
            made[name] = values / ROLLS
        else:
            made[name] = pd.Series([Fraction(value, ROLLS) for value in values.tolist()], dtype=object)
    made.attrs["basis"] = join((note("basis.rounded" if numbers is float else "basis.exact"),), basis)
    return made
