"""Julius Caesar, the block wargame of the civil war 49-45 BC: exact odds of its battles.

>>> from gamekit import julius_caesar as jc
>>> battle = jc.Battle(jc.army("C3/III"), jc.army("C3/III"))
>>> odds = battle.odds()
>>> odds.p(jc.attacker_wins), odds.p(jc.attacker_eliminated), odds.p(jc.attacker_leaves)
(Fraction(53829, 262144), Fraction(1560181, 2097152), Fraction(106339, 2097152))
"""

from gamekit.julius_caesar.odds import (
    Battle,
    Candidate,
    Chances,
    Engagement,
    Entry,
    Fight,
    Outcome,
    Position,
    Standing,
    Turn,
    army,
    attacker_eliminated,
    attacker_holds,
    attacker_leaves,
    attacker_wins,
    attacker_withdraws,
    defender_withdraws,
    odds_of_many,
)
from gamekit.julius_caesar.tables import BLOCKS, PRINTED, Block, PrintedBlock

__all__ = [
    "BLOCKS",
    "PRINTED",
    "Battle",
    "Block",
    "Candidate",
    "Chances",
    "Engagement",
    "Entry",
    "Fight",
    "Outcome",
    "Position",
    "PrintedBlock",
    "Standing",
    "Turn",
    "army",
    "attacker_eliminated",
    "attacker_holds",
    "attacker_leaves",
    "attacker_wins",
    "attacker_withdraws",
    "defender_withdraws",
    "odds_of_many",
]
