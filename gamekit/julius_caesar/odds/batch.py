"""Many battles at once: one row each."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product
from typing import TYPE_CHECKING, Any

from gamekit.julius_caesar.odds.army import army
from gamekit.julius_caesar.odds.battle import Battle, kernel_at_hand
from gamekit.julius_caesar.odds.chances import CHANCES
from gamekit.probability.distribution import join
from gamekit.text.translation import note
from gamekit.text.validation import whole_number

if TYPE_CHECKING:
    import pandas as pd


def odds_of_many(battles: Iterable[Battle], numbers: type = float) -> pd.DataFrame:
    """The three chances and both mean strengths of every battle, one row each, in their order.

    Floats unless ``numbers=int`` asks for Fractions. With the extra "fast" some hundreds of battles run compiled, on
    all cores.

    >>> from gamekit import julius_caesar as jc
    >>> jc.odds_of_many([jc.Battle(jc.army("C3/III"), jc.army("C3/III"))], numbers=int).attacker_wins[0]
    Fraction(53829, 262144)
    """
    import pandas as pd

    if not isinstance(battles, Iterable):
        raise ValueError(f"battles is {battles!r}; it should be a list of them, as in odds_of_many([battle])")
    battles = list(battles)
    for row, battle in enumerate(battles):
        if not isinstance(battle, Battle):
            raise ValueError(f"battle {row} of the list is {battle!r}; it should be a jc.Battle")
    if numbers is float and kernel_at_hand(len(battles)):
        from gamekit.julius_caesar.odds.battle_kernel import compiled_chances

        found, alone = compiled_chances(battles)
        for row in alone:
            found[row] = tuple(battles[row].chances(float))
    else:
        found = [tuple(battle.chances(numbers)) for battle in battles]
    frame = pd.DataFrame(found, columns=list(CHANCES), dtype=float if numbers is float else object)
    exactness = note("basis.rounded" if numbers is float else "basis.exact")
    frame.attrs["basis"] = join((exactness,), *{battle.basis: None for battle in battles})
    return frame


def matchups(attacker: str = "C3/III", defender: str = "C3/III", most: int = 6, **options: Any) -> pd.DataFrame:
    """The odds of n blocks of one kind against m of another, 1 to ``most`` of each: a row for each n and m.

    A kind is a rating and a strength, like C3/III; ``options`` are those of a Battle. ValueError for more than one
    block, or when ``most`` is below 1.
    """
    most = whole_number(most, "most", 1)
    kinds = [army(text) for text in (attacker, defender)]
    for text, kind in zip((attacker, defender), kinds):
        if len(kind) != 1:
            raise ValueError(f"{text!r} is {len(kind)} blocks; name one kind, like C3/III")
    sizes = list(product(range(1, most + 1), repeat=2))
    battles = [Battle(kinds[0] * n, kinds[1] * m, **options) for n, m in sizes]
    rows = odds_of_many(battles).assign(**dict(zip(("attackers", "defenders"), zip(*sizes))))
    rows.attrs["basis"] = odds_of_many(battles[:1]).attrs["basis"]
    return rows
