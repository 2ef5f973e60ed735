"""Caesar, Knizia's game of stacks and hidden cards for two to five players: rules, mixed strategies, search.

>>> from gamekit import caesar
>>> caesar.Conflict(attacker=3, defender=2, attacker_hand=(9, 1), defender_hand=(8, 5)).equilibrium().value
Fraction(4, 1)
>>> caesar.duel([(1, 1), (3, 3)], (9, 1, "F"), (8, 5, "F")).explain()
'play the 9 three times in four, else the flag'
"""

from inspect import ismodule as _is_module

from gamekit.caesar import players, presentation, rules
from gamekit.caesar.notation import name_by_spelling
from gamekit.caesar.odds.conflict import (
    CardEquilibrium,
    Conflict,
    ConflictEffects,
    conflict_effects,
    conflict_of,
    expected_conflict_effects,
    lead_swing,
)
from gamekit.caesar.odds.duel import Duel, card_worths, duel
from gamekit.caesar.odds.mix import AttackerDefender, CardMix, describe_mix, die_for_mix, urn_for_mix
from gamekit.caesar.odds.solve import PositionTooLarge, Solution, StateSpaceSize, solve
from gamekit.caesar.players.search import (
    Advice,
    ConflictReview,
    action_values,
    advise,
    review_conflict,
    solve_or_advise,
)
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
    example_positions,
    from_json,
    hand,
    position,
    to_json,
)
from gamekit.caesar.tables import CARDS, FLAG, LETTERS, NEUTRAL, OPTIONS, SQUARES
from gamekit.storage.serialization import action_to_json

__all__ = [name for name, value in globals().items() if name[0] != "_" and not _is_module(value)]
__all__ += ["players", "presentation", "rules"]
