"""Best play in Caesar: one conflict, several conflicts with fixed stakes, whole positions."""

from gamekit.caesar.odds.conflict import CardEquilibrium, Conflict, swing
from gamekit.caesar.odds.duel import Duel, card_worth, duel
from gamekit.caesar.odds.effects import Effects, alone, effects, effects_now
from gamekit.caesar.odds.mix import Mix, Sides, die, say, urn
from gamekit.caesar.odds.review import Review, consult, review, values
from gamekit.caesar.odds.search import Advice, advise
from gamekit.caesar.odds.solve import Size, Solution, TooLarge, size, solve
from gamekit.caesar.odds.what_if import duels

__all__ = [
    "Advice",
    "CardEquilibrium",
    "Conflict",
    "Duel",
    "Effects",
    "Mix",
    "Review",
    "Sides",
    "Size",
    "Solution",
    "TooLarge",
    "advise",
    "alone",
    "card_worth",
    "consult",
    "die",
    "duel",
    "duels",
    "effects",
    "effects_now",
    "review",
    "say",
    "size",
    "solve",
    "swing",
    "urn",
    "values",
]
