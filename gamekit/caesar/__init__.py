"""Caesar, Knizia's game of stacks and hidden cards for two to five players: rules, mixed strategies, search.

>>> from gamekit import caesar
>>> caesar.Conflict(attacker=3, defender=2, attacker_hand=(9, 1), defender_hand=(8, 5)).equilibrium().value
Fraction(4, 1)
>>> caesar.duel([(1, 1), (3, 3)], (9, 1, "F"), (8, 5, "F")).explain()
'play the 9 three times in four, else the flag'
"""

from inspect import ismodule as _is_module

from gamekit.caesar import players, presentation, rules
from gamekit.caesar.notation import spellings
from gamekit.caesar.odds.conflict import CardEquilibrium, Conflict, Effects, conflict_of, effects, effects_now, swing
from gamekit.caesar.odds.duel import Duel, card_worth, duel
from gamekit.caesar.odds.mix import Mix, Sides, die, say, urn
from gamekit.caesar.odds.solve import Size, Solution, TooLarge, solve
from gamekit.caesar.players.search import Advice, Review, action_values, advise, review, solve_or_advise
from gamekit.caesar.rules import initial_state, leads, winners
from gamekit.caesar.state import (
    Alliance,
    Attack,
    Options,
    Pass,
    Place,
    Play,
    State,
    action_from_json,
    from_json,
    hand,
    position,
    ready_positions,
    to_json,
)
from gamekit.caesar.tables import CARDS, FLAG, LETTERS, NEUTRAL, OPTIONS, SQUARES
from gamekit.storage.serialization import action_to_json

__all__ = [name for name, value in globals().items() if name[0] != "_" and not _is_module(value)]
__all__ += ["players", "presentation", "rules"]
