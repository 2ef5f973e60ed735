"""Exact odds of a battle: armies, the course of the fight, and the questions a writer asks."""

from gamekit.julius_caesar.odds.army import army
from gamekit.julius_caesar.odds.battle import Battle
from gamekit.julius_caesar.odds.engagement import Chances, Engagement
from gamekit.julius_caesar.odds.fight import Entry, Fight, Turn
from gamekit.julius_caesar.odds.many import odds_of_many
from gamekit.julius_caesar.odds.outcome import (
    Outcome,
    attacker_eliminated,
    attacker_holds,
    attacker_leaves,
    attacker_wins,
    attacker_withdraws,
    defender_withdraws,
)
from gamekit.julius_caesar.odds.position import Position, Standing
from gamekit.julius_caesar.odds.sides import Candidate

__all__ = [
    "Battle",
    "Candidate",
    "Chances",
    "Engagement",
    "Entry",
    "Fight",
    "Outcome",
    "Position",
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
