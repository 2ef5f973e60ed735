"""The ready player, a function (view, legal actions) -> one of them, and ``sample``, which draws a position for a view.

>>> from random import Random
>>> from gamekit.play.protocol import at_random, play
>>> from gamekit.roma_victrix import rules, strategies
>>> players = {"Pompeius": strategies.plain, "Crassus": at_random(Random(1))}
>>> *_, (end, last) = play(rules, players, Random(55))
>>> won = rules.returns(end)
>>> won["Pompeius"] > won["Crassus"]
True
"""

from gamekit.roma_victrix.odds.forecasts.unseen import sample
from gamekit.roma_victrix.strategies.plain import plain

__all__ = ["plain", "sample"]
