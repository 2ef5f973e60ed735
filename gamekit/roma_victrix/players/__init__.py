"""The built-in player, a function (view, legal actions) -> action, and ``sample``, which draws a position for a view.

>>> from random import Random
>>> from gamekit.play.protocol import random_strategy, play
>>> from gamekit.roma_victrix import players, rules
>>> seats = {"Pompeius": players.plain, "Crassus": random_strategy(Random(1))}
>>> *_, (end, last) = play(rules, seats, Random(55))
>>> won = rules.returns(end)
>>> won["Pompeius"] > won["Crassus"]
True
"""

from gamekit.roma_victrix.odds.hidden import sample
from gamekit.roma_victrix.players.plain import plain

__all__ = ["plain", "sample"]
