"""Julius Caesar, the block wargame of the civil war 49-45 BC: exact odds of its battles, and the whole game.

>>> from gamekit import julius_caesar as jc
>>> battle = jc.Battle(jc.army("C3/III"), jc.army("C3/III"))
>>> odds = battle.odds()
>>> odds.p(jc.attacker_wins), odds.p(jc.attacker_eliminated), odds.p(jc.attacker_leaves)
(Fraction(53829, 262144), Fraction(1560181, 2097152), Fraction(106339, 2097152))

>>> state = jc.initial_state(hands={"Caesar": ["3/2", "3/2", "2/1", "2/1", "2/1"], "Pompey": ["2/2"] * 4 + ["Mars"]})
>>> for action in (jc.Play("3/2"), jc.Play("2/2"), jc.Take("Caesar:Caesar")):
...     state = jc.apply(state, action)
>>> jc.legal_actions(state)
(Go(place='Aquileia'), Go(place='Asculum'), Go(place='Genua'), Go(place='Rome'))
"""

import sys
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from gamekit.julius_caesar.fight import Deed, Fight, Turn
from gamekit.julius_caesar.odds.army import army
from gamekit.julius_caesar.odds.automaton import Candidate, Position, Standing
from gamekit.julius_caesar.odds.battle import Battle, Engagement, odds_of_many, wins_to_the_end
from gamekit.julius_caesar.odds.best_worth import Exits, Worth
from gamekit.julius_caesar.odds.course import Chances
from gamekit.julius_caesar.odds.outcome import (
    Outcome,
    attacker_eliminated,
    attacker_holds,
    attacker_leaves,
    attacker_wins,
    attacker_withdraws,
    defender_withdraws,
    losses,
)
from gamekit.julius_caesar.odds.what_if import levies
from gamekit.julius_caesar.tables import BLOCKS, PRINTED, Block, PrintedBlock

if TYPE_CHECKING:
    from gamekit.julius_caesar.game import *  # noqa: F403
    from gamekit.storage.record import Record

__all__ = [
    "BLOCKS",
    "PRINTED",
    "Battle",
    "Block",
    "Candidate",
    "Chances",
    "Deed",
    "Engagement",
    "Exits",
    "Fight",
    "Outcome",
    "Position",
    "PrintedBlock",
    "Standing",
    "Turn",
    "Worth",
    "army",
    "attacker_eliminated",
    "attacker_holds",
    "attacker_leaves",
    "attacker_wins",
    "attacker_withdraws",
    "defender_withdraws",
    "first_year",
    "levies",
    "losses",
    "odds_of_many",
    "wins_to_the_end",
]


def first_year() -> "Record":
    """A game's first year, 49 BC, as it might have been played: the record that ships with the game.

    >>> from gamekit import julius_caesar as jc
    >>> year = first_year()
    >>> len(year.entries), jc.year_name(year.positions()[-1].year)
    (248, '48 BC (706 AUC)')
    """
    from gamekit.storage import data_files, record

    name = "julius_caesar/first_year.jsonl"
    try:
        return record.read(data_files.text(name), sys.modules[__name__])
    except record.RecordError as error:
        raise data_files.DataError(f"{name}, {error}") from None


def __getattr__(name: str) -> Any:
    """The rooms of the package, and the names of the whole game (``game.py``), loaded when first asked for."""
    if find_spec(f"{__name__}.{name}"):
        return import_module(f"{__name__}.{name}")
    if name.startswith("__") or not hasattr(import_module(f"{__name__}.game"), name):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}", name=name, obj=sys.modules[__name__])
    globals()[name] = found = getattr(import_module(f"{__name__}.game"), name)  # asked for once
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *import_module(f"{__name__}.game").__all__})
