"""Battles to begin with, by name: the sidebar's example and five of the civil war."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from gamekit.data import rows
from gamekit.julius_caesar.odds.army import army
from gamekit.julius_caesar.odds.battle import Battle
from gamekit.julius_caesar.tables import SIDES


@dataclass(frozen=True, slots=True)
class ReadyBattle:
    """A line of ``ready_battles.csv``: a battle to start from; its name is a word."""

    key: str
    attacker_side: str
    attacker: str
    attacker_reserve: str
    defender: str
    defender_reserve: str
    first_strike: bool
    cut_off: bool
    defender_cut_off: bool
    source: str

    def __post_init__(self) -> None:
        self.battle()

    def battle(self) -> Battle:
        """The battle, its blocks read."""
        own, enemy = self.attacker_side, SIDES[1 - SIDES.index(self.attacker_side)]
        main, reserve = army(self.attacker, own), army(self.attacker_reserve, own)
        against = army(self.defender, enemy), army(self.defender_reserve, enemy)
        flags = self.first_strike, self.cut_off, self.defender_cut_off
        return Battle(main, against[0], reserve, against[1], *flags)


@cache
def ready_battles() -> dict[str, ReadyBattle]:
    """The ready battles by key, in the file's order.

    >>> list(ready_battles())
    ['sidebar', 'neapolis', 'tarraco', 'utica', 'pharsalus', 'alexandria']
    """
    return {ready.key: ready for ready in rows(ReadyBattle, "julius_caesar/ready_battles.csv")}
