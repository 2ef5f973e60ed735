"""Many battles at once: one row each, on all cores when numba is there (the extra "fast")."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np

from gamekit.dist import join
from gamekit.julius_caesar.odds.battle import Battle
from gamekit.julius_caesar.odds.chances import CHANCES
from gamekit.julius_caesar.odds.encoding import compiled_chances, encoded, kernel_pays
from gamekit.words import note

if TYPE_CHECKING:
    import pandas as pd


def odds_of_many(battles: Iterable[Battle], numbers: type = float) -> pd.DataFrame:
    """The three chances and both mean strengths of every battle, one row each, in their order.

    Floats unless ``numbers=int`` asks for Fractions, which are computed one by one. With the extra "fast" some
    hundreds of battles or more run compiled.

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
    found = np.zeros((len(battles), 5), dtype=float if numbers is float else object)
    alone = list(range(len(battles)))
    if numbers is float and kernel_pays(len(battles)):
        codes, counts, flags = encoded([battle.code for battle in battles])
        fit = flags >= 0
        found[fit] = compiled_chances(codes[fit], counts[fit], flags[fit])
        alone = np.flatnonzero(~fit).tolist()
    for row in alone:
        found[row] = tuple(battles[row].chances(numbers))
    frame = pd.DataFrame(found, columns=list(CHANCES))
    exactness = note("basis.rounded" if numbers is float else "basis.exact")
    frame.attrs["basis"] = join((exactness,), *{battle.basis: None for battle in battles})
    return frame
