"""The questions of Caesar, answered: one conflict, several with fixed stakes, whole positions."""

from gamekit.caesar.odds.conflict import Conflict, Equilibrium, swing
from gamekit.caesar.odds.duel import Duel, card_worth, duel
from gamekit.caesar.odds.effects import Effects, alone, effects, effects_now
from gamekit.caesar.odds.mix import Mix, Sides, die, say, urn
from gamekit.caesar.odds.review import Review, consult, review, values
from gamekit.caesar.odds.search import Advice, advise, search_player
from gamekit.caesar.odds.solve import Size, Solution, TooLarge, size, solve
from gamekit.caesar.odds.strategies import greedy, random_player

__all__ = [
    "Advice",
    "Conflict",
    "Duel",
    "Effects",
    "Equilibrium",
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
    "effects",
    "effects_now",
    "greedy",
    "random_player",
    "review",
    "say",
    "search_player",
    "size",
    "solve",
    "swing",
    "urn",
    "values",
]
