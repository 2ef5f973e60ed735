"""Many combats at once: a list of them, or every pair of strengths."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

from gamekit.analysis.evaluate import frame_of
from gamekit.probability.distribution import Basis, join
from gamekit.roma_victrix import procedures
from gamekit.roma_victrix.forces import one_of, rating
from gamekit.roma_victrix.odds.combat import CARD, CLAUSE, COLUMNS, Combat, losses, sides, sums
from gamekit.roma_victrix.odds.spending import THROWS, Objective, check_objective, objective_note
from gamekit.roma_victrix.tables import CARDS, PERCENTAGE_BASIS, SIDES, Side
from gamekit.text.translation import note
from gamekit.text.validation import as_tuple, whole_number

if TYPE_CHECKING:
    import pandas as pd

T = TypeVar("T")


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
    """Return chances, mean losses in CSP and swing for every attacker's CSP against every defender's, one row per pair.

    ``leader`` and ``cavalry`` are pairs, attacker's first: ratings, and cavalry CSP (or the name of the side that has
    superiority). Columns attacker, defender, p_win (the attacker's), p_draw, p_loss, attacker_loss, defender_loss,
    swing; ``numbers=float`` for floats. ValueError as in ``LandCombat``.

    >>> table = odds_table(range(1, 61), range(1, 61), leader=(1, 1), cavalry="attacker")
    >>> table.query("attacker == 21 and defender == 18").p_win.item()
    Fraction(13, 18)
    """
    rows, columns = (_csps(csps, side) for csps, side in zip((attackers, defenders), SIDES))
    cards, points = (
        sides(advantage, "the side with the advantage"),
        CARDS[CARD[one_of(at, CARD, "the place")], "points"],
    )
    mine, theirs = (rating(one) for one in _pair(leader, "leaders' ratings"))
    fixed = mine - theirs + sum(points * (1 if side == "attacker" else -1) for side in cards)
    fixed += _superiority(cavalry) if at == "land" else 0
    check_objective(objective)
    pairs = [(csp, other) for csp in rows for other in columns]
    nets = [fixed + procedures.numerical(*pair) for pair in pairs]
    found = [sums(losses(a), losses(d), net, objective, treachery) for (a, d), net in zip(pairs, nets)]
    basis = join((objective_note(objective), CLAUSE[at]), PERCENTAGE_BASIS, [f"14.2 {CARD[at]}"] if cards else [])
    named: dict[str, list[int]] = {side: [pair[place] for pair in pairs] for place, side in enumerate(SIDES)}
    return _frame(named, found, numbers, join(basis, ["14.2 Treachery"] if treachery else []))


def combats(fights: Iterable[Combat], objective: Objective = "win", numbers: type[Any] = Fraction) -> pd.DataFrame:
    """Return the chances and mean losses of every combat, on land or at sea, one row each, in their order.

    Columns: p_win (the attacker's), p_draw, p_loss, attacker_loss, defender_loss, swing, as ``odds`` of each has them;
    ``numbers=float`` for floats.

    >>> from gamekit import roma_victrix as rv
    >>> armies = [rv.force(f"{legions} LGN", leader=2) for legions in (1, 2, 3)]
    >>> rv.combats(rv.LandCombat(army, rv.force("2 HI", leader=1)) for army in armies).p_win.map(str).tolist()
    ['7/12', '7/12', '13/18']
    """
    check_objective(objective)
    listed = as_tuple(fights, "fights", "several combats, such as [LandCombat(army, foe)]")
    for row, fight in enumerate(listed):
        if not isinstance(fight, Combat):
            raise ValueError(f"combat {row} is {fight!r}; it should be a LandCombat or a NavalCombat")
    found = [fight.summary(numbers, objective) for fight in listed]
    columns = {name: [row[name] for row in found] for name in COLUMNS}
    return frame_of(columns, join(*(row["basis"] for row in found)), numbers)


def _csps(csps: Iterable[int], side: Side) -> list[int]:
    given = as_tuple(csps, f"the {side}'s CSP", "several, such as range(1, 61)")
    return [whole_number(csp, f"the {side}'s CSP", 1) for csp in given]


def _pair(values: Sequence[T], what: str) -> Sequence[T]:
    given = as_tuple(values, what, "two, the attacker's first")
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
    mine, theirs = (whole_number(csp, f"the {side}'s cavalry", 0) for side, csp in zip(SIDES, csps))
    return procedures.superiority(mine, theirs)


def _frame(named: dict[str, list[int]], found: list[tuple[int, ...]], numbers: type[Any], basis: Basis) -> pd.DataFrame:
    import pandas as pd

    columns: dict[str, Any] = {**named}
    for name, totals in zip(COLUMNS, zip(*found) if found else [()] * len(COLUMNS)):
        shares = [total / len(THROWS) if numbers is float else Fraction(total, len(THROWS)) for total in totals]
        columns[name] = pd.Series(shares, dtype=float if numbers is float else object)
    made = pd.DataFrame(columns)
    made.attrs["basis"] = join((note("basis.rounded" if numbers is float else "basis.exact"),), basis)
    return made
