"""Many battles at once: one row each, on all cores when numba is there (the extra "fast")."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import numpy as np

from gamekit.dist import join
from gamekit.julius_caesar.odds.battle import Battle
from gamekit.julius_caesar.odds.engagement import CHANCES
from gamekit.words import note

if TYPE_CHECKING:
    import pandas as pd

WORTH_COMPILING = 200  # battles; loading numba takes as long as computing some hundreds without it


def odds_of_many(battles: Sequence[Battle], numbers: type = float) -> pd.DataFrame:
    """The three chances and both mean strengths of every battle, one row each, in their order.

    Floats unless ``numbers=int`` asks for Fractions. Battles without reserves and Cleopatra run compiled when the
    extra "fast" is installed; the others, and all without it, one by one.

    >>> from gamekit import julius_caesar as jc
    >>> jc.odds_of_many([jc.Battle(jc.army("C3/III"), jc.army("C3/III"))], numbers=int).attacker_wins[0]
    Fraction(53829, 262144)
    """
    import pandas as pd

    battles = list(battles)
    found = np.zeros((len(battles), 5), dtype=float if numbers is float else object)
    alone = list(range(len(battles)))
    if numbers is float and _compiled_is_there(len(battles)):
        codes, counts, flags = _encoded(battles)
        plain = flags >= 0
        found[plain] = _compiled(codes[plain], counts[plain], flags[plain])
        alone = np.flatnonzero(~plain).tolist()
    for row in alone:
        found[row] = tuple(battles[row].chances(numbers))
    frame = pd.DataFrame(found, columns=list(CHANCES))
    exactness = note("basis.rounded" if numbers is float else "basis.exact")
    frame.attrs["basis"] = join((exactness,), *{battle.basis: None for battle in battles})
    return frame


def _compiled_is_there(count: int) -> bool:
    return "numba" in sys.modules or (count >= WORTH_COMPILING and find_spec("numba") is not None)


def _encoded(battles: list[Battle]) -> tuple[Any, Any, Any]:
    """Blocks as whole numbers, a row a battle; counts of both sides; flags, or -1 for what the kernel does not do."""
    listed = (block.code for battle in battles for block in (*battle.attacker, *battle.defender))
    flat = np.fromiter(listed, dtype=np.int64)
    sides = [(len(battle.attacker), len(battle.defender)) for battle in battles]
    counts = np.array(sides, dtype=np.int64).reshape(-1, 2)
    flags = np.array(
        [
            -1 if battle.attacker_reserve or battle.defender_reserve else battle.first_strike + 2 * battle.cut_off
            for battle in battles
        ],
        dtype=np.int64,
    )
    sizes = counts.sum(axis=1)
    codes = np.zeros((len(battles), int(sizes.max(initial=0))), dtype=np.int64)
    codes[np.arange(codes.shape[1])[None, :] < sizes[:, None]] = flat
    flags[(codes & 1).any(axis=1)] = -1  # Cleopatra
    return codes, counts, flags


def _compiled(codes: Any, counts: Any, flags: Any) -> Any:
    from gamekit.julius_caesar.odds import compiled

    out = np.zeros((len(counts), 5))
    cores = os.cpu_count() or 1
    parts = [
        slice(start, start + 1 + len(counts) // cores) for start in range(0, len(counts), 1 + len(counts) // cores)
    ]
    with ThreadPoolExecutor(cores) as threads:  # the kernel lets go of the interpreter's lock
        list(threads.map(lambda part: compiled.chances(codes[part], counts[part], flags[part], out[part]), parts))
    return out
