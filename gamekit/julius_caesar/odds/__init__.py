"""Exact odds of a battle: armies, the course of the fight, and the questions a writer asks."""

from gamekit.julius_caesar.odds.army import army
from gamekit.julius_caesar.odds.automaton import Candidate
from gamekit.julius_caesar.odds.battle import Battle, Engagement, wins_to_the_end
from gamekit.julius_caesar.odds.best_worth import Exits, Worth
from gamekit.julius_caesar.odds.chances import (
    Chances,
    Outcome,
    attacker_eliminated,
    attacker_holds,
    attacker_leaves,
    attacker_wins,
    attacker_withdraws,
    defender_withdraws,
    losses,
)
from gamekit.julius_caesar.odds.fight import Deed, Fight, Turn
from gamekit.julius_caesar.odds.many import odds_of_many
from gamekit.julius_caesar.odds.position import Position, Standing
from gamekit.julius_caesar.odds.what_if import levies

__all__ = [
    "Battle",
    "Candidate",
    "Chances",
    "Deed",
    "Engagement",
    "Exits",
    "Fight",
    "Outcome",
    "Position",
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
    "levies",
    "losses",
    "odds_of_many",
    "wins_to_the_end",
]
